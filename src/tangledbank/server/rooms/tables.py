"""The tables in memory: each is made from its stream in the store and changed under its lock.

Whatever changes a table is told to anyone only when its entries are on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import NamedTuple, TypeVar
from zlib import crc32

from msgspec import convert

from tangledbank.errors import Refused
from tangledbank.games.shared.rows import Role
from tangledbank.search.bot import CARETAKER, Problem, problem_at, read_spec
from tangledbank.server.rooms.history import last_action
from tangledbank.server.rooms.live import Change, Clock, Live, NoteKind, TablePlan, Turn, altering
from tangledbank.server.rooms.thinking import Decision, ProgramPlayers, Thinkers
from tangledbank.server.store import Entries, Store, StreamEntry
from tangledbank.table import AUDIENCE
from tangledbank.text import say
from tangledbank.workers.programs import Failure

MOST_LIVE = 2000  # tables in memory
FINISHED_AGE, IDLE_AGE = 600.0, 3600.0  # seconds after which nobody's tables leave it
ABSENCE = 180.0  # seconds without a page until others may let a bot play for someone
TIME_FOR_OTHERS = 1.0  # seconds until a server moves the bots that another should have moved
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0  # seconds until something that went wrong is tried again

T = TypeVar("T")
Step = Callable[[], Awaitable[bool]]

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


# --- what goes on without anyone -----------------------------------------------------------------
# Bots decide, and the caretaker for those whose time is over. Whatever goes wrong here may pass: a
# full disk, a store that is away, no room for a process. So it is tried again, after longer and
# longer pauses or when someone looks at the table.


class Autoplay:
    """The bots and the clocks of all tables in memory."""

    def __init__(self, tables: Tables, pace: float):
        self._tables, self.alter = tables, tables.alter
        self._pace = pace  # seconds between two moves of bots, so that people can follow
        self._troubles: dict[str, Backoff] = {}  # by table

    def go_on(self, live: Live, has_changed: bool = False) -> None:
        """Wake the bots of a table and set its clocks."""
        if has_changed:
            self._forget_trouble(live)
        live.is_stuck = live.id in self._troubles
        self._wake_bots(live)
        self._set_clocks(live)

    def look(self, live: Live) -> None:
        """Someone looks at a table: what stands still there is tried again at once."""
        if live.id in self._troubles:
            self._troubles[live.id].looked_at.set()
        else:
            self._wake_bots(live)

    # --- trouble that may pass -----------------------------------------------------------------

    async def _steadily(self, live: Live, step: Step) -> None:
        """Take a step after the other until one says that it was the last, whatever goes wrong."""
        while self._tables.holds(live):
            try:
                is_last = await step()
            except Exception as error:
                if not _is_stale(error):  # else the table has changed: the step is taken anew
                    await self._recover(live, error)
            else:
                self._forget_trouble(live)
                if is_last:
                    return

    async def _recover(self, live: Live, error: Exception) -> None:
        """Wait; then have the table again, made from the store if it was lost."""
        while True:
            trouble = self._troubles.setdefault(live.id, Backoff())
            note.warning("table %s stands still: %s: %s", live.id, type(error).__name__, error)
            live.is_stuck = True
            self._tables.store.ring(live.id)
            await trouble.wait()
            if self._tables.holds(live):
                return
            try:
                again = await self._tables.table(live.id)
                if again.bot_to_move() is None:  # else its bots go on by themselves
                    self._forget_trouble(again)
                return
            except Exception as worse:
                if _is_final(worse):
                    note.error("table %s cannot be made again: %s", live.id, worse)
                    self._troubles.pop(live.id, None)
                    return
                error = worse

    def _forget_trouble(self, live: Live) -> None:
        if self._troubles.pop(live.id, None):
            live.is_stuck = False
            self._tables.store.ring(live.id)

    # --- bots ----------------------------------------------------------------------------------

    def _wake_bots(self, live: Live) -> None:
        if not live.is_at_work and live.bot_to_move() is not None:
            work = self._steadily(live, lambda: self._play_bot(live))
            live.bots_at_work = self._tables.begin_work(work)
        if live.table and live.table.over:
            self._tables.programs.dismiss(live.id)

    async def _play_bot(self, live: Live) -> bool:
        """Let a bot decide that has to; whether there was none."""
        if live.is_elsewhere and await self._is_played_on(live):
            return False
        async with live.lock:
            seat = live.bot_to_move()
            if seat is None:
                live.bots_at_work = None
                return True
            stamp = live.stamp(seat)
            problem = problem_at(live.playing, seat, live.seats[seat].player)
        try:
            decision = await self._think(live, problem)
            await asyncio.sleep(self._pace)
            await self._act(live, seat, stamp, problem.bot, decision)
        except Failure as failure:
            note.warning("at table %s: %s", live.id, failure)
            await self._replace(live, seat, stamp)
        return False

    @altering
    def _act(self, live: Live, seat: int, stamp: str, bot: str, decision: Decision) -> Entries:
        table = live.check(seat, stamp)
        if live.seats[seat].player != bot:  # the one it decided for has come back
            return []
        table.act(seat, decision.code)
        return [live.tell(NoteKind.SLOW, seat)] if decision.is_stand_ins else []

    async def _think(self, live: Live, problem: Problem) -> Decision:
        """What a bot does: one of ours, or a program."""
        try:
            read_spec(problem.bot)
        except Refused:
            return Decision(await self._tables.programs.choose(live.id, problem))
        return await self._tables.thinkers.choose(problem, live.owner)

    @altering
    def _replace(self, live: Live, seat: int, stamp: str) -> Entries:
        """Let the caretaker play on for a program that has failed."""
        live.check(seat, stamp).leave(seat, CARETAKER)
        return [live.tell(NoteKind.FAILED, seat)]

    async def _is_played_on(self, live: Live) -> bool:
        """Leave the bots to the server at which someone has just acted, if it still lives."""
        length = live.length
        await asyncio.sleep(self._pace + TIME_FOR_OTHERS)
        return not await self._tables.is_current(live) or live.length != length

    # --- time ----------------------------------------------------------------------------------

    def _set_clocks(self, live: Live) -> None:
        """Count the time of everyone whose turn it is; what is taken back brings no new time."""
        table = live.table
        if table is None or not live.plan.seconds:
            return
        due = {live.turn(seat) for seat in table.pending if not live.seats[seat].player}
        now = time.monotonic()
        for turn in live.clocks.keys() - due:
            clock = live.clocks.pop(turn)
            clock.task.cancel()
            if not live.is_late(turn[0]):
                live.time_left[turn] = max(0.0, clock.end - now)
        for turn in due - live.clocks.keys():
            left = live.time_left.pop(turn, float(live.plan.seconds))
            task = self._tables.begin_work(self._time_out(live, turn, left))
            live.clocks[turn] = Clock(now + left, task)

    async def _time_out(self, live: Live, turn: Turn, seconds: float) -> None:
        """Let the caretaker decide until the turn is over."""
        await asyncio.sleep(seconds)
        told: list[bool] = []  # that time was over
        await self._steadily(live, lambda: self._decide_for(live, turn, told))

    async def _decide_for(self, live: Live, turn: Turn, told: list[bool]) -> bool:
        """Let the caretaker take the next step of a turn; whether there was none."""
        seat = turn[0]
        await self._drop_half(live, turn)
        async with live.lock:
            if not self._tables.holds(live) or not self._is_on(live, turn):
                return True
            stamp, problem = live.stamp(seat), problem_at(live.playing, seat, CARETAKER)
        decision = await self._tables.thinkers.choose(problem, live.owner)
        await self._take_care(live, seat, stamp, decision.code, is_told=bool(told))
        told.append(True)
        return False

    def _is_on(self, live: Live, turn: Turn) -> bool:
        return turn[0] in live.playing.pending and live.turn(turn[0]) == turn

    @altering
    def _drop_half(self, live: Live, turn: Turn) -> Entries:
        """Take back what is only begun: the caretaker would have to end it somehow."""
        table, seat = live.playing, turn[0]
        role = table.game.vocabulary.role
        while self._is_on(live, turn) and not live.is_late(seat):
            last = next((move for move in reversed(table.moves) if move.seat == seat), None)
            line = table.lines[last_action(table.lines, seat)].words
            is_half = last is not None and not last.auto and role(line) is Role.STEP
            if not is_half or table.why_no_undo(seat):
                break
            table.undo(seat)
        return []

    @altering
    def _take_care(self, live: Live, seat: int, stamp: str, code: int, *, is_told: bool) -> Entries:
        """Do what the caretaker has decided; not if the person did something at the last moment."""
        table = live.check(seat, stamp)
        line = len(table.lines)
        table.act(seat, code)
        late = live.put({"late": line}, is_secret=True)
        return [late] if is_told else [late, live.tell(NoteKind.LATE, seat)]


class Backoff:
    """Something that went wrong at a table, and how long one waits until it is tried again."""

    def __init__(self) -> None:
        self.looked_at = asyncio.Event()
        self._pause = FIRST_PAUSE

    async def wait(self) -> None:
        """Wait longer each time; whoever looks at the table shortens all but the first pause."""
        await asyncio.sleep(FIRST_PAUSE)
        self.looked_at.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.looked_at.wait(), self._pause - FIRST_PAUSE)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


def _is_stale(error: Exception) -> bool:
    return isinstance(error, Refused) and error.reason == "stale"


def _is_final(error: Exception) -> bool:
    """Whether a table itself is wrong: what cannot be made from its entries never will be."""
    return isinstance(error, Refused) and error.reason not in ("stale", "store")
