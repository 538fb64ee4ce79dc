"""What takes long the first time is done once before anyone waits for it.

Compiled rules are loaded piece by piece when they are first called, a drawing is kept once it is
made, templates are compiled at first use: each of these stops all tables for a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Iterator

from tangledbank.games import GAMES
from tangledbank.games.game import load
from tangledbank.kernel.compiling import uncompiled
from tangledbank.server.rooms.hub import WARM_UP
from tangledbank.server.rooms.live import OPEN, Live, Seat, TablePlan
from tangledbank.server.web.pages import shelves, table_part
from tangledbank.table import Table

note = logging.getLogger(__name__)

MOVES = 60  # of a game that is looked at


@contextlib.asynccontextmanager
async def warmed_up() -> AsyncIterator[None]:
    """Make ready beside us what is made once, unless that would take longer than it saves."""
    stop = threading.Event()
    work = asyncio.create_task(asyncio.to_thread(_warm_up, stop))
    try:
        yield
    finally:
        stop.set()
        await work


def _warm_up(stop: threading.Event) -> None:
    if uncompiled() or stop.wait(WARM_UP):
        return
    try:
        for _ in _steps():
            if stop.is_set():
                return
    except Exception:  # then it is made when it is needed
        note.exception("cannot warm up")


def _steps() -> Iterator[None]:
    for game in GAMES:
        load(game).prepare()
        yield
    for game in GAMES:
        yield from _watch(game)
    for game in GAMES:
        yield from _draw(game)


def _watch(game: str) -> Iterator[None]:
    """Look at a game as both players see it, while it goes on anyhow."""
    table = Table(game, seats=2, seed=0)
    live = Live("", TablePlan(game, [Seat(OPEN, session=letter) for letter in "ab"]))
    live.table = table
    for move in range(MOVES):
        if table.over:
            return
        for seat in live.seats:
            table_part(live, seat.session)
        mover = table.pending[0]
        codes = table.codes(mover).tolist()
        table.act(mover, codes[move % len(codes)])  # now this, now that
        yield


def _draw(game: str) -> Iterator[None]:
    """Draw every card."""
    for shelf in shelves(game):
        for entry in shelf.entries:
            entry.draw()
            yield
