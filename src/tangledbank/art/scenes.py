"""Scenes: biomes and events as small landscapes, and the places where food lies.

A landscape is a sky, what lies far away, the ground, and what grows or happens there; all of them
are in scenes.toml.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from tangledbank.art.frames import icon, number
from tangledbank.art.marks import MARKS, PLAIN, Mark, Reader, Rows, Written, drawing, fill, tables
from tangledbank.art.pen import DARK, Pen, picture

WIDE, HIGH = 200, 120
HORIZON = 44  # things higher up are far away


class Landscape(Written, frozen=True):
    """Colours, the shapes of what is far and near, and things with their places."""

    sky: str
    far: tuple[str, str]  # shape and colour
    near: tuple[str, str]
    things: str  # name,x,y,size …; those further down stand in front


class Tables(Written, frozen=True):
    """What is in scenes.toml."""

    ground: dict[str, str]  # shapes of what is far and near
    landscape: dict[str, Landscape]
    thing: dict[str, Rows]
    food: dict[str, Rows]  # where food lies


def _medal(paint: str) -> Mark:
    star = "0,-22! 6,-7! 22,-6! 10,4! 14,20! 0,11! -14,20! -10,4! -22,-6! -6,-7!"
    rings = fill("oval 0,0,38,38", paint), fill("oval 0,0,30,30", "none")
    return drawing(*rings, fill(star, "#fbf6e8"))


TABLES = tables("scenes", Tables)
LANDSCAPES = TABLES.landscape
READER = Reader({**MARKS, "medal": _medal})
THINGS, FOOD = READER.table(TABLES.thing), READER.table(TABLES.food)
IN_SKY = ("sun", "cloud", "smoke")


class Placed(NamedTuple):
    """Something in a landscape, and where."""

    name: str
    x: float
    y: float
    size: float


def scene(name: str, title: str) -> str:
    """A biome or an event as a small landscape."""
    return picture(landscape(name), (0, 0, WIDE, HIGH), title)


@cache
def landscape(name: str) -> str:
    """The inside of a picture of a biome or an event."""
    pen, land = Pen(), LANDSCAPES.get(name, LANDSCAPES["ideal_conditions"])
    pen.fill("-10,-10! 210,-10! 210,130! -10,130!", land.sky, line=False)
    things = [_read(word) for word in land.things.split()]
    far = [thing for thing in things if thing.y < HORIZON]
    _place(pen, (thing for thing in far if thing.name in IN_SKY))
    pen.fill(TABLES.ground[land.far[0]], land.far[1])
    _place(pen, (thing for thing in far if thing.name not in IN_SKY))
    pen.fill(TABLES.ground[land.near[0]], land.near[1])
    _place(pen, (thing for thing in things if thing.y >= HORIZON))
    return pen.sheet.text(DARK, 1.3)  # it has its own light, on any paper


def _read(word: str) -> Placed:
    name, x, y, size = word.split(",")
    return Placed(name, float(x), float(y), float(size))


def _place(pen: Pen, things: Iterable[Placed]) -> None:
    for thing in things:
        THINGS[thing.name](pen.at(thing.x, thing.y, scale=thing.size * 0.8), PLAIN)


# -- the watering hole and the food bank --------------------------------------------------------

MOST_SHOWN = 24  # of more food than that, only the number is shown
FOODS_KEPT = 64  # pictures with different food
GOLDEN = math.pi * (3 - math.sqrt(5))  # from one seed of a sunflower to the next


@lru_cache(FOODS_KEPT)
def pool(food: int, title: str) -> str:
    """A pool with so many plants on it; a page needs the symbols' definitions."""
    return _with_food("pool", food, "plant", title)


@lru_cache(FOODS_KEPT)
def meadow(food: int, title: str) -> str:
    """A clearing with so many fruits on it; a page needs the symbols' definitions."""
    return _with_food("meadow", food, "foraging", title)


def _with_food(ground: str, food: int, kind: str, title: str) -> str:
    """Food lies as close together as the seeds of a sunflower."""
    pen = Pen()
    FOOD[ground](pen, PLAIN)
    inside = pen.sheet.text()
    if food > MOST_SHOWN:
        inside += icon(kind, 108, 54, 44) + number(str(food), 160, 90, 40)
    else:
        for i in range(food):
            out, turn = math.sqrt((i + 0.6) / MOST_SHOWN), i * GOLDEN
            x, y = 155 + 98 * out * math.cos(turn), 76 + 38 * out * math.sin(turn)
            inside += icon(kind, round(x) - 10, round(y) - 10, 20)
    return picture(inside, (0, 0, 310, 150), title)
