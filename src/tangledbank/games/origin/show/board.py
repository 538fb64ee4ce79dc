"""The board of The Origin of Species in words and signs.

Tokens are told apart by letters, not only by colour: R red, B blue, F fat; · is still needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tangledbank.games.origin.rules.cards import Ability
from tangledbank.games.origin.text import sentences as texts
from tangledbank.games.shared.board import Fact, Piece, piles, size, stock, titles_by
from tangledbank.games.shared.verbs import Words, name_place
from tangledbank.text import kept, mark, say, say_count

LEGEND = mark(
    "The board: R red token, B blue token, · still needed, Fat tissue F filled, * used this turn. "
    "The choices: (1/3) has 1 of the 3 tokens it needs"
)
EMPTY = mark("no animals")
TITLES = {ability.id: ability.title for ability in Ability}
CHAPTER = ("turn", "phase")

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

# The animal whose food matters to a choice, by the verb and its field.
FED = {
    "take": "animal", "attack": "with", "fat": "animal", "piracy": "with", "steal": "from",
    "hibernate": "animal", "link": "to", "scavenge": "animal",
}  # fmt: skip


def moment(view: Words) -> str:
    """The turn, the phase and the round."""
    if view["phase"] == "over":
        return say("The end, after turn {turn}", turn=view["turn"])
    return say(
        "Turn {turn}, {phase}, round {round}",
        turn=view["turn"],
        phase=say(PHASES[view["phase"]]),
        round=view["round"],
    )


def facts(view: Words, names: Sequence[str]) -> list[Fact]:
    """The food bank while animals feed, the first player and the piles."""
    if view["phase"] != "feeding":
        return piles(view, names)
    bank = say("food bank {n}", n=view["bank"])
    return [stock(bank, "R", view["bank"], "bold red"), *piles(view, names)]


def warnings(view: Words) -> list[str]:
    """That the last turn has come or is coming."""
    if view["phase"] == "over":
        return []
    if view.get("last_turn"):
        return [say("This is the last turn.")]
    return [say("The next turn is the last.")] if view.get("last_turn_next") else []


def standing(view: Words, seat: int) -> list[str]:
    """Cards, points, and whether the seat has passed."""
    words = view["seats"][seat]
    parts = [
        say_count("{n} card", "{n} cards", size(words["hand"])),
        say_count("{n} point", "{n} points", view["scores"][seat]),
    ]
    if words.get("passed"):
        parts.append(say("has passed"))
    return parts


def pieces(view: Words, seat: int) -> list[Piece]:
    """The animals, then the pairs of them."""
    words = view["seats"][seat]
    animals = enumerate(words["animals"])
    return [
        *(_animal(name_place(seat, index), animal) for index, animal in animals),
        *(_pair(pair, seat) for pair in words.get("pairs", [])),
    ]


titles = titles_by(texts.card_title)


def lists_hand(view: Words) -> bool:
    """In development each choice is to play a card."""
    return bool(view["stage"] == "develop")


def note(action: Words, view: Words, seat: int) -> tuple[str, str]:
    """What the animal that a choice is about has and needs."""
    place = action.get(FED.get(action["do"], ""))
    if place is None:
        return "", ""
    owner, index = [seat, place] if isinstance(place, int) else place
    words = view["seats"][owner]["animals"][index]
    return f", {_food(words)}", f" ({_tokens_of(words)}/{texts.need_of(words)})"


# --- an animal ----------------------------------------------------------------------------------


@kept
def _animal(name: str, words: Words) -> Piece:
    abilities = words.get("abilities", [])
    flags = [say(title) for flag, title in FLAGS.items() if words.get(flag)]
    food = _food(words)
    if words.get("blue"):
        food += " " + say("({n} blue)", n=words["blue"])
    said = [food, *(spoken_ability(one, words) for one in abilities), *flags]
    return Piece(
        name, f"{name}: {', '.join(said)}", lambda: (_tokens(words), _abilities(words, flags))
    )


def _abilities(words: Words, flags: Sequence[str]) -> Text:
    drawn = Text(", ").join(_ability(one, words) for one in words.get("abilities", []))
    for flag in flags:
        drawn.append(f" [{flag}]", style="magenta")
    return drawn


def _food(words: Words) -> str:
    return say("{tokens} of {need} food", tokens=_tokens_of(words), need=texts.need_of(words))


def _tokens_of(words: Words) -> int:
    tokens: int = words.get("red", 0) + words.get("blue", 0)
    return tokens


def _tokens(words: Words) -> Text:
    line = Text(no_wrap=True)
    line.append("R" * words.get("red", 0), style="bold red")
    line.append("B" * words.get("blue", 0), style="bold blue")
    line.append("·" * (texts.need_of(words) - _tokens_of(words)), style="dim")
    return line


def _ability(ability: str | Words, animal: Words) -> Text:
    name = texts.ability_name(ability)
    text = Text(texts.ability_title(name), style="green" if name != "carnivore" else "bold red")
    if name == "fat":
        text.append(" F" if _is_filled(ability) else " ·", style="bold yellow")
    if name in animal.get("used", []):
        text.append("*", style="dim")
    return text


def spoken_ability(ability: str | Words, animal: Words) -> str:
    """An ability of an animal in words: what it is called, and its state."""
    name = texts.ability_name(ability)
    title = texts.ability_title(name)
    if name == "fat":
        title += " " + (say("(filled)") if _is_filled(ability) else say("(empty)"))
    if name in animal.get("used", []):
        title += " " + say("(used)")
    return title


def _is_filled(fat: str | Words) -> bool:
    return not isinstance(fat, str) and bool(fat.get("token"))


def _pair(words: Words, seat: int) -> Piece:
    a, b = (name_place(seat, i) for i in words["animals"])
    if words["ability"] == "symbiosis":
        said = drawn = say("{b} is the symbiont of {a}", a=a, b=b)
    else:
        title = texts.ability_title(words["ability"])
        said, drawn = say("{a} and {b}: {ability}", a=a, b=b, ability=title), f"{a}–{b} {title}"
    is_used = words.get("used")
    line = Text(f"    {drawn}{'*' if is_used else ''}", style="cyan")
    return Piece(said, f"{said} {say('(used)')}" if is_used else said, lambda: [line])
