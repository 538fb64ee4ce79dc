"""Setting up, whose go it is, the end of a turn and of the game (ledger 3.1, 3.2, 3.12, 3.13)."""

from __future__ import annotations

import numpy as np

from tangledbank.games.origin.rules import state, tell
from tangledbank.games.origin.rules.actions import Reason
from tangledbank.games.origin.rules.animals import discard_animal, fed, right_of, was_used
from tangledbank.games.origin.rules.cards import COPIES, EXTRA, NOTHING, SET_SIZES, Ability
from tangledbank.games.origin.rules.state import Option, Phase, Stage, State
from tangledbank.games.shared.hidden_cards import deal_card, reshuffle, shuffle_new_deck
from tangledbank.games.shared.tableau import seat_after, sit_down
from tangledbank.kernel.chance import below
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import EventBook, Ints, get, length

STARTING_HAND = 6
ONE_SET_SEATS = 4  # more players mix two sets (OS-SET-01, OS-RUL-02)
NEW_HAND = 6  # for a player with no animal and no card (OS-DRAW-02)
ANIMAL_POINTS = 2  # OS-SCO-01


@rule(arrays=True)
def set_up(game: State, options: Ints, seed: int, events: EventBook) -> None:
    """A shuffled deck, six cards each, nobody has an animal, the first player by lot."""
    sit_down(game, options, seed)
    sets = 1 if game.seats <= ONE_SET_SEATS else 2
    deck = game.options[Option.DECK]
    game.cards = sets * SET_SIZES[deck]
    shuffle_new_deck(game, sets * COPIES[deck])
    for _ in range(STARTING_HAND):  # OS-SET-02
        for seat in range(game.seats):
            deal_card(game, seat)
    game.first = below(game.rng, game.seats)  # OS-SET-05
    clear_draft(game)
    game.turn = 0
    begin_turn(game, events)


@entry
def clear_draft(game: State) -> None:
    """No choice is open."""
    game.draft_card = NOTHING
    game.draft_side = NOTHING
    game.draft_animal = NOTHING
    game.predator = NOTHING
    game.prey = NOTHING


@rule
def begin_turn(game: State, events: EventBook) -> None:
    """A new turn starts with development, from the first player (OS-TRN-01, -02)."""
    game.turn += 1
    game.phase = Phase.DEVELOPMENT
    game.passed[:] = 0
    tell.turn_begins(game, events, game.first, game.turn, game.last_turn)
    begin_laps(game)
    game.stage = Stage.NEXT_DEVELOPER


@rule
def begin_laps(game: State) -> None:
    """Set the order so that the next go is the first player's, in round 1."""
    game.mover = (game.first + game.seats - 1) % game.seats
    game.lap = 0


@rule
def next_mover(game: State) -> None:
    """The go passes clockwise; with the first player a new round begins (OS-TRN-03)."""
    game.mover = seat_after(game, game.mover)
    game.decider = game.mover
    if game.mover == game.first:
        game.lap += 1


@rule
def next_developer(game: State, events: EventBook) -> None:
    """The next player who has not passed plays a card; all passed: food bank (OS-DEV-04…-06)."""
    for _ in range(game.seats):
        next_mover(game)
        seat = game.mover
        if game.passed[seat] != 0:
            continue
        if length(game.hand[seat]) > 0:
            game.stage = Stage.DEVELOP
            return
        pass_development(game, events, seat)  # OS-DEV-05
    game.stage = Stage.FOOD_BANK


@rule
def pass_development(game: State, events: EventBook, seat: int) -> None:
    """No more cards from this player in this phase."""
    game.passed[seat] = 1
    tell.passed(game, events, seat)


@rule
def why_not_now(game: State, wanted: int) -> int:
    """Why nothing can be chosen that belongs to the stage `wanted`."""
    if wanted == Stage.REACT:
        return Reason.NO_ATTACK
    if wanted == Stage.CHAIN:
        return Reason.NOT_ARMED
    if wanted == Stage.SCAVENGE:
        return Reason.NO_CARRION
    if wanted <= Stage.PAIR:
        if game.stage > Stage.PAIR:
            return Reason.WRONG_PHASE
        return Reason.NOTHING_CHOSEN if game.stage == Stage.DEVELOP else Reason.FINISH_CHOICE
    if game.stage == Stage.DEVELOP:
        return Reason.WRONG_PHASE
    if game.stage >= Stage.REACT:
        return Reason.ANSWER_FIRST
    return Reason.NOTHING_CHOSEN if game.stage == Stage.FEED else Reason.FINISH_CHOICE


# --- the end of a turn ---------------------------------------------------------------------------


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
    due = np.zeros(state.MAX_SEATS, np.int16)
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
            game.slept[a] = was_used(game, a, Ability.HIBERNATION)  # OS-HIB-02, woken ones too
            game.used[a] = 0
            game.hibernating[a] = 0
    for i in range(length(game.links)):
        game.spent[get(game.links, i)] = 0


@rule
def card_points(game: State, card: int) -> int:
    """The points of an ability card (OS-SCO-02, -03)."""
    return 1 + EXTRA[game.side[card]]


@rule
def points_alone(game: State, a: int) -> int:
    """What an animal is worth with the abilities that are its own (OS-SCO-01 to -03)."""
    total = ANIMAL_POINTS
    card = game.under[a]
    while card != NOTHING:
        total += card_points(game, card)
        card = game.below[card]
    return total


@rule
def points(game: State, seat: int) -> int:
    """What a seat's animals and abilities are worth (OS-SCO-01 to -04)."""
    total = 0
    row = game.row[seat]
    for i in range(length(row)):
        total += points_alone(game, get(row, i))
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
