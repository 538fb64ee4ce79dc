"""What lies on a table, and what is in the box, as the pages draw it: alike for every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from typing import NamedTuple, Protocol, TypeAlias, TypeVar, cast

from markupsafe import Markup

from tangledbank.accept import Words
from tangledbank.games.game import clauses
from tangledbank.games.shared.position import TableView
from tangledbank.games.shared.verbs import ActionWords
from tangledbank.text import say_rule

Shown = TypeVar("Shown", bound=TableView, contravariant=True)
PLACE_KEY = re.compile(r"place:(\d+)-(\d+)")


class Tag(NamedTuple):
    """A word on something; its kind gives it a colour."""

    text: str
    kind: str = ""
    symbol: str = ""


class Sign(NamedTuple):
    """A symbol with its number and what it is called."""

    symbol: str
    title: str
    n: int = 0


class Track(NamedTuple):
    """Signs in a row, such as food: so many full, so many still empty."""

    full: int
    empty: int = 0
    kind: str = ""
    label: str = ""


@dataclass(frozen=True)
class Thing:
    """A card, an animal, a species, a biome: something one can point at."""

    id: str  # in the page, the same as long as the thing lies there
    key: str  # what a choice about it names; the same for two cards alike
    kind: str
    title: str
    said: str  # all of it in one sentence
    name: str = ""
    picture: Markup | None = field(default=None, compare=False)  # SVG; the rest says it all
    tags: Sequence[Tag] = ()
    tracks: Sequence[Track] = ()
    signs: Sequence[Sign] = ()
    lines: Sequence[str] = ()
    marks: Sequence[str] = ()  # states that change how it looks: asleep, chosen, done
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Hold tuples, so that things can be compared and found again quickly."""
        for name in ("tags", "tracks", "signs", "lines", "marks"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "_hash", hash((self.id, self.said, self.tags, self.marks)))

    def __hash__(self) -> int:
        """Made once: a thing is looked up each time that it is shown."""
        return self._hash


@dataclass(frozen=True)
class ThingRow:
    """Things that lie side by side under a title."""

    id: str
    title: str
    things: Sequence[Thing]
    note: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Common:
    """The middle of the table."""

    rows: Sequence[ThingRow] = ()
    picture: Markup | None = None  # of the food for all; how much there is stands beside it


class Change(NamedTuple):
    """Something before and after an action; nothing after if it is gone."""

    before: Thing
    after: Thing | None


class Home(NamedTuple):
    """Whether what is put together could live somewhere, and how."""

    fits: bool
    line: str


@dataclass(frozen=True)
class Draft:
    """What is being put together: all that is settled so far."""

    thing: Thing | None  # what it would be
    lines: Sequence[str]
    homes: Sequence[Home] = ()


class ThingsOf(Protocol[Shown]):
    """What the module of a game offers. A view is a document as one seat sees it."""

    NOTES: int  # which notes of the board stand beside choices: 0 in words, 1 in short

    def emblem(self) -> Markup:
        """A creature that stands for the game."""

    def common(self, view: Shown) -> Common:
        """The middle of the table."""

    def before(self, view: Shown, seat: int) -> Sequence[Thing]:
        """What lies before a seat."""

    def hand(self, view: Shown, seat: int) -> Sequence[Thing]:
        """The cards of a seat that are seen."""

    def draft(self, view: Shown) -> Draft | None:
        """What the seat that sees this has begun to put together."""

    def keys(self, action: ActionWords, view: Shown, seat: int) -> list[str]:
        """What one has to point at to choose an action."""

    def tries(self, key: str, view: Shown, seat: int) -> list[Words]:
        """What someone may want to do who points at something."""

    def comes_first(self, key: str, view: Shown, seat: int) -> str:
        """What has to be chosen before something can be, where no rule refuses it."""

    def about(self, key: str, view: Shown) -> tuple[str, list[str]]:
        """A topic of the rules, and sentences about something on the table."""

    def at_risk(self, action: ActionWords, view: Shown, seat: int) -> str:
        """What may come of an action that chance decides, if that can be told."""

    def answers(self, verbs: Iterable[str], after: Shown, names: Sequence[str], seat: int) -> str:
        """How someone may answer an action, by the verbs that are open to them after it."""


# Of a game that is known by its name only: it gets back the views that it gave.
Things: TypeAlias = ThingsOf[TableView]


@lru_cache(4096)
def drawn(picture: str) -> Markup:
    """A picture as a page takes it; things that look the same share it."""
    return Markup(picture)


