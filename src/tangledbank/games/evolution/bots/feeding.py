"""What the choices of the feeding phase of Evolution are worth to a seat."""

from __future__ import annotations

from tangledbank.games.evolution.bots import outlook
from tangledbank.games.evolution.bots.outlook import POPULATION_WORTH, PRICE, SPECIES_WORTH, Scene
from tangledbank.games.evolution.rules.actions import Verb
from tangledbank.games.evolution.rules.attack import count_bits, defences, thinking_cards
from tangledbank.games.evolution.rules.cards import BIT, NOTHING, NUMBERS, Trait
from tangledbank.games.evolution.rules.eating import shares_with
from tangledbank.games.evolution.rules.feeding import THOUGHT
from tangledbank.games.evolution.rules.species import eats_plants, fat_space, has, hunger, room
from tangledbank.games.evolution.rules.state import MOST, Ending, State
from tangledbank.games.shared.best import NEVER
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import find, get, length

LATER = 0.1  # hunting can wait while the watering hole lasts
STARVED = 0.3  # what a victim is worth that would go hungry anyway
FOREIGN = 3.0  # one's own species are spared while there is other prey
THREAT = 1.5  # a carnivore that could eat one's own
CHASE = 0.3  # a small meal leaves room for one more attack
LEADER = 1.25
SCRAPS = 0.4  # a chip that a Scavenger of another takes


