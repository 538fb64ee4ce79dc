"""Every sentence can be translated: the catalogue has them all, and a language is used."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tangledbank import text

SOURCES = Path(text.__file__).parent
KEYWORDS = {"say": None, "mark": None, "say_count": (1, 2)}
METHODS = [("**.py", "python"), ("**/templates/*.html", "jinja2")]  # as in tools/program_text.cfg


def strings(messages: Iterable[Any]) -> set[str]:
    """Every sentence, singular and plural."""
    return {one for m in messages if m for one in (m if isinstance(m, tuple) else (m,))}


def test_the_catalogue_is_current() -> None:
    """`make catalogue` writes it anew."""
    extracted = extract_from_dir(SOURCES, METHODS, keywords=KEYWORDS)
    found = strings(message for _, _, message, _, _ in extracted)
    with (SOURCES / "locale" / "tangledbank.pot").open("rb") as file:
        assert strings(message.id for message in read_po(file)) == found


def test_a_language_is_spoken_where_there_is_a_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = Catalog(locale="nl")
    catalogue.add("{player} passes.", "{player} past.")
    catalogue.add(("{n} move", "{n} moves"), ("{n} zet", "{n} zetten"))
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    out = BytesIO()
    write_mo(out, catalogue)
    (folder / "tangledbank.mo").write_bytes(out.getvalue())
    monkeypatch.setattr(text, "LOCALE", tmp_path)
    text._catalogue.cache_clear()
    text.speak("nl")
    try:
        assert text.say("{player} passes.", player="Ann") == "Ann past."
        assert text.say_count("{n} move", "{n} moves", 2) == "2 zetten"
        assert text.say("{player} is done.", player="Ann") == "Ann is done."
    finally:
        text.speak("en")
        text._catalogue.cache_clear()
