"""Positions of Darwin's Choice written straight into the record.

Species need no cards here: what a body adds up to is set by hand, and so is what is printed on a
biome. Everything else is a game that has begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.decks import ABILITIES, DIETS, Ability
from tangledbank.games.darwin.rules.state import (
    FATES,
    MAX_SPECIES,
    OPTIONS,
    TOKENS,
    VOLCANO,
    Age,
    new_states,
)
from tangledbank.games.darwin.rules.tell import Event
from tangledbank.games.darwin.text.deck import read_deck
from tangledbank.kernel.records import append, items_of, new_books, take_events
from tests.darwin_restated import Animal

ALL_EVENTS = 2000  # room for what one step tells


@cache
def option_codes(seats: int, variant: str = "base", length: str = "full") -> Any:
    """The options as `new` takes them, with the package's deck."""
    chosen = [OPTIONS["variant"].index(variant), OPTIONS["length"].index(length)]
    usual = [0] * (len(OPTIONS) - len(chosen))
    return np.array([seats, *chosen, *usual, *_deck()], np.int64)


@cache
def _deck() -> tuple[int, ...]:
    return tuple(read_deck("standard"))


def set_up(seats: int, variant: str = "base", length: str = "full", seed: int = 0) -> Any:
    """A new game, nothing drawn by choice yet."""
    states: Any = new_states()
    kernel.new(states, option_codes(seats, variant, length), seed, new_books())
    return states


def begun(seats: int, variant: str = "base", length: str = "full", seed: int = 0) -> Any:
    """A new game whose hands are drawn."""
    states = set_up(seats, variant, length, seed)
    for seat in range(seats):
        if states[0].to_draw[seat] > 0:
            kernel.step(states, seat, Verb.DRAW_REST, new_books())
    return states


def put(items: Any, values: Iterable[int]) -> None:
    """Write a bounded list."""
    items[0] = 0
    for value in values:
        append(items, value)


def evenly_spread(counts: Sequence[int]) -> bool:
    """Chi-square: whether equal chances are believable; wrong once in thousands of times."""
    expected = sum(counts) / len(counts)
    free = len(counts) - 1
    return sum((n - expected) ** 2 for n in counts) / expected < free + 5 * sqrt(2 * free)


# Biomes


class Demands(NamedTuple):
    """What a biome counts and asks for; and what its species have of the abilities it names."""

    counts: tuple[int, ...]
    all: frozenset[int]
    any: frozenset[int]
    none: frozenset[int]
    fitting: tuple[tuple[int, ...], ...]
    unfitting: tuple[tuple[int, ...], ...]


def _meets(has: frozenset[int], all_of: set[int], any_of: set[int], none_of: set[int]) -> bool:
    """Whether abilities meet requirements (DC-DEF-11, DC-SP-7)."""
    return all_of <= has and (not any_of or bool(any_of & has)) and not none_of & has


def random_demands(random: Random) -> Demands:
    """Some abilities count, others are asked for, so that neither decides the other."""
    order = random.sample(range(Ability.DIG), Ability.DIG)  # all but the special ones
    named = order[3:]
    roles = [random.randrange(3), random.randrange(4), random.randrange(4)]
    all_of, any_of, none_of = (
        {ability for ability, mine in zip(named, roles, strict=True) if mine == role}
        for role in range(3)
    )
    subsets = [
        frozenset(ability for bit, ability in enumerate(named) if mask >> bit & 1)
        for mask in range(8)
    ]
    verdicts = [_meets(has, all_of, any_of, none_of) for has in subsets]
    return Demands(
        counts=tuple(order[: random.randint(1, 3)]),
        all=frozenset(all_of),
        any=frozenset(any_of),
        none=frozenset(none_of),
        fitting=tuple(tuple(has) for has, yes in zip(subsets, verdicts, strict=True) if yes),
        unfitting=tuple(tuple(has) for has, yes in zip(subsets, verdicts, strict=True) if not yes),
    )


DEMANDS = [random_demands(Random(seed)) for seed in range(200)]


@dataclass(frozen=True)
class Biome:
    """A biome to lay out; `volcano` is its age if it is one."""

    animals: Sequence[Animal]
    plants: int
    meat: int
    points: int = 2
    volcano: int = Age.NONE


