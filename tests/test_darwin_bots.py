"""Bots of Darwin's Choice: decisions with a clear best answer, and how far greedy is ahead."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tangledbank.games.darwin.bots import greedy as bots
from tangledbank.games.darwin.bots import outlook
from tangledbank.games.darwin.bots.outlook import FORECAST
from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.actions import MAX_LEGAL, Verb
from tangledbank.games.darwin.rules.decks import BIOMES, standard
from tangledbank.games.darwin.rules.state import (
    HAND,
    MAX_SEATS,
    MAX_SPECIES,
    MOST_PARTS,
    NOTHING,
    OPTIONS,
    Size,
    Stage,
    Variant,
    new_states,
)
from tangledbank.games.darwin.text.deck import read_deck
from tangledbank.games.game import SCORE_COLUMNS, load
from tangledbank.games.shared.best import MOST_STEPS
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.compiling import bind, uncompiled
from tangledbank.kernel.records import append, items_of, new_books, remove
from tangledbank.search.bot import Bot
from tangledbank.search.match import CARETAKER, GREEDY, RANDOM, choose, derive, play_match
from tangledbank.table import Table
from tests.helpers import view_of

BASE = OPTIONS["variant"].index("base")
KINDS = {card.id: kind for kind, card in enumerate(standard().cards)}
HEADS = {KINDS[name] for name in KINDS if name.endswith(".head")}

ENTRIES = {
    name: getattr(kernel, name) for name in ("new", "pending", "legal", "step", "observe", "score")
}
ENTRIES |= {"greedy": bots.greedy, "caretaker": bots.caretaker}
ENTRIES["choose"] = bind(choose, "darwin", **ENTRIES)
PLAY = bind(play_match, "darwin", **ENTRIES)


def options(seats: int, variant: int) -> Any:
    usual = [0] * (len(OPTIONS) - 1)
    return np.array([seats, variant, *usual, *read_deck("standard")], np.int64)


# --- positions -----------------------------------------------------------------------------------


class Position:
    """A game of two in the first turn of an era, laid out by hand: biomes, hands, species.

    Seat 0 has the turn; the hands and the trade zone are empty at first.
    """

    def __init__(self, *biomes: str, era: int = 1, variant: int = BASE):
        self.states, self.view, self.events = new_states(), new_states(), new_books()
        self.out, self.generator = np.zeros(MAX_LEGAL, np.int64), new_generator()
        kernel.new(self.states, options(2, variant), 1, self.events)
        for seat in range(2):
            while self.states[0].to_draw[seat] > 0:
                kernel.step(self.states, seat, Verb.DRAW_REST, self.events)
        self.game = self.states[0]
        self.game.turn = era
        self.game.mover = 0
        self.game.waiting = 1
        self.game.ground[: len(biomes)] = [BIOMES.index(biome) for biome in biomes]
        for pile in (*self.game.hand, self.game.zone):
            for card in items_of(pile):
                remove(pile, card)
                append(self.game.discard[int(card >= self.game.small)], card)

    def take(self, name: str) -> int:
        """Any card, from wherever it is; its slot."""
        card = int(np.flatnonzero(self.game.kind[: self.game.cards] == KINDS[name])[0])
        for pile in (*self.game.deck, *self.game.discard):
            remove(pile, card)
        return card

    def give(self, *names: str, seat: int = 0) -> None:
        """Put cards into a hand."""
        for name in names:
            card = self.take(name)
            append(self.game.hand[seat], card)
            self.game.known[card] = 1 << seat

    def lay(self, seat: int, place: int, *names: str, points: int = 0) -> int:
        """Put a species on the table; its number."""
        species = int(np.flatnonzero(self.game.living[:MAX_SPECIES] == 0)[0])
        for name in names:
            card = self.take(name)
            append(self.game.body[species], card)
            self.game.known[card] = 63
            self.count(species, KINDS[name])
        self.game.living[species] = 1
        self.game.owner[species] = seat
        self.game.at[species] = place
        self.game.points[species] = points
        append(self.game.row[seat], species)
        return species

    def count(self, species: int, kind: int) -> None:
        """Count what is printed on a card of a species."""
        game = self.game
        game.power[species] += game.card_power[kind]
        game.has[species] = sum(1 << int(i) for i in np.flatnonzero(game.power[species]))
        game.need[species] += game.card_hearts[kind]
        game.might[species] += game.card_strength[kind]
        if kind in HEADS:
            game.diet[species] = game.card_diet[kind]

    def decide(self, policy: int = GREEDY, seat: int = 0, go_on: bool = True) -> int:
        """What a bot does now."""
        kernel.observe(self.states, seat, self.view)
        count = kernel.legal(self.view, seat, self.out)
        assert count > 0
        plant(self.generator, 1)
        arguments = (self.view, seat, self.out, count, self.generator)
        action = int(ENTRIES["choose"](policy, *arguments))
        assert action in self.out[:count].tolist()
        if go_on:
            kernel.step(self.states, seat, action, self.events)
        return action

    def choose_of(self, *actions: int, policy: int = GREEDY) -> int:
        """What a bot of seat 0 picks of a few actions in the position as it is."""
        self.out[: len(actions)] = actions
        plant(self.generator, 1)
        arguments = (self.states, 0, self.out, len(actions), self.generator)
        return int(ENTRIES["choose"](policy, *arguments))

    def turn(self) -> list[int]:
        """All steps of a turn of seat 0."""
        steps = [self.decide()]
        while steps[-1] not in (Verb.END, Verb.PASS):
            assert len(steps) < 20
            steps.append(self.decide())
        return steps


RUNNER = ("plains-zebra.head", "gemsbok.torso")
SWIMMER = ("dugong.head", "eurasian-otter.torso")


# --- a turn --------------------------------------------------------------------------------------


def test_greedy_lays_a_species_where_it_can_live() -> None:
    position = Position("ocean", "savanna", "high_mountains")
    position.give(*RUNNER)
    steps = position.turn()
    assert steps[0] == Verb.CREATE + KINDS["gemsbok.torso"]
    assert set(steps[1:]) == {Verb.ADD + KINDS["plains-zebra.head"], Verb.PLACE + 1, Verb.END}


def test_greedy_uses_the_parts_that_win_the_biome() -> None:
    position = Position("savanna", "savanna", "savanna")
    for place in range(3):
        position.lay(1, place, *(("lion.head", "bongo.torso"), RUNNER, SWIMMER)[place])
    position.game.passed = 2
    position.give("red-kangaroo.head", "common-warthog.torso", "greater-roadrunner.legs")
    assert Verb.ADD + KINDS["greater-roadrunner.legs"] in position.turn()


def test_greedy_passes_when_nothing_gains() -> None:
    position = Position("ocean", "coast", "wetland", era=4)
    position.give("bongo.torso")
    position.game.redrawn = 3
    position.game.acted = 3
    assert position.turn() == [Verb.PASS]


def test_greedy_moves_a_species_out_of_a_biome_that_kills_it() -> None:
    position = Position("ocean", "savanna", "high_mountains", era=2)
    species = position.lay(0, 0, *RUNNER, points=4)
    position.game.acted = 1
    assert position.turn() == [Verb.MIGRATE + species, Verb.TO + 1, Verb.END]


def test_greedy_mutates_a_species_that_cannot_move() -> None:
    position = Position("desert", "ocean", "ocean", era=4)
    species = position.lay(0, 0, *RUNNER, "arctic-fox.tail", points=4)
    if position.game.has[species] & (1 << 4) == 0:
        pytest.fail("the tail is meant to bring cold resistance, which a desert forbids")
    position.game.acted = 1
    removal = Verb.REMOVE + KINDS["arctic-fox.tail"]
    assert position.turn() == [Verb.MUTATE + species, removal, Verb.END]


def test_greedy_finishes_a_replacement_that_is_the_first_of_two_mutations() -> None:
    # a runner lies in the ice: it needs another head and another torso
    position = Position("polar_desert", "polar_desert", "polar_desert", era=2)
    position.lay(0, 0, "giraffe.head", "bongo.torso", points=5)
    position.give("emperor-penguin.head", "walrus.torso")
    position.game.redrawn = 3
    position.game.acted = 3
    assert Verb.REVISE not in position.turn()


def test_greedy_takes_a_new_hand_when_it_may() -> None:
    position = Position("ocean", "coast", "wetland")
    position.give("bongo.torso")
    assert position.decide() == Verb.NEW_HAND


@pytest.mark.clauses("DC-SP-14")
@pytest.mark.parametrize("bot", ["greedy", "caretaker"])
def test_bots_stop_after_five_new_hands(bot: str) -> None:
    biomes = ["ocean", "coast", "wetland", "coral_reef"]
    hand = ["bongo.torso", "bongo.head"]
    for drawn in range(7):
        given = {"biomes": biomes, "seats": [{"hand": hand, "new_hands": min(drawn, 5)}, {}, {}]}
        table = Table("darwin", given=given)
        assert {"do": "new_hand"} in table.legal(0)
        code = Bot(bot, table.game, 1).choose(table.observation(0), 0, table.codes(0))
        assert (code == Verb.NEW_HAND) == (bot == "greedy" and drawn < 5)


def test_new_hands_are_counted_up_to_five_and_anew_in_each_era() -> None:
    options = {"variant": "children"}
    given = {"options": options, "biomes": ["ocean", "coast", "wetland", "gold"],
             "seats": [{"hand": ["bongo.torso"]}, {"hand": 5}]}  # fmt: skip
    table = Table("darwin", given=given)
    drawn = 0
    while {"do": "new_hand"} in table.legal(0) and drawn < 8:
        table.act(0, "new_hand")
        drawn += 1
        assert view_of(table, 1).seats[0].new_hands == min(drawn, 5)
    assert drawn > 0


def test_greedy_redraws_a_hand_without_a_head() -> None:
    position = Position("ocean", "coast", "wetland", era=2)
    position.give("bongo.torso", "eurasian-otter.torso")
    assert position.decide() == Verb.REDRAW + KINDS["eurasian-otter.torso"]


def test_greedy_draws_torsos_for_its_heads() -> None:
    position = Position("ocean", "coast", "wetland")
    position.give("dugong.head", "bongo.head", "koala.head", "lion.head")
    position.game.to_draw[0] = 2
    assert position.decide() == Verb.DRAW + Size.LARGE * HAND + 1


# --- other decisions -----------------------------------------------------------------------------


def test_greedy_lets_its_carnivore_devour_another_seats_species() -> None:
    position = Position("ocean", "savanna", "savanna")
    own = position.lay(0, 1, *RUNNER)
    other = position.lay(1, 1, *SWIMMER)
    position.game.stage = Stage.PREY
    assert position.choose_of(Verb.DEVOUR + own, Verb.DEVOUR + other) == Verb.DEVOUR + other
    assert (
        position.choose_of(Verb.DEVOUR + own, Verb.DEVOUR + other, policy=CARETAKER)
        == Verb.DEVOUR + other
    )


def test_greedy_loses_the_part_that_does_least() -> None:
    position = Position("ocean", "savanna", "savanna")
    position.lay(0, 1, *RUNNER, "greater-roadrunner.legs", "red-kangaroo.tail")
    position.game.stage = Stage.DEGENERATE
    weak, strong = (
        Verb.LOSE + KINDS["red-kangaroo.tail"],
        Verb.LOSE + KINDS["greater-roadrunner.legs"],
    )
    assert position.choose_of(strong, weak) == weak


def test_invaders_leave_a_first_point_everywhere_and_the_rest_on_one_species() -> None:
    position = Position("ocean", "savanna", "savanna")
    rich = position.lay(0, 1, *RUNNER, points=3)
    poor = position.lay(0, 0, *SWIMMER)
    position.game.stage = Stage.INVADE
    position.game.lost[0] = NOTHING
    gifts = (Verb.POINTS + rich, Verb.POINT + rich, Verb.POINTS + poor, Verb.POINT + poor)
    assert position.choose_of(*gifts) == Verb.POINT + poor
    position.game.gift[poor] = 1
    assert position.choose_of(*gifts) in (Verb.POINTS + rich, Verb.POINTS + poor)
    assert position.choose_of(*gifts, policy=CARETAKER) == Verb.POINTS + rich
    assert position.choose_of(Verb.SACRIFICE + rich, Verb.SACRIFICE + rich) == Verb.SACRIFICE + rich


def test_greedy_never_declines_a_card() -> None:
    position = Position("ocean", "savanna", "savanna")
    position.game.stage = Stage.TEAM
    assert position.choose_of(Verb.DECLINE, Verb.DRAWER, Verb.DRAWER + 2) != Verb.DECLINE


# --- the caretaker -------------------------------------------------------------------------------


def test_the_caretaker_drops_what_was_begun_and_passes() -> None:
    position = Position("ocean", "savanna", "high_mountains")
    position.give(*RUNNER)
    kernel.step(position.states, 0, Verb.CREATE + KINDS["gemsbok.torso"], position.events)
    assert position.decide(CARETAKER) == Verb.REVISE
    assert position.decide(CARETAKER) == Verb.PASS


def test_the_caretaker_draws_the_rest_refuses_and_declines() -> None:
    position = Position("ocean", "savanna", "high_mountains")
    position.game.to_draw[0] = 3
    assert position.decide(CARETAKER) == Verb.DRAW_REST
    position.game.stage = Stage.TEAM
    assert position.choose_of(Verb.DECLINE, Verb.DRAWER, policy=CARETAKER) == Verb.DECLINE
    assert position.choose_of(Verb.REFUSE, Verb.REFUSE, policy=CARETAKER) == Verb.REFUSE
    position.game.stage = Stage.TURN


# --- whole games ---------------------------------------------------------------------------------


def share(policies: list[int], variant: int, games: int) -> float:
    """The share of the games that seats with the first policy win; seats change places."""
    states, view, out = new_states(), new_states(), np.zeros(MAX_LEGAL, np.int64)
    generators = np.stack([new_generator() for _ in range(MAX_SEATS)])
    scores, facts = np.zeros((MAX_SEATS, SCORE_COLUMNS), np.int64), np.zeros(2, np.int64)
    won, seats = 0.0, len(policies)
    for number in range(games):
        seating = np.array([policies[(seat + number) % seats] for seat in range(seats)])
        for seat in range(seats):
            plant(generators[seat], derive(7, number, 1 + seat))
        seed = derive(7, number, 0)
        PLAY(
            states, view, options(seats, variant), seed, seating, generators, out,
            new_books(), scores, facts,
        )  # fmt: skip
        best = scores[:seats, 0] == scores[:seats, 0].max()
        won += float((seating[best] == policies[0]).mean())
    return won / games


@pytest.mark.skipif(uncompiled(), reason="whole games are slow as plain Python")
@pytest.mark.parametrize(
    ("variant", "seats"),
    [
        (BASE, 2),
        (BASE, 4),
        (BASE, 6),
        (Variant.BEGINNER, 4),
        (Variant.CHILDREN, 2),
        (Variant.CHILDREN, 5),
    ],
)
def test_greedy_is_far_ahead_of_random(variant: int, seats: int) -> None:
    assert share([GREEDY] + [RANDOM] * (seats - 1), variant, 60) > 0.85


@pytest.mark.skipif(uncompiled(), reason="whole games are slow as plain Python")
def test_a_greedy_team_is_far_ahead_of_a_random_one() -> None:
    assert share([GREEDY, RANDOM] * 2, Variant.TEAMS, 60) > 0.9


@pytest.mark.skipif(uncompiled(), reason="whole games are slow as plain Python")
def test_greedy_beats_the_caretaker() -> None:
    assert share([GREEDY, CARETAKER, CARETAKER], BASE, 20) > 0.95


# --- what greedy means to do next ----------------------------------------------------------------


def greedy_choices(seats: int, variant: int, seed: int) -> Iterator[tuple[Any, int, Any, int]]:
    """Every choice of a seat in a turn, and what compiled greedy does."""
    states, books, out = new_states(), new_books(), np.zeros(MAX_LEGAL, np.int64)
    bot = Bot("greedy", load("darwin"), 1)
    kernel.new(states, options(seats, variant), seed, books)
    while waiting := int(kernel.pending(states)):
        view, seat = new_states(), (waiting & -waiting).bit_length() - 1
        kernel.observe(states, seat, view)
        actions = out[: kernel.legal(view, seat, out)].copy()
        action = bot.choose(view, seat, actions)
        if states[0]["stage"] == Stage.TURN and len(actions) > 1:
            yield view, seat, actions, action
        kernel.step(states, seat, action, books)


@pytest.mark.parametrize(
    ("seats", "variant"),
    [(2, BASE), (3, BASE), (4, Variant.TEAMS), (2, Variant.BEGINNER), (3, Variant.CHILDREN)],
)
def test_greedy_does_what_it_noted_it_would_do(seats: int, variant: int) -> None:
    """A playout of the search goes by these notes instead of thinking again."""
    assert MOST_STEPS >= MOST_PARTS
    steps, planner, followed = np.zeros(1 + MOST_STEPS, np.int64), NOTHING, 0
    for view, seat, actions, action in itertools.islice(greedy_choices(seats, variant, 3), 90):
        if items_of(steps) and planner == seat:
            assert items_of(steps)[-1] == action
            steps[0] -= 1
            followed += 1
        if not items_of(steps) or planner != seat:
            assert bots.foresee(view, seat, actions, len(actions), new_generator(), steps) == action
            planner = seat
    assert followed > 20


def test_a_forecast_is_written_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def full_of_rubbish() -> Any:
        forecasts = np.full(FORECAST.itemsize, 0x3C, np.uint8).view(FORECAST)
        forecasts["count"] = 0
        return forecasts

    monkeypatch.setattr(outlook, "new_forecasts", full_of_rubbish)
    for view, seat, actions, action in itertools.islice(greedy_choices(2, BASE, 4), 0, None, 9):
        assert bots.greedy(view, seat, actions, len(actions), new_generator()) == action
