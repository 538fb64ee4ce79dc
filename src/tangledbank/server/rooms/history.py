"""The moves of a table: what was told of each, whose turn goes on, what may come of the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

import numpy as np

from tangledbank.accept import number_in
from tangledbank.games.shared.events import EventWords
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.log import Line
from tangledbank.table import AUDIENCE, Move, Table
from tangledbank.text import language

DEALS = 3  # of hidden cards, to see whether they matter
ACTOR_FIELDS = ("seat", "undo", "rest", "wake")  # what names a seat that has done something

T = TypeVar("T")


def tried(table: Table, seat: int, code: int) -> Table | None:
    """The table after an action that nobody carries out; none if that tells what nobody knows."""
    found = possible(table, seat, code)
    looks = [(then.view(seat), then.events(seat, len(table.moves))) for then in found]
    return found[0] if found and all(look == looks[0] for look in looks) else None


def possible(table: Table, seat: int, code: int) -> list[Table]:
    """Tables that may come of an action: none if dice fall, several if hidden cards are turned.

    All of it is dealt by what the seat sees: nothing true of the others is told, neither by what
    comes of it nor by how long that takes.
    """
    generator = new_generator()
    plant(generator, seat)
    found: list[Table] = []
    for _ in range(DEALS):
        state = table.observation(seat)
        table.game.kernel.redeal(state, seat, generator)
        then = table.supposing(state)
        then.act(seat, code)
        if not np.array_equal(then.state["rng"], state["rng"]):
            return []
        found.append(then)
        if np.array_equal(then.state["shown"], state["shown"]):
            break
    return found


def turns_up(table: Table, then: Table, seat: int) -> bool:
    """Whether a seat sees cards after an action that were hidden from it before."""
    seen = then.state["known"] & ~table.state["known"]
    return bool((seen & 1 << seat).any())


class PerMove(Generic[T]):
    """Something about each move that stands, worked out once; what was taken back is forgotten."""

    def __init__(self, work_out: Callable[[Table, int], T]):
        self._work_out = work_out
        self._moves: list[Move] = []
        self._known: list[T] = []

    def of(self, table: Table) -> Sequence[T]:
        """What is to be known of all moves of a table."""
        moves = table.moves
        standing = min(len(moves), len(self._moves))
        while standing and moves[standing - 1] is not self._moves[standing - 1]:
            standing -= 1  # those before one that stands do too
        self._known[standing:] = [self._work_out(table, n) for n in range(standing, len(moves))]
        self._moves[standing:] = moves[standing:]
        return self._known


class ViewerHistory:
    """What one viewer was told of each move."""

    def __init__(self, table: Table, seat: int):
        self.table, self._seat = table, seat
        self._opening = table.at(0).events(seat)
        self._told = PerMove(lambda table, move: table.at(move + 1).events(seat, move))
        # By language and names: events, and the sentences made when they were first looked at.
        self._stories: dict[tuple[str, ...], dict[int, tuple[Sequence[EventWords], list[str]]]] = {}

    @property
    def events(self) -> Sequence[Sequence[EventWords]]:
        """The events of the opening, then those of each move that stands."""
        return [self._opening, *self._told.of(self.table)]

    @property
    def moments(self) -> Sequence[int]:
        """The numbers of moves after which the viewer has something new to see.

        What others do in secret is not counted: the count would tell of it.
        """
        moves = zip(self._told.of(self.table), self.table.moves, strict=True)
        told = (
            number
            for number, (events, move) in enumerate(moves, 1)
            if events or move.seat == self._seat
        )
        return [0, *told]

    def teller(self, names: Sequence[str]) -> Callable[[int], list[str]]:
        """Tells the events of an entry in sentences, with these names."""
        known, events = self._stories.setdefault((language(), *names), {}), self.events

        def tell(at: int) -> list[str]:
            if at not in known or known[at][0] is not events[at]:  # it was taken back
                story = self.table.game.sentences.story(events[at], names, self._seat)
                known[at] = (events[at], story)
            return known[at][1]

        return tell


def renewed_turns(table: Table, index: int) -> frozenset[int]:
    """The seats whose next decision is a new turn after a move.

    A turn goes on through a seat's own steps, and through what others decide at the same time:
    whether they have decided is their secret. So it is counted by what the audience sees.
    """
    move, before = table.moves[index], table.at(index)
    seats = frozenset(range(len(table.players)))
    deciding = before.deciding()
    is_shown = before.state["stage"][0] != table.at(index + 1).state["stage"][0]
    if len(deciding) > 1 and is_shown:  # what all have decided at the same time
        return seats
    return seats - {move.seat, *deciding}


class ActionCounts:
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
    return next((number_in(line.words, one) for one in ACTOR_FIELDS if one in line.words), AUDIENCE)


def last_action(lines: Sequence[Line], seat: int) -> int:
    """The line of a seat's last action that stands, or -1."""
    standing: list[tuple[int, int]] = []  # seats and lines
    for number, line in enumerate(lines):
        words = line.words
        if "do" in words and not words.get("auto"):
            standing.append((number_in(words, "seat"), number))
        elif "undo" in words:
            _take_back(standing, number_in(words, "undo"), bool(words["consent"]))
    return _last(number for one, number in standing if one == seat)


def _take_back(standing: list[tuple[int, int]], seat: int, with_consent: bool) -> None:
    """Without the consent of others it goes alone; what they did at the same time stays."""
    index = _last(index for index, (one, _) in enumerate(standing) if one == seat)
    del standing[index : None if with_consent else index + 1]


def _last(numbers: Iterable[int]) -> int:
    return max(numbers, default=-1)
