"""Heads seen from the side, and the ears and horns on all of them.

The pen stands where the skull meets the neck; heads look to the right and are about 80 units long.
"""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.art.animals import Animal
from tangledbank.art.beaks import beak
from tangledbank.art.palette import shade
from tangledbank.art.patterns import coat, strip
from tangledbank.art.pen import DARK, Knot, Pen, Shape, limb, oval, sections, shape

WHITE = "#f7f1e3"
IVORY = "#efe4c6"
Head = Callable[[Pen, Animal], None]


def eye(pen: Pen, x: float, y: float, width: float = 8, iris: str = "") -> None:
    """An eye with a glint."""
    if iris:
        pen.dots([(x, y)], iris, width * 1.7)
    pen.dots([(x, y)], DARK, width)
    pen.dots([(x + width * 0.18, y - width * 0.2)], WHITE, width * 0.3)


def longer(text: str, snout: float, start: float = 22) -> Shape:
    """An outline with its snout stretched."""
    return [
        Knot(start + (x - start) * snout if x > start else x, y, corner)
        for x, y, corner in shape(text)
    ]


# -- ears, pointing up from the pen -------------------------------------------------------------

EARS = {
    "leaf": "-5,2 -11,-16 -2,-38! 9,-18 5,2",
    "round": "-12,4 -15,-10 -6,-21 6,-21 15,-10 12,4",
    "small": "-7,3 -9,-6 -3,-13 4,-13 9,-6 7,3",
    "point": "-13,4 -9,-16 -1,-32! 9,-14 13,4",
    "bat": "-16,4 -20,-30 -6,-62! 14,-32 14,4",
    "long": "-7,4 -14,-32 -8,-66 1,-76 8,-62 11,-30 7,4",
    "fluff": (
        "-16,8 -26,-4! -22,-12 -28,-20! -18,-26 -14,-36! -4,-30 6,-34! 10,-22 18,-14! 14,-2 14,8"
    ),
    "donkey": "-6,3 -12,-22 -4,-48! 10,-26 7,3",
}
LINED = ("leaf", "round", "point", "bat", "long", "fluff", "donkey")


def ear(pen: Pen, animal: Animal) -> None:
    """An ear, with a lighter inside."""
    if animal.ears not in EARS:
        return
    pen.attach(EARS[animal.ears], animal.face)
    if animal.ears in LINED:
        inner = [Knot(x * 0.55, y * 0.72, corner) for x, y, corner in shape(EARS[animal.ears])]
        pen.fill(inner, animal.second, line=False)
    if "tufts" in animal.extras:
        pen.stroke("-2,-28 -3,-46", animal.face, 6)
        pen.stroke("2,-28 4,-42", animal.face, 5)


# -- horns, growing up from the pen -------------------------------------------------------------


def _horn(text: str, ridges: int = 0) -> Head:
    def draw(pen: Pen, animal: Animal) -> None:
        horn = limb(text)
        pen.fill(horn.outline(), animal.accent)
        for i in range(ridges):
            a, b = horn.section(0.08 + i * 0.8 / ridges)
            pen.stroke([Knot(*a), Knot(*b)], shade(animal.accent, 0.5), 2.6)

    return draw


def _antler(pen: Pen, animal: Animal) -> None:
    for branch in (
        "0,2,5 -16,-24,5 -22,-56,4 -6,-86,3 8,-98,0",
        "-19,-40,4 -40,-52,3 -52,-70,0",
        "-8,-14,4 14,-26,4 32,-24,3 40,-32,0",
        "-14,-72,4 -30,-88,3 -34,-100,0",
    ):
        pen.fill(limb(branch).outline(), animal.accent)


def _knob(pen: Pen, animal: Animal) -> None:
    pen.attach(limb("0,4,5 -4,-16,4 -5,-22,5"), animal.face)
    pen.dots("-5,-23", DARK, 10)


