"""The server: which address leads to which page."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
from bisect import bisect_right
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from urllib.parse import quote

from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from tangledbank.art.palette import stylesheet
from tangledbank.errors import Refused
from tangledbank.games.game import Game, load
from tangledbank.games.shared.rows import Sort
from tangledbank.server.rooms.hub import PUBLIC
from tangledbank.server.rooms.quotas import RateLimit
from tangledbank.server.rooms.room import BOT, OPEN, Room, Seat, TablePlan, check_name, cleaned
from tangledbank.server.store import open_store
from tangledbank.server.web import commands, pages
from tangledbank.server.web.guard import Guard, too_much
from tangledbank.server.web.pages import game_title, warmed_up
from tangledbank.server.web.server import Server, Visit
from tangledbank.server.web.session import Signer, new_session
from tangledbank.server.web.views import lines_of, moment_of
from tangledbank.table import AUDIENCE
from tangledbank.text import LANGUAGES, instead, say

LINK = re.compile(r"/(join|seat|t)/[\w-]+", re.ASCII)  # as people paste them
MOST_CARDS, LONGEST_WORD = 40, 60  # among the rules that were found; in a search
LONGEST_TURN = 7 * 24 * 3600  # seconds
SELDOM = 1000  # looks at the younger garbage until all is looked through: a quarter of an hour
SECONDS = 600.0  # between two looks through everything

Typed = Mapping[str, str | UploadFile]  # the fields of a form or a question


# --- pages ---------------------------------------------------------------------------------------


async def home(visit: Visit) -> Response:
    """What can be played, and the tables one sits at."""
    own = visit.session.id
    mine = await visit.hub.summaries(f"session:{own}", own)
    visit.hub.load_in_background(mine)
    public = await visit.hub.summaries(PUBLIC, own, 10)
    return visit.page("home.html", mine=mine, public=public)


async def play_now(visit: Visit) -> Response:
    """A game against bots, at once."""
    _take_name(visit)
    game = load(visit.field("game"))
    seats = _seats(visit, game)
    bot = visit.field("bot", commands.SUBSTITUTE)
    plan = TablePlan(game.name, [Seat(OPEN), *(Seat(BOT, bot) for _ in range(seats - 1))])
    return await _opened(visit, plan)


async def _opened(visit: Visit, plan: TablePlan) -> Response:
    """Open a table, and lead there."""
    who = visit.who
    room = await visit.hub.open(plan, who.visitor, visit.session.name, who.address)
    return _redirect_to(room)


async def open_form(visit: Visit) -> Response:
    """The form to open a table of a game, with what was typed so far."""
    return _open_page(visit, load(visit.request.path_params["game"]), visit.request.query_params)


def _open_page(visit: Visit, game: Game, typed: Typed, problem: str = "") -> Response:
    """The form; it offers the numbers of players that fit, and says why others do not."""
    wanted = _typed_options(game, typed)
    chosen = {name: value for name, value in wanted.items() if value in game.options[name]}
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
        400 if visit.is_form else 200,
        game=game,
        typed=typed,
        seats=seats,
        sizes=sizes,
        problem=problem,
        options={
            sort.name.lower(): [name for name in names if game.option_words[name].sort is sort]
            for sort in Sort
        },
    )


async def open_table(visit: Visit) -> Response:
    """Open a table for friends and bots; if that is not possible nothing typed is lost."""
    game = load(visit.field("game"))
    try:
        _take_name(visit)
        return await _opened(visit, _plan(visit, game))
    except Refused as refused:
        return _open_page(visit, game, visit.form, refused.sentence)


def _plan(visit: Visit, game: Game) -> TablePlan:
    """A table as the form asks for it. At a public one people talk only if that is asked for."""
    seats = [visit.field(f"seat{n}", OPEN).partition(":") for n in range(_seats(visit, game))]
    is_public = bool(visit.field("public"))
    return TablePlan(
        game.name,
        [Seat(kind, bot) for kind, _, bot in seats],
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
        raise Refused(
            say("The time for a turn is up to {time}.", time=pages.duration(LONGEST_TURN))
        )
    return seconds


def _options(game: Game, typed: Typed) -> dict[str, str]:
    """The options that were chosen and are not what they usually are: only what a form offers."""
    chosen = _typed_options(game, typed)
    for name, value in chosen.items():
        if value not in game.options[name]:
            raise Refused(
                say("there is no {name} “{value}”", name=name, value=value[:LONGEST_WORD])
                + instead(value[:LONGEST_WORD], game.options[name])
            )
    return {name: value for name, value in chosen.items() if value != game.options[name][0]}


def _typed_options(game: Game, typed: Typed) -> dict[str, str]:
    found = {name: str(typed.get(f"option-{name}", "")) for name in game.options}
    return {name: value for name, value in found.items() if value}


async def table_page(visit: Visit) -> Response:
    """A table: one's own seat, or the audience."""
    room = await visit.table()
    async with room.lock:
        part = pages.table_part(room, visit.session.id)
        title = pages.title_of(room, visit.session.id)
    return visit.page("table.html", room=room, part=part, title=title)


