"""What became of old streams: how this version of the layout has what the one before it had."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import msgspec

from tangledbank.errors import Refused
from tangledbank.server.store.private import hashed, is_key
from tangledbank.text import say

VERSION = 2  # the first had no number
SEAT = "seat:"

note = logging.getLogger(__name__)


def check_version(version: int, place: str = "") -> None:
    """Refuse what only a newer program understands."""
    if version > VERSION:
        raise Refused(
            say("these tables are of a newer version of Tangled Bank: update it, then start again"),
            place=place,
        )


def note_migration(version: int, copy: object) -> None:
    """Tell whoever reads the log that their tables are kept in another way now."""
    sentence = "the tables were brought from version %d to %d; as they were before they are in %s"
    note.warning(sentence, version, VERSION, copy)


# --- from version 1 to 2 -------------------------------------------------------------------------


def changed_openings(rows: Iterable[tuple[str, bytes]]) -> list[tuple[bytes, str]]:
    """Of streams with their first entries those that have to change: the new entry, the stream."""
    changed = ((with_links(body), stream, body) for stream, body in rows)
    return [(new, stream) for new, stream, body in changed if new != body]


def changed_marks(rows: Iterable[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Of marks and their streams those that have to change: the new mark, the old, the stream."""
    return [
        (SEAT + hashed(mark.removeprefix(SEAT)), mark, stream)
        for mark, stream in rows
        if mark.startswith(SEAT)
    ]


def with_links(body: bytes) -> bytes:
    """The first entry of a stream, with hashes of the private links to seats instead of them."""
    entry = msgspec.json.decode(body)
    if "open" not in entry:
        return body
    for seat in entry["open"]["seats"]:
        token = seat.pop("token", "")
        if token:
            seat["link"] = hashed(token)
    return msgspec.json.encode(entry)


def key_in(body: bytes) -> bytes | None:
    """The key in the entry of a stream, but for one that could be guessed."""
    key = bytes.fromhex(msgspec.json.decode(body)["key"])
    return key if is_key(key) else None
