"""Iterations a second with full random playouts, beside the raw rate of random playouts.

python tools/search_rate.py origin evolution darwin

Both start from the same positions of a greedy game; the raw rate copies the state and plays it
to its end.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import copy_record, new_books
from tangledbank.search.bot import Bot
from tangledbank.search.match import bound
from tangledbank.search.tree import Settings, clear, new_room

ITERATIONS = 1000
RANDOM = Settings(greed=0.0, guide=0.0, horizon=1000.0)


def positions(game: Game, seats: int) -> Iterator[tuple[Any, int]]:
    """Every twentieth choice of a game between greedy bots."""
    kernel, states, view, books = game.kernel, game.new_states(), game.new_states(), new_books()
    out, bot, number = np.zeros(game.max_legal, np.int64), Bot("greedy", game, 1), 0
    kernel.new(states, game.option_codes(seats, {}), 1, books)
    while waiting := int(kernel.pending(states)):
        seat = waiting.bit_length() - 1
        actions = out[: kernel.legal(states, seat, out)].copy()
        kernel.observe(states, seat, view)
        if len(actions) > 1:
            number += 1
            if number % 20 == 1:
                yield view.copy(), seat
        kernel.step(states, seat, bot.choose(view, seat, actions), books)


def measure(game: Game) -> None:
    """Print both rates, and the share, over the positions of one game."""
    room, work, deal = new_room(game, RANDOM), game.new_states(), game.new_states()
    out, books, generator = np.zeros(game.max_legal, np.int64), new_books(), new_generator()
    play, search = game.drivers.play_randomly, bound(game.name).search
    search(work, 0, 0, room)  # may compile
    raw = searched = 0.0
    shares = []
    for view, seat in positions(game, 2):
        plant(generator, 1)
        plant(room.generator, 1)
        copy_record(view, deal)
        game.kernel.redeal(deal, seat, generator)
        copy_record(deal, work)
        play(work, generator, out, books)  # may compile
        begin = time.process_time()
        for _ in range(ITERATIONS):
            work[:] = deal
            play(work, generator, out, books)
        one = time.process_time() - begin
        begin = time.process_time()
        for _ in range(ITERATIONS):
            work[:] = deal
        one -= time.process_time() - begin
        clear(room)
        begin = time.process_time()
        search(view, seat, ITERATIONS, room)
        other = time.process_time() - begin
        raw, searched = raw + one, searched + other
        shares.append(one / other)
    count = ITERATIONS * len(shares)
    print(
        f"{game.name}: raw {count / raw:,.0f} playouts/s, search {count / searched:,.0f} "
        f"iterations/s: {raw / searched:.0%}; by position {min(shares):.0%} to {max(shares):.0%}",
        flush=True,
    )


if __name__ == "__main__":
    for name in sys.argv[1:]:
        measure(load(name))
