"""Bots of the server in processes of their own: compiled as soon as they can be, and in turn."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from tangledbank import workers
from tangledbank.kernel.compiling import MEANWHILE, UNCOMPILED
from tangledbank.search.bot import Bot, Problem, problem_at, seed_for, solve
from tangledbank.server.rooms.bots import STAND_IN, BotWorkers, Decision, _ask
from tangledbank.server.rooms.quotas import FairQueue, Owner
from tangledbank.table import Table
from tangledbank.workers import Worker
from tests.commands import run

MANY = "search:5000"  # plain Python would take minutes for so many iterations


@pytest.fixture
def table() -> Table:
    """Where a search does something else than the bot that decides for those who are late."""
    assert run("prepare", "origin").returncode == 0
    return Table("origin", 2, seed=3)  # the second seat begins


def choice(problem: Problem, seconds: float) -> Decision:
    async def ask() -> Decision:
        thinkers = BotWorkers(seconds=seconds)
        try:
            return await thinkers.choose(problem)
        finally:
            await thinkers.close()

    return asyncio.run(ask())


def test_a_server_that_started_uncompiled_need_not_think_so(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = problem_at(table, 1, MANY)
    bot = Bot(MANY, table.game, seed_for(table.seed, 1))
    best = bot.choose(table.observation(1), 1, table.codes(1), 0)
    stand_in = solve(problem._replace(bot=STAND_IN))
    assert best != stand_in
    monkeypatch.setenv(UNCOMPILED, MEANWHILE)
    assert choice(problem, seconds=60) == Decision(best)
    monkeypatch.setenv(UNCOMPILED, "1")  # it is wished for: so it stays
    assert choice(problem, seconds=3) == Decision(stand_in, is_stand_ins=True)


def test_a_bot_that_cannot_answer_is_stood_in_for_by_a_sound_one() -> None:
    """Not by the first legal action: here that would be another."""
    table = Table("evolution", 3, seed=5)
    seat = next(one for one in table.pending if len(table.codes(one)) > 1)
    problem = problem_at(table, seat, "expert")
    hopeless = choice(problem, seconds=0.0)
    assert hopeless.is_stand_ins
    assert hopeless.code != problem.codes[0]
    assert hopeless.code == solve(problem._replace(bot="caretaker"))


SLOW_TO_LOAD = """
import time
from tangledbank.search import bot
from tangledbank.workers import work
bot.load_bot = lambda problem: time.sleep(1)
bot.solve = lambda problem: 7
work()
"""


def test_starting_and_loading_is_no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process is ready when it says so; however slow that was, the bot has all its time."""
    problem = problem_at(Table("origin", 2, seed=3), 1, "greedy")
    monkeypatch.setattr(workers, "WORK", SLOW_TO_LOAD)
    worker = Worker()
    try:
        assert asyncio.run(_ask(worker, problem, seconds=0.2)) == 7
    finally:
        worker.end()


def test_a_process_that_is_warm_is_the_one_that_is_asked() -> None:
    async def story() -> None:
        thinkers = BotWorkers()
        await thinkers.warm("origin")
        await thinkers.warm("origin")
        (warm,) = [one for idle in thinkers._idle.values() for one in idle]
        await thinkers.choose(problem_at(Table("origin", 2, seed=3), 1, "greedy"))
        assert [one for idle in thinkers._idle.values() for one in idle] == [warm]
        await thinkers.close()

    asyncio.run(story())


# --- whose turn it is ----------------------------------------------------------------------------


def served(asked: list[Owner], places: int = 1) -> list[Owner]:
    """In which order those are served who all ask while nobody can be."""
    order: list[Owner] = []

    async def story() -> None:
        queue, begin = FairQueue(places), asyncio.Event()

        async def hold() -> None:
            async with queue.place(Owner("first")):
                await begin.wait()

        async def ask(owner: Owner) -> None:
            async with queue.place(owner):
                order.append(owner)
                await asyncio.sleep(0)

        held = [asyncio.ensure_future(hold()) for _ in range(places)]
        await asyncio.sleep(0)
        waiting = [asyncio.ensure_future(ask(owner)) for owner in asked]
        await asyncio.sleep(0)
        begin.set()
        await asyncio.gather(*held, *waiting)

    asyncio.run(story())
    return order


def test_who_asks_for_much_waits_behind_themselves() -> None:
    greedy, modest = Owner("1", "greedy"), Owner("2", "modest")
    assert served([greedy] * 50 + [modest]).index(modest) == 1


def test_visitors_of_one_address_take_turns_too() -> None:
    """A crowd of sessions costs nothing; behind one address it counts as one."""
    crowd = [Owner("1", str(n)) for n in range(20)]
    friend, other = Owner("1", "friend"), Owner("2", "other")
    order = served([*crowd, *crowd, friend, other, other])
    assert order.index(other) == 1
    assert [n for n, one in enumerate(order) if one == other] == [1, 3]
    assert order.index(friend) < len(crowd) + 3


def test_who_goes_away_gives_their_place_on() -> None:
    async def story() -> None:
        queue = FairQueue(1)
        async with queue.place(Owner("1")):
            gone = asyncio.ensure_future(queue.place(Owner("2")).__aenter__())
            await asyncio.sleep(0)
            gone.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await gone
        async with asyncio.timeout(5), queue.place(Owner("3")):
            pass

    asyncio.run(story())
