"""What each seat knows in The Origin of Species, and damage that its invariants notice."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tangledbank.errors import Refused
from tangledbank.games.game import Game
from tangledbank.kernel.records import items_of
from tangledbank.table import Table, copy_state
from tests.helpers import document_of, play_out, random_states, view_of


def test_an_unconfirmed_choice_is_seen_by_its_maker_only() -> None:
    table = Table("origin", 2, seed=1, auto=False)
    seat = table.pending[0]
    table.act(seat, {"do": "animal", "card": view_of(table, seat).seats[seat].hand[0]})
    table.act(1 - seat, "pass")
    before = table.view(1 - seat)
    plays = [words for words in table.legal(seat) if words["do"] == "ability"]
    table.act(seat, plays[0])
    assert table.view(1 - seat) == before
    assert table.events(1 - seat, len(table.moves) - 1) == []
    assert view_of(table, seat).draft.ability == plays[0]["as"]


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


def test_fuzz_finds_what_is_broken(origin: Game) -> None:
    """Each invariant notices its own kind of damage."""
    for states, _seat, _legal in random_states(origin, 4, 3):
        game = states[0]
        if game.phase == 1 and game.links[0] and game.row[0][0] and game.hand[0][0]:
            break
    assert origin.kernel.broken(states) == 0
    found = set()
    for damage in (
        lambda g: g.hand[0].__setitem__(1, g.row[0][1]),  # a card in two places
        lambda g: g.kind.__setitem__(0, (g.kind[0] + 1) % 20),  # a face that is not in the deck
        lambda g: g.blue.__setitem__(g.row[0][1], 9),  # too many tokens
        lambda g: g.traits.__setitem__(g.row[0][1], g.traits[g.row[0][1]] ^ 1),  # lost ability
        lambda g: g.partner.__setitem__(g.links[1], g.host[g.links[1]]),  # a pair of one
        lambda g: setattr(g, "bank", 99),  # food from nowhere
    ):
        hurt = copy_state(states)
        damage(hurt[0])
        found.add(origin.violations[origin.kernel.broken(hurt)].sentence)
    assert "" not in found
    assert len(found) == 6


def test_the_points_in_a_view_are_those_the_seat_can_count(origin: Game) -> None:
    """Also in a game that hides what scores; in this one nothing does."""
    table = play_out(Table("origin", 2, seed=3), 3, moves=60)
    for seat in (-1, 0, 1):
        assert view_of(table, seat).scores == document_of(table)["scores"] == table.scores

    def count_faces(states: Any, out: Any) -> None:
        for seat in range(states[0].seats):
            out[seat, 0] = states[0].kind[items_of(states[0].hand[seat])].sum()

    kernel = SimpleNamespace(**{**vars(origin.kernel), "score": count_faces})
    table = Table("origin", 2, seed=3)
    table.game = replace(origin, kernel=kernel)
    assert table.document()["scores"] == table.scores
    assert view_of(table, 0).scores == [table.scores[0], -6]
    assert view_of(table, 1).scores == [-6, table.scores[1]]
    assert view_of(table).scores == [-6, -6]
