"""Heads seen from the side, and the ears, horns and beaks on them.

The pen stands where the skull meets the neck; heads look to the right and are about 80 units long.
What is drawn is in heads.toml; here is what goes with the animal: how long its snout is, and which
ears, horns and beak it has.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from tangledbank.art.animals import ON_ANIMALS, Animal, Draw, coat, strip, worn
from tangledbank.art.marks import Reader, Rows, Written, tables
from tangledbank.art.palette import mix, shade
from tangledbank.art.pen import DARK, Knot, Pen, Shape, sections, shape

SNOUT = 22  # where a snout begins


class Beak(Written, frozen=True):
    """Its two halves, and marks on it."""

    upper: str
    lower: str
    on: Rows = msgspec.field(default_factory=list)


class Tables(Written, frozen=True):
    """What is in heads.toml."""

    ear: dict[str, str]
    horn: dict[str, Rows]
    beak: dict[str, Beak]
    outline: dict[str, str]  # shapes that several marks share
    detail: dict[str, Rows]
    head: dict[str, Rows]


TABLES = tables("heads", Tables)
EARS, BEAKS = TABLES.ear, TABLES.beak

# -- snouts -------------------------------------------------------------------------------------


def _outline(text: str) -> str:
    """An outline by its name, or itself."""
    return TABLES.outline.get(text, text)


def _longer(text: str, snout: float) -> Shape:
    """An outline with its snout stretched."""
    return [
        Knot(SNOUT + (x - SNOUT) * snout if x > SNOUT else x, y, corner)
        for x, y, corner in shape(_outline(text))
    ]


def snout(text: str, paint: str, *, line: bool = True) -> Draw:
    """A shape that is as long as the animal's snout."""
    return lambda pen, animal: pen.fill(_longer(text, animal.snout), animal.paint(paint), line=line)


def snout_patch(text: str, paint: str) -> Draw:
    """The same without an ink line."""
    return snout(text, paint, line=False)


def nose(reach: float, mark: Draw) -> Draw:
    """A mark at the end of a snout that usually reaches so far."""
    return lambda pen, animal: mark(pen.at(SNOUT + reach * animal.snout, 0), animal)


def _worn(names: str, on: str, length: float) -> Draw:
    return worn(names, _outline(on), length)


# -- ears and horns -----------------------------------------------------------------------------


def ear(x: float, y: float, turn: float, *, flip: bool = False) -> Draw:
    """An ear at a place."""
    return lambda pen, animal: _ear(pen.at(x, y, turn=turn, flip=flip), animal)


def _ear(pen: Pen, animal: Animal) -> None:
    """An ear, with a lighter inside unless it is small."""
    if animal.ears not in EARS:
        return
    outline = shape(EARS[animal.ears])
    pen.attach(outline, animal.face)
    if animal.ears != "small":
        inner = [Knot(x * 0.55, y * 0.72, corner) for x, y, corner in outline]
        pen.fill(inner, animal.second, line=False)
    if "tufts" in animal.extras:
        DETAILS["tufts"](pen, animal)


def horn(x: float, y: float, turn: float) -> Draw:
    """A horn at a place, if it has any."""

    def draw(pen: Pen, animal: Animal) -> None:
        if animal.horns in HORNS:
            HORNS[animal.horns](pen.at(x, y, turn=turn), animal)

    return draw


def _limb(outline: str, ridges: int = 0) -> Draw:
    """A horn that is a limb, with ridges across."""

    def draw(pen: Pen, animal: Animal) -> None:
        pen.fill(outline, animal.accent)
        for i in range(ridges):
            a, b = sections(outline)(0.08 + i * 0.8 / ridges)
            pen.stroke([Knot(*a), Knot(*b)], shade(animal.accent, 0.5), 2.6)

    return draw


# -- what goes with the animal ------------------------------------------------------------------


def _beak(pen: Pen, animal: Animal) -> None:
    beak, pouched = BEAKS[animal.beak], animal.beak == "pelican"
    beneath = mix(animal.accent, "#c9b48a", 0.35) if pouched else shade(animal.accent, 0.18)
    pen.fill(beak.lower, beneath)
    pen.fill(beak.upper, animal.accent)
    ON_BEAK[animal.beak](pen, animal)


def _painted_muzzle(pen: Pen, animal: Animal) -> None:
    across = sections(_longer("muzzle", animal.snout))
    for word, paint in (("pale_muzzle", animal.second), ("dark_muzzle", animal.mark)):
        if word in animal.extras:
            pen.fill(strip(across, 0.02, 0.22, 0.03, 0.97), paint, line=False)
            break
    if "face_stripes" in animal.extras:
        coat(pen, "stripes", across, 80, animal)


def _nostril(pen: Pen, animal: Animal) -> None:
    (x, _), _ = sections(_longer("muzzle", animal.snout))(0.06)
    pen.dots([(x - 3, 18)], DARK, 5)
    pen.stroke([Knot(x + 2, 28), Knot(x - 10, 27), Knot(x - 18, 23)])


def _tusk(pen: Pen, animal: Animal) -> None:
    big = 1.5 if "warts" in animal.extras else 0.9
    DETAILS["tusk"](pen.at(-22, 16, scale=big), animal)


def _pigs_mouth(pen: Pen, animal: Animal) -> None:
    end = SNOUT + 63 * animal.snout
    pen.stroke(f"{end - 8:.0f},22 {end - 24:.0f},20")


def _lizards_mouth(pen: Pen, animal: Animal) -> None:
    end = SNOUT + 48 * animal.snout
    coat(pen, animal.neck_pattern, sections(_longer("lizard", animal.snout)), 80, animal)
    pen.stroke([Knot(end, 7), Knot(end - 20, 8), Knot(16, 8)])
    pen.dots([(end - 6, 0)], DARK, 4)


def _gill(pen: Pen, animal: Animal) -> None:
    DETAILS["sash" if "sashes" in animal.pattern else "gill"](pen, animal)


READER = Reader[Animal](
    {
        **ON_ANIMALS, "worn": _worn, "snout": snout, "snout_patch": snout_patch, "ear": ear,
        "horn": horn, "limb": _limb,
    },
    around={"nose": nose},
)  # fmt: skip
DETAILS, HORNS = READER.table(TABLES.detail), READER.table(TABLES.horn)
ON_BEAK = READER.table({name: beak.on for name, beak in BEAKS.items()})
HEADS = replace(
    READER,
    named={
        "claw": DETAILS["claw"], "painted_muzzle": _painted_muzzle, "nostril": _nostril,
        "tusk": _tusk, "pigs_mouth": _pigs_mouth, "lizards_mouth": _lizards_mouth, "beak": _beak,
        "gill": _gill,
    },
).table(TABLES.head)  # fmt: skip
