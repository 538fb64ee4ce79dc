"""`tangledbank serve`: the tables in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import uvicorn

from tangledbank.errors import Refused
from tangledbank.folders import data_folder
from tangledbank.games import GAMES
from tangledbank.games.shared.things import catalogue_of
from tangledbank.server.rooms.bots import ExternalBots
from tangledbank.server.rooms.tables import ONLY_SHARD, Shard
from tangledbank.server.store.data_folder import locked_for_one_server
from tangledbank.server.web.app import make_app, make_ready
from tangledbank.server.web.connections import (
    USUAL,
    ConnectionLimiter,
    ConnectionLimits,
    LimitedConnection,
    capacity_here,
)
from tangledbank.server.web.guard import Hosts, hosts_of, read_networks, set_up_logging
from tangledbank.server.web.server import LARGEST_MESSAGE, Server
from tangledbank.server.web.sharding import ShardServer, ShardSupervisor
from tangledbank.text import say
from tangledbank.workers.programs import Limits, read_programs

WAITING = 2048  # connections that may wait until they are accepted


class Setting(NamedTuple):
    """What all processes of a server have in common."""

    host: str
    port: int
    folder: Path
    pace: float
    store: str
    programs: dict[str, str]
    limits: Limits
    hosts: Hosts
    connections: ConnectionLimits
    quota: float


def serve(
    host: str, port: int, data: Path | None, *, browser: bool, pace: float, store: str = "",
    processes: int = 1, programs: Sequence[str] = (), limits: Limits | None = None,
    allowed_hosts: Sequence[str] = (), connections: ConnectionLimits = USUAL, quota: float = 1.0,
) -> None:  # fmt: skip
    """Serve tables until interrupted."""
    folder = (data or data_folder()) / "server"
    connections = replace(connections, proxies=read_networks(connections.proxies))
    setting = Setting(
        host, port, folder, pace, store, read_programs(programs), limits or Limits(),
        hosts_of(host, allowed_hosts), connections, quota,
    )  # fmt: skip
    set_up_logging()
    for game in GAMES:
        catalogue_of(game)  # what nobody can draw is told now, not on somebody's page
    with contextlib.nullcontext() if store else locked_for_one_server(folder):
        if processes == 1:
            Announced(_config(setting, ONLY_SHARD), browser).run()
        else:
            _run_many(setting, processes, browser)


def _run_many(setting: Setting, count: int, browser: bool) -> None:
    if not hasattr(socket, "send_fds"):
        raise Refused(say("several processes need Linux or macOS"), place="--processes")
    asyncio.run(make_ready(setting.folder, setting.store))
    address = uvicorn.Config(
        "", host=setting.host, port=setting.port, log_config=None, log_level="warning"
    )
    with address.bind_socket() as listening:
        listening.listen(WAITING)
        listening.setblocking(False)
        processes = ShardSupervisor(partial(_serve_shard, setting), count, setting.connections)
        asyncio.run(processes.run(listening, lambda: announce(listening, browser)))


def _serve_shard(setting: Setting, shard: Shard, channel: socket.socket) -> None:
    """What each of several processes does."""
    set_up_logging()
    with contextlib.suppress(KeyboardInterrupt):  # by then it has ended as it should
        ShardServer(_config(setting, shard), channel).run()


def _config(setting: Setting, shard: Shard) -> uvicorn.Config:
    connections, capacity = setting.connections, capacity_here()
    limiter = ConnectionLimiter(capacity.connections, connections)
    bots = ExternalBots(setting.programs, setting.limits)
    return uvicorn.Config(
        make_app(
            Server(
                setting.folder, setting.hosts, setting.pace, setting.store, bots, shard,
                connections, setting.quota,
            )
        ),
        host=setting.host,
        port=setting.port,
        http=partial(LimitedConnection, limiter=limiter, limits=connections),  # type: ignore[arg-type]
        ws="websockets-sansio",  # `LimitedConnection` knows how that begins
        ws_max_size=LARGEST_MESSAGE,
        proxy_headers=bool(connections.proxies),
        forwarded_allow_ips=[*connections.proxies],
        log_config=None,
        log_level="warning",
        access_log=False,
        backlog=capacity.at_once,
        timeout_graceful_shutdown=2,
    )  # fmt: skip


class Announced(uvicorn.Server):
    """A server that says where it is as soon as it can be reached."""

    def __init__(self, config: uvicorn.Config, browser: bool):
        super().__init__(config)
        self._opens_browser = browser

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Begin to listen, then say so."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            for each in self.servers[0].sockets:
                with each.dup() as listening:
                    listening.listen(WAITING)  # more than are accepted in one go
            announce(self.servers[0].sockets[0], self._opens_browser)


def announce(listening: socket.socket, browser: bool) -> None:
    """Say where the server is, and open its page if that is wanted."""
    host, port = listening.getsockname()[:2]
    everywhere = host in ("0.0.0.0", "::")
    address = _address("127.0.0.1" if everywhere else host, port)
    print(say("Tangled Bank is at {address} (Ctrl+C ends it)", address=address), flush=True)
    if everywhere:
        print(say("For others: {address}", address=_address(_name_outside(), port)), flush=True)
    if browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _name_outside() -> str:
    """The address by which this computer speaks to others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # a net that exists only in examples
        except OSError:  # no network
            return socket.gethostname()
        return str(asking.getsockname()[0])


def _has_screen() -> bool:
    """Whether a browser can be seen; one in the terminal would be in the way."""
    screens = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform in ("win32", "darwin") or bool(screens)
