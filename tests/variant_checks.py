"""A whole game of a variant, each position read back; run with a changed package on the path."""

from __future__ import annotations

import random
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

import tangledbank
from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.variants import Variant
from tangledbank.table import Table

SEATS = 3  # unless a variant is for another number


def main(variant: str) -> None:
    """A random game; an event is refused where there are none."""
    play(variant)
    manner = Variant.called(variant).manner
    seats = [{"hand": 0}] * (manner.seats or SEATS)
    given = {"options": {"variant": variant}, "era": 2, "event": "flood", "seats": seats}
    refusal = nullcontext() if manner.reveals_events else pytest.raises(Refused, match="no events")
    with refusal:
        Table("darwin", given=given)
    print("tried", Path(tangledbank.__file__).parent)


def play(variant: str) -> None:
    """Every position of a random game, written and read, is written the same again."""
    chance = random.Random(variant)
    seats = Variant.called(variant).manner.seats or SEATS
    table = Table("darwin", seats, options={"variant": variant}, seed=5)
    while not table.over:
        same_again(table)
        seat = chance.choice(table.pending)
        table.act(seat, chance.choice(table.codes(seat)))
    same_again(table)


def same_again(table: Table) -> None:
    """Read the document of a position back."""
    words = table.document()
    assert Table("darwin", given=words).document() == words, words


if __name__ == "__main__":
    main(*sys.argv[1:])
