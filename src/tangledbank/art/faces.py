"""Heads that look at you: cats, bears, apes, seals, owls and others with a flat face."""

from __future__ import annotations

from tangledbank.art.animals import Animal, Draw
from tangledbank.art.heads import IVORY, ear
from tangledbank.art.marks import Mark, dots, drawing, eye, fill, given, line, patch
from tangledbank.art.palette import mix
from tangledbank.art.pen import DARK, WHITE, Pen, oval

MIDDLE = 20  # of a face, which is about 20,-8
MANE = (
    "20,-66! 44,-64 56,-50! 76,-34 76,-18! 86,4 76,20! 70,44 52,48! 34,66 20,58! "
    "2,66 -12,48! -32,44 -36,20! -46,4 -36,-18! -36,-34 -16,-50! -4,-64"
)


def ears(wide: float, high: float, turn: float) -> Draw:
    """Two ears beside a face."""
    near = ear(MIDDLE + wide, high, turn, flip=True)
    return drawing(ear(MIDDLE - wide, high, -turn), near)


def eyes(wide: float, high: float, width: float, iris: str = "") -> Mark:
    """Two eyes in a face."""
    return drawing(eye(MIDDLE - wide, high, width, iris), eye(MIDDLE + wide, high, width, iris))


def ovals(wide: float, high: float, across: float, tall: float) -> Mark:
    """An oval on either side of a face."""
    sides = [oval(x, high, across, tall) for x in (MIDDLE - wide, MIDDLE + wide)]
    return drawing(*(fill(side, "second") for side in sides))


def hairs(y: int = 12) -> Mark:
    """Hairs beside a nose."""
    left = f"4,{y} -20,{y - 4}; 4,{y + 4} -18,{y + 8}"
    return line(f"{left}; 36,{y} 60,{y - 4}; 36,{y + 4} 58,{y + 8}", width=1.6)


def _cats_coat(pen: Pen, animal: Animal) -> None:
    if animal.pattern:
        (TIGER if "stripes" in animal.pattern else LEOPARD)(pen, animal)


TIGER = line("20,-40 20,-26; 10,-39 12,-30; 30,-39 28,-30; -16,-6 -4,-4; -13,6 -2,4; 56,-6 44,-4; "
             "53,6 42,4", "mark", 5)  # fmt: skip
LEOPARD = dots("20,-34 9,-32 31,-32 14,-26 26,-26 -8,-18 48,-18 -10,-6 50,-6", "mark", 5)


def _apes_mane(pen: Pen, animal: Animal) -> None:
    pen.at(4, -1, scale=0.8).fill(MANE, animal.mark)


def _apes_eyes(pen: Pen, animal: Animal) -> None:
    eyes(11, -9, 7, mix(animal.second, "#7a4a22", 0.7))(pen, animal)


def _seals_spots(pen: Pen, animal: Animal) -> None:
    if animal.pattern:
        pen.dots("20,-32 6,-30 34,-28 -8,-16 48,-14", animal.mark, 5)


