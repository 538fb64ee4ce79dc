"""Picking in a real browser: by dragging, by keys, with outlooks, reasons and a guarded end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from playwright.sync_api import Browser, Locator, Page

from tangledbank import Table
from tangledbank.games import GAMES
from tangledbank.games.shared.things import changes, things_of
from tangledbank.server.rooms.history import tried
from tangledbank.server.rooms.room import Room
from tangledbank.server.web.views import foreseen, tip_for
from tests.browser import DESK, EYES, PHONE
from tests.helpers import view_of
from tests.server_process import Server, Visitor
from tests.test_server_tables import two_at

IS_LOST = "() => document.activeElement === document.body"
IS_LAST = """() => document.activeElement === [...document.querySelectorAll(
  'a[href], button, input, select, summary, [tabindex]'
)].filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility()).at(-1)"""
ENDS_AT = """() => {
  const { right, bottom } = document.getElementById('ends').getBoundingClientRect();
  return `${Math.round(right)} ${Math.round(bottom)}`;
}"""

OVER = """() => [...document.querySelectorAll('.thing :is(.sign, .tag, .head)')].filter((one) =>
  one.getBoundingClientRect().right > one.closest('.thing').getBoundingClientRect().right + 1
).map((one) => one.textContent)"""

Sit = Callable[..., AbstractContextManager[Page]]

NOTE_HIDING = """() => new MutationObserver(() => {
  if (document.getElementById('tip').hidden) document.body.dataset.tipless = 'once';
}).observe(document.getElementById('tip'), { attributeFilter: ['hidden'] })"""
HUNTED_AT_HOME = [{"abilities": ["carnivore"]}, {"abilities": ["running"]}]


@pytest.fixture
def sit(server: Server, chromium: Browser) -> Sit:
    """Sit down at a new table, or at one that someone has begun."""

    @contextmanager
    def seated(
        game: str, ann: Visitor | None = None, table: str = "", **how: Any
    ) -> Iterator[Page]:
        ann = ann or Visitor(server)
        table = table or ann.play_now(game, seats=2, bot="caretaker")
        context = chromium.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **how})
        context.add_cookies(
            [
                {"name": one.name, "value": one.value or "", "url": server.address}
                for one in ann._jar
            ]
        )
        context.add_init_script(EYES)
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{server.address}/t/{table}")
        until_asked(page)
        yield page
        context.close()
        assert troubles == []

    return seated


def until_asked(page: Page) -> None:
    page.wait_for_selector("#ask.asked, #result")
    page.wait_for_selector("#table[aria-busy=false]")


def middle_of(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + min(30, box["height"] / 2)


def lay_food(page: Page) -> None:
    """The first decision of Evolution, so that cards can be played."""
    page.locator("#hand .thing.can").first.click()
    page.locator("#yes").click()
    page.wait_for_selector("#ends .choice")
    until_asked(page)


# --- what would come of it -----------------------------------------------------------------------


def test_what_would_come_of_it_stays_while_others_talk(server: Server, sit: Sit) -> None:
    ann, bob, table = two_at(server, "origin", talk="1")
    with sit("origin", ann, table) as page, bob.sit(table) as socket:
        page.locator(".choice:not([data-step])").first.dispatch_event("click")
        page.wait_for_selector("#outlook:visible")
        socket.answer(socket.send(type="talk", text="hello"))
        page.wait_for_selector("#talked li", state="attached")
        page.wait_for_selector("#outlook:visible")


def test_an_attack_is_foreseen_in_pictures() -> None:
    hunter = {"body": 4, "population": 3, "traits": ["carnivore"]}
    seats = [{"species": [hunter]}, {"species": [{"traits": ["horns"]}, {"population": 2}]}]
    given = {"phase": "feeding", "hole": 3, "seats": seats}
    table = Table("evolution", given=given, seed=1, auto=False)
    table.act(0, {"do": "attack", "with": 0})
    own, view = things_of("evolution"), table.view(0)
    for prey, fate in ((0, "gone"), (1, "smaller")):
        code = table.path(0, {"do": "prey", "species": [1, prey]})[0]
        then = tried(table, 0, code)
        assert then
        found = changes(own, view, then.view(0), [f"place:1-{prey}"])
        after = {change.before.title: change.after for change in found}
        bitten = after.pop(f"B{prey + 1}")
        if fate == "gone":
            assert bitten is None
            assert after["A1"]
            assert after["A1"].tracks[0].label == "population 2"  # by the horns
        else:
            assert bitten
            assert bitten.tracks[0].label == "population 1"
            assert [*after] == ["A1"]


class Told(NamedTuple):
    """A table as an outlook asks for it."""

    playing: Table

    def names(self, seat: int) -> list[str]:
        return ["You" if one == seat else f"P{one}" for one in range(len(self.playing.players))]


@pytest.mark.parametrize(
    ("abilities", "said", "gone"),
    [
        ([], "A1 gets a blue token from its victim.", ["B2"]),
        (["tail_loss"], "P1 may still answer with Tail loss; otherwise B2 is eaten.", []),
        (["tail_loss", "running"], "P1 may still answer with Running, Tail loss;", []),
        (["mimicry"], "P1 answers with Mimicry: the attack may be turned on another", []),
        (["running"], "Running: B2 escapes on a roll of 4, 5 or 6; otherwise it is eaten.", []),
    ],
)
def test_an_outlook_tells_how_an_attack_may_be_answered(
    abilities: list[str], said: str, gone: list[str]
) -> None:
    rows = [[{"abilities": ["carnivore"]}, {}], [{}, {"abilities": abilities}, {}]]
    given = {"phase": "feeding", "bank": 3, "seats": [{"animals": row} for row in rows]}
    table = Table("origin", given=given, seed=1, auto=False)
    table.act(0, {"do": "attack", "with": 0})
    code = table.path(0, {"do": "prey", "animal": [1, 1]})[0]
    found = foreseen(cast(Room, Told(table)), 0, code)
    assert found.sentences[-1].startswith(said)
    assert [one.before.title for one in found.changes if one.after is None] == gone
    assert len(found.changes) == (2 if gone else 0)  # nothing that looks as before
    assert found.is_sure == (not gone)  # what lay under the eaten animal is turned up


def test_an_outlook_tells_that_an_own_runner_may_escape() -> None:
    given = {
        "phase": "feeding",
        "bank": 3,
        "seats": [{"animals": HUNTED_AT_HOME}, {"animals": [{}]}],
    }
    table = Table("origin", given=given, seed=1, auto=False)
    table.act(0, {"do": "attack", "with": 0})
    code = table.path(0, {"do": "prey", "animal": 1})[0]
    found = foreseen(cast(Room, Told(table)), 0, code)
    assert found.sentences == ["Running: A2 escapes on a roll of 4, 5 or 6; otherwise it is eaten."]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_may_be_done_has_an_outlook(game: str) -> None:
    """Whole games by chance, some of what may be done at each decision; asking changes nothing."""
    chance = random.Random(7)
    for seats in (2, 3, 4, 2):
        table = Table(game, seats=seats, seed=seats)
        while not table.over:
            seat = chance.choice(table.pending)
            codes, before = table.codes(seat).tolist(), table.hash
            for code in chance.sample(codes, min(3, len(codes))):
                foreseen(cast(Room, Told(table)), seat, code)
            assert table.hash == before
            table.act(seat, chance.choice(codes))


def test_an_outlook_is_sure_where_no_hidden_card_is_turned_up() -> None:
    """One's own card that others see for the first time was never hidden from oneself."""
    table = Table("evolution", seats=2, seed=3)
    while view_of(table, 0).stage == "supply":
        table.act(table.pending[0], table.legal()[0])
    seat = table.pending[0]
    table.act(seat, next(act for act in table.legal(seat) if act["do"] == "play"))
    for code in table.codes(seat).tolist():
        assert foreseen(cast(Room, Told(table)), seat, code).is_sure


