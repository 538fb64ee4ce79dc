"""The file that keeps a tournament: its set-up, then a line for each finished game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from tangledbank import __version__
from tangledbank.arena.lineups import Setup
from tangledbank.arena.play import Result
from tangledbank.errors import Refused
from tangledbank.games.game import SCORE_COLUMNS
from tangledbank.log import complete_lines
from tangledbank.text import say


class ResultFile:
    """Append-only: whatever happens, games that are in it need not be played again."""

    def __init__(self, path: Path, setup: Setup):
        """Begin a file, or go on with one of the same set-up."""
        self.path, self.note, self._seats = path, "", setup.seats
        self.results: dict[int, Result] = {}
        header = _header(setup)
        if path.exists() and path.stat().st_size:
            self._read(header)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(header) + b"\n")

    def append(self, result: Result) -> None:
        """Keep a game that is finished."""
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")
        self.results[result.game] = result

    def _read(self, header: dict[str, Any]) -> None:
        try:
            text = self.path.read_text(encoding="utf-8")
        except UnicodeError:
            raise Refused(say("this is not the file of a tournament"), place=self._at(1)) from None
        whole = complete_lines(text)
        self._check_header(whole.split("\n", 1)[0], header)
        *lines, _ = whole.split("\n")
        for number, line in enumerate(lines[1:], start=2):
            try:
                result = self._result(line)
            except ValueError:
                if number < len(lines) or whole != text:
                    raise Refused(
                        say("this line is damaged: it is not a finished game"),
                        place=self._at(number),
                    ) from None
                whole = whole[: -len(line) - 1]
                break
            self.results[result.game] = result
        if whole != text:
            os.truncate(self.path, len(whole.encode()))
            self.note = say("The last line of {file} was damaged; its game is played again.",
                            file=self.path)  # fmt: skip

    def _result(self, line: str) -> Result:
        """A game of this tournament; a ValueError if it cannot be one."""
        result = msgspec.json.decode(line, type=Result)
        columns = {len(row) for row in result.scores}
        seats = range(len(result.scores))
        if result.game < 0 or len(seats) != self._seats or columns != {SCORE_COLUMNS}:
            raise ValueError(line)
        if any(forfeit.seat not in seats for forfeit in result.forfeits):
            raise ValueError(line)
        return result

    def _check_header(self, line: str, header: dict[str, Any]) -> None:
        try:
            there = msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError:
            there = {}
        if "tournament" not in there:
            raise Refused(say("this is not the file of a tournament"), place=self._at(1))
        differences = [
            say("{name} is {there} there, not {here}",
                name=name, there=_shown(there.get(name)), here=_shown(header[name]))
            for name in header
            if there.get(name) != header[name]
        ]  # fmt: skip
        if differences:
            raise Refused(
                say("the file holds another tournament: {differences}",
                    differences="; ".join(differences)),
                place=str(self.path),
            )  # fmt: skip

    def _at(self, number: int) -> str:
        return f"{self.path}, {say('line {number}', number=number)}"


def _header(setup: Setup) -> dict[str, Any]:
    """What a file must have in common with a tournament to go on with it."""
    words: dict[str, Any] = msgspec.to_builtins(setup)
    if not setup.programs:
        del words["limits"]  # they bind nobody
    return {"tournament": 1, "version": __version__, **words, "bots": [*setup.bots]}


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()
