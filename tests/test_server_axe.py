"""No page has a fault that axe can find, light on a desk and dark on a phone.

Colours do not hang on the size: the other two pairs would find the same.
"""

from __future__ import annotations

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ViewportSize

from tangledbank.games import GAMES
from tests.browser import DESK, PHONE, Player
from tests.scenes import Scenes
from tests.server_process import Server

EXPECTED = "Failed to load resource"  # the browser's own word for a page that is refused

# What some pages are visited for.
SHOWN = {
    "origin together": ("#talked li", "#wish button"),
    "darwin draft": ("#draft .picture svg", "#clock"),
    "open refused": ("[role=alert]",),
}
# Something that is confirmed before it happens, wherever the page offers it.
CHOOSE = "document.querySelector('.choice:not([data-step])').click()"
Scheme = Literal["light", "dark"]
in_all_looks = pytest.mark.parametrize(
    ("size", "scheme"),
    [(DESK, "light"), (PHONE, "dark")],
    ids=["desk-light", "phone-dark"],
)


@in_all_looks
def test_axe_finds_nothing(
    chromium: Browser, server: Server, scenes: Scenes, size: ViewportSize, scheme: Scheme
) -> None:
    reader = Player(chromium, server, size, color_scheme=scheme)
    reader.come_as(scenes.host)
    faults = []
    for name, path in scenes.paths.items():
        reader.visit(path)
        for css in SHOWN.get(name, ()):
            reader.page.wait_for_selector(css)
        faults += [f"{name}: {fault}" for fault in violations(reader)]
    assert not faults, "\n".join(faults)
    reader.troubles = [one for one in reader.troubles if EXPECTED not in one]
    reader.leave()


@in_all_looks
def test_axe_finds_nothing_in_what_opens(
    chromium: Browser, server: Server, scenes: Scenes, size: ViewportSize, scheme: Scheme
) -> None:
    reader = Player(chromium, server, size, color_scheme=scheme)
    reader.come_as(scenes.host)
    watcher = Player(chromium, server, size, color_scheme=scheme)
    faults = []
    for game in GAMES:
        reader.visit(scenes.paths[f"{game} middle"])
        reader.until_asked()
        reader.page.keyboard.press("Tab")  # what has the focus by keys is explained
        reader.page.locator("#hand .thing, .seat .thing").first.focus()
        reader.page.wait_for_selector("#tip:visible")
        faults += [f"{game}, a tip: {fault}" for fault in violations(reader)]
        reader.page.keyboard.press("Escape")
        reader.page.evaluate(CHOOSE)
        reader.page.wait_for_selector("#yes:visible")
        reader.page.wait_for_selector("#outlook:visible")
        faults += [f"{game}, before it is confirmed: {fault}" for fault in violations(reader)]
        watcher.visit(scenes.paths[f"{game} middle"])
        faults += [f"{game}, watched: {fault}" for fault in violations(watcher)]
    reader.visit(scenes.paths["origin early"])
    reader.until_asked()
    reader.hand.press("#hand .thing.can")
    reader.page.wait_for_selector("#outlook .sketch")
    faults += [f"an animal is foreseen: {fault}" for fault in violations(reader)]
    watcher.visit(scenes.paths["origin together"])
    watcher.page.wait_for_selector("#talked li")
    faults += [f"talk that is watched: {fault}" for fault in violations(watcher)]
    assert not faults, "\n".join(faults)
    for one in (reader, watcher):
        one.leave()


def violations(reader: Player) -> list[str]:
    """What axe finds, and where."""
    found = Axe().run(reader.page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{one['id']}: {one['help']} – {node['html'][:160]} – {node['failureSummary'][:240]}"
        for one in found
        for node in one["nodes"][:3]
    ]
