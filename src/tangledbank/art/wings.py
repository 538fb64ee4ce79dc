"""Wings: they rise to the left of the shoulder, where the pen stands."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.art.animals import Animal
from tangledbank.art.palette import mix, shade
from tangledbank.art.pen import DARK, Knot, Pen, shape

Wing = Callable[[Pen, Animal, str], None]


def wing(pen: Pen, animal: Animal, *, far: bool = False) -> None:
    """One wing; the far one lies in the shade."""
    kind = animal.wings or "broad"  # a deck of one's own may give wings to any animal
    paint = shade(animal.wing, 0.2) if far else animal.wing
    WINGS[kind](pen.at(0, 0, scale=animal.span, turn=30 if far else -16), animal, paint)


def _feathered(outline: str, covert: str, shafts: tuple[str, ...]) -> Wing:
    def draw(pen: Pen, animal: Animal, paint: str) -> None:
        pen.fill(outline, paint)
        tips = animal.mark if "wing_tips" in animal.extras else ""
        if tips:
            corners = [knot for knot in shape(outline) if knot.corner][:4]
            for x, y, _ in corners:
                pen.stroke([Knot(x * 0.97, y * 0.98), Knot(x * 0.86 + 1, y * 0.9)], tips, 8)
        for shaft in shafts:
            pen.stroke(shaft, shade(paint, 0.4), 2)
        pen.fill(covert, mix(animal.coat, paint, 0.35))
        if "wing_bar" in animal.extras:
            _, *edge = shape(covert)[3:]
            pen.stroke(edge, animal.second, 6)

    return draw


BROAD = _feathered(
    "12,8 28,-36 24,-84 8,-124 -8,-156! -18,-128 -36,-146! -40,-114 -60,-126! -62,-94 -82,-98! "
    "-80,-68 -100,-64! -90,-40 -104,-30! -86,-8 -50,10 -16,16",
    "10,8 25,-36 20,-82 2,-108 -20,-84 -42,-60 -58,-32 -60,-4 -20,12",
    (
        "-4,-104 -10,-140",
        "-22,-84 -34,-134",
        "-40,-62 -60,-112",
        "-54,-40 -80,-82",
        "-60,-16 -94,-50",
    ),
)
LONG = _feathered(
    (
        "12,8 30,-44 24,-106 0,-160 -28,-208! -34,-160 "
        "-46,-112! -50,-84 -66,-58! -66,-34 -74,-14! -40,8"
    ),
    "10,8 27,-44 20,-100 4,-134 -10,-92 -30,-44 -42,-6 -16,10",
    ("2,-122 -18,-186", "-12,-80 -40,-124", "-30,-40 -60,-62"),
)
ROUND = _feathered(
    "12,8 30,-32 28,-76 10,-112 -16,-126! -28,-112 -50,-114! -56,-94 -76,-88! -76,-66 -94,-52! "
    "-84,-34 -92,-16! -70,4 -30,16",
    "10,8 27,-32 23,-72 4,-94 -20,-78 -42,-54 -56,-24 -54,0 -18,12",
    ("-4,-92 -16,-118", "-22,-76 -48,-106", "-42,-54 -74,-82", "-54,-30 -90,-48"),
)
POINTED = _feathered(
    "12,8 30,-36 20,-84 -16,-136 -62,-172! -58,-134 -72,-122! -66,-96 -82,-76! -72,-54 -84,-34! "
    "-66,-8 -30,14",
    "10,8 27,-36 15,-78 -10,-108 -26,-82 -42,-50 -52,-20 -46,2 -16,12",
    ("-14,-104 -52,-156", "-26,-84 -66,-114", "-42,-54 -76,-72", "-50,-26 -78,-34"),
)
SMALL = _feathered(
    "12,8 24,-26 18,-66 0,-96 -24,-116! -26,-92 -42,-84! -42,-60 -56,-46! -50,-24 -56,-8! -24,12",
    "10,8 21,-26 14,-60 0,-74 -16,-52 -32,-28 -34,-2 -12,10",
    ("-4,-72 -20,-104", "-18,-50 -38,-76", "-32,-26 -50,-40"),
)


def _butterfly(pen: Pen, animal: Animal, paint: str) -> None:
    upper = "4,6 24,-48 20,-112 -14,-158 -54,-148 -66,-104 -48,-48"
    lower = "4,8 -40,-46 -92,-54 -122,-22 -104,18 -56,28"
    for outline, rim in ((lower, DARK), (upper, DARK)):
        pen.fill(outline, rim)
        centre = shape(outline)
        inner = [Knot(x * 0.84 - 2, y * 0.86 - 2) for x, y, _ in centre]
        pen.fill(inner, paint, line=False)
    for vein in (
        "0,0 0,-70 -6,-132",
        "-2,0 -26,-60 -46,-122",
        "0,4 -50,-30 -92,-34",
        "0,8 -50,-6 -86,10",
    ):
        pen.stroke(vein, DARK, 4)
    pen.dots("2,-136 -22,-148 -44,-142 -58,-124 14,-116 -106,-32 -112,-10 -102,8", WHITE, 6)


WHITE = "#f7f1e3"


def _bat(pen: Pen, animal: Animal, paint: str) -> None:
    outline = (
        "8,8 26,-40 18,-92! -6,-150! -30,-118 -70,-128! "
        "-74,-90 -112,-82! -98,-48 -120,-18! -84,-8 -40,16"
    )
    pen.fill(outline, paint)
    for bone in ("18,-92 -10,-110 -70,-128", "18,-92 -40,-92 -112,-82", "18,-92 -40,-66 -120,-18"):
        pen.stroke(bone, shade(paint, 0.4), 3.5)
    pen.stroke("8,4 24,-42 18,-92 -6,-148", shade(animal.coat, 0.2), 7)
    pen.stroke("20,-92 32,-108", shade(animal.coat, 0.4), 4)


def _clear(pen: Pen, animal: Animal, paint: str) -> None:
    """Two narrow wings of an insect, with veins."""
    upper = "4,4 16,-60 4,-130 -18,-168 -40,-152 -40,-96 -20,-36"
    lower = "2,6 -20,-50 -68,-112 -102,-124 -112,-102 -84,-54 -36,-10"
    for outline in (lower, upper):
        pen.fill(outline, paint)
    veins = (
        "0,0 0,-80 -16,-156",
        "0,0 -20,-70 -34,-140",
        "0,0 -50,-60 -100,-112",
        "0,4 -50,-34 -96,-84",
    )
    for vein in veins:
        pen.stroke(vein, shade(paint, 0.45), 2)
    if "wing_spot" in animal.extras:
        pen.stroke("0,-138 -8,-152", DARK, 7)
        pen.stroke("-92,-110 -102,-110", DARK, 7)


def _bee(pen: Pen, animal: Animal, paint: str) -> None:
    pen.fill("2,6 -36,-30 -80,-50 -98,-36 -84,-10 -40,8", paint)
    pen.fill("4,4 0,-50 -28,-100 -58,-112 -70,-92 -52,-44 -18,-4", paint)
    pen.stroke("0,0 -26,-50 -54,-98", shade(paint, 0.45), 2)
    pen.stroke("0,4 -40,-18 -84,-34", shade(paint, 0.45), 2)


def _fin(pen: Pen, animal: Animal, paint: str) -> None:
    """The breast fin of a flying fish: rays and skin."""
    pen.fill(
        "14,8 -6,-50 -48,-112 -84,-140! -82,-108 -100,-104! "
        "-88,-76 -106,-66! -86,-42 -96,-26! -50,4 -10,14",
        paint,
    )
    for ray in (
        "4,0 -30,-66 -84,-138",
        "2,2 -44,-54 -100,-104",
        "0,4 -50,-34 -106,-66",
        "0,6 -50,-14 -96,-26",
    ):
        pen.stroke(ray, shade(paint, 0.4), 2.5)


def _membrane(pen: Pen, animal: Animal, paint: str) -> None:
    """A glider's: skin between fore and hind leg, spread like a sail."""
    pen.fill("24,8 52,-66! 14,-38 -40,-32 -96,-44 -146,-76! -122,-26 -92,10 -30,18", paint)
    inner = "18,4 36,-42 4,-26 -40,-20 -90,-30 -124,-52 -106,-18 -84,2 -30,8"
    pen.fill(inner, animal.second, line=False)
    for arm in ("20,6 40,-30 52,-64", "-90,6 -118,-34 -144,-74"):
        pen.stroke(arm, animal.coat, 9)


def _stub(pen: Pen, animal: Animal, paint: str) -> None:
    """A penguin's: a narrow paddle."""
    pen.fill("10,6 14,-28 -4,-74 -30,-104! -34,-66 -24,-20 -12,10", paint)
    pen.stroke("-2,-10 -12,-54 -26,-90", animal.second, 6)


WINGS: dict[str, Wing] = {
    "broad": BROAD, "long": LONG, "round": ROUND, "pointed": POINTED, "small": SMALL,
    "butterfly": _butterfly, "bat": _bat, "clear": _clear, "bee": _bee, "fin": _fin,
    "membrane": _membrane, "paddle": _stub,
}  # fmt: skip
