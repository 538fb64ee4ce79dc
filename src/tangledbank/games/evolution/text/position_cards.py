"""Which cards a position in words uses: those named in full, then any copy of a named trait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.evolution.rules.cards import (
    KINDS,
    LEAST_NUMBER,
    MOST_NUMBER,
    NUMBERS,
    TRAIT_OF_COPY,
    TRAITS,
)
from tangledbank.games.evolution.text.names import CARD_NAMES
from tangledbank.games.evolution.text.position_fields import Document, Hand, SpeciesWords
from tangledbank.games.shared.position_cards import Supply, kind_named
from tangledbank.text import say


class Named(NamedTuple):
    """A card that a position names, in full (horns+3) or by its trait alone, and where."""

    name: str
    place: str


def copies_of(numbers: list[int], deck: int) -> list[int]:
    """How many cards there are of each kind in a deck with these food numbers."""
    kinds = TRAIT_OF_COPY[deck, : len(numbers)] * NUMBERS + np.array(numbers) - LEAST_NUMBER
    found: list[int] = np.bincount(kinds, minlength=KINDS).tolist()
    return found


def names_in(hand: Hand | None) -> list[str]:
    """The names in a pile or hand; none if it is only counted."""
    return hand if isinstance(hand, list) else []


def trait_card(words: SpeciesWords, index: int) -> str:
    """The name of a trait card of a species: with its number if that is given."""
    number = words.numbers[index] if index < len(words.numbers) else None
    trait = str(words.traits[index])
    return trait if number is None else f"{trait}{number:+d}"


def cards_of(document: Document) -> Iterator[Named]:
    """Every card the position names."""
    for seat, words in enumerate(document.seats):
        place = f"seats[{seat}]"
        for i, name in enumerate(names_in(words.hand)):
            yield Named(name, f"{place}.hand[{i}]")
        for i, name in enumerate(names_in(words.laid)):
            yield Named(name, f"{place}.laid[{i}]")
        if isinstance(words.food, str):
            yield Named(words.food, f"{place}.food")
        for i, species in enumerate(words.species):
            for j, trait in enumerate(species.traits):
                if trait != "hidden":
                    yield Named(trait_card(species, j), f"{place}.species[{i}].traits[{j}]")
    for pile in ("deck", "discard", "removed"):
        for i, name in enumerate(names_in(getattr(document, pile))):
            yield Named(name, f"{pile}[{i}]")


def take_cards(document: Document, supply: Supply) -> dict[str, str]:
    """Take out all cards that are named; the full name of each, by its place."""
    found: dict[str, str] = {}
    asked = list(cards_of(document))
    in_full = [card for card in asked if card.name not in TRAITS]
    supply.take_named((card.name, card.place) for card in in_full)
    found |= {card.place: card.name for card in in_full}
    for card in asked:
        if card.place not in found:
            kind = _any_of(card, supply)
            supply.take(kind, card.place)
            found[card.place] = CARD_NAMES[kind]
    return found


def _any_of(card: Named, supply: Supply) -> int:
    """A kind of this trait of which there are most left."""
    first = kind_named(CARD_NAMES, f"{card.name}+0", card.place) + LEAST_NUMBER
    kinds = range(first, first + MOST_NUMBER - LEAST_NUMBER + 1)
    kind = max(kinds, key=lambda one: supply.left[one])
    if supply.left[kind] == 0:
        raise Refused(
            say("the deck has no more cards of “{name}”", name=card.name), place=card.place
        )
    return kind
