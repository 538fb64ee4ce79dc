"""One sitting at a table in the terminal: who is asked, what they may say, how it is kept."""

from __future__ import annotations

from pathlib import Path

from tangledbank.bots.bots import BOTS, Bot
from tangledbank.cli.screens import Question, Screen
from tangledbank.errors import Refused
from tangledbank.games.clauses import clauses
from tangledbank.games.vocabulary import Scene
from tangledbank.table import Table
from tangledbank.text import mark, say

# What can be typed besides a number or an action; the first letter will do for most.
COMMANDS = {
    "?": mark("? – this help;  ? WORD – explain an ability or rule;  ? ACTION – why (not)"),
    "hint": mark("hint – what the greedy bot would do"),
    "undo": mark("undo – take back your last action"),
    "rest": mark("rest – pass by itself for the rest of this phase;  wake – take that back"),
    "log": mark("log – everything that has happened"),
    "leave": mark("leave – a bot takes your seat"),
    "": mark("Enter alone – show the table again"),
    "quit": mark("quit – stop; the game is kept and can be resumed"),
}
SHORT = {"h": "hint", "u": "undo", "q": "quit", "help": "?"}


class Session:
    """A table, the bots at it, the screen, and the file that keeps it all."""

    def __init__(self, table: Table, bots: dict[int, Bot], screen: Screen, file: Path):
        self.table, self.bots, self.screen, self.file = table, bots, screen, file
        self.seen: dict[int, int | None] = {}  # how many moves a seat has been told of
        self.kept = 0
        self.facing: int | None = None  # the person before the screen
        if self.file.exists():
            self.kept = len(table.lines)

    @property
    def people(self) -> list[int]:
        """The seats played at this keyboard."""
        return [seat for seat in range(len(self.table.players)) if seat not in self.bots]

    @property
    def names(self) -> list[str]:
        """What the players are called on the screen."""
        alone = len(self.people) == 1
        names = []
        for seat, name in enumerate(self.table.players):
            letter = "ABCDEFGH"[seat]
            if name.startswith("me:"):
                names.append(name.removeprefix("me:"))
            elif name == "me":
                names.append(say("You") if alone else say("Player {letter}", letter=letter))
            else:
                names.append(f"{name} {letter}")
        return names

    def keep(self) -> None:
        """Append what is new to the file, so that nothing is lost whatever happens."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("a", encoding="utf-8", newline="\n") as file:
                for line in self.table.lines[self.kept :]:
                    file.write(line.text + "\n")
        except OSError as error:
            raise Refused(
                say("the game cannot be kept here: {why}", why=error.strerror),
                place=str(self.file),
            ) from None
        self.kept = len(self.table.lines)

    def play(self) -> None:
        """Ask whoever has to decide, until the game is over."""
        while not self.table.over:
            seat = self.table.pending[0]
            if seat in self.bots:
                codes = self.table.codes(seat)
                code = self.bots[seat].choose(self.table.observation(seat), seat, codes)
                self.table.act(seat, int(code))
            else:
                self.ask(seat)
            self.keep()
        self.screen.finish(self, self.people[0] if len(self.people) == 1 else -1)

    def ask(self, seat: int) -> None:
        """Let a person decide."""
        if len(self.people) > 1 and self.facing != seat:
            self.screen.hand_over(self.names[seat])
        self.facing = seat
        question = self.question(seat)
        self.seen[seat] = len(self.table.moves)
        entries = len(self.table.lines)
        self.screen.show(question)
        while len(self.table.lines) == entries:  # until something is done, or to be shown again
            answer = self.screen.ask(question)
            if not answer.strip():
                return
            try:
                self.answer(seat, answer)
            except Refused as refused:
                self.screen.refuse(refused)
            if seat in self.bots:
                return

    def question(self, seat: int) -> Question:
        """Everything a person needs to decide, made from what this seat may see."""
        table = self.table
        view = table.view(seat)
        scene = Scene(table.observation(seat)[0], seat)
        codes = [int(code) for code in table.codes(seat)]
        told = table.events(seat, self.seen.get(seat))
        choices = []
        for code in codes:
            words = table.game.vocabulary.words(code, scene)
            text = table.game.sentences.choice(words, view, seat)
            caution = table.game.caution(code, scene)
            choices.append(f"{text} ({caution})" if caution else text)
        return Question(
            seat=seat,
            names=self.names,
            view=view,
            events=told,
            sentences=[
                table.game.sentences.sentence(words, self.names)
                for words in told
                if words["event"] not in ("discarded", "feeding_turn_ended")
            ],
            codes=codes,
            actions=[table.game.vocabulary.words(code, scene) for code in codes],
            notations=[table.game.vocabulary.notation(code, scene) for code in codes],
            choices=choices,
        )

    def answer(self, seat: int, text: str) -> None:
        """Do what was typed: a number, a command, or an action in notation."""
        first, _, rest = text.strip().partition(" ")
        command = SHORT.get(first, first)
        if first.isdigit():
            self.choose(seat, int(first))
        elif command == "?":
            self.explain(seat, rest)
        elif command == "hint":
            self.hint(seat)
        elif command == "undo":
            self.undo(seat)
        elif command == "rest":
            self.table.rest(seat)
        elif command == "wake":
            self.table.wake(seat)
        elif command == "log":
            told = self.table.events(seat)
            self.screen.tell([self.table.game.sentences.sentence(w, self.names) for w in told])
        elif command == "leave":
            self.leave(seat)
        elif command == "quit":
            raise EOFError
        else:
            self.table.act(seat, text)

    def choose(self, seat: int, number: int) -> None:
        """Carry out the choice with this number."""
        codes = self.table.codes(seat)
        if not 1 <= number <= len(codes):
            raise Refused(say("choose a number from 1 to {last}", last=len(codes)))
        self.table.act(seat, int(codes[number - 1]))

    def explain(self, seat: int, about: str) -> None:
        """Help; an ability or rule; or why an action is possible or not."""
        if not about:
            self.screen.tell([say(line) for line in COMMANDS.values()])
            self.screen.tell([say("An action can be typed too, for example: take A1")])
            return
        verbs = self.table.game.vocabulary.actions
        word = about.strip().lower().replace(" ", "_")
        found = [c for c in clauses(self.table.game.name) if word in (c.topic, c.id.lower())]
        if (found and about.split()[0] not in verbs) or (found and " " not in about.strip()):
            self.screen.tell([f"{clause.id}: {clause.text}" for clause in found])
        elif about.split()[0] in verbs:
            why = self.table.why_not(seat, about)
            self.screen.tell(
                [f"{why.sentence} ({why.clause})" if why and why.clause else why.sentence]
                if why
                else [say("This is possible now.")]
            )
        else:
            raise Refused(
                say("nothing is known about “{word}”; try an ability, a rule id or an action",
                    word=about)
            )  # fmt: skip

    def hint(self, seat: int) -> None:
        """What the greedy bot would do with what this seat can see."""
        bot = Bot("greedy", self.table.game, 0)
        observation = self.table.observation(seat)
        code = int(bot.choose(observation, seat, self.table.codes(seat)))
        question = self.question(seat)
        index = question.codes.index(code)
        self.screen.tell([say("Hint: {n}. {choice}", n=index + 1, choice=question.choices[index])])

    def undo(self, seat: int) -> None:
        """Take back; bots always agree, other people are asked."""
        if not self.table.why_no_undo(seat):
            self.table.undo(seat)
        else:
            others = [one for one in self.people if one != seat]
            agreed = [one for one in others if self.screen.agrees(self.names[one])]
            self.table.undo(seat, consent=[*self.bots, *agreed])
        moves = len(self.table.moves)
        self.seen = {one: min(count or 0, moves) for one, count in self.seen.items()}

    def leave(self, seat: int) -> None:
        """A bot takes the seat (OS-RUL-41)."""
        bot = BOTS[1]
        self.table.leave(seat, bot)
        self.bots[seat] = Bot(bot, self.table.game, self.table.seed + seat)
