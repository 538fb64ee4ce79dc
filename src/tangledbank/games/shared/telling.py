"""Writers of events, made from their rows."""

from __future__ import annotations

from collections.abc import Callable
from keyword import iskeyword
from typing import Any

from tangledbank.games.shared.rows import EventRow
from tangledbank.games.shared.tableau import NOTHING, tell_in_full
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.events import has_room


def writers(events: type[EventRow]) -> dict[str, Callable[..., None]]:
    """For each event a rule that writes it, if anyone listens: game, events, then its fields."""
    return {event.id: _writer(event) for event in events}


def _writer(event: EventRow) -> Callable[..., None]:
    """Its fields are its parameters, in their order; columns it does not use hold nothing."""
    parameters = [_parameter(field) for field in event.fields]
    columns = ", ".join(_parameter(column) if column else "NOTHING" for column in event.columns)
    source = (
        f"def {event.id}(game, events, {', '.join(parameters)}):\n"
        f"    if has_room(events):\n"
        f"        tell_in_full(game, events, {int(event)}, {columns})\n"
    )
    scope: dict[str, Any] = {"has_room": has_room, "tell_in_full": tell_in_full, "NOTHING": NOTHING}
    exec(compile(source, __file__, "exec"), scope)
    writer: Callable[..., None] = rule(scope[event.id])
    return writer


def _parameter(field: str) -> str:
    """A field as a name: `cause+food:meal` is one number."""
    name = field.partition(":")[0].replace("+", "_and_")
    return f"{name}_" if iskeyword(name) else name
