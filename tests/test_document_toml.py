"""Tables that people write themselves: what would take much to read is refused before that."""

from __future__ import annotations

import tracemalloc
from itertools import product
from string import ascii_lowercase

import pytest

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.decks import standard_text
from tangledbank.text_files import (
    LONGEST,
    LONGEST_LINE,
    MOST_DOTS,
    MOST_DOTS_IN_LINE,
    read_toml,
)

MEGABYTES = 20
NAMES = ["".join(letters) for letters in product(ascii_lowercase, repeat=3)]
DEEP = ".a" * MOST_DOTS_IN_LINE
DEEP_LINES = NAMES[: MOST_DOTS // MOST_DOTS_IN_LINE]


def filled(lines: list[str], end: str = "") -> str:
    """As much of some lines as may be read."""
    text = "\n".join(lines)[: LONGEST - len(end) - 1]
    return text[: text.rfind("\n") + 1] + end


WORST = {
    "tables": filled([f"[{name}]" for name in NAMES]),
    "lists of tables": filled([f"[[{name}]]" for name in NAMES]),
    "names": filled([f"{name} = 1" for name in NAMES]),
    "deep names": filled([f"{name}{DEEP} = 1" for name in DEEP_LINES]),
    "deep tables": filled([f"[{name}{DEEP}]" for name in DEEP_LINES]),
    "names in a deep table": filled([f"[a{DEEP}]", *(f"{name} = 1" for name in NAMES)]),
    "empty lists": filled(["a = [", *["[]," * (LONGEST_LINE // 3)] * LONGEST], "]"),
    "small mappings": filled(["a = [", *["{a=1}," * (LONGEST_LINE // 6)] * LONGEST], "]"),
    "deep lists": filled(["a = [", *["[" * 90 + "]" * 90 + ","] * LONGEST], "]"),
    "deep mappings": filled(["a = [", *["{a=" * 60 + "1" + "}" * 60 + ","] * LONGEST], "]"),
    "numbers": filled(["a = [", *["9" * (LONGEST_LINE - 1) + ","] * LONGEST], "]"),
}


@pytest.mark.parametrize("case", WORST)
def test_what_may_be_read_takes_little_memory(case: str) -> None:
    tracemalloc.start()
    try:
        assert read_toml(WORST[case], "")
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES << 20
    finally:
        tracemalloc.stop()


TOO_MUCH = {
    "a long text": ("a = 1\n" + "#\n" * LONGEST, "this has more than 100000 letters"),
    "a long line": ("\na = " + "1" * LONGEST_LINE, "line 2 has more than 1000 letters"),
    "a deep name": (f"\n\na{DEEP}.a = 1", "line 3 has more than 20 dots"),
    "a deep table": (f"[a{DEEP}.a]", "line 1 has more than 20 dots"),
    "many deep names": (
        "\n".join(f"{name}{DEEP} = 1" for name in NAMES[: len(DEEP_LINES) + 1]),
        "this has more than 2000 dots",
    ),
    "brackets without end": ("a = " + "[\n" * 10_000, "this is nested too deep"),
}


@pytest.mark.parametrize("case", TOO_MUCH)
def test_what_takes_too_much_is_refused(case: str) -> None:
    text, sentence = TOO_MUCH[case]
    with pytest.raises(Refused) as refused:
        read_toml(text, "options.deck")
    assert str(refused.value) == f"options.deck: {sentence}"


def test_there_is_room_for_three_decks() -> None:
    cards = read_toml(standard_text() * 3, "")["card"]
    assert isinstance(cards, list)
    assert len(cards) == 3 * 237
