"""What a seat cannot know, nothing made for it shows."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tangledbank.errors import Refused
from tangledbank.games.game import Game
from tangledbank.games.origin.actions import ACTION_COUNT
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.events import new_books
from tangledbank.kernel.lists import items_of
from tangledbank.table import Table, copy_state
from tests.helpers import play_out, random_options, random_states

GAMES = 300  # for each number of seats; every position, every seat and the audience


@pytest.mark.clauses("OS-RUL-09")
@pytest.mark.parametrize("seats", range(2, 9))
def test_a_new_deal_of_the_unknown_looks_the_same(origin: Game, seats: int) -> None:
    """observe(redeal(state)) == observe(state), byte for byte."""
    generator, deals = new_generator(), new_generator()
    plant(generator, seats)
    plant(deals, seats + 100)
    out = np.zeros(origin.max_legal, np.int64)
    for batch in range(10):
        codes = origin.option_codes(seats, random_options(origin, batch))
        checked = origin.drivers.check_secrets(
            origin.new_states(4), codes, batch * 1000, GAMES // 10, generator, deals, out,
            new_books(),
        )  # fmt: skip
        assert checked > 0, f"differs after {-checked} positions, batch {batch}"


def test_a_new_deal_really_deals_anew(origin: Game) -> None:
    """Otherwise the test above would pass for a redeal that does nothing."""
    generator = new_generator()
    plant(generator, 1)
    changed = 0
    for states, _seat, _legal in random_states(origin, 3, 7):
        other = copy_state(states)
        origin.kernel.redeal(other, 0, generator)
        changed += not np.array_equal(other[0].kind, states[0].kind)
        known = states[0].known & 1
        assert np.array_equal(other[0].kind[known == 1], states[0].kind[known == 1])
    assert changed > 50


ATTEMPTS: list[Any] = [
    {"do": "ability", "as": "carnivore"},
    {"do": "animal", "card": "running"},
    {"do": "take", "animal": [1, 0]},
    "drop fat",
    "link cooperation A1 A2",
]


def everything_said(table: Table, seat: int, moves: int) -> list[Any]:
    """All that is made for a seat: view, events, sentences, legal words, notation, reasons."""
    said: list[Any] = [table.view(seat), table.events(seat, moves), table.sentences(seat, moves)]
    if seat in table.pending:
        said.append(table.legal(seat))
        said.append([table.notation(int(code), seat) for code in table.codes(seat)])
    if seat >= 0:
        said.append(
            [
                int(table.game.kernel.why_not(table.state, seat, code))
                for code in range(0, ACTION_COUNT, 7)
            ]
        )
        for action in ATTEMPTS:
            said.append(table.why_not(seat, action))
    return said


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_nothing_said_to_a_seat_depends_on_what_it_cannot_know(origin: Game, seats: int) -> None:
    generator = new_generator()
    plant(generator, 9)
    for seed in range(3):
        table = Table("origin", seats, seed=seed, options=random_options(origin, seed))
        while not table.over:
            before = len(table.moves)
            play_out(table, before + seed, moves=9)
            for seat in range(-1, seats):
                truth = table.state
                said = everything_said(table, seat, before)
                table.state = copy_state(truth)
                origin.kernel.redeal(table.state, seat, generator)
                assert everything_said(table, seat, before) == said
                table.state = truth


def test_the_points_in_a_view_are_those_the_seat_can_count(origin: Game) -> None:
    """Also in a game that hides what scores; in this one nothing does."""
    table = play_out(Table("origin", 2, seed=3), 3, moves=60)
    for seat in (-1, 0, 1):
        assert table.view(seat)["scores"] == table.document()["scores"] == table.scores

    def count_faces(states: Any, out: Any) -> None:
        for seat in range(states[0].seats):
            out[seat, 0] = states[0].kind[items_of(states[0].hand[seat])].sum()

    kernel = SimpleNamespace(**{**vars(origin.kernel), "score": count_faces})
    table = Table("origin", 2, seed=3)
    table.game = replace(origin, kernel=kernel)
    assert table.document()["scores"] == table.scores
    assert table.view(0)["scores"] == [table.scores[0], -6]
    assert table.view(1)["scores"] == [-6, table.scores[1]]
    assert table.view()["scores"] == [-6, -6]


def test_an_unconfirmed_choice_is_seen_by_its_maker_only() -> None:
    table = Table("origin", 2, seed=1, auto=False)
    seat = table.pending[0]
    table.act(seat, {"do": "animal", "card": table.view(seat)["seats"][seat]["hand"][0]})
    table.act(1 - seat, "pass")
    before = table.view(1 - seat)
    plays = [words for words in table.legal(seat) if words["do"] == "ability"]
    table.act(seat, plays[0])
    assert table.view(1 - seat) == before
    assert table.events(1 - seat, len(table.moves) - 1) == []
    assert table.view(seat)["draft"]["ability"] == plays[0]["as"]


@pytest.mark.clauses("OS-RUL-09")
def test_a_line_of_several_actions_does_not_look_into_the_future() -> None:
    """Neither a coming die nor a card to be drawn can be tried out."""
    hunt = {
        "phase": "feeding",
        "bank": 3,
        "seats": [
            {"animals": [{"abilities": ["carnivore", "piracy"]}, {"abilities": ["grazing"]}]},
            {"animals": [{"abilities": ["running"]}, {}]},
        ],
    }
    draw = {
        "phase": "feeding",
        "bank": 1,
        "first": 1,
        "seat": 0,
        "seats": [{"animals": [{}]}, {"hand": 0}],
    }
    for given, line in ((hunt, "attack A1 prey B1 piracy A1"), (draw, "take A1 animal running")):
        answers = set()
        for seed in range(8):
            table = Table("origin", given=given, seed=seed, auto=False)
            answers.add(table.why_not(0, line))
            with pytest.raises(Refused, match="one thing at a time"):
                table.act(0, line)
        assert len(answers) == 1


@pytest.mark.clauses("OS-SET-03")
@pytest.mark.parametrize("play", ["animal running", "ability running running on A1"])
def test_a_played_card_tells_nothing_of_those_kept(play: str) -> None:
    """Which of the backs leaves the hand does not hang on what the others are."""
    seen = []
    for kept in (["running", "swimming"], ["swimming", "swimming"], ["swimming", "running"]):
        seats = [{"hand": [*kept, "running"], "animals": [{}]}, {"hand": 1}]
        table = Table(given={"seats": seats}, auto=False)
        table.act(0, play)
        seen.append(table.observation(1).tobytes())
    assert len(set(seen)) == 1
