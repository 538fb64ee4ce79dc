"""Getting food, and the pair abilities that answer it (ledger 4.3)."""

from __future__ import annotations

import numpy as np

from tangledbank.games.origin.rules import animals, state, tell
from tangledbank.games.origin.rules.actions import Reason, Verb
from tangledbank.games.origin.rules.animals import can_receive, fed, food, need
from tangledbank.games.origin.rules.cards import NOTHING, Ability
from tangledbank.games.origin.rules.state import TO_HOST, TO_PARTNER, Colour, Option, Stage, State
from tangledbank.games.origin.rules.tell import Source
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, find, get, length

STATE = State.dtype
MOST_STEPS = 2000  # how long orders are tried; a network with more is worth a question


@rule
def put_token(game: State, a: int, colour: int) -> None:
    """Place a token: on a hungry animal, else as a yellow one on a free fat card (OS-FAT-02)."""
    if food(game, a) >= need(game, a):
        game.yellow[animals.free_fat_card(game, a)] = 1
    elif colour == Colour.RED:
        game.red[a] += 1
    else:
        game.blue[a] += 1


@rule
def gain(
    game: State, events: EventBook, a: int, colour: int, tokens: int, source: int, then: int
) -> None:
    """`a` gets up to `tokens`, which arms its pair abilities; afterwards stage `then`."""
    game.then = then
    game.stage = then
    for _ in range(tokens):
        if can_receive(game, a):
            put_token(game, a, colour)
            tell.token_gained(game, events, game.owner[a], a, colour, source)
            arm(game, a, source == Source.BANK or source == Source.COMMUNICATION)
            game.stage = Stage.LINKING


@rule
def arm(game: State, a: int, from_bank: bool) -> None:
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
def answers(game: State, card: int, from_bank: bool) -> bool:
    """Cooperation answers any food, communication only red from the bank."""
    ability = game.side[card]
    return ability == Ability.COOPERATION or (ability == Ability.COMMUNICATION and from_bank)


@rule
def receiver(game: State, card: int, towards: int) -> int:
    """The animal a pair ability would feed."""
    if towards == TO_PARTNER:
        return game.partner[card]
    return game.host[card]


@rule
def can_work(game: State, card: int, towards: int) -> bool:
    """Whether an armed pair ability can feed its animal right now."""
    if game.armed[card] & towards == 0:
        return False
    if game.side[card] == Ability.COMMUNICATION and game.bank == 0:
        return False
    return can_receive(game, receiver(game, card, towards))


@rule
def list_links(game: State, out: Ints) -> int:
    """The pair abilities that can work now, as actions."""
    n = 0
    for i in range(length(game.links)):
        card = get(game.links, i)
        for towards in (TO_PARTNER, TO_HOST):
            if can_work(game, card, towards):
                out[n] = Verb.LINK + card * 2 + towards - 1
                n += 1
    if game.options[Option.LINKS] == 1:
        out[n] = Verb.STOP
        n += 1
    return n


