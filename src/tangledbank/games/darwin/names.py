"""What species, cards, biomes and places are called.

B2 is the second species of seat B; cards go by their ids, such as bongo.head; places by the biome
that lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tangledbank.errors import Refused
from tangledbank.games.darwin.decks import DOUBLE_LEGS, HEAD, TORSO, WINGS, Deck, deck_numbered
from tangledbank.games.darwin.state import GROUNDS, MAX_SPECIES
from tangledbank.games.places import Nouns, Places
from tangledbank.games.vocabulary import Scene, instead
from tangledbank.text import mark, say

SPECIES = Places(
    owner_of=lambda game, species: int(game["owner"][species]),
    size=MAX_SPECIES,
    fields=("species",),
    nouns=Nouns(
        neither=mark("a species is an index such as 0, or [seat, index] such as [1, 0]"),
        no_pair=mark("a species is [seat, index], two numbers from 0"),
        from_zero=mark("the species of a seat are counted from 0"),
        missing=mark("there is no species {name}, [{seat}, {index}]; seat {seat} has {count}"),
        no_name=mark("“{token}” names no species; type a name such as A1, counted from 1"),
        you_have=mark("there is no species {name}; you have {those}"),
        seat_has=mark("there is no species {name}; seat {letter} has {those}"),
    ),
    reason="no_such_species",
    clause="DC-DEF-1",
)


def deck_of(game: Any) -> Deck:
    """The deck a position is played with."""
    return deck_numbered(int(game["deck_number"]))


def card_name(game: Any, kind: int) -> str:
    """The id of a card."""
    return deck_of(game).names[kind]


def kind_named(value: object, scene: Scene, place: str) -> int:
    """The kind of a card by its id."""
    return deck_of(scene.game).kind(str(value), place)


def open_grounds(game: Any) -> list[str]:
    """What lies at the places of the table, from left to right."""
    return [GROUNDS[int(ground)] for ground in game["ground"][: int(game["places"])]]


def place_named(value: object, scene: Scene, place: str) -> int:
    """The place at which this biome lies."""
    there = open_grounds(scene.game)
    if value not in there:
        raise Refused(
            say("“{value}” does not lie on the table", value=value) + instead(value, there),
            place=place,
            reason="no_such_biome",
            clause="DC-SETUP-7",
        )
    return there.index(str(value))


def species_name(deck: Deck, kinds: Sequence[int]) -> str:
    """The name of a species, head first (ledger 1.7): winged Bongo chimpanzee.

    The second animal is that of the first large card that is not the head's: torso, double legs.
    """
    by_part = {deck.cards[kind].part: deck.cards[kind].animal for kind in reversed(kinds)}
    head, torso = by_part.get(HEAD, ""), by_part.get(TORSO, "")
    others = [one for one in (torso, by_part.get(DOUBLE_LEGS, "")) if one not in ("", head)]
    name = animal_name(head) if head else say("headless")
    if others:
        name = say("{head} {body}", head=name, body=animal_name(others[0]))
    return say("winged {name}", name=name) if WINGS in by_part else name


def animal_name(animal: str) -> str:
    """The name of an animal in the reader's language; one of a deck of one's own stays as it is."""
    return say(animal) if "{" not in animal else animal
