"""A pen that draws smooth shapes as SVG paths in few bytes.

A shape is written as the points it goes through, "0,0 20,-8 40,0!"; at points with ! it has a
corner. A limb is written as the points of its middle with half its width at each, "0,0,9 20,0,4";
an oval as its middle, half its width and half its height, "oval 20,12,18,16".
The pen turns and scales what it draws by itself, so the paths need no transforms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from html import escape
from typing import NamedTuple

from tangledbank.art.palette import PAINTS, colour

LINE = 2.6  # width of the ink line
FINE = 2.5  # and of lines that may be left out
GHOST = colour("ghost")
INK = colour("line")
MOST_KEPT = 2048  # drawings that are kept, so that a page need not draw the same again
DARK, WHITE = PAINTS["dark"], PAINTS["white"]


class Knot(NamedTuple):
    """A point of a shape."""

    x: float
    y: float
    corner: bool = False


class Stop(NamedTuple):
    """A point in the middle of a limb, and half the limb's width there."""

    x: float
    y: float
    half: float


Shape = Sequence[Knot]
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # x, y, width and height
Drawn = tuple[str, Box]  # the inside of a picture, and the box that it shows
# Two opposite points of an outline, back and belly, at a place from 0 to 1 along it.
Sections = Callable[[float], tuple[Point, Point]]


@cache
def shape(text: str) -> tuple[Knot, ...]:
    """A shape, an oval, or the outline of a limb, from its points in writing."""
    if text.startswith("oval "):
        return tuple(oval(*map(float, text.removeprefix("oval ").split(","))))
    if _is_limb(text):
        return tuple(limb(text).outline())
    return tuple(_knot(word) for word in text.split())


def _is_limb(text: str) -> bool:
    return text.split(maxsplit=1)[0].count(",") == 2


def _knot(word: str) -> Knot:
    x, y = word.rstrip("!").split(",")
    return Knot(float(x), float(y), word.endswith("!"))


def knots(points: Iterable[Point]) -> list[Knot]:
    """Points of a smooth shape."""
    return [Knot(x, y) for x, y in points]


@cache
def stops(text: str) -> tuple[Stop, ...]:
    """The middle of a limb from its points in writing, each x,y,half width."""
    return tuple(Stop(*map(float, word.split(","))) for word in text.split())


def oval(x: float, y: float, wide: float, tall: float) -> Shape:
    """An oval about a point."""
    turns = [math.pi / 3 * i for i in range(6)]
    # A smooth curve through six points bulges less than an oval.
    return [Knot(x + wide * math.cos(t), y + tall * math.sin(t)) for t in turns]


@dataclass(frozen=True)
class Limb:
    """A limb, neck, tail or horn: a line with a width, open where it is attached."""

    middle: Sequence[Stop]

    @cached_property
    def sides(self) -> tuple[list[Point], list[Point]]:
        """Both sides, from where it is attached to its end."""
        left: list[Point] = []
        right: list[Point] = []
        line = [self.middle[0], *self.middle, self.middle[-1]]
        for before, (x, y, half), after in zip(line, self.middle, line[2:], strict=False):
            dx, dy = after.x - before.x, after.y - before.y
            length = math.hypot(dx, dy) or 1
            left.append((x + dy / length * half, y - dx / length * half))
            right.append((x - dy / length * half, y + dx / length * half))
        return left, right

    def outline(self) -> Shape:
        """Its outline, one side and back on the other; round at the end, or a point."""
        left, right = self.sides
        before, end = self.middle[-2], self.middle[-1]
        if end.half < 1:
            return [*knots(left[:-1]), Knot(end.x, end.y, True), *knots(right[-2::-1])]
        length = math.hypot(end.x - before.x, end.y - before.y) or 1
        reach = end.half * 0.9 / length
        tip = Knot(end.x + (end.x - before.x) * reach, end.y + (end.y - before.y) * reach)
        return [*knots(left), tip, *knots(reversed(right))]

    def section(self, t: float) -> tuple[Point, Point]:
        """The two sides at a place from 0 to 1 along it."""
        left, right = self.sides
        place = min(max(t, 0), 1) * (len(left) - 1)
        i = min(int(place), len(left) - 2)
        return between(left[i], left[i + 1], place - i), between(right[i], right[i + 1], place - i)


