"""What species and cards are called, and actions of Evolution in words.

B2 is the second species of seat B, horns+3 a card.
"""

from __future__ import annotations

from collections.abc import Sequence

from tangledbank.accept import Words
from tangledbank.errors import Refused
from tangledbank.games.evolution.rules.actions import Verb
from tangledbank.games.evolution.rules.cards import KINDS, LEAST_NUMBER, NUMBERS, TRAITS
from tangledbank.games.evolution.rules.state import BOARDS, MAX_SPECIES, MOST, State
from tangledbank.games.evolution.rules.tell import SIDES
from tangledbank.games.shared import verbs
from tangledbank.games.shared.verbs import ActionWords, Scene, Shape
from tangledbank.kernel.records import items_of
from tangledbank.text import say

SPECIES = verbs.Places(
    owner_of=lambda _game, species: species // BOARDS,
    size=MAX_SPECIES,
    fields=("species", "with"),
    nouns=verbs.OF_SPECIES,
    reason="no_such_species",
    clause="EV-PLAY-04",
)


def trait_name(kind: int) -> str:
    """The trait of a kind of card."""
    return TRAITS[kind // NUMBERS]


def number_of(kind: int) -> int:
    """The food number of a kind of card."""
    return kind % NUMBERS + LEAST_NUMBER


def card_name(kind: int) -> str:
    """The name of a kind of card: its trait and its number, such as ambush-2."""
    return f"{trait_name(kind)}{number_of(kind):+d}"


CARD_NAMES = tuple(card_name(kind) for kind in range(KINDS))


def kind_named(value: object, scene: Scene[State], place: str) -> int:
    """The kind of a card by its name; by a trait alone, the first of that trait in hand."""
    if value in CARD_NAMES:
        return CARD_NAMES.index(str(value))
    hand = [int(scene.game.kind[card]) for card in items_of(scene.game.hand[scene.seat])]
    if value not in TRAITS:
        return verbs.one_of(value, [card_name(kind) for kind in hand] or TRAITS, place)
    trait = TRAITS.index(str(value))
    return next((kind for kind in hand if kind // NUMBERS == trait), trait * NUMBERS)


# --- actions ------------------------------------------------------------------------------------

WITHOUT = "plain"  # typed after a species that is not to forage

OF_CARD: Shape[State] = Shape(
    ("card",),
    KINDS,
    lambda words, scene: kind_named(words["card"], scene, "card"),
    lambda offset, _scene: {"card": CARD_NAMES[offset]},
    example="horns+3",
)

# --- a species that eats, with or without Foraging ---------------------------------------------


def _encode_eater(words: ActionWords, scene: Scene[State]) -> int:
    extra = words.get("forage", True)
    if not isinstance(extra, bool):
        raise Refused(say("forage is true or false"), place="forage")
    return 2 * SPECIES.at(words["species"], scene, "species") + int(not extra)


def _eater_words(offset: int, scene: Scene[State]) -> Words:
    words: Words = {"species": SPECIES.words(offset // 2, scene)}
    return {**words, "forage": False} if offset % 2 else words


def _show_eater(words: ActionWords, scene: Scene[State]) -> list[str]:
    name = SPECIES.name_of(words["species"], scene)
    return [name, WITHOUT] if words.get("forage") is False else [name]


def _read_eater(tokens: Sequence[str], scene: Scene[State]) -> Words:
    words = SPECIES.read_fields(("species", "forage"), tokens, scene)
    if "forage" not in words:
        return words
    if words["forage"] != WITHOUT:
        raise Refused(
            say("after the species there can be “{word}” only: no Foraging", word=WITHOUT)
        )
    return {**words, "forage": False}


OF_EATER: Shape[State] = Shape(
    ("species", "forage?"),
    2 * MAX_SPECIES,
    _encode_eater,
    _eater_words,
    example="A1",
    shown=_show_eater,
    typed=_read_eater,
)


def _encode_chips(words: ActionWords, _scene: Scene[State]) -> int:
    chips = str(words["chips"])  # a number, or typed
    if chips not in map(str, range(MOST + 1)):
        raise Refused(say("chips is a number from 0 to {most}", most=MOST), place="chips")
    return int(chips)


OF_CHIPS: Shape[State] = Shape(
    ("chips",),
    MOST + 1,
    _encode_chips,
    lambda offset, _scene: {"chips": offset},
    example="1",
)

VOCABULARY = verbs.Vocabulary(
    verbs.actions_of(
        Verb,
        {
            "card": lambda _name: OF_CARD,
            "chips": lambda _name: OF_CHIPS,
            "prey": lambda name: SPECIES.shape(name, "B1"),
            "side": lambda name: verbs.of_word(name, SIDES, example="right"),
            "species": SPECIES.shape,
            "trait": lambda name: verbs.of_word(name, TRAITS, example="horns"),
        },
        dict.fromkeys((Verb.NECK, Verb.FEED, Verb.THINK), OF_EATER)
        | {Verb.IGNORE: verbs.of_word("trait", TRAITS, example="climbing")},
    ),
    terms=(*TRAITS, *CARD_NAMES, *SIDES, WITHOUT),
)
