"""`tangledbank bots`: the levels, how they play and how strong they are."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tangledbank.games import GAMES
from tangledbank.search.levels import BOT_TITLES, LEVELS, STYLES, rating_in
from tangledbank.text import say


def bots_command() -> None:
    """Print the levels from weak to strong."""
    grid = Table(title=say("Ratings of the levels, by game"), box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column(say("Bot"), no_wrap=True)
    grid.add_column(say("Level"))
    for game in GAMES:
        grid.add_column(game, justify="right")
    grid.add_column(say("How it plays"), overflow="fold")
    for level in LEVELS:
        numbers = [rating_in(game, level) for game in GAMES]
        grid.add_row(level, say(BOT_TITLES[level]), *numbers, say(STYLES[level]))
    console = Console()
    console.print(grid)
    console.print(
        say(
            "Take one by its name: tangledbank play --seats me,expert. There are also random, "
            "caretaker, careless:25 (overlooks 25 of a hundred possibilities) and search with a "
            "budget: search:1000 for iterations, search:500ms for a time, search:1sx2 with two "
            "threads."
        ),
        markup=False,
        highlight=False,
    )
