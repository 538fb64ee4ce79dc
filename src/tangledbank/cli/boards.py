"""What a seat sees of any game, as blocks of text for the terminal.

Each game has a module `cli/GAME_board.py` that offers what `Board` names; how that is put together
is written here once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tangledbank.games.vocabulary import SEAT_LETTERS, Words
from tangledbank.text import counted, say


class Fact(NamedTuple):
    """Something about the table as a whole: in words, and with signs where they help."""

    said: str
    drawn: Text | None = None


class Piece(NamedTuple):
    """Something that lies before a seat, such as an animal."""

    what: str  # its name, which can be typed; or the words that tell it from the others
    said: str  # a whole line without signs
    drawn: Sequence[Text]  # the cells beside its name; only one: a line of its own


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


def board_of(game: str) -> Board:
    """The board of a game."""
    return cast(Board, import_module(f"tangledbank.cli.{game}_board"))


class Block(NamedTuple):
    """A title and its lines."""

    title: str
    lines: list[RenderableType]
    strong: bool = False


def blocks(
    board: Board, view: Words, seat: int, names: Sequence[str], pending: Sequence[int]
) -> list[Block]:
    """The middle of the table, then every seat, the reader's own last."""
    facts = Text(", ").join(fact.drawn or Text(fact.said) for fact in board.facts(view, names))
    warnings = [Text(warning, style="bold yellow") for warning in board.warnings(view)]
    common = Block(board.moment(view), [facts, *warnings])
    return [
        common,
        *(_seat(board, view, one, seat, names, one in pending) for one in _order(seat, names)),
    ]


def _order(seat: int, names: Sequence[str]) -> list[int]:
    """The seats as they sit at the table, the reader last."""
    count = len(names)
    return [(seat + 1 + i) % count for i in range(count)]


def _seat(
    board: Board, view: Words, seat: int, me: int, names: Sequence[str], decides: bool
) -> Block:
    letter = SEAT_LETTERS[seat]
    name = names[seat].removesuffix(f" {letter}")
    title = f"{letter} {name}{' ◀' if decides else ''} – " + ", ".join(board.standing(view, seat))
    lines = _rows(board.pieces(view, seat)) or [Text(say(board.EMPTY), style="dim")]
    cards = hand(board, view, seat)
    if seat == me and cards and not board.lists_hand(view):
        lines.append(Text(say("Hand: {cards}", cards=", ".join(cards)), style="cyan"))
    return Block(title, lines, strong=seat == me)


def _rows(pieces: Sequence[Piece]) -> list[RenderableType]:
    """Pieces line by line: those with several cells under each other, then the others."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    lines: list[RenderableType] = []
    for piece in pieces:
        if len(piece.drawn) > 1:
            grid.add_row(Text(f"{piece.what:<3}", style="bold"), *piece.drawn)
        else:
            lines += piece.drawn
    return [grid, *lines] if grid.row_count else lines


def hand(board: Board, view: Words, seat: int) -> list[str]:
    """The cards in a seat's hand, each name once and how often it is there."""
    return counted(board.titles(view["seats"][seat]["hand"]))


# --- the same without signs ---------------------------------------------------------------------


# Lines by what they are about; the first, about nothing named, is the heading of the others.
Spoken = dict[str, str]
HEADING = ""


def spoken(board: Board, view: Words, seat: int, names: Sequence[str]) -> list[Spoken]:
    """The board in plain lines: no signs, every number said. First the common, then each seat."""
    facts = ", ".join(fact.said for fact in board.facts(view, names))
    common = {HEADING: f"{board.moment(view)}: {facts}"}
    common |= {warning: warning for warning in board.warnings(view)}
    return [common, *(_spoken_seat(board, view, one, names) for one in _order(seat, names))]


def _spoken_seat(board: Board, view: Words, seat: int, names: Sequence[str]) -> Spoken:
    heading = {HEADING: f"{names[seat]}: {', '.join(board.standing(view, seat))}"}
    return heading | {piece.what: piece.said for piece in board.pieces(view, seat)}


def changes(old: Spoken, new: Spoken) -> list[str]:
    """What is new or gone, under the heading; nothing if all is as it was."""
    fresh = [line for what, line in new.items() if what != HEADING and old.get(what) != line]
    gone = [what for what in old if what not in new]
    if gone:
        fresh.append(say("No longer there: {what}", what=", ".join(gone)))
    return [new[HEADING], *fresh] if fresh or old.get(HEADING) != new[HEADING] else []
