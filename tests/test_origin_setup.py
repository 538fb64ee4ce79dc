"""Setting up The Origin of Species, and what a scenario file cannot show."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tangledbank import Table
from tangledbank.accept import number_in, word_in
from tangledbank.errors import Refused
from tangledbank.games.origin.text.position import AbilityWords
from tangledbank.games.shared.verbs import Scene
from tests.helpers import document_of, view_of

SINGLE = {
    "piracy": 4,
    "mimicry": 4,
    "scavenger": 4,
    "running": 4,
    "tail_loss": 4,
    "symbiosis": 4,
    "swimming": 8,
}
CONSENSUS = {
    **SINGLE,
    "poisonous/carnivore": 4,
    "hibernation/carnivore": 4,
    "large/carnivore": 4,
    "parasite/carnivore": 4,
    "communication/carnivore": 4,
    "cooperation/carnivore": 4,
    "grazing/fat": 4,
    "camouflage/fat": 4,
    "large/fat": 4,
    "parasite/fat": 4,
    "burrowing/fat": 4,
    "sharp_vision/fat": 4,
    "cooperation/fat": 4,
}
PLAIN = {
    **SINGLE,
    "poisonous": 4,
    "hibernation": 4,
    "large/carnivore": 4,
    "parasite/carnivore": 4,
    "communication/carnivore": 4,
    "cooperation/carnivore": 4,
    "grazing": 4,
    "camouflage": 4,
    "large/fat": 4,
    "parasite/fat": 4,
    "burrowing": 4,
    "sharp_vision": 4,
    "cooperation/fat": 4,
}


def all_cards(table: Table) -> Counter[str]:
    """Every card of a game that has just begun."""
    words = document_of(table)
    hands = [name for seat in words["seats"] for name in seat["hand"]]
    return Counter([*words["deck"], *hands])


def sides(cards: Counter[str], ability: str) -> int:
    """How many cards can be played as an ability."""
    return sum(copies for name, copies in cards.items() if ability in name.split("/"))


@pytest.mark.clauses("OS-RUL-01")
@pytest.mark.parametrize(
    ("options", "deck", "abilities"),
    [
        (
            {},
            CONSENSUS,
            {"carnivore": 24, "fat": 28, "large": 8, "parasite": 8, "cooperation": 8},
        ),
        ({"deck": "consensus"}, CONSENSUS, {"communication": 4, "symbiosis": 4, "swimming": 8}),
        ({"deck": "plain"}, PLAIN, {"carnivore": 16, "fat": 12, "large": 8, "hibernation": 4}),
    ],
)
def test_deck_lists(
    options: dict[str, str], deck: dict[str, int], abilities: dict[str, int]
) -> None:
    """Both deck lists have 84 cards, each kind as often as written."""
    cards = all_cards(Table(options=options))
    assert sum(deck.values()) == 84
    assert cards == Counter(deck)
    assert {ability: sides(cards, ability) for ability in abilities} == abilities


@pytest.mark.clauses("OS-SET-01", "OS-TWO-01", "OS-RUL-02")
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("deck", ["consensus", "plain"])
def test_sets(seats: int, deck: str) -> None:
    """One set up to 4 players, from 5 on two mixed: 168 cards."""
    table = Table(seats=seats, options={"deck": deck})
    sets = 1 if seats <= 4 else 2
    one = CONSENSUS if deck == "consensus" else PLAIN
    assert all_cards(table) == Counter({name: sets * copies for name, copies in one.items()})
    assert sum(all_cards(table).values()) == 84 * sets


@pytest.mark.clauses("OS-SET-01")
@pytest.mark.parametrize("seats", [0, 1, 9])
def test_number_of_players(seats: int) -> None:
    """2 to 8 players, no less and no more."""
    with pytest.raises(Refused):
        Table(seats=seats)


@pytest.mark.clauses("OS-RUL-02")
def test_copies_of_one_set() -> None:
    """Four players have the cards of one set only, five those of two."""
    eight = ["running"] * 8
    with pytest.raises(Refused):
        Table(given={"seats": [{"hand": eight}, {}, {}, {}]})
    Table(given={"seats": [{"hand": eight}, {}, {}, {}, {}]})
    with pytest.raises(Refused):
        Table(given={"seats": [{"hand": [*eight, "running"]}, {}, {}, {}, {}]})


@pytest.mark.clauses("OS-SET-02", "OS-SET-06")
@pytest.mark.parametrize("seats", range(2, 9))
def test_deal(seats: int) -> None:
    """Six cards each, and nobody has an animal."""
    words = document_of(Table(seats=seats))
    for seat in words["seats"]:
        assert len(seat["hand"]) == 6
        assert seat["animals"] == []
        assert "pairs" not in seat
    assert len(words["deck"]) == (84 if seats <= 4 else 168) - 6 * seats
    assert words["discard"] == []
    assert words["bank"] == 0


@pytest.mark.clauses("OS-SET-02")
def test_shuffle() -> None:
    """The deck is shuffled: any card may come to any hand, and all seeds differ."""
    orders = set()
    first_cards: Counter[str] = Counter()
    for seed in range(200):
        words = document_of(Table(seed=seed, auto=False))
        orders.add((*words["seats"][0]["hand"], *words["seats"][1]["hand"], *words["deck"]))
        first_cards[words["seats"][0]["hand"][0]] += 1
    assert len(orders) == 200
    assert set(first_cards) == set(CONSENSUS)
    assert max(first_cards.values()) < 40  # swimming comes about 19 times


@pytest.mark.clauses("OS-SET-02")
def test_seed_repeats() -> None:
    """The same seed deals the same cards."""
    assert Table(seed=7).document() == Table(seed=7).document()


@pytest.mark.clauses("OS-SET-05")
@pytest.mark.parametrize("seats", range(2, 9))
def test_first_player_by_lot(seats: int) -> None:
    """Every seat begins about equally often."""
    games = 20 * seats
    first = Counter(Table(seats=seats, seed=seed, auto=False).pending[0] for seed in range(games))
    assert set(first) == set(range(seats))
    assert all(7 <= times <= 40 for times in first.values())


@pytest.mark.clauses("OS-SET-05")
def test_first_player_does_not_hang_on_the_cards() -> None:
    """The lot is not tied to who has which cards."""
    seen = set()
    for seed in range(200):
        table = Table(seed=seed, auto=False)
        words = document_of(table)
        assert table.pending == [words["first"]]
        seen.add((words["first"], words["seats"][0]["hand"][0] == "swimming"))
    assert len(seen) == 4


@pytest.mark.clauses("OS-SET-03", "OS-RUL-09")
@pytest.mark.parametrize("seats", [2, 5])
def test_deck_is_hidden(seats: int) -> None:
    """Of the deck everyone sees how many cards, nobody which."""
    table = Table(seats=seats)
    for eye in range(-1, seats):
        assert view_of(table, eye).deck == len(document_of(table)["deck"])


@pytest.mark.clauses("OS-RUL-09")
def test_hands_are_secret() -> None:
    """A hand is open to its holder only; the others see how many cards it has."""
    given = {"seats": [{"hand": ["running", "piracy"]}, {"hand": ["mimicry"]}]}
    table = Table(given=given, auto=False)
    assert [seat.hand for seat in view_of(table, 0).seats] == [["running", "piracy"], 1]
    assert [seat.hand for seat in view_of(table, 1).seats] == [2, ["mimicry"]]
    assert [seat.hand for seat in view_of(table).seats] == [2, 1]


@pytest.mark.clauses("OS-RUL-09")
def test_drawn_cards_are_secret() -> None:
    """A drawn card is told to its holder only."""
    given = {"phase": "extinction", "deck": ["running", "piracy"], "seats": [{"hand": 1}] * 2}
    table = Table(given=given, auto=False)
    assert drawn(table, 0) == [(0, "running"), (1, None)]
    assert drawn(table, 1) == [(0, None), (1, "piracy")]
    assert drawn(table, -1) == [(0, None), (1, None)]


def drawn(table: Table, seat: int) -> list[tuple[int, str | None]]:
    """Who drew which card, as a seat knows it."""
    return [
        (number_in(told, "seat"), word_in(told, "card") or None)
        for told in table.events(seat)
        if told["event"] == "drew"
    ]


@pytest.mark.clauses("OS-RUL-09")
def test_played_cards_are_open() -> None:
    """An ability is open at once; a choice that is only begun is not."""
    given: dict[str, Any] = {
        "seats": [{"hand": ["large/carnivore"], "animals": [{}, {}]}, {"hand": 1}]
    }
    table = Table(given=given, auto=False)
    table.act(0, {"do": "ability", "as": "carnivore"})
    assert view_of(table, 1).draft is None
    assert view_of(table, 1).seats[0].hand == 1
    table.act(0, {"do": "on", "animal": 0})
    for eye in (0, 1, -1):
        animals = view_of(table, eye).seats[0].animals
        assert animals[0].abilities == [AbilityWords("carnivore", "large/carnivore")]


@pytest.mark.clauses("OS-RUL-09")
@pytest.mark.parametrize(("undersides", "seen"), [("hidden", None), ("public", "running")])
def test_undersides(undersides: str, seen: str | None) -> None:
    """The ability side of an animal is its owner's secret, unless the table opens it."""
    given = {"seats": [{"hand": ["running"], "animals": [{}]}, {"hand": ["piracy"]}]}
    table = Table(given=given, options={"undersides": undersides}, auto=False)
    table.act(0, {"do": "animal", "card": "running"})
    assert view_of(table, 0).seats[0].animals[1].card == "running"
    assert view_of(table, 1).seats[0].animals[1].card == seen
    assert view_of(table).seats[0].animals[1].card == seen
    told = [event for event in table.events(1) if event["event"] == "animal_played"]
    assert [event.get("card") for event in told] == [seen]


