"""Decks in words: the package's by its name, or one's own as the text of a deck file (TOML)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.decks import (
    ABILITIES,
    BIOMES,
    DIETS,
    EVENTS,
    LEAST_EVENTS,
    MAX_CARDS,
    PARTS,
    STANDARD,
    BiomeWords,
    Card,
    CardWords,
    Deck,
    biome_of,
    card_of,
    deck_numbered,
    deck_numbers,
    number_of,
    register,
    small_first,
    standard,
)
from tangledbank.games.shared.toml_text import read_toml
from tangledbank.games.shared.verbs import instead, one_of
from tangledbank.text import say

PLACE = "options.deck"

POINTS = (2, 3)  # easy and hard to access
LEAST_CARDS = 60  # of each size: six hands of ten, all drawn from the same deck (DC-SETUP-12)
LONGEST_ANIMAL = 60  # letters
LONGEST_NAME = 2 * LONGEST_ANIMAL  # in an id: a small letter may take the room of two
APOSTROPHE = "['\N{RIGHT SINGLE QUOTATION MARK}]"


class DeckWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck file."""

    card: list[CardWords]
    biome: list[BiomeWords] = []
    # the event cards in the box; none means those of the package
    events: Annotated[list[str], Meta(min_length=LEAST_EVENTS)] | None = None


def read_deck(value: str) -> list[int]:
    """The numbers of the package's deck, or of one whose text is given."""
    if value == STANDARD:
        return deck_numbers(standard())
    if "=" not in value:
        raise Refused(
            say("there is no deck “{name}”", name=value) + instead(value, [STANDARD]), place=PLACE
        )
    return deck_numbers(parse_deck(value))


def write_deck(number: int) -> str:
    """What `read_deck` made this number from."""
    return deck_numbered(number).text


def parse_deck(text: str, place: str = PLACE) -> Deck:
    """The deck that a text describes; from now on its number leads to it."""
    text = accept(text, str, place).removeprefix("\ufeff")
    words: DeckWords = accept(read_toml(text, place), DeckWords, place)
    at = f"{place}." if place else ""
    cards = [_card(one, f"{at}card[{i}]") for i, one in enumerate(words.card)]
    _check_ids(cards, at)
    _check_counts(cards, f"{at}card")
    given = {one.id: one for one in _checked(words.biome, at)}
    biomes = [biome_of(given[own.id]) if own.id in given else own for own in standard().biomes]
    box = _distinct(words.events, EVENTS, f"{at}events") if words.events else standard().events
    return register(Deck(small_first(cards), tuple(biomes), number_of(text), text, frozenset(box)))


def _card(words: CardWords, place: str) -> Card:
    one_of(words.part, PARTS, f"{place}.part")
    _check_animal(words.animal, f"{place}.animal")
    made = f"{_hyphened(words.animal)}.{words.part}"
    words = msgspec.structs.replace(words, id=words.id or made)
    _check_id(words, f"{place}.id")
    _check_diet(words, f"{place}.diet")
    _check_points(words, place)
    for ability in words.abilities:
        one_of(ability, ABILITIES, f"{place}.abilities")
    return card_of(words)


def _check_animal(animal: str, place: str) -> None:
    if not _hyphened(animal) or not animal.isprintable() or len(animal) > LONGEST_ANIMAL:
        raise Refused(
            say(
                "an animal has a name of one line with letters, {most} at most", most=LONGEST_ANIMAL
            ),
            place=place,
        )


def _hyphened(animal: str) -> str:
    """An animal's name as it stands in an id."""
    name = re.sub(APOSTROPHE, "", unicodedata.normalize("NFC", animal).lower())
    return re.sub(r"[\W_]+", "-", name).strip("-")


def _check_id(words: CardWords, place: str) -> None:
    """An id is typed as one word and looks like no other word of the game."""
    name = words.id.removesuffix(f".{words.part}")
    if len(name) > LONGEST_NAME:
        raise Refused(
            say("an id has at most {most} letters before its part", most=LONGEST_NAME), place=place
        )
    if name == words.id or name != name.lower() or not re.fullmatch(r"[\w-]+", name):
        raise Refused(
            say(
                "“{id}” cannot be an id: small letters, digits and hyphens, then “.{part}”",
                id=words.id,
                part=words.part,
            ),
            place=place,
        )


