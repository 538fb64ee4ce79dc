"""The seats of any game and the rows of things before them, by the fields of its record."""

from __future__ import annotations

from typing import Protocol

from tangledbank.kernel.chance import plant
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Indices, Ints, Smalls, Words, find, write


class RowState(Protocol):
    """A record with things before its seats."""

    seats: int
    owner: Indices
    row: Indices
    options: Smalls
    rng: Words


NOTHING = -1  # no thing, no seat, no number


@rule
def sit_down(game: RowState, options: Ints, seed: int) -> None:
    """A new game for so many seats as the options begin with; their codes follow, then tables."""
    game.seats = options[0]
    for i in range(len(game.options)):
        game.options[i] = options[i]
    plant(game.rng, seed)


@rule
def seat_after(game: RowState, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < game.seats else 0


@rule
def tell_in_full(
    game: RowState, events: EventBook, what: int, who: int, a: int, b: int, x: int, y: int
) -> None:
    """Write an event, each thing as its owner and its place in the row."""
    a_place, b_place = NOTHING, NOTHING
    a_owner, b_owner = NOTHING, NOTHING
    if a != NOTHING:
        a_owner = int(game.owner[a])
        a_place = find(game.row[a_owner], a)
    if b != NOTHING:
        b_owner = int(game.owner[b])
        b_place = find(game.row[b_owner], b)
    write(events, what, who, a_owner, a_place, b_owner, b_place, x, y)
