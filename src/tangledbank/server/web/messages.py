"""What goes over a table's socket, and what a page without script sends by a form."""

from __future__ import annotations

import msgspec

from tangledbank.errors import Refused
from tangledbank.server.web.changes import Change
from tangledbank.text import say


class Message(msgspec.Struct, forbid_unknown_fields=True, tag=str.lower):
    """Something a person wants; `n` counts the messages of one socket upwards."""

    n: int


class AtMoment(Message):
    """The same, meant for the position with this stamp."""

    stamp: str


class Act(AtMoment):
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


Wish = (
    Act | Foresee | Undo | Rest | Wake | Leave | Agree | Refuse | Away | Back | Cover | Talk | Ask
)


class Table(msgspec.Struct, tag="table", omit_defaults=True):
    """The table as it is now: how its lines are made from those that were sent before."""

    changes: list[Change]
    title: str
    stamp: str
    yours: bool  # it is your turn
    left: float | None = None  # seconds for your turn, if they are counted
    next: str = ""  # where those who sat here play again


class Done(msgspec.Struct, tag="done"):
    """It is done, and on disk."""

    n: int


class No(msgspec.Struct, tag="no"):
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


_decoder: msgspec.json.Decoder[Wish] = msgspec.json.Decoder(Wish)


def read(text: str) -> Wish:
    """A message, or a refusal."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise Refused(say("This message cannot be understood."), reason="malformed") from None
