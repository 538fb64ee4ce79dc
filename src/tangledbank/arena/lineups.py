"""Who sits where in which game of a tournament.

Games come in sets: one deal, played as often as there are places, everyone moving on by one place
from game to game. So every bot of the set plays every seat of the same cards. A round is as many
sets as it takes for every pair to have met equally often.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb, gcd

import msgspec

from tangledbank.errors import Refused
from tangledbank.games.game import Game, load
from tangledbank.search.bot import check_seed
from tangledbank.search.match import derive
from tangledbank.text import say
from tangledbank.workers.programs import Limits, Programs, check_any_bot

MOST_GAMES = 1_000_000
DEAL, ORDER = 0, 100  # streams of chance; those of the bots are 1 + seat


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
