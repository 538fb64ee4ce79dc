"""2 against 2: show cards, receive cards, change a player token (DC-2V2)."""

from __future__ import annotations

from tangledbank.games.darwin.rules import tell
from tangledbank.games.darwin.rules.actions import Reason, Verb, offer
from tangledbank.games.darwin.rules.draft import has_passed, is_between, why_not_free
from tangledbank.games.darwin.rules.drawing import owe_cards
from tangledbank.games.darwin.rules.piles import kind_at, leave_hand, why_not_in_hand
from tangledbank.games.darwin.rules.state import (
    ANY_CARD,
    MOST_SHOWN,
    NOTHING,
    TOKENS,
    Plan,
    Stage,
    State,
)
from tangledbank.games.darwin.rules.variants import plays_in_teams
from tangledbank.games.shared.hidden_cards import (
    EVERYONE,
    SEAT_BIT,
    card_in_hand,
    show_to,
    show_to_all,
)
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, get, length, push, remove

CARD_PRICE, SPECIES_PRICE = 1, 2  # DC-2V2-9, -13
WHOLE_TABLE = 15  # bits of the four seats


@rule
def mate_of(seat: int) -> int:
    """Teammates sit opposite each other (DC-2V2-2)."""
    return seat ^ 2


@rule
def others_of(seat: int) -> int:
    """The seats of the other team, as bits."""
    return WHOLE_TABLE - int(SEAT_BIT[seat]) - int(SEAT_BIT[mate_of(seat)])


# --- show cards ----------------------------------------------------------------------------------


@rule
def why_no_show(game: State, seat: int, kind: int) -> int:
    """Reasons against showing a card to the teammate (DC-2V2-7)."""
    card = card_in_hand(game, seat, kind)
    if card == NOTHING:
        return Reason.NOT_IN_HAND
    if game.shows[seat] >= MOST_SHOWN:
        return Reason.SHOWN_ENOUGH
    return Reason.SEEN_ALREADY if game.known[card] & SEAT_BIT[mate_of(seat)] != 0 else Reason.OK


@rule(inline=False)
def list_shows(game: State, seat: int, out: Ints) -> int:
    """Every card that may be shown, or no more."""
    out[0] = Verb.DONE
    count = 1
    for i in range(length(game.hand[seat])):
        kind = kind_at(game, game.hand[seat], i)
        count = offer(out, count, Verb.SHOW + kind, why_no_show(game, seat, kind))
    return count


@rule(inline=False)
def show(game: State, seat: int, kind: int) -> None:
    """Let the teammate see a card."""
    show_to(game, card_in_hand(game, seat, kind), mate_of(seat))
    game.shows[seat] += 1


@rule
def why_no_open_show(game: State, seat: int, kind: int) -> int:
    """Reasons against showing everybody a card (DC-SP-82)."""
    if not plays_in_teams(game):
        return Reason.NOT_TEAMS
    card = card_in_hand(game, seat, kind)
    if card == NOTHING:
        return Reason.NOT_IN_HAND
    return Reason.ALL_KNOW_IT if game.known[card] == EVERYONE else Reason.OK


@rule(inline=False)
def list_open_shows(game: State, seat: int, out: Ints, count: int) -> int:
    """The cards that the mover may show everybody."""
    for i in range(length(game.hand[seat])):
        kind = kind_at(game, game.hand[seat], i)
        count = offer(out, count, Verb.SHOW_ALL + kind, why_no_open_show(game, seat, kind))
    return count


@rule(inline=False)
def show_openly(game: State, events: EventBook, seat: int, kind: int) -> None:
    """Everybody sees a card; it costs nothing and ends nothing (DC-2V2-4, DC-SP-82)."""
    show_to_all(game, card_in_hand(game, seat, kind))
    tell.showed_all(game, events, seat, kind)


# --- asking the teammate -------------------------------------------------------------------------


