"""Creatures that show what they can do: it changes their body, mixes their coat and is worn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from tangledbank.art import adornments
from tangledbank.art.animals import Animal, made_up
from tangledbank.art.beasts import Pose, draw, whole
from tangledbank.art.palette import mixed
from tangledbank.art.pen import Pen
from tangledbank.art.symbols import SYMBOLS
from tangledbank.looks import BULK, Look, Worn

Place = Callable[[Pen, Animal, Pose], Pen]  # where something is worn


@dataclass(frozen=True)
class Wardrobe:
    """What the creatures of a game look like, plain and with all that they can have."""

    plain: Mapping[str, object]  # a creature that has nothing
    coat: str
    looks: Mapping[str, Look]  # by what it is called
    places: Mapping[str, Place]
    own: Mapping[str, Callable[[Pen, Animal, Pose], None]]  # what only this game draws

    def __post_init__(self) -> None:
        """Refuse a look that cannot be drawn."""
        for name, look in self.looks.items():
            if look.glyph not in SYMBOLS:
                raise TypeError(f"{name}: there is no glyph {look.glyph}")
            for worn in look.worn:
                if worn.what not in self.own and not hasattr(adornments, worn.what):
                    raise TypeError(f"{name}: nothing draws {worn.what}")
                if worn.at not in ("body", *self.places):
                    raise TypeError(f"{name}: nothing is worn at {worn.at}")

    def creature(self, has: Collection[str], **facts: object) -> Animal:
        """A creature that has some of it; `facts` go before what that makes of its body."""
        looks = self._of(has)
        body = {**self.plain, "coat": mixed([look.coat for look in looks] or [self.coat])}
        for look in sorted(looks, key=lambda one: one.wins):
            body |= look.body
        return made_up(**{**body, **facts})

    def draw(
        self, pen: Pen, creature: Animal, has: Collection[str], x: float, ground: float,
        scale: float,
    ) -> None:  # fmt: skip
        """Draw a creature on its ground, with all that it wears."""
        beast = whole(creature)
        pose = Pose.of(beast)
        pen = pen.at(x, ground - pose.ground * scale, scale=scale)
        layers = sorted(self._of(has), key=lambda look: look.layer)
        for worn in (one for look in layers if look.layer < 0 for one in look.worn):
            self._put_on(pen, creature, pose, worn)
        draw(pen, beast)
        for worn in (one for look in layers if look.layer >= 0 for one in look.worn):
            self._put_on(pen, creature, pose, worn)

    def _of(self, has: Collection[str]) -> list[Look]:
        return [look for name, look in self.looks.items() if name in has]

    def _put_on(self, pen: Pen, creature: Animal, pose: Pose, worn: Worn) -> None:
        place = self.places[worn.at](pen, creature, pose) if worn.at in self.places else pen
        tall = pose.bulk if worn.tall == BULK else worn.tall
        at = place.at(worn.x, worn.y, scale=worn.scale, tall=tall)
        paint = {"coat": creature.coat, "face": creature.face}.get(worn.paint, worn.paint)
        if worn.what in self.own:
            self.own[worn.what](at, creature, pose)
        else:
            getattr(adornments, worn.what)(at, *filter(None, [paint]))
