"""Which variants of Darwin's Choice go together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.variants import Variant
from tangledbank.games.game import load
from tests.test_recipes import carry_out, check_copy, copy_package

# New variants: the known ones under another name, and some that differ in one thing only.
ALIKE = {f"{variant.name}_AGAIN": variant.name for variant in Variant}
OTHERS = {
    "SILENT": 'Manner("no events", events=False)',
    "SATED": 'Manner("no food", eats_from=NEVER)',
    "LONG": 'Manner("five eras", eras=5)',
}


@pytest.mark.clauses("DC-SP-73", "DC-SP-75")
def test_the_beginner_game_is_never_short() -> None:
    """It has two rounds, so there is nothing to shorten."""
    with pytest.raises(Refused, match="two rounds already"):
        load("darwin").option_codes(3, {"variant": "beginner", "length": "short"})


@pytest.mark.clauses("DC-SP-73")
@pytest.mark.parametrize(
    ("seats", "variant"), [(2, "base"), (5, "base"), (4, "teams"), (3, "children")]
)
def test_other_variants_can_be_short(seats: int, variant: str) -> None:
    """Three eras go with every other way to play."""
    load("darwin").option_codes(seats, {"variant": variant, "length": "short"})


@pytest.mark.clauses("DC-SP-75")
@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_teams_need_four_seats(seats: int) -> None:
    """So 2 against 2 and the rules for two players never meet."""
    with pytest.raises(Refused, match="2 against 2 is for 4 seats"):
        load("darwin").option_codes(seats, {"variant": "teams"})


@pytest.mark.parametrize("name", [*ALIKE, *OTHERS])
def test_positions_of_a_new_variant_are_read_back(name: str, tmp_path: Path) -> None:
    """What reads positions asks how a variant is played, not what it is called."""
    package = copy_package(tmp_path)
    row = f"    {name} = {(ALIKE | OTHERS)[name]}\n"
    carry_out(package, "Last in `Variant` of `games/darwin/rules/variants.py`:", row)
    check_copy(package, "tests.variant_checks", name.lower())
