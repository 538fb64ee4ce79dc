"""A table in the terminal: whole games, screens, secrets, and what people are told."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from tangledbank.accept import word_in
from tangledbank.games.origin.text.sentences import ability_title, card_title
from tangledbank.log import parse_log
from tangledbank.search.bot import Bot, problem_at, seed_for
from tangledbank.study.chances import Helper
from tangledbank.table import Table
from tangledbank.workers import Worker
from tangledbank.workers.programs import Failure
from tests.commands import (
    HAND_OVER,
    PATIENCE,
    PROMPT,
    Talk,
    Terminal,
    answer,
    json_game,
    messages,
    numbers,
    run,
    saved,
    table_of,
    write,
)
from tests.helpers import document_of, view_of


def test_a_whole_plain_game_by_numbers(home: Path) -> None:
    done = run(
        "play", "origin", "--seats", "me,random,random", "--seed", 11, "--plain", typed=numbers(1)
    )
    assert (done.returncode, done.stderr) == (0, "")
    table = table_of(saved(home))
    assert table.over
    assert re.search(r"^You: \d+ points?$", done.stdout, re.MULTILINE)
    assert not set("╭│╰─·◀") & set(done.stdout)
    assert "You plays" not in done.stdout
    screens = [text for text in done.stdout.split(PROMPT) if "\n\nTurn " in text]
    assert max(text.partition("\n\nTurn ")[0].count("\n") for text in screens) <= 24


def test_a_search_thinks_with_compiled_rules_beside_the_table(home: Path) -> None:
    """It chooses as it would anywhere, though the table runs uncompiled."""
    done = run("play", "origin", "--seats", "search:8,random", "--seed", 5, "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    table = table_of(saved(home))
    assert table.over
    bot = Bot("search:8", table.game, seed_for(5, 0))
    moves = [(n, move) for n, move in enumerate(table.moves) if move.seat == 0 and not move.auto]
    assert len(moves) > 10
    for number, move in moves:
        then = table.at(number)
        assert bot.choose(then.observation(0), 0, then.codes(0), number) == move.code


def test_a_search_that_ends_by_itself_is_started_again() -> None:
    table, helper = Table("origin", 2), Helper()
    bot = Bot("search:8", table.game, seed_for(table.seed, 0))
    helper._worker = Worker()
    helper._worker._process.kill()
    chosen = helper.choose(problem_at(table, 0, "search:8"))
    assert chosen == bot.choose(table.observation(0), 0, table.codes(0), 0)
    helper.close()


def test_a_search_that_ends_over_the_same_choice_twice_is_a_failure() -> None:
    helper = Helper()
    with pytest.raises(Failure, match="the search has ended"):
        helper.choose(problem_at(Table("origin", 2), 0, "search:8")._replace(game="nothing"))
    helper.close()


def test_a_whole_json_game_by_a_program(home: Path) -> None:
    chance = random.Random(3)
    answers, file = 0, home / "here" / "game.jsonl"
    with json_game("--seats", "me,greedy,random", "--seed", 4, "--file", file) as game:
        for message in messages(game):
            if message.get("over"):
                break
            assert message["decide"] == 0
            answer(game, chance.choice(message["legal"]))
            answers += 1
        assert game.wait(PATIENCE) == 0
    table = table_of(file)
    assert table.over
    assert (message["scores"], message["winners"]) == (table.scores, table.winners)
    assert answers == sum(move.seat == 0 and not move.auto for move in table.moves)


def test_json_answers_that_are_not_understood(home: Path) -> None:
    with json_game("--seats", "me,random", "--seed", 4) as game:
        lines = messages(game)
        first = next(lines)
        wrongs = ("{", "77", '{"do": "fly"}', "true", "[]", "0.0", "[" * 5000, '{"say": "wolf"}')
        for wrong in (*wrongs, '{"say": "²"}', '{"say": "take A0"}'):
            write(game, wrong)
            assert "refused" in next(lines), wrong
        write(game, '{"say": "? take A1"}')
        assert next(lines)["reason"] == "no_such_animal"
        write(game, '{"say": ""}')
        assert next(lines)["legal"] == first["legal"]
        write(game, '{"say": "quit"}')
        assert next(lines)["over"] is False


# --- in a real terminal --------------------------------------------------------------------------


def test_boxes_in_a_terminal_ctrl_c_and_resume(home: Path) -> None:
    with Terminal("play", "origin", "--seats", "me,greedy,random", "--seed", 11) as terminal:
        first = terminal.read()
        assert "╭─ Your hand ─" in first
        assert max(len(line.rstrip("\r")) for line in first.split("\n")) <= 100
        for typed, shown in (
            ("? camouflage", "OS-CAM-01"),
            ("?", "undo or u"),
            ("hint", "Hint: "),
            ("wolf", "Not possible: “wolf” is neither"),
            ("99", "choose a number from 1 to"),
            ("undo", "nothing of yours to take back"),
            ("2", "You play an animal: A1."),
            ("UNDO", "Taken back: You play an animal: A1."),
            ("4", "greedy B plays an animal: B1."),
            ("ability carnivore", "which animal gets Carnivorous? (1, undo goes back"),
            ("1", "You give A1 Carnivorous."),
        ):
            terminal.type(typed + "\n")
            assert shown in terminal.read(), typed
        terminal.interrupt()
        assert "Go on with: tangledbank resume" in terminal.read()
        assert terminal.process.wait(PATIENCE) == 0
    file = saved(home)
    table = table_of(file)
    assert run("verify", file).returncode == 0
    with json_game(command="resume") as game:
        assert next(messages(game))["view"] == table.view(0).in_words()
    with Terminal("resume") as terminal:
        again = terminal.read()
        assert "You give A1 Carnivorous." in again
        assert "Turn 1, development, round 3" in again
        terminal.type("quit\n")
        terminal.read()
        assert terminal.process.wait(PATIENCE) == 0
    assert table_of(file).hash == table.hash


def test_eight_seats_fit_a_hundred_columns(home: Path) -> None:
    seats = "me,greedy,random,greedy,random,greedy,random,greedy"
    with Terminal("play", "origin", "--seats", seats, "--seed", 5) as terminal:
        for _ in range(20):
            screen = terminal.read()
            lines = [line.rstrip("\r") for line in screen.split("\n")]
            assert max(map(len, lines)) <= 100
            terminal.type("hint\n")
            number = re.findall(r"Hint: (\d+)\.", terminal.read())[-1]
            terminal.type(f"{number}\n")


# --- secrets -------------------------------------------------------------------------------------


def secrets_of(table: Table, seat: int) -> set[str]:
    """The printed names of cards that other seats hold and that nobody at `seat` can see."""
    view, whole = view_of(table, seat), document_of(table)
    public = {card_title(card) for card in view.seats[seat].hand}
    for event in table.events(seat):
        if "ability" in event:
            public.add(ability_title(word_in(event, "ability")))
        if event.get("seat") == seat and "card" in event:
            public.add(card_title(word_in(event, "card")))
    others = [one for one in range(len(table.players)) if one != seat]
    return {
        card_title(card) for one in others for card in whole["seats"][one]["hand"] or []
    } - public


def test_the_other_hands_are_never_shown(home: Path) -> None:
    chance, checked = random.Random(9), 0
    with Talk("--seats", "me,greedy,random", "--seed", 12) as game:
        for _ in range(45):
            shown = game.read()
            if not shown.endswith(PROMPT):
                break
            secrets = secrets_of(table_of(saved(home)), 0)
            checked += len(secrets)
            assert not [title for title in secrets if title in shown]
            game.type(str(chance.randint(2, 5)))
    assert checked > 50


def test_the_hand_is_hidden_between_players(home: Path) -> None:
    chance, turns, checked, hand = random.Random(10), 0, 0, ""
    with Talk("--seats", "me:Ann,me:Bob,greedy", "--seed", 13) as game:
        for _ in range(60):
            shown = game.read()
            table = table_of(saved(home))
            seat = table.pending[0]
            secrets = secrets_of(table, seat)
            checked += len(secrets)
            assert not [title for title in secrets if title in shown]
            if shown.endswith(HAND_OVER):
                turns += 1
                assert "Your hand" not in shown
                assert shown.count("\n") >= 24
                assert shown.splitlines()[-1].startswith(("Ann", "Bob")[seat])
                game.type("")
            else:
                game.type(str(chance.randint(1, 6)))
            if "Your hand: " in shown:
                hand = re.findall(r"Your hand: (.*)", shown)[-1]
    assert turns > 8
    assert checked > 50
    assert hand


def test_undo_asks_the_other_person_without_showing_a_hand(home: Path) -> None:
    typed = "\n2\n\n2\n\nundo\nn\n\n\nundo\ny\n\n"
    done = run("play", "origin", "--seats", "me:Ann,me:Bob", "--seed", 15, "--plain", typed=typed)
    assert done.returncode == 0
    assert done.stdout.count("Bob, do you agree to take it back?") == 2
    assert "Not possible: Bob does not agree." in done.stdout
    assert "Taken back: Ann plays an animal: A1." in done.stdout
    question = done.stdout.partition("Bob, do you agree")[0]
    assert question.endswith("\n" * 24)
    (undo,) = [line.words for line in parse_log(saved(home).read_text()) if "undo" in line.words]
    assert undo["consent"] == [1]


# --- what people are told ------------------------------------------------------------------------


def test_plain_lines_say_whose_animals_they_are_and_what_is_left_out(home: Path) -> None:
    done = run("play", "origin", "--seats", "me,greedy", "--seed", 11, "--plain", typed="2\n2\n\n")
    _, second, third, whole = done.stdout.split("\n\nTurn ")[1:]
    rest = "(The rest is unchanged; Enter shows all.)"
    assert "greedy B: 5 cards, 2 points\nB1: 0 of 1 food\n" in second
    assert "You: 4 cards, 4 points\nA2: 0 of 1 food\nYour hand: " in third
    assert [rest in screen for screen in (second, third, whole)] == [False, True, False]


def laid_out(folder: Path, *seats: dict[str, Any]) -> Path:
    """A game saved in the middle of the feeding; you are to decide."""
    given = {"phase": "feeding", "bank": 9, "seats": seats}
    file = folder / "game.jsonl"
    Table("origin", ["me", *["random"] * (len(seats) - 1)], given=given).save(file)
    return file


HUNTER = {"red": 2, "abilities": ["carnivore", "large"]}
THIEF = {"abilities": ["piracy", {"ability": "fat", "token": True}]}
HUNT = ({"animals": [HUNTER, THIEF]}, {"animals": [{"red": 1, "abilities": ["large"]}, {}]})


def test_choices_say_what_an_animal_has_and_needs(home: Path, tmp_path: Path) -> None:
    done = run("resume", "--plain", laid_out(tmp_path, *HUNT), typed="piracy A2\n")
    for choice in (
        "Take a red token for A1 (Carnivorous, High body weight), 2 of 3 food\n",
        "Attack with A1 (Carnivorous, High body weight), 2 of 3 food\n",
        "Use 1 of the fat of A2 (Piracy, Fat tissue), 0 of 1 food\n",
        "Use piracy of A2 (Piracy, Fat tissue), 0 of 1 food\n",
        "Take a red token of B1 (High body weight), 1 of 2 food\n",
    ):
        assert choice in done.stdout
    with Terminal("resume", tmp_path / "game.jsonl") as terminal:
        assert "A1 (2/3)" in terminal.read()


def test_a_begun_choice_always_offers_the_way_back(home: Path, tmp_path: Path) -> None:
    done = run("resume", "--plain", laid_out(tmp_path, *HUNT), typed="attack A1\n\n\n")
    assert done.stdout.count("undo goes back, ? for help): ") == 3


def test_the_command_to_go_on_is_whole_and_asks_for_the_same_screen(
    home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "a folder with a name that is long enough to reach the end of a line"
    folder.mkdir()
    file = laid_out(folder, *HUNT)
    for switches, command in (((), "resume "), (("--plain",), "resume --plain ")):
        with Terminal("resume", *switches, file) as terminal:
            terminal.read()
            terminal.type("quit\n")
            assert f"Go on with: tangledbank {command}'{file}'" in terminal.read()


def test_plain_lines_are_divided_between_words_in_a_narrow_terminal(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    with Terminal("resume", "--plain", laid_out(tmp_path, *HUNT)) as terminal:
        shown = terminal.read(["help): "]).replace("\r", "")
    assert max(map(len, shown.split("\n"))) <= 30
    assert "Take a red token for A1 (Carnivorous, High" in " ".join(shown.split())


def answers(file: Path, *typed: str) -> list[str]:
    """What is shown after each line typed in a saved game."""
    done = run("resume", "--plain", file, typed="".join(f"{line}\n" for line in typed))
    assert (done.returncode, done.stderr) == (0, "")
    return [text.strip() for text in done.stdout.split(PROMPT)[1:-1]]


def test_an_animal_can_be_typed_by_its_name_alone(home: Path, tmp_path: Path) -> None:
    file = laid_out(tmp_path, *HUNT)
    shown = answers(file, "A2", "piracy A2", "B2", "b1")
    assert shown[0].startswith("Not possible: say what is to be done: take A2, ")
    assert shown[2].startswith("Not possible: B2 is not among the choices\n")
    assert "A2 takes a red token from B1." in run("replay", file).stdout


def test_what_was_typed_is_repeated_as_it_was(home: Path, tmp_path: Path) -> None:
    wolf, take, ability, _ = answers(
        laid_out(tmp_path, *HUNT), "Wolf", "Take Wolf", "Drop Wolf", "TAKE a1"
    )
    assert "“Wolf” is neither a number" in wolf
    assert "“Wolf” names no animal" in take
    assert "“Wolf” is not known here" in ability


SAID = {
    "take A3": "Not possible: there is no animal A3; you have A1, A2",
    "? take B3": "Not possible: there is no animal B3; seat B has B1, B2",
    "take C1": "Not possible: there is no seat C; seats are A to B",
    "? graze": "Not possible: more is needed; type for example: graze A1",
    "link cooperation": "Not possible: more is needed; type for example: link communication A1 A2",
    "? Rest": "rest – pass by itself for the rest of the phase",
    "? h": "hint or h – the best moves, and how often they win",
    "? b1": "B1: 1 of 2 food, High body weight",
    "? the Moon": "Nothing is known about “the Moon”; try a card, a rule id, an action, or",
    "help": "Steps of one action can be typed together: attack A1 prey B1",
}


def test_questions_are_answered_in_the_words_of_the_screen(home: Path, tmp_path: Path) -> None:
    shown = answers(laid_out(tmp_path, *HUNT), *SAID)
    missing = [line for line, text in zip(SAID.values(), shown, strict=True) if line not in text]
    assert missing == []


def test_the_example_of_the_help_is_possible_now(home: Path, tmp_path: Path) -> None:
    prey = {"animals": [{"abilities": ["large"]}, {"abilities": ["large"]}, {}]}
    hunter = {"animals": [{"abilities": ["carnivore"]}]}
    (shown,) = answers(laid_out(tmp_path, hunter, prey), "?")
    assert "typed together: attack A1 prey B3" in shown


@pytest.mark.clauses("EV-RUL-44")
@pytest.mark.usefixtures("home")
def test_the_discard_pile_can_be_looked_through() -> None:
    typed = "food horns\nplay symbiosis body A1\npile\n"
    seats = ("--seats", "me,greedy,random", "--seed", 3, "--plain")
    done = run("play", "evolution", *seats, typed=typed)
    assert "On the discard pile: " in done.stdout
    assert "Symbiosis (+3)" in done.stdout.split("On the discard pile: ")[1].splitlines()[0]
    done = run("play", "evolution", *seats, typed="pile\n")
    assert "the discard pile is empty" in done.stdout


def darwin_game(folder: Path, **given: Any) -> Path:
    """A game of Darwin's Choice saved in the action phase; it is your turn."""
    given = {"era": 1, "biomes": ["savanna", "ocean", "taiga", "coast"], **given}
    file = folder / "darwin.jsonl"
    people = ["me", *["random"] * (len(given["seats"]) - 1)]
    Table("darwin", people, given=given).save(file)
    return file


