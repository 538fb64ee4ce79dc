"""Do estimated chances come true? Games between greedy bots, with an estimate at one decision each.

    python tools/chance_check.py origin --games 200 --budget 160

Prints, for each range of estimates, how often those seats went on to win.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict

from tangledbank.games.game import Game, load
from tangledbank.search.bot import Bot, read_spec
from tangledbank.search.match import prepare
from tangledbank.study.analyse import decisions
from tangledbank.study.chances import Adviser
from tangledbank.study.simulate import wilson
from tangledbank.table import Table

RANGES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.01)  # from each up to the next


def main() -> None:
    """Play, estimate, compare."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--budget", default="160")
    given = parser.parse_args()
    game = load(given.game)
    prepare(game)
    adviser = Adviser(game, read_spec(f"search:{given.budget}"))
    found = defaultdict[int, list[tuple[float, float]]](list)
    square = 0.0
    for seed in range(given.games):
        chance, result = estimate(adviser, played(game, given.seats, seed), seed)
        found[max(i for i, low in enumerate(RANGES) if chance >= low)].append((chance, result))
        square += (chance - result) ** 2 / given.games
    for place, pairs in sorted(found.items()):
        mean = sum(chance for chance, _ in pairs) / len(pairs)
        won = sum(result for _, result in pairs) / len(pairs)
        interval = wilson(won, len(pairs))
        print(
            f"estimated {RANGES[place]:.0%} to {min(1, RANGES[place + 1]):.0%}: {len(pairs)}, "
            f"mean {mean:.0%}, won {won:.0%} ({interval.low:.0%} to {interval.high:.0%})"
        )
    print(f"mean squared error {square:.3f}; always saying one half: {0.25:.3f}")


def played(game: Game, seats: int, seed: int) -> Table:
    """A whole game between greedy bots."""
    table = Table(game.name, seats, seed=seed)
    bots = [Bot("greedy", game, seed + seat) for seat in range(seats)]
    while not table.over:
        seat = table.pending[0]
        table.act(seat, bots[seat].choose(table.observation(seat), seat, table.codes(seat)))
    return table


def estimate(adviser: Adviser, table: Table, seed: int) -> tuple[float, float]:
    """The chance of what was played at a decision drawn by lot, and the seat's share in the end."""
    number, move = random.Random(seed).choice(decisions(table))
    seen = table.at(number).recollection(move.seat)
    (chance,) = adviser.count(seen, move.seat, seed, [move.code])
    return chance.share, (move.seat in table.winners) / len(table.winners)


if __name__ == "__main__":
    main()
