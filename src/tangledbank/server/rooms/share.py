"""Which tables are whose, if a server has several processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from zlib import crc32


class Share(NamedTuple):
    """Which of several processes this is."""

    number: int = 0
    total: int = 1

    def has(self, name: str) -> bool:
        """Whether the name of a table, an invitation or a seat leads to this process."""
        return place_of(name.encode(), self.total) == self.number

    def name(self, make: Callable[[], str]) -> str:
        """One of the names made that leads here, so that whoever has it is here at once."""
        return next(filter(self.has, iter(make, "")))


ALL = Share()


def place_of(name: bytes, total: int) -> int:
    """The number of the process to which a name leads."""
    return crc32(name) % total