@rule
def follow_links(game: State, events: EventBook) -> None:
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
    elif game.options[Option.LINKS] == 0 and (options == 1 or not order_matters(game, events)):
        work(game, events, first // 2, first % 2 + 1)  # OS-RUL-15, OS-RUL-44
    else:
        game.stage = Stage.CHAIN
        game.decider = game.owner[game.host[first // 2]]


@rule
def why_no_link(game: State, card: int, towards: int) -> int:
    """What keeps this pair ability from working this way, or OK."""
    if find(game.links, card) < 0:
        return Reason.NO_SUCH_CARD
    return Reason.OK if can_work(game, card, towards) else Reason.NOT_ARMED


@rule
def why_no_stop(game: State) -> int:
    """What keeps the owner from ending the chain, or OK (OS-RUL-15)."""
    return Reason.OK if game.options[Option.LINKS] == 1 else Reason.LINKS_FORCED


@rule
def lapse(game: State) -> None:
    """The chain is over; what could not work stays unused (ledger 4.3, step 4)."""
    for i in range(length(game.links)):
        game.armed[get(game.links, i)] = 0
    game.decider = game.mover
    game.stage = game.then


@rule
def work(game: State, events: EventBook, card: int, towards: int) -> None:
    """One pair ability feeds one animal, once in this round (OS-PAIR-06)."""
    a = receiver(game, card, towards)
    game.spent[card] = 1
    game.armed[card] = 0
    if game.side[card] == Ability.COMMUNICATION:
        game.bank -= 1
        gain(game, events, a, Colour.RED, 1, Source.COMMUNICATION, game.then)
    else:
        gain(game, events, a, Colour.BLUE, 1, Source.COOPERATION, game.then)


@rule
def order_matters(game: State, events: EventBook) -> bool:
    """Whether the waiting pair abilities bring different results in different orders."""
    return may_differ(game) and results_differ(game, events)


@rule(arrays=True)
def may_differ(game: State) -> bool:
    """A quick look at the order: False is sure, True is not.

    Results cannot differ if everything that may work will work: each pair ability in one
    direction only, every animal with room for all that comes to it, the bank with enough red,
    and no hungry symbiont that might be fed on the way.
    """
    coming = np.zeros(state.MAX_CARDS, np.int16)  # tokens on their way to each animal
    red = np.zeros(state.MAX_CARDS, np.int16)  # those of them that come from the bank
    ways = np.zeros(state.MAX_CARDS, np.int16)  # the direction in which each pair ability will work
    grows = True
    while grows:
        grows = False
        for i in range(length(game.links)):
            card = get(game.links, i)
            for towards in (TO_PARTNER, TO_HOST):
                if ways[card] == towards or not may_work(game, card, towards, coming, red, ways):
                    continue
                if ways[card] != 0:
                    return True
                a = receiver(game, card, towards)
                ways[card] = towards
                coming[a] += 1
                red[a] += game.side[card] == Ability.COMMUNICATION
                grows = True
    return red.sum() > game.bank or someone_lacks_room(game, coming) or unblocks(game, coming)


@rule
def may_work(game: State, card: int, towards: int, coming: Ints, red: Ints, ways: Ints) -> bool:
    """Whether a pair ability waits to work in this direction, or will through food to come."""
    if game.side[card] == Ability.COMMUNICATION and game.bank == 0:
        return False
    if not can_receive(game, receiver(game, card, towards)):
        return False
    if game.armed[card] & towards != 0:
        return True
    if game.spent[card] != 0:
        return False
    giver = receiver(game, card, TO_PARTNER + TO_HOST - towards)
    tokens, from_bank = coming[giver], red[giver]
    if ways[card] != 0:  # what this card itself brings does not start it again
        tokens -= 1
        from_bank -= game.side[card] == Ability.COMMUNICATION
    return tokens > 0 and answers(game, card, from_bank > 0)


@rule
def someone_lacks_room(game: State, coming: Ints) -> bool:
    """Whether more food comes to an animal than it can take."""
    for i in range(length(game.links)):
        for towards in (TO_PARTNER, TO_HOST):
            a = receiver(game, get(game.links, i), towards)
            if coming[a] > need(game, a) - food(game, a) + animals.free_fat_cards(game, a):
                return True
    return False


@rule
def unblocks(game: State, coming: Ints) -> bool:
    """Whether food comes to a hungry symbiont, which might let its partner eat."""
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.side[card] == Ability.SYMBIOSIS:
            symbiont = game.partner[card]
            if coming[symbiont] > 0 and not fed(game, symbiont):
                return True
    return False


@rule(arrays=True)
def results_differ(game: State, events: EventBook) -> bool:
    """Try every order on copies of the game; True also if there are more than MOST_STEPS."""
    links = length(game.links)
    games = np.empty(links + 2, STATE)  # after 0, 1, 2 … pair abilities; the last: a first result
    options = np.empty((links + 1, 2 * links + 1), np.int64)
    tried = np.zeros(links + 1, np.int64)
    games[0] = game
    room, events.room = events.room, 0  # nothing of this has happened
    steps, level, results = 0, 0, 0
    while level >= 0 and results < 2 and steps < MOST_STEPS:
        count = list_links(games[level], options[level])
        if count == 0:
            if results == 0:
                games[links + 1] = games[level]
                results = 1
            elif not same_food(games[level], games[links + 1]):
                results = 2
        if tried[level] == count:
            level -= 1
            continue
        steps += 1
        games[level + 1] = games[level]
        link = options[level, tried[level]] - Verb.LINK
        work(games[level + 1], events, link // 2, link % 2 + 1)
        tried[level] += 1
        level += 1
        tried[level] = 0
    events.room = room
    return results == 2 or steps == MOST_STEPS


@rule
def same_food(game: State, other: State) -> bool:
    """Whether two ends of a chain have the same tokens, bank and used pair abilities."""
    if game.bank != other.bank:
        return False
    for card in range(game.cards):
        if (
            food(game, card) != food(other, card)  # whatever their colours: OS-FEED-05
            or game.yellow[card] != other.yellow[card]
            or game.spent[card] != other.spent[card]
        ):
            return False
    return True
