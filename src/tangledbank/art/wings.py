"""Wings: they rise to the left of the shoulder, where the pen stands."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.art.animals import Animal
from tangledbank.art.palette import mix, shade
from tangledbank.art.pen import DARK, Knot, Pen, Point, between, shape

Wing = Callable[[Pen, Animal, str], None]
TURNS = (-14, 34)  # of the near and the far wing


def wing(pen: Pen, animal: Animal, *, far: bool = False) -> None:
    """One wing; the far one lies in the shade."""
    kind = animal.wings or "broad"  # a deck of one's own may give wings to any animal
    paint = shade(animal.wing, 0.2) if far else animal.wing
    pen = pen.roughly() if far else pen
    WINGS[kind](pen.at(0, 0, scale=animal.span, turn=TURNS[far]), animal, paint)


# The bones of a bird's wing: shoulder, elbow and wrist.
ARM = ((2, 2), (18, -34), (8, -78))


def _feathered(
    primary: float, secondary: float, *, taper: float, fan: float, half: float, hands: int = 6
) -> Wing:
    """A bird's wing: lengths of the outer and inner feathers, how much the outer ones get shorter,
    through how many degrees they spread, half their width and their number."""

    def draw(pen: Pen, animal: Animal, paint: str) -> None:
        arms, fingers = (3, 4) if pen.rough else (5, hands)  # fewer on the far side
        wide = half * (1.3 if pen.rough else 1)
        for i in range(arms):
            share = i / (arms - 1)
            root = (
                between(ARM[0], ARM[1], 0.4 + share)
                if share < 0.5
                else (between(ARM[1], ARM[2], share))
            )
            _feather(pen, root, 112 - (108 - fan) * share, secondary, wide, paint)
        for i in range(fingers):
            share = 1 - i / (fingers - 1)  # the outermost comes last and lies on top
            length = primary * (1 - (1 - taper) * share)
            tip = animal.mark if "wing_tips" in animal.extras and share < 0.7 else ""
            _feather(pen, ARM[2], -6 + fan * share, length, wide, paint, tip)
        _coverts(pen, animal, paint, secondary)

    return draw


def _feather(
    pen: Pen, root: Point, turn: float, length: float, half: float, paint: str, tip: str = ""
) -> None:
    """A feather that leans to the left by so many degrees from upright."""
    one = pen.at(*root, turn=-turn)
    y, wide = round(length), half * 1.1
    one.fill(f"0,0! {wide:.0f},{-y * 0.74:.0f} 0,{-y} {-wide:.0f},{-y * 0.74:.0f}", paint)
    if tip:
        one.stroke(f"0,{-y * 0.8:.0f} 0,{-y * 0.94:.0f}", tip, half * 1.3)


def _coverts(pen: Pen, animal: Animal, paint: str, secondary: float) -> None:
    """The small feathers that hide the arm."""
    out = secondary * 0.5
    edge = f"{-out:.0f},-2 {-out - 4:.0f},-30 {-out * 0.8:.0f},-62 -12,-88"
    pen.fill(
        f"14,10 28,-34 16,-84 2,-96 {' '.join(reversed(edge.split()))} -12,14",
        mix(animal.coat, paint, 0.35),
    )
    if "wing_bar" in animal.extras:
        pen.stroke(edge, animal.second, 6)
    pen.stroke(f"14,-70 {-out * 0.3:.0f},-44 {-out * 0.4:.0f},-4", shade(paint, 0.3), 2.5)


BROAD = _feathered(112, 84, taper=0.86, fan=78, half=11, hands=6)
LONG = _feathered(186, 58, taper=0.42, fan=60, half=9, hands=6)
ROUND = _feathered(92, 80, taper=0.96, fan=80, half=14, hands=5)
POINTED = _feathered(124, 62, taper=0.52, fan=72, half=10, hands=6)
SMALL = _feathered(70, 48, taper=0.7, fan=74, half=9, hands=5)


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
    if pen.rough:  # the near one hides the other
        return
    pen = pen.at(0, 0, turn=-TURNS[0])
    pen.fill("24,8 48,-112! 12,-74 -44,-64 -100,-78 -152,-106! -132,-40 -96,10 -30,20", paint)
    inner = "18,2 36,-78 6,-60 -44,-50 -98,-62 -134,-80 -116,-36 -86,2 -30,10"
    pen.fill(inner, animal.second, line=False)
    for arm in ("20,6 38,-50 48,-110", "-90,6 -124,-46 -150,-104"):
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
