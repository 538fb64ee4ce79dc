"""The best moves of a seat, and how often it wins with them, from what that seat can see.

The moves are ranked by the search that the bot plays by. Its values are no chances: they mix the
victory with the margin of points, and most of its games are cut short. So the chance of a move is
counted apart: the search goes on with this move alone, plays every game to its end and looks at
nothing but who has won.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from tangledbank.bots.match import bound
from tangledbank.bots.search import ONLY, Settings, clear, new_room, root_moves
from tangledbank.bots.searcher import Searcher
from tangledbank.bots.spec import Spec
from tangledbank.games.game import Game
from tangledbank.kernel.chance import plant
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

    Half of its budget goes to either. With an iteration budget the same observation and seed give
    the same chances.
    """

    def __init__(self, game: Game, spec: Spec):
        half = spec._replace(iterations=(spec.iterations + 1) // 2, seconds=spec.seconds / 2)
        self._half = half
        self._searcher = Searcher(game, half)
        self._search = bound(game.name).search
        settings = Settings(margin=0.0, horizon=TO_THE_END)
        self._room = new_room(game, settings)

    def rank(self, observation: Any, seat: int, seed: int) -> list[int]:
        """The actions that were tried, the best first."""
        return [one.action for one in self._searcher.evaluate(observation, seat, seed)]

    def count(self, observation: Any, seat: int, seed: int, actions: Sequence[int]) -> list[Chance]:
        """The chances of some actions, in their order; each gets the same number of games."""
        clear(self._room)
        plant(self._room.generator, seed)
        if self._half.iterations:
            games = max(1, self._half.iterations // len(actions))
            self._play(observation, seat, actions, 1)  # each has its place before the tree is full
            self._play(observation, seat, actions, games - 1)
        else:
            self._play_until(observation, seat, actions, time.perf_counter() + self._half.seconds)
        found = {one.action: one for one in root_moves(self._room)}
        return [Chance(one, found[one].value, found[one].visits) for one in actions]

    def _play(self, observation: Any, seat: int, actions: Sequence[int], games: int) -> None:
        for action in actions:
            self._room.tallies[ONLY] = action + 1
            self._search(observation, seat, games, self._room)

    def _play_until(self, observation: Any, seat: int, actions: Sequence[int], end: float) -> None:
        """Play in slices as long as one more should fit in; the first is a single game each."""
        games, now, cost = 1, time.perf_counter(), 0.0
        while cost == 0.0 or now + games * cost < end:
            self._play(observation, seat, actions, games)
            before, now = now, time.perf_counter()
            cost = (now - before) / games  # of one game of each move
            games = max(1, min(SLICE, int((end - now) / cost)))
