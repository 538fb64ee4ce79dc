"""The key that signs sessions: whoever has it can be anyone."""

from __future__ import annotations

import secrets
from pathlib import Path

from filelock import FileLock

from tangledbank.errors import Refused
from tangledbank.server.store import private
from tangledbank.text import say

KEY_FILE, KEY_BYTES = "key", 32
KEY_STREAM = "session/key"  # in a store elsewhere; no address leads to a table of this name


def read_key(folder: Path) -> bytes:
    """The key in a folder, made on first use; those who start at once agree on one."""
    path = private.make_folder(folder) / KEY_FILE
    if not path.exists():
        with FileLock(f"{path}.lock", mode=private.FILE):
            if not path.exists():
                private.write(path, secrets.token_bytes(KEY_BYTES))
    key = path.read_bytes()
    if not is_key(key):
        raise Refused(
            say(
                "this key has {length} bytes of {whole}, so sessions could be forged: put the whole"
                " file back, or delete it, and everyone who comes is new",
                length=len(key),
                whole=KEY_BYTES,
            ),
            place=str(path),
        )
    return key


def put_key(folder: Path, key: bytes) -> None:
    """Sign with this key from now on."""
    path = folder / KEY_FILE
    if not path.exists() or path.read_bytes() != key:
        private.write(path, key)


def is_key(key: bytes) -> bool:
    """Whether it is long enough that nobody can guess it."""
    return len(key) >= KEY_BYTES
