"""A contact sheet of all pictures, to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import NamedTuple

from tangledbank.art import darwin, evolution, origin
from tangledbank.art.animals import ANIMALS
from tangledbank.art.frames import LETTER
from tangledbank.art.palette import colour, properties
from tangledbank.art.symbols import GLYPHS, definitions, symbol
from tangledbank.games.darwin.decks import EVENTS, PARTS, standard
from tangledbank.games.darwin.names import animal_name, species_name
from tangledbank.games.darwin.state import GROUNDS
from tangledbank.games.darwin.titles import card_title as part_title
from tangledbank.games.darwin.titles import event_title, ground_title
from tangledbank.games.evolution.cards import TRAITS
from tangledbank.games.evolution.sentences import trait_title
from tangledbank.games.origin.cards import ABILITIES, CARD_NAMES
from tangledbank.games.origin.sentences import ability_title, card_title
from tangledbank.text import say

WIDTH, MARGIN, GAP, CAPTION = 1660, 40, 14, 20


class Row(NamedTuple):
    """Pictures of one size under a heading, each with a caption."""

    heading: str
    wide: int
    tall: int
    pictures: list[tuple[str, str]]


def sheet(games: list[str], *, dark: bool = False) -> tuple[str, int, int]:
    """The contact sheet of some games as SVG, its width and its height."""
    rows = [_symbols(), *(row for game in games for row in ROWS[game]())]
    text, y = "", MARGIN
    for row in rows:
        text += _text(row.heading, MARGIN, y + 26, 26)
        y += 44
        across = (WIDTH - 2 * MARGIN + GAP) // (row.wide + GAP)
        for i, (caption, drawn) in enumerate(row.pictures):
            x = MARGIN + i % across * (row.wide + GAP)
            top = y + i // across * (row.tall + CAPTION + GAP)
            text += drawn.replace("<svg ", f'<svg x="{x}" y="{top}" {_size(row)} ', 1)
            size = min(12, row.wide / max(len(caption), 1) / LETTER)
            text += _text(caption, x + row.wide / 2, top + row.tall + 15, size)
        y += -(-len(row.pictures) // across) * (row.tall + CAPTION + GAP) + GAP
    height = y + MARGIN
    style = f"<style>svg{{{properties(dark=dark)}}}</style>"
    paper = f'<rect width="{WIDTH}" height="{height}" fill="{colour("paper")}"/>'
    edge = "".join(
        f'<rect x="{x}" y="{x}" width="{WIDTH - 2 * x}" height="{height - 2 * x}" fill="none"'
        f' stroke="{colour("quiet")}" stroke-width="{thick}"/>'
        for x, thick in ((10, 3), (16, 1))
    )
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}">'
        f"{style}{paper}{edge}{definitions()}{text}</svg>\n"
    )
    return whole, WIDTH, height


def _size(row: Row) -> str:
    return f'width="{row.wide}" height="{row.tall}"'


def _text(text: str, x: float, y: float, size: float) -> str:
    anchor = "" if x == MARGIN else ' text-anchor="middle"'
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.3g}" font-family="Georgia,serif"{anchor}'
        f' fill="{colour("ink")}">{escape(text, quote=False)}</text>'
    )


def _symbols() -> Row:
    return Row(
        say("Symbols"), 79, 56, [(name.replace("_", " "), symbol(name, name)) for name in GLYPHS]
    )


def _origin() -> Iterator[Row]:
    animals = [[ability] for ability in ABILITIES] + [
        ["carnivore", "large", "fat", "fat"],
        ["swimming", "poisonous", "sharp_vision"],
        ["running", "camouflage", "grazing", "tail_loss"],
        ["burrowing", "hibernation", "parasite"],
    ]
    drawn = []
    for abilities in animals:
        title = ", ".join(map(ability_title, abilities))
        drawn.append((title, origin.animal(abilities, title)))
    yield Row(say("The Origin of Species: animals"), 213, 123, drawn)
    cards = []
    for name in CARD_NAMES:
        abilities = name.split("/")
        cards.append((card_title(name), origin.card(abilities, [*map(ability_title, abilities)])))
    cards.append((say("Back"), origin.back(say("Back"))))
    yield Row(say("The Origin of Species: cards"), 185, 247, cards)
    bank = [(str(food), origin.food_bank(food, str(food))) for food in (0, 5, 12)]
    yield Row(say("The food bank"), 248, 120, bank)


def _evolution() -> Iterator[Row]:
    kinds: list[tuple[list[str], int, int]] = [([trait], 4, 3) for trait in TRAITS]
    kinds += [([], size, size) for size in range(1, 7)]
    kinds += [
        (["carnivore", "horns", "long_neck"], 5, 2),
        (["hard_shell", "fat_tissue", "warning_call"], 3, 6),
        (["carnivore", "ambush", "pack_hunting"], 4, 4),
        (["climbing", "intelligence", "symbiosis"], 2, 5),
    ]
    drawn = []
    for traits, body, population in kinds:
        title = ", ".join(map(trait_title, traits)) or f"{body} · {population}"
        drawn.append((title, evolution.species(traits, body, population, title)))
    yield Row(say("Evolution: species"), 213, 133, drawn)
    cards = [(trait_title(trait), evolution.card(trait, trait_title(trait), 3)) for trait in TRAITS]
    cards.append((say("Back"), evolution.back(say("Back"))))
    yield Row(say("Evolution: cards"), 185, 247, cards)
    holes = [(str(food), evolution.watering_hole(food, str(food))) for food in (0, 8, 20)]
    yield Row(say("The watering hole"), 248, 120, holes)


def _darwin() -> Iterator[Row]:
    deck = standard()
    names = {darwin.slug(card.animal): animal_name(card.animal) for card in deck.cards}
    drawn = [(names[name], darwin.animal(name, names[name])) for name in ANIMALS]
    yield Row(say("Darwin's Choice: animals"), 185, 139, drawn)
    yield Row(say("Darwin's Choice: chimeras"), 185, 139, [_chimera(i) for i in range(24)])
    grounds = [(ground_title(name), darwin.biome(name, ground_title(name))) for name in GROUNDS]
    yield Row(say("Darwin's Choice: biomes"), 185, 111, grounds)
    biomes = [(ground_title(b.id), darwin.biome_card(b, ground_title(b.id))) for b in deck.biomes]
    yield Row(say("Darwin's Choice: biome cards"), 185, 247, biomes)
    events = [(event_title(name), darwin.event(name, event_title(name))) for name in EVENTS]
    yield Row(say("Darwin's Choice: events"), 185, 111, events)
    cards = [
        (part_title(card), darwin.card(card, part_title(card), animal_name(card.animal)))
        for card in deck.cards
    ]
    cards.append((say("Back"), darwin.back(say("Back"))))
    cards.append((say("Back"), darwin.back(say("Back"), large=True)))
    yield Row(say("Darwin's Choice: cards"), 145, 193, cards)


def _chimera(i: int) -> tuple[str, str]:
    """One of many possible chimeras, always the same."""
    deck = standard()
    by_part = {part: [c for c in deck.cards if PARTS[c.part] == part] for part in PARTS}

    def pick(part: str, step: int) -> str:
        found = by_part[part]
        return darwin.part_name(found[(i * step + 3) % len(found)])

    torso = by_part["torso"][i * 19 % len(by_part["torso"])]
    parts = [pick("head", 7), darwin.part_name(torso)]
    if torso.legs == 2:
        parts += [pick("double_legs", 11)] if i % 3 else [pick("legs", 5), pick("legs", 13)]
    elif torso.legs:
        parts.append(pick("legs", 5))
    if torso.tail:
        parts.append(pick("tail", 9))
    if i % 3 == 1:
        parts.append(pick("wings", 4))
    title = species_name(deck, [deck.kind(part) for part in parts])
    return title, darwin.chimera(parts, title)


ROWS: dict[str, Callable[[], Iterator[Row]]] = {
    "origin": _origin,
    "evolution": _evolution,
    "darwin": _darwin,
}
