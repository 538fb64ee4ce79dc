"""Setting up Evolution, its food numbers, and what a scenario file cannot show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tangledbank import Table
from tangledbank.errors import Refused
from tangledbank.games.evolution.text import position
from tangledbank.games.evolution.text.position_words import SpeciesWords, read_numbers
from tangledbank.games.evolution.text.words import CARD_NAMES
from tangledbank.table import verify
from tests.helpers import document_of, play_out

# The table of EV-RUL-01, written out once more.
LEDGER = {
    "carnivore": [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
    "ambush": [-3, -2, -1, 1, 2, 3],
    "pack_hunting": [-3, -2, -1, 1, 2, 3],
    "horns": [1, 2, 3, 4, 4, 5],
    "climbing": [1, 2, 3, 4, 4, 5],
    "hard_shell": [1, 2, 3, 4, 4, 5],
    "defensive_herding": [2, 3, 4, 6, 7, 8],
    "symbiosis": [1, 2, 3, 4, 4, 5],
    "burrowing": [1, 2, 3, 4, 4, 5],
    "warning_call": [1, 2, 3, 4, 4, 5],
    "scavenger": [2, 3, 4, 6, 6, 7],
    "fat_tissue": [-1, 0, 3, 4, 5, 5],
    "foraging": [2, 3, 4, 6, 6, 7],
    "intelligence": [-2, -1, 0, 5, 6, 7],
    "cooperation": [0, 3, 3, 4, 5, 5],
    "long_neck": [3, 4, 5, 7, 8, 9],
    "fertile": [2, 3, 4, 6, 6, 7],
}
OWN = {**LEDGER, "horns": [-4, 8, 9, 10, 11, 11]}


def evolution(seats: int, seed: int = 0, **options: str) -> Table:
    """A new game in which nothing is done by itself."""
    return Table("evolution", seats, seed=seed, options=options, auto=False)


def all_cards(table: Table) -> Counter[str]:
    """Every card of a game that has just begun."""
    words = document_of(table)
    hands = [name for seat in words["seats"] for name in seat["hand"]]
    return Counter([*words["deck"], *hands, *words.get("removed", [])])


def named(numbers: Mapping[str, list[int]]) -> Counter[str]:
    """The cards of a table of food numbers."""
    return Counter(f"{trait}{number:+d}" for trait in numbers for number in numbers[trait])


def as_toml(numbers: Mapping[str, list[int]]) -> str:
    """A table of food numbers as one writes it."""
    return "\n".join(f"{trait} = {those}" for trait, those in numbers.items())


def everything_seen(table: Table, seat: int) -> list[Any]:
    """All that a seat can look at."""
    return [table.view(seat), table.events(seat), table.sentences(seat), table.legal(seat)]


# --- players and cards -------------------------------------------------------------------------


@pytest.mark.clauses("EV-SET-01")
@pytest.mark.parametrize("seats", [0, 1, 6])
def test_number_of_players(seats: int) -> None:
    """2 to 5 players, no less and no more."""
    with pytest.raises(Refused, match="evolution is for 2 to 5 seats"):
        evolution(seats)
    with pytest.raises(Refused, match="a game has 2 to 5 seats"):
        Table("evolution", given={"seats": [{"species": [{}]}] * seats})


@pytest.mark.clauses("EV-SET-01", "EV-SET-04", "EV-SET-05", "EV-2P-01", "EV-RUL-01")
@pytest.mark.parametrize("seats", range(2, 6))
def test_the_cards(seats: int) -> None:
    """All 110 cards of the ledger's table; with two players 40 of them are out."""
    table = evolution(seats)
    words = document_of(table)
    assert all_cards(table) == named(LEDGER)
    assert sum(all_cards(table).values()) == 110
    out = 40 if seats == 2 else 0
    assert len(words.get("removed", [])) == out
    assert len(words["deck"]) == 110 - out - 4 * seats
    assert words["discard"] == []
    assert [len(seat["hand"]) for seat in words["seats"]] == [4] * seats


