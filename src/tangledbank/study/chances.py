"""The best moves of a seat, and how often it wins with them, from what that seat can know.

The moves are ranked by the search that the bot plays by. Its values are no chances: they mix the
victory with the margin of points, and most of its games are cut short. So the chance of a move is
counted apart: the search goes on with this move alone, plays every game to its end and looks at
nothing but who has won.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from math import sqrt
from typing import NamedTuple, TypeVar

from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import plant
from tangledbank.kernel.compiling import bots_of, environment, is_compiled
from tangledbank.kernel.records import States
from tangledbank.search import bot, tree
from tangledbank.search.match import bound, derive
from tangledbank.search.tree import Estimate, SearchRoom
from tangledbank.study.simulate import NORMAL_95
from tangledbank.table import Table
from tangledbank.text import say
from tangledbank.workers import Terms, Worker
from tangledbank.workers.programs import Failure

TO_THE_END = 1e6  # turns that a game is played on: no game has as many
SLICE = 8  # games between two looks at the clock, for each move
SECONDS = 1.0  # that a hint is thought about
MOST = 3  # moves in a hint

Answer = TypeVar("Answer")


class Chance(NamedTuple):
    """How often a seat wins with a move; a shared victory counts in equal parts."""

    action: int
    share: float  # of the games that were played on from here
    games: int

    @property
    def error(self) -> float:
        """The standard error of the share; one game more of each kind keeps it off zero."""
        games = self.games + 2
        share = (self.share * self.games + 1) / games
        return sqrt(share * (1 - share) / games)

    @property
    def margin(self) -> float:
        """By which the share may be off, with 95 % confidence."""
        return NORMAL_95 * self.error


class Adviser:
    """Ranks the moves of a position and counts the victories of some.

    Half of its budget goes to either, and either uses all threads. With an iteration budget the
    same observation and seed give the same chances.
    """

    def __init__(self, game: Game, spec: bot.Spec):
        half = spec._replace(iterations=(spec.iterations + 1) // 2, seconds=spec.seconds / 2)
        self._half = half
        self._searcher = bot.Searcher(game, half)
        self._search = bound(game.name).search
        settings = tree.Settings(margin=0.0, horizon=TO_THE_END)
        self._rooms = [tree.new_room(game, settings) for _ in range(spec.threads)]
        self._threads = ThreadPoolExecutor(spec.threads)  # they start when they are needed

    def rank(self, observation: States, seat: int, seed: int) -> list[int]:
        """The actions that were tried, the best first."""
        return [one.action for one in self._searcher.evaluate(observation, seat, seed)]

    def count(
        self, observation: States, seat: int, seed: int, actions: Sequence[int]
    ) -> list[Chance]:
        """The chances of some actions, in their order; each gets the same number of games."""
        seeds = [derive(seed, n, bot.THREADS) if n else seed for n in range(len(self._rooms))]
        run = map if len(self._rooms) == 1 else self._threads.map
        counted = run(partial(self._count, observation, seat, actions), self._rooms, seeds)
        found = {one.action: one for one in bot.merged(counted)}
        return [Chance(one, found[one].value, found[one].visits) for one in actions]

    def _count(
        self, observation: States, seat: int, actions: Sequence[int], room: SearchRoom, seed: int
    ) -> list[Estimate]:
        """The part of one thread, in a room of its own."""
        tree.clear(room)
        plant(room.generator, seed)
        play = partial(self._play, observation, seat, actions, room)
        if self._half.iterations:
            play(1)  # each has its place before the tree is full
            play(max(1, self._half.iterations // (len(actions) * len(self._rooms))) - 1)
        else:
            _play_until(play, time.perf_counter() + self._half.seconds)
        return tree.root_moves(room)

    def _play(
        self, observation: States, seat: int, actions: Sequence[int], room: SearchRoom, games: int
    ) -> None:
        for action in actions:
            room.tallies[tree.ONLY] = action + 1
            self._search(observation, seat, games, room)


def _play_until(play: Callable[[int], None], end: float) -> None:
    """Play in slices as long as one more should fit in; the first is a single game each."""
    games, now, cost = 1, time.perf_counter(), 0.0
    while cost == 0.0 or now + games * cost < end:
        play(games)
        before, now = now, time.perf_counter()
        cost = (now - before) / games  # of one game of each move
        games = max(1, min(SLICE, int((end - now) / cost)))


# --- beside a table in the terminal --------------------------------------------------------------
# Hints, and bots that search, are too slow for a table that runs its rules uncompiled, so that it
# starts at once. So a process of its own searches with compiled rules; it gets what the seat sees,
# for hints also what it could have kept count of.


class Helper:
    """The process beside us; it starts with the first question."""

    def __init__(self) -> None:
        self._worker: Worker | None = None

    def best(self, table: Table, seat: int) -> list[Chance]:
        """The best moves of a seat, the best first; none if the process does not answer."""
        problem = bot.problem_at(table, seat, bot.SEARCH)
        seen = table.recollection(seat).tobytes()
        return self._ask(advise, problem._replace(seen=seen)) or []

    def choose(self, problem: bot.Problem) -> int:
        """What a bot does, or a Failure if the process ends over it a second time."""
        for _ in range(2):
            code = self._ask(bot.solve, problem)
            if code is not None:
                return code
        raise Failure(say("the search has ended, perhaps for lack of memory"))

    def close(self) -> None:
        """End it, whatever it thinks about."""
        if self._worker:
            self._worker.end()
            self._worker = None

    def _ask(self, work: Callable[[bot.Problem], Answer], problem: bot.Problem) -> Answer | None:
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
        self, observation: States, seat: int, actions: bot.Actions, moment: int | None = None
    ) -> int:
        """One of the legal actions of a seat, from what that seat can know."""
        return helper().choose(
            bot.Problem(
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


def advise(problem: bot.Problem) -> list[Chance]:
    """The best moves of a seat with their chances, the best first."""
    seen, seat = bot.seen_by(problem), problem.seat
    adviser, seed = _adviser(problem.game), derive(0, problem.moment, 0)
    actions = adviser.rank(seen, seat, seed)[:MOST]
    return adviser.count(seen, seat, seed, actions)


@cache
def _adviser(game: str) -> Adviser:
    return Adviser(load(game), bot.Spec(bot.SEARCH, seconds=SECONDS))
