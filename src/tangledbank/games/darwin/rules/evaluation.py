"""The evaluation phase: who dies, who earns points (DC-EVAL), and extinction (DC-EXT)."""

from __future__ import annotations

from tangledbank.games.darwin.rules import food, tell, variants
from tangledbank.games.darwin.rules.actions import Reason, Verb
from tangledbank.games.darwin.rules.body import strip
from tangledbank.games.darwin.rules.decks import Diet
from tangledbank.games.darwin.rules.food import Rows
from tangledbank.games.darwin.rules.piles import throw_away
from tangledbank.games.darwin.rules.state import MAX_SPECIES, NOTHING, Fate, Phase, Stage, State
from tangledbank.games.darwin.rules.turn import share_out
from tangledbank.games.shared.hidden_cards import SEAT_BIT
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, get, length, remove

PLACES_AWARDED = 3  # DC-EVAL-26

# --- steps 1 and 2 -------------------------------------------------------------------------------


@rule
def begin_evaluation(game: State, events: EventBook) -> None:
    """The beginner game gives out food only now (DC-BEG-6)."""
    tell.evaluation(game, events, int(game.turn))
    if not variants.food_matters(game):
        for place in range(game.places):
            share_out(game, events, place)


@rule
def has_chosen_prey(game: State) -> bool:
    """Whether the evaluation goes on after a choice, in the biome where it was made."""
    for species in range(MAX_SPECIES):
        if game.doomed[species] == 1:
            return True
    return False


@rule(arrays=True, inline=False)
def evaluate(game: State, events: EventBook) -> None:
    """Requirements and food, biome after biome; stops where an owner has to choose."""
    if not variants.has_food(game):
        game.stage = Stage.AWARD  # DC-KIDS-7, -8
        return
    if game.judged == 0 and not has_chosen_prey(game):
        begin_evaluation(game, events)
    while game.judged < game.places:
        rows = food.lay_out_biome(game, int(game.judged), NOTHING, False)
        hunter = food.judge(game, rows, True)
        if hunter != NOTHING:
            game.stage = Stage.PREY
            game.waiting = SEAT_BIT[owner_of_hunt(game, rows, hunter)]
            return
        bury(game, events, rows)
        game.judged += 1
    game.judged = 0
    game.stage = Stage.AWARD


@rule
def owner_of_hunt(game: State, rows: Rows, hunter: int) -> int:
    """Of several owners of tied carnivores the earliest in turn order chooses (DC-SP-30)."""
    seat = int(game.first)
    for _ in range(game.seats):
        if hunts_for(game, rows, hunter, seat):
            return seat
        seat = seat_after(game, seat)
    return int(game.owner[rows[hunter, food.SPECIES]])


@rule
def hunts_for(game: State, rows: Rows, hunter: int, seat: int) -> bool:
    """Whether one of the tied carnivores belongs to a seat."""
    for i in range(len(rows)):
        species = rows[i, food.SPECIES]
        if is_tied_carnivore(rows, hunter, i) and game.owner[species] == seat:
            return True
    return False


@rule
def is_tied_carnivore(rows: Rows, hunter: int, i: int) -> bool:
    """Whether a row hunts together with the hunter's group."""
    return bool(
        rows[i, food.RANK] == rows[hunter, food.RANK]
        and rows[i, food.DIET] == Diet.CARNIVORE
        and rows[i, food.FITS] == 1
    )


@rule
def bury(game: State, events: EventBook, rows: Rows) -> None:
    """All who died in a biome leave the table."""
    for i in range(len(rows)):
        species = int(rows[i, food.SPECIES])
        game.doomed[species] = 0
        if rows[i, food.FATE] != Fate.ALIVE:
            die_out(game, events, species, int(rows[i, food.FATE]))


@rule(arrays=True, inline=False)
def judge_biome(game: State) -> Rows:
    """The biome whose evaluation stands still, and who of it has to be chosen from."""
    rows = food.lay_out_biome(game, int(game.judged), NOTHING, False)
    food.judge(game, rows, True)
    return rows


@rule(arrays=True, inline=False)
def list_prey(game: State, out: Ints) -> int:
    """The tied prey, one of which is devoured (DC-EVAL-14)."""
    rows, count = judge_biome(game), 0
    for i in range(len(rows)):
        if rows[i, food.FATE] == food.ASKED:
            out[count] = Verb.DEVOUR + rows[i, food.SPECIES]
            count += 1
    return count


@rule(arrays=True, inline=False)
def why_no_prey(game: State, species: int) -> int:
    """That a species is not one of those to choose from, or OK."""
    rows = judge_biome(game)
    for i in range(len(rows)):
        if rows[i, food.SPECIES] == species and rows[i, food.FATE] == food.ASKED:
            return Reason.OK
    return Reason.NOT_PREY


@rule
def doom(game: State, species: int) -> None:
    """This one of the tied prey is devoured."""
    game.doomed[species] = 1
    game.stage = Stage.EVALUATE


