"""The fields of a position in words, each with its natural default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from tangledbank.games.evolution.rules.cards import CARDS, LEAST_NUMBER, MOST_NUMBER, TRAITS
from tangledbank.games.evolution.rules.state import BOARDS, MAX_SEATS, MOST, MOST_TRAITS
from tangledbank.kernel.chance import LOW_32, WORDS

if TYPE_CHECKING:  # which of them there are is known when a position is read
    Trait = str
else:
    Trait = Literal[TRAITS]
Food = Literal["watering_hole", "bank", "meat"]
Cause = Literal[
    "feeding", "foraging", "cooperation", "long_neck", "intelligence", "attack", "scavenger"
]
Count = Annotated[int, Meta(ge=0, le=CARDS)]
Chips = Annotated[int, Meta(ge=0, le=10_000)]
Size = Annotated[int, Meta(ge=1, le=MOST)]
Few = Annotated[int, Meta(ge=0, le=MOST)]
Number = Annotated[int, Meta(ge=LEAST_NUMBER, le=MOST_NUMBER)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Place = Annotated[list[Annotated[int, Meta(ge=0, lt=BOARDS)]], Meta(min_length=2, max_length=2)]
Word = Annotated[int, Meta(ge=0, le=LOW_32)]
Hand = Count | list[str]  # card names such as horns+3, or horns for any of them; or how many


class SpeciesWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One species and the trait cards on it."""

    population: Size = 1
    body: Size = 1
    chips: Few = 0  # food on its board
    fat: Few = 0  # food on its Fat Tissue card
    # “hidden” is a card that lies face down and is not one's own
    traits: Annotated[list[Trait | Literal["hidden"]], Meta(max_length=MOST_TRAITS)] = []
    numbers: list[Number | None] = []  # the food numbers of these cards; default: any
    face_down: list[Count] = []  # which of the traits still lie face down, counted from 0
    waiting: list[Literal["long_neck", "fertile", "fat_tissue"]] = []  # start effects to come


Row = Annotated[list[SpeciesWords], Meta(max_length=BOARDS)]


class StartWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Quick-play: what lay before a seat when phase 3 began, which is what others see."""

    species: Row = []
    bag: Chips | None = None
    new_left: Count = 0  # so many species have been added at the left end since


class ChoiceWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A card that is chosen to be played, and the full species it goes on."""

    card: str
    species: Annotated[int, Meta(ge=0, lt=BOARDS)] | None = None


class SeatWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What lies before one seat."""

    hand: Hand = 0
    species: Row = []
    bag: Chips | None = None  # default: empty; left out where it is hidden
    food: str | bool = False  # its card on the watering hole: a name, or true for any
    laid: Hand = []  # quick-play: cards discarded in this phase and not yet shown
    choice: ChoiceWords | None = None
    start: StartWords | None = None


class AttackWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An attack that is begun, or of which the Scavengers still have to eat."""

    species: Place | None = None  # the attacker, before the prey is named
    ignored: list[Trait] = []
    spend: list[str] = []  # cards that will pay for ignoring
    ignore: Trait | None = None  # a trait that is named and not yet paid for
    seat: SeatNumber | None = None  # who attacked
    seats_fed: SeatNumber = 0  # so many seats' Scavengers have eaten, from that seat on
    next: Annotated[int, Meta(ge=0, le=BOARDS)] = 0  # and so many species of the next seat


class ThoughtWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A plant eater chosen to use Intelligence."""

    species: Place
    forage: bool = True


class EatingWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A species in the middle of eating."""

    species: Place
    food: Food
    cause: Cause
    amount: Annotated[int, Meta(ge=0, le=2 * MOST)]
    after: Literal["next_grain", "open_window", "next_window", "carrion"]
    took: Chips = 0  # at stage “extra”: what it has taken
    forage: bool | None = None  # whether it takes the extra food; default: is asked
    at_least: Few = 0


class Document(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position. All seats and species are counted from 0."""

    seats: list[SeatWords]
    options: dict[str, str] = {}
    # “deal”, “reveal” and “end_round” are moments at which things happen by themselves
    phase: Literal["deal", "supply", "play", "reveal", "feeding", "end_round", "over"] = "play"
    round: Annotated[int, Meta(ge=1, le=1000)] = 1
    first: SeatNumber = 0
    seat: SeatNumber | None = None  # whose turn it is; default: the first player's
    hole: Chips = 0  # food on the watering hole
    leftover: Chips | None = None  # what it held before the reveal; default: nothing
    last_round: bool = False
    next_round_last: bool = False
    deck: Count | list[str] | None = None  # card names from the top on, or how many cards
    discard: Count | list[str] | None = None  # the last is on top; default: none
    removed: Count | list[str] | None = None  # out of the game; default: 40 for two seats
    passes: Count = 0  # feeding turns in a row in which nothing was done
    chance: Annotated[list[Word], Meta(max_length=WORDS)] = []  # the generator; default: from seed
    # a decision in the middle of something; a position written by hand needs none of these
    stage: Literal[
        "supply", "play", "grain", "feed", "hunt", "ignore", "window", "think", "store", "extra",
        "over",
    ] | None = None  # fmt: skip
    pending: list[SeatNumber] = []  # who has still to decide, in phase 2 and in quick-play
    decides: SeatNumber | None = None
    window_used: bool = False  # Intelligence has been used in the window that is open
    attack: AttackWords | None = None
    thought: ThoughtWords | None = None
    eating: EatingWords | None = None
    # derived; written for the reader, not read
    scores: list[int] = []
    winners: list[int] = []
