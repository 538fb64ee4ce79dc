"""Decks in words: the package's by its name, or one's own as the text of a deck file (TOML).

Then what is in a deck, and what would be odd about it in play.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import decks
from tangledbank.games.darwin.rules.decks import ABILITIES, DIETS, PARTS, Card, Deck, Diet, Part
from tangledbank.games.darwin.rules.food import EASY, PROTECTING
from tangledbank.games.shared.position import refuse_if
from tangledbank.games.shared.verbs import one_of
from tangledbank.text import instead, mark, say, say_count
from tangledbank.text_files import read_toml

PLACE = "options.deck"

POINTS = (2, 3)  # easy and hard to access
LEAST_CARDS = 60  # of each size: six hands of ten, all drawn from the same deck (DC-SETUP-12)
LONGEST_ANIMAL = 60  # letters
LONGEST_NAME = 2 * LONGEST_ANIMAL  # in an id: a small letter may take the room of two
STANDS_TWICE = mark("“{id}” stands here twice")
APOSTROPHE = "['\N{RIGHT SINGLE QUOTATION MARK}]"


class DeckWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck file."""

    card: list[decks.CardWords]
    biome: list[decks.BiomeValues] = []
    # the event cards in the box; none means those of the package
    events: Annotated[list[str], Meta(min_length=decks.LEAST_EVENTS)] | None = None


def read_deck(value: str) -> list[int]:
    """The numbers of the package's deck, or of one whose text is given."""
    if value == decks.STANDARD:
        return decks.deck_numbers(decks.standard())
    if "=" not in value:
        raise Refused(
            say("there is no deck “{name}”", name=value) + instead(value, [decks.STANDARD]),
            place=PLACE,
        )
    return decks.deck_numbers(parse_deck(value))


def write_deck(number: int) -> str:
    """What `read_deck` made this number from."""
    return decks.deck_numbered(number).text


def parse_deck(text: str, place: str = PLACE) -> Deck:
    """The deck that a text describes; from now on its number leads to it."""
    text = accept(text, str, place).removeprefix("\ufeff")
    words: DeckWords = accept(read_toml(text, place), DeckWords, place)
    at = f"{place}." if place else ""
    cards = [_card(one, f"{at}card[{i}]") for i, one in enumerate(words.card)]
    sentence = mark("there are two cards “{id}”; give one of them another id")
    for i, name in _repeated(card.id for card in cards):
        refuse_if(name, f"{at}card[{i}].id", sentence, id=name)
    _check_counts(cards, f"{at}card")
    given = {one.id: one for one in _checked(words.biome, at)}
    own = decks.standard().biomes
    biomes = [decks.biome_of(given[one.id]) if one.id in given else one for one in own]
    box = words.events or decks.standard().events
    _check_distinct(words.events or [], decks.EVENTS, f"{at}events")
    return decks.register(
        Deck(decks.small_first(cards), tuple(biomes), decks.number_of(text), text, frozenset(box))
    )


