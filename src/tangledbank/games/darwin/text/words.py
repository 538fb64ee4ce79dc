"""Actions of Darwin's Choice in words."""

from __future__ import annotations

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.decks import MAX_CARDS
from tangledbank.games.darwin.rules.state import (
    GROUNDS,
    HAND,
    MAX_SEATS,
    PLACES,
    SIZES,
)
from tangledbank.games.darwin.text.names import (
    SPECIES,
    card_name,
    deck_of,
    kind_named,
    open_grounds,
    place_named,
)
from tangledbank.games.shared.verbs import (
    SEAT_LETTERS,
    Scene,
    Shape,
    Vocabulary,
    Words,
    actions_of,
    one_of,
    read_words,
)
from tangledbank.text import say


def _of_card(field: str, example: str) -> Shape:
    """A verb about one card."""
    return Shape(
        (field,),
        MAX_CARDS,
        lambda words, scene: kind_named(words[field], scene, field),
        lambda offset, scene: {field: _name(offset, scene)},
        lambda words, _scene: [words[field]],
        lambda tokens, _scene: read_words((field,), tokens),
        example=example,
    )


def _name(kind: int, scene: Scene) -> str:
    """The id of a card; the action space has room for larger decks than this one."""
    if kind >= len(deck_of(scene.game).names):
        raise Refused(say("this deck has no card number {number}", number=kind), place="card")
    return card_name(scene.game, kind)


def _of_place(example: str) -> Shape:
    """A verb about a place of the table, by the biome that lies there."""
    return Shape(
        ("biome",),
        PLACES,
        lambda words, scene: place_named(words["biome"], scene, "biome"),
        _place_words,
        lambda words, _scene: [words["biome"]],
        lambda tokens, _scene: read_words(("biome",), tokens),
        example=example,
    )


def _place_words(offset: int, scene: Scene) -> Words:
    there = open_grounds(scene.game)
    if offset >= len(there):
        raise Refused(say("no biome lies there"), place="biome", reason="no_such_biome")
    return {"biome": there[offset]}


def _encode_draw(words: Words, _scene: Scene) -> int:
    count = str(words.get("count", 1))
    if count not in [str(number) for number in range(1, HAND + 1)]:
        raise Refused(say("count is a number from 1 to {most}", most=HAND), place="count")
    return one_of(words["size"], SIZES, "size") * HAND + int(count) - 1


def _draw_words(offset: int, _scene: Scene) -> Words:
    size, more = divmod(offset, HAND)
    return {"size": SIZES[size], **({"count": more + 1} if more else {})}


OF_DRAW = Shape(
    ("size", "count?"),
    len(SIZES) * HAND,
    _encode_draw,
    _draw_words,
    lambda words, _scene: [words["size"], *([str(words["count"])] if "count" in words else [])],
    lambda tokens, _scene: read_words(("size", "count"), tokens),
    example="small",
)


def _encode_seat(words: Words, scene: Scene) -> int:
    value, last = words["drawer"], int(scene.game.seats) - 1
    if isinstance(value, str) and value.upper() in [*SEAT_LETTERS[: last + 1]]:
        return SEAT_LETTERS.index(value.upper())
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= last:
        raise Refused(say("seats are counted from 0 to {last}", last=last), place="drawer")
    return value


OF_DRAWER = Shape(
    ("drawer",),
    MAX_SEATS,
    _encode_seat,
    lambda offset, _scene: {"drawer": offset},
    lambda words, _scene: [SEAT_LETTERS[words["drawer"]]],
    lambda tokens, _scene: read_words(("drawer",), tokens),
    example="B",
)

VOCABULARY = Vocabulary(
    actions_of(
        Verb,
        {
            "biome": lambda _name: _of_place("coast"),
            "card": lambda name: _of_card(name, "bongo.torso" if name == "torso" else "bongo.head"),
            "seat": lambda _name: OF_DRAWER,
            "species": SPECIES.shape,
        },
        {Verb.DRAW: OF_DRAW},
    ),
    terms=(*GROUNDS, *SIZES),
)
