"""Cards on their way: the two decks, hands, the trade zone, the discard piles."""

from __future__ import annotations

import numpy as np

from tangledbank.games.darwin.rules import tell
from tangledbank.games.darwin.rules.actions import Reason
from tangledbank.games.darwin.rules.state import NOTHING, Size, State
from tangledbank.games.darwin.rules.variants import has_open_hands
from tangledbank.games.shared.hidden_cards import card_in_hand, out_of_hand, show_to, show_to_all
from tangledbank.kernel.chance import shuffle
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, List, get, length, pop, push


@rule
def size_of(game: State, card: int) -> int:
    """The size of a card, by its slot or its kind: small ones come first in both."""
    return Size.SMALL if card < game.small else Size.LARGE


@rule
def cards_left(game: State, size: int) -> int:
    """How many cards of a size could still be drawn."""
    return length(game.deck[size]) + length(game.discard[size])


@rule
def next_card(game: State, events: EventBook, size: int) -> int:
    """The next card of a size; if there is none, of the other; if there is none, NOTHING.

    An empty deck is made anew from its discard pile at this moment (DC-TRANS-18, DC-SP-58).
    """
    if cards_left(game, size) == 0:
        size = Size.SMALL + Size.LARGE - size
    if cards_left(game, size) == 0:
        return NOTHING
    if length(game.deck[size]) == 0:
        reshuffle(game, events, size)
    return pop(game.deck[size])


@rule(arrays=True, inline=False)
def reshuffle(game: State, events: EventBook, size: int) -> None:
    """A discard pile becomes the deck; nobody knows which card now has which face."""
    discard, deck = game.discard[size], game.deck[size]
    count = length(discard)
    faces = np.zeros(count, np.int16)
    for i in range(count):
        card = pop(discard)
        push(deck, card)
        faces[i] = game.kind[card]
        game.known[card] = 0
    shuffle(game.rng, faces, count)
    for i in range(count):
        game.kind[get(deck, i)] = faces[i]
    tell.reshuffled(game, events, size, count)


@rule(inline=False)
def draw_card(game: State, events: EventBook, seat: int, size: int) -> None:
    """A seat draws a card; only it sees the face, or all if hands are open (DC-BEG-3)."""
    card = next_card(game, events, size)
    if card == NOTHING:
        return  # forfeited
    push(game.hand[seat], card)
    show_to(game, card, seat)
    if has_open_hands(game):
        show_to_all(game, card)
    tell.drew(game, events, seat, card)


@rule
def draw_half_and_half(game: State, events: EventBook, seat: int, count: int) -> None:
    """Half small and half large cards (DC-BEG-3, DC-SP-14)."""
    for i in range(count):
        draw_card(game, events, seat, i % 2)


@rule
def kind_at(game: State, cards: List, i: int) -> int:
    """The kind of a card in a hand, in the trade zone or on a species."""
    return int(game.kind[get(cards, i)])


@rule
def find_card(game: State, cards: List, kind: int) -> int:
    """The slot of a card in the trade zone or on a species, or NOTHING."""
    for i in range(length(cards)):
        if kind_at(game, cards, i) == kind:
            return get(cards, i)
    return NOTHING


@rule
def why_not_in_hand(game: State, seat: int, kind: int) -> int:
    """That a card is not in a hand, or OK."""
    return Reason.OK if card_in_hand(game, seat, kind) != NOTHING else Reason.NOT_IN_HAND


@rule
def list_cards(game: State, cards: List, out: Ints, count: int, verb: int) -> int:
    """Every card of a hand or of the trade zone, for an action that takes any."""
    for i in range(length(cards)):
        out[count + i] = verb + kind_at(game, cards, i)
    return count + length(cards)


@rule
def leave_hand(game: State, seat: int, kind: int) -> int:
    """Take a card out of a hand; its slot tells nothing about those that stay."""
    return out_of_hand(game, seat, card_in_hand(game, seat, kind))


@rule
def throw_away(game: State, card: int) -> None:
    """Onto the discard pile of its size, open (DC-EXT-2, DC-SP-16)."""
    show_to_all(game, card)
    push(game.discard[size_of(game, card)], card)


@rule(inline=False)
def discard_hand(game: State, seat: int, keep: int) -> int:
    """Discard a hand, but for one card of this kind; how many."""
    count = 0
    for i in range(length(game.hand[seat]) - 1, -1, -1):
        kind = kind_at(game, game.hand[seat], i)
        if kind != keep:
            count += 1
            throw_away(game, leave_hand(game, seat, kind))
    return count


@rule
def fill_zone(game: State, events: EventBook) -> None:
    """Players + 2 open cards, half of each size, the odd one small (DC-SETUP-11)."""
    count = int(game.seats) + 2
    for i in range(count):
        card = next_card(game, events, Size.SMALL if i < (count + 1) // 2 else Size.LARGE)
        if card != NOTHING:
            show_to_all(game, card)
            push(game.zone, card)
