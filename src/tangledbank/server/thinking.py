"""Bots at the tables of the server: in processes of their own, with observations only."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple

import numpy as np

from tangledbank.bots.bots import Bot
from tangledbank.games.game import MAX_SEED, load
from tangledbank.table import Table

SECONDS = 10.0  # that a bot may think; the slowest of them takes a tenth of it
TRIES = 3

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


def problem_at(table: Table, seat: int, bot: str) -> Problem:
    """What a bot at a seat has to decide now."""
    return Problem(
        bot,
        table.game.name,
        table.options,
        len(table.players),
        (table.seed + seat) % MAX_SEED,
        seat,
        table.observation(seat).tobytes(),
        table.codes(seat).tolist(),
        len(table.moves),
    )


def solve(problem: Problem) -> int:
    """The action a bot takes."""
    game = load(problem.game)
    game.option_codes(problem.seats, problem.options)  # makes a deck of one's own known here
    seen = np.frombuffer(bytearray(problem.seen), game.new_states().dtype)
    bot = Bot(problem.bot, game, problem.seed)
    return bot.choose(seen, problem.seat, np.array(problem.codes, np.int64), problem.moment)


class Thinkers:
    """The processes in which bots think."""

    def __init__(self, workers: int = 0, seconds: float = SECONDS):
        self._workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, problem: Problem) -> int:
        """What the bot does; if it does not answer in time, the first thing it may."""
        for _ in range(TRIES):
            pool = self._running()
            try:
                work = asyncio.wrap_future(pool.submit(solve, problem))
                return await asyncio.wait_for(work, self._seconds)
            except TimeoutError:
                note.warning("%s at %s did not answer in time", problem.bot, problem.game)
                self._end(pool)
                break
            except (BrokenProcessPool, asyncio.CancelledError):  # ended because of another bot
                if pool is self._pool:
                    raise
        return problem.codes[0]

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, multiprocessing.get_context("spawn"), initializer=_serve
            )
        return self._pool

    def close(self) -> None:
        """End the processes, whatever they are thinking about."""
        if self._pool is not None:
            self._end(self._pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        if pool is self._pool:
            self._pool = None
        processes = [*(pool._processes or {}).values()]
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


def _serve() -> None:
    """Leave an interrupt at the keyboard to the server, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
