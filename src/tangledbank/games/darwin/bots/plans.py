"""Plans of a turn of Darwin's Choice: which body, which mutation, which migration gains most.

A search begins at the draft as it is, so it finds the same plan again after each small step, and
never begins what cannot be finished. The best plan lies in the scene.
"""

from __future__ import annotations

from tangledbank.games.darwin.bots.outlook import (
    ALL_CARDS,
    FAR,
    MORE_ERAS,
    MOST_CARDS,
    TOP,
    Scene,
    later,
    medal,
    stake,
    try_out,
    try_without,
)
from tangledbank.games.darwin.rules.body import (
    add_to_draft,
    count_parts,
    draft_as_it_is,
    is_a_body,
    limb,
    part_of,
    same_part,
    strip,
    take_from_draft,
)
from tangledbank.games.darwin.rules.decks import Part
from tangledbank.games.darwin.rules.draft import (
    card_on_hand,
    cards_on_hand,
    is_cut_off,
    why_no_mutate,
    why_no_subject,
    why_not_free,
)
from tangledbank.games.darwin.rules.food import FATE, SPECIES, strength, why_unfit
from tangledbank.games.darwin.rules.reasons import Reason
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    MOST_MUTATIONS,
    NOTHING,
    TOKENS,
    Fate,
    Option,
    Plan,
    State,
    Trade,
    Variant,
)
from tangledbank.games.darwin.rules.turn import price_of_mutation
from tangledbank.games.shared.best import NEVER
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.lists import List, find, get, length, push

# A plan: what, then what it needs; of a new species also its cards, as a bounded list.
WHAT, SUBJECT, WHERE, OLD, NEW, FROM_ZONE, BODY = range(7)
TO_CREATE, TO_MUTATE, TO_MIGRATE = range(3)

KEPT_CARD = 0.05  # what a card could still bring in a later era
SPARE_PART = 0.1  # … and legs, wings or a tail on the next species of this one
TRADE_PRICE = 0.1  # a plan that needs no exchange is better by this


# --- cards that may be used ----------------------------------------------------------------------


@rule
def gather(game: State, seat: int, scene: Scene) -> None:
    """The cards for a plan: what is free in the hand, and one of the zone if a trade is open."""
    for part in range(ALL_CARDS + 1):
        scene.cards[part, 0] = 0
    for i in range(cards_on_hand(game, seat)):
        kind = card_on_hand(game, seat, i)
        if why_not_free(game, seat, kind) == Reason.OK:
            note_card(game, scene, kind, 0)
    may_trade = game.trading == Trade.NONE and scene.facts[FAR] > 0.0
    if game.plan == Plan.IDLE and (game.trading == Trade.HALF or may_trade):
        for i in range(length(game.zone)):
            note_card(game, scene, int(game.kind[get(game.zone, i)]), 1)


@rule
def note_card(game: State, scene: Scene, kind: int, zoned: int) -> None:
    """List a card under its part; double legs are legs."""
    everything = scene.cards[ALL_CARDS]
    if length(everything) == MOST_CARDS:
        return
    scene.zoned[length(everything)] = zoned
    push(scene.cards[limb(part_of(game, kind))], length(everything))
    push(everything, kind)


@rule
def kind_of(scene: Scene, card: int) -> int:
    """The kind of a listed card."""
    return get(scene.cards[ALL_CARDS], card)


@rule
def count_spare(scene: Scene) -> int:
    """How many listed cards are in the hand."""
    spare = 0
    for card in range(length(scene.cards[ALL_CARDS])):
        spare += 1 - int(scene.zoned[card])
    return spare


@rule
def cost(game: State, scene: Scene, kind: int) -> float:
    """What a card could do elsewhere."""
    part = part_of(game, kind)
    price = KEPT_CARD if scene.facts[MORE_ERAS] > 0.0 else 0.0
    if part != Part.HEAD and part != Part.TORSO:
        price += SPARE_PART
    return price


# --- create --------------------------------------------------------------------------------------


@rule
def search_creation(game: State, seat: int, scene: Scene) -> None:
    """The best new species, from the draft as it is."""
    if game.plan == Plan.IDLE and not may_create(game, seat):
        return
    torsos = scene.cards[Part.TORSO]
    for i in range(NOTHING, length(torsos)):
        if (i == NOTHING) != (game.plan == Plan.CREATING):
            continue
        card = pick(torsos, i)
        if card != NOTHING:
            strip(game, DRAFT)
            game.owner[DRAFT] = seat
        put_on(game, scene, card)
        try_heads(game, seat, scene, zone_with(scene, card, NOTHING))
    if game.plan == Plan.IDLE:
        strip(game, DRAFT)


