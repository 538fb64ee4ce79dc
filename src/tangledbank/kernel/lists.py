"""Bounded lists inside a record: one array, its first element the length, then the items."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Ints

List: TypeAlias = Ints  # of one dimension
WIDE: Any = np.int64  # what comes out can be counted down below 0, even from unsigned items


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
