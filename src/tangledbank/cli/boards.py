"""What a seat sees of any game, as blocks of text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from tangledbank.games.shared.board import Board, Piece, full, hand
from tangledbank.games.shared.position import TableView
from tangledbank.games.shared.verbs import SEAT_LETTERS
from tangledbank.text import say

MOST_COLUMNS, BETWEEN = 4, 3  # of lines side by side, and the blanks between them


class Block(NamedTuple):
    """A title and its lines."""

    title: str
    lines: list[RenderableType]
    strong: bool = False
    wide: bool = False  # never beside another


def blocks(
    board: Board, view: TableView, seat: int, names: Sequence[str], pending: Sequence[int]
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
    board: Board, view: TableView, seat: int, me: int, names: Sequence[str], decides: bool
) -> Block:
    letter = SEAT_LETTERS[seat]
    name = names[seat].removesuffix(f" {letter}")
    title = f"{letter} {name}{' ◀' if decides else ''} – " + ", ".join(board.standing(view, seat))
    lines = _rows(board.pieces(view, seat), full(board) is not None) or [
        Text(say(board.EMPTY), style="dim")
    ]
    lines += _hand(board, view, seat, is_own=seat == me)
    return Block(title, lines, strong=seat == me, wide=full(board) is not None)


def _hand(board: Board, view: TableView, seat: int, is_own: bool) -> list[RenderableType]:
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


# --- the same without signs ---------------------------------------------------------------------


# Lines by what they are about; the first, about nothing named, is the heading of the others.
Spoken = dict[str, str]
HEADING = ""


def spoken(board: Board, view: TableView, seat: int, names: Sequence[str]) -> list[Spoken]:
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


def spoken_hand(board: Board, view: TableView, seat: int) -> Spoken:
    """The reader's own cards in plain lines."""
    more = full(board)
    cards = hand(board, view, seat)
    if more and cards:
        lines = {piece.what: piece.said for piece in more.hand_lines(view, seat)}
        return {HEADING: say("Your hand:"), **lines}
    return {HEADING: say("Your hand: {cards}", cards=", ".join(cards) or say("no cards"))}


def _spoken_seat(board: Board, view: TableView, seat: int, names: Sequence[str]) -> Spoken:
    heading = {HEADING: f"{names[seat]}: {', '.join(board.standing(view, seat))}"}
    return heading | {piece.what: piece.said for piece in board.pieces(view, seat)}


def changes(old: Spoken, new: Spoken) -> list[str]:
    """What is new or gone, under the heading; nothing if all is as it was."""
    fresh = [line for what, line in new.items() if what != HEADING and old.get(what) != line]
    gone = [what for what in old if what not in new]
    if gone:
        fresh.append(say("No longer there: {what}", what=", ".join(gone)))
    return [new[HEADING], *fresh] if fresh or old.get(HEADING) != new[HEADING] else []
