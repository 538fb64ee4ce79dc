"""What a table of Darwin's Choice promises a seat, in Darwin points.

A *forecast* is what stays the same while one decision is weighed: the species of every biome as
rows of food.py, what each is worth if it lives, and what may still come in this era. A body is
tried out as the draft of the view, by the rules' own distribution and evaluation.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tangledbank.games.darwin.rules import food, variants
from tangledbank.games.darwin.rules.body import part_of
from tangledbank.games.darwin.rules.decks import ABILITIES, PARTS, Diet, Part
from tangledbank.games.darwin.rules.draft import has_passed
from tangledbank.games.darwin.rules.food import ADAPTATION, FATE, SPECIES, Rows, strength
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    MAX_SEATS,
    MAX_SPECIES,
    MOST_MUTATIONS,
    MOST_PARTS,
    NOTHING,
    PLACES,
    Fate,
    State,
)
from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.darwin.rules.variants import has_open_hands, plays_in_teams, species_last
from tangledbank.games.shared.best import NEVER
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Record, States, Words, get, length, shaped

MOST_CARDS = 24  # of a hand and the trade zone, that are thought about
PLAN_SIZE = 6 + MOST_PARTS  # plans.py

# The facts of a look.
COMING = 0  # species that others may still lay or change, in each biome
MORE_ERAS = 1
AWARD = 2  # 1 if this era brings points
TOP = 3  # what the best plan so far gains
FAR = 4  # 1 if exchanges and double mutations are thought about too
FACTS = 5

MEDALS = 3
CARDS_OF_SPECIES = 4.0  # that a hand spends on one
OFTEN_CHANGED = 0.3  # of the species of others that could still act
OTHERS = 0.25  # what harm to one of several others is worth, …
OPPONENT = 0.7  # … and to the only one, or the other team

# How likely a coming species ranks above one of this adaptation, or this strength; and how much
# food left over (0, 1, 2 …) protects from it.
ABOVE = np.array([1, 0.95, 0.9, 0.8, 0.68, 0.55, 0.42, 0.3, 0.2, 0.13, 0.08, 0.05, 0.03])
STRONGER = np.array([1, 0.95, 0.85, 0.72, 0.58, 0.44, 0.32, 0.22, 0.15, 0.1, 0.06, 0.03, 0.02])
PUSHED = np.array([1, 0.85, 0.7, 0.55, 0.4, 0.28, 0.18, 0.1, 0.05])

HUNTER = 0.7  # the chance of a carnivore that lives on prey
TASTY = 0.95  # … and of a species that could be devoured


ALL_CARDS = len(PARTS)  # the last list of `cards`

Reals: TypeAlias = Annotated[NDArray[np.float64], np.float64]


class Forecast(Record):
    """A record, so that it is passed on as one pointer."""

    # the species of each biome, best first, with their fates as things are
    rows: Words = shaped(PLACES, MAX_SPECIES, food.COLUMNS)
    count: Words = shaped(PLACES)  # how many, by place
    trial: Words = shaped(MAX_SPECIES + 1, food.COLUMNS)  # a biome with something tried out
    present: Reals = shaped(PLACES)  # what each biome promises as it is
    worth: Reals = shaped(MAX_SPECIES + 1)  # what is lost or will come with a species
    side: Reals = shaped(MAX_SEATS)  # how much the points of a seat count
    might: Words = shaped(MAX_SPECIES + 1, 3)  # strength, owner, species; best first
    facts: Reals = shaped(FACTS)
    # kinds that a body may get, as bounded lists: numbers by part, then all kinds
    cards: Words = shaped(ALL_CARDS + 1, 1 + MOST_CARDS)
    zoned: Words = shaped(MOST_CARDS)  # 1 for a card in the trade zone
    worn: Words = shaped(MOST_MUTATIONS, MOST_PARTS + 2)  # what is being changed
    plan: Words = shaped(PLAN_SIZE)  # the best plan so far (plans.py)


FORECAST = Forecast.dtype


@rule(arrays=True)
def new_forecasts() -> States:
    """Room for one forecast, to be surveyed: all else in it is written before it is read."""
    forecasts = np.empty(1, FORECAST)
    forecasts[0].count[:] = 0
    return forecasts


# --- survey --------------------------------------------------------------------------------------


@rule
def survey(game: State, seat: int, look: Forecast) -> None:
    """Look at the table once."""
    look.facts[MORE_ERAS] = float(game.eras - game.turn) if variants.species_last(game) else 0.0
    look.facts[AWARD] = 1.0 if variants.brings_points(game) else 0.0
    take_sides(game, seat, look)
    look.facts[COMING] = count_coming(game, look) / float(game.places)
    for other in range(game.seats):
        for i in range(length(game.row[other])):
            species = get(game.row[other], i)
            place = int(game.at[species])
            food.insert_row(game, look.rows[place], int(look.count[place]), species, place)
            look.count[place] += 1
            look.worth[species] = stake(int(game.points[species])) + later(game, species, look)
    for place in range(game.places):
        rows = look.rows[place, : look.count[place]]
        settle_rows(game, rows, place)
        look.present[place] = promise(game, look, rows, place)
    rank_mights(game, look)


@rule
def take_sides(game: State, seat: int, look: Forecast) -> None:
    """Points of one's own side count in full, those of others against it."""
    teams = variants.plays_in_teams(game)
    for other in range(game.seats):
        if other == seat or (teams and other == mate_of(seat)):
            look.side[other] = 1.0
        else:
            look.side[other] = -OPPONENT if teams or game.seats == 2 else -OTHERS


