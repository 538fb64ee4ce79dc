"""Killed in the middle of play and started again, the server has lost and doubled nothing.

People play at some tables; each remembers what was acknowledged, and the message whose answer was
never heard, which is sent again on coming back. `kill -9` comes at a random moment. At the end the
log of each table has to hold every acknowledged action once and in order, besides them only what
was sent and not heard of, and every page has to show what the log leads to.
"""

from __future__ import annotations

import asyncio
import json
import random
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tangledbank.server.rooms.bots import BotWorkers
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.store import Store, open_store
from tangledbank.server.web.pages import table_part
from tangledbank.table import verify
from tests.warm import Forked, Warm
from tests.wire import CODE, PATIENCE, Visitor, path_to, read_frame, repeats

CYCLES = repeats(100, "TANGLEDBANK_WIRE_CYCLES")
TABLES = repeats(3, "TANGLEDBANK_WIRE_TABLES")
SHORTEST, LONGEST = 0.05, 0.45  # seconds of play before the kill
GAMES = ("evolution", "origin", "darwin")
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError)


@dataclass
class Sent:
    """An action on its way; sure is what was acknowledged."""

    stamp: str
    code: int
    is_sure: bool = False


@dataclass
class Player:
    """A person at a table who comes back whenever the connection is lost."""

    visitor: Visitor
    table: str
    seed: int
    sent: list[Sent] = field(default_factory=list)
    is_there: asyncio.Event = field(default_factory=asyncio.Event)
    html: str = ""
    stamp: str = ""
    is_yours: bool = False

    async def play(self) -> None:
        """Act until the server is gone."""
        try:
            async with self._connected() as socket:
                await self._act_on(socket)
        except LOST:
            pass

    def _connected(self) -> connect:
        return connect(
            f"ws://{self.visitor.host}/t/{self.table}/socket",
            sock=self.visitor.connection().sock,
            additional_headers={"cookie": self.visitor.cookie},
            origin=f"http://{self.visitor.host}",  # type: ignore[arg-type]
            max_size=None,
            open_timeout=None,  # a busy machine is not a lost connection
        )

    async def _act_on(self, socket: ClientConnection) -> None:
        number, is_again = 0, bool(self.sent) and not self.sent[-1].is_sure
        is_waiting = is_again
        if is_again:  # it may have been done, or not
            number = await self._send(socket, number)
        while True:
            message = read_frame(await socket.recv(), self.html)
            if message["type"] == "table":
                self._show(message)
            elif message["n"] == number and message.get("reason") == "flood":
                await asyncio.sleep(0.1)  # faster than people may be: the same again
                number = await self._send(socket, number)
            elif message["n"] == number:
                is_waiting = False
                self._note(message, is_again)
                is_again = False
            if self.is_yours and not is_waiting:
                self.sent.append(Sent(self.stamp, self._choice()))
                number, is_waiting = await self._send(socket, number), True
                self.is_yours = False  # until the next look

    async def _send(self, socket: ClientConnection, number: int) -> int:
        wish = {"type": "act", "n": number + 1, "stamp": self.sent[-1].stamp}
        await socket.send(json.dumps({**wish, "code": self.sent[-1].code}))
        return number + 1

    def _choice(self) -> int:
        chance = random.Random(self.seed + len(self.sent))
        return int(chance.choice(CODE.findall(self.html)))

    def _note(self, message: dict[str, Any], is_again: bool) -> None:
        if message["type"] == "done":
            self.sent[-1].is_sure = True
            return
        assert message["reason"] == "stale", message
        if not is_again:  # others were faster; it was certainly not done
            self.sent.pop()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended on this page."""
        return 'id="result"' in self.html

    @property
    def session(self) -> str:
        """The id in the cookie."""
        body = self.visitor.cookie.partition("=")[2].partition(".")[0]
        return str(json.loads(urlsafe_b64decode(body))["id"])

    def _show(self, message: dict[str, Any]) -> None:
        self.html, self.stamp, self.is_yours = message["html"], message["stamp"], message["yours"]
        self.is_there.set()

    async def look(self) -> str:
        """What a page shows that is opened now."""
        async with self._connected() as socket:
            frame = await asyncio.wait_for(socket.recv(), PATIENCE)
            return str(read_frame(frame, "")["html"])


def sit_down(server: Forked, players: list[Player], begin: Sequence[str]) -> None:
    """Open tables for two until so many are being played, each at a process of their own."""
    while sum(not player.is_over for player in players) < 2 * TABLES:
        number = len(players)
        ada, bob = (
            Visitor(server.host, name, path)
            for name, path in zip(("Ada", "Bob"), begin, strict=True)
        )
        table = ada.open_table(GAMES[number // 2 % len(GAMES)], ["open", "open"])
        bob.join(ada.invitation(table))
        players += [Player(ada, table, number), Player(bob, table, number + 1)]


async def cycle(server: Forked, players: Sequence[Player], seconds: float) -> None:
    """Play, then kill at a moment nobody knows of."""
    for player in players:
        player.is_there = asyncio.Event()
    work = [asyncio.create_task(player.play()) for player in players]
    await asyncio.wait_for(asyncio.gather(*(one.is_there.wait() for one in players)), PATIENCE)
    await asyncio.sleep(seconds)
    server.kill()
    await asyncio.wait_for(asyncio.gather(*work), PATIENCE)


@pytest.mark.parametrize(
    ("store", "processes", "cycles"),
    [("sqlite", 1, CYCLES), ("sqlite", 2, CYCLES // 10), ("postgres", 1, CYCLES // 10)],
)
def test_killed_again_and_again_it_loses_and_doubles_nothing(
    store: str, processes: int, cycles: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    address = request.getfixturevalue("empty_database") if store == "postgres" else ""
    begin = [path_to(0), path_to(1)] if processes == 2 else ["", ""]
    players: list[Player] = []
    with Warm() as warm:
        server = warm.start(tmp_path / "data", 0, address, processes)
        try:
            for number in range(cycles):
                sit_down(server, players, begin)
                playing = [player for player in players if not player.is_over]
                seconds = random.Random(number).uniform(SHORTEST, LONGEST)
                asyncio.run(cycle(server, playing, seconds))
                server = warm.start(server.folder, server.port, address, processes)
            pages = [asyncio.run(player.look()) for player in players]
            assert "Traceback" not in server.errors()
        finally:
            server.kill()
    asyncio.run(check(open_store(server.folder / "server", address), players, pages))
    sent = [one for player in players for one in player.sent]
    sure = sum(one.is_sure for one in sent)
    print(
        f"{cycles} kills, {len(players) // 2} tables, {sure} actions acknowledged and kept, "
        f"{len(sent) - sure} without an answer, kept once or not at all"
    )
    assert sure > cycles


async def check(store: Store, players: Sequence[Player], pages: Sequence[str]) -> None:
    """Compare what is kept with what the players remember, and with what they are shown."""
    hub = Hub(store, BotWorkers())
    for number, (player, page) in enumerate(zip(players, pages, strict=True)):
        live = await hub.table(player.table)
        verify(live.playing.log())  # every line follows from those before it
        moves = live.playing.moves
        done = [move.code for move in moves if move.seat == number % 2 and not move.auto]
        assert is_explained(done, player.sent), player
        assert page == table_part(live, player.session)
    await hub.close()
    store.close()


def is_explained(done: Sequence[int], sent: Sequence[Sent]) -> bool:
    """Whether all that was done was sent, in order, once; and all acknowledged was done."""
    reached = {0}  # how much of it the messages so far can explain
    for one in sent:
        with_it = {count + 1 for count in reached if done[count : count + 1] == [one.code]}
        reached = with_it if one.is_sure else reached | with_it
    return len(done) in reached


def test_what_is_lost_or_doubled_would_be_noticed() -> None:
    sure, open_one = Sent("", 1, True), Sent("", 2)
    assert is_explained([1], [sure])
    assert is_explained([1, 2], [sure, open_one])
    assert is_explained([1, 1], [sure, open_one, sure])
    assert not is_explained([], [sure])
    assert not is_explained([1, 1], [sure, open_one])
    assert not is_explained([2, 1], [sure, open_one])
