"""The tables in memory: each is made from its stream in the store and changed under its lock.

Whatever changes a table is told to anyone only when its entries are on disk.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from msgspec import convert

from tangledbank.errors import Refused
from tangledbank.server.rooms.live import Live, Plan, Turn
from tangledbank.server.store import Entry, Store
from tangledbank.text import say

MOST_LIVE = 2000  # tables in memory
FINISHED_AGE, IDLE_AGE = 600.0, 3600.0  # seconds after which nobody's tables leave it

note = logging.getLogger(__name__)


class Tables(ABC):
    """All tables of a store, those in memory and those that can be made again."""

    def __init__(self, store: Store):
        self.store = store
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._work: set[asyncio.Task[Any]] = set()
        self._ends: dict[str, dict[Turn, float]] = {}  # of clocks of tables that were let go

    @abstractmethod
    def _go_on(self, live: Live, has_changed: bool = False) -> None:
        """A table was made or has changed: begin what follows without anyone."""

    @abstractmethod
    def _look(self, live: Live) -> None:
        """Someone asks for a table that is in memory."""

    @abstractmethod
    def _is_watched(self, live: Live) -> bool:
        """Whether someone has a page of a table open."""

    async def close(self) -> None:
        """Stop all work; what is being written is finished by the store."""
        work = [*self._work]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    def begin_work(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something beside everything else, until it is done or the server ends."""
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._end_work)
        return task

    def _end_work(self, task: asyncio.Task[Any]) -> None:
        self._work.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refused):  # that is told to whoever asked for it
            note.error("work at a table has failed", exc_info=error)

    # --- finding -------------------------------------------------------------------------------

    async def table(self, name: str) -> Live:
        """The table of this name, made from the store if it is not at hand."""
        live = self.at_hand(name)
        if live is None:
            if name not in self._loading:
                self._loading[name] = self.begin_work(self._load(name))
            return await asyncio.shield(self._loading[name])
        if not await self.is_current(live):
            return await self.table(name)
        live.used = time.monotonic()
        self._look(live)
        return live

    def at_hand(self, name: str) -> Live | None:
        """The table of this name if it is in memory."""
        return self._live.get(name)

    def holds(self, live: Live) -> bool:
        """Whether a table is still the one in memory; if it failed, it is made anew."""
        return self._live.get(live.id) is live

    async def is_current(self, live: Live) -> bool:
        """Whether a table in memory is true; what other servers have written is taken in first."""
        if not self.store.is_shared:
            return True
        async with live.lock:
            if not self.holds(live):
                return False
            news = await self.store.read(live.id, live.length)
            if not news:
                return True
            try:
                live.play_on(live.take(news))
            except Exception:  # half of it is no table
                del self._live[live.id]
                raise
            live.is_elsewhere = True
        self._go_on(live)
        return True

    async def _load(self, name: str) -> Live:
        try:
            live, lines = await self.outline(name)
            await asyncio.to_thread(live.play_on, lines)
            live.is_elsewhere = self.store.is_shared
            now, ends = time.monotonic(), self._ends.pop(name, {})
            live.time_left = {turn: max(0.0, end - now) for turn, end in ends.items()}
            self._hold(live)
            self._go_on(live)
            return live
        finally:
            del self._loading[name]

    async def outline(self, name: str) -> tuple[Live, list[str]]:
        """A table without its game, and the log of that."""
        entries = await self.store.read(name)
        if not entries or "open" not in entries[0]:
            raise Refused(say("There is no such table."))
        live = Live(name, convert(entries[0]["open"], Plan))
        return live, live.take(entries)

    def _hold(self, live: Live) -> None:
        """Have a table in memory; if there are too many, let go of those unused for longest."""
        self._live[live.id] = live
        many = len(self._live) - MOST_LIVE
        if many > 0:
            unused = [one for one in self._live.values() if one != live and not self._is_busy(one)]
            for old in sorted(unused, key=lambda one: one.used)[:many]:
                self._let_go(old)

    def sweep(self, now: float) -> None:
        """Let go of tables that nobody has asked for in a while; finished ones go sooner."""
        for live in [*self._live.values()]:
            is_done = live.plan.is_log or (live.table is not None and live.table.over)
            is_unused = now - live.used > (FINISHED_AGE if is_done else IDLE_AGE)
            if is_unused and not self._is_busy(live):
                self._let_go(live)

    def _is_busy(self, live: Live) -> bool:
        return live.lock.locked() or live.is_at_work or self._is_watched(live)

    def _let_go(self, live: Live) -> None:
        """Forget a table that can be made again from the store, at the latest when time is over."""
        del self._live[live.id]
        if live.clocks:
            ends = {turn: clock.end for turn, clock in live.clocks.items()}
            self._ends[live.id] = ends
            self.begin_work(self._fetch_at(live.id, min(ends.values())))
        for clock in live.clocks.values():
            clock.task.cancel()

    async def _fetch_at(self, name: str, end: float) -> None:
        await asyncio.sleep(end - time.monotonic())
        if name in self._ends:
            await self.table(name)

    # --- changing ------------------------------------------------------------------------------

    async def begin(self, live: Live, entries: Sequence[Entry]) -> None:
        """Begin the stream of a new table."""
        await self.store.create(live.id, entries)
        live.length = len(entries)
        self._hold(live)

    async def alter(self, live: Live, change: Callable[[], list[Entry]]) -> None:
        """Change a table under its lock; whoever waits may go away, the work is finished."""
        await asyncio.shield(self.begin_work(self._altered(live, change)))

    async def _altered(self, live: Live, change: Callable[[], list[Entry]]) -> None:
        async with live.lock:
            if not self.holds(live):
                raise Refused(say("The table has changed since; look again."), reason="stale")
            before = (len(live.table.lines), len(live.table.moves)) if live.table else None
            try:
                entries = change()
            except Refused:
                raise
            except Exception:  # nobody knows what is in memory now
                self._live.pop(live.id, None)
                raise
            if live.table and before is not None:
                entries = [*self._log_entries(live, *before), *entries]
            if entries:
                await self._keep(live, entries)
        self._go_on(live, has_changed=bool(entries))

    def _log_entries(self, live: Live, lines: int, moves: int) -> list[Entry]:
        """What was added to the log; a wish to take back lapses with it, unless it is a secret."""
        table = live.playing
        new = table.lines[lines:]
        if new:
            live.settle()
        is_secret = not any(move.events for move in table.moves[moves:])
        entries = [Entry({"line": line.text}, is_secret=is_secret) for line in new]
        if live.wish is not None and not is_secret:
            live.wish = None
            entries.append(Entry({"lapse": True}))
        return entries

    async def _keep(self, live: Live, entries: Sequence[Entry]) -> None:
        """Write; if that fails, what is in memory is not true and is made again from the store."""
        is_kept = False
        try:
            is_kept = await self.store.append(live.id, live.length, entries)
        finally:
            if not is_kept:
                self._live.pop(live.id, None)
        if not is_kept:
            raise Refused(say("The table has changed since; look again."), reason="stale")
        live.length += len(entries)
        live.is_elsewhere = False
        self._live.move_to_end(live.id)
