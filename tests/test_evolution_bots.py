"""Bots of Evolution: what they know, how well they play, and the hints and rulings they follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tangledbank.games.evolution.bots import feeding
from tangledbank.games.evolution.rules import kernel
from tangledbank.games.evolution.rules.actions import MAX_LEGAL, Verb
from tangledbank.games.evolution.rules.cards import LEAST_NUMBER, NUMBERS, TRAITS
from tangledbank.games.evolution.rules.state import BOARDS, OPTIONS, STAGES, new_states
from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import new_books
from tangledbank.search.match import CARETAKER, GREEDY, RANDOM, bound, prepare
from tangledbank.study.simulate import simulate

Words = dict[str, Any]


@pytest.fixture(scope="module")
def game() -> Game:
    game = load("evolution")
    prepare(game)
    return game


@pytest.fixture(scope="module")
def bots(game: Game) -> Any:
    return bound(game.name)


# --- positions -----------------------------------------------------------------------------------


def species(*traits: str, pop: int = 1, body: int = 1, chips: int = 0) -> Words:
    return {"traits": list(traits), "population": pop, "body": body, "chips": chips}


def seat(*row: Words, hand: str = "") -> Words:
    return {"species": list(row), "hand": hand.split()}


class Position:
    """A table up to the first decision of a phase; seat 0 begins.

    The draw pile tells how long the game will last.
    """

    def __init__(self, *seats: Words, at: str, hole: int = 0, last: bool = False, deck: int = 30):
        given: Words = {"seats": list(seats), "phase": at, "hole": hole, "leftover": hole}
        given |= {"last_round": last, "deck": deck}
        self.states = load("evolution").document.read(given, 1)
        self.view, self.events = new_states(), new_books()
        self.out, self.generator = np.zeros(MAX_LEGAL, np.int64), new_generator()
        kernel.settle(self.states, self.events)
        self.game = self.states[0]

    @property
    def stage(self) -> str:
        return STAGES[int(self.game.stage)]

    def act(self, action: int) -> None:
        decider = int(self.game.waiting).bit_length() - 1
        count = kernel.legal(self.states, decider, self.out)
        assert action in self.out[:count]
        kernel.step(self.states, decider, action, self.events)


def decide(bots: Any, position: Position, policy: int = GREEDY, who: int = 0) -> int:
    """What a bot does now; the position goes on."""
    assert position.game.waiting & (1 << who)
    kernel.observe(position.states, who, position.view)
    count = kernel.legal(position.view, who, position.out)
    plant(position.generator, 1)
    action = int(bots.choose(policy, position.view, who, position.out, count, position.generator))
    kernel.step(position.states, who, action, position.events)
    return action


def plays(bots: Any, position: Position) -> list[str]:
    """Everything greedy does with its hand, in words."""
    found = []
    while position.stage == "play" and position.game.waiting & 1:
        action = decide(bots, position)
        if action == Verb.DONE:
            found.append("done")
        elif action < Verb.ON:
            card = TRAITS[(action - Verb.PLAY) // NUMBERS]
        elif action < Verb.REPLACE:
            found.append(f"{card} on {action - Verb.ON}")
        elif action < Verb.POPULATION:
            found[-1] += f" for {TRAITS[action - Verb.REPLACE]}"
        elif action < Verb.BODY:
            found.append(f"population {action - Verb.POPULATION}")
        elif action < Verb.NEW:
            found.append(f"body {action - Verb.BODY}")
        else:
            found.append("new " + ("left", "right")[action - Verb.NEW])
    return found


def food(trait: str, number: int) -> int:
    return Verb.FOOD + TRAITS.index(trait) * NUMBERS + number - LEAST_NUMBER


def theirs(place: int = 0, owner: int = 1) -> int:
    return owner * BOARDS + place


# --- strength ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", OPTIONS["mode"])
@pytest.mark.parametrize(("seats", "bound"), [(2, 0.97), (3, 0.95), (4, 0.95), (5, 0.95)])
def test_greedy_beats_random(game: Game, seats: int, bound: float, mode: str) -> None:
    players = ["greedy"] + ["random"] * (seats - 1)
    report = simulate(game, players, 200, 5, {"mode": mode}, 1)
    assert report.bots[0].win_share > bound


def test_greedy_beats_the_caretaker(game: Game) -> None:
    report = simulate(game, ["greedy", "caretaker"], 50, 6, {}, 1)
    assert report.bots[0].win_share == 1.0


@pytest.mark.parametrize("option", [name for name in OPTIONS if len(OPTIONS[name]) > 1])
def test_bots_play_with_every_option(game: Game, option: str) -> None:
    options = {option: OPTIONS[option][1]}
    report = simulate(game, ["greedy", "caretaker", "random"], 30, 7, options, 1)
    assert report.bots[0].win_share > 0.8


# --- knowledge -----------------------------------------------------------------------------------


def positions(
    game: Game, seats: int, seed: int, every: int, **options: str
) -> Iterator[tuple[Any, int, Any]]:
    """Some positions of a game that greedy bots play: state, seat to move, legal actions."""
    states, view, events = new_states(), new_states(), new_books()
    out, generator = np.zeros(MAX_LEGAL, np.int64), new_generator()
    plant(generator, seed)
    kernel.new(states, game.option_codes(seats, options), seed, events)
    choose, number = bound(game.name).choose, 0
    while waiting := int(kernel.pending(states)):
        who = waiting.bit_length() - 1
        actions = out[: kernel.legal(states, who, out)].copy()
        if number % every == 0:
            yield states.copy(), who, actions
        kernel.observe(states, who, view)
        action = choose(GREEDY, view, who, actions, len(actions), generator)
        kernel.step(states, who, action, events)
        number += 1


@pytest.mark.parametrize("policy", [RANDOM, GREEDY, CARETAKER])
@pytest.mark.parametrize(("seats", "mode"), [(2, "quick"), (5, "turns")])
def test_hidden_cards_do_not_change_a_choice(
    game: Game, bots: Any, policy: int, seats: int, mode: str
) -> None:
    dice, generator, view, checked = new_generator(), new_generator(), new_states(), 0
    plant(dice, 11)
    for states, who, actions in positions(game, seats, 1, every=3, mode=mode):
        choices = set()
        for _ in range(3):
            kernel.redeal(states, who, dice)
            kernel.observe(states, who, view)
            plant(generator, 7)
            choices.add(bots.choose(policy, view, who, actions, len(actions), generator))
        assert len(choices) == 1
        assert choices <= set(actions.tolist())
        checked += 1
    assert checked > 50


def test_trials_leave_no_trace(game: Game, bots: Any) -> None:
    """Greedy tries plays on its copy of the table and takes them all back."""
    view, generator = new_states(), new_generator()
    for states, who, actions in positions(game, 3, 1, every=5):
        kernel.observe(states, who, view)
        before = view.tobytes()
        bots.choose(GREEDY, view, who, actions, len(actions), generator)
        assert view.tobytes() == before


# --- greedy: the hints of the book ---------------------------------------------------------------


@pytest.mark.clauses("EV-AI-01")
def test_the_same_card_has_another_use_on_another_table(bots: Any) -> None:
    """Re-evaluate from the board: a shell against a carnivore, not where there is none."""
    hunter = seat(species("carnivore", pop=3, body=3))
    mine = seat(species(pop=3, body=2), hand="hard_shell")
    assert plays(bots, Position(mine, hunter, at="play", hole=9)) == ["hard_shell on 0"]
    peaceful = Position(mine, seat(species(body=6)), at="play", hole=20)
    assert plays(bots, peaceful) != ["hard_shell on 0"]


@pytest.mark.clauses("EV-AI-02")
def test_a_new_species_while_rounds_and_food_last(bots: Any) -> None:
    """An extra species is a card a round, less the food it will lack."""
    mine, other = seat(species(pop=2), hand="ambush"), seat(species(pop=2))
    assert plays(bots, Position(mine, other, at="play", hole=12))[0].startswith("new")
    mine = seat(species(pop=3), species(pop=3), species(pop=3), hand="ambush")
    hungry = Position(mine, seat(species(pop=6), species(pop=6)), at="play")
    assert not plays(bots, hungry)[0].startswith("new")


@pytest.mark.clauses("EV-AI-03")
def test_a_carnivore_when_plants_are_scarce(bots: Any) -> None:
    """Carnivore is worth more when there is little plant food."""
    mine = seat(species(pop=4, body=4), hand="carnivore")
    others = (seat(species(pop=5), species(pop=5)), seat(species(pop=5)))
    assert plays(bots, Position(mine, *others, at="play", hole=0)) == ["carnivore on 0"]
    assert plays(bots, Position(mine, *others, at="play", hole=40)) != ["carnivore on 0"]


@pytest.mark.clauses("EV-AI-04")
def test_no_carnivore_without_prey(bots: Any) -> None:
    """Do not turn carnivore unless at least one prey is legal."""
    mine = seat(species(pop=4, body=2), hand="carnivore")
    other = seat(species(pop=6, body=2), species(pop=6, body=3))
    assert "carnivore on 0" not in plays(bots, Position(mine, other, at="play", hole=0))


@pytest.mark.clauses("EV-AI-05")
def test_plant_eaters_eat_first(bots: Any) -> None:
    """Feed the plant eaters while the watering hole lasts, hunt when it is empty."""
    mine = seat(species("carnivore", pop=2, body=4), species(pop=2))
    other = seat(species(pop=3), species(pop=3))
    assert decide(bots, Position(mine, other, at="feeding", hole=3)) == Verb.FEED + 2
    assert decide(bots, Position(mine, other, at="feeding", hole=0)) == Verb.ATTACK


@pytest.mark.clauses("EV-AI-06")
def test_several_small_prey_before_a_big_one(bots: Any) -> None:
    """Each attack takes one population from someone."""
    mine = seat(species("carnivore", pop=3, body=5))
    other = seat(species(pop=3, body=4, chips=3), species(pop=3, body=1, chips=3))
    position = Position(mine, other, at="feeding")
    assert position.stage == "feed"
    position.act(Verb.ATTACK)
    assert decide(bots, position) == Verb.PREY + theirs(1)


@pytest.mark.clauses("EV-AI-07")
def test_carnivores_want_a_dry_watering_hole(bots: Any) -> None:
    """Carnivores lay the lowest number, plant eaters the highest they can spare."""
    hand = "ambush-3 ambush+2 symbiosis+5"
    other = seat(species(pop=3), species(pop=3), hand="horns")
    hunter = seat(species("carnivore", pop=3, body=4), hand=hand)
    assert decide(bots, Position(hunter, other, at="supply")) == food("ambush", -3)
    grazer = seat(species(pop=3), hand=hand)
    assert decide(bots, Position(grazer, other, at="supply")) == food("symbiosis", 5)


@pytest.mark.clauses("EV-AI-08")
def test_carnivore_and_pack_hunting_together(bots: Any) -> None:
    """Play both in the same turn when population is high: alone neither finds prey."""
    mine = seat(species(pop=5, body=2), hand="pack_hunting carnivore")
    other = seat(species(pop=5, body=3), species(pop=5, body=3), species(pop=4, body=3))
    found = plays(bots, Position(mine, other, at="play", hole=0))
    assert sorted(found) == ["carnivore on 0", "pack_hunting on 0"]


@pytest.mark.clauses("EV-AI-09")
def test_warning_call_on_two_neighbours(bots: Any) -> None:
    """The second Warning Call goes next to the first."""
    mine = seat(species("warning_call", pop=3), species(pop=3), species(pop=1), hand="warning_call")
    other = seat(species("carnivore", pop=4, body=3))
    assert plays(bots, Position(mine, other, at="play", hole=12)) == ["warning_call on 1"]


@pytest.mark.clauses("EV-AI-10")
def test_symbiosis_beside_a_larger_species(bots: Any) -> None:
    """Symbiosis goes where the right neighbour is larger."""
    mine = seat(species(pop=3, body=2), species(pop=3, body=2), species(pop=3, body=4),
                hand="symbiosis")  # fmt: skip
    other = seat(species("carnivore", pop=4, body=4))
    assert plays(bots, Position(mine, other, at="play", hole=15)) == ["symbiosis on 1"]


@pytest.mark.clauses("EV-AI-11")
def test_fat_tissue_with_burrowing(bots: Any) -> None:
    """With plenty of food and a body as large as the population, both go on one species."""
    mine = seat(species(pop=3, body=4), species(pop=4, body=1), hand="burrowing fat_tissue")
    other = seat(species("carnivore", pop=3, body=6))
    found = plays(bots, Position(mine, other, at="play", hole=25))
    assert sorted(found) == ["burrowing on 0", "fat_tissue on 0"]


@pytest.mark.clauses("EV-AI-12")
def test_long_neck_with_foraging(bots: Any) -> None:
    """When food is scarce both go on one species."""
    mine = seat(species(pop=4), species(pop=4), hand="foraging long_neck")
    other = seat(species(pop=6), species(pop=6))
    found = plays(bots, Position(mine, other, at="play", hole=0, deck=9))
    assert len(found) == 2
    assert {name.split(" on ")[0] for name in found} == {"long_neck", "foraging"}
    assert len({name.split(" on ")[1] for name in found}) == 1


@pytest.mark.clauses("EV-AI-13")
def test_cooperation_has_a_species_to_its_right(bots: Any) -> None:
    """Cooperation goes to the left of another species, and onto a Long Neck at the left end."""
    mine = seat(species("long_neck", pop=2), species(pop=3), species(pop=3), hand="cooperation")
    other = seat(species(pop=6), species(pop=6))
    assert plays(bots, Position(mine, other, at="play", hole=0, deck=9)) == ["cooperation on 0"]


@pytest.mark.clauses("EV-AI-14")
def test_cards_are_kept_to_burrow(bots: Any) -> None:
    """With Intelligence and Burrowing: sated before the dangerous carnivore's turn."""
    thinker = species("intelligence", "burrowing", pop=2, body=1)
    hunter = seat(species("carnivore", pop=3, body=4))
    mine = seat(thinker, hand="ambush")
    assert decide(bots, Position(mine, hunter, at="feeding", hole=5)) == Verb.THINK
    calm = Position(mine, seat(species(pop=3)), at="feeding", hole=5)
    assert decide(bots, calm) == Verb.DECLINE
    assert plays(bots, Position(mine, hunter, at="play", hole=2)) == ["done"]


