"""Commands that play many games or judge one: counted, checked, timed, analysed."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

from tangledbank.accept import accept
from tangledbank.bench import Bench, Searches, measure, measure_searches
from tangledbank.bench.against import Comparison, compare
from tangledbank.cli import common
from tangledbank.cli.common import bar, chosen, grid, prepared, print_json, right, with_bots
from tangledbank.cli.screens import seat_names
from tangledbank.errors import Refused, about
from tangledbank.games.game import load
from tangledbank.games.shared.verbs import SEAT_LETTERS
from tangledbank.log import parse_log
from tangledbank.search import bot
from tangledbank.study import analyse, checks, simulate
from tangledbank.study.analyse import BLUNDER_MARK, TURN_MARK, Analysis, JudgedDecision
from tangledbank.study.simulate import NORMAL_95, BotResult, Simulation
from tangledbank.table import Table, replay
from tangledbank.text import mark_in, say, say_count

# --- simulate ------------------------------------------------------------------------------------


def simulate_command(
    game: str, games: int, seats: str, seed: int, option: list[str], workers: int, as_json: bool
) -> None:
    """Play many games between bots and print how they did; workers 0 means all cores."""
    played, options, bots = load(game), common.read_options(option), common.names_in(seats)
    simulate.check(played, bots, games, seed, options, workers or None)
    with_bots(played)
    with bar(say("Playing"), games) as progress:
        report = simulate.simulate(
            played, bots, games, seed, options, workers or None, progress.show
        )
    if as_json:
        print_json(report)
        return
    console = Console()
    console.print(
        grid(
            [
                say("Bot"),
                *right(say("Wins"), say("95 % interval"), say("Score"), say("± sd")),
                *right(say("Fewest"), say("Most"), say("Wins by seat")),
            ],
            map(_bot_row, report.bots),
            _title(report),
        )
    )
    console.print(_summary(report))


def _title(report: Simulation) -> str:
    return say_count(
        "{game}: one game with {seats} seats, seed {seed}",
        "{game}: {n} games with {seats} seats, seed {seed}",
        report.games,
        game=report.game,
        seats=report.seats,
        seed=report.seed,
    )


def _bot_row(one: BotResult) -> list[str]:
    return [
        one.bot,
        f"{one.win_share:.1%}",
        common.interval_text(one.win_interval),
        f"{one.mean_score:.2f}",
        f"{one.score_deviation:.2f}",
        str(one.fewest),
        str(one.most),
        " ".join("-" if share is None else f"{share:.0%}" for share in one.win_share_by_seat),
    ]


def _summary(report: Simulation) -> str:
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


# --- is it fair? ---------------------------------------------------------------------------------


def balance_command(
    game: str, games: int, seats: str, bots: str, seed: int, workers: int, as_json: bool
) -> None:
    """Play so many games for each number of seats and kind of bot; print what holds."""
    played, numbers, names = load(game), _read_numbers(seats), common.names_in(bots)
    simulate.check_balance(played, games, numbers, names)
    with_bots(played)
    sections: list[simulate.Section] = []
    with bar(say("Playing"), games * len(numbers) * len(names)) as progress:
        for bot in names:
            for number in numbers:
                sections.append(
                    simulate.study_balance(
                        played, number, bot, games, seed, workers or None,
                        lambda done: progress.show(games * len(sections) + done),
                    )
                )  # fmt: skip
    if as_json:
        print_json(sections)
        return
    console = Console()
    for section in sections:
        console.print(_judged(section))
    judged = [one.holds for section in sections for one in section.measures]
    held, judged_all = judged.count(True), len(judged) - judged.count(None)
    console.print(say("{held} of {judged} bounds hold.", held=held, judged=judged_all))


def _read_numbers(text: str) -> list[int]:
    """Numbers of seats as they were typed: 2,3,4."""
    try:
        return [*map(int, text.split(","))]
    except ValueError:
        raise Refused(say("type numbers divided by commas, such as 2,3,4"), place="seats") from None


def _judged(section: simulate.Section) -> Grid:
    words = {None: "–", True: say("yes"), False: say("NO")}
    columns = [say("Measure"), say("Figure"), say("Bound"), say("Holds")]
    rows = ((one.question, one.figure, one.limit, words[one.holds]) for one in section.measures)
    title = say("{seats} seats, {bot}, {games} games",
                seats=section.seats, bot=section.bot, games=section.games)  # fmt: skip
    return grid(columns, rows, title)


# --- does it still do what it must? --------------------------------------------------------------


def fuzz_command(game: str | None, games: int, seed: int, workers: int) -> None:
    """Fuzz a game, or all; exit 1 if an invariant did not hold."""
    found = [_fuzz(name, games, seed, workers) for name in chosen(game)]
    sys.exit(1 if any(found) else 0)


def _fuzz(name: str, games: int, seed: int, workers: int) -> int:
    """How many violations there are."""
    prepared(name)
    with bar(say("Fuzzing"), games) as progress:
        report = checks.fuzz(name, games, seed, workers or None, progress.show)
    for one in report.findings:
        print(
            say("{what}: {options}, seed {seed}, after {n} decisions",
                what=one.violation, options=one.options, seed=one.seed, n=one.decisions)
        )  # fmt: skip
    n = len(report.findings)
    print(
        say("{game}: {games} games, {decisions} positions checked, {n} violations",
            game=name, games=report.games, decisions=report.decisions, n=n)
    )  # fmt: skip
    return n


def golden_command(game: str | None, folder: Path, *, write: bool) -> None:
    """Compare the golden files of a game, or of all, or write them anew."""
    changed = 0
    for name in chosen(game):
        for file, text in checks.texts(prepared(name)):
            path = folder / name / file
            if write:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
                print(path)
            elif not path.exists() or path.read_text(encoding="utf-8") != text:
                changed += 1
                print(say("{path} differs", path=path))
    if write:
        return
    print(say("{n} golden files differ", n=changed))
    sys.exit(1 if changed else 0)


def signature_command(name: str) -> None:
    """Print the signature of a game."""
    print(checks.signature(prepared(name)))


# --- how fast is it? -----------------------------------------------------------------------------


def bench_command(
    game: str | None, seconds: float, runs: int, other: Path | None, *, only_search: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Measure a game, or all, beside their peers or another commit; print medians and ratios."""
    if not 0 < seconds < math.inf:
        raise Refused(say("this is a number of seconds above 0"), place="--seconds")
    if other and not (package := other / "src" / "tangledbank").is_dir():
        raise Refused(say("there is no such folder"), place=str(package))
    names = chosen(game)
    games = [] if other else [*map(prepared, names)]
    found: Comparison | Searches | Bench
    with bar(say("Measuring")) as progress:
        if other:
            found = compare(other, names, seconds, runs, progress.tell)
        elif only_search:
            found = measure_searches(games, seconds, runs, progress.tell)
        else:
            found = measure(games, seconds, runs, progress.tell)
    if as_json:
        common.write_line(found)
        return
    console = Console(highlight=False)
    for part in _bench_parts(found):
        console.print(part)


