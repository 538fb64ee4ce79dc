"""Events and choices of Evolution in sentences, and its board in the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from rich.console import Console

from tangledbank.cli.boards import blocks, spoken
from tangledbank.cli.screens import RichScreen, seat_names
from tangledbank.cli.session import Session
from tangledbank.errors import Refused
from tangledbank.games.evolution.game import GAME
from tangledbank.games.evolution.rules.cards import TRAITS, Trait
from tangledbank.games.evolution.rules.state import ENDINGS, STAGES
from tangledbank.games.evolution.rules.tell import BAG_REASONS, CAUSES, SIDES
from tangledbank.games.evolution.show import board as evolution_board
from tangledbank.games.evolution.text import sentences
from tangledbank.games.shared.board import board_of
from tangledbank.games.shared.verbs import Scene
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.table import Table, copy_state
from tests.helpers import play_out, view_of

Words = dict[str, Any]
NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve"]
DERIVED = {"player", "trait", "number"}  # what a sentence may say besides the fields


def table(phase: str, *seats: Words, **fields: Any) -> Table:
    return Table("evolution", given={"phase": phase, "seats": list(seats), **fields}, auto=False)


def story(played: Table, reader: int = -1, since: int = 0) -> list[str]:
    return sentences.story(played.events(reader, since), NAMES, reader)


def choices(played: Table, seat: int) -> list[str]:
    """The numbered lines of the plain screen."""
    view = view_of(played, seat)
    actions = played.legal(seat)
    order = sentences.in_groups(actions, view, seat)
    return [
        sentences.choice(actions[i], view, seat) + evolution_board.note(actions[i], view, seat)[0]
        for i in order
    ]


# --- everything has its sentence ----------------------------------------------------------------


def told_in_every_way() -> Iterator[Words]:
    """Each event with each value that its sentence depends on."""
    values: dict[str, list[Any]] = {
        "last": [True, False],
        "card": [None, "ambush-2"],
        "side": list(SIDES),
        "cause": list(CAUSES),
        "food": ["watering_hole", "bank", "meat"],
        "ignored": [None, ["horns", "climbing"]],
        "population": [0, 3],
        "chips": [0, 2],
        "other": [None, [0, 2]],
        "why": list(BAG_REASONS),
        "species": [[0, 1]],
        "prey": [[1, 0]],
    }
    for name, keys in sentences.event_fields().items():
        ways: list[Words] = [{"event": name}]
        for key in keys:
            options = values.get(key, [1])
            if key == "last" and name == "end_announced":
                options = list(ENDINGS[1:])
            if key == "card" and name not in ("drew", "trait_laid", "new_species"):
                options = ["ambush-2"]
            if key == "species" and name == "bagged":
                options = [None, [0, 1]]
            ways = [
                way if value is None else {**way, key: value} for way in ways for value in options
            ]
        yield from ways


def test_every_event_has_its_sentences() -> None:
    used = set()
    for told in told_in_every_way():
        if told.get("why") == "surplus" and "species" not in told:
            continue  # only cashed fat of quick-play is told without its species
        used.add(sentences.TELLING.form(told))
        for reader in (-1, 1):
            said = sentences.sentence(told, NAMES, reader)
            assert said[0].isupper(), said
            assert said[-1] in ".!", said
            assert not any(gap in said for gap in ("  ", " .", " ,", " :", "{", "None")), said
    assert used == set(sentences.TELLING.sentences)
    assert set(sentences.TELLING.yours) <= used


def test_sentences_name_only_what_their_event_has() -> None:
    fields = sentences.event_fields()
    for forms in (sentences.TELLING.sentences, sentences.TELLING.yours):
        for form, sentence in forms.items():
            named = {name for _, name, _, _ in Formatter().parse(sentence) if name}
            assert named <= {*fields[form.split()[0]], *DERIVED}, form


def test_every_verb_stage_and_trait_has_its_words() -> None:
    verbs = {form.split()[0] for form in sentences.OFFERS.by_form}
    assert verbs == set(GAME.vocabulary.actions)
    assert all(offer.heading or not offer.item for offer in sentences.OFFERS.by_form.values())
    stages = STAGES[: STAGES.index("over")]
    assert {form.split()[0] for form in sentences.TASKS} == set(stages)
    assert tuple(evolution_board.TITLES) == TRAITS
    assert all(trait.title and trait.meaning for trait in Trait)


def test_a_card_is_its_trait_and_its_number() -> None:
    assert sentences.card_title("horns+3") == "Horns (+3)"
    assert sentences.card_title("pack_hunting-2") == "Pack Hunting (-2)"
    assert sentences.card_title("carnivore+0") == "Carnivore (0)"


# --- how it reads -------------------------------------------------------------------------------

HUNTER = {"population": 2, "body": 4, "traits": ["carnivore", "intelligence"]}
PREY = {"population": 2, "body": 2, "traits": ["horns", "climbing"]}


def test_an_attack_past_a_defence() -> None:
    played = table(
        "feeding",
        {"hand": ["horns+3", "climbing+4"], "species": [HUNTER, {"population": 2}]},
        {"species": [PREY, {"population": 3}]},
        hole=5,
    )
    assert choices(played, 0) == [
        "Attack with A1 (Carnivore, Intelligence), 0 of 2 food, size 4",
        "Feed A2, 0 of 2 food",
    ]
    played.act(0, "attack A1")
    assert sentences.task(view_of(played, 0)) == "whom does A1 attack?"
    assert sentences.is_begun(view_of(played, 0))
    assert choices(played, 0)[:3] == [
        "Attack B2, size 1, population 3",
        "Ignore Horns, for a card",
        "Ignore Climbing, for a card",
    ]
    assert choices(played, 0)[-1] == "Attack your own A2, size 1, population 2"
    played.act(0, "ignore climbing")
    assert sentences.task(view_of(played, 0)) == "which card is discarded to ignore Climbing?"
    played.act(0, "spend horns+3")
    assert sentences.task(view_of(played, 0)) == "whom does A1, ignoring Climbing, attack?"
    played.act(0, "prey B1")
    assert story(played) == [
        "Ann discards Horns (+3). A1 attacks B1 and ignores Climbing! "
        "The Horns of B1 wound A1: population 1. B1 is bitten: population 1. A1 eats 1 meat."
    ]
    assert story(played, 0)[0].startswith("You discard Horns (+3).")


def test_an_extinction_says_whose_names_change() -> None:
    played = table(
        "feeding",
        {"species": [{"body": 2, "traits": ["carnivore"]}]},
        {"species": [{"chips": 1}, {"body": 3}]},
    )
    played.act(0, "attack A1 prey B1")
    assert story(played, 1)[0] == (
        "A1 attacks B1! The last of B1 is eaten. "
        "B1 is extinct; its food goes into your bag: 1. B2 becomes B1, and so on to the right. "
        "A1 eats 1 meat."
    )


def test_food_that_is_passed_on_is_told_in_one_line() -> None:
    first = {"population": 2, "traits": ["foraging", "cooperation"]}
    second = {"population": 1, "chips": 1, "body": 3, "traits": ["fat_tissue"]}
    played = table(
        "feeding", {"species": [first, second]}, {"species": [{"population": 3}]}, hole=6
    )
    short = [sentences.short_choice(one, view_of(played, 0), 0) for one in played.legal(0)]
    assert short == [("Feed", "A1"), ("Feed", "A1 without Foraging")]
    played.act(0, "feed A1")
    assert sentences.task(view_of(played, 0)) == "how much fat does A2 store?"
    assert choices(played, 0) == ["Store nothing", "Store 1 on Fat Tissue"]
    played.act(0, "store 1")
    assert story(played)[0] == (
        "A1 eats 1 from the watering hole. A1 eats 1 more by Foraging. "
        "A2 stores 1 by Cooperation on its Fat Tissue."
    )


def test_playing_cards() -> None:
    species = {"population": 2, "traits": ["horns", "fertile"]}
    played = table(
        "play",
        {"hand": ["long_neck+5", "ambush-2", "climbing+1"], "species": [species]},
        {"hand": ["carnivore+0"], "species": [{}]},
    )
    view = view_of(played, 0)
    assert sentences.task(view) == "play a card, or be done"
    assert not sentences.is_begun(view)
    assert choices(played, 0)[0] == "Play Long Neck (+5)"
    played.act(0, "play long_neck")
    assert sentences.task(view_of(played, 0)) == "what is Long Neck (+5) used for?"
    assert sentences.is_begun(view_of(played, 0))
    assert choices(played, 0) == [
        "As a trait of A1 (Horns, Fertile), in place of another",
        "Discard it for the population of A1 (Horns, Fertile), from 2 to 3",
        "Discard it for the body size of A1 (Horns, Fertile), from 1 to 2",
        "Discard it for a new species on the left",
        "Discard it for a new species on the right",
    ]
    played.act(0, "on A1")
    assert sentences.task(view_of(played, 0)) == "Long Neck for A1: in place of which trait?"
    played.act(0, "replace horns")
    played.act(0, "play ambush new left")
    played.act(0, "play climbing body A2")
    assert story(played, 1) == [
        "A1 loses Horns, which is replaced. Ann lays a trait face down on A1.",
        "Ann discards Ambush (-2) for a new species on the left: A1; the others move on.",
        "Ann discards Climbing (+1). A2 grows: population 2, body size 2.",
        "Ann plays no more cards.",
    ]
    assert story(played, 0)[0].endswith("You lay Long Neck face down on A1.")
    own, other = (evolution_board.pieces(view_of(played, seat), 0)[1] for seat in (0, 1))
    assert own.said == "A2: population 2, body size 2, Long Neck (face down), Fertile"
    assert other.said == "A2: population 2, body size 2, a trait face down, Fertile"
    assert [cell.plain for cell in own.drawn] == ["··    ", "size 2", "[Long Neck], Fertile"]
    assert other.drawn[-1].plain == "[face down], Fertile"


def test_food_cards_are_offered_by_number_and_told_together() -> None:
    played = table(
        "supply",
        {"hand": ["ambush-2", "horns+3", "fertile+6"], "species": [{}]},
        {"hand": ["carnivore+0"], "species": [{}]},
        hole=1,
    )
    assert choices(played, 0) == [
        "Put +6 on the watering hole: Fertile",
        "Put +3 on the watering hole: Horns",
        "Put -2 on the watering hole: Ambush",
    ]
    played.act(0, "food horns+3")
    played.act(1, "food carnivore+0")
    assert "food card +3" in evolution_board.standing(view_of(played, 0), 0)
    assert "food card +3" not in evolution_board.standing(view_of(played, 1), 0)
    played.act(0, "done")
    said = story(played, 1)
    assert "Food cards lie face down on the watering hole: 2." in said
    assert any(
        line.startswith("The food cards: ") and line.endswith("the watering hole holds 4.")
        for line in said
    )


def test_a_species_that_feeds_and_stores() -> None:
    species = {"population": 3, "body": 4, "chips": 2, "fat": 1, "traits": ["fat_tissue"]}
    played = table("feeding", {"species": [species]}, {"species": [{"population": 2}]}, hole=3)
    piece = evolution_board.pieces(view_of(played, 0), 0)[0]
    assert [cell.plain for cell in piece.drawn] == ["FF·   ", "size 4", "Fat Tissue 1/4"]
    assert piece.said == "A1: 2 of 3 food, body size 4, Fat Tissue (1 of 4 fat)"
    note = evolution_board.note({"do": "feed", "species": 0}, view_of(played, 0), 0)
    assert note == (", 2 of 3 food, 1 fat", " (2/3, 1 fat)")
    heading, item = sentences.short_choice({"do": "feed", "species": 0}, view_of(played, 0), 0)
    assert (heading, item) == ("Feed", "A1")


def test_a_hidden_bag_is_not_counted() -> None:
    played = table("play", {"species": [{}], "bag": 4, "hand": 1}, {"species": [{}], "bag": 9})
    assert evolution_board.standing(view_of(played, 0), 0) == ["1 card", "5 points (4 in the bag)"]
    assert evolution_board.standing(view_of(played, 0), 1) == ["0 cards", "1 point and a bag"]


def test_what_happens_again_and_again_is_told_in_one_line() -> None:
    row = [{}, {"population": 2, "traits": ["foraging"]}]
    played = table("feeding", {"species": row}, {"species": [{}, {}]}, hole=6)
    for seat, action in enumerate(["feed A1", "feed B1", "feed A2", "feed B2"]):
        played.act(seat % 2, action)
    assert story(played)[:3] == [
        "One after the other eats 1 from the watering hole: A1, B1.",
        "A2 eats 1 from the watering hole. A2 eats 1 more by Foraging.",
        "B2 eats 1 from the watering hole.",
    ]

    hand = ["ambush-2", "horns+3", "horns+4", "climbing+1"]
    played = table("play", {"hand": hand, "species": [{}]}, {"hand": 1, "species": [{}]})
    for action in ("new right", "new right", "new left", "new left"):
        played.act(0, f"play {hand.pop(0)} {action}")
    assert story(played)[:3] == [
        "Ann discards Ambush (-2), Horns (+3) for new species on the right: A2, A3.",
        "Ann discards Horns (+4) for a new species on the left: A1; the others move on.",
        "Ann discards Climbing (+1) for a new species on the left: A1; the others move on.",
    ]


def test_quick_play_is_shown_in_few_lines() -> None:
    hand = ["ambush-2", "horns+3", "climbing+1"]
    played = table(
        "play",
        {"hand": hand, "species": [{}], "food": "horns+4"},
        {"hand": 0, "species": [{}], "food": "horns+4"},
        options={"mode": "quick"},
    )
    for card, use in zip(hand, ("new left", "new left", "population A3"), strict=True):
        played.act(0, f"play {card} {use}")
    said = story(played, 0)
    assert "You have new species on the left: A1, A2; your others move on." in said
    assert "You discard: Ambush (-2), Horns (+3), Climbing (+1)." in said


def test_a_long_neck_alone_is_a_question_of_its_own() -> None:
    neck: Words = {"traits": ["long_neck"]}
    played = table("reveal", {"species": [neck]}, {"species": [{}]})
    assert sentences.task(view_of(played, 0)) == "does A1 eat by Long Neck, before feeding?"
    played = table("reveal", {"species": [neck, neck]}, {"species": [{}]})
    assert sentences.task(view_of(played, 0)) == "what acts first, before feeding?"


def test_prey_with_horns_is_seen_in_the_short_list() -> None:
    played = table(
        "feeding",
        {"species": [{"population": 3, "body": 4, "traits": ["carnivore"]}]},
        {"species": [{"traits": ["horns"]}, {}]},
    )
    played.act(0, "attack A1")
    notes = [evolution_board.note(one, view_of(played, 0), 0)[1] for one in played.legal(0)]
    assert notes == [" (size 1, Horns)", " (size 1)"]


def test_a_card_that_is_not_known_is_answered_with_the_hand() -> None:
    played = table(
        "play", {"hand": ["defensive_herding+2", "fertile+3"], "species": [{}]}, {"species": [{}]}
    )
    for typed, instead in (
        ("play 3", "there are: defensive_herding+2, fertile+3"),
        ("play defensive", "did you mean “defensive_herding+2”?"),
    ):
        with pytest.raises(Refused, match=re.escape(instead)):
            played.act(0, typed)


def test_a_card_named_like_a_verb_pays_for_intelligence() -> None:
    thinker = {"population": 3, "traits": ["intelligence"]}
    played = table(
        "feeding", {"hand": ["fertile+3"], "species": [thinker]}, {"species": [{}]}, hole=3
    )
    played.act(0, "think A1 spend fertile")
    assert view_of(played, 0).seats[0].species[0].chips == 2


def test_choices_and_titles_are_never_cut() -> None:
    prey: list[Words] = [{} for _ in range(14)]
    played = table(
        "feeding",
        {"species": [{"body": 4, "traits": ["carnivore"]}]},
        {"species": prey, "bag": 111},
        {"species": [{}], "bag": 222},
        options={"bags": "open"},
    )
    names = ["me", "me:Maximiliana", "me:Konstantin"]
    played.act(0, "attack A1")
    out = StringIO()
    session = Session(played, {}, RichScreen(Console(width=100, file=out)), Path("unused"))
    played.players = names
    session.screen.show(session.question(0))
    drawn = out.getvalue()
    for n in range(1, 15):
        assert f"{n:>2} B{n} (size 1)" in drawn
    for title in ("B Maximiliana", "0 cards, 125 points (111 in the bag)", "C Konstantin"):
        assert title in drawn


# --- whole games --------------------------------------------------------------------------------


def everything_said(played: Table, seat: int, since: int) -> list[Any]:
    """All sentences and the board that a seat reads, in all forms."""
    names = seat_names(NAMES[: len(played.players)])
    view, board = view_of(played, seat), board_of("evolution")
    said: list[Any] = [
        sentences.story(played.events(seat, since), names, seat),
        spoken(board, view, seat, names),
        [piece.drawn for one in range(len(names)) for piece in board.pieces(view, one)],
        board.titles(view.seats[seat].hand),
    ]
    if seat in played.pending:
        actions = played.legal(seat)
        scene = Scene(played.observation(seat)[0], seat)
        said += [sentences.task(view), sentences.is_begun(view), board.lists_hand(view)]
        said += [sentences.in_groups(actions, view, seat)]
        for action, code in zip(actions, played.codes(seat), strict=True):
            said.append(sentences.choice(action, view, seat))
            said.append(sentences.short_choice(action, view, seat))
            said += [board.note(action, view, seat), GAME.caution(int(code), scene)]
    return said


@pytest.mark.parametrize("mode", ["turns", "quick"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_whole_game_is_told_to_each_seat_and_hides_what_it_cannot_know(
    seats: int, mode: str
) -> None:
    generator = new_generator()
    plant(generator, seats)
    played = Table("evolution", seats, seed=seats, options={"mode": mode})
    while not played.over:
        before = len(played.moves)
        play_out(played, before + seats, moves=11)
        for seat in range(-1, seats):
            truth = played.state
            said = everything_said(played, seat, before)
            played.state = copy_state(truth)
            GAME.kernel.redeal(played.state, seat, generator)
            assert everything_said(played, seat, before) == said
            played.state = truth
    for seat, points in enumerate(played.scores):
        counted = evolution_board.standing(view_of(played, -1), seat)[1]
        assert counted.startswith(f"{points} point")
    for seat in range(-1, seats):
        assert sentences.story(played.events(seat), NAMES, seat)[-1] == "The game is over."


def test_the_board_of_five_seats_fits_a_hundred_columns() -> None:
    played = Table("evolution", 5, seed=4)
    names = seat_names(["greedy"] * 5)
    board, out = board_of("evolution"), StringIO()
    play_out(played, 4, moves=220)
    RichScreen(Console(width=100, file=out)).draw(
        blocks(board, view_of(played, 0), 0, names, played.pending)
    )
    lines = out.getvalue().splitlines()
    assert len(lines) > 20
    assert max(map(len, lines)) <= 100
    assert not any("…" in line for line in lines)