# --- greedy: sense -------------------------------------------------------------------------------


def test_cards_become_points_in_the_last_round(bots: Any) -> None:
    mine = seat(species(pop=6), hand="ambush pack_hunting")
    other = seat(species(pop=6))
    position = Position(mine, other, at="play", last=True)
    assert sorted(plays(bots, position)) == ["ambush on 0", "pack_hunting on 0"]


def test_a_small_carnivore_spares_horns(bots: Any) -> None:
    mine = seat(species("carnivore", pop=1, body=4))
    other = seat(species("horns", pop=3, chips=3), species(pop=1))
    position = Position(mine, other, at="feeding")
    position.act(Verb.ATTACK)
    assert decide(bots, position) == Verb.PREY + theirs(1)


def test_own_species_are_spared(bots: Any) -> None:
    mine = seat(species("carnivore", pop=2, body=5), species(pop=1))
    other = seat(species("horns", pop=1, body=3))
    position = Position(mine, other, at="feeding")
    position.act(Verb.ATTACK)
    assert decide(bots, position) == Verb.PREY + theirs()


def test_a_hungry_thinker_eats_when_the_hole_is_empty(bots: Any) -> None:
    mine = seat(species("intelligence", pop=2), hand="ambush carnivore")
    position = Position(mine, seat(species()), at="feeding")
    assert decide(bots, position) == Verb.THINK
    assert (decide(bots, position) - Verb.SPEND) // NUMBERS == TRAITS.index("ambush")


