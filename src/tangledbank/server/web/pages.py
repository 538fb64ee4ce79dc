"""Pages, made from templates; and searching in the rules and in what is in the box."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tangledbank.art.symbols import definitions, use
from tangledbank.games import GAMES
from tangledbank.games.game import Clause, Game, chapters, clauses, load
from tangledbank.games.shared.things import Shelf, Thing, catalogue_of, things_of
from tangledbank.games.shared.verbs import SEAT_LETTERS
from tangledbank.kernel.compiling import uncompiled
from tangledbank.search.bot import BOT_TITLES, STYLES, USUAL_LEVEL, ratings
from tangledbank.server.rooms.hub import WARM_UP
from tangledbank.server.rooms.room import OPEN, Room, Seat, TablePlan
from tangledbank.server.web import views
from tangledbank.table import Table
from tangledbank.text import LANGUAGES, language, language_name, say, say_count, say_rule

STATIC = Path(__file__).parent.parent / "static"
MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds
MOST_KEPT = 40_000  # things without pictures and lines of the log, as HTML: at most 1 KB each
PICTURE = Markup("<!--picture-->")
MOVES = 60  # of a game that is looked at before anyone waits for it

note = logging.getLogger(__name__)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("tangledbank.server"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    functions: tuple[Callable[..., object], ...] = (
        say, say_count, say_rule, _games, game_title, _bot_title, ratings, options_of, duration,
        views.waiting_for, _asset, _things, _choices, _log_lines, _more, _symbol, _symbols, _emblem,
        language_name,
    )  # fmt: skip
    environment.globals |= {one.__name__.lstrip("_"): one for one in functions}
    environment.globals |= {"languages": LANGUAGES, "letters": SEAT_LETTERS, "styles": STYLES}
    environment.globals["usual_level"] = USUAL_LEVEL
    environment.filters["sentence"] = views.whole_sentence
    return environment


def page(name: str, **parts: object) -> str:
    """A page or a part of one."""
    return _environment().get_template(name).render(**parts)


def table_part(room: Room, session: str, stamp: str | None = None) -> str:
    """The table as a session sees it; the part of the page that changes."""
    seat = room.seat_of(session)
    if room.table is None:
        return page(
            "waiting.html",
            room=room,
            seat=seat,
            is_host=room.plan.host == session,
            renewable=[n for n in range(len(room.seats)) if room.may_renew(session, n)],
        )
    sight = views.Sight(room.table, seat)
    return page(
        "table_part.html",
        room=room,
        seat=seat,
        look=views.look_at(sight, room),
        turn=views.turn_of(sight, room),
        lines=views.lines_of(room, seat),
        stamp=stamp if stamp is not None else room.stamp(seat) if seat >= 0 else "",
    )


def tip_part(room: Room, session: str, key: str, code: int = -1) -> str:
    """What something is, and why it cannot be chosen, now or after an action that only begins."""
    seat = room.seat_of(session)
    return page("tip.html", tip=views.tip_for(room, seat, key, code), game=room.plan.game)


def outlook_part(room: Room, session: str, code: int) -> tuple[str, list[str]]:
    """What would come of an action, and the keys of what could be chosen next."""
    found = views.foreseen(room, room.seat_of(session), code)
    return page("outlook.html", found=found), [*found.keys]


def game_title(room: Room) -> str:
    """The printed name of the game at a table."""
    return say(load(room.plan.game).title)


def options_of(room: Room) -> list[str]:
    """What is not as usual at a table, such as its variant."""
    words = load(room.plan.game).option_words
    chosen = room.table.rulings if room.table else room.plan.options
    return [
        say("{option}: {value}", option=say(words[name].title), value=words[name].said(value))
        for name, value in chosen.items()
    ]


def duration(seconds: int) -> str:
    """A time in the largest unit that fits."""
    if seconds % DAY == 0:
        return say_count("{n} day", "{n} days", seconds // DAY)
    if seconds % HOUR == 0:
        return say_count("{n} hour", "{n} hours", seconds // HOUR)
    if seconds % MINUTE == 0:
        return say_count("{n} minute", "{n} minutes", seconds // MINUTE)
    return say_count("{n} second", "{n} seconds", seconds)


def title_of(room: Room, session: str) -> str:
    """The title of the table's page, which says whose turn it is."""
    game = game_title(room)
    seat = room.seat_of(session)
    if room.table and seat in room.table.pending:
        return say("● Your turn – {game}", game=game)
    return game


def _bot_title(bot: str) -> str:
    return say(BOT_TITLES[bot]) if bot in BOT_TITLES else bot  # a program goes by its name


def _things(those: Iterable[Thing]) -> Markup:
    """What lies side by side as HTML, each made once: templates take long, and little changes."""
    return Markup("".join(map(_thing, those)))


def _thing(one: Thing) -> str:
    if one.picture is None:
        return _cached("thing_part", one, "")
    frame = _cached("thing_part", one, PICTURE)
    return frame.replace(PICTURE, f"\n{one.picture}\n", 1)  # a line that seldom changes


def _choices(those: Iterable[views.ChoiceView], form: str = "") -> Markup:
    """Legal actions as buttons, each made once."""
    return Markup("".join([_cached("choice_part", one, form) for one in those]))


