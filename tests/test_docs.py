"""The pages of docs/ name everything there is, and what they show runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from tangledbank import scenario
from tangledbank.cli.scenarios import own_folder
from tangledbank.games.game import Game
from tangledbank.games.origin import document_fields as fields
from tangledbank.games.origin.actions import SOURCES
from tangledbank.games.origin.cards import ABILITIES, CARD_NAMES, COPIES, DECK_LISTS
from tangledbank.games.origin.sentences import FIELDS
from tangledbank.games.vocabulary import Action
from tangledbank.scenario import load_yaml
from tangledbank.table import Table

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
STRUCTS: tuple[type[msgspec.Struct], ...] = (
    fields.Document,
    fields.SeatWords,
    fields.AnimalWords,
    fields.AbilityWords,
    fields.PairWords,
)
INNER_STRUCTS = (fields.DraftWords, fields.AttackWords)  # named inside one row of a table


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def rows(text: str) -> list[list[str]]:
    """The cells of all lines of all tables."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def row_of(name: str, heading: str) -> list[str]:
    """The line about a name in the tables under a heading."""
    found = [row for row in rows(section(heading)) if row[0] == f"`{name}`"]
    assert len(found) == 1, f"“{heading}” has {len(found)} lines about {name}"
    return found[0]


def section(heading: str) -> str:
    """The text under a heading of the second level."""
    _, _, rest = PAGE.partition(f"\n## {heading}\n")
    assert rest, f"there is no heading “{heading}”"
    return rest.partition("\n## ")[0]


def named(text: str) -> set[str]:
    """What stands in code quotes, without the quotes YAML needs."""
    return {name.strip('"') for name in re.findall(r"`([^`]+)`", text)}


def scenarios() -> Iterator[scenario.Scenario]:
    """Every scenario shown on the page that is whole."""
    for block in blocks(PAGE, "yaml"):
        for words in load_yaml(block):
            if "steps" in words:
                yield msgspec.convert(words, scenario.Scenario)


def test_verbs_with_fields(origin: Game) -> None:
    for action in origin.vocabulary.actions.values():
        row = row_of(action.verb, "Actions")
        assert {*action.shape.names(), *action.then} <= named(row[1]), action.verb
        assert "optional" in row[1] or not _has_optional(action), action.verb
        origin.vocabulary.actions[row[2].strip("`").split()[0]]  # the notation begins with a verb


def test_abilities_that_are_used() -> None:
    found = [row[2] for row in rows(section("The position: `given`")) if row[0] == "`used`"]
    assert named(found[0]) == {"carnivore", "piracy", "grazing", "mimicry", "hibernation"}


def test_words_and_notation_mean_the_same() -> None:
    animals: list[object] = [{"red": 1}, {}]
    seats = [{"hand": ["large/carnivore"], "animals": animals}] * 2
    table = Table(given={"phase": "feeding", "bank": 3, "seats": seats})
    forms = [row for row in rows(section("Actions")) if row[1].startswith("`{do:")]
    assert len(forms) >= 7
    for what, words, notation in forms:
        action = load_yaml(re.findall(r"`([^`]+)`", words)[0])[0]
        assert table.path(0, action) == table.path(0, notation.strip("`")), what


def test_notation_of_each_verb_is_understood(origin: Game) -> None:
    table = Table(given={"seats": [{"hand": 1, "animals": [{}, {}]}] * 2})
    for verb in origin.vocabulary.actions:
        why = table.why_not(0, row_of(verb, "Actions")[2].strip("`"))
        assert why is None or why.reason, why


def _has_optional(action: Action) -> bool:
    return any(name.endswith("?") for name in action.shape.fields)


def test_reasons(origin: Game) -> None:
    for reason in origin.reasons[1:]:
        assert row_of(reason.name, "Reasons")[1:] == [reason.clause, reason.sentence]
    listed = {row[0].strip("`") for row in rows(section("Reasons"))}
    assert listed - {reason.name for reason in origin.reasons} == {"why"}  # the line on top
    told = set().union(*(named(row[1]) for row in rows(section("Legal and illegal"))[1:]))
    assert told == {reason.name for reason in origin.reasons[1:]}


def test_events() -> None:
    for name, columns in FIELDS.items():
        fields = {column.partition(":")[0] for column in columns if column}
        assert named(row_of(name, "Events")[1]) == fields, name
    assert set(SOURCES) <= named(row_of("token_gained", "Events")[2])


