"""Processes that work for this one: in its language, deaf to Ctrl-C, and gone when it is gone."""

from __future__ import annotations

import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import Any, TypeVar

from tangledbank.errors import Refused
from tangledbank.text import language, say, speak

Result = TypeVar("Result")
GENTLY = 5  # by so much others give way to the server: pages come first


class Workers:
    """So many processes, started as they are needed; they end with the block they are made for."""

    def __init__(self, count: int):
        self._pool = ProcessPoolExecutor(count, get_context("spawn"), _begin, (language(),))

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End them at once: nobody wants what they are still at."""
        for worker in [*(self._pool._processes or {}).values()]:  # Python 3.14: terminate_workers
            worker.terminate()
        self._pool.shutdown(cancel_futures=True)  # waits: its thread must not outlive the program
        if kind is BrokenProcessPool:
            raise Refused(say("a worker ended by itself, perhaps for lack of memory")) from None

    def start(self, work: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Hand out some work."""
        with _interrupts_later():
            return self._pool.submit(work, *arguments)

    def each(self, work: Callable[..., Result], *columns: Iterable[Any]) -> Iterator[Result]:
        """As `map` does it, on all of them.

        That of the pool would cancel what has not begun when it is left early, and its thread does
        not expect that of workers that are ended.
        """
        rows = zip(*columns, strict=False)  # a column may repeat for ever
        running = [self.start(work, *row) for row in rows]
        running.reverse()
        while running:
            yield running.pop().result()  # and is not kept


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Let an interrupt wait; processes that are started meanwhile do not hear of any.

    A process that is half started would be forgotten. The signal may come by another thread, so it
    does not do to block it in this one. It is the main thread that is interrupted.
    """
    if current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    _hear_interrupts(wanted=False)
    try:
        yield
    finally:
        _hear_interrupts(wanted=True)
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


def _hear_interrupts(*, wanted: bool) -> None:
    """Let interrupts through to this thread or not; processes that it starts inherit that."""
    if sys.platform != "win32":
        how = signal.SIG_UNBLOCK if wanted else signal.SIG_BLOCK
        signal.pthread_sigmask(how, {signal.SIGINT})


def _begin(spoken: str) -> None:
    """What a worker does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the business of the process we work for
    _hear_interrupts(wanted=True)  # programs that we start may wish to
    Thread(target=_end_with_parent, daemon=True).start()
    speak(spoken)


def _end_with_parent() -> None:
    """However it ended: nobody else would tell us."""
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


def give_way() -> None:
    """Let the process that we work for go first."""
    if sys.platform != "win32":
        os.nice(GENTLY)


async def end(process: Process) -> None:
    """End a program that was started, if it still runs."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
