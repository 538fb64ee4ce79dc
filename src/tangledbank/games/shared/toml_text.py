"""Tables that people write themselves, as the text of a TOML file."""

from __future__ import annotations

import tomllib
from typing import Any

from tangledbank.errors import Refused
from tangledbank.text import say

# Dots make tables inside tables: the memory that tomllib takes grows with the square of those in a
# line, and by a kilobyte with each. Within these bounds no text takes 20 MB or half a second.
LONGEST = 100_000  # characters; the package's deck has 33,000
LONGEST_LINE = 1_000
MOST_DOTS = 2_000  # a deck has one in the id of each card, and some in names and comments
MOST_DOTS_IN_LINE = 20


def read_toml(text: str, place: str) -> dict[str, Any]:
    """What a text says, as plain data that is still to be checked."""
    text = text.removeprefix("\ufeff")
    _check_size(text, place)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Refused(say("this is nested too deep"), place=place) from None
    except ValueError as error:
        raise Refused(say("this is not TOML: {problem}", problem=error), place=place) from None


def _check_size(text: str, place: str) -> None:
    """Refuse what would take much to read before anything reads it."""
    if len(text) > LONGEST:
        raise Refused(say("this has more than {most} letters", most=LONGEST), place=place)
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            sentence = say(
                "line {number} has more than {most} letters", number=number, most=LONGEST_LINE
            )
            raise Refused(sentence, place=place)
        if line.count(".") > MOST_DOTS_IN_LINE:
            sentence = say(
                "line {number} has more than {most} dots", number=number, most=MOST_DOTS_IN_LINE
            )
            raise Refused(sentence, place=place)
    if text.count(".") > MOST_DOTS:
        raise Refused(say("this has more than {most} dots", most=MOST_DOTS), place=place)
