"""Heads that look at you: cats, bears, apes, seals, owls and others with a flat face."""

from __future__ import annotations

from dataclasses import replace

from tangledbank.art.animals import ON_ANIMALS, Animal, Draw
from tangledbank.art.heads import ear
from tangledbank.art.marks import Mark, Reader, Rows, Written, drawing, eye, fill, line, tables
from tangledbank.art.palette import mix
from tangledbank.art.pen import Pen

MIDDLE = 20  # of a face, which is about 20,-8


class Tables(Written, frozen=True):
    """What is in faces.toml."""

    detail: dict[str, Rows]
    face: dict[str, Rows]


TABLES = tables("faces", Tables)


def ears(wide: float, high: float, turn: float) -> Draw:
    """Two ears beside a face."""
    near = ear(MIDDLE + wide, high, turn, flip=True)
    return drawing(ear(MIDDLE - wide, high, -turn), near)


def eyes(wide: float, high: float, width: float, iris: str = "") -> Mark:
    """Two eyes in a face."""
    return drawing(eye(MIDDLE - wide, high, width, iris), eye(MIDDLE + wide, high, width, iris))


def ovals(wide: float, high: float, across: float, tall: float) -> Mark:
    """An oval on either side of a face."""
    sides = (f"oval {x},{high},{across},{tall}" for x in (MIDDLE - wide, MIDDLE + wide))
    return fill("; ".join(sides), "second")


def hairs(y: int) -> Mark:
    """Hairs beside a nose."""
    left = f"4,{y} -20,{y - 4}; 4,{y + 4} -18,{y + 8}"
    return line(f"{left}; 36,{y} 60,{y - 4}; 36,{y + 4} 58,{y + 8}", width=1.6)


def _cats_coat(pen: Pen, animal: Animal) -> None:
    if animal.pattern:
        DETAILS["tiger" if "stripes" in animal.pattern else "leopard"](pen, animal)


def _apes_eyes(pen: Pen, animal: Animal) -> None:
    eyes(11, -9, 7, mix(animal.second, "#7a4a22", 0.7))(pen, animal)


def _seals_spots(pen: Pen, animal: Animal) -> None:
    if animal.pattern:
        DETAILS["spots"](pen, animal)


READER = Reader[Animal]({**ON_ANIMALS, "ears": ears, "eyes": eyes, "ovals": ovals, "hairs": hairs})
DETAILS = READER.table(TABLES.detail)
FACES = replace(
    READER,
    named={
        "mane": DETAILS["mane"], "cats_coat": _cats_coat, "apes_eyes": _apes_eyes,
        "seals_spots": _seals_spots,
    },
).table(TABLES.face)  # fmt: skip
