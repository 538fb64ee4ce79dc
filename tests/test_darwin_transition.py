"""The Biome change of Darwin's Choice, over many random changes of positions laid out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.actions import Reason, Verb
from tangledbank.games.darwin.rules.decks import BIOMES, EVENTS, Part
from tangledbank.games.darwin.rules.state import AGES, DRAFT, GROUNDS, NOTHING, Phase, Plan, Stage
from tangledbank.games.darwin.rules.tell import Event
from tangledbank.kernel.chance import plant
from tangledbank.kernel.compiling import uncompiled
from tangledbank.kernel.records import items_of, new_books, take_events
from tests.darwin_positions import ALL_EVENTS, begun, evenly_spread, put

SEEDS = 60 if uncompiled() else 1000
FEW = 6 if uncompiled() else 60

# How many biomes change after the eras, written out once more.
CHANGES = {2: (1, 2, 2), 3: (2, 3, 3), 4: (2, 3, 3), 5: (3, 4, 4), 6: (3, 4, 4)}
PAIR_EVENTS = {
    "desertification": ("desert", "rocky_desert"),
    "ice_age": ("polar_desert", "cold_desert"),
    "mountain_formation": ("high_mountains", "highlands"),
}
PLAIN = ("mountains", "hill_country", "semi_desert", "subtropical_dry_forest", "ocean")
RAIN = GROUNDS.index("tropical_rainforest")
PRINTED = ("counts", "all", "any", "none", "plants", "meat", "points")


class Change(NamedTuple):
    """What one Biome change did."""

    before: list[str]
    after: list[str]
    changed: list[tuple[int, str]]  # place and new ground, in the order told
    game: Any

    @property
    def places(self) -> list[int]:
        return [place for place, _ in self.changed]


class Position(NamedTuple):
    """A table just before its Biome change; what is not named is shuffled in the deck."""

    seats: int = 4
    era: int = 2
    event: str | None = None
    table: Sequence[str] = ()
    discard: Sequence[str] = ()
    top: Sequence[str] = ()  # of the deck, the first is drawn first
    volcano: str = "none"
    short_deck: bool = False  # all that is not named is out of the game
    variant: str = "base"

    def lay(self, seed: int) -> Any:
        """The position as a record; the seed decides the rest."""
        states = started(self.seats, self.variant, seed % 4).copy()
        game = states[0]
        plant(game.rng, seed)
        game.turn = self.era
        game.phase = Phase.TRANSITION
        game.stage = Stage.CHANGE
        game.event = NOTHING if self.event is None else EVENTS.index(self.event)
        game.volcano = AGES.index(self.volcano)
        named = [*self.table, *self.discard, *self.top]
        if not named:
            return states
        out = two_player_outs(names(game.biomes_out), named)
        rest = [name for name in BIOMES if name not in named and name not in out]
        for place in range(int(game.places)):
            name = self.table[place] if place < len(self.table) else rest.pop(0)
            game.ground[place] = GROUNDS.index(name)
        put_names(game.biome_discard, self.discard)
        put_names(game.biomes_out, [*out, *rest] if self.short_deck else out)
        put_names(game.biome_deck, [*([] if self.short_deck else rest), *reversed(self.top)])
        return states


@cache
def started(seats: int, variant: str, seed: int) -> Any:
    """A game to copy."""
    return begun(seats, variant, seed=seed)


def two_player_outs(out: list[str], named: Sequence[str]) -> list[str]:
    """Which biomes are out of a game for two in which some must be in: their twins."""
    pairs = dict(TWINS) | {b: a for a, b in TWINS}
    return [pairs[name] if name in named else name for name in out]


TWINS = (
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


def names(items: Any) -> list[str]:
    return [GROUNDS[one] for one in items_of(items)]


def put_names(items: Any, grounds: Sequence[str]) -> None:
    put(items, [GROUNDS.index(name) for name in grounds])


def opened(game: Any) -> list[str]:
    return [GROUNDS[ground] for ground in game.ground[: int(game.places)].tolist()]


def settle(states: Any) -> Change:
    """Let the kernel carry the change out."""
    game, books = states[0], new_books(ALL_EVENTS)
    before = opened(game)
    kernel.settle(states, books)
    told = [event for event in take_events(books) if event[0] == Event.CHANGED]
    changed = [(before.index(GROUNDS[event[6]]), GROUNDS[event[7]]) for event in told]
    assert kernel.broken(states) == 0
    after = opened(game)
    expected = list(before)
    for place, ground in changed:
        expected[place] = ground
    if "volcano" not in before:
        assert after == expected
    assert len({place for place, _ in changed}) == len(changed)  # no continent is drawn twice
    return Change(before, after, changed, game)


def changes(position: Position, seeds: int = FEW) -> Iterator[Change]:
    """The same change with other luck."""
    for seed in range(seeds):
        yield settle(position.lay(seed))


def is_even(found: Sequence[object], kinds: int) -> bool:
    """Whether all values come up, equally often."""
    counts = Counter(found)
    return len(counts) == kinds and evenly_spread(list(counts.values()))


# How many, and which


@pytest.mark.clauses("DC-TRANS-7", "DC-TRANS-8", "DC-TRANS-9", "DC-2P-7")
@pytest.mark.parametrize("seats", CHANGES)
def test_how_many_biomes_change(seats: int) -> None:
    for era, wanted in enumerate(CHANGES[seats], 1):
        for event in (None, "flood", "epidemic", "plant_boom"):
            for change in changes(Position(seats, era, event), FEW // 4 + 1):
                assert len(change.changed) == wanted
                gone = {change.before[place] for place in change.places}
                pile = change.game.biome_deck if seats == 2 else change.game.biome_discard
                assert gone <= set(names(pile))


@pytest.mark.clauses("DC-SP-73")
@pytest.mark.parametrize("seats", CHANGES)
def test_a_short_game_has_two_changes(seats: int) -> None:
    for era in (1, 2, 3):
        states = begun(seats, length="short")
        states[0].turn = era
        states[0].passed = (1 << seats) - 1
        states[0].stage = Stage.NEXT_TURN
        put(states[0].events_left, [EVENTS.index("ideal_conditions")])
        books = new_books(ALL_EVENTS)
        kernel.settle(states, books)
        told = [event for event in take_events(books) if event[0] == Event.CHANGED]
        assert len(told) == (CHANGES[seats][era - 1] if era < 3 else 0)
        assert (states[0].phase == Phase.OVER) == (era == 3)


@pytest.mark.clauses("DC-BEG-9", "DC-SP-72")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_beginners_change_two(seats: int) -> None:
    for change in changes(Position(seats, 1, variant="beginner")):
        assert len(change.changed) == 2
        assert set(names(change.game.biome_discard)) == {
            change.before[place] for place in change.places
        }


@pytest.mark.clauses("DC-TRANS-6", "DC-TRANS-10")
@pytest.mark.parametrize("seats", CHANGES)
def test_every_place_is_as_likely(seats: int) -> None:
    found, again = [], 0
    for seed in range(SEEDS):
        states = Position(seats, 1).lay(seed)
        first = settle(states).places
        states[0].stage = Stage.CHANGE
        found += first
        again += first[0] in settle(states).places
    places = {2: 3, 3: 4, 4: 4, 5: 5, 6: 5}[seats]
    assert is_even(found, places)
    # the second change draws from all continents: the share of places that it changes
    share = CHANGES[seats][1] / places
    assert abs(again / SEEDS - share) < 4 * (share * (1 - share) / SEEDS) ** 0.5


@pytest.mark.clauses("DC-TRANS-6")
def test_new_biomes_come_from_the_top_of_the_deck() -> None:
    position = Position(6, 2, table=PLAIN, top=("taiga", "swamp", "coast", "desert", "steppe"))
    for change in changes(position):
        assert [name for _, name in change.changed] == ["taiga", "swamp", "coast", "desert"]
        assert names(change.game.biome_deck)[-1] == "steppe"


# Pair events


# The event, one biome of its pair, the other.
PAIR_CASES = [(event, *pair) for event, pair in PAIR_EVENTS.items()]
PAIR_CASES += [(event, other, one) for event, one, other in PAIR_CASES]


@pytest.mark.clauses("DC-EVENT-5", "DC-EVENT-6", "DC-EVENT-9", "DC-EVENT-10", "DC-SP-52",
                     "DC-TV-5b")  # fmt: skip
@pytest.mark.parametrize("event", PAIR_EVENTS)
@pytest.mark.parametrize("discarded", [0, 1, 2])
def test_one_of_the_pair_comes_at_random(event: str, discarded: int) -> None:
    """Wherever the two are, deck or discard pile."""
    pair = PAIR_EVENTS[event]
    top = ("taiga", "swamp", "coast")
    position = Position(4, 2, event, PLAIN[:4], discard=pair[:discarded], top=top)
    found = []
    for change in changes(position, SEEDS):
        (place, brought), *others = change.changed
        assert [name for _, name in others] == ["taiga", "swamp"]  # 2 random ones instead of 3
        found.append((place, brought))
    assert {name for _, name in found} == set(pair)
    assert is_even([name for _, name in found], 2)
    assert is_even([place for place, _ in found], 4)


@pytest.mark.clauses("DC-EVENT-5", "DC-SP-52")
@pytest.mark.parametrize("case", PAIR_CASES)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_only_one_available_comes(case: tuple[str, str, str], seats: int) -> None:
    """The other is out of the game; this one is in the deck or, but for two, discarded."""
    event, one, _ = case
    top = ("taiga", "swamp", "coast", "steppe")
    table = PLAIN[: {2: 3, 4: 4, 6: 5}[seats]]
    for discard in [[], [one]] if seats > 2 else [[]]:
        position = Position(
            seats, 2, event, table, discard, [*top, *([] if discard else [one])], short_deck=True
        )
        found = []
        for change in changes(position):
            (_, brought), *others = change.changed
            assert brought == one
            assert [name for _, name in others] == list(top[: CHANGES[seats][1] - 1])
            found.append(change)
        assert len({change.places[0] for change in found}) > 1


@pytest.mark.clauses("DC-EVENT-7", "DC-SP-53", "DC-SP-54")
@pytest.mark.parametrize("case", PAIR_CASES)
@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("discarded", [False, True])
def test_one_on_the_table_is_protected(
    case: tuple[str, str, str], seats: int, discarded: bool
) -> None:
    event, one, other = case
    table = [PLAIN[0], one, *PLAIN[1 : {4: 3, 6: 4}[seats]]]
    discard = [other] if discarded else []
    position = Position(seats, 2, event, table, discard, top=("taiga", "swamp", "coast"))
    for change in changes(position):
        assert 1 not in change.places
        assert len(change.changed) == CHANGES[seats][1]  # all but the protected one
        assert change.changed[0][1] == other
        assert set(change.after) >= {one, other}


@pytest.mark.clauses("DC-EVENT-8", "DC-SP-53")
@pytest.mark.parametrize("event", PAIR_EVENTS)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("era", [1, 2, 3])
def test_both_on_the_table_are_protected(event: str, seats: int, era: int) -> None:
    places = 4 if seats < 5 else 5
    one, other = PAIR_EVENTS[event]
    table = [one, PLAIN[0], other, *PLAIN[1 : places - 2]]
    top = ("taiga", "swamp", "coast", "steppe")
    for change in changes(Position(seats, era, event, table, top=top), FEW // 3):
        assert {0, 2}.isdisjoint(change.places)
        wanted = min(CHANGES[seats][era - 1], places - 2)
        assert [name for _, name in change.changed] == list(top[:wanted])


@pytest.mark.clauses("DC-EVENT-7", "DC-SP-53")
@pytest.mark.parametrize("case", PAIR_CASES)
def test_two_players_with_the_only_one_on_the_table(case: tuple[str, str, str]) -> None:
    event, one, _ = case
    for era in (1, 2, 3):
        position = Position(2, era, event, [PLAIN[0], PLAIN[1], one], top=("semi_desert", "ocean"))
        for change in changes(position):
            assert 2 not in change.places
            wanted = ["semi_desert", "ocean"][: CHANGES[2][era - 1]]
            assert [name for _, name in change.changed] == wanted


@pytest.mark.clauses("DC-EVENT-7")
def test_protection_holds_once() -> None:
    table = [*PLAIN[:3], "desert"]
    states = Position(4, 2, "desertification", table).lay(1)
    assert settle(states).after[3] == "desert"
    assert any(3 in change.places for change in changes(Position(4, 3, None, table)))


@pytest.mark.clauses("DC-SP-54")
def test_the_unprotected_are_as_likely() -> None:
    """Continents of protected biomes are taken out before any is drawn."""
    position = Position(6, 1, "ice_age", [*PLAIN[:4], "polar_desert"], ["cold_desert"])
    found = [change.places for change in changes(position, SEEDS)]
    assert is_even([place for places in found for place in places], 4)
    assert {len(places) for places in found} == {3}


# Axis shift


@pytest.mark.clauses("DC-EVENT-19")
@pytest.mark.parametrize("seats", CHANGES)
@pytest.mark.parametrize("era", [1, 2, 3])
def test_axis_shift_replaces_all(seats: int, era: int) -> None:
    for change in changes(Position(seats, era, "axis_shift"), FEW // 3):
        assert sorted(change.places) == list(range(len(change.before)))
        assert set(change.after).isdisjoint(change.before)


@pytest.mark.clauses("DC-EVENT-31")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_axis_shift_spares_a_young_volcano(seats: int) -> None:
    places = 4 if seats < 5 else 5
    table = [PLAIN[0], "volcano", *PLAIN[1 : places - 1]]
    for change in changes(Position(seats, 2, "axis_shift", table, volcano="young")):
        assert sorted(change.places) == [place for place in range(places) if place != 1]
        assert change.after[1] == "volcano"
    for change in changes(Position(seats, 3, "axis_shift", table, volcano="rainforest")):
        assert sorted(change.places) == list(range(places))


# The volcano


@pytest.mark.clauses("DC-EVENT-25", "DC-TRANS-5")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_an_eruption_is_one_of_the_changes(seats: int) -> None:
    places = 4 if seats < 5 else 5
    top = ("taiga", "swamp", "coast", "steppe")
    for era in (1, 2, 3):
        position = Position(seats, era, "volcanic_eruption", PLAIN[:places], top=top)
        found = []
        for change in changes(position, SEEDS // 4):
            ordinary = [name for _, name in change.changed if name != "volcano"]
            assert ordinary == list(top[: CHANGES[seats][era - 1] - 1])
            assert len(change.changed) == CHANGES[seats][era - 1]
            assert AGES[change.game.volcano] == "young"
            found.append(change.after.index("volcano"))
        assert is_even(found, places)


@pytest.mark.clauses("DC-EVENT-26", "DC-SP-55")
def test_nobody_may_settle_on_a_young_volcano() -> None:
    """Whatever the body is, the refusal is about the volcano."""
    states = Position(4, 2, "volcanic_eruption", PLAIN[:4]).lay(1)
    place = settle(states).after.index("volcano")
    game = states[0]
    part = game.card_part.tolist()
    put(game.body[DRAFT], [part.index(Part.TORSO), part.index(Part.HEAD)])
    game.plan = Plan.CREATING
    seat = int(game.mover)
    assert game.stage == Stage.TURN
    for has in range(256):
        game.has[DRAFT] = has
        assert kernel.why_not(states, seat, Verb.PLACE + place) == Reason.UNINHABITABLE
    game.volcano = AGES.index("rainforest")
    assert kernel.why_not(states, seat, Verb.PLACE + place) != Reason.UNINHABITABLE


@pytest.mark.clauses("DC-EVENT-28", "DC-EVENT-30", "DC-SP-55")
@pytest.mark.parametrize("event", [name for name in EVENTS if name != "volcanic_eruption"])
def test_a_young_volcano_becomes_a_rainforest(event: str) -> None:
    """Wherever the card of that name is: here it is discarded, then open at another place."""
    for seats, places in ((4, 4), (6, 5)):
        for table, discard in (
            (["volcano", *PLAIN[: places - 1]], ["tropical_rainforest"]),
            (["volcano", "tropical_rainforest", *PLAIN[: places - 2]], []),
        ):
            position = Position(seats, 2, event, table, discard, volcano="young")
            for change in changes(position, FEW // 3):
                assert 0 not in change.places
                assert change.after[0] == "volcano"
                assert AGES[change.game.volcano] == "rainforest"
                for name in PRINTED:
                    printed = change.game[f"ground_{name}"]
                    assert printed[GROUNDS.index("volcano")] == printed[RAIN]


@pytest.mark.clauses("DC-EVENT-28")
def test_the_change_is_told_once() -> None:
    states = Position(4, 2, None, ["volcano", *PLAIN[:3]], volcano="young").lay(3)
    books = new_books(ALL_EVENTS)
    kernel.settle(states, books)
    told = [event for event in take_events(books) if event[0] == Event.RAINFOREST]
    assert len(told) == 1


@pytest.mark.clauses("DC-EVENT-29", "DC-SP-55")
def test_after_an_era_as_rainforest_it_may_be_replaced() -> None:
    position = Position(4, 3, None, ["volcano", *PLAIN[:3]], volcano="rainforest")
    found = []
    for change in changes(position, SEEDS):
        found += change.places
        assert (0 in change.places) == (change.after[0] != "volcano")
        if 0 in change.places:
            assert AGES[change.game.volcano] == "none"
            assert "volcano" not in [
                *names(change.game.biome_discard),
                *names(change.game.biome_deck),
                *change.after,
            ]
        else:
            assert AGES[change.game.volcano] == "rainforest"
    assert is_even(found, 4)


@pytest.mark.clauses("DC-TRANS-2", "DC-EVENT-25")
def test_the_volcano_card_is_not_among_the_past_events() -> None:
    """Two transitions through the kernel: eruption, then another event, then a third."""
    volcano = EVENTS.index("volcanic_eruption")
    for seed in range(FEW):
        states = begun(4, seed=seed)
        game = states[0]
        order = ["plant_boom", "axis_shift", "volcanic_eruption"]  # the last is revealed first
        put(game.events_left, [EVENTS.index(name) for name in order])
        ages, gone = [], []
        for _ in order:
            game.phase, game.stage = Phase.TRANSITION, Stage.EVENT
            kernel.settle(states, new_books())
            assert kernel.broken(states) == 0
            ages.append(AGES[game.volcano])
            gone.append([EVENTS[event] for event in items_of(game.events_gone)])
        assert ages[:2] == ["young", "rainforest"]
        assert ages[2] in ("rainforest", "none")
        assert gone == [[], [], ["axis_shift"]]
        assert volcano not in items_of(game.events_left)


# The deck


@pytest.mark.clauses("DC-2P-8", "DC-SP-71")
@pytest.mark.parametrize("event", [None, "axis_shift", "desertification"])
def test_two_players_shuffle_back(event: str | None) -> None:
    """Only after all are placed: with as few cards as are needed nothing returns at once."""
    table = PLAIN[:3]
    top = ("desert", "savanna", "taiga")
    bottoms = []
    for change in changes(Position(2, 2, event, table, top=top, short_deck=True), SEEDS):
        gone = [change.before[place] for place in change.places]
        assert set(gone).isdisjoint(change.after)
        assert not names(change.game.biome_discard)
        assert set(gone) <= set(names(change.game.biome_deck))
        bottoms.append(names(change.game.biome_deck)[-1])
    if event == "axis_shift":  # all three are back, and any may lie on top
        assert is_even(bottoms, 3)


@pytest.mark.clauses("DC-SP-56")
def test_the_biome_deck_runs_out() -> None:
    """One card is left, four are needed: the others come from the discard pile, shuffled."""
    discard = ("taiga", "swamp", "coast")
    position = Position(6, 3, None, PLAIN, discard, top=("steppe",), short_deck=True)
    seconds = []
    for change in changes(position, SEEDS):
        assert change.changed[0][1] == "steppe"
        assert len(change.changed) == 4
        first_gone = change.before[change.places[0]]
        # what was replaced before the deck ran out lies in the discard pile too
        rest = {*discard, first_gone}
        assert {name for _, name in change.changed[1:]} <= rest
        seconds.append("old" if change.changed[1][1] == first_gone else change.changed[1][1])
    assert is_even(seconds, 4)
