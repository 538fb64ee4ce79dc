"""Plans of a turn of Darwin's Choice: which body, which mutation, which migration gains most.

A search begins at the draft as it is, so it finds the same plan again after each small step, and
never begins what cannot be finished. The best plan lies in the forecast.
"""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.games.darwin.bots import outlook
from tangledbank.games.darwin.bots.outlook import Forecast
from tangledbank.games.darwin.rules import draft
from tangledbank.games.darwin.rules.actions import Reason
from tangledbank.games.darwin.rules.body import (
    add_to_draft,
    count_parts,
    draft_as_it_is,
    is_a_body,
    is_vital,
    limb,
    part_of,
    same_part,
    strip,
    take_from_draft,
)
from tangledbank.games.darwin.rules.decks import Part
from tangledbank.games.darwin.rules.food import FATE, row_of, strength, why_unfit
from tangledbank.games.darwin.rules.piles import kind_at
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    MOST_MUTATIONS,
    NOTHING,
    Fate,
    Plan,
    State,
    Trade,
)
from tangledbank.games.darwin.rules.turn import price_of_mutation
from tangledbank.games.darwin.rules.variants import mutates_freely
from tangledbank.games.shared.best import NEVER
from tangledbank.kernel.compiling import fill_in, rule
from tangledbank.kernel.records import List, find, get, length, push

TO_CREATE, TO_MUTATE, TO_MIGRATE = range(3)

KEPT_CARD = 0.05  # what a card could still bring in a later era
SPARE_PART = 0.1  # … and legs, wings or a tail on the next species of this one
TRADE_PRICE = 0.1  # a plan that needs no exchange is better by this


# --- cards that may be used ----------------------------------------------------------------------


@rule
def gather(game: State, seat: int, look: Forecast) -> None:
    """The cards for a plan: what is free in the hand, and one of the zone if a trade is open."""
    for part in range(outlook.ALL_CARDS + 1):
        look.cards[part, 0] = 0
    for i in range(draft.cards_on_hand(game, seat)):
        kind = draft.card_on_hand(game, seat, i)
        if draft.why_not_free(game, seat, kind) == Reason.OK:
            note_card(game, look, kind, 0)
    may_trade = game.trading == Trade.NONE and look.far == 1
    if game.plan == Plan.IDLE and (game.trading == Trade.HALF or may_trade):
        for i in range(length(game.zone)):
            note_card(game, look, kind_at(game, game.zone, i), 1)


@rule
def note_card(game: State, look: Forecast, kind: int, zoned: int) -> None:
    """List a card under its part; double legs are legs."""
    everything = look.cards[outlook.ALL_CARDS]
    if length(everything) == outlook.MOST_CARDS:
        return
    look.zoned[length(everything)] = zoned
    push(look.cards[limb(part_of(game, kind))], length(everything))
    push(everything, kind)


@rule
def kind_of(look: Forecast, card: int) -> int:
    """The kind of a listed card, or of none."""
    return get(look.cards[outlook.ALL_CARDS], card) if card != NOTHING else NOTHING


@rule
def count_spare(look: Forecast) -> int:
    """How many listed cards are in the hand."""
    spare = 0
    for card in range(length(look.cards[outlook.ALL_CARDS])):
        spare += 1 - int(look.zoned[card])
    return spare


@rule
def cost(game: State, look: Forecast, kind: int) -> float:
    """What a card could do elsewhere."""
    price = KEPT_CARD if look.more_eras > 0 else 0.0
    return price if is_vital(game, kind) else price + SPARE_PART


# --- create --------------------------------------------------------------------------------------


@rule
def search_creation(game: State, seat: int, look: Forecast) -> None:
    """The best new species, from the draft as it is."""
    if game.plan == Plan.CREATING:
        try_torsos(game, seat, look, NOTHING)
    elif draft.why_no_species(game, seat) == Reason.OK:
        game.owner[DRAFT] = seat
        try_torsos(game, seat, look, NOTHING)
        strip(game, DRAFT)


@rule
def pick(items: List, i: int) -> int:
    """A listed card, or none."""
    return get(items, i) if i != NOTHING else NOTHING


@rule
def change(game: State, out: int, into: int) -> None:
    """One card out of the drafted body, another into it; either may be none."""
    if out != NOTHING:
        take_from_draft(game, out)
    if into != NOTHING:
        add_to_draft(game, into)


@rule
def joins(game: State, look: Forecast, card: int, zone: int) -> bool:
    """Whether a card fits the draft, with at most one card of the zone."""
    if card == NOTHING:
        return True
    if look.zoned[card] == 1 and zone != NOTHING:
        return False
    return is_a_body(game, NOTHING, kind_of(look, card))


@rule
def zone_with(look: Forecast, card: int, zone: int) -> int:
    """The card of the zone that a body uses, with one more card."""
    return card if card != NOTHING and look.zoned[card] == 1 else zone


