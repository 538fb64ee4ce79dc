"""The Origin of Species: what it is, and everything the rooms above need to know of it."""

from __future__ import annotations

from collections.abc import Sequence

from tangledbank.games.game import GameOf
from tangledbank.games.origin.rules import kernel
from tangledbank.games.origin.rules.actions import Reason, Verb
from tangledbank.games.origin.rules.cards import CARD_SIDES, Ability
from tangledbank.games.origin.rules.state import Phase, Stage, State
from tangledbank.games.origin.text.position import Document
from tangledbank.games.shared.verbs import Scene
from tangledbank.kernel.records import States, items_of
from tangledbank.text import mark, say


def caution(code: int, scene: Scene[State]) -> str:
    """A warning about a legal action that is hardly ever wanted, or nothing."""
    game = scene.game
    if not Verb.WITH <= code < Verb.TAKE or game.draft_side != Ability.SYMBIOSIS:
        return ""
    seen = {int(game.draft_animal)}
    frontier = [code - Verb.WITH]
    while frontier:
        animal = frontier.pop()
        if animal == game.draft_animal:
            return say("This closes a circle of symbionts: none of them could eat.")  # OS-RUL-05
        for card in items_of(game.links):
            if game.side[card] == Ability.SYMBIOSIS and game.host[card] == animal:
                symbiont = int(game.partner[card])
                if symbiont == game.draft_animal or symbiont not in seen:
                    seen.add(symbiont)
                    frontier.append(symbiont)
    return ""


def why_no_target(states: States, seat: int, path: Sequence[int]) -> int:
    """Why the target of a path is not possible, where its first step finds no target at all."""
    first, second = path[0], path[1]
    game = states[0]
    if Verb.ATTACK <= first < Verb.PREY:
        game.stage, game.draft_animal = Stage.HUNT, first - Verb.ATTACK
    elif Verb.PIRACY <= first < Verb.STEAL:
        game.stage, game.draft_animal = Stage.ROB, first - Verb.PIRACY
    elif Verb.ABILITY <= first < Verb.ON:
        game.stage = Stage.PLACE
        game.draft_side = CARD_SIDES[(first - Verb.ABILITY) // 2, (first - Verb.ABILITY) % 2]
    elif Verb.ON <= first < Verb.WITH:
        game.stage, game.draft_animal = Stage.PAIR, first - Verb.ON
    why = int(kernel.why_not(states, seat, second))
    if why == Reason.NO_TARGET and len(path) > 2:  # with which one
        return why_no_target(states, seat, path[1:])
    return why


def may_rest(code: int, states: States) -> bool:
    """Whether this action is a pass that a resting seat makes by itself (OS-RUL-44)."""
    game = states[0]
    return bool(code == Verb.END and game.stage == Stage.FEED and game.acted == 0)


GAME = GameOf[State, Document](
    name="origin",
    title=mark("Evolution: The Origin of Species"),
    about=mark("Play animals, give them abilities and find enough food for all of them."),
    usual_seats=4,
    caution=caution,
    no_target=("no_prey", "no_loot", "no_target"),
    why_no_target=why_no_target,
    may_rest=may_rest,
    rest_phases=(Phase.FEEDING,),
    rules=2,
    former={1: {"duty": "strict"}},
)
