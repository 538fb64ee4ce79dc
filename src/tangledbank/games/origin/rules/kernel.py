"""The door to the rules of The Origin of Species."""

from __future__ import annotations

from tangledbank.games.origin.rules.actions import Reason, Verb
from tangledbank.games.origin.rules.invariants import find_violation
from tangledbank.games.origin.rules.secrets import blank, deal_again
from tangledbank.games.origin.rules.state import Stage, State, new_states
from tangledbank.games.origin.rules.turn import set_up, standing
from tangledbank.games.shared.dispatch import bind_all, dispatch
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import EventBook, Ints, States

list_actions, carry_out, refuse, pass_on = dispatch(__package__, Verb, Stage, "turn.why_not_now")


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


@rule(inline=True)
def go_on(game: State, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while game.stage >= Stage.NEXT_DEVELOPER:
        pass_on(game, events)


new, step, settle, observe, redeal, score, broken = bind_all(
    "origin", empty=new_states(), set_up=set_up, carry_out=carry_out, go_on=go_on, blank=blank,
    deal_again=deal_again, standing=standing, find_violation=find_violation,
)  # fmt: skip


@entry
def why_not(states: States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == Stage.OVER:
        return Reason.GAME_OVER
    if game.decider != seat:
        return Reason.NOT_YOUR_DECISION
    return refuse(game, seat, action)
