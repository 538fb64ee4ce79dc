"""The pages around a table: opening one, home, time, rules, replay, the next game."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Iterator, Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import Request

import pytest

from tangledbank.games import GAMES
from tangledbank.games.darwin.rules.decks import ABILITIES, BIOMES, EVENTS, PARTS, standard
from tangledbank.games.evolution.rules import cards as evolution_cards
from tangledbank.games.game import Game, chapters, clauses, load
from tangledbank.games.origin.rules import cards as origin_cards
from tangledbank.search.bot import BOT_TITLES, LEVELS, STYLES, rating_in
from tangledbank.search.match import POLICIES
from tangledbank.text import LANGUAGES, say, speak
from tests.server_process import Server, Socket, Visitor, running
from tests.test_server_tables import invite, open_table, two_at


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


def text_of(page: str) -> str:
    """What a person reads."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def options_in(page: str, name: str) -> dict[str, str]:
    """The choices of a select or of radio buttons: value and text."""
    inside = re.search(rf'<select[^>]* name="{name}"[^>]*>(.*?)</select>', page, re.S)
    if not inside:
        radio = rf'<input type="radio" name="{name}" value="([^"]+)"[^>]*> ([^<]+)</label>'
        return {value: unescape(text) for value, text in re.findall(radio, page)}
    found = re.findall(r"<option([^>]*)>([^<]*)</option>", inside[1])
    values = [re.search(r'value="([^"]*)"', marks) for marks, _ in found]
    return {
        (value[1] if value else text): unescape(text)
        for value, (_, text) in zip(values, found, strict=True)
    }


def chosen_in(page: str, name: str) -> str:
    inside = re.search(rf'<select[^>]* name="{name}"[^>]*>(.*?)</select>', page, re.S)
    if not inside:
        radio = re.search(rf'name="{name}" value="([^"]+)"[^>]* checked', page)
        assert radio
        return radio[1]
    found = re.search(r'<option(?: value="([^"]*)")? selected>([^<]*)', inside[1])
    return found[1] or found[2] if found else next(iter(options_in(page, name)))


# --- opening a table ----------------------------------------------------------------------------


def test_every_option_value_and_bot_has_a_title(game: Game) -> None:
    assert list(game.option_words) == list(game.options)
    for name, values in game.options.items():
        assert [*game.option_words[name].values] == [*values], name
    assert set(BOT_TITLES) == {*LEVELS, *POLICIES}  # all that visitors may choose


@pytest.mark.parametrize("name", GAMES)
def test_the_form_speaks_in_titles(server: Server, name: str) -> None:
    page = Visitor(server).get(f"/open/{name}")[2]
    for option, values in load(name).options.items():
        if len(values) < 2:
            continue
        found = options_in(page, f"option-{option}")
        assert [*found] == [*values]
        assert not {text for text in found.values() if "_" in text}
        assert not set(found.values()) & set(values)


def test_only_numbers_of_players_that_fit_are_offered(server: Server) -> None:
    ann = Visitor(server)
    typed = "name=Zoe&seats=3&seat1=bot%3Abeginner&seat2=person&seconds=120&public=1"
    page = ann.get(f"/open/darwin?{typed}&option-variant=teams")[2]
    assert [*options_in(page, "seats")] == ["4"]
    assert "2 against 2 is for 4 seats, not 3." in text_of(page)
    assert chosen_in(page, "seat1") == "bot:beginner"  # nothing is lost
    assert chosen_in(page, "seat2") == "person"
    assert chosen_in(page, "seconds") == "120"
    assert 'value="Zoe"' in page
    assert re.search(r'name="public" value="1" checked', page)
    assert not re.search(r'name="talk" value="1" checked', page)
    assert [*options_in(ann.get("/open/darwin")[2], "seats")] == ["2", "3", "4", "5", "6"]


