"""Fit the value of a position to simulated games: python tools/fit_value.py GAME --games 1000000

Games between hasty bots of all strengths, of all numbers of seats and variants, two seats most
often; of each some quiet positions are kept, with what came of them. One tenth is held back to tell
how well it was learnt. Same numbers, same weights: nothing depends on the workers.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import plant
from tangledbank.search.match import HASTY, MatchRoom, bound, derive
from tangledbank.search.value import (
    HIDDEN,
    OUTCOMES,
    Net,
    new_net,
    sizes,
    weight_shapes,
    weights_file,
)

BATCH = 2000  # games of one task
RARE = {"origin": 2, "evolution": 2, "darwin": 1}  # one beginning of a turn in so many is kept
MOST_ROWS = 64  # of one game
SEED = 20261117
PASSES, ROWS_AT_ONCE, STEP = 6, 4096, 2e-3


class Task(NamedTuple):
    """Some games to be played."""

    name: str
    first: int
    games: int


def settings_of(game: Game, number: int) -> Any:
    """The options of a game: half of all have two seats and nothing else."""
    chance = np.random.default_rng((SEED, number))
    seats = int(chance.integers(game.least_seats, game.most_seats + 1))
    if chance.random() < 0.5:
        return game.option_codes(2, {})
    wanted = {
        name: str(chance.choice(values))
        for name, values in game.options.items()
        if chance.random() < 0.3
    }
    return game.option_codes(seats, game.fitting(seats, wanted))


def play(task: Task) -> tuple[Any, Any]:
    """The rows of some games, and what came of each."""
    game = load(task.name)
    board = MatchRoom(game)
    net = new_net(game, [np.zeros(shape) for shape in weight_shapes(game)])  # estimates nothing yet
    rows = np.zeros((MOST_ROWS, sizes(game)[2]))
    outcomes = np.zeros((MOST_ROWS, OUTCOMES))
    kept: list[Any] = []
    for number in range(task.first, task.first + task.games):
        chance = np.random.default_rng((SEED, number, 1))
        for seat in range(game.most_seats):
            board.policies[seat] = HASTY + int(chance.choice((0, 0, 5, 10, 20, 40)))
            plant(board.generators[seat], derive(SEED, number, 1 + seat))
        used = bound(task.name).sample(
            board.states, board.view, settings_of(game, number), derive(SEED, number, 0),
            board.policies, board.generators, board.out, board.events, net, RARE[task.name],
            rows, outcomes,
        )  # fmt: skip
        kept.append((rows[:used].astype(np.float32), outcomes[:used].astype(np.float32)))
    return np.concatenate([one[0] for one in kept]), np.concatenate([one[1] for one in kept])


def gather(name: str, games: int) -> tuple[Any, Any]:
    """All rows of so many games, in their order."""
    tasks = [Task(name, first, min(BATCH, games - first)) for first in range(0, games, BATCH)]
    begin, found = time.time(), []
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for done, one in enumerate(workers.map(play, tasks), 1):
            found.append(one)
            if done % 10 == 0 or done == len(tasks):
                print(
                    f"{name}: {min(done * BATCH, games):,} games, {time.time() - begin:.0f} s",
                    flush=True,
                )
    return np.concatenate([one[0] for one in found]), np.concatenate([one[1] for one in found])


class Fit:
    """One hidden layer, fitted by Adam to the cross entropy of both outcomes."""

    def __init__(self, inputs: int):
        chance = np.random.default_rng(SEED)
        self.weights = [
            chance.normal(0, (2 / inputs) ** 0.5, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            chance.normal(0, HIDDEN**-0.5, (HIDDEN, OUTCOMES)).astype(np.float32),
            np.zeros(OUTCOMES, np.float32),
        ]
        self._first = [np.zeros_like(part) for part in self.weights]
        self._second = [np.zeros_like(part) for part in self.weights]
        self._steps = 0

    def estimate(self, rows: Any) -> tuple[Any, Any]:
        """The hidden layer, and what is expected."""
        first, bias, second, last = self.weights
        hidden = np.maximum(rows @ first + bias, 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ second + last)))

    def learn(self, rows: Any, outcomes: Any, rate: float) -> None:
        """One step down the slope."""
        hidden, expected = self.estimate(rows)
        error = (expected - outcomes) / np.float32(len(rows))
        back = (error @ self.weights[2].T) * (hidden > 0)
        slopes = [rows.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
        self._steps += 1
        for part, one, two, slope in zip(
            self.weights, self._first, self._second, slopes, strict=True
        ):
            one += 0.1 * (slope - one)
            two += 0.001 * (slope * slope - two)
            steady = one / (1 - 0.9**self._steps)
            part -= rate * steady / (np.sqrt(two / (1 - 0.999**self._steps)) + 1e-8)

    def loss(self, rows: Any, outcomes: Any) -> Any:
        """The cross entropy of each outcome."""
        expected = np.clip(self.estimate(rows)[1], 1e-6, 1 - 1e-6)
        return -(outcomes * np.log(expected) + (1 - outcomes) * np.log(1 - expected)).mean(0)


def batches(count: int, number: int) -> Iterator[Any]:
    """The rows of one pass in a random order, some at a time."""
    order = np.random.default_rng((SEED, number)).permutation(count)
    for start in range(0, count, ROWS_AT_ONCE):
        yield order[start : start + ROWS_AT_ONCE]


def fit(rows: Any, outcomes: Any) -> Fit:
    """Learn from nine tenths of the rows, and tell how well the others are foretold."""
    held = len(rows) // 10
    scale = rows.std(0) + 1e-3
    centre = rows.mean(0)
    rows -= centre
    rows /= scale
    test, test_outcomes = rows[-held:], outcomes[-held:]
    rows, outcomes = rows[:-held], outcomes[:-held]
    net = Fit(rows.shape[1])
    steps, done = PASSES * (len(rows) // ROWS_AT_ONCE + 1), 0
    base = outcomes.mean(0)
    plain = -(test_outcomes * np.log(base) + (1 - test_outcomes) * np.log(1 - base)).mean(0)
    print(f"knowing nothing: {plain.round(4)}", flush=True)
    for number in range(PASSES):
        for chosen in batches(len(rows), number):
            net.learn(rows[chosen], outcomes[chosen], STEP * (1 - done / steps))
            done += 1
        print(f"pass {number + 1}: {net.loss(test, test_outcomes).round(4)}", flush=True)
    first, bias = net.weights[0] / scale[:, None], net.weights[1]
    net.weights[:2] = [first, bias - centre @ first]
    return net


def main() -> None:
    """Simulate, fit, and keep the weights: in the package, if no other folder is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--into", type=Path, help="a folder for the weights; default: the package")
    given = parser.parse_args()
    load(given.game).prepare()
    play(Task(given.game, 0, 1))  # compiles it once, before the workers do
    rows, outcomes = gather(given.game, given.games)
    print(f"{given.game}: {len(rows):,} rows of {rows.shape[1]} inputs", flush=True)
    net = fit(rows, outcomes)
    file = given.into / f"{given.game}.npz" if given.into else weights_file(given.game)
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, **dict(zip(Net._fields, net.weights, strict=False)))


if __name__ == "__main__":
    main()
