"""Compiled rules do what their source does, with and without what makes compiling faster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tangledbank.kernel.compiling import UNCOMPILED

SMALL_GAME = """
import numpy as np
from tangledbank.kernel.chance import below, new_generator, plant, shuffle
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import find, items_of, length, pop, push, remove, sort

@rule(arrays=True)
def draw(generator, items):
    drawn = np.zeros(3, np.int64)
    for i in range(3):
        drawn[i] = below(generator, 100)
    for i in range(3):
        push(items, drawn[i])

@rule(arrays=True, inline=False)
def put_in_order(items):
    kept = items[1 : 1 + length(items)].copy()
    sort(items)
    return kept[0]

@rule(inline=True)
def take(items):
    return pop(items)

@rule(inline=False)
def drop(items, item):
    if find(items, item) >= 0:
        remove(items, item)

@entry(inline=True)
def turn(generator, items):
    draw(generator, items)
    return take(items)

@entry(threads=True)
def play(generator, items, turns):
    total = 0
    for _ in range(turns):
        total = (total * 31 + turn(generator, items)) % 1_000_003
    total += put_in_order(items)
    drop(items, total % 100)
    shuffle(generator, items[1:], length(items))
    return total
"""

PLAY = """
import json, sys
{first}
import numpy as np
from small_game import new_generator, plant, play, items_of, find
generator, items = new_generator(), np.zeros({room}, np.int16)
plant(generator, 7)
total = int(play(generator, items, 20))
json.dump([total, items_of(items), generator.tolist(), find(items, items[4])], sys.stdout)
"""

AS_SOURCE = {UNCOMPILED: "1"}
UNFIT = "kernel/parts.py does not fit this Numba"
WITHOUT = "sys.modules['tangledbank.kernel.parts'] = None"
OTHER_INSIDE = """
from tangledbank.kernel import parts
def fail(*_): raise AttributeError("Numba has another inside")
parts.RuleLibrary._finalize_final_module = fail
"""


def run(
    folder: Path, first: str = "", room: int = 100, switches: Mapping[str, str] = {}
) -> subprocess.CompletedProcess[str]:
    """A small game in a process of its own."""
    (folder / "small_game.py").write_text(SMALL_GAME)
    return subprocess.run(
        [sys.executable, "-c", PLAY.format(first=first, room=room)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]),
            "TANGLEDBANK_CACHE": str(folder / "cache"),
            UNCOMPILED: "0",
            **switches,
        },
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def played(folder: Path, first: str = "", switches: Mapping[str, str] = {}) -> tuple[Any, str]:
    """What comes of a small game, and what the process tells beside that."""
    done = run(folder, first, switches=switches)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_compiled_rules_do_what_their_source_does(tmp_path: Path) -> None:
    as_source, _ = played(tmp_path, switches=AS_SOURCE)
    assert not (tmp_path / "cache").exists()
    assert played(tmp_path) == (as_source, "")
    (folder,) = (tmp_path / "cache" / "kernels" / "all").iterdir()
    assert (folder / "used").exists()
    assert len([*folder.rglob("*.nbc")]) == 2  # the two entries
    assert played(tmp_path) == (as_source, "")  # from the cache


@pytest.mark.parametrize("first", [WITHOUT, OTHER_INSIDE])
def test_rules_compile_without_the_inside_of_numba(tmp_path: Path, first: str) -> None:
    as_source, _ = played(tmp_path, switches=AS_SOURCE)
    result, told = played(tmp_path, first)
    assert result == as_source
    assert told.startswith(UNFIT)
    assert len(told.splitlines()) == 1


def test_bounds_are_checked_on_demand(tmp_path: Path) -> None:
    """In rules that are compiled as parts of others, too."""
    done = run(tmp_path, room=10, switches={"NUMBA_BOUNDSCHECK": "1"})
    assert "IndexError" in done.stderr
