"""Nobody notices that another has decided in secret: not by an order, a line or a delay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.server.rooms.history import possible
from tangledbank.server.rooms.room import LATER, PERSON, NoteKind, Room, Seat, TablePlan
from tangledbank.server.web.pages import table_part
from tangledbank.table import Table
from tests.wire import Page, Running, Visitor, running

SECRET_MOVES = 44  # more than were once looked through for something that was told
LINKS = re.compile(r'class="button[^"]*" href="/t/([\w-]+)"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("noticed") / "data") as started:
        yield started
        assert "Traceback" not in started.errors()


@contextmanager
def seated(server: Running, game: str, **options: str) -> Iterator[tuple[str, Page, Page]]:
    """A table with the pages of two people."""
    ada, bob = Visitor(server.host, "Ada"), Visitor(server.host, "Bob")
    name = ada.open_table(game, ["open", "open"], **options)
    bob.join(ada.invitation(name))
    with ada.sit(name) as one, bob.sit(name) as two:
        one.hear()
        two.hear()
        yield name, one, two


def public_table(ada: Visitor, bob: Visitor) -> str:
    fields = {"name": "Ada", "game": "evolution", "seats": 2, "seat1": "open", "public": "1"}
    name = ada.post("/open", fields).headers["location"].removeprefix("/t/")
    bob.join(ada.invitation(name))
    return name


def test_lists_of_tables_keep_their_order(server: Running) -> None:
    ada, bob, eve = (Visitor(server.host, name) for name in ("Ada", "Bob", "Eve"))
    first, second = public_table(ada, bob), public_table(ada, bob)

    def order(visitor: Visitor) -> list[str]:
        found = LINKS.findall(visitor.get("/").body)
        return [name for name in found if name in (first, second)]

    before = [order(ada), order(eve)]
    assert before[1] == [second, first]
    with bob.sit(first) as page:
        page.hear()
        assert page.act(page.codes[0])["type"] == "done"
        assert [order(ada), order(eve)] == before
        with ada.sit(first) as other:  # now both have chosen, which all may know
            other.hear()
            assert other.act(other.codes[0])["type"] == "done"
    assert order(eve) == [first, second]


def test_a_wish_to_take_back_stays(server: Running) -> None:
    with seated(server, "evolution", mode="quick") as (name, ada, bob):
        assert ada.act(ada.codes[0])["type"] == "done"
        hear_until(ada, lambda: not ada.shown["yours"])
        assert bob.act(bob.codes[0])["type"] == "done"
        hear_until(ada, lambda: bool(ada.shown["yours"]))  # both have chosen: the next phase
        assert ada.ask("undo", stamp=ada.shown["stamp"])["type"] == "done"
        hear_until(bob, lambda: "wants to take back" in bob.shown["html"])
        seen = ada.shown["html"]
        assert 'id="wish"' in seen
        assert bob.act(bob.codes[0])["type"] == "done"  # a card, in secret
        assert 'id="wish"' in bob.shown["html"]
        assert ada.visitor.get(f"/t/{name}").body.count('id="wish"') == 1
        ada.wait()
        assert ada.shown["html"] == seen
        assert bob.ask("agree")["type"] == "done"
        hear_until(ada, lambda: 'id="wish"' not in ada.shown["html"])
        hear_until(bob, lambda: 'id="wish"' not in bob.shown["html"])


def hear_until(page: Page, holds: Callable[[], bool]) -> None:
    """Take in what the server pushes until something is seen."""
    while not holds():
        page.hear()


def test_what_happened_last_stays(server: Running) -> None:
    with seated(server, "darwin") as (name, ada, bob):
        while not any(map(beginnings, (ada, bob))):  # first the hands are drawn, in public
            for page in (ada, bob):
                page.wait(0.05)
                if page.shown["yours"] and not beginnings(page):
                    answer = page.act_patiently(page.codes[-1])
                    assert answer["type"] == "done" or answer["reason"] == "stale", answer
        drafting, other = (ada, bob) if beginnings(ada) else (bob, ada)
        before = last(other.visitor, name)
        for _ in range(SECRET_MOVES // 2):
            begun = act_and_see(drafting, lambda: beginnings(drafting)[0])
            is_trade = Verb.GIVE <= begun < Verb.TAKE  # of a hand that cannot create a species
            act_and_see(drafting, partial(int, Verb.UNTRADE if is_trade else Verb.REVISE))
        assert last(other.visitor, name) == before


def act_and_see(page: Page, choose: Callable[[], int]) -> int:
    """Choose from what is shown, again where the position was older, and see what came of it."""
    while True:
        seen, code = page.shown, choose()
        answer = page.act_patiently(code)
        assert answer["type"] == "done" or answer["reason"] == "stale", answer
        while page.shown["stamp"] == seen["stamp"]:
            page.hear()
        if answer["type"] == "done":
            return code


def beginnings(page: Page) -> list[int]:
    """What only begins a draft."""
    return [int(code) for code in re.findall(r'value="(\d+)"[^>]*data-step', page.shown["html"])]


def last(visitor: Visitor, table: str) -> str:
    """What the first page tells of a table."""
    row = re.search(rf'id="mine-{table}".*?</li>', visitor.get("/").body, re.DOTALL)
    assert row
    found = re.search(r"Last: ([^<]+)<", row[0])
    assert found, row[0]
    return found[1]


@pytest.mark.parametrize("options", [{}, {"mode": "quick"}])
def test_an_outlook_is_made_from_what_one_sees_alone(options: dict[str, str]) -> None:
    """So it takes as long, whether or not the others have chosen: the same is worked out."""
    alone, last_one = (Table("evolution", 3, options=options, seed=4) for _ in range(2))
    for seat in (1, 2):
        last_one.act(seat, int(last_one.codes(seat)[0]))
    assert alone.observation(0).tobytes() == last_one.observation(0).tobytes()
    for code in alone.codes(0).tolist():
        made = [
            [then.state.tobytes() for then in possible(table, 0, code)]
            for table in (alone, last_one)
        ]
        assert made[0] == made[1]


@pytest.mark.parametrize("kind", LATER)
def test_what_is_noted_later_leaves_no_gap(kind: NoteKind) -> None:
    """A note about something secret has no number before it can be read."""
    pages = []
    for is_noted in (False, True):
        live = Room(
            "table", TablePlan("evolution", [Seat(PERSON, session=one, name=one) for one in "ab"])
        )
        live.table = Table("evolution", ["me:a", "me:b"], seed=4)
        live.table.act(0, int(live.table.codes(0)[0]))
        if is_noted:
            live.note(kind, 0)
        live.note(NoteKind.BACK, 1)
        pages.append(table_part(live, "b"))
    assert "plays again" in pages[0] or "You play again" in pages[0]
    assert pages[0] == pages[1]
