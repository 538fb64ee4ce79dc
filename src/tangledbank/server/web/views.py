"""View models: everything a page shows of a table, made from what its viewer may see."""

from __future__ import annotations

import contextlib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tangledbank.accept import word_in
from tangledbank.errors import Refused
from tangledbank.games.game import clauses
from tangledbank.games.shared.board import Board, board_of
from tangledbank.games.shared.position import TableView
from tangledbank.games.shared.rows import Role
from tangledbank.games.shared.things import (
    Change,
    Common,
    Draft,
    Thing,
    catalogue_of,
    changes,
    things_of,
)
from tangledbank.games.shared.verbs import SEAT_LETTERS, ActionWords, Fields, Scene
from tangledbank.server.rooms.history import possible, tried, turns_up
from tangledbank.server.rooms.room import LATER, NoteKind, Room
from tangledbank.server.web.commands import not_understood
from tangledbank.show import result, why_no_rest
from tangledbank.table import AUDIENCE, Table
from tangledbank.text import counted, mark, say

MOST_LINES = 60  # of the log beside the table; the replay has all of them
# What is noted beside the game, as others read it and as oneself.
NOTES = {
    NoteKind.UNDO: (mark("{name} takes back."), mark("You take back.")),
    NoteKind.AWAY: (mark("A bot plays for {name}."), mark("A bot plays for you.")),
    NoteKind.BACK: (mark("{name} plays again."), mark("You play again.")),
    NoteKind.LEAVE: (
        mark("{name} has left; a bot plays on."),
        mark("You have left; a bot plays on."),
    ),
    NoteKind.LATE: (
        mark("Time was over for {name}: the caretaker has decided."),
        mark("Your time was over: the caretaker has decided for you."),
    ),
    NoteKind.SLOW: (
        mark("A simpler bot has decided for {name}: theirs did not answer in time."),
        mark("A simpler bot has decided for you: yours did not answer in time."),
    ),
    NoteKind.RENEWED: (
        mark("{name} has another link to the seat; the old one leads nowhere."),
        mark("You have another link to your seat; the old one leads nowhere."),
    ),
    NoteKind.MOVED: (
        mark("{name} plays on another device now."),
        mark("You play on this device now, and no longer on the other."),
    ),
    NoteKind.FAILED: (mark("The program of {name} has failed; the caretaker plays on."), ""),
}


class ChoiceView(NamedTuple):
    """A legal action as a button."""

    code: int
    label: str
    sentence: str
    keys: tuple[str, ...]
    is_step: bool  # it only begins something: no confirmation
    caution: str = ""


class ChoiceGroup(NamedTuple):
    """Choices under a heading."""

    title: str
    choices: list[ChoiceView]


class LineView(NamedTuple):
    """A sentence of the log or a note, and the viewer's moment at which it stands."""

    at: int
    key: str
    text: str
    is_new: bool


@dataclass(frozen=True)
class SeatView:
    """A seat with what lies before it."""

    seat: int
    letter: str
    name: str
    standing: Sequence[str]
    decides: bool
    is_own: bool
    is_bot: bool  # one plays where a person sat
    is_absent: bool
    cover: str  # the table at which the viewer may let a bot play here, if so
    things: Sequence[Thing]
    known: Sequence[Thing]  # cards of the hand that are seen


class PileView(NamedTuple):
    """Cards that were discarded, by name."""

    title: str
    size: int
    cards: Sequence[str]


@dataclass(frozen=True)
class BoardView:
    """All that a page shows of a position."""

    moment: str
    facts: Sequence[str]
    warnings: Sequence[str]
    common: Common
    places: Sequence[SeatView]  # the viewer's own first, then as they sit
    empty: str
    hand: Sequence[Thing]
    piles: Sequence[PileView]  # that were discarded and may be looked through
    draft: Draft | None  # what the viewer has begun
    is_over: bool
    result: Sequence[str]


