"""Who is there: people with an open page, and those who are missed after a while."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, defaultdict

from tangledbank.errors import Refused
from tangledbank.server.rooms.live import Live
from tangledbank.server.rooms.tables import Tables
from tangledbank.server.store import Entry
from tangledbank.table import AUDIENCE

ABSENCE = 180.0  # seconds without a page until others may let a bot play for someone


class Presence:
    """The open pages of all tables, and for whom one waits."""

    def __init__(self, tables: Tables):
        self._tables = tables
        self._here: defaultdict[str, Counter[str]] = defaultdict(Counter)  # open pages of sessions
        self._missed: dict[tuple[str, str], asyncio.Task[None]] = {}  # by table and session

    def arrive(self, name: str, session: str) -> None:
        """Someone has opened a page of a table."""
        self._here[name][session] += 1

    def has_page(self, name: str) -> bool:
        """Whether anyone has a page of a table open."""
        return name in self._here

    def go(self, name: str, session: str) -> None:
        """Such a page was closed."""
        self._here[name] -= Counter([session])
        live = self._tables.at_hand(name)
        if not self._here[name]:
            del self._here[name]
        elif live:
            self._miss_others(live)

    async def see(self, live: Live, session: str) -> None:
        """Someone is there, with an open page or without script; who is not will be missed."""
        missed = self._missed.pop((live.id, session), None)
        if missed:
            missed.cancel()
        seat = live.seat_of(session)
        if seat != AUDIENCE and live.seats[seat].absent:
            with contextlib.suppress(Refused):  # changed at this moment: seen again soon
                await self._mark(live, seat, False)
        self._miss_others(live)

    def _miss_others(self, live: Live) -> None:
        """Begin to wait for all people without a page, as long as someone has one."""
        here = self._here.get(live.id)
        if not here or live.table is None or live.table.over:
            return
        for seat in (live.seats[number] for number in live.people):
            key = (live.id, seat.session)
            is_missed = not (here[seat.session] or seat.absent or seat.away)
            if is_missed and key not in self._missed:
                self._missed[key] = self._tables.begin_work(self._miss(*key))

    async def _miss(self, name: str, session: str) -> None:
        await asyncio.sleep(ABSENCE)
        self._missed.pop((name, session), None)
        here = self._here.get(name)
        live = await self._tables.table(name)
        seat = live.seat_of(session)
        if here and not here[session] and seat != AUDIENCE and not live.playing.over:
            with contextlib.suppress(Refused):  # changed at this moment: missed again later
                await self._mark(live, seat, True)

    async def _mark(self, live: Live, seat: int, is_absent: bool) -> None:
        def change() -> list[Entry]:
            live.seats[seat].absent = is_absent
            return [Entry({"absent": seat, "is": is_absent})]

        await self._tables.alter(live, change)
