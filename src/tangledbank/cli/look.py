"""Commands that show what there is: saved games, rules, scenarios, decks, bots, pictures."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Column

from tangledbank import scenario
from tangledbank.art.frames import Strip
from tangledbank.art.frames import sheet as drawn
from tangledbank.cli.common import chosen, grid, print_json, read, right, write_line
from tangledbank.cli.screens import seat_names
from tangledbank.errors import Refused, about
from tangledbank.games import GAMES
from tangledbank.games.game import DeckFiles, clauses, load
from tangledbank.log import parse_log
from tangledbank.scenario import not_shown, shown_by_scenarios, shown_by_tests
from tangledbank.search.bot import BOT_TITLES, LEVELS, STYLES, rating_in
from tangledbank.show import result
from tangledbank.table import AUDIENCE, replay, verify
from tangledbank.text import close_to, instead, say, say_count, say_rule

PACKAGE = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 120  # seconds for a browser to draw


# --- saved games ---------------------------------------------------------------------------------


def verify_command(file: Path) -> None:
    """Recompute a log; say that it is sound, or refuse it with the place."""
    text = read(file)
    with about(file):
        table = verify(text)
    moves = say_count("{n} move", "{n} moves", len(table.moves))
    state = say("over, scores {scores}", scores=table.scores) if table.over else say("not over")
    print(say("{file}: sound, {moves}, {state}, hash {hash}",
              file=file, moves=moves, state=state, hash=table.hash))  # fmt: skip


def replay_command(file: Path, seat: int, *, as_json: bool) -> None:
    """Tell a saved game move by move, as a seat or the audience saw it."""
    text = read(file)
    with about(file):
        table = replay(parse_log(text))
        if not AUDIENCE <= seat < len(table.players):
            last = len(table.players) - 1
            raise Refused(say("seats are counted from 0 to {last}", last=last), place="--seat")
    if as_json:
        for event in table.events(seat):
            write_line(event)
        return
    names = seat_names(table.players)
    end = result(table, names) if table.over else [say("The game is not over yet.")]
    for line in (*table.game.sentences.story(table.events(seat), names), *end):
        print(line)


# --- rules and scenarios -------------------------------------------------------------------------


def rules_command(game: str, find: str) -> None:
    """Print the clauses that contain a word."""
    console = Console(highlight=False)
    wanted = find.lower()
    found = [c for c in clauses(game) if wanted in f"{c.id} {c.topic} {say_rule(c.text)}".lower()]
    if not found:
        sentence = say("no clause of {game} contains “{find}”", game=game, find=find)
        topics = [clause.topic for clause in clauses(game)]
        raise Refused(sentence + (instead(find, topics) if close_to(find, topics) else ""))
    topic = ""
    for clause in found:
        if clause.topic != topic:
            topic = clause.topic
            console.print(f"\n[bold]{say_rule(topic.replace('_', ' '))}[/bold]")
        console.print(f"{clause.id}  {say_rule(clause.text)}", markup=False)


def coverage_command(game: str) -> None:
    """List the clauses without a scenario or test; exit 1 if there are any."""
    shown = shown_by_scenarios(game)
    for folder in {Path("tests").resolve(), PACKAGE.parent.parent / "tests"}:
        shown |= shown_by_tests(folder)
    missing = not_shown(game, shown)
    for clause in missing:
        print(clause.id, clause.text)
    total = len(clauses(game))
    print(say("{n} of {total} clauses shown", n=total - len(missing), total=total))
    sys.exit(1 if missing else 0)


def scenario_command(paths: Sequence[str]) -> None:
    """Run files or folders (default: those of the package); exit 1 if any fails."""
    passed, failed, unread = 0, 0, 0
    for file in scenario.find_files(paths or [PACKAGE / "games"]):
        try:
            for failure in scenario.run_file(file):
                if failure:
                    failed += 1
                    print(failure)
                else:
                    passed += 1
        except Refused as refused:  # the others still run
            unread += 1
            print(say("tangledbank: {what}", what=refused), file=sys.stderr)
    lost = say_count(", {n} file cannot be read", ", {n} files cannot be read", unread)
    print(
        say_count("{n} scenario holds", "{n} scenarios hold", passed)
        + say_count(", {n} fails", ", {n} fail", failed)
        + (lost if unread else "")
        + "."
    )
    sys.exit(2 if unread else 1 if failed else 0)


def schema_command() -> None:
    """Print the JSON Schema of scenario files."""
    print_json(scenario.schema())


# --- decks ---------------------------------------------------------------------------------------


def show_deck_command() -> None:
    """Print the package's deck as a deck file."""
    sys.stdout.write(_deck_files().standard())


def check_deck_command(file: Path) -> None:
    """Say what is in a deck file and what is odd about it; exit 1 if it cannot be used."""
    text = read(file)
    try:
        summary, warnings = _deck_files().check(text)
    except Refused as refused:
        print(say("error: {what}", what=f"{_where(file, text, refused.place)}: {refused.sentence}"))
        sys.exit(1)
    for line in (*summary, *(say("warning: {what}", what=sentence) for sentence in warnings)):
        print(line)
    n = len(warnings)
    print(
        say_count("This deck can be used; {n} warning.", "This deck can be used; {n} warnings.", n)
    )


def _deck_files() -> DeckFiles:
    """Those of the one game that people have cards of their own for."""
    return next(files for game in GAMES if (files := load(game).deck_files))


def _where(file: Path, text: str, place: str) -> str:
    """The file, and the line in which the entry of a place such as card[3].diet begins."""
    if entry := re.match(r"(\w+)\[(\d+)\]", place):
        heads = re.finditer(rf"^\s*\[\[\s*{entry[1]}\s*\]\]", text, re.MULTILINE)
        starts = [head.end() for head in heads]
        if int(entry[2]) < len(starts):
            line = text.count("\n", 0, starts[int(entry[2])]) + 1
            return say("{file}, line {line}, {place}", file=file, line=line, place=place)
    return say("{file}, {place}", file=file, place=place) if place else str(file)


# --- bots ----------------------------------------------------------------------------------------


def bots_command() -> None:
    """Print the levels from weak to strong."""
    columns = [
        Column(say("Bot"), no_wrap=True),
        Column(say("Level")),
        *right(*GAMES),
        Column(say("How it plays"), overflow="fold"),
    ]
    rows = (
        [level, say(BOT_TITLES[level]), *(rating_in(game, level) for game in GAMES),
         say(STYLES[level])]
        for level in LEVELS
    )  # fmt: skip
    console = Console()
    console.print(grid(columns, rows, say("Ratings of the levels, by game"), is_light=True))
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


# --- pictures ------------------------------------------------------------------------------------


def rows_of(game: str) -> Iterator[Strip]:
    """The pictures of a game."""
    found: Iterator[Strip] = import_module(f"tangledbank.games.{game}.show.pictures").rows()
    return found


def sheet_command(game: str | None, out: Path, *, dark: bool) -> None:
    """Write a sheet with every picture of a game, or of all."""
    kind = out.suffix.lower()
    if kind not in (".svg", ".png"):
        raise Refused(say("the name of the file must end in .svg or .png"), place=str(out))
    rows = (row for name in chosen(game) for row in rows_of(name))
    text, width, height = drawn(rows, dark=dark)
    if kind == ".svg":
        out.write_text(text, encoding="utf-8")
    else:
        photograph(text, width, height, out)
    print(say("Wrote {file}, {width} by {height}.", file=out, width=width, height=height))


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
