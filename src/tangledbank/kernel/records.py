"""Records: the type of one, and whole ones copied as words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tangledbank.kernel.compiling import rule

States: TypeAlias = NDArray[np.void]  # an array of records, as entries take it; the first is meant
Ints: TypeAlias = NDArray[np.integer]  # whole numbers of any width

WORD = 8  # bytes
Field = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]  # a name, a type, perhaps a shape


def record_type(fields: Sequence[Field]) -> Any:
    """The type of a record, filled up to whole words so that it can be copied and hashed as such.

    Refuses what would go wrong much later: names that NumPy itself has, and fields that do not lie
    on whole numbers of their own size.
    """
    packed = np.dtype([*fields])
    for name, (kind, offset, *_) in (packed.fields or {}).items():
        if hasattr(np.record, name):
            raise TypeError(f"numpy.record has a {name!r} itself: give that field another name")
        if offset % kind.base.itemsize:
            raise TypeError(f"{name!r} lies at byte {offset}: put it before narrower fields")
    spare = ("spare", np.int8, (-packed.itemsize % WORD or WORD,))
    return np.dtype((np.record, np.dtype([*packed.descr, spare])))


@rule
def copy_record(source: States, target: States) -> None:
    """Copy the first record of one array over that of another.

    Assigned, a record becomes one instruction per number in it: minutes of compiling.
    """
    words, room = source.view(np.int64), target.view(np.int64)
    for i in range(len(words)):
        room[i] = words[i]
