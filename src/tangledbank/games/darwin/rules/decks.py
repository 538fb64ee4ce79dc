"""The decks of Darwin's Choice: the package's own, and those that people write themselves.

A deck is its animal cards, the values of the biomes and which event cards are in play. The kind of
a card is its index in the deck; small cards come first. What all decks have in common are rows:
parts, abilities, diets, continents, event cards.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from inspect import get_annotations
from pathlib import Path
from threading import Lock
from typing import Annotated, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import Meta

from tangledbank.errors import Refused
from tangledbank.games.shared.rows import FactRow, Row, index_of, names
from tangledbank.text import instead, mark, say


class PrintedRow(FactRow):
    """A row with further columns: the annotations of its class, in their order; none is left out.

    Pictures and signs go by the id of the row.
    """

    def __init__(self, *columns: object) -> None:
        """Hold the columns; which one is left out, their order does not tell."""
        names = get_annotations(type(self))
        if len(columns) < len(names):
            self.fail(f"{' or '.join(names)} is missing")
        if len(columns) > len(names):
            self.fail(f"there is more than {' and '.join(names)}")
        for name, column in zip(names, columns, strict=True):
            self.need(**{name: column != ""})
            setattr(self, name, column)


class Part(PrintedRow):
    """Where a card belongs on a body."""

    title: str
    shelf: str  # what its cards are called

    HEAD = mark("head"), mark("Heads")
    TORSO = mark("torso"), mark("Torsos")
    DOUBLE_LEGS = mark("double legs"), mark("Double legs")
    LEGS = mark("legs"), mark("Legs")
    WINGS = mark("wings"), mark("Wings")
    TAIL = mark("tail"), mark("Tails")


class Ability(PrintedRow):
    """The last two protect from predators (DC-DEF-7, DC-DEF-8)."""

    title: str
    letter: str  # one sign, where there is little room

    RUN = mark("run"), "R"
    CLIMB = mark("climb"), "C"
    FLY = mark("fly"), "F"
    SWIM = mark("swim"), "S"
    COLD = mark("cold resistance"), "K"
    HEAT = mark("heat resistance"), "H"
    DIG = mark("dig"), "D"
    POISON = mark("poisonous"), "P"


class Diet(PrintedRow):
    """What a head eats."""

    title: str
    eats: str

    HERBIVORE = mark("herbivore"), mark("plants")
    OMNIVORE = mark("omnivore"), mark("both")
    CARNIVORE = mark("carnivore"), mark("meat")


class Continent(PrintedRow):
    """Whose card decides which biome changes."""

    title: str

    AFRICA = (mark("Africa"),)
    AMERICA = (mark("America"),)
    ASIA = (mark("Asia"),)
    AUSTRALIA = (mark("Australia"),)
    EUROPE = (mark("Europe"),)


class Effect(NamedTuple):
    """What an event changes, and its rule if it acts at once; the defaults hold without one."""

    rule: str = ""  # of events.py: carries it out when it is revealed
    brings: tuple[str, ...] = ()  # the pair of biomes of which one comes
    food: tuple[int, int] = (-1, -1)  # plants and meat of an easily accessible biome, if changed
    prices: tuple[int, int] = (0, 3)  # of one mutation, and of two (DC-MUTATE-9)
    for_two: bool = True  # two players use it too (DC-2P-3)


AT_ONCE, FOR_AN_ERA = False, True  # DC-EVENT-1


class EventCard(PrintedRow):
    """All event cards there are; which of them are in play, the deck says (`Deck.events`).

    The order is part of recorded games: a new one comes last. Its picture is in art/scenes.py.
    """

    title: str
    meaning: str
    lasts: bool
    effect: Effect

    DEGENERATION = (
        mark("Degeneration"),
        mark("Every species of four or more cards loses one, not head or torso."),
        AT_ONCE, Effect(rule="begin_degeneration"),
    )  # fmt: skip
    DESERTIFICATION = (
        mark("Desertification"),
        mark("A Desert or Rocky desert comes, if one is left; those on the table stay this time."),
        AT_ONCE, Effect(brings=("desert", "rocky_desert")),
    )  # fmt: skip
    FLOOD = (
        mark("Flood"), mark("Species that can neither swim, climb nor fly die out."), AT_ONCE,
        Effect(rule="flood"),
    )  # fmt: skip
    HURRICANE = (
        mark("Hurricane"),
        mark("In each biome the least adapted dies out if its adaptation is below 4."),
        AT_ONCE, Effect(rule="hurricane"),
    )  # fmt: skip
    ICE_AGE = (
        mark("Ice age"),
        mark("A Polar desert or Cold desert comes, if one is left; "
             "those on the table stay this time."), AT_ONCE,
        Effect(brings=("polar_desert", "cold_desert")),
    )  # fmt: skip
    INVADERS = (
        mark("Invaders"),
        mark("Everyone loses their species with the most points and keeps the points."),
        AT_ONCE, Effect(rule="begin_invasion"),
    )  # fmt: skip
    MOUNTAIN_FORMATION = (
        mark("Mountain formation"),
        mark("High mountains or Highlands come, if they are left; those on the table stay this "
             "time."), AT_ONCE, Effect(brings=("high_mountains", "highlands")),
    )  # fmt: skip
    AXIS_SHIFT = (
        mark("Axis shift"), mark("All biomes are replaced, except a volcano of the past era."),
        AT_ONCE, Effect(),
    )  # fmt: skip
    CONTINENTAL_DRIFT = (
        mark("Continental drift"), mark("In this era no species migrates between left and right."),
        FOR_AN_ERA, Effect(for_two=False),
    )  # fmt: skip
    EPIDEMIC = (
        mark("Epidemic"),
        mark("In this era omnivores and carnivores have strength 0 and devour nothing."),
        FOR_AN_ERA, Effect(),
    )  # fmt: skip
    IDEAL_CONDITIONS = mark("Ideal conditions"), mark("Nothing happens."), FOR_AN_ERA, Effect()
    LOW_MUTATION_RATE = (
        mark("Low mutation rate"),
        mark("In this era a mutation costs 1 point, a double one up to 5."),
        FOR_AN_ERA, Effect(prices=(1, 5)),
    )  # fmt: skip
    METEORITE_IMPACT = (
        mark("Meteorite impact"), mark("In this era biomes of 2 points have 4 plants and 3 meat."),
        FOR_AN_ERA, Effect(food=(4, 3)),
    )  # fmt: skip
    PLANT_BOOM = (
        mark("Plant boom"), mark("In this era biomes of 2 points have 6 plants and 2 meat."),
        FOR_AN_ERA, Effect(food=(6, 2)),
    )  # fmt: skip
    PREY_BOOM = (
        mark("Prey boom"), mark("In this era biomes of 2 points have 2 plants and 6 meat."),
        FOR_AN_ERA, Effect(food=(2, 6)),
    )  # fmt: skip
    VOLCANIC_ERUPTION = (
        mark("Volcanic eruption"),
        mark("A volcano replaces a biome; for this era nothing can live there."),
        FOR_AN_ERA, Effect(for_two=False),
    )  # fmt: skip


PARTS, ABILITIES, DIETS = names(Part), names(Ability), names(Diet)
CONTINENTS, EVENTS = names(Continent), names(EventCard)
LARGE = (Part.TORSO, Part.DOUBLE_LEGS)  # the other parts are small cards
LEAST_EVENTS = 3 + sum(not card.effect.for_two for card in EventCard)  # one before each new era

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


class BiomeValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a biome as a deck file has them."""

    id: str
    counts: Annotated[list[str], Meta(min_length=1)]
    plants: Food
    meat: Food
    points: int
    all: list[str] = []
    any: list[str] = []
    none: list[str] = []


