"""What people want at a table, carried out: over a socket or by a form, it is the same."""

from __future__ import annotations

from tangledbank.errors import Refused
from tangledbank.search.levels import USUAL_LEVEL
from tangledbank.server.rooms.fair_queue import Owner
from tangledbank.server.rooms.hub import Hub
from tangledbank.server.rooms.live import Live
from tangledbank.server.web import messages
from tangledbank.table import AUDIENCE
from tangledbank.text import say

STAND_IN = USUAL_LEVEL  # the bot that plays for someone who leaves or is away


async def fulfil(hub: Hub, live: Live, who: Owner, wish: messages.Wish) -> None:
    """Do it, or refuse; the seat is that of the session, whatever the message says."""
    seat = live.seat_of(who.visitor)
    match wish:
        case messages.Act(stamp=stamp, code=code):
            await hub.act(live, seat, stamp, code)
        case messages.Undo(stamp=stamp):
            await hub.undo(live, seat, stamp)
        case messages.Rest(stamp=stamp):
            await hub.rest(live, seat, stamp)
        case messages.Wake(stamp=stamp):
            await hub.wake(live, seat, stamp)
        case messages.Leave(stamp=stamp):
            await hub.leave(live, seat, stamp, STAND_IN)
        case messages.Agree() | messages.Refuse():
            if seat == AUDIENCE:
                raise Refused(say("Nobody asks you for anything."))
            await hub.answer(live, seat, isinstance(wish, messages.Agree))
        case messages.Away():
            hub.quotas.notes.take(who)
            await hub.let_play(live, seat, STAND_IN)
        case messages.Back():
            hub.quotas.notes.take(who)
            await hub.let_play(live, seat, "")
        case messages.Cover(seat=other):
            await hub.cover(live, seat, other, STAND_IN)
        case messages.Talk(text=text):
            await hub.say(live, who, text)
        case messages.Ask() | messages.Foresee():
            raise Refused(say("This message cannot be understood."), reason="malformed")
