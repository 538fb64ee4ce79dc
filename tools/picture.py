"""Draw docs/terminal.svg: the terminal table in the middle of a game, from a fixed seed.

Run from the top of the project: python tools/picture.py
"""

from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path

os.environ.setdefault("TANGLEDBANK_UNCOMPILED", "1")

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME

from tangledbank.cli.screens import RichScreen, prompt
from tangledbank.cli.session import Session
from tangledbank.search.bot import Bot
from tangledbank.table import Table

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "terminal.svg"
SEATS = ["me", "greedy", "random"]
SEED, TURN, CHOICES = 15, 8, 10  # the first feeding decision of this turn with so many choices
WIDTH = 100


def main() -> None:
    """Play as the hints say up to the moment, and save what the screen shows."""
    table = Table("origin", SEATS, seed=SEED)
    bots = {seat: Bot(name, table.game, SEED + seat) for seat, name in enumerate(SEATS) if seat}
    console = Console(record=True, width=WIDTH, highlight=False, file=StringIO())
    session = Session(table, bots, RichScreen(console), PICTURE)
    while not is_moment(table):
        seat = table.pending[0]
        bot = bots.get(seat) or Bot("greedy", table.game, 0)
        if seat == 0:
            session.seen[seat] = len(table.moves)
        table.act(seat, bot.choose(table.observation(seat), seat, table.codes(seat)))
    question = session.question(0)
    session.screen.show(question)
    console.print(prompt(question), markup=False)
    svg = console.export_svg(title="tangledbank play origin", theme=SVG_EXPORT_THEME)
    PICTURE.write_text(without_foreign_fonts(svg), encoding="utf-8")


def without_foreign_fonts(svg: str) -> str:
    """The picture in the reader's own fonts, with nothing fetched from elsewhere."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
    return re.sub(r"font-family: (Fira Code|arial)[^;]*;", "font-family: monospace;", svg)


def is_moment(table: Table) -> bool:
    """Whether this is the position to show."""
    view = table.view(0).in_words()
    here = (view["turn"], view["stage"], view["decides"]) == (TURN, "feed", 0)
    return here and len(table.codes(0)) >= CHOICES


if __name__ == "__main__":
    main()
