"""What comes in from outside: plain data of the type that is wanted, or one clear sentence."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

import msgspec

from tangledbank.errors import Refused
from tangledbank.text import say

DEEPEST = 40  # no document nests half as deep
BIGGEST = 2**63 - 1  # what a state or a log can hold


def accept(value: object, kind: Any, place: str) -> Any:
    """A copy of a value as the type `kind` (in msgspec's sense), or a refusal with its place."""
    try:
        return msgspec.convert(plain(value, place), kind)
    except msgspec.ValidationError as error:
        what, _, inner = str(error).partition(" - at `$")
        where = f"{place}{inner.rstrip('`')}".removeprefix(".")
        raise Refused(what + _known_fields(what, kind), place=where) from None


def plain(value: object, place: str, depth: int = 0) -> Any:
    """A copy of a value that JSON can hold and that is neither too big nor too deep."""
    if depth > DEEPEST:
        raise Refused(say("this is nested more than {most} deep", most=DEEPEST), place=place[:80])
    if isinstance(value, Mapping):
        return {
            _key(key, place): plain(one, f"{place}.{key}".removeprefix("."), depth + 1)
            for key, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [plain(one, f"{place}[{index}]", depth + 1) for index, one in enumerate(value)]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) <= BIGGEST:
        return int(value)
    if isinstance(value, float) and isfinite(value):
        return float(value)
    if isinstance(value, str) and _is_text(value):
        return str(value)
    raise Refused(
        say("this is no text, truth value, list or mapping, nor a number of up to 63 bits"),
        place=place,
    )


def _known_fields(what: str, kind: Any) -> str:
    """After an unknown field: those there are."""
    names = getattr(kind, "__struct_fields__", ())
    if "unknown field" not in what or not names:
        return ""
    return say("; there are: {fields}", fields=", ".join(names))


def _key(key: object, place: str) -> str | int:
    if isinstance(key, bool) or not isinstance(key, str | int):
        raise Refused(say("the names in a mapping are texts"), place=place)
    name: str | int = plain(key, place)
    return name


def _is_text(value: str) -> bool:
    """Whether it can be written to a file: half a surrogate pair cannot."""
    return value.encode("utf-8", "ignore").decode() == value
