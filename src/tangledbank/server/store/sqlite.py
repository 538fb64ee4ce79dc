"""Streams in a file of this machine, for one server or several processes of it."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from tangledbank.server.store.sqlite_file import connect, do_when_free, made_ready
from tangledbank.server.store.streams import Job, Streams, out_of_reach

PAUSE_AFTER_ERROR = 1.0  # seconds
PAUSE = 0.01  # seconds between two looks for what other processes have written

NEWS = "SELECT changed, length, stream FROM stream WHERE changed > ? ORDER BY changed"
# A stream begins or grows. Changes are counted: their order matters, not their time.
GROW = """
INSERT INTO stream SELECT :stream, :length, change, change
FROM (SELECT coalesce(max(changed), 0) + 1 AS change FROM stream) WHERE true
ON CONFLICT (stream) DO UPDATE SET length = excluded.length, changed = excluded.changed,
shown = CASE WHEN :is_secret THEN shown ELSE excluded.shown END
"""


class SqliteStore(Streams):
    """Streams in one file, with a write-ahead log and full sync."""

    is_remote = False

    def __init__(self, folder: Path, is_shared: bool = False):
        self.is_shared = is_shared
        path = made_ready(folder)
        self._reader, self._writer = connect(path), connect(path)
        self._writer.execute("PRAGMA busy_timeout = 0")  # see do_when_free
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
        """The streams, or those with such a mark, the one shown last first."""
        marked = "JOIN mark USING (stream) WHERE mark = ?" if mark else ""
        rows = self._rows(
            f"SELECT stream FROM stream {marked} ORDER BY shown DESC LIMIT ?",
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
            do_when_free(self._writer, "BEGIN IMMEDIATE")
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
        with contextlib.closing(connect(path)) as connection:
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
    grown = {"stream": stream, "length": job.length, "is_secret": job.is_secret}
    connection.execute(GROW, grown)
    return True
