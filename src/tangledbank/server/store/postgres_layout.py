"""The schema in PostgreSQL: made, brought up to date."""

from __future__ import annotations

import itertools
from typing import Any

import psycopg

from tangledbank.errors import Refused
from tangledbank.server.store import migrations
from tangledbank.server.store.keys import KEY_STREAM
from tangledbank.server.store.streams import reason
from tangledbank.text import say

LOCK = "SELECT pg_advisory_xact_lock(hashtext('tangledbank'))"
# Asked of the tables: to_regclass may still tell what it has seen before it waited for the lock.
IS_THERE = "SELECT FROM pg_tables WHERE schemaname = 'tangledbank' AND tablename = %s"
IS_COPY = "SELECT FROM pg_namespace WHERE nspname = %s"
LAYOUT = f"""
CREATE SCHEMA IF NOT EXISTS tangledbank;
CREATE SEQUENCE IF NOT EXISTS tangledbank.change;
CREATE TABLE IF NOT EXISTS tangledbank.entry (
    stream TEXT NOT NULL, number INTEGER NOT NULL, body BYTEA NOT NULL,
    PRIMARY KEY (stream, number)
);
CREATE TABLE IF NOT EXISTS tangledbank.mark (
    mark TEXT NOT NULL, stream TEXT NOT NULL, PRIMARY KEY (mark, stream)
);
CREATE TABLE IF NOT EXISTS tangledbank.stream (
    stream TEXT PRIMARY KEY, length INTEGER NOT NULL, changed BIGINT NOT NULL,
    shown BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS stream_shown ON tangledbank.stream (shown);
CREATE TABLE tangledbank.version (number INTEGER NOT NULL);
INSERT INTO tangledbank.version VALUES ({migrations.VERSION});
"""
FROM_1 = """
DROP INDEX tangledbank.stream_changed;
ALTER TABLE tangledbank.stream ADD COLUMN shown BIGINT;
UPDATE tangledbank.stream SET shown = changed;
ALTER TABLE tangledbank.stream ALTER COLUMN shown SET NOT NULL;
"""

Connection = psycopg.Connection[tuple[Any, ...]]


def make_ready(connection: Connection) -> None:
    """Lay out what this version of the program has; whoever else starts waits, and finds it."""
    if _version(connection) == migrations.VERSION:
        return
    copy = ""
    with connection.transaction():
        connection.execute(LOCK)
        version = _version(connection)
        migrations.check_version(version)
        if version == 1:
            copy = _migrate(connection)
        elif version == 0:
            connection.execute(LAYOUT)
    if copy:
        migrations.note_migration(1, copy)


def _version(connection: Connection) -> int:
    """Of the layout; 0: there is none yet."""
    if _is(connection, IS_THERE, "version"):
        found = connection.execute("SELECT number FROM tangledbank.version").fetchone()
        return int(found[0]) if found else 0
    return int(_is(connection, IS_THERE, "stream"))


def _is(connection: Connection, question: str, name: str) -> bool:
    return connection.execute(question, (name,)).fetchone() is not None


def _migrate(connection: Connection) -> str:
    """Change what the first version kept; gives the schema in which it is as it was."""
    names = (f"tangledbank_v1{'' if n == 1 else f'_{n}'}" for n in itertools.count(1))
    copy = next(name for name in names if not _is(connection, IS_COPY, name))
    try:
        connection.execute("LOCK TABLE tangledbank.stream, tangledbank.entry, tangledbank.mark")
        connection.execute(f"CREATE SCHEMA {copy}")
        for table in ("stream", "entry", "mark"):
            connection.execute(f"CREATE TABLE {copy}.{table} AS TABLE tangledbank.{table}")
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
    key = connection.execute(
        "SELECT body FROM tangledbank.entry WHERE stream = %s", (KEY_STREAM,)
    ).fetchone()
    if key and not migrations.key_in(key[0]):  # the next server brings a better one
        for table in ("entry", "stream"):
            connection.execute(f"DELETE FROM tangledbank.{table} WHERE stream = %s", (KEY_STREAM,))
    openings = connection.execute("SELECT stream, body FROM tangledbank.entry WHERE number = 0")
    marks = connection.execute("SELECT mark, stream FROM tangledbank.mark")
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE tangledbank.entry SET body = %s WHERE stream = %s AND number = 0",
            migrations.changed_openings(openings),
        )
        cursor.executemany(
            "UPDATE tangledbank.mark SET mark = %s WHERE mark = %s AND stream = %s",
            migrations.changed_marks(marks),
        )
