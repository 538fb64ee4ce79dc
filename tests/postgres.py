"""A PostgreSQL server for tests, with data of its own and nothing but a socket in a folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

PATIENCE = 60.0  # seconds; a machine may be busy
USERS = ("postgres", "nobody")  # it refuses to run as root


@cache
def _programs() -> Path | None:
    """The folder of PostgreSQL's programs: of the newest that Debian has, or on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    on_path = shutil.which("postgres")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def _version(program: Path) -> int:
    name = program.parent.parent.name
    return int(name) if name.isdecimal() else 0


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database, as long as it runs."""
    programs = _programs()
    if programs is None:
        pytest.skip("NO POSTGRESQL: the store for several servers is not tested")
    with tempfile.TemporaryDirectory(prefix="tangledbank-postgres-") as name:
        folder, user = Path(name), _user()
        if user:
            shutil.chown(folder, user["user"], user["group"])
        data = folder / "data"
        make: list[str | Path] = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "tests",
            "--auth=trust",
            "--no-sync",
        ]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=folder, **user)
        run: list[str | Path] = [
            programs / "postgres",
            "-D",
            data,
            "-k",
            folder,
            "-c",
            "listen_addresses=",
        ]
        with (folder / "said").open("wb") as said:
            server = subprocess.Popen(run, stdout=said, stderr=said, cwd=folder, **user)
        try:
            address = f"postgresql://tests@/postgres?host={folder}"
            _wait_for(address)
            yield address
        finally:
            server.send_signal(signal.SIGINT)  # a fast end
            server.wait(PATIENCE)


def _user() -> dict[str, Any]:
    """Whom to run it as: oneself, unless that is root."""
    if os.getuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = next(names[name] for name in USERS if name in names)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _wait_for(address: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            assert time.monotonic() < until, "PostgreSQL does not start"
            time.sleep(0.05)


def empty(address: str) -> None:
    """Throw away all tables of a database."""
    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute(
            "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, 'tangledbank')"
        ).fetchall()
        for (schema,) in found:  # with the copies of older versions
            connection.execute(f"DROP SCHEMA {schema} CASCADE")
