"""One socket for each open table page: it gets the table whenever it changes, and takes wishes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tangledbank.errors import Refused
from tangledbank.server.rooms.fair_queue import Owner
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.rooms.live import Live
from tangledbank.server.web import messages
from tangledbank.server.web.pages import outlook_part, table_part, tip_part, title_of
from tangledbank.server.web.session import EndedSessions
from tangledbank.text import say

LARGEST_MESSAGE = 4096
MOST_FAULTS = 50  # refusals in a row, then the socket is closed
TOO_MUCH = 1008


class TableSocket:
    """A socket at one table, for one session."""

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
                await self._send(messages.No(0, refused.sentence, refused.reason))
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
        async with self._showing:
            await self._show_news()

    async def _show_news(self) -> None:
        """Send the table if it looks different: others' secret choices must not be noticed."""
        self._check_session()
        live = await self._hub.table(self._name)
        await self._hub.presence.see(live, self._session)
        async with live.lock:
            if self._seen == (live.length, live.is_stuck):
                return
            self._seen = (live.length, live.is_stuck)
            seat = live.seat_of(self._session)
            is_playing = live.table is not None and seat >= 0
            stamp = live.stamp(seat) if is_playing else ""
            lines = table_part(live, self._session, stamp).split("\n")
            if lines == self._shown:
                return
            message = messages.TableNews(
                messages.changes(self._shown, lines),
                title_of(live, self._session),
                stamp,
                is_playing and seat in live.playing.pending,
                live.seconds_left(seat),
                f"/t/{live.rematch}" if is_playing and live.rematch else "",
            )
        self._shown = lines
        await self._send(message)

    async def _listen(self) -> None:
        while True:
            number = 0
            try:
                text = await self._receive()
                is_slow_enough = self._hub.quotas.messages.allows(self._who)
                wish = messages.read(text)
                number = wish.n  # whoever waits for an answer gets it, be it that it was too fast
                if not is_slow_enough:
                    raise Refused(say("That is too fast; wait a moment."), reason="flood")
                await self._take(wish)
                self._faults = 0
            except Refused as refused:
                self._faults += 1
                await self._send(messages.No(number, refused.sentence, refused.reason))
                if self._faults > MOST_FAULTS:
                    await self._socket.close(TOO_MUCH)
                    return

    async def _receive(self) -> str:
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = received.get("text")
        if text is None:
            raise messages.not_understood()
        return str(text)

    async def _take(self, wish: messages.Wish) -> None:
        if wish.n <= self._last:
            raise Refused(say("This message was sent before."), reason="replayed")
        self._last = wish.n
        self._check_session()
        live = await self._hub.table(self._name)
        if isinstance(wish, messages.Ask):
            async with self._asking(live):
                html = await asyncio.to_thread(tip_part, live, self._session, wish.key, wish.code)
            await self._send(messages.Tip(wish.n, wish.key, wish.code, html))
            return
        if isinstance(wish, messages.Foresee):
            async with self._asking(live):
                live.check(live.seat_of(self._session), wish.stamp)
                html, keys = await asyncio.to_thread(outlook_part, live, self._session, wish.code)
            await self._send(messages.Outlook(wish.n, wish.code, html, keys))
            return
        await messages.fulfil(self._hub, live, self._who, wish)
        await self._show()  # what is done is seen first
        await self._send(messages.Done(wish.n))

    @contextlib.asynccontextmanager
    async def _asking(self, live: Live) -> AsyncIterator[None]:
        """Have one's turn to ask something about a table that nobody changes meanwhile."""
        async with live.lock:  # whoever keeps it for long is waited for outside the queue
            pass
        async with self._hub.outlooks.place(self._who), live.lock:
            yield

    def _check_session(self) -> None:
        if self._ended.has(self._session):
            raise Refused(say("You have ended this session; load the page again."))

    async def _send(self, message: msgspec.Struct) -> None:
        async with self._sending:
            await self._socket.send_text(msgspec.json.encode(message).decode())
