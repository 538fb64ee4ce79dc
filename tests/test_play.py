"""Whole games: fuzz, bounds, compiled against uncompiled, history, speed of copies is in bench."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from tangledbank.games.game import Game
from tangledbank.kernel.compiling import uncompiled
from tangledbank.study.fuzz import batch_options, fuzz
from tangledbank.table import copy_state
from tests.helpers import random_options, random_states


@pytest.mark.clauses("OS-SUP-01")
def test_random_games_keep_all_invariants() -> None:
    """A smaller run of `tangledbank fuzz`: cards and tokens, dead ends, endings."""
    report = fuzz("origin", 14_000, seed=1, workers=1)
    assert report.games == 14_000
    assert report.findings == []


def test_fuzz_spreads_over_all_seats_and_option_values(origin: Game) -> None:
    chosen = np.array([batch_options(origin, i * 250) for i in range(100)])
    assert set(chosen[:, 0]) == set(range(2, 9))
    assert all(len(set(chosen[:, column])) == 2 for column in range(1, chosen.shape[1]))


def test_fuzz_finds_what_is_broken(origin: Game) -> None:
    """Each invariant notices its own kind of damage."""
    for states, _seat, _legal in random_states(origin, 4, 3):
        game = states[0]
        if game.phase == 1 and game.links[0] and game.row[0][0] and game.hand[0][0]:
            break
    assert origin.kernel.broken(states) == 0
    found = set()
    for damage in (
        lambda g: g.hand[0].__setitem__(1, g.row[0][1]),  # a card in two places
        lambda g: g.kind.__setitem__(0, (g.kind[0] + 1) % 20),  # a face that is not in the deck
        lambda g: g.blue.__setitem__(g.row[0][1], 9),  # too many tokens
        lambda g: g.traits.__setitem__(g.row[0][1], g.traits[g.row[0][1]] ^ 1),  # lost ability
        lambda g: g.partner.__setitem__(g.links[1], g.host[g.links[1]]),  # a pair of one
        lambda g: setattr(g, "bank", 99),  # food from nowhere
    ):
        hurt = copy_state(states)
        damage(hurt[0])
        found.add(origin.violations[origin.kernel.broken(hurt)])
    assert "" not in found
    assert len(found) == 6


@pytest.mark.skipif(uncompiled(), reason="bounds are checked in compiled code")
def test_fuzz_with_bounds_checks() -> None:
    """Compiled code does not check bounds; here it does, in a process of its own."""
    code = (
        "from tangledbank.study.fuzz import fuzz; r = fuzz('origin', 1750, seed=5000, workers=1);"
        "assert r.findings == [], r.findings; print(r.games)"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "1750", done.stderr


TRACE = """
import hashlib, sys
sys.path.insert(0, {root!r})
from tangledbank.games.game import load
from tests.helpers import random_options, random_states
game = load("origin")
for seats in range(2, 9):
    for seed in (1, 2):
        options = random_options(game, seed * seats)
        for states, seat, legal in random_states(game, seats, seed, **options):
            line = states.tobytes() + bytes([seat & 255]) + legal.tobytes()
            print(hashlib.sha256(line).hexdigest()[:12])
"""


@pytest.mark.skipif(uncompiled(), reason="compares compiled with uncompiled")
def test_compiled_and_uncompiled_games_are_the_same_state_by_state() -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    runs = []
    for switch in ("0", "1"):
        environment = {**os.environ, "TANGLEDBANK_UNCOMPILED": switch}
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", TRACE.format(root=root)],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        runs.append(done.stdout.splitlines())
    assert len(runs[0]) > 4000
    assert runs[0] == runs[1]


def test_old_copies_never_change(origin: Game) -> None:
    copies, sums = [], []
    for states, _seat, _legal in random_states(origin, 5, 11, **random_options(origin, 2)):
        copies.append(copy_state(states))
        sums.append(hash(states.tobytes()))
    assert [hash(copy.tobytes()) for copy in copies] == sums


def test_the_same_seed_gives_the_same_game(origin: Game) -> None:
    runs = [
        [states.tobytes() for states, _seat, _legal in random_states(origin, 4, seed)]
        for seed in (5, 5, 6)
    ]
    assert runs[0] == runs[1] != runs[2]


def test_no_legal_list_is_longer_than_its_room(origin: Game) -> None:
    """Also in the largest hand there can be: all cards but one animal's."""
    longest = max(
        len(legal) for seed in range(20) for _states, _seat, legal in random_states(origin, 8, seed)
    )
    assert 0 < longest < origin.max_legal
