"""Setting up, dealing, and the frame of a round (ledger 3.1 to 3.3, 3.12, 3.13)."""

from __future__ import annotations

import numpy as np

from tangledbank.games.evolution.rules import tell
from tangledbank.games.evolution.rules.actions import Reason
from tangledbank.games.evolution.rules.cards import (
    DECK_SIZES,
    LEAST_NUMBER,
    NOTHING,
    NUMBERS,
    TRAIT_OF_COPY,
)
from tangledbank.games.evolution.rules.species import ask_everyone, die_out, draw, new_species
from tangledbank.games.evolution.rules.state import Ending, Option, Phase, Stage, State
from tangledbank.games.shared.hidden_cards import MOST_KINDS, shuffle_new_deck
from tangledbank.games.shared.tableau import seat_after, sit_down
from tangledbank.kernel.chance import below
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import EventBook, Ints, get, length, push

LEFT_OUT = 40  # cards out of a two-player game (EV-SET-05)
SHARE = 3  # cards dealt to a seat besides one for each species (EV-DEAL-01)


@rule
def set_up(game: State, options: Ints, seed: int, _events: EventBook) -> None:
    """A shuffled deck, one species each, the start player by lot."""
    sit_down(game, options, seed)
    game.cards = DECK_SIZES[options[Option.DECK]]
    build_deck(game, options)
    if game.seats == 2:
        leave_cards_out(game)
    for seat in range(game.seats):
        new_species(game, seat)  # EV-SET-06, -07
    game.first = below(game.rng, game.seats)  # EV-SET-08
    clear_choices(game)
    game.stage = Stage.DEAL


@rule(arrays=True)
def build_deck(game: State, options: Ints) -> None:
    """A card of each trait for each number of the table (EV-RUL-01)."""
    copies = np.zeros(MOST_KINDS, np.int16)
    for i in range(game.cards):
        trait = TRAIT_OF_COPY[game.options[Option.DECK], i]
        copies[trait * NUMBERS + options[len(game.options) + i] - LEAST_NUMBER] += 1
    shuffle_new_deck(game, copies)


@rule
def leave_cards_out(game: State) -> None:
    """With two players 40 random cards are out of the game (EV-SET-05, EV-2P-01)."""
    for i in range(LEFT_OUT):
        push(game.removed, get(game.deck, i))
    for i in range(LEFT_OUT, length(game.deck)):
        game.deck[1 + i - LEFT_OUT] = game.deck[1 + i]
    game.deck[0] -= LEFT_OUT


@entry
def clear_choices(game: State) -> None:
    """No choice is open."""
    game.hunter = NOTHING
    game.thinker = NOTHING
    game.named = NOTHING
    game.eater = NOTHING
    game.food_card[:] = NOTHING
    game.draft_card[:] = NOTHING
    game.draft_species[:] = NOTHING


@rule
def deal(game: State, events: EventBook) -> None:
    """Phase 1: three cards and one for each species, whole shares in turn order (EV-RUL-02)."""
    game.turn += 1
    game.phase = Phase.SUPPLY
    if game.ending == Ending.NEXT_ROUND:
        game.ending = Ending.THIS_ROUND  # EV-END-03
    tell.round_begins(game, events, game.first, game.turn, int(game.ending == Ending.THIS_ROUND))
    seat = int(game.first)
    for _ in range(game.seats):
        draw(game, events, seat, SHARE + length(game.row[seat]))
        seat = seat_after(game, seat)
    begin_supply(game)


@rule
def begin_supply(game: State) -> None:
    """Phase 2: everyone with a card chooses one, at the same time (EV-RUL-09, -49)."""
    game.phase = Phase.SUPPLY
    ask_everyone(game, Stage.SUPPLY, Stage.NEXT_PLAYER)