@rule
def why_no_team_action(game: State, seat: int) -> int:
    """Reasons against receiving cards or taking over a species (DC-SP-79)."""
    if not plays_in_teams(game):
        return Reason.NOT_TEAMS
    if has_passed(game, seat):
        return Reason.HAS_PASSED
    return Reason.OK if is_between(game) else Reason.FINISH_CHOICE


@rule
def can_let_draw(game: State, seat: int) -> bool:
    """Whether the other team may be let draw: not if both have passed (DC-2V2-14)."""
    return bool(game.passed & others_of(seat) != others_of(seat))


@rule
def count_free(game: State, seat: int) -> int:
    """The cards of a hand that the draft of the turn leaves free."""
    free = 0
    for i in range(length(game.hand[seat])):
        kind = kind_at(game, game.hand[seat], i)
        free += int(why_not_free(game, seat, kind) == Reason.OK)
    return free


@rule
def why_no_price(game: State, seat: int, price: int) -> int:
    """That something could not be paid for, or OK."""
    can_pay = can_let_draw(game, seat) or count_free(game, seat) >= price
    return Reason.OK if can_pay else Reason.CANNOT_PAY


@rule
def why_no_ask(game: State, seat: int, kind: int) -> int:
    """Reasons against asking the teammate for a card: one that was seen, or any (DC-2V2-8)."""
    why = why_no_team_action(game, seat)
    if why != Reason.OK:
        return why
    mate = mate_of(seat)
    if length(game.hand[mate]) == 0:
        return Reason.MATE_HAND_EMPTY
    if kind != ANY_CARD:
        card = card_in_hand(game, mate, kind)
        if card == NOTHING or game.known[card] & SEAT_BIT[seat] == 0:
            return Reason.MATE_HAS_NOT
    if game.refused[kind] == 1:
        return Reason.REFUSED_BEFORE
    return why_no_price(game, seat, CARD_PRICE)


@rule
def why_no_take_over(game: State, seat: int, species: int) -> int:
    """Reasons against asking for a species of the teammate (DC-2V2-11, DC-SP-66)."""
    why = why_no_team_action(game, seat)
    if why != Reason.OK:
        return why
    if game.living[species] == 0:
        return Reason.NO_SUCH_SPECIES
    if game.owner[species] != mate_of(seat):
        return Reason.NOT_TEAMMATES
    if game.took_over == 1:
        return Reason.TOOK_OVER_ONCE
    if game.unwilling[species] == 1:
        return Reason.REFUSED_BEFORE
    if length(game.row[seat]) + int(game.plan == Plan.PLACED) >= TOKENS:
        return Reason.NO_TOKENS
    return why_no_price(game, seat, SPECIES_PRICE)


@rule(inline=False)
def list_team_actions(game: State, seat: int, out: Ints, count: int) -> int:
    """What may be asked of the teammate."""
    if why_no_team_action(game, seat) != Reason.OK:
        return count
    mate = mate_of(seat)
    count = offer(out, count, Verb.ASK, why_not_ask(game, seat))
    count = list_known_cards(game, seat, out, count)
    for i in range(length(game.row[mate])):
        species = get(game.row[mate], i)
        why = why_no_take_over(game, seat, species)
        count = offer(out, count, Verb.TAKE_OVER + species, why)
    return count


@rule
def list_known_cards(game: State, seat: int, out: Ints, count: int) -> int:
    """The cards of the teammate that may be asked for, by kind: their order is not to be known."""
    mate, start = mate_of(seat), count
    for i in range(length(game.hand[mate])):
        kind = kind_at(game, game.hand[mate], i)
        if why_no_ask(game, seat, kind) == Reason.OK:
            at = count
            while at > start and out[at - 1] > Verb.ASK_FOR + kind:
                out[at] = out[at - 1]
                at -= 1
            out[at] = Verb.ASK_FOR + kind
            count += 1
    return count


@rule
def why_not_ask(game: State, seat: int) -> int:
    """Reasons against asking for a card of the teammate's choice, or OK."""
    return why_no_ask(game, seat, ANY_CARD)


