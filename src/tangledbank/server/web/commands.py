"""Commands of people, over a table's socket or by a form, and what is sent back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

import msgspec

from tangledbank.errors import Refused
from tangledbank.search.bot import USUAL_LEVEL
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.rooms.quotas import Owner
from tangledbank.server.rooms.room import Room
from tangledbank.text import say

SUBSTITUTE = USUAL_LEVEL  # the bot that plays for someone who leaves or is away

# Lines that the page has (the first, and how many), or lines it has not, as text.
LineChange = tuple[int, int] | str


class Message(msgspec.Struct, forbid_unknown_fields=True, tag=str.lower):
    """Something a person wants; `n` counts the messages of one socket upwards."""

    n: int


class AtMoment(Message):
    """The same, meant for the position with this stamp."""

    stamp: str


class Enact(AtMoment, tag="act"):
    """Carry out a legal action."""

    code: int


class Undo(AtMoment):
    """Take back my last action."""


class Rest(AtMoment):
    """Pass for me until the phase is over."""


class Wake(AtMoment):
    """Rest no more."""


class Leave(AtMoment):
    """Give my seat to a bot for good."""


class Agree(Message):
    """Let another take back."""


class Refuse(Message):
    """Do not let another take back."""


class Away(Message):
    """Let a bot play for me until I am back."""


class Back(Message):
    """I play myself again."""


class Cover(Message):
    """Let a bot play for another who is not there."""

    seat: int


class Talk(Message):
    """Say something at the table."""

    text: str


class Ask(Message):
    """What is this, and why can I not choose it, now or after an action that only begins?"""

    key: str
    code: int = -1


class Foresee(AtMoment):
    """What would come of this action?"""

    code: int


TableCommand = (
    Enact | Foresee | Undo | Rest | Wake | Leave | Agree | Refuse | Away | Back | Cover | Talk | Ask
)


class TableUpdate(msgspec.Struct, tag="table", omit_defaults=True):
    """The table as it is now: how its lines are made from those that were sent before."""

    changes: list[LineChange]
    title: str
    stamp: str
    yours: bool  # it is your turn
    left: float | None = None  # seconds for your turn, if they are counted
    next: str = ""  # where those who sat here play again


class Done(msgspec.Struct, tag="done"):
    """It is done, and on disk."""

    n: int


class Refusal(msgspec.Struct, tag="no"):
    """It cannot be done, and why."""

    n: int
    sentence: str
    reason: str = ""


class Tip(msgspec.Struct, tag="tip"):
    """The answer to a question about something on the table."""

    n: int
    key: str
    code: int
    html: str


class Outlook(msgspec.Struct, tag="outlook"):
    """What would come of an action; nothing if chance or hidden cards decide."""

    n: int
    code: int
    html: str
    keys: list[str]  # of what could be chosen next


# By name: the fields that a message has.
FIELDS: dict[str, tuple[str, ...]] = {
    one.__struct_config__.tag: one.__struct_fields__ for one in get_args(TableCommand)
}
_decoder: msgspec.json.Decoder[TableCommand] = msgspec.json.Decoder(TableCommand)


def read(text: str | bytes) -> TableCommand:
    """A message, or a refusal."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise not_understood() from None


def from_form(kind: str, typed: Mapping[str, str | int]) -> TableCommand:
    """The message that a form stands for, with those fields that such a message has."""
    fields = {name: typed[name] for name in FIELDS.get(kind, ()) if name in typed}
    return read(msgspec.json.encode({"type": kind, "n": 0, **fields}))


def not_understood() -> Refused:
    """What is told to whoever sends what no page of ours does."""
    return Refused(say("This message cannot be understood."), reason="malformed")


async def dispatch(hub: Hub, room: Room, who: Owner, command: TableCommand) -> None:
    """Do it, or refuse; the seat is that of the session, whatever the message says."""
    seat = room.seat_of(who.visitor)
    match command:
        case Enact(stamp=stamp, code=code):
            await hub.act(room, seat, stamp, code)
        case Undo(stamp=stamp):
            await hub.undo(room, seat, stamp)
        case Rest(stamp=stamp):
            await hub.rest(room, seat, stamp)
        case Wake(stamp=stamp):
            await hub.wake(room, seat, stamp)
        case Leave(stamp=stamp):
            await hub.leave(room, seat, stamp, SUBSTITUTE)
        case Agree() | Refuse():
            await hub.answer(room, seat, isinstance(command, Agree))
        case Away() | Back():
            hub.quotas.notes.take(who)
            await hub.let_play(room, seat, SUBSTITUTE if isinstance(command, Away) else "")
        case Cover(seat=other):
            await hub.cover(room, seat, other, SUBSTITUTE)
        case Talk(text=text):
            await hub.say(room, who, text)
        case Ask() | Foresee():
            raise not_understood()


def diff(old: Sequence[str], new: Sequence[str]) -> list[LineChange]:
    """How the new lines are made from the old ones."""
    places = {line: number for number, line in enumerate(old)}
    runs: list[tuple[int, int] | list[str]] = [[]]
    for line in new:
        last = runs[-1]
        if isinstance(last, tuple) and sum(last) < len(old) and old[sum(last)] == line:
            runs[-1] = (last[0], last[1] + 1)
        elif line in places:
            runs.append((places[line], 1))
        elif isinstance(last, list):
            last.append(line)
        else:
            runs.append([line])
    return [run if isinstance(run, tuple) else "\n".join(run) for run in runs if run]
