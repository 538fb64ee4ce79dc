"""Who is asked for the order of pair abilities: exactly those whose choice makes a difference."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tangledbank.games.game import Game
from tangledbank.games.origin.rules.actions import Verb
from tangledbank.games.origin.rules.state import Stage
from tangledbank.kernel.records import new_books
from tangledbank.table import copy_state

ABILITIES = ("communication", "cooperation", "symbiosis")


def random_network(random: np.random.Generator) -> dict[str, Any]:
    """A seat with a few animals of different needs, fat and pair abilities between them."""
    count = int(random.integers(3, 6))
    animals = []
    for _ in range(count):
        abilities: list[Any] = []
        if random.random() < 0.5:
            abilities.append("large")
        if random.random() < 0.2:
            abilities.append("fat")
        full = len(abilities) and random.random() < 0.3
        animals.append({"abilities": abilities, "blue": int(bool(full))})
    pairs: dict[tuple[str, frozenset[int]], dict[str, Any]] = {}
    for _ in range(int(random.integers(2, 6))):
        a, b = (int(n) for n in random.choice(count, 2, replace=False))
        ability = str(random.choice(ABILITIES, p=[0.4, 0.45, 0.15]))
        pairs[ability, frozenset((a, b))] = {"ability": ability, "animals": [a, b]}
    return {
        "phase": "feeding",
        "bank": int(random.choice([1, 2, 3, 9])),
        "seats": [
            {"animals": animals, "pairs": list(pairs.values())},
            {"animals": [{"abilities": ["hibernation"]}]},  # can always act: the phase stays open
        ],
    }


def result(state: Any) -> bytes:
    game = state[0]
    fields = (game.red + game.blue, game.yellow, game.spent, game.bank)  # colours count alike
    return b"".join(np.asarray(field).tobytes() for field in fields)


def all_results(origin: Game, state: Any, out: Any) -> set[bytes]:
    """Every end of the chain, each order of pair abilities tried."""
    if state[0].stage != Stage.CHAIN:
        return {result(state)}
    count = origin.kernel.legal(state, 0, out)
    found: set[bytes] = set()
    for code in [int(c) for c in out[:count] if Verb.LINK <= c < Verb.SCAVENGE]:
        after = copy_state(state)
        origin.kernel.step(after, 0, code, new_books())
        found |= all_results(origin, after, out)
    return found


@pytest.mark.clauses("OS-RUL-44", "OS-PAIR-07")
def test_the_owner_is_asked_exactly_when_orders_differ(origin: Game) -> None:
    """Against a search through every order."""
    random = np.random.default_rng(1)
    out = np.zeros(origin.max_legal, np.int64)
    asked = by_itself = 0
    for _ in range(600):
        given = random_network(random)
        each = origin.document.read({**given, "options": {"links": "optional"}}, 0)
        forced = origin.document.read(given, 0)
        origin.kernel.settle(each, new_books())
        origin.kernel.settle(forced, new_books())
        count = origin.kernel.legal(forced, 0, out)
        takes = [int(code) for code in out[:count] if Verb.TAKE <= code < Verb.TAKE + 168]
        if not takes or forced[0].turn > 1:
            continue
        take = takes[int(random.integers(len(takes)))]
        origin.kernel.step(each, 0, take, new_books())
        origin.kernel.step(forced, 0, take, new_books())
        ends = all_results(origin, each, out)
        if forced[0].stage == Stage.CHAIN:
            asked += 1
            assert len(ends) > 1, given
        else:
            by_itself += 1
            assert ends == {result(forced)}, given
    assert asked > 20
    assert by_itself > 200
