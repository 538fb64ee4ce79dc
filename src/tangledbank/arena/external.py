"""Bots that are other people's programs. What is said to and fro is told in docs/external-bots.md.

Such a program gets what its seat sees, in words, and nothing else. Whatever it does wrong is a
`Failure`: it is ended, and the caller lets the caretaker go on.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, Protocol

import msgspec
import numpy as np

from tangledbank.arena.conversation import GRACE, Conversation, Failure
from tangledbank.bots.bots import Bot, check_bot
from tangledbank.errors import Refused
from tangledbank.games.game import SCORE_COLUMNS, Game
from tangledbank.games.shared.verbs import Fields, Scene, Words
from tangledbank.text import say

PROTOCOL = 1
NAME = re.compile(r"[A-Za-z][\w-]{0,30}", re.ASCII)
PERSON = "me"  # as in cli.play: a seat at the keyboard
MOST_DECISIONS = 10_000  # in a game; what is begun can be taken back for ever
SHOWN = 120  # characters of a wrong answer

Programs = Mapping[str, str]  # commands by the names of bots


class Player(Protocol):
    """Whatever can take a seat, of ours or of others."""

    def choose(self, observation: Any, seat: int, actions: Any, moment: int | None = None) -> int:
        """One of the legal actions of a seat, from what that seat can know."""


class Limits(msgspec.Struct, frozen=True):
    """What a program may use."""

    seconds: float = 5.0  # for a decision
    megabytes: int = 4096  # of address space, for each of its processes
    start: float = 10.0  # seconds until it says that it is ready


class Program:
    """A program at a seat of one game; it is started when it is first needed."""

    def __init__(
        self, name: str, command: str, game: Game, options: Mapping[str, str], seats: int,
        seat: int, limits: Limits,
    ):  # fmt: skip
        self.name, self.command = name, command
        self._game, self._limits = game, limits
        self._hello: Words = {
            "hello": PROTOCOL,
            "game": game.name,
            "options": {
                name: options.get(name, values[0]) for name, values in game.options.items()
            },
            "seats": seats,
            "seat": seat,
            "seconds": limits.seconds,
            "megabytes": limits.megabytes,
        }
        self._conversation: Conversation | None = None
        self._asked = 0

    def start(self) -> None:
        """Start it, unless it runs, and wait until it is ready."""
        if self._conversation is None:
            try:
                self._conversation = Conversation(split(self.command), self._limits.megabytes)
            except (Refused, OSError) as trouble:  # it was there when the game began
                what = say("the program {name} failed: {what}", name=self.name, what=trouble)
                raise Failure(what) from None
            answer = self._ask(self._hello, self._limits.start)
            if not isinstance(answer, dict) or answer.get("ready") != PROTOCOL:
                wanted = f'{{"ready": {PROTOCOL}}}'
                self._fail(
                    say(
                        "it should answer hello with {wanted}, not with {answer}",
                        wanted=wanted,
                        answer=_short(answer),
                    )
                )

    def choose(self, observation: Any, seat: int, actions: Any, moment: int | None = None) -> int:
        """What it answers; a single choice is not worth a question."""
        codes = [int(code) for code in actions]
        if len(codes) == 1:
            return codes[0]
        self.start()
        self._asked += 1
        if self._asked > MOST_DECISIONS:
            self._fail(say("it has decided {n} times without an end", n=MOST_DECISIONS))
        scene = Scene(Fields(observation), seat)
        legal = [self._game.vocabulary.words(code, scene) for code in codes]
        question: Words = {
            "decide": seat,
            "view": view_of(self._game, observation),
            "legal": legal,
            "seconds": self._limits.seconds,
        }
        answer = self._ask(question, self._limits.seconds)
        index = _index(answer, legal)
        if index is None:
            self._fail(
                say(
                    "its answer is neither a legal action nor the number of one, from 0 to {last}:"
                    " {answer}",
                    last=len(codes) - 1,
                    answer=_short(answer),
                )
            )
        return codes[index]

    def finish(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """Tell it how the game ended, and let it go."""
        self.close(msgspec.json.encode({"over": True, "scores": scores, "winners": winners}))

    def close(self, farewell: bytes = b"") -> None:
        """End it, if it runs."""
        if self._conversation:
            self._conversation.close(farewell and farewell + b"\n", GRACE)
            self._conversation = None

    def kill(self) -> None:
        """End it while another thread waits for its answer."""
        if self._conversation:
            self._conversation.kill()

    def _ask(self, words: Words, seconds: float) -> Any:
        assert self._conversation
        try:
            answer = self._conversation.ask(msgspec.json.encode(words), seconds)
        except Failure as failure:
            self._fail(str(failure))
        try:
            return msgspec.json.decode(answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            text = answer.decode("utf-8", "replace")
            self._fail(say("its answer is not JSON: {answer}", answer=text[:SHOWN]))

    def _fail(self, what: str) -> NoReturn:
        """End it, and say why, with its own last words."""
        assert self._conversation
        self._conversation.close()
        said, self._conversation = self._conversation.last_words, None
        if said:
            raise Failure(
                say("the program {name} failed: {what}; it said: {said}",
                    name=self.name, what=what, said=said)
            ) from None  # fmt: skip
        raise Failure(say("the program {name} failed: {what}", name=self.name, what=what)) from None


def view_of(game: Game, observation: Any) -> Words:
    """What a seat sees, as a document in words."""
    scores = np.zeros((game.most_seats, SCORE_COLUMNS), np.int64)
    game.kernel.score(observation, scores)
    seats = int(observation["seats"][0])
    words: Words = game.document.write(Fields(observation), scores[:seats, 0].tolist(), [])
    return words


def split(command: str) -> list[str]:
    """A command as a list of words, or a refusal if it cannot be started."""
    if sys.platform == "win32":
        raise Refused(say("programs as bots need Linux or macOS"))
    try:
        words = shlex.split(command)
    except ValueError:
        raise Refused(say("a quotation mark is missing in “{command}”", command=command)) from None
    if not words:
        raise Refused(say("a program is named as NAME=COMMAND"))
    if shutil.which(words[0]) is None:
        if Path(words[0]).is_file():
            raise Refused(say("“{file}” is not executable", file=words[0]))
        raise Refused(say("there is no program “{file}”", file=words[0]))
    return words


def read_programs(pairs: Sequence[str]) -> dict[str, str]:
    """Programs from a list of NAME=COMMAND."""
    programs: dict[str, str] = {}
    for pair in pairs:
        name, _, command = (part.strip() for part in pair.partition("="))
        check_name(name)
        if name in programs:
            raise Refused(say("“{name}” is given twice", name=name), place="--bot")
        try:
            split(command)
        except Refused as refused:
            raise Refused(refused.sentence, place=f"--bot {name}") from None
        programs[name] = command
    return programs


def check_name(name: str) -> None:
    """Refuse a name for a program that is none, or taken."""
    if not NAME.fullmatch(name):
        raise Refused(
            say(
                "a bot is named by a letter, then letters, digits, - and _, as in mybot=./mybot.py"
            ),
            place="--bot",
        )
    try:
        check_bot(name)
    except Refused:
        if name != PERSON:
            return
    raise Refused(say("the name “{name}” is taken; choose another", name=name), place="--bot")


def check_any_bot(name: str, programs: Collection[str]) -> None:
    """Refuse a bot that is neither ours nor a program that was named."""
    if name not in programs:
        check_bot(name)


def seat_player(
    name: str, game: Game, options: Mapping[str, str], seats: int, seat: int, seed: int,
    programs: Programs, limits: Limits,
) -> Bot | Program:  # fmt: skip
    """The player of a seat by its name."""
    if name in programs:
        return Program(name, programs[name], game, options, seats, seat, limits)
    return Bot(name, game, seed)


def _index(answer: Any, legal: list[Words]) -> int | None:
    """Which of the legal actions is meant, by its number or in words."""
    if isinstance(answer, dict):
        return legal.index(answer) if answer in legal else None
    is_number = isinstance(answer, int) and not isinstance(answer, bool)
    return answer if is_number and 0 <= answer < len(legal) else None


def _short(answer: Any) -> str:
    return msgspec.json.encode(answer).decode()[:SHOWN]
