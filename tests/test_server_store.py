"""What every store has to do, asked of each there is."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from tangledbank.errors import Refused
from tangledbank.server.store import Entry, SqliteStore, Store

STORES = {"sqlite": SqliteStore}
Open = Callable[[], SqliteStore]


@pytest.fixture(params=STORES)
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens the store of this test, as often as asked."""
    opened: list[SqliteStore] = []

    def open_store() -> SqliteStore:
        opened.append(STORES[request.param](tmp_path))
        return opened[-1]

    yield open_store
    for store in opened:
        store.close()


def run(work: Awaitable[None]) -> None:
    async def main() -> None:
        await asyncio.wait_for(work, 30)

    asyncio.run(main())


def entries(*numbers: int) -> list[Entry]:
    return [Entry({"n": number}) for number in numbers]


def test_it_gives_back_what_was_written(reopen: Open) -> None:
    async def story(store: Store) -> None:
        assert await store.create("a", entries(0, 1))
        assert await store.append("a", 2, entries(2))
        assert await store.read("a") == [{"n": 0}, {"n": 1}, {"n": 2}]
        assert await store.read("a", 2) == [{"n": 2}]
        assert await store.read("b") == []

    run(story(reopen()))


def test_a_stream_is_created_once(reopen: Open) -> None:
    async def story(store: Store) -> None:
        assert await store.create("a", entries(0))
        assert not await store.create("a", entries(1))
        assert await store.read("a") == [{"n": 0}]

    run(story(reopen()))


def test_only_the_next_number_is_written(reopen: Open) -> None:
    async def story(store: Store) -> None:
        assert not await store.append("a", 0, entries(0))  # there is no such stream
        assert not await store.append("a", 1, entries(0))
        await store.create("a", entries(0))
        assert not await store.append("a", 2, entries(2))
        assert await store.append("a", 1, entries(1))
        assert not await store.append("a", 1, entries(1))
        assert await store.read("a") == [{"n": 0}, {"n": 1}]

    run(story(reopen()))


def test_of_many_writers_at_once_one_wins_each_number(reopen: Open) -> None:
    async def story(store: Store) -> None:
        await store.create("a", entries(0))
        for number in range(1, 20):
            done = await asyncio.gather(*(store.append("a", number, entries(n)) for n in range(8)))
            assert sum(done) == 1
        assert len(await store.read("a")) == 20

    run(story(reopen()))


def test_two_stores_on_the_same_data_do_not_mix(reopen: Open) -> None:
    async def story(one: Store, other: Store) -> None:
        await one.create("a", entries(0))
        done = await asyncio.gather(*(s.append("a", 1, entries(1)) for s in (one, other)))
        assert sorted(done) == [False, True]

    run(story(reopen(), reopen()))


def test_it_is_there_when_opened_again(reopen: Open) -> None:
    first = reopen()
    run(_write(first))
    run(_expect(reopen(), [{"n": 0}, {"n": 1}]))


async def _write(store: Store) -> None:
    await store.create("a", entries(0))
    await store.append("a", 1, entries(1))


async def _expect(store: Store, found: list[dict[str, int]]) -> None:
    assert await store.read("a") == found


def test_who_listens_hears_of_every_change(reopen: Open) -> None:
    async def story(store: Store) -> None:
        await store.create("a", entries(0))
        async with store.subscribe("a") as news:
            await store.append("a", 1, entries(1))
            await store.create("b", entries(0))
            assert await anext(news) == 2
            await store.append("a", 2, entries(2))
            await store.append("a", 3, entries(3))
            assert await anext(news) == 4

    run(story(reopen()))


def test_streams_are_listed_by_mark_the_last_changed_first(reopen: Open) -> None:
    async def story(store: Store) -> None:
        for name in "abc":
            await store.create(name, [Entry({"n": 0}, "ann" if name != "b" else "")])
        await store.append("a", 1, [Entry({"n": 1}, "bob")])
        assert [*await store.list()] == ["a", "c", "b"]
        assert [*await store.list("ann")] == ["a", "c"]
        assert [*await store.list("bob")] == ["a"]
        assert [*await store.list("ann", 1)] == ["a"]
        assert [*await store.list("nobody")] == []

    run(story(reopen()))


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refused):
        SqliteStore(tmp_path / "file" / "folder")


WRITER = """
import asyncio, sys
from pathlib import Path
from tangledbank.server.store import Entry, SqliteStore

async def main(store):
    await store.create("a", [Entry({"n": 0})])
    for n in range(1, 10**6):
        await store.append("a", n, [Entry({"n": n})])
        print(n, flush=True)

asyncio.run(main(SqliteStore(Path(sys.argv[1]))))
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    work = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert work.stdout
    acknowledged = [work.stdout.readline() for _ in range(50)]
    work.kill()
    acknowledged += work.stdout.readlines()
    work.stdout.close()
    work.wait()
    last = int([line for line in acknowledged if line.endswith("\n")][-1])
    store = SqliteStore(tmp_path)
    found = asyncio.run(store.read("a"))
    store.close()
    assert [entry["n"] for entry in found] == [*range(len(found))]
    assert len(found) in (last + 1, last + 2)  # the last may have been written but not told
