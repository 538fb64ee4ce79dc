"""`tangledbank deck`: a deck of Darwin's Choice to begin with, and a check of one's own."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tangledbank.cli.logs import read
from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.decks import standard_text
from tangledbank.games.darwin.text.deck import parse_deck, summary, warnings
from tangledbank.text import say, say_count


def show_command() -> None:
    """Print the package's deck as a deck file."""
    sys.stdout.write(standard_text())


def check_command(file: Path) -> None:
    """Say what is in a deck file and what is odd about it; exit 1 if it cannot be used."""
    text = read(file)
    try:
        deck = parse_deck(text, place="")
    except Refused as refused:
        print(say("error: {what}", what=f"{_where(file, text, refused.place)}: {refused.sentence}"))
        sys.exit(1)
    for line in summary(deck):
        print(line)
    found = list(warnings(deck))
    for sentence in found:
        print(say("warning: {what}", what=sentence))
    n = len(found)
    print(
        say_count("This deck can be used; {n} warning.", "This deck can be used; {n} warnings.", n)
    )


def _where(file: Path, text: str, place: str) -> str:
    """The file, and the line in which the entry of a place such as card[3].diet begins."""
    if entry := re.match(r"(card|biome)\[(\d+)\]", place):
        heads = re.finditer(rf"^\s*\[\[\s*{entry[1]}\s*\]\]", text, re.MULTILINE)
        starts = [head.end() for head in heads]
        if int(entry[2]) < len(starts):
            line = text.count("\n", 0, starts[int(entry[2])]) + 1
            return say("{file}, line {line}, {place}", file=file, line=line, place=place)
    return say("{file}, {place}", file=file, place=place) if place else str(file)
