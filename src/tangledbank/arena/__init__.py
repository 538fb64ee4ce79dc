"""Tournaments of bots: who sits where in which game, and what came of a game.

Games come in sets: one deal, played as often as there are places, everyone moving on by one place
from game to game. So every bot of the set plays every seat of the same cards. A round is as many
sets as it takes for every pair to have met equally often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial
from itertools import combinations
from math import comb, gcd
from pathlib import Path

import msgspec

from tangledbank.errors import Refused
from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import plant
from tangledbank.search.bot import CARETAKER, Bot, check_seed, read_spec
from tangledbank.search.match import DECISIONS, TURNS, MatchRoom, bound, derive
from tangledbank.table import Table
from tangledbank.text import say
from tangledbank.workers.programs import Failure, Limits, Player, Program, Programs, check_any_bot

MOST_GAMES = 1_000_000
DEAL, ORDER = 0, 100  # streams of chance; those of the bots are 1 + seat

Key = tuple[int, ...]  # to rank a side by: more is better


class Setup(msgspec.Struct, frozen=True, dict=True):
    """All that decides how the games of a tournament go."""

    game: str
    bots: tuple[str, ...]
    seats: int
    options: dict[str, str]
    seed: int
    programs: dict[str, str] = {}
    limits: Limits = Limits()

    @cached_property
    def sides(self) -> list[int]:
        """The side of each seat: its own, or that of its team."""
        side_of = load(self.game).side_of
        return [side_of(seat, self.options) for seat in range(self.seats)]

    @cached_property
    def places(self) -> int:
        """How many sides there are; a bot takes all seats of a side."""
        return max(self.sides) + 1

    @cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """The bots of each set of a round, by their numbers."""
        bots, places = len(self.bots), self.places
        if bots >= places:
            return [*combinations(range(bots), places)]
        others, rest = bots - 1, places - 1  # the first once, the others in turn
        return [
            (0, *(1 + (first * rest + seat) % others for seat in range(rest)))
            for first in range(others // gcd(others, rest))
        ]

    @property
    def games_in_round(self) -> int:
        """How many games it takes for every pair to have met equally often."""
        return len(self.groups) * self.places

    def whole_rounds(self, games: int) -> int:
        """At least so many games, in whole rounds."""
        return -(-games // self.games_in_round) * self.games_in_round

    def line_up(self, number: int) -> list[int]:
        """The bot on each side in a game."""
        deal, turn = divmod(number, self.places)
        group = self.groups[deal % len(self.groups)]
        # Who sits beside whom is by lot, since it matters in most games.
        lots = [derive(self.seed, deal, ORDER + place) for place in range(self.places)]
        order = [group[place] for place in sorted(range(self.places), key=lots.__getitem__)]
        return [order[(place - turn) % self.places] for place in range(self.places)]

    def seated(self, number: int) -> list[str]:
        """The name of the bot at each seat in a game."""
        line_up = self.line_up(number)
        return [self.bots[line_up[side]] for side in self.sides]

    def deal_seed(self, number: int) -> int:
        """The seed of a game's cards, the same for all games of a set."""
        return derive(self.seed, number // self.places, DEAL)

    def bot_seed(self, number: int, seat: int) -> int:
        """The seed of the bot at a seat in a game."""
        return derive(self.seed, number, 1 + seat)


def set_up(
    game: Game, bots: list[str], seats: int | None, options: dict[str, str], seed: int,
    programs: Programs, limits: Limits,
) -> Setup:  # fmt: skip
    """A tournament that can be played, or a refusal; without `seats` the smallest table."""
    for bot in bots:
        check_any_bot(bot, programs)
    twice = [bot for place, bot in enumerate(bots) if bot in bots[:place]]
    if twice:
        raise Refused(say("“{name}” is named twice; a bot enters once", name=twice[0]))
    if len(bots) < 2:
        raise Refused(say("a tournament needs at least two bots"))
    check_seed(seed)
    seats = seats if seats is not None else min(game.sizes(options), default=game.least_seats)
    game.option_codes(seats, options)
    full = {name: options.get(name, values[0]) for name, values in game.options.items()}
    used = {name: programs[name] for name in programs if name in bots}
    setup = Setup(game.name, tuple(bots), seats, full, seed, used, limits)
    in_round = comb(len(bots), setup.places) * setup.places
    if in_round > MOST_GAMES:
        raise Refused(
            say(
                "{bots} bots at tables of {seats} are {games} games until every pair has met"
                " equally often; that is too many: take fewer seats",
                bots=len(bots),
                seats=seats,
                games=in_round,
            )
        )
    return setup


def check_games(setup: Setup, games: int) -> int:
    """The number of games in whole rounds, or a refusal."""
    if games < 1:
        raise Refused(say("at least one game must be played, not {n}", n=games), place="games")
    if setup.whole_rounds(games) > MOST_GAMES:
        raise Refused(say("a tournament has at most {most} games", most=MOST_GAMES), place="games")
    return setup.whole_rounds(games)


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


def rank_keys(setup: Setup, result: Result) -> list[Key]:
    """For each side something to rank it by, more is better; who forfeits is last."""
    lost = {setup.sides[forfeit.seat] for forfeit in result.forfeits}
    return [
        (False,) if side in lost else (True, *result.scores[setup.sides.index(side)])
        for side in range(setup.places)  # teammates have the same score
    ]


def play(setup: Setup, number: int, logs: Path | None = None) -> Result:
    """Play a game; on request its log is written. This is what a worker does."""
    names = setup.seated(number)
    if logs is None and all(_policy(name, setup) >= 0 for name in names):
        return _play_at_once(setup, number, names)
    seed, seats = setup.deal_seed(number), range(setup.seats)
    table = Table(setup.game, names, options=setup.options, seed=seed, auto=False)
    players = [_player(setup, number, name, seat) for seat, name in enumerate(names)]
    programs = [player for player in players if isinstance(player, Program)]
    try:
        forfeits = _play_out(table, players, partial(_player, setup, number, CARETAKER))
        turns, scores = int(table.state["turn"][0]), [[*row] for row in table.standings]
        result = Result(number, scores, turns, len(table.moves), forfeits)
        keys = rank_keys(setup, result)
        winners = [seat for seat in seats if keys[setup.sides[seat]] == max(keys)]
        for program in programs:
            program.finish(table.scores, winners)
    finally:
        for program in programs:
            program.close()
    if logs:
        table.save(logs / f"{setup.game}-{number:06}.jsonl")
    return result


def _policy(name: str, setup: Setup) -> int:
    """The number of a policy; below 0 for what thinks longer."""
    return -1 if name in setup.programs else read_spec(name).policy


def _play_at_once(setup: Setup, number: int, names: Sequence[str]) -> Result:
    """A whole game in compiled code; at a table it would take a hundred times as long."""
    game, room = load(setup.game), _room(setup.game)
    for seat, name in enumerate(names):
        room.policies[seat] = _policy(name, setup)
        plant(room.generators[seat], setup.bot_seed(number, seat))
    codes = game.option_codes(setup.seats, setup.options)
    bound(game.name).play_match(*room.arguments(codes, setup.deal_seed(number)))
    scores, facts = room.scores[: setup.seats].tolist(), room.facts.tolist()
    return Result(number, scores, facts[TURNS], facts[DECISIONS])


@cache
def _room(game: str) -> MatchRoom:
    return MatchRoom(load(game))


def _player(setup: Setup, number: int, name: str, seat: int) -> Player:
    """The player of a seat by its name."""
    if name in setup.programs:
        return program_at(setup, name, seat)
    return Bot(name, load(setup.game), setup.bot_seed(number, seat))


def program_at(setup: Setup, name: str, seat: int) -> Program:
    """A program at a seat."""
    game, command = load(setup.game), setup.programs[name]
    return Program(name, command, game, setup.options, setup.seats, seat, setup.limits)


def _play_out(
    table: Table, players: list[Player], caretaker: Callable[[int], Player]
) -> list[Forfeit]:
    """Ask whoever has to decide, the lowest seat first; the caretaker plays on for who fails."""
    forfeits = []
    while not table.over:
        seat = table.pending[0]
        seen, codes = table.observation(seat), table.codes(seat)
        try:
            code = players[seat].choose(seen, seat, codes)
        except Failure as failure:
            forfeits.append(Forfeit(seat, str(failure)))
            players[seat] = caretaker(seat)
            table.leave(seat, CARETAKER)
            code = players[seat].choose(seen, seat, codes)
        table.act(seat, code)
    return forfeits