def test_a_table_that_cannot_be_opened_loses_nothing(server: Server) -> None:
    ann = Visitor(server)
    wrong: Any = {"option-variant": "beginner", "option-length": "short"}
    status, _, page = ann.post("/open", name="Zoe", game="darwin", seats=3, seat1="person", **wrong)
    assert status == 400
    assert "The beginner game has two rounds already." in text_of(page)
    assert chosen_in(page, "option-variant") == "beginner"
    assert chosen_in(page, "option-length") == "short"
    assert chosen_in(page, "seats") == "3"
    assert chosen_in(page, "seat1") == "person"
    assert 'value="Zoe"' in page
    status, _, page = ann.post("/open", name=" ", game="darwin", seats=3)
    assert (status, "Please tell your name." in page) == (400, True)


@pytest.mark.parametrize(("game", "option", "clause"), [
    ("origin", "duty", "OS-RUL-10"), ("evolution", "horns", "EV-RUL-28"),
])  # fmt: skip
def test_a_ruling_that_decides_much_stands_with_its_clause_where_a_table_is_opened(
    server: Server, game: str, option: str, clause: str
) -> None:
    page = Visitor(server, "Ann").get(f"/open/{game}")[2]
    stands, folded = page.index(f'name="option-{option}"'), page.index('id="rulings"')
    link = page.index(f'<a href="/rules/{game}#{clause}">{clause}</a>')
    assert stands < link < folded


def test_seats_for_a_person_a_bot_or_anyone(server: Server) -> None:
    ann = Visitor(server)
    wanted: Any = {"option-length": "short"}
    table = open_table(ann, "darwin", 4, seat1="bot:random", seat2="person", seat3="open", **wanted)
    text = text_of(ann.get(f"/t/{table}")[2])
    for said in (
        "Length: 3 eras",
        "Bot (level: easy)",
        "kept for someone – link to this seat",
        "D open",
    ):
        assert said in text


# --- talk ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "talks"),
    [
        ({"talk": "1"}, True),
        ({"talk": ""}, False),
        ({"talk": "1", "public": "1"}, False),  # not asked for at a public table
        ({"talk": "1", "public": "1", "public-talk": "1"}, True),
    ],
)
def test_people_talk_at_private_tables(server: Server, fields: dict[str, str], talks: bool) -> None:
    ann, _, table = two_at(server, **fields)
    with ann.sit(table) as a:
        a.receive()
        assert ("talk" in a.ids()) == talks
        assert (a.answer(a.send(type="talk", text="hello"))["type"] == "done") == talks


# --- home ---------------------------------------------------------------------------------------


