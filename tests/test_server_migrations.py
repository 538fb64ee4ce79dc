"""What older versions of the program have kept is there, and safe, in this one."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import stat
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from starlette.responses import Response

from tangledbank.errors import Refused
from tangledbank.server.rooms.bots import BotWorkers
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.store import Store, StreamEntry, hashed, open_store
from tangledbank.server.store.data_folder import KEY_BYTES, KEY_FILE
from tangledbank.server.store.sqlite import FILE
from tangledbank.server.store.streams import KEY_STREAM
from tangledbank.server.web.session import BrowserSession, Signer
from tests.processes import OPENER, at_once
from tests.wire import Visitor, running

Rows = list[tuple[Any, ...]]
TABLES = ("entry", "mark", "stream")
RECORDED = Path(__file__).parent / "recorded" / "evolution-2-random.jsonl"
KEY, OTHER_KEY = b"k" * KEY_BYTES, b"o" * KEY_BYTES
TOKENS = ("first-seat_link", "second-seat_link")
ADA = BrowserSession("ada's session", "Ada")

# As the first version had them, word by word.
SQLITE_1 = """
CREATE TABLE IF NOT EXISTS entry (
    stream TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (stream, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mark (
    mark TEXT NOT NULL, stream TEXT NOT NULL, PRIMARY KEY (mark, stream)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS stream (
    stream TEXT PRIMARY KEY, length INTEGER NOT NULL, changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS stream_changed ON stream (changed);
"""
POSTGRES_1 = """
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
    stream TEXT PRIMARY KEY, length INTEGER NOT NULL, changed BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS stream_changed ON tangledbank.stream (changed);
"""


# --- what the first version wrote ----------------------------------------------------------------


def seat(kind: str, **known: str) -> dict[str, Any]:
    whole = {"bot": "", "token": "", "session": "", "name": "", "away": "", "absent": False}
    return {"kind": kind, **whole, **known}


def plan(game: str, seats: Sequence[dict[str, Any]], **known: object) -> dict[str, Any]:
    whole = {"options": {}, "code": "", "host": ADA.id, "public": False, "talk": True}
    return {"open": {"game": game, "seats": seats, **whole, "is_log": False, "seconds": 0, **known}}


def streams() -> dict[str, list[dict[str, Any]]]:
    """The entries of all streams, the one changed first first."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    played = plan("evolution", [seat("person"), seat("person")], is_log=True)
    waiting = plan(
        "origin",
        [
            seat("open", token=TOKENS[0]),
            seat("person", token=TOKENS[1]),
            seat("bot", bot="random"),
        ],
        code="ABCDEFGH",
    )
    sits = {"sit": 0, "session": ADA.id, "name": "Ada"}
    return {
        KEY_STREAM: [{"key": KEY.hex()}],
        "waiting": [waiting, *[{"known": True}] * 3, sits],
        "played": [played, *({"line": line} for line in lines)],
    }


MARKS = [
    ("code:ABCDEFGH", "waiting"),
    *((f"seat:{token}", "waiting") for token in TOKENS),
    (f"session:{ADA.id}", "waiting"),
    (f"session:{ADA.id}", "played"),
]


class Old(ABC):
    """A database of the first version."""

    prefix = ""  # of tables
    address = ""

    def __init__(self, folder: Path):
        self.folder = folder

    @abstractmethod
    def execute(self, statement: str, rows: Sequence[tuple[Any, ...]] = ()) -> Rows:
        """Carry it out, for each row."""

    @abstractmethod
    def copied(self, number: int = 1) -> dict[str, Rows]:
        """What is in the copy that was made before anything was changed."""

    @abstractmethod
    def copies(self) -> int:
        """How many there are."""

    @abstractmethod
    def version(self) -> int:
        """The number that it has; 0: none."""

    def fill(self) -> None:
        """Write as the first version did."""
        found = streams()
        bodies = [
            (name, number, msgspec.json.encode(entry))
            for name, entries in found.items()
            for number, entry in enumerate(entries)
        ]
        self.insert("entry", bodies)
        self.insert("mark", MARKS)
        self.insert("stream", [(name, len(found[name]), n) for n, name in enumerate(found, 1)])

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        signs = ", ".join(["?"] * len(rows[0]))
        self.execute(f"INSERT INTO {self.prefix}{table} VALUES ({signs})", rows)

    def rows(self) -> dict[str, Rows]:
        return {
            name: self.execute(f"SELECT * FROM {self.prefix}{name} ORDER BY 1, 2")
            for name in TABLES
        }

    def open(self) -> Store:
        return open_store(self.folder, self.address, is_shared=True)


class OldFile(Old):
    def __init__(self, folder: Path):
        super().__init__(folder)
        folder.mkdir(exist_ok=True)
        self.path = folder / FILE
        with closing(sqlite3.connect(self.path)) as made:
            made.execute("PRAGMA journal_mode = WAL")
            made.executescript(SQLITE_1)

    def execute(self, statement: str, rows: Sequence[tuple[Any, ...]] = ()) -> Rows:
        with closing(sqlite3.connect(self.path)) as file, file:
            if rows:
                file.executemany(statement, rows)
                return []
            return file.execute(statement).fetchall()

    def copied(self, number: int = 1) -> dict[str, Rows]:
        copy = OldFile.__new__(OldFile)
        copy.path = self._copies()[number - 1]
        assert stat.S_IMODE(copy.path.stat().st_mode) == 0o600
        return copy.rows()

    def _copies(self) -> list[Path]:
        return sorted(self.folder.glob(f"{FILE}.v1*"))

    def copies(self) -> int:
        return len(self._copies())

    def version(self) -> int:
        return int(self.execute("PRAGMA user_version")[0][0])


class OldDatabase(Old):
    prefix = "tangledbank."

    def __init__(self, folder: Path, address: str):
        super().__init__(folder)
        self.address = address
        self.execute(POSTGRES_1)

    def fill(self) -> None:
        super().fill()
        self.execute(f"SELECT setval('tangledbank.change', {len(streams())})")

    def execute(self, statement: str, rows: Sequence[tuple[Any, ...]] = ()) -> Rows:
        with psycopg.connect(self.address, autocommit=True) as connection:
            if rows:
                connection.cursor().executemany(statement.replace("?", "%s"), rows)
                return []
            done = connection.execute(statement)
            return done.fetchall() if done.description else []

    def copied(self, number: int = 1) -> dict[str, Rows]:
        schema = self._copies()[number - 1]
        return {
            name: self.execute(f"SELECT * FROM {schema}.{name} ORDER BY 1, 2") for name in TABLES
        }

    def _copies(self) -> list[str]:
        found = self.execute(
            "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, 'tangledbank_v1')"
        )
        return sorted(name for (name,) in found)

    def copies(self) -> int:
        return len(self._copies())

    def version(self) -> int:
        if self.execute("SELECT to_regclass('tangledbank.version')") == [(None,)]:
            return 0
        return int(self.execute("SELECT number FROM tangledbank.version")[0][0])


@pytest.fixture(params=["old_file", "old_database"])
def old(request: pytest.FixtureRequest) -> Old:
    found: Old = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def old_file(tmp_path: Path) -> OldFile:
    made = OldFile(tmp_path / "server")
    made.fill()
    return made


@pytest.fixture
def old_database(tmp_path: Path, empty_database: str) -> OldDatabase:
    made = OldDatabase(tmp_path / "server", empty_database)
    made.fill()
    return made


# --- what becomes of it --------------------------------------------------------------------------


def with_links(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As this version has them."""
    for one in entries[0].get("open", {}).get("seats", ()):
        token = one.pop("token")
        if token:
            one["link"] = hashlib.sha256(token.encode()).hexdigest()
    return entries


def test_everything_is_there_in_the_new_version(old: Old) -> None:
    async def look(store: Store) -> None:
        for name in ("waiting", "played"):
            assert await store.read(name) == with_links(streams()[name])
        assert [*await store.list(f"session:{ADA.id}")] == ["played", "waiting"]
        assert [*await store.list("code:ABCDEFGH")] == ["waiting"]
        for token in TOKENS:
            assert [*await store.list(f"seat:{hashed(token)}")] == ["waiting"]
            assert [*await store.list(f"seat:{token}")] == []
        hub = Hub(store, BotWorkers())
        assert (await hub.table("played")).playing.over
        assert (await hub.table("waiting")).seat_of(ADA.id) == 0
        await hub.close()
        length = len(streams()["waiting"])
        assert await store.append("waiting", length, [StreamEntry({"known": True})])
        assert [*await store.list(f"session:{ADA.id}")] == ["waiting", "played"]

    with closing(old.open()) as store:
        asyncio.run(look(store))


def test_a_copy_is_made_before_and_it_is_told_once(
    old: Old, caplog: pytest.LogCaptureFixture
) -> None:
    before = old.rows()
    for _ in range(2):
        old.open().close()
    assert old.copies() == 1
    assert old.copied() == before
    (told,) = caplog.records
    assert "from version 1 to 2" in told.getMessage()
    assert "v1" in told.getMessage()


def test_what_is_new_is_laid_out_as_what_was_migrated(old_file: OldFile, tmp_path: Path) -> None:
    layouts = []
    for folder in (old_file.folder, tmp_path / "new"):
        open_store(folder).close()
        with closing(sqlite3.connect(folder / FILE)) as file:
            found = file.execute("SELECT name, coalesce(sql, '') FROM sqlite_master ORDER BY 1")
            layouts.append([(name, sql.split()) for name, sql in found])
    assert layouts[0] == layouts[1]


def test_a_copy_that_is_there_is_kept(old: Old) -> None:
    before = old.rows()
    if isinstance(old, OldFile):
        (old.folder / f"{FILE}.v1").write_bytes(b"of a copy nobody knows of")
    else:
        old.execute("CREATE SCHEMA tangledbank_v1")
    old.open().close()
    assert old.copies() == 2
    assert old.copied(2) == before
    if isinstance(old, OldFile):
        assert (old.folder / f"{FILE}.v1").read_bytes() == b"of a copy nobody knows of"


def test_if_it_fails_nothing_is_changed(old: Old) -> None:
    old.insert("entry", [("broken", 0, b"{")])
    before = old.rows()
    sentence = r"cannot be brought up to date: .* Nothing was changed"
    with pytest.raises(Refused, match=sentence) as refused:
        old.open()
    assert old.rows() == before
    assert old.version() == 0
    if isinstance(old, OldFile):
        assert str(old.folder / f"{FILE}.v1") in refused.value.sentence
        assert old.copied() == before
        assert not (old.folder / KEY_FILE).exists()
    else:
        assert old.copies() == 0


def test_what_a_newer_version_has_kept_is_refused(old: Old) -> None:
    old.open().close()
    if isinstance(old, OldFile):
        old.execute("PRAGMA user_version = 3")
    else:
        old.execute("UPDATE tangledbank.version SET number = 3")
    before = old.rows()
    with pytest.raises(Refused, match="newer version of Tangled Bank: update it"):
        old.open()
    assert old.rows() == before
    assert old.version() == 3


def test_of_several_that_start_at_once_one_migrates(old: Old) -> None:
    before = old.rows()
    assert at_once(OPENER, [[str(old.folder), old.address]] * 4) == [""] * 4
    assert old.copies() == 1
    assert old.copied() == before
    assert old.version() == 2


# --- the key -------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", [None, b"", KEY, OTHER_KEY])
def test_the_key_moves_from_the_file_of_tables_to_its_own(
    old_file: OldFile, found: bytes | None
) -> None:
    if found is not None:
        (old_file.folder / KEY_FILE).write_bytes(found)
    old_file.open().close()
    path = old_file.folder / KEY_FILE
    assert path.read_bytes() == KEY
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert all(KEY_STREAM not in row for rows in old_file.rows().values() for row in rows)
    kept = b"".join(one.read_bytes() for one in (old_file.path, *old_file.folder.glob("*-wal")))
    for secret in (KEY.hex(), *TOKENS):
        assert secret.encode() not in kept


def test_sessions_go_on(old_file: OldFile, tmp_path: Path) -> None:
    (old_file.folder / KEY_FILE).write_bytes(OTHER_KEY)
    (tmp_path / KEY_FILE).write_bytes(KEY)
    response = Response()
    Signer(tmp_path).write(response, ADA, is_secure=False)
    for _ in range(2):
        with running(tmp_path) as server:
            ada = Visitor(server.host)
            ada.cookie = response.headers["set-cookie"].partition(";")[0]
            assert "/t/waiting" in ada.get("/").body


KILLED = """
import os, sys
from pathlib import Path
from tangledbank.server.store import open_store, sqlite
put_key = sqlite.put_key

def put_key_and_die(*given):
    put_key(*given)
    os.kill(os.getpid(), 9)

sqlite.put_key = put_key_and_die
open_store(Path(sys.argv[1]))
"""


def test_killed_in_between_the_key_is_not_lost(old_file: OldFile) -> None:
    before = old_file.rows()
    done = subprocess.run([sys.executable, "-c", KILLED, str(old_file.folder)])
    assert done.returncode == -9
    assert old_file.rows() == before
    old_file.open().close()
    assert (old_file.folder / KEY_FILE).read_bytes() == KEY
    assert old_file.version() == 2
    assert old_file.copied(2) == before


async def shared_key(old: Old) -> bytes:
    """With which a server on this store signs."""
    with closing(old.open()) as store:
        signer = Signer(old.folder)
        await signer.share(store)
        return signer._key


def test_in_a_store_elsewhere_the_key_stays(old_database: OldDatabase) -> None:
    assert asyncio.run(shared_key(old_database)) == KEY
    assert (old_database.folder / KEY_FILE).read_bytes() != KEY


def test_a_key_that_could_be_guessed_is_replaced(old: Old) -> None:
    short = msgspec.json.encode({"key": ""})
    old.execute(f"DELETE FROM {old.prefix}entry WHERE stream = '{KEY_STREAM}'")
    old.insert("entry", [(KEY_STREAM, 0, short)])
    assert asyncio.run(shared_key(old)) == (old.folder / KEY_FILE).read_bytes()