@rule
def may_create(game: State, seat: int) -> bool:
    """Whether a species may be laid at all."""
    if length(game.row[seat]) >= TOKENS:
        return False
    return not (game.options[Option.VARIANT] == Variant.BEGINNER and game.turn > 1)  # DC-BEG-10


@rule
def pick(items: List, i: int) -> int:
    """A listed card, or none."""
    return get(items, i) if i != NOTHING else NOTHING


@rule
def put_on(game: State, scene: Scene, card: int) -> None:
    """The draft gets a listed card, or none."""
    if card != NOTHING:
        add_to_draft(game, kind_of(scene, card))


@rule
def take_off(game: State, scene: Scene, card: int) -> None:
    """The draft loses it again."""
    if card != NOTHING:
        take_from_draft(game, kind_of(scene, card))


@rule
def joins(game: State, scene: Scene, card: int, zone: int) -> bool:
    """Whether a card fits the draft, with at most one card of the zone."""
    if card == NOTHING:
        return True
    if scene.zoned[card] == 1 and zone != NOTHING:
        return False
    return is_a_body(game, NOTHING, kind_of(scene, card))


@rule
def zone_with(scene: Scene, card: int, zone: int) -> int:
    """The card of the zone that a body uses, with one more card."""
    return card if card != NOTHING and scene.zoned[card] == 1 else zone


@rule
def try_heads(game: State, seat: int, scene: Scene, zone: int) -> None:
    """Every head, unless there is one."""
    heads, has_head = scene.cards[Part.HEAD], count_parts(game, Part.HEAD) > 0
    for i in range(NOTHING, length(heads)):
        card = pick(heads, i)
        if (i == NOTHING) == has_head and joins(game, scene, card, zone):
            put_on(game, scene, card)
            try_wings(game, seat, scene, zone_with(scene, card, zone))
            take_off(game, scene, card)


@rule
def try_wings(game: State, seat: int, scene: Scene, zone: int) -> None:
    """Without, and with any wings that fit."""
    wings = scene.cards[Part.WINGS]
    for i in range(NOTHING, length(wings)):
        card = pick(wings, i)
        if joins(game, scene, card, zone):
            put_on(game, scene, card)
            try_tails(game, seat, scene, zone_with(scene, card, zone))
            take_off(game, scene, card)


@rule
def try_tails(game: State, seat: int, scene: Scene, zone: int) -> None:
    """Without, and with any tail that fits."""
    tails = scene.cards[Part.TAIL]
    for i in range(NOTHING, length(tails)):
        card = pick(tails, i)
        if joins(game, scene, card, zone):
            put_on(game, scene, card)
            try_legs(game, seat, scene, zone_with(scene, card, zone))
            take_off(game, scene, card)


@rule
def try_legs(game: State, seat: int, scene: Scene, zone: int) -> None:
    """Without, with one card of legs and with two."""
    legs = scene.cards[Part.LEGS]
    for i in range(NOTHING, length(legs)):
        card = pick(legs, i)
        if not joins(game, scene, card, zone):
            continue
        put_on(game, scene, card)
        with_card = zone_with(scene, card, zone)
        for j in range(NOTHING, max(i, 0)):
            more = pick(legs, j)
            if joins(game, scene, more, with_card):
                put_on(game, scene, more)
                weigh_body(game, seat, scene, zone_with(scene, more, with_card))
                take_off(game, scene, more)
        take_off(game, scene, card)


@rule
def weigh_body(game: State, seat: int, scene: Scene, zone: int) -> None:
    """What the drafted body gains in each biome."""
    fixed = 0.0
    known = False
    for place in range(game.places):
        if why_unfit(game, DRAFT, place) != Reason.OK:
            continue
        if not known:
            known = True
            fixed = medal(game, scene, seat, strength(game, DRAFT), NOTHING)
            scene.worth[DRAFT] = later(game, DRAFT, scene)
            for i in range(length(game.body[DRAFT])):
                fixed -= cost(game, scene, get(game.body[DRAFT], i))
            if zone != NOTHING:
                fixed -= TRADE_PRICE
        promised = try_out(game, scene, place, NOTHING)
        gain = promised - scene.present[place] + fixed
        if promised > NEVER and gain > scene.facts[TOP] and can_pay(game, scene, zone):
            note_plan(scene, gain, TO_CREATE, NOTHING, place, NOTHING, NOTHING, zone)
            note_body(game, scene)


