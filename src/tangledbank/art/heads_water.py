"""Heads of whales, sea cows and fish."""

from __future__ import annotations

from tangledbank.art.animals import Animal
from tangledbank.art.heads import WHITE, Head, eye
from tangledbank.art.palette import shade
from tangledbank.art.pen import DARK, Pen


def _dugong(pen: Pen, animal: Animal) -> None:
    pen.attach("-26,-8 -8,-28 24,-28 50,-14 66,6 70,34 56,44! 40,32 18,28 -16,24", animal.face)
    pen.fill("62,14 72,32 58,44 44,32 50,16", animal.second)
    pen.dots("58,10 66,14", DARK, 5)
    eye(pen, 26, -8, 6)


def _dolphin(pen: Pen, animal: Animal) -> None:
    pen.attach("-22,-24 4,-34 34,-30 54,-12 84,-2 90,6 80,12 48,14 10,26 -22,26", animal.face)
    pen.fill("86,8 50,12 10,26 -18,26 14,12 46,6", animal.second, line=False)
    pen.stroke("88,6 58,8 40,2")
    eye(pen, 34, -6, 7)


def _orca(pen: Pen, animal: Animal) -> None:
    pen.attach("-24,-34 10,-40 50,-30 74,-6 74,12 56,24 14,34 -24,34", animal.face)
    pen.fill("74,10 44,12 6,20 -20,24 -20,33 14,33 54,23", WHITE, line=False)
    pen.fill("10,-22 30,-22 38,-12 22,-8 6,-12", WHITE, line=False)
    pen.stroke("74,6 52,10 38,6")
    eye(pen, 44, -6, 6)


def _humpback(pen: Pen, animal: Animal) -> None:
    pen.attach("-24,-30 20,-32 64,-18 92,-6 98,4 92,24 50,42 -24,36", animal.face)
    pen.fill("96,8 60,8 30,16 -20,14 -22,36 50,42 90,24", animal.second, line=False)
    for y in (18, 26, 34):
        pen.stroke(f"{96 - y / 2:.0f},{y - 6} 40,{y} -14,{y - 2}", shade(animal.second, 0.4), 2)
    pen.stroke("97,6 60,6 30,14")
    pen.dots("60,-10 74,-6 46,-12", shade(animal.face, 0.4), 5)
    eye(pen, 26, 4, 6)


def _fish(pen: Pen, animal: Animal) -> None:
    pen.fill("-24,-36 4,-38 40,-22 62,-2 60,8 34,26 4,38 -24,36", animal.face)
    if "sashes" in animal.pattern:
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
    pen.attach(
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


HEADS: dict[str, Head] = {
    "dugong": _dugong,
    "dolphin": _dolphin,
    "orca": _orca,
    "humpback": _humpback,
    "fish": _fish,
    "seahorse": _seahorse,
    "hammerhead": _hammerhead,
    "ray": _ray,
}
