"""What things are called, by their ids and by titles, and actions of Darwin's Choice in words.

B2 is the second species of seat B; cards go by their ids, such as bongo.head; places by the biome
that lies there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from tangledbank.accept import Words, number_in
from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import decks
from tangledbank.games.darwin.rules import state as record
from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.shared import verbs
from tangledbank.games.shared.position import TableView
from tangledbank.games.shared.verbs import ActionWords, Scene, Shape
from tangledbank.text import instead, kept, mark, say

SPECIES = verbs.Places(
    owner_of=lambda game, species: int(game["owner"][species]),
    size=record.MAX_SPECIES,
    fields=("species",),
    nouns=verbs.OF_SPECIES,
    reason="no_such_species",
    clause="DC-DEF-1",
)


# Inside a name an animal is written small, but for these first words. A translation lists those of
# its own language, or has a star alone if all animals keep their capitals.
CAPITALS = mark(
    "African Alpine American Andean Arctic Asian Atlantic Eurasian European Indian Komodo Nile"
)
ALL_CAPITALS = "*"


# By the points of a torso for legs, and for a tail (DC-SP-1).
ROOM = {
    (1, 0): mark("room for legs"),
    (2, 0): mark("room for 2 legs"),
    (0, 1): mark("room for a tail"),
    (1, 1): mark("room for legs and tail"),
    (2, 1): mark("room for 2 legs and tail"),
}
SIDE_TITLES = {"left": mark("left"), "right": mark("right")}  # of the table
HIDDEN = "hidden"  # in a document: a card whose face is not seen


def deck_of(game: record.State) -> decks.Deck:
    """The deck a position is played with."""
    return decks.deck_numbered(int(game.deck_number))


def card_name(game: record.State, kind: int) -> str:
    """The id of a card."""
    return deck_of(game).names[kind]


def kind_named(value: object, scene: Scene[record.State], place: str) -> int:
    """The kind of a card by its id."""
    return deck_of(scene.game).kind(str(value), place)


def open_grounds(game: record.State) -> list[str]:
    """What lies at the places of the table, from left to right."""
    return [record.GROUNDS[int(ground)] for ground in game.ground[: int(game.places)]]


def place_named(value: object, scene: Scene[record.State], place: str) -> int:
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


def species_name(deck: decks.Deck, kinds: Sequence[int]) -> str:
    """The name of a species, head first (ledger 1.7): winged Bongo chimpanzee.

    The second animal is that of the first large card that is not the head's: torso, double legs.
    """
    by_part = {deck.cards[kind].part: deck.cards[kind].animal for kind in reversed(kinds)}
    head, torso = by_part.get(decks.Part.HEAD, ""), by_part.get(decks.Part.TORSO, "")
    others = [
        one for one in (torso, by_part.get(decks.Part.DOUBLE_LEGS, "")) if one not in ("", head)
    ]
    name = animal_name(head) if head else say("headless")
    if others:
        name = say("{head} {body}", head=name, body=_inside(others[0]))
    return say("winged {name}", name=name) if decks.Part.WINGS in by_part else name


def _inside(animal: str) -> str:
    """The name of an animal behind another one; one of a deck of one's own stays as it is."""
    name, whole = animal_name(animal), say(CAPITALS).split()
    if animal not in _translated() or ALL_CAPITALS in whole or name.split()[0] in whole:
        return name
    return name[0].lower() + name[1:]


@cache
def _translated() -> frozenset[str]:
    """The animals of the package's deck."""
    return frozenset(card.animal for card in decks.standard().cards)


def animal_name(animal: str) -> str:
    """The name of an animal in the reader's language; one of a deck of one's own stays as it is."""
    return animal if {"{", "}"} & set(animal) else say(animal)


# --- titles --------------------------------------------------------------------------------------


def ground_title(ground: str) -> str:
    """The printed name of a biome, or of a token in its place."""
    return say(decks.GROUND_TITLES[ground])


def event_title(event: str) -> str:
    """The printed name of an event."""
    return say(event_card(event).title)


def event_card(event: str) -> decks.EventCard:
    """An event card by its id."""
    return decks.EventCard[event.upper()]


def ability_title(ability: str) -> str:
    """The printed name of an ability."""
    return say(decks.Ability[ability.upper()].title)


def ability_titles(abilities: Iterable[str]) -> str:
    """Several abilities."""
    return ", ".join(map(ability_title, abilities))


def diet_title(diet: str | None) -> str:
    """What a head is that eats so; nothing without a head."""
    return say(decks.Diet[diet.upper()].title) if diet else ""


def continent_title(continent: str) -> str:
    """The printed name of a continent."""
    return say(decks.Continent[continent.upper()].title)


def part_title(part: str) -> str:
    """What a part of a body is called."""
    return say(decks.Part[part.upper()].title)


def deck_in(view: TableView) -> decks.Deck:
    """The deck that a position in words is played with."""
    return deck_written(view.options.get("deck", decks.STANDARD))


def deck_written(text: str) -> decks.Deck:
    """The deck of this text, or the one of the package."""
    return (
        decks.standard() if text == decks.STANDARD else decks.deck_numbered(decks.number_of(text))
    )


@kept
def card_title(card: str | decks.Card) -> str:
    """A card by its animal and its part."""
    if card == HIDDEN:
        return say("a card not seen")
    part = card.rpartition(".")[2] if isinstance(card, str) else decks.PARTS[card.part]
    return say("{animal} ({part})", animal=animal_title(card), part=part_title(part))


