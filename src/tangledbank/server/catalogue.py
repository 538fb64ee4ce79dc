"""Everything there is in a game, with its picture, its numbers and what it does; and searching."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from tangledbank.art import darwin as darwin_art
from tangledbank.art import evolution as evolution_art
from tangledbank.art import origin as origin_art
from tangledbank.art.events import event as event_scene
from tangledbank.art.landscapes import biome as landscape
from tangledbank.art.symbols import symbol
from tangledbank.boards import darwin as darwin_board
from tangledbank.boards import evolution as evolution_board
from tangledbank.boards import origin as origin_board
from tangledbank.games.clauses import Clause, chapters, clauses
from tangledbank.games.darwin.decks import ABILITIES as POWERS
from tangledbank.games.darwin.decks import EVENTS, PARTS, Biome, Card, standard
from tangledbank.games.darwin.sentences import MEANINGS
from tangledbank.games.darwin.titles import (
    ABILITY_TITLES,
    PART_TITLES,
    animal_title,
    event_title,
    ground_title,
    printed,
)
from tangledbank.games.evolution.cards import GRAIN, TRAITS, deck
from tangledbank.games.evolution.sentences import number_title, trait_on, trait_title
from tangledbank.games.origin.cards import ABILITIES, CARD_NAMES, COPIES
from tangledbank.games.origin.sentences import ability_title
from tangledbank.text import mark, mark_in, say, say_count, say_rule


@dataclass(frozen=True)
class Entry:
    """Something that is in the game."""

    id: str  # in the page
    title: str
    draw: Callable[[], str]
    lines: Sequence[str]
    topic: str = ""  # of the rules about it

    @property
    def picture(self) -> Markup:
        """Drawn only when it is shown; what it is stands beside it."""
        return Markup(self.draw())


@dataclass(frozen=True)
class Shelf:
    """Things of one kind, in the order of the game."""

    id: str
    title: str
    entries: Sequence[Entry]


def shelves(game: str) -> list[Shelf]:
    """All that a game has, in the reader's language."""
    return {"origin": _origin, "evolution": _evolution, "darwin": _darwin}[game]()


def place_of_key(game: str, key: str) -> str:
    """Where the catalogue tells of something on a table: shelf and entry, or nothing."""
    kind, _, name = key.partition(":")
    if game == "darwin" and kind in ("card", "zone") and name in standard().names:
        return f"?shelf={name.rpartition('.')[2]}#{_page_id(name)}"
    if game == "darwin" and kind == "biome" and name in {one.id for one in standard().biomes}:
        return f"?shelf=biomes#{name}"
    if game == "evolution" and kind == "card" and trait_on(name) in TRAITS:
        return f"?shelf=traits#{trait_on(name)}"
    if game == "origin" and kind == "card" and name in CARD_NAMES:
        return f"?shelf=cards#{_page_id(name)}"
    return ""


def _page_id(name: str) -> str:
    return name.replace("/", "_").replace(".", "_")


# --- searching ----------------------------------------------------------------------------------


def fits(words: str, text: str) -> bool:
    """Whether all words are in a text, however they are written: accents and capitals or not."""
    plain = _plain(text)
    return all(word in plain for word in _plain(words).split())


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def shelves_with(game: str, words: str) -> list[Shelf]:
    """What has these words in its title or in what is told of it, on its shelves."""
    found = [
        Shelf(shelf.id, shelf.title, [one for one in shelf.entries if _has(one, shelf, words)])
        for shelf in shelves(game)
    ]
    return [shelf for shelf in found if shelf.entries]


def _has(entry: Entry, shelf: Shelf, words: str) -> bool:
    return fits(words, " ".join([entry.title, shelf.title, *entry.lines]))


class Topic(NamedTuple):
    """The rules on one subject."""

    id: str
    title: str
    clauses: list[Clause]


class Part(NamedTuple):
    """A chapter of the rules, such as a phase."""

    title: str
    topics: list[Topic]


