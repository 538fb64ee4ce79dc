"""The door to the rules of The Origin of Species."""

from __future__ import annotations

from tangledbank.games.origin.rules.actions import Reason, Verb
from tangledbank.games.origin.rules.invariants import find_violation
from tangledbank.games.origin.rules.secrets import blank, deal_again
from tangledbank.games.origin.rules.state import Stage, State, new_states
from tangledbank.games.origin.rules.turn import begin_turn, set_up, standing
from tangledbank.games.shared.dispatch import dispatch
from tangledbank.games.shared.entries import bind_all
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.events import EventBook, EventBooks
from tangledbank.kernel.records import Ints, States, copy_record

EMPTY = new_states()

list_actions, carry_out, refuse, pass_on = dispatch(__package__, Verb, Stage, "turn.why_not_now")


@entry
def new(states: States, options: Ints, seed: int, books: EventBooks) -> None:
    """Set up a game and go to its first decision."""
    events = books[0]
    copy_record(EMPTY, states)
    game = states[0]
    set_up(game, options, seed)
    begin_turn(game, events)
    go_on(game, events)


@entry(inline=True)
def pending(states: States) -> int:
    """The seats that have a decision now, as bits."""
    game = states[0]
    if game.stage == Stage.OVER:
        return 0
    return 1 << int(game.decider)


@entry(inline=True)
def legal(states: States, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat; how many."""
    game = states[0]
    if game.stage == Stage.OVER or game.decider != seat:
        return 0
    return list_actions(game, seat, out)


@entry(inline=True)
def step(states: States, seat: int, action: int, books: EventBooks) -> None:
    """Carry out one legal action and go on to the next decision."""
    game, events = states[0], books[0]
    carry_out(game, events, seat, action)
    go_on(game, events)


@rule(inline=True)
def go_on(game: State, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while game.stage >= Stage.NEXT_DEVELOPER:
        pass_on(game, events)


settle, observe, redeal, score, broken = bind_all(
    "origin",
    go_on=go_on,
    blank=blank,
    deal_again=deal_again,
    standing=standing,
    find_violation=find_violation,
)


@entry
def why_not(states: States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == Stage.OVER:
        return Reason.GAME_OVER
    if game.decider != seat:
        return Reason.NOT_YOUR_DECISION
    return refuse(game, seat, action)
