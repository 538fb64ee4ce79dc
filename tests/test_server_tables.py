"""Tables of a real server: over sockets and by forms, for those who may and those who may not."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tangledbank.games import GAMES
from tangledbank.server.rooms.quotas import RateLimit
from tangledbank.server.store import SqliteStore
from tangledbank.table import open_log
from tests.server_process import TIMEOUT, Server, Socket, Visitor, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


def open_table(ann: Visitor, game: str = "evolution", seats: int = 2, **fields: Any) -> str:
    kinds = {f"seat{n}": "open" for n in range(1, seats)}
    chosen: dict[str, Any] = {
        "name": ann.name,
        "game": game,
        "seats": str(seats),
        "talk": "1",
        **kinds,
        **fields,
    }
    status, path, _ = ann.post("/open", **chosen)
    assert status == 200, path
    return str(path).removeprefix("/t/")


def invite(ann: Visitor, table: str) -> str:
    found = re.search(r'href="(/join/\w+)"', ann.get(f"/t/{table}")[2])
    assert found
    return found[1]


def two_at(server: Server, game: str = "evolution", **fields: Any) -> tuple[Visitor, Visitor, str]:
    ann, bob = Visitor(server, "Ann"), Visitor(server, "Bob")
    table = open_table(ann, game, **fields)
    link = invite(ann, table)
    assert "Ann" in bob.get(link)[2]
    assert bob.post(link, name="Bob")[1] == f"/t/{table}"
    return ann, bob, table


def cards_in(html: str) -> set[str]:
    return set(re.findall(r'data-key="card:([^"]+)"', html))


# --- playing ------------------------------------------------------------------------------------


def test_two_people_and_a_watcher_see_what_they_may(server: Server) -> None:
    ann, bob, table = two_at(server)
    watcher = Visitor(server, "Eve")
    watcher.get("/")
    with ann.sit(table) as a, bob.sit(table) as b, watcher.sit(table) as w:
        for one in (a, b, w):
            one.receive()
        assert cards_in(a.table["html"])
        assert cards_in(b.table["html"])
        assert not cards_in(w.table["html"])
        assert not w.codes()
        for one in (a, b):  # both decide at the same time, in secret
            assert one.act()["type"] == "done"
        seen = w.receive()
        assert "Bob" in seen["html"]
        assert "Ann" in seen["html"]
        assert len(b.all) == 3  # at first, the reveal, done: Ann's choice was not noticed
        texts = "".join(w.all)
        hands = cards_in(a.table["html"]) | cards_in(b.table["html"])
        assert not any(f"card:{card}" in texts for card in hands)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_over_a_socket(server: Server, name: str) -> None:
    ann = Visitor(server)
    table = ann.play_now(name)
    with ann.sit(table) as socket:
        socket.receive()
        for _ in range(600):
            socket.until_asked()
            if "result" in socket.ids():
                break
            assert socket.act(socket.codes()[-1])["type"] == "done"
        assert "result" in socket.ids()
    status, _, log = ann.get(f"/t/{table}/log")
    assert status == 200
    assert open_log(log).over
    assert "Moment 1 of" in ann.get(f"/t/{table}/replay?at=0&seat=1")[2]


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("origin", 8, {}),
        ("evolution", 3, {"option-mode": "quick"}),
        ("evolution", 5, {}),
        ("darwin", 4, {"option-variant": "teams"}),
        ("darwin", 3, {"option-variant": "beginner"}),
        ("darwin", 2, {"option-variant": "children", "option-length": "short"}),
        ("darwin", 6, {}),
    ],
)
def test_every_variant_can_be_played(
    server: Server, name: str, seats: int, options: dict[str, str]
) -> None:
    ann = Visitor(server)
    bots = {f"seat{n}": "bot:random" for n in range(1, seats)}
    table = open_table(ann, name, seats, **{**bots, **options})
    with ann.sit(table) as socket:
        for step in range(25):
            socket.until_asked()
            codes = socket.codes()
            if not codes:
                break
            stamp = socket.stamp
            answer = socket.act(codes[step * 5 % len(codes)])
            if answer.get("reason") == "stale":  # a bot was faster: look again
                while socket.stamp == stamp:
                    socket.receive()
            else:
                assert answer["type"] == "done", answer


def test_the_legal_actions_are_plain_buttons(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    with ann.sit(table) as socket:  # a bot may be the first player
        socket.until_asked()
    page = ann.get(f"/t/{table}")[2]
    stamp = re.search(r'name="stamp" value="([^"]+)"', page)
    code = re.search(r'name="code" value="(\d+)"', page)
    assert stamp
    assert code
    status, path, after = ann.post(f"/t/{table}/do", stamp=stamp[1], code=code[1])
    assert (status, path) == (200, f"/t/{table}")
    assert stamp[1] not in after


def test_why_something_is_not_possible(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("evolution")
    with ann.sit(table) as socket:
        socket.until_asked()
        own = f"card:{next(iter(cards_in(socket.table['html'])))}"
        tip = socket.answer(socket.send(type="ask", key=own))
        assert "/rules/evolution#" in tip["html"]
        assert 'class="why"' not in tip["html"]
        tip = socket.answer(socket.send(type="ask", key="place:0-0"))
        assert tip["type"] == "tip"
        tip = socket.answer(socket.send(type="ask", key="place:9-99"))
        assert tip["type"] == "tip"


def test_what_would_come_of_an_action_is_told(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    with ann.sit(table) as socket:
        socket.until_asked()
        code = socket.codes()[0]
        told = socket.answer(socket.send(type="foresee", stamp=socket.stamp, code=code))
        assert "You play an animal: A1." in told["html"]
        assert socket.answer(socket.send(type="foresee", stamp="", code=code))["type"] == "no"
        assert socket.act(code)["type"] == "done"


def test_taking_back_needs_the_other_ones_consent(server: Server) -> None:
    ann, bob, table = two_at(server, "origin")
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        first, other = (a, b) if a.table["yours"] else (b, a)
        first.act(first.codes()[0])
        while not other.table["yours"]:
            other.receive()
        other.act(other.codes()[0])
        first.until_asked()
        before = first.stamp
        assert first.answer(first.send(type="undo", stamp=first.stamp))["type"] == "done"
        while "wish" not in other.ids():
            other.receive()
        assert other.answer(other.send(type="agree"))["type"] == "done"
        while first.stamp == before:
            first.receive()
        assert first.table["yours"]


def test_a_bot_takes_the_seat_of_who_leaves(server: Server) -> None:
    ann, bob, table = two_at(server, "origin")
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        assert b.answer(b.send(type="leave", stamp=b.stamp))["type"] == "done"
        while "Bot B" not in a.table["html"]:
            a.receive()
        assert b.answer(b.send(type="act", stamp="", code=0))["type"] == "no"


def test_a_bot_keeps_a_seat_warm(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    with ann.sit(table) as socket:
        socket.until_asked()
        assert socket.answer(socket.send(type="away"))["type"] == "done"
        while _own_actions(socket) < 2:
            socket.receive()
        assert socket.answer(socket.send(type="back"))["type"] == "done"
        socket.until_asked()
        while socket.codes() and (answer := socket.act())["type"] != "done":
            assert answer["reason"] == "stale"  # the last thought of the bot came in between
            socket.until_asked()


def test_no_bot_decides_for_someone_who_is_back(tmp_path: Path) -> None:
    with running(tmp_path, pace=1) as server:
        ann = Visitor(server)
        with ann.sit(ann.play_now("origin")) as socket:
            socket.until_asked()
            for wish in ("away", "back"):
                assert socket.answer(socket.send(type=wish))["type"] == "done"
            time.sleep(2)  # a bot that had begun to think has ended
            assert socket.act()["type"] == "done"


def test_when_time_is_over_the_caretaker_decides(server: Server) -> None:
    ann, bob, table = two_at(server, "origin", seconds=1)
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        while _own_actions(a) < 1 or _own_actions(b) < 1:  # nobody does anything
            a.receive()
            b.receive()


def test_what_the_caretaker_decided_stands(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ann, bob, table = two_at(server, "origin", seconds=2)
        with ann.sit(table) as a, bob.sit(table) as b:
            a.receive(), b.receive()
            late, other = ((ann, a), (bob, b)) if a.table["yours"] else ((bob, b), (ann, a))
            check_that_it_stands(late[1])
            while f"Time was over for {late[0].name}: the" not in other[1].table["html"]:
                other[1].receive()
        server.kill()
        server.start()
        with late[0].sit(table) as again:
            again.receive()
            check_that_it_stands(again)


def check_that_it_stands(late: Socket) -> None:
    while "late" not in late.ids():
        late.receive()
    for _ in range(20):
        refused = late.answer(late.send(type="undo", stamp=late.stamp))
        assert refused["type"] == "no"
        if refused["reason"] != "stale":
            break
    assert refused["sentence"] == "Your time was over: what the caretaker decided stands."
    assert refused["sentence"] in late.table["html"]  # the button says so too


def test_taking_back_brings_no_new_time(server: Server) -> None:
    ann, bob, table = two_at(server, "origin", seconds=60)
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        first, other = (a, b) if a.table["yours"] else (b, a)
        time.sleep(1)
        for _ in range(2):
            first.act()
            assert "left" not in first.table
            assert first.answer(first.send(type="undo", stamp=first.stamp))["type"] == "done"
            assert 50 < first.table["left"] < 59.2
        first.act()
        other.until_asked()
        assert other.table["left"] > 59
        other.act()
        first.until_asked()
        assert first.table["left"] > 59  # a new turn


@pytest.mark.parametrize("game", ["evolution", "darwin"])
def test_a_turn_of_many_steps_has_one_time(server: Server, game: str) -> None:
    ann, bob, table = two_at(server, game, seconds=60)
    with ann.sit(table) as a, bob.sit(table) as b:
        first = come_to_a_step(a, b)
        before = first.table["left"]
        time.sleep(1)
        assert first.act(first_step(first))["type"] == "done"
        assert first.table["left"] <= before - 1
        assert first.answer(first.send(type="undo", stamp=first.stamp))["type"] == "done"
        assert first.table["left"] <= before - 1


def come_to_a_step(a: Socket, b: Socket) -> Socket:
    """The socket of who can begin something that takes more than one step."""
    for _ in range(60):
        for one in (a, b):
            while one.table.get("yours") is None or not (a.table and b.table):
                a.receive(), b.receive()
            with contextlib.suppress(TimeoutError):
                while True:
                    one.receive(0.05)
            if one.table["yours"]:
                if first_step(one) is not None:
                    return one
                one.act()
    raise AssertionError("nobody can begin anything")


def first_step(socket: Socket) -> int | None:
    found = re.search(r'name="code" value="(\d+)"[^>]* data-step', socket.table["html"])
    return int(found[1]) if found else None


def test_the_caretaker_drops_what_is_only_begun(tmp_path: Path) -> None:
    """EV-RUL-47: cards that were not played stay in the hand."""
    with running(tmp_path) as server:
        ann, bob, table = two_at(server, "evolution", seconds=3)
        with ann.sit(table) as a, bob.sit(table) as b:
            first = come_to_a_step(a, b)
            assert first.act(first_step(first))["type"] == "done"
            while "late" not in first.ids():
                first.receive()
    words = [msgspec.json.decode(line) for line in lines_on_disk(tmp_path, table)]
    begun = next(n for n, line in enumerate(words) if line.get("do") == "play")
    assert "undo" in words[begun + 1]
    assert words[begun + 2]["do"] == "done"


def lines_on_disk(folder: Path, table: str) -> list[str]:
    store = SqliteStore(folder / "server")
    entries = asyncio.run(store.read(table))
    store.close()
    return [str(entry["line"]) for entry in entries if "line" in entry]


# --- what happens beside the game ---------------------------------------------------------------


def test_what_happens_beside_the_game_is_told(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ann, bob, table = two_at(server, "origin")
        with ann.sit(table) as a, bob.sit(table) as b:
            a.receive(), b.receive()
            if a.table["yours"]:
                a.act()
            b.until_asked()
            b.act()
            assert b.answer(b.send(type="undo", stamp=b.stamp))["type"] == "done"
            hear(a, "Bob takes back.")
            assert "You take back." in b.table["html"]
            assert b.answer(b.send(type="away"))["type"] == "done"
            hear(a, "A bot plays for Bob.")
            assert '<span class="tag">a bot plays</span>' in a.table["html"]
            assert b.answer(b.send(type="back"))["type"] == "done"
            hear(a, "Bob plays again.")
            while b.answer(b.send(type="leave", stamp=b.stamp)).get("reason") == "stale":
                b.receive()
            hear(a, "Bob has left; a bot plays on.")
        server.kill()
        server.start()
        page = ann.get(f"/t/{table}")[2]
        told = ["Bob takes back.", "A bot plays for Bob.", "Bob plays again.", "Bob has left;"]
        places = [page.index(f">{one}") for one in told]
        assert places == sorted(places)


def hear(socket: Socket, sentence: str) -> None:
    while sentence not in socket.table["html"]:
        socket.receive()


def test_a_secret_choice_is_taken_back_in_secret(server: Server) -> None:
    ann, bob, table = two_at(server, "evolution")
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        assert b.act()["type"] == "done"
        assert b.answer(b.send(type="undo", stamp=b.stamp))["type"] == "done"
        with pytest.raises(TimeoutError):
            a.receive(0.5)
    assert "takes back" not in ann.get(f"/t/{table}")[2]


# --- who is not there ---------------------------------------------------------------------------


@contextlib.contextmanager
def soon_missed(folder: Path) -> Iterator[tuple[Visitor, Visitor, str, Socket]]:
    """Ann and Bob at a table where people are missed after a second; Ann's page is open."""
    with running(folder, absence=1.0) as server:
        ann, bob, table = two_at(server, "origin")
        with ann.sit(table) as a:
            a.receive()
            yield ann, bob, table, a


