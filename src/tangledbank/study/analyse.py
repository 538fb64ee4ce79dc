"""Go through a game that was played: what each decision was worth, and where the game turned.

Each decision is judged by what the seat that made it could know then, had it kept count. With an
iteration budget the result does not depend on the number of workers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from importlib import import_module
from math import hypot
from typing import Any, NamedTuple

import msgspec
import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.game import load
from tangledbank.games.shared.verbs import Fields, Scene, Words
from tangledbank.search.levels import Spec
from tangledbank.search.match import derive, retreat_test
from tangledbank.search.value import own_side
from tangledbank.study.chances import Adviser, Chance
from tangledbank.table import Move, Table
from tangledbank.text import say
from tangledbank.workers import Workers

BLUNDER = 0.10  # of the chance to win that a move gives away
TURN = 0.20  # by which a seat's chance to win has changed since its decision before
SURE = 2.5  # standard errors that either must exceed: else it may be mere chance
FEW = 20  # games; fewer make no turn: it is not counted anew, and there are many to pick from
AS_GOOD = 0.02  # a move that gives away no more counts as a best one

BLUNDER_MARK, TURN_MARK = "blunder", "turn"


class Problem(NamedTuple):
    """A decision as a worker gets it: nothing but what the seat could know, and what it did."""

    game: str
    options: dict[str, str]
    seats: int
    spec: Spec
    number: int  # of the move, from 0
    seat: int
    seen: bytes
    played: int


class Verdict(NamedTuple):
    """What the search thinks of a decision."""

    best: Chance
    played: Chance


class Choice(msgspec.Struct, frozen=True):
    """A move, and the share of the games played on from it that its seat won."""

    text: str
    notation: str
    action: Words
    chance: float
    error: float  # the standard error of the chance
    games: int  # that were played on


class Decision(msgspec.Struct, frozen=True):
    """One decision of a game."""

    move: int  # its number among all moves, from 1
    seat: int
    played: Choice
    best: Choice
    loss: float  # of the chance to win, by not playing the best move
    swing: float | None  # change of the best move's chance since this seat's decision before
    marks: list[str]  # "blunder", "turn"


class Summary(msgspec.Struct, frozen=True):
    """How one seat did."""

    seat: int
    player: str
    decisions: int
    mean_loss: float | None  # None: it had nothing to decide
    blunders: int
    best_share: float | None  # of its decisions: the best move or one as good


class Analysis(msgspec.Struct, frozen=True):
    """A whole game, or as much of it as was looked at."""

    game: str
    players: list[str]
    budget: str
    moves: int
    over: bool
    outcome: list[float] | None  # each seat's share of the victory, if the game is over
    of: int  # decisions there are
    decisions: list[Decision]
    seats: list[Summary]


def analyse(
    table: Table,
    spec: Spec,
    seat: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Judge every decision that led to a table, or those of one seat.

    `workers` is the number of processes, all cores if None; `progress` hears the decisions done
    and those there are. An interrupt ends it early, with what there is so far.
    """
    found = decisions(table, seat)
    if not found:
        raise Refused(say("there is nothing to analyse: nobody had a choice"))
    problems = [
        Problem(
            table.game.name, table.rulings, len(table.players), spec, number, move.seat,
            _seen(table, number), move.code,
        )
        for number, move in found
    ]  # fmt: skip
    verdicts: list[Verdict] = []
    try:
        with closing(_judge_all(problems, workers)) as judged:
            for verdict in judged:
                verdicts.append(verdict)
                if progress:
                    progress(len(verdicts), len(problems))
    except KeyboardInterrupt:
        pass
    return summed_up(table, spec, found, verdicts)


def decisions(table: Table, seat: int | None = None) -> list[tuple[int, Move]]:
    """The moves of a game that were a choice, by their numbers.

    Not among them: what was forced, what a seat took back itself, and what it did without having
    been asked, since there was nothing else to choose then.
    """
    retreats = retreat_test(table.game.name)
    undone = set(_undone(table, retreats))
    return [
        (number, move)
        for number, move in enumerate(table.moves)
        if seat in (None, move.seat)
        and not move.auto
        and number not in undone
        and _has_choice(table.at(number), move.seat, retreats)
    ]


def _has_choice(then: Table, seat: int, retreats: Callable[[int], bool]) -> bool:
    forward = [code for code in then.codes(seat).tolist() if not retreats(code)]
    return seat in then.pending and len(forward) > 1


def _undone(table: Table, retreats: Callable[[int], bool]) -> Iterator[int]:
    """The steps back, and the steps of the same seat that they took back."""
    for number, move in enumerate(table.moves):
        if not retreats(move.code):
            continue
        yield number
        after = table.at(number + 1).state.tobytes()
        begun = _run_of(table.moves, number)
        same = [one for one in begun if table.at(one).state.tobytes() == after]
        yield from range(same[-1] if same else number, number)


def _run_of(moves: Sequence[Move], number: int) -> range:
    """The moves before this one that the same seat made in a row."""
    first = number
    while first > 0 and moves[first - 1].seat == moves[number].seat:
        first -= 1
    return range(first, number)


