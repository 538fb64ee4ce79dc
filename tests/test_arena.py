"""Tournaments: who sits where, what is counted, when it stops, and going on after an interrupt."""

from __future__ import annotations

import json
import random
import re
import shlex
import signal
import subprocess
import time
from collections import Counter
from itertools import combinations
from math import log, sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools import ratings

from tangledbank.arena import Forfeit, Result, Setup, check_games, play, rank_keys, set_up
from tangledbank.arena.report import (
    Apart,
    Ratio,
    Standing,
    TournamentReport,
    log_mixture,
    plot,
    read_stop_rule,
)
from tangledbank.arena.tournament import ResultFile, Tournament
from tangledbank.cli.main import main
from tangledbank.errors import Refused
from tangledbank.folders import new_file
from tangledbank.games.game import Game, load
from tangledbank.study.analyse import check_plot
from tangledbank.study.simulate import wilson
from tangledbank.table import verify
from tangledbank.workers.programs import Limits
from tests.commands import COMMAND, run
from tests.programs import BAD, GOOD, command, script

THREE = ["greedy", "random", "caretaker"]


def setup_of(
    bots: list[str], seats: int | None = None, game: str = "origin", **options: str
) -> Setup:
    """A tournament whose bots need not exist, as long as it is not played."""
    programs = dict.fromkeys(bots, "true")
    return set_up(load(game), bots, seats, options, 5, programs, Limits())


def tournament(
    path: Path, games: int, bots: list[str] = THREE, seats: int | None = None, stop: str = ""
) -> Tournament:
    setup = set_up(load("origin"), bots, seats, {}, 5, {}, Limits())
    rule = read_stop_rule(stop, len(bots)) if stop else None
    return Tournament(setup, check_games(setup, games), ResultFile(path, setup), rule)


def played(path: Path, games: int, workers: int = 1, **more: Any) -> TournamentReport:
    one = tournament(path, games, **more)
    one.play(workers)
    return one.report()


# --- who sits where ------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 6), st.integers(2, 8))
def test_every_bot_plays_every_seat_of_the_same_deal(bots: int, seats: int) -> None:
    setup = setup_of([f"b{n}" for n in range(bots)], seats)
    games = setup.games_in_round
    for first in range(0, games, seats):
        deal = range(first, first + seats)
        assert len({setup.deal_seed(number) for number in deal}) == 1
        seated = [setup.seated(number) for number in deal]
        assert len({tuple(sorted(names)) for names in seated}) == 1
        for seat in range(seats):  # at each seat each of them, as often as at any other
            assert Counter(names[seat] for names in seated) == Counter(seated[0])
    assert setup.deal_seed(0) != setup.deal_seed(seats)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 6), st.integers(2, 6))
def test_every_pair_meets_equally_often(bots: int, seats: int) -> None:
    setup = setup_of([f"b{n}" for n in range(bots)], seats)
    met: Counter[tuple[str, str]] = Counter()
    for number in range(setup.games_in_round):
        for one, other in combinations(sorted(setup.seated(number)), 2):
            met[one, other] += one != other
    among = [n for (one, other), n in met.items() if one != other]
    if bots >= seats:
        assert len(among) == bots * (bots - 1) / 2
        assert len(set(among)) == 1
    with_first = {n for (one, other), n in met.items() if "b0" in (one, other) and one != other}
    assert len(with_first) == 1


def test_more_seats_than_bots() -> None:
    """The first once, the others in turn, so that they get equally many seats."""
    two = setup_of(["search", "greedy"], 4)
    assert two.games_in_round == 4
    assert Counter(two.seated(0)) == {"search": 1, "greedy": 3}
    three = setup_of(["a", "b", "c"], 4)
    seated = [Counter(three.seated(number)) for number in range(three.games_in_round)]
    assert seated == [{"a": 1, "b": 2, "c": 1}] * 4 + [{"a": 1, "b": 1, "c": 2}] * 4


