"""Heads seen from the side, and the ears, horns and beaks on them.

The pen stands where the skull meets the neck; heads look to the right and are about 80 units long.
"""

from __future__ import annotations

from tangledbank.art.animals import Animal, Draw, coat, strip, worn
from tangledbank.art.marks import attach, dots, drawing, eye, fill, given, line, patch, placed
from tangledbank.art.palette import mix, shade
from tangledbank.art.pen import DARK, WHITE, Knot, Pen, Shape, oval, sections, shape

IVORY, TONGUE = "#efe4c6", "#a4423a"
SNOUT = 22  # where a snout begins


def _longer(text: str, snout: float) -> Shape:
    """An outline with its snout stretched."""
    return [
        Knot(SNOUT + (x - SNOUT) * snout if x > SNOUT else x, y, corner)
        for x, y, corner in shape(text)
    ]


def snout(text: str, paint: str, *, line: bool = True) -> Draw:
    """A shape that is as long as the animal's snout."""
    return lambda pen, animal: pen.fill(_longer(text, animal.snout), animal.paint(paint), line=line)


def snout_patch(text: str, paint: str) -> Draw:
    """The same without an ink line."""
    return snout(text, paint, line=False)


def nose(reach: float, *marks: Draw) -> Draw:
    """Marks at the end of a snout that usually reaches so far."""
    whole = drawing(*marks)
    return lambda pen, animal: whole(pen.at(SNOUT + reach * animal.snout, 0), animal)


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


def ear(x: float, y: float, turn: float, *, flip: bool = False) -> Draw:
    """An ear at a place."""
    return lambda pen, animal: _ear(pen.at(x, y, turn=turn, flip=flip), animal)


def _ear(pen: Pen, animal: Animal) -> None:
    """An ear, with a lighter inside unless it is small."""
    if animal.ears not in EARS:
        return
    outline = shape(EARS[animal.ears])
    pen.attach(outline, animal.face)
    if animal.ears != "small":
        inner = [Knot(x * 0.55, y * 0.72, corner) for x, y, corner in outline]
        pen.fill(inner, animal.second, line=False)
    TUFTS(pen, animal)


TUFTS = given("tufts", line("-2,-28 -3,-46", "face", 6), line("2,-28 4,-42", "face", 5))

# -- horns, growing up from the pen -------------------------------------------------------------


def _horn(text: str, ridges: int = 0) -> Draw:
    def draw(pen: Pen, animal: Animal) -> None:
        pen.fill(text, animal.accent)
        for i in range(ridges):
            a, b = sections(text)(0.08 + i * 0.8 / ridges)
            pen.stroke([Knot(*a), Knot(*b)], shade(animal.accent, 0.5), 2.6)

    return draw


HORNS: dict[str, Draw] = {
    "spiral": _horn("0,4,9 -16,-14,8 -10,-36,7 -24,-56,5 -20,-78,0", 3),
    "straight": _horn("0,4,6 -22,-40,5 -44,-88,3 -54,-108,0", 4),
    "lyre": _horn("0,4,6 -16,-18,5 -8,-46,4 -26,-70,3 -18,-92,0", 4),
    "ibex": _horn("0,6,10 -12,-30,10 -42,-56,9 -78,-56,7 -100,-36,0", 7),
    "bull": _horn("-2,2,10 -20,-10,9 -18,-32,6 -6,-44,0"),
    "boss": _horn("6,-6,15 -16,2,12 -22,26,8 -2,42,6 16,34,0"),
    "goat": _horn("0,4,7 -8,-16,6 -20,-34,0"),
    "knobs": drawing(attach("0,4,5 -4,-16,4 -5,-22,5", "face"), dots("-5,-23", DARK, 10)),
    "antlers": fill(
        "0,2,5 -16,-24,5 -22,-56,4 -6,-86,3 8,-98,0; -19,-40,4 -40,-52,3 -52,-70,0; "
        "-8,-14,4 14,-26,4 32,-24,3 40,-32,0; -14,-72,4 -30,-88,3 -34,-100,0",
        "accent",
    ),
}


