"""What a coat looks like: stripes, spots, patches … on any outline that has a back and a belly."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tangledbank.art.animals import Animal
from tangledbank.art.palette import mix
from tangledbank.art.pen import DARK, Knot, Pen, Point, Sections, between

# A pattern is drawn with a pen on the sections of an outline, so many units long.
Pattern = Callable[[Pen, Sections, float, str], None]


def place(section: Sections, t: float, depth: float) -> Point:
    """The point at a place along an outline, between back (0) and belly (1)."""
    return between(*section(t), depth)


def _even(n: int, low: float = 0.06, high: float = 0.94) -> list[float]:
    return [low + (high - low) * (i + 0.5) / n for i in range(n)]


def _count(length: float, step: float) -> int:
    return max(2, round(length / step))


def strip(section: Sections, low: float, high: float, upper: float, lower: float) -> list[Knot]:
    """A long piece of an outline, between two places and two depths."""
    steps = [low + (high - low) * i / 5 for i in range(6)]
    there = [place(section, t, upper) for t in steps]
    back = [place(section, t, lower) for t in reversed(steps)]
    ends = (0, 5, 6, 11)
    return [Knot(x, y, i in ends) for i, (x, y) in enumerate(there + back)]


def lens(section: Sections, low: float, high: float, upper: float, lower: float) -> list[Knot]:
    """The same with narrow ends on its lower side."""
    there = [place(section, low + (high - low) * i / 4, upper) for i in (1, 2, 3)]
    back = [place(section, low + (high - low) * i / 4, lower) for i in (4, 3, 2, 1, 0)]
    return [Knot(x, y, i in (3, 7)) for i, (x, y) in enumerate(there + back)]


def stripes(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Wedges from the back downwards, as of a tiger or zebra."""
    for i, t in enumerate(_even(_count(length, 19))):
        half = 0.016 + 0.1 / _count(length, 19)
        depth = (0.86, 0.62, 0.78)[i % 3]
        tip = place(section, t + 0.02, depth)
        middle = place(section, t - half / 3, depth / 2), place(section, t + half, depth / 2)
        start = place(section, t - half, 0.02), place(section, t + half, 0.02)
        pen.fill(
            [
                Knot(*start[0], True),
                Knot(*middle[0]),
                Knot(*tip, True),
                Knot(*middle[1]),
                Knot(*start[1], True),
            ],
            paint,
            line=False,
        )


