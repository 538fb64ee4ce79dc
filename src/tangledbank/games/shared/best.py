"""The best of several actions, for every bot that gives them values."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tangledbank.kernel.chance import Generator, below
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Ints

Best: TypeAlias = tuple[int, float, int]  # an action, its value, and how many are as good
Floats: TypeAlias = NDArray[np.float64]

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


@rule
def verb_of(verbs: Ints, action: int) -> int:
    """The verb an action is of; `verbs` are the first numbers of all, in their order."""
    verb = 0
    for i in range(len(verbs)):
        if verbs[i] <= action:
            verb = verbs[i]
    return verb


@rule
def shortage(gap: float) -> float:
    """How much will be missing, when there may be two more or less."""
    if gap <= -2.0:
        return 0.0
    return (gap + 2.0) * (gap + 2.0) / 8.0 if gap < 2.0 else gap
