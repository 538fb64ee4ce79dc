"""A whole position of The Origin of Species in words: written by hand or dumped, and read back.

Every field has a natural default. What a position does not name is dealt from the cards that are
left, so a person writes only what matters.
"""

from __future__ import annotations

from functools import partial

from tangledbank.games.origin.rules.cards import CARD_NAMES
from tangledbank.games.origin.text.position_fields import Document
from tangledbank.games.origin.text.position_reader import read
from tangledbank.games.origin.text.position_writer import write
from tangledbank.games.shared.position_cards import put_on_deck
from tangledbank.games.shared.position_frame import force_dice

force_deck = partial(put_on_deck, names=CARD_NAMES)

__all__ = ["Document", "force_deck", "force_dice", "read", "write"]
