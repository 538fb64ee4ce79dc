"""The moment of a position: stage, phase, variant and what is chosen so far go together."""

from __future__ import annotations

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.decks import EVENTS, Part
from tangledbank.games.darwin.rules.state import (
    ANY_CARD,
    NOTHING,
    OPTIONS,
    VOLCANO,
    Age,
    Option,
    Stage,
    State,
)
from tangledbank.games.darwin.rules.teams import mate_of, others_of
from tangledbank.games.darwin.text.position_fields import Document
from tangledbank.kernel.events import new_books
from tangledbank.kernel.lists import items_of
from tangledbank.kernel.records import States
from tangledbank.text import say

# Of each stage: the phases it belongs to, and the variants that have it (all, if not named).
PHASES_OF = {
    "draw": ("setup", "evaluation", "transition"),
    "prey": ("evaluation",),
    "degenerate": ("transition",),
    "invade": ("transition",),
    "tidy": ("transition",),
    "over": ("over",),
}
VARIANTS_OF = {
    "show": ("teams",),
    "answer": ("teams",),
    "pay": ("teams",),
    "team": ("teams",),
    "prey": ("base", "beginner", "teams"),
    "degenerate": ("base", "teams"),
    "invade": ("base", "teams"),
    "tidy": ("children",),
    "transition": ("base", "teams"),
    "change": ("base", "beginner", "teams"),
}
EVENT_OF = {"degenerate": "degeneration", "invade": "invaders"}
TURNS = ("turn", "answer", "pay", "team")
DRAWING = (*TURNS, "draw")
LARGE_SPECIES = 4  # cards (DC-EVENT-2)
FEW_EVENTS = ("continental_drift", "volcanic_eruption")  # not for two players (DC-2P-3)


def check_moment(document: Document, states: States) -> None:
    """Refuse a moment that no rule leads to."""
    game = states[0]
    variant = OPTIONS["variant"][game.options[Option.VARIANT]]
    _check_table(document, game, variant)
    _check_phase(document, game, variant)
    _check_leftovers(document, game)
    _check_event_and_volcano(document, game)
    stage = document.stage or ("turn" if document.phase == "action" else "")
    if stage in TURNS:
        _check_mover(game, stage, variant)
    if stage in ("answer", "pay", "team"):
        _check_asking(game, stage)
    elif stage == "prey":
        _check_prey(states)
    elif stage == "degenerate":
        _check_losses(document, game)
    elif stage == "invade":
        _check_invasion(game)


def _wrong(place: str) -> Refused:
    return Refused(say("no rule leads to this"), place=place)


def _check_table(document: Document, game: State, variant: str) -> None:
    """What this variant does not have; and piles that would be overlooked."""
    erupts = VOLCANO in game.ground[: int(game.places)]
    few = game.seats == 2 or variant in ("beginner", "children")
    if erupts and few:
        raise Refused(say("this variant has no volcano"), place="biomes")
    named = [document.event, *(document.event_deck or []), *document.events_gone]
    if game.seats == 2 and any(name in FEW_EVENTS for name in named):
        raise Refused(say("this event is not for two players"), place="event")
    if erupts and document.phase == "change" and document.event == "volcanic_eruption":
        raise Refused(say("the volcano lies on the table already"), place="event")
    for name in ("biome_deck", "biome_discard", "biomes_out", "tokens"):
        if getattr(document, name) and not document.biomes:
            raise Refused(say("name the open biomes as well"), place=name)


def _check_phase(document: Document, game: State, variant: str) -> None:
    stage, phase = document.stage, document.phase
    if stage is not None and phase not in PHASES_OF.get(stage, ("action",)):
        raise _wrong("phase")
    if variant not in VARIANTS_OF.get(stage or phase, OPTIONS["variant"]):
        raise Refused(say("this variant has no such moment"), place="stage" if stage else "phase")
    if (game.turn == 0) != (phase == "setup"):
        raise Refused(say("eras are counted from 1; before them is the setup"), place="era")
    later = phase in ("transition", "change", "refill")
    if later and game.turn == game.eras:
        raise Refused(say("after the last era nothing changes"), place="era")
    if stage == "draw" and (phase == "evaluation") != (document.then == "evaluate"):
        raise _wrong("then")
    if variant == "children" and later and any(seat.species for seat in document.seats):
        raise Refused(say("all species have left the table"), place="seats")


def _check_event_and_volcano(document: Document, game: State) -> None:
    """Events come after the first era, and a volcano with one of them; a rainforest an era later.

    (DC-SETUP-17, DC-EVENT-25 to -28, DC-SP-55)
    """
    is_refilled = document.stage == "draw" and document.phase == "transition"
    is_changed = is_refilled or document.phase == "refill"
    is_between = document.phase == "change" or document.stage in EVENT_OF  # event and biomes
    past = max(0, int(game.turn) - 1)
    if game.event != NOTHING and past + (is_changed or is_between) < 1:
        raise Refused(say("no event is in force in the first era"), place="event")
    changes_before = (Age.NONE, Age.YOUNG, Age.RAINFOREST).index(game.volcano)
    if past + is_changed < changes_before:
        raise Refused(say("in this era there is no such volcano yet"), place="volcano")
    erupts = game.event == EVENTS.index("volcanic_eruption")
    if erupts and game.volcano == Age.RAINFOREST:
        raise Refused(
            say("the volcano is no rainforest in the era of its eruption"), place="volcano"
        )
    if game.volcano == Age.YOUNG and not erupts and not is_between:
        raise Refused(say("a volcano is young in the era of its eruption only"), place="volcano")


