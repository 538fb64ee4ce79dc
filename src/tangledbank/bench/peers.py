"""Whole random games per second that other game engines reach on one core, and a search.

Every peer plays uniformly random legal moves with a fixed seed in the calling thread. A decision
is one move of a player, forced ones included; chance nodes (deals, draws) are never counted.
"""

# ruff: noqa: D102

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count, cycle
from time import perf_counter
from typing import Protocol, TypeVar

import numpy as np

from tangledbank.bench import ours
from tangledbank.bench.ours import Rate, Search, Subject, rates_of, repeat

HEARTS = "OpenSpiel hearts (C++)"
_SEED = 20_000
_BATCH = 16  # whole native games between two looks at the clock
_DEALS = 32  # different deals the rollouts start from
_ROLLOUTS = 32  # rollouts per call into C++, and Python games per deal that count their decisions

One = TypeVar("One")


class SpielState(Protocol):
    """What is used of a state of OpenSpiel."""

    def clone(self) -> SpielState: ...
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...


def has_openspiel() -> bool:
    """Whether it is installed."""
    return find_spec("pyspiel") is not None


def _pick(options: Sequence[One], rng: random.Random) -> One:
    """Return a uniformly random element (quicker than ``rng.choice``)."""
    return options[int(rng.random() * len(options))]


def _apply_chance(state: SpielState, rng: random.Random) -> None:
    """Sample one outcome of an OpenSpiel chance node and apply it."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, weights)[0])


def _finish(state: SpielState, rng: random.Random) -> int:
    """Play an OpenSpiel state to its end from Python; return the players' decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _apply_chance(state, rng)
        else:
            state.apply_action(_pick(state.legal_actions(), rng))
            decisions += 1
    return decisions


def _openspiel_python(name: str, seconds: float) -> Rate:
    """Play an OpenSpiel game, deal included, with every step driven from Python."""
    # Games start from clones: a new initial state of gin_rummy takes longer than playing it.
    initial = import_module("pyspiel").load_game(name).new_initial_state()
    rng = random.Random(_SEED)
    return repeat(lambda _games: _finish(initial.clone(), rng), seconds)


def _openspiel_native(name: str, seconds: float) -> Rate:
    """Play an OpenSpiel game, deal included, with one call into its C++ loop per game."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)
    initial = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(p, _SEED + p) for p in range(game.num_players())]
    games = decisions = 0
    elapsed = 0.0
    while elapsed < seconds:
        start = perf_counter()
        states = [initial.clone() for _ in range(_BATCH)]
        for seed, state in enumerate(states, _SEED + games):
            pyspiel.evaluate_bots(state, bots, seed)
        elapsed += perf_counter() - start
        # Decisions are counted exactly, from the finished games, while the clock stands still.
        decisions += sum(step.player >= 0 for state in states for step in state.full_history())
        games += _BATCH
    return Rate(games, decisions, elapsed)


def _rollouts(game: object, at_once: int, seed: int) -> Callable[[SpielState], object]:
    """What rolls a state of an OpenSpiel game out in C++, so many times a call."""
    # RandomRolloutEvaluator has no method in Python, so a search of one simulation calls it: at an
    # unvisited root that is exactly so many times clone the state and play it to the end.
    pyspiel = import_module("pyspiel")
    evaluator = pyspiel.RandomRolloutEvaluator(at_once, seed)
    # uct_c, max_simulations, max_memory_mb, solve, seed, verbose
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, seed, False)
    search: Callable[[SpielState], object] = bot.mcts_search
    return search


def _openspiel_rollouts(name: str, seconds: float) -> Rate:
    """Roll out an OpenSpiel game in C++ after its deal; decisions are estimated from Python."""
    # C++ does not report how long the rollouts were: their decisions are taken to be those of as
    # many games played beforehand from the same state from Python.
    game = import_module("pyspiel").load_game(name)
    initial = game.new_initial_state()
    rng = random.Random(_SEED)
    deals = []
    for _ in range(_DEALS):
        state = initial.clone()
        while state.is_chance_node():  # the search needs a decision at its root
            _apply_chance(state, rng)
        deals.append((state, sum(_finish(state.clone(), rng) for _ in range(_ROLLOUTS))))
    turns, roll_out = cycle(deals), _rollouts(game, _ROLLOUTS, _SEED)

    def play(_games: int) -> int:
        state, decisions = next(turns)
        roll_out(state)
        return decisions

    return repeat(play, seconds, _ROLLOUTS)


def _pettingzoo(name: str, reseed: bool, seconds: float) -> Rate:
    """Play a PettingZoo game through its AEC interface with random masked actions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium warns about the environments' own spaces
        env = import_module("pettingzoo").make("aec", f"classic/{name}")
    rng = random.Random(_SEED)
    seeds = count(_SEED)
    env.reset(seed=next(seeds))

    def game(_games: int) -> int:
        env.reset(seed=next(seeds) if reseed else None)
        decisions = 0
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:  # in these games all players end together
                return decisions
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1

    return repeat(game, seconds)


