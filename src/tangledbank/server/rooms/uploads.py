"""Logs of games that were played elsewhere, which people upload.

Each is read in a process of its own, under limits, before it is here. Nobody knows what is in it;
what such a process could bear, this one can. It loads this file and the rules, nothing else.
"""

from __future__ import annotations

import asyncio
import logging

from tangledbank.errors import Refused
from tangledbank.log import parse_log
from tangledbank.table import Table, open_log, verify
from tangledbank.text import say
from tangledbank.workers import GENTLY, Terms, Worker

MOST_LINES = 10_000  # the longest of our recorded games has 629; people think twice more often
LONGEST_HEADER, LONGEST_LINE = 300_000, 2_000  # letters; a header may hold a deck and a position
MEGABYTES = 300  # of addresses; the longest game takes 116
PROCESSOR_SECONDS = 20  # it takes one
SECONDS = 60.0  # all in all: the machine may be busy
MOST_WAITING = 8  # logs; each may have two megabytes

note = logging.getLogger(__name__)


class LogReader:
    """Reads one log after the other."""

    def __init__(self, megabytes: int = MEGABYTES, processor_seconds: int = PROCESSOR_SECONDS):
        self._terms = Terms(False, GENTLY, True, megabytes, processor_seconds)
        self._place = asyncio.Semaphore(1)
        self._waiting = 0

    async def read(self, text: str) -> Table:
        """The table that a log leads to; refused if it is not sound, or takes too much."""
        _check_size(text)
        if self._waiting >= MOST_WAITING:
            raise Refused(say("That is too fast; wait a moment."))
        self._waiting += 1
        try:
            async with self._place:
                await self._try(text)
                return await asyncio.to_thread(open_log, text)
        finally:
            self._waiting -= 1

    async def _try(self, text: str) -> None:
        """Refuse a log that a process under limits does not find sound."""
        try:
            worker = Worker(__name__, self._terms)
            try:
                await worker.answer(SECONDS, check_here, text)
            finally:
                await asyncio.to_thread(worker.end)
        except Refused:
            raise
        except Exception as error:  # the time is over, it has ended, or none can be started
            note.warning("a log that was brought could not be read: %r", error)
            raise Refused(say("it takes too long or too much memory to read")) from None


def _check_size(text: str) -> None:
    """Refuse what is no log, or longer than any game, without a process."""
    if text.count("\n") > MOST_LINES:
        raise Refused(say("this has more than {most} lines", most=MOST_LINES))
    for number, line in enumerate(text.split("\n"), start=1):
        most = LONGEST_HEADER if number == 1 else LONGEST_LINE
        if len(line) > most:
            sentence = say("this has more than {most} letters", most=most)
            raise Refused(sentence, place=say("line {number}", number=number))
    parse_log(text[: text.find("\n") + 1])


def check_here(text: str) -> None:
    """What such a process does: refuse a log that is not sound."""
    verify(text)
