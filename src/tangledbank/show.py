"""What is said of a table in the terminal and on a page alike."""

from __future__ import annotations

from collections.abc import Sequence

from tangledbank.games.shared.board import board_of, full
from tangledbank.games.shared.position import TableView
from tangledbank.table import Table
from tangledbank.text import say, say_count


def result(table: Table, names: list[str]) -> list[str]:
    """The points of every seat, the best first, and who has won."""
    standings = table.standings
    order = sorted(range(len(standings)), key=standings.__getitem__, reverse=True)
    lines = [
        say_count("{name}: {n} point", "{name}: {n} points", standings[seat][0], name=names[seat])
        for seat in order
    ]
    return [*lines, victory(table.winners, names)]


def victory(winners: Sequence[int], names: Sequence[str]) -> str:
    """Who has won."""
    who = [names[seat] for seat in winners]
    if who == [say("You")]:
        return say("You win.")
    if len(who) == 1:
        return say("{name} wins.", name=who[0])
    return say("Shared victory: {names}.", names=", ".join(who))


def why_no_rest(table: Table, view: TableView, seat: int) -> str:
    """What stands in the way of passing by itself until the phase is over, or nothing."""
    if table.state["phase"][0] not in table.game.rest_phases:
        return say("there is nothing to rest from in this phase")
    more = full(board_of(table.game.name))
    return more.why_no_rest(view, seat) if more else ""
