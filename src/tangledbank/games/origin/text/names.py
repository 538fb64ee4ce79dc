"""What animals, cards and tokens are called: B2 is the second animal of the second seat."""

from __future__ import annotations

from tangledbank.games.origin.rules.cards import ABILITIES, CARD_SIDES, NOTHING
from tangledbank.games.origin.rules.state import MAX_CARDS
from tangledbank.games.shared.verbs import Nouns, Places
from tangledbank.games.shared.verbs import name_place as name_place
from tangledbank.text import mark

COLOURS = ("red", "blue")

ANIMALS = Places(
    owner_of=lambda game, animal: int(game["owner"][animal]),
    size=MAX_CARDS,
    fields=("animal", "with", "from", "to", "prey"),
    nouns=Nouns(
        neither=mark("an animal is an index such as 0, or [seat, index] such as [1, 0]"),
        no_pair=mark("an animal is [seat, index], two numbers from 0"),
        from_zero=mark("the animals of a seat are counted from 0"),
        missing=mark("there is no animal {name}, [{seat}, {index}]; seat {seat} has {count}"),
        no_name=mark("“{token}” names no animal; type a name such as A1, counted from 1"),
        you_have=mark("there is no animal {name}; you have {those}"),
        seat_has=mark("there is no animal {name}; seat {letter} has {those}"),
    ),
    reason="no_such_animal",
    clause="OS-PRED-02",
)


def sides_of(kind: int) -> list[str]:
    """The abilities a kind of card carries."""
    return [ABILITIES[side] for side in CARD_SIDES[kind] if side != NOTHING]
