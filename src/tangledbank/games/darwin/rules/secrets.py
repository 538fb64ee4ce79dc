"""What a seat cannot know: blanked in an observation, dealt anew for a search."""

from __future__ import annotations

from tangledbank.games.darwin.rules.draft import clear_draft
from tangledbank.games.darwin.rules.state import ANY_CARD, NOTHING, Stage, State
from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.darwin.rules.variants import plays_in_teams
from tangledbank.games.shared.hidden_cards import SEAT_BIT, blank_faces, deal_faces, eye
from tangledbank.kernel.chance import Generator, shuffle
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import get, length, sort


@rule
def blank(game: State, seat: int) -> None:
    """Blank everything `seat` cannot know: faces, choices, drafts, coming chance."""
    hide_choices(game, seat)
    blank_faces(game, seat)
    sort_piles(game)


@rule
def sort_piles(game: State) -> None:
    """What is in these piles is public, in which order is not."""
    sort(game.biome_deck)
    sort(game.events_left)
    sort(game.tokens_left)


@rule(arrays=True)
def deal_again(game: State, seat: int, generator: Generator) -> None:
    """Replace what `seat` cannot know by something that fits all it has seen.

    Others have not yet chosen what they choose in secret. Works on a blanked state as well as on
    a whole one, with the same result.
    """
    hide_choices(game, seat)
    deal_faces(game, seat, generator)
    sort_piles(game)
    shuffle(generator, game.biome_deck[1:], length(game.biome_deck))
    shuffle(generator, game.events_left[1:], length(game.events_left))
    shuffle(generator, game.tokens_left[1:], length(game.tokens_left))


@rule
def hide_choices(game: State, seat: int) -> None:
    """Take back what others have chosen in secret, or begun and not confirmed."""
    if game.mover != seat:
        clear_draft(game)
    for other in range(game.seats):
        if other == seat:
            continue
        sort(game.hand[other])
        forget_who_knows(game, seat, other)
        if game.involved & SEAT_BIT[other] != 0:
            take_back(game, other)
    if plays_in_teams(game) and seat != game.mover and seat != mate_of(int(game.mover)):
        game.refused[:] = 0
        game.received = NOTHING
        if game.stage == Stage.ANSWER and game.asked != NOTHING:
            game.asked = ANY_CARD


@rule
def forget_who_knows(game: State, seat: int, holder: int) -> None:
    """Who else has been shown a card that `seat` has not seen is not for it to know."""
    for i in range(length(game.hand[holder])):
        card = get(game.hand[holder], i)
        if game.known[card] & eye(seat) == 0:
            game.known[card] = SEAT_BIT[holder]


@rule
def take_back(game: State, seat: int) -> None:
    """A seat looks as if it still had to choose."""
    game.waiting |= SEAT_BIT[seat]
    game.lost[seat] = NOTHING
    game.freed[seat] = 0
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        game.loss[species] = NOTHING
        game.gift[species] = 0
