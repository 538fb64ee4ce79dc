"""Pictures of Evolution: species that wear their traits, cards, food; and all there is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from tangledbank.art import adornments, frames
from tangledbank.art.animals import Animal
from tangledbank.art.beasts import Beast, Pose, Wardrobe, draw, shadow, whole
from tangledbank.art.frames import Strip
from tangledbank.art.palette import shade
from tangledbank.art.pen import MOST_KEPT, Box, Drawn, Pen, Sheet, frame, picture, room
from tangledbank.art.scenes import pool
from tangledbank.games.evolution.rules.cards import DECKS, TRAITS, Trait
from tangledbank.games.evolution.text import sentences as texts
from tangledbank.games.shared.things import Entry, Shelf, rules_about
from tangledbank.text import say, say_count

BOX: Box = (0, 50, 400, 250)
GROUND = 284
SHAPE = (4, 3)  # of the picture on a card
LARGEST = 6  # body size and population
# Where the others of a population stand, and how large.
PLACES = ((40, 214, 0.3), (362, 206, 0.28), (92, 176, 0.22), (312, 172, 0.2), (24, 160, 0.18))


def _mouth(pen: Pen, looks: Animal, pose: Pose) -> Pen:
    x, y = pose.skull(looks)
    reach, down = (66, 14) if looks.head == "dog" else (62, 26)
    return pen.at(x + reach * looks.size, y + down * looks.size)


def _pack(pen: Pen, looks: Animal, _pose: Pose) -> None:
    """Two hunters at its side, in the shade."""
    alone, pose = Beast(head=looks), whole(looks)
    for x, y, dark in ((60, -40, 0.5), (34, -22, 0.3)):
        draw(pen.at(x, y).as_ghost(shade(looks.coat, dark)), alone, pose)


def _herd(pen: Pen, looks: Animal, _pose: Pose) -> None:
    """The herd stands close: others that look out to the other side."""
    for x, scale, dark in ((56, 0.92, 0.45), (-40, 0.86, 0.28)):
        shadow(pen.at(x, 6, scale=scale, flip=True), whole(looks), shade(looks.coat, dark))


WARDROBE = Wardrobe(
    plain={
        "body": "small", "head": "muzzle", "feet": "paw", "tail": "rope", "ears": "leaf",
        "neck": 38, "leg": 58, "snout": 0.72, "size": 1.05, "pattern": "soft", "neck_pattern": "",
        "tail_pattern": "",
    },
    coat="#c0a06a",
    looks={trait.id: trait.look for trait in Trait},
    places={
        "mouth": _mouth,
        "brow": lambda pen, looks, pose: pen.at(*pose.skull(looks), scale=looks.size),
        "back": lambda pen, _looks, pose: pen.at(0, -50 * pose.bulk),
        "ground": lambda pen, _looks, pose: pen.at(0, pose.ground),
    },
    own={"pack": _pack, "herd": _herd},
)  # fmt: skip


def species(traits: Collection[str], body: int, population: int, title: str) -> str:
    """A species: larger with its body, more of them with its population, wearing its traits."""
    return picture(*_herded(frozenset(traits), min(body, LARGEST), min(population, LARGEST)), title)


@lru_cache(MOST_KEPT)
def _herded(traits: frozenset[str], body: int, population: int) -> Drawn:
    sheet = _drawn(traits, body, population)
    return sheet.text(), room(sheet, BOX)


def _drawn(traits: frozenset[str], body: int, population: int) -> Sheet:
    pen = Pen()
    looks = WARDROBE.creature(traits)
    for i, (x, y, scale) in enumerate(PLACES[: population - 1]):  # small and pale in the distance
        other = pen.at(x, y, scale=scale, flip=i % 2 == 1)
        adornments.distant(other, min(looks.neck, 110) * 0.7)
    WARDROBE.draw(pen, looks, traits, 188, GROUND, 0.5 + 0.1 * body)
    return pen.sheet


def card(trait: str, title: str, number: int | None = None) -> str:
    """A trait card with its food number, if that is known."""
    row = Trait.called(trait)
    face = frames.card(title, tint=row.colour)
    sheet = _drawn(frozenset([trait]), 4, 1)
    face += frames.view(sheet.text(), frame(sheet, *SHAPE))
    face += frames.icon(row.look.glyph, frames.LEFT, 222, 64)
    if row.has_grain:
        face += frames.icon("grain", 108, 234, 40)
    if number is not None:
        face += frames.food(number)
    return picture(face, frames.CARD, title)


def back(title: str) -> str:
    """The back of a card."""
    return frames.back("fertile", title)


# --- all that there is ----------------------------------------------------------------------------


def shelves() -> list[Shelf]:
    """All that there is, in the reader's language."""
    return [Shelf("traits", say("Traits"), [_entry(trait) for trait in Trait])]


def _entry(trait: Trait) -> Entry:
    name = trait.id
    printed = next((numbers[name] for numbers in DECKS.values() if numbers[name]), [])
    numbers = [texts.number_title(number) for number in printed]
    lines = [
        texts.meaning(name),
        say_count("{n} card", "{n} cards", len(numbers)),
        say("food numbers {numbers}", numbers=", ".join(numbers)),
    ]
    if trait.has_grain:
        lines.append(say("with the sign of grain: it works before anyone feeds"))
    lines += rules_about("evolution", name)
    return Entry(name, texts.trait_title(name), lambda: species([name], 3, 1, ""), lines, name)


def place_of(kind: str, name: str) -> str:
    """Where something on a table is told of, by the parts of its key: shelf and entry."""
    is_card = kind == "card" and texts.trait_on(name) in TRAITS
    return f"?shelf=traits#{texts.trait_on(name)}" if is_card else ""


def rows() -> Iterator[Strip]:
    """A contact sheet: every picture, row by row."""
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
        title = texts.trait_titles(traits) or f"{body} · {population}"
        drawn.append((title, species(traits, body, population, title)))
    yield Strip(say("Evolution: species"), 213, 133, drawn)
    cards = [
        (texts.trait_title(trait), card(trait, texts.trait_title(trait), 3)) for trait in TRAITS
    ]
    yield Strip(say("Evolution: cards"), 185, 247, [*cards, (say("Back"), back(say("Back")))])
    holes = [(str(food), pool(food, str(food))) for food in (0, 8, 20)]
    yield Strip(say("The watering hole"), 248, 120, holes)