def _check_diet(words: CardWords, place: str) -> None:
    """Heads have a diet, and nothing else has (DC-DEF-2, DC-DEF-3)."""
    if words.part == "head" and words.diet is None:
        raise Refused(say("the head “{id}” has no diet", id=words.id), place=place)
    if words.part != "head" and words.diet is not None:
        raise Refused(say("“{id}” is no head; only heads have a diet", id=words.id), place=place)
    if words.diet is not None:
        one_of(words.diet, DIETS, place)


def _check_points(words: CardWords, place: str) -> None:
    """Legs and tails are attached to torsos (DC-CREATE-4)."""
    for name, points in (("legs", words.legs), ("tail", words.tail)):
        if points and words.part != "torso":
            raise Refused(
                say("“{id}” is no torso; only torsos have points for legs and tails", id=words.id),
                place=f"{place}.{name}",
            )


def _check_ids(cards: Iterable[Card], at: str) -> None:
    seen = set[str]()
    for i, card in enumerate(cards):
        if card.id in seen:
            raise Refused(
                say("there are two cards “{id}”; give one of them another id", id=card.id),
                place=f"{at}card[{i}].id",
            )
        seen.add(card.id)


def _check_counts(cards: list[Card], place: str) -> None:
    """Enough cards for every hand and species, and not more than there is room for."""
    if len(cards) > MAX_CARDS:
        raise Refused(
            say("there are {n} cards; there is room for {most}", n=len(cards), most=MAX_CARDS),
            place=place,
        )
    parts = {PARTS[card.part] for card in cards}
    if "head" not in parts:
        raise Refused(say("there is no head, and every species needs one"), place=place)
    if "torso" not in parts:
        raise Refused(say("there is no torso, and every species needs one"), place=place)
    large = sum(card.large for card in cards)
    few = say("six players may draw {least}: ten in each hand", least=LEAST_CARDS)
    if len(cards) - large < LEAST_CARDS:
        only = say("there are only {n} small cards; ", n=len(cards) - large)
        raise Refused(only + few, place=place)
    if large < LEAST_CARDS:
        raise Refused(say("there are only {n} large cards; ", n=large) + few, place=place)


def _checked(biomes: Iterable[BiomeWords], at: str) -> list[BiomeWords]:
    seen = set[str]()
    checked = list(biomes)
    for i, biome in enumerate(checked):
        place = f"{at}biome[{i}]"
        if biome.id not in BIOMES:
            raise Refused(
                say("there is no biome “{name}”", name=biome.id) + instead(biome.id, BIOMES),
                place=f"{place}.id",
            )
        if biome.id in seen:
            raise Refused(say("“{id}” stands here twice", id=biome.id), place=f"{place}.id")
        seen.add(biome.id)
        _check_biome(biome, place)
    return checked


def _check_biome(biome: BiomeWords, place: str) -> None:
    if biome.points not in POINTS:
        raise Refused(
            say("“{id}” gives 2 or 3 points, not {points}", id=biome.id, points=biome.points),
            place=f"{place}.points",
        )
    for name in ("counts", "all", "any", "none"):
        _distinct(getattr(biome, name), ABILITIES, f"{place}.{name}")
    for ability in biome.none:  # nobody could ever live there, or a choice would be none (DC-SP-7)
        if ability in biome.all or ability in biome.any:
            raise Refused(
                say("“{id}” both asks for {ability} and forbids it", id=biome.id, ability=ability),
                place=f"{place}.none",
            )


def _distinct(names: list[str], known: Sequence[str], place: str) -> list[str]:
    """Names of these, each at most once."""
    for name in names:
        one_of(name, known, place)
        if names.count(name) > 1:
            raise Refused(say("“{id}” stands here twice", id=name), place=place)
    return names
