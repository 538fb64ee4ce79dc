"""Several people, several tabs: what one does the others see, and nothing else."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser import PATIENCE, Player
from tests.server_process import Server, running

BOARD = "document.getElementById('board').innerText"
TABLE = "document.getElementById('table').innerHTML"
# What lies under the pointer takes no press for a moment: the page itself does that.
IS_FREE = """!document.querySelector(":is(.guarded, #ends .choice)[aria-disabled='true']")"""
SHOW = "your teammate see"  # which cards?
MATE = 2  # of the first seat
DECIDING = "[...document.querySelectorAll('.seat.decides')].map((one) => one.id).sort().join()"


def gather(
    browser: Browser,
    server: Server,
    game: str,
    count: int,
    languages: Sequence[str] = (),
    **options: str,
) -> list[Player]:
    """People at one table, each in a browser of their own, in the order of the seats."""
    spoken = languages or ["en"] * count
    people = [Player(browser, server, locale=language) for language in spoken]
    people[0].open(game, ["open"] * (count - 1), **options)
    link = people[0].invitation()
    for number, one in enumerate(people[1:], 1):
        one.join(link, f"Guest {number}")
    for one in people:
        one.until("document.getElementById('board') && eyes.isCalm()")
    return people


def someone_asked(people: list[Player]) -> Player:
    """Whoever has to decide, as soon as their page says so."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        for one in people:
            if one.is_asked():
                return one
        people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is asked")


def test_two_people_and_a_watcher(chromium: Browser, server: Server) -> None:
    ann, bob = people = gather(chromium, server, "origin", 2, languages=("en", "el"))
    eve = Player(chromium, server, locale="uk")
    eve.visit(ann.path)
    chance = random.Random(3)
    for step in range(12):
        active = someone_asked(people)
        active.decide(chance)
        told = active.page.locator("#lines li").count()
        for other in (ann, bob, eve):
            other.until("document.querySelectorAll('#lines li').length >= value", told)
        if step % 4 == 0:
            comes_back_to_the_same_table(ann, bob, eve)
    for one in (ann, bob, eve):  # each in their own language
        assert one.page.locator("html").get_attribute("lang") == one.language
        assert one.say("What has happened") == one.page.locator("#log h2").inner_text()
    assert len({one.page.locator("#lines li").last.inner_text() for one in (ann, bob, eve)}) == 3
    assert eve.page.locator(".choice").count() == 0
    assert eve.page.locator("#hand").count() == 0
    for one in (ann, bob, eve):
        one.leave()


def comes_back_to_the_same_table(*people: Player) -> None:
    """Who loads the page again sees at once what they saw, before any script runs."""
    for one in people:
        before, stamp = one.page.evaluate(BOARD), one.stamp
        one.page.reload()
        assert one.page.evaluate(BOARD) == before
        assert one.stamp == stamp
        one.until("eyes.isCalm()")
        assert one.page.evaluate(BOARD) == before


def test_a_server_that_is_killed_comes_back_with_the_same_table(
    chromium: Browser, tmp_path: Path
) -> None:
    with running(tmp_path) as server:
        people = gather(chromium, server, "evolution", 2)
        chance = random.Random(1)
        for _ in range(5):
            someone_asked(people).decide(chance)
        before = [(one.page.evaluate(BOARD), one.stamp) for one in people]
        server.kill()
        for one in people:
            one.page.wait_for_selector("#notice:visible")
        server.start()
        for one in people:
            one.until("document.getElementById('notice').hidden && eyes.isCalm()")
        assert [(one.page.evaluate(BOARD), one.stamp) for one in people] == before
        comes_back_to_the_same_table(*people)
        someone_asked(people).decide(chance)
        for one in people:
            one.context.close()  # the lost connection is in its console


def test_six_people_at_one_table(chromium: Browser, server: Server) -> None:
    people = gather(chromium, server, "darwin", 6)
    chance = random.Random(2)
    for _ in range(10):
        active = someone_asked(people)
        active.decide(chance)
        deciding = active.page.evaluate(DECIDING)
        for other in people:
            other.until(f"{DECIDING} === value", deciding)
    for one in people:
        one.leave()


def test_six_tabs_of_one_table_and_more_are_all_live(chromium: Browser, server: Server) -> None:
    """A browser opens only six connections of most kinds to one server."""
    player = Player(chromium, server)
    tabs: dict[str, list[Page]] = {}
    for game, count in (("darwin", 6), ("evolution", 2)):
        player.play_now(game, seats=2)
        tabs[player.path] = [player.context.new_page() for _ in range(count)]
    first = player.page
    for table, pages in tabs.items():
        for page in pages:
            page.goto(server.address + table)
    chance = random.Random(4)
    for table, pages in tabs.items():  # every other tab stays open
        first.goto(server.address + table)
        for _ in range(2):
            assert player.until_asked()
            player.decide(chance)
            player.until_asked()
            for page in pages:
                page.evaluate("value => eyes.when(() => eyes.stamp() === value)", player.stamp)
                page.evaluate("eyes.asked()")
                assert page.evaluate(BOARD) == first.evaluate(BOARD)
    player.leave()


def test_quick_play_hides_what_others_choose(chromium: Browser, server: Server) -> None:
    ann, bob = people = gather(chromium, server, "evolution", 2, mode="quick")
    chance = random.Random(5)
    rounds = 0
    while rounds < 3:
        active = someone_asked(people)
        if not (ann.is_asked() and bob.is_asked()):
            active.decide(chance)
            continue
        seen = as_it_stays(bob)
        while ann.is_asked():
            ann.decide(chance)
        hears_from_the_server(bob)
        assert as_it_stays(bob) == seen  # she has chosen, he has not
        rounds += 1
    for one in people:
        one.leave()


def as_it_stays(one: Player) -> str:
    """The table as soon as the page holds nothing back."""
    one.until(IS_FREE)
    return str(one.page.evaluate(TABLE))


def hears_from_the_server(one: Player) -> None:
    """Ask something over the page's socket: what was sent before has then arrived."""
    one.page.mouse.move(1, 1)
    one.page.locator("#hand .thing").first.hover()
    one.page.wait_for_selector("#tip:visible")
    one.page.keyboard.press("Escape")


def test_only_teammates_see_shown_cards(chromium: Browser, server: Server) -> None:
    people = gather(chromium, server, "darwin", 4, variant="teams")
    ann, *_ = people
    watcher = Player(chromium, server)
    watcher.visit(ann.path)
    chance = random.Random(6)
    while not all(shows(one) for one in people):  # cards are drawn before
        for one in people:
            if one.is_asked() and not shows(one):
                one.decide(chance)
    card = ann.page.locator("#hand .thing").first.get_attribute("aria-label")
    press_and_confirm(ann, "#hand .thing")
    for one in people:
        press_and_confirm(one, "#ends .choice")
    for number, one in enumerate([*people[1:], watcher], 1):
        one.until("!document.getElementById('task').innerText.includes(value)", SHOW)
        known = one.page.locator("#seat-0 .cards .thing")
        labels = [each.get_attribute("aria-label") for each in known.all()]
        assert labels == ([card] if number == MATE else [])
    for one in [*people, watcher]:
        one.leave()


def shows(one: Player) -> bool:
    return SHOW in one.page.locator("#task").inner_text()


def press_and_confirm(one: Player, css: str) -> None:
    """Do this; again if it was too soon, as an end that has just appeared waits a moment."""
    before = one.stamp
    while (offers := one.page.evaluate("eyes.offers()"))["stamp"] == before:
        one.hand.press("#yes" if offers["yes"] else css)
