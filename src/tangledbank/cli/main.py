"""The command `tangledbank`: what it offers. Each command loads what it needs when it runs."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from tangledbank import __version__
from tangledbank.cli import art
from tangledbank.cli.help import Command, new_group, show_help
from tangledbank.errors import Refused
from tangledbank.text import LANGUAGES, mark, say, speak, usual_language

app = new_group(mark("Board games about evolution: play them, study them, check their rules."))
deck = new_group(mark("Cards of your own for Darwin's Choice: begin, and check them."))
app.add_typer(deck, name="deck")
study = new_group(mark("Study a game: measures over many games between bots."))
app.add_typer(study, name="study")
app.add_typer(art.app, name="art")

GAME, FILE = mark("game"), mark("file")
GameName = Annotated[str, typer.Argument(metavar=GAME, help=mark("The game: {games}."))]
AnyGame = Annotated[
    str | None,
    typer.Argument(metavar=GAME, help=mark("The game: {games}; default: all of them.")),
]
MAX_SEED = 2**63 - 1  # as in games.game
MAX_GAMES = 10**9
Seed = Annotated[
    int | None, typer.Option(min=0, max=MAX_SEED, help=mark("Same seed, same cards and dice."))
]
Workers = Annotated[
    int, typer.Option(min=0, max=1024, help=mark("Processes; 0: one for each core."))
]
OptionList = Annotated[
    list[str],
    typer.Option(
        "--option", "-o", help=mark("A rule option, as name=value, or name=@FILE. Repeatable.")
    ),
]
ProgramList = Annotated[
    list[str],
    typer.Option("--bot", help=mark("A program that plays, as NAME=COMMAND. Repeatable.")),
]
BotSeconds = Annotated[
    float,
    typer.Option(
        "--bot-seconds", min=0.01, max=3600, help=mark("Seconds for a decision of such a program.")
    ),
]
BotMegabytes = Annotated[
    int,
    typer.Option(
        "--bot-megabytes",
        min=16,
        max=1 << 20,
        help=mark("Megabytes of memory for each such program."),
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help=mark("JSON lines for programs."))]
LogFile = Annotated[Path, typer.Argument(metavar=FILE, help=mark("A game saved by play."))]


@app.command(
    cls=Command,
    help=mark("Play a game in the terminal, with bots or friends at the same keyboard."),
)
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar=GAME, help=mark("The game: {games}; default: you are asked.")),
    ] = None,
    seats: Annotated[
        str,
        typer.Option(
            help=mark(
                "Who plays: me, me:Name, or a bot, with commas. Bots: beginner, learner, skilled, "
                "strong, expert; random, greedy, caretaker, careless:25, search:500ms, search:1000."
            )
        ),
    ] = "me,greedy,greedy",
    option: OptionList = [],  # noqa: B006  Typer copies it
    seed: Seed = None,
    plain: Annotated[
        bool, typer.Option("--plain", help=mark("Numbered lines without boxes."))
    ] = False,
    as_json: AsJson = False,
    file: Annotated[Path | None, typer.Option(help=mark("Where the game is kept."))] = None,
    bot: ProgramList = [],  # noqa: B006
    seconds: BotSeconds = 5.0,
    megabytes: BotMegabytes = 4096,
) -> None:
    _run_uncompiled()
    from tangledbank.cli.play import start
    from tangledbank.workers.programs import Limits, read_programs

    start(
        game, seats, option, seed, plain=plain, as_json=as_json, file=file,
        programs=read_programs(bot), limits=Limits(seconds, megabytes),
    )  # fmt: skip


@app.command(
    cls=Command, help=mark("Show the levels of the bots: how they play and how strong they are.")
)
def bots() -> None:
    _run_uncompiled()
    from tangledbank.cli.bots import bots_command

    bots_command()


@app.command(cls=Command, help=mark("Play in the browser, with bots or friends anywhere."))
def serve(
    host: Annotated[str, typer.Option(help=mark("The address to listen at."))] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(min=0, max=65535, help=mark("The port to listen at; 0: any that is free.")),
    ] = 8000,
    data: Annotated[
        Path | None, typer.Option(help=mark("The folder that keeps the tables."))
    ] = None,
    browser: Annotated[
        bool,
        typer.Option(
            "--browser/--no-browser", help=mark("Open the page in a browser where there is one.")
        ),
    ] = True,
    pace: Annotated[
        float, typer.Option(min=0, max=60, help=mark("Seconds between two moves of bots."))
    ] = 0.6,
    store: Annotated[
        str,
        typer.Option(
            envvar="TANGLEDBANK_STORE",
            help=mark("postgresql://… for several servers; default: a file in the data folder."),
        ),
    ] = "",
    processes: Annotated[
        int,
        typer.Option(min=1, max=64, help=mark("How many processes the tables are divided among.")),
    ] = 1,
    allowed_host: Annotated[
        list[str],
        typer.Option(
            envvar="TANGLEDBANK_ALLOWED_HOSTS",
            help=mark("Another name of this server: example.org, *.example.org or *. Repeatable."),
        ),
    ] = [],  # noqa: B006
    trusted_proxy: Annotated[
        list[str],
        typer.Option(
            help=mark("The address or network of a proxy that tells who asks. Repeatable.")
        ),
    ] = [],  # noqa: B006
    head_seconds: Annotated[
        float, typer.Option(min=0.1, max=3600, help=mark("Seconds for a connection to ask."))
    ] = 10.0,
    body_seconds: Annotated[
        float, typer.Option(min=0.1, max=3600, help=mark("Seconds to send a form or a file."))
    ] = 30.0,
    address_connections: Annotated[
        int, typer.Option(min=1, max=1 << 20, help=mark("Connections that one address may have."))
    ] = 256,
    address_sockets: Annotated[
        int, typer.Option(min=1, max=1 << 20, help=mark("Open tables that one address may have."))
    ] = 400,
    quota: Annotated[
        float,
        typer.Option(
            min=0.1, max=1e6, help=mark("How much visitors may do, as a multiple of the usual.")
        ),
    ] = 1.0,
    bot: ProgramList = [],  # noqa: B006
    seconds: BotSeconds = 5.0,
    megabytes: BotMegabytes = 4096,
) -> None:
    from tangledbank.cli.readiness import rules_made_ready

    with rules_made_ready():
        from tangledbank.cli.serve import serve as start_server
        from tangledbank.server.web.connections import ConnectionLimits
        from tangledbank.workers.programs import Limits

        start_server(
            host, port, data, browser=browser, pace=pace, store=store, processes=processes,
            programs=bot, limits=Limits(seconds, megabytes), allowed_hosts=allowed_host,
            connections=ConnectionLimits(
                head_seconds, body_seconds, of_address=address_connections,
                sockets_of_address=address_sockets, proxies=tuple(trusted_proxy),
            ),
            quota=quota,
        )  # fmt: skip


@app.command(cls=Command, help=mark("Go on with a saved game."))
def resume(
    file: Annotated[
        Path | None,
        typer.Argument(metavar=FILE, help=mark("The saved game; default: the last.")),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help=mark("Numbered lines without boxes."))
    ] = False,
    as_json: AsJson = False,
    bot: ProgramList = [],  # noqa: B006
    seconds: BotSeconds = 5.0,
    megabytes: BotMegabytes = 4096,
) -> None:
    _run_uncompiled()
    from tangledbank.cli.play import go_on
    from tangledbank.workers.programs import Limits, read_programs

    go_on(
        file, plain=plain, as_json=as_json,
        programs=read_programs(bot), limits=Limits(seconds, megabytes),
    )  # fmt: skip


@app.command(cls=Command, help=mark("Show a saved game from its first move to its last."))
def replay(
    file: LogFile,
    seat: Annotated[int, typer.Option(help=mark("See what this seat saw; -1: the audience."))] = -1,
    as_json: AsJson = False,
) -> None:
    _run_uncompiled()
    from tangledbank.cli.logs import show

    show(file, seat, as_json=as_json)


@app.command(
    cls=Command, help=mark("Recompute a saved game and refuse it if anything in it was changed.")
)
def verify(file: LogFile) -> None:
    _run_uncompiled()
    from tangledbank.cli.logs import check

    check(file)


@app.command(
    cls=Command,
    help=mark("Show what each decision of a saved game was worth, and where the game turned."),
)
def analyse(
    file: LogFile,
    budget: Annotated[
        str, typer.Option(help=mark("For each decision: iterations (1000) or a time (200ms, 1s)."))
    ] = "1s",
    seat: Annotated[
        str, typer.Option(help=mark("Only the decisions of this seat, such as A."))
    ] = "",
    workers: Workers = 0,
    plot: Annotated[
        Path | None, typer.Option(help=mark("Draw the chances into this file, .svg or .png."))
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=mark("JSON for programs."))] = False,
) -> None:
    from tangledbank.cli.analyse import analyse_command

    analyse_command(file, budget, seat, workers, plot, as_json=as_json)


@app.command(cls=Command, help=mark("Run scenarios; say what failed, where and why."))
def scenario(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar=mark("path"), help=mark("Scenario files or folders.")),
    ] = None,
    schema: Annotated[bool, typer.Option("--schema", help=mark("Print the JSON Schema."))] = False,
) -> None:
    _run_uncompiled()
    from tangledbank.cli.scenarios import print_schema, run

    if schema:
        print_schema()
    else:
        run(paths or [])


@app.command(cls=Command, help=mark("Read the rules of a game, clause by clause."))
def rules(
    game: GameName,
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help=mark("List the rules that no scenario or test shows.")),
    ] = False,
    find: Annotated[str, typer.Option(help=mark("Only clauses with this word or id."))] = "",
) -> None:
    _run_uncompiled()
    from tangledbank.cli.rules import print_coverage, print_rules

    if coverage:
        print_coverage(game)
    else:
        print_rules(game, find)


@app.command(cls=Command, help=mark("Let bots play many games and count."))
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, max=MAX_GAMES, help=mark("How many games."))] = 1000,
    seats: Annotated[str, typer.Option(help=mark("Bots divided by commas."))] = "greedy,random",
    option: OptionList = [],  # noqa: B006
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help=mark("Same seed, same results."))
    ] = 0,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    from tangledbank.cli.simulate import simulate_command

    simulate_command(game, games, seats, seed, option, workers, as_json)


@app.command(
    cls=Command,
    help=mark(
        "Let bots play each other, with every seat and the same cards for all, and rate them."
    ),
)
def tournament(
    game: GameName,
    bots: Annotated[str, typer.Option(help=mark("Bots divided by commas."))] = "",
    bot: ProgramList = [],  # noqa: B006
    games: Annotated[
        int, typer.Option(help=mark("How many games at least; pairs meet equally often."))
    ] = 100,
    seats: Annotated[
        int | None, typer.Option(help=mark("Seats at a table; default: as few as can be."))
    ] = None,
    option: OptionList = [],  # noqa: B006
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help=mark("Same seed, same results."))
    ] = 0,
    workers: Workers = 0,
    stop: Annotated[
        str,
        typer.Option(
            help=mark(
                "Stop early: “apart”, when every pair is told apart, or LOW:HIGH, when the first"
                " of two bots takes more than LOW or less than HIGH per cent."
            )
        ),
    ] = "",
    state: Annotated[
        Path | None,
        typer.Option(help=mark("The file that keeps the results; goes on if it is there.")),
    ] = None,
    logs: Annotated[
        Path | None, typer.Option(help=mark("A folder for the log of every game."))
    ] = None,
    plot: Annotated[Path | None, typer.Option(help=mark("A picture, .svg or .png."))] = None,
    seconds: BotSeconds = 5.0,
    megabytes: BotMegabytes = 4096,
    as_json: Annotated[bool, typer.Option("--json", help=mark("The report as JSON."))] = False,
) -> None:
    from tangledbank.cli.tournament import Wanted, tournament_command
    from tangledbank.workers.programs import Limits

    wanted = Wanted(games, workers, stop, state, logs, plot, as_json)
    limits = Limits(seconds, megabytes)
    tournament_command(game, bots, bot, seats, option, seed, limits, wanted)


@app.command(
    cls=Command, help=mark("Play random games over all seats and options, checking every position.")
)
def fuzz(
    game: AnyGame = None,
    games: Annotated[
        int, typer.Option(min=1, max=MAX_GAMES, help=mark("How many random games."))
    ] = 10_000,
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED - MAX_GAMES, help=mark("The first seed."))
    ] = 0,
    workers: Workers = 0,
) -> None:
    from tangledbank.cli.checks import fuzz_command

    fuzz_command(game, games, seed, workers)


@app.command(cls=Command, help=mark("Print the number that changes when a game plays differently."))
def signature(game: GameName) -> None:
    from tangledbank.cli.checks import signature_command

    signature_command(game)


@app.command(
    cls=Command,
    help=mark("Compare whole games, tree counts and the signature with what they were."),
)
def golden(
    game: AnyGame = None,
    folder: Annotated[
        Path, typer.Option(help=mark("Where the golden files lie, in a folder for each game."))
    ] = Path("tests/golden"),
    write: Annotated[bool, typer.Option("--write", help=mark("Write them anew."))] = False,
) -> None:
    from tangledbank.cli.checks import golden_command

    golden_command(game, folder, write=write)


@app.command(
    cls=Command, help=mark("Measure speed, beside other libraries where they are installed.")
)
def bench(
    game: AnyGame = None,
    seconds: Annotated[float, typer.Option(help=mark("Time for each measurement."))] = 1.0,
    runs: Annotated[
        int, typer.Option(min=1, max=1000, help=mark("Measurements of each; medians are shown."))
    ] = 5,
    search: Annotated[
        bool, typer.Option("--search", help=mark("Measure the searches alone."))
    ] = False,
    as_json: AsJson = False,
) -> None:
    from tangledbank.cli.bench import bench_command

    bench_command(game, seconds, runs, only_search=search, as_json=as_json)


@deck.command("show", cls=Command, help=mark("Print the package's deck: a file to begin with."))
def show_deck() -> None:
    _run_uncompiled()
    from tangledbank.cli.deck import show_command

    show_command()


@deck.command(
    "check", cls=Command, help=mark("Say what is in a deck file and what is wrong or odd about it.")
)
def check_deck(
    file: Annotated[Path, typer.Argument(metavar=FILE, help=mark("A deck file."))],
) -> None:
    _run_uncompiled()
    from tangledbank.cli.deck import check_command

    check_command(file)


@study.command(
    "balance",
    cls=Command,
    help=mark("Is it fair? Each measure with its bound, and whether it holds."),
)
def study_balance(
    game: GameName,
    games: Annotated[
        int, typer.Option(min=1, max=MAX_GAMES, help=mark("Games of each kind."))
    ] = 2000,
    seats: Annotated[
        str, typer.Option(help=mark("Numbers of seats divided by commas."))
    ] = "2,3,4,5,6",
    bots: Annotated[str, typer.Option(help=mark("Bots divided by commas."))] = "random,greedy",
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help=mark("Same seed, same results."))
    ] = 0,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    from tangledbank.cli.balance import balance_command, read_numbers

    names = [name.strip() for name in bots.split(",")]
    balance_command(game, games, read_numbers(seats), names, seed, workers, as_json)


@app.command(cls=Command, help=mark("Compile the rules now, so that nothing waits for it later."))
def prepare(game: AnyGame = None) -> None:
    from tangledbank.cli.progress import chosen, prepared, with_bots
    from tangledbank.cli.readiness import is_ready

    for name in chosen(game):
        if not is_ready(name):
            with_bots(prepared(name))


def _run_uncompiled() -> None:
    """Nobody waits for the compiler: a step of the plain rules takes a millisecond at most."""
    os.environ.setdefault("TANGLEDBANK_UNCOMPILED", "1")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tangledbank {__version__}")
        raise typer.Exit


def _choose_language(wanted: str | None) -> None:
    if wanted is not None and wanted not in LANGUAGES:
        raise Refused(
            say("there is no language “{name}”, only {names}",
                name=wanted, names=", ".join(LANGUAGES)), place="--language",
        )  # fmt: skip
    if wanted:
        speak(wanted)


@app.callback()
def _tangledbank(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_show_version,
            is_eager=True,
            help=mark("Show the version and exit."),
        ),
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(
            callback=_choose_language,
            is_eager=True,
            help=mark("One of {languages}; default: that of the computer."),
        ),
    ] = None,
) -> None:
    show_help(ctx)


def main(arguments: list[str] | None = None) -> Any:
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


def _refuse(refused: Refused) -> None:
    print(say("tangledbank: {what}", what=refused), file=sys.stderr)
    sys.exit(2)