async def do(visit: Visit) -> Response:
    """What a page without script sends."""
    room = await visit.table()
    who, what = visit.who, visit.field("do")
    if what == "fill":
        await visit.hub.fill(room, who, visit.field("bot", commands.SUBSTITUTE))
    elif what == "renew":
        visit.hub.quotas.notes.take(who)
        await visit.hub.renew(room, who.visitor, _number(visit.field("seat"), AUDIENCE))
    elif what == "rematch":
        return _redirect_to(await visit.hub.rematch(room, who))
    else:
        await commands.dispatch(visit.hub, room, who, _command(visit, what))
    return _redirect_to(room)


def _command(visit: Visit, what: str) -> commands.TableCommand:
    """The message that a form stands for."""
    typed: dict[str, str | int] = {name: visit.field(name) for name in ("stamp", "text")}
    typed["seat"] = _number(visit.field("seat"), AUDIENCE)
    if visit.field("code"):
        what, typed["code"] = "act", _number(visit.field("code"), -1)
    return commands.from_form(what, typed)


async def join_code(visit: Visit) -> Response:
    """From a code to its invitation, or to wherever a whole link leads."""
    link = LINK.search(visit.field("code"))
    if link:
        return RedirectResponse(link[0], 303)
    room = await visit.guessed(visit.hub.by_code, visit.field("code"))
    return RedirectResponse(f"/join/{room.plan.code}", 303)


async def join(visit: Visit) -> Response:
    """The page an invitation leads to, or an open seat; who has one goes straight to the table."""
    room = await visit.guessed(visit.hub.by_code, visit.request.path_params["code"])
    if visit.is_form:
        return await _seated(visit, "join.html", room, partial(visit.hub.join, room))
    if room.seat_of(visit.session.id) != AUDIENCE:
        return _redirect_to(room)
    return _name_page(visit, "join.html", room)


async def claim(visit: Visit) -> Response:
    """The page a private link leads to. A form takes the seat: links are fetched by many."""
    token = visit.request.path_params["token"]
    room = await visit.guessed(visit.hub.by_link, token)
    if visit.is_form:
        return await _seated(visit, "seat.html", room, partial(visit.hub.claim, room, token))
    room.seat_of_link(token)
    return _name_page(visit, "seat.html", room)


async def _seated(
    visit: Visit, form: str, room: Room, sit: Callable[[str, str], Awaitable[None]]
) -> Response:
    """Sit down and go there; if only the name will not do the form again, with one that will."""
    try:
        _take_name(visit)
        await sit(visit.session.id, visit.session.name)
    except Refused as refused:
        if refused.reason != "name":
            raise
        typed = cleaned(visit.field("name") or visit.session.name)
        return _name_page(visit, form, room, refused.sentence, room.free_name(typed))
    return _redirect_to(room)


def _name_page(
    visit: Visit, form: str, room: Room, problem: str = "", wanted: str = ""
) -> Response:
    status = 400 if problem else 200
    return visit.page(
        form, status, room=room, title=game_title(room), problem=problem, wanted=wanted
    )


async def replay(visit: Visit) -> Response:
    """A moment of a game: as one saw it, or after its end as anyone saw it."""
    room = await visit.table()
    asked = visit.request.query_params
    async with room.lock:
        own = room.seat_of(visit.session.id)
        wanted = _number(asked.get("seat", ""), own)
        seat = wanted if may_see_all(room) and wanted in range(-1, len(room.seats)) else own
        # a long game takes a second when it is first looked at
        moments = await asyncio.to_thread(lambda: room.told(seat).moments)
        last = len(moments) - 1
        at = min(max(_number(asked.get("at", ""), last), 0), last)
        before = _number(asked.get("was", ""), seat)  # whose moments were counted so far
        if seat != before in range(-1, len(room.seats)) and may_see_all(room):
            others = await asyncio.to_thread(lambda: room.told(before).moments)
            at = bisect_right(moments, others[min(at, len(others) - 1)]) - 1
        look = moment_of(room, seat, at)
        lines = lines_of(room, seat, at)
    return visit.page(
        "replay.html", room=room, look=look, lines=lines, at=at, last=last, seat=seat,
        all_seats=may_see_all(room), title=game_title(room),
    )  # fmt: skip


