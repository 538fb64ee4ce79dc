"""Our own speed: inside the kernel, from Python, through a table, and of searches."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import numpy as np

from tangledbank.games.game import Game
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import new_books
from tangledbank.search.bot import SEARCH, Searcher, Spec
from tangledbank.search.match import bound
from tangledbank.search.tree import Settings, clear, new_room
from tangledbank.table import Table, copy_state, replay

GAMES_AT_ONCE = 200
COPIES = 10_000  # of a state in one loop inside the kernel
KINDS = KERNEL, STEPPED, TABLE = "kernel", "stepped", "table"

ALL_RANDOM = Settings(greed=0.0, guide=0.0, horizon=1e6)  # to the end of the game
AT_ONCE = 500  # iterations or playouts between two looks at the clock
A_SEARCH = 2000  # iterations of one search, as a bot would do in a moment
SEED = 1
THREADS = 2


class Rate(NamedTuple):
    """Whole games and decisions in some seconds."""

    games: int
    decisions: int
    seconds: float


class Subject(NamedTuple):
    """What is measured of us or of a peer: whole random games for so many seconds."""

    name: str
    kind: str  # one of ours | "python": driven from Python | "native": inside C++ | "yardstick"
    card_game: bool
    play: Callable[[float], Rate]


Rates = tuple[float, float]  # per second: playouts and iterations, or iterations of 1 and 2 threads
Search = Callable[[float], Rates]


def repeat(play: Callable[[int], int], seconds: float, at_once: int = 1) -> Rate:
    """Play games until the time is over; `play` gets how many there were and returns decisions."""
    games = decisions = 0
    begin = perf_counter()
    while (elapsed := perf_counter() - begin) < seconds:
        decisions += play(games)
        games += at_once
    return Rate(games, decisions, elapsed)


def subjects(game: Game) -> list[Subject]:
    """What is measured of a game of ours."""
    usual = game.usual_seats
    counts = sorted({game.least_seats, usual, game.most_seats})
    stepped = "{}, {} seats, stepped from Python"
    return [
        *(Subject(in_kernel_name(game, n), KERNEL, True, in_kernel(game, n)) for n in counts),
        *(Subject(stepped.format(game.name, n), STEPPED, True, from_python(game, n))
          for n in counts),
        Subject(f"{game.name}, {usual} seats, Table.act", TABLE, True, table_act(game, usual)),
    ]  # fmt: skip


def in_kernel_name(game: Game, seats: int = 0) -> str:
    """What games inside the kernel are called, by default those with the usual seats."""
    return f"{game.name}, {seats or game.usual_seats} seats, in the kernel"


def in_kernel(game: Game, seats: int) -> Callable[[float], Rate]:
    """Whole random games inside compiled code, legal lists included."""
    states, events = game.new_states(), new_books()
    out, generator = np.zeros(game.max_legal, np.int64), new_generator()
    plant(generator, 1)
    options = game.option_codes(seats, {})

    def play(first: int, count: int = GAMES_AT_ONCE) -> int:
        return int(game.drivers.play_many(states, options, first, count, generator, out, events))

    play(0, 1)  # may compile
    return lambda seconds: repeat(play, seconds, GAMES_AT_ONCE)


def from_python(game: Game, seats: int) -> Callable[[float], Rate]:
    """The same games, each step called from Python."""
    kernel, states, events = game.kernel, game.new_states(), new_books()
    out = np.zeros(game.max_legal, np.int64)
    options = game.option_codes(seats, {})
    random = np.random.default_rng(1)

    def play(number: int) -> int:
        decisions = 0
        kernel.new(states, options, number, events)
        while waiting := kernel.pending(states):
            seat = waiting.bit_length() - 1
            count = kernel.legal(states, seat, out)
            kernel.step(states, seat, int(out[int(random.random() * count)]), events)
            decisions += 1
        return decisions

    return lambda seconds: repeat(play, seconds)


def table_act(game: Game, seats: int) -> Callable[[float], Rate]:
    """The same games through a table: log, events and undo kept; only `act` is timed."""
    random = np.random.default_rng(1)

    def play(seconds: float) -> Rate:
        games = decisions = 0
        spent = 0.0
        while spent < seconds:
            table = Table(game.name, seats, seed=games)
            while not table.over:
                seat, code = _random_move(table, random)
                begin = perf_counter()
                table.act(seat, code)
                spent += perf_counter() - begin
                decisions += 1
            games += 1
        return Rate(games, decisions, spent)

    return play


def _random_move(table: Table, random: np.random.Generator) -> tuple[int, int]:
    seat = table.pending[0]
    codes = table.codes(seat)
    return seat, int(codes[int(random.random() * len(codes))])


def microseconds(work: Callable[[], object], seconds: float) -> float:
    """The time of one call, after a first one that may compile."""
    work()
    calls, begin = 0, perf_counter()
    while perf_counter() - begin < seconds:
        work()
        calls += 1
    return (perf_counter() - begin) / calls * 1e6


def small_costs(game: Game, seconds: float) -> dict[str, float]:
    """Microseconds of copying, observing and showing a position in the middle of a game."""
    table = middle_of_game(game, game.usual_seats)
    state, seen, source = table.state, game.new_states(), copy_state(table.state)
    copies = microseconds(lambda: game.drivers.copy_many(source, seen, COPIES), seconds)
    return {
        "copy a state inside the kernel": copies / COPIES,
        "copy a state from Python": microseconds(lambda: copy_state(state), seconds),
        "observe from Python": microseconds(lambda: game.kernel.observe(state, 0, seen), seconds),
        "view as words": microseconds(lambda: table.view(0), seconds),
    }


def middle_of_game(game: Game, seats: int) -> Table:
    """A table half through a random game."""
    table = Table(game.name, seats, seed=1)
    random = np.random.default_rng(1)
    while not table.over:
        table.act(*_random_move(table, random))
    return replay(table.lines, upto=len(table.lines) // 2)


def start_seconds(arguments: list[str], typed: str = "") -> float:
    """The wall-clock time of one run of the command."""
    begin = perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tangledbank", *arguments],
        input=typed, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return perf_counter() - begin


# --- searches ------------------------------------------------------------------------------------


def search(game: Game, seats: int) -> Search:
    """Random playouts from the middle of a game in one thread, and iterations of a search there.

    The search plays the same playouts; what it loses against them is its own work.
    """
    table = middle_of_game(game, seats)
    seat = table.pending[0]
    seen, state, work = table.observation(seat), copy_state(table.state), game.new_states()
    room = new_room(game, ALL_RANDOM)
    plant(room.generator, SEED)
    searched = bound(game.name).search

    def playouts() -> int:
        game.drivers.play_out(state, work, AT_ONCE, room.generator, room.out, room.books)
        return AT_ONCE

    def iterations() -> int:
        clear(room)
        searched(seen, seat, A_SEARCH, room)
        return A_SEARCH

    return rates_of(playouts, iterations)


def search_in_threads(game: Game, seats: int) -> Search:
    """Iterations of the search as bots use it, in one thread and in two."""
    table = middle_of_game(game, seats)
    seat = table.pending[0]
    seen = table.observation(seat)

    def searched(threads: int) -> Callable[[], int]:
        searcher = Searcher(game, Spec(SEARCH, iterations=A_SEARCH, threads=threads))
        return lambda: sum(one.visits for one in searcher.evaluate(seen, seat, SEED))

    return rates_of(searched(1), searched(THREADS))


def rates_of(one: Callable[[], int], other: Callable[[], int]) -> Search:
    """How often per second two things are done; each does several at once and says how many."""
    return lambda seconds: (_rate(one, seconds / 2), _rate(other, seconds / 2))


def _rate(work: Callable[[], int], seconds: float) -> float:
    work()  # may compile
    done, begin = 0, perf_counter()
    while perf_counter() - begin < seconds:
        done += work()
    return done / (perf_counter() - begin)
