"""The numbers of actions and events. A verb with a field owns a range of numbers."""

from __future__ import annotations

from tangledbank.games.evolution.rules.cards import KINDS, TRAITS
from tangledbank.games.evolution.rules.state import MAX_SPECIES, MOST
from tangledbank.games.shared.numbering import lay_out

DONE = 0  # phase 3: play no more cards
PASS = 1  # feeding: nothing, where nothing is forced
DECLINE = 2  # a window: no Intelligence
TAKE_EXTRA = 3  # the extra chip of Foraging
LEAVE_EXTRA = 4

SIDES = ("left", "right")  # ends of a row
LEFT, RIGHT = range(len(SIDES))

_starts = lay_out(
    {
        "FOOD": KINDS,  # this card becomes food
        "CARD": KINDS,  # play this card …
        "ON": MAX_SPECIES,  # … as a trait of this species …
        "REPLACE": len(TRAITS),  # … in place of this one
        "POPULATION": MAX_SPECIES,  # … for its population
        "BODY": MAX_SPECIES,  # … for its body size
        "NEW": 2,  # … for a new species at the left or right end
        "NECK": 2 * MAX_SPECIES,  # Long Neck; the odd number without Foraging
        "SKIP": MAX_SPECIES,  # no Long Neck this round
        "GROW": MAX_SPECIES,  # Fertile
        "MOVE_FAT": MAX_SPECIES,
        "FEED": 2 * MAX_SPECIES,  # the odd number without Foraging
        "ATTACK": MAX_SPECIES,  # with this species …
        "NAME": len(TRAITS),  # … ignoring this trait …
        "SPEND": KINDS,  # … for this card (also for Intelligence of a plant eater)
        "PREY": MAX_SPECIES,  # … this one
        "USE_MIND": 2 * MAX_SPECIES,  # Intelligence; the odd number without Foraging
        "PUT": MOST + 1,  # so many chips onto the Fat Tissue card
    },
    LEAVE_EXTRA + 1,
)
FOOD = _starts["FOOD"]
CARD = _starts["CARD"]
ON = _starts["ON"]
REPLACE = _starts["REPLACE"]
POPULATION = _starts["POPULATION"]
BODY = _starts["BODY"]
NEW = _starts["NEW"]
NECK = _starts["NECK"]
SKIP = _starts["SKIP"]
GROW = _starts["GROW"]
MOVE_FAT = _starts["MOVE_FAT"]
FEED_ONE = _starts["FEED"]
ATTACK = _starts["ATTACK"]
NAME = _starts["NAME"]
SPEND = _starts["SPEND"]
PREY = _starts["PREY"]
USE_MIND = _starts["USE_MIND"]
PUT = _starts["PUT"]
ACTION_COUNT = _starts["end"]

# The longest legal list: a few lines for each species of one seat (phase 3: 3, start effects: 5),
# or one for each species there is and each trait (an attack), or one for each card in hand.
MAX_LEGAL = 640

EVENTS = (
    "round_begins",  # first; x: round, y: last
    "drew",  # seat, card slot
    "reshuffled",  # x: cards
    "end_announced",  # x: this round (1) or the next (2) is the last
    "food_laid",  # everyone has chosen; x: how many cards
    "trait_laid",  # seat, species; x: slot (face down)
    "trait_replaced",  # seat, species; x: kind
    "new_species",  # seat, species; x: kind discarded or -1, y: left or right
    "grew",  # seat, species; x: population, y: body size
    "discarded",  # seat; x: kind
    "finished",  # seat: plays no more cards
    "trait_shown",  # seat, species; x: kind
    "food_shown",  # x: kind
    "hole_filled",  # x: chips now, y: sum of the cards
    "fat_moved",  # seat, species; x: chips
    "fertile",  # seat, species; x: population now
    "neck_skipped",  # seat, species
    "ate",  # seat, species; x: chips, y: cause and food
    "stored",  # seat, species; x: chips onto fat, y: cause and food
    "attacked",  # seat, species, prey; x: bits of ignored traits
    "gored",  # seat, species, prey: Horns; x: population now
    "bitten",  # seat of prey, prey; x: population now
    "extinct",  # seat, species, the one to its right; x: trait cards, y: chips into the bag
    "bagged",  # seat, species; x: chips, y: why
    "passed",  # seat
    "starved",  # seat, species; x: population now, y: before
    "free_species",  # seat, species
    "collected",  # seat; x: chips from the boards
    "round_over",  # x: chips left on the watering hole
    "game_over",
)
(
    ROUND_BEGINS,
    DREW,
    RESHUFFLED,
    END_ANNOUNCED,
    FOOD_LAID,
    TRAIT_LAID,
    TRAIT_REPLACED,
    NEW_SPECIES,
    GREW,
    DISCARDED,
    FINISHED,
    TRAIT_SHOWN,
    FOOD_SHOWN,
    HOLE_FILLED,
    FAT_MOVED,
    FERTILE_GREW,
    NECK_SKIPPED,
    ATE,
    STORED,
    ATTACKED,
    GORED,
    BITTEN,
    EXTINCT,
    BAGGED,
    PASSED,
    STARVED,
    FREE_SPECIES,
    COLLECTED,
    ROUND_OVER,
    GAME_ENDED,
) = range(len(EVENTS))

# Why a species eats. The last column of `ate` and `stored` is cause * 3 + food (state.FOODS).
CAUSES = (
    "feeding",
    "foraging",
    "cooperation",
    "long_neck",
    "intelligence",
    "attack",
    "scavenger",
)
(
    BY_FEEDING,
    BY_FORAGING,
    BY_COOPERATION,
    BY_LONG_NECK,
    BY_INTELLIGENCE,
    BY_ATTACK,
    BY_SCAVENGER,
) = range(len(CAUSES))

# Why chips go into a bag during the round.
BAG_REASONS = ("replaced", "surplus")
FAT_REPLACED, SURPLUS = range(len(BAG_REASONS))