@cache
def things_of(game: str) -> Things:
    """The module of a game."""
    return cast(Things, import_module(f"tangledbank.games.{game}.show.things"))


def changes(own: Things, view: TableView, after: TableView, about: Sequence[str]) -> list[Change]:
    """What lies before the seats, where it differs; `about` tells which one can be gone."""
    found: list[Change] = []
    for seat in range(len(view.seats)):
        old, new = own.before(view, seat), [*own.before(after, seat)]
        gone = [index for index, one in enumerate(old) if one.key in about]
        pairs: list[Thing | None] = [*new]
        if len(new) == len(old) - 1 and len(gone) == 1:
            pairs.insert(gone[0], None)
        if len(pairs) == len(old):
            those = zip(old, pairs, strict=True)
            found += [Change(a, b) for a, b in those if b is None or _facts(a) != _facts(b)]
    return found


def _facts(thing: Thing) -> tuple[object, ...]:
    """What a small picture shows of a thing, but its title, which changes when others go."""
    return thing.picture, thing.tracks, thing.name


def place_key(seat: int, index: int) -> str:
    """The key of what lies at a place before a seat."""
    return f"place:{seat}-{index}"


def place_of(key: str) -> tuple[int, int] | None:
    """The seat and index in such a key."""
    found = PLACE_KEY.fullmatch(key)
    return (int(found[1]), int(found[2])) if found else None


def card_key(card: str) -> str:
    """The key of a card in hand."""
    return f"card:{card}"


def no_draft(_view: TableView) -> Draft | None:
    """For games in which nothing is put together step by step."""
    return None


def no_risk(_action: ActionWords, _view: TableView, _seat: int) -> str:
    """For games in which chance decides only which cards are drawn."""
    return ""


def no_answers(_verbs: Iterable[str], _after: TableView, _names: Sequence[str], _seat: int) -> str:
    """For games in which whoever is attacked has nothing to decide."""
    return ""


def in_hand(
    cards: int | list[str], begun: str | None, thing: Callable[[str, int, bool], Thing]
) -> list[Thing]:
    """The cards of a hand that is seen; the first of the kind that is begun is chosen."""
    if not isinstance(cards, list):
        return []
    return [thing(card, n, card == begun and n == 1) for card, n in numbered(cards)]


def hunts(place: tuple[int, int], abilities: Sequence[Sequence[str]]) -> list[Words]:
    """Attacks on what lies at a place, by what each of one's own can do."""
    hunters = [i for i, those in enumerate(abilities) if "carnivore" in those]
    found = hunters or [*range(len(abilities))][:1]  # who hunts nothing is told why
    return [{"do": "attack", "with": one, "prey": [*place]} for one in found]


def numbered(cards: Sequence[str]) -> list[tuple[str, int]]:
    """Cards with a number that tells those alike apart."""
    return [(card, cards[: i + 1].count(card)) for i, card in enumerate(cards)]


def seen_from(place: tuple[int, int], seat: int) -> int | list[int]:
    """A place as an action names it: an index before oneself, or seat and index."""
    return place[1] if place[0] == seat else [*place]


# -- the catalogue: everything there is in a game, with its picture and what it does --------------


@dataclass(frozen=True)
class Entry:
    """Something that is in the game."""

    id: str  # in the page
    title: str
    draw: Callable[[], str]
    lines: Sequence[str]
    topic: str = ""  # of the rules about it

    @property
    def picture(self) -> Markup:
        """Drawn only when it is shown; what it is stands beside it."""
        return Markup(self.draw())


@dataclass(frozen=True)
class Shelf:
    """Things of one kind, in the order of the game."""

    id: str
    title: str
    entries: Sequence[Entry]


class Catalogue(Protocol):
    """What the catalogue of a game offers."""

    def shelves(self) -> list[Shelf]:
        """All that the game has, in the reader's language."""

    def place_of(self, kind: str, name: str) -> str:
        """Where something on a table is told of, by the parts of its key: shelf and entry."""


@cache
def catalogue_of(game: str) -> Catalogue:
    """The catalogue of a game."""
    return cast(Catalogue, import_module(f"tangledbank.games.{game}.show.pictures"))


def page_id(name: str) -> str:
    """A name as it can stand in an address."""
    return name.replace("/", "_").replace(".", "_")


def rules_about(game: str, topic: str) -> list[str]:
    """What the rules say about something."""
    return [
        say_rule(clause.text)
        for clause in clauses(game)
        if clause.topic == topic and clause.kind == "rule"
    ]
