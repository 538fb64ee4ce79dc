"""A table that is being played: who sits there, its game, and what happens beside it."""

from __future__ import annotations

import asyncio
import secrets
import time
import unicodedata
from collections.abc import Awaitable, Callable, Collection, Sequence
from enum import StrEnum
from functools import partial, wraps
from hashlib import blake2b
from typing import Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import Struct, field

from tangledbank.accept import number_in, word_in
from tangledbank.errors import Refused
from tangledbank.games.game import load
from tangledbank.games.shared.verbs import SEAT_LETTERS
from tangledbank.log import parse_log
from tangledbank.search.bot import LEVELS
from tangledbank.search.match import POLICIES
from tangledbank.server.rooms.history import (
    ActionCounts,
    PerMove,
    ViewerHistory,
    last_action,
    renewed_turns,
)
from tangledbank.server.rooms.quotas import Owner
from tangledbank.server.store import Body, Entries, StreamEntry, hashed
from tangledbank.table import AUDIENCE, Table, replay
from tangledbank.text import in_all_languages, instead, mark, say

BOT, OPEN, PERSON = "bot", "open", "person"
MOST_TALK = 200
FORMAT = 2  # of the entries of a table: a wish to take back ends with an entry of its own
LONGEST_NAME = 24
STALE = "stale"  # the reason of a refusal
BOT_NAME, PLAYER_NAME, OWN_NAME = mark("Bot {letter}"), mark("Player {letter}"), mark("You")
# Letters and signs that Unicode counts as visible, though nothing is drawn for them.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
MOST_LOOKED_AT = 4 * LONGEST_NAME  # letters of what was typed: putting marks in order takes long

# The seat, the round and the phase, and how often the game went on without it.
Turn = tuple[int, int, int, int]
Change = Callable[[], Entries]  # changes a table in memory, and says how to keep that
P = ParamSpec("P")


class Seat(Struct):
    """Who may sit at a seat, and who does: a bot by its name, a person by their session."""

    kind: str  # bot, open (whoever has the invitation) or person (whoever has the seat's link)
    bot: str = ""
    link: str = ""  # a hash of the token that brings a person to this very seat
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


class TablePlan(Struct):
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
    format: int = 1  # of the entries that follow

    def check(self, programs: Sequence[str]) -> None:
        """Refuse a table that cannot be; bots are ours or these programs."""
        load(self.game).option_codes(len(self.seats), self.options)
        for seat in self.seats:
            if seat.kind == BOT:
                check_opponent(seat.bot, programs)
            elif seat.kind not in (OPEN, PERSON):
                raise Refused(say("a seat is for a bot, a person, or open"), place="seats")


def check_opponent(name: str, programs: Collection[str]) -> None:
    """Refuse a bot that visitors may not choose: how long one thinks is not theirs to say."""
    if name not in programs and name not in LEVELS and name not in POLICIES:
        raise Refused(
            say("there is no bot “{name}”", name=name) + instead(name, (*LEVELS, *programs))
        )


class Remark(Struct):
    """Something said at the table."""

    name: str
    text: str


class NoteKind(StrEnum):
    """What a note is about."""

    UNDO, AWAY, BACK, LEAVE, LATE, FAILED = "undo", "away", "back", "leave", "late", "failed"
    SLOW, RENEWED, MOVED = "slow", "renewed", "moved"


# Told when all know what was decided: until then it may be a secret.
LATER = (NoteKind.LATE, NoteKind.SLOW)


class Note(NamedTuple):
    """Something that happened beside the game, after so many moves."""

    kind: NoteKind
    seat: int
    moves: int


class Clock(NamedTuple):
    """The time of a turn: when it is over, and what sees to that."""

    end: float
    task: asyncio.Task[None]


