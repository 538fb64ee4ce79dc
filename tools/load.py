"""Many tables at once: how fast the server acknowledges actions and shows them to others.

    python -m tools.load [--tables 500] [--rate 200] [--seconds 30] [--games origin,darwin]
                         [--processes 2]

It starts a server of its own on a free port with an empty folder, opens the tables, connects two
people to each as browsers do (compressed frames included), and then lets people act at a steady
rate, whether or not earlier actions were answered. An action is timed from sending to its
acknowledgement, and to the moment when the other person has received the new table.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import re
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.wire import CODE, Message, Running, Visitor, read_frame, running
from websockets.asyncio.client import ClientConnection, connect

from tangledbank.server.rooms.hub import WARM_UP

TOGETHER = 20  # sockets that are opened at the same time
SETTLE = 3.0  # seconds in which the first looks are sent
IDLE = 0.03  # seconds of processor time in a second in which nothing is made ready
GRACE = 5.0  # seconds in which late answers still count


class Person:
    """Someone at a table with a page open."""

    def __init__(self, visitor: Visitor, table: str):
        self.visitor, self.table = visitor, table
        self.other: Person = self
        self.shown: Message = {"html": "", "yours": False}
        self.count = 0
        self.sent = 0.0  # when the action was sent that is not acknowledged yet
        self.awaited = 0.0  # when the other's action was sent that is not seen yet
        self.to_answer: list[float] = []
        self.to_screen: list[float] = []
        self.refused = 0
        self.socket: ClientConnection | None = None

    async def connect(self) -> None:
        """Open the page's socket and read on in the background."""
        self.socket = await connect(
            f"ws://{self.visitor.host}/t/{self.table}/socket",
            additional_headers={"cookie": self.visitor.cookie},
            origin=f"http://{self.visitor.host}",  # type: ignore[arg-type]
            proxy=None,
            max_size=None,
            ping_interval=None,
            open_timeout=None,
        )

    async def read(self) -> None:
        """Take the time of everything that comes."""
        assert self.socket
        async for frame in self.socket:
            now = time.perf_counter()
            assert isinstance(frame, str)
            if frame.startswith('{"type":"table"'):
                self.shown = read_frame(frame, self.shown["html"])
                if self.awaited:
                    self.to_screen.append(now - self.awaited)
                    self.awaited = 0.0
            elif self.sent:
                if frame.startswith('{"type":"done"'):
                    self.to_answer.append(now - self.sent)
                else:
                    self.refused += 1
                    self.other.awaited = 0.0
                self.sent = 0.0

    @property
    def may_act(self) -> bool:
        """Whether the page shows that it is this person's turn, and nothing is on its way."""
        return not (self.sent or self.other.sent) and self.shown["yours"]

    async def act(self) -> None:
        """Choose anything that can be chosen."""
        code, stamp = random.choice(CODE.findall(self.shown["html"])), self.shown["stamp"]
        assert self.socket
        self.count += 1
        self.awaited = 0.0  # what this person has not seen by now shows nothing to them
        self.other.awaited = self.sent = time.perf_counter()
        wish = f'{{"type":"act","n":{self.count},"stamp":"{stamp}","code":{code}}}'
        await self.socket.send(wish)


def sit_down(server: Running, tables: int, games: Sequence[str]) -> Iterator[Person]:
    """Open tables for two, one after the other."""
    for number in range(tables):
        ada, bob = Visitor(server.host, "Ada"), Visitor(server.host, "Bob")
        name = ada.open_table(games[number % len(games)], ["open", "open"])
        bob.join(ada.invitation(name))
        one, two = Person(ada, name), Person(bob, name)
        one.other, two.other = two, one
        yield from (one, two)


def shuffled(people: Sequence[Person]) -> Iterator[Person]:
    """As many as there are, in no order; no list is made, which would take long each time."""
    return (random.choice(people) for _ in people)


async def play(people: Sequence[Person], rate: float, seconds: float) -> tuple[int, float]:
    """Act at a steady rate; gives how many actions were sent, and in what time."""
    began, sent = time.perf_counter(), 0
    while (now := time.perf_counter()) - began < seconds:
        due = int((now - began) * rate)
        while sent < due:
            ready = next((one for one in shuffled(people) if one.may_act), None)
            if ready is None:
                break
            await ready.act()
            sent += 1
        await asyncio.sleep(0.002)
    took = time.perf_counter() - began
    until = time.perf_counter() + GRACE
    while any(person.sent for person in people) and time.perf_counter() < until:
        await asyncio.sleep(0.05)
    return sent, took


async def connected(people: Sequence[Person]) -> list[asyncio.Task[None]]:
    """Connect everyone, and wait until everyone has seen their table."""
    for start in range(0, len(people), TOGETHER):
        await asyncio.gather(*(person.connect() for person in people[start : start + TOGETHER]))
    readers = [asyncio.create_task(person.read()) for person in people]
    while not all(person.shown["html"] for person in people):
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLE)
    return readers


