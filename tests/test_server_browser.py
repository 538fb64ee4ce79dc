"""Tables in a real browser: by pointer, by keys, on a phone, without script."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tangledbank.games import GAMES
from tests.server_process import Server, running

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("NO CHROMIUM: the pages are not tested in a browser", allow_module_level=True)

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 640}
MOST_STEPS = 800
SHOTS = os.environ.get("TANGLEDBANK_SHOTS")  # a folder for pictures to look at

# What can be pointed at, and the buttons that are seen.
OFFERS = """() => ({
  things: [...document.querySelectorAll('.thing.can:not([aria-pressed=true])')]
    .map((one) => '#' + CSS.escape(one.id)),
  buttons: [...document.querySelectorAll('.choice')].filter((one) => one.offsetParent)
    .map((one) => `.choice[value="${one.value}"]`),
})"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Player:
    """A person before a page, who notices whatever goes wrong in it."""

    def __init__(self, browser: Browser, server: Server, **context: Any):
        self.context = browser.new_context(reduced_motion="reduce", **context)
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.server = server
        self.troubles: list[str] = []
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.troubles.append(text)

    def visit(self, path: str) -> None:
        self.page.goto(self.server.address + path)

    def play_now(self, game: str) -> None:
        self.visit("/")
        self.page.locator(f"#game-{game} button.strong").click()
        self.until_asked()

    def until_asked(self) -> None:
        self.page.wait_for_selector("#ask.asked, #result", timeout=60_000)
        self.page.wait_for_selector("#table[aria-busy=false]")

    @property
    def is_over(self) -> bool:
        return bool(self.page.locator("#result").count())

    @property
    def stamp(self) -> str | None:
        form = self.page.locator("#choices")
        return str(form.get_attribute("data-stamp")) if form.count() else None

    def point(self, chance: random.Random, *, touch: bool = False) -> None:
        """Take one decision by pointing at things until one action is left."""
        before = self.stamp
        while self.stamp == before:
            self.page.wait_for_selector("#table[aria-busy=false]")
            if self.page.locator("#yes:visible").count():
                target = "#yes"
            else:
                offers = self.page.evaluate(OFFERS)
                pool = offers["things"] if offers["things"] and chance.random() < 0.8 else None
                target = chance.choice(pool or offers["buttons"] or offers["things"] or ["#task"])
            press = self.page.locator(target).tap if touch else self.page.locator(target).click
            press(timeout=10_000)
            self.page.wait_for_selector("#table[aria-busy=false]")

    def check_width(self) -> None:
        width = self.page.evaluate("document.documentElement.scrollWidth")
        size = self.page.viewport_size
        assert size
        assert width <= size["width"]

    def shoot(self, name: str) -> None:
        if SHOTS:
            self.page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)

    def leave(self) -> None:
        self.context.close()
        assert self.troubles == []


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_pointer(chromium: Browser, server: Server, game: str, size: str) -> None:
    if size == "phone" and game != "origin":
        pytest.skip("one game by touch is enough")
    touch = size == "phone"
    player = Player(
        chromium,
        server,
        viewport=PHONE if touch else DESK,
        has_touch=touch,
        color_scheme="dark" if touch else "light",
    )
    player.visit("/")
    player.page.locator(f"#game-{game} select[name=seats]").select_option("2")
    player.page.locator(f"#game-{game} button.strong").click()
    chance = random.Random(7)
    for step in range(MOST_STEPS):
        player.until_asked()
        if player.is_over:
            break
        if step % 25 == 10:
            player.check_width()
            player.shoot(f"{game}-{size}-{step}")
        player.point(chance, touch=touch)
    assert player.is_over
    assert "win" in player.page.locator("#result").inner_text()
    player.shoot(f"{game}-{size}-end")
    player.page.get_by_text("See it again").click()
    player.page.get_by_text("On ▶").click()
    player.page.wait_for_url("**at=*")
    player.leave()


