"""Which game is played: its options, and the variants, each saying only how it differs.

Rules ask what holds in the game (`plays_in_teams`), not which variant it is; what a variant says
becomes arrays by its number, which compiled rules can read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tangledbank.games.darwin.rules.decks import biome_numbers
from tangledbank.games.shared.rows import KIND, FactRow, OptionRow, option_values
from tangledbank.kernel.compiling import fill_in, rule
from tangledbank.text import mark

if TYPE_CHECKING:
    from tangledbank.games.darwin.rules.state import State

NEVER = 99  # an era that does not come
MOST_BIOMES = 5  # that lie open (DC-SETUP-7)


@dataclass(frozen=True)
class Manner:
    """How a variant is played; the defaults are the whole game."""

    title: str = ""
    seats: int = 0  # the only number of seats it is for, and what to say to others
    why_not_seats: str = ""
    eras: int = 4  # DC-TURN-1
    short_eras: int = 3  # DC-SHORT-1
    why_not_short: str = ""  # what to say to those who want it short
    teams: bool = False
    open_hands: bool = False  # and all hands are dealt half and half
    for_two: bool = True  # it is another game for two players (DC-2P)
    one_of_pair: bool = False  # of each pair of biomes
    open_biomes: tuple[int, ...] = (3, 4, 4, 5, 5)  # by seats from 2 on (DC-SETUP-7, DC-2P-5)
    first_biomes: tuple[str, ...] = ()  # empty: as they come
    continents: bool = True
    events: bool = True
    eats_from: int = 0  # the era from which species eat, mutate and migrate
    creates_until: int = NEVER  # the last era in which species are created
    points_from: int = 0
    free_mutations: bool = False
    strength: bool = True  # decides between equals, and brings points
    lasting: bool = True  # else species, biomes and a competition token are new in each era

    def eats(self, era: int) -> bool:
        """Whether food matters in an era."""
        return era >= self.eats_from

    @property
    def has_food(self) -> bool:
        """Whether food matters in any era."""
        return self.eats_from < NEVER

    @property
    def reveals_events(self) -> bool:
        """Whether an event comes between two eras; where all is new in each, none does."""
        return self.events and self.lasting

    def length(self, is_short: bool) -> int:
        """How many eras there are."""
        return self.short_eras if is_short else self.eras


WHOLE = Manner()


class Variant(FactRow):
    """The variants; a new one comes last."""

    manner: Manner

    def __init__(self, manner: Manner = WHOLE) -> None:
        """Hold how it is played."""
        self.manner = manner
        self.need(title=manner.title, why_not_seats=manner.why_not_seats or not manner.seats)

    BASE = Manner(mark("the whole game"))
    BEGINNER = Manner(  # DC-BEG
        mark("for beginners: two rounds, open hands, no events"), eras=2, short_eras=2,
        why_not_short=mark("the beginner game has two rounds already"), open_hands=True,
        for_two=False, open_biomes=(4, 4, 4, 4, 4),
        first_biomes=("high_mountains", "tropical_rainforest", "ocean", "savanna"), events=False,
        eats_from=2, creates_until=1, points_from=2, free_mutations=True,
    )  # fmt: skip
    TEAMS = Manner(  # DC-2V2
        mark("2 against 2: four players in two teams"), seats=4,
        why_not_seats=mark("2 against 2 is for 4 seats, not {seats}"), teams=True,
    )  # fmt: skip
    CHILDREN = Manner(  # DC-KIDS
        mark("for children: no food, new species in each era"), one_of_pair=True,
        open_biomes=(4, 4, 4, 4, 4), continents=False, events=False, eats_from=NEVER,
        strength=False, lasting=False,
    )  # fmt: skip


class Option(OptionRow):
    """What a table may choose; `options` of the record holds the values by these numbers."""

    VARIANT = (
        "DC-SP-75", mark("Variant"), {variant.id: variant.manner.title for variant in Variant},
        mark("The beginner game teaches the rules step by step."), KIND,
    )  # fmt: skip
    LENGTH = (
        "DC-SHORT-1", mark("Length"), {"full": mark("4 eras"), "short": mark("3 eras")}, "", KIND,
    )  # fmt: skip
    DECK = "DC-SP-5", mark("Cards"), {"standard": mark("the usual ones")}  # or one's own
    HEARTLESS = (
        "DC-SP-33", mark("Carnivores without hearts, when a better adapted carnivore starves"),
        {"survive": mark("need no food and survive"), "die": mark("die out with the others")},
    )  # fmt: skip


def manner_of(chosen: Mapping[str, str]) -> Manner:
    """How a game with these options is played."""
    return Variant.called(chosen.get("variant", Variant.BASE.id)).manner


def manner_at(game: State) -> Manner:
    """How a game is played."""
    return Variant.of(game.options[Option.VARIANT]).manner


OPTIONS = option_values(Option)
OPTION_COUNT = 1 + len(Option)  # the number of seats comes first


def _by_variant(column: str) -> NDArray[np.int64]:
    """What each variant says about something, by its number."""
    return np.array([getattr(variant.manner, column) for variant in Variant], np.int64)


ERAS = np.stack([_by_variant("eras"), _by_variant("short_eras")])  # by length, then by variant
OPEN_BIOMES = _by_variant("open_biomes")  # by variant, then by seats from 2 on
FIRST_BIOMES = np.full((len(Variant), MOST_BIOMES), -1)
for _variant in Variant:
    _first = biome_numbers(_variant.manner.first_biomes, _variant)
    FIRST_BIOMES[_variant, : len(_first)] = _first

# What rules ask of a game; the column is filled in.
Question: TypeAlias = "Callable[[State], bool]"
column = OPEN_BIOMES


def says_so(game: State) -> bool:
    """Whether the variant has something."""
    return bool(column[game.options[Option.VARIANT]] == 1)


def has_come(game: State) -> bool:
    """Whether this era is one the variant names, or a later one."""
    return bool(game.turn >= column[game.options[Option.VARIANT]])


def is_past(game: State) -> bool:
    """Whether this era is after one that the variant names."""
    return bool(game.turn > column[game.options[Option.VARIANT]])


def ask(question: Question, name: str) -> Question:
    """A question about what the variants say of something."""
    return rule(fill_in(question, "darwin", column=_by_variant(name)))


plays_in_teams = ask(says_so, "teams")
has_open_hands = ask(says_so, "open_hands")  # DC-BEG-3
changes_for_two = ask(says_so, "for_two")
uses_one_of_pair = ask(says_so, "one_of_pair")  # DC-KIDS-1
has_continents = ask(says_so, "continents")  # DC-KIDS-3
has_events = ask(says_so, "events")  # DC-BEG-9
has_food = ask(says_so, "has_food")  # DC-KIDS-7
mutates_freely = ask(says_so, "free_mutations")  # DC-BEG-11
strength_counts = ask(says_so, "strength")  # DC-KIDS-13
species_last = ask(says_so, "lasting")  # DC-KIDS-14
food_matters = ask(has_come, "eats_from")  # DC-BEG-4, DC-KIDS-7
brings_points = ask(has_come, "points_from")  # DC-BEG-8
ends_creation = ask(is_past, "creates_until")  # DC-BEG-10


@rule
def is_for_two(game: State) -> bool:
    """Whether the rules for two players hold (DC-2P)."""
    return game.seats == 2 and changes_for_two(game)


@rule
def only_creates(game: State) -> bool:
    """Whether Create is the only base action: who does not eat yet, stays (DC-BEG-4, DC-KIDS-6)."""
    return not food_matters(game)
