"""The door to the rules of The Origin of Species."""

from __future__ import annotations

from tangledbank.games.origin.rules.state import Stage, State
from tangledbank.games.shared.entries import bind_entries
from tangledbank.kernel.compiling import rule


@rule
def asked(game: State) -> int:
    """The seat that has a decision now, as a bit."""
    return 0 if game.stage == Stage.OVER else 1 << int(game.decider)


new, pending, legal, step, settle, observe, redeal, score, why_not, broken = bind_entries(
    __package__, asked=asked
)