def test_keys_alone_are_enough(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server, viewport=DESK)
    player.visit("/")
    button = player.page.locator("#game-evolution button.strong")
    while not button.evaluate("one => one === document.activeElement"):
        player.page.keyboard.press("Tab")
    player.page.keyboard.press("Enter")
    for _ in range(6):
        player.until_asked()
        before = player.stamp
        while not player.page.locator(".thing.can:focus, .choice:focus, #yes:focus").count():
            player.page.keyboard.press("Tab")
        while player.stamp == before:  # pressing again confirms
            player.page.keyboard.press("Enter")
            player.page.wait_for_selector("#table[aria-busy=false]")
            player.page.wait_for_timeout(50)
            if not player.page.locator(".thing.can:focus, .choice:focus, #yes:focus").count():
                player.page.keyboard.press("Tab")
    player.leave()


def test_two_people_and_a_watcher_in_three_browsers(chromium: Browser, server: Server) -> None:
    ann, bob, eve = (Player(chromium, server, viewport=DESK) for _ in range(3))
    ann.visit("/open/origin?seats=2")
    ann.page.locator("input[name=name]").fill("Ann")
    ann.page.get_by_role("button", name="Open the table").click()
    link = ann.page.locator("#invite").inner_text()
    assert link.startswith(server.address)
    address = ann.page.url.removeprefix(server.address)
    bob.visit(link.removeprefix(server.address))
    bob.page.locator("input[name=name]").fill("Bob")
    bob.page.get_by_role("button", name="Take a seat").click()
    eve.visit(address)
    chance = random.Random(3)
    for _ in range(6):
        for one, other in ((ann, bob), (bob, ann)):
            one.page.wait_for_selector("#board")
            if one.page.locator("#ask.asked").count():
                one.point(chance)
            told = one.page.locator("#lines li").count()
            for reader in (other, eve):
                reader.page.wait_for_function(
                    "n => document.querySelectorAll('#lines li').length >= n", arg=told
                )
    assert eve.page.locator(".choice").count() == 0
    assert eve.page.locator("#hand").count() == 0
    bob.page.reload()
    bob.page.wait_for_selector("#hand")
    for one in (ann, bob, eve):
        one.leave()


def test_reasons_are_told_on_hover_and_focus(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server, viewport=DESK)
    player.play_now("evolution")
    thing = player.page.locator(".seat.own .species").first
    thing.hover()
    player.page.locator("#hand .thing").first.hover()
    player.page.wait_for_selector("#tip:visible")
    link = player.page.locator("#tip a").first.get_attribute("href")
    assert link
    assert link.startswith("/rules/evolution#")
    player.page.keyboard.press("Escape")
    player.page.wait_for_selector("#tip", state="hidden")
    player.leave()


def test_without_script_everything_is_a_button(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server, viewport=PHONE, java_script_enabled=False)
    player.visit("/")
    player.page.locator("#game-origin button.strong").click()
    for _ in range(3):
        for _ in range(40):
            if player.page.locator("#ask.asked").count():
                break
            player.page.wait_for_timeout(250)
            player.page.reload()
        before = player.stamp
        player.page.locator(".choice").first.click()
        assert player.stamp != before
    player.leave()


def test_the_page_survives_a_server_that_is_killed(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player = Player(chromium, server, viewport=DESK)
        player.play_now("origin")
        player.point(random.Random(1))
        player.until_asked()
        own = (player.stamp or "").partition("-")[0]
        path = player.page.url.removeprefix(server.address)
        server.kill()
        player.page.wait_for_selector("#notice:visible")
        server.start()  # at another port: the page is opened there
        player.visit(path)
        player.until_asked()
        assert (player.stamp or "").partition("-")[0] == own
        player.point(random.Random(1))
        player.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_large_text_and_small_screens_need_no_sideways_scrolling(
    chromium: Browser, server: Server, scheme: str
) -> None:
    player = Player(chromium, server, viewport=PHONE, color_scheme=scheme)
    paths = ["/", "/open/darwin", "/rules/darwin"]
    for game in GAMES:
        player.play_now(game)
        paths.append(player.page.url.removeprefix(server.address))
    for path in paths:
        player.visit(path)
        player.check_width()
        player.page.evaluate("document.documentElement.style.fontSize = '200%'")
        player.check_width()
    player.leave()
