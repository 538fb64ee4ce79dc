"""Food and evaluation of Darwin's Choice, compiled rules against the plain restatement.

Random tables with ties of all kinds are laid into the record, fed, evaluated and scored by the
kernel. Nothing is left out: what the restatement says is compared for every animal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.actions import MAX_LEGAL, Reason, Verb
from tangledbank.games.darwin.rules.decks import EVENTS, Part
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    MAX_SPECIES,
    NOTHING,
    Age,
    Phase,
    Plan,
    Stage,
)
from tangledbank.kernel.compiling import uncompiled
from tangledbank.kernel.records import new_books
from tests.darwin_positions import DEMANDS, Biome, Board, Witness, put
from tests.darwin_restated import (
    ALIVE,
    CARNIVORE,
    DEVOURED,
    FOOD_EVENTS,
    HUNGER,
    OMNIVORE,
    REQUIREMENTS,
    Animal,
    best_first,
    distribute,
    evaluate,
    first_named,
    hurricane_victims,
    is_edible,
    lacking,
    passes_food_test,
    places,
    random_biome,
    supply,
    winners,
)

ROOM = 250  # positions in memory at a time
ROUNDS = 1 if uncompiled() else 24  # times all numbers of seats
TABLES = 25 if uncompiled() else ROOM
LEAST = 400 if uncompiled() else 100_000  # biomes compared
SEATS = (3, 4, 5, 6)

EVENT_NUMBER = {name: number for number, name in enumerate(EVENTS)} | {None: NOTHING}


# Random tables


class Scene(NamedTuple):
    """A whole table before its food is given out."""

    biomes: list[Biome]
    event: str | None

    @property
    def epidemic(self) -> bool:
        return self.event == "epidemic"

    def supply(self, biome: Biome) -> tuple[int, int]:
        young = biome.volcano == Age.YOUNG
        return supply(biome.points, biome.plants, biome.meat, self.event, young)


def random_scene(random: Random, places: int) -> Scene:
    """Biomes of both kinds, and at times an event or a volcano."""
    biomes: list[Biome] = []
    count = 0
    for _ in range(places):
        animals, plants, meat, _ = random_biome(random, count + 1)
        count += len(animals)
        biomes.append(Biome(animals, plants, meat, random.choice((2, 3))))
    event = random.choice((None, None, "ideal_conditions", "epidemic", *FOOD_EVENTS))
    volcano = random.choice((Age.NONE, Age.NONE, Age.YOUNG, Age.RAINFOREST))
    if volcano == Age.YOUNG:
        event = "volcanic_eruption"
        unfit = [replace(one, fits=False) for one in biomes[0].animals]  # DC-SP-55
        biomes[0] = replace(biomes[0], animals=unfit, volcano=volcano)
    elif volcano == Age.RAINFOREST:
        biomes[0] = replace(biomes[0], volcano=volcano)
    random.shuffle(biomes)
    return Scene(biomes, event)


# What is expected


@dataclass
class Expected:
    """Everything the restatement says about a table."""

    food: dict[str, tuple[int, int]] = field(default_factory=dict)
    fates: dict[str, str] = field(default_factory=dict)
    questions: list[tuple[list[Animal], list[str]]] = field(default_factory=list)
    best: Counter[str] = field(default_factory=Counter)
    strongest: dict[str, int] = field(default_factory=dict)


def expect(scene: Scene) -> Expected:
    expected = Expected()
    living = []
    for biome in scene.biomes:
        plants, meat = scene.supply(biome)
        food = distribute(biome.animals, plants, meat, scene.epidemic)
        fates = fates_of(biome, food, scene.epidemic, expected.questions)
        expected.food |= food
        expected.fates |= fates
        living.append([one for one in biome.animals if fates[one.name] == ALIVE])
        for name in winners(living[-1], scene.epidemic):
            expected.best[name] = biome.points
    expected.strongest = places(living, scene.epidemic)
    return expected


def fates_of(
    biome: Biome,
    food: dict[str, tuple[int, int]],
    epidemic: bool,
    questions: list[tuple[list[Animal], list[str]]],
) -> dict[str, str]:
    """The restated evaluation; of tied prey the lowest name is devoured."""
    hunters: list[Animal] = []

    def watch(pack: list[Animal]) -> None:
        hunters[:] = pack

    def choose(options: list[str]) -> str:
        questions.append((list(hunters), sorted(options)))
        return min(options)

    return evaluate(biome.animals, food, epidemic, choose, watch)


# What the rules do


class Comparison:
    """Lays scenes out, lets the kernel go through them, and collects what differs."""

    def __init__(self) -> None:
        self.wrong: dict[str, list[str]] = {}
        self.seen: Counter[str] = Counter()
        self.out = np.zeros(MAX_LEGAL, np.int64)

    def check(self, subject: str, got: object, wanted: object, scene: Scene) -> None:
        if got != wanted:
            self.wrong.setdefault(subject, []).append(f"{got} is not {wanted} in {scene}")

    def run(self, seats: int, seed: int) -> None:
        """Some tables of one number of seats."""
        random, board = Random(seed), Board(seats, TABLES)
        scenes = [random_scene(random, board.places) for _ in range(TABLES)]
        species = [board.lay(i, scene.biomes, random) for i, scene in enumerate(scenes)]
        board.field["event"][:] = [EVENT_NUMBER[scene.event] for scene in scenes]
        board.field["first"][:] = [random.randrange(seats) for _ in scenes]
        board.field["turn"][:] = board.field["eras"] - 1
        board.field["phase"][:] = Phase.TRANSITION
        board.field["stage"][:] = Stage.REFILL  # gives out the food and begins the last era
        board.field["points"][:, :MAX_SPECIES] = [
            [random.randint(0, 2) for _ in range(MAX_SPECIES)] for _ in scenes
        ]
        for i, scene in enumerate(scenes):
            self.compare(board.one(i), scene, species[i])

    def compare(self, states: Any, scene: Scene, species: dict[str, int]) -> None:
        """One table from the food to the end of the game."""
        expected = expect(scene)
        self.take_notes(scene, expected)
        names = {number: name for name, number in species.items()}
        game = states[0]
        points = game.points.tolist()
        kernel.settle(states, new_books())
        plants, meat = game.plants.tolist(), game.meat.tolist()
        food = {name: (plants[number], meat[number]) for name, number in species.items()}
        self.check("food", food, expected.food, scene)

        game.passed = (1 << int(game.seats)) - 1
        game.stage = Stage.NEXT_TURN
        owners = game.owner.tolist()
        witness = Witness(states)
        kernel.settle(states, witness.books)
        questions = iter(expected.questions)
        while game.stage == Stage.PREY:
            self.answer(states, names, owners, questions, scene)
            kernel.step(states, int(game.waiting).bit_length() - 1, self.answered, witness.books)
        witness.listen()
        fates = {name: witness.fates.get(number, ALIVE) for name, number in species.items()}
        self.check("fates", fates, expected.fates, scene)
        self.check("end", int(game.stage), Stage.OVER, scene)

        gained = Counter(expected.best) + Counter(expected.strongest)
        kept = [0] * int(game.seats)
        for name, number in species.items():
            alive = expected.fates[name] == ALIVE
            kept[owners[number]] += not alive and points[number] > 0
            wanted = points[number] + 1 + gained[name] if alive else 0
            self.check("points", (name, int(game.points[number])), (name, wanted), scene)
        self.check("kept", game.front.tolist()[: len(kept)], kept, scene)

    def answer(
        self,
        states: Any,
        names: dict[int, str],
        owners: list[int],
        questions: Iterator[tuple[list[Animal], list[str]]],
        scene: Scene,
    ) -> None:
        """The lowest name is devoured; the question is one the restatement asks too.

        The rules do not ask where all tied prey are devoured anyway, so some are passed over.
        """
        game = states[0]
        seat = int(game.waiting).bit_length() - 1
        count = kernel.legal(states, seat, self.out)
        numbers = {names[int(action) - Verb.DEVOUR]: int(action) for action in self.out[:count]}
        self.answered = numbers[min(numbers)]
        self.seen["asked"] += 1
        for pack, options in questions:
            if options == sorted(numbers):
                number = {name: one for one, name in names.items()}
                seats = [owners[number[hunter.name]] for hunter in pack]
                first = min(seats, key=lambda one: (one - int(game.first)) % int(game.seats))
                self.check("who chooses", seat, first, scene)
                self.seen["asked of several owners"] += len(set(seats)) > 1
                return
        self.check("questions", sorted(numbers), expect(scene).questions, scene)

    def take_notes(self, scene: Scene, expected: Expected) -> None:
        """Count what makes a table worth comparing."""
        self.seen["biomes"] += len(scene.biomes)
        self.seen[f"event {scene.event}"] += 1
        self.seen.update(expected.fates.values())
        self.seen["choices"] += len(expected.questions)
        for biome in scene.biomes:
            self.seen[f"volcano {biome.volcano}"] += biome.volcano != Age.NONE
            self.seen["full ties"] += any(
                len(tied) > 1 for tied in best_first(biome.animals, scene.epidemic)
            )
            for animal in biome.animals:
                self.take_notes_of(animal, biome, scene, expected)

    def take_notes_of(self, animal: Animal, biome: Biome, scene: Scene, expected: Expected) -> None:
        food, fate = expected.food[animal.name], expected.fates[animal.name]
        self.seen["mixed food"] += min(food) > 0
        self.seen["partly fed"] += fate == HUNGER and sum(food) > 0
        self.seen["no hearts"] += animal.hearts == 0 and fate == ALIVE
        self.seen["omnivores at the meat"] += animal.diet == OMNIVORE and food[1] > 0
        hungry = animal.diet == CARNIVORE and lacking(animal, expected.food) > 0
        self.seen["fed by prey"] += hungry and fate == ALIVE
        if hungry and fate == HUNGER and not scene.epidemic:
            # prey for it is left, so it starves only because a better one did: DC-EVAL-18
            left = [one for one in biome.animals if expected.fates[one.name] == ALIVE]
            meat = sum(one.hearts for one in left if is_edible(one, animal))
            self.seen["automatic deaths"] += meat >= lacking(animal, expected.food)
        self.seen["tied best"] += expected.best[animal.name] > 0 and len(
            [one for one in biome.animals if expected.best[one.name] > 0]
        ) > 1  # fmt: skip
        medal = expected.strongest.get(animal.name)
        self.seen["shared place"] += (
            medal is not None and list(expected.strongest.values()).count(medal) > 1
        )
        self.seen["strength without effect"] += (
            scene.epidemic and animal.strength > 0 and fate == ALIVE and medal is None
        )


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """All tables, gone through once for the tests below."""
    comparison = Comparison()
    for seed in range(ROUNDS):
        for seats in SEATS:
            comparison.run(seats, seed * len(SEATS) + seats)
    return comparison


OFTEN = {  # of 100,000 biomes
    "full ties": 20_000,
    "mixed food": 2_000,
    "partly fed": 5_000,
    "no hearts": 5_000,
    "omnivores at the meat": 5_000,
    REQUIREMENTS: 20_000,
    HUNGER: 50_000,
    DEVOURED: 5_000,
    "fed by prey": 3_000,
    "automatic deaths": 200,
    "choices": 1_000,
    "asked": 500,
    "asked of several owners": 100,
    "tied best": 5_000,
    "shared place": 2_000,
    "strength without effect": 2_000,
    f"volcano {Age.YOUNG}": 2_000,
    f"volcano {Age.RAINFOREST}": 2_000,
    **{f"event {name}": 1_500 for name in (*FOOD_EVENTS, "epidemic", "ideal_conditions", None)},
}


def test_the_tables_are_worth_comparing(compared: Comparison) -> None:
    assert compared.seen["biomes"] >= LEAST
    rare = {
        name: compared.seen[name]
        for name, least in OFTEN.items()
        if compared.seen[name] < least * LEAST // 200_000
    }
    assert not rare, compared.seen


def none_of(compared: Comparison, subject: str) -> None:
    """Nothing differs; if something does, the first difference is shown."""
    differing = compared.wrong.get(subject, [])
    assert not differing, f"{len(differing)} times, first: {differing[0]}"


@pytest.mark.clauses(
    "DC-DEF-10", "DC-DEF-11", "DC-SP-7", "DC-FOOD-2", "DC-FOOD-3", "DC-FOOD-4", "DC-FOOD-5",
    "DC-FOOD-6", "DC-FOOD-7", "DC-FOOD-8", "DC-FOOD-9", "DC-FOOD-13", "DC-FOOD-15", "DC-SP-25",
    "DC-SP-26", "DC-SP-27", "DC-SP-63", "DC-EVENT-20", "DC-EVENT-21", "DC-EVENT-22", "DC-EVENT-23",
    "DC-EVENT-24", "DC-TRANS-12", "DC-TRANS-13",
)  # fmt: skip
def test_food_is_given_out_as_restated(compared: Comparison) -> None:
    none_of(compared, "food")


@pytest.mark.clauses(
    "DC-EVAL-2", "DC-EVAL-3", "DC-EVAL-4", "DC-EVAL-5", "DC-EVAL-6", "DC-EVAL-7", "DC-EVAL-8",
    "DC-EVAL-9", "DC-EVAL-10", "DC-EVAL-11", "DC-EVAL-12", "DC-EVAL-15", "DC-EVAL-16",
    "DC-EVAL-17", "DC-EVAL-18", "DC-EVAL-19", "DC-FOOD-10", "DC-SP-31",
    "DC-SP-32", "DC-SP-33", "DC-SP-34", "DC-SP-35", "DC-EVENT-27", "DC-EVENT-34",
)  # fmt: skip
def test_fates_are_as_restated(compared: Comparison) -> None:
    none_of(compared, "fates")


@pytest.mark.clauses("DC-EVAL-14", "DC-SP-30")
def test_the_owner_first_in_turn_order_chooses(compared: Comparison) -> None:
    none_of(compared, "questions")
    none_of(compared, "who chooses")


@pytest.mark.clauses(
    "DC-EVAL-20", "DC-EVAL-21", "DC-EVAL-22", "DC-EVAL-23", "DC-EVAL-24", "DC-EVAL-25",
    "DC-EVAL-26", "DC-EVAL-27", "DC-EVAL-28", "DC-EVAL-29", "DC-EVAL-30", "DC-EVAL-31", "DC-SP-36",
    "DC-SP-37", "DC-SP-39", "DC-EVENT-33",
)  # fmt: skip
def test_points_are_as_restated(compared: Comparison) -> None:
    none_of(compared, "end")
    none_of(compared, "points")


@pytest.mark.clauses("DC-EXT-4", "DC-EXT-5", "DC-SP-41")
def test_owners_of_the_dead_keep_one_point(compared: Comparison) -> None:
    none_of(compared, "kept")


# The food test of an action

CASES = 200 if uncompiled() else 25_000


def parts(states: Any) -> tuple[int, int]:
    """A torso and a head of the deck, by kind."""
    part = states[0].card_part.tolist()
    return part.index(Part.TORSO), part.index(Part.HEAD)


def draft(board: Board, i: int, animal: Animal, demands: Any, random: Random) -> None:
    """The drafted body, of a torso and a head, with the values of an animal."""
    put(board.field["body"][i, DRAFT], parts(board.one(i)))
    board.lay_values(i, DRAFT, animal, demands, random)
    board.field["stage"][i] = Stage.TURN
    board.field["mover"][i] = 0
    board.field["waiting"][i] = 1


def ask(board: Board, i: int, plan: int, animal: Animal, others: list[Animal], random: Random,
        stock: tuple[int, int]) -> int:  # fmt: skip
    """Why the animal may not act in the biome of the others, by one of the three base actions."""
    demands = random.choice(DEMANDS)
    plants, meat = stock
    board.lay_ground(i, 0, Biome([], plants, meat, 3), demands)
    board.lay_ground(i, 1, Biome([], 0, 0, 3), demands)
    number = 0
    for other in others:
        board.lay_values(i, number, other, demands, random)
        board.settle_down(i, number, other.owner, 0)
        number += 1
    if plan != Plan.CREATING:  # as it was before: far away, or another body in the same biome
        before = replace(random.choice([animal, *others]), name="before", fits=True)
        board.lay_values(i, number, before, demands, random)
        board.settle_down(i, number, 0, int(plan == Plan.MIGRATING))
        board.field["draft_species"][i] = number
        board.field["mutations"][i] = 1
        board.field["at"][i, DRAFT] = 0
    draft(board, i, animal, demands, random)
    board.field["plan"][i] = plan
    done = {Plan.CREATING: Verb.PLACE, Plan.MIGRATING: Verb.TO, Plan.MUTATING: Verb.END}
    action = done[Plan(plan)]
    return int(kernel.why_not(board.one(i), 0, action))


@pytest.mark.clauses(
    "DC-CREATE-10", "DC-CREATE-11", "DC-MIGRATE-4", "DC-MUTATE-11", "DC-TURN-11", "DC-SP-19",
    "DC-SP-20", "DC-SP-23",
)  # fmt: skip
def test_an_action_needs_food_as_restated() -> None:
    random, board, seen = Random(5), Board(6, ROOM), Counter[str]()
    for case in range(CASES):
        i = case % ROOM
        if i == 0:
            board.clear()
        animals, plants, meat, epidemic = random_biome(random)
        if not animals:
            animals, plants, meat, epidemic = [Animal("alone", CARNIVORE, 0, 0, 1)], 0, 0, False
        actor = random.choice(animals)
        others = [one for one in animals if one is not actor]
        board.field["event"][i] = EVENT_NUMBER["epidemic" if epidemic else None]
        plan = random.choice((Plan.CREATING, Plan.MUTATING, Plan.MIGRATING))
        why = ask(board, i, plan, actor, others, random, (plants, meat))
        wanted = passes_food_test(animals, actor.name, plants, meat, epidemic)
        assert (why == Reason.OK) == wanted, (plan, actor, animals, plants, meat, epidemic)
        assert (why == Reason.TOO_LITTLE_FOOD) == (actor.fits and not wanted)
        food = distribute(animals, plants, meat, epidemic)
        fate = evaluate(animals, food, epidemic, first_named)[actor.name]
        seen[fate] += 1
        seen["by prey"] += fate == ALIVE and lacking(actor, food) > 0
        seen["no hearts"] += fate == ALIVE and actor.hearts == 0
    for name, least in {HUNGER: 20, DEVOURED: 80, "by prey": 80, "no hearts": 40}.items():
        assert seen[name] > CASES // least, seen


# Hurricane


@pytest.mark.clauses("DC-EVENT-12", "DC-EVENT-13", "DC-EVENT-14", "DC-SP-46", "DC-SP-61")
def test_a_hurricane_takes_whom_the_restatement_says() -> None:
    seen: Counter[str] = Counter()
    for seats in SEATS:
        random, board = Random(seats), Board(seats, TABLES * 4)
        board.field["stage"][:] = Stage.EVENT
        board.field["phase"][:] = Phase.TRANSITION
        board.field["event"][:] = EVENT_NUMBER["epidemic"]  # over before the hurricane comes
        for i in range(len(board.states)):
            scene = random_scene(random, board.places)
            species = board.lay(i, scene.biomes, random)
            states = board.one(i)
            put(states[0].events_left, [EVENT_NUMBER["hurricane"]])
            witness = Witness(states)
            kernel.settle(states, witness.books)
            witness.listen()
            wanted = set()
            for biome in scene.biomes:
                victims = hurricane_victims(biome.animals)
                wanted |= victims
                seen["several"] += len(victims) > 1
                seen["spared"] += not victims and bool(biome.animals)
                seen["alone"] += len(biome.animals) == 1 and bool(victims)
            assert {species[name] for name in wanted} == set(witness.fates)
            assert set(witness.fates.values()) <= {"hurricane"}
    for name in ("several", "spared", "alone"):
        assert seen[name] > TABLES // 10, seen
