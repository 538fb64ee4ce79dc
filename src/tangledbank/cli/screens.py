"""Three ways to show a table: boxes and colours, plain numbered lines, JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from tangledbank.cli import origin_board as board
from tangledbank.errors import Refused
from tangledbank.games.vocabulary import Words
from tangledbank.table import Table
from tangledbank.text import say

if TYPE_CHECKING:
    from tangledbank.cli.session import Session


class Question(NamedTuple):
    """What a person is asked, with all they may see."""

    seat: int
    names: list[str]
    view: Words
    events: list[Words]
    sentences: list[str]  # what has happened since they were last asked
    codes: list[int]
    actions: list[Words]
    notations: list[str]
    choices: list[str]


class Screen(Protocol):
    """Where a session shows things and asks for answers."""

    def show(self, question: Question) -> None:
        """Show what happened, the table and the choices."""

    def ask(self, question: Question) -> str:
        """Return what was typed."""

    def tell(self, lines: list[str]) -> None:
        """Show some lines."""

    def refuse(self, refused: Refused) -> None:
        """Say why something was not done."""

    def agrees(self, name: str) -> bool:
        """Ask another person whether they agree to take something back."""

    def hand_over(self, name: str) -> None:
        """Hide everything until the next person is at the keyboard."""

    def finish(self, session: Session, seat: int) -> None:
        """Show how the game ended."""

    def leave(self, file: Path, table: Table) -> None:
        """Say where the unfinished game is kept."""


class PlainScreen:
    """Numbered lines, no boxes, no signs: for screen readers and simple terminals."""

    def show(self, question: Question) -> None:
        """Say what happened, the board, the hand and the choices."""
        self.tell(question.sentences)
        self.tell(board.spoken(question.view, question.seat, question.names))
        cards = board.hand(question.view, question.seat)
        self.tell([say("Your hand: {cards}", cards="; ".join(cards) or say("no cards"))])
        self.tell([say("{name}, choose:", name=_name(question))])
        self.tell([f"{n}. {choice}" for n, choice in enumerate(question.choices, start=1)])

    def ask(self, question: Question) -> str:
        """Read an answer."""
        return input(say("{name}: number or action, ? for help: ", name=_name(question)))

    def tell(self, lines: list[str]) -> None:
        """Print lines."""
        for line in lines:
            print(line)

    def refuse(self, refused: Refused) -> None:
        """Print the reason and its rule."""
        self.tell([say("Not possible: {why}", why=_reason(refused))])

    def agrees(self, name: str) -> bool:
        """Ask for a y."""
        answer = input(say("{name}, do you agree to take it back? y or n: ", name=name))
        return answer.strip().lower().startswith(say("y"))

    def hand_over(self, name: str) -> None:
        """Scroll the last hand away and wait."""
        self.tell([""] * 60)
        input(say("{name}, it is your turn. Press Enter when only you look. ", name=name))

    def finish(self, session: Session, seat: int) -> None:
        """Print what happened last, the points and the winner."""
        table = session.table
        told = table.events(seat, session.seen.get(seat))
        self.tell([table.game.sentences.sentence(words, session.names) for words in told])
        self.tell(board.spoken(table.view(seat), max(seat, 0), session.names))
        self.tell(_result(table, session.names))
        self.tell([say("Kept as {file}", file=session.file)])

    def leave(self, file: Path, table: Table) -> None:
        """Print how to go on."""
        self.tell(["", say("Kept as {file}", file=file)])
        self.tell([say("Go on with: tangledbank resume {file}", file=file)])


class RichScreen(PlainScreen):
    """Boxes and colours."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)

    def show(self, question: Question) -> None:
        """Draw what happened, the board, the hand and the choices."""
        if question.sentences:
            lines = question.sentences[-24:]
            self.console.print(Panel("\n".join(lines), title=say("What happened"), style="dim"))
        self.draw(question.view, question.seat, question.names)
        cards = board.hand(question.view, question.seat)
        self.console.print(
            Panel("\n".join(cards) or say("no cards"), title=say("Your hand"), border_style="cyan")
        )
        width = len(str(len(question.choices)))
        for n, (choice, line) in enumerate(
            zip(question.choices, question.notations, strict=True), start=1
        ):
            text = Text(f" {n:>{width}}  ", style="bold")
            text.append(choice, style="default")
            text.append(f"   {line}", style="dim")
            self.console.print(text)

    def draw(self, view: Words, seat: int, names: list[str]) -> None:
        """Draw the board."""
        for block in board.blocks(view, seat, names):
            self.console.print(
                Panel(
                    Text("\n").join(block.lines),
                    title=block.title,
                    title_align="left",
                    border_style="green" if block.strong else "white",
                )
            )

    def tell(self, lines: list[str]) -> None:
        """Print lines."""
        for line in lines:
            self.console.print(line, markup=False)

    def refuse(self, refused: Refused) -> None:
        """Print the reason and its rule."""
        text = say("Not possible: {why}", why=_reason(refused))
        self.console.print(text, style="bold yellow", markup=False)

    def hand_over(self, name: str) -> None:
        """Clear the screen and wait."""
        self.console.clear()
        super().hand_over(name)
        self.console.clear()

    def finish(self, session: Session, seat: int) -> None:
        """Draw the end of the game."""
        table = session.table
        told = table.events(seat, session.seen.get(seat))
        lines = [table.game.sentences.sentence(words, session.names) for words in told]
        if lines:
            self.console.print(
                Panel("\n".join(lines[-24:]), title=say("What happened"), style="dim")
            )
        self.draw(table.view(seat), seat, session.names)
        self.console.print(Panel("\n".join(_result(table, session.names)), border_style="green"))
        self.tell([say("Kept as {file}", file=session.file)])


