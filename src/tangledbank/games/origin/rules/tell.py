"""Writers of events, one for each row of `Event`: `tell.passed(game, events, seat)`."""

from __future__ import annotations

from collections.abc import Callable

from tangledbank.games.origin.rules.actions import Event
from tangledbank.games.shared.telling import writers

globals().update(writers(Event))


def __getattr__(name: str) -> Callable[..., None]:
    raise AttributeError(f"there is no event {name!r}")
