"""The tables in memory: each is made from its stream in the store and changed under its lock.

Whatever changes a table is told to anyone only when its entries are on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Coroutine, Sequence
from typing import NamedTuple, TypeVar
from zlib import crc32

from msgspec import convert

from tangledbank.errors import Refused
from tangledbank.server.rooms.bots import Autoplay, ProgramPlayers, Thinkers
from tangledbank.server.rooms.live import Change, Live, TablePlan, Turn, altering
from tangledbank.server.store import Entries, Store, StreamEntry
from tangledbank.table import AUDIENCE
from tangledbank.text import say

MOST_LIVE = 2000  # tables in memory
FINISHED_AGE, IDLE_AGE = 600.0, 3600.0  # seconds after which nobody's tables leave it
ABSENCE = 180.0  # seconds without a page until others may let a bot play for someone

T = TypeVar("T")

note = logging.getLogger(__name__)


class Share(NamedTuple):
    """Which of several processes this is."""

    number: int = 0
    total: int = 1

    def has(self, name: str) -> bool:
        """Whether the name of a table, an invitation or a seat leads to this process."""
        return place_of(name.encode(), self.total) == self.number

    def name(self, make: Callable[[], str]) -> str:
        """One of the names made that leads here, so that whoever has it is here at once."""
        return next(filter(self.has, iter(make, "")))


ALL = Share()


def place_of(name: bytes, total: int) -> int:
    """The number of the process to which a name leads."""
    return crc32(name) % total


class Tables:
    """All tables of a store, those in memory and those that can be made again."""

    def __init__(self, store: Store, thinkers: Thinkers, programs: ProgramPlayers, pace: float):
        self.store, self.thinkers, self.programs = store, thinkers, programs
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._work: set[asyncio.Task[object]] = set()
        self._ends: dict[str, dict[Turn, float]] = {}  # of clocks of tables that were let go
        self._autoplay = Autoplay(self, pace)
        self.presence = Presence(self)

    async def close(self) -> None:
        """Stop all work and the bots; what is being written is finished by the store."""
        work = [*self._work]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await self.thinkers.close()
        self.programs.close()

    def begin_work(self, work: Coroutine[object, None, T]) -> asyncio.Task[T]:
        """Do something beside everything else, until it is done or the server ends."""
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._end_work)
        return task

    def _end_work(self, task: asyncio.Task[object]) -> None:
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
        self._autoplay.look(live)
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
        self._autoplay.go_on(live)
        return True

    async def _load(self, name: str) -> Live:
        try:
            live, lines = await self.outline(name)
            await asyncio.to_thread(live.play_on, lines)
            live.is_elsewhere = self.store.is_shared
            now, ends = time.monotonic(), self._ends.pop(name, {})
            live.time_left = {turn: max(0.0, end - now) for turn, end in ends.items()}
            self._hold(live)
            self._autoplay.go_on(live)
            return live
        finally:
            del self._loading[name]

    async def outline(self, name: str) -> tuple[Live, list[str]]:
        """A table without its game, and the log of that."""
        entries = await self.store.read(name)
        if not entries or "open" not in entries[0]:
            raise Refused(say("There is no such table."))
        live = Live(name, convert(entries[0]["open"], TablePlan))
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
        return live.lock.locked() or live.is_at_work or self.presence.has_page(live.id)

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

    async def begin(self, live: Live, entries: Sequence[StreamEntry]) -> None:
        """Begin the stream of a new table."""
        await self.store.create(live.id, entries)
        live.length = len(entries)
        self._hold(live)

    async def alter(self, live: Live, change: Change) -> None:
        """Change a table under its lock; whoever waits may go away, the work is finished."""
        await asyncio.shield(self.begin_work(self._altered(live, change)))

    async def _altered(self, live: Live, change: Change) -> None:
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
        self._autoplay.go_on(live, has_changed=bool(entries))

    def _log_entries(self, live: Live, lines: int, moves: int) -> Entries:
        """What was added to the log; a wish to take back lapses with it, unless it is a secret."""
        table = live.playing
        new = table.lines[lines:]
        if new:
            live.settle()
        is_secret = not any(move.events for move in table.moves[moves:])
        entries = [StreamEntry({"line": line.text}, is_secret=is_secret) for line in new]
        if live.wish is not None and not is_secret:
            entries.append(live.put({"lapse": True}))
        return entries

    async def _keep(self, live: Live, entries: Sequence[StreamEntry]) -> None:
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


class Presence:
    """The open pages of all tables, and for whom one waits."""

    def __init__(self, tables: Tables):
        self._tables, self.alter = tables, tables.alter
        self._here: defaultdict[str, Counter[str]] = defaultdict(Counter)  # open pages of sessions
        self._missed: dict[tuple[str, str], asyncio.Task[None]] = {}  # by table and session

    def arrive(self, name: str, session: str) -> None:
        """Someone has opened a page of a table."""
        self._here[name][session] += 1

    def has_page(self, name: str) -> bool:
        """Whether anyone has a page of a table open."""
        return name in self._here

    def go(self, name: str, session: str) -> None:
        """Such a page was closed."""
        self._here[name] -= Counter([session])
        live = self._tables.at_hand(name)
        if not self._here[name]:
            del self._here[name]
        elif live:
            self._miss_others(live)

    async def see(self, live: Live, session: str) -> None:
        """Someone is there, with an open page or without script; who is not will be missed."""
        missed = self._missed.pop((live.id, session), None)
        if missed:
            missed.cancel()
        seat = live.seat_of(session)
        if seat != AUDIENCE and live.seats[seat].absent:
            with contextlib.suppress(Refused):  # changed at this moment: seen again soon
                await self._mark(live, seat, False)
        self._miss_others(live)

    def _miss_others(self, live: Live) -> None:
        """Begin to wait for all people without a page, as long as someone has one."""
        here = self._here.get(live.id)
        if not here or live.table is None or live.table.over:
            return
        for seat in (live.seats[number] for number in live.people):
            key = (live.id, seat.session)
            is_missed = not (here[seat.session] or seat.absent or seat.away)
            if is_missed and key not in self._missed:
                self._missed[key] = self._tables.begin_work(self._miss(*key))

    async def _miss(self, name: str, session: str) -> None:
        await asyncio.sleep(ABSENCE)
        self._missed.pop((name, session), None)
        here = self._here.get(name)
        live = await self._tables.table(name)
        seat = live.seat_of(session)
        if here and not here[session] and seat != AUDIENCE and not live.playing.over:
            with contextlib.suppress(Refused):  # changed at this moment: missed again later
                await self._mark(live, seat, True)

    @altering
    def _mark(self, live: Live, seat: int, is_absent: bool) -> Entries:
        return [live.put({"absent": seat, "is": is_absent})]
