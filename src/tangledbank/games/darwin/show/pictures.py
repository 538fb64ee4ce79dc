"""Pictures of Darwin's Choice: animals, their parts, chimeras, cards and biomes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from tangledbank.art import frames
from tangledbank.art.animals import Animal
from tangledbank.art.animals import animal as looks_of
from tangledbank.art.beasts import Beast, draw, shadow, stand, whole
from tangledbank.art.limbs import TELLING_FRONT
from tangledbank.art.pen import MOST_KEPT, Drawn, Pen, drawn, frame, picture
from tangledbank.art.scenes import HIGH, WIDE, landscape, scene
from tangledbank.games.darwin.rules.decks import ABILITIES, DIETS, PARTS, Biome, Card, Part

SHAPE = (4, 3)  # width and height of all pictures of creatures
biome = event = scene  # pictures of landscapes


def part_name(card: Card) -> str:
    """What a card is called here: animal and part, such as red-fox.head."""
    return f"{slug(card.animal)}.{PARTS[card.part]}"


def slug(name: str) -> str:
    """The name of an animal as animals.toml has it."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def animal(name: str, title: str) -> str:
    """A whole animal as it is in nature."""
    return picture(*_animal(name), title)


@lru_cache(MOST_KEPT)
def _animal(name: str) -> Drawn:
    beast = whole(looks_of(name))
    pen = Pen()
    stand(pen, beast)
    draw(pen, beast)
    return drawn(pen.sheet, *SHAPE)


def chimera(parts: Sequence[str], title: str) -> str:
    """A creature put together from parts such as giraffe.head; what is missing is not there."""
    return picture(*_chimera(tuple(parts)), title)


@lru_cache(MOST_KEPT)
def _chimera(parts: tuple[str, ...]) -> Drawn:
    if not parts:
        return "", (0, 0, *SHAPE)
    pen, beast = Pen(), _joined(parts)
    pose = beast
    if not beast.torso:  # not yet finished: a pale torso to hang the parts on
        pose = replace(beast, torso=looks_of(parts[0].rpartition(".")[0]))
        shadow(pen, Beast(torso=pose.torso))
    stand(pen, pose)
    draw(pen, beast, pose)
    return drawn(pen.sheet, *SHAPE)


def _joined(parts: Sequence[str]) -> Beast:
    """Whose part goes where; the first pair of legs is the hind one."""
    by_part: dict[str, list[Animal]] = {}
    for name in parts:
        owner, _, part = name.rpartition(".")
        by_part.setdefault(part, []).append(looks_of(owner))
    both = by_part.get("double_legs", [])
    legs = [*both, *both] or by_part.get("legs", [])

    def first(part: str) -> Animal | None:
        return next(iter(by_part.get(part, [])), None)

    return Beast(
        torso=first("torso"),
        head=first("head"),
        rear=legs[0] if legs else None,
        front=legs[1] if len(legs) > 1 else None,
        tail=first("tail"),
        wings=first("wings"),
    )


def part(name: str, title: str) -> str:
    """A part such as barn-owl.wings, and behind it the pale shape of the animal."""
    return picture(*_part(name), title)


@lru_cache(MOST_KEPT)
def _part(name: str) -> Drawn:
    owner, _, which = name.rpartition(".")
    looks = looks_of(owner)
    natural = whole(looks)
    alone = Beast(
        torso=looks if which == "torso" else None,
        head=looks if which == "head" else None,
        rear=looks if which == "double_legs" or (which == "legs" and not _front(looks)) else None,
        front=looks if which == "double_legs" or (which == "legs" and _front(looks)) else None,
        tail=looks if which == "tail" else None,
        wings=looks if which == "wings" else None,
    )
    pen, near = Pen(), Pen()
    shadow(pen, natural)
    draw(pen, alone, natural)
    draw(near, alone, natural)
    return pen.sheet.text(), frame(pen.sheet.towards(near.sheet), *SHAPE)


def _front(looks: Animal) -> bool:
    """Whether a card with one pair of legs shows the front pair."""
    return looks.feet in TELLING_FRONT


def card(card: Card, title: str, name: str = "") -> str:
    """An animal card; `name` stands on it if the title says more than that."""
    face = frames.card(name or title, corner=PARTS[card.part])
    face += frames.view(*_part(part_name(card)))
    face += frames.row(zip(ABILITIES, card.abilities, strict=True), frames.UPPER)
    face += frames.row((("heart", card.hearts), ("strength", card.strength)), frames.LOWER)
    if card.diet is not None:
        face += frames.icon(DIETS[card.diet], frames.RIGHT - frames.ICON, frames.UPPER)
    if card.part == Part.TORSO:  # what can be attached to it
        points = (("legs", card.legs), ("tail", card.tail))
        wide = 24 * (card.legs + card.tail)
        face += frames.row(points, 182, x=frames.RIGHT - wide + 4, size=20)
    return picture(face, frames.CARD, title)


def back(title: str, *, large: bool = False) -> str:
    """The back of a card from the small deck, or from the large one."""
    return frames.back("torso" if large else "head", title)


def biome_card(biome: Biome, title: str, name: str = "") -> str:
    """A biome: its landscape, what counts there, what it asks for and forbids, food and points."""
    face = frames.card(name or title)
    face += frames.view(landscape(biome.id), (0, 0, WIDE, HIGH), height=127)
    face += frames.row([(ability, 1) for ability in _named(biome.counts)], 182)
    face += frames.row([("points", biome.points)], 182, x=frames.RIGHT - 34 * biome.points + 4)
    face += frames.wanted(228, _named(biome.all), _named(biome.any), _named(biome.none))
    face += frames.numbered((("plant", biome.plants), ("meat", biome.meat)), 276)
    return picture(face, frames.CARD, title)


def _named(bits: int) -> list[str]:
    return [ability for i, ability in enumerate(ABILITIES) if bits >> i & 1]
