"""The cards of a position in words, for any game with cards of `hidden_cards.py`.

A card is named by its kind; what a position does not name is dealt from the cards that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.shared.hidden_cards import EVERYONE, SEAT_BIT, UNSEEN, CardState
from tangledbank.games.shared.position import Condition, Way, always, refuse_if
from tangledbank.kernel.chance import shuffle
from tangledbank.kernel.records import Indices, States, append, items_of
from tangledbank.text import instead, mark, say

Pile = int | list[str] | None  # how many cards, or their names; None is what is left, or nothing


def kind_named(names: Sequence[str], name: str, place: str) -> int:
    """The kind of card of this name."""
    if name not in names:
        raise Refused(
            say("there is no card “{name}”", name=name) + instead(name, names), place=place
        )
    return names.index(name)


def named_in(pile: Pile, place: str) -> Iterator[tuple[str, str]]:
    """The names of cards in a pile or hand, each with its place; none if it is only counted."""
    for i, name in enumerate(pile if isinstance(pile, list) else []):
        yield name, f"{place}[{i}]"


class Supply:
    """The cards that are left when those a position asks for are taken out.

    Take first those that are named, so that an unnamed one never takes the last copy; then those
    that later shuffles are said to hold; then whatever a place needs that names no card.
    """

    def __init__(self, names: Sequence[str], copies: Iterable[int]):
        """The names of all kinds of cards, and how many there are of each."""
        self.names = names
        self.copies = [int(number) for number in copies]
        self.left = Counter(dict(enumerate(self.copies)))
        # of each shuffle the faces for its unnamed cards, and where the position tells of them
        self.shuffles: list[Counter[int]] = [self.left]
        self.places = [""]

    def take(self, kind: int, place: str) -> None:
        """Take out one card of a kind."""
        name, copies = self.names[kind], self.copies[kind]
        sentence = mark("more copies of “{name}” than the deck has ({copies})")
        refuse_if(self.left[kind] == 0, place, sentence, name=name, copies=copies)
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
            sentence = mark("“{name}” comes from the reshuffled deck: count it here")
            refuse_if(found[kind] == 0, place, sentence, name=name)
            found[kind] -= 1
        for kind in found.elements():
            self.take(kind, place)
        self.shuffles.append(found)
        self.places.append(place)


class Layout:
    """Gives every card of a position its slot: first those on the table, the piles at the end."""

    def __init__(self, game: CardState, supply: Supply):
        """Lay out `game`, whose `cards` and `rng` are set, from this supply."""
        self.game = game
        self.supply = supply
        self.next_slot = 0
        self.unnamed: list[int] = []  # to be dealt at the end

    def open_card(self, kind: int) -> int:
        """The slot of a card that everyone has seen."""
        slot, cards = self.next_slot, int(self.game.cards)
        sentence = mark("the position needs more than the {n} cards there are")
        refuse_if(slot >= cards, "seats", sentence, n=cards)
        self.next_slot += 1
        self.game.kind[slot] = kind
        self.game.known[slot] = EVERYONE
        return slot

    def open_named(self, pile: Pile) -> list[int]:
        """The slots of the cards that are named in a pile, all open."""
        return [self.open_card(self.supply.names.index(name)) for name, _ in named_in(pile, "")]

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
        game = self.game
        discarded, on_top = self.open_named(discard), self.open_named(deck)
        in_discard, in_deck = share(int(game.cards) - self.next_slot, deck, discard)
        self._check_shuffles(in_deck, batch)
        faces = [self._shuffled(cards) for cards in self.supply.shuffles]
        for slot in self.unnamed:
            game.kind[slot] = next(faces[game.batch[slot]])
        discarded = [self.open_card(next(faces[0])) for _ in range(in_discard)] + discarded
        in_order = [self.open_card(next(faces[batch])) for _ in range(in_deck)] + on_top[::-1]
        for slot in discarded:
            append(game.discard, slot)
        for slot in in_order:
            append(game.deck, slot)
            game.known[slot] = 0
            game.batch[slot] = batch
        self._note_shuffles()

    def _check_shuffles(self, in_deck: int, batch: int) -> None:
        """What a later shuffle held is just enough for the unnamed cards that come from it."""
        sentence = mark(
            "it leaves {named} cards for the {held} unnamed ones that are in the "
            "reshuffled deck or were drawn from it"
        )
        for one in range(1, len(self.supply.shuffles)):
            drawn = sum(int(self.game.batch[slot]) == one for slot in self.unnamed)
            held = drawn + (in_deck if batch == one else 0)
            named = self.supply.shuffles[one].total()
            refuse_if(named != held, self.supply.places[one], sentence, named=named, held=held)

    def _shuffled(self, cards: Counter[int]) -> Iterator[int]:
        faces = np.array(sorted(cards.elements()), np.int16)
        shuffle(self.game.rng, faces, len(faces))
        return iter(faces.tolist())

    def _note_shuffles(self) -> None:
        """Note which faces went into which shuffle, now that every card lies somewhere."""
        game = self.game
        batch = game.batch[: game.cards]
        game.shuffles = 1 + int(batch.max())
        for one in range(int(game.shuffles)):
            slots = np.flatnonzero(batch == one)
            game.pool[slots] = np.sort(game.kind[slots])


def share(spare: int, deck: Pile, discard: Pile) -> tuple[int, int]:
    """How many of the cards that are left lie in the discard pile and in the deck."""
    if isinstance(discard, int) and isinstance(deck, int):
        sentence = mark(
            "{spare} cards are left for deck and discard pile, not {deck} + {discard}; "
            "give only one of the two"
        )
        wrong = deck + discard != spare
        refuse_if(wrong, "deck", sentence, spare=spare, deck=deck, discard=discard)
    if isinstance(discard, int):
        place, in_discard = "discard", discard
    else:
        place, in_discard = "deck", spare - deck if isinstance(deck, int) else 0
    wrong = not 0 <= in_discard <= spare
    refuse_if(wrong, place, mark("there are only {spare} cards left for it"), spare=spare)
    return in_discard, spare - in_discard


def cards_in(name: str, names: Sequence[str], when: Condition = always) -> Way:
    """A pile or hand by the names of its cards; if any is hidden, how many they are.

    The deck is told from the top on, where its last card is.
    """

    def write(game: CardState, *at: int) -> Pile:
        kinds = kinds_in(game, getattr(game, name)[at])
        if UNSEEN in kinds:
            return len(kinds)
        return [names[kind] for kind in (reversed(kinds) if name == "deck" else kinds)]

    return Way(write, when)


def kinds_in(game: CardState, pile: Indices) -> list[int]:
    """The kinds of the cards in a pile, in one go: one by one takes NumPy long."""
    kinds: list[int] = game.kind[pile[1 : 1 + int(pile[0])]].tolist()
    return kinds


def in_hand(game: CardState, seat: int, kind: int, place: str) -> int:
    """The first card of a kind in a hand."""
    cards = items_of(game.hand[seat])
    found = next((card for card in cards if game.kind[card] == kind), UNSEEN)
    refuse_if(found == UNSEEN, place, mark("that card is not in the hand"))
    return found


def put_on_deck(states: States, wanted: Sequence[str], names: Sequence[str]) -> None:
    """Put cards of the wanted names on top of the deck, by changing places with others in it."""
    game: CardState = states[0]
    for i, name in enumerate(wanted):
        place = f"deck[{i}]"
        bring_up(game, game.deck, i, kind_named(names, name, place), name, place)


def bring_up(game: CardState, pile: Indices, below: int, kind: int, name: str, place: str) -> None:
    """Let the card so far below the top of a pile be of this kind, by changing its place."""
    slots = items_of(pile)[::-1]
    found = next((slot for slot in slots[below:] if game.kind[slot] == kind), UNSEEN)
    refuse_if(found == UNSEEN, place, mark("there is no “{name}” left in the deck"), name=name)
    top = slots[below]
    game.kind[found], game.kind[top] = int(game.kind[top]), kind
