"""The server: which address leads to which page."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from bisect import bisect_right
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from tangledbank.art.palette import stylesheet
from tangledbank.errors import Refused
from tangledbank.games.game import Game, instead, load
from tangledbank.search.levels import LEVELS
from tangledbank.server.garbage import collected_by_the_clock
from tangledbank.server.rooms.fair_queue import Owner
from tangledbank.server.rooms.hub import PUBLIC, Hub
from tangledbank.server.rooms.live import BOT, OPEN, Live, Plan, Seat
from tangledbank.server.rooms.names import check_name, cleaned, free_name
from tangledbank.server.rooms.pace import Pace, pace_of_guesses
from tangledbank.server.rooms.quotas import Quotas
from tangledbank.server.rooms.share import ALL, Share
from tangledbank.server.rooms.thinking import ProgramPlayers, Thinkers
from tangledbank.server.store import open_store
from tangledbank.server.warming import warmed_up
from tangledbank.server.web import messages
from tangledbank.server.web.addresses import address_of, host_of
from tangledbank.server.web.catalogue import chapters_with, shelves, shelves_with
from tangledbank.server.web.doors import USUAL, ConnectionLimits, OpenSockets, room_here
from tangledbank.server.web.ended import EndedSessions
from tangledbank.server.web.guard import Guard, check_origin, too_much
from tangledbank.server.web.hosts import LOOPBACK, OF_LOOPBACK, Hosts, split
from tangledbank.server.web.looks import lines_of, moment_of
from tangledbank.server.web.pages import STATIC, duration, game_title, page, table_part, title_of
from tangledbank.server.web.session import Session, Signer, is_secure, language_of, new_session
from tangledbank.server.web.sockets import SocketPace, TableSocket
from tangledbank.server.web.wishes import STAND_IN, fulfil
from tangledbank.table import AUDIENCE
from tangledbank.text import LANGUAGES, say, speak

LINK = re.compile(r"/(join|seat|t)/[\w-]+", re.ASCII)  # as people paste them
MOST_CARDS, LONGEST_WORD = 40, 60  # among the rules that were found; in a search
LONGEST_TURN = 7 * 24 * 3600  # seconds

STATUS = {"origin": 403, "quota": 429, "store": 503}  # of a refusal, by its reason

Answer = Callable[["Visit"], Awaitable[Response]]

# By name in a form: the message it stands for.
FORMS: dict[str, Callable[[int, str], messages.Wish]] = {
    "undo": messages.Undo,
    "rest": messages.Rest,
    "wake": messages.Wake,
    "leave": messages.Leave,
}
ANSWERS: dict[str, Callable[[int], messages.Wish]] = {
    "agree": messages.Agree,
    "refuse": messages.Refuse,
    "away": messages.Away,
    "back": messages.Back,
}


class Visit:
    """One request: who asks, for what, and how they are answered."""

    def __init__(self, request: Request, server: Server, session: Session, form: FormData):
        self.request, self.server, self.session, self.form = request, server, session, form

    @property
    def hub(self) -> Hub:
        """The tables."""
        return self.server.hub

    @property
    def who(self) -> Owner:
        """The visitor and where they come from."""
        return Owner(address_of(self.request), self.session.id)

    def field(self, name: str, default: str = "") -> str:
        """A field of the form."""
        value = self.form.get(name, default)
        return value if isinstance(value, str) else default

    def page(self, name: str, status: int = 200, **parts: Any) -> Response:
        """A whole page."""
        text = page(
            name,
            language=language_of(self.request, self.session),
            session=self.session,
            address=str(self.request.base_url).rstrip("/"),
            here=self._here(),
            is_local=self.request.url.hostname in LOOPBACK,
            levels=[*LEVELS, *self.hub.programs.names],
            **parts,
        )
        return HTMLResponse(text, status)

    def _here(self) -> str:
        """Where one comes back to: the address with its question, or the page of a form."""
        came_from = split(self.request.headers.get("referer", ""))
        is_form = self.request.method == "POST" and came_from.netloc == self.request.url.netloc
        place = came_from if is_form else self.request.url
        return f"{place.path}?{place.query}" if place.query else place.path

    async def table(self) -> Live:
        """The table in the address."""
        live = await self.hub.table(self.request.path_params["table"])
        if live.plan.host == self.session.id:  # for whom its bots think
            live.address = self.who.address
        await self.hub.presence.see(live, self.session.id)
        return live

    async def guessed(self, find: Callable[[str], Awaitable[Live]], what: str) -> Live:
        """The table a code or link leads to; whoever tries many that lead nowhere has to wait."""
        who, guesses = address_of(self.request), self.server.guesses
        if not guesses.allows(who):
            raise Refused(say("That is too fast; wait a moment."))
        live = await find(what)
        guesses.give_back(who)
        return live


class Server:
    """Everything the pages stand on."""

    def __init__(
        self,
        folder: Path,
        pace: float = 0.0,
        store: str = "",
        programs: ProgramPlayers | None = None,
        share: Share = ALL,
        limits: ConnectionLimits = USUAL,
        quota: float = 1.0,
    ):
        self.store = open_store(folder, store, share.total > 1)
        self.signer = Signer(folder)
        self.ended = EndedSessions(self.store)
        quotas = Quotas(quota, share.total)
        self.hub = Hub(self.store, Thinkers(share.total), pace, programs, share, quotas)
        self.messages = SocketPace()
        self.guesses = pace_of_guesses(share.total)
        self.sockets = OpenSockets(room_here().sockets, limits)

    async def open(self) -> None:
        """Know whoever is known to other servers on the same store; go on where it was ended."""
        await self.signer.share(self.store)
        with contextlib.suppress(Refused):  # a store that is away is asked again
            await self.ended.catch_up()
        self.hub.begin_work(self.ended.follow())
        self.hub.resume()

    async def close(self) -> None:
        """End all of it."""
        await self.hub.close()
        self.store.close()

    def session(self, connection: HTTPConnection) -> Session | None:
        """Who asks, if we know them and they have not gone for good."""
        found = self.signer.session(connection)
        return None if found is None or self.ended.has(found.id) else found

    def route(self, path: str, answer: Answer, *methods: str) -> Route:
        """An address; whoever comes has a session afterwards, and forms come from our pages."""

        async def endpoint(request: Request) -> Response:
            known = self.session(request)
            session = known.on(time.time()) if known else new_session()
            speak(language_of(request, session))
            visit = Visit(request, self, session, FormData())
            try:
                if request.method == "POST":
                    check_origin(request)
                    visit.form = await request.form(max_files=1, max_fields=100)
                response = await answer(visit)
            except Refused as refused:
                status = STATUS.get(refused.reason, 400)
                response = visit.page("refused.html", status, refused=refused)
            if visit.session != known:
                self.signer.write(response, visit.session, is_secure(request))
            response.headers["cache-control"] = "no-store"  # a table is never shown as it was
            return response

        return Route(path, endpoint, methods=[*(methods or ("GET",))])

    async def socket(self, socket: WebSocket) -> None:
        """The socket of a table page, or a plain sentence why there is none."""
        try:
            await self._open(socket)
        except Refused as refused:
            status = 429 if refused.reason == "full" else 403
            await socket.send_denial_response(PlainTextResponse(refused.sentence, status))

    async def _open(self, socket: WebSocket) -> None:
        """Serve a socket; only from our pages, only with a session, only so many."""
        session = self.session(socket)
        if session is None or not socket.app.state.hosts.know(socket):
            raise Refused(say("You have no session here; load the page again."))
        check_origin(socket)
        speak(language_of(socket, session))
        name = socket.path_params["table"]
        with self.sockets.one_more(session.id, host_of(socket)):
            await self.hub.table(name)
            await socket.accept()
            who = Owner(address_of(socket), session.id)
            await TableSocket(self.hub, socket, name, who, self.messages, self.ended).run()


# --- pages ---------------------------------------------------------------------------------------


async def home(visit: Visit) -> Response:
    """What can be played, and the tables one sits at."""
    own = visit.session.id
    mine = await visit.hub.glances(f"session:{own}", own)
    visit.hub.fetch(mine)
    public = await visit.hub.glances(PUBLIC, own, 10)
    return visit.page("home.html", mine=mine, public=public)


async def play_now(visit: Visit) -> Response:
    """A game against bots, at once."""
    _take_name(visit)
    game = load(visit.field("game"))
    seats = _seats(visit, game)
    bot = visit.field("bot", STAND_IN)
    plan = Plan(game.name, [Seat(OPEN), *(Seat(BOT, bot) for _ in range(seats - 1))])
    return await _opened(visit, plan)


async def _opened(visit: Visit, plan: Plan) -> Response:
    """Open a table, and lead there."""
    who = visit.who
    live = await visit.hub.open(plan, who.visitor, visit.session.name, who.address)
    return _to(live)


async def open_form(visit: Visit) -> Response:
    """The form to open a table of a game, with what was typed so far."""
    return _open_page(visit, load(visit.request.path_params["game"]), visit.request.query_params)


def _open_page(visit: Visit, game: Game, typed: Mapping[str, Any], problem: str = "") -> Response:
    """The form; it offers the numbers of players that fit, and says why others do not."""
    chosen = {
        name: value for name, value in _typed_options(game, typed) if value in game.options[name]
    }
    seats = _number(str(typed.get("seats", "")), game.usual_seats)
    sizes = game.sizes(chosen)
    if seats not in sizes:
        if seats in range(game.least_seats, game.most_seats + 1):
            problem = problem or game.why_unfit(seats, chosen)
        sizes = sizes or [*range(game.least_seats, game.most_seats + 1)]
        seats = min(sizes, key=lambda size: abs(size - seats))
    names = [name for name, values in game.options.items() if len(values) > 1]
    return visit.page(
        "open.html",
        400 if visit.request.method == "POST" else 200,
        game=game,
        typed=typed,
        seats=seats,
        sizes=sizes,
        problem=problem,
        kinds=[name for name in names if not game.option_words[name].is_ruling],
        rulings=[name for name in names if game.option_words[name].is_ruling],
    )


async def open_table(visit: Visit) -> Response:
    """Open a table for friends and bots; if that is not possible nothing typed is lost."""
    game = load(visit.field("game"))
    try:
        _take_name(visit)
        return await _opened(visit, _plan(visit, game))
    except Refused as refused:
        return _open_page(visit, game, visit.form, refused.sentence)


def _plan(visit: Visit, game: Game) -> Plan:
    """A table as the form asks for it. At a public one people talk only if that is asked for."""
    kinds = [visit.field(f"seat{n}", OPEN) for n in range(_seats(visit, game))]
    is_public = bool(visit.field("public"))
    return Plan(
        game.name,
        [_seat(kind) for kind in kinds],
        _options(game, visit.form),
        public=is_public,
        talk=bool(visit.field("public-talk" if is_public else "talk")),
        seconds=_seconds(visit),
    )


def _seats(visit: Visit, game: Game) -> int:
    """How many seats a form asks for, checked before any is made."""
    seats = _number(visit.field("seats") or str(game.usual_seats), 0)
    game.check_seats(seats)
    return seats


def _seconds(visit: Visit) -> int:
    """How long a turn may take, by the form."""
    seconds = _number(visit.field("seconds") or "0", -1)
    if seconds not in range(LONGEST_TURN + 1):
        raise Refused(say("The time for a turn is up to {time}.", time=duration(LONGEST_TURN)))
    return seconds


def _options(game: Game, typed: Mapping[str, Any]) -> dict[str, str]:
    """The options that were chosen and are not what they usually are: only what a form offers."""
    chosen = dict(_typed_options(game, typed))
    for name, value in chosen.items():
        if value not in game.options[name]:
            raise Refused(
                say("there is no {name} “{value}”", name=name, value=value[:LONGEST_WORD])
                + instead(value[:LONGEST_WORD], game.options[name])
            )
    return {name: value for name, value in chosen.items() if value != game.options[name][0]}


def _typed_options(game: Game, typed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name in game.options:
        value = str(typed.get(f"option-{name}", ""))
        if value:
            yield name, value


def _seat(kind: str) -> Seat:
    kind, _, bot = kind.partition(":")
    return Seat(kind, bot)


async def table_page(visit: Visit) -> Response:
    """A table: one's own seat, or the audience."""
    live = await visit.table()
    async with live.lock:
        part = table_part(live, visit.session.id)
        title = title_of(live, visit.session.id)
    return visit.page("table.html", live=live, part=part, title=title)


