"""The tables in memory: each is made from its stream in the store and changed under its lock.

Whatever changes a table is told to anyone only when its entries are on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Sequence
from typing import NamedTuple, TypeVar
from zlib import crc32

from msgspec import convert

from tangledbank.errors import Refused
from tangledbank.server.rooms.bots import Autoplay, BotWorkers, ExternalBots
from tangledbank.server.rooms.room import Change, Room, TablePlan, Turn, stale, transaction
from tangledbank.server.store import Entries, Store, StreamEntry
from tangledbank.table import AUDIENCE
from tangledbank.text import say

MOST_ROOMS = 2000  # tables in memory
FINISHED_AGE, IDLE_AGE = 600.0, 3600.0  # seconds after which nobody's tables leave it
ABSENCE = 180.0  # seconds without a page until others may let a bot play for someone

T = TypeVar("T")

note = logging.getLogger(__name__)


class Shard(NamedTuple):
    """Which of several processes this is."""

    number: int = 0
    total: int = 1

    def has(self, name: str) -> bool:
        """Whether the name of a table, an invitation or a seat leads to this process."""
        return shard_of(name.encode(), self.total) == self.number

    def name(self, make: Callable[[], str]) -> str:
        """One of the names made that leads here, so that whoever has it is here at once."""
        return next(filter(self.has, iter(make, "")))


ONLY_SHARD = Shard()


def shard_of(name: bytes, total: int) -> int:
    """The number of the process to which a name leads."""
    return crc32(name) % total


class Tables:
    """All tables of a store, those in memory and those that can be made again."""

    def __init__(self, store: Store, bot_workers: BotWorkers, programs: ExternalBots, pace: float):
        self.store, self.bot_workers, self.programs = store, bot_workers, programs
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        self._deadlines: dict[str, dict[Turn, float]] = {}  # of clocks of tables that were let go
        self._autoplay = Autoplay(self, pace)
        self.presence = Presence(self)

    async def close(self) -> None:
        """Stop all work and the bots; what is being written is finished by the store."""
        work = [*self._tasks]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await self.bot_workers.close()
        self.programs.close()

    def run_in_background(self, work: Coroutine[object, None, T]) -> asyncio.Task[T]:
        """Do something beside everything else, until it is done or the server ends."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._end_task)
        return task

    def _end_task(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refused):  # that is told to whoever asked for it
            note.error("work at a table has failed", exc_info=error)

    # --- finding -------------------------------------------------------------------------------

    async def table(self, name: str) -> Room:
        """The table of this name, made from the store if it is not at hand."""
        room = self.in_memory(name)
        if room is None:
            if name not in self._loading:
                self._loading[name] = self.run_in_background(self._load(name))
            return await asyncio.shield(self._loading[name])
        if not await self.is_current(room):
            return await self.table(name)
        room.used = time.monotonic()
        self._autoplay.look(room)
        return room

    def in_memory(self, name: str) -> Room | None:
        """The table of this name if it is in memory."""
        return self._rooms.get(name)

    def holds(self, room: Room) -> bool:
        """Whether a table is still the one in memory; if it failed, it is made anew."""
        return self._rooms.get(room.id) is room

    async def is_current(self, room: Room) -> bool:
        """Whether a table in memory is true; what other servers have written is taken in first."""
        if not self.store.is_shared:
            return True
        async with room.lock:
            if not self.holds(room):
                return False
            news = await self.store.read(room.id, room.length)
            if not news:
                return True
            try:
                room.play_on(room.take(news))
            except Exception:  # half of it is no table
                del self._rooms[room.id]
                raise
            room.is_elsewhere = True
        self._autoplay.go_on(room)
        return True

    async def _load(self, name: str) -> Room:
        try:
            room, lines = await self.outline(name)
            await asyncio.to_thread(room.play_on, lines)
            room.is_elsewhere = self.store.is_shared
            now, ends = time.monotonic(), self._deadlines.pop(name, {})
            room.time_left = {turn: max(0.0, end - now) for turn, end in ends.items()}
            self._hold(room)
            self._autoplay.go_on(room)
            return room
        finally:
            del self._loading[name]

    async def outline(self, name: str) -> tuple[Room, list[str]]:
        """A table without its game, and the log of that."""
        entries = await self.store.read(name)
        if not entries or "open" not in entries[0]:
            raise Refused(say("There is no such table."))
        room = Room(name, convert(entries[0]["open"], TablePlan))
        return room, room.take(entries)

    def _hold(self, room: Room) -> None:
        """Have a table in memory; if there are too many, let go of those unused for longest."""
        self._rooms[room.id] = room
        many = len(self._rooms) - MOST_ROOMS
        if many > 0:
            unused = [one for one in self._rooms.values() if one != room and not self._is_busy(one)]
            for old in sorted(unused, key=lambda one: one.used)[:many]:
                self._evict(old)

    def evict_idle(self, now: float) -> None:
        """Let go of tables that nobody has asked for in a while; finished ones go sooner."""
        for room in [*self._rooms.values()]:
            is_done = room.plan.is_log or (room.table is not None and room.table.over)
            is_unused = now - room.used > (FINISHED_AGE if is_done else IDLE_AGE)
            if is_unused and not self._is_busy(room):
                self._evict(room)

    def _is_busy(self, room: Room) -> bool:
        return room.lock.locked() or room.is_at_work or self.presence.has_page(room.id)

    def _evict(self, room: Room) -> None:
        """Forget a table that can be made again from the store, at the latest when time is over."""
        del self._rooms[room.id]
        if room.clocks:
            ends = {turn: clock.end for turn, clock in room.clocks.items()}
            self._deadlines[room.id] = ends
            self.run_in_background(self._reload_at(room.id, min(ends.values())))
        for clock in room.clocks.values():
            clock.task.cancel()

    async def _reload_at(self, name: str, end: float) -> None:
        await asyncio.sleep(end - time.monotonic())
        if name in self._deadlines:
            await self.table(name)

    # --- changing ------------------------------------------------------------------------------

    async def begin(self, room: Room, entries: Sequence[StreamEntry]) -> None:
        """Begin the stream of a new table."""
        await self.store.create(room.id, entries)
        room.length = len(entries)
        self._hold(room)

    async def transact(self, room: Room, change: Change) -> None:
        """Change a table under its lock; whoever waits may go away, the work is finished."""
        await asyncio.shield(self.run_in_background(self._transacted(room, change)))

    async def _transacted(self, room: Room, change: Change) -> None:
        async with room.lock:
            if not self.holds(room):
                raise stale()
            before = (len(room.table.lines), len(room.table.moves)) if room.table else None
            try:
                entries = change()
            except Refused:
                raise
            except Exception:  # nobody knows what is in memory now
                self._rooms.pop(room.id, None)
                raise
            if room.table and before is not None:
                entries = [*self._log_entries(room, *before), *entries]
            if entries:
                await self._persist(room, entries)
        self._autoplay.go_on(room, has_changed=bool(entries))

    def _log_entries(self, room: Room, lines: int, moves: int) -> Entries:
        """What was added to the log; a wish to take back lapses with it, unless it is a secret."""
        table = room.playing
        new = table.lines[lines:]
        if new:
            room.settle()
        is_secret = not any(move.events for move in table.moves[moves:])
        entries = [StreamEntry({"line": line.text}, is_secret=is_secret) for line in new]
        if room.wish is not None and not is_secret:
            entries.append(room.record({"lapse": True}))
        return entries

    async def _persist(self, room: Room, entries: Sequence[StreamEntry]) -> None:
        """Write; if that fails, what is in memory is not true and is made again from the store."""
        is_kept = False
        try:
            is_kept = await self.store.append(room.id, room.length, entries)
        finally:
            if not is_kept:
                self._rooms.pop(room.id, None)
        if not is_kept:
            raise stale()
        room.length += len(entries)
        room.is_elsewhere = False


