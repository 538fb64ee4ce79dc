"""Who is served next, if more wait than can be served: each visitor in turn, not each wish."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from typing import NamedTuple

Line = deque["asyncio.Future[None]"]


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
        self._waiting: OrderedDict[str, OrderedDict[str, Line]] = OrderedDict()

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
