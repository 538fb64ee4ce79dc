"""What a position promises each seat: a small network over what can be counted on the table.

A seat's inputs are the features of its side, the mean of its rivals', the best rival's first ones,
and the circumstances all share. Two numbers come out: the share of the victory to expect, and the
lead in points. The weights are fitted to simulated games by `tools/fit_value.py`.

`note_inputs`, `estimate` and `sample` are templates: `bound` of `match.py` fills in the entries and
the features of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tangledbank import games
from tangledbank.games.game import SCORE_COLUMNS, Game
from tangledbank.kernel.chance import below
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.drivers import lowest_bit
from tangledbank.kernel.records import EventBooks, Ints, States

if TYPE_CHECKING:
    from tangledbank.kernel.drivers import legal, new, observe, pending, score, step
    from tangledbank.search.match import choose

Shares: TypeAlias = NDArray[np.float64]

side_of: Callable[[States, int], int]
portray: Callable[[States, int, Shares], None]
describe: Callable[[States, Shares], None]

GAMES = Path(games.__file__).parent

VICTORY, LEAD = range(2)  # what is estimated
OUTCOMES = 2
BEST = 3  # features of which the best rival's stand among the inputs too
HIDDEN = 32
SCALE = 8.0  # how much of the sum of points is a clear lead
SURE = 50.0  # beyond that an estimate is 0 or 1


class Net(NamedTuple):
    """The weights of one game, and room to work in."""

    first: Shares  # [inputs, HIDDEN]
    bias: Shares  # [HIDDEN]
    second: Shares  # [HIDDEN, OUTCOMES]
    last: Shares  # [OUTCOMES]
    features: Shares  # [seats, features]
    inputs: Shares  # [inputs]
    hidden: Shares  # [HIDDEN]
    scores: Ints
    estimates: Shares  # [seats, OUTCOMES]


def sizes(game: Game) -> tuple[int, int, int]:
    """How many features and circumstances a game has, and how many inputs that makes."""
    traits = import_module(f"tangledbank.games.{game.name}.bots.outlook")
    features, circumstances = int(traits.FEATURES), int(traits.CIRCUMSTANCES)
    return features, circumstances, 2 * features + BEST + circumstances


def new_net(game: Game, fitted: Sequence[Shares] = ()) -> Net:
    """A network of a game with these weights, or with those in the package."""
    features, _, inputs = sizes(game)
    found = tuple(fitted) or weights(game.name)
    wanted = weight_shapes(game)
    if tuple(part.shape for part in found) != wanted:  # compiled code would read beyond them
        raise ValueError(f"the weights of {game.name} do not fit: run tools/fit_value.py")
    first, bias, second, last = found
    return Net(
        first, bias, second, last,
        features=np.zeros((game.most_seats, features)),
        inputs=np.zeros(inputs),
        hidden=np.zeros(HIDDEN),
        scores=np.zeros((game.most_seats, SCORE_COLUMNS), np.int64),
        estimates=np.zeros((game.most_seats, OUTCOMES)),
    )  # fmt: skip


def weight_shapes(game: Game) -> tuple[tuple[int, ...], ...]:
    """The shapes of the weights a game needs."""
    return (sizes(game)[2], HIDDEN), (HIDDEN,), (HIDDEN, OUTCOMES), (OUTCOMES,)


def weights_file(name: str, package: Path = GAMES) -> Path:
    """Where the fitted weights of the game `name` lie."""
    return package / name / "bots" / "weights.npz"


@cache
def weights(name: str) -> tuple[Shares, ...]:
    """The fitted weights of the game `name`, as they lie in the package."""
    with np.load(weights_file(name)) as stored:
        return tuple(stored[part].astype(np.float64) for part in Net._fields[:4])


# --- outcomes ------------------------------------------------------------------------------------


@rule
def compare(scores: Ints, one: int, other: int) -> int:
    """Whether the first row of scores is better (1), as good (0) or worse (-1)."""
    for column in range(SCORE_COLUMNS):
        if scores[one, column] != scores[other, column]:
            return 1 if scores[one, column] > scores[other, column] else -1
    return 0


@rule
def squash(own: float, other: float) -> float:
    """A lead in points as a number between 0 and 1."""
    lead = SCALE * (own - other) / (own + other + 10.0)
    return 0.5 + 0.5 * lead / (1.0 + abs(lead))


@rule
def own_side(_states: States, seat: int) -> int:
    """For games without teams."""
    return seat


def judge(states: States, scores: Ints, outcomes: Shares) -> None:
    """The share of the victory and the lead of each seat at the end of a game."""
    score(states, scores)
    seats = states[0].seats
    for seat in range(seats):
        side = side_of(states, seat)
        rivals, ahead, most = 1, True, -1000
        for other in range(seats):
            if side_of(states, other) != side:
                order = compare(scores, seat, other)
                ahead = ahead and order >= 0
                rivals += int(order == 0 and side_of(states, other) == other)  # once a side
                most = max(most, scores[other, 0])
        outcomes[seat, VICTORY] = 1.0 / rivals if ahead else 0.0
        outcomes[seat, LEAD] = squash(scores[seat, 0], most)


# --- the network ---------------------------------------------------------------------------------


def note_features(states: States, net: Net) -> None:
    """Count what there is on the table, for every seat; points come first."""
    score(states, net.scores)
    for seat in range(states[0].seats):
        net.features[seat, 0] = 0.1 * net.scores[seat, 0]
        portray(states, seat, net.features[seat])


def note_inputs(states: States, seat: int, net: Net) -> None:
    """What the network sees of a position for one seat."""
    features, inputs = net.features, net.inputs
    count = features.shape[1]
    inputs[:] = 0.0
    side, seats = side_of(states, seat), states[0].seats
    own, others = 0, 0
    for other in range(seats):
        if side_of(states, other) == side:
            own += 1
            for i in range(count):
                inputs[i] += features[other, i]
        else:
            for i in range(BEST):
                value = features[other, i]
                if others == 0 or value > inputs[2 * count + i]:
                    inputs[2 * count + i] = value
            others += 1
            for i in range(count):
                inputs[count + i] += features[other, i]
    for i in range(count):
        inputs[i] /= own
        inputs[count + i] /= others
    describe(states, inputs[2 * count + BEST :])


@rule
def run_net(net: Net, estimate: Shares) -> None:
    """Inputs to outcomes: one hidden layer, each unit cut off below 0."""
    hidden = net.hidden
    for h in range(HIDDEN):
        hidden[h] = net.bias[h]
    for i in range(len(net.inputs)):
        value = net.inputs[i]
        if value != 0.0:
            for h in range(HIDDEN):
                hidden[h] += value * net.first[i, h]
    for o in range(OUTCOMES):
        total = net.last[o]
        for h in range(HIDDEN):
            total += max(hidden[h], 0.0) * net.second[h, o]
        estimate[o] = 1.0 / (1.0 + exp(-min(max(total, -SURE), SURE)))


def estimate(states: States, net: Net) -> None:
    """Write what to expect for each seat into `net.estimates`; one victory is shared by all."""
    note_features(states, net)
    seats, total = states[0].seats, 0.0
    for seat in range(seats):
        note_inputs(states, seat, net)
        run_net(net, net.estimates[seat])
        if side_of(states, seat) == seat:
            total += net.estimates[seat, VICTORY]
    for seat in range(seats):
        net.estimates[seat, VICTORY] /= total


# --- samples to fit them to ----------------------------------------------------------------------


def sample(
    states: States, view: States, options: Ints, seed: int, policies: Ints,
    generators: Ints, out: Ints, events: EventBooks, net: Net, rare: int,
    rows: Shares, outcomes: Shares,
) -> int:  # fmt: skip
    """Play one game; note the inputs where turns begin, one in `rare`, and what came of them.

    How many rows were written: one for each seat of each position.
    """
    new(states, options, seed, events)
    seats, used, turn = options[0], 0, 0
    waiting = pending(states)
    while waiting != 0:
        seat = lowest_bit(waiting)
        begins, turn = states[0].turn > turn, states[0].turn
        if begins and below(generators[0], rare) == 0 and used + seats <= len(rows):
            note_features(states, net)
            for other in range(seats):
                note_inputs(states, other, net)
                for i in range(len(net.inputs)):
                    rows[used, i] = net.inputs[i]
                outcomes[used, 0] = other  # whose; replaced at the end
                used += 1
        observe(states, seat, view)
        count = legal(view, seat, out)
        action = choose(policies[seat], view, seat, out, count, generators[seat])
        step(states, seat, action, events)
        waiting = pending(states)
    judge(states, net.scores, net.estimates)
    for i in range(used):
        seat = int(outcomes[i, 0])
        for o in range(OUTCOMES):
            outcomes[i, o] = net.estimates[seat, o]
    return used


# Parts of `estimate` and `sample`; each may use those before it.
PARTS = (judge, note_features, note_inputs, estimate)
