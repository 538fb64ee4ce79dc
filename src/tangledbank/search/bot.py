"""A bot as Python sees it: a name, a game, a seed; it chooses among the legal actions.

Behind it is a policy, or a search with so many iterations or so much time.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.game import MAX_SEED, Game, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import Ints, States
from tangledbank.search.match import CARELESS, POLICIES, bound, derive, retreat_test
from tangledbank.search.tree import USUAL, Estimate, Settings, clear, new_room, ranked, root_moves
from tangledbank.table import Table
from tangledbank.text import instead, mark, say

SLICE = 64  # iterations of a thread between two looks at the tree
SLICE_SHARE = 0.02  # of a time limit between two looks at the clock …
SLICE_SECONDS = 0.01  # … and at most so long
RESERVE_SHARE = 0.5  # of a time limit is left unused at most, where the machine is overloaded
THREADS = 98  # the stream of chance from which the further threads have their seeds
SEARCHING = 99  # the stream of chance of a search
STRIDE = 1_000_000_007  # between the seeds of two moments, so that seats do not share them

SEARCH, SLIPS = "search", "careless"
CARETAKER = "caretaker"  # decides when someone's time is over, or a program has failed
USUAL_SECONDS = 1.0
MOST_SECONDS = 600.0
MOST_ITERATIONS = 10_000_000
MOST_THREADS = 32  # each has a tree of its own in memory
BUDGET = re.compile(
    r"(?P<number>[0-9]{1,9}(?:\.[0-9]{1,6})?)(?P<unit>ms|s|)(?:x(?P<threads>[0-9]{1,3}))?",
    re.ASCII,
)
UNIT_SECONDS = {"ms": 0.001, "s": 1.0}

Actions = Sequence[int] | Ints


# --- names: `expert`, `greedy`, `search:1000`, `search:1sx2` -------------------------------------


class Spec(NamedTuple):
    """A bot as it was asked for: a policy by its number, or a search by iterations or seconds.

    A search with both ends with the first of them; its threads share either.
    """

    name: str
    policy: int = -1
    iterations: int = 0
    seconds: float = 0.0
    threads: int = 1


# Opponents from weak to strong; docs/bots.md tells of them. They think for so many iterations, so
# that a level is as strong on every machine, and for a second at most, however slow that is.
LEVELS = {
    "beginner": Spec(SLIPS, CARELESS + 65),
    "learner": Spec(SLIPS, CARELESS + 35),
    "skilled": Spec("greedy", POLICIES.index("greedy")),
    "strong": Spec(SEARCH, iterations=50, seconds=USUAL_SECONDS),
    "expert": Spec(SEARCH, iterations=200, seconds=USUAL_SECONDS),
}
USUAL_LEVEL = "skilled"
BOTS = (*LEVELS, *POLICIES, SLIPS, SEARCH)

# What people are told of them.
BOT_TITLES = {
    "beginner": mark("level: beginner"),
    "learner": mark("level: learner"),
    "skilled": mark("level: good"),
    "strong": mark("level: strong"),
    "expert": mark("level: expert"),
    "greedy": mark("level: good"),
    "random": mark("level: easy"),
    "caretaker": mark("caretaker"),
}
STYLES = {
    "beginner": mark("overlooks most of what it could do, and takes the best of the rest"),
    "learner": mark("takes what promises most, but overlooks some of it"),
    "skilled": mark("takes what promises most at once"),
    "strong": mark("looks a little ahead before each move"),
    "expert": mark("looks well ahead before each move"),
}
RATINGS = Path(__file__).with_name("ratings.json")  # written by tools/ratings.py


@cache
def ratings() -> dict[str, dict[str, float]]:
    """The measured rating of each level, by game; a game that was not measured is missing."""
    return msgspec.json.decode(RATINGS.read_bytes(), type=dict[str, dict[str, float]])


def rating_in(game: str, level: str) -> str:
    """The rating of a level in a game, in whole points; a dash if it was not measured."""
    found = ratings().get(game, {}).get(level)
    return "–" if found is None else f"{found:.0f}"


def read_spec(text: str) -> Spec:
    """The bot a text asks for; refuse what names none."""
    if text in LEVELS:
        return LEVELS[text]
    name, colon, budget = text.partition(":")
    if name not in BOTS:
        raise Refused(say("there is no bot “{name}”", name=name) + instead(name, BOTS))
    if name == SEARCH:
        return _read_budget(budget) if colon else Spec(SEARCH, seconds=USUAL_SECONDS)
    if name == SLIPS:
        return _read_slips(budget)
    if colon:
        raise Refused(say("{name} takes no budget: write “{name}” alone", name=name))
    return Spec(name, POLICIES.index(name))


def _read_slips(text: str) -> Spec:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= 100):
        raise Refused(
            say(
                "careless takes a number from 0 to 100, as in careless:25: of a hundred"
                " possibilities it overlooks so many"
            )
        )
    return Spec(SLIPS, CARELESS + int(text))


def _read_budget(text: str) -> Spec:
    found = BUDGET.fullmatch(text)
    threads = int(found["threads"] or 1) if found else 0
    if found and 1 <= threads <= MOST_THREADS:
        if found["unit"]:
            seconds = float(found["number"]) * UNIT_SECONDS[found["unit"]]
            if 0.001 <= seconds <= MOST_SECONDS:
                return Spec(SEARCH, seconds=seconds, threads=threads)
        elif found["number"].isdigit() and 1 <= int(found["number"]) <= MOST_ITERATIONS:
            return Spec(SEARCH, iterations=int(found["number"]), threads=threads)
    raise Refused(
        say(
            "“{text}” is no budget of search; it takes iterations (search:1000, up to "
            "{iterations}) or a time (search:500ms or search:2s, from 1ms to {seconds}s), either "
            "with threads (search:2sx4, up to x{threads})",
            text=text,
            iterations=MOST_ITERATIONS,
            seconds=int(MOST_SECONDS),
            threads=MOST_THREADS,
        )
    )


def check_policy(name: str) -> int:
    """The number of a policy that whole games in compiled code can be played by."""
    spec = read_spec(name)
    if spec.policy < 0:
        bots = ", ".join((*POLICIES, SLIPS))
        why = say("{name} thinks too long for this; there are: {bots}", name=spec.name, bots=bots)
        raise Refused(why)
    return spec.policy


# --- a search, and a bot -------------------------------------------------------------------------


class Searcher:
    """Searches positions of one game, one after the other; nothing is kept from the last one.

    Each thread has a tree of its own; in the end the visits of their roots are added up. They wait
    for each other after every slice, so with an iteration budget the same observation and seed
    give the same estimates, whichever thread is faster.
    """

    def __init__(self, game: Game, spec: Spec, settings: Settings = USUAL):
        self._game, self._spec = game, spec
        self._search = bound(game.name).search
        self._rooms = [new_room(game, settings) for _ in range(spec.threads)]
        self._threads = ThreadPoolExecutor(spec.threads)  # they start when they are needed
        self._search(self._rooms[0].seen, 0, 0, self._rooms[0])  # loads it: that is no thinking

    def evaluate(self, observation: States, seat: int, seed: int) -> list[Estimate]:
        """The actions a seat may take that were tried, the best first."""
        begin = time.perf_counter()
        out = np.zeros(self._game.max_legal, np.int64)
        check_choice(seat, self._game.kernel.legal(observation, seat, out))
        for number, room in enumerate(self._rooms):
            clear(room)
            plant(room.generator, derive(seed, number, THREADS) if number else seed)
        if self._spec.seconds:
            self._run_until(observation, seat, begin)
        else:
            self._run(observation, seat)
        return self._moves()

    def _run(self, observation: States, seat: int) -> None:
        done, left = 0, self._spec.iterations
        while left > 0 and not self._is_decided(done, left):
            size = min(SLICE * len(self._rooms), left)
            self._iterate(observation, seat, size)
            done, left = done + size, left - size

    def _run_until(self, observation: States, seat: int, begin: float) -> None:
        """Iterate as long as one more slice fits in, should it take as long as the slowest."""
        limit, threads = self._spec.seconds, len(self._rooms)
        end, spare = begin + limit, limit * RESERVE_SHARE
        done, left, size = 0, self._spec.iterations or MOST_ITERATIONS, threads
        cost, slowest, now = 0.0, 0.0, time.perf_counter()  # of an iteration; of a slice
        while left > 0 and (done == 0 or now + max(size * cost, min(slowest, spare)) < end):
            self._iterate(observation, seat, size)
            before, now = now, time.perf_counter()
            done, left = done + size, left - size
            cost, slowest = (now - before) / size, max(slowest, now - before)
            coming = left if self._spec.iterations else int(done * (end - now) / (now - begin))
            if self._is_decided(done, coming):
                return
            fitting = int(min(limit * SLICE_SHARE, SLICE_SECONDS, end - now) / cost)
            size = min(threads * max(1, min(fitting, 2 * size) // threads), left)

    def _iterate(self, observation: States, seat: int, size: int) -> None:
        """Add iterations, each thread its part of them, the same whatever their speed."""
        threads = len(self._rooms)
        parts = [(size + place) // threads for place in range(threads)]
        run = map if threads == 1 else self._threads.map
        list(run(partial(self._search, observation, seat), parts, self._rooms))

    def _is_decided(self, done: int, left: int) -> bool:
        """Whether the second best could not be visited more often than the best any more."""
        if done <= left:
            return False
        moves = self._moves()
        return moves[0].visits > left + (moves[1].visits if len(moves) > 1 else 0)

    def _moves(self) -> list[Estimate]:
        """What all threads think of the actions, the best first."""
        return merged(map(root_moves, self._rooms))


def check_choice(seat: int, count: int) -> None:
    """Refuse to choose from nothing: compiled code would look for something to do for ever."""
    if count == 0:
        raise Refused(say("seat {seat} has nothing to decide", seat=seat))


def merged(found: Iterable[list[Estimate]]) -> list[Estimate]:
    """Estimates of several searches as one: visits are added, values weighted by them."""
    total: dict[int, Estimate] = {}
    for one in (one for moves in found for one in moves):
        other = total.get(one.action)
        if other:
            visits = one.visits + other.visits
            value = (one.visits * one.value + other.visits * other.value) / visits
            one = Estimate(one.action, visits, value)
        total[one.action] = one
    return ranked(total.values())


class Bot:
    """Chooses by a policy or a search; the same seed and observations, the same choices.

    Only a search with a time limit may differ: it gets as far as the machine lets it.
    """

    def __init__(self, name: str, game: Game, seed: int):
        self.name = name
        self._seed = check_seed(seed)
        self._spec = read_spec(name)
        self._entries = bound(game.name)
        self._is_retreat = retreat_test(game.name)
        self._view = game.new_states()
        self._generator = new_generator()
        self._chosen = 0  # choices so far, for a search that is told no moment
        self._searcher = Searcher(game, self._spec) if self._spec.name == SEARCH else None
        plant(self._generator, seed)

    def choose(
        self, observation: States, seat: int, actions: Actions, moment: int | None = None
    ) -> int:
        """One of the legal actions of a seat, from what that seat can know.

        At a `moment`, such as the number of moves so far, the choice is the same whatever the
        bot has chosen before: a game that was saved and resumed goes on as it would have.
        """
        check_choice(seat, len(actions))
        if self._searcher:
            return self._search(observation, seat, actions, moment)
        if moment is not None:
            plant(self._generator, self._seed_at(moment))
        self._view[0] = observation[0]  # a policy tries things out on it
        out = np.array(actions, np.int64)  # … and puts them in another order
        policy, count = self._spec.policy, len(out)
        return int(self._entries.choose(policy, self._view, seat, out, count, self._generator))

    def evaluate(self, observation: States, seat: int, moment: int) -> list[Estimate]:
        """What a search thinks of the actions of a seat, the best first; others think nothing."""
        if not self._searcher:
            return []
        # not the seed itself, which the deal may have been given as well: that would be a look
        return self._searcher.evaluate(observation, seat, derive(self._seed, moment, SEARCHING))

    def _search(self, observation: States, seat: int, actions: Actions, moment: int | None) -> int:
        if len(actions) == 1:
            return int(actions[0])
        self._chosen += 1
        forward = [action for action in map(int, actions) if not self._is_retreat(action)]
        if len(forward) == 1:  # a search takes nothing back, so there is nothing to think about
            return forward[0]
        moment = self._chosen if moment is None else moment
        return self.evaluate(observation, seat, moment)[0].action

    def _seed_at(self, moment: int) -> int:
        return (self._seed + moment * STRIDE) % MAX_SEED


def seed_for(table_seed: int, seat: int) -> int:
    """The seed of the bot at a seat; it does not tell that of the deal, which would be a look."""
    return derive(table_seed, 0, 1 + seat)


def check_seed(seed: int) -> int:
    """Refuse a seed that the generator does not take."""
    if not 0 <= seed <= MAX_SEED:
        raise Refused(
            say("a seed is a number from 0 to {most}, not {seed}", most=MAX_SEED, seed=seed),
            place="seed",
        )
    return seed


# --- bots that think in another process ----------------------------------------------------------


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