def test_a_bot_plays_both_seats_of_a_team() -> None:
    setup = setup_of(["a", "b", "c"], game="darwin", variant="teams")
    assert (setup.seats, setup.places, setup.games_in_round) == (4, 2, 6)
    for number in range(6):
        seated = setup.seated(number)
        assert seated[:2] == seated[2:]
        assert seated[0] != seated[1]
    result = Result(0, [[9, 0, 0], [5, 0, 0]] * 2, 1, 1)
    assert rank_keys(setup, result) == [(True, 9, 0, 0), (True, 5, 0, 0)]
    lost = Result(0, result.scores, 1, 1, [Forfeit(2, "why")])
    assert rank_keys(setup, lost)[0] < rank_keys(setup, lost)[1]


def test_teams_are_played_to_the_end() -> None:
    setup = set_up(load("darwin"), THREE, None, {"variant": "teams"}, 0, {}, Limits())
    standing = Standing(setup)
    for number in range(setup.games_in_round):
        standing.add(play(setup, number))
    report = standing.report(6)
    assert [(pair.first, pair.second, pair.games) for pair in report.pairs] == [
        ("greedy", "random", 2), ("greedy", "caretaker", 2), ("random", "caretaker", 2),
    ]  # fmt: skip
    assert report.bots[0].fair_share == 0.5


def test_policies_play_the_same_at_once_and_decision_by_decision(
    game: Game, tmp_path: Path
) -> None:
    """With a log every decision is looked at; without one the whole game runs in compiled code."""
    setup = set_up(game, ["greedy", "careless:40", "caretaker"], 3, {}, 4, {}, Limits())
    for number in range(3):
        assert play(setup, number) == play(setup, number, tmp_path)


def test_without_a_number_tables_are_small(game: Game) -> None:
    assert set_up(game, THREE, None, {}, 0, {}, Limits()).seats == game.least_seats


def test_games_are_whole_rounds() -> None:
    setup = setup_of(["a", "b", "c"], 2)
    assert [check_games(setup, games) for games in (1, 6, 7)] == [6, 6, 12]


# --- what is counted -----------------------------------------------------------------------------


def test_shares_ratings_and_forfeits() -> None:
    """Three at a table: a wins alone, then shares with b; then a's program fails."""
    setup = setup_of(["a", "b", "c"], 3)
    standing = Standing(setup)
    points = [{"a": 9, "b": 5, "c": 1}, {"a": 7, "b": 7, "c": 0}, {"a": 8, "b": 2, "c": 2}]
    for number, row in enumerate(points):
        seated = setup.seated(number)
        scores = [[row[name], 0, 0] for name in seated]
        forfeits = [Forfeit(seated.index("a"), "it slept")] if number == 2 else []
        standing.add(Result(number, scores, 1, 1, forfeits))
    report = standing.report(3)
    entries = {entry.bot: entry for entry in report.bots}
    assert entries["a"].win_share == pytest.approx((1 + 0.5 + 0) / 3)
    assert entries["b"].win_share == entries["c"].win_share + 0.5 / 3
    assert entries["a"].win_interval == wilson(0.5, 3)
    assert entries["a"].mean_score == 8
    assert [(lost.game, lost.why) for lost in entries["a"].reasons] == [(2, "it slept")]
    assert (entries["a"].forfeits, entries["b"].forfeits) == (1, 0)
    shares = {(pair.first, pair.second): pair.share for pair in report.pairs}
    assert shares["a", "b"] == pytest.approx(1.5 / 3)
    assert shares["a", "c"] == pytest.approx(2 / 3)
    assert shares["b", "c"] == pytest.approx(2.5 / 3)
    leads = {(pair.first, pair.second): pair.lead for pair in report.pairs}
    assert leads == pytest.approx({("a", "b"): 10 / 3, ("a", "c"): 7, ("b", "c"): 11 / 3})
    assert [entry.bot for entry in report.bots] == ["b", "a", "c"]
    assert all(entry.rating == pytest.approx(entry.mu - 3 * entry.sigma) for entry in report.bots)


def test_one_game_is_rated_as_openskill_says() -> None:
    setup = setup_of(["a", "b"], 2)
    standing = Standing(setup)
    scores = [[9 if name == "a" else 0, 0, 0] for name in setup.seated(0)]
    standing.add(Result(0, scores, 1, 1))
    report = standing.report(1)
    variance = (25 / 3) ** 2 + (25 / 300) ** 2  # with the drift of one game
    gain = variance / sqrt(2 * (variance + (25 / 6) ** 2)) / 2
    assert [entry.mu for entry in report.bots] == pytest.approx([25 + gain, 25 - gain])


