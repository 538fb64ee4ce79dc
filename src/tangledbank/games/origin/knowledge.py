"""Who knows what: the one place where faces of cards are shown or blanked."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangledbank.games.origin.cards import BIT, KINDS, NOTHING
from tangledbank.games.origin.state import (
    AUDIENCE,
    BATCHES,
    DEVELOP,
    EVERYONE,
    FEED,
    HUNT,
    MAX_CARDS,
    PAIR,
    PLACE,
    ROB,
    Game,
)
from tangledbank.kernel.chance import LOADED, WORDS, Generator, next_word, shuffle
from tangledbank.kernel.compiling import rule, scratch_rule
from tangledbank.kernel.lists import length

UNSEEN = -1  # the kind of a card whose face a seat has not seen


@rule
def show_to(game: Game, card: int, seat: int) -> None:
    """Let one seat see a card."""
    if game.known[card] & BIT[seat] == 0:
        game.known[card] |= BIT[seat]
        game.shown += 1


@rule
def show_to_all(game: Game, card: int) -> None:
    """Let everyone see a card (OS-RUL-09)."""
    if game.known[card] != EVERYONE:
        game.known[card] = EVERYONE
        game.shown += 1


@rule
def eye(seat: int) -> int:
    """The bit of `known` for a seat; the audience (-1) has one of its own."""
    if seat < 0:
        return BIT[AUDIENCE]
    return BIT[seat]


@rule
def forget_draft(game: Game) -> None:
    """Take back a choice that is begun and not yet confirmed."""
    if game.stage == PLACE or game.stage == PAIR:
        game.stage = DEVELOP
    elif game.stage == HUNT or game.stage == ROB:
        game.stage = FEED
    game.draft_card = NOTHING
    game.draft_side = NOTHING
    game.draft_animal = NOTHING


@rule
def blank(game: Game, seat: int) -> None:
    """Blank everything `seat` cannot know: faces, coming chance, others' unconfirmed choices."""
    for card in range(game.cards):
        if game.known[card] & eye(seat) == 0:
            game.kind[card] = UNSEEN
    game.rng[:] = 0
    if game.decider != seat:
        forget_draft(game)


@scratch_rule
def deal_again(game: Game, seat: int, generator: Generator) -> None:
    """Give the cards `seat` cannot see faces that fit all it has seen, and chance anew.

    Faces stay within the shuffle they came from: what went into the reshuffled deck was open.
    Works on a blanked state as well as on a whole one, with the same result.
    """
    if game.decider != seat:
        forget_draft(game)
    for batch in range(BATCHES):
        faces = unseen_faces(game, seat, batch)
        shuffle(generator, faces[1:], length(faces))
        dealt = 0
        for card in range(game.cards):
            if game.batch[card] == batch and game.known[card] & eye(seat) == 0:
                dealt += 1
                game.kind[card] = faces[dealt]
    for i in range(WORDS):
        game.rng[i] = next_word(generator)
    game.rng[LOADED] = 0


@scratch_rule
def unseen_faces(game: Game, seat: int, batch: int) -> Any:
    """The faces of one shuffle that `seat` has not seen, as a bounded list."""
    left = game.composition[batch].copy()
    for card in range(game.cards):
        if game.batch[card] == batch and game.known[card] & eye(seat) != 0:
            left[game.kind[card]] -= 1
    faces = np.zeros(1 + MAX_CARDS, np.int16)
    for kind in range(KINDS):
        for _ in range(left[kind]):
            faces[0] += 1
            faces[faces[0]] = kind
    return faces
