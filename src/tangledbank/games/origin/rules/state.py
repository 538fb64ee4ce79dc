"""The record that is one game, its options, and the names of its numbers.

A card is named by its *slot*: a number from 0 that stands for the back of one physical card and
says nothing about its face. `kind` holds the faces, `known` who has seen them. An animal is named
by the slot of the card it was played from.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tangledbank.games.origin.rules.cards import ONE_SET
from tangledbank.games.shared.options import OptionWords
from tangledbank.kernel.chance import GENERATOR_SIZE
from tangledbank.kernel.records import record_type
from tangledbank.text import mark

Game: TypeAlias = Any  # one record of STATE

MAX_SEATS = 8
MAX_CARDS = 2 * ONE_SET  # two sets (OS-TWO-01); every list of cards is bounded by it
PILE = 1 + MAX_CARDS  # a bounded list that can hold every card there is

RED, BLUE = 0, 1

PHASES = ("development", "feeding", "over")
DEVELOPMENT, FEEDING, OVER = range(len(PHASES))

# Stages at which a seat has to decide …
STAGES = (
    "develop",  # play a card or pass
    "place",  # an ability was chosen: on which animal?
    "pair",  # a pair ability was put on one animal: with which other?
    "feed",  # main and free actions of a feeding turn
    "hunt",  # a predator was chosen: which victim?
    "rob",  # a pirate was chosen: whose token?
    "react",  # the animal under attack: run, mimic, drop a card, or be eaten
    "chain",  # which pair ability works next
    "scavenge",  # which of several scavengers eats
    "over",
    # … and stages the rules pass through by themselves.
    "next_developer",
    "food_bank",
    "next_feeder",
    "keep_feeding",
    "attacked",
    "linking",
    "carrion",
    "extinction",
)
(
    DEVELOP,
    PLACE,
    PAIR,
    FEED,
    HUNT,
    ROB,
    REACT,
    CHAIN,
    SCAVENGE,
    GAME_OVER,
    NEXT_DEVELOPER,
    FOOD_BANK,
    NEXT_FEEDER,
    KEEP_FEEDING,
    ATTACKED,
    LINKING,
    CARRION,
    EXTINCTION,
) = range(len(STAGES))

# Rulings that reasonable tables dispute; the first value of each is the ledger's ruling.
OPTIONS: dict[str, tuple[str, ...]] = {
    "deck": ("consensus", "plain"),  # OS-RUL-01
    "duty": ("strict", "free_action_counts"),  # OS-RUL-10
    "reset": ("round", "player"),  # OS-RUL-12
    "links": ("forced", "optional"),  # OS-RUL-15
    "mimicry": ("first_attack", "until_it_works"),  # OS-RUL-25
    "tail_loss": ("optional", "forced"),  # OS-RUL-27
    "run_out": ("empty", "needed"),  # OS-RUL-35
    "undersides": ("hidden", "public"),  # OS-RUL-09
}
OPTION_WORDS = {
    "deck": OptionWords(
        mark("Deck"),
        {
            "consensus": mark("more carnivores and fat tissue"),
            "plain": mark("more cards with one ability"),
        },
        mark("Which abilities stand together on a card; 84 cards in both."),
    ),
    "duty": OptionWords(
        mark("Duty to take food"),
        {
            "strict": mark("who can take food must"),
            "free_action_counts": mark("piracy, grazing or hibernation is enough"),
        },
    ),
    "reset": OptionWords(
        mark("Pair abilities can work again"),
        {
            "round": mark("when the first player's turn comes again"),
            "player": mark("at every player's turn"),
        },
    ),
    "links": OptionWords(
        mark("Communication and cooperation"),
        {"forced": mark("always work"), "optional": mark("work if the owner wants it")},
    ),
    "mimicry": OptionWords(
        mark("Mimicry"),
        {
            "first_attack": mark("only against the first attack of a turn"),
            "until_it_works": mark("until it has worked once in a turn"),
        },
    ),
    "tail_loss": OptionWords(
        mark("Tail loss"),
        {"optional": mark("if the owner wants it"), "forced": mark("always, if it can help")},
    ),
    "run_out": OptionWords(
        mark("The last turn is announced"),
        {
            "empty": mark("when the deck is empty"),
            "needed": mark("when a card is missing from the deck"),
        },
    ),
    "undersides": OptionWords(
        mark("The abilities under an animal"),
        {"hidden": mark("only its owner knows them"), "public": mark("everyone may know them")},
        mark("Every animal is a card that lies face down; it has abilities on its other side."),
    ),
}
OPT_SEATS = 0  # the options array: number of seats, then the values above in order
(
    OPT_DECK,
    OPT_DUTY,
    OPT_RESET,
    OPT_LINKS,
    OPT_MIMICRY,
    OPT_TAIL_LOSS,
    OPT_RUN_OUT,
    OPT_UNDERSIDES,
) = range(1, 1 + len(OPTIONS))
OPTION_COUNT = 1 + len(OPTIONS)

_small = np.int16
_slot = np.uint16  # a number that also indexes: unsigned saves the test for counting from the end

STATE = record_type(
    [
        ("rng", np.int64, (GENERATOR_SIZE,)),
        # widest first, so that nothing is padded: states are compared and hashed as bytes
        ("traits", np.int32, (MAX_CARDS,)),  # bits of an animal's abilities
        ("used", np.int32, (MAX_CARDS,)),  # bits of abilities used up for now
        ("options", _small, (OPTION_COUNT,)),
        ("seats", _slot),
        ("cards", _small),  # slots in use: 84 or 168
        ("shown", _small),  # how often hidden information has been shown to anyone
        # the turn
        ("turn", _small),  # from 1
        ("lap", _small),  # the round inside the phase, from 1
        ("phase", _small),
        ("stage", _small),
        ("first", _slot),  # first player of this turn
        ("mover", _slot),  # whose go it is
        ("decider", _slot),  # whose decision it is: mover, or the owner of an attacked animal
        ("ending", _small),  # the deck has run out: the next turn is the last
        ("last_turn", _small),
        ("passed", _small, (MAX_SEATS,)),
        # feeding
        ("bank", _small),
        ("rolled", _small),  # what the food bank began with
        ("main_done", _small),
        ("acted", _small),  # the mover has done something in this feeding turn
        ("idle", _small),  # feeding turns in a row in which nothing was done
        ("then", _small),  # the stage after the pair abilities have worked
        # the open choice or attack
        ("draft_card", _small),
        ("draft_side", _small),
        ("draft_animal", _small),
        ("predator", _small),
        ("prey", _small),
        ("has_run", _small),  # the prey has rolled for running in this attack
        ("can_mimic", _small),  # the prey has not used up mimicry
        # cards
        ("kind", _small, (MAX_CARDS,)),
        ("known", _small, (MAX_CARDS,)),  # bits of the seats that know the face
        ("batch", _small, (MAX_CARDS,)),  # the shuffle the face came from
        ("pool", _small, (MAX_CARDS,)),  # the faces of each shuffle; public
        ("shuffles", _small),  # the deck, and the one reshuffle there can be (OS-END-01, -02)
        ("deck", _slot, (PILE,)),  # the last is on top
        ("discard", _slot, (PILE,)),
        ("hand", _slot, (MAX_SEATS, PILE)),
        ("row", _slot, (MAX_SEATS, PILE)),  # animals from left to right
        ("links", _slot, (PILE,)),  # pair abilities in play
        # a card as an ability
        ("side", _small, (MAX_CARDS,)),  # the ability it was played as
        ("below", _small, (MAX_CARDS,)),  # the next card under the same animal
        ("yellow", _small, (MAX_CARDS,)),  # fat: holds a token
        ("host", _slot, (MAX_CARDS,)),  # pair: first animal; symbiosis: the protected one
        ("partner", _slot, (MAX_CARDS,)),  # pair: second animal; symbiosis: the symbiont
        ("spent", _small, (MAX_CARDS,)),  # pair: has worked in this round
        ("armed", _small, (MAX_CARDS,)),  # pair: bits of TO_PARTNER, TO_HOST
        # a card as an animal
        ("owner", _slot, (MAX_CARDS,)),
        ("under", _small, (MAX_CARDS,)),  # the first ability card under it
        ("red", _small, (MAX_CARDS,)),
        ("blue", _small, (MAX_CARDS,)),
        ("hibernating", _small, (MAX_CARDS,)),
        ("slept", _small, (MAX_CARDS,)),  # hibernated last turn
        ("poisoned", _small, (MAX_CARDS,)),
    ]
)

TO_PARTNER, TO_HOST = 1, 2


def new_states(count: int = 1) -> Any:
    """Room for `count` games."""
    return np.zeros(count, STATE)
