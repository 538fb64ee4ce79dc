"""The draft of a turn: an exchange and a base action, small steps that change nothing yet.

Everything here writes only the draft; `turn.py` carries it out when the turn is ended. So others
see nothing of it, and it can be taken back (DC-SP-12, DC-TRADE-3).
"""

from __future__ import annotations

from tangledbank.games.darwin.rules import body, variants
from tangledbank.games.darwin.rules.actions import Reason
from tangledbank.games.darwin.rules.decks import EventCard, Part
from tangledbank.games.darwin.rules.food import is_young_volcano, why_hungry, why_unfit
from tangledbank.games.darwin.rules.piles import find_card, kind_at
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    MOST_MUTATIONS,
    NOTHING,
    TOKENS,
    Plan,
    State,
    Trade,
)
from tangledbank.games.shared.hidden_cards import SEAT_BIT, card_in_hand
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import find, length, push

LEFT_OF_FOUR, LEFT_OF_FIVE = 2, 3  # how many biomes lie on the left side (DC-SP-62)


# --- what the draft leaves in the hand -----------------------------------------------------------


@rule
def is_used(game: State, kind: int) -> bool:
    """Whether a card from the hand is already in the drafted base action."""
    if game.plan == Plan.CREATING or game.plan == Plan.PLACED:
        return find(game.body[DRAFT], kind) != -1
    return find(game.draft_added, kind) != -1


@rule
def why_not_free(game: State, seat: int, kind: int) -> int:
    """That a card is not in the mover's hand, or is already used in this turn; or OK."""
    if game.trading != Trade.NONE and game.draft_give == kind:
        return Reason.IN_USE
    is_taken = game.trading == Trade.MADE and game.draft_take == kind
    if not is_taken and card_in_hand(game, seat, kind) == NOTHING:
        return Reason.NOT_IN_HAND
    return Reason.IN_USE if is_used(game, kind) else Reason.OK


@rule
def cards_on_hand(game: State, seat: int) -> int:
    """How many cards `card_on_hand` counts: the hand, and the card of an exchange."""
    return length(game.hand[seat]) + int(game.trading == Trade.MADE)


@rule
def card_on_hand(game: State, seat: int, i: int) -> int:
    """The kind of one of the cards that may be free."""
    if i < length(game.hand[seat]):
        return kind_at(game, game.hand[seat], i)
    return int(game.draft_take)


@rule
def has_passed(game: State, seat: int) -> bool:
    """Whether a seat has passed in this era."""
    return bool(game.passed & SEAT_BIT[seat] != 0)


# --- trade ---------------------------------------------------------------------------------------


@rule
def why_passed(game: State, seat: int, _thing: int) -> int:
    """That a seat has passed and may only exchange cards, or OK."""
    return Reason.HAS_PASSED if has_passed(game, seat) else Reason.OK


@rule
def is_made(game: State) -> bool:
    """Whether the base action that is begun could be confirmed."""
    if game.plan == Plan.MUTATING:
        return bool(game.mutations > 0)
    return bool(game.plan == Plan.PLACED or game.plan == Plan.MOVED)


@rule
def is_between(game: State) -> bool:
    """Whether nothing is half done: a base action is not begun, or could be confirmed."""
    return bool(game.trading != Trade.HALF and (game.plan == Plan.IDLE or is_made(game)))


@rule
def why_no_give(game: State, seat: int, kind: int) -> int:
    """Reasons against putting a card into the trade zone (DC-TRADE-1, -2)."""
    if game.trading == Trade.MADE:
        return Reason.ALREADY_TRADED
    if not is_between(game):
        return Reason.FINISH_CHOICE
    if length(game.zone) == 0:
        return Reason.ZONE_EMPTY
    return why_not_free(game, seat, kind)


@rule
def why_no_take(game: State, kind: int) -> int:
    """Reasons against taking a card out of the trade zone."""
    if game.trading != Trade.HALF:
        return Reason.ALREADY_TRADED if game.trading == Trade.MADE else Reason.NOTHING_BEGUN
    return Reason.OK if find_card(game, game.zone, kind) != NOTHING else Reason.NOT_IN_ZONE


@rule
def why_no_untrade(game: State) -> int:
    """Reasons against cancelling the exchange (DC-TRADE-3)."""
    if game.trading == Trade.NONE:
        return Reason.NO_TRADE
    return Reason.FINISH_CHOICE if game.plan == Plan.REPLACING else Reason.OK