def test_a_species_is_built_before_the_eyes(sit: Sit) -> None:
    with sit("darwin") as page:
        for _ in range(20):
            page.wait_for_selector("#ask.asked")
            if page.locator(".choice[aria-label^=Create]").count():
                break
            page.locator("#groups .choice:visible").last.click()
            page.locator("#yes").click()
            until_asked(page)
        page.locator("#hand .part-torso.can").first.click()
        page.locator("#groups .choice[aria-label^=Create]:visible").first.click()
        page.wait_for_selector("#draft .picture svg path")
        assert "strength" in page.locator("#draft .signs").inner_text()
        assert page.locator("#draft .homes .fits-not").count() == 1
        assert page.locator(".biome .tag.fits-not").count() == 3
        before = page.locator("#draft").inner_text()
        head = page.locator("#hand .part-head.can").first
        head.hover()
        page.wait_for_selector("#tip .draft .picture svg path")
        assert len(page.locator("#tip .homes li").all()) > 1
        assert page.locator("#draft").inner_text() == before
        page.keyboard.press("Escape")
        assert page.locator("#tip:visible").count() == 0


@pytest.mark.parametrize("language", ["de", "el", "nl", "uk"])
def test_long_words_stay_on_their_cards(sit: Sit, server: Server, language: str) -> None:
    ann = Visitor(server)
    table = ann.play_now("darwin", seats=2, bot="caretaker")
    ann.post("/settings", language=language, back="/")
    with sit("darwin", ann, table, viewport=PHONE) as page:
        page.locator("#groups .choice:visible").last.click()
        page.locator("#yes").click()
        page.wait_for_selector("#hand .sign")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert page.evaluate(OVER) == []
        assert page.evaluate("eyes.torn('#hand .thing')") == []


