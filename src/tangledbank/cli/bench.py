"""`tangledbank bench`: measure and show."""

from __future__ import annotations

import math
import sys

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from tangledbank.bench.report import Bench, measure
from tangledbank.bench.searching import Searches
from tangledbank.bench.searching import measure as measure_searches
from tangledbank.cli.progress import bar, chosen, prepared
from tangledbank.errors import Refused
from tangledbank.text import say


def bench_command(
    game: str | None, seconds: float, runs: int, *, only_search: bool, as_json: bool
) -> None:
    """Measure a game, or all, beside their peers and print medians, spread and ratios."""
    if not 0 < seconds < math.inf:
        raise Refused(say("this is a number of seconds above 0"), place="--seconds")
    games = [prepared(name) for name in chosen(game)]
    with bar(say("Measuring"), 1) as progress:
        task = progress.task_ids[0]

        def tell(what: str, done: int, total: int) -> None:
            progress.update(task, description=what, completed=done, total=total)

        measured: Bench | Searches
        if only_search:
            measured = measure_searches(games, seconds, runs, tell)
        else:
            measured = measure(games, seconds, runs, tell)
    if as_json:
        sys.stdout.write(msgspec.json.encode(measured).decode() + "\n")
    elif isinstance(measured, Bench):
        show(measured)
    else:
        show_searches(measured)


def show(result: Bench) -> None:
    """Print a run as tables."""
    console = Console(highlight=False)
    console.print(say("tangledbank {version}, {machine}, one core",
                      version=result.version, machine=result.machine))  # fmt: skip
    grid = Grid(say("whole random games"), say("games/s"), say("decisions/s"), say("spread"))
    for row in result.rows:
        grid.add_row(
            row.name,
            f"{row.games_per_second:,.0f}",
            f"{row.decisions_per_second:,.0f}",
            f"{row.slowest:,.0f} – {row.fastest:,.0f}",
        )
    console.print(grid)
    costs = Grid(say("cost"), say("median"), say("spread"))
    for name, (middle, least, most) in result.costs.items():
        costs.add_row(name, f"{middle:.2f} µs", f"{least:.2f} – {most:.2f}")
    for name, (middle, least, most) in result.starts.items():
        costs.add_row(name, f"{middle:.2f} s", f"{least:.2f} – {most:.2f}")
    console.print(costs)
    show_searches(result.searches)
    for ours, multiples in result.ratios.items():
        ratios = Grid(say("{ours}, as a multiple of", ours=ours), say("ratio"))
        for name, ratio in multiples.items():
            ratios.add_row(name, f"{ratio:,.1f}")
        console.print(ratios)
    for sentence in result.missing:
        console.print(sentence)


def show_searches(result: Searches) -> None:
    """Print what was measured of searches."""
    console = Console(highlight=False)
    grid = Grid(say("search with random playouts"), say("playouts/s"), say("iterations/s"),
                say("share"), say("over OpenSpiel's"))  # fmt: skip
    for name, found in result.shares.items():
        grid.add_row(
            name,
            f"{found.playouts:,.0f}",
            f"{found.iterations:,.0f}",
            f"{found.share:.0%}",
            "" if found.over_hearts is None else f"{found.over_hearts:.2f}",
        )
    console.print(grid)
    grid = Grid(say("search as bots use it"), say("1 thread, iterations/s"),
                say("2 threads, iterations/s"), say("ratio"))  # fmt: skip
    for name, gain in result.threads.items():
        grid.add_row(name, f"{gain.one:,.0f}", f"{gain.two:,.0f}", f"{gain.gain:.2f}")
    console.print(grid)