@rule
def give(game: State, kind: int) -> None:
    """Choose the card that goes into the zone."""
    game.trading = Trade.HALF
    game.draft_give = kind


@rule
def take(game: State, kind: int) -> None:
    """Choose the card that comes out of it."""
    game.trading = Trade.MADE
    game.draft_take = kind


@rule
def untrade(game: State) -> None:
    """Cancel the exchange; a base action that uses the taken card goes with it (DC-SP-12)."""
    if game.trading == Trade.MADE and is_used(game, int(game.draft_take)):
        drop_base_action(game)
    clear_exchange(game)


@rule
def clear_exchange(game: State) -> None:
    """Nothing is exchanged."""
    game.trading = Trade.NONE
    game.draft_give = NOTHING
    game.draft_take = NOTHING


# --- beginning a base action ---------------------------------------------------------------------


@rule(inline=False)
def drop_base_action(game: State) -> None:
    """Nothing is begun."""
    game.plan = Plan.IDLE
    game.draft_species = NOTHING
    game.draft_old = NOTHING
    game.mutations = 0
    game.draft_added[:] = 0
    body.strip(game, DRAFT)


@rule
def clear_draft(game: State) -> None:
    """Nothing is begun, and nothing exchanged."""
    drop_base_action(game)
    clear_exchange(game)


@rule
def why_no_beginning(game: State) -> int:
    """Reasons against any base action of someone who has not passed."""
    if game.trading != Trade.HALF and is_made(game):
        return Reason.BASE_ACTION_MADE
    return Reason.OK if is_between(game) else Reason.FINISH_CHOICE


@rule(inline=False)
def why_no_create(game: State, seat: int, kind: int) -> int:
    """Reasons against beginning a species with this torso (DC-CREATE-1, -2)."""
    why = why_no_beginning(game)
    if why == Reason.OK:
        why = why_no_species(game, seat)
    if why == Reason.OK:
        why = why_not_free(game, seat, kind)
    if why != Reason.OK:
        return why
    if body.part_of(game, kind) != Part.TORSO:
        return Reason.NOT_A_TORSO
    return Reason.OK if has_free_head(game, seat) else Reason.NO_HEAD


@rule
def why_no_species(game: State, seat: int) -> int:
    """That a seat can have no new species at all, or OK."""
    if variants.ends_creation(game):
        return Reason.NO_CREATE
    return Reason.NO_TOKENS if length(game.row[seat]) >= TOKENS else Reason.OK


@rule
def has_free_head(game: State, seat: int) -> bool:
    """Whether a head is in the hand."""
    for i in range(cards_on_hand(game, seat)):
        kind = card_on_hand(game, seat, i)
        if body.part_of(game, kind) == Part.HEAD and why_not_free(game, seat, kind) == Reason.OK:
            return True
    return False


@rule
def create(game: State, kind: int) -> None:
    """Begin a new species with its torso."""
    body.strip(game, DRAFT)
    game.owner[DRAFT] = game.mover
    game.plan = Plan.CREATING
    body.add_to_draft(game, kind)


@rule
def why_not_own(game: State, seat: int, species: int) -> int:
    """That there is no such species, or that it is another's; or OK."""
    if game.living[species] == 0:
        return Reason.NO_SUCH_SPECIES
    return Reason.OK if game.owner[species] == seat else Reason.NOT_YOUR_SPECIES


@rule
def why_no_subject(game: State, seat: int, species: int) -> int:
    """Reasons against mutating or migrating a species."""
    why = why_no_beginning(game)
    if why == Reason.OK:
        why = why_not_own(game, seat, species)
    if why != Reason.OK:
        return why
    if variants.only_creates(game):
        return Reason.ONLY_CREATE if variants.has_food(game) else Reason.CHILDREN_CREATE
    return Reason.ALREADY_DONE if game.done[species] == 1 else Reason.OK  # DC-TURN-8


@rule
def why_no_mutate(game: State, seat: int, species: int) -> int:
    """Reasons against beginning to mutate a species."""
    why = why_no_subject(game, seat, species)
    if why == Reason.OK and is_young_volcano(game, int(game.at[species])):
        return Reason.UNINHABITABLE  # DC-SP-55
    return why