HORNS: dict[str, Head] = {
    "spiral": _horn("0,4,9 -16,-14,8 -10,-36,7 -24,-56,5 -20,-78,0", 3),
    "straight": _horn("0,4,6 -22,-40,5 -44,-88,3 -54,-108,0", 4),
    "lyre": _horn("0,4,6 -16,-18,5 -8,-46,4 -26,-70,3 -18,-92,0", 4),
    "ibex": _horn("0,6,10 -12,-30,10 -42,-56,9 -78,-56,7 -100,-36,0", 7),
    "bull": _horn("-2,2,10 -20,-10,9 -18,-32,6 -6,-44,0"),
    "boss": _horn("6,-6,15 -16,2,12 -22,26,8 -2,42,6 16,34,0"),
    "goat": _horn("0,4,7 -8,-16,6 -20,-34,0"),
    "knobs": _knob,
    "antlers": _antler,
    "nose": _horn("0,0,10 8,-22,6 6,-44,0"),
}


def horn(pen: Pen, animal: Animal) -> None:
    """A horn, if it has any."""
    if animal.horns in HORNS:
        HORNS[animal.horns](pen, animal)


# -- heads --------------------------------------------------------------------------------------


def _muzzle(pen: Pen, animal: Animal) -> None:
    """Antelopes, deer, horses, goats, camels, cattle."""
    horn(pen.at(2, -26, turn=14), animal)
    ear(pen.at(2, -20, turn=4), animal)
    outline = longer(
        "-18,-4 -8,-24 12,-30 32,-22 58,2 76,14 80,24 72,34 52,30 26,24 6,26 -14,16", animal.snout
    )
    pen.fill(outline, animal.face)
    across = sections(outline)
    if "pale_muzzle" in animal.extras or "dark_muzzle" in animal.extras:
        paint = animal.second if "pale_muzzle" in animal.extras else animal.mark
        pen.fill(strip(across, 0.02, 0.22, 0.03, 0.97), paint, line=False)
    if "blaze" in animal.extras:
        pen.fill(strip(across, 0.06, 0.66, 0.05, 0.3), animal.second, line=False)
    if "face_stripes" in animal.extras:
        coat(pen, "stripes", across, 80, animal)
    if "chevron" in animal.extras:
        pen.stroke("28,-14 30,0 40,6", animal.second, 5)
    if "oryx" in animal.extras:
        pen.stroke("22,-24 24,-4 36,22", animal.mark, 9)
        pen.stroke("44,-6 56,8 52,26", animal.mark, 8)
    x, _ = across(0.06)[0]
    pen.dots([(x - 3, 18)], DARK, 5)
    pen.stroke([Knot(x + 2, 28), Knot(x - 10, 27), Knot(x - 18, 23)])
    eye(pen, 18, -9)
    horn(pen.at(10, -28, turn=10), animal)
    ear(pen.at(-6, -20, turn=-46), animal)
    if "beard" in animal.extras:
        pen.attach("22,24 18,44 28,62! 34,46 40,28", animal.mark)
    if "forelock" in animal.extras:
        pen.attach(
            "-16,-6 -12,-32 6,-42 24,-34 30,-16! 20,-20 16,-8! 8,-18 0,-6! -6,-14", animal.mark
        )


def _elephant(pen: Pen, animal: Animal) -> None:
    tusk = "44,22,7 60,40,6 84,44,0"
    pen.fill(limb(tusk).outline(), shade(IVORY, 0.12))
    pen.fill(limb("58,0,19 72,30,15 74,66,11 68,96,9 80,112,8 94,106,6").outline(), animal.face)
    for y in (26, 42, 58, 74):
        pen.stroke(
            f"{64 + y / 14:.0f},{y} 72,{y + 3} {82 - y / 10:.0f},{y}", shade(animal.face, 0.4), 2
        )
    pen.fill("-24,-8 -14,-42 16,-56 48,-44 72,-14 78,8 60,26! 40,34 14,36 -10,26", animal.face)
    pen.fill("60,22 64,6 76,-2 76,10", animal.face, line=False)
    pen.fill(limb("46,24,7 60,44,6 88,48,0").outline(), IVORY)
    eye(pen, 42, -14, 7)
    pen.fill(
        "14,-40 -10,-54 -40,-46 -54,-12 -44,28 -24,54! -6,38 10,20 18,-8", shade(animal.face, 0.08)
    )
    pen.stroke("4,-30 -22,-34 -38,-10", shade(animal.face, 0.35), 2.6)


