"""`tangledbank serve`: the tables in the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn

from tangledbank.folders import data_folder
from tangledbank.server.app import make_app
from tangledbank.server.sockets import LARGEST_MESSAGE
from tangledbank.text import say


def serve(
    host: str, port: int, data: Path | None, *, browser: bool, pace: float, store: str = ""
) -> None:
    """Serve tables until interrupted."""
    app = make_app((data or data_folder()) / "server", host, pace, store)
    server = Announced(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            log_level="warning",
            ws_max_size=LARGEST_MESSAGE,
            timeout_graceful_shutdown=2,
        ),
        browser,
    )
    server.run()


class Announced(uvicorn.Server):
    """A server that says where it is as soon as it can be reached."""

    def __init__(self, config: uvicorn.Config, browser: bool):
        super().__init__(config)
        self._opens_browser = browser

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Begin to listen, then say so."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if not self.started:
            return
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        everywhere = host in ("0.0.0.0", "::")
        address = _address("127.0.0.1" if everywhere else host, port)
        print(say("Tangled Bank is at {address} (Ctrl+C ends it)", address=address), flush=True)
        if everywhere:
            print(say("For others: {address}", address=_address(_name_outside(), port)), flush=True)
        if self._opens_browser and _has_screen():
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
