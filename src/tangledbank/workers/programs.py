"""Bots that are other people's programs. What is said to and fro is told in docs/external-bots.md.

Such a program runs under limits, gets what its seat sees, in words, and nothing else. Whatever it
does wrong is a `Failure`: it is ended, and the caller lets the caretaker go on.
"""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, Protocol

import msgspec
import numpy as np

from tangledbank.accept import Words
from tangledbank.errors import Refused, about
from tangledbank.games.game import SCORE_COLUMNS, Game
from tangledbank.games.shared.verbs import Fields, Scene
from tangledbank.kernel.records import States
from tangledbank.search.bot import Actions, read_spec
from tangledbank.text import say
from tangledbank.workers import under_limits

PROTOCOL = 1
NAME = re.compile(r"[A-Za-z][\w-]{0,30}", re.ASCII)
PERSON = "me"  # as in cli.play: a seat at the keyboard
MOST_DECISIONS = 10_000  # in a game; what is begun can be taken back for ever
LONGEST_ANSWER = 65_536  # bytes
SHOWN = 120  # characters of a wrong answer
LAST_WORDS = 600  # bytes of what it says on its error output
GRACE = 0.3  # seconds to end by itself after the game
OURS = "TANGLEDBANK_"  # settings that are nobody else's business, such as the address of a store

Programs = Mapping[str, str]  # commands by the names of bots


class Failure(Exception):  # noqa: N818  it reads as what happened
    """A bot has failed, and is no longer asked."""


class Player(Protocol):
    """Whatever can take a seat, of ours or of others."""

    def choose(
        self, observation: States, seat: int, actions: Actions, moment: int | None = None
    ) -> int:
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

    def start_or_refuse(self) -> None:
        """Start it before the game begins; if that fails the game cannot begin."""
        try:
            self.start()
        except Failure as failure:
            raise Refused(str(failure)) from None

    def choose(
        self, observation: States, seat: int, actions: Actions, moment: int | None = None
    ) -> int:
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

    def _ask(self, words: Words, seconds: float) -> object:
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


def view_of(game: Game, observation: States) -> Words:
    """What a seat sees, as a document in words."""
    scores = np.zeros((game.most_seats, SCORE_COLUMNS), np.int64)
    game.kernel.score(observation, scores)
    seats = int(observation["seats"][0])
    return game.document.write(Fields(observation), scores[:seats, 0].tolist(), []).in_words()


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
        with about(f"--bot {name}"):
            split(command)
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
        read_spec(name)
    except Refused:
        if name != PERSON:
            return
    raise Refused(say("the name “{name}” is taken; choose another", name=name), place="--bot")


def check_any_bot(name: str, programs: Collection[str]) -> None:
    """Refuse a bot that is neither ours nor a program that was named."""
    if name not in programs:
        read_spec(name)


def _index(answer: object, legal: list[Words]) -> int | None:
    """Which of the legal actions is meant, by its number or in words."""
    if isinstance(answer, dict):
        return legal.index(answer) if answer in legal else None
    if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(legal):
        return answer
    return None


def _short(answer: object) -> str:
    return msgspec.json.encode(answer).decode()[:SHOWN]


# --- lines that go to it and come back ------------------------------------------------------------


class Conversation:
    """A process group of its own; it is asked and answers, one line each."""

    def __init__(self, command: list[str], megabytes: int):
        self._process = subprocess.Popen(
            under_limits(megabytes, 0, command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={name: value for name, value in os.environ.items() if not name.startswith(OURS)},
            start_new_session=True,
        )
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        assert all(streams)
        self._in, self._out, self._err = (stream.fileno() for stream in streams if stream)
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream, False)
        self._heard, self._errors = b"", b""
        self._is_open = self._has_errors = True  # its two outputs

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The line that comes back within so many seconds; else a Failure."""
        self._hear()
        if self._heard:
            raise Failure(say("it wrote without being asked"))
        unsent = line + b"\n"
        until = time.monotonic() + seconds
        while b"\n" not in self._heard:
            left = until - time.monotonic()
            if left <= 0:
                raise Failure(say("it did not answer within {seconds:g} seconds", seconds=seconds))
            if len(self._heard) > LONGEST_ANSWER:
                raise Failure(say("its answer has more than {n} bytes", n=LONGEST_ANSWER))
            if not self._is_open:
                raise Failure(self._how_it_ended())
            self._wait(left, is_writing=bool(unsent))
            unsent = self._send(unsent)
            self._hear()
        answer, _, self._heard = self._heard.partition(b"\n")
        return answer

    @property
    def last_words(self) -> str:
        """What it said last on its error output, in one line."""
        return " ".join(self._errors.decode("utf-8", "replace").split())

    def close(self, farewell: bytes = b"", grace: float = 0.0) -> None:
        """Tell it that all is over, and end it with everything it has started."""
        self._send(farewell)
        if self._process.stdin:
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self.kill()
        with self._process:  # waits for it, and closes what led to it
            pass

    def kill(self) -> None:
        """End it at once; whoever waits for an answer hears of it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _wait(self, seconds: float, *, is_writing: bool) -> None:
        """Until it says something, or takes what we say."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            if self._has_errors:
                selector.register(self._err, selectors.EVENT_READ)
            if is_writing:
                selector.register(self._in, selectors.EVENT_WRITE)
            selector.select(seconds)

    def _send(self, unsent: bytes) -> bytes:
        """Send as much as goes; what is left."""
        try:
            return unsent[os.write(self._in, unsent) :] if unsent else b""
        except BlockingIOError:
            return unsent
        except OSError:  # it has ended, which its output will show
            return b""

    def _hear(self) -> None:
        """Take in what it has said, a piece of each at most: it may never stop."""
        said, complained = _piece(self._out), _piece(self._err)
        self._is_open = said != b""
        self._has_errors = complained != b""
        self._heard += said or b""
        self._errors = (self._errors + (complained or b""))[-LAST_WORDS:]

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return say("it closed its output")
        self._hear()  # its last words
        if code < 0:
            return say("it was ended by the signal {name}", name=_signal_name(-code))
        return say("it ended by itself with exit code {code}", code=code)


def _signal_name(number: int) -> str:
    """Real-time signals have no name of their own."""
    return next((one.name for one in signal.Signals if one == number), str(number))


def _piece(stream: int) -> bytes | None:
    """What can be read at once; nothing at its end, None if there is nothing yet."""
    try:
        return os.read(stream, LONGEST_ANSWER)
    except BlockingIOError:
        return None