def _hippo(pen: Pen, animal: Animal) -> None:
    ear(pen.at(4, -36, turn=10), animal)
    pen.fill(
        "-22,-8 -10,-36 16,-42 34,-28 54,-22 84,-26 104,-8 106,20 92,44 56,48 18,38 -14,26",
        animal.face,
    )
    pen.fill("58,26 84,20 106,16 104,34 90,44 62,46", animal.second, line=False)
    pen.stroke("104,20 78,26 50,24 38,16")
    pen.dots("86,-14 98,-8", DARK, 6)
    pen.fill("84,24 86,36 92,36 94,22", IVORY)
    eye(pen, 22, -28, 8)
    ear(pen.at(-6, -32, turn=-24), animal)


def _pig(pen: Pen, animal: Animal) -> None:
    ear(pen.at(6, -26, turn=10), animal)
    pen.fill(
        longer(
            "-20,-4 -8,-28 14,-34 34,-22 62,-6 84,-4! 90,6 88,20! 62,26 32,30 4,28 -16,16",
            animal.snout,
        ),
        animal.face,
    )
    end = 22 + 63 * animal.snout
    pen.fill(oval(end, 8, 6, 14), animal.second)
    pen.dots([(end + 1, 3), (end + 1, 12)], DARK, 4)
    pen.stroke(f"{end - 8:.0f},22 {end - 24:.0f},20")
    if "warts" in animal.extras:
        pen.fill("30,8 40,4 42,16 32,20", shade(animal.face, 0.25))
        pen.fill("50,-10 58,-14 62,-4 54,0", shade(animal.face, 0.25))
    if "tusks" in animal.extras:
        big = 1.5 if "warts" in animal.extras else 0.9
        pen.at(end - 22, 16, scale=big).fill(limb("0,4,6 10,-4,5 10,-20,0").outline(), IVORY)
    eye(pen, 22, -12, 7)
    ear(pen.at(-6, -24, turn=-30), animal)
    if "crest" in animal.extras:
        pen.attach(
            "22,-28! 20,-46 8,-34! 6,-54 -6,-34! -16,-50 -18,-26! -34,-38 -28,-8", animal.mark
        )


def _dog(pen: Pen, animal: Animal) -> None:
    """Wolves, foxes, fruit bats, kangaroos: a pointed muzzle with a black nose."""
    horn(pen.at(4, -28, turn=4), animal)
    ear(pen.at(12, -24, turn=12), animal)
    outline = longer(
        "-20,0 -12,-22 8,-34 26,-24 50,-8 70,-4 74,4 66,13 42,18 22,26 0,28 -16,18", animal.snout
    )
    pen.fill(outline, animal.face)
    if "pale_jaw" in animal.extras:
        pen.fill(
            longer("70,10 46,6 24,6 2,14 -12,20 0,26 22,24 42,16", animal.snout),
            animal.second,
            line=False,
        )
    if "face_mask" in animal.extras:
        pen.fill(longer("28,-20 50,-6 66,-3 50,4 30,-2", animal.snout), animal.mark, line=False)
    if "badger" in animal.extras:
        pen.fill(
            longer("72,-2 40,-12 10,-26 -14,-18 -16,-6 20,-6 50,2", animal.snout), DARK, line=False
        )
    end = 22 + 50 * animal.snout
    pen.dots([(end - 1, 0)], DARK, 11)
    pen.stroke([Knot(end - 4, 9), Knot(end - 18, 11), Knot(end - 28, 9)])
    eye(pen, 22, -11, 7, animal.second if "badger" in animal.extras else "")
    if "whiskers" in animal.extras:
        whiskers(pen.at(end - 14, 8))
    ear(pen.at(-6, -22, turn=-14), animal)


def whiskers(pen: Pen) -> None:
    """Hairs beside a nose."""
    pen.stroke("0,0 -16,14", width=1.6)
    pen.stroke("-4,-2 -22,6", width=1.6)


