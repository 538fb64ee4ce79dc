"""Every kind of page, in states that a test can begin with: reached over sockets, not by hand."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Mapping
from typing import Any

from tangledbank.games import GAMES
from tests.server_process import Server, Visitor

CONFIRMED = re.compile(r'name="code" value="\d+" data-keys="[^"]*" data-sentence')  # no step
MIDDLE = 40  # looks at a table after which there is much to see
NO_OPTIONS: Mapping[str, str] = {}
SHORTEST = {"origin": NO_OPTIONS, "evolution": {"mode": "quick"}, "darwin": {"length": "short"}}


class Scenes:
    """Pages by name, and who sits at their tables."""

    def __init__(self, server: Server, seed: int = 5):
        self.host = Visitor(server, "Ann")
        self._chance = random.Random(seed)
        self.paths = {"home": "/", "refused": "/t/nowhere", "missing": "/nowhere"}
        waiting = self._open("darwin", ["open", "person", "bot:greedy"])
        self.paths["waiting"] = f"/t/{waiting}"
        page = self.host.get(f"/t/{waiting}")[2]
        for name in ("join", "seat"):
            found = re.search(rf'href="(/{name}/[^"]+)"', page)
            assert found
            self.paths[name] = found[1]
        for game in GAMES:
            self._add(game)
        self.paths["open refused"] = "/open/darwin?seats=3&option-variant=teams"
        self.paths["darwin draft"] = f"/t/{self._begin_species()}"
        self.paths["origin together"] = f"/t/{self._ask_to_take_back(server)}"

    def _add(self, game: str) -> None:
        early = self.host.play_now(game, seats=3)
        middle = self.host.play_now(game, seats=3, bot="greedy")
        self._let_bots_play(middle)
        over = self._open(game, ["bot:random"], options=SHORTEST[game])
        self._play(over)
        self.paths |= {
            f"open {game}": f"/open/{game}",
            f"rules {game}": f"/rules/{game}",
            f"cards {game}": f"/rules/{game}/cards",
            f"{game} early": f"/t/{early}",
            f"{game} middle": f"/t/{middle}",
            f"{game} over": f"/t/{over}",
            f"{game} replay": f"/t/{over}/replay?at=20",
        }

    def _open(
        self, game: str, seats: list[str], seconds: int = 0, options: Mapping[str, str] = NO_OPTIONS
    ) -> str:
        fields: dict[str, Any] = {f"seat{number}": kind for number, kind in enumerate(seats, 1)}
        fields |= {"seconds": seconds}
        fields |= {f"option-{name}": value for name, value in options.items()}
        status, path, _ = self.host.post(
            "/open", name="Ann", game=game, seats=len(seats) + 1, talk="1", **fields
        )
        assert status == 200
        return str(path).removeprefix("/t/")

    def _let_bots_play(self, table: str) -> None:
        """Stay away until there is much to see, then go on to something that is confirmed."""
        with self.host.sit(table) as socket:
            socket.until_asked()
            socket.answer(socket.send(type="away"))
            for _ in range(MIDDLE):
                socket.receive()
            socket.answer(socket.send(type="back"))
            socket.until_asked()
            while not CONFIRMED.search(self.host.get(f"/t/{table}")[2]):
                if socket.act()["type"] == "no":  # what it shows is not the newest
                    socket.receive()
                socket.until_asked()

    def _begin_species(self) -> str:
        """Draw cards, then lay a torso, while the time runs."""
        table = self._open("darwin", ["bot:caretaker"], seconds=86400)
        with self.host.sit(table) as socket:
            while True:
                socket.until_asked()
                begins = re.findall(r'value="(\d+)"[^>]*aria-label="Create', socket.table["html"])
                socket.act(int(begins[0]) if begins else socket.codes()[-1])
                if begins:
                    return table

    def _ask_to_take_back(self, server: Server) -> str:
        """Someone talks, and wants to take back what the host has gone on from."""
        table = self._open("origin", ["open"])
        found = re.search(r'href="(/join/\w+)"', self.host.get(f"/t/{table}")[2])
        assert found
        guest = Visitor(server, "Bob")
        guest.post(found[1], name="Bob")
        with self.host.sit(table) as one, guest.sit(table) as other:
            for socket in (one, other, one):
                socket.until_asked()
                while socket.act()["type"] == "no":  # what it shows is not the newest
                    socket.receive()
            other.until_asked()
            other.answer(other.send(type="talk", text=":-)"))
            assert other.answer(other.send(type="undo", stamp=other.stamp))["type"] == "done"
        return table

    def _play(self, table: str) -> None:
        """Decide something, to the end."""
        with self.host.sit(table) as socket:
            while True:
                socket.until_asked()
                if "result" in socket.ids():
                    return
                answer = socket.act(self._chance.choice(socket.codes()))
                if answer["type"] == "no":
                    time.sleep(0.2)  # too fast
