"""The command `tangledbank`: what it offers. Each command loads what it needs when it runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from typer import Argument, Option

from tangledbank import __version__, cli
from tangledbank.cli.help import Command, new_group, show_help
from tangledbank.errors import Refused
from tangledbank.text import LANGUAGES, instead, mark, say, speak, usual_language

if TYPE_CHECKING:
    from typer._click import Context

app = new_group(mark("Board games about evolution: play them, study them, check their rules."))
deck = new_group(mark("Cards of your own for Darwin's Choice: begin, and check them."))
study = new_group(mark("Study a game: measures over many games between bots."))
art = new_group(mark("The pictures of cards and creatures."))
for name, group in (("deck", deck), ("study", study), ("art", art)):
    app.add_typer(group, name=name)

GAME, FILE = mark("game"), mark("file")
MAX_SEED = 2**63 - 1  # as in games.game
MAX_GAMES = 10**9
GameName = Annotated[str, Argument(metavar=GAME, help=mark("The game: {games}."))]
AnyGame = Annotated[
    str | None, Argument(metavar=GAME, help=mark("The game: {games}; default: all of them."))
]
Seed = Annotated[
    int | None, Option(min=0, max=MAX_SEED, help=mark("Same seed, same cards and dice."))
]
ResultSeed = Annotated[int, Option(min=0, max=MAX_SEED, help=mark("Same seed, same results."))]
Bots = Annotated[str, Option(help=mark("Bots divided by commas."))]
Workers = Annotated[int, Option(min=0, max=1024, help=mark("Processes; 0: one for each core."))]
OptionList = Annotated[
    list[str],
    Option("--option", "-o", help=mark("A rule option, as name=value, or name=@FILE. Repeatable.")),
]
ProgramList = Annotated[
    list[str], Option("--bot", help=mark("A program that plays, as NAME=COMMAND. Repeatable."))
]
BotSeconds = Annotated[
    float,
    Option(
        "--bot-seconds", min=0.01, max=3600, help=mark("Seconds for a decision of such a program.")
    ),
]
BotMegabytes = Annotated[
    int,
    Option(
        "--bot-megabytes", min=16, max=1 << 20,
        help=mark("Megabytes of memory for each such program."),
    ),
]  # fmt: skip
Plain = Annotated[bool, Option("--plain", help=mark("Numbered lines without boxes."))]
AsJson = Annotated[bool, Option("--json", help=mark("JSON lines for programs."))]
LogFile = Annotated[Path, Argument(metavar=FILE, help=mark("A game saved by play."))]


class UncompiledCommand(Command):
    """Nobody waits for the compiler: a step of the plain rules takes a millisecond at most."""

    def invoke(self, ctx: Context) -> object:
        """Run it."""
        os.environ.setdefault("TANGLEDBANK_UNCOMPILED", "1")
        return super().invoke(ctx)


def command(
    about: str, group: typer.Typer = app, name: str | None = None, cls: type[Command] = Command
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command that speaks the reader's language; `about` is marked for translation."""
    return group.command(name, cls=cls, help=about)


uncompiled = partial(command, cls=UncompiledCommand)


@uncompiled(mark("Play a game in the terminal, with bots or friends at the same keyboard."))
def play(
    game: Annotated[
        str | None, Argument(metavar=GAME, help=mark("The game: {games}; default: you are asked."))
    ] = None,
    seats: Annotated[
        str,
        Option(
            help=mark(
                "Who plays: me, me:Name, or a bot, with commas. Bots: beginner, learner, skilled, "
                "strong, expert; random, greedy, caretaker, careless:25, search:500ms, search:1000."
            )
        ),
    ] = "me,greedy,greedy",
    option: OptionList = [],  # noqa: B006  Typer copies it
    seed: Seed = None,
    plain: Plain = False,
    as_json: AsJson = False,
    file: Annotated[Path | None, Option(help=mark("Where the game is kept."))] = None,
    bot: ProgramList = [],  # noqa: B006
    seconds: BotSeconds = 5.0,
    megabytes: BotMegabytes = 4096,
) -> None:
    settings = cli.play.read_settings(plain, as_json, bot, seconds, megabytes)
    cli.play.start(game, seats, option, seed, file, settings)