def _rodent(pen: Pen, animal: Animal) -> None:
    """Squirrels, beavers, hares: blunt, with front teeth."""
    ear(pen.at(8, -28, turn=10), animal)
    outline = longer("-20,2 -14,-24 8,-36 32,-28 52,-8 56,6 46,20 22,28 -4,26 -16,16", animal.snout)
    pen.fill("40,16 42,32 52,31 51,12", WHITE)
    pen.fill(outline, animal.face)
    if "pale_jaw" in animal.extras:
        pen.fill(
            longer("54,8 40,6 20,14 0,22 20,27 44,19", animal.snout), animal.second, line=False
        )
    end = 22 + 33 * animal.snout
    pen.dots([(end - 1, -1)], animal.accent, 9)
    pen.stroke([Knot(end - 4, 10), Knot(end - 16, 12)])
    whiskers(pen.at(end - 10, 6))
    eye(pen, 20, -12, 9)
    ear(pen.at(-6, -24, turn=-18), animal)


def _anteater(pen: Pen, animal: Animal) -> None:
    ear(pen.at(0, -18, turn=-20), animal)
    pen.fill(
        "-18,0 -10,-18 10,-24 40,-10 84,8 116,22 120,30 110,32 78,24 38,18 8,20 -12,14", animal.face
    )
    pen.stroke("118,28 132,30 142,26", "#a4423a", 3)
    pen.dots("116,24", DARK, 5)
    eye(pen, 20, -8, 6)


def _shrew(pen: Pen, animal: Animal) -> None:
    """Moles and pangolins: a cone."""
    pen.fill(
        longer("-18,0 -10,-22 12,-26 40,-10 66,6 70,12 62,16 34,20 8,24 -14,16", animal.snout),
        animal.face,
    )
    end = 22 + 46 * animal.snout
    pen.dots([(end, 10)], animal.accent, 10)
    whiskers(pen.at(end - 14, 12))
    eye(pen, 22, -6, 5)


def _platypus(pen: Pen, animal: Animal) -> None:
    pen.fill("36,-14 60,-6 94,-4 104,6 94,16 60,18 36,18", animal.accent)
    pen.stroke("100,8 70,8 48,6", shade(animal.accent, 0.4), 2.6)
    pen.fill("-18,0 -10,-22 14,-28 38,-16 44,2 36,18 10,24 -14,16", animal.face)
    pen.dots("90,0", DARK, 4)
    eye(pen, 20, -10, 7, animal.second)


def _dugong(pen: Pen, animal: Animal) -> None:
    pen.fill("-26,-8 -8,-28 24,-28 50,-14 66,6 70,34 56,44! 40,32 18,28 -16,24", animal.face)
    pen.fill("62,14 72,32 58,44 44,32 50,16", animal.second)
    pen.dots("58,10 66,14", DARK, 5)
    eye(pen, 26, -8, 6)


def _dolphin(pen: Pen, animal: Animal) -> None:
    pen.fill("-22,-24 4,-34 34,-30 54,-12 84,-2 90,6 80,12 48,14 10,26 -22,26", animal.face)
    pen.fill("86,8 50,12 10,26 -18,26 14,12 46,6", animal.second, line=False)
    pen.stroke("88,6 58,8 40,2")
    eye(pen, 34, -6, 7)


def _orca(pen: Pen, animal: Animal) -> None:
    pen.fill("-24,-34 10,-40 50,-30 74,-6 74,12 56,24 14,34 -24,34", animal.face)
    pen.fill("74,10 44,12 6,20 -20,24 -20,33 14,33 54,23", WHITE, line=False)
    pen.fill("10,-22 30,-22 38,-12 22,-8 6,-12", WHITE, line=False)
    pen.stroke("74,6 52,10 38,6")
    eye(pen, 44, -6, 6)


