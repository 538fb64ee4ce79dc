"""Is a game fair? Many games between bots of one kind, watched and judged by the game itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.game import SCORE_COLUMNS, Balance, Game, Measure, Notes, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import CAPACITY, new_books, take_events
from tangledbank.search.levels import check_policy
from tangledbank.search.match import bound, derive
from tangledbank.study import in_chunks
from tangledbank.text import say

CHUNK = 50  # games a worker plays before it reports


class Section(msgspec.Struct, frozen=True):
    """The measures of one number of seats and one kind of bot."""

    seats: int
    bot: str
    games: int
    measures: list[Measure]


def study(
    game: Game, seats: int, bot: str, games: int, seed: int, workers: int | None = None,
    progress: Callable[[int], None] = lambda _done: None,
) -> Section:  # fmt: skip
    """What holds over so many games, the same whatever the number of workers."""
    notes = Notes()
    found = in_chunks(workers, play, games, CHUNK, game.name, seats, bot, seed)
    for chunks, one in enumerate(found, start=1):
        notes.add(one)
        progress(min(chunks * CHUNK, games))
    return Section(seats, bot, games, _part(game).measures(seats, bot, notes, seed))


def play(name: str, seats: int, bot: str, seed: int, start: int, games: int) -> Notes:
    """Some games between bots of one kind, numbered from `start` on."""
    game, notes = load(name), Notes()
    kernel, choose, policy = game.kernel, bound(name).choose, check_policy(bot)
    options = game.option_codes(seats, {})
    states, view, books = game.new_states(), game.new_states(), new_books(CAPACITY)
    out = np.zeros(game.max_legal, np.int64)
    scores = np.zeros((game.most_seats, SCORE_COLUMNS), np.int64)
    generators = [new_generator() for _ in range(seats)]
    for number in range(start, start + games):
        for seat in range(seats):
            plant(generators[seat], derive(seed, number, 1 + seat))
        kernel.new(states, options, derive(seed, number, 0), books)
        watcher = _part(game).watch(states[0], notes)
        watcher.see(take_events(books))
        while waiting := int(kernel.pending(states)):
            seat = (waiting & -waiting).bit_length() - 1
            kernel.observe(states, seat, view)
            count = kernel.legal(view, seat, out)
            action = choose(policy, view, seat, out, count, generators[seat])
            kernel.step(states, seat, action, books)
            watcher.see(take_events(books))
        kernel.score(states, scores)
        watcher.finish(scores[:seats, 0].tolist())
    return notes


def check(game: Game, games: int, seats: Sequence[int], bots: Sequence[str]) -> None:
    """Refuse what cannot be studied."""
    _part(game)
    if games < 1:
        raise Refused(say("at least one game has to be played"), place="games")
    for number in seats:
        game.check_seats(number)
    for bot in bots:
        check_policy(bot)


def _part(game: Game) -> Balance:
    if game.balance is None:
        raise Refused(say("the balance of {game} is not studied yet", game=game.name), place="game")
    return game.balance
