"""Every language has every sentence, with its parts and all its plural forms."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from tangledbank import text

LANGUAGES = [language for language in text.LANGUAGES if language != "en"]
DOMAINS = ["tangledbank", "rules"]


@cache
def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def template(domain: str) -> Catalog:
    return catalogue(text.LOCALE / f"{domain}.pot")


def translated(language: str, domain: str) -> Catalog:
    return catalogue(text.LOCALE / language / "LC_MESSAGES" / f"{domain}.po")


def forms(words: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return list(words) if isinstance(words, tuple | list) else [words or ""]


def parts(sentence: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing_or_stale(language: str, domain: str) -> None:
    """`pybabel update` brings a catalogue up to `make catalogue`; then translate what is new."""
    wanted = {(m.context, str(m.id)) for m in template(domain) if m.id}
    found = translated(language, domain)
    assert {(m.context, str(m.id)) for m in found if m.id} == wanted
    empty = [m.id for m in found if m.id and not all(forms(m.string))]
    assert not empty
    assert not [m.id for m in found if m.id and m.fuzzy]


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_and_plurals_are_kept(language: str, domain: str) -> None:
    found = translated(language, domain)
    wrong = [m.id for m in found if m.id and not keeps_its_parts(m, found.num_plurals)]
    assert not wrong


def keeps_its_parts(message: Message, plurals: int) -> bool:
    """A form for one thing may leave out the number, nothing else."""
    sentences = forms(message.string)
    if not message.pluralizable:
        return parts(sentences[0]) == parts(str(message.id))
    wanted = parts(message.id[1])
    return len(sentences) == plurals and all(
        wanted - {"n"} <= parts(sentence) <= wanted for sentence in sentences
    )
