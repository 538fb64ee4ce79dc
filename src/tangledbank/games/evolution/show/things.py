"""Evolution in the browser: the watering hole, species with their traits, cards."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from tangledbank.accept import Words, word_in
from tangledbank.art.scenes import pool
from tangledbank.games.evolution.rules.cards import TRAITS, Trait
from tangledbank.games.evolution.show import board
from tangledbank.games.evolution.show import pictures as art
from tangledbank.games.evolution.text import sentences as texts
from tangledbank.games.evolution.text.position_words import Document, SpeciesWords
from tangledbank.games.shared import things
from tangledbank.games.shared.things import Tag, Thing, Track
from tangledbank.games.shared.verbs import ActionWords, name_place
from tangledbank.text import kept, say

NOTES = 1
answers, at_risk, draft = things.no_answers, things.no_risk, things.no_draft


def emblem() -> Markup:
    """A herd with long necks and horns."""
    return things.drawn(art.species(["long_neck", "horns", "defensive_herding"], 4, 4, ""))


def common(view: Document) -> things.Common:
    """The watering hole."""
    return things.Common(picture=things.drawn(pool(view.hole, "")))


def before(view: Document, seat: int) -> Sequence[Thing]:
    """The species from left to right."""
    pieces = board.pieces(view, seat)
    row = view.seats[seat].species
    return [
        _species(seat, index, species, piece.said)
        for index, (species, piece) in enumerate(zip(row, pieces, strict=True))
    ]


@kept
def _species(seat: int, index: int, species: SpeciesWords, said: str) -> Thing:
    chips, population, body = species.chips, species.population, species.body
    return Thing(
        id=f"sp-{seat}-{index}",
        key=things.place_key(seat, index),
        kind="species",
        title=name_place(seat, index),
        said=said,
        picture=things.drawn(art.species(species.traits, body, population, "")),
        tags=[_trait(*trait, species) for trait in board.traits_of(species)],
        tracks=[
            Track(chips, population - chips, "food", say("population {n}", n=population)),
            Track(body, 0, "body", say("body size {n}", n=body)),
        ],
    )


def _trait(trait: str, is_hidden: bool, species: SpeciesWords) -> Tag:
    said = board.spoken_trait(trait, is_hidden, species)
    if trait not in TRAITS:
        return Tag(said, "hidden")
    row = Trait.called(trait)
    if row == Trait.FAT_TISSUE and not is_hidden:
        said = f"{texts.trait_title(trait)} {species.fat}/{species.body}"
    return Tag(said, row.colour, row.look.glyph)


def hand(view: Document, seat: int) -> Sequence[Thing]:
    """The cards: trait, food number, what the trait is good for."""
    begun = texts.chosen(view)
    card = begun[1].card if begun and begun[0] == seat else None
    return things.in_hand(view.seats[seat].hand, card, _card)


@kept
def _card(card: str, n: int, is_chosen: bool) -> Thing:
    trait = texts.trait_on(card)
    return Thing(
        id=f"card-{card}-{n}",
        key=things.card_key(card),
        kind=f"card {Trait.called(trait).colour}",
        title=texts.trait_title(trait),
        name=texts.printed_number(card),
        said=f"{texts.card_title(card)}: {texts.meaning(trait)}",
        picture=things.drawn(art.species([trait], 3, 1, "")),
        lines=[texts.meaning(trait)],
        marks=["chosen"] if is_chosen else [],
    )


def keys(action: ActionWords, view: Document, seat: int) -> list[str]:
    """The card and the species of an action."""
    del view
    found = [things.card_key(word_in(action, "card"))] if "card" in action else []
    place = texts.place_of(action, seat)
    return [*found, things.place_key(*place)] if place else found


# What one may want of a species at each stage, if it is one's own, and if not.
WANTED = {
    "feed": (("feed", "species"), ("attack", "with")),
    "window": (("think", "species"),),
    "hunt": (("prey", "species"),),
    "grain": (("neck", "species"),),
}
USES = ("on", "population", "body")


def tries(key: str, view: Document, seat: int) -> list[Words]:
    """To lay or play a card; to feed, attack with or hunt a species."""
    place, stage = things.place_of(key), view.stage or ""
    if key.startswith("card:"):
        verb = {"supply": "food", "think": "spend", "ignore": "spend"}.get(stage, "play")
        return [{"do": verb, "card": key.removeprefix("card:")}]
    if place is None:
        return []
    index = things.seen_from(place, seat)
    if stage == "play" and texts.chosen(view):
        return [{"do": use, "species": index} for use in USES]
    if stage == "feed" and place[0] != seat:
        return things.hunts(place, [one.traits for one in view.seats[seat].species])
    return [{"do": verb, field: index} for verb, field in WANTED.get(stage, ())]


def about(key: str, view: Document) -> tuple[str, list[str]]:
    """What a trait is good for; all of a species."""
    place = things.place_of(key)
    if key.startswith("card:"):
        trait = texts.trait_on(key.removeprefix("card:"))
        return trait, [f"{texts.trait_title(trait)}: {texts.meaning(trait)}"]
    if place is None:
        return "", []
    seat, index = place
    row = before(view, seat) if seat < len(view.seats) else []
    said = [one.said for one in row if one.key == key]
    traits = view.seats[seat].species[index].traits if said else []
    traits = [one for one in traits if one in TRAITS]
    lines = [f"{texts.trait_title(trait)}: {texts.meaning(trait)}" for trait in traits]
    topic = {"supply": "food", "play": "play"}.get(view.stage or "", "feeding")
    return (traits[0] if traits else topic), [*said, *lines]


def comes_first(key: str, view: Document, seat: int) -> str:
    """A card is chosen before the species that it is for, which is one's own."""
    place, stage = things.place_of(key), view.stage or ""
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