@rule
def can_pay(game: State, scene: Scene, zone: int) -> bool:
    """Whether a card is left to be given for one of the zone."""
    if zone == NOTHING or game.trading == Trade.HALF:
        return True
    return count_spare(scene) >= length(game.body[DRAFT])  # one of the body is the taken one


@rule
def note_plan(
    scene: Scene, gain: float, what: int, subject: int, where: int, old: int, new: int, zone: int
) -> None:
    """Remember the best plan so far."""
    scene.facts[TOP] = gain
    plan = scene.plan
    plan[WHAT], plan[SUBJECT], plan[WHERE], plan[OLD], plan[NEW] = what, subject, where, old, new
    plan[FROM_ZONE] = NOTHING if zone == NOTHING else kind_of(scene, zone)


@rule
def note_body(game: State, scene: Scene) -> None:
    """Remember the cards of the drafted body."""
    body = scene.plan[BODY:]
    for i in range(length(game.body[DRAFT])):
        body[i] = get(game.body[DRAFT], i)
    if length(game.body[DRAFT]) < len(body):
        body[length(game.body[DRAFT])] = NOTHING


# --- mutate --------------------------------------------------------------------------------------


@rule
def search_mutations(game: State, seat: int, scene: Scene) -> None:
    """The best mutation of the drafted species, or of any that may still act."""
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if game.plan == Plan.IDLE and why_no_mutate(game, seat, species) == Reason.OK:
            draft_as_it_is(game, species)
        elif game.plan == Plan.IDLE or game.draft_species != species:
            continue
        search_changes(game, seat, scene, species)
    if game.plan == Plan.IDLE:
        strip(game, DRAFT)


@rule
def search_changes(game: State, seat: int, scene: Scene, species: int) -> None:
    """The best change of the drafted body; two at once only where one is not enough."""
    try_changes(game, seat, scene, species, NOTHING, NOTHING)
    if game.mutations > 0 or scene.facts[FAR] == 0.0:
        return
    if game.options[Option.VARIANT] == Variant.BEGINNER or not lives_now(game, scene, species):
        try_pairs(game, seat, scene, species)


@rule
def lives_now(game: State, scene: Scene, species: int) -> bool:
    """Whether a species would live if the era ended now."""
    place = int(game.at[species])
    for i in range(scene.count[place]):
        if scene.rows[place, i, SPECIES] == species:
            return bool(scene.rows[place, i, FATE] == Fate.ALIVE)
    return False


@rule
def may_change(game: State, scene: Scene, worn: int, card: int, is_pair: bool) -> bool:
    """Whether one change fits the drafted body: without a card, with a listed one, or both.

    A replacement that is begun binds the first change, not the second of a pair.
    """
    if game.mutations == MOST_MUTATIONS:
        return False
    begun = game.plan == Plan.REPLACING and not is_pair
    if begun and (worn != game.draft_old or card == NOTHING):
        return False
    if worn == NOTHING:
        return card != NOTHING and is_a_body(game, NOTHING, kind_of(scene, card))
    if find(game.draft_added, worn) != -1:
        return False  # DC-SP-18
    if card == NOTHING:
        return part_of(game, worn) != Part.HEAD and part_of(game, worn) != Part.TORSO
    kind = kind_of(scene, card)
    return same_part(game, worn, kind) and is_a_body(game, worn, kind)


@rule
def change(game: State, out: int, into: int) -> None:
    """One card out of the drafted body, another into it."""
    if out != NOTHING:
        take_from_draft(game, out)
    if into != NOTHING:
        add_to_draft(game, into)


@rule
def note_worn(game: State, scene: Scene, step: int) -> None:
    """The cards of the drafted body, since their order changes while it is tried; then none."""
    worn = scene.worn[step]
    worn[0] = 0
    for i in range(length(game.body[DRAFT])):
        push(worn, get(game.body[DRAFT], i))
    push(worn, NOTHING)