def _bench_parts(found: Bench | Searches | Comparison) -> Iterator[Grid | str]:
    """A run as tables."""
    if isinstance(found, Comparison):
        rows = (
            (name, f"{one.new:,.2f}", f"{one.old:,.2f}", f"{one.ratio:.3f}",
             f"{one.least:.3f} – {one.most:.3f}")
            for name, one in found.rows.items()
        )  # fmt: skip
        yield grid([say("median"), found.new, found.old, say("ratio"), say("spread")], rows)
        return
    if isinstance(found, Searches):
        yield from _search_parts(found)
        return
    yield say("tangledbank {version}, {machine}, one core",
              version=found.version, machine=found.machine)  # fmt: skip
    yield grid(
        [say("whole random games"), say("games/s"), say("decisions/s"), say("spread")],
        (
            (row.name, f"{row.games_per_second:,.0f}", f"{row.decisions_per_second:,.0f}",
             f"{row.slowest:,.0f} – {row.fastest:,.0f}")
            for row in found.rows
        ),
    )  # fmt: skip
    yield grid(
        [say("cost"), say("median"), say("spread")],
        (
            (name, f"{middle:.2f} {unit}", f"{least:.2f} – {most:.2f}")
            for unit, spreads in (("µs", found.costs), ("s", found.starts))
            for name, (middle, least, most) in spreads.items()
        ),
    )
    yield from _search_parts(found.searches)
    for ours, multiples in found.ratios.items():
        columns = [say("{ours}, as a multiple of", ours=ours), say("ratio")]
        yield grid(columns, ((name, f"{ratio:,.1f}") for name, ratio in multiples.items()))
    yield from found.missing


def _search_parts(found: Searches) -> Iterator[Grid]:
    """What was measured of searches."""
    yield grid(
        [say("search with random playouts"), say("playouts/s"), say("iterations/s"), say("share"),
         say("over OpenSpiel's")],
        (
            (name, f"{one.playouts:,.0f}", f"{one.iterations:,.0f}", f"{one.share:.0%}",
             "" if one.over_hearts is None else f"{one.over_hearts:.2f}")
            for name, one in found.shares.items()
        ),
    )  # fmt: skip
    yield grid(
        [say("search as bots use it"), say("1 thread, iterations/s"),
         say("2 threads, iterations/s"), say("ratio")],
        (
            (name, f"{one.one:,.0f}", f"{one.two:,.0f}", f"{one.gain:.2f}")
            for name, one in found.threads.items()
        ),
    )  # fmt: skip


# --- analyse -------------------------------------------------------------------------------------
# A saved game, decision by decision, and where it turned.


def analyse_command(
    file: Path, budget: str, seat: str, workers: int, picture: Path | None, *, as_json: bool
) -> None:
    """Judge the decisions of a saved game; print them, and draw them if wanted."""
    searched = read_budget(budget)
    if picture:
        analyse.check_plot(picture)
    text = common.read(file)
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
