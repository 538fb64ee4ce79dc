"""The numbered clauses of the games' rules."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

from tangledbank.games.game import load

GAMES = Path(__file__).parent


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule."""

    id: str
    topic: str
    kind: str  # rule, ruling, example or hint
    text: str


@cache
def clauses(game: str) -> tuple[Clause, ...]:
    """The rules of a game in their order."""
    load(game)
    text = (GAMES / game / "clauses.toml").read_text(encoding="utf-8")
    return tuple(convert(tomllib.loads(text)["clause"], list[Clause]))