def test_a_card_is_worth_a_trait_that_protects_rich_prey(bots: Any) -> None:
    mine = seat(species("carnivore", "intelligence", pop=5, body=5), hand="ambush")
    other = seat(species("climbing", pop=1, body=4, chips=1), species(body=6, pop=3))
    position = Position(mine, other, at="feeding")
    assert decide(bots, position) == Verb.ATTACK
    assert decide(bots, position) == Verb.IGNORE + TRAITS.index("climbing")


def test_fat_is_stored(bots: Any) -> None:
    mine = seat(species("fat_tissue", body=3, chips=1))
    assert decide(bots, Position(mine, seat(species(chips=1)), at="feeding", hole=3)) == Verb.FEED
    hunter = seat(species("carnivore", "fat_tissue", body=6, pop=1))
    position = Position(hunter, seat(species(body=4, pop=2)), at="feeding")
    position.act(Verb.ATTACK)
    position.act(Verb.PREY + theirs())
    assert decide(bots, position) == Verb.STORE + 3


def test_the_last_chip_is_left_for_fertile(bots: Any) -> None:
    mine = seat(species("fat_tissue", "fertile", body=3, chips=1))
    other = seat(species(chips=1))
    assert decide(bots, Position(mine, other, at="feeding", hole=1)) == Verb.PASS
    assert decide(bots, Position(mine, other, at="feeding", hole=1, last=True)) == Verb.FEED


