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
from tangledbank.games.shared.rows import Role
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
from tangledbank.server.rooms.quotas import FairQueue, Owner
from tangledbank.server.rooms.room import STALE, Clock, NoteKind, Room, Turn, transaction
from tangledbank.server.store import AWAY, Entries
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


class BotWorkers:
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


class ExternalBots:
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
        thought.add_done_callback(lambda one: self._end_thinking(program, one))
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

    def _end_thinking(self, program: Program, thought: asyncio.Future[int]) -> None:
        self._thinking.discard(program)
        if not thought.cancelled():
            thought.exception()  # perhaps nobody waits for it any more

    def _end(self, place: Place) -> None:
        self._threads.submit(self._waiting.pop(place).close)


class Autoplay:
    """The bots and the clocks of all tables in memory."""

    def __init__(self, tables: Tables, pace: float):
        self._tables, self.transact = tables, tables.transact
        self._pace = pace  # seconds between two moves of bots, so that people can follow
        self._troubles: dict[str, Backoff] = {}  # by table

    def go_on(self, room: Room, has_changed: bool = False) -> None:
        """Wake the bots of a table and set its clocks."""
        if has_changed:
            self._forget_trouble(room)
        room.is_stuck = room.id in self._troubles
        self._wake_bots(room)
        self._set_clocks(room)

    def look(self, room: Room) -> None:
        """Someone looks at a table: what stands still there is tried again at once."""
        if room.id in self._troubles:
            self._troubles[room.id].looked_at.set()
        else:
            self._wake_bots(room)

    # --- trouble that may pass -----------------------------------------------------------------

    async def _retrying(self, room: Room, step: Step) -> None:
        """Take a step after the other until one says that it was the last, whatever goes wrong."""
        while self._tables.holds(room):
            try:
                is_last = await step()
            except Exception as error:
                if not _is_stale(error):  # else the table has changed: the step is taken anew
                    await self._recover(room, error)
            else:
                self._forget_trouble(room)
                if is_last:
                    return

    async def _recover(self, room: Room, error: Exception) -> None:
        """Wait; then have the table again, made from the store if it was lost."""
        while True:
            trouble = self._troubles.setdefault(room.id, Backoff())
            note.warning("table %s stands still: %s: %s", room.id, type(error).__name__, error)
            room.is_stuck = True
            self._tables.store.notify(room.id)
            await trouble.wait()
            if self._tables.holds(room):
                return
            try:
                again = await self._tables.table(room.id)
                if again.bot_to_move() is None:  # else its bots go on by themselves
                    self._forget_trouble(again)
                return
            except Exception as worse:
                if _is_final(worse):
                    note.error("table %s cannot be made again: %s", room.id, worse)
                    self._troubles.pop(room.id, None)
                    return
                error = worse

    def _forget_trouble(self, room: Room) -> None:
        if self._troubles.pop(room.id, None):
            room.is_stuck = False
            self._tables.store.notify(room.id)

    # --- bots ----------------------------------------------------------------------------------

    def _wake_bots(self, room: Room) -> None:
        if not room.is_at_work and room.bot_to_move() is not None:
            work = self._retrying(room, lambda: self._play_bot(room))
            room.bots_at_work = self._tables.run_in_background(work)
        if room.table and room.table.over:
            self._tables.programs.dismiss(room.id)

    async def _play_bot(self, room: Room) -> bool:
        """Let a bot decide that has to; whether there was none."""
        if room.is_elsewhere and await self._is_played_on(room):
            return False
        async with room.lock:
            seat = room.bot_to_move()
            if seat is None:
                room.bots_at_work = None
                return True
            stamp = room.stamp(seat)
            problem = problem_at(room.playing, seat, room.seats[seat].player)
        try:
            decision = await self._think(room, problem)
            await asyncio.sleep(self._pace)
            await self._act(room, seat, stamp, problem.bot, decision)
        except Failure as failure:
            note.warning("at table %s: %s", room.id, failure)
            await self._replace(room, seat, stamp)
        return False

    @transaction
    def _act(self, room: Room, seat: int, stamp: str, bot: str, decision: Decision) -> Entries:
        table = room.check(seat, stamp)
        if room.seats[seat].player != bot:  # the one it decided for has come back
            return []
        table.act(seat, decision.code)
        return [room.note(NoteKind.SLOW, seat)] if decision.is_stand_ins else []

    async def _think(self, room: Room, problem: Problem) -> Decision:
        """What a bot does: one of ours, or a program."""
        try:
            read_spec(problem.bot)
        except Refused:
            return Decision(await self._tables.programs.choose(room.id, problem))
        return await self._tables.bot_workers.choose(problem, room.owner)

    @transaction
    def _replace(self, room: Room, seat: int, stamp: str) -> Entries:
        """Let the caretaker play on for a program that has failed."""
        room.check(seat, stamp).leave(seat, CARETAKER)
        return [room.note(NoteKind.FAILED, seat)]

    async def _is_played_on(self, room: Room) -> bool:
        """Leave the bots to the server at which someone has just acted, if it still lives."""
        length = room.length
        await asyncio.sleep(self._pace + TIME_FOR_OTHERS)
        return not await self._tables.is_current(room) or room.length != length

    # --- time ----------------------------------------------------------------------------------

    def _set_clocks(self, room: Room) -> None:
        """Count the time of everyone whose turn it is; what is taken back brings no new time."""
        table = room.table
        if table is None or not room.plan.seconds:
            return
        due = {room.turn(seat) for seat in table.pending if not room.seats[seat].player}
        now = time.monotonic()
        for turn in room.clocks.keys() - due:
            clock = room.clocks.pop(turn)
            clock.task.cancel()
            if not room.is_late(turn[0]):
                room.time_left[turn] = max(0.0, clock.end - now)
        for turn in due - room.clocks.keys():
            left = room.time_left.pop(turn, float(room.plan.seconds))
            task = self._tables.run_in_background(self._time_out(room, turn, left))
            room.clocks[turn] = Clock(now + left, task)

    async def _time_out(self, room: Room, turn: Turn, seconds: float) -> None:
        """Let the caretaker decide until the turn is over."""
        await asyncio.sleep(seconds)
        told: list[bool] = []  # that time was over
        await self._retrying(room, lambda: self._play_caretaker(room, turn, told))

    async def _play_caretaker(self, room: Room, turn: Turn, told: list[bool]) -> bool:
        """Let the caretaker take the next step of a turn; whether there was none."""
        seat = turn[0]
        await self._drop_unfinished(room, turn)
        async with room.lock:
            if not self._tables.holds(room) or not self._is_turn(room, turn):
                return True
            stamp, problem = room.stamp(seat), problem_at(room.playing, seat, CARETAKER)
        decision = await self._tables.bot_workers.choose(problem, room.owner)
        await self._act_as_caretaker(room, seat, stamp, decision.code, is_told=bool(told))
        told.append(True)
        return False

    def _is_turn(self, room: Room, turn: Turn) -> bool:
        return turn[0] in room.playing.pending and room.turn(turn[0]) == turn

    @transaction
    def _drop_unfinished(self, room: Room, turn: Turn) -> Entries:
        """Take back what is only begun: the caretaker would have to end it somehow."""
        table, seat = room.playing, turn[0]
        role = table.game.vocabulary.role
        while self._is_turn(room, turn) and not room.is_late(seat):
            last = next((move for move in reversed(table.moves) if move.seat == seat), None)
            line = table.lines[last_action(table.lines, seat)].words
            is_half = last is not None and not last.auto and role(line) is Role.STEP
            if not is_half or table.why_no_undo(seat):
                break
            table.undo(seat)
        return []

    @transaction
    def _act_as_caretaker(
        self, room: Room, seat: int, stamp: str, code: int, *, is_told: bool
    ) -> Entries:
        """Do what the caretaker has decided; not if the person did something at the last moment."""
        table = room.check(seat, stamp)
        line = len(table.lines)
        table.act(seat, code)
        late = room.record({"late": line}, is_secret=True)
        return [late] if is_told else [late, room.note(NoteKind.LATE, seat)]


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
    return isinstance(error, Refused) and error.reason == STALE


def _is_final(error: Exception) -> bool:
    """Whether a table itself is wrong: what cannot be made from its entries never will be."""
    return isinstance(error, Refused) and error.reason not in (STALE, AWAY)
