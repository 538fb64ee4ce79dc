"""What holds in every position; for the fuzz run."""

from __future__ import annotations

import numpy as np

from tangledbank.games.darwin.rules.body import count_parts, draft_as_it_is, is_a_body, strip
from tangledbank.games.darwin.rules.decks import ABILITIES, BIOMES, MAX_CARDS, Part
from tangledbank.games.darwin.rules.drawing import copy_values
from tangledbank.games.darwin.rules.food import meat_of, plants_of
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    MAX_SPECIES,
    NOTHING,
    PROBE,
    TOKENS,
    Phase,
    State,
)
from tangledbank.games.darwin.rules.variants import food_matters
from tangledbank.games.shared.hidden_cards import VIOLATIONS, count_places, lie_once
from tangledbank.games.shared.rows import ViolationRow
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Ints, find, get, length
from tangledbank.text import mark


class Violation(ViolationRow):
    """What must hold in every position; the first is that all does."""

    FINE, MISPLACED, WRONG_FACES = VIOLATIONS
    WRONG_ROW = mark("a species is in two rows or in none, or one too many")
    NO_BODY = mark("the cards of a species do not fit together")
    WRONG_VALUES = mark("a species does not add up to its cards")
    LESS_THAN_NOTHING = mark("points or food are less than nothing")
    WRONG_FOOD = mark("more food is given out than there is, or than is needed")
    WRONG_BIOMES = mark("a biome card is in two places or in none")


@rule
def find_violation(game: State) -> int:
    """The first thing that does not hold, whatever the cards, or FINE."""
    if not every_biome_has_one_place(game):
        return Violation.WRONG_BIOMES
    alive = 0
    for seat in range(game.seats):
        if game.front[seat] < 0 or game.to_draw[seat] < 0:
            return Violation.LESS_THAN_NOTHING
        if length(game.row[seat]) > TOKENS:
            return Violation.WRONG_ROW
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            if int(game.owner[species]) != seat or find(game.row[seat], species) != i:
                return Violation.WRONG_ROW
            violation = find_wrong(game, species)
            if violation != Violation.FINE:
                return violation
            alive += 1
    for species in range(MAX_SPECIES):
        alive -= int(game.living[species])
    if alive != 0:
        return Violation.WRONG_ROW
    return find_wrong_food(game)


@rule
def find_wrong(game: State, species: int) -> int:
    """What does not hold of one species, or FINE."""
    if game.points[species] < 0 or game.plants[species] < 0 or game.meat[species] < 0:
        return Violation.LESS_THAN_NOTHING
    if game.at[species] >= game.places:
        return Violation.WRONG_ROW
    copy_values(game, DRAFT, PROBE)
    draft_as_it_is(game, species)
    fits = is_a_body(game, NOTHING, NOTHING) and count_parts(game, Part.HEAD) == 1
    same = (
        game.need[DRAFT] == game.need[species]
        and game.might[DRAFT] == game.might[species]
        and game.diet[DRAFT] == game.diet[species]
        and game.has[DRAFT] == game.has[species]
    )
    for ability in range(len(ABILITIES)):
        same = same and game.power[DRAFT, ability] == game.power[species, ability]
    copy_values(game, PROBE, DRAFT)
    strip(game, PROBE)
    if not fits:
        return Violation.NO_BODY
    return Violation.FINE if same else Violation.WRONG_VALUES


@rule
def find_wrong_food(game: State) -> int:
    """Nobody has more than it needs; during the action phase it comes from the biome."""
    for species in range(MAX_SPECIES):
        eaten = int(game.plants[species]) + int(game.meat[species])
        if game.living[species] == 1 and eaten > game.need[species]:
            return Violation.WRONG_FOOD
    if game.phase != Phase.ACTION or not food_matters(game):
        return Violation.FINE
    for place in range(game.places):
        plants, meat = plants_of(game, place), meat_of(game, place)
        for species in range(MAX_SPECIES):
            if game.living[species] == 1 and game.at[species] == place:
                plants -= int(game.plants[species])
                meat -= int(game.meat[species])
        if plants < 0 or meat < 0:
            return Violation.WRONG_FOOD
    return Violation.FINE


@rule(arrays=True)
def places_of_cards(game: State) -> Ints:
    """How often each card lies in a pile, a hand, the trade zone or on a species."""
    places = np.zeros(MAX_CARDS, np.int16)
    for size in range(2):
        count_places(game.deck[size], places)
        count_places(game.discard[size], places)
    count_places(game.zone, places)
    for seat in range(game.seats):
        count_places(game.hand[seat], places)
    for species in range(MAX_SPECIES):
        count_places(game.body[species], places)
    return places


@rule(arrays=True)
def every_biome_has_one_place(game: State) -> bool:
    """Each biome card is open, in the deck, discarded or out of the game: once."""
    places = np.zeros(len(BIOMES), np.int16)
    count_places(game.biome_deck, places)
    count_places(game.biome_discard, places)
    count_places(game.biomes_out, places)
    for place in range(game.places):
        if game.ground[place] < len(BIOMES):
            places[game.ground[place]] += 1
    return lie_once(places, len(BIOMES))
