"""The moves of a table: what was told of each, whose turn goes on, what may come of the next.

And games that were played elsewhere: logs that people bring.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from tangledbank.accept import number_in
from tangledbank.errors import Refused
from tangledbank.games.shared.events import EventWords
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.log import Line, parse_log
from tangledbank.table import AUDIENCE, Move, Table, open_log, verify
from tangledbank.text import language, say
from tangledbank.workers import GENTLY, Terms, Worker

DEALS = 3  # of hidden cards, to see whether they matter
DEEDS = ("seat", "undo", "rest", "wake")  # what names a seat that has done something
MOST_LINES = 10_000  # the longest of our recorded games has 629; people think twice more often
LONGEST_HEADER, LONGEST_LINE = 300_000, 2_000  # letters; a header may hold a deck and a position
MEGABYTES = 300  # of addresses; the longest game takes 116
PROCESSOR_SECONDS = 20  # it takes one
SECONDS = 60.0  # all in all: the machine may be busy
MOST_WAITING = 8  # logs; each may have two megabytes

note = logging.getLogger(__name__)


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


class Told:
    """What one viewer was told of each move; what is known of a move is not asked again."""

    def __init__(self, table: Table, seat: int):
        self.table, self._seat = table, seat
        self._moves: list[Move] = []
        self._events: list[Sequence[EventWords]] = []
        self._moments = [0]
        # By language and names: the sentences of an entry, made when it is first looked at.
        self._stories: dict[tuple[str, ...], dict[int, list[str]]] = {}

    @property
    def events(self) -> Sequence[Sequence[EventWords]]:
        """The events of the opening, then those of each move that stands."""
        self._follow()
        return self._events

    @property
    def moments(self) -> Sequence[int]:
        """The numbers of moves after which the viewer has something new to see.

        What others do in secret is not counted: the count would tell of it.
        """
        self._follow()
        return self._moments

    def teller(self, names: Sequence[str]) -> Callable[[int], list[str]]:
        """Tells the events of an entry in sentences, with these names."""
        known = self._stories.setdefault((language(), *names), {})

        def tell(at: int) -> list[str]:
            if at not in known:
                story = self.table.game.sentences.story
                known[at] = story(self._events[at], names, self._seat)
            return known[at]

        return tell

    def _follow(self) -> None:
        table, moves = self.table, self.table.moves
        known = _standing(self._moves, moves)
        if not self._events:
            self._events.append(table.at(0).events(self._seat))
        self._forget(known + 1)
        for index in range(known, len(moves)):
            events = table.at(index + 1).events(self._seat, index)
            self._moves.append(moves[index])
            self._events.append(events)
            if events or moves[index].seat == self._seat:
                self._moments.append(index + 1)

    def _forget(self, start: int) -> None:
        """What came after so many entries was taken back."""
        for number in range(start, len(self._events)):
            for known in self._stories.values():
                known.pop(number, None)
        del self._events[start:]
        del self._moves[start - 1 :]
        while self._moments[-1] >= start:
            self._moments.pop()


class Turns:
    """For each move the seats whose next decision is a new turn after it.

    A turn goes on through a seat's own steps, and through what others decide at the same time:
    whether they have decided is their secret. So it is counted by what the audience sees.
    """

    def __init__(self) -> None:
        self._moves: list[Move] = []
        self._renewed: list[frozenset[int]] = []

    def of(self, table: Table, seat: int) -> tuple[int, ...]:
        """The turn a seat is in: round, phase, and how often the game went on without it."""
        self._follow(table)
        passed = sum(seat in renewed for renewed in self._renewed)
        return (*(int(table.state[name][0]) for name in ("turn", "phase")), passed)

    def _follow(self, table: Table) -> None:
        known = _standing(self._moves, table.moves)
        self._moves[known:] = table.moves[known:]
        self._renewed[known:] = [_renewed(table, n) for n in range(known, len(table.moves))]


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
    return next((number_in(line.words, name) for name in DEEDS if name in line.words), AUDIENCE)


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


def _standing(known: Sequence[Move], moves: Sequence[Move]) -> int:
    """How many of the moves that are known stand: those before one that stands do too."""
    count = min(len(moves), len(known))
    while count and moves[count - 1] is not known[count - 1]:
        count -= 1
    return count


# --- logs that people bring ----------------------------------------------------------------------
# Each is read in a process of its own, under limits, before it is here. Nobody knows what is in it;
# what such a process could bear, this one can. It loads this file and the rules, nothing else.


class LogReader:
    """Reads one log after the other."""

    def __init__(self, megabytes: int = MEGABYTES, processor_seconds: int = PROCESSOR_SECONDS):
        self._terms = Terms(False, GENTLY, True, megabytes, processor_seconds)
        self._place = asyncio.Semaphore(1)
        self._waiting = 0

    async def read(self, text: str) -> Table:
        """The table that a log leads to; refused if it is not sound, or takes too much."""
        _check_size(text)
        if self._waiting >= MOST_WAITING:
            raise Refused(say("That is too fast; wait a moment."))
        self._waiting += 1
        try:
            async with self._place:
                await self._try(text)
                return await asyncio.to_thread(open_log, text)
        finally:
            self._waiting -= 1

    async def _try(self, text: str) -> None:
        """Refuse a log that a process under limits does not find sound."""
        try:
            worker = Worker(__name__, self._terms)
            try:
                await worker.answer(SECONDS, check_here, text)
            finally:
                await asyncio.to_thread(worker.end)
        except Refused:
            raise
        except Exception as error:  # the time is over, it has ended, or none can be started
            note.warning("a log that was brought could not be read: %r", error)
            raise Refused(say("it takes too long or too much memory to read")) from None


def _check_size(text: str) -> None:
    """Refuse what is no log, or longer than any game, without a process."""
    if text.count("\n") > MOST_LINES:
        raise Refused(say("this has more than {most} lines", most=MOST_LINES))
    for number, line in enumerate(text.split("\n"), start=1):
        most = LONGEST_HEADER if number == 1 else LONGEST_LINE
        if len(line) > most:
            sentence = say("this has more than {most} letters", most=most)
            raise Refused(sentence, place=say("line {number}", number=number))
    parse_log(text[: text.find("\n") + 1])


def check_here(text: str) -> None:
    """What such a process does: refuse a log that is not sound."""
    verify(text)
