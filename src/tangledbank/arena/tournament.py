"""Play the games of a tournament on all cores, in any order, and take them in by their numbers."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from itertools import islice
from pathlib import Path

from tangledbank.arena.conversation import Failure
from tangledbank.arena.external import Program
from tangledbank.arena.lineups import Setup
from tangledbank.arena.play import Result, play
from tangledbank.arena.report import Report, Standing
from tangledbank.arena.results import ResultFile
from tangledbank.arena.sequential import StopRule
from tangledbank.errors import Refused
from tangledbank.games.game import load
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

    def report(self) -> Report:
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
    for name, command in setup.programs.items():
        program = Program(
            name, command, load(setup.game), setup.options, setup.seats, 0, setup.limits
        )
        try:
            program.start()
        except Failure as failure:
            raise Refused(str(failure)) from None
        finally:
            program.close()


def _played(
    setup: Setup, numbers: Sequence[int], workers: int, logs: Path | None
) -> Generator[Result, None, None]:
    """The results of some games, as they are finished."""
    if workers == 1:
        yield from (play(setup, number, logs) for number in numbers)
        return
    with Workers(workers) as pool:
        yield from _handed_out(pool, setup, numbers, workers, logs)


def _handed_out(
    pool: Workers, setup: Setup, numbers: Sequence[int], workers: int, logs: Path | None
) -> Iterator[Result]:
    """Hand out games in their order, a few at a time: the first are wanted first."""
    left = iter(numbers)
    running: set[Future[Result]] = set()
    while True:
        for number in islice(left, workers * AHEAD - len(running)):
            running.add(pool.start(play, setup, number, logs))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def all_cores() -> int:
    """The number of workers that use every core."""
    return os.cpu_count() or 1
