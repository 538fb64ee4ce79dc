"""Bots at the tables of the server, and the clocks of turns: what goes on without anyone.

Our own bots think in worker processes, and so do the programs of others; they get observations
only. Bots decide, and the caretaker for those whose time is over. Whatever goes wrong here may
pass: a full disk, a store that is away, no room for a process. So it is tried again, after longer
and longer pauses or when someone looks at the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from tangledbank.errors import Refused
from tangledbank.games.game import load
from tangledbank.games.shared.things import view_of
from tangledbank.kernel.compiling import can_be_compiled
from tangledbank.search.bot import (
    CARETAKER,
    Problem,
    load_bot,
    problem_at,
    read_spec,
    seen_by,
    solve,
)
from tangledbank.server.rooms.history import last_action
from tangledbank.server.rooms.live import Clock, Live, NoteKind, Turn, altering
from tangledbank.server.rooms.quotas import FairQueue, Owner
from tangledbank.server.store import Entries
from tangledbank.text import say
from tangledbank.workers import GENTLY, Terms, Worker
from tangledbank.workers.programs import Failure, Limits, Program, Programs

if TYPE_CHECKING:
    from tangledbank.server.rooms.tables import Tables

SECONDS = 10.0  # that a bot may think; the slowest of them takes a tenth of it
LOADING = 120.0  # seconds until a process has to be ready to think: a machine may be busy
STAND_IN = "greedy"  # decides for a bot that does not answer: sound, and it does not search
MOST_THINKING, MOST_WAITING = 8, 16  # programs that are asked at a time; that are kept for later
TIME_FOR_OTHERS = 1.0  # seconds until a server moves the bots that another should have moved
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0  # seconds until something that went wrong is tried again

Place = tuple[str, int]  # a table and a seat
Step = Callable[[], Awaitable[bool]]

note = logging.getLogger(__name__)


class Decision(NamedTuple):
    """An action, and whether another bot had to decide because the first did not answer."""

    code: int
    is_stand_ins: bool = False


class Thinkers:
    """The processes in which bots think.

    They use compiled rules as soon as those of a game are there, though the server may have started
    without. If the server has several processes itself, each has its share of them.
    """

    def __init__(self, processes: int = 1, seconds: float = SECONDS):
        self._places = FairQueue(max(1, ((os.cpu_count() or 1) - 1) // processes))
        self._quick = FairQueue(1)  # for bots that do not search: they wait for no search
        self._seconds = seconds
        self._idle: dict[bool, list[Worker]] = {True: [], False: []}  # compiled or not
        self._is_warm = False

    async def choose(self, problem: Problem, owner: Owner = Owner()) -> Decision:  # noqa: B008
        """What the bot does; if it does not answer in time, what simpler ones would do."""
        for bot in dict.fromkeys((problem.bot, STAND_IN)):
            code = await self._answer(problem._replace(bot=bot), owner)
            if code is not None:
                return Decision(code, is_stand_ins=bot != problem.bot)
        # the simplest of all takes a thousandth of a second
        code = await asyncio.to_thread(solve, problem._replace(bot=CARETAKER))
        return Decision(code, is_stand_ins=True)

    async def warm(self, game: str) -> None:
        """Have a process at hand before the first bot is asked."""
        if self._is_warm:
            return
        self._is_warm, kind = True, can_be_compiled(game)
        try:
            self._idle[kind].append(_start(kind))
        except OSError:  # whoever needs it is told
            self._is_warm = False

    async def _answer(self, problem: Problem, owner: Owner) -> int | None:
        """What a bot does, or nothing if it does not say."""
        is_quick = read_spec(problem.bot).policy >= 0
        async with (self._quick if is_quick else self._places).place(owner):
            kind = can_be_compiled(problem.game)
            worker = self._idle[kind].pop() if self._idle[kind] else _start(kind)
            try:
                code = await _ask(worker, problem, self._seconds)
            except BaseException as trouble:
                await asyncio.to_thread(worker.end)
                if not isinstance(trouble, Exception):
                    raise
                note.warning("%s at %s does not answer: %r", problem.bot, problem.game, trouble)
                return None
            self._idle[kind].append(worker)
            return code

    async def close(self) -> None:
        """End the processes."""
        for idle in self._idle.values():
            while idle:
                idle.pop().end()


def _start(is_compiled: bool) -> Worker:
    return Worker(solve.__module__, Terms(is_compiled, GENTLY))


async def _ask(worker: Worker, problem: Problem, seconds: float) -> int:
    """The answer to a problem within so many seconds after everything for it has been loaded."""
    await worker.answer(LOADING, load_bot, problem)
    return await worker.answer(seconds, solve, problem)


class ProgramPlayers:
    """Programs of others that were named when the server was started, a process for each seat.

    A visitor chooses among their names and can never name a command. They wait in threads of their
    own: however long they think, our own bots and the pages go on.
    """

    def __init__(self, commands: Programs, limits: Limits):
        self._commands, self._limits = commands, limits
        self._threads = ThreadPoolExecutor(MOST_THINKING, "program")
        self._waiting: OrderedDict[Place, Program] = OrderedDict()
        self._thinking: set[Program] = set()

    @property
    def names(self) -> list[str]:
        """What they are called."""
        return [*self._commands]

    async def choose(self, table: str, problem: Problem) -> int:
        """What a program does at a table, or a Failure."""
        place = table, problem.seat
        program = self._waiting.pop(place, None) or self._new(problem)
        run = asyncio.get_running_loop().run_in_executor
        seen = seen_by(problem)
        thought = run(self._threads, program.choose, seen, problem.seat, problem.codes)
        self._thinking.add(program)
        thought.add_done_callback(lambda one: self._think_no_more(program, one))
        code = await asyncio.shield(thought)  # whoever waits may go away; it thinks on
        self._waiting[place] = program
        if len(self._waiting) > MOST_WAITING:
            self._end(next(iter(self._waiting)))
        return code

    def dismiss(self, table: str) -> None:
        """End the programs at a table where the game is over."""
        for place in [place for place in self._waiting if place[0] == table]:
            self._end(place)

    def close(self) -> None:
        """End all of them."""
        for program in self._thinking:
            program.kill()
        for place in [*self._waiting]:
            self._end(place)
        self._threads.shutdown()

    def _new(self, problem: Problem) -> Program:
        if problem.bot not in self._commands:
            raise Failure(say("the program {name} is not known here", name=problem.bot))
        name, game, command = problem.bot, load(problem.game), self._commands[problem.bot]
        seats, seat = problem.seats, problem.seat
        return Program(name, command, game, problem.options, seats, seat, self._limits)

    def _think_no_more(self, program: Program, thought: asyncio.Future[int]) -> None:
        self._thinking.discard(program)
        if not thought.cancelled():
            thought.exception()  # perhaps nobody waits for it any more

    def _end(self, place: Place) -> None:
        self._threads.submit(self._waiting.pop(place).close)


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
        steps = view_of(table.game.name).STEPS
        while self._is_on(live, turn) and not live.is_late(seat):
            last = next((move for move in reversed(table.moves) if move.seat == seat), None)
            line = table.lines[last_action(table.lines, seat)].words
            is_half = last is not None and not last.auto and line.get("do") in steps
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
