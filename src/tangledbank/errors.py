"""The one error people meet: what is wrong, where, and what would be right."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818  it reads as what happened
    """Something was asked that cannot be done; nothing has changed."""

    def __init__(self, sentence: str, *, place: str = "", reason: str = "", clause: str = ""):
        self.sentence = sentence
        self.place = place
        self.reason = reason
        self.clause = clause
        super().__init__(f"{place}: {sentence}" if place else sentence)
