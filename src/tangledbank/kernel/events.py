"""The event writer: what happened, as rows of numbers that everyone may see.

An event book is a two-dimensional array; its first row holds the number of events, each further
row one event. A book without room takes nothing and costs nothing.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tangledbank.kernel.compiling import rule

EventBook: TypeAlias = Any  # int64[1 + capacity, WIDTH]

WIDTH = 8


@rule
def has_room(book: EventBook) -> bool:
    """Whether one more event can be written."""
    return len(book) > 1 and book[0, 0] < len(book) - 1


@rule
def write(
    book: EventBook, what: int, who: int, a: int, b: int, c: int, d: int, x: int, y: int
) -> None:
    """Append one event; ask `has_room` first."""
    book[0, 0] += 1
    row = book[book[0, 0]]
    row[0], row[1], row[2], row[3] = what, who, a, b
    row[4], row[5], row[6], row[7] = c, d, x, y


def new_book(capacity: int) -> EventBook:
    """An empty event book."""
    return np.zeros((1 + capacity, WIDTH), np.int64)


def read(book: EventBook) -> list[list[int]]:
    """The events written, oldest first."""
    rows: list[list[int]] = book[1 : 1 + int(book[0, 0])].tolist()
    return rows
