"""Attacks, the end of the game, and the table: what a scenario file cannot show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from tangledbank import Table
from tangledbank.accept import number_in
from tangledbank.errors import Refused
from tangledbank.games.game import load
from tangledbank.games.shared.verbs import Scene
from tangledbank.table import verify
from tests.helpers import document_of

Words = dict[str, Any]

PREDATOR_ABILITIES = ("swimming", "large", "sharp_vision")
PREY_ABILITIES = ("swimming", "large", "camouflage", "burrowing")


# --- may this predator attack that animal? Ledger 4.1, said once more and slowly ---------------


def subsets(names: tuple[str, ...]) -> Iterator[list[str]]:
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            yield list(chosen)


def abilities(animal: Words) -> set[str]:
    return {card if isinstance(card, str) else card["ability"] for card in animal["abilities"]}


def is_fed(animal: Words) -> bool:
    has = abilities(animal)
    need = 1 + ("carnivore" in has) + ("large" in has) + 2 * ("parasite" in has)
    tokens = animal.get("red", 0) + animal.get("blue", 0)
    return bool(animal.get("hibernating", False) or tokens >= need)


def animal_at(document: Words, place: tuple[int, int]) -> Words:
    animal: Words = {"abilities": [], **document["seats"][place[0]]["animals"][place[1]]}
    return animal


def defences(document: Words, predator: tuple[int, int], prey: tuple[int, int]) -> set[str]:
    """Every reason why the predator may not attack; none: it may."""
    if predator == prey:
        return {"itself"}
    hunter, victim = animal_at(document, predator), animal_at(document, prey)
    attack, defence = abilities(hunter), abilities(victim)
    found = set()
    if "swimming" in defence and "swimming" not in attack:
        found.add("swims")
    if "swimming" in attack and "swimming" not in defence:
        found.add("only_swimmers")
    if "large" in defence and "large" not in attack:
        found.add("too_large")
    if "camouflage" in defence and "sharp_vision" not in attack:
        found.add("hidden")
    if "burrowing" in defence and is_fed(victim):
        found.add("in_burrow")
    for pair in document["seats"][prey[0]].get("pairs", []):
        if pair["ability"] == "symbiosis" and pair["animals"][0] == prey[1]:
            found.add("protected")
    return found


def prey_words(chosen: list[str], state: str) -> Words:
    words: Words = {"abilities": list(chosen)}
    if state == "fed":
        words["red"] = 1 + ("large" in chosen)
    if state == "hibernating":
        words["abilities"].append("hibernation")
        words["hibernating"] = True
    return words


def lay_out(prey: Words, symbiosis: str, *, own: bool) -> Words:
    """Every kind of predator at seat 0; the prey and a companion last in the row of 0 or 1."""
    predators: list[Words] = [
        {"abilities": ["carnivore", *chosen]} for chosen in subsets(PREDATOR_ABILITIES)
    ]
    rows: list[list[Words]] = [predators, [{}]]  # five seats: two sets have cards enough
    row = rows[0 if own else 1]
    row += [prey, {}]
    last = len(row) - 1
    pairs = {"none": [], "protected": [[last - 1, last]], "symbiont": [[last, last - 1]]}
    seats: list[Words] = [{"animals": animals} for animals in rows] + [{}, {}, {}]
    seats[0 if own else 1]["pairs"] = [
        {"ability": "symbiosis", "animals": animals} for animals in pairs[symbiosis]
    ]
    return {"phase": "feeding", "bank": 9, "seats": seats}


def places(document: Words) -> list[tuple[int, int]]:
    return [
        (seat, index)
        for seat, words in enumerate(document["seats"])
        for index in range(len(words["animals"]))
    ]


@pytest.mark.clauses(
    "OS-PRED-02",
    "OS-SWM-01",
    "OS-SWM-02",
    "OS-BIG-01",
    "OS-CAM-01",
    "OS-VIS-01",
    "OS-BUR-01",
    "OS-SYM-02",
    "OS-RUL-22",
)
@pytest.mark.parametrize("own", [True, False], ids=["own", "foreign"])
@pytest.mark.parametrize("symbiosis", ["none", "protected", "symbiont"])
@pytest.mark.parametrize("state", ["unfed", "fed", "hibernating"])
def test_who_may_attack_whom(state: str, symbiosis: str, own: bool) -> None:
    """Every combination."""
    game = load("origin")
    for chosen in subsets(PREY_ABILITIES):
        table = Table(given=lay_out(prey_words(chosen, state), symbiosis, own=own), auto=False)
        document = document_of(table)
        for hunter in range(2 ** len(PREDATOR_ABILITIES)):
            table.act(0, {"do": "attack", "with": hunter})
            legal = table.codes(0).tolist()
            for place in {(0, hunter), *places(document)[-4:]}:
                (code,) = game.vocabulary.codes(
                    {"do": "prey", "animal": list(place)}, Scene(table.state[0], 0)
                )
                why = game.reasons[game.kernel.why_not(table.state, 0, code)].id
                reasons = defences(document, (0, hunter), place) or {"ok"}
                what = (document["seats"], hunter, place)
                assert (code in legal) == (reasons == {"ok"}), what
                assert why in reasons, what
            table.undo(0)


@pytest.mark.clauses("OS-PRED-02")
@pytest.mark.parametrize(
    ("hunter", "prey"), list(product(subsets(PREDATOR_ABILITIES), subsets(PREY_ABILITIES)))
)
def test_without_prey_there_is_no_attack(hunter: list[str], prey: list[str]) -> None:
    """An attack can be begun exactly if there is an animal to attack."""
    seats: list[Words] = [{"animals": [{"abilities": ["carnivore", *hunter]}]}]
    seats += [{"animals": [{"abilities": prey}]}]
    table = Table(given={"phase": "feeding", "bank": 9, "seats": seats}, auto=False)
    why = table.why_not(0, {"do": "attack", "with": 0})
    if defences(table.document(), (0, 0), (1, 0)):
        assert why is not None
        assert why.reason == "no_prey"
    else:
        assert why is None


# --- single clauses ----------------------------------------------------------------------------


@pytest.mark.clauses("OS-SCV-04", "OS-RUL-07")
def test_scavenger_and_carnivore_never_meet() -> None:
    """The mistake is refused even in a position laid out by hand."""
    for both in (["carnivore", "scavenger"], ["scavenger", "carnivore"]):
        seats: list[Words] = [{"animals": [{"abilities": both}]}, {"hand": 1}]
        with pytest.raises(Refused, match="both scavenger and carnivore"):
            Table(given={"phase": "feeding", "seats": seats})


@pytest.mark.clauses("OS-PRED-03", "OS-FEED-06")
def test_a_predator_eats_only_what_it_has_room_for() -> None:
    """Of two blue tokens a predator that lacks one gets one."""
    seats: list[Words] = [{"animals": [{"abilities": ["carnivore"], "red": 1}]}]
    seats += [{"animals": [{}, {}]}]
    table = Table(given={"phase": "feeding", "bank": 9, "seats": seats}, auto=False)
    table.act(0, {"do": "attack", "with": 0, "prey": [1, 0]})
    told = [event["event"] for event in table.events()]
    assert told.count("token_gained") == 1
    assert document_of(table)["seats"][0]["animals"][0]["blue"] == 1


@pytest.mark.clauses("OS-RUL-35")
def test_end_is_announced_once() -> None:
    """A deck that runs out twice announces the last turn once."""
    seats: list[Words] = [{"hand": 40, "animals": [{"red": 1}]} for _ in range(2)]
    given: Words = {"phase": "extinction", "deck": ["piracy"], "discard": ["mimicry"]}
    table = Table(given={**given, "seats": seats}, auto=False)
    told = [event["event"] for event in table.events()]
    assert told.count("last_turn_next") == 1
    assert told.count("reshuffled") == 1
    assert table.document()["turn"] == 2


@pytest.mark.clauses("OS-RUN-01")
def test_a_fair_die_lets_half_of_the_runners_escape() -> None:
    """The die is rolled, not always the same."""
    seats: list[Words] = [
        {"animals": [{"abilities": ["carnivore"]}]},
        {"animals": [{"abilities": ["running"]}, {}]},
    ]
    dice = []
    for seed in range(120):
        table = Table(given={"phase": "feeding", "bank": 9, "seats": seats}, seed=seed, auto=False)
        table.act(0, {"do": "attack", "with": 0, "prey": [1, 0]})
        ran = next(event for event in table.events() if event["event"] == "ran")
        assert ran["escaped"] == (number_in(ran, "die") >= 4)
        dice.append(ran["die"])
    assert set(dice) == {1, 2, 3, 4, 5, 6}


# --- leaving and resting -----------------------------------------------------------------------


@pytest.mark.clauses("OS-RUL-41")
def test_a_bot_takes_the_seat_of_who_leaves() -> None:
    """The seat plays on, and the food bank is still that of three players."""
    table = Table(seats=["Ann", "Ben", "Cem"], seed=5, auto=False)
    before = document_of(table)
    table.leave(1, "caretaker")
    assert table.players == ["Ann", "caretaker", "Cem"]
    assert table.document() == before
    deciders = []
    while table.document()["turn"] == 1:
        deciders.append(table.pending[0])
        table.act(table.pending[0], {"do": "pass"})
    assert sorted(deciders) == [0, 1, 2]
    events = table.events()
    rolled = [number_in(event, "die") for event in events if event["event"] == "die_rolled"]
    (bank,) = [number_in(event, "tokens") for event in events if event["event"] == "food_bank"]
    assert len(rolled) == 2
    assert bank == sum(rolled)
    assert "caretaker passes." in table.sentences()
    assert verify(table.log()).players == table.players


@pytest.mark.clauses("OS-RUL-41")
def test_leaving_with_two_players_keeps_the_bank_of_two() -> None:
    """One player at the table and one bot still play with one die and 2."""
    table = Table(seats=["Ann", "Ben"], seed=5, auto=False)
    table.leave(0, "caretaker")
    while table.document()["turn"] == 1:
        table.act(table.pending[0], {"do": "pass"})
    events = table.events()
    (die,) = [number_in(event, "die") for event in events if event["event"] == "die_rolled"]
    (bank,) = [number_in(event, "tokens") for event in events if event["event"] == "food_bank"]
    assert bank == die + 2


def resting_table() -> Table:
    """Seat 0 has only a choice (its grazer); seat 1 has much to eat and a predator."""
    seats: list[Words] = [
        {
            "animals": [
                {"abilities": ["grazing", "camouflage"], "red": 1},
                {"abilities": ["hibernation", "tail_loss"], "hibernating": True},
            ]
        },
        {"animals": [{"abilities": ["carnivore", "large", "parasite"]}]},
    ]
    return Table(given={"phase": "feeding", "bank": 9, "seats": seats}, auto=False)


@pytest.mark.clauses("OS-RUL-44")
def test_a_resting_seat_passes_by_itself_until_it_wakes() -> None:
    """A player with only optional actions may pass for the rest of the phase."""
    table = resting_table()
    assert table.pending == [0]
    table.rest(0)
    assert table.pending == [1]
    table.act(1, {"do": "take", "animal": 0})
    assert table.pending == [1], "seat 0 rests"
    assert table.document()["round"] == 2
    table.wake(0)
    table.act(1, {"do": "take", "animal": 0})
    assert table.pending == [0], "seat 0 is awake"
    assert table.why_not(0, {"do": "graze", "animal": 0}) is None
    assert verify(table.log()).pending == [0]


@pytest.mark.clauses("OS-RUL-44")
def test_resting_can_be_said_in_advance() -> None:
    """Resting begins with the seat's next feeding turn."""
    table = resting_table()
    table.act(0, {"do": "end"})
    assert table.pending == [1]
    table.rest(0)
    table.act(1, {"do": "take", "animal": 0})
    assert table.pending == [1]


