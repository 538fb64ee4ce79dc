"""Food and evaluation of Darwin's Choice once more: slow, plain, apart from the compiled rules.

It shares no code with the package, so that a mistake would have to be made twice to go unseen.
A biome is a list of animals; their names must differ, over all biomes of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random

HERBIVORE, OMNIVORE, CARNIVORE = "herbivore", "omnivore", "carnivore"
ALIVE, REQUIREMENTS, HUNGER, DEVOURED = "alive", "requirements", "hunger", "devoured"

FOOD_EVENTS = {  # plants, meat: DC-EVENT-20 to -22
    "meteorite_impact": (4, 3),
    "plant_boom": (6, 2),
    "prey_boom": (2, 6),
}
EASY_POINTS = 2  # DC-DEF-13
PLACE_POINTS = (3, 2, 1)  # DC-EVAL-27
SAFE_FROM_HURRICANE = 4  # DC-EVENT-13

Food = dict[str, tuple[int, int]]
Choose = Callable[[list[str]], str]
Watch = Callable[[list["Animal"]], None]


@dataclass(frozen=True)
class Animal:
    """A species as its biome sees it; strength is what its cards show."""

    name: str
    diet: str
    adaptation: int
    strength: int
    hearts: int
    protected: bool = False
    fits: bool = True
    owner: int = 0


# Ranks


def strength_in_force(animal: Animal, epidemic: bool) -> int:
    """An epidemic takes the strength of all that eat meat (DC-EVENT-33, DC-SP-39)."""
    if epidemic and animal.diet != HERBIVORE:
        return 0
    return animal.strength


def rank(animal: Animal, epidemic: bool) -> tuple[int, int, int]:
    """Adaptation, then strength, then hearts (DC-FOOD-4, DC-FOOD-6, DC-EVAL-23)."""
    return animal.adaptation, strength_in_force(animal, epidemic), animal.hearts


def best_first(animals: Iterable[Animal], epidemic: bool) -> list[list[Animal]]:
    """Groups of full ties, in feeding order (DC-FOOD-2, DC-FOOD-5)."""

    def key(animal: Animal) -> tuple[int, int, int]:
        return rank(animal, epidemic)

    ordered = sorted(animals, key=key, reverse=True)
    return [list(tied) for _, tied in groupby(ordered, key=key)]


# Food


def supply(
    points: int, plants: int, meat: int, event: str | None = None, young_volcano: bool = False
) -> tuple[int, int]:
    """The plants and the meat of a biome in this era."""
    if young_volcano:
        return 0, 0  # DC-SP-55
    if points == EASY_POINTS and event in FOOD_EVENTS:
        return FOOD_EVENTS[event]  # DC-EVENT-23, DC-SP-63
    return plants, meat


def hand_out(
    queue: Sequence[Sequence[Animal]], missing: dict[str, int], stock: int
) -> dict[str, int]:
    """Serve one kind of food, group by group, until a group cannot be filled."""
    got = {animal.name: 0 for group in queue for animal in group}
    for group in queue:
        names = [animal.name for animal in group]
        if sum(missing[name] for name in names) > stock:
            got.update(shares(names, missing, stock))
            break  # the rest is blocked: DC-FOOD-3, DC-SP-25
        for name in names:
            got[name] = missing[name]  # nobody takes more than the need: DC-FOOD-15
            stock -= missing[name]
    return got


def shares(names: list[str], missing: dict[str, int], stock: int) -> dict[str, int]:
    """Too little for a full tie: one unit each, round after round (DC-SP-26)."""
    got = dict.fromkeys(names, 0)
    while True:
        hungry = [name for name in names if got[name] < missing[name]]
        if not hungry or stock < len(hungry):
            return got
        for name in hungry:
            got[name] += 1
            stock -= 1


def distribute(animals: Sequence[Animal], plants: int, meat: int, epidemic: bool) -> Food:
    """What every animal of a biome gets: plants and meat."""
    fitting = [animal for animal in animals if animal.fits]  # DC-FOOD-13

    missing = {animal.name: animal.hearts for animal in fitting}  # DC-DEF-4
    plant_eaters = [animal for animal in fitting if animal.diet != CARNIVORE]  # DC-FOOD-7
    plants_got = hand_out(best_first(plant_eaters, epidemic), missing, plants)

    for name, amount in plants_got.items():
        missing[name] -= amount
    meat_eaters = [  # one list, whatever the diet: DC-FOOD-8, DC-SP-27
        animal
        for animal in fitting
        if animal.diet == CARNIVORE or (animal.diet == OMNIVORE and missing[animal.name] > 0)
    ]
    meat_got = hand_out(best_first(meat_eaters, epidemic), missing, meat)

    return {
        animal.name: (plants_got.get(animal.name, 0), meat_got.get(animal.name, 0))
        for animal in animals
    }


# Evaluation, steps 1 and 2


def look_away(pack: list[Animal]) -> None:
    """For whoever does not care who hunts."""


def evaluate(
    animals: Sequence[Animal],
    food: Food,
    epidemic: bool,
    choose: Choose,
    watch: Watch = look_away,
) -> dict[str, str]:
    """The fate of every animal of a biome; `choose` picks among fully tied prey.

    `watch` is told who hunts before any prey is chosen.
    """
    fates = {animal.name: ALIVE if animal.fits else REQUIREMENTS for animal in animals}

    for animal in animals:  # herbivores and omnivores first: DC-EVAL-3 to -5
        if animal.fits and animal.diet != CARNIVORE and lacking(animal, food) > 0:
            fates[animal.name] = HUNGER

    carnivores = [animal for animal in animals if animal.fits and animal.diet == CARNIVORE]
    for pack in best_first(carnivores, epidemic):  # DC-EVAL-19
        if any(fates[member.name] == HUNGER for member in pack):
            continue  # lost with a better adapted carnivore
        lacked = sum(lacking(member, food) for member in pack)
        herd = [animal for animal in animals if fates[animal.name] == ALIVE]
        watch(pack)
        devoured = hunt(pack[0], lacked, herd, epidemic, choose)
        fates.update({prey.name: DEVOURED for prey in devoured})
        if sum(prey.hearts for prey in devoured) < lacked:  # DC-EVAL-17, DC-SP-30
            fates.update({member.name: HUNGER for member in pack})
            fates.update({one.name: HUNGER for one in lost_with(pack[0], carnivores)})
    return fates


def lacking(animal: Animal, food: Food) -> int:
    """The part of the need that the food beside an animal leaves open."""
    return animal.hearts - sum(food[animal.name])


def lost_with(failed: Animal, carnivores: Iterable[Animal]) -> list[Animal]:
    """Carnivores that starve because a better adapted one did (DC-EVAL-18, DC-SP-33, -34)."""
    return [
        other for other in carnivores if other.adaptation < failed.adaptation and other.hearts > 0
    ]


def hunt(
    hunter: Animal, lacked: int, herd: Sequence[Animal], epidemic: bool, choose: Choose
) -> list[Animal]:
    """What a carnivore devours, or several full ties that hunt as one (DC-SP-30)."""
    if epidemic:
        return []  # DC-EVENT-34, DC-ED-7
    left = [animal for animal in herd if is_edible(animal, hunter)]
    devoured: list[Animal] = []
    while left and sum(prey.hearts for prey in devoured) < lacked:  # DC-EVAL-15, DC-SP-35
        prey = next_prey(left, choose)
        devoured.append(prey)
        left.remove(prey)
    return devoured


def is_edible(animal: Animal, hunter: Animal) -> bool:
    """Whether a living animal of the biome is prey for a carnivore."""
    return (
        animal.diet != CARNIVORE  # DC-EVAL-8
        and animal.adaptation <= hunter.adaptation  # DC-EVAL-9
        and animal.strength <= hunter.strength  # DC-EVAL-10; nobody hunts in an epidemic
        and not animal.protected  # DC-EVAL-11
        and animal.hearts > 0  # DC-SP-32
    )


def next_prey(edible: Sequence[Animal], choose: Choose) -> Animal:
    """The least adapted; only a full tie is a choice (DC-EVAL-12, DC-EVAL-14, DC-SP-31)."""
    lowest = best_first(edible, epidemic=False)[-1]
    if len(lowest) == 1:
        return lowest[0]
    chosen = choose([animal.name for animal in lowest])
    return next(animal for animal in lowest if animal.name == chosen)


def first_named(options: list[str]) -> str:
    """A choice for whoever does not care which of the tied prey is devoured."""
    return options[0]


def passes_food_test(
    animals: Sequence[Animal], name: str, plants: int, meat: int, epidemic: bool
) -> bool:
    """Whether an animal that has just acted has enough (DC-SP-19, DC-SP-20)."""
    food = distribute(animals, plants, meat, epidemic)
    fate = evaluate(animals, food, epidemic, first_named)[name]
    return fate in (ALIVE, DEVOURED)


# Evaluation, steps 4 and 5


def winners(living: Sequence[Animal], epidemic: bool) -> set[str]:
    """Who gets the points of a biome, and outside the evaluation its continent token (DC-SP-44)."""
    able = [animal for animal in living if animal.fits and animal.adaptation > 0]  # DC-EVAL-25
    ranked = best_first(able, epidemic)
    return {animal.name for animal in ranked[0]} if ranked else set()  # DC-EVAL-22 to -24


def places(biomes: Sequence[Sequence[Animal]], epidemic: bool = False) -> dict[str, int]:
    """The points for strength over the living animals of all biomes; who gets none is left out."""

    def key(animal: Animal) -> tuple[int, int, int]:
        return strength_in_force(animal, epidemic), animal.adaptation, animal.hearts  # DC-EVAL-28

    able = [animal for biome in biomes for animal in biome]
    able = [animal for animal in able if strength_in_force(animal, epidemic) > 0]  # DC-EVAL-31
    ordered = sorted(able, key=key, reverse=True)
    ranked = [list(tied) for _, tied in groupby(ordered, key=key)]
    return {  # a shared place does not use up the next: DC-EVAL-29, -30
        animal.name: points
        for points, tied in zip(PLACE_POINTS, ranked, strict=False)
        for animal in tied
    }


# Hurricane


def hurricane_victims(animals: Sequence[Animal], epidemic: bool = False) -> set[str]:
    """The lowest rank of a biome, unless it is adapted well enough (DC-EVENT-12 to -14, DC-SP-61).

    No epidemic is ever in force then, for the old event ends first (DC-SP-46).
    """
    ranked = best_first(animals, epidemic)
    if not ranked or ranked[-1][0].adaptation >= SAFE_FROM_HURRICANE:
        return set()
    return {animal.name for animal in ranked[-1]}


# Biomes to compare with


def random_biome(random: Random, first: int = 1) -> tuple[list[Animal], int, int, bool]:
    """A biome with many ties: animals, numbered from `first` on, plants, meat, epidemic."""
    widest = random.choice((1, 2, 3, 6))
    ranks = [_random_rank(random, widest) for _ in range(random.randint(1, 4))]
    diets = random.choice(_DIETS)
    numbers = range(first, first + _count(random))
    animals = [_random_animal(random, number, ranks, diets) for number in numbers]
    plants = _random_stock(random, [one for one in animals if one.diet != CARNIVORE])
    meat = _random_stock(random, [one for one in animals if one.diet != HERBIVORE])
    if random.random() < 0.3:  # carnivores hunt where others are fed and meat is scarce
        plants, meat = 12, random.randint(0, 3)
    return animals, plants, meat, random.random() < 0.15


_DIETS = (  # what a biome's animals are drawn from
    (HERBIVORE, OMNIVORE, CARNIVORE),
    (HERBIVORE, CARNIVORE),
    (OMNIVORE, CARNIVORE),
    (HERBIVORE, HERBIVORE, OMNIVORE, CARNIVORE, CARNIVORE),
)


def _count(random: Random) -> int:
    """0 to 9 animals, mostly several."""
    return random.choice((0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9))


def _random_rank(random: Random, widest: int) -> tuple[int, int, int]:
    hearts = random.choice((0, 1, 1, 2, 2, 3, 4))
    return random.randint(0, widest), random.randint(0, widest), hearts


def _random_animal(
    random: Random, number: int, ranks: list[tuple[int, int, int]], diets: tuple[str, ...]
) -> Animal:
    """One of few ranks, now and then beside it, so that ties break at every part of the rank."""
    diet = random.choice(diets)
    adaptation, strength, hearts = random.choice(ranks)
    if random.random() < 0.3:
        part = random.randrange(3)
        adaptation += part == 0
        strength += part == 1
        hearts += part == 2
    if diet == CARNIVORE and random.random() < 0.4:  # good hunters, or little would be devoured
        adaptation += 1
        strength += 1
    return Animal(
        name=f"animal {number}",
        diet=diet,
        adaptation=adaptation,
        strength=strength,
        hearts=0 if random.random() < 0.08 else hearts,
        protected=random.random() < 0.15,
        fits=random.random() < 0.88,
        owner=random.randrange(6),
    )


def _random_stock(random: Random, eaters: list[Animal]) -> int:
    """Nothing, a little, part of what the eaters need, a little less than that, or enough."""
    need = sum(animal.hearts for animal in eaters)
    short = max(0, need - random.randint(1, 3))
    return random.choice((0, random.randint(0, 3), random.randint(0, need), short, need, 12))
