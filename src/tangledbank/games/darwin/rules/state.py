"""The record that is one game, its options, and the names of its numbers.

A card is named by its *slot*: the back of one physical card (shared/hidden_cards.py). Its *kind*
is the card itself, since no card is there twice. The first slots are small cards, the others large
ones: their backs differ.
"""

from __future__ import annotations

from tangledbank.games.darwin.rules.decks import ABILITIES, BIOMES, EVENTS, GROUND_TITLES, MAX_CARDS
from tangledbank.games.darwin.rules.variants import MOST_BIOMES
from tangledbank.games.darwin.rules.variants import OPTION_COUNT as OPTION_COUNT
from tangledbank.games.darwin.rules.variants import OPTIONS as OPTIONS
from tangledbank.games.darwin.rules.variants import Option as Option
from tangledbank.games.darwin.rules.variants import Variant as Variant
from tangledbank.games.shared.rows import Asks, FactRow, Passes, Row, Said, StageRow, names
from tangledbank.kernel.chance import GENERATOR_SIZE
from tangledbank.kernel.records import (
    Index,
    Indices,
    Record,
    Small,
    Smalls,
    Tinies,
    Wide,
    Words,
    shaped,
)
from tangledbank.text import mark

MAX_SEATS = 6
TOKENS = 12  # of one seat, and so its most living species (DC-SP-17)
MAX_SPECIES = MAX_SEATS * TOKENS
DRAFT = MAX_SPECIES  # the species that a turn not yet ended would lay or leave behind
PROBE = MAX_SPECIES + 1  # where a draft waits while another body is tried out
PLACES = MOST_BIOMES
MOST_PARTS = 6  # head, torso, two pairs of legs, wings, tail (DC-CREATE-3)
MOST_MUTATIONS = 2
HAND = 10
MOST_FRESH = 5  # new hands that are counted: bots stop then (DC-SP-14)
MOST_SHOWN = 4  # cards shown to the teammate (DC-2V2-7)
PILE = 1 + MAX_CARDS  # a bounded list that can hold every card there is
NOTHING = -1


class Size(Row):
    """Of cards; the two decks never mix."""

    SMALL = 0
    LARGE = 1


GROUNDS = tuple(GROUND_TITLES)  # what can lie at a place
VOLCANO, GOLD, SILVER, BRONZE = range(len(BIOMES), len(GROUNDS))
COMPETITION = (GOLD, GOLD, SILVER, SILVER, BRONZE, BRONZE)  # DC-SP-68


class Age(Row):
    """The life of the volcano (DC-SP-55)."""

    NONE = 0
    YOUNG = 1
    RAINFOREST = 2


class Phase(Row):
    """The parts of an era."""

    SETUP = 0
    ACTION = 1
    EVALUATION = 2
    TRANSITION = 3
    OVER = 4


class Stage(StageRow):
    """Where the game stands: first the stages at which somebody has to decide."""

    DRAW = Asks("drawing.list_draws", (Said(mark("from which deck are the next cards drawn?")),))
    SHOW = Asks("teams.list_shows", (Said(mark("which cards may your teammate see?")),))
    TURN = Asks(
        "turn.list_turn",
        (Said(mark("create, mutate, migrate or pass")),
         Said(mark("create a species or pass"), form="first"),
         Said(mark("mutate, migrate or pass"), form="last"),
         Said(mark("exchange a card, or stay"), form="passed"),
         Said(mark("which card is taken for {card}?"), form="trade"),
         Said(mark("build the species, then choose its biome"), form="creating"),
         Said(mark("end the turn, or take it back"), form="placed"),
         Said(mark("how does {species} change?"), form="mutating"),
         Said(mark("end the turn, or change {species} again (up to {price} points)"),
              form="mutated"),
         Said(mark("end the turn, or change {species} again"), form="mutated free"),
         Said(mark("end the turn, or take it back"), form="mutated twice"),
         Said(mark("what takes the place of {card}?"), form="replacing"),
         Said(mark("where does {species} go?"), form="migrating"),
         Said(mark("end the turn, or take it back"), form="moved")),
    )  # fmt: skip
    ANSWER = Asks(
        "teams.list_answers",
        (Said(mark("which card does your teammate get?")),
         Said(mark("does your teammate get {card}?"), form="card"),
         Said(mark("does your teammate get {species}?"), form="species")),
    )  # fmt: skip
    PAY = Asks("teams.list_payments", (Said(mark("what is paid for it?")),))
    TEAM = Asks("teams.list_drawers", (Said(mark("who of your team draws a card?")),))
    PREY = Asks("evaluation.list_prey", (Said(mark("these are equal: which one is devoured?")),))
    DEGENERATE = Asks(
        "events.list_losses", (Said(mark("which card does each large species lose?")),)
    )
    INVADE = Asks(
        "events.list_invasion",
        (Said(mark("which species is lost?")),
         Said(mark("where do the points of the lost species go?"), form="points")),
    )  # fmt: skip
    TIDY = Asks("transition.list_tidying", (Said(mark("which leftover cards are discarded?")),))
    OVER = Asks("")
    BEGIN_ERA = Passes("transition.begin_era")
    NEXT_TURN = Passes("turn.next_turn")
    EVALUATE = Passes("evaluation.evaluate")
    AWARD = Passes("evaluation.award")
    EVENT = Passes("events.reveal_event")
    CHANGE = Passes("transition.change_biomes")
    REFILL = Passes("transition.refill")


