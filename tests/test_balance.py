"""The study of balance: it follows games by their events, and says what holds."""

from __future__ import annotations

import numpy as np
import pytest

from tangledbank.errors import Refused
from tangledbank.games.darwin.balance import blind_reach, measures
from tangledbank.games.darwin.rules.decks import BIOMES, standard
from tangledbank.games.game import Notes, load
from tangledbank.study.simulate import check_balance, play_watched


@pytest.fixture(scope="module")
def notes() -> Notes:
    """Twenty games of four random seats."""
    return play_watched("darwin", 4, "random", seed=3, start=0, games=20)


def test_the_points_followed_are_the_points_scored(notes: Notes) -> None:
    """Earned points of all species, less what died with them or was paid, are the scores."""
    count = notes.count
    assert count["games",] == 20
    assert sum(count["won", place] for place in range(4)) == pytest.approx(20)
    assert sum(count["earned", diet] for diet in range(3)) >= count["points",] > 0
    assert sum(count["lives", diet] for diet in range(3)) == count["created",]
    assert sum(count["evaluated", biome] for biome in range(len(BIOMES))) <= 20 * 4 * 4


def test_the_same_games_in_other_pieces_add_up_alike(notes: Notes) -> None:
    halves = [
        play_watched("darwin", 4, "random", seed=3, start=start, games=10) for start in (0, 10)
    ]
    together = Notes()
    for half in halves:
        together.add(half)
    assert together.count == pytest.approx(notes.count)


def test_every_measure_has_a_figure_and_a_bound(notes: Notes) -> None:
    reach = blind_reach(1, hands=30)
    assert set(reach) == {*range(len(BIOMES)), None}
    found = measures(4, "greedy", notes, reach)
    assert len(found) == 12
    assert all(one.figure and one.limit for one in found)
    assert [one.holds for one in found].count(None) == 1


def test_blind_hands_are_six_small_and_four_large_cards() -> None:
    """A hand reaches an easy biome more often than a hard one."""
    reach = blind_reach(5, hands=200)
    points = [biome.points for biome in standard().biomes]
    easy = np.mean([reach[i] for i, value in enumerate(points) if value == 2])
    hard = np.mean([reach[i] for i, value in enumerate(points) if value == 3])
    assert easy > hard > 0.4


def test_what_cannot_be_studied_is_refused() -> None:
    with pytest.raises(Refused, match="not studied"):
        check_balance(load("origin"), 10, [2], ["random"])
    with pytest.raises(Refused, match="2 to 6 seats"):
        check_balance(load("darwin"), 10, [7], ["random"])
    with pytest.raises(Refused, match="no bot"):
        check_balance(load("darwin"), 10, [2], ["clever"])
