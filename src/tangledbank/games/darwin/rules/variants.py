"""Which game is played: its options, and the variants, each saying only how it differs.

Rules ask what holds in the game (`plays_in_teams`), not which variant it is; what a variant says
becomes arrays by its number, which compiled rules can read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from tangledbank.games.darwin.rules.decks import BIOMES
from tangledbank.games.shared.rows import KIND, OptionRow, Row, option_values
from tangledbank.kernel.compiling import rule
from tangledbank.text import mark

if TYPE_CHECKING:
    from tangledbank.games.darwin.rules.state import State

NEVER = 99  # an era that does not come
MOST_BIOMES = 5  # that lie open (DC-SETUP-7)


@dataclass(frozen=True)
class Manner:
    """How a variant is played; the defaults are the whole game."""

    title: str
    seats: int = 0  # the only number of seats it is for, and what to say to others
    why_not_seats: str = ""
    eras: int = 4  # DC-TURN-1
    short_eras: int = 3  # DC-SHORT-1
    why_not_short: str = ""  # what to say to those who want it short
    teams: bool = False
    open_hands: bool = False  # and all hands are dealt half and half
    for_two: bool = True  # it is another game for two players (DC-2P)
    one_of_pair: bool = False  # of each pair of biomes
    open_biomes: int = 0  # 0: by the number of seats
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

    def length(self, is_short: bool) -> int:
        """How many eras there are."""
        return self.short_eras if is_short else self.eras


class Variant(Row):
    """The variants; a new one comes last."""

    manner: Manner

    def __new__(cls, manner: Manner) -> Self:
        """The next variant."""
        row = cls._numbered()
        row.manner = manner
        return row

    BASE = Manner(mark("the whole game"))
    BEGINNER = Manner(  # DC-BEG
        mark("for beginners: two rounds, open hands, no events"),
        eras=2,
        short_eras=2,
        why_not_short=mark("the beginner game has two rounds already"),
        open_hands=True,
        for_two=False,
        open_biomes=4,
        first_biomes=("high_mountains", "tropical_rainforest", "ocean", "savanna"),
        events=False,
        eats_from=2,
        creates_until=1,
        points_from=2,
        free_mutations=True,
    )
    TEAMS = Manner(  # DC-2V2
        mark("2 against 2: four players in two teams"),
        seats=4,
        why_not_seats=mark("2 against 2 is for 4 seats, not {seats}"),
        teams=True,
    )
    CHILDREN = Manner(  # DC-KIDS
        mark("for children: no food, new species in each era"),
        one_of_pair=True,
        open_biomes=4,
        continents=False,
        events=False,
        eats_from=NEVER,
        strength=False,
        lasting=False,
    )


class Option(OptionRow):
    """What a table may choose; `options` of the record holds the values by these numbers."""

    VARIANT = (
        mark("Variant"),
        {variant.id: variant.manner.title for variant in Variant},
        mark("The beginner game teaches the rules step by step."),
        KIND,
    )
    LENGTH = mark("Length"), {"full": mark("4 eras"), "short": mark("3 eras")}, "", KIND
    DECK = mark("Cards"), {"standard": mark("the usual ones")}  # or one's own, written out


_MANNERS = {variant.id: variant.manner for variant in Variant}


def manner_of(chosen: Mapping[str, str]) -> Manner:
    """How a game with these options is played."""
    return _MANNERS[chosen.get("variant", Variant.BASE.id)]


OPT_SEATS = 0  # the options array begins with the number of seats
OPTIONS = option_values(Option)
OPTION_COUNT = 1 + len(Option)


def _by_variant(column: str) -> NDArray[np.int64]:
    """What each variant says about something, by its number."""
    return np.array([getattr(variant.manner, column) for variant in Variant], np.int64)


ERAS = np.stack([_by_variant("eras"), _by_variant("short_eras")])
TEAMS, OPEN_HANDS, FOR_TWO = _by_variant("teams"), _by_variant("open_hands"), _by_variant("for_two")
ONE_OF_PAIR, OPEN_BIOMES = _by_variant("one_of_pair"), _by_variant("open_biomes")
CONTINENTS_LAID, HAS_EVENTS = _by_variant("continents"), _by_variant("events")
EATS_FROM, CREATES_UNTIL = _by_variant("eats_from"), _by_variant("creates_until")
POINTS_FROM, FREE_MUTATIONS = _by_variant("points_from"), _by_variant("free_mutations")
STRENGTH_COUNTS, LASTING = _by_variant("strength"), _by_variant("lasting")
FIRST_BIOMES = np.full((len(Variant), MOST_BIOMES), -1)
for _variant in Variant:
    for _place, _biome in enumerate(_variant.manner.first_biomes):
        FIRST_BIOMES[_variant, _place] = BIOMES.index(_biome)


@rule
def variant_of(game: State) -> int:
    """The number of the variant."""
    return int(game.options[Option.VARIANT])


@rule
def plays_in_teams(game: State) -> bool:
    """Whether 2 play against 2."""
    return TEAMS[variant_of(game)] == 1


@rule
def has_open_hands(game: State) -> bool:
    """Whether all see all hands (DC-BEG-3)."""
    return OPEN_HANDS[variant_of(game)] == 1


@rule
def is_for_two(game: State) -> bool:
    """Whether the rules for two players hold (DC-2P)."""
    return game.seats == 2 and FOR_TWO[variant_of(game)] == 1


@rule
def has_few_biomes(game: State) -> bool:
    """Two players and children play with one biome of each pair (DC-2P-1, DC-KIDS-1)."""
    return is_for_two(game) or ONE_OF_PAIR[variant_of(game)] == 1


@rule
def has_events(game: State) -> bool:
    """Whether event cards are played with (DC-BEG-9, DC-KIDS-3)."""
    return HAS_EVENTS[variant_of(game)] == 1


@rule
def has_continents(game: State) -> bool:
    """Whether biomes have continents (DC-KIDS-3)."""
    return CONTINENTS_LAID[variant_of(game)] == 1


@rule
def food_matters(game: State) -> bool:
    """Whether a species must be able to get enough food (DC-BEG-4, DC-KIDS-7)."""
    return bool(game.turn >= EATS_FROM[variant_of(game)])


@rule
def never_eats(game: State) -> bool:
    """Whether food matters in no era (DC-KIDS-7)."""
    return EATS_FROM[variant_of(game)] == NEVER


@rule
def only_creates(game: State) -> bool:
    """Whether Create is the only base action (DC-BEG-4, DC-KIDS-6)."""
    return not food_matters(game)


@rule
def creates(game: State) -> bool:
    """Whether Create is a base action in this era (DC-BEG-10)."""
    return bool(game.turn <= CREATES_UNTIL[variant_of(game)])


@rule
def brings_points(game: State) -> bool:
    """Whether the evaluation of this era brings points (DC-BEG-8)."""
    return bool(game.turn >= POINTS_FROM[variant_of(game)])


@rule
def mutates_freely(game: State) -> bool:
    """Whether mutations cost nothing (DC-BEG-11)."""
    return FREE_MUTATIONS[variant_of(game)] == 1


@rule
def strength_counts(game: State) -> bool:
    """Whether strength decides between equals and brings points (DC-KIDS-13)."""
    return STRENGTH_COUNTS[variant_of(game)] == 1


@rule
def species_last(game: State) -> bool:
    """Whether species stay on the table after an era (DC-KIDS-14)."""
    return LASTING[variant_of(game)] == 1
