"""Three ways to show a table: boxes and colours, plain numbered lines, JSON lines."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tangledbank.accept import Words
from tangledbank.cli.boards import Block, Spoken, blocks, changes, spoken, spoken_hand
from tangledbank.errors import Refused
from tangledbank.games.shared.board import Board, full, sketch
from tangledbank.games.shared.position import TableView
from tangledbank.games.shared.verbs import SEAT_LETTERS
from tangledbank.show import result
from tangledbank.text import counted, say, say_count

if TYPE_CHECKING:
    from tangledbank.cli.session import Session

with contextlib.suppress(ImportError):  # not everywhere
    import readline  # noqa: F401  gives `input` editing of the line


MOST_LINES = 24  # of what happened; the rest is in the log
WIDE = 90  # columns from which two seats stand side by side
FRAME = 4  # columns that the frame of a box takes
GAP = "   "  # between choices beside each other


class Question(NamedTuple):
    """What a person is asked, with all they may see."""

    board: Board
    seat: int
    names: list[str]
    pending: list[int]  # everyone who has to decide
    task: str  # what is to be decided
    view: TableView
    events: list[Words]
    sentences: list[str]  # what has happened since they were last asked
    codes: list[int]
    actions: list[Words]
    notations: list[str]
    choices: list[str]
    groups: list[tuple[str, str]]  # the same choices as a heading and what stands under it
    is_begun: bool  # inside a choice that can still be taken back
    is_step: bool  # the board is as it was shown, only the choices are new
    is_whole: bool  # the whole board is wanted, not only what has changed

    @property
    def sight(self) -> tuple[Board, TableView, int, list[str]]:
        """What a board is drawn from: it, the view, who looks, and what all are called."""
        return self.board, self.view, self.seat, self.names


class PlainScreen:
    """Numbered lines, no boxes, no signs: for screen readers and simple terminals."""

    has_signs = False  # that have to be explained
    switch = "--plain "  # asks for this screen

    def __init__(self) -> None:
        self.said: list[Spoken] = []  # what the reader knows of the board
        self.phase: tuple[int, str] | None = None

    def show(self, question: Question) -> None:
        """Say what happened, the board, the hand and the choices."""
        if not question.is_step:
            self.tell(["", *shortened(question.sentences, say("type log to see all"))])
            self.tell(["", *self._news(question), ""])
        drafted = sketch(question.board, question.view)
        self.tell([*([""] if question.is_step else []), *drafted, ""] if drafted else [])
        self.tell(numbered(question))

    def _news(self, question: Question) -> list[str]:
        """The board; within a phase only what has changed in it."""
        board, view, seat, names = question.sight
        said = [*spoken(board, view, seat, names), spoken_hand(board, view, seat)]
        phase, known = board.chapter(view), self.said
        if question.is_whole or phase != self.phase:
            known = [{} for _ in said]
        self.said, self.phase = said, phase
        pairs = zip(known, said, strict=True)
        lines = [line for old, new in pairs for line in changes(old, new)]
        if not lines:
            lines.append(say("(The table is unchanged; Enter shows it.)"))
        elif any(line not in lines for block in said for line in block.values()):
            lines.append(say("(The rest is unchanged; Enter shows all.)"))
        return lines

    def ask(self, question: Question) -> str:
        """Read an answer."""
        return self.read(prompt(question))

    def read(self, asked: str) -> str:
        """Ask for a line."""
        *lines, last = wrapped(asked.rstrip())
        self.tell(lines)
        return input(f"{last} ")

    def tell(self, lines: list[str]) -> None:
        """Print lines."""
        for line in lines:
            print("\n".join(wrapped(line)))

    def thinking(self) -> contextlib.AbstractContextManager[object]:
        """Print a line."""
        self.tell([say("Thinking …")])
        return contextlib.nullcontext()

    def advise(self, lines: list[str], moves: list[Words]) -> None:
        """Print the sentences."""
        self.tell(lines)

    def refuse(self, refused: Refused) -> None:
        """Print the reason and its rule."""
        self.tell([_refusal(refused)])

    def agrees(self, name: str) -> bool:
        """Hide the hand and ask for a y."""
        self.hide()
        answer = self.read(say("{name}, do you agree to take it back? y or n: ", name=name))
        return answer.strip().lower().startswith(("y", say("y")))

    def hand_over(self, name: str) -> None:
        """Hide the last hand and wait."""
        self.hide()
        self.read(say("{name}, it is your turn. Press Enter when only you look. ", name=name))

    def hide(self) -> None:
        """Scroll everything away."""
        self.tell([""] * get_terminal_size().lines)

    def finish(self, session: Session, seat: int) -> None:
        """Print what happened last, the points and the winner."""
        table, names = session.table, session.names
        self.tell(["", *shortened(session.story(seat), _replay(session)), ""])
        for block in spoken(session.board, table.view(seat), seat, names):
            self.tell([*block.values()])
        self.tell(["", *result(table, names), say("Kept as {file}", file=session.file)])

    def leave(self, file: Path, programs: Mapping[str, str]) -> None:
        """Print how to go on."""
        self.tell(["", say("Kept as {file}", file=file)])
        named = "".join(f"--bot {quote(f'{name}={how}')} " for name, how in programs.items())
        command = f"tangledbank resume {self.switch}{named}{quote(str(file))}"
        print(say("Go on with: {command}", command=command))  # in one piece, to be copied


class RichScreen(PlainScreen):
    """Boxes and colours."""

    has_signs = True
    switch = ""

    def __init__(self, console: Console | None = None) -> None:
        super().__init__()
        self.console = console or Console(highlight=False)

    def show(self, question: Question) -> None:
        """Draw what happened, the board and the choices."""
        if not question.is_step:
            self.happened(question.sentences, say("type log to see all"))
            self.draw(blocks(*question.sight, question.pending))
        drafted = sketch(question.board, question.view)
        if drafted:
            self._panel(Text("\n".join(drafted)), say("Your turn so far"), "yellow")
        is_hand = question.board.lists_hand(question.view)
        title = say("Your hand") if is_hand else say("Your choices")
        self._panel(self._choices(question), title, "cyan")

    def happened(self, sentences: list[str], where: str) -> None:
        """Draw what has happened."""
        if sentences:
            text = Text("\n".join(shortened(sentences, where)))
            self._panel(text, say("What happened"), "dim")

    def draw(self, board: Sequence[Block]) -> None:
        """Draw the board; the other seats two by two where there is room."""
        common, *others, own = board
        self._block(common)
        is_narrow = self.console.width < WIDE or any(block.wide for block in others)
        if is_narrow or len(others) == 1:
            for block in others:
                self._block(block)
        else:
            for left, right in zip_longest(others[::2], others[1::2]):
                self._side_by_side(left, right)
        self._block(own)

    def _block(self, block: Block) -> None:
        self.console.print(_box(block, self.console.width))

    def _side_by_side(self, left: Block, right: Block | None) -> None:
        half = self.console.options.update(width=self.console.width // 2)
        boxes = [_box(block, half.max_width) for block in (left, right) if block]
        height = max(len(self.console.render_lines(box, half)) for box in boxes)
        row = Grid.grid()
        for box in boxes:
            box.height, box.width = height, half.max_width
            row.add_column(width=half.max_width)
        row.add_row(*boxes)
        self.console.print(row)

    def _panel(self, content: RenderableType, title: str, style: str) -> None:
        self.console.print(
            Panel(content, title=Text(title), title_align="left", border_style=style)
        )

    def _choices(self, question: Question) -> Grid:
        """The choices under their headings; these may be the cards in hand."""
        rows: dict[str, list[Text]] = {}
        for n, (heading, item) in enumerate(question.groups, start=1):
            choice = Text.assemble((f"{n:>2} ", "bold cyan"), item)
            rows.setdefault(heading, []).append(choice)
        cards = []
        if question.board.lists_hand(question.view):
            cards = question.board.titles(question.view.seats[question.seat].hand)
        headings = dict.fromkeys([*rows, *cards])
        labels = {one: counted([one] * max(cards.count(one), 1))[0] for one in headings}
        room = self.console.width - FRAME - max(cell_len(one) for one in labels.values()) - 2
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for heading, label in labels.items():
            none = [Text(" –", style="dim")]
            grid.add_row(Text(label), _in_lines(rows.get(heading, none), room))
        return grid

    def tell(self, lines: list[str]) -> None:
        """Print lines."""
        for line in lines:
            self.console.print(line, markup=False)

    def thinking(self) -> contextlib.AbstractContextManager[object]:
        """Show that something goes on, as long as it does."""
        return self.console.status(say("Thinking …"))

    def refuse(self, refused: Refused) -> None:
        """Print the reason and its rule."""
        self.console.print(_refusal(refused), style="bold yellow", markup=False)

    def hide(self) -> None:
        """Clear the screen and what was scrolled off it."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def finish(self, session: Session, seat: int) -> None:
        """Draw the end of the game."""
        table = session.table
        self.happened(session.story(seat), _replay(session))
        self.draw(blocks(session.board, table.view(seat), seat, session.names, table.pending))
        self._panel(Text("\n".join(result(table, session.names))), say("Result"), "green")
        self.tell([say("Kept as {file}", file=session.file)])


