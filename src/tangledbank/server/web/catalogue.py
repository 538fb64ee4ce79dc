"""Everything there is in a game, with its picture, its numbers and what it does; and searching."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from tangledbank.games.shared.catalogue import Entry, Shelf, catalogue_of
from tangledbank.games.shared.clauses import Clause, chapters, clauses
from tangledbank.text import say_rule


def shelves(game: str) -> list[Shelf]:
    """All that a game has, in the reader's language."""
    return catalogue_of(game).shelves()


def place_of_key(game: str, key: str) -> str:
    """Where the catalogue tells of something on a table: shelf and entry, or nothing."""
    kind, _, name = key.partition(":")
    return catalogue_of(game).place_of(kind, name)


# --- searching ----------------------------------------------------------------------------------


def fits(words: str, text: str) -> bool:
    """Whether all words are in a text, however they are written: accents and capitals or not."""
    plain = _plain(text)
    return all(word in plain for word in _plain(words).split())


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def shelves_with(game: str, words: str) -> list[Shelf]:
    """What has these words in its title or in what is told of it, on its shelves."""
    found = [
        Shelf(shelf.id, shelf.title, [one for one in shelf.entries if _has(one, shelf, words)])
        for shelf in shelves(game)
    ]
    return [shelf for shelf in found if shelf.entries]


def _has(entry: Entry, shelf: Shelf, words: str) -> bool:
    return fits(words, " ".join([entry.title, shelf.title, *entry.lines]))


class Topic(NamedTuple):
    """The rules on one subject."""

    id: str
    title: str
    clauses: list[Clause]


class Part(NamedTuple):
    """A chapter of the rules, such as a phase."""

    title: str
    topics: list[Topic]


def chapters_with(game: str, words: str) -> list[Part]:
    """The rules with these words, by chapter and topic."""
    found: dict[str, list[Clause]] = {}
    for clause in clauses(game):
        if fits(words, f"{clause.id} {_topic_title(clause.topic)} {say_rule(clause.text)}"):
            found.setdefault(clause.topic, []).append(clause)
    parts = [
        Part(
            say_rule(chapter.title),
            [Topic(one, _topic_title(one), found[one]) for one in chapter.topics if one in found],
        )
        for chapter in chapters(game)
    ]
    return [part for part in parts if part.topics]


def _topic_title(topic: str) -> str:
    title = say_rule(topic.replace("_", " "))
    return title[:1].upper() + title[1:]
