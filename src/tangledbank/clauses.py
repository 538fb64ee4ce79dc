"""The clauses of a game's rules, and which of them a scenario or test shows."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

from tangledbank import scenario
from tangledbank.games.game import load

GAMES = Path(__file__).parent / "games"
CLAUSE_ID = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+-\d+\b")


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


def shown_by_scenarios(game: str) -> set[str]:
    """The ids named by scenarios of the package that hold."""
    shown: set[str] = set()
    for path in scenario.find_files([GAMES / game / "scenarios"]):
        for one in scenario.read_file(path):
            if scenario.run(one, str(path)) is None:
                shown.update(one.shows)
    return shown


def named_in_tests(folder: Path) -> set[str]:
    """The ids that test files name."""
    named: set[str] = set()
    for path in folder.rglob("test_*.py"):
        named.update(CLAUSE_ID.findall(path.read_text(encoding="utf-8")))
    return named


def not_shown(game: str, shown: Iterable[str]) -> list[Clause]:
    """The clauses without a scenario or test."""
    found = set(shown)
    return [clause for clause in clauses(game) if clause.id not in found]