class JsonScreen:
    """One JSON object a line, both ways; what is asked and answered is in docs/json.md."""

    has_signs = False

    def show(self, question: Question) -> None:
        """Write a decision."""
        seat, actions = question.seat, question.actions
        view = question.view.in_words()
        self._write(decide=seat, events=question.events, view=view, legal=actions)

    def ask(self, question: Question) -> str:
        """Read an action, its index, or a command as {"say": "undo"}."""
        while True:
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            try:
                words = msgspec.json.decode(line)
            except (msgspec.DecodeError, RecursionError) as error:
                self._write(refused=say("this is not JSON: {why}", why=error))
                continue
            if isinstance(words, dict) and isinstance(words.get("say"), str):
                return str(words["say"])
            if isinstance(words, dict) and words in question.actions:
                return str(question.actions.index(words) + 1)
            if words in range(len(question.actions)) and not isinstance(words, bool):
                return str(words + 1)
            self._write(refused=say("answer with one of the legal actions, or its index"))

    def tell(self, lines: list[str]) -> None:
        """Write lines."""
        self._write(tell=lines)

    def thinking(self) -> contextlib.AbstractContextManager[object]:
        """Programs wait for the answer."""
        return contextlib.nullcontext()

    def advise(self, lines: list[str], moves: list[Words]) -> None:
        """Write both."""
        self._write(tell=lines, moves=moves)

    def refuse(self, refused: Refused) -> None:
        """Write why something was not done."""
        self._write(refused=refused.sentence, reason=refused.reason, clause=refused.clause)

    def agrees(self, name: str) -> bool:
        """Ask for true."""
        self._write(agree=name)
        return sys.stdin.readline().strip() == "true"

    def hand_over(self, name: str) -> None:
        """Programs need no hiding."""

    def finish(self, session: Session, seat: int) -> None:
        """Write the result."""
        table, file = session.table, str(session.file)
        scores, winners, view = table.scores, table.winners, table.view(seat).in_words()
        self._write(over=True, scores=scores, winners=winners, view=view, file=file)

    def leave(self, file: Path, programs: Mapping[str, str]) -> None:
        """Write where the game is kept."""
        self._write(over=False, file=str(file))

    def _write(self, **words: object) -> None:
        sys.stdout.write(msgspec.json.encode(words).decode() + "\n")
        sys.stdout.flush()