@rule
def value_of_feeding(game: State, seat: int, verb: int, code: int, scene: Scene) -> float:
    """What a choice of the feeding phase is good for; to do nothing counts nothing."""
    if verb == Verb.FEED:
        return value_of_grazing(game, seat, code // 2, code % 2 == 0, scene)
    if verb == Verb.ATTACK:
        value = value_of_hunting(game, seat, code, NOTHING, scene)
        waits = value > 0.0 and game.hole > 0 and plants_wanted(game, seat) > 0
        return value * LATER if waits else value  # EV-AI-05
    if verb == Verb.PREY:
        return value_of_prey(game, seat, game.hunter, code, scene)
    if verb == Verb.IGNORE:
        return value_of_hunting(game, seat, game.hunter, code, scene)
    if verb == Verb.THINK:
        return value_of_thought(game, seat, code // 2, code % 2 == 0, scene)
    if verb == Verb.SPEND:
        return -usefulness(game, seat, code // NUMBERS)
    return value_of_extra(game) if verb == Verb.FORAGE else 0.0


@rule
def value_of_start_effect(verb: int, code: int) -> float:
    """Fertile makes room, then Long Neck eats, then fat fills what is left."""
    if verb == Verb.NECK:
        return 2.0 - 0.5 * (code % 2)
    if verb == Verb.FERTILE:
        return 3.0
    if verb == Verb.FAT:
        return 1.0
    return -1.0 if verb == Verb.SKIP else 0.0


@rule
def value_of_extra(game: State) -> float:
    """The extra chip of Foraging, unless it is the last and the neighbour would starve."""
    neighbour = shares_with(game, game.eater)
    return -0.5 if neighbour != NOTHING and game.hole == 1 and game.chips[neighbour] == 0 else 0.5


@rule
def plants_wanted(game: State, seat: int) -> int:
    """Chips the seat's plant eaters lack."""
    chips = 0
    row = game.row[seat]
    for i in range(length(row)):
        if eats_plants(game, get(row, i)):
            chips += hunger(game, get(row, i))
    return chips


@rule
def value_of_chips(game: State, species: int, chips: int, scene: Scene) -> float:
    """What chips are good for on a species: points, and the lives they save."""
    lack = int(hunger(game, species))
    eaten = min(chips, lack)
    value = eaten * (1.0 + scene[POPULATION_WORTH])
    if eaten > 0 and game.chips[species] == 0:
        value += game.worn[species] + scene[SPECIES_WORTH]  # it would die out
    if eaten == lack and lack > 0 and has(game, species, Trait.BURROWING):
        value += 0.5 * scene[POPULATION_WORTH]
    return value + outlook.STORED * min(chips - eaten, int(fat_space(game, species)))


@rule
def value_of_grazing(game: State, seat: int, species: int, extra: bool, scene: Scene) -> float:
    """Chips from the watering hole for a species and, by Cooperation, for its neighbour."""
    if game.hole == 1 and hunger(game, species) == 0 and keeps_fertile(game, seat):
        return -0.1  # EV-FAT-04
    chips = 1
    if extra and has(game, species, Trait.FORAGING):
        chips = min(2, int(game.hole), int(room(game, species)))
    value = value_of_chips(game, species, chips, scene)
    neighbour = shares_with(game, species)
    if neighbour != NOTHING and game.hole > chips and eats_plants(game, neighbour):
        value += value_of_chips(game, neighbour, 1, scene)
    return value


@rule
def keeps_fertile(game: State, seat: int) -> bool:
    """Whether a chip left over makes a species of the seat grow."""
    row = game.row[seat]
    for i in range(length(row)):
        if has(game, get(row, i), Trait.FERTILE) and game.population[get(row, i)] < MOST:
            return game.ending != Ending.THIS_ROUND
    return False


# --- attacks -------------------------------------------------------------------------------------


@rule
def value_of_hunting(game: State, seat: int, hunter: int, trait: int, scene: Scene) -> float:
    """The best prey of a carnivore, less the cards for Intelligence.

    If a trait is to be ignored, the best that this opens or makes harmless.
    """
    top = NEVER
    cards, ignored = thinking_cards(game, hunter), int(game.ignored)
    for other in range(game.seats):
        row = game.row[other]
        for place in range(length(row)):
            prey = get(row, place)
            found = defences(game, hunter, other, place) & ~ignored
            if trait == Trait.HORNS and has(game, prey, Trait.HORNS):
                found |= BIT[Trait.HORNS]
            if prey == hunter or count_bits(found) > cards:
                continue
            if trait != NOTHING:
                if found & BIT[trait] == 0:
                    continue
                game.ignored = ignored | BIT[trait]
            value = value_of_prey(game, seat, hunter, prey, scene)
            game.ignored = ignored
            top = max(top, value - count_bits(found) * (0.05 + scene[PRICE]))
    return top


@rule
def value_of_prey(game: State, seat: int, hunter: int, prey: int, scene: Scene) -> float:
    """What an attack brings the carnivore and takes from others, or from oneself."""
    owner = int(game.owner[prey])
    meal = value_of_meal(game, seat, hunter, prey, scene)
    value = meal
    if has(game, prey, Trait.HORNS) and game.ignored & BIT[Trait.HORNS] == 0:
        value -= loss_of_one(game, hunter, scene) + 1.0
        if game.population[hunter] == 1:
            value -= meal  # EV-HRN-03
    loss = loss_of_one(game, prey, scene)
    if owner == seat:
        return value - loss - FOREIGN
    loss *= scene[outlook.SPITE]
    if game.hole == 0 and hunger(game, prey) > 0:
        loss *= STARVED
    if leads(game, owner):
        loss *= LEADER
    return value + loss + threat(game, seat, prey) - scraps(game, seat, scene)


@rule
def value_of_meal(game: State, seat: int, hunter: int, prey: int, scene: Scene) -> float:
    """Meat for the carnivore; several small meals are better than one big (EV-AI-06)."""
    meat = int(game.body[prey])
    lack = int(hunger(game, hunter))
    value = 0.0
    if lack > 0:
        value = 1.0 + scene[POPULATION_WORTH]
        if other_meat(game, seat, hunter, prey) >= 2 * lack:
            value -= CHASE * min(meat, lack)
        else:
            value += value_of_chips(game, hunter, min(meat, lack), scene)
    value += outlook.STORED * min(max(0, meat - lack), int(fat_space(game, hunter)))
    neighbour = shares_with(game, hunter)
    if neighbour != NOTHING and neighbour != prey:
        value += value_of_chips(game, neighbour, 1, scene)  # EV-COO-02
    return value


@rule
def other_meat(game: State, seat: int, hunter: int, prey: int) -> int:
    """Chips that others' species could still give the carnivore after this attack."""
    meat = 0
    for other in range(game.seats):
        if other == seat:
            continue
        row = game.row[other]
        for place in range(length(row)):
            if defences(game, hunter, other, place) == 0:
                victim = get(row, place)
                left = game.population[victim] - int(victim == prey)
                meat += left * game.body[victim]
    return meat


@rule
def loss_of_one(game: State, species: int, scene: Scene) -> float:
    """What an owner loses with one population of a species."""
    value = scene[POPULATION_WORTH]
    if game.population[species] == 1:
        value += scene[SPECIES_WORTH] + game.worn[species] * max(0.0, 1.0 - scene[PRICE])
    return value


@rule
def leads(game: State, seat: int) -> bool:
    """Whether nobody has more on the table; bags are hidden."""
    for other in range(game.seats):
        if on_table(game, other) > on_table(game, seat):
            return False
    return True


@rule
def on_table(game: State, seat: int) -> int:
    """Population and traits of a seat."""
    total = 0
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        total += game.population[species] + game.worn[species]
    return total


@rule
def threat(game: State, seat: int, prey: int) -> float:
    """What it is worth to weaken a carnivore that could eat one's own species."""
    if not has(game, prey, Trait.CARNIVORE) or hunger(game, prey) == 0:
        return 0.0
    for place in range(length(game.row[seat])):
        if defences(game, prey, seat, place) == 0:
            return THREAT
    return 0.0


@rule
def scraps(game: State, seat: int, scene: Scene) -> float:
    """What an attack brings the Scavengers of others, less what it brings one's own."""
    value = 0.0
    if game.ignored & BIT[Trait.SCAVENGER] != 0:
        return value
    for other in range(game.seats):
        row = game.row[other]
        for i in range(length(row)):
            species = get(row, i)
            if has(game, species, Trait.SCAVENGER) and room(game, species) > 0:
                if other == seat:
                    value -= value_of_chips(game, species, 1, scene)
                else:
                    value += SCRAPS * scene[outlook.SPITE]
    return value


# --- Intelligence --------------------------------------------------------------------------------


@rule
def value_of_thought(game: State, seat: int, species: int, extra: bool, scene: Scene) -> float:
    """Chips from the bank for a card, when the watering hole will not bring them."""
    lack = int(hunger(game, species))
    could_burrow = has(game, species, Trait.BURROWING) and THOUGHT * length(game.hand[seat]) >= lack
    if lack > 0 and could_burrow and is_hunted(game, seat, species):
        return value_of_chips(game, species, THOUGHT, scene) - scene[PRICE]  # EV-AI-14
    if game.hole > 0 and plants_wanted(game, seat) > 0:
        return -1.0
    chips = THOUGHT + int(extra and has(game, species, Trait.FORAGING))
    value = value_of_chips(game, species, chips, scene)
    neighbour = shares_with(game, species)
    if neighbour != NOTHING and eats_plants(game, neighbour):
        value += value_of_chips(game, neighbour, 1, scene)
    return value - scene[PRICE] - 0.05


@rule
def is_hunted(game: State, seat: int, species: int) -> bool:
    """Whether a hungry carnivore of another could attack a species now."""
    place = find(game.row[seat], species)
    for other in range(game.seats):
        if other == seat:
            continue
        row = game.row[other]
        for i in range(length(row)):
            hunter = get(row, i)
            if (
                has(game, hunter, Trait.CARNIVORE)
                and room(game, hunter) > 0
                and defences(game, hunter, seat, place) == 0
            ):
                return True
    return False


@rule
def usefulness(game: State, seat: int, trait: int) -> float:
    """How much a card would be missed: a trait that a species of the seat lacks."""
    value = 0.0
    row = game.row[seat]
    for i in range(length(row)):
        if not has(game, get(row, i), trait):
            value += 0.1
    if trait == Trait.CARNIVORE or trait == Trait.LONG_NECK or trait == Trait.FORAGING:
        value += 1.0
    return value
