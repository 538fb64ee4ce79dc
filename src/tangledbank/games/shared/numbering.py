"""The numbers of actions: a verb with a field owns a range of them."""

from __future__ import annotations

from collections.abc import Mapping


def lay_out(sizes: Mapping[str, int], first: int = 0) -> dict[str, int]:
    """The first number of each verb, one range after the other; “end” is the first free one."""
    starts: dict[str, int] = {}
    for verb, size in sizes.items():
        starts[verb] = first
        first += size
    return {**starts, "end": first}