class Plan(Row):
    """How far the base action of the draft is."""

    IDLE = 0
    CREATING = 1
    PLACED = 2
    MUTATING = 3
    REPLACING = 4
    MIGRATING = 5
    MOVED = 6


class Trade(Row):
    """How far the exchange with the trade zone is."""

    NONE = 0
    HALF = 1
    MADE = 2


class Fate(FactRow):
    """What befalls a species in steps 1 and 2 of the evaluation, or by an event."""

    together: str  # said of several that die out so, one after the other

    def __init__(self, together: str = "") -> None:
        """Hold what is said; of those alive, nothing."""
        self.together = together
        self.need(together=together or self == 0)

    ALIVE = ()
    REQUIREMENTS = (mark("These do not fit their biomes and die out: {species}."),)
    HUNGER = (mark("These do not get enough food and die out: {species}."),)
    DEVOURED = (mark("These are devoured: {species}."),)
    FLOOD = (mark("These drown in the flood: {species}."),)
    HURRICANE = (mark("The hurricane carries these away: {species}."),)
    INVADERS = (mark("These fall to the invaders: {species}."),)


SIZES, AGES, PHASES, STAGES = names(Size), names(Age), names(Phase), names(Stage)
PLANS, TRADES, FATES = names(Plan), names(Trade), names(Fate)
ANY_CARD = MAX_CARDS  # asked of the teammate: a card of their choice

_SPECIES = MAX_SPECIES + 2


