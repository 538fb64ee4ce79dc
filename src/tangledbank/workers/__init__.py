"""Processes that work for this one: in its language, deaf to Ctrl-C, and gone when it is gone.

There is one protocol for all of them. A request is a function, by its name, with its arguments; an
answer is what the function returns or raises. Both are pickled, on the input and the output of the
process. Whoever gives up waiting for an answer ends the process.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import copy_context
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread, current_thread, main_thread
from typing import NamedTuple, TypeVar

from tangledbank.errors import Refused
from tangledbank.kernel.compiling import environment, uncompiled
from tangledbank.text import language, say, speak

Result = TypeVar("Result")
Request = tuple[Callable[..., object], tuple[object, ...]]

GENTLY = 5  # by so much others give way to the server: pages come first
LAUNCHER = Path(__file__).with_name("launch.py")
WORK = "from tangledbank.workers import work; work()"


class WorkerEnded(Exception):  # noqa: N818  it reads as what happened
    """A worker has gone before it answered, perhaps for lack of memory."""


class Terms(NamedTuple):
    """How a worker is run."""

    is_compiled: bool | None = None  # None: as this process
    niceness: int = 0
    is_quiet: bool = False  # nobody sees what it complains about
    megabytes: int = 0  # of addresses that it may take; 0: as many as there are
    processor_seconds: int = 0


class Worker:
    """A process that answers one request after the other."""

    def __init__(self, module: str = __name__, terms: Terms = Terms()):  # noqa: B008
        """Start it; the module with its work is loaded at once."""
        command = [sys.executable, "-c", WORK, module, language(), str(terms.niceness)]
        if terms.megabytes and sys.platform != "win32":
            command = under_limits(terms.megabytes, terms.processor_seconds, command)
        is_compiled = not uncompiled() if terms.is_compiled is None else terms.is_compiled
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if terms.is_quiet else None,
            env={**environment(is_compiled), "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,  # a terminal does not interrupt it
        )
        self._thread = ThreadPoolExecutor(1)  # waits for answers within a time

    def ask(self, work: Callable[..., Result], *arguments: object) -> Result:
        """What comes of some work; WorkerEnded if the process ends over it, or is ended."""
        assert self._process.stdin
        assert self._process.stdout
        request = pickle.dumps((work, arguments))
        try:
            self._process.stdin.write(request)
            self._process.stdin.flush()
            is_done, answer = pickle.load(self._process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise WorkerEnded from None
        if not is_done:
            raise answer
        result: Result = answer
        return result

    async def answer(
        self, seconds: float, work: Callable[..., Result], *arguments: object
    ) -> Result:
        """The same within so many seconds, else a TimeoutError: then it has to be ended."""
        asked = self._thread.submit(self.ask, work, *arguments)
        return await asyncio.wait_for(asyncio.wrap_future(asked), seconds)

    def end(self) -> None:
        """End it, whatever it is at."""
        self._process.kill()
        with suppress(OSError), self._process:  # waits for it, and closes what led to it
            pass
        self._thread.shutdown()


class Workers:
    """So many workers, started as they are needed; they end with the block they are made for."""

    def __init__(self, count: int):
        self._threads = ThreadPoolExecutor(count)  # each waits for one of them
        self._lock, self._is_open = Lock(), True
        self._all: list[Worker] = []
        self._idle: list[Worker] = []

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End them at once: nobody wants what they are still at."""
        with self._lock:
            self._is_open = False
        for worker in self._all:
            worker.end()
        self._threads.shutdown(cancel_futures=True)
        if kind is WorkerEnded:
            raise Refused(say("a worker ended by itself, perhaps for lack of memory")) from None

    def start(self, work: Callable[..., Result], *arguments: object) -> Future[Result]:
        """Hand out some work."""
        with _interrupts_later():
            return self._threads.submit(copy_context().run, self._ask, work, *arguments)

    def each(self, work: Callable[..., Result], *columns: Iterable[object]) -> Iterator[Result]:
        """As `map` does it, on all of them; a column may repeat for ever."""
        running = [self.start(work, *row) for row in zip(*columns, strict=False)]
        running.reverse()
        while running:
            yield running.pop().result()  # and is not kept

    def _ask(self, work: Callable[..., Result], *arguments: object) -> Result:
        with self._lock:
            if not self._is_open:
                raise WorkerEnded
            if not self._idle:
                self._all.append(Worker())
            worker = self._idle.pop() if self._idle else self._all[-1]
        try:
            return worker.ask(work, *arguments)
        finally:
            self._idle.append(worker)


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Let an interrupt wait: a thread that is half started would be forgotten."""
    if current_thread() is not main_thread():  # that one is interrupted, no other
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


def under_limits(megabytes: int, processor_seconds: int, command: list[str]) -> list[str]:
    """A command that may take so much, and ends with this process; 0 seconds are no limit."""
    limits = str(megabytes), str(processor_seconds)
    return [sys.executable, "-I", "-S", str(LAUNCHER), *limits, *command]


# --- in the other process ------------------------------------------------------------------------


def work() -> None:
    """What a worker does: a request on its input, the answer on its output."""
    module, spoken, niceness = sys.argv[1:]
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the business of the process we work for
    if sys.platform != "win32":
        os.nice(int(niceness))
    requests: SimpleQueue[Request] = SimpleQueue()
    Thread(target=_hear, args=(requests,), daemon=True).start()
    speak(spoken)
    import_module(module)
    while True:
        wanted, arguments = requests.get()
        answers.write(_answer(wanted, arguments))
        answers.flush()


def _hear(requests: SimpleQueue[Request]) -> None:
    """Take in requests; end at once with the process that we work for, however it ended."""
    while True:
        try:
            requests.put(pickle.load(sys.stdin.buffer))
        except EOFError:
            os._exit(1)
        except Exception as error:
            requests.put((_fail, (error,)))


def _answer(wanted: Callable[..., object], arguments: tuple[object, ...]) -> bytes:
    try:
        return pickle.dumps((True, wanted(*arguments)))
    except Exception as error:
        return pickle.dumps((False, error))


def _fail(error: Exception) -> None:
    raise error
