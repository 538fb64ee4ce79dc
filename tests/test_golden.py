"""What a game did yesterday it does today: playthroughs, tree counts, signature, recordings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangledbank.games.game import Game
from tangledbank.kernel.compiling import uncompiled
from tangledbank.study import golden
from tangledbank.table import verify

HERE = Path(__file__).parent
FOLDER = HERE / "golden" / "origin"


@pytest.mark.parametrize("seats", range(2, 9))
def test_playthrough(origin: Game, seats: int) -> None:
    """Written anew by `make golden`; read the difference before you commit it."""
    lines = "".join(f"{line}\n" for line in golden.playthrough(origin, seats, seed=seats))
    assert lines == (FOLDER / f"playthrough-{seats}.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(uncompiled(), reason="takes hours uncompiled")
def test_tree_counts_and_signature(origin: Game) -> None:
    made = dict(golden.texts(origin))
    for name in ("trees.json", "signature.txt"):
        assert made[name] == (FOLDER / name).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("path", sorted((HERE / "recorded").glob("*.jsonl")), ids=lambda p: p.stem)
def test_recorded_game(path: Path) -> None:
    """A recorded game never breaks: a changed ruling is a new option value."""
    assert verify(path.read_text(encoding="utf-8")).over


def test_there_are_recorded_games() -> None:
    assert len(list((HERE / "recorded").glob("*.jsonl"))) >= 7