@uncompiled(mark("Show the levels of the bots: how they play and how strong they are."))
def bots() -> None:
    cli.look.bots_command()


@command(mark("Play in the browser, with bots or friends anywhere."))
def serve(
    host: Annotated[str, Option(help=mark("The address to listen at."))] = "127.0.0.1",
    port: Annotated[
        int, Option(min=0, max=65535, help=mark("The port to listen at; 0: any that is free."))
    ] = 8000,
    data: Annotated[Path | None, Option(help=mark("The folder that keeps the tables."))] = None,
    browser: Annotated[
        bool,
        Option(
            "--browser/--no-browser", help=mark("Open the page in a browser where there is one.")
        ),
    ] = True,
    pace: Annotated[
        float, Option(min=0, max=60, help=mark("Seconds between two moves of bots."))
    ] = 0.6,
    store: Annotated[
        str,
        Option(
            envvar="TANGLEDBANK_STORE",
            help=mark("postgresql://… for several servers; default: a file in the data folder."),
        ),
    ] = "",
    processes: Annotated[
        int, Option(min=1, max=64, help=mark("How many processes the tables are divided among."))
    ] = 1,
    allowed_host: Annotated[
        list[str],
        Option(
            envvar="TANGLEDBANK_ALLOWED_HOSTS",
            help=mark("Another name of this server: example.org, *.example.org or *. Repeatable."),
        ),
    ] = [],  # noqa: B006
    trusted_proxy: Annotated[
        list[str],
        Option(help=mark("The address or network of a proxy that tells who asks. Repeatable.")),
    ] = [],  # noqa: B006
    head_seconds: Annotated[
        float, Option(min=0.1, max=3600, help=mark("Seconds for a connection to ask."))
    ] = 10.0,
    body_seconds: Annotated[
        float, Option(min=0.1, max=3600, help=mark("Seconds to send a form or a file."))
    ] = 30.0,
    address_connections: Annotated[
        int, Option(min=1, max=1 << 20, help=mark("Connections that one address may have."))
    ] = 256,
    address_sockets: Annotated[
        int, Option(min=1, max=1 << 20, help=mark("Open tables that one address may have."))
    ] = 400,
    quota: Annotated[
        float,
        Option(
            min=0.1, max=1e6, help=mark("How much visitors may do, as a multiple of the usual.")
        ),
    ] = 1.0,
    bot: ProgramList = [],  # noqa: B006
    seconds: BotSeconds = 5.0,
    megabytes: BotMegabytes = 4096,
) -> None:
    from tangledbank.server import rules_made_ready

    with rules_made_ready():
        from tangledbank.server.web.connections import ConnectionLimits
        from tangledbank.workers.programs import Limits

        cli.serve.serve(
            host, port, data, browser=browser, pace=pace, store=store, processes=processes,
            programs=bot, limits=Limits(seconds, megabytes), allowed_hosts=allowed_host,
            connections=ConnectionLimits(
                head_seconds, body_seconds, of_address=address_connections,
                sockets_of_address=address_sockets, proxies=tuple(trusted_proxy),
            ),
            quota=quota,
        )  # fmt: skip


@uncompiled(mark("Go on with a saved game."))
def resume(
    file: Annotated[
        Path | None, Argument(metavar=FILE, help=mark("The saved game; default: the last."))
    ] = None,
    plain: Plain = False,
    as_json: AsJson = False,
    bot: ProgramList = [],  # noqa: B006
    seconds: BotSeconds = 5.0,
    megabytes: BotMegabytes = 4096,
) -> None:
    cli.play.go_on(file, cli.play.read_settings(plain, as_json, bot, seconds, megabytes))


@uncompiled(mark("Show a saved game from its first move to its last."))
def replay(
    file: LogFile,
    seat: Annotated[int, Option(help=mark("See what this seat saw; -1: the audience."))] = -1,
    as_json: AsJson = False,
) -> None:
    cli.look.replay_command(file, seat, as_json=as_json)


@uncompiled(mark("Recompute a saved game and refuse it if anything in it was changed."))
def verify(file: LogFile) -> None:
    cli.look.verify_command(file)


