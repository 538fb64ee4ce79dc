"""Setting up a game (DC-SETUP) in each variant, the way from era to era, and the standing."""

from __future__ import annotations

import numpy as np

from tangledbank.games.darwin.rules import decks, piles, tell, variants
from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.body import strip
from tangledbank.games.darwin.rules.decks import EventCard, Part
from tangledbank.games.darwin.rules.draft import clear_draft
from tangledbank.games.darwin.rules.drawing import owe_cards
from tangledbank.games.darwin.rules.state import (
    BRONZE,
    COMPETITION,
    GOLD,
    HAND,
    MAX_SPECIES,
    NOTHING,
    PLACES,
    PROBE,
    VOLCANO,
    Age,
    Phase,
    Size,
    Stage,
    State,
)
from tangledbank.games.darwin.rules.teams import mate_of, stop_asking
from tangledbank.games.darwin.rules.turn import share_out
from tangledbank.games.darwin.rules.variants import Option
from tangledbank.games.shared.hidden_cards import SEAT_BIT
from tangledbank.games.shared.tableau import seat_after, sit_down
from tangledbank.kernel.chance import LOADED, below, roll, shuffle
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, Smalls, find, get, length, pop, push, remove

LEAST_SEATS = 2
PAIR_CARDS = np.array(decks.PAIRS, np.int64)
FOR_TWO = np.array([card.effect.for_two for card in EventCard])
IS_SMALL = np.array([part not in decks.LARGE for part in Part])
TOKEN_KINDS = np.array(COMPETITION, np.int64)
RAINFOREST = decks.BIOMES.index(decks.GROWN_VOLCANO)
# The pair of biomes that each event brings, the last without one; or NOTHING.
BROUGHT = np.full((len(EventCard) + 1, 2), NOTHING)
for _card in EventCard:
    if _card.effect.brings:
        BROUGHT[_card] = decks.biome_numbers(_card.effect.brings, _card)

# --- setting up ----------------------------------------------------------------------------------


@rule(arrays=True, inline=False)
def set_up(game: State, options: Ints, seed: int, events: EventBook) -> None:
    """A new game up to the drawing of the first hands."""
    sit_down(game, options, seed)
    game.eras = variants.ERAS[options[Option.LENGTH], options[Option.VARIANT]]
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
    piles.fill_zone(game, events)
    game.first = below(game.rng, int(game.seats))  # the game leader, by lot (DC-SP-76)
    for seat in range(game.seats):
        if variants.has_open_hands(game):
            piles.draw_half_and_half(game, events, seat, HAND)
        else:
            owe_cards(game, seat, HAND)
    game.stage = Stage.DRAW
    game.then = Stage.BEGIN_ERA


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
        for printed in printed_on_grounds(game):
            printed[biome] = options[at]
            at += 1
    for token in range(GOLD, BRONZE + 1):
        game.ground_points[token] = 3 - (token - GOLD)  # DC-SP-68


@rule
def printed_on_grounds(game: State) -> tuple[Smalls, ...]:
    """What is printed on every kind of ground, in the order of a deck's numbers."""
    return (
        game.ground_counts, game.ground_all, game.ground_any, game.ground_none,
        game.ground_plants, game.ground_meat, game.ground_points,
    )  # fmt: skip


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
    """Two decks, shuffled apart (DC-SETUP-5); in a deck file's order small cards come first."""
    for kind in range(game.cards):
        game.small += int(IS_SMALL[game.card_part[kind]])
    game.shuffles = Size.LARGE + 1
    for card in range(game.cards):
        size = piles.size_of(game, card)
        game.kind[card] = card
        game.pool[card] = card
        game.batch[card] = size
        push(game.deck[size], card)
    shuffle(game.rng, game.kind, int(game.small))
    shuffle(game.rng, game.kind[game.small :], int(game.cards - game.small))


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


# --- step 2: biome change ------------------------------------------------------------------------


