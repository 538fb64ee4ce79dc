"""What some games offer beyond what all do: deck files, and a study of their balance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

import msgspec
import numpy as np

Counts = defaultdict[tuple[object, ...], float]  # by what is counted, and of what
MOST = "most"  # begins the names of what is a maximum, not a sum


class DeckFiles(NamedTuple):
    """Files with cards of one's own."""

    standard: Callable[[], str]  # the package's deck, to begin with
    # what is in a file, and what is odd about it, in sentences; it refuses what is wrong
    check: Callable[[str], tuple[list[str], list[str]]]


class Measure(msgspec.Struct, frozen=True):
    """One answer: the figure, its bound in words, and whether it holds (None: report only)."""

    question: str
    figure: str
    limit: str
    holds: bool | None


class Notes:
    """Counts over some games; two of them add up."""

    def __init__(self) -> None:
        self.count: Counts = defaultdict(float)

    def raise_to(self, what: str, number: float) -> None:
        """Note the most there was of something."""
        self.count[MOST, what] = max(self.count[MOST, what], number)

    def add(self, other: Notes) -> None:
        """Take in the counts of other games."""
        for key, number in other.count.items():
            old = self.count[key]
            self.count[key] = max(old, number) if key[0] == MOST else old + number


class Watching(Protocol):
    """Follows one game."""

    def see(self, rows: Iterable[Sequence[int]]) -> None:
        """Note the events that one step has brought."""

    def finish(self, scores: Sequence[int]) -> None:
        """Note how the game ended."""


class Balance(NamedTuple):
    """What is studied of a game."""

    watch: Callable[[np.record, Notes], Watching]  # a game that has just been set up
    # for so many seats, a kind of bot, what was noted of its games, and a seed
    measures: Callable[[int, str, Notes, int], list[Measure]]
