"""Whoever says nothing, or too much, keeps nobody out, and leaves no complaints behind."""

from __future__ import annotations

import asyncio
import http.client
import io
import logging
import signal
import socket
import struct
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from tangledbank.server.rooms.quotas import RateLimit
from tangledbank.server.web.connections import (
    ConnectionLimiter,
    ConnectionLimits,
    LimitedConnection,
)
from tangledbank.server.web.guard import MOST_LINES, OF_LOOPBACK, SPAN, Guard, ThrottledHandler
from tests.wire import PATIENCE, Running, Visitor, ask_for_socket, running

FOREVER = ("--head-seconds", "3600", "--body-seconds", "3600")
FEW_FILES, MANY = 256, 400  # files of a server, and connections that are more than those
RUBBISH = b"rubbish\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded"
FILE = "Content-Type: multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="log"; filename="log"\r\n\r\n'
UPGRADE = (
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)  # fmt: skip


def head(server: Running, first: str, *lines: str, origin: str = "") -> bytes:
    """The head of a request, as one of our own pages makes it."""
    own = (f"Host: {server.host}", f"Origin: {origin or f'http://{server.host}'}")
    return "\r\n".join((f"{first} HTTP/1.1", *own, *lines, "", "")).encode()


def plug(server: Running, said: bytes = b"") -> socket.socket:
    """A bare connection over which so much was said."""
    made = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    made.sendall(said)
    return made


@contextmanager
def plugs(count: int, server: Running, said: bytes = b"") -> Iterator[list[socket.socket]]:
    with ExitStack() as opened:
        yield [opened.enter_context(plug(server, said)) for _ in range(count)]


def answer_on(connection: socket.socket) -> int:
    """The status of the next answer; its body stays unread."""
    said = b""
    while not said.endswith(b"\r\n\r\n"):
        more = connection.recv(1)
        assert more, "the server has hung up"
        said += more
    return int(said.split()[1])


def wait_until_closed(connection: socket.socket, drip: bytes = b"") -> None:
    """Read until the server hangs up, or say a little more each time until it does."""
    until = time.monotonic() + PATIENCE
    connection.settimeout(0.05 if drip else PATIENCE)
    while time.monotonic() < until:
        try:
            if not connection.recv(1 << 16):
                return
        except TimeoutError:
            assert drip, "the server has not hung up"
        except ConnectionError:
            return
        try:
            connection.sendall(drip)
        except ConnectionError:
            return
    pytest.fail("the server has not hung up")


# --- silence -------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: "], ids=["nothing", "half"])
@pytest.mark.parametrize("processes", ["1", "2"])
def test_silent_connections_keep_nobody_out(tmp_path: Path, processes: str, said: bytes) -> None:
    """Though they would never be hung up on, and are more than there can be."""
    options = ("--processes", processes, "--address-connections", "100000", *FOREVER)
    with (
        running(tmp_path / "data", *options, files=FEW_FILES) as server,
        plugs(MANY, server, said) as silent,
    ):
        assert Visitor(server.host).get("/rules/origin").status == 200
        wait_until_closed(silent[0])
        assert not server.errors()


def test_of_one_address_the_oldest_that_is_silent_makes_room(tmp_path: Path) -> None:
    """Those that are busy stay; where nobody is silent, nobody else comes in."""
    with (
        running(tmp_path / "data", "--address-connections", "3", *FOREVER) as server,
        ExitStack() as opened,
    ):
        idle = http.client.HTTPConnection(server.host, timeout=PATIENCE)
        opened.callback(idle.close)
        idle.request("GET", "/rules/origin")
        assert idle.getresponse().read()
        lines = (FORM, "Content-Length: 11", "Expect: 100-continue")
        busy = []
        for _ in range(3):
            busy.append(opened.enter_context(plug(server, head(server, "POST /settings", *lines))))
            assert answer_on(busy[-1]) == 100  # it is read on
        wait_until_closed(idle.sock)
        wait_until_closed(opened.enter_context(plug(server)))
        for one in busy:
            one.sendall(b"language=de")
            assert answer_on(one) == 303
        assert server.is_alive()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_whoever_takes_too_long_is_hung_up_on(tmp_path: Path, processes: str) -> None:
    options = ("--processes", processes, "--head-seconds", "3", "--body-seconds", "3")
    with running(tmp_path / "data", *options) as server, ExitStack() as opened:
        ada = Visitor(server.host)
        table = ada.open_table("origin", ["open", "open"])
        page = opened.enter_context(ada.sit(table))
        body = head(server, "POST /settings", FORM, "Content-Length: 1000")
        chunks = head(server, "POST /settings", FORM, "Transfer-Encoding: chunked")
        half = b"GET / HTTP/1.1\r\nHost: "
        slow = {
            (b"", b""), (half, b""), (half, b"a"), (head(server, "GET /nothing") + half, b"a"),
            (body, b""), (body, b"a"), (chunks, b"1\r\na\r\n"),
        }  # fmt: skip
        with ThreadPoolExecutor(len(slow)) as crowd:
            waiting = [
                crowd.submit(wait_until_closed, opened.enter_context(plug(server, said)), drip)
                for said, drip in slow
            ]
        assert [one.result() for one in waiting]
        assert page.ask("ask", key="nothing")["type"] == "no"  # a socket may be silent
        assert server.is_alive()
        assert not server.errors()


