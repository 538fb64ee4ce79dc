"""What stands before every page: foreign origins, floods and oversized bodies are refused."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tangledbank.errors import Refused
from tangledbank.server.rooms.quotas import Pace
from tangledbank.server.web.addresses import address_of
from tangledbank.server.web.hosts import Hosts, split
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
