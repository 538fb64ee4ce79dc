"""What each animal looks like, in a few words and colours; the facts are in animals.toml."""

from __future__ import annotations

import tomllib
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from tangledbank.art.palette import mix, visible
from tangledbank.art.pen import MOST_KEPT


class Animal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An animal as the pen sees it. What is not said comes from its family."""

    body: str  # plan of the torso
    head: str  # kind of head
    feet: str  # kind of legs
    coat: str
    tail: str = ""  # kind of tail
    wings: str = ""  # kind of wings
    second: str = ""  # belly, muzzle, inside of ears
    mark: str = ""  # stripes, spots and other patterns
    accent: str = "#5a4a3c"  # horns, beak, hooves, claws
    limb: str = ""  # legs
    wing: str = ""
    face: str = ""  # head and neck
    pattern: str = ""  # of the coat; several divided by blanks
    neck_pattern: str = ""
    leg_pattern: str = ""
    tail_pattern: str = ""
    bulk: float = 1  # height of the torso
    size: float = 1  # of the head
    snout: float = 1
    neck: float = 44  # length
    thick: float = 1  # neck
    leg: float = 62  # length
    beak: str = ""
    ears: str = ""
    horns: str = ""
    extras: tuple[str, ...] = ()
    long: float = 1  # tail
    span: float = 1  # wings


_TOML = tomllib.loads((Path(__file__).parent / "animals.toml").read_text(encoding="utf-8"))
ANIMALS: tuple[str, ...] = tuple(_TOML["animal"])
FAMILIES: tuple[str, ...] = tuple(_TOML["family"])


@lru_cache(MOST_KEPT)
def animal(name: str) -> Animal:
    """An animal by its name in the deck, such as red-fox; one we do not know is made up."""
    if name in _TOML["animal"]:
        return _complete(**_TOML["animal"][name])
    number = zlib.crc32(name.encode())
    family = FAMILIES[number % len(FAMILIES)]
    coats = ("#b98a5a", "#8c7a63", "#7d8a6a", "#a3645a", "#6f7f8c", "#c0a468")
    return _complete(family=family, coat=coats[number // 64 % len(coats)])


def _complete(family: str, **facts: object) -> Animal:
    return made_up(**(_TOML["family"][family] | facts))


def made_up(**facts: Any) -> Animal:
    """An animal with these looks, and colours that go together where none are named."""
    for part in ("coat", "wing", "limb", "face"):
        if part in facts:
            facts[part] = visible(facts[part])
    coat = facts["coat"]
    facts.setdefault("second", mix(coat, "#fbf3e2", 0.5))
    facts.setdefault("mark", mix(coat, "#2a2018", 0.5))
    facts.setdefault("limb", coat)
    facts.setdefault("wing", mix(coat, "#2a2018", 0.15))
    facts.setdefault("face", coat)
    facts.setdefault("neck_pattern", facts.get("pattern", ""))
    facts.setdefault("tail_pattern", facts.get("pattern", ""))
    return msgspec.convert(facts, Animal)
