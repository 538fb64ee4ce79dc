"""Several servers on one store: people at one table see the same, whichever of them they are at."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from tangledbank.server.rooms.bots import BotWorkers
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.rooms.room import Room
from tangledbank.server.store import open_store
from tangledbank.server.web.pages import table_part
from tangledbank.table import verify
from tests.postgres import empty
from tests.wire import Page, Running, Visitor, path_to, running

QUICK = ("--pace", "0")


class Node(NamedTuple):
    """A server, or one process of it: connections that begin with a path come to it."""

    server: Running
    begin: str = ""

    def visitor(self, name: str) -> Visitor:
        """Someone who comes to it."""
        return Visitor(self.server.host, name, self.begin)

    def meet(self, visitor: Visitor) -> Visitor:
        """The same browser at this one."""
        moved = self.visitor(visitor.name)
        moved.cookie = visitor.cookie
        return moved


class Nodes(NamedTuple):
    """Two servers on one database, or two processes of one on one file."""

    address: str
    folder: Path  # of the file
    one: Node
    other: Node


@pytest.fixture(scope="module", params=["postgres", "sqlite"])
def nodes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Nodes]:
    folder = tmp_path_factory.mktemp("nodes")
    if request.param == "postgres":
        yield from two_servers(request.getfixturevalue("database"), folder)
    else:
        yield from two_processes(folder)


def two_servers(database: str, folder: Path) -> Iterator[Nodes]:
    """Each with a folder of its own."""
    empty(database)
    options = ("--store", database, *QUICK)
    with running(folder / "one", *options) as one, running(folder / "other", *options) as other:
        yield Nodes(database, folder, Node(one), Node(other))
        for server in (one, other):
            assert "Traceback" not in server.errors()


def two_processes(folder: Path) -> Iterator[Nodes]:
    """Of one server."""
    with running(folder / "data", "--processes", "2", *QUICK) as server:
        yield Nodes("", folder / "data" / "server", *(Node(server, path_to(n)) for n in (0, 1)))
        assert "Traceback" not in server.errors()


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
            answer = page.act_patiently(int(random.choice(page.codes)))
            done += answer["type"] == "done"
            assert answer["type"] == "done" or answer["reason"] == "stale", answer
    return done


async def kept(nodes: Nodes, table: str) -> Room:
    """A table as the store has it; every line of its log follows from those before it."""
    store = open_store(nodes.folder, nodes.address)
    hub = Hub(store, BotWorkers())
    live = await hub.table(table)
    verify(live.playing.log())
    await hub.close()
    store.close()
    return live


def of_table(html: str) -> list[str]:
    """A page without the link to one's seat, which is shown where it was made, and nowhere else."""
    return [line for line in html.split("\n") if 'id="more"' not in line]


def until_it_shows(page: Page, html: str) -> None:
    """What is on its way to a page comes."""
    while of_table(page.shown["html"]) != of_table(html):
        page.hear()


@pytest.mark.parametrize("game", ["evolution", "origin", "darwin"])
def test_people_at_two_servers_play_at_one_table(nodes: Nodes, game: str) -> None:
    ada, bob = nodes.one.visitor("Ada"), nodes.other.visitor("Bob")
    table = ada.open_table(game, ["open", "open"])
    bob.join(ada.invitation(table))
    eve = nodes.other.visitor("Eve")
    with ada.sit(table) as a, bob.sit(table) as b, eve.sit(table) as e:
        done = play([a, b], [e], 60)
        live = asyncio.run(kept(nodes, table))
        own = [move for move in live.playing.moves if not move.auto]
        assert len(own) == done  # none is lost, none is there twice
        for seat, page in ((0, a), (1, b), (-1, e)):
            session = live.seats[seat].session if seat >= 0 else ""
            until_it_shows(page, table_part(live, session))
        for page, visitor in ((a, nodes.other.meet(ada)), (b, nodes.one.meet(bob))):
            with visitor.sit(table) as moved:  # one's seat is one's own at the other server too
                moved.hear()
                assert of_table(moved.shown["html"]) == of_table(page.shown["html"])
                assert 'value="renew"' in moved.shown["html"]  # another link can be had anywhere


def test_pages_without_a_socket_show_what_others_did(nodes: Nodes) -> None:
    ada = nodes.one.visitor("Ada")
    table = ada.open_table("evolution", ["open", "open"])
    bob = nodes.other.visitor("Bob")
    bob.join(ada.invitation(table))
    assert "waiting" not in ada.get(f"/t/{table}").body
    with ada.sit(table) as page:
        page.hear()
        for _ in range(3):
            if page.shown["yours"]:
                assert page.act(page.codes[0])["type"] == "done"
            assert nodes.other.meet(ada).get(f"/t/{table}").body.count(page.shown["stamp"])
    assert table in nodes.other.meet(ada).get("/").body


@contextmanager
def mortal_node(nodes: Nodes, folder: Path) -> Iterator[tuple[Node, Callable[[], object]]]:
    """One that may die, and its death; if it is a process of a server another takes its place."""
    if not nodes.address:
        server = nodes.one.server
        yield nodes.one, lambda: os.kill(server.processes()[0], signal.SIGKILL)
        return
    with running(folder / "mortal", "--store", nodes.address, *QUICK) as server:
        yield Node(server), lambda: server.end(signal.SIGKILL)


def test_bots_are_moved_by_one_server_and_by_the_other_if_it_dies(
    nodes: Nodes, tmp_path: Path
) -> None:
    with mortal_node(nodes, tmp_path) as (mortal, die):
        ada = mortal.visitor("Ada")
        table = ada.open_table("origin", ["open", "bot:random", "bot:random"])
        watcher = nodes.other.visitor("Eve")
        with watcher.sit(table) as eve, ada.sit(table) as page:
            done = play([page], [eve], 4)
            while not page.shown["yours"]:
                page.hear()
            page.say("act", code=page.codes[0], stamp=page.shown["stamp"])
            die()
    with watcher.sit(table) as eve, nodes.other.meet(ada).sit(table) as page:
        done += play([page], [eve], 4)
    live = asyncio.run(kept(nodes, table))
    own = [move for move in live.playing.moves if move.seat == 0 and not move.auto]
    assert len(own) in (done, done + 1)  # what was sent last may have come or not