def test_an_answer_that_is_not_taken_is_not_kept() -> None:
    async def answer(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(100):
            await send({"type": "http.response.body", "body": b"a" * 1_000_000, "more_body": True})

    async def run() -> None:
        limits = ConnectionLimits(take_seconds=0.2)
        protocol = partial(LimitedConnection, limiter=ConnectionLimiter(10, limits), limits=limits)
        config = uvicorn.Config(answer, http=protocol, lifespan="off", log_config=None)  # type: ignore[arg-type]
        with socket.create_server(("127.0.0.1", 0)) as listening:
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve([listening]))
            reader, writer = await asyncio.open_connection(*listening.getsockname(), limit=1)
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert await reader.readexactly(8) == b"HTTP/1.1"
            while server.server_state.connections:
                await asyncio.sleep(0.05)
            server.should_exit = True
            await serving
            writer.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


@pytest.mark.parametrize(
    "lines",
    [
        [*UPGRADE, "Content-Length: 5"],
        [*UPGRADE, "Transfer-Encoding: chunked"],
        [*UPGRADE, *(f"X-{n}: 1" for n in range(200))],
    ],
    ids=["with a body", "in chunks", "with many lines"],
)
def test_what_asks_for_a_socket_and_cannot_get_one_is_not_kept(
    tmp_path: Path, lines: list[str]
) -> None:
    with running(tmp_path / "data", *FOREVER) as server:
        with plug(server, head(server, "GET /t/nothing/socket", *lines)) as connection:
            wait_until_closed(connection)
        assert not server.errors()


# --- sockets -------------------------------------------------------------------------------------


def refused_socket(visitor: Visitor, table: str) -> None:
    answer = ask_for_socket(visitor, table)
    assert answer.status == 429
    assert "Too many tables are open" in answer.body


