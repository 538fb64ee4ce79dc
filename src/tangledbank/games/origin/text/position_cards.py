"""Which cards a position in words uses, and which are left for what it does not name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tangledbank.errors import Refused
from tangledbank.games.origin.rules.cards import ABILITIES, CARD_NAMES, CARD_SIDES, KINDS
from tangledbank.games.origin.text.position_fields import AbilityWords, Document
from tangledbank.games.shared.position_cards import Supply
from tangledbank.text import say


def named_cards(document: Document) -> Iterator[tuple[str, str]]:
    """Every card that is named, with its place."""
    for seat, words in enumerate(document.seats):
        for i, name in enumerate(words.hand if isinstance(words.hand, list) else []):
            yield name, f"seats[{seat}].hand[{i}]"
        for i, animal in enumerate(words.animals):
            if animal.card is not None:
                yield animal.card, f"seats[{seat}].animals[{i}].card"
    for _ability, card, place in played_abilities(document):
        if card is not None:
            yield card, f"{place}.card"
    for pile in ("deck", "discard"):
        names = getattr(document, pile)
        for i, name in enumerate(names if isinstance(names, list) else []):
            yield name, f"{pile}[{i}]"


def played_abilities(document: Document) -> Iterator[tuple[int, str | None, str]]:
    """Every ability in play, its card if that is named, and its place."""
    for seat, words in enumerate(document.seats):
        for i, animal in enumerate(words.animals):
            for j, entry in enumerate(animal.abilities):
                one = AbilityWords(ability=entry) if isinstance(entry, str) else entry
                place = f"seats[{seat}].animals[{i}].abilities[{j}]"
                yield ABILITIES.index(one.ability), one.card, place
        for i, pair in enumerate(words.pairs):
            yield ABILITIES.index(pair.ability), pair.card, f"seats[{seat}].pairs[{i}]"


def supply_for(document: Document, copies: Sequence[int]) -> Supply:
    """The supply without all named cards and those of the reshuffled deck."""
    supply = Supply(CARD_NAMES, copies)
    supply.take_named(named_cards(document))
    supply.take_shuffle(document.reshuffled, _named_of_reshuffled(document), "reshuffled")
    return supply


def reserve(document: Document, supply: Supply) -> dict[str, int]:
    """A card for each ability that names none: the scarcest abilities choose first."""
    left = supply.left
    wanted = [(a, place) for a, card, place in played_abilities(document) if card is None]
    kinds_of = [[k for k in range(KINDS) if a in CARD_SIDES[k]] for a in range(len(ABILITIES))]
    copies = [sum(left[kind] for kind in kinds) for kinds in kinds_of]
    reserved = {}
    for ability, place in sorted(wanted, key=lambda one: copies[one[0]]):
        kind = max(kinds_of[ability], key=lambda kind: left[kind])
        if left[kind] == 0:
            raise Refused(
                say("the deck has no more cards with {ability}", ability=ABILITIES[ability]),
                place=place,
            )
        left[kind] -= 1
        reserved[place] = kind
    return reserved


def _named_of_reshuffled(document: Document) -> Iterator[str]:
    """The named cards in, or drawn from, the reshuffled deck."""
    for words in document.seats:
        if isinstance(words.hand, list) and words.reshuffled:
            yield from words.hand[-words.reshuffled :]
        for animal in words.animals:
            if animal.reshuffled and animal.card is not None:
                yield animal.card
    if document.reshuffled and isinstance(document.deck, list):
        yield from document.deck
