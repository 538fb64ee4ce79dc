"""The cards of Evolution: 17 traits, and a food number on each copy. Facts come from cards.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

_TOML = tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))

TABLES: tuple[str, ...] = tuple(_TOML["tables"])  # of food numbers; the first is the default
TRAITS: tuple[str, ...] = tuple(trait["id"] for trait in _TOML["trait"])
COLOURS: dict[str, str] = {trait["id"]: trait["colour"] for trait in _TOML["trait"]}
GRAIN: tuple[str, ...] = tuple(t["id"] for t in _TOML["trait"] if t.get("grain", False))


def deck(table: str = TABLES[0]) -> list[tuple[str, int]]:
    """Every card as its trait and its food number, in the order of the file (EV-RUL-01)."""
    return [(trait["id"], number) for trait in _TOML["trait"] for number in trait["numbers"][table]]