def test_several_seats_of_one_bot_count_as_their_mean() -> None:
    setup = setup_of(["a", "b"], 4)
    standing = Standing(setup)
    for number in range(4):
        rest = iter([9, 3, 1])
        scores = [[5 if name == "a" else next(rest), 0, 0] for name in setup.seated(number)]
        standing.add(Result(number, scores, 1, 1))
    (pair,) = standing.report(4).pairs
    assert pair.share == pytest.approx(2 / 3)
    assert pair.lead == pytest.approx(5 - 13 / 3)
    assert pair.games == 4
    shares = {entry.bot: entry.win_share for entry in standing.report(4).bots}
    assert shares == {"a": 0, "b": pytest.approx(1 / 3)}


def test_the_interval_of_a_lead_is_over_sets() -> None:
    """Seats that lead by 30 in every game tell nothing; the sets differ by 1 and 3."""
    setup = setup_of(["a", "b"], 2)
    standing = Standing(setup)
    for number in range(20):
        ahead = 1 if number // 2 % 2 else 3  # of a, in the mean of both games of a set
        points = {0: 30, 1: 0}
        points[setup.seated(number).index("a")] += ahead
        assert not any(pair.lead_interval for pair in standing.report(20).pairs)
        standing.add(Result(number, [[points[seat], 0, 0] for seat in (0, 1)], 1, 1))
    (pair,) = standing.report(20).pairs
    assert pair.lead == pytest.approx(2)
    assert pair.lead_interval is not None
    reach = 1.959964 * sqrt(10 / 9) / sqrt(10)
    assert pair.lead_interval.low == pytest.approx(2 - reach)
    assert pair.lead_interval.high == pytest.approx(2 + reach)


# --- when it stops -------------------------------------------------------------------------------


def test_the_ratio_test_is_wald_s() -> None:
    """Ten wins of ten at 50 against 80 per cent: ten times log 1.6, more than log 20 after 7."""
    test = Ratio(0.5, 0.8)
    for n in range(7):
        assert test.verdict == ""
        test.hear((0, 1), 1.0)
        assert test.log_ratio == pytest.approx((n + 1) * 0.4700036)
    assert "more than 50.0%" in test.verdict
    test = Ratio(0.5, 0.8)
    for _ in range(4):
        assert test.verdict == ""
        test.hear((0, 1), 0.0)
    assert "less than 80.0%" in test.verdict


def test_the_mixture_is_the_beta_binomial() -> None:
    """Of n wins and no loss: 2^n / (n + 1)."""
    assert log_mixture(0, 0) == pytest.approx(0)
    assert log_mixture(10, 0) == pytest.approx(log(1024 / 11))
    assert log_mixture(5, 5) == pytest.approx(log(1024 / 2772))
    test = Apart(2)
    for wins in range(1, 9):
        assert (test.verdict != "") == (wins - 1 >= 8)
        test.hear((0, 1), 1.0)
    assert test.verdict  # 2^8 / 9 is more than 20


def test_equals_are_hardly_ever_told_apart() -> None:
    """Looked at after each of 200 sets, the test is wrong in at most 5 % of the cases."""
    chance = random.Random(1)
    wrong = 0
    for _ in range(300):
        test = Apart(2)
        for _ in range(200):
            test.hear((0, 1), chance.choice((0.0, 0.5, 1.0)))
        wrong += bool(test.verdict)
    assert wrong <= 15


def test_all_pairs_must_be_told_apart() -> None:
    test = Apart(3)
    for _ in range(12):
        test.hear((0, 1), 1.0)
        test.hear((0, 2), 1.0)
        assert not test.verdict
        test.hear((1, 2), 0.5)
    for _ in range(12):
        test.hear((1, 2), 0.0)
    assert not test.verdict
    for _ in range(20):
        test.hear((1, 2), 0.0)
    assert test.verdict


