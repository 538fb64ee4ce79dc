"""Biomes as small landscapes: a sky, what lies far away, the ground, and what grows there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from tangledbank.art.pen import DARK, Pen, limb, oval, picture

WIDE, HIGH = 200, 120
SNOW = "#f6f4ee"
Draw = Callable[[Pen], None]


class Scene(NamedTuple):
    """A landscape: colours, the shapes of what is far and near, and things with their places."""

    sky: str
    far: tuple[str, str]  # shape and colour
    near: tuple[str, str]
    things: str  # name,x,y,size …; those further down stand in front


SHAPES = {
    "hills": "-10,76 30,62 70,72 110,58 160,70 210,60 210,130 -10,130",
    "peaks": (
        "-10,80! 20,44! 38,60! 70,18! 98,58! 122,34! 160,72! 182,52! 210,78! 210,130! -10,130!"
    ),
    "ridge": "-10,70! 40,40! 84,66! 130,36! 176,62! 210,50! 210,130! -10,130!",
    "mesas": (
        "-10,74! 24,72! 28,44! 66,44! 72,70! 118,72! "
        "124,54! 168,52! 174,74! 210,76! 210,130! -10,130!"
    ),
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
}

SCENES = {
    "savanna": Scene("#f6e3b4", ("hills", "#cfb77e"), ("plain", "#d8b45f"),
                     "sun,164,30,1 acacia,52,92,1.1 acacia,148,84,.6 "
        "grass,20,112,1 grass,118,108,.9 grass,178,114,1"),
    "steppe": Scene("#dfe8e6", ("flat", "#b9b47e"), ("low", "#a8a45e"),
                    "cloud,50,24,1 cloud,150,34,.7 grass,24,108,1.2 grass,66,114,1 "
        "grass,104,106,1.3 grass,146,114,1 grass,184,108,1.2"),
    "high_mountains": Scene("#d8e4ec", ("peaks", "#8f98a3"), ("ridge", "#6f7984"),
                            "snowcap,70,18,1 snowcap,122,34,.7 "
        "cloud,30,26,.7 rock,40,112,1.2 rock,150,114,1.5"),
    "highlands": Scene("#dde6e2", ("ridge", "#9aa48b"), ("hills", "#7d9460"),
                       "cloud,160,22,.8 rock,54,98,1 grass,100,110,1 "
        "rock,150,112,1.3 grass,24,114,1"),
    "wetland": Scene("#dfe9e4", ("flat", "#9db487"), ("low", "#7fa6a8"),
                     "reed,26,104,1.2 reed,62,112,1 lily,100,110,1 "
        "lily,140,104,.8 reed,172,112,1.3"),
    "swamp": Scene("#cfd6be", ("canopy", "#7d8f66"), ("plain", "#66785c"),
                   "mangrove,50,98,1.1 mangrove,144,92,.9 "
        "lily,98,110,1 reed,182,114,1 lily,24,114,.9"),
    "coast": Scene("#dcebf0", ("sea", "#7fb0bd"), ("shore", "#e3cf9c"),
                   "sun,44,26,.8 gull,118,28,1 gull,146,38,.7 wave,150,74,1 "
        "wave,176,92,1.1 shell,60,112,1 grass,22,100,.9"),
    "islands": Scene("#d9ecef", ("sea", "#6fb0b5"), ("sea_low", "#5c9fa8"),
                     "island,60,78,1 palm,58,74,1 island,150,70,.6 palm,150,68,.6 "
        "wave,110,98,1.1 wave,36,110,1 wave,176,108,1"),
    "ocean": Scene("#dbe8ec", ("sea", "#4f8496"), ("sea_low", "#3f7387"),
                   "gull,54,28,.9 wave,40,72,.8 wave,130,76,.9 "
        "fluke,120,92,1 wave,60,108,1.2 wave,176,106,1.1"),
    "coral_reef": Scene("#cfe8ea", ("deep", "#5fadb8"), ("low", "#c9b98a"),
                        "fish,60,44,1 fish,132,62,.8 fish,100,28,.6 coral,40,106,1.2 "
        "fan,92,108,1 coral,140,104,1 fan,180,110,1.2"),
    "desert": Scene("#f7e6bd", ("dunes", "#dcb56d"), ("low", "#cfa257"),
                    "sun,150,28,1.1 ripple,60,96,1 ripple,140,104,1 "
        "ripple,90,114,.8 bone,40,112,1"),
    "rocky_desert": Scene("#f6dfb9", ("mesas", "#c07d4e"), ("plain", "#cf9a62"),
                          "sun,100,26,.9 rock,40,106,1.6 cactus,150,104,1 "
        "rock,176,114,1.1 rock,96,112,.8"),
    "taiga": Scene("#dbe5e6", ("hills", "#8fa49a"), ("low", "#c9d2cc"),
                   "fir,28,98,1.2 fir,62,90,.9 fir,94,102,1.3 "
        "fir,132,92,.9 fir,164,104,1.35 fir,190,94,.9"),
    "tundra": Scene("#dfe7e8", ("hills", "#a7b0a0"), ("plain", "#9aa07a"),
                    "snow,50,80,1 snow,150,84,1.2 moss,40,104,1 "
        "rock,104,108,1 moss,144,112,1.1 moss,84,114,.8"),
    "polar_desert": Scene("#d3e2ec", ("ridge", "#c3d4de"), ("low", "#eef2f2"),
                          "sun,40,24,.6 berg,60,92,1 berg,150,84,.8 "
        "ripple,110,110,1 ripple,40,114,.8"),
    "cold_desert": Scene("#dfe3e2", ("mesas", "#a9a08f"), ("low", "#c2b599"),
                         "cloud,50,24,.8 snow,48,46,.7 snow,146,54,.7 "
        "rock,60,106,1 moss,120,110,1 rock,170,112,1.3"),
    "tropical_rainforest": Scene("#dcebc9", ("canopy", "#5f8f4a"), ("plain", "#3f6b37"),
                                 "tree,40,98,1.2 tree,112,94,1.05 tree,172,100,1.2 "
        "liana,76,30,1 liana,146,26,1.1 fern,74,114,1 fern,140,114,1.1"),
    "cloud_forest": Scene("#dfe8e0", ("peaks", "#8fa898"), ("canopy", "#6b9068"),
                          "cloud,60,52,1.3 cloud,156,44,1.1 tree,34,112,1 "
        "tree,164,112,1 fern,100,114,1 cloud,104,84,1.2"),
    "mountains": Scene("#dce7ea", ("peaks", "#9aa0a0"), ("hills", "#7f9a6f"),
                       "snowcap,70,18,.8 fir,26,92,.7 fir,44,98,.8 fir,160,90,.7 rock,110,110,1.2"),
    "hill_country": Scene("#e2ecdf", ("hills", "#a9bf83"), ("plain", "#8fae5f"),
                          "cloud,48,24,.9 bush,60,94,1 bush,74,98,.7 "
        "tree,150,96,.7 grass,104,112,1 grass,30,112,1"),
    "semi_desert": Scene("#f4e6c4", ("flat", "#cdb583"), ("low", "#c9a86b"),
                         "sun,158,30,.8 cactus,46,102,1.1 bush,100,104,.6 "
        "cactus,150,96,.7 grass,176,112,.8 rock,78,114,.8"),
    "subtropical_dry_forest": Scene("#f0e6c6", ("hills", "#b5a96b"), ("plain", "#b3985a"),
                                    "sun,40,26,.7 tree,46,96,.9 acacia,100,92,.8 "
        "tree,156,98,1 grass,76,112,1 grass,130,114,1"),
    "volcano": Scene("#e6d3c4", ("hills", "#a08f84"), ("cone", "#6b5a54"),
                     "smoke,100,20,1.2 lava,100,44,1 rock,40,112,1.3 rock,160,114,1.1"),
    # tokens that lie in the place of a biome
    "gold": Scene("#f3e6c4", ("hills", "#d9c48a"), ("plain", "#c9b06a"), "gold,100,66,1.5"),
    "silver": Scene("#e6e9e8", ("hills", "#bcc4c4"), ("plain", "#a9b3b3"), "silver,100,66,1.5"),
    "bronze": Scene("#eedfce", ("hills", "#c7a688"), ("plain", "#b08e6e"), "bronze,100,66,1.5"),
}  # fmt: skip


def _sun(pen: Pen) -> None:
    pen.dots("0,0", "#f0b64a", 30)


def _cloud(pen: Pen) -> None:
    pen.fill("-34,8 -38,-4 -22,-10 -10,-20 8,-18 16,-8 34,-6 36,8", "#fbfaf6", line=False)


def _tree(pen: Pen) -> None:
    pen.fill(limb("0,4,7 -1,-24,4 1,-44,4").outline(), "#7a5a3c")
    pen.fill("-30,-34 -34,-50 -18,-64 0,-72 20,-64 34,-50 28,-34 6,-30 -12,-28", "#4f7d45")


def _acacia(pen: Pen) -> None:
    pen.stroke("0,2 -2,-20 -16,-34", "#6b4d33", 5)
    pen.stroke("-1,-18 10,-26 18,-36", "#6b4d33", 4)
    pen.fill("-42,-34 -30,-46 0,-52 30,-46 42,-34 10,-32 -12,-34", "#7d8f45")


def _grass(pen: Pen) -> None:
    for line in ("0,0 -3,-12 -10,-18", "2,0 2,-14 4,-22", "4,0 8,-10 15,-15"):
        pen.stroke(line, "#6f7a35", 2.6)


def _reed(pen: Pen) -> None:
    for line in ("0,0 -2,-20 -6,-36", "4,0 5,-24 6,-42", "8,0 12,-16 18,-28"):
        pen.stroke(line, "#5f7a3c", 2.4)
    pen.stroke("-6,-34 -7,-44", "#7a4f2e", 5)
    pen.stroke("6,-40 7,-52", "#7a4f2e", 5)


def _lily(pen: Pen) -> None:
    pen.fill("-16,0 -8,-5 8,-5 16,0 6,5 0,1! -8,5", "#5f9a5a")
    pen.dots("2,-5", "#f0c9d3", 7)


def _mangrove(pen: Pen) -> None:
    for line in ("0,-22 -10,-10 -16,4", "0,-22 -3,-8 -4,6", "0,-22 9,-10 14,4"):
        pen.stroke(line, "#5b4a38", 4)
    pen.fill("-28,-28 -26,-46 0,-60 26,-48 30,-30 6,-20 -12,-22", "#56703f")


def _gull(pen: Pen) -> None:
    pen.stroke("-12,0 -6,-7 0,0", width=2.2)
    pen.stroke("0,0 6,-7 12,0", width=2.2)


def _wave(pen: Pen) -> None:
    pen.stroke("-18,0 -9,-5 0,0 9,-5 18,0", "#e9f3f2", 2.6)


def _shell(pen: Pen) -> None:
    pen.fill("-9,2 -7,-8 0,-11 7,-8 9,2! 0,5!", "#e8b9a0")


def _palm(pen: Pen) -> None:
    pen.stroke("0,4 2,-14 10,-30", "#8a6640", 4)
    for line in (
        "10,-30 -2,-38 -14,-30",
        "10,-30 4,-44 -8,-46",
        "10,-30 20,-42 32,-36",
        "10,-30 24,-30 30,-20",
    ):
        pen.stroke(line, "#4f8a4a", 4.5)


def _island(pen: Pen) -> None:
    pen.fill("-42,8 -26,-4 0,-9 28,-4 42,8", "#dcc68c")


def _fluke(pen: Pen) -> None:
    pen.fill("-5,6 -4,-14 -26,-30! -8,-28 0,-20 8,-28 26,-30! 4,-14 5,6", "#34454f")


def _fish(pen: Pen) -> None:
    pen.fill("16,0 4,-9 -8,-3 -16,-9! -14,0 -16,9! -8,3 4,9", "#e8974a")
    pen.dots("8,-2", "#2c231c", 3)


def _coral(pen: Pen) -> None:
    for line in (
        "0,4 -2,-12 -14,-26",
        "0,0 2,-20 0,-38",
        "2,-8 12,-18 16,-34",
        "-6,-16 -16,-14 -22,-20",
    ):
        pen.stroke(line, "#d0655a", 6)


def _fan(pen: Pen) -> None:
    pen.fill("0,4! -20,-12 -18,-32 0,-40 18,-32 20,-12", "#b57fb0")
    for line in ("0,2 -10,-30", "0,2 0,-36", "0,2 10,-30"):
        pen.stroke(line, "#7f5280", 2)


def _ripple(pen: Pen) -> None:
    pen.stroke("-30,0 -8,-5 20,1", "#00000022", 2.4)
    pen.stroke("-18,7 4,3 30,8", "#00000022", 2.4)


def _bone(pen: Pen) -> None:
    pen.stroke("-10,0 10,-5", "#f3ead6", 5)
    pen.dots("-11,-2 -10,3 10,-8 12,-3", "#f3ead6", 6)


def _rock(pen: Pen) -> None:
    pen.fill("-18,4! -15,-9 -4,-16 8,-11 18,4!", "#948b80")
    pen.stroke("-4,-14 -2,-6 4,0", "#6b635a", 2)


def _cactus(pen: Pen) -> None:
    for line in ("0,2 0,-40", "0,-14 -13,-14! -13,-26", "0,-20 12,-20! 12,-34"):
        pen.stroke(line, "#4f7d4a", 8)


def _fir(pen: Pen) -> None:
    pen.stroke("0,4 0,-8", "#5b4432", 5)
    pen.fill(
        "0,-56! 11,-36! 6,-37! 16,-20! 9,-21! 20,-4! -20,-4! -9,-21! -16,-20! -6,-37! -11,-36!",
        "#3f6b52",
    )


def _snow(pen: Pen) -> None:
    pen.fill("-24,2 -8,-3 12,-2 26,3 4,6", SNOW, line=False)


def _snowcap(pen: Pen) -> None:
    pen.fill("0,0! 15,20! 7,17! 1,25! -6,16! -16,17!", SNOW, line=False)


def _moss(pen: Pen) -> None:
    pen.dots("-10,0 0,-3 10,1 -2,4", "#a3543f", 6)
    pen.dots("-5,2 6,-2", "#c9a23f", 5)


def _berg(pen: Pen) -> None:
    pen.fill("-40,10! -30,-16! -14,-10! 2,-36! 20,-12! 30,-16! 42,10!", "#f4f9fb")
    pen.fill("2,-34! 19,-12! 8,8! -4,8!", "#bdd6e3", line=False)


def _liana(pen: Pen) -> None:
    pen.stroke("-34,-30 -10,16 24,-30", "#4d6b32", 3)
    pen.dots("-18,-4 -2,0 10,-8", "#6f9a45", 7)


def _fern(pen: Pen) -> None:
    for line in (
        "0,4 -8,-10 -22,-12",
        "0,4 -3,-14 -10,-24",
        "0,4 4,-14 12,-24",
        "0,4 10,-8 24,-10",
    ):
        pen.stroke(line, "#86b04f", 3.6)


def _bush(pen: Pen) -> None:
    pen.fill("-26,4 -28,-10 -14,-20 2,-24 18,-18 27,-6 24,4", "#6f8f4a")


def _smoke(pen: Pen) -> None:
    pen.fill("-10,18 -26,8 -24,-8 -6,-12 6,-18 24,-10 28,4 10,10 8,20", "#8a807a", line=False)


def _lava(pen: Pen) -> None:
    pen.fill("-14,0! 14,0! 10,14 12,34! 2,18 -4,44! -8,14", "#d9602e")


def _medal(paint: str) -> Draw:
    def draw(pen: Pen) -> None:
        pen.fill(oval(0, 0, 38, 38), paint)
        pen.fill(oval(0, 0, 30, 30), "none")
        pen.fill("0,-22! 6,-7! 22,-6! 10,4! 14,20! 0,11! -14,20! -10,4! -22,-6! -6,-7!", "#fbf6e8")

    return draw


THINGS: dict[str, Draw] = {
    "sun": _sun, "cloud": _cloud, "tree": _tree, "acacia": _acacia, "grass": _grass,
    "reed": _reed, "lily": _lily, "mangrove": _mangrove, "gull": _gull, "wave": _wave,
    "shell": _shell, "palm": _palm, "island": _island, "fluke": _fluke, "fish": _fish,
    "coral": _coral, "fan": _fan, "ripple": _ripple, "bone": _bone, "rock": _rock,
    "cactus": _cactus, "fir": _fir, "snow": _snow, "snowcap": _snowcap, "moss": _moss,
    "berg": _berg, "liana": _liana, "fern": _fern, "bush": _bush, "smoke": _smoke, "lava": _lava,
    "gold": _medal("#e0b43c"), "silver": _medal("#c3c9cc"), "bronze": _medal("#b97d4b"),
}  # fmt: skip
IN_SKY = ("sun", "cloud", "smoke")
HORIZON = 44  # things higher up are far away


@cache
@cache
def landscape(name: str) -> str:
    """The inside of a picture of a biome."""
    return scenery(SCENES[name])


def scenery(scene: Scene, more: Mapping[str, Draw] | None = None) -> str:
    """The inside of a picture of a scene; more things may occur in it than in a biome."""
    pen, known = Pen(), THINGS | dict(more or {})
    pen.fill("-10,-10! 210,-10! 210,130! -10,130!", scene.sky, line=False)
    things = [_thing(word) for word in scene.things.split()]
    _place(pen, known, [thing for thing in things if thing.far and thing.name in IN_SKY])
    pen.fill(SHAPES[scene.far[0]], scene.far[1])
    _place(pen, known, [thing for thing in things if thing.far and thing.name not in IN_SKY])
    pen.fill(SHAPES[scene.near[0]], scene.near[1])
    _place(pen, known, [thing for thing in things if not thing.far])
    return pen.sheet.text(DARK, 1.3)  # it has its own light, on any paper


class Thing(NamedTuple):
    """Something in a landscape, and where."""

    name: str
    x: float
    y: float
    size: float

    @property
    def far(self) -> bool:
        """Whether it is behind the near ground."""
        return self.y < HORIZON


def _thing(word: str) -> Thing:
    name, x, y, size = word.split(",")
    return Thing(name, float(x), float(y), float(size))


def _place(pen: Pen, known: Mapping[str, Draw], things: Iterable[Thing]) -> None:
    for thing in things:
        known[thing.name](pen.at(thing.x, thing.y, scale=thing.size * 0.8))


def biome(name: str, title: str) -> str:
    """A biome as a small landscape."""
    return picture(landscape(name), (0, 0, WIDE, HIGH), title)
