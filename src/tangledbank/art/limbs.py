"""Legs and tails; their ends tell whose they are.

A leg goes from the hip, where the pen stands, to the ground; a tail grows to the left of the pen.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from tangledbank.art.animals import ON_ANIMALS, Animal, Draw, coat, worn
from tangledbank.art.marks import (
    Reader,
    Rows,
    Written,
    dots,
    drawing,
    fill,
    given,
    line,
    tables,
    unless,
)
from tangledbank.art.palette import shade
from tangledbank.art.pen import DARK, Knot, Limb, Pen, Stop, between, sections, shape, stops

# -- legs ---------------------------------------------------------------------------------------

TALL = 110  # how high a tall leg of a bird is
TELLING_FRONT = ("mantis", "digger")  # whose front legs tell more than the hind ones
# How a leg is drawn: so high, and whether it is a hind one.
Leg = Callable[[Pen, Animal, float, bool], None]


class LegRow(Written, frozen=True):
    """The middle of a hind and of a front leg, and its foot unless that is drawn below."""

    hind: str
    front: str
    foot: Rows = msgspec.field(default_factory=list)


class BirdRow(Written, frozen=True):
    """A bird's leg: where its knee is, the width of the thigh and of the shank, and its foot."""

    knee: float
    thigh: float
    shank: float
    foot: Rows
    tall: float = 0  # width of the shank where the leg is tall, if another


class Tables(Written, frozen=True):
    """What is in limbs.toml."""

    leg: dict[str, LegRow]
    bird: dict[str, BirdRow]
    tail: dict[str, Rows]


TABLES = tables("limbs", Tables)


def leg(pen: Pen, animal: Animal, height: float, *, rear: bool, far: bool = False) -> None:
    """One leg, so high; the far one lies in the shade."""
    if far:
        pen, animal = pen.roughly(), replace(animal, limb=shade(animal.limb))
    KINDS[animal.feet](pen, animal, height, rear)


def _limb(pen: Pen, animal: Animal, height: float, rear: bool) -> tuple[float, Pen]:
    """The leg itself; half its width at the end, and a pen there on the ground."""
    row = TABLES.leg[animal.feet]
    middle = stops(row.hind if rear else row.front)
    part = Limb(  # its round end stays above the ground
        [Stop(x, min(y * height / 100, height - 0.9 * half), half) for x, y, half in middle]
    )
    pen.attach(part, animal.limb)
    if not pen.rough:
        coat(pen, animal.leg_pattern, part.section, height, animal)
    return middle[-1].half, pen.at(middle[-1].x, height)


