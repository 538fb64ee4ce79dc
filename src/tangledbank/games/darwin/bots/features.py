"""What can be counted on a table of Darwin's Choice, for the value of a position."""

from __future__ import annotations

from typing import Any

from tangledbank.games.darwin.bots.outlook import COMING, later, medal, new_scenes, survey
from tangledbank.games.darwin.rules.body import part_of
from tangledbank.games.darwin.rules.decks import ABILITIES, Part
from tangledbank.games.darwin.rules.draft import has_passed
from tangledbank.games.darwin.rules.food import ADAPTATION, FATE, SPECIES, strength
from tangledbank.games.darwin.rules.state import Fate, Option, State, Variant
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.lists import get, length
from tangledbank.kernel.records import States

ABILITY_COUNTS = 23  # the first of a number for each ability
FEATURES = ABILITY_COUNTS + len(ABILITIES)
CIRCUMSTANCES = 8


@rule(arrays=True)
def portray(states: States, seat: int, row: Any) -> None:
    """Write the features of a seat, from the second on; the first are its points."""
    game = states[0]
    row[1:] = 0.0
    scenes = new_scenes()
    scene = scenes[0]
    survey(game, seat, scene)
    for place in range(game.places):
        row[1] += 0.1 * scene.present[place]
        note_biome(game, seat, scene, place, row)
    row[3] = 0.1 * game.front[seat]
    row[4] = int(game.mover == seat)
    row[5] = int(has_passed(game, seat))
    row[6] = 0.2 * scene.facts[COMING]
    note_hand(game, seat, row)
    for i in range(length(game.row[seat])):
        note_species(game, seat, scene, get(game.row[seat], i), row)


@rule
def note_biome(game: State, seat: int, scene: Any, place: int, row: Any) -> None:
    """Count a seat's species that live, starve and lead in a biome."""
    leads = True
    for i in range(scene.count[place]):
        species = scene.rows[place, i, SPECIES]
        mine = game.owner[species] == seat
        if scene.rows[place, i, FATE] != Fate.ALIVE:
            row[8] += 0.2 * int(mine)
            row[9] += 0.1 * int(mine) * game.points[species]
            continue
        row[7] += 0.2 * int(mine)
        if leads and mine and scene.rows[place, i, ADAPTATION] > 0:
            row[2] += 0.1 * game.ground_points[game.ground[place]]
        leads = False


@rule
def note_hand(game: State, seat: int, row: Any) -> None:
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
def note_species(game: State, seat: int, scene: Any, species: int, row: Any) -> None:
    """Add what one living species has."""
    row[13] += 0.1 * game.points[species]
    row[14] += 0.2
    row[15] += 0.2 * int(game.done[species] != 0)
    row[16] += 0.1 * later(game, species, scene)
    row[17] += 0.1 * game.need[species]
    row[18] += 0.1 * strength(game, species)
    row[19] += 0.1 * medal(game, scene, seat, strength(game, species), species)
    row[20] += 0.1 * max(0, game.points[species] - 1)
    row[21] += 0.2 * int(game.diet[species] == 0)
    row[22] += 0.2 * int(game.diet[species] == 1)
    for ability in range(len(ABILITIES)):
        row[ABILITY_COUNTS + ability] += 0.1 * game.power[species, ability]


@rule
def describe(states: States, row: Any) -> None:
    """Write the circumstances that all seats share."""
    game = states[0]
    row[0] = 0.1 * game.seats
    row[1] = 0.2 * (game.eras - game.turn)
    row[2] = int(game.eras == game.turn)
    row[3] = int(game.turn == 1)
    row[4] = int(game.options[Option.VARIANT] == Variant.BEGINNER)
    row[5] = int(game.options[Option.VARIANT] == Variant.TEAMS)
    row[6] = int(game.options[Option.VARIANT] == Variant.CHILDREN)
    row[7] = 0.1 * game.places
