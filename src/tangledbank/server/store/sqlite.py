"""Streams in a file of this machine, for one server: nothing to set up."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from tangledbank.errors import Refused
from tangledbank.server.store.streams import Job, Streams
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


class SqliteStore(Streams):
    """Streams in one file, with a write-ahead log and full sync."""

    is_shared = False

    def __init__(self, folder: Path):
        path = _made(folder) / FILE
        self._reader, self._writer = _connect(path), _connect(path)
        super().__init__()

    def close(self) -> None:
        """Write what waits, then stop."""
        super().close()
        self._writer.close()
        self._reader.close()

    async def read(self, stream: str, start: int = 0) -> list[dict[str, Any]]:
        """The entries from a number on; none if there is no such stream."""
        rows = self._reader.execute(
            "SELECT body FROM entry WHERE stream = ? AND number >= ? ORDER BY number",
            (stream, start),
        )
        return [msgspec.json.decode(body) for (body,) in rows]

    async def list(self, mark: str = "", most: int = 100) -> Sequence[str]:
        """The streams, or those with such a mark, the one changed last first."""
        marked = "JOIN mark USING (stream) WHERE mark = ?" if mark else ""
        rows = self._reader.execute(
            f"SELECT stream FROM stream {marked} ORDER BY changed DESC LIMIT ?",
            (mark, most) if mark else (most,),
        )
        return [stream for (stream,) in rows]

    def _commit(self, jobs: Sequence[Job]) -> Sequence[bool]:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            done = [_insert(self._writer, job) for job in jobs]
            self._writer.execute("COMMIT")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")
            raise
        return done


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.executescript(LAYOUT)
    return connection


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


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(
            say("the tables cannot be kept here: {why}", why=error.strerror), place=str(folder)
        ) from None
    return folder
