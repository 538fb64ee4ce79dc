"""What seats decide at the same time, nobody else can see: not even that they have decided."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tangledbank.games.evolution.rules.actions import ACTION_COUNT
from tangledbank.games.evolution.rules.state import Stage
from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import below, new_generator, plant
from tangledbank.kernel.records import CAPACITY, new_books, take_events
from tangledbank.table import Table, verify
from tests.helpers import document_of


@pytest.fixture(scope="module")
def evolution() -> Game:
    return load("evolution")


def seen_by(game: Game, states: Any, seat: int) -> bytes:
    """All a seat is given of a position."""
    view = game.new_states()
    game.kernel.observe(states, seat, view)
    return bytes(view.tobytes())


@pytest.mark.clauses("EV-RUL-09", "EV-RUL-12", "EV-FOOD-03", "EV-QCK-01")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_secret_choices_leave_no_trace_before_the_reveal(evolution: Game, seats: int) -> None:
    states, books, generator = evolution.new_states(), new_books(CAPACITY), new_generator()
    out = np.zeros(evolution.max_legal, np.int64)
    plant(generator, seats)
    steps = 0
    for seed in range(12):
        options = evolution.option_codes(
            seats, {"mode": "quick", "bags": ("hidden", "open")[seed % 2]}
        )
        evolution.kernel.new(states, options, seed, books)
        while waiting := int(evolution.kernel.pending(states)):
            pending = [seat for seat in range(seats) if waiting >> seat & 1]
            seat = pending[below(generator, len(pending))]
            count = evolution.kernel.legal(states, seat, out)
            stage = int(states[0].stage)
            others = [one for one in range(-1, seats) if one != seat]
            before = [seen_by(evolution, states, one) for one in others]
            take_events(books)
            evolution.kernel.step(states, seat, int(out[below(generator, count)]), books)
            if stage in (Stage.SUPPLY, Stage.PLAY) and states[0].stage == stage:
                assert take_events(books) == []
                assert [seen_by(evolution, states, one) for one in others] == before
                steps += 1
    assert steps > 500


@pytest.mark.clauses("EV-RUL-09")
def test_food_cards_are_shown_without_their_owners(evolution: Game) -> None:
    """Whoever laid the high card, the backs that are turned up look the same."""
    views = []
    for high in (0, 1):
        states, books = evolution.new_states(), new_books()
        out = np.zeros(evolution.max_legal, np.int64)
        evolution.kernel.new(states, evolution.option_codes(3, {}), 4, books)
        game = states[0]
        hands = [game.hand[seat, 1 : 1 + int(game.hand[seat, 0])] for seat in (0, 1)]
        faces = sorted(int(game.kind[cards[0]]) for cards in hands)
        game.kind[hands[0][0]], game.kind[hands[1][0]] = faces[high], faces[1 - high]
        laid = {0: int(game.kind[hands[0][0]]), 1: int(game.kind[hands[1][0]])}
        while states[0].turn == 1 and states[0].discard[0] == 0:
            seat = int(evolution.kernel.pending(states)).bit_length() - 1
            count = evolution.kernel.legal(states, seat, out)
            wanted = 5 + laid.get(seat, -1) if states[0].stage == Stage.SUPPLY else 0  # FOOD, DONE
            code = wanted if wanted in out[:count].tolist() else int(out[0])
            evolution.kernel.step(states, seat, code, books)
        views.append(seen_by(evolution, states, 2))
    assert views[0] == views[1]


@pytest.mark.clauses("EV-RUL-26")
def test_an_attack_that_is_not_declared_leaves_no_trace() -> None:
    table = Table(
        "evolution",
        given={
            "phase": "feeding",
            "hole": 2,
            "seats": [
                {
                    "hand": ["horns+3", "fertile+2"],
                    "species": [
                        {"population": 3, "body": 4, "traits": ["carnivore", "intelligence"]}
                    ],
                },
                {"species": [{"traits": ["climbing"]}]},
                {"species": [{}]},
            ],
        },
        auto=False,
    )
    before = table.observation(1).tobytes()
    for action in ("attack A1", "ignore climbing", "spend fertile+2"):
        table.act(0, action)
        assert table.observation(1).tobytes() == before
        assert table.events(1, len(table.moves) - 1) == []
    table.act(0, "prey B1")
    assert not table.observation(1)[0].spent.any()


@pytest.mark.clauses("EV-QCK-01", "EV-RUL-12")
def test_no_refusal_tells_of_a_species_founded_in_secret() -> None:
    def refusals(*, founded: bool) -> list[int]:
        seat = {"hand": ["horns+3", "climbing+1"], "species": [{}]}
        other = {"hand": ["foraging+2", "ambush+2"], "species": [{}]}
        given = {"options": {"mode": "quick"}, "seats": [seat, other]}
        table = Table("evolution", given=given, auto=False)
        if founded:
            table.act(1, "play foraging+2 new right")
        table.act(0, "play horns+3")
        kernel = table.game.kernel
        return [int(kernel.why_not(table.state, 0, code)) for code in range(ACTION_COUNT)]

    assert refusals(founded=True) == refusals(founded=False)


@pytest.mark.clauses("EV-RUL-12")
def test_taking_back_in_quick_play_keeps_what_others_have_done() -> None:
    """Also what was done for them because they had no choice."""
    seats = [
        {"hand": ["horns+3", "climbing+1", "ambush-2"], "species": [{}]},
        {
            "hand": ["foraging+2", "climbing+2", "ambush+2"],
            "species": [{"traits": ["foraging", "fat_tissue"], "fat": 1}],
        },
    ]
    table = Table("evolution", given={"options": {"mode": "quick"}, "hole": 4, "seats": seats})
    table.act(0, "play horns+3 body A1")
    table.act(1, "play foraging+2")
    table.act(1, "on B1")  # only Foraging itself can be replaced
    table.act(1, "play climbing+2 body B1")
    table.act(1, "done")
    before = document_of(table)["seats"][1]
    table.undo(0)
    assert document_of(table)["seats"][1] == before
    assert verify(table.log()).document() == table.document()


@pytest.mark.clauses("EV-RUL-09")
def test_whether_one_may_take_back_does_not_tell_that_others_have_begun() -> None:
    seats = [
        {"hand": ["horns+3", "climbing+1"], "species": [{}]},
        {"hand": ["foraging+2", "ambush+2"], "species": [{}]},
    ]
    given = {"options": {"mode": "quick"}, "phase": "supply", "seats": seats}
    table = Table("evolution", given=given, auto=False)
    table.act(1, "food foraging+2")
    assert (table.pending, table.deciding(0), table.deciding(1)) == ([0], [0, 1], [0])
    table.act(0, "food horns+3")
    said = table.why_no_undo(0)
    table.act(1, "play ambush+2")
    assert table.why_no_undo(0) == said != ""


@pytest.mark.clauses("EV-RUL-12")
def test_a_trait_that_others_have_seen_laid_is_final() -> None:
    seats = [{"hand": ["horns+3", "climbing+1"], "species": [{}]}, {"species": [{}]}]
    table = Table("evolution", given={"seats": seats}, auto=False)
    table.act(0, "play horns+3")
    assert table.why_no_undo(0) == ""
    table.act(0, "on A1")
    assert table.why_no_undo(0) != ""
