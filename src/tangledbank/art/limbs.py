"""Legs and tails; their ends tell whose they are.

A leg goes from the hip, where the pen stands, to the ground; a tail grows to the left of the pen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from tangledbank.art.animals import Animal, Draw, coat, worn
from tangledbank.art.marks import attach, dots, drawing, fill, given, line, patch, placed
from tangledbank.art.palette import shade
from tangledbank.art.pen import DARK, Knot, Limb, Pen, Stop, between, oval, sections, shape, stops

# -- legs ---------------------------------------------------------------------------------------

TELLING_FRONT = ("mantis", "digger")  # whose front legs tell more than the hind ones
# How a leg is drawn: so high, and whether it is a hind one.
Leg = Callable[[Pen, Animal, float, bool], None]

# Middle of a hind and a front leg: x, y in hundredths of its height, half its width.
SHAPES = {
    "hoof": ("-4,-6,25 6,26,15 -8,56,8 -3,84,6", "0,-6,19 3,34,11 0,58,8 2,84,6"),
    "pillar": ("0,-10,32 0,40,25 0,72,22", "0,-10,30 2,40,23 2,72,21"),
    "paw": ("-4,-8,26 8,26,16 -9,58,9 -2,88,8", "0,-8,21 2,34,13 0,62,10 0,88,9"),
    "bear": ("-2,-8,30 4,36,20 -2,84,16", "0,-8,26 3,40,18 2,84,15"),
    "hand": ("-2,-8,22 10,34,14 -4,66,11 -4,90,9", "-2,-4,20 -4,30,14 2,60,12 2,90,9"),
    "hook": ("-2,-8,22 6,36,14 -2,84,12", "0,-8,20 4,40,13 4,84,11"),
    "digger": ("-2,-8,24 4,40,16 0,84,13", "0,-8,24 6,40,18 8,80,15"),
    "hopper": ("-2,-16,32 16,22,24 -16,62,11 -14,90,9", "0,-4,13 10,30,9 4,60,7 12,84,6"),
    "lizard": ("-6,-8,15 14,34,11 -4,64,8 2,90,7", "0,-8,14 -12,34,10 4,64,8 6,90,7"),
    "web_paw": ("-2,-8,20 4,40,14 -2,84,11", "0,-8,18 4,40,13 2,84,10"),
}


def leg(pen: Pen, animal: Animal, height: float, *, rear: bool, far: bool = False) -> None:
    """One leg, so high; the far one lies in the shade."""
    if far:
        pen, animal = pen.roughly(), replace(animal, limb=shade(animal.limb))
    KINDS[animal.feet](pen, animal, height, rear)


def _limb(pen: Pen, animal: Animal, height: float, rear: bool) -> tuple[float, Pen]:
    """The leg itself; half its width at the end, and a pen there on the ground."""
    middle = stops(SHAPES[animal.feet][0 if rear else 1])
    part = Limb(  # its round end stays above the ground
        [Stop(x, min(y * height / 100, height - 0.9 * half), half) for x, y, half in middle]
    )
    pen.attach(part, animal.limb)
    if not pen.rough:
        coat(pen, animal.leg_pattern, part.section, height, animal)
    return middle[-1].half, pen.at(middle[-1].x, height)


def _foot(*marks: Draw) -> Leg:
    """A leg with a foot that looks the same in front and behind."""
    whole = drawing(*marks)
    return lambda pen, animal, height, rear: whole(_limb(pen, animal, height, rear)[1], animal)


def _pillar(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    half, foot = _limb(pen, animal, height, rear)
    top = height * 0.3
    foot.attach(f"{-half},-{top:.0f} {-half - 3},0! {half + 5},0! {half},-{top:.0f}", animal.limb)
    for x in (half, half - 11, half - 22):
        foot.fill(f"{x - 5},0! {x - 4},-9 {x + 2},-9 {x + 4},0!", "#e4dac3")


def _paw(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    half, foot = _limb(pen, animal, height, rear)
    sole = animal.mark if "socks" in animal.extras else animal.limb
    foot.attach(f"{-half},-12 {-half - 2},-2 {-half + 4},0 16,0 22,-5 16,-13 {half},-16", sole)
    line("12,-1 11,-7; 17,-1 16,-7", width=2)(foot, animal)


def _bear(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    half, foot = _limb(pen, animal, height, rear)
    sole = f"{-half},-14 {-half - 2},-2 {-half + 6},0 24,0 30,-7 22,-16 {half},-18"
    foot.attach(sole, animal.limb)
    line("14,-4 21,-3 23,1; 21,-4 28,-3 30,1; 28,-4 35,-3 37,1", "accent", 3.6)(foot, animal)


def _digger(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    half, foot = _limb(pen, animal, height, rear)
    long = 12 if rear else 22
    foot.fill(f"{-half},-16 {-half + 2},0 16,0 22,-8 {half},-20", animal.limb)
    for y in (-12, -7, -2):
        foot.stroke(f"16,{y} {16 + long},{y + 3}", animal.accent, 4)


def _hopper(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    _, foot = _limb(pen, animal, height, rear)
    if rear:
        foot.attach("-9,-12 -11,0 20,1 50,0 54,-5 30,-9 9,-16", animal.limb)
        foot.stroke("44,-1 40,-5", width=2)
    else:
        foot.attach("-6,-8 -2,2 12,2 16,-4 6,-14", animal.limb)


def _toe(x: int, y: int) -> Draw:
    """A toe of a lizard, with a claw unless it has pads."""
    claw = line(f"{x},{y} {x + (5 if x > 0 else -5)},{y + 1}", "accent", 3)
    return drawing(line(f"0,-6 {x},{y}", "limb", 6), given("pads", other=claw))


def _thigh(pen: Pen, paint: str, knee: float, wide: float) -> None:
    pen.attach(
        Limb((Stop(2, -14, wide), Stop(-3, knee * 0.5, wide * 0.8), Stop(-5, knee, 6))), paint
    )


def _bird(knee: float, wide: float, shank: float, *foot: Draw, tall: float = 0) -> Leg:
    """A bird's leg: where its knee is, the width of the thigh and of the shank, and its foot.

    The shank, which is bare and bends backwards, may have another width where it is tall.
    """
    whole = drawing(*foot)

    def draw(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
        bare = replace(animal, accent=_skin(animal, far=pen.rough))
        bent = f"-5,{height * 0.3:.0f} -10,{height * 0.58:.0f}! 0,{height - 4:.0f}"
        width = tall if tall and height >= 110 else shank
        pen.stroke(bent, width=width + 4)
        pen.stroke(bent, bare.accent, width)
        whole(pen.at(0, height), bare)
        _thigh(pen, animal.limb, height * knee, wide)

    return draw


def _skin(animal: Animal, *, far: bool) -> str:
    """The colour of a bird's legs; those of an owl have feathers."""
    if animal.feet == "talon" and "boots" in animal.extras:
        return animal.limb
    return shade(animal.accent) if far else animal.accent