def _repeated(names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The names that have been there before, with their index."""
    seen = set[str]()
    for i, name in enumerate(names):
        if name in seen:
            yield i, name
        seen.add(name)


def _card(words: decks.CardWords, place: str) -> Card:
    one_of(words.part, PARTS, f"{place}.part")
    animal, name = words.animal, _hyphened(words.animal)
    wrong = not name or not animal.isprintable() or len(animal) > LONGEST_ANIMAL
    sentence = mark("an animal has a name of one line with letters, {most} at most")
    refuse_if(wrong, f"{place}.animal", sentence, most=LONGEST_ANIMAL)
    words = msgspec.structs.replace(words, id=words.id or f"{name}.{words.part}")
    _check_id(words, f"{place}.id")
    _check_diet(words, f"{place}.diet")
    for limb, points in (("legs", words.legs), ("tail", words.tail)):  # DC-CREATE-4
        sentence = mark("“{id}” is no torso; only torsos have points for legs and tails")
        refuse_if(points and words.part != "torso", f"{place}.{limb}", sentence, id=words.id)
    for ability in words.abilities:
        one_of(ability, ABILITIES, f"{place}.abilities")
    return decks.card_of(words)


def _hyphened(animal: str) -> str:
    """An animal's name as it stands in an id."""
    name = re.sub(APOSTROPHE, "", unicodedata.normalize("NFC", animal).lower())
    return re.sub(r"[\W_]+", "-", name).strip("-")


def _check_id(words: decks.CardWords, place: str) -> None:
    """An id is typed as one word and looks like no other word of the game."""
    name = words.id.removesuffix(f".{words.part}")
    sentence = mark("an id has at most {most} letters before its part")
    refuse_if(len(name) > LONGEST_NAME, place, sentence, most=LONGEST_NAME)
    wrong = name == words.id or name != name.lower() or not re.fullmatch(r"[\w-]+", name)
    sentence = mark("“{id}” cannot be an id: small letters, digits and hyphens, then “.{part}”")
    refuse_if(wrong, place, sentence, id=words.id, part=words.part)


def _check_diet(words: decks.CardWords, place: str) -> None:
    """Heads have a diet, and nothing else has (DC-DEF-2, DC-DEF-3)."""
    is_head = words.part == "head"
    missing = is_head and words.diet is None
    refuse_if(missing, place, mark("the head “{id}” has no diet"), id=words.id)
    if words.diet is not None:
        sentence = mark("“{id}” is no head; only heads have a diet")
        refuse_if(not is_head, place, sentence, id=words.id)
        one_of(words.diet, DIETS, place)


def _check_counts(cards: list[Card], place: str) -> None:
    """Enough cards for every hand and species, and not more than there is room for."""
    n, most = len(cards), decks.MAX_CARDS
    sentence = mark("there are {n} cards; there is room for {most}")
    refuse_if(n > most, place, sentence, n=n, most=most)
    parts = {PARTS[card.part] for card in cards}
    missing = mark("there is no head, and every species needs one")
    refuse_if("head" not in parts, place, missing)
    missing = mark("there is no torso, and every species needs one")
    refuse_if("torso" not in parts, place, missing)
    large = sum(card.large for card in cards)
    few = say("six players may draw {least}: ten in each hand", least=LEAST_CARDS)
    if n - large < LEAST_CARDS:
        raise Refused(say("there are only {n} small cards; ", n=n - large) + few, place=place)
    if large < LEAST_CARDS:
        raise Refused(say("there are only {n} large cards; ", n=large) + few, place=place)


def _checked(biomes: Sequence[decks.BiomeValues], at: str) -> Sequence[decks.BiomeValues]:
    twice = dict(_repeated(biome.id for biome in biomes))
    for i, biome in enumerate(biomes):
        place = f"{at}biome[{i}]"
        if biome.id not in decks.BIOMES:
            raise Refused(
                say("there is no biome “{name}”", name=biome.id) + instead(biome.id, decks.BIOMES),
                place=f"{place}.id",
            )
        refuse_if(i in twice, f"{place}.id", STANDS_TWICE, id=biome.id)
        sentence = mark("“{id}” gives 2 or 3 points, not {points}")
        wrong = biome.points not in POINTS
        refuse_if(wrong, f"{place}.points", sentence, id=biome.id, points=biome.points)
        _check_requirements(biome, place)
    return biomes


def _check_distinct(names: Sequence[str], known: Sequence[str], place: str) -> None:
    for name in names:
        one_of(name, known, place)
        refuse_if(names.count(name) > 1, place, STANDS_TWICE, id=name)


def _check_requirements(biome: decks.BiomeValues, place: str) -> None:
    for name in ("counts", "all", "any", "none"):
        _check_distinct(getattr(biome, name), ABILITIES, f"{place}.{name}")
    for ability in biome.none:  # nobody could ever live there, or a choice would be none (DC-SP-7)
        wrong = ability in biome.all or ability in biome.any
        sentence = mark("“{id}” both asks for {ability} and forbids it")
        refuse_if(wrong, f"{place}.none", sentence, id=biome.id, ability=ability)


# --- what is in a deck, and what would be odd about it --------------------------------------------

FOOD_TOKENS = 90  # units in the box
MOST_BIOMES = 5  # on the table
HEAD_SHARE, TORSO_SHARE = 5, 3  # one in so many small, large cards should be a head, a torso

# What events make of the plants and meat of an easily accessible biome (DC-EVENT-23).
SUPPLIES = [card.effect.food for card in decks.EventCard if card.effect.food != decks.Effect().food]

# What cards can bring together towards a biome's requirements: the fewest hearts for each set of
# requirements met, as bits.
Reach = dict[int, int]
NOTHING: Reach = {0: 0}


class Group(NamedTuple):
    """Cards that can take each other's place in any body."""

    part: int
    diet: int | None = None
    legs: int = 0
    tail: int = 0


def _group(card: Card) -> Group:
    return Group(card.part, card.diet, card.legs, card.tail)


def summary(deck: Deck) -> Iterator[str]:
    """How many cards of each part and diet there are, and symbols of each ability."""
    large = len(deck.cards) - deck.small
    yield say(
        "{cards} cards: {small} small, {large} large",
        cards=len(deck.cards), small=deck.small, large=large,
    )  # fmt: skip
    parts = Counter(card.part for card in deck.cards)
    diets = Counter(card.diet for card in deck.cards)
    yield say("parts: {counts}", counts=_listed(PARTS, [parts[i] for i in range(len(PARTS))]))
    yield say("diets: {counts}", counts=_listed(DIETS, [diets[i] for i in range(len(DIETS))]))
    symbols = [sum(row) for row in zip(*(card.abilities for card in deck.cards), strict=True)]
    yield say("symbols: {counts}", counts=_listed(ABILITIES, symbols))


def _listed(names: Sequence[str], counts: Sequence[int]) -> str:
    """Counts under the names that the deck file has for them."""
    return ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))


