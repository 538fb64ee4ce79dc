"""What is made once is made before anyone waits for it; garbage is collected by the clock."""

import asyncio
import gc
import threading
import weakref

import pytest

from tangledbank.games import GAMES
from tangledbank.games.darwin.rules.decks import standard
from tangledbank.games.darwin.show import pictures as art
from tangledbank.games.game import load
from tangledbank.kernel.compiling import uncompiled
from tangledbank.server.web import pages
from tangledbank.server.web.app import garbage_collected_seldom


def test_after_warming_up_rules_are_loaded_and_cards_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "WARM_UP", 0.0)
    pages._warm_up(threading.Event())
    drawn = art._part.cache_info().misses
    for card in standard().cards:
        art.part(art.part_name(card), "")
    assert art._part.cache_info().misses == drawn or uncompiled()
    for game in GAMES:
        kernel = load(game).kernel
        for rule in (kernel.new, kernel.legal, kernel.step, kernel.observe):
            assert uncompiled() or getattr(rule, "signatures")  # noqa: B009  Numba's


def test_warming_up_ends_when_the_server_does() -> None:
    stop = threading.Event()
    stop.set()
    misses = art._part.cache_info().misses
    pages._warm_up(stop)
    assert art._part.cache_info().misses == misses


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_is_collected_by_the_clock_and_otherwise_never_all_of_it() -> None:
    usual = gc.get_threshold()

    async def run() -> None:
        async with garbage_collected_seldom(0.01):
            assert gc.get_threshold()[2] > usual[2]
            knot = Knot()
            gc.collect()  # it is old now, and no look at the young ones finds it
            gone = weakref.ref(knot)
            del knot
            await asyncio.sleep(0.2)
            assert gone() is None

    asyncio.run(run())
    assert gc.get_threshold() == usual
