"""Darwin's Choice: what a seat cannot know is nowhere in what is made for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from tangledbank.games.darwin.rules.actions import ACTION_COUNT, Verb
from tangledbank.games.darwin.rules.state import Stage
from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import below, new_generator, plant
from tangledbank.kernel.records import CAPACITY, items_of, new_books, take_events
from tangledbank.table import AUDIENCE, Table, copy_state
from tests.helpers import document_of, view_of

BIOMES = ["savanna", "coast", "ocean", "highlands"]
OTHER_TEAM = (1, 3, AUDIENCE)
VARIANTS = [("base", 3), ("beginner", 2), ("teams", 4), ("children", 3)]


@pytest.fixture(scope="module")
def darwin() -> Game:
    return load("darwin")


def seen_by(game: Game, states: Any, seat: int) -> bytes:
    """All a seat is given of a position."""
    view = game.new_states()
    game.kernel.observe(states, seat, view)
    return bytes(view.tobytes())


def said_to(table: Table, seat: int, since: int = 0) -> list[Any]:
    """All that is made for a seat: observation, view, events, sentences, choices, reasons."""
    said: list[Any] = [
        table.observation(seat).tobytes(),
        table.view(seat),
        table.events(seat, since),
        table.sentences(seat, since),
        table.deciding(seat),
    ]
    if seat >= 0:
        kernel = table.game.kernel
        said.append(table.codes(seat).tolist())
        said.append([int(kernel.why_not(table.state, seat, code)) for code in range(ACTION_COUNT)])
    return said


def play(given: dict[str, Any], *actions: tuple[int, str]) -> Table:
    """A table after some actions."""
    table = Table("darwin", given=given, auto=False)
    for seat, action in actions:
        table.act(seat, action)
    return table


def assert_alike(one: Table, other: Table, seats: Sequence[int] = OTHER_TEAM) -> None:
    """Two games that these seats cannot tell apart."""
    for seat in seats:
        for a, b in zip(said_to(one, seat), said_to(other, seat), strict=True):
            assert a == b, seat


def team_game(*hands: Any, **more: Any) -> dict[str, Any]:
    """A position of 2 against 2; a hand is a list, a number or a whole seat."""
    seats = [hand if isinstance(hand, dict) else {"hand": hand} for hand in hands]
    return {"options": {"variant": "teams"}, "biomes": BIOMES, "seats": seats, **more}


def random_game(
    game: Game, variant: str, seats: int, seed: int
) -> Iterator[tuple[Any, int, int, Any]]:
    """Every position of a random game with who acts next, the action, and the events so far.

    Like at a table, someone whose turn it is not may redraw.
    """
    states, books, generator = game.new_states(), new_books(CAPACITY), new_generator()
    out = np.zeros(game.max_legal, np.int64)
    plant(generator, seed)
    game.kernel.new(states, game.option_codes(seats, {"variant": variant}), seed, books)
    while waiting := int(game.kernel.pending(states)):
        pending = [seat for seat in range(seats) if waiting >> seat & 1]
        seat = pending[below(generator, len(pending))]
        other = below(generator, seats)
        if below(generator, 20) == 0 and game.kernel.legal(states, other, out) > 0:
            seat = other
        count = game.kernel.legal(states, seat, out)
        action = int(out[below(generator, count)])
        take_events(books)
        yield states, seat, action, books
        game.kernel.step(states, seat, action, books)


# --- the draft of a turn ------------------------------------------------------------------------


def is_draft_step(action: int) -> bool:
    """Whether an action only changes what the mover has in mind."""
    return action in (Verb.REVISE, Verb.UNTRADE) or Verb.GIVE <= action < Verb.SHOW


@pytest.mark.clauses("DC-SP-12", "DC-TRADE-3")
@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_a_turn_that_is_not_ended_leaves_no_trace(darwin: Game, variant: str, seats: int) -> None:
    steps = 0
    for seed in range(4):
        expected: list[bytes] = []
        others: list[int] = []
        for states, seat, action, books in random_game(darwin, variant, seats, seed):
            if expected:
                assert [seen_by(darwin, states, one) for one in others] == expected
                assert take_events(books) == []
                expected = []
                steps += 1
            if states[0].stage == Stage.TURN and is_draft_step(action):
                others = [one for one in range(-1, seats) if one != seat]
                expected = [seen_by(darwin, states, one) for one in others]
    assert steps > 100


@pytest.mark.clauses("DC-SP-12")
def test_no_choice_or_reason_of_others_changes_with_a_draft() -> None:
    """Not even whether they may take a new hand, which is tried out on the same table."""
    hand = ["bongo.head", "bongo.torso", "lion.torso", "lion.head", "cheetah.tail"]
    seats = [{"hand": hand}, {"hand": ["koala.head", "tiger.head"]}, {"hand": 3}]
    table = Table("darwin", given={"biomes": BIOMES, "seats": seats}, auto=False)
    before = [said_to(table, seat, len(table.moves)) for seat in (1, 2, AUDIENCE)]
    taken = next(iter(view_of(table, 0).zone))
    for action in (
        f"give lion.head take {taken}", "create bongo.torso", "add bongo.head", "add cheetah.tail",
        "place savanna", "revise", "untrade", "create lion.torso add lion.head place savanna",
    ):  # fmt: skip
        table.act(0, action)
        after = [said_to(table, seat, len(table.moves) - 1) for seat in (1, 2, AUDIENCE)]
        assert after == before, action


@pytest.mark.clauses("DC-SP-12")
def test_a_draft_stays_secret_while_the_teammate_is_asked() -> None:
    hands = (["bongo.head", "bongo.torso", "lion.head", "lion.torso"], 2, ["koala.head"], 2)
    given = team_game(*hands, zone=["snowy-owl.legs"])
    ask = ((0, "ask"), (2, "hand_over koala.head"), (0, "let_draw"))
    bare = play(given, *ask)
    drafted = play(given, (0, "create bongo.torso add bongo.head place savanna"), *ask)
    traded = play(given, (0, "give lion.head take snowy-owl.legs"), *ask)
    for other in (drafted, traded):
        for seat in (1, 2, 3, AUDIENCE):
            assert bare.observation(seat).tobytes() == other.observation(seat).tobytes()
            assert bare.view(seat) == other.view(seat)


# --- choices made at the same time --------------------------------------------------------------

ZEBRA = ["plains-zebra.head", "plains-zebra.torso", "plains-zebra.double_legs", "cheetah.tail"]
GAZELLE = ["giraffe.head", "red-kangaroo.torso", "impala.double_legs", "red-kangaroo.tail"]
BISON = ["bongo.head", "bongo.torso", "cheetah.double_legs", "thorny-devil.tail"]


def event_position(event: str) -> dict[str, Any]:
    """All three seats have a choice to make about an event."""
    seats = [
        {
            "hand": 10,
            "species": [
                {"cards": cards, "biome": "savanna", "points": 3},
                {"cards": small, "biome": "coast", "points": 3},
            ],
        }
        for cards, small in (
            (ZEBRA, ["dugong.head", "mallard.torso"]),
            (GAZELLE, ["clownfish.head", "barn-owl.torso"]),
            (BISON, ["herring-gull.head", "honey-bee.torso"]),
        )
    ]
    return {"phase": "transition", "event_deck": [event], "biomes": BIOMES, "seats": seats}


@pytest.mark.clauses("DC-SP-47")
def test_nobody_sees_what_degenerates_before_all_have_chosen() -> None:
    table = play(event_position("degeneration"))
    assert table.state[0].stage == Stage.DEGENERATE
    before = {seat: said_to(table, seat, len(table.moves)) for seat in (1, 2, AUDIENCE)}
    table.act(0, "lose cheetah.tail")
    for seat, said in before.items():
        assert said_to(table, seat, len(table.moves) - 1) == said
    table.act(1, "lose red-kangaroo.tail")
    for seat in (2, AUDIENCE):
        assert said_to(table, seat, len(table.moves) - 1) == before[seat]
    assert (table.pending, table.deciding(2), table.deciding(0)) == ([2], [0, 1, 2], [1, 2])
    table.act(2, "lose thorny-devil.tail")
    assert [words["event"] for words in table.events(AUDIENCE, 2)].count("card_removed") == 3


@pytest.mark.clauses("DC-SP-50")
def test_nobody_sees_what_is_lost_to_invaders_before_all_have_chosen() -> None:
    table = play(event_position("invaders"))
    assert table.state[0].stage == Stage.INVADE
    before = {seat: said_to(table, seat, len(table.moves)) for seat in (0, 2, AUDIENCE)}
    for action in ("sacrifice B1", "point B2", "points B2"):
        table.act(1, action)
        for seat, said in before.items():
            assert said_to(table, seat, len(table.moves) - 1) == said
    for seat, action in ((0, "sacrifice A2"), (0, "points A1"), (2, "sacrifice C1")):
        table.act(seat, action)
        assert said_to(table, AUDIENCE, len(table.moves) - 1) == before[AUDIENCE]
    table.act(2, "points C2")
    assert [words["event"] for words in table.events(AUDIENCE, 6)].count("extinct") == 3


# --- decks and hands ----------------------------------------------------------------------------


@pytest.mark.clauses("DC-SP-16")
def test_what_comes_next_is_nowhere_to_be_seen() -> None:
    """The order of the biomes, events, tokens and animals, and the coming chance."""
    hands = [{"hand": 3}, {"hand": 3}, {"hand": 3}]
    biomes = ["mountains", "hill_country", "semi_desert"]
    events = ["flood", "hurricane", "ice_age"]
    animals = ["lion.head", "tiger.head", "koala.head"]
    children = {"options": {"variant": "children"}, "biomes": ["savanna", "ocean", "taiga", "gold"]}
    tokens = ["silver", "gold", "bronze", "bronze", "silver"]
    for one, other in (
        ({"biomes": BIOMES, "biome_deck": biomes}, {"biomes": BIOMES, "biome_deck": biomes[::-1]}),
        ({"event_deck": events}, {"event_deck": events[::-1]}),
        ({"small": animals}, {"small": animals[::-1]}),
        ({"large": ["bongo.torso", "lion.torso"]}, {"large": ["lion.torso", "bongo.torso"]}),
        ({"next_places": [0, 2]}, {"next_places": [1]}),
        ({**children, "tokens": tokens}, {**children, "tokens": tokens[::-1]}),
        ({**children, "biome_deck": biomes}, {**children, "biome_deck": biomes[::-1]}),
    ):
        assert_alike(
            play({"seats": hands, **one}), play({"seats": hands, **other}), (0, 1, 2, AUDIENCE)
        )


@pytest.mark.clauses("DC-SP-16")
@pytest.mark.parametrize("stage", ["own turn", "another's turn"])
def test_what_others_hold_is_nowhere_to_be_seen(stage: str) -> None:
    """Also not in the reasons: asking for a card nobody showed is refused wherever it lies."""
    zone = ["snowy-owl.legs"]
    names = ["lion.head", "tiger.head", "koala.head"]
    first = 1 if stage == "own turn" else 0
    tables = [
        play(
            team_game(
                [names[i], "bongo.torso"], ["orca.head", "orca.torso"],
                [names[(i + 1) % 3], "lion.torso"], [names[(i + 2) % 3], "tiger.torso"],
                zone=zone, first=first,
            )
        )
        for i in range(3)
    ]  # fmt: skip
    for other in tables[1:]:
        assert_alike(tables[0], other, (1, AUDIENCE))


@pytest.mark.clauses("DC-SP-16", "DC-BEG-3")
def test_hands_are_open_in_the_beginner_game_only() -> None:
    for variant, is_open in (("beginner", True), ("base", False)):
        seats = [{"hand": 3}, {"hand": ["lion.head", "lion.torso"]}, {"hand": 3}]
        given = {"options": {"variant": variant}, "seats": seats}
        hand = view_of(play(given), 0).seats[1].hand
        assert hand == (["lion.head", "lion.torso"] if is_open else 2)


# --- 2 against 2 --------------------------------------------------------------------------------

TEN = ["lion.head", "tiger.head", "koala.head", "bongo.head", "bongo.torso"]


def begin_era() -> dict[str, Any]:
    """All have ten cards and may show some to their teammates."""
    hands: tuple[Any, ...] = ([*TEN, *["hidden"] * 5], 10, 10, 10)
    return team_game(*hands, phase="refill", event="ideal_conditions", first=3)


@pytest.mark.clauses("DC-2V2-7", "DC-2V2-4")
def test_the_other_team_cannot_tell_which_cards_were_shown() -> None:
    """Not even later, when a card that was shown, or was not, is played."""
    rest = [(0, "done"), (1, "done"), (2, "done"), (3, "done")]
    turns = [
        (0, "create bongo.torso add tiger.head place savanna"), (0, "end"), (1, "pass"),
        (2, "ask"), (0, "hand_over koala.head"),
    ]  # fmt: skip
    for actions in ([], rest, rest + turns[:2], rest + turns):
        tables = [
            play(begin_era(), *((0, f"show {card}") for card in shown), *actions)
            for shown in (["lion.head"], ["tiger.head"])
        ]
        for seat in OTHER_TEAM:
            assert tables[0].observation(seat).tobytes() == tables[1].observation(seat).tobytes()
            assert tables[0].view(seat) == tables[1].view(seat)
            assert tables[0].events(seat, 0) == tables[1].events(seat, 0)


@pytest.mark.clauses("DC-SP-65")
def test_the_other_team_cannot_tell_what_was_asked_for_and_refused() -> None:
    mate = {
        "hand": ["koala.head", "lion.head", "tiger.head"],
        "seen": {"koala.head": [0], "lion.head": [0]},
    }
    given = team_game(["bongo.head", "bongo.torso"], 2, mate, 2, zone=["snowy-owl.legs"])
    for answer in ([], [(2, "refuse")], [(2, "refuse"), (0, "pass")]):
        tables = [
            play(given, (0, ask), *answer) for ask in ("ask", "ask_for koala.head",
                                                       "ask_for lion.head")
        ]  # fmt: skip
        for other in tables[1:]:
            assert_alike(tables[0], other)


@pytest.mark.clauses("DC-SP-65")
def test_the_other_team_cannot_tell_which_card_was_handed_over() -> None:
    hands = (["bongo.head", "bongo.torso"], 2, ["koala.head", "lion.head", "tiger.head"], 2)
    given = team_game(*hands, zone=["snowy-owl.legs"])
    pay = [(0, "pay bongo.head"), (0, "pass"), (1, "pass")]
    for upto in range(len(pay) + 1):
        tables = [
            play(given, (0, "ask"), (2, f"hand_over {card}"), *pay[:upto])
            for card in ("koala.head", "lion.head", "tiger.head")
        ]
        for other in tables[1:]:
            assert_alike(tables[0], other)


@pytest.mark.clauses("DC-SP-65")
def test_the_back_of_a_card_played_later_does_not_tell_who_had_it_before() -> None:
    """The lion's head comes from the teammate, or was there before: it looks the same."""
    tables = []
    for mine, theirs in (("lion.head", "tiger.head"), ("tiger.head", "lion.head")):
        hands = ([mine, "bongo.torso", "bongo.head"], 2, ["koala.head", theirs, "raccoon.head"], 2)
        tables.append(
            play(
                team_game(*hands, zone=["snowy-owl.legs"]),
                (0, "ask"), (2, f"hand_over {theirs}"), (0, "pay bongo.head"),
                (0, "create bongo.torso add lion.head place savanna"), (0, "end"), (1, "pass"),
            )
        )  # fmt: skip
    for seat in OTHER_TEAM:
        assert tables[0].observation(seat).tobytes() == tables[1].observation(seat).tobytes()
        assert tables[0].view(seat) == tables[1].view(seat)
        assert tables[0].events(seat, 0) == tables[1].events(seat, 0)


