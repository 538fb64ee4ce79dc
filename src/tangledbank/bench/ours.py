"""Our own speed: inside the kernel, from Python, through a table."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tangledbank.games.game import Game
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.events import new_books
from tangledbank.table import Table, copy_state, replay

GAMES_AT_ONCE = 200


class Rate(NamedTuple):
    """Whole games and decisions in some seconds."""

    games: int
    decisions: int
    seconds: float


def seat_counts(game: Game) -> list[int]:
    """The numbers of seats that are measured."""
    return sorted({game.least_seats, game.usual_seats, game.most_seats})


def in_kernel(game: Game, seats: int) -> Callable[[float], Rate]:
    """Whole random games inside compiled code, legal lists included."""
    states, events = game.new_states(), new_books()
    out, generator = np.zeros(game.max_legal, np.int64), new_generator()
    plant(generator, 1)
    options = game.option_codes(seats, {})
    game.drivers.play_many(states, options, 0, 1, generator, out, events)  # may compile

    def play(seconds: float) -> Rate:
        games = decisions = 0
        begin = time.perf_counter()
        while time.perf_counter() - begin < seconds:
            decisions += game.drivers.play_many(
                states, options, games, GAMES_AT_ONCE, generator, out, events
            )
            games += GAMES_AT_ONCE
        return Rate(games, int(decisions), time.perf_counter() - begin)

    return play


def from_python(game: Game, seats: int) -> Callable[[float], Rate]:
    """The same games, each step called from Python."""
    kernel, states, events = game.kernel, game.new_states(), new_books()
    out = np.zeros(game.max_legal, np.int64)
    options = game.option_codes(seats, {})
    random = np.random.default_rng(1)

    def play(seconds: float) -> Rate:
        games = decisions = 0
        begin = time.perf_counter()
        while time.perf_counter() - begin < seconds:
            kernel.new(states, options, games, events)
            while waiting := kernel.pending(states):
                seat = waiting.bit_length() - 1
                count = kernel.legal(states, seat, out)
                kernel.step(states, seat, int(out[int(random.random() * count)]), events)
                decisions += 1
            games += 1
        return Rate(games, decisions, time.perf_counter() - begin)

    return play


def table_act(game: Game, seats: int) -> Callable[[float], Rate]:
    """The same games through a table: log, events and undo kept; only `act` is timed."""
    random = np.random.default_rng(1)

    def play(seconds: float) -> Rate:
        games = decisions = 0
        spent = 0.0
        while spent < seconds:
            table = Table(game.name, seats, seed=games)
            while not table.over:
                seat = table.pending[0]
                codes = table.codes(seat)
                code = int(codes[int(random.random() * len(codes))])
                begin = time.perf_counter()
                table.act(seat, code)
                spent += time.perf_counter() - begin
                decisions += 1
            games += 1
        return Rate(games, decisions, spent)

    return play


def microseconds(work: Callable[[], object], seconds: float) -> float:
    """The time of one call, after a first one that may compile."""
    work()
    calls, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        work()
        calls += 1
    return (time.perf_counter() - begin) / calls * 1e6


def small_costs(game: Game, seconds: float) -> dict[str, float]:
    """Microseconds of copying, observing and showing a position in the middle of a game."""
    table = middle_of_game(game, game.usual_seats)
    state, seen = table.state, game.new_states()
    return {
        "copy a state inside the kernel": copy_in_kernel(game, state, seconds),
        "copy a state from Python": microseconds(lambda: copy_state(state), seconds),
        "observe from Python": microseconds(lambda: game.kernel.observe(state, 0, seen), seconds),
        "view as words": microseconds(lambda: table.view(0), seconds),
    }


def copy_in_kernel(game: Game, state: Any, seconds: float) -> float:
    """Microseconds of one copy, in a loop of copies inside compiled code."""
    copies = 10_000
    source, target = copy_state(state), game.new_states()
    per_loop = microseconds(lambda: game.drivers.copy_many(source, target, copies), seconds)
    return per_loop / copies


def middle_of_game(game: Game, seats: int) -> Table:
    """A table half through a random game."""
    table = Table(game.name, seats, seed=1)
    random = np.random.default_rng(1)
    while not table.over:
        seat = table.pending[0]
        codes = table.codes(seat)
        table.act(seat, int(codes[int(random.random() * len(codes))]))
    return replay(table.lines, upto=len(table.lines) // 2)


def start_seconds(arguments: list[str], typed: str = "") -> float:
    """The wall-clock time of one run of the command."""
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tangledbank", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    return time.perf_counter() - begin
