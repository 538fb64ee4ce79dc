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
from tools.words import made

from tangledbank import scenario
from tangledbank.accept import accept
from tangledbank.cli.common import read_options
from tangledbank.cli.look import PACKAGE
from tangledbank.games import GAMES
from tangledbank.games.darwin.rules import decks as darwin_decks
from tangledbank.games.darwin.rules.decks import Part
from tangledbank.games.darwin.rules.state import FATES, GROUNDS
from tangledbank.games.darwin.text import position_words as darwin_fields
from tangledbank.games.evolution.rules import cards as evolution_cards
from tangledbank.games.evolution.rules.state import FOODS
from tangledbank.games.evolution.rules.tell import BAG_REASONS, CAUSES
from tangledbank.games.evolution.text import position_words as evolution_fields
from tangledbank.games.game import Game, clauses, load
from tangledbank.games.origin.rules.cards import ABILITIES, CARD_NAMES, COPIES, DECK_LISTS
from tangledbank.games.origin.rules.tell import SOURCES
from tangledbank.games.origin.text import position as origin_fields
from tangledbank.games.shared.verbs import Action, Frame
from tangledbank.table import Table
from tangledbank.text_files import load_yaml

ROOT = Path(__file__).parent.parent
PAGES = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in (
        "CONTRIBUTING.md",
        "README.md",
        "docs/analyse.md",
        "docs/architecture.md",
        "docs/json.md",
        "docs/own-deck.md",
        "docs/scenarios.md",
        *(f"docs/words-{game}.md" for game in GAMES),
    )
}
SCENARIOS = PAGES["docs/scenarios.md"]
# pages with scenarios; those of CONTRIBUTING belong to recipes, which test_recipes.py carries out
SHOWING = [name for name in PAGES if "```yaml" in PAGES[name] and name != "CONTRIBUTING.md"]
Structs = tuple[type[msgspec.Struct], ...]
# The parts of a position that have a table of their own, in the order of the page …
STRUCTS: dict[str, Structs] = {
    "origin": (
        origin_fields.Document,
        origin_fields.SeatWords,
        origin_fields.AnimalWords,
        origin_fields.AbilityWords,
        origin_fields.PairWords,
    ),
    "evolution": (
        evolution_fields.Document,
        evolution_fields.SeatWords,
        evolution_fields.SpeciesWords,
    ),
    "darwin": (
        darwin_fields.Document,
        darwin_fields.SeatWords,
        darwin_fields.SpeciesWords,
        darwin_fields.BiomeWords,
        darwin_fields.HomeWords,
    ),
}
# … and those that are named inside one row of a table.
INNER_STRUCTS: dict[str, Structs] = {
    "origin": (origin_fields.DraftWords, origin_fields.AttackWords),
    "evolution": (
        evolution_fields.StartWords,
        evolution_fields.ChoiceWords,
        evolution_fields.AttackWords,
        evolution_fields.ThoughtWords,
        evolution_fields.EatingWords,
    ),
    "darwin": (darwin_fields.DraftWords, darwin_fields.PreviewWords, darwin_fields.AskWords),
}
POSITION = "The position: `given`"
MINUS = "\N{MINUS SIGN}"
# Positions in which the actions that a page shows can be said, if not done.
SCENES: dict[str, dict[str, Any]] = {
    "origin": {
        "phase": "feeding",
        "bank": 3,
        "seats": [{"hand": ["large/carnivore"], "animals": [{"red": 1}, {}]}] * 2,
    },
    "evolution": {"phase": "feeding", "hole": 3, "seats": [{"hand": 1, "species": [{}, {}]}] * 2},
    "darwin": {
        "biomes": ["savanna", "coast", "taiga", "ocean"],
        "seats": [
            {"species": [{"cards": [f"{one}.head", f"{one}.torso"], "biome": "savanna"}]}
            for one in ("lion", "bongo", "giraffe")
        ],
    },
}