Outline = Shape | str | Limb


@cache
def limb(text: str) -> Limb:
    """A limb from its points in writing."""
    return Limb(stops(text))


def between(one: Point, other: Point, share: float) -> Point:
    """The point between two, at so much of the way."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def sections(outline: Shape | str) -> Sections:
    """Top and bottom of a closed shape at a place from 0, its right end, to 1, its left end.

    A limb in writing has its two sides, from where it is attached to its end."""
    if isinstance(outline, str) and _is_limb(outline):
        return limb(outline).section
    return _sections(shape(outline) if isinstance(outline, str) else tuple(outline))


@lru_cache(512)
def _sections(outline: tuple[Knot, ...]) -> Sections:
    polygon = list(_flat(outline))
    low, high = min(x for x, _ in polygon), max(x for x, _ in polygon)
    edges = list(zip(polygon, polygon[1:] + polygon[:1], strict=True))

    @cache
    def section(t: float) -> tuple[Point, Point]:
        x = high - (high - low) * min(max(t, 0.02), 0.98)
        crossings = [
            ay + (by - ay) * (x - ax) / (bx - ax)
            for (ax, ay), (bx, by) in edges
            if (ax > x) != (bx > x)
        ]
        return (x, min(crossings)), (x, max(crossings))

    return section


def _flat(outline: Shape) -> Iterable[Point]:
    """Points along a closed smooth shape."""
    handles = _handles(outline, closed=True)
    for i, start in enumerate(outline):
        j = (i + 1) % len(outline)
        end, (hx, hy), (gx, gy) = outline[j], handles[i], handles[j]
        for t in (0, 0.25, 0.5, 0.75):
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            yield (
                a * start.x + b * (start.x + hx) + c * (end.x - gx) + d * end.x,
                a * start.y + b * (start.y + hy) + c * (end.y - gy) + d * end.y,
            )


def _handles(outline: Shape, *, closed: bool) -> list[Point]:
    """How the curve leaves each point; it comes in from just the opposite side."""
    found: list[Point] = []
    for i, knot in enumerate(outline):
        inner = closed or 0 < i < len(outline) - 1
        if knot.corner or not inner:
            found.append((0, 0))
            continue
        before, after = outline[i - 1], outline[(i + 1) % len(outline)]
        dx, dy = after.x - before.x, after.y - before.y
        length = math.hypot(dx, dy) or 1
        near = min(
            math.hypot(knot.x - before.x, knot.y - before.y),
            math.hypot(after.x - knot.x, after.y - knot.y),
        )
        reach = min(length / 5.2, near * 0.45) / length  # no loops where points lie close
        found.append((dx * reach, dy * reach))
    return found


def path(outline: Shape, *, closed: bool) -> str:
    """The path of a smooth shape, in whole numbers."""
    if not closed and len(outline) == 3 and not outline[1].corner:
        return _arc(outline)
    handles = _handles(outline, closed=closed)
    at = round(outline[0].x), round(outline[0].y)
    text, command = f"M{_joined(at, after='M')}", ""
    leaves = handles[0]  # how the curve goes on from here, unless it goes on as it came
    rest = [*range(1, len(outline)), 0] if closed else range(1, len(outline))
    for i in rest:
        knot, (hx, hy) = outline[i], handles[i]
        end = round(knot.x) - at[0], round(knot.y) - at[1]
        if not (any(leaves) or hx or hy):
            if i == 0:  # z draws the last straight line
                break
            wanted, numbers = _straight(*end)
        else:
            # An s goes on as the curve before came in, or straight from a corner.
            wanted = "s" if command in ("c", "s") or not any(leaves) else "c"
            out = [] if wanted == "s" else [round(leaves[0]), round(leaves[1])]
            numbers = [*out, round(knot.x - hx) - at[0], round(knot.y - hy) - at[1], *end]
        if wanted != command or wanted in ("h", "v"):
            text += wanted
        text += _joined(numbers, after=text[-1])
        at, command, leaves = (at[0] + end[0], at[1] + end[1]), wanted, (hx, hy)
    return text + "z" if closed else text


def _straight(x: int, y: int) -> tuple[str, list[int]]:
    """The command for a straight line, and its numbers."""
    if not y:
        return "h", [x]
    return ("l", [x, y]) if x else ("v", [y])


def _arc(outline: Shape) -> str:
    """A line bent once, through three points."""
    a, b, c = outline
    at = round(a.x), round(a.y)
    bend = round(2 * b.x - (a.x + c.x) / 2) - at[0], round(2 * b.y - (a.y + c.y) / 2) - at[1]
    end = round(c.x) - at[0], round(c.y) - at[1]
    return f"M{_joined(at, after='M')}q{_joined([*bend, *end], after='q')}"


def _joined(numbers: Iterable[int], after: str) -> str:
    """Numbers with as little between them as they need; `after` is the sign before them."""
    text = ""
    for number in numbers:
        last = text[-1] if text else after
        text += f"{' ' if last.isdigit() and number >= 0 else ''}{number}"
    return text


@dataclass
class Sheet:
    """What has been drawn: paths with what they look like, and how far they reach."""

    marks: list[tuple[str, str]] = field(default_factory=list)
    left: float = math.inf
    top: float = math.inf
    right: float = -math.inf
    bottom: float = -math.inf

    def add(self, look: str, drawn: str, reach: Shape, margin: float) -> None:
        """Add a path; marks that look the same become one path, if none can hide another."""
        outlined = look.startswith("fill") and "stroke" not in look
        if self.marks and self.marks[-1][0] == look and not outlined:
            drawn = self.marks.pop()[1] + drawn
        self.marks.append((look, drawn))
        for x, y, _ in reach:
            self.left, self.right = min(self.left, x - margin), max(self.right, x + margin)
            self.top, self.bottom = min(self.top, y - margin), max(self.bottom, y + margin)

    def towards(self, other: Sheet) -> Sheet:
        """An empty sheet that reaches as far as halfway between this one and another."""
        return Sheet(
            left=(self.left + other.left) / 2,
            top=(self.top + other.top) / 2,
            right=(self.right + other.right) / 2,
            bottom=(self.bottom + other.bottom) / 2,
        )

    def text(self, ink: str = INK, width: float = LINE) -> str:
        """The drawing as one group, with an ink line of this colour and width."""
        marks = "".join(f'<path {look}d="{drawn}"/>' for look, drawn in self.marks)
        return (
            f'<g fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"'
            f' stroke-linejoin="round">{marks}</g>'
        )


@dataclass(frozen=True)
class Pen:
    """Draws on a sheet; may be moved, turned and scaled."""

    sheet: Sheet = field(default_factory=Sheet)
    matrix: tuple[float, float, float, float, float, float] = (1, 0, 0, 1, 0, 0)
    ghost: str = ""  # a colour: then only the shape of what is filled is drawn, in that colour
    rough: bool = False

    def at(
        self,
        x: float,
        y: float,
        *,
        turn: float = 0,
        scale: float = 1,
        tall: float = 1,
        flip: bool = False,
    ) -> Pen:
        """A pen with its own origin, turned by so many degrees, scaled, and mirrored if asked."""
        a, b, c, d, e, f = self.matrix
        cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
        wide = -1 if flip else 1
        p, q, r, s = cos * wide, sin * wide, -sin * tall, cos * tall
        moved = (a * x + c * y + e, b * x + d * y + f)
        turned = (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s)
        return replace(self, matrix=(*turned, *moved))

    def roughly(self) -> Pen:
        """A pen that leaves out fine lines and patterns, for what lies behind."""
        return replace(self, rough=True)

    def as_ghost(self, paint: str = GHOST) -> Pen:
        """A pen that draws only the shape of things, in one colour."""
        return replace(self, ghost=paint)

    @property
    def size(self) -> float:
        """How much larger than usual it draws."""
        a, b, c, d, _, _ = self.matrix
        return math.sqrt(abs(a * d - b * c))

    def fill(self, outline: Outline, paint: str, *, line: bool = True) -> None:
        """A closed shape, with an ink line if asked."""
        self._filled(outline, paint, line, closed=True)

    def attach(self, outline: Outline, paint: str) -> None:
        """A shape that grows out of another: no ink line between its first and last point."""
        self._filled(outline, paint, True, closed=False)

    def _filled(self, outline: Outline, paint: str, line: bool, *, closed: bool) -> None:
        if self.ghost and not line:
            return
        moved = self._moved(outline)
        if self.ghost:
            look = f'fill="{self.ghost}" stroke="none" '
            moved = moved if _clockwise(moved) else moved[::-1]  # no holes where parts overlap
        else:
            look = f'fill="{paint}" ' + ("" if line else 'stroke="none" ')
        self.sheet.add(look, path(moved, closed=closed), moved, LINE)

    def stroke(self, line: Shape | str, paint: str = "", width: float = LINE) -> None:
        """A line; without a colour it is ink."""
        if self.ghost or (self.rough and width <= FINE):
            return
        moved = self._moved(line)
        look = f'stroke="{paint}" ' if paint else ""
        thick = round(width * self.size, 1) if paint or width != LINE else LINE
        look += f'stroke-width="{thick:g}" ' if thick != LINE else ""
        self.sheet.add(look, path(moved, closed=False), moved, thick / 2)

    def dots(self, points: Iterable[Point] | str, paint: str, width: float) -> None:
        """Round spots of one size."""
        if self.ghost:
            return
        moved = self._moved(points if isinstance(points, str) else knots(points))
        drawn = "".join(f"M{_joined((round(x), round(y)), after='M')}h0" for x, y, _ in moved)
        wide = round(width * self.size, 1)
        if drawn:
            self.sheet.add(f'stroke="{paint}" stroke-width="{wide:g}" ', drawn, [], 0)

    def _moved(self, outline: Outline) -> list[Knot]:
        if isinstance(outline, Limb):
            points = outline.outline()
        else:
            points = shape(outline) if isinstance(outline, str) else outline
        a, b, c, d, e, f = self.matrix
        return [Knot(a * x + c * y + e, b * x + d * y + f, corner) for x, y, corner in points]


def _clockwise(outline: Shape) -> bool:
    pairs = zip(outline, [*outline[1:], outline[0]], strict=True)
    return sum(a.x * b.y - b.x * a.y for a, b in pairs) > 0


@lru_cache(MOST_KEPT)
def picture(inside: str, box: Box, title: str, look: str = "") -> str:
    """A whole picture for a page: x, y, width and height of what it shows, and its title."""
    if title:
        named = f' role="img"{look}><title>{escape(title, quote=False)}</title>'
    else:
        named = f' aria-hidden="true"{look}>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(box)}"{named}{inside}</svg>'


def view_box(box: Box) -> str:
    """A box as an attribute."""
    return " ".join(f"{number:g}" for number in map(round, box))


def drawn(sheet: Sheet, wide: float, tall: float) -> Drawn:
    """A drawing in the middle of a box of these proportions."""
    return sheet.text(), frame(sheet, wide, tall)


def room(sheet: Sheet, box: Box) -> Box:
    """A box of the same proportions that a drawing fits into; it grows only if it must."""
    x, y, wide, tall = box
    left, top = min(x, sheet.left), min(y, sheet.top)
    right, bottom = max(x + wide, sheet.right), max(y + tall, sheet.bottom)
    unit = max((right - left) / wide, (bottom - top) / tall)
    return (left + right - unit * wide) / 2, bottom - unit * tall, unit * wide, unit * tall


def frame(sheet: Sheet, wide: float, tall: float) -> Box:
    """The smallest box of these proportions about a drawing."""
    across, down = sheet.right - sheet.left, sheet.bottom - sheet.top
    unit = max(across / wide, down / tall) * 1.04
    x = (sheet.left + sheet.right) / 2 - unit * wide / 2
    y = (sheet.top + sheet.bottom) / 2 - unit * tall / 2
    return x, y, unit * wide, unit * tall
