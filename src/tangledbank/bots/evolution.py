"""Bots for Evolution: `greedy` and `caretaker`. They get observations only.

`greedy` gives every legal action a value in points and takes the best. In phase 3 it tries each
use of each card on its copy of the table and looks at the outlook; in feeding it weighs chips,
victims and cards. The hints of the rulebook it follows are named by their ids (ledger 8).
"""

from __future__ import annotations

from typing import Any

from tangledbank.bots.evolution_outlook import (
    APPETITE,
    CLAIMS,
    HOLE,
    PART,
    PARTS,
    POPULATION_WORTH,
    PRICE,
    REST,
    SPECIES_WORTH,
    SPITE,
    STORED,
    WORST,
    Scene,
    outlook,
    outlook_around,
    survey,
    weigh_parts,
)
from tangledbank.games.evolution.actions import (
    ATTACK,
    BODY,
    CARD,
    DECLINE,
    DONE,
    FEED_ONE,
    FOOD,
    GROW,
    LEFT,
    MOVE_FAT,
    NAME,
    NECK,
    NEW,
    ON,
    PASS,
    POPULATION,
    PREY,
    REPLACE,
    RIGHT,
    SKIP,
    SPEND,
    TAKE_EXTRA,
    USE_MIND,
)
from tangledbank.games.evolution.attack import count_bits, defences, thinking_cards
from tangledbank.games.evolution.cards import (
    AMBUSH,
    BIT,
    BURROWING,
    CARNIVORE,
    COOPERATION,
    FAT_TISSUE,
    FERTILE,
    FORAGING,
    HORNS,
    LEAST_NUMBER,
    LONG_NECK,
    NOTHING,
    NUMBERS,
    PACK_HUNTING,
    SCAVENGER,
    WARNING_CALL,
)
from tangledbank.games.evolution.eating import right_of
from tangledbank.games.evolution.feeding import THOUGHT
from tangledbank.games.evolution.playing import trait_limit, why_no_trait
from tangledbank.games.evolution.reasons import OK
from tangledbank.games.evolution.species import (
    eats_plants,
    fat_space,
    has,
    hunger,
    move_to_left_end,
    new_species,
    owner_of,
    room,
    trait_of,
)
from tangledbank.games.evolution.state import (
    BOARDS,
    CHOOSE_CARD,
    CHOOSE_USE,
    EXTRA,
    FEED,
    GRAIN,
    HUNT,
    MOST,
    PLAY,
    STORE,
    SUPPLY,
    THIS_ROUND,
    WINDOW,
    Game,
)
from tangledbank.kernel.chance import Generator, below
from tangledbank.kernel.compiling import rule, scratch_rule
from tangledbank.kernel.lists import find, get, length, pop

NEVER = -1000.0
LATER = 0.1  # hunting can wait while the watering hole lasts
BEST_USE = 0.15  # of a card's value as a trait, lost when it is spent on something else
GROWING = 0.35  # chips that a card still in hand will want this round
STARVED = 0.3  # what a victim is worth that would go hungry anyway
FOREIGN = 3.0  # one's own species are spared while there is other prey
THREAT = 1.5  # a carnivore that could eat one's own
CHASE = 0.3  # a small meal leaves room for one more attack
LEADER = 1.25
IDLE = 0.8  # a trait that does nothing is a point at the end, if its species lives
SCRAPS = 0.4  # a chip that a Scavenger of another takes


@scratch_rule
def greedy(states: Any, seat: int, out: Any, count: int, generator: Generator) -> int:
    """The legal action that promises most; ties by lot."""
    if count == 1:
        return out[0]
    game = states[0]
    if game.stage == STORE:
        return out[count - 1]  # every chip is a point (EV-FAT-08)
    scene = survey(game, seat)
    growth, present = 0.0, 0.0
    if game.stage == PLAY or game.stage == SUPPLY:
        prepare_play(game, seat, scene)
        present = outlook(game, seat, length(game.hand[seat]), scene)
        weigh_parts(game, seat, length(game.hand[seat]) - 1, scene)
        note_worst(game, seat, scene)
        if game.stage == PLAY and game.part[seat] == CHOOSE_CARD:
            growth = value_of_growth(game, seat, scene) - present
    chosen, top, ties = out[0], NEVER, 0
    for i in range(count):
        value = promise(game, seat, out[i], scene, present, growth)
        if value > top:
            chosen, top, ties = out[i], value, 1
        elif value == top:
            ties += 1
            if below(generator, ties) == 0:
                chosen = out[i]
    return chosen


