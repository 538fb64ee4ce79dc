"""Play many games between bots on all cores, and count what came of them.

Everything is counted in integers, game by game from seeds of their own, so the report is the same
to the byte whatever the number of workers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from math import lcm, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from tangledbank.errors import Refused
from tangledbank.games.game import SCORE_COLUMNS, Balance, Game, Measure, Notes, load
from tangledbank.games.shared.verbs import SEAT_LETTERS
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import CAPACITY, new_books, take_events
from tangledbank.search.bot import check_policy, check_seed
from tangledbank.search.match import DECISIONS, TURNS, MatchRoom, bound, derive, prepare
from tangledbank.study import in_chunks
from tangledbank.text import say

CHUNK, WATCHED_CHUNK = 100, 50  # games a worker plays before it reports
# a victory, shared by any number of winners exactly
VICTORY = lcm(*range(1, len(SEAT_LETTERS) + 1))
NORMAL_95 = 1.959963984540054  # two-sided 95 % of the normal distribution


class Interval(msgspec.Struct, frozen=True):
    """Where a share or a mean lies with 95 % confidence."""

    low: float
    high: float


class BotResult(msgspec.Struct, frozen=True):
    """How one bot did. A victory shared by k players counts 1/k for each."""

    bot: str
    mean_score: float
    score_deviation: float
    most: int
    fewest: int
    win_share: float
    win_interval: Interval  # Wilson's, with the sum of the shares as the number of successes
    win_share_by_seat: list[float | None]  # None: it never sat there


class Simulation(msgspec.Struct, frozen=True):
    """What many games between the same bots came to."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    games: int
    bots: list[BotResult]
    mean_turns: float
    mean_decisions: float
    ties: int  # games with a shared victory
    most: int
    fewest: int