def _humpback(pen: Pen, animal: Animal) -> None:
    pen.fill("-24,-30 20,-32 64,-18 92,-6 98,4 92,24 50,42 -24,36", animal.face)
    pen.fill("96,8 60,8 30,16 -20,14 -22,36 50,42 90,24", animal.second, line=False)
    for y in (18, 26, 34):
        pen.stroke(f"{96 - y / 2:.0f},{y - 6} 40,{y} -14,{y - 2}", shade(animal.second, 0.4), 2)
    pen.stroke("97,6 60,6 30,14")
    pen.dots("60,-10 74,-6 46,-12", shade(animal.face, 0.4), 5)
    eye(pen, 26, 4, 6)


def _crocodile(pen: Pen, animal: Animal) -> None:
    teeth = "40,12! 48,22! 56,11! 64,22! 72,11! 80,22! 88,11! 96,21! 104,11! 110,19! 114,8!"
    pen.fill("-20,4 10,18 60,24 108,22 112,16 60,14 20,6", shade(animal.face, 0.12))
    pen.attach(teeth, WHITE)
    pen.fill(
        "-24,-4 -8,-20 6,-28 20,-26 30,-12 60,-4 96,-4 "
        "104,-10 116,-4 118,6 110,11 60,12 24,12 -18,16",
        animal.face,
    )
    pen.dots("40,2 56,4 72,3 88,4", animal.mark, 4)
    pen.dots("108,-4", DARK, 5)
    eye(pen, 14, -17, 9, "#d9b23c")


def _lizard(pen: Pen, animal: Animal) -> None:
    """Iguanas, monitors, geckos, salamanders, chameleons."""
    if "casque" in animal.extras:
        pen.attach("-16,8 -34,-20 -26,-44! 0,-30 16,-20", animal.face)
    if "spines" in animal.extras:
        pen.attach("16,-20! 10,-38! 2,-24! -8,-40! -12,-20! -26,-32! -24,-4", animal.accent)
    if "tongue" in animal.extras:
        pen.stroke("70,8 86,10 96,4", "#a4423a", 3.5)
        pen.stroke("86,10 98,14", "#a4423a", 3.5)
    if "dewlap" in animal.extras:
        pen.attach("40,14 34,44 14,54 -2,36 -8,16", animal.second)
    outline = longer(
        "-20,2 -12,-16 10,-26 30,-20 54,-8 70,0 72,8 62,14 30,18 4,20 -16,14", animal.snout
    )
    pen.fill(outline, animal.face)
    coat(pen, animal.neck_pattern, sections(outline), 80, animal)
    end = 22 + 48 * animal.snout
    pen.stroke([Knot(end, 7), Knot(end - 20, 8), Knot(16, 8)])
    pen.dots([(end - 6, 0)], DARK, 4)
    if "turret" in animal.extras:
        pen.fill(oval(22, -8, 13, 13), animal.second)
    if "cheek" in animal.extras:
        pen.fill(oval(4, 8, 8, 8), animal.second)
    eye(pen, 24, -9, 8, animal.accent if "turret" not in animal.extras else "")


def _turtle(pen: Pen, animal: Animal) -> None:
    pen.fill("-16,2 -8,-16 14,-24 36,-18 48,-2 50,12! 40,16 14,20 -12,14", animal.face)
    coat(
        pen,
        "patches" if "scutes" in animal.extras else "freckles",
        sections(shape("-14,2 0,-18 20,-20 40,-6 30,2 4,6")),
        40,
        animal,
    )
    pen.stroke("49,10 36,8 24,6")
    eye(pen, 28, -6, 8)


def _snake(pen: Pen, animal: Animal) -> None:
    pen.stroke("60,6 78,8 90,2", "#a4423a", 3.5)
    pen.stroke("78,8 90,14", "#a4423a", 3.5)
    pen.fill("-18,-2 -4,-18 24,-22 50,-10 62,2 58,12 28,18 0,18 -16,10", animal.face)
    pen.stroke("61,7 40,9 18,6")
    if "eye_stripe" in animal.extras:
        pen.stroke("40,-6 10,-2 -14,6", animal.mark, 6)
    eye(pen, 32, -6, 8, animal.accent)