def _seen(table: Table, number: int) -> bytes:
    then = table.at(number)
    seen: bytes = then.recollection(table.moves[number].seat).tobytes()
    return seen


# --- judging -------------------------------------------------------------------------------------


def _judge_all(problems: Sequence[Problem], workers: int | None) -> Generator[Verdict, None, None]:
    """The verdicts in the order of the problems."""
    workers = min(workers or os.cpu_count() or 1, len(problems))
    if workers == 1:
        yield from map(judge, problems)
        return
    with Workers(workers) as pool:
        yield from pool.each(judge, problems)


def judge(problem: Problem) -> Verdict:
    """Search one decision. This is what a worker does.

    What looks like a blunder is counted anew, and only that counts: among many decisions some look
    bad by mere chance, and would be picked out for it.
    """
    adviser, game = _adviser(problem.game, problem.spec), load(problem.game)
    game.option_codes(problem.seats, problem.options)  # makes a deck of one's own known here
    seen = np.frombuffer(bytearray(problem.seen), game.new_states().dtype)
    seat, played = problem.seat, problem.played
    first, second = (derive(0, problem.number, stream) for stream in range(2))
    best = adviser.rank(seen, seat, first)[0]
    actions = [best] if played == best else [best, played]
    chances = adviser.count(seen, seat, first, actions)
    if chances[0].share - chances[-1].share >= BLUNDER:
        chances = adviser.count(seen, seat, second, actions)
    return Verdict(chances[0], chances[-1])


@cache
def _adviser(game: str, spec: Spec) -> Adviser:
    return Adviser(load(game), spec)


# --- what came of it -----------------------------------------------------------------------------


def summed_up(
    table: Table, spec: Spec, found: Sequence[tuple[int, Move]], verdicts: Sequence[Verdict]
) -> Analysis:
    """What the verdicts on the first of the decisions come to."""
    rows = _rows(table, found, verdicts)
    return Analysis(
        game=table.game.name,
        players=[*table.players],
        budget=_budget(spec),
        moves=len(table.moves),
        over=table.over,
        outcome=_outcome(table) if table.over else None,
        of=len(found),
        decisions=rows,
        seats=[_summary(table, seat, rows) for seat in range(len(table.players))],
    )


def _budget(spec: Spec) -> str:
    """As it was asked for."""
    budget = f"{spec.iterations}" if spec.iterations else f"{spec.seconds * 1000:g}ms"
    return budget if spec.threads == 1 else f"{budget}x{spec.threads}"


def _rows(
    table: Table, found: Sequence[tuple[int, Move]], verdicts: Iterable[Verdict]
) -> list[Decision]:
    rows = []
    last: dict[int, Chance] = {}  # by seat: what its best move promised
    for (number, move), verdict in zip(found, verdicts, strict=False):
        rows.append(_row(table.at(number), number, move.seat, verdict, last.get(move.seat)))
        last[move.seat] = verdict.best
    return rows


def _row(then: Table, number: int, seat: int, verdict: Verdict, last: Chance | None) -> Decision:
    best, played = verdict
    loss = max(0.0, best.share - played.share)
    swing = None if last is None else best.share - last.share
    marks = []
    if loss >= BLUNDER and _is_sure(best, played):
        marks.append(BLUNDER_MARK)
    if last and min(best.games, last.games) >= FEW and abs(best.share - last.share) >= TURN:
        marks += [TURN_MARK] * _is_sure(best, last)
    return Decision(
        move=number + 1,
        seat=seat,
        played=_choice(then, seat, played),
        best=_choice(then, seat, best),
        loss=loss,
        swing=swing,
        marks=marks,
    )


def _is_sure(one: Chance, other: Chance) -> bool:
    return abs(one.share - other.share) > SURE * hypot(one.error, other.error)


def _choice(then: Table, seat: int, chance: Chance) -> Choice:
    game, seen = then.game, then.observation(seat)
    scene = Scene(Fields(seen), seat)
    action = game.vocabulary.words(chance.action, scene)
    return Choice(
        text=game.sentences.choice(action, then.view(seat), seat),
        notation=game.vocabulary.notation(chance.action, scene),
        action=action,
        chance=chance.share,
        error=chance.error,
        games=chance.games,
    )


def _summary(table: Table, seat: int, rows: Iterable[Decision]) -> Summary:
    own = [row for row in rows if row.seat == seat]
    count = len(own)
    losses = [row.best.chance - row.played.chance for row in own]  # below 0 too: errors cancel out
    return Summary(
        seat=seat,
        player=table.players[seat],
        decisions=count,
        mean_loss=max(0.0, sum(losses) / count) if own else None,
        blunders=sum(BLUNDER_MARK in row.marks for row in own),
        best_share=sum(row.loss <= AS_GOOD for row in own) / count if own else None,
    )


def _outcome(table: Table) -> list[float]:
    """Each seat's share of the victory; those of one team do not share it with each other."""
    winners = table.winners
    side_of: Any = getattr(
        import_module(f"tangledbank.games.{table.game.name}.bots.greedy"), "side_of", own_side
    )
    sides = {int(side_of(table.state, seat)) for seat in winners}
    return [1 / len(sides) if seat in winners else 0.0 for seat in range(len(table.players))]
