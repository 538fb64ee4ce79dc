"""A turn of the action phase: what is carried out when it ends, and whose turn comes next."""

from __future__ import annotations

import numpy as np

from tangledbank.games.darwin.rules import draft, food, tell
from tangledbank.games.darwin.rules.actions import Reason, Verb, offer
from tangledbank.games.darwin.rules.body import shed, strip, wear
from tangledbank.games.darwin.rules.decks import Effect, EventCard
from tangledbank.games.darwin.rules.drawing import list_early
from tangledbank.games.darwin.rules.piles import (
    find_card,
    kind_at,
    leave_hand,
    list_cards,
    throw_away,
)
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    MAX_SPECIES,
    NOTHING,
    Phase,
    Plan,
    Stage,
    State,
    Trade,
)
from tangledbank.games.darwin.rules.teams import list_open_shows, list_team_actions
from tangledbank.games.darwin.rules.variants import food_matters, mutates_freely, plays_in_teams
from tangledbank.games.shared.hidden_cards import SEAT_BIT, show_to_all
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, find, get, length, push, remove

# What one mutation costs, and two, by event, the last without one (DC-EVENT-36, -37).
PRICES = np.array([*(card.effect.prices for card in EventCard), Effect().prices])


# --- ending a turn -------------------------------------------------------------------------------


@rule(inline=False)
def end_turn(game: State, events: EventBook, seat: int) -> None:
    """Carry out the draft: the exchange, then the base action; both are final (DC-TRADE-4)."""
    trade(game, events, seat)
    if game.plan == Plan.PLACED:
        lay_species(game, events, seat)
    elif game.plan == Plan.MOVED:
        move_species(game, events, seat)
    elif game.plan != Plan.IDLE:
        change_species(game, events, seat)
    leave_turn(game, seat)


@rule
def leave_turn(game: State, seat: int) -> None:
    """The turn is over, with or without a base action."""
    game.acted |= SEAT_BIT[seat]
    draft.clear_draft(game)
    game.took_over = 0
    if plays_in_teams(game):
        game.refused[:] = 0
        game.unwilling[:] = 0
    game.stage = Stage.NEXT_TURN


@rule(inline=False)
def trade(game: State, events: EventBook, seat: int) -> None:
    """Exchange one card with the trade zone (DC-TRADE-2)."""
    if game.trading != Trade.MADE:
        return
    given, taken = int(game.draft_give), int(game.draft_take)
    out = leave_hand(game, seat, given)
    card = find_card(game, game.zone, taken)
    remove(game.zone, card)
    push(game.hand[seat], card)
    show_to_all(game, out)
    push(game.zone, out)
    tell.traded(game, events, seat, given, taken)


@rule
def free_token(game: State) -> int:
    """A number for a new species. There are as many as all seats together have tokens."""
    for species in range(MAX_SPECIES):
        if game.living[species] == 0:
            return species
    return NOTHING


@rule(inline=False)
def lay_species(game: State, events: EventBook, seat: int) -> None:
    """Create: lay the species, its token done side up (DC-CREATE-1, -8, DC-TURN-10)."""
    species = free_token(game)
    strip(game, species)
    for i in range(length(game.body[DRAFT])):
        put_on(game, seat, species, get(game.body[DRAFT], i))
    game.living[species] = 1
    game.owner[species] = seat
    game.at[species] = game.at[DRAFT]
    game.done[species] = 1
    push(game.row[seat], species)
    tell.created(game, events, seat, species, ground_of(game, species))
    feed_biome(game, events, int(game.at[species]))


@rule
def ground_of(game: State, species: int) -> int:
    """What lies where a species lives."""
    return int(game.ground[game.at[species]])


@rule
def put_on(game: State, seat: int, species: int, kind: int) -> None:
    """Lay a card from the hand onto a species."""
    card = leave_hand(game, seat, kind)
    show_to_all(game, card)
    push(game.body[species], card)
    wear(game, species, kind)


@rule(inline=False)
def move_species(game: State, events: EventBook, seat: int) -> None:
    """Migrate: its food stays behind (DC-MIGRATE-2), so both biomes are given out anew."""
    species = int(game.draft_species)
    old, left = int(game.at[species]), ground_of(game, species)
    game.at[species] = game.at[DRAFT]
    game.done[species] = 1
    tell.migrated(game, events, seat, species, ground_of(game, species), left)
    feed_biome(game, events, old)
    feed_biome(game, events, int(game.at[species]))


