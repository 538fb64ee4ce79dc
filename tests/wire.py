"""The server as browsers meet it: a real process, plain HTTP, and the sockets of table pages."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import websockets.sync.client
from websockets.exceptions import ConnectionClosed

from tangledbank.server.rooms.tables import Shard

PATIENCE = 120.0  # seconds; a machine may be busy
# Become another program with no more memory (in megabytes) and open files than so many; 0: any.
CAPPED = """
import os, resource, sys
megabytes, files = map(int, sys.argv[1:3])
for limit, most in ((resource.RLIMIT_AS, megabytes << 20), (resource.RLIMIT_NOFILE, files)):
    if most:
        resource.setrlimit(limit, (most, most))
os.execv(sys.executable, [sys.executable, *sys.argv[3:]])
"""
CODE = re.compile(r'name="code" value="(\d+)"')
INVITATION = re.compile(r"/join/([A-Z0-9]{8})")
Message = dict[str, Any]


class Running:
    """A server with a data folder of its own, started as people start it."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        *options: str,
        megabytes: int | None = None,
        files: int | None = None,
    ):
        self.folder = folder
        self._errors = (folder.parent / f"{folder.name}.errors").open("ab")
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-c", CAPPED, str(megabytes or 0), str(files or 0)),
                *("-m", "tangledbank", "serve", "--no-browser"),
                *("--port", str(port), "--data", str(folder), *options),
            ],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
        )
        assert self.process.stdout
        said = (line.decode() for line in self.process.stdout)
        found = next(
            filter(None, (re.search(r"http://([\d.]+:\d+)/", line) for line in said)), None
        )
        assert found, self.errors()
        self.host = found[1]

    @property
    def port(self) -> int:
        """Where it listens; the next one after a crash can listen there again."""
        return int(self.host.partition(":")[2])

    def errors(self) -> str:
        """Everything it and those before it complained about."""
        return Path(self._errors.name).read_text(encoding="utf-8", errors="replace")

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it, gently or not, and wait; once is enough."""
        if self._errors.closed:
            return self.process.wait(PATIENCE)
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
        self._errors.close()
        return code

    def is_alive(self) -> bool:
        """Whether the process runs and answers."""
        return self.process.poll() is None and Visitor(self.host).get("/rules/origin").status == 200

    def processes(self) -> list[int]:
        """The processes among which the tables are divided, if there are several."""
        own = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [one for one in map(int, own.split()) if b"spawn_main" in _command(one)]


def _command(process: int) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


@contextmanager
def running(
    folder: Path, *options: str, megabytes: int | None = None, files: int | None = None
) -> Iterator[Running]:
    """A server for a while, perhaps with little memory, or room for few files."""
    server = Running(folder, 0, *options, megabytes=megabytes, files=files)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)


class Answer(NamedTuple):
    """What came back over HTTP."""

    status: int
    headers: dict[str, str]
    body: str


class Visitor:
    """One browser: it keeps its cookie and names its origin.

    If there is a path to begin with, each connection asks for that first: it decides to which of
    several processes a connection goes, whatever is asked for afterwards.
    """

    def __init__(self, host: str, name: str = "Ada", begin: str = ""):
        self.host, self.name, self.begin, self.cookie = host, name, begin, ""

    def connection(self) -> http.client.HTTPConnection:
        """A connection of one's own."""
        made = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        made.connect()
        if self.begin:
            made.request("GET", self.begin)
            made.getresponse().read()
        return made

    def headers(self, **more: str | None) -> dict[str, str]:
        """What a browser sends along; a header named here is replaced, or left out if None."""
        own = {"origin": f"http://{self.host}", "cookie": self.cookie or None, **more}
        return {name: value for name, value in own.items() if value is not None}

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str | None
    ) -> Answer:
        """One request, as raw as needed."""
        connection = self.connection()
        try:
            connection.request(method, path, body, self.headers(**headers))
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            text = response.read().decode()
        finally:
            connection.close()
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        return Answer(response.status, found, text)

    def get(self, path: str, **headers: str | None) -> Answer:
        """Fetch a page; waits where the server asks for patience."""
        return patiently(lambda: self.ask("GET", path, None, **headers))

    def post(self, path: str, fields: dict[str, Any], **headers: str | None) -> Answer:
        """Send a form; waits where the server asks for patience."""
        body = urlencode(fields).encode()
        form: dict[str, str | None] = {"content-type": "application/x-www-form-urlencoded"}
        return patiently(lambda: self.ask("POST", path, body, **{**form, **headers}))

    def open_table(self, game: str, seats: list[str], **options: str) -> str:
        """Open a table; gives its name."""
        fields: dict[str, Any] = {"name": self.name, "game": game, "seats": len(seats), "talk": "1"}
        fields |= {f"seat{number}": kind for number, kind in enumerate(seats)}
        fields |= {f"option-{name}": value for name, value in options.items()}
        answer = self.post("/open", fields)
        assert answer.status == 303, answer
        return answer.headers["location"].removeprefix("/t/")

    def invitation(self, table: str) -> str:
        """The code that the page of a waiting table shows."""
        found = INVITATION.search(self.get(f"/t/{table}").body)
        assert found
        return found[1]

    def join(self, code: str) -> None:
        """Take an open seat."""
        assert self.post(f"/join/{code}", {"name": self.name}).status == 303

    def sit(self, table: str, **headers: str | None) -> Page:
        """Open a table's page, and the socket as its script does."""
        if not self.cookie:
            self.get(f"/t/{table}")
        return Page(self, table, **headers)


