"""Tails: they grow to the left of the pen."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.art.animals import Animal, coat
from tangledbank.art.palette import shade
from tangledbank.art.pen import DARK, Knot, Pen, limb, oval, sections, shape

Tail = Callable[[Pen, Animal], None]


def tail(pen: Pen, animal: Animal) -> None:
    """Draw a tail; a deck of one's own may have one of any animal."""
    TAILS[animal.tail or "cat"](pen.at(0, 0, scale=animal.long), animal)


def _plain(text: str) -> Tail:
    """A tail that is a limb with the pattern of the coat."""

    def draw(pen: Pen, animal: Animal) -> None:
        middle = limb(text)
        pen.fill(middle.outline(), animal.coat)
        coat(pen, animal.tail_pattern, middle.section, 110, animal)
        if "tail_tip" in animal.extras:
            end = middle.middle[-1]
            pen.dots([(end.x, end.y)], animal.mark, max(end.half * 2.2, 15))

    return draw


def _tuft(pen: Pen, animal: Animal) -> None:
    pen.attach(limb("12,0,7 -14,2,5 -30,6,4 -50,6,4"), animal.coat)
    pen.fill("-46,6 -60,-2 -82,2! -74,8 -84,14! -62,16", animal.mark)


def _horse(pen: Pen, animal: Animal) -> None:
    pen.attach("8,-8 -18,-10 -44,-2 -86,0! -74,8 -86,16! -46,18 -14,12 8,8", animal.mark)
    pen.stroke("-14,2 -50,6 -72,8", shade(animal.mark, 0.4), 2.5)


def _brush(pen: Pen, animal: Animal) -> None:
    pen = pen.at(0, 0, turn=-14)
    pen.fill(
        "10,-7 -18,-10 -50,-26 -84,-28 -112,-14 -128,4! -104,12 -66,18 -30,12 10,9", animal.coat
    )
    pen.fill("-92,-25 -111,-12 -123,4! -103,9 -90,12! -98,2! -86,-6!", animal.second, line=False)


def _bushy(pen: Pen, animal: Animal) -> None:
    """A squirrel's, up over the back."""
    outline = (
        "14,10 -20,12 -52,-4 -70,-44 -66,-92 -42,-122 -10,-120 "
        "6,-100! -12,-104 -24,-84 -22,-48 0,-20 14,-6"
    )
    pen.fill(outline, animal.coat)
    pen.stroke("0,0 -36,-20 -48,-60 -36,-100", shade(animal.coat, 0.3), 3)
    pen.stroke("-16,4 -52,-26 -58,-76", shade(animal.coat, 0.3), 2.5)


def _paddle(pen: Pen, animal: Animal) -> None:
    outline = "12,-10 -24,-12 -64,-22 -104,-18 -120,2 -106,20 -66,22 -26,12 12,10"
    paint = animal.accent
    pen.fill(outline, paint)
    across = sections(shape(outline))
    for t in (0.3, 0.42, 0.54, 0.66, 0.78, 0.9):
        a, b = across(t)
        pen.stroke([Knot(*a), Knot(b[0] + 16, b[1])], shade(paint, 0.4), 2)
        pen.stroke([Knot(*b), Knot(a[0] + 16, a[1])], shade(paint, 0.4), 2)


def _feathers(pen: Pen, animal: Animal, ends: str, tip: str = "") -> None:
    """A fan of feathers, each a long narrow leaf."""
    knots = shape(ends)
    for x, y, _ in knots:
        length = (x * x + y * y) ** 0.5
        nx, ny = -y / length * 8, x / length * 8
        leaf = [
            Knot(10, 0, True),
            Knot(x * 0.5 + nx, y * 0.5 + ny),
            Knot(x * 0.92 + nx, y * 0.92 + ny),
            Knot(x, y),
            Knot(x * 0.92 - nx, y * 0.92 - ny),
            Knot(x * 0.5 - nx, y * 0.5 - ny),
        ]
        pen.fill(leaf, animal.wing)
        if tip:
            pen.stroke([Knot(x * 0.86, y * 0.86), Knot(x * 0.97, y * 0.97)], tip, 9)


def _fan(pen: Pen, animal: Animal) -> None:
    tip = animal.second if "tail_tip" in animal.extras else ""
    _feathers(pen, animal, "-62,-26 -70,-10 -72,8 -66,24", tip)


def _wedge(pen: Pen, animal: Animal) -> None:
    _feathers(pen, animal, "-60,-16 -62,18 -84,-8 -86,10", animal.mark)


