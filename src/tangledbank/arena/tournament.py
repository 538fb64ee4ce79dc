"""A tournament: its games are played on all cores, kept in a file, taken in by their numbers."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec

from tangledbank import __version__
from tangledbank.arena import Result, Setup, play, program_at
from tangledbank.arena.report import Standing, StopRule, TournamentReport
from tangledbank.errors import Refused
from tangledbank.games.game import SCORE_COLUMNS
from tangledbank.log import complete_lines
from tangledbank.text import say
from tangledbank.workers import Workers

AHEAD = 3  # games for each worker that are handed out at a time


class Tournament:
    """The games so far, and what they come to."""

    def __init__(self, setup: Setup, games: int, file: ResultFile, test: StopRule | None = None):
        self._setup, self._games, self._file = setup, games, file
        self.standing = Standing(setup, test)
        self._take_in()

    def is_over(self) -> bool:
        """Whether all games are played, or no more are needed."""
        return self.standing.games >= self._games or bool(self.standing.verdict)

    @property
    def results(self) -> list[Result]:
        """The games that are counted, in their order."""
        return [self._file.results[number] for number in range(self.standing.games)]

    def report(self) -> TournamentReport:
        """What the games so far come to."""
        return self.standing.report(self._games)

    def play(
        self,
        workers: int,
        logs: Path | None = None,
        progress: Callable[[Standing], None] | None = None,
    ) -> None:
        """Play what is missing; an interrupt loses only the games that are being played."""
        missing = [n for n in range(self._games) if n not in self._file.results]
        if self.is_over():
            return
        workers = min(workers, len(missing))
        with closing(_played(self._setup, missing, workers, logs)) as results:
            for result in results:
                self._file.append(result)
                self._take_in()
                if progress:
                    progress(self.standing)
                if self.is_over():
                    return

    def _take_in(self) -> None:
        """Count all games up to the first that is missing."""
        while not self.is_over() and self.standing.games in self._file.results:
            self.standing.add(self._file.results[self.standing.games])


def try_programs(setup: Setup) -> None:
    """Start each program once, so that a broken one is refused before anything is played."""
    for name in setup.programs:
        with closing(program_at(setup, name, 0)) as program:
            program.start_or_refuse()


def _played(
    setup: Setup, numbers: Sequence[int], workers: int, logs: Path | None
) -> Generator[Result, None, None]:
    """The results of some games as they are finished; a few are handed out at a time, in order."""
    if workers == 1:
        yield from (play(setup, number, logs) for number in numbers)
        return
    left, running = iter(numbers), set[Future[Result]]()
    with Workers(workers) as pool:
        while True:
            for number in islice(left, workers * AHEAD - len(running)):
                running.add(pool.start(play, setup, number, logs))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)


def all_cores() -> int:
    """The number of workers that use every core."""
    return os.cpu_count() or 1


# --- the file -------------------------------------------------------------------------------------


class ResultFile:
    """The set-up of a tournament, then a line for each finished game.

    Append-only: whatever happens, games that are in it need not be played again.
    """

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

    def _read(self, header: dict[str, object]) -> None:
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

    def _check_header(self, line: str, header: dict[str, object]) -> None:
        try:
            there = msgspec.json.decode(line, type=dict[str, object])
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


def _header(setup: Setup) -> dict[str, object]:
    """What a file must have in common with a tournament to go on with it."""
    words: dict[str, object] = msgspec.to_builtins(setup)
    if not setup.programs:
        del words["limits"]  # they bind nobody
    return {"tournament": 1, "version": __version__, **words, "bots": [*setup.bots]}


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()
