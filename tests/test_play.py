"""Whole games: fuzz, compiled against uncompiled, history, speed of copies is in bench."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tangledbank.games.game import Game
from tangledbank.kernel.compiling import uncompiled
from tangledbank.study.checks import BATCH, batch_options, fuzz
from tangledbank.table import copy_state
from tests.helpers import random_options, random_states, seat_counts


@pytest.mark.clauses("OS-SUP-01")
def test_random_games_keep_all_invariants(game: Game) -> None:
    """A smaller run of `tangledbank fuzz`: cards and tokens, dead ends, endings."""
    report = fuzz(game.name, 14_000, seed=1, workers=1)
    assert report.games == 14_000
    assert report.findings == []


def test_fuzz_spreads_over_all_seats_and_option_values(game: Game) -> None:
    seats, chosen = zip(*(batch_options(game, i * BATCH) for i in range(100)), strict=True)
    assert set(seats) == set(seat_counts(game.name))
    for name, values in game.options.items():
        assert {options[name] for options in chosen} == set(values)


TRACE = """
import hashlib, sys
sys.path.insert(0, {root!r})
from tangledbank.games.game import load
from tests.helpers import random_options, random_states, seat_counts
game = load({name!r})
for seats in seat_counts(game.name):
    for seed in (1, 2):
        options = random_options(game, seed * seats, seats)
        for states, seat, legal in random_states(game, seats, seed, **options):
            line = states.tobytes() + bytes([seat & 255]) + legal.tobytes()
            print(hashlib.sha256(line).hexdigest()[:12])
"""


@pytest.mark.skipif(uncompiled(), reason="compares compiled with uncompiled")
def test_compiled_and_uncompiled_games_are_the_same_state_by_state(game: Game) -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    runs = []
    for switch in ("0", "1"):
        environment = {**os.environ, "TANGLEDBANK_UNCOMPILED": switch}
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", TRACE.format(root=root, name=game.name)],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        runs.append(done.stdout.splitlines())
    assert len(runs[0]) > 1000
    assert runs[0] == runs[1]


def test_old_copies_never_change(game: Game) -> None:
    copies, sums = [], []
    for states, _seat, _legal in random_states(
        game, game.most_seats, 11, **random_options(game, 2, game.most_seats)
    ):
        copies.append(copy_state(states))
        sums.append(hash(states.tobytes()))
    assert [hash(copy.tobytes()) for copy in copies] == sums


def test_the_same_seed_gives_the_same_game(game: Game) -> None:
    runs = [
        [states.tobytes() for states, _seat, _legal in random_states(game, 4, seed)]
        for seed in (5, 5, 6)
    ]
    assert runs[0] == runs[1] != runs[2]


def test_no_legal_list_is_longer_than_its_room(game: Game) -> None:
    longest = max(
        len(legal)
        for seed in range(20)
        for _states, _seat, legal in random_states(game, game.most_seats, seed)
    )
    assert 0 < longest < game.max_legal
