"""Sessions end, by themselves and by wish; links to seats are secrets that can be renewed."""

from __future__ import annotations

import asyncio
import json
import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from starlette.responses import Response

from tangledbank.server.store import StreamEntry, open_store
from tangledbank.server.web.session import (
    COOKIE,
    DAY,
    ENDED,
    FIRST_DATED,
    LONGEST,
    BrowserSession,
    EndedSessions,
    Signer,
)
from tests.wire import Page, Running, Visitor, running

SEAT_LINK = re.compile(r'href="(/seat/[\w-]+)"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("sessions") / "data") as started:
        yield started
        assert "Traceback" not in started.errors()


def two_at(server: Running) -> tuple[Visitor, Visitor, str]:
    ada, bob = Visitor(server.host, "Ada"), Visitor(server.host, "Bob")
    table = ada.open_table("origin", ["open", "open"])
    bob.join(ada.invitation(table))
    return ada, bob, table


@contextmanager
def opened(visitor: Visitor, table: str) -> Iterator[Page]:
    with visitor.sit(table) as page:
        page.hear()
        yield page


def link_of(visitor: Visitor, table: str) -> str:
    found = SEAT_LINK.search(visitor.get(f"/t/{table}").body)
    assert found
    return found[1]


def has_seat(visitor: Visitor, table: str) -> bool:
    return "You watch this game." not in visitor.get(f"/t/{table}").body


# --- sessions ------------------------------------------------------------------------------------


def test_a_session_that_was_ended_is_nobody_anywhere(server: Running) -> None:
    ada, _, table = two_at(server)
    stolen = Visitor(server.host, "Thief")
    stolen.cookie = ada.cookie
    assert has_seat(stolen, table)
    with opened(stolen, table) as page:
        assert ada.post("/settings/end", {}).status == 303
        assert ada.cookie != stolen.cookie
        answer = page.ask("ask", key="x")
        assert answer["type"] == "no"
        assert "ended this session" in answer["sentence"]
    assert not has_seat(stolen, table)
    assert not has_seat(ada, table)


def test_an_ended_session_stays_so_after_a_restart(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("restart") / "data"
    with running(folder) as server:
        ada, _, table = two_at(server)
        stolen, link = ada.cookie, link_of(ada, table)
        ada.post("/settings/end", {})
        server.end()
    with running(folder) as server:
        thief, back = Visitor(server.host), Visitor(server.host, "Ada")
        thief.cookie = stolen
        assert not has_seat(thief, table)
        assert back.post(link, {"name": "Ada"}).status == 303  # the link is still good
        assert has_seat(back, table)


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_one_session_after_the_other_is_ended(
    store: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Each waits for its turn to be written, and what others end meanwhile is counted once."""
    address = request.getfixturevalue("empty_database") if store == "postgres" else ""

    async def story() -> None:
        with closing(open_store(tmp_path, address)) as opened:
            names = [f"visitor {n}" for n in range(6)]
            for name in names:
                await opened.create(name, [StreamEntry({"open": 1}, f"session:{name}")])
            ended = EndedSessions(opened)
            following = asyncio.create_task(ended.follow())
            await ended.end(names[0])
            await asyncio.gather(*map(ended.end, names[1:]))
            assert all(map(ended.has, names))
            assert len(await opened.read(ENDED)) == len(names)
            following.cancel()

    asyncio.run(asyncio.wait_for(story(), 60))


def cookie_of(server: Running, session: BrowserSession) -> str:
    """The cookie that this server gives to a session."""
    response = Response()
    Signer(server.folder / "server").write(response, session, False)
    return response.headers["set-cookie"].partition(";")[0]


def session_in(cookie: str) -> BrowserSession:
    body = cookie.partition("=")[2].partition(".")[0]
    return BrowserSession(**json.loads(urlsafe_b64decode(body)))


def test_a_session_ends_half_a_year_after_the_last_visit(server: Running) -> None:
    now = int(time.time())
    for age, is_known in ((LONGEST + DAY, False), (LONGEST - DAY, True)):
        visitor = Visitor(server.host)
        visitor.cookie = cookie_of(server, BrowserSession("ada", "Ada", since=now - age))
        visitor.get("/")
        found = session_in(visitor.cookie)
        assert (found.id == "ada") == is_known
        assert found.since >= now  # it is a visit
    fresh = cookie_of(server, BrowserSession("bob", "Bob", since=now))
    assert "set-cookie" not in Visitor(server.host).get("/", cookie=fresh).headers


def test_a_session_from_before_sessions_had_a_date_is_still_known(server: Running) -> None:
    """Its cookie names none; it counts from the day they began to have one."""
    body = urlsafe_b64encode(b'{"id":"old","name":"Ada","language":""}').decode()
    visitor = Visitor(server.host)
    visitor.cookie = f"{COOKIE}={body}.{Signer(server.folder / 'server')._seal(body)}"
    visitor.get("/")
    is_known = time.time() - FIRST_DATED < LONGEST
    assert (session_in(visitor.cookie).id == "old") == is_known


def test_the_cookie_is_out_of_reach(server: Running) -> None:
    answer = Visitor(server.host).get("/")
    (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
    assert cookie["httponly"]
    assert cookie["samesite"] == "lax"
    assert cookie["path"] == "/"
    assert int(cookie["max-age"]) == LONGEST


def test_over_tls_no_other_host_can_set_the_cookie(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("tls") / "data"
    with running(folder, "--trusted-proxy", "127.0.0.1") as server:
        secure = {"x-forwarded-proto": "https"}
        visitor = Visitor(server.host)
        (cookie,) = SimpleCookie(visitor.get("/", **secure).headers["set-cookie"]).values()
        assert cookie.key == "__Host-tangledbank"
        assert cookie["secure"]
        assert cookie["path"] == "/"
        assert not cookie["domain"]
        assert "set-cookie" not in visitor.get("/", **secure).headers  # it is known again
        assert "set-cookie" in visitor.get("/").headers  # but not without TLS
        plain = Visitor(server.host)
        plain.get("/")
        assert plain.cookie.startswith("tangledbank=")
        assert "set-cookie" in plain.get("/", **secure).headers  # and the other way round


# --- links to seats ------------------------------------------------------------------------------


def test_no_link_can_be_read_from_the_disk(server: Running) -> None:
    ada, _, table = two_at(server)
    token = link_of(ada, table).removeprefix("/seat/")
    files = [path for path in server.folder.rglob("*") if path.is_file()]
    assert any(table.encode() in path.read_bytes() for path in files)
    assert not any(token.encode() in path.read_bytes() for path in files)


def test_a_link_can_be_renewed_and_all_are_told(server: Running) -> None:
    ada, bob, table = two_at(server)
    old = link_of(ada, table)
    with opened(bob, table) as page:
        assert ada.post(f"/t/{table}/do", {"do": "renew", "seat": "0"}).status == 303
        while "another link to the seat" not in page.shown["html"]:
            page.hear()
    new = link_of(ada, table)
    assert new != old
    thief, phone = Visitor(server.host, "Thief"), Visitor(server.host, "Ada")
    answer = thief.post(old, {"name": "Thief"})
    assert answer.status == 400
    assert "leads to no seat any more" in answer.body
    assert "leads to no seat any more" in thief.get(old).body
    assert has_seat(ada, table)
    assert phone.post(new, {"name": "Ada"}).status == 303
    assert has_seat(phone, table)


def test_who_had_the_seat_is_told_that_it_was_taken(server: Running) -> None:
    ada, _, table = two_at(server)
    phone = Visitor(server.host, "Ada")
    with opened(ada, table) as page:
        phone.post(link_of(ada, table), {"name": "Ada"})
        while "plays on another device" not in page.shown["html"]:
            page.hear()
        assert "You watch this game." in page.shown["html"]


@pytest.mark.parametrize("seat", ["1", "2", "-1", "9", "x", ""])
def test_nobody_renews_the_link_of_another(server: Running, seat: str) -> None:
    ada, bob, table = two_at(server)
    link = link_of(bob, table)
    assert ada.post(f"/t/{table}/do", {"do": "renew", "seat": seat}).status == 400
    assert link_of(bob, table) == link


def test_the_host_renews_links_of_seats_kept_for_someone(server: Running) -> None:
    ada, eve = Visitor(server.host, "Ada"), Visitor(server.host, "Eve")
    table = ada.open_table("origin", ["person", "person"])
    old = link_of(ada, table)
    assert eve.post(f"/t/{table}/do", {"do": "renew", "seat": "1"}).status == 400
    assert ada.post(f"/t/{table}/do", {"do": "renew", "seat": "1"}).status == 303
    assert link_of(ada, table) != old
    assert eve.post(old, {"name": "Eve"}).status == 400
    assert eve.post(link_of(ada, table), {"name": "Eve"}).status == 303
