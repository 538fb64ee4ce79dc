"""Actions of Evolution in words."""

from __future__ import annotations

from collections.abc import Sequence

from tangledbank.errors import Refused
from tangledbank.games.evolution.rules import actions as numbers
from tangledbank.games.evolution.rules.actions import Verb
from tangledbank.games.evolution.rules.cards import KINDS, TRAITS
from tangledbank.games.evolution.rules.state import (
    MAX_SPECIES,
    MOST,
)
from tangledbank.games.evolution.text.names import CARD_NAMES, SPECIES, kind_named
from tangledbank.games.shared.verbs import (
    PLAIN,
    Action,
    Scene,
    Shape,
    Vocabulary,
    Words,
    of_word,
    read_words,
)
from tangledbank.text import mark, say

WITHOUT = "plain"  # typed after a species that is not to forage

OF_CARD = Shape(
    ("card",),
    KINDS,
    lambda words, scene: kind_named(words["card"], scene, "card"),
    lambda offset, _scene: {"card": CARD_NAMES[offset]},
    lambda words, _scene: [words["card"]],
    lambda tokens, _scene: read_words(("card",), tokens),
    example="horns+3",
)
OF_SPECIES = SPECIES.shape("species")

# --- a species that eats, with or without Foraging ---------------------------------------------


def _encode_eater(words: Words, scene: Scene) -> int:
    extra = words.get("forage", True)
    if not isinstance(extra, bool):
        raise Refused(say("forage is true or false"), place="forage")
    return 2 * SPECIES.at(words["species"], scene, "species") + int(not extra)


def _eater_words(offset: int, scene: Scene) -> Words:
    words: Words = {"species": SPECIES.words(offset // 2, scene)}
    return {**words, "forage": False} if offset % 2 else words


def _show_eater(words: Words, scene: Scene) -> list[str]:
    name = SPECIES.name_of(words["species"], scene)
    return [name, WITHOUT] if words.get("forage") is False else [name]


def _read_eater(tokens: Sequence[str], scene: Scene) -> Words:
    words = SPECIES.read_fields(("species", "forage"), tokens, scene)
    if "forage" not in words:
        return words
    if words["forage"] != WITHOUT:
        raise Refused(
            say("after the species there can be “{word}” only: no Foraging", word=WITHOUT)
        )
    return {**words, "forage": False}


OF_EATER = Shape(
    ("species", "forage?"),
    2 * MAX_SPECIES,
    _encode_eater,
    _eater_words,
    _show_eater,
    _read_eater,
    example="A1",
)


def _encode_chips(words: Words, _scene: Scene) -> int:
    allowed = [str(number) for number in range(MOST + 1)]
    if str(words["chips"]) not in allowed:  # a number, or typed
        raise Refused(say("chips is a number from 0 to {most}", most=MOST), place="chips")
    return int(words["chips"])


OF_CHIPS = Shape(
    ("chips",),
    MOST + 1,
    _encode_chips,
    lambda offset, _scene: {"chips": offset},
    lambda words, _scene: [str(words["chips"])],
    lambda tokens, _scene: read_words(("chips",), tokens),
    example="1",
)

VOCABULARY = Vocabulary(
    (
        Action("done", Verb.DONE, PLAIN, mark("play no more cards this round")),
        Action("pass", Verb.PASS, PLAIN, mark("feed nothing, where nothing is forced")),
        Action("decline", Verb.DECLINE, PLAIN, mark("use no Intelligence now")),
        Action("forage", Verb.FORAGE, PLAIN, mark("take the extra food of Foraging")),
        Action("waive", Verb.WAIVE, PLAIN, mark("leave the extra food of Foraging")),
        Action("food", Verb.FOOD, OF_CARD, mark("put a card on the watering hole")),
        Action(
            "play",
            Verb.PLAY,
            OF_CARD,
            mark("play a card from the hand"),
            then={
                "on": ("on", "species"),
                "replace": ("replace", "trait"),
                "population": ("population", "species"),
                "body": ("body", "species"),
                "new": ("new", "side"),
            },
        ),
        Action("on", Verb.ON, OF_SPECIES, mark("… as a trait of this species")),
        Action(
            "replace",
            Verb.REPLACE,
            of_word("trait", TRAITS, example="horns"),
            mark("… in place of this trait"),
        ),
        Action("population", Verb.POPULATION, OF_SPECIES, mark("… for more population")),
        Action("body", Verb.BODY, OF_SPECIES, mark("… for a larger body")),
        Action(
            "new",
            Verb.NEW,
            of_word("side", numbers.SIDES, example="right"),
            mark("… for a new species at this end of the row"),
        ),
        Action("neck", Verb.NECK, OF_EATER, mark("let Long Neck take its food")),
        Action("skip", Verb.SKIP, OF_SPECIES, mark("let Long Neck take nothing this round")),
        Action("fertile", Verb.FERTILE, OF_SPECIES, mark("let Fertile act now")),
        Action("fat", Verb.FAT, OF_SPECIES, mark("move fat onto the board now")),
        Action("feed", Verb.FEED, OF_EATER, mark("feed from the watering hole")),
        Action(
            "attack",
            Verb.ATTACK,
            SPECIES.shape("with"),
            mark("attack with this species"),
            then={
                "ignore": ("ignore", "trait"),
                "spend": ("spend", "card"),
                "prey": ("prey", "species"),
            },
        ),
        Action(
            "ignore",
            Verb.IGNORE,
            of_word("trait", TRAITS, example="climbing"),
            mark("… ignoring this trait by Intelligence"),
            then={"spend": ("spend", "card")},
        ),
        Action("spend", Verb.SPEND, OF_CARD, mark("… for this card")),
        Action("prey", Verb.PREY, SPECIES.shape("species", "B1"), mark("… this species")),
        Action(
            "think",
            Verb.THINK,
            OF_EATER,
            mark("feed from the bank by Intelligence"),
            then={"spend": ("spend", "card")},
        ),
        Action("store", Verb.STORE, OF_CHIPS, mark("put so many onto Fat Tissue")),
    ),
    terms=(*TRAITS, *CARD_NAMES, *numbers.SIDES, WITHOUT),
)