def _chess(seconds: float) -> Rate:
    """Play python-chess games to an end that needs no claim."""
    chess = import_module("chess")
    rng = random.Random(_SEED)

    def game(_games: int) -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(_pick(list(board.legal_moves), rng))
        return len(board.move_stack)

    return repeat(game, seconds)


def hearts_search() -> Search:
    """Playouts, and iterations of OpenSpiel's search of information sets, whole in C++."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("hearts")
    state = _middle_of_hearts(game.new_initial_state())
    roll_out = _rollouts(game, ours.AT_ONCE, ours.SEED)
    one = pyspiel.RandomRolloutEvaluator(1, ours.SEED)
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def playouts() -> int:
        roll_out(state)
        return ours.AT_ONCE

    def iterations() -> int:
        # seed, evaluator, uct_c, simulations, worlds (-1: a new one each time), final policy,
        # use_observation_string (hearts has none), allow_inconsistent_action_sets (not needed, as
        # a player's own cards tell what is legal; a tenth faster without)
        searcher = pyspiel.ISMCTSBot(
            ours.SEED, one, 1.0, ours.A_SEARCH, -1, most_visited, False, False
        )
        searcher.step(state)
        return ours.A_SEARCH

    return rates_of(playouts, iterations)


def _middle_of_hearts(initial: SpielState) -> SpielState:
    """Half through a random game, where there is a choice."""
    rng = random.Random(ours.SEED)
    state, moves = initial.clone(), 0
    while state.is_chance_node() or moves < 30 or len(state.legal_actions()) < 2:
        state.apply_action(rng.choice(state.legal_actions()))
        moves += not state.is_chance_node()
        if state.is_terminal():
            state, moves = initial.clone(), 0
    return state


def _known() -> Iterator[tuple[Subject, tuple[str, ...]]]:
    """Yield every peer with the modules it needs."""
    for name in ("hearts", "gin_rummy", "crazy_eights"):
        for kind, how, play in (
            ("python", "Python", _openspiel_python),
            ("native", "C++, whole games", _openspiel_native),
            ("native", "C++, rollouts after the deal", _openspiel_rollouts),
        ):
            title = f"OpenSpiel {name} ({how})"
            yield Subject(title, kind, True, partial(play, name)), ("pyspiel",)
    # A seed makes reset build the RLCard games anew, 10 times slower; Hanabi does so in any case
    # and without a seed draws an unrepeatable one.
    for name, reseed, extra in (
        ("leduc_holdem-v4", False, ("rlcard",)),
        ("texas_holdem-v4", False, ("rlcard",)),
        ("hanabi-v5", True, ("shimmy", "pyspiel")),
    ):
        play_pz = partial(_pettingzoo, name, reseed)
        needs = ("pettingzoo", "pygame", *extra)
        yield Subject(f"PettingZoo {name} (Python)", "python", True, play_pz), needs
    yield Subject("python-chess (Python)", "yardstick", False, _chess), ("chess",)


def peers() -> tuple[list[Subject], list[str]]:
    """Return the installed peers and, for each missing one, a sentence on what to install."""
    found, missing = [], []
    for peer, modules in _known():
        absent = ", ".join(module for module in modules if find_spec(module) is None)
        if absent:
            hint = f"lacks {absent}; install with: pip install 'tangledbank[bench]'"
            missing.append(f"{peer.name} {hint}")
        else:
            found.append(peer)
    return found, missing
