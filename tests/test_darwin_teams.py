"""2 against 2: what a table does beyond single decisions."""

from __future__ import annotations

from typing import Any

import pytest

from tangledbank.table import Table


def team_table(*hands: Any) -> Table:
    """A table of 2 against 2; seat 1 has passed."""
    seats = [{"hand": hand, "passed": seat == 1} for seat, hand in enumerate(hands)]
    biomes = ["savanna", "coast", "ocean", "highlands"]
    given = {"options": {"variant": "teams"}, "biomes": biomes, "seats": seats}
    return Table("darwin", given=given, auto=False)


@pytest.mark.clauses("DC-SP-64")
def test_who_has_passed_may_switch_the_visits_off() -> None:
    for rests, pending in ((False, [1]), (True, [2])):
        table = team_table(["bongo.head", "bongo.torso"], 2, 2, 2)
        if rests:
            table.rest(1)
        table.act(0, "create bongo.torso add bongo.head place savanna")
        table.act(0, "end")
        assert table.pending == pending


@pytest.mark.clauses("DC-SP-79")
def test_a_card_that_was_handed_over_cannot_be_taken_back() -> None:
    """A draft can: nobody has seen it."""
    table = team_table(["bongo.head", "bongo.torso"], 2, ["koala.head", "lion.head"], 2)
    table.act(0, "create bongo.torso")
    assert table.why_no_undo(0) == ""
    table.act(0, "revise")
    table.act(0, "ask")
    table.act(2, "hand_over koala.head")
    assert table.why_no_undo(2) != ""
    assert table.why_no_undo(0) != ""
    table.act(0, "pay bongo.head")
    assert table.why_no_undo(0) != ""