@pytest.mark.parametrize("workers", [1, 2])
def test_a_tournament_stops_at_the_same_game_whatever_the_workers(
    tmp_path: Path, workers: int
) -> None:
    bots = ["greedy", "caretaker"]
    report = played(tmp_path / "state", 400, workers, bots=bots, stop="apart")
    assert (report.games, report.planned) == (16, 400)
    assert "Robbins" in report.verdict
    again = played(tmp_path / "state", 400, bots=bots, stop="apart")
    assert again == report


@pytest.mark.parametrize(
    ("text", "bots", "sentence"),
    [
        ("soon", 2, "“soon” is neither apart nor two shares"),
        ("55:50", 2, "neither apart nor"),
        ("0:50", 2, "neither apart nor"),
        ("50", 2, "neither apart nor"),
        ("nan:60", 2, "neither apart nor"),
        ("50:60", 3, "a test for two bots, not 3"),
    ],
)
def test_a_wrong_stop_is_refused(text: str, bots: int, sentence: str) -> None:
    with pytest.raises(Refused, match=f"--stop.*{sentence}"):
        read_stop_rule(text, bots)


# --- going on ------------------------------------------------------------------------------------


def test_the_report_does_not_hang_on_the_workers(tmp_path: Path) -> None:
    reports = [
        msgspec.json.encode(played(tmp_path / f"state{workers}", 12, workers, seats=3))
        for workers in (1, 2)
    ]
    assert len(set(reports)) == 1


def test_wherever_it_is_cut_off_it_goes_on_to_the_same_report(tmp_path: Path) -> None:
    path = tmp_path / "state"
    whole = played(path, 6)
    text = path.read_bytes()
    header = text.index(b"\n") + 1
    for end in (header, header + 1, len(text) // 2, len(text) - 1, len(text)):
        path.write_bytes(text[:end])
        again = tournament(path, 6)
        again.play(1)
        assert again.report() == whole
        assert sorted(path.read_bytes().splitlines()) == sorted(text.splitlines())


def test_a_damaged_last_line_is_dropped_with_a_note(tmp_path: Path) -> None:
    path = tmp_path / "state"
    whole = played(path, 6)
    setup = tournament(path, 6)._setup
    assert ResultFile(path, setup).note == ""
    for damage in (b'{"game":5,"sco', b'{"game":"five"}\n'):
        with path.open("ab") as file:
            file.write(damage)
        file_again = ResultFile(path, setup)
        assert "The last line" in file_again.note
        assert str(path) in file_again.note
        assert played(path, 6) == whole


@pytest.mark.parametrize(
    "damage",
    [
        "what?",
        '{"game":0,"scores":[],"turns":1,"decisions":1}',
        '{"game":0,"scores":[[1,0,0],[]],"turns":1,"decisions":1}',
        '{"game":-5,"scores":[[1,0,0],[2,0,0]],"turns":1,"decisions":1}',
        '{"game":0,"scores":[[1,0,0],[2,0,0]],"turns":1,"decisions":1,"forfeits":[{"seat":2,"why":""}]}',
    ],
)
def test_damage_elsewhere_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "state"
    played(path, 6)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], damage.encode() + b"\n", *lines[3:]]))
    with pytest.raises(Refused, match=r"state, line 3: this line is damaged"):
        played(path, 6)


