"""What creatures of Evolution and The Origin of Species wear, hold and have about them."""

from __future__ import annotations

from tangledbank.art.palette import shade
from tangledbank.art.pen import DARK, GHOST, INK, Knot, Pen, limb, oval

GRASS, EARTH, BONE, LEAF = "#7d9a4a", "#a3764a", "#f3ead6", "#6f9a45"


def grass(pen: Pen, *, tall: float = 1) -> None:
    """A tuft of grass about the pen."""
    pen = pen.at(0, 0, tall=tall)
    for line in (
        "-16,0 -22,-26 -34,-40",
        "-8,0 -10,-34 -6,-56",
        "0,0 4,-26 14,-44",
        "8,0 18,-20 34,-30",
    ):
        pen.stroke(line, GRASS, 6)


def mound(pen: Pen) -> None:
    """Earth thrown up, with a hole."""
    pen.fill("-76,2 -52,-22 -14,-38 24,-34 58,-16 78,2", EARTH)
    pen.fill("-26,2 -20,-16 0,-24 20,-16 26,2", DARK, line=False)
    pen.dots("-48,-8 48,-6 36,-20 -34,-20", shade(EARTH, 0.35), 6)


def bone(pen: Pen) -> None:
    """A bone on the ground."""
    pen.stroke("-26,-6 26,-14", width=14)
    pen.dots("-29,-12 -27,0 27,-21 30,-9", INK, 17)
    pen.stroke("-26,-6 26,-14", BONE, 9)
    pen.dots("-29,-12 -27,0 27,-21 30,-9", BONE, 12)


def bird(pen: Pen) -> None:
    """A small bird standing at the pen."""
    pen.stroke("-4,-4 -4,2", "#c98a3a", 3)
    pen.stroke("4,-4 4,2", "#c98a3a", 3)
    pen.fill("-40,-2 -20,-18 -4,-26 4,-38 16,-40 24,-32 22,-16 10,-4 -10,-2", "#5f86ae")
    pen.fill("22,-36 36,-32! 23,-28", "#d9a52b")
    pen.fill("-34,-6 -16,-18 2,-16 -8,-6", shade("#5f86ae", 0.25))
    pen.dots("16,-33", DARK, 5)


def sound(pen: Pen) -> None:
    """A call that spreads to the right of the pen."""
    for out in (14, 30, 46):
        pen.stroke(f"{out},-{out * 0.7:.0f} {out * 1.25:.0f},0 {out},{out * 0.7:.0f}", width=3.4)


def leaf(pen: Pen) -> None:
    """A twig with leaves, held at the pen."""
    pen.stroke("-6,0 20,4 44,-6", "#6b4d33", 4)
    pen.fill("10,0 14,-18 32,-24! 30,-8", LEAF)
    pen.fill("24,4 36,18 54,16! 42,2", LEAF)
    pen.fill("40,-4 52,-18 68,-16! 58,-2", LEAF)


def berries(pen: Pen) -> None:
    """A twig with berries, held at the pen."""
    pen.stroke("-6,0 20,6 40,0", "#6b4d33", 4)
    pen.fill("14,2 18,-14 34,-18! 32,-4", LEAF)
    pen.dots("26,16 40,14 34,26", DARK, 17)
    pen.dots("26,16 40,14 34,26", "#b5414f", 13)


def fangs(pen: Pen) -> None:
    """Teeth that hang from the pen, to the left of it."""
    pen.fill("-2,0! -6,15! -11,0!", BONE)
    pen.fill("-15,1! -18,12! -23,1!", BONE)


def sweat(pen: Pen, paint: str) -> None:
    """Drops that fall."""
    for x, y in ((-16, 8), (4, 20), (20, 4)):
        pen.fill(f"{x},{y - 14}! {x + 7},{y} {x},{y + 7} {x - 7},{y}", paint)


def waves(pen: Pen) -> None:
    """Water about the feet."""
    pen.fill("-150,4 -110,-8 -70,4 -30,-8 10,4 50,-8 90,4 130,-8 160,4 160,26! -150,26!", "#8fb4bb")
    pen.stroke("-110,14 -80,8 -50,14", "#e9f3f2", 4)
    pen.stroke("30,16 60,10 90,16", "#e9f3f2", 4)


def branch(pen: Pen) -> None:
    """A branch to stand on."""
    pen.fill(limb("-150,12,13 -60,6,12 40,10,11 130,4,8 172,-8,4").outline(), "#8a6640")
    pen.fill(limb("90,2,6 120,-22,4 132,-36,0").outline(), "#8a6640")
    pen.fill("128,-34 136,-54 154,-56! 146,-38", LEAF)


