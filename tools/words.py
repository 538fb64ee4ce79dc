"""Bring the tables of docs/words-GAME.md up to date with the rows of each game.

A row of a game that has no line gets one made from what the row says; a line whose row is gone
goes too; clauses, sentences and values are written anew. What people have written stays.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import fill

from tangledbank.games import GAMES
from tangledbank.games.darwin.rules import decks as darwin
from tangledbank.games.evolution.rules import cards as evolution
from tangledbank.games.game import Game, load
from tangledbank.games.origin.rules import cards as origin
from tangledbank.games.shared.verbs import Action, Frame
from tangledbank.text import say

DOCS = Path(__file__).parent.parent / "docs"
Cells = list[str]
Change = Callable[[Cells], Cells]


def main() -> None:
    """Write the pages, or with --check only say which are behind."""
    behind = [game for game in GAMES if page_of(game).read_text("utf-8") != made(load(game))]
    for game in behind:
        if "--check" in sys.argv:
            print(f"docs/words-{game}.md is behind its rows: make rows")
        else:
            page_of(game).write_text(made(load(game)), "utf-8")
            print(f"docs/words-{game}.md is up to date now")
    sys.exit(bool(behind) and "--check" in sys.argv)


def page_of(game: str) -> Path:
    """The page with the words of a game."""
    return DOCS / f"words-{game}.md"


def made(game: Game) -> str:
    """The page of a game as it should be."""
    page = page_of(game.name).read_text("utf-8")
    actions = {one.verb: _action(one) for one in game.vocabulary.actions.values()}
    page = with_lines(page, "Actions", actions, columns=4)
    reasons = {one.id: [one.clause, one.sentence] for one in game.reasons[1:]}
    page = with_lines(page, "Reasons", reasons, columns=3, renew=slice(0, 2))
    fields = game.sentences.event_fields()
    events = {name: [_listed(names), ""] for name, names in fields.items()}
    page = with_lines(page, "Events", events, columns=3, renew=slice(0, 1))
    options = {
        name: [_listed(one.values), one.clause, say(one.about)]
        for name, one in game.option_words.items()
    }
    page = with_lines(page, "Options", options, columns=4, renew=slice(0, 2))
    return CARDS[game.name](page)


def evolution_cards(page: str) -> str:
    """The page with a line for each trait; its numbers are those of the first deck that has it."""
    printed = {
        trait.id: next((deck[trait.id] for deck in evolution.DECKS.values() if deck[trait.id]), [])
        for trait in evolution.Trait
    }
    traits = {
        trait.id: [
            trait.colour,
            str(len(printed[trait.id])),
            " ".join(map(str, printed[trait.id])).replace("-", "\N{MINUS SIGN}"),
            say(trait.meaning),
        ]
        for trait in evolution.Trait
    }
    return with_lines(page, "Cards", traits, columns=5, renew=slice(0, 3))


def origin_cards(page: str) -> str:
    """The page with all abilities, and all cards by deck list."""
    ids = ", ".join(f"`{name}`" for name in origin.ABILITIES)
    listed = f"The {len(origin.ABILITIES)} ability ids:\n{fill(ids, 100)}.\n"
    page = re.sub(r"^The \d+ ability ids:\n(.+\n)+", listed, page, flags=re.MULTILINE)
    lines = [_line(["card", *(f"`{name}`" for name in origin.DECK_LISTS)])]
    lines.append("|---" * (1 + len(origin.DECK_LISTS)) + "|")
    for name, copies in zip(origin.CARD_NAMES, origin.COPIES.T.tolist(), strict=True):
        lines.append(_line([f"`{name}`", *(str(number or "–") for number in copies)]))
    return re.sub(r"^\| card \|.*\n(\|.*\n)+", "\n".join(lines) + "\n", page, flags=re.MULTILINE)


def darwin_cards(page: str) -> str:
    """The page with a line for each event card."""
    cards = {
        card.id: ["for an era" if card.lasts else "at once", say(card.meaning)]
        for card in darwin.EventCard
    }
    return with_lines(page, "Event cards", cards, columns=3, renew=slice(0, 2))


CARDS = {"origin": origin_cards, "evolution": evolution_cards, "darwin": darwin_cards}


def _action(action: Action[Frame]) -> Cells:
    fields = [
        f"`{name.rstrip('?')}`" + " (optional)" * name.endswith("?") for name in action.shape.fields
    ]
    example = " ".join(filter(None, (action.verb, action.shape.example)))
    return [
        ", ".join([*fields, *(f"`{name}`" for name in action.then)]) or "–",
        f"`{example}`",
        say(action.means),
    ]


def _listed(names: Mapping[str, str] | list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "–"


def with_lines(
    page: str, heading: str, known: Mapping[str, Cells], columns: int, renew: slice | None = None
) -> str:
    """A page whose tables of so many columns under a heading have a line for each that is known."""
    start = page.index(f"\n## {heading}\n") + 1
    end = page.find("\n## ", start) + 1 or len(page)
    kept, listed, last = list[str](), set[str](), 0
    lines = page[start:end].splitlines()
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        cells = line.strip("| ").split(" | ") if line.startswith("| `") else []
        if len(cells) == columns and re.fullmatch(r"`\w+`", cells[0]) and after[:4] != "|---":
            name = cells[0].strip("`")
            if name not in known:
                continue
            listed.add(name)
            if renew:
                line = _line([cells[0], *_renewed(cells[1:], known[name], renew)])
            last = len(kept) + 1
        kept.append(line)
    missing = [_line([f"`{name}`", *cells]) for name, cells in known.items() if name not in listed]
    kept[last:last] = missing
    return page[:start] + "\n".join(kept) + "\n" * (len(page[start:end]) > 0) + page[end:]


def _renewed(cells: Cells, known: Cells, renew: slice) -> Cells:
    new = [*cells]
    new[renew] = known[renew]
    return new


def _line(cells: Cells) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
