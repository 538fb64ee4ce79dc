"""Legs: from the hip, where the pen stands, to the ground; their ends tell whose they are."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.art.animals import Animal, coat
from tangledbank.art.palette import shade
from tangledbank.art.pen import DARK, Limb, Pen, Stop, limb, stops

TELLING_FRONT = ("mantis", "digger")  # whose front legs tell more than the hind ones

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
    paint = shade(animal.limb) if far else animal.limb
    KINDS[animal.feet](pen.roughly() if far else pen, animal, height, rear, paint)


Leg = Callable[[Pen, Animal, float, bool, str], None]


def _limb(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> tuple[float, Pen]:
    """The leg itself; where it ends, and a pen there on the ground."""
    middle = stops(SHAPES[animal.feet][0 if rear else 1])
    part = Limb(  # its round end stays above the ground
        [Stop(x, min(y * height / 100, height - 0.9 * half), half) for x, y, half in middle]
    )
    pen.attach(part, paint)
    if not pen.rough:
        coat(pen, animal.leg_pattern, part.section, height, animal)
    return middle[-1].half, pen.at(middle[-1].x, height)


def _hoof(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    half, foot = _limb(pen, animal, height, rear, paint)
    foot.fill(f"{-half - 1},-16! {half + 1},-15! 13,0! -9,0!", animal.accent)
    foot.stroke("4,-14 4,0", width=2)


def _pillar(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    half, foot = _limb(pen, animal, height, rear, paint)
    sole = f"{-half},-{height * 0.3:.0f} {-half - 3},0! {half + 5},0! {half},-{height * 0.3:.0f}"
    foot.attach(sole, paint)
    for x in (half, half - 11, half - 22):
        foot.fill(f"{x - 5},0! {x - 4},-9 {x + 2},-9 {x + 4},0!", "#e4dac3")


def _paw(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    half, foot = _limb(pen, animal, height, rear, paint)
    sole = animal.mark if "socks" in animal.extras else paint
    foot.attach(f"{-half},-12 {-half - 2},-2 {-half + 4},0 16,0 22,-5 16,-13 {half},-16", sole)
    foot.stroke("12,-1 11,-7", width=2)
    foot.stroke("17,-1 16,-7", width=2)


def _bear(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    half, foot = _limb(pen, animal, height, rear, paint)
    foot.attach(f"{-half},-14 {-half - 2},-2 {-half + 6},0 24,0 30,-7 22,-16 {half},-18", paint)
    for x in (14, 21, 28):
        foot.stroke(f"{x},-4 {x + 7},-3 {x + 9},1", animal.accent, 3.6)


def _hand(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    half, foot = _limb(pen, animal, height, rear, paint)
    palm = animal.second
    foot.fill(f"{-half},-12 {-half},-2 20,0 24,-4 14,-9 {half},-14", palm)
    foot.stroke("-2,-8 10,-16 18,-15", palm, 5)
    foot.stroke("8,-3 20,-3", width=2)


def _hook(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    _, foot = _limb(pen, animal, height, rear, paint)
    for x in (-6, 2, 10):
        foot.fill(limb(f"{x},-12,5 {x + 14},-8,4 {x + 18},8,0").outline(), animal.accent)


def _digger(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    half, foot = _limb(pen, animal, height, rear, paint)
    long = 12 if rear else 22
    foot.fill(f"{-half},-16 {-half + 2},0 16,0 22,-8 {half},-20", paint)
    for y in (-12, -7, -2):
        foot.stroke(f"16,{y} {16 + long},{y + 3}", animal.accent, 4)


def _hopper(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    half, foot = _limb(pen, animal, height, rear, paint)
    if rear:
        foot.attach(f"{-half},-12 {-half - 2},0 20,1 50,0 54,-5 30,-9 {half},-16", paint)
        foot.stroke("44,-1 40,-5", width=2)
        return
    foot.attach(f"{-half},-8 -2,2 12,2 16,-4 {half},-14", paint)


def _lizard(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    _, foot = _limb(pen, animal, height, rear, paint)
    pads = "pads" in animal.extras
    for x, y in ((24, 0), (20, -8), (8, 2), (-10, 1)):
        foot.stroke(f"0,-6 {x},{y}", paint, 6)
        if not pads:
            foot.stroke(f"{x},{y} {x + (5 if x > 0 else -5)},{y + 1}", animal.accent, 3)
    if pads:
        foot.dots("24,0 20,-8 8,2 -10,1", paint, 9)


def _web_paw(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    _, foot = _limb(pen, animal, height, rear, paint)
    foot.fill("-8,-12 -8,0 34,1! 28,-4! 30,-8! 8,-16", shade(paint, 0.12))
    foot.stroke("4,-8 28,-4", width=2)


def _thigh(pen: Pen, paint: str, knee: float, wide: float) -> None:
    pen.attach(
        Limb((Stop(2, -14, wide), Stop(-3, knee * 0.5, wide * 0.8), Stop(-5, knee, 6))), paint
    )


def _bird(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    """A thin leg with three toes."""
    skin = _skin(animal, paint)
    foot = _shank(pen, animal, height, skin, 7 if height < 110 else 9)
    for x, y in ((24, 0), (18, -5), (-12, 0)):
        foot.stroke(f"0,-4 {x},{y}", skin, 6)
    _thigh(pen, paint, height * 0.34, 17)


def _skin(animal: Animal, paint: str) -> str:
    return animal.accent if paint == animal.limb else shade(animal.accent)


def _shank(pen: Pen, animal: Animal, height: float, skin: str, width: float) -> Pen:
    """The bare part of a bird's leg, which bends backwards."""
    line = f"-5,{height * 0.3:.0f} -10,{height * 0.58:.0f}! 0,{height - 4:.0f}"
    pen.stroke(line, width=width + 4)
    pen.stroke(line, skin, width)
    return pen.at(0, height)


