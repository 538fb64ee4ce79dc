"""Positions in words: a field of a document is declared once, and read and written by that.

A document consists of `Declared` structs. The type of a field says which values it may have, for
msgspec; and by one of the ways below, which field of the record it stands for and how that is
said. What needs more than that to be laid out is left to the reader of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from inspect import get_annotations
from types import ModuleType
from typing import Annotated, ClassVar, NamedTuple, Protocol, Self

import msgspec
from msgspec import NODEFAULT, Meta

from tangledbank.accept import Value, Words
from tangledbank.errors import Refused
from tangledbank.games.shared.rows import ReasonRow, ViolationRow
from tangledbank.games.shared.verbs import Frame, Places, Scene
from tangledbank.kernel.chance import LOADED, LOW_32, MAX_LOADED, WORDS
from tangledbank.kernel.records import States, items_of, new_books
from tangledbank.text import instead, mark, say

Options = Mapping[str, tuple[str, ...]]
Condition = Callable[..., object]  # of the game


class HandView(Protocol):
    """A seat as somebody sees it: what it shows in every game."""

    @property
    def hand(self) -> int | list[str]:
        """The names of the cards in hand; if they are hidden, how many they are."""


class TableView(Protocol):
    """A position as somebody sees it: what the documents of all games have in common."""

    @property
    def seats(self) -> Sequence[HandView]:
        """What lies before each seat."""

    @property
    def options(self) -> Mapping[str, str]:
        """The options that are not at their default."""

    @property
    def phase(self) -> str:
        """In which part of a turn, round or era the game is."""

    @property
    def stage(self) -> str | None:
        """Which decision is open."""

    @property
    def scores(self) -> list[int]:
        """Each seat's points, as far as they can be seen."""

    def in_words(self) -> Words:
        """As plain data, for files and other programs."""


def refuse_if(wrong: object, place: str, sentence: str, /, **parts: object) -> None:
    """Refuse a position in which something is wrong."""
    if wrong:
        raise Refused(say(sentence, **parts), place=place)


# --- how a field is said ------------------------------------------------------------------------


def always(_game: object) -> bool:
    """Whatever the game is like."""
    return True


class Way(NamedTuple):
    """How a field is written about a game, or about a seat or thing in it, and read again."""

    write: Callable[..., object]  # of the game, and the index where the record has an array
    when: Condition = always  # else the field keeps its default
    name: str = ""  # of the field of the record that a value is read into
    read: Callable[..., object] = lambda value, _game, _place: value  # what the record holds then


def at_stage(*stages: int) -> Condition:
    """Whether the game stands at one of these stages."""
    return lambda game: game.stage in stages


def _field(name: str, say: Callable[..., object], when: Condition) -> Way:
    """A field of the record that `say` puts into words; below 0 it is nothing."""

    def write(game: object, *at: int) -> object:
        found = getattr(game, name)[at]
        return say(found) if found >= 0 else None

    return Way(write, when, name)


def number(name: str, when: Condition = always) -> Way:
    """A number of the record as it is; nothing, if it is below 0."""
    return _field(name, int, when)


def flag(name: str, when: Condition = always) -> Way:
    """True or false; nothing, if the number is below 0."""
    return _field(name, bool, when)


def bit(name: str) -> Way:
    """Whether the bit of a seat is set."""
    return Way(lambda game, seat: bool(getattr(game, name) >> seat & 1))


def seat(name: str, when: Condition = always) -> Way:
    """A seat that there is."""
    return number(name, when)._replace(read=existing)


def existing(value: int, game: Frame, place: str) -> int:
    """A seat, if there is one of this number."""
    last = int(game.seats) - 1
    refuse_if(value > last, place, mark("seats are counted from 0 to {last}"), last=last)
    return value


def seats(name: str, when: Condition = always) -> Way:
    """The seats whose bits are set."""
    return shown(_field(name, lambda mask: bits_in(int(mask)), when))


def named(name: str, names: Sequence[str], when: Condition = always) -> Way:
    """One of some names by its number; nothing, if the number is below 0."""
    way = _field(name, names.__getitem__, when)
    return way._replace(read=lambda value, _game, _place: names.index(value))


