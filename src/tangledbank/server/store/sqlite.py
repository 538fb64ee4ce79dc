"""Streams in a file of this machine, for one server or several processes of it."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from tangledbank.server.store.private import make_file, make_folder
from tangledbank.server.store.streams import Job, Streams, out_of_reach

FILE = "tables.sqlite3"
PATIENCE = 30.0  # seconds to wait for another process that writes
RETRY = 0.001  # seconds; SQLite itself would sleep up to a tenth of a second between two tries
PAUSE_AFTER_ERROR = 1.0  # seconds
PAUSE = 0.01  # seconds between two looks for what other processes have written

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
NEWS = "SELECT changed, length, stream FROM stream WHERE changed > ? ORDER BY changed"
CHANGED = "(SELECT coalesce(max(changed), 0) + 1 FROM stream)"  # a count of changes, not a time


class SqliteStore(Streams):
    """Streams in one file, with a write-ahead log and full sync."""

    is_remote = False

    def __init__(self, folder: Path, is_shared: bool = False):
        self.is_shared = is_shared
        path = make_folder(folder) / FILE
        make_file(path)
        self._reader, self._writer = _connect(path), _connect(path)
        self._writer.execute("PRAGMA busy_timeout = 0")  # see _do_when_free
        super().__init__()
        self._closing = threading.Event()
        known = _last_change(self._reader)
        self._ear = threading.Thread(
            target=self._hear_on, args=(path, known), name="store news", daemon=True
        )
        if is_shared:
            self._ear.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        super().close()
        self._closing.set()
        if self.is_shared:
            self._ear.join()
        self._writer.close()
        self._reader.close()

    async def read(self, stream: str, start: int = 0) -> list[dict[str, Any]]:
        """The entries from a number on; none if there is no such stream."""
        rows = self._rows(
            "SELECT body FROM entry WHERE stream = ? AND number >= ? ORDER BY number",
            (stream, start),
        )
        return [msgspec.json.decode(body) for (body,) in rows]

    async def list(self, mark: str = "", most: int = 100) -> Sequence[str]:
        """The streams, or those with such a mark, the one changed last first."""
        marked = "JOIN mark USING (stream) WHERE mark = ?" if mark else ""
        rows = self._rows(
            f"SELECT stream FROM stream {marked} ORDER BY changed DESC LIMIT ?",
            (mark, most) if mark else (most,),
        )
        return [stream for (stream,) in rows]

    def _rows(self, query: str, parameters: Sequence[Any]) -> Sequence[tuple[Any, ...]]:
        try:
            rows = self._reader.execute(query, parameters).fetchall()
        except sqlite3.Error as error:
            self._reading.begins(error)
            raise out_of_reach() from None
        self._reading.ends()
        return rows

    def _commit(self, jobs: Sequence[Job]) -> Sequence[bool]:
        try:
            _do_when_free(self._writer, "BEGIN IMMEDIATE")
            done = [_insert(self._writer, job) for job in jobs]
            self._writer.execute("COMMIT")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")
            raise
        return done

    def _hear_on(self, path: Path, known: int) -> None:
        """Look for what others have written until the store is closed."""
        version = 0
        with contextlib.closing(_connect(path)) as connection:
            while not self._closing.wait(PAUSE):
                try:
                    latest = connection.execute("PRAGMA data_version").fetchone()[0]
                    if latest == version:  # nobody has written anything
                        continue
                    news = connection.execute(NEWS, (known,)).fetchall()
                except sqlite3.Error as error:
                    self._hearing.begins(error)
                    self._closing.wait(PAUSE_AFTER_ERROR)
                    continue
                version = latest
                self._hearing.ends()
                for changed, length, stream in news:
                    known = changed
                    self._tell(length, stream)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, PATIENCE, isolation_level=None, check_same_thread=False)
    _do_when_free(connection, "PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.executescript(LAYOUT)
    return connection


def _do_when_free(connection: sqlite3.Connection, statement: str) -> None:
    """Carry out a statement as soon as no other process is in the way."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > deadline:
                raise
        time.sleep(RETRY)


def _last_change(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(changed), 0) FROM stream").fetchone()[0])


def _insert(connection: sqlite3.Connection, job: Job) -> bool:
    """Write entries if their turn has come."""
    stream = job.stream
    found = connection.execute("SELECT length FROM stream WHERE stream = ?", (stream,)).fetchone()
    if (found[0] if found else 0) != job.number:
        return False
    connection.executemany(
        "INSERT INTO entry VALUES (?, ?, ?)",
        [(stream, number, body) for number, body in enumerate(job.bodies, job.number)],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO mark VALUES (?, ?)", [(mark, stream) for mark in job.marks]
    )
    connection.execute(
        f"INSERT OR REPLACE INTO stream VALUES (?, ?, {CHANGED})", (stream, job.length)
    )
    return True
