"""A game keeps the rules that it began with, though the defaults of its options change later."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tangledbank import table as tables
from tangledbank.errors import Refused
from tangledbank.games.evolution.rules.cards import NUMBERS
from tangledbank.games.evolution.text.position_words import read_numbers
from tangledbank.games.game import Game, load
from tangledbank.games.shared.rows import OptionRow
from tangledbank.log import parse_log, write_line
from tangledbank.search.bot import problem_at
from tangledbank.table import Table, verify
from tests.helpers import document_of, play_out

TODAY = load("evolution").rules
RECORDED = (Path(__file__).parent / "recorded" / "evolution-2-random.jsonl").read_text("utf-8")
SIX = 6 + 4  # the food number that is now on every card, counted from the least
Update = Callable[[], None]


def new_numbers(value: str, chosen: Mapping[str, str]) -> Sequence[int]:
    """The food numbers of tomorrow: all are 6, unless others are asked for."""
    usual = read_numbers("derived" if value == "six" else value, chosen)
    return [6] * len(usual) if value == "six" else usual


@pytest.fixture
def update(monkeypatch: pytest.MonkeyPatch) -> Update:
    """From then on `evolution` has another default."""
    today = load("evolution")
    rows = {
        option.name: (option.clause, option.title, option.values) for option in today.option_rows
    }
    rows["NUMBERS"] = ("EV-RUL-01", "Numbers", {"six": "all are 6", "derived": "as today"})
    tomorrow = replace(
        today,
        option_rows=cast(Any, OptionRow)("Option", rows),
        tables={"numbers": new_numbers},
        rules=today.rules + 1,
        former={
            version: {**today.former.get(version, {}), "numbers": "derived"}
            for version in range(1, today.rules + 1)
        },
    )
    return lambda: monkeypatch.setattr(tables, "load", lambda _name: tomorrow)


def numbers_of(table: Table) -> set[int]:
    """The food numbers of all cards, counted from the least."""
    cards = int(table.state["cards"][0])
    return {int(face) % NUMBERS for face in table.state["pool"][0][:cards]}


def changed(log: str, **fields: Any) -> str:
    """The header of a log with other fields, and the sum that fits."""
    return write_line({**parse_log(log)[0].words, **fields}, None).text + "\n"


def test_a_new_game_has_the_new_rules_and_names_them(update: Update) -> None:
    update()
    table = Table("evolution", 2, seed=1)
    assert (table.rules, table.lines[0].words["rules"]) == (TODAY + 1, TODAY + 1)
    assert (table.options, table.rulings) == ({}, {})
    assert numbers_of(table) == {SIX}
    assert numbers_of(verify(table.log())) == {SIX}


def test_a_log_that_names_no_version_is_played_by_the_first_rules(update: Update) -> None:
    update()
    table = verify(RECORDED)
    assert table.log() == RECORDED
    assert table.rules == 1
    assert len(numbers_of(table)) > 1


def test_a_game_from_before_goes_on_by_its_rules(update: Update) -> None:
    before = play_out(Table("evolution", 2, seed=1), 1, moves=20)
    update()
    after = verify(before.log())
    assert (after.rules, after.options) == (TODAY, {})
    assert after.rulings == {"numbers": "derived"}
    assert "numbers" in document_of(after)["options"]  # whoever reads it has other defaults
    assert verify(play_out(after, 2).log()).over
    assert numbers_of(after) == numbers_of(before) != {SIX}


def test_an_option_that_was_chosen_stays_chosen(update: Update) -> None:
    update()
    table = Table("evolution", 2, options={"numbers": "six"}, rules=1)
    assert numbers_of(verify(table.log())) == {SIX}
    table = Table("evolution", 2, options={"numbers": "derived"})
    assert numbers_of(verify(table.log())) != {SIX}


def test_a_position_of_a_log_is_laid_out_by_its_rules(update: Update) -> None:
    given = {"seats": [{"hand": ["horns+4"], "species": [{}]}, {"species": [{}]}]}
    before = Table("evolution", given=given, options={"mode": "quick"}, seed=1)
    update()
    after = verify(before.log())
    assert after.given == given
    assert after.rulings == {"numbers": "derived", "mode": "quick"}
    assert numbers_of(after) == numbers_of(before)


def test_whoever_plays_for_a_seat_hears_of_the_rulings(update: Update) -> None:
    update()
    assert problem_at(verify(RECORDED), 0, "greedy").options["numbers"] == "derived"


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (
            TODAY + 1,
            f"played by version {TODAY + 1} of the rules of evolution, .* version {TODAY}: "
            "update the program",
        ),
        (10**18, "update the program"),
        (0, "versions of the rules are counted from 1"),
        (-1, "versions of the rules are counted from 1"),
        ("1", "this should be a whole number, not a text"),
        (1.5, "this should be a whole number"),
        (True, "this should be a whole number, not true or false"),
        (None, "this should be a whole number, not nothing"),
        ([1], "this should be a whole number, not a list"),
    ],
)
def test_rules_that_nobody_knows_here_are_refused(version: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=f"^line 1, rules: .*{sentence}"):
        verify(changed(RECORDED, rules=version))


def test_earlier_rules_name_what_there_is(game: Game) -> None:
    assert {*game.former} == {*range(1, game.rules)}
    for defaults in game.former.values():
        assert all(value in game.options[name] for name, value in defaults.items())
