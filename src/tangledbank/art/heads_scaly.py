"""Heads of reptiles and amphibians."""

from __future__ import annotations

from tangledbank.art.animals import Animal
from tangledbank.art.heads import WHITE, Head, eye, longer
from tangledbank.art.palette import shade
from tangledbank.art.patterns import coat
from tangledbank.art.pen import DARK, Knot, Pen, oval, sections, shape


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


HEADS: dict[str, Head] = {
    "crocodile": _crocodile,
    "lizard": _lizard,
    "turtle": _turtle,
    "snake": _snake,
    "hood": _hood,
    "frog": _frog,
}
