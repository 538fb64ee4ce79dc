"""The cards of Evolution: traits, and decks with a food number on each copy of them.

The kind of a card is its trait and its number together. Decks come from cards.toml.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from tangledbank.games.shared.hidden_cards import MOST_KINDS
from tangledbank.games.shared.rows import NO_LOOK, AbilityRow, Extent, index_of, names
from tangledbank.looks import BULK, Look, Worn
from tangledbank.text import mark, mark_in

GRAIN_SIGN = True  # on a card whose trait works before anyone feeds


COLOURS = ("red", "grey", "green", "beige")  # of the cards


class Trait(AbilityRow):
    """What a species can have: all there is to say of it but its rules."""

    colour: str
    has_grain: bool

    def __init__(
        self, title: str = "", meaning: str = "", colour: str = "", look: Look = NO_LOOK,
        has_grain: bool = False,
    ) -> None:  # fmt: skip
        """Hold what this game says besides."""
        super().__init__(title, meaning, look)
        self.colour, self.has_grain = colour, has_grain
        self.need(colour=colour)
        if colour not in COLOURS:
            raise TypeError(f"trait {self.id}: there is no colour {colour}")

    CARNIVORE = (
        mark("Carnivore"), mark("eats smaller species, never plants"), "red",
        Look("carnivore", "#b0603c", {"head": "dog", "feet": "bear", "ears": "point"},
             (Worn("fangs", "mouth", -6, -6, 1.2),), 5),
    )  # fmt: skip
    AMBUSH = (
        mark("Ambush"), mark("attacks in spite of Warning Call"), "red",
        Look("ambush", "#cfa548", {"pattern": "stripes", "tail_pattern": "rings", "leg": 44},
             tuple(Worn("grass", "ground", x, tall=tall) for x, tall in
                   ((-96, 1.2), (-40, 1.4), (24, 1.1), (84, 1.5), (136, 1.2))), 12),
    )  # fmt: skip
    PACK_HUNTING = (
        mark("Pack Hunting"), mark("attacks with population added to body size"), "red",
        Look("pack_hunting", "#94908a", {}, (Worn("pack"),), -3),
    )  # fmt: skip
    HORNS = (
        mark("Horns"), mark("an attacker loses 1 population"), "grey",
        Look("horns", "#96744e", {"horns": "lyre", "accent": "#e3d5b0"}),
    )  # fmt: skip
    CLIMBING = (
        mark("Climbing"), mark("only climbers can attack it"), "grey",
        Look("climbing", "#84643f", {"tail": "grip", "feet": "hook", "accent": "#54453a"},
             (Worn("branch", "ground"),), -1),
    )  # fmt: skip
    HARD_SHELL = (
        mark("Hard Shell"), mark("+3 body size against attacks"), "grey",
        Look("hard_shell", "#96a06c", {},
             (Worn("shell", x=-6, y=-4, scale=0.94, tall=BULK, paint="#8d8a72"),), 1),
    )  # fmt: skip
    DEFENSIVE_HERDING = (
        mark("Defensive Herding"), mark("safe from attackers without greater population"), "grey",
        Look("defensive_herding", "#b08c62", {}, (Worn("herd"),), -2),
    )  # fmt: skip
    SYMBIOSIS = (
        mark("Symbiosis"), mark("safe while its right neighbour is larger"), "grey",
        Look("symbiosis", "#769aa6", {}, (Worn("bird", "back", -34),), 3),
    )  # fmt: skip
    BURROWING = (
        mark_in("evolution", "Burrowing"), mark("safe while it is fed"), "grey",
        Look("burrowing", "#86726a", {"feet": "digger", "leg": 40},
             (Worn("mound", "ground", -112),), 10),
    )  # fmt: skip
    WARNING_CALL = (
        mark("Warning Call"), mark("protects its neighbours"), "grey",
        Look("warning_call", "#cfa06e", {}, (Worn("sound", "mouth", 10, -14),), 6),
    )  # fmt: skip
    SCAVENGER = (
        mark("Scavenger"), mark("eats 1 whenever a species loses population to an attack"), "green",
        Look("scavenger", "#948678", {"tail": "brush"}, (Worn("bone", "ground", 128),), 9),
    )  # fmt: skip
    FAT_TISSUE = (
        mark("Fat Tissue"), mark("stores food up to its body size"), "green",
        Look("fat_tissue", "#bca0a4", {"bulk": 1.42}, (Worn("rolls", y=6, paint="coat"),), 2),
        GRAIN_SIGN,
    )  # fmt: skip
    FORAGING = (
        mark("Foraging"), mark("eats 1 more plant food each time"), "green",
        Look("foraging", "#a8a55e", {}, (Worn("berries", "mouth"),), 7),
    )  # fmt: skip
    INTELLIGENCE = (
        mark("Intelligence"), mark("a card gives 2 food, or a way around a defence"), "green",
        Look("intelligence", "#a08cac", {"size": 1.22},
             (Worn("crown", "brow", 4, -26, 0.8, paint="face"),), 4),
    )  # fmt: skip
    COOPERATION = (
        mark("Cooperation"), mark("its right neighbour eats 1 when it eats"), "green",
        Look("cooperation", "#82a88f", {}, (Worn("rings", x=-8, y=-4),), 8),
    )  # fmt: skip
    LONG_NECK = (
        mark("Long Neck"), mark("eats 1 from the bank before feeding"), "green",
        Look("long_neck", "#d9b46a", {"neck": 150, "thick": 0.72, "body": "giraffe"}),
        GRAIN_SIGN,
    )  # fmt: skip
    FERTILE = (
        mark("Fertile"), mark("grows if food was left on the watering hole"), "beige",
        Look("fertile", "#d3a08a", {}, (Worn("egg", "ground", -2),), 11),
        GRAIN_SIGN,
    )  # fmt: skip


TRAITS = names(Trait)

NOTHING = -1  # no trait, no species, no card

LEAST_NUMBER, MOST_NUMBER = -4, 11  # what a kind has room for
NUMBERS = MOST_NUMBER - LEAST_NUMBER + 1
BIT = 1 << np.arange(len(TRAITS), dtype=np.int64)

_TOML = tomllib.loads((Path(__file__).parent.parent / "cards.toml").read_text(encoding="utf-8"))

# The food numbers of all copies of each trait, by deck; the first deck is the default.
# A deck that is made `of` another says only what differs.
DECKS: dict[str, dict[str, list[int]]] = {}
DECK_TITLES = {name: deck.pop("title", "") for name, deck in _TOML["deck"].items()}
for _name, _own in _TOML["deck"].items():
    for _key in _own:
        index_of(_key, ("of", *TRAITS), f"deck {_name}", "trait")
    if "of" in _own:
        index_of(_own["of"], [*DECKS], f"deck {_name}", "deck before it called")
    _whole = DECKS[_own.pop("of")] | _own if "of" in _own else _own
    DECKS[_name] = {trait: _whole.get(trait, []) for trait in TRAITS}
BASE = next(iter(DECKS))
DECK_SIZES = np.array([sum(map(len, numbers.values())) for numbers in DECKS.values()], np.int64)
CARDS = int(DECK_SIZES.max())

# TRAIT_OF_COPY[deck, card] is the trait of each card, in the order in which numbers are listed.
TRAIT_OF_COPY = np.zeros((len(DECKS), CARDS), np.int64)
for _deck, _numbers in enumerate(DECKS.values()):
    _copies = [len(numbers) for numbers in _numbers.values()]
    TRAIT_OF_COPY[_deck, : sum(_copies)] = np.repeat(np.arange(len(TRAITS)), _copies)


TRAIT_COUNT = Extent(len(TRAITS), 1 + int(TRAIT_OF_COPY[0].max()))
KINDS = TRAIT_COUNT * NUMBERS
if KINDS > MOST_KINDS:
    raise TypeError(f"there is room for {MOST_KINDS // NUMBERS} traits")


def deck(name: str = BASE) -> list[tuple[str, int]]:
    """Every card as its trait and its food number, in the order of the traits (EV-RUL-01)."""
    return [(trait, number) for trait, numbers in DECKS[name].items() for number in numbers]