@rule(inline=False)
def change_species(game: State, events: EventBook, seat: int) -> None:
    """Mutate: pay, take cards off, add others (DC-MUTATE-6 to -10, -15)."""
    species = int(game.draft_species)
    paid = price_of_mutation(game, species)
    game.points[species] -= paid
    tell.mutated(game, events, seat, species, paid, int(game.mutations))
    for i in range(length(game.body[species]) - 1, -1, -1):
        card = get(game.body[species], i)
        kind = int(game.kind[card])
        if find(game.body[DRAFT], kind) == -1:
            take_off(game, events, species, card)
    for i in range(length(game.draft_added)):
        kind = get(game.draft_added, i)
        put_on(game, seat, species, kind)
        tell.card_added(game, events, seat, species, kind)
    game.done[species] = 1
    feed_biome(game, events, int(game.at[species]))


@rule
def take_off(game: State, events: EventBook, species: int, card: int) -> None:
    """A card leaves a species and is discarded (DC-MUTATE-6, DC-EVENT-2)."""
    kind = int(game.kind[card])
    remove(game.body[species], card)
    shed(game, species, kind)
    throw_away(game, card)
    tell.card_removed(game, events, int(game.owner[species]), species, kind)


@rule
def price_of_mutation(game: State, species: int) -> int:
    """What the drafted mutations cost: never more than lies on the species (DC-SP-48, -49)."""
    if mutates_freely(game):
        return 0  # DC-BEG-11
    return min(int(PRICES[game.event, int(game.mutations > 1)]), int(game.points[species]))


@rule
def feed_biome(game: State, events: EventBook, place: int) -> None:
    """The running distribution after a base action (DC-FOOD-1)."""
    if food_matters(game):
        share_out(game, events, place)


@rule(arrays=True, inline=False)
def share_out(game: State, events: EventBook, place: int) -> None:
    """Give out the food of a biome, lay it beside the species, tell who lost what it needs."""
    rows = food.lay_out_biome(game, place, NOTHING, False)
    food.distribute(game, rows, place)
    for i in range(len(rows)):
        species = int(rows[i, food.SPECIES])
        was_fed = food.is_fed(game, species)
        game.plants[species] = rows[i, food.PLANTS]
        game.meat[species] = rows[i, food.MEAT]
        if was_fed and not food.is_fed(game, species) and game.phase < Phase.EVALUATION:
            got = int(game.plants[species] + game.meat[species])
            owner = int(game.owner[species])
            tell.displaced(game, events, owner, species, got, int(rows[i, food.NEED]))


# --- passing, whose turn it is -------------------------------------------------------------------


@rule
def why_no_pass(game: State, seat: int) -> int:
    """Reasons against passing: nothing may be half done (DC-TURN-5)."""
    if draft.has_passed(game, seat):
        return Reason.HAS_PASSED
    is_idle = game.plan == Plan.IDLE and game.trading != Trade.HALF
    return Reason.OK if is_idle else Reason.FINISH_CHOICE


@rule(inline=False)
def pass_turn(game: State, events: EventBook, seat: int) -> None:
    """Pass for the rest of the era; an exchange falls away with it (DC-SP-11, -64)."""
    if plays_in_teams(game):
        trade(game, events, seat)
    game.passed |= SEAT_BIT[seat]
    tell.passed(game, events, seat)
    leave_turn(game, seat)


@rule
def may_visit(game: State, seat: int) -> bool:
    """Whether a seat has a turn: not passed, or 2 against 2 and able to trade (DC-2V2-5)."""
    if not draft.has_passed(game, seat):
        return True
    return plays_in_teams(game) and length(game.zone) > 0 and length(game.hand[seat]) > 0


@rule
def next_turn(game: State) -> None:
    """The next seat that has a turn; when all have passed the phase is over (DC-TURN-7, -13)."""
    if game.passed == SEAT_BIT[game.seats] - 1:
        game.phase = Phase.EVALUATION
        game.stage = Stage.DRAW  # the other team may still have cards to draw
        game.then = Stage.EVALUATE
        return
    game.mover = seat_after(game, int(game.mover))
    while not may_visit(game, int(game.mover)):
        game.mover = seat_after(game, int(game.mover))
    game.stage = Stage.TURN


