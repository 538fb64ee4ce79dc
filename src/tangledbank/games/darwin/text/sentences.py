"""Events and choices of Darwin's Choice in words and in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.decks import EVENTS as EVENT_CARDS
from tangledbank.games.darwin.rules.decks import PARTS, Effect
from tangledbank.games.darwin.rules.state import FATES, GROUNDS, SIZES, Fate, Stage
from tangledbank.games.darwin.rules.tell import Event
from tangledbank.games.darwin.rules.variants import Manner, manner_of
from tangledbank.games.darwin.text.words import (
    HIDDEN,
    animal_title,
    card_title,
    deck_of,
    event_card,
    event_title,
    ground_title,
)
from tangledbank.games.shared.events import Run, Telling, grouped
from tangledbank.games.shared.verbs import Words, name_place, offers, species_at, tasks
from tangledbank.text import counted, mark, say

# The order of a list of choices; a verb that is not named here comes last.
ORDER = [
    "create", "mutate", "migrate", "add", "place", "remove", "replace", "with", "to", "give",
    "take", "untrade", "redraw", "new_hand", "draw", "draw_rest", "ask", "ask_for", "take_over",
    "show", "show_all", "hand_over", "agree", "refuse", "pay", "let_draw", "drawer", "decline",
    "devour", "lose", "sacrifice", "point", "points", "discard", "done", "end", "revise", "stay",
    "pass",
]  # fmt: skip
BY_ANIMAL = (
    "create",
    "give",
    "redraw",
    "discard",
    "show",
    "show_all",
    "pay",
)  # the hand tells the part

ANY = "any"  # asked of the teammate: a card of their choice


def is_begun(view: Words) -> bool:
    """Whether a choice is begun that can still be taken back."""
    return bool(draft_in(view))


def manner_in(view: Words) -> Manner:
    """How the game of a document is played."""
    return manner_of(view.get("options", {}))


def draft_in(view: Words) -> Words:
    """What the seat that sees `view` has begun in its turn; nothing if it has not."""
    draft: Words = view.get("draft") or {}
    return draft if draft.get("plan", "idle") != "idle" or draft.get("give") else {}


def task(view: Words) -> str:
    """What has to be decided now, in a few words."""
    form, part = _duty(view)
    effect = event_card(view["event"]).effect if view.get("event") else Effect()
    return say(TASKS[form], **_task_parts(part, effect))


def _task_parts(part: Words, effect: Effect) -> dict[str, str | int]:
    card, place = part.get("card", ""), part.get("species")
    return {
        "card": card and card_title(card),
        "species": name_place(*place) if place else "",
        "price": effect.prices[1],
    }


TASKS = tasks(Stage, _task_parts({}, Effect()))


def _duty(view: Words) -> tuple[str, Words]:
    """Which task fits, and what it is about."""
    stage: str = view["stage"]
    if stage == "turn":
        return _turn(view)
    ask = view.get("ask") or {}
    if stage == "answer":
        if ask.get("species"):
            return "answer species", ask
        return ("answer", {}) if ask.get("card", ANY) == ANY else ("answer card", ask)
    if stage == "invade" and any(words.get("freed") for words in view["seats"]):
        return "invade points", {}
    return stage, {}


def _turn(view: Words) -> tuple[str, Words]:
    """What is to be decided in a turn; also who draws at the same time is asked here."""
    draft, seat = view.get("draft") or {}, view.get("seat", 0)
    manner = manner_in(view)
    plan = draft.get("plan", "idle")
    drawing = [words.get("draws", 0) > 0 for words in view["seats"]]
    if drawing[seat] or (any(drawing) and not _sees_hand(view, seat)):
        return "draw", {}
    if draft.get("give") and not draft.get("take"):
        return "turn trade", {"card": draft["give"]}
    if plan == "idle":
        words = view["seats"][seat]
        if words.get("passed"):
            return "turn passed", {}
        if view.get("era", 1) > manner.creates_until:
            return "turn last", {}  # DC-BEG-10
        may_change = words.get("species") and manner.lasting
        return ("turn" if may_change else "turn first"), {}
    about: Words = {"card": draft.get("replacing") or ""}
    if draft.get("species") is not None:
        about["species"] = [seat, draft["species"]]
    if plan == "mutating" and draft.get("mutations"):
        once = "mutated free" if manner.free_mutations else "mutated"  # DC-BEG-11
        plan = once if draft["mutations"] == 1 else "mutated twice"
    return f"turn {plan}", about


def _sees_hand(view: Words, seat: int) -> bool:
    """Whether all cards of a seat are seen in `view`, as by the seat itself."""
    hand = view["seats"][seat].get("hand", 0)
    return isinstance(hand, list) and HIDDEN not in hand


def choice(action: Words, view: Words, seat: int) -> str:
    """A legal action as an offer to the seat that sees `view`."""
    form = _offer(action, view, seat)
    place = place_in(action, view, seat)
    return say(ACTIONS[form], **_parts(action, species_title(place, view) if place else ""))


def short_choice(action: Words, view: Words, seat: int) -> tuple[str, str]:
    """The same for a short list: a heading (none if it stands alone) and the choice under it."""
    form = _offer(action, view, seat)
    place = place_in(action, view, seat)
    parts = _parts(action, name_place(*place) if place else "")
    if form not in HEADINGS:
        return "", say(ACTIONS[form], **parts)
    if form in ITEMS:
        item = say(ITEMS[form], **parts)
    elif form in BY_ANIMAL and not _shares_animal(_card_in(action), view, seat):
        item = animal_title(_card_in(action))
    else:
        item = parts["card"] or parts["biome"] or parts["species"]
    return say(HEADINGS[form], **parts), item


def in_groups(actions: Sequence[Words], view: Words, seat: int) -> list[int]:
    """The order of legal actions in a short list: base actions first, the end of the turn last."""
    places = {verb: place for place, verb in enumerate(ORDER)}
    order = sorted(
        range(len(actions)),
        key=lambda i: (places.get(actions[i]["do"], len(ORDER)), _part(actions[i])),
    )
    headings = [short_choice(actions[i], view, seat)[0] for i in order]
    return [order[i] for i in grouped(headings, last="")]


def _part(action: Words) -> int:
    """The part of an animal on the card of an action, so that heads stand first as in the hand."""
    part = _card_in(action).rpartition(".")[2]
    return PARTS.index(part) if part in PARTS else len(PARTS)


def _shares_animal(card: str, view: Words, seat: int) -> bool:
    """Whether a hand has another card of the same animal."""
    hand = view["seats"][seat].get("hand")
    animal = card.rpartition(".")[0]  # as in animal_title
    return isinstance(hand, list) and any(
        one != card and one.rpartition(".")[0] == animal for one in hand
    )


def place_in(action: Words, view: Words, seat: int) -> list[int] | None:
    """The seat and the index of the species an action is about, if it is about any."""
    place = action.get("species")
    if action["do"] == "agree":
        place = (view.get("ask") or {}).get("species")
    elif action["do"] == "lose":
        row = enumerate(view["seats"][seat].get("species", []))
        place = next((i for i, words in row if action["card"] in words["cards"]), None)
    return [seat, place] if isinstance(place, int) else place


def species_title(place: Sequence[int], view: Words) -> str:
    """A species by its short name and the name its cards give it."""
    name = species_at(place, view).get("name", "")
    return " ".join(filter(None, [name_place(*place), name]))


def _offer(action: Words, view: Words, seat: int) -> str:
    """Which sentence fits a legal action."""
    form: str = action["do"]
    if form == "draw":
        several = " several" if int(action.get("count", 1)) > 1 else ""
        return f"draw {action['size']}{several}"
    if form == "done":
        return f"done {view['stage']}"
    if form == "drawer" and action["drawer"] != seat:
        return "drawer mate"
    if form == "pass" and draft_in(view).get("give") and not is_in_teams(view):
        return "pass trade"  # it falls away (DC-SP-11)
    if form == "untrade" and not (view.get("draft") or {}).get("take"):
        return "untrade half"
    return form


def is_in_teams(view: Words) -> bool:
    """Whether this is 2 against 2."""
    return manner_in(view).teams


def _card_in(action: Words) -> str:
    """The card an action is about, if it is about any."""
    return str(action.get("card") or action.get("torso") or action.get("keep") or "")


def _parts(action: Words, species: str) -> dict[str, str]:
    card = _card_in(action)
    return {
        "card": card and card_title(card),
        "biome": ground_title(action["biome"]) if "biome" in action else "",
        "species": species,
        "count": str(action.get("count", 1)),
    }


ACTIONS, HEADINGS, ITEMS = offers(Verb, _parts({}, ""))


# --- events -------------------------------------------------------------------------------------


def _form(told: Words) -> str:
    """Which sentence of the event fits."""
    name: str = told["event"]
    if name == "drew" and "card" in told:
        return "drew card"
    if name == "reshuffled":
        return f"{name} {told['size']}"
    if name == "mutated":
        double = " double" if told["mutations"] > 1 else ""
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


def _extinctions(events: Sequence[Words], players: Sequence[str], reader: int) -> list[str]:
    """All that die out in a row, by cause, with the names they had before the first one did."""
    if len(events) == 1:
        moved = say("Those behind it move up.")
        return [f"{sentence(events[0], players, reader)} {moved}"]
    names = _names_before([told["species"] for told in events])
    lines = []
    for why in dict.fromkeys(told["why"] for told in events):
        those = [name for told, name in zip(events, names, strict=True) if told["why"] == why]
        lines.append(say(Fate[why.upper()].together, species=", ".join(those)))
    kept = [name for told, name in zip(events, names, strict=True) if told["points"]]
    if kept:
        lines[-1] += " " + say("1 point is kept for each of {species}.", species=", ".join(kept))
    lines[-1] += " " + say("Those behind them move up.")
    return lines


def _names_before(places: Sequence[Sequence[int]]) -> list[str]:
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

    def run(events: Sequence[Words], players: Sequence[str], reader: int) -> list[str]:
        if len(events) == 1:
            return [sentence(events[0], players, reader)]
        those = []
        for told in events:
            biome = ground_title(told["biome"]) if "biome" in told else ""
            parts = {**told, "species": name_place(*told["species"]), "biome": biome}
            those.append(say(each, **parts))
        return [say(all_of_them, those=", ".join(those))]

    return run


def _in_one_line(events: Sequence[Words], players: Sequence[str], reader: int) -> list[str]:
    """Short sentences one after the other."""
    return [" ".join(sentence(told, players, reader) for told in events)]


def _opened(events: Sequence[Words], _players: Sequence[str], _reader: int) -> list[str]:
    """All that is new on the table in one line."""
    those = ", ".join(ground_title(told["biome"]) for told in events)
    return [say("New on the table: {biome}.", biome=those)]


def _discards(events: Sequence[Words], players: Sequence[str], reader: int) -> list[str]:
    """All cards that a seat discards in a row in one line."""
    lines = []
    for seat, group in groupby(events, key=lambda told: int(told["seat"])):
        run = list(group)
        cards = ", ".join(counted([card_title(told["card"]) for told in run]))
        form = (TELLING.yours if seat == reader else TELLING.sentences)["discarded"]
        lines.append(say(form, player=players[seat], card=cards))
    return lines


def _collected(events: Sequence[Words], players: Sequence[str], _reader: int) -> list[str]:
    """What all take from their species in one line."""
    those = (
        say("{player} {points}", player=players[told["seat"]], points=told["points"])
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


def _goes_on(before: Words, told: Words) -> bool:
    """Whether an event is told in the same line as the one before it."""
    if before["event"] not in FOLLOWS.get(told["event"], ()):
        return False
    return told["event"] not in OF_ONE_SPECIES or before["species"] == told["species"]


TELLING = Telling(
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
