"""A tournament as a picture: the ratings, and who takes how much from whom."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from tangledbank.arena.report import Report
from tangledbank.text import say

SIGMAS = 2  # the length of a bar on each side
HALF = 0.5
DARK = 0.35  # so far from a half letters must be light


class Rated(Protocol):
    """A bot with its rating."""

    @property
    def bot(self) -> str: ...  # noqa: D102
    @property
    def mu(self) -> float: ...  # noqa: D102
    @property
    def sigma(self) -> float: ...  # noqa: D102


def plot(report: Report, path: Path) -> None:
    """Draw a report into a file; the same report, the same picture."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    height = 1.6 + 0.5 * len(report.bots)
    with mpl.rc_context({"svg.hashsalt": "tangledbank", "svg.fonttype": "none"}):
        figure = Figure(figsize=(10, max(3.0, height)), layout="constrained")
        left, right = figure.subplots(1, 2)
        draw_ratings(left, report.bots)
        _draw_shares(right, report)
        figure.suptitle(title(report))
        metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        figure.savefig(path, metadata=metadata)


def title(report: Report) -> str:
    """What was played."""
    return say(
        "{game}: {games} games with {seats} seats, seed {seed}",
        game=report.game,
        games=report.games,
        seats=report.seats,
        seed=report.seed,
    )


def draw_ratings(axes: Any, entries: Sequence[Rated]) -> None:
    """The ratings of some bots, one below the other, with their uncertainty."""
    rows = range(len(entries))
    axes.errorbar(
        [entry.mu for entry in entries],
        rows,
        xerr=[SIGMAS * entry.sigma for entry in entries],
        fmt="o",
        capsize=3,
        color="#2f5d50",
    )
    axes.set_yticks(rows, [entry.bot for entry in entries])
    axes.invert_yaxis()
    axes.set_xlabel(say("rating: mu ± 2 sigma (Plackett-Luce)"))
    axes.grid(axis="x", alpha=0.3)


def _draw_shares(axes: Any, report: Report) -> None:
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
