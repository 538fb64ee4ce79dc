"""What a seat of The Origin of Species sees, as blocks of text for the terminal.

Tokens are told apart by letters, not only by colour: R red, B blue, F fat; · is still needed.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tangledbank.games.origin.names import name_place
from tangledbank.games.origin.sentences import ability_title, card_title, counted, need_of
from tangledbank.games.vocabulary import SEAT_LETTERS, Words
from tangledbank.text import mark, say, say_count

PHASES = {
    "development": mark("development"),
    "feeding": mark("feeding"),
    "over": mark("the end"),
}
FLAGS = {
    "hibernating": mark("asleep"),
    "poisoned": mark("poisoned"),
    "hibernated_last_turn": mark("slept last turn"),
}
LEGEND = mark(
    "The board: R red token, B blue token, · still needed, Fat tissue F filled, * used this turn. "
    "The choices: (1/3) has 1 of the 3 tokens it needs"
)

# The animal whose food matters to a choice, by the verb and its field.
FED = {
    "take": "animal",
    "attack": "with",
    "fat": "animal",
    "piracy": "with",
    "steal": "from",
    "hibernate": "animal",
    "link": "to",
    "scavenge": "animal",
}


class Block(NamedTuple):
    """A title and its lines."""

    title: str
    lines: list[RenderableType]
    strong: bool = False


def blocks(view: Words, seat: int, names: list[str]) -> list[Block]:
    """The common board, then every seat, the reader's own last."""
    return [_common(view, names), *(_seat(view, one, seat, names) for one in _order(seat, names))]


def _order(seat: int, names: list[str]) -> list[int]:
    """The seats as they sit at the table, the reader last."""
    count = len(names)
    return [(seat + 1 + i) % count for i in range(count)]


def _common(view: Words, names: list[str]) -> Block:
    line = Text()
    if view["phase"] == "feeding":
        line.append(say("food bank {n}", n=view["bank"]))
        line.append(" " + "R" * view["bank"] if view["bank"] else "", style="bold red")
        line.append(", ")
    line.append(", ".join(_facts(view, names)))
    warnings = [Text(warning, style="bold yellow") for warning in _warnings(view)]
    return Block(_moment(view), [line, *warnings])


def _moment(view: Words) -> str:
    if view["phase"] == "over":
        return say("The end, after turn {turn}", turn=view["turn"])
    return say(
        "Turn {turn}, {phase}, round {round}",
        turn=view["turn"],
        phase=say(PHASES[view["phase"]]),
        round=view["round"],
    )


def _facts(view: Words, names: list[str]) -> list[str]:
    return [
        say("first player: {name}", name=names[view["first"]]),
        say("deck {n}", n=_size(view.get("deck", 0))),
        say("discard pile {n}", n=_size(view.get("discard", 0))),
    ]


def _warnings(view: Words) -> list[str]:
    if view["phase"] == "over":
        return []
    if view.get("last_turn"):
        return [say("This is the last turn.")]
    return [say("The next turn is the last.")] if view.get("last_turn_next") else []


def _size(pile: int | list[str]) -> int:
    return pile if isinstance(pile, int) else len(pile)


def _seat(view: Words, seat: int, me: int, names: list[str]) -> Block:
    words = view["seats"][seat]
    letter = SEAT_LETTERS[seat]
    name = names[seat].removesuffix(f" {letter}")
    turn = " ◀" if view.get("decides") == seat and view["phase"] != "over" else ""
    title = f"{letter} {name}{turn} – " + _standing(view, seat)
    lines: list[RenderableType] = [_animals(words["animals"], seat)]
    lines += [_pair(pair, seat) for pair in words.get("pairs", [])]
    if not words["animals"]:
        lines = [Text(say("no animals"), style="dim")]
    if seat == me and view["phase"] != "development" and hand(view, seat):
        lines.append(Text(say("Hand: {cards}", cards=", ".join(hand(view, seat))), style="cyan"))
    return Block(title, lines, strong=seat == me)


def _standing(view: Words, seat: int) -> str:
    words = view["seats"][seat]
    parts = [
        say_count("{n} card", "{n} cards", _size(words["hand"])),
        say_count("{n} point", "{n} points", view["scores"][seat]),
    ]
    if words.get("passed"):
        parts.append(say("has passed"))
    return ", ".join(parts)


