"""The command as people and programs use it: real processes, pipes and a real terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import tangledbank
from tangledbank.bots.bots import BOTS
from tangledbank.games.origin.sentences import ability_title, card_title
from tangledbank.log import parse_log
from tangledbank.table import Table, open_log

COMMAND = [sys.executable, "-m", "tangledbank"]
PROMPT = "? for help): "
HAND_OVER = "Press Enter when only you look. "
PATIENCE = 20.0

Done = subprocess.CompletedProcess[str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("TANGLEDBANK_DATA", str(folder))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "100")
    return folder


def run(*arguments: object, typed: str = "") -> Done:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=typed, capture_output=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip


def numbers(seed: int, count: int = 4000, most: int = 7) -> str:
    """Numbers as someone might type them; those that are too large are refused."""
    chance = random.Random(seed)
    return "".join(f"{chance.randint(1, most)}\n" for _ in range(count))


def saved(home: Path) -> Path:
    (file,) = (home / "games").glob("*.jsonl")
    return file


def table_of(file: Path) -> Table:
    return open_log(file.read_text(encoding="utf-8"))


# --- the command itself --------------------------------------------------------------------------


def test_help_and_version(home: Path) -> None:
    for arguments in (["--help"], ["play", "--help"], ["resume", "-h"]):
        done = run(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Usage" in done.stdout
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"tangledbank {tangledbank.__version__}\n")
    help_ = run("play", "--help").stdout
    assert [bot for bot in BOTS if bot not in help_] == []


def _bad_files(folder: Path) -> None:
    (folder / "garbage.jsonl").write_text("what is this?\n", encoding="utf-8")
    (folder / "bytes.jsonl").write_bytes(b"\xff\xfe\x00\n")
    (folder / "empty.jsonl").write_bytes(b"")
    Table("origin", ["me", "greedy"], seed=1).save(folder / "game.jsonl")
    text = (folder / "game.jsonl").read_text(encoding="utf-8")
    (folder / "cut.jsonl").write_text(text[:40], encoding="utf-8")
    Table("origin", ["me", "wolf"], seed=1).save(folder / "strangers.jsonl")
    (folder / "broken.yaml").write_text("game: [origin\n", encoding="utf-8")
    (folder / "field.yaml").write_text(
        "game: origin\ntitle: t\ngiven: {seats: [{hands: 3}, {}]}\nsteps: []\n", encoding="utf-8"
    )
    (folder / "folder").mkdir()


BAD = {
    "unknown game": ("play", "orign"),
    "unknown bot": ("play", "--seats", "me,wolf"),
    "no name": ("play", "--seats", "me:,greedy"),
    "one seat": ("play", "--seats", "me"),
    "nine seats": ("play", "--seats", ",".join(["me"] * 9)),
    "option name": ("play", "--option", "wings=two"),
    "option value": ("play", "--option", "deck=torn"),
    "option form": ("play", "--option", "deck"),
    "option without a name": ("play", "--option", "="),
    "option without a value": ("simulate", "--option", "deck="),
    "option twice": ("play", "--option", "deck=plain", "--option", "deck=plain"),
    "seed": ("play", "--seed", "-1"),
    "seed beyond": ("play", "--seed", 2**63),
    "seats of nothing": ("play", "--seats", ""),
    "a name too long": ("play", "--file", "x" * 300),
    "a name of two lines": ("play", "--seats", "me,wo\nlf"),
    "unknown switch": ("play", "--quickly"),
    "no command": ("paly",),
    "file is there": ("play", "--file", "game.jsonl"),
    "nothing saved": ("resume",),
    "resume nothing": ("resume", "nowhere.jsonl"),
    "resume garbage": ("resume", "garbage.jsonl"),
    "resume bytes": ("resume", "bytes.jsonl"),
    "resume empty": ("resume", "empty.jsonl"),
    "resume a piece": ("resume", "cut.jsonl"),
    "resume strangers": ("resume", "strangers.jsonl"),
    "resume a long name": ("resume", "x" * 300),
    "verify a folder": ("verify", "folder"),
    "verify nothing": ("verify",),
    "verify a piece": ("verify", "cut.jsonl"),
    "replay nothing": ("replay", "nowhere.jsonl"),
    "replay as no one": ("replay", "game.jsonl", "--seat", "2"),
    "no scenario": ("scenario", "nowhere.yaml"),
    "a scenario name too long": ("scenario", "x" * 300),
    "schema of nothing": ("scenario", "--schema", "--game", "chess"),
    "broken scenario": ("scenario", "broken.yaml"),
    "scenario field": ("scenario", "field.yaml"),
    "no games": ("simulate", "--games", "0"),
    "simulated bot": ("simulate", "--seats", "wolf,random"),
    "too many games": ("simulate", "--games", 10**30),
    "simulated seed": ("simulate", "--seed", 10**30),
    "workers": ("simulate", "--workers", "-1"),
    "fuzz nothing": ("fuzz", "--games", "0"),
    "fuzz seed": ("fuzz", "--seed", 2**63),
    "bench for ever": ("bench", "--seconds", "inf"),
    "bench never": ("bench", "--seconds", "nan"),
    "bench no run": ("bench", "--runs", "0"),
    "rules of nothing": ("rules", "checkers"),
    "no such rule": ("rules", "--find", "OS-NIL-99"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_sentence_and_nothing_is_written(
    name: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _bad_files(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    done = run(*BAD[name])
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.startswith("tangledbank: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert before == after


def test_a_place_is_named_for_every_option(home: Path) -> None:
    done = run("play", "--option", "=")
    assert done.stderr == "tangledbank: --option: “=” is not name=value, as in deck=plain\n"


def test_output_that_no_one_reads_is_no_error(home: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as command:
        assert command.stdout
        assert command.stderr
        command.stdout.close()
        assert command.stderr.read() == ""
        assert command.wait(PATIENCE) == 1


def test_a_game_cut_off_before_a_forced_move_goes_on(home: Path, tmp_path: Path) -> None:
    """What follows from the last entry by itself is played and written before anything else."""
    seats: list[object] = [{"animals": [{}]}, {"animals": [{}, {}]}]
    given = {"phase": "feeding", "bank": 3, "seats": seats}
    table = Table("origin", ["me:Ann", "me:Bob"], given=given)
    assert len(table.lines) == 2
    file = tmp_path / "game.jsonl"
    file.write_text(table.lines[0].text + "\n", encoding="utf-8")
    done = run("verify", file)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    done = run("resume", file, "--plain", typed="\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert file.read_text(encoding="utf-8") == table.log()
    assert run("verify", file).returncode == 0


# --- whole games ---------------------------------------------------------------------------------


def test_a_whole_plain_game_by_numbers(home: Path) -> None:
    done = run("play", "--seats", "me,random,random", "--seed", 11, "--plain", typed=numbers(1))
    assert (done.returncode, done.stderr) == (0, "")
    table = table_of(saved(home))
    assert table.over
    assert re.search(r"^You: \d+ points?$", done.stdout, re.MULTILINE)
    assert not set("╭│╰─·◀") & set(done.stdout)
    assert "You plays" not in done.stdout
    screens = [text for text in done.stdout.split(PROMPT) if "\n\nTurn " in text]
    assert max(text.partition("\n\nTurn ")[0].count("\n") for text in screens) <= 24


def test_a_whole_json_game_by_a_program(home: Path) -> None:
    chance = random.Random(3)
    answers, file = 0, home / "here" / "game.jsonl"
    with json_game("--seats", "me,greedy,random", "--seed", 4, "--file", file) as game:
        for message in messages(game):
            if message.get("over"):
                break
            assert message["decide"] == 0
            answer(game, chance.choice(message["legal"]))
            answers += 1
        assert game.wait(PATIENCE) == 0
    table = table_of(file)
    assert table.over
    assert (message["scores"], message["winners"]) == (table.scores, table.winners)
    assert answers == sum(move.seat == 0 and not move.auto for move in table.moves)


def test_a_resumed_game_goes_on_as_it_would_have(home: Path) -> None:
    whole, cut = home / "whole.jsonl", home / "cut.jsonl"
    assert run("play", "--seats", "random,greedy", "--seed", 3, "--file", whole).returncode == 0
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    cut.write_text("".join(lines[:40]), encoding="utf-8")
    assert run("resume", cut).returncode == 0
    assert cut.read_bytes() == whole.read_bytes()


def test_json_answers_that_are_not_understood(home: Path) -> None:
    with json_game("--seats", "me,random", "--seed", 4) as game:
        lines = messages(game)
        first = next(lines)
        wrongs = ("{", "77", '{"do": "fly"}', "true", "[]", "0.0", "[" * 5000, '{"say": "wolf"}')
        for wrong in (*wrongs, '{"say": "²"}', '{"say": "take A0"}'):
            write(game, wrong)
            assert "refused" in next(lines), wrong
        write(game, '{"say": "? take A1"}')
        assert next(lines)["reason"] == "no_such_animal"
        write(game, '{"say": ""}')
        assert next(lines)["legal"] == first["legal"]
        write(game, '{"say": "quit"}')
        assert next(lines)["over"] is False


@contextmanager
def json_game(*arguments: object, command: str = "play") -> Iterator[subprocess.Popen[str]]:
    game = subprocess.Popen(
        [*COMMAND, command, *map(str, arguments), "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    try:
        yield game
    finally:
        game.kill()
        game.wait()
        for stream in (game.stdin, game.stdout):
            assert stream
            stream.close()


def messages(game: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert game.stdout
    for line in game.stdout:
        yield json.loads(line)


def answer(game: subprocess.Popen[str], words: object) -> None:
    write(game, json.dumps(words))


def write(game: subprocess.Popen[str], line: str) -> None:
    assert game.stdin
    game.stdin.write(line + "\n")
    game.stdin.flush()


# --- keeping -------------------------------------------------------------------------------------


def test_a_killed_process_loses_nothing_that_was_acknowledged(home: Path) -> None:
    chance = random.Random(5)
    given: list[dict[str, Any]] = []
    with json_game("--seats", "me,greedy,random", "--seed", 6) as game:
        lines = messages(game)
        for message in lines:
            if len(given) == 25:
                break
            given.append(chance.choice(message["legal"]))
            answer(game, given[-1])
        game.send_signal(signal.SIGKILL)
        game.wait()
    entries = [line.words for line in parse_log(saved(home).read_text(encoding="utf-8"))[1:]]
    own = [entry for entry in entries if entry.get("seat") == 0 and "auto" not in entry]
    assert [{k: v for k, v in entry.items() if k != "seat"} for entry in own] == given
    assert run("verify", saved(home)).returncode == 0
    with json_game(saved(home), command="resume") as game:
        again = next(messages(game))
    assert (again["view"], again["legal"]) == (message["view"], message["legal"])


def test_resume_leaves_out_a_last_line_that_was_cut_off(home: Path) -> None:
    run("play", "--seats", "me,random", "--seed", 7, "--plain", typed=numbers(2, count=12))
    file = saved(home)
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    done = run("resume", file, "--plain", typed="hint\n")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    lines = whole.splitlines(keepends=True)
    assert file.read_bytes() == b"".join(lines[:-1])
    done = run("resume", "--plain", typed=numbers(3))
    assert (done.returncode, done.stderr) == (0, "")
    assert run("verify", file).stdout.count("over, scores") == 1


def test_verify_and_replay(home: Path) -> None:
    run("play", "--seats", "me:Ann,random", "--seed", 8, "--plain", typed=numbers(4))
    file = saved(home)
    done = run("verify", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert table_of(file).hash in done.stdout
    audience, seat = run("replay", file), run("replay", file, "--seat", 0)
    assert (audience.returncode, seat.returncode) == (0, 0)
    assert "Ann draws: " in seat.stdout
    assert "draws: " not in audience.stdout
    assert audience.stdout.splitlines()[-1].endswith("wins.")
    event = json.loads(run("replay", file, "--json").stdout.splitlines()[0])
    assert event["event"] == "turn_begins"

    text = file.read_bytes()
    for place in (len(text) // 3, len(text) - 2):
        changed = bytearray(text)
        changed[place] ^= 1
        file.write_bytes(changed)
        done = run("verify", file)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"tangledbank: {file}, ")
        assert done.stderr.count("\n") == 1


# --- in a real terminal --------------------------------------------------------------------------

# A process that takes its standard input as its terminal, so that Ctrl-C reaches it.
IN_TERMINAL = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "from tangledbank.cli.main import main; main()"
)


class Terminal:
    """A command in a terminal: type and read."""

    def __init__(self, *arguments: object) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 100, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_TERMINAL, *map(str, arguments)],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def read(self, ends: Sequence[str] = (PROMPT, HAND_OVER)) -> str:
        """Everything shown until the terminal waits for an answer, or the process ends."""
        shown, until = b"", time.monotonic() + PATIENCE
        while select.select([self.master], [], [], max(0, until - time.monotonic()))[0]:
            try:
                shown += os.read(self.master, 65536)
            except OSError:  # closed on the other side
                break
            text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode("utf-8", "replace"))
            if text.endswith(tuple(ends)):
                break
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode("utf-8", "replace"))


def test_boxes_in_a_terminal_ctrl_c_and_resume(home: Path) -> None:
    with Terminal("play", "--seats", "me,greedy,random", "--seed", 11) as terminal:
        first = terminal.read()
        assert "╭─ Your hand ─" in first
        assert max(len(line.rstrip("\r")) for line in first.split("\n")) <= 100
        for typed, shown in (
            ("? camouflage", "OS-CAM-01"),
            ("?", "undo or u"),
            ("hint", "Hint: "),
            ("wolf", "Not possible: “wolf” is neither"),
            ("99", "choose a number from 1 to"),
            ("undo", "nothing of yours to take back"),
            ("2", "You play an animal: A1."),
            ("UNDO", "Taken back: You play an animal: A1."),
            ("4", "greedy B plays an animal: B1."),
            ("ability carnivore", "which animal gets Carnivorous? (1, undo goes back"),
            ("1", "You give A1 Carnivorous."),
        ):
            terminal.type(typed + "\n")
            assert shown in terminal.read(), typed
        terminal.type("\x03")
        assert "Go on with: tangledbank resume" in terminal.read()
        assert terminal.process.wait(PATIENCE) == 0
    file = saved(home)
    table = table_of(file)
    assert run("verify", file).returncode == 0
    with json_game(command="resume") as game:
        assert next(messages(game))["view"] == table.view(0)
    with Terminal("resume") as terminal:
        again = terminal.read()
        assert "You give A1 Carnivorous." in again
        assert "Turn 1, development, round 3" in again
        terminal.type("quit\n")
        terminal.read()
        assert terminal.process.wait(PATIENCE) == 0
    assert table_of(file).hash == table.hash


def test_eight_seats_fit_a_hundred_columns(home: Path) -> None:
    seats = "me,greedy,random,greedy,random,greedy,random,greedy"
    with Terminal("play", "--seats", seats, "--seed", 5) as terminal:
        for _ in range(20):
            screen = terminal.read()
            lines = [line.rstrip("\r") for line in screen.split("\n")]
            assert max(map(len, lines)) <= 100
            terminal.type("hint\n")
            number = re.findall(r"Hint: (\d+)\.", terminal.read())[-1]
            terminal.type(f"{number}\n")


# --- secrets -------------------------------------------------------------------------------------


class Talk:
    """A plain game over pipes, one prompt after the other."""

    def __init__(self, *arguments: object) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "play", *map(str, arguments), "--plain"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def read(self) -> str:
        assert self.process.stdout
        shown = b""
        while not shown.decode("utf-8", "replace").endswith((PROMPT, HAND_OVER)):
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                break
            shown += piece
        return shown.decode()

    def type(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()


def secrets_of(table: Table, seat: int) -> set[str]:
    """The printed names of cards that other seats hold and that nobody at `seat` can see."""
    view, whole = table.view(seat), table.document()
    public = {card_title(card) for card in view["seats"][seat]["hand"] or []}
    for event in table.events(seat):
        if "ability" in event:
            public.add(ability_title(event["ability"]))
        if event.get("seat") == seat and "card" in event:
            public.add(card_title(event["card"]))
    others = [one for one in range(len(table.players)) if one != seat]
    return {
        card_title(card) for one in others for card in whole["seats"][one]["hand"] or []
    } - public


def test_the_other_hands_are_never_shown(home: Path) -> None:
    chance, checked = random.Random(9), 0
    with Talk("--seats", "me,greedy,random", "--seed", 12) as game:
        for _ in range(45):
            shown = game.read()
            if not shown.endswith(PROMPT):
                break
            secrets = secrets_of(table_of(saved(home)), 0)
            checked += len(secrets)
            assert not [title for title in secrets if title in shown]
            game.type(str(chance.randint(2, 5)))
    assert checked > 50


def test_the_hand_is_hidden_between_players(home: Path) -> None:
    chance, turns, checked, hand = random.Random(10), 0, 0, ""
    with Talk("--seats", "me:Ann,me:Bob,greedy", "--seed", 13) as game:
        for _ in range(60):
            shown = game.read()
            table = table_of(saved(home))
            seat = table.pending[0]
            secrets = secrets_of(table, seat)
            checked += len(secrets)
            assert not [title for title in secrets if title in shown]
            if shown.endswith(HAND_OVER):
                turns += 1
                assert "Your hand" not in shown
                assert shown.count("\n") >= 24
                assert shown.splitlines()[-1].startswith(("Ann", "Bob")[seat])
                game.type("")
            else:
                game.type(str(chance.randint(1, 6)))
            if "Your hand: " in shown:
                hand = re.findall(r"Your hand: (.*)", shown)[-1]
    assert turns > 8
    assert checked > 50
    assert hand


def test_undo_asks_the_other_person_without_showing_a_hand(home: Path) -> None:
    typed = "\n2\n\n2\n\nundo\nn\n\n\nundo\ny\n\n"
    done = run("play", "--seats", "me:Ann,me:Bob", "--seed", 15, "--plain", typed=typed)
    assert done.returncode == 0
    assert done.stdout.count("Bob, do you agree to take it back?") == 2
    assert "Not possible: Bob does not agree." in done.stdout
    assert "Taken back: Ann plays an animal: A1." in done.stdout
    question = done.stdout.partition("Bob, do you agree")[0]
    assert question.endswith("\n" * 24)
    (undo,) = [line.words for line in parse_log(saved(home).read_text()) if "undo" in line.words]
    assert undo["consent"] == [1]


# --- what people are told ------------------------------------------------------------------------


def test_plain_lines_say_whose_animals_they_are_and_what_is_left_out(home: Path) -> None:
    done = run("play", "--seats", "me,greedy", "--seed", 11, "--plain", typed="2\n2\n\n")
    _, second, third, whole = done.stdout.split("\n\nTurn ")[1:]
    rest = "(The rest is unchanged; Enter shows all.)"
    assert "greedy B: 5 cards, 2 points\nB1: 0 of 1 food\n" in second
    assert "You: 4 cards, 4 points\nA2: 0 of 1 food\nYour hand: " in third
    assert [rest in screen for screen in (second, third, whole)] == [False, True, False]


def laid_out(folder: Path, *seats: dict[str, Any]) -> Path:
    """A game saved in the middle of the feeding; you are to decide."""
    given = {"phase": "feeding", "bank": 9, "seats": seats}
    file = folder / "game.jsonl"
    Table("origin", ["me", *["random"] * (len(seats) - 1)], given=given).save(file)
    return file


HUNTER = {"red": 2, "abilities": ["carnivore", "large"]}
THIEF = {"abilities": ["piracy", {"ability": "fat", "token": True}]}
HUNT = ({"animals": [HUNTER, THIEF]}, {"animals": [{"red": 1, "abilities": ["large"]}, {}]})


def test_choices_say_what_an_animal_has_and_needs(home: Path, tmp_path: Path) -> None:
    done = run("resume", "--plain", laid_out(tmp_path, *HUNT), typed="piracy A2\n")
    for choice in (
        "Take a red token for A1 (Carnivorous, High body weight), 2 of 3 food\n",
        "Attack with A1 (Carnivorous, High body weight), 2 of 3 food\n",
        "Use 1 of the fat of A2 (Piracy, Fat tissue), 0 of 1 food\n",
        "Use piracy of A2 (Piracy, Fat tissue), 0 of 1 food\n",
        "Take a red token of B1 (High body weight), 1 of 2 food\n",
    ):
        assert choice in done.stdout
    with Terminal("resume", tmp_path / "game.jsonl") as terminal:
        assert "A1 (2/3)" in terminal.read()


def test_a_begun_choice_always_offers_the_way_back(home: Path, tmp_path: Path) -> None:
    done = run("resume", "--plain", laid_out(tmp_path, *HUNT), typed="attack A1\n\n\n")
    assert done.stdout.count("undo goes back, ? for help): ") == 3


def test_the_command_to_go_on_is_whole_and_asks_for_the_same_screen(
    home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "a folder with a name that is long enough to reach the end of a line"
    folder.mkdir()
    file = laid_out(folder, *HUNT)
    for switches, command in (((), "resume "), (("--plain",), "resume --plain ")):
        with Terminal("resume", *switches, file) as terminal:
            terminal.read()
            terminal.type("quit\n")
            assert f"Go on with: tangledbank {command}'{file}'" in terminal.read()


def test_plain_lines_are_divided_between_words_in_a_narrow_terminal(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    with Terminal("resume", "--plain", laid_out(tmp_path, *HUNT)) as terminal:
        shown = terminal.read(["help): "]).replace("\r", "")
    assert max(map(len, shown.split("\n"))) <= 30
    assert "Take a red token for A1 (Carnivorous, High" in " ".join(shown.split())


def test_the_best_stands_first_in_the_result(home: Path) -> None:
    run("play", "--seats", "random,greedy,random", "--seed", 4)
    *_, first, second, third, victory = run("replay", saved(home)).stdout.splitlines()
    points = [int(line.split()[-2]) for line in (first, second, third)]
    assert points == sorted(points, reverse=True)
    assert victory == f"{first.partition(':')[0]} wins."
    table = table_of(saved(home))
    assert points != table.scores


def answers(file: Path, *typed: str) -> list[str]:
    """What is shown after each line typed in a saved game."""
    done = run("resume", "--plain", file, typed="".join(f"{line}\n" for line in typed))
    assert (done.returncode, done.stderr) == (0, "")
    return [text.strip() for text in done.stdout.split(PROMPT)[1:-1]]


def test_an_animal_can_be_typed_by_its_name_alone(home: Path, tmp_path: Path) -> None:
    file = laid_out(tmp_path, *HUNT)
    shown = answers(file, "A2", "piracy A2", "B2", "b1")
    assert shown[0].startswith("Not possible: say what is to be done: take A2, ")
    assert shown[2].startswith("Not possible: B2 is not among the choices\n")
    assert "A2 takes a red token from B1." in run("replay", file).stdout


def test_what_was_typed_is_repeated_as_it_was(home: Path, tmp_path: Path) -> None:
    wolf, take, ability, _ = answers(
        laid_out(tmp_path, *HUNT), "Wolf", "Take Wolf", "Drop Wolf", "TAKE a1"
    )
    assert "“Wolf” is neither a number" in wolf
    assert "“Wolf” names no animal" in take
    assert "“Wolf” is not known here" in ability


SAID = {
    "take A3": "Not possible: there is no animal A3; you have A1, A2",
    "? take B3": "Not possible: there is no animal B3; seat B has B1, B2",
    "take C1": "Not possible: there is no seat C; seats are A to B",
    "? graze": "Not possible: more is needed; type for example: graze A1",
    "link cooperation": "Not possible: more is needed; type for example: link communication A1 A2",
    "? Rest": "rest – pass by itself for the rest of the phase",
    "? h": "hint or h – what the greedy bot would do",
    "? b1": "B1: 1 of 2 food, High body weight",
    "? the Moon": "Nothing is known about “the Moon”; try a card, a rule id or an action",
    "help": "Steps of one action can be typed together: attack A1 prey B1",
}


def test_questions_are_answered_in_the_words_of_the_screen(home: Path, tmp_path: Path) -> None:
    shown = answers(laid_out(tmp_path, *HUNT), *SAID)
    missing = [line for line, text in zip(SAID.values(), shown, strict=True) if line not in text]
    assert missing == []


def test_the_example_of_the_help_is_possible_now(home: Path, tmp_path: Path) -> None:
    prey = {"animals": [{"abilities": ["large"]}, {"abilities": ["large"]}, {}]}
    hunter = {"animals": [{"abilities": ["carnivore"]}]}
    (shown,) = answers(laid_out(tmp_path, hunter, prey), "?")
    assert "typed together: attack A1 prey B3" in shown


# --- scenarios and rules -------------------------------------------------------------------------

FAILING = """\
game: origin
title: Nobody takes two
given:
  phase: feeding
  bank: 5
  seats: [{animals: [{}]}, {animals: [{}]}]
