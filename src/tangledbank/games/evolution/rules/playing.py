"""Phase 2, the food cards, and phase 3, playing cards (ledger 3.4, 3.5)."""

from __future__ import annotations

from typing import Any

from tangledbank.games.evolution.rules.actions import (
    BAGGED,
    BODY,
    CARD,
    DISCARDED,
    DONE,
    FAT_REPLACED,
    FINISHED,
    FOOD_LAID,
    GREW,
    LEFT,
    NEW,
    NEW_SPECIES,
    ON,
    POPULATION,
    REPLACE,
    RIGHT,
    TRAIT_LAID,
    TRAIT_REPLACED,
)
from tangledbank.games.evolution.rules.cards import BIT, FAT_TISSUE, NOTHING, TRAITS
from tangledbank.games.evolution.rules.reasons import (
    BODY_FULL,
    DUPLICATE,
    NO_BOARD_LEFT,
    NO_SUCH_TRAIT,
    OK,
    POPULATION_FULL,
    SAME_NAME,
)
from tangledbank.games.evolution.rules.snapshot import keep_what_was, tell_what_changed
from tangledbank.games.evolution.rules.species import (
    ask,
    card_in_hand,
    has,
    is_quick,
    list_hand,
    move_to_left_end,
    new_species,
    put_on_discard_pile,
    trait_of,
    worn_card,
)
from tangledbank.games.evolution.rules.state import (
    BOARDS,
    CHOOSE_CARD,
    CHOOSE_REPLACED,
    CHOOSE_USE,
    MOST,
    MOST_TRAITS,
    NEXT_PLAYER,
    PLAY,
    PLAYING,
    REVEAL,
    Game,
)
from tangledbank.games.shared.hidden_cards import out_of_hand
from tangledbank.games.shared.tableau import seat_after, tell
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.events import EventBook
from tangledbank.kernel.lists import get, length, push

# --- phase 2 -----------------------------------------------------------------------------------


@rule
def lay_food(game: Game, events: EventBook, seat: int, kind: int) -> None:
    """One card face down on the watering hole; nothing is told before all have chosen."""
    game.food_card[seat] = out_of_hand(game, seat, card_in_hand(game, seat, kind))
    game.waiting &= ~(1 << seat)
    if game.waiting == 0:
        cards = 0
        for other in range(game.seats):
            cards += int(game.food_card[other] != NOTHING)
        tell(game, events, FOOD_LAID, NOTHING, NOTHING, NOTHING, cards, NOTHING)
        game.shown += 1  # everyone sees that all have chosen
        game.stage = NEXT_PLAYER


# --- phase 3: whose turn -----------------------------------------------------------------------


@rule
def next_player(game: Game, events: EventBook) -> None:
    """The next seat with cards plays; in quick-play all of them at once (EV-PLAY-01, EV-QCK-01)."""
    if game.phase != PLAYING:
        game.phase = PLAYING
        game.part[:] = CHOOSE_CARD
        if is_quick(game):
            keep_what_was(game)
            everyone_plays(game)
            return
        seat = int(game.first)
    else:
        seat = seat_after(game, game.mover)
        if seat == game.first:
            game.stage = REVEAL
            return
    game.mover = seat
    if length(game.hand[seat]) > 0:
        ask(game, PLAY, seat)


@rule
def everyone_plays(game: Game) -> None:
    """Quick-play: every seat that has a card decides."""
    game.waiting = 0
    for seat in range(game.seats):
        if length(game.hand[seat]) > 0:
            game.waiting |= 1 << seat
    game.stage = PLAY if game.waiting != 0 else REVEAL


@rule
def finish(game: Game, events: EventBook, seat: int) -> None:
    """A seat plays no more cards; when all have finished, what they laid is turned up."""
    game.waiting &= ~(1 << seat)
    if not is_quick(game):
        tell(game, events, FINISHED, seat, NOTHING, NOTHING, NOTHING, NOTHING)
        game.stage = NEXT_PLAYER
    elif game.waiting == 0:
        show_plays(game, events)
        game.stage = REVEAL


