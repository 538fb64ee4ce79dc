"""The log of a game: JSON lines, each sealed with a sum over itself and all before it."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from tangledbank.accept import Words, accept, plain
from tangledbank.errors import Refused
from tangledbank.text import say

SUM_DIGITS = 16


class Line(NamedTuple):
    """One entry, its text in the file, and the sum that seals it."""

    words: Words
    text: str
    sum: str


def write_line(words: Words, before: Line | None) -> Line:
    """Seal an entry that follows another."""
    body = msgspec.json.encode(words)
    digest = hashlib.sha256((before.sum if before else "").encode() + body).hexdigest()
    seal = digest[:SUM_DIGITS]
    return Line(words, msgspec.json.encode({**words, "sum": seal}).decode(), seal)


def parse_log(text: str) -> list[Line]:
    """The entries of a log, each sum checked."""
    lines: list[Line] = []
    text = accept(text, str, say("the log"))
    for number, raw in enumerate(text.split("\n"), start=1):
        if raw == "" and number > 1 and number == text.count("\n") + 1:
            break
        place = say("line {number}", number=number)
        try:
            words = msgspec.json.decode(raw)
        except (msgspec.DecodeError, RecursionError):
            raise Refused(say("this is not an entry of a log"), place=place) from None
        if not isinstance(words, dict) or (number == 1 and words.get("tangledbank") != 1):
            raise Refused(say("this is not a Tangled Bank log"), place=place)
        plain(words, place)
        said = words.pop("sum", None)
        line = write_line(words, lines[-1] if lines else None)
        if said != line.sum or raw != line.text:
            raise Refused(
                say("the entry was changed after it was written: its sum does not fit"),
                place=place,
            )
        lines.append(line)
    if not text.endswith("\n"):
        raise Refused(say("the last line is not complete"), place=say("the end"))
    return lines


def complete_lines(text: str) -> str:
    """A log without a last line that was cut off while it was written."""
    return text[: text.rfind("\n") + 1]


def save_log(path: str | os.PathLike[str], text: str) -> None:
    """Write a log; an older file is replaced only when the new one is complete."""
    try:
        _replace(Path(path), text)
    except OSError as error:
        sentence = say("the game cannot be written here: {why}", why=error.strerror)
        raise Refused(sentence, place=str(path)) from None
    except (ValueError, TypeError):  # such as "", "/" or None
        raise Refused(say("this is not the name of a file"), place=repr(path)) from None


def _replace(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".part")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
