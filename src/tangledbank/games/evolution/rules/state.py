"""The record that is one game, its options, and the names of its numbers.

A card is named by its *slot*: the back of one physical card, which says nothing about its face
(shared/hidden_cards.py). A species is named by its *board*: each seat has a range of its own, so
that a name tells nothing of what others do at the same time.
"""

from __future__ import annotations

import numpy as np

from tangledbank.games.evolution.rules.cards import CARDS, DECK_TITLES
from tangledbank.games.shared.rows import (
    DECISIVE,
    KIND,
    Asks,
    OptionRow,
    Passes,
    Row,
    Said,
    StageRow,
    deck_titles,
    names,
    option_values,
)
from tangledbank.kernel.chance import GENERATOR_SIZE
from tangledbank.kernel.records import (
    Index,
    Indices,
    Record,
    Small,
    Smalls,
    States,
    Wide,
    Wides,
    Words,
    shaped,
)
from tangledbank.text import mark

MAX_SEATS = 5
BOARDS = 120  # of one seat: more than there are cards to found a species with (EV-RUL-42)
MAX_SPECIES = MAX_SEATS * BOARDS
ROW = 1 + BOARDS
PILE = 1 + CARDS  # a bounded list that can hold every card there is
MOST_TRAITS = 3
MOST = 6  # of population, and of body size (EV-PLAY-12)


class Phase(Row):
    """The parts of a round."""

    SUPPLY = 0
    PLAY = 1
    FEEDING = 2
    OVER = 3


class Stage(StageRow):
    """Where the game stands: first the stages at which somebody has to decide."""

    SUPPLY = Asks("playing.list_food", (Said(mark("which card becomes food?")),))
    PLAY = Asks(
        "playing.list_play",
        (Said(mark("play a card, or be done")),
         Said(mark("play a card, or be done; all play at once and see it when all are done"),
              form="quick"),
         Said(mark("what is {card} used for?"), form="use"),
         Said(mark("{trait} for {species}: in place of which trait?"), form="replace")),
    )  # fmt: skip
    GRAIN = Asks(
        "",
        (Said(mark("what acts first, before feeding?")),
         Said(mark("does {species} eat by Long Neck, before feeding?"), form="neck")),
    )  # fmt: skip
    FEED = Asks("", (Said(mark("which species eats?")),))
    HUNT = Asks(
        "attack.list_hunt",
        (Said(mark("whom does {species} attack?")),
         Said(mark("whom does {species}, ignoring {ignored}, attack?"), form="ignored")),
        begun_at="feed",
    )  # fmt: skip
    IGNORE = Asks(
        "attack.list_unspent",
        (Said(mark("which card is discarded to ignore {trait}?")),),
        begun_at="feed",
    )
    WINDOW = Asks("", (Said(mark("use Intelligence now?")),))
    THINK = Asks(
        "attack.list_unspent",
        (Said(mark("which card is discarded for the Intelligence of {species}?")),),
        begun_at="window",
    )
    STORE = Asks("", (Said(mark("how much fat does {species} store?")),))
    EXTRA = Asks("", (Said(mark("does {species} take its extra food?")),))
    OVER = Asks("")
    DEAL = Passes("turn.deal")
    NEXT_PLAYER = Passes("playing.next_player")
    REVEAL = Passes("feeding.reveal")
    NEXT_GRAIN = Passes("feeding.next_grain")
    OPEN_WINDOW = Passes("feeding.open_window")
    NEXT_WINDOW = Passes("feeding.next_window")
    NEXT_FEEDER = Passes("feeding.next_feeder")
    EAT = Passes("eating.eat")
    FORAGE = Passes("eating.forage")
    SHARE = Passes("eating.share")
    CARRION = Passes("attack.feed_scavengers")
    END_ROUND = Passes("turn.end_round")


class Choice(Row):
    """What is chosen next in a play of phase 3."""

    CARD = 0
    USE = 1
    REPLACE = 2