@pytest.mark.parametrize("text", [b"hello\n", b"{}\n", b"\xff\xfe\n", b'{"tangledbank":1}\n', b"x"])
def test_another_file_is_refused_and_stays_as_it_is(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "state"
    path.write_bytes(text)
    with pytest.raises(Refused, match="this is not the file of a tournament"):
        played(path, 6)
    assert path.read_bytes() == text


def test_another_set_up_is_refused_with_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "state"
    played(path, 6)
    other = set_up(load("origin"), THREE[:2], 2, {"deck": "plain"}, 6, {}, Limits())
    with pytest.raises(Refused) as refused:
        ResultFile(path, other)
    sentence = refused.value.sentence
    assert 'bots is ["greedy","random","caretaker"] there, not ["greedy","random"]' in sentence
    assert "seed is 5 there, not 6" in sentence
    assert "seats" not in sentence.replace("options", "")


def test_limits_count_only_where_a_program_plays(tmp_path: Path) -> None:
    slow, path = Limits(seconds=60), tmp_path / "state"
    played(path, 6)
    ours = set_up(load("origin"), THREE, None, {}, 5, {}, slow)
    assert len(ResultFile(path, ours).results) == 6
    header, games = path.read_bytes().split(b"\n", 1)
    old = {**json.loads(header), "limits": msgspec.to_builtins(Limits())}  # as it once was
    path.write_bytes(json.dumps(old).encode() + b"\n" + games)
    assert len(ResultFile(path, ours).results) == 6
    other = tmp_path / "other"
    ResultFile(other, setup_of(["a", "b"]))
    with pytest.raises(Refused, match="limits is"):
        ResultFile(other, msgspec.structs.replace(setup_of(["a", "b"]), limits=slow))


def test_no_tournament_takes_the_file_of_another(tmp_path: Path) -> None:
    files = [new_file(tmp_path / "deep" / "folder", "origin-now") for _ in range(3)]
    assert [file.name for file in files] == [
        "origin-now.jsonl", "origin-now-2.jsonl", "origin-now-3.jsonl",
    ]  # fmt: skip
    assert all(file.exists() for file in files)


def test_more_games_can_be_added(tmp_path: Path) -> None:
    played(tmp_path / "one", 6)
    assert played(tmp_path / "one", 12) == played(tmp_path / "two", 12)


def test_ctrl_c_keeps_the_games_and_says_how_to_go_on(tmp_path: Path, home: Path) -> None:
    arguments = ["tournament", "origin", "--bots", "search:10,random", "--seats", "6"]
    arguments += ["--games", "72", "--workers", "2", "--json"]
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    folder = home / "tournaments"
    until = time.monotonic() + 60
    while time.monotonic() < until and not any(
        file.read_bytes().count(b"\n") > 5 for file in folder.glob("*")
    ):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert out == ""
    assert "Traceback" not in errors
    kept, go_on = errors.strip().splitlines()[-2:]
    (file,) = folder.iterdir()
    assert kept.startswith("Interrupted after ")
    assert str(file) in kept
    words = shlex.split(go_on.removeprefix("Go on with: tangledbank "))
    assert words == [*arguments, "--state", str(file)]
    again = run(*words)
    assert again.returncode == 0, again.stderr
    whole = run(*arguments, "--state", tmp_path / "other")
    assert again.stdout == whole.stdout


SMALL = ["tournament", "origin", "--bots", "greedy,random", "--games", "4", "--workers", "1"]


def late_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *more: str
) -> tuple[str, list[str]]:
    """What a tournament that fails prints, and its sentences."""
    arguments = [*SMALL, *more]
    monkeypatch.setattr("sys.argv", ["tangledbank", *arguments])
    with pytest.raises(SystemExit) as ended:
        main(["--language", "en", *arguments])
    assert ended.value.code == 2
    printed = capsys.readouterr()
    return printed.out, printed.err.splitlines()


@pytest.mark.parametrize("trouble", [Refused("it failed"), OSError(2, "it failed", "logs/1")])
def test_a_failure_shows_the_games_so_far_and_how_to_go_on(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    trouble: Exception,
) -> None:  # fmt: skip
    def failing(setup: Setup, number: int, logs: Path | None) -> Result:
        if number == 2:
            raise trouble
        return play(setup, number, logs)

    monkeypatch.setattr("tangledbank.arena.tournament.play", failing)
    out, (kept, go_on, why) = late_failure(monkeypatch, capsys)
    (file,) = (home / "tournaments").iterdir()
    assert "origin: 2 games with 2 seats" in out
    assert kept == f"Interrupted after 2 of 4 games; they are kept in {file}"
    assert go_on == f"Go on with: {shlex.join(['tangledbank', *SMALL, '--state', str(file)])}"
    assert why.endswith("it failed")


