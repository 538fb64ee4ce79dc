"""A passing error of the store or of the system stops nothing for good, and the page tells."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tangledbank.server.rooms.bots import BotWorkers
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.rooms.room import BOT, OPEN, Seat, TablePlan
from tangledbank.server.store import SqliteStore
from tangledbank.server.web.pages import table_part
from tests.wire import PATIENCE, Page, Running, Visitor, running

FILE = "server/tables.sqlite3"
FULL = """
CREATE TRIGGER full BEFORE INSERT ON entry WHEN CAST(NEW.body AS TEXT) LIKE '%"line"%'
BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
"""
STUCK = 'id="stuck"'


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "data", "--pace", "0") as started:
        yield started
        assert "Traceback" not in started.errors()


def until(holds: Callable[[], bool]) -> None:
    """Wait for a state."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def hear_until(page: Page, holds: Callable[[], bool]) -> None:
    """Take in what the server pushes until something is seen; nothing is asked for."""
    while not holds():
        page.hear()


def spoil(server: Running, statement: str) -> None:
    """Change the database behind the server's back."""
    with closing(sqlite3.connect(server.folder / FILE, PATIENCE)) as database:
        database.execute(statement)


def thinking(server: Running) -> list[int]:
    """The processes in which bots think."""
    found = []
    for children in Path(f"/proc/{server.process.pid}/task").glob("*/children"):
        for child in children.read_text().split():
            if b"search.bot" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def asked(page: Page) -> None:
    """Wait until it is one's turn."""
    hear_until(page, lambda: bool(page.shown["yours"]))


def hand_over(page: Page) -> None:
    """Let a bot play on, so that there is something to do without us."""
    page.visitor.post(f"/t/{page.table}/do", {"do": "away"})


def test_after_a_full_disk_bots_go_on_by_themselves(server: Running) -> None:
    ada = Visitor(server.host, "Ada")
    table = ada.open_table("origin", ["person", "bot:random"])
    with ada.sit(table) as page:
        asked(page)
        spoil(server, FULL)
        hand_over(page)
        hear_until(page, lambda: STUCK in page.shown["html"])
        spoil(server, "DROP TRIGGER full")
        hear_until(page, lambda: page.is_over)
        assert STUCK not in page.shown["html"]
    assert "Traceback" not in server.errors()


def test_after_want_of_room_for_processes_bots_go_on_by_themselves(server: Running) -> None:
    ada = Visitor(server.host, "Ada")
    table = ada.open_table("origin", ["person", "bot:random"])
    with ada.sit(table) as page:
        asked(page)
        until(lambda: bool(thinking(server)))
        pid = server.process.pid
        usual = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, usual[1]))  # no more can be opened
        for process in thinking(server):
            os.kill(process, signal.SIGKILL)
        page.say("away")
        hear_until(page, lambda: STUCK in page.shown["html"])
        resource.prlimit(pid, resource.RLIMIT_NOFILE, usual)
        hear_until(page, lambda: page.is_over)
        assert STUCK not in page.shown["html"]


def test_a_look_at_the_table_is_enough_to_try_again(tmp_path: Path) -> None:
    """Even after long trouble, when the pauses have grown, who comes need not wait for them."""

    async def story() -> None:
        store = SqliteStore(tmp_path)
        hub = Hub(store, BotWorkers())
        plan = TablePlan("origin", [Seat(OPEN), Seat(BOT, "random")])
        live = await hub.open(plan, "ada", "Ada")
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3", PATIENCE)) as database:
            database.execute(FULL)
            await hub.let_play(live, 0, "random")
            while not hub._autoplay._troubles:
                await asyncio.sleep(0.01)
            hub._autoplay._troubles[live.id]._pause = 1e9
            database.execute("DROP TRIGGER full")
        while not (await hub.table(live.id)).playing.over:
            await asyncio.sleep(0.01)
        assert not hub._autoplay._troubles
        await hub.close()
        store.close()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_it_is_told_that_a_simpler_bot_has_decided(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path)
        hub = Hub(store, BotWorkers(seconds=0.0))  # no bot is as fast as that
        live = await hub.open(TablePlan("origin", [Seat(OPEN), Seat(BOT, "greedy")]), "ada", "Ada")
        await hub.let_play(live, 0, "greedy")
        for sentence in ("has decided for Bot B: theirs did not", "has decided for you: yours did"):
            while sentence not in table_part(live, "ada"):
                await asyncio.sleep(0.01)
        await hub.close()
        store.close()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_the_time_of_a_turn_is_kept_after_trouble(server: Running) -> None:
    """The caretaker decides for someone whose time is over, as soon as that can be written."""
    ada = Visitor(server.host, "Ada")
    fields = {"name": "Ada", "game": "origin", "seats": 2, "seat1": "bot:random", "seconds": 1}
    answer = ada.post("/open", {**fields, "seat0": "person"})
    with ada.sit(answer.headers["location"].removeprefix("/t/")) as page:
        asked(page)
        spoil(server, FULL)
        hear_until(page, lambda: STUCK in page.shown["html"])
        spoil(server, "DROP TRIGGER full")
        hear_until(
            page, lambda: STUCK not in page.shown["html"] and 'id="late"' in page.shown["html"]
        )
