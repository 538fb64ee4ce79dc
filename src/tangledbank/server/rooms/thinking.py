"""Bots at the tables of the server: in processes of their own, with observations only."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tangledbank.errors import Refused
from tangledbank.games.game import instead, load
from tangledbank.kernel.compiling import can_be_compiled
from tangledbank.search.bot import CARETAKER, LEVELS, Problem, load_bot, read_spec, seen_by, solve
from tangledbank.search.match import POLICIES
from tangledbank.server.rooms.quotas import FairQueue, Owner
from tangledbank.text import say
from tangledbank.workers import GENTLY, Terms, Worker
from tangledbank.workers.programs import Failure, Limits, Program, Programs

SECONDS = 10.0  # that a bot may think; the slowest of them takes a tenth of it
LOADING = 120.0  # seconds until a process has to be ready to think: a machine may be busy
STAND_IN = "greedy"  # decides for a bot that does not answer: sound, and it does not search
MOST_THINKING, MOST_WAITING = 8, 16  # programs that are asked at a time; that are kept for later

Place = tuple[str, int]  # a table and a seat

note = logging.getLogger(__name__)


def check_opponent(name: str, programs: Collection[str]) -> None:
    """Refuse a bot that visitors may not choose: how long one thinks is not theirs to say."""
    if name not in programs and name not in LEVELS and name not in POLICIES:
        raise Refused(
            say("there is no bot “{name}”", name=name) + instead(name, (*LEVELS, *programs))
        )


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
