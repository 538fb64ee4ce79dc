"""Words for people: every sentence goes through here, so that it can be translated."""

from __future__ import annotations

import gettext
from collections import Counter
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"

_language: ContextVar[str] = ContextVar("language", default="en")


def mark(sentence: str) -> str:
    """Mark a sentence for translation where it is declared; `say` translates it later."""
    return sentence


def say(sentence: str, **parts: object) -> str:
    """A sentence in the reader's language with its {named} parts filled in."""
    return _translator()(sentence).format(**parts)


def say_count(one: str, many: str, n: int, **parts: object) -> str:
    """A sentence whose form depends on the number {n}."""
    return _catalogue(_language.get()).ngettext(one, many, n).format(n=n, **parts)


def counted(titles: Iterable[str]) -> list[str]:
    """Titles without repetition, each with how often it stands there."""
    return [
        title if n == 1 else say("{title} ×{n}", title=title, n=n)
        for title, n in Counter(titles).items()
    ]


def speak(language: str) -> None:
    """Choose the language of this context."""
    _language.set(language)


def language() -> str:
    """The language of this context."""
    return _language.get()


def _translator() -> Callable[[str], str]:
    return _catalogue(_language.get()).gettext


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("tangledbank", LOCALE, [language], fallback=True)
