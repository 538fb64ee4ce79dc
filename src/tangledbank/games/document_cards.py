"""The cards of a position in words, in any game with cards of `faces.py`."""

from __future__ import annotations

from typing import Any

import numpy as np


def note_shuffles(game: Any) -> None:
    """Note which faces went into which shuffle, once every card of a position lies somewhere."""
    batch = game.batch[: game.cards]
    game.shuffles = 1 + int(batch.max())
    for one in range(int(game.shuffles)):
        slots = np.flatnonzero(batch == one)
        game.pool[slots] = np.sort(game.kind[slots])
