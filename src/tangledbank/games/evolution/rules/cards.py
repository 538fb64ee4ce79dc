"""The cards of Evolution: 17 traits, and a food number on each copy. Facts come from cards.toml.

The kind of a card is its trait and its number together.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from tangledbank.games.shared.rows import Row, names


class Trait(Row):
    """What a species can have."""

    CARNIVORE = 0
    AMBUSH = 1
    PACK_HUNTING = 2
    HORNS = 3
    CLIMBING = 4
    HARD_SHELL = 5
    DEFENSIVE_HERDING = 6
    SYMBIOSIS = 7
    BURROWING = 8
    WARNING_CALL = 9
    SCAVENGER = 10
    FAT_TISSUE = 11
    FORAGING = 12
    INTELLIGENCE = 13
    COOPERATION = 14
    LONG_NECK = 15
    FERTILE = 16


TRAITS = names(Trait)

NOTHING = -1  # no trait, no species, no card

_TOML = tomllib.loads((Path(__file__).parent.parent / "cards.toml").read_text(encoding="utf-8"))
_BY_ID = {trait["id"]: trait for trait in _TOML["trait"]}

TABLES: tuple[str, ...] = tuple(_TOML["tables"])  # of food numbers; the first is the default
COLOURS: dict[str, str] = {name: _BY_ID[name]["colour"] for name in TRAITS}
GRAIN: tuple[str, ...] = tuple(name for name in TRAITS if _BY_ID[name].get("grain", False))
COPIES: tuple[int, ...] = tuple(len(_BY_ID[name]["numbers"][TABLES[0]]) for name in TRAITS)
CARDS = sum(COPIES)

# The trait of each card, in the order in which a table lists the numbers.
TRAIT_OF_COPY = np.repeat(np.arange(len(TRAITS), dtype=np.int64), COPIES)

LEAST_NUMBER, MOST_NUMBER = -4, 11  # what a kind has room for
NUMBERS = MOST_NUMBER - LEAST_NUMBER + 1
KINDS = len(TRAITS) * NUMBERS

BIT = 1 << np.arange(len(TRAITS), dtype=np.int64)


def deck(table: str = TABLES[0]) -> list[tuple[str, int]]:
    """Every card as its trait and its food number, in the order of the file (EV-RUL-01)."""
    return [(name, number) for name in TRAITS for number in _BY_ID[name]["numbers"][table]]
