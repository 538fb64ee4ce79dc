"""What is too slow for a table in the terminal: hints, and bots that search.

The table runs its rules uncompiled, so that it starts at once. So a process of its own searches
with compiled rules; it gets what the seat sees, for hints also what it could have kept count of.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeVar

from tangledbank.games.game import Game, load
from tangledbank.kernel.compiling import bots_of, environment, is_compiled
from tangledbank.kernel.records import States
from tangledbank.search.bot import SEARCH, Actions, Problem, Spec, problem_at, seen_by, solve
from tangledbank.search.match import derive
from tangledbank.study.chances import Adviser, Chance
from tangledbank.table import Table
from tangledbank.text import say
from tangledbank.workers import Terms, Worker
from tangledbank.workers.programs import Failure

SECONDS = 1.0  # that a hint is thought about
MOST = 3  # moves in a hint

Answer = TypeVar("Answer")


class Helper:
    """The process beside us; it starts with the first question."""

    def __init__(self) -> None:
        self._worker: Worker | None = None

    def best(self, table: Table, seat: int) -> list[Chance]:
        """The best moves of a seat, the best first; none if the process does not answer."""
        problem = problem_at(table, seat, SEARCH)
        seen = table.recollection(seat).tobytes()
        return self._ask(advise, problem._replace(seen=seen)) or []

    def choose(self, problem: Problem) -> int:
        """What a bot does, or a Failure if the process ends over it a second time."""
        for _ in range(2):
            code = self._ask(solve, problem)
            if code is not None:
                return code
        raise Failure(say("the search has ended, perhaps for lack of memory"))

    def close(self) -> None:
        """End it, whatever it thinks about."""
        if self._worker:
            self._worker.end()
            self._worker = None

    def _ask(self, work: Callable[[Problem], Answer], problem: Problem) -> Answer | None:
        """What it answers; nothing if it has gone or cannot."""
        if self._worker is None:
            self._worker = Worker(__name__, Terms(is_compiled=True, is_quiet=True))
        try:
            return self._worker.ask(work, problem)
        except BaseException as trouble:
            self.close()  # the next question starts another
            if not isinstance(trouble, Exception):
                raise
            return None


@cache
def helper() -> Helper:
    """The one process that helps this one."""
    return Helper()


class SearchingBot:
    """A bot that searches, at a seat of a table in the terminal."""

    def __init__(self, name: str, game: Game, options: Mapping[str, str], seats: int, seed: int):
        self._name, self._game, self._options = name, game.name, dict(options)
        self._seats, self._seed = seats, seed

    def choose(
        self, observation: States, seat: int, actions: Actions, moment: int | None = None
    ) -> int:
        """One of the legal actions of a seat, from what that seat can know."""
        return helper().choose(
            Problem(
                self._name, self._game, self._options, self._seats, self._seed, seat,
                observation.tobytes(), [int(code) for code in actions], moment or 0,
            )
        )  # fmt: skip


def is_ready(game: str) -> bool:
    """Whether the compiled search of a game is at hand, though we run uncompiled ourselves."""
    return is_compiled(bots_of(game))


def make_ready(game: str) -> None:
    """Compile the search of a game, if need be; it shows how far it is."""
    if not is_ready(game):
        command = [sys.executable, "-m", "tangledbank", "prepare", game]
        subprocess.run(command, env=environment(), check=False)


def advise(problem: Problem) -> list[Chance]:
    """The best moves of a seat with their chances, the best first."""
    seen, seat = seen_by(problem), problem.seat
    adviser, seed = _adviser(problem.game), derive(0, problem.moment, 0)
    actions = adviser.rank(seen, seat, seed)[:MOST]
    return adviser.count(seen, seat, seed, actions)


@cache
def _adviser(game: str) -> Adviser:
    return Adviser(load(game), Spec(SEARCH, seconds=SECONDS))
