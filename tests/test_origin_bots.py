"""Bots of The Origin of Species: how well they play, the hints and rulings they follow."""

from __future__ import annotations

from typing import Any

import pytest

from tangledbank.games.game import Game, load
from tangledbank.games.origin.bots import greedy
from tangledbank.search.bot import Bot
from tangledbank.search.match import prepare
from tangledbank.study.simulate import simulate
from tangledbank.table import Table

Words = dict[str, Any]


@pytest.fixture(scope="module")
def game() -> Game:
    game = load("origin")
    prepare(game)
    return game


def choice(bot: str, given: Words, seat: int = 0, seed: int = 0) -> Words:
    """What a bot does as its first decision in a position."""
    table = Table(given=given, auto=False)
    assert table.pending == [seat]
    return decide(table, bot, seed)


def decide(table: Table, bot: str, seed: int = 0) -> Words:
    """The bot decides for the seat whose turn it is; the table goes on."""
    seat = table.pending[0]
    player = Bot(bot, table.game, seed)
    code = player.choose(table.observation(seat), seat, table.codes(seat))
    words: Words = table.legal(seat)[list(table.codes(seat)).index(code)]
    table.act(seat, code)
    return words


def feeding(*rows: list[Words], bank: int, **more: Any) -> Words:
    """A position of the feeding phase: the animals of each seat."""
    return {"phase": "feeding", "bank": bank, "seats": [{"animals": row} for row in rows], **more}


PLAIN: Words = {}
FED: Words = {"red": 1}


def animal(*abilities: Any, **more: Any) -> Words:
    return {"abilities": list(abilities), **more}


# --- strength ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "games", "bound"), [(2, 300, 0.95), (4, 300, 0.88), (8, 200, 0.8)]
)
def test_greedy_beats_random(game: Game, seats: int, games: int, bound: float) -> None:
    bots = ["greedy"] + ["random"] * (seats - 1)
    report = simulate(game, bots, games, 5, {}, 1)
    assert report.bots[0].win_interval.low > bound


def test_greedy_beats_the_caretaker(game: Game) -> None:
    report = simulate(game, ["greedy", "caretaker"], 50, 6, {}, 1)
    assert report.bots[0].win_share > 0.9


# --- greedy: the hints of the book ---------------------------------------------------------------


@pytest.mark.clauses("OS-AI-01")
def test_plain_animals_eat_before_the_predator_hunts(game: Game) -> None:
    """Take red while the bank lasts, the attack works with an empty bank."""
    mine = [animal("carnivore"), PLAIN]
    given = feeding(mine, [PLAIN, PLAIN], bank=2)
    assert choice("greedy", given) == {"do": "take", "animal": 1}
    given = feeding([animal("carnivore"), FED], [FED, PLAIN], bank=0)
    assert choice("greedy", given)["do"] == "attack"


@pytest.mark.clauses("OS-AI-02")
def test_a_grazer_empties_the_bank_when_its_own_are_fed(game: Game) -> None:
    """Graze when one's own animals are fed and others are not."""
    given = feeding([animal("grazing", red=1), FED], [PLAIN, PLAIN], bank=2)
    assert choice("greedy", given) == {"do": "graze", "animal": 0}
    given = feeding([animal("grazing"), PLAIN], [PLAIN, PLAIN], bank=2)
    assert choice("greedy", given)["do"] == "take"


@pytest.mark.clauses("OS-AI-03")
def test_camouflage_against_a_predator_without_sharp_vision(game: Game) -> None:
    """Protection as soon as an opponent has a predator that lacks the counter."""
    mine = {"hand": ["camouflage/fat"], "animals": [PLAIN, PLAIN, PLAIN, PLAIN]}
    predator = {"animals": [animal("carnivore")], "hand": 0}
    table = Table(given={"seats": [mine, predator]}, auto=False)
    assert decide(table, "greedy") == {
        "do": "ability", "as": "camouflage", "card": "camouflage/fat",
    }  # fmt: skip
    assert decide(table, "greedy")["do"] == "on"


@pytest.mark.clauses("OS-AI-04")
def test_a_card_that_cannot_help_is_kept(game: Game) -> None:
    """Keep a card for the next turn when it cannot help now."""
    mine = {"hand": ["sharp_vision/fat"], "animals": [animal("swimming") for _ in range(4)]}
    seats = [mine, {"animals": [PLAIN, PLAIN]}]
    assert choice("greedy", {"seats": seats, "turn": 4}) == {"do": "pass"}
    assert choice("greedy", {"seats": seats, "last_turn": True}) != {"do": "pass"}


@pytest.mark.clauses("OS-AI-05")
def test_fat_is_filled_when_the_bank_has_enough(game: Game) -> None:
    """Fill fat when the bank has more than is needed, after the hungry have eaten."""
    given = feeding([animal("fat", red=1), FED, animal("hibernation")], [FED, PLAIN], bank=6)
    table = Table(given=given, auto=False)
    assert decide(table, "greedy") == {"do": "take", "animal": 2}
    given = feeding([animal("fat", red=1), animal("hibernation", red=1)], [FED, PLAIN], bank=6)
    assert choice("greedy", given) == {"do": "take", "animal": 0}


# --- greedy: sense -------------------------------------------------------------------------------


