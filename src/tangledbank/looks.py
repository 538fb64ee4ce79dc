"""How what a creature can do shows on it: plain data of the rules, drawn by `art/beasts.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

BULK = 0.0  # as tall as the body is


class Worn(NamedTuple):
    """Something that a creature wears or has about it."""

    what: str  # one of art/adornments.toml, or of the game's own pictures
    at: str = "body"  # where: a place that the pictures of the game know, such as the mouth
    x: float = 0
    y: float = 0
    scale: float = 1
    tall: float = 1
    paint: str = ""  # a colour, or the “coat” or “face” of the creature


class Look(NamedTuple):
    """The symbol of something a creature can have, and what that changes in its picture."""

    glyph: str = ""  # of art/symbols.toml
    coat: str = ""  # with several abilities their coats are mixed
    body: Mapping[str, object] = {}
    worn: tuple[Worn, ...] = ()
    layer: int = 0  # what is worn is drawn by layer; below 0 it is behind the creature
    wins: bool = False  # its body goes before that of all others
