"""Positions of Darwin's Choice where two rules meet, and positions that no rule leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.state import GROUNDS
from tangledbank.games.darwin.text import position as document
from tangledbank.kernel.records import items_of
from tangledbank.table import Table
from tests.darwin_positions import evenly_spread
from tests.helpers import document_of

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


def test_if_the_first_player_has_passed_the_turn_is_the_next_ones() -> None:
    seats = [{"hand": 5, "passed": True}, {"hand": 5}, {"hand": 5}]
    assert Table("darwin", given={"seats": seats, "biomes": BIOMES}).pending == [1]


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
        view = at.view(seat).in_words()
        again = document_of(Table("darwin", given=view, auto=False))
        assert [len(again["small"]), len(again["large"])] == [view["small"], view["large"]]


# --- events, volcanoes, food, children -----------------------------------------------------------

VOLCANO = ["volcano", *BIOMES[1:]]
MUSKOX = {"cards": ["muskox.head", "muskox.torso"], "biome": "ocean"}  # does not swim
LION = {"cards": ["lion.head", "lion.torso"], "biome": "savanna"}
ZEBRA = {"cards": ["plains-zebra.head", "plains-zebra.torso"], "biome": "savanna"}
ERUPTION = {"biomes": VOLCANO, "event": "volcanic_eruption"}
OLD_VOLCANO = {"biomes": VOLCANO, "volcano": "rainforest"}
TOKEN = {"options": {"variant": "children"}, "biomes": ["savanna", "ocean", "taiga", "gold"]}


def with_species(**words: Any) -> list[Mapping[str, Any]]:
    """Three seats, the first with one species."""
    return [{"species": [words]}, {}, {}]


@pytest.mark.clauses("DC-SETUP-17", "DC-EVENT-26", "DC-EVENT-28", "DC-SP-55")
@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("event", {"event": "epidemic"}),
        ("event", {"event": "epidemic", "phase": "evaluation"}),
        ("event", {"event": "epidemic", "phase": "transition"}),  # none is revealed yet
        ("event", ERUPTION),
        ("volcano", {"biomes": VOLCANO}),
        ("volcano", {"biomes": VOLCANO, "phase": "change", "event": "axis_shift"}),
        ("volcano", {**OLD_VOLCANO, "phase": "refill", "event": "axis_shift"}),
        ("volcano", {**OLD_VOLCANO, "era": 2}),
        ("volcano", {**ERUPTION, "era": 3, "volcano": "rainforest"}),
        ("volcano", {"biomes": VOLCANO, "era": 3, "event": "epidemic"}),
        ("volcano", {"biomes": VOLCANO, "era": 3, "event": "epidemic", "phase": "refill"}),
        ("volcano", {"biomes": VOLCANO, "era": 3}),
    ],
)
def test_an_event_or_a_volcano_out_of_its_time_is_refused(
    place: str, words: Mapping[str, Any]
) -> None:
    with pytest.raises(Refused) as refused:
        table([{}, {}, {}], **words)
    assert refused.value.place == place


@pytest.mark.parametrize(
    "words",
    [
        {"event": "epidemic", "era": 2},
        {"event": "epidemic", "phase": "change"},
        {"event": "epidemic", "phase": "refill"},
        {**ERUPTION, "phase": "refill"},
        {**ERUPTION, "era": 2},
        {**ERUPTION, "era": 2, "phase": "transition"},
        {"biomes": VOLCANO, "era": 2, "event": "axis_shift", "phase": "change"},
        {**OLD_VOLCANO, "era": 2, "event": "axis_shift", "phase": "refill"},
        {**OLD_VOLCANO, "era": 3, "event": "epidemic"},
        {**OLD_VOLCANO, "era": 3, "event": "axis_shift", "phase": "change"},
        {**OLD_VOLCANO, "era": 4},
    ],
)
def test_an_event_or_a_volcano_in_its_time_is_read(words: Mapping[str, Any]) -> None:
    at = table([{}, {}, {}], **words)
    assert Table("darwin", given=at.document(), auto=False).document() == at.document()


@pytest.mark.clauses("DC-FOOD-3", "DC-FOOD-6", "DC-FOOD-13")
@pytest.mark.parametrize(
    "species",
    [{**MUSKOX, "food": [1, 0]}, {**ZEBRA, "food": [0, 1]}, {**LION, "food": [1, 0]}],
)
def test_food_that_a_species_cannot_get_is_refused(species: Mapping[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        table(with_species(**species), era=2)
    assert refused.value.place == "seats[0].species[0].food"


def test_a_species_keeps_its_food_until_it_is_given_out_anew() -> None:
    """Between the Biome change and that a species may not meet the requirements any more."""
    at = table(with_species(**MUSKOX, food=[1, 0]), era=2, phase="refill")
    assert document_of(at)["seats"][0]["species"][0]["food"] == [0, 0]


@pytest.mark.clauses("DC-KIDS-3", "DC-KIDS-7", "DC-KIDS-8", "DC-KIDS-14")
@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("continents", {"continents": ["africa", "america", "asia", "europe"]}),
        ("seats[0].species[0].food", {"seats": with_species(**ZEBRA, food=[1, 0])}),
        ("seats[0].species[0].points", {"seats": with_species(**ZEBRA, points=1)}),
        ("seats[0].species[0].biome", {"seats": with_species(**MUSKOX)}),
    ],
)
def test_what_children_do_not_have_is_refused(place: str, words: Mapping[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        Table("darwin", given={"seats": [{}, {}], **TOKEN, **words}, auto=False)
    assert refused.value.place == place


@pytest.mark.clauses("DC-KIDS-2")
@pytest.mark.parametrize(
    ("place", "tokens"),
    [
        ("tokens[1]", ["gold"] * 7),
        ("tokens[1]", ["gold", "gold"]),  # the other gold one is open
        ("tokens[3]", ["silver", "bronze", "silver", "silver"]),
        ("tokens[5]", ["silver", "bronze", "silver", "bronze", "gold", "bronze"]),
    ],
)
def test_more_competition_tokens_than_there_are_are_refused(place: str, tokens: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        Table("darwin", given={"seats": [{}, {}], **TOKEN, "tokens": tokens}, auto=False)
    assert refused.value.place == place


@pytest.mark.clauses("DC-KIDS-2")
def test_the_tokens_of_a_position_are_shuffled_evenly() -> None:
    def tokens(seed: int) -> list[int]:
        return items_of(document.read({"seats": [{}, {}], **TOKEN}, seed)[0].tokens_left)

    piles = [tokens(seed) for seed in range(400)]
    gold = GROUNDS.index("gold")
    assert {tuple(sorted(pile)) for pile in piles} == {(gold, *[gold + 1] * 2, *[gold + 2] * 2)}
    assert evenly_spread([Counter(pile.index(gold) for pile in piles)[i] for i in range(5)])
    tops = Counter(pile[-1] for pile in piles if pile[-1] != gold)
    assert evenly_spread([tops[gold + 1], tops[gold + 2]])


# --- what is told of a draft ---------------------------------------------------------------------

BEAR = ["polar-bear.torso", "polar-bear.head", "polar-bear.double_legs"]
BISON = {"cards": ["american-bison.head", "mallard.torso"], "biome": "tundra"}
COLD = ["tundra", "savanna", "ocean", "desert"]


def draft_bear(*others: Mapping[str, Any], **words: Any) -> Table:
    """A polar bear, need 6, is begun; others live in the Tundra already, with 4 meat."""
    at = table([{"hand": BEAR}, {"species": others}, {}], era=2, biomes=COLD, **words)
    at.act(0, f"create {BEAR[0]} add {BEAR[1]} add {BEAR[2]}")
    return at


def told(at: Table) -> tuple[list[int], int]:
    """What the preview says of the Tundra: plants and meat, and prey."""
    home = document_of(at)["preview"]["biomes"][0]
    return home["food"], home.get("prey", 0)


@pytest.mark.clauses("DC-CREATE-11", "DC-SP-19", "DC-SP-20")
def test_prey_counts_in_what_a_carnivore_would_get() -> None:
    at = draft_bear(BISON)
    assert told(at) == ([0, 4], 1)
    why = at.why_not(0, "place tundra")
    assert why is not None
    assert "5 of the 6" in why.sentence


def test_a_carnivore_gets_no_more_by_prey_than_it_lacks() -> None:
    hare = {"cards": ["arctic-hare.head", "reindeer.torso"], "biome": "tundra"}
    bull = {"cards": ["muskox.head", "muskox.torso"], "biome": "tundra"}
    at = draft_bear(BISON, hare, bull)
    assert told(at) == ([0, 4], 2)
    assert at.why_not(0, "place tundra") is None


def test_in_an_epidemic_there_is_no_prey() -> None:
    assert told(draft_bear(BISON, event="epidemic")) == ([0, 4], 0)


def test_what_a_worse_carnivore_would_devour_is_not_counted() -> None:
    wolf = {"cards": ["grey-wolf.head", "grey-wolf.torso"], "biome": "tundra"}
    assert told(draft_bear(BISON, wolf)) == ([0, 4], 1)


def test_the_old_biome_stays_impossible_when_the_new_one_is_chosen() -> None:
    at = table(
        [{"species": [ZEBRA]}, {}, {}], era=2, biomes=["tundra", "savanna", "ocean", "steppe"]
    )
    at.act(0, "migrate A1")
    before = document_of(at)["preview"]["biomes"]
    at.act(0, "to steppe")
    assert document_of(at)["preview"]["biomes"] == before
    assert before[1]["reason"] == "same_biome"


def test_who_is_unwilling_is_listed_in_the_same_order_when_read_again() -> None:
    """Species that have changed hands are counted anew when a position is read."""
    one, other = (
        {"cards": [f"{name}.head", f"{name}.torso"], "biome": "ocean"}
        for name in ("dugong", "orca")
    )
    seats: list[Mapping[str, Any]] = [
        {"hand": 3, "species": [one]},
        {"hand": 3},
        {"hand": 3, "species": [other]},
        {"hand": 3},
    ]
    at = table(seats, era=2, seat=2, biomes=BIOMES, **TEAMS)
    at.act(2, "take_over A1")
    at.act(0, "agree")
    for _ in range(2):
        at.act(2, next(action for action in at.legal(2) if action["do"] == "pay"))
    at.act(2, "pass")
    at.act(3, "pass")
    for species in ("C1", "C2"):
        at.act(0, f"take_over {species}")
        at.act(2, "refuse")
    words = document_of(at)
    assert words["ask"]["unwilling"] == [[2, 0], [2, 1]]
    assert Table("darwin", given=words, auto=False).document() == words