@pytest.mark.clauses("DC-SP-65")
def test_a_card_out_of_the_trade_zone_is_lost_from_sight_when_some_card_is_handed_over() -> None:
    """The other team has seen the owl's legs go into a hand; who has them now, it cannot know."""
    hands = (["lion.head", "bongo.torso", "koala.head"], 2, ["tiger.head"], 2)
    given = team_game(*hands, zone=["snowy-owl.legs"])
    trade = [(0, "give lion.head take snowy-owl.legs"), (0, "pass"), (1, "pass"), (2, "ask")]
    before = play(given, *trade)
    for seat in OTHER_TEAM:
        assert view_of(before, seat).seats[0].seen == {"snowy-owl.legs": "all"}
    given_away = [
        play(given, *trade, (0, f"hand_over {card}")) for card in ("snowy-owl.legs", "koala.head")
    ]
    for seat in OTHER_TEAM:
        views = [view_of(table, seat) for table in given_away]
        assert views[0] == views[1]
        assert [one.seen for one in views[0].seats] == [{}] * 4
        assert views[0].seats[0].hand == views[0].seats[2].hand == 2
    assert "snowy-owl.legs" in view_of(given_away[1], 2).seats[0].seen


@pytest.mark.clauses("DC-2V2-7", "DC-SP-16")
def test_no_reason_or_choice_tells_what_the_teammate_has_not_shown() -> None:
    """Whatever lies unseen in the hand of the teammate, the same can be asked for."""
    mates = (
        {"hand": ["koala.head", "lion.head", "bongo.torso"], "seen": {"koala.head": [0]}},
        {"hand": ["koala.head", "tiger.head", "lion.torso"], "seen": {"koala.head": [0]}},
    )
    mine = ["orca.head", "orca.torso"]
    one, other = (play(team_game(mine, 0, mate, 0, zone=["snowy-owl.legs"])) for mate in mates)
    assert_alike(one, other, (0, 1, 3, AUDIENCE))
    for card in ("lion.head", "tiger.head", "orca.head", "snowy-owl.legs", "brown-bear.head"):
        assert one.why_not(0, f"ask_for {card}") == other.why_not(0, f"ask_for {card}")


