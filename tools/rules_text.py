"""What Babel finds in the rules: chapters, topics and texts of clauses, titles of examples."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import IO, Any

import yaml

Found = Iterator[tuple[int, str, str, list[str]]]


def clauses(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Found:
    """Titles of chapters, topics and texts of a clauses.toml."""
    rules = tomllib.load(file)
    for chapter in rules["chapter"]:
        yield 1, "", chapter["title"], []
    for clause in rules["clause"]:
        yield 1, "", clause["topic"].replace("_", " "), []
        yield 1, "", clause["text"], [clause["id"]]


def scenarios(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Found:
    """The titles of a file of scenarios."""
    for scenario in yaml.safe_load_all(file):
        yield 1, "", scenario["title"], []
