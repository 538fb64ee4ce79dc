"""People before real pages: Chromium, by pointer, by touch or by keys alone."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, Protocol

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tangledbank.text import say, speak
from tests.server_process import Server, Visitor

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 640}
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
PATIENCE = 60_000  # milliseconds; a machine may be busy
LEAST_ROOM = 4  # rem
LATEST = 4  # lines of the log

# Seen by the page as if a person had keen eyes: nothing here changes what the page does. Waiting is
# done where it happens, by what changes in the page, so that nobody waits longer than needed.
EYES = """
window.eyes = {
  when(find) {
    return new Promise((done, fail) => {
      const look = () => { const found = find(); if (found) { watch.disconnect(); done(found); } };
      const watch = new MutationObserver(look);
      watch.observe(document, { subtree: true, childList: true, attributes: true });
      setTimeout(() => fail(new Error("waited in vain: " + find)), PATIENCE);
      look();
    });
  },
  stamp: () => document.getElementById("choices")?.dataset.stamp ?? "",
  isCalm: () => document.getElementById("table")?.getAttribute("aria-busy") === "false",
  asked: () => eyes.when(() => eyes.isCalm() &&
    (document.getElementById("result") ? "over" : document.querySelector("#ask.asked") && "asked")),
  seen: (css) => [...document.querySelectorAll(css)].filter((one) => one.checkVisibility()),
  offers: () => eyes.when(() => eyes.isCalm() && {
    stamp: eyes.stamp(),
    yes: eyes.seen("#yes").length > 0,
    isWhole: eyes.isWhole(document.getElementById("yes")),
    things: eyes.seen(".thing.can:not([aria-pressed=true])").map((one) => "#" + CSS.escape(one.id)),
    ends: eyes.seen("#ends .choice").map((one) => `.choice[value="${one.value}"]`),
    choices: eyes.seen(".choice").map((one) => `.choice[value="${one.value}"]`),
  }),
  // Nothing of it is outside the window, or of what scrolls it.
  isWhole(one) {
    const { top, bottom, left, right } = one?.getBoundingClientRect() ?? {};
    const scrolls = (box) => getComputedStyle(box).overflowY !== "visible" && box !== document.body;
    const frames = [{ top: 0, bottom: innerHeight, left: 0, right: innerWidth }];
    for (let box = one?.parentElement; box; box = box.parentElement)
      if (scrolls(box)) frames.push(box.getBoundingClientRect());
    return frames.every((frame) => top >= frame.top - 1 && bottom <= frame.bottom + 1
      && left >= frame.left - 1 && right <= frame.right + 1);
  },
  rem: () => parseFloat(getComputedStyle(document.documentElement).fontSize),
  aim(css) {
    const one = document.querySelector(css);
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return { x, y, hit: one.contains(hit) ? "" : hit?.outerHTML ?? "nothing" };
  },
  broken() {
    const cut = eyes.seen("#table :is(.thing, button)").filter((one) =>
      one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
    const covered = eyes.seen(".row").flatMap((row) => [...row.children].filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return [...row.children].some((other) => {
        const box = other.getBoundingClientRect();
        return other !== one && right > box.left + 1 && box.right > left + 1
          && bottom > box.top + 1 && box.bottom > top + 1;
      });
    }));
    return [...cut, ...covered].map((one) => one.outerHTML.slice(0, 200));
  },
  // Words that stand on two lines without a hyphen.
  torn(css) {
    const lines = (text, word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    };
    return eyes.seen(css).flatMap((one) => {
      const texts = document.createNodeIterator(one, NodeFilter.SHOW_TEXT), torn = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const word of text.data.matchAll(/[^\\s-]+/g))
          if (lines(text, word) > 1) torn.push(word[0]);
      return torn;
    });
  },
  // Which key leads to something, and how often: a row is one stop of the tabulator, arrows go on.
  way(css) {
    const [goal, here] = [document.querySelector(css), document.activeElement];
    const row = goal.closest(".row, #groups");
    if (goal === here) return ["Enter", 0];
    if (row?.contains(here)) {
      const items = eyes.seen(".thing, .choice").filter((one) => row.contains(one));
      const steps = items.indexOf(goal) - items.indexOf(here);
      return [steps > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(steps)];
    }
    const stops = eyes.seen("a[href], button, input, select, summary, [tabindex]")
      .filter((one) => one.tabIndex >= 0 && !one.disabled && (one.type !== "radio" || one.checked));
    const to = stops.findIndex((one) => one === goal || (goal.tabIndex < 0 && row?.contains(one)));
    const next = stops.findIndex((one) => here.compareDocumentPosition(one) & 4);
    if (here === document.body || next < 0) return ["Tab", 1];
    return to >= next ? ["Tab", to - next + 1] : ["Shift+Tab", next - to - stops.includes(here)];
  },
};
""".replace("PATIENCE", str(PATIENCE))


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium without a window."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Hand(Protocol):
    """How someone presses what a page shows."""

    presses: int

    def press(self, css: str) -> None: ...
    def choose(self, css: str, value: str) -> None: ...
    def mark(self, name: str, value: str) -> None: ...
    def pick(self, targets: list[str], chance: random.Random) -> str: ...


class Pointer:
    """A mouse, or a finger: it hits what lies on top where it points."""

    def __init__(self, page: Page, touch: bool):
        self._page, self.presses = page, 0
        self._hit = page.touchscreen.tap if touch else page.mouse.click

    def press(self, css: str) -> None:
        aim = self._page.evaluate("css => eyes.aim(css)", css)
        assert not aim["hit"], f"{css} is covered by {aim['hit'][:200]}"
        self.presses += 1
        self._hit(aim["x"], aim["y"])

    def choose(self, css: str, value: str) -> None:
        self._page.locator(css).select_option(value)

    def mark(self, name: str, value: str) -> None:
        self.press(f"input[name={name}][value={value}]")

    def pick(self, targets: list[str], chance: random.Random) -> str:
        return chance.choice(targets)


class Keys:
    """Tab, arrows and Enter, never a pointer."""

    def __init__(self, page: Page):
        self._page, self.presses = page, 0

    def press(self, css: str) -> None:
        self.go_to(css)
        self._key("Enter")

    def choose(self, css: str, value: str) -> None:
        self.go_to(css)
        field = self._page.locator(css)
        wanted = field.evaluate("(one, value) => [...one.options].findIndex("
                                "(option) => option.value === value)", value)  # fmt: skip
        steps = wanted - field.evaluate("one => one.selectedIndex")
        for _ in range(abs(steps)):
            self._key("ArrowDown" if steps > 0 else "ArrowUp")
        assert field.input_value() == value

    def mark(self, name: str, value: str) -> None:
        """Choose one of some radio buttons, which are one stop of the tabulator."""
        self.go_to(f"input[name={name}]:checked")
        while self._page.locator(f"input[name={name}]:checked").input_value() != value:
            self._key("ArrowDown")

    def pick(self, targets: list[str], chance: random.Random) -> str:
        """Of a few things the one that is reached soonest, as people do."""
        few = chance.sample(targets, min(3, len(targets)))
        steps = self._page.evaluate("few => few.map((css) => eyes.way(css)[1])", few)
        return min(zip(steps, few, strict=True))[1]

    def go_to(self, css: str) -> None:
        """Press keys until something has the focus."""
        for _ in range(10):
            key, times = self._page.evaluate("css => eyes.way(css)", css)
            if times == 0:
                return
            for _ in range(times):
                self._key(key)
        raise AssertionError(f"keys do not lead to {css}")

    def _key(self, key: str) -> None:
        self.presses += 1
        self._page.keyboard.press(key)


class Player:
    """A person before a page, who notices whatever goes wrong in it."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        viewport: ViewportSize = DESK,
        locale: str = "en",
        hand: str = "pointer",
        **context: Any,
    ):
        touch = viewport is PHONE
        self.context = browser.new_context(
            viewport=viewport, has_touch=touch, locale=locale, reduced_motion="reduce", **context
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(EYES)
        self.page = self.context.new_page()
        self.server, self.language = server, locale
        self.troubles: list[str] = []
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.hand: Hand = Keys(self.page) if hand == "keys" else Pointer(self.page, touch)

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.troubles.append(text)

    # --- getting to a table ----------------------------------------------------------------------

    def visit(self, path: str) -> None:
        self.page.goto(self.server.address + path)

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.server.address)

    def play_now(self, game: str, seats: int = 0, bot: str = "beginner") -> None:
        """Begin a game against bots from the first page."""
        self.visit("/")
        if seats:
            self.hand.choose(f"#game-{game} select[name=seats]", str(seats))
        self.hand.choose(f"#game-{game} select[name=bot]", bot)
        self.hand.press(f"#game-{game} button.strong")
        self.page.wait_for_url("**/t/*")

    def open(self, game: str, seats: list[str], **options: str) -> None:
        """Open a table with what sits at the other seats and with options of the rules."""
        self.visit(f"/open/{game}?seats={len(seats) + 1}")
        self.hand.press("#opening input[name=name]")
        self.page.keyboard.type("Ann")
        for number, kind in enumerate(seats, 1):
            self.hand.choose(f"select[name=seat{number}]", kind)
        for name, value in options.items():  # last: the form is fetched anew, with what it holds
            with self.page.expect_response(f"**/open/{game}?*"):
                self.hand.mark(f"option-{name}", value)
        self.hand.press("#opening button.strong")
        self.page.wait_for_url("**/t/*")

    def invitation(self) -> str:
        """The link that a waiting table shows."""
        link = self.page.locator("#invite").inner_text()
        assert link.startswith(self.server.address)
        return link.removeprefix(self.server.address)

    def join(self, link: str, name: str) -> None:
        self.visit(link)
        self.page.locator("input[name=name]").fill(name)
        self.page.get_by_role("button", name=self.say("Take a seat")).click()
        self.page.wait_for_url("**/t/*")

    def come_as(self, visitor: Visitor) -> None:
        """Go on with the session of someone who came without a browser."""
        name, _, value = visitor.cookie.partition("=")
        self.context.add_cookies([{"name": name, "value": value, "url": self.server.address}])

    # --- at the table ----------------------------------------------------------------------------

    def until_asked(self) -> bool:
        """Wait until something is asked of this seat; False if the game is over instead."""
        return bool(self.page.evaluate("eyes.asked()") == "asked")

    @property
    def stamp(self) -> str:
        """Which decision the page is about."""
        return str(self.page.evaluate("eyes.stamp()"))

    def is_asked(self) -> bool:
        """Whether the page asks something at this moment."""
        return bool(self.page.locator("#ask.asked").count())

    def decide(self, chance: random.Random) -> None:
        """Take one decision, by pressing things until one action is left and is confirmed."""
        before = self.stamp
        while (offers := self.page.evaluate("eyes.offers()"))["stamp"] == before:
            assert offers["isWhole"] or not offers["yes"], "what confirms is cut off"
            self.hand.press("#yes" if offers["yes"] else self._target(offers, chance))

    def _target(self, offers: dict[str, Any], chance: random.Random) -> str:
        """Mostly something on the table, sometimes a button, every now and then an end."""
        things, choices, ends = offers["things"], offers["choices"], offers["ends"]
        assert things or choices, "asked, but nothing can be pressed"
        if ends and chance.random() < 0.2:  # a draft can be changed for ever
            return self.hand.pick(ends, chance)
        prefers_things = things and (not choices or chance.random() < 0.8)
        return self.hand.pick(things if prefers_things else choices, chance)

    def until(self, condition: str, value: object = None) -> None:
        """Wait until something is true of the page."""
        self.page.evaluate(f"(value) => eyes.when(() => {condition})", value)

    def say(self, sentence: str, **parts: object) -> str:
        """A sentence in the language of this person."""
        return said(self.language, sentence, **parts)

    # --- looking ---------------------------------------------------------------------------------

    def check_width(self) -> None:
        """Nothing is wider than the screen."""
        width, wide = self.page.evaluate(
            "[document.documentElement.scrollWidth, [...document.querySelectorAll('main *')]"
            ".filter((one) => one.getBoundingClientRect().right > innerWidth + 1)"
            ".slice(0, 3).map((one) => one.outerHTML.slice(0, 200))]"
        )
        size = self.page.viewport_size
        assert size
        assert width <= size["width"], f"{self.path}: {wide}"

    def check_layout(self) -> None:
        """No text is cut off, and nothing on the table covers anything else."""
        assert self.page.evaluate("eyes.broken()") == []

    def check_choices(self) -> None:
        """There is room for what can be chosen, and what ends a turn is in the window."""
        room, foot = self.page.evaluate(
            "[document.getElementById('scroll').clientHeight / eyes.rem(),"
            " eyes.isWhole(document.getElementById('foot'))]"
        )
        assert room >= LEAST_ROOM
        assert foot

    def check_log(self) -> None:
        """The latest lines of what has happened are in the window."""
        lines = "[...document.querySelectorAll('#lines li')]"
        assert self.page.evaluate(f"{lines}.slice(-{LATEST}).every(eyes.isWhole)")

    def leave(self) -> None:
        self.context.close()
        assert self.troubles == []


def said(language: str, sentence: str, **parts: object) -> str:
    """A sentence in another language than that of the test."""

    def translated() -> str:
        speak(language)
        return say(sentence, **parts)

    return copy_context().run(translated)
