"""The search bot: what it knows, that it keeps to its budget, and that it finds what wins."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.darwin.bots.greedy import is_retreat
from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.game import SCORE_COLUMNS, Game, load
from tangledbank.kernel.chance import DRAWS, new_generator, plant
from tangledbank.kernel.records import new_books
from tangledbank.search.bot import Bot, Searcher, Spec, check_policy, read_spec
from tangledbank.search.match import POLICIES, bound, prepare
from tangledbank.search.tree import (
    EDGES,
    FULL,
    ROUNDS,
    USED_EDGES,
    USED_NODES,
    Estimate,
    Settings,
    clear,
    new_room,
    root_moves,
)
from tangledbank.search.value import VICTORY
from tangledbank.study.simulate import find_winners
from tangledbank.table import Table


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    game = load(request.param)
    prepare(game)
    return game


def positions(
    game: Game, seats: int, seed: int, options: dict[str, str] | None = None
) -> Iterator[tuple[Any, int, Any]]:
    """The choices of a random game: state, seat to choose, legal actions."""
    kernel, states, books = game.kernel, game.new_states(), new_books()
    out, random = np.zeros(game.max_legal, np.int64), np.random.default_rng(seed)
    kernel.new(states, game.option_codes(seats, options or {}), seed, books)
    while waiting := int(kernel.pending(states)):
        seat = waiting.bit_length() - 1
        actions = out[: kernel.legal(states, seat, out)].copy()
        if len(actions) > 1:
            yield states.copy(), seat, actions
        kernel.step(states, seat, int(random.choice(actions)), books)


def test_hidden_cards_do_not_change_a_choice(game: Game) -> None:
    generator, view, checked = new_generator(), game.new_states(), 0
    plant(generator, 11)
    bots = [Bot("search:8", game, 5)] * 9 + [Bot("search:8x2", game, 5)]
    for seed, (seats, options) in enumerate(itertools.cycle(variants(game))):
        for number, (states, seat, actions) in enumerate(positions(game, seats, seed, options)):
            bot = bots[number % len(bots)]
            choices = set()
            for deal in range(2):  # as it is, and with other hidden cards
                if deal:
                    game.kernel.redeal(states, seat, generator)
                game.kernel.observe(states, seat, view)
                choices.add(bot.choose(view, seat, actions, number))
            assert len(choices) == 1
            checked += 1
        if checked > 2000 and seed >= len(list(variants(game))):
            return


def test_a_seat_that_has_nothing_to_decide_is_refused(game: Game) -> None:
    """In compiled code it would look for something to do for ever."""
    table = Table(game.name, 2, seed=3)
    while len(table.pending) > 1 or len(table.codes(1 - table.pending[0])):
        seat = table.pending[0]
        table.act(seat, int(table.codes(seat)[0]))
    idle = 1 - table.pending[0]
    for name in ("search:8", "greedy", "random"):
        with pytest.raises(Refused, match=f"seat {idle} has nothing to decide"):
            Bot(name, game, 1).choose(table.observation(idle), idle, table.codes(idle), 0)
    with pytest.raises(Refused, match=f"seat {idle} has nothing to decide"):
        Bot("search:8", game, 1).evaluate(table.observation(idle), idle, 0)


def test_same_seed_same_estimates_and_the_observation_stays(game: Game) -> None:
    view = game.new_states()
    one, other = Bot("search:40", game, 7), Bot("search:40", game, 7)
    for number, (states, seat, actions) in enumerate(positions(game, 3, 1)):
        if number % 10 == 0:
            game.kernel.observe(states, seat, view)
            before = view.tobytes()
            estimates = one.evaluate(view, seat, number)
            assert estimates == other.evaluate(view, seat, number)
            assert view.tobytes() == before
            assert estimates[0].action == one.choose(view, seat, actions, number)
            assert {estimate.action for estimate in estimates} <= set(actions.tolist())
            assert all(0.0 <= estimate.value <= 1.0 for estimate in estimates)


def variants(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of seats, and every value of every option with some number it goes with."""
    for seats in range(game.least_seats, game.most_seats + 1):
        yield seats, {}
    for name, values in game.options.items():
        for value in values[1:]:
            yield game.sizes({name: value})[0], {name: value}


