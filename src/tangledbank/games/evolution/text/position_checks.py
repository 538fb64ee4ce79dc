"""What the words of a position cannot say together, and whether the rules would ask it."""

from __future__ import annotations

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.evolution.rules import kernel
from tangledbank.games.evolution.rules.actions import MAX_LEGAL, Verb
from tangledbank.games.evolution.rules.invariants import Violation
from tangledbank.games.evolution.rules.reasons import Reason
from tangledbank.games.evolution.rules.state import STAGES, Stage, State
from tangledbank.games.evolution.text.position_fields import Document, SeatWords, SpeciesWords
from tangledbank.games.shared.position_frame import check_asked, check_possible
from tangledbank.kernel.lists import items_of
from tangledbank.kernel.records import States
from tangledbank.text import say

PHASE_OF = {
    **dict.fromkeys(
        ("grain", "feed", "hunt", "ignore", "window", "think", "store", "extra"), "feeding"
    ),
    "supply": "supply",
    "play": "play",
    "over": "over",
}
# What a stage cannot do without, and what else may be said about it.
NEEDS = {
    "hunt": ("attack",),
    "ignore": ("attack",),
    "think": ("thought",),
    "store": ("eating",),
    "extra": ("eating",),
}
BEFORE_FEEDING = ("deal", "supply", "play", "reveal")


def check_parts(document: Document) -> None:
    """The fields about an open decision are those its stage needs, and no others."""
    stage = document.stage
    needed = NEEDS.get(stage or "", ())
    given = [n for n in ("attack", "thought", "eating") if getattr(document, n) is not None]
    for name in needed:
        if name not in given:
            raise Refused(
                say("the stage “{stage}” needs its {field}", stage=stage, field=name), place="stage"
            )
    for name in given:
        after = document.eating.after if document.eating else ""
        if name not in needed and (name, after) != ("attack", "carrion"):
            raise Refused(
                say("this does not belong to stage “{stage}”", stage=stage or "-"), place=name
            )
    if stage is not None and document.phase != PHASE_OF[stage]:
        raise Refused(
            say("the stage “{stage}” belongs to phase {phase}", stage=stage, phase=PHASE_OF[stage]),
            place="stage",
        )


def check_words(document: Document) -> None:
    """No rule leads to a position that says this."""
    if document.last_round and document.next_round_last:
        raise Refused(say("this is the last round already"), place="next_round_last")
    for seat, words in enumerate(document.seats):
        place = f"seats[{seat}]"
        if not words.species and document.phase in ("deal", "supply", "play"):
            raise Refused(say("every seat has a species then"), place=f"{place}.species")
        _check_seat(document, words, place)
        for i, species in enumerate(words.species):
            _check_species(document, species, f"{place}.species[{i}]")


def _check_seat(document: Document, words: SeatWords, place: str) -> None:
    quick = document.options.get("mode") == "quick" and document.stage == "play"
    if words.food is not False and document.phase not in ("supply", "play", "reveal"):
        raise Refused(say("food cards lie there before feeding only"), place=f"{place}.food")
    if words.laid and not quick:
        raise Refused(say("this belongs to phase 3 of quick-play"), place=f"{place}.laid")
    if (words.start is not None) != quick:
        raise Refused(say("this belongs to phase 3 of quick-play"), place=f"{place}.start")
    if words.choice is not None and document.stage != "play":
        raise Refused(say("cards are chosen in phase 3"), place=f"{place}.choice")
    if words.start is not None:
        for i, species in enumerate(words.start.species):
            _check_species(document, species, f"{place}.start.species[{i}]")
            if species.face_down or "hidden" in species.traits:
                raise Refused(
                    say("when phase 3 begins, no trait lies face down"),
                    place=f"{place}.start.species[{i}]",
                )


