"""Which cards a position in words uses, and which are left for what it does not name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tangledbank.errors import Refused
from tangledbank.games.origin.cards import ABILITIES, CARD_NAMES, CARD_SIDES, KINDS
from tangledbank.games.origin.document_fields import AbilityWords, Document
from tangledbank.text import say


def kind_named(name: str, place: str) -> int:
    """The kind of card of this name."""
    if name not in CARD_NAMES:
        raise Refused(
            say("there is no card “{name}”", name=name)
            + say("; there are: {cards}", cards=", ".join(CARD_NAMES)),
            place=place,
        )
    return CARD_NAMES.index(name)


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


class Supply:
    """The cards of a position, taken out of the deck list in an order that lets all be found.

    First those that are named, so that an unnamed one never takes the last copy; then those the
    reshuffled deck is said to hold; then a card for each ability that names none.
    """

    def __init__(self, document: Document, copies: Any):
        """Take out all that `document` asks for; `copies` says how many there are of each kind."""
        self.copies = copies
        self.left = Counter({kind: int(copies[kind]) for kind in range(KINDS)})
        for name, place in named_cards(document):
            self._take(kind_named(name, place), place)
        self.reshuffled = self._take_reshuffled(document)
        self.reserved = self._reserve(document)

    def _take(self, kind: int, place: str) -> None:
        if self.left[kind] == 0:
            raise Refused(
                say(
                    "more copies of “{name}” than the deck has ({copies})",
                    name=CARD_NAMES[kind],
                    copies=int(self.copies[kind]),
                ),
                place=place,
            )
        self.left[kind] -= 1

    def _take_reshuffled(self, document: Document) -> Counter[int]:
        """The cards of the reshuffled deck that are named nowhere else."""
        found: Counter[int] = Counter()
        for name, copies in document.reshuffled.items():
            found[kind_named(name, "reshuffled")] = copies
        for name in _named_of_reshuffled(document):
            kind = CARD_NAMES.index(name)
            if found[kind] == 0:
                raise Refused(
                    say("“{name}” comes from the reshuffled deck: count it here", name=name),
                    place="reshuffled",
                )
            found[kind] -= 1
        for kind in found.elements():
            self._take(kind, "reshuffled")
        return found

    def _reserve(self, document: Document) -> dict[str, int]:
        """A card for each ability that names none: the scarcest abilities choose first."""
        wanted = [(a, place) for a, card, place in played_abilities(document) if card is None]
        kinds_of = [[k for k in range(KINDS) if a in CARD_SIDES[k]] for a in range(len(ABILITIES))]
        copies = [sum(self.left[kind] for kind in kinds) for kinds in kinds_of]
        reserved = {}
        for ability, place in sorted(wanted, key=lambda one: copies[one[0]]):
            kind = max(kinds_of[ability], key=lambda kind: self.left[kind])
            if self.left[kind] == 0:
                raise Refused(
                    say("the deck has no more cards with {ability}", ability=ABILITIES[ability]),
                    place=place,
                )
            self.left[kind] -= 1
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