class Room:
    """One table as the server holds it, made from the entries of its stream."""

    def __init__(self, name: str, plan: TablePlan):
        self.id, self.plan = name, plan
        self.seats = plan.seats
        self.table: Table | None = None
        self.length = 0  # of the stream
        self.is_elsewhere = False  # another server on the same store has made the last change
        self.lock = asyncio.Lock()
        self.talk: list[Remark] = []
        self.wish: int | None = None  # the seat that wants to take back and needs consent
        self.agreed: set[int] = set()
        self.tokens: dict[int, str] = {}  # of links to seats, as long as it is known here
        self.is_stuck = False  # the bots cannot play now; it is tried again
        self.address = ""  # from which it was opened; known until the server ends, kept nowhere
        self.used = time.monotonic()  # when someone last asked for it
        self.rematch = ""
        self.bots_at_work: asyncio.Task[None] | None = None
        self.clocks: dict[Turn, Clock] = {}
        self.time_left: dict[Turn, float] = {}  # of turns that may come back by taking back
        self.late: set[int] = set()  # the lines of the log that the caretaker decided
        self.notes: list[Note] = []
        self._renewed, self._action_counts = PerMove(renewed_turns), ActionCounts()
        self.opening_next = asyncio.Lock()  # only one asks for another game at a time
        self._told: dict[int, ViewerHistory] = {}

    # --- made from entries ---------------------------------------------------------------------

    def take(self, entries: Sequence[Body]) -> list[str]:
        """Take in entries, but for the lines of the log, which are given back."""
        lines = []
        for entry in entries:
            if "line" in entry:
                lines.append(str(entry["line"]))
                if self.plan.format == 1:
                    self.wish = None
            else:
                self.fold(entry)
        self.length += len(entries)
        return lines

    def play_on(self, lines: Sequence[str]) -> None:
        """Play lines of the log: all there are, or those after the ones that were played."""
        if self.table is None and lines:
            self.table = replay(parse_log("".join(f"{line}\n" for line in lines)))
        elif self.table is not None:
            follow(self.table, lines)
        self.settle()

    def record(self, body: Body, mark: str = "", is_secret: bool = False) -> StreamEntry:
        """Let something happen beside the game; the entry that keeps it."""
        self.fold(body)
        return StreamEntry(body, mark, is_secret)

    def fold(self, entry: Body) -> None:
        """Take in an entry that is no line of the log."""
        match entry:
            case {"sit": int(seat), "session": str(session), "name": str(name)}:
                self.seats[seat].session, self.seats[seat].name = session, name
                self.seats[seat].absent = False
            case {"absent": int(seat), "is": bool(is_absent)}:
                self.seats[seat].absent = is_absent
            case {"note": str(kind), "seat": int(seat), "moves": int(moves)}:
                self.notes.append(Note(NoteKind(kind), seat, moves))
            case {"late": int(line)}:
                self.late.add(line)
            case {"away": int(seat), "bot": str(bot)}:
                self.seats[seat].away = bot
            case {"fill": int(seat), "bot": str(bot)}:
                self.seats[seat].bot = bot
            case {"talk": str(name), "text": str(text)}:
                self.talk = [*self.talk, Remark(name, text)][-MOST_TALK:]
            case {"wish": int(seat)}:
                self.wish, self.agreed = seat, set()
            case {"agree": int(seat)}:
                self.agreed.add(seat)
            case {"refuse": _} | {"lapse": _}:
                self.wish = None
            case {"link": int(seat), "hash": str(link)}:
                self.seats[seat].link = link
            case {"rematch": str(name)}:
                self.rematch = name

    def settle(self) -> None:
        """Draw from the log who has left."""
        if self.table:
            for line in self.table.lines:
                if "leave" in line.words:
                    self.seats[number_in(line.words, "leave")].bot = word_in(line.words, "bot")

    def note(self, kind: NoteKind, seat: int) -> StreamEntry:
        """Note something beside the game."""
        body = {"note": kind, "seat": seat, "moves": len(self.playing.moves)}
        return self.record(body, is_secret=kind in LATER)

    # --- looking -------------------------------------------------------------------------------

    def seat_of(self, session: str) -> int:
        """The seat of a session; without one it belongs to the audience."""
        for number, seat in enumerate(self.seats):
            if session and seat.session == session and not seat.bot:
                return number
        return AUDIENCE

    @property
    def owner(self) -> Owner:
        """For whom its bots think."""
        return Owner(self.address, self.plan.host)

    def may_renew(self, session: str, number: int) -> bool:
        """Whether a session may give a seat another link: its own, or one it keeps for someone."""
        seat = self.seats[number]
        if self.plan.is_log:
            return False
        is_kept = self.plan.host == session and not seat.is_taken and seat.kind == PERSON
        return is_kept or (seat.session == session and not seat.bot)

    def seat_of_link(self, token: str) -> int:
        """The seat that a private link leads to; refused if it was renewed, or a bot sits there."""
        link = hashed(token)
        for number, seat in enumerate(self.seats):
            if seat.link and secrets.compare_digest(seat.link, link) and not seat.bot:
                return number
        raise Refused(say("This link leads to no seat any more."))

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
        own = self._action_counts.of(table.lines, seat)
        decision = repr([*_when(table), *table.codes(seat).tolist()]).encode()
        return f"{own}-{blake2b(decision, digest_size=8).hexdigest()}"

    def check(self, seat: int, stamp: str) -> Table:
        """The game, if this seat may act and the message is meant for its decision."""
        table = self.playing
        if seat == AUDIENCE:
            raise only_watching()
        if stamp != self.stamp(seat):
            raise stale()
        return table

    def turn(self, seat: int) -> Turn:
        """The turn of a seat; it goes on through its own steps and what it takes back."""
        passed = sum(seat in renewed for renewed in self._renewed.of(self.playing))
        return seat, *_when(self.playing), passed

    def seconds_left(self, seat: int) -> float | None:
        """How long the turn of a seat may still take, if that is counted."""
        ends = [clock.end for turn, clock in self.clocks.items() if turn[0] == seat]
        return round(max(0.0, ends[0] - time.monotonic()), 1) if ends else None

    def is_late(self, seat: int) -> bool:
        """Whether the last action of a seat that stands was the caretaker's."""
        return bool(self.late) and last_action(self.playing.lines, seat) in self.late

    def why_no_undo(self, seat: int) -> str:
        """What stands in the way of taking back even if all agree, or nothing."""
        if self.is_late(seat):
            return say("Your time was over: what the caretaker decided stands.")
        return self.playing.why_no_undo(seat, range(len(self.seats)))

    def check_name(self, number: int, name: str) -> None:
        """Refuse a name at a seat that someone at another seat has."""
        others = (one.name for other, one in enumerate(self.seats) if other != number and one.name)
        if _looks(name) in map(_looks, others):
            raise Refused(
                say("Someone at this table is called “{name}”; choose another name.", name=name),
                reason="name",
            )

    def free_name(self, name: str) -> str:
        """The same name, or with a number if someone at the table has it."""
        taken, wanted, number = {_looks(one.name) for one in self.seats if one.name}, name, 1
        while _looks(wanted) in taken:
            number += 1
            wanted = f"{name[: LONGEST_NAME - 2]} {number}"
        return wanted

    def names(self, reader: int = AUDIENCE) -> list[str]:
        """What the players are called; the reader is “You”."""
        return [
            say(OWN_NAME) if number == reader else self._name(number)
            for number in range(len(self.seats))
        ]

    def _name(self, number: int) -> str:
        seat, letter = self.seats[number], SEAT_LETTERS[number]
        if seat.bot:
            return say(BOT_NAME, letter=letter)
        return seat.name or say(PLAYER_NAME, letter=letter)

    def told(self, seat: int) -> ViewerHistory:
        """What a viewer was told so far, and what they have seen by that."""
        found = self._told.get(seat)
        if found is None or found.table is not self.table:
            found = self._told[seat] = ViewerHistory(self.playing, seat)
        return found

    def last_told(self, seat: int) -> str:
        """The last thing that a viewer was told, in a sentence."""
        tell = self.told(seat).teller(self.names(seat))
        stories = (tell(at) for at in reversed(self.told(seat).moments))
        return next((story[-1] for story in stories if story), "")

    @property
    def may_go_on(self) -> bool:
        """Whether a bot or a clock may have something to do, told without the game."""
        has_left = any(note.kind == NoteKind.LEAVE for note in self.notes)
        return has_left or self.plan.seconds > 0 or any(seat.player for seat in self.seats)

    @property
    def is_at_work(self) -> bool:
        """Whether a bot thinks for it."""
        bots = self.bots_at_work
        return bots is not None and not bots.done()

    def bot_to_move(self) -> int | None:
        """A seat that a bot has to decide for now."""
        if self.table is None or self.plan.is_log:  # nobody plays on what was played elsewhere
            return None
        return next((seat for seat in self.table.pending if self.seats[seat].player), None)


