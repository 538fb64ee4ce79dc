"""Pages for everyone: told aloud, in large text, on small screens, without script, with reasons."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, ViewportSize

from tangledbank.games import GAMES
from tangledbank.text import LANGUAGES
from tests.browser import DESK, LAPTOP, PHONE, Player
from tests.scenes import Scenes
from tests.server_process import Server

LARGE = "document.documentElement.style.fontSize = '200%'"


def test_what_happens_is_told_to_screen_readers(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server)
    player.play_now("evolution", seats=2)
    told = player.page.locator("#told")
    assert told.get_attribute("aria-live") == "polite"
    chance = random.Random(8)
    for _ in range(8):
        assert player.until_asked()
        before = player.page.locator("#lines li").count()
        player.decide(chance)
        assert player.until_asked()
        fresh = player.page.locator("#lines li").all_inner_texts()[before:]
        if fresh:
            assert told.inner_text().strip()
            sentences = player.page.evaluate("document.getElementById('told').textContent")
            assert fresh[-1].strip() in sentences
            assert player.page.locator("#task").inner_text() in sentences
    assert player.page.evaluate("document.getElementById('told').checkVisibility()")
    player.leave()


def test_reasons_are_told_on_hover_focus_and_tap(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server)
    player.play_now("evolution")
    assert player.until_asked()
    player.page.locator("#hand .thing").first.hover()
    player.page.wait_for_selector("#tip:visible")
    link = player.page.locator("#tip a").first.get_attribute("href")
    assert link
    assert link.startswith("/rules/evolution")
    player.page.keyboard.press("Escape")
    player.page.wait_for_selector("#tip", state="hidden")
    player.page.mouse.move(1, 1)
    player.page.locator("#hand .thing").first.focus()
    player.page.keyboard.press("Tab")  # only keys make a focus that shows
    player.page.wait_for_selector("#tip:visible")
    player.leave()


def test_a_tap_on_what_cannot_be_chosen_tells_why(
    chromium: Browser, server: Server, scenes: Scenes
) -> None:
    player = Player(chromium, server, PHONE)
    player.come_as(scenes.host)
    told = 0
    for game in GAMES:
        player.visit(scenes.paths[f"{game} middle"])
        assert player.until_asked()
        useless = player.page.locator(".thing:not(.can)")
        if useless.count():
            player.hand.press(f'[id="{useless.first.get_attribute("id")}"]')
            player.page.wait_for_selector("#tip:visible")
            told += player.page.locator("#tip .why").count()
    assert told
    player.leave()


def test_without_script_everything_is_a_button(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server, PHONE, java_script_enabled=False)
    player.visit("/")
    player.page.locator("#game-origin button.strong").click()
    for _ in range(3):
        form = player.page.locator("#choices")
        while not player.is_asked():
            player.page.wait_for_timeout(100)
            player.page.reload()
        before = form.get_attribute("data-stamp")
        player.page.locator(".choice").first.click()
        assert form.get_attribute("data-stamp") != before
    player.leave()


@pytest.mark.parametrize(("game", "language"), [*zip(GAMES, ["de", "uk", "el"], strict=True)])
def test_large_text_does_not_break_a_table(
    chromium: Browser, server: Server, scenes: Scenes, game: str, language: str
) -> None:
    player = Player(chromium, server, PHONE, language, color_scheme="dark")
    scenes.host.post("/settings", language=language)
    player.come_as(scenes.host)
    for moment in ("early", "middle", "over"):
        player.visit(scenes.paths[f"{game} {moment}"])
        player.page.evaluate(LARGE)
        player.check_width()
        player.check_layout()
        if moment != "over":
            player.check_choices()
    player.play_now(game, seats=2)
    chance = random.Random(9)
    for _ in range(3):  # nothing covers what one wants to press
        assert player.until_asked()
        player.page.evaluate(LARGE)
        player.check_choices()
        player.decide(chance)
    player.leave()


@pytest.mark.parametrize("size", [DESK, LAPTOP], ids=["desk", "laptop"])
@pytest.mark.parametrize("game", GAMES)
def test_the_latest_is_seen_on_a_desk(
    chromium: Browser, server: Server, scenes: Scenes, game: str, size: ViewportSize
) -> None:
    player = Player(chromium, server, size)
    scenes.host.post("/settings", language="en")
    player.come_as(scenes.host)
    player.visit(scenes.paths[f"{game} middle"])
    assert player.until_asked()
    player.check_log()
    if player.page.locator("#all").is_visible():
        player.hand.press("#all")
        player.page.evaluate("scrollTo(0, 0)")
        player.check_log()
        player.check_choices()
    player.page.evaluate(LARGE)
    player.check_width()
    player.check_layout()
    player.check_choices()
    assert player.page.evaluate("eyes.isWhole(document.getElementById('log'))")
    player.leave()


def test_a_replay_leaves_room_on_a_phone(chromium: Browser, server: Server, scenes: Scenes) -> None:
    player = Player(chromium, server, PHONE)
    player.come_as(scenes.host)
    for game in GAMES:
        player.visit(scenes.paths[f"{game} replay"])
        steps = player.page.locator("#slider").bounding_box()
        assert steps
        assert steps["height"] < PHONE["height"] / 4
        assert not player.page.locator("#slider button").is_visible()
    player.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_a_phone(
    chromium: Browser, server: Server, scenes: Scenes, language: str
) -> None:
    reader = Player(chromium, server, PHONE, language)
    scenes.host.post("/settings", language=language)
    reader.come_as(scenes.host)
    for path in scenes.paths.values():
        reader.visit(path)
        assert reader.page.locator("html").get_attribute("lang") == language
        reader.check_width()
    reader.context.close()