def horn(x: float, y: float, turn: float) -> Draw:
    """A horn at a place, if it has any."""

    def draw(pen: Pen, animal: Animal) -> None:
        if animal.horns in HORNS:
            HORNS[animal.horns](pen.at(x, y, turn=turn), animal)

    return draw


# -- beaks, an upper and a lower half of each ---------------------------------------------------

# The head is a circle of 28 about 14,-8.
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
ON_BEAK: dict[str, Draw] = {
    "puffin": drawing(
        patch("31,-29 42,-29 46,0 42,18 35,14 34,0", "#4b5563"),
        line("48,-27 52,2 48,18", "#f0d483", 5),
    ),
    "gull": dots("67,3", "#b5413a", 6),
    "bent": patch("66,-2 65,18 54,8 60,-2", DARK),
}


def _beak(pen: Pen, animal: Animal) -> None:
    upper, lower = BEAKS[animal.beak]
    pouched = animal.beak == "pelican"
    beneath = mix(animal.accent, "#c9b48a", 0.35) if pouched else shade(animal.accent, 0.18)
    pen.fill(lower, beneath)
    pen.fill(upper, animal.accent)
    if animal.beak in ON_BEAK:
        ON_BEAK[animal.beak](pen, animal)


# -- what some heads have beside their marks ----------------------------------------------------

MUZZLE = "-18,-4 -8,-24 12,-30 32,-22 58,2 76,14 80,24 72,34 52,30 26,24 6,26 -14,16"
LIZARD = "-20,2 -12,-16 10,-26 30,-20 54,-8 70,0 72,8 62,14 30,18 4,20 -16,14"
CROWN = "-14,2 0,-18 20,-20 40,-6 30,2 4,6"  # of a turtle
CLAW = fill("0,-8 20,-26 48,-24 62,-10! 40,-10 26,-2! 44,6 54,14! 30,20 6,12", "face")


def _painted_muzzle(pen: Pen, animal: Animal) -> None:
    across = sections(_longer(MUZZLE, animal.snout))
    for word, paint in (("pale_muzzle", animal.second), ("dark_muzzle", animal.mark)):
        if word in animal.extras:
            pen.fill(strip(across, 0.02, 0.22, 0.03, 0.97), paint, line=False)
            break
    if "face_stripes" in animal.extras:
        coat(pen, "stripes", across, 80, animal)


def _nostril(pen: Pen, animal: Animal) -> None:
    (x, _), _ = sections(_longer(MUZZLE, animal.snout))(0.06)
    pen.dots([(x - 3, 18)], DARK, 5)
    pen.stroke([Knot(x + 2, 28), Knot(x - 10, 27), Knot(x - 18, 23)])


def _tusk(pen: Pen, animal: Animal) -> None:
    big = 1.5 if "warts" in animal.extras else 0.9
    pen.at(-22, 16, scale=big).fill("0,4,6 10,-4,5 10,-20,0", IVORY)


def _pigs_mouth(pen: Pen, animal: Animal) -> None:
    end = SNOUT + 63 * animal.snout
    pen.stroke(f"{end - 8:.0f},22 {end - 24:.0f},20")


def _lizards_mouth(pen: Pen, animal: Animal) -> None:
    end = SNOUT + 48 * animal.snout
    coat(pen, animal.neck_pattern, sections(_longer(LIZARD, animal.snout)), 80, animal)
    pen.stroke([Knot(end, 7), Knot(end - 20, 8), Knot(16, 8)])
    pen.dots([(end - 6, 0)], DARK, 4)


def _claws(pen: Pen, animal: Animal) -> None:
    for y in (-12, 18):
        pen.fill(f"0,{y / 2:.0f},6 30,{y * 1.4:.0f},7 52,{y},8", animal.face)
        CLAW(pen.at(54, y, turn=-y / 2, scale=0.8), animal)


def _gill(pen: Pen, animal: Animal) -> None:
    (SASH if "sashes" in animal.pattern else line("-4,-26 8,0 -4,28"))(pen, animal)


