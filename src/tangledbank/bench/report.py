"""One run of all measurements, ours and the peers', with medians, spread and ratios."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct

from tangledbank import __version__
from tangledbank.bench import ours, peers, searching
from tangledbank.games.game import Game


class Row(Struct):
    """One thing measured several times: medians, and the spread of the decisions."""

    name: str
    kind: str  # kernel, stepped, table, python, native, yardstick
    card_game: bool
    games_per_second: float
    decisions_per_second: float
    slowest: float
    fastest: float


class Bench(Struct):
    """A whole run."""

    version: str
    machine: str
    rows: list[Row]
    costs: dict[str, list[float]]  # microseconds: median, least, most
    starts: dict[str, list[float]]  # seconds: median, least, most
    ratios: dict[str, dict[str, float]]  # by the name of our row, then of what it is compared with
    searches: searching.Searches
    missing: list[str]


Subject = tuple[str, str, bool, Callable[[float], Any]]


def measure(
    games: Sequence[Game], seconds: float, runs: int, progress: Callable[[str, int, int], None]
) -> Bench:
    """Measure everything `runs` times in turn, so that all share the machine's moods."""
    found, missing = peers.peers()
    subjects = [subject for game in games for subject in _subjects(game)]
    subjects += [(peer.name, peer.kind, peer.card_game, peer.play) for peer in found]
    results: dict[str, list[ours.Rate]] = {name: [] for name, *_ in subjects}
    costs: dict[str, list[float]] = {}
    for run in range(runs):
        for done, (name, _kind, _card, play) in enumerate(subjects):
            progress(name, run * len(subjects) + done, runs * len(subjects))
            results[name].append(ours.Rate(*play(seconds)))
        for game in games:
            for name, cost in ours.small_costs(game, seconds / 4).items():
                costs.setdefault(f"{game.name}: {name}", []).append(cost)
    rows = [_row(name, kind, card, results[name]) for name, kind, card, _play in subjects]
    bench = Bench(
        version=__version__,
        machine=f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        rows=rows,
        costs={name: _spread(values) for name, values in costs.items()},
        starts=_starts(games, runs),
        ratios={_in_kernel(game, game.usual_seats): _ratios(game, rows) for game in games},
        searches=searching.measure(games, seconds, runs, progress),
        missing=missing,
    )
    for row in rows:
        if row.kind == "table":
            bench.costs[row.name] = [
                1e6 / row.decisions_per_second, 1e6 / row.fastest, 1e6 / row.slowest
            ]  # fmt: skip
    return bench


def _subjects(game: Game) -> list[Subject]:
    """What is measured of a game of ours."""
    counts, usual = ours.seat_counts(game), game.usual_seats
    stepped = "{}, {} seats, stepped from Python"
    return [
        *((_in_kernel(game, n), "kernel", True, ours.in_kernel(game, n)) for n in counts),
        *(
            (stepped.format(game.name, n), "stepped", True, ours.from_python(game, n))
            for n in counts
        ),
        (f"{game.name}, {usual} seats, Table.act", "table", True, ours.table_act(game, usual)),
    ]


def _in_kernel(game: Game, seats: int) -> str:
    return f"{game.name}, {seats} seats, in the kernel"


def _row(name: str, kind: str, card_game: bool, rates: list[ours.Rate]) -> Row:
    games = [rate.games / rate.seconds for rate in rates]
    decisions = [rate.decisions / rate.seconds for rate in rates]
    return Row(
        name, kind, card_game, median(games), median(decisions), min(decisions), max(decisions)
    )


def _spread(values: list[float]) -> list[float]:
    return [median(values), min(values), max(values)]


def _starts(games: Sequence[Game], runs: int) -> dict[str, list[float]]:
    starts = {"tangledbank --help": _spread([ours.start_seconds(["--help"]) for _ in range(runs)])}
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            file = Path(folder) / game.name
            starts[f"play {game.name}, to the first prompt and quit"] = _spread(
                [
                    ours.start_seconds(
                        ["play", game.name, "--plain", "--seed", "1", "--file", f"{file}{run}"],
                        "quit\n",
                    )
                    for run in range(runs)
                ]
            )
    return starts


def _ratios(game: Game, rows: list[Row]) -> dict[str, float]:
    """What a game of ours reaches inside the kernel, over what each peer reaches."""
    mine = next(row for row in rows if row.name == _in_kernel(game, game.usual_seats))
    ratios = {}
    for row in rows:
        if row.kind in ("kernel", "stepped", "table"):
            continue
        ratios[f"decisions over {row.name}"] = mine.decisions_per_second / row.decisions_per_second
        if row.card_game and row.kind == "python":
            ratios[f"games over {row.name}"] = mine.games_per_second / row.games_per_second
    return ratios