class JsonScreen:
    """One JSON object a line, both ways; what is asked and answered is in docs/json.md."""

    def show(self, question: Question) -> None:
        """Write a decision."""
        self._write(
            {
                "decide": question.seat,
                "events": question.events,
                "view": question.view,
                "legal": question.actions,
            }
        )

    def ask(self, question: Question) -> str:
        """Read an action, its index, or a command as {"say": "undo"}."""
        while True:
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            try:
                words = msgspec.json.decode(line)
            except msgspec.DecodeError as error:
                self._write({"refused": say("this is not JSON: {why}", why=error)})
                continue
            if isinstance(words, dict) and isinstance(words.get("say"), str):
                return str(words["say"])
            if isinstance(words, dict) and words in question.actions:
                return str(question.actions.index(words) + 1)
            if words in range(len(question.actions)) and not isinstance(words, bool):
                return str(words + 1)
            self._write({"refused": say("answer with one of the legal actions, or its index")})

    def tell(self, lines: list[str]) -> None:
        """Write lines."""
        self._write({"tell": lines})

    def refuse(self, refused: Refused) -> None:
        """Write why something was not done."""
        self._write(
            {"refused": refused.sentence, "reason": refused.reason, "clause": refused.clause}
        )

    def agrees(self, name: str) -> bool:
        """Ask for true."""
        self._write({"agree": name})
        return sys.stdin.readline().strip() == "true"

    def hand_over(self, name: str) -> None:
        """Programs need no hiding."""

    def finish(self, session: Session, seat: int) -> None:
        """Write the result."""
        table = session.table
        self._write(
            {
                "over": True,
                "scores": table.scores,
                "winners": table.winners,
                "view": table.view(seat),
                "file": str(session.file),
            }
        )

    def leave(self, file: Path, table: Table) -> None:
        """Write where the game is kept."""
        self._write({"over": False, "file": str(file)})

    def _write(self, words: Words) -> None:
        sys.stdout.write(msgspec.json.encode(words).decode() + "\n")
        sys.stdout.flush()


def _name(question: Question) -> str:
    return question.names[question.seat]


def _reason(refused: Refused) -> str:
    return f"{refused} ({refused.clause})" if refused.clause else str(refused)


def _result(table: Table, names: list[str]) -> list[str]:
    lines = [
        say("{name}: {points} points", name=names[seat], points=points)
        for seat, points in enumerate(table.scores)
    ]
    winners = [names[seat] for seat in table.winners]
    if len(winners) == 1:
        return [*lines, say("{name} wins.", name=winners[0])]
    return [*lines, say("Shared victory: {names}.", names=", ".join(winners))]
