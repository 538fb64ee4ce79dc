"""The door to the rules of Darwin's Choice."""

from __future__ import annotations

from tangledbank.games.darwin.rules.actions import Reason, Verb
from tangledbank.games.darwin.rules.drawing import drawers, list_draws
from tangledbank.games.darwin.rules.state import Stage, State
from tangledbank.games.darwin.rules.transition import set_up, standing
from tangledbank.games.shared.dispatch import dispatch
from tangledbank.games.shared.entries import bind_entries
from tangledbank.games.shared.hidden_cards import SEAT_BIT
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import EventBook, Ints, States

RULES = dispatch(__package__, Verb, Stage, "turn.why_not_now")
list_actions, refuse, pass_on = RULES.list_actions, RULES.refuse, RULES.pass_on


@rule
def asked(game: State) -> int:
    """The seats that have a decision now, as bits."""
    return game.waiting


@entry(inline=True)
def legal(states: States, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat; how many.

    Before its first action of an era a seat may redraw in the turn of another: it has legal
    actions then without being asked (DC-REDRAW-4).
    """
    game = states[0]
    if game.to_draw[seat] > 0:
        return list_draws(game, seat, out)
    if game.stage != Stage.TURN and game.waiting & SEAT_BIT[seat] == 0:
        return 0
    return list_actions(game, seat, out)


@rule(inline=True)
def go_on(game: State, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while True:
        if game.stage == Stage.TURN:
            game.waiting = drawers(game) | SEAT_BIT[game.mover]
            return
        if game.stage == Stage.DRAW:
            game.waiting = drawers(game)
            if game.waiting != 0:
                return
            game.stage = game.then
        elif game.stage < Stage.BEGIN_ERA:
            return
        else:
            pass_on(game, events)


@entry
def why_not(states: States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == Stage.OVER:
        return Reason.GAME_OVER
    is_draw = action == Verb.DRAW_REST or Verb.DRAW <= action < Verb.REDRAW
    if game.to_draw[seat] > 0 and not is_draw:
        return Reason.DRAW_FIRST
    is_early = action == Verb.NEW_HAND or Verb.REDRAW <= action < Verb.GIVE
    if is_draw or (is_early and game.stage == Stage.TURN):
        return refuse(game, seat, action)  # also in the turn of another (DC-REDRAW-4)
    if game.waiting & SEAT_BIT[seat] == 0 or (game.stage == Stage.TURN and seat != game.mover):
        return Reason.NOT_YOUR_DECISION
    return refuse(game, seat, action)


new, pending, _legal, step, settle, observe, redeal, score, _why_not, broken = bind_entries(
    __package__, **RULES._asdict(), asked=asked, go_on=go_on, set_up=set_up, standing=standing,
)  # fmt: skip
