"""What things on the table are called: B2 is the second one of the second seat.

For any game in which they lie in rows before their owners, `row[seat]` of the record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tangledbank.errors import Refused
from tangledbank.games.shared.verbs import SEAT_LETTERS, Scene, Shape, Words, read_words
from tangledbank.kernel.records import Ints, items_of
from tangledbank.text import say

TYPED_NUMBER = re.compile("[1-9][0-9]{0,3}")


class Tableau(Protocol):
    """A record, or what stands for one: its arrays by the names of their fields."""

    def __getitem__(self, field: str, /) -> Ints:
        """An array of it."""


class Place(NamedTuple):
    """The place of a thing that was typed by its name; what is wrong is said by names too."""

    seat: int
    position: int


class Nouns(NamedTuple):
    """Whole sentences of one game, marked for translation; the parts they may use in brackets."""

    neither: str  # the value is neither an index nor [seat, index]
    no_pair: str  # the value is a list, but not [seat, index]
    from_zero: str  # an index is below 0
    missing: str  # there is none at this place [name, seat, index, count]
    no_name: str  # what was typed is no name [token]
    you_have: str  # you have none of this name [name, those]
    seat_has: str  # another seat has none of this name [name, letter, those]


def name_place(seat: int, index: int) -> str:
    """The name of the thing at a place."""
    return f"{SEAT_LETTERS[seat]}{index + 1}"


@dataclass(frozen=True)
class Places:
    """The things of one game that have names: animals, or species."""

    owner_of: Callable[[Tableau, int], int]  # the seat of a thing, by its number in the record
    size: int  # how many numbers there are
    fields: Sequence[str]  # the fields of actions that hold such a thing
    nouns: Nouns
    reason: str  # the name of the reason that there is no such thing
    clause: str

    def place_of(self, game: Tableau, thing: int) -> tuple[int, int]:
        """The seat of a thing and its index in the row."""
        # by field name: an attribute of a record takes ten times as long, and every log line asks
        seat = self.owner_of(game, thing)
        return seat, items_of(game["row"][seat]).index(thing)

    def words(self, thing: int, scene: Scene) -> int | list[int]:
        """A thing in words: its index for an own one, else seat and index."""
        seat, index = self.place_of(scene.game, thing)
        return index if seat == scene.seat else [seat, index]

    def name(self, thing: int, game: Tableau) -> str:
        """The name of a thing for people."""
        return name_place(*self.place_of(game, thing))

    def name_of(self, value: object, scene: Scene) -> str:
        """The name of a thing that is given in words."""
        return self.name(self.at(value, scene, ""), scene.game)

    def at(self, value: object, scene: Scene, place: str) -> int:
        """The thing meant by an index of an own one, or by [seat, index]."""
        game = scene.game
        if isinstance(value, bool) or not isinstance(value, (int, list, tuple)):
            raise Refused(say(self.nouns.neither), place=place)
        missing = self._missing(value, scene) if isinstance(value, Place) else ""
        if missing:
            raise Refused(missing, reason=self.reason)
        pair = [scene.seat, value] if isinstance(value, int) else list(value)
        if len(pair) != 2 or any(isinstance(n, bool) or not isinstance(n, int) for n in pair):
            raise Refused(say(self.nouns.no_pair), place=place)
        seat, index = pair
        if index < 0:
            raise Refused(say(self.nouns.from_zero), place=place)
        if not 0 <= seat < game.seats:
            there = say(
                "there is no seat {seat}; seats are 0 to {last}", seat=seat, last=game.seats - 1
            )
            raise Refused(there, place=place, reason=self.reason)
        row = items_of(game.row[seat])
        if index < len(row):
            return row[index]
        name = name_place(seat, index)
        missing = say(self.nouns.missing, name=name, seat=seat, index=index, count=len(row))
        raise Refused(missing, place=place, reason=self.reason, clause=self.clause)

    def read(self, token: str, scene: Scene) -> Place:
        """A thing typed as A1, or as the number of an own one."""
        letter, number = token[:1].upper(), token[1:]
        if TYPED_NUMBER.fullmatch(token):
            return Place(scene.seat, int(token) - 1)
        if letter in SEAT_LETTERS and TYPED_NUMBER.fullmatch(number):
            return Place(SEAT_LETTERS.index(letter), int(number) - 1)
        raise Refused(say(self.nouns.no_name, token=token))

    def _missing(self, place: Place, scene: Scene) -> str:
        """That there is no such thing, and which there are; nothing if there is."""
        seat, index = place
        game, letter = scene.game, SEAT_LETTERS[seat]
        if seat >= game.seats:
            last = SEAT_LETTERS[game.seats - 1]
            return say("there is no seat {letter}; seats are A to {last}", letter=letter, last=last)
        count = len(items_of(game.row[seat]))
        if index < count:
            return ""
        name = name_place(seat, index)
        those = ", ".join(name_place(seat, i) for i in range(count)) or say("none")
        if seat == scene.seat:
            return say(self.nouns.you_have, name=name, those=those)
        return say(self.nouns.seat_has, name=name, letter=letter, those=those)

    def read_fields(self, names: Sequence[str], tokens: Sequence[str], scene: Scene) -> Words:
        """Fields as they were typed, in this order; those that hold a thing as its place."""
        things = {
            name: self.read(token, scene)
            for name, token in zip(names, tokens, strict=False)
            if name in self.fields
        }
        return {**read_words(names, tokens), **things}

    def shape(self, field: str, example: str = "A1") -> Shape:
        """A verb about one thing."""
        return Shape(
            (field,),
            self.size,
            lambda words, scene: self.at(words[field], scene, field),
            lambda offset, scene: {field: self.words(offset, scene)},
            lambda words, scene: [self.name_of(words[field], scene)],
            lambda tokens, scene: self.read_fields((field,), tokens, scene),
            example=example,
        )