def family(process: int) -> list[int]:
    """A process and those it has started."""
    own = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [process, *(one for child in own.split() for one in family(int(child)))]


def memory(server: int) -> float:
    """What a server holds in memory, in megabytes."""
    states = [Path(f"/proc/{one}/status").read_text(encoding="ascii") for one in family(server)]
    found = [re.search(r"VmRSS:\s+(\d+) kB", status) for status in states]
    return sum(int(one[1]) for one in found if one) / 1024


def used(server: int) -> float:
    """The processor time of a server so far, in seconds."""
    return sum(map(_used, family(server)))


def _used(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_ready(server: Running) -> None:
    """Until what is made once is made, in each process: it is no table's memory."""
    Visitor(server.host).get("/")
    time.sleep(WARM_UP + SETTLE)
    before = 0.0
    while (now := used(server.process.pid)) - before > IDLE:
        before = now
        time.sleep(1.0)


def used_by_all() -> float:
    """The processor time of all processes of this machine so far, in seconds."""
    user, nice, system, _idle, _waiting, *interrupts = (
        int(field) for field in Path("/proc/stat").read_text(encoding="ascii").split()[1:8]
    )
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def disk_watched() -> Iterator[list[float]]:
    """Meanwhile, how long the disk takes to keep a few bytes of a file of ours."""
    times, stop = list[float](), threading.Event()

    def watch() -> None:
        with tempfile.TemporaryFile() as file:
            while not stop.wait(0.02):
                begin = time.perf_counter()
                os.pwrite(file.fileno(), b"x" * 4096, 0)
                os.fsync(file.fileno())
                times.append(time.perf_counter() - begin)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield times
    finally:
        stop.set()
        thread.join()


def percentile(times: Sequence[float], share: float) -> str:
    """In milliseconds."""
    ranked = sorted(times)
    return f"{ranked[min(len(ranked) - 1, int(len(ranked) * share))] * 1000:.1f}" if ranked else "–"


async def measure(server: Running, people: Sequence[Person], rate: float, seconds: float) -> None:
    """Connect, play and tell."""
    process = server.process.pid
    readers = await connected(people)
    full = memory(process)
    gc.disable()  # what measures must not stop for it
    began = [used(process), time.process_time(), used_by_all()]
    with disk_watched() as kept:
        sent, took = await play(people, rate, seconds)
    ended = [used(process), time.process_time(), used_by_all()]
    busy, own, everyone = (
        (after - before) / took for before, after in zip(began, ended, strict=True)
    )
    answered = [one for person in people for one in person.to_answer]
    shown = [one for person in people for one in person.to_screen]
    refused = sum(person.refused for person in people)
    late = sum(bool(person.sent) for person in people)
    print(f"| actions per second, asked for | {rate:.0f} |")
    print(f"| actions per second, sent | {sent / took:.1f} |")
    print(f"| actions per second, acknowledged | {len(answered) / took:.1f} |")
    print(f"| refused because others were faster; not answered | {refused}; {late} |")
    for name, times in (("acknowledgement", answered), ("the other's screen", shown)):
        p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
        print(f"| from action to {name}, p50 / p99 / longest (ms) | {p50} / {p99} / ", end="")
        print(f"{percentile(times, 1)} |")
    print(
        f"| memory with everyone connected; at the end (MB) | {full:.0f}; {memory(process):.0f} |"
    )
    print(f"| processor time of the server; of this script (cores) | {busy:.2f}; {own:.2f} |")
    print(f"| of others on this machine (cores) | {everyone - busy - own:.2f} |")
    print(f"| for the disk to keep 4 KB, p99 / longest (ms) | {percentile(kept, 0.99)} / ", end="")
    print(f"{percentile(kept, 1)} |")
    for task in readers:
        task.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    await asyncio.gather(*(one.socket.close() for one in people if one.socket))


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--games", default="origin,evolution,darwin")
    parser.add_argument("--processes", type=int, default=1)
    wanted = parser.parse_args()
    random.seed(1)
    # All come from one address, as from a proxy: it may have any number of connections.
    options = (
        "--processes",
        str(wanted.processes),
        "--trusted-proxy",
        "127.0.0.1",
        "--quota",
        "1000",
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data", *options) as server,
    ):
        wait_until_ready(server)
        empty = memory(server.process.pid)
        people = [*sit_down(server, wanted.tables, wanted.games.split(","))]
        opened = memory(server.process.pid)
        print(f"| tables; seats connected | {wanted.tables}; {len(people)} |")
        print(f"| processes of the server | {wanted.processes} |")
        print(f"| memory of the empty server; with all tables open (MB) | {empty:.0f}; ", end="")
        print(f"{opened:.0f} |", flush=True)
        asyncio.run(measure(server, people, wanted.rate, wanted.seconds))
        per_table = (memory(server.process.pid) - empty) / wanted.tables * 1024
        print(f"| memory of a table with two people at the end (KB) | {per_table:.0f} |")


if __name__ == "__main__":
    main()
