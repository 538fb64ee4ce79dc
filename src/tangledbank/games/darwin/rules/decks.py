"""The decks of Darwin's Choice: the package's own, and those that people write themselves.

A deck is its animal cards and the values of the biomes. The kind of a card is its index in the
deck; small cards come first.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Annotated, Any
from weakref import WeakValueDictionary

import msgspec
from msgspec import Meta

from tangledbank.errors import Refused
from tangledbank.games.shared.rows import Row, names
from tangledbank.games.shared.verbs import instead
from tangledbank.text import say


class Part(Row):
    """Where a card belongs on a body."""

    HEAD = 0
    TORSO = 1
    DOUBLE_LEGS = 2
    LEGS = 3
    WINGS = 4
    TAIL = 5


PARTS = names(Part)
LARGE = (Part.TORSO, Part.DOUBLE_LEGS)  # the other parts are small cards

# The last two are the special ones: they protect from predators (DC-DEF-7, DC-DEF-8).


class Ability(Row):
    """The last two protect from predators (DC-DEF-7, DC-DEF-8)."""

    RUN = 0
    CLIMB = 1
    FLY = 2
    SWIM = 3
    COLD = 4
    HEAT = 5
    DIG = 6
    POISON = 7


ABILITIES = names(Ability)


class Diet(Row):
    """What a head eats."""

    HERBIVORE = 0
    OMNIVORE = 1
    CARNIVORE = 2


DIETS = names(Diet)

CONTINENTS = ("africa", "america", "asia", "australia", "europe")

_FOLDER = Path(__file__).parent.parent
STANDARD = "standard"  # the name of the package's deck


def _entries(file: str, name: str) -> list[dict[str, Any]]:
    """The entries of one of the package's files."""
    return tomllib.loads((_FOLDER / file).read_text(encoding="utf-8"))[name]


_BIOMES = _entries("biomes.toml", "biome")
_EVENTS = _entries("events.toml", "event")

BIOMES: tuple[str, ...] = tuple(biome["id"] for biome in _BIOMES)
BIOME_TITLES: tuple[str, ...] = tuple(biome["title"] for biome in _BIOMES)
# Biomes that are alike: of each pair the variants use only one (DC-2P-1).
PAIRS: tuple[tuple[int, ...], ...] = tuple(
    tuple(i for i, biome in enumerate(_BIOMES) if biome.get("pair") == pair)
    for pair in sorted({biome["pair"] for biome in _BIOMES if "pair" in biome})
)

EVENTS: tuple[str, ...] = tuple(event["id"] for event in _EVENTS)
EVENT_TITLES: tuple[str, ...] = tuple(event["title"] for event in _EVENTS)
IMMEDIATE = sum(event["kind"] == "immediate" for event in _EVENTS)  # they come first (DC-EVENT-1)

# What the rules have room for.
MAX_CARDS = 256
CARD_FIELDS = 2 + len(ABILITIES) + 4
BIOME_FIELDS = 7
DECK_NUMBERS = 2 + MAX_CARDS * CARD_FIELDS + len(BIOMES) * BIOME_FIELDS
MOST_NUMBER = 2**31 - 1  # of a deck

MOST_SYMBOLS = 9  # of one sort on a card
MOST_FOOD = 20  # of one sort in a biome
MOST_LEGS, MOST_TAILS = 2, 1  # points of a torso (DC-SP-1)

Symbols = Annotated[int, Meta(ge=0, le=MOST_SYMBOLS)]
Food = Annotated[int, Meta(ge=0, le=MOST_FOOD)]


class CardWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as a deck file has it."""

    animal: str
    part: str
    id: str = ""
    diet: str | None = None
    abilities: dict[str, Symbols] = {}
    hearts: Symbols = 0
    strength: Symbols = 0
    legs: Annotated[int, Meta(ge=0, le=MOST_LEGS)] = 0
    tail: Annotated[int, Meta(ge=0, le=MOST_TAILS)] = 0


class BiomeWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a biome as a deck file has them."""

    id: str
    counts: Annotated[list[str], Meta(min_length=1)]
    plants: Food
    meat: Food
    points: int
    all: list[str] = []
    any: list[str] = []
    none: list[str] = []


class Card(msgspec.Struct, frozen=True):
    """An animal card: where it fits and what it brings."""

    id: str
    animal: str
    part: int
    diet: int | None  # heads only (DC-DEF-3)
    abilities: tuple[int, ...]  # how many symbols of each
    hearts: int
    strength: int
    legs: int  # points of a torso for legs, and for a tail (DC-SP-1)
    tail: int

    @property
    def large(self) -> bool:
        """Whether it belongs to the deck of large cards."""
        return self.part in LARGE

    @property
    def symbols(self) -> int:
        """The abilities it has any symbol of, as bits."""
        return sum(1 << i for i, symbols in enumerate(self.abilities) if symbols)


class Biome(msgspec.Struct, frozen=True):
    """A biome: what counts there, what it asks for and what it gives. Abilities are bits."""

    id: str
    title: str
    counts: int  # what adaptation is counted from (DC-DEF-10)
    all: int  # what a species must have, …
    any: int  # … of which it must have one, …
    none: int  # … and must not have (DC-SP-7)
    plants: int
    meat: int
    points: int


