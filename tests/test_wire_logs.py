"""Logs that people bring: whatever is in them, the server goes on and says why not."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from tangledbank.errors import Refused
from tangledbank.kernel.compiling import UNCOMPILED
from tangledbank.log import Line, write_line
from tangledbank.server.rooms.uploads import MOST_LINES, MOST_WAITING, LogReader
from tangledbank.table import Table
from tangledbank.text import say, speak
from tests.helpers import play_out
from tests.wire import PATIENCE, Answer, Running, Visitor, running

MEGABYTES = 1000  # of addresses for the server; it takes 550, and some for each thread
GOOD = (Path(__file__).parent / "recorded" / "origin-2-random.jsonl").read_text(encoding="utf-8")
TOO_MUCH = "it takes too long or too much memory to read"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with little memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(UNCOMPILED, "1")
        folder = tmp_path_factory.mktemp("logs") / "data"
        with running(folder, megabytes=MEGABYTES) as started:
            yield started


def bring(visitor: Visitor, log: str) -> Answer:
    """Send a log file as the form does."""
    limit = "----limit"
    head = 'Content-Disposition: form-data; name="log"; filename="a.jsonl"'
    body = f"--{limit}\r\n{head}\r\n\r\n{log}\r\n--{limit}--\r\n".encode()
    kind = f"multipart/form-data; boundary={limit}"
    return visitor.ask("POST", "/log", body, **{"content-type": kind})


def header(game: str = "origin", **changed: Any) -> str:
    """A log that is nothing but a header, and its sum is right."""
    words = {**Table(game, 2, seed=1).lines[0].words, **changed}
    return write_line(words, None).text + "\n"


def waverer(lines: int, game: str = "darwin", seats: int = 6) -> str:
    """A log of somebody who does something and takes it back, over and over."""
    table = play_out(Table(game, seats, seed=1, auto=False), 1, moves=30)
    seat = table.pending[-1]
    table.act(seat, int(table.codes(seat)[0]))
    table.undo(seat, [one for one in range(seats) if one != seat])
    written: list[Line] = [*table.lines]
    for deed in islice(cycle([line.words for line in written[-2:]]), lines - len(written)):
        written.append(write_line(deed, written[-1]))
    return "".join(f"{line.text}\n" for line in written)


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


HOSTILE: dict[str, tuple[Callable[[], str], str]] = {
    "brackets": (lambda: "[" * 1_900_000, "line 1: this has more than 300000 letters"),
    "many brackets": (lambda: '{"tangledbank":' + "[" * 200_000 + "\n", "line 1: this is not an"),
    "nested": (lambda: header(given={"seats": nested(300)}), "line 1.given.seats[0]"),
    "a deep name": (
        lambda: header("darwin", options={"deck": "a" + ".a" * 80_000 + " = 1"}),
        "line 1, options.deck: this has more than 100000 letters",
    ),
    "deep names": (
        lambda: header("darwin", options={"deck": ("a" + ".a" * 400 + " = 1\n") * 100}),
        "line 1, options.deck: line 1 has more than 20 dots",
    ),
    "many digits": (
        lambda: header(seed=7).replace('"seed":7', '"seed":' + "7" * 5000),
        "line 1: this is not an entry of a log",
    ),
    "digits in a deck": (
        lambda: header("darwin", options={"deck": "card = " + "7" * 5000}),
        "line 1, options.deck: line 1 has more than 1000 letters",
    ),
    "a huge header": (lambda: header(seats=["x" * 1_900_000, "B"]), "line 1: this has more than"),
    "a large header": (lambda: header(given=["x"] * 70_000), "line 1, given: this should be a map"),
    "a huge position": (
        lambda: header(given={"seats": [{"hand": ["running"] * 29_000}, {}]}),
        "line 1, seats[0].hand",
    ),
    "many empty lines": (lambda: GOOD + "\n" * 1_900_000, "this has more than 10000 lines"),
    "taking back for ever": (lambda: waverer(2 * MOST_LINES), "this has more than 10000 lines"),
    "a long line": (
        lambda: header() + '{"do":"' + "x" * 3000 + '"}\n',
        "line 2: this has more than 2000 letters",
    ),
    "a million things": (
        lambda: header() + ('{"do":[' + "[]," * 600 + "1]}\n") * 1000,
        "line 2: the entry was changed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_a_log_that_means_harm_is_refused_with_a_sentence(server: Running, case: str) -> None:
    make, sentence = HOSTILE[case]
    log, answers = make(), list[Answer]()
    ann, bob = Visitor(server.host, "Ann"), Visitor(server.host, "Bob")
    ann.get("/")
    sending = threading.Thread(target=lambda: answers.append(bring(ann, log)))
    sending.start()
    assert bob.get("/").status == 200  # meanwhile
    sending.join(PATIENCE)
    assert answers[0].status == 400
    assert f"This log file cannot be shown: {sentence}" in answers[0].body
    assert server.is_alive()
    assert "Traceback" not in server.errors()


def test_a_sound_log_is_shown_afterwards(server: Running) -> None:
    ann = Visitor(server.host, "Ann")
    ann.get("/")
    answer = bring(ann, GOOD)
    assert answer.status == 303
    assert ann.get(answer.headers["location"].replace("/replay?at=0", "/log")).body == GOOD


def test_names_in_a_log_are_as_short_and_clean_as_any(server: Running) -> None:
    table = Table("origin", ["me:" + "Ada" * 500, "me: \t\x07", "An\u200bn\x07 \n Smith"], seed=1)
    ann = Visitor(server.host, "Ann")
    ann.get("/")
    answer = bring(ann, table.log())
    assert answer.status == 303
    page = ann.get(answer.headers["location"]).body
    assert "Ada" * 8 in page
    assert "Ada" * 8 + "A" not in page
    assert "Player B" in page
    assert "Ann Smith" in page


def refusal(reader: LogReader, log: str) -> str:
    """What is said against a log."""
    with pytest.raises(Refused) as refused:
        asyncio.run(reader.read(log))
    return str(refused.value)


def test_a_log_that_takes_too_much_is_refused() -> None:
    assert refusal(LogReader(megabytes=60), GOOD) == TOO_MUCH
    assert refusal(LogReader(processor_seconds=1), waverer(MOST_LINES)) == TOO_MUCH


def test_the_sentence_is_in_the_language_of_the_reader() -> None:
    async def in_german() -> tuple[str, str]:
        speak("de")
        with pytest.raises(Refused) as refused:
            await LogReader().read(GOOD.replace('"seat":1', '"seat":0', 1))
        changed = say("the entry was changed after it was written: its sum does not fit")
        return refused.value.sentence, changed

    sentence, changed = asyncio.run(in_german())
    assert sentence == changed
    assert "Prüfsumme" in sentence


def test_only_so_many_wait() -> None:
    async def bring_many() -> None:
        reader = LogReader()
        reading = [asyncio.create_task(reader.read(GOOD)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too fast"):
            await reader.read(GOOD)
        for task in reading[1:]:
            task.cancel()
        assert (await reading[0]).over
        assert (await reader.read(GOOD)).over

    asyncio.run(bring_many())


def readers(server: Running) -> list[int]:
    """The processes in which the server reads logs."""
    found = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    return [one for one in map(int, found.split()) if _is_reading(one)]


def _is_reading(process: int) -> bool:
    try:
        return b"rooms.uploads" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def wait_until(holds: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_what_reads_a_log_ends_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(UNCOMPILED, "1")
    log = waverer(MOST_LINES)
    with running(tmp_path / "data") as server:
        ann = Visitor(server.host, "Ann")
        ann.get("/")
        sending = threading.Thread(target=_bring_in_vain, args=(ann, log))
        sending.start()
        wait_until(lambda: readers(server))
        process = readers(server)[0]
        server.end(signal.SIGKILL)
        wait_until(lambda: not _is_reading(process))
        sending.join(PATIENCE)


def _bring_in_vain(visitor: Visitor, log: str) -> None:
    with suppress(OSError):
        bring(visitor, log)
