"""What a tournament came to: shares with their intervals, and ratings; also as a picture.

Results are taken in by the numbers of their games, so a report does not depend on which worker was
first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import lgamma, log, sqrt
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Protocol

import msgspec

from tangledbank.arena import Key, Result, Setup, rank_keys
from tangledbank.errors import Refused
from tangledbank.study.analyse import picture
from tangledbank.study.simulate import NORMAL_95, Interval, wilson
from tangledbank.text import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from openskill.models import PlackettLuce, PlackettLuceRating

MOST_REASONS = 5  # of the games a bot has forfeited, those that are told
LEAST_SETS = 10  # of which the mean of leads is near enough to normal
SIGMAS = 2  # the length of a bar of the picture on each side
HALF = 0.5
DARK = 0.35  # so far from a half letters must be light
LEVEL = 0.05  # of a wrong conclusion
APART = "apart"

Pair = tuple[int, int]  # of bots, the lower number first


class Lost(msgspec.Struct, frozen=True):
    """A game that was forfeited."""

    game: int
    why: str


class BotEntry(msgspec.Struct, frozen=True):
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
    lead: float  # in points, on average
    lead_interval: Interval | None  # over whole sets; None where they are too few


class TournamentReport(msgspec.Struct, frozen=True):
    """A tournament, the best rating first."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    games: int
    planned: int
    verdict: str  # of the test that ended it early, if one did
    bots: list[BotEntry]
    pairs: list[PairEntry]


class Duel:
    """What one bot took from another so far."""

    def __init__(self) -> None:
        self.games, self.took, self.led = 0, 0.0, 0.0
        self._sets, self._leads, self._squares = 0, 0.0, 0.0
        self._in_set: list[tuple[float, float]] = []

    def add(self, took: float, lead: float) -> None:
        """Take in a game: the share that was taken, and the lead in points."""
        self.games += 1
        self.took += took
        self.led += lead
        self._in_set.append((took, lead))

    def end_set(self) -> float:
        """The share of the set that ends."""
        share, lead = (fmean(column) for column in zip(*self._in_set, strict=True))
        self._in_set.clear()
        self._sets += 1
        self._leads += lead
        self._squares += lead * lead
        return share

    def lead_interval(self) -> Interval | None:
        """Where the lead lies: sets are independent of each other, games of one deal are not."""
        if self._sets < LEAST_SETS:
            return None
        middle = self._leads / self._sets
        variance = max(0.0, self._squares - self._sets * middle * middle) / (self._sets - 1)
        reach = NORMAL_95 * sqrt(variance / self._sets)
        return Interval(middle - reach, middle + reach)


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
        self._duels: defaultdict[Pair, Duel] = defaultdict(Duel)

    @property
    def verdict(self) -> str:
        """Why no more games are needed, if so; a set is always finished."""
        return self._test.verdict if self._test else ""

    def add(self, result: Result) -> None:
        """Take in the next game."""
        assert result.game == self.games
        line_up = self._setup.line_up(result.game)
        keys = rank_keys(self._setup, result)
        first_seats = map(self._setup.sides.index, range(self._setup.places))
        points = [result.scores[seat][0] for seat in first_seats]  # teammates have the same
        self._count(line_up, keys, points, result)
        meetings = _meetings(line_up)
        for pair, met in meetings.items():
            self._duels[pair].add(
                fmean(_taken(keys[one], keys[other]) for one, other in met),
                fmean(points[one] - points[other] for one, other in met),
            )
        self._ratings.rate(line_up, keys)
        self.games += 1
        if self.games % self._setup.places == 0:
            self._end_set(meetings)

    def _count(
        self, line_up: list[int], keys: list[Key], points: list[int], result: Result
    ) -> None:
        winners = [side for side, key in enumerate(keys) if key == max(keys)]
        for bot in set(line_up):
            self.played[bot] += 1
        for side, bot in enumerate(line_up):
            self.sat[bot] += 1
            self.points[bot] += points[side]
            self.won[bot] += side in winners and 1 / len(winners)
        for forfeit in result.forfeits:
            bot = line_up[self._setup.sides[forfeit.seat]]
            self.lost[bot].append(Lost(result.game, forfeit.why))

    def _end_set(self, pairs: Iterable[Pair]) -> None:
        """All games of a set have the same pairs."""
        for pair in pairs:
            share = self._duels[pair].end_set()
            if self._test:
                self._test.hear(pair, share)

    def win_share(self, bot: int) -> float:
        """The games a bot has won, for each seat it had."""
        return self.won[bot] / self.sat[bot] if self.sat[bot] else 0.0

    def report(self, planned: int) -> TournamentReport:
        """All that is to be told."""
        setup = self._setup
        entries = [self._entry(bot) for bot in range(len(setup.bots)) if self.played[bot]]
        return TournamentReport(
            game=setup.game,
            seats=setup.seats,
            options=setup.options,
            seed=setup.seed,
            games=self.games,
            planned=planned,
            verdict=self.verdict,
            bots=sorted(entries, key=lambda entry: -entry.rating),
            pairs=[self._pair(pair) for pair in sorted(self._duels)],
        )

    def _entry(self, bot: int) -> BotEntry:
        share, rating = self.win_share(bot), self._ratings.of(bot)
        return BotEntry(
            bot=self._setup.bots[bot],
            rating=rating.ordinal(),
            mu=rating.mu,
            sigma=rating.sigma,
            games=self.played[bot],
            win_share=share,
            win_interval=wilson(share, self.played[bot]),
            fair_share=1 / self._setup.places,
            mean_score=self.points[bot] / self.sat[bot],
            forfeits=len(self.lost[bot]),
            reasons=self.lost[bot][:MOST_REASONS],
        )

    def _pair(self, pair: Pair) -> PairEntry:
        duel, (first, second) = self._duels[pair], pair
        share = duel.took / duel.games
        return PairEntry(
            first=self._setup.bots[first],
            second=self._setup.bots[second],
            share=share,
            interval=wilson(share, duel.games),
            games=duel.games,
            lead=duel.led / duel.games,
            lead_interval=duel.lead_interval(),
        )


