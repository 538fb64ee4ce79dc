"""What seats decide at the same time, nobody else can see: not even that they have decided."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tangledbank.games.evolution.state import PLAY, SUPPLY
from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import below, new_generator, plant
from tangledbank.kernel.events import CAPACITY, new_books, take_events


@pytest.fixture(scope="module")
def evolution() -> Game:
    return load("evolution")


def seen_by(game: Game, states: Any, seat: int) -> bytes:
    """All a seat is given of a position."""
    view = game.new_states()
    game.kernel.observe(states, seat, view)
    return bytes(view.tobytes())


@pytest.mark.clauses("EV-RUL-09", "EV-RUL-12", "EV-FOOD-03", "EV-QCK-01")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_secret_choices_leave_no_trace_before_the_reveal(evolution: Game, seats: int) -> None:
    states, books, generator = evolution.new_states(), new_books(CAPACITY), new_generator()
    out = np.zeros(evolution.max_legal, np.int64)
    plant(generator, seats)
    steps = 0
    for seed in range(12):
        options = evolution.option_codes(
            seats, {"mode": "quick", "bags": ("hidden", "open")[seed % 2]}
        )
        evolution.kernel.new(states, options, seed, books)
        while waiting := int(evolution.kernel.pending(states)):
            pending = [seat for seat in range(seats) if waiting >> seat & 1]
            seat = pending[below(generator, len(pending))]
            count = evolution.kernel.legal(states, seat, out)
            stage = int(states[0].stage)
            others = [one for one in range(-1, seats) if one != seat]
            before = [seen_by(evolution, states, one) for one in others]
            take_events(books)
            evolution.kernel.step(states, seat, int(out[below(generator, count)]), books)
            if stage in (SUPPLY, PLAY) and states[0].stage == stage:
                assert take_events(books) == []
                assert [seen_by(evolution, states, one) for one in others] == before
                steps += 1
    assert steps > 500


@pytest.mark.clauses("EV-RUL-09")
def test_food_cards_are_shown_without_their_owners(evolution: Game) -> None:
    """Whoever laid the high card, the backs that are turned up look the same."""
    views = []
    for high in (0, 1):
        states, books = evolution.new_states(), new_books()
        out = np.zeros(evolution.max_legal, np.int64)
        evolution.kernel.new(states, evolution.option_codes(3, {}), 4, books)
        game = states[0]
        hands = [game.hand[seat, 1 : 1 + int(game.hand[seat, 0])] for seat in (0, 1)]
        faces = sorted(int(game.kind[cards[0]]) for cards in hands)
        game.kind[hands[0][0]], game.kind[hands[1][0]] = faces[high], faces[1 - high]
        laid = {0: int(game.kind[hands[0][0]]), 1: int(game.kind[hands[1][0]])}
        while states[0].turn == 1 and states[0].discard[0] == 0:
            seat = int(evolution.kernel.pending(states)).bit_length() - 1
            count = evolution.kernel.legal(states, seat, out)
            wanted = 5 + laid.get(seat, -1) if states[0].stage == SUPPLY else 0  # FOOD, DONE
            code = wanted if wanted in out[:count].tolist() else int(out[0])
            evolution.kernel.step(states, seat, code, books)
        views.append(seen_by(evolution, states, 2))
    assert views[0] == views[1]
