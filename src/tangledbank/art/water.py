"""Places where food lies: the watering hole and the food bank."""

from __future__ import annotations

import math
from functools import lru_cache

from tangledbank.art.frames import icon, number
from tangledbank.art.palette import colour
from tangledbank.art.pen import Pen, picture

MOST_SHOWN = 24  # of more food than that, only the number is shown
FOODS_KEPT = 64  # pictures with different food
GOLDEN = math.pi * (3 - math.sqrt(5))  # from one seed of a sunflower to the next


@lru_cache(FOODS_KEPT)
def pool(food: int, title: str) -> str:
    """A pool with so many plants on it; a page needs the symbols' definitions."""
    pen = Pen()
    _bank(pen)
    pen.fill(
        "42,76 70,44 126,32 190,32 244,46 268,76 242,106 174,120 104,116 60,102", colour("water")
    )
    for line in ("84,58 104,53 124,58", "170,104 190,99 210,104", "196,48 212,44 230,48"):
        pen.stroke(line, colour("paper"), 3)
    return _with_food(pen, food, "plant", title)


@lru_cache(FOODS_KEPT)
def meadow(food: int, title: str) -> str:
    """A clearing with so many fruits on it; a page needs the symbols' definitions."""
    pen = Pen()
    _bank(pen)
    for x, y in ((64, 44), (150, 32), (240, 48), (70, 116), (160, 128), (246, 112)):
        for line in ("-6,0 -9,-8 -14,-12", "0,0 0,-10 2,-16", "6,0 9,-7 14,-10"):
            pen.at(x, y).stroke(line, colour("plant"), 3)
    return _with_food(pen, food, "foraging", title)


def _bank(pen: Pen) -> None:
    """The ground, with reeds at both ends."""
    pen.fill(
        "10,74 34,30 100,12 180,10 260,20 300,58 292,108 230,136 140,142 50,126", colour("frame")
    )
    for x, y in ((28, 66), (286, 92)):
        reed = pen.at(x, y)
        for line in ("0,0 -4,-22 -10,-40", "3,0 4,-24 6,-46", "6,0 12,-18 20,-30"):
            reed.stroke(line, colour("plant"), 4)


def _with_food(pen: Pen, food: int, kind: str, title: str) -> str:
    """Food lies as close together as the seeds of a sunflower."""
    inside = pen.sheet.text()
    if food > MOST_SHOWN:
        inside += icon(kind, 108, 54, 44) + number(str(food), 160, 90, 40)
    else:
        for i in range(food):
            out, turn = math.sqrt((i + 0.6) / MOST_SHOWN), i * GOLDEN
            x, y = 155 + 98 * out * math.cos(turn), 76 + 38 * out * math.sin(turn)
            inside += icon(kind, round(x) - 10, round(y) - 10, 20)
    return picture(inside, (0, 0, 310, 150), title)
