"""Games judged after they were played, and hints: what they know, what they find, how they fail."""

from __future__ import annotations

import json
import os
import random
import signal
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tangledbank.cli.main import main
from tangledbank.cli.studies import read_budget
from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.decks import standard_text
from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.search.bot import Bot, Spec
from tangledbank.search.match import prepare
from tangledbank.search.tree import root_moves
from tangledbank.study.analyse import (
    Analysis,
    JudgedDecision,
    JudgedMove,
    Puzzle,
    Summary,
    Verdict,
    analyse,
    decisions,
    judge,
    summed_up,
)
from tangledbank.study.chances import Adviser, Chance
from tangledbank.table import Table, copy_state
from tests.commands import answer, json_game, messages, run

FEW = Spec("search", iterations=24)
PNG = b"\x89PNG\r\n\x1a\n"

# The last food of the last turn: only with A1 alive the first seat wins.
LAST_FOOD: dict[str, Any] = {
    "phase": "feeding",
    "last_turn": True,
    "bank": 1,
    "seats": [
        {"animals": [{"abilities": ["running", "swimming", "camouflage"]}, {}]},
        {"animals": [{"abilities": ["running"], "red": 1}]},
    ],
}


def played(game: str, moves: int, seats: int = 2) -> Table:
    """The beginning of a game between bots."""
    table = Table(game, ["random", *["greedy"] * (seats - 1)], seed=8)
    play_on(table, moves)
    return table


def play_on(table: Table, moves: int) -> None:
    """Let the bots of a table play until so many moves are made."""
    bots = [Bot(name, table.game, seat) for seat, name in enumerate(table.players)]
    while not table.over and len(table.moves) < moves:
        seat = table.pending[0]
        table.act(seat, bots[seat].choose(table.observation(seat), seat, table.codes(seat)))


@pytest.fixture
def blunder() -> Table:
    table = Table("origin", given=LAST_FOOD)
    table.act(0, "take A2")
    assert table.winners == [1]
    return table


@pytest.fixture
def log(tmp_path: Path, blunder: Table) -> Path:
    file = tmp_path / "game.jsonl"
    blunder.save(file)
    return file


# --- what is found -------------------------------------------------------------------------------


def test_a_planted_blunder_is_found(blunder: Table) -> None:
    found = analyse(blunder, FEW, workers=1)
    (row,) = found.decisions
    assert (row.played.notation, row.best.notation) == ("take A2", "take A1")
    assert (row.played.chance, row.best.chance, row.loss) == (0.0, 1.0, 1.0)
    assert row.marks == ["blunder"]
    assert found.outcome == [0.0, 1.0]
    assert (found.seats[0].blunders, found.seats[0].best_share) == (1, 0.0)
    assert (found.seats[1].decisions, found.seats[1].mean_loss) == (0, None)


def test_the_best_move_loses_nothing() -> None:
    table = Table("origin", given=LAST_FOOD)
    table.act(0, "take A1")
    (row,) = analyse(table, FEW, workers=1).decisions
    assert row.played == row.best
    assert (row.loss, row.marks) == (0.0, [])


def test_marks_need_more_than_chance() -> None:
    table = played("origin", 40)
    found = decisions(table, 0)[:4]
    shares = [(0.5, 0.5), (0.75, 0.60), (0.70, 0.72), (0.70, 0.62)]  # of the best move, and played

    def judged(games: int) -> Analysis:
        verdicts = [
            Verdict(Chance(move.code, best, games), Chance(move.code, played, games))
            for (_, move), (best, played) in zip(found, shares, strict=True)
        ]
        return summed_up(table, FEW, found, verdicts)

    sure = judged(1000)
    assert [row.marks for row in sure.decisions] == [[], ["blunder", "turn"], [], []]
    assert [row.loss for row in sure.decisions] == pytest.approx([0.0, 0.15, 0.0, 0.08])
    assert [row.swing for row in sure.decisions[1:]] == pytest.approx([0.25, -0.05, 0.0])
    assert sure.seats[0].mean_loss == pytest.approx((0.15 - 0.02 + 0.08) / 4)
    assert (sure.seats[0].blunders, sure.seats[0].best_share) == (1, 0.5)
    assert not any(row.marks for row in judged(20).decisions)


def test_a_turn_needs_more_than_a_few_games() -> None:
    """Three games of three against none look clear, but among many decisions they are not."""
    table = played("origin", 40)
    found = decisions(table, 0)[:2]

    def marks(games: int) -> list[str]:
        verdicts = [
            Verdict(Chance(move.code, share, games), Chance(move.code, share, games))
            for (_, move), share in zip(found, (0.0, 1.0), strict=True)
        ]
        return summed_up(table, FEW, found, verdicts).decisions[1].marks

    assert (marks(3), marks(19), marks(20)) == ([], [], ["turn"])


