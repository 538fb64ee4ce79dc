"""A contact sheet of pictures, to look at."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from tangledbank.art.frames import LETTER
from tangledbank.art.palette import colour, properties
from tangledbank.art.symbols import GLYPHS, definitions, symbol
from tangledbank.text import say

WIDTH, MARGIN, GAP, CAPTION = 1660, 40, 14, 20


class Row(NamedTuple):
    """Pictures of one size under a heading, each with a caption."""

    heading: str
    wide: int
    tall: int
    pictures: list[tuple[str, str]]


def sheet(pictures: Iterable[Row], *, dark: bool = False) -> tuple[str, int, int]:
    """A contact sheet of all symbols and of these pictures as SVG, its width and its height."""
    rows = [_symbols(), *pictures]
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