def _standing(foot: Draw) -> Leg:
    """A leg with a foot; "hind" and "front" are words that its marks may look for."""

    def draw(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
        which = "hind" if rear else "front"
        _, ground = _limb(pen, animal, height, rear)
        foot(ground, replace(animal, extras=(*animal.extras, which)))

    return draw


def _pillar(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    half, foot = _limb(pen, animal, height, rear)
    top = height * 0.3
    foot.attach(f"{-half},-{top:.0f} {-half - 3},0! {half + 5},0! {half},-{top:.0f}", animal.limb)
    for x in (half, half - 11, half - 22):
        foot.fill(f"{x - 5},0! {x - 4},-9 {x + 2},-9 {x + 4},0!", "#e4dac3")


def _paw(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    half, foot = _limb(pen, animal, height, rear)
    sole = animal.mark if "socks" in animal.extras else animal.limb
    foot.attach(f"{-half},-12 {-half - 2},-2 {-half + 4},0 16,0 22,-5 16,-13 {half},-16", sole)
    line("12,-1 11,-7; 17,-1 16,-7", width=2)(foot, animal)


def _toe(x: int, y: int) -> Draw:
    """A toe of a lizard, with a claw unless it has pads."""
    claw = line(f"{x},{y} {x + (5 if x > 0 else -5)},{y + 1}", "accent", 3)
    return drawing(line(f"0,-6 {x},{y}", "limb", 6), unless("pads", claw))


def _talon(x: int, y: int) -> Draw:
    """A toe of a bird of prey, with a bent claw."""
    away = 1 if x > 0 else -1
    claw = f"{x},{y - 2},4 {x + 8 * away},{y},3 {x + 11 * away},{y + 9},0"
    return drawing(line(f"0,-6 {x},{y}", "accent", 8), fill(claw, DARK))


def _clawed(toe: str, claw: str) -> Draw:
    """A toe of another bird, with a claw."""
    return drawing(line(toe, "accent", 6), line(claw, DARK, 3))


def _thigh(pen: Pen, paint: str, knee: float, wide: float) -> None:
    pen.attach(
        Limb((Stop(2, -14, wide), Stop(-3, knee * 0.5, wide * 0.8), Stop(-5, knee, 6))), paint
    )


def _bird(row: BirdRow, foot: Draw) -> Leg:
    """A bird's leg; the shank is bare and bends backwards."""

    def draw(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
        bare = replace(animal, accent=_skin(animal, far=pen.rough))
        bent = f"-5,{height * 0.3:.0f} -10,{height * 0.58:.0f}! 0,{height - 4:.0f}"
        width = row.tall if row.tall and height >= TALL else row.shank
        pen.stroke(bent, width=width + 4)
        pen.stroke(bent, bare.accent, width)
        foot(pen.at(0, height), bare)
        _thigh(pen, animal.limb, height * row.knee, row.thigh)

    return draw


def _skin(animal: Animal, *, far: bool) -> str:
    """The colour of a bird's legs; those of an owl have feathers."""
    if animal.feet == "talon" and "boots" in animal.extras:
        return animal.limb
    return shade(animal.accent) if far else animal.accent


def _snowshoe(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    """Feathers down to the claws."""
    down = Limb((Stop(2, -14, 24), Stop(-5, height * 0.4, 17), Stop(-2, height * 0.86, 11)))
    pen.attach(down, animal.limb)
    foot = pen.at(-2, height)
    foot.fill("-12,-12 -16,-1 0,1 22,1 28,-5 18,-12 8,-18", animal.limb)
    line("10,-2 17,1; 18,-2 25,1; 26,-2 33,1", DARK, 4)(foot, animal)


def _flipper(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    reach = max(height, 50)
    two, four, five, six, most = (f"{reach * t:.0f}" for t in (0.2, 0.4, 0.5, 0.6, 0.8))
    if rear:
        outline = f"12,-12 -10,-12 -34,{four} -60,{most}! -30,{reach * 0.75:.0f} 0,{four}"
        pen.fill(outline, animal.limb)
        return
    pen.fill(f"-12,-12 14,-10 12,{four} -10,{most} -44,{reach:.0f}! -32,{six}", animal.limb)
    pen.stroke(f"0,{two} -8,{five} -28,{reach * 0.84:.0f}", shade(animal.limb, 0.3), 2.5)


def _frog(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    if rear:
        pen.attach("-14,-16,17 16,2,21 30,14,14", animal.limb)
        pen.fill(f"34,10,12 0,{height * 0.5:.0f},10 -28,{height * 0.76:.0f},8", animal.limb)
        coat(pen, animal.leg_pattern, sections("-14,-16,15 30,10,15"), 60, animal)
        foot, toes, start = pen.at(-26, height), ((34, 0), (26, -7), (16, 1)), -12
    else:
        thigh = Limb((Stop(0, -6, 12), Stop(8, height * 0.4, 8), Stop(0, height * 0.86, 6)))
        pen.attach(thigh, animal.limb)
        foot, toes, start = pen.at(0, height), ((20, 0), (14, -7), (-8, 1)), -8
    for x, y in toes:
        foot.stroke(f"0,{start} {x},{y}", animal.limb, 6)
    if "pads" in animal.extras:
        foot.dots(toes, animal.accent, 11)


def _insect(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    """Two legs behind, one in front, as both sides together have six."""
    if rear and "jumper" in animal.extras:
        x, y = -58, -height * 0.75
        pen.fill(Limb((Stop(10, 4, 12), Stop(-20, -height * 0.3, 11), Stop(x, y, 4))), animal.limb)
        pen.stroke(f"{x},{y:.0f} -84,{height:.0f}! -98,{height:.0f}", animal.limb, 7)
        return
    legs = ((0, -30, -56), (20, 26, 12)) if rear else ((0, 26, 50),)
    for start, knee, foot in legs:
        bent = f"{start},0 {knee},{-height * 0.16:.0f}! {foot},{height:.0f}"
        pen.stroke(bent, width=9)
        pen.stroke(bent, animal.limb, 5)


def _mantis(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    """Arms that fold like a knife in front, thin legs behind."""
    if rear:
        _insect(pen, animal, height, rear)
        return
    pen.fill("0,0,6 30,22,9 52,-2,9", animal.limb)
    pen.fill("52,0,8 68,-30,6 84,-10,0", animal.limb)
    pen.attach("56,-8! 60,-2! 62,-14! 68,-8! 68,-20! 74,-16!", animal.second)


def _spread(rear: bool, *middle: tuple[float, float, float]) -> Limb:
    """A limb that spreads forwards, or backwards from the rear."""
    away = -1 if rear else 1
    return Limb([Stop(x * away, y, half) for x, y, half in middle])


def _crab(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    for start, knee, end in ((-10, 26, 40), (14, 30, 34)):
        joints = (start, 0, 8), (knee, height * 0.2, 9), (end, height * 0.7, 6)
        pen.fill(_spread(rear, *joints, (end - 4, height, 0)), animal.limb)


def _tentacle(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    away = -1 if rear else 1
    for start, reach, curl in ((-14, 30, 1), (12, 64, -1)):
        arm = _spread(
            rear,
            (start, -8, 15),
            (start + 10, height * 0.4, 13),
            (start + reach * 0.6, height * 0.85, 10),
            (start + reach, height * 0.98, 7),
            (start + reach + 20, height * (0.84 - 0.1 * curl), 4),
            (start + reach + 12, height * (0.68 - 0.08 * curl), 0),
        )
        pen.fill(arm, animal.limb)
        side = [arm.section(t)[0 if rear else 1] for t in (0.3, 0.42, 0.54, 0.66, 0.78)]
        pen.dots([(x + 3 * away, y - 3) for x, y in side], animal.second, 5)


FEET = Reader[Animal]({**ON_ANIMALS, "toe": _toe, "talon": _talon, "clawed": _clawed}).table(
    {name: row.foot for name, row in (TABLES.leg | TABLES.bird).items()}
)
KINDS: dict[str, Leg] = {
    **{name: _standing(FEET[name]) for name, row in TABLES.leg.items() if row.foot},
    **{name: _bird(row, FEET[name]) for name, row in TABLES.bird.items()},
    "pillar": _pillar, "paw": _paw, "snowshoe": _snowshoe, "flipper": _flipper, "frog": _frog,
    "insect": _insect, "mantis": _mantis, "crab": _crab, "tentacle": _tentacle,
}  # fmt: skip

# -- tails --------------------------------------------------------------------------------------


def tail(pen: Pen, animal: Animal) -> None:
    """Draw a tail; a deck of one's own may have one of any animal."""
    TAILS[animal.tail or "cat"](pen.at(0, 0, scale=animal.long), animal)


def _coated(outline: str, length: float = 110, pattern: str = "tail") -> Draw:
    """A tail with the pattern of the coat, or another."""
    return drawing(fill(outline, "coat"), worn(pattern, outline, length))


def _plain(text: str) -> Draw:
    """A tail that is a limb, with a dark tip if it has one."""
    x, y, half = stops(text)[-1]
    return drawing(_coated(text), given("tail_tip", dots([(x, y)], "mark", max(half * 2.2, 15))))


def _paddle(outline: str) -> Draw:
    """A beaver's, with a net of lines."""

    def net(pen: Pen, animal: Animal) -> None:
        for t in (0.3, 0.42, 0.54, 0.66, 0.78, 0.9):
            for a, b in (sections(outline)(t), sections(outline)(t)[::-1]):
                pen.stroke([Knot(*a), Knot(b[0] + 16, b[1])], shade(animal.accent, 0.4), 2)

    return drawing(fill(outline, "accent"), net)


def _feathers(ends: str, tip: str = "", tipped: str = "") -> Draw:
    """A fan of feathers, each a long narrow leaf; tips may need a word among the extras."""
    marks: list[Draw] = []
    for x, y, _ in shape(ends):
        length = (x * x + y * y) ** 0.5
        nx, ny = -y / length * 8, x / length * 8
        leaf = [
            Knot(10, 0, True),
            Knot(x * 0.5 + nx, y * 0.5 + ny),
            Knot(x * 0.92 + nx, y * 0.92 + ny),
            Knot(x, y),
            Knot(x * 0.92 - nx, y * 0.92 - ny),
            Knot(x * 0.5 - nx, y * 0.5 - ny),
        ]
        marks.append(fill(leaf, "wing"))
        if tip:
            end = line([Knot(x * 0.86, y * 0.86), Knot(x * 0.97, y * 0.97)], tip, 9)
            marks.append(given(tipped, end) if tipped else end)
    return drawing(*marks)


def _fork_spots(pen: Pen, animal: Animal) -> None:
    if animal.second != animal.coat:
        pen.dots("-60,-22 -70,14", animal.second, 6)


def _thorny(outline: str) -> Draw:
    """A tail with seven thorns on either side."""

    def thorns(pen: Pen, animal: Animal) -> None:
        for i in range(7):
            sides = sections(outline)(0.08 + i * 0.13)
            for (x, y), up in zip(sides, (15, -15), strict=True):
                thorn = [Knot(x - 6, y, True), Knot(x - 3, y + up, True), Knot(x + 7, y, True)]
                pen.fill(thorn, animal.accent)

    return drawing(thorns, _coated(outline))


def _scaly(outline: str) -> Draw:
    """A pangolin's, with two rows of scales."""

    def scales(pen: Pen, animal: Animal) -> None:
        for i in range(6):
            for depth in (0.25, 0.7):
                x, y = between(*sections(outline)(0.06 + i * 0.15 + depth / 12), depth)
                scale = [Knot(x + 12, y - 9), Knot(x - 12, y, True), Knot(x + 12, y + 9)]
                pen.fill(scale, animal.mark)

    return drawing(fill(outline, "coat"), scales)


TAILS = Reader(
    {
        **ON_ANIMALS, "coated": _coated, "plain": _plain, "feathers": _feathers,
        "paddle": _paddle, "thorny": _thorny, "scaly": _scaly,
    },
    named={"fork_spots": _fork_spots},
).table(TABLES.tail)  # fmt: skip
