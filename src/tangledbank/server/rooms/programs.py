"""Programs of others at the tables of the server: those that were named when it was started.

A visitor chooses among their names and can never name a command. They wait in threads of their
own: however long they think, our own bots and the pages go on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tangledbank.arena.conversation import Failure
from tangledbank.arena.external import Limits, Program, Programs
from tangledbank.bots.match import POLICIES
from tangledbank.bots.spec import LEVELS
from tangledbank.errors import Refused
from tangledbank.games.game import instead, load
from tangledbank.server.rooms.thinking import Problem
from tangledbank.text import say

MOST_THINKING, MOST_WAITING = 8, 16  # programs that are asked at a time; that are kept for later

Place = tuple[str, int]  # a table and a seat


def check_opponent(name: str, programs: Collection[str]) -> None:
    """Refuse a bot that visitors may not choose: how long one thinks is not theirs to say."""
    if name not in programs and name not in LEVELS and name not in POLICIES:
        raise Refused(
            say("there is no bot “{name}”", name=name) + instead(name, (*LEVELS, *programs))
        )


class ProgramPlayers:
    """The programs, each with a process for each seat that it plays."""

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
        thought = run(self._threads, _solve, program, problem)
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
        return Program(
            problem.bot,
            self._commands[problem.bot],
            load(problem.game),
            problem.options,
            problem.seats,
            problem.seat,
            self._limits,
        )

    def _think_no_more(self, program: Program, thought: asyncio.Future[int]) -> None:
        self._thinking.discard(program)
        if not thought.cancelled():
            thought.exception()  # perhaps nobody waits for it any more

    def _end(self, place: Place) -> None:
        self._threads.submit(self._waiting.pop(place).close)


def _solve(program: Program, problem: Problem) -> int:
    seen = np.frombuffer(bytearray(problem.seen), load(problem.game).new_states().dtype)
    return program.choose(seen, problem.seat, problem.codes)
