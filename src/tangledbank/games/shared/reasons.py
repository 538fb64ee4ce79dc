"""Why an action is refused, in any game."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """One reason: its stable name, the rule it comes from, and what to tell a person."""

    name: str
    clause: str
    sentence: str
