"""Tables of food numbers: a known one by name, or one's own as TOML text (EV-RUL-01)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.evolution.rules.cards import (
    BASE,
    DECKS,
    LEAST_NUMBER,
    MOST_NUMBER,
    NUMBERS,
    TRAITS,
)
from tangledbank.games.evolution.rules.state import OPTIONS, State
from tangledbank.games.shared.toml_text import read_toml
from tangledbank.games.shared.verbs import instead
from tangledbank.text import say

PLACE = "options.numbers"


def read_numbers(value: str, chosen: Mapping[str, str]) -> list[int]:
    """The food numbers of all cards of the chosen deck, in the order of the traits."""
    table, known = DECKS.get(chosen.get("deck", BASE), {}), OPTIONS["numbers"]
    if value not in known and "=" not in value:
        raise Refused(
            say("there is no table of food numbers “{name}”", name=value) + instead(value, known),
            place=PLACE,
        )
    table = table if value in known else _parse(value, table)
    return [number for numbers in table.values() for number in numbers]


def _parse(text: str, deck: Mapping[str, list[int]]) -> dict[str, list[int]]:
    table: dict[str, list[int]] = accept(read_toml(text, PLACE), dict[str, list[int]], PLACE)
    for trait in table:
        if trait not in TRAITS:
            raise Refused(
                say("there is no trait “{name}”", name=trait) + instead(trait, TRAITS), place=PLACE
            )
    for trait, numbers in deck.items():
        if numbers and trait not in table:
            raise Refused(say("the table lacks {trait}", trait=trait), place=PLACE)
        _check(trait, table.get(trait, []), len(numbers))
    return {trait: table.get(trait, []) for trait in deck}


def _check(trait: str, numbers: list[int], copies: int) -> None:
    place = f"{PLACE}.{trait}"
    if len(numbers) != copies:
        raise Refused(
            say("there are {copies} cards, not {count}", copies=copies, count=len(numbers)),
            place=place,
        )
    for number in numbers:
        if not LEAST_NUMBER <= number <= MOST_NUMBER:
            raise Refused(
                say(
                    "a food number is from {least} to {most}, not {number}",
                    least=LEAST_NUMBER,
                    most=MOST_NUMBER,
                    number=number,
                ),
                place=place,
            )


def write_numbers(game: State) -> str:
    """The table a position was made with, as TOML text: the faces of all its cards."""
    return _numbers_of(*np.sort(game.pool[: int(game.cards)]).tolist())


@lru_cache(64)  # the same in all of a game
def _numbers_of(*faces: int) -> str:
    lines = []
    for i, trait in enumerate(TRAITS):
        numbers = [face % NUMBERS + LEAST_NUMBER for face in faces if face // NUMBERS == i]
        lines += [f"{trait} = {numbers}"] if numbers else []
    return "\n".join(lines)