@rule
def try_legs(game: State, seat: int, look: Forecast, zone: int) -> None:
    """Without, with one card of legs and with two."""
    legs = look.cards[Part.LEGS]
    for i in range(NOTHING, length(legs)):
        card = pick(legs, i)
        if not joins(game, look, card, zone):
            continue
        change(game, NOTHING, kind_of(look, card))
        with_card = zone_with(look, card, zone)
        for j in range(NOTHING, max(i, 0)):
            more = pick(legs, j)
            if joins(game, look, more, with_card):
                change(game, NOTHING, kind_of(look, more))
                weigh_body(game, seat, look, zone_with(look, more, with_card))
                change(game, kind_of(look, more), NOTHING)
        change(game, kind_of(look, card), NOTHING)


# The parts of `try_each`, filled in for each part of a body.
part, then = 0, try_legs


def try_each(game: State, seat: int, look: Forecast, zone: int) -> None:
    """With any card of this part that fits; without, unless it is a missing head or torso."""
    cards, is_vital_part = look.cards[part], part == Part.HEAD or part == Part.TORSO
    is_missing = is_vital_part and count_parts(game, part) == 0
    for i in range(0 if is_missing else NOTHING, length(cards)):
        card = pick(cards, i)
        if joins(game, look, card, zone):
            change(game, NOTHING, kind_of(look, card))
            then(game, seat, look, zone_with(look, card, zone))
            change(game, kind_of(look, card), NOTHING)


try_torsos: Callable[[State, int, Forecast, int], None] = try_legs
for _part in (Part.TAIL, Part.WINGS, Part.HEAD, Part.TORSO):
    try_torsos = rule(fill_in(try_each, "darwin", part=int(_part), then=try_torsos))


@rule
def weigh_body(game: State, seat: int, look: Forecast, zone: int) -> None:
    """What the drafted body gains in each biome."""
    fixed = 0.0
    known = False
    for place in range(game.places):
        if why_unfit(game, DRAFT, place) != Reason.OK:
            continue
        if not known:
            known = True
            fixed = outlook.medal(game, look, seat, strength(game, DRAFT), NOTHING)
            look.worth[DRAFT] = outlook.later(game, DRAFT, look)
            for i in range(length(game.body[DRAFT])):
                fixed -= cost(game, look, get(game.body[DRAFT], i))
            if zone != NOTHING:
                fixed -= TRADE_PRICE
        promised = outlook.try_out(game, look, place, NOTHING)
        gain = promised - look.present[place] + fixed
        if promised > NEVER and gain > look.top and can_pay(game, look, zone):
            note_plan(look, gain, TO_CREATE, NOTHING, place, NOTHING, NOTHING, zone)
            for i in range(1 + length(game.body[DRAFT])):
                look.body[i] = game.body[DRAFT, i]


@rule
def can_pay(game: State, look: Forecast, zone: int) -> bool:
    """Whether a card is left to be given for one of the zone."""
    if zone == NOTHING or game.trading == Trade.HALF:
        return True
    return count_spare(look) >= length(game.body[DRAFT])  # one of the body is the taken one


@rule
def note_plan(
    look: Forecast, gain: float, what: int, subject: int, where: int, old: int, new: int, zone: int
) -> None:
    """Remember the best plan so far."""
    look.top, look.what, look.subject, look.where = gain, what, subject, where
    look.old, look.new, look.from_zone = old, new, kind_of(look, zone)


# --- mutate --------------------------------------------------------------------------------------


@rule
def search_changes(game: State, seat: int, look: Forecast, species: int) -> None:
    """The best change of the drafted body; two at once only where one is not enough."""
    try_changes(game, seat, look, species, NOTHING, NOTHING)
    if game.mutations > 0 or look.far == 0:
        return
    if mutates_freely(game) or not lives_now(game, look, species):
        try_pairs(game, seat, look, species)


@rule
def lives_now(game: State, look: Forecast, species: int) -> bool:
    """Whether a species would live if the era ended now."""
    rows = look.rows[game.at[species]]
    return bool(rows[row_of(rows, species), FATE] == Fate.ALIVE)


@rule
def may_change(game: State, look: Forecast, worn: int, card: int, is_pair: bool) -> bool:
    """Whether one change fits the drafted body: without a card, with a listed one, or both.

    A replacement that is begun binds the first change, not the second of a pair.
    """
    if game.mutations == MOST_MUTATIONS:
        return False
    begun = game.plan == Plan.REPLACING and not is_pair
    if begun and (worn != game.draft_old or card == NOTHING):
        return False
    if worn == NOTHING:
        return card != NOTHING and is_a_body(game, NOTHING, kind_of(look, card))
    if find(game.draft_added, worn) != -1:
        return False  # DC-SP-18
    if card == NOTHING:
        return not is_vital(game, worn)
    kind = kind_of(look, card)
    return same_part(game, worn, kind) and is_a_body(game, worn, kind)


@rule
def note_worn(game: State, look: Forecast, step: int) -> None:
    """The cards of the drafted body, since their order changes while it is tried; then none."""
    worn = look.worn[step]
    worn[0] = 0
    for i in range(length(game.body[DRAFT])):
        push(worn, get(game.body[DRAFT], i))
    push(worn, NOTHING)