# --- what is dealt anew -------------------------------------------------------------------------


@pytest.mark.clauses("DC-SP-16")
@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_a_new_deal_keeps_what_a_seat_has_seen(darwin: Game, variant: str, seats: int) -> None:
    """It is a sound position in which the seat sees the same, and everyone asked has a choice."""
    generator, out = new_generator(), np.zeros(darwin.max_legal, np.int64)
    plant(generator, 5)
    changed = 0
    for seed in range(2):
        for number, (states, _, _, _) in enumerate(random_game(darwin, variant, seats, seed)):
            seat = number % (seats + 1) - 1
            other = copy_state(states)
            darwin.kernel.redeal(other, seat, generator)
            assert darwin.kernel.broken(other) == 0
            assert seen_by(darwin, other, seat) == seen_by(darwin, states, seat)
            changed += bool((other[0].kind != states[0].kind).any())
            waiting = int(darwin.kernel.pending(other))
            for one in range(seats):
                count = darwin.kernel.legal(other, one, out)
                assert count > 0 or not waiting >> one & 1
                if one == seat:
                    mine = sorted(out[:count].tolist())
                    count = darwin.kernel.legal(states, one, out)
                    assert mine == sorted(out[:count].tolist())
    assert changed > 100


@pytest.mark.clauses("DC-2V2-7")
def test_a_new_deal_keeps_the_cards_a_teammate_has_shown(darwin: Game) -> None:
    shown = ("lion.head", "tiger.head")
    table = play(begin_era(), *((0, f"show {card}") for card in shown))
    generator = new_generator()
    plant(generator, 3)
    known: set[frozenset[str]] = set()
    unknown: set[frozenset[str]] = set()
    for _ in range(30):
        for seat, held in ((2, known), (1, unknown)):
            other = Table("darwin", given=begin_era(), auto=False)
            other.state = copy_state(table.state)
            darwin.kernel.redeal(other.state, seat, generator)
            held.add(frozenset(document_of(other)["seats"][0]["hand"]) & set(TEN))
    assert all(set(shown) <= held for held in known)
    assert len(known) > 1
    assert not all(set(shown) <= held for held in unknown)


