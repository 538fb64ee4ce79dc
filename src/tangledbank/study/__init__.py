"""Studies of whole games: many of them, played and counted."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import repeat, starmap
from typing import TypeVar

from tangledbank.workers import Workers

Result = TypeVar("Result")


def on_all_cores(
    workers: int | None, work: Callable[..., Result], *columns: Iterable[object]
) -> Generator[Result, None, None]:
    """As `map` does it, in so many processes, or one for each core; in this one if one will do."""
    rows = [*zip(*columns, strict=False)]  # a column may repeat for ever
    workers = min(workers or os.cpu_count() or 1, len(rows))
    if workers <= 1:
        yield from starmap(work, rows)
        return
    with Workers(workers) as pool:
        yield from pool.each(work, *zip(*rows, strict=True))


def in_chunks(
    workers: int | None, work: Callable[..., Result], games: int, size: int, *fixed: object
) -> Iterator[Result]:
    """The same for games so many at a time: `work` gets what is fixed, the first, and how many."""
    starts = range(0, games, size)
    sizes = [min(size, games - start) for start in starts]
    return on_all_cores(workers, work, *map(repeat, fixed), starts, sizes)
