"""The one error people meet: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 1600  # a value given by someone may be of any length; a sentence is not


class Refused(Exception):  # noqa: N818  it reads as what happened
    """Something was asked that cannot be done; nothing has changed."""

    def __init__(self, sentence: str, *, place: str = "", reason: str = "", clause: str = ""):
        self.sentence = _one_line(sentence)
        self.place = _one_line(place)
        self.reason = reason
        self.clause = clause
        super().__init__(f"{self.place}: {self.sentence}" if place else self.sentence)


@contextmanager
def about(*places: object, divider: str = ", ") -> Iterator[None]:
    """Name the file, or another place, in whatever is refused."""
    try:
        yield
    except Refused as refused:
        place = divider.join(str(part) for part in (*places, refused.place) if part)
        reason, clause = refused.reason, refused.clause
        raise Refused(refused.sentence, place=place, reason=reason, clause=clause) from None


def _one_line(text: str) -> str:
    if len(text) > LONGEST:  # what would be right stands at the end
        text = f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"
    return " ".join(text.split())