class BiomeRow(BiomeValues, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A biome of the package: with what a deck file cannot change."""

    title: str
    pair: int = 0  # biomes that are alike: of each pair the variants use only one (DC-2P-1)


Kind = TypeVar("Kind", bound=msgspec.Struct)
_FOLDER = Path(__file__).parent.parent
STANDARD = "standard"  # the name of the package's deck


def _file(name: str) -> dict[str, list[dict[str, object]]]:
    """One of the package's files, a list of rows under each name."""
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))


def read_rows(rows: Iterable[dict[str, object]], kind: type[Kind]) -> list[Kind]:
    """Rows of one of the package's files; one that lacks something is told by its id."""
    found = []
    for row in rows:
        try:
            found.append(msgspec.convert(row, kind))
        except msgspec.ValidationError as error:
            raise TypeError(f"{kind.__name__} {row.get('id')}: {error}") from None
    return found


_BIOMES = read_rows(_file("biomes.toml")["biome"], BiomeRow)
BIOMES = tuple(biome.id for biome in _BIOMES)


def biome_numbers(ids: Iterable[str], row: Row) -> list[int]:
    """The biomes that a row names."""
    for name in ids:
        if name not in BIOMES:
            raise TypeError(f"{type(row).__name__}.{row.name}: there is no biome {name!r}")
    return [BIOMES.index(name) for name in ids]