class State(Record):
    """One game; widest fields first, so that nothing is padded: states are hashed as bytes."""

    rng: Words = shaped(GENERATOR_SIZE)
    deck_number: Wide  # which deck it is (decks.py)
    spare_word: Wide  # keeps what follows on whole words
    options: Smalls = shaped(OPTION_COUNT)
    seats: Index
    cards: Index  # slots in use
    small: Index  # of them, small ones
    shown: Small  # how often hidden information has been shown to anyone
    shuffles: Small
    # the era
    turn: Small  # the number of the era, from 1
    eras: Small
    phase: Small
    stage: Small
    then: Small  # the stage after all have drawn
    first: Index  # who has the first-player token
    mover: Index
    waiting: Small  # bits of the seats that have to decide
    involved: Small  # bits of the seats that decide at the same time in secret
    passed: Small  # bits
    acted: Small  # bits: has made the first action of the era
    redrawn: Small  # bits: has redrawn, or has a changed hand
    event: Small
    judged: Small  # places whose evaluation is done
    # the table
    places: Index
    ground: Indices = shaped(PLACES)
    continent: Smalls = shaped(PLACES)
    volcano: Small  # its age
    biome_deck: Indices = shaped(1 + len(BIOMES))
    biome_discard: Indices = shaped(1 + len(BIOMES))
    biomes_out: Indices = shaped(1 + len(BIOMES))
    events_left: Indices = shaped(1 + len(EVENTS))
    events_gone: Indices = shaped(1 + len(EVENTS))
    tokens_left: Indices = shaped(1 + len(COMPETITION))
    zone: Indices = shaped(PILE)
    # seats
    hand: Indices = shaped(MAX_SEATS, PILE)
    to_draw: Smalls = shaped(MAX_SEATS)
    front: Smalls = shaped(MAX_SEATS)  # points that lie before the player (DC-EXT-5)
    row: Indices = shaped(MAX_SEATS, 1 + TOKENS)  # living species, oldest first
    shows: Smalls = shaped(MAX_SEATS)  # cards shown to the teammate this era
    fresh: Smalls = shaped(MAX_SEATS)  # new hands drawn this era, people may go on
    lost: Smalls = shaped(MAX_SEATS)  # Invaders: the species this seat loses
    freed: Smalls = shaped(MAX_SEATS)  # … and its points that are not given out yet
    # species, then the draft and the probe
    owner: Indices = shaped(_SPECIES)
    living: Smalls = shaped(_SPECIES)
    body: Indices = shaped(_SPECIES, 1 + MOST_PARTS)  # slots; of the draft, kinds
    power: Smalls = shaped(_SPECIES, len(ABILITIES))  # symbols of each ability
    has: Smalls = shaped(_SPECIES)  # bits of the abilities
    need: Smalls = shaped(_SPECIES)  # hearts
    might: Smalls = shaped(_SPECIES)  # printed competitive strength
    diet: Smalls = shaped(_SPECIES)
    at: Indices = shaped(_SPECIES)  # the place it lies at
    done: Smalls = shaped(_SPECIES)  # its token shows the done side
    points: Smalls = shaped(_SPECIES)
    plants: Smalls = shaped(_SPECIES)  # food tokens beside it
    meat: Smalls = shaped(_SPECIES)
    doomed: Smalls = shaped(_SPECIES)  # chosen among tied prey
    loss: Smalls = shaped(_SPECIES)  # Degeneration: the kind of card it loses
    gift: Smalls = shaped(_SPECIES)  # Invaders: points given to it
    # the draft of a turn; cards are named by kind
    plan: Small
    trading: Small
    draft_give: Small
    draft_take: Small
    draft_species: Small
    draft_old: Small  # the card to be replaced
    mutations: Small
    draft_added: Indices = shaped(1 + MOST_MUTATIONS)
    # 2 against 2
    asked: Small  # the kind the teammate is asked for, or ANY_CARD
    coveted: Small  # the species the teammate is asked for
    owed: Small  # cards still to be paid
    price: Small  # cards to be paid in all
    received: Small  # the kind that cannot pay for itself
    took_over: Small  # a species was taken over in this turn
    refused: Tinies = shaped(MAX_CARDS + 2)  # kinds refused in this turn
    unwilling: Tinies = shaped(_SPECIES)  # species refused in this turn
    # cards
    kind: Smalls = shaped(MAX_CARDS)
    known: Smalls = shaped(MAX_CARDS)  # bits of those who know the face
    batch: Smalls = shaped(MAX_CARDS)  # the size: the two decks never mix
    pool: Smalls = shaped(MAX_CARDS)
    deck: Indices = shaped(len(SIZES), PILE)  # the last is on top
    discard: Indices = shaped(len(SIZES), PILE)
    # what is printed on the cards of this deck
    card_part: Tinies = shaped(MAX_CARDS)
    card_diet: Tinies = shaped(MAX_CARDS)
    card_power: Tinies = shaped(MAX_CARDS, len(ABILITIES))
    card_hearts: Tinies = shaped(MAX_CARDS)
    card_strength: Tinies = shaped(MAX_CARDS)
    card_legs: Tinies = shaped(MAX_CARDS)
    card_tails: Tinies = shaped(MAX_CARDS)
    ground_counts: Smalls = shaped(len(GROUNDS))  # bits of the abilities in its centre
    ground_all: Smalls = shaped(len(GROUNDS))
    ground_any: Smalls = shaped(len(GROUNDS))
    ground_none: Smalls = shaped(len(GROUNDS))
    ground_plants: Smalls = shaped(len(GROUNDS))
    ground_meat: Smalls = shaped(len(GROUNDS))
    ground_points: Smalls = shaped(len(GROUNDS))


new_states = State.zeros