def _animals(animals: list[Words], seat: int) -> Grid:
    """Animals line by line: name, tokens, abilities."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for index, words in enumerate(animals):
        name = Text(f"{name_place(seat, index):<3}", style="bold")
        grid.add_row(name, _tokens(words), _abilities(words))
    return grid


def _tokens(words: Words) -> Text:
    line = Text(no_wrap=True)
    line.append("R" * words.get("red", 0), style="bold red")
    line.append("B" * words.get("blue", 0), style="bold blue")
    line.append("·" * (need_of(words) - _tokens_of(words)), style="dim")
    return line


def _abilities(words: Words) -> Text:
    line = Text(", ").join(_ability(one, words) for one in words.get("abilities", []))
    for flag, title in FLAGS.items():
        if words.get(flag):
            line.append(f" [{say(title)}]", style="magenta")
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


def cards(view: Words, seat: int) -> list[str]:
    """The cards in a seat's hand by their printed names."""
    words = view["seats"][seat]["hand"]
    return [card_title(card) for card in words] if isinstance(words, list) else []


def hand(view: Words, seat: int) -> list[str]:
    """The same with each name once and how often it is there."""
    return counted(cards(view, seat))


# --- the same without signs ---------------------------------------------------------------------


# Lines by what they are about; the first, about nothing named, is the heading of the others.
Spoken = dict[str, str]
HEADING = ""


def spoken(view: Words, seat: int, names: list[str]) -> list[Spoken]:
    """The board in plain lines: no signs, every number said. First the common, then each seat."""
    facts = _facts(view, names)
    if view["phase"] == "feeding":
        facts.insert(0, say("food bank {n}", n=view["bank"]))
    common = {HEADING: f"{_moment(view)}: {', '.join(facts)}"}
    common |= {warning: warning for warning in _warnings(view)}
    return [common, *(_spoken_seat(view, one, names) for one in _order(seat, names))]


def _spoken_seat(view: Words, seat: int, names: list[str]) -> Spoken:
    words = view["seats"][seat]
    lines = {HEADING: f"{names[seat]}: {_standing(view, seat)}"}
    for index, animal in enumerate(words["animals"]):
        name = name_place(seat, index)
        lines[name] = f"{name}: {_spoken_animal(animal)}"
    for pair in words.get("pairs", []):
        text = _spoken_pair(pair, seat)
        lines[text] = f"{text} {say('(used)')}" if pair.get("used") else text
    return lines


def changes(old: Spoken, new: Spoken) -> list[str]:
    """What is new or gone, under the heading; nothing if all is as it was."""
    fresh = [line for what, line in new.items() if what != HEADING and old.get(what) != line]
    gone = [what for what in old if what not in new]
    if gone:
        fresh.append(say("No longer there: {what}", what=", ".join(gone)))
    return [new[HEADING], *fresh] if fresh or old.get(HEADING) != new[HEADING] else []


def _spoken_animal(words: Words) -> str:
    food = _food(words)
    if words.get("blue"):
        food += " " + say("({n} blue)", n=words["blue"])
    parts = [food, *(_spoken_ability(one, words) for one in words.get("abilities", []))]
    parts += [say(title) for flag, title in FLAGS.items() if words.get(flag)]
    return ", ".join(parts)


def _food(words: Words) -> str:
    return say("{tokens} of {need} food", tokens=_tokens_of(words), need=need_of(words))


def _tokens_of(words: Words) -> int:
    tokens: int = words.get("red", 0) + words.get("blue", 0)
    return tokens


def food_of(action: Words, view: Words, seat: int) -> tuple[str, str]:
    """What the animal that a choice is about has and needs: after its name, and in short."""
    place = action.get(FED.get(action["do"], ""))
    if place is None:
        return "", ""
    owner, index = [seat, place] if isinstance(place, int) else place
    words = view["seats"][owner]["animals"][index]
    return f", {_food(words)}", f" ({_tokens_of(words)}/{need_of(words)})"


def _spoken_ability(ability: str | Words, animal: Words) -> str:
    name = ability if isinstance(ability, str) else ability["ability"]
    title = ability_title(name)
    if name == "fat":
        filled = not isinstance(ability, str) and ability.get("token")
        title += " " + (say("(filled)") if filled else say("(empty)"))
    if name in animal.get("used", []):
        title += " " + say("(used)")
    return title


def _spoken_pair(words: Words, seat: int) -> str:
    a, b = (name_place(seat, i) for i in words["animals"])
    if words["ability"] == "symbiosis":
        return say("{b} is the symbiont of {a}", a=a, b=b)
    return say("{a} and {b}: {ability}", a=a, b=b, ability=ability_title(words["ability"]))
