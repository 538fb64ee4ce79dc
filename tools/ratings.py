"""The ladder of bots per game: play it, and write docs/ratings.md, its picture and its numbers.

    python tools/ratings.py [GAME ...] [--games 1000] [--ladder a,b,c ...] [--minutes N]

A ladder is a list of bots from weak to strong. Each plays half of its games with the one below and
half with the one above, every deal from both seats; those at the ends, who have but one
neighbour, make up for it with ANCHOR. Finished games are kept in `--state`, by default a folder
named by rules, bots and weights: another run plays only what is missing, and changed bots begin
anew. The page tells of all games in that folder, whichever were named.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shlex
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise, product, zip_longest
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.progress import Progress

from tangledbank.arena import Setup, rank_keys, set_up
from tangledbank.arena.report import Ratings, Standing, draw_ratings
from tangledbank.arena.tournament import ResultFile, Tournament, all_cores
from tangledbank.cli.common import bar
from tangledbank.errors import Refused
from tangledbank.folders import data_folder
from tangledbank.games import GAMES
from tangledbank.games.game import load
from tangledbank.kernel.cache import ALL, folder_name
from tangledbank.search.bot import LEVELS, RATINGS, SLIPS, Spec, read_spec
from tangledbank.search.match import CARELESS, prepare
from tangledbank.search.value import GAMES as GAME_FOLDERS
from tangledbank.study.analyse import picture
from tangledbank.study.simulate import Interval, wilson
from tangledbank.workers.programs import Limits

LADDERS = (("random", *LEVELS), ("search:10", "search:100", "search:1000", "search:10000"))
ANCHOR = "skilled"
SEED = 6
ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "ratings.md"
PICTURE = ROOT / "docs" / "pictures" / "ratings.svg"

Pair = tuple[str, str]  # the stronger first
Ladder = tuple[str, ...]


class OutOfTime(Exception):  # noqa: N818  it reads as what happened
    """The time that was given is over."""


class Row(NamedTuple):
    """How one bot did."""

    bot: str
    games: int
    mu: float
    sigma: float
    won: float  # share of its games
    interval: Interval


class Share(NamedTuple):
    """What the stronger of a pair took."""

    share: float
    interval: Interval
    games: int


def pairs_of(ladders: Sequence[Ladder], games: int) -> Counter[Pair]:
    """Who plays whom, and how often: everyone in `games` games at least."""
    half = -(-games // 4) * 2  # an even number: each deal is played from both seats
    pairs: Counter[Pair] = Counter()
    for ladder in ladders:
        for weak, strong in pairwise(ladder):
            pairs[strong, weak] = half
    sat = Counter(bot for pair in pairs.elements() for bot in pair)
    for ladder in ladders:
        for end in {ladder[0], ladder[-1]}:
            if sat[end] < 2 * half and end != ANCHOR:
                is_weak = ladder.index(end) < (ladder.index(ANCHOR) if ANCHOR in ladder else 0)
                pairs[(ANCHOR, end) if is_weak else (end, ANCHOR)] += half
    return pairs


def digest() -> str:
    """A name for the rules and bots as they are, with the weights of their values."""
    found = hashlib.sha256(folder_name(ALL).encode())
    for path in sorted(GAME_FOLDERS.glob("*/bots/weights.npz")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


# --- playing -------------------------------------------------------------------------------------


def tournament_of(game: str, pair: Pair, games: int, folder: Path) -> tuple[Setup, Tournament]:
    """The games of a pair, with those that are played already."""
    setup = set_up(load(game), [*pair], 2, {}, SEED, {}, Limits())
    name = re.sub(r"[^\w-]", "_", "-".join((game, *pair)))
    return setup, Tournament(setup, games, ResultFile(folder / f"{name}.jsonl", setup))


def play_all(games: Sequence[str], pairs: Counter[Pair], folder: Path, until: float) -> None:
    """Play what is missing, the quick pairs of all games first, until the time is over."""
    for game in games:
        prepare(load(game))
    for (pair, count), game in product(sorted(pairs.items(), key=cost), games):
        _, tournament = tournament_of(game, pair, count, folder)
        title = f"{game}: {pair[0]} against {pair[1]}"
        with bar(title, count) as progress:
            tournament.play(all_cores(), progress=shown_by(progress, until))
        print(f"{title}: {tournament.standing.win_share(0):.1%} of {count}", file=sys.stderr)


def cost(entry: tuple[Pair, int]) -> list[tuple[float, int]]:
    """How long the bots of a pair think, the slower first."""
    specs = map(read_spec, entry[0])
    return sorted(((spec.seconds, spec.iterations) for spec in specs), reverse=True)


def shown_by(progress: Progress, until: float) -> Callable[[Standing], None]:
    """What shows how far it is, and ends it when the time is over."""

    def show(standing: Standing) -> None:
        progress.update(progress.task_ids[0], completed=standing.games)
        if time.monotonic() > until:
            raise OutOfTime

    return show


# --- what came of it -----------------------------------------------------------------------------


class Ledger:
    """All games of one game, and what they come to."""

    def __init__(self, game: str, pairs: Counter[Pair], folder: Path):
        self.shares: dict[Pair, Share] = {}
        self._bots = [*dict.fromkeys(bot for pair in pairs for bot in pair)]
        self._ratings = Ratings(len(self._bots))
        self._won: defaultdict[str, float] = defaultdict(float)
        self._sat: Counter[str] = Counter()
        played = []
        for pair, games in pairs.items():
            setup, tournament = tournament_of(game, pair, games, folder)
            self._count(pair, tournament.standing)
            played.append([(setup, result) for result in tournament.results])
        for side_by_side in zip_longest(*played):  # no pair is rated before the others
            for setup, result in filter(None, side_by_side):
                line_up = [self._bots.index(name) for name in setup.seated(result.game)]
                self._ratings.rate(line_up, rank_keys(setup, result))

    def _count(self, pair: Pair, standing: Standing) -> None:
        if standing.games:
            share = standing.win_share(0)
            self.shares[pair] = Share(share, wilson(share, standing.games), standing.games)
        for bot, name in enumerate(pair):
            self._won[name] += standing.won[bot]
            self._sat[name] += standing.sat[bot]

    def rows(self, ladder: Ladder) -> list[Row]:
        """Those of a ladder that have played, the strongest first."""
        return [self._row(bot) for bot in reversed(ladder) if self._sat[bot]]

    def _row(self, bot: str) -> Row:
        rating, games = self._ratings.of(self._bots.index(bot)), self._sat[bot]
        share = self._won[bot] / games
        return Row(bot, games, rating.mu, rating.sigma, share, wilson(share, games))


# --- the page ------------------------------------------------------------------------------------

HEAD = """# Ratings

