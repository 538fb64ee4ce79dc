"""Logs that people bring: each is read in a process of its own, under limits, before it is here.

Nobody knows what is in them. What such a process could bear, this one can.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE

import msgspec

from tangledbank.arena.conversation import LAUNCHER
from tangledbank.errors import Refused
from tangledbank.kernel.compiling import environment
from tangledbank.log import parse_log
from tangledbank.table import Table, open_log, verify
from tangledbank.text import language, say, speak
from tangledbank.workers import end, give_way

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
        self._limits = str(megabytes), str(processor_seconds)
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
            code, why = await self._ask(text)
        except OSError as error:  # the time is over, or no process can be started
            code, why = repr(error), b""
        if code:
            note.warning("a log that was brought could not be read: %s", code)
            raise Refused(say("it takes too long or too much memory to read"))
        if why:
            sentence, place = msgspec.json.decode(why, type=tuple[str, str])
            raise Refused(sentence, place=place)

    async def _ask(self, text: str) -> tuple[object, bytes]:
        """How a process ended that has read a log, and what it says against it."""
        command = [sys.executable, "-m", __name__, language()]
        if sys.platform != "win32":
            command = [sys.executable, "-I", "-S", str(LAUNCHER), *self._limits, *command]
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
            env={**environment(is_compiled=False), "OPENBLAS_NUM_THREADS": "1"},
        )  # fmt: skip
        try:
            async with asyncio.timeout(SECONDS):
                why, _ = await process.communicate(text.encode())
        finally:
            await end(process)
        return process.returncode, why


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


def read_here() -> None:
    """What such a process does: a log on its input; on its output what is wrong with it, if so."""
    give_way()
    speak(sys.argv[1])
    try:
        verify(sys.stdin.buffer.read().decode())
    except Refused as refused:
        sys.stdout.buffer.write(msgspec.json.encode((refused.sentence, refused.place)))


if __name__ == "__main__":
    read_here()
