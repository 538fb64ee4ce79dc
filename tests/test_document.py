"""A position in words: what is dumped comes back, and what cannot be is refused."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from tangledbank.errors import Refused
from tangledbank.games.game import Game
from tangledbank.games.shared.hidden_cards import eye as eye_of
from tangledbank.games.shared.verbs import Scene
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import items_of
from tangledbank.table import Table
from tests.helpers import random_options, random_states

Words = dict[str, Any]

EVERY = 5  # so many positions of a long game are as good as all


def written(game: Game, states: Any) -> Words:
    return game.document.write(states[0], [], []).in_words()


def seen(game: Game, states: Any, seat: int) -> Words:
    out = game.new_states()
    game.kernel.observe(states, seat, out)
    return written(game, out)


def places(game: Any) -> list[tuple[str, list[int]]]:
    """Where cards lie that someone may not know, by words that mean the same after loading."""
    found = [("deck", items_of(game.deck))]
    for seat in range(game.seats):
        found.append((f"hand {seat}", items_of(game.hand[seat])))
        found.append((f"row {seat}", items_of(game.row[seat])))
    return found


def may_be(states: Any, seat: int) -> list[Any]:
    """The faces of each shuffle a seat does not know, and the shuffle each of its cards is from."""
    game = states[0]
    eye = int(eye_of(seat))
    unseen = (game.known[: game.cards] & eye == 0).tolist()
    batch, kind = game.batch.tolist(), game.kind.tolist()
    faces: list[Any] = [
        sorted(kind[slot] for slot in range(game.cards) if unseen[slot] and batch[slot] == one)
        for one in range(2)
    ]
    return faces + [
        (place, [batch[slot] if unseen[slot] else None for slot in slots])
        for place, slots in places(game)
    ]


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_dumped_position_comes_back(origin: Game, seats: int) -> None:
    """Positions of whole games: written, read and written again they are the same."""
    reshuffled = 0
    for seed in range(5):
        options = random_options(origin, seed * 10 + seats, seats)
        for states, seat, _legal in islice(
            random_states(origin, seats, seed, **options), seed, None, EVERY
        ):
            words = written(origin, states)
            loaded = origin.document.read(words, 999)
            assert written(origin, loaded) == words
            reshuffled += "reshuffled" in words
            for eye in {-1, seat}:
                assert seen(origin, loaded, eye) == seen(origin, states, eye)
                assert may_be(loaded, eye) == may_be(states, eye)
    assert reshuffled > 10


@pytest.mark.parametrize("seats", [2, 5])
def test_a_new_deal_of_a_loaded_position_keeps_the_shuffles_apart(origin: Game, seats: int) -> None:
    generator = new_generator()
    plant(generator, 3)
    checked = 0
    for states, seat, _legal in random_states(origin, seats, 4):
        words = written(origin, states)
        if "reshuffled" not in words:
            continue
        loaded = origin.document.read(words, 0)
        origin.kernel.redeal(loaded, seat, generator)
        dealt = written(origin, loaded)
        assert dealt["reshuffled"] == words["reshuffled"]
        assert origin.kernel.broken(loaded) == 0
        checked += dealt["deck"] != words["deck"]
    assert checked > 5


def test_a_view_can_be_loaded_with_what_it_tells_of_the_reshuffle(origin: Game) -> None:
    """What the seat does not see is dealt, within the shuffle it came from."""
    for states, seat, _legal in islice(random_states(origin, 3, 5), 0, None, EVERY):
        view = seen(origin, states, seat)
        loaded = origin.document.read(view, 1)
        assert seen(origin, loaded, seat) == view
        if seat >= 0:
            assert may_be(loaded, seat) == may_be(states, seat)


@pytest.mark.parametrize("seed", range(4))
def test_a_loaded_position_is_played_on_alike(origin: Game, seed: int) -> None:
    """The same actions in words lead to the same positions, whatever numbers the cards have."""
    options = random_options(origin, seed + 50, 2)
    table = Table("origin", 2 + seed % 2, seed=seed, options=options, auto=False)
    loaded: list[Table] = []
    while not table.over:
        if len(table.moves) % 60 == 7:
            loaded.append(Table("origin", given=table.document(), seed=1, auto=False))
        seat = table.pending[0]
        codes = table.codes(seat)
        words = table.game.vocabulary.words(
            int(codes[len(table.moves) * 7 % len(codes)]), Scene(table.state[0], seat)
        )
        for one in [table, *loaded]:
            one.act(seat, words)
            assert one.document() == table.document()
    assert len(loaded) > 2


HUNTERS: list[Words] = [
    {
        "hand": ["running", "communication/carnivore"],
        "animals": [{"abilities": ["carnivore"]}, {"abilities": ["piracy"]}, {}],
    },
    {"hand": ["running"], "animals": [{"abilities": ["tail_loss", "running"]}, {}]},
]
FEEDING: Words = {"phase": "feeding", "bank": 3, "seats": HUNTERS}
ATTACK: Words = {
    "phase": "feeding",
    "bank": 3,
    "stage": "react",
    "acted": True,
    "main_action_done": True,
    "attack": {"predator": [0, 0], "prey": [1, 0]},
    "seats": [
        {"animals": [{"abilities": ["carnivore"], "used": ["carnivore"]}, {}]},
        HUNTERS[1],
    ],
}
COOPERATING: Words = {
    "animals": [{"blue": 1, "abilities": ["large"]}] * 3,
    "pairs": [
        {"ability": "cooperation", "animals": [0, 1], "waiting_for": [1]},
        {"ability": "cooperation", "animals": [0, 2], "waiting_for": [2]},
        {"ability": "cooperation", "animals": [1, 2], "waiting_for": [2]},
    ],
}
CHAIN: Words = {
    "phase": "feeding",
    "stage": "chain",
    "acted": True,
    "seats": [{}, COOPERATING],
}
SCAVENGERS: list[Words] = [
    {"animals": [{}]},
    {"animals": [{"abilities": ["scavenger"]}] * 2},
    {"animals": [{"abilities": ["scavenger"]}] * 2},
]
CARRION: Words = {
    "phase": "feeding",
    "stage": "scavenge",
    "acted": True,
    "main_action_done": True,
    "decides": 1,
    "seats": SCAVENGERS,
}


@pytest.mark.parametrize(
    ("given", "decides"),
    [
        ({"stage": "develop", "seats": HUNTERS}, 0),
        ({"stage": "develop", "seats": HUNTERS, "seat": 1}, 1),
        ({**FEEDING, "stage": "feed"}, 0),
        ({**FEEDING, "stage": "hunt", "draft": {"animal": [0, 0]}}, 0),
        (ATTACK, 1),
        (CHAIN, 1),
        (CARRION, 1),
        ({"phase": "over", "stage": "over", "seats": [{}, {}]}, None),
    ],
)
def test_a_decision_written_by_hand(given: Words, decides: int | None) -> None:
    table = Table(given=given, auto=False)
    assert table.pending == ([] if decides is None else [decides])
    assert table.over or table.legal()
    assert table.document()["stage"] == given["stage"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        # the stage does not fit the phase
        (
            {**FEEDING, "stage": "develop"},
            "stage: the stage “develop” belongs to phase development",
        ),
        ({**ATTACK, "phase": "development"}, "stage: the stage “react” belongs to phase feeding"),
        ({**FEEDING, "phase": "extinction", "stage": "feed"}, "belongs to phase feeding"),
        ({**FEEDING, "stage": "over"}, "stage: the stage “over” belongs to phase over"),
        # what belongs to a stage is missing, or does not belong to it
        ({**FEEDING, "stage": "react"}, "stage: the stage “react” needs its attack"),
        ({"seats": HUNTERS, "stage": "place", "draft": {"card": "running"}}, "its draft.ability"),
        ({**FEEDING, "stage": "rob", "draft": {}}, "stage: the stage “rob” needs its draft.animal"),
        ({**FEEDING, "draft": {"animal": [0, 0]}}, "draft.animal: this does not belong"),
        ({**FEEDING, "stage": "feed", "after": "carrion"}, "after: this does not belong"),
        ({**FEEDING, "stage": "feed", "attack": ATTACK["attack"]}, "attack: this does not belong"),
        ({**CHAIN, "stage": "feed"}, "seats[1].pairs[0].waiting_for: this does not belong"),
        # an animal that is not there
        ({**ATTACK, "attack": {"predator": [0, 0], "prey": [1, 7]}}, "attack.prey: there is no"),
        ({**FEEDING, "stage": "hunt", "draft": {"animal": [0, 9]}}, "draft.animal: there is no"),
        # an animal that cannot
        ({**FEEDING, "stage": "hunt", "draft": {"animal": [0, 1]}}, "draft.animal: Only a carn"),
        ({**FEEDING, "stage": "hunt", "draft": {"animal": [1, 1]}}, "draft.animal: That animal is"),
        ({**FEEDING, "stage": "rob", "draft": {"animal": [0, 1]}}, "draft.animal: No other unfed"),
        ({**ATTACK, "attack": {"predator": [0, 1], "prey": [1, 0]}}, "predator: Only a carnivore"),
        ({**ATTACK, "attack": {"predator": [1, 0], "prey": [1, 1]}}, "predator: That animal is"),
        ({**ATTACK, "attack": {"predator": [0, 0], "prey": [0, 0]}}, "prey: It cannot choose"),
        (
            {**ATTACK, "attack": {**ATTACK["attack"], "can_mimic": True}},
            "attack.can_mimic: the attacked animal lacks this ability",
        ),
        ({**ATTACK, "seats": HUNTERS}, "attack.predator: it attacks, so “carnivore” is among"),
        (
            {**ATTACK, "acted": False, "main_action_done": False},
            "acted: at stage “react” the seat has acted",
        ),
        ({**ATTACK, "main_action_done": False}, "main_action_done: an attack is a main action"),
        # a choice that could not be begun
        (
            {"seats": HUNTERS, "stage": "place", "draft": {"card": "piracy", "ability": "piracy"}},
            "draft.card: that card is not in the hand",
        ),
        (
            {"seats": HUNTERS, "stage": "place", "draft": {"card": "lion", "ability": "piracy"}},
            "draft.card: there is no card “lion”",
        ),
        (
            {"seats": HUNTERS, "stage": "place", "draft": {"card": "running", "ability": "fat"}},
            "draft.ability: a card of that name cannot be played so",
        ),
        (
            {
                "seats": HUNTERS,
                "stage": "pair",
                "draft": {"card": "running", "ability": "running", "animal": [0, 0]},
            },
            "draft.ability: a card of that name cannot be played so",
        ),
        (
            {
                "seats": HUNTERS,
                "stage": "pair",
                "draft": {
                    "card": "communication/carnivore",
                    "ability": "communication",
                    "animal": [1, 0],
                },
            },
            "draft.animal: That animal is not yours",
        ),
        (
            {
                "seats": [{"hand": ["running"]}, {}],
                "stage": "place",
                "draft": {"card": "running", "ability": "running"},
            },
            "draft.ability: There is no animal this ability could go on",
        ),
        # somebody else decides
        ({**FEEDING, "stage": "feed", "decides": 1}, "decides: seat 0 decides at stage “feed”"),
        ({**ATTACK, "decides": 0}, "decides: seat 1 decides at stage “react”"),
        ({**CHAIN, "decides": 0}, "decides: seat 1 decides at stage “chain”"),
        ({**CARRION, "decides": 2}, "they go on to stage “scavenge” of seat 1"),
        # there is nothing to decide
        ({"seats": [{}, {"hand": 1}], "stage": "develop"}, "go on to stage “develop” of seat 1"),
        (
            {"seats": [{"hand": 1, "passed": True}, {"hand": 1}], "stage": "develop"},
            "stage: the rules do not ask this here; they go on to stage “develop” of seat 1",
        ),
        ({**FEEDING, "stage": "feed", "bank": 0, "seats": [{}, {}]}, "in turn 2, round 1"),
        ({**CHAIN, "seats": [{"animals": [{}, {}]}, {}]}, "stage: the rules do not ask this here"),
        ({**CARRION, "seats": [{"animals": [{}]}, {}, {}], "decides": 0}, "do not ask this here"),
        (
            {**ATTACK, "attack": {"predator": [0, 0], "prey": [1, 1]}},
            "stage: the rules do not ask this here",
        ),
        # a name that is empty
        (
            {**FEEDING, "seats": [{"animals": [{"card": ""}]}, {}]},
            "seats[0].animals[0].card: there is no card “”",
        ),
        (
            {
                **FEEDING,
                "seats": [{"animals": [{"abilities": [{"ability": "fat", "card": ""}]}]}, {}],
            },
            "seats[0].animals[0].abilities[0].card: there is no card “”",
        ),
        (
            {
                **FEEDING,
                "seats": [
                    {
                        "animals": [{}, {}],
                        "pairs": [{"ability": "symbiosis", "animals": [0, 1], "card": ""}],
                    },
                    {},
                ],
            },
            "seats[0].pairs[0].card: there is no card “”",
        ),
        # numbers that cannot be
        ({**FEEDING, "passes": 2}, "passes: after 2 passes in a row the phase is over"),
        ({**FEEDING, "chance": [1, 2]}, "chance: the generator has 4 numbers"),
        ({**FEEDING, "chance": [1, 2, 3, 2**40]}, "chance[3]: this should be at most 4294967295"),
        (
            {
                "seats": [
                    {
                        "animals": [{}, {}],
                        "pairs": [{"ability": "symbiosis", "animals": [0, 1], "waiting_for": [1]}],
                    },
                    {},
                ],
                "phase": "feeding",
                "stage": "chain",
                "acted": True,
            },
            "seats[0].pairs[0]: a symbiosis, or one that is used, does not wait",
        ),
        # the reshuffled deck
        ({"seats": [{"hand": 1, "reshuffled": 2}, {}]}, "seats[0].reshuffled: the hand has only 1"),
        (
            {"seats": [{"hand": ["running"], "reshuffled": 1}, {}], "reshuffled": {"piracy": 1}},
            "reshuffled: “running” comes from the reshuffled deck",
        ),
        ({"seats": [{}, {}], "reshuffled": {"lion": 1}}, "reshuffled: there is no card “lion”"),
        ({"seats": [{}, {}], "reshuffled": {"running": 5}}, "more copies of “running”"),
        ({"seats": [{}, {}], "reshuffled": {"running": 4}}, "4 cards for the 84 unnamed ones"),
    ],
)
def test_a_decision_that_cannot_be_is_refused(given: Words, message: str) -> None:
    with pytest.raises(Refused) as refused:
        Table(given=given)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def with_animal(animal: Words, **more: Any) -> Words:
    return {"phase": "feeding", "bank": 3, "seats": [{"animals": [animal, {}]}, {}], **more}


def with_pair(**more: Any) -> Words:
    pair = {"ability": "cooperation", "animals": [0, 1], "used": True}
    return {"seats": [{"hand": 1, "animals": [{}, {}], "pairs": [pair]}, {"hand": 1}], **more}


SLEEPER: Words = {"abilities": ["hibernation"], "hibernating": True}
ASLEEP = "seats[0].animals[0].hibernating: "
USED = "seats[0].animals[0].used"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (with_animal({"used": ["piracy"]}), USED + "[0]: it lacks this ability, and the discard"),
        (
            with_animal({"abilities": ["swimming"], "used": ["swimming"]}),
            USED + "[0]: this ability is never used up; there are: carnivore, grazing, mimicry",
        ),
        (
            with_animal({"abilities": ["piracy"], "used": ["piracy", "piracy"]}),
            USED + "[1]: it is named twice",
        ),
        (
            with_animal({**SLEEPER, "hibernated_last_turn": True}),
            ASLEEP + "it hibernated last turn and cannot do so in this one",
        ),
        (
            with_animal({"used": ["hibernation"], "hibernated_last_turn": True}, discard=3),
            USED + ": it hibernated last turn and cannot do so in this one",
        ),
        (with_animal(SLEEPER, last_turn=True), ASLEEP + "there is no hibernation in the last turn"),
        (with_animal({"hibernating": True}), ASLEEP + "it cannot hibernate without the ability"),
        (with_animal(SLEEPER, phase="development"), ASLEEP + "this comes only in the feeding"),
        (with_animal({"red": 1}, phase="development"), "animals[0].red: this comes only in"),
        (with_animal({"blue": 1}, phase="food_bank"), "animals[0].blue: this comes only in"),
        (with_animal({"poisoned": True}, phase="development"), "animals[0].poisoned: this comes"),
        (
            with_animal({"abilities": ["piracy"], "used": ["piracy"]}, phase="development"),
            USED + ": this comes only in the feeding phase",
        ),
        (with_pair(), "seats[0].pairs[0].used: this comes only in the feeding phase"),
        (with_animal({"poisoned": True}, phase="over"), "poisoned: a poisoned animal has died"),
        (
            {**FEEDING, "last_turn": True, "last_turn_next": True},
            "last_turn_next: this is the last turn already",
        ),
        (
            {**FEEDING, "main_action_done": True, "acted": False},
            "acted: a main action is an action: write true",
        ),
        (
            {**FEEDING, "seats": [{"passed": True, "animals": [{}]}, {}]},
            "seats[0].passed: seats pass only in the development phase",
        ),
    ],
)
def test_a_position_no_rule_leads_to_is_refused(given: Words, message: str) -> None:
    with pytest.raises(Refused) as refused:
        Table(given=given)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "given",
    [
        with_animal({"used": ["mimicry"]}, discard=["mimicry"]),  # lost to an attack
        with_animal({"used": ["hibernation"]}, discard=1),
        with_animal(SLEEPER),
        with_pair(phase="feeding", bank=1),
        {**FEEDING, "main_action_done": True},
    ],
)
def test_a_position_that_looks_odd_but_can_be(given: Words) -> None:
    table = Table(given=given, auto=False)
    assert Table(given=table.document(), auto=False).document() == table.document()


def test_an_invariant_that_does_not_hold_is_refused(
    origin: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(origin.kernel, "broken", lambda _states: 1)
    with pytest.raises(Refused, match="position: a card lies in two places or in none"):
        Table(given=FEEDING)


def test_a_seat_that_could_do_nothing_is_refused(
    origin: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(origin.kernel, "legal", lambda *_: 0)
    with pytest.raises(Refused, match="stage: the seat that decides could do nothing"):
        Table(given={**FEEDING, "stage": "feed"})
