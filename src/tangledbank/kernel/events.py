"""The event writer: what happened, as rows of numbers that everyone may see.

An event book is a record, so that rules pass it on as one pointer. A book without room takes
nothing and costs nothing.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import States

EventBook: TypeAlias = np.record  # one of BOOK
EventBooks: TypeAlias = States  # an array of them

WIDTH = 8
CAPACITY = 2048  # each game shows that one step tells less

BOOK = np.dtype(
    (
        np.record,
        [("room", np.int64), ("count", np.int64), ("rows", np.int64, (CAPACITY, WIDTH))],
    )
)


@rule
def has_room(book: EventBook) -> bool:
    """Whether one more event can be written."""
    return book.count < book.room


@rule
def write(
    book: EventBook, what: int, who: int, a: int, b: int, c: int, d: int, x: int, y: int
) -> None:
    """Append one event; ask `has_room` first."""
    row = book.rows[book.count]
    row[0], row[1], row[2], row[3] = what, who, a, b
    row[4], row[5], row[6], row[7] = c, d, x, y
    book.count += 1


def new_books(room: int = 0) -> EventBooks:
    """One empty event book with room for some events."""
    books = np.zeros(1, BOOK)
    books[0].room = room
    return books


def take_events(books: EventBooks) -> list[list[int]]:
    """The events written, oldest first; the book is empty again."""
    count = books["count"]  # by field name: an attribute of a record takes ten times as long
    rows: list[list[int]] = books["rows"][0, : int(count[0])].tolist()
    count[0] = 0
    return rows
