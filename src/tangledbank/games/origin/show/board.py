"""The board of The Origin of Species in words and signs.

Tokens are told apart by letters, not only by colour: R red, B blue, F fat; · is still needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from tangledbank.accept import word_in
from tangledbank.games.origin.rules.cards import Ability
from tangledbank.games.origin.text import sentences as texts
from tangledbank.games.origin.text.position import AbilityWords, AnimalWords, Document, PairWords
from tangledbank.games.shared import board as shared
from tangledbank.games.shared.board import Fact, Piece, Pile
from tangledbank.games.shared.verbs import ActionWords, name_place, place_in
from tangledbank.text import kept, mark, say, say_count

LEGEND = mark(
    "The board: R red token, B blue token, · still needed, Fat tissue F filled, * used this turn. "
    "The choices: (1/3) has 1 of the 3 tokens it needs"
)
EMPTY = mark("no animals")
TITLES = {ability.id: ability.title for ability in Ability}

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


def chapter(view: Document) -> tuple[int, str]:
    """The turn and the phase."""
    return view.turn, view.phase


def moment(view: Document) -> str:
    """The turn, the phase and the round."""
    if view.phase == "over":
        return say("The end, after turn {turn}", turn=view.turn)
    return say(
        "Turn {turn}, {phase}, round {round}",
        turn=view.turn,
        phase=say(PHASES[view.phase]),
        round=view.round,
    )


def facts(view: Document, names: Sequence[str]) -> list[Fact]:
    """The food bank while animals feed, the first player and the piles."""
    if view.phase != "feeding":
        return shared.deck_facts(view, names)
    bank = say("food bank {n}", n=view.bank)
    return [shared.stock(bank, "R", view.bank, "bold red"), *shared.deck_facts(view, names)]


def warnings(view: Document) -> list[str]:
    """That the last turn has come or is coming."""
    if view.phase == "over":
        return []
    if view.last_turn:
        return [say("This is the last turn.")]
    return [say("The next turn is the last.")] if view.last_turn_next else []


def standing(view: Document, seat: int) -> list[str]:
    """Cards, points, and whether the seat has passed."""
    own = view.seats[seat]
    parts = [
        say_count("{n} card", "{n} cards", shared.size(own.hand)),
        say_count("{n} point", "{n} points", view.scores[seat]),
    ]
    return [*parts, say("has passed")] if own.passed else parts


def pieces(view: Document, seat: int) -> list[Piece]:
    """The animals, then the pairs of them."""
    own = view.seats[seat]
    return [
        *(_animal(name_place(seat, index), one) for index, one in enumerate(own.animals)),
        *(_pair(pair, seat) for pair in own.pairs),
    ]


titles = shared.titles_by(texts.card_title)


def piles(view: Document) -> Mapping[str, Pile]:
    """The discard pile."""
    return shared.discard_pile(view, texts.card_title)


def lists_hand(view: Document) -> bool:
    """In development each choice is to play a card."""
    return view.stage == "develop"


def note(action: ActionWords, view: Document, seat: int) -> tuple[str, str]:
    """What the animal that a choice is about has and needs."""
    place = place_in(action, FED.get(word_in(action, "do"), ""), seat)
    if place is None:
        return "", ""
    animal = view.seats[place[0]].animals[place[1]]
    return f", {_food(animal)}", f" ({_tokens_of(animal)}/{texts.need_of(animal)})"


# --- an animal ----------------------------------------------------------------------------------


@kept
def _animal(name: str, animal: AnimalWords) -> Piece:
    flags = [say(FLAGS[flag]) for flag in flags_of(animal)]
    food = _food(animal)
    if animal.blue:
        food += " " + say("({n} blue)", n=animal.blue)
    said = [food, *(spoken_ability(one, animal) for one in animal.abilities), *flags]
    return Piece(
        name, f"{name}: {', '.join(said)}", lambda: (_tokens(animal), _abilities(animal, flags))
    )


def flags_of(animal: AnimalWords) -> list[str]:
    """The states of an animal that change how it looks."""
    return [flag for flag in FLAGS if getattr(animal, flag)]


def _abilities(animal: AnimalWords, flags: Sequence[str]) -> Text:
    drawn = Text(", ").join(_ability(one, animal) for one in animal.abilities)
    for flag in flags:
        drawn.append(f" [{flag}]", style="magenta")
    return drawn


def _food(animal: AnimalWords) -> str:
    return say("{tokens} of {need} food", tokens=_tokens_of(animal), need=texts.need_of(animal))


def _tokens_of(animal: AnimalWords) -> int:
    return animal.red + animal.blue


def _tokens(animal: AnimalWords) -> Text:
    line = Text(no_wrap=True)
    line.append("R" * animal.red, style="bold red")
    line.append("B" * animal.blue, style="bold blue")
    line.append("·" * (texts.need_of(animal) - _tokens_of(animal)), style="dim")
    return line


def _ability(ability: str | AbilityWords, animal: AnimalWords) -> Text:
    name = texts.ability_name(ability)
    text = Text(texts.ability_title(name), style="green" if name != "carnivore" else "bold red")
    if name == "fat":
        text.append(" F" if _is_filled(ability) else " ·", style="bold yellow")
    if name in animal.used:
        text.append("*", style="dim")
    return text


def spoken_ability(ability: str | AbilityWords, animal: AnimalWords) -> str:
    """An ability of an animal in words: what it is called, and its state."""
    name = texts.ability_name(ability)
    title = texts.ability_title(name)
    if name == "fat":
        title += " " + (say("(filled)") if _is_filled(ability) else say("(empty)"))
    if name in animal.used:
        title += " " + say("(used)")
    return title


def _is_filled(fat: str | AbilityWords) -> bool:
    return not isinstance(fat, str) and fat.token


def _pair(pair: PairWords, seat: int) -> Piece:
    a, b = (name_place(seat, i) for i in pair.animals)
    if pair.ability == "symbiosis":
        said = drawn = say("{b} is the symbiont of {a}", a=a, b=b)
    else:
        title = texts.ability_title(pair.ability)
        said, drawn = say("{a} and {b}: {ability}", a=a, b=b, ability=title), f"{a}–{b} {title}"
    line = Text(f"    {drawn}{'*' if pair.used else ''}", style="cyan")
    return Piece(said, f"{said} {say('(used)')}" if pair.used else said, lambda: [line])