def test_forced_moves_and_what_was_taken_back_are_left_out() -> None:
    table, chance = Table("darwin", 2, seed=3), random.Random(1)
    while {"do": "revise"} not in table.legal():
        table.act(table.pending[0], chance.choice(table.codes(table.pending[0]).tolist()))
    before, seat = decisions(table), table.pending[0]
    table.act(seat, {"do": "revise"})
    after = decisions(table)
    assert after == before[: len(after)]
    assert len(after) < len(before)
    assert all(len(table.at(number).codes(move.seat)) > 1 for number, move in after)


def test_the_number_of_workers_does_not_matter() -> None:
    table = played("origin", 14, seats=3)
    one = analyse(table, FEW, workers=1)
    assert one.decisions
    assert not one.over
    assert analyse(table, FEW, workers=2) == one


def test_one_seat_only(game: Game) -> None:
    table = played(game.name, 16)
    rows = analyse(table, FEW, seat=1, workers=1).decisions
    assert {row.seat for row in rows} == {1}
    assert [row.move - 1 for row in rows] == [number for number, _ in decisions(table, 1)]


# --- what is known -------------------------------------------------------------------------------


def test_hidden_cards_do_not_change_an_estimate(game: Game) -> None:
    table = played(game.name, 14, seats=3)
    one = analyse(table, FEW, workers=1)
    generator = new_generator()
    plant(generator, 5)
    dealt = {}
    for number, move in enumerate(table.moves):
        dealt[number] = copy_state(table.at(number).state)
        game.kernel.redeal(dealt[number], move.seat, generator)
    table._kept, table._found = dealt, None
    assert analyse(table, FEW, workers=1).decisions == one.decisions


def test_what_was_taken_in_public_is_counted() -> None:
    """A bag cannot be looked into, but who has kept count knows what is in it (EV-RUL-45)."""
    species = [{"population": 3, "body": 3}] * 2
    seats = [{"bag": 5, "species": species}, {"bag": 150, "species": species}]
    given = {"phase": "feeding", "hole": 6, "seats": seats}
    table = Table("evolution", ["greedy", "greedy"], given=given)
    seat = table.pending[0]
    assert table.observation(seat)[0].bag[1 - seat] < 0
    assert table.recollection(seat)[0].bag[1 - seat] == seats[1 - seat]["bag"]
    assert table.recollection(seat)[0].kind.tobytes() != table.state[0].kind.tobytes()
    play_on(table, 1)
    (row, *_) = analyse(table, FEW._replace(iterations=200), workers=1).decisions
    assert row.best.chance < 0.1 if seat == 0 else row.best.chance > 0.9


def test_a_chance_counts_victories_alone() -> None:
    game = load("origin")
    prepare(game)
    table = Table("origin", given=LAST_FOOD)
    adviser = Adviser(game, FEW)
    good, bad = (table.path(0, f"take A{n}")[0] for n in (1, 2))
    assert adviser.rank(table.observation(0), 0, 1)[0] == good
    chances = adviser.count(table.observation(0), 0, 1, [bad, good])
    assert [(one.action, one.share, one.games) for one in chances] == [
        (bad, 0.0, 6),
        (good, 1.0, 6),
    ]
    assert all(0.0 < one.error < 0.5 for one in chances)


def test_victories_are_counted_by_all_threads() -> None:
    game = load("origin")
    prepare(game)
    table = Table("origin", given=LAST_FOOD)
    adviser = Adviser(game, FEW._replace(threads=2))
    actions = [table.path(0, f"take A{n}")[0] for n in (1, 2)]
    chances = adviser.count(table.observation(0), 0, 1, actions)
    assert [(one.share, one.games) for one in chances] == [(1.0, 6), (0.0, 6)]
    for room in adviser._rooms:
        assert [one.visits for one in root_moves(room)] == [3, 3]


# --- the command ---------------------------------------------------------------------------------


