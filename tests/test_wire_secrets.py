"""What a seat or the audience cannot know is in no byte that the server sends them.

The whole server answers here, page by page and frame by frame, as it does over the network. At
many moments of random games what a viewer cannot know is dealt again, in the position and in all
that led to it; whatever the server sends to this viewer has to stay the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
import numpy as np
import pytest
from starlette.applications import Starlette
from starlette.responses import Response

from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.log import Line, write_line
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.rooms.quotas import RateLimit
from tangledbank.server.rooms.room import PERSON, Room, Seat, TablePlan
from tangledbank.server.store import SqliteStore, hashed
from tangledbank.server.web.app import make_app
from tangledbank.server.web.pages import table_part
from tangledbank.server.web.server import Server
from tangledbank.server.web.session import BrowserSession, Signer
from tangledbank.table import AUDIENCE, Move, Table, copy_state
from tests.wire import CODE, Page, Visitor, read_frame, repeats, running

STATES = repeats(2000, "TANGLEDBANK_WIRE_STATES")  # of each game, at all its tables together
TABLES: dict[str, tuple[str, int, dict[str, str]]] = {
    "origin": ("origin", 3, {}),
    "evolution": ("evolution", 3, {}),
    "quick-play": ("evolution", 3, {"mode": "quick"}),
    "darwin": ("darwin", 3, {}),
    "2 against 2": ("darwin", 4, {"variant": "teams"}),
}
NAME = "table"
KEY = re.compile(r'data-key=\\?"([^"\\]+)')
FORESEEN = 6  # choices whose outcome is asked for, at most
EVERY = 40  # states between two looks at all pages; the frames are looked at in each

Said = list[str]


# --- the server without a network ----------------------------------------------------------------


class Browsers:
    """Speaks to the server as the browsers of all seats and of a watcher do."""

    def __init__(self, app: Starlette, folder: Path, seats: int):
        self._app = app
        self._cookies = [_cookie(folder, seat) for seat in range(seats)]
        self._cookies.append(_cookie(folder, AUDIENCE))  # found at -1
        self._visits = 0

    def _scope(self, kind: str, path: str, viewer: int) -> dict[str, Any]:
        parts = urlsplit(path)
        self._visits += 1
        return {
            "type": kind,
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http" if kind == "http" else "ws",
            "path": parts.path,
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [
                (b"host", b"localhost"),
                (b"origin", b"http://localhost"),
                (b"cookie", self._cookies[viewer].encode()),
            ],
            "client": ("127.0.0.1", self._visits),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
        }

    async def page(self, path: str, viewer: int) -> Said:
        """All that comes back when a page is fetched."""
        said: Said = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            said.append(str(message.get("headers", "")) + message.get("body", b"").decode())

        await self._app(self._scope("http", path, viewer), receive, send)
        return said

    async def frames(self, viewer: int, asked: Sequence[str] | None = None) -> Said:
        """All that comes over the socket of a table's page.

        With a list of things it asks about them, and what would come of some of its choices.
        """
        said: Said = []
        heard = asyncio.Event()
        begun = iter([{"type": "websocket.connect"}])
        wishes: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            first = next(begun, None)
            if first:
                return first
            await heard.wait()
            heard.clear()
            if len(said) == 1 and asked is not None:
                wishes.extend(_questions(read_frame(said[0], ""), asked))
            if not wishes:
                return _GONE
            return {"type": "websocket.receive", "text": json.dumps(wishes.pop(0))}

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                said.append(message["text"])
                heard.set()

        await self._app(self._scope("websocket", f"/t/{NAME}/socket", viewer), receive, send)
        return said


def _questions(table: dict[str, Any], asked: Sequence[str]) -> list[dict[str, Any]]:
    """Messages that change nothing: about things, and about some choices of the table shown."""
    codes = [int(code) for code in CODE.findall(table["html"])]
    some = codes[:: len(codes) // FORESEEN + 1]
    questions: list[dict[str, Any]] = [{"type": "ask", "key": key} for key in asked]
    questions += [{"type": "foresee", "stamp": table["stamp"], "code": code} for code in some]
    return [{**question, "n": number} for number, question in enumerate(questions, 1)]


_GONE = {"type": "websocket.disconnect", "code": 1001}


def _cookie(folder: Path, seat: int) -> str:
    response = Response()
    Signer(folder).write(response, BrowserSession(f"session {seat}", f"Player {seat}"), False)
    return response.headers["set-cookie"].partition(";")[0]


class Stage:
    """The server, at which the table of the moment is the one put there."""

    def __init__(self, browsers: Browsers):
        self.live: Room | None = None
        self._browsers = browsers

    async def said(self, live: Room, viewer: int, asked: Sequence[str] | None = None) -> Said:
        """Every byte a viewer gets of a table: the frames, or with questions all pages too."""
        self.live = live
        said = await self._browsers.frames(viewer, asked)
        if asked is not None:
            last = len(live.told(viewer).moments) - 1
            for path in (f"/t/{NAME}", f"/t/{NAME}/replay", f"/t/{NAME}/replay?at={last // 2}"):
                said += await self._browsers.page(path, viewer)
            said += await self._browsers.page("/", viewer)
            if not live.playing.over:  # then it tells all, to everyone
                said += await self._browsers.page(f"/t/{NAME}/log", viewer)
        return said


@contextlib.asynccontextmanager
async def staged(folder: Path, seats: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    app = make_app(Server(folder))
    stage = Stage(Browsers(app, folder, seats))

    async def table(_hub: Hub, _name: str) -> Room:
        assert stage.live
        return stage.live

    async def names(_store: SqliteStore, _mark: str = "", _most: int = 0) -> list[str]:
        return [NAME]

    monkeypatch.setattr(Hub, "table", table)
    monkeypatch.setattr(SqliteStore, "list", names)
    monkeypatch.setattr(RateLimit, "allows", lambda _pace, _who: True)
    async with app.router.lifespan_context(app):
        yield stage


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


# --- tables and what is dealt again --------------------------------------------------------------


def seated(which: str, seed: int) -> Room:
    """A table with a person at each seat."""
    game, seats, options = TABLES[which]
    people = [
        Seat(PERSON, link=f"link {n}", session=f"session {n}", name=f"Player {n}")
        for n in range(seats)
    ]
    live = Room(NAME, TablePlan(game, people, options, code="CODECODE", public=True))
    names = [f"me:{seat.name}" for seat in people]
    live.table = Table(game, names, options=options, seed=seed)
    return live


class Redealt:
    """The same table for one viewer, with everything dealt again that they cannot know.

    Of others' actions it keeps that they happened and what was told of them, but not what they
    were.
    """

    def __init__(self, live: Room, viewer: int, seed: int):
        self._truth, self._viewer = live.playing, viewer
        self._generator = new_generator()
        plant(self._generator, seed)
        self.live = copy.copy(live)
        self.live._told = {}
        self.table = self.live.table = copy.copy(self._truth)
        self.table.seed = seed
        self.table._moves, self.table._kept, self.table._found = [], {}, None
        self.table.lines = [_header(self._truth, seed)]
        self.follow()

    def follow(self) -> None:
        """Come to where the true table is now."""
        moves, lines = self.table._moves, self.table.lines
        self.table.state = self._deal(self._truth.state)
        for number in range(len(moves), len(self._truth.moves)):
            self.table._kept[number] = self._deal(self._truth.at(number).state)
            moves.append(self._disguised(self._truth.moves[number]))
        lines += [self._line(line) for line in self._truth.lines[len(lines) :]]

    def _deal(self, state: Any) -> Any:
        other = copy_state(state)
        self._truth.game.kernel.redeal(other, self._viewer, self._generator)
        return other

    def _disguised(self, move: Move) -> Move:
        return move if move.seat == self._viewer else move._replace(code=-1)

    def _line(self, line: Line) -> Line:
        is_own = line.words.get("seat") == self._viewer
        return line if is_own else write_line({"seat": AUDIENCE}, line)


def _header(table: Table, seed: int) -> Line:
    return write_line({**table.lines[0].words, "seed": seed}, None)


class Step(NamedTuple):
    """A position of a random game."""

    number: int
    live: Room
    mover: int


def random_steps(which: str, seed: int, most: int) -> Any:
    """Positions of random games, one after the other."""
    random = np.random.default_rng(seed)
    number = 0
    while number < most:
        live = seated(which, seed + number)
        mover = AUDIENCE
        while number < most:
            yield Step(number, live, mover)
            number += 1
            if live.playing.over:
                break
            mover = int(random.choice(live.playing.pending))
            live.playing.act(mover, int(random.choice(live.playing.codes(mover))))


def some_keys(said: Said, number: int) -> list[str]:
    """Some of the things on a page that can be asked about, others each time."""
    keys = [*dict.fromkeys(KEY.findall(said[0]))]
    return [keys[(number + n) % len(keys)] for n in range(0, min(len(keys), 9), 3)]


# --- the tests -----------------------------------------------------------------------------------


@pytest.mark.parametrize("which", TABLES)
def test_no_byte_depends_on_what_a_viewer_cannot_know(
    which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seats, _ = TABLES[which]
    states = STATES // sum(game == other for other, _, _ in TABLES.values())

    async def story() -> None:
        noticed = 0
        async with staged(tmp_path, seats, monkeypatch) as stage:
            for step in random_steps(which, 1, states):
                viewer = step.number // EVERY % (seats + 1) - 1
                if step.mover == AUDIENCE:  # a new game
                    deals = {one: Redealt(step.live, one, 9) for one in range(-1, seats)}
                redealt = deals[viewer]
                redealt.follow()
                asked = None
                said = await stage.said(step.live, viewer)
                if step.number % EVERY == 0:
                    asked = some_keys(said, step.number)
                    said = await stage.said(step.live, viewer, asked)
                assert await stage.said(redealt.live, viewer, asked) == said, step.number
                if asked and not step.live.playing.over:
                    other = (viewer + 1) % seats
                    true = await stage.said(step.live, other)
                    noticed += await stage.said(redealt.live, other) != true
        assert noticed > states / EVERY / 3, "the deal has to be a new one"

    run(story)


@pytest.mark.parametrize("which", ["quick-play", "darwin", "2 against 2"])
def test_what_is_done_in_secret_changes_no_byte(
    which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drafts, and choices that all make at the same time."""
    seats = TABLES[which][1]

    async def story() -> None:
        checked = 0
        async with staged(tmp_path, seats, monkeypatch) as stage:
            before: tuple[Room | None, bytes, int, Said] = (None, b"", 0, [])
            for step in random_steps(which, 5, 150):
                viewer = step.number // 50 % (seats + 1) - 1
                table = step.live.playing
                seen = table.observation(viewer).tobytes()
                told = sum(map(len, step.live.told(viewer).events))
                said = await stage.said(step.live, viewer, [])
                if step.mover != viewer and before[:3] == (step.live, seen, told):
                    assert said == before[3], (step.number, viewer)
                    checked += 1
                before = (step.live, seen, told, said)
        assert checked > 5

    run(story)


