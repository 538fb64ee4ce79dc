"""Bots that are programs of others: what they get, and what becomes of those that fail."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tangledbank.arena import play, set_up
from tangledbank.errors import Refused
from tangledbank.games.game import Game, load
from tangledbank.table import Table
from tangledbank.workers import programs
from tangledbank.workers.programs import Failure, Limits, Program, check_any_bot, read_programs
from tests.commands import run, saved, table_of
from tests.programs import BAD, EXAMPLE, GOOD, command, script
from tests.wire import PATIENCE, Running, Visitor, running

LIMITS = Limits(seconds=0.5, megabytes=400)


def seated(command: str, table: Table, seat: int = 0, limits: Limits = LIMITS) -> Program:
    seats = len(table.players)
    return Program("mine", command, table.game, table.options, seats, seat, limits)


def choose(program: Program, table: Table, seat: int = 0) -> int:
    return program.choose(table.observation(seat), seat, table.codes(seat))


def has_ended(pid: int) -> bool:
    """Whether a process is gone, or only waits to be noticed."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


# --- what a program gets -------------------------------------------------------------------------


def test_the_example_plays_whole_games(game: Game) -> None:
    setup = set_up(game, ["random", "mine"], None, {}, 1, {"mine": GOOD}, Limits())
    results = [play(setup, number) for number in range(2)]
    assert [result.forfeits for result in results] == [[], []]
    assert results == [play(setup, number) for number in range(2)]


