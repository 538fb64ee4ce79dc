"""Many games between bots: the same report every time, and honest figures."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import numpy as np
import pytest

from tangledbank.cli.studies import simulate_command
from tangledbank.errors import Refused
from tangledbank.games.game import MAX_SEED, Game
from tangledbank.search.match import derive
from tangledbank.study.simulate import find_winners, seat_of, simulate, wilson
from tests.helpers import random_options


def test_the_report_does_not_hang_on_the_workers(game: Game) -> None:
    bots = ["greedy", "random", "caretaker"]
    options = random_options(game, 9, len(bots))
    reports = [
        msgspec.json.encode(simulate(game, bots, 250, 9, options, workers))
        for workers in (1, 2, 1, 2)
    ]
    assert len(set(reports)) == 1


def test_the_report_adds_up(game: Game) -> None:
    heard: list[tuple[int, int]] = []
    report = simulate(
        game, ["greedy", "random", "random"], 150, 2, {}, 1, lambda *now: heard.append(now)
    )
    assert heard == [(100, 150), (150, 150)]
    assert (report.game, report.seats, report.games, report.seed) == (game.name, 3, 150, 2)
    assert report.options == {name: values[0] for name, values in game.options.items()}
    assert sum(entry.win_share for entry in report.bots) == pytest.approx(1)
    assert report.most == max(entry.most for entry in report.bots)
    assert report.fewest == min(entry.fewest for entry in report.bots)
    for entry in report.bots:
        assert entry.win_interval.low <= entry.win_share <= entry.win_interval.high
        shares = [share for share in entry.win_share_by_seat if share is not None]
        assert sum(shares) / 3 == pytest.approx(entry.win_share)
    assert report.mean_turns > 1
    assert report.mean_decisions > report.mean_turns


def test_one_game_is_enough(game: Game) -> None:
    report = simulate(game, ["random", "random"], 1, 0, {}, 1)
    assert report.bots[0].score_deviation == 0
    assert report.bots[0].win_share_by_seat[1] is None
    assert report.bots[1].win_share_by_seat[0] is None


def test_seats_rotate() -> None:
    assert [seat_of(0, number, 3) for number in range(4)] == [0, 1, 2, 0]
    assert [seat_of(2, number, 3) for number in range(4)] == [2, 0, 1, 2]


@pytest.mark.clauses("OS-TIE-01", "OS-TIE-02", "OS-RUL-40")
def test_winners_by_points_then_tie_breaks() -> None:
    """Animals, then the best animal, else a shared victory."""

    def winners(*rows: tuple[int, int, int]) -> list[int]:
        return find_winners(np.array(rows))

    assert winners((9, 2, 1), (8, 4, 4)) == [0]
    assert winners((9, 2, 1), (9, 3, 0)) == [1]
    assert winners((9, 3, 1), (9, 3, 2)) == [1]
    assert winners((9, 3, 2), (1, 1, 1), (9, 3, 2)) == [0, 2]


def test_wilson_interval() -> None:
    interval = wilson(0.5, 100)
    assert (interval.low, interval.high) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(0, 10).low == 0
    assert wilson(1, 10).high == pytest.approx(1)


def test_seeds_are_derived_apart() -> None:
    seeds = {
        derive(seed, number, stream)
        for seed in (0, 1)
        for number in (0, 1, 11)
        for stream in range(9)
    }
    assert len(seeds) == 54
    assert all(0 <= seed <= MAX_SEED for seed in seeds)
    assert derive(0, 0, 0) == 3882903725285577553


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"games": 0}, "at least one game must be played, not 0"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"workers": 0}, "at least one worker is needed, not 0"),
        ({"bots": ["greedy"]}, "origin is for 2 to 8 seats, not 1"),
        ({"bots": ["greedy", "gredy"]}, "there is no bot “gredy”; did you mean “greedy”"),
        ({"options": {"deck": "fancy"}}, "there is no deck “fancy”"),
        ({"options": {"cards": "plain"}}, "origin has no such option"),
    ],
)
def test_wrong_input_is_refused(origin: Game, change: dict[str, Any], sentence: str) -> None:
    wanted: dict[str, Any] = {
        "bots": ["greedy", "random"], "games": 1, "seed": 0, "options": {}, "workers": 1,
    }  # fmt: skip
    with pytest.raises(Refused, match=sentence):
        simulate(origin, **{**wanted, **change})


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    simulate_command("origin", 3, "greedy, random", 1, ["deck=plain"], 1, True)
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 3
    assert report["options"]["deck"] == "plain"
    assert [entry["bot"] for entry in report["bots"]] == ["greedy", "random"]


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    simulate_command("origin", 3, "greedy,random", 1, [], 1, False)
    printed = capsys.readouterr().out
    assert "origin: 3 games with 2 seats, seed 1" in printed
    assert "greedy" in printed


def test_the_command_refuses_a_half_option() -> None:
    with pytest.raises(Refused, match="name=value"):
        simulate_command("origin", 3, "greedy,random", 1, ["deck"], 1, False)