def _log_lines(lines: Sequence[views.LineView], table: str, seat: int | None) -> Markup:
    """Lines of the log as HTML, each made once; they lead to moments as this seat saw them."""
    return Markup("\n".join([_cached("line_part", one, table, seat) for one in lines]))


def _more(room: Room, seat: int, is_over: bool) -> Markup:
    """What else there is at a table, made once."""
    token = room.tokens.get(seat, "")
    parts = (room.id, seat, token, (*options_of(room),), room.plan.seconds, is_over)
    return Markup(_cached("more_part", *parts))


def _cached(macro: str, *parts: object) -> str:
    return _rendered(language(), macro, *parts)


@lru_cache(MOST_KEPT)
def _rendered(_language: str, macro: str, *parts: object) -> str:
    made = getattr(_environment().get_template("parts.html").module, macro)(*parts)
    return str(made).replace("\n", " ")  # one line: pages are compared by lines


def _emblem(game: str) -> Markup:
    return things_of(game).emblem()


def _games() -> list[Game]:
    return [load(name) for name in GAMES]


@cache
def _symbol(name: str) -> Markup:
    return Markup(use(name))


@cache
def _symbols() -> Markup:
    """The definitions of all symbols, for a page to have once."""
    return Markup(definitions())


@cache
def _asset(name: str) -> str:
    """The address of a file, which changes with what is in it."""
    path = STATIC / name
    seal = blake2b(path.read_bytes(), digest_size=6).hexdigest() if path.exists() else "missing"
    return f"/static/{name}?v={seal}"


# --- the rules, and what is in the box -----------------------------------------------------------


def shelves(game: str) -> list[Shelf]:
    """All that a game has, in the reader's language."""
    return catalogue_of(game).shelves()


def fits(words: str, text: str) -> bool:
    """Whether all words are in a text, however they are written: accents and capitals or not."""
    plain = _plain(text)
    return all(word in plain for word in _plain(words).split())


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def shelves_with(game: str, words: str) -> list[Shelf]:
    """What has these words in its title or in what is told of it, on its shelves."""
    found: list[Shelf] = []
    for shelf in shelves(game):
        told = [" ".join([one.title, shelf.title, *one.lines]) for one in shelf.entries]
        fitting = [one for one, text in zip(shelf.entries, told, strict=True) if fits(words, text)]
        if fitting:
            found.append(Shelf(shelf.id, shelf.title, fitting))
    return found


class Topic(NamedTuple):
    """The rules on one subject."""

    id: str
    title: str
    clauses: list[Clause]


class RuleChapter(NamedTuple):
    """A chapter of the rules, such as a phase."""

    title: str
    topics: list[Topic]


def chapters_with(game: str, words: str) -> list[RuleChapter]:
    """The rules with these words, by chapter and topic."""
    found: dict[str, list[Clause]] = {}
    for clause in clauses(game):
        if fits(words, f"{clause.id} {_topic_title(clause.topic)} {say_rule(clause.text)}"):
            found.setdefault(clause.topic, []).append(clause)
    parts = [
        RuleChapter(
            say_rule(chapter.title),
            [Topic(one, _topic_title(one), found[one]) for one in chapter.topics if one in found],
        )
        for chapter in chapters(game)
    ]
    return [part for part in parts if part.topics]


def _topic_title(topic: str) -> str:
    title = say_rule(topic.replace("_", " "))
    return title[:1].upper() + title[1:]


# --- what takes long the first time --------------------------------------------------------------
# Compiled rules are loaded piece by piece when they are first called, a drawing is kept once it is
# made, templates are compiled at first use: each of these would stop all tables for a moment.


@contextlib.asynccontextmanager
async def warmed_up() -> AsyncIterator[None]:
    """Make ready beside us what is made once, unless that would take longer than it saves."""
    stop = threading.Event()
    work = asyncio.create_task(asyncio.to_thread(_warm_up, stop))
    try:
        yield
    finally:
        stop.set()
        await work


def _warm_up(stop: threading.Event) -> None:
    if uncompiled() or stop.wait(WARM_UP):
        return
    try:
        for _ in _steps():
            if stop.is_set():
                return
    except Exception:  # then it is made when it is needed
        note.exception("cannot warm up")


def _steps() -> Iterator[None]:
    for game in GAMES:
        load(game).prepare()
        yield
    for game in GAMES:
        yield from _watch(game)
    for game in GAMES:
        yield from _draw(game)


def _watch(game: str) -> Iterator[None]:
    """Look at a game as both players see it, while it goes on anyhow."""
    table = Table(game, seats=2, seed=0)
    room = Room("", TablePlan(game, [Seat(OPEN, session=letter) for letter in "ab"]))
    room.table = table
    for move in range(MOVES):
        if table.over:
            return
        for seat in room.seats:
            table_part(room, seat.session)
        mover = table.pending[0]
        codes = table.codes(mover).tolist()
        table.act(mover, codes[move % len(codes)])  # now this, now that
        yield


def _draw(game: str) -> Iterator[None]:
    """Draw every card."""
    for shelf in shelves(game):
        for entry in shelf.entries:
            entry.draw()
            yield
