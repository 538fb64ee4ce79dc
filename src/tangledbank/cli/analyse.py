"""`tangledbank analyse`: a saved game, decision by decision, and where it turned."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

from tangledbank.accept import accept
from tangledbank.cli import common
from tangledbank.cli.common import about, bar, grid, print_json, read, right, with_bots
from tangledbank.cli.screens import seat_names
from tangledbank.errors import Refused
from tangledbank.games.game import load
from tangledbank.games.shared.verbs import SEAT_LETTERS
from tangledbank.log import parse_log
from tangledbank.search import bot
from tangledbank.study import analyse
from tangledbank.study.analyse import BLUNDER_MARK, TURN_MARK, Analysis, JudgedDecision
from tangledbank.study.simulate import NORMAL_95
from tangledbank.table import Table, replay
from tangledbank.text import mark_in, say


def analyse_command(
    file: Path, budget: str, seat: str, workers: int, picture: Path | None, *, as_json: bool
) -> None:
    """Judge the decisions of a saved game; print them, and draw them if wanted."""
    searched = read_budget(budget)
    if picture:
        analyse.check_plot(picture)
    text = read(file)
    with about(file):
        lines = parse_log(text)
        with_bots(load(accept(lines[0].words.get("game"), str, "game")))
        table = replay(lines)
        with bar(say("Searching")) as progress:
            found = analyse.analyse(
                table, searched, _read_seat(seat, table), workers or None, progress.show
            )
    names = seat_names(table.players)
    if as_json:
        print_json(found)
    else:
        _show(found, names)
    if picture:
        analyse.plot(found, names, picture)
        if not as_json:
            print(say("The picture is in {file}", file=picture))
    if _is_cut_short(found):
        sys.exit(common.INTERRUPTED)


def read_budget(text: str) -> bot.Spec:
    """How long each decision is searched: iterations, or a time."""
    try:
        return bot.read_spec(f"{bot.SEARCH}:{text}")
    except Refused:
        raise Refused(
            say(
                "“{text}” is no budget; it is iterations (1000, up to {iterations}) or a time "
                "(500ms or 2s, from 1ms to {seconds}s), either with threads (2sx4, up to "
                "x{threads})",
                text=text,
                iterations=bot.MOST_ITERATIONS,
                seconds=int(bot.MOST_SECONDS),
                threads=bot.MOST_THREADS,
            ),
            place="--budget",
        ) from None


def _read_seat(text: str, table: Table) -> int | None:
    """The seat of a letter; None for all."""
    letters = SEAT_LETTERS[: len(table.players)]
    if not text:
        return None
    if len(text) != 1 or text.upper() not in letters:
        raise Refused(
            say("“{seat}” is no seat of this game; its seats are: {letters}",
                seat=text, letters=", ".join(letters)), place="--seat",
        )  # fmt: skip
    return letters.index(text.upper())


def _show(analysis: Analysis, names: list[str]) -> None:
    console = Console()
    console.print(_moves(analysis, names))
    for line in _moments(analysis, names):
        console.print(line, markup=False, highlight=False)
    console.print(_seats(analysis, names))
    for line in _remarks(analysis):
        console.print(line, markup=False, highlight=False)


def _moves(analysis: Analysis, names: list[str]) -> Grid:
    table = grid(
        [
            *right(say(mark_in("analysis", "Move"))),
            *(Column(heading, overflow="fold") for heading in (say("Seat"), say("Played"))),
            *right(say("Wins")),
            Column(say("Best move"), overflow="fold"),
            *right(say("Wins"), say("Loss"), say(mark_in("analysis", "Change"))),
            "",
        ],
        is_light=True,
    )
    for row in analysis.decisions:
        table.add_row(*map(Text, _cells(row, names)), style="bold" if row.marks else "")
    return table


def _cells(row: JudgedDecision, names: list[str]) -> tuple[str, ...]:
    is_best = row.loss == 0.0  # nothing better was found
    marks = {BLUNDER_MARK: say("blunder"), TURN_MARK: say(mark_in("analysis", "turn"))}
    return (
        str(row.move),
        names[row.seat],
        row.played.notation,
        _percent(row.played.chance),
        "" if is_best else row.best.notation,
        "" if is_best else _percent(row.best.chance),
        "" if is_best else _percent(row.loss),
        "" if row.swing is None else f"{round(100 * row.swing):+d}",
        ", ".join(marks[mark] for mark in row.marks),
    )


def _moments(analysis: Analysis, names: list[str]) -> Iterator[str]:
    """The marked decisions in sentences, in the order of the game."""
    for row in analysis.decisions:
        name = names[row.seat]
        if TURN_MARK in row.marks and row.swing is not None:
            before, after = _percent(row.best.chance - row.swing), _percent(row.best.chance)
            yield say(
                "The game turned before move {move}: {name} came from {before} to {after}.",
                move=row.move,
                name=name,
                before=before,
                after=after,
            )
        if BLUNDER_MARK in row.marks:
            played, best, loss = row.played.text, row.best.text, _percent(row.loss)
            yield say("Blunder in move {move}: {name} gave away {loss} (played: {played}; "
                      "best: {best}).",
                      move=row.move, name=name, loss=loss, played=played, best=best)  # fmt: skip


def _seats(analysis: Analysis, names: list[str]) -> Grid:
    columns = right(say("Decisions"), say("Mean loss"), say("Blunders"), say("Best found"))
    table = grid([say("Seat"), *columns], is_light=True)
    for one in analysis.seats:
        if one.decisions:
            shares = f"{one.mean_loss:.1%}", str(one.blunders), f"{one.best_share:.0%}"
            table.add_row(Text(names[one.seat]), str(one.decisions), *shares)
    return table


def _is_cut_short(analysis: Analysis) -> bool:
    """Whether it was interrupted."""
    return len(analysis.decisions) < analysis.of


def _remarks(analysis: Analysis) -> Iterator[str]:
    done = len(analysis.decisions)
    if _is_cut_short(analysis):
        yield say("Stopped after {done} of {all} decisions.", done=done, all=analysis.of)
    if not analysis.over:
        yield say("The game is not over yet.")
    if done:
        yield say(
            "Chances are shares of games that bots played on from what the seat could see, on "
            "average ± {error} (95 % confidence; a larger budget makes it less). A blunder gives "
            "away {blunder} or more; the game turns where a seat's chance has changed by {turn} "
            "or more since its decision before.",
            error=_percent(NORMAL_95 * fmean(row.best.error for row in analysis.decisions)),
            blunder=_percent(analyse.BLUNDER),
            turn=_percent(analyse.TURN),
        )


def _percent(share: float) -> str:
    return f"{share:.0%}"
