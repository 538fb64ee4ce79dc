"""A draft in words must be one that the steps of a turn lead to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.decks import Part
from tangledbank.games.darwin.rules.draft import clear_draft
from tangledbank.games.darwin.rules.reasons import Reason
from tangledbank.games.darwin.rules.state import DRAFT, NOTHING, Plan, Stage, State, Trade
from tangledbank.kernel.events import new_books
from tangledbank.kernel.lists import items_of
from tangledbank.kernel.records import States
from tangledbank.text import say

FIELDS = ("plan", "trading", "draft_give", "draft_take", "draft_species", "draft_old", "mutations")


def check_draft(states: States) -> None:
    """Refuse a draft unless some steps from an empty one lead to it."""
    for way in _ways(states[0]):
        found = _walk(states, way)
        if found is not None and _same_draft(found, states[0]):
            return
    raise Refused(say("no steps of a turn lead to this draft"), place="draft")


def _walk(states: States, way: list[int]) -> State | None:
    """The game after these steps of the mover, or None if one of them is not possible."""
    copy = np.frombuffer(bytearray(states.tobytes()), states.dtype)
    game, mover = copy[0], int(states[0].mover)
    clear_draft(game)
    game.stage, game.waiting = Stage.TURN, 1 << mover
    for code in way:
        # the only head may have gone back with an exchange that was cancelled
        if kernel.why_not(copy, mover, code) not in (Reason.OK, Reason.NO_HEAD):
            return None
        kernel.step(copy, mover, code, new_books())
    return game


def _same_draft(one: State, other: State) -> bool:
    lists = [(game.body[DRAFT], game.draft_added) for game in (one, other)]
    mine, theirs = ([sorted(items_of(items)) for items in pair] for pair in lists)
    same = all(getattr(one, name) == getattr(other, name) for name in FIELDS)
    return same and mine == theirs and bool(one.at[DRAFT] == other.at[DRAFT])


def _ways(game: State) -> Iterator[list[int]]:
    """Steps that could have led to this draft."""
    if game.trading in (Trade.HALF, Trade.MADE) and game.draft_give == NOTHING:
        return
    gives = [Verb.GIVE + int(game.draft_give)]
    for way in _base_actions(game):
        if game.trading == Trade.MADE:
            yield [*gives, Verb.TAKE + int(game.draft_take), *way]
        else:
            yield way + (gives if game.trading == Trade.HALF else [])


def _base_actions(game: State) -> Iterator[list[int]]:
    place, species = int(game.at[DRAFT]), int(game.draft_species)
    if game.plan == Plan.IDLE:
        yield []
    elif game.plan in (Plan.CREATING, Plan.PLACED):
        kinds = sorted(
            items_of(game.body[DRAFT]), key=lambda kind: game.card_part[kind] != Part.TORSO
        )
        begun = [Verb.CREATE + kinds[0], *(Verb.ADD + kind for kind in kinds[1:])]
        yield begun + ([Verb.PLACE + place] if game.plan == Plan.PLACED else [])
    elif game.plan in (Plan.MIGRATING, Plan.MOVED):
        moved = [Verb.TO + place] if game.plan == Plan.MOVED else []
        yield [Verb.MIGRATE + species, *moved]
    elif game.plan != Plan.REPLACING:
        for way in _mutations(game):
            yield [Verb.MUTATE + species, *way]
    elif game.draft_old != NOTHING:
        for way in _mutations(game):
            yield [Verb.MUTATE + species, *way, Verb.REPLACE + int(game.draft_old)]


def _mutations(game: State) -> Iterator[list[int]]:
    """Every order in which the cards that are gone and those that came could have changed."""
    body, added = items_of(game.body[DRAFT]), items_of(game.draft_added)
    old = [int(game.kind[slot]) for slot in items_of(game.body[int(game.draft_species)])]
    removed = [kind for kind in old if kind not in body]
    replaced = len(added) + len(removed) - int(game.mutations)
    if not 0 <= replaced <= min(len(added), len(removed)):
        return
    for out in permutations(removed):
        for new in permutations(added):
            steps = [[Verb.REPLACE + out[i], Verb.WITH + new[i]] for i in range(replaced)]
            steps += [[Verb.REMOVE + kind] for kind in out[replaced:]]
            steps += [[Verb.ADD + kind] for kind in new[replaced:]]
            for order in permutations(steps):
                yield [code for step in order for code in step]
