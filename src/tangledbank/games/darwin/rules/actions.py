"""The numbers of actions and events. A verb with a field owns a range of numbers."""

from __future__ import annotations

from tangledbank.games.darwin.rules.decks import MAX_CARDS
from tangledbank.games.darwin.rules.state import HAND, MAX_SEATS, MAX_SPECIES, PLACES, SIZES
from tangledbank.games.shared.numbering import lay_out

PASS = 0
END_TURN = 1  # confirm the draft
REVISE = 2  # drop the base action that is begun
UNTRADE = 3  # cancel the exchange
NEW_HAND = 4  # first era: discard the hand and draw ten cards
DRAW_REST = 5
DONE = 6  # show, or discard, no more cards
STAY = 7  # 2 against 2, after passing: no trade this time
REFUSE = 8  # 2 against 2: the teammate does not agree …
AGREE = 9  # … or hands over the species
LET_DRAW = 10  # the other team draws instead of a payment
DECLINE = 11  # the other team does not want to draw
ASK = 12  # the teammate for a card of their choice

_starts = lay_out(
    {
        "DRAW": len(SIZES) * HAND,  # so many cards of one size
        "REDRAW": MAX_CARDS,  # keeping this card
        "GIVE": MAX_CARDS,  # into the trade zone …
        "TAKE": MAX_CARDS,  # … for this one
        "CREATE": MAX_CARDS,  # a species on this torso …
        "ADD": MAX_CARDS,  # … with this card (also a mutation)
        "PLACE": PLACES,  # … here
        "MUTATE": MAX_SPECIES,
        "REMOVE": MAX_CARDS,
        "REPLACE": MAX_CARDS,  # this card …
        "WITH": MAX_CARDS,  # … by this one
        "MIGRATE": MAX_SPECIES,
        "TO": PLACES,
        "SHOW": MAX_CARDS,  # to the teammate
        "ASK_FOR": MAX_CARDS,
        "HAND_OVER": MAX_CARDS,
        "PAY": MAX_CARDS,
        "TAKE_OVER": MAX_SPECIES,
        "DRAWER": MAX_SEATS,
        "DEVOUR": MAX_SPECIES,
        "LOSE": MAX_CARDS,  # Degeneration
        "SACRIFICE": MAX_SPECIES,  # Invaders
        "ONE_POINT": MAX_SPECIES,
        "ALL_POINTS": MAX_SPECIES,
        "DISCARD": MAX_CARDS,
    },
    ASK + 1,
)
DRAW_CARDS = _starts["DRAW"]
REDRAW = _starts["REDRAW"]
GIVE = _starts["GIVE"]
TAKE = _starts["TAKE"]
CREATE = _starts["CREATE"]
ADD = _starts["ADD"]
PLACE = _starts["PLACE"]
MUTATE = _starts["MUTATE"]
REMOVE = _starts["REMOVE"]
REPLACE = _starts["REPLACE"]
WITH = _starts["WITH"]
MIGRATE = _starts["MIGRATE"]
TO = _starts["TO"]
SHOW_CARD = _starts["SHOW"]
ASK_FOR = _starts["ASK_FOR"]
HAND_OVER = _starts["HAND_OVER"]
PAY_CARD = _starts["PAY"]
TAKE_OVER = _starts["TAKE_OVER"]
DRAWER = _starts["DRAWER"]
DEVOUR = _starts["DEVOUR"]
LOSE = _starts["LOSE"]
SACRIFICE = _starts["SACRIFICE"]
ONE_POINT = _starts["ONE_POINT"]
ALL_POINTS = _starts["ALL_POINTS"]
DISCARD = _starts["DISCARD"]
ACTION_COUNT = _starts["end"]

# The longest legal list: a turn not yet begun offers each card of the hand up to three times
# (redraw, trade, create), each card of the teammate once, each own species twice and each of the
# teammate once, and a few plain ones; hand and teammate's hand together are at most all cards.
MAX_LEGAL = 3 * MAX_CARDS + 40 + 13

EVENTS = (
    "era_begins",  # first; x: era
    "drew",  # seat; x: slot
    "reshuffled",  # x: size, y: cards
    "redrew",  # seat; x: cards discarded
    "new_hand",  # seat
    "traded",  # seat; x: kind given, y: kind taken
    "created",  # seat, species; x: ground
    "mutated",  # seat, species; x: points paid, y: mutations
    "card_added",  # seat, species; x: kind
    "card_removed",  # seat, species; x: kind
    "migrated",  # seat, species; x: ground, y: the one it left
    "displaced",  # a species can no longer get enough; x: food it has, y: food it needs
    "passed",  # seat
    "showed",  # seat; x: cards
    "asked",  # seat
    "refused",  # seat
    "handed_over",  # seat: gave a card; x: to seat
    "paid",  # seat; x: kind put into the trade zone
    "let_draw",  # seat; x: cards
    "drawer",  # seat: will draw a card
    "declined",  # seat: the team does not draw
    "took_over",  # seat, species; x: from seat
    "evaluation",  # x: era
    "extinct",  # seat, species; x: why, y: points kept
    "survived",  # x: how many species
    "adapted",  # seat, species; x: points, y: ground
    "strongest",  # seat, species; x: points, y: strength
    "event",  # x: event
    "changed",  # x: the old ground, y: the new one
    "rainforest",  # the volcano has become one
    "moved_points",  # seat, species; x: points
    "zone_renewed",  # x: cards
    "discarded",  # seat; x: kind
    "collected",  # seat; x: points (children's rules)
    "opened",  # x: ground (children's rules)
    "game_over",
)
(
    ERA_BEGINS,
    DREW,
    RESHUFFLED,
    REDREW,
    NEW_HAND_DRAWN,
    TRADED,
    CREATED,
    MUTATED,
    CARD_ADDED,
    CARD_REMOVED,
    MIGRATED,
    DISPLACED,
    PASSED,
    SHOWED,
    ASKED,
    REFUSED,
    HANDED_OVER,
    PAID,
    LET_THEM_DRAW,
    WILL_DRAW,
    DECLINED,
    TOOK_OVER,
    EVALUATION_BEGINS,
    EXTINCT,
    SURVIVED,
    ADAPTED,
    STRONGEST,
    EVENT_SHOWN,
    CHANGED,
    RAINFOREST_GREW,
    MOVED_POINTS,
    ZONE_RENEWED,
    DISCARDED,
    COLLECTED,
    OPENED,
    GAME_ENDED,
) = range(len(EVENTS))
