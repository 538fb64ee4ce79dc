"""One game of a tournament, and what came of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from tangledbank.arena.conversation import Failure
from tangledbank.arena.external import Program, seat_player
from tangledbank.arena.lineups import Setup
from tangledbank.bots.bots import Bot, check_bot
from tangledbank.bots.match import DECISIONS, TURNS, Board, bound
from tangledbank.games.game import SCORE_COLUMNS, Game, load
from tangledbank.kernel.chance import plant
from tangledbank.kernel.events import new_books
from tangledbank.table import Table

CARETAKER = "caretaker"  # plays on for a program that has failed


class Forfeit(msgspec.Struct, frozen=True):
    """A seat that lost a game because its program failed, and why."""

    seat: int
    why: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a game, by seats."""

    game: int
    scores: list[list[int]]  # points, then tie-breaks
    turns: int
    decisions: int
    forfeits: list[Forfeit] = []


class Move(NamedTuple):
    """What a seat did, and whether the caretaker has taken it just before."""

    seat: int
    code: int
    is_taken_over: bool


def rank_keys(setup: Setup, result: Result) -> list[tuple[Any, ...]]:
    """For each side something to rank it by, more is better; who forfeits is last."""
    keys: list[tuple[Any, ...]] = [()] * setup.places
    for seat, side in enumerate(setup.sides):
        keys[side] = (True, *result.scores[seat])  # teammates have the same score
    for forfeit in result.forfeits:
        keys[setup.sides[forfeit.seat]] = (False,)
    return keys


def play(setup: Setup, number: int, logs: Path | None = None) -> Result:
    """Play a game; on request its log is written. This is what a worker does."""
    if logs is None and all(_policy(name, setup) >= 0 for name in setup.seated(number)):
        return _play_at_once(setup, number)
    match = Match(setup, number)
    try:
        match.play()
        result = match.result()
        match.finish(result)
    finally:
        match.close()
    if logs:
        save_log(setup, number, match.moves, logs)
    return result


def _policy(name: str, setup: Setup) -> int:
    """The number of a policy; below 0 for what thinks longer."""
    return -1 if name in setup.programs else check_bot(name).policy


def _play_at_once(setup: Setup, number: int) -> Result:
    """A whole game in compiled code; a `Match` would take a hundred times as long for the same."""
    game, board = load(setup.game), _board(setup.game)
    for seat, name in enumerate(setup.seated(number)):
        board.policies[seat] = _policy(name, setup)
        plant(board.generators[seat], setup.bot_seed(number, seat))
    codes = game.option_codes(setup.seats, setup.options)
    bound(game.name).play_match(*board.arguments(codes, setup.deal_seed(number)))
    scores, facts = board.scores[: setup.seats].tolist(), board.facts.tolist()
    return Result(number, scores, facts[TURNS], facts[DECISIONS])


@cache
def _board(game: str) -> Board:
    return Board(load(game))


class Match:
    """A game that is being played, decision by decision."""

    def __init__(self, setup: Setup, number: int):
        self._setup, self._number = setup, number
        self._game: Game = load(setup.game)
        self._states, self._view = self._game.new_states(), self._game.new_states()
        self._players: list[Bot | Program] = [
            seat_player(
                name, self._game, setup.options, setup.seats, seat,
                setup.bot_seed(number, seat), setup.programs, setup.limits,
            )
            for seat, name in enumerate(setup.seated(number))
        ]  # fmt: skip
        self._forfeits: list[Forfeit] = []
        self.moves: list[Move] = []

    def play(self) -> None:
        """Ask whoever has to decide, the lowest seat first, until the game is over."""
        kernel, setup = self._game.kernel, self._setup
        out, books = np.zeros(self._game.max_legal, np.int64), new_books()
        codes = self._game.option_codes(setup.seats, setup.options)
        kernel.new(self._states, codes, setup.deal_seed(self._number), books)
        while waiting := int(kernel.pending(self._states)):
            seat = (waiting & -waiting).bit_length() - 1
            kernel.observe(self._states, seat, self._view)
            count = kernel.legal(self._view, seat, out)
            move = self._decide(seat, out[:count])
            self.moves.append(move)
            kernel.step(self._states, seat, move.code, books)

    def _decide(self, seat: int, codes: Any) -> Move:
        try:
            return Move(seat, self._players[seat].choose(self._view, seat, codes), False)
        except Failure as failure:
            self._forfeits.append(Forfeit(seat, str(failure)))
        caretaker = Bot(CARETAKER, self._game, self._setup.bot_seed(self._number, seat))
        self._players[seat] = caretaker
        return Move(seat, caretaker.choose(self._view, seat, codes), True)

    def result(self) -> Result:
        """What came of it."""
        scores = np.zeros((self._game.most_seats, SCORE_COLUMNS), np.int64)
        self._game.kernel.score(self._states, scores)
        return Result(
            self._number,
            scores[: self._setup.seats].tolist(),
            int(self._states["turn"][0]),
            len(self.moves),
            self._forfeits,
        )

    def finish(self, result: Result) -> None:
        """Tell the programs how it ended."""
        keys = rank_keys(self._setup, result)
        winners = [s for s, side in enumerate(self._setup.sides) if keys[side] == max(keys)]
        for player in self._programs():
            player.finish([row[0] for row in result.scores], winners)

    def close(self) -> None:
        """End the programs."""
        for player in self._programs():
            player.close()

    def _programs(self) -> list[Program]:
        return [player for player in self._players if isinstance(player, Program)]


def save_log(setup: Setup, number: int, moves: list[Move], folder: Path) -> None:
    """Write a game as `tangledbank replay` shows it."""
    table = Table(
        setup.game,
        setup.seated(number),
        options=setup.options,
        seed=setup.deal_seed(number),
        auto=False,
    )
    for move in moves:
        if move.is_taken_over:
            table.leave(move.seat, CARETAKER)
        table.act(move.seat, move.code)
    table.save(folder / f"{setup.game}-{number:06}.jsonl")