class Presence:
    """The open pages of all tables, and for whom one waits."""

    def __init__(self, tables: Tables):
        self._tables, self.transact = tables, tables.transact
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
        room = self._tables.in_memory(name)
        if not self._here[name]:
            del self._here[name]
        elif room:
            self._miss_others(room)

    async def see(self, room: Room, session: str) -> None:
        """Someone is there, with an open page or without script; who is not will be missed."""
        missed = self._missed.pop((room.id, session), None)
        if missed:
            missed.cancel()
        seat = room.seat_of(session)
        if seat != AUDIENCE and room.seats[seat].absent:
            with contextlib.suppress(Refused):  # changed at this moment: seen again soon
                await self._mark(room, seat, False)
        self._miss_others(room)

    def _miss_others(self, room: Room) -> None:
        """Begin to wait for all people without a page, as long as someone has one."""
        here = self._here.get(room.id)
        if not here or room.table is None or room.table.over:
            return
        for seat in (room.seats[number] for number in room.people):
            key = (room.id, seat.session)
            is_missed = not (here[seat.session] or seat.absent or seat.away)
            if is_missed and key not in self._missed:
                self._missed[key] = self._tables.run_in_background(self._miss(*key))

    async def _miss(self, name: str, session: str) -> None:
        await asyncio.sleep(ABSENCE)
        self._missed.pop((name, session), None)
        here = self._here.get(name)
        room = await self._tables.table(name)
        seat = room.seat_of(session)
        if here and not here[session] and seat != AUDIENCE and not room.playing.over:
            with contextlib.suppress(Refused):  # changed at this moment: missed again later
                await self._mark(room, seat, True)

    @transaction
    def _mark(self, room: Room, seat: int, is_absent: bool) -> Entries:
        return [room.record({"absent": seat, "is": is_absent})]
