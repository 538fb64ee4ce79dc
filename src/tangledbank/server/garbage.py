"""Garbage is collected by the clock.

Left to itself, Python looks through everything whenever enough is new. With hundreds of tables that
stops all of them for a third of a second, several times a minute while they fill. Hardly anything
here is garbage of the kind that needs it (what refers to itself), so seldom is enough.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator

SELDOM = 1000  # looks at the younger ones until all are looked through: a quarter of an hour
SECONDS = 600.0  # between two looks through everything


@contextlib.asynccontextmanager
async def collected_by_the_clock(seconds: float = SECONDS) -> AsyncIterator[None]:
    """Look through everything seldom meanwhile."""
    usual = gc.get_threshold()
    gc.set_threshold(*usual[:2], SELDOM)
    task = asyncio.create_task(_collect(seconds))
    try:
        yield
    finally:
        task.cancel()
        gc.set_threshold(*usual)


async def _collect(seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        gc.collect()
