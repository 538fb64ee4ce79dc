"""The fields of a position in words, each with its natural default."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tangledbank.games.darwin.rules.decks import MAX_CARDS
from tangledbank.games.darwin.rules.state import (
    MAX_SEATS,
    MOST_FRESH,
    MOST_MUTATIONS,
    MOST_PARTS,
    MOST_SHOWN,
    PLACES,
    TOKENS,
)
from tangledbank.kernel.chance import LOW_32, WORDS

Count = Annotated[int, Meta(ge=0, le=MAX_CARDS)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
Few = Annotated[int, Meta(ge=0, le=255)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Index = Annotated[int, Meta(ge=0, lt=TOKENS)]  # of a species among those of its owner
PlaceNumber = Annotated[int, Meta(ge=0, lt=PLACES)]
Pair = Annotated[list[Few], Meta(min_length=2, max_length=2)]
Word = Annotated[int, Meta(ge=0, le=LOW_32)]
Pile = Count | list[str]  # names of cards, or how many
Body = Annotated[list[str], Meta(min_length=2, max_length=MOST_PARTS)]


class SpeciesWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One species: its cards, where it lives, what lies on it."""

    cards: Body
    biome: str
    points: Points = 0
    done: bool = False  # its token shows the done side
    food: Pair | None = None  # plants and meat beside it; default: what it gets
    loses: str | None = None  # Degeneration: the card its owner has chosen
    gift: Points = 0  # Invaders: points its owner has given to it
    chosen: bool = False  # among tied prey
    # derived; written for the reader, not read
    name: str = ""
    abilities: dict[str, int] = {}
    adaptation: int = 0
    strength: int = 0
    hearts: int = 0
    diet: str = ""
    fed: bool = False
    fits: bool = False
    leads: bool = False  # the continent token lies beside it


class DraftWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What the seat whose turn it is has begun; nobody else sees it."""

    give: str | None = None  # into the trade zone …
    take: str | None = None  # … for this card
    plan: Literal[
        "idle", "creating", "placed", "mutating", "replacing", "migrating", "moved"
    ] = "idle"  # fmt: skip
    species: Index | None = None
    cards: Annotated[list[str], Meta(max_length=MOST_PARTS)] = []  # laid, or added, in this order
    removed: Annotated[list[str], Meta(max_length=MOST_MUTATIONS)] = []
    replacing: str | None = None
    mutations: Annotated[int, Meta(ge=0, le=MOST_MUTATIONS)] = 0
    biome: str | None = None


class SeatWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What lies before one seat."""

    hand: Pile = 0  # “hidden” is a card whose face is not seen
    # who else has seen a card of this hand: seats, or “all”
    seen: dict[str, list[SeatNumber] | Literal["all"]] = {}
    species: Annotated[list[SpeciesWords], Meta(max_length=TOKENS)] = []
    points: Points = 0  # before the player
    draws: Count = 0  # cards still to be drawn
    passed: bool = False
    acted: bool = False  # has made the first action of the era
    redrawn: bool = False  # has redrawn in this era, or has a changed hand
    new_hands: Annotated[int, Meta(ge=0, le=MOST_FRESH)] = 0  # in this era
    shown: Annotated[int, Meta(ge=0, le=MOST_SHOWN)] = 0  # cards shown to the teammate
    loses: Index | None = None  # Invaders: the species that is lost …
    freed: Points = 0  # … and its points that are not given out yet


class BiomeWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A place of the table, for the reader."""

    biome: str
    continent: str = ""
    side: str = ""
    points: int = 0
    plants: int = 0
    meat: int = 0
    plants_left: int = 0
    meat_left: int = 0
    leaders: list[list[int]] = []  # beside whom the continent token lies, as [seat, index]


class HomeWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What the drafted species would find in one biome."""

    biome: str
    adaptation: int
    possible: bool
    reason: str = ""  # the name of a reason, if it is not possible
    needs: list[str] = []  # abilities it lacks or must not have
    food: list[int] = []  # plants and meat it would get; the children's rules know none
    prey: int = 0  # what it would get by devouring others
    pushes_out: list[list[int]] = []  # fed now, but not any more, as [seat, index]


class PreviewWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What the drafted species would be."""

    name: str
    abilities: dict[str, int]
    hearts: int
    strength: int
    diet: str = ""
    price: int = 0  # points the mutation costs
    biomes: list[HomeWords] = []


class AskWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """2 against 2: what is asked for, or still to be paid."""

    card: str | None = None  # “any” leaves it to the teammate
    species: list[int] | None = None  # [seat, index]
    owed: Annotated[int, Meta(ge=0, le=2)] = 0
    price: Annotated[int, Meta(ge=0, le=2)] = 0
    received: str | None = None
    refused: list[str] = []  # cards, in this turn
    unwilling: list[list[int]] = []  # species, as [seat, index]
    took_over: bool = False


class Document(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position. All seats and species are counted from 0."""

    seats: list[SeatWords]
    options: dict[str, str] = {}
    # “evaluation”, “transition”, “change” and “refill” are moments at which things happen by
    # themselves: steps 1 and 2; the event; the Biome change; food, trade zone and hands
    phase: Literal[
        "setup", "action", "evaluation", "transition", "change", "refill", "over"
    ] = "action"  # fmt: skip
    era: Annotated[int, Meta(ge=0, le=4)] = 1
    first: SeatNumber = 0
    seat: SeatNumber | None = None  # whose turn it is; default: the first player's
    biomes: Annotated[list[str], Meta(max_length=PLACES)] = []  # from left to right; default: dealt
    continents: Annotated[list[str], Meta(max_length=PLACES)] = []
    volcano: Literal["none", "young", "rainforest"] = "none"
    event: str | None = None  # in force, or just revealed
    zone: Pile | None = None  # the trade zone; default: as many cards as the players have
    small: Pile | None = None  # the decks, names from the top on
    large: Pile | None = None
    small_discard: Pile | None = None
    large_discard: Pile | None = None
    biome_deck: list[str] | None = None  # from the top on; default: all that are left, shuffled
    biome_discard: list[str] = []
    biomes_out: list[str] | None = None
    event_deck: list[str] | None = None
    events_gone: list[str] = []
    tokens: list[str] | None = None  # competition tokens not yet used
    chance: Annotated[list[Word], Meta(max_length=WORDS)] = []  # the generator; default: from seed
    # where the next biomes change, as indices of places; for scenarios
    next_places: Annotated[list[PlaceNumber], Meta(max_length=PLACES)] = []
    draft: DraftWords | None = None
    ask: AskWords | None = None
    # a decision in the middle of something; a position written by hand needs none of these
    stage: Literal[
        "draw", "show", "turn", "answer", "pay", "team", "prey", "degenerate", "invade", "tidy",
        "over",
    ] | None = None  # fmt: skip
    then: Literal["begin_era", "evaluate"] | None = None  # after all have drawn
    pending: list[SeatNumber] = []
    involved: list[SeatNumber] = []  # who decides in secret
    judged: Annotated[int, Meta(ge=0, le=PLACES)] = 0  # biomes already evaluated
    # derived; written for the reader, not read
    table: list[BiomeWords] = []
    preview: PreviewWords | None = None
    scores: list[int] = []
    winners: list[int] = []
