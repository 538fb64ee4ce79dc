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
from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.text import LANGUAGES, say, speak, usual_language

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts three times as fast
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Board games about evolution: play them, study them, check their rules.",
)

deck = typer.Typer(
    rich_markup_mode=None, help="Cards of your own for Darwin's Choice: begin, and check them."
)
app.add_typer(deck, name="deck")
study = typer.Typer(
    rich_markup_mode=None, help="Study a game: measures over many games between bots."
)
app.add_typer(study, name="study")
app.add_typer(art.app, name="art")

GameName = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.")]
AnyGame = Annotated[
    str | None, typer.Argument(help=f"The game: {', '.join(GAMES)}; default: all of them.")
]
MAX_SEED = 2**63 - 1  # as in games.game
MAX_GAMES = 10**9
Seed = Annotated[
    int | None, typer.Option(min=0, max=MAX_SEED, help="Same seed, same cards and dice.")
]
Workers = Annotated[int, typer.Option(min=0, max=1024, help="Processes; 0: one for each core.")]
OptionList = Annotated[
    list[str],
    typer.Option("--option", "-o", help="A rule option, as name=value, or name=@FILE. Repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON lines for programs.")]
LogFile = Annotated[Path, typer.Argument(help="A game saved by play.")]


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(help=f"The game: {', '.join(GAMES)}; default: you are asked.")
    ] = None,
    seats: Annotated[
        str,
        typer.Option(
            help="Who plays: me, me:Name, or a bot (random, greedy, caretaker), with commas."
        ),
    ] = "me,greedy,greedy",
    option: OptionList = [],  # noqa: B006  Typer copies it
    seed: Seed = None,
    plain: Annotated[bool, typer.Option("--plain", help="Numbered lines without boxes.")] = False,
    as_json: AsJson = False,
    file: Annotated[Path | None, typer.Option(help="Where the game is kept.")] = None,
) -> None:
    """Play a game in the terminal, with bots or friends at the same keyboard."""
    _run_uncompiled()
    from tangledbank.cli.play import start

    start(game, seats, option, seed, plain=plain, as_json=as_json, file=file)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8000,
    data: Annotated[Path | None, typer.Option(help="The folder that keeps the tables.")] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page where there is one.")
    ] = True,
    pace: Annotated[
        float, typer.Option(min=0, max=60, help="Seconds between two moves of bots.")
    ] = 0.6,
    store: Annotated[
        str,
        typer.Option(
            envvar="TANGLEDBANK_STORE",
            help="postgresql://… for several servers; default: a file in the data folder.",
        ),
    ] = "",
) -> None:
    """Play in the browser, with bots or friends anywhere."""
    from tangledbank.cli.readiness import rules_made_ready

    with rules_made_ready():
        from tangledbank.cli.serve import serve as start_server

        start_server(host, port, data, browser=browser, pace=pace, store=store)


@app.command()
def resume(
    file: Annotated[Path | None, typer.Argument(help="The saved game; default: the last.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Numbered lines without boxes.")] = False,
    as_json: AsJson = False,
) -> None:
    """Go on with a saved game."""
    _run_uncompiled()
    from tangledbank.cli.play import go_on

    go_on(file, plain=plain, as_json=as_json)


@app.command()
def replay(
    file: LogFile,
    seat: Annotated[int, typer.Option(help="See what this seat saw; -1: the audience.")] = -1,
    as_json: AsJson = False,
) -> None:
    """Show a saved game from its first move to its last."""
    _run_uncompiled()
    from tangledbank.cli.logs import show

    show(file, seat, as_json=as_json)


@app.command()
def verify(file: LogFile) -> None:
    """Recompute a saved game and refuse it if anything in it was changed."""
    _run_uncompiled()
    from tangledbank.cli.logs import check

    check(file)


