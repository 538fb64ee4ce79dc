"""A whole position of Darwin's Choice in words: written by hand or dumped, and read back.

Every field has a natural default. What a position does not name is dealt from the cards that are
left, so a person writes only what matters.
"""

from __future__ import annotations

from tangledbank.games.darwin.text.position_fields import Document
from tangledbank.games.darwin.text.position_reader import force_deck, read
from tangledbank.games.darwin.text.position_writer import write

__all__ = ["Document", "force_deck", "read", "write"]
