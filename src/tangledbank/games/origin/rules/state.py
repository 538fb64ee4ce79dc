"""The record that is one game, its options, and the names of its numbers.

A card is named by its *slot*: a number from 0 that stands for the back of one physical card and
says nothing about its face. `kind` holds the faces, `known` who has seen them. An animal is named
by the slot of the card it was played from.
"""

from __future__ import annotations

from tangledbank.games.origin.rules.cards import DECK_TITLES, LARGEST_SET, SIGNED_DECKS
from tangledbank.games.shared.rows import (
    DECISIVE,
    RULING,
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
from tangledbank.kernel.records import Index, Indices, Record, Small, Smalls, Wides, Words, shaped
from tangledbank.text import mark

MAX_SEATS = 8
MAX_CARDS = 2 * LARGEST_SET  # two sets (OS-TWO-01); every list of cards is bounded by it
PILE = 1 + MAX_CARDS  # a bounded list that can hold every card there is


class Colour(Row):
    """Of the tokens of food: from the bank, or from others."""

    RED = 0
    BLUE = 1


class Phase(Row):
    """The parts of a turn."""

    DEVELOPMENT = 0
    FEEDING = 1
    OVER = 2


class Stage(StageRow):
    """Where the game stands: first the stages at which somebody has to decide."""

    DEVELOP = Asks("development.list_plays", (Said(mark("play a card or pass")),))
    PLACE = Asks(  # an ability was chosen
        "",
        (Said(mark("which animal gets {ability}?")),
         Said(mark("{ability}: which is the first animal?"), form="pair"),
         Said(mark("Symbiosis: which animal is to be protected?"), form="symbiosis")),
        begun_at="develop",
    )  # fmt: skip
    PAIR = Asks(  # a pair ability was put on one animal
        "",
        (Said(mark("{ability}: which animal besides {animal}?")),
         Said(mark("Symbiosis: which animal protects {animal}?"), form="symbiosis")),
        begun_at="develop",
    )  # fmt: skip
    FEED = Asks(  # main and free actions of a feeding turn
        "",
        (Said(mark("take food, attack or use an ability")),
         Said(mark("use abilities, or end your turn"), form="done")),
    )  # fmt: skip
    HUNT = Asks("", (Said(mark("whom does {animal} attack?")),), begun_at="feed")
    ROB = Asks("", (Said(mark("what does {animal} rob?")),), begun_at="feed")
    MORE_FAT = Asks("", (Said(mark("use more of the fat of {animal}?")),))
    REACT = Asks("attack.list_reactions", (Said(mark("{predator} attacks {prey}: your answer?")),))
    CHAIN = Asks("chain.list_links", (Said(mark("which pair ability works next?")),))
    SCAVENGE = Asks("", (Said(mark("which scavenger is fed?")),))
    OVER = Asks()
    # … and stages the rules pass through by themselves.
    NEXT_DEVELOPER = Passes("turn.next_developer")
    FOOD_BANK = Passes("feeding.roll_food_bank")
    NEXT_FEEDER = Passes("feeding.next_feeder")
    KEEP_FEEDING = Passes("feeding.keep_feeding")
    ATTACKED = Passes("attack.face_attack")
    LINKING = Passes("chain.follow_links")
    CARRION = Passes("attack.call_scavenger")
    EXTINCTION = Passes("turn.end_turn")


PHASES, STAGES = names(Phase), names(Stage)


# Rulings that reasonable tables dispute; the first value of each is the ledger's ruling.
class Option(OptionRow):
    """What a table may choose; `options` of the record holds the values by these numbers."""

    DECK = (
        "OS-RUL-01", mark("Deck"),
        deck_titles(DECK_TITLES,
                    {"consensus": mark("more carnivores and fat tissue"),
                     "plain": mark("more cards with one ability")}),
        mark("Which abilities stand together on a card; 84 cards in both."), RULING, SIGNED_DECKS,
    )  # fmt: skip
    DUTY = (
        "OS-RUL-10", mark("Duty to take food"),
        {"free_action_counts": mark("piracy, grazing or hibernation is enough"),
         "strict": mark("who can take food must")},
        mark("Whether a player who has used such an ability may leave food in the food bank."),
        DECISIVE,
    )  # fmt: skip
    RESET = (
        "OS-RUL-12", mark("Pair abilities can work again"),
        {"round": mark("when the first player's turn comes again"),
         "player": mark("at every player's turn")},
    )  # fmt: skip
    LINKS = (
        "OS-RUL-15", mark("Communication and cooperation"),
        {"forced": mark("always work"), "optional": mark("work if the owner wants it")},
    )  # fmt: skip
    MIMICRY = (
        "OS-RUL-25", mark("Mimicry"),
        {"first_attack": mark("only against the first attack of a turn"),
         "until_it_works": mark("until it has worked once in a turn")},
    )  # fmt: skip
    TAIL_LOSS = (
        "OS-RUL-27", mark("Tail loss"),
        {"optional": mark("if the owner wants it"), "forced": mark("always, if it can help")},
    )  # fmt: skip
    RUN_OUT = (
        "OS-RUL-35", mark("The last turn is announced"),
        {"empty": mark("when the deck is empty"),
         "needed": mark("when a card is missing from the deck")},
    )  # fmt: skip
    UNDERSIDES = (
        "OS-RUL-09", mark("The abilities under an animal"),
        {"hidden": mark("only its owner knows them"), "public": mark("everyone may know them")},
        mark("Every animal is a card that lies face down; it has abilities on its other side."),
    )  # fmt: skip
    FAT = (
        "OS-RUL-17", mark("Fat that may be used at once"),
        {"needed": mark("as much as the animal still needs"),
         "any": mark("any amount; what is too much is lost")},
    )  # fmt: skip
    ATTACKS = (
        "OS-RUL-23", mark("Predators attack"),
        {"to_eat": mark("only if they could eat"),
         "letter": mark("unless they are fed and their fat store is full")},
    )  # fmt: skip


OPTIONS = option_values(Option)
OPTION_COUNT = 1 + len(Option)  # the number of seats comes first


class State(Record):
    """One game; widest fields first, so that nothing is padded: states are hashed as bytes."""

    rng: Words = shaped(GENERATOR_SIZE)
    traits: Wides = shaped(MAX_CARDS)  # bits of an animal's abilities
    used: Wides = shaped(MAX_CARDS)  # bits of abilities used up for now
    options: Smalls = shaped(OPTION_COUNT)
    seats: Index
    cards: Small  # slots in use: 84 or 168
    shown: Small  # how often hidden information has been shown to anyone
    # the turn
    turn: Small  # from 1
    lap: Small  # the round inside the phase, from 1
    phase: Small
    stage: Small
    first: Index  # first player of this turn
    mover: Index  # whose go it is
    decider: Index  # whose decision it is: mover, or the owner of an attacked animal
    ending: Small  # the deck has run out: the next turn is the last
    last_turn: Small
    passed: Smalls = shaped(MAX_SEATS)
    # feeding
    bank: Small
    rolled: Small  # what the food bank began with
    main_done: Small
    acted: Small  # the mover has done something in this feeding turn
    idle: Small  # feeding turns in a row in which nothing was done
    then: Small  # the stage after the pair abilities have worked
    # the open choice or attack
    draft_card: Small
    draft_side: Small
    draft_animal: Small
    predator: Small
    prey: Small
    has_run: Small  # the prey has rolled for running in this attack
    can_mimic: Small  # the prey has not used up mimicry
    # cards
    kind: Smalls = shaped(MAX_CARDS)
    known: Smalls = shaped(MAX_CARDS)  # bits of the seats that know the face
    batch: Smalls = shaped(MAX_CARDS)  # the shuffle the face came from
    pool: Smalls = shaped(MAX_CARDS)  # the faces of each shuffle; public
    shuffles: Small  # the deck, and the one reshuffle there can be (OS-END-01, -02)
    deck: Indices = shaped(PILE)  # the last is on top
    discard: Indices = shaped(PILE)
    hand: Indices = shaped(MAX_SEATS, PILE)
    row: Indices = shaped(MAX_SEATS, PILE)  # animals from left to right
    links: Indices = shaped(PILE)  # pair abilities in play
    # a card as an ability
    side: Smalls = shaped(MAX_CARDS)  # the ability it was played as
    below: Smalls = shaped(MAX_CARDS)  # the next card under the same animal
    yellow: Smalls = shaped(MAX_CARDS)  # fat: holds a token
    host: Indices = shaped(MAX_CARDS)  # pair: first animal; symbiosis: the protected one
    partner: Indices = shaped(MAX_CARDS)  # pair: second animal; symbiosis: the symbiont
    spent: Smalls = shaped(MAX_CARDS)  # pair: has worked in this round
    armed: Smalls = shaped(MAX_CARDS)  # pair: bits of TO_PARTNER, TO_HOST
    # a card as an animal
    owner: Indices = shaped(MAX_CARDS)
    under: Smalls = shaped(MAX_CARDS)  # the first ability card under it
    red: Smalls = shaped(MAX_CARDS)
    blue: Smalls = shaped(MAX_CARDS)
    hibernating: Smalls = shaped(MAX_CARDS)
    slept: Smalls = shaped(MAX_CARDS)  # hibernated last turn
    poisoned: Smalls = shaped(MAX_CARDS)


TO_PARTNER, TO_HOST = 1, 2


new_states = State.zeros
