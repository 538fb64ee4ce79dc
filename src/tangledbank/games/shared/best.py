"""The best of several actions, for every bot that gives them values."""

from __future__ import annotations

from typing import TypeAlias

from tangledbank.kernel.chance import Generator, below
from tangledbank.kernel.compiling import rule

Best: TypeAlias = tuple[int, float, int]  # an action, its value, and how many are as good

NEVER = -1000.0  # worth less than anything one would do
MOST_STEPS = 8  # of a plan that can be noted for the choices to come


@rule
def better(best: Best, action: int, value: float, generator: Generator) -> Best:
    """The better of what is best so far and one more action; ties by lot."""
    chosen, top, ties = best
    if value > top:
        return action, value, 1
    if value == top:
        ties += 1
        if below(generator, ties) == 0:
            chosen = action
    return chosen, top, ties