# Rulings that reasonable tables dispute; the first value of each is the ledger's ruling.
class Option(OptionRow):
    """What a table may choose; `options` of the record holds the values by these numbers."""

    MODE = (
        "EV-QCK-01", mark("Playing cards"),
        {"turns": mark("one after another"), "quick": mark("quick: all at the same time")},
        mark("When all play at the same time nobody waits, and nobody sees what others do."), KIND,
    )  # fmt: skip
    NUMBERS = "EV-RUL-01", mark("Food numbers on the cards"), {"derived": mark("the usual ones")}
    FREE_SPECIES = (
        "EV-RUL-08", mark("A free species for who has none left"),
        {"always": mark("in the last round too, for 1 point"),
         "not_in_last_round": mark("not in the last round")},
    )  # fmt: skip
    EXTRAS = (
        "EV-RUL-20", mark("Foraging and Cooperation with Intelligence"),
        {"per_event": mark("bring 1 each time the species eats"),
         "per_chip": mark("bring 1 for each food it eats")},
    )  # fmt: skip
    CHAIN = (
        "EV-RUL-22", mark("Cooperation reaches a species that is fed"),
        {"stops": mark("and ends there"), "passes_on": mark("and goes on to the next")},
    )  # fmt: skip
    HORNS = (
        "EV-RUL-28", mark("When Horns kill the attacker"),
        {"prey_suffers": mark("the prey still loses 1 population"),
         "prey_unharmed": mark("the prey is unharmed")},
        mark("Whether an attack with the last member of a species does any harm."), DECISIVE,
    )  # fmt: skip
    BAGS = (
        "EV-RUL-45", mark("Food in the bags"),
        {"hidden": mark("hidden until the end"), "open": mark("open to all")},
        mark("What is in the bags is most of the points."),
    )  # fmt: skip
    FAT = (
        "EV-RUL-50", mark("To store fat"),
        {"eating": mark("is eating: Cooperation and Foraging work"),
         "not_eating": mark("is not eating: nothing else works")},
    )  # fmt: skip
    DECK = (
        "EV-RUL-01", mark("Cards"), deck_titles(DECK_TITLES, {"base": mark("the usual ones")}),
        "", KIND, 1,
    )  # fmt: skip
    FED_ATTACKER = (
        "EV-RUL-37", mark("A species that attacks although it is fed"),
        {"stores": mark("stores at least 1 meat as fat"),
         "may_leave": mark("may leave all the meat")},
    )  # fmt: skip
    SCAVENGERS = (
        "EV-RUL-51", mark("Scavengers eat"),
        {"after": mark("after the attacker"),
         "at_loss": mark("before the attacker, as soon as the prey loses population")},
    )  # fmt: skip
    FORAGING = (
        "EV-RUL-53", mark("The extra food of Foraging"),
        {"allowed": mark("may be stored as fat"),
         "population_only": mark("is only for a species that is still hungry")},
    )  # fmt: skip


OPTIONS = option_values(Option)
OPTION_COUNT = 1 + len(Option)  # the number of seats comes first


class Ending(Row):
    """Which round is the last, once that is announced (EV-END-02, -03)."""

    NOT_YET = 0
    THIS_ROUND = 1
    NEXT_ROUND = 2


class Food(Row):
    """What is eaten, and where it comes from."""

    WATERING_HOLE = 0
    BANK = 1
    MEAT = 2


PHASES, STAGES = names(Phase), names(Stage)
ENDINGS, FOODS = ("", *names(Ending)[1:]), names(Food)
ASK = -1  # an amount the owner has still to say

# Start effects that a species has still to carry out, as bits (EV-REV-06).
NECK_WAITS, FERTILE_WAITS, FAT_WAITS = 1, 2, 4


