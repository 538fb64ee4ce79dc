"""Evolution: what it is, and everything the rooms above need to know of it."""

from __future__ import annotations

from collections.abc import Sequence

from tangledbank.games.evolution.rules import kernel
from tangledbank.games.evolution.rules.actions import Reason, Verb
from tangledbank.games.evolution.rules.cards import Trait
from tangledbank.games.evolution.rules.playing import trait_limit_of
from tangledbank.games.evolution.rules.state import Option, Phase, Stage, State
from tangledbank.games.evolution.text.position_words import Document, read_numbers
from tangledbank.games.game import GameOf
from tangledbank.games.shared.verbs import Scene
from tangledbank.kernel.compiling import plain
from tangledbank.kernel.records import States
from tangledbank.text import mark, say


def caution(code: int, scene: Scene[State]) -> str:
    """A warning about a legal action that is hardly ever wanted, or nothing."""
    game = scene.game
    if not Verb.PREY <= code < Verb.THINK:
        return ""
    prey, attacker = code - Verb.PREY, int(game.hunter)
    has_horns = game.traits[prey] >> Trait.HORNS & 1 and not game.ignored >> Trait.HORNS & 1
    if has_horns and game.population[attacker] == 1:
        return say("Horns: the attacker dies before it eats.")  # EV-HRN-03
    return ""


def why_no_target(states: States, seat: int, path: Sequence[int]) -> int:
    """Why the target of a path is not possible, where its first step finds no target at all."""
    first, second = path[0], path[1]
    if Verb.ATTACK <= first < Verb.IGNORE:
        states[0].stage, states[0].hunter = Stage.HUNT, first - Verb.ATTACK
    return int(kernel.why_not(states, seat, second))


def why_not_then(states: States, seat: int, path: Sequence[int]) -> int:
    """That a species with room loses no trait, which is asked as if it were full (EV-RUL-10)."""
    if len(path) < 2 or not Verb.ON <= path[0] < Verb.REPLACE <= path[1] < Verb.POPULATION:
        return Reason.OK
    game: State = states[0]
    has_room = game.worn[path[0] - Verb.ON] < plain(trait_limit_of)(int(game.seats))
    return Reason.NOT_FULL if has_room else Reason.OK


def may_rest(code: int, states: States) -> bool:
    """Whether this is what a resting seat answers by itself (EV-RUL-17, -52)."""
    stage = states[0].stage
    return bool(
        (code == Verb.DECLINE and stage == Stage.WINDOW)
        or (code == Verb.PASS and stage == Stage.FEED)
    )


def with_open_bags(states: States) -> States:
    """A copy in which all see the bags: everything in them was taken in public (EV-RUL-45)."""
    counted: States = states.copy()
    counted["options"][:, Option.BAGS] = [*Option.BAGS.values].index("open")
    return counted


GAME = GameOf[State, Document](
    name="evolution",
    title=mark("Evolution – eat and be eaten!"),
    about=mark("Breed species with traits, feed them at the watering hole, hunt or be hunted."),
    usual_seats=3,
    caution=caution,
    no_target=("no_prey",),
    why_no_target=why_no_target,
    why_not_then=why_not_then,
    may_rest=may_rest,
    rest_phases=(Phase.FEEDING,),
    tables={"numbers": read_numbers},
    recalled=with_open_bags,
    rules=2,
    former={1: {"fed_attacker": "may_leave"}},
)
