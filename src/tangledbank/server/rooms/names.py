"""What people may be called at a table: something that can be seen, and nobody else's name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from tangledbank.errors import Refused
from tangledbank.games.shared.verbs import SEAT_LETTERS
from tangledbank.text import in_all_languages, mark, say

LONGEST_NAME = 24
BOT_NAME, PLAYER_NAME, OWN_NAME = mark("Bot {letter}"), mark("Player {letter}"), mark("You")
# Letters and signs that Unicode counts as visible, though nothing is drawn for them.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
MOST_LOOKED_AT = 4 * LONGEST_NAME  # letters of what was typed: putting marks in order takes long


def cleaned(name: str) -> str:
    """A name without what cannot be seen, short enough for a table; perhaps nothing is left."""
    seen = "".join(letter for letter in name[:MOST_LOOKED_AT] if letter not in BLANKS)
    words = " ".join(unicodedata.normalize("NFC", seen).split())
    letters = "".join(letter for letter in words if letter.isprintable()).strip()
    return letters[:LONGEST_NAME].strip() if any(map(_is_drawn, letters)) else ""


def check_name(name: str) -> str:
    """A name as it can stand at a table; refuse a blank one, and what the table itself says."""
    found = cleaned(name)
    if not found:
        raise Refused(say("Please tell your name."), reason="name")
    if _looks(found) in _taken_by_the_table():
        raise Refused(
            say("The name “{name}” is a word of the table itself; choose another.", name=found),
            reason="name",
        )
    return found


def check_free(name: str, others: Iterable[str]) -> None:
    """Refuse a name that someone else at the table has, however it is written."""
    if _looks(name) in map(_looks, others):
        raise Refused(
            say("Someone at this table is called “{name}”; choose another name.", name=name),
            reason="name",
        )


def free_name(name: str, others: Iterable[str]) -> str:
    """The same name, or with a number if someone has it."""
    taken, wanted, number = {_looks(one) for one in others}, name, 1
    while _looks(wanted) in taken:
        number += 1
        wanted = f"{name[: LONGEST_NAME - 2]} {number}"
    return wanted


def _is_drawn(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS"


def _looks(name: str) -> str:
    """What a name looks like at a glance: two that differ only in case or marks look the same."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(letter for letter in folded if letter.isalnum())
    return letters or "".join(dict.fromkeys(folded))


def _taken_by_the_table() -> set[str]:
    """How a table calls its reader, its bots and whoever has no name, in any language."""
    numbered = [
        said.format(letter=letter)
        for sentence in (BOT_NAME, PLAYER_NAME)
        for said in in_all_languages(sentence)
        for letter in SEAT_LETTERS
    ]
    return {*map(_looks, numbered), *map(_looks, in_all_languages(OWN_NAME))}