@rule
def try_changes(game: State, seat: int, scene: Scene, species: int, old: int, card: int) -> None:
    """Every change of the drafted body; if it is the second, `old` and `card` are the first.

    A body that has been changed already may also stay as it is.
    """
    is_pair = old != NOTHING or card != NOTHING
    just_added = kind_of(scene, card) if card != NOTHING else NOTHING
    note_worn(game, scene, 1)
    for i in range(length(scene.worn[1])):
        worn = get(scene.worn[1], i)
        if worn != NOTHING and worn == just_added:
            continue
        for j in range(NOTHING, length(scene.cards[ALL_CARDS])):
            if is_pair and j != NOTHING and (j == card or scene.zoned[j] == 1):
                continue
            stays = worn == NOTHING and j == NOTHING and game.plan == Plan.MUTATING
            if stays and game.mutations == 0:
                continue
            if not stays and not may_change(game, scene, worn, j, is_pair):
                continue
            kind = kind_of(scene, j) if j != NOTHING else NOTHING
            change(game, worn, kind)
            made = int(game.mutations) + int(is_pair) + int(not stays)
            first_out, first_in = (old, card) if is_pair else (worn, j)
            more = j if is_pair else NOTHING
            weigh_change(game, seat, scene, species, made, first_out, first_in, more)
            change(game, kind, worn)


@rule
def try_pairs(game: State, seat: int, scene: Scene, species: int) -> None:
    """Every two changes of the drafted body, with cards of the hand alone."""
    note_worn(game, scene, 0)
    for i in range(length(scene.worn[0])):
        worn = get(scene.worn[0], i)
        for j in range(NOTHING, length(scene.cards[ALL_CARDS])):
            if j != NOTHING and scene.zoned[j] == 1:
                continue
            if may_change(game, scene, worn, j, False):
                kind = kind_of(scene, j) if j != NOTHING else NOTHING
                change(game, worn, kind)
                try_changes(game, seat, scene, species, worn, j)
                change(game, kind, worn)


@rule
def weigh_change(
    game: State, seat: int, scene: Scene, species: int, made: int, old: int, card: int, more: int
) -> None:
    """What a species gains by so many mutations; the plan is to begin with `old` and `card`."""
    place = int(game.at[species])
    if why_unfit(game, DRAFT, place) != Reason.OK:
        return
    was, points = int(game.mutations), int(game.points[species])
    game.mutations = made
    left = points - price_of_mutation(game, species)
    game.mutations = was
    scene.worth[DRAFT] = stake(left) + later(game, DRAFT, scene)
    promised = try_out(game, scene, place, species)
    if promised == NEVER:
        return
    gain = promised - scene.present[place]
    gain += min(1, left) - min(1, points)
    gain += medal(game, scene, seat, strength(game, DRAFT), species)
    if lives_now(game, scene, species):
        gain -= medal(game, scene, seat, strength(game, species), species)
    zone = NOTHING
    if card != NOTHING:
        gain -= cost(game, scene, kind_of(scene, card))
        if scene.zoned[card] == 1:
            gain -= TRADE_PRICE
            zone = card
    if more != NOTHING:
        gain -= cost(game, scene, kind_of(scene, more))
    if zone != NOTHING and game.trading == Trade.NONE and count_spare(scene) == 0:
        return
    if gain > scene.facts[TOP]:
        new = kind_of(scene, card) if card != NOTHING else NOTHING
        note_plan(scene, gain, TO_MUTATE, species, place, old, new, zone)


# --- migrate -------------------------------------------------------------------------------------


@rule
def search_migrations(game: State, seat: int, scene: Scene) -> None:
    """The best migration of the drafted species, or of any that may still act."""
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if game.plan == Plan.IDLE and why_no_subject(game, seat, species) == Reason.OK:
            draft_as_it_is(game, species)
        elif game.plan == Plan.IDLE or game.draft_species != species:
            continue
        search_homes(game, seat, scene, species)
    if game.plan == Plan.IDLE:
        strip(game, DRAFT)


@rule
def search_homes(game: State, seat: int, scene: Scene, species: int) -> None:
    """The best other biome for a species."""
    home = int(game.at[species])
    leaving = try_without(game, scene, home, species) - scene.present[home]
    if not lives_now(game, scene, species):
        leaving += medal(game, scene, seat, strength(game, species), species)
    scene.worth[DRAFT] = scene.worth[species]
    for place in range(game.places):
        if place == home or is_cut_off(game, species, place):
            continue
        if why_unfit(game, DRAFT, place) != Reason.OK:
            continue
        promised = try_out(game, scene, place, NOTHING)
        gain = promised - scene.present[place] + leaving
        if promised > NEVER and gain > scene.facts[TOP]:
            note_plan(scene, gain, TO_MIGRATE, species, place, NOTHING, NOTHING, NOTHING)