def _hood(pen: Pen, animal: Animal) -> None:
    """A cobra: its neck spread out."""
    pen.fill("-16,96 -20,70 -44,40 -40,4 -14,-18 20,-14 30,10 26,44 8,70 12,96", animal.face)
    pen.fill("-10,92 -8,60 -14,20 -4,-6 14,-4 20,20 8,60 4,92", animal.second, line=False)
    for y in (14, 30, 46, 62, 78):
        pen.stroke(f"-11,{y} 2,{y + 4} 15,{y}", animal.mark, 3)
    _snake(pen.at(-2, -12), animal)


def _frog(pen: Pen, animal: Animal) -> None:
    pen.fill(oval(18, -24, 13, 13), animal.face)
    outline = "-26,2 -16,-18 8,-24 36,-20 60,-4 64,8 52,20 20,28 -10,26 -26,16"
    pen.fill(outline, animal.face)
    if "pale_jaw" in animal.extras:
        pen.fill("62,10 30,14 0,12 -20,18 -8,25 20,27 50,19", animal.second, line=False)
    coat(pen, animal.neck_pattern, sections(shape("-20,-8 8,-22 50,-8 40,4 0,4")), 70, animal)
    pen.stroke("63,8 30,14 4,8")
    pen.dots([(54, -4)], DARK, 4)
    pen.fill(oval(30, -22, 14, 14), animal.face)
    eye(pen, 31, -23, 12, animal.accent)
    if "gland" in animal.extras:
        pen.fill("-18,-14 0,-16 4,-4 -16,0", shade(animal.face, 0.2))


def _fish(pen: Pen, animal: Animal) -> None:
    pen.fill("-24,-36 4,-38 40,-22 62,-2 60,8 34,26 4,38 -24,36", animal.face)
    if "bands" in animal.pattern:
        pen.fill("-18,-36 0,-36 8,0 0,37 -18,36 -10,0", animal.second, line=False)
        pen.stroke("-18,-36 -10,0 -18,36", DARK, 4)
        pen.stroke("0,-37 8,0 0,37", DARK, 4)
    else:
        pen.stroke("-4,-26 8,0 -4,28")
    pen.stroke("61,4 50,6 42,2")
    eye(pen, 34, -8, 10, WHITE)


def _seahorse(pen: Pen, animal: Animal) -> None:
    pen.attach("-10,-12 -16,-34! -4,-26 4,-42! 10,-26 20,-34! 20,-16", animal.accent)
    pen.fill(
        "-18,4 -10,-18 10,-26 26,-16 36,-2 68,4 72,0! 74,16! 68,12 34,12 18,20 -8,22", animal.face
    )
    eye(pen, 16, -6, 8, animal.second)


def _hammerhead(pen: Pen, animal: Animal) -> None:
    pen.fill(
        "-24,-30 16,-24 34,-30 40,-66 56,-76 66,-62 "
        "62,-24 66,4 74,38 64,54 50,48 36,20 14,26 -24,30",
        animal.face,
    )
    pen.fill("-20,10 16,10 36,18 50,46 34,22 10,25 -20,28", animal.second, line=False)
    pen.dots("54,-20 57,8", DARK, 4)
    eye(pen, 55, -64, 8, WHITE)
    eye(pen, 63, 42, 8, WHITE)


def _ray(pen: Pen, animal: Animal) -> None:
    pen.dots("-8,-12 -8,12", shade(animal.face, 0.3), 19)
    eye(pen, -6, -12, 9, "#d9b23c")
    eye(pen, -6, 12, 9, "#d9b23c")


def _antenna(pen: Pen, text: str, knob: str = "") -> None:
    pen.stroke(text, width=3)
    if knob:
        pen.dots(knob, DARK, 8)


