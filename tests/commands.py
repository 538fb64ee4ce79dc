"""The command as people and programs use it: real processes, pipes and a real terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tangledbank.table import Table, open_log

COMMAND = [sys.executable, "-m", "tangledbank"]
PROMPT = "? for help): "
HAND_OVER = "Press Enter when only you look. "
PATIENCE = 20.0

Done = subprocess.CompletedProcess[str]


def run(*arguments: object, typed: str = "") -> Done:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=typed, capture_output=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip


def numbers(seed: int, count: int = 4000, most: int = 7) -> str:
    """Numbers as someone might type them; those that are too large are refused."""
    chance = random.Random(seed)
    return "".join(f"{chance.randint(1, most)}\n" for _ in range(count))


def saved(home: Path) -> Path:
    (file,) = (home / "games").glob("*.jsonl")
    return file


def table_of(file: Path) -> Table:
    return open_log(file.read_text(encoding="utf-8"))


@contextmanager
def json_game(*arguments: object, command: str = "play") -> Iterator[subprocess.Popen[str]]:
    game = subprocess.Popen(
        [*COMMAND, command, *map(str, arguments), "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    try:
        yield game
    finally:
        game.kill()
        game.wait()
        for stream in (game.stdin, game.stdout):
            assert stream
            stream.close()


def messages(game: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert game.stdout
    for line in game.stdout:
        yield json.loads(line)


def answer(game: subprocess.Popen[str], words: object) -> None:
    write(game, json.dumps(words))


def write(game: subprocess.Popen[str], line: str) -> None:
    assert game.stdin
    game.stdin.write(line + "\n")
    game.stdin.flush()


# A process that takes its standard input as its terminal, so that Ctrl-C reaches it.
IN_TERMINAL = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "from tangledbank.cli.main import main; main()"
)


class Terminal:
    """A command in a terminal: type and read."""

    def __init__(self, *arguments: object) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 100, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_TERMINAL, *map(str, arguments)],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C until it shows: one just before a line is read waits for the next key."""
        self.type("\x03")
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not select.select([self.master], [], [], 2)[0]:
            self.type("\x03")

    def read(self, ends: Sequence[str] = (PROMPT, HAND_OVER)) -> str:
        """Everything shown until the terminal waits for an answer, or the process ends."""
        shown, until = b"", time.monotonic() + PATIENCE
        while select.select([self.master], [], [], max(0, until - time.monotonic()))[0]:
            try:
                shown += os.read(self.master, 65536)
            except OSError:  # closed on the other side
                break
            text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode("utf-8", "replace"))
            if text.endswith(tuple(ends)):
                break
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode("utf-8", "replace"))


class Talk:
    """A plain game over pipes, one prompt after the other."""

    def __init__(self, *arguments: object) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "play", *map(str, arguments), "--plain"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def read(self) -> str:
        assert self.process.stdout
        shown = b""
        while not shown.decode("utf-8", "replace").endswith((PROMPT, HAND_OVER)):
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                break
            shown += piece
        return shown.decode()

    def type(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()
