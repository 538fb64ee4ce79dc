"""What animals, cards and tokens are called: B2 is the second animal of the second seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from tangledbank.errors import Refused
from tangledbank.games.origin.cards import ABILITIES, CARD_NAMES, CARD_SIDES, NOTHING
from tangledbank.games.vocabulary import SEAT_LETTERS, Scene
from tangledbank.kernel.lists import items_of
from tangledbank.text import say

COLOURS = ("red", "blue")
TYPED_NUMBER = re.compile("[1-9][0-9]{0,3}")


class Place(NamedTuple):
    """The place of an animal that was typed by its name; what is wrong is said by names too."""

    seat: int
    position: int


def place_of(game: Any, animal: int) -> tuple[int, int]:
    """The seat of an animal and its index in the row."""
    # by field name: an attribute of a record takes ten times as long, and every log line asks
    seat = int(game["owner"][animal])
    return seat, items_of(game["row"][seat]).index(animal)


def animal_words(animal: int, scene: Scene) -> int | list[int]:
    """An animal in words: its index for an own one, else seat and index."""
    seat, index = place_of(scene.game, animal)
    return index if seat == scene.seat else [seat, index]


def name_place(seat: int, index: int) -> str:
    """The name of the animal at a place."""
    return f"{SEAT_LETTERS[seat]}{index + 1}"


def animal_name(animal: int, game: Any) -> str:
    """The name of an animal for people."""
    return name_place(*place_of(game, animal))


def animal_at(value: object, scene: Scene, place: str) -> int:
    """The animal meant by an index of an own one, or by [seat, index]."""
    game = scene.game
    if isinstance(value, bool) or not isinstance(value, (int, list, tuple)):
        raise Refused(
            say("an animal is an index such as 0, or [seat, index] such as [1, 0]"), place=place
        )
    missing = _missing(value, scene) if isinstance(value, Place) else ""
    if missing:
        raise Refused(missing, reason="no_such_animal")
    pair = [scene.seat, value] if isinstance(value, int) else list(value)
    if len(pair) != 2 or any(isinstance(n, bool) or not isinstance(n, int) for n in pair):
        raise Refused(say("an animal is [seat, index], two numbers from 0"), place=place)
    seat, index = pair
    if index < 0:
        raise Refused(say("the animals of a seat are counted from 0"), place=place)
    if not 0 <= seat < game.seats:
        raise Refused(
            say("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=game.seats - 1),
            place=place,
            reason="no_such_animal",
        )
    row = items_of(game.row[seat])
    if index >= len(row):
        raise Refused(
            say(
                "there is no animal {name}, [{seat}, {index}]; seat {seat} has {count}",
                name=name_place(seat, index),
                seat=seat,
                index=index,
                count=len(row),
            ),
            place=place,
            reason="no_such_animal",
            clause="OS-PRED-02",
        )
    return row[index]


def read_animal(token: str, scene: Scene) -> Place:
    """An animal typed as A1, or as the number of an own one."""
    letter, number = token[:1].upper(), token[1:]
    if TYPED_NUMBER.fullmatch(token):
        return Place(scene.seat, int(token) - 1)
    if letter in SEAT_LETTERS and TYPED_NUMBER.fullmatch(number):
        return Place(SEAT_LETTERS.index(letter), int(number) - 1)
    raise Refused(
        say("“{token}” names no animal; type a name such as A1, counted from 1", token=token)
    )


def _missing(place: Place, scene: Scene) -> str:
    """That there is no such animal, and which there are; nothing if there is."""
    seat, index = place
    game, letter = scene.game, SEAT_LETTERS[seat]
    if seat >= game.seats:
        last = SEAT_LETTERS[game.seats - 1]
        return say("there is no seat {letter}; seats are A to {last}", letter=letter, last=last)
    count = len(items_of(game.row[seat]))
    if index < count:
        return ""
    name = name_place(seat, index)
    animals = ", ".join(name_place(seat, i) for i in range(count)) or say("none")
    if seat == scene.seat:
        return say("there is no animal {name}; you have {animals}", name=name, animals=animals)
    return say(
        "there is no animal {name}; seat {letter} has {animals}",
        name=name,
        letter=letter,
        animals=animals,
    )


def one_of(value: object, values: Sequence[str], place: str) -> int:
    """The index of a word among those allowed."""
    if value not in values:
        close = get_close_matches(str(value), values, 1)
        hint = (
            say("; did you mean “{close}”?", close=close[0])
            if close
            else say("; there are: {values}", values=", ".join(values))
        )
        raise Refused(say("“{value}” is not known here", value=value) + hint, place=place)
    return values.index(str(value))


def sides_of(kind: int) -> list[str]:
    """The abilities a kind of card carries."""
    return [ABILITIES[side] for side in CARD_SIDES[kind] if side != NOTHING]


def card_name(kind: int) -> str:
    """The name of a kind of card, such as poisonous/carnivore."""
    return CARD_NAMES[kind]
