"""One run of all measurements, ours and the peers', with medians, spread and ratios."""

# ruff: noqa: D102

from __future__ import annotations

import os
import platform
import random
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count, cycle
from statistics import median
from time import perf_counter
from typing import Protocol, TypeVar

import numpy as np
from msgspec import Struct

from tangledbank import __version__
from tangledbank.bench import ours
from tangledbank.bench.ours import Rate, Rates, Search, Subject, rates_of, repeat
from tangledbank.games.game import Game

HEARTS = "OpenSpiel hearts (C++)"
_SEED = 20_000
_BATCH = 16  # whole native games between two looks at the clock
_DEALS = 32  # different deals the rollouts start from
_ROLLOUTS = 32  # rollouts per call into C++, and Python games per deal that count their decisions

Progress = Callable[[str, int, int], None]  # what is measured, and how far it is
Spread = list[float]  # median, least, most
One = TypeVar("One")


class BenchRow(Struct):
    """One thing measured several times: medians, and the spread of the decisions."""

    name: str
    kind: str  # kernel, stepped, table, python, native, yardstick
    card_game: bool
    games_per_second: float
    decisions_per_second: float
    slowest: float
    fastest: float


class SearchShare(Struct):
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

    shares: dict[str, SearchShare]
    threads: dict[str, Gain]


class Bench(Struct):
    """A whole run."""

    version: str
    machine: str
    rows: list[BenchRow]
    costs: dict[str, Spread]  # microseconds
    starts: dict[str, Spread]  # seconds
    ratios: dict[str, dict[str, float]]  # by the name of our row, then of what it is compared with
    searches: Searches
    missing: list[str]


def measure(games: Sequence[Game], seconds: float, runs: int, progress: Progress) -> Bench:
    """Measure everything `runs` times in turn, so that all share the machine's moods."""
    found, missing = peers()
    subjects = [*(one for game in games for one in ours.subjects(game)), *found]
    results: list[list[Rate]] = [[] for _ in subjects]
    costs: dict[str, list[float]] = {}
    for run in range(runs):
        for place, subject in enumerate(subjects):
            progress(subject.name, run * len(subjects) + place, runs * len(subjects))
            results[place].append(subject.play(seconds))
        for game in games:
            for name, cost in ours.small_costs(game, seconds / 4).items():
                costs.setdefault(f"{game.name}: {name}", []).append(cost)
    rows = [_row(*pair) for pair in zip(subjects, results, strict=True)]
    acts = {row.name: [1e6 / row.decisions_per_second, 1e6 / row.fastest, 1e6 / row.slowest]
            for row in rows if row.kind == ours.TABLE}  # fmt: skip
    return Bench(
        version=__version__,
        machine=f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        rows=rows,
        costs={name: spread(values) for name, values in costs.items()} | acts,
        starts=_starts(games, runs),
        ratios={ours.in_kernel_name(game): _ratios(game, rows) for game in games},
        searches=measure_searches(games, seconds, runs, progress),
        missing=missing,
    )


def _row(subject: Subject, rates: list[Rate]) -> BenchRow:
    games = [rate.games / rate.seconds for rate in rates]
    decisions = [rate.decisions / rate.seconds for rate in rates]
    middle, least, most = spread(decisions)
    return BenchRow(
        subject.name, subject.kind, subject.card_game, median(games), middle, least, most
    )


def spread(values: Sequence[float]) -> Spread:
    """The median of what was measured, the least and the most."""
    return [median(values), min(values), max(values)]


def _starts(games: Sequence[Game], runs: int) -> dict[str, Spread]:
    starts = {"tangledbank --help": spread([ours.start_seconds(["--help"]) for _ in range(runs)])}
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            command = ["play", game.name, "--plain", "--seed", "1", "--file"]
            starts[f"play {game.name}, to the first prompt and quit"] = spread(
                [
                    ours.start_seconds([*command, f"{folder}/{game.name}{run}"], "quit\n")
                    for run in range(runs)
                ]
            )
    return starts


def _ratios(game: Game, rows: list[BenchRow]) -> dict[str, float]:
    """What a game of ours reaches inside the kernel, over what each peer reaches."""
    mine = next(row for row in rows if row.name == ours.in_kernel_name(game))
    ratios = {}
    for row in rows:
        if row.kind in ours.KINDS:
            continue
        ratios[f"decisions over {row.name}"] = mine.decisions_per_second / row.decisions_per_second
        if row.card_game and row.kind == "python":
            ratios[f"games over {row.name}"] = mine.games_per_second / row.games_per_second
    return ratios


def measure_searches(
    games: Sequence[Game], seconds: float, runs: int, progress: Progress
) -> Searches:
    """Measure all searches `runs` times in turn: how much of the speed of playouts they keep."""
    shared = {f"{game.name}, 2 seats": ours.search(game, 2) for game in games}
    if has_openspiel():
        shared[HEARTS] = hearts_search()
    threaded = {f"{game.name}, 2 seats": ours.search_in_threads(game, 2) for game in games}
    subjects = [*shared.items(), *threaded.items()]
    rates: list[list[Rates]] = [[] for _ in subjects]
    for run in range(runs):
        for place, (name, measured) in enumerate(subjects):
            progress(name, run * len(subjects) + place, runs * len(subjects))
            rates[place].append(measured(seconds))
    found = [*map(_medians, rates)]
    base = found[len(shared) - 1][2] if HEARTS in shared else None
    shares = (SearchShare(*one, one[2] / base if base else None) for one in found)
    gains = (Gain(*one) for one in found[len(shared) :])
    return Searches(
        dict(zip(shared, shares, strict=False)), dict(zip(threaded, gains, strict=True))
    )


def _medians(rates: Sequence[Rates]) -> tuple[float, float, float]:
    """Of the first rates, of the second, and of the second over the first."""
    first, second = zip(*rates, strict=True)
    return median(first), median(second), median(other / one for one, other in rates)


# --- other game engines --------------------------------------------------------------------------
# Whole random games per second that they reach on one core, and a search. Every peer plays
# uniformly random legal moves with a fixed seed in the calling thread. A decision is one move of a
# player, forced ones included; chance nodes (deals, draws) are never counted.


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