@rule
def count_coming(game: State, look: Forecast) -> float:
    """How many species others may still lay, or change, in this era."""
    coming = 0.0
    for other in range(game.seats):
        if look.side[other] > 0.0 or has_passed(game, other):
            continue
        if not variants.ends_creation(game):
            coming += min(3.0, length(game.hand[other]) / CARDS_OF_SPECIES)
        if not variants.only_creates(game):
            for i in range(length(game.row[other])):
                coming += OFTEN_CHANGED * (1 - int(game.done[get(game.row[other], i)]))
    return coming


@rule
def settle_rows(game: State, rows: Rows, place: int) -> None:
    """Who would eat and live in a biome if the era ended now."""
    if not variants.has_food(game):
        return  # nobody dies, and the fate of every row is to live (DC-KIDS-7)
    food.distribute(rows, food.plants_of(game, place), food.meat_of(game, place))
    food.judge(game, rows, False)


# --- what a species is good for ------------------------------------------------------------------


@rule
def stake(points: int) -> float:
    """The points that are lost with a species: all but one (DC-EXT-4)."""
    return float(max(0, points - 1))


@rule
def suits(game: State, has: int, biome: int) -> bool:
    """Whether these abilities meet the requirements of a biome that may come."""
    anyone = game.ground_any[biome]
    return bool(
        game.ground_all[biome] & ~has == 0
        and game.ground_none[biome] & has == 0
        and (anyone == 0 or anyone & has != 0)
    )


@rule
def later(game: State, species: int, look: Forecast) -> float:
    """What a species that lives now will bring in later eras, when most biomes have changed."""
    more = int(look.facts[MORE_ERAS])
    if more <= 0:
        return 0.0
    has, suited = int(game.has[species]), 0
    biomes = length(game.biome_deck)
    for i in range(biomes):
        suited += int(suits(game, has, get(game.biome_deck, i)))
    share = suited / float(max(1, biomes))
    homeless = 1.0
    for _ in range(game.places):
        homeless *= 1.0 - share
    lives = (1.0 - homeless) * max(0.3, 0.95 - 0.04 * game.need[species])
    symbols = 0
    for ability in range(len(ABILITIES)):
        symbols += int(game.power[species, ability])
    brings = 1.0 + 0.08 * symbols + 0.15 * game.might[species]
    total, chance = 0.0, 1.0
    for _ in range(more):
        chance *= lives
        total += chance * brings
    return total


@rule
def at_most(table: NDArray[np.float64], value: int) -> float:
    """The entry of a table for a value, or its last."""
    chance: float = table[min(max(value, 0), len(table) - 1)]
    return chance


@rule
def promise(game: State, look: Forecast, rows: Rows, place: int) -> float:
    """What the species of a biome will bring, for one's own side and against it."""
    plants, meat = food.plants_of(game, place), food.meat_of(game, place)
    points = float(game.ground_points[game.ground[place]]) * look.facts[AWARD]
    eats, ranks = variants.has_food(game), variants.strength_counts(game)
    total, best = 0.0, NOTHING
    for i in range(len(rows)):
        if rows[i, food.FATE] != Fate.ALIVE:
            continue
        plants -= rows[i, food.PLANTS]
        meat -= rows[i, food.MEAT]
        species, fit = rows[i, food.SPECIES], rows[i, food.ADAPTATION]
        coming = look.facts[COMING] * at_most(ABOVE, fit)
        lives = 1.0
        if eats:
            lives = safety(rows, i, plants, meat, coming)
        value = look.facts[AWARD] + look.worth[species]
        key = rows[i, food.RANK] if ranks else fit
        if best == NOTHING and fit > 0:
            best = key
        if key == best:
            value += points / (1.0 + coming)
        total += look.side[game.owner[species]] * lives * value
    return total