def test_a_hungry_sleeper_sleeps_when_the_bank_is_empty(game: Game) -> None:
    given = feeding([animal("hibernation"), FED], [PLAIN, FED], bank=0)
    assert choice("greedy", given) == {"do": "hibernate", "animal": 0}


def test_no_poisonous_victim_if_there_is_another(game: Game) -> None:
    mine = [animal("carnivore", "swimming", "fat")]
    theirs = [
        animal("swimming", "poisonous", "large", "fat", "fat", red=1),
        animal("swimming", "poisonous", "fat", red=1),
        animal("swimming", red=1),
    ]
    table = Table(given=feeding(mine, theirs, bank=0), auto=False)
    assert decide(table, "greedy") == {"do": "attack", "with": 0}
    assert decide(table, "greedy") == {"do": "prey", "animal": [1, 2]}


def test_a_pirate_robs_others_first(game: Game) -> None:
    given = feeding([animal("piracy")], [animal("large", red=1)], bank=3)
    table = Table(given=given, auto=False)
    assert decide(table, "greedy") == {"do": "piracy", "with": 0}


def test_tail_loss_drops_the_parasite(game: Game) -> None:
    hunted = animal("large", "tail_loss", "parasite", red=1)
    given = feeding([animal("carnivore", "large")], [hunted, FED], bank=0)
    table = Table(given=given, auto=False)
    table.act(0, {"do": "attack", "with": 0, "prey": [1, 0]})
    assert decide(table, "greedy") == {"do": "drop", "ability": "parasite"}


def test_red_goes_where_pair_abilities_bring_more(game: Game) -> None:
    mine = {
        "animals": [PLAIN, PLAIN, PLAIN],
        "pairs": [{"ability": "cooperation", "animals": [1, 2]}],
    }
    given = {"phase": "feeding", "bank": 2, "seats": [mine, {"animals": [PLAIN, PLAIN]}]}
    assert choice("greedy", given)["animal"] in (1, 2)


# --- the caretaker -------------------------------------------------------------------------------


@pytest.mark.clauses("OS-RUL-42")
def test_caretaker_passes_in_development(game: Game) -> None:
    """Development = pass."""
    assert choice("caretaker", {"seats": [{"hand": 6}, {"hand": 6}]}) == {"do": "pass"}


@pytest.mark.clauses("OS-RUL-42")
def test_caretaker_feeds_the_first_that_can_receive(game: Game) -> None:
    """Feeding = red for the first animal that can receive, else pass."""
    mine = [FED, animal("carnivore"), PLAIN]
    assert choice("caretaker", feeding(mine, [PLAIN], bank=3)) == {"do": "take", "animal": 1}
    assert choice("caretaker", feeding(mine, [PLAIN], bank=0)) == {"do": "end"}
    grazer = feeding([animal("grazing", red=1)], [PLAIN], bank=3)
    assert choice("caretaker", grazer) == {"do": "end"}


def attacked(*theirs: Words) -> Table:
    """A plain predator of seat 0 attacks the first animal of seat 1."""
    table = Table(given=feeding([animal("carnivore")], list(theirs), bank=0), auto=False)
    table.act(0, {"do": "attack", "with": 0, "prey": [1, 0]})
    return table


@pytest.mark.clauses("OS-RUL-42")
def test_caretaker_runs_first(game: Game) -> None:
    """Reactions = running first."""
    table = attacked(animal("tail_loss", "mimicry", "running"), FED)
    assert decide(table, "caretaker") == {"do": "run"}


@pytest.mark.clauses("OS-RUL-42")
def test_caretaker_mimics_to_the_cheapest(game: Game) -> None:
    """Then mimicry to the cheapest own animal."""
    table = attacked(animal("tail_loss", "mimicry"), animal("carnivore"), PLAIN, animal("fat"))
    assert decide(table, "caretaker") == {"do": "mimic", "to": 2}


@pytest.mark.clauses("OS-RUL-42")
def test_caretaker_drops_the_card_worth_least(game: Game) -> None:
    """Then tail loss of the card worth least."""
    table = attacked(animal("carnivore", "parasite", "tail_loss"), FED)
    assert decide(table, "caretaker") == {"do": "drop", "ability": "tail_loss"}


@pytest.mark.clauses("OS-RUL-42")
def test_caretaker_takes_the_first_of_everything_else(game: Game) -> None:
    """A choice already begun ends with the first there is; the leftmost scavenger."""
    given = feeding(
        [animal("carnivore"), animal("scavenger"), animal("scavenger")], [FED, FED], bank=0
    )
    table = Table(given=given, auto=False)
    table.act(0, table.path(0, {"do": "attack", "with": 0, "prey": [1, 0]})[0])
    assert decide(table, "caretaker") == {"do": "prey", "animal": 1}
    table = Table(given=given, auto=False)
    table.act(0, {"do": "attack", "with": 0, "prey": [1, 0]})
    assert decide(table, "caretaker") == {"do": "scavenge", "animal": 1}


def test_a_verb_that_the_bot_does_not_know_is_worth_nothing() -> None:
    """Somebody adds a row: until the bot learns it, it is as good as doing nothing."""
    feeding, answer = as_written(greedy.value_of_feeding), as_written(greedy.value_of_answer)
    assert feeding(None, 0, -1, 0, 1.0) == answer(None, -1, 0) == 0.0


def as_written(rule: Any) -> Any:
    """A rule before it is compiled."""
    return getattr(rule, "py_func", rule)
