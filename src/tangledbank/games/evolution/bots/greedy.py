"""Bots for Evolution: `greedy` and `caretaker`. They get observations only.

`greedy` gives every legal action a value in points and takes the best. In phase 3 it tries each
use of each card on its copy of the table and looks at the outlook; in feeding it weighs chips,
victims and cards. The hints of the rulebook it follows are named by their ids (ledger 8).
"""

from __future__ import annotations

import numpy as np

from tangledbank.games.evolution.bots import feeding, outlook
from tangledbank.games.evolution.bots.outlook import PART, PARTS, WORST, Scene, outlook_around
from tangledbank.games.evolution.rules.actions import Reason, Verb
from tangledbank.games.evolution.rules.attack import defences
from tangledbank.games.evolution.rules.cards import BIT, LEAST_NUMBER, NOTHING, NUMBERS, Trait
from tangledbank.games.evolution.rules.playing import new_species_at, trait_limit, why_no_trait
from tangledbank.games.evolution.rules.species import eats_plants, has, trait_of
from tangledbank.games.evolution.rules.state import BOARDS, MOST, Choice, Stage, State
from tangledbank.games.evolution.rules.tell import Side
from tangledbank.games.shared.best import NEVER, better, verb_of
from tangledbank.kernel.chance import Generator, below
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Ints, States, find, get, length, pop

VERBS = np.array([*Verb], np.int64)  # the first number of each
BEST_USE = 0.15  # of a card's value as a trait, lost when it is spent on something else
GROWING = 0.35  # chips that a card still in hand will want this round
IDLE = 0.8  # a trait that does nothing is a point at the end, if its species lives

# The trait that makes another good, and the other way round (EV-AI-08, -11, -12), or NOTHING.
COMPANION = np.full(len(Trait), NOTHING, np.int64)
for _one, _other in (
    (Trait.CARNIVORE, Trait.PACK_HUNTING),
    (Trait.LONG_NECK, Trait.FORAGING),
    (Trait.FAT_TISSUE, Trait.BURROWING),
):
    COMPANION[_one], COMPANION[_other] = _other, _one


@rule(arrays=True)
def greedy(states: States, seat: int, out: Ints, count: int, generator: Generator) -> int:
    """The legal action that promises most; ties by lot."""
    if count == 1:
        return out[0]
    game = states[0]
    if game.stage == Stage.STORE:
        return out[count - 1]  # every chip is a point (EV-FAT-08)
    scene = outlook.survey(game, seat)
    growth, present = 0.0, 0.0
    if game.stage == Stage.PLAY or game.stage == Stage.SUPPLY:
        cards = length(game.hand[seat])
        if game.stage == Stage.SUPPLY:  # cards still to be played will want food too
            scene[outlook.APPETITE] = GROWING * (cards - 1) * has_plant_eaters(game, seat)
        present = outlook.outlook(game, seat, cards, scene)
        outlook.weigh_parts(game, seat, cards - 1, scene)
        note_worst(game, seat, scene)
        if game.stage == Stage.PLAY and game.part[seat] == Choice.CARD:
            growth = value_of_growth(game, seat, scene) - present
    best = (out[0], NEVER, 0)
    for i in range(count):
        value = promise(game, seat, out[i], scene, present, growth)
        best = better(best, out[i], value, generator)
    return best[0]


@rule
def promise(
    game: State, seat: int, action: int, scene: Scene, present: float, growth: float
) -> float:
    """What an action is good for, in points; only values of one decision compare.

    What is not known here is as good as doing nothing.
    """
    verb = verb_of(VERBS, action)
    code = action - verb
    if verb == Verb.FOOD:
        return value_of_food_card(game, seat, code, scene, present)
    if game.stage == Stage.PLAY:
        return value_of_play(game, seat, verb, code, scene, present, growth)
    if game.stage == Stage.GRAIN:
        return feeding.value_of_start_effect(verb, code)
    return feeding.value_of_feeding(game, seat, verb, code, scene)


# --- phase 2 -------------------------------------------------------------------------------------


@rule
def has_plant_eaters(game: State, seat: int) -> int:
    """1 if a species of the seat eats plants, or it has none."""
    row = game.row[seat]
    for i in range(length(row)):
        if eats_plants(game, get(row, i)):
            return 1
    return int(length(row) == 0)