def _streamer(pen: Pen, animal: Animal) -> None:
    """Long and straight, as of a roadrunner or macaw."""
    _feathers(pen, animal, "-90,20 -110,-8 -140,8", "")


def _fork(pen: Pen, animal: Animal) -> None:
    paint = animal.wing
    pen.fill(
        "12,-8 -30,-18 -84,-44 -140,-60! -96,-30 -52,-4! -96,20 -138,48! -84,36 -30,18 12,10", paint
    )
    if animal.second != animal.coat:
        pen.dots("-60,-22 -70,14", animal.second, 6)


def _fluke(pen: Pen, animal: Animal) -> None:
    """A whale's, lying flat."""
    pen.attach(limb("20,0,17 -18,0,11 -44,-4,9"), animal.coat)
    outline = "-36,-2 -52,-24 -84,-44 -108,-44! -94,-24 -88,-6! -100,10 -118,26! -88,24 -56,14"
    pen.fill(outline, shade(animal.coat, 0.08))
    if "pale_fluke" in animal.extras:
        pen.fill("-60,-18 -96,-38 -84,-18", WHITE, line=False)
        pen.fill("-62,8 -102,20 -88,6", WHITE, line=False)
    pen.stroke("-44,-4 -66,-4 -86,-6", shade(animal.coat, 0.4), 2.5)


WHITE = "#f2eee6"


def _fin(pen: Pen, animal: Animal) -> None:
    """A fish's, standing upright."""
    pen.attach(limb("14,0,14 -10,0,9 -26,0,9"), animal.coat)
    pen.fill("-20,-8 -44,-36 -76,-58! -66,-24 -54,0! -66,24 -76,56! -44,36 -20,8", animal.accent)


def _round_fin(pen: Pen, animal: Animal) -> None:
    pen.attach(limb("14,0,15 -16,0,12"), animal.coat)
    pen.fill("-12,-12 -36,-34 -62,-28 -68,0 -62,28 -36,34 -12,12", animal.coat)
    pen.stroke("-58,-26 -64,0 -58,26", DARK, 7)
    pen.stroke("-18,-15 -22,0 -18,15", animal.second, 8)


def _shark(pen: Pen, animal: Animal) -> None:
    pen.attach(limb("14,0,14 -16,-2,10 -34,-4,8"), animal.coat)
    pen.fill("-24,-10 -52,-50 -92,-94! -76,-44 -58,-6! -72,14 -84,36! -54,24 -26,6", animal.coat)


def _curl(pen: Pen, animal: Animal) -> None:
    """Rolled up to a spiral."""
    middle = limb(
        "14,-4,16 -24,6,14 -58,26,12 -84,56,10 -74,90,9 -44,96,8 -30,76,7 -44,60,5 -56,70,3"
    )
    pen.fill(middle.outline(), animal.coat)
    coat(pen, animal.tail_pattern, middle.section, 160, animal)


def _grip(pen: Pen, animal: Animal) -> None:
    """A monkey's that can hold on."""
    middle = limb("12,0,10 -34,8,9 -74,-10,9 -88,-54,8 -72,-92,8 -44,-92,7 -38,-72,6 -50,-66,4")
    pen.fill(middle.outline(), animal.coat)
    coat(pen, animal.tail_pattern, middle.section, 180, animal)


def _scorpion(pen: Pen, animal: Animal) -> None:
    places = ((-14, -2), (-40, -16), (-56, -44), (-54, -76), (-34, -100), (-4, -108))
    for x, y in places:
        pen.fill(oval(x, y, 17, 16), animal.coat)
    pen.fill("0,-124 22,-126 36,-108 50,-78! 28,-92 4,-92", animal.accent)


def _whip(pen: Pen, animal: Animal) -> None:
    pen.fill(limb("20,0,12 -40,2,7 -100,-6,5 -160,4,3 -190,14,0").outline(), animal.coat)
    coat(pen, "rings", limb("-60,-2,6 -180,8,3").section, 110, animal)
    pen.fill("-88,-8 -104,-22 -130,-26! -114,-14 -100,-2", animal.accent)


def _rattle(pen: Pen, animal: Animal) -> None:
    middle = limb("20,0,15 -20,6,14 -50,-2,12 -66,-32,11 -68,-58,9")
    pen.fill(middle.outline(), animal.coat)
    coat(pen, "rings", middle.section, 110, animal)
    for i, wide in enumerate((10, 10, 9, 8, 6)):
        pen.fill(oval(-68 - i * 1.5, -72 - i * 12, wide, 7), animal.accent)