def tick(pen: Pen) -> None:
    """A parasite that sits at the pen."""
    for line in (
        "-10,-4 -20,-12",
        "-11,3 -22,3",
        "-9,9 -18,16",
        "10,-4 20,-12",
        "11,3 22,3",
        "9,9 18,16",
    ):
        pen.stroke(line, width=3)
    pen.fill(oval(0, 3, 11, 13), "#a3392c")
    pen.dots("0,-10", DARK, 8)


def moon(pen: Pen) -> None:
    """A moon, and letters of sleep."""
    pen.fill("0,-26 -16,-10 -14,12 4,24 24,18! 8,8 2,-8", "#e3d3a0")
    pen.stroke("30,-20! 46,-20! 30,-2! 46,-2!", width=3)
    pen.stroke("52,-42! 64,-42! 52,-28! 64,-28!", width=2.61)


def speed(pen: Pen) -> None:
    """Lines of speed to the left of the pen."""
    for y, long in ((-20, 46), (0, 66), (20, 40)):
        pen.stroke(f"0,{y} {-long},{y}", width=3.4)


def mask(pen: Pen) -> None:
    """A band over the eyes, the eye at the pen."""
    pen.stroke("-34,-2 -4,-2 18,2", width=24)
    pen.stroke("-34,-2 -4,-2 18,2", DARK, 19)
    pen.dots("0,0", "#f7f1e3", 10)
    pen.dots("1,0", DARK, 5)


def false_eyes(pen: Pen) -> None:
    """Spots that look like large eyes."""
    for x in (-24, 24):
        pen.dots([(x, 0)], DARK, 34)
        pen.dots([(x, 0)], "#e8b82a", 25)
        pen.dots([(x + 2, 0)], DARK, 12)


def great_eye(pen: Pen) -> None:
    """An eye that sees everything."""
    pen.fill(oval(0, 0, 19, 19), "#f7f1e3")
    pen.dots("2,0", "#4a8a9a", 25)
    pen.dots("4,0", DARK, 13)
    pen.dots("8,-5", "#f7f1e3", 5)


def lid(pen: Pen, paint: str) -> None:
    """A closed eye at the pen."""
    pen.dots("0,0", paint, 13)
    pen.stroke("-8,0 0,5 8,0", width=3)


def rolls(pen: Pen, paint: str) -> None:
    """Rolls of fat."""
    for x in (-40, 0, 40):
        pen.stroke(f"{x + 10},-20 {x - 8},4 {x + 10},28", shade(paint, 0.35), 3.4)


def shell(pen: Pen, paint: str) -> None:
    """A hard shell over the back."""
    pen.fill("-100,10 -92,-38 -56,-78 0,-92 52,-78 86,-40 92,6 60,14 0,18 -60,16", paint)
    for line in (
        "-96,-8 -40,-2 30,-2 90,-12",
        "-52,-76 -36,-40 -44,12",
        "10,-90 8,-46 6,16",
        "58,-74 44,-40 54,10",
        "-36,-40 8,-46 44,-40",
        "-90,-36 -36,-40",
        "44,-40 84,-38",
    ):
        pen.stroke(line, shade(paint, 0.4), 3.4)


def crown(pen: Pen, paint: str) -> None:
    """A high forehead with folds, over the eyes."""
    pen.attach("-26,8 -36,-18 -22,-44 6,-50 32,-38 38,-8 32,8", paint)
    for line in (
        "-18,-26 -4,-34 4,-22",
        "6,-40 18,-34 14,-22",
        "-22,-8 -10,-14 -2,-6",
        "14,-12 24,-18 28,-8",
    ):
        pen.stroke(line, shade(paint, 0.45), 3)


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


def leaves(pen: Pen) -> None:
    """Leaves that hide what is behind them."""
    for x, y, turn in ((-84, 10, 20), (-44, -14, -30), (-6, 6, 10), (34, -16, 40), (70, 8, -10)):
        one = pen.at(x, y, turn=turn)
        one.fill("-24,0! -8,-13 12,-11 26,0! 12,11 -8,13", LEAF)
        one.stroke("-20,0 20,0", shade(LEAF, 0.4), 2)


def rings(pen: Pen) -> None:
    """Two rings that hold together."""
    for x in (-11, 11):
        pen.stroke(
            [Knot(k.x + x, k.y) for k in (*oval(0, 0, 16, 16), oval(0, 0, 16, 16)[0])], "#45702f", 6
        )


def bubble(pen: Pen) -> None:
    """Something is said, to the right of the pen."""
    pen.fill("4,10! 14,-4 8,-30 30,-42 66,-42 84,-26 78,-4 54,4 22,2", BONE)
    pen.dots("30,-20 46,-20 62,-20", DARK, 7)


def egg(pen: Pen) -> None:
    """A nest with eggs."""
    for x in (-18, 18, 0):
        pen.fill(oval(x, -16, 13, 17), BONE)
    pen.fill("-44,-12! -30,6 0,12 30,6 44,-12! 20,-6 -20,-6", "#a3764a")
