"""What all games share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tangledbank.errors import Refused
from tangledbank.games.game import Game
from tangledbank.games.shared.rows import OptionRow


def read_numbers(value: str, _chosen: Mapping[str, str]) -> list[int]:
    """Two known tables, or numbers with spaces between them."""
    known = {"low": [1, 2], "high": [8, 9]}
    try:
        return known[value] if value in known else [int(one) for one in value.split()]
    except ValueError:
        raise Refused("these are no numbers", place="options.numbers") from None


def test_an_option_may_be_a_table_written_out(origin: Game) -> None:
    class Option(OptionRow):
        SPEED = "OS-RUL-10", "Speed", {"slow": "slow", "fast": "fast"}
        NUMBERS = "OS-RUL-01", "Numbers", {"low": "low", "high": "high"}
        SIZE = "OS-RUL-12", "Size", {"small": "small", "large": "large"}

    game = replace(origin, option_rows=tuple(Option), tables={"numbers": read_numbers})
    assert game.option_codes(2, {}).tolist() == [2, 0, 0, 0, 1, 2]
    assert game.option_codes(3, {"numbers": "high"}).tolist() == [3, 0, 1, 0, 8, 9]
    written = {"numbers": "5 -3", "size": "large"}
    assert game.option_codes(2, written).tolist() == [2, 0, 2, 1, 5, -3]
    with pytest.raises(Refused, match="these are no numbers"):
        game.option_codes(2, {"numbers": "five"})
    with pytest.raises(Refused, match=r"options\.size: there is no size “5 -3”"):
        game.option_codes(2, {"size": "5 -3"})
    assert not origin.tables
