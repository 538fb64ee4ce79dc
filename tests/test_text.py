"""Every sentence can be translated: the catalogue has them all, and a language is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from tools.rules_text import printed

from tangledbank import text
from tangledbank.cli.main import main
from tangledbank.games import GAMES
from tangledbank.games.evolution.rules.cards import Trait
from tangledbank.games.game import chapters, clauses
from tangledbank.games.origin.rules.cards import Ability

SOURCES = Path(text.__file__).parent
KEYWORDS = {"say": None, "mark": None, "mark_in": ((1, "c"), 2), "say_count": (1, 2)}
METHODS: list[tuple[str, Any]] = [  # as in tools/program_text.cfg
    ("**.py", "python"),
    ("**/templates/*.html", "jinja2"),
    ("**/cards.toml", printed),
    ("**/darwin/biomes.toml", printed),
]


def strings(messages: Iterable[Any]) -> set[str]:
    """Every sentence, singular and plural."""
    return {one for m in messages if m for one in (m if isinstance(m, tuple) else (m,))}


def test_the_catalogue_is_current() -> None:
    """`make catalogue` writes it anew."""
    extracted = extract_from_dir(SOURCES, METHODS, keywords=KEYWORDS)
    found = strings(message for _, _, message, _, _ in extracted)
    with (SOURCES / "locale" / "tangledbank.pot").open("rb") as file:
        assert strings(message.id for message in read_po(file)) == found


def test_the_catalogue_of_the_rules_is_current() -> None:
    """`make catalogue` writes it anew."""
    found = {say for name in GAMES for say in rule_texts(name)}
    with (SOURCES / "locale" / "rules.pot").open("rb") as file:
        assert strings(message.id for message in read_po(file)) == found


def rule_texts(game: str) -> Iterator[str]:
    """Chapters, clauses, their topics, the titles of the examples."""
    yield from (chapter.title for chapter in chapters(game))
    for clause in clauses(game):
        yield clause.text
        yield clause.topic.replace("_", " ")
    for path in (SOURCES / "games" / game / "scenarios").glob("*.yaml"):
        for scenario in yaml.safe_load_all(path.read_text("utf-8")):
            yield scenario["title"]


def test_a_word_can_be_another_one_in_another_game() -> None:
    text.speak("it")
    traits = [text.say(row.title) for row in (Trait.BURROWING, Ability.BURROWING)]
    text.speak("en")
    assert traits == ["Nascondiglio", "Scavatore"]
    assert text.say(Trait.BURROWING.title) == "Burrowing"


@pytest.fixture
def dutch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A reader of Dutch, with a catalogue of two sentences."""
    catalogue = Catalog(locale="nl")
    catalogue.add("{player} passes.", "{player} past.")
    catalogue.add(("{n} move", "{n} moves"), ("{n} zet", "{n} zetten"))
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "tangledbank.po").open("wb") as file:
        write_po(file, catalogue)
    monkeypatch.setattr(text, "LOCALE", tmp_path)
    monkeypatch.setenv("TANGLEDBANK_CACHE", str(tmp_path))
    text._catalogue.cache_clear()
    text.speak("nl")
    yield
    text.speak("en")
    text._catalogue.cache_clear()


@pytest.mark.usefixtures("dutch")
def test_a_language_is_spoken_where_there_is_a_catalogue() -> None:
    assert text.say("{player} passes.", player="Ann") == "Ann past."
    assert text.say_count("{n} move", "{n} moves", 2) == "2 zetten"
    assert text.say("{player} is done.", player="Ann") == "Ann is done."
    assert text.say_rule("no such rule") == "no such rule"


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LANG": "el_GR.UTF-8"}, "el"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "uk_UA"}, "uk"),
        ({"LANGUAGE": "fr:it:en", "LANG": "de_DE"}, "it"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_computer(
    settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, settings.get(name, ""))
    assert text.usual_language() == language


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", "tlh", "rules", "origin"])
    assert (
        "there is no language “tlh”; there are: en, de, el, it, nl, uk" in capsys.readouterr().err
    )