@pytest.mark.clauses("DC-SP-16")
def test_a_new_deal_keeps_a_card_taken_out_of_the_trade_zone(darwin: Game) -> None:
    hand = ["bongo.head", "bongo.torso", "lion.head", "tiger.head"]
    seats = [{"hand": hand}, {"hand": 4}, {"hand": 4}]
    table = play(
        {"biomes": BIOMES, "seats": seats, "zone": ["snowy-owl.legs"]},
        (0, "give lion.head take snowy-owl.legs"),
        (0, "create bongo.torso add bongo.head place savanna"),
        (0, "end"),
    )
    owl = next(c for c in items_of(table.state[0].hand[0]) if table.state[0].known[c] & 2)
    kind = int(table.state[0].kind[owl])
    generator = new_generator()
    plant(generator, 3)
    for seat in (1, 2, AUDIENCE):
        assert view_of(table, seat).seats[0].seen == {"snowy-owl.legs": "all"}
        other = copy_state(table.state)
        darwin.kernel.redeal(other, seat, generator)
        assert kind in [int(other[0].kind[card]) for card in items_of(other[0].hand[0])]


@pytest.mark.clauses("DC-SP-65")
def test_the_other_team_cannot_tell_whether_the_asker_knew_the_card() -> None:
    """`shown` counts one look more if the card was new to the asker."""
    mate = {"hand": ["koala.head", "lion.head", "tiger.head"], "seen": {"koala.head": [0]}}
    given = team_game(["bongo.head", "bongo.torso"], 2, mate, 2, zone=["snowy-owl.legs"])
    one, other = (
        play(given, (0, "ask"), (2, f"hand_over {card}")) for card in ("koala.head", "lion.head")
    )
    assert_alike(one, other)


