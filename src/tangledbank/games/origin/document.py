"""A whole position of The Origin of Species in words: written by hand or dumped, and read back.

Every field has a natural default. What a position does not name is dealt from the cards that are
left, so a person writes only what matters.
"""

from __future__ import annotations

from functools import partial

from tangledbank.games.document_cards import put_on_deck
from tangledbank.games.document_frame import force_dice
from tangledbank.games.origin.cards import CARD_NAMES
from tangledbank.games.origin.document_fields import Document
from tangledbank.games.origin.document_reader import read
from tangledbank.games.origin.document_writer import write

force_deck = partial(put_on_deck, names=CARD_NAMES)

__all__ = ["Document", "force_deck", "force_dice", "read", "write"]