def some(name: str, names: Sequence[str], when: Condition = always) -> Way:
    """Those of some names whose bits are set."""
    way = _field(name, lambda mask: [names[i] for i in bits_in(int(mask))], when)
    return way._replace(read=lambda value, *_: bits_of(names.index(one) for one in value))


def thing(name: str, places: Places, when: Condition = always) -> Way:
    """Something that lies before a seat as [seat, index]; or nothing."""
    return Way(
        lambda game, *at: place_of(game, getattr(game, name)[at], places),
        when,
        name,
        lambda value, game, place: places.at(value, Scene(game, 0), place),
    )


def shown(way: Way) -> Way:
    """The same, but not read."""
    return way._replace(name="")


def part(kind: type[Declared], when: Condition) -> Way:
    """A struct about the same thing, or nothing."""
    return Way(kind.of, when)


def each(kind: type[Declared]) -> Way:
    """A struct about each seat."""
    return Way(lambda game: [kind.of(game, seat) for seat in range(game.seats)])


def in_row(kind: type[Declared]) -> Way:
    """A struct about each of the things in the row of a seat."""
    return Way(lambda game, seat: [kind.of(game, one) for one in items_of(game.row[seat])])


def said(names: Sequence[str], code: int) -> str | None:
    """The name of a number; nothing, if it is below 0."""
    return names[code] if code >= 0 else None


def place_of(game: Frame, one: int, places: Places) -> list[int] | None:
    """Where something lies, as [seat, index]; nothing, if the number is below 0."""
    return [*places.place_of(game, int(one))] if one >= 0 else None