def test_table_summary_and_pictures(log: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "game.svg", tmp_path / "game.png"
    done = run("analyse", log, "--budget", 24, "--workers", 1, "--plot", svg)
    assert (done.returncode, done.stderr) == (0, "")
    for part in ("take A2", "take A1", "blunder", "100%", "gave away", "Mean loss", str(svg)):
        assert part in done.stdout
    assert ET.parse(svg).getroot().tag.endswith("svg")
    assert "the chance it left" in svg.read_text(encoding="utf-8")
    assert run("analyse", log, "--budget", 24, "--workers", 1, "--plot", png).returncode == 0
    assert png.read_bytes().startswith(PNG)


def test_json(log: Path) -> None:
    done = run("analyse", log, "--budget", 24, "--workers", 1, "--seat", "a", "--json")
    found = json.loads(done.stdout)
    assert set(found) == set(Analysis.__struct_fields__)
    assert found["decisions"][0]["best"]["action"] == {"do": "take", "animal": 0}
    assert found["budget"] == "24"


@pytest.mark.parametrize("struct", [Analysis, JudgedDecision, JudgedMove, Summary])
def test_the_page_names_every_field(struct: type[msgspec.Struct]) -> None:
    page = (Path(__file__).parent.parent / "docs" / "analyse.md").read_text(encoding="utf-8")
    assert all(f"`{field}`" in page for field in struct.__struct_fields__)


def test_bad_input_is_one_sentence(log: Path, tmp_path: Path) -> None:
    damaged, empty = tmp_path / "damaged.jsonl", tmp_path / "empty.jsonl"
    damaged.write_text(log.read_text(encoding="utf-8").replace('"animal":1', '"animal":0'))
    Table("origin", 2).save(empty)
    for arguments, part in (
        ((tmp_path / "none.jsonl",), "no such file"),
        ((damaged,), "line 2"),
        ((empty,), "nothing to analyse"),
        ((log, "--budget", "never"), "no budget"),
        ((log, "--budget", "0"), "no budget"),
        ((log, "--seat", "C"), "its seats are: A, B"),
        ((log, "--plot", tmp_path / "a.pdf"), ".png, .svg"),
        ((log, "--plot", tmp_path / "none" / "a.svg"), "no such folder"),
    ):
        done = run("analyse", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert part in done.stderr
        assert done.stderr.count("\n") == 1
        assert done.stderr.count(str(tmp_path)) <= 1


def test_budgets() -> None:
    assert read_budget("1000") == Spec("search", iterations=1000)
    assert read_budget("200ms") == Spec("search", seconds=0.2)
    assert read_budget("1sx2") == Spec("search", seconds=1.0, threads=2)
    with pytest.raises(Refused, match="--budget: “-3” is no budget") as refused:
        read_budget("-3")
    assert "search" not in str(refused.value)  # the word is not to be typed here


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_leaves_what_there_is(workers: int) -> None:
    def stop(done: int, _all: int) -> None:
        if done == 2:
            os.kill(os.getpid(), signal.SIGINT)

    table = played("origin", 40)
    found = analyse(table, FEW, workers=workers, progress=stop)
    assert 2 <= len(found.decisions) < found.of
    assert found.decisions[:2] == analyse(table, FEW, workers=1).decisions[:2]


def test_after_an_interrupt_the_exit_code_tells_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, left = tmp_path / "game.jsonl", iter(range(2))
    played("origin", 20).save(file)

    def interrupted(problem: Puzzle) -> Verdict:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return judge(problem)

    monkeypatch.setattr("tangledbank.study.analyse.judge", interrupted)
    with pytest.raises(SystemExit) as ended:
        main(["--language", "en", "analyse", str(file), "--budget", "24", "--workers", "1"])
    assert ended.value.code == 130
    assert "Stopped after 2 of " in capsys.readouterr().out


def test_a_deck_of_one_s_own_is_known_to_every_worker() -> None:
    """They are new processes, and hear of the deck from the game."""
    text = standard_text().replace("Bongo", "Moa")
    table = Table("darwin", ["random", "greedy"], options={"deck": text}, seed=8)
    play_on(table, 6)
    assert analyse(table, FEW, workers=2) == analyse(table, FEW, workers=1)


# --- hints ---------------------------------------------------------------------------------------


def test_a_hint_tells_moves_with_chances(home: Path) -> None:
    done = run("play", "origin", "--seats", "me,greedy", "--seed", 3, "--plain", typed="hint\n")
    assert "Thinking" in done.stdout
    assert "Hint: " in done.stdout
    assert done.stdout.count("– wins ") == 3
    assert "games that bots played on" in done.stdout.replace("\n", " ")
    with json_game("--seats", "me,greedy", "--seed", 3) as game:
        lines = messages(game)
        legal = next(lines)["legal"]
        answer(game, {"say": "hint"})
        told = next(lines)
        assert len(told["moves"]) == 3
        for move in told["moves"]:
            assert move["action"] in legal
            assert 0.0 <= move["chance"] <= 1.0


def test_a_hint_without_compiled_rules_is_greedy(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TANGLEDBANK_CACHE", str(tmp_path / "cache"))
    with json_game("--seats", "me,greedy", "--seed", 3) as game:
        lines = messages(game)
        legal = next(lines)["legal"]
        answer(game, {"say": "hint"})
        (move,) = next(lines)["moves"]
        assert move.keys() == {"action"}
        assert move["action"] in legal
