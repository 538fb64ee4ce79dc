"""One sitting at a table in the terminal: who is asked, what they may say, how it is kept."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from tangledbank.accept import Words
from tangledbank.cli.boards import spoken
from tangledbank.cli.screens import Question, Screen, seat_names
from tangledbank.errors import Refused
from tangledbank.games.game import Clause, clauses
from tangledbank.games.shared.board import board_of, full
from tangledbank.search.bot import CARETAKER, SEARCH, USUAL_LEVEL, Bot, read_spec, seed_for
from tangledbank.show import why_no_rest
from tangledbank.study.chances import Chance, SearchingBot, helper, is_ready
from tangledbank.table import Table
from tangledbank.text import counted, mark, say, say_count
from tangledbank.workers.programs import Failure, Player

# What can be typed besides a number or an action.
COMMANDS = {
    "?": mark("? – this help.  ? WORD – explain a word or name.  ? ACTION – why, or why not"),
    "hint": mark("hint or h – the best moves, and how often they win"),
    "undo": mark("undo or u – take back your last action"),
    "rest": mark("rest – pass by itself for the rest of the phase"),
    "wake": mark("wake – rest no more"),
    "log": mark("log – everything that has happened"),
    "pile": mark("pile – what lies on the discard pile, if it may be looked through"),
    "leave": mark("leave – a bot takes your seat for good"),
    "": mark("Enter alone – show the whole table"),
    "quit": mark("quit or q – stop; the game is kept and can be resumed"),
}
SHORT = {"h": "hint", "u": "undo", "q": "quit", "help": "?"}
MOST_DIGITS = 4


class Session:
    """A table, the bots at it, the screen, and the file that keeps it all."""

    def __init__(self, table: Table, bots: Mapping[int, Player], screen: Screen, file: Path):
        self.table, self.screen, self.file = table, screen, file
        self.bots = dict(bots)
        self.board = board_of(table.game.name)
        self.seen = self._seen_before()  # how many moves a seat has been told of
        self.kept = len(table.lines) if file.exists() and file.stat().st_size else 0
        self.facing: int | None = None  # the person before the screen
        self.is_shown = False  # the board as it is stands on the screen
        self.notice: list[str] = []  # what the next screen says first
        self._doing: dict[str, Callable[[Question], None]] = {
            "hint": self.hint,
            "undo": self.undo,
            "rest": self.rest,
            "wake": lambda question: self.table.wake(question.seat),
            "log": lambda question: self.screen.tell(self._tell(question.seat, None)),
            "pile": self.pile,
            "leave": self.leave,
        }

    def _seen_before(self) -> dict[int, int | None]:
        """In a game that goes on, people have seen all up to their own last action."""
        moves = self.table.moves
        return {move.seat: index for index, move in enumerate(moves) if not move.auto}

    @property
    def people(self) -> list[int]:
        """The seats played at this keyboard."""
        return [seat for seat in range(len(self.table.players)) if seat not in self.bots]

    @property
    def reader(self) -> int:
        """The seat that is spoken to as “you”: a person without a name who plays alone."""
        people = self.people
        return people[0] if len(people) == 1 and self.table.players[people[0]] == "me" else -1

    @property
    def names(self) -> list[str]:
        """What the players are called on the screen."""
        return seat_names(self.table.players, self.reader)

    def story(self, seat: int) -> list[str]:
        """What has happened since this seat was last asked; for the audience: anyone."""
        latest = max((count or 0 for count in self.seen.values()), default=0)
        return self._tell(seat, self.seen.get(seat) if seat >= 0 else latest)

    def _tell(self, seat: int, since: int | None) -> list[str]:
        told = self.table.events(seat, since)
        return list(self.table.game.sentences.story(told, self.names, self.reader))

    def keep(self) -> None:
        """Append what is new to the file, so that nothing is lost whatever happens."""
        lines = self.table.lines[self.kept :]
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("a", encoding="utf-8", newline="\n") as file:
                file.write("".join(line.text + "\n" for line in lines))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            why = say("the game cannot be kept here: {why}", why=error.strerror)
            raise Refused(why, place=str(self.file)) from None
        self.kept += len(lines)

    def play(self) -> None:
        """Ask whoever has to decide, until the game is over."""
        while not self.table.over:
            seat = self.next_seat()
            if seat in self.bots:
                self.let_play(seat)
            else:
                self.ask(seat)
            self.keep()
        self.screen.finish(self, self.people[0] if len(self.people) == 1 else -1)

    def let_play(self, seat: int) -> None:
        """Let a bot decide; for a program that has failed the caretaker plays on."""
        seen, codes = self.table.observation(seat), self.table.codes(seat)
        try:
            code = self.bots[seat].choose(seen, seat, codes, len(self.table.moves))
        except Failure as failure:
            caretaker = say("The caretaker plays on for {name}.", name=self.names[seat])
            self.screen.tell([f"{failure}.", caretaker])
            self._leave_to(CARETAKER, seat)
        else:
            self.table.act(seat, int(code))

    def next_seat(self) -> int:
        """Who is asked now: of several bots come first, then whoever is before the screen."""
        return min(
            self.table.pending, key=lambda seat: (seat not in self.bots, seat != self.facing, seat)
        )

    def ask(self, seat: int) -> None:
        """Let a person decide."""
        if len(self.people) > 1 and self.facing != seat:
            self.screen.hand_over(self.names[seat])
            self.is_shown = False
        self.facing = seat
        question = self.question(seat)
        self.seen[seat] = len(self.table.moves)
        self.notice = []
        entries = len(self.table.lines)
        self.screen.show(question)
        self.is_shown = True
        while len(self.table.lines) == entries:  # until something is done, or to be shown again
            answer = self.screen.ask(question).strip()
            if not answer:
                self.is_shown = False
                return
            try:
                self.answer(question, answer)
            except Refused as refused:
                self.screen.refuse(refused)

    def question(self, seat: int) -> Question:
        """Everything a person needs to decide, made from what this seat may see."""
        table = self.table
        view = table.view(seat)
        telling, vocabulary = table.game.sentences, table.game.vocabulary
        scene = table.scene(seat)
        codes = [int(code) for code in table.codes(seat)]
        actions = [vocabulary.words(code, scene) for code in codes]
        order = telling.in_groups(actions, view, seat)
        codes, actions = [codes[i] for i in order], [actions[i] for i in order]
        sentences = [*self.notice, *self.story(seat)]
        is_begun = telling.is_begun(view)
        choices, groups = [], []
        for code, words in zip(codes, actions, strict=True):
            caution = table.game.caution(code, scene)
            (note, short), more = (
                self.board.note(words, view, seat),
                f" ({caution})" * bool(caution),
            )
            heading, item = telling.short_choice(words, view, seat)
            choices.append(telling.choice(words, view, seat) + note + more)
            groups.append((heading, item + short + more))
        return Question(
            board=self.board,
            seat=seat,
            names=self.names,
            pending=table.deciding(seat),
            task=telling.task(view),
            view=view,
            events=table.events(seat, self.seen.get(seat)),
            sentences=sentences,
            codes=codes,
            actions=actions,
            notations=[vocabulary.notation(code, scene) for code in codes],
            choices=choices,
            groups=groups,
            is_begun=is_begun,
            is_step=self.is_shown and not sentences and is_begun,
            is_whole=not self.is_shown,
        )

    def answer(self, question: Question, text: str) -> None:
        """Do what was typed: a number, a command, or an action in notation."""
        seat = question.seat
        first, _, rest = text.partition(" ")
        command = _command(first)
        if text.isdecimal() and len(text) <= MOST_DIGITS:
            self.table.act(seat, question.codes[self._index(question, text)])
        elif first.startswith("?") or command == "?":
            word = first.lstrip("?") if first.startswith("?") else ""
            self.explain(question, f"{word} {rest}".strip())
        elif command == "quit":
            raise EOFError
        elif command in self._doing:
            self._doing[command](question)
        elif first.lower() in self.table.game.vocabulary.actions:
            self.table.act(seat, self._in_notation(question, text))
        elif text.upper() in _lines(question):
            self.choose(question, text.upper())
        else:
            raise Refused(self._unknown(first))

    def choose(self, question: Question, name: str) -> None:
        """Take the only choice about something on the board, where all are of one kind."""
        lines = _lines(question).keys()
        about = {i: lines & _words(choice) for i, choice in enumerate(question.choices)}
        found = [i for i, names in about.items() if name in names]
        if not found:
            raise Refused(say("{name} is not among the choices", name=name))
        if len(found) > 1 or len({question.actions[i]["do"] for i in about if about[i]}) > 1:
            actions = ", ".join(question.notations[index] for index in found)
            raise Refused(say("say what is to be done: {actions}", actions=actions))
        self.table.act(question.seat, question.codes[found[0]])

    def _index(self, question: Question, text: str) -> int:
        number = int(text)
        if not 1 <= number <= len(question.codes):
            raise Refused(say("choose a number from 1 to {last}", last=len(question.codes)))
        return number - 1

    def _unknown(self, word: str) -> str:
        known = [*filter(None, COMMANDS), *self.table.game.vocabulary.actions]
        close = get_close_matches(word.lower(), known, 1)
        if close:
            return say("“{word}” is not known; did you mean “{close}”?", word=word, close=close[0])
        return say("“{word}” is neither a number, an action nor a command; type ?", word=word)

    def explain(self, question: Question, about: str) -> None:
        """Help; a choice; a word or rule; or why an action is possible or not."""
        if not about:
            self.help(question)
            return
        found = self._meaning(question, about)
        if found:
            self.screen.tell(found)
        elif about.split()[0].lower() in self.table.game.vocabulary.actions:
            why = self.table.why_not(question.seat, self._in_notation(question, about))
            if why:
                raise Refused(why.sentence, reason=why.reason, clause=why.clause)
            self.screen.tell([say("This is possible now.")])
        else:
            topics = dict.fromkeys(clause.topic for clause in clauses(self.table.game.name))
            others = ", ".join(one for one in topics if one not in self.board.TITLES)
            nothing = say(
                "Nothing is known about “{word}”; try a card, a rule id, an action, or one "
                "of: {topics}",
                word=about,
                topics=others,
            )
            self.screen.tell([nothing])

    def _meaning(self, question: Question, about: str) -> list[str]:
        """What a choice, a command, something on the board, a word or a rule is."""
        if about.isdecimal() and len(about) <= MOST_DIGITS:
            index = self._index(question, about)
            return [f"{question.choices[index]}: {question.notations[index]}"]
        command = _command(about)
        if command in COMMANDS:
            return [say(COMMANDS[command])]
        lines = {what.upper(): line for what, line in _lines(question).items()}
        line = lines.get(about.upper())
        more = full(self.board)
        found = [line] if line else []
        found += more.about(about, question.view) if more else []
        if found:
            return found
        return [f"{clause.id}: {clause.text}" for clause in self._clauses(about.lower())]

    def help(self, question: Question) -> None:
        """What can be typed."""
        tell, actions = self.screen.tell, ", ".join(question.notations)
        tell([say(line) for line in COMMANDS.values()])
        tell([say("A choice can be typed as a number or as: {actions}", actions=actions)])
        if example := self._example(question):
            tell([say("Steps of one action can be typed together: {example}", example=example)])
        if self.screen.has_signs:
            tell([say(self.board.LEGEND)])

    def _example(self, question: Question) -> str:
        """An action in two steps: one that is possible now, or else any there can be."""
        actions = self.table.game.vocabulary.actions
        names = [*filter(str.isalnum, _lines(question))]
        lines = (
            f"{notation} {verb} {name}"
            for notation in question.notations
            for verb, _ in actions[notation.split()[0]].then.values()
            for name in names
        )
        possible = (line for line in lines if not self.table.why_not(question.seat, line))
        others = (
            " ".join([one.verb, one.shape.example, verb, actions[verb].shape.example])
            for one in actions.values()
            for verb, _ in one.then.values()
        )
        return next(possible, next(others, ""))

    def _in_notation(self, question: Question, text: str) -> str:
        """An action with printed names as with those of the notation."""
        more = full(self.board)
        if more:
            text = more.with_ids(text, question.view, question.seat)
        titles = self._titles()
        names = "|".join(re.escape(title) for title in sorted(titles, key=len, reverse=True))
        return re.sub(rf"\b({names})\b", lambda found: titles[found[0].lower()], text, flags=re.I)

    def _titles(self) -> dict[str, str]:
        """The names of cards and the like, by what is printed on them."""
        return {say(title).lower(): name for name, title in self.board.TITLES.items()}

    def _clauses(self, about: str) -> list[Clause]:
        """The rules on a topic, by its name or its printed name, or one rule."""
        word = self._titles().get(about, about.replace(" ", "_"))
        return [c for c in clauses(self.table.game.name) if word in (c.topic, c.id.lower())]

    def hint(self, question: Question) -> None:
        """The best moves with what this seat can see; greedy's if no search is at hand."""
        seat, chances = question.seat, list[Chance]()
        if len(question.codes) > 1 and is_ready(self.table.game.name):
            with self.screen.thinking():
                chances = helper().best(self.table, seat)
        if chances:
            self.screen.advise(_hints(question, chances), _in_words(question, chances))
            return
        bot = Bot("greedy", self.table.game, 0)
        code = bot.choose(self.table.observation(seat), seat, self.table.codes(seat))
        index = question.codes.index(int(code))
        line = say("Hint: {n}. {choice}", n=index + 1, choice=question.choices[index])
        more = [] if is_ready(self.table.game.name) else [_how_to_learn_more(self.table.game.name)]
        self.screen.advise([line, *more], [{"action": question.actions[index]}])

    def pile(self, question: Question) -> None:
        """The discard pile, as far as this seat may see it; or all there are."""
        piles = self.board.piles(question.view)
        found = {name: pile for name, pile in piles.items() if pile}
        if not found:
            several = say("the discard piles are empty")
            raise Refused(several if len(piles) > 1 else say("the discard pile is empty"))
        for name, cards in found.items():
            if isinstance(cards, int):
                raise Refused(say("the discard pile lies face down: {n} cards", n=cards))
            those = ", ".join(counted(cards))
            only = say("On the discard pile: {cards}", cards=those)
            self.screen.tell([f"{name}: {those}" if len(piles) > 1 else only])

    def rest(self, question: Question) -> None:
        """Pass by itself until the phase is over."""
        hindrance = why_no_rest(self.table, question.view, question.seat)
        if hindrance:
            raise Refused(hindrance)
        self.table.rest(question.seat)
        self.notice = [say("You pass wherever you may, until this phase is over.")]

    def undo(self, question: Question) -> None:
        """Take back; bots always agree, other people are asked."""
        seat, everyone = question.seat, range(len(self.table.players))
        hindrance = self.table.why_no_undo(seat, everyone)
        if hindrance:
            raise Refused(hindrance)
        others = [one for one in self.people if one != seat]
        consent: list[int] = []
        if self.table.why_no_undo(seat):
            consent = [*self.bots, *others]
            self.facing = None if others else seat  # someone else comes to the screen
            for one in others:
                if not self.screen.agrees(self.names[one]):
                    raise Refused(
                        say("{name} does not agree. Enter shows the table.", name=self.names[one])
                    )
        self.notice = self._what_goes(seat)
        self.table.undo(seat, consent)
        moves = len(self.table.moves)
        self.seen = {one: min(count or 0, moves) for one, count in self.seen.items()}
        self.is_shown = False

    def _what_goes(self, seat: int) -> list[str]:
        """What an undo takes back, in a sentence."""
        moves = self.table.moves
        own = [index for index, move in enumerate(moves) if move.seat == seat and not move.auto]
        told = self._tell(seat, own[-1])
        return [say("Taken back: {what}", what=told[0] if told else say("your last step."))]

    def leave(self, question: Question) -> None:
        """A bot takes the seat."""
        self._leave_to(USUAL_LEVEL, question.seat)

    def _leave_to(self, bot: str, seat: int) -> None:
        self.table.leave(seat, bot)
        self.bots[seat] = bot_at(self.table, seat, bot)


