"""The cards of a position in words, for any game with cards of `hidden_cards.py`.

A card is named by its kind; what a position does not name is dealt from the cards that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.shared.hidden_cards import EVERYONE, SEAT_BIT, UNSEEN
from tangledbank.games.shared.verbs import instead
from tangledbank.kernel.chance import shuffle
from tangledbank.kernel.lists import append, items_of
from tangledbank.text import say

Pile = int | list[str] | None  # how many cards, or their names; None is what is left, or nothing


def kind_named(names: Sequence[str], name: str, place: str) -> int:
    """The kind of card of this name."""
    if name not in names:
        raise Refused(
            say("there is no card “{name}”", name=name) + instead(name, names), place=place
        )
    return names.index(name)


class Supply:
    """The cards that are left when those a position asks for are taken out.

    Take first those that are named, so that an unnamed one never takes the last copy; then those
    that later shuffles are said to hold; then whatever a place needs that names no card.
    """

    def __init__(self, names: Sequence[str], copies: Sequence[int]):
        """The names of all kinds of cards, and how many there are of each."""
        self.names = names
        self.copies = [int(number) for number in copies]
        self.left = Counter(dict(enumerate(self.copies)))
        # of each shuffle the faces for its unnamed cards, and where the position tells of them
        self.shuffles: list[Counter[int]] = [self.left]
        self.places = [""]

    def take(self, kind: int, place: str) -> None:
        """Take out one card of a kind."""
        if self.left[kind] == 0:
            raise Refused(
                say(
                    "more copies of “{name}” than the deck has ({copies})",
                    name=self.names[kind],
                    copies=self.copies[kind],
                ),
                place=place,
            )
        self.left[kind] -= 1

    def take_named(self, cards: Iterable[tuple[str, str]]) -> None:
        """Take out all cards that are named, each given with its place."""
        for name, place in cards:
            self.take(kind_named(self.names, name, place), place)

    def take_shuffle(self, held: Mapping[str, int], named: Iterable[str], place: str) -> None:
        """Take out what the next shuffle held and is named nowhere else; `named` is of it too."""
        found: Counter[int] = Counter()
        for name, copies in held.items():
            found[kind_named(self.names, name, place)] = copies
        for name in named:
            kind = self.names.index(name)
            if found[kind] == 0:
                raise Refused(
                    say("“{name}” comes from the reshuffled deck: count it here", name=name),
                    place=place,
                )
            found[kind] -= 1
        for kind in found.elements():
            self.take(kind, place)
        self.shuffles.append(found)
        self.places.append(place)


class Layout:
    """Gives every card of a position its slot: first those on the table, the piles at the end."""

    def __init__(self, game: Any, supply: Supply):
        """Lay out `game`, whose `cards` and `rng` are set, from this supply."""
        self.game = game
        self.supply = supply
        self.next_slot = 0
        self.unnamed: list[int] = []  # to be dealt at the end

    def open_card(self, kind: int) -> int:
        """The slot of a card that everyone has seen."""
        if self.next_slot >= self.game.cards:
            raise Refused(
                say("the position needs more than the {n} cards there are", n=self.game.cards),
                place="seats",
            )
        slot = self.next_slot
        self.next_slot += 1
        self.game.kind[slot] = kind
        self.game.known[slot] = EVERYONE
        return slot

    def hidden_card(self, name: str | None, seat: int, batch: int = 0) -> int:
        """The slot of a card whose face one seat knows; without a name it is dealt at the end."""
        slot = self.open_card(UNSEEN if name is None else self.supply.names.index(name))
        self.game.known[slot] = SEAT_BIT[seat]
        self.game.batch[slot] = batch
        if name is None:
            self.unnamed.append(slot)
        return slot

    def lay_piles(self, deck: Pile, discard: Pile, batch: int) -> None:
        """Deck (of that shuffle) and discard pile: named cards, then all that is left, shuffled."""
        game, names = self.game, self.supply.names
        named = discard if isinstance(discard, list) else []
        discarded = [self.open_card(names.index(name)) for name in named]
        named = deck if isinstance(deck, list) else []
        on_top = [self.open_card(names.index(name)) for name in named]
        in_discard, in_deck = share(int(game.cards) - self.next_slot, deck, discard)
        self._check_shuffles(in_deck, batch)
        faces = [self._shuffled(cards) for cards in self.supply.shuffles]
        for slot in self.unnamed:
            game.kind[slot] = next(faces[game.batch[slot]])
        for _ in range(in_discard):
            append(game.discard, self.open_card(next(faces[0])))
        for _ in range(in_deck):
            append(game.deck, self.open_card(next(faces[batch])))
        for slot in discarded:
            append(game.discard, slot)
        for slot in reversed(on_top):
            append(game.deck, slot)
        for slot in items_of(game.deck):
            game.known[slot] = 0
            game.batch[slot] = batch
        note_shuffles(game)

    def _check_shuffles(self, in_deck: int, batch: int) -> None:
        """What a later shuffle held is just enough for the unnamed cards that come from it."""
        for one in range(1, len(self.supply.shuffles)):
            drawn = sum(int(self.game.batch[slot]) == one for slot in self.unnamed)
            held = drawn + (in_deck if batch == one else 0)
            named = self.supply.shuffles[one].total()
            if named != held:
                raise Refused(
                    say(
                        "it leaves {named} cards for the {held} unnamed ones that are in the "
                        "reshuffled deck or were drawn from it",
                        named=named,
                        held=held,
                    ),
                    place=self.supply.places[one],
                )

    def _shuffled(self, cards: Counter[int]) -> Iterator[int]:
        faces = np.array(sorted(cards.elements()), np.int16)
        shuffle(self.game.rng, faces, len(faces))
        return iter(faces.tolist())


def share(spare: int, deck: Pile, discard: Pile) -> tuple[int, int]:
    """How many of the cards that are left lie in the discard pile and in the deck."""
    if isinstance(discard, int) and isinstance(deck, int) and deck + discard != spare:
        raise Refused(
            say(
                "{spare} cards are left for deck and discard pile, not {deck} + {discard}; "
                "give only one of the two",
                spare=spare,
                deck=deck,
                discard=discard,
            ),
            place="deck",
        )
    if isinstance(discard, int):
        in_discard = discard
    elif isinstance(deck, int):
        in_discard = spare - deck
    else:
        in_discard = 0
    if not 0 <= in_discard <= spare:
        raise Refused(
            say("there are only {spare} cards left for it", spare=spare),
            place="discard" if isinstance(discard, int) else "deck",
        )
    return in_discard, spare - in_discard


def note_shuffles(game: Any) -> None:
    """Note which faces went into which shuffle, once every card of a position lies somewhere."""
    batch = game.batch[: game.cards]
    game.shuffles = 1 + int(batch.max())
    for one in range(int(game.shuffles)):
        slots = np.flatnonzero(batch == one)
        game.pool[slots] = np.sort(game.kind[slots])


def write_pile(
    game: Any, pile: Any, names: Sequence[str], *, from_top: bool = False
) -> int | list[str]:
    """A pile or hand by the names of its cards; if any is hidden, how many they are."""
    kinds = kinds_in(game, pile)
    if UNSEEN in kinds:
        return len(kinds)
    return [names[kind] for kind in (reversed(kinds) if from_top else kinds)]


def kinds_in(game: Any, pile: Any) -> list[int]:
    """The kinds of the cards in a pile, in one go: one by one takes NumPy long."""
    kinds: list[int] = game.kind[pile[1 : 1 + int(pile[0])]].tolist()
    return kinds


def write_shuffle(game: Any, slots: Any, names: Sequence[str]) -> dict[str, int]:
    """The faces that went into the shuffles of these slots, without those open again; public."""
    left = Counter(game.pool[slots].tolist())
    left.subtract(game.kind[slots[game.known[slots] == EVERYONE]].tolist())
    return {names[kind]: left[kind] for kind in sorted(left) if left[kind]}


def put_on_deck(states: Any, wanted: Sequence[str], names: Sequence[str]) -> None:
    """Put cards of the wanted names on top of the deck, by changing places with others in it."""
    game = states[0]
    deck = items_of(game.deck)[::-1]
    for i, name in enumerate(wanted):
        kind = kind_named(names, name, f"deck[{i}]")
        found = next((slot for slot in deck[i:] if game.kind[slot] == kind), None)
        if found is None:
            raise Refused(
                say("there is no “{name}” left in the deck", name=name), place=f"deck[{i}]"
            )
        game.kind[found], game.kind[deck[i]] = int(game.kind[deck[i]]), kind