@rule(inline=False)
def put_question(game: State, events: EventBook, seat: int, kind: int, species: int) -> None:
    """Ask the teammate for a card or a species."""
    game.asked = kind
    game.coveted = species
    game.stage = Stage.ANSWER
    game.waiting = SEAT_BIT[mate_of(seat)]
    tell.asked(game, events, seat, species)


@rule
def ask(game: State, events: EventBook, seat: int) -> None:
    """Ask for a card of the teammate's choice."""
    put_question(game, events, seat, ANY_CARD, NOTHING)


@rule
def ask_for_card(game: State, events: EventBook, seat: int, kind: int) -> None:
    """Ask for a card that the teammate has shown."""
    put_question(game, events, seat, kind, NOTHING)


@rule
def ask_for_species(game: State, events: EventBook, seat: int, species: int) -> None:
    """Ask for a species of the teammate."""
    put_question(game, events, seat, NOTHING, species)


# --- the answer ----------------------------------------------------------------------------------


@rule
def why_not_agree(game: State) -> int:
    """That no species was asked for, or OK."""
    return Reason.OK if game.coveted != NOTHING else Reason.ANOTHER_CARD


@rule
def why_not_hand_over(game: State, seat: int, kind: int) -> int:
    """Reasons against giving the teammate this card (DC-SP-65)."""
    if game.coveted != NOTHING or (game.asked != ANY_CARD and game.asked != kind):
        return Reason.ANOTHER_CARD
    return why_not_in_hand(game, seat, kind)


@rule(inline=False)
def list_answers(game: State, seat: int, out: Ints) -> int:
    """Refuse, or what one can give."""
    out[0] = Verb.REFUSE
    count = offer(out, 1, Verb.AGREE, why_not_agree(game))
    for i in range(length(game.hand[seat])):
        kind = kind_at(game, game.hand[seat], i)
        count = offer(out, count, Verb.HAND_OVER + kind, why_not_hand_over(game, seat, kind))
    return count


@rule(inline=False)
def refuse(game: State, events: EventBook, seat: int) -> None:
    """The teammate does not give what was asked for; the turn goes on."""
    if game.asked != NOTHING:
        game.refused[game.asked] = 1
    else:
        game.unwilling[game.coveted] = 1
    tell.refused(game, events, seat, int(game.coveted))
    stop_asking(game)
    game.stage = Stage.TURN


@rule(inline=False)
def agree(game: State, events: EventBook, seat: int) -> None:
    """The token of the asker lies on the species now, the same side up; its points stay.

    It is paid for afterwards (DC-2V2-11).
    """
    asker, species = mate_of(seat), int(game.coveted)
    tell.took_over(game, events, asker, species, seat)
    remove(game.row[seat], species)
    push(game.row[asker], species)
    game.owner[species] = asker
    game.took_over = 1
    game.received = NOTHING
    let_pay(game, asker, SPECIES_PRICE)


@rule(inline=False)
def hand_over(game: State, events: EventBook, seat: int, kind: int) -> None:
    """A card goes to the teammate unseen (DC-SP-65); the giver's hand is changed (DC-SP-79).

    Whoever knew some card of the giver's hand cannot tell any more whether it is there. The card
    is paid for afterwards.
    """
    asker = mate_of(seat)
    game.redrawn |= SEAT_BIT[seat]
    for i in range(length(game.hand[seat])):
        game.known[get(game.hand[seat], i)] &= SEAT_BIT[seat] | SEAT_BIT[asker]
    card = leave_hand(game, seat, kind)
    push(game.hand[asker], card)
    game.known[card] |= SEAT_BIT[asker]
    game.shown += 1  # whether the receiver knew it or not: others see this number
    game.received = kind
    tell.handed_over(game, events, seat, asker)
    let_pay(game, asker, CARD_PRICE)