def test_drafts_that_were_given_up_cannot_be_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One game is played twice, the second time with second thoughts in each turn of seat 0."""
    seats = TABLES["darwin"][1]

    async def story() -> None:
        random = np.random.default_rng(2)
        thoughts = 0
        plain, second = seated("darwin", 7), seated("darwin", 7)
        async with staged(tmp_path, seats, monkeypatch) as stage:
            while not plain.playing.over and thoughts < 6:
                mover = plain.playing.pending[0]
                code = int(random.choice(plain.playing.codes(mover)))
                thoughts += mover == 0 and think_twice(second.playing, mover)
                for live in (plain, second):
                    live.playing.act(mover, code)
                viewer = len(plain.playing.moves) % seats or AUDIENCE
                said = await stage.said(plain, viewer, [])
                assert await stage.said(second, viewer, []) == said
        assert thoughts > 3

    run(story)


def think_twice(table: Table, seat: int) -> bool:
    """Begin something and give it up, where that leads back to the same position."""
    before = table.state.tobytes()
    for code in table.codes(seat).tolist()[:4]:
        tried = copy.copy(table)
        tried.state, tried._moves = copy_state(table.state), [*table.moves]
        tried.lines = [*table.lines]
        tried.act(seat, code)
        if seat in tried.pending and Verb.REVISE in tried.codes(seat).tolist():
            tried.act(seat, Verb.REVISE)
            if tried.state.tobytes() == before:
                table.act(seat, code)
                table.act(seat, Verb.REVISE)
                return True
    return False


# --- the same over the network -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("origin", {}),
        ("evolution", {"mode": "quick"}),
        ("darwin", {"length": "short"}),
    ],
)
def test_a_whole_game_over_sockets_shows_what_a_new_deal_shows(
    game: str, options: dict[str, str], tmp_path: Path
) -> None:
    """Every frame that came is one made from a table where all is dealt again, in order."""
    with running(tmp_path / "data") as server:
        people = [Visitor(server.host, name) for name in ("Ada", "Bob", "Watcher")]
        name = people[0].open_table(game, ["open", "open"], **options)
        people[1].join(people[0].invitation(name))
        with people[0].sit(name) as ada, people[1].sit(name) as bob, people[2].sit(name) as watcher:
            play_on([ada, bob], watcher)
            frames = [page.frames for page in (watcher, ada, bob)]
        assert server.errors() == ""
    entries = asyncio.run(stored(tmp_path / "data" / "server", name))
    for viewer in (AUDIENCE, 0, 1):
        shown = [""]
        for frame in frames[viewer + 1]:
            message = read_frame(frame, shown[-1])
            shown += [message["html"]] if message["type"] == "table" else []
        del shown[0]
        assert shown[-1].count('id="result"') == 1
        missing = missing_of(shown, entries, name, viewer)
        assert not missing, f"{len(missing)} of {len(shown)} frames are explained by no deal"


def play_on(pages: Sequence[Page], watcher: Page) -> None:
    """Random actions until the game is over on all screens."""
    random = np.random.default_rng(4)
    for page in (*pages, watcher):
        page.hear()
    while not all(page.is_over for page in (*pages, watcher)):
        for page in (*pages, watcher):
            page.wait(0)
        ready = [page for page in pages if page.shown["yours"]]
        if ready:
            page = ready[int(random.integers(len(ready)))]
            answer = page.act_patiently(int(random.choice(page.codes)))
            assert answer["type"] == "done" or answer["reason"] == "stale", answer


async def stored(folder: Path, name: str) -> list[dict[str, Any]]:
    """What the server kept of a table."""
    store = SqliteStore(folder)
    entries = await store.read(name)
    store.close()
    return entries


def missing_of(
    shown: Sequence[str], entries: Sequence[dict[str, Any]], name: str, viewer: int
) -> Sequence[str]:
    """The frames that are not found, in this order, in the game played again for a viewer."""
    live = Room(name, msgspec.convert(entries[0]["open"], TablePlan))
    lines = [json.loads(entry["line"]) for entry in entries if "line" in entry]
    for entry in entries[1:]:
        live.fold(entry)
    for token in re.findall(r'href="/seat/([\w-]+)"', shown[0]):  # of one's own seat
        live.tokens[viewer] = token
        assert hashed(token) == live.seats[viewer].link
    header = lines[0]
    live.table = Table(
        header["game"], header["seats"], options=header["options"], seed=header["seed"]
    )
    redealt = Redealt(live, viewer, 3)
    session = live.seats[viewer].session if viewer >= 0 else ""
    found = 0
    while True:
        redealt.follow()
        if found < len(shown) and table_part(redealt.live, session) == shown[found]:
            found += 1
        if len(live.table.lines) >= len(lines):
            return shown[found:]
        words = lines[len(live.table.lines)]
        live.table.repeat({key: words[key] for key in words if key != "sum"})