@command(mark("Show what each decision of a saved game was worth, and where the game turned."))
def analyse(
    file: LogFile,
    budget: Annotated[
        str, Option(help=mark("For each decision: iterations (1000) or a time (200ms, 1s)."))
    ] = "1s",
    seat: Annotated[str, Option(help=mark("Only the decisions of this seat, such as A."))] = "",
    workers: Workers = 0,
    plot: Annotated[
        Path | None, Option(help=mark("Draw the chances into this file, .svg or .png."))
    ] = None,
    as_json: Annotated[bool, Option("--json", help=mark("JSON for programs."))] = False,
) -> None:
    cli.studies.analyse_command(file, budget, seat, workers, plot, as_json=as_json)


@uncompiled(mark("Run scenarios; say what failed, where and why."))
def scenario(
    paths: Annotated[
        list[str] | None, Argument(metavar=mark("path"), help=mark("Scenario files or folders."))
    ] = None,
    schema: Annotated[bool, Option("--schema", help=mark("Print the JSON Schema."))] = False,
) -> None:
    if schema:
        cli.look.schema_command()
    else:
        cli.look.scenario_command(paths or [])


@uncompiled(mark("Read the rules of a game, clause by clause."))
def rules(
    game: GameName,
    coverage: Annotated[
        bool, Option("--coverage", help=mark("List the rules that no scenario or test shows."))
    ] = False,
    find: Annotated[str, Option(help=mark("Only clauses with this word or id."))] = "",
) -> None:
    if coverage:
        cli.look.coverage_command(game)
    else:
        cli.look.rules_command(game, find)


