"""Torsos: an outline for each plan of a body, and where neck, legs, tail and wings are attached.

Bodies look to the right and are about 200 units long; y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from tangledbank.art.animals import Animal, coat, hatching, lens
from tangledbank.art.palette import mix, shade
from tangledbank.art.pen import Knot, Limb, Pen, Point, Sections, limb, sections, shape


@dataclass(frozen=True)
class Plan:
    """A torso and its points of attachment."""

    outline: str  # its points; of a snake the middle of a limb
    neck: tuple[float, float, float]  # where, and half the width of a neck there
    tail: tuple[float, float, float] = (-98, -15, 0)  # where, and how far it is turned down
    rear: Point = (-68, 20)
    front: Point = (66, 18)
    wing: Point = (30, -38)
    arms: bool = False  # the front pair does not reach the ground
    pairs: int = 2  # of legs, by nature
    lean: float = -40  # direction of the neck in degrees, upwards
    limb: bool = False  # the outline is that of a limb


PLANS = {
    "hoofed": Plan(
        "-99,-16 -84,-42 -40,-44 10,-40 52,-50 86,-40 100,-8 88,22 50,36 0,38 -44,32 -80,36 -98,12",
        (82, -14, 27), (-97, -22, 60), lean=-52,
    ),
    "giraffe": Plan(
        "-96,0 -84,-26 -40,-38 10,-54 56,-72 92,-52 100,-14 86,20 46,34 0,36 -46,32 -80,34 -96,18",
        (80, -36, 25), (-94, -12, 66), (-70, 20), (66, 10), lean=-66,
    ),
    "humped": Plan(
        "-98,-10 -82,-38 -50,-44 -30,-62 -16,-84 4,-86 "
        "18,-66 38,-46 70,-44 98,-18 94,16 60,34 0,38 "
        "-44,28 -82,34 -98,12",
        (84, -8, 22), (-97, -18, 62), lean=-35,
    ),
    "bull": Plan(
        "-98,-8 -84,-32 -44,-38 0,-48 36,-76 70,-70 98,-30 100,10 84,40 44,46 0,38 -44,28 -80,34 "
        "-98,14",
        (84, -12, 34), (-97, -14, 60), lean=-6,
    ),
    "heavy": Plan(
        "-104,-6 -94,-48 -44,-66 10,-60 60,-62 98,-40 104,0 90,36 46,50 -10,52 -60,46 -92,40 "
        "-104,20",
        (84, -18, 36), (-102, -22, 66), (-70, 28), (64, 28), (24, -54), lean=-20,
    ),
    "barrel": Plan(
        "-100,-4 -90,-40 -44,-54 6,-52 56,-50 92,-36 102,0 90,36 40,54 -16,54 -66,46 -94,30",
        (84, -8, 38), (-99, -12, 66), (-66, 34), (60, 34), (24, -46), lean=-12,
    ),
    "pig": Plan(
        "-98,-4 -86,-32 -44,-42 4,-46 48,-52 84,-38 100,-4 84,28 40,38 -10,38 -60,32 -90,26",
        (80, -8, 34), (-97, -14, 40), lean=-10,
    ),
    "cat": Plan(
        "-100,-10 -88,-34 -46,-36 4,-30 48,-40 84,-38 102,-12 92,16 60,30 16,30 -34,16 -74,26 "
        "-98,12",
        (84, -16, 24), (-99, -18, 0), (-72, 8), (66, 4), (34, -34), lean=-40,
    ),
    "bear": Plan(
        "-100,0 -90,-38 -46,-48 0,-46 40,-60 76,-52 100,-16 96,22 60,40 0,42 -50,38 -90,30",
        (80, -16, 32), (-99, -12, 50), (-70, 20), (66, 16), (34, -48), lean=-28,
    ),
    "small": Plan(
        "-94,4 -88,-30 -52,-50 -6,-48 40,-38 78,-30 92,-6 80,22 40,34 -10,38 -60,38 -88,26",
        (72, -10, 25), (-92, -6, 0), (-62, 14), (56, 14), (20, -38), lean=-40,
    ),
    "long": Plan(
        "-104,-2 -92,-26 -50,-34 0,-32 50,-32 88,-26 104,-4 92,20 48,28 0,28 -54,26 -92,20",
        (88, -6, 22), (-102, -6, 10), (-72, 10), (70, 10), (30, -30), lean=-36,
    ),
    "ape": Plan(
        "-84,18 -84,-14 -56,-38 -10,-54 36,-66 74,-60 92,-34 84,-4 56,20 14,34 -34,42 -70,42",
        (78, -44, 24), (-84, 0, 10), (-58, 22), (62, -20), (34, -58), lean=-48,
    ),
    "rearing": Plan(
        "-74,52 -78,14 -58,-24 -22,-58 16,-84 44,-84 56,-62 44,-26 26,8 14,44 -8,70 -46,74",
        (38, -72, 19), (-74, 40, -8), (-34, 44), (38, -36), (4, -66), arms=True, lean=-66,
    ),
    "bird": Plan(
        "-96,14 -70,-12 -30,-36 14,-48 54,-42 78,-16 76,14 50,40 10,52 -36,46 -72,32",
        (58, -24, 20), (-88, 14, 0), (-2, 40), (26, 38), (20, -30), pairs=1, lean=-60,
    ),
    "upright": Plan(
        "-44,70 -52,24 -46,-30 -24,-72 6,-86 34,-70 48,-28 52,24 40,66 16,84 -22,84",
        (8, -68, 24), (-42, 64, -28), (8, 76), (20, 70), (-8, -36), pairs=1, lean=-84,
    ),
    "fish": Plan(
        "-104,0 -70,-18 -20,-44 30,-50 74,-36 100,-2 78,32 34,46 -16,40 -68,18",
        (74, 0, 38), (-96, 0, 0), (-40, 26), (30, 38), (16, -42), pairs=0, lean=0,
    ),
    "whale": Plan(
        "-106,6 -74,-14 -20,-42 34,-50 78,-38 104,-2 88,30 44,46 -10,44 -66,24",
        (76, -2, 40), (-98, 6, 0), (-40, 30), (30, 40), (16, -44), pairs=0, lean=0,
    ),
    "seal": Plan(
        "-106,36 -76,8 -30,-18 14,-40 56,-52 84,-40 90,-10 74,26 36,48 -20,52 -72,48 -100,46",
        (70, -28, 27), (-98, 38, 10), (44, 32), (44, 32), (20, -38), pairs=1, lean=-50,
    ),
    "turtle": Plan(
        "-92,24 -86,-8 -56,-44 -8,-60 42,-48 78,-12 88,22 60,34 0,38 -62,34",
        (74, 12, 18), (-86, 22, 30), (-56, 26), (52, 26), (10, -52), lean=-24,
    ),
    "lizard": Plan(
        "-108,4 -92,-16 -46,-28 0,-30 48,-26 88,-20 106,-2 88,16 44,26 0,28 -52,24 -94,16",
        (90, -2, 19), (-104, 2, 4), (-70, 8), (66, 8), (24, -26), lean=-22,
    ),
    "frog": Plan(
        "-86,34 -82,6 -50,-22 -8,-40 36,-48 72,-36 84,-8 72,20 36,38 -16,46 -62,46",
        (66, -26, 32), (-84, 26, 10), (-52, 22), (48, 16), (16, -38), lean=-36,
    ),
    "snake": Plan(
        "94,-34,17 100,-6,20 84,18,22 48,22,23 16,2,23 -18,0,23 -50,22,22 -84,26,17 -104,18,12",
        (94, -30, 17), (-98, 20, 6), (-40, 20), (50, 20), (30, -16), pairs=0, lean=-78, limb=True,
    ),
    "insect": Plan(
        "-104,18 -92,-6 -60,-20 -22,-18 2,-8! 14,-26 42,-34 70,-22 78,2 64,22 34,26 12,14 2,10! "
        "-24,24 -62,34 -94,32",
        (66, -8, 13), (-98, 16, 6), (12, 14), (50, 16), (38, -28), lean=-20,
    ),
    "crab": Plan(
        "-98,8 -84,-26 -40,-46 0,-50 44,-46 84,-26 98,8 70,34 0,42 -70,34",
        (72, -18, 20), (-92, 14, 20), (-50, 22), (44, 22), (0, -46), lean=-20,
    ),
    "mantle": Plan(
        "-100,-30 -84,-72 -40,-86 8,-68 44,-36 64,-6 60,24 26,36 -14,28 -54,12 -88,-2",
        (52, 0, 30), (-96, -40, -40), (-2, 16), (38, 18), (-20, -70), lean=-10,
    ),
    "ray": Plan(  # seen from above
        "-92,0 -64,-22 -34,-58 4,-86! 44,-56 84,-20 98,0 84,20 44,56 4,86! -34,58 -64,22",
        (74, 0, 10), (-86, 0, 0), (-30, 16), (40, 16), (10, -34), pairs=0, lean=0,
    ),
    "seahorse": Plan(
        "-34,64 -44,24 -34,-20 -14,-58 12,-74 34,-58 46,-20 44,22 18,56 -8,84",
        (10, -60, 20), (-14, 66, 70), (8, 60), (20, 40), (-36, 0), pairs=0, lean=-80,
    ),
    "hunched": Plan(
        "-88,24 -90,-16 -64,-50 -18,-66 30,-60 66,-40 84,-10 72,20 36,36 -14,42 -62,42",
        (66, -28, 28), (-88, 14, 10), (-52, 24), (50, 18), (20, -56), lean=-36,
    ),
}  # fmt: skip


def torso(pen: Pen, animal: Animal) -> None:
    """Draw a torso about the pen's origin."""
    plan = PLANS[animal.body]
    pen = pen.at(0, 0, tall=animal.bulk)
    _behind(pen, animal)
    outline = limb(plan.outline).outline() if plan.limb else shape(plan.outline)
    pen.fill(outline, animal.coat)
    across = _upright(limb(plan.outline)) if plan.limb else sections(outline)
    pen.fill(lens(across, 0.05, 0.95, 0.8, 0.97), shade(animal.coat, 0.13), line=False)
    coat(pen, animal.pattern, across, 230, animal)
    hatching(pen, across, 230, shade(animal.coat, 0.45))
    for extra in animal.extras:
        if extra in ON_TORSO:
            ON_TORSO[extra](pen, animal, across)


