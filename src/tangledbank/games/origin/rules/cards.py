"""The deck as data: abilities, the kinds of cards that carry them, and the known deck lists."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

ABILITIES = (
    "carnivore",
    "fat",
    "swimming",
    "running",
    "mimicry",
    "large",
    "grazing",
    "poisonous",
    "tail_loss",
    "communication",
    "hibernation",
    "scavenger",
    "symbiosis",
    "cooperation",
    "piracy",
    "burrowing",
    "camouflage",
    "sharp_vision",
    "parasite",
)
(
    CARNIVORE,
    FAT,
    SWIMMING,
    RUNNING,
    MIMICRY,
    LARGE,
    GRAZING,
    POISONOUS,
    TAIL_LOSS,
    COMMUNICATION,
    HIBERNATION,
    SCAVENGER,
    SYMBIOSIS,
    COOPERATION,
    PIRACY,
    BURROWING,
    CAMOUFLAGE,
    SHARP_VISION,
    PARASITE,
) = range(len(ABILITIES))

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
EXTRA[CARNIVORE] = 1  # OS-PRED-09
EXTRA[LARGE] = 1  # OS-BIG-02
EXTRA[PARASITE] = 2  # OS-PAR-03
