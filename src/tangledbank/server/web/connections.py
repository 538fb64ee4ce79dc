"""Connections: how many there may be at once, and how long they may keep us waiting.

Where it is full, whoever says nothing makes room.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tangledbank.errors import Refused
from tangledbank.server.web.guard import counted_as, is_within
from tangledbank.text import say

MOST_FILES = 16_384  # more would only be memory for those who say nothing
AT_ONCE = 64  # connections accepted in one go: each is heard before so many others push it out


@dataclass(frozen=True)
class ConnectionLimits:
    """How many connections one visitor may have, and how long they may take."""

    head_seconds: float = 10.0  # to ask for something, from the beginning or the last answer
    body_seconds: float = 30.0  # to send what belongs to it
    take_seconds: float = 60.0  # to take some of the answer, when no more of it can be sent
    of_address: int = 256
    sockets_of_address: int = 400
    sockets_of_session: int = 32
    proxies: tuple[str, ...] = ()  # networks; everyone comes from there, so they are not counted

    def address(self, host: str) -> str:
        """What an address counts as; nothing if it is not counted."""
        return "" if is_within(host, self.proxies) else counted_as(host)


USUAL = ConnectionLimits()


class Capacity(NamedTuple):
    """What the files of a process are for; an eighth of them is its own."""

    connections: int
    sockets: int
    at_once: int  # accepted in one go, some times before the first of them can be closed


def room_here() -> Capacity:
    """What this process has room for."""
    files = _most_files()
    return Capacity(files // 4, files * 3 // 8, min(files // 16, AT_ONCE))


def _most_files() -> int:
    """How many files may be open, after asking for more if there are few."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(most, MOST_FILES) if most >= 0 else MOST_FILES  # below nothing: no limit
    if 0 <= files < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        except (ValueError, OSError):  # macOS allows less than it says
            return files
    return wanted


class _Crowd:
    """Some of those inside; the silent ones among them, for longest first."""

    def __init__(self, most: float):
        self.most, self.size = most, 0
        self.silent: dict[Hashable, None] = {}


class _Guest(NamedTuple):
    crowds: tuple[_Crowd, _Crowd]  # of the same address, and all
    address: str
    drop: Callable[[], object]


class Doors:
    """Who is inside."""

    def __init__(self, most: int, limits: ConnectionLimits):
        self._limits, self._everyone = limits, _Crowd(most)
        self._crowds: dict[str, _Crowd] = {}  # by address
        self._guests: dict[Hashable, _Guest] = {}

    def enter(self, one: Hashable, host: str, drop: Callable[[], object]) -> bool:
        """Let one in, silent at first; False if there is no room, and nobody to drop for it."""
        address = self._limits.address(host)
        most = self._limits.of_address if address else math.inf
        crowd = self._crowds.get(address) or _Crowd(most)
        if not (self._has_room(crowd) and self._has_room(self._everyone)):
            return False
        self._crowds[address] = crowd  # it may have left empty
        self._guests[one] = _Guest((crowd, self._everyone), address, drop)
        for each in self._guests[one].crowds:
            each.size += 1
            each.silent[one] = None
        return True

    def note(self, one: Hashable, is_silent: bool) -> None:
        """Know whether one is waited for, or has asked for something."""
        for crowd in self._guests[one].crowds:
            crowd.silent.pop(one, None)
            if is_silent:
                crowd.silent[one] = None

    def leave(self, one: Hashable) -> None:
        """Forget one who has gone, or was never in."""
        guest = self._guests.pop(one, None)
        if guest is None:
            return
        for crowd in guest.crowds:
            crowd.size -= 1
            crowd.silent.pop(one, None)
        if not guest.crowds[0].size:
            del self._crowds[guest.address]

    def __contains__(self, one: Hashable) -> bool:
        return one in self._guests

    def _has_room(self, crowd: _Crowd) -> bool:
        """Whether there is room, if need be that of the one who is silent for longest."""
        if crowd.size < crowd.most:
            return True
        oldest = next(iter(crowd.silent), None)
        if oldest is None:
            return False
        drop = self._guests[oldest].drop
        self.leave(oldest)
        drop()
        return True


class OpenSockets:
    """How many sockets are open: in all, of a session and of an address."""

    def __init__(self, most: int, limits: ConnectionLimits):
        self._most, self._limits = most, limits
        self._counts: Counter[tuple[str, str]] = Counter()

    @contextlib.contextmanager
    def one_more(self, session: str, host: str) -> Iterator[None]:
        """Count one as long as it is open; one too many is refused."""
        most = {("", ""): self._most, ("session", session): self._limits.sockets_of_session}
        if address := self._limits.address(host):
            most["address", address] = self._limits.sockets_of_address
        if any(self._counts[key] >= most[key] for key in most):
            raise Refused(
                say("Too many tables are open; close some of their pages."), reason="full"
            )
        self._counts.update(most.keys())
        try:
            yield
        finally:
            for key in most:
                self._counts[key] -= 1
                if not self._counts[key]:
                    del self._counts[key]


class Connection(H11Protocol):
    """What uvicorn does until there is a socket, but with an end to its patience."""

    def __init__(
        self, *, doors: Doors, limits: ConnectionLimits, config: uvicorn.Config,
        server_state: ServerState, app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ):  # fmt: skip
        super().__init__(config, server_state, app_state, _loop)
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
        if is_silent or lacks_body:
            seconds = self._limits.head_seconds if is_silent else self._limits.body_seconds
            self._waiting = self.loop.call_later(seconds, self._hang_up)

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
