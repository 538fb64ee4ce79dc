"""What people do at the tables of this server: open, sit down, play, take back, talk.

A table is a stream of entries in the store: how it was opened, who sat down, then the lines of the
game's log and what was said beside it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import to_builtins

from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.game import MAX_SEED
from tangledbank.search.levels import read_spec
from tangledbank.server.rooms.autoplay import Autoplay
from tangledbank.server.rooms.fair_queue import FairQueue, Owner
from tangledbank.server.rooms.live import (
    AWAY,
    BACK,
    BOT,
    FORMAT,
    LEAVE,
    MOST_TALK,
    MOVED,
    OPEN,
    PERSON,
    RENEWED,
    UNDO,
    Live,
    Plan,
    Seat,
    Talk,
    check_plan,
)  # fmt: skip
from tangledbank.server.rooms.log_reader import LogReader
from tangledbank.server.rooms.names import cleaned, free_name
from tangledbank.server.rooms.presence import Presence
from tangledbank.server.rooms.quotas import Quotas, searching
from tangledbank.server.rooms.share import ALL, Share
from tangledbank.server.rooms.tables import Tables
from tangledbank.server.rooms.thinking import ProgramPlayers, Thinkers, check_opponent
from tangledbank.server.store import Entry, Store
from tangledbank.server.store.links import hashed
from tangledbank.show import why_no_rest
from tangledbank.table import AUDIENCE, Table
from tangledbank.text import say
from tangledbank.workers.programs import Limits

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that look alike
CODE_LENGTH = 8
LONGEST_TALK = 300
PUBLIC = "public"
WAITING, PLAYING, FINISHED = "waiting", "playing", "finished"
PAUSE = 1.0  # seconds until a store that was away is asked again
WARM_UP = 5.0  # seconds for those who wait at the door: they need not share the processor
SWEEP = 60.0  # seconds between two looks for tables that nobody uses
MOST_RESUMED = 200  # tables that are looked through after a start: one in memory takes about 1 MB

note = logging.getLogger(__name__)


class Glance(NamedTuple):
    """How it stands at a table, as far as a viewer may know it."""

    live: Live
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
        thinkers: Thinkers,
        pace: float = 0.0,
        programs: ProgramPlayers | None = None,
        share: Share = ALL,
        quotas: Quotas | None = None,
    ):
        super().__init__(store)
        self._share, self.quotas = share, quotas or Quotas()
        self.outlooks = FairQueue(1)  # what pages ask for before anything is decided
        self.presence = Presence(self)
        self.programs = programs or ProgramPlayers({}, Limits())
        self._thinkers = thinkers
        self._logs = LogReader()
        self._autoplay = Autoplay(self, thinkers, self.programs, pace)
        self._catching_up: asyncio.Task[None] | None = None

    def _go_on(self, live: Live, has_changed: bool = False) -> None:
        self._autoplay.go_on(live, has_changed)

    def _look(self, live: Live) -> None:
        self._autoplay.look(live)

    def _is_watched(self, live: Live) -> bool:
        return self.presence.has_page(live.id)

    async def close(self) -> None:
        """Stop the bots; what is being written is finished by the store."""
        await super().close()
        await self._thinkers.close()
        self.programs.close()

    # --- finding -------------------------------------------------------------------------------

    async def find(self, mark: str) -> Live:
        """The table that a code or a link leads to."""
        names = await self.store.list(mark, 1)
        if not names:
            raise Refused(say("There is no such table."))
        return await self.table(names[0])

    async def by_code(self, code: str) -> Live:
        """The table with open seats that a code leads to, however it is typed."""
        letters = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
        return await self.find(f"code:{letters}")

    async def glances(self, mark: str, session: str, most: int = 20) -> list[Glance]:
        """The tables with a mark, such as those of a session, the one changed last first."""
        return [await self._glance(name, session) for name in await self.store.list(mark, most)]

    def fetch(self, glances: Sequence[Glance]) -> None:
        """Make the tables that are not at hand in the background: it takes seconds."""
        missing = [one.live.id for one in glances if one.is_loading]
        if missing and (self._catching_up is None or self._catching_up.done()):
            self._catching_up = self.begin_work(self._catch_up(missing))

    def resume(self) -> None:
        """After a start, in the background: go on where bots and clocks were interrupted."""
        self.begin_work(self._resume())
        self.begin_work(self._sweep_on())
        self.begin_work(self._warm_up())

    async def _warm_up(self) -> None:
        """Have a process for bots before anyone asks, but not while the server itself begins."""
        await asyncio.sleep(WARM_UP)
        await self._thinkers.warm(GAMES[0])

    async def _sweep_on(self) -> None:
        """Let go of tables that nobody uses, again and again."""
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep(time.monotonic())

    async def _resume(self) -> None:
        while True:
            try:
                names = await self.store.list("", MOST_RESUMED)
                break
            except Refused:  # the store is away
                await asyncio.sleep(PAUSE)
        waiting = deque(filter(self._share.has, names))
        while waiting:
            name = waiting.popleft()
            try:
                live, lines = await self.outline(name)
                if _status(lines) == PLAYING and live.may_go_on:
                    await self._catch_up([name])
            except Refused as refused:
                if refused.reason == "store":
                    waiting.append(name)
                    await asyncio.sleep(PAUSE)
                # else it is no table
            except Exception:  # the others go on
                note.exception("table %s cannot go on", name)
            await asyncio.sleep(0)

    async def _catch_up(self, names: Sequence[str]) -> None:
        for name in names:
            try:
                await self.table(name)
            except Exception as error:  # the others go on
                note.error("table %s cannot be made again: %s", name, error)

    async def _glance(self, name: str, session: str) -> Glance:
        live = self.at_hand(name)
        if live is None or not await self.is_current(live):
            live, lines = await self.outline(name)
            seat = live.seat_of(session)
            status = _status(lines)
            return Glance(live, status, seat, is_loading=status == PLAYING)
        seat = live.seat_of(session)
        async with live.lock:
            table = live.table
            if table is None or table.over:
                return Glance(live, FINISHED if table else WAITING, seat)
            told = live.last_told(seat)
            return Glance(live, PLAYING, seat, table.deciding(seat), told)

    # --- opening and sitting down --------------------------------------------------------------

    async def open(self, plan: Plan, session: str, name: str, address: str = "") -> Live:
        """Open a table; whoever opens it takes the first seat that is not a bot's."""
        check_plan(plan, self.programs.names)
        who, bots = Owner(address, session), [seat.bot for seat in plan.seats if seat.bot]
        self.quotas.tables.take(who)
        self.quotas.experts.take(who, searching(bots))
        plan.host, plan.code, plan.format = session, self._share.name(_code), FORMAT
        live = Live(self._share.name(_token), plan)
        live.address = address
        if bots:
            self.begin_work(self._thinkers.warm(plan.game))
        for number, seat in enumerate(plan.seats):
            if seat.kind != BOT:
                self._new_link(live, number)
        marks = [f"code:{plan.code}", *(seat_mark(seat.link) for seat in plan.seats if seat.link)]
        entries = [Entry({"open": to_builtins(plan)}, PUBLIC if plan.public else "")]
        entries += [Entry({"known": True}, mark) for mark in marks]
        await self.begin(live, entries)
        own = next((n for n, seat in enumerate(plan.seats) if seat.kind != BOT), None)
        if own is not None:
            await self.alter(live, lambda: self._sit(live, own, session, name))
        return live

    async def open_log(self, text: str, session: str) -> Live:
        """Put a game that was played elsewhere on a table, to be looked at."""
        played = await self._logs.read(text)
        names = [cleaned(name.removeprefix("me:")) for name in played.players]
        seats = [Seat(PERSON, name=name) for name in names]
        plan = Plan(played.game.name, seats, played.rulings, host=session, is_log=True)
        live = Live(self._share.name(_token), plan)
        live.table = played
        entries = [Entry({"open": to_builtins(plan)}, f"session:{session}")]
        entries += [Entry({"line": line.text}) for line in played.lines]
        await self.begin(live, entries)
        return live

    async def join(self, live: Live, session: str, name: str) -> int:
        """Take an open seat; who has a seat keeps it."""

        def change() -> list[Entry]:
            if live.seat_of(session) != AUDIENCE:
                return []
            for number, seat in enumerate(live.seats):
                if seat.kind == OPEN and not seat.is_taken:
                    return self._sit(live, number, session, name)
            raise Refused(say("All seats of this table are taken; you can watch."))

        await self.alter(live, change)
        return live.seat_of(session)

    async def by_link(self, token: str) -> Live:
        """The table with the seat that a private link leads to."""
        return await self.find(seat_mark(hashed(token)))

    async def claim(self, live: Live, token: str, session: str, name: str) -> int:
        """Take the seat that a private link leads to, on whatever device."""

        def change() -> list[Entry]:
            number = live.seat_of_link(token)
            seat = live.seats[number]
            if seat.session == session:
                return []
            if live.seat_of(session) != AUDIENCE:
                raise Refused(say("You have another seat at this table."))
            was_taken = live.table is not None and bool(seat.session)
            entries = self._sit(live, number, session, seat.name or name)
            return [*entries, live.tell(MOVED, number)] if was_taken else entries

        await self.alter(live, change)
        return live.seat_of(session)

    async def renew(self, live: Live, session: str, number: int) -> None:
        """Give a seat another link; the one it had leads nowhere any more, and all are told."""

        def change() -> list[Entry]:
            if number not in range(len(live.seats)) or not live.may_renew(session, number):
                raise Refused(say("Only who sits there, or who keeps the seat, can do that."))
            link = self._new_link(live, number)
            entry = Entry({"link": number, "hash": link}, seat_mark(link))
            return [entry, live.tell(RENEWED, number)] if live.table else [entry]

        await self.alter(live, change)

    def _new_link(self, live: Live, number: int) -> str:
        """Make the token of a link to a seat; only its hash is ever written down."""
        live.tokens[number] = token = self._share.name(_token)
        live.seats[number].link = hashed(token)
        return live.seats[number].link

    async def fill(self, live: Live, who: Owner, bot: str) -> None:
        """Give all seats that are still free to bots, and begin."""
        check_opponent(bot, self.programs.names)

        def change() -> list[Entry]:
            if live.plan.host != who.visitor:
                raise Refused(say("Only who opened the table can begin without the others."))
            free = [bot for seat in live.seats if not seat.is_taken]
            self.quotas.experts.take(who, searching(free))
            entries = []
            for number, seat in enumerate(live.seats):
                if not seat.is_taken:
                    seat.bot = bot
                    entries.append(Entry({"fill": number, "bot": bot}))
            return [*entries, *self._begun(live)]

        await self.alter(live, change)

    def _sit(self, live: Live, number: int, session: str, name: str) -> list[Entry]:
        seat = live.seats[number]
        live.check_name(number, name)
        seat.session, seat.name, seat.absent = session, name, False
        entry = Entry({"sit": number, "session": session, "name": name}, f"session:{session}")
        return [entry, *self._begun(live)]

    def _begun(self, live: Live) -> list[Entry]:
        """The first lines of the log, as soon as everyone is there."""
        if live.table is not None or not all(seat.is_taken for seat in live.seats):
            return []
        players = [seat.bot or f"me:{seat.name}" for seat in live.seats]
        seed = secrets.randbelow(MAX_SEED)
        live.table = Table(live.plan.game, players, options=live.plan.options, seed=seed)
        return [Entry({"line": line.text}) for line in live.table.lines]

    # --- playing -------------------------------------------------------------------------------

    async def act(self, live: Live, seat: int, stamp: str, code: int) -> None:
        """Carry out an action that was chosen in the position with this stamp."""
        await self._play(live, seat, stamp, lambda table: table.act(seat, code))

    async def rest(self, live: Live, seat: int, stamp: str) -> None:
        """Pass by itself until the phase is over."""

        def change(table: Table) -> None:
            hindrance = why_no_rest(table, table.view(seat), seat)
            if hindrance:
                raise Refused(hindrance)
            table.rest(seat)

        await self._play(live, seat, stamp, change)

    async def wake(self, live: Live, seat: int, stamp: str) -> None:
        """Rest no more."""
        await self._play(live, seat, stamp, lambda table: table.wake(seat))

    async def leave(self, live: Live, seat: int, stamp: str, bot: str) -> None:
        """A bot takes the seat for good."""
        read_spec(bot)

        def change() -> list[Entry]:
            table = live.check(seat, stamp)
            if table.over:
                raise Refused(say("The game is over."))
            table.leave(seat, bot)
            return [live.tell(LEAVE, seat)]

        await self.alter(live, change)

    async def let_play(self, live: Live, seat: int, bot: str) -> None:
        """Let a bot play for a person who is away, or, without one, play oneself again."""
        if bot:
            read_spec(bot)

        def change() -> list[Entry]:
            if seat == AUDIENCE or live.playing.over:
                raise Refused(say("You watch this game; only who has a seat can act."))
            return self._let_play(live, seat, bot)

        await self.alter(live, change)

    async def cover(self, live: Live, seat: int, other: int, bot: str) -> None:
        """Let a bot play for another who has been absent for a while; they may come back."""
        read_spec(bot)

        def change() -> list[Entry]:
            if seat == AUDIENCE or live.playing.over:
                raise Refused(say("You watch this game; only who has a seat can act."))
            if other not in live.people or not live.seats[other].absent:
                raise Refused(say("A bot can play only for someone who is not there."))
            return self._let_play(live, other, bot)

        await self.alter(live, change)

    def _let_play(self, live: Live, seat: int, bot: str) -> list[Entry]:
        if live.seats[seat].away == bot:
            return []
        live.seats[seat].away = bot
        return [Entry({"away": seat, "bot": bot}), live.tell(AWAY if bot else BACK, seat)]

    async def undo(self, live: Live, seat: int, stamp: str) -> None:
        """Take back; bots always agree, other people are asked."""

        def change() -> list[Entry]:
            table = live.check(seat, stamp)
            hindrance = live.why_no_undo(seat)
            if hindrance:
                raise Refused(hindrance)
            if table.why_no_undo(seat) and live.asked_by(seat):
                live.wish, live.agreed = seat, set()
                return [Entry({"wish": seat})]
            return self._take_back(live, seat)

        await self.alter(live, change)

    async def answer(self, live: Live, seat: int, agrees: bool) -> None:
        """Agree that another takes back, or not; the last to agree makes it happen."""

        def change() -> list[Entry]:
            wish = live.wish
            if wish is None or seat == wish:
                raise Refused(say("Nobody asks you for anything."))
            if not agrees:
                live.wish = None
                return [Entry({"refuse": seat})]
            live.agreed.add(seat)
            is_agreed = live.agreed.issuperset(live.asked_by(wish))
            return [Entry({"agree": seat}), *(self._granted(live, wish) if is_agreed else ())]

        await self.alter(live, change)

    def _granted(self, live: Live, wish: int) -> list[Entry]:
        live.wish = None
        return [Entry({"lapse": True}), *self._take_back(live, wish)]

    def _take_back(self, live: Live, seat: int) -> list[Entry]:
        """Take back what all who are asked agree to; told if others knew of what is gone."""
        table = live.playing
        known = sum(map(len, live.told(AUDIENCE)))
        others = [one for one in range(len(live.seats)) if one != seat]
        consent = others if table.why_no_undo(seat) else []
        table.undo(seat, consent)
        if consent:  # what others had begun is gone: their next turns are new ones
            kept = live.time_left.items()
            live.time_left = {turn: left for turn, left in kept if turn[0] == seat}
        return [live.tell(UNDO, seat)] if sum(map(len, live.told(AUDIENCE))) < known else []

    async def say(self, live: Live, who: Owner, text: str) -> None:
        """Say something at the table."""
        text = " ".join(text.split())[:LONGEST_TALK]
        seat = live.seat_of(who.visitor)
        if not live.plan.talk or seat == AUDIENCE or not text:
            raise Refused(say("You cannot say anything here."))
        self.quotas.talk.take(who)
        talk = Talk(live.seats[seat].name, text)

        def change() -> list[Entry]:
            live.talk = [*live.talk, talk][-MOST_TALK:]
            return [Entry({"talk": talk.name, "text": talk.text})]

        await self.alter(live, change)

    async def rematch(self, live: Live, who: Owner) -> Live:
        """The same again, for those who were there; whoever asks first opens it."""
        seat = live.seat_of(who.visitor)
        if seat == AUDIENCE or not live.playing.over:
            raise Refused(say("Only who has played this game to its end can ask for another."))
        async with live.opening_next:
            if not live.rematch:
                old = live.plan
                seats = [Seat(BOT if one.bot else one.kind, one.bot) for one in live.seats]
                plan = Plan(old.game, seats, dict(old.options), public=old.public, talk=old.talk,
                            seconds=old.seconds)  # fmt: skip
                await self._tell_next(live, (await self._again(plan, live, who.address)).id)
        return await self.table(live.rematch)

    async def _tell_next(self, live: Live, name: str) -> None:
        def change() -> list[Entry]:
            live.rematch = name
            return [Entry({"rematch": name})]

        await self.alter(live, change)

    async def _again(self, plan: Plan, old: Live, address: str) -> Live:
        host = old.seats[old.people[0]]
        new = await self.open(plan, host.session, host.name, address)

        def change() -> list[Entry]:
            entries: list[Entry] = []
            for number in old.people:
                seat = old.seats[number]
                if not new.seats[number].is_taken:
                    name = free_name(seat.name, [one.name for one in new.seats])
                    entries += self._sit(new, number, seat.session, name)
            return entries

        await self.alter(new, change)
        return new

    async def _play(
        self, live: Live, seat: int, stamp: str, change: Callable[[Table], None]
    ) -> None:
        def checked() -> list[Entry]:
            change(live.check(seat, stamp))
            return []

        await self.alter(live, checked)


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