def test_it_gets_what_its_seat_sees_and_nothing_else(game: Game, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    listener = f"open({str(heard)!r}, 'a').write(line); print(0, flush=True)"
    table = Table(game.name, 2, seed=3)
    seat = table.pending[0]
    program = seated(command(tmp_path, listener), table, seat)
    for step in range(24):
        if seat in table.pending:
            view, legal = table.view(seat).in_words(), table.legal(seat)
            code = choose(program, table, seat)
            assert code == table.codes(seat)[0]
            if len(legal) > 1:
                message = json.loads(heard.read_text().splitlines()[-1])
                assert message == {"decide": seat, "view": view, "legal": legal, "seconds": 0.5}
        other = table.pending[0]
        table.act(other, int(table.codes(other)[step % len(table.codes(other))]))
    program.close()


def test_hello_and_over(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    text = f"""
import sys
for line in sys.stdin:
    open({str(heard)!r}, "a").write(line)
    print('{{"ready": 1, "name": "any"}}' if "hello" in line else 0, flush=True)
"""
    table = Table("evolution", 3, options={"mode": "quick"})
    program = seated(script(tmp_path, text), table, 2)
    choose(program, table, 2)
    program.finish([1, 5, 3], [1])
    hello, _, over = map(json.loads, heard.read_text().splitlines())
    full = {name: values[0] for name, values in table.game.options.items()}
    assert hello == {
        "hello": 1, "game": "evolution", "options": {**full, "mode": "quick"}, "seats": 3,
        "seat": 2, "seconds": 0.5, "megabytes": 400,
    }  # fmt: skip
    assert over == {"over": True, "scores": [1, 5, 3], "winners": [1]}


def test_an_answer_may_be_a_number_or_an_action(tmp_path: Path) -> None:
    table = Table("origin", 2)
    for body in ("print(1, flush=True)", "print(json.dumps(message['legal'][1]), flush=True)"):
        program = seated(command(tmp_path, body), table)
        assert choose(program, table) == table.codes(0)[1]
        program.close()


def test_settings_of_ours_stay_with_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TANGLEDBANK_STORE", "postgresql://secret")
    body = "raise SystemExit(repr([name for name in os.environ if 'TANGLED' in name]))"
    with pytest.raises(Failure, match=r"it said: \[\]"):
        choose(seated(command(tmp_path, body), Table("origin", 2)), Table("origin", 2))


# --- what goes wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize("what", BAD)
def test_whatever_it_does_wrong_is_one_sentence(what: str, tmp_path: Path) -> None:
    body, sentence = BAD[what]
    table = Table("origin", 2)
    program = seated(command(tmp_path, body), table)
    if what == "many answers":
        choose(program, table)  # it shows at the next question
        time.sleep(0.1)
    with pytest.raises(Failure, match=f"^the program mine failed: .*{sentence}") as failure:
        choose(program, table)
    assert "\n" not in str(failure.value)
    assert len(str(failure.value)) < 1000
    program.close()  # there is nothing left to do


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("print('{\"ready\": 2}', flush=True); input(); input()", 'not with {"ready":2}'),
        ("input(); print('hello!', flush=True); input()", "its answer is not JSON: hello!"),
        ("input(); import nothing_like_that", "it said: .*nothing_like_that"),
        ("print('uci', flush=True)\nimport time; time.sleep(0.1)", "is not JSON|without being"),
    ],
)
def test_a_wrong_greeting_is_a_failure(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(Failure, match=sentence):
        seated(script(tmp_path, text), Table("origin", 2)).start()


def test_a_program_that_does_not_listen_costs_its_time_only(tmp_path: Path) -> None:
    text = "import time\nprint('{\"ready\": 1}', flush=True)\ntime.sleep(60)"
    table = Table("origin", 2)
    program = Program("mine", script(tmp_path, text), table.game, {}, 2, 0, LIMITS)
    program._hello["long"] = "x" * 10**6  # more than a pipe holds
    with pytest.raises(Failure, match="did not answer"):
        choose(program, table)


def test_a_game_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_DECISIONS", 3)
    table = Table("origin", 2)
    program = seated(command(tmp_path, "print(0, flush=True)"), table)
    for _ in range(3):
        choose(program, table)
    with pytest.raises(Failure, match="it has decided 3 times without an end"):
        choose(program, table)


def test_everything_it_has_started_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    body = f"""
pid = os.fork()
if not pid:
    time.sleep(60)
open({str(note)!r}, "w").write(f"{{os.getpid()}} {{pid}}")
print(0, flush=True)"""
    table = Table("origin", 2)
    program = seated(command(tmp_path, body), table)
    choose(program, table)
    pids = [int(pid) for pid in note.read_text().split()]
    program.finish([0, 0], [])
    assert all(map(has_ended, pids))


@pytest.mark.skipif(sys.platform != "linux", reason="others let it read the end of its input")
def test_it_ends_with_whoever_has_started_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    stubborn = script(
        tmp_path,
        f"import os, time\nopen({str(note)!r}, 'w').write(str(os.getpid()))\n"
        "input(); print('{\"ready\": 1}', flush=True)\ntime.sleep(60)",
    )
    starter = (
        "import os; from tests.test_external import *;"
        f"seated({stubborn!r}, Table('origin', 2)).start(); os.kill(os.getpid(), 9)"
    )
    environment = {**os.environ, "TANGLEDBANK_UNCOMPILED": "1"}
    subprocess.run([sys.executable, "-c", starter], env=environment, check=False, timeout=60)
    assert has_ended(int(note.read_text()))


def test_a_failure_costs_the_game_and_the_caretaker_plays_on(tmp_path: Path) -> None:
    bad = command(tmp_path, BAD["illegal action"][0])
    setup = set_up(load("origin"), ["mine", "random"], None, {}, 0, {"mine": bad}, LIMITS)
    result = play(setup, 0, tmp_path)
    seat = setup.seated(0).index("mine")
    assert [(lost.seat, "fly" in lost.why) for lost in result.forfeits] == [(seat, True)]
    table = table_of(tmp_path / "origin-000000.jsonl")
    assert table.over
    assert table.players[seat] == "caretaker"
    assert table.scores == [row[0] for row in result.scores]


# --- naming programs -----------------------------------------------------------------------------


def test_programs_are_named_on_the_command_line() -> None:
    assert read_programs(["mine=python3 bot.py --fast, really"]) == {
        "mine": "python3 bot.py --fast, really"
    }
    check_any_bot("mine", {"mine": "x"})
    check_any_bot("greedy", {"mine": "x"})


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        (["mine"], "a program is named as NAME=COMMAND"),
        (["=python3"], "a bot is named by a letter"),
        (["a,b=python3"], "a bot is named by a letter"),
        (["greedy=python3"], "the name “greedy” is taken"),
        (["me=python3"], "the name “me” is taken"),
        (["mine=python3", "mine=python3"], "“mine” is given twice"),
        (["mine=./no-such-program"], "there is no program “./no-such-program”"),
        (["mine='python3"], "a quotation mark is missing"),
        ([f"mine={shlex.quote(__file__)}"], "is not executable"),
    ],
)
def test_a_program_that_cannot_be_is_refused(pairs: list[str], sentence: str) -> None:
    with pytest.raises(Refused, match=f"^--bot.*{sentence}"):
        read_programs(pairs)


def test_a_bot_that_nobody_has_named_is_refused() -> None:
    with pytest.raises(Refused, match="there is no bot “mine”"):
        check_any_bot("mine", {})


# --- in the terminal -----------------------------------------------------------------------------


def test_a_program_plays_in_the_terminal(home: Path) -> None:
    done = run(
        "play", "origin", "--seats", "mine,random", "--bot", f"mine={GOOD}", "--seed", 1, "--plain"
    )
    assert done.returncode == 0, done.stderr
    assert "mine A: " in done.stdout
    assert table_of(saved(home)).over
    again = run("resume", saved(home), "--plain")  # a log never starts a program by itself
    assert again.returncode == 2
    assert "“mine” is neither me (or me:Name) nor a bot" in again.stderr


