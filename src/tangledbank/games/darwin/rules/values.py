"""What is read off a position for people: values of species, and what a draft would bring."""

from __future__ import annotations

from tangledbank.games.darwin.rules import draft, food
from tangledbank.games.darwin.rules.actions import Reason
from tangledbank.games.darwin.rules.decks import Diet
from tangledbank.games.darwin.rules.drawing import can_create
from tangledbank.games.darwin.rules.evaluation import claim, is_tied_carnivore
from tangledbank.games.darwin.rules.food import Rows
from tangledbank.games.darwin.rules.state import DRAFT, MAX_SPECIES, NOTHING, Fate, Plan, State
from tangledbank.games.darwin.rules.turn import price_of_mutation, share_out
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import EventBooks, Ints, States

FEWEST_PLACES = 3  # of two players

# Columns of what `measure` writes for each species.
ADAPTATION, STRENGTH, UNFIT, FED, LEADS, MEASURES = range(6)

# Columns of what `try_out` writes for each species of a biome; a row of its own for the draft.
GOT_PLANTS, GOT_MEAT, WAS_FED, IS_FED, IS_THERE, FIT, MIGHT, GOT_PREY, TRIALS = range(9)


@entry
def feed_table(states: States, books: EventBooks) -> None:
    """Give out the food of every biome; for a position that was laid out by hand."""
    for place in range(states[0].places):
        share_out(states[0], books[0], place)


@entry
def measure(states: States, out: Ints) -> None:
    """The values of every living species where it lives."""
    game = states[0]
    for species in range(MAX_SPECIES):
        if game.living[species] == 1:
            place = int(game.at[species])
            out[species, ADAPTATION] = food.adaptation(game, species, place)
            out[species, STRENGTH] = food.strength(game, species)
            out[species, UNFIT] = food.why_unfit(game, species, place)
            out[species, FED] = int(food.is_fed(game, species))
            out[species, LEADS] = int(leads(game, species, place))


@rule
def leads(game: State, species: int, place: int) -> bool:
    """Whether the continent token lies beside a species (DC-DEF-15, DC-SP-44).

    Children have none, but look for the best of a biome too: adaptation decides (DC-KIDS-13).
    """
    mine = claim(game, species, place)
    if mine < 0 or food.why_unfit(game, species, place) != Reason.OK:
        return False
    for other in range(MAX_SPECIES):
        if claim(game, other, place) > mine and food.why_unfit(game, other, place) == Reason.OK:
            return False
    return True


@entry
def supply(states: States, place: int, out: Ints) -> None:
    """The plants and meat of a biome, what of it no species has, and whether it lies left."""
    game = states[0]
    out[0] = food.plants_of(game, place)
    out[1] = food.meat_of(game, place)
    out[2] = out[0]
    out[3] = out[1]
    for species in range(MAX_SPECIES):
        if game.living[species] == 1 and game.at[species] == place:
            out[2] -= game.plants[species]
            out[3] -= game.meat[species]
    # with two players all biomes lie on one side (DC-2P-6, DC-SP-62)
    out[4] = int(game.places == FEWEST_PLACES or draft.is_left(game, place))


@entry
def try_out(states: States, place: int, out: Ints) -> int:
    """What the draft and the others would get in a biome; why it could not live there, or OK."""
    game = states[0]
    without = int(game.draft_species)
    if game.plan == Plan.CREATING:
        why = draft.why_no_place(game, place)
    elif game.plan == Plan.MIGRATING:
        why = draft.why_no_target(game, place)
    else:
        why = draft.why_no_home(game, place, without)
    if game.plan == Plan.MOVED and place == game.at[without]:
        why = Reason.SAME_BIOME  # as before the choice (DC-MIGRATE-1)
    if why == Reason.OK and without != NOTHING and draft.is_cut_off(game, without, place):
        why = Reason.DRIFT
    rows = food.try_draft(game, place, without)
    for i in range(len(rows)):
        species = int(rows[i, food.SPECIES])
        out[species, IS_THERE] = 1
        out[species, FIT] = rows[i, food.ADAPTATION]
        out[species, MIGHT] = rows[i, food.STRENGTH]
        out[species, GOT_PLANTS] = rows[i, food.PLANTS]
        out[species, GOT_MEAT] = rows[i, food.MEAT]
        got = rows[i, food.PLANTS] + rows[i, food.MEAT]
        out[species, IS_FED] = int(got >= game.need[species])
        out[species, WAS_FED] = int(species != DRAFT and food.is_fed(game, species))
    out[DRAFT, GOT_PREY] = prey_for_draft(game, place, without)
    return why


@rule(arrays=True, inline=False)
def prey_for_draft(game: State, place: int, without: int) -> int:
    """What a drafted carnivore would get by devouring others (DC-CREATE-11, DC-SP-20).

    Never more than it lacks; of a hunt with others fully tied with it, its share (DC-SP-30).
    """
    rows = food.lay_out_biome(game, place, without, True)
    food.distribute(rows, food.plants_of(game, place), food.meat_of(game, place))
    mine = row_of_draft(rows)
    if rows[mine, food.DIET] != Diet.CARNIVORE or rows[mine, food.FITS] == 0:
        return 0
    rank, lacking = int(rows[mine, food.RANK]), food.missing(rows, mine)
    hunters = 0
    for i in range(len(rows)):
        hunters += int(is_tied_carnivore(rows, mine, i))
    before = devoured_by_best(game, rows, rank + 1)
    return min(lacking, (devoured_by_best(game, rows, rank) - before) // hunters)


@rule
def row_of_draft(rows: Rows) -> int:
    """Where the draft stands among the species of a biome."""
    mine = 0
    while rows[mine, food.SPECIES] != DRAFT:
        mine += 1
    return mine


@rule(arrays=True, inline=False)
def devoured_by_best(game: State, rows: Rows, lowest: int) -> int:
    """How much the carnivores from this rank on upwards devour."""
    table = rows.copy()
    for i in range(len(table)):
        if table[i, food.DIET] == Diet.CARNIVORE and table[i, food.RANK] < lowest:
            table[i, food.FITS] = 0  # does not hunt
    food.judge(game, table, False)
    total = 0
    for i in range(len(table)):
        if table[i, food.FATE] == Fate.DEVOURED:
            total += int(table[i, food.NEED])
    return total


@entry
def mutation_price(states: States) -> int:
    """What the drafted mutation would cost."""
    game = states[0]
    return price_of_mutation(game, int(game.draft_species)) if game.mutations > 0 else 0


@entry
def could_create(states: States, seat: int) -> bool:
    """Whether the hand of a seat alone holds a species that could be laid now."""
    return can_create(states[0], seat)