@kept
def animal_title(card: str | decks.Card) -> str:
    """The animal of a card."""
    if isinstance(card, decks.Card):
        return animal_name(card.animal)
    known = _standard_cards().get(card)
    # A deck of one's own names its cards after the animals.
    name = card.rpartition(".")[0].replace("-", " ").capitalize()
    return animal_name(known.animal if known else name)


def card_titles(cards: Iterable[str | decks.Card]) -> str:
    """Several cards."""
    return ", ".join(card_title(card) for card in cards)


@cache
def _standard_cards() -> Mapping[str, decks.Card]:
    return {card.id: card for card in decks.standard().cards}


def powers_title(abilities: Mapping[str, int]) -> str:
    """Abilities with how many symbols there are of each: run 2, swim 1."""
    return ", ".join(
        say("{ability} {n}", ability=ability_title(ability), n=abilities[ability])
        for ability in decks.ABILITIES
        if abilities.get(ability)
    )


def letters(abilities: Mapping[str, int], between: str = " ") -> str:
    """The same by letters: R2 S1."""
    return between.join(
        f"{ability.letter}{abilities[ability.id]}"
        for ability in decks.Ability
        if abilities.get(ability.id)
    )


@kept
def printed(card: decks.Card) -> str:
    """Everything on a card besides its name."""
    powers = powers_title(dict(zip(decks.ABILITIES, card.abilities, strict=True)))
    lines = [
        say(decks.Diet.of(card.diet).title) if card.diet is not None else "",
        powers,
        say("hearts {n}", n=card.hearts) if card.hearts else "",
        say("strength {n}", n=card.strength) if card.strength else "",
        say(ROOM[card.legs, card.tail]) if card.legs or card.tail else "",
    ]
    return ", ".join(filter(None, lines)) or say("nothing printed")


def in_short(card: decks.Card) -> str:
    """The same with letters, where there is little room."""
    lines = [
        say(decks.Diet.of(card.diet).title) if card.diet is not None else "",
        letters(dict(zip(decks.ABILITIES, card.abilities, strict=True))),
        f"♥{card.hearts}" if card.hearts else "",
        say("str {n}", n=card.strength) if card.strength else "",
        say("+{n} legs", n=card.legs) if card.legs else "",
        say("+tail") if card.tail else "",
    ]
    return " ".join(filter(None, lines))


# --- actions ------------------------------------------------------------------------------------


def _of_card(field: str, example: str) -> Shape[record.State]:
    """A verb about one card."""
    return Shape(
        (field,),
        decks.MAX_CARDS,
        lambda words, scene: kind_named(words[field], scene, field),
        lambda offset, scene: {field: _name(offset, scene)},
        example=example,
    )


def _name(kind: int, scene: Scene[record.State]) -> str:
    """The id of a card; the action space has room for larger decks than this one."""
    if kind >= len(deck_of(scene.game).names):
        raise Refused(say("this deck has no card number {number}", number=kind), place="card")
    return card_name(scene.game, kind)


def _of_place(example: str) -> Shape[record.State]:
    """A verb about a place of the table, by the biome that lies there."""
    return Shape(
        ("biome",),
        record.PLACES,
        lambda words, scene: place_named(words["biome"], scene, "biome"),
        _place_words,
        example=example,
    )


def _place_words(offset: int, scene: Scene[record.State]) -> Words:
    there = open_grounds(scene.game)
    if offset >= len(there):
        raise Refused(say("no biome lies there"), place="biome", reason="no_such_biome")
    return {"biome": there[offset]}


def _encode_draw(words: ActionWords, _scene: Scene[record.State]) -> int:
    count = str(words.get("count", 1))
    if count not in map(str, range(1, record.HAND + 1)):
        raise Refused(say("count is a number from 1 to {most}", most=record.HAND), place="count")
    return verbs.one_of(words["size"], record.SIZES, "size") * record.HAND + int(count) - 1


def _draw_words(offset: int, _scene: Scene[record.State]) -> Words:
    size, more = divmod(offset, record.HAND)
    return {"size": record.SIZES[size], **({"count": more + 1} if more else {})}


OF_DRAW: Shape[record.State] = Shape(
    ("size", "count?"),
    len(record.SIZES) * record.HAND,
    _encode_draw,
    _draw_words,
    example="small",
)


def _encode_seat(words: ActionWords, scene: Scene[record.State]) -> int:
    value, last = words["drawer"], int(scene.game.seats) - 1
    if isinstance(value, str) and value.upper() in [*verbs.SEAT_LETTERS[: last + 1]]:
        return verbs.SEAT_LETTERS.index(value.upper())
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= last:
        raise Refused(say("seats are counted from 0 to {last}", last=last), place="drawer")
    return value


OF_DRAWER: Shape[record.State] = Shape(
    ("drawer",),
    record.MAX_SEATS,
    _encode_seat,
    lambda offset, _scene: {"drawer": offset},
    example="B",
    shown=lambda words, _scene: [verbs.SEAT_LETTERS[number_in(words, "drawer")]],
)

VOCABULARY = verbs.Vocabulary(
    verbs.actions_of(
        Verb,
        {
            "biome": lambda _name: _of_place("coast"),
            "card": lambda name: _of_card(name, "bongo.torso" if name == "torso" else "bongo.head"),
            "seat": lambda _name: OF_DRAWER,
            "species": SPECIES.shape,
        },
        {Verb.DRAW: OF_DRAW},
    ),
    terms=(*record.GROUNDS, *record.SIZES),
)
