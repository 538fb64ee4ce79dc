"""What creatures of Evolution and The Origin of Species wear, hold and have about them."""

from __future__ import annotations

from tangledbank.art.marks import Mark, Plain, attach, dots, drawing, fill, line, patch, placed
from tangledbank.art.pen import DARK, GHOST, INK, WHITE, Pen, oval

EARTH, BONE, LEAF = "#a3764a", "#f3ead6", "#6f9a45"


class Adornment:
    """Something to draw at a pen; its own colour, if it has one, is told by its creature."""

    def __init__(self, *marks: Mark) -> None:
        self._draw = drawing(*marks)

    def __call__(self, pen: Pen, own: str = "") -> None:
        """Draw it."""
        self._draw(pen, Plain(own))


def grass(pen: Pen, *, tall: float = 1) -> None:
    """A tuft of grass about the pen."""
    _tuft(pen.at(0, 0, tall=tall))


_tuft = Adornment(
    line("-16,0 -22,-26 -34,-40; -8,0 -10,-34 -6,-56; 0,0 4,-26 14,-44; 8,0 18,-20 34,-30",
         "#7d9a4a", 6),
)  # fmt: skip
# Earth thrown up, with a hole.
mound = Adornment(
    fill("-76,2 -52,-22 -14,-38 24,-34 58,-16 78,2", EARTH),
    patch("-26,2 -20,-16 0,-24 20,-16 26,2", DARK),
    dots("-48,-8 48,-6 36,-20 -34,-20", f"{EARTH} 35", 6),
)
# A bone on the ground.
bone = Adornment(
    line("-26,-6 26,-14", width=14),
    dots("-29,-12 -27,0 27,-21 30,-9", INK, 17),
    line("-26,-6 26,-14", BONE, 9),
    dots("-29,-12 -27,0 27,-21 30,-9", BONE, 12),
)
# A small bird standing at the pen.
bird = Adornment(
    line("-4,-4 -4,2; 4,-4 4,2", "#c98a3a", 3),
    fill("-40,-2 -20,-18 -4,-26 4,-38 16,-40 24,-32 22,-16 10,-4 -10,-2", "#5f86ae"),
    fill("22,-36 36,-32! 23,-28", "#d9a52b"),
    fill("-34,-6 -16,-18 2,-16 -8,-6", "#5f86ae 25"),
    dots("16,-33", DARK, 5),
)
# A call that spreads to the right of the pen.
sound = Adornment(line("14,-10 18,0 14,10; 30,-21 38,0 30,21; 46,-32 58,0 46,32", width=3.4))
# A twig with leaves, held at the pen.
leaf = Adornment(
    line("-6,0 20,4 44,-6", "#6b4d33", 4),
    fill("10,0 14,-18 32,-24! 30,-8; 24,4 36,18 54,16! 42,2; 40,-4 52,-18 68,-16! 58,-2", LEAF),
)
# A twig with berries, held at the pen.
berries = Adornment(
    line("-6,0 20,6 40,0", "#6b4d33", 4),
    fill("14,2 18,-14 34,-18! 32,-4", LEAF),
    dots("26,16 40,14 34,26", DARK, 17),
    dots("26,16 40,14 34,26", "#b5414f", 13),
)
# Teeth that hang from the pen, to the left of it.
fangs = Adornment(fill("-2,0! -6,15! -11,0!; -15,1! -18,12! -23,1!", BONE))
# Drops that fall.
sweat = Adornment(
    fill("-16,-6! -9,8 -16,15 -23,8; 4,6! 11,20 4,27 -3,20; 20,-10! 27,4 20,11 13,4", "own"),
)
# Water about the feet.
waves = Adornment(
    fill("-150,4 -110,-8 -70,4 -30,-8 10,4 50,-8 90,4 130,-8 160,4 160,26! -150,26!", "#8fb4bb"),
    line("-110,14 -80,8 -50,14; 30,16 60,10 90,16", "#e9f3f2", 4),
)
# A branch to stand on.
branch = Adornment(
    fill("-150,12,13 -60,6,12 40,10,11 130,4,8 172,-8,4; 90,2,6 120,-22,4 132,-36,0", "#8a6640"),
    fill("128,-34 136,-54 154,-56! 146,-38", LEAF),
)
# A parasite that sits at the pen.
tick = Adornment(
    line("-10,-4 -20,-12; -11,3 -22,3; -9,9 -18,16; 10,-4 20,-12; 11,3 22,3; 9,9 18,16", width=3),
    fill(oval(0, 3, 11, 13), "#a3392c"),
    dots("0,-10", DARK, 8),
)
# A moon, and letters of sleep.
moon = Adornment(
    fill("0,-26 -16,-10 -14,12 4,24 24,18! 8,8 2,-8", "#e3d3a0"),
    line("30,-20! 46,-20! 30,-2! 46,-2!", width=3),
    line("52,-42! 64,-42! 52,-28! 64,-28!", width=2.61),
)
# Lines of speed to the left of the pen.
speed = Adornment(line("0,-20 -46,-20; 0,0 -66,0; 0,20 -40,20", width=3.4))
# A band over the eyes, the eye at the pen.
mask = Adornment(
    line("-34,-2 -4,-2 18,2", width=24),
    line("-34,-2 -4,-2 18,2", DARK, 19),
    dots("0,0", WHITE, 10),
    dots("1,0", DARK, 5),
)
# Spots that look like large eyes.
false_eyes = Adornment(
    placed(
        "-24,0,0 24,0,0", dots("0,0", DARK, 34), dots("0,0", "#e8b82a", 25), dots("2,0", DARK, 12)
    ),
)
# An eye that sees everything.
great_eye = Adornment(
    fill(oval(0, 0, 19, 19), WHITE),
    dots("2,0", "#4a8a9a", 25),
    dots("4,0", DARK, 13),
    dots("8,-5", WHITE, 5),
)
# A closed eye at the pen.
lid = Adornment(dots("0,0", "own", 13), line("-8,0 0,5 8,0", width=3))
# Rolls of fat.
rolls = Adornment(line("-30,-20 -48,4 -30,28; 10,-20 -8,4 10,28; 50,-20 32,4 50,28", "own 35", 3.4))
# A hard shell over the back.
shell = Adornment(
    fill("-100,10 -92,-38 -56,-78 0,-92 52,-78 86,-40 92,6 60,14 0,18 -60,16", "own"),
    line("-96,-8 -40,-2 30,-2 90,-12; -52,-76 -36,-40 -44,12; 10,-90 8,-46 6,16; 58,-74 44,-40 "
         "54,10; -36,-40 8,-46 44,-40; -90,-36 -36,-40; 44,-40 84,-38", "own 40", 3.4),
)  # fmt: skip
# A high forehead with folds, over the eyes.
crown = Adornment(
    attach("-26,8 -36,-18 -22,-44 6,-50 32,-38 38,-8 32,8", "own"),
    line("-18,-26 -4,-34 4,-22; 6,-40 18,-34 14,-22; -22,-8 -10,-14 -2,-6; "
         "14,-12 24,-18 28,-8", "own 45", 3),
)  # fmt: skip
# Leaves that hide what is behind them.
leaves = Adornment(
    placed("-84,10,20 -44,-14,-30 -6,6,10 34,-16,40 70,8,-10",
           fill("-24,0! -8,-13 12,-11 26,0! 12,11 -8,13", LEAF),
           line("-20,0 20,0", f"{LEAF} 40", 2)),
)  # fmt: skip
# Two rings that hold together.
rings = Adornment(
    placed("-11,0,0 11,0,0", line([*oval(0, 0, 16, 16), oval(0, 0, 16, 16)[0]], "#45702f", 6))
)
# Something is said, to the right of the pen.
bubble = Adornment(
    fill("4,10! 14,-4 8,-30 30,-42 66,-42 84,-26 78,-4 54,4 22,2", BONE),
    dots("30,-20 46,-20 62,-20", DARK, 7),
)
# A nest with eggs.
egg = Adornment(
    fill(oval(-18, -16, 13, 17), BONE),
    fill(oval(18, -16, 13, 17), BONE),
    fill(oval(0, -16, 13, 17), BONE),
    fill("-44,-12! -30,6 0,12 30,6 44,-12! 20,-6 -20,-6", EARTH),
)


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