steps:
  - seat 0: {do: take, animal: 0}
    expect: {bank: 3}
"""


def test_a_failing_scenario_says_where_and_what(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(FAILING, encoding="utf-8")
    done = run("scenario", file)
    assert (done.returncode, done.stderr) == (1, "")
    first, expected, actual, last = done.stdout.splitlines()
    assert first.startswith(f"{file}: Nobody takes two: ")
    assert "step 1" in first
    assert "3" in expected
    assert "4" in actual
    assert last == "0 scenarios hold, 1 fails."
    file.write_text(FAILING.replace("bank: 3", "bank: 4"), encoding="utf-8")
    done = run("scenario", file)
    assert (done.returncode, done.stdout) == (0, "1 scenario holds, 0 fail.\n")


def test_coverage_says_how_many_clauses_are_shown(home: Path) -> None:
    done = run("rules", "origin", "--coverage")
    *missing, last = done.stdout.splitlines()
    found = re.fullmatch(r"(\d+) of (\d+) clauses shown", last)
    assert found
    assert len(missing) == int(found[2]) - int(found[1])
    assert done.returncode == (1 if missing else 0)


def test_rules_can_be_read(home: Path) -> None:
    done = run("rules", "--find", "camouflage")
    assert (done.returncode, done.stderr) == (0, "")
    assert "OS-CAM-01" in done.stdout
