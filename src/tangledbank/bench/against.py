"""Two checkouts side by side: how fast this one is, beside another commit.

Run as a script this file is the child: it measures the checkout that PYTHONPATH leads to. So it
imports nothing of the package at the top, and uses only what older commits have as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from msgspec import Struct

Figures = dict[str, float]  # by what was measured
AT_ONCE = 10  # games between two looks at the clock


class SpeedRatio(Struct):
    """One figure of both checkouts: medians, and new over old, round by round."""

    new: float
    old: float
    ratio: float
    least: float
    most: float


class Comparison(Struct):
    """What was measured of two checkouts; where they lie."""

    new: str
    old: str
    rows: dict[str, SpeedRatio]


def compare(
    other: Path, games: Sequence[str], seconds: float, rounds: int,
    progress: Callable[[str, int, int], None],
) -> Comparison:  # fmt: skip
    """Measure both in turn, several times, so that they share the machine's moods.

    Compiling is measured once: it takes long, and its processor time hardly varies.
    """
    folders = Path(__file__).resolve().parents[3], other.resolve()
    figures: tuple[list[Figures], list[Figures]] = [], []
    work = [*[("play", *games, str(seconds))] * rounds, *(("compile", game) for game in games)]
    for done, words in enumerate(work):
        for found, folder in zip(figures, folders, strict=True):
            progress(str(folder), done, len(work))
            with tempfile.TemporaryDirectory() as empty:
                cache = {"TANGLEDBANK_CACHE": empty} if words[0] == "compile" else {}
                found.append(_child(folder, words, cache))
    names = dict.fromkeys(name for one in figures[0] for name in one)
    rows = {name: _ratio(*([one[name] for one in found if name in one] for found in figures))
            for name in names}  # fmt: skip
    new, old = map(str, folders)
    return Comparison(new, old, rows)


def _ratio(new: list[float], old: list[float]) -> SpeedRatio:
    ratios = [one / other for one, other in zip(new, old, strict=True)]
    return SpeedRatio(median(new), median(old), median(ratios), min(ratios), max(ratios))


def _child(folder: Path, words: Sequence[str], own: Mapping[str, str]) -> Figures:
    """What this file, run as a script, says of a checkout."""
    done = subprocess.run(
        [sys.executable, "-P", __file__, *words],
        env={**os.environ, "PYTHONPATH": str(folder / "src"), **own},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise OSError(done.returncode, done.stderr.strip().splitlines()[-1], str(folder))
    figures: Figures = json.loads(done.stdout)
    return figures


# --- the child -----------------------------------------------------------------------------------


def play(*words: str) -> Figures:
    """Random games of each game named, in the kernel and through a table; starts of the command."""
    from tangledbank.bench import ours
    from tangledbank.games.game import load

    ours.GAMES_AT_ONCE = AT_ONCE
    *names, seconds = words
    figures = {"tangledbank --help, seconds": ours.start_seconds(["--help"])}
    for game in map(load, names):
        game.prepare()
        seats = game.usual_seats
        games, _, spent = ours.in_kernel(game, seats)(float(seconds))
        figures[f"{game.name}, {seats} seats, games/s in the kernel"] = games / spent
        _, decisions, spent = ours.table_act(game, seats)(float(seconds))
        figures[f"{game.name}, {seats} seats, Table.act, µs"] = spent / decisions * 1e6
    return figures


def compile_rules(name: str) -> Figures:
    """The rules of a game compiled, with no cache if the folder for it is empty."""
    from tangledbank.games.game import load

    game, begin = load(name), process_time()
    game.prepare()
    return {f"{name}, rules compiled, processor seconds": process_time() - begin}


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    print(json.dumps(play(*words) if what == "play" else compile_rules(*words)))
