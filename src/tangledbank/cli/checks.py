"""`tangledbank fuzz`, `golden` and `signature`: does the game still do what it must?"""

from __future__ import annotations

import sys
from pathlib import Path

from tangledbank.cli.progress import bar, chosen, prepared
from tangledbank.study import golden
from tangledbank.study.fuzz import Report, fuzz
from tangledbank.text import say


def fuzz_command(game: str | None, games: int, seed: int, workers: int) -> None:
    """Fuzz a game, or all; exit 1 if an invariant did not hold."""
    reports = [_fuzz(name, games, seed, workers) for name in chosen(game)]
    sys.exit(1 if any(report.findings for report in reports) else 0)


def _fuzz(name: str, games: int, seed: int, workers: int) -> Report:
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
            "{game}: {games} games, {decisions} positions checked, {n} violations",
            game=name,
            games=report.games,
            decisions=report.decisions,
            n=len(report.findings),
        )
    )
    return report


def golden_command(game: str | None, folder: Path, *, write: bool) -> None:
    """Compare the golden files of a game, or of all, or write them anew."""
    changed = 0
    for name in chosen(game):
        for file, text in golden.texts(prepared(name)):
            path = folder / name / file
            if write:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
                print(path)
            elif not path.exists() or path.read_text(encoding="utf-8") != text:
                changed += 1
                print(say("{path} differs", path=path))
    if write:
        return
    print(say("{n} golden files differ", n=changed))
    sys.exit(1 if changed else 0)


def signature_command(name: str) -> None:
    """Print the signature of a game."""
    print(golden.signature(prepared(name)))