@rule
def count_changes(game: State) -> int:
    """How many biomes are replaced after this era (DC-TRANS-8, -9, DC-2P-7, DC-BEG-9)."""
    if game.event == EventCard.AXIS_SHIFT:
        return int(game.places)  # DC-EVENT-19
    first_era = int(game.turn == 1)
    return int(game.places) - 1 - first_era


@rule
def is_available(game: State, biome: int) -> bool:
    """Whether a biome card is in the deck or the discard pile."""
    return find(game.biome_deck, biome) != -1 or find(game.biome_discard, biome) != -1


@rule
def find_pair_card(game: State) -> int:
    """The card that the event brings in: of two at random, of one that one (DC-SP-52)."""
    first, second = int(BROUGHT[game.event, 0]), int(BROUGHT[game.event, 1])
    if is_available(game, first) and is_available(game, second):
        return first if below(game.rng, 2) == 0 else second
    if is_available(game, first):
        return first
    return second if is_available(game, second) else NOTHING


@rule
def is_protected(game: State, place: int) -> bool:
    """Whether the biome at a place is not replaced this time (DC-EVENT-7, -30, DC-SP-54)."""
    ground = int(game.ground[place])
    if ground == VOLCANO:
        return bool(game.volcano == Age.YOUNG)
    first, second = int(BROUGHT[game.event, 0]), int(BROUGHT[game.event, 1])
    return bool(ground == first or ground == second)


@rule(inline=False)
def change_biomes(game: State, events: EventBook) -> None:
    """Replace biomes at drawn continents (DC-TRANS-6, algorithm 6.5)."""
    open_places = 0  # bits of those that can still be drawn
    unprotected = 0
    for place in range(game.places):
        if not is_protected(game, place):
            open_places |= SEAT_BIT[place]
            unprotected += 1
    changes = min(count_changes(game), unprotected)
    was_young = game.volcano == Age.YOUNG
    pair_card = find_pair_card(game)
    erupts = game.event == EventCard.VOLCANIC_ERUPTION
    replaced = 0
    while replaced < changes:
        place = draw_place(game, open_places)
        open_places &= ~SEAT_BIT[place]
        new = VOLCANO
        if replaced == 0 and pair_card != NOTHING:
            new = fetch_biome(game, pair_card)
        elif not (replaced == 0 and erupts):
            new = next_biome(game)
        replace_biome(game, events, place, new)
        replaced += 1
    if variants.is_for_two(game):
        shuffle_back(game)
    if was_young:
        game.volcano = Age.RAINFOREST  # DC-EVENT-28
        for printed in printed_on_grounds(game):
            printed[VOLCANO] = printed[RAINFOREST]
        tell.rainforest(game, events)
    elif erupts:
        game.volcano = Age.YOUNG
    game.stage = Stage.REFILL


@rule
def draw_place(game: State, open_places: int) -> int:
    """The place whose continent card is drawn; a scenario may have laid it ready."""
    while game.rng[LOADED] > 0:
        ready = roll(game.rng) - 1
        if open_places & SEAT_BIT[ready] != 0:
            return ready
    left = 0
    for place in range(PLACES):
        left += int(open_places & SEAT_BIT[place] != 0)
    skip = below(game.rng, left)
    for place in range(PLACES):
        if open_places & SEAT_BIT[place] != 0:
            if skip == 0:
                return place
            skip -= 1
    return 0


@rule
def fetch_biome(game: State, biome: int) -> int:
    """Look a biome card out of deck or discard pile (DC-ED-37)."""
    remove(game.biome_deck, biome)
    remove(game.biome_discard, biome)
    return biome


@rule
def next_biome(game: State) -> int:
    """The top card of the biome deck; if it is empty the discard pile is shuffled (DC-SP-56)."""
    if length(game.biome_deck) == 0:
        shuffle_back(game)
    game.shown += 1  # nobody knew which one lay on top
    return pop(game.biome_deck)


@rule
def shuffle_back(game: State) -> None:
    """The biome discard pile is shuffled into the deck (DC-2P-8, DC-SP-71)."""
    while length(game.biome_discard) > 0:
        push(game.biome_deck, pop(game.biome_discard))
    shuffle(game.rng, game.biome_deck[1:], length(game.biome_deck))


