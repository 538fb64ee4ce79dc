"""Every kind of page, in states that a test can begin with: reached over sockets, not by hand."""

from __future__ import annotations

import random
import re
import time

from tangledbank.games import GAMES
from tests.server_process import Server, Visitor

MIDDLE = 14  # decisions after which there is much to see on a table
SHORTEST = {"origin": {}, "evolution": {"mode": "quick"}, "darwin": {"length": "short"}}


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

    def _add(self, game: str) -> None:
        early, middle = (self.host.play_now(game, seats=3) for _ in range(2))
        self.play(middle, MIDDLE)
        over = self._open(game, ["bot:random"], **SHORTEST[game])
        self.play(over)
        self.paths |= {
            f"open {game}": f"/open/{game}",
            f"rules {game}": f"/rules/{game}",
            f"{game} early": f"/t/{early}",
            f"{game} middle": f"/t/{middle}",
            f"{game} over": f"/t/{over}",
            f"{game} replay": f"/t/{over}/replay?at=20",
        }

    def _open(self, game: str, seats: list[str], **options: str) -> str:
        fields = {f"seat{number}": kind for number, kind in enumerate(seats, 1)}
        fields |= {f"option-{name}": value for name, value in options.items()}
        status, path, _ = self.host.post(
            "/open", name="Ann", game=game, seats=len(seats) + 1, talk="1", **fields
        )
        assert status == 200
        return str(path).removeprefix("/t/")

    def play(self, table: str, decisions: int = 1000) -> None:
        """Decide so often, or to the end, and wait until it is one's turn."""
        with self.host.sit(table) as socket:
            for _ in range(decisions):
                socket.until_asked()
                if "result" in socket.ids():
                    return
                answer = socket.act(self._chance.choice(socket.codes()))
                if answer["type"] == "no":
                    time.sleep(0.2)  # too fast
            socket.until_asked()
