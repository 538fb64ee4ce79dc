"""Drawing cards one by one, Redraw, and the new hand of the first era."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.games.darwin.rules import piles, tell
from tangledbank.games.darwin.rules.actions import Reason, Verb, offer
from tangledbank.games.darwin.rules.body import (
    add_to_draft,
    is_a_body,
    limb,
    part_of,
    strip,
    take_from_draft,
)
from tangledbank.games.darwin.rules.decks import ABILITIES, Part
from tangledbank.games.darwin.rules.draft import has_passed, why_no_home
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    HAND,
    MOST_FRESH,
    MOST_PARTS,
    NOTHING,
    PROBE,
    TOKENS,
    Plan,
    Size,
    State,
    Trade,
)
from tangledbank.games.darwin.rules.variants import species_last
from tangledbank.games.shared.hidden_cards import SEAT_BIT
from tangledbank.kernel.compiling import fill_in, rule
from tangledbank.kernel.records import EventBook, Ints, find, get, length

# --- drawing -------------------------------------------------------------------------------------


@rule
def drawers(game: State) -> int:
    """The seats that have cards to draw, as bits."""
    found = 0
    for seat in range(game.seats):
        if game.to_draw[seat] > 0:
            found |= SEAT_BIT[seat]
    return found


@rule
def owe_cards(game: State, seat: int, count: int) -> None:
    """A seat has to draw cards, unless none is left anywhere (DC-SP-58)."""
    game.to_draw[seat] += count
    if piles.cards_left(game, Size.SMALL) + piles.cards_left(game, Size.LARGE) == 0:
        game.to_draw[seat] = 0


@rule
def why_nothing_to_draw(game: State, seat: int) -> int:
    """That a seat has no card to draw, or OK."""
    return Reason.OK if game.to_draw[seat] > 0 else Reason.NOTHING_TO_DRAW


@rule
def why_no_draw(game: State, seat: int, size: int, count: int) -> int:
    """Reasons against drawing so many cards of a size."""
    if game.to_draw[seat] == 0:
        return Reason.NOTHING_TO_DRAW
    if count > game.to_draw[seat]:
        return Reason.TOO_MANY_CARDS
    return Reason.OK if piles.cards_left(game, size) > 0 else Reason.DECK_EMPTY


@rule
def list_draws(game: State, seat: int, out: Ints) -> int:
    """Every number of cards from either deck, or let the rest come by itself (DC-SP-78)."""
    out[0] = Verb.DRAW_REST
    count = 1
    for size in range(Size.LARGE + 1):
        if piles.cards_left(game, size) > 0:
            for more in range(min(int(game.to_draw[seat]), HAND)):
                out[count] = Verb.DRAW + size * HAND + more
                count += 1
    return count


@rule(inline=False)
def draw(game: State, events: EventBook, seat: int, size: int, count: int) -> None:
    """Draw one or more cards of a size."""
    for _ in range(count):
        piles.draw_card(game, events, seat, size)
    game.to_draw[seat] -= count
    if game.to_draw[seat] > 0:
        owe_cards(game, seat, 0)


@rule(inline=False)
def draw_rest(game: State, events: EventBook, seat: int) -> None:
    """Draw all that is missing, each time of the size that is rarer in the hand."""
    for _ in range(game.to_draw[seat]):
        piles.draw_card(game, events, seat, rarer_size(game, seat))
    game.to_draw[seat] = 0


@rule
def rarer_size(game: State, seat: int) -> int:
    """The size of which a hand holds fewer; small if equal (DC-SP-78)."""
    more_small = 0
    for i in range(length(game.hand[seat])):
        more_small += 1 if piles.size_of(game, get(game.hand[seat], i)) == Size.SMALL else -1
    return Size.LARGE if more_small > 0 else Size.SMALL


# --- redraw --------------------------------------------------------------------------------------


@rule
def why_not_early(game: State, seat: int) -> int:
    """Reasons against what is open only before a seat's first action of the era (DC-REDRAW-3)."""
    if has_passed(game, seat):
        return Reason.HAS_PASSED
    if game.acted & SEAT_BIT[seat] != 0:
        return Reason.HAS_ACTED
    if seat == game.mover and (game.plan != Plan.IDLE or game.trading != Trade.NONE):
        return Reason.FINISH_CHOICE
    return Reason.OK


