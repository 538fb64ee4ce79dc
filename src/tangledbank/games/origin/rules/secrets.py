"""What a seat cannot know: blanked in an observation, dealt anew for a search."""

from __future__ import annotations

from tangledbank.games.origin.rules.cards import NOTHING
from tangledbank.games.origin.rules.state import Stage, State
from tangledbank.games.shared.hidden_cards import (
    blank_faces,
    deal_faces,
)
from tangledbank.kernel.chance import Generator
from tangledbank.kernel.compiling import rule


@rule
def forget_draft(game: State) -> None:
    """Take back a choice that is begun and not yet confirmed."""
    if game.stage == Stage.PLACE or game.stage == Stage.PAIR:
        game.stage = Stage.DEVELOP
    elif game.stage == Stage.HUNT or game.stage == Stage.ROB:
        game.stage = Stage.FEED
    game.draft_card = NOTHING
    game.draft_side = NOTHING
    game.draft_animal = NOTHING


@rule
def blank(game: State, seat: int) -> None:
    """Blank everything `seat` cannot know."""
    blank_faces(game, seat)
    if game.decider != seat:
        forget_draft(game)


@rule
def deal_again(game: State, seat: int, generator: Generator) -> None:
    """Replace everything `seat` cannot know by what fits all it has seen."""
    if game.decider != seat:
        forget_draft(game)
    deal_faces(game, seat, generator)
