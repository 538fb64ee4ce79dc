"""What a viewer sees of a table: everything its page shows, made from their view in words."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tangledbank.boards.board import board_of, sketch
from tangledbank.boards.result import result
from tangledbank.errors import Refused
from tangledbank.games.clauses import clauses
from tangledbank.games.vocabulary import SEAT_LETTERS, Fields, Scene, Words
from tangledbank.server.hub import Live, may_rest
from tangledbank.server.moments import outlook, table_at
from tangledbank.server.views.things import Common, Thing, view_of
from tangledbank.table import AUDIENCE, Table
from tangledbank.text import counted, say

MOST_LINES = 60  # of the log beside the table; the replay has all of them


class Choice(NamedTuple):
    """A legal action as a button."""

    code: int
    label: str
    sentence: str
    keys: list[str]
    is_step: bool  # it only begins something: no confirmation
    caution: str = ""


class Group(NamedTuple):
    """Choices under a heading."""

    title: str
    choices: list[Choice]


class Line(NamedTuple):
    """A sentence of the log, and the viewer's moment at which it stands."""

    at: int
    text: str
    is_new: bool


@dataclass(frozen=True)
class Place:
    """A seat with what lies before it."""

    seat: int
    letter: str
    name: str
    standing: Sequence[str]
    decides: bool
    is_own: bool
    is_bot: bool
    things: Sequence[Thing]
    known: Sequence[Thing]  # cards of the hand that are seen


@dataclass(frozen=True)
class Look:
    """All that a page shows of a position."""

    moment: str
    facts: Sequence[str]
    warnings: Sequence[str]
    common: Common
    places: Sequence[Place]  # the viewer's own first, then as they sit
    empty: str
    hand: Sequence[Thing]
    discard: Sequence[str]  # the pile, where it may be looked through
    sketch: Sequence[str]
    is_over: bool
    result: Sequence[str]


class Sight:
    """What a viewer sees of a position, asked of the rules once: that takes most of the time."""

    def __init__(self, table: Table, seat: int):
        self.table, self.seat = table, seat
        self.seen = table.observation(seat)
        self.view = table._document(self.seen)
        mask = int(table.game.kernel.pending(self.seen))
        self.deciding = [one for one in range(len(table.players)) if mask >> one & 1]


def look_at(sight: Sight, live: Live) -> Look:
    """A position as a viewer sees it."""
    table, seat, view, deciding = sight.table, sight.seat, sight.view, sight.deciding
    names = live.names(seat)
    board, own = board_of(table.game.name), view_of(table.game.name)
    count = len(names)
    order = [(max(seat, 0) + i) % count for i in range(count)]
    return Look(
        moment=board.moment(view),
        facts=[fact.said for fact in board.facts(view, names)],
        warnings=board.warnings(view),
        common=own.common(view),
        places=[
            Place(
                one,
                SEAT_LETTERS[one],
                names[one],
                board.standing(view, one),
                one in deciding,
                one == seat,
                bool(live.seats[one].bot),
                own.before(view, one),
                own.hand(view, one) if one != seat else (),
            )
            for one in order
        ],
        empty=say(board.EMPTY),
        hand=own.hand(view, seat) if seat >= 0 else (),
        discard=counted(board.titles(view.get("discard", 0))),
        sketch=sketch(board, view) if seat in deciding else (),
        is_over=table.over,
        result=result(table, names) if table.over else (),
    )


@dataclass(frozen=True)
class Turn:
    """What a seat may do now."""

    task: str
    groups: Sequence[Group]
    ends: Sequence[Choice]  # what ends the turn, apart from all else
    is_asked: bool
    can_undo: bool
    can_rest: bool
    is_resting: bool


def turn_of(sight: Sight, live: Live) -> Turn:
    """What a seat may do, in a sentence and as buttons."""
    table, seat = sight.table, sight.seat
    is_asked = seat in table.pending
    if seat == AUDIENCE or table.over:
        return Turn(_waiting(sight, live), (), (), False, False, False, False)
    groups, ends = _choices(sight)
    everyone = range(len(live.seats))
    is_resting = seat in table.resting
    return Turn(
        task=_sentence(table.game.sentences.task(sight.view))
        if is_asked
        else _waiting(sight, live),
        groups=groups,
        ends=ends,
        is_asked=is_asked,
        can_undo=not table.why_no_undo(seat, everyone),
        can_rest=may_rest(table) and not is_resting,
        is_resting=is_resting,
    )