def lines(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Thin lines from the back downwards, as of a bongo."""
    for t in _even(_count(length, 26), 0.12, 0.9):
        points = [place(section, t, depth) for depth in (0.03, 0.35, 0.66)]
        pen.stroke([Knot(x + 4 * i, y) for i, (x, y) in enumerate(points)], paint, 4)


def bands(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Broad bands all the way round, as of a coral fish or a ringed tail."""
    for t in _even(_count(length, 44)):
        half = 0.3 / _count(length, 44)
        pen.fill(strip(section, t - half, t + half, 0.02, 0.98), paint, line=False)


def sashes(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    """Two bands with dark edges, as of a clownfish."""
    for low, high in ((0.34, 0.5), (0.76, 0.87)):
        pen.fill(strip(section, low, high, 0.02, 0.98), paint, line=False)
        for t in (low, high):
            edge = [place(section, t, depth) for depth in (0.03, 0.5, 0.97)]
            pen.stroke([Knot(*point) for point in edge], DARK, 3.5)


def rings(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Narrow rings, as of a bee or a raccoon's tail."""
    for t in _even(_count(length, 22)):
        points = [place(section, t, depth) for depth in (0.04, 0.5, 0.96)]
        pen.stroke([Knot(*point) for point in points], paint, 7)


def _scattered(length: float, step: float, rows: int) -> Iterator[tuple[float, float]]:
    """Places and depths all over, in rows out of step, a little uneven."""
    n = _count(length, step)
    for row in range(rows):
        for i, t in enumerate(_even(n)):
            uneven = ((i * 7 + row * 5) % 4 - 1.5) / 40
            yield t + (row % 2) * 0.4 / n + uneven / 3, (row + 0.6) / (rows + 0.3) + uneven


def spots(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Small round spots, as of a cheetah."""
    rows = 4 if length > 120 else 2
    pen.dots([place(section, *where) for where in _scattered(length, 21, rows)], paint, 8)


def freckles(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Fine spots."""
    rows = 4 if length > 120 else 2
    pen.dots([place(section, *where) for where in _scattered(length, 24, rows)], paint, 4)


def blotches(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """A few large round spots, as of a fire salamander."""
    rows = 3 if length > 120 else 2
    found = [place(section, t, depth * 0.9) for t, depth in _scattered(length, 38, rows)]
    pen.dots(found[::2], paint, 20)
    pen.dots(found[1::2], paint, 12)


def rosettes(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Rings of spots, as of a leopard."""
    rows = 3 if length > 120 else 2
    found = [place(section, *where) for where in _scattered(length, 32, rows)]
    for x, y in found:
        pen.stroke([Knot(x - 4, y + 4), Knot(x - 5, y - 4), Knot(x + 3, y - 5)], paint, 4)
    pen.dots([(x + 5, y + 4) for x, y in found], paint, 5)


def patches(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Large patches with narrow gaps, as of a giraffe."""
    n, rows = _count(length, 30), 3 if length > 120 else 2
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
            pen.fill([Knot(*place(section, *c), True) for c in corners], paint, line=False)


def belly(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    """A lighter underside."""
    pen.fill(lens(section, 0.04, 0.96, 0.68, 0.97), paint, line=False)


def back(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    """A darker back."""
    pen.fill(lens(section, 0.04, 0.96, 0.38, 0.03), paint, line=False)


def saddle(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    """A patch of another colour over the middle of the back."""
    pen.fill(lens(section, 0.24, 0.84, 0.62, 0.03), paint, line=False)


def front(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    """The front half in another colour."""
    pen.fill(strip(section, 0.02, 0.36, 0.03, 0.97), paint, line=False)


def flank(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    """A dark stripe along the side, as of an impala."""
    pen.fill(lens(section, 0.1, 0.92, 0.6, 0.74), paint, line=False)


def hatching(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    """A few strokes in the shade under the belly."""
    for i in range(6):
        t = 0.3 + i * 0.09
        ends = place(section, t, 0.84 - i % 2 * 0.05), place(section, t + 0.02, 0.94)
        pen.stroke([Knot(*end) for end in ends], paint, 1.8)


def shaggy(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Long hair."""
    n = _count(length, 24)
    for row in range(3):
        for t in _even(n, 0.04 + row * 0.03, 0.93 + row * 0.01):
            x, y = place(section, t, 0.2 + row * 0.27)
            pen.stroke([Knot(x, y - 8), Knot(x - 3, y), Knot(x - 2, y + 10)], paint, 2.6)


def scales(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Rows of scales or feathers."""
    rows = 3 if length > 120 else 2
    for t, depth in _scattered(length, 30, rows):
        x, y = place(section, t, depth)
        pen.stroke([Knot(x + 6, y - 6), Knot(x - 4, y), Knot(x + 6, y + 6)], paint, 2.6)


def ladder(pen: Pen, section: Sections, _length: float, paint: str) -> None:
    """Lines from front to back, for a body that stands upright."""
    for depth in (0.14, 0.28, 0.42, 0.56, 0.7, 0.84):
        points = [place(section, t, depth) for t in (0.06, 0.5, 0.94)]
        pen.stroke([Knot(*point) for point in points], paint, 4)


def diamonds(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Diamonds along the back, as of a snake."""
    n = _count(length, 26)
    for t in _even(n):
        half = 0.4 / n
        corners = ((t - half, 0.4), (t, 0.12), (t + half, 0.4), (t, 0.7))
        pen.fill([Knot(*place(section, *c), True) for c in corners], paint, line=False)


def soft(pen: Pen, section: Sections, length: float, paint: str) -> None:
    """Short soft hair."""
    found = [place(section, *where) for where in _scattered(length, 34, 2)]
    for x, y in found:
        pen.stroke([Knot(x + 5, y - 2), Knot(x - 4, y + 2)], paint, 2)


PATTERNS: dict[str, Pattern] = {
    pattern.__name__: pattern
    for pattern in (
        stripes, lines, bands, sashes, rings, spots, freckles, blotches, rosettes, patches, belly,
        back, saddle, front, flank, hatching, shaggy, scales, ladder, diamonds, soft,
    )
}  # fmt: skip


def coat(pen: Pen, names: str, section: Sections, length: float, animal: Animal) -> None:
    """Draw patterns of an animal, divided by blanks; belly and front take its second colour."""
    paints = {
        "belly": animal.second,
        "front": animal.second,
        "soft": mix(animal.mark, animal.second, 0.4),
    }
    for name in names.split():
        PATTERNS[name](pen, section, length, paints.get(name, animal.mark))
