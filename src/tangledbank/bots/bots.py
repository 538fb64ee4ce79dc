"""A bot as Python sees it: a name, a game, a seed; it chooses among the legal actions."""

from __future__ import annotations

from typing import Any

from tangledbank.bots.match import BOTS, bound
from tangledbank.errors import Refused
from tangledbank.games.game import MAX_SEED, Game, instead
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.text import mark, say

__all__ = ["BOTS", "BOT_TITLES", "LEVELS", "Bot", "check_bot", "check_seed"]

LEVELS = ("greedy", "random")  # of opponents, the usual one first
BOT_TITLES = {
    "greedy": mark("level: good"),
    "random": mark("level: easy"),
    "caretaker": mark("caretaker"),
}

STRIDE = 1_000_000_007  # between the seeds of two moments, so that seats do not share them


class Bot:
    """Chooses by a named policy; the same seed and the same observations, the same choices."""

    def __init__(self, name: str, game: Game, seed: int):
        self.name = name
        self._seed = check_seed(seed)
        self._policy = check_bot(name)
        self._choose = bound(game.name).choose
        self._view = game.new_states()
        self._generator = new_generator()
        plant(self._generator, seed)

    def choose(self, observation: Any, seat: int, actions: Any, moment: int | None = None) -> int:
        """One of the legal actions of a seat, from what that seat can know.

        At a `moment`, such as the number of moves so far, the choice is the same whatever the
        bot has chosen before: a game that was saved and resumed goes on as it would have.
        """
        if moment is not None:
            plant(self._generator, (self._seed + moment * STRIDE) % MAX_SEED)
        self._view[0] = observation[0]  # a policy tries things out on it
        count = len(actions)
        return int(self._choose(self._policy, self._view, seat, actions, count, self._generator))


def check_bot(name: str) -> int:
    """The number of a policy; refuse a name that does not exist."""
    if name not in BOTS:
        raise Refused(say("there is no bot “{name}”", name=name) + instead(name, BOTS))
    return BOTS.index(name)


def check_seed(seed: int) -> int:
    """Refuse a seed that the generator does not take."""
    if not 0 <= seed <= MAX_SEED:
        raise Refused(
            say("a seed is a number from 0 to {most}, not {seed}", most=MAX_SEED, seed=seed),
            place="seed",
        )
    return seed
