"""What stands before every page: whom we answer, by which name, how much of it and how often.

Foreign names and origins, floods and oversized bodies are refused, and a flood of requests is no
flood of lines for whoever runs the server.
"""

from __future__ import annotations

import logging
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple, TextIO
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tangledbank.errors import Refused
from tangledbank.server.rooms.quotas import RateLimit
from tangledbank.server.web.session import language_of
from tangledbank.text import say, speak

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # a seat's link must not be told to others
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LARGEST_BODY = 2_000_000  # a log of a long game has some 100,000 bytes
MOST_DIGITS = 10  # of a length that is read at all
HOUSEHOLD = 64  # bits of an IPv6 address; one household has all that begin alike
MOST_ADDRESSES = 4096  # that are remembered
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANY = "*"
NAME = re.compile(r"(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*")
MOST_LINES = 10  # of one kind in the log …
SPAN = 60.0  # … in so many seconds
MOST_KINDS = 100  # of lines; the others count as one
LONGEST_KIND = 200  # of what tells a kind
# What uvicorn tells as faults of ours, though others do them: a socket that was refused, and words
# over a socket that are none.
NO_FAULTS = (
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
)

Kind = tuple[str, str]


# --- before every page ---------------------------------------------------------------------------


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what another site's page sends in a visitor's name."""
    origin = split(connection.headers.get("origin", ""))
    if origin.netloc != connection.headers.get("host", ""):
        raise Refused(say("This was sent from another site."), reason="origin")


class Guard:
    """Headers for every answer; no foreign host, no oversized body, no flood."""

    def __init__(self, app: ASGIApp, hosts: Hosts, rate: RateLimit):
        self._app, self._hosts, self._rate = app, hosts, rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through what is in order."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(request)
        if refusal:
            await refusal(scope, receive, send_with_headers)
        else:
            await self._app(scope, _bounded(receive), send_with_headers)

    def _refusal(self, request: Request) -> PlainTextResponse | None:
        speak(language_of(request, None))  # who has chosen another is not known yet
        if not self._hosts.know(request):
            told = say(
                "This server is not known by the name in this address; whoever runs it can add the"
                " name with {option}.",
                option="--allowed-host",
            )
            return PlainTextResponse(told, 421)
        if not _is_small(request.headers.get("content-length", "0")):
            return too_much()
        if not self._rate.allows(address_of(request)):
            return PlainTextResponse(say("That is too fast; wait a moment."), 429)
        return None


def too_much() -> PlainTextResponse:
    """The answer to a body that is too large."""
    return PlainTextResponse(say("That is too much."), 413)


def _is_small(length: str) -> bool:
    return length.isdecimal() and len(length) <= MOST_DIGITS and int(length) <= LARGEST_BODY


def _bounded(receive: Receive) -> Receive:
    """The body without a length in its header, cut off where it becomes too large."""
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return bounded


# --- addresses of visitors -----------------------------------------------------------------------


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is, if it is one."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def read_networks(texts: Sequence[str]) -> tuple[str, ...]:
    """The networks that are named, in full; an address is a network of its own."""
    try:
        return tuple(str(ip_network(text, strict=False)) for text in texts)
    except ValueError:
        raise Refused(
            say("This has to be an address or a network, such as 192.0.2.1 or 10.0.0.0/8."),
            place="--trusted-proxy",
        ) from None


def is_within(host: str, networks: Sequence[str]) -> bool:
    """Whether an address belongs to one of some networks."""
    address = read_address(host)
    return address is not None and any(address in ip_network(one) for one in networks)


@lru_cache(MOST_ADDRESSES)
def counted_as(host: str) -> str:
    """What an address counts as where something is limited: all of a household's are one."""
    address = read_address(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), HOUSEHOLD), strict=False))
    return str(address or host)


def host_of(connection: HTTPConnection) -> str:
    """The address that a visitor comes from."""
    return connection.client.host if connection.client else ""


def address_of(connection: HTTPConnection) -> str:
    """What the address that a visitor comes from counts as."""
    return counted_as(host_of(connection))


# --- names of the server: by a foreign one others may try to get into a house --------------------


class Hosts(NamedTuple):
    """The names that are allowed; by default those of loopback."""

    names: frozenset[str] = frozenset(LOOPBACK)
    domains: tuple[str, ...] = ()  # whatever ends like this
    has_addresses: bool = False  # a page of another site never comes by an address

    def know(self, connection: HTTPConnection) -> bool:
        """Whether we are called by a name of ours."""
        name = split(f"//{connection.headers.get('host', '')}").hostname or ""
        name = name.removesuffix(".")
        return (
            ANY in self.names
            or name in self.names
            or name.endswith(self.domains)
            or (self.has_addresses and read_address(name) is not None)
        )


OF_LOOPBACK = Hosts()


def hosts_of(listening: str, allowed: Sequence[str]) -> Hosts:
    """The names of a server that listens there; those that people add may be joined by commas."""
    texts = ",".join(allowed).lower().split(",")
    names = {_checked(text.strip().strip("[]")) for text in texts if text.strip()}
    domains = tuple(name[1:] for name in names if name.startswith("*."))
    if listening in LOOPBACK:
        return Hosts(frozenset({*LOOPBACK, *names}), domains)
    here = socket.gethostname().lower()
    short = here.partition(".")[0]
    own = {here, short, f"{short}.local", listening.lower()} - {""}
    return Hosts(frozenset({*LOOPBACK, *own, *names}), domains, has_addresses=True)


def _checked(name: str) -> str:
    if name == ANY or NAME.fullmatch(name) or read_address(name):
        return name
    raise Refused(
        say("This has to be a name without a port, such as example.org, *.example.org or *."),
        place="--allowed-host",
    )


def split(address: str) -> SplitResult:
    """The parts of an address; one that cannot be has none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


# --- lines in the log ----------------------------------------------------------------------------


class ThrottledHandler(logging.StreamHandler[TextIO]):
    """Writes the first lines of each kind, and then how many more there were."""

    def __init__(self, stream: TextIO | None = None, now: Callable[[], float] = time.monotonic):
        super().__init__(stream)
        self._now, self._began = now, now()
        self._counts: Counter[Kind] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or only count it."""
        if record.msg in NO_FAULTS:
            return
        if self._now() - self._began >= SPAN:
            self._tell_what_was_left_out()
        kind = self._kind(record)
        self._counts[kind] += 1
        if self._counts[kind] <= MOST_LINES:
            super().emit(record)

    def close(self) -> None:
        """Tell what is not told yet."""
        self._tell_what_was_left_out()
        super().close()

    def _kind(self, record: logging.LogRecord) -> Kind:
        """By which lines are alike: asyncio writes what differs into further lines."""
        kind = (record.name, str(record.msg).partition("\n")[0][:LONGEST_KIND])
        return kind if kind in self._counts or len(self._counts) < MOST_KINDS else ("", "…")

    def _tell_what_was_left_out(self) -> None:
        counts, self._counts, self._began = self._counts, Counter(), self._now()
        for (name, template), count in counts.items():
            if count > MOST_LINES:
                told = "%d more lines like this were left out: %s"
                parts = (count - MOST_LINES, template)
                line = logging.LogRecord(name, logging.WARNING, "", 0, told, parts, None)
                super().emit(line)


def set_up_logging() -> None:
    """Let everything this process notes go one way."""
    logging.basicConfig(
        format="%(levelname)s: %(message)s", level=logging.WARNING, handlers=[ThrottledHandler()]
    )
