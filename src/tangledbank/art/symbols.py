"""Symbols: food, hearts, strength, parts, abilities and traits; each has a shape of its own.

`symbol` gives one by itself. A page with many puts `definitions()` into its body once and shows
each with `use`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tangledbank.art.palette import colour
from tangledbank.art.pen import picture


class Glyph(NamedTuple):
    """A symbol in a box of 24 by 24: its colour, filled shapes, lines, and lines cut out of it."""

    tint: str
    fill: str = ""
    line: str = ""
    cut: str = ""


GLYPHS = {
    # what all games have
    "plant": Glyph("plant", "M4 19C2 8 9 3 21 3c1 12-5 19-17 16z", "M2 22l4-4",
        "M6 18L16 8M10 14V9"),
    "meat": Glyph("meat",
        "M9 4c5-4 12-1 12 5s-6 7-10 6l-3 3c2 3-2 5-4 2-3-1-1-5 2-4l3-3C7 10 7 6 9 4z",
        cut="M12 7q3-2 5 1"),
    "heart": Glyph("heart", "M12 21C4 15 2 11 3 7c2-5 7-4 9 0 2-4 7-5 9 0 1 4-1 8-9 14z"),
    "strength": Glyph("strength",
        "M3 3c0 6 3 7 6 7h6c3 0 6-1 6-7 3 6 1 10-3 11l-2 8H8l-2-8C2 13 0 9 3 3z",
        cut="M9 14v1M15 14v1"),
    "grain": Glyph("beige",
        "M12 1q3 3 0 6-3-3 0-6zM11 12q-5 0-5-5 5 0 5 5zM13 12q5 0 5-5-5 0-5 5zM11 18q-5 0-5-5 5 0 "
        "5 5zM13 18q5 0 5-5-5 0-5 5z", "M12 7v16"),
    "points": Glyph("beige", "M12 2l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z"),
    "population": Glyph("strength", "M12 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 22c0-12 16-12 16 0z",
        "M4 8v4M20 8v4M2 18q0-4 3-5M22 18q0-4-3-5"),
    "body": Glyph("strength", "", "M5 19L19 5M5 13v6h6M13 5h6v6"),
    # abilities of Darwin's Choice
    "run": Glyph("run", "M5 13c2-5 8-4 11-5l2-5 2 3 3 1-3 4c-4 5-10 5-15 2z",
        "M7 14l-5 5M10 15l-4 6M14 13l6 2M13 14l7 6M1 8h5M2 4h7"),
    "climb": Glyph("climb", "", "M5 2v20M5 9l4-4M5 16l5-4M14 13l4-5 4 5M14 20l4-5 4 5"),
    "fly": Glyph("fly",
        "M2 8C8 3 15 2 22 2c-1 3-2 4-4 5 2 1 0 4-3 5 1 2-1 3-4 4-2 3-6 4-9 5 3-5 2-9 0-13z"),
    "swim": Glyph("swim", "M2 9C7 2 14 2 18 8l4-4v10l-4-4C14 16 7 16 2 9z",
        "M2 20q3-3 5 0t5 0 5 0 5 0", "M7 8v1"),
    "cold": Glyph("cold", "", "M12 2v20M3 7l18 10M21 7L3 17M9 3l3 3 3-3M9 21l3-3 3 3"),
    "heat": Glyph("heat", "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
        "M12 1v2M12 21v2M1 12h2M21 12h2M4 4l2 2M18 18l2 2M20 4l-2 2M4 20l2-2"),
    "dig": Glyph("dig", "M1 22c4-9 18-9 22 0z", "M6 3q-2 5 1 9M12 1v10M18 3q2 5-1 9"),
    "poison": Glyph("poison", "M12 1c5 7 8 10 8 14a8 8 0 0 1-16 0c0-4 3-7 8-14z",
        cut="M7 13l3 3M10 13l-3 3M14 13l3 3M17 13l-3 3M10 20h4"),
    # parts of an animal, and what it eats
    "head": Glyph("quiet", "M3 22V9C5 2 14 1 17 7l5 4v5h-8v6z", cut="M12 9v1"),
    "torso": Glyph("quiet", "M2 13C2 4 8 6 13 6s9 0 9 7-6 7-10 7-10 2-10-7z",
        cut="M7 17v0M16 17v0M19 10v0"),
    "legs": Glyph("quiet", "", "M9 2L7 11l3 4-2 6h5M16 2l-1 9 3 4-2 6h5"),
    "double_legs": Glyph("quiet", "", "M4 3v17h3M9 3v17h3M14 3v17h3M19 3v17h3"),
    "tail": Glyph("quiet", "M22 18C12 24 0 20 3 10 5 4 12 4 12 9c0 3-4 3-4 0-4 6 6 9 14 4z"),
    "omnivore": Glyph("beige", "M3 13C1 5 6 1 14 1c1 8-3 13-11 12z", "M8 20q9 0 9-8", "M5 11l6-7"),
    # traits of Evolution and abilities of The Origin of Species
    "carnivore": Glyph("red", "M1 5h22c1 8-3 11-5 6l-3 8-2-8h-2l-2 8-3-8C4 16 0 13 1 5z"),
    "ambush": Glyph("red", "M6 12q3-4 5 0-2 3-5 0zM13 12q3-4 5 0-2 3-5 0z",
        "M2 22Q4 12 1 6M7 22q0-3-1-5M12 22v-6M17 22q0-3 1-5M22 22q-2-10 1-16M6 7L5 2M18 7l1-5"),
    "pack_hunting": Glyph("red",
        "M8 2l4 3 4-3v7l-4 5-4-5zM1 11l3 3 3-3v6l-3 5-3-5zM17 11l3 3 3-3v6l-3 5-3-5z"),
    "horns": Glyph("grey", "M9 21C0 18-1 8 4 1c0 8 3 11 8 11s8-3 8-11c5 7 4 17-5 20z"),
    "hard_shell": Glyph("grey", "M1 18C1 8 6 3 12 3s11 5 11 15z", "M3 21h18",
        "M9 4L7 18M15 4l2 14M3 12h18"),
    "defensive_herding": Glyph("grey", "M12 1l9 3v8c0 6-4 9-9 11-5-2-9-5-9-11V4z",
        cut="M7 11l5-4 5 4M7 17l5-4 5 4"),
    "symbiosis": Glyph("grey",
        "M9 6a8 8 0 1 1 0 16A8 8 0 0 1 9 6zM19 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8z", "M13 11l4-4",
        "M9 11v6M6 14h6"),
    "burrowing": Glyph("grey", "M1 21C4 7 20 7 23 21h-6c0-9-10-9-10 0zM10 21q2-4 4 0z"),
    "warning_call": Glyph("grey", "M2 9h5l8-6v18l-8-6H2z", "M18 9q2 3 0 6M21 6q4 6 0 12"),
    "scavenger": Glyph("green",
        "M15 3c1-4 6-1 4 2 3-2 6 3 2 4-2 1-3 0-4-1l-9 9c1 1 2 2 1 4-1 4-6 1-4-2-3 2-6-3-2-4 2-1 3 "
        "0 4 1l9-9c-1-1-2-2-1-4z"),
    "fat": Glyph("green",
        "M6 3h12c4 0 4 5 0 5H6C2 8 2 3 6 3zM4 10h16c4 0 4 5 0 5H4c-4 0-4-5 0-5zM6 17h12c4 0 4 5 0 "
        "5H6c-4 0-4-5 0-5z"),
    "foraging": Glyph("green",
        "M7 13a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM17 11a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM13 5q5-6 9-2-3 "
        "5-9 2z", "M7 13q1-7 6-9 3 2 4 7"),
    "intelligence": Glyph("green", "M12 3C0-1-1 22 12 20 25 22 24-1 12 3z", "M12 20v3",
        "M12 4v14M7 8q4 1 1 5M17 8q-4 1-1 5"),
    "cooperation": Glyph("green", "",
        "M9 5a7 7 0 1 0 0 14A7 7 0 0 0 9 5zM15 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14z"),
    "long_neck": Glyph("green", "M9 2h7l6 4-2 4h-7q-2 0-2 3v9H4V11Q4 2 9 2z", "M9 2V0", "M14 5v1"),
    "fertile": Glyph("beige", "M12 2c5 3 7 13 0 14-7-1-5-11 0-14z", "M2 15q2 7 10 7t10-7"),
    "mimicry": Glyph("red", "M1 5q11-5 22 0c1 9-4 16-11 17C5 21 0 14 1 5z",
        cut="M6 10q2-2 4 0M14 10q2-2 4 0M8 16q4 3 8 0"),
    "large": Glyph("red", "M12 10c6 0 9 12 3 12-2 0-4 0-6 0-6 0-3-12 3-12z",
        "M4 10v1M9 4v2M15 4v2M20 10v1"),
    "grazing": Glyph("green", "",
        "M4 22Q5 13 2 8M9 22Q10 10 7 3M14 22v-7M18 22v-9M22 22q0-6 1-9M12 12q2 2 4 0t4-2"),
    "tail_loss": Glyph("grey",
        "M1 19C9 23 14 19 15 14l-6-2c-1 3-3 4-8 2zM16 11c2-4 4-8 7-10-1 5-1 9-3 12z"),
    "communication": Glyph("green", "M2 3h20v13H12l-6 6v-6H2z", cut="M7 9v1M12 9v1M17 9v1"),
    "hibernation": Glyph("grey", "M9 3C1 8 3 21 14 21c4 0 7-2 8-5C11 19 6 11 9 3z",
        "M14 3h7l-7 8h7"),
    "piracy": Glyph("red", "", "M12 9v4a5 5 0 1 0 5 5M6 9h12M9 9V2h6v7"),
    "camouflage": Glyph("grey", "",
        "M3 20C2 8 9 3 21 3c1 12-6 18-18 17zM8 13q4-5 8-2-4 4-8 2zM12 12v0"),
    "sharp_vision": Glyph("red", "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
        "M1 12q11-14 22 0-11 14-22 0z", "M13 10v1"),
    "parasite": Glyph("red",
        "M12 7c5 0 6 5 5 9s-3 6-5 6-4-2-5-6 0-9 5-9zM12 2a3 3 0 1 1 0 5 3 3 0 0 1 0-5z",
        "M7 12L2 9M7 16H2M8 19l-4 3M17 12l5-3M17 16h5M16 19l4 3"),
}  # fmt: skip

ROUND = ' stroke-linecap="round"'

# What means the same looks the same.
SAME = {
    "wings": "fly", "herbivore": "plant", "climbing": "climb", "fat_tissue": "fat",
    "swimming": "swim", "running": "run", "poisonous": "poison",
}  # fmt: skip
SYMBOLS: tuple[str, ...] = (*GLYPHS, *SAME)


def symbol(name: str, title: str) -> str:
    """A symbol by itself."""
    return picture(_drawn(name), (0, 0, 24, 24), title, ROUND)


def use(name: str, title: str = "") -> str:
    """A symbol of a page that has its definition; without a title it is an ornament."""
    return picture(f'<use href="#{reference(name)}"/>', (0, 0, 24, 24), title)


def reference(name: str) -> str:
    """The id of a symbol's definition."""
    return f"tb-{SAME.get(name, name)}"


def definitions(names: Iterable[str] = tuple(GLYPHS)) -> str:
    """The definitions of symbols, for a page to have once."""
    glyphs = dict.fromkeys(SAME.get(name, name) for name in names)
    inside = "".join(
        f'<symbol id="{reference(name)}" viewBox="0 0 24 24"{ROUND}>{_drawn(name)}</symbol>'
        for name in glyphs
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
        f"{inside}</svg>"
    )


def _drawn(name: str) -> str:
    glyph = GLYPHS[SAME.get(name, name)]
    tint = colour(glyph.tint)
    inside = f'<path fill="{tint}" d="{glyph.fill}"/>' if glyph.fill else ""
    if glyph.line:
        inside += _line(glyph.line, tint, 2.4)
    if glyph.cut:
        inside += _line(glyph.cut, colour("paper"), 1.7)
    return inside


def _line(drawn: str, paint: str, width: float) -> str:
    return f'<path fill="none" stroke="{paint}" stroke-width="{width}" d="{drawn}"/>'
