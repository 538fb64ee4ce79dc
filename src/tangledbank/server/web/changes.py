"""What is new in a page: the rest is not sent again."""

from __future__ import annotations

from collections.abc import Sequence

# Lines that the page has (the first, and how many), or lines it has not, as text.
Change = tuple[int, int] | str


def changes(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """How the new lines are made from the old ones."""
    places = {line: number for number, line in enumerate(old)}
    found: list[Change] = []
    fresh: list[str] = []
    first = count = 0  # the run of old lines that goes on
    for line in new:
        if count and first + count < len(old) and old[first + count] == line:
            count += 1
            continue
        if count:
            found.append((first, count))
            count = 0
        place = places.get(line)
        if place is None:
            fresh.append(line)
            continue
        if fresh:
            found.append("\n".join(fresh))
            fresh = []
        first, count = place, 1
    if count:
        found.append((first, count))
    if fresh:
        found.append("\n".join(fresh))
    return found
