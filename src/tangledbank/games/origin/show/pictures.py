"""Pictures of The Origin of Species: animals that show their abilities, cards, the food bank."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from tangledbank.art import adornments as wear
from tangledbank.art import frames
from tangledbank.art.animals import Animal, made_up
from tangledbank.art.beasts import Pose, draw, whole
from tangledbank.art.palette import mixed
from tangledbank.art.pen import MOST_KEPT, Box, Drawn, Pen, Sheet, frame, picture, room
from tangledbank.art.scenes import meadow

BOX: Box = (0, 60, 400, 230)
GROUND = 272
SHAPE = (4, 3)  # of the picture on a card

# An animal without abilities.
PLAIN: dict[str, object] = {
    "body": "lizard", "head": "lizard", "feet": "lizard", "tail": "newt", "second": "#e0dcb0",
    "accent": "#c9a43c", "neck": 34, "leg": 48, "bulk": 1.15, "size": 1.2, "snout": 0.82,
    "pattern": "belly", "neck_pattern": "", "tail_pattern": "", "extras": ["cheek"], "long": 0.72,
}  # fmt: skip
# What an ability changes in the body itself.
BODIES: dict[str, dict[str, object]] = {
    "carnivore": {"snout": 1.15},
    "swimming": {"feet": "flipper", "tail": "crocodile", "leg": 40},
    "running": {"feet": "paw", "leg": 84},
    "poisonous": {
        "coat": "#e0b02e",
        "mark": "#2f2a26",
        "pattern": "blotches",
        "tail_pattern": "rings",
        "neck_pattern": "spots",
    },
    "burrowing": {"feet": "digger", "accent": "#efe3c8", "leg": 40},
    "camouflage": {"coat": "#7d9a55", "pattern": "patches", "mark": "#5f7d3f", "neck_pattern": ""},
    "tail_loss": {"tail": ""},
    "hibernation": {"leg": 26},
}
# The coat that goes with each ability; with several it is mixed.
COAT = "#8aa37a"
COATS = {
    "carnivore": "#b5694a", "fat": "#b8a58c", "swimming": "#5f93a0", "running": "#c9a05c",
    "mimicry": "#a08fae", "large": "#94907e", "grazing": "#8fae62", "poisonous": "#e0b02e",
    "tail_loss": "#8fa0a8", "communication": "#7fae9a", "hibernation": "#8d93b0",
    "scavenger": "#9a8a78", "symbiosis": "#9ab0a0", "cooperation": "#7da37a",
    "piracy": "#a87f6a", "burrowing": "#a3866a", "camouflage": "#7d9a55",
    "sharp_vision": "#c2905e", "parasite": "#a8929a",
}  # fmt: skip


def animal(abilities: Collection[str], title: str) -> str:
    """An animal that shows its abilities; fat may be among them several times."""
    return picture(*_standing(tuple(sorted(abilities))), title)


@lru_cache(MOST_KEPT)
def _standing(abilities: tuple[str, ...]) -> Drawn:
    sheet = _drawn(abilities)
    return sheet.text(), room(sheet, BOX)


def _drawn(abilities: tuple[str, ...]) -> Sheet:
    pen = Pen()
    looks = _looks(abilities)
    beast = whole(looks)
    pose = Pose.of(beast)
    scale = 1.04 if "large" in abilities else 0.76
    own = pen.at(192, GROUND - pose.ground * scale, scale=scale)
    draw(own, beast)
    for ability in WORN:
        if ability in abilities:
            WORN[ability](own, looks, pose)
    return pen.sheet


def _looks(abilities: Sequence[str]) -> Animal:
    facts = {**PLAIN, "coat": mixed([COATS[one] for one in COATS if one in abilities] or [COAT])}
    for ability, changes in BODIES.items():
        if ability in abilities:
            facts |= changes
    if "fat" in abilities:
        facts["bulk"] = min(1.3 + 0.2 * abilities.count("fat"), 2.1)
    return made_up(**facts)


Worn = Callable[[Pen, Animal, Pose], None]


def _eye(pen: Pen, looks: Animal, pose: Pose) -> Pen:
    x, y = pose.skull(looks)
    return pen.at(x + 24 * looks.size, y - 9 * looks.size, scale=looks.size)


def _mouth(pen: Pen, looks: Animal, pose: Pose) -> Pen:
    x, y = pose.skull(looks)
    return pen.at(x + (22 + 44 * looks.snout) * looks.size, y + 8 * looks.size)


def _stump(pen: Pen, looks: Animal, pose: Pose) -> None:
    """A tail that has come off."""
    x, y, _ = pose.plan.tail
    stump = pen.at(x, y * pose.bulk)
    stump.attach("24,-15 -8,-14 -20,-8! -14,-2! -22,4! -12,12 24,17", looks.coat)
    lost = stump.at(-34, 10, turn=-12)
    lost.fill("0,-10 -6,-2! 0,2! -4,10! -40,10 -80,-2! -44,-12", looks.coat)


WORN: dict[str, Worn] = {
    "tail_loss": _stump,
    "fat": lambda pen, looks, pose: wear.rolls(pen.at(-6, 2, tall=pose.bulk), looks.coat),
    "mimicry": lambda pen, looks, pose: wear.false_eyes(pen.at(-36, -6)),
    "camouflage": lambda pen, looks, pose: wear.leaves(pen.at(0, 4)),
    "carnivore": lambda pen, looks, pose: wear.fangs(_mouth(pen, looks, pose).at(-4, 0, scale=1.2)),
    "grazing": lambda pen, looks, pose: wear.leaf(_mouth(pen, looks, pose)),
    "sharp_vision": lambda pen, looks, pose: wear.great_eye(_eye(pen, looks, pose)),
    "hibernation": lambda pen, looks, pose: _asleep(pen, looks, pose),
    "piracy": lambda pen, looks, pose: wear.mask(_eye(pen, looks, pose)),
    "symbiosis": lambda pen, looks, pose: wear.bird(pen.at(-30, -28 * pose.bulk)),
    "parasite": lambda pen, looks, pose: _infested(pen),
    "communication": lambda pen, looks, pose: wear.bubble(_mouth(pen, looks, pose).at(-8, -34)),
    "cooperation": lambda pen, looks, pose: wear.rings(pen.at(0, 0, scale=1.1)),
    "poisonous": lambda pen, looks, pose: wear.sweat(
        _mouth(pen, looks, pose).at(-6, 16), "#6a3f83"
    ),
    "running": lambda pen, looks, pose: wear.speed(pen.at(-140, 40)),
    "scavenger": lambda pen, looks, pose: wear.bone(pen.at(130, pose.ground)),
    "burrowing": lambda pen, looks, pose: wear.mound(pen.at(112, pose.ground)),
    "swimming": lambda pen, looks, pose: wear.waves(pen.at(0, pose.ground - 14)),
    "large": lambda pen, looks, pose: _grass_beneath(pen, pose),
}


def _infested(pen: Pen) -> None:
    for x, y in ((-52, -8), (8, 2), (58, -10)):
        wear.tick(pen.at(x, y, scale=0.9))


def _asleep(pen: Pen, looks: Animal, pose: Pose) -> None:
    wear.lid(_eye(pen, looks, pose), looks.face)
    wear.moon(_eye(pen, looks, pose).at(-10, -52))


def _grass_beneath(pen: Pen, pose: Pose) -> None:
    """Grass that looks small beside it."""
    for x in (-132, 4, 128):
        wear.grass(pen.at(x, pose.ground, scale=0.4))


def card(abilities: Sequence[str], titles: Sequence[str]) -> str:
    """A card with one ability or two, and the title of each."""
    face = frames.card(titles[0])
    sheet = _drawn(tuple(sorted(abilities)))
    inside, box = sheet.text(), frame(sheet, *SHAPE)
    if len(abilities) == 1:
        face += frames.view(inside, box) + frames.icon(abilities[0], 84, 222, 72)
    else:
        face += frames.view(inside, box, y=80)
        face += frames.icon(abilities[0], 178, 48, 44)
        face += frames.icon(abilities[1], 18, 232, 44) + frames.second(titles[1])
    return picture(face, frames.CARD, " / ".join(titles))


def back(title: str) -> str:
    """The back of a card."""
    return frames.back("foraging", title)


def food_bank(food: int, title: str) -> str:
    """The food bank with its food."""
    return meadow(food, title)
