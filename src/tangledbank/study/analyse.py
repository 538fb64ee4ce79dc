"""Go through a game that was played: what each decision was worth, and where the game turned.

Each decision is judged by what the seat that made it could know then, had it kept count. With an
iteration budget the result does not depend on the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from tangledbank.accept import Words
from tangledbank.errors import Refused
from tangledbank.games.game import load
from tangledbank.games.shared.verbs import Fields, Scene
from tangledbank.search.bot import Spec
from tangledbank.search.match import derive, retreat_test
from tangledbank.study import on_all_cores
from tangledbank.study.chances import Adviser, Chance
from tangledbank.table import Move, Table
from tangledbank.text import say

if TYPE_CHECKING:  # not everyone has it
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUNDER = 0.10  # of the chance to win that a move gives away
TURN = 0.20  # by which a seat's chance to win has changed since its decision before
SURE = 2.5  # standard errors that either must exceed: else it may be mere chance
FEW = 20  # games; fewer make no turn: it is not counted anew, and there are many to pick from
AS_GOOD = 0.02  # a move that gives away no more counts as a best one

BLUNDER_MARK, TURN_MARK = "blunder", "turn"

KINDS = (".png", ".svg")  # of pictures
# Okabe and Ito's colours, told apart by everyone; line and marker say the same without colour.
NUMBER = 0.04  # of the width: room for the number of a move
LOOKS = (
    ("#0072B2", "-", "o"),
    ("#D55E00", "--", "s"),
    ("#009E73", "-.", "^"),
    ("#CC79A7", ":", "D"),
    ("#E69F00", (0, (5, 1, 1, 1, 1, 1)), "v"),
    ("#56B4E9", (0, (8, 2)), "P"),
    ("#000000", (0, (1, 3)), "X"),
    ("#7F7F7F", (0, (3, 1, 1, 1)), "<"),
)


class Puzzle(NamedTuple):
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


class JudgedMove(msgspec.Struct, frozen=True):
    """A move, and the share of the games played on from it that its seat won."""

    text: str
    notation: str
    action: Words
    chance: float
    error: float  # the standard error of the chance
    games: int  # that were played on


class JudgedDecision(msgspec.Struct, frozen=True):
    """One decision of a game."""

    move: int  # its number among all moves, from 1
    seat: int
    played: JudgedMove
    best: JudgedMove
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
    decisions: list[JudgedDecision]
    seats: list[Summary]


def analyse(
    table: Table, spec: Spec, seat: int | None = None, workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:  # fmt: skip
    """Judge every decision that led to a table, or those of one seat.

    `workers` is the number of processes, all cores if None; `progress` hears the decisions done
    and those there are. An interrupt ends it early, with what there is so far.
    """
    found = decisions(table, seat)
    if not found:
        raise Refused(say("there is nothing to analyse: nobody had a choice"))
    puzzles = [
        Puzzle(
            table.game.name, table.rulings, len(table.players), spec, number, move.seat,
            table.at(number).recollection(move.seat).tobytes(), move.code,
        )
        for number, move in found
    ]  # fmt: skip
    verdicts: list[Verdict] = []
    try:
        with closing(on_all_cores(workers, judge, puzzles)) as judged:
            for verdict in judged:
                verdicts.append(verdict)
                if progress:
                    progress(len(verdicts), len(puzzles))
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


# --- judging -------------------------------------------------------------------------------------


def judge(puzzle: Puzzle) -> Verdict:
    """Search one decision. This is what a worker does.

    What looks like a blunder is counted anew, and only that counts: among many decisions some look
    bad by mere chance, and would be picked out for it.
    """
    adviser, game = _adviser(puzzle.game, puzzle.spec), load(puzzle.game)
    game.option_codes(puzzle.seats, puzzle.options)  # makes a deck of one's own known here
    seen = np.frombuffer(bytearray(puzzle.seen), game.new_states().dtype)
    seat, played = puzzle.seat, puzzle.played
    first, second = (derive(0, puzzle.number, stream) for stream in range(2))
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
) -> list[JudgedDecision]:
    rows = []
    last: dict[int, Chance] = {}  # by seat: what its best move promised
    for (number, move), verdict in zip(found, verdicts, strict=False):
        rows.append(_row(table.at(number), number, move.seat, verdict, last.get(move.seat)))
        last[move.seat] = verdict.best
    return rows


def _row(
    then: Table, number: int, seat: int, verdict: Verdict, last: Chance | None
) -> JudgedDecision:
    best, played = verdict
    loss = max(0.0, best.share - played.share)
    swing = None if last is None else best.share - last.share
    marks = []
    if loss >= BLUNDER and _is_sure(best, played):
        marks.append(BLUNDER_MARK)
    if last and min(best.games, last.games) >= FEW and abs(best.share - last.share) >= TURN:
        marks += [TURN_MARK] * _is_sure(best, last)
    return JudgedDecision(
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


def _choice(then: Table, seat: int, chance: Chance) -> JudgedMove:
    game, seen = then.game, then.observation(seat)
    scene = Scene(Fields(seen), seat)
    action = game.vocabulary.words(chance.action, scene)
    return JudgedMove(
        text=game.sentences.choice(action, then.view(seat), seat),
        notation=game.vocabulary.notation(chance.action, scene),
        action=action,
        chance=chance.share,
        error=chance.error,
        games=chance.games,
    )


def _summary(table: Table, seat: int, rows: Iterable[JudgedDecision]) -> Summary:
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
    sides = {table.game.side_of(seat, table.rulings) for seat in winners}
    return [1 / len(sides) if seat in winners else 0.0 for seat in range(len(table.players))]


# --- as a picture: each seat's chance to win, and where the game turned -------------------------


def check_plot(path: Path) -> None:
    """Refuse a picture that cannot be made, before any work is done for it."""
    if path.suffix not in KINDS:
        raise Refused(say("a picture ends with {kinds}", kinds=", ".join(KINDS)), place=str(path))
    if not path.parent.is_dir():
        raise Refused(say("there is no such folder"), place=str(path.parent))
    if path.is_dir():
        raise Refused(say("this is a folder, not a file"), place=str(path))
    try:
        import matplotlib as _  # noqa: F401  is it there?
    except ImportError:
        raise Refused(
            say("pictures need the package matplotlib: pip install 'tangledbank[study]'")
        ) from None


@contextmanager
def picture(path: Path, width: float, height: float, dpi: int = 100) -> Iterator[Figure]:
    """A figure that is drawn into a file; what is drawn alike is the same file."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "tangledbank", "svg.fonttype": "none"}):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        kind = path.suffix.removeprefix(".") or "svg"
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(path, format=kind, metadata=metadata, dpi=dpi)