async def do(visit: Visit) -> Response:
    """What a page without script sends."""
    live = await visit.table()
    who, what = visit.who, visit.field("do")
    if what == "fill":
        await visit.hub.fill(live, who, visit.field("bot", STAND_IN))
    elif what == "renew":
        visit.hub.quotas.notes.take(who)
        await visit.hub.renew(live, who.visitor, _number(visit.field("seat"), AUDIENCE))
    elif what == "rematch":
        return _to(await visit.hub.rematch(live, who))
    else:
        await fulfil(visit.hub, live, who, _wish(visit, what))
    return _to(live)


def _wish(visit: Visit, what: str) -> messages.Wish:
    """The message that a form stands for."""
    stamp = visit.field("stamp")
    if visit.field("code"):
        return messages.Act(0, stamp, _number(visit.field("code"), -1))
    if what in FORMS:
        return FORMS[what](0, stamp)
    if what in ANSWERS:
        return ANSWERS[what](0)
    if what == "cover":
        return messages.Cover(0, _number(visit.field("seat"), AUDIENCE))
    if what == "talk":
        return messages.Talk(0, visit.field("text"))
    raise Refused(say("This message cannot be understood."))


async def join_code(visit: Visit) -> Response:
    """From a code to its invitation, or to wherever a whole link leads."""
    link = LINK.search(visit.field("code"))
    if link:
        return RedirectResponse(link[0], 303)
    live = await visit.guessed(visit.hub.by_code, visit.field("code"))
    return RedirectResponse(f"/join/{live.plan.code}", 303)


