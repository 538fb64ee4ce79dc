"""What can be counted on a table of Darwin's Choice, for the value of a position."""

from __future__ import annotations

from tangledbank.games.darwin.bots import outlook
from tangledbank.games.darwin.bots.outlook import Forecast, Reals
from tangledbank.games.darwin.rules.body import part_of
from tangledbank.games.darwin.rules.decks import ABILITIES, Part
from tangledbank.games.darwin.rules.draft import has_passed
from tangledbank.games.darwin.rules.food import ADAPTATION, FATE, SPECIES, strength
from tangledbank.games.darwin.rules.state import Fate, State
from tangledbank.games.darwin.rules.variants import has_open_hands, plays_in_teams, species_last
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import States, get, length

ABILITY_COUNTS = 23  # the first of a number for each ability
FEATURES = ABILITY_COUNTS + len(ABILITIES)
CIRCUMSTANCES = 8


@rule(arrays=True)
def portray(states: States, seat: int, row: Reals) -> None:
    """Write the features of a seat, from the second on; the first are its points."""
    game = states[0]
    row[1:] = 0.0
    looks = outlook.new_forecasts()
    look = looks[0]
    outlook.survey(game, seat, look)
    for place in range(game.places):
        row[1] += 0.1 * look.present[place]
        note_biome(game, seat, look, place, row)
    row[3] = 0.1 * game.front[seat]
    row[4] = int(game.mover == seat)
    row[5] = int(has_passed(game, seat))
    row[6] = 0.2 * look.facts[outlook.COMING]
    note_hand(game, seat, row)
    for i in range(length(game.row[seat])):
        note_species(game, seat, look, get(game.row[seat], i), row)


@rule
def note_biome(game: State, seat: int, look: Forecast, place: int, row: Reals) -> None:
    """Count a seat's species that live, starve and lead in a biome."""
    leads = True
    for i in range(look.count[place]):
        species = look.rows[place, i, SPECIES]
        mine = game.owner[species] == seat
        if look.rows[place, i, FATE] != Fate.ALIVE:
            row[8] += 0.2 * int(mine)
            row[9] += 0.1 * int(mine) * game.points[species]
            continue
        row[7] += 0.2 * int(mine)
        if leads and mine and look.rows[place, i, ADAPTATION] > 0:
            row[2] += 0.1 * game.ground_points[game.ground[place]]
        leads = False


@rule
def note_hand(game: State, seat: int, row: Reals) -> None:
    """Count cards, and what species they can make."""
    heads, torsos = 0, 0
    for i in range(length(game.hand[seat])):
        part = part_of(game, int(game.kind[get(game.hand[seat], i)]))
        heads += int(part == Part.HEAD)
        torsos += int(part == Part.TORSO)
    row[10] = 0.1 * length(game.hand[seat])
    row[11] = 0.2 * min(heads, torsos)
    row[12] = 0.1 * game.to_draw[seat]


@rule
def note_species(game: State, seat: int, look: Forecast, species: int, row: Reals) -> None:
    """Add what one living species has."""
    row[13] += 0.1 * game.points[species]
    row[14] += 0.2
    row[15] += 0.2 * int(game.done[species] != 0)
    row[16] += 0.1 * outlook.later(game, species, look)
    row[17] += 0.1 * game.need[species]
    row[18] += 0.1 * strength(game, species)
    row[19] += 0.1 * outlook.medal(game, look, seat, strength(game, species), species)
    row[20] += 0.1 * max(0, game.points[species] - 1)
    row[21] += 0.2 * int(game.diet[species] == 0)
    row[22] += 0.2 * int(game.diet[species] == 1)
    for ability in range(len(ABILITIES)):
        row[ABILITY_COUNTS + ability] += 0.1 * game.power[species, ability]


@rule
def describe(states: States, row: Reals) -> None:
    """Write the circumstances that all seats share."""
    game = states[0]
    row[0] = 0.1 * game.seats
    row[1] = 0.2 * (game.eras - game.turn)
    row[2] = int(game.eras == game.turn)
    row[3] = int(game.turn == 1)
    row[4] = int(has_open_hands(game))
    row[5] = int(plays_in_teams(game))
    row[6] = int(not species_last(game))
    row[7] = 0.1 * game.places