# Positions


class Board:
    """Room for many positions that are laid out over one game."""

    def __init__(self, seats: int, room: int) -> None:
        self.start = begun(seats)
        self.seats = seats
        self.states = np.repeat(self.start, room)
        names = self.states.dtype.names or ()
        self.field = {name: self.states[name] for name in names}
        self.places = int(self.start[0].places)

    def clear(self) -> None:
        """Forget everything that was laid out."""
        self.states[:] = self.start[0]

    def lay(self, i: int, biomes: Sequence[Biome], random: Random) -> dict[str, int]:
        """Lay biomes with their animals in position `i`; the species of each name."""
        numbers = iter(random.sample(range(MAX_SPECIES), sum(len(one.animals) for one in biomes)))
        species: dict[str, int] = {}
        for place, biome in enumerate(biomes):
            demands = random.choice(DEMANDS)
            self.lay_ground(i, place, biome, demands)
            for animal in biome.animals:
                number = next(numbers)
                species[animal.name] = number
                if biome.volcano == Age.YOUNG:  # nothing can live there, whatever it has
                    animal = replace(animal, fits=random.random() < 0.5)
                self.lay_values(i, number, animal, demands, random)
                self.settle_down(i, number, animal.owner, place)
        return species

    def lay_ground(self, i: int, place: int, biome: Biome, demands: Demands) -> None:
        """Lay a biome, or the volcano, at a place."""
        field, ground = self.field, place
        if biome.volcano != Age.NONE:
            ground = VOLCANO
            field["volcano"][i] = biome.volcano
        field["ground"][i, place] = ground
        field["ground_counts"][i, ground] = _bits(demands.counts)
        field["ground_all"][i, ground] = _bits(demands.all)
        field["ground_any"][i, ground] = _bits(demands.any)
        field["ground_none"][i, ground] = _bits(demands.none)
        field["ground_plants"][i, ground] = biome.plants
        field["ground_meat"][i, ground] = biome.meat
        field["ground_points"][i, ground] = biome.points

    def lay_values(
        self, i: int, number: int, animal: Animal, demands: Demands, random: Random
    ) -> None:
        """Let a species be as an animal is, in a biome with these demands."""
        power = [0] * len(ABILITIES)
        for ability in random.choice(demands.fitting if animal.fits else demands.unfitting):
            power[ability] = random.randint(1, 3)
        first = random.randint(0, animal.adaptation)
        power[demands.counts[0]] += first
        power[demands.counts[-1]] += animal.adaptation - first
        if animal.protected:
            special = random.randint(1, 3)
            power[Ability.DIG], power[Ability.POISON] = special & 1, special >> 1
        field = self.field
        field["power"][i, number] = power
        field["has"][i, number] = sum(1 << bit for bit, amount in enumerate(power) if amount)
        field["need"][i, number] = animal.hearts
        field["might"][i, number] = animal.strength
        field["diet"][i, number] = DIETS.index(animal.diet)

    def settle_down(self, i: int, number: int, owner: int, place: int) -> None:
        """A species lies at a place, before its owner or the next seat that has a token left."""
        field = self.field
        owner %= self.seats
        while field["row"][i, owner, 0] == TOKENS:
            owner = (owner + 1) % self.seats
        append(field["row"][i, owner], number)
        field["owner"][i, number] = owner
        field["living"][i, number] = 1
        field["at"][i, number] = place

    def one(self, i: int) -> Any:
        """A position as the kernel takes it."""
        return self.states[i : i + 1]


def _bits(abilities: Iterable[int]) -> int:
    return sum(1 << ability for ability in abilities)


# What is told


class Witness:
    """Listens to one position and knows which species an event is about."""

    def __init__(self, states: Any) -> None:
        game = states[0]
        self.rows = [items_of(row) for row in game.row[: int(game.seats)]]
        self.books = new_books(ALL_EVENTS)
        self.fates: dict[int, str] = {}
        self.told: list[list[int]] = []

    def listen(self) -> None:
        """Take note of what has been told since the last time."""
        for event in take_events(self.books):
            self.told.append(event)
            if event[0] == Event.EXTINCT:
                self.fates[self.rows[event[2]].pop(event[3])] = FATES[event[6]]
