"""One run of all measurements, ours and the peers', with medians, spread and ratios."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Callable, Sequence
from statistics import median

from msgspec import Struct

from tangledbank import __version__
from tangledbank.bench import ours, peers
from tangledbank.bench.ours import Rate, Rates, Subject
from tangledbank.games.game import Game

Progress = Callable[[str, int, int], None]  # what is measured, and how far it is
Spread = list[float]  # median, least, most


class BenchRow(Struct):
    """One thing measured several times: medians, and the spread of the decisions."""

    name: str
    kind: str  # kernel, stepped, table, python, native, yardstick
    card_game: bool
    games_per_second: float
    decisions_per_second: float
    slowest: float
    fastest: float


class SearchShare(Struct):
    """Playouts and iterations per second, the medians of several runs, and their ratio."""

    playouts: float
    iterations: float
    share: float
    over_hearts: float | None  # this share over that of OpenSpiel, where it is installed


class Gain(Struct):
    """Iterations per second in one thread and in two, the medians of several runs."""

    one: float
    two: float
    gain: float


class Searches(Struct):
    """What was measured of searches."""

    shares: dict[str, SearchShare]
    threads: dict[str, Gain]


class Bench(Struct):
    """A whole run."""

    version: str
    machine: str
    rows: list[BenchRow]
    costs: dict[str, Spread]  # microseconds
    starts: dict[str, Spread]  # seconds
    ratios: dict[str, dict[str, float]]  # by the name of our row, then of what it is compared with
    searches: Searches
    missing: list[str]


def measure(games: Sequence[Game], seconds: float, runs: int, progress: Progress) -> Bench:
    """Measure everything `runs` times in turn, so that all share the machine's moods."""
    found, missing = peers.peers()
    subjects = [*(one for game in games for one in ours.subjects(game)), *found]
    results: list[list[Rate]] = [[] for _ in subjects]
    costs: dict[str, list[float]] = {}
    for run in range(runs):
        for place, subject in enumerate(subjects):
            progress(subject.name, run * len(subjects) + place, runs * len(subjects))
            results[place].append(subject.play(seconds))
        for game in games:
            for name, cost in ours.small_costs(game, seconds / 4).items():
                costs.setdefault(f"{game.name}: {name}", []).append(cost)
    rows = [_row(*pair) for pair in zip(subjects, results, strict=True)]
    acts = {row.name: [1e6 / row.decisions_per_second, 1e6 / row.fastest, 1e6 / row.slowest]
            for row in rows if row.kind == ours.TABLE}  # fmt: skip
    return Bench(
        version=__version__,
        machine=f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        rows=rows,
        costs={name: spread(values) for name, values in costs.items()} | acts,
        starts=_starts(games, runs),
        ratios={ours.in_kernel_name(game): _ratios(game, rows) for game in games},
        searches=measure_searches(games, seconds, runs, progress),
        missing=missing,
    )


def _row(subject: Subject, rates: list[Rate]) -> BenchRow:
    games = [rate.games / rate.seconds for rate in rates]
    decisions = [rate.decisions / rate.seconds for rate in rates]
    middle, least, most = spread(decisions)
    return BenchRow(
        subject.name, subject.kind, subject.card_game, median(games), middle, least, most
    )


def spread(values: Sequence[float]) -> Spread:
    """The median of what was measured, the least and the most."""
    return [median(values), min(values), max(values)]


def _starts(games: Sequence[Game], runs: int) -> dict[str, Spread]:
    starts = {"tangledbank --help": spread([ours.start_seconds(["--help"]) for _ in range(runs)])}
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            command = ["play", game.name, "--plain", "--seed", "1", "--file"]
            starts[f"play {game.name}, to the first prompt and quit"] = spread(
                [
                    ours.start_seconds([*command, f"{folder}/{game.name}{run}"], "quit\n")
                    for run in range(runs)
                ]
            )
    return starts


def _ratios(game: Game, rows: list[BenchRow]) -> dict[str, float]:
    """What a game of ours reaches inside the kernel, over what each peer reaches."""
    mine = next(row for row in rows if row.name == ours.in_kernel_name(game))
    ratios = {}
    for row in rows:
        if row.kind in ours.KINDS:
            continue
        ratios[f"decisions over {row.name}"] = mine.decisions_per_second / row.decisions_per_second
        if row.card_game and row.kind == "python":
            ratios[f"games over {row.name}"] = mine.games_per_second / row.games_per_second
    return ratios


def measure_searches(
    games: Sequence[Game], seconds: float, runs: int, progress: Progress
) -> Searches:
    """Measure all searches `runs` times in turn: how much of the speed of playouts they keep."""
    shared = {f"{game.name}, 2 seats": ours.search(game, 2) for game in games}
    if peers.has_openspiel():
        shared[peers.HEARTS] = peers.hearts_search()
    threaded = {f"{game.name}, 2 seats": ours.search_in_threads(game, 2) for game in games}
    subjects = [*shared.items(), *threaded.items()]
    rates: list[list[Rates]] = [[] for _ in subjects]
    for run in range(runs):
        for place, (name, measured) in enumerate(subjects):
            progress(name, run * len(subjects) + place, runs * len(subjects))
            rates[place].append(measured(seconds))
    found = [*map(_medians, rates)]
    base = found[len(shared) - 1][2] if peers.HEARTS in shared else None
    shares = (SearchShare(*one, one[2] / base if base else None) for one in found)
    gains = (Gain(*one) for one in found[len(shared) :])
    return Searches(
        dict(zip(shared, shares, strict=False)), dict(zip(threaded, gains, strict=True))
    )


def _medians(rates: Sequence[Rates]) -> tuple[float, float, float]:
    """Of the first rates, of the second, and of the second over the first."""
    first, second = zip(*rates, strict=True)
    return median(first), median(second), median(other / one for one, other in rates)
