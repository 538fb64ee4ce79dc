"""Everything there is in a game, with its picture, its numbers and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from markupsafe import Markup

from tangledbank.games.game import clauses
from tangledbank.text import say_rule


@dataclass(frozen=True)
class Entry:
    """Something that is in the game."""

    id: str  # in the page
    title: str
    draw: Callable[[], str]
    lines: Sequence[str]
    topic: str = ""  # of the rules about it

    @property
    def picture(self) -> Markup:
        """Drawn only when it is shown; what it is stands beside it."""
        return Markup(self.draw())


@dataclass(frozen=True)
class Shelf:
    """Things of one kind, in the order of the game."""

    id: str
    title: str
    entries: Sequence[Entry]


class Catalogue(Protocol):
    """What the catalogue of a game offers."""

    def shelves(self) -> list[Shelf]:
        """All that the game has, in the reader's language."""

    def place_of(self, kind: str, name: str) -> str:
        """Where something on a table is told of, by the parts of its key: shelf and entry."""


@cache
def catalogue_of(game: str) -> Catalogue:
    """The catalogue of a game."""
    return cast(Catalogue, import_module(f"tangledbank.games.{game}.show.pictures"))


def page_id(name: str) -> str:
    """A name as it can stand in an address."""
    return name.replace("/", "_").replace(".", "_")


def rules_about(game: str, topic: str) -> list[str]:
    """What the rules say about something."""
    return [
        say_rule(clause.text)
        for clause in clauses(game)
        if clause.topic == topic and clause.kind == "rule"
    ]
