"""What a seat of The Origin of Species sees, as blocks of text for the terminal.

Tokens are told apart by letters, not only by colour: R red, B blue, F fat; · is still needed.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text

from tangledbank.games.origin.names import SEAT_LETTERS, name_place
from tangledbank.games.origin.sentences import ability_title, card_title, need_of
from tangledbank.games.vocabulary import Words
from tangledbank.text import mark, say, say_count

PHASES = {
    "development": mark("development"),
    "feeding": mark("feeding"),
    "over": mark("the end"),
}


class Block(NamedTuple):
    """A title and its lines."""

    title: str
    lines: list[Text]
    strong: bool = False


def blocks(view: Words, seat: int, names: list[str]) -> list[Block]:
    """The common board, then every seat, the reader's own last."""
    count = len(names)
    order = [(seat + 1 + i) % count for i in range(count)] if seat >= 0 else [*range(count)]
    return [_common(view, names), *(_seat(view, one, seat, names) for one in order)]


def _common(view: Words, names: list[str]) -> Block:
    title = say(
        "Turn {turn}, {phase}, round {round}",
        turn=view["turn"],
        phase=say(PHASES[view["phase"]]),
        round=view.get("round", 1),
    )
    facts = [
        say("first player {name}", name=names[view["first"]]),
        say("deck {n}", n=_size(view.get("deck", 0))),
        say("discard pile {n}", n=_size(view.get("discard", 0))),
    ]
    if view["phase"] == "feeding":
        facts.insert(0, say("food bank {n}", n=view["bank"]))
    line = Text(", ".join(facts))
    lines = [line]
    if view["phase"] == "feeding" and view["bank"]:
        lines.insert(0, Text("R" * view["bank"], style="bold red"))
    if view.get("last_turn"):
        lines.append(Text(say("This is the last turn."), style="bold yellow"))
    elif view.get("last_turn_next"):
        lines.append(Text(say("The next turn is the last."), style="yellow"))
    return Block(title, lines)


def _size(pile: int | list[str]) -> int:
    return pile if isinstance(pile, int) else len(pile)


def _seat(view: Words, seat: int, me: int, names: list[str]) -> Block:
    words = view["seats"][seat]
    turn = " ◀" if view.get("decides") == seat and view["phase"] != "over" else ""
    title = f"{SEAT_LETTERS[seat]} {names[seat]}{turn} – " + say_count(
        "{n} card in hand, {points} points",
        "{n} cards in hand, {points} points",
        _size(words["hand"]),
        points=view["scores"][seat],
    )
    lines = [_animal(animal, seat, i) for i, animal in enumerate(words["animals"])]
    lines += [_pair(pair, seat) for pair in words.get("pairs", [])]
    if not lines:
        lines.append(Text(say("no animals"), style="dim"))
    if words.get("passed"):
        lines.append(Text(say("has passed"), style="dim"))
    return Block(title, lines, strong=seat == me)


def _animal(words: Words, seat: int, index: int) -> Text:
    line = Text(f"{name_place(seat, index):<4}", style="bold")
    red, blue = words.get("red", 0), words.get("blue", 0)
    line.append("R" * red, style="bold red")
    line.append("B" * blue, style="bold blue")
    line.append("·" * (need_of(words) - red - blue), style="dim")
    parts = [_ability(ability, words) for ability in words.get("abilities", [])]
    if parts:
        line.append(" ")
        line.append(Text(", ").join(parts))
    for flag, title in (
        ("hibernating", say("asleep")),
        ("poisoned", say("poisoned")),
        ("hibernated_last_turn", say("slept last turn")),
    ):
        if words.get(flag):
            line.append(f" [{title}]", style="magenta")
    return line


def _ability(ability: str | Words, animal: Words) -> Text:
    name = ability if isinstance(ability, str) else ability["ability"]
    text = Text(ability_title(name), style="green" if name != "carnivore" else "bold red")
    if name == "fat":
        token = not isinstance(ability, str) and ability.get("token")
        text.append(" F" if token else " ·", style="bold yellow")
    if name in animal.get("used", []):
        text.append("*", style="dim")
    return text


def _pair(words: Words, seat: int) -> Text:
    a, b = (name_place(seat, i) for i in words["animals"])
    if words["ability"] == "symbiosis":
        text = say("{b} is the symbiont of {a}", a=a, b=b)
    else:
        text = f"{a}–{b} {ability_title(words['ability'])}"
    return Text("    " + text + ("*" if words.get("used") else ""), style="cyan")


def hand(view: Words, seat: int) -> list[str]:
    """The cards in a seat's hand, by their printed names."""
    cards = view["seats"][seat]["hand"]
    return [card_title(card) for card in cards] if isinstance(cards, list) else []


def spoken(view: Words, seat: int, names: list[str]) -> list[str]:
    """The same board in plain lines: no signs, every number said."""
    common = _common(view, names)
    lines = [common.title, *(text.plain for text in common.lines if set(text.plain) != {"R"})]
    count = len(names)
    for one in ((seat + 1 + i) % count for i in range(count)):
        words = view["seats"][one]
        lines.append(
            say(
                "{name}: {cards} cards in hand, {points} points",
                name=names[one],
                cards=_size(words["hand"]),
                points=view["scores"][one],
            )
        )
        lines += [_spoken_animal(a, one, i) for i, a in enumerate(words["animals"])]
        lines += [_pair(pair, one).plain.strip() for pair in words.get("pairs", [])]
        if words.get("passed"):
            lines.append(say("has passed"))
    return lines


def _spoken_animal(words: Words, seat: int, index: int) -> str:
    tokens = words.get("red", 0) + words.get("blue", 0)
    parts = [say("{tokens} of {need} food", tokens=tokens, need=need_of(words))]
    for ability in words.get("abilities", []):
        name = ability if isinstance(ability, str) else ability["ability"]
        title = ability_title(name)
        if name == "fat":
            filled = not isinstance(ability, str) and ability.get("token")
            title += " " + (say("(filled)") if filled else say("(empty)"))
        if name in words.get("used", []):
            title += " " + say("(used)")
        parts.append(title)
    for flag, title in (("hibernating", say("asleep")), ("poisoned", say("poisoned"))):
        if words.get(flag):
            parts.append(title)
    return f"{name_place(seat, index)}: " + ", ".join(parts)
