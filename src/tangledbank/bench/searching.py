"""How much of the speed of random playouts a search keeps, and what a second thread brings.

The share is of whole random playouts from the same position, in one thread: a search loses it by
its own work. Threads are measured with the playouts that bots use.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

from msgspec import Struct

from tangledbank.bench.ours import middle_of_game
from tangledbank.games.game import Game
from tangledbank.kernel.chance import plant
from tangledbank.search.bot import Searcher
from tangledbank.search.levels import SEARCH, Spec
from tangledbank.search.match import bound
from tangledbank.search.tree import Settings, clear, new_room
from tangledbank.table import copy_state

ALL_RANDOM = Settings(greed=0.0, guide=0.0, horizon=1e6)  # to the end of the game
AT_ONCE = 500  # iterations or playouts between two looks at the clock
A_SEARCH = 2000  # iterations of one search, as a bot would do in a moment
SEED = 1

HEARTS = "OpenSpiel hearts (C++)"
THREADS = 2

Rates = tuple[float, float]  # per second: playouts and iterations, or iterations of 1 and 2 threads
Subject = Callable[[float], Rates]


class Share(Struct):
    """Playouts and iterations per second, the medians of several runs, and their ratio."""

    playouts: float
    iterations: float
    share: float
    over_hearts: float | None  # this share over that of OpenSpiel, where it is installed


class Gain(Struct):
    """Iterations per second in one thread and in two, the medians of several runs."""

    one: float
    two: float
    gain: float


class Searches(Struct):
    """What was measured of searches."""

    shares: dict[str, Share]
    threads: dict[str, Gain]


def measure(
    games: Sequence[Game], seconds: float, runs: int, progress: Callable[[str, int, int], None]
) -> Searches:
    """Measure all searches `runs` times in turn, so that all share the machine's moods."""
    shared = {f"{game.name}, 2 seats": in_game(game, 2) for game in games}
    if find_spec("pyspiel"):
        shared[HEARTS] = in_hearts()
    threaded = {f"{game.name}, 2 seats": in_threads(game, 2) for game in games}
    subjects = [*shared.items(), *threaded.items()]
    rates: list[list[Rates]] = [[] for _ in subjects]
    for run in range(runs):
        for place, (name, measured) in enumerate(subjects):
            progress(name, run * len(subjects) + place, runs * len(subjects))
            rates[place].append(measured(seconds))
    found = [_medians(one) for one in rates]
    base = found[len(shared) - 1][2] if HEARTS in shared else None
    return Searches(
        {
            name: Share(playouts, iterations, share, share / base if base else None)
            for name, (playouts, iterations, share) in zip(shared, found, strict=False)
        },
        {
            name: Gain(one, two, gain)
            for name, (one, two, gain) in zip(threaded, found[len(shared) :], strict=True)
        },
    )


def _medians(rates: Sequence[Rates]) -> tuple[float, float, float]:
    """Of the first rates, of the second, and of the second over the first."""
    first, second = zip(*rates, strict=True)
    return median(first), median(second), median(other / one for one, other in rates)


def in_game(game: Game, seats: int) -> Subject:
    """Rates of a game of ours from the middle of a game."""
    table = middle_of_game(game, seats)
    seat = table.pending[0]
    seen, state, work = table.observation(seat), copy_state(table.state), game.new_states()
    room = new_room(game, ALL_RANDOM)
    plant(room.generator, SEED)
    search = bound(game.name).search

    def playouts() -> int:
        game.drivers.play_out(state, work, AT_ONCE, room.generator, room.out, room.books)
        return AT_ONCE

    def iterations() -> int:
        clear(room)
        search(seen, seat, A_SEARCH, room)
        return A_SEARCH

    return lambda seconds: (_rate(playouts, seconds / 2), _rate(iterations, seconds / 2))


def in_threads(game: Game, seats: int) -> Subject:
    """Rates of the search as bots use it, from the middle of a game."""
    table = middle_of_game(game, seats)
    seat = table.pending[0]
    seen = table.observation(seat)

    def searched(threads: int) -> Callable[[], int]:
        searcher = Searcher(game, Spec(SEARCH, iterations=A_SEARCH, threads=threads))
        return lambda: sum(one.visits for one in searcher.evaluate(seen, seat, SEED))

    one, two = searched(1), searched(THREADS)
    return lambda seconds: (_rate(one, seconds / 2), _rate(two, seconds / 2))


def in_hearts() -> Subject:
    """Rates of OpenSpiel's search of information sets in hearts, whole in C++."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("hearts")
    state = _middle_of_hearts(game)
    # evaluator's rollouts, seed; see bench/peers.py for a search of one simulation
    many = pyspiel.RandomRolloutEvaluator(AT_ONCE, SEED)
    bot = pyspiel.MCTSBot(game, many, 1.0, 1, 1, False, SEED, False)
    one = pyspiel.RandomRolloutEvaluator(1, SEED)
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def playouts() -> int:
        bot.mcts_search(state)
        return AT_ONCE

    def iterations() -> int:
        # seed, evaluator, uct_c, simulations, worlds (-1: a new one each time), final policy,
        # use_observation_string (hearts has none), allow_inconsistent_action_sets (not needed, as
        # a player's own cards tell what is legal; a tenth faster without)
        searcher = pyspiel.ISMCTSBot(SEED, one, 1.0, A_SEARCH, -1, most_visited, False, False)
        searcher.step(state)
        return A_SEARCH

    return lambda seconds: (_rate(playouts, seconds / 2), _rate(iterations, seconds / 2))


def _middle_of_hearts(game: Any) -> Any:
    """Half through a random game, where there is a choice."""
    rng = random.Random(SEED)
    state = game.new_initial_state()
    moves = 0
    while state.is_chance_node() or moves < 30 or len(state.legal_actions()) < 2:
        state.apply_action(rng.choice(state.legal_actions()))
        moves += not state.is_chance_node()
        if state.is_terminal():
            state, moves = game.new_initial_state(), 0
    return state


def _rate(work: Callable[[], int], seconds: float) -> float:
    work()  # may compile
    done, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        done += work()
    return done / (time.perf_counter() - begin)