@pytest.mark.clauses("EV-SET-04")
def test_shuffle() -> None:
    """The deck is shuffled: all seeds differ, and any card may come first."""
    orders = set()
    first_cards: Counter[str] = Counter()
    for seed in range(300):
        words = document_of(evolution(3, seed))
        orders.add((*words["seats"][0]["hand"], *words["seats"][1]["hand"], *words["deck"]))
        first_cards[words["seats"][0]["hand"][0]] += 1
    assert len(orders) == 300
    assert len(first_cards) > 60  # of 91 kinds
    assert max(first_cards.values()) < 25  # two copies come about 5 times


@pytest.mark.clauses("EV-SET-05", "EV-2P-01")
def test_any_card_may_be_left_out() -> None:
    """The 40 cards are random, and are not told apart by their place in the deck."""
    left_out: Counter[str] = Counter()
    for seed in range(100):
        left_out.update(document_of(evolution(2, seed))["removed"])
    assert set(left_out) == set(named(LEDGER))
    for name, copies in named(LEDGER).items():  # about 36 times a copy
        assert 15 <= left_out[name] / copies <= 60


@pytest.mark.clauses("EV-SET-04")
def test_seed_repeats() -> None:
    """The same seed deals the same cards."""
    assert evolution(3, 7).document() == evolution(3, 7).document()


@pytest.mark.clauses("EV-SET-08")
@pytest.mark.parametrize("seats", range(2, 6))
def test_first_player_by_lot(seats: int) -> None:
    """Every seat begins about equally often, whatever cards it has."""
    games = 40 * seats
    first: Counter[int] = Counter()
    with_carnivore = set()
    for seed in range(games):
        words = document_of(evolution(seats, seed))
        first[words["first"]] += 1
        hand = words["seats"][0]["hand"]
        with_carnivore.add((words["first"], any("carnivore" in name for name in hand)))
    assert set(first) == set(range(seats))
    assert all(20 <= times <= 65 for times in first.values())
    assert len(with_carnivore) == 2 * seats


@pytest.mark.clauses("EV-SET-08", "EV-RND-02")
@pytest.mark.parametrize("seats", range(2, 6))
def test_the_first_player_plays_first(seats: int) -> None:
    """Who was drawn by lot has the first turn."""
    for seed in range(5):
        table = evolution(seats, seed)
        for seat in range(seats):
            table.act(seat, table.legal(seat)[0])
        assert table.pending == [table.document()["first"]]


@pytest.mark.clauses("EV-DEAL-03")
def test_drawn_cards_are_secret() -> None:
    """A card that is dealt is told to its holder only."""
    deck = ["horns+1", "horns+2", "horns+3", "horns+5", "climbing+1"]
    given = {"phase": "deal", "deck": deck, "seats": [{"species": [{}]}] * 3}
    table = Table("evolution", given=given, auto=False)
    told = [[event for event in table.events(eye) if event["event"] == "drew"] for eye in (0, 1)]
    assert [event.get("card") for event in told[0]] == [*deck[:4], *[None] * 8]
    assert [event.get("card") for event in told[1]][:5] == [*[None] * 4, "climbing+1"]
    assert all("card" not in event for event in table.events())


@pytest.mark.clauses("EV-DEAL-04", "EV-END-01")
def test_the_discard_pile_is_shuffled() -> None:
    """What was in the discard pile comes in any order, and all of it comes."""
    discard = [f"horns{number:+d}" for number in (1, 2, 3, 4, 4, 5)]
    orders = set()
    for seed in range(40):
        given = {
            "phase": "deal",
            "deck": 0,
            "discard": discard,
            "removed": 104,
            "seats": [{"species": [{}]}] * 3,
        }
        words = document_of(Table("evolution", given=given, seed=seed, auto=False))
        hands = [seat["hand"] or [] for seat in words["seats"]]
        assert [len(hand) for hand in hands] == [4, 2, 0]
        assert sorted(hands[0] + hands[1]) == discard
        orders.add(tuple(hands[0] + hands[1]))
    assert len(orders) > 30


