"""Feeding and attacks of Evolution: what a scenario file cannot show."""

from __future__ import annotations

from typing import Any

import pytest

from tangledbank import Table
from tangledbank.games.evolution.show.board import pieces
from tangledbank.games.shared.verbs import Scene
from tests.helpers import document_of, view_of


def hunt(attacker: dict[str, Any], prey: dict[str, Any], seed: int = 0, **given: Any) -> Table:
    """A table at which the first species of seat 0 may attack that of seat 1."""
    hunter = {"body": 4, "traits": ["carnivore", "intelligence"], **attacker}
    seats = [{"hand": ["fertile+2"], "species": [hunter]}, {"species": [prey, {"population": 2}]}]
    position = {"phase": "feeding", "hole": 3, "seats": seats, **given}
    return Table("evolution", given=position, seed=seed, auto=False)


def cautions(table: Table, action: dict[str, Any]) -> list[str]:
    """The warning for each small action of a path, at the position in which it is taken."""
    found = []
    for code in table.path(0, action):
        found.append(table.game.caution(code, Scene(table.state[0], 0)))
        table.act(0, code)
    return found


@pytest.mark.clauses("EV-FEED-09")
def test_food_is_shown_from_the_left_of_the_track() -> None:
    table = hunt({}, {"population": 4, "chips": 1})
    assert track(table) == "F···"
    table.act(0, {"do": "attack", "with": 0, "prey": [1, 1]})
    table.act(1, {"do": "feed", "species": 0})
    assert track(table) == "FF··"


def track(table: Table) -> str:
    """The food track of the first species of seat 1 as the terminal shows it."""
    return str(pieces(view_of(table, 1), 1)[0].drawn[0]).strip()


@pytest.mark.clauses("EV-CARN-06")
def test_no_attack_depends_on_chance() -> None:
    """Whatever the seed, the attack succeeds, and no random number is drawn."""
    for seed in range(20):
        table = hunt({"population": 3}, {"population": 3, "body": 3}, seed=seed)
        before = table.state[0].rng.tolist()
        table.act(0, {"do": "attack", "with": 0, "prey": [1, 0]})
        assert table.state[0].rng.tolist() == before
        hunter, prey = (document_of(table)["seats"][seat]["species"][0] for seat in (0, 1))
        assert (hunter["chips"], prey["population"]) == (3, 2)


@pytest.mark.clauses("EV-HRN-03")
@pytest.mark.parametrize(
    ("population", "traits", "warned"),
    [(1, ["horns"], True), (2, ["horns"], False), (1, ["climbing"], False), (1, [], False)],
)
@pytest.mark.parametrize("ignored", [False, True])
def test_warning_of_deadly_horns(
    population: int, traits: list[str], warned: bool, ignored: bool
) -> None:
    """Whoever would lose its attacker to Horns is warned, and nobody else."""
    table = hunt({"population": population}, {"population": 3, "traits": traits})
    path: dict[str, Any] = {"do": "attack", "with": 0, "prey": [1, 0]}
    if ignored or "climbing" in traits:
        path |= {"ignore": (traits or ["scavenger"])[0], "spend": "fertile+2"}
    *before, last = cautions(table, path)
    assert not any(before)
    assert bool(last) == (warned and not ignored)
    assert last in ("", "Horns: the attacker dies before it eats.")
    rows = [seat["species"] for seat in document_of(table)["seats"]]
    assert (len(rows[0]) == 0) == (warned and not ignored)