@rule
def end_round(game: State, events: EventBook) -> None:
    """The end of phase 4, in the order of EV-FIN-07."""
    lose_the_unfed(game, events)
    tell.round_over(game, events, game.hole)  # EV-FIN-04
    give_free_species(game, events)
    collect_chips(game, events)
    if game.ending == Ending.THIS_ROUND:
        end_game(game, events)  # EV-END-04
        return
    game.first = seat_after(game, game.first)  # EV-RND-03
    game.stage = Stage.DEAL


@rule
def lose_the_unfed(game: State, events: EventBook) -> None:
    """Populations drop to the chips they have; without any they die out (EV-RUL-07, -48)."""
    seat = int(game.first)
    for _ in range(game.seats):
        place = 0
        while place < length(game.row[seat]):
            species = get(game.row[seat], place)
            place += 1
            before = int(game.population[species])
            chips = int(game.chips[species])
            if chips < before:
                game.population[species] = chips  # EV-FIN-02
                tell.starved(game, events, seat, species, chips, before)
                if chips == 0:
                    die_out(game, events, species)  # EV-FIN-03
                    place -= 1
        seat = seat_after(game, seat)


@rule
def give_free_species(game: State, events: EventBook) -> None:
    """Whoever has none gets a new species (EV-FIN-05, EV-RUL-08)."""
    if game.options[Option.FREE_SPECIES] == 1 and game.ending == Ending.THIS_ROUND:
        return
    for seat in range(game.seats):
        if length(game.row[seat]) == 0:
            species = new_species(game, seat)
            tell.free_species(game, events, seat, species)


@rule
def collect_chips(game: State, events: EventBook) -> None:
    """All chips from the boards go into the bags; fat stays on its card (EV-FIN-06)."""
    for seat in range(game.seats):
        chips = 0
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            chips += game.chips[species]
            game.chips[species] = 0
        game.bag[seat] += chips
        if chips > 0:
            tell.collected(game, events, seat, chips)


@rule
def end_game(game: State, events: EventBook) -> None:
    """Fat goes into the bags too (EV-SCO-04); then the points are counted."""
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            game.bag[seat] += game.fat[species]
            game.fat[species] = 0
    game.phase = Phase.OVER
    game.stage = Stage.OVER
    game.waiting = 0
    tell.game_over(game, events)


@rule
def points_on(population: int, traits: int, fat: int) -> int:
    """What species count at the end besides what is in the bag (EV-SCO-01)."""
    return population + traits + fat


@rule
def standing(game: State, seat: int, out: Ints) -> None:
    """Points, then the tie-breaks: trait cards, population (ledger 3.14).

    A bag that is hidden from whoever looks counts nothing.
    """
    traits, population, fat = 0, 0, 0
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        traits += game.worn[species]
        population += game.population[species]
        fat += game.fat[species]
    out[0] = max(0, int(game.bag[seat])) + points_on(population, traits, fat)
    out[1] = traits  # EV-TIE-01
    out[2] = population  # EV-TIE-02


@rule
def why_not_now(game: State, wanted: int) -> int:
    """Why nothing can be chosen that belongs to the stage `wanted`."""
    stage = game.stage
    if wanted <= Stage.PLAY or game.phase != Phase.FEEDING:
        return Reason.WRONG_PHASE
    if wanted == Stage.EXTRA:
        return Reason.NO_FORAGE
    if wanted == Stage.STORE:
        return Reason.NOTHING_CHOSEN
    if stage == Stage.STORE or stage == Stage.EXTRA:
        return Reason.ANSWER_FIRST
    if wanted == Stage.GRAIN:
        return Reason.WRONG_PHASE
    if stage == Stage.THINK:
        return Reason.FINISH_CHOICE
    if wanted == Stage.IGNORE and stage != Stage.GRAIN:
        return Reason.NOTHING_CHOSEN  # no species, or no trait, that a card could be spent on
    if stage == Stage.GRAIN or stage == Stage.WINDOW:
        return Reason.ANSWER_FIRST
    if wanted == Stage.WINDOW:
        return Reason.NO_WINDOW
    return Reason.NOTHING_CHOSEN if stage == Stage.FEED else Reason.FINISH_CHOICE
