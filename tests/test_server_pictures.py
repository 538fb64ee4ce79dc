"""Each game's table as it looks; with TANGLEDBANK_SHOTS=docs/pictures it is drawn there anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from tangledbank.games import GAMES
from tests.browser import PHONE, Player
from tests.scenes import Scenes
from tests.server_process import Server

SHOTS = os.environ.get("TANGLEDBANK_SHOTS")
TALL: ViewportSize = {"width": 1440, "height": 1280}  # so that one's own side is seen too
SIZES = {"desk": TALL, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_a_table_is_cut_or_covered(
    chromium: Browser, server: Server, scenes: Scenes, game: str, size: str
) -> None:
    player = Player(chromium, server, SIZES[size], device_scale_factor=2 if size == "phone" else 1)
    player.come_as(scenes.host)
    player.visit(scenes.paths[f"{game} middle"])
    assert player.until_asked()
    player.check_width()
    player.check_layout()
    if SHOTS:
        if size == "phone":  # a part of the table, with what one can do below
            player.page.locator(".seat.own .row").first.evaluate("one => one.scrollIntoView()")
        path = Path(SHOTS) / f"{game}-{size}.jpg"
        player.page.screenshot(path=path, type="jpeg", quality=80)
    player.leave()