class Sight:
    """What a viewer sees of a position, asked of the rules once: that takes most of the time."""

    def __init__(self, table: Table, seat: int):
        self.table, self.seat = table, seat
        self.seen = table.observation(seat)
        self.view = table.describe(self.seen)
        self.deciding = table.pending_in(self.seen)


def look_at(sight: Sight, room: Room, is_past: bool = False) -> BoardView:
    """A position as a viewer sees it."""
    table, seat, view = sight.table, sight.seat, sight.view
    names = room.names(seat)
    board, own = board_of(table.game.name), things_of(table.game.name)
    count = len(names)
    order = [(max(seat, 0) + i) % count for i in range(count)]
    return BoardView(
        moment=board.moment(view),
        facts=[fact.said for fact in board.facts(view, names)],
        warnings=board.warnings(view),
        common=own.common(view),
        places=[
            SeatView(
                one,
                SEAT_LETTERS[one],
                names[one],
                board.standing(view, one),
                one in sight.deciding,
                one == seat,
                bool(room.seats[one].player and room.seats[one].session),
                room.seats[one].absent,
                room.id if not is_past and _can_cover(sight, room, one) else "",
                own.before(view, one),
                own.hand(view, one) if one != seat else (),
            )
            for one in order
        ],
        empty=say(board.EMPTY),
        hand=own.hand(view, seat) if seat >= 0 else (),
        piles=_piles(board, view),
        draft=own.draft(view) if seat in sight.deciding else None,
        is_over=table.over,
        result=result(table, names) if table.over else (),
    )


def _can_cover(sight: Sight, room: Room, other: int) -> bool:
    """Whether the viewer may let a bot play for another who is not there."""
    seat = room.seats[other]
    is_missed = seat.absent and not seat.player
    return is_missed and sight.seat not in (AUDIENCE, other) and not sight.table.over


def _piles(board: Board, view: TableView) -> list[PileView]:
    """Those that anyone may look through."""
    return [
        PileView(title, len(cards), counted(cards))
        for title, cards in board.piles(view).items()
        if isinstance(cards, list) and cards
    ]


@dataclass(frozen=True)
class TurnView:
    """What a seat may do now."""

    task: str
    groups: Sequence[ChoiceGroup] = ()
    ends: Sequence[ChoiceView] = ()  # what ends the turn, apart from all else
    is_asked: bool = False
    is_late: bool = False  # the caretaker has decided last
    why_no_undo: str = ""
    can_rest: bool = False
    is_resting: bool = False


def turn_of(sight: Sight, room: Room) -> TurnView:
    """What a seat may do, in a sentence and as buttons."""
    table, seat = sight.table, sight.seat
    if seat == AUDIENCE or table.over:
        return TurnView(_waiting(sight, room))
    groups, ends = _choices(sight)
    is_asked, is_resting = seat in table.pending, seat in table.resting
    asked = table.game.sentences.task(sight.view) if is_asked else ""
    return TurnView(
        task=whole_sentence(asked) if is_asked else _waiting(sight, room),
        groups=groups,
        ends=ends,
        is_asked=is_asked,
        is_late=room.is_late(seat),
        why_no_undo=room.why_no_undo(seat),
        can_rest=not is_resting and not why_no_rest(table, sight.view, seat),
        is_resting=is_resting,
    )


def _waiting(sight: Sight, room: Room) -> str:
    if sight.table.over:
        return say("The game is over.")
    return waiting_for(room, sight.seat, sight.deciding)


def waiting_for(room: Room, seat: int, deciding: Sequence[int]) -> str:
    """Whose turn it is."""
    names = room.names(seat)
    return say("Waiting for {names}.", names=", ".join(names[one] for one in deciding))


def whole_sentence(task: str) -> str:
    """What stands by itself begins with a capital and ends."""
    text = task[:1].upper() + task[1:]
    return text if text.endswith(("?", ".", "!", ";", "\u037e")) else f"{text}."  # Greek asks by ;


