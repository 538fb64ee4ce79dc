"""Rows of traits and abilities: one that lacks something is refused before anyone plays."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, cast

import pytest

from tangledbank.errors import Refused
from tangledbank.games.evolution.rules.cards import DECKS, TRAITS, Trait
from tangledbank.games.evolution.show import pictures as evolution
from tangledbank.games.origin.rules.cards import Ability
from tangledbank.games.origin.show import pictures as origin
from tangledbank.games.shared.rows import AbilityRow, Act, Extent, Field, VerbRow, deck_titles
from tangledbank.log import parse_log
from tangledbank.looks import Look, Worn
from tangledbank.table import Table, verify

WHOLE = Look("horns", "#404060")


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ((), "title"),
        (("Nocturnal",), "meaning"),
        (("Nocturnal", "sees at night", WHOLE._replace(glyph="")), "glyph"),
        (("Nocturnal", "sees at night", WHOLE._replace(coat="")), "coat"),
    ],
)
def test_a_row_names_what_it_lacks(facts: tuple[object, ...], field: str) -> None:
    with pytest.raises(TypeError, match=f"^trait nocturnal: {field} is missing$"):
        cast(Any, AbilityRow)("Trait", {"HORNS": ("Horns", "hurts", WHOLE), "NOCTURNAL": facts})


@pytest.mark.parametrize(
    ("look", "problem"),
    [
        (Look("lamp", "#404060"), "there is no glyph lamp"),
        (WHOLE._replace(worn=(Worn("lamp"),)), "nothing draws lamp"),
        (WHOLE._replace(worn=(Worn("fangs", "elbow"),)), "nothing is worn at elbow"),
    ],
)
def test_a_look_that_nobody_can_draw_is_refused(look: Look, problem: str) -> None:
    for wardrobe in (evolution.WARDROBE, origin.WARDROBE):
        with pytest.raises(TypeError, match=f"^nocturnal: {problem}$"):
            replace(wardrobe, looks={**wardrobe.looks, "nocturnal": look})


def test_pictures_and_boards_pass_over_what_they_do_not_know() -> None:
    assert evolution.species(["horns", "lamp"], 3, 1, "") == evolution.species(["horns"], 3, 1, "")
    assert origin.animal(["large", "lamp"], "") == origin.animal(["large"], "")


def test_every_row_has_all_that_is_told_of_it() -> None:
    for row in (*Trait, *Ability):
        assert all((row.title, row.meaning, row.look.glyph))
        assert re.fullmatch("#[0-9a-f]{6}", row.look.coat)


def test_a_deck_has_a_title() -> None:
    assert deck_titles({"base": ""}, {"base": "usual", "old": "no more"}) == {"base": "usual"}
    with pytest.raises(TypeError, match=r"^deck night: title is missing$"):
        deck_titles({"base": "", "night": ""}, {"base": "usual"})


def test_new_cards_do_not_move_the_numbers_of_the_signature() -> None:
    def about(*sizes: int) -> Act:
        return Act((), "", "", (), tuple(Field("card", "card", size) for size in sizes))

    class Before(VerbRow):
        PASS = about()
        PLAY = about(Extent(3, 3), 2)
        EAT = about(2)

    class After(VerbRow):
        PASS = about()
        PLAY = about(Extent(4, 3), 2)
        EAT = about(2)

    numbers = After.signed()
    assert len(numbers) == After.count() == 11
    assert Before.signed() == [*range(9)]
    assert [numbers[i] for i in (*range(7), 9, 10)] == [*range(9)]


def test_the_deck_is_an_option_that_headers_name_only_if_it_is_chosen() -> None:
    table = Table("evolution", 2, seed=1)
    assert parse_log(table.log())[0].words["options"] == {}
    chosen = Table("evolution", 2, seed=1, options={"deck": "base"})
    assert chosen.document() == table.document()
    assert verify(chosen.log()).options == {"deck": "base"}
    assert [*DECKS["base"]] == [*TRAITS]
    with pytest.raises(Refused, match=r"^options\.deck: there is no deck “night”"):
        Table("evolution", 2, options={"deck": "night"})