async def invitation(visit: Visit) -> Response:
    """The page an invitation leads to; who has a seat goes straight to the table."""
    live = await visit.guessed(visit.hub.by_code, visit.request.path_params["code"])
    if live.seat_of(visit.session.id) != AUDIENCE:
        return _to(live)
    return visit.page("join.html", live=live, title=game_title(live), problem="", wanted="")


async def join(visit: Visit) -> Response:
    """Take an open seat."""
    live = await visit.guessed(visit.hub.by_code, visit.request.path_params["code"])
    try:
        _take_name(visit)
        await visit.hub.join(live, visit.session.id, visit.session.name)
    except Refused as refused:
        return _name_page(visit, "join.html", live, refused)
    return _to(live)


def _name_page(visit: Visit, form: str, live: Live, refused: Refused) -> Response:
    """The form again if only the name will not do, with one that will."""
    if refused.reason != "name":
        raise refused
    typed = cleaned(visit.field("name") or visit.session.name)
    free = free_name(typed, filter(None, (seat.name for seat in live.seats)))
    return visit.page(
        form, 400, live=live, title=game_title(live), problem=refused.sentence, wanted=free
    )


async def seat_link(visit: Visit) -> Response:
    """The page a private link leads to. A form takes the seat: links are fetched by many."""
    token = visit.request.path_params["token"]
    live = await visit.guessed(visit.hub.by_link, token)
    live.seat_of_link(token)
    return visit.page("seat.html", live=live, title=game_title(live), problem="", wanted="")


