"""Scenes: biomes and events as small landscapes, and the places where food lies.

A landscape is a sky, what lies far away, the ground, and what grows or happens there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from tangledbank.art.frames import icon, number
from tangledbank.art.marks import PLAIN, Mark, dots, drawing, fill, line, patch, placed
from tangledbank.art.palette import colour
from tangledbank.art.pen import DARK, Pen, oval, picture

WIDE, HIGH = 200, 120
HORIZON = 44  # things higher up are far away
SNOW = "#f6f4ee"


class Landscape(NamedTuple):
    """Colours, the shapes of what is far and near, and things with their places."""

    sky: str
    far: tuple[str, str]  # shape and colour
    near: tuple[str, str]
    things: str  # name,x,y,size …; those further down stand in front


SHAPES = {
    "hills": "-10,76 30,62 70,72 110,58 160,70 210,60 210,130 -10,130",
    "peaks":
        "-10,80! 20,44! 38,60! 70,18! 98,58! 122,34! 160,72! 182,52! 210,78! 210,130! -10,130!",
    "ridge": "-10,70! 40,40! 84,66! 130,36! 176,62! 210,50! 210,130! -10,130!",
    "mesas":
        "-10,74! 24,72! 28,44! 66,44! 72,70! 118,72! 124,54! 168,52! 174,74! 210,76! 210,130! "
        "-10,130!",
    "dunes": "-10,84 40,60 74,78! 120,56 170,76 210,66 210,130! -10,130!",
    "flat": "-10,74 60,72 130,75 210,72 210,130 -10,130",
    "sea": "-10,58! 210,58! 210,130! -10,130!",
    "plain": "-10,88 60,82 140,90 210,84 210,130 -10,130",
    "shore": "-10,96 50,92 110,104 160,122 170,130! -10,130!",
    "low": "-10,100 60,94 140,102 210,96 210,130 -10,130",
    "canopy": "-10,64 14,46 34,52 58,36 84,48 110,34 138,48 160,38 186,50 210,44 210,130 -10,130",
    "sea_low": "-10,84! 210,84! 210,130! -10,130!",
    "cone": "-10,122 50,104 84,44! 116,44! 150,104 210,122 210,130! -10,130!",
    "none": "-10,140! 210,140! 210,150! -10,150!",
    "deep": "-10,8! 210,8! 210,130! -10,130!",
}  # fmt: skip

LANDSCAPES = {
    # biomes
    "savanna": Landscape("#f6e3b4", ("hills", "#cfb77e"), ("plain", "#d8b45f"),
        "sun,164,30,1 acacia,52,92,1.1 acacia,148,84,.6 grass,20,112,1 grass,118,108,.9 "
        "grass,178,114,1"),
    "steppe": Landscape("#dfe8e6", ("flat", "#b9b47e"), ("low", "#a8a45e"),
        "cloud,50,24,1 cloud,150,34,.7 grass,24,108,1.2 grass,66,114,1 grass,104,106,1.3 "
        "grass,146,114,1 grass,184,108,1.2"),
    "high_mountains": Landscape("#d8e4ec", ("peaks", "#8f98a3"), ("ridge", "#6f7984"),
        "snowcap,70,18,1 snowcap,122,34,.7 cloud,30,26,.7 rock,40,112,1.2 rock,150,114,1.5"),
    "highlands": Landscape("#dde6e2", ("ridge", "#9aa48b"), ("hills", "#7d9460"),
        "cloud,160,22,.8 rock,54,98,1 grass,100,110,1 rock,150,112,1.3 grass,24,114,1"),
    "wetland": Landscape("#dfe9e4", ("flat", "#9db487"), ("low", "#7fa6a8"),
        "reed,26,104,1.2 reed,62,112,1 lily,100,110,1 lily,140,104,.8 reed,172,112,1.3"),
    "swamp": Landscape("#cfd6be", ("canopy", "#7d8f66"), ("plain", "#66785c"),
        "mangrove,50,98,1.1 mangrove,144,92,.9 lily,98,110,1 reed,182,114,1 lily,24,114,.9"),
    "coast": Landscape("#dcebf0", ("sea", "#7fb0bd"), ("shore", "#e3cf9c"),
        "sun,44,26,.8 gull,118,28,1 gull,146,38,.7 wave,150,74,1 wave,176,92,1.1 shell,60,112,1 "
        "grass,22,100,.9"),
    "islands": Landscape("#d9ecef", ("sea", "#6fb0b5"), ("sea_low", "#5c9fa8"),
        "island,60,78,1 palm,58,74,1 island,150,70,.6 palm,150,68,.6 wave,110,98,1.1 "
        "wave,36,110,1 wave,176,108,1"),
    "ocean": Landscape("#dbe8ec", ("sea", "#4f8496"), ("sea_low", "#3f7387"),
        "gull,54,28,.9 wave,40,72,.8 wave,130,76,.9 fluke,120,92,1 wave,60,108,1.2 "
        "wave,176,106,1.1"),
    "coral_reef": Landscape("#cfe8ea", ("deep", "#5fadb8"), ("low", "#c9b98a"),
        "fish,60,44,1 fish,132,62,.8 fish,100,28,.6 coral,40,106,1.2 fan,92,108,1 coral,140,104,1 "
        "fan,180,110,1.2"),
    "desert": Landscape("#f7e6bd", ("dunes", "#dcb56d"), ("low", "#cfa257"),
        "sun,150,28,1.1 ripple,60,96,1 ripple,140,104,1 ripple,90,114,.8 bone,40,112,1"),
    "rocky_desert": Landscape("#f6dfb9", ("mesas", "#c07d4e"), ("plain", "#cf9a62"),
        "sun,100,26,.9 rock,40,106,1.6 cactus,150,104,1 rock,176,114,1.1 rock,96,112,.8"),
    "taiga": Landscape("#dbe5e6", ("hills", "#8fa49a"), ("low", "#c9d2cc"),
        "fir,28,98,1.2 fir,62,90,.9 fir,94,102,1.3 fir,132,92,.9 fir,164,104,1.35 fir,190,94,.9"),
    "tundra": Landscape("#dfe7e8", ("hills", "#a7b0a0"), ("plain", "#9aa07a"),
        "snow,50,80,1 snow,150,84,1.2 moss,40,104,1 rock,104,108,1 moss,144,112,1.1 "
        "moss,84,114,.8"),
    "polar_desert": Landscape("#d3e2ec", ("ridge", "#c3d4de"), ("low", "#eef2f2"),
        "sun,40,24,.6 berg,60,92,1 berg,150,84,.8 ripple,110,110,1 ripple,40,114,.8"),
    "cold_desert": Landscape("#dfe3e2", ("mesas", "#a9a08f"), ("low", "#c2b599"),
        "cloud,50,24,.8 snow,48,46,.7 snow,146,54,.7 rock,60,106,1 moss,120,110,1 "
        "rock,170,112,1.3"),
    "tropical_rainforest": Landscape("#dcebc9", ("canopy", "#5f8f4a"), ("plain", "#3f6b37"),
        "tree,40,98,1.2 tree,112,94,1.05 tree,172,100,1.2 liana,76,30,1 liana,146,26,1.1 "
        "fern,74,114,1 fern,140,114,1.1"),
    "cloud_forest": Landscape("#dfe8e0", ("peaks", "#8fa898"), ("canopy", "#6b9068"),
        "cloud,60,52,1.3 cloud,156,44,1.1 tree,34,112,1 tree,164,112,1 fern,100,114,1 "
        "cloud,104,84,1.2"),
    "mountains": Landscape("#dce7ea", ("peaks", "#9aa0a0"), ("hills", "#7f9a6f"),
        "snowcap,70,18,.8 fir,26,92,.7 fir,44,98,.8 fir,160,90,.7 rock,110,110,1.2"),
    "hill_country": Landscape("#e2ecdf", ("hills", "#a9bf83"), ("plain", "#8fae5f"),
        "cloud,48,24,.9 bush,60,94,1 bush,74,98,.7 tree,150,96,.7 grass,104,112,1 grass,30,112,1"),
    "semi_desert": Landscape("#f4e6c4", ("flat", "#cdb583"), ("low", "#c9a86b"),
        "sun,158,30,.8 cactus,46,102,1.1 bush,100,104,.6 cactus,150,96,.7 grass,176,112,.8 "
        "rock,78,114,.8"),
    "subtropical_dry_forest": Landscape("#f0e6c6", ("hills", "#b5a96b"), ("plain", "#b3985a"),
        "sun,40,26,.7 tree,46,96,.9 acacia,100,92,.8 tree,156,98,1 grass,76,112,1 grass,130,114,1"),
    "volcano": Landscape("#e6d3c4", ("hills", "#a08f84"), ("cone", "#6b5a54"),
        "smoke,100,20,1.2 lava,100,44,1 rock,40,112,1.3 rock,160,114,1.1"),
    # tokens that lie in the place of a biome
    "gold": Landscape("#f3e6c4", ("hills", "#d9c48a"), ("plain", "#c9b06a"), "gold,100,66,1.5"),
    "silver": Landscape("#e6e9e8", ("hills", "#bcc4c4"), ("plain", "#a9b3b3"), "silver,100,66,1.5"),
    "bronze": Landscape("#eedfce", ("hills", "#c7a688"), ("plain", "#b08e6e"), "bronze,100,66,1.5"),
    # events
    "degeneration": Landscape("#e3dccb", ("flat", "#b3a78c"), ("low", "#9c8f75"),
        "bone,50,104,1.6 bone,110,112,1.2 dead_tree,150,100,1.3 bone,24,114,1"),
    "desertification": Landscape("#f7e3b4", ("dunes", "#dcb56d"), ("low", "#cfa257"),
        "sun,150,26,1.4 dead_tree,50,96,1.1 ripple,120,104,1.1 ripple,60,114,.9"),
    "flood": Landscape("#c3d3da", ("hills", "#8fa58a"), ("sea_low", "#5c8fa0"),
        "cloud,50,22,1.1 cloud,140,18,1.2 rain,60,42,1 rain,146,38,1 tree,60,96,.8 fir,140,98,.9 "
        "wave,40,104,1.3 wave,110,98,1.3 wave,170,110,1.3"),
    "hurricane": Landscape("#b9c6cc", ("sea", "#6f98a3"), ("shore", "#d8c48e"),
        "storm,120,48,1.5 palm,40,94,1.2 wave,160,82,1.2 wave,150,102,1.2"),
    "ice_age": Landscape("#d3e2ec", ("ridge", "#c3d4de"), ("low", "#eef2f2"),
        "flake,40,28,1 flake,110,20,.8 flake,160,34,1.1 berg,54,92,.9 fir,130,100,1.1 "
        "snow,130,56,.8 fir,164,104,.9"),
    "invaders": Landscape("#f0d9bf", ("hills", "#b9a77f"), ("plain", "#a8925f"),
        "sun,150,36,1 paw,34,110,1 paw,64,98,.95 paw,94,108,.9 paw,122,96,.85 paw,150,104,.8 "
        "paw,174,92,.7"),
    "mountain_formation": Landscape("#dce4e4", ("peaks", "#8f98a3"), ("plain", "#9a9a72"),
        "snowcap,70,18,1 snowcap,122,34,.7 up,40,86,1 up,100,96,1.2 up,160,88,1"),
    "axis_shift": Landscape("#cdd6e6", ("deep", "#3a4660"), ("none", "#3a4660"),
        "globe,100,64,1.3"),
    "continental_drift": Landscape("#cfe3ea", ("deep", "#6f9fb3"), ("none", "#6f9fb3"),
        "plates,100,64,1.3"),
    "epidemic": Landscape("#dfe3cf", ("hills", "#a9b18a"), ("plain", "#8f9a6f"),
        "germ,44,40,1 germ,108,62,1.4 germ,160,36,.9 germ,60,96,.8 germ,160,98,1"),
    "ideal_conditions": Landscape("#dceef0", ("hills", "#a9c987"), ("plain", "#84b05a"),
        "sun,160,28,1 rainbow,84,66,1 tree,36,98,.8 flower,84,110,1 flower,116,102,.8 "
        "flower,150,112,1 bush,176,100,.8"),
    "low_mutation_rate": Landscape("#e3e6df", ("none", "#e3e6df"), ("none", "#e3e6df"),
        "helix,100,62,1.3"),
    "meteorite_impact": Landscape("#4a4560", ("ridge", "#6b5560"), ("plain", "#57484a"),
        "meteor,120,62,1.4 rock,40,110,1.2"),
    "plant_boom": Landscape("#e2f0cf", ("canopy", "#7fb05a"), ("plain", "#5f9a45"),
        "tree,40,92,.9 tree,158,94,1 fern,24,112,1.2 flower,70,108,1 fern,104,110,1.4 "
        "flower,136,110,1 fern,176,114,1.2"),
    "prey_boom": Landscape("#e9ecd6", ("hills", "#b9c48a"), ("plain", "#9db265"),
        "hare,36,92,.8 hare,84,86,.7 hare,150,90,.8 hare,60,110,1 hare,116,108,1.1 hare,172,114,1"),
    "volcanic_eruption": Landscape("#4d4048", ("hills", "#6b5a58"), ("cone", "#51423f"),
        "smoke,84,16,1.6 smoke,124,22,1.3 lava,100,44,1.2 spark,100,38,1"),
}  # fmt: skip


def _medal(paint: str) -> Mark:
    star = "0,-22! 6,-7! 22,-6! 10,4! 14,20! 0,11! -14,20! -10,4! -22,-6! -6,-7!"
    rings = fill(oval(0, 0, 38, 38), paint), fill(oval(0, 0, 30, 30), "none")
    return drawing(*rings, fill(star, "#fbf6e8"))


THINGS: dict[str, Mark] = {
    "sun": dots("0,0", "#f0b64a", 30),
    "cloud": patch("-34,8 -38,-4 -22,-10 -10,-20 8,-18 16,-8 34,-6 36,8", "#fbfaf6"),
    "tree": drawing(
        fill("0,4,7 -1,-24,4 1,-44,4", "#7a5a3c"),
        fill("-30,-34 -34,-50 -18,-64 0,-72 20,-64 34,-50 28,-34 6,-30 -12,-28", "#4f7d45"),
    ),
    "acacia": drawing(
        line("0,2 -2,-20 -16,-34", "#6b4d33", 5), line("-1,-18 10,-26 18,-36", "#6b4d33", 4),
        fill("-42,-34 -30,-46 0,-52 30,-46 42,-34 10,-32 -12,-34", "#7d8f45"),
    ),
    "grass": line("0,0 -3,-12 -10,-18; 2,0 2,-14 4,-22; 4,0 8,-10 15,-15", "#6f7a35", 2.6),
    "reed": drawing(
        line("0,0 -2,-20 -6,-36; 4,0 5,-24 6,-42; 8,0 12,-16 18,-28", "#5f7a3c", 2.4),
        line("-6,-34 -7,-44; 6,-40 7,-52", "#7a4f2e", 5),
    ),
    "lily": drawing(
        fill("-16,0 -8,-5 8,-5 16,0 6,5 0,1! -8,5", "#5f9a5a"), dots("2,-5", "#f0c9d3", 7),
    ),
    "mangrove": drawing(
        line("0,-22 -10,-10 -16,4; 0,-22 -3,-8 -4,6; 0,-22 9,-10 14,4", "#5b4a38", 4),
        fill("-28,-28 -26,-46 0,-60 26,-48 30,-30 6,-20 -12,-22", "#56703f"),
    ),
    "gull": line("-12,0 -6,-7 0,0; 0,0 6,-7 12,0", width=2.2),
    "wave": line("-18,0 -9,-5 0,0 9,-5 18,0", "#e9f3f2", 2.6),
    "shell": fill("-9,2 -7,-8 0,-11 7,-8 9,2! 0,5!", "#e8b9a0"),
    "palm": drawing(
        line("0,4 2,-14 10,-30", "#8a6640", 4),
        line("10,-30 -2,-38 -14,-30; 10,-30 4,-44 -8,-46; 10,-30 20,-42 32,-36; 10,-30 24,-30 "
             "30,-20", "#4f8a4a", 4.5),
    ),
    "island": fill("-42,8 -26,-4 0,-9 28,-4 42,8", "#dcc68c"),
    "fluke": fill("-5,6 -4,-14 -26,-30! -8,-28 0,-20 8,-28 26,-30! 4,-14 5,6", "#34454f"),
    "fish": drawing(
        fill("16,0 4,-9 -8,-3 -16,-9! -14,0 -16,9! -8,3 4,9", "#e8974a"),
        dots("8,-2", "#2c231c", 3),
    ),
    "coral": line("0,4 -2,-12 -14,-26; 0,0 2,-20 0,-38; 2,-8 12,-18 16,-34; "
                  "-6,-16 -16,-14 -22,-20", "#d0655a", 6),
    "fan": drawing(
        fill("0,4! -20,-12 -18,-32 0,-40 18,-32 20,-12", "#b57fb0"),
        line("0,2 -10,-30; 0,2 0,-36; 0,2 10,-30", "#7f5280", 2),
    ),
    "ripple": line("-30,0 -8,-5 20,1; -18,7 4,3 30,8", "#00000022", 2.4),
    "bone": drawing(
        line("-10,0 10,-5", "#f3ead6", 5), dots("-11,-2 -10,3 10,-8 12,-3", "#f3ead6", 6),
    ),
    "rock": drawing(
        fill("-18,4! -15,-9 -4,-16 8,-11 18,4!", "#948b80"), line("-4,-14 -2,-6 4,0", "#6b635a", 2),
    ),
    "cactus": line("0,2 0,-40; 0,-14 -13,-14! -13,-26; 0,-20 12,-20! 12,-34", "#4f7d4a", 8),
    "fir": drawing(
        line("0,4 0,-8", "#5b4432", 5),
        fill("0,-56! 11,-36! 6,-37! 16,-20! 9,-21! 20,-4! -20,-4! -9,-21! -16,-20! -6,-37! "
             "-11,-36!", "#3f6b52"),
    ),
    "snow": patch("-24,2 -8,-3 12,-2 26,3 4,6", SNOW),
    "snowcap": patch("0,0! 15,20! 7,17! 1,25! -6,16! -16,17!", SNOW),
    "moss": drawing(dots("-10,0 0,-3 10,1 -2,4", "#a3543f", 6), dots("-5,2 6,-2", "#c9a23f", 5)),
    "berg": drawing(
        fill("-40,10! -30,-16! -14,-10! 2,-36! 20,-12! 30,-16! 42,10!", "#f4f9fb"),
        patch("2,-34! 19,-12! 8,8! -4,8!", "#bdd6e3"),
    ),
    "liana": drawing(
        line("-34,-30 -10,16 24,-30", "#4d6b32", 3), dots("-18,-4 -2,0 10,-8", "#6f9a45", 7),
    ),
    "fern": line("0,4 -8,-10 -22,-12; 0,4 -3,-14 -10,-24; 0,4 4,-14 12,-24; "
                 "0,4 10,-8 24,-10", "#86b04f", 3.6),
    "bush": fill("-26,4 -28,-10 -14,-20 2,-24 18,-18 27,-6 24,4", "#6f8f4a"),
    "smoke": patch("-10,18 -26,8 -24,-8 -6,-12 6,-18 24,-10 28,4 10,10 8,20", "#8a807a"),
    "lava": fill("-14,0! 14,0! 10,14 12,34! 2,18 -4,44! -8,14", "#d9602e"),
    "gold": _medal("#e0b43c"), "silver": _medal("#c3c9cc"), "bronze": _medal("#b97d4b"),
    "dead_tree": line("0,4 0,-20 -4,-44; -1,-18 -14,-28 -18,-42; -1,-26 10,-34 18,-48",
                      "#5b4a3c", 5),
    "rain": line("-26,0 -31,16; -10,8 -15,24; 8,0 3,16; 24,8 19,24", "#6f8f9f", 2.4),
    "storm": drawing(
        placed("0,0,0 0,0,180", line("6,0 14,-14 -2,-26 -30,-18 -40,10", "#f4f6f5", 9)),
        fill(oval(0, 0, 9, 9), "#6f98a3"),
    ),
    "flake": line("0,-12 0,12; -10,-6 10,6; 10,-6 -10,6", "#7d9fc0", 2.6),
    "paw": drawing(
        patch("-11,2 -6,-7 6,-7 11,2 5,8 -5,8", DARK), dots("-13,-8 -5,-14 5,-14 13,-8", DARK, 7),
    ),
    "up": fill("0,-30! 16,-10! 7,-10! 7,12! -7,12! -7,-10! -16,-10!", "#f1e6cf"),
    "globe": placed("0,0,24",
        line("0,-54 0,54", "#f1e6cf", 4), fill(oval(0, 0, 38, 38), "#6fa6b8"),
        fill("-22,-20 -2,-30 14,-20 4,-6 -12,0 -26,-6; 0,8 18,4 28,14 12,30 0,24", "#8fb06a"),
    ),
    "plates": drawing(
        fill("-70,-20 -44,-36 -14,-30 -20,-6! -8,10! -24,34 -58,26 -74,4", "#a9b878"),
        fill("8,-30 40,-36 66,-18 70,10 44,32 14,32 24,10! 10,-6!", "#b8a878"),
        line("-24,0 -52,0; -42,-9! -54,0! -42,9!; 30,0 54,0; 46,-9! 58,0! 46,9!", width=4),
    ),
    "germ": drawing(
        placed(" ".join(f"0,0,{turn}" for turn in range(0, 360, 45)),
               line("0,-14 0,-25", "#6f8a3c", 4)),
        fill(oval(0, 0, 17, 17), "#9ab84f"), dots("-5,-4 6,2 -2,8", "#5f7a2e", 6),
    ),
    "rainbow": drawing(
        line("-62,0 0,-62 62,0", "#d98a7a", 8), line("-54,0 0,-54 54,0", "#e3c274", 8),
        line("-46,0 0,-46 46,0", "#8fb87f", 8), line("-38,0 0,-38 38,0", "#7fa6c9", 8),
    ),
    "flower": drawing(
        line("0,4 0,-16", "#4f7d3a", 3), dots("-7,-20 7,-20 0,-27 0,-13", "#e8a0b0", 10),
        dots("0,-20", "#e3b43c", 8),
    ),
    "helix": drawing(
        line("; ".join(f"{x},-14 {x},14" for x in (-60, -44, -16, 0, 16, 44, 60)), "#a9a08a", 3),
        line("-75,-22 -45,22 -15,-22 15,22 45,-22 75,22", "#4f7d9a", 7),
        line("-75,22 -45,-22 -15,22 15,-22 45,22 75,-22", "#b56a4a", 7),
    ),
    "meteor": drawing(
        fill("-6,18 -18,2 -14,-14! 30,-56! 14,-22! 56,-48! 18,4 8,18", "#e8974a"),
        fill("-20,6 -12,-10 4,-12 14,2 8,18 -8,20", "#6b5a52"), dots("-8,2 2,10", DARK, 6),
    ),
    "hare": drawing(
        fill("-22,4 -24,-8 -8,-18 6,-14 8,-36 13,-36 15,-18 20,-36 25,-34 20,-16 "
             "24,-6 12,0 12,4", "#b89468"),
        dots("-23,-4", "#f7f1e3", 8), dots("17,-10", DARK, 4),
    ),
    "spark": dots("-30,-6 -16,-20 4,-26 22,-18 34,-2 -6,-10 14,-6", "#f0a03c", 6),
}  # fmt: skip
IN_SKY = ("sun", "cloud", "smoke")


class Placed(NamedTuple):
    """Something in a landscape, and where."""

    name: str
    x: float
    y: float
    size: float


def scene(name: str, title: str) -> str:
    """A biome or an event as a small landscape."""
    return picture(landscape(name), (0, 0, WIDE, HIGH), title)


@cache
def landscape(name: str) -> str:
    """The inside of a picture of a biome or an event."""
    pen, land = Pen(), LANDSCAPES.get(name, LANDSCAPES["ideal_conditions"])
    pen.fill("-10,-10! 210,-10! 210,130! -10,130!", land.sky, line=False)
    things = [_read(word) for word in land.things.split()]
    far = [thing for thing in things if thing.y < HORIZON]
    _place(pen, (thing for thing in far if thing.name in IN_SKY))
    pen.fill(SHAPES[land.far[0]], land.far[1])
    _place(pen, (thing for thing in far if thing.name not in IN_SKY))
    pen.fill(SHAPES[land.near[0]], land.near[1])
    _place(pen, (thing for thing in things if thing.y >= HORIZON))
    return pen.sheet.text(DARK, 1.3)  # it has its own light, on any paper


def _read(word: str) -> Placed:
    name, x, y, size = word.split(",")
    return Placed(name, float(x), float(y), float(size))


def _place(pen: Pen, things: Iterable[Placed]) -> None:
    for thing in things:
        THINGS[thing.name](pen.at(thing.x, thing.y, scale=thing.size * 0.8), PLAIN)


# -- the watering hole and the food bank --------------------------------------------------------

MOST_SHOWN = 24  # of more food than that, only the number is shown
FOODS_KEPT = 64  # pictures with different food
GOLDEN = math.pi * (3 - math.sqrt(5))  # from one seed of a sunflower to the next

# The ground, with reeds at both ends.
BANK = drawing(
    fill("10,74 34,30 100,12 180,10 260,20 300,58 292,108 230,136 140,142 50,126", colour("frame")),
    placed("28,66,0 286,92,0",
           line("0,0 -4,-22 -10,-40; 3,0 4,-24 6,-46; 6,0 12,-18 20,-30", colour("plant"), 4)),
)  # fmt: skip
POOL = drawing(
    BANK,
    fill("42,76 70,44 126,32 190,32 244,46 268,76 242,106 174,120 104,116 60,102", colour("water")),
    line("84,58 104,53 124,58; 170,104 190,99 210,104; 196,48 212,44 230,48", colour("paper"), 3),
)
MEADOW = drawing(
    BANK,
    placed("64,44,0 150,32,0 240,48,0 70,116,0 160,128,0 246,112,0",
           line("-6,0 -9,-8 -14,-12; 0,0 0,-10 2,-16; 6,0 9,-7 14,-10", colour("plant"), 3)),
)  # fmt: skip


@lru_cache(FOODS_KEPT)
def pool(food: int, title: str) -> str:
    """A pool with so many plants on it; a page needs the symbols' definitions."""
    return _with_food(POOL, food, "plant", title)


@lru_cache(FOODS_KEPT)
def meadow(food: int, title: str) -> str:
    """A clearing with so many fruits on it; a page needs the symbols' definitions."""
    return _with_food(MEADOW, food, "foraging", title)


def _with_food(ground: Mark, food: int, kind: str, title: str) -> str:
    """Food lies as close together as the seeds of a sunflower."""
    pen = Pen()
    ground(pen, PLAIN)
    inside = pen.sheet.text()
    if food > MOST_SHOWN:
        inside += icon(kind, 108, 54, 44) + number(str(food), 160, 90, 40)
    else:
        for i in range(food):
            out, turn = math.sqrt((i + 0.6) / MOST_SHOWN), i * GOLDEN
            x, y = 155 + 98 * out * math.cos(turn), 76 + 38 * out * math.sin(turn)
            inside += icon(kind, round(x) - 10, round(y) - 10, 20)
    return picture(inside, (0, 0, 310, 150), title)
