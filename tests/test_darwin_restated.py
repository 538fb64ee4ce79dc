"""The restated food rules of Darwin's Choice: the ledger's examples, and what must always hold."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.darwin_restated import (
    ALIVE,
    CARNIVORE,
    DEVOURED,
    HERBIVORE,
    HUNGER,
    OMNIVORE,
    REQUIREMENTS,
    Animal,
    best_first,
    distribute,
    evaluate,
    first_named,
    hurricane_victims,
    lacking,
    passes_food_test,
    places,
    random_biome,
    rank,
    supply,
    winners,
)

DIETS = {"h": HERBIVORE, "o": OMNIVORE, "c": CARNIVORE}


def animal(name: str, diet: str, *numbers: int, protected: bool = False) -> Animal:
    """An animal as the ledger's tables write it: diet, then adaptation, strength, need."""
    adaptation, strength, hearts = numbers
    return Animal(name, DIETS[diet], adaptation, strength, hearts, protected)


def fates(animals: list[Animal], plants: int, meat: int, epidemic: bool = False) -> dict[str, str]:
    food = distribute(animals, plants, meat, epidemic)
    return evaluate(animals, food, epidemic, first_named)


def left_alive(animals: list[Animal], plants: int, meat: int) -> list[Animal]:
    fate = fates(animals, plants, meat)
    return [one for one in animals if fate[one.name] == ALIVE]


COAST = [animal("winged Bongo", "h", 6, 4, 2), animal("Puffin tuna", "c", 9, 1, 2)]
HIGH_MOUNTAINS = [
    animal("Bison lion tamarin", "h", 4, 3, 2),
    animal("Macaw marmot", "h", 3, 1, 1, protected=True),
    animal("Orca giant tortoise", "c", 6, 9, 4),
]


def test_example_of_distribution_and_food_evaluation() -> None:  # DC-TV-3
    assert distribute(COAST, 2, 2, False) == {"winged Bongo": (2, 0), "Puffin tuna": (0, 2)}
    assert fates(COAST, 2, 2) == {"winged Bongo": ALIVE, "Puffin tuna": ALIVE}
    assert distribute(HIGH_MOUNTAINS, 3, 3, False) == {
        "Bison lion tamarin": (2, 0),
        "Macaw marmot": (1, 0),
        "Orca giant tortoise": (0, 3),
    }
    assert fates(HIGH_MOUNTAINS, 3, 3) == {
        "Bison lion tamarin": DEVOURED,
        "Macaw marmot": ALIVE,
        "Orca giant tortoise": ALIVE,
    }


def test_example_of_points() -> None:  # DC-TV-4
    coast, mountains = left_alive(COAST, 2, 2), left_alive(HIGH_MOUNTAINS, 3, 3)
    gained = Counter({one.name: 1 for one in coast + mountains})
    for biome, points in ((coast, 2), (mountains, 3)):
        gained.update(dict.fromkeys(winners(biome, False), points))
    gained.update(places([coast, mountains]))
    assert gained == {
        "Macaw marmot": 1,
        "winged Bongo": 3,
        "Puffin tuna": 4,
        "Orca giant tortoise": 7,
    }


def test_shared_first_place_leaves_second_and_third() -> None:  # DC-TV-5c
    one, two = [animal("a", "h", 3, 7, 2), animal("b", "c", 1, 5, 2)], [animal("c", "o", 3, 7, 2)]
    two += [animal("d", "h", 9, 2, 1), animal("e", "h", 9, 1, 1)]
    assert places([one, two]) == {"a": 3, "c": 3, "b": 2, "d": 1}


def test_adaptation_then_hearts_break_ties_for_places() -> None:
    one = [animal("a", "h", 2, 7, 1), animal("b", "c", 1, 7, 4)]
    assert places([one, [animal("c", "o", 1, 7, 3), animal("d", "h", 9, 6, 9)]]) == {
        "a": 3,
        "b": 2,
        "c": 1,
    }


@pytest.mark.parametrize(
    ("adaptations", "dies"), [((3, 5, 6), {3}), ((4, 7), set()), ((2, 3), {2}), ((3,), {3})]
)
def test_hurricane(adaptations: tuple[int, ...], dies: set[int]) -> None:  # DC-TV-5i
    animals = [animal(str(value), "h", value, 0, 1) for value in adaptations]
    assert hurricane_victims(animals) == {str(value) for value in dies}


