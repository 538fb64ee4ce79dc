"""The seeded generator that lives in a game's state. Integers only, the same on every machine.

The generator is an array of 64-bit integers: four words of sfc32 (Doty-Humphrey's small fast
counting generator; three chaotic words and a counter), then the number of loaded dice and the
dice themselves. Dice are loaded only where a scenario forces a roll.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import Ints

Generator: TypeAlias = NDArray[np.int64]  # GENERATOR_SIZE of them

WORDS = 4
DRAWS = 3  # index of the counter: it tells whether anything was drawn
LOADED = WORDS  # index of the number of loaded dice
MAX_LOADED = 16
GENERATOR_SIZE = WORDS + 1 + MAX_LOADED

LOW_32 = 0xFFFFFFFF
WARM_UP = 16  # draws thrown away, so that close seeds part


@rule
def next_word(generator: Generator) -> int:
    """The next 32 random bits."""
    a, b, c, count = generator[0], generator[1], generator[2], generator[3]
    word = (a + b + count) & LOW_32
    generator[0] = b ^ (b >> 9)
    generator[1] = (c + (c << 3)) & LOW_32
    generator[2] = (((c << 21) & LOW_32) | (c >> 11)) + word & LOW_32
    generator[3] = (count + 1) & LOW_32
    return word


@entry
def plant(generator: Generator, seed: int) -> None:
    """Start the generator from a seed of up to 63 bits."""
    generator[0] = seed & LOW_32
    generator[1] = (seed >> 32) & LOW_32
    generator[2] = 0x9E3779B9
    generator[3] = 1
    generator[LOADED] = 0
    for _ in range(WARM_UP):
        next_word(generator)


@rule
def below(generator: Generator, n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely (Lemire's rejection), n below 2**31."""
    product = next_word(generator) * n
    if (product & LOW_32) < n:
        threshold = (LOW_32 + 1 - n) % n
        while (product & LOW_32) < threshold:
            product = next_word(generator) * n
    return product >> 32


@rule
def roll(generator: Generator) -> int:
    """One six-sided die: a loaded one if there is any, first loaded first."""
    loaded = generator[LOADED]
    if loaded == 0:
        return below(generator, 6) + 1
    die = generator[LOADED + 1]
    for i in range(1, loaded):
        generator[LOADED + i] = generator[LOADED + i + 1]
    generator[LOADED] = loaded - 1
    return die


@entry
def shuffle(generator: Generator, items: Ints, n: int) -> None:
    """Put the first n items in random order, every order exactly as likely."""
    for i in range(n - 1, 0, -1):
        j = below(generator, i + 1)
        held = items[i]
        items[i] = items[j]
        items[j] = held


def new_generator() -> Generator:
    """An empty generator; plant it before use."""
    return np.zeros(GENERATOR_SIZE, np.int64)
