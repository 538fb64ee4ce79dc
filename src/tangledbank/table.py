"""The one door to a game for everything above: make a table, act, undo, look, save.

A table is a header and a list of entries; the position is what they lead to.
"""

from __future__ import annotations

import copy
import operator
import os
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, SupportsIndex, TypeAlias

import numpy as np
from msgspec import Struct

from tangledbank.accept import Value, Words, accept, number_in
from tangledbank.errors import Refused, about
from tangledbank.games.game import MAX_SEED, SCORE_COLUMNS, Game, load
from tangledbank.games.shared.position import TableView
from tangledbank.games.shared.verbs import SEAT_LETTERS, Fields, Frame, Scene
from tangledbank.kernel.records import CAPACITY, Ints, States, new_books, take_events
from tangledbank.log import Line, parse_log, save_log, write_line
from tangledbank.text import say

Act: TypeAlias = "Mapping[str, object] | Value"  # words, a line of notation or a number
AUDIENCE = -1
FIRST_RULES = 1  # the version of a log that names none
EVERY = 8  # moves: the position before it is kept, those between are played again when asked for


class Why(NamedTuple):
    """Why an action is refused: stable name, rule, sentence."""

    reason: str
    clause: str
    sentence: str


class Move(NamedTuple):
    """One action that was carried out, and what happened."""

    seat: int
    code: int
    auto: bool
    events: list[list[int]]
    is_final: bool = False  # nobody can take it back; everyone knows that much of it


class Seating(Struct):
    """What a table is asked to be, as it must come in."""

    game: str
    options: dict[str, str]
    given: Words | None
    auto: bool
    rules: int | None
    seats: int | list[str] | None


