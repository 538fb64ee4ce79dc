"""Streams in a PostgreSQL database, for several servers: each hears what the others write."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar
from urllib.parse import unquote

import psycopg
from psycopg.rows import TupleRow

from tangledbank.errors import Refused
from tangledbank.server.store import streams
from tangledbank.server.store.streams import KEY_STREAM, Job, Row, Store, reason
from tangledbank.text import say

NUL = "\0"  # no text of PostgreSQL has it
LOOK = 0.1  # seconds between two looks whether the store is being closed
PATIENCE, SILENCE = 5, 20  # seconds to connect, and until a database that has vanished is noticed
SIGNS = re.compile("[/@:?#&=]")  # between the parts of an address


def _translated(statement: str) -> str:
    """What is said in the words of SQLite, in those of PostgreSQL."""
    for theirs, ours in (("?", "%s"), ("BLOB", "BYTEA"), (" WITHOUT ROWID", "")):
        statement = statement.replace(theirs, ours)
    return statement


# Whoever comes first locks the row of the stream; who comes later waits, and finds it grown.
WRITE = """
WITH latest AS (
    SELECT nextval('change') AS change
), begun AS (
    INSERT INTO stream
    SELECT %(stream)s, %(length)s, change, change FROM latest WHERE %(number)s = 0
    ON CONFLICT DO NOTHING RETURNING stream
), grown AS (
    UPDATE stream SET length = %(length)s, changed = change,
    shown = CASE WHEN %(is_secret)s THEN shown ELSE change END FROM latest
    WHERE stream = %(stream)s AND length = %(number)s AND %(number)s > 0 RETURNING stream
), done AS (
    SELECT stream FROM begun UNION ALL SELECT stream FROM grown
), kept AS (
    INSERT INTO entry SELECT stream, %(number)s + place - 1, body
    FROM done, unnest(%(bodies)s::bytea[]) WITH ORDINALITY AS listed (body, place)
), found AS (
    INSERT INTO mark SELECT mark, stream
    FROM done, unnest(%(marks)s::text[]) AS mark ON CONFLICT DO NOTHING
)
SELECT pg_notify('tangledbank', %(length)s || ' ' || stream) FROM done
"""
LENGTHS = "SELECT length, stream FROM stream WHERE stream = ANY(%s)"

LOCK = "SELECT pg_advisory_xact_lock(hashtext('tangledbank'))"
# Asked of the tables: to_regclass may still tell what it has seen before it waited for the lock.
IS_THERE = "SELECT FROM pg_tables WHERE schemaname = 'tangledbank' AND tablename = %s"
IS_COPY = "SELECT FROM pg_namespace WHERE nspname = %s"
LAYOUT = f"""
CREATE SCHEMA IF NOT EXISTS tangledbank;
CREATE SEQUENCE IF NOT EXISTS change;
{_translated(";".join(streams.LAYOUT))};
CREATE TABLE version (number INTEGER NOT NULL);
INSERT INTO version VALUES ({streams.VERSION});
"""
FROM_1 = """
DROP INDEX stream_changed;
ALTER TABLE stream ADD COLUMN shown BIGINT;
UPDATE stream SET shown = changed;
ALTER TABLE stream ALTER COLUMN shown SET NOT NULL;
"""

Connection = psycopg.Connection[TupleRow]
T = TypeVar("T")


class PostgresStore(Store):
    """Streams in one database. A connection each to write, to read and to listen."""

    is_shared = is_remote = True
    errors = psycopg.Error

    def __init__(self, address: str):
        self._address = address
        self._write_link, self._read_link = Link(address), Link(address)
        try:
            self._write_link.run(make_ready)
            self._news: Connection | None = self._listening()
        except Refused:
            self._write_link.close()
            raise
        except psycopg.Error as error:
            self._write_link.close()
            why = _without_password(reason(error), address)
            raise Refused(say("the store cannot be reached: {why}", why=why)) from None
        super().__init__()

    def close(self) -> None:
        """Write what waits, then stop."""
        super().close()
        self._write_link.close()
        self._read_link.close()

    # --- reading and writing -------------------------------------------------------------------

    async def _select(self, query: str, parameters: Sequence[str | int]) -> Sequence[Row]:
        if NUL in str(parameters[0]):
            return []

        def rows(connection: Connection) -> Sequence[Row]:
            return connection.execute(_translated(query), parameters, binary=True).fetchall()

        return await asyncio.to_thread(self._read_link.run, rows)

    def _commit(self, jobs: Sequence[Job]) -> Sequence[bool]:
        return self._write_link.run(lambda connection: _write_all(connection, jobs))

    # --- listening -----------------------------------------------------------------------------

    def _listening(self) -> Connection:
        connection = _connect(self._address)
        connection.execute("LISTEN tangledbank")
        return connection

    def _listen(self) -> None:
        """Listen, over another connection if one was lost, and tell what was missed meanwhile."""
        with contextlib.closing(self._news or self._listening()) as connection:
            self._news = None
            self._no_news.ends()
            for length, stream in connection.execute(LENGTHS, [[*self._subscriptions]]).fetchall():
                self.notify(stream, length)
            while not self._closing.is_set():
                for heard in connection.notifies(timeout=LOOK):
                    length, _, stream = heard.payload.partition(" ")
                    self.notify(stream, int(length))


class Link:
    """A connection that is made when it is needed, and made again when it was lost."""

    def __init__(self, address: str):
        self._address = address
        self._lock = threading.Lock()
        self._connection: Connection | None = None

    def run(self, work: Callable[[Connection], T]) -> T:
        """Do something with it. What may or may not have been done is safe to do again:

        a number is written once.
        """
        with self._lock:
            try:
                return work(self._connected())
            except psycopg.OperationalError:
                self._drop()
                return work(self._connected())

    def close(self) -> None:
        """End it."""
        with self._lock:
            self._drop()

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = _connect(self._address)
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _without_password(text: str, address: str) -> str:
    """A complaint about an address without what may be its password, whole or in pieces.

    One with a sign in it that has to be written in another way is read as part of the rest.
    """
    found = [
        *re.findall(r"//[^:/?#@]*:(.*)@", address),
        *re.findall(r"password=([^&]*)", address),
    ]
    pieces = {piece for one in found for piece in (one, unquote(one), *SIGNS.split(one)) if piece}
    for piece in sorted(pieces, key=len, reverse=True):
        text = text.replace(piece, "***")
    return text


def _connect(address: str) -> Connection:
    connection = psycopg.connect(
        address,
        autocommit=True,
        connect_timeout=PATIENCE,
        keepalives_idle=SILENCE,
        tcp_user_timeout=SILENCE * 1000,  # milliseconds
    )
    connection.execute("SET search_path TO tangledbank")
    connection.execute("SET synchronous_commit TO on")  # nothing is told that is not on disk
    return connection


def _write_all(connection: Connection, jobs: Sequence[Job]) -> Sequence[bool]:
    """All in one commit and one journey; in the same order everywhere, so that nobody is stuck."""
    done = [False] * len(jobs)
    with connection.pipeline(), connection.transaction():
        order = sorted(range(len(jobs)), key=lambda place: jobs[place].stream)
        parameters = [{**job._asdict(), "length": job.length} for job in jobs]
        sent = [(place, connection.execute(WRITE, parameters[place])) for place in order]
        for place, cursor in sent:
            done[place] = cursor.fetchone() is not None
    return done


# --- the schema: made, brought up to date ---------------------------------------------------------


def make_ready(connection: Connection) -> None:
    """Lay out what this version of the program has; whoever else starts waits, and finds it."""
    if _version(connection) == streams.VERSION:
        return
    copy = ""
    with connection.transaction():
        connection.execute(LOCK)
        version = _version(connection)
        streams.check_version(version)
        if version == 1:
            copy = _migrate(connection)
        elif version == 0:
            connection.execute(LAYOUT)
    if copy:
        streams.note_migration(1, copy)


def _version(connection: Connection) -> int:
    """Of the layout; 0: there is none yet."""
    if _is(connection, IS_THERE, "version"):
        found = connection.execute("SELECT number FROM version").fetchone()
        return int(found[0]) if found else 0
    return int(_is(connection, IS_THERE, "stream"))


def _is(connection: Connection, question: str, name: str) -> bool:
    return connection.execute(question, (name,)).fetchone() is not None


def _migrate(connection: Connection) -> str:
    """Change what the first version kept; gives the schema in which it is as it was."""
    names = (f"tangledbank_v1{'' if n == 1 else f'_{n}'}" for n in itertools.count(1))
    copy = next(name for name in names if not _is(connection, IS_COPY, name))
    try:
        connection.execute("LOCK TABLE stream, entry, mark")
        connection.execute(f"CREATE SCHEMA {copy}")
        for table in ("stream", "entry", "mark"):
            connection.execute(f"CREATE TABLE {copy}.{table} AS TABLE {table}")
        _rewrite_from_1(connection)
    except psycopg.OperationalError:  # the connection was lost: it is tried again
        raise
    except Exception as error:
        raise Refused(
            say(
                "these tables are of an older version and cannot be brought up to date: {why}."
                " Nothing was changed",
                why=reason(error),
            )
        ) from None
    return copy


def _rewrite_from_1(connection: Connection) -> None:
    connection.execute(FROM_1)
    connection.execute(LAYOUT)
    key = connection.execute("SELECT body FROM entry WHERE stream = %s", (KEY_STREAM,)).fetchone()
    if key and not streams.key_in(key[0]):  # the next server brings a better one
        for table in ("entry", "stream"):
            connection.execute(f"DELETE FROM {table} WHERE stream = %s", (KEY_STREAM,))
    openings = connection.execute("SELECT stream, body FROM entry WHERE number = 0")
    marks = connection.execute("SELECT mark, stream FROM mark")
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE entry SET body = %s WHERE stream = %s AND number = 0",
            streams.changed_openings(openings),
        )
        cursor.executemany(
            "UPDATE mark SET mark = %s WHERE mark = %s AND stream = %s",
            streams.changed_marks(marks),
        )