def test_a_bot_can_play_for_someone_who_is_not_there(tmp_path: Path) -> None:
    with soon_missed(tmp_path) as (ann, bob, table, a):
        with bob.sit(table) as b:
            b.receive()
            refused = a.answer(a.send(type="cover", seat=1))
            assert refused["sentence"] == "A bot can play only for someone who is not there."
            time.sleep(1.5)
            assert 'value="cover"' not in ann.get(f"/t/{table}")[2]  # Bob is there
        hear(a, "Let a bot play for Bob")
        watcher = Visitor(ann.server, "Eve")
        assert 'value="cover"' not in watcher.get(f"/t/{table}")[2]
        assert watcher.post(f"/t/{table}/do", do="cover", seat=1)[0] == 400
        if a.table["yours"]:
            a.act()
        assert a.answer(a.send(type="cover", seat=1))["type"] == "done"
        hear(a, "A bot plays for Bob.")
        a.until_asked()
        with bob.sit(table) as b:
            b.receive()
            assert b.answer(b.send(type="back"))["type"] == "done"
            hear(a, "Bob plays again.")
            assert 'value="cover"' not in a.table["html"]


def test_who_is_not_there_is_not_asked(tmp_path: Path) -> None:
    with soon_missed(tmp_path) as (_, bob, table, a):
        with bob.sit(table) as b:
            b.receive()
            for _ in range(4):
                for one in (a, b):
                    with contextlib.suppress(TimeoutError):
                        while True:
                            one.receive(0.1)
                (a if a.table["yours"] else b).act()
        hear(a, "Let a bot play for Bob")
        assert a.answer(a.send(type="undo", stamp=a.stamp))["type"] == "done"
        hear(a, "You take back.")