@pytest.mark.clauses("DC-SP-16")
def test_all_discard_piles_of_darwin_can_be_looked_through(home: Path, tmp_path: Path) -> None:
    hand = ["lion.head", "lion.torso", "bongo.head", "orca.tail"]
    file = darwin_game(tmp_path, seats=[{"hand": hand}, {"hand": 1}, {"hand": 1}])
    before, _, after = answers(file, "pile", "redraw lion.head", "pile")
    assert "the discard piles are empty" in before
    small, large = after.splitlines()[:2]
    assert small == "Discarded small cards: Orca (tail), Bongo (head)"
    assert large == "Discarded large cards: Lion (torso)"
    piles = {"biome_discard": ["desert"], "events_gone": ["flood"], "event": "ideal_conditions"}
    file = darwin_game(tmp_path, seats=[{"hand": 1}] * 3, **piles, era=3)
    (shown,) = answers(file, "pile")
    assert shown.splitlines()[:2] == ["Replaced biomes: Desert", "Events that are over: Flood"]


@pytest.mark.clauses("DC-SP-64")
def test_only_who_has_passed_in_2_against_2_can_rest(home: Path, tmp_path: Path) -> None:
    (shown,) = answers(darwin_game(tmp_path, seats=[{"hand": 1}] * 3), "rest")
    assert shown.startswith("Not possible: there is nothing to rest from: who has passed is")
    seats: list[dict[str, Any]] = [{"hand": 2}, {"hand": 2}, {"hand": 2}, {"hand": 2}]
    teams = {"options": {"variant": "teams"}, "stage": "turn"}
    (shown,) = answers(darwin_game(tmp_path, seats=seats, **teams), "rest")
    assert shown.startswith("Not possible: you can rest only after you have passed")
    seats[0]["passed"] = True
    file = darwin_game(tmp_path, seats=seats, **teams)
    assert "Not possible" not in run("resume", "--plain", file, typed="rest\n").stdout
    assert '"rest":0' in file.read_text(encoding="utf-8")