@dataclass(frozen=True)
class Deck:
    """The cards and biomes a game is played with."""

    cards: tuple[Card, ...]  # small ones first
    biomes: tuple[Biome, ...]  # in the order of BIOMES
    number: int  # 0 is the package's deck
    text: str  # of its file, or the name of the package's deck

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The id of each kind of card."""
        return tuple(card.id for card in self.cards)

    @cached_property
    def small(self) -> int:
        """How many cards are small: their kinds are the first ones."""
        return sum(not card.large for card in self.cards)

    @cached_property
    def _kinds(self) -> dict[str, int]:
        return {name: kind for kind, name in enumerate(self.names)}

    def kind(self, name: str, place: str = "") -> int:
        """The kind of the card with this id."""
        if name not in self._kinds:
            raise Refused(
                say("there is no card “{name}” in this deck", name=name)
                + instead(name, self.names),
                place=place,
            )
        return self._kinds[name]


def card_of(words: CardWords) -> Card:
    """A card as the rules take it; its words have been checked."""
    return Card(
        id=words.id,
        animal=words.animal,
        part=PARTS.index(words.part),
        diet=None if words.diet is None else DIETS.index(words.diet),
        abilities=tuple(words.abilities.get(ability, 0) for ability in ABILITIES),
        hearts=words.hearts,
        strength=words.strength,
        legs=words.legs,
        tail=words.tail,
    )


def biome_of(words: BiomeWords) -> Biome:
    """A biome as the rules take it; its words have been checked."""
    return Biome(
        id=words.id,
        title=BIOME_TITLES[BIOMES.index(words.id)],
        counts=_bits(words.counts),
        all=_bits(words.all),
        any=_bits(words.any),
        none=_bits(words.none),
        plants=words.plants,
        meat=words.meat,
        points=words.points,
    )


def _bits(abilities: Sequence[str]) -> int:
    return sum(1 << ABILITIES.index(ability) for ability in abilities)


def small_first(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of their kinds."""
    return tuple(sorted(cards, key=lambda card: card.large))


@cache
def standard() -> Deck:
    """The package's deck."""
    cards = [card_of(msgspec.convert(card, CardWords)) for card in _entries("cards.toml", "card")]
    own = {"title", "pair"}  # a deck file cannot change them
    biomes = [{name: biome[name] for name in biome if name not in own} for biome in _BIOMES]
    return Deck(
        small_first(cards),
        tuple(biome_of(msgspec.convert(biome, BiomeWords)) for biome in biomes),
        0,
        STANDARD,
    )


def standard_text() -> str:
    """The package's deck as the text of a deck file."""
    files = [(_FOLDER / file).read_text(encoding="utf-8") for file in ("cards.toml", "biomes.toml")]
    lines = "\n".join(files).splitlines()
    kept = [line for line in lines if not line.startswith(("#", "title =", "pair ="))]
    return "\n".join(kept).strip().replace("\n\n\n", "\n\n") + "\n"


# A record has only the number of its deck. It leads to the deck as long as somebody holds that, as
# a table does, and a while longer for those who are about to.
MOST_RECENT = 16
_known: WeakValueDictionary[int, Deck] = WeakValueDictionary()
_recent: OrderedDict[int, Deck] = OrderedDict()  # those read last
_changing = Lock()


def number_of(text: str) -> int:
    """The number of the deck with this text, the same in every process."""
    digest = hashlib.sha256(text.encode()).digest()
    return int.from_bytes(digest[:8]) % MOST_NUMBER + 1


def register(deck: Deck) -> Deck:
    """Remember a deck, so that its number leads to it."""
    with _changing:
        known = _known.setdefault(deck.number, deck)
        if known.text != deck.text:  # two in two thousand million
            raise Refused(
                say("another deck has the same number; add an empty line to the deck file")
            )
        _recent[deck.number] = known
        _recent.move_to_end(deck.number)
        if len(_recent) > MOST_RECENT:
            _recent.popitem(last=False)
    return known


def deck_numbered(number: int) -> Deck:
    """The deck with this number, if it has been read in this process and is still in use."""
    deck = standard() if number == 0 else _known.get(number)
    if deck is None:
        raise Refused(
            say("the deck of this position, number {number}, has not been read", number=number),
            place="options.deck",
        )
    return deck


def deck_numbers(deck: Deck) -> list[int]:
    """A deck as the rules take it: its number, how many cards, all cards, all biomes."""
    numbers = [deck.number, len(deck.cards)]
    for card in deck.cards:
        numbers += [card.part, card.diet or 0, *card.abilities]
        numbers += [card.hearts, card.strength, card.legs, card.tail]
    numbers += [0] * (CARD_FIELDS * (MAX_CARDS - len(deck.cards)))
    for biome in deck.biomes:
        numbers += [biome.counts, biome.all, biome.any, biome.none]
        numbers += [biome.plants, biome.meat, biome.points]
    return numbers
