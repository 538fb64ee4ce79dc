"""Setting up a game (DC-SETUP), in each variant, and the standing of the seats."""

from __future__ import annotations

import numpy as np

from tangledbank.games.darwin.rules import decks, variants
from tangledbank.games.darwin.rules.body import strip
from tangledbank.games.darwin.rules.decks import EventCard, Part
from tangledbank.games.darwin.rules.draft import clear_draft
from tangledbank.games.darwin.rules.drawing import owe_cards
from tangledbank.games.darwin.rules.piles import draw_half_and_half, fill_zone
from tangledbank.games.darwin.rules.state import (
    BRONZE,
    COMPETITION,
    GOLD,
    HAND,
    NOTHING,
    PROBE,
    Phase,
    Size,
    Stage,
    State,
)
from tangledbank.games.darwin.rules.teams import mate_of, stop_asking
from tangledbank.games.darwin.rules.transition import open_biomes
from tangledbank.games.darwin.rules.variants import Option
from tangledbank.kernel.chance import below, plant, shuffle
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, get, length, pop, push, remove

LEAST_SEATS = 2
PAIR_CARDS = np.array(decks.PAIRS, np.int64)
FOR_TWO = np.array([card.effect.for_two for card in EventCard])
TOKEN_KINDS = np.array(COMPETITION, np.int64)


@rule(arrays=True, inline=False)
def set_up(game: State, options: Ints, seed: int, events: EventBook) -> None:
    """A new game up to the drawing of the first hands."""
    plant(game.rng, seed)
    take_options(game, options)
    read_cards(game, options)
    begin_empty(game)
    shuffle_animals(game)
    lay_biomes(game)
    lay_continents(game)
    shuffle_events(game, int(options[variants.OPTION_COUNT + decks.DECK_NUMBERS - 1]))
    if not variants.species_last(game):
        for token in range(len(TOKEN_KINDS)):
            push(game.tokens_left, TOKEN_KINDS[token])
        shuffle(game.rng, game.tokens_left[1:], length(game.tokens_left))  # DC-KIDS-2
        open_biomes(game, events)
    fill_zone(game, events)
    game.first = below(game.rng, int(game.seats))  # the game leader, by lot (DC-SP-76)
    for seat in range(game.seats):
        if variants.has_open_hands(game):
            draw_half_and_half(game, events, seat, HAND)
        else:
            owe_cards(game, seat, HAND)
    game.stage = Stage.DRAW
    game.then = Stage.BEGIN_ERA


@rule
def take_options(game: State, options: Ints) -> None:
    """Seats, variant and number of eras."""
    for i in range(variants.OPTION_COUNT):
        game.options[i] = options[i]
    game.seats = options[variants.OPT_SEATS]
    game.eras = variants.ERAS[options[Option.LENGTH], options[Option.VARIANT]]


@rule(inline=False)
def read_cards(game: State, options: Ints) -> None:
    """What is printed on the cards of the deck, which the options carry (decks.py)."""
    at = variants.OPTION_COUNT
    game.deck_number = options[at]
    game.cards = options[at + 1]
    at += 2
    for kind in range(decks.MAX_CARDS):
        game.card_part[kind] = options[at]
        game.card_diet[kind] = options[at + 1]
        for ability in range(len(decks.ABILITIES)):
            game.card_power[kind, ability] = options[at + 2 + ability]
        after = at + 2 + len(decks.ABILITIES)
        game.card_hearts[kind] = options[after]
        game.card_strength[kind] = options[after + 1]
        game.card_legs[kind] = options[after + 2]
        game.card_tails[kind] = options[after + 3]
        at += decks.CARD_FIELDS
    for biome in range(len(decks.BIOMES)):
        game.ground_counts[biome] = options[at]
        game.ground_all[biome] = options[at + 1]
        game.ground_any[biome] = options[at + 2]
        game.ground_none[biome] = options[at + 3]
        game.ground_plants[biome] = options[at + 4]
        game.ground_meat[biome] = options[at + 5]
        game.ground_points[biome] = options[at + 6]
        at += decks.BIOME_FIELDS
    for token in range(GOLD, BRONZE + 1):
        game.ground_points[token] = 3 - (token - GOLD)  # DC-SP-68


