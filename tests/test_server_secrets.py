"""What is sent to a viewer does not depend on what they cannot know, to the last byte."""

from __future__ import annotations

import pytest

from tangledbank.games import GAMES
from tangledbank.games.game import load
from tangledbank.kernel.chance import Generator, new_generator, plant
from tangledbank.server.rooms.room import OPEN, Room, Seat, TablePlan
from tangledbank.server.web.pages import table_part
from tangledbank.server.web.views import tip_for
from tangledbank.table import AUDIENCE, Table, copy_state

STEPS, SEEDS = 45, 3


def sessions(seats: int) -> list[Seat]:
    return [Seat(OPEN, session=f"s{n}", name=f"P{n}") for n in range(seats)]


@pytest.mark.parametrize("options", [{}, {"mode": "quick"}, {"variant": "teams"}])
@pytest.mark.parametrize("name", GAMES)
def test_pages_tell_no_secret(name: str, options: dict[str, str]) -> None:
    game = load(name)
    if not set(options) <= set(game.options):
        pytest.skip("this game has no such option")
    seats = 4 if options else 3
    generator = new_generator()
    for seed in range(SEEDS):
        table = Table(name, [f"me:P{n}" for n in range(seats)], options=options, seed=seed)
        plant(generator, seed)
        for step in range(STEPS):
            if table.over:
                break
            viewer = step % (seats + 1) + AUDIENCE
            check(table, viewer, generator)
            seat = table.pending[step % len(table.pending)]
            codes = table.codes(seat)
            table.act(seat, int(codes[(step * 7 + seed) % len(codes)]))


def check(table: Table, viewer: int, generator: Generator) -> None:
    """The same bytes for a viewer, whatever lies under the backs of the cards."""
    other = table.at(len(table.moves))
    other.state = copy_state(table.state)
    table.game.kernel.redeal(other.state, viewer, generator)
    pages, tips = zip(*(shown(one, viewer) for one in (table, other)), strict=True)
    assert pages[0] == pages[1]
    assert tips[0] == tips[1]


def shown(table: Table, viewer: int) -> tuple[str, object]:
    live = Room("x", TablePlan(table.game.name, sessions(len(table.players))))
    live.table = table
    return table_part(live, f"s{viewer}"), tip_for(live, viewer, "place:0-0")
