"""The door to the rules of Evolution."""

from __future__ import annotations

from tangledbank.games.evolution.rules.state import State
from tangledbank.games.shared.entries import bind_entries
from tangledbank.kernel.compiling import rule


@rule
def asked(game: State) -> int:
    """The seats that have a decision now, as bits."""
    return game.waiting


new, pending, legal, step, settle, observe, redeal, score, why_not, broken = bind_entries(
    __package__, asked=asked
)
