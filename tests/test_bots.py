"""Bots of every game: what they know, and that they are better than chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.game import MAX_SEED, Game, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import new_books
from tangledbank.search.bot import Bot
from tangledbank.search.match import POLICIES, prepare
from tangledbank.study.simulate import simulate


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    game = load(request.param)
    prepare(game)
    return game


def test_greedy_is_better_than_chance(game: Game) -> None:
    report = simulate(game, ["greedy", "random", "random"], 200, 5, {}, 1)
    assert report.bots[0].win_interval.low > 1 / 2


def test_bots_play_with_every_option(game: Game) -> None:
    """Most rulings change what can be chosen, and when."""
    for option, values in game.options.items():
        for value in values[1:]:
            bots = ["greedy", "caretaker", "random", "greedy"]
            if game.fitting(3, {option: value}) == {option: value}:
                bots.pop()  # else it is for four seats
            assert simulate(game, bots, 30, 7, {option: value}, 1).games == 30


def positions(game: Game, seats: int, seed: int, every: int) -> Iterator[tuple[Any, int, Any]]:
    """Some positions of a game that greedy bots play: state, seat to move, legal actions."""
    kernel, states, events = game.kernel, game.new_states(), new_books()
    out = np.zeros(game.max_legal, np.int64)
    view = game.new_states()
    player = Bot("greedy", game, seed)
    kernel.new(states, game.option_codes(seats, {}), seed, events)
    number = 0
    while waiting := int(kernel.pending(states)):
        seat = waiting.bit_length() - 1
        actions = out[: kernel.legal(states, seat, out)].copy()
        if number % every == 0:
            yield states.copy(), seat, actions
        kernel.observe(states, seat, view)
        kernel.step(states, seat, player.choose(view, seat, actions), events)
        number += 1


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("seats", [2, 5])
def test_hidden_cards_do_not_change_a_choice(game: Game, name: str, seats: int) -> None:
    generator, view, checked = new_generator(), game.new_states(), 0
    plant(generator, 11)
    for seed in range(4):
        for states, seat, actions in positions(game, seats, seed, every=3):
            choices = set()
            for _ in range(3):
                game.kernel.redeal(states, seat, generator)
                game.kernel.observe(states, seat, view)
                choices.add(Bot(name, game, seed).choose(view, seat, actions))
            assert len(choices) == 1
            checked += 1
    assert checked > 100


def test_a_bot_leaves_the_observation_as_it_is(game: Game) -> None:
    view = game.new_states()
    for states, seat, actions in positions(game, 3, 1, every=5):
        game.kernel.observe(states, seat, view)
        before = view.tobytes()
        assert Bot("greedy", game, 1).choose(view, seat, actions) in actions
        assert view.tobytes() == before


def test_same_seed_same_choices(game: Game) -> None:
    for name in POLICIES:
        runs = []
        for _ in range(2):
            player, view = Bot(name, game, 3), game.new_states()
            run = []
            for states, seat, actions in positions(game, 2, 2, every=2):
                game.kernel.observe(states, seat, view)
                run.append(player.choose(view, seat, actions))
            runs.append(run)
        assert runs[0] == runs[1]


def test_unknown_bot_and_seed_are_refused(game: Game) -> None:
    with pytest.raises(Refused, match=r"there is no bot “greedi”; did you mean “greedy”\?"):
        Bot("greedi", game, 0)
    with pytest.raises(Refused, match=r"there are: beginner, .*, caretaker, careless, search"):
        Bot("xyz", game, 0)
    for seed in (-1, MAX_SEED + 1):
        with pytest.raises(Refused, match="a seed is a number from 0"):
            Bot("greedy", game, seed)
