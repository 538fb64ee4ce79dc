"""What must hold in a position in words: what it says, and that the rules ask what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.origin.rules import kernel
from tangledbank.games.origin.rules.actions import MAX_FAT, MAX_LEGAL, Reason, Verb
from tangledbank.games.origin.rules.animals import free_fat_cards, yellow_tokens
from tangledbank.games.origin.rules.cards import BIT, CARD_SIDES, EXTRA, PAIRS, Ability
from tangledbank.games.origin.rules.invariants import Violation
from tangledbank.games.origin.rules.state import STAGES, Option, Stage, State
from tangledbank.games.shared import position as by
from tangledbank.games.shared.position import refuse_if
from tangledbank.games.shared.verbs import begun_from
from tangledbank.kernel.compiling import plain
from tangledbank.kernel.records import States, items_of
from tangledbank.text import instead, mark, say

if TYPE_CHECKING:
    from tangledbank.games.origin.text.position import AnimalWords, Document, SeatWords

PHASE_OF = {
    **dict.fromkeys(("develop", "place", "pair"), "development"),
    **dict.fromkeys(("feed", "hunt", "rob", "more_fat", "react", "chain", "scavenge"), "feeding"),
    "over": "over",
}
# What a stage cannot do without. A chain may also say what comes after it.
NEEDS = {
    "place": ("draft.card", "draft.ability"),
    "pair": ("draft.card", "draft.ability", "draft.animal"),
    "hunt": ("draft.animal",),
    "rob": ("draft.animal",),
    "more_fat": ("draft.animal",),
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
BEGUN_FROM = begun_from(Stage)
USED_UP = ("carnivore", "grazing", "mimicry", "hibernation", "piracy")  # the others work always
BEFORE_FEEDING = ("development", "food_bank")


def check_parts(document: Document) -> None:
    """The fields about an open decision are those its stage needs, and no others."""
    stage = document.stage
    given = [name for name in ("attack", "after") if getattr(document, name) is not None]
    if document.draft:
        fields = ("card", "ability", "animal")
        given += [f"draft.{name}" for name in fields if getattr(document.draft, name) is not None]
    for seat, words in enumerate(document.seats):
        for i, pair in enumerate(words.pairs):
            if pair.waiting_for and stage != "chain":
                given.append(f"seats[{seat}].pairs[{i}].waiting_for")
    allowed = ("after",) if stage == "chain" else ()
    by.check_stage(stage, document.phase, PHASE_OF, given, NEEDS.get(stage or "", ()), allowed)


# --- what the words cannot say together, whatever the cards are -----------------------------------


def check_limits(document: Document) -> None:
    """No rule leads to a position that says this."""
    twice = document.last_turn and document.last_turn_next
    refuse_if(twice, "last_turn_next", mark("this is the last turn already"))
    idle = document.main_action_done and document.acted is False
    refuse_if(idle, "acted", mark("a main action is an action: write true"))
    before = document.phase in BEFORE_FEEDING
    for seat, words in enumerate(document.seats):
        place = f"seats[{seat}]"
        sentence = mark("seats pass only in the development phase")
        refuse_if(words.passed and not before, f"{place}.passed", sentence)
        if before:
            _check_untouched(words, place)
        for i, animal in enumerate(words.animals):
            where = f"{place}.animals[{i}]"
            _check_sleep(document, animal, where)
            _check_used(document, animal, where)
            dead = animal.poisoned and document.phase == "over"
            sentence = mark("a poisoned animal has died by the end of the game")
            refuse_if(dead, f"{where}.poisoned", sentence)


def _check_untouched(words: SeatWords, place: str) -> None:
    """Before feeding begins nothing is eaten or used; only yellow tokens stay from turn to turn."""
    marks = [
        f"{place}.animals[{i}].{name}"
        for i, animal in enumerate(words.animals)
        for name in ("red", "blue", "hibernating", "poisoned", "used")
        if getattr(animal, name)
    ]
    marks += [f"{place}.pairs[{i}].used" for i, pair in enumerate(words.pairs) if pair.used]
    for where in marks:
        sentence = mark("this comes only in the feeding phase; before it, nothing is eaten or used")
        refuse_if(where, where, sentence)


def _check_sleep(document: Document, animal: AnimalWords, place: str) -> None:
    """There is no sleep twice in a row (OS-HIB-02) and none in the last turn (OS-HIB-03)."""
    if animal.hibernating or "hibernation" in animal.used:
        place = f"{place}.hibernating" if animal.hibernating else f"{place}.used"
        sentence = mark("it hibernated last turn and cannot do so in this one")
        refuse_if(animal.hibernated_last_turn, place, sentence)
        refuse_if(document.last_turn, place, mark("there is no hibernation in the last turn"))


def _check_used(document: Document, animal: AnimalWords, place: str) -> None:
    """What is used is an ability it has, or has lost in this turn to save its life."""
    own = [one if isinstance(one, str) else one.ability for one in animal.abilities]
    # whether any card lies in the discard pile; a view does not tell which
    has_discards = bool(document.discard) or isinstance(document.deck, int)
    for i, name in enumerate(animal.used):
        where = f"{place}.used[{i}]"
        if name not in USED_UP:
            sentence = say("this ability is never used up")
            raise Refused(sentence + instead(name, USED_UP), place=where)
        refuse_if(name in animal.used[:i], where, mark("it is named twice"))
        sentence = mark("it lacks this ability, and the discard pile has no card that it lost")
        refuse_if(name not in own and not has_discards, where, sentence)


def check_animal(game: State, a: int, place: str) -> None:
    """It has no more tokens than it needs, and sleeps only if it can."""
    need = 1 + sum(int(EXTRA[i]) for i in by.bits_in(int(game.traits[a])))
    sentence = mark("it needs {need} tokens and cannot have more")
    refuse_if(game.red[a] + game.blue[a] > need, place, sentence, need=need)
    sleepless = game.hibernating[a] and not game.traits[a] & BIT[Ability.HIBERNATION]
    refuse_if(sleepless, f"{place}.hibernating", mark("it cannot hibernate without the ability"))


# --- what the rules say about the decision --------------------------------------------------------


def check_position(document: Document, states: States) -> None:
    """The cards and tokens are possible, and so is the decision that is said to be open."""
    by.check_invariants(kernel, Violation, states)
    game: State = states[0]
    if document.stage is None or game.stage == Stage.OVER:
        return
    _check_decider(document, game)
    if game.stage in (Stage.REACT, Stage.CHAIN, Stage.SCAVENGE):
        _check_flags(document, game)
    if game.stage == Stage.REACT:
        _check_attack(states)
    if game.stage == Stage.MORE_FAT:
        _check_turning(game)
    elif game.stage in BEGUN_FROM:
        _check_draft(states)
        trial = states.copy()
        trial[0].stage = BEGUN_FROM[Stage.of(int(game.stage))]
        _check_asked(trial)
    else:
        _check_asked(states)
    idle = kernel.legal(states, int(game.decider), np.zeros(MAX_LEGAL, np.int64)) == 0
    refuse_if(idle, "stage", mark("the seat that decides could do nothing"))


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
    right, sentence = decider_of(game), mark("seat {seat} decides at stage “{stage}”")
    wrong = game.decider != right and game.stage != Stage.SCAVENGE
    refuse_if(wrong, "decides", sentence, seat=right, stage=document.stage)


def _check_flags(document: Document, game: State) -> None:
    """Whoever has food to share, or attacks, has done something in this feeding turn."""
    sentence = mark("at stage “{stage}” the seat has acted: write true")
    refuse_if(not game.acted, "acted", sentence, stage=document.stage)
    attacked = game.stage != Stage.CHAIN or game.then == Stage.CARRION
    sentence = mark("an attack is a main action: write true")
    refuse_if(attacked and not game.main_done, "main_action_done", sentence)


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
    unused = not game.used[predator] & BIT[Ability.CARNIVORE]
    sentence = mark("it attacks, so “carnivore” is among its used abilities")
    refuse_if(unused, "attack.predator", sentence)
    for name, ability in (("has_run", Ability.RUNNING), ("can_mimic", Ability.MIMICRY)):
        lacks = getattr(game, name) and not game.traits[prey] & BIT[ability]
        refuse_if(lacks, f"attack.{name}", mark("the attacked animal lacks this ability"))


def _check_turning(game: State) -> None:
    """The most fat that one choice can use has been used, and there is more (OS-RUL-17)."""
    animal = int(game.draft_animal)
    sentence = mark("by this table's option no animal uses more fat than it needs")
    refuse_if(game.options[Option.FAT] == 0, "stage", sentence)
    refuse_if(
        not game.main_done, "main_action_done", mark("to use fat is a main action: write true")
    )
    sentence = mark("it belongs to another seat than the one whose go it is")
    refuse_if(game.owner[animal] != game.mover, "draft.animal", sentence)
    sentence = mark("{n} of its fat cards have just been emptied")
    few = plain(free_fat_cards)(game, animal) < MAX_FAT
    refuse_if(few, "draft.animal", sentence, n=MAX_FAT)
    empty = plain(yellow_tokens)(game, animal) == 0
    refuse_if(empty, "draft.animal", mark("it has no fat left"))


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
        unfit = game.stage == Stage.PAIR and ability not in PAIRS
        sentence = mark("a card of that name cannot be played so at this stage")
        refuse_if(ability not in sides or unfit, "draft.ability", sentence)
        code = Verb.ABILITY + kind * 2 + sides.index(ability)
        _check_possible(states, Stage.DEVELOP, code, "draft.ability")
        if game.stage == Stage.PAIR:
            _check_possible(states, Stage.PLACE, Verb.ON + animal, "draft.animal")


def _check_possible(states: States, stage: int, action: int, place: str) -> None:
    """The seat whose go it is could do this at that stage."""
    before = states.copy()
    before[0].stage = stage
    before[0].decider = before[0].mover
    by.check_possible(kernel, Reason, before, int(before[0].mover), action, place)


def _check_asked(states: States) -> None:
    """Going on from just before the decision, the rules come to this very position."""
    trial = states.copy()
    before: State = trial[0]
    before.stage = ASKED_FROM[int(before.stage)]
    if states[0].stage == Stage.DEVELOP:
        step_back(before)
    by.check_asked(kernel, states, trial, _go_on_to)


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
