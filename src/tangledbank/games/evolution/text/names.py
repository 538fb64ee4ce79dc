"""What species and cards are called: B2 is the second species of seat B, horns+3 a card."""

from __future__ import annotations

from tangledbank.games.evolution.rules.cards import KINDS, LEAST_NUMBER, NUMBERS, TRAITS
from tangledbank.games.evolution.rules.state import BOARDS, MAX_SPECIES
from tangledbank.games.shared.verbs import Nouns, Places, Scene, one_of
from tangledbank.kernel.records import items_of
from tangledbank.text import mark

SPECIES = Places(
    owner_of=lambda _game, species: species // BOARDS,
    size=MAX_SPECIES,
    fields=("species", "with"),
    nouns=Nouns(
        neither=mark("a species is an index such as 0, or [seat, index] such as [1, 0]"),
        no_pair=mark("a species is [seat, index], two numbers from 0"),
        from_zero=mark("the species of a seat are counted from 0"),
        missing=mark("there is no species {name}, [{seat}, {index}]; seat {seat} has {count}"),
        no_name=mark("“{token}” names no species; type a name such as A1, counted from 1"),
        you_have=mark("there is no species {name}; you have {those}"),
        seat_has=mark("there is no species {name}; seat {letter} has {those}"),
    ),
    reason="no_such_species",
    clause="EV-PLAY-04",
)


def trait_name(kind: int) -> str:
    """The trait of a kind of card."""
    return TRAITS[kind // NUMBERS]


def number_of(kind: int) -> int:
    """The food number of a kind of card."""
    return kind % NUMBERS + LEAST_NUMBER


def card_name(kind: int) -> str:
    """The name of a kind of card: its trait and its number, such as ambush-2."""
    return f"{trait_name(kind)}{number_of(kind):+d}"


CARD_NAMES = tuple(card_name(kind) for kind in range(KINDS))


def kind_named(value: object, scene: Scene, place: str) -> int:
    """The kind of a card by its name; by a trait alone, the first of that trait in hand."""
    if value in CARD_NAMES:
        return CARD_NAMES.index(str(value))
    hand = [int(scene.game.kind[card]) for card in items_of(scene.game.hand[scene.seat])]
    if value not in TRAITS:
        return one_of(value, [card_name(kind) for kind in hand] or TRAITS, place)
    trait = TRAITS.index(str(value))
    return next((kind for kind in hand if kind // NUMBERS == trait), trait * NUMBERS)
