"""What is to be said of a table, before it becomes lines of a terminal or a page.

`show/board.py` of each game offers what `Board` names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from rich.text import Text

from tangledbank.games.shared.verbs import Words
from tangledbank.text import counted, say


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


class Board(Protocol):
    """What is special to the board of a game. A view is a document as one seat sees it."""

    LEGEND: str  # what the signs mean
    EMPTY: str  # said of a seat before which nothing lies
    TITLES: Mapping[str, str]  # the printed names of what one may ask about, by topic of the rules
    CHAPTER: Sequence[str]  # the fields of a view that say in which phase it is, in all the game

    def moment(self, view: Words) -> str:
        """How far the game is."""

    def facts(self, view: Words, names: Sequence[str]) -> list[Fact]:
        """What lies in the middle."""

    def warnings(self, view: Words) -> list[str]:
        """What nobody should overlook."""

    def standing(self, view: Words, seat: int) -> list[str]:
        """What is to be said of a seat besides its pieces: cards, points."""

    def pieces(self, view: Words, seat: int) -> list[Piece]:
        """What lies before a seat."""

    def titles(self, cards: int | list[str]) -> list[str]:
        """Cards by their printed names; none if they are hidden and only counted."""

    def lists_hand(self, view: Words) -> bool:
        """Whether the choices stand under the cards in hand."""

    def note(self, action: Words, view: Words, seat: int) -> tuple[str, str]:
        """What else matters to a choice: after its sentence, and in a short list."""


class FullBoard(Board, Protocol):
    """What a board may offer besides, if its game has so much to show."""

    def middle(self, view: Words) -> list[Piece]:
        """What lies in the middle with a line for each."""

    def sketch(self, view: Words) -> list[str]:
        """What would come of a choice that is begun, shown after each of its steps."""

    def hand_lines(self, view: Words, seat: int) -> list[Piece]:
        """A line for each card in a hand, instead of one for all."""

    def known_cards(self, view: Words, seat: int, has_signs: bool) -> str:
        """What is known of the hand of another seat."""

    def series(
        self, actions: Sequence[Words], groups: Sequence[tuple[str, str]]
    ) -> dict[int, tuple[int, str]]:
        """Choices told in one line: the index of the first, how many they are, and the line."""

    def with_ids(self, text: str, view: Words, seat: int) -> str:
        """A typed action with cards by their ids, if they were called by their printed names."""

    def piles(self, view: Words) -> dict[str, list[str]]:
        """The discard piles that anyone may look through, each by its name, in printed names."""

    def why_no_rest(self, view: Words, seat: int) -> str:
        """What stands in the way of resting now, or nothing."""

    def about(self, name: str, view: Words) -> list[str]:
        """What is on the cards of something on the board, or on those of a printed name."""


def full(board: Board) -> FullBoard | None:
    """The board, if it offers all of that."""
    return cast(FullBoard, board) if hasattr(board, "middle") else None


@cache
def board_of(game: str) -> Board:
    """The board of a game."""
    return cast(Board, import_module(f"tangledbank.games.{game}.show.board"))


def piles(view: Words, names: Sequence[str]) -> list[Fact]:
    """The first player, the deck and the discard pile."""
    return [
        Fact(say("first player: {name}", name=names[view["first"]])),
        Fact(say("deck {n}", n=size(view.get("deck", 0)))),
        Fact(say("discard pile {n}", n=size(view.get("discard", 0)))),
    ]


def stock(title: str, sign: str, count: int, style: str) -> Fact:
    """Food that all may take, with a sign for each."""
    return Fact(title, Text.assemble(title, (" " + sign * count if count else "", style)))


def size(pile: int | list[str]) -> int:
    """How many cards there are, named or only counted."""
    return pile if isinstance(pile, int) else len(pile)


def titles_by(title: Callable[[str], str]) -> Callable[[int | list[str]], list[str]]:
    """`Board.titles` of a game whose cards have these titles."""
    return lambda cards: [title(card) for card in cards] if isinstance(cards, list) else []


def hand(board: Board, view: Words, seat: int) -> list[str]:
    """The cards in a seat's hand, each name once and how often it is there."""
    return counted(board.titles(view["seats"][seat]["hand"]))


def sketch(board: Board, view: Words) -> list[str]:
    """What would come of a choice that is begun."""
    more = full(board)
    return more.sketch(view) if more else []
