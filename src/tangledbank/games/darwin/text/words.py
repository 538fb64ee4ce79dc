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
    PLAIN,
    SEAT_LETTERS,
    Action,
    Scene,
    Shape,
    Vocabulary,
    Words,
    one_of,
    read_words,
)
from tangledbank.text import mark, say


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

OF_CARD = _of_card("card", "bongo.head")
OF_SPECIES = SPECIES.shape("species")
OF_PLACE = _of_place("coast")

VOCABULARY = Vocabulary(
    (
        Action("pass", Verb.PASS, PLAIN, mark("no base action any more in this era")),
        Action("end", Verb.END, PLAIN, mark("end the turn: what is begun becomes final")),
        Action("revise", Verb.REVISE, PLAIN, mark("drop the base action that is begun")),
        Action("untrade", Verb.UNTRADE, PLAIN, mark("cancel the exchange")),
        Action(
            "new_hand",
            Verb.NEW_HAND,
            PLAIN,
            mark("discard all cards and draw five of each size"),
        ),
        Action("draw_rest", Verb.DRAW_REST, PLAIN, mark("let the rest be drawn evenly")),
        Action("done", Verb.DONE, PLAIN, mark("show, or discard, no more cards")),
        Action("stay", Verb.STAY, PLAIN, mark("after passing: no exchange this time")),
        Action("refuse", Verb.REFUSE, PLAIN, mark("do not give the teammate what they ask for")),
        Action("agree", Verb.AGREE, PLAIN, mark("hand the species over")),
        Action("let_draw", Verb.LET_DRAW, PLAIN, mark("pay by letting the other team draw")),
        Action("decline", Verb.DECLINE, PLAIN, mark("do not draw a card")),
        Action("ask", Verb.ASK, PLAIN, mark("ask the teammate for a card of their choice")),
        Action("draw", Verb.DRAW, OF_DRAW, mark("draw from one of the decks")),
        Action(
            "redraw",
            Verb.REDRAW,
            _of_card("keep", "bongo.head"),
            mark("keep this card, discard the others and draw nine"),
        ),
        Action(
            "give",
            Verb.GIVE,
            OF_CARD,
            mark("put a card into the trade zone …"),
            then={"take": ("take", "card")},
        ),
        Action("take", Verb.TAKE, OF_CARD, mark("… and take this one")),
        Action(
            "create",
            Verb.CREATE,
            _of_card("torso", "bongo.torso"),
            mark("begin a new species with its torso"),
            then={"add": ("add", "card"), "place": ("place", "biome")},
            many=("add",),
        ),
        Action("add", Verb.ADD, OF_CARD, mark("… with this card; also a mutation")),
        Action("place", Verb.PLACE, OF_PLACE, mark("… in this biome")),
        Action(
            "mutate",
            Verb.MUTATE,
            OF_SPECIES,
            mark("begin to mutate a species"),
            then={
                "remove": ("remove", "card"),
                "replace": ("replace", "card"),
                "with": ("with", "card"),
                "add": ("add", "card"),
            },
            many=("add", "remove"),
        ),
        Action("remove", Verb.REMOVE, OF_CARD, mark("… without this card")),
        Action(
            "replace",
            Verb.REPLACE,
            OF_CARD,
            mark("… with this card replaced …"),
            then={"with": ("with", "card")},
        ),
        Action("with", Verb.WITH, OF_CARD, mark("… by this one")),
        Action(
            "migrate",
            Verb.MIGRATE,
            OF_SPECIES,
            mark("begin to move a species"),
            then={"to": ("to", "biome")},
        ),
        Action("to", Verb.TO, OF_PLACE, mark("… to this biome")),
        Action("show", Verb.SHOW, OF_CARD, mark("show the teammate a card")),
        Action("ask_for", Verb.ASK_FOR, OF_CARD, mark("ask the teammate for this card")),
        Action("hand_over", Verb.HAND_OVER, OF_CARD, mark("give the teammate a card")),
        Action("pay", Verb.PAY, OF_CARD, mark("pay with a card for the trade zone")),
        Action("take_over", Verb.TAKE_OVER, OF_SPECIES, mark("ask for the teammate's species")),
        Action("drawer", Verb.DRAWER, OF_DRAWER, mark("this one of the team draws")),
        Action("devour", Verb.DEVOUR, OF_SPECIES, mark("this of the tied prey is devoured")),
        Action("lose", Verb.LOSE, OF_CARD, mark("this card degenerates")),
        Action("sacrifice", Verb.SACRIFICE, OF_SPECIES, mark("this species falls to invaders")),
        Action("point", Verb.POINT, OF_SPECIES, mark("one of its points goes here")),
        Action("points", Verb.POINTS, OF_SPECIES, mark("all the rest go here")),
        Action("discard", Verb.DISCARD, OF_CARD, mark("discard a leftover card")),
    ),
    terms=(*GROUNDS, *SIZES),
)
