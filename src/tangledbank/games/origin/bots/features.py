"""What can be counted on a table of The Origin of Species, for the value of a position."""

from __future__ import annotations

from tangledbank.games.origin.bots import outlook
from tangledbank.games.origin.rules.animals import has, yellow_tokens
from tangledbank.games.origin.rules.cards import ABILITY_COUNT, Ability
from tangledbank.games.origin.rules.state import Phase
from tangledbank.games.shared.best import Floats
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import States, get, length

ABILITY_COUNTS = 17  # the first of a number for each ability
KNOWN_ABILITIES = ABILITY_COUNT.signed  # newer ones count nothing until the weights are fitted
FEATURES = ABILITY_COUNTS + KNOWN_ABILITIES
CIRCUMSTANCES = 8


@rule
def portray(states: States, seat: int, row: Floats) -> None:
    """Write the features of a seat, from the second on; the first are its points."""
    game = states[0]
    row[1:] = 0.0
    reach = outlook.share_of_bank(game, seat)
    row[1] = 0.1 * outlook.outlook(game, seat, reach)
    row[3] = 0.1 * length(game.hand[seat])
    row[4] = 0.1 * reach
    row[5] = int(game.mover == seat)
    row[6] = int(game.mover == seat and game.main_done != 0)
    row[7] = int(game.passed[seat] != 0)
    animals = game.row[seat]
    row[8] = 0.1 * length(animals)
    for i in range(length(animals)):
        a = get(animals, i)
        value, gap = 0.1 * outlook.worth(game, a), outlook.hunger(game, a)
        if gap == 0:
            row[2] += value  # sure to live, but for predators
            row[9] += 0.1
        row[10] += 0.1 * gap
        row[11] += value * outlook.danger(game, a)
        row[12] += 0.1 * yellow_tokens(game, a)
        row[13] += 0.1 * int(game.hibernating[a] != 0)
        row[14] += 0.1 * int(game.slept[a] != 0)
        row[15] += 0.1 * int(
            gap > 0 and has(game, a, Ability.CARNIVORE) and outlook.can_hunt(game, a)
        )
        row[16] += 0.1 * int(gap > 0 and yellow_tokens(game, a) >= gap)
        for ability in range(KNOWN_ABILITIES):
            row[ABILITY_COUNTS + ability] += 0.1 * int(has(game, a, ability))


@rule
def describe(states: States, row: Floats) -> None:
    """Write the circumstances that all seats share."""
    game = states[0]
    row[0] = 0.1 * game.seats
    row[1] = int(game.phase == Phase.DEVELOPMENT)
    row[2] = int(game.last_turn != 0)
    row[3] = int(game.ending != 0)
    row[4] = 0.02 * length(game.deck)
    row[5] = 0.1 * game.bank
    row[6] = int(game.bank == 0)
    row[7] = 0.1 * game.turn