@rule
def promise(
    game: Game, seat: int, action: int, scene: Scene, present: float, growth: float
) -> float:
    """What an action is good for, in points; only values of one decision compare."""
    if game.stage == PLAY:
        if game.part[seat] == CHOOSE_CARD:
            return value_of_card(game, seat, action, scene, present, growth)
        if game.part[seat] == CHOOSE_USE:
            return value_of_use(game, seat, action, scene, present)
        species = int(game.draft_species[seat])
        trait = trait_of(game, game.draft_card[seat])
        return value_in_place_of(game, seat, species, trait, action - REPLACE, scene)
    if game.stage == FEED:
        return value_of_feeding(game, seat, action, scene)
    if game.stage == SUPPLY:
        return value_of_food_card(game, seat, action - FOOD, scene, present)
    if game.stage == HUNT:
        if action >= PREY:
            return value_of_prey(game, seat, game.hunter, action - PREY, scene)
        return value_of_ignoring(game, seat, game.hunter, action - NAME, scene)
    if game.stage == WINDOW:
        return value_of_thought(game, seat, action, scene)
    if game.stage == GRAIN:
        return value_of_start_effect(game, action)
    if game.stage == EXTRA:
        return value_of_extra(game, action)
    return -usefulness(game, seat, (action - SPEND) // NUMBERS)


# --- phase 2 -------------------------------------------------------------------------------------


@rule
def prepare_play(game: Game, seat: int, scene: Scene) -> None:
    """Cards still to be played will want food too."""
    if game.stage == SUPPLY:
        scene[APPETITE] = GROWING * (length(game.hand[seat]) - 1) * has_plant_eaters(game, seat)


@rule
def has_plant_eaters(game: Game, seat: int) -> int:
    """1 if a species of the seat eats plants, or it has none."""
    row = game.row[seat]
    for i in range(length(row)):
        if eats_plants(game, get(row, i)):
            return 1
    return int(length(row) == 0)


@rule
def value_of_food_card(game: Game, seat: int, kind: int, scene: Scene, present: float) -> float:
    """What a number on the watering hole brings, less what the trait would (EV-AI-07)."""
    number = kind % NUMBERS + LEAST_NUMBER
    cards = length(game.hand[seat]) - 1
    hole = scene[HOLE]
    scene[HOLE] = max(0.0, hole + number)
    value = outlook(game, seat, cards, scene)
    hungry = max(0.0, scene[CLAIMS] - scene[HOLE])
    value += 0.5 * scene[SPITE] * scene[POPULATION_WORTH] * hungry
    scene[HOLE] = hole
    trait = value_as_trait(game, seat, kind // NUMBERS, scene, present) - present
    if has_plant_eaters(game, seat) == 0:
        return value - 0.2 * number - 0.2 * max(0.0, trait)
    return value - 0.6 * max(0.0, trait)


# --- phase 3 -------------------------------------------------------------------------------------


@rule
def value_of_card(
    game: Game, seat: int, action: int, scene: Scene, present: float, growth: float
) -> float:
    """The gain from the best use of a card; to stop gains nothing."""
    if action == DONE:
        return 0.0
    gain = value_as_trait(game, seat, (action - CARD) // NUMBERS, scene, present) - present
    return max(gain, growth - BEST_USE * max(0.0, gain))


@rule
def value_of_use(game: Game, seat: int, action: int, scene: Scene, present: float) -> float:
    """The outlook after a use of the chosen card."""
    if action < REPLACE:
        trait = trait_of(game, game.draft_card[seat])
        return value_on(game, seat, action - ON, trait, scene, present)
    if action < BODY:
        return value_of_population(game, seat, action - POPULATION, scene)
    if action < NEW:
        return value_of_body(game, seat, action - BODY, scene)
    return value_of_species(game, seat, action - NEW, scene)


@rule
def value_of_growth(game: Game, seat: int, scene: Scene) -> float:
    """The best outlook after any card is discarded for growth or a new species."""
    top = NEVER
    row = game.row[seat]
    if length(row) < BOARDS:
        top = value_of_species(game, seat, RIGHT, scene)
        if length(row) > 0:
            top = max(top, value_of_species(game, seat, LEFT, scene))
    for i in range(length(row)):
        species = get(row, i)
        if game.population[species] < MOST:
            top = max(top, value_of_population(game, seat, species, scene))
        if game.body[species] < MOST:
            top = max(top, value_of_body(game, seat, species, scene))
    return top


@rule
def value_around(game: Game, seat: int, species: int, warning: bool, scene: Scene) -> float:
    """The outlook with one card less, after a change of one species."""
    place = find(game.row[seat], species)
    return outlook_around(game, seat, place, warning, length(game.hand[seat]) - 1, scene)


@rule
def value_of_population(game: Game, seat: int, species: int, scene: Scene) -> float:
    """The outlook with one more population."""
    game.population[species] += 1
    value = value_around(game, seat, species, False, scene)
    game.population[species] -= 1
    return value


@rule
def value_of_body(game: Game, seat: int, species: int, scene: Scene) -> float:
    """The outlook with one more body size."""
    game.body[species] += 1
    value = value_around(game, seat, species, False, scene)
    game.body[species] -= 1
    return value


@rule
def value_of_species(game: Game, seat: int, side: int, scene: Scene) -> float:
    """The outlook with a new species at either end (EV-AI-02)."""
    row = game.row[seat]
    behind = row[length(row) + 1]
    species = new_species(game, seat)
    if side == LEFT:
        move_to_left_end(game, seat)
    value = outlook(game, seat, length(game.hand[seat]) - 1, scene)
    if side == LEFT:
        for i in range(1, length(row)):
            row[i] = row[i + 1]
        row[length(row)] = species
    pop(row)
    row[length(row) + 1] = behind
    game.population[species] = 0
    game.body[species] = 0
    return value


@rule
def note_worst(game: Game, seat: int, scene: Scene) -> None:
    """Note the trait that each full species would miss least."""
    row = game.row[seat]
    for place in range(length(row)):
        species = get(row, place)
        if game.worn[species] < trait_limit(game):
            continue
        top = NEVER
        for i in range(game.worn[species]):
            old = trait_of(game, game.card[species, i])
            value = value_in_place_of(game, seat, species, NOTHING, old, scene)
            if value > top:
                top = value
                scene[PARTS + PART * place + WORST] = old


@rule
def value_as_trait(game: Game, seat: int, trait: int, scene: Scene, present: float) -> float:
    """The outlook with a trait on the best species."""
    top = NEVER
    row = game.row[seat]
    for i in range(length(row)):
        if why_no_trait(game, get(row, i), trait) == OK:
            top = max(top, value_on(game, seat, get(row, i), trait, scene, present))
    return top


@rule
def value_on(
    game: Game, seat: int, species: int, trait: int, scene: Scene, present: float
) -> float:
    """The outlook with a trait on a species; half of what a pair gains counts for its first."""
    cards = length(game.hand[seat]) - 1
    full = game.worn[species] == trait_limit(game)
    idle = is_idle(game, seat, species, trait)
    if full:
        if idle or has(game, species, trait):
            return NEVER
        part = PARTS + PART * find(game.row[seat], species)
        return value_in_place_of(game, seat, species, trait, int(scene[part + WORST]), scene)
    if idle:
        value = scene[REST] + IDLE
    else:
        value = value_with(game, seat, species, BIT[trait], 1, cards, scene)
    other = companion(trait)
    if (
        other != NOTHING
        and not has(game, species, other)
        and game.worn[species] + 2 <= trait_limit(game)
        and holds(game, seat, other)
    ):
        both = value_with(game, seat, species, BIT[trait] | BIT[other], 2, cards - 1, scene)
        value = max(value, (present + both) / 2.0)
    return value


@rule
def is_idle(game: Game, seat: int, species: int, trait: int) -> bool:
    """Whether a trait does nothing for a species now, and only counts its point."""
    if trait == PACK_HUNTING or trait == AMBUSH:
        return eats_plants(game, species)
    if trait == LONG_NECK or trait == FORAGING:
        return not eats_plants(game, species)
    row = game.row[seat]
    return trait == COOPERATION and get(row, length(row) - 1) == species


@rule
def companion(trait: int) -> int:
    """The trait that makes another good (EV-AI-08, -11, -12), or NOTHING."""
    if trait == CARNIVORE:
        return PACK_HUNTING
    if trait == PACK_HUNTING:
        return CARNIVORE
    if trait == LONG_NECK:
        return FORAGING
    if trait == FORAGING:
        return LONG_NECK
    if trait == FAT_TISSUE:
        return BURROWING
    return FAT_TISSUE if trait == BURROWING else NOTHING


@rule
def holds(game: Game, seat: int, trait: int) -> bool:
    """Whether a card with a trait is in the seat's own hand."""
    hand = game.hand[seat]
    for i in range(length(hand)):
        if trait_of(game, get(hand, i)) == trait:
            return True
    return False


@rule
def value_with(
    game: Game, seat: int, species: int, bits: int, worn: int, cards: int, scene: Scene
) -> float:
    """The outlook with more traits on a species."""
    traits = int(game.traits[species])
    game.traits[species] = traits | bits
    game.worn[species] += worn
    place, warning = find(game.row[seat], species), bits & BIT[WARNING_CALL] != 0
    value = outlook_around(game, seat, place, warning, cards, scene)
    game.worn[species] -= worn
    game.traits[species] = traits
    return value


@rule
def value_in_place_of(
    game: Game, seat: int, species: int, trait: int, old: int, scene: Scene
) -> float:
    """The outlook with a trait in the place of another; stored fat becomes points."""
    traits, fat = int(game.traits[species]), int(game.fat[species])
    game.traits[species] = traits & ~BIT[old]
    if trait != NOTHING:
        game.traits[species] |= BIT[trait]
    if old == FAT_TISSUE:
        game.fat[species] = 0
    warning = old == WARNING_CALL or trait == WARNING_CALL
    value = value_around(game, seat, species, warning, scene)
    if old == FAT_TISSUE:
        value += fat
    game.fat[species] = fat
    game.traits[species] = traits
    return value


# --- feeding -------------------------------------------------------------------------------------


@rule
def value_of_feeding(game: Game, seat: int, action: int, scene: Scene) -> float:
    """What a feeding turn is good for; to pass counts nothing."""
    if action == PASS:
        return 0.0
    if action >= ATTACK:
        value = value_of_hunting(game, seat, action - ATTACK, scene)
        if value > 0.0 and game.hole > 0 and plants_wanted(game, seat) > 0:
            value *= LATER  # EV-AI-05
        return value
    code = action - FEED_ONE
    return value_of_grazing(game, seat, code // 2, code % 2 == 0, scene)


@rule
def plants_wanted(game: Game, seat: int) -> int:
    """Chips the seat's plant eaters lack."""
    chips = 0
    row = game.row[seat]
    for i in range(length(row)):
        if eats_plants(game, get(row, i)):
            chips += hunger(game, get(row, i))
    return chips


@rule
def value_of_chips(game: Game, species: int, chips: int, scene: Scene) -> float:
    """What chips are good for on a species: points, and the lives they save."""
    lack = int(hunger(game, species))
    eaten = min(chips, lack)
    value = eaten * (1.0 + scene[POPULATION_WORTH])
    if eaten > 0 and game.chips[species] == 0:
        value += game.worn[species] + scene[SPECIES_WORTH]  # it would die out
    if eaten == lack and lack > 0 and has(game, species, BURROWING):
        value += 0.5 * scene[POPULATION_WORTH]
    return value + STORED * min(chips - eaten, int(fat_space(game, species)))


@rule
def value_of_grazing(game: Game, seat: int, species: int, extra: bool, scene: Scene) -> float:
    """Chips from the watering hole for a species and, by Cooperation, for its neighbour."""
    if game.hole == 1 and hunger(game, species) == 0 and keeps_fertile(game, seat):
        return -0.1  # EV-FAT-04
    chips = 1
    if extra and has(game, species, FORAGING):
        chips = min(2, int(game.hole), int(room(game, species)))
    value = value_of_chips(game, species, chips, scene)
    neighbour = right_of(game, species)
    shares = has(game, species, COOPERATION) and neighbour != NOTHING and game.hole > chips
    if shares and eats_plants(game, neighbour):
        value += value_of_chips(game, neighbour, 1, scene)
    return value


@rule
def keeps_fertile(game: Game, seat: int) -> bool:
    """Whether a chip left over makes a species of the seat grow."""
    row = game.row[seat]
    for i in range(length(row)):
        if has(game, get(row, i), FERTILE) and game.population[get(row, i)] < MOST:
            return game.ending != THIS_ROUND
    return False


@rule
def value_of_extra(game: Game, action: int) -> float:
    """The extra chip of Foraging, unless it is the last and the neighbour would starve."""
    species = int(game.eater)
    taking = 0.5
    neighbour = right_of(game, species)
    shares = has(game, species, COOPERATION) and neighbour != NOTHING and game.hole == 1
    if shares and game.chips[neighbour] == 0:
        taking = -0.5
    return taking if action == TAKE_EXTRA else 0.0


@rule
def value_of_start_effect(game: Game, action: int) -> float:
    """Fertile makes room, then Long Neck eats, then fat fills what is left."""
    if action < SKIP:
        return 2.0 - 0.5 * ((action - NECK) % 2)
    if action < GROW:
        return -1.0
    return 3.0 if action < MOVE_FAT else 1.0


# --- attacks -------------------------------------------------------------------------------------


@rule
def value_of_hunting(game: Game, seat: int, hunter: int, scene: Scene) -> float:
    """The best prey of a carnivore, less the cards for Intelligence."""
    top = NEVER
    cards = thinking_cards(game, hunter)
    for other in range(game.seats):
        row = game.row[other]
        for place in range(length(row)):
            prey = get(row, place)
            found = defences(game, hunter, other, place)
            if prey == hunter or (found != 0 and (cards == 0 or count_bits(found) > cards)):
                continue
            value = value_of_prey(game, seat, hunter, prey, scene)
            top = max(top, value - cost_of_ignoring(found, scene))
    return top


@rule
def cost_of_ignoring(traits: int, scene: Scene) -> float:
    """Cards that ignoring so many traits takes."""
    return count_bits(traits) * (0.05 + scene[PRICE])


@rule
def value_of_ignoring(game: Game, seat: int, hunter: int, trait: int, scene: Scene) -> float:
    """The best prey that ignoring a trait opens or makes harmless, less the cards."""
    top = NEVER
    cards = thinking_cards(game, hunter)
    ignored = int(game.ignored)
    for other in range(game.seats):
        row = game.row[other]
        for place in range(length(row)):
            prey = get(row, place)
            if prey == hunter:
                continue
            found = defences(game, hunter, other, place) & ~ignored
            if trait == HORNS and has(game, prey, HORNS):
                found |= BIT[HORNS]
            if found & BIT[trait] == 0 or count_bits(found) > cards:
                continue
            game.ignored = ignored | BIT[trait]
            value = value_of_prey(game, seat, hunter, prey, scene)
            game.ignored = ignored
            top = max(top, value - cost_of_ignoring(found, scene))
    return top


@rule
def value_of_prey(game: Game, seat: int, hunter: int, prey: int, scene: Scene) -> float:
    """What an attack brings the carnivore and takes from others, or from oneself."""
    owner = owner_of(prey)
    value = value_of_meal(game, seat, hunter, prey, scene)
    if has(game, prey, HORNS) and game.ignored & BIT[HORNS] == 0:
        value -= loss_of_one(game, hunter, scene) + 1.0
        if game.population[hunter] == 1:
            value -= value_of_meal(game, seat, hunter, prey, scene)  # EV-HRN-03
    loss = loss_of_one(game, prey, scene)
    if owner == seat:
        return value - loss - FOREIGN
    loss *= scene[SPITE]
    if game.hole == 0 and hunger(game, prey) > 0:
        loss *= STARVED
    if leads(game, owner):
        loss *= LEADER
    return value + loss + threat(game, seat, prey) - scraps(game, seat, scene)


@rule
def value_of_meal(game: Game, seat: int, hunter: int, prey: int, scene: Scene) -> float:
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
    value += STORED * min(max(0, meat - lack), int(fat_space(game, hunter)))
    neighbour = right_of(game, hunter)
    if has(game, hunter, COOPERATION) and neighbour != NOTHING and neighbour != prey:
        value += value_of_chips(game, neighbour, 1, scene)  # EV-COO-02
    return value


@rule
def other_meat(game: Game, seat: int, hunter: int, prey: int) -> int:
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
def loss_of_one(game: Game, species: int, scene: Scene) -> float:
    """What an owner loses with one population of a species."""
    value = scene[POPULATION_WORTH]
    if game.population[species] == 1:
        value += scene[SPECIES_WORTH] + game.worn[species] * max(0.0, 1.0 - scene[PRICE])
    return value


@rule
def leads(game: Game, seat: int) -> bool:
    """Whether nobody has more on the table; bags are hidden."""
    for other in range(game.seats):
        if on_table(game, other) > on_table(game, seat):
            return False
    return True


@rule
def on_table(game: Game, seat: int) -> int:
    """Population and traits of a seat."""
    total = 0
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        total += game.population[species] + game.worn[species]
    return total


@rule
def threat(game: Game, seat: int, prey: int) -> float:
    """What it is worth to weaken a carnivore that could eat one's own species."""
    if not has(game, prey, CARNIVORE) or hunger(game, prey) == 0:
        return 0.0
    for place in range(length(game.row[seat])):
        if defences(game, prey, seat, place) == 0:
            return THREAT
    return 0.0


@rule
def scraps(game: Game, seat: int, scene: Scene) -> float:
    """What an attack brings the Scavengers of others, less what it brings one's own."""
    value = 0.0
    if game.ignored & BIT[SCAVENGER] != 0:
        return value
    for other in range(game.seats):
        row = game.row[other]
        for i in range(length(row)):
            species = get(row, i)
            if has(game, species, SCAVENGER) and room(game, species) > 0:
                if other == seat:
                    value -= value_of_chips(game, species, 1, scene)
                else:
                    value += SCRAPS * scene[SPITE]
    return value


# --- Intelligence --------------------------------------------------------------------------------


@rule
def value_of_thought(game: Game, seat: int, action: int, scene: Scene) -> float:
    """Chips from the bank for a card, when the watering hole will not bring them."""
    if action == DECLINE:
        return 0.0
    code = action - USE_MIND
    species = code // 2
    lack = int(hunger(game, species))
    if lack > 0 and is_hunted(game, seat, species) and can_burrow(game, seat, species):
        return value_of_chips(game, species, THOUGHT, scene) - scene[PRICE]  # EV-AI-14
    if game.hole > 0 and plants_wanted(game, seat) > 0:
        return -1.0
    chips = THOUGHT + int(has(game, species, FORAGING) and code % 2 == 0)
    value = value_of_chips(game, species, chips, scene)
    neighbour = right_of(game, species)
    if has(game, species, COOPERATION) and neighbour != NOTHING and eats_plants(game, neighbour):
        value += value_of_chips(game, neighbour, 1, scene)
    return value - scene[PRICE] - 0.05


@rule
def can_burrow(game: Game, seat: int, species: int) -> bool:
    """Whether cards of the seat can make a burrower sated now."""
    if not has(game, species, BURROWING):
        return False
    return THOUGHT * length(game.hand[seat]) >= hunger(game, species)


@rule
def is_hunted(game: Game, seat: int, species: int) -> bool:
    """Whether a hungry carnivore of another could attack a species now."""
    place = find(game.row[seat], species)
    for other in range(game.seats):
        if other == seat:
            continue
        row = game.row[other]
        for i in range(length(row)):
            hunter = get(row, i)
            if (
                has(game, hunter, CARNIVORE)
                and room(game, hunter) > 0
                and defences(game, hunter, seat, place) == 0
            ):
                return True
    return False


@rule
def usefulness(game: Game, seat: int, trait: int) -> float:
    """How much a card would be missed: a trait that a species of the seat lacks."""
    value = 0.0
    row = game.row[seat]
    for i in range(length(row)):
        if not has(game, get(row, i), trait):
            value += 0.1
    if trait == CARNIVORE or trait == LONG_NECK or trait == FORAGING:
        value += 1.0
    return value


# --- the caretaker -------------------------------------------------------------------------------


@rule
def caretaker(states: Any, seat: int, out: Any, count: int, generator: Generator) -> int:
    """What is done for a player whose time is up (EV-RUL-47)."""
    game = states[0]
    if game.stage == SUPPLY:
        return out[below(generator, count)]
    if game.stage == PLAY and game.part[seat] == CHOOSE_CARD:
        return DONE
    if game.stage == FEED:
        return feed_for(game, seat, out, count)
    if game.stage == HUNT:
        return cheapest_prey(game, seat, out, count)
    if game.stage == WINDOW:
        return DECLINE
    return out[0]  # Long Neck and Foraging are taken, no fat is stored


@rule
def feed_for(game: Game, seat: int, out: Any, count: int) -> int:
    """The leftmost hungry plant eater, else the attack that costs least; nothing of free will."""
    if game.duty == 0:
        return PASS
    chosen, least = out[0], MOST * MOST
    for i in range(count):
        if out[i] < ATTACK:
            return out[i]
        cost = cost_of_attack(game, seat, out[i] - ATTACK)
        if cost < least:
            chosen, least = out[i], cost
    return chosen


@rule
def cost_of_attack(game: Game, seat: int, hunter: int) -> int:
    """The least own loss with which a carnivore can attack without a discard."""
    least = MOST * MOST
    for other in range(game.seats):
        row = game.row[other]
        for place in range(length(row)):
            prey = get(row, place)
            if prey != hunter and defences(game, hunter, other, place) == 0:
                least = min(least, own_loss(game, seat, hunter, prey))
    return least


@rule
def cheapest_prey(game: Game, seat: int, out: Any, count: int) -> int:
    """The first prey with the smallest own loss."""
    chosen, least = out[0], MOST * MOST
    for i in range(count):
        if out[i] >= PREY:
            cost = own_loss(game, seat, game.hunter, out[i] - PREY)
            if cost < least:
                chosen, least = out[i], cost
    return chosen


@rule
def own_loss(game: Game, seat: int, hunter: int, prey: int) -> int:
    """Population and trait cards that an attack costs the attacker's owner."""
    loss = 0
    if has(game, prey, HORNS) and game.ignored & BIT[HORNS] == 0:
        loss += 1 + int(game.population[hunter] == 1) * int(game.worn[hunter])
    if owner_of(prey) == seat:
        loss += 1 + int(game.population[prey] == 1) * int(game.worn[prey])
    return loss
