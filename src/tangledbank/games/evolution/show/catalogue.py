"""Everything there is in Evolution, for people to look through."""

from __future__ import annotations

from tangledbank.games.evolution.rules.cards import GRAIN, TRAITS, deck
from tangledbank.games.evolution.show import board, pictures
from tangledbank.games.evolution.text.sentences import number_title, trait_on, trait_title
from tangledbank.games.shared.catalogue import Entry, Shelf, rules_about
from tangledbank.text import say, say_count


def shelves() -> list[Shelf]:
    """All that there is, in the reader's language."""
    return [Shelf("traits", say("Traits"), [_trait(name) for name in TRAITS])]


def _trait(name: str) -> Entry:
    numbers = [number_title(number) for trait, number in deck() if trait == name]
    lines = [
        say(board.HINTS[name]),
        say_count("{n} card", "{n} cards", len(numbers)),
        say("food numbers {numbers}", numbers=", ".join(numbers)),
    ]
    if name in GRAIN:
        lines.append(say("with the sign of grain: it works before anyone feeds"))
    return Entry(
        name,
        trait_title(name),
        lambda: pictures.species([name], 3, 1, ""),
        [*lines, *rules_about("evolution", name)],
        name,
    )


def place_of(kind: str, name: str) -> str:
    """Where something on a table is told of, by the parts of its key: shelf and entry."""
    is_card = kind == "card" and trait_on(name) in TRAITS
    return f"?shelf=traits#{trait_on(name)}" if is_card else ""
