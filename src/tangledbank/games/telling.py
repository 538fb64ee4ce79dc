"""Events of a game in words, in sentences, and as a story; each game declares what is its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from tangledbank.games.faces import UNSEEN
from tangledbank.games.places import name_place
from tangledbank.games.vocabulary import Words
from tangledbank.text import counted, say, say_count

NOBODY = -1
NOTHING = -1  # in a column of an event: nobody, no thing
DREW = "drew"  # the event of one card drawn: its seat, and its card if that is known

Columns = tuple[str, str, str, str, str]


@dataclass(frozen=True)
class Telling:
    """How one game tells its events.

    The columns of an event row are who, thing a, thing b, x and y; `fields` has the names of
    those an event uses. A name of x or y with a colon says how its number is read: `slot` (a card
    by its slot, left out while it is hidden), `bool`, `some` (left out if it is 0), or a table.
    """

    events: Sequence[str]  # the names by number
    fields: Mapping[str, Columns]
    cards: Sequence[str]  # the names of the kinds of cards
    tables: Mapping[str, Sequence[str]]  # by the word after the colon
    form: Callable[[Words], str]  # which sentence fits an event
    sentences: Mapping[str, str]  # by form; parts are {player} and the fields of the event
    yours: Mapping[str, str]  # the same, told to the one who did it
    titles: Mapping[str, Callable[[Any], str]]  # how the value of a field is said
    quiet: Collection[str] = field(default=())  # events not worth a line in a story

    def event_fields(self) -> dict[str, list[str]]:
        """The events there are, and the fields each can have."""
        return {
            name: [column.partition(":")[0] for column in columns if column]
            for name, columns in self.fields.items()
        }

    def words(self, row: Sequence[int], game: Any) -> Words:
        """One event as words; what `game`, an observation, does not show is left out."""
        name = self.events[row[0]]
        who, a, b, x, y = self.fields[name]
        told: Words = {"event": name}
        if who and row[1] != NOTHING:
            told[who] = row[1]
        if a and row[2] != NOTHING:
            told[a] = [row[2], row[3]]
        if b and row[4] != NOTHING:
            told[b] = [row[4], row[5]]
        for column, number in ((x, row[6]), (y, row[7])):
            if column:
                key, _, kind = column.partition(":")
                value = self._value(kind, number, game)
                if value is not None:
                    told[key] = value
        return told

    def _value(self, kind: str, number: int, game: Any) -> object:
        if kind == "slot":
            number = int(game.kind[number])
            return None if number == UNSEEN else self.cards[number]
        if kind == "bool":
            return bool(number)
        if kind == "some":  # none is not worth a word
            return number or None
        return self.tables[kind][number] if kind else number

    def sentence(self, told: Words, players: Sequence[str], reader: int = NOBODY) -> str:
        """One event, given as words, as a sentence; `reader` is spoken to as “you”."""
        seat = told.get("seat", told.get("first"))
        form = self.form(told)
        parts = {
            column.partition(":")[0]: "" for column in self.fields[told["event"]] if column
        }  # what is left out is said by another form
        parts |= {key: self._said(key, value) for key, value in told.items()}
        return say(
            self.yours[form] if seat == reader and form in self.yours else self.sentences[form],
            **{**parts, "player": players[seat] if seat is not None else ""},
        )

    def _said(self, key: str, value: Any) -> Any:
        if key in self.titles:
            return self.titles[key](value)
        return name_place(*value) if isinstance(value, list) else value

    def story(
        self, events: Sequence[Words], players: Sequence[str], reader: int = NOBODY
    ) -> list[str]:
        """What happened, for people: without what says nothing, and cards drawn in one go."""
        lines: list[str] = []
        for is_draw, run in groupby(events, key=lambda told: told["event"] == DREW):
            if is_draw:
                lines += self._draws(list(run), players, reader)
            else:
                loud = [told for told in run if told["event"] not in self.quiet]
                lines += [self.sentence(told, players, reader) for told in loud]
        return lines

    def _draws(self, events: Sequence[Words], players: Sequence[str], reader: int) -> list[str]:
        lines = []
        for seat in dict.fromkeys(told["seat"] for told in events):
            cards = [told.get("card") for told in events if told["seat"] == seat]
            known = ", ".join(counted([self._said("card", card) for card in cards if card]))
            name = players[seat]
            if known and seat == reader:
                lines.append(say("You draw: {cards}.", cards=known))
            elif known:
                lines.append(say("{player} draws: {cards}.", player=name, cards=known))
            else:
                lines.append(
                    say_count("{player} draws a card.", "{player} draws {n} cards.", len(cards),
                              player=name)
                )  # fmt: skip
        return lines


def grouped(headings: Sequence[str], last: str | None = None) -> list[int]:
    """The order of choices in a short list: one heading after the other, one of them last."""
    order = sorted(dict.fromkeys(headings), key=lambda heading: heading == last)
    return sorted(range(len(headings)), key=lambda index: order.index(headings[index]))
