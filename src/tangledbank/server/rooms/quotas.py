"""How much one visitor may do and how fast, and all visitors of one address together.

If more wait than can be served, visitors are served in turn, however many requests each has.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Iterable
from typing import NamedTuple

from tangledbank.errors import Refused
from tangledbank.search.bot import SEARCH, read_spec
from tangledbank.text import mark, say

MOST_WATCHED = 10_000  # visitors whose pace is remembered
Waiting = deque["asyncio.Future[None]"]


class Owner(NamedTuple):
    """For whom something is done: a visitor, and the address they come from."""

    address: str = ""
    visitor: str = ""


class FairQueue:
    """So many places; addresses take turns, and so do the visitors of an address.

    Whoever asks for a thousand things waits behind themselves, and others wait for one of them.
    """

    def __init__(self, places: int):
        self._free = places
        self._waiting: OrderedDict[str, OrderedDict[str, Waiting]] = OrderedDict()

    @contextlib.asynccontextmanager
    async def place(self, owner: Owner) -> AsyncIterator[None]:
        """Have a place as soon as it is this owner's turn."""
        await self._enter(owner)
        try:
            yield
        finally:
            self._pass_on()

    async def _enter(self, owner: Owner) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        visitors = self._waiting.setdefault(owner.address, OrderedDict())
        visitors.setdefault(owner.visitor, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the place came as we went
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give a place that is free to whoever is next."""
        while self._waiting:
            turn = self._next()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _next(self) -> asyncio.Future[None]:
        """Whose turn it is; their address and they themselves go to the end of the line."""
        address, visitors = self._waiting.popitem(last=False)
        visitor, line = visitors.popitem(last=False)
        turn = line.popleft()
        if line:
            visitors[visitor] = line
        if visitors:
            self._waiting[address] = visitors
        return turn


class RateLimit:
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


def limit_of_guesses(processes: int) -> RateLimit:
    """How fast one visitor may try codes at each of several processes: they may ask all."""
    return RateLimit(max(1.0, 20 / processes), 0.2 / processes)


class Quota:
    """How often something may be done by a visitor, and how many times as often from an address."""

    def __init__(self, sentence: str, rate: tuple[float, float], share: float = 1, times: int = 10):
        most, per_second = rate[0] * share, rate[1] * share
        self._sentence = sentence
        self._visitor = RateLimit(most, per_second)
        self._address = RateLimit(most * times, per_second * times)

    def take(self, who: Owner, count: int = 1) -> None:
        """Count it; refuse what is too much, which costs nothing."""
        of_visitor, of_address = self._visitor.left(who.visitor), self._address.left(who.address)
        if min(of_visitor, of_address) < count:
            raise Refused(say(self._sentence), reason="quota")
        self._visitor.spend(who.visitor, count)
        self._address.spend(who.address, count)

    def allows(self, who: Owner) -> bool:
        """Count one more; False if that is too many. Who goes on nevertheless waits longer."""
        is_fine = self._visitor.allows(who.visitor)
        return self._address.allows(who.address) and is_fine


class Quotas:
    """All that takes room or time on the server. A visitor costs nothing, so addresses count too.

    `factor` is for those who know their visitors; several processes of a server divide it.
    """

    def __init__(self, factor: float = 1.0, processes: int = 1):
        share = factor / processes
        self.tables = Quota(
            mark("You have opened many tables just now; wait a few minutes."), (40, 1 / 20), share
        )
        self.experts = Quota(
            mark("You have asked for many bots that search; wait, or choose simpler ones."),
            (40, 1 / 20), share,
        )  # fmt: skip
        self.uploads = Quota(
            mark("You have opened many log files just now; wait a few minutes."),
            (10, 1 / 30), share, 6,
        )  # fmt: skip
        self.notes = Quota(
            mark("You have changed this often just now; wait a moment."), (20, 1 / 10), share
        )
        self.talk = Quota(mark("You have said a lot just now; wait a moment."), (10, 1 / 2), share)
        # messages over sockets: of each process, whatever the factor
        self.messages = Quota("", (60, 30))


def searching(bots: Iterable[str]) -> int:
    """How many of these bots search, which takes a processor for a while."""
    return sum(map(_searches, bots))


def _searches(bot: str) -> bool:
    try:
        return read_spec(bot).name == SEARCH
    except Refused:  # a program that was named at the start
        return False