def test_a_game_with_a_program_goes_on_as_it_is_told(home: Path) -> None:
    named = f"mine={GOOD}"
    done = run("play", "origin", "--seats", "me,mine", "--bot", named, "--seed", 1, typed="q\n")
    told = done.stdout.partition("Go on with: tangledbank ")[2].strip()
    again = run(*shlex.split(told), typed="q\n")
    assert again.returncode == 0, again.stderr
    assert told in again.stdout


def test_the_caretaker_plays_on_in_the_terminal(home: Path, tmp_path: Path) -> None:
    bad = command(tmp_path, BAD["crash"][0])
    done = run(
        "play", "origin", "--seats", "mine,random", "--bot", f"mine={bad}", "--seed", 1, "--plain"
    )
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "the program mine failed: it ended by itself with exit code 1" in said
    assert "The caretaker plays on for mine A." in said
    table = table_of(saved(home))
    assert table.over
    assert table.players == ["caretaker", "random"]


def test_a_program_that_does_not_start_is_refused(home: Path, tmp_path: Path) -> None:
    bad = script(tmp_path, "raise SystemExit('no')")
    done = run(
        "play", "origin", "--seats", "mine,random", "--bot", f"mine={bad}", "--seed", 1, "--plain"
    )
    assert done.returncode == 2
    assert "the program mine failed: it ended by itself" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (home / "games").exists()


# --- in the browser ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("programs")
    broken = command(folder, "if len(message['legal']) > 3: os._exit(7)\nprint(0, flush=True)")
    silent = command(folder, "time.sleep(60)")
    named = [f"mine={GOOD}", f"broken={broken}", f"silent={silent}"]
    options = [part for one in named for part in ("--bot", one)]
    with running(folder / "data", "--pace", "0", "--bot-seconds", "0.5", *options) as started:
        yield started
        assert "Traceback" not in started.errors()


def play_until(is_done: Callable[[str], bool], visitor: Visitor, table: str) -> str:
    """Make the first choice, again and again, until the page is as wanted; gives the page."""
    with visitor.sit(table) as page:
        page.hear()
        until = time.monotonic() + PATIENCE
        while not is_done(page.shown["html"]) and time.monotonic() < until:
            page.wait(0.05)  # who is faster is asked to wait
            if page.shown["yours"]:
                page.act(page.codes[0])
        return str(page.shown["html"])


def test_a_program_is_an_opponent_in_the_browser(server: Running) -> None:
    ada = Visitor(server.host)
    assert 'value="mine"' in ada.get("/").body
    assert 'value="bot:mine"' in ada.get("/open/origin").body
    html = play_until(
        lambda html: "Turn 2" in html, ada, ada.open_table("origin", ["open", "bot:mine"])
    )
    assert "Bot B" in html
    assert "has failed" not in html


@pytest.mark.parametrize("name", ["broken", "silent"])
def test_the_caretaker_plays_on_in_the_browser(server: Running, name: str) -> None:
    ada = Visitor(server.host)
    note = "The program of Bot A has failed; the caretaker plays on."
    html = play_until(
        lambda html: note in html, ada, ada.open_table("origin", [f"bot:{name}", "open"])
    )
    assert html.count(note) == 1
    assert "exit code" not in html  # why is for who runs the server
    assert f"the program {name} failed" in server.errors()


@pytest.mark.parametrize("name", ["program:/bin/true", "mine=/bin/true", "/bin/true", "nobody", ""])
def test_a_visitor_cannot_name_a_program(server: Running, name: str) -> None:
    ada = Visitor(server.host)
    fields = {"name": "Ada", "game": "origin", "seats": 2, "seat0": "open", "seat1": f"bot:{name}"}
    answer = ada.post("/open", fields)
    assert answer.status == 400
    assert "There is no bot" in answer.body
    answer = ada.post("/play", {"name": "Ada", "game": "origin", "seats": 2, "bot": name})
    assert answer.status == 400


@pytest.mark.parametrize("then", ["print(0, flush=True)", "time.sleep(600)"])
def test_nothing_is_left_when_the_server_ends(tmp_path: Path, then: str) -> None:
    note = tmp_path / "pid"
    mine = command(tmp_path, f"open({str(note)!r}, 'w').write(str(os.getpid()))\n{then}")
    options = ("--pace", "0", "--bot", f"mine={mine}", "--bot-seconds", "600")
    with running(tmp_path / "data", *options) as server:
        ada = Visitor(server.host)
        table = ada.open_table("origin", ["bot:mine", "open"])
        play_until(lambda _: note.exists() and note.read_text() != "", ada, table)
        server.end(signal.SIGINT)
        assert "Traceback" not in server.errors()
    assert has_ended(int(note.read_text()))


def test_the_example_stands_on_its_page() -> None:
    page = Path(__file__).parent.parent / "docs" / "external-bots.md"
    (shown,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert EXAMPLE.read_text(encoding="utf-8").endswith(shown)
    assert len(shown.splitlines()) <= 30
