"""A connection of a browser, until it becomes a socket: it must not keep us waiting for ever."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tangledbank.server.web.doors import ConnectionLimits, Doors


class Connection(H11Protocol):
    """What uvicorn does, which waits for as long as it takes, with an end to its patience."""

    def __init__(self, *, doors: Doors, limits: ConnectionLimits, **given: Any):
        super().__init__(**given)
        self._doors, self._limits = doors, limits
        self._state: object = None  # what is waited for
        self._waiting: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Come in, if there is room."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if self._doors.enter(self, host, transport.abort):
            self._watch()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Go."""
        super().connection_lost(exc)
        self._go()

    def data_received(self, data: bytes) -> None:
        """Hear what is asked for."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Have answered."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """Wait until what was written is taken."""
        super().pause_writing()
        self._taking = self.loop.call_later(self._limits.take_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        _cancel(self._taking)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a socket, which is counted elsewhere; one that cannot be is not kept."""
        self._go()
        super().handle_websocket_upgrade(event)
        if not hasattr(self.transport.get_protocol(), "scope"):
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Tell that this is no request, if nothing else is told already."""
        can_tell = self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE)
        if self.cycle is not None:
            self.cycle.disconnected = True  # whoever still works on an answer need not
        if can_tell:
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _watch(self) -> None:
        """Notice when something else is waited for, and wait only so long for it."""
        is_silent = self.cycle is None or self.cycle.response_complete
        lacks_body = not is_silent and self.cycle.more_body
        state = (self.cycle, is_silent, lacks_body)
        if state == self._state or self not in self._doors:
            return
        self._state = state
        self._doors.note(self, is_silent)
        _cancel(self._waiting)
        if is_silent:
            self._waiting = self.loop.call_later(self._limits.head_seconds, self._hang_up)
        elif lacks_body:
            self._waiting = self.loop.call_later(self._limits.body_seconds, self._hang_up)

    def _hang_up(self) -> None:
        """End it, when what was answered is taken, or at last without that."""
        self.transport.close()
        self._waiting = self.loop.call_later(self._limits.take_seconds, self.transport.abort)

    def _go(self) -> None:
        self._doors.leave(self)
        _cancel(self._waiting)
        _cancel(self._taking)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