def _web(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    skin = _skin(animal, paint)
    foot = _shank(pen, animal, height, skin, 8)
    foot.fill("-6,-8 -10,1! 16,2! 34,1! 28,-3! 30,-8! 4,-12", skin)
    foot.stroke("2,-6 26,-2", width=2)
    _thigh(pen, paint, height * 0.34, 18)


def _talon(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    skin = _skin(animal, paint)
    foot = _shank(pen, animal, height, paint if "boots" in animal.extras else skin, 12)
    for x, y in ((22, -6), (16, 0), (-12, 0)):
        foot.stroke(f"0,-6 {x},{y}", paint if "boots" in animal.extras else skin, 8)
        way = 1 if x > 0 else -1
        foot.fill(
            limb(f"{x},{y - 2},4 {x + 8 * way},{y},3 {x + 11 * way},{y + 9},0").outline(), DARK
        )
    _thigh(pen, paint, height * 0.56, 24)


def _climber(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    """Two toes forward, two back."""
    skin = _skin(animal, paint)
    foot = _shank(pen, animal, height, skin, 9)
    for x, y in ((20, 0), (16, -7), (-16, 0), (-13, -7)):
        foot.stroke(f"0,-4 {x},{y}", skin, 6)
        foot.stroke(f"{x},{y} {x * 1.25:.0f},{y + 5}", DARK, 3)
    _thigh(pen, paint, height * 0.4, 18)


def _snowshoe(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    """Feathers down to the claws."""
    pen.attach(
        Limb((Stop(2, -14, 24), Stop(-5, height * 0.4, 17), Stop(-2, height * 0.86, 11))), paint
    )
    foot = pen.at(-2, height)
    foot.fill("-12,-12 -16,-1 0,1 22,1 28,-5 18,-12 8,-18", paint)
    for x in (10, 18, 26):
        foot.stroke(f"{x},-2 {x + 7},1", DARK, 4)


def _flipper(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    reach = max(height, 50)
    if rear:
        pen.fill(
            f"12,-12 -10,-12 -34,{reach * 0.4:.0f} "
            f"-60,{reach * 0.8:.0f}! -30,{reach * 0.75:.0f} "
            f"0,{reach * 0.4:.0f}",
            paint,
        )
        return
    pen.fill(
        f"-12,-12 14,-10 12,{reach * 0.4:.0f} -10,{reach * 0.8:.0f} -44,{reach:.0f}! "
        f"-32,{reach * 0.6:.0f}",
        paint,
    )
    pen.stroke(
        f"0,{reach * 0.2:.0f} -8,{reach * 0.5:.0f} -28,{reach * 0.84:.0f}", shade(paint, 0.3), 2.5
    )


def _frog(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    if rear:
        pen.attach(Limb((Stop(-14, -16, 17), Stop(16, 2, 21), Stop(30, 14, 14))), paint)
        pen.fill(
            limb(f"34,10,12 0,{height * 0.5:.0f},10 -28,{height * 0.76:.0f},8").outline(), paint
        )
        foot = pen.at(-26, height)
        toes, start = ((34, 0), (26, -7), (16, 1)), -12
        coat(
            pen,
            animal.leg_pattern,
            Limb((Stop(-14, -16, 15), Stop(30, 10, 15))).section,
            60,
            animal,
        )
    else:
        pen.attach(
            Limb((Stop(0, -6, 12), Stop(8, height * 0.4, 8), Stop(0, height * 0.86, 6))), paint
        )
        foot, toes, start = pen.at(0, height), ((20, 0), (14, -7), (-8, 1)), -8
    for x, y in toes:
        foot.stroke(f"0,{start} {x},{y}", paint, 6)
    if "pads" in animal.extras:
        foot.dots(toes, animal.accent, 11)


def _insect(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    """Two legs behind, one in front, as both sides together have six."""
    if rear and "jumper" in animal.extras:
        knee = (-58, -height * 0.75)
        pen.fill(
            Limb((Stop(10, 4, 12), Stop(-20, -height * 0.3, 11), Stop(*knee, 4))).outline(), paint
        )
        pen.stroke(f"{knee[0]},{knee[1]:.0f} -84,{height:.0f}! -98,{height:.0f}", paint, 7)
        return
    legs = ((0, -30, -56), (20, 6, -8)) if rear else ((0, 26, 50),)
    for start, knee_x, foot_x in legs:
        line = f"{start},0 {start + knee_x},{-height * 0.16:.0f}! {start + foot_x},{height:.0f}"
        pen.stroke(line, width=9)
        pen.stroke(line, paint, 5)


def _mantis(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    """Arms that fold like a knife in front, thin legs behind."""
    if rear:
        _insect(pen, animal, height, rear, paint)
        return
    pen.fill(limb("0,0,6 30,22,9 52,-2,9").outline(), paint)
    pen.fill(limb("52,0,8 68,-30,6 84,-10,0").outline(), paint)
    pen.attach("56,-8! 60,-2! 62,-14! 68,-8! 68,-20! 74,-16!", animal.second)


def _crab(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    away = -1 if rear else 1
    for start, out, end in ((-10, 36, 50), (14, 16, 20)):
        pen.fill(
            Limb(
                (
                    Stop(start * away, 0, 8),
                    Stop(start * away + out * away, height * 0.2, 9),
                    Stop(start * away + end * away, height * 0.7, 6),
                    Stop(start * away + (end - 4) * away, height, 0),
                )
            ).outline(),
            paint,
        )


def _tentacle(pen: Pen, animal: Animal, height: float, rear: bool, paint: str) -> None:
    away = -1 if rear else 1
    for start, reach, curl in ((-14, 30, 1), (12, 64, -1)):
        middle = Limb(
            (
                Stop(start * away, -8, 15),
                Stop((start + 10) * away, height * 0.4, 13),
                Stop((start + reach * 0.6) * away, height * 0.85, 10),
                Stop((start + reach) * away, height * 0.98, 7),
                Stop((start + reach + 20) * away, height * (0.84 - 0.1 * curl), 4),
                Stop((start + reach + 12) * away, height * (0.68 - 0.08 * curl), 0),
            )
        )
        pen.fill(middle.outline(), paint)
        side = [middle.section(t)[0 if rear else 1] for t in (0.3, 0.42, 0.54, 0.66, 0.78)]
        pen.dots([(x + 3 * away, y - 3) for x, y in side], animal.second, 5)


KINDS: dict[str, Leg] = {
    "hoof": _hoof, "pillar": _pillar, "paw": _paw, "bear": _bear, "hand": _hand, "hook": _hook,
    "digger": _digger, "hopper": _hopper, "lizard": _lizard, "web_paw": _web_paw, "bird": _bird,
    "web": _web, "talon": _talon, "climber": _climber, "snowshoe": _snowshoe,
    "flipper": _flipper, "frog": _frog, "insect": _insect, "mantis": _mantis, "crab": _crab,
    "tentacle": _tentacle,
}  # fmt: skip
