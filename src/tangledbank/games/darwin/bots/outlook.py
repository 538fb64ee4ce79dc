"""What a table of Darwin's Choice promises a seat, in Darwin points.

A *scene* is what stays the same while one decision is weighed: the species of every biome as rows
of food.py, what each is worth if it lives, and what may still come in this era. A body is tried
out as the draft of the view, by the rules' own distribution and evaluation.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tangledbank.games.darwin.rules.decks import ABILITIES, PARTS, Diet
from tangledbank.games.darwin.rules.draft import food_matters, has_passed, only_creates
from tangledbank.games.darwin.rules.food import (
    ADAPTATION,
    COLUMNS,
    DIET,
    EDIBLE,
    EPIDEMIC,
    FATE,
    MEAT,
    NEED,
    PLANTS,
    RANK,
    SPECIES,
    distribute,
    insert_row,
    judge,
    meat_of,
    plants_of,
    strength,
)
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    MAX_SEATS,
    MAX_SPECIES,
    MOST_MUTATIONS,
    MOST_PARTS,
    NOTHING,
    PLACES,
    Fate,
    Option,
    State,
    Variant,
)
from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.shared.best import NEVER
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.lists import get, length

Scene: TypeAlias = Any  # one record of SCENE

MOST_CARDS = 24  # of a hand and the trade zone, that are thought about
PLAN_SIZE = 6 + MOST_PARTS  # darwin_plans.py

# The facts of a scene.
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

# A record, so that it is passed on as one pointer.
SCENE = np.dtype(
    (
        np.record,
        [
            # the species of each biome, best first, with their fates as things are
            ("rows", np.int64, (PLACES, MAX_SPECIES, COLUMNS)),
            ("count", np.int64, (PLACES,)),  # how many, by place
            ("trial", np.int64, (MAX_SPECIES + 1, COLUMNS)),  # a biome with something tried out
            ("present", np.float64, (PLACES,)),  # what each biome promises as it is
            ("worth", np.float64, (MAX_SPECIES + 1,)),  # what is lost or will come with a species
            ("side", np.float64, (MAX_SEATS,)),  # how much the points of a seat count
            ("might", np.int64, (MAX_SPECIES + 1, 3)),  # strength, owner, species; best first
            ("facts", np.float64, (FACTS,)),
            # kinds that a body may get, as bounded lists: numbers by part, then all kinds
            ("cards", np.int64, (ALL_CARDS + 1, 1 + MOST_CARDS)),
            ("zoned", np.int64, (MOST_CARDS,)),  # 1 for a card in the trade zone
            ("worn", np.int64, (MOST_MUTATIONS, MOST_PARTS + 2)),  # what is being changed
            ("plan", np.int64, (PLAN_SIZE,)),  # the best plan so far (darwin_plans.py)
        ],
    )
)


@rule(arrays=True)
def new_scenes() -> Any:
    """Room for one scene, to be surveyed: all else in it is written before it is read."""
    scenes = np.empty(1, SCENE)
    scenes[0].count[:] = 0
    return scenes


# --- survey --------------------------------------------------------------------------------------


@rule
def survey(game: State, seat: int, scene: Scene) -> None:
    """Look at the table once."""
    variant = int(game.options[Option.VARIANT])
    scene.facts[MORE_ERAS] = 0.0 if variant == Variant.CHILDREN else float(game.eras - game.turn)
    scene.facts[AWARD] = 0.0 if variant == Variant.BEGINNER and game.turn == 1 else 1.0
    take_sides(game, seat, scene)
    scene.facts[COMING] = count_coming(game, scene) / float(game.places)
    for other in range(game.seats):
        for i in range(length(game.row[other])):
            species = get(game.row[other], i)
            place = int(game.at[species])
            insert_row(game, scene.rows[place], int(scene.count[place]), species, place)
            scene.count[place] += 1
            scene.worth[species] = stake(int(game.points[species])) + later(game, species, scene)
    for place in range(game.places):
        rows = scene.rows[place, : scene.count[place]]
        settle_rows(game, rows, place)
        scene.present[place] = promise(game, scene, rows, place)
    rank_mights(game, scene)


@rule
def take_sides(game: State, seat: int, scene: Scene) -> None:
    """Points of one's own side count in full, those of others against it."""
    teams = game.options[Option.VARIANT] == Variant.TEAMS
    for other in range(game.seats):
        if other == seat or (teams and other == mate_of(seat)):
            scene.side[other] = 1.0
        else:
            scene.side[other] = -OPPONENT if teams or game.seats == 2 else -OTHERS


@rule
def count_coming(game: State, scene: Scene) -> float:
    """How many species others may still lay, or change, in this era."""
    coming = 0.0
    creates = game.options[Option.VARIANT] != Variant.BEGINNER or game.turn == 1
    for other in range(game.seats):
        if scene.side[other] > 0.0 or has_passed(game, other):
            continue
        if creates:
            coming += min(3.0, length(game.hand[other]) / CARDS_OF_SPECIES)
        if not only_creates(game):
            for i in range(length(game.row[other])):
                coming += OFTEN_CHANGED * (1 - int(game.done[get(game.row[other], i)]))
    return coming


