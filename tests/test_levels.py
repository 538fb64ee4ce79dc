"""Levels of opponents: from beginner to expert, each known by its name."""

from __future__ import annotations

import pytest

from tangledbank.cli.look import bots_command
from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.game import Game
from tangledbank.search.bot import (
    BOT_TITLES,
    LEVELS,
    SEARCH,
    STYLES,
    USUAL_LEVEL,
    Bot,
    Searcher,
    Spec,
    check_policy,
    problem_at,
    rating_in,
    read_spec,
)
from tangledbank.study.simulate import simulate
from tangledbank.table import Table
from tangledbank.text import LANGUAGES, say, speak


def test_there_are_at_least_five_and_each_has_a_title() -> None:
    assert len(LEVELS) >= 5
    assert set(LEVELS) <= set(BOT_TITLES)
    assert set(LEVELS) == set(STYLES)
    assert USUAL_LEVEL in LEVELS


def test_none_thinks_longer_than_a_second() -> None:
    for spec in LEVELS.values():
        assert spec.policy >= 0 or 0 < spec.seconds <= 1


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_takes_a_legal_action(game: Game, level: str) -> None:
    table = Table(game.name, 3, seed=4)
    seat = table.pending[0]
    codes = table.codes(seat)
    assert Bot(level, game, 1).choose(table.observation(seat), seat, codes, 0) in codes


def test_lower_levels_are_weaker_but_not_random(game: Game) -> None:
    weaker = ["random", "beginner", "learner", "skilled"]
    for pair in zip(weaker[1:], weaker, strict=False):
        assert simulate(game, pair, 200, 9, {}, 1).bots[0].win_interval.low > 1 / 2


def test_as_much_is_overlooked_as_asked_for(game: Game) -> None:
    """Without it greedy's choices are made, ties by lot; who overlooks all but one makes others."""
    strange = {"careless:0": 0, "careless:100": 0}
    for seed in range(10):
        table = Table(game.name, 2, seed=seed)
        usual = _choices(game, "greedy", table, 60)
        for name in strange:
            strange[name] += len(_choices(game, name, table, 6) - usual)
    assert strange["careless:0"] == 0
    assert strange["careless:100"] > 0


def _choices(game: Game, name: str, table: Table, often: int) -> set[int]:
    seat = table.pending[0]
    seen, codes, bot = table.observation(seat), table.codes(seat), Bot(name, game, 3)
    return {bot.choose(seen, seat, codes) for _ in range(often)}


def test_a_search_with_both_budgets_ends_with_the_first(game: Game) -> None:
    table = Table(game.name, 2, seed=1)
    seat = table.pending[0]
    searcher = Searcher(game, Spec(SEARCH, iterations=30, seconds=60.0))
    moves = searcher.evaluate(table.observation(seat), seat, 1)
    assert sum(move.visits for move in moves) == 30


@pytest.mark.parametrize("text", ["", ":", ":101", ":-1", ":²", ":x"])
def test_bad_numbers_of_oversights_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="0 to 100"):
        read_spec(f"careless{text}")


@pytest.mark.parametrize("text", ["expert:2", "beginner:", "Expert", "expert "])
def test_levels_have_no_budget_of_their_own(text: str) -> None:
    with pytest.raises(Refused):
        read_spec(text)


def test_oversights_are_for_whole_games_too() -> None:
    assert check_policy("careless:100") > check_policy("learner") > check_policy("greedy")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_tells_how_they_play_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    speak(language)
    try:
        bots_command()
        told = capsys.readouterr().out
        for level in LEVELS:
            assert level in told
            assert say(BOT_TITLES[level]) in told
            assert say(STYLES[level]) in told
            (row,) = [line for line in told.splitlines() if line.split()[:1] == [level]]
            assert [int(rating_in(game, level)) for game in GAMES] == [
                int(word) for word in row.split() if word.isdigit()
            ]
    finally:
        speak("en")


def test_no_bot_is_told_the_seed_of_the_deal(game: Game) -> None:
    """With the seed, or one that is near it, it could deal the cards of all others again."""
    table = Table(game.name, ["expert"] * 3, seed=2)
    for seat in range(3):
        told = problem_at(table, seat, "expert").seed
        assert told > 1000
        assert all(told - other != table.seed for other in range(-9, 10))


def test_no_bot_knows_which_seats_are_people(game: Game) -> None:
    """All that a bot is given in the server and the terminal is the same whoever sits there."""
    bots = Table(game.name, ["expert"] * 3, seed=2)
    people = Table(game.name, ["me", "expert", "me:Ann"], seed=2)
    checked = 0
    while not bots.over and checked < 60:
        seat = bots.pending[-1]
        assert problem_at(people, seat, "expert") == problem_at(bots, seat, "expert")
        code = int(bots.codes(seat)[checked % len(bots.codes(seat))])
        bots.act(seat, code)
        people.act(seat, code)
        checked += 1
    assert checked == 60
