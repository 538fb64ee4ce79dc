"""Everything there is in Darwin's Choice, for people to look through."""

from __future__ import annotations

from tangledbank.art.scenes import scene as event_scene
from tangledbank.art.scenes import scene as landscape
from tangledbank.art.symbols import symbol
from tangledbank.games.darwin.rules.decks import ABILITIES as POWERS
from tangledbank.games.darwin.rules.decks import EVENTS, PARTS, Biome, Card, standard
from tangledbank.games.darwin.show import board, pictures
from tangledbank.games.darwin.text.sentences import MEANINGS
from tangledbank.games.darwin.text.titles import (
    ABILITY_TITLES,
    PART_TITLES,
    animal_title,
    event_title,
    ground_title,
    printed,
)
from tangledbank.games.shared.catalogue import Entry, Shelf, page_id, rules_about
from tangledbank.text import mark, say, say_count

PART_SHELVES = {
    "head": mark("Heads"),
    "torso": mark("Torsos"),
    "double_legs": mark("Double legs"),
    "legs": mark("Legs"),
    "wings": mark("Wings"),
    "tail": mark("Tails"),
}


def shelves() -> list[Shelf]:
    """All that there is, in the reader's language."""
    cards = standard().cards
    parts = [
        Shelf(part, say(title), [_part(card) for card in cards if PARTS[card.part] == part])
        for part, title in PART_SHELVES.items()
    ]
    return [
        *parts,
        Shelf("abilities", say("Abilities"), [_power(index) for index in range(len(POWERS))]),
        Shelf("biomes", say("Biomes"), [_biome(biome) for biome in standard().biomes]),
        Shelf("events", say("Events"), [_event(name) for name in EVENTS]),
    ]


def _part(card: Card) -> Entry:
    return Entry(
        page_id(card.id),
        animal_title(card),
        lambda: pictures.part(pictures.part_name(card), ""),
        [say(PART_TITLES[PARTS[card.part]]), printed(card)],
    )


def _power(index: int) -> Entry:
    name, deck = POWERS[index], standard()
    cards = sum(bool(card.abilities[index]) for card in deck.cards)
    places = (
        (mark("counts in {biomes}"), [b for b in deck.biomes if b.counts >> index & 1]),
        (mark("needed in {biomes}"), [b for b in deck.biomes if (b.all | b.any) >> index & 1]),
        (mark("not allowed in {biomes}"), [b for b in deck.biomes if b.none >> index & 1]),
    )
    lines = [
        say(sentence, biomes=", ".join(ground_title(biome.id) for biome in biomes))
        for sentence, biomes in places
        if biomes
    ]
    title = say(ABILITY_TITLES[name])
    return Entry(
        name,
        title[:1].upper() + title[1:],
        lambda: symbol(name, ""),
        [say_count("on {n} card", "on {n} cards", cards), *lines],
        "values",
    )


def _biome(biome: Biome) -> Entry:
    return Entry(
        biome.id,
        ground_title(biome.id),
        lambda: landscape(biome.id, ""),
        [
            say_count("{n} point", "{n} points", biome.points),
            say("plants {plants}, meat {meat}", plants=biome.plants, meat=biome.meat),
            *board.requirements({"biome": biome.id}, {}, in_letters=False),
        ],
        "values",
    )


def _event(name: str) -> Entry:
    return Entry(
        name,
        event_title(name),
        lambda: event_scene(name, ""),
        [say(MEANINGS[name]), *rules_about("darwin", name)],
        name,
    )


def place_of(kind: str, name: str) -> str:
    """Where something on a table is told of, by the parts of its key: shelf and entry."""
    if kind in ("card", "zone") and name in standard().names:
        return f"?shelf={name.rpartition('.')[2]}#{page_id(name)}"
    if kind == "biome" and name in {one.id for one in standard().biomes}:
        return f"?shelf=biomes#{name}"
    return ""