The ladder of the bots in each game, two seats. Every deal is played from both seats. Each bot plays
half of its games with the one below and half with the one above; those at the ends of a ladder make
up for the neighbour they lack with `{anchor}`.

- **rating**: mu ± sigma of the Plackett-Luce model ([openskill](https://openskill.me)) over all
  that was played of a game. Ratings of different games cannot be compared.
- **wins**: the share of its games that a bot won; a shared victory counts half. It depends on whom
  it played.
- **over the next**: the share it took from the bot in the row below, and in how many games.

All intervals are Wilson's, of 95 %.

Made by `{command}` at commit {commit}, {date},
on {machine}. That command writes this page: change nothing here.

![The ratings of all bots in each game](pictures/ratings.svg)
"""


def page_of(ledgers: dict[str, Ledger], ladders: Sequence[Ladder]) -> str:
    """The whole page."""
    parts = [
        HEAD.format(
            anchor=ANCHOR,
            command=shlex.join(["python", "tools/ratings.py", *sys.argv[1:]]),
            commit=commit(),
            date=time.strftime("%Y-%m-%d"),
            machine=machine(),
        )
    ]
    for game, ledger in ledgers.items():
        parts.append(f"## {game}\n")
        parts += [table_of(ledger, ladder) for ladder in ladders if ledger.rows(ladder)]
        parts.append(_others(ledger, ladders))
    return "\n".join(filter(None, parts))


def table_of(ledger: Ledger, ladder: Ladder) -> str:
    """One ladder as a table."""
    lines = ["| bot | games | rating | wins | over the next | games |", "|---|--:|--:|--:|--:|--:|"]
    rows = ledger.rows(ladder)
    for row, below in zip_longest(rows, rows[1:]):
        share = ledger.shares.get((row.bot, below.bot)) if below else None
        told = f"{_told(share.share, share.interval)} | {share.games}" if share else " | "
        lines.append(
            f"| {_named(row.bot)} | {row.games} | {row.mu:.1f} ± {row.sigma:.1f} "
            f"| {_told(row.won, row.interval)} | {told} |"
        )
    return "\n".join([*lines, ""])


def _others(ledger: Ledger, ladders: Sequence[Ladder]) -> str:
    """The pairs that are not neighbours in a table."""
    neighbours = {(strong, weak) for ladder in ladders for weak, strong in pairwise(ladder)}
    told = [
        f"`{pair[0]}` took {_told(one.share, one.interval)} from `{pair[1]}` in {one.games} games."
        for pair, one in ledger.shares.items()
        if pair not in neighbours
    ]
    return " ".join([*told, "\n"]) if told else ""


def _named(bot: str) -> str:
    """A bot, and what a level is."""
    spec = LEVELS.get(bot)
    return f"`{bot}`: {_meaning(spec)}" if spec else f"`{bot}`"


def _meaning(spec: Spec) -> str:
    budget = [f"{spec.iterations} iterations"] if spec.iterations else []
    budget += [f"{spec.seconds:g} s"] if spec.seconds else []
    if spec.name == SLIPS:
        return f"{SLIPS}:{spec.policy - CARELESS}"
    return f"{spec.name}, {' or '.join(budget)}" if budget else spec.name


def _told(share: float, interval: Interval) -> str:
    return f"{share:.1%} ({interval.low:.1%} to {interval.high:.1%})".replace("%", " %")


def commit() -> str:
    """The commit the sources are at."""
    git = ["git", "-C", str(ROOT)]
    head = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, check=False)
    own = ":!" + str(RATINGS)
    changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", "src", own], check=False)
    return head.stdout.decode().strip() + (" with changes" if changed.returncode else "")


def machine() -> str:
    """What it was played on."""
    known = Path("/proc/cpuinfo")
    text = known.read_text(encoding="utf-8") if known.exists() else ""
    found = re.search(r"model name\s*:\s*(.*)", text)
    name = found[1] if found else platform.machine()
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def draw(ledgers: dict[str, Ledger], ladders: Sequence[Ladder]) -> None:
    """The ratings of all games side by side."""
    with picture(PICTURE, 4.2 * len(ledgers), 3.6) as figure:
        for axes, (game, ledger) in zip(
            figure.subplots(1, len(ledgers), squeeze=False)[0], ledgers.items(), strict=True
        ):
            rows = [row for ladder in ladders for row in ledger.rows(ladder)]
            rated = {(row.bot, row.mu, row.sigma) for row in rows}
            draw_ratings(axes, sorted(rated, key=lambda row: -row[1]))
            axes.set_title(game)


def write(ledgers: dict[str, Ledger], ladders: Sequence[Ladder]) -> None:
    """The page, the picture, and the numbers that tables show beside the levels."""
    PAGE.write_text(page_of(ledgers, ladders), encoding="utf-8")
    draw(ledgers, ladders)
    numbers = {
        game: {row.bot: round(row.mu, 1) for row in ledger.rows(tuple(LEVELS))}
        for game, ledger in ledgers.items()
    }
    RATINGS.write_bytes(msgspec.json.format(msgspec.json.encode(numbers), indent=2) + b"\n")


def main() -> None:
    """Read the command line, play, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="to be played; all if none")
    parser.add_argument("--games", type=int, default=1000, help="of each bot, at least")
    parser.add_argument("--ladder", action="append", default=[], help="bots from weak to strong")
    parser.add_argument("--state", type=Path, help="the folder that keeps the games")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="to play at most")
    given = parser.parse_args()
    ladders = [tuple(text.split(",")) for text in given.ladder] or LADDERS
    folder = given.state or data_folder() / "ratings" / digest()
    pairs = pairs_of(ladders, given.games)
    until = time.monotonic() + 60 * given.minutes
    try:
        play_all(given.names or GAMES, pairs, folder, until)
    except Refused as refused:
        sys.exit(str(refused))
    except (OutOfTime, KeyboardInterrupt):
        print("Not all games are played; the same command goes on.", file=sys.stderr)
    ledgers = {game: Ledger(game, pairs, folder) for game in GAMES}
    ledgers = {game: ledger for game, ledger in ledgers.items() if ledger.shares}
    if ledgers:
        write(ledgers, ladders)


if __name__ == "__main__":
    main()
