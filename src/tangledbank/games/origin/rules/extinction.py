"""Extinction and draw phase, the end of the game, and the points (ledger 3.12, 3.13)."""

from __future__ import annotations

import numpy as np

from tangledbank.games.origin.rules import tell
from tangledbank.games.origin.rules.animals import discard_animal, fed, right_of, was_used
from tangledbank.games.origin.rules.cards import EXTRA, NOTHING, Ability
from tangledbank.games.origin.rules.state import MAX_SEATS, Option, Phase, Stage, State
from tangledbank.games.origin.rules.turn import begin_turn
from tangledbank.games.shared.hidden_cards import deal_card, reshuffle
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.events import EventBook
from tangledbank.kernel.lists import get, length
from tangledbank.kernel.records import Ints

NEW_HAND = 6  # for a player with no animal and no card (OS-DRAW-02)
ANIMAL_POINTS = 2  # OS-SCO-01


@rule
def end_turn(game: State, events: EventBook) -> None:
    """Extinction, then the end of the game or new cards and the next turn."""
    game.bank = 0  # OS-FEED-10
    extinction(game, events)
    if game.last_turn != 0:
        game.phase = Phase.OVER
        game.stage = Stage.OVER  # OS-END-03
        tell.game_over(game, events)
        return
    draw_cards(game, events)
    clear_table(game)
    game.first = seat_after(game, game.first)  # OS-TRN-05
    game.last_turn = game.ending  # OS-END-02
    begin_turn(game, events)


@rule
def extinction(game: State, events: EventBook) -> None:
    """Unfed and poisoned animals die (OS-EXT-01, -02); being fed hangs on no other animal."""
    seat = int(game.first)
    for _ in range(game.seats):
        row = game.row[seat]
        for place in range(length(row) - 1, -1, -1):
            a = get(row, place)
            if game.poisoned[a] != 0:
                tell.died_of_poison(game, events, seat, a, right_of(game, a))
                discard_animal(game, events, a)
            elif not fed(game, a):
                tell.starved(game, events, seat, a, right_of(game, a))
                discard_animal(game, events, a)
        seat = seat_after(game, seat)


@rule(arrays=True)
def draw_cards(game: State, events: EventBook) -> None:
    """One card at a time in turn order until everyone has enough (OS-RUL-34)."""
    due = np.zeros(MAX_SEATS, np.int16)
    for seat in range(game.seats):
        due[seat] = length(game.row[seat]) + 1  # OS-DRAW-01
        if length(game.row[seat]) == 0 and length(game.hand[seat]) == 0:
            due[seat] = NEW_HAND
    drawing = True
    while drawing:
        drawing = False
        seat = int(game.first)
        for _ in range(game.seats):
            if due[seat] > 0 and deck_has_card(game, events):
                due[seat] -= 1
                drawing = True
                card = deal_card(game, seat)
                tell.drew(game, events, seat, card)
            seat = seat_after(game, seat)
    if length(game.deck) == 0 and game.options[Option.RUN_OUT] == 0:
        run_out(game, events)  # OS-RUL-35: exactly empty has run out too


@rule
def deck_has_card(game: State, events: EventBook) -> bool:
    """Whether a card can be drawn; an empty deck is made anew from the discard pile."""
    if length(game.deck) == 0:
        run_out(game, events)
    return length(game.deck) > 0


@rule
def run_out(game: State, events: EventBook) -> None:
    """The deck has run out: reshuffle, and the next turn is the last (OS-END-01, -02)."""
    if game.ending == 0:
        game.ending = 1
        tell.last_turn_next(game, events)
    if length(game.discard) > 0:
        count = reshuffle(game, int(game.shuffles))
        tell.reshuffled(game, events, count)


@rule
def clear_table(game: State) -> None:
    """Tokens but fat come off, used cards are turned back (OS-DRAW-03, -04)."""
    for seat in range(game.seats):
        row = game.row[seat]
        for i in range(length(row)):
            a = get(row, i)
            game.red[a] = 0
            game.blue[a] = 0
            game.slept[a] = was_used(
                game, a, Ability.HIBERNATION
            )  # OS-HIB-02, also if it was woken
            game.used[a] = 0
            game.hibernating[a] = 0
    for i in range(length(game.links)):
        game.spent[get(game.links, i)] = 0


@rule
def points(game: State, seat: int) -> int:
    """What a seat's animals and abilities are worth (OS-SCO-01 to -04)."""
    total = 0
    row = game.row[seat]
    for i in range(length(row)):
        total += ANIMAL_POINTS
        card = game.under[get(row, i)]
        while card != NOTHING:
            total += 1 + EXTRA[game.side[card]]
            card = game.below[card]
    for i in range(length(game.links)):
        if game.owner[game.host[get(game.links, i)]] == seat:
            total += 1  # OS-RUL-38: one point a card
    return total


@rule
def most_abilities(game: State, seat: int) -> int:
    """The abilities of the seat's best animal; a pair ability counts for both (OS-RUL-38)."""
    best = 0
    row = game.row[seat]
    for i in range(length(row)):
        a = get(row, i)
        count = 0
        card = game.under[a]
        while card != NOTHING:
            count += 1
            card = game.below[card]
        for j in range(length(game.links)):
            link = get(game.links, j)
            if game.host[link] == a or game.partner[link] == a:
                count += 1
        best = max(best, count)
    return best


@rule
def standing(game: State, seat: int, out: Ints) -> None:
    """Points, then the tie-breaks: animals, best animal (OS-SCO-05, OS-TIE-01, -02)."""
    out[0] = points(game, seat)
    out[1] = length(game.row[seat])
    out[2] = most_abilities(game, seat)
