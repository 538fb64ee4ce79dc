"""What commands share: files and options as they are typed, tables and JSON, long work."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.box import HEAVY_HEAD, SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Column
from rich.table import Table as Grid

from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.game import Game, load
from tangledbank.kernel.compiling import bots_of, is_prepared, mark_prepared, uncompiled
from tangledbank.search.match import prepare
from tangledbank.text import say

if TYPE_CHECKING:  # tables start without it
    from tangledbank.study.simulate import Interval

INTERRUPTED = 130  # the exit code of what Ctrl-C ended


# --- what is typed -------------------------------------------------------------------------------


def read(file: Path) -> str:
    """The text of a file that someone has named."""
    try:
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise Refused(say("there is no such file"), place=str(file)) from None
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else say("it is no text")
        raise Refused(say("cannot be read: {why}", why=why), place=str(file)) from None


def read_options(pairs: Iterable[str]) -> dict[str, str]:
    """Options from a list of name=value; @FILE is what a file holds, such as a table."""
    options: dict[str, str] = {}
    for pair in pairs:
        name, _, value = (part.strip() for part in pair.partition("="))
        if not name or not value:
            raise Refused(say("“{pair}” is not name=value", pair=pair), place="--option")
        if name in options:
            raise Refused(say("“{name}” is given twice", name=name), place="--option")
        options[name] = read(Path(value[1:])) if value.startswith("@") else value
    return options


def names_in(text: str) -> list[str]:
    """Names divided by commas."""
    return [name.strip() for name in text.split(",")]


def chosen(name: str | None) -> list[str]:
    """The game that was named, or all there are."""
    return [*GAMES] if name is None else [load(name).name]


# --- what is shown -------------------------------------------------------------------------------


def print_json(thing: object) -> None:
    """Print something as JSON that people can read too."""
    print(msgspec.json.format(msgspec.json.encode(thing), indent=2).decode())


def write_line(thing: object) -> None:
    """Write a line of JSON for programs."""
    sys.stdout.write(msgspec.json.encode(thing).decode() + "\n")


def interval_text(interval: Interval) -> str:
    """An interval of shares in per cent."""
    return say("{low} to {high}", low=f"{interval.low:.1%}", high=f"{interval.high:.1%}")


def right(*headings: str) -> list[Column]:
    """Columns of numbers."""
    return [Column(heading, justify="right") for heading in headings]


def grid(
    columns: Sequence[Column | str], rows: Iterable[Sequence[str]] = (), title: str | None = None,
    *, is_light: bool = False,
) -> Grid:  # fmt: skip
    """A table for the terminal, with frames around its cells or only a line under its head."""
    box = SIMPLE_HEAD if is_light else HEAVY_HEAD
    table = Grid(*columns, title=title, box=box, pad_edge=not is_light)
    for row in rows:
        table.add_row(*row)
    return table


# --- long work shows how far it is ---------------------------------------------------------------


class Bar(Progress):
    """A progress bar for one task."""

    def show(self, done: int, total: int | None = None, what: str | None = None) -> None:
        """Show how far it is, and perhaps what is being done."""
        self.update(self.task_ids[0], completed=done, total=total, description=what)

    def tell(self, what: str, done: int, total: int) -> None:
        """The same for whoever tells first what is being done."""
        self.show(done, total, what)


def bar(description: str, total: int = 1) -> Bar:
    """A progress bar on standard error; silent where that is no terminal."""
    shown = Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    shown.add_task(description, total=total)
    return shown


def prepared(name: str) -> Game:
    """The game with its rules compiled; a first compile says so and shows how far it is."""
    game = load(name)
    if uncompiled() or is_prepared(name):
        return game
    if not sys.stderr.isatty():
        print(say("Compiling the rules of {game}, once …", game=name), file=sys.stderr, flush=True)
    with bar(say("Compiling the rules of {game}, once", game=name)) as progress:
        game.prepare(lambda _entry, done, total: progress.show(done, total))
    return game


def with_bots(game: Game) -> None:
    """Compile the bots of a game as well, or load them, and show how far it is."""
    with bar(say("Preparing the rules and the bots of {game}", game=game.name)) as progress:
        prepare(game, lambda _entry, done, total: progress.show(done, total))
    mark_prepared(bots_of(game.name))
