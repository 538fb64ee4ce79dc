"""What is about one game lies in its folder; everything above knows none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import tangledbank
from tangledbank.games import GAMES

PACKAGE = Path(tangledbank.__file__).parent
CLAUSE = re.compile(r"\b(?:DC|EV|OS)-[A-Z0-9]+-[0-9]+")


def above_games() -> Iterator[Path]:
    """Every file of the program outside the folders of games."""
    for path in PACKAGE.rglob("*"):
        place = path.relative_to(PACKAGE).parts
        is_ours = path.is_file() and place[0] not in ("games", "locale")
        if is_ours and "__pycache__" not in place and "client" not in place:
            yield path


def test_no_file_above_the_games_bears_the_name_of_one() -> None:
    assert not [path for path in above_games() if any(game in path.name for game in GAMES)]


def test_no_clause_is_named_above_the_games() -> None:
    sources = [path for path in above_games() if path.suffix in (".py", ".html", ".ts")]
    assert len(sources) > 100
    found = {str(path): CLAUSE.findall(path.read_text("utf-8")) for path in sources}
    assert not {name: ids for name, ids in found.items() if ids}


def test_the_folders_of_games_have_the_same_rooms() -> None:
    for game in GAMES:
        folder = PACKAGE / "games" / game
        rooms = {path.name for path in folder.iterdir() if (path / "__init__.py").exists()}
        assert rooms == {"rules", "text", "bots", "show"}
        assert {"game.py", "cards.toml", "clauses.toml", "scenarios"} <= {
            path.name for path in folder.iterdir()
        }
