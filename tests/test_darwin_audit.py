"""Positions of Darwin's Choice where two rules meet, and positions that no rule leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tangledbank.table import Table

BIOMES = ["high_mountains", "tropical_rainforest", "ocean", "savanna"]


def table(seats: list[Mapping[str, Any]], **words: Any) -> Table:
    """A table at a given position, where nothing is done by itself."""
    given = {"biomes": BIOMES[: len(seats) + 1], "seats": seats, **words}
    return Table("darwin", given=given, auto=False)


def test_the_evaluation_begins_once_though_prey_is_chosen() -> None:
    prey = [
        {"cards": ["giraffe.head", "spider-monkey.torso"], "biome": "desert"},
        {"cards": ["green-iguana.head", "capybara.torso"], "biome": "desert"},
    ]
    hunter = {
        "cards": ["great-hammerhead.head", "bongo.torso", "gemsbok.double_legs"],
        "biome": "desert",
    }
    at = table(
        [{"species": prey}, {"species": [hunter]}],
        phase="evaluation",
        biomes=["desert", "mountains", "coast"],
    )
    at.act(1, {"do": "devour", "species": [0, 0]})
    assert [event["event"] for event in at.events()].count("evaluation") == 1


def test_the_teammate_can_be_asked_before_a_mutation_is_one_to_live_with() -> None:
    """What is legal and what is refused must agree (DC-SP-79)."""
    swimmer = {"cards": ["bongo.head", "bongo.torso", "polar-bear.double_legs"], "biome": "ocean"}
    at = table(
        [{"hand": 3, "species": [swimmer]}, {"hand": 4}, {"hand": 4}, {"hand": 4}],
        biomes=BIOMES,
        options={"variant": "teams"},
    )
    at.act(0, {"do": "mutate", "species": 0})
    at.act(0, {"do": "remove", "card": "polar-bear.double_legs"})
    assert {"do": "end"} not in at.legal(0)
    assert {"do": "ask"} in at.legal(0)
    assert at.why_not(0, "ask") is None
