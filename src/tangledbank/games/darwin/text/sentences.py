"""Events and choices of Darwin's Choice in words and in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from tangledbank.accept import number_in, word_in
from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.decks import EVENTS as EVENT_CARDS
from tangledbank.games.darwin.rules.decks import PARTS, Effect
from tangledbank.games.darwin.rules.state import FATES, GROUNDS, SIZES, Fate, Plan, Stage, State
from tangledbank.games.darwin.rules.tell import Event
from tangledbank.games.darwin.rules.variants import Manner, manner_of
from tangledbank.games.darwin.text import position_words as fields
from tangledbank.games.darwin.text.position_words import Document
from tangledbank.games.darwin.text.words import (
    HIDDEN,
    animal_title,
    card_title,
    deck_of,
    event_card,
    event_title,
    ground_title,
)
from tangledbank.games.shared.events import EventWords, Run, Telling, grouped
from tangledbank.games.shared.verbs import ActionWords, Offers, name_place, place_in, tasks
from tangledbank.text import counted, mark, say

# The order of a list of choices.
ORDER = [
    "create", "mutate", "migrate", "add", "place", "remove", "replace", "with", "to", "give",
    "take", "untrade", "redraw", "new_hand", "draw", "draw_rest", "ask", "ask_for", "take_over",
    "show", "show_all", "hand_over", "agree", "refuse", "pay", "let_draw", "drawer", "decline",
    "devour", "lose", "sacrifice", "point", "points", "discard", "done", "end", "revise", "stay",
    "pass",
]  # fmt: skip
for verb in Verb:
    verb.need(**{"a place in the order of choices": verb.id in ORDER})
# the hand tells the part
BY_ANIMAL = ("create", "give", "redraw", "discard", "show", "show_all", "pay")
IDLE = Plan.IDLE.id


def is_begun(view: Document) -> bool:
    """Whether a choice is begun that can still be taken back."""
    return draft_in(view) is not None


def manner_in(view: Document) -> Manner:
    """How the game of a document is played."""
    return manner_of(view.options)


def draft_in(view: Document) -> fields.DraftWords | None:
    """What the seat that sees `view` has begun in its turn; nothing if it has not."""
    draft = view.draft
    return draft if draft and (draft.plan != IDLE or draft.give) else None


def task(view: Document) -> str:
    """What has to be decided now, in a few words."""
    duty = _duty(view)
    effect = event_card(view.event).effect if view.event else Effect()
    return say(TASKS[duty.form], **_task_parts(duty.card, duty.place, effect))


def _task_parts(card: str, place: Sequence[int] | None, effect: Effect) -> dict[str, str | int]:
    return {
        "card": card and card_title(card),
        "species": name_place(*place) if place else "",
        "price": effect.prices[1],
    }


TASKS = tasks(Stage, _task_parts("", None, Effect()))


class Duty(NamedTuple):
    """Which task fits, and the card and the species that it is about."""

    form: str
    card: str = ""
    place: Sequence[int] | None = None


def _duty(view: Document) -> Duty:
    stage, ask = view.stage or "", view.ask or fields.AskWords()
    if stage == "turn":
        return _turn(view)
    if stage == "answer":
        if ask.species:
            return Duty("answer species", place=ask.species)
        return (
            Duty("answer card", ask.card) if ask.card not in (None, fields.ANY) else Duty("answer")
        )
    if stage == "invade" and any(own.freed for own in view.seats):
        return Duty("invade points")
    return Duty(stage)


def _turn(view: Document) -> Duty:
    """What is to be decided in a turn; also who draws at the same time is asked here."""
    draft, seat, manner = view.draft or fields.DraftWords(), view.seat or 0, manner_in(view)
    drawing = [own.draws > 0 for own in view.seats]
    if drawing[seat] or (any(drawing) and not _sees_hand(view, seat)):
        return Duty("draw")
    if draft.give and not draft.take:
        return Duty("turn trade", draft.give)
    plan = draft.plan
    if plan == IDLE:
        own = view.seats[seat]
        if own.passed:
            return Duty("turn passed")
        if view.era > manner.creates_until:
            return Duty("turn last")  # DC-BEG-10
        return Duty("turn" if own.species and manner.lasting else "turn first")
    if plan == "mutating" and draft.mutations:
        once = "mutated free" if manner.free_mutations else "mutated"  # DC-BEG-11
        plan = once if draft.mutations == 1 else "mutated twice"
    place = None if draft.species is None else (seat, draft.species)
    return Duty(f"turn {plan}", draft.replacing or "", place)


def _sees_hand(view: Document, seat: int) -> bool:
    """Whether all cards of a seat are seen in `view`, as by the seat itself."""
    hand = view.seats[seat].hand
    return isinstance(hand, list) and HIDDEN not in hand


def choice(action: ActionWords, view: Document, seat: int) -> str:
    """A legal action as an offer to the seat that sees `view`."""
    form = _offer(action, view, seat)
    place = place_of(action, view, seat)
    return OFFERS.whole(form, _parts(action, species_title(place, view) if place else ""))


def short_choice(action: ActionWords, view: Document, seat: int) -> tuple[str, str]:
    """The same for a short list: a heading (none if it stands alone) and the choice under it."""
    form = _offer(action, view, seat)
    place = place_of(action, view, seat)
    parts = _parts(action, name_place(*place) if place else "")
    what = parts["card"] or parts["biome"] or parts["species"]
    if form in BY_ANIMAL and not _shares_animal(card_in(action), view, seat):
        what = animal_title(card_in(action))
    return OFFERS.short(form, parts, what)


def in_groups(actions: Sequence[ActionWords], view: Document, seat: int) -> list[int]:
    """The order of legal actions in a short list: base actions first, the end of the turn last."""
    order = sorted(
        range(len(actions)),
        key=lambda i: (ORDER.index(word_in(actions[i], "do")), _part(actions[i])),
    )
    headings = [short_choice(actions[i], view, seat)[0] for i in order]
    return [order[i] for i in grouped(headings, last="")]


def _part(action: ActionWords) -> int:
    """The part of an animal on the card of an action, so that heads stand first as in the hand."""
    part = card_in(action).rpartition(".")[2]
    return PARTS.index(part) if part in PARTS else len(PARTS)


def _shares_animal(card: str, view: Document, seat: int) -> bool:
    """Whether a hand has another card of the same animal."""
    hand = view.seats[seat].hand
    animal = card.rpartition(".")[0]  # as in animal_title
    return isinstance(hand, list) and any(
        one != card and one.rpartition(".")[0] == animal for one in hand
    )


def place_of(action: ActionWords, view: Document, seat: int) -> Sequence[int] | None:
    """The seat and the index of the species an action is about, if it is about any."""
    if action["do"] == "agree":
        return view.ask.species if view.ask else None
    if action["do"] == "lose":
        row = enumerate(view.seats[seat].species)
        return next(((seat, i) for i, species in row if action["card"] in species.cards), None)
    return place_in(action, "species", seat)


def species_at(place: Sequence[int], view: Document) -> fields.SpeciesWords:
    """A species of a document by its place."""
    seat, index = place
    return view.seats[seat].species[index]


def species_title(place: Sequence[int], view: Document) -> str:
    """A species by its short name and the name its cards give it."""
    name = species_at(place, view).name
    return " ".join(filter(None, [name_place(*place), name]))


def _offer(action: ActionWords, view: Document, seat: int) -> str:
    """Which sentence fits a legal action."""
    form, draft = word_in(action, "do"), view.draft or fields.DraftWords()
    if form == "draw":
        several = " several" if number_in(action, "count") > 1 else ""
        return f"draw {action['size']}{several}"
    if form == "done":
        return f"done {view.stage}"
    if form == "drawer" and action["drawer"] != seat:
        return "drawer mate"
    if form == "pass" and draft.give and not is_in_teams(view):
        return "pass trade"  # it falls away (DC-SP-11)
    if form == "untrade" and not draft.take:
        return "untrade half"
    return form


def is_in_teams(view: Document) -> bool:
    """Whether this is 2 against 2."""
    return manner_in(view).teams


def card_in(action: ActionWords) -> str:
    """The card an action is about, if it is about any."""
    return word_in(action, "card") or word_in(action, "torso") or word_in(action, "keep")


def _parts(action: ActionWords, species: str) -> dict[str, str]:
    card = card_in(action)
    return {
        "card": card and card_title(card),
        "biome": ground_title(word_in(action, "biome")) if "biome" in action else "",
        "species": species,
        "count": str(action.get("count", 1)),
    }


OFFERS = Offers(Verb, _parts({}, ""))


# --- events -------------------------------------------------------------------------------------


def _form(told: EventWords) -> str:
    """Which sentence of the event fits."""
    name = word_in(told, "event")
    if name == "drew" and "card" in told:
        return "drew card"
    if name == "reshuffled":
        return f"{name} {told['size']}"
    if name == "mutated":
        double = " double" if number_in(told, "mutations") > 1 else ""
        return f"{name}{double}" + (" points" if told["points"] else "")
    if name == "showed" and not told["cards"]:
        return "showed none"
    if name in ("asked", "refused") and "species" in told:
        return f"{name} species"
    if name == "extinct":
        return f"{name} {told['why']}" + (" kept" if told["points"] else "")
    if name == "adapted" and told["biome"] in ("gold", "silver", "bronze"):
        return "adapted token"
    if name == "strongest":
        return f"{name} {told['points']}"
    return name


def _place(told: EventWords) -> tuple[int, int]:
    """The place of the species that an event is about."""
    place = place_in(told, "species")
    assert place
    return place


def _extinctions(events: Sequence[EventWords], players: Sequence[str], reader: int) -> list[str]:
    """All that die out in a row, by cause, with the names they had before the first one did."""
    if len(events) == 1:
        moved = say("Those behind it move up.")
        return [f"{sentence(events[0], players, reader)} {moved}"]
    names = _names_before([_place(told) for told in events])
    lines = []
    for why in dict.fromkeys(word_in(told, "why") for told in events):
        those = [name for told, name in zip(events, names, strict=True) if told["why"] == why]
        lines.append(say(Fate[why.upper()].together, species=", ".join(those)))
    kept = [name for told, name in zip(events, names, strict=True) if told["points"]]
    if kept:
        lines[-1] += " " + say("1 point is kept for each of {species}.", species=", ".join(kept))
    lines[-1] += " " + say("Those behind them move up.")
    return lines


def _names_before(places: Sequence[tuple[int, int]]) -> list[str]:
    """The names that species had before any of them left and the others moved up."""
    gone: dict[int, list[int]] = {}
    names = []
    for seat, index in places:
        for earlier in sorted(gone.setdefault(seat, [])):
            index += earlier <= index
        gone[seat].append(index)
        names.append(name_place(seat, index))
    return names


def _together(each: str, all_of_them: str) -> Run:
    """What tells several species that earn points in one line."""

    def run(events: Sequence[EventWords], players: Sequence[str], reader: int) -> list[str]:
        if len(events) == 1:
            return [sentence(events[0], players, reader)]
        those = []
        for told in events:
            biome = ground_title(word_in(told, "biome")) if "biome" in told else ""
            parts = {**told, "species": name_place(*_place(told)), "biome": biome}
            those.append(say(each, **parts))
        return [say(all_of_them, those=", ".join(those))]

    return run


def _in_one_line(events: Sequence[EventWords], players: Sequence[str], reader: int) -> list[str]:
    """Short sentences one after the other."""
    return [" ".join(sentence(told, players, reader) for told in events)]


def _opened(events: Sequence[EventWords], _players: Sequence[str], _reader: int) -> list[str]:
    """All that is new on the table in one line."""
    those = ", ".join(ground_title(word_in(told, "biome")) for told in events)
    return [say("New on the table: {biome}.", biome=those)]


def _discards(events: Sequence[EventWords], players: Sequence[str], reader: int) -> list[str]:
    """All cards that a seat discards in a row in one line."""
    lines = []
    for seat, group in groupby(events, key=lambda told: number_in(told, "seat")):
        run = list(group)
        cards = ", ".join(counted([card_title(word_in(told, "card")) for told in run]))
        form = (TELLING.yours if seat == reader else TELLING.sentences)["discarded"]
        lines.append(say(form, player=players[seat], card=cards))
    return lines


def _collected(events: Sequence[EventWords], players: Sequence[str], _reader: int) -> list[str]:
    """What all take from their species in one line."""
    those = (
        say("{player} {points}", player=players[number_in(told, "seat")], points=told["points"])
        for told in events
    )
    return [say("The points of all species are taken: {those}.", those=", ".join(those))]


# What is told in the same line as what it follows from.
FOLLOWS = {
    "card_removed": ("mutated", "card_removed"),
    "card_added": ("mutated", "card_removed", "card_added"),
    "displaced": ("created", "migrated", "mutated", "card_removed", "card_added", "displaced"),
    "refused": ("asked",), "handed_over": ("asked",), "took_over": ("asked",),
    "paid": ("handed_over", "took_over", "paid"), "let_draw": ("handed_over", "took_over"),
}  # fmt: skip
OF_ONE_SPECIES = ("card_removed", "card_added")


def _goes_on(before: EventWords, told: EventWords) -> bool:
    """Whether an event is told in the same line as the one before it."""
    if before["event"] not in FOLLOWS.get(word_in(told, "event"), ()):
        return False
    return told["event"] not in OF_ONE_SPECIES or before["species"] == told["species"]


TELLING = Telling[State](
    events=Event,
    cards=(),
    cards_of=lambda game: deck_of(game).names,
    tables={"size": SIZES, "ground": GROUNDS, "fate": FATES, "effect": EVENT_CARDS},
    form=_form,
    titles={
        "card": card_title,
        "given": card_title,
        "taken": card_title,
        "biome": ground_title,
        "left": ground_title,
        "old": ground_title,
        "effect": event_title,
    },
    more={"meaning": ("effect", lambda effect: say(event_card(effect).meaning))},
    runs={
        "extinct": _extinctions,
        "adapted": _together(
            mark("{species} in {biome} +{points}"), mark("Best adapted: {those}.")
        ),
        "strongest": _together(
            mark("{species} with {strength} +{points}"), mark("Strongest: {those}.")
        ),
        "changed": _in_one_line,
        "opened": _opened,
        "discarded": _discards,
        "collected": _collected,
    },
    goes_on=_goes_on,
)
event_fields = TELLING.event_fields
words = TELLING.words
sentence = TELLING.sentence
story = TELLING.story
