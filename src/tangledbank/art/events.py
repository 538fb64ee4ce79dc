"""The events of Darwin's Choice as small scenes."""

from __future__ import annotations

from tangledbank.art.landscapes import HIGH, WIDE, Draw, Scene, scenery
from tangledbank.art.pen import DARK, Knot, Pen, oval, picture

SCENES = {
    "degeneration": Scene(
        "#e3dccb",
        ("flat", "#b3a78c"),
        ("low", "#9c8f75"),
        "bone,50,104,1.6 bone,110,112,1.2 dead_tree,150,100,1.3 bone,24,114,1",
    ),
    "desertification": Scene(
        "#f7e3b4",
        ("dunes", "#dcb56d"),
        ("low", "#cfa257"),
        "sun,150,26,1.4 dead_tree,50,96,1.1 ripple,120,104,1.1 ripple,60,114,.9",
    ),
    "flood": Scene(
        "#c3d3da",
        ("hills", "#8fa58a"),
        ("sea_low", "#5c8fa0"),
        "cloud,50,22,1.1 cloud,140,18,1.2 rain,60,42,1 rain,146,38,1 tree,60,96,.8 fir,140,98,.9 "
        "wave,40,104,1.3 wave,110,98,1.3 wave,170,110,1.3",
    ),
    "hurricane": Scene(
        "#b9c6cc",
        ("sea", "#6f98a3"),
        ("shore", "#d8c48e"),
        "storm,120,48,1.5 palm,40,94,1.2 wave,160,82,1.2 wave,150,102,1.2",
    ),
    "ice_age": Scene(
        "#d3e2ec",
        ("ridge", "#c3d4de"),
        ("low", "#eef2f2"),
        "flake,40,28,1 flake,110,20,.8 flake,160,34,1.1 "
        "berg,54,92,.9 fir,130,100,1.1 snow,130,56,.8 "
        "fir,164,104,.9",
    ),
    "invaders": Scene(
        "#f0d9bf",
        ("hills", "#b9a77f"),
        ("plain", "#a8925f"),
        "sun,150,36,1 paw,34,110,1 paw,64,98,.95 paw,94,108,.9 paw,122,96,.85 paw,150,104,.8 "
        "paw,174,92,.7",
    ),
    "mountain_formation": Scene(
        "#dce4e4",
        ("peaks", "#8f98a3"),
        ("plain", "#9a9a72"),
        "snowcap,70,18,1 snowcap,122,34,.7 up,40,86,1 up,100,96,1.2 up,160,88,1",
    ),
    "axis_shift": Scene("#cdd6e6", ("deep", "#3a4660"), ("none", "#3a4660"), "globe,100,64,1.3"),
    "continental_drift": Scene(
        "#cfe3ea", ("deep", "#6f9fb3"), ("none", "#6f9fb3"), "plates,100,64,1.3"
    ),
    "epidemic": Scene(
        "#dfe3cf",
        ("hills", "#a9b18a"),
        ("plain", "#8f9a6f"),
        "germ,44,40,1 germ,108,62,1.4 germ,160,36,.9 germ,60,96,.8 germ,160,98,1",
    ),
    "ideal_conditions": Scene(
        "#dceef0",
        ("hills", "#a9c987"),
        ("plain", "#84b05a"),
        "sun,160,28,1 rainbow,84,66,1 tree,36,98,.8 "
        "flower,84,110,1 flower,116,102,.8 flower,150,112,1 "
        "bush,176,100,.8",
    ),
    "low_mutation_rate": Scene(
        "#e3e6df", ("none", "#e3e6df"), ("none", "#e3e6df"), "helix,100,62,1.3"
    ),
    "meteorite_impact": Scene(
        "#4a4560", ("ridge", "#6b5560"), ("plain", "#57484a"), "meteor,120,62,1.4 rock,40,110,1.2"
    ),
    "plant_boom": Scene(
        "#e2f0cf",
        ("canopy", "#7fb05a"),
        ("plain", "#5f9a45"),
        "tree,40,92,.9 tree,158,94,1 fern,24,112,1.2 "
        "flower,70,108,1 fern,104,110,1.4 flower,136,110,1 "
        "fern,176,114,1.2",
    ),
    "prey_boom": Scene(
        "#e9ecd6",
        ("hills", "#b9c48a"),
        ("plain", "#9db265"),
        "hare,36,92,.8 hare,84,86,.7 hare,150,90,.8 hare,60,110,1 hare,116,108,1.1 hare,172,114,1",
    ),
    "volcanic_eruption": Scene(
        "#4d4048",
        ("hills", "#6b5a58"),
        ("cone", "#51423f"),
        "smoke,84,16,1.6 smoke,124,22,1.3 lava,100,44,1.2 spark,100,38,1",
    ),
}


def _dead_tree(pen: Pen) -> None:
    for line in ("0,4 0,-20 -4,-44", "-1,-18 -14,-28 -18,-42", "-1,-26 10,-34 18,-48"):
        pen.stroke(line, "#5b4a3c", 5)


