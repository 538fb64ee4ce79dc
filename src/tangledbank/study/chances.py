"""The best moves of a seat, and how often it wins with them, from what that seat can know.

The moves are ranked by the search that the bot plays by. Its values are no chances: they mix the
victory with the margin of points, and most of its games are cut short. So the chance of a move is
counted apart: the search goes on with this move alone, plays every game to its end and looks at
nothing but who has won.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import sqrt
from typing import NamedTuple

from tangledbank.games.game import Game
from tangledbank.kernel.chance import plant
from tangledbank.kernel.records import States
from tangledbank.search.bot import THREADS, Searcher, Spec, merged
from tangledbank.search.match import bound, derive
from tangledbank.search.tree import (
    ONLY,
    Estimate,
    SearchRoom,
    Settings,
    clear,
    new_room,
    root_moves,
)
from tangledbank.study.simulate import NORMAL_95

TO_THE_END = 1e6  # turns that a game is played on: no game has as many
SLICE = 8  # games between two looks at the clock, for each move


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

    def __init__(self, game: Game, spec: Spec):
        half = spec._replace(iterations=(spec.iterations + 1) // 2, seconds=spec.seconds / 2)
        self._half = half
        self._searcher = Searcher(game, half)
        self._search = bound(game.name).search
        settings = Settings(margin=0.0, horizon=TO_THE_END)
        self._rooms = [new_room(game, settings) for _ in range(spec.threads)]
        self._threads = ThreadPoolExecutor(spec.threads)  # they start when they are needed

    def rank(self, observation: States, seat: int, seed: int) -> list[int]:
        """The actions that were tried, the best first."""
        return [one.action for one in self._searcher.evaluate(observation, seat, seed)]

    def count(
        self, observation: States, seat: int, seed: int, actions: Sequence[int]
    ) -> list[Chance]:
        """The chances of some actions, in their order; each gets the same number of games."""
        seeds = [derive(seed, n, THREADS) if n else seed for n in range(len(self._rooms))]
        run = map if len(self._rooms) == 1 else self._threads.map
        counted = run(partial(self._count, observation, seat, actions), self._rooms, seeds)
        found = {one.action: one for one in merged(counted)}
        return [Chance(one, found[one].value, found[one].visits) for one in actions]

    def _count(
        self, observation: States, seat: int, actions: Sequence[int], room: SearchRoom, seed: int
    ) -> list[Estimate]:
        """The part of one thread, in a room of its own."""
        clear(room)
        plant(room.generator, seed)
        play = partial(self._play, observation, seat, actions, room)
        if self._half.iterations:
            play(1)  # each has its place before the tree is full
            play(max(1, self._half.iterations // (len(actions) * len(self._rooms))) - 1)
        else:
            _play_until(play, time.perf_counter() + self._half.seconds)
        return root_moves(room)

    def _play(
        self, observation: States, seat: int, actions: Sequence[int], room: SearchRoom, games: int
    ) -> None:
        for action in actions:
            room.tallies[ONLY] = action + 1
            self._search(observation, seat, games, room)


def _play_until(play: Callable[[int], None], end: float) -> None:
    """Play in slices as long as one more should fit in; the first is a single game each."""
    games, now, cost = 1, time.perf_counter(), 0.0
    while cost == 0.0 or now + games * cost < end:
        play(games)
        before, now = now, time.perf_counter()
        cost = (now - before) / games  # of one game of each move
        games = max(1, min(SLICE, int((end - now) / cost)))
