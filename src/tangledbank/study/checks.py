"""Does a game still do what it must? Random games checked at every position, and golden files.

Golden files hold what a game must do again tomorrow: playthroughs, tree counts and a signature.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple

import msgspec
import numpy as np

from tangledbank.games.game import SCORE_COLUMNS, Game, load
from tangledbank.games.shared.position import TableView
from tangledbank.kernel.chance import below, new_generator, plant
from tangledbank.kernel.drivers import DEAD_END, ENDLESS
from tangledbank.kernel.records import new_books
from tangledbank.study import in_chunks
from tangledbank.table import AUDIENCE, Table

BATCH = 250  # games with the same seats and options
MOST_DECISIONS = 100_000  # in one game; far beyond any real one

SIGNATURE_GAMES = 200
TREE_DEPTH = 6  # or less, where there are
TREE_COURSES = 1000  # already
TREE_MOVES = 40  # random moves before a tree is counted
TREE_SEEDS = (1, 2)


class Finding(NamedTuple):
    """Where an invariant did not hold."""

    options: dict[str, str | int]  # and the number of seats
    seed: int
    decisions: int
    violation: str


class FuzzRun(NamedTuple):
    """What random games have shown."""

    games: int
    decisions: int
    findings: list[Finding]


def fuzz(
    name: str, games: int, seed: int = 0, workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> FuzzRun:  # fmt: skip
    """Play so many random games, spread over all numbers of seats and options."""
    done, decisions = 0, 0
    findings: list[Finding] = []
    for found in in_chunks(workers, _batch, games, BATCH, name, seed):
        done += found.games
        decisions += found.decisions
        findings += found.findings
        if progress:
            progress(done, games)
    return FuzzRun(done, decisions, findings)


def _batch(name: str, seed: int, start: int, games: int) -> FuzzRun:
    """One batch: its seats and options follow from its seed."""
    game, seed = load(name), seed + start
    generator = new_generator()
    plant(generator, seed)
    seats, chosen = batch_options(game, seed)
    report = np.zeros(3, np.int64)
    violation = int(game.drivers.fuzz(
        game.new_states(), game.option_codes(seats, chosen), seed, games, MOST_DECISIONS,
        generator, np.zeros(game.max_legal, np.int64), new_books(), report,
    ))  # fmt: skip
    first, after, decisions = report.tolist()
    if not violation:
        return FuzzRun(games, decisions, [])
    words = {DEAD_END: "a seat has to decide and has no legal action", ENDLESS: "no end"}
    text = words.get(violation) or game.violations[violation].sentence
    return FuzzRun(games, decisions, [Finding({"seats": seats, **chosen}, first, after, text)])


def batch_options(game: Game, seed: int) -> tuple[int, dict[str, str]]:
    """Seats and option values of a batch, all combinations in turn."""
    number = seed // BATCH
    kinds = game.most_seats - game.least_seats + 1
    seats = game.least_seats + number % kinds
    number = (number // kinds) * 0x9E37 + number  # neighbouring batches differ in many options
    chosen = {}
    for name, values in game.options.items():
        chosen[name] = values[number % len(values)]
        number //= len(values)
    return seats, game.fitting(seats, chosen)


# --- golden files --------------------------------------------------------------------------------


def playthrough(game: Game, seats: int, seed: int) -> Iterator[str]:
    """A whole random game as lines: every legal list, choice, event and observation.

    Of each observation only what has changed since the last decision is printed; a seat's own
    lines are what it sees beyond the audience.
    """
    table = Table(game.name, seats, seed=seed, auto=False)
    generator = new_generator()
    plant(generator, seed)
    eyes = [AUDIENCE, *range(seats)]
    seen: dict[int, dict[str, str]] = {eye: {} for eye in eyes}
    yield f"{game.name}, {seats} seats, seed {seed}"
    yield from (f"  ! {_line(event)}" for event in table.events())
    while True:
        public = _flat(table.view(AUDIENCE))
        for eye in eyes:
            lines = _flat(table.view(eye))
            if eye != AUDIENCE:
                lines = {path: text for path, text in lines.items() if public.get(path) != text}
            yield from _changes(eye, seen[eye], lines)
            seen[eye] = lines
        if table.over:
            break
        seat = table.pending[0]
        codes = table.codes(seat)
        notations = [table.notation(int(code), seat) for code in codes]
        chosen = int(below(generator, len(codes)))
        yield f"{len(table.moves) + 1}. seat {seat}: {' | '.join(notations)}"
        yield f"  > {notations[chosen]}"
        before = len(table.moves)
        table.act(seat, int(codes[chosen]))
        yield from (f"  ! {_line(event)}" for event in table.events(since=before))
    yield f"standings {table.standings}, winners {table.winners}"


def _line(words: object) -> str:
    return msgspec.json.encode(words).decode()


def _flat(view: TableView) -> dict[str, str]:
    """A document as lines by path: each field, each field of a seat, each thing before it."""
    words = view.in_words()
    seats = words.pop("seats")
    lines = {key: _line(value) for key, value in words.items()}
    for number, seat in enumerate(seats if isinstance(seats, list) else ()):
        for key, value in seat.items():
            if value and isinstance(value, list) and isinstance(value[0], dict):
                for index, piece in enumerate(value):
                    lines[f"seat {number} {key} {index}"] = _line(piece)
            else:
                lines[f"seat {number} {key}"] = _line(value)
    return lines


def _changes(eye: int, before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    who = "audience" if eye == AUDIENCE else f"seat {eye}"
    for path in before:
        if path not in after:
            yield f"  - {who}: {path}"
    for path, text in after.items():
        if before.get(path) != text:
            yield f"  = {who}: {path} {text}"


def tree_counts(game: Game) -> dict[str, int]:
    """How many courses there are from fixed positions, by seats, seed and depth."""
    counts = {}
    for seats in range(game.least_seats, game.most_seats + 1):
        for seed in TREE_SEEDS:
            states = game.new_states(TREE_DEPTH + 1)
            out = np.zeros((TREE_DEPTH + 1, game.max_legal), np.int64)
            events, generator = new_books(), new_generator()
            plant(generator, seed)
            game.kernel.new(states, game.option_codes(seats, {}), seed, events)
            for _ in range(TREE_MOVES):
                seat = int(game.kernel.pending(states)).bit_length() - 1
                count = game.kernel.legal(states, seat, out[0])
                game.kernel.step(states, seat, int(out[0][below(generator, count)]), events)
            for level in range(1, TREE_DEPTH + 1):
                at = np.zeros(level + 1, np.int64)
                courses = int(game.drivers.count_tree(states, level, out, at, events))
                counts[f"{seats} seats, seed {seed}, depth {level}"] = courses
                if courses > TREE_COURSES:
                    break
    return counts


def signature(game: Game) -> int:
    """One number for the game: it changes whenever the game plays differently."""
    generator = new_generator()
    plant(generator, 1)
    states, events = game.new_states(), new_books()
    out = np.zeros(game.max_legal, np.int64)
    scores = np.zeros((game.most_seats, SCORE_COLUMNS), np.int64)
    signed = {option.id: option.signed for option in game.option_rows}
    most = max((len(values) for values in signed.values()), default=1)
    verbs = import_module(f"tangledbank.games.{game.name}.rules.actions").Verb
    numbers = np.array(verbs.signed(), np.int64)
    number = 0
    for seats in range(game.least_seats, game.most_seats + 1):
        for value in range(most):  # every option at each of its values
            chosen = {name: values[min(value, len(values) - 1)] for name, values in signed.items()}
            options = game.option_codes(seats, game.fitting(seats, chosen))
            part = game.drivers.sign(
                states, options, 1, SIGNATURE_GAMES, generator, out, scores, events, numbers
            )
            number = (number * 31 + int(part)) % 2_147_483_647
    return number


def texts(game: Game) -> Iterator[tuple[str, str]]:
    """Each golden file by its name, as the game makes it now."""
    for seats in range(game.least_seats, game.most_seats + 1):
        lines = playthrough(game, seats, seed=seats)
        yield f"playthrough-{seats}.txt", "".join(f"{line}\n" for line in lines)
    yield from counts(game)


def counts(game: Game) -> Iterator[tuple[str, str]]:
    """The golden files that hold numbers only; they take compiled rules."""
    trees = msgspec.json.format(msgspec.json.encode(tree_counts(game)), indent=1).decode()
    yield "trees.json", trees + "\n"
    yield "signature.txt", f"{signature(game)}\n"
