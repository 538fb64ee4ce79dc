"""Connections: how many there may be at once, and how long they may keep us waiting.

Where it is full, whoever says nothing makes room.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import math
import multiprocessing
import re
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from typing import NamedTuple

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tangledbank.errors import Refused
from tangledbank.server.rooms.tables import Share, place_of
from tangledbank.server.web.guard import counted_as, is_within
from tangledbank.text import say

MOST_FILES = 16_384  # more would only be memory for those who say nothing
AT_ONCE = 64  # connections accepted in one go: each is heard before so many others push it out
ASKS_FOR_TABLE = re.compile(rb"[A-Z]+ /(?:t|join|seat)/([\w-]+)")
PEEKED = 200  # bytes of a request, with the name in its first line
PATIENCE = 10.0  # seconds for a process to end
READY = b"!"
PAUSE = 0.1  # seconds until it is tried again to accept a connection, or to hand it on
PAUSE_AFTER_DEATH = 0.5  # seconds until a process is replaced
SPAWN = multiprocessing.get_context("spawn")  # threads do not survive a fork

note = logging.getLogger(__name__)


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


# --- several processes behind one address --------------------------------------------------------
# One process accepts all connections, looks which table they ask for and hands them on to the
# process that has it. So the people at a table are together: it is drawn, counted and moved in one
# place. Nothing depends on that: what another does at a table is taken in from the store.


class Handed(uvicorn.Server):
    """A server that listens nowhere: connections come over a channel, until that is closed."""

    def __init__(self, config: uvicorn.Config, channel: socket.socket):
        super().__init__(config)
        self._channel = channel
        self._connecting: set[asyncio.Task[object]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Get ready, and say so."""
        await super().startup([])
        if not self.started:
            return
        self._channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self._channel, self._take)
        self._channel.send(READY)

    def _take(self) -> None:
        """Serve the next connection; end if nobody can send one any more."""
        try:
            word, handles, _, _ = socket.recv_fds(self._channel, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            word, handles = b"", []
        loop = asyncio.get_running_loop()
        if not word:
            loop.remove_reader(self._channel)
            self.should_exit = True
            return
        if not handles:
            return  # too many are open here: this one is lost, the others go on
        connection = socket.socket(fileno=handles[0])
        connection.set_inheritable(False)
        connection.setblocking(False)
        task = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)

    def _protocol(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made


class Processes:
    """The processes behind an address; one that dies is started again."""

    def __init__(
        self,
        serve: Callable[[Share, socket.socket], None],
        count: int,
        limits: ConnectionLimits = USUAL,
    ):
        self._serve = serve  # called in the other process
        self._limits = limits
        self._doors = Doors(room_here().connections, limits)  # who is not handed on yet
        self._shares = [Share(number, count) for number in range(count)]
        self._ready = [asyncio.Event() for _ in self._shares]
        self._channels: dict[int, socket.socket] = {}
        self._processes: dict[int, BaseProcess] = {}
        self._next = itertools.cycle(range(count))

    async def run(self, listening: socket.socket, announce: Callable[[], None]) -> None:
        """Serve until interrupted."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        work: list[asyncio.Task[object]] = [
            *(loop.create_task(self._keep(share)) for share in self._shares),
            loop.create_task(self._accept(listening, announce)),
            loop.create_task(stop.wait()),
        ]
        try:
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            self._end()

    # --- processes -----------------------------------------------------------------------------

    async def _keep(self, share: Share) -> None:
        """Have a process for a share, and another when it dies; not if the first cannot start."""
        while True:
            try:
                channel = self._start(share)
                started = await _heard(channel)
            except OSError as error:  # too many files are open, or too many processes
                note.warning("a process of the server cannot be started: %s", error)
                started = False
            if started:
                self._ready[share.number].set()
                await _heard(channel)
                note.warning("a process of the server has died; another takes its place")
            elif not self._ready[share.number].is_set():
                raise Refused(say("A process of the server ended while it was started."))
            await asyncio.sleep(PAUSE_AFTER_DEATH)  # the others go on meanwhile

    def _start(self, share: Share) -> socket.socket:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            process = SPAWN.Process(target=self._serve, args=(share, theirs))
            process.start()
        if share.number in self._channels:
            self._channels[share.number].close()
            self._processes[share.number].kill()  # it has closed its end, so it is at its end
        self._channels[share.number], self._processes[share.number] = ours, process
        return ours

    def _end(self) -> None:
        """Let all of them finish what they do; those that do not are killed."""
        for channel in self._channels.values():
            channel.close()
        end = time.monotonic() + PATIENCE
        for process in self._processes.values():
            process.join(max(0.0, end - time.monotonic()))
            process.kill()

    # --- connections ---------------------------------------------------------------------------

    async def _accept(self, listening: socket.socket, announce: Callable[[], None]) -> None:
        for ready in self._ready:
            await ready.wait()
        announce()
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, (host, *_) = await loop.sock_accept(listening)
            except OSError:  # too many are open
                await asyncio.sleep(PAUSE)
                continue
            task = loop.create_task(self._hand_on(connection))
            task.add_done_callback(partial(self._done_with, connection))
            if not self._doors.enter(task, host, task.cancel):
                task.cancel()
            await asyncio.sleep(0)  # accepting does not wait while there are more: others first

    def _done_with(self, connection: socket.socket, task: asyncio.Task[None]) -> None:
        connection.close()
        self._doors.leave(task)

    async def _hand_on(self, connection: socket.socket) -> None:
        """Give a connection to the process of its table, or to each in turn."""
        with contextlib.suppress(OSError):  # it is lost
            connection.setblocking(False)
            async with asyncio.timeout(self._limits.head_seconds):
                asked = ASKS_FOR_TABLE.match(await _first_bytes(connection))
            self._doors.note(asyncio.current_task(), is_silent=False)
            number = place_of(asked[1], len(self._shares)) if asked else next(self._next)
            while not self._sent(number, connection):
                await asyncio.sleep(PAUSE)

    def _sent(self, number: int, connection: socket.socket) -> bool:
        """Whether a process gets a connection; not if it has just died, or has too many."""
        try:
            socket.send_fds(self._channels[number], [READY], [connection.fileno()])
        except OSError:
            return False
        return True


async def _heard(channel: socket.socket) -> bool:
    """Wait for a word of a process; whether there was one before it ended."""
    try:
        return bool(await asyncio.get_running_loop().sock_recv(channel, 1))
    except OSError:
        return False


async def _first_bytes(connection: socket.socket) -> bytes:
    """What comes first over a connection; whoever serves it reads it again."""
    loop, comes = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(connection, comes.set)
    try:
        await comes.wait()
    finally:
        loop.remove_reader(connection)
    return connection.recv(PEEKED, socket.MSG_PEEK)
