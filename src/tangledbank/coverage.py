"""Which clauses of a game's rules a scenario or test shows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tangledbank import scenario
from tangledbank.games.clauses import GAMES, Clause, clauses

CLAUSE_ID = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+-\d+\b")


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