@app.command()
def scenario(
    paths: Annotated[list[str] | None, typer.Argument(help="Scenario files or folders.")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema.")] = False,
) -> None:
    """Run scenarios; say what failed, where and why."""
    _run_uncompiled()
    from tangledbank.cli.scenarios import print_schema, run

    if schema:
        print_schema()
    else:
        run(paths or [])


@app.command()
def rules(
    game: GameName,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List the rules that no scenario or test shows.")
    ] = False,
    find: Annotated[str, typer.Option(help="Only clauses with this word or id.")] = "",
) -> None:
    """Read the rules of a game, clause by clause."""
    _run_uncompiled()
    from tangledbank.cli.rules import print_coverage, print_rules

    if coverage:
        print_coverage(game)
    else:
        print_rules(game, find)


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, max=MAX_GAMES, help="How many games.")] = 1000,
    seats: Annotated[str, typer.Option(help="Bots divided by commas.")] = "greedy,random",
    option: OptionList = [],  # noqa: B006
    seed: Annotated[int, typer.Option(min=0, max=MAX_SEED, help="Same seed, same results.")] = 0,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games and count."""
    from tangledbank.cli.simulate import simulate_command

    simulate_command(game, games, seats, seed, option, workers, as_json)


@app.command()
def fuzz(
    game: AnyGame = None,
    games: Annotated[
        int, typer.Option(min=1, max=MAX_GAMES, help="How many random games.")
    ] = 10_000,
    seed: Annotated[int, typer.Option(min=0, max=MAX_SEED - MAX_GAMES, help="The first seed.")] = 0,
    workers: Workers = 0,
) -> None:
    """Play random games over all seats and options, checking every position."""
    from tangledbank.cli.checks import fuzz_command

    fuzz_command(game, games, seed, workers)


@app.command()
def signature(game: GameName) -> None:
    """Print the number that changes when a game plays differently."""
    from tangledbank.cli.checks import signature_command

    signature_command(game)


@app.command()
def golden(
    game: AnyGame = None,
    folder: Annotated[
        Path, typer.Option(help="Where the golden files lie, in a folder for each game.")
    ] = Path("tests/golden"),
    write: Annotated[bool, typer.Option("--write", help="Write them anew.")] = False,
) -> None:
    """Compare whole games, tree counts and the signature with what they were."""
    from tangledbank.cli.checks import golden_command

    golden_command(game, folder, write=write)


@app.command()
def bench(
    game: AnyGame = None,
    seconds: Annotated[float, typer.Option(help="Time for each measurement.")] = 1.0,
    runs: Annotated[int, typer.Option(min=1, help="Measurements of each; medians are shown.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Measure speed, beside other libraries where they are installed."""
    from tangledbank.cli.bench import bench_command

    bench_command(game, seconds, runs, as_json=as_json)


@deck.command("show")
def show_deck() -> None:
    """Print the package's deck: a file to begin with."""
    _run_uncompiled()
    from tangledbank.cli.deck import show_command

    show_command()


@deck.command("check")
def check_deck(file: Annotated[Path, typer.Argument(help="A deck file.")]) -> None:
    """Say what is in a deck file and what is wrong or odd about it."""
    _run_uncompiled()
    from tangledbank.cli.deck import check_command

    check_command(file)


@study.command("balance")
def study_balance(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, max=MAX_GAMES, help="Games of each kind.")] = 2000,
    seats: Annotated[str, typer.Option(help="Numbers of seats divided by commas.")] = "2,3,4,5,6",
    bots: Annotated[str, typer.Option(help="Bots divided by commas.")] = "random,greedy",
    seed: Annotated[int, typer.Option(min=0, max=MAX_SEED, help="Same seed, same results.")] = 0,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    """Is it fair? Each measure with its bound, and whether it holds."""
    from tangledbank.cli.balance import balance_command, read_numbers

    names = [name.strip() for name in bots.split(",")]
    balance_command(game, games, read_numbers(seats), names, seed, workers, as_json)


@app.command()
def prepare(game: AnyGame = None) -> None:
    """Compile the rules now, so that nothing waits for it later."""
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
    speak(wanted or usual_language())


@app.callback()
def _tangledbank(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True)
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(
            callback=_choose_language,
            help=f"One of {', '.join(LANGUAGES)}; default: that of the computer.",
        ),
    ] = None,
) -> None: ...


def main(arguments: list[str] | None = None) -> Any:
    """Run the command; what cannot be done is one clear sentence and exit code 2."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # no strange letter ends a game
    try:
        sys.exit(app(arguments or ["--help"], prog_name="tangledbank", standalone_mode=False))
    except Refused as refused:
        _refuse(refused)
    except typer.Abort:
        sys.exit(1)
    except BrokenPipeError:  # whoever read our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:  # a name too long, a disk that is full
        _refuse(Refused(error.strerror or str(error), place=str(error.filename or "")))
    except Exception as error:
        if not hasattr(error, "format_message"):  # not a wrong option or argument
            raise
        _refuse(Refused(error.format_message()))


def _refuse(refused: Refused) -> None:
    print(say("tangledbank: {what}", what=refused), file=sys.stderr)
    sys.exit(2)