def _choices(sight: Sight) -> tuple[list[ChoiceGroup], list[ChoiceView]]:
    """The legal actions under their headings, and those that end the turn."""
    table, seat, view = sight.table, sight.seat, sight.view
    game, own, board = table.game, things_of(table.game.name), board_of(table.game.name)
    scene = Scene(Fields(sight.seen), seat)
    codes = table.codes(seat).tolist()
    actions = [game.vocabulary.words(code, scene) for code in codes]
    groups: dict[str, ChoiceGroup] = {}
    ends: list[ChoiceView] = []
    for index in game.sentences.in_groups(actions, view, seat) if actions else ():
        words, code = actions[index], codes[index]
        role = game.vocabulary.role(words)
        title, item = game.sentences.short_choice(words, view, seat)
        choice = ChoiceView(
            code,
            item + board.note(words, view, seat)[own.NOTES],
            game.sentences.choice(words, view, seat),
            (*own.keys(words, view, seat),),
            role is Role.STEP,
            game.caution(code, scene),
        )
        if role is Role.END:
            ends.append(choice)
        else:
            groups.setdefault(title, ChoiceGroup(title, [])).choices.append(choice)
    return [*groups.values()], ends


def lines_of(room: Room, seat: int, upto: int | None = None) -> list[LineView]:
    """The last sentences of the log; new is what happened since the viewer's last action."""
    moments = room.told(seat).moments
    last = _last_own(room.playing, seat, moments)
    tell = room.told(seat).teller(room.names(seat))
    notes = _notes(room, seat, moments, last)
    lines: list[LineView] = []
    for at in range(len(moments) - 1 if upto is None else upto, -1, -1):
        is_new = seat >= 0 and at > last
        told = [LineView(at, f"{at}-{n}", text, is_new) for n, text in enumerate(tell(moments[at]))]
        lines += [*told, *notes.get(at, ())][::-1]
        if len(lines) >= MOST_LINES:
            break
    return lines[:MOST_LINES][::-1]


def _last_own(table: Table, seat: int, moments: Sequence[int]) -> int:
    """The moment after the viewer's last action, or the first."""
    for at in range(len(moments) - 1, 0, -1):
        move = table.moves[moments[at] - 1]
        if move.seat == seat and not move.auto:
            return at
    return 0


def _notes(room: Room, seat: int, moments: Sequence[int], last: int) -> dict[int, list[LineView]]:
    """What is noted beside the game, by the viewer's moment after which it is read."""
    found: defaultdict[int, list[LineView]] = defaultdict(list)
    count = len(room.playing.moves)
    for note in reversed(room.notes):
        count = min(count, note.moves)  # what was taken back later stands no more
        place = _first_told(room, count) if note.kind in LATER else count
        if place is None:
            continue
        at = bisect_right(moments, place) - 1
        of_others, own = NOTES[note.kind]
        name = room.seats[note.seat].name or room.names()[note.seat]
        text = say(own) if note.seat == seat else say(of_others, name=name)
        found[at].insert(0, LineView(at, "", text, seat >= 0 and at >= last))
    # only those that are read are counted: of what is decided in secret no number is left out
    return {
        at: [line._replace(key=f"note-{at}-{n}") for n, line in enumerate(lines)]
        for at, lines in found.items()
    }


def _first_told(room: Room, count: int) -> int | None:
    """The move at which all know that so many were made: what is decided in secret is not noted."""
    told = room.told(AUDIENCE).events
    return next((n for n in range(count, len(told)) if told[n]), None)


class TipView(NamedTuple):
    """What something on the table is, and why it cannot be chosen."""

    about: Sequence[str]
    reasons: Sequence[str]
    rule: str  # the clause that refuses it, else a topic of the rules
    card: str = ""  # where the catalogue tells of it


