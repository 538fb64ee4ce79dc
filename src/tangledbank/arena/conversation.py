"""A program under limits, and the lines that go to it and come back."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tangledbank.text import say

LONGEST_ANSWER = 65_536  # bytes
LAST_WORDS = 600  # bytes of what it says on its error output
GRACE = 0.3  # seconds to end by itself after the game
LAUNCHER = Path(__file__).with_name("launch.py")
OURS = "TANGLEDBANK_"  # settings that are nobody else's business, such as the address of a store


class Failure(Exception):  # noqa: N818  it reads as what happened
    """A program has failed, and is no longer asked."""


class Conversation:
    """A process group of its own; it is asked and answers, one line each."""

    def __init__(self, command: Sequence[str], megabytes: int):
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(LAUNCHER), str(megabytes), "0", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={name: value for name, value in os.environ.items() if not name.startswith(OURS)},
            start_new_session=True,
        )
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        assert all(streams)
        self._in, self._out, self._err = (stream.fileno() for stream in streams if stream)
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream, False)
        self._heard, self._errors = b"", b""
        self._is_open = self._has_errors = True  # its two outputs

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The line that comes back within so many seconds; else a Failure."""
        self._hear()
        if self._heard:
            raise Failure(say("it wrote without being asked"))
        unsent = line + b"\n"
        until = time.monotonic() + seconds
        while b"\n" not in self._heard:
            left = until - time.monotonic()
            if left <= 0:
                raise Failure(say("it did not answer within {seconds:g} seconds", seconds=seconds))
            if len(self._heard) > LONGEST_ANSWER:
                raise Failure(say("its answer has more than {n} bytes", n=LONGEST_ANSWER))
            if not self._is_open:
                raise Failure(self._how_it_ended())
            self._wait(left, is_writing=bool(unsent))
            unsent = self._send(unsent)
            self._hear()
        answer, _, self._heard = self._heard.partition(b"\n")
        return answer

    @property
    def last_words(self) -> str:
        """What it said last on its error output, in one line."""
        return " ".join(self._errors.decode("utf-8", "replace").split())

    def close(self, farewell: bytes = b"", grace: float = 0.0) -> None:
        """Tell it that all is over, and end it with everything it has started."""
        self._send(farewell)
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        if self._process.stdin:
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self.kill()
        self._process.wait()
        for stream in streams:
            if stream:
                stream.close()

    def kill(self) -> None:
        """End it at once; whoever waits for an answer hears of it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _wait(self, seconds: float, *, is_writing: bool) -> None:
        """Until it says something, or takes what we say."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            if self._has_errors:
                selector.register(self._err, selectors.EVENT_READ)
            if is_writing:
                selector.register(self._in, selectors.EVENT_WRITE)
            selector.select(seconds)

    def _send(self, unsent: bytes) -> bytes:
        """Send as much as goes; what is left."""
        try:
            return unsent[os.write(self._in, unsent) :] if unsent else b""
        except BlockingIOError:
            return unsent
        except OSError:  # it has ended, which its output will show
            return b""

    def _hear(self) -> None:
        """Take in what it has said, a piece of each at most: it may never stop."""
        said, complained = _piece(self._out), _piece(self._err)
        self._is_open = said != b""
        self._has_errors = complained != b""
        self._heard += said or b""
        self._errors = (self._errors + (complained or b""))[-LAST_WORDS:]

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return say("it closed its output")
        self._hear()  # its last words
        if code < 0:
            return say("it was ended by the signal {name}", name=_signal_name(-code))
        return say("it ended by itself with exit code {code}", code=code)


def _signal_name(number: int) -> str:
    """Real-time signals have no name of their own."""
    return next((one.name for one in signal.Signals if one == number), str(number))


def _piece(stream: int) -> bytes | None:
    """What can be read at once; nothing at its end, None if there is nothing yet."""
    try:
        return os.read(stream, LONGEST_ANSWER)
    except BlockingIOError:
        return None