def only_watching() -> Refused:
    """What is told to whoever acts without a seat."""
    return Refused(say("You watch this game; only who has a seat can act."))


def stale() -> Refused:
    """What is told to whoever acts on a table as it was."""
    return Refused(say("The table has changed since; look again."), reason=STALE)


def _when(table: Table) -> tuple[int, int]:
    """The round and the phase."""
    return int(table.state["turn"][0]), int(table.state["phase"][0])


def follow(table: Table, lines: Sequence[str]) -> None:
    """Play on as another server did; what follows by itself stands in its lines too."""
    for number, text in enumerate(lines, len(table.lines)):
        if number == len(table.lines):
            words = msgspec.json.decode(text)
            table.repeat({key: words[key] for key in words if key != "sum"})
        if table.lines[number].text != text:
            raise Refused(say("this is not what the entries before it lead to"))


# --- changes -------------------------------------------------------------------------------------


class _Transacting(Protocol):
    async def transact(self, room: Room, change: Change, /) -> None: ...


A = TypeVar("A", bound=_Transacting)


def transaction(
    change: Callable[Concatenate[A, Room, P], Entries],
) -> Callable[Concatenate[A, Room, P], Awaitable[None]]:
    """Make a change of a table one that is done under its lock, and kept."""

    @wraps(change)
    async def transacted(self: A, room: Room, /, *given: P.args, **named: P.kwargs) -> None:
        await self.transact(room, partial(change, self, room, *given, **named))

    return transacted


