"""What is to be said of a table, before it becomes lines of a terminal or a page.

`show/board.py` of each game offers what `Board` names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import NamedTuple, Protocol, TypeAlias, TypeVar, cast

from rich.text import Text

from tangledbank.games.shared.position import TableView
from tangledbank.games.shared.verbs import ActionWords
from tangledbank.text import counted, say

Pile: TypeAlias = int | list[str]  # how many cards, or what they are called
Shown = TypeVar("Shown", bound=TableView, contravariant=True)


class Fact(NamedTuple):
    """Something about the table as a whole: in words, and with signs where they help."""

    said: str
    drawn: Text | None = None


@dataclass
class Piece:
    """Something that lies before a seat, such as an animal."""

    what: str  # its name, which can be typed; or the words that tell it from the others
    said: str  # a whole line without signs
    draw: Callable[[], Sequence[Text]]  # pages do not need it
    under: Sequence[Text] = ()  # what stands under that line, side by side where there is room

    @cached_property
    def drawn(self) -> Sequence[Text]:
        """The cells beside its name; only one: a line of its own."""
        return self.draw()


class BoardOf(Protocol[Shown]):
    """What is special to the board of a game. A view is a document as one seat sees it."""

    LEGEND: str  # what the signs mean
    EMPTY: str  # said of a seat before which nothing lies
    TITLES: dict[str, str]  # the printed names of what one may ask about, by topic of the rules

    def chapter(self, view: Shown) -> tuple[int, str]:
        """In which phase of all the game a view is: as long as that stays, little changes."""

    def moment(self, view: Shown) -> str:
        """How far the game is."""

    def facts(self, view: Shown, names: Sequence[str]) -> list[Fact]:
        """What lies in the middle."""

    def warnings(self, view: Shown) -> list[str]:
        """What nobody should overlook."""

    def standing(self, view: Shown, seat: int) -> list[str]:
        """What is to be said of a seat besides its pieces: cards, points."""

    def pieces(self, view: Shown, seat: int) -> list[Piece]:
        """What lies before a seat."""

    def titles(self, cards: Pile) -> list[str]:
        """Cards by their printed names; none if they are hidden and only counted."""

    def piles(self, view: Shown) -> Mapping[str, Pile]:
        """The discard piles, each by its name: in printed names, or hidden and only counted."""

    def lists_hand(self, view: Shown) -> bool:
        """Whether the choices stand under the cards in hand."""

    def note(self, action: ActionWords, view: Shown, seat: int) -> tuple[str, str]:
        """What else matters to a choice: after its sentence, and in a short list."""


class FullBoardOf(BoardOf[Shown], Protocol[Shown]):
    """What a board may offer besides, if its game has so much to show."""

    def middle(self, view: Shown) -> list[Piece]:
        """What lies in the middle with a line for each."""

    def sketch(self, view: Shown) -> list[str]:
        """What would come of a choice that is begun, shown after each of its steps."""

    def hand_lines(self, view: Shown, seat: int) -> list[Piece]:
        """A line for each card in a hand, instead of one for all."""

    def known_cards(self, view: Shown, seat: int, has_signs: bool) -> str:
        """What is known of the hand of another seat."""

    def series(
        self, actions: Sequence[ActionWords], groups: Sequence[tuple[str, str]]
    ) -> dict[int, tuple[int, str]]:
        """Choices told in one line: the index of the first, how many they are, and the line."""

    def with_ids(self, text: str, view: Shown, seat: int) -> str:
        """A typed action with cards by their ids, if they were called by their printed names."""

    def why_no_rest(self, view: Shown, seat: int) -> str:
        """What stands in the way of resting now, or nothing."""

    def about(self, name: str, view: Shown) -> list[str]:
        """What is on the cards of something on the board, or on those of a printed name."""


# Of a game that is known by its name only: it gets back the views that it gave.
Board: TypeAlias = BoardOf[TableView]
FullBoard: TypeAlias = FullBoardOf[TableView]


def full(board: Board) -> FullBoard | None:
    """The board, if it offers all of that."""
    return cast(FullBoard, board) if hasattr(board, "middle") else None


@cache
def board_of(game: str) -> Board:
    """The board of a game."""
    return cast(Board, import_module(f"tangledbank.games.{game}.show.board"))


class DeckView(TableView, Protocol):
    """A view of a game with one deck and one discard pile."""

    @property
    def first(self) -> int:
        """The first player."""

    @property
    def deck(self) -> Pile | None:
        """The deck."""

    @property
    def discard(self) -> Pile | None:
        """The discard pile."""


def deck_facts(view: DeckView, names: Sequence[str]) -> list[Fact]:
    """The first player, the deck and the discard pile."""
    return [
        Fact(say("first player: {name}", name=names[view.first])),
        Fact(say("deck {n}", n=size(view.deck))),
        Fact(say("discard pile {n}", n=size(view.discard))),
    ]


def discard_pile(view: DeckView, title: Callable[[str], str]) -> Mapping[str, Pile]:
    """`Board.piles` of a game whose cards have these titles."""
    cards = view.discard or 0
    return {say("Discard pile"): cards if isinstance(cards, int) else [*map(title, cards)]}


def stock(title: str, sign: str, count: int, style: str) -> Fact:
    """Food that all may take, with a sign for each."""
    return Fact(title, Text.assemble(title, (" " + sign * count if count else "", style)))


def size(pile: Pile | None) -> int:
    """How many cards there are, named or only counted."""
    return len(pile) if isinstance(pile, list) else pile or 0


def titles_by(title: Callable[[str], str]) -> Callable[[Pile], list[str]]:
    """`Board.titles` of a game whose cards have these titles."""
    return lambda cards: [title(card) for card in cards] if isinstance(cards, list) else []


def hand(board: Board, view: TableView, seat: int) -> list[str]:
    """The cards in a seat's hand, each name once and how often it is there."""
    return counted(board.titles(view.seats[seat].hand))


def sketch(board: Board, view: TableView) -> list[str]:
    """What would come of a choice that is begun."""
    more = full(board)
    return more.sketch(view) if more else []
