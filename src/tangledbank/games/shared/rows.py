"""Rows: what a game consists of, each said once, numbered in their order.

A row is a member of an enumeration, so the rules name it (`Stage.FEED`) and compile it as a number,
and everything people read of it stands beside the name. The order is part of recorded games: add
new rows at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from math import prod
from string import Formatter
from sys import intern
from typing import NamedTuple, NoReturn, Self

from tangledbank.looks import Look
from tangledbank.text import mark, say

Columns = tuple[str, str, str, str, str]
NO_LOOK = Look()
ACTORS = ("seat", "first")  # fields of an event: who did it


class Row(IntEnum):
    """A number with a name; in words it is called by that name in small letters."""

    @property
    def id(self) -> str:
        """What it is called in documents, logs and scenarios."""
        return intern(self.name.lower())  # msgspec leaves out defaults by identity

    @classmethod
    def of(cls, number: int) -> Self:
        """The row of this number."""
        return cls._value2member_map_[number]  # type: ignore[return-value]

    @classmethod
    def called(cls, name: str) -> Self:
        """The row of this id."""
        return cls[name.upper()]

    @classmethod
    def _numbered(cls, first: int = 0) -> Self:
        """The next member."""
        number = first + len(cls.__members__)
        row = int.__new__(cls, number)
        row._value_ = number
        return row


def names(rows: type[Row]) -> tuple[str, ...]:
    """The ids of all rows, by number."""
    return tuple(row.id for row in rows)


def index_of(name: str, known: Sequence[str], row: str, kind: str) -> int:
    """The number of what a row of a file names."""
    if name not in known:
        raise TypeError(f"{row}: there is no {kind} {name}")
    return known.index(name)


class FactRow(Row):
    """A row of which more is said: `__init__` holds it, and `need` refuses a row that lacks any.

    By then the row has its name. Facts have defaults, so that one that is left out is told by it.
    """

    def __new__(cls, *_facts: object) -> Self:
        """The next of them."""
        return cls._numbered()

    def fail(self, problem: str) -> NoReturn:
        """Refuse the row."""
        raise TypeError(f"{type(self).__name__.lower()} {self.id}: {problem}")

    def need(self, **facts: object) -> None:
        """Refuse a row that lacks something, before anyone plays."""
        for part, value in facts.items():
            if not value:
                self.fail(f"{part} is missing")

    def fill(self, text: str, parts: Collection[str]) -> None:
        """Refuse a text with parts in braces that nothing fills in."""
        for _, part, _, _ in Formatter().parse(text):
            if part is not None and part not in parts:
                self.fail(f"nothing fills in {{{part}}}")


class AbilityRow(FactRow):
    """What a creature can have: its printed name, what it is good for in a few words, its look."""

    title: str
    meaning: str
    look: Look

    def __init__(self, title: str = "", meaning: str = "", look: Look = NO_LOOK) -> None:
        """Hold what all games have in common."""
        self.title, self.meaning, self.look = title, meaning, look
        self.need(title=title, meaning=meaning, glyph=look.glyph, coat=look.coat)


class ReasonRow(FactRow):
    """Why an action is refused: the clause behind it, and what to tell a person.

    The first stands for what is not refused, and has no clause.
    """

    clause: str
    sentence: str

    def __init__(self, clause: str = "", sentence: str = "") -> None:
        """Hold the reason."""
        self.clause, self.sentence = clause, sentence
        self.need(clause=clause or self == 0, sentence=sentence)


class Said(NamedTuple):
    """A sentence about an event; parts in braces are its fields, and {player} who did it."""

    text: str
    you: str = ""  # the same, told to the one who did it
    form: str = ""  # when it is said, if not as a rule


class EventRow(FactRow):
    """Something that can happen.

    `fields` are its fields in the order in which rules write them, with how their numbers are read
    after a colon: `thing` (by its owner and its place in the row), `slot` (a card by its slot, left
    out while it is hidden), `card` (a card by its kind), `bool`, `some` (left out if it is 0), or a
    table of the game. A table with a star gives all its words whose bits are set. Several names
    joined by + are the parts of what the table holds.
    """

    fields: tuple[str, ...]
    said: tuple[Said, ...]

    def __init__(self, fields: str = "", *said: Said) -> None:
        """Hold the event."""
        self.need(fields=isinstance(fields, str), said=said)
        self.need(sentence=all(isinstance(one, Said) and one.text for one in said))
        self.fields, self.said = tuple(fields.split()), said

    @property
    def columns(self) -> Columns:
        """Where a row of numbers holds its fields: who, thing a, thing b, x and y."""
        things = [name.partition(":")[0] for name in self.fields if name.endswith(":thing")]
        others = [name for name in self.fields if not name.endswith(":thing")]
        actor = [others.pop(0)] if others and others[0] in ACTORS else [""]
        if len(things) > 2 or len(others) > 2:
            self.fail("fields has more than two things or two numbers")
        who, a, b, x, y = (*actor, *(*things, "", "")[:2], *(*others, "", "")[:2])
        return who, a, b, x, y


# What every game with cards tells, so that all draws of a turn can be told in one go.
DREW_A_CARD = (
    "seat card:slot",
    Said(mark("{player} draws a card."), mark("You draw a card.")),
    Said(mark("{player} draws {card}."), mark("You draw {card}."), form="card"),
)


class Extent(int):
    """How many there are of what new decks may make more; the signature knows `signed` of them."""

    signed: int

    def __new__(cls, number: int, signed: int) -> Self:
        """So many now, and so many in the decks that are part of the signature."""
        extent = int.__new__(cls, number)
        extent.signed = signed
        return extent

    def __mul__(self, times: int) -> Extent:
        """So many for each."""
        signed = times.signed if isinstance(times, Extent) else times
        return Extent(int(self) * int(times), self.signed * signed)

    __rmul__ = __mul__


@dataclass(frozen=True)
class Field:
    """What a verb is about: its name in words, of which kind it is, and how many there can be."""

    name: str
    kind: str  # how it is said: the vocabulary of the game knows
    size: int
    first: int = 0  # the number that the first one stands for
    refuses: str = ""  # the rule that tells why there is none such, or not for this seat
    is_own: bool = False  # a thing in the row of the seat that acts
    is_thing: bool = False  # … in any row
    whose: str = ""  # … the rule that tells by its owner where it is no use to look, if any
    is_limit: bool = False  # where a number is refused, so is every larger one


class Role(Enum):
    """What choosing a verb means to whoever chooses it."""

    STEP = auto()  # it only begins something: it needs no confirmation
    DEED = auto()
    END = auto()  # it ends a turn, and stands apart from other choices


class Offer(NamedTuple):
    """How an action is offered: parts in braces are what it is about."""

    text: str
    heading: str = ""  # in a short list: what choices of the kind have in common
    item: str = ""  # … and what each is called there, if not by what it is about
    form: str = ""  # when it is said, if not as a rule


@dataclass(frozen=True)
class Act:
    """Everything about a verb. Rules are named as `file.function` in the folder `rules`.

    A rule is given what its parameters name: `game`, `events`, `seat`, then the fields in order.
    """

    at: StageRow | tuple[StageRow, ...] | None = None  # where it can be chosen; (): at any time
    does: str = ""  # the rule that carries it out
    means: str = ""  # a line for the page of words
    offers: tuple[Offer, ...] = ()
    fields: tuple[Field, ...] = ()
    refuses: str = ""  # the rule that tells why not, or OK
    needs: int | None = None  # only things with this bit of `traits` can do it
    # a field that belongs to the next small action: its verb, and its field there
    then: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    many: tuple[str, ...] = ()  # of these, those that may hold a list
    role: Role | None = None


NO_ACT = Act()


class VerbRow(FactRow):
    """Something a seat can do; it owns a range of numbers, and is the first of them itself."""

    act: Act
    size: int
    stages: tuple[StageRow, ...]  # where it can be chosen

    def __new__(cls, *_facts: object) -> Self:
        """The next verb, after all numbers of the one before."""
        row = int.__new__(cls, cls.count())
        row._value_ = int(row)
        return row

    def __init__(self, act: Act = NO_ACT) -> None:
        """Hold the verb; whoever can choose it is asked for something."""
        self.act, self.size = act, prod(one.size for one in act.fields)
        if act.at is None:
            self.fail("at is missing")
        self.need(does=act.does, means=act.means, offers=act.offers)
        self.need(offer=all(offer.text for offer in act.offers), role=act.role)
        self.stages = act.at if isinstance(act.at, tuple) else (act.at,)
        for stage in self.stages:
            stage.need(tasks=isinstance(stage.about, Asks) and stage.about.tasks)

    @classmethod
    def count(cls) -> int:
        """How many numbers all verbs own."""
        return sum(verb.size for verb in cls)

    @classmethod
    def signed(cls) -> list[int]:
        """The number of each action in the signature of the game, which new decks do not move."""
        numbers, first = list[int](), 0
        for verb in cls:
            numbers += range(first, first + verb.size)
            first += verb.size.signed if isinstance(verb.size, Extent) else verb.size
        return numbers


@dataclass(frozen=True)
class Asks:
    """A stage at which somebody decides: the rule that lists the actions, and what is asked.

    Without a rule its verbs are listed in their order: those about each own thing, about any thing,
    about numbers, about nothing.
    """

    lists: str = ""
    tasks: tuple[Said, ...] = ()
    begun_at: str = ""  # inside a choice that can still be taken back: the stage it is begun at


@dataclass(frozen=True)
class Passes:
    """A stage that the rules pass through by themselves: the rule that does it."""

    by: str = ""


NO_STAGE = Passes()


class StageRow(FactRow):
    """Where a game stands."""

    about: Asks | Passes

    def __init__(self, about: Asks | Passes = NO_STAGE) -> None:
        """Hold what happens there; with nothing to list and to ask, the game is over."""
        self.about = about
        if isinstance(about, Passes):
            self.need(by=about.by)
        else:
            self.need(
                tasks=not about.lists or about.tasks, task=all(one.text for one in about.tasks)
            )


class ViolationRow(FactRow):
    """Something that must never hold, and how a person is told that it does.

    The first stands for a position in which nothing is wrong.
    """

    sentence: str

    def __init__(self, sentence: str = "") -> None:
        """Hold the invariant that can be broken."""
        self.sentence = sentence
        self.need(sentence=sentence or self == 0)


NO_VALUES: Mapping[str, str] = {}


class Sort(Enum):
    """What an option is about."""

    KIND = auto()  # which game it is
    DECISIVE = auto()  # a ruling that tables dispute and that decides much in play
    RULING = auto()  # … and that seldom matters


KIND, DECISIVE, RULING = Sort.KIND, Sort.DECISIVE, Sort.RULING


class OptionRow(FactRow):
    """An option of a game; numbered from 1, since the number of seats comes before all of them.

    The first value is the default, and for a ruling that tables dispute the ledger's.
    """

    clause: str  # the ruling of the ledger
    title: str
    values: Mapping[str, str]  # each with its title
    about: str  # a line for those who do not know it
    sort: Sort
    signed: tuple[str, ...]  # the values that the signature of the game goes through

    def __new__(cls, *_facts: object) -> Self:
        """The next option."""
        return cls._numbered(first=1)

    def __init__(
        self, clause: str = "", title: str = "", values: Mapping[str, str] = NO_VALUES,
        about: str = "",
        sort: Sort = RULING, signed: int | None = None,
    ) -> None:  # fmt: skip
        """Hold it; of decks, which may become more, so many are part of the signature."""
        self.clause, self.title, self.values = clause, title, values
        self.about, self.sort = about, sort
        self.signed = tuple(values)[:signed]
        self.need(clause=clause, title=title, values=values, about=about or sort is not DECISIVE)
        self.need(**{f"the title of {value}": said for value, said in values.items()})

    def said(self, value: str) -> str:
        """The title of a value; a table that someone wrote themselves has none."""
        return say(self.values[value]) if value in self.values else say("your own")


def deck_titles(decks: Mapping[str, str], titles: Mapping[str, str]) -> dict[str, str]:
    """Each deck with its title, translated or as its file has it; the first is the default."""
    found = {name: titles.get(name, own) for name, own in decks.items()}
    for name, title in found.items():
        if not title:
            raise TypeError(f"deck {name}: title is missing")
    return found


def option_values(options: Iterable[OptionRow]) -> dict[str, tuple[str, ...]]:
    """The values each option can have, by their ids; the first is the default."""
    return {option.id: tuple(option.values) for option in options}