async def claim(visit: Visit) -> Response:
    """Take the seat of a private link."""
    token = visit.request.path_params["token"]
    live = await visit.guessed(visit.hub.by_link, token)
    try:
        _take_name(visit)
        await visit.hub.claim(live, token, visit.session.id, visit.session.name)
    except Refused as refused:
        return _name_page(visit, "seat.html", live, refused)
    return _to(live)


async def replay(visit: Visit) -> Response:
    """A moment of a game: as one saw it, or after its end as anyone saw it."""
    live = await visit.table()
    asked = visit.request.query_params
    async with live.lock:
        own = live.seat_of(visit.session.id)
        wanted = _number(asked.get("seat", ""), own)
        seat = wanted if may_see_all(live) and wanted in range(-1, len(live.seats)) else own
        # a long game takes a second when it is first looked at
        moments = await asyncio.to_thread(live.moments, seat)
        last = len(moments) - 1
        at = min(max(_number(asked.get("at", ""), last), 0), last)
        before = _number(asked.get("was", ""), seat)  # whose moments were counted so far
        if seat != before in range(-1, len(live.seats)) and may_see_all(live):
            others = await asyncio.to_thread(live.moments, before)
            at = bisect_right(moments, others[min(at, len(others) - 1)]) - 1
        look = moment_of(live, seat, at)
        lines = lines_of(live, seat, at)
    return visit.page(
        "replay.html", live=live, look=look, lines=lines, at=at, last=last, seat=seat,
        all_seats=may_see_all(live), title=game_title(live),
    )  # fmt: skip


def may_see_all(live: Live) -> bool:
    """Whether nothing of a game is secret any more."""
    return live.playing.over or live.plan.is_log


