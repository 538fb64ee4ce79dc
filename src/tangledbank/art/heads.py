"""Heads seen from the side, and the ears and horns on all of them.

The pen stands where the skull meets the neck; heads look to the right and are about 80 units long.
"""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.art.animals import Animal
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
    if "badger" in animal.extras:
        pen.fill(
            longer("72,-2 40,-12 10,-26 -14,-18 -16,-6 20,-6 50,2", animal.snout), DARK, line=False
        )
    end = 22 + 50 * animal.snout
    pen.dots([(end - 1, 0)], DARK, 11)
    pen.stroke([Knot(end - 4, 9), Knot(end - 18, 11), Knot(end - 28, 9)])
    eye(pen, 22, -11, 7, animal.second if "badger" in animal.extras else "")
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


HEADS: dict[str, Head] = {
    "muzzle": _muzzle, "elephant": _elephant, "hippo": _hippo, "pig": _pig, "dog": _dog,
    "rodent": _rodent, "anteater": _anteater, "shrew": _shrew, "platypus": _platypus,
}  # fmt: skip
