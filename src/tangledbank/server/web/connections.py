"""Connections: how many there may be at once, and how long they may keep us waiting.

Where it is full, whoever says nothing makes room.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, defaultdict
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
IN_ALL = ""  # no address
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


def capacity_here() -> Capacity:
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


class _Admitted(NamedTuple):
    groups: tuple[str, ...]  # in which it is counted
    drop: Callable[[], object]


class ConnectionLimiter:
    """Which connections there are, in all and of each address."""

    def __init__(self, most: int, limits: ConnectionLimits):
        self._most, self._limits = most, limits
        self._admitted: dict[Hashable, _Admitted] = {}
        self._counts: Counter[str] = Counter()
        # By group: those of whom nothing is heard, for longest first.
        self._silent: defaultdict[str, dict[Hashable, None]] = defaultdict(dict)

    def admit(self, one: Hashable, host: str, drop: Callable[[], object]) -> bool:
        """Let one in, silent at first; False if there is no room, and nobody to drop for it."""
        most = {IN_ALL: self._most}
        if address := self._limits.address(host):
            most = {address: self._limits.of_address, **most}
        if not all(self._has_room(group, most[group]) for group in most):
            return False
        self._admitted[one] = _Admitted((*most,), drop)
        self._counts.update(most.keys())
        self.mark(one, is_silent=True)
        return True

    def mark(self, one: Hashable, is_silent: bool) -> None:
        """Know whether one is waited for, or has asked for something."""
        for group in self._admitted[one].groups:
            self._silent[group].pop(one, None)
            if is_silent:
                self._silent[group][one] = None

    def release(self, one: Hashable) -> None:
        """Forget one who has gone, or was never in."""
        if one not in self._admitted:
            return
        self.mark(one, is_silent=False)
        for group in self._admitted.pop(one).groups:
            self._counts[group] -= 1
            if not self._counts[group]:
                del self._counts[group], self._silent[group]

    def __contains__(self, one: Hashable) -> bool:
        return one in self._admitted

    def _has_room(self, group: str, most: int) -> bool:
        """Whether there is room, if need be that of the one who is silent for longest."""
        if self._counts[group] < most:
            return True
        oldest = next(iter(self._silent[group]), None)
        if oldest is None:
            return False
        drop = self._admitted[oldest].drop
        self.release(oldest)
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


class LimitedConnection(H11Protocol):
    """What uvicorn does until there is a socket, but with an end to its patience."""

    def __init__(
        self, *, limiter: ConnectionLimiter, limits: ConnectionLimits, config: uvicorn.Config,
        server_state: ServerState, app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ):  # fmt: skip
        super().__init__(config, server_state, app_state, _loop)
        self._limiter, self._limits = limiter, limits
        self._state: object = None  # what is waited for
        self._waiting: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Come in, if there is room."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if self._limiter.admit(self, host, transport.abort):
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
        if state == self._state or self not in self._limiter:
            return
        self._state = state
        self._limiter.mark(self, is_silent)
        _cancel(self._waiting)
        if is_silent or lacks_body:
            seconds = self._limits.head_seconds if is_silent else self._limits.body_seconds
            self._waiting = self.loop.call_later(seconds, self._hang_up)

    def _hang_up(self) -> None:
        """End it, when what was answered is taken, or at last without that."""
        self.transport.close()
        self._waiting = self.loop.call_later(self._limits.take_seconds, self.transport.abort)

    def _go(self) -> None:
        self._limiter.release(self)
        _cancel(self._waiting)
        _cancel(self._taking)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