@rule
def let_pay(game: State, asker: int, price: int) -> None:
    """Whoever asked owes cards for it."""
    stop_asking(game)
    game.acted |= SEAT_BIT[asker]
    game.owed = price
    game.price = price
    game.stage = Stage.PAY
    game.waiting = SEAT_BIT[asker]


@rule
def stop_asking(game: State) -> None:
    """No question is open."""
    game.asked = NOTHING
    game.coveted = NOTHING


# --- paying --------------------------------------------------------------------------------------


@rule
def why_not_let_draw(game: State, seat: int) -> int:
    """Reasons against letting the other team draw instead of a payment (DC-2V2-9, -13)."""
    if game.owed < game.price:
        return Reason.HALF_PAID
    return Reason.OK if can_let_draw(game, seat) else Reason.BOTH_PASSED


@rule
def why_no_payment(game: State, seat: int, kind: int) -> int:
    """Reasons against paying with this card (DC-2V2-9, -13, -14)."""
    if kind == game.received:
        return Reason.OWN_PAYMENT
    why = why_not_in_hand(game, seat, kind)
    if why == Reason.OK:
        why = why_not_free(game, seat, kind)
    if why == Reason.OK and count_payable(game, seat) < game.owed:
        return Reason.CANNOT_PAY
    return why


@rule
def count_payable(game: State, seat: int) -> int:
    """The cards that could pay: any but the very card that is paid for."""
    free = count_free(game, seat)
    received = int(game.received)
    if received != NOTHING and card_in_hand(game, seat, received) != NOTHING:
        free -= int(why_not_free(game, seat, received) == Reason.OK)
    return free


@rule(inline=False)
def list_payments(game: State, seat: int, out: Ints) -> int:
    """Every way to pay."""
    count = offer(out, 0, Verb.LET_DRAW, why_not_let_draw(game, seat))
    for i in range(length(game.hand[seat])):
        kind = kind_at(game, game.hand[seat], i)
        count = offer(out, count, Verb.PAY + kind, why_no_payment(game, seat, kind))
    return count


@rule(inline=False)
def let_draw(game: State, events: EventBook, seat: int) -> None:
    """The other team may draw instead of a payment."""
    tell.let_draw(game, events, seat, int(game.owed))
    game.stage = Stage.TEAM
    game.waiting = others_of(seat)


@rule(inline=False)
def pay(game: State, events: EventBook, seat: int, kind: int) -> None:
    """A card into the trade zone."""
    card = leave_hand(game, seat, kind)
    show_to_all(game, card)
    push(game.zone, card)
    tell.paid(game, events, seat, kind)
    settle_one(game)


@rule
def settle_one(game: State) -> None:
    """One card less is owed; when none is, the turn goes on."""
    game.owed -= 1
    if game.owed == 0:
        game.price = 0
        game.received = NOTHING
        game.stage = Stage.TURN


# --- the other team draws ------------------------------------------------------------------------


@rule
def why_no_drawer(game: State, seat: int, drawer: int) -> int:
    """Reasons against who draws; either of the team may say it (DC-2V2-10)."""
    if drawer >= game.seats:
        return Reason.WRONG_MOMENT
    return Reason.OK if drawer == seat or drawer == mate_of(seat) else Reason.OTHER_TEAM


@rule
def list_drawers(seat: int, out: Ints) -> int:
    """Nobody, or either of the team."""
    out[0] = Verb.DECLINE
    out[1] = Verb.DRAWER + seat
    out[2] = Verb.DRAWER + mate_of(seat)
    return 3


@rule(inline=False)
def decline(game: State, events: EventBook, seat: int) -> None:
    """The other team does not want to draw (DC-ED-35)."""
    tell.declined(game, events, seat)
    settle_one(game)


@rule(inline=False)
def name_drawer(game: State, events: EventBook, drawer: int) -> None:
    """One of the other team draws a card."""
    owe_cards(game, drawer, 1)
    tell.drawer(game, events, drawer)
    settle_one(game)
