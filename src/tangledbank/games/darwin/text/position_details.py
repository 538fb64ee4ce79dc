"""What the sentence of a reason says about one action: numbers and names, as the seat sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.decks import ABILITIES
from tangledbank.games.darwin.rules.state import DRAFT, MAX_SPECIES, State
from tangledbank.games.darwin.rules.values import GOT_MEAT, GOT_PLANTS, GOT_PREY, TRIALS, try_out
from tangledbank.games.darwin.text.names import ability_title, ground_title, open_grounds
from tangledbank.games.shared.verbs import Scene
from tangledbank.text import say

CARDS = ("draw_first", "too_many_cards")
HOMES = ("lacks", "lacks_any", "forbidden", "too_little_food")


def details(reason: str, code: int, scene: Scene) -> Mapping[str, Any]:
    """The parts that the sentence of this reason needs."""
    game = scene.game
    if reason in CARDS:
        return {"cards": int(game.to_draw[scene.seat])}
    if reason not in HOMES:
        return {}
    place = _place(code, game)
    ground = int(game.ground[place])
    parts: dict[str, Any] = {"biome": ground_title(open_grounds(game)[place])}
    has = int(game.has[DRAFT])
    if reason == "lacks":
        parts["abilities"] = _all_of(int(game.ground_all[ground]) & ~has)
    elif reason == "lacks_any":
        parts["abilities"] = _one_of(int(game.ground_any[ground]))
    elif reason == "forbidden":
        parts["abilities"] = _all_of(int(game.ground_none[ground]) & has)
    else:
        out = np.zeros((MAX_SPECIES + 2, TRIALS), np.int64)
        try_out(np.frombuffer(bytearray(game.tobytes()), game.dtype), place, out)
        parts["got"] = int(out[DRAFT, [GOT_PLANTS, GOT_MEAT, GOT_PREY]].sum())
        parts["need"] = int(game.need[DRAFT])
    return parts


def _place(code: int, game: State) -> int:
    """The place an action is about: the one it names, or where the mutating species lives."""
    if Verb.PLACE <= code < Verb.MUTATE:
        return code - Verb.PLACE
    if Verb.TO <= code < Verb.SHOW:
        return code - Verb.TO
    return int(game.at[DRAFT])


def _titles(bits: int) -> list[str]:
    return [ability_title(name) for i, name in enumerate(ABILITIES) if bits >> i & 1]


def _all_of(bits: int) -> str:
    return say(" and ").join(_titles(bits))


def _one_of(bits: int) -> str:
    return say(" or ").join(_titles(bits))
