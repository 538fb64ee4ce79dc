"""Whole random games per second that other game engines reach on one core.

Every peer plays uniformly random legal moves with a fixed seed in the calling thread. A decision
is one move of a player, forced ones included; chance nodes (deals, draws) are never counted.
"""

import random
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count, cycle
from time import perf_counter
from typing import Any

Result = tuple[int, int, float]

_SEED = 20_000
_BATCH = 16  # whole native games between two looks at the clock
_DEALS = 32  # different deals the rollouts start from
_ROLLOUTS = 32  # rollouts per call into C++, and Python games per deal that count their decisions


@dataclass(frozen=True)
class Peer:
    """One engine and game; ``play(seconds)`` returns (games, decisions, elapsed seconds)."""

    name: str
    kind: str  # "python": driven from Python | "native": played inside C++ | "yardstick"
    card_game: bool
    play: Callable[[float], Result]


def _pick(options: Any, rng: random.Random) -> Any:
    """Return a uniformly random element (quicker than ``rng.choice``)."""
    return options[int(rng.random() * len(options))]


def _repeat(game: Callable[[], int], seconds: float) -> Result:
    """Play whole games, each returning its decisions, until ``seconds`` have passed."""
    games = decisions = 0
    start = perf_counter()
    while True:
        decisions += game()
        games += 1
        elapsed = perf_counter() - start
        if elapsed >= seconds:
            return games, decisions, elapsed


def _apply_chance(state: Any, rng: random.Random) -> None:
    """Sample one outcome of an OpenSpiel chance node and apply it."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, weights)[0])


def _finish(state: Any, rng: random.Random) -> int:
    """Play an OpenSpiel state to its end from Python; return the players' decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _apply_chance(state, rng)
        else:
            state.apply_action(_pick(state.legal_actions(), rng))
            decisions += 1
    return decisions


def _openspiel_python(name: str, seconds: float) -> Result:
    """Play an OpenSpiel game, deal included, with every step driven from Python."""
    # Games start from clones: a new initial state of gin_rummy takes longer than playing it.
    initial = import_module("pyspiel").load_game(name).new_initial_state()
    rng = random.Random(_SEED)
    return _repeat(lambda: _finish(initial.clone(), rng), seconds)


def _openspiel_native(name: str, seconds: float) -> Result:
    """Play an OpenSpiel game, deal included, with one call into its C++ loop per game."""
    pyspiel: Any = import_module("pyspiel")
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
    return games, decisions, elapsed


def _openspiel_rollouts(name: str, seconds: float) -> Result:
    """Roll out an OpenSpiel game in C++ after its deal; decisions are estimated from Python."""
    # RandomRolloutEvaluator has no method in Python, so a search of one simulation calls it: at an
    # unvisited root that is exactly _ROLLOUTS times clone the state and play it to the end. The
    # deal is not part of that. C++ does not report how long the rollouts were: their decisions are
    # taken to be those of as many games played beforehand from the same state from Python.
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    initial = game.new_initial_state()
    rng = random.Random(_SEED)
    deals = []
    for _ in range(_DEALS):
        state = initial.clone()
        while state.is_chance_node():  # the search needs a decision at its root
            _apply_chance(state, rng)
        deals.append((state, sum(_finish(state.clone(), rng) for _ in range(_ROLLOUTS))))
    turns = cycle(deals)
    evaluator = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, _SEED)
    # uct_c, max_simulations, max_memory_mb, solve, seed, verbose
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, _SEED, False)

    def rollouts() -> int:
        state, decisions = next(turns)
        bot.mcts_search(state)
        return decisions

    calls, decisions, elapsed = _repeat(rollouts, seconds)
    return calls * _ROLLOUTS, decisions, elapsed


def _pettingzoo(name: str, reseed: bool, seconds: float) -> Result:
    """Play a PettingZoo game through its AEC interface with random masked actions."""
    numpy: Any = import_module("numpy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium warns about the environments' own spaces
        env = import_module("pettingzoo").make("aec", f"classic/{name}")
    rng = random.Random(_SEED)
    seeds = count(_SEED)
    env.reset(seed=next(seeds))

    def game() -> int:
        env.reset(seed=next(seeds) if reseed else None)
        decisions = 0
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:  # in these games all players end together
                return decisions
            env.step(int(_pick(numpy.flatnonzero(observation["action_mask"]), rng)))
            decisions += 1

    return _repeat(game, seconds)


def _chess(seconds: float) -> Result:
    """Play python-chess games to an end that needs no claim."""
    chess: Any = import_module("chess")
    rng = random.Random(_SEED)

    def game() -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(_pick(list(board.legal_moves), rng))
        return len(board.move_stack)

    return _repeat(game, seconds)


def _known() -> Iterator[tuple[Peer, tuple[str, ...]]]:
    """Yield every peer with the modules it needs."""
    for name in ("hearts", "gin_rummy", "crazy_eights"):
        for kind, how, play in (
            ("python", "Python", _openspiel_python),
            ("native", "C++, whole games", _openspiel_native),
            ("native", "C++, rollouts after the deal", _openspiel_rollouts),
        ):
            yield Peer(f"OpenSpiel {name} ({how})", kind, True, partial(play, name)), ("pyspiel",)
    # A seed makes reset build the RLCard games anew, 10 times slower; Hanabi does so in any case
    # and without a seed draws an unrepeatable one.
    for name, reseed, extra in (
        ("leduc_holdem-v4", False, ("rlcard",)),
        ("texas_holdem-v4", False, ("rlcard",)),
        ("hanabi-v5", True, ("shimmy", "pyspiel")),
    ):
        play_pz = partial(_pettingzoo, name, reseed)
        needs = ("numpy", "pettingzoo", "pygame", *extra)
        yield Peer(f"PettingZoo {name} (Python)", "python", True, play_pz), needs
    yield Peer("python-chess (Python)", "yardstick", False, _chess), ("chess",)


def peers() -> tuple[list[Peer], list[str]]:
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
