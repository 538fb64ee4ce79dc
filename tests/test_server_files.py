"""The data folder of a server: who may read it, the key in it, and that one server has it."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tangledbank.errors import Refused
from tangledbank.server.store import SqliteStore
from tangledbank.server.store.data_folder import KEY_BYTES, KEY_FILE
from tangledbank.server.store.sqlite import FILE
from tangledbank.server.web.session import Signer
from tests.processes import at_once
from tests.wire import PATIENCE, Visitor, running

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights of files as POSIX has them")
ONE_AND_SEVERAL = pytest.mark.parametrize("processes", ["1", "2"])


# --- who may read it -----------------------------------------------------------------------------


@contextmanager
def everyone_may_read() -> Iterator[None]:
    """What is made meanwhile is for all, unless it is made otherwise."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def is_private(folder: Path) -> bool:
    is_folder_private = stat.S_IMODE(folder.stat().st_mode) == 0o700
    return is_folder_private and set(modes(folder).values()) == {0o600}


def test_the_files_of_a_store_are_made_for_their_owner(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "server"
    with everyone_may_read(), closing(SqliteStore(folder)):
        assert {FILE, f"{FILE}-wal", f"{FILE}-shm"} <= modes(folder).keys()
        assert is_private(folder)


@ONE_AND_SEVERAL
def test_the_folder_of_a_server_is_made_for_its_owner(processes: str, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "server"
    with everyone_may_read(), running(tmp_path / "data", "--processes", processes) as server:
        Visitor(server.host).open_table("origin", ["open", "open"])
        assert {FILE, f"{FILE}-wal", f"{FILE}-shm", KEY_FILE} <= modes(folder).keys()
        assert is_private(folder)


def test_from_old_files_the_rights_of_others_are_taken(tmp_path: Path) -> None:
    folder = tmp_path / "server"
    with everyone_may_read():
        folder.mkdir()
        for name in (FILE, f"{FILE}.before"):
            (folder / name).touch()
        (folder / KEY_FILE).write_bytes(b"k" * KEY_BYTES)
    assert modes(folder)[KEY_FILE] == 0o666
    SqliteStore(folder).close()
    assert is_private(folder)
    (folder / KEY_FILE).chmod(0o644)
    Signer(folder)  # it is read with any store
    assert is_private(folder)


# --- the key -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [b"", b"k" * (KEY_BYTES - 1)])
def test_a_key_that_could_be_guessed_is_refused(key: bytes, tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_bytes(key)
    with pytest.raises(Refused, match="put the whole file back, or delete it") as refused:
        Signer(tmp_path)
    assert refused.value.place == str(tmp_path / KEY_FILE)
    assert (tmp_path / KEY_FILE).read_bytes() == key


SIGNER = """
import secrets, sys
from pathlib import Path
from tangledbank.server.web.session import Signer

def say_ready():
    print("ready", flush=True)
    input()

token_bytes = secrets.token_bytes
if "slow" in sys.argv:
    secrets.token_bytes = lambda count: say_ready() or token_bytes(count)
else:
    say_ready()
print(Signer(Path(sys.argv[1]))._key.hex())
"""


def test_those_who_start_at_once_agree_on_a_key(tmp_path: Path) -> None:
    keys = at_once(SIGNER, [[str(tmp_path)]] * 4)
    assert {len(bytes.fromhex(key.strip())) for key in keys} == {KEY_BYTES}
    assert len(set(keys)) == 1


def test_who_is_killed_while_the_key_is_made_leaves_none(tmp_path: Path) -> None:
    making = subprocess.Popen(
        [sys.executable, "-c", SIGNER, str(tmp_path), "slow"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with making:
        assert making.stdout
        assert making.stdout.readline() == "ready\n"
        making.kill()
    assert not (tmp_path / KEY_FILE).exists()
    assert len(Signer(tmp_path)._key) == KEY_BYTES


# --- one server ----------------------------------------------------------------------------------


def refusal_of_another(folder: Path, *options: str) -> str:
    """What a second server on a folder says when it ends."""
    command = [sys.executable, "-m", "tangledbank", "serve", "--no-browser", "--port", "0"]
    done = subprocess.run(
        [*command, "--data", str(folder), *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    return done.stderr


@ONE_AND_SEVERAL
def test_a_folder_is_for_one_server_until_that_is_killed(processes: str, tmp_path: Path) -> None:
    data, options = tmp_path / "data", ("--processes", processes)
    with running(data, *options) as server:
        said = refusal_of_another(data, *options)
        assert "another server uses this folder: end it, or name another" in said
        assert str(data / "server") in said
        assert len(said.splitlines()) == 1
        assert server.is_alive()
        table = Visitor(server.host).open_table("origin", ["open", "open"])
        server.end(signal.SIGKILL)
    with running(data, *options) as server:
        assert Visitor(server.host).get(f"/t/{table}").status == 200


def test_servers_on_one_database_may_have_one_folder(tmp_path: Path, empty_database: str) -> None:
    options = ("--store", empty_database)
    with running(tmp_path / "data", *options) as one, running(tmp_path / "data", *options) as other:
        ada = Visitor(one.host)
        table = ada.open_table("origin", ["open", "open"])
        again = Visitor(other.host)
        again.cookie = ada.cookie
        assert table in again.get("/").body


# --- trouble -------------------------------------------------------------------------------------


def test_of_a_broken_file_visitors_are_told_nothing_but_that(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        ada = Visitor(server.host)
        ada.open_table("origin", ["open", "open"])
        with closing(sqlite3.connect(tmp_path / "data" / "server" / FILE)) as file:
            file.execute("ALTER TABLE stream RENAME TO gone")
        wishes = {"name": "Ada", "game": "origin"}
        for answer in (ada.get("/"), ada.get("/"), ada.post("/play", wishes)):
            assert answer.status == 503
            assert "The tables cannot be reached: nothing was changed." in answer.body
            assert "no such table" not in answer.body
            assert FILE not in answer.body
        assert server.is_alive()
        assert "Traceback" not in server.errors()
        for trouble in ("cannot be read", "cannot be written"):
            assert server.errors().count(f"{trouble}: no such table: stream") == 1