@rule
def try_changes(game: State, seat: int, look: Forecast, species: int, old: int, card: int) -> None:
    """Every change of the drafted body; if it is the second, `old` and `card` are the first.

    A body that has been changed already may also stay as it is.
    """
    is_pair = old != NOTHING or card != NOTHING
    just_added = kind_of(look, card)
    note_worn(game, look, 1)
    for i in range(length(look.worn[1])):
        worn = get(look.worn[1], i)
        if worn != NOTHING and worn == just_added:
            continue
        for j in range(NOTHING, length(look.cards[outlook.ALL_CARDS])):
            if is_pair and j != NOTHING and (j == card or look.zoned[j] == 1):
                continue
            stays = worn == NOTHING and j == NOTHING and game.plan == Plan.MUTATING
            if stays and game.mutations == 0:
                continue
            if not stays and not may_change(game, look, worn, j, is_pair):
                continue
            kind = kind_of(look, j)
            change(game, worn, kind)
            made = int(game.mutations) + int(is_pair) + int(not stays)
            first_out, first_in = (old, card) if is_pair else (worn, j)
            more = j if is_pair else NOTHING
            weigh_change(game, seat, look, species, made, first_out, first_in, more)
            change(game, kind, worn)


@rule
def try_pairs(game: State, seat: int, look: Forecast, species: int) -> None:
    """Every two changes of the drafted body, with cards of the hand alone."""
    note_worn(game, look, 0)
    for i in range(length(look.worn[0])):
        worn = get(look.worn[0], i)
        for j in range(NOTHING, length(look.cards[outlook.ALL_CARDS])):
            if j != NOTHING and look.zoned[j] == 1:
                continue
            if may_change(game, look, worn, j, False):
                kind = kind_of(look, j)
                change(game, worn, kind)
                try_changes(game, seat, look, species, worn, j)
                change(game, kind, worn)


@rule
def weigh_change(
    game: State, seat: int, look: Forecast, species: int, made: int, old: int, card: int, more: int
) -> None:
    """What a species gains by so many mutations; the plan is to begin with `old` and `card`."""
    place = int(game.at[species])
    if why_unfit(game, DRAFT, place) != Reason.OK:
        return
    was, points = int(game.mutations), int(game.points[species])
    game.mutations = made
    left = points - price_of_mutation(game, species)
    game.mutations = was
    look.worth[DRAFT] = outlook.stake(left) + outlook.later(game, DRAFT, look)
    promised = outlook.try_out(game, look, place, species)
    if promised == NEVER:
        return
    gain = promised - look.present[place]
    gain += min(1, left) - min(1, points)
    gain += outlook.medal(game, look, seat, strength(game, DRAFT), species)
    if lives_now(game, look, species):
        gain -= outlook.medal(game, look, seat, strength(game, species), species)
    zone = NOTHING
    if card != NOTHING:
        gain -= cost(game, look, kind_of(look, card))
        if look.zoned[card] == 1:
            gain -= TRADE_PRICE
            zone = card
    if more != NOTHING:
        gain -= cost(game, look, kind_of(look, more))
    if zone != NOTHING and game.trading == Trade.NONE and count_spare(look) == 0:
        return
    if gain > look.top:
        note_plan(look, gain, TO_MUTATE, species, place, old, kind_of(look, card), zone)


# --- migrate -------------------------------------------------------------------------------------


@rule
def search_homes(game: State, seat: int, look: Forecast, species: int) -> None:
    """The best other biome for a species."""
    home = int(game.at[species])
    leaving = outlook.try_without(game, look, home, species) - look.present[home]
    if not lives_now(game, look, species):
        leaving += outlook.medal(game, look, seat, strength(game, species), species)
    look.worth[DRAFT] = look.worth[species]
    for place in range(game.places):
        if place == home or draft.is_cut_off(game, species, place):
            continue
        if why_unfit(game, DRAFT, place) != Reason.OK:
            continue
        promised = outlook.try_out(game, look, place, NOTHING)
        gain = promised - look.present[place] + leaving
        if promised > NEVER and gain > look.top:
            note_plan(look, gain, TO_MIGRATE, species, place, NOTHING, NOTHING, NOTHING)


# --- whichever species it is ---------------------------------------------------------------------

# The parts of `search_species`, filled in for each base action of a living species.
why_not, search_one = draft.why_no_subject, search_homes


def search_species(game: State, seat: int, look: Forecast) -> None:
    """What is best for the drafted species, or for any that may still act."""
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if game.plan == Plan.IDLE and why_not(game, seat, species) == Reason.OK:
            draft_as_it_is(game, species)
        elif game.plan == Plan.IDLE or game.draft_species != species:
            continue
        search_one(game, seat, look, species)
    if game.plan == Plan.IDLE:
        strip(game, DRAFT)


search_migrations = rule(fill_in(search_species, "darwin"))
search_mutations = rule(
    fill_in(search_species, "darwin", why_not=draft.why_no_mutate, search_one=search_changes)
)