def _thorny(pen: Pen, animal: Animal) -> None:
    middle = limb("20,0,20 -20,4,17 -60,2,12 -100,-12,7 -124,-26,3")
    for i in range(7):
        a, b = middle.section(0.08 + i * 0.13)
        for (x, y), up in ((a, 1), (b, -1)):
            pen.fill(
                [Knot(x - 6, y, True), Knot(x - 3, y + 15 * up, True), Knot(x + 7, y, True)],
                animal.accent,
            )
    pen.fill(middle.outline(), animal.coat)
    coat(pen, animal.tail_pattern, middle.section, 110, animal)


def _sting(pen: Pen, animal: Animal) -> None:
    """A hornet's: rings and a sting."""
    outline = "26,-18 -10,-24 -48,-16 -80,4 -92,14! -60,24 -20,26 26,18"
    pen.fill("-84,6 -116,20! -84,16", DARK)
    pen.fill(outline, animal.coat)
    coat(pen, "bands", sections(shape(outline)), 120, animal)


def _lobster(pen: Pen, animal: Animal) -> None:
    for shift in (0, 22, 44):
        pen.fill(oval(-shift, shift * 0.12, 19, 20 - shift * 0.1), animal.coat)
    for turn in (-44, 44, -22, 22, 0):
        blade = pen.at(-58, 6, turn=turn)
        blade.fill("6,-5 -20,-13 -46,-10 -50,0 -46,10 -20,13 6,5", animal.coat)
        blade.stroke("-6,0 -40,0", shade(animal.coat, 0.4), 2)


def _pangolin(pen: Pen, animal: Animal) -> None:
    middle = limb("24,0,26 -20,8,26 -64,14,22 -104,12,15 -132,6,7")
    pen.fill(middle.outline(), animal.coat)
    for i in range(6):
        for depth in (0.25, 0.7):
            a, b = middle.section(0.06 + i * 0.15 + depth / 12)
            x, y = a[0] + (b[0] - a[0]) * depth, a[1] + (b[1] - a[1]) * depth
            pen.fill([Knot(x + 12, y - 9), Knot(x - 12, y, True), Knot(x + 12, y + 9)], animal.mark)


def _stub(pen: Pen, animal: Animal) -> None:
    pen.attach("10,-9 -12,-10 -24,-2 -20,8 8,9", animal.coat)


def _cotton(pen: Pen, animal: Animal) -> None:
    pen.fill(oval(-8, 0, 17, 15), "#f4efe4")


def _insect(pen: Pen, animal: Animal) -> None:
    pen.fill("20,-10 -20,-10 -60,-4 -74,2 -60,8 -20,10 20,10", animal.coat)
    coat(
        pen, "rings", sections(shape("20,-10 -20,-10 -60,-4 -74,2 -60,8 -20,10 20,10")), 90, animal
    )


TAILS: dict[str, Tail] = {
    "tuft": _tuft, "horse": _horse, "brush": _brush, "bushy": _bushy, "paddle": _paddle,
    "fan": _fan, "wedge": _wedge, "streamer": _streamer, "fork": _fork, "fluke": _fluke,
    "fin": _fin, "round_fin": _round_fin, "shark": _shark, "curl": _curl, "grip": _grip,
    "scorpion": _scorpion, "whip": _whip, "rattle": _rattle, "thorny": _thorny, "sting": _sting,
    "lobster": _lobster, "pangolin": _pangolin, "stub": _stub, "cotton": _cotton, "insect": _insect,
    "cat": _plain("12,0,9 -30,12,8 -66,10,8 -92,-14,8 -104,-44,8 -98,-66,7"),
    "fluffy": _plain("12,0,13 -30,16,15 -70,16,17 -104,-8,17 -118,-44,15 -106,-70,11"),
    "rope": _plain("12,0,7 -34,10,5 -74,6,4 -104,-10,3"),
    "thick": _plain("26,0,24 -20,8,22 -66,18,17 -112,20,11 -150,10,4"),
    "crocodile": _plain("26,0,20 -24,6,19 -72,14,15 -118,10,10 -156,-6,3"),
    "lizard": _plain("24,0,16 -30,10,13 -80,14,9 -130,2,5 -160,-10,0"),
    "newt": _plain("24,0,19 -30,10,16 -80,14,11 -120,4,4"),
    "snake": _plain("14,0,13 -26,6,11 -66,-4,8 -104,4,4 -120,2,0"),
    "otter": _plain("24,0,20 -24,10,17 -74,20,12 -116,18,5"),
}  # fmt: skip
