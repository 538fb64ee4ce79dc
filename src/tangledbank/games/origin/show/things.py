"""The Origin of Species in the browser: the food bank, animals with their abilities, cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from tangledbank.accept import Words, word_in
from tangledbank.art.scenes import meadow
from tangledbank.games.origin.rules.cards import ABILITIES, Ability
from tangledbank.games.origin.show import board
from tangledbank.games.origin.show import pictures as art
from tangledbank.games.origin.text import sentences as texts
from tangledbank.games.origin.text.position import AbilityWords, AnimalWords, Document, PairWords
from tangledbank.games.shared import things
from tangledbank.games.shared.things import Tag, Thing, Track
from tangledbank.games.shared.verbs import ActionWords, name_place, place_in
from tangledbank.text import kept, mark, say

NOTES = 1
draft = things.no_draft
PLACES = ("animal", "with", "from", "to")


def emblem() -> Markup:
    """A hunter that swims."""
    return things.drawn(art.animal(["swimming", "carnivore", "sharp_vision"], ""))


def common(view: Document) -> things.Common:
    """The food bank."""
    return things.Common(picture=things.drawn(meadow(view.bank, "")))


def before(view: Document, seat: int) -> Sequence[Thing]:
    """The animals, each with the pairs it belongs to."""
    pieces = board.pieces(view, seat)
    own = view.seats[seat]
    return [
        _animal(seat, index, animal, pieces[index].said, own.pairs)
        for index, animal in enumerate(own.animals)
    ]


@kept
def _animal(
    seat: int, index: int, animal: AnimalWords, said: str, pairs: Sequence[PairWords]
) -> Thing:
    red, blue = animal.red, animal.blue
    tags = [_ability(one, animal) for one in animal.abilities]
    tags += [_pair(pair, seat, index) for pair in pairs if index in pair.animals]
    flags = board.flags_of(animal)
    need = texts.need_of(animal)
    label = say("{tokens} of {need} food", tokens=red + blue, need=need)
    return Thing(
        id=f"an-{seat}-{index}",
        key=things.place_key(seat, index),
        kind="animal",
        title=name_place(seat, index),
        said=said,
        picture=things.drawn(art.animal(texts.abilities_of(animal), "")),
        tags=[*tags, *(Tag(say(board.FLAGS[flag]), "state") for flag in flags)],
        tracks=[Track(red, 0, "red", label), Track(blue, max(0, need - red - blue), "blue")],
        marks=flags,
    )


def _ability(ability: str | AbilityWords, animal: AnimalWords) -> Tag:
    row = Ability.called(texts.ability_name(ability))
    kind = "used" if row.id in animal.used else "red" if row == Ability.CARNIVORE else ""
    return Tag(board.spoken_ability(ability, animal), kind, row.look.glyph)


def _pair(pair: PairWords, seat: int, index: int) -> Tag:
    a, b = pair.animals
    if pair.ability == "symbiosis":
        text = say("{b} is the symbiont of {a}", a=name_place(seat, a), b=name_place(seat, b))
    else:
        other = name_place(seat, b if a == index else a)
        text = f"{texts.ability_title(pair.ability)} – {other}"
    text += " " + say("(used)") if pair.used else ""
    return Tag(text, "pair", Ability.called(pair.ability).look.glyph)


def hand(view: Document, seat: int) -> Sequence[Thing]:
    """The cards by their printed names."""
    return things.in_hand(view.seats[seat].hand, view.draft.card if view.draft else None, _card)


@kept
def _card(card: str, n: int, is_chosen: bool) -> Thing:
    abilities = card.split("/")
    hints = texts.meanings(abilities)
    return Thing(
        id=f"card-{card.replace('/', '_')}-{n}",
        key=things.card_key(card),
        kind="card red" if "carnivore" in card else "card",
        title=texts.card_title(card),
        said="; ".join(hints),
        picture=things.drawn(art.animal(abilities, "")),
        lines=hints if len(hints) > 1 else [texts.meaning(card)],
        marks=["chosen"] if is_chosen else [],
    )


def keys(action: ActionWords, view: Document, seat: int) -> list[str]:
    """The card and the animals of an action."""
    del view
    verb, card = word_in(action, "do"), word_in(action, "card")
    found = [things.card_key(card)] if verb in ("animal", "ability") else []
    places = (place_in(action, field, seat) for field in PLACES if verb != "drop")
    return [*found, *(things.place_key(*place) for place in places if place)]


# What one may want of an animal at each stage.
WANTED = {
    "feed": (("take", "animal"), ("attack", "with")),
    "hunt": (("prey", "animal"),),
    "place": (("on", "animal"),),
    "pair": (("with", "animal"),),
    "rob": (("steal", "from"),),
    "react": (("mimic", "to"),),
    "scavenge": (("scavenge", "animal"),),
}


def tries(key: str, view: Document, seat: int) -> list[Words]:
    """To play a card; to feed, attack with, hunt or improve an animal."""
    place = things.place_of(key)
    if key.startswith("card:"):
        return [{"do": "animal", "card": key.removeprefix("card:")}]
    if place is None:
        return []
    if view.stage == "feed" and place[0] != seat:
        return things.hunts(place, [*map(texts.abilities_of, view.seats[seat].animals)])
    index = things.seen_from(place, seat)
    return [{"do": verb, field: index} for verb, field in WANTED.get(view.stage or "", ())]


def comes_first(key: str, view: Document, seat: int) -> str:
    """In development a card is chosen before an animal."""
    del seat
    if things.place_of(key) and view.stage == "develop":
        return say("First choose a card: abilities are given to animals.")
    return ""


def about(key: str, view: Document) -> tuple[str, list[str]]:
    """What the abilities of a card or an animal are good for."""
    place = things.place_of(key)
    abilities: list[str] = []
    if key.startswith("card:"):
        abilities = [one for one in key.removeprefix("card:").split("/") if one in ABILITIES]
    elif place is not None:
        seat, index = place
        if seat < len(view.seats) and index < len(view.seats[seat].animals):
            own = view.seats[seat]
            shared = [pair.ability for pair in own.pairs if index in pair.animals]
            abilities = [*dict.fromkeys([*texts.abilities_of(own.animals[index]), *shared])]
    topic = "development" if view.stage == "develop" else "feeding"
    return (abilities[0] if abilities else topic), texts.meanings(abilities)


# The ability behind each answer to an attack.
ANSWERS = {"run": "running", "mimic": "mimicry", "drop": "tail_loss"}

ANSWERED = {
    ("eaten", False): mark("{name} may still answer with {abilities}; otherwise {prey} is eaten."),
    ("eaten", True): mark("You may still answer with {abilities}; otherwise {prey} is eaten."),
    ("mimic", False): mark(
        "{name} answers with {abilities}: the attack may be turned on another animal."
    ),
    ("mimic", True): mark(
        "You answer with {abilities}: the attack may be turned on another animal."
    ),
}


def answers(verbs: Iterable[str], after: Document, names: Sequence[str], seat: int) -> str:
    """How the owner of the attacked animal may answer; all of that lies open."""
    if after.attack is None:
        return ""
    open_verbs = {*verbs}
    owner, index = after.attack.prey
    abilities = ", ".join(texts.ability_title(ANSWERS[v]) for v in ANSWERS if v in open_verbs)
    form = "mimic" if "mimic" in open_verbs else "eaten"  # mimicry cannot be declined
    sentence = ANSWERED[form, owner == seat]
    prey = name_place(owner, index)
    return say(sentence, name=names[owner], abilities=abilities, prey=prey)


def at_risk(action: ActionWords, view: Document, seat: int) -> str:
    """That a runner may escape from an attack."""
    place = place_in(action, "animal", seat) if action["do"] == "prey" else None
    if place is None:
        return ""
    owner, index = place
    if "running" not in texts.abilities_of(view.seats[owner].animals[index]):
        return ""
    return say(
        "Running: {prey} escapes on a roll of 4, 5 or 6; otherwise it is eaten.",
        prey=name_place(owner, index),
    )
