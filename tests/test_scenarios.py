"""The scenarios of the package hold, and together with the tests they show every clause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangledbank import scenario
from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.game import clauses
from tangledbank.scenario import not_shown, shown_by_scenarios, shown_by_tests
from tangledbank.text_files import load_yaml

SCENARIOS = Path(scenario.__file__).parent / "games"


@pytest.mark.parametrize("path", scenario.find_files([SCENARIOS]), ids=lambda path: path.stem)
def test_scenarios_hold(path: Path) -> None:
    failures = [str(failure) for failure in scenario.run_file(path) if failure]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_shown(game: str) -> None:
    shown = shown_by_scenarios(game) | shown_by_tests(Path(__file__).parent)
    assert [clause.id for clause in not_shown(game, shown)] == []


def test_tests_name_only_clauses_there_are() -> None:
    shown = shown_by_tests(Path(__file__).parent)
    assert shown <= {clause.id for game in GAMES for clause in clauses(game)}


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


def test_an_empty_path_is_not_the_current_folder() -> None:
    with pytest.raises(Refused, match="this path is empty"):
        scenario.find_files([SCENARIOS, ""])


def test_scenarios_name_only_clauses_there_are() -> None:
    for path in scenario.find_files([SCENARIOS]):
        for one in scenario.read_file(path):
            known = {clause.id for clause in clauses(one.game)}
            assert path.is_relative_to(SCENARIOS / one.game), path
            assert one.shows, f"{path}: {one.title} shows nothing"
            assert set(one.shows) <= known, f"{path}: {set(one.shows) - known}"
            assert one.title, path


GIVEN = {
    "phase": "feeding",
    "bank": 2,
    "seats": [{"hand": ["parasite/fat"] * 2, "animals": [{}]}, {"animals": [{}]}],
}


def run(*steps: dict[str, object], **fields: object) -> scenario.Mismatch | None:
    words: dict[str, Any] = {"game": "origin", "given": GIVEN, "steps": list(steps), **fields}
    return scenario.run(scenario.Scenario(**words), "x.yaml")


@pytest.mark.parametrize(
    ("step", "expected", "actual"),
    [
        ({"seat 0": {"do": "take", "animal": 0}, "expect": {"bank": 2}}, "expect.bank = 2", "1"),
        (
            {"expect": {"seats": {0: {"animals": 2}}}},
            "expect.seats[0].animals = 2",
            "there is 1 (turn 1, feeding)",
        ),
        (
            {"expect": {"seats": [{}, {"animals": []}]}},
            "expect.seats[1].animals = []",
            "there is 1 (",
        ),
        ({"legal": ["end"]}, "{legal: end}", "duty (OS-FEED-08)"),
        ({"illegal": ["take A1"]}, "{illegal: take A1}", "it is legal"),
        ({"illegal": [{"do": "end", "why": "full"}]}, "why: full", "duty"),
        ({"only_legal": ["end"]}, "only_legal: [end]", "take A1"),
        ({"pending": [1]}, "pending: [1]", "[0]"),
        ({"seat 1": "take B1"}, "this can be done", "not_your_decision"),
        (
            {"legal": [{"do": "attack", "with": 0, "prey": [9, 0]}]},
            "legal",
            "no_such_animal: there",
        ),
        (
            {"seat 0": {"do": "attack", "with": 0, "prey": [9, 0]}},
            "can be done",
            "no_such_animal: there is no",
        ),
        ({"seat 0": "take A1", "events": [{"event": "eaten"}]}, "event: eaten", "token_gained"),
        ({"view": {1: {"bank": 5}}}, "view 1.bank = 5", "2"),
        (
            {"view": {0: {"seats": {0: {"hand": 2}}}}},
            "view 0.seats[0].hand = 2",
            "a number means that they are hidden, and this seat sees [parasite/fat, parasite/fat]",
        ),
        (
            {"expect": {"seats": {0: {"animals": {"count": 2, 0: {}}}}}},
            "expect.seats[0].animals.count = 2",
            "there is 1",
        ),
        (
            {"expect": {"seats": {0: {"hand": {"same": ["parasite/fat", "large"]}}}}},
            "expect.seats[0].hand.same = [parasite/fat, large]",
            "[parasite/fat, parasite/fat]",
        ),
        (
            {
                "seat 0": "take A1",
                "events": [{"event": "feeding_turn_ended"}, {"event": "token_gained"}],
            },
            "event: token_gained",
            "it is event 1, and there is none like it after event 2: [{",
        ),
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
        ({"dice": 4}, "step 1: dice: this should be a list, not a whole number"),
        ({"view": [1]}, "step 1: view: this should be a mapping, not a list"),
        ({"view": {0: {}, 1: 5}}, "step 1: view.1: this should be a mapping, not a whole number"),
        ({"undo": True}, "step 1: undo: this should be a whole number, not true or false"),
        ({"view": {2: {}}}, "step 1: view: there is no seat 2"),
        ({"legal": ["tak A1"]}, "step 1: legal: there is no action “tak”"),
        ({"only_legal": ["attack A1 prey B1"]}, "write single steps here"),
        ({"events": [{"event": "eat"}]}, "step 1: events: there is no event “eat”"),
        ({"events": [{"event": "eaten", "by": 1}]}, "the event “eaten” has no “by”"),
        ({"deck": ["lion"]}, "there is no card “lion”"),
        ({"seat 0": "take A1", "seat 1": "take B1"}, "a step has one action"),
        ({"seat ²": "pass"}, "step 1: ²: a seat is a number from 0"),
        ({"seat " + "9" * 5000: "pass"}, "a seat is a number from 0"),
        ({"seat 0": None}, "step 1: action: an action is words such as {do: pass}"),
        ({"seat 0": [1]}, "step 1: action: an action is words such as {do: pass}"),
        ({"seat 0": {"do": []}}, "step 1: do: there is no action “[]”"),
        ({"dice": [True]}, "step 1: dice[0]: this should be a whole number, not true or false"),
        (
            {"legal": [5]},
            "step 1: legal[0]: this should be a text or a mapping, not a whole number",
        ),
        ({"legal": [None]}, "step 1: legal[0]: this should be a text or a mapping, not nothing"),
        ({"legal": [{"line": 5}]}, "step 1: line: this should be a text, not a whole number"),
        ({"legal": [{"line": "end", "do": "end"}]}, "step 1: line: beside “line” there can be"),
        ({"illegal": [{"line": "end", "seat": "0"}]}, "illegal: seats are counted from 0 to 1"),
        ({"only_legal": [{"do": "end", "seat": []}]}, "seat: seats are counted from 0 to 1"),
        ({"events": [{"event": ["a"]}]}, "step 1: events: there is no event “['a']”"),
        ({"events": ["eaten"]}, "step 1: events[0]: this should be a mapping, not a text"),
        ({"expect": {"seats": {"²": {}}}}, "expect.seats: “²” is no place in a list"),
        ({"view": {"²": {}}}, "step 1: ²: a seat is a number from 0"),
        ({"view": {"audiense": {}}}, "as in “seat 0”; did you mean “audience”?"),
        ({"expects": {}}, "a step has no “expects”; did you mean “expect”?"),
        ({"expect": {"bnak": 1}}, "there is no field “bnak”; did you mean “bank”?"),
        ({"illegal": [{"do": "end", "why": "dutty"}]}, "did you mean “duty”?"),
        ({"events": [{"event": "eat"}]}, "there is no event “eat”; did you mean “eaten”?"),
        ({"events": [{"event": "eaten", "anmal": 1}]}, "has no “anmal”; did you mean “animal”?"),
        ({"expect": {"seats": {"same": 5}}}, "expect.seats.same: this should be a list"),
        ({"expect": {"seats": {"count": "x"}}}, "expect.seats.count: this should be a whole"),
        ({"undo": 2}, "step 1: seat: seats are counted from 0 to 1"),
        ({"note": {"a": object()}}, "note.a: this is no text"),
    ],
)
def test_a_wrong_step_is_refused_with_its_place(step: dict[str, object], message: str) -> None:
    with pytest.raises(Refused) as refused:
        run(step)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


HUNGRY = {"phase": "feeding", "bank": 3}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seats": [{}]}, "seats: a game has 2 to 8 seats, not 1"),
        (
            {"seats": [{}, {}], "phase": "lunch"},
            "phase: “lunch” cannot stand here; there are: development, extinction",
        ),
        (
            {"seats": [{}, {"animals": [{"red": "x"}]}]},
            "seats[1].animals[0].red: this should be a whole number, not",
        ),
        (
            {"seats": [{}, {"hnd": 3}]},
            "seats[1]: there is no field “hnd” here; did you mean “hand”?",
        ),
        (
            {"seats": [{"animals": [{"abilities": ["lion"]}]}, {}]},
            "seats[0].animals[0].abilities[0]: “lion” cannot stand here; there are: burrowing,",
        ),
        (
            {"seats": [{"animals": [{"abilities": [{"x": 1}]}]}, {}]},
            "abilities[0]: there is no field “x” here; there are: ability, card, token",
        ),
        ({"seats": [{"hand": ["lion"]}, {}]}, "seats[0].hand[0]: there is no card “lion”"),
        ({"seats": [{"hand": ["piracy"] * 5}, {}]}, "hand[4]: more copies of “piracy”"),
        (
            {**HUNGRY, "seats": [{"animals": [{"red": 2}]}, {}]},
            "it needs 1 tokens and cannot have more",
        ),
        ({"seats": [{"animals": [{"abilities": ["large", "large"]}]}, {}]}, "only once"),
        ({"seats": [{"animals": [{"abilities": ["carnivore", "scavenger"]}]}, {}]}, "both"),
        ({"seats": [{"animals": [{"abilities": ["symbiosis"]}]}, {}]}, "under “pairs”"),
        (
            {**HUNGRY, "seats": [{"animals": [{"hibernating": True}]}, {}]},
            "cannot hibernate without",
        ),
        (
            {"seats": [{"pairs": [{"ability": "symbiosis", "animals": [0, 1]}]}, {}]},
            "there is no animal A1",
        ),
        ({"seats": [{}, {}], "deck": 3, "discard": 3}, "84 cards are left"),
        ({"seats": [{}, {}], "deck": 99}, "only 84 cards left"),
        ({"seats": [{"hand": 90}, {}]}, "more than the 84 cards"),
        ({"seats": [{}, {}], "first": 2}, "first: seats are counted from 0 to 1"),
        (
            {"seats": [{}, {}], "options": {"deck": "big"}},
            "options.deck: there is no deck “big”; there are: c",
        ),
        ({"seats": [{}, {}], "options": {"dek": "big"}}, "option “dek”; did you mean “deck”?"),
        ({"seats": [{}, {}], "phase": "feding"}, "cannot stand here; did you mean “feeding”?"),
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


def test_a_list_is_expected_by_its_length_and_in_any_order() -> None:
    animals = [{"abilities": ["large"]}, {"abilities": ["carnivore"]}, {}]
    given = {"phase": "feeding", "bank": 2, "seats": [{"animals": animals}, {"hand": 2}]}
    rows = (
        {"count": 3},
        {"count": 3, 1: {"abilities": ["carnivore"]}},
        {"same": [{}, {"abilities": ["carnivore"]}, {"abilities": ["large"]}]},
    )
    for row in rows:
        assert run({"expect": {"seats": {0: {"animals": row}}}}, given=given) is None
    assert run({"view": {0: {"seats": {1: {"hand": {"count": 2}}}}}}, given=given) is None
    twice = {"same": [{"abilities": ["large"]}, {"abilities": ["large"]}, {}]}
    assert run({"expect": {"seats": {0: {"animals": twice}}}}, given=given) is not None


@pytest.mark.parametrize(
    ("game", "things", "when"),
    [
        ("origin", "animals", "(turn 1, feeding)"),
        ("evolution", "species", "(round 1, feeding)"),
        ("darwin", "species", "(era 1, action)"),
    ],
)
def test_a_failure_says_when_as_the_game_counts(game: str, things: str, when: str) -> None:
    is_darwin = game == "darwin"
    seat: dict[str, object] = {} if is_darwin else {things: [{}]}
    given = {"seats": [seat, seat]} | ({} if is_darwin else {"phase": "feeding"})
    food = {} if is_darwin else {"bank" if game == "origin" else "hole": 2}
    failure = run({"pending": [1]}, game=game, given=given | food)
    assert failure is not None
    assert failure.actual.endswith(when)


def test_whoever_has_passed_is_passed_over() -> None:
    given = {"seats": [{"passed": True}, {}, {}]}
    assert run({"pending": [1]}, game="darwin", given=given) is None
    assert run({"pending": [2]}, game="darwin", given={**given, "seat": 2}) is None


def test_a_place_that_is_not_on_the_table_is_refused() -> None:
    given = {"next_places": [0, 4], "seats": [{}, {}, {}]}
    with pytest.raises(Refused, match=r"next_places\[1\]: places are counted from 0 to 3"):
        run(game="darwin", given=given)


def test_a_field_that_is_left_out_has_its_default() -> None:
    given: dict[str, object] = {"seats": [{}, {}, {}]}
    assert run({"expect": {"volcano": "none"}}, game="darwin", given=given) is None
    failure = run({"expect": {"volcano": "young"}}, game="darwin", given=given)
    assert failure is not None
    assert failure.actual == "none (era 1, action)"


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
    with pytest.raises(Refused, match=r"list\.yaml: this should be a mapping, not"):
        scenario.read_file(tmp_path / "list.yaml")


START = "game: origin\nsteps: []\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seats: 2\nseed: 2001-01-01\n", "x.yaml: seed: this should be a whole number, not a text"),
        ("seats: 2\nseed: !!timestamp 1\n", "x.yaml:4: this is not YAML: could not determine a"),
        ("seats: 2\nseed: 0b_\n", "x.yaml: seed: this should be a whole number, not a text"),
        ("seats: 2\nseed: !!int x\n", "x.yaml:4: this is not YAML: this value cannot be read"),
        ("seed: " + "9" * 5000, "x.yaml:3: this is not YAML: this value cannot be read"),
        ("seed: " + "9" * 50, "x.yaml: seed: this is no text"),
        ("seed: 12:30", "x.yaml: seed: this should be a whole number, not a text"),
        ("note: " + "[" * 5000, "x.yaml: this is nested too deep"),
        ("given: " + "{a: " * 60 + "1" + "}" * 60, "this is nested more than 40 deep"),
        ("seats: 2\nseats: 3\n", "x.yaml:4: this is not YAML: “seats” comes twice"),
        ("given: {seats: &a [{}, {}], deck: *a}", "x.yaml:3: this is not YAML: write it out"),
        (
            "seats: 2\nseatz: 2\n",
            "there is no field “seatz” here; did you mean “seats”?",
        ),
        ("seats: 2\n---\nseats: 2\n", "x.yaml: scenario 2: the field “game” is missing"),
        ("note: \0", "x.yaml: this is not YAML: special characters are not allowed"),
        ('note: "\\ud800"', "x.yaml: note: this is no text"),
        ("", "x.yaml: it needs a position"),
        ("seats: 99", "x.yaml: seats: origin is for 2 to 8 seats, not 99"),
        ("title: Two\nseats: 1", "x.yaml: Two: seats: origin is for 2 to 8 seats, not 1"),
        ("given: {seats: 3}", "x.yaml: given: seats: this should be a list, not a whole number"),
        (
            "given: {seats: [{}, {}], options: 5}",
            "given: options: this should be a mapping, not a whole number",
        ),
        (
            "given: {seats: [{}, {}], options: ~}",
            "given: options: this should be a mapping, not nothing",
        ),
        ("given: {seats: [{}, {}], chance: [99999999999999999999]}", "given.chance[0]: this is no"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(START + text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        list(scenario.run_file(file))
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_yaml_means_what_it_looks_like() -> None:
    text = "{a: on, b: true, c: -3, d: 1.5, e: ~, f: 2001-01-01, g: 12:30, h: , i: 0x1f, =: <<}"
    (words,) = load_yaml(text)
    assert words == {
        "a": "on", "b": True, "c": -3, "d": 1.5, "e": None, "f": "2001-01-01", "g": "12:30",
        "h": None, "i": "0x1f", "=": "<<",
    }  # fmt: skip


STEP = {
    "seat 0": {"do": "take", "animal": 0},
    "expect": {"bank": 1, "seats": {0: {"animals": [{"red": 1}]}}},
    "legal": ["take B1", {"do": "take", "animal": 0, "seat": 1}],
    "illegal": [{"do": "end", "why": "duty"}],
    "only_legal": ["take B1"],
    "events": [{"event": "token_gained", "seat": 0}],
    "view": {1: {"bank": 1}},
    "dice": [3],
    "undo": 0,
    "pending": [1],
}
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from([*STEP, "do", "A1", "²", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["do", "animal", "seat", "event", "0", 0, "x"]), inner)
    ),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None)
@given(key=st.sampled_from([*STEP]), value=PLAIN, others=st.sets(st.sampled_from([*STEP])))
def test_a_step_of_anything_holds_fails_or_is_refused(
    key: str, value: object, others: set[str]
) -> None:
    step = {name: STEP[name] for name in STEP if name in others} | {key: value}
    try:
        failure = run(step)
    except Refused as refused:
        failure = None
        assert str(refused).startswith("x.yaml: step 1: ")  # noqa: PT017  it may also hold
    assert failure is None or failure.step == "step 1"