def test_every_variant_is_searched(game: Game) -> None:
    search_every_variant(game)


def search_every_variant(game: Game) -> None:
    for seats, options in variants(game):
        view, bot = game.new_states(), Bot("search:3", game, 1)
        for number, (states, seat, actions) in enumerate(positions(game, seats, 2, options)):
            if number % 4 == 0:
                game.kernel.observe(states, seat, view)
                assert bot.choose(view, seat, actions, number) in actions


def test_where_only_one_way_goes_on_nothing_is_searched() -> None:
    game = load("darwin")
    found = 0
    for states, seat, actions in itertools.islice(positions(game, 2, 4), 100):
        forward = [action for action in actions.tolist() if not is_retreat(action)]
        if len(forward) == 1:
            view, bot = game.new_states(), Bot("search:9", game, 1)
            game.kernel.observe(states, seat, view)
            assert bot.choose(view, seat, actions, 0) == forward[0]
            assert bot._searcher is not None
            assert bot._searcher._rooms[0].tallies[ROUNDS] == 0
            assert [one.action for one in bot.evaluate(view, seat, 0)] == forward
            found += 1
    assert found > 5


def test_a_full_tree_is_searched_on(game: Game) -> None:
    room = new_room(game, Settings(greed=0.0, guide=0.0))
    states, seat, _ = next(iter(positions(game, 2, 1)))
    view = game.new_states()
    game.kernel.observe(states, seat, view)
    clear(room)
    plant(room.generator, 1)
    bound(game.name).search(view, seat, FULL + 4000, room)
    assert room.tallies[USED_NODES] == FULL
    assert room.tallies[USED_EDGES] <= EDGES
    assert sum(move.visits for move in root_moves(room)) == room.tallies[ROUNDS]


def last_choices(game: Game) -> Iterator[tuple[Any, int, Any, list[bool]]]:
    """Choices that end the game, some of them by a victory and some not."""
    books, scores = new_books(), np.zeros((game.most_seats, SCORE_COLUMNS), np.int64)
    for seed in range(60):
        for states, seat, actions in list(positions(game, 2, seed))[-4:]:
            wins = []
            for action in actions:
                after = states.copy()
                game.kernel.step(after, seat, int(action), books)
                if game.kernel.pending(after) != 0:
                    break
                game.kernel.score(after, scores)
                wins.append(find_winners(scores[:2]) == [seat])
            if len(wins) == len(actions) and any(wins) and not all(wins):
                yield states, seat, actions, wins


@pytest.mark.parametrize("name", ["origin", "evolution"])  # darwin's last choices decide nothing
def test_a_winning_last_choice_is_found(name: str) -> None:
    game = load(name)
    view, bot, found = game.new_states(), Bot("search:200", game, 1), 0
    for states, seat, actions, wins in last_choices(game):
        game.kernel.observe(states, seat, view)
        chosen = bot.choose(view, seat, actions, 0)
        assert wins[actions.tolist().index(chosen)]
        found += 1
    assert found > 0


def test_search_beats_greedy(game: Game) -> None:
    """Of 10 games an equal would win 8 in one of 18 runs; tools/search_match.py tells how good."""
    assert sum(play(game, deal, hero) for deal in range(5) for hero in range(2)) >= 8


def play(game: Game, deal: int, hero: int) -> float:
    """What a search at one seat wins of a game against greedy."""
    kernel, states, view, books = game.kernel, game.new_states(), game.new_states(), new_books()
    out, scores = np.zeros(game.max_legal, np.int64), np.zeros((2, SCORE_COLUMNS), np.int64)
    bots = [Bot("search:60" if seat == hero else "greedy", game, deal) for seat in range(2)]
    kernel.new(states, game.option_codes(2, {}), deal, books)
    while waiting := int(kernel.pending(states)):
        seat = waiting.bit_length() - 1
        kernel.observe(states, seat, view)
        actions = out[: kernel.legal(states, seat, out)]
        kernel.step(states, seat, bots[seat].choose(view, seat, actions), books)
    kernel.score(states, scores)
    winners = find_winners(scores)
    return (hero in winners) / len(winners)