def _meetings(line_up: list[int]) -> dict[Pair, list[tuple[int, int]]]:
    """The sides at which the first and the second of each pair meet."""
    met: defaultdict[Pair, list[tuple[int, int]]] = defaultdict(list)
    for sides in combinations(range(len(line_up)), 2):
        one, other = sorted(sides, key=line_up.__getitem__)
        if line_up[one] != line_up[other]:
            met[line_up[one], line_up[other]].append((one, other))
    return met


def _taken(key: Key, other: Key) -> float:
    """What the first takes from the second."""
    return 0.5 if key == other else float(key > other)


class Ratings:
    """Plackett-Luce ratings of openskill, game by game."""

    def __init__(self, bots: int):
        self._model = rating_model()
        self._ratings = [self._model.rating() for _ in range(bots)]

    def of(self, bot: int) -> PlackettLuceRating:
        """The rating of a bot so far."""
        return self._ratings[bot]

    def rate(self, line_up: list[int], keys: list[Key]) -> None:
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


def rating_model() -> PlackettLuce:
    """The model, or a refusal where its package is missing."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise Refused(
            say("ratings need the package openskill: pip install 'tangledbank[arena]'")
        ) from None
    return PlackettLuce()


# --- as a picture ---------------------------------------------------------------------------------


def plot(report: TournamentReport, path: Path) -> None:
    """Draw a report into a file."""
    with picture(path, 10, max(3.0, 1.6 + 0.5 * len(report.bots))) as figure:
        left, right = figure.subplots(1, 2)
        draw_ratings(left, [(one.bot, one.mu, one.sigma) for one in report.bots])
        _draw_shares(right, report)
        figure.suptitle(title(report))


def title(report: TournamentReport) -> str:
    """What was played."""
    return say(
        "{game}: {games} games with {seats} seats, seed {seed}",
        game=report.game,
        games=report.games,
        seats=report.seats,
        seed=report.seed,
    )


def draw_ratings(axes: Axes, rated: Sequence[tuple[str, float, float]]) -> None:
    """The ratings of some bots, mu and sigma, one below the other, with their uncertainty."""
    names, mus, sigmas = zip(*rated, strict=True)
    reach = [SIGMAS * sigma for sigma in sigmas]
    axes.errorbar(mus, range(len(names)), xerr=reach, fmt="o", capsize=3, color="#2f5d50")
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel(say("rating: mu ± 2 sigma (Plackett-Luce)"))
    axes.grid(axis="x", alpha=0.3)


def _draw_shares(axes: Axes, report: TournamentReport) -> None:
    names = [entry.bot for entry in report.bots]
    table = [[HALF] * len(names) for _ in names]
    for pair in report.pairs:
        first, second = names.index(pair.first), names.index(pair.second)
        table[first][second], table[second][first] = pair.share, 1 - pair.share
    axes.imshow(table, cmap="PRGn", vmin=0, vmax=1, aspect="auto")
    for row, shares in enumerate(table):
        for column, share in enumerate(shares):
            if row != column:
                axes.text(
                    column, row, f"{share:.0%}", ha="center", va="center",
                    color="white" if abs(share - HALF) > DARK else "black",
                )  # fmt: skip
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title(say("share the row takes from the column"), fontsize="medium")


# --- when to stop early --------------------------------------------------------------------------
# Tests that may be looked at after every set without losing their level. What is observed is the
# mean share of a set: how much of its games one bot takes from another, a number from 0 to 1. Sets
# are independent, games of the same deal are not. Against a true mean m the products of
# (p/m)^x ((1-p)/(1-m))^(1-x) have an expectation of at most 1 for every p and every x in [0, 1]
# (weighted means), so by Ville's inequality they reach 1/a with a probability of at most a.


class StopRule(Protocol):
    """Hears the shares of each set and says when it is enough."""

    def hear(self, pair: Pair, share: float) -> None:
        """Take in the share of a pair in a set."""

    @property
    def verdict(self) -> str:
        """What is settled, in a sentence; nothing as long as it is not."""


class Apart:
    """Whether every pair is told apart: Robbins' mixture test of “both take a half”.

    The mixture over all p is a beta-binomial likelihood ratio. With several pairs the level is
    divided among them (Bonferroni).
    """

    def __init__(self, bots: int):
        self._open = {(a, b): (0.0, 0.0) for b in range(bots) for a in range(b)}
        self._bound = log(len(self._open) / LEVEL)

    def hear(self, pair: Pair, share: float) -> None:
        """Add a set; a pair that is settled stays so."""
        if pair in self._open:
            won, lost = self._open[pair]
            won, lost = won + share, lost + 1 - share
            self._open[pair] = won, lost
            if log_mixture(won, lost) >= self._bound:
                del self._open[pair]

    @property
    def verdict(self) -> str:
        """Settled when no pair is open."""
        if self._open:
            return ""
        return say("every pair is told apart (Robbins' mixture test, level 5 %)")


def log_mixture(won: float, lost: float) -> float:
    """The logarithm of the beta-binomial mixture against a share of one half."""
    return lgamma(1 + won) + lgamma(1 + lost) - lgamma(2 + won + lost) + (won + lost) * log(2)


class Ratio:
    """Wald's sequential probability ratio test: does the first of two take `low` or `high`?"""

    def __init__(self, low: float, high: float):
        self._low, self._high = low, high
        self.log_ratio = 0.0

    def hear(self, pair: Pair, share: float) -> None:
        """Add a set."""
        self.log_ratio += share * log(self._high / self._low)
        self.log_ratio += (1 - share) * log((1 - self._high) / (1 - self._low))

    @property
    def verdict(self) -> str:
        """Settled when one of the two shares is out."""
        bound = log(1 / LEVEL)
        if self.log_ratio >= bound:
            return say(
                "the first bot takes more than {share:.1%} (Wald's SPRT, level 5 %)",
                share=self._low,
            )
        if self.log_ratio <= -bound:
            return say(
                "the first bot takes less than {share:.1%} (Wald's SPRT, level 5 %)",
                share=self._high,
            )
        return ""


def read_stop_rule(text: str, bots: int) -> StopRule:
    """A test as it is named: apart, or LOW:HIGH in per cent for two bots."""
    if text == APART:
        return Apart(bots)
    try:
        low, high = (float(part) / 100 for part in text.split(":"))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < 1:
        raise Refused(
            say("“{text}” is neither apart nor two shares in per cent such as 50:55", text=text),
            place="--stop",
        )
    if bots != 2:
        raise Refused(say("two shares are a test for two bots, not {n}", n=bots), place="--stop")
    return Ratio(low, high)
