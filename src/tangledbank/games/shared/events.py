"""Events of a game in words, in sentences, and as a story; each game declares what is its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Generic, TypeAlias, TypeVar

from tangledbank.accept import Value, Words, number_in, word_in
from tangledbank.games.shared.hidden_cards import UNSEEN, CardState
from tangledbank.games.shared.rows import Columns, EventRow, Said
from tangledbank.games.shared.tableau import NOTHING
from tangledbank.games.shared.verbs import name_place
from tangledbank.text import counted, say, say_count

NOBODY = -1
DREW = "drew"  # the event of one card drawn: its seat, and its card if that is known
READINGS = ("", "thing", "slot", "card", "bool", "some")  # of a field, where it is no table

EventWords: TypeAlias = Mapping[str, Value]  # such as {"event": "took", "animal": [0, 1]}
Run = Callable[[Sequence[EventWords], Sequence[str], int], list[str]]  # as `Telling.story`
ACardState = TypeVar("ACardState", bound=CardState)


@dataclass(frozen=True)
class Telling(Generic[ACardState]):
    """How one game tells its events."""

    events: type[EventRow]
    # the names of the kinds of cards, where they are the same at every table
    cards: Sequence[str]
    tables: Mapping[str, Sequence[str | int | tuple[str, str]]]  # by the word after the colon
    form: Callable[[EventWords], str]  # which sentence fits an event
    titles: Mapping[str, Callable[[str], str]]  # how the value of a field is said, or each of some
    quiet: Collection[str] = field(default=())  # events not worth a line in a story
    # what sentences may say besides the fields of an event: the field it is made from, and how
    more: Mapping[str, tuple[str, Callable[[str], str]]] = field(default_factory=dict)
    # the names of the kinds of cards at one table, where each may have a deck of its own
    cards_of: Callable[[ACardState], Sequence[str]] | None = None
    # events that come in a row and are told in one go
    runs: Mapping[str, Run] = field(default_factory=dict)
    # whether an event belongs in the same line as the one before it
    goes_on: Callable[[EventWords, EventWords], bool] = field(default=lambda _before, _told: False)

    def __post_init__(self) -> None:
        """Refuse events with fields or sentences that nobody could read."""
        for event in self.events:
            for name in event.fields:
                table = name.partition(":")[2].removesuffix("*")
                if table not in (*READINGS, *self.tables):
                    event.fail(f"there is no table {table}")
            keys = [key for column in event.columns for key in _keys(column)]
            more = [part for part, (key, _) in self.more.items() if key in keys]
            for said in event.said:
                event.fill(said.text + said.you, (*keys, *more, "player"))

    @cached_property
    def fields(self) -> dict[str, Columns]:
        """The columns of each event by its id."""
        return {event.id: event.columns for event in self.events}

    @cached_property
    def sentences(self) -> dict[str, str]:
        """What is said of an event, by its id and form."""
        return {_form(event, said): said.text for event in self.events for said in event.said}

    @cached_property
    def yours(self) -> dict[str, str]:
        """The same, told to the one who did it, where that is another sentence."""
        every = ((event, said) for event in self.events for said in event.said)
        return {_form(event, said): said.you for event, said in every if said.you}

    def event_fields(self) -> dict[str, list[str]]:
        """The events there are, and the fields each can have."""
        return {
            name: [key for column in columns for key in _keys(column)]
            for name, columns in self.fields.items()
        }

    def words(self, row: Sequence[int], game: ACardState) -> Words:
        """One event as words; what `game`, an observation, does not show is left out."""
        name = self.events.of(row[0]).id
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
                value = self._value(column.partition(":")[2], number, game)
                keys = _keys(column)
                values = value if isinstance(value, tuple) else (value,)
                told |= {k: v for k, v in zip(keys, values, strict=True) if v is not None}
        return told

    def _value(self, kind: str, number: int, game: ACardState) -> Value:
        if kind in ("slot", "card"):
            number = int(game.kind[number]) if kind == "slot" else number
            cards = self.cards_of(game) if self.cards_of else self.cards
            return None if number == UNSEEN else cards[number]
        if kind == "bool":
            return bool(number)
        if kind == "some":  # none is not worth a word
            return number or None
        if kind.endswith("*"):
            names = enumerate(self.tables[kind.removesuffix("*")])
            return [name for bit, name in names if number >> bit & 1] or None
        if kind:
            return None if number == NOTHING else self.tables[kind][number]
        return number

    def sentence(self, told: EventWords, players: Sequence[str], reader: int = NOBODY) -> str:
        """One event, given as words, as a sentence; `reader` is spoken to as “you”."""
        actor = told.get("seat", told.get("first"))
        seat = actor if isinstance(actor, int) else None
        form = self.form(told)
        columns = self.fields[word_in(told, "event")]
        # what is left out is said by another form
        parts: dict[str, object] = {key: "" for column in columns for key in _keys(column)}
        parts |= {key: self._said(key, value) for key, value in told.items()}
        parts |= {
            name: how(word_in(told, key)) for name, (key, how) in self.more.items() if key in told
        }
        return say(
            self.yours[form] if seat == reader and form in self.yours else self.sentences[form],
            **{**parts, "player": players[seat] if seat is not None else ""},
        )

    def _said(self, key: str, value: Value) -> object:
        if key in self.titles:
            those = value if isinstance(value, list) else [value]
            return ", ".join(self.titles[key](str(one)) for one in those)
        return name_place(*value) if isinstance(value, list) else value

    def story(
        self, events: Sequence[EventWords], players: Sequence[str], reader: int = NOBODY
    ) -> list[str]:
        """What happened, for people: without what says nothing, and cards drawn in one go."""
        lines: list[str] = []
        runs = {DREW: self._draws, **self.runs}
        before: EventWords | None = None
        loud = (told for told in events if told["event"] not in self.quiet)
        for name, group in groupby(loud, key=lambda told: str(told["event"])):
            run = list(group)
            if name in runs:
                lines += runs[name](run, players, reader)
            else:
                for told in run:
                    line = self.sentence(told, players, reader)
                    if before and self.goes_on(before, told):
                        line = f"{lines.pop()} {line}"
                    lines.append(line)
                    before = told
            before = run[-1]
        return lines

    def _draws(
        self, events: Sequence[EventWords], players: Sequence[str], reader: int
    ) -> list[str]:
        lines = []
        for seat in dict.fromkeys(number_in(told, "seat") for told in events):
            cards = [word_in(told, "card") for told in events if told["seat"] == seat]
            known = ", ".join(counted([str(self._said("card", card)) for card in cards if card]))
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


def _form(event: EventRow, said: Said) -> str:
    return f"{event.id} {said.form}" if said.form else event.id


def _keys(column: str) -> list[str]:
    """The fields of an event that a column holds."""
    return column.partition(":")[0].split("+") if column else []


def grouped(headings: Sequence[str], last: str | None = None) -> list[int]:
    """The order of choices in a short list: one heading after the other, one of them last."""
    order = sorted(dict.fromkeys(headings), key=lambda heading: heading == last)
    return sorted(range(len(headings)), key=lambda index: order.index(headings[index]))