# --- what people may be called: something that can be seen, and nobody else's name ---------------


def cleaned(name: str) -> str:
    """A name without what cannot be seen, short enough for a table; perhaps nothing is left."""
    seen = "".join(letter for letter in name[:MOST_LOOKED_AT] if letter not in BLANKS)
    words = " ".join(unicodedata.normalize("NFC", seen).split())
    letters = "".join(letter for letter in words if letter.isprintable()).strip()
    return letters[:LONGEST_NAME].strip() if any(map(_is_drawn, letters)) else ""


def check_name(name: str) -> str:
    """A name as it can stand at a table; refuse a blank one, and what the table itself says."""
    found = cleaned(name)
    if not found:
        raise Refused(say("Please tell your name."), reason="name")
    if _looks(found) in _taken_by_the_table():
        raise Refused(
            say("The name “{name}” is a word of the table itself; choose another.", name=found),
            reason="name",
        )
    return found


def _is_drawn(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS"


def _looks(name: str) -> str:
    """What a name looks like at a glance: two that differ only in case or marks look the same."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(letter for letter in folded if letter.isalnum())
    return letters or "".join(dict.fromkeys(folded))


def _taken_by_the_table() -> set[str]:
    """How a table calls its reader, its bots and whoever has no name, in any language."""
    numbered = [
        said.format(letter=letter)
        for sentence in (BOT_NAME, PLAYER_NAME)
        for said in in_all_languages(sentence)
        for letter in SEAT_LETTERS
    ]
    return {*map(_looks, numbered), *map(_looks, in_all_languages(OWN_NAME))}
