"""Quick-play: what lay before each seat when phase 3 began. Others see only that (EV-RUL-12)."""

from __future__ import annotations

from tangledbank.games.evolution.rules import tell
from tangledbank.games.evolution.rules.cards import NOTHING
from tangledbank.games.evolution.rules.species import clear_board
from tangledbank.games.evolution.rules.state import MOST_TRAITS, Part, State
from tangledbank.games.evolution.rules.tell import BagReason, Side
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.events import EventBook
from tangledbank.kernel.lists import List, find, get, length


@rule
def keep_what_was(game: State) -> None:
    """Note everything of every seat that a play can change."""
    for seat in range(game.seats):
        game.was_bag[seat] = game.bag[seat]
        copy_list(game.hand[seat], game.was_hand[seat])
        copy_list(game.row[seat], game.was_row[seat])
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            game.was_population[species] = game.population[species]
            game.was_body[species] = game.body[species]
            game.was_fat[species] = game.fat[species]
            game.was_worn[species] = game.worn[species]
            game.was_traits[species] = game.traits[species]
            for j in range(MOST_TRAITS):
                game.was_card[species, j] = game.card[species, j]


@rule
def copy_list(source: List, target: List) -> None:
    """Copy a bounded list, and leave no trace of what stood beyond it."""
    for i in range(len(target)):
        target[i] = source[i] if i <= length(source) else 0


@rule
def restore(game: State, seat: int) -> None:
    """Take back all plays of a seat in this phase, as others see it; it has not finished."""
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if find(game.was_row[seat], species) < 0:
            clear_board(game, species)
            for j in range(MOST_TRAITS):
                game.card[species, j] = 0
    copy_list(game.was_hand[seat], game.hand[seat])
    copy_list(game.was_row[seat], game.row[seat])
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        game.population[species] = game.was_population[species]
        game.body[species] = game.was_body[species]
        game.fat[species] = game.was_fat[species]
        game.worn[species] = game.was_worn[species]
        game.traits[species] = game.was_traits[species]
        for j in range(MOST_TRAITS):
            game.card[species, j] = game.was_card[species, j]
    game.bag[seat] = game.was_bag[seat]
    game.laid[seat, :] = 0
    game.part[seat] = Part.CARD
    game.draft_card[seat] = NOTHING
    game.draft_species[seat] = NOTHING
    if length(game.hand[seat]) > 0:
        game.waiting |= 1 << seat


@rule
def tell_what_changed(game: State, events: EventBook, seat: int) -> None:
    """At the reveal: new species, growth and cashed fat of a seat."""
    side = Side.LEFT if length(game.was_row[seat]) > 0 else Side.RIGHT
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        population, body = 1, 1
        if find(game.was_row[seat], species) < 0:
            tell.new_species(game, events, seat, species, NOTHING, side)
        else:
            side = Side.RIGHT
            population, body = int(game.was_population[species]), int(game.was_body[species])
        if game.population[species] != population or game.body[species] != body:
            tell.grew(game, events, seat, species, game.population[species], game.body[species])
    gain = game.bag[seat] - game.was_bag[seat]
    if gain > 0:
        tell.bagged(game, events, seat, NOTHING, gain, BagReason.REPLACED)