class Tally:
    """Exact counts over some games; bots by their place in the list, not by seat."""

    def __init__(self, bots: int):
        self.games = self.ties = self.turns = self.decisions = 0
        self.points = np.zeros(bots, np.int64)
        self.squares = np.zeros(bots, np.int64)
        self.most = np.full(bots, np.iinfo(np.int64).min)
        self.fewest = np.full(bots, np.iinfo(np.int64).max)
        self.victories = np.zeros((bots, bots), np.int64)  # by bot and seat, in VICTORY units
        self.sat = np.zeros((bots, bots), np.int64)

    def count(self, board: MatchRoom, number: int) -> None:
        """Add the game just played, the number-th of the run."""
        count = len(self.points)
        winners = find_winners(board.scores[:count])
        bots = np.arange(count)
        seats = (bots + number) % count  # as `seat_of` has it
        points = board.scores[seats, 0]
        self.games += 1
        self.ties += len(winners) > 1
        self.turns += int(board.facts[TURNS])
        self.decisions += int(board.facts[DECISIONS])
        self.points += points
        self.squares += points * points
        self.most = np.maximum(self.most, points)
        self.fewest = np.minimum(self.fewest, points)
        self.victories[bots, seats] += np.isin(seats, winners) * (VICTORY // len(winners))
        self.sat[bots, seats] += 1

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        for name, theirs in vars(other).items():
            combine = {"most": np.maximum, "fewest": np.minimum}.get(name, operator.add)
            setattr(self, name, combine(getattr(self, name), theirs))


def simulate(
    game: Game, bots: Sequence[str], games: int, seed: int, options: Mapping[str, str],
    workers: int | None = None, progress: Callable[[int, int], None] | None = None,
) -> Simulation:  # fmt: skip
    """Play `games` games between `bots`; in game i bot b sits at seat (b + i) % n.

    `workers` is the number of processes, all cores if None; `progress` hears the games done and
    the games in all.
    """
    check(game, bots, games, seed, options, workers)
    prepare(game)
    total = Tally(len(bots))
    fixed = (game.name, tuple(bots), dict(options), seed)
    for tally in in_chunks(workers, play_chunk, games, CHUNK, *fixed):
        total.add(tally)
        if progress:
            progress(total.games, games)
    return _report(game, bots, seed, options, total)


def seat_of(bot: int, number: int, seats: int) -> int:
    """Where a bot sits in a game: everyone moves on by one seat from game to game."""
    return (bot + number) % seats


def find_winners(scores: NDArray[np.int64]) -> list[int]:
    """The seats with the best row of scores, compared column by column."""
    rows: list[list[int]] = scores.tolist()
    best = max(rows)
    return [seat for seat, row in enumerate(rows) if row == best]


def wilson(share: float, n: int) -> Interval:
    """Wilson's 95 % interval for a share of n games."""
    z2 = NORMAL_95 * NORMAL_95 / n
    middle = (share + z2 / 2) / (1 + z2)
    half = NORMAL_95 / (1 + z2) * sqrt(share * (1 - share) / n + z2 / (4 * n))
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def check(
    game: Game, bots: Sequence[str], games: int, seed: int, options: Mapping[str, str],
    workers: int | None,
) -> None:  # fmt: skip
    """Refuse what cannot be played, before anything is compiled."""
    if games < 1:
        raise Refused(say("at least one game must be played, not {n}", n=games), place="games")
    if workers is not None and workers < 1:
        raise Refused(say("at least one worker is needed, not {n}", n=workers), place="workers")
    check_seed(seed)
    for bot in bots:
        check_policy(bot)
    game.option_codes(len(bots), options)


def play_chunk(
    name: str, bots: tuple[str, ...], options: dict[str, str], seed: int, start: int, games: int
) -> Tally:
    """Play the games from number `start` on. This is what a worker does."""
    game = load(name)
    seats = len(bots)
    codes = game.option_codes(seats, options)
    board, tally = MatchRoom(game), Tally(seats)
    for number in range(start, start + games):
        for bot, policy in enumerate(map(check_policy, bots)):
            board.policies[seat_of(bot, number, seats)] = policy
        for seat in range(seats):
            plant(board.generators[seat], derive(seed, number, 1 + seat))
        bound(name).play_match(*board.arguments(codes, derive(seed, number, 0)))
        tally.count(board, number)
    return tally


def _report(
    game: Game, bots: Sequence[str], seed: int, options: Mapping[str, str], total: Tally
) -> Simulation:
    return Simulation(
        game=game.name,
        seats=len(bots),
        options={name: options.get(name, values[0]) for name, values in game.options.items()},
        seed=seed,
        games=total.games,
        bots=[_entry(bot, name, total) for bot, name in enumerate(bots)],
        mean_turns=total.turns / total.games,
        mean_decisions=total.decisions / total.games,
        ties=total.ties,
        most=int(total.most.max()),
        fewest=int(total.fewest.min()),
    )


def _entry(bot: int, name: str, total: Tally) -> BotResult:
    games, points = total.games, int(total.points[bot])
    share = int(total.victories[bot].sum()) / (VICTORY * games)
    scatter = int(total.squares[bot]) * games - points * points
    return BotResult(
        bot=name,
        mean_score=points / games,
        score_deviation=sqrt(scatter / (games * (games - 1))) if games > 1 else 0.0,
        most=int(total.most[bot]),
        fewest=int(total.fewest[bot]),
        win_share=share,
        win_interval=wilson(share, games),
        win_share_by_seat=[
            int(won) / (VICTORY * int(sat)) if sat else None
            for won, sat in zip(total.victories[bot], total.sat[bot], strict=True)
        ],
    )


# --- is a game fair? -----------------------------------------------------------------------------
# Many games between bots of one kind, watched and judged by the game itself.


class Section(msgspec.Struct, frozen=True):
    """The measures of one number of seats and one kind of bot."""

    seats: int
    bot: str
    games: int
    measures: list[Measure]


def study_balance(
    game: Game, seats: int, bot: str, games: int, seed: int, workers: int | None = None,
    progress: Callable[[int], None] = lambda _done: None,
) -> Section:  # fmt: skip
    """What holds over so many games, the same whatever the number of workers."""
    notes = Notes()
    found = in_chunks(workers, play_watched, games, WATCHED_CHUNK, game.name, seats, bot, seed)
    for chunks, one in enumerate(found, start=1):
        notes.add(one)
        progress(min(chunks * WATCHED_CHUNK, games))
    return Section(seats, bot, games, _balance_of(game).measures(seats, bot, notes, seed))


def play_watched(name: str, seats: int, bot: str, seed: int, start: int, games: int) -> Notes:
    """Some games between bots of one kind, numbered from `start` on."""
    game, notes = load(name), Notes()
    kernel, choose, policy = game.kernel, bound(name).choose, check_policy(bot)
    options = game.option_codes(seats, {})
    states, view, books = game.new_states(), game.new_states(), new_books(CAPACITY)
    out = np.zeros(game.max_legal, np.int64)
    scores = np.zeros((game.most_seats, SCORE_COLUMNS), np.int64)
    generators = [new_generator() for _ in range(seats)]
    for number in range(start, start + games):
        for seat in range(seats):
            plant(generators[seat], derive(seed, number, 1 + seat))
        kernel.new(states, options, derive(seed, number, 0), books)
        watcher = _balance_of(game).watch(states[0], notes)
        watcher.see(take_events(books))
        while waiting := int(kernel.pending(states)):
            seat = (waiting & -waiting).bit_length() - 1
            kernel.observe(states, seat, view)
            count = kernel.legal(view, seat, out)
            action = choose(policy, view, seat, out, count, generators[seat])
            kernel.step(states, seat, action, books)
            watcher.see(take_events(books))
        kernel.score(states, scores)
        watcher.finish(scores[:seats, 0].tolist())
    return notes


def check_balance(game: Game, games: int, seats: Sequence[int], bots: Sequence[str]) -> None:
    """Refuse what cannot be studied."""
    _balance_of(game)
    if games < 1:
        raise Refused(say("at least one game has to be played"), place="games")
    for number in seats:
        game.check_seats(number)
    for bot in bots:
        check_policy(bot)


def _balance_of(game: Game) -> Balance:
    if game.balance is None:
        raise Refused(say("the balance of {game} is not studied yet", game=game.name), place="game")
    return game.balance
