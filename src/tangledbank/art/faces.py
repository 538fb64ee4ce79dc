"""Heads that look at you: cats, bears, apes, seals and others with a flat face."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.art.animals import Animal
from tangledbank.art.heads import IVORY, WHITE, ear, eye
from tangledbank.art.palette import mix, shade
from tangledbank.art.pen import DARK, Pen, limb, oval

Face = Callable[[Pen, Animal], None]
MANE = (
    "20,-66! 44,-64 56,-50! 76,-34 76,-18! 86,4 76,20! 70,44 52,48! 34,66 20,58! "
    "2,66 -12,48! -32,44 -36,20! -46,4 -36,-18! -36,-34 -16,-50! -4,-64"
)


def _ears(pen: Pen, animal: Animal, wide: float, high: float, turn: float) -> None:
    """Two ears beside a face about 20,-8."""
    ear(pen.at(20 - wide, high, turn=-turn), animal)
    ear(pen.at(20 + wide, high, turn=turn, flip=True), animal)


def _eyes(pen: Pen, wide: float, high: float, width: float, iris: str = "") -> None:
    eye(pen, 20 - wide, high, width, iris)
    eye(pen, 20 + wide, high, width, iris)


def _hairs(pen: Pen, y: float = 12) -> None:
    for x, side in ((4, -1), (36, 1)):
        pen.stroke(f"{x},{y} {x + 24 * side},{y - 4}", width=1.6)
        pen.stroke(f"{x},{y + 4} {x + 22 * side},{y + 8}", width=1.6)


def _cat(pen: Pen, animal: Animal) -> None:
    extras = animal.extras
    if "mane" in extras:
        pen.fill(MANE, animal.mark)
    _ears(pen, animal, 27, -30, 34)
    pen.fill("-17,0 -16,-24 2,-40 20,-42 38,-40 56,-24 57,0 44,20 30,32 10,32 -4,20", animal.face)
    if "stripes" in animal.pattern:
        for line in ("20,-40 20,-26", "10,-39 12,-30", "30,-39 28,-30"):
            pen.stroke(line, animal.mark, 5)
        for line in ("-16,-6 -4,-4", "-13,6 -2,4", "56,-6 44,-4", "53,6 42,4"):
            pen.stroke(line, animal.mark, 5)
    elif animal.pattern:
        pen.dots("20,-34 9,-32 31,-32 14,-26 26,-26 -8,-18 48,-18 -10,-6 50,-6", animal.mark, 5)
    pen.fill("20,0 36,6 36,20 28,30 20,31 12,30 4,20 4,6", animal.second, line=False)
    if "tears" in extras:
        pen.stroke("8,-8 8,6 6,18", DARK, 3.5)
        pen.stroke("32,-8 32,6 34,18", DARK, 3.5)
    pen.fill("12,2 28,2 20,12!", "#5b3630")
    pen.stroke("20,12 20,17 12,22")
    pen.stroke("20,17 28,22")
    _eyes(pen, 16, -10, 8, animal.accent)
    _hairs(pen)


def _bear(pen: Pen, animal: Animal) -> None:
    _ears(pen, animal, 29, -28, 40)
    pen.fill("-20,-2 -16,-28 4,-42 20,-43 36,-42 56,-28 60,-2 48,22 30,33 10,33 -8,22", animal.face)
    pen.fill(oval(20, 12, 18, 16), animal.second)
    pen.fill("11,2 29,2 24,11 16,11", DARK, line=False)
    pen.stroke("20,11 20,18 12,22")
    pen.stroke("20,18 28,22")
    _eyes(pen, 15, -12, 7)


def _ape(pen: Pen, animal: Animal) -> None:
    extras = animal.extras
    if "flanges" in extras:
        pen.fill(
            "20,-36 52,-34 70,-8 60,24 20,36 -20,24 -30,-8 -12,-34", shade(animal.second, 0.25)
        )
    if "mane" in extras:
        pen.at(4, -1, scale=0.8).fill(MANE, animal.mark)
    if "side_ears" in extras:
        for x in (-20, 60):
            pen.fill(oval(x, -8, 11, 14), animal.second)
    pen.fill("-16,-2 -14,-28 4,-42 20,-44 36,-42 54,-28 56,-2 46,22 30,34 10,34 -6,22", animal.face)
    pen.fill("20,-18 34,-26 48,-16 46,4 44,20 30,31 10,31 -4,20 -6,4 -8,-16 6,-26", animal.second)
    if "white_brow" in extras:
        pen.stroke("-6,-18 20,-30 46,-18", WHITE, 6)
        pen.stroke("-8,6 6,30 34,30 48,6", WHITE, 6)
    if "tuft" in extras:
        pen.fill("2,-40 -4,-58! 12,-48 20,-54! 28,-48 44,-58! 38,-40 20,-30", DARK, line=False)
    _eyes(pen, 11, -9, 7, mix(animal.second, "#7a4a22", 0.7))
    pen.dots("17,6 23,6", DARK, 3.5)
    pen.stroke("6,17 20,21 34,17")
    if "beard" in extras:
        pen.fill("6,28 20,36 34,28 28,52 20,58! 12,52", animal.face)


def _tarsier(pen: Pen, animal: Animal) -> None:
    """Tarsiers, ayes-ayes, gliders: huge eyes."""
    _ears(pen, animal, 28, -26, 46)
    pen.fill(
        "-17,-4 -14,-28 6,-40 34,-40 54,-28 57,-4 44,20 28,32! 20,34 12,32! -4,20", animal.face
    )
    if "mask" in animal.extras:
        pen.stroke("20,-38 20,-16", animal.mark, 6)
        pen.dots("2,-10 38,-10", animal.mark, 34)
    _eyes(pen, 18, -10, 16, animal.accent)
    pen.fill("15,8 25,8 20,15", "#7a4f48", line=False)
    pen.stroke("12,22 20,25 28,22")


def _koala(pen: Pen, animal: Animal) -> None:
    _ears(pen, animal, 38, -22, 52)
    pen.fill("-20,-4 -16,-30 4,-42 36,-42 56,-30 60,-4 46,22 30,31 10,31 -6,22", animal.face)
    pen.fill("20,-20 29,-12 31,6 26,15 14,15 9,6 11,-12", DARK)
    pen.stroke("10,23 20,26 30,23")
    _eyes(pen, 21, -12, 7)


def _wombat(pen: Pen, animal: Animal) -> None:
    _ears(pen, animal, 28, -28, 30)
    pen.fill("-20,2 -16,-26 6,-40 34,-40 56,-26 60,2 48,22 30,30 10,30 -8,22", animal.face)
    pen.fill("10,-2 30,-2 33,10 20,16 7,10", DARK)
    pen.stroke("10,23 20,26 30,23")
    _eyes(pen, 22, -12, 7)


def _sloth(pen: Pen, animal: Animal) -> None:
    pen.fill("-22,-2 -18,-30 4,-44 36,-44 58,-30 62,-2 48,24 30,34 10,34 -8,24", animal.face)
    pen.fill("20,-22 46,-28 52,-4 42,20 20,28 -2,20 -12,-4 -6,-28", animal.second)
    pen.stroke("8,-8 -6,0 -12,12", animal.mark, 11)
    pen.stroke("32,-8 46,0 52,12", animal.mark, 11)
    pen.fill("12,2 28,2 24,11 16,11", DARK, line=False)
    pen.stroke("6,15 20,22 34,15")
    _eyes(pen, 13, -7, 6)


def _raccoon(pen: Pen, animal: Animal) -> None:
    """Raccoons and otters: a broad face that ends in a point or a whiskered muzzle."""
    _ears(pen, animal, 27, -28, 34)
    pen.fill("-22,8 -14,-24 6,-38 34,-38 54,-24 62,8! 46,18 30,30 10,30 -6,18", animal.face)
    pen.fill("20,-6 52,-14 60,6 40,6 20,2 0,6 -20,6 -12,-14", DARK, line=False)
    pen.stroke("18,-16 -4,-18 -14,-8", animal.second, 5)
    pen.stroke("22,-16 44,-18 54,-8", animal.second, 5)
    pen.fill(oval(20, 14, 13, 14), animal.second)
    pen.dots("20,8", DARK, 11)
    pen.stroke("14,21 20,22 26,21")
    _eyes(pen, 15, -5, 7, animal.second)


def _otter(pen: Pen, animal: Animal) -> None:
    _ears(pen, animal, 31, -20, 62)
    pen.fill("-20,2 -16,-24 4,-36 36,-36 56,-24 60,2 48,22 30,30 10,30 -8,22", animal.face)
    pen.fill("-6,4 8,0 20,2 32,0 46,4 44,20 30,29 10,29 -4,20", animal.second, line=False)
    pen.fill("11,0 29,0 24,10 16,10", DARK, line=False)
    pen.stroke("20,10 20,15 11,19")
    pen.stroke("20,15 29,19")
    _hairs(pen, 14)
    _eyes(pen, 16, -10, 7)


def _meerkat(pen: Pen, animal: Animal) -> None:
    _ears(pen, animal, 26, -18, 64)
    pen.fill("-10,-2 -8,-26 8,-38 32,-38 48,-26 50,-2 38,14 28,30 12,30 2,14", animal.face)
    pen.dots("6,-8 34,-8", animal.mark, 17)
    pen.dots("20,22", DARK, 11)
    _eyes(pen, 14, -8, 7, animal.accent)


def _seal(pen: Pen, animal: Animal) -> None:
    extras = animal.extras
    pen.fill("-18,-2 -14,-26 6,-38 34,-38 54,-26 58,-2 46,22 30,32 10,32 -6,22", animal.face)
    if animal.pattern:
        pen.dots("20,-32 6,-30 34,-28 -8,-16 48,-14", animal.mark, 5)
    if "tusks" in extras:
        for x, lean in ((8, 4), (32, 36)):
            pen.fill(limb(f"{x},22,6 {x},48,5 {lean},76,0").outline(), IVORY)
    wide = 1.3 if "tusks" in extras else 1
    for x in (10, 30):
        pen.fill(oval(20 + (x - 20) * wide, 14, 13 * wide, 12 * wide), animal.second)
    pen.fill("12,0 28,0 20,11", DARK, line=False)
    pen.dots("6,14 12,18 28,18 34,14", DARK, 2.6)
    _hairs(pen, 14)
    _eyes(pen, 17, -12, 11)


FACES: dict[str, Face] = {
    "cat": _cat, "bear": _bear, "ape": _ape, "tarsier": _tarsier, "koala": _koala,
    "wombat": _wombat, "sloth": _sloth, "raccoon": _raccoon, "otter": _otter,
    "meerkat": _meerkat, "seal": _seal,
}  # fmt: skip