def test_a_newcomer_plays_after_two_clicks(server: Server) -> None:
    page = Visitor(server).get("/")[2]
    for name in GAMES:
        form = re.search(rf'id="game-{name}".*?</form>', page, re.S)
        assert form
        assert set(options_in(form[0], "bot")) == set(LEVELS)
        assert options_in(form[0], "seats")
        assert 'name="name"' in form[0]
        assert 'value="Guest"' in form[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_tell_how_each_level_plays(server: Server, language: str) -> None:
    ann = Visitor(server)
    ann.post("/settings", language=language)
    for path in ("/", "/open/darwin"):
        page = unescape(ann.get(path)[2])
        speak(language)
        try:
            for level in LEVELS:
                rating = say("rating {number}", number=int(rating_in("darwin", level)))
                told = f"<b>{say(BOT_TITLES[level])}</b> – {say(STYLES[level])} ({rating})"
                assert told in page
        finally:
            speak("en")


def my_game(visitor: Visitor, table: str) -> str:
    found = re.search(rf'<li id="mine-{table}".*?</li>', visitor.get("/")[2], re.S)
    assert found
    return found[0]


def test_my_games_tell_whose_turn_it_is_and_what_happened_last(server: Server) -> None:
    ann, bob, table = two_at(server, "origin")
    assert "Waiting for players." in my_game(ann, open_table(ann))
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        (first, who), (_, other) = sorted(
            [(a, ann), (b, bob)], key=lambda one: not one[0].table["yours"]
        )
        assert "Your turn." in my_game(who, table)
        assert f"Waiting for {who.name}." in my_game(other, table)
        first.act(first.codes()[0])
    name, letter = who.name, "AB"[who is bob]
    assert f"Last: You play an animal: {letter}1." in text_of(my_game(who, table))
    assert f"Last: {name} plays an animal: {letter}1." in text_of(my_game(other, table))
    other.post("/settings", language="de")
    assert "plays" not in my_game(other, table)


def test_the_last_move_tells_no_secret(server: Server) -> None:
    ann, bob, table = two_at(server)
    before = my_game(bob, table)
    assert "Ann" in before
    with ann.sit(table) as a:
        a.receive()
        assert a.act()["type"] == "done"  # a food card, in secret
    assert my_game(bob, table) == before
    assert "Waiting for Bob." in my_game(ann, table)


def test_games_are_fetched_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ann = Visitor(server)
        table = ann.play_now("origin")
        with ann.sit(table) as socket:
            socket.until_asked()
            socket.act()
            socket.until_asked()
        server.stop()
        server.start()
        page = my_game(ann, table)
        for _ in range(100):
            if "data-loading" not in page:
                break
            assert "It is going on." in page
            time.sleep(0.1)
            page = my_game(ann, table)
        assert "Your turn." in page
        assert "Last: " in page


def test_a_link_or_a_code_leads_to_the_table(server: Server) -> None:
    ann, bob = Visitor(server), Visitor(server, "Bob")
    table = open_table(ann)
    link = invite(ann, table)
    bob.get("/")
    for typed in (link, f"{server.address}{link}", f" {server.address}{link}?x=1 "):
        assert bob.post("/join", code=typed)[1] == link
    assert bob.post("/join", code=f"http://other.example/t/{table}")[1] == f"/t/{table}"
    assert bob.post("/join", code="http://other.example/")[0] == 400


def test_settings_are_at_home_and_at_the_table(server: Server) -> None:
    ann = Visitor(server)
    table = ann.play_now("origin")
    for path in ("/", f"/t/{table}"):
        page = ann.get(path)[2]
        assert set(re.findall(r'data-setting="([^"]+)"', page)) == {
            "at-once", "title", "sound", "notify",
        }  # fmt: skip


# --- time ---------------------------------------------------------------------------------------


def test_the_seconds_left_are_told_to_who_decides(server: Server) -> None:
    ann, bob, table = two_at(server, "origin", seconds=60)
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        first, other = (a, b) if a.table["yours"] else (b, a)
        assert 50 < first.table["left"] <= 60
        assert "left" not in other.table
        assert "You have 1 minute for a turn; then the caretaker decides" in first.table["html"]
        assert 'id="clock"' not in other.table["html"]
        time.sleep(1.2)
        page = (ann if first is a else bob).sit(table)
        with page as again:  # who comes back has no more time than before
            again.receive()
            assert again.table["left"] < 59.5


def test_what_the_caretaker_decided_is_said(server: Server) -> None:
    ann, bob, table = two_at(server, "origin", seconds=1)
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        first = a if a.table["yours"] else b
        while "late" not in first.ids():
            first.receive()
        assert "Your time was over: the caretaker has decided for you." in first.table["html"]


# --- the next game ------------------------------------------------------------------------------


def play_to_the_end(*sockets: Socket) -> None:
    for _ in range(2000):
        for socket in sockets:
            if "result" in socket.ids():
                continue
            while not socket.table["yours"] and "result" not in socket.ids():
                try:
                    socket.receive(0.02)
                except TimeoutError:
                    break
            if socket.table["yours"]:
                socket.act(socket.codes()[-1])
        if all("result" in socket.ids() for socket in sockets):
            return
    raise AssertionError("the game does not end")


def test_everyone_is_brought_to_the_next_game(server: Server) -> None:
    wanted: Any = {"option-length": "short", "seconds": "300"}
    ann, bob, table = two_at(server, "darwin", **wanted)
    with ann.sit(table) as a, bob.sit(table) as b:
        a.receive(), b.receive()
        assert ann.post(f"/t/{table}/do", do="rematch")[0] == 400  # not before the end
        play_to_the_end(a, b)
        assert Visitor(server).post(f"/t/{table}/do", do="rematch")[0] == 400
        new = ann.post(f"/t/{table}/do", do="rematch")[1]
        assert new != f"/t/{table}"
        while "next" not in b.table:
            b.receive()
        assert b.table["next"] == new
        assert f'href="{new}"' in b.table["html"]
    assert bob.post(f"/t/{table}/do", do="rematch")[1] == new  # not another one
    with ann.sit(new.removeprefix("/t/")) as a, bob.sit(new.removeprefix("/t/")) as b:
        a.receive(), b.receive()
        for socket in (a, b):
            assert socket.stamp  # both have a seat, and the game has begun
            assert "Length: 3 eras" in socket.table["html"]
            assert "Time for a turn: 5 minutes." in socket.table["html"]


# --- discard piles ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_what_was_discarded_can_be_looked_through(server: Server, name: str) -> None:
    ann = Visitor(server)
    watcher = Visitor(server, "Eve")
    watcher.get("/")
    table = ann.play_now(name)
    with ann.sit(table) as socket:
        for _ in range(300):
            socket.until_asked()
            if "discard" in socket.ids() or not socket.codes():
                break
            socket.act(socket.codes()[-1])
        pile = re.search(r'<details id="discard">.*?</details>', socket.table["html"], re.S)
        assert pile
        assert re.search(r"\((\d+)\) \w", text_of(pile[0]))
        assert 'id="discard"' in watcher.get(f"/t/{table}")[2]


# --- rules --------------------------------------------------------------------------------------


def test_every_topic_is_in_one_chapter(game: Game) -> None:
    topics = [topic for chapter in chapters(game.name) for topic in chapter.topics]
    assert sorted(topics) == sorted({clause.topic for clause in clauses(game.name)})


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_stand_by_phase_with_examples_marked(server: Server, name: str) -> None:
    page = Visitor(server).get(f"/rules/{name}")[2]
    for chapter in chapters(name):
        assert f"<b>{escape(chapter.title)}</b>" in page
    for clause in clauses(name):
        found = re.search(rf'<p id="{clause.id}".*?</p>', page, re.S)
        assert found
        assert escape(clause.text, quote=False)[:30] in found[0].replace("&#39;", "'")
        marked = {"example": "Example", "ruling": "Ruling", "hint": "Hint"}.get(clause.kind)
        assert (f'<b class="tag">{marked}</b>' in found[0]) == bool(marked)


@pytest.mark.parametrize(
    ("name", "shelf", "ids"),
    [
        ("origin", "abilities", origin_cards.ABILITIES),
        ("origin", "cards", [card.replace("/", "_") for card in origin_cards.CARD_NAMES]),
        ("evolution", "traits", evolution_cards.TRAITS),
        ("darwin", "biomes", BIOMES),
        ("darwin", "events", EVENTS),
        ("darwin", "abilities", ABILITIES),
        *(
            ("darwin", part, [card.id.replace(".", "_") for card in standard().cards
                              if PARTS[card.part] == part])
            for part in PARTS
        ),
    ],
)  # fmt: skip
def test_every_card_has_its_picture_and_numbers(
    server: Server, name: str, shelf: str, ids: Sequence[str]
) -> None:
    page = Visitor(server).get(f"/rules/{name}/cards?shelf={shelf}")[2]
    assert re.findall(r'<article class="panel entry" id="([^"]+)"', page) == [*ids]
    for entry in re.findall(r"<article.*?</article>", page, re.S):
        assert "<svg" in entry
        assert re.search(r"<p>[^<]{3,}</p>", entry)
    assert len(gzip.compress(page.encode())) < 60_000


def test_numbers_on_cards_are_told(server: Server) -> None:
    ann = Visitor(server)
    bongo = re.search(r'id="bongo_head".*?</article>', ann.get("/rules/darwin/cards")[2], re.S)
    assert bongo
    assert "Herbivore, hearts 1, strength 1." in text_of(bongo[0])
    page = ann.get("/rules/darwin/cards?shelf=biomes")[2]
    savanna = re.search(r'id="savanna".*?</article>', page, re.S)
    assert savanna
    for said in ("2 points.", "Plants 7, meat 5.", "Needs run.", "Not cold resistance."):
        assert said in text_of(savanna[0])
    assert "Food numbers +1, +2, +3, +4, +4, +5." in text_of(ann.get("/rules/evolution/cards")[2])


@pytest.mark.parametrize(
    ("language", "word", "clause", "card"),
    [
        ("en", "HORNS", "EV-HRN-01", "horns"),
        ("de", "hörner", "EV-HRN-01", "horns"),
        ("el", "ΚΕΡΑΤΑ", "EV-HRN-01", "horns"),  # noqa: RUF001  no accent, in capitals
        ("it", "corna", "EV-HRN-01", "horns"),
        ("nl", "hoorns", "EV-HRN-01", "horns"),
        ("uk", "роги", "EV-HRN-01", "horns"),
    ],
)
def test_a_search_finds_words_of_the_readers_language(
    server: Server, language: str, word: str, clause: str, card: str
) -> None:
    ann = Visitor(server)
    ann.post("/settings", language=language)
    page = ann.get(f"/rules/evolution?find={quote(word)}")[2]
    assert f'id="{clause}"' in page
    assert f'href="/rules/evolution/cards?shelf=traits#{card}"' in page
    assert 'id="EV-SET-01"' not in page
    page = ann.get(f"/rules/evolution/cards?find={quote(word)}")[2]
    assert f'id="{card}"' in page
    assert 'id="fertile"' not in page
    page = ann.get("/rules/evolution/cards?find=xyzzy")[2]
    assert "<article" not in page


@pytest.mark.parametrize("name", GAMES)
def test_tips_lead_to_the_rules_and_the_card(server: Server, name: str) -> None:
    ann = Visitor(server)
    table = ann.play_now(name)
    with ann.sit(table) as socket:
        socket.until_asked()
        while not (key := re.search(r'data-key="(card:[^"]+)"', socket.table["html"])):
            socket.act(socket.codes()[-1])  # the hand has to be drawn first
            socket.until_asked()
        html = socket.answer(socket.send(type="ask", key=unescape(key[1])))["html"]
    for link in re.findall(r'href="([^"]+)"', html):
        path, _, anchor = unescape(link).partition("#")
        assert f'id="{anchor}"' in ann.get(path)[2]
    assert "/cards?shelf=" in html
    assert f"/rules/{name}#" in html


# --- replay -------------------------------------------------------------------------------------

RECORDED = Path(__file__).parent / "recorded"


def upload(visitor: Visitor, log: bytes) -> tuple[int, str, str]:
    limit = b"----limit"
    head = b'Content-Disposition: form-data; name="log"; filename="a.jsonl"\r\n\r\n'
    body = b"--" + limit + b"\r\n" + head + log + b"\r\n--" + limit + b"--\r\n"
    address = visitor.server.address
    kind = f"multipart/form-data; boundary={limit.decode()}"
    return visitor.open(Request(f"{address}/log", body, {"Origin": address, "Content-Type": kind}))


def test_a_replay_goes_step_by_step_in_every_language(server: Server) -> None:
    ann = Visitor(server)
    ann.get("/")
    log = (RECORDED / "evolution-2-random.jsonl").read_bytes()
    path = upload(ann, log)[1]
    for language in LANGUAGES:
        ann.post("/settings", language=language)
        first = ann.get(f"{path}?at=0&seat=1")[2]
        assert f'<html lang="{language}">' in first
        slider = re.search(r'type="range" name="at" min="0" max="(\d+)" value="0"', first)
        assert slider
        last = int(slider[1])
        steps = re.findall(r'<a class="button" href="\?at=(\d+)&amp;seat=1">', first)
        assert [*map(int, steps)] == [1, last]  # on, and to the end
        middle = ann.get(f"{path}?at={last // 2}&seat=1")[2]
        steps = re.findall(r'<a class="button" href="\?at=(\d+)&amp;seat=1">', middle)
        assert [*map(int, steps)] == [0, last // 2 - 1, last // 2 + 1, last]
        link = re.search(r'id="moment-link" href="([^"]+)"', middle)
        assert link
        assert ann.get(unescape(link[1]))[2] == middle
        lines = re.findall(r'<li id="line[^>]*><a href="([^"]+)">([^<]+)<', middle)
        assert lines
        for address, text in lines[-3:]:  # a sentence leads to its moment
            assert text in ann.get(unescape(address))[2]
        assert first != middle
    assert ann.get(path.replace("/replay", "/log"))[2] == log.decode()


def test_another_seat_sees_the_same_moment(server: Server) -> None:
    ann = Visitor(server)
    ann.get("/")
    path = upload(ann, (RECORDED / "evolution-2-random.jsonl").read_bytes())[1]
    for at in (0, 20, 60):
        moments = [
            re.search(r'<h1 id="moment">([^<]+)', ann.get(f"{path}?at={at}&was=0&seat={seat}")[2])
            for seat in (0, 1, -1)
        ]
        assert len({found[1] for found in moments if found}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "log",
    [b"", b"\x89PNG\r\n\x1a\n\x00\xff", b"hello\nworld\n", b"[1, 2]\n", b'{"tangledbank":1}\n',
     b"[" * 5000, b"changed", b"cut"],
)  # fmt: skip
def test_a_file_that_is_no_log_gets_one_sentence(server: Server, log: bytes, language: str) -> None:
    good = (RECORDED / "origin-2-random.jsonl").read_bytes()
    log = {b"changed": good.replace(b'"seat":1', b'"seat":0', 1), b"cut": good[:-20]}.get(log, log)
    ann = Visitor(server)
    ann.post("/settings", language=language)
    status, _, page = upload(ann, log)
    assert status == 400
    said = re.search(r"<h1>[^<]+</h1>\n<p>([^<]+)</p>", page)
    assert said
    assert said[1].count("\n") == 0
    assert len(said[1]) < 250
    if language == "en":
        assert said[1].startswith("This log file cannot be shown: ")


# --- coming back ---------------------------------------------------------------------------------


def test_another_language_leads_back_to_the_same_place(server: Server) -> None:
    ann = Visitor(server)
    for path in ("/rules/darwin/cards?shelf=biomes", "/open/darwin?seats=4", "/"):
        assert f'name="back" value="{path}"' in ann.get(path)[2]


def test_another_language_leads_back_to_the_page_of_a_form(server: Server) -> None:
    ann = Visitor(server)
    came = {"Origin": server.address, "Referer": f"{server.address}/open/origin?seats=3"}
    status, _, page = ann.post("/join", headers=came, code="nothing")
    assert status == 400
    assert 'name="back" value="/open/origin?seats=3"' in page
    elsewhere = {"Origin": server.address, "Referer": "http://example.com/away"}
    assert 'name="back" value="/join"' in ann.post("/join", headers=elsewhere, code="nothing")[2]


def test_who_invites_is_told_that_the_address_is_local(server: Server) -> None:
    ann = Visitor(server)
    page = ann.post("/open", name="Ann", game="origin", seats=2, seat0="open", seat1="open")[2]
    assert 'id="local"' in page
    assert 'id="invite"' in page
