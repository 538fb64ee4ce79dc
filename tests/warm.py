"""A process that has everything loaded, and becomes a server as often as asked.

A server takes most of its start to load its modules. Tests that kill it over and over ask this
process for the next one: a fork of it is a process like any other, killed like any other.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PATIENCE = 120.0  # seconds; a machine may be busy
MOVES = 30  # that are played so that everything is loaded


class Warm:
    """The process that is forked."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            text=True,
        )

    def start(self, folder: Path, port: int, store: str, processes: int) -> Forked:
        """A server on a folder, or a store elsewhere, as soon as it can be reached."""
        errors = folder.parent / f"{folder.name}.errors"
        order = {
            "folder": str(folder), "port": port, "errors": str(errors), "store": store,
            "processes": processes,
        }  # fmt: skip
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline())
        said = self._process.stdout.readline()
        found = re.search(r"http://([\d.]+:\d+)/", said)
        assert found, said
        return Forked(folder, errors, pid, found[1])

    def __enter__(self) -> Warm:
        return self

    def __exit__(self, *_: object) -> None:
        """End it; servers that still run go on."""
        with self._process:
            pass


class Forked:
    """A server in a fork."""

    def __init__(self, folder: Path, errors: Path, pid: int, host: str):
        self.folder, self.host, self._errors, self._pid = folder, host, errors, pid

    @property
    def port(self) -> int:
        """Where it listens; the next one after a crash can listen there again."""
        return int(self.host.partition(":")[2])

    def errors(self) -> str:
        """Everything it and those before it complained about."""
        return self._errors.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """End it by `kill -9`, and wait until all of it has gone; once is enough."""
        until = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < until:
                os.killpg(self._pid, signal.SIGKILL)
                time.sleep(0.002)
        except ProcessLookupError:
            return
        raise TimeoutError


def main() -> None:
    """What the process does: a server for each line of its input."""
    from tangledbank.cli.serve import serve
    from tangledbank.server.web import sharding

    load_all()
    sharding.SPAWN = multiprocessing.get_context("fork")  # type: ignore[assignment]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    while line := read_line():
        order = json.loads(line)
        if pid := os.fork():
            print(pid, flush=True)
            continue
        become_server(order, serve)


def read_line() -> bytes:
    """The next line; nothing is read ahead, which forks would read again."""
    line = b""
    while not line.endswith(b"\n") and (letter := os.read(0, 1)):
        line += letter
    return line


def become_server(order: dict[str, Any], serve: Any) -> None:
    """Serve until killed."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(order["errors"], os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    wanted = {name: order[name] for name in ("store", "processes")}
    serve("127.0.0.1", order["port"], Path(order["folder"]), browser=False, pace=0.0, **wanted)
    os._exit(0)


def load_all() -> None:
    """Load what a server loads as soon as tables are played and looked at."""
    from tangledbank.games import GAMES
    from tangledbank.server.rooms.room import PERSON, Room, Seat, TablePlan
    from tangledbank.server.web.pages import table_part
    from tangledbank.table import Table, verify

    for game in GAMES:
        seats = [Seat(PERSON, session=name, name=name) for name in ("Ada", "Bob")]
        live = Room(game, TablePlan(game, seats))
        live.table = Table(game, ["me:Ada", "me:Bob"], seed=1)
        while not live.table.over and len(live.table.moves) < MOVES:
            seat = live.table.pending[0]
            live.table.act(seat, int(live.table.codes(seat)[-1]))
        verify(live.table.log())
        for viewer in ("Ada", "Bob", ""):
            table_part(live, viewer)


if __name__ == "__main__":
    main()