def words_page(game: str) -> str:
    """What a game calls things."""
    return PAGES[f"docs/words-{game}.md"]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def rows(text: str) -> list[list[str]]:
    """The cells of all lines of all tables."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def row_of(name: str, page: str, heading: str) -> list[str]:
    """The line about a name in the tables under a heading."""
    found = [row for row in rows(section(page, heading)) if row[0] == f"`{name}`"]
    assert len(found) == 1, f"“{heading}” has {len(found)} lines about {name}"
    return found[0]


def section(page: str, heading: str) -> str:
    """The text under a heading of the second level."""
    _, _, rest = page.partition(f"\n## {heading}\n")
    assert rest, f"there is no heading “{heading}”"
    return rest.partition("\n## ")[0]


def named(text: str) -> set[str]:
    """What stands in code quotes, without the quotes YAML needs."""
    return {name.strip('"') for name in re.findall(r"`([^`]+)`", text)}


def scenarios(page: str) -> Iterator[scenario.Scenario]:
    """Every scenario shown on a page that is whole."""
    for block in blocks(page, "yaml"):
        for words in load_yaml(block):
            if isinstance(words, dict) and "steps" in words:
                yield msgspec.convert(words, scenario.Scenario)


# --- the words of each game ---------------------------------------------------------------------


def test_pages_have_the_same_headings() -> None:
    """Except for what only one game has."""
    own = {
        "Dice and drawn cards",
        "Food numbers of your own",
        "Biomes",
        "Event cards",
        "All cards",
    }
    headings = [re.findall(r"^## (.*)$", words_page(game), re.MULTILINE) for game in GAMES]
    common = [[head for head in found if head not in own] for found in headings]
    assert all(found == common[0] for found in common)


def test_pages_have_a_line_for_every_row(game: Game) -> None:
    assert made(game) == words_page(game.name), "make rows"


def test_verbs_with_fields(game: Game) -> None:
    actions, page = game.vocabulary.actions, words_page(game.name)
    for action in actions.values():
        row = row_of(action.verb, page, "Actions")
        assert {*action.shape.names(), *action.then} <= named(row[1]), action.verb
        assert "optional" in row[1] or not _has_optional(action), action.verb
        assert row[2].strip("`").split()[0] in actions  # the notation begins with a verb
    tables = [row for row in rows(section(page, "Actions")) if len(row) == 4]
    assert {row[0].strip("`") for row in tables} - {"verb"} == set(actions)


def test_words_and_notation_mean_the_same(game: Game) -> None:
    table = Table(game.name, given=SCENES[game.name])
    forms = [
        row
        for page in (words_page(game.name), SCENARIOS)
        for row in rows(section(page, "Actions"))
        if row[1].startswith("`{do:") and row[0].strip("`") not in {*GAMES} - {game.name}
    ]
    assert len(forms) >= 7
    for what, words, notation in forms:
        action = accept(load_yaml(re.findall(r"`([^`]+)`", words)[0])[0], dict[str, object], "")
        assert table.path(0, action) == table.path(0, notation.strip("`")), what


def test_notation_of_each_verb_is_understood(game: Game) -> None:
    table = Table(game.name, given=SCENES[game.name])
    for verb in game.vocabulary.actions:
        why = table.why_not(0, row_of(verb, words_page(game.name), "Actions")[2].strip("`"))
        assert why is None or why.reason, why


def _has_optional(action: Action[Frame]) -> bool:
    return any(name.endswith("?") for name in action.shape.fields)


def test_reasons(game: Game) -> None:
    page = words_page(game.name)
    for reason in game.reasons[1:]:
        assert row_of(reason.id, page, "Reasons")[1:] == [reason.clause, reason.sentence]
    listed = {row[0].strip("`") for row in rows(section(page, "Reasons"))}
    assert listed - {reason.id for reason in game.reasons} == {"why"}  # the line on top
    told = set().union(*(named(row[1]) for row in rows(section(page, "Which reason is told"))[1:]))
    assert told == {reason.id for reason in game.reasons[1:]}


def test_events(game: Game) -> None:
    page, known = words_page(game.name), game.sentences.event_fields()
    for name, fields in known.items():
        assert named(row_of(name, page, "Events")[1]) == set(fields), name
    listed = {row[0].strip("`") for row in rows(section(page, "Events"))}
    assert listed - {"event"} == set(known) - {"event"}  # the line on top; also an event of darwin


def test_words_in_events() -> None:
    gained = row_of("token_gained", words_page("origin"), "Events")
    assert set(SOURCES) <= named(gained[2])
    ate = row_of("ate", words_page("evolution"), "Events")
    assert {*CAUSES, *FOODS} <= named(ate[2])
    bagged = row_of("bagged", words_page("evolution"), "Events")
    assert set(BAG_REASONS) <= named(bagged[2])
    extinct = row_of("extinct", words_page("darwin"), "Events")
    assert set(FATES[1:]) <= named(extinct[2])


def test_options(game: Game) -> None:
    page, known = words_page(game.name), {clause.id for clause in clauses(game.name)}
    for name, values in game.options.items():
        row = row_of(name, page, "Options")
        assert re.findall(r"`([^`]+)`", row[1]) == list(values), name
        assert row[2] in known, name
    listed = {row[0].strip("`") for row in rows(section(page, "Options"))}
    assert listed - {"option"} == set(game.options)


def test_clauses_that_are_named(game: Game) -> None:
    known = {clause.id for clause in clauses(game.name)}
    start = next(iter(known))[:3]
    found = re.findall(rf"\b{start}[A-Z0-9]+-\d+\b", words_page(game.name))
    assert set(found) <= known


def test_position_fields(game: Game) -> None:
    """Each table is about one part of a position; the first and the last are the whole."""
    text = section(words_page(game.name), POSITION)
    tables = [
        {row[0].strip("`") for row in rows(lines)} - {"field"}
        for lines in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    ]
    *parts, rest = tables
    parts[0] |= rest
    for struct, listed in zip(STRUCTS[game.name], parts, strict=True):
        assert listed == {field.name for field in msgspec.structs.fields(struct)}, struct.__name__


def test_fields_of_an_open_decision(game: Game) -> None:
    text = section(words_page(game.name), POSITION)
    groups = [set(group.split(", ")) for group in re.findall(r"`\{([a-z_, ]+)\}`", text)]
    for struct in INNER_STRUCTS[game.name]:
        assert {field.name for field in msgspec.structs.fields(struct)} in groups, struct.__name__


def test_words_of_a_position(game: Game) -> None:
    """Every word that a field of a position can be is named."""
    page = words_page(game.name)
    text = named(section(page, POSITION)) | named(section(page, "Cards"))
    for part in msgspec.json.schema_components(STRUCTS[game.name])[1].values():
        for field in part["properties"].values():
            assert set(_words(field)) <= text


def _words(field: dict[str, Any]) -> Iterator[str]:
    """The words a JSON Schema allows."""
    yield from (word for word in field.get("enum", []) if word is not None)
    if "items" in field:
        yield from _words(field["items"])
    for one in field.get("anyOf", []):
        yield from _words(one)


def test_abilities_that_are_used() -> None:
    text = section(words_page("origin"), POSITION)
    found = [row[2] for row in rows(text) if row[0] == "`used`"]
    assert named(found[0]) == {"carnivore", "piracy", "grazing", "mimicry", "hibernation"}


def test_cards_and_abilities() -> None:
    page = words_page("origin")
    text = section(page, "Cards")
    assert set(ABILITIES) <= named(text)
    for kind, name in enumerate(CARD_NAMES):
        row = row_of(name, page, "Cards")
        copies = [0 if cell == "–" else int(cell) for cell in row[1:]]
        assert copies == COPIES[:, kind].tolist(), name
    assert tuple(cell.strip("`") for cell in rows(text)[0][1:]) == DECK_LISTS


def test_cards_and_traits() -> None:
    page = words_page("evolution")
    assert f"{evolution_cards.CARDS} cards in all" in page
    for trait in evolution_cards.Trait:
        _, colour, count, numbers, _ = row_of(trait.id, page, "Cards")
        printed = [number for name, number in evolution_cards.deck() if name == trait.id]
        assert (colour, int(count)) == (trait.colour, len(printed)), trait
        assert [int(number.replace(MINUS, "-")) for number in numbers.split()] == printed
    acting = re.findall(r"^(.*) act at the start of feeding", page, re.MULTILINE)
    assert {one.id for one in evolution_cards.Trait if one.has_grain} == named(acting[0])


def test_cards_of_the_standard_deck() -> None:
    page = words_page("darwin")
    deck = darwin_decks.deck_numbered(0)
    small = sum(not card.large for card in deck.cards)
    assert f"{len(deck.cards)} cards in all, {small} small and {len(deck.cards) - small}" in page
    assert {*darwin_decks.ABILITIES, *darwin_decks.PARTS} <= named(section(page, "Cards"))
    for card in deck.cards:
        symbols = zip(darwin_decks.ABILITIES, card.abilities, strict=True)
        printed = [" ".join(f"{name} {count}" for name, count in symbols if count) or "–"]
        printed += [str(card.hearts), str(card.strength)]
        if card.diet is not None:
            printed.append(darwin_decks.DIETS[card.diet])
        if card.part == Part.TORSO:
            printed += [str(card.legs), str(card.tail)]
        assert row_of(card.id, page, "All cards")[1:] == printed, card.id
    assert len(rows(section(page, "All cards"))) == len(deck.cards) + len(darwin_decks.PARTS)


def test_biomes_and_event_cards() -> None:
    page = words_page("darwin")
    for number, biome in enumerate(darwin_decks.deck_numbered(0).biomes):
        pairs = enumerate(darwin_decks.PAIRS, start=1)
        pair = next((str(i) for i, pair in pairs if number in pair), "–")
        abilities = [
            ", ".join(name for i, name in enumerate(darwin_decks.ABILITIES) if bits >> i & 1) or "–"
            for bits in (biome.counts, biome.all, biome.any, biome.none)
        ]
        values = [str(value) for value in (biome.plants, biome.meat, biome.points)]
        assert row_of(biome.id, page, "Biomes")[1:] == [pair, *abilities, *values], biome.id
    assert set(GROUNDS) <= named(section(page, "Biomes"))
    for card in darwin_decks.EventCard:
        acts = "for an era" if card.lasts else "at once"
        assert row_of(card.id, page, "Event cards")[1:] == [acts, card.meaning], card.id


def test_food_numbers_of_your_own(tmp_path: Path) -> None:
    """The table on the page can be played with, from a file as from a scenario."""
    page = words_page("evolution")
    (table,) = blocks(page, "toml")
    least, most = evolution_cards.LEAST_NUMBER, evolution_cards.MOST_NUMBER
    limits = f"from {str(least).replace('-', MINUS)} to {most}"
    assert limits in section(page, "Food numbers of your own")
    file = tmp_path / "my_numbers.toml"
    file.write_text(table, encoding="utf-8")
    options = read_options([f"numbers=@{file}"])
    assert load("evolution").option_codes(2, options).size > len(load("evolution").options) + 1
    assert table in [one.options.get("numbers") for one in scenarios(page)]


# --- what holds for all games -------------------------------------------------------------------


def test_games_are_listed(game: Game) -> None:
    (row,) = [row for row in rows(SCENARIOS) if row[1:2] == [f"`{game.name}`"]]
    assert row[0] == game.title
    assert row[2] == f"{game.least_seats} to {game.most_seats}"
    assert f"(words-{game.name}.md)" in row[3]


def test_step_keys() -> None:
    for key in scenario.STEP_KEYS:
        row_of(key, SCENARIOS, "Steps")


def test_top_level_fields() -> None:
    for field in msgspec.structs.fields(scenario.Scenario):
        row_of(field.name, SCENARIOS, "The file")


def anchors(page: str) -> set[str]:
    headings = re.findall(r"^##+ (.*)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in headings}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    """To a file that is there and, in it, to a heading."""
    for link in re.findall(r"\]\(([^)\s]+)\)", PAGES[name]):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        path = (ROOT / name).parent / file if file else ROOT / name
        assert path.exists(), link
        assert not anchor or anchor in anchors(path.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("game", GAMES)
def test_headings_are_in_the_list_on_top(game: str) -> None:
    page = words_page(game)
    listed = re.findall(r"^- \[.*\]\(#(.*)\)$", page, re.MULTILINE)
    assert set(listed) == anchors(page)


@pytest.mark.parametrize("name", SHOWING)
def test_scenarios_on_the_page_hold(name: str) -> None:
    shown = list(scenarios(PAGES[name]))
    assert len(shown) >= 5
    for one in shown:
        failure = scenario.run(one, name)
        assert failure is None, str(failure)


@pytest.mark.parametrize("name", SHOWING)
def test_scenarios_on_the_page_fit_the_schema(name: str) -> None:
    check = jsonschema.Draft202012Validator(scenario.schema())
    for block in blocks(PAGES[name], "yaml"):
        for words in load_yaml(block):
            check.validate(plain(words))


def test_schema_file_is_current() -> None:
    text = (ROOT / "docs" / "scenario.schema.json").read_text(encoding="utf-8")
    assert json.loads(text) == msgspec.to_builtins(scenario.schema())


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "games").rglob("*.yaml")), ids=lambda path: path.name
)
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


@pytest.mark.parametrize("other", ['"evolution", "me,me"', '"darwin", "me,me"'])
def test_the_program_plays_the_other_games_too(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TANGLEDBANK_DATA", str(tmp_path))
    (program,) = blocks(PAGES["docs/json.md"], "python")
    assert f"`{other}`" in PAGES["docs/json.md"]
    program = program.replace('"origin", "me,random"', other)
    assert other in program
    exec(compile(program, "docs/json.md", "exec"), {"__name__": "__main__"})
    assert "Points:" in capfd.readouterr().out
