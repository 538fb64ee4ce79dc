"""Every page in every language: no link leads nowhere, and no English is left standing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from string import Formatter
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from babel.messages.pofile import read_po

from tangledbank import text
from tangledbank.games import GAMES
from tests.scenes import Scenes
from tests.server_process import Server, Socket, Visitor
from tests.test_languages import forms

LANGUAGES = [language for language in text.LANGUAGES if language != "en"]
OTHER_SCRIPT = ("el", "uk")  # in these every Latin word is suspicious
SPOKEN = (
    *("aria-label", "title", "placeholder", "alt"),
    *("data-sentence", "data-lost", "data-pick", "data-confirm", "data-cancel"),
)
NAMES = {"Ann", "Bob", *map(text.language_name, text.LANGUAGES)}
LATIN = re.compile(r"[A-Za-z]{2,}")
# What is the same in every script: addresses, numbers of clauses, links, codes of tables.
NO_WORDS = re.compile(
    r"https?://\S+|/(?:t|join|seat)/\S*|\b[A-Z0-9]{2,}(?:-[A-Z0-9]+)+\b|\b[A-Z0-9]{4} [A-Z0-9]{4}\b"
)
FEW_LETTERS = 12  # of a sentence with parts: too few to know it again


class Reader(HTMLParser):
    """What a page says, and where it leads."""

    def __init__(self, page: str):
        super().__init__()
        self.said: list[str] = []
        self.links: list[str] = []
        self.language = ""
        self._foreign = 0  # depth inside of something in another language
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attributes}
        if tag == "html":
            self.language = known.get("lang", "")
        if tag == "option" and "lang" in known:
            self._foreign = 1
        if tag == "a":
            self.links.append(known.get("href", ""))
        self.said += [known[name] for name in SPOKEN if name in known]
        if tag in ("script", "style"):
            self._foreign = 1

    def handle_endtag(self, tag: str) -> None:
        if tag in ("option", "script", "style"):
            self._foreign = 0

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._foreign:
            self.said.append(data)


class Sentence:
    """An English sentence that must not be seen in another language, as it would look."""

    def __init__(self, english: str):
        self._parts = literal(english)
        self.anchor = max(self._parts, key=len).strip()  # found quickly
        self._is_long = sum(letter.isalpha() for letter in "".join(self._parts)) >= FEW_LETTERS

    def stands_in(self, said: str) -> bool:
        if self.anchor not in said:
            return False
        pattern = ".+?".join(re.escape(part) for part in self._parts)
        if self._is_long:
            return re.search(rf"(?<!\w){pattern}(?!\w)", said) is not None
        return re.fullmatch(pattern, said) is not None


def literal(sentence: str) -> list[str]:
    """A sentence without its {parts}."""
    return [part for part, *_ in Formatter().parse(sentence)]


class Tongue(NamedTuple):
    """What cannot be said in a language."""

    english: list[Sentence]  # what is said otherwise
    latin: set[str]  # words in Latin letters that belong to it


@cache
def tongue(language: str) -> Tongue:
    english: set[str] = set()
    native: set[str] = set()
    for domain in ("tangledbank", "rules"):
        with (text.LOCALE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            for message in read_po(file):
                english |= {one for one in forms(message.id) if one}
                native |= {one for one in forms(message.string) if one}
    return Tongue(
        [Sentence(one) for one in sorted(english - native) if LATIN.search("".join(literal(one)))],
        {word for one in native for word in LATIN.findall(" ".join(literal(one)))},
    )


class Crawl:
    """Someone who reads everything in one language."""

    def __init__(self, visitor: Visitor, language: str):
        self.visitor, self.language = visitor, language
        self.faults: set[str] = set()
        self._heard: set[str] = set()

    def read(self, path: str) -> Reader:
        """A page."""
        status, _, body = self.visitor.get(path)
        if status != 200:
            self.faults.add(f"{path} answers {status}")
        page = Reader(body)
        if page.language != self.language:
            self.faults.add(f"{path} is in {page.language}")
        self.hear(page.said, path)
        return page

    def walk(self, *starts: str) -> None:
        """Every page that links lead to."""
        todo, done = [*starts], set[str]()
        while todo:
            path = todo.pop()
            if path in done or path.endswith("/log"):
                continue
            done.add(path)
            links = {link_from(path, link) for link in self.read(path).links}
            todo += sorted(link for link in links if is_worth_following(link))

    def hear(self, pieces: list[str], where: str) -> None:
        """Note what is English in pieces of text."""
        for piece in pieces:
            said = " ".join(piece.split())
            if said in self._heard:
                continue
            self._heard.add(said)
            self.faults |= {f"{where}: {fault}" for fault in english_in(said, self.language)}


def english_in(said: str, language: str) -> Iterator[str]:
    """What is English in a piece of text that should be in another language."""
    if language in OTHER_SCRIPT:
        words = {*LATIN.findall(NO_WORDS.sub("", said))} - NAMES - tongue(language).latin
        if words:
            yield f"{sorted(words)} in {said[:120]!r}"
    elif language != "en":
        for sentence in tongue(language).english:
            if sentence.stands_in(said):
                yield f"{said[:120]!r}"


def link_from(path: str, link: str) -> str:
    """Where a link on a page leads, without the place in it."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    query = f"?{parts.query}" if parts.query else ""
    return (parts.path or urlsplit(path).path) + query