@rule
def safety(rows: Rows, i: int, plants: int, meat: int, coming: float) -> float:
    """The chance that a species that would live now lives at the end of the era."""
    left = plants + meat
    chance = 1.0
    if rows[i, food.DIET] == Diet.HERBIVORE:
        left = plants
    elif rows[i, food.DIET] == Diet.CARNIVORE:
        left = meat
        if rows[i, food.MEAT] < rows[i, food.NEED]:
            chance = HUNTER
    if rows[i, food.NEED] > 0:
        chance /= 1.0 + coming * at_most(PUSHED, left)
    return chance * TASTY if rows[i, food.EDIBLE] == 1 else chance


# --- trying things out ---------------------------------------------------------------------------


@rule
def try_out(game: State, look: Forecast, place: int, without: int) -> float:
    """What a biome would promise with the draft in it; NEVER if that may not be."""
    used = copy_rows(look, place, without)
    food.insert_row(game, look.trial, used, DRAFT, place)
    rows = look.trial[: used + 1]
    settle_rows(game, rows, place)
    return promise(game, look, rows, place) if draft_lives(game, rows) else NEVER


@rule
def try_without(game: State, look: Forecast, place: int, without: int) -> float:
    """What a biome would promise without a species."""
    rows = look.trial[: copy_rows(look, place, without)]
    settle_rows(game, rows, place)
    return promise(game, look, rows, place)


@rule
def copy_rows(look: Forecast, place: int, without: int) -> int:
    """Copy the rows of a biome but for one species; how many."""
    used = 0
    for i in range(look.count[place]):
        if look.rows[place, i, food.SPECIES] != without:
            for column in range(food.COLUMNS):
                look.trial[used, column] = look.rows[place, i, column]
            used += 1
    return used


@rule
def draft_lives(game: State, rows: Rows) -> bool:
    """Whether the draft gets enough to be laid here (DC-TURN-11)."""
    if not variants.food_matters(game) or game.need[DRAFT] == 0:
        return True
    for i in range(len(rows)):
        if rows[i, food.SPECIES] == DRAFT:
            return bool(rows[i, food.FATE] == Fate.ALIVE)
    return False


# --- strength ------------------------------------------------------------------------------------


@rule
def rank_mights(game: State, look: Forecast) -> None:
    """Sort the species that live by strength; the row after the last has no owner."""
    used = 0
    for place in range(game.places):
        for k in range(look.count[place]):
            row = look.rows[place, k]
            mine = food.strength(game, int(row[food.SPECIES]))
            if row[food.FATE] != Fate.ALIVE or mine == 0:
                continue
            i = used
            while i > 0 and look.might[i - 1, 0] < mine:
                for column in range(3):
                    look.might[i, column] = look.might[i - 1, column]
                i -= 1
            look.might[i, 0] = mine
            look.might[i, 1] = game.owner[row[food.SPECIES]]
            look.might[i, 2] = row[food.SPECIES]
            used += 1
    look.might[used, 0] = 0


@rule
def medal(game: State, look: Forecast, owner: int, mine: int, without: int) -> float:
    """What a strength promises its owner, less what it takes from one's own side."""
    if mine == 0 or look.facts[AWARD] == 0.0 or not variants.strength_counts(game):
        return 0.0
    place, i, taken = 0, 0, 0.0
    while look.might[i, 0] > 0 and place < MEDALS:
        if look.might[i, 2] != without:
            if look.might[i, 0] < mine:
                taken += look.side[look.might[i, 1]]
            place += 1
        i += 1
    stronger = 0.0
    i = 0
    while look.might[i, 0] >= mine:
        if look.might[i, 2] != without:
            stronger += 1.0 if look.might[i, 0] > mine else 0.5
        i += 1
    stronger += look.facts[COMING] * game.places * at_most(STRONGER, mine)
    return max(0.0, MEDALS - stronger) * look.side[owner] - taken


# --- what can be counted, for the value of a position --------------------------------------------

ABILITY_COUNTS = 23  # the first of a number for each ability
FEATURES = ABILITY_COUNTS + len(ABILITIES)
CIRCUMSTANCES = 8


@rule(arrays=True)
def portray(states: States, seat: int, row: Reals) -> None:
    """Write the features of a seat, from the second on; the first are its points."""
    game = states[0]
    row[1:] = 0.0
    looks = new_forecasts()
    look = looks[0]
    survey(game, seat, look)
    for place in range(game.places):
        row[1] += 0.1 * look.present[place]
        note_biome(game, seat, look, place, row)
    row[3] = 0.1 * game.front[seat]
    row[4] = int(game.mover == seat)
    row[5] = int(has_passed(game, seat))
    row[6] = 0.2 * look.facts[COMING]
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
    row[16] += 0.1 * later(game, species, look)
    row[17] += 0.1 * game.need[species]
    row[18] += 0.1 * strength(game, species)
    row[19] += 0.1 * medal(game, look, seat, strength(game, species), species)
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
