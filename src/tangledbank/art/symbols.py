"""Symbols: food, hearts, strength, parts, abilities and traits; each has a shape of its own.

`symbol` gives one by itself. A page with many puts `definitions()` into its body once and shows
each with `use`.
"""

from __future__ import annotations

from collections.abc import Iterable

from tangledbank.art.marks import Written, tables
from tangledbank.art.palette import colour
from tangledbank.art.pen import picture


class Glyph(Written, frozen=True):
    """A symbol in a box of 24 by 24: its colour, filled shapes, lines, and lines cut out of it."""

    tint: str
    fill: str = ""
    line: str = ""
    cut: str = ""


GLYPHS = tables("symbols", dict[str, Glyph])
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