def _waiting(sight: Sight, live: Live) -> str:
    if sight.table.over:
        return say("The game is over.")
    names = live.names(sight.seat)
    return say("Waiting for {names}.", names=", ".join(names[one] for one in sight.deciding))


def _sentence(task: str) -> str:
    text = task[:1].upper() + task[1:]
    return text if text.endswith(("?", ".", "!", ";", "\u037e")) else f"{text}."  # Greek asks by ;


def _choices(sight: Sight) -> tuple[list[Group], list[Choice]]:
    """The legal actions under their headings, and those that end the turn."""
    table, seat, view = sight.table, sight.seat, sight.view
    game, own, board = table.game, view_of(table.game.name), board_of(table.game.name)
    scene = Scene(Fields(sight.seen), seat)
    codes = table.codes(seat).tolist()
    actions = [game.vocabulary.words(code, scene) for code in codes]
    groups: dict[str, Group] = {}
    ends: list[Choice] = []
    for index in game.sentences.in_groups(actions, view, seat) if actions else ():
        words, code = actions[index], codes[index]
        title, item = game.sentences.short_choice(words, view, seat)
        choice = Choice(
            code,
            item + board.note(words, view, seat)[1],
            game.sentences.choice(words, view, seat),
            own.keys(words, view, seat),
            words["do"] in own.STEPS,
            game.caution(code, scene),
        )
        if words["do"] in own.ENDS:
            ends.append(choice)
        else:
            groups.setdefault(title, Group(title, [])).choices.append(choice)
    return [*groups.values()], ends


def lines_of(live: Live, seat: int, upto: int | None = None) -> list[Line]:
    """The last sentences of the log; new is what happened since the viewer's last action."""
    moments = live.moments(seat)
    acted = [move.seat == seat and not move.auto for move in live.playing.moves]
    last = max((at for at, count in enumerate(moments) if count and acted[count - 1]), default=0)
    names = live.names(seat)
    lines: list[Line] = []
    for at in range(len(moments) - 1 if upto is None else upto, -1, -1):
        story = live.story(seat, moments[at], names)
        lines += [Line(at, text, seat >= 0 and at > last) for text in reversed(story)]
        if len(lines) >= MOST_LINES:
            break
    return lines[::-1]


class Tip(NamedTuple):
    """What something on the table is, and why it cannot be chosen."""

    about: Sequence[str]
    reasons: Sequence[str]
    topic: str


def tip_for(live: Live, seat: int, key: str) -> Tip:
    """The answer to a question about something on the table."""
    table = live.playing
    own, view = view_of(table.game.name), table.view(seat)
    try:
        topic, about = own.about(key, view)
    except (LookupError, ValueError):  # no page shows such a key
        raise Refused(say("This message cannot be understood."), reason="malformed") from None
    known = {clause.topic for clause in clauses(table.game.name)}
    return Tip(about, _reasons(live, seat, key, view), topic if topic in known else "")


def _reasons(live: Live, seat: int, key: str, view: Words) -> list[str]:
    """Why something cannot be chosen now; nothing if it can, or for the audience."""
    table = live.playing
    own = view_of(table.game.name)
    if seat == AUDIENCE or table.over:
        return []
    if seat not in table.pending:
        return [say("It is not your turn.")]
    if any(key in own.keys(action, view, seat) for action in table.legal(seat)):
        return []
    reasons: list[str] = []
    for words in own.tries(key, view, seat):
        with contextlib.suppress(Refused):  # it names nothing that is there
            why = table.why_not(seat, words)
            reasons += [_sentence(why.sentence)] if why else []
    return [*dict.fromkeys(reasons)] or [_sentence(table.game.sentences.task(view))]


def foreseen(live: Live, seat: int, code: int) -> list[str]:
    """What would come of an action, in sentences."""
    table = live.playing
    told = outlook(table, seat, code)
    return list(table.game.sentences.story(told, live.names(seat), seat))


def moment_of(live: Live, seat: int, at: int) -> Look:
    """A moment of the past as a viewer saw it."""
    return look_at(Sight(table_at(live.playing, live.moments(seat)[at]), seat), live)
