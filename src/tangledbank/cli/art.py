"""`tangledbank art`: the pictures, to look at."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tangledbank.cli.help import Command, new_group
from tangledbank.errors import Refused
from tangledbank.text import mark, say

if TYPE_CHECKING:  # takes long, and the help needs none of it
    from tangledbank.art.frames import Strip

app = new_group(mark("The pictures of cards and creatures."))

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 120  # seconds for a browser to draw


def rows_of(game: str) -> Iterator[Strip]:
    """The pictures of a game."""
    found: Iterator[Strip] = import_module(f"tangledbank.games.{game}.show.sheet").rows()
    return found


@app.command(cls=Command, help=mark("Write a sheet with every picture of a game."))
def sheet(
    game: Annotated[
        str | None,
        typer.Argument(metavar=mark("game"), help=mark("The game: {games}; default: all of them.")),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(help=mark("The file to write: .svg, or .png where Chromium is installed.")),
    ] = Path("art.svg"),
    dark: Annotated[bool, typer.Option("--dark", help=mark("On dark paper."))] = False,
) -> None:
    os.environ.setdefault("TANGLEDBANK_UNCOMPILED", "1")
    from tangledbank.art.frames import sheet as drawn
    from tangledbank.cli.progress import chosen

    kind = out.suffix.lower()
    if kind not in (".svg", ".png"):
        raise Refused(say("the name of the file must end in .svg or .png"), place=str(out))
    rows = (row for name in chosen(game) for row in rows_of(name))
    text, width, height = drawn(rows, dark=dark)
    if kind == ".svg":
        out.write_text(text, encoding="utf-8")
    else:
        photograph(text, width, height, out)
    typer.echo(say("Wrote {file}, {width} by {height}.", file=out, width=width, height=height))


def photograph(text: str, width: int, height: int, out: Path) -> None:
    """Turn an SVG into a PNG with a browser that is installed."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        raise Refused(say("a PNG needs Chromium, which is not installed; ask for an .svg"))
    if not out.parent.is_dir():
        raise Refused(say("there is no such folder"), place=str(out.parent))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "sheet.svg"
        page.write_text(text, encoding="utf-8")
        command = [
            browser, "--headless", "--disable-gpu", "--hide-scrollbars",
            f"--user-data-dir={folder}/browser", f"--window-size={width},{height}",
            f"--screenshot={out.resolve()}", page.as_uri(),
        ]  # fmt: skip
        if hasattr(os, "geteuid") and os.geteuid() == 0:  # Chromium has no sandbox for root
            command.insert(1, "--no-sandbox")
        try:
            subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE)
        except (subprocess.SubprocessError, OSError) as error:
            raise Refused(say("{browser} could not draw it", browser=browser)) from error
