"""What a table of Evolution promises a seat: food, danger, growth, in points.

A *scene* is what stays the same while one decision is weighed: a float for each name below, three
for each carnivore of others (its number, its attacks on one target, its size), and a *part* for
each species of the seat: what it adds as things are. A play changes one species, so only its part
and those beside it are weighed anew.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from tangledbank.games.evolution.rules.attack import SHELL, count_bits, defences, hunting_size
from tangledbank.games.evolution.rules.cards import (
    BIT,
    LEAST_NUMBER,
    NOTHING,
    NUMBERS,
    TRAIT_COUNT,
    Trait,
)
from tangledbank.games.evolution.rules.feeding import THOUGHT
from tangledbank.games.evolution.rules.species import eats_plants, has, is_quick
from tangledbank.games.evolution.rules.state import BOARDS, MOST, Ending, Phase, State
from tangledbank.games.evolution.rules.turn import SHARE
from tangledbank.games.shared.best import Floats, shortage
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import States, get, length

Scene: TypeAlias = Floats  # [SCENE_SIZE]

ROUNDS = 0  # rounds after this one
POPULATION_WORTH = 1  # one population that lives on
SPECIES_WORTH = 2  # one species that lives on, without its population
HOLE = 3  # chips on the watering hole, as far as can be known
CLAIMS = 4  # chips others will want of it
RIVALS = 5  # how many others there are
LATENT = 6  # attacks on one target by carnivores not yet seen
ATTACKS = 7  # attacks that others will make
PRICE = 8  # a card in hand
SPITE = 9  # what a loss of another is worth
APPETITE = 10  # chips that cards still in hand will want
REST = 11  # the outlook if a card is spent on nothing
HUNTERS = 12  # how many carnivores follow
FIRST_HUNTER = 13
MOST_HUNTERS = 24
HUNTER = 3
PARTS = FIRST_HUNTER + HUNTER * MOST_HUNTERS
(
    VALUE,  # in points, if it is fed
    WANTED,  # chips it wants from the watering hole
    TURNS,  # feeding turns that takes
    MINDED,  # chips that Intelligence could bring
    STORAGE,  # free places for fat
    MOUTHS,  # 1 if it dies out without a chip from the watering hole
    BANK_IN,  # chips that Cooperation brings from the left, from the bank …
    HOLE_IN,  # … and from the watering hole
    BANK_OUT,  # the same to the right
    HOLE_OUT,
    WORST,  # the trait that would be missed least, if it is full
) = range(11)
SUMS = BANK_IN  # so many of them add up
PART = 11
SUM = PARTS + BOARDS * PART  # all parts together
TRIAL = SUM + PART  # a part as it would be
TOTAL = TRIAL + PART  # … and all of them
SCENE_SIZE = TOTAL + PART

MEAN_NUMBER = 3.5  # of a food card that others lay
CARD_WORTH = 1.2  # a card in hand, before the last round
CHIP_LATER = 0.45  # a chip that a population will eat in a later round
FAR = 4.0  # rounds that are looked ahead
DEALT = 0.75  # the card a species brings each round (EV-AI-02)
STORED = 0.85  # a chip of fat
CARD_CLAIM = 0.3  # chips that a card in another hand will want this round
CARNIVORES = 0.13  # of all cards
PLAYED = 0.4  # cards that become traits
MEALS = 1.5  # attacks of a carnivore in a round
HUNT_LUCK = 0.6  # of the prey that is legal now, what stays so
DRAWN = 0.35  # a trait kept for later rounds


# --- the scene -----------------------------------------------------------------------------------


@rule(arrays=True)
def survey(game: State, seat: int) -> Scene:
    """Look at the table once before a decision (EV-AI-01)."""
    scene = np.zeros(SCENE_SIZE, np.float64)
    rounds = rounds_left(game)
    scene[ROUNDS] = rounds
    scene[POPULATION_WORTH] = 1.0 + CHIP_LATER * min(rounds, FAR)
    scene[SPECIES_WORTH] = DEALT * min(rounds, FAR)
    scene[PRICE] = 0.0 if rounds == 0.0 else CARD_WORTH
    scene[RIVALS] = game.seats - 1.0
    scene[SPITE] = 1.0 / scene[RIVALS]
    scene[HOLE] = expected_hole(game, seat)
    for other in range(game.seats):
        if other != seat:
            scene[CLAIMS] += claim(game, other)
            note_hunters(game, seat, other, scene)
    scene[LATENT] = latent_attacks(game, seat)
    return scene


@rule
def rounds_left(game: State) -> float:
    """Rounds after this one, as the draw pile tells."""
    if game.ending == Ending.THIS_ROUND:
        return 0.0
    if game.ending == Ending.NEXT_ROUND:
        return 1.0
    dealt = 0
    for seat in range(game.seats):
        dealt += SHARE + length(game.row[seat])
    return 1.0 + length(game.deck) // dealt


@rule
def expected_hole(game: State, seat: int) -> float:
    """The chips there are, with the food cards that are still face down."""
    chips = float(game.hole)
    if game.phase == Phase.FEEDING:
        return chips
    chips += MEAN_NUMBER * (game.seats - 1)
    card = int(game.food_card[seat])
    if card != NOTHING:
        chips += game.kind[card] % NUMBERS + LEAST_NUMBER
    return max(0.0, chips)


@rule
def has_played(game: State, seat: int, other: int) -> bool:
    """Whether another seat plays no more cards this round."""
    if game.phase == Phase.FEEDING:
        return True
    if game.phase == Phase.SUPPLY or is_quick(game):
        return False
    first, seats = int(game.first), int(game.seats)
    return (other - first) % seats < (seat - first) % seats


@rule
def claim(game: State, seat: int) -> float:
    """Chips another seat will want from the watering hole."""
    chips = 0.0
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if eats_plants(game, species):
            lack = game.population[species] - game.chips[species] - game.fat[species]
            if has(game, species, Trait.LONG_NECK) and game.phase != Phase.FEEDING:
                lack -= 1
            chips += max(0, lack)
    if game.phase == Phase.SUPPLY or game.phase == Phase.PLAY:
        chips += CARD_CLAIM * length(game.hand[seat])
    return chips


@rule
def note_hunters(game: State, seat: int, other: int, scene: Scene) -> None:
    """Note the carnivores of another seat, and how often each will strike one target."""
    row = game.row[other]
    for i in range(length(row)):
        hunter = get(row, i)
        if not has(game, hunter, Trait.CARNIVORE) or scene[HUNTERS] == MOST_HUNTERS:
            continue
        lack = game.population[hunter] - game.chips[hunter] - game.fat[hunter]
        attacks = min(float(max(0, lack)), MEALS)
        targets = count_prey(game, hunter)
        scene[ATTACKS] += attacks * min(1, targets)
        place = FIRST_HUNTER + HUNTER * int(scene[HUNTERS])
        scene[place] = hunter
        scene[place + 1] = attacks / max(1, targets)
        scene[place + 2] = hunting_size(game, hunter)
        scene[HUNTERS] += 1.0


@rule
def count_prey(game: State, hunter: int) -> int:
    """How many species a carnivore could attack now."""
    count = 0
    for seat in range(game.seats):
        for place in range(length(game.row[seat])):
            if get(game.row[seat], place) != hunter:
                count += int(defences(game, hunter, seat, place) == 0)
    return count


@rule
def latent_attacks(game: State, seat: int) -> float:
    """Attacks on one target by carnivores that may still be played, or lie face down."""
    hidden, species = 0.0, 0
    for other in range(game.seats):
        row = game.row[other]
        species += length(row)
        if other == seat:
            continue
        if not has_played(game, seat, other):
            hidden += PLAYED * length(game.hand[other])
        for i in range(length(row)):
            a = get(row, i)
            hidden += game.worn[a] - count_bits(game.traits[a])
    return hidden * CARNIVORES * MEALS / max(1, species - 1)


# --- food ----------------------------------------------------------------------------------------


@rule(inline=True)
def plants_for(scene: Scene, wanted: float, pace: float) -> float:
    """Chips of the watering hole the seat can expect, taking `pace` on each feeding turn."""
    hole = scene[HOLE]
    left = hole - scene[CLAIMS]
    share = pace * hole / (pace + scene[RIVALS])
    return min(wanted, max(left, share))


@rule(inline=True)
def prey_of(game: State, hunter: int, seat: int) -> float:
    """Chips of meat that a carnivore could find among others; negative: only among its own."""
    meat, own = 0.0, 0
    for other in range(game.seats):
        row = game.row[other]
        for place in range(length(row)):
            prey = get(row, place)
            if prey == hunter or defences(game, hunter, other, place) != 0:
                continue
            if other == seat:
                own += 1
            elif not has(game, prey, Trait.HORNS) or game.population[hunter] > 1:
                meat += game.population[prey] * game.body[prey]
    if meat == 0.0 and own > 0:
        return -1.0
    return meat


# --- danger --------------------------------------------------------------------------------------


@rule(inline=True)
def losses(game: State, seat: int, place: int, cards: int, scene: Scene) -> float:
    """Population that attacks will take from a species this round (EV-AI-01)."""
    row = game.row[seat]
    species = get(row, place)
    body = game.body[species]
    risk = scene[LATENT] * shelter(game, seat, place)
    for i in range(int(scene[HUNTERS])):
        hunter = FIRST_HUNTER + HUNTER * i
        if scene[hunter + 2] > body and defences(game, int(scene[hunter]), seat, place) == 0:
            risk += scene[hunter + 1]
    return min(float(game.population[species]), risk * escape(game, species, cards))


@rule(inline=True)
def shelter(game: State, seat: int, place: int) -> float:
    """How much of the danger from carnivores not yet seen is left."""
    row = game.row[seat]
    species = get(row, place)
    body = int(game.body[species])
    traits = int(game.traits[species])
    left = 1.0
    if traits & BIT[Trait.HARD_SHELL] != 0:
        body += SHELL
    if traits & BIT[Trait.CLIMBING] != 0:
        left *= 0.1
    if traits & BIT[Trait.DEFENSIVE_HERDING] != 0:
        left *= 0.2 if game.population[species] > 2 else 0.5
    if (
        traits & BIT[Trait.SYMBIOSIS] != 0
        and place + 1 < length(row)
        and game.body[get(row, place + 1)] > game.body[species]
    ):
        left *= 0.05  # EV-AI-10
    if (place > 0 and has(game, get(row, place - 1), Trait.WARNING_CALL)) or (
        place + 1 < length(row) and has(game, get(row, place + 1), Trait.WARNING_CALL)
    ):
        left *= 0.1  # EV-AI-09
    return left / (1.0 + 0.6 * (body - 1))


@rule(inline=True)
def escape(game: State, species: int, cards: int) -> float:
    """How much of any danger is left by being sated in time, or by horns."""
    left = 1.0
    if has(game, species, Trait.HORNS):
        left *= 0.6
    if has(game, species, Trait.BURROWING):
        left *= 0.45
        if has(game, species, Trait.FAT_TISSUE) and game.body[species] >= game.population[species]:
            left *= 0.4  # EV-AI-11: sated by its fat before anyone attacks
        elif (
            has(game, species, Trait.INTELLIGENCE)
            and eats_plants(game, species)
            and THOUGHT * cards >= game.population[species]
        ):
            left *= 0.3  # EV-AI-14
    return left


# --- the outlook ---------------------------------------------------------------------------------


@rule
def weigh_parts(game: State, seat: int, cards: int, scene: Scene) -> None:
    """Weigh every species of the seat as things are, with so many cards left in hand."""
    scene[REST] = add_up(game, seat, cards, scene, PARTS, PART, SUM)


@rule
def outlook(game: State, seat: int, cards: int, scene: Scene) -> float:
    """What the seat's row will bring, with so many cards left in hand."""
    return add_up(game, seat, cards, scene, TRIAL, 0, TOTAL)