# --- food cards --------------------------------------------------------------------------------


@pytest.mark.clauses("EV-RUL-09", "EV-FOOD-03")
@pytest.mark.parametrize("mode", ["turns", "quick"])
def test_nobody_can_tell_whose_a_food_card_was(mode: str) -> None:
    """Two seats hold the same cards: whoever laid which, a third sees exactly the same."""
    seen = []
    for first, second in (("horns+4", "climbing+4"), ("climbing+4", "horns+4")):
        hand = {"hand": ["horns+4", "climbing+4"], "species": [{}]}
        third = {"hand": ["ambush+1", "ambush+2"], "species": [{}]}
        given = {"phase": "supply", "seats": [hand, hand, third]}
        table = Table("evolution", given=given, options={"mode": mode}, auto=False)
        table.act(0, {"do": "food", "card": first})
        table.act(1, {"do": "food", "card": second})
        table.act(2, {"do": "food", "card": "ambush+1"})
        for seat in range(3):
            table.act(seat, "done")
        assert table.document()["hole"] == 9
        assert all("seat" not in e for e in table.events(2) if e["event"] == "food_shown")
        seen.append(everything_seen(table, 2))
    assert seen[0] == seen[1]


def phase_two(**more: Any) -> Table:
    """Three seats that choose their food cards."""
    seats = [
        {"hand": ["horns+1", "horns+2"], "species": [{}]},
        {"hand": ["climbing+1", "climbing+2"], "species": [{}]},
        {"hand": ["ambush+1", "ambush+2"], "species": [{}]},
    ]
    return Table("evolution", given={"phase": "supply", "seats": seats}, **more)


@pytest.mark.clauses("EV-RUL-09", "EV-FOOD-02")
@pytest.mark.parametrize("auto", [False, True])
def test_a_secret_choice_is_taken_back_though_others_have_chosen(auto: bool) -> None:
    """Seat 0 takes its food card back after seat 1 has chosen; seat 1's stays and sees nothing."""
    table = phase_two(auto=auto)
    table.act(0, {"do": "food", "card": "horns+1"})
    table.act(1, {"do": "food", "card": "climbing+2"})
    before = [everything_seen(table, seat) for seat in (1, 2)]
    audience = (table.view(), table.events())
    assert table.pending == [2]
    assert table.why_no_undo(0) == ""
    table.undo(0)
    assert table.pending == [0, 2]
    assert [everything_seen(table, seat) for seat in (1, 2)] == before
    assert (table.view(), table.events()) == audience
    seats = document_of(table)["seats"]
    assert (seats[0]["hand"], "food" in seats[0]) == (["horns+1", "horns+2"], False)
    assert (seats[1]["hand"], seats[1]["food"]) == (["climbing+1"], "climbing+2")
    table.act(0, {"do": "food", "card": "horns+2"})
    assert [everything_seen(table, seat) for seat in (1, 2)] == before
    table.act(2, {"do": "food", "card": "ambush+1"})
    foods = [seat["food"] for seat in document_of(table)["seats"]]
    assert foods == ["horns+2", "climbing+2", "ambush+1"]
    again = verify(table.log())
    assert again.state.tobytes() == table.state.tobytes()
    assert again.hash == table.hash


def test_when_all_have_chosen_the_others_must_agree() -> None:
    """Seat 0 has learnt that all have chosen, and so have the others."""
    table = phase_two()
    for seat, card in enumerate(("horns+1", "climbing+2", "ambush+1")):
        table.act(seat, {"do": "food", "card": card})
    before = document_of(table)
    assert "Still to agree: B, C" in table.why_no_undo(0)
    with pytest.raises(Refused, match="all must agree"):
        table.undo(0, consent=[1])
    assert table.document() == before
    table.undo(0, consent=[1, 2])
    assert table.pending == [0, 1, 2]
    assert verify(table.log()).state.tobytes() == table.state.tobytes()


