"""What every game offers to the rooms above: its entries, words, options and numbered rules."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import EnumType
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from msgspec import Struct, convert

from tangledbank.accept import Words
from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.shared.events import EventWords
from tangledbank.games.shared.position import TableView
from tangledbank.games.shared.rows import OptionRow, ReasonRow, ViolationRow, option_values
from tangledbank.games.shared.verbs import ActionWords, Frame, Scene, Vocabulary
from tangledbank.kernel import drivers
from tangledbank.kernel.chance import Generator, new_generator
from tangledbank.kernel.compiling import bind, compile_entry, mark_prepared
from tangledbank.kernel.records import EventBooks, Ints, States, new_books
from tangledbank.text import instead, say

SCORE_COLUMNS = 3  # points, then tie-breaks; more is better in each
MAX_SEED = 2**63 - 1
FOLDER = Path(__file__).parent  # of all games
MOST = "most"  # begins the names of what is a maximum, not a sum

ARecord = TypeVar("ARecord", bound=Frame)
AView = TypeVar("AView", bound=TableView)
Asked = TypeVar("Asked", bound=Frame, contravariant=True)
Shown = TypeVar("Shown", bound=TableView, contravariant=True)
Written = TypeVar("Written", bound=TableView, covariant=True)
Counts = defaultdict[tuple[object, ...], float]  # by what is counted, and of what


class Kernel(Protocol):
    """The entries of the kernel contract (docs/architecture.md): a module of each game."""

    def new(self, states: States, options: Ints, seed: int, books: EventBooks, /) -> None: ...
    def pending(self, states: States, /) -> int: ...
    def legal(self, states: States, seat: int, out: Ints, /) -> int: ...
    def step(self, states: States, seat: int, action: int, books: EventBooks, /) -> None: ...
    def settle(self, states: States, books: EventBooks, /) -> None: ...
    def observe(self, states: States, seat: int, out: States, /) -> None: ...
    def redeal(self, states: States, seat: int, generator: Generator, /) -> None: ...
    def score(self, states: States, out: Ints, /) -> None: ...
    def why_not(self, states: States, seat: int, action: int, /) -> int: ...
    def broken(self, states: States, /) -> int: ...


class Positions(Protocol[Asked, Written]):
    """What reads and writes positions in words: a module of each game."""

    @property
    def Document(self) -> type[Struct]: ...  # noqa: N802
    def write(self, game: Asked, standing: list[int], winners: list[int], /) -> Written: ...
    def read(self, words: Mapping[str, object], seed: int, /) -> States: ...


class Sentences(Protocol[Asked, Shown]):
    """What tells events, choices and tasks: a module of each game."""

    def task(self, view: Shown, /) -> str: ...
    def is_begun(self, view: Shown, /) -> bool: ...
    def choice(self, action: ActionWords, view: Shown, seat: int, /) -> str: ...
    def short_choice(self, action: ActionWords, view: Shown, seat: int, /) -> tuple[str, str]: ...
    def in_groups(self, actions: Sequence[ActionWords], view: Shown, seat: int, /) -> list[int]: ...
    def event_fields(self) -> dict[str, list[str]]: ...
    def words(self, row: Sequence[int], game: Asked, /) -> Words: ...
    def sentence(self, told: EventWords, players: Sequence[str], reader: int = ..., /) -> str: ...
    def story(
        self, events: Sequence[EventWords], players: Sequence[str], reader: int = ..., /
    ) -> list[str]: ...


class DeckFiles(NamedTuple):
    """Files with cards of one's own."""

    standard: Callable[[], str]  # the package's deck, to begin with
    # what is in a file, and what is odd about it, in sentences; it refuses what is wrong
    check: Callable[[str], tuple[list[str], list[str]]]


class Measure(Struct, frozen=True):
    """One answer: the figure, its bound in words, and whether it holds (None: report only)."""

    question: str
    figure: str
    limit: str
    holds: bool | None


class Notes:
    """Counts over some games; two of them add up."""

    def __init__(self) -> None:
        self.count: Counts = defaultdict(float)

    def raise_to(self, what: str, number: float) -> None:
        """Note the most there was of something."""
        self.count[MOST, what] = max(self.count[MOST, what], number)

    def add(self, other: Notes) -> None:
        """Take in the counts of other games."""
        for key, number in other.count.items():
            old = self.count[key]
            self.count[key] = max(old, number) if key[0] == MOST else old + number


class Watching(Protocol):
    """Follows one game."""

    def see(self, rows: Iterable[Sequence[int]]) -> None:
        """Note the events that one step has brought."""

    def finish(self, scores: Sequence[int]) -> None:
        """Note how the game ended."""


class Balance(NamedTuple):
    """What is studied of a game."""

    watch: Callable[[np.record, Notes], Watching]  # a game that has just been set up
    # for so many seats, a kind of bot, what was noted of its games, and a seed
    measures: Callable[[int, str, Notes, int], list[Measure]]


