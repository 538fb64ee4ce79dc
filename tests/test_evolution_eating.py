"""The chain of eating against a slow restatement (ledger 4.3), and seats that want no questions."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tangledbank import Table
from tangledbank.games.evolution.rules import kernel
from tangledbank.games.evolution.rules.actions import MAX_LEGAL, Verb
from tangledbank.games.evolution.rules.cards import NOTHING, TRAITS
from tangledbank.games.evolution.rules.state import ASK, Food, Option, Phase, Stage, new_states
from tangledbank.games.evolution.rules.tell import Cause
from tangledbank.kernel.records import append, new_books
from tests.helpers import document_of

POOL = ("carnivore", *3 * ("fat_tissue", "foraging"), *4 * ("cooperation",))  # drawn from
PLENTY = 99


@dataclass
class Animal:
    """One species of the restatement."""

    traits: frozenset[str]
    population: int
    body: int
    chips: int
    fat: int

    @property
    def hunger(self) -> int:
        return self.population - self.chips

    @property
    def space(self) -> int:
        return self.body - self.fat if "fat_tissue" in self.traits else 0

    def put(self, chips: int) -> None:
        """Onto the board first, then onto the card."""
        eaten = min(chips, self.hunger)
        self.chips += eaten
        self.fat += chips - eaten


@dataclass
class Case:
    """A row, what its first species eats, and the options about eating."""

    row: list[Animal]
    food: int
    base: int
    hole: int
    per_chip: bool = False
    passes_on: bool = False
    fat_is_eating: bool = True


Answers = Generator[list[int], int, None]  # asks with the possible actions, is sent one of them


def meal(case: Case, place: int, base: int) -> Answers:
    """Section 4.3 of the ledger, step by step."""
    one = case.row[place]
    if case.food != Food.MEAT and "carnivore" in one.traits:
        return  # step 1
    stock = case.hole if case.food == Food.WATERING_HOLE else PLENTY
    eaten = min(base, one.hunger, stock)
    spare = min(base - eaten, one.space, stock - eaten)
    stored = 0
    if spare:
        stored = (yield [Verb.STORE + n for n in range(spare + 1)]) - Verb.STORE
    took = eaten + stored * case.fat_is_eating  # what counts as eaten
    take(case, one, eaten + stored)  # step 2
    if not took:
        return
    if case.food != Food.MEAT and "foraging" in one.traits:  # step 3
        stock = case.hole if case.food == Food.WATERING_HOLE else PLENTY
        extra = min(took if case.per_chip else 1, one.hunger + one.space, stock)
        if extra and (yield [Verb.FORAGE, Verb.WAIVE]) == Verb.FORAGE:
            took += extra if case.fat_is_eating else min(extra, one.hunger)
            take(case, one, extra)
    if "cooperation" in one.traits:  # step 4
        right = place + 1
        while case.passes_on and right < len(case.row) and full(case.row[right]):
            right += 1
        if right < len(case.row):
            shared = took if case.per_chip and case.food != Food.MEAT else 1
            yield from meal(case, right, shared)


def full(animal: Animal) -> bool:
    return animal.hunger + animal.space == 0


def take(case: Case, animal: Animal, chips: int) -> None:
    """Chips from the source to a species."""
    animal.put(chips)
    if case.food == Food.WATERING_HOLE:
        case.hole -= chips


def lay_out(case: Case) -> Any:
    """The same in the rules: the first species is about to eat, and nothing comes after."""
    states = new_states()
    game = states[0]
    game.seats = 2
    game.phase = Phase.FEEDING
    game.hole = case.hole
    game.options[Option.EXTRAS] = case.per_chip
    game.options[Option.CHAIN] = case.passes_on
    game.options[Option.FAT] = not case.fat_is_eating
    for board, animal in enumerate(case.row):
        append(game.row[0], board)
        game.population[board] = animal.population
        game.body[board] = animal.body
        game.chips[board] = animal.chips
        game.fat[board] = animal.fat
        game.traits[board] = sum(1 << TRAITS.index(trait) for trait in animal.traits)
    game.eater, game.food_kind, game.portion, game.cause = 0, case.food, case.base, Cause.FEEDING
    game.to_store, game.with_extra = ASK, ASK
    game.stage, game.then = Stage.EAT, Stage.OVER
    return states


def random_animal(random: np.random.Generator) -> Animal:
    traits = frozenset(str(name) for name in random.choice(POOL, 3, replace=False))
    population, body = int(random.integers(1, 5)), int(random.integers(1, 4))
    fat = int(random.integers(body + 1)) if "fat_tissue" in traits else 0
    return Animal(traits, population, body, int(random.integers(population + 1)), fat)


def random_case(random: np.random.Generator) -> Case:
    return Case(
        [random_animal(random) for _ in range(random.integers(1, 5))],
        int(random.choice([Food.WATERING_HOLE, Food.BANK, Food.MEAT])),
        int(random.integers(1, 4)),
        int(random.integers(1, 7)),
        per_chip=bool(random.integers(4) == 0),
        passes_on=bool(random.integers(4) == 0),
        fat_is_eating=bool(random.integers(4) != 0),
    )


@pytest.mark.clauses(
    "EV-FAT-02", "EV-FOR-01", "EV-FOR-02", "EV-FOR-04", "EV-COO-01", "EV-COO-04", "EV-COO-05",
    "EV-RUL-20", "EV-RUL-21", "EV-RUL-22", "EV-RUL-50",
)  # fmt: skip
def test_random_rows_eat_as_the_ledger_says() -> None:
    random = np.random.default_rng(1)
    asked = shared = 0
    for _ in range(3000):
        case = random_case(random)
        states, books, out = lay_out(case), new_books(), np.zeros(MAX_LEGAL, np.int64)
        kernel.settle(states, books)
        told = f"{case}"
        course = meal(case, 0, case.base)
        answer: int | None = None
        while True:
            try:
                offered = next(course) if answer is None else course.send(answer)
            except StopIteration:
                break
            count = kernel.legal(states, 0, out)
            assert out[:count].tolist() == offered, told
            answer = int(random.choice(offered))
            kernel.step(states, 0, answer, books)
            asked += 1
        game = states[0]
        assert game.stage == Stage.OVER, told
        assert game.eater == NOTHING
        assert game.hole == case.hole, told
        for board, animal in enumerate(case.row):
            found = (int(game.chips[board]), int(game.fat[board]))
            assert found == (animal.chips, animal.fat), told
        shared += int(len(case.row) > 1 and "cooperation" in case.row[0].traits)
    assert asked > 1000
    assert shared > 1000


# --- no questions for the rest of the phase ----------------------------------------------------


def thinkers(**more: Any) -> Table:
    """Seat 1 is asked in every window; seat 0 begins."""
    given = {
        "phase": "feeding",
        "hole": 9,
        "seats": [
            {"species": [{"population": 5}]},
            {"hand": 5, "species": [{"population": 6, "traits": ["intelligence"]}]},
        ],
        **more,
    }
    return Table("evolution", given=given, auto=False)


def asks(table: Table) -> tuple[list[int], str]:
    """Who has to decide what."""
    return table.pending, document_of(table)["stage"]


@pytest.mark.clauses("EV-RUL-17")
def test_a_seat_may_decline_all_windows_of_the_phase_until_it_takes_that_back() -> None:
    table = thinkers()
    assert asks(table) == ([1], "window")
    table.rest(1)
    assert asks(table) == ([0], "feed")
    table.act(0, {"do": "feed", "species": 0})
    assert asks(table) == ([1], "feed"), "what is forced is asked all the same"
    table.act(1, {"do": "feed", "species": 0})
    assert asks(table) == ([0], "feed")
    table.wake(1)
    table.act(0, {"do": "feed", "species": 0})
    assert asks(table) == ([1], "window")
    assert document_of(table)["seats"][1]["hand"] == document_of(thinkers())["seats"][1]["hand"]


@pytest.mark.clauses("EV-RUL-17")
def test_the_others_are_asked_while_one_seat_rests() -> None:
    mind = {"hand": 3, "species": [{"population": 6, "traits": ["intelligence"]}]}
    table = thinkers(seats=[mind, mind, mind])
    table.rest(1)
    assert asks(table) == ([0], "window")
    table.act(0, "decline")
    assert asks(table) == ([2], "window")
    table.act(2, table.legal(2)[0])
    table.act(2, table.legal(2)[0])
    assert asks(table) == ([0], "window"), "used once, so all are asked again"
    table.act(0, "decline")
    assert asks(table) == ([2], "window")
    table.act(2, "decline")
    assert asks(table) == ([0], "feed")


@pytest.mark.clauses("EV-RUL-17", "EV-RUL-52")
def test_resting_ends_with_the_phase() -> None:
    table = thinkers(hole=1)
    table.rest(1)
    table.act(0, {"do": "feed", "species": 0})  # the last chip: the round is over
    assert table.document()["round"] == 2
    assert table.resting == set()
    assert asks(table) == ([0, 1], "supply")


@pytest.mark.clauses("EV-RUL-52")
def test_storing_fat_may_be_declined_for_the_rest_of_the_phase() -> None:
    sated = {"chips": 1, "body": 4, "traits": ["fat_tissue"]}
    table = thinkers(seats=[{"species": [sated]}, {"species": [{"population": 5}]}])
    assert asks(table) == ([0], "feed")
    table.rest(0)
    for _ in range(2):
        assert table.pending == [1]
        table.act(1, {"do": "feed", "species": 0})
    table.wake(0)
    table.act(1, {"do": "feed", "species": 0})
    assert asks(table) == ([0], "feed")
    assert table.legal(0)[-1] == {"do": "pass"}
    assert document_of(table)["seats"][0]["species"][0].get("fat", 0) == 0


@pytest.mark.clauses("EV-RUL-52")
def test_a_feed_that_becomes_forced_must_be_made_by_a_resting_seat() -> None:
    table = Table(
        "evolution",
        auto=False,
        given={
            "phase": "feeding",
            "hole": 5,
            "seats": [
                {
                    "species": [
                        {"chips": 1, "body": 3, "traits": ["fat_tissue"]},
                        {"population": 2, "body": 3, "traits": ["carnivore"]},
                    ]
                },
                {"species": [{"population": 2, "body": 2, "traits": ["defensive_herding"]}]},
                {"species": [{"population": 3, "body": 5, "traits": ["carnivore"]}]},
            ],
        },
    )
    assert table.legal(0)[-1] == {"do": "pass"}
    table.rest(0)
    table.act(1, {"do": "feed", "species": 0})
    table.act(2, {"do": "attack", "with": 0, "prey": [1, 0]})  # the herd is small enough now
    assert asks(table) == ([0], "feed")
    assert table.legal(0) == [{"do": "attack", "with": 1}]
    assert table.resting == {0}
