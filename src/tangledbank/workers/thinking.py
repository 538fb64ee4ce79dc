"""Bots that think in another process: what they get to know, and what they answer."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tangledbank.games.game import load
from tangledbank.kernel.records import States
from tangledbank.search.bot import Bot, seed_for
from tangledbank.table import Table

CARETAKER = "caretaker"  # decides when someone's time is over, or a program has failed


class Problem(NamedTuple):
    """All that a bot gets to know: who it is, what its seat sees, what it may do."""

    bot: str
    game: str
    options: dict[str, str]
    seats: int
    seed: int
    seat: int
    seen: bytes
    codes: list[int]
    moment: int


def problem_at(table: Table, seat: int, bot: str) -> Problem:
    """What a bot at a seat has to decide now."""
    return Problem(
        bot,
        table.game.name,
        table.rulings,
        len(table.players),
        seed_for(table.seed, seat),
        seat,
        table.observation(seat).tobytes(),
        table.codes(seat).tolist(),
        len(table.moves),
    )


def load_bot(problem: Problem) -> None:
    """Load the compiled code that a bot needs: that is no thinking."""
    _bot(problem.bot, problem.game, problem.seed)


def solve(problem: Problem) -> int:
    """The action a bot takes."""
    bot = _bot(problem.bot, problem.game, problem.seed)
    return bot.choose(seen_by(problem), problem.seat, problem.codes, problem.moment)


@lru_cache(maxsize=1)
def _bot(name: str, game: str, seed: int) -> Bot:
    return Bot(name, load(game), seed)


def seen_by(problem: Problem) -> States:
    """What the seat sees, as a record of its game."""
    game = load(problem.game)
    game.option_codes(problem.seats, problem.options)  # makes a deck of one's own known here
    seen: States = np.frombuffer(bytearray(problem.seen), game.new_states().dtype)
    return seen
