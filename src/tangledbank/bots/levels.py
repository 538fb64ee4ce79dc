"""What people are told of the levels: how each plays, and how strong it is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from tangledbank.text import mark

STYLES = {
    "beginner": mark("overlooks most of what it could do, and takes the best of the rest"),
    "learner": mark("takes what promises most, but overlooks some of it"),
    "skilled": mark("takes what promises most at once"),
    "strong": mark("looks a little ahead before each move"),
    "expert": mark("looks well ahead before each move"),
}
RATINGS = Path(__file__).with_name("ratings.json")  # written by tools/ratings.py


@cache
def ratings() -> dict[str, dict[str, float]]:
    """The measured rating of each level, by game; a game that was not measured is missing."""
    return msgspec.json.decode(RATINGS.read_bytes(), type=dict[str, dict[str, float]])


def rating_in(game: str, level: str) -> str:
    """The rating of a level in a game, in whole points; a dash if it was not measured."""
    found = ratings().get(game, {}).get(level)
    return "–" if found is None else f"{found:.0f}"
