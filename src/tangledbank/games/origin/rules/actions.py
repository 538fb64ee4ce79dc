"""The numbers of actions and events. A verb with a field owns a range of numbers."""

from __future__ import annotations

from tangledbank.games.origin.rules.cards import KINDS
from tangledbank.games.origin.rules.state import MAX_CARDS
from tangledbank.games.shared.numbering import lay_out

MAX_FAT = 5  # most yellow tokens one turning can use: the largest need (OS-FEED-04)

PASS = 0  # development: no more cards this turn
END = 1  # feeding: end the feeding turn
STOP = 2  # let the waiting pair abilities rest (option `links`)
ACCEPT = 3  # let the animal be eaten
RUN = 4  # roll for running

_sizes = {
    "ANIMAL": KINDS,  # play a card as an animal
    "ABILITY": KINDS * 2,  # play a card with this side as an ability …
    "ON": MAX_CARDS,  # … on this animal
    "WITH": MAX_CARDS,  # … and this one
    "TAKE": MAX_CARDS,  # a red token for this animal
    "ATTACK": MAX_CARDS,  # with this predator …
    "PREY": MAX_CARDS,  # … this animal
    "FAT": MAX_CARDS * MAX_FAT,  # turn yellow tokens of this animal, 1 to MAX_FAT of them
    "PIRACY": MAX_CARDS,  # with this pirate …
    "STEAL": MAX_CARDS * 2,  # … from this animal a red or a blue token
    "GRAZE": MAX_CARDS,
    "HIBERNATE": MAX_CARDS,
    "MIMIC": MAX_CARDS,  # redirect the attack to this animal
    "DROP": MAX_CARDS,  # tail loss: this card
    "LINK": MAX_CARDS * 2,  # this pair ability, towards its partner or its host
    "SCAVENGE": MAX_CARDS,
}
_starts = lay_out(_sizes, RUN + 1)

ANIMAL = _starts["ANIMAL"]
ABILITY = _starts["ABILITY"]
ON = _starts["ON"]
WITH = _starts["WITH"]
TAKE = _starts["TAKE"]
ATTACK = _starts["ATTACK"]
PREY = _starts["PREY"]
FAT_TO_FOOD = _starts["FAT"]
USE_PIRACY = _starts["PIRACY"]
STEAL = _starts["STEAL"]
GRAZE = _starts["GRAZE"]
HIBERNATE = _starts["HIBERNATE"]
MIMIC = _starts["MIMIC"]
DROP = _starts["DROP"]
LINK = _starts["LINK"]
SCAVENGE_WITH = _starts["SCAVENGE"]
ACTION_COUNT = _starts["end"]

# The longest legal list. Development: pass, and three ways for each kind of card. Every other
# stage: a few lines for each card in play at most (feeding: take, attack, fat, piracy, graze,
# hibernate for each own animal).
MAX_LEGAL = 8 + MAX_CARDS * (6 + MAX_FAT)

EVENTS = (
    "turn_begins",
    "animal_played",
    "ability_played",
    "passed",
    "die_rolled",
    "food_bank",
    "token_gained",
    "fat_turned",
    "grazed",
    "hibernated",
    "robbed",
    "attacked",
    "ran",
    "mimicked",
    "dropped",
    "accepted",
    "eaten",
    "poisoned",
    "feeding_turn_ended",
    "starved",
    "died_of_poison",
    "discarded",
    "drew",
    "reshuffled",
    "last_turn_next",
    "game_over",
    "token_lost",
    "woke",
)
(
    TURN_BEGINS,
    ANIMAL_PLAYED,
    ABILITY_PLAYED,
    PASSED,
    DIE_ROLLED,
    BANK_FILLED,
    TOKEN_GAINED,
    FAT_TURNED,
    GRAZED,
    HIBERNATED,
    ROBBED,
    ATTACK_BEGINS,
    RAN,
    MIMICKED,
    DROPPED,
    ACCEPTED,
    EATEN,
    POISONED,
    TURN_ENDED,
    STARVED,
    DIED_OF_POISON,
    DISCARDED,
    DREW,
    RESHUFFLED,
    LAST_TURN_NEXT,
    GAME_ENDED,
    TOKEN_LOST,
    WOKE,
) = range(len(EVENTS))

# Where a gained token came from.
SOURCES = ("bank", "communication", "cooperation", "victim", "tail", "scavenger", "piracy")
(
    FROM_BANK,
    FROM_COMMUNICATION,
    FROM_COOPERATION,
    FROM_VICTIM,
    FROM_TAIL,
    FROM_SCAVENGER,
    FROM_PIRACY,
) = range(len(SOURCES))
