"""The help of every command, and what is said to wrong words, in the reader's language."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from tangledbank import text
from tangledbank.cli.main import app, main
from tangledbank.games import GAMES
from tests.test_server_crawl import LANGUAGES, english_in

# What is typed as it stands in every language: options, variables, what holds if one is left out.
SWITCH = re.compile(r"--?[a-z][a-z-]*|\[[^\]]*: [^\]]*\]|[A-Z]+(?:_[A-Z]+)+")
WRONG = [
    ["play", "--seed", "x"],
    ["play", "--seed", "-1"],
    ["play", "--sed", "3"],
    ["play", "--quickly"],
    ["play", "--seed"],
    ["play", "--plain=3"],
    ["play", "origin", "darwin"],
    ["serve", "--pace", "x"],
    ["bench", "--seconds", "x"],
    ["replay", "game.jsonl", "--seat", "x"],
    ["verify"],
    ["paly"],
    ["deck", "shuffle"],
]


def commands(one: Any, path: list[str]) -> Iterator[list[str]]:
    """Every command and group of commands."""
    yield path
    for name, inner in getattr(one, "commands", {}).items():
        yield from commands(inner, [*path, name])


COMMANDS = [*commands(get_command(app), [])]
TYPED = {"tangledbank", *GAMES, *text.LANGUAGES, *(name for path in COMMANDS for name in path)}


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[Any, str]:
    """How a command ends, and what it says."""
    with pytest.raises(SystemExit) as ended:
        main([*arguments])
    text.speak("en")
    told = capsys.readouterr()
    return ended.value.code, " ".join((told.out + told.err).split())


def english(told: str, language: str) -> list[str]:
    """What is English in it, but for what is typed."""
    plain = SWITCH.sub(" ", told)
    return [*english_in(re.sub(rf"\b({'|'.join(TYPED)})\b", " ", plain), language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_in_the_readers_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for path in COMMANDS:
        code, told = said(capsys, "--language", language, *path, "--help")
        assert code in (0, None)
        assert told.count("--help") == 1
        assert english(told, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_words_are_refused_in_the_readers_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for wrong in WRONG:
        code, told = said(capsys, "--language", language, *wrong)
        assert code == 2
        assert english(told.replace(wrong[-1], ""), language) == []


def test_a_group_alone_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    for path in ([], ["deck"], ["study"], ["art"]):
        assert said(capsys, *path)[1] == said(capsys, *path, "--help")[1] != ""


def test_the_language_of_the_computer_is_spoken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "nl")
    assert said(capsys, "--help")[1].startswith("Gebruik: tangledbank")


def test_help_loads_nothing_heavy() -> None:
    """Whoever only asks what there is does not wait for the rules, the server or the study."""
    script = (
        "import sys; from tangledbank.cli.main import main\n"
        "try: main(['--language', 'de', 'play', '--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.split('.')[0] in"
        " ('numpy', 'numba', 'starlette', 'uvicorn', 'rich')], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "Aufruf: tangledbank play" in done.stdout
    assert done.stderr.strip() == "[]"
