"""What a seat cannot know, nothing made for it shows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tangledbank.games import GAMES as NAMES
from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import new_books
from tangledbank.table import Table, copy_state
from tests.helpers import (
    action_count,
    play_out,
    random_options,
    random_states,
    seat_counts,
    some_seats,
)

GAMES = 300  # for each number of seats; every position, every seat and the audience


@pytest.mark.clauses("OS-RUL-09")
@pytest.mark.parametrize(("name", "seats"), [(n, s) for n in NAMES for s in seat_counts(n)])
def test_a_new_deal_of_the_unknown_looks_the_same(name: str, seats: int) -> None:
    """observe(redeal(state)) == observe(state), byte for byte."""
    game, generator, deals = load(name), new_generator(), new_generator()
    plant(generator, seats)
    plant(deals, seats + 100)
    out = np.zeros(game.max_legal, np.int64)
    for batch in range(10):
        codes = game.option_codes(seats, random_options(game, batch, seats))
        checked = game.drivers.check_secrets(
            game.new_states(4), codes, batch * 1000, GAMES // 10, generator, deals, out,
            new_books(),
        )  # fmt: skip
        assert checked > 0, f"differs after {-checked} positions, batch {batch}"


def test_a_new_deal_really_deals_anew(game: Game) -> None:
    """Otherwise the test above would pass for a redeal that does nothing."""
    generator = new_generator()
    plant(generator, 1)
    changed = 0
    for states, _seat, _legal in random_states(game, 3, 7):
        other = copy_state(states)
        game.kernel.redeal(other, 0, generator)
        changed += not np.array_equal(other[0].kind, states[0].kind)
        known = states[0].known & 1
        assert np.array_equal(other[0].kind[known == 1], states[0].kind[known == 1])
    assert changed > 50


def everything_said(table: Table, seat: int, moves: int) -> list[Any]:
    """All that is made for a seat: view, events, sentences, legal words, notation, reasons."""
    said: list[Any] = [table.view(seat), table.events(seat, moves), table.sentences(seat, moves)]
    if seat in table.pending:
        said.append(table.legal(seat))
        said.append([table.notation(int(code), seat) for code in table.codes(seat)])
    if seat >= 0:
        said.append(
            [
                int(table.game.kernel.why_not(table.state, seat, code))
                for code in range(moves % 7, action_count(table.game), 7)  # all of them in time
            ]
        )
        for action in table.game.vocabulary.actions.values():
            said.append(table.why_not(seat, f"{action.verb} {action.shape.example}"))
    return said


def test_nothing_said_to_a_seat_depends_on_what_it_cannot_know(game: Game) -> None:
    generator = new_generator()
    plant(generator, 9)
    for seed, seats in enumerate([*some_seats(game), game.least_seats + 1]):
        table = Table(game.name, seats, seed=seed, options=random_options(game, seed, seats))
        while not table.over:
            before = len(table.moves)
            play_out(table, before + seed, moves=9)
            for seat in range(-1, seats):
                truth = table.state
                said = everything_said(table, seat, before)
                table.state = copy_state(truth)
                game.kernel.redeal(table.state, seat, generator)
                assert everything_said(table, seat, before) == said
                table.state = truth