@rule
def mutate(game: State, species: int) -> None:
    """Begin to mutate a species."""
    body.draft_as_it_is(game, species)
    game.plan = Plan.MUTATING
    game.draft_species = species


# --- the body ------------------------------------------------------------------------------------


@rule(inline=False)
def why_no_add(game: State, seat: int, kind: int) -> int:
    """Reasons against adding a card (DC-CREATE-4, DC-MUTATE-4)."""
    why = why_no_body_work(game)
    if why == Reason.OK:
        why = why_not_free(game, seat, kind)
    if why != Reason.OK:
        return why
    return Reason.OK if body.is_a_body(game, NOTHING, kind) else Reason.NO_POINT


@rule
def why_no_body_work(game: State) -> int:
    """Reasons against any change of the drafted body."""
    if game.trading == Trade.HALF or game.plan == Plan.REPLACING:
        return Reason.FINISH_CHOICE
    if game.plan == Plan.MUTATING:
        return Reason.OK if game.mutations < MOST_MUTATIONS else Reason.TWO_MUTATIONS
    if game.plan == Plan.PLACED or game.plan == Plan.MOVED:
        return Reason.BASE_ACTION_MADE
    return Reason.OK if game.plan == Plan.CREATING else Reason.NOTHING_BEGUN


@rule
def add(game: State, kind: int) -> None:
    """Add a card to the body; in a mutation it is one of at most two."""
    body.add_to_draft(game, kind)
    if game.plan == Plan.MUTATING:
        note_mutation(game, kind)


@rule
def note_mutation(game: State, kind: int) -> None:
    """One more mutation; this card came into the body by it."""
    game.mutations += 1
    push(game.draft_added, kind)


@rule
def why_not_old(game: State, kind: int) -> int:
    """Reasons against touching a card of the mutating species."""
    why = why_no_body_work(game)
    if why != Reason.OK:
        return why
    if game.plan != Plan.MUTATING:
        return Reason.NOTHING_BEGUN
    if find(game.draft_added, kind) != -1:
        return Reason.JUST_ADDED  # DC-SP-18
    return Reason.OK if find(game.body[DRAFT], kind) != -1 else Reason.NOT_ON_SPECIES


@rule
def why_no_remove(game: State, kind: int) -> int:
    """Reasons against removing a card (DC-MUTATE-3, -14)."""
    why = why_not_old(game, kind)
    return Reason.HEAD_OR_TORSO if why == Reason.OK and body.is_vital(game, kind) else why


@rule
def remove_part(game: State, kind: int) -> None:
    """Take a card off the body."""
    body.take_from_draft(game, kind)
    game.mutations += 1


@rule(inline=False)
def why_no_replace(game: State, seat: int, kind: int) -> int:
    """Reasons against replacing a card of the body (DC-MUTATE-5)."""
    why = why_not_old(game, kind)
    if why != Reason.OK:
        return why
    for i in range(cards_on_hand(game, seat)):
        if why_no_substitute(game, seat, kind, card_on_hand(game, seat, i)) == Reason.OK:
            return Reason.OK
    return Reason.NO_REPLACEMENT


@rule
def why_no_substitute(game: State, seat: int, old: int, new: int) -> int:
    """Reasons against one card in place of another (DC-MUTATE-12, -13, DC-SP-3)."""
    why = why_not_free(game, seat, new)
    if why != Reason.OK:
        return why
    if not body.same_part(game, old, new):
        return Reason.OTHER_PART
    return Reason.OK if body.is_a_body(game, old, new) else Reason.NO_POINT


@rule
def replace(game: State, kind: int) -> None:
    """Choose the card that is replaced."""
    game.plan = Plan.REPLACING
    game.draft_old = kind


@rule
def why_no_with(game: State, seat: int, kind: int) -> int:
    """Reasons against the card that comes in."""
    if game.trading == Trade.HALF:
        return Reason.FINISH_CHOICE
    if game.plan != Plan.REPLACING:
        return Reason.NOTHING_BEGUN
    return why_no_substitute(game, seat, int(game.draft_old), kind)


@rule
def put_in(game: State, kind: int) -> None:
    """One card takes the place of another."""
    body.take_from_draft(game, int(game.draft_old))
    body.add_to_draft(game, kind)
    game.plan = Plan.MUTATING
    game.draft_old = NOTHING
    note_mutation(game, kind)


# --- where it lives ------------------------------------------------------------------------------


