"""A table as it was: the position after so many moves, and what was told of each move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tangledbank.games.shared.verbs import Words
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.table import Move, Table
from tangledbank.text import language

DEALS = 3  # of hidden cards, to see whether they matter


def tried(table: Table, seat: int, code: int) -> Table | None:
    """The table after an action that nobody carries out; none if that tells what nobody knows."""
    found = possible(table, seat, code)
    looks = [(then.view(seat), then.events(seat, len(table.moves))) for then in found]
    return found[0] if found and all(look == looks[0] for look in looks) else None


def possible(table: Table, seat: int, code: int) -> list[Table]:
    """Tables that may come of an action: none if dice fall, several if hidden cards are turned.

    All of it is dealt by what the seat sees: nothing true of the others is told, neither by what
    comes of it nor by how long that takes.
    """
    generator = new_generator()
    plant(generator, seat)
    found: list[Table] = []
    for _ in range(DEALS):
        state = table.observation(seat)
        table.game.kernel.redeal(state, seat, generator)
        found.append(_after(table, state, seat, code))
        if not _same(found[-1], state, "rng"):
            return []
        if _same(found[-1], state, "shown"):
            break
    return found


def turns_up(table: Table, then: Table, seat: int) -> bool:
    """Whether a seat sees cards after an action that were hidden from it before."""
    seen = then.state["known"] & ~table.state["known"]
    return bool((seen & 1 << seat).any())


def _after(table: Table, state: Any, seat: int, code: int) -> Table:
    then = table.supposing(state)
    then.act(seat, code)
    return then


def _same(then: Table, state: Any, name: str) -> bool:
    return bool((then.state[name] == state[name]).all())


class Told:
    """What one viewer was told of each move; what is known of a move is not asked again."""

    def __init__(self, seat: int):
        self._seat = seat
        self._moves: list[Move] = []
        self._events: list[list[Words]] = []
        self._moments = [0]
        # By language and names: the sentences of an entry, made when it is first looked at.
        self._stories: dict[tuple[str, ...], dict[int, list[str]]] = {}

    def of(self, table: Table) -> Sequence[list[Words]]:
        """The events of the opening, then those of each move that stands."""
        self._follow(table)
        return self._events

    def moments(self, table: Table) -> Sequence[int]:
        """The numbers of moves after which the viewer has something new to see.

        What others do in secret is not counted: the count would tell of it.
        """
        self._follow(table)
        return self._moments

    def teller(self, table: Table, names: Sequence[str]) -> Callable[[int], list[str]]:
        """Tells an entry of these in sentences, with these names."""
        known = self._stories.setdefault((language(), *names), {})

        def tell(at: int) -> list[str]:
            if at not in known:
                known[at] = table.game.sentences.story(self._events[at], names, self._seat)
            return known[at]

        return tell

    def _follow(self, table: Table) -> None:
        moves = table.moves
        known = min(len(moves), len(self._moves))
        while known and moves[known - 1] is not self._moves[known - 1]:  # what is before it stands
            known -= 1
        if not self._events:
            self._events.append(table.at(0).events(self._seat))
        self._forget(known + 1)
        for index in range(known, len(moves)):
            events = table.at(index + 1).events(self._seat, index)
            self._moves.append(moves[index])
            self._events.append(events)
            if events or moves[index].seat == self._seat:
                self._moments.append(index + 1)

    def _forget(self, start: int) -> None:
        """What came after so many entries was taken back."""
        for number in range(start, len(self._events)):
            for known in self._stories.values():
                known.pop(number, None)
        del self._events[start:]
        del self._moves[start - 1 :]
        while self._moments[-1] >= start:
            self._moments.pop()