@rule
def add_up(
    game: State, seat: int, cards: int, scene: Scene, first: int, step: int, sums: int
) -> float:
    """Weigh every species, each part a step behind the one before, and all of them together."""
    for field in range(SUMS):
        scene[sums + field] = 0.0
    from_bank, from_hole = 0.0, 0.0
    for place in range(length(game.row[seat])):
        part = first + step * place
        weigh(game, seat, place, from_bank, from_hole, cards, scene, part)
        for field in range(SUMS):
            scene[sums + field] += scene[part + field]
        from_bank, from_hole = scene[part + BANK_OUT], scene[part + HOLE_OUT]
    return balance(scene, sums, cards)


@rule
def outlook_around(
    game: State, seat: int, changed: int, warning: bool, cards: int, scene: Scene
) -> float:
    """The outlook after one species has changed since the parts were weighed.

    Its neighbours are weighed anew only if it can matter to them: by Warning Call, by Symbiosis
    of the left one, by Cooperation.
    """
    row = game.row[seat]
    for field in range(SUMS):
        scene[TOTAL + field] = scene[SUM + field]
    place, last = changed, changed + int(warning)
    if place > 0 and (warning or has(game, get(row, place - 1), Trait.SYMBIOSIS)):
        place -= 1
    part = PARTS + PART * place
    from_bank, from_hole = scene[part + BANK_IN], scene[part + HOLE_IN]
    while place < length(row) and (
        place <= last or from_bank != scene[part + BANK_IN] or from_hole != scene[part + HOLE_IN]
    ):
        weigh(game, seat, place, from_bank, from_hole, cards, scene, TRIAL)
        for field in range(SUMS):
            scene[TOTAL + field] += scene[TRIAL + field] - scene[part + field]
        from_bank, from_hole = scene[TRIAL + BANK_OUT], scene[TRIAL + HOLE_OUT]
        place += 1
        part += PART
    return balance(scene, TOTAL, cards)