def _rain(pen: Pen) -> None:
    for x, y in ((-26, 0), (-10, 8), (8, 0), (24, 8)):
        pen.stroke(f"{x},{y} {x - 5},{y + 16}", "#6f8f9f", 2.4)


def _storm(pen: Pen) -> None:
    for turn in (0, 180):
        arm = pen.at(0, 0, turn=turn)
        arm.stroke("6,0 14,-14 -2,-26 -30,-18 -40,10", "#f4f6f5", 9)
    pen.fill(oval(0, 0, 9, 9), "#6f98a3")


def _flake(pen: Pen) -> None:
    for line in ("0,-12 0,12", "-10,-6 10,6", "10,-6 -10,6"):
        pen.stroke(line, "#7d9fc0", 2.6)


def _paw(pen: Pen) -> None:
    pen.fill("-11,2 -6,-7 6,-7 11,2 5,8 -5,8", DARK, line=False)
    pen.dots("-13,-8 -5,-14 5,-14 13,-8", DARK, 7)


def _up(pen: Pen) -> None:
    pen.fill("0,-30! 16,-10! 7,-10! 7,12! -7,12! -7,-10! -16,-10!", "#f1e6cf")


def _globe(pen: Pen) -> None:
    pen = pen.at(0, 0, turn=24)
    pen.stroke("0,-54 0,54", "#f1e6cf", 4)
    pen.fill(oval(0, 0, 38, 38), "#6fa6b8")
    pen.fill("-22,-20 -2,-30 14,-20 4,-6 -12,0 -26,-6", "#8fb06a")
    pen.fill("0,8 18,4 28,14 12,30 0,24", "#8fb06a")


def _plates(pen: Pen) -> None:
    pen.fill("-70,-20 -44,-36 -14,-30 -20,-6! -8,10! -24,34 -58,26 -74,4", "#a9b878")
    pen.fill("8,-30 40,-36 66,-18 70,10 44,32 14,32 24,10! 10,-6!", "#b8a878")
    pen.stroke("-24,0 -52,0", width=4)
    pen.stroke("-42,-9! -54,0! -42,9!", width=4)
    pen.stroke("30,0 54,0", width=4)
    pen.stroke("46,-9! 58,0! 46,9!", width=4)


def _germ(pen: Pen) -> None:
    for turn in range(0, 360, 45):
        pen.at(0, 0, turn=turn).stroke("0,-14 0,-25", "#6f8a3c", 4)
    pen.fill(oval(0, 0, 17, 17), "#9ab84f")
    pen.dots("-5,-4 6,2 -2,8", "#5f7a2e", 6)


def _rainbow(pen: Pen) -> None:
    for wide, paint in ((62, "#d98a7a"), (54, "#e3c274"), (46, "#8fb87f"), (38, "#7fa6c9")):
        pen.stroke([Knot(-wide, 0), Knot(0, -wide), Knot(wide, 0)], paint, 8)


def _flower(pen: Pen) -> None:
    pen.stroke("0,4 0,-16", "#4f7d3a", 3)
    pen.dots("-7,-20 7,-20 0,-27 0,-13", "#e8a0b0", 10)
    pen.dots("0,-20", "#e3b43c", 8)


def _helix(pen: Pen) -> None:
    for x in (-60, -44, -16, 0, 16, 44, 60):
        pen.stroke(f"{x},-14 {x},14", "#a9a08a", 3)
    for sign, paint in ((1, "#4f7d9a"), (-1, "#b56a4a")):
        wave = [Knot(x, 22 * sign * (1 if i % 2 else -1)) for i, x in enumerate(range(-75, 80, 30))]
        pen.stroke(wave, paint, 7)


def _meteor(pen: Pen) -> None:
    pen.fill("-6,18 -18,2 -14,-14! 30,-56! 14,-22! 56,-48! 18,4 8,18", "#e8974a")
    pen.fill("-20,6 -12,-10 4,-12 14,2 8,18 -8,20", "#6b5a52")
    pen.dots("-8,2 2,10", DARK, 6)


def _hare(pen: Pen) -> None:
    pen.fill(
        "-22,4 -24,-8 -8,-18 6,-14 8,-36 13,-36 15,-18 20,-36 25,-34 20,-16 24,-6 12,0 12,4",
        "#b89468",
    )
    pen.dots("-23,-4", "#f7f1e3", 8)
    pen.dots("17,-10", DARK, 4)


def _spark(pen: Pen) -> None:
    pen.dots("-30,-6 -16,-20 4,-26 22,-18 34,-2 -6,-10 14,-6", "#f0a03c", 6)


THINGS: dict[str, Draw] = {
    "dead_tree": _dead_tree, "rain": _rain, "storm": _storm, "flake": _flake, "paw": _paw,
    "up": _up, "globe": _globe, "plates": _plates, "germ": _germ, "rainbow": _rainbow,
    "flower": _flower, "helix": _helix, "meteor": _meteor, "hare": _hare, "spark": _spark,
}  # fmt: skip


def event(name: str, title: str) -> str:
    """An event as a small scene."""
    return picture(scenery(SCENES[name], THINGS), (0, 0, WIDE, HIGH), title)
