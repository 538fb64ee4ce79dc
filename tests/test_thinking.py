"""Bots of the server in processes of their own: compiled as soon as they can be."""

from __future__ import annotations

import asyncio

import pytest

from tangledbank.bots.bots import Bot, seed_for
from tangledbank.kernel.compiling import MEANWHILE, UNCOMPILED
from tangledbank.server.thinking import CARETAKER, Thinkers, problem_at, solve
from tangledbank.table import Table
from tests.commands import run

MANY = "search:5000"  # plain Python would take minutes for so many iterations


@pytest.fixture
def table() -> Table:
    """Where a search does something else than the caretaker, who decides for bots that are late."""
    assert run("prepare", "origin").returncode == 0
    return Table("origin", 2, seed=3)  # the second seat begins


def choice(table: Table, seconds: float) -> int:
    async def ask() -> int:
        thinkers = Thinkers(seconds=seconds)
        try:
            return await thinkers.choose(problem_at(table, 1, MANY))
        finally:
            await thinkers.close()

    return asyncio.run(ask())


def test_a_server_that_started_uncompiled_need_not_think_so(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Bot(MANY, table.game, seed_for(table.seed, 1))
    best = bot.choose(table.observation(1), 1, table.codes(1), 0)
    caretaker = solve(problem_at(table, 1, CARETAKER))
    assert best != caretaker
    monkeypatch.setenv(UNCOMPILED, MEANWHILE)
    assert choice(table, seconds=60) == best
    monkeypatch.setenv(UNCOMPILED, "1")  # it is wished for: so it stays
    assert choice(table, seconds=3) == caretaker
