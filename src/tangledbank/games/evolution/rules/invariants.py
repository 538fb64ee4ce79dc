"""What holds in every position; for the fuzz run."""

from __future__ import annotations

import numpy as np

from tangledbank.games.evolution.rules.cards import BIT, CARDS, NOTHING, Trait
from tangledbank.games.evolution.rules.playing import trait_limit
from tangledbank.games.evolution.rules.species import has, hunger, trait_of
from tangledbank.games.evolution.rules.state import BOARDS, MOST, State
from tangledbank.games.shared.hidden_cards import VIOLATIONS, count_places
from tangledbank.games.shared.rows import ViolationRow
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Ints, find, get, length
from tangledbank.text import mark


class Violation(ViolationRow):
    """What must hold in every position; the first is that all does."""

    FINE, MISPLACED, WRONG_FACES = VIOLATIONS
    WRONG_SIZE = mark("population or body size is out of its bounds")
    WRONG_CHIPS = mark("a species has more food tokens than population, or fewer than none")
    WRONG_FAT = mark("there is more fat than the card can hold, or fat without the card")
    WRONG_TRAITS = mark("a species has too many traits, or one of them twice")
    WRONG_ROW = mark("a board is in two rows or in none")
    LESS_THAN_NOTHING = mark("the watering hole or a bag holds less than nothing")


@rule
def find_violation(game: State) -> int:
    """The first thing that does not hold, whatever the cards, or FINE."""
    if game.hole < 0:
        return Violation.LESS_THAN_NOTHING
    boards = 0
    for seat in range(game.seats):
        if game.bag[seat] < 0:
            return Violation.LESS_THAN_NOTHING
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            if int(game.owner[species]) != seat or find(game.row[seat], species) != i:
                return Violation.WRONG_ROW
            violation = find_wrong(game, species)
            if violation != Violation.FINE:
                return violation
            boards += 1
    for board in range(game.seats * BOARDS):
        boards -= int(game.population[board] > 0)
    return Violation.WRONG_ROW if boards != 0 else Violation.FINE


@rule
def find_wrong(game: State, species: int) -> int:
    """What does not hold of one species, or FINE."""
    if not 1 <= game.population[species] <= MOST or not 1 <= game.body[species] <= MOST:
        return Violation.WRONG_SIZE
    if game.chips[species] < 0 or hunger(game, species) < 0:
        return Violation.WRONG_CHIPS
    if not 0 <= game.fat[species] <= game.body[species] * has(game, species, Trait.FAT_TISSUE):
        return Violation.WRONG_FAT
    if game.worn[species] > trait_limit(game):
        return Violation.WRONG_TRAITS
    traits = 0
    for i in range(game.worn[species]):
        bit = BIT[trait_of(game, game.card[species, i])]
        if traits & bit != 0:
            return Violation.WRONG_TRAITS
        traits |= bit
    return Violation.FINE if traits == game.traits[species] else Violation.WRONG_TRAITS


@rule(arrays=True)
def places_of_cards(game: State) -> Ints:
    """How often each card lies in a pile, a hand, on watering hole or species, or is out."""
    places = np.zeros(CARDS, np.int16)
    count_places(game.deck, places)
    count_places(game.discard, places)
    count_places(game.removed, places)
    for seat in range(game.seats):
        count_places(game.hand[seat], places)
        count_places(game.laid[seat], places)
        if game.food_card[seat] != NOTHING:
            places[game.food_card[seat]] += 1
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            for j in range(game.worn[species]):
                places[game.card[species, j]] += 1
    return places