FACES: dict[str, Draw] = {
    "cat": drawing(
        given("mane", fill(MANE, "mark")), ears(27, -30, 34),
        fill("-17,0 -16,-24 2,-40 20,-42 38,-40 56,-24 57,0 44,20 30,32 10,32 -4,20", "face"),
        _cats_coat,
        patch("20,0 36,6 36,20 28,30 20,31 12,30 4,20 4,6", "second"),
        given("tears", line("8,-8 8,6 6,18; 32,-8 32,6 34,18", DARK, 3.5)),
        fill("12,2 28,2 20,12!", "#5b3630"), line("20,12 20,17 12,22; 20,17 28,22"),
        eyes(16, -10, 8, "accent"), hairs(),
    ),
    "bear": drawing(
        ears(29, -28, 40),
        fill("-20,-2 -16,-28 4,-42 20,-43 36,-42 56,-28 60,-2 48,22 30,33 10,33 -8,22", "face"),
        fill(oval(20, 12, 18, 16), "second"), patch("11,2 29,2 24,11 16,11", DARK),
        line("20,11 20,18 12,22; 20,18 28,22"), eyes(15, -12, 7),
    ),
    "ape": drawing(
        given("flanges",
              fill("20,-36 52,-34 70,-8 60,24 20,36 -20,24 -30,-8 -12,-34", "second 25")),
        given("mane", _apes_mane), given("side_ears", ovals(40, -8, 11, 14)),
        fill("-16,-2 -14,-28 4,-42 20,-44 36,-42 54,-28 56,-2 46,22 30,34 10,34 -6,22", "face"),
        fill("20,-18 34,-26 48,-16 46,4 44,20 30,31 10,31 -4,20 -6,4 -8,-16 6,-26", "second"),
        given("white_brow", line("-6,-18 20,-30 46,-18; -8,6 6,30 34,30 48,6", WHITE, 6)),
        given("tuft", patch("2,-40 -4,-58! 12,-48 20,-54! 28,-48 44,-58! 38,-40 20,-30", DARK)),
        _apes_eyes,
        dots("17,6 23,6", DARK, 3.5), line("6,17 20,21 34,17"),
        given("beard", fill("6,28 20,36 34,28 28,52 20,58! 12,52", "face")),
    ),
    "tarsier": drawing(  # tarsiers, ayes-ayes, gliders: huge eyes
        ears(28, -26, 46),
        fill("-17,-4 -14,-28 6,-40 34,-40 54,-28 57,-4 44,20 28,32! 20,34 12,32! -4,20", "face"),
        given("mask", line("20,-38 20,-16", "mark", 6), dots("2,-10 38,-10", "mark", 34)),
        eyes(18, -10, 16, "accent"), patch("15,8 25,8 20,15", "#7a4f48"), line("12,22 20,25 28,22"),
    ),
    "koala": drawing(
        ears(38, -22, 52),
        fill("-20,-4 -16,-30 4,-42 36,-42 56,-30 60,-4 46,22 30,31 10,31 -6,22", "face"),
        fill("20,-20 29,-12 31,6 26,15 14,15 9,6 11,-12", DARK), line("10,23 20,26 30,23"),
        eyes(21, -12, 7),
    ),
    "wombat": drawing(
        ears(28, -28, 30),
        fill("-20,2 -16,-26 6,-40 34,-40 56,-26 60,2 48,22 30,30 10,30 -8,22", "face"),
        fill("10,-2 30,-2 33,10 20,16 7,10", DARK), line("10,23 20,26 30,23"), eyes(22, -12, 7),
    ),
    "sloth": drawing(
        fill("-22,-2 -18,-30 4,-44 36,-44 58,-30 62,-2 48,24 30,34 10,34 -8,24", "face"),
        fill("20,-22 46,-28 52,-4 42,20 20,28 -2,20 -12,-4 -6,-28", "second"),
        line("8,-8 -6,0 -12,12; 32,-8 46,0 52,12", "mark", 11),
        patch("12,2 28,2 24,11 16,11", DARK), line("6,15 20,22 34,15"), eyes(13, -7, 6),
    ),
    "raccoon": drawing(
        ears(27, -28, 34),
        fill("-22,8 -14,-24 6,-38 34,-38 54,-24 62,8! 46,18 30,30 10,30 -6,18", "face"),
        patch("20,-6 52,-14 60,6 40,6 20,2 0,6 -20,6 -12,-14", DARK),
        line("18,-16 -4,-18 -14,-8; 22,-16 44,-18 54,-8", "second", 5),
        fill(oval(20, 14, 13, 14), "second"), dots("20,8", DARK, 11), line("14,21 20,22 26,21"),
        eyes(15, -5, 7, "second"),
    ),
    "otter": drawing(
        ears(31, -20, 62),
        fill("-20,2 -16,-24 4,-36 36,-36 56,-24 60,2 48,22 30,30 10,30 -8,22", "face"),
        patch("-6,4 8,0 20,2 32,0 46,4 44,20 30,29 10,29 -4,20", "second"),
        patch("11,0 29,0 24,10 16,10", DARK), line("20,10 20,15 11,19; 20,15 29,19"), hairs(14),
        eyes(16, -10, 7),
    ),
    "meerkat": drawing(
        ears(26, -18, 64),
        fill("-10,-2 -8,-26 8,-38 32,-38 48,-26 50,-2 38,14 28,30 12,30 2,14", "face"),
        dots("6,-8 34,-8", "mark", 17), dots("20,22", DARK, 11), eyes(14, -8, 7, "accent"),
    ),
    "seal": drawing(
        fill("-18,-2 -14,-26 6,-38 34,-38 54,-26 58,-2 46,22 30,32 10,32 -6,22", "face"),
        _seals_spots,
        given("tusks",
            fill("8,22,6 8,48,5 4,76,0; 32,22,6 32,48,5 36,76,0", IVORY),
            ovals(13, 14, 16.9, 15.6), other=ovals(10, 14, 13, 12),
        ),
        patch("12,0 28,0 20,11", DARK), dots("6,14 12,18 28,18 34,14", DARK, 2.6), hairs(14),
        eyes(17, -12, 11),
    ),
    "owl": drawing(
        fill("-24,0 -20,-30 2,-46 20,-48 40,-44 60,-28 62,2 44,26 20,34 -8,24", "face"),
        fill("20,-30 36,-42 54,-28 54,-4 38,18 20,28! 4,18 -16,-4 -14,-28 6,-42", "second"),
        given("bright_eye", dots("4,-12", "accent", 19)), dots("4,-12", DARK, 12),
        dots("6,-14", WHITE, 4), given("bright_eye", dots("36,-12", "accent", 19)),
        dots("36,-12", DARK, 12), dots("38,-14", WHITE, 4),
        fill("14,-6 20,-12 26,-6 20,12!", "accent"),
    ),
}  # fmt: skip