PAIRS = tuple(
    tuple(i for i, biome in enumerate(_BIOMES) if biome.pair == pair)
    for pair in sorted({biome.pair for biome in _BIOMES if biome.pair})
)
# What can lie at a place: a biome, the volcano, or a competition token (DC-KIDS-5).
GROUND_TITLES = {biome.id: biome.title for biome in _BIOMES} | {
    "volcano": mark("Volcano"),
    "gold": mark("Gold token"),
    "silver": mark("Silver token"),
    "bronze": mark("Bronze token"),
}
GROWN_VOLCANO = "tropical_rainforest"  # what a volcano becomes (DC-EVENT-28)

# What the rules have room for.
MAX_CARDS = 256
CARD_FIELDS = 2 + len(ABILITIES) + 4
BIOME_FIELDS = 7
DECK_NUMBERS = 2 + MAX_CARDS * CARD_FIELDS + len(BIOMES) * BIOME_FIELDS + 1
MOST_NUMBER = 2**31 - 1  # of a deck


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
    counts: int  # what adaptation is counted from (DC-DEF-10)
    all: int  # what a species must have, …
    any: int  # … of which it must have one, …
    none: int  # … and must not have (DC-SP-7)
    plants: int
    meat: int
    points: int


@dataclass(frozen=True)
class Deck:
    """The cards, biomes and events a game is played with."""

    cards: tuple[Card, ...]  # small ones first
    biomes: tuple[Biome, ...]  # in the order of BIOMES
    number: int  # 0 is the package's deck
    text: str  # of its file, or the name of the package's deck
    events: frozenset[str]  # the event cards in the box

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The id of each kind of card."""
        return tuple(card.id for card in self.cards)

    @cached_property
    def small(self) -> int:
        """How many cards are small: their kinds are the first ones."""
        return sum(not card.large for card in self.cards)

    def kind(self, name: str, place: str = "") -> int:
        """The kind of the card with this id."""
        if name not in self.names:
            raise Refused(
                say("there is no card “{name}” in this deck", name=name)
                + instead(name, self.names),
                place=place,
            )
        return self.names.index(name)


def card_of(words: CardWords) -> Card:
    """A card as the rules take it."""
    row = f"card {words.id}"
    for ability in words.abilities:
        index_of(ability, ABILITIES, row, "ability")
    return Card(
        id=words.id,
        animal=words.animal,
        part=index_of(words.part, PARTS, row, "part"),
        diet=None if words.diet is None else index_of(words.diet, DIETS, row, "diet"),
        abilities=tuple(words.abilities.get(ability, 0) for ability in ABILITIES),
        hearts=words.hearts,
        strength=words.strength,
        legs=words.legs,
        tail=words.tail,
    )


def biome_of(words: BiomeValues) -> Biome:
    """A biome as the rules take it."""
    return Biome(
        id=words.id,
        counts=_bits(words.counts, words.id),
        all=_bits(words.all, words.id),
        any=_bits(words.any, words.id),
        none=_bits(words.none, words.id),
        plants=words.plants,
        meat=words.meat,
        points=words.points,
    )


def _bits(abilities: Sequence[str], biome: str) -> int:
    row = f"biome {biome}"
    return sum(1 << index_of(ability, ABILITIES, row, "ability") for ability in abilities)


def small_first(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of their kinds."""
    return tuple(sorted(cards, key=lambda card: card.large))


@cache
def standard() -> Deck:
    """The package's deck."""
    box = _file("cards.toml")
    cards = [card_of(card) for card in read_rows(box["card"], CardWords)]
    biomes = tuple(biome_of(biome) for biome in _BIOMES)
    return Deck(small_first(cards), biomes, 0, STANDARD, frozenset(map(str, box["events"])))


def standard_text() -> str:
    """The package's deck as the text of a deck file."""
    tables = [("card", card) for card in _file("cards.toml")["card"]]
    tables += [("biome", biome) for biome in _file("biomes.toml")["biome"]]
    return "\n".join(f"[[{kind}]]\n{_lines(row)}" for kind, row in tables)


def _lines(row: dict[str, object]) -> str:
    """A row as a deck file has it; the title and the pair of a biome cannot be changed there."""
    said = {name: row[name] for name in row if name not in ("title", "pair")}
    return "".join(f"{name} = {_toml(value)}\n" for name, value in said.items())


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


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
    """A deck as the rules take it: number, how many cards, cards, biomes, bits of its events."""
    numbers = [deck.number, len(deck.cards)]
    for card in deck.cards:
        numbers += [card.part, card.diet or 0, *card.abilities]
        numbers += [card.hearts, card.strength, card.legs, card.tail]
    numbers += [0] * (CARD_FIELDS * (MAX_CARDS - len(deck.cards)))
    for biome in deck.biomes:
        numbers += msgspec.structs.astuple(biome)[1:]  # all but the id
    return [*numbers, sum(1 << card for card in EventCard if card.id in deck.events)]