# --- what a turn offers --------------------------------------------------------------------------


@rule
def why_not_now(_wanted: int) -> int:
    """Nothing can be chosen that belongs to another stage."""
    return Reason.WRONG_MOMENT


@rule
def why_not_stay(game: State, seat: int) -> int:
    """Reasons against exchanging nothing after passing, or OK."""
    can_stay = draft.has_passed(game, seat) and game.trading == Trade.NONE
    return Reason.OK if can_stay else Reason.WRONG_MOMENT


@rule
def list_turn(game: State, seat: int, out: Ints) -> int:
    """What the mover may do next in the draft; for another seat, what is open early."""
    if seat != game.mover:
        return list_early(game, seat, out, 0)
    count = list_own_turn(game, seat, out)
    return list_open_shows(game, seat, out, count) if plays_in_teams(game) else count


@rule
def list_own_turn(game: State, seat: int, out: Ints) -> int:
    """What belongs to the turn itself."""
    if game.trading == Trade.HALF:
        out[0] = Verb.UNTRADE
        return list_cards(game, game.zone, out, 1, Verb.TAKE)
    count = list_trade(game, seat, out)
    if draft.has_passed(game, seat):
        out[count] = Verb.END if game.trading == Trade.MADE else Verb.STAY
        return count + 1
    if game.plan == Plan.IDLE:
        return list_beginnings(game, seat, out, count)
    count = list_steps(game, seat, out, count)
    count = offer(out, count, Verb.END, draft.why_no_end(game, seat))
    count = list_team_actions(game, seat, out, count)
    out[count] = Verb.REVISE
    return count + 1


@rule
def list_trade(game: State, seat: int, out: Ints) -> int:
    """The cards that may be given, or cancel the exchange."""
    if game.trading == Trade.MADE:
        return offer(out, 0, Verb.UNTRADE, draft.why_no_untrade(game))
    count = 0
    for i in range(length(game.hand[seat])):
        kind = kind_at(game, game.hand[seat], i)
        count = offer(out, count, Verb.GIVE + kind, draft.why_no_give(game, seat, kind))
    return count


@rule
def list_beginnings(game: State, seat: int, out: Ints, count: int) -> int:
    """Every base action that may be begun, and what else a turn not yet begun offers."""
    for i in range(draft.cards_on_hand(game, seat)):
        kind = draft.card_on_hand(game, seat, i)
        count = offer(out, count, Verb.CREATE + kind, draft.why_no_create(game, seat, kind))
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        count = offer(out, count, Verb.MUTATE + species, draft.why_no_mutate(game, seat, species))
        count = offer(out, count, Verb.MIGRATE + species, draft.why_no_migrate(game, seat, species))
    count = list_team_actions(game, seat, out, count)
    count = list_early(game, seat, out, count)
    out[count] = Verb.PASS
    return count + 1


@rule
def list_steps(game: State, seat: int, out: Ints, count: int) -> int:
    """The next small steps of the base action that is begun; the rules know which are its own."""
    if game.plan == Plan.MIGRATING or game.plan == Plan.CREATING:
        for place in range(game.places):
            count = offer(out, count, Verb.PLACE + place, draft.why_no_place(game, place))
            count = offer(out, count, Verb.TO + place, draft.why_no_target(game, place))
    if game.plan == Plan.CREATING or game.plan == Plan.MUTATING or game.plan == Plan.REPLACING:
        for i in range(draft.cards_on_hand(game, seat)):
            kind = draft.card_on_hand(game, seat, i)
            count = offer(out, count, Verb.ADD + kind, draft.why_no_add(game, seat, kind))
            count = offer(out, count, Verb.WITH + kind, draft.why_no_with(game, seat, kind))
    if game.plan == Plan.MUTATING:
        for i in range(length(game.body[DRAFT])):
            kind = get(game.body[DRAFT], i)
            count = offer(out, count, Verb.REMOVE + kind, draft.why_no_remove(game, kind))
            count = offer(out, count, Verb.REPLACE + kind, draft.why_no_replace(game, seat, kind))
    return count
