"""Chance, lists, events and compiling: what every game's rules stand on."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangledbank.games import GAMES
from tangledbank.kernel.chance import (
    LOADED,
    below,
    new_generator,
    next_word,
    plant,
    roll,
    shuffle,
)
from tangledbank.kernel.records import (
    Record,
    Small,
    Wides,
    append,
    find,
    get,
    has_room,
    items_of,
    length,
    new_books,
    pop,
    push,
    remove,
    shaped,
    take_events,
    write,
)


def sfc32(a: int, b: int, c: int, count: int) -> Iterator[int]:
    """The published generator, restated."""
    while True:
        word = (a + b + count) % 2**32
        count = (count + 1) % 2**32
        a, b = b ^ b >> 9, (c + (c << 3)) % 2**32
        c = ((c << 21 | c >> 11) % 2**32 + word) % 2**32
        yield word


@pytest.mark.parametrize("seed", [0, 12345, 2**63 - 1])
def test_the_generator_is_sfc32(seed: int) -> None:
    """Recorded games depend on every word of it."""
    generator = new_generator()
    plant(generator, seed)
    published = sfc32(seed % 2**32, seed >> 32, 0x9E3779B9, 1)
    expected = [next(published) for _ in range(1016)][16:]
    assert [int(next_word(generator)) for _ in range(1000)] == expected


def test_ranges_are_unbiased() -> None:
    """Chi-square over 7 values, 70,000 draws: 22.5 is the 0.1 % point for 6 degrees."""
    generator = new_generator()
    plant(generator, 1)
    counts = Counter(int(below(generator, 7)) for _ in range(70_000))
    assert sorted(counts) == list(range(7))
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts.values()) < 22.5


def test_rejection_keeps_large_ranges_unbiased() -> None:
    """Without it the lower two thirds of a range of 3 * 2**29 would be drawn too often."""
    generator = new_generator()
    plant(generator, 2)
    n = 3 * 2**29
    low = sum(int(below(generator, n)) < n // 3 for _ in range(30_000))
    assert abs(low - 10_000) < 4 * (30_000 * 2 / 9) ** 0.5


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    generator = new_generator()
    plant(generator, 3)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = np.arange(4, dtype=np.int16)
        shuffle(generator, items, 4)
        orders[tuple(items.tolist())] += 1
    assert len(orders) == 24
    assert sum((n - 1000) ** 2 / 1000 for n in orders.values()) < 49.7  # 0.1 % point, 23 degrees


def test_dice_show_one_to_six_alike_and_loaded_dice_come_first() -> None:
    generator = new_generator()
    plant(generator, 4)
    counts = Counter(int(roll(generator)) for _ in range(60_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts.values()) < 20.5
    generator[LOADED : LOADED + 4] = [3, 6, 1, 2]
    assert [int(roll(generator)) for _ in range(3)] == [6, 1, 2]
    assert generator[LOADED] == 0


def test_close_seeds_part() -> None:
    first = []
    for seed in range(200):
        generator = new_generator()
        plant(generator, seed)
        first.append(int(next_word(generator)))
    assert len(set(first)) == 200


@settings(deadline=None)  # the first call compiles
@given(st.lists(st.tuples(st.sampled_from(["push", "pop", "remove"]), st.integers(0, 9))))
def test_a_bounded_list_is_a_list(commands: list[tuple[str, int]]) -> None:
    items, model = np.zeros(200, np.int16), list[int]()
    for command, value in commands:
        if command == "push":
            push(items, value)
            model.append(value)
        elif command == "pop" and model:
            assert pop(items) == model.pop()
        elif command == "remove" and value in model:
            remove(items, value)
            model.remove(value)
        assert items_of(items) == model
        assert length(items) == len(model)
        assert find(items, value) == (model.index(value) if value in model else -1)
        assert all(get(items, i) == model[i] for i in range(len(model)))
    append(items, 5)
    assert items_of(items) == [*model, 5]


def test_an_event_book_takes_what_it_has_room_for() -> None:
    books = new_books(2)
    for number in range(2):
        assert has_room(books[0])
        write(books[0], number, 1, 2, 3, 4, 5, 6, 7)
    assert not has_room(books[0])
    assert not has_room(new_books()[0])
    assert take_events(books) == [[0, 1, 2, 3, 4, 5, 6, 7], [1, 1, 2, 3, 4, 5, 6, 7]]
    assert take_events(books) == []
    assert has_room(books[0])


@pytest.mark.parametrize("game", GAMES)
def test_uncompiled_rules_do_without_numba(game: str) -> None:
    code = (
        f"import sys; from tangledbank import Table; t = Table({game!r}, 2, seed=1);"
        "t.act(t.pending[0], t.legal()[0]); assert 'numba' not in sys.modules"
    )
    environment = {"TANGLEDBANK_UNCOMPILED": "1", "PATH": ""}
    subprocess.run([sys.executable, "-W", "error", "-c", code], env=environment, check=True)


# --- records -------------------------------------------------------------------------------------


def declared(**fields: object) -> type[Record]:
    return type("Declared", (Record,), {"__annotations__": fields})


@pytest.mark.parametrize("fields", [1, 2, 3, 4, 5])
def test_a_record_fills_itself_up_to_whole_words(fields: int) -> None:
    made = declared(**{f"field{n}": Small for n in range(fields)}).dtype
    assert made.itemsize % 8 == 0
    assert made.itemsize > 2 * fields


@pytest.mark.parametrize("name", ["round", "sum", "copy", "size", "item"])
def test_a_record_refuses_names_that_numpy_has(name: str) -> None:
    with pytest.raises(TypeError, match=f"numpy.record has a '{name}' itself"):
        declared(**{"seats": Small, name: Small})


def test_a_record_refuses_fields_that_lie_across_words() -> None:
    with pytest.raises(TypeError, match="'wide' lies at byte 2: put it before narrower fields"):

        class Odd(Record):
            seats: Small
            wide: Wides = shaped(3)
