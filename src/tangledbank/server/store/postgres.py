"""Streams in a PostgreSQL database, for several servers: each hears what the others write."""

from __future__ import annotations

import asyncio
import contextlib
import re
import selectors
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import unquote

import msgspec
import psycopg

from tangledbank.errors import Refused
from tangledbank.server.store.postgres_layout import Connection, make_ready
from tangledbank.server.store.streams import Job, Streams, out_of_reach, reason
from tangledbank.text import say

NUL = "\0"  # no text of PostgreSQL has it
PAUSE = 1.0  # seconds before it is tried again to listen
PATIENCE, SILENCE = 5, 20  # seconds to connect, and until a database that has vanished is noticed
SIGNS = re.compile("[/@:?#&=]")  # between the parts of an address

# Whoever comes first locks the row of the stream; who comes later waits, and finds it grown.
WRITE = """
WITH latest AS (
    SELECT nextval('tangledbank.change') AS change
), begun AS (
    INSERT INTO tangledbank.stream
    SELECT %(stream)s, %(length)s, change, change FROM latest WHERE %(number)s = 0
    ON CONFLICT DO NOTHING RETURNING stream
), grown AS (
    UPDATE tangledbank.stream SET length = %(length)s, changed = change,
    shown = CASE WHEN %(is_secret)s THEN shown ELSE change END FROM latest
    WHERE stream = %(stream)s AND length = %(number)s AND %(number)s > 0 RETURNING stream
), done AS (
    SELECT stream FROM begun UNION ALL SELECT stream FROM grown
), kept AS (
    INSERT INTO tangledbank.entry SELECT stream, %(number)s + place - 1, body
    FROM done, unnest(%(bodies)s::bytea[]) WITH ORDINALITY AS listed (body, place)
), found AS (
    INSERT INTO tangledbank.mark SELECT mark, stream
    FROM done, unnest(%(marks)s::text[]) AS mark ON CONFLICT DO NOTHING
)
SELECT pg_notify('tangledbank', %(length)s || ' ' || stream) FROM done
"""
LENGTHS = "SELECT length, stream FROM tangledbank.stream WHERE stream = ANY(%s)"

T = TypeVar("T")


class PostgresStore(Streams):
    """Streams in one database. A connection each to write, to read and to listen."""

    is_shared = is_remote = True

    def __init__(self, address: str):
        self._address = address
        self._write_link, self._read_link = Link(address), Link(address)
        try:
            self._write_link.run(make_ready)
            self._listener: Connection | None = self._listening()
        except Refused:
            self._write_link.close()
            raise
        except psycopg.Error as error:
            self._write_link.close()
            why = _without_password(reason(error), address)
            raise Refused(say("the store cannot be reached: {why}", why=why)) from None
        self._bell, self._rings = socket.socketpair()
        super().__init__()
        self._ear = threading.Thread(target=self._hear_on, name="store news", daemon=True)
        self._ear.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        super().close()
        self._bell.close()
        self._ear.join()
        self._rings.close()
        self._write_link.close()
        self._read_link.close()

    # --- reading -------------------------------------------------------------------------------

    async def read(self, stream: str, start: int = 0) -> list[dict[str, Any]]:
        """The entries from a number on; none if there is no such stream."""
        rows = await self._rows(
            "SELECT body FROM tangledbank.entry WHERE stream = %s AND number >= %s ORDER BY number",
            (stream, start),
        )
        return [msgspec.json.decode(body) for (body,) in rows]

    async def list(self, mark: str = "", most: int = 100) -> Sequence[str]:
        """The streams, or those with such a mark, the one shown last first."""
        marked = "JOIN tangledbank.mark USING (stream) WHERE mark = %s" if mark else ""
        rows = await self._rows(
            f"SELECT stream FROM tangledbank.stream {marked} ORDER BY shown DESC LIMIT %s",
            (mark, most) if mark else (most,),
        )
        return [stream for (stream,) in rows]

    async def _rows(self, query: str, parameters: Sequence[Any]) -> Sequence[tuple[Any, ...]]:
        if NUL in str(parameters[0]):
            return []
        work = _select(query, parameters)
        try:
            rows = await asyncio.to_thread(self._read_link.run, work)
        except psycopg.Error as error:
            self._reading.begins(error)
            raise out_of_reach() from None
        self._reading.ends()
        return rows

    # --- writing -------------------------------------------------------------------------------

    def _commit(self, jobs: Sequence[Job]) -> Sequence[bool]:
        return self._write_link.run(lambda connection: _write_all(connection, jobs))

    # --- listening -----------------------------------------------------------------------------

    def _listening(self) -> Connection:
        connection = _connect(self._address)
        connection.execute("LISTEN tangledbank")
        return connection

    def _hear_on(self) -> None:
        """Listen until the store is closed, over another connection if one is lost."""
        is_open = True
        while is_open:
            try:
                with contextlib.closing(self._listener or self._listening()) as connection:
                    self._listener = None
                    self._hearing.ends()
                    for length, stream in connection.execute(LENGTHS, [[*self._news]]).fetchall():
                        self._tell(length, stream)
                    while is_open:
                        for heard in connection.notifies(timeout=0):
                            self._tell(*_news(heard))
                        is_open = not self._is_closing(connection.fileno())
            except psycopg.Error as error:
                self._hearing.begins(error)
                is_open = not self._is_closing(None, PAUSE)

    def _is_closing(self, news: int | None, seconds: float | None = None) -> bool:
        """Wait for news; whether the store is being closed meanwhile."""
        with selectors.DefaultSelector() as waiting:
            bell = waiting.register(self._rings, selectors.EVENT_READ)
            if news is not None:
                waiting.register(news, selectors.EVENT_READ)
            return bell in [key for key, _ in waiting.select(seconds)]


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
    connection.execute("SET synchronous_commit TO on")  # nothing is told that is not on disk
    return connection


def _news(heard: psycopg.Notify) -> tuple[int, str]:
    length, _, stream = heard.payload.partition(" ")
    return int(length), stream


def _select(
    query: str, parameters: Sequence[Any]
) -> Callable[[Connection], Sequence[tuple[Any, ...]]]:
    def rows(connection: Connection) -> Sequence[tuple[Any, ...]]:
        return connection.execute(query, parameters, binary=True).fetchall()

    return rows


def _write_all(connection: Connection, jobs: Sequence[Job]) -> Sequence[bool]:
    """All in one commit and one journey; in the same order everywhere, so that nobody is stuck."""
    done = [False] * len(jobs)
    with connection.pipeline(), connection.transaction():
        order = sorted(range(len(jobs)), key=lambda place: jobs[place].stream)
        sent = [(place, connection.execute(WRITE, _parameters(jobs[place]))) for place in order]
        for place, cursor in sent:
            done[place] = cursor.fetchone() is not None
    return done


def _parameters(job: Job) -> dict[str, Any]:
    return {**job._asdict(), "length": job.length}