def test_free_seats_are_filled_with_bots(server: Server) -> None:
    ann = Visitor(server)
    table = open_table(ann, "darwin", 3)
    assert "waiting" in ann.get(f"/t/{table}")[2]
    assert Visitor(server).post(f"/t/{table}/do", do="fill", bot="greedy")[0] == 400
    assert 'id="board"' in ann.post(f"/t/{table}/do", do="fill", bot="greedy")[2]


def test_a_private_link_moves_a_seat_to_another_device(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    link = re.search(r'href="(/seat/[^"]+)"', ann.get(f"/t/{table}")[2])
    assert link
    phone = Visitor(server, "Ann on her phone")
    assert 'id="choices"' not in phone.get(f"/t/{table}")[2]
    phone.get(link[1])
    assert 'id="choices"' in phone.post(link[1], name="Ann")[2]
    assert 'id="choices"' not in ann.get(f"/t/{table}")[2]


def test_talk_reaches_the_others_as_text(server: Server) -> None:
    ann, bob, table = two_at(server)
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        assert a.answer(a.send(type="talk", text="<b>hello</b>"))["type"] == "done"
        assert "&lt;b&gt;hello&lt;/b&gt;" in b.receive()["html"]


def test_a_code_leads_to_the_table(server: Server) -> None:
    ann, bob = Visitor(server, "Ann"), Visitor(server, "Bob")
    table = open_table(ann)
    code = invite(ann, table).removeprefix("/join/")
    bob.get("/")
    assert "Ann" in bob.post("/join", code=f"{code[:4].lower()} {code[4:]}")[2]
    assert bob.post("/join", code="AAAAAAAA")[0] == 400


def test_my_games_and_public_tables_are_listed(server: Server) -> None:
    ann = Visitor(server)
    mine, public = open_table(ann), open_table(ann, public="1")
    page = ann.get("/")[2]
    assert mine in page
    assert public in page
    other = Visitor(server).get("/")[2]
    assert mine not in other
    assert public in other


def test_a_log_file_can_be_looked_at(server: Server) -> None:
    log = Path(__file__).parent / "recorded" / "evolution-2-random.jsonl"
    ann = Visitor(server)
    ann.get("/")
    boundary = "----limit"
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="log"; filename="a.jsonl"\r\n\r\n'
        f"{log.read_text(encoding='utf-8')}\r\n--{boundary}--\r\n"
    )
    status, path, page = ann.open(_upload(server, boundary, body))
    assert status == 200, page[:300]
    assert path.endswith("/replay")
    assert ann.open(_upload(server, boundary, body.replace('"do"', '"od"', 1)))[0] == 400