@pytest.mark.clauses("EV-RUL-12", "EV-QCK-01")
def test_quick_plays_are_taken_back_though_others_have_played() -> None:
    """In quick-play a play that nobody has seen can be taken back; those of others stay."""
    seats: list[Any] = [
        {"hand": ["horns+1", "horns+2"], "species": [{}]},
        {"hand": ["climbing+1", "climbing+2"], "species": [{}]},
    ]
    table = Table("evolution", given={"seats": seats}, options={"mode": "quick"})
    table.act(0, {"do": "play", "card": "horns+1", "population": 0})
    table.act(1, {"do": "play", "card": "climbing+2", "body": 0})
    table.act(1, "done")
    before = everything_seen(table, 1)
    table.undo(0)
    table.undo(0)
    assert everything_seen(table, 1) == before
    assert table.pending == [0]
    words = document_of(table)["seats"]
    assert (words[0]["hand"], words[0]["species"][0]["population"]) == (["horns+1", "horns+2"], 1)
    assert (words[1]["hand"], words[1]["species"][0]["body"]) == (["climbing+1"], 2)
    assert verify(table.log()).state.tobytes() == table.state.tobytes()


@pytest.mark.clauses("EV-RUL-12")
def test_a_play_that_was_seen_is_final() -> None:
    """A card discarded face up is taken back only if the others agree."""
    seats = [{"hand": ["horns+1", "horns+2"], "species": [{}]}, {"hand": 1, "species": [{}]}]
    table = Table("evolution", given={"seats": seats})
    table.act(0, {"do": "play", "card": "horns+1", "population": 0})
    with pytest.raises(Refused, match="all must agree"):
        table.undo(0)


@pytest.mark.clauses("EV-QCK-02")
@pytest.mark.parametrize("seats", range(2, 6))
def test_quick_play_for_any_number_of_players(seats: int) -> None:
    """All play at once, and such a game comes to its end."""
    table = evolution(seats, mode="quick")
    for seat in range(seats):
        table.act(seat, table.legal(seat)[0])
    assert table.pending == list(range(seats))
    assert len(play_out(table, seats).winners) >= 1


@pytest.mark.clauses("EV-QCK-01")
@pytest.mark.parametrize("mode", ["quick", "turns"])
def test_only_phase_three_differs_in_quick_play(mode: str) -> None:
    """The same plays lead to the same feeding phase, watering hole and discard pile."""
    seats: list[Any] = [
        {"hand": ["horns+1", "horns+2"], "species": [{}]},
        {"hand": ["climbing+1", "climbing+2"], "species": [{}]},
    ]
    given = {"phase": "supply", "hole": 3, "seats": seats}
    table = Table("evolution", given=given, options={"mode": mode}, auto=False)
    table.act(1, {"do": "food", "card": "climbing+1"})
    table.act(0, {"do": "food", "card": "horns+2"})
    table.act(0, {"do": "play", "card": "horns+1", "new": "left"})
    table.act(1, {"do": "play", "card": "climbing+2", "on": 0})
    words = document_of(table)
    assert (words["phase"], words["hole"], table.pending) == ("feeding", 6, [0])
    assert words["discard"] == ["horns+1", "horns+2", "climbing+1"]
    assert [len(seat["species"]) for seat in words["seats"]] == [2, 1]
    assert words["seats"][1]["species"][0]["traits"] == ["climbing"]


# --- tables of food numbers --------------------------------------------------------------------