def _snowshoe(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    """Feathers down to the claws."""
    down = Limb((Stop(2, -14, 24), Stop(-5, height * 0.4, 17), Stop(-2, height * 0.86, 11)))
    pen.attach(down, animal.limb)
    foot = pen.at(-2, height)
    foot.fill("-12,-12 -16,-1 0,1 22,1 28,-5 18,-12 8,-18", animal.limb)
    line("10,-2 17,1; 18,-2 25,1; 26,-2 33,1", DARK, 4)(foot, animal)


def _flipper(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    reach = max(height, 50)
    two, four, five, six, most = (f"{reach * t:.0f}" for t in (0.2, 0.4, 0.5, 0.6, 0.8))
    if rear:
        outline = f"12,-12 -10,-12 -34,{four} -60,{most}! -30,{reach * 0.75:.0f} 0,{four}"
        pen.fill(outline, animal.limb)
        return
    pen.fill(f"-12,-12 14,-10 12,{four} -10,{most} -44,{reach:.0f}! -32,{six}", animal.limb)
    pen.stroke(f"0,{two} -8,{five} -28,{reach * 0.84:.0f}", shade(animal.limb, 0.3), 2.5)


def _frog(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    if rear:
        pen.attach("-14,-16,17 16,2,21 30,14,14", animal.limb)
        pen.fill(f"34,10,12 0,{height * 0.5:.0f},10 -28,{height * 0.76:.0f},8", animal.limb)
        coat(pen, animal.leg_pattern, sections("-14,-16,15 30,10,15"), 60, animal)
        foot, toes, start = pen.at(-26, height), ((34, 0), (26, -7), (16, 1)), -12
    else:
        thigh = Limb((Stop(0, -6, 12), Stop(8, height * 0.4, 8), Stop(0, height * 0.86, 6)))
        pen.attach(thigh, animal.limb)
        foot, toes, start = pen.at(0, height), ((20, 0), (14, -7), (-8, 1)), -8
    for x, y in toes:
        foot.stroke(f"0,{start} {x},{y}", animal.limb, 6)
    if "pads" in animal.extras:
        foot.dots(toes, animal.accent, 11)


def _insect(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    """Two legs behind, one in front, as both sides together have six."""
    if rear and "jumper" in animal.extras:
        x, y = -58, -height * 0.75
        pen.fill(Limb((Stop(10, 4, 12), Stop(-20, -height * 0.3, 11), Stop(x, y, 4))), animal.limb)
        pen.stroke(f"{x},{y:.0f} -84,{height:.0f}! -98,{height:.0f}", animal.limb, 7)
        return
    legs = ((0, -30, -56), (20, 26, 12)) if rear else ((0, 26, 50),)
    for start, knee, foot in legs:
        bent = f"{start},0 {knee},{-height * 0.16:.0f}! {foot},{height:.0f}"
        pen.stroke(bent, width=9)
        pen.stroke(bent, animal.limb, 5)


def _mantis(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    """Arms that fold like a knife in front, thin legs behind."""
    if rear:
        _insect(pen, animal, height, rear)
        return
    pen.fill("0,0,6 30,22,9 52,-2,9", animal.limb)
    pen.fill("52,0,8 68,-30,6 84,-10,0", animal.limb)
    pen.attach("56,-8! 60,-2! 62,-14! 68,-8! 68,-20! 74,-16!", animal.second)


def _spread(rear: bool, *middle: tuple[float, float, float]) -> Limb:
    """A limb that spreads forwards, or backwards from the rear."""
    away = -1 if rear else 1
    return Limb([Stop(x * away, y, half) for x, y, half in middle])


def _crab(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    for start, knee, end in ((-10, 26, 40), (14, 30, 34)):
        joints = (start, 0, 8), (knee, height * 0.2, 9), (end, height * 0.7, 6)
        pen.fill(_spread(rear, *joints, (end - 4, height, 0)), animal.limb)


def _tentacle(pen: Pen, animal: Animal, height: float, rear: bool) -> None:
    away = -1 if rear else 1
    for start, reach, curl in ((-14, 30, 1), (12, 64, -1)):
        arm = _spread(
            rear,
            (start, -8, 15),
            (start + 10, height * 0.4, 13),
            (start + reach * 0.6, height * 0.85, 10),
            (start + reach, height * 0.98, 7),
            (start + reach + 20, height * (0.84 - 0.1 * curl), 4),
            (start + reach + 12, height * (0.68 - 0.08 * curl), 0),
        )
        pen.fill(arm, animal.limb)
        side = [arm.section(t)[0 if rear else 1] for t in (0.3, 0.42, 0.54, 0.66, 0.78)]
        pen.dots([(x + 3 * away, y - 3) for x, y in side], animal.second, 5)


KINDS: dict[str, Leg] = {
    "hoof": _foot(fill("-7,-16! 7,-15! 13,0! -9,0!", "accent"), line("4,-14 4,0", width=2)),
    "pillar": _pillar, "paw": _paw, "bear": _bear,
    "hand": _foot(
        fill("-9,-12 -9,-2 20,0 24,-4 14,-9 9,-14", "second"),
        line("-2,-8 10,-16 18,-15", "second", 5), line("8,-3 20,-3", width=2),
    ),
    "hook": _foot(fill("-6,-12,5 8,-8,4 12,8,0; 2,-12,5 16,-8,4 20,8,0; 10,-12,5 24,-8,4 28,8,0",
                       "accent")),
    "digger": _digger, "hopper": _hopper,
    "lizard": _foot(
        _toe(24, 0), _toe(20, -8), _toe(8, 2), _toe(-10, 1),
        given("pads", dots("24,0 20,-8 8,2 -10,1", "limb", 9)),
    ),
    "web_paw": _foot(
        fill("-8,-12 -8,0 34,1! 28,-4! 30,-8! 8,-16", "limb 12"), line("4,-8 28,-4", width=2),
    ),
    # a thin leg with three toes
    "bird": _bird(0.34, 17, 7, line("0,-4 24,0; 0,-4 18,-5; 0,-4 -12,0", "accent", 6), tall=9),
    "web": _bird(0.34, 18, 8,
        fill("-6,-8 -10,1! 16,2! 34,1! 28,-3! 30,-8! 4,-12", "accent"), line("2,-6 26,-2", width=2),
    ),
    "talon": _bird(0.56, 24, 12,
        line("0,-6 22,-6", "accent", 8), fill("22,-8,4 30,-6,3 33,3,0", DARK),
        line("0,-6 16,0", "accent", 8), fill("16,-2,4 24,0,3 27,9,0", DARK),
        line("0,-6 -12,0", "accent", 8), fill("-12,-2,4 -20,0,3 -23,9,0", DARK),
    ),
    # two toes forward, two back
    "climber": _bird(0.4, 18, 9,
        line("0,-4 20,0", "accent", 6), line("20,0 25,5", DARK, 3),
        line("0,-4 16,-7", "accent", 6), line("16,-7 20,-2", DARK, 3),
        line("0,-4 -16,0", "accent", 6), line("-16,0 -20,5", DARK, 3),
        line("0,-4 -13,-7", "accent", 6), line("-13,-7 -16,-2", DARK, 3),
    ),
    "snowshoe": _snowshoe, "flipper": _flipper, "frog": _frog, "insect": _insect,
    "mantis": _mantis, "crab": _crab, "tentacle": _tentacle,
}  # fmt: skip

# -- tails --------------------------------------------------------------------------------------


def tail(pen: Pen, animal: Animal) -> None:
    """Draw a tail; a deck of one's own may have one of any animal."""
    TAILS[animal.tail or "cat"](pen.at(0, 0, scale=animal.long), animal)


def _coated(outline: str, length: float = 110, names: str = "tail") -> Draw:
    """A tail with the pattern of the coat, or another."""
    return drawing(fill(outline, "coat"), worn(names, outline, length))


def _plain(text: str) -> Draw:
    """A tail that is a limb, with a dark tip if it has one."""
    x, y, half = stops(text)[-1]
    return drawing(_coated(text), given("tail_tip", dots([(x, y)], "mark", max(half * 2.2, 15))))


PADDLE = "12,-10 -24,-12 -64,-22 -104,-18 -120,2 -106,20 -66,22 -26,12 12,10"


def _paddle(pen: Pen, animal: Animal) -> None:
    pen.fill(PADDLE, animal.accent)
    for t in (0.3, 0.42, 0.54, 0.66, 0.78, 0.9):
        for a, b in (sections(PADDLE)(t), sections(PADDLE)(t)[::-1]):
            pen.stroke([Knot(*a), Knot(b[0] + 16, b[1])], shade(animal.accent, 0.4), 2)


def _feathers(ends: str, tip: str = "") -> Draw:
    """A fan of feathers, each a long narrow leaf."""
    marks: list[Draw] = []
    for x, y, _ in shape(ends):
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
        marks.append(fill(leaf, "wing"))
        if tip:
            marks.append(line([Knot(x * 0.86, y * 0.86), Knot(x * 0.97, y * 0.97)], tip, 9))
    return drawing(*marks)


def _fork_spots(pen: Pen, animal: Animal) -> None:
    if animal.second != animal.coat:
        pen.dots("-60,-22 -70,14", animal.second, 6)


def _ovals(paint: str, ovals: Iterable[tuple[float, float, float, float]]) -> Draw:
    return drawing(*(fill(oval(*one), paint) for one in ovals))


THORNY = "20,0,20 -20,4,17 -60,2,12 -100,-12,7 -124,-26,3"
PANGOLIN = "24,0,26 -20,8,26 -64,14,22 -104,12,15 -132,6,7"
FAN = "-62,-26 -70,-10 -72,8 -66,24"


def _thorns(pen: Pen, animal: Animal) -> None:
    for i in range(7):
        sides = sections(THORNY)(0.08 + i * 0.13)
        for (x, y), up in zip(sides, (15, -15), strict=True):
            thorn = [Knot(x - 6, y, True), Knot(x - 3, y + up, True), Knot(x + 7, y, True)]
            pen.fill(thorn, animal.accent)


def _pangolin_scales(pen: Pen, animal: Animal) -> None:
    for i in range(6):
        for depth in (0.25, 0.7):
            x, y = between(*sections(PANGOLIN)(0.06 + i * 0.15 + depth / 12), depth)
            pen.fill([Knot(x + 12, y - 9), Knot(x - 12, y, True), Knot(x + 12, y + 9)], animal.mark)


TAILS: dict[str, Draw] = {
    "tuft": drawing(
        attach("12,0,7 -14,2,5 -30,6,4 -50,6,4", "coat"),
        fill("-46,6 -60,-2 -82,2! -74,8 -84,14! -62,16", "mark"),
    ),
    "horse": drawing(
        attach("8,-8 -18,-10 -44,-2 -86,0! -74,8 -86,16! -46,18 -14,12 8,8", "mark"),
        line("-14,2 -50,6 -72,8", "mark 40", 2.5),
    ),
    "brush": placed("0,0,-14",
        fill("10,-7 -18,-10 -50,-26 -84,-28 -112,-14 -128,4! -104,12 -66,18 -30,12 10,9", "coat"),
        patch("-92,-25 -111,-12 -123,4! -103,9 -90,12! -98,2! -86,-6!", "second"),
    ),
    "bushy": drawing(  # a squirrel's, up over the back
        fill("14,10 -20,12 -52,-4 -70,-44 -66,-92 -42,-122 -10,-120 6,-100! -12,-104 -24,-84 "
             "-22,-48 0,-20 14,-6", "coat"),
        line("0,0 -36,-20 -48,-60 -36,-100", "coat 30", 3),
        line("-16,4 -52,-26 -58,-76", "coat 30", 2.5),
    ),
    "paddle": _paddle,
    "fan": given("tail_tip", _feathers(FAN, "second"), other=_feathers(FAN)),
    "wedge": _feathers("-60,-16 -62,18 -84,-8 -86,10", "mark"),
    "streamer": _feathers("-90,20 -110,-8 -140,8"),  # as of a roadrunner or macaw
    "fork": drawing(
        fill("12,-8 -30,-18 -84,-44 -140,-60! -96,-30 -52,-4! -96,20 -138,48! -84,36 -30,18 12,10",
             "wing"),
        _fork_spots,
    ),
    "fluke": drawing(  # a whale's, lying flat
        attach("20,0,17 -18,0,11 -44,-4,9", "coat"),
        fill("-36,-2 -52,-24 -84,-44 -108,-44! -94,-24 -88,-6! -100,10 "
             "-118,26! -88,24 -56,14", "coat 08"),
        given("pale_fluke",
            patch("-60,-18 -96,-38 -84,-18", "#f2eee6"), patch("-62,8 -102,20 -88,6", "#f2eee6"),
        ),
        line("-44,-4 -66,-4 -86,-6", "coat 40", 2.5),
    ),
    "fin": drawing(  # a fish's, standing upright
        attach("14,0,14 -10,0,9 -26,0,9", "coat"),
        fill("-20,-8 -44,-36 -76,-58! -66,-24 -54,0! -66,24 -76,56! -44,36 -20,8", "accent"),
    ),
    "round_fin": drawing(
        attach("14,0,15 -16,0,12", "coat"),
        fill("-12,-12 -36,-34 -62,-28 -68,0 -62,28 -36,34 -12,12", "coat"),
        line("-58,-26 -64,0 -58,26", DARK, 7), line("-18,-15 -22,0 -18,15", "second", 8),
    ),
    "shark": drawing(
        attach("14,0,14 -16,-2,10 -34,-4,8", "coat"),
        fill("-24,-10 -52,-50 -92,-94! -76,-44 -58,-6! -72,14 -84,36! -54,24 -26,6", "coat"),
    ),
    # rolled up to a spiral
    "curl": _coated("14,-4,16 -24,6,14 -58,26,12 -84,56,10 -74,90,9 -44,96,8 -30,76,7 -44,60,5 "
                    "-56,70,3", 160),
    # a monkey's that can hold on
    "grip": _coated("12,0,10 -34,8,9 -74,-10,9 -88,-54,8 -72,-92,8 -44,-92,7 -38,-72,6 -50,-66,4",
                    180),
    "scorpion": drawing(
        _ovals("coat", ((-14, -2, 17, 16), (-40, -16, 17, 16), (-56, -44, 17, 16),
                        (-54, -76, 17, 16), (-34, -100, 17, 16), (-4, -108, 17, 16))),
        fill("0,-124 22,-126 36,-108 50,-78! 28,-92 4,-92", "accent"),
    ),
    "whip": drawing(
        fill("20,0,12 -40,2,7 -100,-6,5 -160,4,3 -190,14,0", "coat"),
        worn("rings", "-60,-2,6 -180,8,3", 110),
        fill("-88,-8 -104,-22 -130,-26! -114,-14 -100,-2", "accent"),
    ),
    "rattle": drawing(
        _coated("20,0,15 -20,6,14 -50,-2,12 -66,-32,11 -68,-58,9", names="rings"),
        _ovals("accent", ((-68, -72, 10, 7), (-69.5, -84, 10, 7), (-71, -96, 9, 7),
                          (-72.5, -108, 8, 7), (-74, -120, 6, 7))),
    ),
    "thorny": drawing(_thorns, _coated(THORNY)),
    "sting": drawing(  # a hornet's: rings and a sting
        fill("-84,6 -116,20! -84,16", DARK),
        _coated("26,-18 -10,-24 -48,-16 -80,4 -92,14! -60,24 -20,26 26,18", 120, "bands"),
    ),
    "lobster": drawing(
        _ovals("coat", ((0, 0, 19, 20), (-22, 2.64, 19, 17.8), (-44, 5.28, 19, 15.6))),
        placed("-58,6,-44 -58,6,44 -58,6,-22 -58,6,22 -58,6,0",
            fill("6,-5 -20,-13 -46,-10 -50,0 -46,10 -20,13 6,5", "coat"),
            line("-6,0 -40,0", "coat 40", 2),
        ),
    ),
    "pangolin": drawing(fill(PANGOLIN, "coat"), _pangolin_scales),
    "stub": attach("10,-9 -12,-10 -24,-2 -20,8 8,9", "coat"),
    "cotton": fill(oval(-8, 0, 17, 15), "#f4efe4"),
    "insect": _coated("20,-10 -20,-10 -60,-4 -74,2 -60,8 -20,10 20,10", 90, "rings"),
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