@pytest.mark.clauses("OS-RUL-44")
def test_resting_does_not_end_a_feeding_turn_under_way() -> None:
    """Resting is passing; who has acted ends the feeding turn themselves."""
    seats: list[Words] = [
        {"animals": [{"abilities": ["grazing"], "red": 1}, {"abilities": ["grazing"], "red": 1}]},
        {"animals": [{}]},
    ]
    table = Table(given={"phase": "feeding", "bank": 9, "seats": seats}, auto=False)
    table.act(0, {"do": "graze", "animal": 0})
    table.rest(0)
    assert table.pending == [0]


@pytest.mark.clauses("OS-RUL-44")
def test_a_resting_seat_still_answers_attacks_and_does_its_duty() -> None:
    """Taking red, if it becomes a duty again, must still be done."""
    table = resting_table()
    table.rest(0)
    table.act(1, {"do": "attack", "with": 0, "prey": [0, 1]})
    assert table.pending == [0], "resting answers no attack"
    table.act(0, {"do": "drop", "ability": "hibernation"})
    assert table.pending == [0], "awake and hungry: it must eat"
    why = table.why_not(0, {"do": "end"})
    assert why is not None
    assert why.reason == "duty"
    table.act(0, {"do": "take", "animal": 1})
    assert table.resting == {0}


@pytest.mark.clauses("OS-RUL-44")
def test_resting_ends_with_the_phase() -> None:
    """For the rest of the phase, not of the game."""
    seats: list[Words] = [{"hand": 1, "animals": [{"abilities": ["carnivore"]}]}]
    seats += [{"hand": 1, "animals": [{"abilities": ["hibernation"]}]}]
    table = Table(given={"phase": "feeding", "seats": seats}, auto=False)
    table.rest(0)
    assert table.pending == [1]
    assert table.resting == {0}
    table.act(1, {"do": "end"})
    assert table.document()["turn"] == 2
    assert table.resting == set()
    assert table.pending == [1]
