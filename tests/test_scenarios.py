"""The scenarios of the package hold, and together with the tests they show every clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangledbank import scenario
from tangledbank.coverage import not_shown, shown_by_scenarios, shown_by_tests
from tangledbank.errors import Refused
from tangledbank.games.clauses import clauses

SCENARIOS = Path(scenario.__file__).parent / "games"


@pytest.mark.parametrize("path", scenario.find_files([SCENARIOS]), ids=lambda path: path.stem)
def test_scenarios_hold(path: Path) -> None:
    failures = [str(failure) for failure in scenario.run_file(path) if failure]
    assert not failures, "\n".join(failures)


def test_every_clause_is_shown() -> None:
    shown = shown_by_scenarios("origin") | shown_by_tests(Path(__file__).parent)
    assert [clause.id for clause in not_shown("origin", shown)] == []


def test_tests_name_only_clauses_there_are() -> None:
    shown = shown_by_tests(Path(__file__).parent)
    assert shown <= {clause.id for clause in clauses("origin")}


def test_a_clause_is_shown_only_by_the_marker_of_a_test(tmp_path: Path) -> None:
    """Neither a comment nor a helper, a skipped test or another file counts."""
    (tmp_path / "test_some.py").write_text(
        '''"""OS-SET-01"""
# OS-SET-02
@pytest.mark.clauses("OS-SET-03")
def helper(): "OS-SET-04"

@pytest.mark.parametrize("clause", ["OS-SET-05"])
def test_named(clause): "OS-SET-06"

@pytest.mark.skip
@pytest.mark.clauses("OS-TRN-01")
def test_skipped(): ...

@pytest.mark.clauses("OS-TRN-02", "OS-TRN-03")
@pytest.mark.parametrize("n", [1])
def test_marked(n): ...
''',
        encoding="utf-8",
    )
    (tmp_path / "other.py").write_text("@pytest.mark.clauses('OS-TRN-04')\ndef test_it(): ...\n")
    assert shown_by_tests(tmp_path) == {"OS-TRN-02", "OS-TRN-03"}


def test_scenarios_name_only_clauses_there_are() -> None:
    known = {clause.id for clause in clauses("origin")}
    for path in scenario.find_files([SCENARIOS]):
        for one in scenario.read_file(path):
            assert one.shows, f"{path}: {one.title} shows nothing"
            assert set(one.shows) <= known, f"{path}: {set(one.shows) - known}"
            assert one.title, path


GIVEN = {"phase": "feeding", "bank": 2, "seats": [{"animals": [{}]}, {"animals": [{}]}]}


def run(*steps: dict[str, object], **fields: object) -> scenario.Failure | None:
    words = {"game": "origin", "given": GIVEN, "steps": list(steps), **fields}
    return scenario.run(scenario.Scenario(**words), "x.yaml")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("step", "expected", "actual"),
    [
        ({"seat 0": {"do": "take", "animal": 0}, "expect": {"bank": 2}}, "expect.bank = 2", "1"),
        ({"expect": {"seats": {0: {"animals": 2}}}}, "expect.seats[0].animals = 2", "[{card: "),
        ({"expect": {"seats": [{}, {"animals": []}]}}, "expect.seats[1].animals = []", "[{card: "),
        ({"legal": ["end"]}, "{legal: end}", "duty (OS-FEED-08)"),
        ({"illegal": ["take A1"]}, "{illegal: take A1}", "it is legal"),
        ({"illegal": [{"do": "end", "why": "full"}]}, "why: full", "duty"),
        ({"only_legal": ["end"]}, "only_legal: [end]", "take A1"),
        ({"pending": [1]}, "pending: [1]", "[0]"),
        ({"seat 1": "take B1"}, "this can be done", "not_your_decision"),
        ({"seat 0": "take A1", "events": [{"event": "eaten"}]}, "event: eaten", "token_gained"),
        ({"view": {1: {"bank": 5}}}, "view 1.bank = 5", "2"),
        ({"seat 0": "take A1", "no_events": [{"event": "token_gained"}]}, "no event", "bank"),
    ],
)
def test_a_failure_tells_what_was_expected_and_what_was_found(
    step: dict[str, object], expected: str, actual: str
) -> None:
    failure = run({"note": "first"}, step)
    assert failure is not None
    assert failure.step == "step 2"
    assert expected in failure.expected
    assert actual in failure.actual
    assert str(failure).startswith("x.yaml: step 2\n  expected: ")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"expects": {}}, "step 1: expects: a step has no “expects”"),
        ({"expect": {"bnak": 1}}, "expect: there is no field “bnak”"),
        ({"expect": {"seats": [{"animals": [{"foo": 1}]}]}}, "there is no field “foo”"),
        ({"seat 0": {"do": "tak"}}, "did you mean “take”"),
        ({"seat 0": {"do": "take"}}, "“take” needs the field “animal”"),
        ({"seat 0": {"do": "take", "animal": 0, "x": 1}}, "“take” has no field “x”"),
        ({"seat x": "pass"}, "a seat is a number"),
        ({"seat 9": "pass"}, "seats are counted from 0 to 1"),
        ({"illegal": [{"do": "end", "why": "dutty"}]}, "there is no reason “dutty”"),
        ({"dice": [7]}, "dice are up to 16 numbers from 1 to 6"),
        ({"dice": 4}, "step 1: dice: this is a list"),
        ({"view": [1]}, "step 1: view: this is a mapping"),
        ({"undo": True}, "step 1: undo: this is a number"),
        ({"view": {2: {}}}, "step 1: view: there is no seat 2"),
        ({"legal": ["tak A1"]}, "step 1: legal: there is no action “tak”"),
        ({"only_legal": ["attack A1 prey B1"]}, "write single steps here"),
        ({"events": [{"event": "eat"}]}, "step 1: events: there is no event “eat”"),
        ({"events": [{"event": "eaten", "by": 1}]}, "the event “eaten” has no “by”"),
        ({"deck": ["lion"]}, "there is no card “lion”"),
        ({"seat 0": "take A1", "seat 1": "take B1"}, "a step has one action"),
    ],
)
def test_a_wrong_step_is_refused_with_its_place(step: dict[str, object], message: str) -> None:
    with pytest.raises(Refused) as refused:
        run(step)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seats": [{}]}, "seats: origin is for 2 to 8 seats, not 1"),
        ({"seats": [{}, {}], "phase": "lunch"}, "phase: Invalid enum value 'lunch'"),
        ({"seats": [{}, {"animals": [{"red": "x"}]}]}, "seats[1].animals[0].red: Expected `int`"),
        ({"seats": [{}, {"hnd": 3}]}, "seats[1]: Object contains unknown field `hnd`"),
        ({"seats": [{"hand": ["lion"]}, {}]}, "seats[0].hand[0]: there is no card “lion”"),
        ({"seats": [{"hand": ["piracy"] * 5}, {}]}, "hand[4]: more copies of “piracy”"),
        ({"seats": [{"animals": [{"red": 2}]}, {}]}, "it needs 1 tokens and cannot have more"),
        ({"seats": [{"animals": [{"abilities": ["large", "large"]}]}, {}]}, "only once"),
        ({"seats": [{"animals": [{"abilities": ["carnivore", "scavenger"]}]}, {}]}, "both"),
        ({"seats": [{"animals": [{"abilities": ["symbiosis"]}]}, {}]}, "under “pairs”"),
        ({"seats": [{"animals": [{"hibernating": True}]}, {}]}, "cannot hibernate without"),
        (
            {"seats": [{"pairs": [{"ability": "symbiosis", "animals": [0, 1]}]}, {}]},
            "there is no animal A1",
        ),
        ({"seats": [{}, {}], "deck": 3, "discard": 3}, "84 cards are left"),
        ({"seats": [{}, {}], "deck": 99}, "only 84 cards left"),
        ({"seats": [{"hand": 90}, {}]}, "more than the 84 cards"),
        ({"seats": [{}, {}], "first": 2}, "first: seats are counted from 0 to 1"),
        ({"seats": [{}, {}], "options": {"deck": "big"}}, "there is no option deck: big"),
        ({"seats": [{}, {}], "stage": "hunt"}, "stage: the stage “hunt” needs its draft"),
    ],
)
def test_a_wrong_position_is_refused_with_path_and_value(
    given: dict[str, object], message: str
) -> None:
    with pytest.raises(Refused) as refused:
        run(given=given)
    assert message in str(refused.value)
    assert str(refused.value).startswith("x.yaml: given: ")


def test_either_a_position_or_seats() -> None:
    with pytest.raises(Refused, match="not both"):
        run(seats=2)
    with pytest.raises(Refused, match="needs a position"):
        run(given=None)


def test_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no such file or folder"):
        scenario.find_files([tmp_path / "none"])
    with pytest.raises(Refused, match="no scenario file here"):
        scenario.find_files([tmp_path])
    (tmp_path / "bad.yaml").write_text("game: origin\nsteps: [\n")
    with pytest.raises(Refused, match=r"bad\.yaml:3: this is not YAML"):
        scenario.read_file(tmp_path / "bad.yaml")
    (tmp_path / "list.yaml").write_text("- 1\n")
    with pytest.raises(Refused, match=r"list\.yaml: Expected `object`"):
        scenario.read_file(tmp_path / "list.yaml")