def _upload(server: Server, boundary: str, body: str) -> Request:
    kind = f"multipart/form-data; boundary={boundary}"
    headers = {"Origin": server.address, "Content-Type": kind}
    return Request(f"{server.address}/log", body.encode(), headers)


def test_the_rules_can_be_searched(server: Server) -> None:
    ann = Visitor(server)
    page = ann.get("/rules/evolution?find=horns")[2]
    assert "EV-HRN-01" in page
    assert "EV-LNK" not in page
    assert ann.get("/rules/chess")[0] == 400


# --- those who may not --------------------------------------------------------------------------


def test_nobody_acts_for_another(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    eve = Visitor(server, "Eve")
    eve.get("/")
    with ann.sit(table) as a, eve.sit(table) as e:
        a.until_asked()
        e.receive()
        messages: list[dict[str, object]] = [
            {"type": "act", "stamp": a.stamp, "code": a.codes()[0]},
            {"type": "undo", "stamp": a.stamp},
            {"type": "rest", "stamp": a.stamp},
            {"type": "leave", "stamp": a.stamp},
            {"type": "agree"},
            {"type": "talk", "text": "hello"},
        ]
        for forged in messages:
            assert e.answer(e.send(**forged))["type"] == "no"
        assert a.act()["type"] == "done"


def test_stale_and_replayed_messages_are_refused(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    with ann.sit(table) as socket:
        socket.until_asked()
        stamp, code = socket.stamp, socket.codes()[0]
        number = socket.send(type="act", stamp=stamp, code=code)
        assert socket.answer(number)["type"] == "done"
        assert socket.act(code, stamp)["reason"] == "stale"
        socket.n = number - 1
        assert socket.act(code, stamp)["reason"] == "replayed"
        socket.n = number + 5
        assert socket.act(10**6)["type"] == "no"
        assert socket.act(-1)["type"] == "no"


@pytest.mark.parametrize(
    "raw",
    ["", "{", "[]", "null", "{}", '{"type":"act"}', '{"type":"act","n":"1","stamp":"","code":0}',
     '{"type":"act","n":1,"stamp":"","code":1.5}', '{"type":"cheat","n":1}', "[" * 2000,
     '{"type":"act","n":1,"stamp":"","code":0,"seat":1}', '{"type":"talk","n":1,"text":{}}'],
)  # fmt: skip
def test_malformed_messages_are_refused(server: Server, raw: str) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    with ann.sit(table) as socket:
        socket.until_asked()
        socket.raw.send(raw)
        assert socket.answer(0)["reason"] == "malformed"
        assert socket.act()["type"] == "done"


def test_bytes_are_refused(server: Server) -> None:
    ann = Visitor(server)
    with ann.sit(ann.play_now("origin")) as socket:
        socket.until_asked()
        socket.raw.send(b"\x00\x01")
        assert socket.answer(0)["reason"] == "malformed"


def test_an_oversized_message_closes_the_socket(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    with ann.sit(table) as socket:
        socket.receive()
        socket.raw.send("x" * 100_000)
        assert socket.is_closed()
    assert ann.get(f"/t/{table}")[0] == 200


def test_an_oversized_form_is_refused(server: Server) -> None:
    ann = Visitor(server)
    ann.get("/")
    with contextlib.suppress(URLError):  # it may hang up before everything is sent
        assert ann.post("/settings", name="x" * 3_000_000)[0] == 413
    assert "x" * 100 not in ann.get("/")[2]


def test_a_flood_is_refused(server: Server) -> None:
    ann = Visitor(server)
    with ann.sit(ann.play_now("origin")) as socket:
        socket.receive()
        with contextlib.suppress(ConnectionClosed):
            for _ in range(500):
                socket.send(type="agree")
        assert socket.is_closed()
    assert Visitor(server).get("/")[0] == 200


def test_a_pace_allows_so_many_at_once_and_then_so_many_in_a_second() -> None:
    pace = RateLimit(5, 0.001)
    assert [pace.allows("ann") for _ in range(7)] == [True] * 5 + [False] * 2
    assert pace.allows("bob")


@pytest.mark.parametrize(
    "changed",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Cookie": ""},
     {"Cookie": "tangledbank=eyJpZCI6ImEifQ==.00"}],
)  # fmt: skip
def test_sockets_are_for_our_pages_with_a_session(server: Server, changed: dict[str, str]) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    with pytest.raises(InvalidStatus) as refused, ann.connect(table, **changed):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_forms_are_for_our_pages(server: Server, headers: dict[str, str]) -> None:
    ann = Visitor(server)
    assert ann.post("/play", headers, name="Ann", game="origin", seats=2)[0] == 403


def test_a_foreign_host_is_refused(server: Server) -> None:
    assert Visitor(server).get("/", Host="evil.example")[0] == 421


def test_a_running_game_keeps_its_log_and_the_seats_of_others_secret(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("evolution")
    assert ann.get(f"/t/{table}/log")[0] == 400
    own = ann.get(f"/t/{table}/replay")[2]
    other = ann.get(f"/t/{table}/replay?seat=1")[2]
    assert cards_in(own) == cards_in(other)
    assert not cards_in(Visitor(server).get(f"/t/{table}/replay?seat=0")[2])


def test_pages_have_a_strict_policy(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("darwin")
    for path in ("/", f"/t/{table}", "/rules/darwin", "/open/darwin", "/nothing", "/t/nothing"):
        page = ann.get(path)[2]
        assert not any(bad in page for bad in ("<script>", " style=", " onclick"))
        assert not re.search(r'(src|href)="(https?:)?//', page)


def test_names_are_text_and_not_too_long(server: Server) -> None:
    ann = Visitor(server, "<script>alert(1)</script>" + "x" * 100)
    table = ann.play_now("origin")
    assert "<script>alert" not in ann.get(f"/t/{table}")[2]
    assert Visitor(server, " ").post("/play", name=" ", game="origin", seats=2)[0] == 400


def test_tables_that_cannot_be_are_refused(server: Server) -> None:
    ann = Visitor(server)
    assert ann.post("/play", name="Ann", game="chess", seats=2)[0] == 400
    assert ann.post("/play", name="Ann", game="origin", seats=99)[0] == 400
    for bot in ("none", "search:600s", "search:10000000", "careless:5"):  # ours to say how long
        assert ann.post("/play", name="Ann", game="origin", seats=2, bot=bot)[0] == 400
    assert ann.post("/open", name="Ann", game="origin", seats=2, seat1="ghost")[0] == 400
    wrong: Any = {"option-mode": "none"}
    assert ann.post("/open", name="Ann", game="evolution", seats=2, seat1="open", **wrong)[0] == 400


# --- what is on disk ----------------------------------------------------------------------------

CYCLES = int(os.environ.get("TANGLEDBANK_KILLS", "3"))


def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    acknowledged = 0
    with running(tmp_path) as server:
        ann = Visitor(server)
        table = ann.play_now("evolution")
        for cycle in range(CYCLES):
            with ann.sit(table) as socket:
                socket.until_asked()
                assert _own_actions(socket) >= acknowledged
                for _ in range(4 + cycle % 5):
                    socket.until_asked()
                    if "result" in socket.ids():
                        break
                    assert socket.act(socket.codes()[0])["type"] == "done"
                acknowledged = _own_actions(socket)  # what is done is seen before it is told
                socket.until_asked()
                if socket.codes():
                    socket.send(type="act", stamp=socket.stamp, code=socket.codes()[0])
                server.kill()
            server.start()
            assert table in ann.get("/")[2]
    log = "".join(f"{line}\n" for line in lines_on_disk(tmp_path, table))
    table_again = open_log(log)  # refuses whatever is missing or there twice
    assert sum(line.words.get("seat") == 0 for line in table_again.lines) >= acknowledged


def test_bots_go_on_after_a_kill_though_nobody_looks(tmp_path: Path) -> None:
    with running(tmp_path, pace=60) as server:  # the bot thinks until the kill
        ann = Visitor(server)
        table = ann.play_now("origin")
        with ann.sit(table) as socket:
            socket.until_asked()
            assert socket.act()["type"] == "done"
            assert not socket.table["yours"]
        server.kill()
        assert not has_acted(tmp_path, table, 1)
        server.pace = 0
        server.start()
        wait_until(lambda: has_acted(tmp_path, table, 1))


def test_clocks_run_after_a_kill_though_nobody_looks(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        *_, table = two_at(server, "origin", seconds=5)
        server.kill()
        assert not has_acted(tmp_path, table, 0)
        server.start()
        wait_until(lambda: has_acted(tmp_path, table, 0))


def has_acted(folder: Path, table: str, seat: int) -> bool:
    words = (msgspec.json.decode(line) for line in lines_on_disk(folder, table))
    return any(one.get("seat") == seat for one in words)


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _own_actions(socket: Socket) -> int:
    return int(socket.stamp.partition("-")[0])


def test_resting_is_offered_only_where_there_is_something_to_rest_from(server: Server) -> None:
    """In Darwin's Choice who has passed is asked no more, but in 2 against 2 (DC-SP-64)."""
    for game, is_offered in (("origin", True), ("darwin", False)):
        ann = Visitor(server)
        with ann.sit(ann.play_now(game, seats=2, bot="caretaker")) as socket:
            socket.until_asked()
            while game == "origin" and 'value="rest"' not in socket.table["html"]:
                socket.act()
                socket.until_asked()
            assert ('value="rest"' in socket.table["html"]) is is_offered
            answer = socket.answer(socket.send(type="rest", stamp=socket.stamp))
            assert (answer["type"] == "done") is is_offered
