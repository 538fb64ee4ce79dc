"""What stands before every page: foreign origins, floods and oversized bodies are refused."""

from __future__ import annotations

import time
from collections import OrderedDict

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tangledbank.errors import Refused
from tangledbank.server.addresses import address_of
from tangledbank.server.hosts import Hosts, split
from tangledbank.server.session import language_of
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
MOST_WATCHED = 10_000  # visitors whose pace is remembered


class Pace:
    """How fast one may ask: so many at once, then so many in a second."""

    def __init__(self, most: float, per_second: float):
        self._most, self._per_second = most, per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Count one more; False if that is too many. Who goes on nevertheless waits longer."""
        is_fine = self.left(who) >= 1
        self.spend(who, 1)
        return is_fine

    def left(self, who: str) -> float:
        """How many more there may be now."""
        now = time.monotonic()
        left, then = self._left.get(who, (self._most, now))
        return min(self._most, left + (now - then) * self._per_second)

    def spend(self, who: str, count: float) -> None:
        """Count some more."""
        self._left[who] = (max(0.0, self.left(who) - count), time.monotonic())
        self._left.move_to_end(who)
        if len(self._left) > MOST_WATCHED:
            self._left.popitem(last=False)

    def give_back(self, who: str) -> None:
        """Count one less: it was none of those that are counted."""
        left, then = self._left.get(who, (self._most, 0.0))
        self._left[who] = (left + 1, then)


def pace_of_guesses(processes: int) -> Pace:
    """How fast one visitor may try codes at each of several processes: they may ask all."""
    return Pace(max(1.0, 20 / processes), 0.2 / processes)


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what another site's page sends in a visitor's name."""
    origin = split(connection.headers.get("origin", ""))
    if origin.netloc != connection.headers.get("host", ""):
        raise Refused(say("This was sent from another site."), reason="origin")


class Guard:
    """Headers for every answer; no foreign host, no oversized body, no flood."""

    def __init__(self, app: ASGIApp, hosts: Hosts, pace: Pace):
        self._app, self._hosts, self._pace = app, hosts, pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through what is in order."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *own]
            await send(message)

        refusal = self._refusal(request)
        if refusal:
            await refusal(scope, receive, send_with_headers)
        else:
            await self._app(scope, _bounded(receive), send_with_headers)

    def _refusal(self, request: Request) -> PlainTextResponse | None:
        speak(language_of(request, None))  # who has chosen another is not known yet
        if not self._hosts.know(request):
            return PlainTextResponse(_unknown_host(), 421)
        if not _is_small(request.headers.get("content-length", "0")):
            return too_much()
        if not self._pace.allows(address_of(request)):
            return PlainTextResponse(say("That is too fast; wait a moment."), 429)
        return None


def too_much() -> PlainTextResponse:
    """The answer to a body that is too large."""
    return PlainTextResponse(say("That is too much."), 413)


def _unknown_host() -> str:
    return say(
        "This server is not known by the name in this address; whoever runs it can add the name "
        "with {option}.",
        option="--allowed-host",
    )


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
