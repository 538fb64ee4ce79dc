"""Pages, made from templates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tangledbank.art.symbols import definitions, use
from tangledbank.games import GAMES
from tangledbank.games.game import load
from tangledbank.games.shared.things import Thing, view_of
from tangledbank.games.shared.verbs import SEAT_LETTERS
from tangledbank.search.levels import BOT_TITLES, STYLES, USUAL_LEVEL, ratings
from tangledbank.server.rooms.live import Live
from tangledbank.server.web.looks import (
    Choice,
    Line,
    Sight,
    foreseen,
    lines_of,
    look_at,
    tip_for,
    turn_of,
    waiting_for,
    whole_sentence,
)
from tangledbank.text import LANGUAGES, language, say, say_count, say_rule

STATIC = Path(__file__).parent.parent / "static"
MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds
MOST_KEPT = 40_000  # things without pictures and lines of the log, as HTML: at most 1 KB each
PICTURE = Markup("<!--picture-->")


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
    environment.globals.update(
        say=say,
        say_count=say_count,
        games=_games,
        say_rule=say_rule,
        game_title=game_title,
        languages=LANGUAGES,
        usual_level=USUAL_LEVEL,
        bot_title=_bot_title,
        styles=STYLES,
        ratings=ratings,
        options_of=options_of,
        duration=duration,
        waiting_for=waiting_for,
        letters=SEAT_LETTERS,
        asset=_asset,
        things=_things,
        choices=_choices,
        log_lines=_log_lines,
        more=_more,
        symbol=_symbol,
        symbols=_symbols,
        emblem=_emblem,
    )
    environment.filters["sentence"] = whole_sentence
    return environment


def page(name: str, **parts: Any) -> str:
    """A page or a part of one."""
    return _environment().get_template(name).render(**parts)


def table_part(live: Live, session: str, stamp: str | None = None) -> str:
    """The table as a session sees it; the part of the page that changes."""
    seat = live.seat_of(session)
    if live.table is None:
        return page(
            "waiting.html",
            live=live,
            seat=seat,
            is_host=live.plan.host == session,
            renewable=[n for n in range(len(live.seats)) if live.may_renew(session, n)],
        )
    sight = Sight(live.table, seat)
    return page(
        "table_part.html",
        live=live,
        seat=seat,
        look=look_at(sight, live),
        turn=turn_of(sight, live),
        lines=lines_of(live, seat),
        stamp=stamp if stamp is not None else live.stamp(seat) if seat >= 0 else "",
    )


def tip_part(live: Live, session: str, key: str, code: int = -1) -> str:
    """What something is, and why it cannot be chosen, now or after an action that only begins."""
    seat = live.seat_of(session)
    return page("tip.html", tip=tip_for(live, seat, key, code), game=live.plan.game)


def outlook_part(live: Live, session: str, code: int) -> tuple[str, list[str]]:
    """What would come of an action, and the keys of what could be chosen next."""
    found = foreseen(live, live.seat_of(session), code)
    return page("outlook.html", found=found), [*found.keys]


def game_title(live: Live) -> str:
    """The printed name of the game at a table."""
    return say(load(live.plan.game).title)


def options_of(live: Live) -> list[str]:
    """What is not as usual at a table, such as its variant."""
    words = load(live.plan.game).option_words
    chosen = live.table.rulings if live.table else live.plan.options
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


def title_of(live: Live, session: str) -> str:
    """The title of the table's page, which says whose turn it is."""
    game = game_title(live)
    seat = live.seat_of(session)
    if live.table and seat in live.table.pending:
        return say("● Your turn – {game}", game=game)
    return game


def _bot_title(bot: str) -> str:
    return say(BOT_TITLES[bot]) if bot in BOT_TITLES else bot  # a program goes by its name


def _things(those: Iterable[Thing]) -> Markup:
    """What lies side by side as HTML, each made once: templates take long, and little changes."""
    return Markup("".join(map(_thing, those)))


def _thing(one: Thing) -> str:
    if one.picture is None:
        return _kept("thing_part", one, "")
    frame = _kept("thing_part", one, PICTURE)
    return frame.replace(PICTURE, f"\n{one.picture}\n", 1)  # a line that seldom changes


def _choices(those: Iterable[Choice], form: str = "") -> Markup:
    """Legal actions as buttons, each made once."""
    return Markup("".join([_kept("choice_part", one, form) for one in those]))


def _log_lines(lines: Sequence[Line], table: str, seat: int | None) -> Markup:
    """Lines of the log as HTML, each made once; they lead to moments as this seat saw them."""
    return Markup("\n".join([_kept("line_part", one, table, seat) for one in lines]))


def _more(live: Live, seat: int, is_over: bool) -> Markup:
    """What else there is at a table, made once."""
    token = live.tokens.get(seat, "")
    parts = (live.id, seat, token, (*options_of(live),), live.plan.seconds, is_over)
    return Markup(_kept("more_part", *parts))


def _kept(macro: str, *parts: object) -> str:
    return _made(language(), macro, *parts)


@lru_cache(MOST_KEPT)
def _made(_language: str, macro: str, *parts: object) -> str:
    made: Any = getattr(_environment().get_template("parts.html").module, macro)
    return str(made(*parts)).replace("\n", " ")  # one line: pages are compared by lines


def _emblem(game: str) -> Markup:
    return view_of(game).emblem()


def _games() -> list[Any]:
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
