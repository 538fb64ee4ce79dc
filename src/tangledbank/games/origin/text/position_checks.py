"""A position that was laid out must be one in which the rules ask what it says is being decided."""

from __future__ import annotations

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.origin.rules import kernel
from tangledbank.games.origin.rules.actions import MAX_LEGAL, Verb
from tangledbank.games.origin.rules.cards import BIT, CARD_SIDES, Ability
from tangledbank.games.origin.rules.invariants import Violation
from tangledbank.games.origin.rules.reasons import Reason
from tangledbank.games.origin.rules.state import STAGES, Stage, State
from tangledbank.games.origin.text.position_fields import Document
from tangledbank.games.shared.position_frame import check_asked, check_possible
from tangledbank.kernel.lists import items_of
from tangledbank.kernel.records import States
from tangledbank.text import say

PAIR_ABILITIES = (Ability.COMMUNICATION, Ability.SYMBIOSIS, Ability.COOPERATION)

PHASE_OF = {
    **dict.fromkeys(("develop", "place", "pair"), "development"),
    **dict.fromkeys(("feed", "hunt", "rob", "react", "chain", "scavenge"), "feeding"),
    "over": "over",
}
# What a stage cannot do without. A chain may also say what comes after it.
NEEDS = {
    "place": ("draft.card", "draft.ability"),
    "pair": ("draft.card", "draft.ability", "draft.animal"),
    "hunt": ("draft.animal",),
    "rob": ("draft.animal",),
    "react": ("attack",),
}
# The stage the rules pass through just before they ask.
ASKED_FROM: dict[int, int] = {
    Stage.DEVELOP: Stage.NEXT_DEVELOPER,
    Stage.FEED: Stage.KEEP_FEEDING,
    Stage.REACT: Stage.ATTACKED,
    Stage.CHAIN: Stage.LINKING,
    Stage.SCAVENGE: Stage.CARRION,
}
BEGUN_FROM: dict[int, int] = {
    Stage.PLACE: Stage.DEVELOP,
    Stage.PAIR: Stage.DEVELOP,
    Stage.HUNT: Stage.FEED,
    Stage.ROB: Stage.FEED,
}


def check_parts(document: Document) -> None:
    """The fields about an open decision are those its stage needs, and no others."""
    stage = document.stage
    needed = NEEDS.get(stage or "", ())
    given = _open_parts(document)
    for name in needed:
        if name not in given:
            raise Refused(
                say("the stage “{stage}” needs its {field}", stage=stage, field=name), place="stage"
            )
    for name in given:
        if name not in needed and (name, stage) != ("after", "chain"):
            raise Refused(
                say("this does not belong to stage “{stage}”", stage=stage or "-"), place=name
            )
    if stage is not None and document.phase != PHASE_OF[stage]:
        raise Refused(
            say("the stage “{stage}” belongs to phase {phase}", stage=stage, phase=PHASE_OF[stage]),
            place="stage",
        )


def _open_parts(document: Document) -> list[str]:
    """The fields that are given about a decision in the middle of something, by their place."""
    given = [name for name in ("attack", "after") if getattr(document, name) is not None]
    if document.draft:
        fields = ("card", "ability", "animal")
        given += [f"draft.{name}" for name in fields if getattr(document.draft, name) is not None]
    for seat, words in enumerate(document.seats):
        for i, pair in enumerate(words.pairs):
            if pair.waiting_for and document.stage != "chain":
                given.append(f"seats[{seat}].pairs[{i}].waiting_for")
    return given


def check_position(document: Document, states: States) -> None:
    """The cards and tokens are possible, and so is the decision that is said to be open."""
    violation = int(kernel.broken(states))
    if violation:
        raise Refused(say(Violation.of(violation).sentence), place="position")
    game = states[0]
    if document.stage is None or game.stage == Stage.OVER:
        return
    _check_decider(document, game)
    if game.stage in (Stage.REACT, Stage.CHAIN, Stage.SCAVENGE):
        _check_flags(document, game)
    if game.stage == Stage.REACT:
        _check_attack(states)
    if game.stage in BEGUN_FROM:
        _check_draft(states)
        trial = states.copy()
        trial[0].stage = BEGUN_FROM[int(game.stage)]
        _check_asked(trial)
    else:
        _check_asked(states)
    if kernel.legal(states, int(game.decider), np.zeros(MAX_LEGAL, np.int64)) == 0:
        raise Refused(say("the seat that decides could do nothing"), place="stage")