@rule
def settle_rows(game: State, rows: Any, place: int) -> None:
    """Who would eat and live in a biome if the era ended now."""
    if game.options[Option.VARIANT] == Variant.CHILDREN:
        return  # nobody dies, and the fate of every row is to live (DC-KIDS-7)
    distribute(rows, plants_of(game, place), meat_of(game, place))
    judge(rows, game.event == EPIDEMIC, False)


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
def later(game: State, species: int, scene: Scene) -> float:
    """What a species that lives now will bring in later eras, when most biomes have changed."""
    more = int(scene.facts[MORE_ERAS])
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
def at_most(table: Any, value: int) -> float:
    """The entry of a table for a value, or its last."""
    chance: float = table[min(max(value, 0), len(table) - 1)]
    return chance


@rule
def promise(game: State, scene: Scene, rows: Any, place: int) -> float:
    """What the species of a biome will bring, for one's own side and against it."""
    plants, meat = plants_of(game, place), meat_of(game, place)
    points = float(game.ground_points[game.ground[place]]) * scene.facts[AWARD]
    children = game.options[Option.VARIANT] == Variant.CHILDREN
    total, best = 0.0, NOTHING
    for i in range(len(rows)):
        if rows[i, FATE] != Fate.ALIVE:
            continue
        plants -= rows[i, PLANTS]
        meat -= rows[i, MEAT]
        species, fit = rows[i, SPECIES], rows[i, ADAPTATION]
        coming = scene.facts[COMING] * at_most(ABOVE, fit)
        lives = 1.0
        if not children:
            lives = safety(rows, i, plants, meat, coming)
        value = scene.facts[AWARD] + scene.worth[species]
        key = fit if children else rows[i, RANK]
        if best == NOTHING and fit > 0:
            best = key
        if key == best:
            value += points / (1.0 + coming)
        total += scene.side[game.owner[species]] * lives * value
    return total


@rule
def safety(rows: Any, i: int, plants: int, meat: int, coming: float) -> float:
    """The chance that a species that would live now lives at the end of the era."""
    left = plants + meat
    chance = 1.0
    if rows[i, DIET] == Diet.HERBIVORE:
        left = plants
    elif rows[i, DIET] == Diet.CARNIVORE:
        left = meat
        if rows[i, MEAT] < rows[i, NEED]:
            chance = HUNTER
    if rows[i, NEED] > 0:
        chance /= 1.0 + coming * at_most(PUSHED, left)
    return chance * TASTY if rows[i, EDIBLE] == 1 else chance


# --- trying things out ---------------------------------------------------------------------------


@rule
def try_out(game: State, scene: Scene, place: int, without: int) -> float:
    """What a biome would promise with the draft in it; NEVER if that may not be."""
    used = copy_rows(scene, place, without)
    insert_row(game, scene.trial, used, DRAFT, place)
    rows = scene.trial[: used + 1]
    settle_rows(game, rows, place)
    return promise(game, scene, rows, place) if draft_lives(game, rows) else NEVER


@rule
def try_without(game: State, scene: Scene, place: int, without: int) -> float:
    """What a biome would promise without a species."""
    rows = scene.trial[: copy_rows(scene, place, without)]
    settle_rows(game, rows, place)
    return promise(game, scene, rows, place)


@rule
def copy_rows(scene: Scene, place: int, without: int) -> int:
    """Copy the rows of a biome but for one species; how many."""
    used = 0
    for i in range(scene.count[place]):
        if scene.rows[place, i, SPECIES] != without:
            for column in range(COLUMNS):
                scene.trial[used, column] = scene.rows[place, i, column]
            used += 1
    return used


@rule
def draft_lives(game: State, rows: Any) -> bool:
    """Whether the draft gets enough to be laid here (DC-TURN-11)."""
    if not food_matters(game) or game.need[DRAFT] == 0:
        return True
    for i in range(len(rows)):
        if rows[i, SPECIES] == DRAFT:
            return bool(rows[i, FATE] == Fate.ALIVE)
    return False


# --- strength ------------------------------------------------------------------------------------


@rule
def rank_mights(game: State, scene: Scene) -> None:
    """Sort the species that live by strength; the row after the last has no owner."""
    used = 0
    for place in range(game.places):
        for k in range(scene.count[place]):
            row = scene.rows[place, k]
            mine = strength(game, int(row[SPECIES]))
            if row[FATE] != Fate.ALIVE or mine == 0:
                continue
            i = used
            while i > 0 and scene.might[i - 1, 0] < mine:
                for column in range(3):
                    scene.might[i, column] = scene.might[i - 1, column]
                i -= 1
            scene.might[i, 0] = mine
            scene.might[i, 1] = game.owner[row[SPECIES]]
            scene.might[i, 2] = row[SPECIES]
            used += 1
    scene.might[used, 0] = 0


@rule
def medal(game: State, scene: Scene, owner: int, mine: int, without: int) -> float:
    """What a strength promises its owner, less what it takes from one's own side."""
    if mine == 0 or scene.facts[AWARD] == 0.0 or game.options[Option.VARIANT] == Variant.CHILDREN:
        return 0.0
    place, i, taken = 0, 0, 0.0
    while scene.might[i, 0] > 0 and place < MEDALS:
        if scene.might[i, 2] != without:
            if scene.might[i, 0] < mine:
                taken += scene.side[scene.might[i, 1]]
            place += 1
        i += 1
    stronger = 0.0
    i = 0
    while scene.might[i, 0] >= mine:
        if scene.might[i, 2] != without:
            stronger += 1.0 if scene.might[i, 0] > mine else 0.5
        i += 1
    stronger += scene.facts[COMING] * game.places * at_most(STRONGER, mine)
    return max(0.0, MEDALS - stronger) * scene.side[owner] - taken
