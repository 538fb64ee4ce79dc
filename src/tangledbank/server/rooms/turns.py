"""Whose turn goes on, and whose comes anew: the time of a seat is counted by its turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tangledbank.log import Line
from tangledbank.table import AUDIENCE, Move, Table

DEEDS = ("seat", "undo", "rest", "wake")  # what names a seat that has done something


class Turns:
    """For each move the seats whose next decision is a new turn after it.

    A turn goes on through a seat's own steps, and through what others decide at the same time:
    whether they have decided is their secret. So it is counted by what the audience sees.
    """

    def __init__(self) -> None:
        self._known: list[tuple[Move, frozenset[int]]] = []

    def of(self, table: Table, seat: int) -> tuple[int, ...]:
        """The turn a seat is in: round, phase, and how often the game went on without it."""
        self._follow(table)
        passed = sum(seat in renewed for _, renewed in self._known)
        return (*(int(table.state[name][0]) for name in ("turn", "phase")), passed)

    def _follow(self, table: Table) -> None:
        moves = table.moves
        known = 0
        while known < min(len(moves), len(self._known)) and moves[known] is self._known[known][0]:
            known += 1
        del self._known[known:]
        for index in range(known, len(moves)):
            self._known.append((moves[index], _renewed(table, index)))


def _renewed(table: Table, index: int) -> frozenset[int]:
    move, before = table.moves[index], table.at(index)
    seats = frozenset(range(len(table.players)))
    deciding = before.deciding()
    is_shown = before.state["stage"][0] != table.at(index + 1).state["stage"][0]
    if len(deciding) > 1 and is_shown:  # what all have decided at the same time
        return seats
    return seats - {move.seat, *deciding}


class Deeds:
    """How often each seat has done something; a log only grows, so the old lines stay counted."""

    def __init__(self) -> None:
        self._lines: Sequence[Line] = ()
        self._known = 0
        self._counts: Counter[int] = Counter()

    def of(self, lines: Sequence[Line], seat: int) -> int:
        """How many lines of a log are a seat's own."""
        if lines is not self._lines:
            self._lines, self._known, self._counts = lines, 0, Counter()
        self._counts.update(map(_doer, lines[self._known :]))
        self._known = len(lines)
        return self._counts[seat]


def _doer(line: Line) -> int:
    return next((line.words[name] for name in DEEDS if name in line.words), AUDIENCE)


def last_action(lines: Sequence[Line], seat: int) -> int:
    """The line of a seat's last action that stands, or -1."""
    standing: list[tuple[int, int]] = []  # seats and lines
    for number, line in enumerate(lines):
        words = line.words
        if "do" in words and not words.get("auto"):
            standing.append((words["seat"], number))
        elif "undo" in words:
            _take_back(standing, words["undo"], bool(words["consent"]))
    return _last(number for one, number in standing if one == seat)


def _take_back(standing: list[tuple[int, int]], seat: int, with_consent: bool) -> None:
    """Without the consent of others it goes alone; what they did at the same time stays."""
    index = _last(index for index, (one, _) in enumerate(standing) if one == seat)
    del standing[index : None if with_consent else index + 1]


def _last(numbers: Iterable[int]) -> int:
    return max(numbers, default=-1)
