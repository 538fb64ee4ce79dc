"""No page has a fault that axe can find, light or dark, on a desk or on a phone."""

from __future__ import annotations

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ViewportSize

from tests.browser import DESK, PHONE, Player
from tests.scenes import Scenes
from tests.server_process import Server

EXPECTED = "Failed to load resource"  # the browser's own word for a page that is refused


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing(
    chromium: Browser,
    server: Server,
    scenes: Scenes,
    size: ViewportSize,
    scheme: Literal["light", "dark"],
) -> None:
    reader = Player(chromium, server, size, color_scheme=scheme)
    reader.come_as(scenes.host)
    faults = []
    for name, path in scenes.paths.items():
        reader.visit(path)
        faults += [f"{name}: {fault}" for fault in violations(reader)]
    assert not faults, "\n".join(faults)
    reader.troubles = [one for one in reader.troubles if EXPECTED not in one]
    reader.leave()


def violations(reader: Player) -> list[str]:
    """What axe finds, and where."""
    found = Axe().run(reader.page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{one['id']}: {one['help']} – {node['html'][:160]} – {node['failureSummary'][:240]}"
        for one in found
        for node in one["nodes"][:3]
    ]
