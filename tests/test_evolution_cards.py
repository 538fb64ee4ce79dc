"""The deck of Evolution against the numbers the ledger gives."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tangledbank.games.evolution.rules.cards import TRAITS, Trait, deck


def test_the_deck_has_110_cards_with_the_numbers_of_the_ledger() -> None:
    numbers = [number for _trait, number in deck()]
    assert (len(numbers), sum(numbers), min(numbers), max(numbers)) == (110, 357, -3, 9)
    assert {3, 4, 7, -3, 0, 1} <= set(numbers)  # those of the book's examples


def test_every_trait_has_six_copies_and_carnivore_fourteen() -> None:
    assert Counter(trait for trait, _number in deck()) == {
        trait: 14 if trait == "carnivore" else 6 for trait in TRAITS
    }
    assert len(TRAITS) == 17


def test_colours_and_grain() -> None:
    by_colour = Counter(Trait.called(trait).colour for trait, _number in deck())
    assert by_colour == {"red": 26, "grey": 42, "green": 36, "beige": 6}
    assert {trait.id for trait in Trait if trait.has_grain} == {
        "fat_tissue",
        "long_neck",
        "fertile",
    }


@pytest.mark.parametrize("trait", TRAITS)
def test_every_trait_has_clauses(trait: str) -> None:
    file = Path(__file__).parents[1] / "src/tangledbank/games/evolution/clauses.toml"
    clauses = tomllib.loads(file.read_text(encoding="utf-8"))["clause"]
    assert any(clause["topic"] == trait for clause in clauses)
