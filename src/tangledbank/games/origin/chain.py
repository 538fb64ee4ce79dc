"""Getting food, and the pair abilities that answer it (ledger 4.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangledbank.games.origin.actions import (
    FROM_BANK,
    FROM_COMMUNICATION,
    FROM_COOPERATION,
    LINK,
    STOP,
    TOKEN_GAINED,
)
from tangledbank.games.origin.animals import (
    can_receive,
    food,
    free_fat_card,
    need,
    tell,
    why_no_food,
)
from tangledbank.games.origin.cards import COMMUNICATION, COOPERATION, NOTHING
from tangledbank.games.origin.reasons import OK, SYMBIONT_HUNGRY
from tangledbank.games.origin.state import (
    BLUE,
    CHAIN,
    LINKING,
    MAX_CARDS,
    OPT_LINKS,
    RED,
    TO_HOST,
    TO_PARTNER,
    Game,
)
from tangledbank.kernel.compiling import rule, scratch_rule
from tangledbank.kernel.events import EventBook
from tangledbank.kernel.lists import get, length, push

ATE, ATE_RED = 1, 2
UNSURE = -1


@rule
def put_token(game: Game, a: int, colour: int) -> None:
    """Place a token: on a hungry animal, else as a yellow one on a free fat card (OS-FAT-02)."""
    if food(game, a) >= need(game, a):
        game.yellow[free_fat_card(game, a)] = 1
    elif colour == RED:
        game.red[a] += 1
    else:
        game.blue[a] += 1


@rule
def gain(
    game: Game, events: EventBook, a: int, colour: int, tokens: int, source: int, then: int
) -> None:
    """`a` gets up to `tokens`, which arms its pair abilities; afterwards stage `then`."""
    game.then = then
    game.stage = then
    for _ in range(tokens):
        if can_receive(game, a):
            put_token(game, a, colour)
            tell(game, events, TOKEN_GAINED, game.owner[a], a, NOTHING, colour, source)
            arm(game, a, source == FROM_BANK or source == FROM_COMMUNICATION)
            game.stage = LINKING


@rule
def arm(game: Game, a: int, from_bank: bool) -> None:
    """Every pair ability of `a` that answers this food waits to work (OS-COM-01, OS-COO-01)."""
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.spent[card] != 0 or not answers(game, card, from_bank):
            continue
        if game.host[card] == a:
            game.armed[card] |= TO_PARTNER
        elif game.partner[card] == a:
            game.armed[card] |= TO_HOST


@rule
def answers(game: Game, card: int, from_bank: bool) -> bool:
    """Cooperation answers any food, communication only red from the bank."""
    ability = game.side[card]
    return ability == COOPERATION or (ability == COMMUNICATION and from_bank)


@rule
def receiver(game: Game, card: int, towards: int) -> int:
    """The animal a pair ability would feed."""
    if towards == TO_PARTNER:
        return game.partner[card]
    return game.host[card]


@rule
def can_work(game: Game, card: int, towards: int) -> bool:
    """Whether an armed pair ability can feed its animal right now."""
    if game.armed[card] & towards == 0:
        return False
    if game.side[card] == COMMUNICATION and game.bank == 0:
        return False
    return can_receive(game, receiver(game, card, towards))


@rule
def list_links(game: Game, out: Any) -> int:
    """The pair abilities that can work now, as actions."""
    n = 0
    for i in range(length(game.links)):
        card = get(game.links, i)
        for towards in (TO_PARTNER, TO_HOST):
            if can_work(game, card, towards):
                out[n] = LINK + card * 2 + towards - 1
                n += 1
    if game.options[OPT_LINKS] == 1:
        out[n] = STOP
        n += 1
    return n


@rule
def follow_links(game: Game, events: EventBook) -> None:
    """Let pair abilities work until none can, or until their owner has to choose an order."""
    options = 0
    first = NOTHING
    for i in range(length(game.links)):
        card = get(game.links, i)
        for towards in (TO_PARTNER, TO_HOST):
            if can_work(game, card, towards):
                options += 1
                if first == NOTHING:
                    first = card * 2 + towards - 1
    if options == 0:
        lapse(game)
    elif game.options[OPT_LINKS] == 0 and (options == 1 or not order_matters(game)):
        work(game, events, first)  # OS-RUL-15, OS-RUL-44
    else:
        game.stage = CHAIN
        game.decider = game.owner[game.host[first // 2]]


@rule
def lapse(game: Game) -> None:
    """The chain is over; what could not work stays unused (ledger 4.3, step 4)."""
    for i in range(length(game.links)):
        game.armed[get(game.links, i)] = 0
    game.decider = game.mover
    game.stage = game.then


@rule
def work(game: Game, events: EventBook, link: int) -> None:
    """One pair ability feeds one animal, once in this round (OS-PAIR-06)."""
    card = link // 2
    a = receiver(game, card, link % 2 + 1)
    game.spent[card] = 1
    game.armed[card] = 0
    if game.side[card] == COMMUNICATION:
        game.bank -= 1
        gain(game, events, a, RED, 1, FROM_COMMUNICATION, game.then)
    else:
        gain(game, events, a, BLUE, 1, FROM_COOPERATION, game.then)


@scratch_rule
def order_matters(game: Game) -> bool:
    """Whether the waiting pair abilities could bring different results in different orders.

    They cannot if what will work spreads like a tree: each animal is reached once, no hungry
    symbiont stands in the way, and the bank has enough. Then all of it happens in any order.
    """
    eaten = np.zeros(MAX_CARDS, np.int16)  # animals that have got food; ATE_RED: from the bank
    taken = np.zeros(MAX_CARDS, np.int16)  # pair abilities that are accounted for
    queue = np.zeros(1 + MAX_CARDS, np.int16)  # animals whose own pair abilities come next
    for i in range(length(game.links)):
        card = get(game.links, i)
        for towards in (TO_PARTNER, TO_HOST):
            if game.armed[card] & towards != 0:
                taken[card] = 1
                eaten[receiver(game, card, TO_PARTNER + TO_HOST - towards)] = ATE
    from_bank = 0
    for i in range(length(game.links)):
        card = get(game.links, i)
        for towards in (TO_PARTNER, TO_HOST):
            if game.armed[card] & towards != 0:
                tokens = reach(game, card, receiver(game, card, towards), eaten, queue)
                if tokens == UNSURE:
                    return True
                from_bank += tokens
    done = 0
    while done < length(queue):
        eater = get(queue, done)
        done += 1
        for i in range(length(game.links)):
            card = get(game.links, i)
            if taken[card] != 0 or game.spent[card] != 0:
                continue
            if game.host[card] != eater and game.partner[card] != eater:
                continue
            if answers(game, card, eaten[eater] == ATE_RED):
                taken[card] = 1
                towards = TO_PARTNER if game.host[card] == eater else TO_HOST
                tokens = reach(game, card, receiver(game, card, towards), eaten, queue)
                if tokens == UNSURE:
                    return True
                from_bank += tokens
    return bool(from_bank > game.bank)


@rule
def reach(game: Game, card: int, a: int, eaten: Any, queue: Any) -> int:
    """`a` would be fed by this pair ability: tokens taken from the bank for it, or UNSURE."""
    if game.side[card] == COMMUNICATION and game.bank == 0:
        return 0  # nothing comes into the bank while the chain goes on
    hindrance = why_no_food(game, a)
    if hindrance == SYMBIONT_HUNGRY:
        return UNSURE
    if hindrance != OK:
        return 0  # full or hibernating: it stays so while the chain goes on
    if eaten[a] != 0:
        return UNSURE
    push(queue, a)
    if game.side[card] == COMMUNICATION:
        eaten[a] = ATE_RED
        return 1
    eaten[a] = ATE
    return 0
