"""What the command offers, and what it says to wrong input; scenarios and rules."""

from __future__ import annotations

import re
import subprocess
from io import StringIO
from pathlib import Path

import pytest

import tangledbank
from tangledbank.cli.play import ask_game
from tangledbank.cli.studies import golden_command
from tangledbank.games import GAMES
from tangledbank.search.bot import BOTS
from tangledbank.study import checks
from tangledbank.table import Table
from tests.commands import (
    COMMAND,
    PATIENCE,
    run,
)


def test_help_and_version(home: Path) -> None:
    for arguments in (["--help"], ["play", "--help"], ["resume", "-h"]):
        done = run(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Usage" in done.stdout
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"tangledbank {tangledbank.__version__}\n")
    help_ = run("play", "--help").stdout
    assert [bot for bot in BOTS if bot not in help_] == []
    assert [game for game in GAMES if game not in help_] == []


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
    "option without a value": ("simulate", "origin", "--option", "deck="),
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
    "golden of nothing": ("golden", "chess"),
    "bench of nothing": ("bench", "chess"),
    "rules without a game": ("rules",),
    "simulate without a game": ("simulate",),
    "broken scenario": ("scenario", "broken.yaml"),
    "scenario field": ("scenario", "field.yaml"),
    "no games": ("simulate", "origin", "--games", "0"),
    "simulated bot": ("simulate", "origin", "--seats", "wolf,random"),
    "too many games": ("simulate", "origin", "--games", 10**30),
    "simulated seed": ("simulate", "origin", "--seed", 10**30),
    "workers": ("simulate", "origin", "--workers", "-1"),
    "fuzz nothing": ("fuzz", "--games", "0"),
    "fuzz seed": ("fuzz", "--seed", 2**63),
    "bench for ever": ("bench", "--seconds", "inf"),
    "bench never": ("bench", "--seconds", "nan"),
    "bench no run": ("bench", "--runs", "0"),
    "rules of nothing": ("rules", "checkers"),
    "no such rule": ("rules", "origin", "--find", "OS-NIL-99"),
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
    assert done.stderr == "tangledbank: --option: “=” is not name=value\n"


def test_output_that_no_one_reads_is_no_error(home: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "rules", "origin"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as command:
        assert command.stdout
        assert command.stderr
        command.stdout.close()
        assert command.stderr.read() == ""
        assert command.wait(PATIENCE) == 1


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
    (tmp_path / "wrong.yaml").write_text("game: origin\nstep: []\n", encoding="utf-8")
    done = run("scenario", tmp_path)
    assert (done.returncode, done.stdout) == (
        2,
        "1 scenario holds, 0 fail, 1 file cannot be read.\n",
    )
    assert "there is no field “step” here; did you mean “steps”?" in done.stderr


def test_coverage_says_how_many_clauses_are_shown(home: Path) -> None:
    done = run("rules", "origin", "--coverage")
    *missing, last = done.stdout.splitlines()
    found = re.fullmatch(r"(\d+) of (\d+) clauses shown", last)
    assert found
    assert len(missing) == int(found[2]) - int(found[1])
    assert done.returncode == (1 if missing else 0)


def test_rules_can_be_read(home: Path) -> None:
    done = run("rules", "origin", "--find", "camouflage")
    assert (done.returncode, done.stderr) == (0, "")
    assert "OS-CAM-01" in done.stdout


@pytest.mark.parametrize(("typed", "chosen"), [("2\n", "origin"), ("chess\n9\nORIGIN\n", "origin")])
def test_which_game_is_asked_if_there_are_several(
    typed: str, chosen: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    assert ask_game(["origin", "origin"]) == chosen
    assert "1. Evolution: The Origin of Species (origin)\n" in capsys.readouterr().out
    assert ask_game(["origin"]) == "origin"


def test_golden_files_are_compared_and_written_for_each_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "texts", lambda game: [("some.txt", f"of {game.name}\n")])
    files = [tmp_path / game / "some.txt" for game in GAMES]
    with pytest.raises(SystemExit, match="1"):
        golden_command(None, tmp_path, write=False)
    assert [f"{file} differs" for file in files] == capsys.readouterr().out.splitlines()[:-1]
    golden_command(None, tmp_path, write=True)
    assert [*map(str, files)] == capsys.readouterr().out.splitlines()
    with pytest.raises(SystemExit, match="0"):
        golden_command(None, tmp_path, write=False)
