"""What species, cards, biomes and places are called.

B2 is the second species of seat B; cards go by their ids, such as bongo.head; places by the biome
that lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.decks import Deck, Part, deck_numbered, standard
from tangledbank.games.darwin.rules.state import GROUNDS, MAX_SPECIES, State
from tangledbank.games.shared.places import Nouns, Places
from tangledbank.games.shared.verbs import Scene, instead
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


# Inside a name an animal is written small, but for these first words. A translation lists those of
# its own language, or has a star alone if all animals keep their capitals.
CAPITALS = mark(
    "African Alpine American Andean Arctic Asian Atlantic Eurasian European Indian Komodo Nile"
)
ALL_CAPITALS = "*"


def deck_of(game: State) -> Deck:
    """The deck a position is played with."""
    return deck_numbered(int(game.deck_number))


def card_name(game: State, kind: int) -> str:
    """The id of a card."""
    return deck_of(game).names[kind]


def kind_named(value: object, scene: Scene, place: str) -> int:
    """The kind of a card by its id."""
    return deck_of(scene.game).kind(str(value), place)


def open_grounds(game: State) -> list[str]:
    """What lies at the places of the table, from left to right."""
    return [GROUNDS[int(ground)] for ground in game.ground[: int(game.places)]]


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
    head, torso = by_part.get(Part.HEAD, ""), by_part.get(Part.TORSO, "")
    others = [one for one in (torso, by_part.get(Part.DOUBLE_LEGS, "")) if one not in ("", head)]
    name = animal_name(head) if head else say("headless")
    if others:
        name = say("{head} {body}", head=name, body=_inside(others[0]))
    return say("winged {name}", name=name) if Part.WINGS in by_part else name


def _inside(animal: str) -> str:
    """The name of an animal behind another one; one of a deck of one's own stays as it is."""
    name, kept = animal_name(animal), say(CAPITALS).split()
    if animal not in _translated() or ALL_CAPITALS in kept or name.split()[0] in kept:
        return name
    return name[0].lower() + name[1:]


@cache
def _translated() -> frozenset[str]:
    """The animals of the package's deck."""
    return frozenset(card.animal for card in standard().cards)


def animal_name(animal: str) -> str:
    """The name of an animal in the reader's language; one of a deck of one's own stays as it is."""
    return animal if {"{", "}"} & set(animal) else say(animal)
