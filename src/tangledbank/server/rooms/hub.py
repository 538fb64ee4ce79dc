"""What people do at the tables of this server: open, sit down, play, take back, talk.

A table is a stream of entries in the store: how it was opened, who sat down, then the lines of the
game's log and what was said beside it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import to_builtins
from msgspec.structs import replace

from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.game import MAX_SEED
from tangledbank.search.bot import read_spec
from tangledbank.server.rooms.bots import BotWorkers, ExternalBots
from tangledbank.server.rooms.quotas import FairQueue, Owner, Quotas, searching
from tangledbank.server.rooms.room import (
    BOT,
    FORMAT,
    OPEN,
    PERSON,
    NoteKind,
    Room,
    Seat,
    TablePlan,
    check_opponent,
    cleaned,
    only_watching,
    transaction,
)
from tangledbank.server.rooms.tables import ONLY_SHARD, Shard, Tables
from tangledbank.server.rooms.uploads import LogReader
from tangledbank.server.store import Entries, Store, StreamEntry, hashed
from tangledbank.show import why_no_rest
from tangledbank.table import AUDIENCE, Table
from tangledbank.text import say
from tangledbank.workers.programs import Limits

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that look alike
CODE_LENGTH = 8
LONGEST_TALK = 300
PUBLIC = "public"
WAITING, PLAYING, FINISHED = "waiting", "playing", "finished"
WARM_UP = 5.0  # seconds for those who wait at the door: they need not share the processor
SWEEP = 60.0  # seconds between two looks for tables that nobody uses
MOST_RESUMED = 200  # tables that are looked through after a start: one in memory takes about 1 MB

note = logging.getLogger(__name__)


class TableSummary(NamedTuple):
    """How it stands at a table, as far as a viewer may know it."""

    room: Room
    status: str
    seat: int
    deciding: Sequence[int] = ()
    last: str = ""  # what happened last, in a sentence
    is_loading: bool = False  # the rest is told when the table has been made from the store

    @property
    def is_yours(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.seat in self.deciding


class Hub(Tables):
    """All tables of this server."""

    def __init__(
        self,
        store: Store,
        bot_workers: BotWorkers,
        pace: float = 0.0,
        programs: ExternalBots | None = None,
        shard: Shard = ONLY_SHARD,
        quotas: Quotas | None = None,
    ):
        super().__init__(store, bot_workers, programs or ExternalBots({}, Limits()), pace)
        self._shard, self.quotas = shard, quotas or Quotas()
        self.outlooks = FairQueue(1)  # what pages ask for before anything is decided
        self._logs = LogReader()
        self._loading_all: asyncio.Task[None] | None = None

    # --- finding -------------------------------------------------------------------------------

    async def find(self, mark: str) -> Room:
        """The table that a code or a link leads to."""
        names = await self.store.list(mark, 1)
        if not names:
            raise Refused(say("There is no such table."))
        return await self.table(names[0])

    async def by_code(self, code: str) -> Room:
        """The table with open seats that a code leads to, however it is typed."""
        letters = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
        return await self.find(f"code:{letters}")

    async def summaries(self, mark: str, session: str, most: int = 20) -> list[TableSummary]:
        """The tables with a mark, such as those of a session, the one changed last first."""
        return [await self._summary(name, session) for name in await self.store.list(mark, most)]

    def load_in_background(self, summaries: Sequence[TableSummary]) -> None:
        """Make the tables that are not at hand in the background: it takes seconds."""
        missing = [one.room.id for one in summaries if one.is_loading]
        if missing and (self._loading_all is None or self._loading_all.done()):
            self._loading_all = self.run_in_background(self._load_all(missing))

    def resume(self) -> None:
        """After a start, in the background: go on where bots and clocks were interrupted."""
        self.run_in_background(self._resume())
        self.run_in_background(self._evict_on())
        self.run_in_background(self._warm_up())

    async def _warm_up(self) -> None:
        """Have a process for bots before anyone asks, but not while the server itself begins."""
        await asyncio.sleep(WARM_UP)
        await self.bot_workers.warm(GAMES[0])

    async def _evict_on(self) -> None:
        """Let go of tables that nobody uses, again and again."""
        while True:
            await asyncio.sleep(SWEEP)
            self.evict_idle(time.monotonic())

    async def _resume(self) -> None:
        names = await self.store.when_back(lambda: self.store.list("", MOST_RESUMED))
        for name in filter(self._shard.has, names):
            try:
                room, lines = await self.store.when_back(partial(self.outline, name))
                if _status(lines) == PLAYING and room.may_go_on:
                    await self._load_all([name])
            except Refused:  # it is no table
                pass
            except Exception:  # the others go on
                note.exception("table %s cannot go on", name)
            await asyncio.sleep(0)

    async def _load_all(self, names: Sequence[str]) -> None:
        for name in names:
            try:
                await self.table(name)
            except Exception as error:  # the others go on
                note.error("table %s cannot be made again: %s", name, error)

    async def _summary(self, name: str, session: str) -> TableSummary:
        room = self.in_memory(name)
        if room is None or not await self.is_current(room):
            room, lines = await self.outline(name)
            seat = room.seat_of(session)
            status = _status(lines)
            return TableSummary(room, status, seat, is_loading=status == PLAYING)
        seat = room.seat_of(session)
        async with room.lock:
            table = room.table
            if table is None or table.over:
                return TableSummary(room, FINISHED if table else WAITING, seat)
            told = room.last_told(seat)
            return TableSummary(room, PLAYING, seat, table.deciding(seat), told)

    # --- opening and sitting down --------------------------------------------------------------

    async def open(self, plan: TablePlan, session: str, name: str, address: str = "") -> Room:
        """Open a table; whoever opens it takes the first seat that is not a bot's."""
        plan.check(self.programs.names)
        who, bots = Owner(address, session), [seat.bot for seat in plan.seats if seat.bot]
        self.quotas.tables.take(who)
        self.quotas.experts.take(who, searching(bots))
        plan.host, plan.code, plan.format = session, self._shard.name(_code), FORMAT
        room = Room(self._shard.name(_token), plan)
        room.address = address
        if bots:
            self.run_in_background(self.bot_workers.warm(plan.game))
        for number, seat in enumerate(plan.seats):
            if seat.kind != BOT:
                self._new_link(room, number)
        marks = [f"code:{plan.code}", *(seat_mark(seat.link) for seat in plan.seats if seat.link)]
        entries = [StreamEntry({"open": to_builtins(plan)}, PUBLIC if plan.public else "")]
        entries += [StreamEntry({"known": True}, mark) for mark in marks]
        await self.begin(room, entries)
        own = next((n for n, seat in enumerate(plan.seats) if seat.kind != BOT), None)
        if own is not None:
            await self.transact(room, lambda: self._sit(room, own, session, name))
        return room

    async def open_log(self, text: str, session: str) -> Room:
        """Put a game that was played elsewhere on a table, to be looked at."""
        played = await self._logs.read(text)
        names = [cleaned(name.removeprefix("me:")) for name in played.players]
        seats = [Seat(PERSON, name=name) for name in names]
        plan = TablePlan(played.game.name, seats, played.rulings, host=session, is_log=True)
        room = Room(self._shard.name(_token), plan)
        room.table = played
        entries = [StreamEntry({"open": to_builtins(plan)}, f"session:{session}")]
        entries += [StreamEntry({"line": line.text}) for line in played.lines]
        await self.begin(room, entries)
        return room

    @transaction
    def join(self, room: Room, session: str, name: str) -> Entries:
        """Take an open seat; who has a seat keeps it."""
        if room.seat_of(session) != AUDIENCE:
            return []
        for number, seat in enumerate(room.seats):
            if seat.kind == OPEN and not seat.is_taken:
                return self._sit(room, number, session, name)
        raise Refused(say("All seats of this table are taken; you can watch."))

    async def by_link(self, token: str) -> Room:
        """The table with the seat that a private link leads to."""
        return await self.find(seat_mark(hashed(token)))

    @transaction
    def claim(self, room: Room, token: str, session: str, name: str) -> Entries:
        """Take the seat that a private link leads to, on whatever device."""
        number = room.seat_of_link(token)
        seat = room.seats[number]
        if seat.session == session:
            return []
        if room.seat_of(session) != AUDIENCE:
            raise Refused(say("You have another seat at this table."))
        was_taken = room.table is not None and bool(seat.session)
        entries = self._sit(room, number, session, seat.name or name)
        return [*entries, room.note(NoteKind.MOVED, number)] if was_taken else entries

    @transaction
    def renew(self, room: Room, session: str, number: int) -> Entries:
        """Give a seat another link; the one it had leads nowhere any more, and all are told."""
        if number not in range(len(room.seats)) or not room.may_renew(session, number):
            raise Refused(say("Only who sits there, or who keeps the seat, can do that."))
        link = self._new_link(room, number)
        entry = room.record({"link": number, "hash": link}, seat_mark(link))
        return [entry, room.note(NoteKind.RENEWED, number)] if room.table else [entry]

    def _new_link(self, room: Room, number: int) -> str:
        """Make the token of a link to a seat; only its hash is ever written down."""
        room.tokens[number] = token = self._shard.name(_token)
        room.seats[number].link = hashed(token)
        return room.seats[number].link

    @transaction
    def fill(self, room: Room, who: Owner, bot: str) -> Entries:
        """Give all seats that are still free to bots, and begin."""
        check_opponent(bot, self.programs.names)
        if room.plan.host != who.visitor:
            raise Refused(say("Only who opened the table can begin without the others."))
        free = [number for number, seat in enumerate(room.seats) if not seat.is_taken]
        self.quotas.experts.take(who, searching([bot] * len(free)))
        filled = [room.record({"fill": number, "bot": bot}) for number in free]
        return [*filled, *self._begun(room)]

    def _sit(self, room: Room, number: int, session: str, name: str) -> Entries:
        room.check_name(number, name)
        body = {"sit": number, "session": session, "name": name}
        return [room.record(body, f"session:{session}"), *self._begun(room)]

    def _begun(self, room: Room) -> Entries:
        """The first lines of the log, as soon as everyone is there."""
        if room.table is not None or not all(seat.is_taken for seat in room.seats):
            return []
        players = [seat.bot or f"me:{seat.name}" for seat in room.seats]
        seed = secrets.randbelow(MAX_SEED)
        room.table = Table(room.plan.game, players, options=room.plan.options, seed=seed)
        return [StreamEntry({"line": line.text}) for line in room.table.lines]

    # --- playing -------------------------------------------------------------------------------

    @transaction
    def act(self, room: Room, seat: int, stamp: str, code: int) -> Entries:
        """Carry out an action that was chosen in the position with this stamp."""
        room.check(seat, stamp).act(seat, code)
        return []

    @transaction
    def rest(self, room: Room, seat: int, stamp: str) -> Entries:
        """Pass by itself until the phase is over."""
        table = room.check(seat, stamp)
        _check(why_no_rest(table, table.view(seat), seat))
        table.rest(seat)
        return []

    @transaction
    def wake(self, room: Room, seat: int, stamp: str) -> Entries:
        """Rest no more."""
        room.check(seat, stamp).wake(seat)
        return []

    @transaction
    def leave(self, room: Room, seat: int, stamp: str, bot: str) -> Entries:
        """A bot takes the seat for good."""
        read_spec(bot)
        table = room.check(seat, stamp)
        if table.over:
            raise Refused(say("The game is over."))
        table.leave(seat, bot)
        return [room.note(NoteKind.LEAVE, seat)]

    @transaction
    def let_play(self, room: Room, seat: int, bot: str) -> Entries:
        """Let a bot play for a person who is away, or, without one, play oneself again."""
        _check_plays(room, seat)
        return self._let_play(room, seat, bot)

    @transaction
    def cover(self, room: Room, seat: int, other: int, bot: str) -> Entries:
        """Let a bot play for another who has been absent for a while; they may come back."""
        _check_plays(room, seat)
        if other not in room.people or not room.seats[other].absent:
            raise Refused(say("A bot can play only for someone who is not there."))
        return self._let_play(room, other, bot)

    def _let_play(self, room: Room, seat: int, bot: str) -> Entries:
        if bot:
            read_spec(bot)
        if room.seats[seat].away == bot:
            return []
        played = room.record({"away": seat, "bot": bot})
        return [played, room.note(NoteKind.AWAY if bot else NoteKind.BACK, seat)]

    @transaction
    def undo(self, room: Room, seat: int, stamp: str) -> Entries:
        """Take back; bots always agree, other people are asked."""
        table = room.check(seat, stamp)
        _check(room.why_no_undo(seat))
        if table.why_no_undo(seat) and room.asked_by(seat):
            return [room.record({"wish": seat})]
        return self._take_back(room, seat)

    @transaction
    def answer(self, room: Room, seat: int, agrees: bool) -> Entries:
        """Agree that another takes back, or not; the last to agree makes it happen."""
        wish = room.wish
        if wish is None or seat in (wish, AUDIENCE):
            raise Refused(say("Nobody asks you for anything."))
        if not agrees:
            return [room.record({"refuse": seat})]
        agreed = room.record({"agree": seat})
        if not room.agreed.issuperset(room.asked_by(wish)):
            return [agreed]
        return [agreed, room.record({"lapse": True}), *self._take_back(room, wish)]

    def _take_back(self, room: Room, seat: int) -> Entries:
        """Take back what all who are asked agree to; told if others knew of what is gone."""
        table = room.playing
        known = sum(map(len, room.told(AUDIENCE).events))
        others = [one for one in range(len(room.seats)) if one != seat]
        consent = others if table.why_no_undo(seat) else []
        table.undo(seat, consent)
        if consent:  # what others had begun is gone: their next turns are new ones
            kept = room.time_left.items()
            room.time_left = {turn: left for turn, left in kept if turn[0] == seat}
        is_told = sum(map(len, room.told(AUDIENCE).events)) < known
        return [room.note(NoteKind.UNDO, seat)] if is_told else []

    @transaction
    def say(self, room: Room, who: Owner, text: str) -> Entries:
        """Say something at the table."""
        text = " ".join(text.split())[:LONGEST_TALK]
        seat = room.seat_of(who.visitor)
        if not room.plan.talk or seat == AUDIENCE or not text:
            raise Refused(say("You cannot say anything here."))
        self.quotas.talk.take(who)
        return [room.record({"talk": room.seats[seat].name, "text": text})]

    async def rematch(self, room: Room, who: Owner) -> Room:
        """The same again, for those who were there; whoever asks first opens it."""
        seat = room.seat_of(who.visitor)
        if seat == AUDIENCE or not room.playing.over:
            raise Refused(say("Only who has played this game to its end can ask for another."))
        async with room.opening_next:
            if not room.rematch:
                seats = [Seat(BOT if one.bot else one.kind, one.bot) for one in room.seats]
                plan = replace(room.plan, seats=seats, options=dict(room.plan.options))
                host = room.seats[room.people[0]]
                new = await self.open(plan, host.session, host.name, who.address)
                await self._seat_again(new, room)
                await self._tell_next(room, new.id)
        return await self.table(room.rematch)

    @transaction
    def _tell_next(self, room: Room, name: str) -> Entries:
        return [room.record({"rematch": name})]

    @transaction
    def _seat_again(self, new: Room, old: Room) -> Entries:
        entries: Entries = []
        for number in old.people:
            seat = old.seats[number]
            if not new.seats[number].is_taken:
                entries += self._sit(new, number, seat.session, new.free_name(seat.name))
        return entries


def _check_plays(room: Room, seat: int) -> None:
    if seat == AUDIENCE or room.playing.over:
        raise only_watching()


def _check(hindrance: str) -> None:
    if hindrance:
        raise Refused(hindrance)


def _status(lines: Sequence[str]) -> str:
    """How it stands at a table by its log."""
    if not lines:
        return WAITING
    return FINISHED if "end" in msgspec.json.decode(lines[-1]) else PLAYING


def seat_mark(link: str) -> str:
    """By which the table of a private link is found."""
    return f"seat:{link}"


def _token() -> str:
    return secrets.token_urlsafe(16)


def _code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