# --- dragging ------------------------------------------------------------------------------------


def drag(page: Page, one: Locator, other: Locator) -> None:
    page.mouse.move(*middle_of(one))
    page.mouse.down()
    x, y = middle_of(other)
    page.mouse.move(x, y, steps=4)


def test_a_card_is_dragged_onto_a_species(sit: Sit) -> None:
    with sit("evolution") as page:
        lay_food(page)
        card, species = page.locator("#hand .thing").first, page.locator(".seat.own .species").first
        drag(page, card, species)
        page.wait_for_selector(".seat.own .species.fits")
        page.mouse.up()
        page.wait_for_selector(".seat.own .species[aria-pressed=true]")
        assert page.locator("#hand .is-chosen").count() == 1
        uses = [one.get_attribute("data-keys") for one in page.locator(".choice:visible").all()]
        assert uses == ["place:0-0"] * 3
        page.keyboard.press("Escape")
        assert page.locator(".thing[aria-pressed=true]").count() == 0


def test_what_does_not_fit_says_why(sit: Sit) -> None:
    with sit("evolution") as page:
        lay_food(page)
        other = page.locator("#others .species").first
        drag(page, page.locator("#hand .thing").first, other)
        page.wait_for_selector("#others .species.fits-not")
        page.mouse.up()
        page.wait_for_selector("#tip .why")
        assert "not yours" in page.locator("#tip .why").inner_text()
        assert "#EV-" in (page.locator("#tip a").first.get_attribute("href") or "")
        assert page.locator("#hand .is-chosen").count() == 0


