"""Games that are kept: killed, cut off, resumed, verified, replayed."""

from __future__ import annotations

import json
import random
import signal
from pathlib import Path
from typing import Any

from tangledbank.log import parse_log
from tangledbank.table import Table
from tests.commands import (
    answer,
    json_game,
    messages,
    numbers,
    run,
    saved,
    table_of,
)


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


def test_a_resumed_game_goes_on_as_it_would_have(home: Path) -> None:
    whole, cut = home / "whole.jsonl", home / "cut.jsonl"
    assert run("play", "--seats", "random,greedy", "--seed", 3, "--file", whole).returncode == 0
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    cut.write_text("".join(lines[:40]), encoding="utf-8")
    assert run("resume", cut).returncode == 0
    assert cut.read_bytes() == whole.read_bytes()


def test_the_best_stands_first_in_the_result(home: Path) -> None:
    run("play", "--seats", "random,greedy,random", "--seed", 4)
    *_, first, second, third, victory = run("replay", saved(home)).stdout.splitlines()
    points = [int(line.split()[-2]) for line in (first, second, third)]
    assert points == sorted(points, reverse=True)
    assert victory == f"{first.partition(':')[0]} wins."
    table = table_of(saved(home))
    assert points != table.scores
