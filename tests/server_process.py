"""A real server in a process of its own, and visitors that speak to it as browsers do."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.wire import read_frame

TIMEOUT = 30
TOO_FAST = 429
# The command, but cards and dice are the same in each run; the first seat begins.
SEEDED = """
import os, secrets
secrets.randbelow = lambda most: 1
from tangledbank.cli.main import main
from tangledbank.server.rooms import tables
tables.ABSENCE = float(os.environ.get("ABSENCE", tables.ABSENCE))
main()
"""


class Server:
    """The command `tangledbank serve`, with its data in a folder."""

    def __init__(self, folder: Path, absence: float | None = None, pace: float = 0):
        self.folder, self.pace = folder, pace
        self._absence = {} if absence is None else {"ABSENCE": str(absence)}
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it; after a crash where it was, so that open pages find it again."""
        port = str(urlsplit(self.address).port or 0)
        command = [sys.executable, "-c", SEEDED, "serve", "--no-browser"]
        command += ["--port", port, "--data", str(self.folder), "--pace", str(self.pace)]
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TANGLEDBANK_UNCOMPILED": "1", **self._absence},
        )
        assert self._process.stdout
        said = (re.search(r"http://\S+/", line) for line in self._process.stdout)
        found = next(filter(None, said), None)
        assert found, "the server does not start"
        self.address = found[0].rstrip("/")

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process:
            self._process.send_signal(how)
            self._process.wait(TIMEOUT)
            assert self._process.stdout
            self._process.stdout.close()
            self._process = None


@contextmanager
def running(folder: Path, absence: float | None = None, pace: float = 0) -> Iterator[Server]:
    server = Server(folder, absence, pace)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Visitor:
    """Someone with a browser: keeps cookies, fills in forms, opens sockets."""

    def __init__(self, server: Server, name: str = "Ann"):
        self.server, self.name = server, name
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))

    def get(self, path: str, **headers: str) -> tuple[int, str, str]:
        return self.open(Request(self.server.address + path, headers=headers))

    def post(self, path: str, headers: dict[str, str] | None = None, **fields: object) -> Any:
        own = {"Origin": self.server.address} if headers is None else headers
        body = urlencode(fields).encode()
        return self.open(Request(self.server.address + path, body, own))

    def open(self, request: Request) -> tuple[int, str, str]:
        """The status, the path that was led to, and the page; again if that was too fast."""
        while (answer := self._open(request))[0] == TOO_FAST:
            time.sleep(0.2)
        return answer

    def _open(self, request: Request) -> tuple[int, str, str]:
        answer: HTTPResponse | HTTPError
        try:
            answer = self._opener.open(request, timeout=TIMEOUT)
        except HTTPError as error:
            answer = error
        with answer:
            text = answer.read().decode()
        return answer.status or 0, urlsplit(answer.geturl()).path, text

    def play_now(self, game: str, seats: int = 2, bot: str = "random") -> str:
        """Begin a game against bots; the id of the table."""
        status, path, _ = self.post("/play", name=self.name, game=game, seats=seats, bot=bot)
        assert status == 200, path
        return str(path).removeprefix("/t/")

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def connect(self, table: str, **changed: str) -> ClientConnection:
        headers = {"Cookie": self.cookie, **changed}
        address = self.server.address.replace("http://", "ws://")
        return connect(
            f"{address}/t/{table}/socket",
            origin=None,
            additional_headers={"Origin": self.server.address, **headers},
            max_size=None,
        )

    @contextmanager
    def sit(self, table: str) -> Iterator[Socket]:
        with self.connect(table) as connection:
            yield Socket(connection)


class Socket:
    """One end of a table's socket."""

    def __init__(self, connection: ClientConnection):
        self.raw = connection
        self.n = 0
        self.table: dict[str, Any] = {}
        self.all: list[str] = []

    def send(self, **message: object) -> int:
        self.n += 1
        self.raw.send(msgspec.json.encode({"n": self.n, **message}).decode())
        return self.n

    def receive(self, timeout: float = TIMEOUT) -> dict[str, Any]:
        text = self.raw.recv(timeout)
        assert isinstance(text, str)
        self.all.append(text)
        message = read_frame(text, self.table.get("html", ""))
        if message["type"] == "table":
            self.table = message
        return message

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to a message; tables that come in between are kept.

        What comes too fast is not even read, so the refusal of it has no number.
        """
        while True:
            message = self.receive()
            if message.get("n") in (number, 0):
                return message

    def until_asked(self) -> dict[str, Any]:
        """Wait until it is this seat's turn, or the game is over."""
        while not self.table or not (self.table["yours"] or "result" in self.ids()):
            self.receive()
        return self.table

    def codes(self) -> list[int]:
        return [int(code) for code in re.findall(r'name="code" value="(\d+)"', self.table["html"])]

    def ids(self) -> set[str]:
        return set(re.findall(r'id="([^"]+)"', self.table["html"]))

    @property
    def stamp(self) -> str:
        return str(self.table["stamp"])

    def act(self, code: int | None = None, stamp: str | None = None) -> dict[str, Any]:
        if code is None:
            code = self.codes()[0]
        return self.answer(self.send(type="act", stamp=stamp or self.stamp, code=code))

    def is_closed(self) -> bool:
        try:
            while True:
                self.raw.recv(TIMEOUT)
        except ConnectionClosed:
            return True
