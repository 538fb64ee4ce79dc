"""`tangledbank tournament`: bots against each other, and a table of how they did."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Column, Table

from tangledbank.arena import Setup, check_games, set_up
from tangledbank.arena.report import (
    BotEntry,
    PairEntry,
    Standing,
    TournamentReport,
    plot,
    rating_model,
    read_stop_rule,
    title,
)
from tangledbank.arena.tournament import ResultFile, Tournament, all_cores, try_programs
from tangledbank.cli import common
from tangledbank.cli.common import Bar, grid, interval_text, right
from tangledbank.errors import Refused
from tangledbank.folders import data_folder, new_file
from tangledbank.games.game import load
from tangledbank.study.analyse import check_plot
from tangledbank.text import say
from tangledbank.workers.programs import Limits, read_programs

FEW = 4  # bots in the standing beside the progress bar


class Wanted(NamedTuple):
    """What is wanted besides the games themselves."""

    games: int
    workers: int  # 0: all cores
    stop: str
    state: Path | None
    logs: Path | None
    plot: Path | None
    as_json: bool


def tournament_command(
    game: str, bots: str, programs: list[str], seats: int | None, option: list[str], seed: int,
    limits: Limits, wanted: Wanted,
) -> None:  # fmt: skip
    """Play a tournament, or go on with one, and print how the bots did."""
    played, commands = load(game), read_programs(programs)
    names = [name for name in common.names_in(bots) if name]
    names += [name for name in commands if name not in names]  # those come last
    options = common.read_options(option)
    setup = set_up(played, names, seats, options, seed, commands, limits)
    games = check_games(setup, wanted.games)
    rule = read_stop_rule(wanted.stop, len(setup.bots)) if wanted.stop else None
    rating_model()
    if wanted.plot:
        check_plot(wanted.plot)
    try_programs(setup)
    if wanted.logs:
        wanted.logs.mkdir(parents=True, exist_ok=True)
    file = ResultFile(wanted.state or _new_file(setup.game), setup)
    _note(file.note)
    if games != wanted.games:
        _note(say("Every pair meets equally often: {n} games are played.", n=games))
    tournament = Tournament(setup, games, file, rule)
    try:
        _play(setup, tournament, games, wanted)
    except (Refused, OSError):
        _tell_so_far(tournament.report(), file.path, wanted)
        raise
    except KeyboardInterrupt:
        _tell_so_far(tournament.report(), file.path, wanted)
        sys.exit(common.INTERRUPTED)
    _tell(tournament.report(), file.path, wanted)


def _new_file(game: str) -> Path:
    """Where a tournament is kept for which no file is named."""
    return new_file(data_folder() / "tournaments", f"{game}-{time.strftime('%Y%m%d-%H%M%S')}")


def _play(setup: Setup, tournament: Tournament, games: int, wanted: Wanted) -> None:
    """Play on, with the standing so far beside the progress."""
    if tournament.is_over():
        return
    common.with_bots(load(setup.game))
    with common.bar(say("Playing"), games) as progress:
        tournament.play(wanted.workers or all_cores(), wanted.logs, _shown_by(progress, setup))


def _shown_by(progress: Bar, setup: Setup) -> Callable[[Standing], None]:
    def show(standing: Standing) -> None:
        bots = sorted(range(len(setup.bots)), key=standing.win_share, reverse=True)
        leaders = (f"{setup.bots[bot]} {standing.win_share(bot):.0%}" for bot in bots[:FEW])
        progress.show(standing.games, what=" · ".join(leaders))

    return show


def _tell_so_far(report: TournamentReport, file: Path, wanted: Wanted) -> None:
    """Show how it stands when it ends too early, and how to go on."""
    if report.games and not wanted.as_json:
        _print(report)
    _note(
        say("Interrupted after {done} of {all} games; they are kept in {file}",
            done=report.games, all=report.planned, file=file)
    )  # fmt: skip
    _tell_how_to_go_on(file, wanted)


def _tell_how_to_go_on(file: Path, wanted: Wanted) -> None:
    state = [] if wanted.state else ["--state", str(file)]
    command = shlex.join(["tangledbank", *sys.argv[1:], *state])
    _note(say("Go on with: {command}", command=command))


def _tell(report: TournamentReport, file: Path, wanted: Wanted) -> None:
    if wanted.as_json:
        common.print_json(report)
    else:
        _print(report)
        print(say("Kept as {file}", file=file))
    if wanted.plot:
        try:
            plot(report, wanted.plot)
        except OSError:
            _tell_how_to_go_on(file, wanted)  # nothing is played again
            raise


def _print(report: TournamentReport) -> None:
    console = Console()
    console.print(_bots(report))
    console.print(_pairs(report))
    if report.verdict:
        console.print(say("Stopped early: {verdict}.", verdict=report.verdict), markup=False)
    console.print(
        say(
            "Ratings are openskill's (Plackett-Luce), mu - 3 sigma. Intervals are Wilson's, with"
            " 95 % confidence. Among equals each would win {share:.1%}.",
            share=report.bots[0].fair_share,
        )
    )
    for entry in report.bots:
        for lost in entry.reasons:
            console.print(
                say("Game {number} was lost by {bot}: {why}.",
                    number=lost.game, bot=entry.bot, why=lost.why),
                markup=False,
            )  # fmt: skip


def _bots(report: TournamentReport) -> Table:
    headings = [say("Rating"), "mu ± sigma", say("Wins"), say("95 % interval"), say("Score")]
    if any(entry.forfeits for entry in report.bots):
        headings.append(say("Forfeits"))
    columns = [Column(say("Bot"), overflow="fold", min_width=8)]
    columns += [Column(heading, justify="right", no_wrap=True) for heading in headings]
    rows = (_bot_row(entry)[: len(columns)] for entry in report.bots)
    return grid(columns, rows, title(report))


def _bot_row(entry: BotEntry) -> list[str]:
    return [
        entry.bot,
        f"{entry.rating:.1f}",
        f"{entry.mu:.1f} ± {entry.sigma:.1f}",
        f"{entry.win_share:.1%}",
        interval_text(entry.win_interval),
        f"{entry.mean_score:.1f}",
        str(entry.forfeits),
    ]


def _pairs(report: TournamentReport) -> Table:
    headings = right(say("Share"), say("95 % interval"), say("Games"), say("Points ahead"))
    rows = (
        (one.first, one.second, f"{one.share:.1%}", interval_text(one.interval), str(one.games),
         _lead(one))
        for one in report.pairs
    )  # fmt: skip
    name = say("Who is ranked higher, pair by pair")
    return grid([say("Bot"), say("against"), *headings], rows, name)


def _lead(pair: PairEntry) -> str:
    """The lead in points, with what it may be off by."""
    off = pair.lead_interval
    return f"{pair.lead:+.1f}" + (f" ± {(off.high - off.low) / 2:.1f}" if off else "")


def _note(sentence: str) -> None:
    if sentence:
        print(sentence, file=sys.stderr)
