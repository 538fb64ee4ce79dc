"""`tangledbank serve`: the tables in the browser."""

from __future__ import annotations

import os
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
        address = self._address()
        print(say("Tangled Bank is at {address} (Ctrl+C ends it)", address=address), flush=True)
        if self._opens_browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    def _address(self) -> str:
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
        return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _has_screen() -> bool:
    """Whether a browser can be seen; one in the terminal would be in the way."""
    screens = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform in ("win32", "darwin") or bool(screens)
