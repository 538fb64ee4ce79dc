"""The numbered clauses of the games' rules."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

from tangledbank.games.game import load

GAMES = Path(__file__).parent.parent


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule."""

    id: str
    topic: str
    kind: str  # rule, ruling, example or hint
    text: str


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """Topics that belong together, such as those of a phase."""

    title: str
    topics: list[str]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    chapter: list[Chapter]
    clause: list[Clause]


@cache
def _file(game: str) -> _File:
    load(game)
    text = (GAMES / game / "clauses.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), _File)


@cache
def clauses(game: str) -> tuple[Clause, ...]:
    """The rules of a game in their order."""
    return tuple(_file(game).clause)


def chapters(game: str) -> list[Chapter]:
    """The chapters of the rules in the order of play."""
    return _file(game).chapter
