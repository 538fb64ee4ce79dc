"""What a server notes for whoever runs it: a flood of requests must be no flood of lines."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import TextIO

MOST = 10  # lines of one kind …
SPAN = 60.0  # … in so many seconds
MOST_KINDS = 100  # the others count as one
LONGEST = 200  # of what tells a kind
# What uvicorn tells as faults of ours, though others do them: a socket that was refused, and words
# over a socket that are none.
NO_FAULTS = (
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
)

Kind = tuple[str, str]


class SparingHandler(logging.StreamHandler[TextIO]):
    """Writes the first lines of each kind, and then how many more there were."""

    def __init__(self, stream: TextIO | None = None, now: Callable[[], float] = time.monotonic):
        super().__init__(stream)
        self._now, self._began = now, now()
        self._counts: Counter[Kind] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or only count it."""
        if record.msg in NO_FAULTS:
            return
        if self._now() - self._began >= SPAN:
            self._tell_what_was_left_out()
        kind = self._kind(record)
        self._counts[kind] += 1
        if self._counts[kind] <= MOST:
            super().emit(record)

    def close(self) -> None:
        """Tell what is not told yet."""
        self._tell_what_was_left_out()
        super().close()

    def _kind(self, record: logging.LogRecord) -> Kind:
        """By which lines are alike: asyncio writes what differs into further lines."""
        kind = (record.name, str(record.msg).partition("\n")[0][:LONGEST])
        return kind if kind in self._counts or len(self._counts) < MOST_KINDS else ("", "…")

    def _tell_what_was_left_out(self) -> None:
        counts, self._counts, self._began = self._counts, Counter(), self._now()
        for (name, template), count in counts.items():
            if count > MOST:
                told = "%d more lines like this were left out: %s"
                parts = (count - MOST, template)
                line = logging.LogRecord(name, logging.WARNING, "", 0, told, parts, None)
                super().emit(line)


def log_sparingly() -> None:
    """Let everything this process notes go one way."""
    logging.basicConfig(
        format="%(levelname)s: %(message)s", level=logging.WARNING, handlers=[SparingHandler()]
    )
