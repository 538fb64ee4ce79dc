"""`tangledbank replay` and `tangledbank verify`: games that were saved."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tangledbank.cli.screens import seat_names
from tangledbank.errors import Refused
from tangledbank.log import parse_log
from tangledbank.show import result
from tangledbank.table import AUDIENCE, replay
from tangledbank.table import verify as recompute
from tangledbank.text import say, say_count


def read(file: Path) -> str:
    """The text of a log file."""
    try:
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise Refused(say("there is no such file"), place=str(file)) from None
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else say("it is no text")
        raise Refused(say("cannot be read: {why}", why=why), place=str(file)) from None


@contextmanager
def about(file: Path | str) -> Iterator[None]:
    """Name the file, or another place, in whatever is refused."""
    try:
        yield
    except Refused as refused:
        place = ", ".join(part for part in (str(file), refused.place) if part)
        raise Refused(refused.sentence, place=place) from None


def check(file: Path) -> None:
    """Recompute a log; say that it is sound, or refuse it with the place."""
    text = read(file)
    with about(file):
        table = recompute(text)
    moves = say_count("{n} move", "{n} moves", len(table.moves))
    state = say("over, scores {scores}", scores=table.scores) if table.over else say("not over")
    print(say("{file}: sound, {moves}, {state}, hash {hash}",
              file=file, moves=moves, state=state, hash=table.hash))  # fmt: skip


def show(file: Path, seat: int, *, as_json: bool) -> None:
    """Tell a saved game move by move, as a seat or the audience saw it."""
    text = read(file)
    with about(file):
        table = replay(parse_log(text))
        if not AUDIENCE <= seat < len(table.players):
            last = len(table.players) - 1
            raise Refused(say("seats are counted from 0 to {last}", last=last), place="--seat")
    if as_json:
        for event in table.events(seat):
            sys.stdout.write(msgspec.json.encode(event).decode() + "\n")
        return
    names = seat_names(table.players)
    for sentence in table.game.sentences.story(table.events(seat), names):
        print(sentence)
    if not table.over:
        print(say("The game is not over yet."))
        return
    for line in result(table, names):
        print(line)