def bits_in(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def bits_of(numbers: Iterable[int]) -> int:
    """These bits, set."""
    return sum(1 << number for number in {*numbers})


class Declared(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a document whose fields say how they are read and written."""

    always: ClassVar[tuple[str, ...]] = ()  # fields that are written at their default too

    @classmethod
    def of(cls, game: object, *at: int, **others: object) -> Self:
        """What is said about a game, or a seat or thing in it; `others` are given fields."""
        for name, way in _ways(cls).items():
            if name not in others and way.when(game):
                others[name] = way.write(game, *at)
        return cls(**others)

    def lay(self, game: object, *at: int, place: str = "") -> None:
        """Set the fields of the record that are said; what is nothing leaves it as it is."""
        for name, way in _ways(type(self)).items():
            value = getattr(self, name)
            if way.name and value is not None:
                found = way.read(value, game, f"{place}{name}")
                if at:
                    getattr(game, way.name)[at] = found
                else:
                    setattr(game, way.name, found)

    def in_words(self, *without: str) -> Words:
        """As plain data: what is not at its default, then what is always written but `without`."""
        defaults = _defaults(type(self))
        values = {name: getattr(self, name) for name in defaults}
        wanted = [name for name in defaults if values[name] != defaults[name]]
        wanted += [name for name in self.always if name not in {*wanted, *without}]
        return {name: _plain(values[name], without) for name in wanted}


@cache
def _defaults(kind: type[Declared]) -> dict[str, object]:
    return {
        field.name: field.default if field.default_factory is NODEFAULT else field.default_factory()
        for field in msgspec.structs.fields(kind)
    }


@cache
def _ways(kind: type[Declared]) -> dict[str, Way]:
    """The fields that are declared, in their order."""
    return {
        name: way
        for name, hint in get_annotations(kind, locals={}, eval_str=True).items()
        for way in getattr(hint, "__metadata__", ())
        if isinstance(way, Way)
    }


def _plain(value: object, without: tuple[str, ...]) -> Value:
    match value:
        case Declared():
            return value.in_words(*without)
        case dict():
            return {**value}
        case list():
            return [_plain(one, without) for one in value]
        case bool() | int() | str():
            return value
    return None


# --- options and chance -------------------------------------------------------------------------


def check_count(seats: int, least: int, most: int) -> None:
    """Refuse a number of seats the game is not made for."""
    sentence = mark("a game has {least} to {most} seats, not {seats}")
    refuse_if(not least <= seats <= most, "seats", sentence, least=least, most=most, seats=seats)


def read_options(
    chosen: Mapping[str, str], options: Options, tables: Sequence[str] = ()
) -> list[int]:
    """The code of each option; of `tables`, any unknown value is one written out, past the last."""
    for name, value in chosen.items():
        if name not in options:
            sentence = say("there is no option “{name}”", name=name)
            raise Refused(sentence + instead(name, options), place="options")
        if name not in tables and value not in options[name]:
            sentence = say("there is no {name} “{value}”", name=name, value=value)
            raise Refused(sentence + instead(value, options[name]), place=f"options.{name}")
    codes = []
    for name, values in options.items():
        value = chosen.get(name, values[0])
        codes.append(values.index(value) if value in values else len(values))
    return codes


def options_of(options: Options, **tables: Callable[..., str]) -> Way:
    """The options that are not at their default; `tables` writes out those that are tables."""
    return Way(
        lambda game: {
            name: values[code] if code < len(values) else tables[name](game)
            for code, (name, values) in zip(game.options[1:].tolist(), options.items(), strict=True)
            if code
        }
    )


def set_chance(game: Frame, chance: Sequence[int], dice: Sequence[int] = ()) -> None:
    """The generator, if the position gives it, and the next dice."""
    if chance:
        refuse_if(len(chance) != WORDS, "chance", mark("the generator has {n} numbers"), n=WORDS)
        game.rng[:WORDS] = chance
    game.rng[LOADED] = len(dice)
    game.rng[LOADED + 1 : LOADED + 1 + len(dice)] = dice


def force_dice(states: States, dice: Sequence[int]) -> None:
    """Load the next dice; for scenarios."""
    wrong = len(dice) > MAX_LOADED or any(die not in range(1, 7) for die in dice)
    refuse_if(wrong, "dice", mark("dice are up to {most} numbers from 1 to 6"), most=MAX_LOADED)
    set_chance(states[0], (), dice)


def loaded(game: Frame) -> list[int]:
    """The dice that are loaded."""
    dice: list[int] = game.rng[LOADED + 1 : LOADED + 1 + int(game.rng[LOADED])].tolist()
    return dice


def _generator(game: Frame) -> list[int]:
    """Nothing in an observation, which has none."""
    words: list[int] = game.rng[:WORDS].tolist()
    return words if any(words) else []


Chance = Annotated[
    list[Annotated[int, Meta(ge=0, le=LOW_32)]], Meta(max_length=WORDS), Way(_generator)
]


# --- the open decision --------------------------------------------------------------------------


def check_stage(
    stage: str | None,
    phase: str,
    phases: Mapping[str, str],
    given: Sequence[str],
    needed: Sequence[str],
    allowed: Sequence[str],
) -> None:
    """The fields about an open decision are those its stage needs or allows, and no others."""
    for name in needed:
        sentence = mark("the stage “{stage}” needs its {field}")
        refuse_if(name not in given, "stage", sentence, stage=stage, field=name)
    for name in given:
        wrong = name not in needed and name not in allowed
        refuse_if(wrong, name, mark("this does not belong to stage “{stage}”"), stage=stage or "-")
    if stage is not None:
        own, sentence = phases[stage], mark("the stage “{stage}” belongs to phase {phase}")
        refuse_if(phase != own, "stage", sentence, stage=stage, phase=own)


def check_possible(
    kernel: ModuleType, reasons: type[ReasonRow], before: States, seat: int, action: int, place: str
) -> None:
    """The seat could do this in the position before."""
    why = int(kernel.why_not(before, seat, action))
    refuse_if(why, place, reasons.of(why).sentence)


def check_asked(
    kernel: ModuleType, states: States, before: States, tell: Callable[..., str]
) -> None:
    """Going on from `before`, just before the decision, the rules come to this very position.

    Else it is refused: `tell` says to which position they come instead.
    """
    kernel.settle(before, new_books())
    if before.tobytes() != states.tobytes():
        raise Refused(tell(before[0]), place="stage")


def check_invariants(
    kernel: ModuleType, violations: type[ViolationRow], states: States, place: str = "position"
) -> None:
    """Nothing holds that must never hold."""
    violation = int(kernel.broken(states))
    refuse_if(violation, place, violations.of(violation).sentence)
