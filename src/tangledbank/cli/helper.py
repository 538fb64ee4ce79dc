"""What is too slow for a table in the terminal: hints, and bots that search.

The table runs its rules uncompiled, so that it starts at once. So a process of its own searches
with compiled rules; it gets what the seat sees, for hints also what it could have kept count of.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

import msgspec

from tangledbank.arena.conversation import Failure
from tangledbank.bots.match import derive
from tangledbank.bots.spec import SEARCH, Spec
from tangledbank.games.game import Game, load
from tangledbank.kernel.compiling import bots_of, environment, is_compiled
from tangledbank.server.rooms.thinking import (
    SIZE,
    Problem,
    asked_of_us,
    packed,
    problem_at,
    seen_by,
    solve,
)
from tangledbank.study.chances import Adviser, Chance
from tangledbank.table import Table
from tangledbank.text import say

SECONDS = 1.0  # that a hint is thought about
MOST = 3  # moves in a hint
ADVISER = ""  # the name of the bot in a problem that asks for a hint


class Helper:
    """The process beside us; it starts with the first question."""

    def __init__(self) -> None:
        self._process: Popen[bytes] | None = None

    def best(self, table: Table, seat: int) -> list[Chance]:
        """The best moves of a seat, the best first; none if the process does not answer."""
        problem = problem_at(table, seat, ADVISER)
        answer = self._ask(problem._replace(seen=table.recollection(seat).tobytes()))
        return msgspec.msgpack.decode(answer, type=list[Chance]) if answer else []

    def choose(self, problem: Problem) -> int:
        """What a bot does, or a Failure if the process ends over it a second time."""
        answer = self._ask(problem) or self._ask(problem)
        if not answer:
            raise Failure(say("the search has ended, perhaps for lack of memory"))
        return msgspec.msgpack.decode(answer, type=int)

    def close(self) -> None:
        """End it, whatever it thinks about."""
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _ask(self, problem: Problem) -> bytes:
        """What it answers; nothing if it has gone."""
        if self._process is None:
            self._process = Popen(
                [sys.executable, "-m", __name__],
                stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment(),
            )  # fmt: skip
        assert self._process.stdin
        assert self._process.stdout
        with contextlib.suppress(OSError):
            self._process.stdin.write(packed(problem))
            self._process.stdin.flush()
        size = int.from_bytes(self._process.stdout.read(SIZE))
        answer = self._process.stdout.read(size)
        if size == 0 or len(answer) < size:
            self.close()  # the next question starts another
            return b""
        return answer


@cache
def helper() -> Helper:
    """The one process that helps this one."""
    return Helper()


class SearchingBot:
    """A bot that searches, at a seat of a table in the terminal."""

    def __init__(self, name: str, game: Game, options: Mapping[str, str], seats: int, seed: int):
        self._name, self._game, self._options = name, game.name, dict(options)
        self._seats, self._seed = seats, seed

    def choose(self, observation: Any, seat: int, actions: Any, moment: int | None = None) -> int:
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
        subprocess.run(
            [sys.executable, "-m", "tangledbank", "prepare", game],
            env=environment(),
            check=False,
        )


def think() -> None:
    """What that process does: a problem on its input, what to do on its output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the business of the table
    for problem in asked_of_us():
        answer = solve(problem) if problem.bot != ADVISER else advise(problem)
        sys.stdout.buffer.write(packed(answer))
        sys.stdout.buffer.flush()


def advise(problem: Problem) -> list[Chance]:
    """The best moves of a seat with their chances, the best first."""
    seen, seat = seen_by(problem), problem.seat
    adviser, seed = _adviser(problem.game), derive(0, problem.moment, 0)
    actions = adviser.rank(seen, seat, seed)[:MOST]
    return adviser.count(seen, seat, seed, actions)


@cache
def _adviser(game: str) -> Adviser:
    return Adviser(load(game), Spec(SEARCH, seconds=SECONDS))


if __name__ == "__main__":
    think()