def _upright(body: Limb) -> Sections:
    """The sections of a body drawn from the front backwards: its right side is its back."""

    def section(t: float) -> tuple[Point, Point]:
        belly, back = body.section(t)
        return back, belly

    return section


def _behind(pen: Pen, animal: Animal) -> None:
    """What stands out from the back."""
    if "dorsal" in animal.extras:
        pen.attach("40,-42 10,-78 -14,-92! -16,-62 -20,-38", shade(animal.coat, 0.1))
    if "tall_dorsal" in animal.extras:
        pen.attach("36,-42 12,-92 -4,-122! -10,-80 -22,-38", shade(animal.coat, 0.1))
    if "low_dorsal" in animal.extras:
        pen.attach("54,-40 30,-66 -30,-58 -58,-34! -50,-20", animal.accent)
    if "spines" in animal.extras:
        across = sections(shape(PLANS[animal.body].outline))
        knots: list[Knot] = []
        for i in range(17):
            (x, y), _ = across(0.06 + i * 0.055)
            knots.append(Knot(x - 3, y - (16 if i % 2 else -6), True))
        pen.attach(knots, animal.accent)


def _shell(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.stroke("-90,16 -40,22 20,22 86,14", animal.mark, 5)
    plates = (
        "-58,-34 -44,-6 -54,18",
        "-8,-56 -4,-20 -10,20",
        "44,-46 36,-14 40,20",
        "-44,-6 -4,-20 36,-14",
        "-84,-4 -44,-6",
        "80,-6 36,-14",
    )
    for plate in plates:
        pen.stroke(plate, animal.mark, 4)


def _collar(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.fill("60,-46 90,-34 102,-6 90,22 62,30 68,2 58,-20", animal.second, line=False)


def _bib(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.stroke("68,-22 92,8 74,26", animal.second, 8)


def _ruff(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.fill("30,-46 50,-52 70,-40 80,-16 72,4! 58,-4 50,-20 36,-28", animal.second)


def _chest(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.fill("18,-78 38,-58 47,-20 50,24 40,64 18,80 -2,66 -6,20 2,-40", animal.second, line=False)


def _orca(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.fill(
        "98,4 60,14 10,22 -30,10 -56,6 -40,24 -60,26 -20,40 40,44 84,30", "#f2eee6", line=False
    )
    pen.fill("6,-42 -24,-30 -44,-16 -16,-28", "#b9bcc0", line=False)


def _pectoral(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.fill("46,14 26,44 -2,70! 4,44 20,16", shade(animal.coat, 0.12))


def _great_fin(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.fill("46,12 30,50 -10,86 -40,92! -24,66 -6,40 18,10", shade(animal.coat, 0.12))


def _gills(pen: Pen, animal: Animal, _across: Sections) -> None:
    for x in (54, 44, 34):
        pen.stroke(f"{x},-12 {x - 5},2 {x},16")


def _segments(pen: Pen, animal: Animal, _across: Sections) -> None:
    for x in (-84, -60, -36, -14):
        pen.stroke(f"{x},-16 {x - 7},6 {x + 2},28", shade(animal.coat, 0.35), 3)


def _fur(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.dots("24,-16 44,-22 62,-8 58,10 38,14 22,4 42,-2", animal.second, 24)


def _skirt(pen: Pen, animal: Animal, across: Sections) -> None:
    """Hair down to the knees, as of a muskox."""
    knots = [Knot(*across(0.03)[1])]
    for i in range(13):
        (x, _), (_, y) = across(0.08 + i * 0.068)
        knots.append(Knot(x, y + (34 if i % 2 else 20), True))
    knots.append(Knot(*across(0.95)[1]))
    knots += [Knot(*across(t)[0]) for t in (0.85, 0.5, 0.15)]
    pen.fill(knots, mix(animal.coat, animal.mark, 0.35), line=False)
    pen.stroke(knots[:15])


def _pouch(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.stroke("20,26 6,20 -6,30", width=2.61)


def _folded_scales(pen: Pen, animal: Animal, across: Sections) -> None:
    for row in range(3):
        for i in range(8):
            (x, y), (_, low) = across(0.1 + i * 0.11 + (row % 2) * 0.05)
            y += (low - y) * (0.16 + row * 0.3)
            pen.fill(
                [Knot(x + 10, y - 9), Knot(x - 12, y + 2, True), Knot(x + 8, y + 11)], animal.mark
            )


def _carapace(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.stroke("-60,-22 0,-34 60,-22", animal.mark, 5)
    pen.stroke("-70,10 0,0 70,10", animal.mark, 4)


def _suckers(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.dots("-60,-50 -30,-62 -40,-30 0,-40 20,-14 -10,-10", animal.mark, 9)


def _eyespots(pen: Pen, animal: Animal, _across: Sections) -> None:
    pen.dots("30,-16 0,-10 -30,4 50,2 14,14 -14,18", animal.mark, 9)


def folded_wing(pen: Pen, animal: Animal) -> None:
    """The wing of a bird at rest, on its torso."""
    pen = pen.at(0, 0, tall=animal.bulk)
    if animal.body == "upright":
        pen.fill("-14,-50 -44,-6 -58,46! -34,38 -12,6 2,-34", animal.wing)
        return
    paint = animal.wing
    pen.fill("44,-22 10,-34 -40,-20 -88,6 -112,22! -70,30 -20,32 24,22 46,0", paint)
    pen.stroke("30,6 -20,18 -84,20", shade(paint, 0.35), 3)
    pen.stroke("20,-8 -30,4 -84,12", shade(paint, 0.35), 3)
    if animal.second != animal.coat:
        pen.stroke("20,12 0,18 -14,22", animal.second, 6)


def wing_case(pen: Pen, animal: Animal) -> None:
    """The hard wings of an insect at rest."""
    pen.fill("62,-24 10,-34 -60,-16 -118,12! -60,16 0,6 50,-4", animal.wing)
    pen.stroke("50,-14 -20,-10 -100,10", shade(animal.wing, 0.4), 2.5)


ON_TORSO = {
    "shell": _shell,
    "collar": _collar,
    "bib": _bib,
    "ruff": _ruff,
    "chest": _chest,
    "orca": _orca,
    "pectoral": _pectoral,
    "great_fin": _great_fin,
    "gills": _gills,
    "segments": _segments,
    "fur": _fur,
    "skirt": _skirt,
    "pouch": _pouch,
    "plated": _folded_scales,
    "carapace": _carapace,
    "suckers": _suckers,
    "eyespots": _eyespots,
}
