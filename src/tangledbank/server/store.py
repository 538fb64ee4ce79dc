"""Where tables are kept: a stream of entries for each, in the order in which they happened.

An entry counts only when it is on disk. Whoever writes says which number the next entry has to
have; if another was faster nothing is written. So two writers never mix what they write.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from tangledbank.errors import Refused
from tangledbank.text import say

FILE = "tables.sqlite3"

LAYOUT = """
CREATE TABLE IF NOT EXISTS entry (
    stream TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (stream, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mark (
    mark TEXT NOT NULL, stream TEXT NOT NULL, PRIMARY KEY (mark, stream)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS stream (
    stream TEXT PRIMARY KEY, length INTEGER NOT NULL, changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS stream_changed ON stream (changed);
"""
CHANGED = "(SELECT coalesce(max(changed), 0) + 1 FROM stream)"  # a count of changes, not a time


class Entry(NamedTuple):
    """Something that happened to a table, and a mark by which the table is found again."""

    body: dict[str, Any]
    mark: str = ""


class Store(Protocol):
    """The five calls."""

    async def create(self, stream: str, entries: Sequence[Entry]) -> bool:
        """Begin a stream; False if there is one of this name."""

    async def append(self, stream: str, number: int, entries: Sequence[Entry]) -> bool:
        """Write entries whose first has this number; False if that is not the next one."""

    async def read(self, stream: str, start: int = 0) -> list[dict[str, Any]]:
        """The entries from a number on; none if there is no such stream."""

    def subscribe(self, stream: str) -> contextlib.AbstractAsyncContextManager[AsyncIterator[int]]:
        """The length of a stream whenever it has grown; what comes fast may be told as one."""

    async def list(self, mark: str = "", most: int = 100) -> Sequence[str]:
        """The streams, or those with such a mark, the one changed last first."""


Job = Callable[[sqlite3.Connection], Any]


class SqliteStore:
    """Streams in one file. A thread writes: all that waits goes into one commit."""

    def __init__(self, folder: Path):
        self._path = _made(folder) / FILE
        self._jobs: queue.SimpleQueue[tuple[Job, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._news: defaultdict[str, set[_Latest]] = defaultdict(set)
        self._reader = self._connect()
        self._thread = threading.Thread(target=self._write_on, name="store", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(LAYOUT)
        return connection

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._thread.join()
        self._reader.close()

    # --- the five calls ------------------------------------------------------------------------

    async def create(self, stream: str, entries: Sequence[Entry]) -> bool:
        """Begin a stream; False if there is one of this name."""
        return await self._written(stream, 0, entries)

    async def append(self, stream: str, number: int, entries: Sequence[Entry]) -> bool:
        """Write entries whose first has this number; False if that is not the next one."""
        return number > 0 and await self._written(stream, number, entries)

    async def read(self, stream: str, start: int = 0) -> list[dict[str, Any]]:
        """The entries from a number on; none if there is no such stream."""
        rows = self._reader.execute(
            "SELECT body FROM entry WHERE stream = ? AND number >= ? ORDER BY number",
            (stream, start),
        )
        return [msgspec.json.decode(body) for (body,) in rows]

    @contextlib.asynccontextmanager
    async def subscribe(self, stream: str) -> AsyncIterator[AsyncIterator[int]]:
        """The length of a stream whenever it has grown; what comes fast may be told as one."""
        latest = _Latest()
        self._news[stream].add(latest)
        try:
            yield latest
        finally:
            self._news[stream].discard(latest)
            if not self._news[stream]:
                del self._news[stream]

    async def list(self, mark: str = "", most: int = 100) -> Sequence[str]:
        """The streams, or those with such a mark, the one changed last first."""
        marked = "JOIN mark USING (stream) WHERE mark = ?" if mark else ""
        rows = self._reader.execute(
            f"SELECT stream FROM stream {marked} ORDER BY changed DESC LIMIT ?",
            (mark, most) if mark else (most,),
        )
        return [stream for (stream,) in rows]

    # --- writing -------------------------------------------------------------------------------

    async def _written(self, stream: str, number: int, entries: Sequence[Entry]) -> bool:
        rows = [(msgspec.json.encode(entry.body), entry.mark) for entry in entries]
        waiting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._jobs.put((lambda connection: _insert(connection, stream, number, rows), waiting))
        done = await waiting
        if done:
            for latest in self._news.get(stream, ()):
                latest.tell(number + len(rows))
        return done

    def _write_on(self) -> None:
        connection = self._connect()
        while (first := self._jobs.get()) is not None:
            jobs, is_last = [first], False
            with contextlib.suppress(queue.Empty):
                while not is_last:
                    job = self._jobs.get_nowait()
                    if job is None:
                        is_last = True
                    else:
                        jobs.append(job)
            _commit(connection, jobs)
            if is_last:
                break
        connection.close()


class _Latest:
    """The last number told, for one who waits for it."""

    def __init__(self) -> None:
        self._number: int | None = None
        self._event = asyncio.Event()

    def tell(self, number: int) -> None:
        self._number = number
        self._event.set()

    def __aiter__(self) -> _Latest:
        return self

    async def __anext__(self) -> int:
        await self._event.wait()
        self._event.clear()
        assert self._number is not None
        return self._number


def _insert(
    connection: sqlite3.Connection, stream: str, number: int, rows: Sequence[tuple[bytes, str]]
) -> bool:
    """Write entries if their turn has come."""
    found = connection.execute("SELECT length FROM stream WHERE stream = ?", (stream,)).fetchone()
    if (found[0] if found else 0) != number:
        return False
    connection.executemany(
        "INSERT INTO entry VALUES (?, ?, ?)",
        [(stream, number + index, body) for index, (body, _) in enumerate(rows)],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO mark VALUES (?, ?)", [(mark, stream) for _, mark in rows if mark]
    )
    connection.execute(
        f"INSERT OR REPLACE INTO stream VALUES (?, ?, {CHANGED})", (stream, number + len(rows))
    )
    return True


def _commit(
    connection: sqlite3.Connection, jobs: Sequence[tuple[Job, asyncio.Future[Any]]]
) -> None:
    """Do all of it in one commit, and tell only when that is on disk."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        results = [job(connection) for job, _ in jobs]
        connection.execute("COMMIT")
    except sqlite3.Error as error:  # a full disk: nothing of it is written, everyone is told
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        for _, waiting in jobs:
            _answer(waiting, error)
        return
    for (_, waiting), result in zip(jobs, results, strict=True):
        _answer(waiting, result)


def _answer(waiting: asyncio.Future[Any], result: object) -> None:
    def answer() -> None:
        if waiting.cancelled():
            return
        if isinstance(result, Exception):
            waiting.set_exception(Refused(say("the table cannot be kept: {why}", why=result)))
        else:
            waiting.set_result(result)

    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
        waiting.get_loop().call_soon_threadsafe(answer)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(
            say("the tables cannot be kept here: {why}", why=error.strerror), place=str(folder)
        ) from None
    return folder
