"""Pictures of Evolution: species that wear their traits, trait cards, the watering hole."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache

from tangledbank.art import adornments as wear
from tangledbank.art import frames
from tangledbank.art.animals import Animal, made_up
from tangledbank.art.beasts import Beast, Pose, draw, shadow, whole
from tangledbank.art.palette import mixed, shade
from tangledbank.art.pen import MOST_KEPT, Box, Drawn, Pen, Sheet, frame, picture, room
from tangledbank.art.scenes import pool
from tangledbank.games.evolution.rules.cards import COLOURS, GRAIN

BOX: Box = (0, 50, 400, 250)
GROUND = 284
SHAPE = (4, 3)  # of the picture on a card
LARGEST = 6  # body size and population
# Where the others of a population stand, and how large.
PLACES = ((40, 214, 0.3), (362, 206, 0.28), (92, 176, 0.22), (312, 172, 0.2), (24, 160, 0.18))

# A species without traits.
PLAIN: dict[str, object] = {
    "body": "small", "head": "muzzle", "feet": "paw", "tail": "rope", "ears": "leaf", "neck": 38,
    "leg": 58, "snout": 0.72, "size": 1.05, "pattern": "soft", "neck_pattern": "",
    "tail_pattern": "",
}  # fmt: skip
# What a trait changes in the body itself.
BODIES: dict[str, dict[str, object]] = {
    "carnivore": {"head": "dog", "feet": "bear", "ears": "point"},
    "ambush": {"pattern": "stripes", "tail_pattern": "rings", "leg": 44},
    "horns": {"horns": "lyre", "accent": "#e3d5b0"},
    "climbing": {"tail": "grip", "feet": "hook", "accent": "#54453a"},
    "burrowing": {"feet": "digger", "leg": 40},
    "fat_tissue": {"bulk": 1.42},
    "scavenger": {"tail": "brush"},
    "long_neck": {"neck": 150, "thick": 0.72, "body": "giraffe"},
    "intelligence": {"size": 1.22},
}
# The coat that goes with each trait; with several it is mixed.
COAT = "#c0a06a"
COATS = {
    "carnivore": "#b0603c", "ambush": "#cfa548", "pack_hunting": "#94908a", "horns": "#96744e",
    "climbing": "#84643f", "hard_shell": "#96a06c", "defensive_herding": "#b08c62",
    "symbiosis": "#769aa6", "burrowing": "#86726a", "warning_call": "#cfa06e",
    "scavenger": "#948678", "fat_tissue": "#bca0a4", "foraging": "#a8a55e",
    "intelligence": "#a08cac", "cooperation": "#82a88f", "long_neck": "#d9b46a",
    "fertile": "#d3a08a",
}  # fmt: skip


def species(traits: Collection[str], body: int, population: int, title: str) -> str:
    """A species: larger with its body, more of them with its population, wearing its traits."""
    return picture(*_herded(frozenset(traits), min(body, LARGEST), min(population, LARGEST)), title)


@lru_cache(MOST_KEPT)
def _herded(traits: frozenset[str], body: int, population: int) -> Drawn:
    sheet = _drawn(traits, body, population)
    return sheet.text(), room(sheet, BOX)


def _drawn(traits: frozenset[str], body: int, population: int) -> Sheet:
    pen = Pen()
    looks = _looks(traits)
    _herd(pen, looks, population)
    beast = whole(looks)
    pose = Pose.of(beast)
    scale = 0.5 + 0.1 * body
    own = pen.at(188, GROUND - pose.ground * scale, scale=scale)
    for trait in BEHIND:
        if trait in traits:
            BEHIND[trait](own, looks, pose)
    draw(own, beast)
    for trait in WORN:
        if trait in traits:
            WORN[trait](own, looks, pose)
    return pen.sheet


def _looks(traits: Collection[str]) -> Animal:
    facts = {**PLAIN, "coat": mixed([COATS[one] for one in COATS if one in traits] or [COAT])}
    for trait, changes in BODIES.items():
        if trait in traits:
            facts |= changes
    return made_up(**facts)


def _herd(pen: Pen, looks: Animal, population: int) -> None:
    """The others of the population, small and pale in the distance."""
    for i in range(population - 1):
        x, y, scale = PLACES[i]
        wear.distant(pen.at(x, y, scale=scale, flip=i % 2 == 1), min(looks.neck, 110) * 0.7)


Worn = Callable[[Pen, Animal, Pose], None]


def _mouth(pen: Pen, looks: Animal, pose: Pose) -> Pen:
    x, y = pose.skull(looks)
    reach = 66 if looks.head == "dog" else 62
    return pen.at(x + reach * looks.size, y + (14 if looks.head == "dog" else 26) * looks.size)


def _brow(pen: Pen, looks: Animal, pose: Pose) -> Pen:
    return pen.at(*pose.skull(looks), scale=looks.size)


def _ground(pen: Pen, pose: Pose, x: float) -> Pen:
    return pen.at(x, pose.ground)


def _pack(pen: Pen, looks: Animal, _pose: Pose) -> None:
    """Two hunters at its side, in the shade."""
    alone, pose = Beast(head=looks), whole(looks)
    for x, y, dark in ((60, -40, 0.5), (34, -22, 0.3)):
        draw(pen.at(x, y).as_ghost(shade(looks.coat, dark)), alone, pose)


def _close(pen: Pen, looks: Animal, _pose: Pose) -> None:
    """The herd stands close: others that look out to the other side."""
    for x, scale, dark in ((56, 0.92, 0.45), (-40, 0.86, 0.28)):
        shadow(pen.at(x, 6, scale=scale, flip=True), whole(looks), shade(looks.coat, dark))


BEHIND: dict[str, Worn] = {
    "pack_hunting": _pack,
    "defensive_herding": _close,
    "climbing": lambda pen, looks, pose: wear.branch(_ground(pen, pose, 0)),
}
WORN: dict[str, Worn] = {
    "hard_shell": lambda pen, looks, pose: wear.shell(
        pen.at(-6, -4, scale=0.94, tall=pose.bulk), "#8d8a72"
    ),
    "fat_tissue": lambda pen, looks, pose: wear.rolls(pen.at(0, 6), looks.coat),
    "symbiosis": lambda pen, looks, pose: wear.bird(pen.at(-34, -50 * pose.bulk)),
    "intelligence": lambda pen, looks, pose: wear.crown(
        _brow(pen, looks, pose).at(4, -26, scale=0.8), looks.face
    ),
    "carnivore": lambda pen, looks, pose: wear.fangs(
        _mouth(pen, looks, pose).at(-6, -6, scale=1.2)
    ),
    "warning_call": lambda pen, looks, pose: wear.sound(_mouth(pen, looks, pose).at(10, -14)),
    "foraging": lambda pen, looks, pose: wear.berries(_mouth(pen, looks, pose)),
    "cooperation": lambda pen, looks, pose: wear.rings(pen.at(-8, -4)),
    "scavenger": lambda pen, looks, pose: wear.bone(_ground(pen, pose, 128)),
    "burrowing": lambda pen, looks, pose: wear.mound(_ground(pen, pose, -112)),
    "fertile": lambda pen, looks, pose: wear.egg(_ground(pen, pose, -2)),
    "ambush": lambda pen, looks, pose: _hidden(pen, pose),
}


def _hidden(pen: Pen, pose: Pose) -> None:
    for x, tall in ((-96, 1.2), (-40, 1.4), (24, 1.1), (84, 1.5), (136, 1.2)):
        wear.grass(_ground(pen, pose, x), tall=tall)


def card(trait: str, title: str, number: int | None = None) -> str:
    """A trait card with its food number, if that is known."""
    face = frames.card(title, tint=COLOURS[trait])
    sheet = _drawn(frozenset([trait]), 4, 1)
    face += frames.view(sheet.text(), frame(sheet, *SHAPE))
    face += frames.icon(trait, frames.LEFT, 222, 64)
    if trait in GRAIN:
        face += frames.icon("grain", 108, 234, 40)
    if number is not None:
        face += frames.food(number)
    return picture(face, frames.CARD, title)


def back(title: str) -> str:
    """The back of a card."""
    return frames.back("fertile", title)


def watering_hole(food: int, title: str) -> str:
    """The watering hole with its food."""
    return pool(food, title)
