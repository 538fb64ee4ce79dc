"""Cards: a frame, a name, a picture and rows of symbols; and contact sheets of many pictures.

A page with cards needs the symbols' definitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from tangledbank.art.palette import colour, properties
from tangledbank.art.pen import Box, picture, view_box
from tangledbank.art.symbols import GLYPHS, definitions, reference, symbol
from tangledbank.text import say

CARD: Box = (0, 0, 240, 320)
LEFT, RIGHT = 16, 224
UPPER, LOWER = 216, 272  # rows of symbols
ICON = 30
LETTER = 0.65  # width of a letter, as a part of its size
LARGEST_TEXT, SMALLEST_TEXT = 21.0, 12.0
MIDDLE = ' text-anchor="middle"'


def card(name: str, *, corner: str = "", tint: str = "frame") -> str:
    """An empty card with its name; a symbol may stand in the upper right corner."""
    edge = "quiet" if tint == "frame" else tint
    return (
        _paper("paper", edge)
        + f'<path d="M{LEFT} 40H{RIGHT}" stroke="{colour(edge)}"/>'
        + label(name, LEFT, 30, RIGHT - LEFT - (30 if corner else 0))
        + (icon(corner, 202, 12, 24) if corner else "")
    )


def _paper(paint: str, edge: str) -> str:
    return (
        f'<rect x="2" y="2" width="236" height="316" rx="14" fill="{colour(paint)}"'
        f' stroke="{colour(edge)}" stroke-width="3"/>'
    )


def _text(
    text: str, x: float, y: float, size: str, *, bold: str = "", anchor: str = "", fit: str = ""
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}"{bold} font-family="Georgia,serif"{anchor}'
        f' fill="{colour("ink")}"{fit}>{escape(text, quote=False)}</text>'
    )


def label(text: str, x: float, y: float, width: float) -> str:
    """A line of text that fits: smaller the longer it is, at last narrower too."""
    size = max(min(width / (LETTER * max(len(text), 1)), LARGEST_TEXT), SMALLEST_TEXT)
    fit = ""
    if len(text) * LETTER * size > width + 1:
        fit = f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"'
    return _text(text, x, y, f"{size:.3g}", fit=fit)


def number(text: str, x: float, y: float, size: float = 22, *, middle: bool = False) -> str:
    """A number beside a symbol, or about its place."""
    bold = ' font-weight="700"' + (MIDDLE if middle else "")
    return _text(text, x, y, f"{size:g}", bold=bold)


def view(inside: str, box: Box, y: float = 46, height: float = 159) -> str:
    """A picture in the middle of a card."""
    return (
        f'<svg x="{LEFT - 2}" y="{y:g}" width="{RIGHT - LEFT + 4}" height="{height:g}"'
        f' viewBox="{view_box(box)}">{inside}</svg>'
    )


def icon(name: str, x: float, y: float, size: float = ICON) -> str:
    """A symbol at a place."""
    return (
        f'<use href="#{reference(name)}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'
    )


def row(counts: Iterable[tuple[str, int]], y: float, *, x: float = LEFT, size: float = ICON) -> str:
    """Symbols, each so many times; where they would not fit, once and with a number."""
    counts = [(name, count) for name, count in counts if count]
    step = size + 4
    if sum(count for _, count in counts) * step > RIGHT - x + 4:
        return numbered(counts, y, x=x, size=size)
    shown = [name for name, count in counts for _ in range(count)]
    return "".join(icon(name, x + i * step, y, size) for i, name in enumerate(shown))


def numbered(
    counts: Iterable[tuple[str, int]], y: float, *, x: float = LEFT, size: float = ICON
) -> str:
    """Symbols, each with a number."""
    text = ""
    for name, count in counts:
        text += icon(name, x, y, size) + number(str(count), x + size + 4, y + size - 7, size - 4)
        x += size * 2 + 12
    return text


def wanted(y: float, every: Sequence[str], some: Sequence[str], none: Sequence[str]) -> str:
    """What a biome asks for: all of these, one of those (with strokes between), none of these."""
    text = (
        f'<rect x="10" y="{y - 6:g}" width="220" height="{ICON + 12}" rx="8"'
        f' fill="{colour("frame")}"/>'
    )
    x = float(LEFT)
    for name in every:
        text += icon(name, x, y)
        x += ICON + 4
    for i, name in enumerate(some):
        if i:
            text += _stroke(x + 7, y, -6, ICON, "ink", 2)
            x += 10
        text += icon(name, x, y)
        x += ICON + 2
    x = RIGHT - len(none) * (ICON + 4)
    for name in none:
        text += icon(name, x, y) + _stroke(x - 1, y - 1, ICON + 2, ICON + 2, "meat", 4)
        x += ICON + 4
    return text


def _stroke(x: float, y: float, across: float, down: float, paint: str, width: float) -> str:
    return (
        f'<path d="M{x:g} {y:g}l{across:g} {down:g}" stroke="{colour(paint)}"'
        f' stroke-width="{width:g}" stroke-linecap="round"/>'
    )


def food(amount: int) -> str:
    """The food number of a card, in a ring at the lower right."""
    text = f"+{amount}" if amount > 0 else str(amount)
    return (
        f'<circle cx="192" cy="268" r="30" fill="{colour("frame")}" stroke="{colour("plant")}"'
        f' stroke-width="4"/>{number(text, 192, 278, 28, middle=True)}'
    )


def second(name: str) -> str:
    """The name of the second ability of a card, below the picture."""
    return f'<path d="M{LEFT} 284H{RIGHT}" stroke="{colour("quiet")}"/>' + label(
        name, LEFT, 306, RIGHT - LEFT
    )


def back(name: str, title: str) -> str:
    """The back of a card: one symbol all over."""
    face = _paper("frame", "quiet") + (
        f'<rect x="16" y="16" width="208" height="288" rx="8" fill="{colour("paper")}"'
        f' stroke="{colour("quiet")}"/>'
    )
    for row in range(7):
        for column in range(4 + row % 2):
            face += icon(name, 42 + column * 46 - row % 2 * 23, 30 + row * 40, 18)
    return picture(face, CARD, title)


# -- contact sheets -----------------------------------------------------------------------------

WIDTH, MARGIN, GAP, CAPTION = 1660, 40, 14, 20


class Strip(NamedTuple):
    """Pictures of one size under a heading, each with a caption."""

    heading: str
    wide: int
    tall: int
    pictures: list[tuple[str, str]]


def sheet(pictures: Iterable[Strip], *, dark: bool = False) -> tuple[str, int, int]:
    """A contact sheet of all symbols and of these pictures as SVG, its width and its height."""
    rows = [_symbols(), *pictures]
    text, y = "", MARGIN
    for row in rows:
        text += _text(row.heading, MARGIN, y + 26, "26")
        y += 44
        across = (WIDTH - 2 * MARGIN + GAP) // (row.wide + GAP)
        for i, (caption, drawn) in enumerate(row.pictures):
            x = MARGIN + i % across * (row.wide + GAP)
            top = y + i // across * (row.tall + CAPTION + GAP)
            here = f'<svg x="{x}" y="{top}" width="{row.wide}" height="{row.tall}" '
            text += drawn.replace("<svg ", here, 1)
            size = f"{min(12, row.wide / max(len(caption), 1) / LETTER):.3g}"
            text += _text(caption, x + row.wide / 2, top + row.tall + 15, size, anchor=MIDDLE)
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


def _symbols() -> Strip:
    drawn = [(name.replace("_", " "), symbol(name, name)) for name in GLYPHS]
    return Strip(say("Symbols"), 79, 56, drawn)
