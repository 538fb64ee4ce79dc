"""The deck as data: abilities, the kinds of cards that carry them, and the known deck lists."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from tangledbank.games.shared.rows import NO_LOOK, AbilityRow, Extent, index_of, names
from tangledbank.looks import BULK, Look, Worn
from tangledbank.text import mark

PAIR = True  # an ability that two animals share


class Ability(AbilityRow):
    """What a card can give an animal: all there is to say of it but its rules."""

    extra: int  # what it adds to an animal's need for food, and to its worth at the end
    is_pair: bool

    def __init__(
        self, title: str = "", meaning: str = "", look: Look = NO_LOOK, extra: int = 0,
        is_pair: bool = False,
    ) -> None:  # fmt: skip
        """Hold what this game says besides."""
        super().__init__(title, meaning, look)
        self.extra, self.is_pair = extra, is_pair

    CARNIVORE = (
        mark("Carnivorous"), mark("may eat an animal once a turn for 2 food; needs 1 food more"),
        Look("carnivore", "#b5694a", {"snout": 1.15}, (Worn("fangs", "mouth", -4, 0, 1.2),), 5),
        1,  # OS-PRED-09
    )  # fmt: skip
    FAT = (
        mark("Fat tissue"), mark("once fed, stores 1 food for later; an animal may have several"),
        Look("fat", "#b8a58c", {}, (Worn("rolls", x=-6, y=2, tall=BULK, paint="coat"),), 2),
    )  # fmt: skip
    SWIMMING = (
        mark("Swimming"),
        mark("only swimming carnivores can attack it; as one it attacks only swimmers"),
        Look("swimming", "#5f93a0", {"feet": "flipper", "tail": "crocodile", "leg": 40},
             (Worn("waves", "ground", 0, -14),), 18),
    )  # fmt: skip
    RUNNING = (
        mark("Running"), mark("when it is attacked, a roll of 4, 5 or 6 saves it"),
        Look("running", "#c9a05c", {"feet": "paw", "leg": 84}, (Worn("speed", x=-140, y=40),), 15),
    )  # fmt: skip
    MIMICRY = (
        mark("Mimicry"),
        mark("turns the first attack of a turn on another animal of its owner, if it can"),
        Look("mimicry", "#a08fae", {}, (Worn("false_eyes", x=-36, y=-6),), 3),
    )  # fmt: skip
    LARGE = (
        mark("High body weight"), mark("only large carnivores can attack it; needs 1 food more"),
        Look("large", "#94907e", {}, tuple(Worn("grass", "ground", x, scale=0.4)
                                           for x in (-132, 4, 128)), 19),
        1,  # OS-BIG-02
    )  # fmt: skip
    GRAZING = (
        mark("Grazing"), mark("may destroy 1 food of the food bank in each round"),
        Look("grazing", "#8fae62", {}, (Worn("leaf", "mouth"),), 6),
    )  # fmt: skip
    POISONOUS = (
        mark("Poisonous"), mark("a carnivore that eats it dies at the end of the turn"),
        Look("poisonous", "#e0b02e",
             {"coat": "#e0b02e", "mark": "#2f2a26", "pattern": "blotches", "tail_pattern": "rings",
              "neck_pattern": "spots"},
             (Worn("sweat", "mouth", -6, 16, paint="#6a3f83"),), 14),
    )  # fmt: skip
    TAIL_LOSS = (
        mark("Tail loss"),
        mark("may lose an ability instead of being eaten; the attacker gets 1 food"),
        Look("tail_loss", "#8fa0a8", {"tail": ""}, (Worn("stump"),), 1),
    )  # fmt: skip
    COMMUNICATION = (
        mark("Communication"),
        mark("a pair: once a round, if one eats from the food bank, both do"),
        Look("communication", "#7fae9a", {}, (Worn("bubble", "mouth", -8, -34),), 12), 0, PAIR,
    )  # fmt: skip
    HIBERNATION = (
        mark("Hibernation"),
        mark("may sleep and count as fed; not two turns running or in the last"),
        Look("hibernation", "#8d93b0", {"leg": 26},
             (Worn("lid", "eye", paint="face"), Worn("moon", "eye", -10, -52)), 8, wins=True),
    )  # fmt: skip
    SCAVENGER = (
        mark("Scavenger"),
        mark("may get 1 food when another animal is eaten; never on a carnivore"),
        Look("scavenger", "#9a8a78", {}, (Worn("bone", "ground", 130),), 16),
    )  # fmt: skip
    SYMBIOSIS = (
        mark("Symbiosis"),
        mark("a pair: one cannot be attacked, but eats only after its symbiont is fed"),
        Look("symbiosis", "#9ab0a0", {}, (Worn("bird", "back", -30),), 10), 0, PAIR,
    )  # fmt: skip
    COOPERATION = (
        mark("Cooperation"), mark("a pair: once a round, if one gets food, the other gets 1 too"),
        Look("cooperation", "#7da37a", {}, (Worn("rings", scale=1.1),), 13), 0, PAIR,
    )  # fmt: skip
    PIRACY = (
        mark("Piracy"), mark("while hungry, steals 1 food of another hungry animal once a turn"),
        Look("piracy", "#a87f6a", {}, (Worn("mask", "eye"),), 9),
    )  # fmt: skip
    BURROWING = (
        mark("Burrowing"), mark("cannot be attacked while it is fed"),
        Look("burrowing", "#a3866a", {"feet": "digger", "accent": "#efe3c8", "leg": 40},
             (Worn("mound", "ground", 112),), 17),
    )  # fmt: skip
    CAMOUFLAGE = (
        mark("Camouflage"), mark("only carnivores with sharp vision can attack it"),
        Look("camouflage", "#7d9a55",
             {"coat": "#7d9a55", "pattern": "patches", "mark": "#5f7d3f", "neck_pattern": ""},
             (Worn("leaves", y=4),), 4),
    )  # fmt: skip
    SHARP_VISION = (
        mark("Sharp vision"), mark("lets a carnivore attack animals with camouflage"),
        Look("sharp_vision", "#c2905e", {}, (Worn("great_eye", "eye"),), 7),
    )  # fmt: skip
    PARASITE = (
        mark("Parasite"), mark("goes on the animal of another player, which needs 2 food more"),
        Look("parasite", "#a8929a", {}, tuple(Worn("tick", x=x, y=y, scale=0.9)
                                              for x, y in ((-52, -8), (8, 2), (58, -10))), 11),
        2,  # OS-PAR-03
    )  # fmt: skip


ABILITIES = names(Ability)

NOTHING = -1  # no ability, no animal, no card

_TOML = tomllib.loads((Path(__file__).parent.parent / "cards.toml").read_text(encoding="utf-8"))

# Deck lists; one that is made `of` another says only what differs.
DECK_LISTS: tuple[str, ...] = tuple(_TOML["deck"])
DECK_TITLES = {name: deck.get("title", "") for name, deck in _TOML["deck"].items()}
CARD_NAMES: tuple[str, ...] = tuple(map("/".join, _TOML["cards"]))

# CARD_SIDES[kind, side] is the ability on that side of the card, or NOTHING.
CARD_SIDES = np.array(
    [
        [*(index_of(side, ABILITIES, f"card {name}", "ability") for side in card), NOTHING][:2]
        for name, card in zip(CARD_NAMES, _TOML["cards"], strict=True)
    ],
    np.int64,
)
# COPIES[deck list, kind] in one set of cards.
COPIES = np.zeros((len(DECK_LISTS), len(CARD_NAMES)), np.int64)
for _row, (_name, _own) in zip(COPIES, _TOML["deck"].items(), strict=True):
    for _key in _own:
        index_of(_key, ("title", "of", "copies"), f"deck {_name}", "field")
    if "of" in _own:
        _before = DECK_LISTS[: DECK_LISTS.index(_name)]
        _row[:] = COPIES[index_of(_own["of"], _before, f"deck {_name}", "deck before it called")]
    for _card, _copies in _own.get("copies", {}).items():
        _row[index_of(_card, CARD_NAMES, f"deck {_name}", "card")] = _copies
SET_SIZES = COPIES.sum(axis=1)  # by deck list
SIGNED_DECKS = 2  # that the signature of the game goes through
LARGEST_SET = Extent(int(SET_SIZES.max()), int(SET_SIZES[:SIGNED_DECKS].max()))
KINDS = Extent(len(CARD_NAMES), 1 + int(COPIES[:SIGNED_DECKS].nonzero()[1].max()))
ABILITY_COUNT = Extent(len(ABILITIES), 1 + int(CARD_SIDES[: KINDS.signed].max()))

BIT = 1 << np.arange(max(KINDS, len(ABILITIES)), dtype=np.int64)

# The same sides as bits of abilities; no ability is no bit.
CARD_BITS = np.where(CARD_SIDES == NOTHING, 0, BIT[CARD_SIDES])

EXTRA = np.array([ability.extra for ability in Ability], np.int64)
# What each of these bits adds to an animal's need; a tuple, whose loop the compiler unrolls.
EXTRAS = tuple((1 << ability, ability.extra) for ability in Ability if ability.extra)
PAIRS = np.flatnonzero([ability.is_pair for ability in Ability])
PAIR_BITS = int(BIT[PAIRS].sum())
