"""What the words of a position cannot say together, and whether the rules would ask it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tangledbank.games.evolution.rules import kernel
from tangledbank.games.evolution.rules.actions import MAX_LEGAL, Reason, Verb
from tangledbank.games.evolution.rules.invariants import Violation
from tangledbank.games.evolution.rules.state import STAGES, Stage, State
from tangledbank.games.shared import position as by
from tangledbank.games.shared.position import refuse_if
from tangledbank.games.shared.position_cards import kinds_in
from tangledbank.kernel.lists import items_of
from tangledbank.kernel.records import States
from tangledbank.text import mark, say

if TYPE_CHECKING:
    from tangledbank.games.evolution.text.position_words import Document, SeatWords, SpeciesWords

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
    given = [n for n in ("attack", "thought", "eating") if getattr(document, n) is not None]
    allowed = ("attack",) if document.eating and document.eating.after == "carrion" else ()
    by.check_stage(stage, document.phase, PHASE_OF, given, NEEDS.get(stage or "", ()), allowed)


def check_words(document: Document) -> None:
    """No rule leads to a position that says this."""
    twice = document.last_round and document.next_round_last
    refuse_if(twice, "next_round_last", mark("this is the last round already"))
    for seat, words in enumerate(document.seats):
        place = f"seats[{seat}]"
        none = not words.species and document.phase in ("deal", "supply", "play")
        refuse_if(none, f"{place}.species", mark("every seat has a species then"))
        _check_seat(document, words, place)
        for i, species in enumerate(words.species):
            _check_species(document, species, f"{place}.species[{i}]")


def _check_seat(document: Document, words: SeatWords, place: str) -> None:
    quick = document.options.get("mode") == "quick" and document.stage == "play"
    late = words.food is not False and document.phase not in ("supply", "play", "reveal")
    refuse_if(late, f"{place}.food", mark("food cards lie there before feeding only"))
    sentence = mark("this belongs to phase 3 of quick-play")
    refuse_if(words.laid and not quick, f"{place}.laid", sentence)
    refuse_if((words.start is not None) != quick, f"{place}.start", sentence)
    early = words.choice is not None and document.stage != "play"
    refuse_if(early, f"{place}.choice", mark("cards are chosen in phase 3"))
    for i, species in enumerate(words.start.species if words.start else []):
        where = f"{place}.start.species[{i}]"
        _check_species(document, species, where)
        hidden = species.face_down or "hidden" in species.traits
        refuse_if(hidden, where, mark("when phase 3 begins, no trait lies face down"))


def _check_species(document: Document, words: SpeciesWords, place: str) -> None:
    count, below = len(words.traits), f"{place}.face_down"
    many = len(words.numbers) > count
    refuse_if(many, f"{place}.numbers", mark("there are more numbers than traits"))
    refuse_if(any(i >= count for i in words.face_down), below, mark("there is no such trait"))
    for i, trait in enumerate(words.traits):
        wrong = trait == "hidden" and i not in words.face_down
        refuse_if(wrong, f"{place}.traits[{i}]", mark("a hidden trait lies face down"))
    late = words.face_down and document.phase not in ("play", "reveal")
    refuse_if(late, below, mark("traits lie face down in phase 3 only"))
    early = words.chips and document.phase in BEFORE_FEEDING
    refuse_if(early, f"{place}.chips", mark("before feeding, nothing is eaten"))
    in_grain = document.eating is not None and document.eating.after == "next_grain"
    past = document.stage != "grain" and not in_grain
    refuse_if(
        words.waiting and past, f"{place}.waiting", mark("start effects act when feeding begins")
    )


def check_position(document: Document, states: States) -> None:
    """The cards and food are possible, and so is the decision that is said to be open."""
    by.check_invariants(kernel, Violation, states)
    game: State = states[0]
    if document.stage is None or game.stage == Stage.OVER:
        return
    if game.stage in (Stage.HUNT, Stage.IGNORE, Stage.THINK):
        _check_begun(states)
    elif game.stage in ASKED_FROM:
        _check_asked(states)
    pending, last = int(kernel.pending(states)), int(game.seats) - 1
    refuse_if(pending == 0, "pending", mark("somebody has to decide"))
    out = np.zeros(MAX_LEGAL, np.int64)
    for seat in by.bits_in(pending):
        idle = seat <= last and kernel.legal(states, seat, out) == 0
        refuse_if(idle, "stage", mark("the seat that decides could do nothing"))
    sentence = mark("seats are counted from 0 to {last}")
    refuse_if(pending >> last > 1, "pending", sentence, last=last)


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
    game: State = before[0]
    game.stage = ASKED_FROM[int(game.stage)]
    if states[0].stage == Stage.FEED:
        game.mover = (game.mover + game.seats - 1) % game.seats
    elif states[0].stage == Stage.WINDOW:
        game.window_seats -= 1
    by.check_asked(kernel, states, before, _go_on_to)


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
    game: State = states[0]
    seat = int(game.decider)
    before = states.copy()
    if game.stage == Stage.THINK:
        before[0].stage = Stage.WINDOW
        action, place = Verb.THINK + int(game.thinker), "thought.species"
        by.check_possible(kernel, Reason, before, seat, action, place)
        before[0].thinker = -1
        _check_asked(before)
        return
    spent, held = items_of(game.spent), kinds_in(game, game.hand[seat])
    for i, kind in enumerate(spent):
        missing = held.count(kind) < spent.count(kind)
        refuse_if(missing, f"attack.spend[{i}]", mark("that card is not in the hand"))
    unpaid = int(game.ignored).bit_count() != len(spent)
    refuse_if(unpaid, "attack.spend", mark("each ignored trait costs one card"))
    if game.stage == Stage.IGNORE:
        before[0].stage, action = Stage.HUNT, Verb.IGNORE + int(game.named)
        by.check_possible(kernel, Reason, before, seat, action, "attack.ignore")
    before[0].stage, before[0].ignored, before[0].spent[0] = Stage.FEED, 0, 0
    action = Verb.ATTACK + int(game.hunter)
    by.check_possible(kernel, Reason, before, seat, action, "attack.species")
