"""A search as Python sees it: so many iterations, or so much time, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tangledbank.bots.match import bound, derive
from tangledbank.bots.search import USUAL, Estimate, Settings, clear, new_room, ranked, root_moves
from tangledbank.bots.spec import MOST_ITERATIONS, Spec
from tangledbank.errors import Refused
from tangledbank.games.game import Game
from tangledbank.kernel.chance import plant
from tangledbank.text import say

SLICE = 64  # iterations of a thread between two looks at the tree
SLICE_SHARE = 0.02  # of a time limit between two looks at the clock …
SLICE_SECONDS = 0.01  # … and at most so long
RESERVE_SHARE = 0.5  # of a time limit is left unused at most, where the machine is overloaded
THREADS = 98  # the stream of chance from which the further threads have their seeds


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

    def evaluate(self, observation: Any, seat: int, seed: int) -> list[Estimate]:
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

    def _run(self, observation: Any, seat: int) -> None:
        done, left = 0, self._spec.iterations
        while left > 0 and not self._is_decided(done, left):
            size = min(SLICE * len(self._rooms), left)
            self._iterate(observation, seat, size)
            done, left = done + size, left - size

    def _run_until(self, observation: Any, seat: int, begin: float) -> None:
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

    def _iterate(self, observation: Any, seat: int, size: int) -> None:
        """Add iterations, each thread its part of them, the same whatever their speed."""
        threads = len(self._rooms)
        parts = [(size + place) // threads for place in range(threads)]
        if threads == 1:
            self._search(observation, seat, size, self._rooms[0])
            return
        running = [
            self._threads.submit(self._search, observation, seat, part, room)
            for part, room in zip(parts, self._rooms, strict=True)
        ]
        for one in running:
            one.result()

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
