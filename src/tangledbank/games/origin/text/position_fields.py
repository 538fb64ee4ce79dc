"""The fields of a position in words, each with its natural default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from tangledbank.games.origin.rules.cards import ABILITIES
from tangledbank.games.origin.rules.state import MAX_SEATS
from tangledbank.kernel.chance import LOW_32, MAX_LOADED, WORDS

if TYPE_CHECKING:  # which of them there are is known when a position is read
    Ability = str
else:
    Ability = Literal[ABILITIES]
Count = Annotated[int, Meta(ge=0, le=168)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Place = Annotated[list[Annotated[int, Meta(ge=0, le=168)]], Meta(min_length=2, max_length=2)]
Word = Annotated[int, Meta(ge=0, le=LOW_32)]
Die = Annotated[int, Meta(ge=1, le=6)]


class AbilityWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An ability card under an animal."""

    ability: Ability
    card: str | None = None  # default: any card left that carries the ability
    token: bool = False  # fat only: holds a yellow token


class AnimalWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One animal, with the cards under it."""

    abilities: list[Ability | AbilityWords] = []
    red: Count = 0
    blue: Count = 0
    hibernating: bool = False
    hibernated_last_turn: bool = False
    poisoned: bool = False
    used: list[Ability] = []  # turned by use: carnivore, piracy, grazing, mimicry, hibernation
    card: str | None = None  # the card it was played from; default: any card left
    reshuffled: bool = False  # that card was drawn from the reshuffled deck and is still hidden


class PairWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A pair ability between two animals of one seat."""

    ability: Literal["communication", "symbiosis", "cooperation"]
    animals: Place  # indices in the row; for symbiosis the protected one, then the symbiont
    card: str | None = None
    used: bool = False  # has worked in this round
    waiting_for: list[Count] = []  # it waits to feed these of its animals (inside a chain)


class SeatWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What lies before one seat."""

    hand: Count | list[str] = 0  # card names, or how many unnamed cards
    animals: list[AnimalWords] = []
    pairs: list[PairWords] = []
    passed: bool = False
    reshuffled: Count = 0  # so many of the last cards in hand come from the reshuffled deck


class DraftWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A choice that is begun and not yet complete."""

    card: str | None = None
    ability: Ability | None = None
    animal: Place | None = None


class AttackWords(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An attack under way."""

    predator: Place
    prey: Place
    has_run: bool = False
    can_mimic: bool = False


class Document(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position. All seats and animals are counted from 0."""

    seats: list[SeatWords]
    options: dict[str, str] = {}
    phase: Literal["development", "food_bank", "feeding", "extinction", "over"] = "development"
    turn: Annotated[int, Meta(ge=1, le=1000)] = 1
    round: Annotated[int, Meta(ge=1, le=1000)] = 1
    first: SeatNumber = 0  # the first player of this turn
    seat: SeatNumber | None = None  # whose go it is; default: the first player's
    bank: Count = 0  # red tokens in the food bank
    last_turn: bool = False
    last_turn_next: bool = False  # the deck has run out
    deck: Count | list[str] | None = None  # card names from the top on, or how many cards
    discard: Count | list[str] | None = None  # the last is on top; default: none
    # what the reshuffled deck held, by name, without what everyone has seen since; public
    reshuffled: dict[str, Count] = {}
    main_action_done: bool = False  # of the feeding turn under way
    acted: bool | None = None  # default: as main_action_done
    passes: Count = 0  # feeding turns in a row in which nothing was done
    dice: Annotated[list[Die], Meta(max_length=MAX_LOADED)] = []  # the next dice, forced
    chance: Annotated[list[Word], Meta(max_length=WORDS)] = []  # the generator; default: from seed
    # a decision in the middle of something; a position written by hand needs none of these
    stage: Literal[
        "develop", "place", "pair", "feed", "hunt", "rob", "react", "chain", "scavenge", "over"
    ] | None = None  # fmt: skip
    decides: SeatNumber | None = None
    draft: DraftWords | None = None
    attack: AttackWords | None = None
    after: Literal["keep_feeding", "carrion"] | None = None  # what follows a chain
    # derived; written for the reader, not read
    scores: list[int] = []
    winners: list[int] = []