def warnings(deck: Deck) -> Iterator[str]:
    """What would be odd in play, though the rules can bear it."""
    yield from _loose_parts(deck)
    left = [card for card in deck.cards if _fits(card, deck)]
    for biome in deck.biomes:
        habitat = Habitat(biome, deck.cards)
        if not habitat.suits():
            yield say("no species of this deck can live in the biome {biome}", biome=biome.id)
        left = [card for card in left if not habitat.suits(card)]
    for card in left:
        yield say("no species with “{id}” can live in any biome", id=card.id)
    yield from _rare_parts(deck)
    richest = sorted((biome.plants + biome.meat for biome in deck.biomes), reverse=True)
    if sum(richest[:MOST_BIOMES]) > FOOD_TOKENS:
        yield say(
            "the {n} richest biomes need {food} food, more than the {tokens} in the box",
            n=MOST_BIOMES, food=sum(richest[:MOST_BIOMES]), tokens=FOOD_TOKENS,
        )  # fmt: skip


def _loose_parts(deck: Deck) -> Iterator[str]:
    """Parts that no torso has a point for (DC-CREATE-4)."""
    for part in (Part.DOUBLE_LEGS, Part.LEGS, Part.TAIL):
        cards = _of(deck.cards, part)
        if cards and not _fits(cards[0], deck):
            yield say_count(
                "no torso can carry the {n} card of the part {part}",
                "no torso can carry the {n} cards of the part {part}",
                len(cards),
                part=PARTS[part],
            )


def _rare_parts(deck: Deck) -> Iterator[str]:
    """Every species needs a head and a torso (DC-CREATE-2)."""
    heads, torsos = (len(_of(deck.cards, part)) for part in (Part.HEAD, Part.TORSO))
    large = len(deck.cards) - deck.small
    if heads * HEAD_SHARE < deck.small:
        yield say(
            "only {n} of {cards} small cards are heads; hands without one will be common",
            n=heads, cards=deck.small,
        )  # fmt: skip
    if torsos * TORSO_SHARE < large:
        yield say(
            "only {n} of {cards} large cards are torsos; hands without one will be common",
            n=torsos, cards=large,
        )  # fmt: skip


def _fits(card: Card, deck: Deck) -> bool:
    """Whether a torso has points for a card; for a head and wings every one has (DC-SP-1)."""
    torsos = _of(deck.cards, Part.TORSO)
    if card.part == Part.TAIL:
        return any(torso.tail for torso in torsos)
    pairs = {int(Part.LEGS): 1, int(Part.DOUBLE_LEGS): 2}.get(card.part, 0)  # DC-SP-2
    return any(torso.legs >= pairs for torso in torsos)