def test_hurricane_takes_the_lowest_rank_only() -> None:
    animals = [animal("a", "h", 2, 1, 3), animal("b", "h", 2, 2, 1), animal("c", "o", 2, 1, 2)]
    assert hurricane_victims(animals) == {"c"}
    assert hurricane_victims([*animals, animal("d", "c", 2, 1, 2)]) == {"c", "d"}
    assert hurricane_victims([]) == set()


CASES = {
    "a": (
        (5, 0, False),
        [animal("X", "h", 4, 2, 3), animal("Y", "h", 4, 2, 3), animal("Z", "h", 2, 0, 1)],
        {"X": (2, 0), "Y": (2, 0), "Z": (0, 0)},
        {"X": HUNGER, "Y": HUNGER, "Z": HUNGER},
    ),
    "b": (
        (3, 2, False),
        [animal("H", "h", 5, 1, 2), animal("O", "o", 3, 1, 3), animal("C", "c", 2, 1, 1)],
        {"H": (2, 0), "O": (1, 2), "C": (0, 0)},
        {"H": ALIVE, "O": ALIVE, "C": HUNGER},
    ),
    "c": (
        (2, 2, False),
        [animal("C1", "c", 6, 1, 4), animal("C2", "c", 4, 5, 2), animal("P", "h", 3, 3, 2)],
        {"C1": (0, 2), "C2": (0, 0), "P": (2, 0)},
        {"C1": HUNGER, "C2": HUNGER, "P": ALIVE},
    ),
    "d": (
        (2, 2, False),
        [animal("C", "c", 5, 3, 5), animal("P", "h", 3, 1, 2), animal("Q", "h", 4, 2, 0)],
        {"C": (0, 2), "P": (2, 0), "Q": (0, 0)},
        {"C": HUNGER, "P": DEVOURED, "Q": ALIVE},
    ),
    "e": (
        (4, 1, False),
        [
            animal("C1", "c", 5, 2, 2),
            animal("C2", "c", 5, 2, 2),
            animal("P", "h", 3, 1, 3),
            animal("R", "h", 4, 2, 1),
        ],
        {"C1": (0, 0), "C2": (0, 0), "P": (3, 0), "R": (1, 0)},
        {"C1": ALIVE, "C2": ALIVE, "P": DEVOURED, "R": DEVOURED},
    ),
    "f": (
        (2, 1, True),
        [animal("C", "c", 6, 5, 2), animal("P", "h", 2, 0, 1), animal("O", "o", 1, 3, 1)],
        {"C": (0, 1), "P": (1, 0), "O": (1, 0)},
        {"C": HUNGER, "P": ALIVE, "O": ALIVE},
    ),
    "g": (
        (2, 1, False),
        [animal("C1", "c", 6, 2, 4), animal("C0", "c", 3, 1, 0), animal("P", "h", 5, 3, 2)],
        {"C1": (0, 1), "C0": (0, 0), "P": (2, 0)},
        {"C1": HUNGER, "C0": ALIVE, "P": ALIVE},
    ),
    "h": (
        (1, 2, False),
        [animal("O", "o", 4, 2, 2), animal("C", "c", 4, 2, 2)],
        {"O": (1, 1), "C": (0, 1)},
        {"O": DEVOURED, "C": ALIVE},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_constructed_cases(case: str) -> None:  # DC-TV-6a to DC-TV-6h
    (plants, meat, epidemic), animals, food, expected = CASES[case]
    assert distribute(animals, plants, meat, epidemic) == food
    assert evaluate(animals, food, epidemic, first_named) == expected


def test_supply_follows_event_and_volcano() -> None:
    assert supply(2, 5, 4, "meteorite_impact") == (4, 3)
    assert supply(2, 5, 4, "plant_boom") == (6, 2)
    assert supply(2, 5, 4, "prey_boom") == (2, 6)
    assert supply(3, 3, 3, "prey_boom") == (3, 3)
    assert supply(2, 5, 4, "epidemic") == supply(2, 5, 4) == (5, 4)
    assert supply(2, 5, 4, young_volcano=True) == (0, 0)


def test_tied_prey_is_a_choice_and_nothing_else_is() -> None:
    asked: list[list[str]] = []

    def last(options: list[str]) -> str:
        asked.append(options)
        return options[-1]

    twins = [animal("a", "h", 2, 1, 2), animal("b", "o", 2, 1, 2)]
    biome = [*twins, animal("C", "c", 5, 5, 2), animal("d", "h", 3, 1, 2)]
    fate = evaluate(biome, distribute(biome, 9, 0, False), False, last)
    assert asked == [["a", "b"]]
    assert fate == {"a": ALIVE, "b": DEVOURED, "C": ALIVE, "d": ALIVE}


def test_food_test_counts_prey_and_forgives_being_devoured() -> None:
    biome = [animal("P", "h", 2, 1, 2), animal("C", "c", 4, 2, 2)]
    assert passes_food_test(biome, "C", 2, 0, epidemic=False)
    assert passes_food_test(biome, "P", 2, 0, epidemic=False)
    assert not passes_food_test(biome, "P", 1, 0, epidemic=False)
    assert not passes_food_test(biome, "C", 1, 0, epidemic=False)  # only fed animals are prey
    assert not passes_food_test(biome, "C", 2, 0, epidemic=True)


def test_epidemic_leaves_places_to_herbivores() -> None:
    biome = [animal("C", "c", 5, 9, 1), animal("O", "o", 5, 8, 1), animal("H", "h", 1, 1, 1)]
    assert places([biome], epidemic=True) == {"H": 3}
    assert places([biome]) == {"C": 3, "O": 2, "H": 1}


def test_nobody_wins_without_adaptation() -> None:
    biome = [animal("a", "h", 0, 5, 1), animal("b", "c", 0, 0, 1)]
    assert winners(biome, False) == set()
    assert winners([*biome, animal("c", "o", 1, 0, 0)], False) == {"c"}


def test_who_does_not_fit_leads_no_biome() -> None:
    stranger = Animal("a", HERBIVORE, adaptation=5, strength=1, hearts=1, fits=False)
    assert winners([stranger], False) == set()
    assert winners([stranger, animal("b", "h", 1, 0, 1)], False) == {"b"}


# What holds in every biome

biomes = st.integers(0, 2**32 - 1).map(lambda seed: random_biome(Random(seed)))
quick = settings(max_examples=150, deadline=None)


@quick
@given(biomes)
def test_food_stays_within_supply_need_and_diet(
    biome: tuple[list[Animal], int, int, bool],
) -> None:
    animals, plants, meat, epidemic = biome
    food = distribute(animals, plants, meat, epidemic)
    assert set(food) == {one.name for one in animals}
    assert sum(got[0] for got in food.values()) <= plants
    assert sum(got[1] for got in food.values()) <= meat
    for one in animals:
        plants_got, meat_got = food[one.name]
        assert min(plants_got, meat_got) >= 0
        assert plants_got + meat_got <= one.hearts
        assert one.diet != CARNIVORE or plants_got == 0
        assert one.diet != HERBIVORE or meat_got == 0
        assert one.fits or plants_got + meat_got == 0


@quick
@given(biomes)
def test_no_plants_below_a_hungry_plant_eater(
    biome: tuple[list[Animal], int, int, bool],
) -> None:
    animals, plants, meat, epidemic = biome
    food = distribute(animals, plants, meat, epidemic)
    eaters = [one for one in animals if one.fits and one.diet != CARNIVORE]
    for short in [one for one in eaters if food[one.name][0] < one.hearts]:
        below = [one for one in eaters if rank(one, epidemic) < rank(short, epidemic)]
        assert all(food[one.name][0] == 0 for one in below)


@quick
@given(biomes)
def test_no_meat_below_a_hungry_meat_eater(
    biome: tuple[list[Animal], int, int, bool],
) -> None:
    animals, plants, meat, epidemic = biome
    food = distribute(animals, plants, meat, epidemic)
    eaters = [one for one in animals if one.fits and one.diet != HERBIVORE]
    for short in [one for one in eaters if lacking(one, food) > 0]:
        below = [one for one in eaters if rank(one, epidemic) < rank(short, epidemic)]
        assert all(food[one.name][1] == 0 for one in below)


@quick
@given(biomes)
def test_fates_follow_the_clauses(biome: tuple[list[Animal], int, int, bool]) -> None:
    animals, plants, meat, epidemic = biome
    food = distribute(animals, plants, meat, epidemic)
    fate = evaluate(animals, food, epidemic, first_named)
    carnivores = [one for one in animals if one.fits and one.diet == CARNIVORE]
    for one in animals:
        mine = fate[one.name]
        assert (mine == REQUIREMENTS) == (not one.fits)
        if mine == DEVOURED:
            assert not epidemic
            assert one.diet != CARNIVORE
            assert not one.protected
            assert one.hearts > 0
            assert lacking(one, food) == 0
            assert any(
                hunter.adaptation >= one.adaptation and hunter.strength >= one.strength
                for hunter in carnivores
                if lacking(hunter, food) > 0
            )
        if mine == HUNGER:
            assert lacking(one, food) > 0
        if mine == ALIVE and one.diet != CARNIVORE:
            assert lacking(one, food) == 0
        if one.hearts == 0 and one.fits:
            assert mine == ALIVE
        assert passes_food_test(animals, one.name, plants, meat, epidemic) == (
            mine in (ALIVE, DEVOURED)
        )


@quick
@given(biomes)
def test_carnivores_after_a_starved_one_starve(
    biome: tuple[list[Animal], int, int, bool],
) -> None:
    """Those of equal adaptation too: they find neither meat nor prey (DC-SP-34)."""
    animals, plants, meat, epidemic = biome
    fate = fates(animals, plants, meat, epidemic)
    packs = best_first([one for one in animals if one.fits and one.diet == CARNIVORE], epidemic)
    starved = False
    for pack in packs:
        assert len({fate[one.name] for one in pack}) == 1
        assert not starved or pack[0].hearts == 0 or fate[pack[0].name] == HUNGER
        starved = starved or fate[pack[0].name] == HUNGER


@quick
@given(biomes)
def test_choice_of_prey_changes_nobody_elses_fate(
    biome: tuple[list[Animal], int, int, bool],
) -> None:
    """Of tied prey one goes or the other, but equally many; all others fare the same (DC-SP-20)."""
    animals, plants, meat, epidemic = biome
    food = distribute(animals, plants, meat, epidemic)
    one = evaluate(animals, food, epidemic, min)
    other = evaluate(animals, food, epidemic, max)

    def devoured(fate: dict[str, str]) -> Counter[tuple[int, int, int]]:
        return Counter(rank(beast, epidemic) for beast in animals if fate[beast.name] == DEVOURED)

    assert devoured(one) == devoured(other)
    for beast in animals:
        assert one[beast.name] == other[beast.name] or {one[beast.name], other[beast.name]} == {
            ALIVE,
            DEVOURED,
        }


@quick
@given(biomes)
def test_order_of_the_animals_does_not_matter(
    biome: tuple[list[Animal], int, int, bool],
) -> None:
    animals, plants, meat, epidemic = biome
    turned = animals[::-1]
    food = distribute(animals, plants, meat, epidemic)
    assert distribute(turned, plants, meat, epidemic) == food
    assert evaluate(turned, food, epidemic, min) == evaluate(animals, food, epidemic, min)
    assert winners(turned, epidemic) == winners(animals, epidemic)
    assert places([turned], epidemic) == places([animals], epidemic)
    assert hurricane_victims(turned) == hurricane_victims(animals)


@quick
@given(biomes)
def test_awards_go_to_full_ties_only(biome: tuple[list[Animal], int, int, bool]) -> None:
    animals, _, _, epidemic = biome
    by_name = {one.name: one for one in animals}
    for named in (winners(animals, epidemic), hurricane_victims(animals, epidemic)):
        assert len({rank(by_name[name], epidemic) for name in named}) <= 1
    award = places([animals[:4], animals[4:]], epidemic)
    assert set(award.values()) in (set(), {3}, {3, 2}, {3, 2, 1})
    ranks = {(points, rank(by_name[name], epidemic)) for name, points in award.items()}
    assert len(ranks) == len(set(award.values()))
    assert all(by_name[name].strength > 0 for name in award)


def test_random_biomes_are_varied() -> None:
    random = Random(1859)
    seen: Counter[str] = Counter()
    for _ in range(1500):
        animals, plants, meat, epidemic = random_biome(random)
        seen[f"{len(animals)} animals"] += 1
        food = distribute(animals, plants, meat, epidemic)
        asked: list[str] = []

        def choose(options: list[str], asked: list[str] = asked) -> str:
            asked += options
            return options[0]

        fate = evaluate(animals, food, epidemic, choose)
        seen.update(set(fate.values()))
        seen["choice"] += bool(asked)
        seen["epidemic"] += epidemic
        seen["both kinds of food"] += any(min(got) > 0 for got in food.values())
        seen["no hearts"] += any(one.hearts == 0 for one in animals)
        seen["full tie"] += any(len(tied) > 1 for tied in best_first(animals, epidemic))
    assert {f"{count} animals" for count in range(10)} <= set(seen)
    rarest = seen.most_common()[-1]
    assert rarest[1] >= 20, rarest
