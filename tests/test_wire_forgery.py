"""Nobody acts for another: what a hostile program may send gets a clear refusal, and no more."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed

from tangledbank.games import GAMES
from tangledbank.server.web.app import make_app
from tangledbank.server.web.server import Server
from tests.wire import PATIENCE, Answer, Page, Running, Visitor, ask_for_socket, running

EVIL = "http://evil.example"
SENTENCE = re.compile(r"\w[^\n<>{}]{8,200}")  # something to read: no code, no markup, one line
REFUSED = re.compile(r"</h1>\s*<p>([^<]+)</p>")  # on the page for what is not possible


class Party(NamedTuple):
    """A table with two people, and someone who has no seat."""

    server: Running
    name: str
    ada: Visitor
    bob: Visitor
    mallory: Visitor

    def look(self) -> tuple[str, str]:
        """What the two at the table see; it may not change by what is refused."""
        pages = [visitor.get(f"/t/{self.name}").body for visitor in (self.ada, self.bob)]
        assert all("data-stamp" in page for page in pages)
        return pages[0], pages[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("forgery") / "data") as server:
        yield server
        assert server.is_alive()
        assert "Traceback" not in server.errors()


@pytest.fixture
def party(server: Running) -> Iterator[Party]:
    """The table has to look the same after each of these tests, and the server has to live."""
    ada, bob, mallory = (Visitor(server.host, name) for name in ("Ada", "Bob", "Mallory"))
    name = ada.open_table("evolution", ["open", "open"])
    bob.join(ada.invitation(name))
    mallory.get(f"/t/{name}")
    party = Party(server, name, ada, bob, mallory)
    before = party.look()
    yield party
    assert party.look() == before
    assert server.is_alive()


def opened(visitor: Visitor, table: str) -> Page:
    page = visitor.sit(table)
    page.hear()
    return page


def refusal(answer: dict[str, Any]) -> str:
    """The reason of a refusal, which has a sentence too."""
    assert answer["type"] == "no", answer
    assert SENTENCE.fullmatch(answer["sentence"]), answer
    return str(answer["reason"])


def sentence_of(answer: Answer) -> str:
    """The one sentence of a refusal over HTTP, on a page or plain."""
    assert answer.status >= 400, answer
    on_page = REFUSED.search(answer.body)
    sentence = on_page[1] if on_page else answer.body
    assert SENTENCE.fullmatch(sentence), answer
    return sentence


# --- who one is ----------------------------------------------------------------------------------


def test_who_has_no_seat_cannot_act_with_anothers_stamp_and_choice(party: Party) -> None:
    with opened(party.ada, party.name) as ada, opened(party.mallory, party.name) as mallory:
        answer = mallory.act(ada.codes[0], ada.shown["stamp"])
        assert refusal(answer) == ""
        assert "watch" in answer["sentence"]
        for kind in ("undo", "rest", "wake", "leave"):
            assert refusal(mallory.ask(kind, stamp=ada.shown["stamp"])) in ("", "stale")
        for kind in ("agree", "refuse"):
            assert refusal(mallory.ask(kind)) == ""
        assert refusal(mallory.ask("talk", text="hello")) == ""


def test_a_message_that_names_a_seat_is_not_understood(party: Party) -> None:
    with opened(party.ada, party.name) as ada, opened(party.bob, party.name) as bob:
        for seat in (0, 1):
            raw = {"type": "act", "n": 1, "seat": seat, "code": ada.codes[0], "stamp": "x"}
            bob.send(json.dumps(raw))
            assert refusal(bob.answer_to(0)) == "malformed"


def test_one_player_cannot_use_the_stamp_or_the_choices_of_another(party: Party) -> None:
    with opened(party.ada, party.name) as ada, opened(party.bob, party.name) as bob:
        foreign = next(code for code in ada.codes if code not in bob.codes)
        assert refusal(bob.act(foreign, ada.shown["stamp"])) == "stale"
        assert refusal(bob.act(foreign)) == "not_in_hand"  # nor with a stamp of one's own


@pytest.mark.parametrize("how", ["none", "foreign key", "cut", "changed", "rubbish"])
def test_a_cookie_that_is_not_ours_is_nobody(party: Party, how: str) -> None:
    name, _, value = party.ada.cookie.partition("=")
    body, _, seal = value.partition(".")
    forged = {
        "none": None,
        "foreign key": f"{name}={body}.{'0' * len(seal)}",
        "cut": f"{name}={body}.{seal[:-1]}",
        "changed": f"{name}={body[:-4]}AAA=.{seal}",
        "rubbish": f"{name}=%00%ff.;;==.\u00e9",
    }[how]
    answer = ask_for_socket(party.ada, party.name, cookie=forged)
    assert answer.status == 403
    assert "no session" in sentence_of(answer)
    mallory = Visitor(party.server.host, "Mallory")
    page = mallory.get(f"/t/{party.name}", cookie=forged)
    assert page.status == 200
    assert "You watch this game." in page.body
    code, stamp = choice_of(party.ada, party.name)
    fields = {"code": code, "stamp": stamp}
    answer = mallory.post(f"/t/{party.name}/do", fields, cookie=forged)
    assert answer.status == 400
    assert "You watch this game" in sentence_of(answer)


def choice_of(visitor: Visitor, table: str) -> tuple[str, str]:
    page = visitor.get(f"/t/{table}").body
    code, stamp = re.search(r'value="(\d+)"', page), re.search(r'data-stamp="([^"]+)"', page)
    assert code
    assert stamp
    return code[1], stamp[1]


def test_the_link_to_a_seat_is_not_to_be_guessed_or_seen(party: Party) -> None:
    link = re.search(r"/seat/[\w-]+", party.ada.get(f"/t/{party.name}").body)
    assert link
    for visitor in (party.bob, party.mallory):
        assert link[0] not in visitor.get(f"/t/{party.name}").body
    for guess in ("a", link[0][6:-1] + "_", "../" + link[0][6:], "%00", "x" * 3000):
        answer = party.mallory.post(f"/seat/{guess}", {"name": "Mallory"})
        assert answer.status in (400, 404)
        assert sentence_of(answer)
    assert party.mallory.get(link[0]).status == 200  # looking takes no seat
    assert "You watch this game." in party.mallory.get(f"/t/{party.name}").body


# --- where it comes from -------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [EVIL, "null", "", None, "http://127.0.0.1:1", "http://[::1"])
def test_a_foreign_page_gets_no_socket_and_sends_no_form(party: Party, origin: str | None) -> None:
    refused = ask_for_socket(party.ada, party.name, origin=origin)
    assert refused.status == 403
    assert "another site" in sentence_of(refused)
    code, stamp = choice_of(party.ada, party.name)
    for path, fields in (
        (f"/t/{party.name}/do", {"code": code, "stamp": stamp}),
        ("/play", {"game": "origin", "name": "Ada"}),
        ("/settings", {"language": "de"}),
    ):
        answer = party.ada.post(path, fields, origin=origin)
        assert answer.status == 403
        assert "another site" in sentence_of(answer)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "", "[::1", "127.0.0.1@evil"]
)
def test_a_foreign_host_gets_nothing(party: Party, host: str) -> None:
    """A name that leads to loopback must not open it to the pages of another site."""
    connection = http.client.HTTPConnection(party.server.host, timeout=PATIENCE)
    try:
        connection.putrequest("GET", f"/t/{party.name}", skip_host=True)
        for name, value in {"host": host, "cookie": party.ada.cookie}.items():
            connection.putheader(name, value)
        connection.endheaders()
        response = connection.getresponse()
        body = response.read().decode()
    finally:
        connection.close()
    assert response.status in (400, 421)
    assert sentence_of(Answer(response.status, {}, body))
    refused = ask_for_socket(party.ada, party.name, host=host, origin=f"http://{host}")
    assert refused.status in (400, 403)
    assert sentence_of(refused)


# --- when it comes -------------------------------------------------------------------------------


def test_a_message_counts_once(server: Running) -> None:
    """The same bytes again, in the same socket or a new one, change nothing."""
    ada, bob = Visitor(server.host, "Ada"), Visitor(server.host, "Bob")
    name = ada.open_table("origin", ["open", "open"])
    bob.join(ada.invitation(name))
    with opened(ada, name) as one, opened(bob, name) as two:
        page = one if one.shown["yours"] else two
        owner = ada if page is one else bob
        message = json.dumps(
            {"type": "act", "n": 1, "code": page.codes[0], "stamp": page.shown["stamp"]}
        )
        page.send(message)
        assert page.answer_to(1)["type"] == "done"
        table = owner.get(f"/t/{name}").body
        page.send(message)
        assert refusal(page.answer_to(1)) == "replayed"
        page.send(message.replace('"n": 1', '"n": 2'))
        assert refusal(page.answer_to(2)) == "stale"
        with opened(owner, name) as again:
            again.send(message)
            assert refusal(again.answer_to(1)) == "stale"
        assert owner.get(f"/t/{name}").body == table


def test_two_pages_of_one_seat_cannot_act_twice_for_one_decision(server: Running) -> None:
    ada = Visitor(server.host, "Ada")
    name = ada.open_table("origin", ["open", "bot:random"])
    with opened(ada, name) as one, opened(ada, name) as two:
        for page in (one, two):
            while not page.shown["yours"]:
                page.hear()
        code, stamp = one.codes[0], one.shown["stamp"]
        for page in (one, two):
            page.say("act", code=code, stamp=stamp)
        answers = sorted(page.answer_to(1)["type"] for page in (one, two))
        assert answers == ["done", "no"]


@pytest.mark.parametrize("stamp", ["", "0-0000000000000000", "1", "x" * 2000, "\u0000", "0-"])
def test_a_stamp_of_another_moment_is_refused(party: Party, stamp: str) -> None:
    with opened(party.ada, party.name) as ada:
        assert refusal(ada.act(ada.codes[0], stamp)) == "stale"


# --- what it is ----------------------------------------------------------------------------------

MALFORMED = [
    "", " ", "{", "[]", "null", "1", '"act"', "{}", '{"type":"act"}', '{"type":"fly","n":1}',
    '{"type":"act","n":"1","stamp":"","code":1}', '{"type":"act","n":1,"stamp":"","code":1.5}',
    '{"type":"act","n":1,"stamp":null,"code":1}', '{"type":["act"],"n":1}',
    '{"type":"act","n":1e400,"stamp":"","code":1}', '{"type":"talk","n":1,"text":{}}',
    "[" * 4000, '{"a":' * 600, "\u0000", "🦕" * 900,
    '{"type":"act","n":1,"stamp":"","code":1,"session":"x"}',
]  # fmt: skip


def test_what_is_no_message_is_refused_and_the_socket_stays(party: Party) -> None:
    with opened(party.ada, party.name) as ada:
        for number, raw in enumerate(MALFORMED):
            ada.send(raw)
            assert refusal(ada.hear()) == "malformed", raw[:60]
            assert ada.ask("ask", key=f"nothing {number}")["type"] == "tip"
        ada.send(b"\x00\xff binary")
        assert refusal(ada.hear()) == "malformed"


@pytest.mark.parametrize("kind", ["act", "foresee"])
@pytest.mark.parametrize("code", [-1, 9000, 10**6, 2**31, 2**63 - 1, -(2**63), 2**64])
def test_an_action_that_is_none_is_refused(party: Party, code: int, kind: str) -> None:
    with opened(party.ada, party.name) as ada:
        ada.send(json.dumps({"type": kind, "n": 1, "code": code, "stamp": ada.shown["stamp"]}))
        refusal(ada.hear())


@pytest.mark.parametrize(
    "key", ["", "x", "species:9:9", "card:", "..", "a:b:c:d:e", "seat:-1", "{}"]
)
def test_a_question_about_nothing_gets_an_answer(party: Party, key: str) -> None:
    with opened(party.ada, party.name) as ada:
        assert ada.ask("ask", key=key)["type"] in ("tip", "no")


def test_an_oversized_message_ends_the_socket_only(party: Party) -> None:
    with opened(party.ada, party.name) as ada, opened(party.bob, party.name) as bob:
        ada.send(json.dumps({"type": "talk", "n": 1, "text": "x" * 100_000}))
        assert ada.closes() == 1009
        assert bob.ask("ask", key="x")["type"] == "tip"


def test_an_oversized_form_is_refused(party: Party) -> None:
    answer = party.ada.ask("POST", "/play", b"x", **{"content-length": "2000001"})
    assert answer.status == 413
    assert "too much" in sentence_of(answer)
    wish = {"content-length": "2000001", "accept-language": "de"}
    assert "zu viel" in sentence_of(party.ada.ask("POST", "/play", b"x", **wish))
    with contextlib.suppress(ConnectionError):  # the server may close while we still write
        answer = party.ada.ask(
            "POST", "/log", b"x" * 2_500_000, **{"content-type": "multipart/form-data; boundary=x"}
        )
        assert answer.status == 413


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"do": "fly"}, {"code": "x"}, {"code": "-1", "stamp": "x"}, {"do": "undo"},
        {"do": "leave", "stamp": "0-00"}, {"do": "fill", "bot": "nobody"}, {"do": "rematch"},
        {"do": "agree"}, {"do": "talk", "text": ""}, {"code": "9" * 5000},
    ],
)  # fmt: skip
def test_a_form_that_cannot_be_is_refused(party: Party, fields: dict[str, str]) -> None:
    answer = party.ada.post(f"/t/{party.name}/do", fields)
    assert answer.status == 400
    assert REFUSED.search(answer.body)
    assert sentence_of(answer)


def test_a_form_without_its_token_is_refused(party: Party) -> None:
    """A choice counts only for the decision it was offered for."""
    code, stamp = choice_of(party.ada, party.name)
    for fields in (
        {"code": code},
        {"code": code, "stamp": ""},
        {"code": code, "stamp": stamp[:-1]},
    ):
        answer = party.ada.post(f"/t/{party.name}/do", fields)
        assert answer.status == 400
        assert "look again" in sentence_of(answer)


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
        b"POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_no_request_does_not_harm(party: Party, raw: bytes) -> None:
    host, _, port = party.server.host.partition(":")
    with socket.create_connection((host, int(port)), PATIENCE) as plug:
        try:
            plug.sendall(raw)
            plug.shutdown(socket.SHUT_WR)
            answer = plug.recv(100)
        except OSError:  # it may hang up while we still write
            return
    assert answer == b"" or int(answer.split()[1]) >= 400


@pytest.mark.parametrize("referer", ["http://[x", "//[", "\x00", "http://" + "a" * 5000])
def test_whoever_comes_from_nowhere_is_served(party: Party, referer: str) -> None:
    for path in ("/", "/rules/origin", f"/t/{party.name}"):
        assert party.mallory.get(path, referer=referer.replace("\x00", "%00")).status == 200
    assert party.mallory.post("/settings", {"name": " "}, referer=referer[:9]).status == 400


@pytest.mark.parametrize(
    "path", ["/t/nothing", "/t/../../etc/passwd", "/static/../hub.py", "/static/%2e%2e/app.py",
             "/join/AAAAAAAA", "/seat/x", "/rules/chess", "/open/chess", "/t//socket"]
)  # fmt: skip
def test_what_is_not_there_is_not_found(party: Party, path: str) -> None:
    answer = party.mallory.get(path)
    assert answer.status in (400, 404)
    assert "import" not in answer.body


# --- too much of it ------------------------------------------------------------------------------


def test_a_flood_over_a_socket_is_refused_and_then_cut_off(party: Party) -> None:
    with opened(party.mallory, party.name) as mallory, opened(party.ada, party.name) as ada:
        with contextlib.suppress(ConnectionClosed):  # she may be cut off before she has said it all
            for number in range(1, 400):
                mallory.send(json.dumps({"type": "ask", "n": number, "key": "x"}))
        assert mallory.closes() == 1008
        reasons = [json.loads(frame).get("reason") for frame in mallory.frames]
        assert "flood" in reasons
        assert ada.ask("ask", key="x")["type"] == "tip"  # others are served meanwhile


def test_a_flood_of_requests_is_refused(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        visitor = Visitor(server.host)
        with ThreadPoolExecutor(16) as crowd:
            asked = [crowd.submit(visitor.ask, "GET", "/static/style.css") for _ in range(1500)]
        answers = [one.result() for one in asked]
        refused = [answer for answer in answers if answer.status != 200]
        assert refused
        assert {answer.status for answer in refused} == {429}
        assert "too fast" in sentence_of(refused[0])
        time.sleep(0.2)
        assert server.is_alive()


def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        visitor = Visitor(server.host)
        answers = [visitor.post("/join", {"code": f"AAAAAAA{n % 10}"}) for n in range(30)]
        assert {answer.status for answer in answers} == {400}
        assert "too fast" in sentence_of(answers[-1])
        assert "too fast" not in sentence_of(answers[0])


def test_many_idle_sockets_do_not_keep_others_out(party: Party) -> None:
    crowd = [party.mallory, party.bob] * 20  # one alone may not have so many
    pages = [opened(visitor, party.name) for visitor in crowd]
    try:
        with opened(party.ada, party.name) as ada:
            assert ada.ask("ask", key="x")["type"] == "tip"
    finally:
        for page in pages:
            page.socket.close()
            page.__exit__(None, None, None)


# --- what every page may load --------------------------------------------------------------------

FOREIGN = re.compile(r"""(?:src|href|action|url\()\s*=?\s*["']?\s*(?:https?:)?//([^"'/ )]+)""")


def test_every_page_has_a_strict_policy_and_names_no_third_party(
    party: Party, tmp_path: Path
) -> None:
    waiting = party.ada.open_table("darwin", ["open", "open"])
    link = re.search(r"/seat/[\w-]+", party.ada.get(f"/t/{party.name}").body)
    assert link
    pages = [
        "/", "/open/darwin", *(f"/rules/{game}" for game in GAMES), "/rules/origin/cards",
        f"/join/{party.ada.invitation(waiting)}", link[0], f"/t/{waiting}", f"/t/{party.name}",
        f"/t/{party.name}/replay", f"/t/{party.name}/log", "/t/nothing", "/nowhere", "/play",
        "/static/style.css", "/static/art.css", "/static/tangledbank.js", "/static/nothing",
    ]  # fmt: skip
    for path in asyncio.run(gettable(tmp_path)):
        pattern = re.compile(re.sub(r"{\w+:path}", ".+", re.sub(r"{\w+}", "[^/?]+", path)))
        assert any(pattern.fullmatch(page) for page in pages), f"{path} is not looked at"
    for path in pages:
        for visitor in (party.ada, party.mallory):
            check_policy(party, visitor.get(path))
    for fields in ({}, {"name": "Ada", "game": "chess"}):
        check_policy(party, party.ada.post("/play", fields))
        check_policy(party, party.ada.post("/play", fields, origin=EVIL))


async def gettable(folder: Path) -> list[str]:
    """The addresses of all pages there are."""
    app = make_app(Server(folder))
    async with app.router.lifespan_context(app):
        routes = [route for route in app.routes if isinstance(route, Route)]
    return [route.path for route in routes if "GET" in (route.methods or ())]


def check_policy(party: Party, answer: Answer) -> None:
    parts = answer.headers["content-security-policy"].split(";")
    policy = dict(part.strip().split(" ", 1) for part in parts)
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["form-action"] == "'self'"
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in str(parts)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert set(FOREIGN.findall(answer.body)) <= {party.server.host}, answer
    if "html" in answer.headers.get("content-type", ""):
        check_html(answer.body)


def check_html(body: str) -> None:
    assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>", body), "a script in the page"
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", body), "code in the page"


def test_what_people_type_stays_text(server: Running) -> None:
    nasty = "<script>alert(1)</script>\"'&"
    ada, bob = Visitor(server.host, nasty[:24]), Visitor(server.host, "Bob")
    name = ada.open_table("evolution", ["open", "open"])
    bob.join(ada.invitation(name))
    with opened(ada, name) as one, opened(bob, name) as two:
        assert one.ask("talk", text=nasty)["type"] == "done"
        two.wait()
        assert "alert(1)" in two.shown["html"]
        assert "<script" not in two.shown["html"]
    for page in (bob.get(f"/t/{name}"), bob.get("/"), ada.get("/")):
        check_html(page.body)
        assert "<script>" not in page.body
