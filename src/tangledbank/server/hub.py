"""The tables that are being played: who sits where, what they do, how it is kept.

A table is a stream of entries in the store: how it was opened, who sat down, then the lines of the
game's log and what was said beside it. Whatever changes a table waits for its lock, and is
told to anyone only when its entries are on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, convert, field, to_builtins

from tangledbank.boards.board import why_no_rest
from tangledbank.bots.bots import check_bot
from tangledbank.errors import Refused
from tangledbank.games.game import MAX_SEED, load
from tangledbank.games.vocabulary import SEAT_LETTERS
from tangledbank.log import parse_log
from tangledbank.server.moments import Told, deciding, last_told
from tangledbank.server.store import Entry, Store
from tangledbank.server.thinking import Thinkers, problem_at
from tangledbank.server.turns import Turns, last_action
from tangledbank.server.views.things import view_of
from tangledbank.table import AUDIENCE, Table, replay, verify
from tangledbank.text import say

BOT, OPEN, PERSON = "bot", "open", "person"
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that look alike
CODE_LENGTH = 8
MOST_LIVE = 2000
MOST_TALK, LONGEST_TALK, LONGEST_NAME = 200, 300, 24
PUBLIC = "public"
WAITING, PLAYING, FINISHED = "waiting", "playing", "finished"
CARETAKER = "caretaker"  # decides when someone's time is over
ABSENCE = 180.0  # seconds without a page until others may let a bot play for someone
UNDO, AWAY, BACK, LEAVE, LATE = "undo", "away", "back", "leave", "late"  # what notes are about
TIME_FOR_OTHERS = 1.0  # seconds until a server moves the bots that another should have moved

note = logging.getLogger(__name__)


Turn = tuple[int, ...]  # the seat, then which of its turns


class Seat(Struct):
    """Who may sit at a seat, and who does: a bot by its name, a person by their session."""

    kind: str  # bot, open (whoever has the invitation) or person (whoever has the seat's link)
    bot: str = ""
    token: str = ""  # of the link that brings a person to this very seat
    session: str = ""
    name: str = ""
    away: str = ""  # the bot that plays for a person who is away and may come back
    absent: bool = False  # has had no page open for a while

    @property
    def player(self) -> str:
        """The bot that decides here now, if one does."""
        return self.bot or self.away

    @property
    def is_taken(self) -> bool:
        """Whether someone sits here."""
        return bool(self.bot or self.session)


class Plan(Struct):
    """How a table was opened."""

    game: str
    seats: list[Seat]
    options: dict[str, str] = field(default_factory=dict)
    code: str = ""  # of the invitation to the open seats
    host: str = ""  # the session that opened it
    public: bool = False
    talk: bool = True
    is_log: bool = False  # a game that was played elsewhere
    seconds: int = 0  # for a turn of a person; then the caretaker decides. 0: no limit


class Talk(Struct):
    """Something said at the table."""

    name: str
    text: str


class Note(NamedTuple):
    """Something that happened beside the game, after so many moves."""

    kind: str
    seat: int
    moves: int


class Live:
    """One table as the server holds it, made from the entries of its stream."""

    def __init__(self, name: str, plan: Plan):
        self.id, self.plan = name, plan
        self.seats = plan.seats
        self.table: Table | None = None
        self.length = 0  # of the stream
        self.is_elsewhere = False  # another server on the same store has made the last change
        self.lock = asyncio.Lock()
        self.talk: list[Talk] = []
        self.wish: int | None = None  # the seat that wants to take back and needs consent
        self.agreed: set[int] = set()
        self.rematch = ""
        self.bots_at_work: asyncio.Task[None] | None = None
        self.clocks: dict[Turn, Clock] = {}
        self.time_left: dict[Turn, float] = {}  # of turns that may come back by taking back
        self.late: set[int] = set()  # the lines of the log that the caretaker decided
        self.notes: list[Note] = []
        self._turns = Turns()
        self.opening_next = asyncio.Lock()  # only one asks for another game at a time
        self._told: dict[int, Told] = {}

    # --- made from entries ---------------------------------------------------------------------

    def take(self, entries: Sequence[Mapping[str, Any]]) -> list[str]:
        """Take in entries, but for the lines of the log, which are given back."""
        lines = []
        for entry in entries:
            if "line" in entry:
                lines.append(entry["line"])
                self.wish = None
            else:
                self.fold(entry)
        self.length += len(entries)
        return lines

    def play_on(self, lines: Sequence[str]) -> None:
        """Play lines of the log: all there are, or those after the ones that were played."""
        wish = self.wish
        if self.table is None and lines:
            self.table = replay(parse_log("".join(f"{line}\n" for line in lines)))
        elif self.table is not None:
            follow(self.table, lines)
        self.settle()
        self.wish = wish

    def fold(self, entry: Mapping[str, Any]) -> None:
        """Take in an entry that is no line of the log."""
        match entry:
            case {"sit": seat, "session": session, "name": name}:
                self.seats[seat].session, self.seats[seat].name = session, name
                self.seats[seat].absent = False
            case {"absent": seat, "is": is_absent}:
                self.seats[seat].absent = is_absent
            case {"note": kind, "seat": seat, "moves": moves}:
                self.notes.append(Note(kind, seat, moves))
            case {"late": line}:
                self.late.add(line)
            case {"away": seat, "bot": bot}:
                self.seats[seat].away = bot
            case {"fill": seat, "bot": bot}:
                self.seats[seat].bot = bot
            case {"talk": name, "text": text}:
                self.talk = [*self.talk, Talk(name, text)][-MOST_TALK:]
            case {"wish": seat}:
                self.wish, self.agreed = seat, set()
            case {"agree": seat}:
                self.agreed.add(seat)
            case {"refuse": _}:
                self.wish = None
            case {"rematch": name}:
                self.rematch = name

    def settle(self) -> None:
        """Draw from the log who has left."""
        self.wish = None
        if self.table:
            for line in self.table.lines:
                if "leave" in line.words:
                    self.seats[line.words["leave"]].bot = line.words["bot"]

    def tell(self, kind: str, seat: int) -> Entry:
        """Note something beside the game."""
        note = Note(kind, seat, len(self.playing.moves))
        self.notes.append(note)
        return Entry({"note": kind, "seat": seat, "moves": note.moves})

    # --- looking -------------------------------------------------------------------------------

    def seat_of(self, session: str) -> int:
        """The seat of a session; without one it belongs to the audience."""
        for number, seat in enumerate(self.seats):
            if session and seat.session == session and not seat.bot:
                return number
        return AUDIENCE

    @property
    def people(self) -> list[int]:
        """The seats where people sit."""
        return [number for number, seat in enumerate(self.seats) if seat.session and not seat.bot]

    def asked_by(self, seat: int) -> list[int]:
        """The seats whose consent someone needs: all other people who are there."""
        there = (one for one in self.people if not self.seats[one].away)
        return [one for one in there if one != seat and not self.seats[one].absent]

    @property
    def playing(self) -> Table:
        """The game; refused before it has begun."""
        if self.table is None:
            raise Refused(say("The game has not begun: someone is still missing."))
        return self.table

    def stamp(self, seat: int) -> str:
        """What a seat has done and may do: a message made for another decision does not fit.

        What others do at the same time does not change it, unless it changes the decision.
        """
        table = self.playing
        own = sum(
            seat in (words.get("seat"), words.get("undo"), words.get("rest"), words.get("wake"))
            for words in (line.words for line in table.lines)
        )
        when = [int(table.state[name][0]) for name in ("turn", "phase")]
        decision = repr([*when, *table.codes(seat).tolist()]).encode()
        return f"{own}-{blake2b(decision, digest_size=8).hexdigest()}"

    def turn(self, seat: int) -> Turn:
        """The turn of a seat; it goes on through its own steps and what it takes back."""
        return seat, *self._turns.of(self.playing, seat)

    def is_late(self, seat: int) -> bool:
        """Whether the last action of a seat that stands was the caretaker's."""
        return bool(self.late) and last_action(self.playing.lines, seat) in self.late

    def why_no_undo(self, seat: int) -> str:
        """What stands in the way of taking back even if all agree, or nothing."""
        if self.is_late(seat):
            return say("Your time was over: what the caretaker decided stands.")
        return self.playing.why_no_undo(seat, range(len(self.seats)))

    def names(self, reader: int = AUDIENCE) -> list[str]:
        """What the players are called; the reader is “You”."""
        return [
            say("You") if number == reader else self._name(number)
            for number in range(len(self.seats))
        ]

    def _name(self, number: int) -> str:
        seat, letter = self.seats[number], SEAT_LETTERS[number]
        if seat.bot:
            return say("Bot {letter}", letter=letter)
        return seat.name or say("Player {letter}", letter=letter)

    def told(self, seat: int) -> Sequence[list[dict[str, Any]]]:
        """The events of the opening and of each move, as a viewer may know them."""
        return self._told.setdefault(seat, Told(seat)).of(self.playing)

    def story(self, seat: int, at: int, names: Sequence[str]) -> list[str]:
        """One entry of what was told, in sentences."""
        return self._told[seat].story(self.playing, at, names)

    def moments(self, seat: int) -> list[int]:
        """The numbers of moves after which a viewer has something new to see.

        What others do in secret is not counted for this viewer: the count would tell of it.
        """
        told, moves = self.told(seat), self.playing.moves
        seen = (n for n, move in enumerate(moves, 1) if told[n] or move.seat == seat)
        return [0, *seen]

    def bot_to_move(self) -> int | None:
        """A seat that a bot has to decide for now."""
        if self.table is None:
            return None
        return next((seat for seat in self.table.pending if self.seats[seat].player), None)


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


