"""Which clauses of a game's rules a scenario or test shows."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tangledbank import scenario
from tangledbank.games.game import FOLDER, Clause, clauses

MARKER = "clauses"  # @pytest.mark.clauses and the ids of clauses
NOT_RUN = {"skip", "skipif", "xfail"}


def shown_by_scenarios(game: str) -> set[str]:
    """The ids that scenarios of the package that hold name under `shows`."""
    shown: set[str] = set()
    for path in scenario.find_files([FOLDER / game / "scenarios"]):
        for one in scenario.read_file(path):
            if scenario.run(one, str(path)) is None:
                shown.update(one.shows)
    return shown


def shown_by_tests(folder: Path) -> set[str]:
    """The ids that tests carry in their `clauses` marker; mere mention does not count."""
    shown: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for test in _tests(ast.parse(path.read_text(encoding="utf-8"))):
            markers = dict(_markers(test))
            if not NOT_RUN & set(markers):
                shown.update(markers.get(MARKER, ()))
    return shown


def _tests(module: ast.Module) -> Iterator[ast.FunctionDef]:
    """The test functions pytest collects from a module; those of this project are in no class."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def _markers(test: ast.FunctionDef) -> Iterator[tuple[str, list[str]]]:
    """The names of a test's `pytest.mark` decorators, with the texts each is given."""
    for decorator in test.decorator_list:
        mark = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(mark, ast.Attribute) and ast.unparse(mark.value) == "pytest.mark":
            given = decorator.args if isinstance(decorator, ast.Call) else []
            texts = [one.value for one in given if isinstance(one, ast.Constant)]
            yield mark.attr, [text for text in texts if isinstance(text, str)]


def not_shown(game: str, shown: Iterable[str]) -> list[Clause]:
    """The clauses without a scenario or test."""
    found = set(shown)
    return [clause for clause in clauses(game) if clause.id not in found]