def plot(analysis: Analysis, names: Sequence[str], path: Path) -> None:
    """Draw an analysis into a file."""
    with picture(path, 10, 5, dpi=120) as figure:
        axes = figure.subplots()
        for seat, name in enumerate(names):
            _draw_seat(axes, analysis, seat, name)
        _draw_blunders(axes, analysis)
        _draw_turns(axes, analysis)
        _draw_frame(axes, analysis)


def _draw_seat(axes: Axes, analysis: Analysis, seat: int, name: str) -> None:
    """The chance with the best move at each decision, and what came of it in the end."""
    rows = [row for row in analysis.decisions if row.seat == seat]
    if not rows:
        return
    moves, chances = [row.move for row in rows], [row.best.chance for row in rows]
    if analysis.outcome and len(analysis.decisions) == analysis.of:
        moves.append(analysis.moves + 1)
        chances.append(analysis.outcome[seat])
    colour, line, marker = LOOKS[seat % len(LOOKS)]
    axes.plot(moves, chances, color=colour, linestyle=line, marker=marker, markersize=4, label=name)


def _draw_blunders(axes: Axes, analysis: Analysis) -> None:
    """From what the best move promised down to what was played."""
    rows = _marked(analysis, BLUNDER_MARK)
    for row in rows:
        axes.annotate(
            "", (row.move, row.played.chance), (row.move, row.best.chance),
            arrowprops={"arrowstyle": "-|>", "color": LOOKS[row.seat % len(LOOKS)][0]},
        )  # fmt: skip
    if rows:
        axes.scatter(
            [row.move for row in rows], [row.played.chance for row in rows],
            marker="x", s=50, color="black", zorder=3, label=say("blunder: the chance it left"),
        )  # fmt: skip


def _draw_turns(axes: Axes, analysis: Analysis) -> None:
    rows = _marked(analysis, TURN_MARK)
    free = 0.0  # from this move on a number does not run into the last one
    for row in rows:
        axes.axvline(row.move, color="#999999", linewidth=0.8, zorder=0)
        if row.move >= free:
            axes.text(row.move, 1.05, str(row.move), ha="center", va="bottom", fontsize="small")
            free = row.move + NUMBER * analysis.moves
    if rows:
        axes.scatter(
            [row.move for row in rows], [row.best.chance for row in rows],
            s=150, facecolors="none", edgecolors="black", zorder=3, label=say("the game turned"),
        )  # fmt: skip


def _marked(analysis: Analysis, mark: str) -> list[JudgedDecision]:
    return [row for row in analysis.decisions if mark in row.marks]


def _draw_frame(axes: Axes, analysis: Analysis) -> None:
    axes.set_ylim(-0.04, 1.04)
    axes.yaxis.set_major_formatter(lambda share, _position: f"{share:.0%}")
    axes.set_xlabel(say("move"))
    axes.set_ylabel(say("estimated chance to win"))
    axes.set_title(
        say("{game}: each seat's chance to win, move by move", game=analysis.game), pad=18
    )
    axes.grid(axis="y", alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
