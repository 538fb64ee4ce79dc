"""Who asks: a signed cookie with an id, a name and a language. No account is needed."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tangledbank.server.store import Store, StreamEntry, hashed
from tangledbank.server.store.data_folder import read_key
from tangledbank.server.store.streams import KEY_STREAM
from tangledbank.text import LANGUAGES

COOKIE = "tangledbank"
HOST_COOKIE = f"__Host-{COOKIE}"  # over TLS: no other host of the same domain can set it
DAY = 24 * 3600  # seconds
LONGEST = 180 * DAY  # after the last visit
FIRST_DATED = 1_794_960_000  # when sessions began to have a date; older ones count from then
ENGLISH = "en"
ENDED = "session/ended"  # a stream; no address leads to a table of this name


class BrowserSession(msgspec.Struct, frozen=True):
    """One browser: its secret id, the name of its owner, the language chosen, its last visit."""

    id: str
    name: str = ""
    language: str = ""
    since: int = FIRST_DATED  # seconds of the epoch, to the day

    def on(self, now: float) -> BrowserSession:
        """The same session after another visit."""
        is_old = now - self.since > DAY
        return msgspec.structs.replace(self, since=int(now)) if is_old else self


class Signer:
    """Signs sessions with the key of this machine, or of the first server on the same store."""

    def __init__(self, folder: Path):
        self._key = read_key(folder)

    async def share(self, store: Store) -> None:
        """Have one key with all servers on a store elsewhere: that of the first.

        Whoever can read that store can sign as anyone. The processes of one server have the file
        in common.
        """
        if not store.is_remote:
            return
        await store.create(KEY_STREAM, [StreamEntry({"key": self._key.hex()})])
        self._key = bytes.fromhex(str((await store.read(KEY_STREAM))[0]["key"]))

    def session(self, connection: HTTPConnection) -> BrowserSession | None:
        """Who asks, if the cookie is ours."""
        name = HOST_COOKIE if is_secure(connection) else COOKIE
        body, _, seal = connection.cookies.get(name, "").partition(".")
        if not hmac.compare_digest(self._seal(body).encode(), seal.encode()):
            return None
        try:
            found = msgspec.json.decode(urlsafe_b64decode(body), type=BrowserSession)
        except (ValueError, msgspec.MsgspecError):
            return None
        return found if time.time() - found.since < LONGEST else None

    def write(self, response: Response, session: BrowserSession, is_secure: bool) -> None:
        """Set the cookie."""
        body = urlsafe_b64encode(msgspec.json.encode(session)).decode()
        response.set_cookie(
            HOST_COOKIE if is_secure else COOKIE,
            f"{body}.{self._seal(body)}",
            max_age=LONGEST,
            httponly=True,
            samesite="lax",
            secure=is_secure,
        )

    def _seal(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()


class EndedSessions:
    """Sessions that their owners have ended: their cookies are signed, but no longer welcome.

    Known to all processes and servers on a store; kept as hashes, which open nothing.
    """

    def __init__(self, store: Store):
        self._store = store
        self._hashes: set[str] = set()
        self._length = 0
        self._reading = asyncio.Lock()

    def has(self, session: str) -> bool:
        """Whether a session was ended."""
        return hashed(session) in self._hashes

    async def end(self, session: str) -> None:
        """End a session for good, everywhere. One that sat nowhere is worth nothing to anyone."""
        if not await self._store.list(f"session:{session}", 1):
            return
        entry = StreamEntry({"session": hashed(session)})
        while not self.has(session):
            await self.catch_up()
            if self._length:
                await self._store.append(ENDED, self._length, [entry])
            else:
                await self._store.create(ENDED, [entry])
            await self.catch_up()  # if another was faster, the next try comes after theirs

    async def follow(self) -> None:
        """Take in what was ended before and what others end, for as long as the server runs."""
        async with self._store.subscribe(ENDED) as news:
            while True:
                await self._store.when_back(self.catch_up)
                await anext(news)

    async def catch_up(self) -> None:
        """Take in what has been ended by now."""
        async with self._reading:
            entries = await self._store.read(ENDED, self._length)
            self._hashes.update(str(entry["session"]) for entry in entries)
            self._length += len(entries)


def new_session() -> BrowserSession:
    """Someone who comes for the first time."""
    return BrowserSession(secrets.token_urlsafe(18), since=int(time.time()))


def is_secure(connection: HTTPConnection) -> bool:
    """Whether someone has come over TLS, perhaps by way of a proxy that is trusted."""
    return connection.url.scheme in ("https", "wss")


def language_of(connection: HTTPConnection, session: BrowserSession | None) -> str:
    """The language chosen, or else the first that the browser wants and we have."""
    if session and session.language in LANGUAGES:
        return session.language
    wanted = connection.headers.get("accept-language", "")[:200]
    ranked = sorted((_quality(part) for part in wanted.split(",")), reverse=True)
    return next((code for quality, code in ranked if quality and code in LANGUAGES), ENGLISH)


def _quality(part: str) -> tuple[float, str]:
    """One entry of Accept-Language: how much it is wanted, and the language."""
    tag, _, parameters = part.partition(";")
    try:
        quality = float(parameters.strip().removeprefix("q=") or 1)
    except ValueError:
        quality = 0.0
    return quality, tag.strip().split("-")[0].lower()
