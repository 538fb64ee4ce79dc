"""Compiled code does not check bounds; here it does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tangledbank.games.game import Game
from tangledbank.kernel.compiling import uncompiled

# In one process: whatever rules and search share is compiled once.
CODE = """
from tangledbank.games.game import load
from tangledbank.study.checks import fuzz
from tests.test_search import search_every_variant
report = fuzz({name!r}, 1750, 5000, workers=1)
assert report.findings == [], report.findings
search_every_variant(load({name!r}))
print(report.games)
"""


@pytest.mark.skipif(uncompiled(), reason="bounds are checked in compiled code")
def test_random_games_and_searches_stay_within_bounds(game: Game) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(name=game.name)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "1750", done.stderr
