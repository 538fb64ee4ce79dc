"""Positions that no rule leads to are refused, with the place and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.actions import MAX_LEGAL
from tangledbank.games.darwin.rules.decks import Diet
from tangledbank.games.darwin.rules.invariants import Violation
from tangledbank.games.darwin.rules.reasons import Reason
from tangledbank.games.darwin.rules.state import MAX_SPECIES, OPTIONS, Option, Stage, State, Variant
from tangledbank.games.darwin.rules.values import MEASURES, UNFIT, measure
from tangledbank.games.darwin.text.position_draft import check_draft
from tangledbank.games.darwin.text.position_fields import Document
from tangledbank.games.darwin.text.position_moment import check_moment
from tangledbank.kernel.lists import items_of
from tangledbank.kernel.records import States
from tangledbank.text import say

BIOMES_AN_ERA = 3  # that the children's game opens


def check_position(document: Document, states: States) -> None:
    """Refuse what cannot be: cards, food, a decision that nobody has."""
    game = states[0]
    _check_variant(document, game)
    check_moment(document, states)
    _check_coming_eras(game)
    _check_species(document, states)
    violation = int(kernel.broken(states))
    if violation:
        place = "seats" if violation == Violation.WRONG_FOOD else ""
        raise Refused(say(Violation.of(violation).sentence), place=place)
    if document.draft is not None:
        check_draft(states)
    if document.stage is not None:
        _check_decision(states)


def _check_variant(document: Document, game: State) -> None:
    variant = OPTIONS["variant"][game.options[Option.VARIANT]]
    if variant == "teams" and game.seats != 4:
        raise Refused(
            say("2 against 2 is for 4 seats, not {seats}", seats=int(game.seats)), place="seats"
        )
    if document.ask is not None and variant != "teams":
        raise Refused(say("only teammates ask each other"), place="ask")
    if document.event is not None and variant in ("beginner", "children"):
        raise Refused(say("this variant has no events"), place="event")
    if document.continents and variant == "children":
        raise Refused(say("this variant has no continents"), place="continents")


def _check_species(document: Document, states: States) -> None:
    """Each species has nothing beside it that it could not have got."""
    game = states[0]
    values = np.zeros((MAX_SPECIES, MEASURES), np.int64)
    measure(states, values)
    is_for_children = game.options[Option.VARIANT] == Variant.CHILDREN
    for seat in range(game.seats):
        for i, species in enumerate(items_of(game.row[seat])):
            place, fits = f"seats[{seat}].species[{i}]", bool(values[species, UNFIT] == Reason.OK)
            if is_for_children:
                _check_for_children(game, species, fits, place)
            else:
                # the event and the Biome change can leave it unfit, before food is given out anew
                was_fed = document.phase in ("change", "refill")
                _check_food(game, species, fits or was_fed, f"{place}.food")


def _check_for_children(game: State, species: int, fits: bool, place: str) -> None:
    """There is no food; points are earned and collected in one go (DC-KIDS-7, -8, -14)."""
    if game.plants[species] or game.meat[species]:
        raise Refused(say("this variant has no food"), place=f"{place}.food")
    if game.points[species]:
        raise Refused(say("children have no points on species"), place=f"{place}.points")
    if not fits:
        raise Refused(say("the species cannot live in this biome"), place=f"{place}.biome")


def _check_food(game: State, species: int, fits: bool, place: str) -> None:
    """What it eats, and only where it meets the requirements (DC-FOOD-3, -6, -13)."""
    plants, meat, diet = int(game.plants[species]), int(game.meat[species]), game.diet[species]
    if (plants or meat) and not fits:
        raise Refused(
            say("a species that does not meet the requirements of its biome gets no food"),
            place=place,
        )
    if meat and diet == Diet.HERBIVORE:
        raise Refused(say("a herbivore has no meat"), place=place)
    if plants and diet == Diet.CARNIVORE:
        raise Refused(say("a carnivore has no plants"), place=place)


def _check_coming_eras(game: State) -> None:
    """The piles hold what the eras still to come will open."""
    variant = int(game.options[Option.VARIANT])
    coming = int(game.eras) - int(game.turn)
    if game.stage == Stage.DRAW and game.then == Stage.BEGIN_ERA:
        coming -= 1  # what the next era needs is open already
    if variant in (Variant.BASE, Variant.TEAMS) and len(items_of(game.events_left)) < coming:
        raise Refused(say("{count} more events are to come", count=coming), place="event_deck")
    if variant == Variant.CHILDREN:
        if len(items_of(game.biome_deck)) < BIOMES_AN_ERA * coming:
            raise Refused(say("{count} more eras are to come", count=coming), place="biome_deck")
        if len(items_of(game.tokens_left)) < coming:
            raise Refused(say("{count} more eras are to come", count=coming), place="tokens")
    elif len(items_of(game.biome_deck)) + len(items_of(game.biome_discard)) < int(game.places):
        raise Refused(say("too few biomes are left to change"), place="biome_deck")


def _check_decision(states: States) -> None:
    """Everyone who is said to decide has something to decide."""
    game = states[0]
    if game.stage == Stage.OVER:
        return
    out = np.zeros(MAX_LEGAL, np.int64)
    for seat in _deciders(game):
        if kernel.legal(states, seat, out) == 0:
            raise Refused(say("seat {seat} has nothing to decide", seat=seat), place="stage")
    if not _deciders(game):
        raise Refused(say("nobody has anything to decide"), place="pending")


def _deciders(game: State) -> Sequence[int]:
    waiting = int(game.waiting)
    if game.stage == Stage.TURN:
        return [int(game.mover)]
    drawing = [seat for seat in range(game.seats) if game.to_draw[seat] > 0]
    return drawing + [seat for seat in range(game.seats) if waiting >> seat & 1]
