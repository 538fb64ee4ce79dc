"""The recipes of CONTRIBUTING, carried out on a copy of the package, step by step as they stand.

A step is a line that ends with a colon and says where the block of code below it goes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### ([^\n]*)\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))
STEP = re.compile(r"^([^\n]*:)\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LAST = re.compile(r"Last in `(\w+)` of `(.+)`:")
AFTER = re.compile(r"After `(\w+)` in `(.+)`:")
INSTEAD = re.compile(r"In place of `(.+)` in `(.+)`:")
AT_END = re.compile(r"(At the end of|A new file) `([^`]+)`.*:")
KNOWN = {  # by title: the game, the new word
    "A trait": ("evolution", "nocturnal"),
    "A verb": ("origin", "root"),
    "An option": ("origin", "mercy"),
    "A variant": ("darwin", "quiet"),
    "An event card": ("darwin", "drought"),
    "A language": ("", "eo"),
}
GAME_RECIPES = [title for title, (game, _) in KNOWN.items() if game]


def test_every_recipe_is_tried() -> None:
    assert list(RECIPES) == list(KNOWN)


@pytest.mark.parametrize("title", GAME_RECIPES)
def test_a_recipe_works_and_changes_no_recorded_game(title: str, tmp_path: Path) -> None:
    game, word = KNOWN[title]
    package = copy_package(tmp_path)
    files = [carry_out(package, *step) for step in STEP.findall(RECIPES[title])]
    assert files
    scenarios = [str(file) for file in files if file.suffix == ".yaml"]
    check_copy(package, "tests.recipe_checks", game, word, *scenarios)


def test_a_catalogue_is_a_language(tmp_path: Path) -> None:
    package = copy_package(tmp_path)
    for step in STEP.findall(RECIPES["A language"]):
        carry_out(package, *step)
    check_copy(package, "tests.language_checks")


def copy_package(folder: Path) -> Path:
    """A copy of the package that may be changed."""
    package = folder / "src" / "tangledbank"
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    shutil.copytree(ROOT / "src" / "tangledbank", package, ignore=ignored)
    return package


def check_copy(package: Path, module: str, *words: str) -> None:
    """Run a module of checks with the changed copy of the package, uncompiled."""
    tried = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{package.parent}:{ROOT}", "TANGLEDBANK_UNCOMPILED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert tried.returncode == 0, tried.stderr[-3000:]
    assert f"tried {package}" in tried.stdout


def carry_out(package: Path, where: str, lines: str) -> Path:
    """Change a file as a step says; gives the file."""
    for place, insert in ((LAST, last_in), (AFTER, after), (INSTEAD, instead), (AT_END, at_end)):
        found = place.search(where)
        if found:
            file = package / found[2]
            file.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text("utf-8") if file.exists() else ""
            file.write_text(insert(found[1], text, lines), "utf-8")
            return file
    raise AssertionError(where)


def last_in(row: str, text: str, lines: str) -> str:
    """After the last line of a class: the next one that is not indented ends it."""
    start = text.index(f"\nclass {row}(")
    found = re.compile(r"^(?=\S)", re.MULTILINE).search(text, text.index("\n", start + 1) + 1)
    end = found.start() if found else len(text)
    return text[:end].rstrip("\n") + "\n" + lines + "\n\n" * bool(found) + text[end:]


def after(function: str, text: str, lines: str) -> str:
    """Behind a function and the two empty lines that end it."""
    end = text.index("\n\n\n", text.index(f"\ndef {function}("))
    return text[:end] + "\n\n\n" + lines.rstrip("\n") + text[end:]


def instead(old: str, text: str, lines: str) -> str:
    assert text.count(f"{old}\n") == 1, old
    return text.replace(f"{old}\n", lines)


def at_end(_where: str, text: str, lines: str) -> str:
    return text + lines
