"""Bodies: which cards fit together, and what they add up to."""

from __future__ import annotations

import numpy as np

from tangledbank.games.darwin.rules.decks import ABILITIES, Part
from tangledbank.games.darwin.rules.state import DRAFT, MOST_PARTS, NOTHING, State
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import get, length, push, remove

BIT = 1 << np.arange(16, dtype=np.int64)


@rule
def wear(game: State, species: int, kind: int) -> None:
    """Count the symbols of one more card (DC-DEF-4, -7, -9)."""
    count_symbols(game, species, kind, 1)
    if game.card_part[kind] == Part.HEAD:
        game.diet[species] = game.card_diet[kind]  # DC-DEF-2


@rule
def shed(game: State, species: int, kind: int) -> None:
    """Count the symbols of one card less."""
    count_symbols(game, species, kind, -1)


@rule(inline=False)
def count_symbols(game: State, species: int, kind: int, sign: int) -> None:
    """Add or take away what is printed on a card."""
    has = 0
    for ability in range(len(ABILITIES)):
        game.power[species, ability] += sign * game.card_power[kind, ability]
        if game.power[species, ability] > 0:
            has |= BIT[ability]
    game.has[species] = has
    game.need[species] += sign * game.card_hearts[kind]
    game.might[species] += sign * game.card_strength[kind]


@rule(inline=False)
def strip(game: State, species: int) -> None:
    """A species without cards, points or food."""
    game.body[species, :] = 0
    game.power[species, :] = 0
    game.has[species] = 0
    game.need[species] = 0
    game.might[species] = 0
    game.diet[species] = 0
    game.at[species] = 0
    game.done[species] = 0
    game.points[species] = 0
    game.plants[species] = 0
    game.meat[species] = 0
    game.doomed[species] = 0
    game.loss[species] = NOTHING
    game.gift[species] = 0
    game.owner[species] = 0
    game.living[species] = 0


@rule
def part_of(game: State, kind: int) -> int:
    """Which part a card is."""
    part: int = game.card_part[kind]
    return part


@rule
def is_vital(game: State, kind: int) -> bool:
    """Whether a card is a head or torso, which every species needs (DC-CREATE-2)."""
    return bool(part_of(game, kind) == Part.HEAD or part_of(game, kind) == Part.TORSO)


@rule
def count_parts(game: State, part: int) -> int:
    """How many cards of a part the draft has."""
    count = 0
    for i in range(length(game.body[DRAFT])):
        count += int(game.card_part[get(game.body[DRAFT], i)] == part)
    return count


@rule(inline=False)
def is_a_body(game: State, without: int, plus: int) -> bool:
    """Whether the draft, with one card gone and another added, fits together (DC-CREATE-2 to -4).

    A double-legs card fills two leg points (DC-SP-2); every torso has a point for a head and one
    for wings (DC-SP-1). The head may still be missing.
    """
    heads, torsos, wings, tails, pairs = 0, 0, 0, 0, 0
    legs, tail_points = 0, 0
    count = length(game.body[DRAFT])
    for i in range(count + 1):
        kind = plus
        if i < count:
            kind = get(game.body[DRAFT], i)
            if kind == without:
                continue
        if kind == NOTHING:
            continue
        part = int(game.card_part[kind])
        heads += int(part == Part.HEAD)
        wings += int(part == Part.WINGS)
        tails += int(part == Part.TAIL)
        pairs += int(part == Part.LEGS) + 2 * int(part == Part.DOUBLE_LEGS)
        if part == Part.TORSO:
            torsos += 1
            legs = int(game.card_legs[kind])
            tail_points = int(game.card_tails[kind])
    return heads <= 1 and torsos == 1 and wings <= 1 and tails <= tail_points and pairs <= legs


@rule
def same_part(game: State, old: int, new: int) -> bool:
    """Whether one card can replace another; all legs are of one kind (DC-SP-3)."""
    return limb(game.card_part[old]) == limb(game.card_part[new])


@rule
def limb(part: int) -> int:
    """The part, but double legs are legs."""
    return Part.LEGS if part == Part.DOUBLE_LEGS else part


@rule
def add_to_draft(game: State, kind: int) -> None:
    """The drafted body gets a card. Bodies have room for the most parts there can be."""
    if length(game.body[DRAFT]) < MOST_PARTS:
        push(game.body[DRAFT], kind)
        wear(game, DRAFT, kind)


@rule
def take_from_draft(game: State, kind: int) -> None:
    """The drafted body loses a card."""
    remove(game.body[DRAFT], kind)
    shed(game, DRAFT, kind)


@rule
def draft_as_it_is(game: State, species: int) -> None:
    """Let the draft begin as a living species is."""
    strip(game, DRAFT)
    for i in range(length(game.body[species])):
        add_to_draft(game, int(game.kind[get(game.body[species], i)]))
    game.owner[DRAFT] = game.owner[species]
    game.at[DRAFT] = game.at[species]
