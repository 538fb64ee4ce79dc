"""Whole games in a browser: by pointer, by touch and by keys alone, in all languages."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, ViewportSize

from tangledbank.text import LANGUAGES
from tests.browser import DESK, PHONE, Keys, Player
from tests.server_process import Server

MOST_DECISIONS = 600
BASE: dict[str, str] = {}
QUICK, SHORT = {"mode": "quick"}, {"length": "short"}

GAMES = [
    ("origin", BASE, "pointer", DESK, "en"),
    ("origin", BASE, "pointer", PHONE, "de"),
    ("origin", BASE, "keys", DESK, "el"),
    ("origin", BASE, "keys", PHONE, "it"),
    ("evolution", BASE, "pointer", DESK, "uk"),
    ("evolution", QUICK, "pointer", PHONE, "nl"),
    ("evolution", QUICK, "keys", DESK, "de"),
    ("evolution", BASE, "keys", PHONE, "en"),
    ("darwin", BASE, "pointer", DESK, "it"),
    ("darwin", SHORT, "pointer", PHONE, "el"),
    ("darwin", BASE, "keys", DESK, "nl"),
    ("darwin", SHORT, "keys", PHONE, "uk"),
]


def test_every_language_is_played_in() -> None:
    assert {language for *_, language in GAMES} == {*LANGUAGES}


@pytest.mark.parametrize(
    ("game", "options", "hand", "size", "language"),
    [
        pytest.param(*one, id=f"{one[0]}-{one[2]}-{one[3]['width']}-{one[4]}")
        for one in GAMES
    ],
)  # fmt: skip
def test_a_whole_game(
    chromium: Browser,
    server: Server,
    game: str,
    options: dict[str, str],
    hand: str,
    size: ViewportSize,
    language: str,
) -> None:
    player = Player(chromium, server, size, language, hand)
    if options:
        player.open(game, ["bot:beginner"], **options)
    else:
        player.play_now(game, seats=2)
    assert player.page.locator("html").get_attribute("lang") == language
    chance = random.Random(7)
    cancelled = False
    for step in range(MOST_DECISIONS):
        if not player.until_asked():
            break
        if step % 25 == 10:
            player.check_width()
        if not cancelled and isinstance(player.hand, Keys):
            cancelled = cancel_by_escape(player)
        player.decide(chance)
    else:
        pytest.fail("the game does not end")
    assert cancelled or hand == "pointer"
    assert player.page.locator("#result li").last.inner_text() in victories(player)
    print(f"{step} decisions, {player.hand.presses} presses")
    player.leave()


def cancel_by_escape(player: Player) -> bool:
    """Begin a decision and think better of it; False if there was nothing to confirm."""
    before = player.stamp
    choices = player.page.evaluate("eyes.offers()")["choices"]
    for css in choices:
        if player.page.locator(css).get_attribute("data-step") is None:
            player.hand.press(css)
            assert player.page.locator("#yes:focus").count()
            player.page.keyboard.press("Escape")
            assert not player.page.locator("#confirm").is_visible()
            assert player.stamp == before
            return True
    return False


def victories(player: Player) -> list[str]:
    """Every way in which such a game can end, in the player's language."""
    you, bot = player.say("You"), player.say("Bot {letter}", letter="B")
    both = [f"{you}, {bot}", f"{bot}, {you}"]
    return [
        player.say("You win."),
        player.say("{name} wins.", name=bot),
        *(player.say("Shared victory: {names}.", names=names) for names in both),
    ]
