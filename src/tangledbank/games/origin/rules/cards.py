"""The deck as data: abilities, the kinds of cards that carry them, and the known deck lists."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from tangledbank.games.shared.rows import Row, names


class Ability(Row):
    """What a card can give an animal."""

    CARNIVORE = 0
    FAT = 1
    SWIMMING = 2
    RUNNING = 3
    MIMICRY = 4
    LARGE = 5
    GRAZING = 6
    POISONOUS = 7
    TAIL_LOSS = 8
    COMMUNICATION = 9
    HIBERNATION = 10
    SCAVENGER = 11
    SYMBIOSIS = 12
    COOPERATION = 13
    PIRACY = 14
    BURROWING = 15
    CAMOUFLAGE = 16
    SHARP_VISION = 17
    PARASITE = 18


ABILITIES = names(Ability)

NOTHING = -1  # no ability, no animal, no card

_TOML = tomllib.loads((Path(__file__).parent.parent / "cards.toml").read_text(encoding="utf-8"))

DECK_LISTS: tuple[str, ...] = tuple(_TOML["decks"])
CARD_NAMES: tuple[str, ...] = tuple("/".join(card["abilities"]) for card in _TOML["card"])
KINDS = len(CARD_NAMES)

# CARD_SIDES[kind, side] is the ability on that side of the card, or NOTHING.
CARD_SIDES = np.array(
    [
        [ABILITIES.index(name) for name in card["abilities"]]
        + [NOTHING] * (2 - len(card["abilities"]))
        for card in _TOML["card"]
    ],
    np.int64,
)
# COPIES[deck list, kind] in one set of cards.
COPIES = np.array(
    [[card["copies"][name] for card in _TOML["card"]] for name in DECK_LISTS], np.int64
)
ONE_SET = int(COPIES[0].sum())

BIT = 1 << np.arange(max(KINDS, len(ABILITIES)), dtype=np.int64)

# The same sides as bits of abilities; no ability is no bit.
CARD_BITS = np.where(CARD_SIDES == NOTHING, 0, BIT[CARD_SIDES])

# What an ability adds to an animal's need for food, and to its worth at the end.
EXTRA = np.zeros(len(ABILITIES), np.int64)
EXTRA[Ability.CARNIVORE] = 1  # OS-PRED-09
EXTRA[Ability.LARGE] = 1  # OS-BIG-02
EXTRA[Ability.PARASITE] = 2  # OS-PAR-03