def may_see_all(room: Room) -> bool:
    """Whether nothing of a game is secret any more."""
    return room.playing.over or room.plan.is_log


async def download(visit: Visit) -> Response:
    """The log. It holds the seed, so it is given only when the game is over."""
    room = await visit.table()
    if not may_see_all(room):
        raise Refused(say("The log tells everything; you can have it when the game is over."))
    name = quote(f"{room.plan.game}-{room.id[:6]}.jsonl")
    return PlainTextResponse(
        room.playing.log(),
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
        room = await visit.hub.open_log(text, visit.session.id)
    except Refused as refused:
        raise Refused(say("This log file cannot be shown: {why}.", why=refused)) from None
    return RedirectResponse(f"/t/{room.id}/replay?at=0", 303)


async def rules(visit: Visit) -> Response:
    """The rules of a game by phase, all or those with some words, and the cards with them."""
    game = load(visit.request.path_params["game"])
    word = _word(visit)
    found = [(shelf, one) for shelf in pages.shelves_with(game.name, word) for one in shelf.entries]
    return visit.page(
        "rules.html",
        game=game,
        word=word,
        chapters=pages.chapters_with(game.name, word),
        cards=found[:MOST_CARDS] if word else [],
        is_more=len(found) > MOST_CARDS,
    )


async def cards(visit: Visit) -> Response:
    """What there is in a game: a shelf of it, or whatever has some words."""
    game = load(visit.request.path_params["game"])
    word = _word(visit)
    whole = pages.shelves(game.name)
    asked = visit.request.query_params.get("shelf", "")
    shown = [shelf for shelf in whole if shelf.id == asked] or whole[:1]
    if word:
        shown = pages.shelves_with(game.name, word)
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
        visit.session = replace(visit.session, language=code)
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
    visit.session = replace(visit.session, name=name)


def _redirect_to(room: Room) -> Response:
    return RedirectResponse(f"/t/{room.id}", 303)


async def cut_off(_request: Request, _error: Exception) -> Response:
    """To whoever was stopped while sending too much; whoever has gone does not hear it."""
    return too_much()


async def art_stylesheet(_request: Request) -> Response:
    """The colours of the pictures, light and dark."""
    return Response(stylesheet(), media_type="text/css")


def _number(text: str, default: int) -> int:
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) < 10 and digits.isascii() else default


async def make_ready(folder: Path, store: str) -> None:
    """Make what all processes of a server have in common, before they start together."""
    with contextlib.closing(open_store(folder, store)) as opened:
        await Signer(folder).share(opened)


@contextlib.asynccontextmanager
async def garbage_collected_seldom(seconds: float = SECONDS) -> AsyncIterator[None]:
    """Look through everything seldom meanwhile.

    Left to itself, Python does it whenever enough is new. With hundreds of tables that stops all
    of them for a third of a second, several times a minute while they fill. Hardly anything here
    is garbage of the kind that needs it (what refers to itself).
    """
    usual = gc.get_threshold()
    gc.set_threshold(*usual[:2], SELDOM)
    task = asyncio.create_task(_collect(seconds))
    try:
        yield
    finally:
        task.cancel()
        gc.set_threshold(*usual)


async def _collect(seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        gc.collect()


def make_app(server: Server) -> Starlette:
    """The pages of a server, for those who call it by its names."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await server.open()
        try:
            async with warmed_up(), garbage_collected_seldom():
                yield
        finally:
            await server.close()

    return Starlette(
        routes=[
            server.route("/", home),
            server.route("/play", play_now, "POST"),
            server.route("/open/{game}", open_form),
            server.route("/open", open_table, "POST"),
            server.route("/join", join_code, "POST"),
            server.route("/join/{code}", join, "GET", "POST"),
            server.route("/seat/{token}", claim, "GET", "POST"),
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
            Route("/static/art.css", art_stylesheet),
            Mount("/static", StaticFiles(directory=pages.STATIC)),
            server.route("/{path:path}", missing, "GET", "POST"),
        ],
        middleware=[
            Middleware(Guard, hosts=server.hosts, rate=RateLimit(200, 50)),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={ClientDisconnect: cut_off},
        lifespan=lifespan,
    )