@rule(inline=True)
def balance(scene: Scene, sums: int, cards: int) -> float:
    """All parts, what the watering hole leaves open or lets store, and the cards in hand."""
    total = cards * scene[PRICE]
    wanted = scene[sums + WANTED] + scene[APPETITE]
    turns = scene[sums + TURNS] + scene[APPETITE]
    if wanted > 0.0:
        pace = wanted / max(turns, 0.3 * wanted)
        plants = plants_for(scene, wanted, pace)
        missing = shortage(wanted - plants)
        saved = min(missing, scene[sums + MINDED], 2.0 * cards)
        life = 1.0 + scene[POPULATION_WORTH]
        total -= (missing - saved) * life + saved * 0.5 * scene[PRICE]
        starved = shortage(scene[sums + MOUTHS] - plants - saved)
        total -= starved * scene[SPECIES_WORTH]  # EV-AI-02
    if scene[sums + STORAGE] > 0.0:
        spare = max(0.0, scene[HOLE] - scene[CLAIMS] - wanted)
        total += STORED * min(scene[sums + STORAGE], 0.7 * spare)
    return scene[sums + VALUE] + total


@rule
def weigh(
    game: State, seat: int, place: int, from_bank: float, from_hole: float, cards: int,
    scene: Scene, part: int,
) -> None:  # fmt: skip
    """Write what one species adds, given what Cooperation brings it from the left."""
    row = game.row[seat]
    species = get(row, place)
    traits = int(game.traits[species])
    scene[part + BANK_IN], scene[part + HOLE_IN] = from_bank, from_hole
    people = float(game.population[species])
    if traits & BIT[Trait.FERTILE] != 0 and game.hole > 0 and people < MOST:
        people += 1.0  # EV-FRT-01: food was left
    lack = max(0.0, people - game.chips[species] - game.fat[species])
    events = from_bank
    if traits & BIT[Trait.SCAVENGER] != 0:
        events += scene[ATTACKS]
        from_bank += scene[ATTACKS]
    value = value_of_one(game, seat, place, people, cards, scene) + habits(game, species, scene)
    wanted, turns, minded, storage = 0.0, 0.0, 0.0, 0.0
    if traits & BIT[Trait.CARNIVORE] == 0:
        extra = int(traits & BIT[Trait.FORAGING] != 0)
        if traits & BIT[Trait.LONG_NECK] != 0:  # EV-AI-12
            events += 1.0
            from_bank += 1.0 + extra
        wanted = max(0.0, lack - from_bank)
        turns = max(0.0, wanted - from_hole) / (1.0 + 0.8 * extra)
        if traits & BIT[Trait.INTELLIGENCE] != 0:
            minded = wanted
        if traits & BIT[Trait.FAT_TISSUE] != 0:
            storage = float(game.body[species] - game.fat[species])
    else:
        meat = prey_of(game, species, seat)  # EV-AI-03: it wants no plants
        missing = max(0.0, lack - from_bank)
        got = min(missing, HUNT_LUCK * max(0.0, meat))  # EV-AI-04
        missing -= got
        meals = min(got, MEALS)
        events += meals
        life = scene[POPULATION_WORTH]
        value += meals * scene[SPITE] * life - missing * (1.0 + life)
        if traits & BIT[Trait.FAT_TISSUE] != 0 and meat > 0.0:
            value += STORED * min(0.4 * meat, float(game.body[species] - game.fat[species]))
        if meat < 0.0 and missing > 0.0:
            value -= 1.5 * life  # it must eat one of its own (EV-CARN-07)
    scene[part + VALUE], scene[part + WANTED], scene[part + TURNS] = value, wanted, turns
    scene[part + MINDED], scene[part + STORAGE] = minded, storage
    scene[part + MOUTHS] = 1.0 if wanted > 0.0 and wanted == people else 0.0
    shares = traits & BIT[Trait.COOPERATION] != 0 and place + 1 < length(row)  # EV-AI-13
    scene[part + BANK_OUT] = min(events, 3.0) if shares else 0.0
    scene[part + HOLE_OUT] = wanted if shares else 0.0


