"""Tables of food numbers: a known one by name, or one's own as TOML text (EV-RUL-01)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.evolution.rules.cards import (
    COPIES,
    LEAST_NUMBER,
    MOST_NUMBER,
    NUMBERS,
    TABLES,
    TRAITS,
    deck,
)
from tangledbank.games.evolution.rules.state import State
from tangledbank.games.shared.toml_text import read_toml
from tangledbank.games.shared.verbs import instead
from tangledbank.text import say

PLACE = "options.numbers"


def read_numbers(value: str) -> list[int]:
    """The food numbers of all cards in the order of the traits."""
    if value in TABLES:
        return [number for _trait, number in deck(value)]
    if "=" not in value:
        raise Refused(
            say("there is no table of food numbers “{name}”", name=value) + instead(value, TABLES),
            place=PLACE,
        )
    table = _parse(value)
    return [number for trait in TRAITS for number in table[trait]]


def _parse(text: str) -> dict[str, list[int]]:
    table: dict[str, list[int]] = accept(read_toml(text, PLACE), dict[str, list[int]], PLACE)
    for trait in table:
        if trait not in TRAITS:
            raise Refused(
                say("there is no trait “{name}”", name=trait) + instead(trait, TRAITS), place=PLACE
            )
    for trait, copies in zip(TRAITS, COPIES, strict=True):
        if trait not in table:
            raise Refused(say("the table lacks {trait}", trait=trait), place=PLACE)
        _check(trait, table[trait], copies)
    return table


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
        lines.append(f"{trait} = {numbers}")
    return "\n".join(lines)
