"""Entries of the kernel that are alike in every game.

Each function is a template: the names below are filled in with one game's rules by `bind`.
"""

# ruff: noqa: F821  the names that `bind` fills in

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tangledbank.kernel.chance import Generator
from tangledbank.kernel.compiling import bind, entry, fill_in
from tangledbank.kernel.events import EventBooks
from tangledbank.kernel.records import Ints, States, copy_record

empty: States
set_up: Callable[..., None]
carry_out: Callable[..., None]
go_on: Callable[..., None]
blank: Callable[..., None]
deal_again: Callable[..., None]
standing: Callable[..., None]
find_violation: Callable[..., int]


def new(states: States, options: Ints, seed: int, books: EventBooks) -> None:
    """Set up a game and go to its first decision."""
    copy_record(empty, states)
    set_up(states[0], options, seed, books[0])
    go_on(states[0], books[0])


def step(states: States, seat: int, action: int, books: EventBooks) -> None:
    """Carry out one legal action and go on to the next decision."""
    game, events = states[0], books[0]
    carry_out(game, events, seat, action)
    go_on(game, events)


def settle(states: States, books: EventBooks) -> None:
    """Go on to the next decision; for a position that was laid out by hand."""
    go_on(states[0], books[0])


def observe(states: States, seat: int, out: States) -> None:
    """Copy the game with everything blanked that the seat cannot know; -1 is the audience."""
    copy_record(states, out)
    blank(out[0], seat)


def redeal(states: States, seat: int, generator: Generator) -> None:
    """Replace what the seat cannot know by a random deal that fits all it has seen."""
    deal_again(states[0], seat, generator)


def score(states: States, out: Ints) -> None:
    """Each seat's points and tie-breaks, final or so far: one row a seat, best first by row."""
    game = states[0]
    for seat in range(game.seats):
        standing(game, seat, out[seat])


def broken(states: States) -> int:
    """The invariant that does not hold, or 0; for the fuzz run."""
    return find_violation(states[0])


class BoundEntries(NamedTuple):
    """These entries for one game."""

    new: Callable[[States, Ints, int, EventBooks], None]
    step: Callable[[States, int, int, EventBooks], None]
    settle: Callable[[States, EventBooks], None]
    observe: Callable[[States, int, States], None]
    redeal: Callable[[States, int, Generator], None]
    score: Callable[[States, Ints], None]
    broken: Callable[[States], int]


def bind_all(game: str, **rules: object) -> BoundEntries:
    """All of them, made for a game from its rules of the names above."""
    return BoundEntries(
        bind(new, game, **rules),
        entry(inline=True)(fill_in(step, game, **rules)),
        bind(settle, game, **rules),
        bind(observe, game, **rules),
        bind(redeal, game, **rules),
        bind(score, game, **rules),
        bind(broken, game, **rules),
    )
