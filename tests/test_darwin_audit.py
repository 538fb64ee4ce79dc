"""Positions of Darwin's Choice where two rules meet, and positions that no rule leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tangledbank.errors import Refused
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


# --- positions that no rule leads to -------------------------------------------------------------

IBEX = {"cards": ["alpine-ibex.head", "alpine-ibex.torso"], "biome": "high_mountains"}
HAND = ["muskox.head", "muskox.torso", "bongo.head", "bongo.torso", "mountain-goat.double_legs"]
SEATS: list[Mapping[str, Any]] = [
    {"hand": HAND, "species": [IBEX]},
    {"hand": 9, "species": []},
    {"hand": 9},
    {"hand": 9},
]
TEAMS = {"options": {"variant": "teams"}}
CHILDREN = {"options": {"variant": "children"}, "biomes": [], "seats": [{}, {}]}


@pytest.mark.parametrize(
    "words",
    [
        {"stage": "answer", "pending": [2], **TEAMS},
        {"stage": "answer", "pending": [2], "ask": {"card": "lion.head"}, **TEAMS},
        {"stage": "answer", "pending": [2], "ask": {"species": [0, 0]}, **TEAMS},
        {"stage": "answer", "pending": [1], "ask": {"card": "any"}, **TEAMS},
        {"stage": "pay", "pending": [0], "ask": {"price": 1}, **TEAMS},
        {"stage": "pay", "pending": [1], "ask": {"owed": 1, "price": 1}, **TEAMS},
        {"stage": "team", "pending": [1, 3], **TEAMS},
        {"ask": {"owed": 1, "price": 1}, **TEAMS},
        {"stage": "pay", "pending": [0]},
        {"stage": "show", "pending": [0]},
        {"stage": "tidy", "phase": "transition", "pending": [0]},
        {"stage": "degenerate", "phase": "transition", "pending": [0], "event": "degeneration"},
        {
            "stage": "invade",
            "phase": "transition",
            "event": "invaders",
            "pending": [0],
            "involved": [0, 1],
        },
        {"stage": "prey", "phase": "evaluation", "pending": [0]},
        {"stage": "over"},
        {"judged": 4},
        {"involved": [0]},
        {"era": 0},
        {"era": 4, "phase": "transition"},
        {"era": 4, "phase": "refill"},
        {"seats": [{"hand": 5, "passed": True}, {"hand": 5}, {"hand": 5}]},
        {"seats": [{"passed": True}] * 4, **TEAMS},
        {"seats": [{"hand": 3, "freed": 4}, {}, {}]},
        {"phase": "change", **CHILDREN},
        {"phase": "transition", **CHILDREN},
        {"seats": [{}, {}], "biomes": [], "event": "volcanic_eruption"},
        {"seats": [{}, {}], "biomes": ["volcano", "ocean", "savanna"]},
        {
            "seats": [{}, {}, {}],
            "biomes": ["volcano", *BIOMES[1:]],
            "event": "volcanic_eruption",
            "phase": "change",
        },
        {"seats": [{}, {}, {}], "biomes": [], "biome_deck": ["taiga"]},
    ],
)
def test_a_moment_that_no_rule_leads_to_is_refused(words: Mapping[str, Any]) -> None:
    with pytest.raises(Refused):
        Table("darwin", given={"seats": SEATS, "biomes": BIOMES, **words})


@pytest.mark.parametrize(
    "draft",
    [
        {"give": "lion.torso"},
        {"take": "lion.torso"},
        {"give": "muskox.head", "take": "polar-bear.double_legs"},
        {"plan": "creating", "cards": ["lion.torso"]},
        {"plan": "creating", "cards": ["muskox.torso"], "give": "muskox.torso"},
        {"plan": "placed", "cards": ["muskox.torso"], "biome": "savanna"},
        {"plan": "placed", "cards": ["muskox.torso", "muskox.head"]},
        {"plan": "placed", "cards": ["bongo.torso", "bongo.head"], "biome": "ocean"},
        {"plan": "mutating", "species": 0, "mutations": 2},
        {"plan": "mutating", "species": 0, "cards": ["mountain-goat.double_legs"]},
        {"plan": "mutating", "species": 0, "cards": HAND, "mutations": 2},
        {"plan": "mutating", "species": 0, "removed": ["alpine-ibex.head"], "mutations": 1},
        {"plan": "replacing", "species": 0},
        {"plan": "replacing", "species": 0, "replacing": "muskox.head"},
        {"plan": "moved", "species": 0},
        {"plan": "moved", "species": 0, "biome": "ocean"},
    ],
)
def test_a_draft_that_no_steps_lead_to_is_refused(draft: Mapping[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        Table("darwin", given={"seats": SEATS, "biomes": BIOMES, "draft": draft})
    assert refused.value.place.startswith("draft")


@pytest.mark.parametrize(
    "draft",
    [
        {"give": "muskox.head"},
        {"plan": "creating", "cards": ["bongo.torso", "bongo.head"], "give": None},
        {
            "plan": "mutating",
            "species": 0,
            "cards": ["muskox.head", "mountain-goat.double_legs"],
            "removed": ["alpine-ibex.head"],
            "mutations": 2,
            "biome": "high_mountains",
        },
        {"plan": "replacing", "species": 0, "replacing": "alpine-ibex.head"},
    ],
)
def test_a_draft_that_steps_lead_to_is_read(draft: Mapping[str, Any]) -> None:
    at = table(SEATS, draft=draft, biomes=BIOMES)
    assert Table("darwin", given=at.document(), auto=False).document() == at.document()


@pytest.mark.parametrize("variant", ["base", "teams", "children"])
def test_what_a_seat_sees_can_be_read_as_a_position(variant: str) -> None:
    """The hidden cards of others are dealt so that the decks come out right."""
    at = Table("darwin", 4, options={"variant": variant}, auto=False)
    for seat, size in enumerate(("small", "large", "small", "large")):
        at.act(seat, {"do": "draw", "size": size, "count": 7})
    for seat in range(-1, 4):
        view = at.view(seat)
        again = Table("darwin", given=view, auto=False).document()
        assert [len(again["small"]), len(again["large"])] == [view["small"], view["large"]]
