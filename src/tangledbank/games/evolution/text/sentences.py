"""Events of Evolution in words and in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, zip_longest

from tangledbank.accept import number_in, word_in
from tangledbank.games.evolution.rules.actions import Verb
from tangledbank.games.evolution.rules.attack import hunting_size_with
from tangledbank.games.evolution.rules.cards import TRAITS, Trait
from tangledbank.games.evolution.rules.playing import trait_limit_of
from tangledbank.games.evolution.rules.species import hunger_with
from tangledbank.games.evolution.rules.state import ENDINGS, FOODS, Stage, State
from tangledbank.games.evolution.rules.tell import BAG_REASONS, CAUSES, SIDES, Event
from tangledbank.games.evolution.text.position_words import ChoiceWords, Document, SpeciesWords
from tangledbank.games.evolution.text.words import CARD_NAMES
from tangledbank.games.shared.events import NOBODY, EventWords, Telling, grouped
from tangledbank.games.shared.verbs import (
    ActionWords,
    Offers,
    begun_from,
    name_place,
    place_in,
    tasks,
)
from tangledbank.kernel.compiling import plain
from tangledbank.text import counted, mark, say

HIDDEN = "hidden"  # in a document: a trait that lies face down and is not one's own
BEGUN = {stage.id for stage in begun_from(Stage)}


def is_begun(view: Document) -> bool:
    """Whether a choice is begun that can still be taken back."""
    return view.stage in BEGUN or chosen(view) is not None


def chosen(view: Document) -> tuple[int, ChoiceWords] | None:
    """The seat and the card it has chosen to play, while its use is still open."""
    seats = enumerate(view.seats)
    return next(((seat, own.choice) for seat, own in seats if own.choice), None)


def task(view: Document) -> str:
    """What has to be decided now, in a few words."""
    form = view.stage or ""
    if begun := chosen(view):
        seat, played = begun
        on = None if played.species is None else (seat, played.species)
        form = "play replace" if on else "play use"
        return say(TASKS[form], **_task_parts(on, played.card))
    if form == "play" and view.options.get("mode") == "quick":
        form = "play quick"
    if view.attack and form in ("hunt", "ignore"):
        attack = view.attack
        form = "hunt ignored" if form == "hunt" and attack.ignored else form
        parts = _task_parts(attack.species, "", attack.ignore or "", attack.ignored)
        return say(TASKS[form], **parts)
    about = view.thought or view.eating
    place: Sequence[int] | None = about.species if about else None
    if form == "grain" and (place := _only_neck(view)):
        form = "grain neck"
    return say(TASKS[form], **_task_parts(place))


def _task_parts(
    place: Sequence[int] | None = None, card: str = "", trait: str = "", ignored: Sequence[str] = ()
) -> dict[str, str]:
    trait = trait or (card and trait_on(card))
    return {
        "card": card and card_title(card),
        "trait": trait and trait_title(trait),
        "species": name_place(*place) if place else "",
        "ignored": trait_titles(ignored),
    }


def _only_neck(view: Document) -> tuple[int, int] | None:
    """The species of the Long Neck to use or not, if there is no order of start effects."""
    seat = view.decides or 0
    row = enumerate(view.seats[seat].species)
    waiting = [(effect, index) for index, species in row for effect in species.waiting]
    if len(waiting) == 1 and waiting[0][0] == "long_neck":
        return seat, waiting[0][1]
    return None


def choice(action: ActionWords, view: Document, seat: int) -> str:
    """A legal action as an offer to the seat that sees `view`."""
    form, place = _offer(action, view, seat)
    return OFFERS.whole(form, _parts(action, species_title(place, view) if place else ""))


def short_choice(action: ActionWords, view: Document, seat: int) -> tuple[str, str]:
    """The same for a short list: a heading (none if it stands alone) and the choice under it."""
    form, place = _offer(action, view, seat)
    species = name_place(*place) if place else ""
    return OFFERS.short(form, _parts(action, species), species)


def in_groups(actions: Sequence[ActionWords], view: Document, seat: int) -> list[int]:
    """The order of legal actions in a short list: food by its number, own prey last."""
    if all(action["do"] == "food" for action in actions):
        return sorted(range(len(actions)), key=lambda i: -number_on(word_in(actions[i], "card")))
    headings = [short_choice(action, view, seat)[0] for action in actions]
    return grouped(headings, last=OFFERS.heading("prey own", {}))


def place_of(action: ActionWords, seat: int) -> tuple[int, int] | None:
    """The seat and the index of the species an action is about, if it is about any."""
    return place_in(action, "species", seat) or place_in(action, "with", seat)


def _offer(action: ActionWords, view: Document, seat: int) -> tuple[str, tuple[int, int] | None]:
    """Which sentence fits a legal action, and the place of the species it is about."""
    form = word_in(action, "do")
    place = place_of(action, seat)
    if form == "new":
        form = f"new {action['side']}"
    elif form == "on" and place and len(species_at(place, view).traits) == most_traits(view):
        form = "on full"
    elif form == "prey" and place and place[0] == seat:
        form = "prey own"
    elif form == "store" and not number_in(action, "chips"):
        form = "store none"
    elif form == "feed" and place and is_fed(species_at(place, view)):
        form = "feed fat"
    return (form if action.get("forage", True) else f"{form} plain"), place


def _parts(action: ActionWords, species: str) -> dict[str, str]:
    card = word_in(action, "card")
    trait = word_in(action, "trait") or (card and trait_on(card))
    return {
        "card": card and card_title(card),
        "number": card and printed_number(card),
        "trait": trait and trait_title(trait),
        "species": species,
        "chips": str(action.get("chips", "")),
    }


OFFERS = Offers(Verb, _parts({}, ""))


def species_at(place: Sequence[int], view: Document) -> SpeciesWords:
    """A species of a document by its place."""
    seat, index = place
    return view.seats[seat].species[index]


def species_title(place: tuple[int, int], view: Document) -> str:
    """A species by its name and what can be seen of it."""
    name, traits = name_place(*place), trait_titles(species_at(place, view).traits)
    return f"{name} ({traits})" if traits else name


def most_traits(view: Document) -> int:
    """How many traits a species may have (EV-PLAY-06, EV-2P-02)."""
    return plain(trait_limit_of)(len(view.seats))


def hunting_size(species: SpeciesWords) -> int:
    """The body size that counts when a species in a document attacks (EV-PCK-01)."""
    bits = sum(1 << Trait.called(name) for name in species.traits if name != HIDDEN)
    return plain(hunting_size_with)(species.body, species.population, bits)


def is_fed(species: SpeciesWords) -> bool:
    """Whether a species in a document lacks nothing (EV-FEED-01)."""
    return plain(hunger_with)(species.population, species.chips) == 0


# --- events -------------------------------------------------------------------------------------

# Events that have a form of their own for what one of their fields says.
LAST = ("gored", "bitten", "starved")  # nothing of the population is left
EMPTY = ("hole_filled", "round_over")  # nothing is on the watering hole


def _form(told: EventWords) -> str:
    """Which sentence of the event fits."""
    name = word_in(told, "event")
    if name in ("ate", "stored"):
        is_shared_meat = told["cause"] == "cooperation" and told["food"] == "meat"
        return f"{name} {told['cause']}" + (" meat" if is_shared_meat else "")
    if name == "end_announced":
        return f"{name} {told['last']}"
    if name == "new_species":
        return f"{name} {told['side']}" + ("" if "card" in told else " shown")
    if name == "bagged":
        return f"{name} {told['why']}" + ("" if "species" in told else " shown")
    if name == "extinct":
        return " ".join([name, *(key for key in ("other", "chips") if told.get(key))])
    if name in LAST and not told["population"]:
        return f"{name} last"
    if name in EMPTY and not told["chips"]:
        return f"{name} empty"
    if name in ("drew", "trait_laid") and "card" in told:
        return f"{name} card"
    flags = (flag for flag in ("last", "ignored") if told.get(flag))
    return " ".join([name, *flags])


def name_in(told: EventWords) -> str:
    """The name of the species that an event is about."""
    place = place_in(told, "species")
    return name_place(*place) if place else ""


def _traits_shown(events: Sequence[EventWords], players: Sequence[str], reader: int) -> list[str]:
    """All traits that a seat turns up in one line."""
    lines = []
    for seat in dict.fromkeys(number_in(told, "seat") for told in events):
        shown: dict[str, list[str]] = {}
        for told in events:
            if told["seat"] == seat:
                shown.setdefault(name_in(told), []).append(trait_on(word_in(told, "card")))
        those = [f"{species} {trait_titles(traits)}" for species, traits in shown.items()]
        sentence = (
            mark("You show: {traits}.") if seat == reader else mark("{player} shows: {traits}.")
        )
        lines.append(say(sentence, player=players[seat], traits="; ".join(those)))
    return lines


def _food_shown(events: Sequence[EventWords], _players: Sequence[str], _reader: int) -> list[str]:
    """All food cards in one line: nobody knows whose they are."""
    numbers = (printed_number(word_in(told, "card")) for told in events)
    return [say("The food cards: {numbers}.", numbers=", ".join(numbers))]


def _discards(events: Sequence[EventWords], players: Sequence[str], reader: int) -> list[str]:
    """All cards that a seat discards in a row in one line."""
    lines = []
    for seat, group in groupby(events, key=lambda told: number_in(told, "seat")):
        run = list(group)
        if len(run) == 1:
            lines.append(sentence(run[0], players, reader))
            continue
        cards = ", ".join(counted([card_title(word_in(told, "card")) for told in run]))
        form = (
            mark("You discard: {cards}.") if seat == reader else mark("{player} discards: {cards}.")
        )
        lines.append(say(form, player=players[seat], cards=cards))
    return lines


# New species in a row: several on one side, by whether the cards for them are told here.
SEVERAL = {
    "right": mark("{player} discards {cards} for new species on the right: {species}."),
    "right shown": mark("{player} has new species on the right: {species}."),
    "left shown": mark("{player} has new species on the left: {species}; the others move on."),
}
YOUR_SEVERAL = {
    "right": mark("You discard {cards} for new species on the right: {species}."),
    "right shown": mark("You have new species on the right: {species}."),
    "left shown": mark("You have new species on the left: {species}; your others move on."),
}


def _new_species(events: Sequence[EventWords], players: Sequence[str], reader: int) -> list[str]:
    """New species of one seat on one side in one line, where their names stay the same."""
    lines = []
    for (seat, form), group in groupby(
        events, key=lambda told: (number_in(told, "seat"), _form(told))
    ):
        run = list(group)
        form = form.removeprefix("new_species ")
        if len(run) == 1 or form not in SEVERAL:
            lines += [sentence(told, players, reader) for told in run]
            continue
        lines.append(
            say(
                (YOUR_SEVERAL if seat == reader else SEVERAL)[form],
                player=players[seat],
                cards=", ".join(
                    counted([card_title(word_in(told, "card")) for told in run if "card" in told])
                ),
                species=", ".join(map(name_in, run)),
            )
        )
    return lines


FED = "fed"  # only in a story: species that eat 1 from the watering hole, and nothing follows


def _fed(events: Sequence[EventWords], players: Sequence[str], reader: int) -> list[str]:
    """One species after the other at the watering hole in one line."""
    if len(events) == 1:
        return [sentence({**events[0], "event": "ate"}, players, reader)]
    names = ", ".join(map(name_in, events))
    return [say("One after the other eats 1 from the watering hole: {species}.", species=names)]


def story(events: Sequence[EventWords], players: Sequence[str], reader: int = NOBODY) -> list[str]:
    """What happened, for people: feeding turns in which nothing else happens told together."""
    told = [
        {**one, "event": FED} if _is_plain_meal(one, after) else one
        for one, after in zip_longest(events, events[1:])
    ]
    return TELLING.story(told, players, reader)


def _is_plain_meal(told: EventWords, after: EventWords | None) -> bool:
    is_one = told["event"] == "ate" and told["cause"] == "feeding" and told["chips"] == 1
    return is_one and not (after and _goes_on(told, after))


def _collected(events: Sequence[EventWords], players: Sequence[str], _reader: int) -> list[str]:
    """What goes into all bags in one line."""
    bags = (
        say("{player} {chips}", player=players[number_in(told, "seat")], chips=told["chips"])
        for told in events
    )
    return [say("Food eaten goes into the bags: {bags}.", bags=", ".join(bags))]


# What is told in the same line as what it follows from: after an event, or a meal by its cause.
FOLLOWS = {
    "grew": ("discarded",), "trait_laid": ("trait_replaced",), "hole_filled": ("food_shown",),
    "attacked": ("discarded",), "gored": ("attacked",), "bitten": ("attacked", "gored", "bagged"),
    "bagged": ("gored", "bitten"), "extinct": ("gored", "bitten", "starved"),
    "foraging": ("ate", "stored"), "cooperation": ("ate", "stored"),
    "intelligence": ("discarded", "ate"), "attack": ("bitten", "bagged", "extinct", "ate"),
    "scavenger": ("bitten", "bagged", "extinct", "ate", "stored"),
}  # fmt: skip
BY_OTHERS = ("bitten", "attack", "scavenger")  # not of the seat that the line began with


def _goes_on(before: EventWords, told: EventWords) -> bool:
    """Whether an event is told in the same line as the one before it."""
    what = str(told.get("cause", told["event"]))
    if before["event"] not in FOLLOWS.get(what, ()):
        return False
    return what in BY_OTHERS or before.get("seat") == told.get("seat")


# --- titles -------------------------------------------------------------------------------------


def trait_title(trait: str) -> str:
    """The printed name of a trait."""
    return say(Trait.called(trait).title) if trait != HIDDEN else say("face down")


def meaning(trait: str) -> str:
    """What a trait is good for, in a few words."""
    return say(Trait.called(trait).meaning)


def trait_titles(traits: Sequence[str]) -> str:
    """Several traits."""
    return ", ".join(trait_title(trait) for trait in traits)


def trait_on(card: str) -> str:
    """The trait on a card that is given by its name."""
    return card.rstrip("0123456789").rstrip("+-")


def number_on(card: str) -> int:
    """The food number on a card that is given by its name."""
    return int(card.removeprefix(trait_on(card)))


def number_title(number: int | str) -> str:
    """A food number as it is shown: with its sign."""
    return f"{int(number):+d}" if int(number) else "0"


def printed_number(card: str) -> str:
    """The food number on a card as it is shown."""
    return number_title(number_on(card))


def card_title(card: str) -> str:
    """A card by its trait and its food number."""
    trait = trait_title(trait_on(card))
    return say("{trait} ({number})", trait=trait, number=printed_number(card))


TASKS = tasks(Stage, _task_parts())
TELLING = Telling[State](
    events=Event,
    cards=CARD_NAMES,
    tables={
        "kind": CARD_NAMES,
        "trait": TRAITS,
        "ending": ENDINGS,
        "side": SIDES,
        "bag": BAG_REASONS,
        "meal": [(cause, food) for cause in CAUSES for food in FOODS],
    },
    form=_form,
    titles={"card": card_title, "ignored": trait_title, "sum": number_title},
    more={  # what a card is worth to a sentence: as a trait, or as food
        "trait": ("card", lambda card: trait_title(trait_on(card))),
        "number": ("card", printed_number),
    },
    runs={
        "trait_shown": _traits_shown,
        "food_shown": _food_shown,
        "collected": _collected,
        "discarded": _discards,
        "new_species": _new_species,
        FED: _fed,
    },
    goes_on=_goes_on,
)
event_fields = TELLING.event_fields
words = TELLING.words
sentence = TELLING.sentence