def test_a_picture_that_fails_comes_after_the_report(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(_report: TournamentReport, path: Path) -> None:
        raise OSError(28, "no space left", str(path))

    monkeypatch.setattr("tangledbank.cli.tournament.plot", failing)
    picture = str(tmp_path / "a.svg")
    out, (go_on, why) = late_failure(monkeypatch, capsys, "--plot", picture)
    (file,) = (home / "tournaments").iterdir()
    assert "origin: 4 games with 2 seats" in out
    assert go_on.endswith(f"--plot {picture} --state {file}")
    assert why == f"tangledbank: {picture}: no space left"


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(Refused, match="this is a folder, not a file"):
        check_plot(tmp_path / "a.svg")


# --- programs in a tournament --------------------------------------------------------------------


def test_a_broken_program_loses_its_games_and_no_more(tmp_path: Path, home: Path) -> None:
    bad = command(
        tmp_path, "if len(message['legal']) > 4: raise OSError('disk')\nprint(0, flush=True)"
    )
    programs = ["--bot", f"good={GOOD}", "--bot", f"bad={bad}"]
    done = run(
        "tournament",
        "origin",
        "--bots",
        "random",
        *programs,
        "--games",
        6,
        "--workers",
        2,
        "--json",
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    entries = {entry["bot"]: entry for entry in report["bots"]}
    assert [entries[name]["forfeits"] for name in ("random", "good", "bad")] == [0, 0, 4]
    assert entries["bad"]["win_share"] == 0
    assert "OSError: disk" in entries["bad"]["reasons"][0]["why"]
    assert report["bots"][-1]["bot"] == "bad"


def test_reasons_are_told_in_the_language_of_the_command(tmp_path: Path, home: Path) -> None:
    bad = command(tmp_path, BAD["quiet end"][0])
    arguments = ["tournament", "origin", "--bots", "random", "--bot", f"bad={bad}", "--games", 4]
    done = run("--language", "de", *arguments, "--workers", 2, "--json")
    assert done.returncode == 0, done.stderr
    (entry,) = (entry for entry in json.loads(done.stdout)["bots"] if entry["bot"] == "bad")
    assert {lost["why"] for lost in entry["reasons"]} == {
        "das Programm bad ist gescheitert: es hat sich selbst mit dem Exit-Code 3 beendet"
    }


def test_a_program_that_does_not_start_is_refused_before_anything_is_played(
    tmp_path: Path, home: Path
) -> None:
    bad = script(tmp_path, "raise SystemExit('not today')")
    done = run("tournament", "origin", "--bots", "greedy", "--bot", f"bad={bad}")
    assert done.returncode == 2
    assert done.stderr == (
        "tangledbank: the program bad failed: it ended by itself with exit code 1;"
        " it said: not today\n"
    )
    assert not (home / "tournaments").exists()


# --- what is written -----------------------------------------------------------------------------


def test_logs_are_logs(tmp_path: Path, home: Path) -> None:
    logs, state = tmp_path / "logs", tmp_path / "state"
    done = run(
        "tournament", "evolution", "--bots", "greedy,random", "--games", 2, "--workers", 1,
        "--logs", logs, "--state", state,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in state.read_text().splitlines()[1:]]
    for number, result in enumerate(results):
        table = verify((logs / f"evolution-{number:06}.jsonl").read_text())
        assert table.over
        assert [[*row] for row in table.standings] == result["scores"]
    first = run("replay", logs / "evolution-000000.jsonl")
    assert first.returncode == 0
    assert "wins." in first.stdout


@pytest.mark.parametrize(("kind", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_picture_is_drawn_and_always_the_same(tmp_path: Path, kind: str, start: bytes) -> None:
    report = played(tmp_path / "state", 6)
    pictures = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.{kind}"
        check_plot(path)
        plot(report, path)
        pictures.append(path.read_bytes())
    assert pictures[0] == pictures[1]
    assert pictures[0].startswith(start)


def test_a_ladder_of_ratings_is_played_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everyone plays its neighbours, those at the ends the anchor too; nothing is played twice."""
    ladder = ("random", "beginner", "skilled", "greedy")
    pairs = ratings.pairs_of([ladder], 8)
    assert pairs == {
        ("beginner", "random"): 4, ("skilled", "beginner"): 4, ("greedy", "skilled"): 8,
        ("skilled", "random"): 4,
    }  # fmt: skip
    for name in ("PAGE", "PICTURE", "RATINGS"):
        monkeypatch.setattr(ratings, name, tmp_path / name)
    monkeypatch.setattr(ratings, "all_cores", lambda: 1)
    command = ["ratings.py", "origin", "--games", "8", "--ladder", ",".join(ladder)]
    monkeypatch.setattr("sys.argv", [*command, "--state", str(tmp_path / "state")])
    ratings.main()
    page = (tmp_path / "PAGE").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)`.*? \| (\d+) \|.*?\| (\d*) \|$", page, re.M)
    assert rows == [("greedy", "8", "8"), ("skilled", "16", "4"), ("beginner", "8", "4"),
                    ("random", "8", "")]  # fmt: skip
    assert "`skilled` took " in page
    assert json.loads((tmp_path / "RATINGS").read_text())["origin"].keys() == {
        "beginner",
        "skilled",
    }
    assert (tmp_path / "PICTURE").read_bytes().startswith(b"<?xml")
    monkeypatch.setattr("tangledbank.arena.tournament.play", None)
    ratings.main()
    assert (tmp_path / "PAGE").read_text(encoding="utf-8") == page


def test_the_table_tells_what_counts(home: Path) -> None:
    done = run("tournament", "origin", "--bots", "greedy,random,caretaker", "--games", 5)
    assert done.returncode == 0, done.stderr
    assert "Every pair meets equally often: 6 games are played." in done.stderr
    assert "origin: 6 games with 2 seats, seed 0" in done.stdout
    for word in ("greedy", "random", "caretaker", "Rating", "95 % interval", "Plackett-Luce"):
        assert word in done.stdout
    assert "Kept as " in done.stdout


def test_the_table_tells_by_how_much(home: Path) -> None:
    done = run("tournament", "origin", "--bots", "greedy,random", "--games", 20)
    assert re.search(r"\+\d+\.\d ± \d+\.\d", done.stdout)


# --- what cannot be ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "greedy,gredy"], "there is no bot “gredy”; did you mean “greedy”"),
        (["--bots", "greedy"], "a tournament needs at least two bots"),
        ([], "a tournament needs at least two bots"),
        (["--bots", "greedy,greedy"], "“greedy” is named twice"),
        (["--bots", "greedy,random", "--games", "0"], "at least one game must be played, not 0"),
        (["--bots", "greedy,random", "--games", "9999999"], "at most 1000000 games"),
        (["--bots", "greedy,random", "--seats", "9"], "origin is for 2 to 8 seats, not 9"),
        (["--bots", "greedy,random", "--seats", "1"], "origin is for 2 to 8 seats, not 1"),
        (["--bots", "greedy,random", "-o", "deck=gold"], "there is no deck “gold”"),
        (["--bots", "greedy,random", "--plot", "picture.gif"], "a picture ends with .png, .svg"),
        (["--bots", "greedy,random", "--plot", "nowhere/a.svg"], "there is no such folder"),
        (["--bots", "greedy,random", "--stop", "never"], "“never” is neither apart nor"),
        (["--bots", "greedy,search:0s"], "“0s” is no budget of search"),
        (["--bots", "greedy,mine"], "there is no bot “mine”"),
        (["--bots", "greedy", "--bot", "mine=./nothing"], "there is no program “./nothing”"),
        (["--bots", "greedy", "--bot", "mine=python3", "--bot-seconds", "0"], "--bot-seconds"),
        (["--bots", "greedy", "--bot", "mine=python3", "--bot-megabytes", "1"], "--bot-megabytes"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    home: Path, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--language", "en", "tournament", "origin", *arguments])
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
    assert not home.exists()


def test_too_many_groups_are_refused() -> None:
    with pytest.raises(Refused, match="30 bots at tables of 8 are 46823400 games"):
        setup_of([f"b{n}" for n in range(30)], 8)


def test_a_silent_program_is_not_waited_for(tmp_path: Path) -> None:
    silent = command(tmp_path, BAD["silence"][0])
    limits = Limits(seconds=0.3)
    setup = set_up(load("origin"), ["mine", "random"], None, {}, 0, {"mine": silent}, limits)
    [forfeit] = play(setup, 0).forfeits
    assert "did not answer within 0.3 seconds" in forfeit.why
