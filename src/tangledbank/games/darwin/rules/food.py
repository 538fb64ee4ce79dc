"""Food: what a biome gives, who gets it, who starves and who is devoured.

The species of one biome are laid out as rows of a table, best rank first. The running
distribution, the test whether a species would get enough (DC-SP-19) and the evaluation all work
on such a table.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tangledbank.games.darwin.rules.actions import Reason
from tangledbank.games.darwin.rules.body import BIT
from tangledbank.games.darwin.rules.decks import ABILITIES, Ability, Diet, EventCard
from tangledbank.games.darwin.rules.state import DRAFT, GOLD, NOTHING, VOLCANO, Age, Fate, State
from tangledbank.games.darwin.rules.variants import Option
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import get, length

Rows: TypeAlias = NDArray[np.int64]  # one row a species, columns as below

# Columns.
(
    SPECIES,
    RANK,  # adaptation, then strength, then hearts, as one number (DC-FOOD-4)
    ADAPTATION,
    STRENGTH,
    NEED,
    DIET,
    EDIBLE,  # it could be devoured
    FITS,  # it meets the requirements
    PLANTS,
    MEAT,
    FATE,
    CHOSEN,  # among tied prey
    COLUMNS,
) = range(13)
ASKED = 100  # a fate: one of several tied prey, the owner of the carnivore has to choose

# The plants and meat of an easily accessible biome by event, the last without one; or NOTHING.
FOOD_BY_EVENT = np.array([*(card.effect.food for card in EventCard), (NOTHING, NOTHING)])

PROTECTING = int(BIT[Ability.DIG] | BIT[Ability.POISON])
EASY = 2  # points of an easily accessible biome (DC-DEF-13)


# --- values --------------------------------------------------------------------------------------


@rule
def adaptation(game: State, species: int, place: int) -> int:
    """The symbols of the kinds that the centre of the biome shows (DC-DEF-10)."""
    ground = game.ground[place]
    if ground >= GOLD:
        return int(game.might[species])  # DC-KIDS-9
    total = 0
    for ability in range(len(ABILITIES)):
        if game.ground_counts[ground] & BIT[ability] != 0:
            total += int(game.power[species, ability])
    return total


@rule
def strength(game: State, species: int) -> int:
    """Competitive strength in force: none for meat eaters in an epidemic (DC-EVENT-33)."""
    if game.event == EventCard.EPIDEMIC and game.diet[species] != Diet.HERBIVORE:
        return 0
    return int(game.might[species])


@rule
def rank(game: State, species: int, place: int) -> int:
    """Adaptation, strength in force and hearts, compared in this order."""
    return (adaptation(game, species, place) * 256 + strength(game, species)) * 256 + int(
        game.need[species]
    )


@rule
def is_young_volcano(game: State, place: int) -> bool:
    """Whether nothing can live there in this era (DC-EVENT-26)."""
    return game.ground[place] == VOLCANO and game.volcano == Age.YOUNG


@rule
def why_unfit(game: State, species: int, place: int) -> int:
    """Why a species cannot live in a biome, food aside; or OK."""
    if is_young_volcano(game, place):
        return Reason.UNINHABITABLE
    return why_unsuited(game, species, int(game.ground[place]))


@rule
def why_unsuited(game: State, species: int, ground: int) -> int:
    """Which requirement of a kind of ground a species does not meet, or OK (DC-SP-7)."""
    has = game.has[species]
    if game.ground_all[ground] & ~has != 0:
        return Reason.LACKS
    if game.ground_any[ground] != 0 and game.ground_any[ground] & has == 0:
        return Reason.LACKS_ANY
    return Reason.FORBIDDEN if game.ground_none[ground] & has != 0 else Reason.OK


@rule
def plants_of(game: State, place: int) -> int:
    """The plant units of a biome in this era."""
    return units_of(game, place, int(game.ground_plants[game.ground[place]]), 0)


@rule
def meat_of(game: State, place: int) -> int:
    """The meat units of a biome in this era."""
    return units_of(game, place, int(game.ground_meat[game.ground[place]]), 1)


@rule
def units_of(game: State, place: int, printed: int, food: int) -> int:
    """What of the printed food there is in this era (DC-EVENT-20 to -23, -26)."""
    if is_young_volcano(game, place):
        return 0
    changed = int(FOOD_BY_EVENT[game.event, food])
    is_changed = changed != NOTHING and game.ground_points[game.ground[place]] == EASY
    return changed if is_changed else printed


# --- the table -----------------------------------------------------------------------------------


@rule(arrays=True, inline=False)
def lay_out_biome(game: State, place: int, without: int, with_draft: bool) -> Rows:
    """The species of a biome, best first; `without` one, or with the draft as well."""
    count = int(with_draft)
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            count += int(game.at[species] == place and species != without)
    rows = np.zeros((count, COLUMNS), np.int64)
    used = 0
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            if game.at[species] == place and species != without:
                insert_row(game, rows, used, species, place)
                used += 1
    if with_draft:
        insert_row(game, rows, used, DRAFT, place)
    return rows


@rule
def insert_row(game: State, rows: Rows, used: int, species: int, place: int) -> None:
    """Put a species at its place among those before it."""
    key = rank(game, species, place)
    i = used
    while i > 0 and rows[i - 1, RANK] < key:
        for column in range(COLUMNS):
            rows[i, column] = rows[i - 1, column]
        i -= 1
    row = rows[i]
    row[SPECIES] = species
    row[RANK] = key
    row[ADAPTATION] = adaptation(game, species, place)
    row[STRENGTH] = strength(game, species)
    row[NEED] = game.need[species]
    row[DIET] = game.diet[species]
    # dig and poison protect, and nothing can be had from a species without hearts (DC-SP-32)
    row[EDIBLE] = int(
        game.diet[species] != Diet.CARNIVORE
        and game.need[species] > 0
        and game.has[species] & PROTECTING == 0
    )
    row[FITS] = int(why_unfit(game, species, place) == Reason.OK)
    row[PLANTS] = game.plants[species]
    row[MEAT] = game.meat[species]
    row[FATE] = Fate.ALIVE
    row[CHOSEN] = game.doomed[species]


@rule
def row_of(rows: Rows, species: int) -> int:
    """Where a species stands in the table, or NOTHING."""
    for i in range(len(rows)):
        if rows[i, SPECIES] == species:
            return i
    return NOTHING


@rule
def end_of_group(rows: Rows, start: int) -> int:
    """Where the species that are fully tied with one end."""
    end = start + 1
    while end < len(rows) and rows[end, RANK] == rows[start, RANK]:
        end += 1
    return end


@rule
def missing(rows: Rows, i: int) -> int:
    """The food a species still lacks."""
    lack: int = rows[i, NEED] - rows[i, PLANTS] - rows[i, MEAT]
    return lack


# --- distribution --------------------------------------------------------------------------------


@rule(inline=False)
def distribute(game: State, rows: Rows, place: int) -> None:
    """Give out the food of a biome anew (DC-FOOD-2 to -9)."""
    for i in range(len(rows)):
        rows[i, PLANTS] = 0
        rows[i, MEAT] = 0
    give_out(rows, PLANTS, plants_of(game, place))
    give_out(rows, MEAT, meat_of(game, place))


@rule
def give_out(rows: Rows, food: int, stock: int) -> None:
    """One kind of food, group by group; who is fully tied eats at the same time."""
    start = 0
    while start < len(rows) and stock > 0:
        end = end_of_group(rows, start)
        stock = serve(rows, start, end, food, stock)
        start = end


@rule
def eats(rows: Rows, i: int, food: int) -> bool:
    """Whether a species takes part in this distribution (DC-FOOD-6 to -8, -13)."""
    if rows[i, FITS] == 0 or missing(rows, i) == 0:
        return False
    if food == PLANTS:
        return bool(rows[i, DIET] != Diet.CARNIVORE)
    return bool(rows[i, DIET] != Diet.HERBIVORE)


@rule
def serve(rows: Rows, start: int, end: int, food: int, stock: int) -> int:
    """Feed one group; what is left for those after it.

    If it is not enough for all, each gets one unit as often as there is one for every member
    still hungry; the rest is nobody's (DC-SP-25, -26).
    """
    lacking = 0
    for i in range(start, end):
        if eats(rows, i, food):
            lacking += missing(rows, i)
    if lacking <= stock:
        for i in range(start, end):
            if eats(rows, i, food):
                rows[i, food] += missing(rows, i)
        return stock - lacking
    hungry = count_hungry(rows, start, end, food)
    while stock >= hungry:
        for i in range(start, end):
            if eats(rows, i, food):
                rows[i, food] += 1
        stock -= hungry
        hungry = count_hungry(rows, start, end, food)
    return 0


@rule
def count_hungry(rows: Rows, start: int, end: int, food: int) -> int:
    """How many of a group still eat."""
    hungry = 0
    for i in range(start, end):
        hungry += int(eats(rows, i, food))
    return hungry


# --- evaluation ----------------------------------------------------------------------------------


@rule(inline=False)
def judge(game: State, rows: Rows, ask: bool) -> int:
    """Steps 1 and 2 of the evaluation of one biome (DC-EVAL-2 to -19); the fates are in the rows.

    If `ask` and an owner has to choose among tied prey, the row of a carnivore of theirs;
    else NOTHING.
    """
    for i in range(len(rows)):
        rows[i, FATE] = Fate.ALIVE
        if rows[i, FITS] == 0:
            rows[i, FATE] = Fate.REQUIREMENTS
        elif rows[i, DIET] != Diet.CARNIVORE and missing(rows, i) > 0:
            rows[i, FATE] = Fate.HUNGER
    failed = NOTHING  # the adaptation of the best carnivore that starved
    start = 0
    while start < len(rows):
        end = end_of_group(rows, start)
        lacking = lack_of_carnivores(rows, start, end)
        if rows[start, ADAPTATION] < failed:  # with the better one (DC-EVAL-18)
            starve(rows, start, end, game.options[Option.HEARTLESS] == 0)
        elif lacking > 0:
            outcome = hunt(game, rows, start, lacking, ask)
            if outcome == UNDECIDED:
                return start
            if outcome == STARVED:
                starve(rows, start, end, True)
                failed = int(rows[start, ADAPTATION])
        start = end
    return NOTHING


STARVED, FED, UNDECIDED = range(3)


@rule
def lack_of_carnivores(rows: Rows, start: int, end: int) -> int:
    """What the carnivores of a group lack together: fully tied ones hunt as one (DC-SP-30)."""
    lacking = 0
    for i in range(start, end):
        if rows[i, DIET] == Diet.CARNIVORE and rows[i, FITS] == 1:
            lacking += missing(rows, i)
    return lacking


@rule
def starve(rows: Rows, start: int, end: int, spares_heartless: bool) -> None:
    """The carnivores of a group die; those without hearts need no food (DC-SP-33)."""
    for i in range(start, end):
        is_spared = spares_heartless and rows[i, NEED] == 0
        if rows[i, DIET] == Diet.CARNIVORE and rows[i, FITS] == 1 and not is_spared:
            rows[i, FATE] = Fate.HUNGER


@rule
def hunt(game: State, rows: Rows, hunter: int, lacking: int, ask: bool) -> int:
    """Devour the lowest rank first until nothing is lacking or none is left (DC-EVAL-7 to -17)."""
    if game.event == EventCard.EPIDEMIC:
        return STARVED  # DC-EVENT-34
    pool = 0
    while pool < lacking:
        prey = weakest_prey(rows, hunter)
        if prey == NOTHING:
            return STARVED  # what was devoured stays dead (DC-SP-35)
        tied, chosen = tied_prey(rows, hunter, prey)
        # where all of them are needed anyway there is nothing to choose
        is_choice = tied > 1 and pool + (tied - 1) * rows[prey, NEED] >= lacking
        if chosen == NOTHING and ask and is_choice:
            mark_tied_prey(rows, hunter, prey)
            return UNDECIDED
        prey = prey if chosen == NOTHING else chosen
        rows[prey, FATE] = Fate.DEVOURED
        pool += rows[prey, NEED]
    return FED


@rule
def is_prey(rows: Rows, hunter: int, i: int) -> bool:
    """Whether a carnivore can devour a species (DC-EVAL-8 to -11)."""
    return bool(
        rows[i, FATE] == Fate.ALIVE
        and rows[i, EDIBLE] == 1
        and rows[i, ADAPTATION] <= rows[hunter, ADAPTATION]
        and rows[i, STRENGTH] <= rows[hunter, STRENGTH]
    )


@rule
def weakest_prey(rows: Rows, hunter: int) -> int:
    """The prey of the lowest rank (DC-EVAL-12, DC-SP-31), or NOTHING."""
    for i in range(len(rows) - 1, -1, -1):
        if is_prey(rows, hunter, i):
            return i
    return NOTHING


@rule
def tied_prey(rows: Rows, hunter: int, prey: int) -> tuple[int, int]:
    """How many prey are equal to this one in everything; the one chosen of them, or NOTHING."""
    tied, chosen = 0, NOTHING
    for i in range(len(rows)):
        if rows[i, RANK] == rows[prey, RANK] and is_prey(rows, hunter, i):
            tied += 1
            chosen = i if rows[i, CHOSEN] == 1 and chosen == NOTHING else chosen
    return tied, chosen


@rule
def mark_tied_prey(rows: Rows, hunter: int, prey: int) -> None:
    """Mark those among which the owner of the carnivore chooses (DC-EVAL-14)."""
    for i in range(len(rows)):
        if rows[i, RANK] == rows[prey, RANK] and is_prey(rows, hunter, i):
            rows[i, FATE] = ASKED


# --- what the table of a biome is for ------------------------------------------------------------


@rule(arrays=True, inline=False)
def try_draft(game: State, place: int, without: int) -> Rows:
    """The biome as it would be with the draft in it, evaluated on the spot (DC-SP-19, -20)."""
    rows = lay_out_biome(game, place, without, True)
    distribute(game, rows, place)
    judge(game, rows, False)
    return rows


@rule(arrays=True, inline=False)
def why_hungry(game: State, place: int, without: int) -> int:
    """That the draft could not get enough food in a biome, or OK."""
    if game.need[DRAFT] == 0:
        return Reason.OK  # DC-SP-23
    rows = try_draft(game, place, without)
    fate = rows[row_of(rows, DRAFT), FATE]
    return Reason.TOO_LITTLE_FOOD if fate == Fate.HUNGER else Reason.OK


@rule
def is_fed(game: State, species: int) -> bool:
    """Whether the food beside a species is enough (DC-FOOD-11)."""
    return bool(game.plants[species] + game.meat[species] >= game.need[species])
