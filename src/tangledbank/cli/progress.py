"""Long work shows how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from tangledbank.games import GAMES
from tangledbank.games.game import Game, load
from tangledbank.kernel.compiling import bots_of, is_prepared, mark_prepared, uncompiled
from tangledbank.search.match import prepare
from tangledbank.text import say

INTERRUPTED = 130  # the exit code of what Ctrl-C ended


def bar(description: str, total: int) -> Progress:
    """A progress bar on standard error; silent where that is no terminal."""
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    shown.add_task(description, total=total)
    return shown


def chosen(name: str | None) -> list[str]:
    """The game that was named, or all there are."""
    return [*GAMES] if name is None else [load(name).name]


def prepared(name: str) -> Game:
    """The game with its rules compiled; a first compile says so and shows how far it is."""
    game = load(name)
    if uncompiled() or is_prepared(name):
        return game
    if not sys.stderr.isatty():
        print(say("Compiling the rules of {game}, once …", game=name), file=sys.stderr, flush=True)
    with bar(say("Compiling the rules of {game}, once", game=name), 1) as progress:
        game.prepare(_shown_by(progress))
    return game


def with_bots(game: Game) -> None:
    """Compile the bots of a game as well, or load them, and show how far it is."""
    with bar(say("Preparing the rules and the bots of {game}", game=game.name), 1) as progress:
        prepare(game, _shown_by(progress))
    mark_prepared(bots_of(game.name))


def _shown_by(progress: Progress) -> Callable[[str, int, int], None]:
    def show(_entry: str, done: int, total: int) -> None:
        progress.update(progress.task_ids[0], completed=done, total=total)

    return show
