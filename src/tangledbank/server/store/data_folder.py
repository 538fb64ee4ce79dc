"""The data folder of a server: files for their owner only, and the key that signs sessions."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from tangledbank.errors import Refused
from tangledbank.text import say

FOLDER, FILE = 0o700, 0o600
OTHERS = 0o077
LOCK = "lock"
KEY_FILE, KEY_BYTES = "key", 32  # whoever has the key can be anyone

note = logging.getLogger(__name__)


def make_folder(folder: Path) -> Path:
    """A folder that is its owner's alone; from old ones, and what is in them, rights are taken."""
    try:
        folder.mkdir(FOLDER, parents=True, exist_ok=True)
        for path in (folder, *folder.iterdir()):
            _tighten(path)
    except OSError as error:
        raise Refused(
            say("the tables cannot be kept here: {why}", why=error.strerror), place=str(folder)
        ) from None
    return folder


def _tighten(path: Path) -> None:
    if os.name != "posix":
        return
    with contextlib.suppress(FileNotFoundError):  # another process has done with it
        mode = path.stat().st_mode
        if not mode & OTHERS:
            return
        try:
            path.chmod(stat.S_IMODE(mode) & ~OTHERS)
        except OSError:  # it belongs to another user, or cannot be written
            note.warning("others may read %s, and its owner must change that", path)


def make_file(path: Path) -> None:
    """An empty file, if there is none.

    One that is there is not even opened: to close it would end the locks that SQLite has on it.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, whenever the machine fails."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")  # mode 0600
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        rename_durably(Path(name), path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def rename_durably(made: Path, path: Path) -> None:
    """Give a file that is on disk its name, for good."""
    made.replace(path)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextlib.contextmanager
def locked_for_one_server(folder: Path) -> Iterator[None]:
    """Have a folder for one server; the system takes the lock away however the process ends."""
    lock = FileLock(make_folder(folder) / LOCK, mode=FILE)
    try:
        held = lock.acquire(timeout=0)
    except Timeout:
        raise Refused(
            say("another server uses this folder: end it, or name another folder with --data"),
            place=str(folder),
        ) from None
    with held:
        yield


def read_key(folder: Path) -> bytes:
    """The key in a folder, made on first use; those who start at once agree on one."""
    path = make_folder(folder) / KEY_FILE
    if not path.exists():
        with FileLock(f"{path}.lock", mode=FILE):
            if not path.exists():
                write_atomically(path, secrets.token_bytes(KEY_BYTES))
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
        write_atomically(path, key)


def is_key(key: bytes) -> bool:
    """Whether it is long enough that nobody can guess it."""
    return len(key) >= KEY_BYTES
