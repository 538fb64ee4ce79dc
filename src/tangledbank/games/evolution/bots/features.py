"""What can be counted on a table of Evolution, for the value of a position."""

from __future__ import annotations

from tangledbank.games.evolution.bots import outlook
from tangledbank.games.evolution.rules.attack import hunting_size
from tangledbank.games.evolution.rules.cards import NOTHING, TRAIT_COUNT
from tangledbank.games.evolution.rules.species import eats_plants, has
from tangledbank.games.evolution.rules.state import Phase
from tangledbank.games.shared.best import Floats
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import States, get, length

TRAIT_COUNTS = 22  # the first of a number for each trait
KNOWN_TRAITS = TRAIT_COUNT.signed  # newer ones count nothing until the weights are fitted to them
FEATURES = TRAIT_COUNTS + KNOWN_TRAITS
CIRCUMSTANCES = 8


@rule(arrays=True)
def portray(states: States, seat: int, row: Floats) -> None:
    """Write the features of a seat, from the second on; the first are its points."""
    game = states[0]
    row[1:] = 0.0
    scene = outlook.survey(game, seat)
    cards = length(game.hand[seat])
    row[1] = 0.1 * outlook.outlook(game, seat, cards, scene)
    row[2] = 0.1 * game.bag[seat]
    row[3] = 0.1 * cards
    row[4] = int(game.mover == seat)
    row[5] = float((int(seat) - int(game.first)) % int(game.seats)) / game.seats
    row[6] = int(game.food_card[seat] != NOTHING)
    row[7] = 0.1 * scene[outlook.HOLE]
    row[8] = 0.1 * scene[outlook.CLAIMS]
    species = game.row[seat]
    row[9] = 0.2 * length(species)
    wanted = 0.0
    for place in range(length(species)):
        a = get(species, place)
        people, body = game.population[a], game.body[a]
        lack = max(0, people - game.chips[a] - game.fat[a])
        row[10] += 0.1 * people
        row[11] += 0.1 * body
        row[12] += 0.1 * game.worn[a]
        row[13] += 0.1 * game.chips[a]
        row[14] += 0.1 * game.fat[a]
        row[15] += 0.1 * outlook.losses(game, seat, place, cards, scene)
        row[16] += 0.1 * max(0, people - 3)
        if eats_plants(game, a):
            row[17] += 0.1 * lack
            wanted += lack
        else:
            row[18] += 0.1 * lack
            row[19] += 0.1 * hunting_size(game, a)
            row[20] += 0.02 * max(0.0, outlook.prey_of(game, a, seat))
        for trait in range(KNOWN_TRAITS):
            row[TRAIT_COUNTS + trait] += 0.2 * int(has(game, a, trait))
    row[21] = 0.1 * outlook.plants_for(scene, wanted, 1.0)


@rule
def describe(states: States, row: Floats) -> None:
    """Write the circumstances that all seats share."""
    game = states[0]
    row[0] = 0.1 * game.seats
    row[1] = int(game.phase == Phase.SUPPLY)
    row[2] = int(game.phase == Phase.PLAY)
    row[3] = int(game.phase == Phase.FEEDING)
    row[4] = 0.2 * outlook.rounds_left(game)
    row[5] = 0.1 * game.hole
    row[6] = int(game.hole == 0)
    row[7] = 0.1 * game.turn
