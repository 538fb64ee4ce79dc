"""`tangledbank fuzz`, `golden` and `signature`: does the game still do what it must?"""

from __future__ import annotations

import sys
from pathlib import Path

from tangledbank.cli.progress import bar, prepared
from tangledbank.study import golden
from tangledbank.study.fuzz import fuzz
from tangledbank.text import say


def fuzz_command(name: str, games: int, seed: int, workers: int) -> None:
    """Fuzz a game; exit 1 if an invariant did not hold."""
    prepared(name)
    with bar(say("Fuzzing"), games) as progress:
        report = fuzz(
            name,
            games,
            seed,
            workers or None,
            lambda done, _total: progress.update(progress.task_ids[0], completed=done),
        )
    for finding in report.findings:
        print(
            say(
                "{what}: {options}, seed {seed}, after {n} decisions",
                what=finding.violation,
                options=finding.options,
                seed=finding.seed,
                n=finding.decisions,
            )
        )
    print(
        say(
            "{games} games, {decisions} positions checked, {n} violations",
            games=report.games,
            decisions=report.decisions,
            n=len(report.findings),
        )
    )
    sys.exit(1 if report.findings else 0)


def golden_command(name: str, folder: Path, *, write: bool) -> None:
    """Compare the golden files of a game, or write them anew."""
    game = prepared(name)
    if write:
        for path in golden.write(game, folder):
            print(path)
        return
    changed = 0
    for file, text in golden.texts(game):
        path = folder / file
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if old != text:
            changed += 1
            print(say("{path} differs", path=path))
    print(say("{n} golden files differ", n=changed))
    sys.exit(1 if changed else 0)


def signature_command(name: str) -> None:
    """Print the signature of a game."""
    print(golden.signature(prepared(name)))
