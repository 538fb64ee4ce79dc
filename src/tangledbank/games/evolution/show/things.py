"""Evolution in the browser: the watering hole, species with their traits, cards."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from tangledbank.games.evolution.rules.cards import TRAITS, Trait
from tangledbank.games.evolution.show import board
from tangledbank.games.evolution.show import pictures as art
from tangledbank.games.evolution.text.sentences import (
    card_title,
    chosen,
    meaning,
    number_on,
    number_title,
    place_in,
    trait_on,
    trait_title,
    traits_of,
)
from tangledbank.games.shared.places import name_place
from tangledbank.games.shared.things import (
    Common,
    Tag,
    Thing,
    Track,
    card_key,
    drawn,
    hunts,
    in_hand,
    place_key,
    place_of,
    seen_from,
)
from tangledbank.games.shared.things import no_answers as answers
from tangledbank.games.shared.things import no_draft as draft
from tangledbank.games.shared.things import no_risk as at_risk
from tangledbank.games.shared.verbs import Words
from tangledbank.text import kept, say

__all__ = ("about", "answers", "at_risk", "draft")
STEPS = frozenset({"play", "attack", "think", "ignore"})
ENDS = frozenset({"done", "pass", "decline"})
NOTES = 1


def emblem() -> Markup:
    """A herd with long necks and horns."""
    return drawn(art.species(["long_neck", "horns", "defensive_herding"], 4, 4, ""))


def common(view: Words) -> Common:
    """The watering hole."""
    return Common(picture=drawn(art.watering_hole(view["hole"], "")))


def before(view: Words, seat: int) -> Sequence[Thing]:
    """The species from left to right."""
    pieces = board.pieces(view, seat)
    row = view["seats"][seat]["species"]
    return [
        _species(seat, index, words, piece.said)
        for index, (words, piece) in enumerate(zip(row, pieces, strict=True))
    ]


@kept
def _species(seat: int, index: int, words: Words, said: str) -> Thing:
    hidden = words.get("face_down", [])
    tags = [_trait(trait, i in hidden, words) for i, trait in enumerate(traits_of(words))]
    chips, population = words["chips"], words["population"]
    return Thing(
        id=f"sp-{seat}-{index}",
        key=place_key(seat, index),
        kind="species",
        title=name_place(seat, index),
        said=said,
        picture=picture(words),
        tags=tags,
        tracks=[
            Track(chips, population - chips, "food", say("population {n}", n=population)),
            Track(words["body"], 0, "body", say("body size {n}", n=words["body"])),
        ],
    )


def picture(words: Words) -> Markup:
    """A species with the traits that are seen; what it is stands beside the picture."""
    return drawn(art.species(traits_of(words), words["body"], words["population"], ""))


def _trait(trait: str, is_hidden: bool, words: Words) -> Tag:
    if trait not in TRAITS:
        return Tag(say("a trait face down"), "hidden")
    row, title = Trait.called(trait), trait_title(trait)
    if row == Trait.FAT_TISSUE and not is_hidden:
        title = f"{title} {words.get('fat', 0)}/{words['body']}"
    text = say("{trait} (face down)", trait=title) if is_hidden else title
    return Tag(text, row.colour, row.look.glyph)


def hand(view: Words, seat: int) -> Sequence[Thing]:
    """The cards: trait, food number, what the trait is good for."""
    begun = chosen(view)
    card = begun[1]["card"] if begun and begun[0] == seat else None
    return in_hand(view["seats"][seat]["hand"], card, _card)


@kept
def _card(card: str, n: int, is_chosen: bool) -> Thing:
    trait = trait_on(card)
    return Thing(
        id=f"card-{card}-{n}",
        key=card_key(card),
        kind=f"card {Trait.called(trait).colour}",
        title=trait_title(trait),
        name=number_title(number_on(card)),
        said=f"{card_title(card)}: {meaning(trait)}",
        picture=drawn(art.species([trait], 3, 1, "")),
        lines=[meaning(trait)],
        marks=["chosen"] if is_chosen else [],
    )


def keys(action: Words, view: Words, seat: int) -> list[str]:
    """The card and the species of an action."""
    del view
    found = [card_key(action["card"])] if "card" in action else []
    place = place_in(action, seat)
    return [*found, place_key(*place)] if place else found


# What one may want of a species at each stage, if it is one's own, and if not.
WANTED = {
    "feed": (("feed", "species"), ("attack", "with")),
    "window": (("think", "species"),),
    "hunt": (("prey", "species"),),
    "grain": (("neck", "species"),),
}
USES = ("on", "population", "body")


def tries(key: str, view: Words, seat: int) -> list[Words]:
    """To lay or play a card; to feed, attack with or hunt a species."""
    place, stage = place_of(key), view["stage"]
    if key.startswith("card:"):
        verb = {"supply": "food", "think": "spend", "ignore": "spend"}.get(stage, "play")
        return [{"do": verb, "card": key.removeprefix("card:")}]
    if place is None:
        return []
    if stage == "play" and chosen(view):
        return [{"do": use, "species": seen_from(place, seat)} for use in USES]
    if stage == "feed" and place[0] != seat:
        return hunts(place, [traits_of(words) for words in view["seats"][seat]["species"]])
    return [{"do": verb, field: seen_from(place, seat)} for verb, field in WANTED.get(stage, ())]


def about(key: str, view: Words) -> tuple[str, list[str]]:
    """What a trait is good for; all of a species."""
    place = place_of(key)
    if key.startswith("card:"):
        trait = trait_on(key.removeprefix("card:"))
        return trait, [f"{trait_title(trait)}: {meaning(trait)}"]
    if place is None:
        return "", []
    things = [thing for seat in range(len(view["seats"])) for thing in before(view, seat)]
    said = [thing.said for thing in things if thing.key == key]
    seat, index = place
    traits = traits_of(view["seats"][seat]["species"][index]) if said else []
    traits = [one for one in traits if one in TRAITS]
    lines = [f"{trait_title(trait)}: {meaning(trait)}" for trait in traits]
    topic = {"supply": "food", "play": "play"}.get(view["stage"], "feeding")
    return (traits[0] if traits else topic), [*said, *lines]


def comes_first(key: str, view: Words, seat: int) -> str:
    """A card is chosen before the species that it is for, which is one's own."""
    place, stage = place_of(key), view["stage"]
    if place is None:
        return ""
    if stage == "supply":
        return say("Species are changed later: now everyone lays down a card as food.")
    if stage == "play" and place[0] == seat:
        return say(
            "First choose a card: it becomes a trait, or is discarded for population or body size."
        )
    if stage == "play":
        return say("Cards are played for your own species only.")
    return ""
