"""What a store offers, and what all have in common: one thread writes, and tells those who wait."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import threading
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import msgspec

from tangledbank.errors import Refused
from tangledbank.server.store.data_folder import is_key
from tangledbank.text import say

VERSION = 2  # of the layout; the first had no number
# The layout and what is asked of it, in the words of SQLite; other stores have their own for some.
LAYOUT = (
    """CREATE TABLE IF NOT EXISTS entry (
        stream TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (stream, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS mark (
        mark TEXT NOT NULL, stream TEXT NOT NULL, PRIMARY KEY (mark, stream)
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS stream (
        stream TEXT PRIMARY KEY, length INTEGER NOT NULL, changed BIGINT NOT NULL,
        shown BIGINT NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS stream_shown ON stream (shown)",
)
READ = "SELECT body FROM entry WHERE stream = ? AND number >= ? ORDER BY number"
LATEST = "SELECT stream FROM stream %s ORDER BY shown DESC LIMIT ?"
LIST, LIST_MARKED = LATEST % "", LATEST % "JOIN mark USING (stream) WHERE mark = ?"
PAUSE = 1.0  # seconds until a store that is away is asked again

SEAT = "seat:"
KEY_STREAM = "session/key"  # in a store elsewhere; no address leads to a table of this name
AWAY = "store"  # the reason of a refusal

T = TypeVar("T")

Body = Mapping[str, object]  # what an entry says, as JSON
Row = tuple[bytes | str]  # a body or the name of a stream

note = logging.getLogger(__name__)


class StreamEntry(NamedTuple):
    """Something that happened to a table, and a mark by which the table is found again."""

    body: Body
    mark: str = ""
    is_secret: bool = False  # others must not notice that anything has happened


Entries = list[StreamEntry]


class Job(NamedTuple):
    """Entries to be written if their turn has come."""

    stream: str
    number: int  # of the first
    bodies: list[bytes]
    marks: list[str]
    is_secret: bool

    @property
    def length(self) -> int:
        """Of the stream, once it is done."""
        return self.number + len(self.bodies)


class Store(ABC):
    """Streams whose writing is done by one thread: all that waits goes into one commit."""

    is_shared: bool  # with other servers, whose entries come in between
    is_remote: bool  # not in the folder of a server, so that there may be several servers
    errors: type[Exception]  # that it may raise

    def __init__(self) -> None:
        self._jobs: deque[tuple[Job, Future[bool | None]]] = deque()
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._no_writing = Outage("the tables cannot be written")
        self._no_reading = Outage("the tables cannot be read")
        self._no_news = Outage("the store tells no news")
        self._writer = ThreadPoolExecutor(1, "store")
        self._closing = threading.Event()
        self._listener = threading.Thread(target=self._listen_on, name="store news", daemon=True)
        if self.is_shared:
            self._listener.start()

    @abstractmethod
    def _commit(self, jobs: Sequence[Job]) -> Sequence[bool]:
        """Do all of it in one commit, or raise; returns when it is on disk, with what was done."""

    @abstractmethod
    async def _select(self, query: str, parameters: Sequence[str | int]) -> Sequence[Row]:
        """What a query finds, or raise."""

    @abstractmethod
    def _listen(self) -> None:
        """Tell what others write until the store is closed, or raise."""

    def close(self) -> None:
        """Write what waits, then stop."""
        self._writer.shutdown()
        self._closing.set()
        if self.is_shared:
            self._listener.join()

    async def create(self, stream: str, entries: Sequence[StreamEntry]) -> bool:
        """Begin a stream; False if there is one of this name."""
        return await self._written(stream, 0, entries)

    async def append(self, stream: str, number: int, entries: Sequence[StreamEntry]) -> bool:
        """Write entries whose first has this number; False if that is not the next one."""
        return number > 0 and await self._written(stream, number, entries)

    async def read(self, stream: str, start: int = 0) -> list[dict[str, object]]:
        """The entries from a number on; none if there is no such stream."""
        rows = await self._rows(READ, stream, start)
        return [msgspec.json.decode(body) for (body,) in rows]

    async def list(self, mark: str = "", most: int = 100) -> Sequence[str]:
        """The streams, or those with such a mark, the one shown last first.

        What is written in secret does not show: it leaves a stream where it was.
        """
        found = self._rows(LIST_MARKED, mark, most) if mark else self._rows(LIST, most)
        return [str(stream) for (stream,) in await found]

    async def when_back(self, ask: Callable[[], Awaitable[T]]) -> T:
        """What the store has to say, as soon as it is not away."""
        while True:
            try:
                return await ask()
            except Refused as refused:
                if refused.reason != AWAY:
                    raise
            await asyncio.sleep(PAUSE)

    async def _rows(self, query: str, *parameters: str | int) -> Sequence[Row]:
        try:
            rows = await self._select(query, parameters)
        except self.errors as error:
            self._no_reading.begins(error)
            raise out_of_reach() from None
        self._no_reading.ends()
        return rows

    @contextlib.asynccontextmanager
    async def subscribe(self, stream: str) -> AsyncIterator[AsyncIterator[int]]:
        """The length of a stream whenever it has grown; what comes fast may be told as one."""
        subscription = Subscription()
        self._subscriptions[stream].add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions[stream].discard(subscription)
            if not self._subscriptions[stream]:
                del self._subscriptions[stream]

    def notify(self, stream: str, length: int | None = None) -> None:
        """Wake those who subscribed to a stream in this process: it has grown, or seems to have."""
        for subscription in [*self._subscriptions.get(stream, ())]:
            subscription.tell(length)

    def _listen_on(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
            except self.errors as error:
                self._no_news.begins(error)
                self._closing.wait(PAUSE)

    async def _written(self, stream: str, number: int, entries: Sequence[StreamEntry]) -> bool:
        bodies = [msgspec.json.encode(entry.body) for entry in entries]
        marks = [entry.mark for entry in entries if entry.mark]
        job = Job(stream, number, bodies, marks, all(entry.is_secret for entry in entries))
        waiting: Future[bool | None] = Future()
        self._jobs.append((job, waiting))
        try:
            self._writer.submit(self._write)
        except RuntimeError:  # the store is closed
            raise out_of_reach() from None
        done = await asyncio.wrap_future(waiting)
        if done is None:
            raise out_of_reach()
        if done:
            self.notify(stream, job.length)
        return done

    def _write(self) -> None:
        """Write all that waits, and tell everyone whether it was done; None if that failed."""
        group = [self._jobs.popleft() for _ in range(len(self._jobs))]
        if not group:  # another call has written it
            return
        results: Sequence[bool | None] = [None] * len(group)
        try:
            results = self._commit([job for job, _ in group])
            self._no_writing.ends()
        except Exception as error:  # a full disk, a lost connection: everyone is told
            self._no_writing.begins(error)
        for (_, waiting), result in zip(group, results, strict=True):
            if waiting.set_running_or_notify_cancel():  # else whoever waited has gone
                waiting.set_result(result)


class Subscription:
    """The last length told, for one who waits for it."""

    def __init__(self) -> None:
        self._length, self._event = 0, asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def tell(self, length: int | None) -> None:
        """Wake who waits, from whatever thread; a length that is known already wakes nobody."""
        with contextlib.suppress(RuntimeError):  # its loop is closed
            self._loop.call_soon_threadsafe(self._wake, length)

    def _wake(self, length: int | None) -> None:
        if length is None or length > self._length:
            self._length = length or self._length
            self._event.set()

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> int:
        await self._event.wait()
        self._event.clear()
        return self._length


class Outage:
    """Something a store cannot do: in the log when it begins, not whenever someone asks for it."""

    def __init__(self, what: str):
        self._what = what
        self._is_noted = False

    def begins(self, error: Exception) -> None:
        """It has failed."""
        if not self._is_noted:
            note.error("%s: %s", self._what, reason(error))
        self._is_noted = True

    def ends(self) -> None:
        """It was done."""
        self._is_noted = False


def hashed(token: str) -> str:
    """How the token of a link or session is kept: whoever reads the store gets nowhere by it."""
    return hashlib.sha256(token.encode()).hexdigest()


def out_of_reach() -> Refused:
    """What visitors are told of any trouble; details are for whoever reads the log."""
    sentence = say("The tables cannot be reached: nothing was changed. Try again in a moment.")
    return Refused(sentence, reason=AWAY)


def reason(error: Exception) -> str:
    """What went wrong, in one line; the rest of it is advice for programmers."""
    return str(error).strip().partition("\n")[0]


# --- what became of old streams ------------------------------------------------------------------


def check_version(version: int, place: str = "") -> None:
    """Refuse what only a newer program understands."""
    if version > VERSION:
        raise Refused(
            say("these tables are of a newer version of Tangled Bank: update it, then start again"),
            place=place,
        )


def note_migration(version: int, copy: object) -> None:
    """Tell whoever reads the log that their tables are kept in another way now."""
    sentence = "the tables were brought from version %d to %d; as they were before they are in %s"
    note.warning(sentence, version, VERSION, copy)


# --- from version 1 to 2 -------------------------------------------------------------------------


def changed_openings(rows: Iterable[tuple[str, bytes]]) -> list[tuple[bytes, str]]:
    """Of streams with their first entries those that have to change: the new entry, the stream."""
    changed = ((with_links(body), stream, body) for stream, body in rows)
    return [(new, stream) for new, stream, body in changed if new != body]


def changed_marks(rows: Iterable[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Of marks and their streams those that have to change: the new mark, the old, the stream."""
    return [
        (SEAT + hashed(mark.removeprefix(SEAT)), mark, stream)
        for mark, stream in rows
        if mark.startswith(SEAT)
    ]


def with_links(body: bytes) -> bytes:
    """The first entry of a stream, with hashes of the private links to seats instead of them."""
    entry = msgspec.json.decode(body)
    if "open" not in entry:
        return body
    for seat in entry["open"]["seats"]:
        token = seat.pop("token", "")
        if token:
            seat["link"] = hashed(token)
    return msgspec.json.encode(entry)


def key_in(body: bytes) -> bytes | None:
    """The key in the entry of a stream, but for one that could be guessed."""
    key = bytes.fromhex(msgspec.json.decode(body)["key"])
    return key if is_key(key) else None
