"""Random play for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import below, new_generator, plant
from tangledbank.kernel.records import new_books
from tangledbank.table import AUDIENCE, Table


def view_of(table: Table, seat: int = AUDIENCE) -> Any:
    """What a seat sees; the test knows which fields documents of this game have."""
    return table.view(seat)


def document_of(table: Table) -> dict[str, Any]:
    """The whole position as plain data; the test knows what stands there."""
    return table.document()


def seat_counts(name: str) -> range:
    """The numbers of seats a game is for."""
    game = load(name)
    return range(game.least_seats, game.most_seats + 1)


def some_seats(game: Game) -> list[int]:
    """The fewest, the most, and a number between."""
    return sorted({game.least_seats, (game.least_seats + game.most_seats) // 2, game.most_seats})


def action_count(game: Game) -> int:
    """How many actions there are: numbers from 0 on."""
    return max(one.base + one.shape.size for one in game.vocabulary.actions.values())


def random_options(game: Game, seed: int, seats: int) -> dict[str, str]:
    """Option values that follow from a seed and go together with so many seats."""
    random = np.random.default_rng(seed)
    chosen = {name: str(random.choice(values)) for name, values in game.options.items()}
    return game.fitting(seats, chosen)


def random_states(
    game: Game, seats: int, seed: int, **options: str
) -> Iterator[tuple[Any, int, Any]]:
    """Every position of a random game with the seat that decides and its legal actions."""
    states, events = game.new_states(), new_books()
    out, generator = np.zeros(game.max_legal, np.int64), new_generator()
    plant(generator, seed)
    game.kernel.new(states, game.option_codes(seats, options), seed, events)
    while waiting := int(game.kernel.pending(states)):
        seat = waiting.bit_length() - 1
        count = game.kernel.legal(states, seat, out)
        yield states, seat, out[:count]
        game.kernel.step(states, seat, int(out[below(generator, count)]), events)
    yield states, -1, out[:0]


def play_out(table: Table, seed: int, moves: int = 100_000) -> Table:
    """Random moves at a table."""
    random = np.random.default_rng(seed)
    for _ in range(moves):
        if table.over:
            break
        seat = table.pending[0]
        codes = table.codes(seat)
        table.act(seat, int(codes[int(random.random() * len(codes))]))
    return table
