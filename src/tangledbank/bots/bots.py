"""A bot as Python sees it: a name, a game, a seed; it chooses among the legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangledbank.bots.match import POLICIES, bound, derive, retreat_test
from tangledbank.bots.search import Estimate
from tangledbank.bots.searcher import Searcher, check_choice
from tangledbank.bots.spec import BOTS, LEVELS, SEARCH, SLIPS, Spec, read_spec
from tangledbank.errors import Refused
from tangledbank.games.game import MAX_SEED, Game
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.text import mark, say

__all__ = [
    "BOTS", "BOT_TITLES", "LEVELS", "USUAL_LEVEL", "Bot", "check_bot", "check_policy", "check_seed",
    "seed_for",
]  # fmt: skip

USUAL_LEVEL = "skilled"
BOT_TITLES = {
    "beginner": mark("level: beginner"),
    "learner": mark("level: learner"),
    "skilled": mark("level: good"),
    "strong": mark("level: strong"),
    "expert": mark("level: expert"),
    "greedy": mark("level: good"),
    "random": mark("level: easy"),
    "caretaker": mark("caretaker"),
}

SEARCHING = 99  # the stream of chance of a search
STRIDE = 1_000_000_007  # between the seeds of two moments, so that seats do not share them


class Bot:
    """Chooses by a policy or a search; the same seed and observations, the same choices.

    Only a search with a time limit may differ: it gets as far as the machine lets it.
    """

    def __init__(self, name: str, game: Game, seed: int):
        self.name = name
        self._seed = check_seed(seed)
        self._spec = check_bot(name)
        self._entries = bound(game.name)
        self._is_retreat = retreat_test(game.name)
        self._view = game.new_states()
        self._generator = new_generator()
        self._chosen = 0  # choices so far, for a search that is told no moment
        self._searcher = Searcher(game, self._spec) if self._spec.name == SEARCH else None
        plant(self._generator, seed)

    def choose(self, observation: Any, seat: int, actions: Any, moment: int | None = None) -> int:
        """One of the legal actions of a seat, from what that seat can know.

        At a `moment`, such as the number of moves so far, the choice is the same whatever the
        bot has chosen before: a game that was saved and resumed goes on as it would have.
        """
        check_choice(seat, len(actions))
        if self._searcher:
            return self._search(observation, seat, actions, moment)
        if moment is not None:
            plant(self._generator, self._seed_at(moment))
        self._view[0] = observation[0]  # a policy tries things out on it
        out = np.array(actions, np.int64)  # … and puts them in another order
        policy, count = self._spec.policy, len(out)
        return int(self._entries.choose(policy, self._view, seat, out, count, self._generator))

    def evaluate(self, observation: Any, seat: int, moment: int) -> list[Estimate]:
        """What a search thinks of the actions of a seat, the best first; others think nothing."""
        if not self._searcher:
            return []
        # not the seed itself, which the deal may have been given as well: that would be a look
        return self._searcher.evaluate(observation, seat, derive(self._seed, moment, SEARCHING))

    def _search(self, observation: Any, seat: int, actions: Any, moment: int | None) -> int:
        if len(actions) == 1:
            return int(actions[0])
        self._chosen += 1
        forward = [action for action in map(int, actions) if not self._is_retreat(action)]
        if len(forward) == 1:  # a search takes nothing back, so there is nothing to think about
            return forward[0]
        return self.evaluate(observation, seat, self._chosen if moment is None else moment)[
            0
        ].action

    def _seed_at(self, moment: int) -> int:
        return (self._seed + moment * STRIDE) % MAX_SEED


def seed_for(table_seed: int, seat: int) -> int:
    """The seed of the bot at a seat; it does not tell that of the deal, which would be a look."""
    return derive(table_seed, 0, 1 + seat)


def check_bot(name: str) -> Spec:
    """What a name such as greedy or search:500ms asks for; refuse one that does not exist."""
    return read_spec(name)


def check_policy(name: str) -> int:
    """The number of a policy that whole games in compiled code can be played by."""
    spec = read_spec(name)
    if spec.policy < 0:
        raise Refused(
            say(
                "{name} thinks too long for this; there are: {bots}",
                name=spec.name,
                bots=", ".join((*POLICIES, SLIPS)),
            )
        )
    return spec.policy


def check_seed(seed: int) -> int:
    """Refuse a seed that the generator does not take."""
    if not 0 <= seed <= MAX_SEED:
        raise Refused(
            say("a seed is a number from 0 to {most}, not {seed}", most=MAX_SEED, seed=seed),
            place="seed",
        )
    return seed
