"""Drawings as tables of marks, such as `drawing(fill("0,0 …", "coat 12"), dots("4,4", DARK, 5))`.

A mark says its points, its paint and its width. A paint is a colour, or the name of one that the
creature has; a number after it is so many hundredths of shade.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from tangledbank.art.palette import painted
from tangledbank.art.pen import DARK, LINE, WHITE, Pen, Point, Shape, stops


class Looks(Protocol):
    """Who or what is drawn: its own colours by name, and words that drawings look for."""

    @property
    def extras(self) -> Collection[str]:
        """What it has that others have not."""

    def paint(self, name: str) -> str:
        """A colour by its name."""


@dataclass(frozen=True)
class Plain:
    """The looks of a thing that has one colour of its own, or none."""

    own: str = ""
    extras: tuple[str, ...] = ()

    def paint(self, name: str) -> str:
        """Its own colour, or one that is named by itself."""
        return painted(name, {"own": self.own})


PLAIN = Plain()
Who = TypeVar("Who", bound=Looks)
Drawing = Callable[[Pen, Who], None]
Mark = Drawing[Looks]


def _shapes(points: Shape | str) -> Sequence[Shape | str]:
    """Several shapes in one text are divided by semicolons."""
    return points.split(";") if isinstance(points, str) else [points]


def fill(points: Shape | str, paint: str, *, line: bool = True) -> Mark:
    """Closed shapes of one paint."""

    def mark(pen: Pen, looks: Looks) -> None:
        for outline in _shapes(points):
            pen.fill(outline, looks.paint(paint), line=line)

    return mark


def patch(points: Shape | str, paint: str) -> Mark:
    """Closed shapes without an ink line."""
    return fill(points, paint, line=False)


def attach(points: str, paint: str) -> Mark:
    """A shape that grows out of another."""
    return lambda pen, looks: pen.attach(points, looks.paint(paint))


def line(points: Shape | str, paint: str = "", width: float = LINE) -> Mark:
    """Lines of one paint and width; without a paint they are ink."""

    def mark(pen: Pen, looks: Looks) -> None:
        for one in _shapes(points):
            pen.stroke(one, looks.paint(paint), width)

    return mark


def dots(points: Sequence[Point] | str, paint: str, width: float) -> Mark:
    """Round spots."""
    return lambda pen, looks: pen.dots(points, looks.paint(paint), width)


def eye(x: float, y: float, width: float = 8, iris: str = "") -> Mark:
    """An eye with a glint."""
    rim = [dots([(x, y)], iris, width * 1.7)] if iris else []
    glint = dots([(x + width * 0.18, y - width * 0.2)], WHITE, width * 0.3)
    return drawing(*rim, dots([(x, y)], DARK, width), glint)


def drawing(*marks: Drawing[Who]) -> Drawing[Who]:
    """Marks one after the other."""

    def draw(pen: Pen, looks: Who) -> None:
        for mark in marks:
            mark(pen, looks)

    return draw


def placed(places: str, *marks: Drawing[Who]) -> Drawing[Who]:
    """Marks at several places, each x,y and by how many degrees they are turned there."""
    whole = drawing(*marks)

    def draw(pen: Pen, looks: Who) -> None:
        for x, y, turn in stops(places):
            whole(pen.at(x, y, turn=turn), looks)

    return draw


def given(word: str, *marks: Drawing[Who], other: Drawing[Who] | None = None) -> Drawing[Who]:
    """Marks of those who have this among their extras; the others have the other mark."""
    whole, rest = drawing(*marks), other or drawing()
    return lambda pen, looks: (whole if word in looks.extras else rest)(pen, looks)
