"""Drawings as rows of marks, which the .toml files of this folder hold.

    meerkat = [
      { fill = "-10,-2 -8,-26 8,-38 32,-38 …", paint = "face" },
      { given = "mask", dots = "6,-8 34,-8", paint = "mark", width = 17 },
    ]

A mark says its points, its paint and its width. A paint is a colour, or the name of one (of the
creature or of palette.py); a number after it is so many hundredths of shade.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from tangledbank.art.palette import painted
from tangledbank.art.pen import DARK, LINE, WHITE, Pen, Point, Shape


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

# -- marks --------------------------------------------------------------------------------------


def _shapes(points: Shape | str) -> Sequence[Shape | str]:
    """Several shapes in one text are divided by semicolons."""
    return [one.strip() for one in points.split(";")] if isinstance(points, str) else [points]


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


# -- where and when a mark is drawn -------------------------------------------------------------


def placed(places: str, mark: Drawing[Who]) -> Drawing[Who]:
    """A mark at several places, each x,y, by how many degrees it is turned, and size if not 1."""
    found = [tuple(map(float, place.split(","))) for place in places.split()]

    def draw(pen: Pen, looks: Who) -> None:
        for x, y, turn, *size in found:
            mark(pen.at(x, y, turn=turn, scale=size[0] if size else 1), looks)

    return draw


def given(word: str, mark: Drawing[Who]) -> Drawing[Who]:
    """A mark of those who have this word among their extras."""
    return lambda pen, looks: mark(pen, looks) if word in looks.extras else None


def unless(word: str, mark: Drawing[Who]) -> Drawing[Who]:
    """A mark of those who have not."""
    return lambda pen, looks: mark(pen, looks) if word not in looks.extras else None


# -- rows of marks ------------------------------------------------------------------------------


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is written in a file of this folder; a word that is not known is refused."""


Row = dict[str, object]
Rows = Row | list[Row]  # a drawing with one mark is a row, one with more is a list of rows
Tables = TypeVar("Tables")
Words = Mapping[str, Callable[..., Drawing[Who]]]
MARKS: Words[Looks] = {
    "fill": fill, "patch": patch, "attach": attach, "line": line, "dots": dots, "eye": eye,
}  # fmt: skip


@dataclass(frozen=True)
class Reader(Generic[Who]):
    """Makes drawings of rows.

    One word of a row says which mark it is, with its points or numbers; others say where and when
    it is drawn; the rest goes to the function of the mark.
    """

    marks: Words[Who]
    around: Words[Who] = field(default_factory=dict)  # where and when, besides at, given and unless
    named: Mapping[str, Drawing[Who]] = field(default_factory=dict)  # what `draw` may name

    def table(self, table: Mapping[str, Rows]) -> dict[str, Drawing[Who]]:
        """The drawings of a table; by `draw` one may contain those before it."""
        found: dict[str, Drawing[Who]] = {}
        for name, rows in table.items():
            try:
                found[name] = replace(self, named={**self.named, **found})._drawing(rows)
            except (KeyError, TypeError, ValueError) as problem:
                raise TypeError(f"{name} cannot be drawn: {problem}") from problem
        return found

    def _drawing(self, rows: Rows) -> Drawing[Who]:
        return drawing(*map(self._mark, [rows] if isinstance(rows, dict) else rows))

    def _mark(self, row: Row) -> Drawing[Who]:
        around: Words[Who] = {"at": placed, **self.around, "unless": unless, "given": given}
        rest = {word: value for word, value in row.items() if word not in around}
        mark = self._bare(rest)
        for word in (word for word in around if word in row):
            mark = around[word](row[word], mark)
        return mark

    def _bare(self, row: Row) -> Drawing[Who]:
        """A mark by itself."""
        several = {"draw": self.named.__getitem__, "marks": lambda *rows: self._drawing([*rows])}
        marks: Words[Who] = {**self.marks, **several}
        words = [word for word in row if word in marks]
        if len(words) != 1:
            raise ValueError(f"{[*row]} are no mark")
        rest = dict(row)
        value = rest.pop(words[0])
        return marks[words[0]](*(value if isinstance(value, list) else [value]), **rest)


def tables(name: str, kind: type[Tables]) -> Tables:
    """What is in a file of this folder: rows by their names, or a struct of such tables."""
    path = Path(__file__).parent / f"{name}.toml"
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
