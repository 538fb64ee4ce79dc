"""Several servers on one store: people at one table see the same, whichever of them they are at."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from tangledbank.server.hub import Hub, Live
from tangledbank.server.pages import table_part
from tangledbank.server.store import open_store
from tangledbank.server.thinking import Thinkers
from tangledbank.table import verify
from tests.postgres import empty
from tests.wire import Page, Running, Visitor, running

QUICK = ("--pace", "0")


class Nodes(NamedTuple):
    """Two servers, each with a folder of its own, on one database."""

    database: str
    one: Running
    other: Running


@pytest.fixture(scope="module")
def nodes(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    empty(database)
    folder, options = tmp_path_factory.mktemp("nodes"), ("--store", database, *QUICK)
    with running(folder / "one", *options) as one, running(folder / "other", *options) as other:
        yield Nodes(database, one, other)
        for server in (one, other):
            assert "Traceback" not in server.errors()


def at(server: Running, visitor: Visitor) -> Visitor:
    """The same browser at another server."""
    moved = Visitor(server.host, visitor.name)
    moved.cookie = visitor.cookie
    return moved


def play(pages: Sequence[Page], watchers: Sequence[Page], most: int) -> int:
    """Random actions until so many are acknowledged or the game is over; gives their number."""
    random, done = np.random.default_rng(1), 0
    for page in (*pages, *watchers):
        page.hear()
    while done < most and not any(page.is_over for page in pages):
        for page in (*pages, *watchers):
            page.wait(0)
        ready = [page for page in pages if page.shown["yours"]]
        if ready:
            page = ready[int(random.integers(len(ready)))]
            answer = page.act(int(random.choice(page.codes)))
            done += answer["type"] == "done"
            assert answer["type"] == "done" or answer["reason"] == "stale", answer
    return done


async def kept(database: str, table: str, folder: Path) -> Live:
    """A table as the store has it; every line of its log follows from those before it."""
    store = open_store(folder, database)
    hub = Hub(store, Thinkers())
    live = await hub.table(table)
    verify(live.playing.log())
    await hub.close()
    store.close()
    return live


def until_it_shows(page: Page, html: str) -> None:
    """What is on its way to a page comes."""
    while page.shown["html"] != html:
        page.hear()


@pytest.mark.parametrize("game", ["evolution", "origin", "darwin"])
def test_people_at_two_servers_play_at_one_table(nodes: Nodes, game: str, tmp_path: Path) -> None:
    ada, bob = Visitor(nodes.one.host, "Ada"), Visitor(nodes.other.host, "Bob")
    table = ada.open_table(game, ["open", "open"])
    bob.join(ada.invitation(table))
    eve = Visitor(nodes.other.host, "Eve")
    with ada.sit(table) as a, bob.sit(table) as b, eve.sit(table) as e:
        done = play([a, b], [e], 60)
        live = asyncio.run(kept(nodes.database, table, tmp_path))
        own = [move for move in live.playing.moves if not move.auto]
        assert len(own) == done  # none is lost, none is there twice
        for seat, page in ((0, a), (1, b), (-1, e)):
            session = live.seats[seat].session if seat >= 0 else ""
            until_it_shows(page, table_part(live, session))
        for page, visitor in ((a, at(nodes.other, ada)), (b, at(nodes.one, bob))):
            with visitor.sit(table) as moved:  # one's seat is one's own at the other server too
                moved.hear()
                assert moved.shown["html"] == page.shown["html"]


def test_pages_without_a_socket_show_what_others_did(nodes: Nodes) -> None:
    ada = Visitor(nodes.one.host, "Ada")
    table = ada.open_table("evolution", ["open", "open"])
    bob = Visitor(nodes.other.host, "Bob")
    bob.join(ada.invitation(table))
    assert "waiting" not in ada.get(f"/t/{table}").body
    with ada.sit(table) as page:
        page.hear()
        for _ in range(3):
            if page.shown["yours"]:
                assert page.act(page.codes[0])["type"] == "done"
            assert at(nodes.other, ada).get(f"/t/{table}").body.count(page.shown["stamp"])
    assert table in at(nodes.other, ada).get("/").body


def test_bots_are_moved_by_one_server_and_by_the_other_if_it_dies(
    nodes: Nodes, tmp_path: Path
) -> None:
    with running(tmp_path / "mortal", "--store", nodes.database, *QUICK) as mortal:
        ada = Visitor(mortal.host, "Ada")
        table = ada.open_table("origin", ["open", "bot:random", "bot:random"])
        watcher = Visitor(nodes.other.host, "Eve")
        with watcher.sit(table) as eve, ada.sit(table) as page:
            done = play([page], [eve], 4)
            while not page.shown["yours"]:
                page.hear()
            page.say("act", code=page.codes[0], stamp=page.shown["stamp"])
            mortal.end(signal.SIGKILL)
    with watcher.sit(table) as eve, at(nodes.other, ada).sit(table) as page:
        done += play([page], [eve], 4)
    live = asyncio.run(kept(nodes.database, table, tmp_path))
    own = [move for move in live.playing.moves if move.seat == 0 and not move.auto]
    assert len(own) in (done, done + 1)  # what was sent last may have come or not