@rule(inline=True)
def value_of_one(
    game: State, seat: int, place: int, people: float, cards: int, scene: Scene
) -> float:
    """A species if it is fed: chips, population, its cards, less what attacks take."""
    species = get(game.row[seat], place)
    life = scene[POPULATION_WORTH]
    lost = losses(game, seat, place, cards, scene)
    value = people * (1.0 + life) - lost * (0.3 + life) * (1.0 + 0.3 * min(scene[ROUNDS], 2.0))
    end = min(1.0, lost / people)
    if people > 1.0:
        end *= end
    worn = float(game.worn[species])
    return value + (1.0 - end) * (worn + scene[SPECIES_WORTH]) + end * worn * scene[PRICE]


@rule(inline=True)
def habits(game: State, species: int, scene: Scene) -> float:
    """What traits will be good for in later rounds, whatever the table looks like now."""
    if eats_plants(game, species):
        extra = int(has(game, species, Trait.FORAGING))
        value = has(game, species, Trait.LONG_NECK) * (1.0 + 0.5 * extra) + 0.6 * extra
        value += 0.6 * has(game, species, Trait.INTELLIGENCE)
    else:
        value = 0.5 * has(game, species, Trait.PACK_HUNTING)
        value += 0.2 * has(game, species, Trait.AMBUSH)
        value += 0.1 * hunting_size(game, species)
    value += 0.2 * game.body[species] * has(game, species, Trait.FAT_TISSUE)
    if has(game, species, Trait.FERTILE) and game.population[species] < MOST:
        value += 0.5
    value += 0.3 * has(game, species, Trait.COOPERATION)
    return DRAWN * min(scene[ROUNDS], 3.0) * value


