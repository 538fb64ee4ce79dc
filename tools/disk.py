"""How steadily the disk of this machine keeps what a server of many tables writes, without one.

    python -m tools.disk [--rate 200] [--seconds 30] [--times 10]

Writes as many bytes as an action of a table adds to the log of SQLite, over and over the same few
megabytes of a bare file, and waits for the disk each time. A write is timed from when it was due,
so those behind a slow one count as slow as well, as people's actions do in `tools.load`.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterator

from tools.load import percentile

PIECE = 24 * 1024  # bytes that an action adds: five to six pages of the log
PIECES = 160  # in the file; the log of a busy server begins anew about as often


def kept(file: int, rate: float, seconds: float) -> Iterator[float]:
    """The seconds that each of the writes took that were due meanwhile."""
    piece, begin = os.urandom(PIECE), time.perf_counter()
    due, count = begin, 0
    while due < begin + seconds:
        due += random.expovariate(rate)
        time.sleep(max(0.0, due - time.perf_counter()))
        os.pwrite(file, piece, count % PIECES * PIECE)
        os.fdatasync(file)
        count += 1
        yield time.perf_counter() - due


def main() -> None:
    """Read the command line, measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--times", type=int, default=10)
    wanted = parser.parse_args()
    random.seed(1)
    print("| writes | p50 (ms) | p99 (ms) | longest (ms) |\n|--:|--:|--:|--:|")
    with tempfile.TemporaryFile() as file:
        file.write(bytes(PIECE * PIECES))
        file.flush()
        os.fsync(file.fileno())
        for _ in range(wanted.times):
            times = [*kept(file.fileno(), wanted.rate, wanted.seconds)]
            told = " | ".join(percentile(times, share) for share in (0.5, 0.99, 1))
            print(f"| {len(times)} | {told} |", flush=True)


if __name__ == "__main__":
    main()
