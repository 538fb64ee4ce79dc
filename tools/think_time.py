"""How long a search really thinks: its time limit, and what was taken of it.

    python -m tools.think_time origin evolution darwin --limits 100ms,1s --moves 200 [--busy 2]

The moves are the choices of greedy games at two seats. A move is timed as whoever asks for it
sees it, by the clock on the wall. `--busy` starts so many processes that do nothing but take
processor time, at the same priority; with `--as-server` theirs is higher, as it is where bots of
the server think, and the bot is made anew for each move, within its time.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import time
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import numpy as np

from tangledbank.games.game import Game, load
from tangledbank.kernel.records import new_books
from tangledbank.search.bot import Bot, read_spec
from tangledbank.search.match import derive, prepare
from tangledbank.workers import GENTLY

COLUMNS = ("game", "search", "busy processes", "moves", "p50", "p99", "longest", "p99 of the limit")


def choices(game: Game) -> Iterator[tuple[Any, int, Any]]:
    """What a seat sees and may do, wherever it has a choice, in one greedy game after another."""
    kernel, states, view, books = game.kernel, game.new_states(), game.new_states(), new_books()
    out = np.zeros(game.max_legal, np.int64)
    for number in count():
        bot = Bot("greedy", game, number)
        kernel.new(states, game.option_codes(2, {}), derive(1, number, 0), books)
        while waiting := int(kernel.pending(states)):
            seat = (waiting & -waiting).bit_length() - 1
            kernel.observe(states, seat, view)
            actions = out[: kernel.legal(view, seat, out)].copy()
            if len(actions) > 1:
                yield view.copy(), seat, actions
            kernel.step(states, seat, bot.choose(view, seat, actions), books)


def times_of(game: Game, name: str, moves: int, is_made_anew: bool) -> list[float]:
    """The seconds that each of some moves took, from the shortest on."""
    bot, times = Bot(name, game, 1), []
    for view, seat, actions in islice(choices(game), moves):
        begin = time.perf_counter()
        if is_made_anew:
            bot = Bot(name, game, 1)
        bot.choose(view, seat, actions)
        times.append(time.perf_counter() - begin)
    return sorted(times)


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """A machine on which so many others want to work."""
    others = [multiprocessing.Process(target=_work, daemon=True) for _ in range(processes)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.terminate()


def _work() -> None:
    while True:
        pass


def percentile(ranked: list[float], share: float) -> float:
    """What so large a share of the times does not exceed."""
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))]


def main() -> None:
    """Read the command line, and measure on a machine as busy as it says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--limits", default="100ms,1s")
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--as-server", action="store_true")
    given = parser.parse_args()
    for game in map(load, given.games):
        prepare(game)
    with busy(given.busy):
        if given.as_server:
            os.nice(GENTLY)
        measure(given)


def measure(given: argparse.Namespace) -> None:
    """Print a row for each game and limit."""
    print(f"| {' | '.join(COLUMNS)} |\n|---|---|{'--:|' * (len(COLUMNS) - 2)}", flush=True)
    for game in map(load, given.games):
        for name in (f"search:{limit}" for limit in given.limits.split(",")):
            times = times_of(game, name, given.moves, given.as_server)
            p50, p99, most = (1000 * percentile(times, share) for share in (0.5, 0.99, 1.0))
            part = p99 / 1000 / read_spec(name).seconds
            cells = game.name, f"`{name}`", given.busy, len(times), f"{p50:.1f} ms", f"{p99:.1f} ms"
            print("", *cells, f"{most:.1f} ms", f"{part:.0%} |", sep=" | ", flush=True)


if __name__ == "__main__":
    main()
