"""What the first look at a table weighs, as it comes over the wire."""

from __future__ import annotations

import re
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from tangledbank.games.game import Game
from tests.server_process import Server, Visitor

MOST, MOST_SCRIPT = 60_000, 20_000  # bytes
PARTS = re.compile(r'(?:rel="stylesheet" href|script src)="([^"]+)"')


@pytest.mark.parametrize("fullness", ["usual", "most"])
def test_a_first_look_at_a_table_is_light(
    server: Server, game: Game, fullness: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = Visitor(server)
    seats = game.usual_seats if fullness == "usual" else game.most_seats
    path = f"/t/{ann.play_now(game.name, seats)}"
    parts = {path: weight(ann, path)}
    parts |= {part: weight(ann, part) for part in PARTS.findall(ann.get(path)[2])}
    total = sum(parts.values())
    script = sum(size for part, size in parts.items() if ".js" in part)
    with capsys.disabled():
        print(f"\n{game.name}, {seats} seats: {total:,} bytes compressed, page {parts[path]:,}, "
              f"script {script:,}, style {total - parts[path] - script:,}")  # fmt: skip
    assert 0 < script < MOST_SCRIPT
    assert total < MOST


def weight(visitor: Visitor, path: str) -> int:
    """The bytes of an answer as a browser gets them."""
    connection = HTTPConnection(urlsplit(visitor.server.address).netloc, timeout=30)
    headers = {"Accept-Encoding": "gzip, br, zstd", "Cookie": visitor.cookie}
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    assert answer.status == 200
    body = answer.read()
    connection.close()
    return len(body)