def decider_of(game: State) -> int:
    """The seat whose decision it is at the stage of a position."""
    if game.stage == Stage.REACT:
        return int(game.owner[game.prey])
    if game.stage == Stage.CHAIN:
        for link in items_of(game.links):
            if game.armed[link]:
                return int(game.owner[game.host[link]])
    return int(game.mover)


def _check_decider(document: Document, game: State) -> None:
    right = decider_of(game)
    if game.decider != right and game.stage != Stage.SCAVENGE:
        raise Refused(
            say("seat {seat} decides at stage “{stage}”", seat=right, stage=document.stage),
            place="decides",
        )


def _check_flags(document: Document, game: State) -> None:
    """Whoever has food to share, or attacks, has done something in this feeding turn."""
    if not game.acted:
        raise Refused(
            say("at stage “{stage}” the seat has acted: write true", stage=document.stage),
            place="acted",
        )
    if not game.main_done and (game.stage != Stage.CHAIN or game.then == Stage.CARRION):
        raise Refused(say("an attack is a main action: write true"), place="main_action_done")


def _check_attack(states: States) -> None:
    """The predator could attack this prey, and has been used for it."""
    game = states[0]
    predator, prey = int(game.predator), int(game.prey)
    before = states.copy()
    before[0].main_done = 0
    before[0].used[predator] &= ~BIT[Ability.CARNIVORE]
    _check_possible(before, Stage.FEED, Verb.ATTACK + predator, "attack.predator")
    before[0].draft_animal = predator
    _check_possible(before, Stage.HUNT, Verb.PREY + prey, "attack.prey")
    if not game.used[predator] & BIT[Ability.CARNIVORE]:
        raise Refused(
            say("it attacks, so “carnivore” is among its used abilities"), place="attack.predator"
        )
    for name, ability in (("has_run", Ability.RUNNING), ("can_mimic", Ability.MIMICRY)):
        if game[name] and not game.traits[prey] & BIT[ability]:
            raise Refused(say("the attacked animal lacks this ability"), place=f"attack.{name}")


def _check_draft(states: States) -> None:
    """The choice that is begun could be begun."""
    game = states[0]
    animal, ability = int(game.draft_animal), int(game.draft_side)
    if game.stage == Stage.HUNT:
        _check_possible(states, Stage.FEED, Verb.ATTACK + animal, "draft.animal")
    elif game.stage == Stage.ROB:
        _check_possible(states, Stage.FEED, Verb.PIRACY + animal, "draft.animal")
    else:
        kind = int(game.kind[game.draft_card])
        sides = CARD_SIDES[kind].tolist()
        if ability not in sides or (game.stage == Stage.PAIR and ability not in PAIR_ABILITIES):
            raise Refused(
                say("a card of that name cannot be played so at this stage"), place="draft.ability"
            )
        code = Verb.ABILITY + kind * 2 + sides.index(ability)
        _check_possible(states, Stage.DEVELOP, code, "draft.ability")
        if game.stage == Stage.PAIR:
            _check_possible(states, Stage.PLACE, Verb.ON + animal, "draft.animal")


def _check_possible(states: States, stage: int, action: int, place: str) -> None:
    """The seat whose go it is could do this at that stage."""
    before = states.copy()
    before[0].stage = stage
    before[0].decider = before[0].mover
    check_possible(kernel, Reason, before, int(before[0].mover), action, place)


def _check_asked(states: States) -> None:
    """Going on from just before the decision, the rules come to this very position."""
    game = states[0]
    trial = states.copy()
    there = trial[0]
    there.stage = ASKED_FROM[int(game.stage)]
    if game.stage == Stage.DEVELOP:
        step_back(there)
    check_asked(kernel, states, trial, _go_on_to)


def _go_on_to(game: State) -> str:
    return say(
        "the rules do not ask this here; they go on to stage “{stage}” of seat {seat} "
        "in turn {turn}, round {round}",
        stage=STAGES[game.stage],
        seat=int(game.decider),
        turn=int(game.turn),
        round=int(game.lap),
    )


def step_back(game: State) -> None:
    """Let the go that comes next be that of the seat whose go it is."""
    if game.mover == game.first:
        game.lap -= 1
    game.mover = (game.mover + game.seats - 1) % game.seats
