"""Positions that no rule leads to are refused, with the place and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules import state as record
from tangledbank.games.darwin.rules.actions import MAX_LEGAL, Reason, Verb
from tangledbank.games.darwin.rules.decks import EVENTS, Diet, EventCard, Part
from tangledbank.games.darwin.rules.draft import clear_draft
from tangledbank.games.darwin.rules.events import LARGE_SPECIES
from tangledbank.games.darwin.rules.invariants import Violation
from tangledbank.games.darwin.rules.state import DRAFT, NOTHING, Plan, Stage, State
from tangledbank.games.darwin.rules.teams import mate_of, others_of
from tangledbank.games.darwin.rules.values import MEASURES, UNFIT, measure
from tangledbank.games.darwin.rules.variants import Manner, manner_at
from tangledbank.games.shared.position import bits_in, bits_of, check_invariants, refuse_if
from tangledbank.games.shared.position_cards import kinds_in
from tangledbank.kernel.records import States, items_of, new_books
from tangledbank.text import mark, say

if TYPE_CHECKING:
    from tangledbank.games.darwin.text.position_words import Document

FEW_EVENTS = [card.id for card in EventCard if not card.effect.for_two]
# Of each stage: the phases it belongs to, and whether a variant has it (each, if not named).
PHASES_OF = {
    "draw": ("setup", "evaluation", "transition"),
    "prey": ("evaluation",),
    **dict.fromkeys(("degenerate", "invade", "tidy"), ("transition",)),
    "over": ("over",),
}
HAPPENS_IN: dict[str, Callable[[Manner], bool]] = {
    **dict.fromkeys(("show", "answer", "pay", "team"), lambda manner: manner.teams),
    **dict.fromkeys(("degenerate", "invade", "transition"), lambda manner: manner.reveals_events),
    "prey": lambda manner: manner.has_food,
    "change": lambda manner: manner.lasting,
    "tidy": lambda manner: not manner.lasting,
}
EVENT_OF = {"degenerate": "degeneration", "invade": "invaders"}
TURNS = ("turn", "answer", "pay", "team")
DRAWING = (*TURNS, "draw", "action", "setup")
NO_RULE = mark("no rule leads to this")
OTHERS_DECIDE = mark("others have to decide")
DRAFT_FIELDS = (
    "plan", "trading", "draft_give", "draft_take", "draft_species", "draft_old", "mutations"
)  # fmt: skip
TO_COME = mark("{count} more eras are to come")


def check_position(document: Document, states: States) -> None:
    """Refuse what cannot be: cards, food, a decision that nobody has."""
    game: State = states[0]
    _check_variant(document, game)
    _check_moment(document, states)
    _check_coming_eras(game)
    _check_species(document, states)
    wrong_food = kernel.broken(states) == Violation.WRONG_FOOD
    check_invariants(kernel, Violation, states, "seats" if wrong_food else "")
    if document.draft is not None:
        _check_draft(states)
    if document.stage is not None:
        _check_decision(states)


def _check_variant(document: Document, game: State) -> None:
    manner, seats = manner_at(game), int(game.seats)
    odd = manner.seats not in (0, seats)
    refuse_if(odd, "seats", manner.why_not_seats, seats=seats)
    alone = document.ask is not None and not manner.teams
    refuse_if(alone, "ask", mark("only teammates ask each other"))
    calm = document.event is not None and not manner.reveals_events
    refuse_if(calm, "event", mark("this variant has no events"))
    flat = document.continents and not manner.continents
    refuse_if(flat, "continents", mark("this variant has no continents"))


# --- species and piles --------------------------------------------------------------------------


def _check_species(document: Document, states: States) -> None:
    """Each species has nothing beside it that it could not have got."""
    game: State = states[0]
    values = np.zeros((record.MAX_SPECIES, MEASURES), np.int64)
    measure(states, values)
    # the event and the Biome change can leave it unfit, before food is given out anew
    was_fed = document.phase in ("change", "refill")
    manner = manner_at(game)
    for seat in range(game.seats):
        for i, species in enumerate(items_of(game.row[seat])):
            place, fits = f"seats[{seat}].species[{i}]", bool(values[species, UNFIT] == Reason.OK)
            if manner.has_food:
                _check_food(game, species, fits or was_fed, f"{place}.food")
            else:
                food = game.plants[species] or game.meat[species]
                refuse_if(food, f"{place}.food", mark("this variant has no food"))
            if not manner.lasting:
                _check_short_life(game, species, fits, place)


def _check_short_life(game: State, species: int, fits: bool, place: str) -> None:
    """Points are earned and collected in one go, and no biome changes (DC-KIDS-8, -14)."""
    sentence = mark("children have no points on species")
    refuse_if(game.points[species], f"{place}.points", sentence)
    refuse_if(not fits, f"{place}.biome", mark("the species cannot live in this biome"))


def _check_food(game: State, species: int, fits: bool, place: str) -> None:
    """What it eats, and only where it meets the requirements (DC-FOOD-3, -6, -13)."""
    plants, meat, diet = int(game.plants[species]), int(game.meat[species]), game.diet[species]
    sentence = mark("a species that does not meet the requirements of its biome gets no food")
    refuse_if((plants or meat) and not fits, place, sentence)
    refuse_if(meat and diet == Diet.HERBIVORE, place, mark("a herbivore has no meat"))
    refuse_if(plants and diet == Diet.CARNIVORE, place, mark("a carnivore has no plants"))


def _check_coming_eras(game: State) -> None:
    """The piles hold what the eras still to come will open."""
    manner, biomes = manner_at(game), int(game.biome_deck[0])
    coming = int(game.eras) - int(game.turn)
    if game.stage == Stage.DRAW and game.then == Stage.BEGIN_ERA:
        coming -= 1  # what the next era needs is open already
    few = manner.reveals_events and game.events_left[0] < coming
    refuse_if(few, "event_deck", mark("{count} more events are to come"), count=coming)
    if manner.lasting:
        few = biomes + int(game.biome_discard[0]) < game.places
        refuse_if(few, "biome_deck", mark("too few biomes are left to change"))
    else:  # at the last place lies a token
        few = biomes < (int(game.places) - 1) * coming
        refuse_if(few, "biome_deck", TO_COME, count=coming)
        refuse_if(game.tokens_left[0] < coming, "tokens", TO_COME, count=coming)


def _check_decision(states: States) -> None:
    """Everyone who is said to decide has something to decide."""
    game: State = states[0]
    if game.stage == Stage.OVER:
        return
    drawing = [seat for seat in range(game.seats) if game.to_draw[seat] > 0]
    deciding = [int(game.mover)] if game.stage == Stage.TURN else [
        *drawing, *bits_in(int(game.waiting))
    ]  # fmt: skip
    out = np.zeros(MAX_LEGAL, np.int64)
    for seat in deciding:
        idle = kernel.legal(states, seat, out) == 0
        refuse_if(idle, "stage", mark("seat {seat} has nothing to decide"), seat=seat)
    refuse_if(not deciding, "pending", mark("nobody has anything to decide"))


# --- the moment: stage, phase, variant and what is chosen so far go together ----------------------


def _check_moment(document: Document, states: States) -> None:
    """Refuse a moment that no rule leads to."""
    game: State = states[0]
    manner = manner_at(game)
    _check_table(document, game, manner)
    _check_phase(document, game, manner)
    _check_leftovers(document, game)
    _check_event_and_volcano(document, game)
    stage = document.stage or ("turn" if document.phase == "action" else "")
    if stage in TURNS:
        _check_mover(game, stage, manner)
    other = stage in EVENT_OF and game.event != EVENTS.index(EVENT_OF[stage])
    refuse_if(other, "event", mark("another event has been revealed"))
    if stage in ("answer", "pay", "team"):
        _check_asking(game, stage)
    elif stage == "prey":
        _check_prey(states)
    elif stage == "degenerate":
        _check_losses(game)
    elif stage == "invade":
        _check_invasion(game)


def _check_table(document: Document, game: State, manner: Manner) -> None:
    """What this variant does not have; and piles that would be overlooked."""
    erupts = record.VOLCANO in game.ground[: int(game.places)]
    few = game.seats == 2 or not manner.reveals_events
    refuse_if(erupts and few, "biomes", mark("this variant has no volcano"))
    named = {document.event, *(document.event_deck or []), *document.events_gone}
    wrong = game.seats == 2 and not named.isdisjoint(FEW_EVENTS)
    refuse_if(wrong, "event", mark("this event is not for two players"))
    again = document.phase == "change" and document.event == "volcanic_eruption"
    refuse_if(erupts and again, "event", mark("the volcano lies on the table already"))
    for name in ("biome_deck", "biome_discard", "biomes_out", "tokens"):
        alone = getattr(document, name) and not document.biomes
        refuse_if(alone, name, mark("name the open biomes as well"))


def _check_phase(document: Document, game: State, manner: Manner) -> None:
    stage, phase = document.stage, document.phase
    wrong = stage is not None and phase not in PHASES_OF.get(stage, ("action",))
    refuse_if(wrong, "phase", NO_RULE)
    moment = stage or phase
    missing = moment in HAPPENS_IN and not HAPPENS_IN[moment](manner)
    refuse_if(missing, "stage" if stage else "phase", mark("this variant has no such moment"))
    sentence = mark("eras are counted from 1; before them is the setup")
    refuse_if((game.turn == 0) != (phase == "setup"), "era", sentence)
    later = phase in ("transition", "change", "refill")
    too_late = later and game.turn == game.eras
    refuse_if(too_late, "era", mark("after the last era nothing changes"))
    wrong = stage == "draw" and (phase == "evaluation") != (document.then == "evaluate")
    refuse_if(wrong, "then", NO_RULE)
    left = not manner.lasting and later and any(seat.species for seat in document.seats)
    refuse_if(left, "seats", mark("all species have left the table"))


def _check_event_and_volcano(document: Document, game: State) -> None:
    """Events come after the first era, and a volcano with one of them; a rainforest an era later.

    (DC-SETUP-17, DC-EVENT-25 to -28, DC-SP-55)
    """
    is_refilled = document.stage == "draw" and document.phase == "transition"
    is_changed = is_refilled or document.phase == "refill"
    is_between = document.phase == "change" or document.stage in EVENT_OF  # event and biomes
    past = max(0, int(game.turn) - 1)
    early = game.event != NOTHING and past + (is_changed or is_between) < 1
    refuse_if(early, "event", mark("no event is in force in the first era"))
    changes_before = (record.Age.NONE, record.Age.YOUNG, record.Age.RAINFOREST).index(game.volcano)
    early = past + is_changed < changes_before
    refuse_if(early, "volcano", mark("in this era there is no such volcano yet"))
    erupts = game.event == EVENTS.index("volcanic_eruption")
    sentence = mark("the volcano is no rainforest in the era of its eruption")
    refuse_if(erupts and game.volcano == record.Age.RAINFOREST, "volcano", sentence)
    late = game.volcano == record.Age.YOUNG and not erupts and not is_between
    refuse_if(late, "volcano", mark("a volcano is young in the era of its eruption only"))


def _check_leftovers(document: Document, game: State) -> None:
    """What is chosen in secret, judged, asked or drawn only in its own stage."""
    stage = document.stage
    refuse_if(document.judged and stage != "prey", "judged", NO_RULE)
    refuse_if(document.involved and stage not in EVENT_OF, "involved", NO_RULE)
    no_turn = document.phase != "action" or stage == "show"
    refuse_if(document.draft and no_turn, "draft", mark("a draft belongs to a turn"))
    is_asked = game.asked != NOTHING or game.coveted != NOTHING
    refuse_if(is_asked and stage != "answer", "ask", NO_RULE)
    is_owed = game.owed or game.price or game.received != NOTHING
    refuse_if(is_owed and stage not in ("pay", "team"), "ask.owed", NO_RULE)
    for i, seat in enumerate(document.seats):
        place = f"seats[{i}]"
        invaded = seat.loses is not None or seat.freed
        refuse_if(invaded and stage != "invade", f"{place}.loses", NO_RULE)
        late = (stage or document.phase) not in DRAWING
        refuse_if(seat.draws and late, f"{place}.draws", NO_RULE)
        for j, one in enumerate(seat.species):
            wrong = (
                (one.loses is not None and stage != "degenerate")
                or (one.gift and stage != "invade")
                or (one.chosen and stage != "prey")
            )
            refuse_if(wrong, f"{place}.species[{j}]", NO_RULE)


def _check_mover(game: State, stage: str, manner: Manner) -> None:
    """Whose turn it is has not passed; 2 against 2, not all have (DC-TURN-6, DC-2V2-5)."""
    mover = int(game.mover)
    refuse_if(game.passed == (1 << int(game.seats)) - 1, "seats", mark("all have passed"))
    wrong = game.passed >> mover & 1 and (not manner.teams or stage != "turn")
    refuse_if(wrong, f"seats[{mover}].passed", mark("whose turn it is has passed"))


def _check_asking(game: State, stage: str) -> None:
    """2 against 2: who is asked for what, or has to pay."""
    mover = int(game.mover)
    mate = int(mate_of(mover))
    deciding = {"answer": 1 << mate, "pay": 1 << mover, "team": int(others_of(mover))}
    refuse_if(game.waiting != deciding[stage], "pending", OTHERS_DECIDE)
    if stage != "answer":
        refuse_if(not 1 <= game.owed <= game.price, "ask.owed", NO_RULE)
        return
    both = (game.asked == NOTHING) == (game.coveted == NOTHING)
    refuse_if(both, "ask", mark("a card or a species is asked for"))
    foreign = game.coveted != NOTHING and game.owner[game.coveted] != mate
    refuse_if(foreign, "ask.species", mark("this is no species of the teammate"))
    hand = kinds_in(game, game.hand[mate])
    has_it = bool(hand) if game.asked == record.ANY_CARD else game.asked in hand
    missing = game.asked != NOTHING and not has_it
    refuse_if(missing, "ask.card", mark("the teammate has no such card"))


def _check_prey(states: States) -> None:
    """The evaluation, taken up again, stops at the same question."""
    again = states.copy()
    game: State = again[0]
    game.stage = Stage.EVALUATE
    kernel.settle(again, new_books())
    other = game.stage != Stage.PREY or game.judged != states[0].judged
    refuse_if(other, "stage", mark("nobody has anything to decide"))
    refuse_if(game.waiting != states[0].waiting, "pending", OTHERS_DECIDE)


def _check_involved(game: State, involved: int) -> None:
    refuse_if(game.involved != involved, "involved", NO_RULE)
    refuse_if(game.waiting & ~involved, "pending", OTHERS_DECIDE)


def _check_losses(game: State) -> None:
    """Each large species can lose the card chosen for it; who has chosen all waits."""
    involved, undecided = 0, 0
    for seat in range(game.seats):
        for i, species in enumerate(items_of(game.row[seat])):
            kinds, loss = kinds_in(game, game.body[species]), int(game.loss[species])
            is_large = len(kinds) >= LARGE_SPECIES
            involved |= is_large << seat
            undecided |= (is_large and loss == NOTHING) << seat
            kept = loss not in kinds or game.card_part[loss] in (Part.HEAD, Part.TORSO)
            wrong = loss != NOTHING and (kept or not is_large)
            refuse_if(wrong, f"seats[{seat}].species[{i}].loses", NO_RULE)
    _check_involved(game, involved)
    refuse_if(game.waiting != undecided, "pending", OTHERS_DECIDE)


def _check_invasion(game: State) -> None:
    """Whoever has chosen loses a richest species; its points are given out or still to be."""
    rows = [items_of(game.row[seat]) for seat in range(game.seats)]
    _check_involved(game, bits_of(seat for seat, row in enumerate(rows) if row))
    for seat, row in enumerate(rows):
        lost, freed = int(game.lost[seat]), int(game.freed[seat])
        given, to_give = sum(int(game.gift[one]) for one in row), 0
        if lost != NOTHING:
            poorer = game.points[lost] != max(game.points[row])
            refuse_if(poorer or game.gift[lost], f"seats[{seat}].loses", NO_RULE)
            to_give = int(game.points[lost]) if len(row) > 1 else 0
        refuse_if(given + freed != to_give, f"seats[{seat}].freed", NO_RULE)
        undecided = bool(row) and (lost == NOTHING or freed > 0)
        refuse_if(bool(game.waiting >> seat & 1) != undecided, "pending", OTHERS_DECIDE)


# --- a draft must be one that the steps of a turn lead to -----------------------------------------


def _check_draft(states: States) -> None:
    """Refuse a draft unless some steps from an empty one lead to it."""
    for way in _ways(states[0]):
        found = _walk(states, way)
        if found is not None and _same_draft(found, states[0]):
            return
    raise Refused(say("no steps of a turn lead to this draft"), place="draft")


def _walk(states: States, way: list[int]) -> State | None:
    """The game after these steps of the mover, or None if one of them is not possible."""
    copy, mover = states.copy(), int(states[0].mover)
    game: State = copy[0]
    clear_draft(game)
    game.stage, game.waiting = Stage.TURN, 1 << mover
    for code in way:
        # the only head may have gone back with an exchange that was cancelled
        if kernel.why_not(copy, mover, code) not in (Reason.OK, Reason.NO_HEAD):
            return None
        kernel.step(copy, mover, code, new_books())
    return game


def _same_draft(one: State, other: State) -> bool:
    lists = [(game.body[DRAFT], game.draft_added) for game in (one, other)]
    mine, theirs = ([sorted(items_of(items)) for items in pair] for pair in lists)
    same = all(getattr(one, name) == getattr(other, name) for name in DRAFT_FIELDS)
    return same and mine == theirs and bool(one.at[DRAFT] == other.at[DRAFT])


def _ways(game: State) -> Iterator[list[int]]:
    """Steps that could have led to this draft."""
    if game.trading in (record.Trade.HALF, record.Trade.MADE) and game.draft_give == NOTHING:
        return
    gives = [Verb.GIVE + int(game.draft_give)]
    for way in _base_actions(game):
        if game.trading == record.Trade.MADE:
            yield [*gives, Verb.TAKE + int(game.draft_take), *way]
        else:
            yield way + (gives if game.trading == record.Trade.HALF else [])


def _base_actions(game: State) -> Iterator[list[int]]:
    place, species = int(game.at[DRAFT]), int(game.draft_species)
    if game.plan == Plan.IDLE:
        yield []
    elif game.plan in (Plan.CREATING, Plan.PLACED):
        kinds = sorted(
            items_of(game.body[DRAFT]), key=lambda kind: game.card_part[kind] != Part.TORSO
        )
        begun = [Verb.CREATE + kinds[0], *(Verb.ADD + kind for kind in kinds[1:])]
        yield begun + ([Verb.PLACE + place] if game.plan == Plan.PLACED else [])
    elif game.plan in (Plan.MIGRATING, Plan.MOVED):
        moved = [Verb.TO + place] if game.plan == Plan.MOVED else []
        yield [Verb.MIGRATE + species, *moved]
    elif game.plan != Plan.REPLACING:
        for way in _mutations(game):
            yield [Verb.MUTATE + species, *way]
    elif game.draft_old != NOTHING:
        for way in _mutations(game):
            yield [Verb.MUTATE + species, *way, Verb.REPLACE + int(game.draft_old)]


def _mutations(game: State) -> Iterator[list[int]]:
    """Every order in which the cards that are gone and those that came could have changed."""
    body, added = items_of(game.body[DRAFT]), items_of(game.draft_added)
    old = kinds_in(game, game.body[int(game.draft_species)])
    removed = [kind for kind in old if kind not in body]
    replaced = len(added) + len(removed) - int(game.mutations)
    if not 0 <= replaced <= min(len(added), len(removed)):
        return
    for out in permutations(removed):
        for new in permutations(added):
            steps = [[Verb.REPLACE + out[i], Verb.WITH + new[i]] for i in range(replaced)]
            steps += [[Verb.REMOVE + kind] for kind in out[replaced:]]
            steps += [[Verb.ADD + kind] for kind in new[replaced:]]
            for order in permutations(steps):
                yield [code for step in order for code in step]
