"""Several processes behind one address, each with its shard of the tables.

One process accepts all connections, looks which table they ask for and hands them on to the
process that has it. So the people at a table are together: it is drawn, counted and moved in one
place. Nothing depends on that: what another does at a table is taken in from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import re
import signal
import socket
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.process import BaseProcess

import uvicorn

from tangledbank.errors import Refused
from tangledbank.server.rooms.tables import Shard, shard_of
from tangledbank.server.web.connections import (
    USUAL,
    ConnectionLimiter,
    ConnectionLimits,
    capacity_here,
)
from tangledbank.text import say

ASKS_FOR_TABLE = re.compile(rb"[A-Z]+ /(?:t|join|seat)/([\w-]+)")
PEEKED = 200  # bytes of a request, with the name in its first line
PATIENCE = 10.0  # seconds for a process to end
READY = b"!"
PAUSE = 0.1  # seconds until it is tried again to accept a connection, or to hand it on
PAUSE_AFTER_DEATH = 0.5  # seconds until a process is replaced
SPAWN = multiprocessing.get_context("spawn")  # threads do not survive a fork

note = logging.getLogger(__name__)


class ShardServer(uvicorn.Server):
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


class ShardSupervisor:
    """The processes behind an address; one that dies is started again."""

    def __init__(
        self,
        serve: Callable[[Shard, socket.socket], None],
        count: int,
        limits: ConnectionLimits = USUAL,
    ):
        self._serve = serve  # called in the other process
        self._limits = limits
        # of those who are not handed on yet
        self._limiter = ConnectionLimiter(capacity_here().connections, limits)
        self._shards = [Shard(number, count) for number in range(count)]
        self._ready = [asyncio.Event() for _ in self._shards]
        self._channels: dict[int, socket.socket] = {}
        self._processes: dict[int, BaseProcess] = {}
        self._next = itertools.cycle(range(count))

    async def run(self, listening: socket.socket, announce: Callable[[], None]) -> None:
        """Serve until interrupted."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        work: list[asyncio.Task[object]] = [
            *(loop.create_task(self._keep(shard)) for shard in self._shards),
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

    async def _keep(self, shard: Shard) -> None:
        """Have a process for a shard, and another when it dies; not if the first cannot start."""
        while True:
            try:
                channel = self._start(shard)
                started = await _heard(channel)
            except OSError as error:  # too many files are open, or too many processes
                note.warning("a process of the server cannot be started: %s", error)
                started = False
            if started:
                self._ready[shard.number].set()
                await _heard(channel)
                note.warning("a process of the server has died; another takes its place")
            elif not self._ready[shard.number].is_set():
                raise Refused(say("A process of the server ended while it was started."))
            await asyncio.sleep(PAUSE_AFTER_DEATH)  # the others go on meanwhile

    def _start(self, shard: Shard) -> socket.socket:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            process = SPAWN.Process(target=self._serve, args=(shard, theirs))
            process.start()
        if shard.number in self._channels:
            self._channels[shard.number].close()
            self._processes[shard.number].kill()  # it has closed its end, so it is at its end
        self._channels[shard.number], self._processes[shard.number] = ours, process
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
            if not self._limiter.admit(task, host, task.cancel):
                task.cancel()
            await asyncio.sleep(0)  # accepting does not wait while there are more: others first

    def _done_with(self, connection: socket.socket, task: asyncio.Task[None]) -> None:
        connection.close()
        self._limiter.release(task)

    async def _hand_on(self, connection: socket.socket) -> None:
        """Give a connection to the process of its table, or to each in turn."""
        with contextlib.suppress(OSError):  # it is lost
            connection.setblocking(False)
            async with asyncio.timeout(self._limits.head_seconds):
                asked = ASKS_FOR_TABLE.match(await _first_bytes(connection))
            self._limiter.mark(asyncio.current_task(), is_silent=False)
            number = shard_of(asked[1], len(self._shards)) if asked else next(self._next)
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