def test_a_species_that_would_die_out_eats_first(bots: Any) -> None:
    mine = seat(species(pop=3, chips=1), species("horns", pop=2))
    assert decide(bots, Position(mine, seat(species(pop=3)), at="feeding", hole=2)) == Verb.FEED + 2


# --- the caretaker -------------------------------------------------------------------------------


@pytest.mark.clauses("EV-RUL-47")
def test_caretaker_lays_a_random_food_card(bots: Any) -> None:
    """Phase 2 = a random hand card."""
    mine = seat(species(), hand="ambush+1 horns+4 fertile+7")
    seen = set()
    for seed in range(30):
        position = Position(mine, seat(species(), hand="horns"), at="supply")
        count = kernel.legal(position.states, 0, position.out)
        plant(position.generator, seed)
        seen.add(
            bots.choose(CARETAKER, position.states, 0, position.out, count, position.generator)
        )
    assert len(seen) == 3


@pytest.mark.clauses("EV-RUL-47")
def test_caretaker_plays_no_cards(bots: Any) -> None:
    """Phase 3 = done."""
    position = Position(seat(species(), hand="horns"), seat(species()), at="play")
    assert decide(bots, position, CARETAKER) == Verb.DONE


@pytest.mark.clauses("EV-RUL-47")
def test_caretaker_feeds_the_leftmost_hungry_plant_eater(bots: Any) -> None:
    """Forced feed = leftmost hungry plant eater."""
    mine = seat(
        species("carnivore", body=4), species(chips=1), species("foraging", pop=2), species()
    )
    position = Position(mine, seat(species(pop=2)), at="feeding", hole=3)
    assert decide(bots, position, CARETAKER) == Verb.FEED + 2 * 2


