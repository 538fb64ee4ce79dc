"""What a hostile visitor asks for costs the server nothing, and others never notice.

The server has a gigabyte of memory: whatever is built before it is checked would end it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tangledbank.errors import Refused
from tangledbank.server.rooms import tables
from tangledbank.server.rooms.bots import BotWorkers
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.rooms.quotas import Owner, Quotas
from tangledbank.server.rooms.room import BOT, OPEN, Seat, TablePlan
from tangledbank.server.rooms.tables import FINISHED_AGE, IDLE_AGE
from tangledbank.server.store import SqliteStore
from tangledbank.table import Table
from tests.helpers import play_out
from tests.test_wire_forgery import sentence_of
from tests.wire import PATIENCE, Running, Visitor, running

GIGABYTE = 1024  # in megabytes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("limits") / "data"
    with running(folder, megabytes=GIGABYTE) as started:
        yield started
        assert started.is_alive()
        assert "Traceback" not in started.errors()


# --- numbers and options of a form ---------------------------------------------------------------

NUMBERS = ("999999999", "100000000", "9" * 5000, "-1", "0", "1", "1e9", "٣", "x")


@pytest.mark.parametrize("path", ["/play", "/open"])
@pytest.mark.parametrize("seats", NUMBERS)
def test_a_number_of_seats_is_checked_before_any_is_made(
    server: Running, path: str, seats: str
) -> None:
    answer = Visitor(server.host).post(path, {"name": "Ada", "game": "darwin", "seats": seats})
    assert answer.status == 400
    assert "2 to 6" in answer.body
    assert server.is_alive()


@pytest.mark.parametrize("seconds", ["-5", "999999999", "9" * 5000, "1.5", "x"])
def test_a_time_for_a_turn_is_checked(server: Running, seconds: str) -> None:
    fields = {"name": "Ada", "game": "origin", "seats": "2", "seconds": seconds}
    answer = Visitor(server.host).post("/open", fields)
    assert answer.status == 400
    assert "7 days" in answer.body


DECKS = (".".join(["a"] * 80_000) + "=1", "x=" + "9" * 5000, "[" * 5000, "standart")


@pytest.mark.parametrize("deck", DECKS, ids=["dots", "digits", "nested", "no deck"])
def test_only_the_options_of_the_form_are_taken(server: Running, deck: str) -> None:
    fields = {"name": "Ada", "game": "darwin", "seats": "2", "option-deck": deck}
    answer = Visitor(server.host).post("/open", fields)
    assert answer.status == 400
    assert "there is no deck" in answer.body.lower()
    shown = Visitor(server.host).get(f"/open/darwin?option-deck={deck[:2000]}")
    assert shown.status == 200
    assert server.is_alive()


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [" ", "\u2800", "\u3164\u3164", "\u200b", "You", " y-O-u ", "Bot B", "Du", "Spieler A"]
)
def test_a_name_can_be_seen_and_is_nobody_elses(server: Running, name: str) -> None:
    answer = Visitor(server.host).post("/play", {"name": name, "game": "origin", "seats": "2"})
    assert answer.status == 400
    assert "name" in sentence_of(answer)


def test_two_at_a_table_have_two_names(server: Running) -> None:
    ada, eve = Visitor(server.host, "Ada"), Visitor(server.host, "Eve")
    table = ada.open_table("origin", ["open", "open", "person"])
    code = ada.invitation(table)
    for name in ("Ada", "ADA", "A.d.a"):
        answer = eve.post(f"/join/{code}", {"name": name})
        assert answer.status == 400
        assert "Someone at this table is called" in answer.body
        assert f'value="{name} 2"' in answer.body  # one that will do
    assert eve.post(f"/join/{code}", {"name": "Ada 2"}).status == 303


MARKS = "a" + 200_000 * "\u0301" + 200_000 * "\u0316"  # to put these in order takes minutes


@pytest.mark.parametrize("path", ["/settings", "/play", "/open"])
def test_a_name_of_many_marks_takes_no_time(server: Running, path: str) -> None:
    fields = {"name": MARKS, "game": "origin", "seats": "2"}
    parts = [f'content-disposition: form-data; name="{one}"\r\n\r\n{fields[one]}' for one in fields]
    body = "".join(f"--x\r\n{part}\r\n" for part in parts) + "--x--\r\n"
    kind = {"content-type": "multipart/form-data; boundary=x"}
    assert Visitor(server.host).ask("POST", path, body.encode(), **kind).status == 303


# --- how much one may do -------------------------------------------------------------------------


def test_a_visitor_opens_so_many_tables_and_others_go_on(server: Running) -> None:
    mallory, ada = Visitor(server.host, "Mallory"), Visitor(server.host, "Ada")
    fields = {"name": "Mallory", "game": "origin", "seats": "2", "seat1": "open"}
    answers = [mallory.post("/open", fields) for _ in range(60)]
    opened = [answer for answer in answers if answer.status == 303]
    assert 40 <= len(opened) < 60
    assert "many tables" in answers[-1].body
    ada.open_table("origin", ["open", "open"])


def test_a_visitor_opens_so_many_logs(server: Running) -> None:
    mallory = Visitor(server.host, "Mallory")
    body = b'--x\r\ncontent-disposition: form-data; name="log"; filename="l"\r\n\r\n{}\r\n--x--\r\n'
    kind = {"content-type": "multipart/form-data; boundary=x"}
    answers = [mallory.ask("POST", "/log", body, **kind) for _ in range(20)]
    assert [answer.status for answer in answers[:10]] == [400] * 10  # they are no logs
    assert answers[-1].status == 429
    assert "many log files" in sentence_of(answers[-1])
    assert "many log files" not in sentence_of(answers[0])


def test_whoever_talks_all_the_time_is_stopped(server: Running) -> None:
    ada, bob = Visitor(server.host, "Ada"), Visitor(server.host, "Bob")
    table = ada.open_table("origin", ["open", "open"])
    bob.join(ada.invitation(table))
    with ada.sit(table) as page:
        page.hear()
        answers = [page.ask("talk", text=f"line {n}") for n in range(30)]
    kinds = [answer["type"] for answer in answers]
    assert kinds[:10] == ["done"] * 10
    assert "no" in kinds[10:]
    refused = next(answer for answer in answers if answer["type"] == "no")
    assert refused["reason"] == "quota"


def test_what_is_refused_costs_nothing() -> None:
    """Whoever tries again gets through in time, and shuts nobody of their address out."""
    quotas = Quotas()
    for _ in range(10):
        quotas.uploads.take(Owner("192.0.2.1", "ada"))
    for _ in range(500):
        with pytest.raises(Refused):
            quotas.uploads.take(Owner("192.0.2.1", "ada"))
    assert quotas.uploads._visitor.left("ada") > 0.0
    quotas.uploads.take(Owner("192.0.2.1", "bob"))


def test_coming_and_going_is_counted(server: Running) -> None:
    ada = Visitor(server.host, "Ada")
    table = ada.open_table("origin", ["person", "bot:random"])
    kinds = [["away", "back"][n % 2] for n in range(40)]
    with ada.sit(table) as page:
        answers = [page.ask(kind) for kind in kinds]
    assert [answer["type"] for answer in answers[:20]] == ["done"] * 20
    assert answers[-1]["reason"] == "quota"


def test_addresses_count_too_since_visitors_cost_nothing() -> None:
    quotas = Quotas()
    for number in range(400):
        quotas.tables.take(Owner("192.0.2.1", f"visitor {number}"))
    with pytest.raises(Refused, match="many tables"):
        quotas.tables.take(Owner("192.0.2.1", "another"))
    quotas.tables.take(Owner("192.0.2.2", "another"))


def test_bots_that_search_are_counted(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path)
        hub = Hub(store, BotWorkers(), quotas=Quotas(0.1))
        plans = [TablePlan("origin", [Seat(OPEN), Seat(OPEN), *[Seat(BOT, "expert")] * 3])] * 2
        await hub.open(plans[0], "ada", "Ada", "192.0.2.1")
        with pytest.raises(Refused, match="bots that search"):
            await hub.open(plans[1], "ada", "Ada", "192.0.2.1")
        simple = TablePlan("origin", [Seat(OPEN), Seat(OPEN), *[Seat(BOT, "skilled")] * 3])
        await hub.open(simple, "ada", "Ada", "192.0.2.1")
        await hub.close()
        store.close()

    asyncio.run(story())


# --- what is kept in memory ----------------------------------------------------------------------


def test_tables_leave_memory_by_age(tmp_path: Path) -> None:
    """Finished ones soon, others later; those that someone looks at or that go on do not."""

    async def story() -> None:
        store = SqliteStore(tmp_path)
        hub = Hub(store, BotWorkers())
        over = await hub.open_log(play_out(Table("origin", 2), 1).log(), "ada")
        waiting = await hub.open(TablePlan("origin", [Seat(OPEN), Seat(OPEN)]), "ada", "Ada")
        thinking = await hub.open(
            TablePlan("origin", [Seat(OPEN), Seat(OPEN), Seat(BOT, "random")]), "ada", "Ada"
        )
        thinking.bots_at_work = hub.run_in_background(asyncio.sleep(PATIENCE))
        timed = await hub.open(
            TablePlan("origin", [Seat(OPEN), Seat(OPEN)], seconds=3600), "a", "Ada"
        )
        await hub.join(timed, "bob", "Bob")
        watched = await hub.open(TablePlan("origin", [Seat(OPEN), Seat(OPEN)]), "ada", "Ada")
        hub.presence.arrive(watched.id, "eve")

        def held() -> set[str]:
            tables = (over, waiting, timed, watched, thinking)
            return {live.id for live in tables if hub.holds(live)}

        now = time.monotonic()
        hub.evict_idle(now)
        assert held() == {over.id, waiting.id, timed.id, watched.id, thinking.id}
        hub.evict_idle(now + FINISHED_AGE + 1)
        assert held() == {waiting.id, timed.id, watched.id, thinking.id}
        (end,) = {clock.end for clock in timed.clocks.values()}
        hub.evict_idle(now + IDLE_AGE + 1)
        assert held() == {watched.id, thinking.id}
        again = await hub.table(timed.id)  # with the time that was left
        assert all(abs(clock.end - end) < 1.0 for clock in again.clocks.values())
        assert again.clocks
        assert (await hub.table(waiting.id)).seats[0].name == "Ada"  # made again from the store
        await hub.close()
        store.close()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_a_name_in_a_log_is_bounded(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path)
        hub = Hub(store, BotWorkers())
        table = play_out(Table("origin", ["me:" + "x" * 100_000, "\u2800"]), 1)
        live = await hub.open_log(table.log(), "ada")
        assert [len(seat.name) for seat in live.seats] == [24, 0]
        await hub.close()
        store.close()

    asyncio.run(story())


def two_open() -> TablePlan:
    return TablePlan("origin", [Seat(OPEN), Seat(OPEN)])


def test_too_many_tables_push_out_none_that_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_ROOMS", 3)

    async def story() -> None:
        store = SqliteStore(tmp_path)
        hub = Hub(store, BotWorkers())
        watched = await hub.open(two_open(), "ada", "Ada")
        hub.presence.arrive(watched.id, "ada")
        thinking = await hub.open(two_open(), "ada", "Ada")
        thinking.bots_at_work = hub.run_in_background(asyncio.sleep(PATIENCE))
        unused = [await hub.open(two_open(), "ada", "Ada") for _ in range(5)]
        assert hub.holds(watched)
        assert hub.holds(thinking)
        assert [hub.holds(one) for one in unused] == [False] * 4 + [True]
        await hub.close()
        store.close()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