@rule
def value_of_food_card(game: State, seat: int, kind: int, scene: Scene, present: float) -> float:
    """What a number on the watering hole brings, less what the trait would (EV-AI-07)."""
    number = kind % NUMBERS + LEAST_NUMBER
    cards = length(game.hand[seat]) - 1
    hole = scene[outlook.HOLE]
    scene[outlook.HOLE] = max(0.0, hole + number)
    value = outlook.outlook(game, seat, cards, scene)
    hungry = max(0.0, scene[outlook.CLAIMS] - scene[outlook.HOLE])
    value += 0.5 * scene[outlook.SPITE] * scene[outlook.POPULATION_WORTH] * hungry
    scene[outlook.HOLE] = hole
    trait = value_as_trait(game, seat, kind // NUMBERS, scene, present) - present
    if has_plant_eaters(game, seat) == 0:
        return value - 0.2 * number - 0.2 * max(0.0, trait)
    return value - 0.6 * max(0.0, trait)


# --- phase 3 -------------------------------------------------------------------------------------


@rule
def value_of_play(
    game: State, seat: int, verb: int, code: int, scene: Scene, present: float, growth: float
) -> float:
    """The gain from the best use of a card, or the outlook after a use of the chosen one."""
    if verb == Verb.PLAY:
        gain = value_as_trait(game, seat, code // NUMBERS, scene, present) - present
        return max(gain, growth - BEST_USE * max(0.0, gain))
    if game.part[seat] == Choice.CARD:
        return 0.0  # to stop gains nothing
    trait = trait_of(game, game.draft_card[seat])
    if verb == Verb.ON:
        return value_on(game, seat, code, trait, scene, present)
    if verb == Verb.REPLACE:
        return value_in_place_of(game, seat, game.draft_species[seat], trait, code, scene)
    if verb == Verb.POPULATION:
        return value_of_growing(game, seat, code, 1, 0, scene)
    if verb == Verb.BODY:
        return value_of_growing(game, seat, code, 0, 1, scene)
    return value_of_species(game, seat, code, scene) if verb == Verb.NEW else present


@rule
def value_of_growth(game: State, seat: int, scene: Scene) -> float:
    """The best outlook after any card is discarded for growth or a new species."""
    top = NEVER
    row = game.row[seat]
    if length(row) < BOARDS:
        top = value_of_species(game, seat, Side.RIGHT, scene)
        if length(row) > 0:
            top = max(top, value_of_species(game, seat, Side.LEFT, scene))
    for i in range(length(row)):
        species = get(row, i)
        if game.population[species] < MOST:
            top = max(top, value_of_growing(game, seat, species, 1, 0, scene))
        if game.body[species] < MOST:
            top = max(top, value_of_growing(game, seat, species, 0, 1, scene))
    return top


@rule
def value_of_growing(
    game: State, seat: int, species: int, population: int, body: int, scene: Scene
) -> float:
    """The outlook with more population or body size."""
    game.population[species] += population
    game.body[species] += body
    traits, cards = int(game.traits[species]), length(game.hand[seat]) - 1
    value = value_with(game, seat, species, traits, 0, cards, scene)
    game.population[species] -= population
    game.body[species] -= body
    return value


@rule
def value_of_species(game: State, seat: int, side: int, scene: Scene) -> float:
    """The outlook with a new species at either end (EV-AI-02)."""
    row = game.row[seat]
    behind = row[length(row) + 1]
    species = new_species_at(game, seat, side)
    value = outlook.outlook(game, seat, length(game.hand[seat]) - 1, scene)
    if side == Side.LEFT:
        for i in range(1, length(row)):
            row[i] = row[i + 1]
        row[length(row)] = species
    pop(row)
    row[length(row) + 1] = behind
    game.population[species] = 0
    game.body[species] = 0
    return value


@rule
def note_worst(game: State, seat: int, scene: Scene) -> None:
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
def value_as_trait(game: State, seat: int, trait: int, scene: Scene, present: float) -> float:
    """The outlook with a trait on the best species."""
    top = NEVER
    row = game.row[seat]
    for i in range(length(row)):
        if why_no_trait(game, get(row, i), trait) == Reason.OK:
            top = max(top, value_on(game, seat, get(row, i), trait, scene, present))
    return top


@rule
def value_on(
    game: State, seat: int, species: int, trait: int, scene: Scene, present: float
) -> float:
    """The outlook with a trait on a species; half of what a pair gains counts for its first."""
    idle = is_idle(game, seat, species, trait)
    if game.worn[species] == trait_limit(game):
        if idle or has(game, species, trait):
            return NEVER
        part = PARTS + PART * find(game.row[seat], species)
        return value_in_place_of(game, seat, species, trait, int(scene[part + WORST]), scene)
    other, cards = COMPANION[trait], length(game.hand[seat]) - 1
    traits = int(game.traits[species]) | BIT[trait]
    if idle:
        value = scene[outlook.REST] + IDLE
    else:
        value = value_with(game, seat, species, traits, 1, cards, scene)
    if (
        other != NOTHING
        and not has(game, species, other)
        and game.worn[species] + 2 <= trait_limit(game)
        and holds(game, seat, other)
    ):
        both = value_with(game, seat, species, traits | BIT[other], 2, cards - 1, scene)
        value = max(value, (present + both) / 2.0)
    return value


@rule
def is_idle(game: State, seat: int, species: int, trait: int) -> bool:
    """Whether a trait does nothing for a species now, and only counts its point."""
    if trait == Trait.PACK_HUNTING or trait == Trait.AMBUSH:
        return eats_plants(game, species)
    if trait == Trait.LONG_NECK or trait == Trait.FORAGING:
        return not eats_plants(game, species)
    row = game.row[seat]
    return trait == Trait.COOPERATION and get(row, length(row) - 1) == species


@rule
def holds(game: State, seat: int, trait: int) -> bool:
    """Whether a card with a trait is in the seat's own hand."""
    hand = game.hand[seat]
    for i in range(length(hand)):
        if trait_of(game, get(hand, i)) == trait:
            return True
    return False


@rule
def value_with(
    game: State, seat: int, species: int, traits: int, worn: int, cards: int, scene: Scene
) -> float:
    """The outlook if a species had these traits, on so many cards more."""
    place, before = find(game.row[seat], species), int(game.traits[species])
    game.traits[species] = traits
    game.worn[species] += worn
    warning = (traits ^ before) & BIT[Trait.WARNING_CALL] != 0
    value = outlook_around(game, seat, place, warning, cards, scene)
    game.worn[species] -= worn
    game.traits[species] = before
    return value


@rule
def value_in_place_of(
    game: State, seat: int, species: int, trait: int, old: int, scene: Scene
) -> float:
    """The outlook with a trait in the place of another; stored fat becomes points."""
    traits, fat = int(game.traits[species]) & ~BIT[old], int(game.fat[species])
    if trait != NOTHING:
        traits |= BIT[trait]
    if old == Trait.FAT_TISSUE:
        game.fat[species] = 0
    value = value_with(game, seat, species, traits, 0, length(game.hand[seat]) - 1, scene)
    if old == Trait.FAT_TISSUE:
        value += fat
    game.fat[species] = fat
    return value


# --- the caretaker -------------------------------------------------------------------------------


@rule
def caretaker(states: States, seat: int, out: Ints, count: int, generator: Generator) -> int:
    """What is done for a player whose time is up (EV-RUL-47)."""
    game = states[0]
    if game.stage == Stage.SUPPLY:
        return out[below(generator, count)]
    if game.stage == Stage.PLAY and game.part[seat] == Choice.CARD:
        return Verb.DONE
    if game.stage == Stage.FEED and game.duty == 0:
        return Verb.PASS  # nothing of free will
    if game.stage == Stage.FEED or game.stage == Stage.HUNT:
        return feed_for(game, seat, out, count)
    if game.stage == Stage.WINDOW:
        return Verb.DECLINE
    return out[0]  # Long Neck and Foraging are taken, no fat is stored


@rule
def feed_for(game: State, seat: int, out: Ints, count: int) -> int:
    """The leftmost hungry plant eater, else the first attack with the smallest own loss."""
    chosen, least = out[0], MOST * MOST
    for i in range(count):
        verb, cost = verb_of(VERBS, out[i]), least
        if verb == Verb.FEED:
            return out[i]
        if verb == Verb.ATTACK:
            cost = cost_of_attack(game, seat, out[i] - verb)
        elif verb == Verb.PREY:
            cost = own_loss(game, seat, game.hunter, out[i] - verb)
        if cost < least:
            chosen, least = out[i], cost
    return chosen


@rule
def cost_of_attack(game: State, seat: int, hunter: int) -> int:
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
def own_loss(game: State, seat: int, hunter: int, prey: int) -> int:
    """Population and trait cards that an attack costs the attacker's owner."""
    loss = 0
    if has(game, prey, Trait.HORNS) and game.ignored & BIT[Trait.HORNS] == 0:
        loss += 1 + int(game.population[hunter] == 1) * int(game.worn[hunter])
    if int(game.owner[prey]) == seat:
        loss += 1 + int(game.population[prey] == 1) * int(game.worn[prey])
    return loss