@rule
def begin_empty(game: State) -> None:
    """No event, no species, nothing begun."""
    game.event = NOTHING
    game.phase = Phase.SETUP
    for species in range(PROBE + 1):
        strip(game, species)
    clear_draft(game)
    stop_asking(game)
    game.received = NOTHING
    for seat in range(len(game.lost)):
        game.lost[seat] = NOTHING


@rule
def shuffle_animals(game: State) -> None:
    """Two decks, shuffled apart (DC-SETUP-5)."""
    game.small = count_small(game)
    game.shuffles = Size.LARGE + 1
    for card in range(game.cards):
        size = Size.SMALL if card < game.small else Size.LARGE
        game.kind[card] = card
        game.pool[card] = card
        game.batch[card] = size
        push(game.deck[size], card)
    shuffle(game.rng, game.kind, int(game.small))
    shuffle(game.rng, game.kind[game.small :], int(game.cards - game.small))


@rule
def count_small(game: State) -> int:
    """Small cards come first in the deck; torsos and double legs are large."""
    count = 0
    for kind in range(game.cards):
        part = game.card_part[kind]
        count += int(part != Part.TORSO and part != Part.DOUBLE_LEGS)
    return count


# --- biomes, continents, events ------------------------------------------------------------------


@rule
def lay_biomes(game: State) -> None:
    """Shuffle the biome cards and open some."""
    for biome in range(len(decks.BIOMES)):
        push(game.biome_deck, biome)
    if variants.is_for_two(game) or variants.uses_one_of_pair(game):
        for pair in range(len(PAIR_CARDS)):
            out = PAIR_CARDS[pair, below(game.rng, 2)]  # DC-SP-70
            remove(game.biome_deck, out)
            push(game.biomes_out, out)
    shuffle(game.rng, game.biome_deck[1:], length(game.biome_deck))
    game.places = variants.OPEN_BIOMES[game.options[Option.VARIANT], game.seats - LEAST_SEATS]
    if not variants.species_last(game):
        return
    for place in range(game.places):
        biome = int(variants.FIRST_BIOMES[game.options[Option.VARIANT], place])
        if biome == NOTHING:
            biome = pop(game.biome_deck)
        else:
            remove(game.biome_deck, biome)
        game.ground[place] = biome


@rule(arrays=True)
def lay_continents(game: State) -> None:
    """Each biome gets a continent; which are left out is random (DC-SETUP-9, DC-SP-51)."""
    game.continent[:] = NOTHING
    if not variants.has_continents(game):
        return
    drawn = np.arange(len(decks.CONTINENTS))
    shuffle(game.rng, drawn, len(drawn))
    for place in range(game.places):
        game.continent[place] = drawn[place]


@rule
def shuffle_events(game: State, box: int) -> None:
    """The events of the deck, given as bits; two players leave some out (DC-2P-3)."""
    if not variants.has_events(game):
        return
    for event in range(len(FOR_TWO)):
        if (box >> event) & 1 == 1 and (game.seats > 2 or FOR_TWO[event]):
            push(game.events_left, event)
    shuffle(game.rng, game.events_left[1:], length(game.events_left))


# --- standing ------------------------------------------------------------------------------------


@rule
def points_of(game: State, seat: int) -> int:
    """The points on a seat's living species and before it (DC-END-2)."""
    total = int(game.front[seat])
    for i in range(length(game.row[seat])):
        total += int(game.points[get(game.row[seat], i)])
    return total


@rule
def standing(game: State, seat: int, row: Ints) -> None:
    """A seat's score; of a team, the sum of both (DC-END-3, -4, DC-SP-67)."""
    row[0] = points_of(game, seat)
    row[1] = 0
    row[2] = 0
    if variants.plays_in_teams(game):
        row[0] += points_of(game, mate_of(seat))
