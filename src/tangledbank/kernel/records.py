"""Records: typed classes that lay themselves out, bounded lists in them, and books of events.

A record is declared as a class, for the reader and for mypy: a field with a number's type, or with
an array's type and its shape. What the rules get is a NumPy record of the type `dtype`. A list is
one array: its first element is the length, then come the items.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Never, TypeAlias, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from tangledbank.kernel.compiling import rule

States: TypeAlias = NDArray[np.void]  # an array of records, as entries take it; the first is meant
Ints: TypeAlias = NDArray[np.integer]  # whole numbers of any width

Small: TypeAlias = Annotated[int, np.int16]
Index: TypeAlias = Annotated[int, np.uint16]  # unsigned saves the test for counting from the end
Wide: TypeAlias = Annotated[int, np.int32]
Tinies: TypeAlias = Annotated[NDArray[np.int8], np.int8]
Smalls: TypeAlias = Annotated[NDArray[np.int16], np.int16]
Indices: TypeAlias = Annotated[NDArray[np.uint16], np.uint16]
Wides: TypeAlias = Annotated[NDArray[np.int32], np.int32]
Words: TypeAlias = Annotated[NDArray[np.int64], np.int64]
List: TypeAlias = Ints  # of one dimension

WORD = 8  # bytes
WIDE = cast(type[int], np.int64)  # can be counted down below 0, even from unsigned items


def shaped(*shape: int) -> NDArray[Never]:
    """The shape of a field that is an array; to mypy such an array, whatever its numbers are."""
    return cast(NDArray[Never], shape)


class Record:
    """A record whose fields are the annotations of the class, in their order."""

    dtype: ClassVar[np.dtype[np.void]]

    if TYPE_CHECKING:

        def tobytes(self) -> bytes:
            """As a record of NumPy does it."""

        def __getitem__(self, field: str) -> NDArray[np.integer]:
            """A field that is an array, faster than as an attribute."""

    def __init_subclass__(cls) -> None:
        """Lay the fields out, filled up to whole words: copied, compared and hashed as such.

        Refuses what would go wrong much later: names that NumPy itself has, and fields that do not
        lie on whole numbers of their own size.
        """
        hints = get_type_hints(cls, include_extras=True)
        packed = np.dtype(
            [
                (name, hint.__metadata__[0], getattr(cls, name, ()))
                for name, hint in hints.items()
                if name != "dtype"
            ]
        )
        for name, (kind, offset, *_) in (packed.fields or {}).items():
            if hasattr(np.record, name):
                raise TypeError(f"numpy.record has a {name!r} itself: give that field another name")
            if offset % kind.base.itemsize:
                raise TypeError(f"{name!r} lies at byte {offset}: put it before narrower fields")
        spare = ("spare", np.int8, (-packed.itemsize % WORD or WORD,))
        cls.dtype = np.dtype((np.record, np.dtype([*packed.descr, spare])))

    @classmethod
    def zeros(cls, count: int = 1) -> States:
        """Room for so many, all fields 0."""
        return np.zeros(count, cls.dtype)


@rule
def copy_record(source: States, target: States) -> None:
    """Copy the first record of one array over that of another.

    Assigned, a record becomes one instruction per number in it: minutes of compiling.
    """
    words, room = source.view(np.int64), target.view(np.int64)
    for i in range(len(words)):
        room[i] = words[i]


# -- bounded lists --------------------------------------------------------------------------------


@rule
def length(items: List) -> int:
    """How many items there are."""
    count: int = WIDE(items[0])
    return count


@rule
def get(items: List, index: int) -> int:
    """The item at `index`, counted from 0."""
    item: int = WIDE(items[index + 1])
    return item


@rule
def push(items: List, item: int) -> None:
    """Add an item at the end. The array is as long as the most there can ever be."""
    items[0] += 1
    items[items[0]] = item


@rule
def pop(items: List) -> int:
    """Take the last item away."""
    last: int = WIDE(items[items[0]])
    items[0] -= 1
    return last


@rule
def find(items: List, item: int) -> int:
    """The index of an item, or -1."""
    for i in range(1, items[0] + 1):
        if items[i] == item:
            return i - 1
    return -1


def items_of(items: List) -> list[int]:
    """A bounded list as a Python list."""
    found: list[int] = items[1 : 1 + int(items[0])].tolist()
    return found


def append(items: List, item: int) -> None:
    """`push`, for callers outside the rules."""
    count = int(items[0]) + 1
    items[0] = count
    items[count] = item


@rule
def remove(items: List, item: int) -> None:
    """Take one item away, keeping the order of the others."""
    kept = 1
    for i in range(1, items[0] + 1):
        held = items[i]
        items[kept] = held
        kept += int(held != item or kept < i)  # behind by one: it has been taken
    items[0] = kept - 1


@rule
def sort(items: List) -> None:
    """Put the items in ascending order."""
    for i in range(2, items[0] + 1):
        item = items[i]
        j = i - 1
        while j > 0 and items[j] > item:
            items[j + 1] = items[j]
            j -= 1
        items[j + 1] = item


# -- events: what happened, as rows of numbers that everyone may see -------------------------------

# A book is a record, so that rules pass it on as one pointer. One without room takes nothing and
# costs nothing.
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