@pytest.mark.clauses("OS-RUL-09")
def test_discard_pile_is_open() -> None:
    """The whole discard pile is public, also animals that died with a secret side."""
    given: dict[str, Any] = {
        "phase": "extinction",
        "discard": ["piracy"],
        "seats": [{"hand": 1, "animals": [{"card": "running", "abilities": ["mimicry"]}]}] * 2,
    }
    given["seats"][1] = {"hand": 1}
    table = Table(given=given, auto=False)
    for eye in (0, 1, -1):
        assert Counter(view_of(table, eye).discard) == Counter(["piracy", "mimicry", "running"])


def cautions(table: Table, seat: int, action: dict[str, Any]) -> list[str]:
    """The warning for each small action of a path, at the position in which it is taken."""
    found = []
    for code in table.path(seat, action):
        found.append(table.game.caution(code, Scene(table.state[0], seat)))
        table.act(seat, code)
    return found


def symbionts(pairs: list[list[int]], animals: int = 4) -> Table:
    """A table at which seat 0 may play symbiosis; each pair is the protected one, its symbiont."""
    return Table(
        given={
            "seats": [
                {
                    "hand": ["symbiosis", "communication/carnivore"],
                    "animals": [{}] * animals,
                    "pairs": [{"ability": "symbiosis", "animals": pair} for pair in pairs],
                },
                {"hand": 1},
            ]
        },
        auto=False,
    )