@rule
def replace_biome(game: State, events: EventBook, place: int, new: int) -> None:
    """A new card lies at a place; an old volcano leaves the game (DC-TRANS-7, DC-SP-55)."""
    old = int(game.ground[place])
    if old == VOLCANO:
        game.volcano = Age.NONE
    else:
        push(game.biome_discard, old)
    game.ground[place] = new
    tell.changed(game, events, old, new)


# --- steps 3 to 7 --------------------------------------------------------------------------------


@rule(inline=False)
def refill(game: State, events: EventBook) -> None:
    """Food, tokens, trade zone, hands; then all draw."""
    if not variants.species_last(game):
        open_biomes(game, events)
    else:
        if variants.has_food(game):
            for place in range(game.places):
                share_out(game, events, place)  # DC-TRANS-12
        for species in range(MAX_SPECIES):
            game.done[species] = 0  # DC-TRANS-15
    renew_zone(game, events)
    for seat in range(game.seats):
        owe_cards(game, seat, max(0, HAND - length(game.hand[seat])))  # DC-TRANS-17
    game.stage = Stage.DRAW
    game.then = Stage.BEGIN_ERA


@rule(inline=False)
def renew_zone(game: State, events: EventBook) -> None:
    """All cards of the trade zone are discarded and replaced (DC-TRANS-16, DC-SP-59)."""
    while length(game.zone) > 0:
        piles.throw_away(game, pop(game.zone))
    piles.fill_zone(game, events)
    tell.zone_renewed(game, events, length(game.zone))


@rule(inline=False)
def begin_era(game: State, events: EventBook) -> None:
    """The next era; but for the first, the first-player token moves on (DC-TRANS-19)."""
    if game.turn > 0:
        game.first = seat_after(game, int(game.first))
    game.turn += 1
    game.phase = Phase.ACTION
    game.passed = 0
    game.acted = 0
    game.redrawn = 0
    game.mover = game.first
    game.shows[:] = 0
    game.fresh[:] = 0
    tell.era_begins(game, events, int(game.first), int(game.turn))
    game.stage = Stage.TURN
    if variants.plays_in_teams(game):
        game.stage = Stage.SHOW
        game.waiting = SEAT_BIT[game.seats] - 1


# --- children's rules ----------------------------------------------------------------------------


@rule
def open_biomes(game: State, events: EventBook) -> None:
    """Three new biomes and a new competition token (DC-KIDS-5, -15, DC-SP-80)."""
    for place in range(game.places - 1):
        if game.turn > 0:
            push(game.biomes_out, game.ground[place])
        game.ground[place] = pop(game.biome_deck)
        tell.opened(game, events, int(game.ground[place]))
    game.shown += 1
    token = pop(game.tokens_left)
    game.ground[game.places - 1] = token
    tell.opened(game, events, token)


@rule(inline=False)
def list_tidying(game: State, seat: int, out: Ints) -> int:
    """Every card that may be discarded, or no more (DC-KIDS-16)."""
    out[0] = Verb.DONE
    return piles.list_cards(game, game.hand[seat], out, 1, Verb.DISCARD)


@rule(inline=False)
def tidy(game: State, events: EventBook, seat: int, kind: int) -> None:
    """Discard a leftover card."""
    piles.throw_away(game, piles.leave_hand(game, seat, kind))
    tell.discarded(game, events, seat, kind)
    if length(game.hand[seat]) == 0:
        be_done(game, events, seat)


@rule
def be_done(game: State, events: EventBook, seat: int) -> None:
    """Show, or discard, no more cards; the game goes on when all are done (DC-SP-79)."""
    shows = game.stage == Stage.SHOW
    if shows:
        tell.showed(game, events, seat, int(game.shows[seat]))
    game.waiting &= ~SEAT_BIT[seat]
    if game.waiting == 0:
        game.stage = Stage.TURN if shows else Stage.REFILL