@pytest.mark.clauses("DC-SP-16")
def test_a_redraw_does_not_tell_when_the_kept_card_was_drawn() -> None:
    tables = []
    for heads in (["koala.head", "lion.head"], ["lion.head", "koala.head"]):
        seats = [{"hand": [*heads, "bongo.torso"]}, {"hand": 2}, {"hand": 2}]
        tables.append(play({"biomes": BIOMES, "seats": seats}, (0, "redraw lion.head")))
    for seat in (1, 2, AUDIENCE):
        assert tables[0].observation(seat).tobytes() == tables[1].observation(seat).tobytes()


@pytest.mark.clauses("DC-SP-16")
def test_a_card_that_all_know_does_not_tell_when_another_was_drawn() -> None:
    """The owl's legs lie between two heads in the hand; one of them is played."""
    tables = []
    for heads in (["koala.head", "lion.head"], ["lion.head", "koala.head"]):
        hand = [heads[0], "snowy-owl.legs", heads[1], "bongo.torso"]
        seats = [{"hand": hand, "seen": {"snowy-owl.legs": "all"}}, {"hand": 2}, {"hand": 2}]
        tables.append(
            play(
                {"biomes": BIOMES, "seats": seats},
                (0, "create bongo.torso add lion.head place savanna"), (0, "end"),
            )
        )  # fmt: skip
    for seat in (1, 2, AUDIENCE):
        assert tables[0].observation(seat).tobytes() == tables[1].observation(seat).tobytes()
