"""`tangledbank simulate`: many games between bots, and a table of how they did."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from tangledbank.cli.play import read_options
from tangledbank.cli.progress import bar, with_bots
from tangledbank.games.game import Game, load
from tangledbank.study.simulate import Entry, Report, check, simulate
from tangledbank.text import say, say_count


def simulate_command(
    game: str, games: int, seats: str, seed: int, option: list[str], workers: int, as_json: bool
) -> None:
    """Play many games between bots and print how they did; workers 0 means all cores."""
    played, options = load(game), read_options(option)
    bots = [name.strip() for name in seats.split(",")]
    report = _simulate(played, bots, games, seed, options, workers)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
        return
    console = Console()
    console.print(_table(report))
    console.print(_summary(report))


def _simulate(
    game: Game, bots: Sequence[str], games: int, seed: int, options: dict[str, str], workers: int
) -> Report:
    """The report, with progress shown while it is made."""
    check(game, bots, games, seed, options, workers or None)
    with_bots(game)
    with bar(say("Playing"), games) as progress:
        return simulate(
            game, bots, games, seed, options, workers or None,
            lambda done, _total: progress.update(progress.task_ids[0], completed=done),
        )  # fmt: skip


def _table(report: Report) -> Table:
    table = Table(title=_title(report))
    table.add_column(say("Bot"))
    for heading in (
        say("Wins"),
        say("95 % interval"),
        say("Score"),
        say("± sd"),
        say("Fewest"),
        say("Most"),
        say("Wins by seat"),
    ):
        table.add_column(heading, justify="right")
    for entry in report.bots:
        table.add_row(*_row(entry))
    return table


def _title(report: Report) -> str:
    return say_count(
        "{game}: one game with {seats} seats, seed {seed}",
        "{game}: {n} games with {seats} seats, seed {seed}",
        report.games,
        game=report.game,
        seats=report.seats,
        seed=report.seed,
    )


def _row(entry: Entry) -> tuple[str, ...]:
    low, high = entry.win_interval.low, entry.win_interval.high
    return (
        entry.bot,
        f"{entry.win_share:.1%}",
        say("{low} to {high}", low=f"{low:.1%}", high=f"{high:.1%}"),
        f"{entry.mean_score:.2f}",
        f"{entry.score_deviation:.2f}",
        str(entry.fewest),
        str(entry.most),
        " ".join("-" if share is None else f"{share:.0%}" for share in entry.win_share_by_seat),
    )


def _summary(report: Report) -> str:
    lengths = say(
        "A game took {turns} turns and {decisions} decisions on average.",
        turns=f"{report.mean_turns:.1f}",
        decisions=f"{report.mean_decisions:.0f}",
    )
    ties = say_count(
        "One victory was shared; it counts in equal parts.",
        "{n} victories were shared; each counts in equal parts.",
        report.ties,
    )
    wilson = say("Intervals are Wilson's, with 95 % confidence.")
    return f"{lengths} {ties} {wilson}"
