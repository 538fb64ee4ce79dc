"""One request or one socket: who asks, for what, how they are answered; the server they share."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tangledbank.errors import Refused
from tangledbank.search.bot import LEVELS
from tangledbank.server.rooms.bots import BotWorkers, ExternalBots
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.rooms.quotas import Owner, Quotas, limit_of_guesses
from tangledbank.server.rooms.room import Room
from tangledbank.server.rooms.tables import ONLY_SHARD, Shard
from tangledbank.server.store import AWAY, open_store
from tangledbank.server.web import commands, guard
from tangledbank.server.web.connections import USUAL, ConnectionLimits, OpenSockets, capacity_here
from tangledbank.server.web.pages import outlook_part, page, table_part, tip_part, title_of
from tangledbank.server.web.session import (
    BrowserSession,
    EndedSessions,
    Signer,
    is_secure,
    language_of,
    new_session,
)  # fmt: skip
from tangledbank.text import say, speak

LARGEST_MESSAGE = 4096
MOST_FAULTS = 50  # refusals in a row, then the socket is closed
TOO_MUCH = 1008
STATUS = {"origin": 403, "quota": 429, AWAY: 503}  # of a refusal, by its reason

Answer = Callable[["Visit"], Awaitable[Response]]


@dataclass
class Visit:
    """One request: who asks, for what, and how they are answered."""

    request: Request
    server: Server
    session: BrowserSession
    form: FormData

    @property
    def hub(self) -> Hub:
        """The tables."""
        return self.server.hub

    @property
    def who(self) -> Owner:
        """The visitor and where they come from."""
        return Owner(guard.address_of(self.request), self.session.id)

    @property
    def is_form(self) -> bool:
        """Whether something is sent, not only asked for."""
        return self.request.method == "POST"

    def field(self, name: str, default: str = "") -> str:
        """A field of the form."""
        value = self.form.get(name, default)
        return value if isinstance(value, str) else default

    def page(self, name: str, status: int = 200, **parts: object) -> Response:
        """A whole page."""
        text = page(
            name,
            language=language_of(self.request, self.session),
            session=self.session,
            address=str(self.request.base_url).rstrip("/"),
            here=self._here(),
            is_local=self.request.url.hostname in guard.LOOPBACK,
            levels=[*LEVELS, *self.hub.programs.names],
            **parts,
        )
        return HTMLResponse(text, status)

    def _here(self) -> str:
        """Where one comes back to: the address with its question, or the page of a form."""
        came_from = guard.split(self.request.headers.get("referer", ""))
        is_ours = self.is_form and came_from.netloc == self.request.url.netloc
        place = came_from if is_ours else self.request.url
        return f"{place.path}?{place.query}" if place.query else place.path

    async def table(self) -> Room:
        """The table in the address."""
        room = await self.hub.table(self.request.path_params["table"])
        if room.plan.host == self.session.id:  # for whom its bots think
            room.address = self.who.address
        await self.hub.presence.see(room, self.session.id)
        return room

    async def guessed(self, find: Callable[[str], Awaitable[Room]], what: str) -> Room:
        """The table a code or link leads to; whoever tries many that lead nowhere has to wait."""
        who, guesses = guard.address_of(self.request), self.server.guesses
        if not guesses.allows(who):
            raise Refused(say("That is too fast; wait a moment."))
        room = await find(what)
        guesses.give_back(who)
        return room


@dataclass
class Server:
    """Everything the pages stand on, or one process of it; the first fields say how."""

    folder: Path
    hosts: guard.Hosts = guard.OF_LOOPBACK  # names of ours
    pace: float = 0.0
    store_address: str = ""
    programs: ExternalBots | None = None
    shard: Shard = ONLY_SHARD
    limits: ConnectionLimits = USUAL
    quota: float = 1.0

    def __post_init__(self) -> None:
        count = self.shard.total
        self.store = open_store(self.folder, self.store_address, count > 1)
        self.signer = Signer(self.folder)
        self.ended = EndedSessions(self.store)
        self.hub = Hub(
            self.store, BotWorkers(count), self.pace, self.programs, self.shard,
            Quotas(self.quota, count),
        )  # fmt: skip
        self.guesses = limit_of_guesses(count)
        self.sockets = OpenSockets(capacity_here().sockets, self.limits)

    async def open(self) -> None:
        """Know whoever is known to other servers on the same store; go on where it was ended."""
        await self.signer.share(self.store)
        with contextlib.suppress(Refused):  # a store that is away is asked again
            await self.ended.catch_up()
        self.hub.run_in_background(self.ended.follow())
        self.hub.resume()

    async def close(self) -> None:
        """End all of it."""
        await self.hub.close()
        self.store.close()

    def session(self, connection: HTTPConnection) -> BrowserSession | None:
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
                if visit.is_form:
                    guard.check_origin(request)
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
        if session is None or not self.hosts.know(socket):
            raise Refused(say("You have no session here; load the page again."))
        guard.check_origin(socket)
        speak(language_of(socket, session))
        name = socket.path_params["table"]
        with self.sockets.one_more(session.id, guard.host_of(socket)):
            await self.hub.table(name)
            await socket.accept()
            who = Owner(guard.address_of(socket), session.id)
            await TableSocket(self.hub, socket, name, who, self.ended).run()


class TableSocket:
    """The socket of an open table page: it gets the table as it changes, and takes wishes."""

    def __init__(
        self, hub: Hub, socket: WebSocket, name: str, who: Owner, ended: EndedSessions
    ):  # fmt: skip
        self._hub, self._socket, self._name, self._who = hub, socket, name, who
        self._session, self._ended = who.visitor, ended
        self._last = 0  # the number of the last message
        self._shown: list[str] = []  # the lines of the last look
        self._seen: object = None  # how long the stream was at that time, and whether it went on
        self._faults = 0
        self._showing, self._sending = asyncio.Lock(), asyncio.Lock()

    async def run(self) -> None:
        """Serve until the page is closed."""
        self._hub.presence.arrive(self._name, self._session)
        work = [asyncio.create_task(self._push()), asyncio.create_task(self._listen())]
        try:
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except (WebSocketDisconnect, RuntimeError):  # the page has gone, even as we wrote to it
            pass
        except Refused as refused:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self._send(commands.Refusal(0, refused.sentence, refused.reason))
        finally:
            self._hub.presence.go(self._name, self._session)
            for task in work:
                task.cancel()
            if self._socket.application_state == WebSocketState.CONNECTED:
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    await self._socket.close()

    async def _push(self) -> None:
        async with self._hub.store.subscribe(self._name) as news:
            await self._show()
            async for _ in news:
                await self._show()

    async def _show(self) -> None:
        """Send the table if it looks different: others' secret choices must not be noticed."""
        async with self._showing:
            self._check_session()
            room = await self._hub.table(self._name)
            await self._hub.presence.see(room, self._session)
            async with room.lock:
                update = self._update(room)
            if update:
                await self._send(update)

    def _update(self, room: Room) -> commands.TableUpdate | None:
        """What is to be sent of a table, if anything."""
        if self._seen == (room.length, room.is_stuck):
            return None
        self._seen = (room.length, room.is_stuck)
        seat = room.seat_of(self._session)
        is_playing = room.table is not None and seat >= 0
        stamp = room.stamp(seat) if is_playing else ""
        old, self._shown = self._shown, table_part(room, self._session, stamp).split("\n")
        if self._shown == old:
            return None
        return commands.TableUpdate(
            commands.diff(old, self._shown),
            title_of(room, self._session),
            stamp,
            is_playing and seat in room.playing.pending,
            room.seconds_left(seat),
            f"/t/{room.rematch}" if is_playing and room.rematch else "",
        )

    async def _listen(self) -> None:
        while True:
            number = 0
            try:
                text = await self._receive()
                is_slow_enough = self._hub.quotas.messages.allows(self._who)
                command = commands.read(text)
                number = command.n  # who waits for an answer gets it, be it that it was too fast
                if not is_slow_enough:
                    raise Refused(say("That is too fast; wait a moment."), reason="flood")
                await self._take(command)
                self._faults = 0
            except Refused as refused:
                self._faults += 1
                await self._send(commands.Refusal(number, refused.sentence, refused.reason))
                if self._faults > MOST_FAULTS:
                    await self._socket.close(TOO_MUCH)
                    return

    async def _receive(self) -> str:
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = received.get("text")
        if text is None:
            raise commands.not_understood()
        return str(text)

    async def _take(self, command: commands.TableCommand) -> None:
        if command.n <= self._last:
            raise Refused(say("This message was sent before."), reason="replayed")
        self._last = command.n
        self._check_session()
        room = await self._hub.table(self._name)
        match command:
            case commands.Ask(key=key, code=code):
                async with self._asking(room):
                    html = await asyncio.to_thread(tip_part, room, self._session, key, code)
                await self._send(commands.Tip(command.n, key, code, html))
            case commands.Foresee(stamp=stamp, code=code):
                async with self._asking(room):
                    room.check(room.seat_of(self._session), stamp)
                    html, keys = await asyncio.to_thread(outlook_part, room, self._session, code)
                await self._send(commands.Outlook(command.n, code, html, keys))
            case _:
                await commands.dispatch(self._hub, room, self._who, command)
                await self._show()  # what is done is seen first
                await self._send(commands.Done(command.n))

    @contextlib.asynccontextmanager
    async def _asking(self, room: Room) -> AsyncIterator[None]:
        """Have one's turn to ask something about a table that nobody changes meanwhile."""
        async with room.lock:  # whoever keeps it for long is waited for outside the queue
            pass
        async with self._hub.outlooks.place(self._who), room.lock:
            yield

    def _check_session(self) -> None:
        if self._ended.has(self._session):
            raise Refused(say("You have ended this session; load the page again."))

    async def _send(self, message: msgspec.Struct) -> None:
        async with self._sending:
            await self._socket.send_text(msgspec.json.encode(message).decode())
