"""`tangledbank rules`: read the rules, and see which are shown by scenarios and tests."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console

from tangledbank.coverage import not_shown, shown_by_scenarios, shown_by_tests
from tangledbank.errors import Refused
from tangledbank.games.shared.clauses import clauses
from tangledbank.text import say, say_rule


def print_rules(game: str, find: str) -> None:
    """Print the clauses that contain a word."""
    console = Console(highlight=False)
    wanted = find.lower()
    found = [c for c in clauses(game) if wanted in f"{c.id} {c.topic} {say_rule(c.text)}".lower()]
    if not found:
        raise Refused(say("no clause of {game} contains “{find}”", game=game, find=find))
    topic = ""
    for clause in found:
        if clause.topic != topic:
            topic = clause.topic
            console.print(f"\n[bold]{say_rule(topic.replace('_', ' '))}[/bold]")
        console.print(f"{clause.id}  {say_rule(clause.text)}", markup=False)


def print_coverage(game: str) -> None:
    """List the clauses without a scenario or test; exit 1 if there are any."""
    shown = shown_by_scenarios(game)
    for folder in {Path("tests").resolve(), Path(__file__).resolve().parents[3] / "tests"}:
        shown |= shown_by_tests(folder)
    missing = not_shown(game, shown)
    for clause in missing:
        print(clause.id, clause.text)
    total = len(clauses(game))
    print(say("{n} of {total} clauses shown", n=total - len(missing), total=total))
    sys.exit(1 if missing else 0)