@command(mark("Let bots play many games and count."))
def simulate(
    game: GameName,
    games: Annotated[int, Option(min=1, max=MAX_GAMES, help=mark("How many games."))] = 1000,
    seats: Bots = "greedy,random",
    option: OptionList = [],  # noqa: B006
    seed: ResultSeed = 0,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    cli.studies.simulate_command(game, games, seats, seed, option, workers, as_json)


@command(
    mark("Let bots play each other, with every seat and the same cards for all, and rate them.")
)
def tournament(
    game: GameName,
    bots: Bots = "",
    bot: ProgramList = [],  # noqa: B006
    games: Annotated[
        int, Option(help=mark("How many games at least; pairs meet equally often."))
    ] = 100,
    seats: Annotated[
        int | None, Option(help=mark("Seats at a table; default: as few as can be."))
    ] = None,
    option: OptionList = [],  # noqa: B006
    seed: ResultSeed = 0,
    workers: Workers = 0,
    stop: Annotated[
        str,
        Option(
            help=mark(
                "Stop early: “apart”, when every pair is told apart, or LOW:HIGH, when the first"
                " of two bots takes more than LOW or less than HIGH per cent."
            )
        ),
    ] = "",
    state: Annotated[
        Path | None, Option(help=mark("The file that keeps the results; goes on if it is there."))
    ] = None,
    logs: Annotated[Path | None, Option(help=mark("A folder for the log of every game."))] = None,
    plot: Annotated[Path | None, Option(help=mark("A picture, .svg or .png."))] = None,
    seconds: BotSeconds = 5.0,
    megabytes: BotMegabytes = 4096,
    as_json: Annotated[bool, Option("--json", help=mark("The report as JSON."))] = False,
) -> None:
    from tangledbank.workers.programs import Limits

    wanted = cli.tournament.Wanted(games, workers, stop, state, logs, plot, as_json)
    limits = Limits(seconds, megabytes)
    cli.tournament.tournament_command(game, bots, bot, seats, option, seed, limits, wanted)


@command(mark("Play random games over all seats and options, checking every position."))
def fuzz(
    game: AnyGame = None,
    games: Annotated[
        int, Option(min=1, max=MAX_GAMES, help=mark("How many random games."))
    ] = 10_000,
    seed: Annotated[int, Option(min=0, max=MAX_SEED - MAX_GAMES, help=mark("The first seed."))] = 0,
    workers: Workers = 0,
) -> None:
    cli.studies.fuzz_command(game, games, seed, workers)


@command(mark("Print the number that changes when a game plays differently."))
def signature(game: GameName) -> None:
    cli.studies.signature_command(game)


@command(mark("Compare whole games, tree counts and the signature with what they were."))
def golden(
    game: AnyGame = None,
    folder: Annotated[
        Path, Option(help=mark("Where the golden files lie, in a folder for each game."))
    ] = Path("tests/golden"),
    write: Annotated[bool, Option("--write", help=mark("Write them anew."))] = False,
) -> None:
    cli.studies.golden_command(game, folder, write=write)


@command(mark("Measure speed, beside other libraries where they are installed."))
def bench(
    game: AnyGame = None,
    seconds: Annotated[float, Option(help=mark("Time for each measurement."))] = 1.0,
    runs: Annotated[
        int, Option(min=1, max=1000, help=mark("Measurements of each; medians are shown."))
    ] = 5,
    search: Annotated[bool, Option("--search", help=mark("Measure the searches alone."))] = False,
    against: Annotated[
        Path | None, Option(help=mark("A checkout of another commit; both are measured in turn."))
    ] = None,
    as_json: AsJson = False,
) -> None:
    cli.studies.bench_command(game, seconds, runs, against, only_search=search, as_json=as_json)


@uncompiled(mark("Print the package's deck: a file to begin with."), deck, "show")
def show_deck() -> None:
    cli.look.show_deck_command()


@uncompiled(mark("Say what is in a deck file and what is wrong or odd about it."), deck, "check")
def check_deck(file: Annotated[Path, Argument(metavar=FILE, help=mark("A deck file."))]) -> None:
    cli.look.check_deck_command(file)


@command(mark("Is it fair? Each measure with its bound, and whether it holds."), study, "balance")
def study_balance(
    game: GameName,
    games: Annotated[int, Option(min=1, max=MAX_GAMES, help=mark("Games of each kind."))] = 2000,
    seats: Annotated[str, Option(help=mark("Numbers of seats divided by commas."))] = "2,3,4,5,6",
    bots: Bots = "random,greedy",
    seed: ResultSeed = 0,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    cli.studies.balance_command(game, games, seats, bots, seed, workers, as_json)


@uncompiled(mark("Write a sheet with every picture of a game."), art, "sheet")
def art_sheet(
    game: AnyGame = None,
    out: Annotated[
        Path, Option(help=mark("The file to write: .svg, or .png where Chromium is installed."))
    ] = Path("art.svg"),
    dark: Annotated[bool, Option("--dark", help=mark("On dark paper."))] = False,
) -> None:
    cli.look.sheet_command(game, out, dark=dark)


@command(mark("Compile the rules now, so that nothing waits for it later."))
def prepare(game: AnyGame = None) -> None:
    from tangledbank.server import is_ready

    for name in cli.common.chosen(game):
        if not is_ready(name):
            cli.common.with_bots(cli.common.prepared(name))


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tangledbank {__version__}")
        raise typer.Exit


def _choose_language(wanted: str | None) -> None:
    if wanted is not None and wanted not in LANGUAGES:
        sentence = say("there is no language “{name}”", name=wanted) + instead(wanted, LANGUAGES)
        raise Refused(sentence, place="--language")
    if wanted:
        speak(wanted)


@app.callback()
def _tangledbank(
    ctx: typer.Context,
    version: Annotated[
        bool,
        Option(
            "--version", callback=_show_version, is_eager=True,
            help=mark("Show the version and exit."),
        ),
    ] = False,
    language: Annotated[
        str | None,
        Option(
            callback=_choose_language, is_eager=True,
            help=mark("One of {languages}; default: that of the computer."),
        ),
    ] = None,
) -> None:  # fmt: skip
    show_help(ctx)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command; what cannot be done is one clear sentence and exit code 2."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # no strange letter ends a game
    speak(usual_language())
    try:
        sys.exit(app(arguments, prog_name="tangledbank", standalone_mode=False))
    except Refused as refused:
        _refuse(refused)
    except typer.Abort:
        sys.exit(1)
    except BrokenPipeError:  # whoever read our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:  # a name too long, a disk that is full
        _refuse(Refused(error.strerror or str(error), place=str(error.filename or "")))


def _refuse(refused: Refused) -> NoReturn:
    print(say("tangledbank: {what}", what=refused), file=sys.stderr)
    sys.exit(2)
