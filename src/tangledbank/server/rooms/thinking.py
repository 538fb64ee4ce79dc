"""Bots at the tables of the server: in processes of their own, with observations only."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np

from tangledbank.bots.bots import Bot, check_bot, seed_for
from tangledbank.games.game import load
from tangledbank.kernel.compiling import can_be_compiled, environment
from tangledbank.server.rooms.fair_queue import FairQueue, Owner
from tangledbank.table import Table
from tangledbank.workers import end, give_way

SECONDS = 10.0  # that a bot may think; the slowest of them takes a tenth of it
LOADING = 120.0  # seconds until a process has to be ready to think: a machine may be busy
CARETAKER = "caretaker"  # decides when someone's time is over
STAND_IN = "greedy"  # decides for a bot that does not answer: sound, and it does not search
SIZE = 4  # bytes of a number between the processes
READY = 2**32 - 1  # no action has this number: what comes next is thinking

note = logging.getLogger(__name__)


class Problem(NamedTuple):
    """All that a bot gets to know: who it is, what its seat sees, what it may do."""

    bot: str
    game: str
    options: dict[str, str]
    seats: int
    seed: int
    seat: int
    seen: bytes
    codes: list[int]
    moment: int


class Decision(NamedTuple):
    """An action, and whether another bot had to decide because the first did not answer."""

    code: int
    is_stand_ins: bool = False


def problem_at(table: Table, seat: int, bot: str) -> Problem:
    """What a bot at a seat has to decide now."""
    return Problem(
        bot,
        table.game.name,
        table.rulings,
        len(table.players),
        seed_for(table.seed, seat),
        seat,
        table.observation(seat).tobytes(),
        table.codes(seat).tolist(),
        len(table.moves),
    )


def solve(problem: Problem) -> int:
    """The action a bot takes."""
    return _solved(_bot_for(problem), problem)


def _bot_for(problem: Problem) -> Bot:
    """Making it loads the compiled code that it needs."""
    return Bot(problem.bot, load(problem.game), problem.seed)


def _solved(bot: Bot, problem: Problem) -> int:
    codes = np.array(problem.codes, np.int64)
    return bot.choose(seen_by(problem), problem.seat, codes, problem.moment)


def seen_by(problem: Problem) -> Any:
    """What the seat sees, as a record of its game."""
    game = load(problem.game)
    game.option_codes(problem.seats, problem.options)  # makes a deck of one's own known here
    return np.frombuffer(bytearray(problem.seen), game.new_states().dtype)


class Thinkers:
    """The processes in which bots think; each ends with its input, and so with the server.

    They use compiled rules as soon as those of a game are there, though the server may have started
    without. If the server has several processes itself, each has its share of them.
    """

    def __init__(self, processes: int = 1, seconds: float = SECONDS):
        self._places = FairQueue(max(1, ((os.cpu_count() or 1) - 1) // processes))
        self._quick = FairQueue(1)  # for bots that do not search: they wait for no search
        self._seconds = seconds
        self._idle: dict[bool, list[Process]] = {True: [], False: []}  # compiled or not
        self._is_warm = False

    async def choose(self, problem: Problem, owner: Owner = Owner()) -> Decision:  # noqa: B008
        """What the bot does; if it does not answer in time, what simpler ones would do."""
        code = await self._answer(problem, owner)
        if code is not None:
            return Decision(code)
        if problem.bot != STAND_IN:
            code = await self._answer(problem._replace(bot=STAND_IN), owner)
        if code is None:  # not even that: the simplest of all takes a thousandth of a second
            code = await asyncio.to_thread(solve, problem._replace(bot=CARETAKER))
        return Decision(code, is_stand_ins=True)

    async def warm(self, game: str) -> None:
        """Have a process at hand before the first bot is asked."""
        if self._is_warm:
            return
        self._is_warm, kind = True, can_be_compiled(game)
        try:
            self._idle[kind].append(await _start(kind))
        except OSError:  # whoever needs it is told
            self._is_warm = False

    async def _answer(self, problem: Problem, owner: Owner) -> int | None:
        """What a bot does, or nothing if it does not say; waiting and loading is no thinking."""
        is_quick = check_bot(problem.bot).policy >= 0
        async with (self._quick if is_quick else self._places).place(owner):
            kind = can_be_compiled(problem.game)
            worker = self._idle[kind].pop() if self._idle[kind] else await _start(kind)
            try:
                code = await _ask(worker, problem, self._seconds)
            except BaseException as trouble:
                await end(worker)
                if not isinstance(trouble, (TimeoutError, OSError, EOFError)):
                    raise
                note.warning("%s at %s does not answer", problem.bot, problem.game)
                return None
            self._idle[kind].append(worker)
            return code

    async def close(self) -> None:
        """End the processes."""
        for idle in self._idle.values():
            while idle:
                await end(idle.pop())


async def _start(is_compiled: bool) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__,
        stdin=PIPE, stdout=PIPE, env=environment(is_compiled),
    )  # fmt: skip


async def _ask(worker: Process, problem: Problem, seconds: float) -> int:
    """The answer to a problem within so many seconds after everything for it has been loaded."""
    assert worker.stdin
    worker.stdin.write(packed(problem))
    await worker.stdin.drain()
    if await asyncio.wait_for(_number(worker), LOADING) != READY:
        raise EOFError
    return await asyncio.wait_for(_number(worker), seconds)


async def _number(worker: Process) -> int:
    assert worker.stdout
    return int.from_bytes(await worker.stdout.readexactly(SIZE))


def think() -> None:
    """What such a process does: a problem on its input, numbers on its output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's business
    give_way()
    for problem in asked_of_us():
        bot = _bot_for(problem)
        _tell(READY)
        _tell(_solved(bot, problem))


def _tell(number: int) -> None:
    sys.stdout.buffer.write(number.to_bytes(SIZE))
    sys.stdout.buffer.flush()


def packed(thing: object) -> bytes:
    """A message between the processes: how long it is, and what it says."""
    body = msgspec.msgpack.encode(thing)
    return len(body).to_bytes(SIZE) + body


def asked_of_us() -> Iterator[Problem]:
    """The problems on the input of this process, until it ends."""
    read = sys.stdin.buffer.read
    while size := read(SIZE):
        yield msgspec.msgpack.decode(read(int.from_bytes(size)), type=Problem)


if __name__ == "__main__":
    think()
