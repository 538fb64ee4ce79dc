"""Whole games inside compiled code, written once for every game.

Each function is a template: the names below are filled in with one game's entries by `bind`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tangledbank.kernel.chance import Generator, below
from tangledbank.kernel.events import EventBook

new: Callable[..., None]
pending: Callable[..., int]
legal: Callable[..., int]
step: Callable[..., None]
broken: Callable[..., int]


def play_randomly(states: Any, generator: Generator, out: Any, events: EventBook) -> int:
    """Play random legal actions to the end of the game; how many decisions that took."""
    decisions = 0
    waiting = pending(states)
    while waiting != 0:
        seat = 0
        while waiting & 1 == 0:
            waiting >>= 1
            seat += 1
        count = legal(states, seat, out)
        step(states, seat, out[below(generator, count)], events)
        decisions += 1
        waiting = pending(states)
    return decisions


def play_many(
    states: Any, options: Any, seed: int, games: int, generator: Generator, out: Any,
    events: EventBook,
) -> int:  # fmt: skip
    """Play whole random games with the seeds from `seed` on; the decisions of all of them."""
    decisions = 0
    for i in range(games):
        new(states, options, seed + i, events)
        decisions += play_randomly(states, generator, out, events)
    return decisions