def wait_for_socket(visitor: Visitor, table: str) -> None:
    """Try again, as the script of a page does."""
    until = time.monotonic() + PATIENCE
    while ask_for_socket(visitor, table).status != 101:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_one_visitor_has_only_so_many_sockets(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server, ExitStack() as opened:
        ada, bob = Visitor(server.host, "Ada"), Visitor(server.host, "Bob")
        table = ada.open_table("origin", ["open", "open"])
        bob.get("/")
        pages = [opened.enter_context(ada.sit(table)) for _ in range(32)]
        refused_socket(ada, table)
        with bob.sit(table) as other:
            assert other.hear()["type"] == "table"
        for page in (pages[0], pages[-1]):
            assert page.ask("ask", key="nothing")["type"] == "no"  # it is answered
        pages[0].socket.close()
        wait_for_socket(ada, table)


def test_one_address_has_only_so_many_sockets(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--address-sockets", "3") as server, ExitStack() as opened:
        people = [Visitor(server.host) for _ in range(4)]
        table = people[0].open_table("origin", ["open", "open"])
        people[3].get("/")
        pages = [opened.enter_context(visitor.sit(table)) for visitor in people[:3]]
        refused_socket(people[3], table)
        for page in pages:
            assert page.ask("ask", key="nothing")["type"] == "no"
        pages[0].socket.close()
        wait_for_socket(people[3], table)


# --- complaints ----------------------------------------------------------------------------------


def test_no_visitor_leaves_a_traceback(tmp_path: Path) -> None:
    """Uploads that are broken off or too large, sockets refused, answers not waited for."""
    with running(tmp_path / "data") as server:
        ada = Visitor(server.host)
        table = ada.open_table("origin", ["open", "open"])
        chunks, cookie = "Transfer-Encoding: chunked", f"Cookie: {ada.cookie}"
        socket_path, evil = f"GET /t/{table}/socket", "http://evil.example"
        with ada.sit(table) as page:
            page.hear()
            page.socket.protocol.send_text(b"\xff\xff")
            page.socket.socket.sendall(b"".join(page.socket.protocol.data_to_send()))
            page.closes()
        for said in (
            head(server, "POST /play", FORM, "Content-Length: 1000") + b"name=",
            head(server, "POST /play", FORM, "Content-Length: 1000", "Expect: 100-continue"),
            head(server, "POST /log", FILE, "Content-Length: 100000") + PART,
            head(server, "POST /log", FILE, chunks) + b"5\r\n--x\r\n",
            head(server, "POST /log", FILE, chunks) + RUBBISH,
            head(server, "POST /log", FILE, chunks, origin=evil),
            head(server, "POST /log", FILE, chunks, origin=evil) + RUBBISH,
            head(server, "POST /log", "Host: evil.example", chunks) + RUBBISH,
            head(server, "POST /log", FILE, "Content-Length: 9999999"),
            head(server, "POST /log", FILE, f"Content-Length: {'9' * 5000}"),
            head(server, socket_path, *UPGRADE),
            head(server, socket_path, *UPGRADE, cookie, origin=evil),
            head(server, socket_path, *UPGRADE, cookie),
            head(server, "GET /t/nothing/socket", *UPGRADE, cookie) + b"\x81\x85\0\0\0\0hello",
            head(server, "GET /rules/origin/cards") * 3,
        ):
            break_off(server, said)
        assert server.is_alive()
        server.end(signal.SIGINT)  # when all of it is done
        assert "Traceback" not in server.errors()
        assert "ERROR" not in server.errors()


def break_off(server: Running, said: bytes) -> None:
    """Go without a word; hang up; wait a moment for an answer and go on with rubbish."""
    with plug(server, said):
        pass
    with plug(server, said) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    with plug(server, said) as connection:
        connection.settimeout(0.2)
        try:
            connection.recv(1)
            connection.sendall(RUBBISH)
            connection.recv(1)
        except OSError:
            pass


def test_what_is_too_large_gets_an_answer(tmp_path: Path) -> None:
    """Also if it does not say beforehand how large it is."""
    with running(tmp_path / "data") as server:
        lines = (FILE, "Transfer-Encoding: chunked")
        with plug(server, head(server, "POST /log", *lines)) as connection:
            for chunk in (PART, *(b"a" * 100_000 for _ in range(25))):
                connection.sendall(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            assert answer_on(connection) == 413
        assert server.is_alive()
        server.end(signal.SIGINT)
        assert not server.errors()


def test_a_length_may_have_any_number_of_digits() -> None:
    """Whatever reads the head before us."""
    said: list[Any] = []

    async def never(*_: object) -> None:
        pytest.fail("this must not come through")

    async def send(message: Any) -> None:
        said.append(message)

    headers = [(b"host", b"localhost"), (b"content-length", b"9" * 5000)]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers}
    asyncio.run(Guard(never, OF_LOOPBACK, RateLimit(1, 1))(scope, never, send))  # type: ignore[arg-type]
    assert said[0]["status"] == 413


def test_a_flood_leaves_few_lines(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        for _ in range(100):
            with plug(server, b"rubbish\r\n\r\n") as connection:
                wait_until_closed(connection)
        server.end(signal.SIGINT)
        lines = server.errors().splitlines()
        assert len(lines) == MOST_LINES + 1
        assert f"{100 - MOST_LINES} more lines like this were left out" in lines[-1]


def test_lines_are_counted_by_their_kind_for_a_while() -> None:
    """What stands in a line besides, as a number or after its first words, makes no other kind."""
    now, written = 0.0, io.StringIO()
    handler = ThrottledHandler(written, lambda: now)
    logger = logging.Logger("some")
    logger.addHandler(handler)
    for number in range(50):
        logger.warning("a process has %d files", number)
        logger.error(f"a callback has failed\nhandle: {number}")
    assert written.getvalue().count("a process has") == MOST_LINES
    assert written.getvalue().count("a callback has failed") == MOST_LINES
    now = SPAN
    logger.warning("a process has %d files", 50)
    told = written.getvalue().splitlines()[-3:]
    assert told[-1] == "a process has 50 files"
    assert all(line.startswith("40 more lines like this were left out: a ") for line in told[:2])
    for number in range(5000):  # kinds without end do not help
        logger.warning(f"kind {number}")
    assert written.getvalue().count("kind ") < 200


# --- guesses -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/join/AAAAAAA{}", "/seat/{}"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_links_cannot_be_tried_out(tmp_path: Path, path: str, method: str) -> None:
    """One that leads somewhere costs nothing, but is not answered amid guesses either."""
    with running(tmp_path / "data") as server:
        ada, bob = Visitor(server.host, "Ada"), Visitor(server.host, "Bob")
        right = f"/join/{ada.invitation(ada.open_table('origin', ['open', 'open']))}"
        assert {bob.get(right).status for _ in range(30)} == {200}
        answers = [asked(bob, method, path.format(n % 10)) for n in range(30)]
        assert "There is no such table" in answers[0]
        assert "There is no such table" in answers[15]
        assert "too fast" in answers[-1]
        assert "too fast" in bob.get(right).body
        assert "too fast" in bob.post("/join", {"code": "AAAAAAAA"}).body


def asked(visitor: Visitor, method: str, path: str) -> str:
    answer = visitor.get(path) if method == "GET" else visitor.post(path, {"name": "Bob"})
    assert answer.status == 400
    return answer.body
