"""What each animal looks like in a few words and colours, the plan of its body and its coat.

The facts are in animals.toml. A pattern is drawn on any outline that has a back and a belly.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import msgspec

from tangledbank.art.marks import MARKS, Drawing, Row, Rows, Words, Written, tables
from tangledbank.art.palette import mix, painted, shade, visible
from tangledbank.art.pen import (
    DARK,
    MOST_KEPT,
    Knot,
    Pen,
    Point,
    Sections,
    between,
    knots,
    sections,
    shape,
)


class Animal(Written, frozen=True):
    """An animal as the pen sees it. What is not said comes from its family."""

    body: str  # plan of the torso
    head: str  # kind of head
    feet: str  # kind of legs
    coat: str
    tail: str = ""  # kind of tail
    wings: str = ""  # kind of wings
    second: str = ""  # belly, muzzle, inside of ears
    mark: str = ""  # stripes, spots and other patterns
    accent: str = "#5a4a3c"  # horns, beak, hooves, claws
    limb: str = ""  # legs
    wing: str = ""
    face: str = ""  # head and neck
    pattern: str = ""  # of the coat; several divided by blanks
    neck_pattern: str = ""
    leg_pattern: str = ""
    tail_pattern: str = ""
    bulk: float = 1  # height of the torso
    size: float = 1  # of the head
    snout: float = 1
    neck: float = 44  # length
    thick: float = 1  # neck
    leg: float = 62  # length
    beak: str = ""
    ears: str = ""
    horns: str = ""
    extras: tuple[str, ...] = ()
    long: float = 1  # tail
    span: float = 1  # wings

    def paint(self, name: str) -> str:
        """One of its colours by its name; another colour is itself."""
        return painted(name, {
            "coat": self.coat, "second": self.second, "mark": self.mark, "accent": self.accent,
            "limb": self.limb, "wing": self.wing, "face": self.face,
        })  # fmt: skip


Draw = Drawing[Animal]


class Facts(Written, frozen=True):
    """What is in animals.toml."""

    family: dict[str, Row]
    animal: dict[str, Row]


FACTS = tables("animals", Facts)
ANIMALS, FAMILIES = tuple(FACTS.animal), tuple(FACTS.family)


@lru_cache(MOST_KEPT)
def animal(name: str) -> Animal:
    """An animal by its name in the deck, such as red-fox; one we do not know is made up."""
    if name in FACTS.animal:
        return _complete(FACTS.animal[name])
    number = zlib.crc32(name.encode())
    family = FAMILIES[number % len(FAMILIES)]
    coats = ("#b98a5a", "#8c7a63", "#7d8a6a", "#a3645a", "#6f7f8c", "#c0a468")
    return _complete({"family": family, "coat": coats[number // 64 % len(coats)]})


def _complete(own: Row) -> Animal:
    facts = FACTS.family[str(own["family"])] | own
    del facts["family"]
    return made_up(**facts)


def made_up(**facts: object) -> Animal:
    """An animal with these looks, and colours that go together where none are named."""
    named = (part for part in ("coat", "wing", "limb", "face") if part in facts)
    seen = {part: visible(str(facts[part])) for part in named}
    coat, pattern = seen["coat"], facts.get("pattern", "")
    usual = {
        "second": mix(coat, "#fbf3e2", 0.5), "mark": shade(coat, 0.5), "limb": coat,
        "wing": shade(coat, 0.15), "face": coat, "neck_pattern": pattern, "tail_pattern": pattern,
    }  # fmt: skip
    return msgspec.convert(usual | facts | seen, Animal)


# -- plans of bodies, about 200 units long and looking to the right ----------------------------


class BodyPlan(Written, frozen=True):
    """The outline of a torso, and where neck, legs, tail and wings are attached."""

    outline: str
    neck: tuple[float, float, float]  # where, and half the width of a neck there
    tail: tuple[float, float, float] = (-98, -15, 0)  # where, and how far it is turned down
    rear: Point = (-68, 20)
    front: Point = (66, 18)
    wing: Point = (30, -38)
    arms: bool = False  # the front pair does not reach the ground
    pairs: int = 2  # of legs, by nature
    lean: float = -40  # direction of the neck in degrees, upwards
    limb: bool = False  # the outline is that of a limb, drawn from the front backwards

    @property
    def across(self) -> Sections:
        """Back and belly; the right side of a limb is its back."""
        section = sections(self.outline)
        return (lambda t: (section(t)[1], section(t)[0])) if self.limb else section


class Bodies(Written, frozen=True):
    """What is in bodies.toml."""

    plan: dict[str, BodyPlan]
    torso: dict[str, Rows]  # what some have on it, by the word among their extras
    wing: dict[str, Rows]
    detail: dict[str, Rows]


BODIES = tables("bodies", Bodies)
PLANS = BODIES.plan

# -- patterns of coats --------------------------------------------------------------------------

# A pattern is drawn with a pen on the sections of an outline, so many units long.
Pattern = Callable[[Pen, Sections, float, str], None]
LONG = 120  # a shorter outline has only two rows of spots


def place(section: Sections, t: float, depth: float) -> Point:
    """The point at a place along an outline, between back (0) and belly (1)."""
    return between(*section(t), depth)


def _through(section: Sections, *places: Point) -> list[Knot]:
    return knots(place(section, *where) for where in places)


def _even(n: int, low: float = 0.06, high: float = 0.94) -> list[float]:
    return [low + (high - low) * (i + 0.5) / n for i in range(n)]


def _count(length: float, step: float) -> int:
    return max(2, round(length / step))


def strip(section: Sections, low: float, high: float, upper: float, lower: float) -> list[Knot]:
    """A long piece of an outline, between two places and two depths."""
    steps = [low + (high - low) * i / 5 for i in range(6)]
    there = [(t, upper) for t in steps]
    back = [(t, lower) for t in reversed(steps)]
    return _cornered(_through(section, *there, *back), (0, 5, 6, 11))


def lens(section: Sections, low: float, high: float, upper: float, lower: float) -> list[Knot]:
    """The same with narrow ends on its lower side."""
    there = [(low + (high - low) * i / 4, upper) for i in (1, 2, 3)]
    back = [(low + (high - low) * i / 4, lower) for i in (4, 3, 2, 1, 0)]
    return _cornered(_through(section, *there, *back), (3, 7))


def _cornered(outline: list[Knot], corners: Iterable[int]) -> list[Knot]:
    return [Knot(x, y, i in corners) for i, (x, y, _) in enumerate(outline)]


def _stripes(pen: Pen, section: Sections, length: float, paint: str) -> None:
    n = _count(length, 19)
    for i, t in enumerate(_even(n)):
        half, depth = 0.016 + 0.1 / n, (0.86, 0.62, 0.78)[i % 3]
        wedge = (
            (t - half, 0.02), (t - half / 3, depth / 2), (t + 0.02, depth), (t + half, depth / 2),
            (t + half, 0.02),
        )  # fmt: skip
        pen.fill(_cornered(_through(section, *wedge), (0, 2, 4)), paint, line=False)


def _lines(pen: Pen, section: Sections, length: float, paint: str) -> None:
    for t in _even(_count(length, 26), 0.12, 0.9):
        points = [place(section, t, depth) for depth in (0.03, 0.35, 0.66)]
        pen.stroke([Knot(x + 4 * i, y) for i, (x, y) in enumerate(points)], paint, 4)


def _bands(pen: Pen, section: Sections, length: float, paint: str) -> None:
    n = _count(length, 44)
    for t in _even(n):
        pen.fill(strip(section, t - 0.3 / n, t + 0.3 / n, 0.02, 0.98), paint, line=False)


def _sashes(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    for low, high in ((0.34, 0.5), (0.76, 0.87)):
        pen.fill(strip(section, low, high, 0.02, 0.98), paint, line=False)
        for t in (low, high):
            pen.stroke(_through(section, (t, 0.03), (t, 0.5), (t, 0.97)), DARK, 3.5)


def _rings(pen: Pen, section: Sections, length: float, paint: str) -> None:
    for t in _even(_count(length, 22)):
        pen.stroke(_through(section, (t, 0.04), (t, 0.5), (t, 0.96)), paint, 7)


def _ladder(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    for depth in (0.14, 0.28, 0.42, 0.56, 0.7, 0.84):
        pen.stroke(_through(section, (0.06, depth), (0.5, depth), (0.94, depth)), paint, 4)


def _scattered(
    section: Sections, length: float, step: float, rows: int, deep: float = 1
) -> Iterator[Point]:
    """Points all over, in rows out of step, a little uneven."""
    n, rows = _count(length, step), rows if length > LONG else 2
    for row in range(rows):
        for i, t in enumerate(_even(n)):
            uneven = ((i * 7 + row * 5) % 4 - 1.5) / 40
            depth = (row + 0.6) / (rows + 0.3) + uneven
            yield place(section, t + (row % 2) * 0.4 / n + uneven / 3, depth * deep)


def _dotted(step: float, width: float) -> Pattern:
    return lambda pen, section, length, paint: pen.dots(
        _scattered(section, length, step, 4), paint, width
    )


def _each(pen: Pen, points: Iterable[Point], form: str, paint: str, width: float) -> None:
    """The same stroke at each point."""
    for x, y in points:
        pen.stroke([Knot(x + dx, y + dy) for dx, dy, _ in shape(form)], paint, width)


def _stroked(step: float, rows: int, form: str, width: float) -> Pattern:
    return lambda pen, section, length, paint: _each(
        pen, _scattered(section, length, step, rows), form, paint, width
    )


def _blotches(pen: Pen, section: Sections, length: float, paint: str) -> None:
    found = list(_scattered(section, length, 38, 3, 0.9))
    pen.dots(found[::2], paint, 20)
    pen.dots(found[1::2], paint, 12)


def _rosettes(pen: Pen, section: Sections, length: float, paint: str) -> None:
    found = list(_scattered(section, length, 32, 3))
    _each(pen, found, "-4,4 -5,-4 3,-5", paint, 4)
    pen.dots([(x + 5, y + 4) for x, y in found], paint, 5)


def _shaggy(pen: Pen, section: Sections, length: float, paint: str) -> None:
    n = _count(length, 24)
    for row in range(3):
        along = _even(n, 0.04 + row * 0.03, 0.93 + row * 0.01)
        points = [place(section, t, 0.2 + row * 0.27) for t in along]
        _each(pen, points, "0,-8 -3,0 -2,10", paint, 2.6)


def _pieces(pen: Pen, section: Sections, corners: Iterable[Point], paint: str) -> None:
    piece = [Knot(*place(section, *where), True) for where in corners]
    pen.fill(piece, paint, line=False)


def _patches(pen: Pen, section: Sections, length: float, paint: str) -> None:
    n, rows = _count(length, 30), 3 if length > LONG else 2
    for row in range(rows):
        for i in range(n):
            t, upper = (i + 0.5 + (row % 2) * 0.4) / (n + 0.5), row / rows
            half, lower = 0.42 / n, upper + 0.84 / rows
            slant = 0.05 if (i + row) % 2 else -0.03
            corners = (
                (t - half * 0.7, upper + 0.06 + slant / 2),
                (t + half * 0.8, upper + 0.05),
                (t + half * 1.1, (upper + lower) / 2 - slant),
                (t + half * 0.6, lower),
                (t - half * 0.9, lower - 0.03 + slant / 2),
            )
            _pieces(pen, section, corners, paint)


def _diamonds(pen: Pen, section: Sections, length: float, paint: str) -> None:
    n = _count(length, 26)
    for t in _even(n):
        half = 0.4 / n
        _pieces(pen, section, ((t - half, 0.4), (t, 0.12), (t + half, 0.4), (t, 0.7)), paint)


def _part(
    cut: Callable[[Sections, float, float, float, float], list[Knot]],
    low: float, high: float, upper: float, lower: float,
) -> Pattern:  # fmt: skip
    """A part of the coat in another colour."""
    return lambda pen, section, length, paint: pen.fill(
        cut(section, low, high, upper, lower), paint, line=False
    )


def hatching(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    """A few strokes in the shade under the belly."""
    for i in range(6):
        t = 0.3 + i * 0.09
        pen.stroke(_through(section, (t, 0.84 - i % 2 * 0.05), (t + 0.02, 0.94)), paint, 1.8)


PATTERNS: dict[str, Pattern] = {
    "stripes": _stripes,  # wedges from the back downwards, as of a tiger or zebra
    "lines": _lines,  # thin lines from the back downwards, as of a bongo
    "bands": _bands,  # broad bands all the way round, as of a coral fish or a ringed tail
    "sashes": _sashes,  # two bands with dark edges, as of a clownfish
    "rings": _rings,  # narrow rings, as of a bee or a raccoon's tail
    "ladder": _ladder,  # lines from front to back, for a body that stands upright
    "spots": _dotted(21, 8),  # small round spots, as of a cheetah
    "freckles": _dotted(24, 4),
    "blotches": _blotches,  # a few large round spots, as of a fire salamander
    "rosettes": _rosettes,  # rings of spots, as of a leopard
    "patches": _patches,  # large patches with narrow gaps, as of a giraffe
    "diamonds": _diamonds,  # along the back, as of a snake
    "belly": _part(lens, 0.04, 0.96, 0.68, 0.97),  # a lighter underside
    "back": _part(lens, 0.04, 0.96, 0.38, 0.03),  # a darker back
    "saddle": _part(lens, 0.24, 0.84, 0.62, 0.03),  # over the middle of the back
    "front": _part(strip, 0.02, 0.36, 0.03, 0.97),  # the front half
    "flank": _part(lens, 0.1, 0.92, 0.6, 0.74),  # a stripe along the side, as of an impala
    "hatching": hatching,
    "shaggy": _shaggy,  # long hair
    "soft": _stroked(34, 2, "5,-2 -4,2", 2),  # short soft hair
    "scales": _stroked(30, 3, "6,-6 -4,0 6,6", 2.6),  # scales or feathers
}


def coat(pen: Pen, names: str, section: Sections, length: float, animal: Animal) -> None:
    """Draw patterns of an animal, divided by blanks; belly and front take its second colour."""
    soft = mix(animal.mark, animal.second, 0.4)
    paints = {"belly": animal.second, "front": animal.second, "soft": soft}
    for name in names.split():
        PATTERNS[name](pen, section, length, paints.get(name, animal.mark))


def worn(names: str, on: str, length: float) -> Draw:
    """A mark: patterns on a shape or limb, by name; "neck" and "tail" are the animal's own."""

    def mark(pen: Pen, animal: Animal) -> None:
        own = {"neck": animal.neck_pattern, "tail": animal.tail_pattern}
        coat(pen, own.get(names, names), sections(on), length, animal)

    return mark


# The words for marks in drawings of animals.
ON_ANIMALS: Words[Animal] = {**MARKS, "worn": worn}
