"""What a tournament came to: shares with their intervals, and ratings.

Results are taken in by the numbers of their games, so a report does not hang on which worker was
first.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

import msgspec

from tangledbank.arena.lineups import Setup
from tangledbank.arena.play import Result, rank_keys
from tangledbank.arena.sequential import Pair, StopRule
from tangledbank.errors import Refused
from tangledbank.study.simulate import Interval, wilson
from tangledbank.text import say

MOST_REASONS = 5  # of the games a bot has forfeited, those that are told


class Lost(msgspec.Struct, frozen=True):
    """A game that was forfeited."""

    game: int
    why: str


class Entry(msgspec.Struct, frozen=True):
    """How one bot did."""

    bot: str
    rating: float  # mu - 3 sigma: it is hardly worse than that
    mu: float
    sigma: float
    games: int
    win_share: float  # of the games, for each seat it had; a shared victory counts in equal parts
    win_interval: Interval
    fair_share: float  # of one among equals
    mean_score: float
    forfeits: int
    reasons: list[Lost]  # of the first forfeits


class PairEntry(msgspec.Struct, frozen=True):
    """How much of their common games one bot took from another: who is ranked higher takes all."""

    first: str
    second: str
    share: float
    interval: Interval
    games: int


class Report(msgspec.Struct, frozen=True):
    """A tournament, the best rating first."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    games: int
    planned: int
    verdict: str  # of the test that ended it early, if one did
    bots: list[Entry]
    pairs: list[PairEntry]


class Standing:
    """The counts so far."""

    def __init__(self, setup: Setup, test: StopRule | None = None):
        self._setup, self._test = setup, test
        self._ratings = Ratings(len(setup.bots))
        self.games = 0
        self.played = [0] * len(setup.bots)
        self.sat = [0] * len(setup.bots)
        self.won = [0.0] * len(setup.bots)
        self.points = [0] * len(setup.bots)
        self.lost: list[list[Lost]] = [[] for _ in setup.bots]
        self.forfeits = [0] * len(setup.bots)
        self.shares: defaultdict[Pair, list[float]] = defaultdict(lambda: [0.0, 0])
        self._in_set: defaultdict[Pair, float] = defaultdict(float)

    @property
    def verdict(self) -> str:
        """Why no more games are needed, if so; a set is always finished."""
        return self._test.verdict if self._test else ""

    def add(self, result: Result) -> None:
        """Take in the next game."""
        assert result.game == self.games
        line_up = self._setup.line_up(result.game)
        keys = rank_keys(self._setup, result)
        self._count(line_up, keys, result)
        for pair, share in _shares(line_up, keys).items():
            self.shares[pair][0] += share
            self.shares[pair][1] += 1
            self._in_set[pair] += share
        self._ratings.rate(line_up, keys)
        self.games += 1
        if self.games % self._setup.places == 0:
            self._end_set()

    def _count(self, line_up: list[int], keys: list[tuple[Any, ...]], result: Result) -> None:
        winners = [side for side, key in enumerate(keys) if key == max(keys)]
        first_seat = {side: seat for seat, side in reversed([*enumerate(self._setup.sides)])}
        for bot in set(line_up):
            self.played[bot] += 1
        for side, bot in enumerate(line_up):
            self.sat[bot] += 1
            self.points[bot] += result.scores[first_seat[side]][0]
            self.won[bot] += side in winners and 1 / len(winners)
        for forfeit in result.forfeits:
            bot = line_up[self._setup.sides[forfeit.seat]]
            self.forfeits[bot] += 1
            self.lost[bot] = [*self.lost[bot], Lost(result.game, forfeit.why)][:MOST_REASONS]

    def _end_set(self) -> None:
        for pair, sum_ in self._in_set.items():
            if self._test:
                self._test.hear(pair, sum_ / self._setup.places)
        self._in_set.clear()

    def win_share(self, bot: int) -> float:
        """The games a bot has won, for each seat it had."""
        return self.won[bot] / self.sat[bot] if self.sat[bot] else 0.0

    def report(self, planned: int) -> Report:
        """All that is to be told."""
        setup = self._setup
        entries = [self._entry(bot) for bot in range(len(setup.bots)) if self.played[bot]]
        return Report(
            game=setup.game,
            seats=setup.seats,
            options=setup.options,
            seed=setup.seed,
            games=self.games,
            planned=planned,
            verdict=self.verdict,
            bots=sorted(entries, key=lambda entry: -entry.rating),
            pairs=[self._pair(pair) for pair in sorted(self.shares)],
        )

    def _entry(self, bot: int) -> Entry:
        share, rating = self.win_share(bot), self._ratings.of(bot)
        return Entry(
            bot=self._setup.bots[bot],
            rating=rating.ordinal(),
            mu=rating.mu,
            sigma=rating.sigma,
            games=self.played[bot],
            win_share=share,
            win_interval=wilson(share, self.played[bot]),
            fair_share=1 / self._setup.places,
            mean_score=self.points[bot] / self.sat[bot],
            forfeits=self.forfeits[bot],
            reasons=self.lost[bot],
        )

    def _pair(self, pair: Pair) -> PairEntry:
        (total, games), (first, second) = self.shares[pair], pair
        share = total / games
        return PairEntry(
            self._setup.bots[first],
            self._setup.bots[second],
            share,
            wilson(share, int(games)),
            int(games),
        )


def _shares(line_up: list[int], keys: list[tuple[Any, ...]]) -> dict[Pair, float]:
    """What the first of each pair takes from the second; over several seats, the mean."""
    met: defaultdict[Pair, list[float]] = defaultdict(list)
    for one, other in combinations(range(len(line_up)), 2):
        if line_up[one] != line_up[other]:
            one, other = sorted((one, other), key=line_up.__getitem__)
            took = 0.5 if keys[one] == keys[other] else float(keys[one] > keys[other])
            met[line_up[one], line_up[other]].append(took)
    return {pair: sum(took) / len(took) for pair, took in met.items()}


class Ratings:
    """Plackett-Luce ratings of openskill, game by game."""

    def __init__(self, bots: int):
        self._model = rating_model()
        self._ratings = [self._model.rating() for _ in range(bots)]

    def of(self, bot: int) -> Any:
        """The rating of a bot so far."""
        return self._ratings[bot]

    def rate(self, line_up: list[int], keys: list[tuple[Any, ...]]) -> None:
        """Take in a game; a bot at several seats gets the mean of what its seats would get."""
        ladder = sorted(set(keys), reverse=True)
        rated = self._model.rate(
            [[self._ratings[bot]] for bot in line_up],
            ranks=[float(ladder.index(key)) for key in keys],
        )
        for bot in set(line_up):
            new = [team[0] for team, who in zip(rated, line_up, strict=True) if who == bot]
            self._ratings[bot] = self._model.rating(
                mu=sum(one.mu for one in new) / len(new),
                sigma=sum(one.sigma for one in new) / len(new),
            )


def rating_model() -> Any:
    """The model, or a refusal where its package is missing."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise Refused(
            say("ratings need the package openskill: pip install 'tangledbank[arena]'")
        ) from None
    return PlackettLuce()
