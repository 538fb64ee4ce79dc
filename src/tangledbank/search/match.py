"""Whole games between bots inside compiled code, written once for every game.

`choose` and `play_match` are templates: `bound` fills in one game's entries and policies. A policy
sees only the observation of its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tangledbank.games.game import SCORE_COLUMNS, Game, load
from tangledbank.kernel.chance import Generator, below, new_generator
from tangledbank.kernel.compiling import bind, compile_entry, entry, fill_in, rule
from tangledbank.kernel.drivers import lowest_bit
from tangledbank.kernel.records import EventBooks, Ints, States, new_books
from tangledbank.search import tree, value

if TYPE_CHECKING:
    from tangledbank.kernel.drivers import legal, new, observe, pending, score, step
    from tangledbank.search.tree import greedy

    caretaker = greedy

POLICIES = ("random", "greedy", "caretaker")
RANDOM, GREEDY, CARETAKER = range(len(POLICIES))
HASTY = 1000  # plus how many choices of a hundred are made on a whim; the others are greedy's
CARELESS = 2000  # plus how many of a hundred possibilities it overlooks; of the others the best

DECISIONS, TURNS = 0, 1  # what a match notes besides the scores
FACTS = 2


def choose(
    policy: int, view: States, seat: int, out: Ints, count: int, generator: Generator
) -> int:
    """The action a policy takes among out[:count]; `view` is the seat's observation."""
    if policy == GREEDY:
        return greedy(view, seat, out, count, generator)
    if policy == CARETAKER:
        return caretaker(view, seat, out, count, generator)
    if policy >= CARELESS:
        return choose_noticed(policy - CARELESS, view, seat, out, count, generator)
    if policy >= HASTY and below(generator, 100) >= policy - HASTY:
        return greedy(view, seat, out, count, generator)
    return out[below(generator, count)]


def choose_noticed(
    missed: int, view: States, seat: int, out: Ints, count: int, generator: Generator
) -> int:
    """What greedy does with the actions that are noticed; one of them by lot if it wants others."""
    noticed = put_noticed_first(out, count, missed, generator)
    action = greedy(view, seat, out, noticed, generator)
    for i in range(noticed):
        if out[i] == action:
            return action
    return out[below(generator, noticed)]


@rule
def put_noticed_first(out: Ints, count: int, missed: int, generator: Generator) -> int:
    """How many actions are noticed, by lot, at least one; they come first, in their order."""
    noticed = 0
    for i in range(count):
        if below(generator, 100) >= missed:
            out[i], out[noticed] = out[noticed], out[i]
            noticed += 1
    if noticed == 0:
        i = below(generator, count)
        out[i], out[0] = out[0], out[i]
        noticed = 1
    return noticed


def play_match(
    states: States, view: States, options: Ints, seed: int, policies: Ints,
    generators: Ints, out: Ints, events: EventBooks, scores: Ints,
    facts: Ints,
) -> None:  # fmt: skip
    """Play one game, seat s by policies[s] with generators[s]; write scores and facts."""
    new(states, options, seed, events)
    decisions = 0
    waiting = pending(states)
    while waiting != 0:
        seat = lowest_bit(waiting)
        observe(states, seat, view)
        count = legal(view, seat, out)
        action = choose(policies[seat], view, seat, out, count, generators[seat])
        step(states, seat, action, events)
        decisions += 1
        waiting = pending(states)
    score(states, scores)
    facts[DECISIONS] = decisions
    facts[TURNS] = states[0].turn


class Entries(NamedTuple):
    """What Python calls of a game's bots; the templates of these names tell their arguments."""

    choose: Callable[..., int]
    play_match: Callable[..., None]
    search: Callable[..., None]
    estimate: Callable[..., None]
    sample: Callable[..., int]


@cache
def bound(name: str) -> Entries:
    """The templates, bound to the entries, the policies and the features of the game `name`."""
    kernel, policies = load(name).kernel, _policies(name)
    features = import_module(f"tangledbank.games.{name}.bots.outlook")
    taken = ("new", "pending", "legal", "step", "observe", "score", "redeal")
    parts: dict[str, Callable[..., object]] = {part: getattr(kernel, part) for part in taken}
    parts |= {"greedy": policies.greedy, "caretaker": policies.caretaker}
    parts |= {"portray": features.portray, "describe": features.describe}
    parts["side_of"] = getattr(policies, "side_of", value.own_side)
    parts["is_retreat"] = retreat_test(name)
    parts["foresee"] = getattr(policies, "foresee", None) or rule(
        fill_in(tree.foresee_nothing, name, **parts)
    )
    for part in (choose_noticed, *value.PARTS, *tree.PARTS):
        parts[part.__name__] = rule(fill_in(part, name, **parts))
    parts["choose"] = chosen = bind(choose, name, **parts)
    return Entries(
        chosen,
        bind(play_match, name, **parts),
        entry(threads=True)(fill_in(tree.search, name, **parts)),
        bind(value.estimate, name, **parts),
        bind(value.sample, name, **parts),
    )


def _policies(name: str) -> ModuleType:
    return import_module(f"tangledbank.games.{name}.bots.greedy")


def retreat_test(name: str) -> Callable[[int], bool]:
    """What tells of the actions of the game `name` whether they only take back one's own steps."""
    found: Callable[[int], bool] = getattr(_policies(name), "is_retreat", tree.never_retreats)
    return found


class MatchRoom:
    """Everything a match is played on, made once and used for many games."""

    def __init__(self, game: Game):
        self.states, self.view = game.new_states(), game.new_states()
        self.out = np.zeros(game.max_legal, np.int64)
        self.events = new_books()
        self.policies = np.zeros(game.most_seats, np.int64)
        self.generators = np.stack([new_generator() for _ in range(game.most_seats)])
        self.scores = np.zeros((game.most_seats, SCORE_COLUMNS), np.int64)
        self.facts = np.zeros(FACTS, np.int64)

    def arguments(self, options: Ints, seed: int) -> tuple[object, ...]:
        """The arguments of `play_match`."""
        return (
            self.states, self.view, options, seed, self.policies, self.generators, self.out,
            self.events, self.scores, self.facts,
        )  # fmt: skip


def prepare(game: Game, progress: Callable[[str, int, int], None] | None = None) -> None:
    """Compile the rules of a game and its bots, or load them from the cache."""
    game.prepare(progress)
    room, bots = MatchRoom(game), bound(game.name)
    options = game.option_codes(game.least_seats, {})
    work: Sequence[tuple[Callable[..., object], tuple[object, ...]]] = (
        (bots.choose, (0, room.view, 0, room.out, 0, room.generators[0])),
        (bots.play_match, room.arguments(options, 0)),
        (bots.search, (room.view, 0, 0, tree.new_room(game, tree.USUAL))),
    )
    for done, (function, arguments) in enumerate(work):
        if progress:
            progress(function.__name__, done, len(work))
        compile_entry(function, arguments)
    if progress:
        progress("", len(work), len(work))


def derive(seed: int, number: int, stream: int) -> int:
    """The seed of one stream of chance in game `number` of a run: 63 bits.

    The first 8 bytes of BLAKE2b over the three numbers in decimal, separated by spaces, as a
    big-endian number without its lowest bit. Stream 0 is the game's, stream 1 + s is the bot's
    at seat s.
    """
    text = f"{seed} {number} {stream}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") >> 1