@rule
def show_plays(game: Game, events: EventBook) -> None:
    """Quick-play: everything is shown at once, discards in turn order (EV-RUL-12)."""
    seat = int(game.first)
    for _ in range(game.seats):
        tell_what_changed(game, events, seat)
        for i in range(length(game.laid[seat])):
            card = get(game.laid[seat], i)
            put_on_discard_pile(game, card)
            tell(game, events, DISCARDED, seat, NOTHING, NOTHING, game.kind[card], NOTHING)
        game.laid[seat, 0] = 0
        seat = seat_after(game, seat)


# --- phase 3: what can be played ---------------------------------------------------------------


@rule
def trait_limit(game: Game) -> int:
    """How many traits a species may have (EV-PLAY-06, EV-2P-02)."""
    return 2 if game.seats == 2 else MOST_TRAITS


@rule
def why_no_trait(game: Game, species: int, trait: int) -> int:
    """What keeps a trait from going on a species, or OK (EV-PLAY-05, EV-RUL-11)."""
    if has(game, species, trait) and game.worn[species] < trait_limit(game):
        return DUPLICATE
    return OK


@rule
def why_no_replacement(game: Game, species: int, trait: int, old: int) -> int:
    """What keeps `old` from being replaced by `trait`, or OK (EV-PLAY-07, EV-RUL-11)."""
    if not has(game, species, old):
        return NO_SUCH_TRAIT
    return SAME_NAME if has(game, species, trait) and old != trait else OK


@rule
def why_no_population(game: Game, species: int) -> int:
    """What keeps the population from growing, or OK."""
    return OK if game.population[species] < MOST else POPULATION_FULL


@rule
def why_no_body(game: Game, species: int) -> int:
    """What keeps the body from growing, or OK."""
    return OK if game.body[species] < MOST else BODY_FULL


@rule
def why_no_species(game: Game, seat: int) -> int:
    """What keeps a seat from a new species, or OK."""
    return OK if length(game.row[seat]) < BOARDS else NO_BOARD_LEFT


@rule
def list_play(game: Game, seat: int, out: Any) -> int:
    """What a seat may do next in phase 3."""
    if game.part[seat] == CHOOSE_CARD:
        n = list_hand(game, seat, CARD, out)
        out[n] = DONE
        return n + 1
    if game.part[seat] == CHOOSE_USE:
        return list_uses(game, seat, out)
    return list_replaced(game, seat, out)


@rule
def list_uses(game: Game, seat: int, out: Any) -> int:
    """The uses of the chosen card: trait, growth, new species (EV-PLAY-02)."""
    trait = trait_of(game, game.draft_card[seat])
    n = 0
    row = game.row[seat]
    for i in range(length(row)):
        species = get(row, i)
        out[n] = ON + species
        n += int(why_no_trait(game, species, trait) == OK)
        out[n] = POPULATION + species
        n += int(game.population[species] < MOST)
        out[n] = BODY + species
        n += int(game.body[species] < MOST)
    if why_no_species(game, seat) == OK:
        if length(row) > 0:
            out[n] = NEW + LEFT
            n += 1
        out[n] = NEW + RIGHT
        n += 1
    return n


@rule
def list_replaced(game: Game, seat: int, out: Any) -> int:
    """The traits that the chosen card may replace."""
    species = int(game.draft_species[seat])
    trait = trait_of(game, game.draft_card[seat])
    n = 0
    for old in range(len(TRAITS)):
        if why_no_replacement(game, species, trait, old) == OK:
            out[n] = REPLACE + old
            n += 1
    return n


# --- phase 3: playing --------------------------------------------------------------------------


@rule
def play(game: Game, events: EventBook, seat: int, action: int) -> None:
    """Carry out one small step of a play."""
    if action == DONE:
        finish(game, events, seat)
    elif action < ON:
        game.draft_card[seat] = card_in_hand(game, seat, action - CARD)
        game.part[seat] = CHOOSE_USE
    elif action < REPLACE:
        lay_trait(game, events, seat, action - ON)
    elif action < POPULATION:
        replace_trait(game, events, seat, action - REPLACE)
    elif action < BODY:
        grow(game, events, seat, action - POPULATION, 1, 0)
    elif action < NEW:
        grow(game, events, seat, action - BODY, 0, 1)
    else:
        found_species(game, events, seat, action - NEW)


