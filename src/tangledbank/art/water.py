"""Places where food lies: the watering hole and the food bank."""

from __future__ import annotations

import math

from tangledbank.art.palette import colour
from tangledbank.art.pen import Pen, picture
from tangledbank.art.symbols import reference

MOST_SHOWN = 24  # more food than that is shown by the number alone


def hole(food: int, kind: str, title: str) -> str:
    """A pool with so much food about it; a page needs the symbols' definitions."""
    pen = Pen()
    pen.fill(
        "10,74 34,30 100,12 180,10 260,20 300,58 292,108 230,136 140,142 50,126", colour("frame")
    )
    pen.fill(
        "52,74 76,46 130,36 190,36 240,50 258,76 234,102 170,114 104,110 66,98", colour("water")
    )
    for line in ("100,66 124,60 148,66", "160,92 184,86 208,92", "180,58 196,54 214,58"):
        pen.stroke(line, colour("paper"), 4)
    for x, y in ((28, 66), (286, 92)):
        reed = pen.at(x, y)
        for line in ("0,0 -4,-22 -10,-40", "3,0 4,-24 6,-46", "6,0 12,-18 20,-30"):
            reed.stroke(line, colour("plant"), 4)
    name = reference("plant")
    foods = ""
    for i in range(min(max(food, 0), MOST_SHOWN)):
        ring, turn = divmod(i, 12)
        angle = math.tau * (turn + ring / 2) / 12 + 0.3
        left = 155 + (78 - 42 * ring) * math.cos(angle) - 11
        top = 75 + (28 - 15 * ring) * math.sin(angle) - 11
        foods += f'<use href="#{name}" x="{left:.0f}" y="{top:.0f}" width="22" height="22"/>'
    return picture(pen.sheet.text() + foods, (0, 0, 310, 150), title)