def _insect(pen: Pen, animal: Animal) -> None:
    """Bees, hornets, locusts, butterflies, dragonflies: one large eye."""
    if "clubs" in animal.extras:
        _antenna(pen, "22,-16 34,-44 54,-60", "54,-60")
        _antenna(pen, "16,-18 18,-48 30,-68", "30,-68")
        pen.stroke("40,14 54,22 58,10 50,8", width=2.61)
    else:
        _antenna(pen, "26,-16 42,-36 62,-38")
        _antenna(pen, "20,-18 30,-42 48,-50")
    pen.fill("-12,2 -4,-20 18,-26 38,-14 42,6 34,26 14,28 -6,18", animal.face)
    if "jaws" in animal.extras:
        pen.fill("30,20 46,24 48,36! 32,34 22,28", animal.accent)
    big = 1.5 if "great_eyes" in animal.extras else 1
    pen.fill(oval(22, -6, 12 * big, 14 * big), animal.accent if big > 1 else DARK)
    pen.dots("26,-12", WHITE, 5)


def _mantis(pen: Pen, animal: Animal) -> None:
    _antenna(pen, "14,-20 20,-50 40,-70")
    _antenna(pen, "26,-20 40,-46 62,-58")
    pen.fill("-14,-20 18,-24 48,-22 44,-4 26,24 16,28 8,22 -8,-2", animal.face)
    pen.fill(oval(-8, -14, 11, 14), animal.accent)
    pen.fill(oval(42, -16, 11, 14), animal.accent)
    pen.dots("-6,-14 42,-16", DARK, 6)


def _crab(pen: Pen, animal: Animal) -> None:
    """Crabs and lobsters: eyes on stalks, feelers and claws."""
    pen.stroke("16,-4 60,-34 110,-40", animal.accent, 3)
    pen.stroke("16,-8 44,-52 84,-72", animal.accent, 3)
    pen.fill("-20,-4 0,-20 26,-18 36,0 22,18 -8,20", animal.face)
    for x, y in ((14, -36), (30, -30)):
        pen.stroke(f"{x - 6},-10 {x},{y}", animal.face, 7)
        eye(pen, x, y, 11)
    arm = limb("10,12,8 36,26,8 54,16,10")
    pen.fill(arm.outline(), animal.face)
    claw(pen.at(58, 12, turn=-20), animal.face)


def claw(pen: Pen, paint: str) -> None:
    """A pincer that opens to the right."""
    pen.fill("0,-8 20,-26 48,-24 62,-10! 40,-10 26,-2! 44,6 54,14! 30,20 6,12", paint)


def _scorpion(pen: Pen, animal: Animal) -> None:
    for y in (-12, 18):
        pen.fill(limb(f"0,{y / 2:.0f},6 30,{y * 1.4:.0f},7 52,{y:.0f},8").outline(), animal.face)
        claw(pen.at(54, y, turn=-y / 2, scale=0.8), animal.face)
    pen.fill("-16,2 -6,-16 18,-18 28,0 18,18 -8,18", animal.face)
    pen.dots("14,-6 18,2", WHITE, 4)


def _octopus(pen: Pen, animal: Animal) -> None:
    pen.fill("-30,10 -28,-22 -6,-40 22,-36 40,-14 38,16 14,32 -16,30", animal.face)
    pen.dots("-16,-18 -8,12 30,8 22,20", animal.mark, 7)
    pen.fill(oval(12, -18, 15, 14), animal.second)
    pen.stroke("5,-17 12,-14 20,-17", DARK, 5)


def _bird(pen: Pen, animal: Animal) -> None:
    beak(pen, animal)


HEADS: dict[str, Head] = {
    "muzzle": _muzzle, "elephant": _elephant, "hippo": _hippo, "pig": _pig, "dog": _dog,
    "rodent": _rodent, "anteater": _anteater, "shrew": _shrew, "platypus": _platypus,
    "dugong": _dugong, "dolphin": _dolphin, "orca": _orca, "humpback": _humpback,
    "crocodile": _crocodile, "lizard": _lizard, "turtle": _turtle, "snake": _snake, "hood": _hood,
    "frog": _frog, "fish": _fish, "seahorse": _seahorse, "hammerhead": _hammerhead, "ray": _ray,
    "insect": _insect, "mantis": _mantis, "crab": _crab, "scorpion": _scorpion,
    "octopus": _octopus, "bird": _bird,
}  # fmt: skip
