"""Streams in a file of this machine, for one server or several processes of it."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from tangledbank.errors import Refused
from tangledbank.server.store import streams
from tangledbank.server.store.data_folder import make_file, make_folder, put_key, rename_durably
from tangledbank.server.store.streams import KEY_STREAM, Job, Row, Store, reason
from tangledbank.text import say

FILE = "tables.sqlite3"
PATIENCE = 30.0  # seconds to wait for another process that writes
RETRY = 0.001  # seconds; SQLite itself would sleep up to a tenth of a second between two tries
LOOK = 0.01  # seconds between two looks for what other processes have written

LAYOUT = (*streams.LAYOUT, "CREATE INDEX stream_changed ON stream (changed)")
NEWS = "SELECT changed, length, stream FROM stream WHERE changed > ? ORDER BY changed"
# A stream begins or grows. Changes are counted: their order matters, not their time.
GROW = """
INSERT INTO stream SELECT :stream, :length, change, change
FROM (SELECT coalesce(max(changed), 0) + 1 AS change FROM stream) WHERE true
ON CONFLICT (stream) DO UPDATE SET length = excluded.length, changed = excluded.changed,
shown = CASE WHEN :is_secret THEN shown ELSE excluded.shown END
"""


class SqliteStore(Store):
    """Streams in one file, with a write-ahead log and full sync."""

    is_remote = False
    errors = sqlite3.Error

    def __init__(self, folder: Path, is_shared: bool = False):
        self.is_shared = is_shared
        path = made_ready(folder)
        self._reader, self._connection = connect(path), connect(path)
        self._connection.execute("PRAGMA busy_timeout = 0")  # see do_when_free
        self._path, self._known = path, _last_change(self._reader)
        super().__init__()

    def close(self) -> None:
        """Write what waits, then stop."""
        super().close()
        self._connection.close()
        self._reader.close()

    async def _select(self, query: str, parameters: Sequence[str | int]) -> Sequence[Row]:
        return self._reader.execute(query, parameters).fetchall()

    def _commit(self, jobs: Sequence[Job]) -> Sequence[bool]:
        connection = self._connection
        try:
            do_when_free(connection, "BEGIN IMMEDIATE")
            done = [_insert(connection, job) for job in jobs]
            connection.execute("COMMIT")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
        return done

    def _listen(self) -> None:
        """Look for what other processes have written."""
        version = 0
        with contextlib.closing(connect(self._path)) as connection:
            while not self._closing.wait(LOOK):
                latest = connection.execute("PRAGMA data_version").fetchone()[0]
                if latest == version:  # nobody has written anything
                    continue
                news = connection.execute(NEWS, (self._known,)).fetchall()
                version = latest
                self._no_news.ends()
                for changed, length, stream in news:
                    self._known = changed
                    self.notify(stream, length)


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


# --- the file: made, opened, brought up to date ---------------------------------------------------


def made_ready(folder: Path) -> Path:
    """The file in a folder, laid out as this version of the program has it."""
    path = make_folder(folder) / FILE
    make_file(path)
    try:
        with contextlib.closing(connect(path)) as connection:
            if _version(connection) != streams.VERSION:
                _bring_up_to_date(connection, path)
    except sqlite3.Error as error:
        raise Refused(
            say("the tables cannot be kept here: {why}", why=reason(error)), place=str(path)
        ) from None
    return path


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the file, with a write-ahead log and full sync."""
    connection = sqlite3.connect(path, PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        do_when_free(connection, "PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def do_when_free(connection: sqlite3.Connection, statement: str) -> None:
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


def _version(connection: sqlite3.Connection) -> int:
    """Of the layout; 0: there is none yet."""
    number = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'stream'")
    return number or int(tables.fetchone()[0])


def _bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """All or nothing; whoever else starts now waits, and finds it done."""
    do_when_free(connection, "BEGIN IMMEDIATE")
    version = _version(connection)
    streams.check_version(version, str(path))
    if version == 1:
        _migrate(connection, path)
    elif version == 0:
        _do_all(connection, LAYOUT)
        _commit(connection)


def _do_all(connection: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    for statement in statements:
        connection.execute(statement)


def _commit(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA user_version = {streams.VERSION}")
    connection.execute("COMMIT")


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    copy = _copied(path)
    connection.execute("PRAGMA secure_delete = ON")  # the key and the links are to be gone
    try:
        _rewrite_from_1(connection, path.parent)
        _commit(connection)
    except Exception as error:
        raise Refused(
            say(
                "these tables are of an older version and cannot be brought up to date: {why}."
                " Nothing was changed; a copy is in {copy}",
                why=reason(error),
                copy=copy,
            ),
            place=str(path),
        ) from None
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    streams.note_migration(1, copy)


def _copied(path: Path) -> Path:
    """Where the file is as it was before it is changed; whoever waits to change it reads it."""
    for interrupted in path.parent.glob(f"{path.name}.being-copied*"):
        interrupted.unlink()
    made = path.with_name(f"{path.name}.being-copied")
    make_file(made)
    with (
        contextlib.closing(sqlite3.connect(path)) as source,
        contextlib.closing(sqlite3.connect(made)) as target,
    ):
        source.backup(target)
    names = (f"{path.name}.v1{'' if n == 1 else f'-{n}'}" for n in itertools.count(1))
    copy = next(one for one in map(path.with_name, names) if not one.exists())
    rename_durably(made, copy)
    return copy


def _rewrite_from_1(connection: sqlite3.Connection, folder: Path) -> None:
    """The key comes last: whenever this ends, it is in the file or still in the database."""
    connection.execute("DROP INDEX stream_changed")
    connection.execute("ALTER TABLE stream RENAME TO stream_1")
    _do_all(connection, LAYOUT)
    connection.execute("INSERT INTO stream SELECT stream, length, changed, changed FROM stream_1")
    connection.execute("DROP TABLE stream_1")
    key = connection.execute("SELECT body FROM entry WHERE stream = ?", (KEY_STREAM,)).fetchone()
    for table in ("entry", "stream"):
        connection.execute(f"DELETE FROM {table} WHERE stream = ?", (KEY_STREAM,))
    openings = connection.execute("SELECT stream, body FROM entry WHERE number = 0").fetchall()
    connection.executemany(
        "UPDATE entry SET body = ? WHERE stream = ? AND number = 0",
        streams.changed_openings(openings),
    )
    marks = connection.execute("SELECT mark, stream FROM mark").fetchall()
    connection.executemany(
        "UPDATE mark SET mark = ? WHERE mark = ? AND stream = ?", streams.changed_marks(marks)
    )
    if key and (valid := streams.key_in(key[0])):
        put_key(folder, valid)
