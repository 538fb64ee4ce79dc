"""What creatures of Evolution and The Origin of Species wear, hold and have about them."""

from __future__ import annotations

from tangledbank.art.marks import MARKS, Mark, Reader, Rows, line, tables
from tangledbank.art.pen import GHOST, Pen, shape


def _ring(outline: str, paint: str, width: float) -> Mark:
    """A line that ends where it begins."""
    points = shape(outline)
    return line([*points, points[0]], paint, width)


ADORNMENTS = Reader({**MARKS, "ring": _ring}).table(tables("adornments", dict[str, Rows]))


def distant(pen: Pen, neck: float) -> None:
    """Another of the same kind, pale in the distance."""
    x, y = 84 + neck * 0.5, -34 - neck
    pen.fill(
        f"-92,0 -84,-34 -20,-44 44,-40 {x - 22:.0f},{y:.0f} "
        f"{x:.0f},{y - 12:.0f} {x + 40:.0f},{y + 4:.0f}! "
        f"{x + 8:.0f},{y + 16:.0f} 88,-16 78,16 84,70! 62,70! 56,24 -50,26 -58,70! -80,70! -88,30",
        GHOST,
        line=False,
    )
