"""How much one visitor may do, and all visitors of one address together."""

from __future__ import annotations

from collections.abc import Iterable

from tangledbank.errors import Refused
from tangledbank.search.levels import SEARCH, read_spec
from tangledbank.server.rooms.fair_queue import Owner
from tangledbank.server.rooms.pace import Pace
from tangledbank.text import mark, say

Rate = tuple[float, float]  # so many at once, then so many in a second


class Quota:
    """How often something may be done: by a visitor, and from an address."""

    def __init__(self, sentence: str, visitor: Rate, address: Rate, share: float):
        self._sentence = sentence
        self._visitor = Pace(visitor[0] * share, visitor[1] * share)
        self._address = Pace(address[0] * share, address[1] * share)

    def take(self, who: Owner, count: int = 1) -> None:
        """Count it; refuse what is too much, which costs nothing."""
        of_visitor, of_address = self._visitor.left(who.visitor), self._address.left(who.address)
        if min(of_visitor, of_address) < count:
            raise Refused(say(self._sentence), reason="quota")
        self._visitor.spend(who.visitor, count)
        self._address.spend(who.address, count)


class Quotas:
    """All that takes room or time on the server. A visitor costs nothing, so addresses count too.

    `factor` is for those who know their visitors; several processes of a server divide it.
    """

    def __init__(self, factor: float = 1.0, processes: int = 1):
        share = factor / processes
        self.tables = Quota(
            mark("You have opened many tables just now; wait a few minutes."),
            (40, 1 / 20), (400, 1 / 2), share,
        )  # fmt: skip
        self.experts = Quota(
            mark("You have asked for many bots that search; wait, or choose simpler ones."),
            (40, 1 / 20), (400, 1 / 2), share,
        )  # fmt: skip
        self.uploads = Quota(
            mark("You have opened many log files just now; wait a few minutes."),
            (10, 1 / 30), (60, 1 / 5), share,
        )  # fmt: skip
        self.notes = Quota(
            mark("You have changed this often just now; wait a moment."),
            (20, 1 / 10), (200, 1), share,
        )  # fmt: skip
        self.talk = Quota(
            mark("You have said a lot just now; wait a moment."), (10, 1 / 2), (100, 5), share
        )  # fmt: skip


def searching(bots: Iterable[str]) -> int:
    """How many of these bots search, which takes a processor for a while."""
    ours = (bot for bot in bots if _is_ours(bot))
    return sum(read_spec(bot).name == SEARCH for bot in ours)


def _is_ours(bot: str) -> bool:
    try:
        read_spec(bot)
    except Refused:  # a program that was named at the start
        return False
    return True
