"""What Babel finds beside the program: clauses, titles of examples, what is printed on cards."""

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


def printed(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Found:
    """The animals of a deck, and the titles of biomes and of decks."""
    rows = tomllib.load(file)
    for deck in rows.get("deck", {}).values():
        if "title" in deck:
            yield 1, "", deck["title"], []
    for name in dict.fromkeys(card["animal"] for card in rows.get("card", [])):
        yield 1, "", name, []
    for biome in rows.get("biome", []):
        yield 1, "", biome["title"], []
