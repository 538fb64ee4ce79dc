"""How fast one may do something: so many at once, then so many in a second."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_WATCHED = 10_000  # visitors whose pace is remembered


class Pace:
    """How fast one may ask: so many at once, then so many in a second."""

    def __init__(self, most: float, per_second: float):
        self._most, self._per_second = most, per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Count one more; False if that is too many. Who goes on nevertheless waits longer."""
        is_fine = self.left(who) >= 1
        self.spend(who, 1)
        return is_fine

    def left(self, who: str) -> float:
        """How many more there may be now."""
        now = time.monotonic()
        left, then = self._left.get(who, (self._most, now))
        return min(self._most, left + (now - then) * self._per_second)

    def spend(self, who: str, count: float) -> None:
        """Count some more."""
        self._left[who] = (max(0.0, self.left(who) - count), time.monotonic())
        self._left.move_to_end(who)
        if len(self._left) > MOST_WATCHED:
            self._left.popitem(last=False)

    def give_back(self, who: str) -> None:
        """Count one less: it was none of those that are counted."""
        left, then = self._left.get(who, (self._most, 0.0))
        self._left[who] = (left + 1, then)


def pace_of_guesses(processes: int) -> Pace:
    """How fast one visitor may try codes at each of several processes: they may ask all."""
    return Pace(max(1.0, 20 / processes), 0.2 / processes)
