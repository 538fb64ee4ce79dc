"""The entries of a game's kernel, made from its rows and rules, which are found by their names.

`pending`, `legal`, `why_not` and `go_on` are templates, as those of `dispatch.py` are: the rule
`asked` tells which seats have a decision. A game with more to say has an entry of its own instead.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from tangledbank.games.shared.dispatch import bind_all, dispatch
from tangledbank.games.shared.hidden_cards import FINE, find_wrong_cards
from tangledbank.kernel.chance import Generator
from tangledbank.kernel.compiling import bind, entry, fill_in, rule
from tangledbank.kernel.records import EventBook, EventBooks, Ints, States

OVER: int  # the last stage at which anyone decides; the rules pass through those behind it
GAME_OVER: int
NOT_YOUR_DECISION: int
asked: Callable[..., int]
list_actions: Callable[..., int]
refuse: Callable[..., int]
places_of_cards: Callable[..., Ints]
find_violation: Callable[..., int]
pass_on: Callable[..., None]


def pending(states: States) -> int:
    """The seats that have a decision now, as bits."""
    return int(asked(states[0]))


def legal(states: States, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat; how many."""
    game = states[0]
    if asked(game) & (1 << seat) == 0:
        return 0
    return list_actions(game, seat, out)


def why_not(states: States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == OVER:
        return GAME_OVER
    if asked(game) & (1 << seat) == 0:
        return NOT_YOUR_DECISION
    return refuse(game, seat, action)


def go_on(game: np.record, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while game.stage > OVER:
        pass_on(game, events)


def first_violation(game: np.record) -> int:
    """The first thing that does not hold: of the cards, then of what the game has besides."""
    wrong = find_wrong_cards(game, places_of_cards(game))
    return wrong if wrong != FINE else find_violation(game)


class Entries(NamedTuple):
    """All entries of one game, in the order of the contract (docs/architecture.md)."""

    new: Callable[[States, Ints, int, EventBooks], None]
    pending: Callable[[States], int]
    legal: Callable[[States, int, Ints], int]
    step: Callable[[States, int, int, EventBooks], None]
    settle: Callable[[States, EventBooks], None]
    observe: Callable[[States, int, States], None]
    redeal: Callable[[States, int, Generator], None]
    score: Callable[[States, Ints], None]
    why_not: Callable[[States, int, int], int]
    broken: Callable[[States], int]


def bind_entries(package: str, **own: Any) -> Entries:
    """The entries of the game with these rules; `own` are some that do not lie where others do."""
    game = package.split(".")[-2]
    rules = _rules(package, own)
    if "go_on" not in own:
        rules["go_on"] = rule(inline=True)(fill_in(go_on, game, **rules))
    whole = rule(arrays=True)(fill_in(first_violation, game, **rules))
    new, step, settle, observe, redeal, score, broken = bind_all(
        game, **{**rules, "find_violation": whole}
    )
    return Entries(
        new=new,
        pending=entry(inline=True)(fill_in(pending, game, **rules)),
        legal=entry(inline=True)(fill_in(legal, game, **rules)),
        step=step,
        settle=settle,
        observe=observe,
        redeal=redeal,
        score=score,
        why_not=bind(why_not, game, **rules),
        broken=broken,
    )


def _rules(package: str, own: dict[str, Any]) -> dict[str, Any]:
    """All that the templates name, and `own` in place of what would be found."""
    state, actions, turn, secrets, invariants = (
        import_module(f"{package}.{name}")
        for name in ("state", "actions", "turn", "secrets", "invariants")
    )
    made = {} if "list_actions" in own else dispatch(
        package, actions.Verb, state.Stage, "turn.why_not_now"
    )._asdict()  # fmt: skip
    return {
        "empty": state.new_states(),
        "OVER": int(state.Stage.OVER),
        "GAME_OVER": int(actions.Reason.GAME_OVER),
        "NOT_YOUR_DECISION": int(actions.Reason.NOT_YOUR_DECISION),
        "set_up": own.get("set_up") or turn.set_up,
        "standing": own.get("standing") or turn.standing,
        "blank": secrets.blank,
        "deal_again": secrets.deal_again,
        "places_of_cards": invariants.places_of_cards,
        "find_violation": invariants.find_violation,
        **made,
        **own,
    }
