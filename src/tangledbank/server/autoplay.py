"""What goes on without anyone: bots decide, and the caretaker for those whose time is over."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from tangledbank.arena.conversation import Failure
from tangledbank.bots.bots import check_bot
from tangledbank.errors import Refused
from tangledbank.server.live import FAILED, LATE, Clock, Live, Turn
from tangledbank.server.programs import ProgramPlayers
from tangledbank.server.store import Entry
from tangledbank.server.tables import Tables
from tangledbank.server.thinking import CARETAKER, Problem, Thinkers, problem_at
from tangledbank.server.turns import last_action
from tangledbank.server.views.things import view_of

TIME_FOR_OTHERS = 1.0  # seconds until a server moves the bots that another should have moved

note = logging.getLogger(__name__)


class Autoplay:
    """The bots and the clocks of all tables in memory."""

    def __init__(self, tables: Tables, thinkers: Thinkers, programs: ProgramPlayers, pace: float):
        self._tables, self._thinkers, self._programs = tables, thinkers, programs
        self._pace = pace  # seconds between two moves of bots, so that people can follow

    def go_on(self, live: Live) -> None:
        """Wake the bots of a table and set its clocks."""
        self._wake_bots(live)
        self._set_clocks(live)

    # --- bots ----------------------------------------------------------------------------------

    def _wake_bots(self, live: Live) -> None:
        is_at_work = live.bots_at_work is not None and not live.bots_at_work.done()
        if not is_at_work and live.bot_to_move() is not None:
            live.bots_at_work = self._tables.begin_work(self._play_bots(live))
        if live.table and live.table.over:
            self._programs.dismiss(live.id)

    async def _play_bots(self, live: Live) -> None:
        while self._tables.holds(live):
            if live.is_elsewhere and await self._is_played_on(live):
                continue
            async with live.lock:
                seat = live.bot_to_move()
                if seat is None:
                    live.bots_at_work = None
                    return
                stamp = live.stamp(seat)
                problem = problem_at(live.playing, seat, live.seats[seat].player)
            try:
                code = await self._think(live, problem)
                await asyncio.sleep(self._pace)
                await self._act(live, seat, stamp, problem.bot, code)
            except Failure as failure:
                note.warning("at table %s: %s", live.id, failure)
                await self._replace(live, seat, stamp)
            except Refused as refused:
                if refused.reason != "stale":  # someone took back or decided in between: think anew
                    note.error("a bot at table %s: %s", live.id, refused)
                    return

    async def _act(self, live: Live, seat: int, stamp: str, bot: str, code: int) -> None:
        def change() -> list[Entry]:
            table = live.check(seat, stamp)
            if live.seats[seat].player == bot:  # else the one it decided for has come back
                table.act(seat, code)
            return []

        await self._tables.alter(live, change)

    async def _think(self, live: Live, problem: Problem) -> int:
        """What a bot does: one of ours, or a program."""
        try:
            check_bot(problem.bot)
        except Refused:
            return await self._programs.choose(live.id, problem)
        return await self._thinkers.choose(problem)

    async def _replace(self, live: Live, seat: int, stamp: str) -> None:
        """Let the caretaker play on for a program that has failed."""

        def change() -> list[Entry]:
            live.check(seat, stamp).leave(seat, CARETAKER)
            return [live.tell(FAILED, seat)]

        with contextlib.suppress(Refused):  # the table has changed: it is asked, and fails, again
            await self._tables.alter(live, change)

    async def _is_played_on(self, live: Live) -> bool:
        """Leave the bots to the server at which someone has just acted, if it still lives."""
        length = live.length
        await asyncio.sleep(self._pace + TIME_FOR_OTHERS)
        return not await self._tables.is_current(live) or live.length != length

    # --- time ----------------------------------------------------------------------------------

    def _set_clocks(self, live: Live) -> None:
        """Count the time of everyone whose turn it is; what is taken back brings no new time."""
        table = live.table
        if table is None or not live.plan.seconds:
            return
        due = {live.turn(seat) for seat in table.pending if not live.seats[seat].player}
        now = time.monotonic()
        for turn in live.clocks.keys() - due:
            clock = live.clocks.pop(turn)
            clock.task.cancel()
            if not live.is_late(turn[0]):
                live.time_left[turn] = max(0.0, clock.end - now)
        for turn in due - live.clocks.keys():
            left = live.time_left.pop(turn, float(live.plan.seconds))
            task = self._tables.begin_work(self._time_out(live, turn, left))
            live.clocks[turn] = Clock(now + left, task)

    async def _time_out(self, live: Live, turn: Turn, seconds: float) -> None:
        """Let the caretaker decide until the turn is over."""
        await asyncio.sleep(seconds)
        seat, is_told = turn[0], False
        while True:
            with contextlib.suppress(Refused):  # the table has been made again
                await self._tables.alter(live, lambda: self._drop_half(live, turn))
            async with live.lock:
                if not self._tables.holds(live) or not self._is_on(live, turn):
                    return
                stamp, problem = live.stamp(seat), problem_at(live.playing, seat, CARETAKER)
            code = await self._thinkers.choose(problem)
            is_told = await self._take_care(live, seat, stamp, code, is_told) or is_told

    def _is_on(self, live: Live, turn: Turn) -> bool:
        return turn[0] in live.playing.pending and live.turn(turn[0]) == turn

    def _drop_half(self, live: Live, turn: Turn) -> list[Entry]:
        """Take back what is only begun: the caretaker would have to end it somehow."""
        table, seat = live.playing, turn[0]
        steps = view_of(table.game.name).STEPS
        while self._is_on(live, turn) and not live.is_late(seat):
            last = next((move for move in reversed(table.moves) if move.seat == seat), None)
            line = table.lines[last_action(table.lines, seat)].words
            is_half = last is not None and not last.auto and line.get("do") in steps
            if not is_half or table.why_no_undo(seat):
                break
            table.undo(seat)
        return []

    async def _take_care(self, live: Live, seat: int, stamp: str, code: int, is_told: bool) -> bool:
        """Do what the caretaker has decided; not if the person did something at the last moment."""

        def change() -> list[Entry]:
            table = live.check(seat, stamp)
            line = len(table.lines)
            table.act(seat, code)
            live.late.add(line)
            return [Entry({"late": line}), *(() if is_told else [live.tell(LATE, seat)])]

        try:
            await self._tables.alter(live, change)
        except Refused as refused:
            if refused.reason != "stale":
                raise
            return False
        return True