def test_cards_and_abilities() -> None:
    text = section("Cards and abilities")
    assert set(ABILITIES) <= named(text)
    for kind, name in enumerate(CARD_NAMES):
        row = row_of(name, "Cards and abilities")
        copies = [0 if cell == "–" else int(cell) for cell in row[1:]]
        assert copies == COPIES[:, kind].tolist(), name
    assert tuple(named_in_order(rows(text)[0][1:])) == DECK_LISTS


def named_in_order(cells: list[str]) -> list[str]:
    return [cell.strip("`") for cell in cells]


def test_options(origin: Game) -> None:
    for name, values in origin.options.items():
        row = row_of(name, "Options")
        assert re.findall(r"`([^`]+)`", row[1]) == list(values), name
        assert re.fullmatch(r"OS-RUL-\d\d", row[2])


def test_step_keys() -> None:
    for key in scenario.STEP_KEYS:
        row_of(key, "Steps")


def test_top_level_fields() -> None:
    for field in msgspec.structs.fields(scenario.Scenario):
        row_of(field.name, "The file")


def test_position_fields() -> None:
    """Each table is about one part of a position; the first and the last are the whole."""
    text = section("The position: `given`")
    tables = [
        {row[0].strip("`") for row in rows(lines)} - {"field"}
        for lines in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    ]
    *parts, rest = tables
    parts[0] |= rest
    for struct, listed in zip(STRUCTS, parts, strict=True):
        assert listed == {field.name for field in msgspec.structs.fields(struct)}, struct.__name__


@pytest.mark.parametrize("struct", INNER_STRUCTS)
def test_fields_of_an_open_decision(struct: type[msgspec.Struct]) -> None:
    text = section("The position: `given`")
    groups = [set(group.split(", ")) for group in re.findall(r"`\{([a-z_, ]+)\}`", text)]
    assert {field.name for field in msgspec.structs.fields(struct)} in groups


def test_words_of_a_position() -> None:
    """Every word that a field of a position can be is named."""
    text = named(section("The position: `given`")) | named(section("Cards and abilities"))
    for part in msgspec.json.schema_components(STRUCTS)[1].values():
        for field in part["properties"].values():
            assert set(_words(field)) <= text


def _words(field: dict[str, Any]) -> Iterator[str]:
    """The words a JSON Schema allows."""
    yield from (word for word in field.get("enum", []) if word is not None)
    for one in field.get("anyOf", []):
        yield from _words(one)


def test_links_inside_the_page_lead_somewhere() -> None:
    headings = re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in headings}
    other = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(#([^)]+)\)", PAGE) + re.findall(r"\(scenarios\.md#([^)]+)\)", other)
    assert links
    assert set(links) <= anchors


def test_scenarios_on_the_page_hold() -> None:
    shown = list(scenarios())
    assert len(shown) >= 5
    for one in shown:
        failure = scenario.run(one, "docs/scenarios.md")
        assert failure is None, str(failure)


def test_scenarios_on_the_page_fit_the_schema() -> None:
    check = jsonschema.Draft202012Validator(scenario.schema())
    for block in blocks(PAGE, "yaml"):
        for words in load_yaml(block):
            check.validate(plain(words))


def test_schema_file_is_current() -> None:
    text = (ROOT / "docs" / "scenario.schema.json").read_text(encoding="utf-8")
    assert json.loads(text) == msgspec.to_builtins(scenario.schema())


@pytest.mark.parametrize("path", sorted(own_folder().rglob("*.yaml")), ids=lambda path: path.name)
def test_packaged_scenarios_fit_the_schema(path: Path) -> None:
    schema = scenario.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    for words in load_yaml(path.read_text(encoding="utf-8")):
        check.validate(plain(words))


def plain(words: object) -> Any:
    """As JSON has it: all keys are text."""
    return json.loads(json.dumps(words))


def test_examples_in_python_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TANGLEDBANK_DATA", str(tmp_path))
    for page in ("README.md", "docs/json.md"):
        for number, block in enumerate(
            blocks((ROOT / page).read_text(encoding="utf-8"), "python"), start=1
        ):
            exec(compile(block, f"{page}, example {number}", "exec"), {"__name__": "__main__"})
    assert "Points:" in capfd.readouterr().out  # the program of docs/json.md came to the end
