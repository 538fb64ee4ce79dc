"""How the server answers while bots think: people act and look, with experts at other tables.

    python -m tools.think_load [--experts 4] [--tables 10] [--rate 20] [--seconds 30]

It measures twice, each time with a server of its own: without experts, and with some, each at a
table of its own where a person answers at once, so that the experts think all the time. Actions
and looks at a page are timed at the other tables, where two people sit.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.wire import Running, Visitor, running
from tools.load import Person, connected, percentile, play, sit_down

EXPERT = "bot:expert"
GAMES = ("origin", "evolution", "darwin")
WARM_UP = 10.0  # seconds in which a new server loads what it needs
PAUSE = 0.25  # seconds between two looks at a page


def sit_with_experts(server: Running, tables: int) -> list[Person]:
    """A person and an expert at each of some tables."""
    found = []
    for number in range(tables):
        visitor = Visitor(server.host, "Eve")
        name = visitor.open_table(GAMES[number % len(GAMES)], ["open", EXPERT])
        found.append(Person(visitor, name))
    return found


async def keep_thinking(people: Sequence[Person]) -> None:
    """Act wherever it is a person's turn, so that it is the expert's again."""
    while True:
        for person in people:
            if person.may_act:
                await person.act()
        await asyncio.sleep(0.02)


async def look(person: Person, times: list[float]) -> None:
    """Look at the page of a table again and again."""
    while True:
        begin = time.perf_counter()
        answer = await asyncio.to_thread(person.visitor.get, f"/t/{person.table}")
        times.append(time.perf_counter() - begin)
        assert answer.status == 200
        await asyncio.sleep(PAUSE)


async def measure(
    people: Sequence[Person], others: Sequence[Person], rate: float, seconds: float
) -> str:
    """Connect, play and tell, as cells of a row."""
    readers = await connected([*people, *others])
    await play(people, rate, WARM_UP)
    for person in people:
        person.to_answer.clear()
    looks: list[float] = []
    before = sum(person.count for person in others)
    tasks = [
        asyncio.create_task(keep_thinking(others)),
        asyncio.create_task(look(people[0], looks)),
    ]
    await play(people, rate, seconds)
    moved = sum(person.count for person in others) - before
    for task in (*tasks, *readers):
        task.cancel()
    await asyncio.gather(*tasks, *readers, return_exceptions=True)
    await asyncio.gather(*(one.socket.close() for one in (*people, *others) if one.socket))
    answers = [one for person in people for one in person.to_answer]
    cells = [f"{percentile(those, 0.5)} / {percentile(those, 0.99)}" for those in (answers, looks)]
    return f"{len(others)} | {moved} | {len(answers)} | {cells[0]} | {len(looks)} | {cells[1]}"


def main() -> None:
    """Read the command line and measure with and without experts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--experts", type=int, default=4)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args()
    random.seed(1)
    print("| experts | turns against them | actions | action, p50 / p99 (ms) ", end="")
    print("| looks | page, p50 / p99 (ms) |\n|--:|--:|--:|--:|--:|--:|", flush=True)
    for experts in (0, given.experts):
        with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data") as server:
            people = [*sit_down(server, given.tables, GAMES)]
            others = sit_with_experts(server, experts)
            row = asyncio.run(measure(people, others, given.rate, given.seconds))
            print(f"| {row} |", flush=True)


if __name__ == "__main__":
    main()
