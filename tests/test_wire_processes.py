"""One server by several processes: one that dies is replaced, and all end with the first."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
import uvicorn

from tangledbank.errors import Refused
from tangledbank.server.rooms.quotas import limit_of_guesses
from tangledbank.server.rooms.tables import Shard
from tangledbank.server.web.sharding import READY, ShardServer, ShardSupervisor
from tests.wire import PATIENCE, Page, Running, Visitor, path_to, running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "data", "--processes", "2", "--pace", "0") as found:
        yield found
        assert "Traceback" not in found.errors()


def two_tables(server: Running) -> list[str]:
    """A table of each process, where someone is still missing."""
    people = [Visitor(server.host, "Ada", path_to(number)) for number in range(2)]
    return [visitor.open_table("origin", ["open", "open"]) for visitor in people]


def wait_until_gone(processes: Sequence[int]) -> None:
    until = time.monotonic() + PATIENCE
    while any(map(is_there, processes)):
        assert time.monotonic() < until
        time.sleep(0.01)


def is_there(process: int) -> bool:
    """Whether a process lives, or a thread of it; one that is dead and not yet buried does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z" or len(threads) > 1


def watch(server: Running, table: str) -> Page:
    page = Visitor(server.host).sit(table)
    page.hear()
    return page


def test_a_process_that_dies_is_replaced_and_the_others_go_on(server: Running) -> None:
    dies, lives = two_tables(server)
    first, second = server.processes()
    with ExitStack() as pages:
        lost, kept = (
            [pages.enter_context(watch(server, table)) for _ in range(3)] for table in (dies, lives)
        )
        os.kill(first, signal.SIGKILL)
        for page in lost:  # the people at a table are in one process
            page.closes()
        wait_until_gone([first])
        with watch(server, dies) as again:  # waits until there is another process
            assert again.shown["html"] == lost[0].shown["html"]
        for page in kept:
            assert page.ask("ask", key="nothing")["type"] == "no"  # it is answered
    assert second in server.processes()
    assert len(server.processes()) == 2


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_with_all_its_processes(server: Running, how: signal.Signals) -> None:
    processes = server.processes()
    with watch(server, two_tables(server)[0]) as page:
        assert server.end(how) == 0
        page.closes()
    assert not any(map(is_there, processes))


def test_interrupted_from_the_keyboard_it_ends_without_complaint(server: Running) -> None:
    """A terminal interrupts all of them at once."""
    processes = server.processes()
    os.killpg(server.process.pid, signal.SIGINT)
    assert server.end(signal.SIGINT) == 0
    assert not any(map(is_there, processes))
    assert not server.errors()


def test_without_the_first_process_the_others_end(server: Running) -> None:
    processes = server.processes()
    server.end(signal.SIGKILL)
    wait_until_gone(processes)


def test_whoever_says_nothing_keeps_nobody_waiting(server: Running) -> None:
    host, _, port = server.host.partition(":")
    with socket.create_connection((host, int(port))):
        assert server.is_alive()


def test_a_visitor_is_known_to_all_processes(server: Running) -> None:
    ada = Visitor(server.host, "Ada", path_to(0))
    table = ada.open_table("origin", ["open", "open"])
    ada.begin = path_to(1)
    assert table in ada.get("/").body


def test_what_leads_to_a_table_leads_to_the_process_that_opened_it(server: Running) -> None:
    for number in range(2):
        ada = Visitor(server.host, "Ada", path_to(number))
        table = ada.open_table("origin", ["open", "person"])
        page = ada.get(f"/t/{table}").body
        names = [table, ada.invitation(table), *re.findall(r"/seat/([\w-]+)", page)]
        assert len(names) > 2
        assert all(Shard(number, 2).has(name) for name in names)


def end_at_once(_shard: Shard, _channel: socket.socket) -> None:
    """A process that cannot serve."""


def test_processes_that_cannot_start_are_told_of() -> None:
    async def run() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            await ShardSupervisor(end_at_once, 2).run(
                listening, lambda: pytest.fail("is not ready")
            )

    with pytest.raises(Refused, match="ended while it was started"):
        asyncio.run(run())


def test_each_table_is_had_by_one_process() -> None:
    tables = [f"table {n}" for n in range(1000)]
    counts = [
        Counter(Shard(n, total).has(t) for n in range(total)) for t in tables for total in (1, 2, 5)
    ]
    assert all(count[True] == 1 for count in counts)
    assert all(any(Shard(n, 5).has(table) for table in tables) for n in range(5))


@pytest.mark.parametrize("processes", [1, 2, 21, 64])
def test_codes_can_be_tried_but_not_guessed(processes: int) -> None:
    """Whoever asks all processes has hardly more guesses than at one, and at least one at each."""
    paces = [limit_of_guesses(processes) for _ in range(processes)]
    assert all(pace.allows("ada") for pace in paces)
    more = sum(pace.allows("ada") for pace in paces for _ in range(30))
    assert more + processes <= max(20, processes)


def test_a_process_without_room_for_a_connection_goes_on() -> None:
    """The word without the connection comes if no file can be opened; the end is another thing."""

    async def run() -> list[bool]:
        ours, theirs = socket.socketpair()
        with theirs:
            theirs.setblocking(False)
            handed, ends = ShardServer(uvicorn.Config(""), theirs), []
            asyncio.get_running_loop().add_reader(theirs, handed._take)
            for happens in (lambda: ours.send(READY), ours.close):
                happens()
                await asyncio.sleep(0.05)
                ends.append(handed.should_exit)
            return ends

    assert asyncio.run(run()) == [False, True]


def serve_for_a_moment(shard: Shard, channel: socket.socket) -> None:
    """A process that dies after its start, then one that cannot start, then one that goes on."""
    tries = Path(os.environ["TRIES"])
    with tries.open("a") as file:
        file.write(f"{shard.number}")
    if len(tries.read_text()) != 2:
        channel.send(READY)
    if len(tries.read_text()) >= 3:
        channel.recv(1)  # until the other end is closed


def test_a_replacement_that_cannot_start_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = tmp_path / "tries"
    monkeypatch.setenv("TRIES", str(tries))
    tries.touch()

    async def run() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            listening.setblocking(False)
            running = asyncio.create_task(
                ShardSupervisor(serve_for_a_moment, 1).run(listening, lambda: None)
            )
            while len(tries.read_text()) < 3 and not running.done():
                await asyncio.sleep(0.05)
            assert not running.done()
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running

    asyncio.run(run())
