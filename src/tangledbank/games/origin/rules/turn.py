"""Setting up, and whose go it is (ledger 3.1 and 3.2)."""

from __future__ import annotations

from tangledbank.games.origin.rules import tell
from tangledbank.games.origin.rules.cards import COPIES, NOTHING, SET_SIZES
from tangledbank.games.origin.rules.reasons import Reason
from tangledbank.games.origin.rules.state import (
    OPT_SEATS,
    OPTION_COUNT,
    Option,
    Phase,
    Stage,
    State,
)
from tangledbank.games.shared.hidden_cards import deal_card, shuffle_new_deck
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.chance import below, plant
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.events import EventBook
from tangledbank.kernel.lists import length
from tangledbank.kernel.records import Ints

STARTING_HAND = 6
ONE_SET_SEATS = 4  # more players mix two sets (OS-SET-01, OS-RUL-02)


@rule(arrays=True)
def set_up(game: State, options: Ints, seed: int) -> None:
    """A shuffled deck, six cards each, nobody has an animal, the first player by lot."""
    for i in range(OPTION_COUNT):
        game.options[i] = options[i]
    game.seats = options[OPT_SEATS]
    sets = 1 if game.seats <= ONE_SET_SEATS else 2
    deck = game.options[Option.DECK]
    game.cards = sets * SET_SIZES[deck]
    plant(game.rng, seed)
    shuffle_new_deck(game, sets * COPIES[deck])
    for _ in range(STARTING_HAND):  # OS-SET-02
        for seat in range(game.seats):
            deal_card(game, seat)
    game.first = below(game.rng, game.seats)  # OS-SET-05
    clear_draft(game)
    game.turn = 0


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
