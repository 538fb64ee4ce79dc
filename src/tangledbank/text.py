"""Words for people: every sentence goes through here, so that it can be translated."""

from __future__ import annotations

import gettext
import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from difflib import get_close_matches
from functools import cache, lru_cache, wraps
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import ParamSpec, TypeVar

import msgspec

from tangledbank.folders import cache_folder

MOST_KEPT = 4096
FEW = 40  # so many names can still be listed in a sentence
IN = "\x04"  # between a context and its word, as gettext has it
Asked = ParamSpec("Asked")
Told = TypeVar("Told")
LOCALE = Path(__file__).parent / "locale"
# What we speak: that of the sources, and every other that has a catalogue.
LANGUAGES = ("en", *sorted(path.parent.name for path in LOCALE.glob("*/LC_MESSAGES")))

_language: ContextVar[str] = ContextVar("language", default="en")


def mark(sentence: str) -> str:
    """Mark a sentence for translation where it is declared; `say` translates it later."""
    return sentence


def mark_in(context: str, sentence: str) -> str:
    """Mark a word that is another one elsewhere, as the trait of one game is in another."""
    return f"{context}{IN}{sentence}"


def say(sentence: str, **parts: object) -> str:
    """A sentence in the reader's language with its {named} parts filled in."""
    return _translated(_language.get(), sentence).format(**parts)


@lru_cache(MOST_KEPT)
def _translated(language: str, sentence: str) -> str:
    said = _catalogue(language).gettext(sentence)
    return said.rpartition(IN)[2] if IN in said else said  # a context that nobody has translated


def language_name(code: str) -> str:
    """What a language calls itself: its catalogue translates the name of ours by its own."""
    return _translated(code, mark("English"))


def in_all_languages(sentence: str) -> set[str]:
    """A sentence as it is in each of our languages, its parts not yet filled in."""
    return {_translated(code, sentence) for code in LANGUAGES}


def say_count(one: str, many: str, n: int, **parts: object) -> str:
    """A sentence whose form depends on the number {n}."""
    return _catalogue(_language.get()).ngettext(one, many, n).format(n=n, **parts)


def close_to(value: object, names: Iterable[str]) -> str:
    """The name that is most like what was said, if any is."""
    return next(iter(get_close_matches(str(value), [*names], 1)), "")


def instead(value: object, values: Iterable[str]) -> str:
    """The end of a refusal of a name: which was probably meant, or which there are."""
    known = [*values]
    close = close_to(value, known)
    if close:
        return say("; did you mean “{close}”?", close=close)
    return say("; there are: {values}", values=", ".join(known)) if len(known) <= FEW else ""


def counted(titles: Iterable[str]) -> list[str]:
    """Titles without repetition, each with how often it stands there."""
    return [
        title if n == 1 else say("{title} ×{n}", title=title, n=n)
        for title, n in Counter(titles).items()
    ]


def kept(function: Callable[Asked, Told]) -> Callable[Asked, Told]:
    """Keep what a function tells of the same plain data, in each language."""
    found: dict[tuple[str, str | bytes], Told] = {}

    @wraps(function)
    def known(*things: Asked.args, **named: Asked.kwargs) -> Told:
        word = things[0] if len(things) == 1 else None  # most often, and quickly found
        data = word if isinstance(word, str) else msgspec.json.encode((things, named))
        key = (_language.get(), data)
        told = found.get(key)
        if told is None:
            if len(found) >= MOST_KEPT:
                found.clear()
            told = found[key] = function(*things, **named)
        return told

    return known


def speak(language: str) -> None:
    """Choose the language of this context."""
    _language.set(language)


def language() -> str:
    """The language of this context."""
    return _language.get()


def say_rule(sentence: str) -> str:
    """A text of the rules in the reader's language."""
    return _catalogue(_language.get(), "rules").gettext(sentence)


def usual_language() -> str:
    """The language that this computer is set to, if it is one of ours."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in os.environ.get(name, "").split(":"):
            if wanted[:2] in LANGUAGES:
                return wanted[:2]
    return "en"


@cache
def _catalogue(language: str, domain: str = "tangledbank") -> gettext.NullTranslations:
    source = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
    if not source.exists():
        return gettext.NullTranslations()
    with _compiled(source).open("rb") as file:
        return gettext.GNUTranslations(file)


def _compiled(source: Path) -> Path:
    """A catalogue in the form that gettext reads, made when it is first needed."""
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    path = cache_folder() / "locale" / f"{digest}.mo"
    if not path.exists():
        from babel.messages.mofile import write_mo  # half a second, once for each language
        from babel.messages.pofile import read_po

        path.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as words, NamedTemporaryFile(dir=path.parent, delete=False) as file:
            write_mo(file, read_po(words))
        Path(file.name).replace(path)
    return path