# --- extinction ----------------------------------------------------------------------------------


@rule(inline=False)
def die_out(game: State, events: EventBook, species: int, fate: int) -> None:
    """A species leaves the table; its owner keeps one of its points (DC-EXT-1 to -6)."""
    owner = int(game.owner[species])
    kept = min(1, int(game.points[species]))
    tell.extinct(game, events, owner, species, fate, kept)
    game.front[owner] += kept
    clear_away(game, species)


@rule
def clear_away(game: State, species: int) -> None:
    """The cards go to their discard piles, the token back to the owner."""
    for i in range(length(game.body[species])):
        throw_away(game, get(game.body[species], i))
    remove(game.row[game.owner[species]], species)
    strip(game, species)


# --- steps 3 to 5 --------------------------------------------------------------------------------


@rule(inline=False)
def award(game: State, events: EventBook) -> None:
    """Survival, adaptation, competitive strength; then the game ends or goes on."""
    if variants.brings_points(game):
        award_survival(game, events)
        for place in range(game.places):
            award_adaptation(game, events, place)
        if variants.strength_counts(game):
            award_strength(game, events)
    if not variants.species_last(game):
        collect(game, events)
    if game.turn == game.eras:
        game.phase = Phase.OVER
        game.stage = Stage.OVER
        game.waiting = 0
        tell.game_over(game, events)
        return
    game.phase = Phase.TRANSITION
    game.stage = Stage.EVENT if variants.has_events(game) else Stage.CHANGE
    if not variants.species_last(game):
        begin_tidying(game)


@rule
def award_survival(game: State, events: EventBook) -> None:
    """One point on every living species (DC-EVAL-20, DC-KIDS-11)."""
    alive = 0
    for species in range(MAX_SPECIES):
        if game.living[species] == 1:
            game.points[species] += 1
            alive += 1
    tell.survived(game, events, alive)


@rule
def claim(game: State, species: int, place: int) -> int:
    """What a species is compared by in its biome; -1 if it can win nothing there.

    The rank in full, or adaptation alone by the children's rules (DC-EVAL-23, -25, DC-KIDS-13).
    """
    if game.living[species] == 0 or game.at[species] != place:
        return -1
    fit = food.adaptation(game, species, place)
    if fit == 0:
        return -1
    return food.rank(game, species, place) if variants.strength_counts(game) else fit


@rule(inline=False)
def award_adaptation(game: State, events: EventBook, place: int) -> None:
    """The points of a biome for its best; who is fully tied gets them too (DC-EVAL-22 to -25)."""
    best = 0
    for species in range(MAX_SPECIES):
        best = max(best, claim(game, species, place))
    points = int(game.ground_points[game.ground[place]])
    for species in range(MAX_SPECIES):
        if best > 0 and claim(game, species, place) == best:
            game.points[species] += points
            owner = int(game.owner[species])
            tell.adapted(game, events, owner, species, points, int(game.ground[place]))


@rule
def power_rank(game: State, species: int) -> int:
    """Strength, then adaptation to its own biome, then hearts (DC-EVAL-28); -1 without strength.

    In an epidemic only herbivores take part (DC-EVENT-35): the others have no strength.
    """
    if game.living[species] == 0 or food.strength(game, species) == 0:
        return -1
    fit = food.adaptation(game, species, int(game.at[species]))
    return (food.strength(game, species) * 1024 + fit) * 256 + int(game.need[species])


@rule(inline=False)
def award_strength(game: State, events: EventBook) -> None:
    """3, 2 and 1 points for the three highest ranks of the whole table (DC-EVAL-26 to -31)."""
    below = 1 << 40
    for points in range(PLACES_AWARDED, 0, -1):
        best = -1
        for species in range(MAX_SPECIES):
            mine = power_rank(game, species)
            if best < mine < below:
                best = mine
        if best < 0:
            return
        for species in range(MAX_SPECIES):
            if power_rank(game, species) == best:
                game.points[species] += points
                mine, owner = food.strength(game, species), int(game.owner[species])
                tell.strongest(game, events, owner, species, points, mine)
        below = best


# --- children's rules ----------------------------------------------------------------------------


@rule(inline=False)
def collect(game: State, events: EventBook) -> None:
    """All species leave the table; their points lie before their owners (DC-KIDS-14, DC-SP-80)."""
    for seat in range(game.seats):
        total = 0
        while length(game.row[seat]) > 0:
            species = get(game.row[seat], 0)
            total += int(game.points[species])
            clear_away(game, species)
        game.front[seat] += total
        tell.collected(game, events, seat, total)


@rule
def begin_tidying(game: State) -> None:
    """Who has cards left chooses which to keep (DC-KIDS-16)."""
    game.waiting = 0
    for seat in range(game.seats):
        if length(game.hand[seat]) > 0:
            game.waiting |= SEAT_BIT[seat]
    game.stage = Stage.TIDY if game.waiting != 0 else Stage.REFILL