def _check_species(document: Document, words: SpeciesWords, place: str) -> None:
    if len(words.numbers) > len(words.traits):
        raise Refused(say("there are more numbers than traits"), place=f"{place}.numbers")
    if any(i >= len(words.traits) for i in words.face_down):
        raise Refused(say("there is no such trait"), place=f"{place}.face_down")
    for i, trait in enumerate(words.traits):
        if trait == "hidden" and i not in words.face_down:
            raise Refused(say("a hidden trait lies face down"), place=f"{place}.traits[{i}]")
    if words.face_down and document.phase not in ("play", "reveal"):
        raise Refused(say("traits lie face down in phase 3 only"), place=f"{place}.face_down")
    if words.chips and document.phase in BEFORE_FEEDING:
        raise Refused(say("before feeding, nothing is eaten"), place=f"{place}.chips")
    in_grain = document.stage == "grain" or (
        document.eating is not None and document.eating.after == "next_grain"
    )
    if words.waiting and not in_grain:
        raise Refused(say("start effects act when feeding begins"), place=f"{place}.waiting")


def check_position(document: Document, states: States) -> None:
    """The cards and food are possible, and so is the decision that is said to be open."""
    violation = int(kernel.broken(states))
    if violation:
        raise Refused(say(Violation.of(violation).sentence), place="position")
    game = states[0]
    if document.stage is None or game.stage == Stage.OVER:
        return
    if game.stage in (Stage.HUNT, Stage.IGNORE, Stage.THINK):
        _check_begun(states)
    elif game.stage in ASKED_FROM:
        _check_asked(states)
    pending = int(kernel.pending(states))
    if pending == 0:
        raise Refused(say("somebody has to decide"), place="pending")
    out = np.zeros(MAX_LEGAL, np.int64)
    for seat in range(game.seats):
        if pending >> seat & 1 and kernel.legal(states, seat, out) == 0:
            raise Refused(say("the seat that decides could do nothing"), place="stage")
    if pending >> int(game.seats):
        last = int(game.seats) - 1
        raise Refused(say("seats are counted from 0 to {last}", last=last), place="pending")


# The stage the rules pass through just before they ask.
ASKED_FROM: dict[int, int] = {
    Stage.FEED: Stage.NEXT_FEEDER,
    Stage.GRAIN: Stage.NEXT_GRAIN,
    Stage.WINDOW: Stage.NEXT_WINDOW,
    Stage.STORE: Stage.EAT,
    Stage.EXTRA: Stage.FORAGE,
}


def _check_asked(states: States) -> None:
    """Going on from just before the decision, the rules come to this very position."""
    before = states.copy()
    game = before[0]
    game.stage = ASKED_FROM[int(game.stage)]
    if states[0].stage == Stage.FEED:
        game.mover = (game.mover + game.seats - 1) % game.seats
    elif states[0].stage == Stage.WINDOW:
        game.window_seats -= 1
    check_asked(kernel, states, before, _go_on_to)


def _go_on_to(game: State) -> str:
    return say(
        "the rules do not ask this here; they go on to stage “{stage}” of seat {seat} "
        "in round {round}",
        stage=STAGES[game.stage],
        seat=int(game.decider),
        round=int(game.turn),
    )


def _check_begun(states: States) -> None:
    """The choice that is begun could be begun."""
    game = states[0]
    seat = int(game.decider)
    before = states.copy()
    if game.stage == Stage.THINK:
        before[0].stage = Stage.WINDOW
        action, place = Verb.THINK + int(game.thinker), "thought.species"
        check_possible(kernel, Reason, before, seat, action, place)
        before[0].thinker = -1
        _check_asked(before)
        return
    for i, kind in enumerate(items_of(game.spent)):
        held = [int(game.kind[card]) for card in items_of(game.hand[seat])]
        if held.count(kind) < items_of(game.spent).count(kind):
            raise Refused(say("that card is not in the hand"), place=f"attack.spend[{i}]")
    if int(game.ignored).bit_count() != len(items_of(game.spent)):
        raise Refused(say("each ignored trait costs one card"), place="attack.spend")
    if game.stage == Stage.IGNORE:
        before[0].stage = Stage.HUNT
        check_possible(kernel, Reason, before, seat, Verb.IGNORE + int(game.named), "attack.ignore")
    before[0].stage, before[0].ignored, before[0].spent[0] = Stage.FEED, 0, 0
    check_possible(kernel, Reason, before, seat, Verb.ATTACK + int(game.hunter), "attack.species")