def _check_leftovers(document: Document, game: State) -> None:
    """What is chosen in secret, judged, asked or drawn only in its own stage."""
    stage = document.stage
    if document.judged and stage != "prey":
        raise _wrong("judged")
    if document.involved and stage not in EVENT_OF:
        raise _wrong("involved")
    if document.draft is not None and (document.phase != "action" or stage == "show"):
        raise Refused(say("a draft belongs to a turn"), place="draft")
    if (game.asked != NOTHING or game.coveted != NOTHING) and stage != "answer":
        raise _wrong("ask")
    if (game.owed or game.price or game.received != NOTHING) and stage not in ("pay", "team"):
        raise _wrong("ask.owed")
    for i, seat in enumerate(document.seats):
        place = f"seats[{i}]"
        if (seat.loses is not None or seat.freed) and stage != "invade":
            raise _wrong(f"{place}.loses")
        if seat.draws and (stage or document.phase) not in (*DRAWING, "action", "setup"):
            raise _wrong(f"{place}.draws")
        for j, one in enumerate(seat.species):
            wrong = (
                (one.loses is not None and stage != "degenerate")
                or (one.gift and stage != "invade")
                or (one.chosen and stage != "prey")
            )
            if wrong:
                raise _wrong(f"{place}.species[{j}]")


def _check_mover(game: State, stage: str, variant: str) -> None:
    """Whose turn it is has not passed; 2 against 2, not all have (DC-TURN-6, DC-2V2-5)."""
    mover = int(game.mover)
    if game.passed == (1 << int(game.seats)) - 1:
        raise Refused(say("all have passed"), place="seats")
    if game.passed >> mover & 1 and (variant != "teams" or stage != "turn"):
        raise Refused(say("whose turn it is has passed"), place=f"seats[{mover}].passed")


# --- 2 against 2 ---------------------------------------------------------------------------------


def _check_asking(game: State, stage: str) -> None:
    mover = int(game.mover)
    mate = int(mate_of(mover))
    deciding = {"answer": 1 << mate, "pay": 1 << mover, "team": int(others_of(mover))}
    if game.waiting != deciding[stage]:
        raise Refused(say("others have to decide"), place="pending")
    if stage != "answer":
        if not 1 <= game.owed <= game.price:
            raise _wrong("ask.owed")
        return
    if (game.asked == NOTHING) == (game.coveted == NOTHING):
        raise Refused(say("a card or a species is asked for"), place="ask")
    if game.coveted != NOTHING and game.owner[game.coveted] != mate:
        raise Refused(say("this is no species of the teammate"), place="ask.species")
    hand = [int(game.kind[slot]) for slot in items_of(game.hand[mate])]
    if game.asked != NOTHING and not (hand if game.asked == ANY_CARD else game.asked in hand):
        raise Refused(say("the teammate has no such card"), place="ask.card")


# --- evaluation and events -----------------------------------------------------------------------


def _check_prey(states: States) -> None:
    """The evaluation, taken up again, stops at the same question."""
    again = np.frombuffer(bytearray(states.tobytes()), states.dtype)
    again[0].stage = Stage.EVALUATE
    kernel.settle(again, new_books())
    if again[0].stage != Stage.PREY or again[0].judged != states[0].judged:
        raise Refused(say("nobody has anything to decide"), place="stage")
    if again[0].waiting != states[0].waiting:
        raise Refused(say("others have to decide"), place="pending")


def _check_involved(game: State, involved: int) -> None:
    if game.involved != involved:
        raise _wrong("involved")
    if game.waiting & ~involved:
        raise Refused(say("others have to decide"), place="pending")


def _check_losses(document: Document, game: State) -> None:
    """Each large species can lose the card chosen for it; who has chosen all waits."""
    _check_event(game, "degeneration")
    involved, undecided = 0, 0
    for seat in range(game.seats):
        for i, species in enumerate(items_of(game.row[seat])):
            kinds = [int(game.kind[slot]) for slot in items_of(game.body[species])]
            loss = int(game.loss[species])
            is_large = len(kinds) >= LARGE_SPECIES
            involved |= is_large << seat
            undecided |= (is_large and loss == NOTHING) << seat
            losable = (
                is_large and loss in kinds and game.card_part[loss] not in (Part.HEAD, Part.TORSO)
            )
            if loss != NOTHING and not losable:
                raise _wrong(f"seats[{seat}].species[{i}].loses")
    _check_involved(game, involved)
    if game.waiting != undecided:
        raise Refused(say("others have to decide"), place="pending")


def _check_invasion(game: State) -> None:
    """Whoever has chosen loses a richest species; its points are given out or still to be."""
    _check_event(game, "invaders")
    rows = [items_of(game.row[seat]) for seat in range(game.seats)]
    _check_involved(game, sum(bool(row) << seat for seat, row in enumerate(rows)))
    for seat, row in enumerate(rows):
        lost, freed = int(game.lost[seat]), int(game.freed[seat])
        given = sum(int(game.gift[one]) for one in row)
        to_give = 0
        if lost != NOTHING:
            if game.points[lost] != max(game.points[row]) or game.gift[lost]:
                raise _wrong(f"seats[{seat}].loses")
            to_give = int(game.points[lost]) if len(row) > 1 else 0
        if given + freed != to_give:
            raise _wrong(f"seats[{seat}].freed")
        undecided = bool(row) and (lost == NOTHING or freed > 0)
        if bool(game.waiting >> seat & 1) != undecided:
            raise Refused(say("others have to decide"), place="pending")


def _check_event(game: State, name: str) -> None:
    if game.event != EVENTS.index(name):
        raise Refused(say("another event has been revealed"), place="event")