@rule(inline=False)
def why_no_home(game: State, place: int, without: int) -> int:
    """Requirements and food: reasons against the draft living in a biome (DC-TURN-11)."""
    why = why_unfit(game, DRAFT, place)
    if why != Reason.OK or not variants.food_matters(game):
        return why
    return why_hungry(game, place, without)


@rule
def why_no_choice(game: State, place: int, begun: int, made: int) -> int:
    """Reasons against choosing a biome for this base action, whatever lies there."""
    if game.trading == Trade.HALF:
        return Reason.FINISH_CHOICE
    if game.plan != begun:
        return Reason.BASE_ACTION_MADE if game.plan == made else Reason.NOTHING_BEGUN
    return Reason.OK if place < game.places else Reason.NO_SUCH_BIOME


@rule
def why_no_place(game: State, place: int) -> int:
    """Reasons against laying the new species in a biome (DC-CREATE-9, -10)."""
    why = why_no_choice(game, place, Plan.CREATING, Plan.PLACED)
    if why == Reason.OK and body.count_parts(game, Part.HEAD) == 0:
        return Reason.HEAD_MISSING
    return why_no_home(game, place, NOTHING) if why == Reason.OK else why


@rule
def choose_biome(game: State, place: int) -> None:
    """Choose where the new species lies, or where one migrates to."""
    game.at[DRAFT] = place
    game.plan = Plan.PLACED if game.plan == Plan.CREATING else Plan.MOVED


@rule
def is_left(game: State, place: int) -> bool:
    """Whether a biome lies to the left of the decks (DC-SP-62)."""
    return bool(place < (LEFT_OF_FIVE if game.places == 5 else LEFT_OF_FOUR))


@rule
def is_cut_off(game: State, species: int, place: int) -> bool:
    """Whether Continental drift keeps a species from migrating there (DC-EVENT-32)."""
    if game.event != EventCard.CONTINENTAL_DRIFT:
        return False
    return is_left(game, int(game.at[species])) != is_left(game, place)


@rule
def why_no_migrate(game: State, seat: int, species: int) -> int:
    """Reasons against beginning to migrate: none if some other biome suits it, food aside."""
    why = why_no_subject(game, seat, species)
    if why != Reason.OK:
        return why
    why = Reason.NO_BIOME_FITS
    for place in range(game.places):
        if place != game.at[species] and why_unfit(game, species, place) == Reason.OK:
            if not is_cut_off(game, species, place):
                return Reason.OK
            why = Reason.DRIFT
    return why


@rule
def migrate(game: State, species: int) -> None:
    """Begin to migrate with a species."""
    body.draft_as_it_is(game, species)
    game.plan = Plan.MIGRATING
    game.draft_species = species


@rule
def why_no_target(game: State, place: int) -> int:
    """Reasons against migrating to a biome (DC-MIGRATE-1, -3, -4)."""
    why = why_no_choice(game, place, Plan.MIGRATING, Plan.MOVED)
    if why != Reason.OK:
        return why
    if place == game.at[game.draft_species]:
        return Reason.SAME_BIOME
    if is_cut_off(game, int(game.draft_species), place):
        return Reason.DRIFT
    return why_no_home(game, place, NOTHING)


# --- ending the turn -----------------------------------------------------------------------------


@rule
def why_no_revise(game: State) -> int:
    """Reasons against dropping the base action that is begun."""
    if game.trading == Trade.HALF:
        return Reason.FINISH_CHOICE
    return Reason.OK if game.plan != Plan.IDLE else Reason.NOTHING_BEGUN


@rule
def why_no_end(game: State, seat: int) -> int:
    """Reasons against ending the turn: what the whole of a mutation leaves must live (DC-SP-18)."""
    if game.plan == Plan.MUTATING and game.trading != Trade.HALF:
        if game.mutations == 0:
            return Reason.NOT_MUTATED
        return why_no_home(game, int(game.at[DRAFT]), int(game.draft_species))
    if not is_between(game):
        return Reason.FINISH_CHOICE
    if game.plan != Plan.IDLE:
        return Reason.OK
    # after passing, a turn of 2 against 2 is an exchange alone (DC-2V2-5)
    is_exchange = has_passed(game, seat) and game.trading == Trade.MADE
    return Reason.OK if is_exchange else Reason.NOTHING_BEGUN
