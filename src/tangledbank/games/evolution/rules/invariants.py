"""What must hold in every position of Evolution, for the fuzz run."""

from __future__ import annotations

import numpy as np

from tangledbank.games.evolution.rules.cards import BIT, CARDS, FAT_TISSUE, NOTHING
from tangledbank.games.evolution.rules.playing import trait_limit
from tangledbank.games.evolution.rules.species import fat_space, has, hunger, trait_of
from tangledbank.games.evolution.rules.state import BOARDS, MOST, Game
from tangledbank.games.shared.hidden_cards import count_places, faces_are_the_deck
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.lists import find, get, length
from tangledbank.text import mark

VIOLATIONS = (
    "",
    mark("a card lies in two places or in none"),
    mark("the faces of the cards are not those of the deck"),
    mark("population or body size is out of its bounds"),
    mark("a species has more food tokens than population, or fewer than none"),
    mark("there is more fat than the card can hold, or fat without the card"),
    mark("a species has too many traits, or one of them twice"),
    mark("a board is in two rows or in none"),
    mark("the watering hole or a bag holds less than nothing"),
)
(
    FINE,
    MISPLACED,
    WRONG_FACES,
    WRONG_SIZE,
    WRONG_CHIPS,
    WRONG_FAT,
    WRONG_TRAITS,
    WRONG_ROW,
    LESS_THAN_NOTHING,
) = range(len(VIOLATIONS))


@rule
def find_violation(game: Game) -> int:
    """The first thing that does not hold, or FINE."""
    if not every_card_has_one_place(game):
        return MISPLACED
    if not faces_are_the_deck(game):
        return WRONG_FACES
    if game.hole < 0:
        return LESS_THAN_NOTHING
    boards = 0
    for seat in range(game.seats):
        if game.bag[seat] < 0:
            return LESS_THAN_NOTHING
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            if int(game.owner[species]) != seat or find(game.row[seat], species) != i:
                return WRONG_ROW
            violation = find_wrong(game, species)
            if violation != FINE:
                return violation
            boards += 1
    for board in range(game.seats * BOARDS):
        boards -= int(game.population[board] > 0)
    return WRONG_ROW if boards != 0 else FINE


@rule
def find_wrong(game: Game, species: int) -> int:
    """What does not hold of one species, or FINE."""
    if not 1 <= game.population[species] <= MOST or not 1 <= game.body[species] <= MOST:
        return WRONG_SIZE
    if game.chips[species] < 0 or hunger(game, species) < 0:
        return WRONG_CHIPS
    if game.fat[species] < 0 or (game.fat[species] > 0 and not has(game, species, FAT_TISSUE)):
        return WRONG_FAT
    if has(game, species, FAT_TISSUE) and fat_space(game, species) < 0:
        return WRONG_FAT
    if game.worn[species] > trait_limit(game):
        return WRONG_TRAITS
    traits = 0
    for i in range(game.worn[species]):
        bit = BIT[trait_of(game, game.card[species, i])]
        if traits & bit != 0:
            return WRONG_TRAITS
        traits |= bit
    return FINE if traits == game.traits[species] else WRONG_TRAITS


@rule(arrays=True)
def every_card_has_one_place(game: Game) -> bool:
    """Each card is in a pile, in a hand, on the watering hole, on a species, or out: once."""
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
    for card in range(game.cards):
        if places[card] != 1:
            return False
    return True
