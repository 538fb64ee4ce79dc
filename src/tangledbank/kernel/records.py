"""Whole records, copied as words.

A record assigned to another becomes one instruction per number in it: minutes of compiling.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangledbank.kernel.compiling import rule


@rule
def copy_record(source: Any, target: Any) -> None:
    """Copy the first record of one array over that of another."""
    words, room = source.view(np.int64), target.view(np.int64)
    for i in range(len(words)):
        room[i] = words[i]