@rule
def lay_trait(game: Game, events: EventBook, seat: int, species: int) -> None:
    """The chosen card goes face down on a species; a full one must lose a trait first."""
    if game.worn[species] == trait_limit(game):
        game.draft_species[seat] = species
        game.part[seat] = CHOOSE_REPLACED
        return
    card = out_of_hand(game, seat, int(game.draft_card[seat]))
    put_face_down(game, events, seat, species, card, int(game.worn[species]))
    game.worn[species] += 1
    end_play(game, events, seat)


@rule
def put_face_down(
    game: Game, events: EventBook, seat: int, species: int, card: int, place: int
) -> None:
    """A trait card lies on a species, seen by its owner only (EV-PLAY-04)."""
    game.card[species, place] = card
    game.traits[species] |= BIT[trait_of(game, card)]
    if not is_quick(game):
        tell(game, events, TRAIT_LAID, seat, species, NOTHING, card, NOTHING)
        game.shown += 1  # a play that others have seen is final (EV-RUL-12)


@rule
def replace_trait(game: Game, events: EventBook, seat: int, old: int) -> None:
    """One trait is discarded, then the chosen card takes its place (EV-PLAY-07)."""
    species = int(game.draft_species[seat])
    place = worn_card(game, species, old)
    card = int(game.card[species, place])
    game.traits[species] &= ~BIT[old]
    if old == FAT_TISSUE:
        cash_fat(game, events, species)
    new = out_of_hand(game, seat, int(game.draft_card[seat]))
    throw_away(game, events, seat, species, card, TRAIT_REPLACED, NOTHING)
    put_face_down(game, events, seat, species, new, place)
    end_play(game, events, seat)


@rule
def cash_fat(game: Game, events: EventBook, species: int) -> None:
    """Chips on a Fat Tissue card that goes are points (EV-PLAY-08)."""
    seat = int(game.owner[species])
    chips = int(game.fat[species])
    game.bag[seat] += chips
    game.fat[species] = 0
    if chips > 0 and not is_quick(game):
        tell(game, events, BAGGED, seat, species, NOTHING, chips, FAT_REPLACED)


@rule
def throw_away(
    game: Game, events: EventBook, seat: int, species: int, card: int, what: int, y: int
) -> None:
    """A card is discarded, at once and face up; in quick-play when all have finished."""
    if is_quick(game):
        push(game.laid[seat], card)
    else:
        put_on_discard_pile(game, card)
        tell(game, events, what, seat, species, NOTHING, game.kind[card], y)


@rule
def grow(
    game: Game, events: EventBook, seat: int, species: int, population: int, body: int
) -> None:
    """A card is discarded for one more population or body size (EV-PLAY-11)."""
    card = out_of_hand(game, seat, int(game.draft_card[seat]))
    throw_away(game, events, seat, NOTHING, card, DISCARDED, NOTHING)
    game.population[species] += population
    game.body[species] += body
    if not is_quick(game):
        tell(
            game, events, GREW, seat, species, NOTHING, game.population[species],
            game.body[species],
        )  # fmt: skip
    end_play(game, events, seat)


@rule
def found_species(game: Game, events: EventBook, seat: int, side: int) -> None:
    """A card is discarded for a new species at either end of the row (EV-PLAY-09, -10)."""
    card = out_of_hand(game, seat, int(game.draft_card[seat]))
    species = new_species(game, seat)
    if side == LEFT:
        move_to_left_end(game, seat)
    throw_away(game, events, seat, species, card, NEW_SPECIES, side)
    end_play(game, events, seat)


@rule
def end_play(game: Game, events: EventBook, seat: int) -> None:
    """The play is final; the next begins, or the seat has no card left."""
    game.draft_card[seat] = NOTHING
    game.draft_species[seat] = NOTHING
    game.part[seat] = CHOOSE_CARD
    if length(game.hand[seat]) == 0:
        finish(game, events, seat)
