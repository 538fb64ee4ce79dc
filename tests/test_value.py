"""The value of a position: what it is made of, and that it foretells how games end."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import plant
from tangledbank.search import value
from tangledbank.search.match import GREEDY, MatchRoom, bound, derive
from tangledbank.search.value import LEAD, OUTCOMES, VICTORY, Net, new_net, sizes
from tangledbank.study.simulate import find_winners

ROWS = 64


def beginnings(
    game: Game, seats: int, games: int, options: dict[str, str] | None = None
) -> Iterator[tuple[Any, int]]:
    """Positions at the beginning of turns of greedy games, each with the seat that won."""
    board, codes = MatchRoom(game), game.option_codes(seats, options or {})
    kernel, choose = game.kernel, bound(game.name).choose
    for number in range(games):
        seen, turn = [], 0
        for seat in range(seats):
            plant(board.generators[seat], derive(1, number, 1 + seat))
        kernel.new(board.states, codes, derive(1, number, 0), board.events)
        while waiting := int(kernel.pending(board.states)):
            seat = (waiting & -waiting).bit_length() - 1
            if board.states[0].turn > turn:
                turn = int(board.states[0].turn)
                seen.append(board.states.copy())
            kernel.observe(board.states, seat, board.view)
            count = kernel.legal(board.view, seat, board.out)
            chance = board.generators[seat]
            action = choose(GREEDY, board.view, seat, board.out, count, chance)
            kernel.step(board.states, seat, action, board.events)
        kernel.score(board.states, board.scores)
        winner = find_winners(board.scores[:seats])[0]
        for state in seen:
            yield state, winner


def victories(game: Game, net: Net, state: Any) -> Any:
    """The share of the victory that each seat may expect."""
    bound(game.name).estimate(state, net)
    return net.estimates[: state[0].seats, VICTORY].copy()


@pytest.mark.parametrize("seats", [2, 4])
def test_it_foretells_better_than_chance(game: Game, seats: int) -> None:
    """Where turns begin; by the surprise at who wins, beside that of knowing nothing."""
    net, surprise = new_net(game), []
    for state, winner in beginnings(game, seats, 60):
        expected = victories(game, net, state)
        assert expected.sum() == pytest.approx(1.0)
        surprise.append(-np.log(max(expected[winner], 1e-9)))
    assert len(surprise) > 100
    assert np.mean(surprise) < 0.85 * np.log(seats)


def test_victory_and_lead_agree_where_it_is_clear(game: Game) -> None:
    net, clear = new_net(game), 0
    for state, _ in beginnings(game, 2, 20):
        expected = victories(game, net, state)
        if abs(expected[0] - expected[1]) > 0.6:
            clear += 1
            lead = net.estimates[:2, LEAD]
            assert (lead[0] > lead[1]) == (expected[0] > expected[1])
    assert clear > 0


def test_a_team_has_one_value() -> None:
    game = load("darwin")
    net = new_net(game)
    for state, _ in beginnings(game, 4, 3, {"variant": "teams"}):
        expected = victories(game, net, state)
        for seat in range(4):
            assert expected[seat] == pytest.approx(expected[mate_of(seat)])
        assert expected.sum() == pytest.approx(2.0)


def test_weights_that_do_not_fit_are_refused(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code would read beyond them."""
    found = value.weights(game.name)
    assert all(np.isfinite(part).all() for part in found)
    for place, part in enumerate(found):
        other = (*found[:place], part[:-1], *found[place + 1 :])
        monkeypatch.setattr(value, "weights", lambda _, other=other: other)
        with pytest.raises(ValueError, match="do not fit"):
            new_net(game)


def test_samples_tell_what_came_of_a_position() -> None:
    """What the weights are fitted to: a row for each seat, with how the game ended for it."""
    game = load("evolution")
    board, net = MatchRoom(game), new_net(game)
    own, _, inputs = sizes(game)
    rows, outcomes = np.zeros((ROWS, inputs)), np.zeros((ROWS, OUTCOMES))
    board.policies[:] = GREEDY
    for number in range(10):
        for seat in range(2):
            plant(board.generators[seat], derive(1, number, 1 + seat))
        used = bound("evolution").sample(
            board.states, board.view, game.option_codes(2, {}), number, board.policies,
            board.generators, board.out, board.events, net, 1, rows, outcomes,
        )  # fmt: skip
        assert used == 2 * board.states[0].turn
        game.kernel.score(board.states, board.scores)
        winners = find_winners(board.scores[:2])
        for seat in range(2):
            share = (seat in winners) / len(winners)
            assert (outcomes[seat:used:2, VICTORY] == share).all()
        assert np.array_equal(rows[:used:2, :own], rows[1:used:2, own : 2 * own])


def fitted(folder: Path) -> tuple[list[Any], list[float]]:
    """What the fitting tool makes of some games, and how well it foretells the victory, by pass."""
    command = [sys.executable, "tools/fit_value.py", "evolution", "--games", "1500", "--into"]
    ran = subprocess.run([*command, folder], capture_output=True, text=True, check=True)
    losses = [float(found) for found in re.findall(r": \[([\d.]+)", ran.stdout)]
    with np.load(folder / "evolution.npz") as stored:
        return [stored[part] for part in Net._fields[:4]], losses


def test_weights_are_fitted_by_a_command_the_same_each_time(tmp_path: Path) -> None:
    weights, losses = fitted(tmp_path / "once")
    again, _ = fitted(tmp_path / "again")
    for one, other in zip(weights, again, strict=True):
        np.testing.assert_array_equal(one, other)
    knowing_nothing, *passes = losses
    assert passes[-1] < knowing_nothing
    assert passes == sorted(passes, reverse=True)
    new_net(load("evolution"), weights)  # they fit
