"""A bot as Python sees it: a name, a game, a seed; it chooses among the legal actions.

Behind it is a policy, or a search with so many iterations or so much time.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.game import MAX_SEED, Game
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import Ints, States
from tangledbank.search.levels import MOST_ITERATIONS, SEARCH, Spec, read_spec
from tangledbank.search.match import bound, derive, retreat_test
from tangledbank.search.tree import USUAL, Estimate, Settings, clear, new_room, ranked, root_moves
from tangledbank.text import say

SLICE = 64  # iterations of a thread between two looks at the tree
SLICE_SHARE = 0.02  # of a time limit between two looks at the clock …
SLICE_SECONDS = 0.01  # … and at most so long
RESERVE_SHARE = 0.5  # of a time limit is left unused at most, where the machine is overloaded
THREADS = 98  # the stream of chance from which the further threads have their seeds
SEARCHING = 99  # the stream of chance of a search
STRIDE = 1_000_000_007  # between the seeds of two moments, so that seats do not share them

Actions = Sequence[int] | Ints


class Searcher:
    """Searches positions of one game, one after the other; nothing is kept from the last one.

    Each thread has a tree of its own; in the end the visits of their roots are added up. They wait
    for each other after every slice, so with an iteration budget the same observation and seed
    give the same estimates, whichever thread is faster.
    """

    def __init__(self, game: Game, spec: Spec, settings: Settings = USUAL):
        self._game, self._spec = game, spec
        self._search = bound(game.name).search
        self._rooms = [new_room(game, settings) for _ in range(spec.threads)]
        self._threads = ThreadPoolExecutor(spec.threads)  # they start when they are needed
        self._search(self._rooms[0].seen, 0, 0, self._rooms[0])  # loads it: that is no thinking

    def evaluate(self, observation: States, seat: int, seed: int) -> list[Estimate]:
        """The actions a seat may take that were tried, the best first."""
        begin = time.perf_counter()
        out = np.zeros(self._game.max_legal, np.int64)
        check_choice(seat, self._game.kernel.legal(observation, seat, out))
        for number, room in enumerate(self._rooms):
            clear(room)
            plant(room.generator, derive(seed, number, THREADS) if number else seed)
        if self._spec.seconds:
            self._run_until(observation, seat, begin)
        else:
            self._run(observation, seat)
        return self._moves()

    def _run(self, observation: States, seat: int) -> None:
        done, left = 0, self._spec.iterations
        while left > 0 and not self._is_decided(done, left):
            size = min(SLICE * len(self._rooms), left)
            self._iterate(observation, seat, size)
            done, left = done + size, left - size

    def _run_until(self, observation: States, seat: int, begin: float) -> None:
        """Iterate as long as one more slice fits in, should it take as long as the slowest."""
        limit, threads = self._spec.seconds, len(self._rooms)
        end, spare = begin + limit, limit * RESERVE_SHARE
        done, left, size = 0, self._spec.iterations or MOST_ITERATIONS, threads
        cost, slowest, now = 0.0, 0.0, time.perf_counter()  # of an iteration; of a slice
        while left > 0 and (done == 0 or now + max(size * cost, min(slowest, spare)) < end):
            self._iterate(observation, seat, size)
            before, now = now, time.perf_counter()
            done, left = done + size, left - size
            cost, slowest = (now - before) / size, max(slowest, now - before)
            coming = left if self._spec.iterations else int(done * (end - now) / (now - begin))
            if self._is_decided(done, coming):
                return
            fitting = int(min(limit * SLICE_SHARE, SLICE_SECONDS, end - now) / cost)
            size = min(threads * max(1, min(fitting, 2 * size) // threads), left)

    def _iterate(self, observation: States, seat: int, size: int) -> None:
        """Add iterations, each thread its part of them, the same whatever their speed."""
        threads = len(self._rooms)
        parts = [(size + place) // threads for place in range(threads)]
        run = map if threads == 1 else self._threads.map
        list(run(partial(self._search, observation, seat), parts, self._rooms))

    def _is_decided(self, done: int, left: int) -> bool:
        """Whether the second best could not be visited more often than the best any more."""
        if done <= left:
            return False
        moves = self._moves()
        return moves[0].visits > left + (moves[1].visits if len(moves) > 1 else 0)

    def _moves(self) -> list[Estimate]:
        """What all threads think of the actions, the best first."""
        return merged(map(root_moves, self._rooms))


def check_choice(seat: int, count: int) -> None:
    """Refuse to choose from nothing: compiled code would look for something to do for ever."""
    if count == 0:
        raise Refused(say("seat {seat} has nothing to decide", seat=seat))


def merged(found: Iterable[list[Estimate]]) -> list[Estimate]:
    """Estimates of several searches as one: visits are added, values weighted by them."""
    total: dict[int, Estimate] = {}
    for one in (one for moves in found for one in moves):
        other = total.get(one.action)
        if other:
            visits = one.visits + other.visits
            value = (one.visits * one.value + other.visits * other.value) / visits
            one = Estimate(one.action, visits, value)
        total[one.action] = one
    return ranked(total.values())


class Bot:
    """Chooses by a policy or a search; the same seed and observations, the same choices.

    Only a search with a time limit may differ: it gets as far as the machine lets it.
    """

    def __init__(self, name: str, game: Game, seed: int):
        self.name = name
        self._seed = check_seed(seed)
        self._spec = read_spec(name)
        self._entries = bound(game.name)
        self._is_retreat = retreat_test(game.name)
        self._view = game.new_states()
        self._generator = new_generator()
        self._chosen = 0  # choices so far, for a search that is told no moment
        self._searcher = Searcher(game, self._spec) if self._spec.name == SEARCH else None
        plant(self._generator, seed)

    def choose(
        self, observation: States, seat: int, actions: Actions, moment: int | None = None
    ) -> int:
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

    def evaluate(self, observation: States, seat: int, moment: int) -> list[Estimate]:
        """What a search thinks of the actions of a seat, the best first; others think nothing."""
        if not self._searcher:
            return []
        # not the seed itself, which the deal may have been given as well: that would be a look
        return self._searcher.evaluate(observation, seat, derive(self._seed, moment, SEARCHING))

    def _search(self, observation: States, seat: int, actions: Actions, moment: int | None) -> int:
        if len(actions) == 1:
            return int(actions[0])
        self._chosen += 1
        forward = [action for action in map(int, actions) if not self._is_retreat(action)]
        if len(forward) == 1:  # a search takes nothing back, so there is nothing to think about
            return forward[0]
        moment = self._chosen if moment is None else moment
        return self.evaluate(observation, seat, moment)[0].action

    def _seed_at(self, moment: int) -> int:
        return (self._seed + moment * STRIDE) % MAX_SEED


def seed_for(table_seed: int, seat: int) -> int:
    """The seed of the bot at a seat; it does not tell that of the deal, which would be a look."""
    return derive(table_seed, 0, 1 + seat)


def check_seed(seed: int) -> int:
    """Refuse a seed that the generator does not take."""
    if not 0 <= seed <= MAX_SEED:
        raise Refused(
            say("a seed is a number from 0 to {most}, not {seed}", most=MAX_SEED, seed=seed),
            place="seed",
        )
    return seed
