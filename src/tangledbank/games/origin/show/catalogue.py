"""Everything there is in The Origin of Species, for people to look through."""

from __future__ import annotations

from tangledbank.games.origin.rules.cards import ABILITIES, CARD_NAMES, COPIES
from tangledbank.games.origin.show import board, pictures
from tangledbank.games.origin.text.sentences import ability_title
from tangledbank.games.shared.catalogue import Entry, Shelf, page_id, rules_about
from tangledbank.text import mark_in, say, say_count


def shelves() -> list[Shelf]:
    """All that there is, in the reader's language."""
    return [
        Shelf(
            "abilities", say(mark_in("origin", "Abilities")), [_ability(name) for name in ABILITIES]
        ),
        Shelf("cards", say("Cards"), [_double(kind) for kind in range(len(CARD_NAMES))]),
    ]


def _ability(name: str) -> Entry:
    copies = [
        int(COPIES[0, kind]) for kind, card in enumerate(CARD_NAMES) if name in card.split("/")
    ]
    return Entry(
        name,
        ability_title(name),
        lambda: pictures.animal([name], ""),
        [
            say(board.HINTS[name]),
            say_count("on {n} card", "on {n} cards", sum(copies)),
            *rules_about("origin", name),
        ],
        name,
    )


def _double(kind: int) -> Entry:
    abilities = CARD_NAMES[kind].split("/")
    one, other = (int(copies) for copies in COPIES[:, kind])
    lines = [say_count("{n} card in a set", "{n} cards in a set", one)]
    if other != one:
        lines.append(say("in the other deck {n}", n=other))
    return Entry(
        page_id(CARD_NAMES[kind]),
        " / ".join(ability_title(ability) for ability in abilities),
        lambda: pictures.animal(abilities, ""),
        [*lines, *(f"{ability_title(one)}: {say(board.HINTS[one])}" for one in abilities)],
        abilities[0],
    )


def place_of(kind: str, name: str) -> str:
    """Where something on a table is told of, by the parts of its key: shelf and entry."""
    is_card = kind == "card" and name in CARD_NAMES
    return f"?shelf=cards#{page_id(name)}" if is_card else ""
