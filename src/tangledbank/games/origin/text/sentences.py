"""Events of The Origin of Species in words and in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tangledbank.accept import word_in
from tangledbank.games.origin.rules.actions import Verb
from tangledbank.games.origin.rules.animals import need_with
from tangledbank.games.origin.rules.cards import ABILITIES, CARD_NAMES, Ability
from tangledbank.games.origin.rules.state import Stage, State
from tangledbank.games.origin.rules.tell import SOURCES, Event
from tangledbank.games.origin.text import position as fields
from tangledbank.games.origin.text.position import Document
from tangledbank.games.origin.text.position_checks import BEGUN_FROM
from tangledbank.games.origin.text.words import COLOURS
from tangledbank.games.shared.events import EventWords, Telling, grouped
from tangledbank.games.shared.verbs import ActionWords, Offers, name_place, place_in, tasks
from tangledbank.kernel.compiling import plain
from tangledbank.text import mark, say

COLOUR_TITLES = {"red": mark("red"), "blue": mark("blue")}
SOURCE_TITLES = {
    "bank": mark("from the food bank"), "communication": mark("by communication"),
    "cooperation": mark("by cooperation"), "victim": mark("from its victim"),
    "tail": mark("from the lost tail"), "scavenger": mark("as a scavenger"),
    "piracy": mark("by piracy"),
}  # fmt: skip

BEGUN = {stage.id for stage in BEGUN_FROM}
QUIET = ("discarded", "feeding_turn_ended")  # not worth a line in a story


def is_begun(view: Document) -> bool:
    """Whether a choice is begun that can still be taken back."""
    return view.stage in BEGUN


def task(view: Document) -> str:
    """What has to be decided now, in a few words."""
    form = stage = view.stage or ""
    draft = view.draft or fields.DraftWords()
    ability = draft.ability
    if stage in ("place", "pair") and ability == "symbiosis":
        form = f"{stage} symbiosis"
    elif stage == "place" and ability and Ability.called(ability).is_pair:
        form = "place pair"
    elif stage == "feed" and view.main_action_done:
        form = "feed done"
    return say(TASKS[form], **_task_parts(draft, view.attack))


def _task_parts(draft: fields.DraftWords, attack: fields.AttackWords | None) -> dict[str, str]:
    return {
        "ability": ability_title(draft.ability) if draft.ability else "",
        "animal": name_place(*draft.animal) if draft.animal else "",
        "predator": name_place(*attack.predator) if attack else "",
        "prey": name_place(*attack.prey) if attack else "",
    }


TASKS = tasks(Stage, _task_parts(fields.DraftWords(), None))


def choice(action: ActionWords, view: Document, seat: int) -> str:
    """A legal action as an offer to the seat that sees `view`."""
    form, place = _offer(action, view, seat)
    animal = animal_title(place, view) if place else ""
    return OFFERS.whole(form, _parts(action, animal)) + _which(action, seat)


def short_choice(action: ActionWords, view: Document, seat: int) -> tuple[str, str]:
    """The same for a short list: a heading (none if it stands alone) and the choice under it."""
    form, place = _offer(action, view, seat)
    animal = name_place(*place) if place else ""
    heading, item = OFFERS.short(form, _parts(action, animal), animal)
    return heading, item + _which(action, seat)


def in_groups(actions: Sequence[ActionWords], view: Document, seat: int) -> list[int]:
    """The order of legal actions in a short list: one heading after the other, own prey last."""
    headings = [short_choice(action, view, seat)[0] for action in actions]
    return grouped(headings, last=OFFERS.heading("prey own", {}))


def _offer(action: ActionWords, view: Document, seat: int) -> tuple[str, tuple[int, int] | None]:
    """Which sentence fits a legal action, and the place of the animal it is about."""
    form = word_in(action, "do")
    fields = ("animal", "to", "prey", "from", "with") if form != "drop" else ()
    place = next((place_in(action, key, seat) for key in fields if key in action), None)
    if form == "with" and view.draft and view.draft.ability == "symbiosis":
        form = "with symbiosis"
    elif form == "ability" and "/" in word_in(action, "card"):
        form = "ability double"
    elif form == "prey" and place and place[0] == seat:
        form = "prey own"
    return form, place


def _parts(action: ActionWords, animal: str) -> dict[str, str]:
    ability, card = word_in(action, "as") or word_in(action, "ability"), word_in(action, "card")
    colour = word_in(action, "token")
    return {
        "card": card_title(card) if card else "",
        "ability": ability_title(ability) if ability else "",
        "animal": animal,
        "tokens": str(action.get("tokens", "")),
        "colour": say(COLOUR_TITLES[colour]) if colour else "",
    }


OFFERS = Offers(Verb, _parts({}, ""))


def _which(action: ActionWords, seat: int) -> str:
    """Of two cards alike that tail loss could drop: which one."""
    if action["do"] != "drop":
        return ""
    if other := place_in(action, "with", seat):
        return " " + say("(shared with {animal})", animal=name_place(*other))
    if "token" in action:
        state = say("filled") if action["token"] else say("empty")
        return f" ({card_title(word_in(action, 'card'))}, {state})"
    return ""


def animal_title(place: tuple[int, int], view: Document) -> str:
    """An animal by its name and what can be seen of it."""
    seat, index = place
    animal = view.seats[seat].animals[index]
    titles, name = ability_titles(abilities_of(animal)), name_place(seat, index)
    return f"{name} ({titles})" if titles else name


def abilities_of(animal: fields.AnimalWords) -> list[str]:
    """The abilities of an animal in a document, by name."""
    return [ability_name(one) for one in animal.abilities]


def ability_name(ability: str | fields.AbilityWords) -> str:
    """An ability in a document by its name; fat may have more said of it."""
    return ability if isinstance(ability, str) else ability.ability


def need_of(animal: fields.AnimalWords) -> int:
    """How many tokens an animal in a document needs."""
    bits = {1 << Ability.called(name) for name in abilities_of(animal)}
    return int(plain(need_with)(sum(bits)))


def _form(told: EventWords) -> str:
    """Which sentence of the event fits."""
    name = word_in(told, "event")
    if name == "ability_played" and "other" in told:
        return f"{name} symbiosis" if told["ability"] == "symbiosis" else f"{name} pair"
    if name == "drew" and "card" in told:
        return "drew card"
    for flag in ("last", "escaped", "acted", "moved_up"):
        if told.get(flag):
            return f"{name} {flag}"
    return name


def ability_title(ability: str) -> str:
    """The printed name of an ability."""
    return say(Ability.called(ability).title)


def meaning(ability: str) -> str:
    """What an ability is good for, in a few words."""
    return say(Ability.called(ability).meaning)


def ability_titles(abilities: Iterable[str]) -> str:
    """Several abilities."""
    return ", ".join(map(ability_title, abilities))


def meanings(abilities: Iterable[str]) -> list[str]:
    """What each of several abilities is good for."""
    return [f"{ability_title(one)}: {meaning(one)}" for one in abilities]


def card_title(card: str) -> str:
    """The printed name of a card."""
    return " / ".join(ability_title(ability) for ability in card.split("/"))


TELLING = Telling[State](
    events=Event,
    cards=CARD_NAMES,
    tables={"ability": ABILITIES, "kind": CARD_NAMES, "colour": COLOURS, "source": SOURCES},
    form=_form,
    titles={
        "ability": ability_title,
        "card": card_title,
        "colour": lambda colour: say(COLOUR_TITLES[colour]),
        "from": lambda source: say(SOURCE_TITLES[source]),
    },
    quiet=QUIET,
)
event_fields = TELLING.event_fields
words = TELLING.words
sentence = TELLING.sentence
story = TELLING.story
