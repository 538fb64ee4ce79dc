"""Whole games inside compiled code, written once for every game.

Each function is a template: the names below are filled in with one game's entries by `bind`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tangledbank.kernel.chance import Generator, below
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBooks, Ints, States, copy_record

new: Callable[..., None]
pending: Callable[..., int]
legal: Callable[..., int]
step: Callable[..., None]
observe: Callable[..., None]
redeal: Callable[..., None]
score: Callable[..., None]
broken: Callable[..., int]


LOWEST_BIT = np.array([max(0, (mask & -mask).bit_length() - 1) for mask in range(256)], np.int64)


@rule
def lowest_bit(mask: int) -> int:
    """The first of the seats in a mask; looked up, since a loop is a guess for the processor."""
    return LOWEST_BIT[mask]


@rule
def same_numbers(these: Ints, those: Ints) -> bool:
    """Whether two arrays are equal, compared in place."""
    for i in range(len(these)):
        if these[i] != those[i]:
            return False
    return True


def play_randomly(states: States, generator: Generator, out: Ints, books: EventBooks) -> int:
    """Play random legal actions to the end of the game; how many decisions that took."""
    decisions = 0
    waiting = pending(states)
    while waiting != 0:
        seat = lowest_bit(waiting)
        count = legal(states, seat, out)
        step(states, seat, out[below(generator, count)], books)
        decisions += 1
        waiting = pending(states)
    return decisions


def play_out(
    states: States, work: States, games: int, generator: Generator, out: Ints, books: EventBooks
) -> None:
    """Play randomly from one position to the end, over and over."""
    for _ in range(games):
        copy_record(states, work)
        play_randomly(work, generator, out, books)


def play_many(
    states: States, options: Ints, seed: int, games: int, generator: Generator, out: Ints,
    books: EventBooks,
) -> int:  # fmt: skip
    """Play whole random games with the seeds from `seed` on; the decisions of all of them."""
    decisions = 0
    for i in range(games):
        new(states, options, seed + i, books)
        decisions += play_randomly(states, generator, out, books)
    return decisions


def fuzz(
    states: States, options: Ints, seed: int, games: int, limit: int, generator: Generator,
    out: Ints, books: EventBooks, report: Ints,
) -> int:  # fmt: skip
    """Play random games checking every position; the violation found, 0 if none.

    `report` gets the seed and the number of decisions of the game that failed. Besides what the
    game's own `broken` finds: DEAD_END, a pending seat without a legal action, and ENDLESS.
    """
    for i in range(games):
        new(states, options, seed + i, books)
        report[0] = seed + i
        report[1] = 0
        waiting = pending(states)
        while waiting != 0:
            violation = broken(states)
            if violation != 0:
                return violation
            if report[1] >= limit:
                return ENDLESS
            # any seat that may do something, asked or not; if it may not, one that is asked
            seat = below(generator, options[0])
            count = legal(states, seat, out)
            if count == 0:
                seat = lowest_bit(waiting)
                count = legal(states, seat, out)
            if count == 0:
                return DEAD_END
            step(states, seat, out[below(generator, count)], books)
            report[1] += 1
            waiting = pending(states)
        violation = broken(states)
        if violation != 0:
            return violation
        report[2] += report[1]
    return 0


DEAD_END, ENDLESS = -1, -2


def sign(
    states: States, options: Ints, seed: int, games: int, generator: Generator, out: Ints,
    scores: Ints, books: EventBooks, numbers: Ints,
) -> int:  # fmt: skip
    """One number made of every legal list, choice and score of some random games.

    `numbers` has the number that stands there for each action.
    """
    number = 0
    for i in range(games):
        new(states, options, seed + i, books)
        waiting = pending(states)
        while waiting != 0:
            seat = lowest_bit(waiting)
            count = legal(states, seat, out)
            action = out[below(generator, count)]
            number = (number * FACTOR + count * MAX_ACTION + numbers[action]) % PRIME
            step(states, seat, action, books)
            waiting = pending(states)
        score(states, scores)
        for row in range(options[0]):
            number = (number * FACTOR + scores[row, 0]) % PRIME
    return number


FACTOR, PRIME, MAX_ACTION = 1_000_003, 2_147_483_647, 65_536


def count_tree(states: States, depth: int, out: Ints, at: Ints, books: EventBooks) -> int:
    """How many courses of `depth` decisions there are from `states[0]`; a finished game is one.

    `states`, `out` and `at` have a row for each depth. Written as a loop: Numba cannot load a
    recursive function from its cache.
    """
    courses = 0
    level = 0
    at[0] = 0
    while level >= 0:
        here = states[level : level + 1]
        waiting = pending(here)
        if level == depth or waiting == 0:
            courses += 1
            level -= 1
            continue
        seat = lowest_bit(waiting)
        count = legal(here, seat, out[level])
        if at[level] == count:
            level -= 1
            continue
        copy_record(here, states[level + 1 : level + 2])
        step(states[level + 1 : level + 2], seat, out[level, at[level]], books)
        at[level] += 1
        level += 1
        at[level] = 0
    return courses


def check_secrets(
    states: States, options: Ints, seed: int, games: int, generator: Generator, deals: Generator,
    out: Ints, books: EventBooks,
) -> int:  # fmt: skip
    """Deal anew what each seat cannot know, in every position, and compare what it sees.

    How many comparisons held; negative at the first that did not. `states` has four rows.
    """
    game, other = states[0:1], states[1:2]
    seen, seen_again = states[2:3], states[3:4]
    checked = 0
    for i in range(games):
        new(game, options, seed + i, books)
        waiting = pending(game)
        while waiting != 0:
            for seat in range(-1, options[0]):
                copy_record(game, other)
                redeal(other, seat, deals)
                observe(game, seat, seen)
                observe(other, seat, seen_again)
                if not same_numbers(seen.view(np.int64), seen_again.view(np.int64)):
                    return -checked - 1
                checked += 1
            seat = lowest_bit(waiting)
            count = legal(game, seat, out)
            step(game, seat, out[below(generator, count)], books)
            waiting = pending(game)
    return checked


def copy_many(source: States, target: States, copies: int) -> int:
    """Copy a state over and over, each time from where the last copy went."""
    for _ in range(copies // 2):
        copy_record(source, target)
        copy_record(target, source)
    return copies


# Each may use those before it.
TEMPLATES = (play_randomly, play_out, play_many, fuzz, sign, count_tree, check_secrets, copy_many)