@pytest.mark.clauses("EV-RUL-47")
def test_caretaker_attacks_with_the_smallest_own_loss(bots: Any) -> None:
    """Else the first legal attack with the smallest own loss."""
    mine = seat(species("carnivore", body=2), species("carnivore", body=5, pop=2))
    other = seat(species("horns", pop=2), species(body=3, pop=2))
    position = Position(mine, other, at="feeding")
    assert decide(bots, position, CARETAKER) == Verb.ATTACK + 1
    assert decide(bots, position, CARETAKER) == Verb.PREY + theirs(1)


@pytest.mark.clauses("EV-RUL-47")
def test_caretaker_takes_long_neck_and_foraging(bots: Any) -> None:
    """Long Neck and Foraging are taken."""
    mine = seat(species("long_neck", "foraging", pop=3))
    position = Position(mine, seat(species()), at="reveal", hole=2)
    assert decide(bots, position, CARETAKER) == Verb.NECK
    assert position.game.chips[0] == 2
    fed = seat(species("cooperation", pop=1), species("foraging", pop=2))
    position = Position(fed, seat(species()), at="feeding", hole=4)
    assert decide(bots, position, CARETAKER) == Verb.FEED
    assert decide(bots, position, CARETAKER) == Verb.FORAGE


@pytest.mark.clauses("EV-RUL-47")
def test_caretaker_declines_what_is_optional(bots: Any) -> None:
    """Other optional things are declined."""
    fat = seat(species("fat_tissue", chips=1))
    position = Position(fat, seat(species(chips=1)), at="feeding", hole=3)
    assert decide(bots, position, CARETAKER) == Verb.PASS
    thinker = seat(species("intelligence", pop=2), hand="horns")
    position = Position(thinker, seat(species()), at="feeding")
    assert decide(bots, position, CARETAKER) == Verb.DECLINE
    hunter = seat(species("carnivore", "fat_tissue", body=6, pop=1))
    position = Position(hunter, seat(species(body=4, pop=2)), at="feeding")
    position.act(Verb.ATTACK)
    position.act(Verb.PREY + theirs())
    assert decide(bots, position, CARETAKER) == Verb.STORE


def test_a_verb_that_the_bot_does_not_know_is_worth_nothing() -> None:
    """Somebody adds a row: until the bot learns it, it is as good as doing nothing."""
    choice, start = as_written(feeding.value_of_feeding), as_written(feeding.value_of_start_effect)
    assert choice(None, 0, -1, 0, None) == start(-1, 0) == 0.0


def as_written(rule: Any) -> Any:
    """A rule before it is compiled."""
    return getattr(rule, "py_func", rule)