class Table:
    """A game being played, with everything needed to take it back, show it and save it."""

    def __init__(
        self,
        game: str = "origin",
        seats: int | Sequence[str] | None = None,
        *,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        given: Mapping[str, object] | None = None,
        auto: bool = True,
        rules: int | None = None,
        names_rules: bool = True,
    ):
        """Sit down: a number of seats or their names, options and seed; or a `given` position.

        `rules` is the version of the rules, else the newest; the first logs do not name it.
        """
        asked = {"game": game, "options": {} if options is None else options, "given": given}
        seating = accept(asked | {"auto": auto, "rules": rules, "seats": seats}, Seating, "")
        self.game: Game = load(seating.game)
        if not _is_in(range(MAX_SEED + 1), seed):
            raise Refused(say("a seed is a number from 0 to {most}", most=MAX_SEED), place="seed")
        self.seed, self.auto = seed, seating.auto
        self.options, self.given = seating.options, seating.given
        self.rules = self.game.rules if seating.rules is None else seating.rules
        given_options = accept((self.given or {}).get("options", {}), dict[str, str], "options")
        self.rulings = self.game.rulings(self.rules, given_options | self.options)
        self._names_rules = names_rules
        self.resting: set[int] = set()
        self._legal = np.zeros(self.game.max_legal, np.int64)
        self._books = new_books(CAPACITY)
        self._moves: list[Move] = []
        self._kept: dict[int, States] = {}  # positions before some moves
        self._found: tuple[int, States] | None = None  # the one that was last asked for
        self._begin(seating.seats)
        self.lines: list[Line] = [self._header()]
        self._play_forced()

    def _begin(self, seats: int | list[str] | None) -> None:
        game = self.game
        wanted = len(seats) if isinstance(seats, list) else seats
        if self.given is None:
            wanted = game.least_seats if wanted is None else wanted
            codes = game.option_codes(wanted, self.rulings)
            self.state: States = game.new_states()
            game.kernel.new(self.state, codes, self.seed, self._books)
        else:
            self.state = game.document.read({**self.given, "options": self.rulings}, self.seed)
            game.option_codes(int(self.state[0].seats), self.rulings)  # do they go together?
            game.kernel.settle(self.state, self._books)
        self._held = game.held(self.state)
        count = int(self.state[0].seats)
        if wanted not in (None, count):
            told = say("the position has {count} seats, not {named}", count=count, named=wanted)
            raise Refused(told, place="seats")
        self.players = seats if isinstance(seats, list) else [*SEAT_LETTERS[:count]]
        self._seats = range(count)
        self.opening = take_events(self._books)

    def _header(self) -> Line:
        header: Words = {
            "tangledbank": 1,
            "game": self.game.name,
            **({"rules": self.rules} if self._names_rules else {}),
            "seats": [*self.players],  # who sat here at first: someone may leave
            "options": self.options,
            "seed": self.seed,
            "auto": self.auto,
            **({} if self.given is None else {"given": self.given}),
        }
        return write_line(header, None)

    @property
    def pending(self) -> list[int]:
        """The seats that have a decision to make."""
        return self.pending_in(self.state)

    def deciding(self, seat: int = AUDIENCE) -> list[int]:
        """The same as far as a seat can know: who has decided in secret still seems to decide."""
        return self.pending_in(self.observation(seat))

    def pending_in(self, state: States) -> list[int]:
        """The seats that have a decision to make in a state or an observation of this table."""
        mask = int(self.game.kernel.pending(state))
        return [seat for seat in self._seats if mask >> seat & 1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.game.kernel.pending(self.state)

    def codes(self, seat: int) -> Ints:
        """The legal actions of a seat as numbers."""
        self._check_seat(seat)
        count = self.game.kernel.legal(self.state, seat, self._legal)
        return self._legal[:count].copy()

    def legal(self, seat: int | None = None) -> list[Words]:
        """The legal actions of a seat (default: the first that is pending) as words."""
        if seat is None and self.over:
            return []
        seat = self.pending[0] if seat is None else seat
        codes, scene = self.codes(seat).tolist(), self.scene(seat)
        return [self.game.vocabulary.words(code, scene) for code in codes]

    def notation(self, code: int, seat: int) -> str:
        """One legal action of a seat as a short line."""
        self.check_legal(seat, _number(code))
        return self.game.vocabulary.notation(int(code), self.scene(seat))

    def scene(self, seat: int) -> Scene[Frame]:
        """A seat and what it sees; words are never made from more."""
        return Scene(Fields(self.observation(seat)), seat)

    def observation(self, seat: int) -> States:
        """The position as this seat sees it; -1 is the audience."""
        return self._observe(self.state, seat)

    def recollection(self, seat: int) -> States:
        """What a seat can know that has kept count of all that happened before its eyes."""
        return self._observe(self.game.recalled(self.state), seat)

    def _observe(self, state: States, seat: int) -> States:
        self._check_seat(seat, least=AUDIENCE)
        seen: States = self.game.new_states()
        self.game.kernel.observe(state, seat, seen)
        return seen

    def view(self, seat: int = AUDIENCE) -> TableView:
        """What a seat sees: a document of the game."""
        return self.describe(self.observation(seat))

    def document(self) -> Words:
        """The whole position as plain data, secrets included."""
        return self.describe(self.state).in_words()

    def describe(self, state: States) -> TableView:
        """A state or an observation of this table as a document."""
        scores = [row[0] for row in self._score(state)]  # no more than the state shows
        return self.game.document.write(Fields(state), scores, self.winners)

    @property
    def standings(self) -> list[tuple[int, ...]]:
        """Each seat's points and tie-breaks, final or so far."""
        return self._score(self.state)

    def _score(self, state: States) -> list[tuple[int, ...]]:
        out = np.zeros((self.game.most_seats, SCORE_COLUMNS), np.int64)
        self.game.kernel.score(state, out)
        return [tuple(row) for row in out[: len(self.players)].tolist()]

    @property
    def scores(self) -> list[int]:
        """Each seat's points, final or so far."""
        return [standing[0] for standing in self.standings]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none while the game goes on."""
        standings = self.standings if self.over else []
        return [seat for seat, mine in enumerate(standings) if mine == max(standings)]

    @property
    def moves(self) -> Sequence[Move]:
        """Everything that was done and not taken back."""
        return self._moves

    def at(self, count: int) -> Table:
        """The table as it was after so many moves, to be looked at only."""
        then = copy.copy(self)
        then._go_back(count, self._before(count))
        return then

    def _go_back(self, count: int, state: States) -> None:
        self.state = state
        self._moves = self._moves[:count]
        self._kept = {number: kept for number, kept in self._kept.items() if number <= count}
        self._found = None

    def supposing(self, state: States) -> Table:
        """A table to try things out on, in a position that this one may be in."""
        then = self.at(len(self._moves))
        then.lines, then.resting, then.auto = [*self.lines], set(), False
        then.state = copy_state(state)
        then.keep()
        return then

    def keep(self) -> None:
        """Keep the position as it is now: it does not follow from the moves alone."""
        self._kept[len(self._moves)] = copy_state(self.state)

    def events(self, seat: int = AUDIENCE, since: int | None = None) -> list[Words]:
        """What happened since a number of moves, or from the start, as this seat may know it."""
        self._check_seat(seat, least=AUDIENCE)
        last = len(self._moves)
        if since is not None and not _is_in(range(last + 1), since):
            raise Refused(say("moves are counted from 0 to {last}", last=last), place="since")
        told = self._tell(self.opening, self._before(0), seat) if since is None else []
        for index in range(since or 0, last):
            told += self._tell(self._moves[index].events, self._before(index + 1), seat)
        return told

    def sentences(self, seat: int = AUDIENCE, since: int | None = None) -> list[str]:
        """What happened since a number of moves, or from the start, in sentences."""
        told = self.events(seat, since)
        return [self.game.sentences.sentence(words, self.players) for words in told]

    def _before(self, index: int) -> States:
        """The position before a move, to be looked at only; after all of them that of now."""
        if index == len(self._moves):
            return self.state
        start = max(number for number in self._kept if number <= index)
        state = self._kept[start]
        if self._found and start <= self._found[0] <= index:
            start, state = self._found
        if start < index:
            state, nothing = copy_state(state), new_books()
            for move in self._moves[start:index]:
                self.game.kernel.step(state, move.seat, move.code, nothing)
        self._found = index, state
        return state

    def _tell(self, rows: list[list[int]], state: States, seat: int) -> list[Words]:
        if not rows:
            return []
        seen = Fields(self._observe(state, seat))
        return [self.game.sentences.words(row, seen) for row in rows]

    def path(self, seat: int, action: Act) -> list[int]:
        """An action in any form as a path of small ones."""
        self._check_seat(seat)
        if isinstance(action, str):
            return self.game.vocabulary.read(action, self.scene(seat))
        if isinstance(action, Mapping):
            return self.game.vocabulary.codes(accept(action, Words, "action"), self.scene(seat))
        return [_number(action)]

    def why_not(self, seat: int, action: Act) -> Why | None:
        """Why an action is not possible, or None if it is."""
        try:
            self._try(seat, self.path(seat, action))
        except Refused as refused:
            return Why(refused.reason, refused.clause, refused.sentence)
        return None

    def act(self, seat: int, action: Act) -> None:
        """Carry out an action: words, notation or a number. Refuses without changing anything."""
        path = self.path(seat, action)
        if len(path) > 1:
            self._try(seat, path)  # all of it or nothing
        for code in path:
            self._check(self.state, seat, code)
            self._carry_out(seat, code, auto=False)
        self._play_forced()
        self._note_end()

    def check_legal(self, seat: int, code: int) -> None:
        """Refuse an action, given by its number, that a seat may not take now."""
        self._check_seat(seat)
        self._check(self.state, seat, code)

    def _try(self, seat: int, path: Sequence[int]) -> None:
        """Refuse a path whose any step is not legal; the table stays as it is."""
        state = copy_state(self.state)
        nothing = new_books()
        for index, code in enumerate(path):
            if not _same_secrets(self.state, state):  # what comes next must not be tried out
                raise Refused(say("one thing at a time: chance or hidden cards come in between"))
            if index:
                count = self.game.kernel.legal(state, seat, self._legal)
                legal = self._legal[:count].tolist()
                self.game.vocabulary.check_order(path[index - 1], code, legal)
            self._check(state, seat, code, path[index:])
            if number := self.game.why_not_then(state, seat, path[index:]):
                raise self._refusal(number, state, seat, code)
            self.game.kernel.step(state, seat, code, nothing)

    def _check(self, state: States, seat: int, code: int, path: Sequence[int] = ()) -> None:
        """Refuse a code that is not legal; if no target fits, say why that of `path` does not."""
        count = self.game.kernel.legal(state, seat, self._legal)
        if code not in self._legal[:count].tolist():
            self.game.vocabulary.find(code)
            number = int(self.game.kernel.why_not(state, seat, code))
            if len(path) > 1 and self.game.reasons[number].id in self.game.no_target:
                self.game.vocabulary.check_order(path[0], path[1])
                state, code = copy_state(state), path[1]  # as it would be after the first step
                number = self.game.why_no_target(state, seat, path) or number
            raise self._refusal(number, state, seat, code)

    def _refusal(self, number: int, state: States, seat: int, code: int) -> Refused:
        """That a code is not possible, for the reason of this number."""
        reason = self.game.reasons[number]
        scene = Scene(Fields(self._observe(state, seat)), seat)
        parts = self.game.details(reason.id, code, scene)
        return Refused(say(reason.sentence, **parts), reason=reason.id, clause=reason.clause)

    def _check_seat(self, seat: int, least: int = 0) -> None:
        last = self._seats[-1]
        if not _is_in(range(least, last + 1), seat):
            raise Refused(say("seats are counted from 0 to {last}", last=last), place="seat")

    def _carry_out(self, seat: int, code: int, *, auto: bool) -> None:
        words = self.game.vocabulary.words(code, Scene(Fields(self.state), seat))  # for the log
        phase = int(self.state["phase"][0])
        self._step(seat, code, auto=auto)
        self._note({"seat": seat, **words, **({"auto": True} if auto else {})})
        if self.state["phase"][0] != phase:
            self.resting.clear()

    def _step(self, seat: int, code: int, *, auto: bool) -> None:
        if len(self._moves) % EVERY == 0:
            self.keep()
        self.game.kernel.step(self.state, seat, code, self._books)
        final = self.game.is_final(code)
        self._moves.append(Move(seat, code, auto, take_events(self._books), final))

    def _note(self, words: Words) -> None:
        self.lines.append(write_line(words, self.lines[-1]))

    def _play_forced(self) -> None:
        """Play single choices that reveal nothing, and the passes of seats that rest."""
        while self.auto or self.resting:
            choices = ((seat, code) for seat in self.pending for code in self._forced(seat))
            forced = next(choices, None)
            if forced is None:
                return
            self._carry_out(*forced, auto=True)

    def _forced(self, seat: int) -> list[int]:
        """What a seat does by itself now: rest, or the only thing it can do."""
        count = self.game.kernel.legal(self.state, seat, self._legal)
        codes = self._legal[:count].tolist()
        rests = seat in self.resting
        ways = [code for code in codes if rests and self.game.may_rest(code, self.state)]
        only = len(codes) == 1 and codes[0] not in self.game.unforced
        if ways or (self.auto and only and self._reveals_nothing(seat, codes[0])):
            return ways or codes
        return []

    def _reveals_nothing(self, seat: int, code: int) -> bool:
        state = copy_state(self.state)
        self.game.kernel.step(state, seat, code, new_books())
        return _same_secrets(self.state, state)

    def _note_end(self) -> None:
        if self.over:
            self._note({"end": True, "scores": self.scores, "winners": self.winners})

    def rest(self, seat: int) -> None:
        """Pass by itself for the rest of the phase, wherever this seat may (see the ledger)."""
        self._check_seat(seat)
        if self.over:
            raise Refused(say("The game is over."))
        self.resting.add(seat)
        self._note({"rest": seat})
        self._play_forced()
        self._note_end()

    def wake(self, seat: int) -> None:
        """Take resting back."""
        self._check_seat(seat)
        self.resting.discard(seat)
        self._note({"wake": seat})

    def leave(self, seat: int, bot: str) -> None:
        """A player leaves and a bot takes the seat; nothing else changes (see the ledger)."""
        self._check_seat(seat)
        self.players[seat] = accept(bot, str, "bot")
        self._note({"leave": seat, "bot": bot})

    def why_no_undo(self, seat: int, consent: Collection[int] = ()) -> str:
        """What stands in the way of taking back this seat's last action, or nothing."""
        self._check_seat(seat)
        if not isinstance(consent, Collection):
            raise Refused(say("this is a list of seats"), place="consent")
        for one in consent:
            self._check_seat(one)
        index = self._last_own(seat)
        if index < 0:
            return say("There is nothing of yours to take back.")
        together = self._together(index)
        if any(move.is_final and move.seat not in together for move in self._moves[index:]):
            return say("That is final by the rules of this game, even if all agree.")
        missing = [s for s in range(len(self.players)) if s != seat and s not in consent]
        if self._is_free(seat, index) or not missing:
            return ""
        return say(
            "Others have seen or done something since: all must agree. Still to agree: {seats}.",
            seats=", ".join(self.players[s] for s in missing),
        )

    def undo(self, seat: int, consent: Collection[int] = ()) -> None:
        """Take back this seat's last action and all that followed from it."""
        if hindrance := self.why_no_undo(seat, consent):
            raise Refused(hindrance, reason="no_undo")
        index = self._last_own(seat)
        together = self._together(index) if self._is_free(seat, index) else set()
        kept = [move for move in self._moves[index + 1 :] if move.seat in together]
        self._go_back(index, copy_state(self._before(index)))
        for move in kept:  # what others have decided meanwhile stays, and they see nothing
            self._check(self.state, move.seat, move.code)
            self._step(move.seat, move.code, auto=move.auto)
        self._note({"undo": seat, "consent": sorted(consent)})

    def _last_own(self, seat: int) -> int:
        """The index of the last action that a seat has chosen itself, or -1."""
        moves = self._moves
        own = (
            i for i in reversed(range(len(moves))) if moves[i].seat == seat and not moves[i].auto
        )
        return next(own, -1)

    def _is_free(self, seat: int, index: int) -> bool:
        """No one else has acted after it, no chance was used, nothing hidden was shown."""
        others = {move.seat for move in self._moves[index:] if not move.auto} - {seat}
        return others <= self._together(index) and _same_secrets(self._before(index), self.state)

    def _together(self, index: int) -> set[int]:
        """The seats that decide in secret at the same time as the one that acted at `index`."""
        seat, before = self._moves[index].seat, self._before(index)
        if before["stage"][0] != self.state["stage"][0]:
            return set()
        return {*self.pending_in(before)} - {seat}

    def repeat(self, words: Words) -> None:
        """Carry out one entry of a log, and whatever follows from it by itself."""
        if "do" in words:
            action = {key: value for key, value in words.items() if key not in ("seat", "auto")}
            self.act(_seat(words, "seat"), action)
        elif "undo" in words:
            self.undo(_seat(words, "undo"), accept(words.get("consent"), list[int], "consent"))
        elif "rest" in words:
            self.rest(_seat(words, "rest"))
        elif "wake" in words:
            self.wake(_seat(words, "wake"))
        elif "leave" in words:
            self.leave(_seat(words, "leave"), accept(words.get("bot"), str, "bot"))
        else:
            raise Refused(say("this entry says nothing that can be done"))

    @property
    def hash(self) -> str:
        """A number for the whole course of the game: same seed and actions, same hash."""
        return self.lines[-1].sum

    def log(self) -> str:
        """The game so far as JSON lines."""
        return "".join(line.text + "\n" for line in self.lines)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the log; an older file is replaced only when the new one is complete."""
        save_log(path, self.log())


def open_log(text: str) -> Table:
    """The table a log leads to, every entry checked again."""
    return replay(parse_log(text))


def verify(text: str) -> Table:
    """Recompute a log from its header and actions; refuse it if anything in it differs."""
    table = open_log(text)
    if table.log() != text:
        sentence = say("what follows from the last entry by itself is missing")
        raise Refused(sentence, place=say("the end"))
    return table


def replay(lines: Sequence[Line], upto: int | None = None) -> Table:
    """Play the entries of a log again: all, or the first `upto` after the header.

    What follows by itself (forced actions, the end) is recomputed and must stand in the log.
    """
    with about(say("line {number}", number=1)):
        table = _sit_down(lines[0].words)
    for number, line in enumerate(lines[: None if upto is None else upto + 1], start=1):
        with about(say("line {number}", number=number)):
            if number > len(table.lines):
                table.repeat(line.words)
            if table.lines[number - 1].text != line.text:
                raise Refused(say("this is not what the entries before it lead to"))
    return table


def _sit_down(header: Words) -> Table:
    needed = ("game", "seats", "options", "seed", "auto")
    for field in needed:
        if field not in header:
            raise Refused(say("the header lacks {field}", field=field))
    rules = accept(header.get("rules", FIRST_RULES), int, "rules")
    asked = {"given": header.get("given"), "rules": rules, **{one: header[one] for one in needed}}
    if asked["options"] is None:
        asked["options"] = {}  # as in `Table`
    seating = accept(asked, Seating, "")
    return Table(
        seating.game,
        seating.seats,
        options=seating.options,
        seed=number_in(header, "seed", -1),
        given=seating.given,
        auto=seating.auto,
        rules=rules,
        names_rules="rules" in header,
    )


def _seat(words: Words, name: str) -> int:
    """The seat in an entry of a log; what is none is refused as the audience is."""
    return number_in(words, name, AUDIENCE)


def copy_state(state: States) -> States:
    """A copy of a state. As bytes: NumPy copies a record of arrays field by field."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)


def _is_in(numbers: range, value: object) -> bool:
    """Whether a value is a whole number among these; Python counts True and 1.0 too."""
    return isinstance(value, int) and not isinstance(value, bool) and value in numbers


def _number(action: object) -> int:
    """A number given as Python's or NumPy's; anything else is no action."""
    if type(action) is int:  # nearly always; what NumPy counts with takes longer to tell
        return action
    if isinstance(action, bool) or not isinstance(action, SupportsIndex):
        raise Refused(
            say("an action is words such as {{do: pass}}, a line such as “pass”, or a number"),
            place="action",
        )
    return operator.index(action)


def _same_secrets(before: States, after: States) -> bool:
    """Whether no chance was used and nothing hidden was shown between two positions."""
    return bool(before["shown"][0] == after["shown"][0] and (before["rng"] == after["rng"]).all())