class State(Record):
    """One game; widest fields first, so that nothing is padded: states are hashed as bytes."""

    rng: Words = shaped(GENERATOR_SIZE)
    traits: Wides = shaped(MAX_SPECIES)  # bits of a species' traits
    was_traits: Wides = shaped(MAX_SPECIES)
    ignored: Wide  # bits of the traits an attack ignores (EV-INT-04)
    options: Smalls = shaped(OPTION_COUNT)
    seats: Index
    cards: Small  # slots in use
    shown: Small  # how often hidden information has been shown to anyone
    shuffles: Small
    # the round
    turn: Small  # the number of the round, from 1
    phase: Small
    stage: Small
    first: Index  # the start player
    mover: Index  # whose turn it is in phase 3 or 4
    decider: Index  # whose decision it is, where only one seat decides
    waiting: Small  # bits of the seats that have to decide
    ending: Small
    hole: Small  # chips on the watering hole
    leftover: Small  # how many there were before the food cards were turned up
    idle: Small  # feeding turns in a row in which nothing was done
    duty: Small  # the mover has a hungry species that can eat (EV-FEED-06)
    window_seats: Small  # how many seats this window has passed
    window_used: Small
    # a choice that is begun
    hunter: Small
    thinker: Small  # twice the board, one more without Foraging
    named: Small  # the trait to be ignored
    spent: Indices = shaped(PILE)  # kinds of the cards that pay for ignoring, still in the hand
    part: Smalls = shaped(MAX_SEATS)
    draft_card: Smalls = shaped(MAX_SEATS)
    draft_species: Smalls = shaped(MAX_SEATS)
    # what is being eaten
    eater: Small
    food_kind: Small
    portion: Small
    to_store: Small
    with_extra: Small
    cause: Small
    took: Small  # how many chips it has eaten so far
    then: Small  # the stage after it
    least_store: Small
    # scavengers after an attack
    hunting_seat: Index
    carrion_seats: Small
    carrion_next: Small
    meat: Small  # of an attacker that eats after them, and how much of it it must store at least
    least_meat: Small
    # seats
    bag: Smalls = shaped(MAX_SEATS)
    food_card: Smalls = shaped(MAX_SEATS)
    hand: Indices = shaped(MAX_SEATS, PILE)
    laid: Indices = shaped(MAX_SEATS, PILE)  # quick-play: discards not yet shown
    row: Indices = shaped(MAX_SEATS, ROW)  # species from left to right
    # species
    owner: Indices = shaped(MAX_SPECIES)  # the seat a board belongs to
    population: Smalls = shaped(MAX_SPECIES)
    body: Smalls = shaped(MAX_SPECIES)
    chips: Smalls = shaped(MAX_SPECIES)
    fat: Smalls = shaped(MAX_SPECIES)
    grain: Smalls = shaped(MAX_SPECIES)
    worn: Smalls = shaped(MAX_SPECIES)  # how many trait cards it has
    card: Smalls = shaped(MAX_SPECIES, MOST_TRAITS)
    # cards
    kind: Smalls = shaped(CARDS)
    known: Smalls = shaped(CARDS)  # bits of those who know the face
    batch: Smalls = shaped(CARDS)
    pool: Smalls = shaped(CARDS)
    deck: Indices = shaped(PILE)  # the last is on top
    discard: Indices = shaped(PILE)
    removed: Indices = shaped(PILE)  # out of a two-player game (EV-SET-05)
    # quick-play: what lay before each seat when phase 3 began, which is what others see
    was_bag: Smalls = shaped(MAX_SEATS)
    was_hand: Indices = shaped(MAX_SEATS, PILE)
    was_row: Indices = shaped(MAX_SEATS, ROW)
    was_population: Smalls = shaped(MAX_SPECIES)
    was_body: Smalls = shaped(MAX_SPECIES)
    was_fat: Smalls = shaped(MAX_SPECIES)
    was_worn: Smalls = shaped(MAX_SPECIES)
    was_card: Smalls = shaped(MAX_SPECIES, MOST_TRAITS)


def new_states(count: int = 1) -> States:
    """Room for `count` games."""
    states = State.zeros(count)
    states["owner"] = np.arange(MAX_SPECIES) // BOARDS
    return states
