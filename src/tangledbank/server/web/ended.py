"""Sessions that their owners have ended: their cookies are signed, but no longer welcome."""

from __future__ import annotations

import asyncio
import hashlib

from tangledbank.errors import Refused
from tangledbank.server.store import Entry, Store

STREAM = "session/ended"  # no address leads to a table of this name
PAUSE = 1.0  # seconds until a store that could not be read is read again


class EndedSessions:
    """Known to all processes and servers on a store; kept as hashes, which open nothing."""

    def __init__(self, store: Store):
        self._store = store
        self._hashes: set[str] = set()
        self._length = 0
        self._reading = asyncio.Lock()

    def has(self, session: str) -> bool:
        """Whether a session was ended."""
        return _hash(session) in self._hashes

    async def end(self, session: str) -> None:
        """End a session for good, everywhere. One that sat nowhere is worth nothing to anyone."""
        if not await self._store.list(f"session:{session}", 1):
            return
        entry = Entry({"session": _hash(session)})
        while not self.has(session):
            await self.catch_up()
            if self._length:
                await self._store.append(STREAM, self._length, [entry])
            else:
                await self._store.create(STREAM, [entry])
            await self.catch_up()  # if another was faster, the next try comes after theirs

    async def follow(self) -> None:
        """Take in what was ended before and what others end, for as long as the server runs."""
        async with self._store.subscribe(STREAM) as news:
            while True:
                try:
                    await self.catch_up()
                except Refused:  # the store is away
                    await asyncio.sleep(PAUSE)
                else:
                    await anext(news)

    async def catch_up(self) -> None:
        """Take in what has been ended by now."""
        async with self._reading:
            entries = await self._store.read(STREAM, self._length)
            self._hashes.update(str(entry["session"]) for entry in entries)
            self._length += len(entries)


def _hash(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()