def tip_for(room: Room, seat: int, key: str, code: int = -1) -> TipView:
    """The answer to a question about something on the table, now or after an action."""
    table = room.playing
    if code >= 0 and seat in table.pending and code in table.codes(seat):
        table = tried(table, seat, code) or table
    own, view = things_of(table.game.name), table.view(seat)
    try:
        topic, about = own.about(key, view)
    except (LookupError, ValueError):  # no page shows such a key
        raise not_understood() from None
    reasons = _reasons(table, seat, key, view)
    rules = {name for clause in clauses(table.game.name) for name in (clause.id, clause.topic)}
    wanted = (clause for clause in [*reasons.values(), topic] if clause in rules)
    kind, _, name = key.partition(":")
    place = catalogue_of(table.game.name).place_of(kind, name)
    return TipView(about, [*reasons], next(wanted, ""), place)


def _reasons(table: Table, seat: int, key: str, view: TableView) -> dict[str, str]:
    """Why something cannot be chosen now, with the clause; nothing if it can, or one watches."""
    own = things_of(table.game.name)
    if seat == AUDIENCE or table.over:
        return {}
    if seat not in table.pending:
        return {say("It is not your turn."): ""}
    if any(key in own.keys(action, view, seat) for action in table.legal(seat)):
        return {}
    reasons: dict[str, str] = {}
    for words in own.tries(key, view, seat):
        with contextlib.suppress(Refused):  # it names nothing that is there
            why = table.why_not(seat, words)
            told = whole_sentence(why.sentence) if why else _first(table, seat, words, view)
            reasons |= {told: why.clause if why else ""}
    told = own.comes_first(key, view, seat) or whole_sentence(table.game.sentences.task(view))
    return reasons or {told: ""}


def _first(table: Table, seat: int, words: ActionWords, view: TableView) -> str:
    """With which step an action begins that is possible."""
    step = table.game.vocabulary.words(table.path(seat, words)[0], table.scene(seat))
    return say("First: {action}.", action=table.game.sentences.choice(step, view, seat))


class OutlookView(NamedTuple):
    """What would come of an action."""

    sentences: Sequence[str] = ()
    changes: Sequence[Change] = ()  # of what lies on the table
    draft: Draft | None = None  # if it only goes on with what is begun
    keys: Sequence[str] = ()  # of what could be chosen next
    is_known: bool = True
    is_sure: bool = True  # no: hidden cards are turned up, and not all were tried out


def foreseen(room: Room, seat: int, code: int) -> OutlookView:
    """What would come of an action; where chance or hidden cards decide, only what may."""
    table = room.playing
    table.check_legal(seat, code)
    words = table.game.vocabulary.words(code, table.scene(seat))
    found = possible(table, seat, code)
    outlooks = [_outlook(room, seat, words, then) for then in found]
    if outlooks and all(one == outlooks[0] for one in outlooks):
        return outlooks[0]._replace(is_sure=not turns_up(table, found[0], seat))
    risk = things_of(table.game.name).at_risk(words, table.view(seat), seat)
    return OutlookView([risk] if risk else (), is_known=bool(risk))


def _outlook(room: Room, seat: int, words: ActionWords, then: Table) -> OutlookView:
    """What is told of an action and the table after it."""
    table, names = room.playing, room.names(seat)
    own, view, after = things_of(table.game.name), table.view(seat), then.view(seat)
    story = table.game.sentences.story(then.events(seat, len(table.moves)), names, seat)
    answer = own.answers(_verbs(then), after, names, seat)
    next_ones = then.legal(seat) if seat in then.pending else []
    return OutlookView(
        [*story, answer] if answer else story,
        changes(own, view, after, own.keys(words, view, seat)),
        own.draft(after),
        sorted({key for action in next_ones for key in own.keys(action, after, seat)}),
    )


def _verbs(table: Table) -> Iterator[str]:
    """What those who decide may do, asked only by a game where that lies open."""
    for seat in table.pending:
        yield from (word_in(action, "do") for action in table.legal(seat))


def moment_of(room: Room, seat: int, at: int) -> BoardView:
    """A moment of the past as a viewer saw it."""
    return look_at(Sight(room.playing.at(room.told(seat).moments[at]), seat), room, is_past=True)