def test_teams_share_their_result() -> None:
    game = load("darwin")
    room, view, compared = new_room(game, Settings()), game.new_states(), 0
    for states, seat, _ in list(positions(game, 4, 1, {"variant": "teams"}))[::20]:
        game.kernel.observe(states, seat, view)
        clear(room)
        bound("darwin").search(view, seat, 1, room)
        if 0.0 in room.results[:4]:
            continue  # who can only take back what it began gets nothing, its mate does
        compared += 1
        for one in range(4):
            assert room.results[one] == room.results[mate_of(one)]
        assert room.net.estimates[:4, VICTORY].sum() == pytest.approx(2.0)  # each victory twice
    assert compared > 3


def observed(game: Game, seats: int = 2) -> tuple[Any, int]:
    """What the seat sees that chooses first."""
    states, seat, _ = next(iter(positions(game, seats, 1)))
    view = game.new_states()
    game.kernel.observe(states, seat, view)
    return view, seat


def test_threads_share_the_iterations_and_add_up_what_they_find(game: Game) -> None:
    """Each thread is a search of its own; together they are the same every time."""
    view, seat = observed(game)
    searcher = Searcher(game, Spec("search", iterations=151, threads=3))
    found = searcher.evaluate(view, seat, 4)
    assert found == searcher.evaluate(view, seat, 4)
    rooms = searcher._rooms
    assert sorted(room.tallies[ROUNDS] for room in rooms) == [50, 50, 51]
    by_room = [{move.action: move for move in root_moves(room)} for room in rooms]
    assert by_room[0] != by_room[1]
    for move in found:
        parts = [moves[move.action] for moves in by_room if move.action in moves]
        assert move.visits == sum(part.visits for part in parts)
        total = sum(part.visits * part.value for part in parts)
        assert move.value == pytest.approx(total / move.visits)
    assert [move.visits for move in found] == sorted((m.visits for m in found), reverse=True)
    bot = Bot("search:151x3", game, 2)
    choices = np.array([move.action for move in found])
    assert bot.choose(view, seat, choices, 0) == bot.evaluate(view, seat, 0)[0].action


def test_one_thread_searches_as_without_threads(game: Game) -> None:
    view, seat = observed(game)
    room = new_room(game, Settings())
    clear(room)
    plant(room.generator, 9)
    bound(game.name).search(view, seat, 40, room)
    searcher = Searcher(game, Spec("search", iterations=40))
    assert searcher.evaluate(view, seat, 9) == root_moves(room)