@rule
def why_no_redraw(game: State, seat: int, kind: int) -> int:
    """Reasons against a Redraw that keeps this card."""
    why = why_not_early(game, seat)
    if why == Reason.OK and game.redrawn & SEAT_BIT[seat] != 0:
        return Reason.ALREADY_REDRAWN
    return piles.why_not_in_hand(game, seat, kind) if why == Reason.OK else why


@rule(inline=False)
def redraw(game: State, events: EventBook, seat: int, keep: int) -> None:
    """Discard all cards but one and draw nine (DC-REDRAW-1, DC-SP-15)."""
    game.redrawn |= SEAT_BIT[seat]
    count = piles.discard_hand(game, seat, keep)
    tell.redrew(game, events, seat, count)
    owe_cards(game, seat, HAND - 1)


@rule
def why_no_new_hand(game: State, seat: int) -> int:
    """Reasons against a wholly new hand (DC-REDRAW-5, -6, DC-SP-14, -69)."""
    why = why_not_early(game, seat)
    if why != Reason.OK:
        return why
    if game.turn > 1 and species_last(game):
        return Reason.NOT_FIRST_ERA
    return Reason.CAN_CREATE if can_create(game, seat) else Reason.OK


@rule(inline=False)
def new_hand(game: State, events: EventBook, seat: int) -> None:
    """Discard the hand and draw five cards of each size."""
    game.fresh[seat] = min(int(game.fresh[seat]) + 1, MOST_FRESH)
    piles.discard_hand(game, seat, NOTHING)
    tell.new_hand(game, events, seat)
    piles.draw_half_and_half(game, events, seat, HAND)


@rule(inline=False)
def list_early(game: State, seat: int, out: Ints, count: int) -> int:
    """Redraw and new hand, where they are open."""
    if why_not_early(game, seat) != Reason.OK:
        return count
    if game.redrawn & SEAT_BIT[seat] == 0:
        count = piles.list_cards(game, game.hand[seat], out, count, Verb.REDRAW)
    return offer(out, count, Verb.NEW_HAND, why_no_new_hand(game, seat))


# --- can this hand create anything? --------------------------------------------------------------


@rule(inline=False)
def can_create(game: State, seat: int) -> bool:
    """Whether the hand alone holds a species that could be laid now.

    The draft may be that of another seat, so it is put aside.
    """
    if length(game.row[seat]) >= TOKENS:
        return False
    copy_values(game, DRAFT, PROBE)
    strip(game, DRAFT)
    found = try_torsos(game, seat)
    copy_values(game, PROBE, DRAFT)
    strip(game, PROBE)
    return found


@rule
def copy_values(game: State, source: int, target: int) -> None:
    """Copy what a body is made of and adds up to."""
    for i in range(1 + MOST_PARTS):
        game.body[target, i] = game.body[source, i]
    for ability in range(len(ABILITIES)):
        game.power[target, ability] = game.power[source, ability]
    game.has[target] = game.has[source]
    game.need[target] = game.need[source]
    game.might[target] = game.might[source]
    game.diet[target] = game.diet[source]
    game.at[target] = game.at[source]
    game.owner[target] = game.owner[source]


@rule(inline=False)
def lives(game: State, _seat: int) -> bool:
    """Whether some biome takes the drafted body."""
    for place in range(game.places):
        if why_no_home(game, place, NOTHING) == Reason.OK:
            return True
    return False


# What `try_each` does, filled in for each part of a body.
part, then = 0, lives


def try_each(game: State, seat: int) -> bool:
    """Whether a species lives without one more card of this part, or with any that fits."""
    if part != Part.HEAD and part != Part.TORSO and then(game, seat):
        return True
    for i in range(length(game.hand[seat])):
        kind = piles.kind_at(game, game.hand[seat], i)
        if limb(part_of(game, kind)) != part or find(game.body[DRAFT], kind) != -1:
            continue
        if is_a_body(game, NOTHING, kind):
            add_to_draft(game, kind)
            if then(game, seat):
                return True
            take_from_draft(game, kind)
    return False


try_torsos: Callable[[State, int], bool] = lives
for _part in (Part.LEGS, Part.LEGS, Part.TAIL, Part.WINGS, Part.HEAD, Part.TORSO):
    _filled = fill_in(try_each, "darwin", part=int(_part), then=try_torsos)
    try_torsos = rule(inline=False)(_filled)
