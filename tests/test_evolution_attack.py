"""Who may attack whom, against a slow restatement of the ledger's matrix (4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
import pytest

from tangledbank.games.evolution.rules import kernel
from tangledbank.games.evolution.rules.actions import MAX_LEGAL, Verb
from tangledbank.games.evolution.rules.cards import TRAITS
from tangledbank.games.evolution.rules.state import BOARDS, Phase, Stage, new_states
from tangledbank.kernel.records import append

DEFENCES = (
    "climbing",
    "hard_shell",
    "defensive_herding",
    "symbiosis",
    "burrowing",
    "warning_call",
)


class Animal(NamedTuple):
    """One species of the restatement."""

    traits: frozenset[str] = frozenset()
    population: int = 3
    body: int = 3
    chips: int = 0


class Case(NamedTuple):
    """An attacker, a row with the prey in it, and what Intelligence ignores."""

    attacker: Animal
    row: tuple[Animal, ...]
    prey: int
    ignored: frozenset[str] = frozenset()


def may_attack(case: Case) -> bool:
    """Section 4.1 of the ledger, line by line."""
    attacker, prey, ignored = case.attacker, case.row[case.prey], case.ignored
    neighbours = case.row[max(0, case.prey - 1) : case.prey] + case.row[case.prey + 1 :][:1]
    right = case.row[case.prey + 1 :][:1]
    size = attacker.body
    if "pack_hunting" in attacker.traits:
        size = attacker.body + attacker.population
    needed = prey.body
    if "hard_shell" in prey.traits and "hard_shell" not in ignored:
        needed = prey.body + 3
    rows = {
        "size": size > needed,
        "climbing": "climbing" not in prey.traits or "climbing" in attacker.traits,
        "defensive_herding": "defensive_herding" not in prey.traits
        or attacker.population > prey.population,
        "symbiosis": "symbiosis" not in prey.traits
        or not any(one.body > prey.body for one in right),
        "burrowing": "burrowing" not in prey.traits or prey.chips < prey.population,
        "warning_call": not any("warning_call" in one.traits for one in neighbours)
        or "ambush" in attacker.traits,
    }
    return all(yes or name in ignored for name, yes in rows.items())


class Board:
    """One state that is laid out over and over."""

    def __init__(self) -> None:
        self.states = new_states()
        self.game = self.states[0]
        self.out = np.zeros(MAX_LEGAL, np.int64)
        self.game.seats = 2
        self.game.phase = Phase.FEEDING
        self.game.stage = Stage.HUNT
        self.game.waiting = 1

    def allows(self, case: Case) -> bool:
        """Whether the rules list the prey."""
        game = self.game
        game.row[:, 0] = 0
        self._lay(0, 0, case.attacker)
        for place, animal in enumerate(case.row):
            self._lay(1, place, animal)
        game.hunter = 0
        game.ignored = bits(case.ignored)
        count = kernel.legal(self.states, 0, self.out)
        return Verb.PREY + BOARDS + case.prey in self.out[:count].tolist()

    def _lay(self, seat: int, place: int, animal: Animal) -> None:
        board = seat * BOARDS + place
        append(self.game.row[seat], board)
        self.game.population[board] = animal.population
        self.game.body[board] = animal.body
        self.game.chips[board] = animal.chips
        self.game.traits[board] = bits(animal.traits)


def bits(traits: Any) -> int:
    """Traits as the record holds them."""
    return sum(1 << TRAITS.index(trait) for trait in traits)


def some_of(traits: Any, most: int) -> list[frozenset[str]]:
    """Every set of up to `most` of these."""
    return [frozenset(c) for n in range(most + 1) for c in combinations(traits, n)]


def check(cases: Iterator[Case]) -> int:
    """Compare the rules with the restatement; how many cases."""
    board = Board()
    checked = 0
    for case in cases:
        assert board.allows(case) == may_attack(case), case
        checked += 1
    return checked


def rows_around(prey: Animal, warnings: tuple[bool, ...], right: int) -> tuple[Animal, ...]:
    """A prey between two neighbours, which may warn; the right one has a body size, or is none."""
    left = Animal(frozenset(["warning_call"] if warnings[0] else []))
    other = Animal(frozenset(["warning_call"] if warnings[1] else []), body=max(1, right))
    return (left, prey, other) if right else (left, prey)


@pytest.mark.clauses("EV-CARN-05", "EV-AMB-02", "EV-WRN-02", "EV-SYM-02", "EV-PCK-02", "EV-SHL-03")
def test_every_set_of_traits_of_attacker_prey_and_neighbours() -> None:
    def cases() -> Iterator[Case]:
        hunters = [traits | {"carnivore"} for traits in some_of(TRAITS[1:], 2)]
        helpful = [h for h in hunters if h <= {"carnivore", "ambush", "pack_hunting", "climbing"}]
        for own, traits in product(helpful, some_of(TRAITS, 3)):
            for sated, warned, right in product(
                (False, True), product((False, True), repeat=2), (0, 2, 3, 4)
            ):
                prey = Animal(traits, chips=3 if sated else 2)
                yield Case(Animal(own, body=5), rows_around(prey, warned, right), 1)
        for own, traits in product(hunters, some_of(DEFENCES, 3)):  # no other trait helps
            yield Case(Animal(own, body=5), rows_around(Animal(traits), (False, True), 4), 1)

    assert check(cases()) > 170_000


@pytest.mark.clauses("EV-CARN-04", "EV-PCK-01", "EV-PCK-03", "EV-HRD-01", "EV-HRD-02", "EV-SHL-01")
def test_every_population_and_body_size() -> None:
    def cases() -> Iterator[Case]:
        sizes = range(1, 7)
        hunters = [frozenset(["carnivore"]), frozenset(["carnivore", "pack_hunting"])]
        preys = some_of(("hard_shell", "defensive_herding", "burrowing"), 3)
        for own, traits, a_pop, a_body, p_pop, p_body in product(
            hunters, preys, sizes, sizes, sizes, sizes
        ):
            for chips in {0, p_pop - 1, p_pop}:
                prey = Animal(traits, p_pop, p_body, chips)
                yield Case(Animal(own, a_pop, a_body), (prey,), 0)

    assert check(cases()) > 50_000


@pytest.mark.clauses("EV-SYM-01", "EV-SYM-02", "EV-RUL-34")
def test_every_body_size_beside_a_symbiont() -> None:
    def cases() -> Iterator[Case]:
        for body, right, shell in product(range(1, 7), range(7), (False, True)):
            row = rows_around(Animal(frozenset(["symbiosis"]), body=body), (False, False), right)
            if shell:  # a shell does not make the neighbour larger
                row = (
                    *row[:2],
                    *(one._replace(traits=frozenset(["hard_shell"])) for one in row[2:]),
                )
            yield Case(Animal(frozenset(["carnivore", "pack_hunting"]), 6, 6), row, 1)

    assert check(cases()) == 84


@pytest.mark.clauses("EV-INT-04", "EV-INT-05", "EV-RUL-26")
def test_every_set_of_ignored_traits() -> None:
    def cases() -> Iterator[Case]:
        for traits, ignored in product(some_of(DEFENCES, 3), some_of(DEFENCES, 6)):
            for warned, body in product(((False, False), (True, True)), (4, 5, 6)):
                row = rows_around(Animal(traits, chips=3), warned, 4)
                yield Case(Animal(frozenset(["carnivore"]), body=body), row, 1, ignored)

    assert check(cases()) > 10_000
