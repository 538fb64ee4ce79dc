"""Cards with hidden faces: who has seen them, shuffling, and dealing anew what a seat cannot know.

For any game whose record has these fields: `kind` (the face of each slot), `known` (bits of those
who have seen it), `shown`, `batch` (the shuffle the face came from), `pool`, `shuffles`, `cards`,
`hand`, `deck`, `discard` and `rng`. The slots of a batch, from the first on, hold in `pool` the
faces that went into that shuffle, lowest first: public, since a deck list is, and a reshuffled
discard pile was open.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from tangledbank.games.shared.tableau import NOTHING
from tangledbank.kernel.chance import LOADED, WORDS, Generator, next_word, shuffle
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import (
    Indices,
    Ints,
    Small,
    Smalls,
    Words,
    find,
    get,
    length,
    pop,
    push,
    remove,
)
from tangledbank.text import mark


class CardState(Protocol):
    """A record with hidden cards."""

    kind: Smalls  # the face of each slot
    known: Smalls  # bits of those who have seen it
    shown: Small
    batch: Smalls  # the shuffle the face came from
    pool: Smalls
    shuffles: Small
    cards: int
    hand: Indices
    deck: Indices
    discard: Indices
    rng: Words


AUDIENCE = 8  # the bit of `known` for those who hold no cards; no game has more seats
EVERYONE = (1 << (AUDIENCE + 1)) - 1
UNSEEN = -1  # the kind of a card whose face a seat has not seen
MOST_KINDS = 512

SEAT_BIT = 1 << np.arange(AUDIENCE + 1, dtype=np.int64)


@rule
def show_to(game: CardState, card: int, seat: int) -> None:
    """Let one seat see a card."""
    if game.known[card] & SEAT_BIT[seat] == 0:
        game.known[card] |= SEAT_BIT[seat]
        game.shown += 1


@rule
def show_to_all(game: CardState, card: int) -> None:
    """Let everyone see a card."""
    if game.known[card] != EVERYONE:
        game.known[card] = EVERYONE
        game.shown += 1


@rule
def eye(seat: int) -> int:
    """The bit of `known` for a seat; the audience (-1) has one of its own."""
    if seat < 0:
        return SEAT_BIT[AUDIENCE]
    return SEAT_BIT[seat]


@rule
def deal_card(game: CardState, seat: int) -> int:
    """Move the top card of the deck into a hand; only its holder sees it."""
    card = pop(game.deck)
    push(game.hand[seat], card)
    show_to(game, card, seat)
    return card


@rule
def card_in_hand(game: CardState, seat: int, kind: int) -> int:
    """The first card of a kind in a hand, or NOTHING."""
    hand = game.hand[seat]
    for i in range(length(hand)):
        if game.kind[get(hand, i)] == kind:
            return get(hand, i)
    return NOTHING


@rule
def put_on_discard_pile(game: CardState, card: int) -> None:
    """A card lies face up on the discard pile."""
    push(game.discard, card)
    show_to_all(game, card)


@rule
def out_of_hand(game: CardState, seat: int, card: int) -> int:
    """Take a card out of a hand under the first back of its shuffle; faces keep their order.

    Others see the backs. If the first card of a kind left under its own back, they would know
    that none of those before it is of that kind.
    """
    hand = game.hand[seat]
    back = card
    for i in range(find(hand, card) - 1, -1, -1):
        other = get(hand, i)
        if game.known[card] == EVERYONE:
            break  # all know its back
        if game.batch[other] == game.batch[card] and game.known[other] != EVERYONE:
            face, known = game.kind[other], game.known[other]
            game.kind[other] = game.kind[back]
            game.known[other] = game.known[back]
            game.kind[back] = face
            game.known[back] = known
            back = other
    remove(hand, back)
    return back


# --- shuffling ---------------------------------------------------------------------------------


@rule(arrays=True)
def shuffle_new_deck(game: CardState, copies: Ints) -> None:
    """A deck of `copies[kind]` cards of each kind, in random order."""
    fill_pool(game, 0, copies)
    game.shuffles = 1
    for card in range(game.cards):
        game.kind[card] = game.pool[card]
        push(game.deck, card)
    shuffle(game.rng, game.kind, game.cards)


@rule(arrays=True)
def reshuffle(game: CardState, batch: int) -> int:
    """The discard pile becomes the deck; nobody knows which card now has which face. How many.

    As a batch of its own, others know that none of its faces can be in a hand held before. A game
    in which cards leave a hand in secret takes the batch of all cards, 0: where a card comes from
    would tell whose it was.
    """
    count = length(game.discard)
    faces = np.zeros(count, np.int16)
    left = np.zeros((game.shuffles + 1, MOST_KINDS), np.int16)
    for one in range(game.shuffles):
        count_pool(game, one, left[one])
    for i in range(count):
        card = pop(game.discard)
        push(game.deck, card)
        faces[i] = game.kind[card]
        left[game.batch[card], faces[i]] -= 1
        left[batch, faces[i]] += 1
        game.batch[card] = batch
        game.known[card] = 0
    game.shuffles = max(int(game.shuffles), batch + 1)
    for one in range(game.shuffles):
        fill_pool(game, one, left[one])
    shuffle(game.rng, faces, count)
    for i in range(count):
        game.kind[get(game.deck, i)] = faces[i]
    return count


@rule
def count_pool(game: CardState, batch: int, counts: Ints) -> None:
    """Count the faces that went into one shuffle."""
    for card in range(game.cards):
        if game.batch[card] == batch:
            counts[game.pool[card]] += 1


@entry
def fill_pool(game: CardState, batch: int, counts: Ints) -> None:
    """Note the faces that went into one shuffle, lowest first."""
    kind = 0
    used = 0
    for card in range(game.cards):
        if game.batch[card] == batch:
            while used >= counts[kind]:
                kind += 1
                used = 0
            game.pool[card] = kind
            used += 1


# --- what a seat cannot know -------------------------------------------------------------------


@rule
def blank_faces(game: CardState, seat: int) -> None:
    """Blank the faces a seat has not seen, and coming chance."""
    for card in range(game.cards):
        if game.known[card] & eye(seat) == 0:
            game.kind[card] = UNSEEN
    game.rng[:] = 0


@rule(arrays=True)
def deal_faces(game: CardState, seat: int, generator: Generator) -> None:
    """Give the cards `seat` cannot see faces that fit all it has seen, and chance anew.

    Faces stay within the shuffle they came from. Works on a blanked state as well as on a whole
    one, with the same result.
    """
    for batch in range(game.shuffles):
        faces = unseen_faces(game, seat, batch)
        shuffle(generator, faces[1:], length(faces))
        dealt = 0
        for card in range(game.cards):
            if game.batch[card] == batch and game.known[card] & eye(seat) == 0:
                dealt += 1
                game.kind[card] = faces[dealt]
    for i in range(WORDS):
        game.rng[i] = next_word(generator)
    game.rng[LOADED] = 0


@rule(arrays=True)
def unseen_faces(game: CardState, seat: int, batch: int) -> Ints:
    """The faces of one shuffle that `seat` has not seen, as a bounded list."""
    left = np.zeros(MOST_KINDS, np.int16)
    count_pool(game, batch, left)
    for card in range(game.cards):
        if game.batch[card] == batch and game.known[card] & eye(seat) != 0:
            left[game.kind[card]] -= 1
    faces = np.zeros(1 + game.cards, np.int16)
    for kind in range(MOST_KINDS):
        for _ in range(left[kind]):
            push(faces, kind)
    return faces


# --- what holds in every position; for the fuzz run --------------------------------------------

FINE, MISPLACED, WRONG_FACES = range(3)  # the first rows of the violations of each game
VIOLATIONS = (
    "",
    mark("a card lies in two places or in none"),
    mark("the faces of the cards are not those of the deck"),
)


@rule
def find_wrong_cards(game: CardState, places: Ints) -> int:
    """What does not hold of cards that lie in so many places each, or FINE."""
    if not lie_once(places, game.cards):
        return MISPLACED
    return FINE if faces_are_the_deck(game) else WRONG_FACES


@rule(arrays=True)
def faces_are_the_deck(game: CardState) -> bool:
    """Whether the faces of each shuffle are those that went into it."""
    for batch in range(game.shuffles):
        left = np.zeros(MOST_KINDS, np.int16)
        count_pool(game, batch, left)
        for card in range(game.cards):
            if game.batch[card] == batch:
                left[game.kind[card]] -= 1
        for kind in range(MOST_KINDS):
            if left[kind] != 0:
                return False
    return True


@rule
def count_places(items: Indices, places: Ints) -> None:
    """Note every card of a list."""
    for i in range(length(items)):
        places[get(items, i)] += 1


@rule
def lie_once(places: Ints, count: int) -> bool:
    """Whether each of the first cards has been noted once."""
    for card in range(count):
        if places[card] != 1:
            return False
    return True
