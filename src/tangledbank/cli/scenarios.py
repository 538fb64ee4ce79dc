"""`tangledbank scenario`: run scenario files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tangledbank import scenario
from tangledbank.errors import Refused
from tangledbank.text import say, say_count


def run(paths: Sequence[Path | str]) -> None:
    """Run files or folders (default: those of the package); exit 1 if any fails."""
    files = scenario.find_files(paths or [own_folder()])
    passed, failed, unread = 0, 0, 0
    for file in files:
        try:
            for failure in scenario.run_file(file):
                if failure:
                    failed += 1
                    print(failure)
                else:
                    passed += 1
        except Refused as refused:  # the others still run
            unread += 1
            print(say("tangledbank: {what}", what=refused), file=sys.stderr)
    print(
        say_count("{n} scenario holds", "{n} scenarios hold", passed)
        + say_count(", {n} fails.", ", {n} fail.", failed)
    )
    sys.exit(2 if unread else 1 if failed else 0)


def own_folder() -> Path:
    """Where the package keeps its games and their scenarios."""
    return Path(__file__).resolve().parent.parent / "games"


def print_schema() -> None:
    """Print the JSON Schema of scenario files."""
    text = msgspec.json.format(msgspec.json.encode(scenario.schema()), indent=2)
    sys.stdout.write(text.decode() + "\n")