def chapters_with(game: str, words: str) -> list[Part]:
    """The rules with these words, by chapter and topic."""
    found: dict[str, list[Clause]] = {}
    for clause in clauses(game):
        if fits(words, f"{clause.id} {_topic_title(clause.topic)} {say_rule(clause.text)}"):
            found.setdefault(clause.topic, []).append(clause)
    parts = [
        Part(
            say_rule(chapter.title),
            [Topic(one, _topic_title(one), found[one]) for one in chapter.topics if one in found],
        )
        for chapter in chapters(game)
    ]
    return [part for part in parts if part.topics]


def _topic_title(topic: str) -> str:
    title = say_rule(topic.replace("_", " "))
    return title[:1].upper() + title[1:]


# --- The Origin of Species ----------------------------------------------------------------------


def _origin() -> list[Shelf]:
    return [
        Shelf(
            "abilities", say(mark_in("origin", "Abilities")), [_ability(name) for name in ABILITIES]
        ),
        Shelf("cards", say("Cards"), [_double(kind) for kind in range(len(CARD_NAMES))]),
    ]


def _ability(name: str) -> Entry:
    copies = [
        int(COPIES[0, kind]) for kind, card in enumerate(CARD_NAMES) if name in card.split("/")
    ]
    return Entry(
        name,
        ability_title(name),
        lambda: origin_art.animal([name], ""),
        [
            say(origin_board.HINTS[name]),
            say_count("on {n} card", "on {n} cards", sum(copies)),
            *_rules("origin", name),
        ],
        name,
    )


def _double(kind: int) -> Entry:
    abilities = CARD_NAMES[kind].split("/")
    one, other = (int(copies) for copies in COPIES[:, kind])
    lines = [say_count("{n} card in a set", "{n} cards in a set", one)]
    if other != one:
        lines.append(say("in the other deck {n}", n=other))
    return Entry(
        _page_id(CARD_NAMES[kind]),
        " / ".join(ability_title(ability) for ability in abilities),
        lambda: origin_art.animal(abilities, ""),
        [*lines, *(f"{ability_title(one)}: {say(origin_board.HINTS[one])}" for one in abilities)],
        abilities[0],
    )


# --- Evolution ----------------------------------------------------------------------------------


def _evolution() -> list[Shelf]:
    return [Shelf("traits", say("Traits"), [_trait(name) for name in TRAITS])]


def _trait(name: str) -> Entry:
    numbers = [number_title(number) for trait, number in deck() if trait == name]
    lines = [
        say(evolution_board.HINTS[name]),
        say_count("{n} card", "{n} cards", len(numbers)),
        say("food numbers {numbers}", numbers=", ".join(numbers)),
    ]
    if name in GRAIN:
        lines.append(say("with the sign of grain: it works before anyone feeds"))
    return Entry(
        name,
        trait_title(name),
        lambda: evolution_art.species([name], 3, 1, ""),
        [*lines, *_rules("evolution", name)],
        name,
    )


# --- Darwin's Choice ----------------------------------------------------------------------------

PART_SHELVES = {
    "head": mark("Heads"),
    "torso": mark("Torsos"),
    "double_legs": mark("Double legs"),
    "legs": mark("Legs"),
    "wings": mark("Wings"),
    "tail": mark("Tails"),
}


def _darwin() -> list[Shelf]:
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
        _page_id(card.id),
        animal_title(card),
        lambda: darwin_art.part(darwin_art.part_name(card), ""),
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
            *darwin_board.requirements({"biome": biome.id}, {}, in_letters=False),
        ],
        "values",
    )


def _event(name: str) -> Entry:
    return Entry(
        name,
        event_title(name),
        lambda: event_scene(name, ""),
        [say(MEANINGS[name]), *_rules("darwin", name)],
        name,
    )


def _rules(game: str, topic: str) -> list[str]:
    """What the rules say about something."""
    return [
        say_rule(clause.text)
        for clause in clauses(game)
        if clause.topic == topic and clause.kind == "rule"
    ]