def is_worth_following(link: str) -> bool:
    """Of a replay only the one moment that is tried anyway: there are hundreds."""
    return link.startswith("/") and "at=" not in link


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_all_pages_are_in_one_language(server: Server, scenes: Scenes, language: str) -> None:
    crawl = Crawl(scenes.host, language)
    scenes.host.post("/settings", language=language)
    try:
        starts = [path for name, path in scenes.paths.items() if name not in ("refused", "missing")]
        crawl.walk(*starts)
        for name in ("refused", "missing"):
            crawl.hear(Reader(scenes.host.get(scenes.paths[name])[2]).said, name)
    finally:
        scenes.host.post("/settings", language="en")
    assert not crawl.faults, "\n".join(sorted(crawl.faults))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_in_every_language(server: Server, game: str) -> None:
    """One person at one table changes language with every decision, and asks about everything."""
    ann = Visitor(server, "Ann")
    table = ann.play_now(game)
    crawls = {language: Crawl(ann, language) for language in LANGUAGES}
    chance = random.Random(11)
    for number in range(1000):
        language = LANGUAGES[number % len(LANGUAGES)]
        ann.post("/settings", language=language)
        with ann.sit(table) as socket:
            socket.until_asked()
            if "result" in socket.ids():
                break
            ask_about_things(socket, crawls[language], chance)
            socket.act(chance.choice(socket.codes()))
    for language, crawl in crawls.items():
        ann.post("/settings", language=language)
        for path in (f"/t/{table}", f"/t/{table}/replay?at=0", f"/t/{table}/replay?at=30"):
            crawl.read(path)
    faults = {fault for crawl in crawls.values() for fault in crawl.faults}
    assert not faults, "\n".join(sorted(faults))


def ask_about_things(socket: Socket, crawl: Crawl, chance: random.Random) -> None:
    """Read the table, why some things cannot be chosen, what would come of an action, a refusal."""
    crawl.hear([*Reader(socket.table["html"]).said, socket.table["title"]], "table")
    keys = sorted(set(re.findall(r'data-key="([^"]+)"', socket.table["html"])))
    for key in chance.sample(keys, min(3, len(keys))):
        answer = socket.answer(socket.send(type="ask", key=key))
        crawl.hear(Reader(answer.get("html", "")).said, f"tip of {key}")
    code = chance.choice(socket.codes())
    outlook = socket.answer(socket.send(type="foresee", stamp=socket.stamp, code=code))
    crawl.hear(Reader(outlook.get("html", "")).said, "outlook")
    refusal = socket.act(code, stamp="stale")
    crawl.hear([refusal["sentence"]], "refusal")