Screen = PlainScreen | JsonScreen  # where a session shows things and asks for answers


def seat_names(players: Sequence[str], you: int = -1) -> list[str]:
    """What the players are called on the screen; the seat `you` is the reader."""
    names = []
    for seat, name in enumerate(players):
        letter = SEAT_LETTERS[seat]
        if seat == you:
            names.append(say("You"))
        elif name == "me":
            names.append(say("Player {letter}", letter=letter))
        elif name.startswith("me:"):
            names.append(name.removeprefix("me:"))
        else:
            names.append(f"{name} {letter}" if name != letter else name)
    return names


def prompt(question: Question) -> str:
    """Who is to decide what."""
    help_ = say("undo goes back, ? for help") if question.is_begun else say("? for help")
    return say_count(
        "{name}, {task} (1, {help}): ",
        "{name}, {task} (1 to {n}, {help}): ",
        len(question.choices),
        name=question.names[question.seat],
        task=question.task,
        help=help_,
    )


def numbered(question: Question) -> list[str]:
    """The choices with their numbers, each in a line; long series in one."""
    more = full(question.board)
    series = more.series(question.actions, question.groups) if more else {}
    lines, n = [], 0
    while n < len(question.choices):
        count, line = series.get(n, (1, f"{n + 1}. {question.choices[n]}"))
        lines.append(line)
        n += count
    return lines


def wrapped(line: str) -> list[str]:
    """A line as it fits the terminal, divided between words; through a pipe it stays whole."""
    if not sys.stdout.isatty():
        return [line]
    width = get_terminal_size().columns
    return wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]


def shortened(lines: list[str], where: str) -> list[str]:
    """The last lines, and how many were left out."""
    left_out = len(lines) - MOST_LINES + 1
    if left_out <= 1:
        return lines
    note = say_count(
        "({n} earlier line is left out: {where})",
        "({n} earlier lines are left out: {where})",
        left_out,
        where=where,
    )
    return [note, *lines[left_out:]]


def _replay(session: Session) -> str:
    return f"tangledbank replay {quote(str(session.file))}"


def _box(block: Block, width: int) -> Panel:
    """A block in a frame; what does not fit into its title becomes the first line."""
    style = "green" if block.strong else "white"
    title, lines = block.title, block.lines
    if cell_len(title) > width - FRAME - 2:
        title, _, rest = title.partition(" – ")
        lines = [Text(rest), *lines]
    return Panel(Group(*lines), title=Text(title), title_align="left", border_style=style)


def _in_lines(items: Sequence[Text], room: int) -> Text:
    """Choices beside each other, broken into lines between them."""
    lines: list[Text] = []
    for item in items:
        if lines and cell_len(lines[-1].plain) + len(GAP) + cell_len(item.plain) <= room:
            lines[-1] = Text.assemble(lines[-1], GAP, item)
        else:
            lines.append(item)
    return Text("\n").join(lines)


def _refusal(refused: Refused) -> str:
    clause = f" ({refused.clause})" if refused.clause else ""
    return say("Not possible: {why}", why=refused.sentence) + clause