def _of(cards: Iterable[Card], part: int) -> list[Card]:
    return [card for card in cards if card.part == part]


class Habitat:
    """A biome, and what the cards of a deck bring towards living in it.

    What is asked for are bits: the abilities a species must have, one for having any of those of
    which one is enough, and one for a card that is to be part of the body.
    """

    ANY = 1 << len(ABILITIES)
    CARD = ANY << 1

    def __init__(self, biome: decks.Biome, cards: Sequence[Card]) -> None:
        self.biome = biome
        self.cards = cards
        self.supplies: list[tuple[int, int]] = [
            (biome.plants, biome.meat),
            *(SUPPLIES if biome.points == EASY else ()),
        ]
        self.asked = biome.all | (self.ANY if biome.any else 0)
        self.reach: dict[Group, Reach] = {}  # of one card of each group
        for card in cards:
            if not card.symbols & biome.none:
                group, brings = _group(card), {self._met(card): card.hearts}
                self.reach[group] = _best(self.reach.get(group, {}), brings)

    def suits(self, card: Card | None = None, diets: Iterable[int] = range(len(DIETS))) -> bool:
        """Whether a body can live here in some era, one with this card if it is given (DC-SP-7)."""
        if card and card.symbols & self.biome.none:
            return False
        asked = self.asked | (self.CARD if card else 0)
        bodies = [
            _joined(self._of(group, card), self._limbs(group.legs, group.tail, card))
            for group in self.reach
            if group.part == Part.TORSO
        ]
        for diet in diets:
            food = self._food(diet)
            heads = self._of(Group(Part.HEAD, diet), card)
            if any(_joined(heads, body).get(asked, food + 1) <= food for body in bodies):
                return True
        return False

    def _limbs(self, legs: int, tail: int, card: Card | None) -> Reach:
        """What can hang on a torso with so many points for legs and tails (DC-SP-1, DC-SP-2)."""
        wings, pair, four, end = (
            _best(self._of(Group(part), card), NOTHING)
            for part in (Part.WINGS, Part.LEGS, Part.DOUBLE_LEGS, Part.TAIL)
        )
        found = _joined(wings, end) if tail else wings
        if legs == 2:
            return _joined(found, _best(_joined(pair, pair), four))
        return _joined(found, pair) if legs else found

    def _of(self, group: Group, card: Card | None) -> Reach:
        """What one card of a group brings."""
        found = self.reach.get(group, {})
        if card and _group(card) == group:
            return _best(found, {self._met(card) | self.CARD: card.hearts})
        return found

    def _met(self, card: Card) -> int:
        return (card.symbols & self.biome.all) | (
            self.ANY if card.symbols & self.biome.any else 0
        )  # fmt: skip

    def _food(self, diet: int) -> int:
        """The most that one diet can find here (DC-FOOD-3, -6, -9, DC-CREATE-11).

        A carnivore gets the plants too, with prey that has eaten them; whether that is weak enough
        for it is not looked into.
        """
        if diet == Diet.HERBIVORE:
            return max(plants for plants, _ in self.supplies)
        if diet == Diet.OMNIVORE or self.has_prey:
            return max(plants + meat for plants, meat in self.supplies)
        return max(meat for _, meat in self.supplies)

    @cached_property
    def has_prey(self) -> bool:
        """Whether a species that can be devoured can live here (DC-EVAL-8, -11, DC-SP-32)."""
        edible = [card for card in self.cards if not card.symbols & PROTECTING]
        prey = Habitat(self.biome, edible)
        return any(
            prey.suits(card, (Diet.HERBIVORE, Diet.OMNIVORE)) for card in edible if card.hearts
        )


def _best(one: Reach, other: Reach) -> Reach:
    """What either brings."""
    both = one | other
    return {met: min(which[met] for which in (one, other) if met in which) for met in both}


def _joined(one: Reach, other: Reach) -> Reach:
    """What both bring together."""
    found: Reach = {}
    for met, hearts in one.items():
        for more, cost in other.items():
            total = hearts + cost
            found[met | more] = min(total, found.get(met | more, total))
    return found
