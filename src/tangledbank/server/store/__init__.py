"""Where tables are kept: a stream of entries for each, in the order in which they happened.

An entry counts only when it is on disk. Whoever writes says which number the next entry has to
have; if another was faster nothing is written. So two writers never mix what they write.
"""

from __future__ import annotations

from pathlib import Path

from tangledbank.errors import Refused
from tangledbank.server.store.sqlite import SqliteStore
from tangledbank.server.store.streams import AWAY, Body, Entries, Store, StreamEntry, hashed
from tangledbank.text import say

__all__ = ["AWAY", "Body", "Entries", "SqliteStore", "Store", "StreamEntry", "hashed", "open_store"]

SCHEMES = ("postgresql://", "postgres://")


def open_store(folder: Path, address: str = "", is_shared: bool = False) -> Store:
    """The store in a folder, perhaps of several processes, or that of several servers."""
    if not address:
        return SqliteStore(folder, is_shared)
    if not address.startswith(SCHEMES):
        raise Refused(say("a store has an address like postgresql://user@host/database"))
    try:
        from tangledbank.server.store.postgres import PostgresStore
    except ImportError:
        raise Refused(
            say("PostgreSQL needs one more package: pip install 'psycopg[binary]'")
        ) from None
    return PostgresStore(address)