@pytest.mark.parametrize("cost", [1e-6, 4e-5, 1e-3, 0.03])
def test_a_time_limit_is_kept(game: Game, cost: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(game, 0.05, lambda _now, size: cost * size, monkeypatch)
    assert clock.think()
    assert 0.05 - 2 * max(cost, 0.003) < clock.now <= 0.05


def test_a_machine_that_slows_down_costs_iterations_not_time(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten times slower from the middle on: the slices shrink as much."""
    clock = Clock(
        game, 0.2, lambda now, size: size * (1e-4 if now < 0.1 else 1e-3), monkeypatch
    )  # fmt: skip
    clock.think()
    assert max(clock.slices_from(0.12)) <= min(clock.slices_from(0.05)[:5]) / 9
    assert 0.15 < clock.now <= 0.2


@pytest.mark.parametrize(("hiccup", "latest"), [(0.008, 0.188), (0.03, 0.166), (0.12, 0.174)])
def test_a_hiccup_is_allowed_for_to_the_end(
    game: Game, hiccup: float, latest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What took long once may do so again, in the last slice too; half of the time at most."""
    hiccups = [hiccup]

    def cost(now: float, size: int) -> float:
        return 1e-4 * size + (hiccups.pop() if now > 0.05 and hiccups else 0.0)

    clock = Clock(game, 0.2, cost, monkeypatch)
    clock.think()
    assert abs(clock.now - latest) <= 0.004  # a slice


def test_no_time_is_spent_on_what_is_decided(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(game, 0.2, lambda _now, size: 1e-3 * size, monkeypatch)
    clear_lead = [Estimate(1, 1000, 0.5), Estimate(2, 3, 0.5)]
    monkeypatch.setattr(clock.searcher, "_moves", lambda: clear_lead)
    assert clock.think() == clear_lead
    assert 0.1 < clock.now < 0.11  # as soon as more is done than can come


class Clock:
    """A clock that goes on with each slice of a search, so that nothing hangs on the machine."""

    def __init__(
        self, game: Game, seconds: float, cost: Callable[[float, int], float],
        monkeypatch: pytest.MonkeyPatch,
    ):  # fmt: skip
        self.now, self._cost, self._game = 0.0, cost, game
        self._slices: list[tuple[float, int]] = []  # when, and how many iterations
        monkeypatch.setattr(time, "perf_counter", lambda: self.now)
        self.searcher = Searcher(game, Spec("search", seconds=seconds))
        self._search = self.searcher._search
        monkeypatch.setattr(self.searcher, "_search", self._take_time)
        even = [Estimate(action, 1, 0.5) for action in range(2)]  # nothing is decided
        monkeypatch.setattr(self.searcher, "_moves", lambda: even)

    def think(self) -> list[Estimate]:
        view, seat = observed(self._game)
        return self.searcher.evaluate(view, seat, 1)

    def slices_from(self, begin: float) -> list[int]:
        return [size for when, size in self._slices if when >= begin]

    def _take_time(self, observation: Any, seat: int, iterations: int, room: Any) -> None:
        self._slices.append((self.now, iterations))
        self._search(observation, seat, 1, room)
        self.now += self._cost(self.now, iterations)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("search", Spec("search", seconds=1.0)),
        ("search:1000", Spec("search", iterations=1000)),
        ("search:500ms", Spec("search", seconds=0.5)),
        ("search:1.5s", Spec("search", seconds=1.5)),
        ("search:1sx2", Spec("search", seconds=1.0, threads=2)),
        ("search:1000x4", Spec("search", iterations=1000, threads=4)),
        ("greedy", Spec("greedy", POLICIES.index("greedy"))),
    ],
)
def test_specs_are_read(text: str, spec: Spec) -> None:
    assert read_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("search:", "“” is no budget of search; it takes iterations"),
        ("search:0", "“0” is no budget of search"),
        ("search:-5", "“-5” is no budget"),
        ("search:1.5", "“1.5” is no budget"),
        ("search:0s", "“0s” is no budget"),
        ("search:9999s", r"from 1ms to 600s"),
        ("search:1m", "“1m” is no budget"),
        ("search:1sx0", "“1sx0” is no budget"),
        ("search:1sx", "“1sx” is no budget"),
        ("search:100x33", "“100x33” is no budget.*up to x32"),
        ("search:²", "“²” is no budget"),
        ("greedy:10", "write “greedy” alone"),
        ("serch", "did you mean “search”"),
        ("", "there is no bot “”"),
    ],
)
def test_bad_specs_are_refused(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_spec(text)


def test_whole_games_in_compiled_code_are_not_for_searches() -> None:
    with pytest.raises(Refused, match="search thinks too long for this"):
        check_policy("search:100")


def test_own_steps_that_show_and_draw_nothing_look_the_same_in_every_deal(game: Game) -> None:
    """What the search remembers by: such a step leads to the same node whatever is hidden."""
    kernel, books, generator = game.kernel, new_books(), new_generator()
    deals, views = [game.new_states() for _ in range(2)], [game.new_states() for _ in range(2)]
    plant(generator, 5)
    compared = 0
    for seed in range(6):
        for states, seat, actions in positions(game, 2 + seed % 3, seed):
            for action in actions[:: 1 + len(actions) // 4]:
                same = True
                for deal, view in zip(deals, views, strict=True):
                    deal[:] = states
                    kernel.redeal(deal, seat, generator)
                    before = int(deal["shown"][0]), int(deal["rng"][0, DRAWS])
                    kernel.step(deal, seat, int(action), books)
                    waiting = int(kernel.pending(deal))
                    after = int(deal["shown"][0]), int(deal["rng"][0, DRAWS])
                    same = same and before == after and waiting & -waiting == 1 << seat
                    kernel.observe(deal, seat, view)
                if same:
                    compared += 1
                    assert views[0].tobytes() == views[1].tobytes()
    assert compared > 500
