"""The pages around a table in a real browser, with script and without."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tangledbank.text import LANGUAGES
from tests.browser import DESK, PHONE, Player
from tests.server_process import Server

RECORDED = Path(__file__).parent / "recorded"


def open_against_a_bot(player: Player, game: str, seconds: str = "0") -> None:
    player.visit(f"/open/{game}?seats=2")
    player.page.locator("#seat1").select_option("bot:beginner")
    player.page.locator("#seconds").select_option(seconds)
    player.page.locator("input[name=name]").fill("Ann")
    player.page.get_by_role("button", name="Open the table").click()
    player.until_asked()


def test_the_sign_in_the_title_can_be_switched_off(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server, viewport=DESK)
    player.visit("/")
    sign = player.page.get_by_label("A sign in the title of the page when it is my turn")
    assert sign.is_checked()
    assert not player.page.locator("#sound").is_checked()
    sign.uncheck()
    player.play_now("origin")
    expect(player.page).to_have_title("Evolution: The Origin of Species")
    player.page.locator("#more summary").click()
    assert not sign.is_checked()
    sign.check()
    expect(player.page).to_have_title(re.compile("^● Your turn"))
    player.page.reload()
    expect(player.page).to_have_title(re.compile("^● Your turn"))
    player.leave()


@pytest.mark.parametrize("script", [True, False])
def test_the_players_follow_the_variant(chromium: Browser, server: Server, script: bool) -> None:
    player = Player(chromium, server, viewport=PHONE, java_script_enabled=script)
    player.visit("/open/darwin?seats=3")
    page = player.page
    page.locator("input[name=name]").fill("Zoe")
    page.locator("#seat1").select_option("bot:beginner")
    page.get_by_label("2 against 2").check()
    again = page.get_by_role("button", name="Show the seats for this choice")
    assert again.is_visible() != script
    if not script:
        again.click()
    expect(page.locator("#seats option")).to_have_text(["4"])
    expect(page.get_by_role("alert")).to_have_text("2 against 2 is for 4 seats, not 3.")
    expect(page.locator("#seat3")).to_be_visible()
    expect(page.locator("#seat1")).to_have_value("bot:beginner")
    expect(page.locator("input[name=name]")).to_have_value("Zoe")
    expect(page.get_by_label("2 against 2")).to_be_checked()
    player.leave()


def test_talk_is_asked_for_at_a_public_table(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server, viewport=DESK, java_script_enabled=False)
    player.visit("/open/origin")
    page = player.page
    assert page.locator("input[name=talk]").is_checked()
    page.get_by_label("Anyone may find the table and watch").check()
    assert not page.locator("input[name=talk]").is_visible()
    assert page.locator("input[name=public-talk]").is_visible()
    assert not page.locator("input[name=public-talk]").is_checked()
    player.leave()


def test_the_time_that_is_left_is_seen(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server, viewport=DESK)
    open_against_a_bot(player, "origin", "60")
    clock = player.page.locator("#clock")
    expect(clock).to_have_text(re.compile("Time left: 0:5[0-9]; then the caretaker decides"))
    before = clock.inner_text()
    player.page.wait_for_timeout(1500)
    assert clock.inner_text() != before
    assert clock.get_attribute("role") == "timer"
    assert clock.get_attribute("aria-live") is None
    player.leave()
    without = Player(chromium, server, viewport=DESK, java_script_enabled=False)
    without.visit("/open/origin?seats=2&seat1=bot:beginner&seconds=60&name=Ann")
    without.page.get_by_role("button", name="Open the table").click()
    for _ in range(20):
        if without.page.locator("#clock").count():
            break
        without.page.wait_for_timeout(300)
        without.page.reload()
    expect(without.page.locator("#clock")).to_contain_text("You have 1 minute for a turn")
    without.leave()


def test_whoever_played_is_brought_to_the_next_game(chromium: Browser, server: Server) -> None:
    ann, bob = (Player(chromium, server, viewport=DESK) for _ in range(2))
    ann.visit("/open/evolution?seats=2")
    ann.page.locator("input[name=name]").fill("Ann")
    ann.page.get_by_role("button", name="Open the table").click()
    bob.visit(ann.page.locator("#invite").inner_text().removeprefix(server.address))
    bob.page.locator("input[name=name]").fill("Bob")
    bob.page.get_by_role("button", name="Take a seat").click()
    for one in (ann, bob):  # bots play it to the end
        one.page.wait_for_selector("#board")
        one.page.locator("#more summary").click()
        one.page.get_by_role("button", name="Let a bot play for me").click()
    for one in (ann, bob):
        one.page.wait_for_selector("#result", timeout=120_000)
    ann.page.get_by_role("button", name="Play again").click()
    ann.page.wait_for_selector("#ask.asked")
    bob.page.wait_for_url(ann.page.url)
    bob.page.wait_for_selector("#ask.asked")
    assert bob.page.locator("#result").count() == 0
    bob.page.go_back()  # what was before can still be looked at
    bob.page.wait_for_selector("#result")
    expect(bob.page.get_by_role("link", name="To the next game")).to_be_visible()
    for one in (ann, bob):
        one.leave()


def test_a_replay_by_keys(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server, viewport=PHONE)
    player.visit("/")
    page = player.page
    page.locator("input[name=log]").set_input_files(RECORDED / "origin-2-random.jsonl")
    page.get_by_role("button", name="Open", exact=True).click()
    slider = page.locator("#slider input[type=range]")
    expect(slider).to_have_value("0")
    slider.focus()
    for at in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(re.compile(rf"at={at}\b"))
    expect(page.locator("#slider label").first).to_contain_text("Moment 4 of")
    page.get_by_role("link", name="On ▶").click()
    page.wait_for_url(re.compile(r"at=4\b"))
    page.locator("#slider select").select_option("1")
    page.wait_for_url(re.compile(r"seat=1\b"))
    link = page.locator("#moment-link").get_attribute("href")
    assert link
    board = page.locator("#moment").inner_text()
    player.visit(link)
    assert page.locator("#moment").inner_text() == board
    player.check_width()
    player.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_too_wide_in_any_language(
    chromium: Browser, server: Server, language: str
) -> None:
    player = Player(chromium, server, viewport=PHONE, locale=language)
    shelves = ("", "?shelf=biomes", "?shelf=events", "?shelf=abilities")
    paths = ["/", *(f"/rules/darwin/cards{shelf}" for shelf in shelves)]
    for game in ("origin", "evolution", "darwin"):
        paths += [f"/open/{game}", f"/rules/{game}", f"/rules/{game}/cards"]
    for path in paths:
        player.visit(path)
        assert player.page.locator("html").get_attribute("lang") == language
        player.page.evaluate(
            "document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        player.check_width()
        player.page.evaluate("document.documentElement.style.fontSize = '200%'")
        player.check_width()
    player.leave()


LISTEN = """
window.heard = [];
const Own = AudioContext;
window.AudioContext = class extends Own { constructor() { super(); heard.push("sound"); } };
window.Notification = class {
  static permission = "granted";
  static requestPermission() {}
  constructor(title) { heard.push(title); }
};
Object.defineProperty(document, "hidden", { value: true });
"""


def test_a_turn_is_called_as_it_is_wanted(chromium: Browser, server: Server) -> None:
    player = Player(chromium, server)
    player.context.add_init_script(LISTEN)
    called = "● Your turn – Evolution: The Origin of Species"
    for wanted in ([], ["sound"], ["sound", "notify"]):
        player.visit("/")
        for name in ("sound", "notify"):
            player.page.locator(f"#{name}").set_checked(name in wanted)
        player.play_now("origin", seats=2)
        for _ in range(2):
            assert player.until_asked()
            player.decide(random.Random(5))
        assert player.until_asked()
        heard = {*player.page.evaluate("heard")}
        assert heard == {"sound" if name == "sound" else called for name in wanted}
    player.leave()


NO_NOTIFICATIONS = """
localStorage.setItem("tangledbank.notify", "yes");
Object.defineProperty(document, "hidden", { value: true });
window.Notification = class {
  static permission = "granted";
  constructor() { throw new TypeError("Illegal constructor"); }
};
"""


def test_a_table_goes_on_where_notifications_cannot_be_shown(
    chromium: Browser, server: Server
) -> None:
    player = Player(chromium, server)
    player.context.add_init_script(NO_NOTIFICATIONS)
    player.play_now("origin")
    for _ in range(3):
        player.decide(random.Random(5))
        player.until_asked()
    player.leave()  # nothing was thrown