# --- what can be counted, for the value of a position --------------------------------------------

TRAIT_COUNTS = 22  # the first of a number for each trait
KNOWN_TRAITS = TRAIT_COUNT.signed  # newer ones count nothing until the weights are fitted to them
FEATURES = TRAIT_COUNTS + KNOWN_TRAITS
CIRCUMSTANCES = 8


@rule(arrays=True)
def portray(states: States, seat: int, row: Floats) -> None:
    """Write the features of a seat, from the second on; the first are its points."""
    game = states[0]
    row[1:] = 0.0
    scene = survey(game, seat)
    cards = length(game.hand[seat])
    row[1] = 0.1 * outlook(game, seat, cards, scene)
    row[2] = 0.1 * game.bag[seat]
    row[3] = 0.1 * cards
    row[4] = int(game.mover == seat)
    row[5] = float((int(seat) - int(game.first)) % int(game.seats)) / game.seats
    row[6] = int(game.food_card[seat] != NOTHING)
    row[7] = 0.1 * scene[HOLE]
    row[8] = 0.1 * scene[CLAIMS]
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
        row[15] += 0.1 * losses(game, seat, place, cards, scene)
        row[16] += 0.1 * max(0, people - 3)
        if eats_plants(game, a):
            row[17] += 0.1 * lack
            wanted += lack
        else:
            row[18] += 0.1 * lack
            row[19] += 0.1 * hunting_size(game, a)
            row[20] += 0.02 * max(0.0, prey_of(game, a, seat))
        for trait in range(KNOWN_TRAITS):
            row[TRAIT_COUNTS + trait] += 0.2 * int(has(game, a, trait))
    row[21] = 0.1 * plants_for(scene, wanted, 1.0)


@rule
def describe(states: States, row: Floats) -> None:
    """Write the circumstances that all seats share."""
    game = states[0]
    row[0] = 0.1 * game.seats
    row[1] = int(game.phase == Phase.SUPPLY)
    row[2] = int(game.phase == Phase.PLAY)
    row[3] = int(game.phase == Phase.FEEDING)
    row[4] = 0.2 * rounds_left(game)
    row[5] = 0.1 * game.hole
    row[6] = int(game.hole == 0)
    row[7] = 0.1 * game.turn