SASH = drawing(
    patch("-18,-36 0,-36 8,0 0,37 -18,36 -10,0", "second"),
    line("-18,-36 -10,0 -18,36; 0,-37 8,0 0,37", DARK, 4),
)
SNAKE = drawing(
    line("60,6 78,8 90,2; 78,8 90,14", TONGUE, 3.5),
    fill("-18,-2 -4,-18 24,-22 50,-10 62,2 58,12 28,18 0,18 -16,10", "face"),
    line("61,7 40,9 18,6"),
    given("eye_stripe", line("40,-6 10,-2 -14,6", "mark", 6)),
    eye(32, -6, 8, "accent"),
)

# -- heads --------------------------------------------------------------------------------------

HEADS: dict[str, Draw] = {
    "muzzle": drawing(  # antelopes, deer, horses, goats, camels, cattle
        horn(2, -26, 14), ear(2, -20, 4), snout(MUZZLE, "face"),
        _painted_muzzle,
        given("chevron", line("28,-14 30,0 40,6", "second", 5)),
        given("oryx", line("22,-24 24,-4 36,22", "mark", 9), line("44,-6 56,8 52,26", "mark", 8)),
        _nostril,
        eye(18, -9), horn(10, -28, 10), ear(-6, -20, -46),
        given("beard", attach("22,24 18,44 28,62! 34,46 40,28", "mark")),
        given("forelock", attach("-16,-6 -12,-32 6,-42 24,-34 30,-16! 20,-20 16,-8! 8,-18 0,-6! "
                                 "-6,-14", "mark")),
    ),
    "elephant": drawing(
        fill("44,22,7 60,40,6 84,44,0", f"{IVORY} 12"),
        fill("58,0,19 72,30,15 74,66,11 68,96,9 80,112,8 94,106,6", "face"),
        line("66,26 72,29 79,26; 67,42 72,45 78,42; 68,58 72,61 76,58; "
             "69,74 72,77 75,74", "face 40", 2),
        fill("-24,-8 -14,-42 16,-56 48,-44 72,-14 78,8 60,26! 40,34 14,36 -10,26", "face"),
        patch("60,22 64,6 76,-2 76,10", "face"), fill("46,24,7 60,44,6 88,48,0", IVORY),
        eye(42, -14, 7),
        fill("14,-40 -10,-54 -40,-46 -54,-12 -44,28 -24,54! -6,38 10,20 18,-8", "face 08"),
        line("4,-30 -22,-34 -38,-10", "face 35", 2.6),
    ),
    "hippo": drawing(
        ear(4, -36, 10),
        fill("-22,-8 -10,-36 16,-42 34,-28 54,-22 84,-26 104,-8 106,20 92,44 "
             "56,48 18,38 -14,26", "face"),
        patch("58,26 84,20 106,16 104,34 90,44 62,46", "second"), line("104,20 78,26 50,24 38,16"),
        dots("86,-14 98,-8", DARK, 6), fill("84,24 86,36 92,36 94,22", IVORY), eye(22, -28, 8),
        ear(-6, -32, -24),
    ),
    "pig": drawing(
        ear(6, -26, 10),
        snout("-20,-4 -8,-28 14,-34 34,-22 62,-6 84,-4! 90,6 88,20! 62,26 32,30 4,28 -16,16",
              "face"),
        nose(63, fill(oval(0, 8, 6, 14), "second"), dots("1,3 1,12", DARK, 4)),
        _pigs_mouth,
        given("warts", fill("30,8 40,4 42,16 32,20; 50,-10 58,-14 62,-4 54,0", "face 25")),
        given("tusks", nose(63, _tusk)), eye(22, -12, 7), ear(-6, -24, -30),
        given("crest", attach("22,-28! 20,-46 8,-34! 6,-54 -6,-34! -16,-50 -18,-26! -34,-38 -28,-8",
                              "mark")),
    ),
    "dog": drawing(  # wolves, foxes, fruit bats, kangaroos: a pointed muzzle with a black nose
        horn(4, -28, 4), ear(12, -24, 12),
        snout("-20,0 -12,-22 8,-34 26,-24 50,-8 70,-4 74,4 66,13 42,18 22,26 0,28 -16,18", "face"),
        given("pale_jaw", snout_patch("70,10 46,6 24,6 2,14 -12,20 0,26 22,24 42,16", "second")),
        given("badger", snout_patch("72,-2 40,-12 10,-26 -14,-18 -16,-6 20,-6 50,2", DARK)),
        nose(50, dots("-1,0", DARK, 11), line("-4,9 -18,11 -28,9")),
        given("badger", eye(22, -11, 7, "second"), other=eye(22, -11, 7)), ear(-6, -22, -14),
    ),
    "rodent": drawing(  # squirrels, beavers, hares: blunt, with front teeth
        ear(8, -28, 10), fill("40,16 42,32 52,31 51,12", WHITE),
        snout("-20,2 -14,-24 8,-36 32,-28 52,-8 56,6 46,20 22,28 -4,26 -16,16", "face"),
        given("pale_jaw", snout_patch("54,8 40,6 20,14 0,22 20,27 44,19", "second")),
        nose(33, dots("-1,-1", "accent", 9), line("-4,10 -16,12"),
             line("-10,6 -26,20; -14,4 -32,12", width=1.6)),
        eye(20, -12, 9), ear(-6, -24, -18),
    ),
    "anteater": drawing(
        ear(0, -18, -20),
        fill("-18,0 -10,-18 10,-24 40,-10 84,8 116,22 120,30 110,32 78,24 "
             "38,18 8,20 -12,14", "face"),
        line("118,28 132,30 142,26", TONGUE, 3), dots("116,24", DARK, 5), eye(20, -8, 6),
    ),
    "shrew": drawing(  # moles and pangolins: a cone
        snout("-18,0 -10,-22 12,-26 40,-10 66,6 70,12 62,16 34,20 8,24 -14,16", "face"),
        nose(46, dots("0,10", "accent", 10), line("-14,12 -30,26; -18,10 -36,18", width=1.6)),
        eye(22, -6, 5),
    ),
    "platypus": drawing(
        fill("36,-14 60,-6 94,-4 104,6 94,16 60,18 36,18", "accent"),
        line("100,8 70,8 48,6", "accent 40", 2.6),
        fill("-18,0 -10,-22 14,-28 38,-16 44,2 36,18 10,24 -14,16", "face"), dots("90,0", DARK, 4),
        eye(20, -10, 7, "second"),
    ),
    # whales, sea cows and fish
    "dugong": drawing(
        attach("-26,-8 -8,-28 24,-28 50,-14 66,6 70,34 56,44! 40,32 18,28 -16,24", "face"),
        fill("62,14 72,32 58,44 44,32 50,16", "second"), dots("58,10 66,14", DARK, 5),
        eye(26, -8, 6),
    ),
    "dolphin": drawing(
        attach("-22,-24 4,-34 34,-30 54,-12 84,-2 90,6 80,12 48,14 10,26 -22,26", "face"),
        patch("86,8 50,12 10,26 -18,26 14,12 46,6", "second"), line("88,6 58,8 40,2"),
        eye(34, -6, 7),
    ),
    "orca": drawing(
        attach("-24,-34 10,-40 50,-30 74,-6 74,12 56,24 14,34 -24,34", "face"),
        patch("74,10 44,12 6,20 -20,24 -20,33 14,33 54,23; 10,-22 30,-22 "
              "38,-12 22,-8 6,-12", WHITE),
        line("74,6 52,10 38,6"), eye(44, -6, 6),
    ),
    "humpback": drawing(
        attach("-24,-30 20,-32 64,-18 92,-6 98,4 92,24 50,42 -24,36", "face"),
        patch("96,8 60,8 30,16 -20,14 -22,36 50,42 90,24", "second"),
        line("87,12 40,18 -14,16; 83,20 40,26 -14,24; 79,28 40,34 -14,32", "second 40", 2),
        line("97,6 60,6 30,14"), dots("60,-10 74,-6 46,-12", "face 40", 5), eye(26, 4, 6),
    ),
    "fish": drawing(
        fill("-24,-36 4,-38 40,-22 62,-2 60,8 34,26 4,38 -24,36", "face"),
        _gill,
        line("61,4 50,6 42,2"), eye(34, -8, 10, WHITE),
    ),
    "seahorse": drawing(
        attach("-10,-12 -16,-34! -4,-26 4,-42! 10,-26 20,-34! 20,-16", "accent"),
        fill("-18,4 -10,-18 10,-26 26,-16 36,-2 68,4 72,0! 74,16! 68,12 34,12 18,20 -8,22", "face"),
        eye(16, -6, 8, "second"),
    ),
    "hammerhead": drawing(
        attach("-24,-30 16,-24 34,-30 40,-66 56,-76 66,-62 62,-24 66,4 74,38 64,54 50,48 36,20 "
               "14,26 -24,30", "face"),
        patch("-20,10 16,10 36,18 50,46 34,22 10,25 -20,28", "second"),
        dots("54,-20 57,8", DARK, 4), eye(55, -64, 8, WHITE), eye(63, 42, 8, WHITE),
    ),
    "ray": drawing(
        dots("-8,-12 -8,12", "face 30", 19), eye(-6, -12, 9, "#d9b23c"), eye(-6, 12, 9, "#d9b23c"),
    ),
    # reptiles and amphibians
    "crocodile": drawing(
        fill("-20,4 10,18 60,24 108,22 112,16 60,14 20,6", "face 12"),
        attach("40,12! 48,22! 56,11! 64,22! 72,11! 80,22! 88,11! 96,21! "
               "104,11! 110,19! 114,8!", WHITE),
        fill("-24,-4 -8,-20 6,-28 20,-26 30,-12 60,-4 96,-4 104,-10 116,-4 118,6 110,11 60,12 "
             "24,12 -18,16", "face"),
        dots("40,2 56,4 72,3 88,4", "mark", 4), dots("108,-4", DARK, 5), eye(14, -17, 9, "#d9b23c"),
    ),
    "lizard": drawing(  # iguanas, monitors, geckos, salamanders, chameleons
        given("casque", attach("-16,8 -34,-20 -26,-44! 0,-30 16,-20", "face")),
        given("spines",
              attach("16,-20! 10,-38! 2,-24! -8,-40! -12,-20! -26,-32! -24,-4", "accent")),
        given("tongue", line("70,8 86,10 96,4; 86,10 98,14", TONGUE, 3.5)),
        given("dewlap", attach("40,14 34,44 14,54 -2,36 -8,16", "second")), snout(LIZARD, "face"),
        _lizards_mouth,
        given("turret", fill(oval(22, -8, 13, 13), "second")),
        given("cheek", fill(oval(4, 8, 8, 8), "second")),
        given("turret", eye(24, -9, 8), other=eye(24, -9, 8, "accent")),
    ),
    "turtle": drawing(
        fill("-16,2 -8,-16 14,-24 36,-18 48,-2 50,12! 40,16 14,20 -12,14", "face"),
        given("scutes", worn("patches", CROWN, 40), other=worn("freckles", CROWN, 40)),
        line("49,10 36,8 24,6"), eye(28, -6, 8),
    ),
    "snake": SNAKE,
    "hood": drawing(  # a cobra: its neck spread out
        fill("-16,96 -20,70 -44,40 -40,4 -14,-18 20,-14 30,10 26,44 8,70 12,96", "face"),
        patch("-10,92 -8,60 -14,20 -4,-6 14,-4 20,20 8,60 4,92", "second"),
        line("-11,14 2,18 15,14; -11,30 2,34 15,30; -11,46 2,50 15,46; -11,62 2,66 15,62; "
             "-11,78 2,82 15,78", "mark", 3),
        placed("-2,-12,0", SNAKE),
    ),
    "frog": drawing(
        fill(oval(18, -24, 13, 13), "face"),
        fill("-26,2 -16,-18 8,-24 36,-20 60,-4 64,8 52,20 20,28 -10,26 -26,16", "face"),
        given("pale_jaw", patch("62,10 30,14 0,12 -20,18 -8,25 20,27 50,19", "second")),
        worn("neck", "-20,-8 8,-22 50,-8 40,4 0,4", 70), line("63,8 30,14 4,8"),
        dots("54,-4", DARK, 4), fill(oval(30, -22, 14, 14), "face"), eye(31, -23, 12, "accent"),
        given("gland", fill("-18,-14 0,-16 4,-4 -16,0", "face 20")),
    ),
    # insects, crabs, scorpions; and octopuses
    "insect": drawing(  # bees, hornets, locusts, butterflies, dragonflies: one large eye
        given("clubs",
            line("22,-16 34,-44 54,-60", width=3), dots("54,-60", DARK, 8),
            line("16,-18 18,-48 30,-68", width=3), dots("30,-68", DARK, 8),
            line("40,14 54,22 58,10 50,8", width=2.61),
            other=line("26,-16 42,-36 62,-38; 20,-18 30,-42 48,-50", width=3),
        ),
        fill("-12,2 -4,-20 18,-26 38,-14 42,6 34,26 14,28 -6,18", "face"),
        given("jaws", fill("30,20 46,24 48,36! 32,34 22,28", "accent")),
        given("great_eyes", fill(oval(22, -6, 18, 21), "accent"),
              other=fill(oval(22, -6, 12, 14), DARK)),
        dots("26,-12", WHITE, 5),
    ),
    "mantis": drawing(
        line("14,-20 20,-50 40,-70; 26,-20 40,-46 62,-58", width=3),
        fill("-14,-20 18,-24 48,-22 44,-4 26,24 16,28 8,22 -8,-2", "face"),
        fill(oval(-8, -14, 11, 14), "accent"), fill(oval(42, -16, 11, 14), "accent"),
        dots("-6,-14 42,-16", DARK, 6),
    ),
    "crab": drawing(  # crabs and lobsters: eyes on stalks, feelers and claws
        line("16,-4 60,-34 110,-40; 16,-8 44,-52 84,-72", "accent", 3),
        fill("-20,-4 0,-20 26,-18 36,0 22,18 -8,20", "face"), line("8,-10 14,-36", "face", 7),
        eye(14, -36, 11), line("24,-10 30,-30", "face", 7), eye(30, -30, 11),
        fill("10,12,8 36,26,8 54,16,10", "face"), placed("58,12,-20", CLAW),
    ),
    "scorpion": drawing(
        _claws,
        fill("-16,2 -6,-16 18,-18 28,0 18,18 -8,18", "face"), dots("14,-6 18,2", WHITE, 4),
    ),
    "octopus": drawing(
        fill("-30,10 -28,-22 -6,-40 22,-36 40,-14 38,16 14,32 -16,30", "face"),
        dots("-16,-18 -8,12 30,8 22,20", "mark", 7), fill(oval(12, -18, 15, 14), "second"),
        line("5,-17 12,-14 20,-17", DARK, 5),
    ),
    "bird": drawing(  # a round head, and a beak that tells which
        given("crest", attach("10,-28 -4,-52 -30,-58! -18,-44 -40,-42! -22,-32 -40,-26! -14,-18",
                              "mark")),
        given("hoatzin", line("6,-26 -17,-33 -40,-50; 6,-26 -10,-43 -26,-64; 6,-26 -1,-47 -8,-70; "
                              "6,-26 7,-44 8,-66", "mark", 5)),
        given("plume", line("0,-28 -24,-32 -50,-18", DARK, 5)),
        given("casque", attach("34,-24 26,-56 4,-66 -8,-46 -8,-20", "accent")),
        given("pouch", fill("38,4 56,30 46,66 14,76 -8,52 -4,14", "#c23a2f")),
        given("spur", line("4,-30 2,-46 8,-54", "mark", 3.5)),
        _beak,
        given("nostril", dots("46,-9", DARK, 4)), fill(oval(14, -8, 28, 26), "face"),
        given("mask", patch("40,-8 24,-20 4,-16 -6,-4 14,2 38,2", "mark")),
        given("cap", patch("39,-14 20,-12 -6,-6 -12,-12 -3,-25 14,-32 32,-25", "mark")),
        given("cheek", patch(oval(16, 0, 18, 14), "second")),
        given("throat", patch("38,0 20,2 -7,10 6,15 24,15 36,6", "mark")),
        given("ear_patch", patch("-10,-14 0,0 16,10 4,15 -10,6", "mark")),
        given("eye_ring", dots("22,-12", "second", 17)),
        given("bright_eye", dots("22,-12", "mark", 10), other=dots("22,-12", DARK, 10)),
        dots("22,-12", DARK, 6), dots("23.5,-14", WHITE, 2.6),
        given("brow", line("10,-20 24,-20 34,-13", width=4)),
        given("wattle", fill("34,10 40,26 34,40 28,26", "#b5413a")),
    ),
}  # fmt: skip
