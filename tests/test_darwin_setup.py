"""Setting up Darwin's Choice: every variant and number of seats, and that chance is even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import pytest

from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.decks import BIOMES, CONTINENTS, EVENTS
from tangledbank.games.darwin.rules.state import GROUNDS, HAND, NOTHING, Age, Phase, Size, Stage
from tangledbank.games.darwin.text import position as document
from tangledbank.kernel.compiling import uncompiled
from tangledbank.kernel.records import items_of, new_books
from tests.darwin_positions import begun, evenly_spread, set_up

SEEDS = range(60 if uncompiled() else 1500)
FEW = range(5 if uncompiled() else 40)

BASE = [(seats, variant) for variant in ("base", "teams") for seats in (3, 4, 5, 6)
        if variant == "base" or seats == 4]  # fmt: skip
EVERY = [
    *BASE,
    (2, "base"),
    *((seats, variant) for variant in ("beginner", "children") for seats in (2, 3, 4, 5, 6)),
]

# The ledger's tables, written out once more.
PAIRS = (
    ("savanna", "steppe"),
    ("high_mountains", "highlands"),
    ("wetland", "swamp"),
    ("coast", "islands"),
    ("ocean", "coral_reef"),
    ("desert", "rocky_desert"),
    ("taiga", "tundra"),
    ("polar_desert", "cold_desert"),
    ("tropical_rainforest", "cloud_forest"),
)
OPEN = ["taiga", "savanna", "mountains", "hill_country"]
UNPAIRED = {"mountains", "hill_country", "semi_desert", "subtropical_dry_forest"}
ZONE = {2: (2, 2), 3: (3, 2), 4: (3, 3), 5: (4, 3), 6: (4, 4)}  # small, large


@lru_cache(maxsize=2)  # they are large; tests that follow each other ask for the same
def games(seats: int, variant: str, seeds: Iterable[int] = FEW) -> list[Any]:
    """The records of some new games."""
    return [set_up(seats, variant, seed=seed)[0] for seed in seeds]


def names(items: Any) -> list[str]:
    return [BIOMES[biome] for biome in items_of(items)]


def opened(game: Any) -> list[str]:
    return [GROUNDS[ground] for ground in game.ground[: int(game.places)].tolist()]


def sizes(game: Any, cards: Any) -> tuple[int, int]:
    """How many small and large cards."""
    small = sum(card < game.small for card in items_of(cards))
    return small, len(items_of(cards)) - small


def is_even(kinds: int, fact: Callable[[Any], int], seats: int, variant: str = "base") -> bool:
    """Whether a fact of new games takes each of so many values equally often."""
    counts = Counter(int(fact(game)) for game in games(seats, variant, SEEDS))
    assert set(counts) <= set(range(kinds))
    return evenly_spread([counts[value] for value in range(kinds)])


# What lies on the table


@pytest.mark.clauses("DC-SETUP-7", "DC-SETUP-9", "DC-SETUP-17")
@pytest.mark.parametrize(("seats", "variant"), BASE)
def test_biomes_continents_and_events(seats: int, variant: str) -> None:
    for game in games(seats, variant):
        places = 4 if seats < 5 else 5
        assert int(game.places) == places
        assert sorted([*opened(game), *names(game.biome_deck)]) == sorted(BIOMES)
        continents = game.continent.tolist()
        assert len(set(continents[:places])) == places
        assert NOTHING not in continents[:places]
        assert set(continents[places:]) <= {NOTHING}
        assert game.event == NOTHING
        assert sorted(items_of(game.events_left)) == list(range(len(EVENTS)))
        assert game.volcano == Age.NONE
        empty = (game.biome_discard, game.biomes_out, game.events_gone, game.tokens_left)
        assert not any(items_of(pile) for pile in empty)


@pytest.mark.clauses("DC-SETUP-11", "DC-TV-5f", "DC-2P-9")
@pytest.mark.parametrize(("seats", "variant"), EVERY)
def test_trade_zone(seats: int, variant: str) -> None:
    for game in games(seats, variant):
        assert sizes(game, game.zone) == ZONE[seats]


@pytest.mark.parametrize(("seats", "variant"), EVERY)
def test_every_card_is_there_once(seats: int, variant: str) -> None:
    for seed in FEW:
        states = set_up(seats, variant, seed=seed)
        assert kernel.broken(states) == 0
        kinds = states[0].kind[: int(states[0].cards)].tolist()
        assert sorted(kinds) == list(range(len(kinds)))


@pytest.mark.clauses("DC-2P-1", "DC-2P-2", "DC-2P-3", "DC-2P-4", "DC-2P-5", "DC-TV-5g")
def test_two_players() -> None:
    for game in games(2, "base"):
        assert len(opened(game)) == 3
        assert len(names(game.biome_deck)) == 10
        in_play = {*opened(game), *names(game.biome_deck)}
        assert in_play >= UNPAIRED
        assert all(len(in_play & set(pair)) == 1 for pair in PAIRS)
        assert in_play.isdisjoint(names(game.biomes_out))
        continents = game.continent.tolist()
        assert len(set(continents[:3]) - {NOTHING}) == 3
        assert set(continents[3:]) == {NOTHING}
        left_out = set(EVENTS) - {EVENTS[event] for event in items_of(game.events_left)}
        assert left_out == {"continental_drift", "volcanic_eruption"}
        assert len(items_of(game.events_left)) == 14
        assert game.eras == 4


@pytest.mark.clauses("DC-BEG-1", "DC-BEG-2", "DC-BEG-3", "DC-SP-72")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_beginners(seats: int) -> None:
    for game in games(seats, "beginner"):
        assert opened(game) == ["high_mountains", "tropical_rainforest", "ocean", "savanna"]
        assert sorted([*opened(game), *names(game.biome_deck)]) == sorted(BIOMES)
        assert len(set(game.continent.tolist()[:4]) - {NOTHING}) == 4
        assert game.eras == 2
        assert game.stage == Stage.TURN  # nothing is left to draw
        everyone = (1 << 9) - 1  # the seats, and who only watches
        for seat in range(seats):
            assert sizes(game, game.hand[seat]) == (5, 5)
            assert all(game.known[card] == everyone for card in items_of(game.hand[seat]))


@pytest.mark.clauses("DC-KIDS-1", "DC-KIDS-3", "DC-KIDS-5", "DC-TV-5h", "DC-SP-68")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_children(seats: int) -> None:
    for game in games(seats, "children"):
        *biomes, token = opened(game)
        assert len(biomes) == 3
        in_play = {*biomes, *names(game.biome_deck)}
        assert len(names(game.biome_deck)) == 10  # for three eras more, and one to spare
        assert in_play >= UNPAIRED
        assert all(len(in_play & set(pair)) == 1 for pair in PAIRS)
        tokens = [token, *(GROUNDS[one] for one in items_of(game.tokens_left))]
        assert Counter(tokens) == {"gold": 2, "silver": 2, "bronze": 2}
        points = {name: int(game.ground_points[GROUNDS.index(name)]) for name in set(tokens)}
        assert points == {"gold": 3, "silver": 2, "bronze": 1}
        assert set(game.continent.tolist()) == {NOTHING}
        assert not items_of(game.events_left)
        assert game.eras == 4


@pytest.mark.clauses("DC-TURN-1", "DC-SHORT-1", "DC-SP-73")
@pytest.mark.parametrize(("seats", "variant"), EVERY)
def test_eras(seats: int, variant: str) -> None:
    if variant != "beginner":
        assert set_up(seats, variant)[0].eras == 4
        assert set_up(seats, variant, "short")[0].eras == 3


# Hands


@pytest.mark.clauses("DC-SETUP-12", "DC-KIDS-4")
@pytest.mark.parametrize(("seats", "variant"), [one for one in EVERY if one[1] != "beginner"])
def test_hands_are_drawn_freely(seats: int, variant: str) -> None:
    states = set_up(seats, variant)
    game = states[0]
    assert game.stage == Stage.DRAW
    assert game.phase == Phase.SETUP
    assert [int(game.to_draw[seat]) for seat in range(seats)] == [HAND] * seats
    assert not any(items_of(game.hand[seat]) for seat in range(seats))
    kernel.step(states, 0, Verb.DRAW + Size.LARGE * HAND + HAND - 1, new_books())
    assert sizes(game, game.hand[0]) == (0, HAND)
    kernel.step(states, 1, Verb.DRAW + Size.SMALL * HAND + 3, new_books())
    kernel.step(states, 1, Verb.DRAW_REST, new_books())  # evens the sizes out: DC-SP-78
    assert sizes(game, game.hand[1]) == (5, 5)
    for seat in range(2, seats):
        kernel.step(states, seat, Verb.DRAW_REST, new_books())
        assert sizes(game, game.hand[seat]) == (5, 5)
    assert game.turn == 1


@pytest.mark.clauses("DC-SETUP-16")
@pytest.mark.parametrize(("seats", "variant"), [one for one in EVERY if one[1] != "teams"])
def test_the_first_player_begins(seats: int, variant: str) -> None:
    for seed in FEW:
        game = begun(seats, variant, seed=seed)[0]
        assert game.stage == Stage.TURN
        assert game.mover == game.first
        assert game.waiting == 1 << int(game.first)


# Chance


@pytest.mark.clauses("DC-SP-76")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_first_player_is_drawn_by_lot(seats: int) -> None:
    assert is_even(seats, lambda game: game.first, seats)


@pytest.mark.clauses("DC-SP-70")
@pytest.mark.parametrize("variant", ["base", "children"])
def test_which_of_a_pair_is_left_out_is_even(variant: str) -> None:
    def second_of(pair: tuple[str, str]) -> Callable[[Any], int]:
        return lambda game: pair[1] in names(game.biomes_out)

    for pair in PAIRS:
        assert is_even(2, second_of(pair), 2, variant)


@pytest.mark.clauses("DC-SETUP-5", "DC-SP-51")
@pytest.mark.parametrize("seats", [4, 6])
def test_shuffles_are_even(seats: int) -> None:
    assert is_even(len(CONTINENTS), lambda game: game.continent[0], seats)
    assert is_even(len(BIOMES), lambda game: game.ground[0], seats)
    assert is_even(len(BIOMES), lambda game: items_of(game.biome_deck)[0], seats)
    assert is_even(len(EVENTS), lambda game: items_of(game.events_left)[-1], seats)


def test_the_biome_deck_of_a_position_is_shuffled_evenly() -> None:
    def top(seed: int) -> int:
        states = document.read({"seats": [{}, {}, {}], "biomes": OPEN}, seed)
        return items_of(states[0].biome_deck)[-1]

    counts = Counter(top(seed) for seed in range(400))
    closed = [i for i, name in enumerate(BIOMES) if name not in OPEN]
    assert set(counts) <= set(closed)
    assert evenly_spread([counts[biome] for biome in closed])


@pytest.mark.clauses("DC-SETUP-5")
def test_animal_decks_are_shuffled_apart() -> None:
    small = int(set_up(4)[0].small)
    large = int(set_up(4)[0].cards) - small
    assert is_even(small, lambda game: game.kind[items_of(game.deck[Size.SMALL])[-1]], 4)
    assert is_even(large, lambda game: game.kind[items_of(game.deck[Size.LARGE])[-1]] - small, 4)


@pytest.mark.clauses("DC-SP-51")
def test_which_continents_are_left_out_is_even() -> None:
    def left_out(game: Any) -> int:
        return (set(range(len(CONTINENTS))) - set(game.continent.tolist())).pop()

    assert is_even(len(CONTINENTS), left_out, 4)


@pytest.mark.clauses("DC-KIDS-2")
def test_competition_tokens_are_unsorted() -> None:
    assert is_even(3, lambda game: game.ground[3] - GROUNDS.index("gold"), 3, "children")
    assert is_even(
        3, lambda game: items_of(game.tokens_left)[0] - GROUNDS.index("gold"), 3, "children"
    )
