"""The table: acting, refusing, undoing, saving, verifying."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangledbank import Refused, Table
from tangledbank.games.game import Game
from tangledbank.games.vocabulary import Scene
from tangledbank.log import complete_lines, parse_log
from tangledbank.table import open_log, replay, verify
from tests.helpers import play_out, random_options, random_states


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


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_words_notation_and_numbers_mean_the_same(origin: Game, seats: int) -> None:
    for states, seat, legal in random_states(origin, seats, seats, **random_options(origin, 3)):
        scene = Scene(states[0], seat)
        for code in legal.tolist():
            words = origin.vocabulary.words(code, scene)
            assert origin.vocabulary.codes(words, scene) == [code]
            assert origin.vocabulary.read(origin.vocabulary.notation(code, scene), scene) == [code]


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_why_not_agrees_with_the_legal_list(origin: Game, seats: int) -> None:
    """For every action there is, in every position: a reason if and only if it is not legal."""
    codes = range(origin.vocabulary.actions["scavenge"].base + 168)
    for number, (states, seat, legal) in enumerate(random_states(origin, seats, 21 + seats)):
        if number % 5 == 0 and seat >= 0:
            possible = [c for c in codes if origin.kernel.why_not(states, seat, c) == 0]
            assert sorted(legal.tolist()) == possible


def test_documents_lose_nothing(origin: Game) -> None:
    """A position written and read again is the same, offers the same and goes on the same."""
    for seed in range(6):
        options = random_options(origin, seed)
        table = Table("origin", 2 + seed, seed=seed, options=options, auto=False)
        while not table.over:
            again = Table("origin", given=table.document(), auto=False)
            assert again.document() == table.document()
            offers = table.legal()
            assert sorted(map(str, again.legal())) == sorted(map(str, offers))
            action = offers[len(table.moves) % len(offers)]
            again.act(table.pending[0], action)
            table.act(table.pending[0], action)
            assert again.document() == table.document()


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
        (99_999, "there is no action number 99999"),
    ],
)
def test_wrong_actions_are_refused_in_one_sentence(action: object, message: str) -> None:
    table = Table("origin", 2, seed=1)
    with pytest.raises(Refused) as refused:
        table.act(table.pending[0], action)  # type: ignore[arg-type]
    assert message.replace("seat 0", f"seat {table.pending[0]}") in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "there is no game “chess”; there are: origin"),
        ({"seats": 9}, "origin is for 2 to 8 seats, not 9"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"options": {"deck": "plian"}}, "options.deck: there is no deck “plian”; did you mean"),
        ({"options": {"dek": "plain"}}, "options.dek: origin has no such option; did you mean"),
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


def test_there_must_be_something_to_undo() -> None:
    with pytest.raises(Refused, match="nothing of yours"):
        Table("origin", 2).undo(0)


def test_a_seat_that_does_not_exist_can_do_nothing() -> None:
    table = Table("origin", 2)
    with pytest.raises(Refused, match="seats are counted from 0 to 1"):
        table.act(5, "pass")
    with pytest.raises(Refused, match="seats are counted from 0 to 1"):
        table.rest(5)
    with pytest.raises(Refused, match="seats are counted from 0 to 1"):
        table.leave(7, "greedy")


# --- logs --------------------------------------------------------------------------------------


def busy_table(origin: Game) -> Table:
    """A game with undos, rests and someone who left."""
    table = Table("origin", ["me:Ann", "greedy", "me"], seed=4, options=random_options(origin, 4))
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


def test_a_log_leads_to_the_same_table(origin: Game) -> None:
    table = busy_table(origin)
    assert {"undo", "rest", "wake", "leave", "end"} <= {k for x in table.lines for k in x.words}
    again = verify(table.log())
    assert again.state.tobytes() == table.state.tobytes()
    assert again.hash == table.hash
    assert again.players == ["me:Ann", "greedy", "greedy"]
    half = replay(table.lines, upto=50)
    assert half.log() == "".join(line.text + "\n" for line in table.lines[:51])


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
    table = Table("origin", seats, seed=seed, options=random_options(origin, option_seed))
    play_out(table, option_seed, moves=moves)
    again = verify(table.log())
    assert again.state.tobytes() == table.state.tobytes()
    assert [again.view(s) for s in range(-1, seats)] == [table.view(s) for s in range(-1, seats)]
