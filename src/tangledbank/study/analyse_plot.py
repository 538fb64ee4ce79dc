"""An analysed game as a picture: each seat's chance to win, and where the game turned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tangledbank.errors import Refused
from tangledbank.study.analyse import BLUNDER_MARK, TURN_MARK, Analysis, Decision
from tangledbank.text import say

KINDS = (".png", ".svg")
# Okabe and Ito's colours, told apart by everyone; line and marker say the same without colour.
NUMBER = 0.04  # of the width: room for the number of a move
LOOKS = (
    ("#0072B2", "-", "o"),
    ("#D55E00", "--", "s"),
    ("#009E73", "-.", "^"),
    ("#CC79A7", ":", "D"),
    ("#E69F00", (0, (5, 1, 1, 1, 1, 1)), "v"),
    ("#56B4E9", (0, (8, 2)), "P"),
    ("#000000", (0, (1, 3)), "X"),
    ("#7F7F7F", (0, (3, 1, 1, 1)), "<"),
)


def check_plot(path: Path) -> None:
    """Refuse a picture that cannot be made, before any work is done for it."""
    if path.suffix not in KINDS:
        raise Refused(say("a picture ends with {kinds}", kinds=", ".join(KINDS)), place=str(path))
    if not path.parent.is_dir():
        raise Refused(say("there is no such folder"), place=str(path.parent))
    if path.is_dir():
        raise Refused(say("this is a folder, not a file"), place=str(path))
    try:
        import matplotlib as _  # noqa: F401  is it there?
    except ImportError:
        raise Refused(
            say("pictures need the package matplotlib: pip install 'tangledbank[study]'")
        ) from None


def plot(analysis: Analysis, names: Sequence[str], path: Path) -> None:
    """Draw an analysis into a file; the same analysis, the same picture."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "tangledbank", "svg.fonttype": "none"}):
        figure = Figure(figsize=(10, 5), layout="constrained")
        axes = figure.subplots()
        for seat, name in enumerate(names):
            _draw_seat(axes, analysis, seat, name)
        _draw_blunders(axes, analysis)
        _draw_turns(axes, analysis)
        _draw_frame(axes, analysis)
        metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        figure.savefig(path, metadata=metadata, dpi=120)


def _draw_seat(axes: Any, analysis: Analysis, seat: int, name: str) -> None:
    """The chance with the best move at each decision, and what came of it in the end."""
    rows = [row for row in analysis.decisions if row.seat == seat]
    if not rows:
        return
    moves, chances = [row.move for row in rows], [row.best.chance for row in rows]
    if analysis.outcome and len(analysis.decisions) == analysis.of:
        moves.append(analysis.moves + 1)
        chances.append(analysis.outcome[seat])
    colour, line, marker = LOOKS[seat % len(LOOKS)]
    axes.plot(moves, chances, color=colour, linestyle=line, marker=marker, markersize=4, label=name)


def _draw_blunders(axes: Any, analysis: Analysis) -> None:
    """From what the best move promised down to what was played."""
    rows = _marked(analysis, BLUNDER_MARK)
    for row in rows:
        axes.annotate(
            "", (row.move, row.played.chance), (row.move, row.best.chance),
            arrowprops={"arrowstyle": "-|>", "color": LOOKS[row.seat % len(LOOKS)][0]},
        )  # fmt: skip
    if rows:
        axes.scatter(
            [row.move for row in rows], [row.played.chance for row in rows],
            marker="x", s=50, color="black", zorder=3, label=say("blunder: the chance it left"),
        )  # fmt: skip


def _draw_turns(axes: Any, analysis: Analysis) -> None:
    rows = _marked(analysis, TURN_MARK)
    free = 0.0  # from this move on a number does not run into the last one
    for row in rows:
        axes.axvline(row.move, color="#999999", linewidth=0.8, zorder=0)
        if row.move >= free:
            axes.text(row.move, 1.05, row.move, ha="center", va="bottom", fontsize="small")
            free = row.move + NUMBER * analysis.moves
    if rows:
        axes.scatter(
            [row.move for row in rows], [row.best.chance for row in rows],
            s=150, facecolors="none", edgecolors="black", zorder=3, label=say("the game turned"),
        )  # fmt: skip


def _marked(analysis: Analysis, mark: str) -> list[Decision]:
    return [row for row in analysis.decisions if mark in row.marks]


def _draw_frame(axes: Any, analysis: Analysis) -> None:
    axes.set_ylim(-0.04, 1.04)
    axes.yaxis.set_major_formatter(lambda share, _position: f"{share:.0%}")
    axes.set_xlabel(say("move"))
    axes.set_ylabel(say("estimated chance to win"))
    axes.set_title(
        say("{game}: each seat's chance to win, move by move", game=analysis.game), pad=18
    )
    axes.grid(axis="y", alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
