"""Heads of insects, crabs, scorpions; and of octopuses."""

from __future__ import annotations

from tangledbank.art.animals import Animal
from tangledbank.art.heads import WHITE, Head, eye
from tangledbank.art.pen import DARK, Pen, limb, oval


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


HEADS: dict[str, Head] = {
    "insect": _insect,
    "mantis": _mantis,
    "crab": _crab,
    "scorpion": _scorpion,
    "octopus": _octopus,
}