async def download(visit: Visit) -> Response:
    """The log. It holds the seed, so it is given only when the game is over."""
    live = await visit.table()
    if not may_see_all(live):
        raise Refused(say("The log tells everything; you can have it when the game is over."))
    name = quote(f"{live.plan.game}-{live.id[:6]}.jsonl")
    return PlainTextResponse(
        live.playing.log(),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def upload(visit: Visit) -> Response:
    """Open a log file in the replay."""
    file = visit.form.get("log")
    if not isinstance(file, UploadFile):
        raise Refused(say("Choose a log file first."))
    visit.hub.quotas.uploads.take(visit.who)
    text = (await file.read()).decode("utf-8", "replace")
    try:
        live = await visit.hub.open_log(text, visit.session.id)
    except Refused as refused:
        raise Refused(say("This log file cannot be shown: {why}.", why=refused)) from None
    return RedirectResponse(f"/t/{live.id}/replay?at=0", 303)


async def rules(visit: Visit) -> Response:
    """The rules of a game by phase, all or those with some words, and the cards with them."""
    game = load(visit.request.path_params["game"])
    word = _word(visit)
    found = [(shelf, one) for shelf in shelves_with(game.name, word) for one in shelf.entries]
    return visit.page(
        "rules.html",
        game=game,
        word=word,
        chapters=chapters_with(game.name, word),
        cards=found[:MOST_CARDS] if word else [],
        is_more=len(found) > MOST_CARDS,
    )


async def cards(visit: Visit) -> Response:
    """What there is in a game: a shelf of it, or whatever has some words."""
    game = load(visit.request.path_params["game"])
    word = _word(visit)
    whole = shelves(game.name)
    asked = visit.request.query_params.get("shelf", "")
    shown = [shelf for shelf in whole if shelf.id == asked] or whole[:1]
    if word:
        shown = shelves_with(game.name, word)
    return await asyncio.to_thread(  # hundreds of pictures, if nobody has asked for them yet
        visit.page, "cards.html", game=game, word=word, all=whole, shown=shown
    )


def _word(visit: Visit) -> str:
    return visit.request.query_params.get("find", "").strip()[:LONGEST_WORD]


async def settings(visit: Visit) -> Response:
    """Change name or language."""
    if "name" in visit.form:
        _take_name(visit)
    code = visit.field("language")
    if code in LANGUAGES:
        visit.session = msgspec.structs.replace(visit.session, language=code)
    back = visit.field("back", "/")
    is_ours = back.startswith("/") and not back.startswith(("//", "/\\"))
    return RedirectResponse(back if is_ours else "/", 303)


async def end_session(visit: Visit) -> Response:
    """Be nobody from now on, in this browser and wherever else the cookie may have got to."""
    await visit.server.ended.end(visit.session.id)
    visit.session = new_session()
    return RedirectResponse("/", 303)


async def missing(visit: Visit) -> Response:
    """Whatever else is asked for."""
    return visit.page("refused.html", 404, refused=say("There is no such page."))


def _take_name(visit: Visit) -> None:
    name = check_name(visit.field("name") or visit.session.name)
    visit.session = msgspec.structs.replace(visit.session, name=name)


def _to(live: Live) -> Response:
    return RedirectResponse(f"/t/{live.id}", 303)


async def cut_off(_request: Request, _error: Exception) -> Response:
    """To whoever was stopped while sending too much; whoever has gone does not hear it."""
    return too_much()


async def inks(_request: Request) -> Response:
    """The colours of the pictures, light and dark."""
    return Response(stylesheet(), media_type="text/css")


def _number(text: str, default: int) -> int:
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) < 10 and digits.isascii() else default


async def make_ready(folder: Path, store: str) -> None:
    """Make what all processes of a server have in common, before they start together."""
    with contextlib.closing(open_store(folder, store)) as opened:
        await Signer(folder).share(opened)


def make_app(
    folder: Path,
    hosts: Hosts = OF_LOOPBACK,
    pace: float = 0.0,
    store: str = "",
    programs: ProgramPlayers | None = None,
    share: Share = ALL,
    limits: ConnectionLimits = USUAL,
    quota: float = 1.0,
) -> Starlette:
    """The server on its data, or one process of it, for those who call it by these names."""
    server = Server(folder, pace, store, programs, share, limits, quota)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await server.open()
        try:
            async with warmed_up(), collected_by_the_clock():
                yield
        finally:
            await server.close()

    app = Starlette(
        routes=[
            server.route("/", home),
            server.route("/play", play_now, "POST"),
            server.route("/open/{game}", open_form),
            server.route("/open", open_table, "POST"),
            server.route("/join", join_code, "POST"),
            server.route("/join/{code}", invitation),
            server.route("/join/{code}", join, "POST"),
            server.route("/seat/{token}", seat_link),
            server.route("/seat/{token}", claim, "POST"),
            server.route("/t/{table}", table_page),
            server.route("/t/{table}/do", do, "POST"),
            server.route("/t/{table}/replay", replay),
            server.route("/t/{table}/log", download),
            server.route("/log", upload, "POST"),
            server.route("/rules/{game}", rules),
            server.route("/rules/{game}/cards", cards),
            server.route("/settings", settings, "POST"),
            server.route("/settings/end", end_session, "POST"),
            WebSocketRoute("/t/{table}/socket", server.socket),
            Route("/static/art.css", inks),
            Mount("/static", StaticFiles(directory=STATIC)),
            server.route("/{path:path}", missing, "GET", "POST"),
        ],
        middleware=[
            Middleware(Guard, hosts=hosts, pace=Pace(200, 50)),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={ClientDisconnect: cut_off},
        lifespan=lifespan,
    )
    app.state.hosts = hosts
    return app
