"""Steps 2 to 7 of the transition: biomes, food, tokens, trade zone, hands, first player."""

from __future__ import annotations

import numpy as np

from tangledbank.games.darwin.rules import tell
from tangledbank.games.darwin.rules.actions import Reason, Verb
from tangledbank.games.darwin.rules.decks import BIOMES, GROWN_VOLCANO, EventCard, biome_numbers
from tangledbank.games.darwin.rules.drawing import owe_cards
from tangledbank.games.darwin.rules.piles import fill_zone, in_hand, leave_hand, throw_away
from tangledbank.games.darwin.rules.state import (
    HAND,
    MAX_SPECIES,
    NOTHING,
    PLACES,
    VOLCANO,
    Age,
    Phase,
    Stage,
    State,
)
from tangledbank.games.darwin.rules.teams import show_no_more
from tangledbank.games.darwin.rules.turn import share_out
from tangledbank.games.darwin.rules.variants import is_for_two, plays_in_teams, species_last
from tangledbank.games.shared.hidden_cards import SEAT_BIT
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.chance import LOADED, below, roll, shuffle
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.events import EventBook
from tangledbank.kernel.lists import find, get, length, pop, push, remove
from tangledbank.kernel.records import Ints

RAINFOREST = BIOMES.index(GROWN_VOLCANO)
# The pair of biomes that each event brings, the last without one; or NOTHING.
BROUGHT = np.full((len(EventCard) + 1, 2), NOTHING)
for _card in EventCard:
    if _card.effect.brings:
        BROUGHT[_card] = biome_numbers(_card.effect.brings, _card)

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
    if first == NOTHING:
        return NOTHING
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
    if is_for_two(game):
        shuffle_back(game)
    if was_young:
        game.volcano = Age.RAINFOREST  # DC-EVENT-28
        copy_ground(game, RAINFOREST, VOLCANO)
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
    if find(game.biome_deck, biome) != -1:
        remove(game.biome_deck, biome)
    else:
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


@rule
def copy_ground(game: State, source: int, target: int) -> None:
    """One kind of ground has what is printed on another."""
    game.ground_counts[target] = game.ground_counts[source]
    game.ground_all[target] = game.ground_all[source]
    game.ground_any[target] = game.ground_any[source]
    game.ground_none[target] = game.ground_none[source]
    game.ground_plants[target] = game.ground_plants[source]
    game.ground_meat[target] = game.ground_meat[source]
    game.ground_points[target] = game.ground_points[source]


# --- steps 3 to 7 --------------------------------------------------------------------------------


@rule(inline=False)
def refill(game: State, events: EventBook) -> None:
    """Food, tokens, trade zone, hands; then all draw."""
    if not species_last(game):
        open_biomes(game, events)
    else:
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
        throw_away(game, pop(game.zone))
    fill_zone(game, events)
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
    if plays_in_teams(game):
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


@rule
def why_no_tidying(game: State, seat: int, kind: int) -> int:
    """Reasons against discarding a leftover card (DC-KIDS-16)."""
    return Reason.OK if in_hand(game, seat, kind) != NOTHING else Reason.NOT_IN_HAND


@rule(inline=False)
def list_tidying(game: State, seat: int, out: Ints) -> int:
    """Every card that may be discarded, or no more."""
    out[0] = Verb.DONE
    for i in range(length(game.hand[seat])):
        out[i + 1] = Verb.DISCARD + game.kind[get(game.hand[seat], i)]
    return length(game.hand[seat]) + 1


@rule(inline=False)
def tidy(game: State, events: EventBook, seat: int, kind: int) -> None:
    """Discard a leftover card."""
    throw_away(game, leave_hand(game, seat, kind))
    tell.discarded(game, events, seat, kind)
    if length(game.hand[seat]) == 0:
        keep_rest(game, seat)


@rule
def keep_rest(game: State, seat: int) -> None:
    """The seat discards no more; the hands are filled when all are done."""
    game.waiting &= ~SEAT_BIT[seat]
    if game.waiting == 0:
        game.stage = Stage.REFILL


@rule
def be_done(game: State, events: EventBook, seat: int) -> None:
    """Show, or discard, no more cards."""
    if game.stage == Stage.SHOW:
        show_no_more(game, events, seat)
    else:
        keep_rest(game, seat)