@pytest.mark.clauses("OS-RUL-05")
@pytest.mark.parametrize(
    ("pairs", "protected", "symbiont", "warned"),
    [
        ([], 0, 1, False),
        ([[0, 1]], 1, 2, False),
        ([[0, 1], [1, 2]], 0, 2, False),  # two ways to the same symbiont are no circle
        ([[0, 1], [1, 2]], 3, 0, False),
        ([[0, 1], [1, 2]], 2, 0, True),
        ([[0, 1], [1, 2], [2, 3]], 3, 0, True),
        ([[0, 1], [1, 2], [2, 3]], 3, 1, True),
        ([[0, 1], [1, 2], [2, 0]], 3, 0, False),  # the circle is there already
    ],
)
def test_warning_of_circles(
    pairs: list[list[int]], protected: int, symbiont: int, warned: bool
) -> None:
    """Whoever closes a circle of symbionts is warned, and nobody else."""
    table = symbionts(pairs)
    action = {"do": "ability", "as": "symbiosis", "on": protected, "symbiont": symbiont}
    told = cautions(table, 0, action)
    assert [bool(one) for one in told] == [False, False, warned]
    assert len(document_of(table)["seats"][0]["pairs"]) == len(pairs) + 1


@pytest.mark.clauses("OS-RUL-05")
def test_no_warning_of_other_pairs() -> None:
    """Circles of communication are harmless."""
    table = symbionts([[0, 1], [1, 2]])
    told = cautions(table, 0, {"do": "ability", "as": "communication", "on": 2, "with": 0})
    assert told == ["", "", ""]


@pytest.mark.clauses("OS-RUL-05", "OS-PAIR-08")
@pytest.mark.parametrize("ability", ["symbiosis", "communication", "cooperation"])
def test_circles_do_not_loop(ability: str) -> None:
    """A feeding phase with circles of pair abilities comes to its end."""
    circle = [[0, 1], [1, 2], [2, 0]]
    table = Table(
        given={
            "phase": "feeding",
            "bank": 20,
            "seats": [
                {
                    "animals": [{"abilities": ["parasite"]}] * 3 + [{}],
                    "pairs": [{"ability": ability, "animals": pair} for pair in circle],
                },
                {"animals": [{"abilities": ["large"]}]},
            ],
        },
        auto=False,
    )
    steps = 0
    while table.document()["phase"] == "feeding":
        seat = table.pending[0]
        table.act(seat, int(table.codes(seat)[0]))
        steps += 1
        assert steps < 60
    survivors = [len(seat["animals"]) for seat in document_of(table)["seats"]]
    assert survivors == ([1, 1] if ability == "symbiosis" else [4, 1])
