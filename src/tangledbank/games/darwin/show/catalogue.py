"""Everything there is in Darwin's Choice, for people to look through."""

from __future__ import annotations

from tangledbank.art.events import event as event_scene
from tangledbank.art.landscapes import biome as landscape
from tangledbank.art.symbols import symbol
from tangledbank.games.darwin.rules.decks import Ability, Biome, Card, EventCard, Part, standard
from tangledbank.games.darwin.show import board, pictures
from tangledbank.games.darwin.text.names import animal_title, ground_title, printed
from tangledbank.games.shared.catalogue import Entry, Shelf, page_id, rules_about
from tangledbank.text import mark, say, say_count


def shelves() -> list[Shelf]:
    """All that there is, in the reader's language."""
    deck = standard()
    parts = [
        Shelf(part.id, say(part.shelf), [_part(card) for card in deck.cards if card.part == part])
        for part in Part
    ]
    events = [_event(card) for card in EventCard if card.id in deck.events]
    return [
        *parts,
        Shelf("abilities", say("Abilities"), [_ability(ability) for ability in Ability]),
        Shelf("biomes", say("Biomes"), [_biome(biome) for biome in deck.biomes]),
        Shelf("events", say("Events"), events),
    ]


def _part(card: Card) -> Entry:
    return Entry(
        page_id(card.id),
        animal_title(card),
        lambda: pictures.part(pictures.part_name(card), ""),
        [say(Part.of(card.part).title), printed(card)],
    )


def _ability(ability: Ability) -> Entry:
    deck, bit = standard(), 1 << ability
    cards = sum(bool(card.abilities[ability]) for card in deck.cards)
    places = (
        (mark("counts in {biomes}"), [b for b in deck.biomes if b.counts & bit]),
        (mark("needed in {biomes}"), [b for b in deck.biomes if (b.all | b.any) & bit]),
        (mark("not allowed in {biomes}"), [b for b in deck.biomes if b.none & bit]),
    )
    lines = [
        say(sentence, biomes=", ".join(ground_title(biome.id) for biome in biomes))
        for sentence, biomes in places
        if biomes
    ]
    title = say(ability.title)
    return Entry(
        ability.id,
        title[:1].upper() + title[1:],
        lambda: symbol(ability.id, ""),
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


def _event(card: EventCard) -> Entry:
    return Entry(
        card.id,
        say(card.title),
        lambda: event_scene(card.id, ""),
        [say(card.meaning), *rules_about("darwin", card.id)],
        card.id,
    )


def place_of(kind: str, name: str) -> str:
    """Where something on a table is told of, by the parts of its key: shelf and entry."""
    if kind in ("card", "zone") and name in standard().names:
        return f"?shelf={name.rpartition('.')[2]}#{page_id(name)}"
    if kind == "biome" and name in {one.id for one in standard().biomes}:
        return f"?shelf=biomes#{name}"
    return ""
