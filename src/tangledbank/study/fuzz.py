"""Random games over all seats and options, every position checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.drivers import DEAD_END, ENDLESS
from tangledbank.kernel.events import new_books
from tangledbank.workers import Workers

BATCH = 250  # games with the same seats and options
MOST_DECISIONS = 100_000  # in one game; far beyond any real one


class Finding(NamedTuple):
    """Where an invariant did not hold."""

    options: dict[str, Any]
    seed: int
    decisions: int
    violation: str


class Report(NamedTuple):
    """What a fuzz run did."""

    games: int
    decisions: int
    findings: list[Finding]


def fuzz(
    name: str,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Play so many random games, spread over all numbers of seats and options."""
    batches = [(name, seed + i * BATCH, min(BATCH, games - i * BATCH))
               for i in range(-(-games // BATCH))]  # fmt: skip
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        return _fold(map(_batch, batches), games, progress)
    with Workers(workers) as pool:
        return _fold(pool.each(_batch, batches), games, progress)


def _fold(
    results: Iterable[tuple[int, int, Finding | None]],
    games: int,
    progress: Callable[[int, int], None] | None,
) -> Report:
    done, decisions = 0, 0
    findings: list[Finding] = []
    for count, made, finding in results:
        done += count
        decisions += made
        if finding:
            findings.append(finding)
        if progress:
            progress(done, games)
    return Report(done, decisions, findings)


def _batch(work: tuple[str, int, int]) -> tuple[int, int, Finding | None]:
    """One batch: its seats and options follow from its seed."""
    name, seed, count = work
    game = load(name)
    generator = new_generator()
    plant(generator, seed)
    seats, chosen = batch_options(game, seed)
    options = game.option_codes(seats, chosen)
    report = np.zeros(3, np.int64)
    violation = int(
        game.drivers.fuzz(
            game.new_states(), options, seed, count, MOST_DECISIONS, generator,
            np.zeros(game.max_legal, np.int64), new_books(), report,
        )
    )  # fmt: skip
    if violation == 0:
        return count, int(report[2]), None
    words = {DEAD_END: "a seat has to decide and has no legal action", ENDLESS: "no end"}
    text = words.get(violation) or game.violations[violation].sentence
    setting = {"seats": seats, **chosen}
    return count, int(report[2]), Finding(setting, int(report[0]), int(report[1]), text)


def batch_options(game: Game, seed: int) -> tuple[int, dict[str, str]]:
    """Seats and option values of a batch, all combinations in turn."""
    number = seed // BATCH
    kinds = game.most_seats - game.least_seats + 1
    seats = game.least_seats + number % kinds
    number = (number // kinds) * 0x9E37 + number  # neighbouring batches differ in many options
    chosen = {}
    for name, values in game.options.items():
        chosen[name] = values[number % len(values)]
        number //= len(values)
    return seats, game.fitting(seats, chosen)
