"""What holds in every position; for the fuzz run."""

from __future__ import annotations

import numpy as np

from tangledbank.games.origin.rules.animals import food, need
from tangledbank.games.origin.rules.cards import BIT, NOTHING, Ability
from tangledbank.games.origin.rules.state import MAX_CARDS, State
from tangledbank.games.shared.hidden_cards import VIOLATIONS, count_places
from tangledbank.games.shared.rows import ViolationRow
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Ints, get, length
from tangledbank.text import mark


class Violation(ViolationRow):
    """What must hold in every position; the first is that all does."""

    FINE, MISPLACED, WRONG_FACES = VIOLATIONS
    WRONG_TOKENS = mark("an animal has more tokens than it needs, or fewer than none")
    WRONG_FAT = mark("a yellow token lies on a card that is no fat")
    TOO_MUCH_RED = mark("more red tokens than the food bank had")
    WRONG_TRAITS = mark("the abilities of an animal are not those of its cards")
    WRONG_PAIR = mark("a pair ability joins animals that are not two of one owner")


@rule
def find_violation(game: State) -> int:
    """The first thing that does not hold, whatever the cards, or FINE."""
    for i in range(length(game.links)):
        card = get(game.links, i)
        a, b = game.host[card], game.partner[card]
        if a == b or game.owner[a] != game.owner[b]:
            return Violation.WRONG_PAIR
    red = 0
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            a = get(game.row[seat], i)
            if game.red[a] < 0 or game.blue[a] < 0 or food(game, a) > need(game, a):
                return Violation.WRONG_TOKENS
            red += game.red[a]
            if traits_by_cards(game, a) != game.traits[a]:
                return Violation.WRONG_TRAITS
            card = game.under[a]
            while card != NOTHING:
                if game.yellow[card] != 0 and (
                    game.side[card] != Ability.FAT or game.yellow[card] != 1
                ):
                    return Violation.WRONG_FAT
                card = game.below[card]
    if game.bank < 0 or red + game.bank > game.rolled:
        return Violation.TOO_MUCH_RED
    return Violation.FINE


@rule(arrays=True)
def places_of_cards(game: State) -> Ints:
    """How often each card lies in deck, discard pile, hands or on the table."""
    places = np.zeros(MAX_CARDS, np.int16)
    count_places(game.deck, places)
    count_places(game.discard, places)
    count_places(game.links, places)
    for seat in range(game.seats):
        count_places(game.hand[seat], places)
        count_places(game.row[seat], places)
        for i in range(length(game.row[seat])):
            card = game.under[get(game.row[seat], i)]
            while card != NOTHING:
                places[card] += 1
                card = game.below[card]
    return places


@rule
def traits_by_cards(game: State, a: int) -> int:
    """The abilities of an animal, read off its cards."""
    bits = 0
    card = game.under[a]
    while card != NOTHING:
        bits |= BIT[game.side[card]]
        card = game.below[card]
    for i in range(length(game.links)):
        link = get(game.links, i)
        if game.host[link] == a or (
            game.partner[link] == a and game.side[link] != Ability.SYMBIOSIS
        ):
            bits |= BIT[game.side[link]]
    return bits