def test_a_finger_scrolls_unless_it_rests(sit: Sit) -> None:
    # so tall that the finger stays away from the edges, where the page would move under it
    tall = PHONE | {"height": 1600}
    with sit("evolution", viewport=tall, has_touch=True) as page:
        lay_food(page)
        touch = page.context.new_cdp_session(page)

        def finger(kind: str, *points: tuple[float, float]) -> None:
            those = [{"x": x, "y": y} for x, y in points]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": those})

        card = page.locator("#hand .thing").first
        species = page.locator(".seat.own .species").first
        for does_rest in (False, True):
            page.evaluate("scrollTo(0, document.querySelector('.seat.own').offsetTop)")
            (to_x, to_y), (x, y) = middle_of(species), middle_of(card)
            finger("touchStart", (x, y))
            if does_rest:
                page.wait_for_selector(".ghost", state="attached")  # it can be dragged now
            for part in (0.3, 0.7, 1):
                finger("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
                page.wait_for_timeout(30)
            if does_rest:
                page.wait_for_selector(".species.fits")
            else:
                assert page.locator(".ghost").count() == 0
            finger("touchEnd")
            page.wait_for_timeout(100)
        page.wait_for_selector("#hand .is-chosen")


# --- reasons -------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["pointer", "keys"])
def test_who_looks_is_told_anew_when_the_table_changes(server: Server, sit: Sit, by: str) -> None:
    ann = Visitor(server)
    table = ann.play_now("evolution", seats=2, bot="caretaker")
    with sit("evolution", ann, table) as page, ann.sit(table) as socket:
        other = page.locator("#others .species").first
        if by == "pointer":
            other.hover()
        else:
            page.keyboard.press("Tab")  # what has the focus by keys is explained
            other.focus()
        page.wait_for_selector("#tip:visible")
        page.evaluate(NOTE_HIDING)
        socket.until_asked()
        socket.act(socket.codes()[0])
        page.wait_for_selector("body[data-tipless]")
        page.wait_for_selector("#tip:visible")


def test_a_tap_tells_why_not(sit: Sit) -> None:
    with sit("evolution", viewport=PHONE, has_touch=True) as page:
        other = page.locator("#others .species").first
        other.tap()
        page.wait_for_selector("#tip .why")
        assert other.get_attribute("aria-describedby") == "tip"
        assert page.locator("#tip").get_attribute("role") == "status"
        page.locator("#moment").tap()
        assert page.locator("#tip:visible").count() == 0


def test_nothing_to_take_back_is_told(sit: Sit) -> None:
    with sit("origin") as page:
        button = page.locator("#tools [data-send=undo]")
        assert button.get_attribute("aria-disabled") == "true"
        button.click(force=True)
        assert page.locator("#notice").inner_text() == button.get_attribute("title") != ""


def why_not(table: Table, key: str) -> list[str]:
    live = SimpleNamespace(playing=table)
    return [*tip_for(cast(Room, live), table.pending[0], key).reasons]


def test_it_is_told_what_comes_first() -> None:
    table = Table("origin", given={"seats": [{"animals": [{}], "hand": 3}, {"animals": [{}]}]})
    for key in ("place:0-0", "place:1-0"):
        assert why_not(table, key) == ["First choose a card: abilities are given to animals."]
    table = Table("evolution", seats=2, seed=3)
    later = "Species are changed later: now everyone lays down a card as food."
    assert why_not(table, "place:0-0") == why_not(table, "place:1-0") == [later]
    while view_of(table, 0).stage == "supply":
        table.act(table.pending[0], table.legal()[0])
    mine = table.pending[0]
    assert why_not(table, f"place:{mine}-0") == [
        "First choose a card: it becomes a trait, or is discarded for population or body size."
    ]
    others = ["Cards are played for your own species only."]
    assert why_not(table, f"place:{1 - mine}-0") == others
    table = Table("darwin", seats=2, seed=3)
    while not (begins := [act for act in table.legal(table.pending[0]) if act["do"] == "create"]):
        table.act(table.pending[0], table.legal(table.pending[0])[0])
    card = "zone:" + view_of(table, table.pending[0]).zone[0]
    assert why_not(table, card) == ["First choose the card of your hand that you give for it."]
    assert why_not(table, f"place:{1 - table.pending[0]}-0") == ["That species is not yours."]
    table.act(table.pending[0], begins[0])
    assert why_not(table, card) == ["Finish or take back the choice you have begun."]


# --- the end of a turn ---------------------------------------------------------------------------


def test_what_ends_a_turn_keeps_its_place(sit: Sit) -> None:
    for size in (DESK, PHONE):
        with sit("evolution", viewport=size) as page:
            lay_food(page)
            places = {page.evaluate(ENDS_AT)}
            page.locator("#hand .thing.can").first.click()
            page.wait_for_selector("#hand .is-chosen")
            page.locator("#groups .choice:visible").last.click()
            page.locator("#yes").click()
            page.wait_for_selector("#hand:not(:has(.is-chosen))")
            until_asked(page)
            places.add(page.evaluate(ENDS_AT))
            assert len(places) == 1


def test_an_end_that_comes_under_the_pointer_waits(sit: Sit) -> None:
    with sit("origin") as page:
        end = page.locator("#ends .choice").first
        place = middle_of(end)
        page.locator("#hand .thing.can").first.click()
        assert end.is_hidden()
        page.mouse.move(*place)
        page.keyboard.press("Escape")
        assert end.get_attribute("aria-disabled") == "true"
        page.mouse.down()
        page.mouse.up()
        assert page.locator("#yes:visible").count() == 0
        page.wait_for_selector("#ends .choice:not([aria-disabled])")
        page.mouse.down()
        page.mouse.up()
        assert page.locator("#yes:visible").count() == 1


# --- keys ----------------------------------------------------------------------------------------


def test_keys_keep_their_place(sit: Sit) -> None:
    with sit("evolution") as page:
        page.locator("#hand .thing").first.focus()
        page.keyboard.press("ArrowRight")
        second = page.locator("#hand .thing").nth(1)
        assert second.evaluate("one => one === document.activeElement")
        page.keyboard.press("ArrowUp")
        assert page.locator(".seat.own .species:focus").count() == 1
        page.keyboard.press("ArrowDown")
        assert page.locator("#hand .thing:focus").count() == 1
        stops = "() => document.querySelectorAll('.thing:not([tabindex=\"-1\"])').length"
        assert page.evaluate(stops) == page.locator(".row:has(.thing)").count()
        chance, is_last = random.Random(5), False
        for _ in range(40):
            until_asked(page)
            assert is_last or not page.evaluate(IS_LOST)
            if page.locator("#result").count():
                break
            if not page.locator(".can:focus, .choice:focus, #yes:focus").count():
                is_last = page.evaluate(IS_LAST)
                page.keyboard.press("Tab")
                assert page.evaluate(IS_LOST) == is_last  # behind it the page begins anew
            else:
                is_last = False
                page.keyboard.press(chance.choice(["Enter", "Enter", "ArrowRight"]))
                assert not page.evaluate(IS_LOST)


def test_rules_are_one_key_away(sit: Sit) -> None:
    with sit("evolution") as page:
        page.keyboard.press("Tab")
        page.locator("#hand .thing").first.focus()
        page.wait_for_selector("#tip a")
        page.keyboard.press("?")
        assert page.locator("#tip a:focus").count() == 1
        page.keyboard.press("Escape")
        assert page.locator("#hand .thing:focus").count() == 1


# --- motion --------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_changes_are_seen_unless_one_wants_none(sit: Sit, motion: str) -> None:
    with sit("origin", reduced_motion=motion) as page:
        page.evaluate(
            """() => {
              window.moved = 0;
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (...how) {
                window.moved += 1;
                return animate.apply(this, how);
              };
            }"""
        )
        page.locator("#hand .thing.can").first.click()
        page.locator("#yes").click()
        page.wait_for_selector(".seat.own .animal")
        assert (page.evaluate("window.moved") > 0) == (motion != "reduce")
        page.wait_for_selector(".gone-thing", state="detached")