class _Place(NamedTuple):
    """Where a part of a game is found in its folder: a module, or what it calls so."""

    module: str
    name: str


def _in(module: str, name: str = "") -> Any:
    return _Place(module, name)


@dataclass(frozen=True)
class GameOf(Generic[ARecord, AView]):
    """One game, by what its record and its views are: a door that looks the same for all.

    What every game has under the same name in its folder is not named again: it is found there.
    """

    name: str  # and that of its folder
    title: str
    about: str  # a sentence for those who do not know it
    usual_seats: int  # the number that stands for the game in measurements
    no_target: Sequence[str]  # reasons that a first step gives when it finds no target at all
    why_no_target: Callable[[States, int, Sequence[int]], int]  # the reason about one target then
    may_rest: Callable[[int, States], bool]  # is this the pass a resting seat makes by itself?
    rest_phases: Sequence[int]  # in which a seat may pass again and again
    least_seats: int = 2
    most_seats: int = _in("rules.state", "MAX_SEATS")
    option_rows: Sequence[OptionRow] = _in("rules.state", "Option")
    new_states: Callable[..., States] = _in("rules.state", "new_states")
    max_legal: int = _in("rules.actions", "MAX_LEGAL")
    reasons: Sequence[ReasonRow] = _in("rules.actions", "Reason")  # by code
    violations: Sequence[ViolationRow] = _in("rules.invariants", "Violation")  # … of `broken`
    vocabulary: Vocabulary[ARecord] = _in("text.words", "VOCABULARY")
    kernel: Kernel = _in("rules.kernel")  # the module with the entries of the kernel contract
    document: Positions[ARecord, AView] = _in("text.position")  # writes and reads positions
    sentences: Sentences[ARecord, AView] = _in("text.sentences")  # tells events and choices
    # a warning about a legal action that is hardly ever wanted, or nothing
    caution: Callable[[int, Scene[ARecord]], str] = field(default=lambda _code, _scene: "")
    rules: int = 1  # the version of its rules: another one whenever a default changes
    # by earlier version: the defaults of those options that had another one then
    former: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    # Options whose value may also be a table written out: what reads it, or a known name, into
    # numbers for the kernel, with all options that are chosen. It refuses what is neither.
    tables: Mapping[str, Callable[[str, Mapping[str, str]], Sequence[int]]] = field(
        default_factory=dict
    )

    # why the second step of a path cannot follow the first, which ends the choice; 0 if it may
    why_not_then: Callable[[States, int, Sequence[int]], int] = field(
        default=lambda _states, _seat, _path: 0
    )
    # refuses options that do not go together, or not with so many seats
    check_options: Callable[[int, Mapping[str, str]], None] = field(
        default=lambda _seats, _chosen: None
    )
    # what the sentence of a reason has to say about this action, from what the seat sees
    details: Callable[[str, int, Scene[ARecord]], Mapping[str, object]] = field(
        default=lambda _reason, _code, _scene: {}
    )
    # the same states, but nothing is hidden in them that everybody could have kept count of
    recalled: Callable[[States], States] = field(default=lambda states: states)
    # what has to stay in memory as long as there are such states, since they only name it
    held: Callable[[States], object] = field(default=lambda _states: None)
    unforced: Sequence[int] = ()  # never done for a seat by itself, even if nothing else is left
    # whether the rules let nobody take this action back, even if all agree
    is_final: Callable[[int], bool] = field(default=lambda _code: False)
    # which side a seat is on with these options; teammates are on the same, others on their own
    side_of: Callable[[int, Mapping[str, str]], int] = field(default=lambda seat, _chosen: seat)
    balance: Balance | None = None  # what is studied of how fair it is
    deck_files: DeckFiles | None = None  # if people may play with cards of their own

    def __post_init__(self) -> None:
        """Find what its folder holds."""
        for part, place in vars(self).copy().items():
            if isinstance(place, _Place):
                module = import_module(f"{__package__}.{self.name}.{place.module}")
                found = getattr(module, place.name) if place.name else module
                value = tuple(found) if isinstance(found, EnumType) else found
                object.__setattr__(self, part, value)  # frozen only from now on

    @cached_property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """The values of each option; the first is the default."""
        return option_values(self.option_rows)

    @cached_property
    def option_words(self) -> Mapping[str, OptionRow]:
        """What each option is called, and its values."""
        return {option.id: option for option in self.option_rows}

    def option_codes(self, seats: int, chosen: Mapping[str, str]) -> Ints:
        """The seats, a code for each option, then all tables, as the kernel takes them."""
        self.check_seats(seats)
        codes, numbers = [seats], list[int]()
        for name, values in self.options.items():
            value = chosen.get(name, values[0])
            if name in self.tables:
                numbers += self.tables[name](value, chosen)
            elif value not in values:
                raise Refused(
                    say("there is no {name} “{value}”", name=name, value=value)
                    + instead(value, values),
                    place=f"options.{name}",
                )
            codes.append(values.index(value) if value in values else len(values))
        for name in chosen:
            if name not in self.options:
                raise Refused(
                    say("{game} has no such option", game=self.name)
                    + instead(name, tuple(self.options)),
                    place=f"options.{name}",
                )
        self.check_options(seats, chosen)
        return np.array(codes + numbers, np.int64)

    def rulings(self, rules: int, chosen: Mapping[str, str]) -> dict[str, str]:
        """The options of a game by an earlier version of the rules, as they are named today."""
        if rules > self.rules:
            raise Refused(
                say(
                    "this game is played by version {version} of the rules of {game}, and this "
                    "program knows version {known}: update the program",
                    version=rules,
                    game=self.name,
                    known=self.rules,
                ),
                place="rules",
            )
        if rules < 1:
            raise Refused(say("versions of the rules are counted from 1"), place="rules")
        return {**self.former.get(rules, {}), **chosen}

    def fitting(self, seats: int, chosen: Mapping[str, str]) -> dict[str, str]:
        """The same options, but for those that do not go together: they get their default."""
        kept: dict[str, str] = {}
        for name, value in chosen.items():
            try:
                self.check_options(seats, {**kept, name: value})
                kept[name] = value
            except Refused:
                kept[name] = self.options[name][0]
        return kept

    def sizes(self, chosen: Mapping[str, str]) -> list[int]:
        """The numbers of seats that go with these options."""
        return [
            seats
            for seats in range(self.least_seats, self.most_seats + 1)
            if not self.why_unfit(seats, chosen)
        ]

    def why_unfit(self, seats: int, chosen: Mapping[str, str]) -> str:
        """Why options do not go together, or not with so many seats; nothing if they do."""
        try:
            self.check_options(seats, chosen)
        except Refused as refused:
            return refused.sentence
        return ""

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats the game is not made for."""
        if not self.least_seats <= seats <= self.most_seats:
            raise Refused(
                say(
                    "{game} is for {least} to {most} seats, not {seats}",
                    game=self.name,
                    least=self.least_seats,
                    most=self.most_seats,
                    seats=seats,
                ),
                place="seats",
            )

    @cached_property
    def drivers(self) -> SimpleNamespace:
        """Whole games in compiled code, bound to this game's entries."""
        bound = {
            name: getattr(self.kernel, name)
            for name in ("new", "pending", "legal", "step", "observe", "redeal", "score", "broken")
        }
        for template in drivers.TEMPLATES:
            bound[template.__name__] = bind(template, self.name, **bound)
        return SimpleNamespace(**bound)

    def prepare(self, progress: Callable[[str, int, int], None] | None = None) -> None:
        """Compile every entry or load it from the cache, telling how far it is."""
        work = self._entries_with_arguments()
        for done, (function, arguments) in enumerate(work):
            if progress:
                progress(function.__name__, done, len(work))
            compile_entry(function, arguments)
        mark_prepared(self.name)
        if progress:
            progress("", len(work), len(work))

    def _entries_with_arguments(self) -> list[tuple[Callable[..., object], tuple[object, ...]]]:
        states, other = self.new_states(), self.new_states()
        options = self.option_codes(self.least_seats, {})
        out = np.zeros(self.max_legal, np.int64)
        scores = np.zeros((self.most_seats, SCORE_COLUMNS), np.int64)
        events, generator = new_books(), new_generator()
        kernel = self.kernel
        return [
            (kernel.new, (states, options, 0, events)),
            (kernel.pending, (states,)),
            (kernel.legal, (states, 0, out)),
            (kernel.step, (states, 0, 0, events)),
            (kernel.observe, (states, 0, other)),
            (kernel.redeal, (states, 0, generator)),
            (kernel.score, (states, scores)),
            (kernel.why_not, (states, 0, 0)),
            (kernel.broken, (states,)),
        ]


# A game that is known by its name only: it gets back the records and views that it gave.
Game: TypeAlias = GameOf[Frame, TableView]


@cache
def load(name: str) -> Game:
    """The game of this name."""
    if name not in GAMES:
        raise Refused(say("there is no game “{name}”", name=name) + instead(name, GAMES))
    game: Game = import_module(f"tangledbank.games.{name}.game").GAME
    return game


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule."""

    id: str
    topic: str
    kind: str  # rule, ruling, example or hint
    text: str


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """Topics that belong together, such as those of a phase."""

    title: str
    topics: list[str]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    chapter: list[Chapter]
    clause: list[Clause]


@cache
def _file(game: str) -> _File:
    load(game)
    text = (FOLDER / game / "clauses.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), _File)


@cache
def clauses(game: str) -> tuple[Clause, ...]:
    """The rules of a game in their order."""
    return tuple(_file(game).clause)


def chapters(game: str) -> list[Chapter]:
    """The chapters of the rules in the order of play."""
    return _file(game).chapter