def bot_at(table: Table, seat: int, name: str) -> Player:
    """The bot that plays a seat; the same again when the game is resumed."""
    seed = seed_for(table.seed, seat)
    if read_spec(name).name == SEARCH:
        return SearchingBot(name, table.game, table.rulings, len(table.players), seed)
    return Bot(name, table.game, seed)


def _how_to_learn_more(game: str) -> str:
    command = f"tangledbank prepare {game}"
    return say("Hints tell the chances once the search is compiled: {command}", command=command)


def _hints(question: Question, chances: Sequence[Chance]) -> list[str]:
    """The best moves in sentences, and what their chances are."""
    lines: list[str] = []
    first = mark("Hint: {n}. {choice} – wins {share} ± {error}")
    further = mark("Or: {n}. {choice} – wins {share} ± {error}")
    for one in chances:
        index = question.codes.index(one.action)
        share, error = f"{one.share:.0%}", f"{one.margin:.0%}"
        said, choice = further if lines else first, question.choices[index]
        lines.append(say(said, n=index + 1, choice=choice, share=share, error=error))
    told = say_count(
        "(In the order of the search; estimated by {n} game that bots played on from what you "
        "can see.)",
        "(In the order of the search; estimated by {n} games that bots played on from what you "
        "can see.)",
        sum(one.games for one in chances),
    )
    return [*lines, told]


def _in_words(question: Question, chances: Sequence[Chance]) -> list[Words]:
    """The same for programs."""
    return [
        {
            "action": question.actions[question.codes.index(one.action)],
            "chance": one.share,
            "error": one.error,
            "games": one.games,
        }
        for one in chances
    ]


def _command(word: str) -> str:
    """A command as it is called in full."""
    return SHORT.get(word.lower(), word.lower())


def _lines(question: Question) -> dict[str, str]:
    """The lines of the board, each by what it is about."""
    return {what: line for block in spoken(*question.sight) for what, line in block.items()}


def _words(choice: str) -> set[str]:
    return set(re.findall(r"\w+", choice))