class Clock(NamedTuple):
    """The time of a turn: when it is over, and what sees to that."""

    end: float
    task: asyncio.Task[None]


class Hub:
    """All tables of this server."""

    def __init__(self, store: Store, thinkers: Thinkers, pace: float = 0.0):
        self.store, self._thinkers = store, thinkers
        self._pace = pace  # seconds between two moves of bots, so that people can follow
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._work: set[asyncio.Task[Any]] = set()
        self._catching_up: asyncio.Task[None] | None = None
        self._here: defaultdict[str, Counter[str]] = defaultdict(Counter)  # open pages of sessions
        self._missed: dict[tuple[str, str], asyncio.Task[None]] = {}  # by table and session

    async def close(self) -> None:
        """Stop the bots; what is being written is finished by the store."""
        work = [*self._work]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await self._thinkers.close()

    # --- finding -------------------------------------------------------------------------------

    async def table(self, name: str) -> Live:
        """The table of this name, made from the store if it is not at hand."""
        live = self._live.get(name)
        if live is None:
            if name not in self._loading:
                self._loading[name] = self._begin_work(self._load(name))
            return await asyncio.shield(self._loading[name])
        return live if await self._is_current(live) else await self.table(name)

    async def _is_current(self, live: Live) -> bool:
        """Whether a table in memory is true; what other servers have written is taken in first."""
        if not self.store.is_shared:
            return True
        async with live.lock:
            if self._live.get(live.id) is not live:
                return False
            news = await self.store.read(live.id, live.length)
            if not news:
                return True
            try:
                live.play_on(live.take(news))
            except Exception:  # half of it is no table
                del self._live[live.id]
                raise
            live.is_elsewhere = True
        self._wake_bots(live)
        self._set_clocks(live)
        return True

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
            self._catching_up = self._begin_work(self._catch_up(missing))

    async def _catch_up(self, names: Sequence[str]) -> None:
        for name in names:
            try:
                await self.table(name)
            except Refused as refused:
                note.error("table %s cannot be made again: %s", name, refused)

    async def _glance(self, name: str, session: str) -> Glance:
        live = self._live.get(name)
        if live is None or not await self._is_current(live):
            live, lines = await self._outline(name)
            seat = live.seat_of(session)
            if not lines:
                return Glance(live, WAITING, seat)
            if "end" in msgspec.json.decode(lines[-1]):
                return Glance(live, FINISHED, seat)
            return Glance(live, PLAYING, seat, is_loading=True)
        seat = live.seat_of(session)
        async with live.lock:
            table = live.table
            if table is None or table.over:
                return Glance(live, FINISHED if table else WAITING, seat)
            due = deciding(table, table.observation(seat))
            return Glance(live, PLAYING, seat, due, last_told(table, seat, live.names(seat)))

    async def _load(self, name: str) -> Live:
        try:
            live, lines = await self._outline(name)
            await asyncio.to_thread(live.play_on, lines)
            live.is_elsewhere = self.store.is_shared
            self._live[name] = live
            self._forget_some()
            self._wake_bots(live)
            self._set_clocks(live)
            return live
        finally:
            del self._loading[name]

    async def _outline(self, name: str) -> tuple[Live, list[str]]:
        """A table without its game, and the log of that."""
        entries = await self.store.read(name)
        if not entries:
            raise Refused(say("There is no such table."))
        live = Live(name, convert(entries[0]["open"], Plan))
        return live, live.take(entries)

    def _forget_some(self) -> None:
        """Let go of tables that nobody has asked for in a long time; they can be made again."""
        for name in [*self._live][: max(0, len(self._live) - MOST_LIVE)]:
            live = self._live[name]
            if not live.lock.locked() and (live.bots_at_work is None or live.bots_at_work.done()):
                del self._live[name]

    # --- opening and sitting down --------------------------------------------------------------

    async def open(self, plan: Plan, session: str, name: str) -> Live:
        """Open a table; whoever opens it takes the first seat that is not a bot's."""
        check_plan(plan)
        plan.host, plan.code = session, _code()
        for seat in plan.seats:
            seat.token = "" if seat.kind == BOT else secrets.token_urlsafe(16)
        live = Live(secrets.token_urlsafe(16), plan)
        marks = [f"code:{plan.code}", *(f"seat:{seat.token}" for seat in plan.seats if seat.token)]
        entries = [Entry({"open": to_builtins(plan)}, PUBLIC if plan.public else "")]
        entries += [Entry({"known": True}, mark) for mark in marks]
        await self.store.create(live.id, entries)
        live.length = len(entries)
        self._live[live.id] = live
        self._forget_some()
        own = next((n for n, seat in enumerate(plan.seats) if seat.kind != BOT), None)
        if own is not None:
            await self._alter(live, lambda: self._sit(live, own, session, name))
        return live

    async def open_log(self, text: str, session: str) -> Live:
        """Put a game that was played elsewhere on a table, to be looked at."""
        played = await asyncio.to_thread(verify, text)
        seats = [Seat(PERSON, name=name.removeprefix("me:")) for name in played.players]
        plan = Plan(played.game.name, seats, played.options, host=session, is_log=True)
        live = Live(secrets.token_urlsafe(16), plan)
        live.table = played
        entries = [Entry({"open": to_builtins(plan)}, f"session:{session}")]
        entries += [Entry({"line": line.text}) for line in played.lines]
        await self.store.create(live.id, entries)
        live.length = len(entries)
        self._live[live.id] = live
        self._forget_some()
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

        await self._alter(live, change)
        return live.seat_of(session)

    async def claim(self, live: Live, token: str, session: str, name: str) -> int:
        """Take the seat that a private link leads to, on whatever device."""

        def change() -> list[Entry]:
            for number, seat in enumerate(live.seats):
                if seat.token and secrets.compare_digest(seat.token, token) and not seat.bot:
                    if seat.session == session:
                        return []
                    if live.seat_of(session) != AUDIENCE:
                        raise Refused(say("You have another seat at this table."))
                    return self._sit(live, number, session, seat.name or name)
            raise Refused(say("This link leads to no seat any more."))

        await self._alter(live, change)
        return live.seat_of(session)

    async def fill(self, live: Live, session: str, bot: str) -> None:
        """Give all seats that are still free to bots, and begin."""
        check_bot(bot)

        def change() -> list[Entry]:
            if live.plan.host != session:
                raise Refused(say("Only who opened the table can begin without the others."))
            entries = []
            for number, seat in enumerate(live.seats):
                if not seat.is_taken:
                    seat.bot = bot
                    entries.append(Entry({"fill": number, "bot": bot}))
            return [*entries, *self._begun(live)]

        await self._alter(live, change)

    def _sit(self, live: Live, number: int, session: str, name: str) -> list[Entry]:
        seat = live.seats[number]
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
        check_bot(bot)

        def change() -> list[Entry]:
            table = self.check(live, seat, stamp)
            if table.over:
                raise Refused(say("The game is over."))
            table.leave(seat, bot)
            return [live.tell(LEAVE, seat)]

        await self._alter(live, change)

    async def let_play(self, live: Live, seat: int, bot: str) -> None:
        """Let a bot play for a person who is away, or, without one, play oneself again."""
        if bot:
            check_bot(bot)

        def change() -> list[Entry]:
            if seat == AUDIENCE or live.playing.over:
                raise Refused(say("You watch this game; only who has a seat can act."))
            return self._let_play(live, seat, bot)

        await self._alter(live, change)

    async def cover(self, live: Live, seat: int, other: int, bot: str) -> None:
        """Let a bot play for another who has been absent for a while; they may come back."""
        check_bot(bot)

        def change() -> list[Entry]:
            if seat == AUDIENCE or live.playing.over:
                raise Refused(say("You watch this game; only who has a seat can act."))
            if other not in live.people or not live.seats[other].absent:
                raise Refused(say("A bot can play only for someone who is not there."))
            return self._let_play(live, other, bot)

        await self._alter(live, change)

    def _let_play(self, live: Live, seat: int, bot: str) -> list[Entry]:
        if live.seats[seat].away == bot:
            return []
        live.seats[seat].away = bot
        return [Entry({"away": seat, "bot": bot}), live.tell(AWAY if bot else BACK, seat)]

    async def undo(self, live: Live, seat: int, stamp: str) -> None:
        """Take back; bots always agree, other people are asked."""

        def change() -> list[Entry]:
            table = self.check(live, seat, stamp)
            hindrance = live.why_no_undo(seat)
            if hindrance:
                raise Refused(hindrance)
            if table.why_no_undo(seat) and live.asked_by(seat):
                live.wish, live.agreed = seat, set()
                return [Entry({"wish": seat})]
            return self._take_back(live, seat)

        await self._alter(live, change)

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
            return [Entry({"agree": seat}), *(self._take_back(live, wish) if is_agreed else ())]

        await self._alter(live, change)

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

    async def say(self, live: Live, session: str, text: str) -> None:
        """Say something at the table."""
        text = " ".join(text.split())[:LONGEST_TALK]
        seat = live.seat_of(session)
        if not live.plan.talk or seat == AUDIENCE or not text:
            raise Refused(say("You cannot say anything here."))
        talk = Talk(live.seats[seat].name, text)

        def change() -> list[Entry]:
            live.talk = [*live.talk, talk][-MOST_TALK:]
            return [Entry({"talk": talk.name, "text": talk.text})]

        await self._alter(live, change)

    async def rematch(self, live: Live, session: str) -> Live:
        """The same again, for those who were there; whoever asks first opens it."""
        seat = live.seat_of(session)
        if seat == AUDIENCE or not live.playing.over:
            raise Refused(say("Only who has played this game to its end can ask for another."))
        async with live.opening_next:
            if not live.rematch:
                old = live.plan
                seats = [Seat(BOT if one.bot else one.kind, one.bot) for one in live.seats]
                plan = Plan(old.game, seats, dict(old.options), public=old.public, talk=old.talk,
                            seconds=old.seconds)  # fmt: skip
                await self._tell_next(live, (await self._again(plan, live)).id)
        return await self.table(live.rematch)

    async def _tell_next(self, live: Live, name: str) -> None:
        def change() -> list[Entry]:
            live.rematch = name
            return [Entry({"rematch": name})]

        await self._alter(live, change)

    async def _again(self, plan: Plan, old: Live) -> Live:
        host = old.seats[old.people[0]]
        new = await self.open(plan, host.session, host.name)

        def change() -> list[Entry]:
            entries: list[Entry] = []
            for number in old.people:
                seat = old.seats[number]
                if not new.seats[number].is_taken:
                    entries += self._sit(new, number, seat.session, seat.name)
            return entries

        await self._alter(new, change)
        return new

    def check(self, live: Live, seat: int, stamp: str) -> Table:
        """The game, if this seat may act and the message is meant for its decision."""
        table = live.playing
        if seat == AUDIENCE:
            raise Refused(say("You watch this game; only who has a seat can act."))
        if stamp != live.stamp(seat):
            raise Refused(say("The table has changed since; look again."), reason="stale")
        return table

    async def _play(
        self, live: Live, seat: int, stamp: str, change: Callable[[Table], None]
    ) -> None:
        def checked() -> list[Entry]:
            change(self.check(live, seat, stamp))
            return []

        await self._alter(live, checked)

    # --- keeping -------------------------------------------------------------------------------

    async def _alter(self, live: Live, change: Callable[[], list[Entry]]) -> None:
        """Change a table under its lock; whoever waits may go away, the work is finished."""
        await asyncio.shield(self._begin_work(self._altered(live, change)))

    async def _altered(self, live: Live, change: Callable[[], list[Entry]]) -> None:
        async with live.lock:
            if self._live.get(live.id) is not live:
                raise Refused(say("The table has changed since; look again."), reason="stale")
            before = len(live.table.lines) if live.table else None
            try:
                entries = change()
            except Refused:
                raise
            except Exception:  # nobody knows what is in memory now
                self._live.pop(live.id, None)
                raise
            if live.table and before is not None:
                new = live.table.lines[before:]
                if new:
                    live.settle()
                entries = [*(Entry({"line": line.text}) for line in new), *entries]
            if entries:
                await self._keep(live, entries)
        self._wake_bots(live)
        self._set_clocks(live)

    async def _keep(self, live: Live, entries: Sequence[Entry]) -> None:
        """Write; if that fails, what is in memory is not true and is made again from the store."""
        is_kept = False
        try:
            is_kept = await self.store.append(live.id, live.length, entries)
        finally:
            if not is_kept:
                self._live.pop(live.id, None)
        if not is_kept:
            raise Refused(say("The table has changed since; look again."), reason="stale")
        live.length += len(entries)
        live.is_elsewhere = False
        self._live.move_to_end(live.id)

    def _begin_work(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    # --- bots ----------------------------------------------------------------------------------

    def _wake_bots(self, live: Live) -> None:
        is_at_work = live.bots_at_work is not None and not live.bots_at_work.done()
        if not is_at_work and live.bot_to_move() is not None:
            live.bots_at_work = self._begin_work(self._play_bots(live))

    async def _play_bots(self, live: Live) -> None:
        while self._live.get(live.id) is live:
            if live.is_elsewhere and await self._is_played_on(live):
                continue
            async with live.lock:
                seat = live.bot_to_move()
                if seat is None:
                    live.bots_at_work = None
                    return
                stamp = live.stamp(seat)
                problem = problem_at(live.playing, seat, live.seats[seat].player)
            code = await self._thinkers.choose(problem)
            await asyncio.sleep(self._pace)
            try:
                await self.act(live, seat, stamp, code)
            except Refused as refused:
                if refused.reason != "stale":  # someone took back or decided in between: think anew
                    note.error("a bot at table %s: %s", live.id, refused)
                    return

    async def _is_played_on(self, live: Live) -> bool:
        """Leave the bots to the server at which someone has just acted, if it still lives."""
        length = live.length
        await asyncio.sleep(self._pace + TIME_FOR_OTHERS)
        return not await self._is_current(live) or live.length != length

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
            task = self._begin_work(self._time_out(live, turn, left))
            live.clocks[turn] = Clock(now + left, task)

    def seconds_left(self, live: Live, seat: int) -> float | None:
        """How long the turn of a seat may still take, if that is counted."""
        ends = [clock.end for turn, clock in live.clocks.items() if turn[0] == seat]
        return round(max(0.0, ends[0] - time.monotonic()), 1) if ends else None

    async def _time_out(self, live: Live, turn: Turn, seconds: float) -> None:
        """Let the caretaker decide until the turn is over."""
        await asyncio.sleep(seconds)
        seat, is_told = turn[0], False
        while True:
            with contextlib.suppress(Refused):  # the table has been made again
                await self._alter(live, lambda: self._drop_half(live, turn))
            async with live.lock:
                if self._live.get(live.id) is not live or not self._is_on(live, turn):
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
            table = self.check(live, seat, stamp)
            line = len(table.lines)
            table.act(seat, code)
            live.late.add(line)
            return [Entry({"late": line}), *(() if is_told else [live.tell(LATE, seat)])]

        try:
            await self._alter(live, change)
        except Refused as refused:
            if refused.reason != "stale":
                raise
            return False
        return True

    # --- who is there --------------------------------------------------------------------------

    def arrive(self, name: str, session: str) -> None:
        """Someone has opened a page of a table."""
        self._here[name][session] += 1

    def go(self, name: str, session: str) -> None:
        """Such a page was closed."""
        self._here[name] -= Counter([session])
        if not self._here[name]:
            del self._here[name]
        elif name in self._live:
            self._miss_others(self._live[name])

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
                self._missed[key] = self._begin_work(self._miss(*key))

    async def _miss(self, name: str, session: str) -> None:
        await asyncio.sleep(ABSENCE)
        self._missed.pop((name, session), None)
        here = self._here.get(name)
        live = await self.table(name)
        seat = live.seat_of(session)
        if here and not here[session] and seat != AUDIENCE and not live.playing.over:
            with contextlib.suppress(Refused):  # changed at this moment: missed again later
                await self._mark(live, seat, True)

    async def _mark(self, live: Live, seat: int, is_absent: bool) -> None:
        def change() -> list[Entry]:
            live.seats[seat].absent = is_absent
            return [Entry({"absent": seat, "is": is_absent})]

        await self._alter(live, change)


def follow(table: Table, lines: Sequence[str]) -> None:
    """Play on as another server did; what follows by itself stands in its lines too."""
    for number, text in enumerate(lines, len(table.lines)):
        if number == len(table.lines):
            words = msgspec.json.decode(text)
            table.repeat({key: words[key] for key in words if key != "sum"})
        if table.lines[number].text != text:
            raise Refused(say("this is not what the entries before it lead to"))


def check_plan(plan: Plan) -> None:
    """Refuse a table that cannot be."""
    game = load(plan.game)
    game.option_codes(len(plan.seats), plan.options)
    for seat in plan.seats:
        if seat.kind == BOT:
            check_bot(seat.bot)
        elif seat.kind not in (OPEN, PERSON):
            raise Refused(say("a seat is for a bot, a person, or open"), place="seats")


def check_name(name: str) -> str:
    """A name as it can stand at a table."""
    name = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    if not name:
        raise Refused(say("Please tell your name."))
    return name[:LONGEST_NAME]


def _code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
