"""What a game did yesterday it does today: playthroughs, tree counts, signature, recordings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangledbank.games import GAMES
from tangledbank.games.game import Game, load
from tangledbank.kernel.compiling import uncompiled
from tangledbank.study import checks
from tangledbank.table import verify
from tests.helpers import seat_counts

HERE = Path(__file__).parent
RECORDED = sorted((HERE / "recorded").glob("*.jsonl"))


@pytest.mark.parametrize(("name", "seats"), [(n, s) for n in GAMES for s in seat_counts(n)])
def test_playthrough(name: str, seats: int) -> None:
    """Written anew by `make golden`; read the difference before you commit it."""
    lines = "".join(f"{line}\n" for line in checks.playthrough(load(name), seats, seed=seats))
    path = HERE / "golden" / name / f"playthrough-{seats}.txt"
    assert lines == path.read_text(encoding="utf-8")


@pytest.mark.skipif(uncompiled(), reason="takes hours uncompiled")
def test_tree_counts_and_signature(game: Game) -> None:
    for name, text in checks.counts(game):
        assert text == (HERE / "golden" / game.name / name).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recorded_game(path: Path) -> None:
    """A recorded game never breaks: a changed ruling is a new option value."""
    assert verify(path.read_text(encoding="utf-8")).over


def test_there_are_recorded_games_with_all_numbers_of_seats(game: Game) -> None:
    stems = {path.stem for path in RECORDED}
    assert {f"{game.name}-{seats}-random" for seats in seat_counts(game.name)} <= stems