@pytest.mark.clauses("EV-RUL-01")
def test_the_table_of_the_ledger() -> None:
    """The known table, by its name and as text, has the numbers of the ledger in their order."""
    numbers = [number for those in LEDGER.values() for number in those]
    assert read_numbers("derived", {}) == numbers
    assert read_numbers(as_toml(LEDGER), {}) == numbers
    assert (len(numbers), sum(numbers)) == (110, 357)


@pytest.mark.clauses("EV-RUL-01")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_table_of_ones_own(seats: int) -> None:
    """The numbers on the cards can be replaced, and a log remembers them."""
    table = evolution(seats, numbers=as_toml(OWN))
    assert all_cards(table) == named(OWN)
    again = Table("evolution", given=document_of(table), auto=False)
    assert again.document() == table.document()
    for seat in range(seats):
        table.act(seat, table.legal(seat)[0])
    assert verify(table.log()).state.tobytes() == table.state.tobytes()


@pytest.mark.clauses("EV-RUL-01", "EV-REV-02")
def test_a_number_of_ones_own_counts() -> None:
    """The watering hole gets what these cards say, and there are no others."""
    seats: list[Any] = [
        {"food": "horns+11", "species": [{}]},
        {"food": "horns-4", "species": [{}]},
        {"food": "horns+10", "species": [{}]},
    ]
    given = {"phase": "reveal", "seats": seats}
    table = Table("evolution", given=given, options={"numbers": as_toml(OWN)}, auto=False)
    assert table.document()["hole"] == 17
    with pytest.raises(Refused, match="more copies of “horns\\+11” than the deck has"):
        Table("evolution", given=given)


def test_a_trait_alone_puts_any_card_of_it_on_the_deck() -> None:
    """Whatever its number, but none that is named in full; if there is none, that is said."""
    own = as_toml({**LEDGER, "horns": [10, 10, 11, 11, 10, 11]})
    table = evolution(3, numbers=own)
    force = position.force_deck
    force(table.state, ["horns", "horns"])
    top = document_of(table)["deck"][:2]
    assert set(top) <= {"horns+10", "horns+11"}
    seats: list[Any] = [{"hand": ["horns+1", "horns+2", "horns+3", "horns+4"], "species": [{}]}]
    seats += [{"species": [{}]}] * 2
    table = Table("evolution", given={"deck": ["horns+5"], "seats": seats}, auto=False)
    force(table.state, ["horns", "horns+5"])
    assert document_of(table)["deck"][:2] == ["horns+4", "horns+5"]
    with pytest.raises(Refused, match="deck\\[2\\]: there is no “horns” left in the deck"):
        force(table.state, ["horns", "horns", "horns"])


@pytest.mark.clauses("EV-RUL-01")
@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("", "options.numbers", "there is no table of food numbers “”; there are: derived"),
        ("derivd", "options.numbers", "there is no table .* “derivd”; did you mean “derived”?"),
        ("horns = [1", "options.numbers", "this is not TOML: "),
        ("a" + ".a" * 400 + " = 1", "options.numbers", "line 1 has more than 20 dots"),
        ("horns = [" + "1" * 5000 + "]", "options.numbers", "line 1 has more than 1000 letters"),
        ("horns = 1", "options.numbers.horns", "this should be a list, not a whole number"),
        (
            "horns = ['1']",
            "options.numbers.horns[0]",
            "this should be a whole number, not a text",
        ),
        ("horns = [1.5]", "options.numbers.horns[0]", "this should be a whole number"),
        ("horns = [true]", "options.numbers.horns[0]", "this should be a whole number"),
        ("horn = [1]", "options.numbers", "there is no trait “horn”; did you mean “horns”?"),
        (
            as_toml({**LEDGER, "horns": [1, 2, 3]}),
            "options.numbers.horns",
            "there are 6 cards, not 3",
        ),
        (
            as_toml({**LEDGER, "carnivore": [0] * 15}),
            "options.numbers.carnivore",
            "there are 14 cards, not 15",
        ),
        (
            as_toml({name: those for name, those in LEDGER.items() if name != "fertile"}),
            "options.numbers",
            "the table lacks fertile",
        ),
        (
            as_toml({**LEDGER, "horns": [1, 2, 3, 4, 5, 12]}),
            "options.numbers.horns",
            "a food number is from -4 to 11, not 12",
        ),
        (
            as_toml({**LEDGER, "horns": [1, 2, 3, 4, 5, -5]}),
            "options.numbers.horns",
            "a food number is from -4 to 11, not -5",
        ),
        (as_toml(LEDGER) + "\nhorns = [1]", "options.numbers", "this is not TOML: "),
    ],
)
def test_what_is_wrong_with_a_table(text: str, place: str, sentence: str) -> None:
    """A table that cannot be used is refused with its place and what to do."""
    with pytest.raises(Refused, match=sentence) as refused:
        read_numbers(text, {})
    assert refused.value.place == place
    with pytest.raises(Refused, match=sentence):
        evolution(2, numbers=text)
    with pytest.raises(Refused, match=sentence):
        Table("evolution", given={"seats": [{"species": [{}]}] * 2, "options": {"numbers": text}})