def path_to(number: int) -> str:
    """A path by which a connection comes to this process of two."""
    return next(f"/t/{n}" for n in range(100) if Shard(number, 2).has(str(n)))


def patiently(ask: Callable[[], Answer]) -> Answer:
    """Ask again where the server says that it was too fast."""
    while (answer := ask()).status == 429:
        time.sleep(0.2)
    return answer


def read_frame(frame: str | bytes, before: str) -> Message:
    """A message; a table gets its whole page, made from the page before and what is new."""
    message: Message = json.loads(frame)
    if message["type"] == "table":
        known, lines = before.split("\n"), []
        for change in message.pop("changes"):
            if isinstance(change, str):
                lines += change.split("\n")
            else:
                lines += known[change[0] : sum(change)]
        message["html"] = "\n".join(lines)
    return message


class Page:
    """A table's page in a browser: what it shows, and everything it was sent."""

    def __init__(self, visitor: Visitor, table: str, **headers: str | None):
        self.visitor, self.table = visitor, table
        known = visitor.headers(**headers)
        self._open = ExitStack()
        self.socket = self._open.enter_context(
            websockets.sync.client.connect(
                f"ws://{visitor.host}/t/{table}/socket",
                sock=visitor.connection().sock,
                additional_headers={key: known[key] for key in known if key != "origin"},
                origin=known.get("origin"),  # type: ignore[arg-type]
                max_size=None,
                max_queue=None,  # what has come is read at once, even while we only send
            )
        )
        self.count = 0
        self.frames: list[str] = []
        self.shown: Message = {"html": "", "stamp": "", "yours": False}

    def __enter__(self) -> Page:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def hear(self, seconds: float = PATIENCE) -> Message:
        """The next frame."""
        return self.take(self.socket.recv(seconds))

    def take(self, frame: str | bytes) -> Message:
        """Read a frame and show what it says."""
        assert isinstance(frame, str)
        self.frames.append(frame)
        message = read_frame(frame, self.shown["html"])
        if message["type"] == "table":
            self.shown = message
        return message

    def wait(self, seconds: float = 0.3) -> None:
        """Take in what comes until it is quiet."""
        while True:
            try:
                self.hear(seconds)
            except TimeoutError:
                return

    @property
    def codes(self) -> list[int]:
        """What can be chosen."""
        return [int(code) for code in CODE.findall(self.shown["html"])]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return 'id="result"' in self.shown["html"]

    def say(self, kind: str, **fields: Any) -> int:
        """Send a message as the page does; gives its number."""
        self.count += 1
        self.send(json.dumps({"type": kind, **fields, "n": self.count}))
        return self.count

    def send(self, raw: str | bytes) -> None:
        """Send anything."""
        self.socket.send(raw)

    def answer_to(self, number: int) -> Message:
        """The answer to a message; what else comes meanwhile is shown."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            message = self.hear(until - time.monotonic())
            if message["type"] != "table" and message["n"] == number:
                return message
        raise TimeoutError

    def ask(self, kind: str, **fields: Any) -> Message:
        """Send a message and wait for its answer."""
        return self.answer_to(self.say(kind, **fields))

    def act(self, code: int, stamp: str | None = None) -> Message:
        """Choose something, in the position shown or in that of a stamp."""
        return self.ask("act", code=code, stamp=self.shown["stamp"] if stamp is None else stamp)

    def act_patiently(self, code: int) -> Message:
        """Choose something; wait where the server says that it was too fast."""
        while (answer := self.act(code)).get("reason") == "flood":
            time.sleep(0.1)
        return answer

    def closes(self) -> int:
        """Read on until the server closes; gives the code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def ask_for_socket(visitor: Visitor, table: str, **headers: str | None) -> Answer:
    """How the server answers when a socket is asked for; with 101 if it opens."""
    known = visitor.headers(**headers)
    lines = {
        "host": urlsplit(f"//{visitor.host}").netloc, "upgrade": "websocket",
        "connection": "Upgrade", "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", **known,
    }  # fmt: skip
    connection = http.client.HTTPConnection(visitor.host, timeout=PATIENCE)
    try:
        connection.putrequest(
            "GET", f"/t/{table}/socket", skip_host=True, skip_accept_encoding=True
        )
        for name, value in lines.items():
            connection.putheader(name, value)
        connection.endheaders()
        response = connection.getresponse()
        return Answer(response.status, dict(response.getheaders()), response.read().decode())
    finally:
        connection.close()


def repeats(default: int, variable: str) -> int:
    """How often something is tried: a little by default, more if the environment asks for it."""
    return int(os.environ.get(variable) or default)
