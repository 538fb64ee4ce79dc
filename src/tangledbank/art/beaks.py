"""Heads of birds: a round head, and a beak that tells which."""

from __future__ import annotations

from tangledbank.art.animals import Animal
from tangledbank.art.palette import mix, shade
from tangledbank.art.pen import DARK, Pen, oval

WHITE = "#f7f1e3"

# Upper and lower half of each beak; the head is a circle of 28 about 14,-8.
BEAKS = {
    "parrot": ("30,-26 52,-24 64,-4 56,20! 48,2 36,4", "36,2 48,4 48,16 36,16"),
    "hook": ("34,-18 54,-16 66,-4 62,10! 54,2 36,2", "36,2 54,3 52,8 36,8"),
    "crow": ("34,-18 58,-14 80,2! 58,3 36,2", "36,2 58,4 74,4! 54,10 36,9"),
    "gull": ("36,-14 62,-14 78,-6 76,6! 64,-1 36,-1", "36,0 64,0 70,6 62,8 36,8"),
    "puffin": ("30,-30 54,-26 72,-6 76,4! 54,2 34,0", "34,2 54,3 72,6! 54,20 36,14"),
    "duck": ("34,-14 52,-8 78,-4 86,4 76,8 36,4", "38,5 76,9 70,12 38,10"),
    "pelican": ("34,-14 90,-2 132,12 136,20! 90,8 36,2", "36,2 90,8 134,20! 104,40 60,44 30,18"),
    "bent": ("32,-18 54,-18 66,-4 64,20! 54,6 34,2", "34,2 50,6 58,20! 46,16 34,10"),
    "dagger": ("34,-14 70,-8 112,2! 70,2 36,1", "36,1 70,2 108,3! 68,9 36,8"),
    "short": ("36,-12 50,-10 58,0! 50,2 36,2", "36,2 50,3 54,3! 48,8 36,8"),
    "needle": ("36,-10 80,-8 118,-6! 80,-3 36,-2", "36,-2 70,-2 90,-3! 70,1 36,3"),
    "flat": ("34,-12 52,-10 66,-4 66,2 50,3 34,2", "34,2 50,4 62,4 50,9 34,8"),
    "penguin": ("34,-14 56,-12 80,0 82,6! 58,2 36,0", "36,0 58,4 76,6! 56,8 36,6"),
    "long_hook": ("34,-14 80,-8 98,-4 98,10! 88,2 36,1", "36,1 84,4 84,8 36,8"),
    "tiny": ("38,-10 50,-6 54,0! 48,1 38,0", "38,0 48,2 50,3! 38,5"),
}


def beak(pen: Pen, animal: Animal) -> None:
    """The head of a bird."""
    extras = animal.extras
    _behind(pen, animal)
    upper, lower = BEAKS[animal.beak]
    pen.fill(
        lower,
        mix(animal.accent, "#c9b48a", 0.35)
        if animal.beak == "pelican"
        else shade(animal.accent, 0.18),
    )
    pen.fill(upper, animal.accent)
    _on_beak(pen, animal)
    outline = oval(14, -8, 28, 26)
    pen.fill(outline, animal.face)
    if "mask" in extras:
        pen.fill("40,-8 24,-20 4,-16 -6,-4 14,2 38,2", animal.mark, line=False)
    if "cap" in extras:
        pen.fill("39,-14 20,-12 -6,-6 -12,-12 -3,-25 14,-32 32,-25", animal.mark, line=False)
    if "cheek" in extras:
        pen.fill(oval(16, 0, 18, 14), animal.second, line=False)
    if "throat" in extras:
        pen.fill("38,0 20,2 -7,10 6,15 24,15 36,6", animal.mark, line=False)
    if "ear_patch" in extras:
        pen.fill("-10,-14 0,0 16,10 4,15 -10,6", animal.mark, line=False)
    if "eye_ring" in extras:
        pen.dots("22,-12", animal.second, 17)
    iris = animal.mark if "bright_eye" in extras else ""
    pen.dots("22,-12", iris or DARK, 10)
    pen.dots("22,-12", DARK, 6)
    pen.dots("23.5,-14", WHITE, 2.6)
    if "brow" in extras:
        pen.stroke("10,-20 24,-20 34,-13", width=4)
    if "wattle" in extras:
        pen.fill("34,10 40,26 34,40 28,26", "#b5413a")


def _behind(pen: Pen, animal: Animal) -> None:
    """Crests and pouches."""
    extras = animal.extras
    if "crest" in extras:
        pen.attach("10,-28 -4,-52 -30,-58! -18,-44 -40,-42! -22,-32 -40,-26! -14,-18", animal.mark)
    if "hoatzin" in extras:
        for x, y in ((-40, -50), (-26, -64), (-8, -70), (8, -66)):
            pen.stroke(f"6,-26 {x / 2 + 3:.0f},{y / 1.5:.0f} {x},{y}", animal.mark, 5)
    if "plume" in extras:
        pen.stroke("0,-28 -24,-32 -50,-18", DARK, 5)
    if "casque" in extras:
        pen.attach("34,-24 26,-56 4,-66 -8,-46 -8,-20", animal.accent)
    if "pouch" in extras:
        pen.fill("38,4 56,30 46,66 14,76 -8,52 -4,14", "#c23a2f")
    if "spur" in extras:
        pen.stroke("4,-30 2,-46 8,-54", animal.mark, 3.5)


def _on_beak(pen: Pen, animal: Animal) -> None:
    if animal.beak == "puffin":
        pen.fill("31,-29 42,-29 46,0 42,18 35,14 34,0", "#4b5563", line=False)
        pen.stroke("48,-27 52,2 48,18", "#f0d483", 5)
    if animal.beak == "gull":
        pen.dots("67,3", "#b5413a", 6)
    if animal.beak == "bent":
        pen.fill("66,-2 65,18 54,8 60,-2", DARK, line=False)
    if "nostril" in animal.extras:
        pen.dots("46,-9", DARK, 4)


def owl(pen: Pen, animal: Animal) -> None:
    """An owl looks at you: a flat face with two large eyes."""
    pen.fill("-24,0 -20,-30 2,-46 20,-48 40,-44 60,-28 62,2 44,26 20,34 -8,24", animal.face)
    heart = "20,-30 36,-42 54,-28 54,-4 38,18 20,28! 4,18 -16,-4 -14,-28 6,-42"
    pen.fill(heart, animal.second)
    yellow = animal.accent if "bright_eye" in animal.extras else ""
    for x in (4, 36):
        if yellow:
            pen.dots([(x, -12)], yellow, 19)
        pen.dots([(x, -12)], DARK, 12)
        pen.dots([(x + 2, -14)], WHITE, 4)
    pen.fill("14,-6 20,-12 26,-6 20,12!", animal.accent)