@pytest.mark.parametrize("name", ["mode", "free_species", "bags"])
def test_other_options_have_known_values_only(name: str) -> None:
    """Only the numbers can be written out."""
    with pytest.raises(Refused, match=f"options.{name}: there is no {name} “horns = 1”"):
        Table("evolution", 2, options={name: "horns = 1"})


# --- what the app adds -------------------------------------------------------------------------


@pytest.mark.clauses("EV-RUL-42")
def test_boards_are_enough_for_any_game() -> None:
    """A seat can found species far beyond the 19 boards of the box, and more than it has cards."""
    hand = ["horns+1", "horns+2", "horns+3"]
    seats: list[Any] = [{"hand": hand, "species": [{}] * 118}] + [{"species": [{}] * 30}] * 2
    table = Table("evolution", given={"seats": seats}, auto=False)
    table.act(0, {"do": "play", "card": "horns+1", "new": "left"})
    table.act(0, {"do": "play", "card": "horns+2", "new": "right"})
    assert len(document_of(table)["seats"][0]["species"]) == 120
    why = table.why_not(0, {"do": "play", "card": "horns+3", "new": "right"})
    assert why is not None
    assert (why.reason, why.clause) == ("no_board_left", "EV-RUL-42")
    seats[0] = {"species": [{}] * 121}
    with pytest.raises(Refused, match="120"):
        Table("evolution", given={"seats": seats})


@pytest.mark.clauses("EV-RUL-46")
def test_a_bot_takes_the_seat_of_one_who_leaves() -> None:
    """Nothing on the table changes, and nobody's decision is lost."""
    table = Table("evolution", ["me:Ann", "me:Bob", "me:Cleo"], seed=3)
    table.act(1, table.legal(1)[0])
    before, pending = table.state.tobytes(), table.pending
    table.leave(0, "greedy")
    assert table.players == ["greedy", "me:Bob", "me:Cleo"]
    assert (table.state.tobytes(), table.pending) == (before, pending)
    table.act(0, table.legal(0)[0])
    assert verify(table.log()).players == table.players


@pytest.mark.clauses("EV-SUP-02")
def test_boards_have_no_sides() -> None:
    """Turning a board over is nothing the game knows: no field and no action is about it."""
    assert set(SpeciesWords.__struct_fields__) == {
        "population", "body", "chips", "fat", "traits", "numbers", "face_down",
        "waiting",
    }  # fmt: skip
    verbs = set(evolution(2).game.vocabulary.actions)
    assert not verbs & {"turn", "flip"}


def test_names_of_cards_are_their_trait_and_number() -> None:
    """A card is named by both, with a sign."""
    assert {"horns+3", "ambush-3", "carnivore+0", "long_neck+9"} <= set(CARD_NAMES)
