"""What animals, cards and tokens are called, and actions of The Origin of Species in words.

B2 is the second animal of the second seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from tangledbank.accept import Words, number_in, word_in
from tangledbank.errors import Refused
from tangledbank.games.origin.rules import actions as numbers
from tangledbank.games.origin.rules.actions import Reason, Verb
from tangledbank.games.origin.rules.cards import ABILITIES, CARD_NAMES, CARD_SIDES, KINDS, NOTHING
from tangledbank.games.origin.rules.state import MAX_CARDS, TO_HOST, TO_PARTNER, Stage, State
from tangledbank.games.shared import verbs
from tangledbank.games.shared.verbs import ActionWords, Scene, Shape
from tangledbank.kernel.records import items_of
from tangledbank.text import mark, say

COLOURS = ("red", "blue")

ANIMALS = verbs.Places(
    owner_of=lambda game, animal: int(game["owner"][animal]),
    size=MAX_CARDS,
    fields=("animal", "with", "from", "to", "prey"),
    nouns=verbs.Nouns(
        neither=mark("an animal is an index such as 0, or [seat, index] such as [1, 0]"),
        no_pair=mark("an animal is [seat, index], two numbers from 0"),
        from_zero=mark("the animals of a seat are counted from 0"),
        missing=mark("there is no animal {name}, [{seat}, {index}]; seat {seat} has {count}"),
        no_name=mark("“{token}” names no animal; type a name such as A1, counted from 1"),
        you_have=mark("there is no animal {name}; you have {those}"),
        seat_has=mark("there is no animal {name}; seat {letter} has {those}"),
    ),
    reason="no_such_animal",
    clause="OS-PRED-02",
)


def sides_of(kind: int) -> list[str]:
    """The abilities a kind of card carries."""
    return [ABILITIES[side] for side in CARD_SIDES[kind] if side != NOTHING]


# --- actions ------------------------------------------------------------------------------------

MAX_FAT_TOKENS = numbers.MAX_FAT
DROP_TOKENS = ("empty", "token")  # whether a card of fat holds one


# --- a card from the hand as an animal, or with one of its abilities ---------------------------

OF_CARD = verbs.of_word("card", CARD_NAMES, example="swimming")


def _encode_side(words: ActionWords, scene: Scene[State]) -> int:
    ability = verbs.one_of(words["as"], ABILITIES, "as")
    if "card" in words:
        kind = verbs.one_of(words["card"], CARD_NAMES, "card")
        if ability not in CARD_SIDES[kind]:
            raise Refused(
                say("the card carries {sides} only", sides=", ".join(sides_of(kind))),
                place="as",
                reason="no_such_side",
                clause="OS-DBL-02",
            )
    else:
        kind = _card_with(ability, scene)
    return kind * 2 + int(CARD_SIDES[kind, 1] == ability)


def _card_with(ability: int, scene: Scene[State]) -> int:
    """The first card in hand that carries an ability; failing that, the first there is."""
    for card in items_of(scene.game.hand[scene.seat]):
        kind = int(scene.game.kind[card])
        if ability in CARD_SIDES[kind]:
            return kind
    return next(kind for kind in range(KINDS) if ability in CARD_SIDES[kind])


OF_SIDE: Shape[State] = Shape(
    ("as", "card?"),
    KINDS * 2,
    _encode_side,
    lambda offset, _scene: {
        "as": ABILITIES[CARD_SIDES[offset // 2, offset % 2]],
        "card": CARD_NAMES[offset // 2],
    },
    example="swimming",
)

# --- fat and piracy ----------------------------------------------------------------------------


def _encode_tokens(words: ActionWords, _scene: Scene[State]) -> int:
    tokens = str(words.get("tokens", 1))  # a number, or typed
    if tokens not in map(str, range(1, MAX_FAT_TOKENS + 1)):
        raise Refused(
            say("tokens is a number from 1 to {most}", most=MAX_FAT_TOKENS), place="tokens"
        )
    return int(tokens) - 1


def _encode_fat(words: ActionWords, scene: Scene[State]) -> int:
    tokens = _encode_tokens(words, scene)
    return ANIMALS.at(words["animal"], scene, "animal") * MAX_FAT_TOKENS + tokens


OF_FAT: Shape[State] = Shape(
    ("animal", "tokens?"),
    MAX_CARDS * MAX_FAT_TOKENS,
    _encode_fat,
    lambda offset, scene: {
        "animal": ANIMALS.words(offset // MAX_FAT_TOKENS, scene),
        "tokens": offset % MAX_FAT_TOKENS + 1,
    },
    example="A1",
    places=ANIMALS,
)


OF_TOKENS: Shape[State] = Shape(
    ("tokens?",),
    MAX_FAT_TOKENS,
    _encode_tokens,
    lambda offset, _scene: {"tokens": offset + 1},
    example="2",
)


def _encode_theft(words: ActionWords, scene: Scene[State]) -> int:
    victim = ANIMALS.at(words["from"], scene, "from")
    default = "red" if scene.game.red[victim] > 0 else "blue"
    return victim * 2 + verbs.one_of(words.get("token", default), COLOURS, "token")


OF_THEFT: Shape[State] = Shape(
    ("from", "token?"),
    MAX_CARDS * 2,
    _encode_theft,
    lambda offset, scene: {
        "from": ANIMALS.words(offset // 2, scene),
        "token": COLOURS[offset % 2],
    },
    example="B1",
    places=ANIMALS,
)

# --- a card in play: dropped by tail loss, or a pair ability at work ---------------------------


def _cards_of(animal: int, game: State) -> list[int]:
    cards = []
    card = int(game.under[animal]) if animal != NOTHING else NOTHING
    while card != NOTHING:
        cards.append(card)
        card = int(game.below[card])
    return cards + [link for link in items_of(game.links) if animal in _ends(game, link)]


def _drop_words(card: int, scene: Scene[State]) -> Words:
    """The shortest words that mean this card and no other of the attacked animal."""
    game = scene.game
    words: Words = {"ability": ABILITIES[game.side[card]]}
    alike = [c for c in _cards_of(game.prey, game) if game.side[c] == game.side[card]]
    if len(alike) == 1:
        return words
    if card in items_of(game.links):
        other = game.host[card] if game.partner[card] == game.prey else game.partner[card]
        return {**words, "with": ANIMALS.words(other, scene)}
    return {**words, "card": CARD_NAMES[game.kind[card]], "token": bool(game.yellow[card])}


def _encode_drop(words: ActionWords, scene: Scene[State]) -> int:
    game = scene.game
    ability = verbs.one_of(words["ability"], ABILITIES, "ability")
    if game.stage != Stage.REACT:
        reason = Reason.NO_ATTACK
        raise Refused(say(reason.sentence), reason=reason.id, clause=reason.clause)
    token = _read_token(words.get("token"))
    other = ANIMALS.at(words["with"], scene, "with") if "with" in words else None
    for card in _cards_of(int(game.prey), game):
        if (
            game.side[card] == ability
            and words.get("card", CARD_NAMES[game.kind[card]]) == CARD_NAMES[game.kind[card]]
            and (token is None or bool(game.yellow[card]) == token)
            and (other is None or (card in items_of(game.links) and other in _ends(game, card)))
        ):
            return card
    raise Refused(
        say("the attacked animal has no such card"),
        place="ability",
        reason="not_its_card",
        clause="OS-TAIL-01",
    )


def _read_token(value: object) -> bool | None:
    """Whether the card holds a token: in words, or as typed; None if it does not matter."""
    if value is None or isinstance(value, bool):
        return value
    return verbs.one_of(value, DROP_TOKENS, "token") == 1


def _ends(game: State, link: int) -> tuple[int, int]:
    return int(game.host[link]), int(game.partner[link])


def _show_drop(words: ActionWords, scene: Scene[State]) -> list[str]:
    shown = [word_in(words, "ability")]
    if "with" in words:
        shown.append(ANIMALS.name_of(words["with"], scene))
    if "card" in words:
        shown += [word_in(words, "card"), DROP_TOKENS[number_in(words, "token")]]
    return shown


def _read_drop(tokens: Sequence[str], scene: Scene[State]) -> Words:
    if len(tokens) == 2:
        return {"ability": tokens[0], "with": ANIMALS.read(tokens[1], scene)}
    return verbs.read_words(("ability", "card", "token"), tokens)


OF_DROP: Shape[State] = Shape(
    ("ability", "card?", "token?", "with?"),
    MAX_CARDS,
    _encode_drop,
    _drop_words,
    example="swimming",
    shown=_show_drop,
    typed=_read_drop,
)


def _link_words(offset: int, scene: Scene[State]) -> Words:
    game = scene.game
    host, partner = _ends(game, offset // 2)
    if offset % 2 + 1 == TO_HOST:
        host, partner = partner, host
    return {
        "ability": ABILITIES[game.side[offset // 2]],
        "from": ANIMALS.words(host, scene),
        "to": ANIMALS.words(partner, scene),
    }


def _encode_link(words: ActionWords, scene: Scene[State]) -> int:
    game = scene.game
    ability = verbs.one_of(words["ability"], ABILITIES, "ability")
    giver = ANIMALS.at(words["from"], scene, "from")
    taker = ANIMALS.at(words["to"], scene, "to")
    for card in items_of(game.links):
        if game.side[card] == ability and {giver, taker} == set(_ends(game, card)):
            towards = TO_PARTNER if game.host[card] == giver else TO_HOST
            return card * 2 + towards - 1
    raise Refused(
        say("these two animals do not share that ability"),
        place="ability",
        reason="no_such_card",
        clause="OS-PAIR-01",
    )


OF_LINK: Shape[State] = Shape(
    ("ability", "from", "to"),
    MAX_CARDS * 2,
    _encode_link,
    _link_words,
    example="communication A1 A2",
    places=ANIMALS,
)

VOCABULARY = verbs.Vocabulary(
    verbs.actions_of(
        Verb,
        {"animal": ANIMALS.shape, "card": lambda _name: OF_CARD},
        {
            Verb.ABILITY: OF_SIDE,
            Verb.FAT: OF_FAT,
            Verb.STEAL: OF_THEFT,
            Verb.DROP: OF_DROP,
            Verb.LINK: OF_LINK,
            Verb.MORE: OF_TOKENS,
        },
    ),
    terms=(*ABILITIES, *CARD_NAMES, *COLOURS, *DROP_TOKENS),
)
