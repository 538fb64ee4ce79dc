"""The table: acting, refusing, undoing, saving, verifying."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangledbank import Refused, Table
from tangledbank.games.game import Game
from tangledbank.log import Line, complete_lines, parse_log, write_line
from tangledbank.table import EVERY, Act, open_log, verify
from tests.helpers import play_out, random_options


def nested(depth: int) -> list[object]:
    found: list[object] = []
    for _ in range(depth):
        found = [found]
    return found


def feeding(**words: object) -> dict[str, object]:
    return {"phase": "feeding", **words}


def test_five_lines_play_a_game() -> None:
    table = Table("origin", seats=3, seed=7)
    while not table.over:
        seat = table.pending[0]
        table.act(seat, table.legal(seat)[0])
    assert table.winners == [s for s in range(3) if table.standings[s] == max(table.standings)]
    assert table.legal() == []
    with pytest.raises(Refused, match="The game is over"):
        table.act(0, "pass")


def test_a_path_is_done_whole_or_not_at_all() -> None:
    table = Table("origin", given=feeding(
        seats=[{"animals": [{"abilities": ["carnivore"]}]},
               {"animals": [{"abilities": ["camouflage"]}, {}]}]), auto=False)  # fmt: skip
    before, log = table.state.tobytes(), table.log()
    with pytest.raises(Refused) as refused:
        table.act(0, {"do": "attack", "with": 0, "prey": [1, 0]})
    assert (refused.value.reason, refused.value.clause) == ("hidden", "OS-CAM-01")
    assert (table.state.tobytes(), table.log()) == (before, log)
    table.act(0, "attack A1 prey B2")
    eaten = [event for event in table.events() if event["event"] == "eaten"]
    assert eaten == [{"event": "eaten", "seat": 1, "animal": [1, 1], "other": [0, 0]}]


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({}, "an action is a mapping with a verb"),
        ({"do": "fly"}, "there is no action “fly”"),
        ({"do": "take", "animal": "x"}, "animal: an animal is an index such as 0"),
        ({"do": "take", "animal": 5}, "there is no animal "),
        ({"do": "take", "animal": [7, 0]}, "there is no seat 7"),
        ({"do": "animal", "card": "runing"}, "did you mean “running”"),
        ({"do": "ability", "as": "fat", "card": "running"}, "the card carries running only"),
        ("take Z1", "names no animal"),
        ("pass 1", "one word too many"),
        ("", "type an action"),
        (99_999, "actions are numbers from 0 to "),
        pytest.param(10**5000, "actions are numbers from 0 to ", id="huge"),
        *[
            (value, "action: an action is words such as {do: pass}, a line such as “pass”, or a")
            for value in (None, [1], math.nan, b"x", 3.7, True)
        ],
        ({"do": []}, "do: there is no action “[]”"),
        ({"do": "take", "animal": -1}, "animal: the animals of a seat are counted from 0"),
        ({"do": "take", "animal": 10**5000}, "action.animal: this is no text"),
        ({"do": "take", "animal": nested(5000)}, "this is nested more than 40 deep"),
        ({"do": "take", None: 1}, "action: the names in a mapping are texts"),
        ("take A0", "“A0” names no animal; type a name such as A1, counted from 1"),
        ("take 0", "“0” names no animal; type a name such as A1, counted from 1"),
        ("take " + "9" * 20, "names no animal; type a name such as A1, counted from 1"),
        ("take A" + "9" * 5000, "names no animal; type a name such as A1, counted from 1"),
        ("fat A1 ²", "tokens: tokens is a number from 1 to 5"),
        ("fat A1 " + "9" * 5000, "tokens: tokens is a number from 1 to 5"),
        ("drop running", "There is no attack to answer."),
    ],
)
def test_wrong_actions_are_refused_in_one_sentence(action: object, message: str) -> None:
    table = Table("origin", 2, seed=1)
    with pytest.raises(Refused) as refused:
        table.act(table.pending[0], action)  # type: ignore[arg-type]
    assert message.replace("seat 0", f"seat {table.pending[0]}") in str(refused.value)


HUNTERS: dict[str, tuple[str, dict[str, object]]] = {
    "origin": ("animals", {"abilities": ["carnivore"]}),
    "evolution": ("species", {"traits": ["carnivore", "intelligence"], "body": 3}),
}


@pytest.mark.parametrize(
    ("name", "action", "message"),
    [
        ("origin", "attack A1 on B1", "after “attack” comes “prey”, not “on”"),
        ("evolution", "attack A1 on B1", "after “attack” comes “prey”, not “on”"),
        ("evolution", "attack A1 on A1", "after “attack” comes “prey”, not “on”"),
        ("origin", {"do": "attack", "with": 0, "on": [1, 0]}, "no field “on”; did you mean “prey”"),
        (
            "evolution",
            {"do": "attack", "with": 0, "on": [1, 0]},
            "“attack” has no field “on”; did you mean “prey”?",
        ),
        ("evolution", "attack A1 ignore horns prey B1", "after “ignore” comes “spend”, not “prey”"),
        (
            "evolution",
            {"do": "attack", "with": 0, "ignore": "horns", "prey": [1, 0]},
            "after “ignore” comes “spend”, not “prey”",
        ),
        (
            "origin",
            {"do": "attack", "wiht": 0},
            "“attack” has no field “wiht”; did you mean “with”",
        ),
    ],
)
def test_the_word_that_is_meant_is_told(name: str, action: Act, message: str) -> None:
    things, hunter = HUNTERS[name]
    prey = {"traits": ["horns"]} if name == "evolution" else {}
    given = feeding(seats=[{"hand": 1, things: [hunter]}, {things: [prey]}])
    with pytest.raises(Refused) as refused:
        Table(name, given=given, auto=False).act(0, action)
    assert message in str(refused.value)
    assert refused.value.reason == ""


def test_the_word_is_told_though_there_is_no_prey() -> None:
    given = feeding(seats=[{"animals": [{"abilities": ["carnivore"]}]}, {}], bank=2)
    with pytest.raises(Refused, match="after “attack” comes “prey”, not “on”"):
        Table("origin", given=given).act(0, "attack A1 on A1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "there is no game “chess”; there are: origin"),
        ({"seats": 9}, "origin is for 2 to 8 seats, not 9"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"options": {"deck": "plian"}}, "options.deck: there is no deck “plian”; did you mean"),
        ({"options": {"dek": "plain"}}, "options.dek: origin has no such option; did you mean"),
        ({"game": []}, "game: this should be a text, not a list"),
        (
            {"seats": 2.5},
            "seats: this should be a whole number, a list or nothing, not a number with a fraction",
        ),
        ({"seats": "AB"}, "seats: this should be a whole number, a list or nothing, not a text"),
        ({"seats": 17}, "seats: origin is for 2 to 8 seats, not 17"),
        ({"seats": -1}, "seats: origin is for 2 to 8 seats, not -1"),
        ({"seats": 10**5000}, "seats: this is no text"),
        ({"seats": ["Ann", 5]}, "seats[1]: this should be a text, not a whole number"),
        ({"seats": ["Ann", "\ud800"]}, "seats[1]: this is no text"),
        ({"seed": 1.0}, "seed: a seed is a number from 0"),
        ({"seed": None}, "seed: a seed is a number from 0"),
        ({"options": 5}, "options: this should be a mapping, not a whole number"),
        ({"options": {"deck": []}}, "options.deck: this should be a text, not a list"),
        ({"options": {"deck": "plain", "[...]": 5}}, "options.[...]: this should be a text"),
        ({"given": {}}, "the field “seats” is missing"),
        ({"given": {"seats": [{}, {}], "wind": 1}}, "there is no field “wind” here; there are: s"),
        (
            {"given": {"seats": [{}], "reshuffled": {"fat": -1}}},
            "reshuffled.fat: this should be at",
        ),
        ({"given": {"seats": [{}], "reshuffled": {5: 1}}}, "reshuffled: the names in a mapping"),
        ({"given": {"seats": [{}], "dice": [1] * 17}}, "dice: this list should have at most 16"),
        ({"auto": 1}, "auto: this should be true or false, not a whole number"),
        ({"given": 5}, "given: this should be a mapping or nothing, not a whole number"),
        ({"given": {"seats": 3}}, "seats: this should be a list, not a whole number"),
        (
            {"given": {"seats": [{}, {}], "options": 5}},
            "options: this should be a mapping, not a whole number",
        ),
        (
            {"given": {"seats": [{}, {}], "options": None}},
            "options: this should be a mapping, not nothing",
        ),
        ({"given": {"seats": nested(5000)}}, "this is nested more than 40 deep"),
        ({"given": {"seats": [{}, {}], "chance": [2**63]}}, "given.chance[0]: this is no text"),
        (
            {"given": {"seats": [{}, {}]}, "seats": ["Ann", "Bob", "Cleo"]},
            "seats: the position has 2 seats, not 3",
        ),
        ({"given": {"seats": [{}, {}]}, "seats": 4}, "seats: the position has 2 seats, not 4"),
    ],
)
def test_wrong_tables_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(Refused) as refused:
        Table(**{"game": "origin", "seats": 2, **arguments})  # type: ignore[arg-type]
    assert message in str(refused.value)


# --- forced choices ----------------------------------------------------------------------------


def test_forced_choices_that_reveal_nothing_are_played() -> None:
    given = feeding(bank=3, seats=[{"animals": [{}]}, {"animals": [{}, {}]}])
    table = Table("origin", given=given)
    assert [move.auto for move in table.moves] == [True]  # A1 was the only one who could eat
    assert table.pending == [1]
    assert len(table.legal()) == 2
    assert Table("origin", given=given, auto=False).pending == [0]


def test_a_forced_choice_that_shows_a_card_is_asked() -> None:
    """Only one animal can take the ability; playing it would show the card, so it waits."""
    given = {"seats": [{"hand": ["running", "piracy"], "animals": [{}]}, {"hand": 2}]}
    table = Table("origin", given=given)
    table.act(0, {"do": "ability", "as": "running"})
    assert table.legal() == [{"do": "on", "animal": 0}]


# --- undo --------------------------------------------------------------------------------------


def test_undo_is_free_until_something_is_shown() -> None:
    given = {"seats": [{"hand": ["running", "piracy"], "animals": [{}, {}]}, {"hand": 2}]}
    table = Table("origin", given=given)
    start = table.state.tobytes()
    table.act(0, {"do": "ability", "as": "running"})
    table.undo(0)
    assert table.state.tobytes() == start
    table.act(0, {"do": "ability", "as": "running", "on": 1})  # now the card lies open
    with pytest.raises(Refused, match=r"all must agree\. Still to agree: B"):
        table.undo(0)
    table.undo(0, consent=[1])
    assert "draft" in table.document()  # one small action taken back
    table.undo(0)
    assert table.state.tobytes() == start


def test_undo_needs_consent_once_another_has_acted_or_chance_was_used() -> None:
    seats: list[object] = [{"animals": [{}, {}]}, {"animals": [{}, {}]}]
    table = Table("origin", given=feeding(bank=4, seats=seats), auto=False)
    table.act(0, "take A1")
    assert table.why_no_undo(0) == ""
    table.act(1, "take B1")
    assert "B" in table.why_no_undo(0)
    assert table.why_no_undo(1) == ""
    hunt = [{"animals": [{"abilities": ["carnivore"]}]}, {"animals": [{"abilities": ["running"]}]}]
    table = Table("origin", given=feeding(seats=hunt, dice=[5]), auto=False)
    table.act(0, "attack A1 prey B1")
    assert table.why_no_undo(0) != ""


def test_every_position_is_found_again(game: Game) -> None:
    """Few of them are kept; those between follow, also after taking back and by any order."""
    table = Table(game.name, game.most_seats, seed=3, auto=False)
    random = np.random.default_rng(3)
    positions = [table.state.tobytes()]
    for number in range(60):
        seat = table.pending[0]
        table.act(seat, int(random.choice(table.codes(seat))))
        positions.append(table.state.tobytes())
        others = {one for one in range(game.most_seats) if one != seat}
        if number % 9 == 8 and not table.why_no_undo(seat, others):
            table.undo(seat, others)
            positions.pop()
    counts = [*range(len(positions))]
    assert len(table.moves) == len(positions) - 1 > 40
    for count in (*counts, *counts[::-1], *random.permutation(counts).tolist()):
        assert table.at(count).state.tobytes() == positions[count]
    assert len(table._kept) <= len(table.moves) // EVERY + 1


def test_there_must_be_something_to_undo() -> None:
    with pytest.raises(Refused, match="nothing of yours"):
        Table("origin", 2).undo(0)


@pytest.mark.parametrize(
    "seat", [2, -2, pytest.param(10**5000, id="huge"), 0.0, True, "0", None, [0]]
)
def test_a_seat_that_does_not_exist_sees_and_does_nothing(seat: Any) -> None:
    table = Table("origin", 2)
    before = table.log()
    for ask in (
        lambda: table.act(seat, "pass"),
        lambda: table.path(seat, "pass"),
        lambda: table.codes(seat),
        lambda: table.notation(0, seat),
        lambda: table.view(seat),
        lambda: table.observation(seat),
        lambda: table.events(seat),
        lambda: table.sentences(seat),
        lambda: table.rest(seat),
        lambda: table.wake(seat),
        lambda: table.leave(seat, "greedy"),
        lambda: table.why_no_undo(seat),
        lambda: table.undo(seat),
        lambda: table.undo(0, consent=[seat]),
    ):
        with pytest.raises(Refused, match="seat: seats are counted from 0 to 1"):
            ask()
    why = table.why_not(seat, "pass")
    assert why is not None
    assert why.sentence == "seats are counted from 0 to 1"
    if seat is not None:  # the first that is pending
        with pytest.raises(Refused, match="seat: seats are counted from 0 to 1"):
            table.legal(seat)
    assert table.log() == before


@pytest.mark.parametrize("consent", [1, None, "B"])
def test_consent_is_a_list_of_seats(consent: Any) -> None:
    with pytest.raises(Refused, match=r"this is a list of seats|seats are counted"):
        Table("origin", 2).undo(0, consent)


def test_the_audience_sees_and_does_not_act() -> None:
    table = Table("origin", 2)
    assert table.view(-1) == table.view()
    for ask in (table.codes, table.legal, table.rest, table.wake, table.undo):
        with pytest.raises(Refused, match="seats are counted from 0 to 1"):
            ask(-1)


@pytest.mark.parametrize("since", [-1, 1, 0.0, "0", [0]])
def test_events_are_told_since_a_move_there_was(since: Any) -> None:
    with pytest.raises(Refused, match="since: moves are counted from 0 to 0"):
        Table("origin", 2).events(since=since)


def test_only_what_is_legal_has_a_notation() -> None:
    table = Table("origin", 2, seed=1)
    seat, code = table.pending[0], int(table.codes(table.pending[0])[0])
    assert table.path(seat, table.notation(code, seat)) == [code]
    take = table.game.vocabulary.actions["take"].base
    for wrong in (take, -1, 10**5000, "pass", None):
        with pytest.raises(Refused):
            table.notation(wrong, seat)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_actions_too() -> None:
    table = Table("origin", 2, seed=1)
    table.act(table.pending[0], table.codes(table.pending[0])[0])
    assert len(table.moves) == 1


def test_someone_who_leaves_stays_in_the_header() -> None:
    given = {"seats": [{"hand": 2}, {"hand": 2}]}
    table = Table("origin", ["Ann", "Bob"], given=given)
    given["seats"].clear()  # the table has its own copy
    table.leave(0, "greedy")
    assert table.players == ["greedy", "Bob"]
    assert table.lines[0].words["seats"] == ["Ann", "Bob"]
    assert verify(table.log()).players == table.players
    with pytest.raises(Refused, match="bot: this should be a text, not"):
        table.leave(1, None)  # type: ignore[arg-type]
    assert table.players == ["greedy", "Bob"]


def test_no_one_rests_after_the_end() -> None:
    table = play_out(Table("origin", 2, seed=3), 1)
    before = table.log()
    with pytest.raises(Refused, match="The game is over"):
        table.rest(0)
    assert table.log() == before
    assert verify(before).over


# --- logs --------------------------------------------------------------------------------------


def busy_table(origin: Game) -> Table:
    """A game with undos, rests and someone who left."""
    table = Table(
        "origin", ["me:Ann", "greedy", "me"], seed=4, options=random_options(origin, 4, 3)
    )
    for round_ in range(100_000):
        if table.over:
            break
        play_out(table, round_, moves=5)
        seat = table.moves[-1].seat
        if round_ % 7 == 0:
            table.undo(seat, consent=range(3))
        if round_ == 10:
            table.rest(0)
        if round_ == 12:
            table.wake(0)
        if round_ == 20:
            table.leave(2, "greedy")
    return table


def test_a_log_with_one_changed_byte_is_refused(origin: Game) -> None:
    log = busy_table(origin).log().encode()
    step = max(1, len(log) // 400)
    for position in [*range(0, len(log), step), len(log) - 1]:
        changed = bytearray(log)
        changed[position] ^= 1
        with pytest.raises((Refused, UnicodeError)):
            verify(bytes(changed).decode())


def test_a_log_with_a_line_more_or_less_is_refused(origin: Game) -> None:
    lines = busy_table(origin).log().splitlines(keepends=True)
    for wrong in (lines[1:], lines[:5] + lines[6:], lines[:5] + lines[4:], [*lines, "\n"], []):
        with pytest.raises(Refused):
            verify("".join(wrong))


def test_a_forged_log_with_right_sums_is_refused(origin: Game) -> None:
    """The rules themselves are checked, not only the sums."""
    table = play_out(Table("origin", 2, seed=3), 1, moves=30)
    table.lines = table.lines[:3]
    table._note({"seat": table.lines[2].words["seat"], "do": "take", "animal": 0})
    with pytest.raises(Refused, match="line 4"):
        verify(table.log())


def forged(lines: Sequence[Mapping[str, Any]]) -> str:
    """A log of these entries, with right sums."""
    sealed: list[Line] = []
    for words in lines:
        sealed.append(write_line(dict(words), sealed[-1] if sealed else None))
    return "".join(line.text + "\n" for line in sealed)


def forced_lines() -> list[dict[str, Any]]:
    """A header, a forced move, and then a free one."""
    given = feeding(bank=3, seats=[{"animals": [{}]}, {"animals": [{}, {}]}])
    table = Table("origin", given=given)
    table.act(1, "take B1")
    assert ["auto" in line.words for line in table.lines[:3]] == [True, True, False]
    return [line.words for line in table.lines]


def test_forced_moves_are_recomputed() -> None:
    lines = forced_lines()
    header, move, free = lines[:3]
    verify(forged(lines))
    unmarked = {key: value for key, value in move.items() if key != "auto"}
    for wrong, place in (
        ([header, unmarked, free], "line 2: this is not what"),  # a forced move as a free one
        ([header, move, {**free, "auto": True}], "line 3: this is not what"),  # and the reverse
        ([header, free], "line 2: this is not what"),  # left out
        ([header], "the end: what follows from the last entry by itself is missing"),
        ([{**header, "auto": False}, move], "line 2: this is not what"),
        ([header, move, {"end": True}], "line 3: this entry says nothing that can be done"),
    ):
        with pytest.raises(Refused) as refused:
            verify(forged(wrong))
        assert str(refused.value).startswith(place)
    assert open_log(forged([header])).log() == forged([header, move])  # cut off while written


@pytest.mark.parametrize(
    ("number", "entry", "message"),
    [
        (1, {"game": []}, "line 1, game: this should be a text, not"),
        (1, {"seats": 2}, "line 1: this is not what"),
        (1, {"seats": [1, 2]}, "line 1, seats[0]: this should be a text, not"),
        (1, {"options": None}, "line 1: this is not what"),
        (1, {"seed": "x"}, "line 1, seed: a seed is a number"),
        (1, {"auto": 1}, "line 1, auto: this should be true or false, not"),
        (1, {"given": 5}, "line 1, given: this should be a mapping or nothing, not"),
        (1, {"given": {"seats": 3}}, "line 1, seats: this should be a list, not"),
        (1, {"wind": "north"}, "line 1: this is not what"),
        (1, {"tangledbank": 2}, "line 1: this is not a Tangled Bank log"),
        (1, {"seed": 2**64}, "line 1.seed: this is no text"),
        (2, {"leave": 0}, "line 2, bot: this should be a text, not nothing"),
        (2, {"leave": 0, "bot": 5}, "line 2, bot: this should be a text, not a whole number"),
        (2, {"leave": 9, "bot": "greedy"}, "line 2, seat: seats are counted"),
        (2, {"undo": 0}, "line 2, consent: this should be a list, not nothing"),
        (2, {"undo": [], "consent": []}, "line 2, seat: seats are counted"),
        (2, {"undo": 0, "consent": [9]}, "line 2, seat: seats are counted"),
        (2, {"rest": None}, "line 2, seat: seats are counted"),
        (2, {"wake": 0, "why": "no"}, "line 2: this is not what"),
        (2, {"do": "pass"}, "line 2, seat: seats are counted"),
        (2, {"seat": 0, "do": nested(60)}, "this is nested more than 40 deep"),
        (2, {}, "line 2: this entry says nothing that can be done"),
    ],
)
def test_a_sealed_log_of_wrong_entries_is_refused(
    number: int, entry: dict[str, object], message: str
) -> None:
    header = Table("origin", 2).lines[0].words
    with pytest.raises(Refused) as refused:
        verify(forged([{**header, **entry}] if number == 1 else [header, entry]))
    assert message in str(refused.value)


@pytest.mark.parametrize("text", [None, 5, b"{}", "[" * 100_000, '{"tangledbank":1}', "{}\n"])
def test_what_is_no_log_is_refused(text: Any) -> None:
    with pytest.raises(Refused):
        verify(text)


def test_a_header_without_its_fields_is_refused() -> None:
    with pytest.raises(Refused, match="line 1: the header lacks game"):
        verify(forged([{"tangledbank": 1}]))


def test_a_cut_off_last_line_is_left_out(origin: Game) -> None:
    text = play_out(Table("origin", 2, seed=3), 1, moves=30).log()
    cut = text[:-10]
    with pytest.raises(Refused):
        parse_log(cut)
    assert open_log(complete_lines(cut)).log() == text[: text[:-1].rfind("\n") + 1]


def test_saving_replaces_a_file_only_when_complete(tmp_path: Path) -> None:
    table = Table("origin", 2, seed=3)
    table.save(tmp_path / "game.jsonl")
    assert (tmp_path / "game.jsonl").read_text() == table.log()
    with pytest.raises(Refused, match="cannot be written here"):
        table.save(tmp_path / "none" / "game.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


@pytest.mark.parametrize("name", ["", "/", "a\0b", None, 5])
def test_saving_needs_the_name_of_a_file(name: Any) -> None:
    with pytest.raises(Refused, match="this is not the name of a file"):
        Table("origin", 2).save(name)


def test_the_place_of_a_refusal_is_short_however_long_the_names_are() -> None:
    """It is made for each part of what comes in: long ones would take hours."""
    with pytest.raises(Refused) as refused:
        Table("origin", 2, given={"a" * 10_000: [{"b" * 10_000: [0, object()]}]})
    assert refused.value.place == "b" * 197 + "[1]"


# --- anything at all -----------------------------------------------------------------------------

WORDS = ("do", "take", "animal", "seat 0", "seats", "hand", "A1", "drop", "fat", "²", "a\nb")
ATOMS: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from((10**400, b"x", object(), {1}, nested(60), "\ud800", "9" * 5000)),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(WORDS),
)
ANYTHING = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(WORDS) | st.integers(0, 2), inner, max_size=3)
    ),
    max_leaves=6,
)


def refusal(ask: Callable[[], object]) -> str:
    """The sentence of a refusal, or nothing; any other error fails the test."""
    try:
        ask()
    except Refused as refused:
        return str(refused)
    return ""


@settings(max_examples=200, deadline=None)
@given(
    name=st.sampled_from(["game", "seats", "options", "seed", "given", "auto", "rules"]),
    value=ANYTHING,
)
def test_anything_makes_a_table_or_is_refused(name: str, value: Any) -> None:
    refused = refusal(lambda: verify(Table(**{"seed": 1, name: value}).log()))
    assert "\n" not in refused


@settings(max_examples=300, deadline=None)
@given(
    method=st.sampled_from(
        ["act", "why_not", "path", "undo", "why_no_undo", "leave", "events", "notation", "save"]
    ),
    seat=st.sampled_from([0, 1]) | ANYTHING,
    value=ANYTHING,
)
def test_anything_is_done_or_refused(method: str, seat: Any, value: Any) -> None:
    seats = [{"animals": [{"abilities": ["fat"]}, {}]}, {"animals": [{}, {}]}]
    table = Table("origin", given=feeding(bank=3, seats=seats))
    before = table.state.tobytes(), table.log(), [*table.players]
    arguments = {"save": (nested(1),), "notation": (value, seat)}.get(method, (seat, value))
    refused = refusal(lambda: getattr(table, method)(*arguments))
    assert "\n" not in refused
    assert not refused or (table.state.tobytes(), table.log(), table.players) == before
    verify(table.log())


@settings(max_examples=200, deadline=None)
@given(
    number=st.integers(0, 5),
    key=st.sampled_from(["seat", "do", "auto", "undo", "rest", "wake", "leave", "bot", "seats"]),
    value=ANYTHING,
    is_alone=st.booleans(),
)
def test_a_log_with_anything_in_it_is_verified_or_refused(
    number: int, key: str, value: Any, is_alone: bool
) -> None:
    lines = forced_lines()
    number = min(number, len(lines) - 1)
    lines[number] = {**({} if is_alone else lines[number]), key: value}
    try:
        text = forged(lines)
    except (TypeError, ValueError, RecursionError):
        return  # no JSON
    assert "\n" not in refusal(lambda: verify(text))


def test_the_hash_is_the_same_in_another_process_compiled_or_not() -> None:
    code = (
        "from tangledbank import Table\nfrom tests.helpers import play_out\n"
        "print(play_out(Table('origin', 3, seed=8), 2).hash)"
    )
    root = Path(__file__).parent.parent
    hashes = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=root, text=True, check=True, capture_output=True,
            env={**os.environ, "TANGLEDBANK_UNCOMPILED": switch, "PYTHONPATH": str(root)},
        ).stdout.strip()
        for switch in ("0", "1")
    }  # fmt: skip
    assert hashes == {play_out(Table("origin", 3, seed=8), 2).hash}


@settings(max_examples=60, deadline=None)
@given(
    seats=st.integers(2, 8),
    seed=st.integers(0, 2**63 - 1),
    option_seed=st.integers(0, 10**6),
    moves=st.integers(0, 60),
)
def test_any_table_can_be_saved_and_opened(
    origin: Game, seats: int, seed: int, option_seed: int, moves: int
) -> None:
    table = Table("origin", seats, seed=seed, options=random_options(origin, option_seed, seats))
    play_out(table, option_seed, moves=moves)
    again = verify(table.log())
    assert again.state.tobytes() == table.state.tobytes()
    assert [again.view(s) for s in range(-1, seats)] == [table.view(s) for s in range(-1, seats)]


def test_those_to_the_right_of_a_victim_move_up() -> None:
    given = feeding(seats=[{"animals": [{"abilities": ["carnivore"]}]}, {"animals": [{}, {}, {}]}])
    table = Table("origin", given=given, auto=False)
    table.act(0, "attack A1 prey B2")
    (eaten,) = (event for event in table.events() if event["event"] == "eaten")
    assert eaten["moved_up"] == 1
    assert "A1 eats B2; the animals to its right move up." in table.sentences()
