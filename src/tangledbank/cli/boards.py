"""What a seat sees of any game, as blocks of text for the terminal.

Each game has a module `cli/GAME_board.py` that offers what `Board` names; how that is put together
is written here once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import zip_longest
from typing import NamedTuple, Protocol, cast

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from tangledbank.games.vocabulary import SEAT_LETTERS, Words
from tangledbank.text import counted, say

MOST_COLUMNS, BETWEEN = 4, 3  # of lines side by side, and the blanks between them


class Fact(NamedTuple):
    """Something about the table as a whole: in words, and with signs where they help."""

    said: str
    drawn: Text | None = None


class Piece(NamedTuple):
    """Something that lies before a seat, such as an animal."""

    what: str  # its name, which can be typed; or the words that tell it from the others
    said: str  # a whole line without signs
    drawn: Sequence[Text]  # the cells beside its name; only one: a line of its own
    under: Sequence[Text] = ()  # what stands under that line, side by side where there is room


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


def board_of(game: str) -> Board:
    """The board of a game."""
    return cast(Board, import_module(f"tangledbank.cli.{game}_board"))


class Block(NamedTuple):
    """A title and its lines."""

    title: str
    lines: list[RenderableType]
    strong: bool = False
    wide: bool = False  # never beside another


def blocks(
    board: Board, view: Words, seat: int, names: Sequence[str], pending: Sequence[int]
) -> list[Block]:
    """The middle of the table, then every seat, the reader's own last."""
    facts = Text(", ").join(fact.drawn or Text(fact.said) for fact in board.facts(view, names))
    warnings = [Text(warning, style="bold yellow") for warning in board.warnings(view)]
    more = full(board)
    middle = _rows(more.middle(view), True) if more else []
    common = Block(board.moment(view), [facts, *middle, *warnings])
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
    lines = _rows(board.pieces(view, seat), full(board) is not None) or [
        Text(say(board.EMPTY), style="dim")
    ]
    lines += _hand(board, view, seat, is_own=seat == me)
    return Block(title, lines, strong=seat == me, wide=full(board) is not None)


def _hand(board: Board, view: Words, seat: int, is_own: bool) -> list[RenderableType]:
    """The cards of the reader, as far as the choices do not stand under them."""
    more = full(board)
    if more and not is_own:
        known = more.known_cards(view, seat, has_signs=True)
        return [Text(known, style="cyan")] if known else []
    cards = hand(board, view, seat)
    if not is_own or not cards or board.lists_hand(view):
        return []
    if more:
        return _beside([line for piece in more.hand_lines(view, seat) for line in piece.drawn])
    return [Text(say("Hand: {cards}", cards=", ".join(cards)), style="cyan")]


def _rows(pieces: Sequence[Piece], is_full: bool = False) -> list[RenderableType]:
    """Pieces line by line: those with several cells under each other, then the others.

    On a board that shows much, cells that must not be broken are cut off only if they allow it.
    """
    grid = Grid.grid(padding=(0, 1, 0, 0))
    rows = [piece.drawn for piece in pieces if len(piece.drawn) > 1]
    if is_full and rows:
        grid.add_column(no_wrap=True)
        for cells in zip(*rows, strict=True):
            may_shrink = any(not cell.no_wrap or cell.overflow for cell in cells)
            grid.add_column(no_wrap=not may_shrink, overflow="fold")
    lines: list[RenderableType] = []
    for piece in pieces:
        if len(piece.drawn) > 1:
            grid.add_row(Text(f"{piece.what:<3}", style="bold"), *piece.drawn)
        else:
            lines += [*piece.drawn, *_beside(piece.under)]
    return [grid, *lines] if grid.row_count else lines


def _beside(lines: Sequence[Text]) -> list[RenderableType]:
    """Lines in columns, read downwards, as many as there is room for."""
    return [_Columns(lines)] if lines else []


class _Columns:
    """Lines side by side; the widest may stand in any column."""

    def __init__(self, lines: Sequence[Text]) -> None:
        self.lines = lines

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        for count in range(MOST_COLUMNS, 0, -1):
            height = -(-len(self.lines) // count)
            columns = [self.lines[i : i + height] for i in range(0, len(self.lines), height)]
            width = sum(max(line.cell_len for line in column) for column in columns)
            if width + BETWEEN * (len(columns) - 1) <= options.max_width:
                break
        grid = Grid.grid(padding=(0, BETWEEN, 0, 0))
        for row in zip_longest(*columns):
            grid.add_row(*row)
        yield grid


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
    more = full(board)
    if more:
        common |= {piece.what: piece.said for piece in more.middle(view)}
    common |= {warning: warning for warning in board.warnings(view)}
    seats = {one: _spoken_seat(board, view, one, names) for one in _order(seat, names)}
    for one in seats:
        known = more.known_cards(view, one, has_signs=False) if more and one != seat else ""
        seats[one] |= {say("known cards"): known} if known else {}
    return [common, *seats.values()]


def spoken_hand(board: Board, view: Words, seat: int) -> Spoken:
    """The reader's own cards in plain lines."""
    more = full(board)
    cards = hand(board, view, seat)
    if more and cards:
        lines = {piece.what: piece.said for piece in more.hand_lines(view, seat)}
        return {HEADING: say("Your hand:"), **lines}
    return {HEADING: say("Your hand: {cards}", cards=", ".join(cards) or say("no cards"))}


def sketch(board: Board, view: Words) -> list[str]:
    """What would come of a choice that is begun."""
    more = full(board)
    return more.sketch(view) if more else []


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
