"""Every card, creature, symbol and biome has a picture: well-formed, small, always the same."""

from __future__ import annotations

import dataclasses
import re
import shutil
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from tangledbank.art import frames, symbols
from tangledbank.art.animals import ANIMALS, FAMILIES, PLANS, Animal, animal, made_up
from tangledbank.art.beasts import DRAW_HEAD, WINGS, draw, whole
from tangledbank.art.heads import BEAKS, EARS, HORNS
from tangledbank.art.limbs import KINDS, TAILS
from tangledbank.art.marks import MARKS, Plain, Reader, Rows
from tangledbank.art.palette import COLOURS, stylesheet
from tangledbank.art.pen import Pen, path, shape
from tangledbank.art.scenes import meadow, pool
from tangledbank.cli.look import BROWSERS, rows_of
from tangledbank.games import GAMES
from tangledbank.games.darwin.rules.decks import ABILITIES as POWERS
from tangledbank.games.darwin.rules.decks import DIETS, EVENTS, PARTS, standard
from tangledbank.games.darwin.rules.state import GROUNDS
from tangledbank.games.darwin.show import pictures as darwin
from tangledbank.games.evolution.rules.cards import TRAITS
from tangledbank.games.evolution.show import pictures as evolution
from tangledbank.games.origin.rules.cards import ABILITIES, CARD_NAMES
from tangledbank.games.origin.show import pictures as origin
from tests.commands import run

SVG = "{http://www.w3.org/2000/svg}"
TITLE = 'Katze & <Hund> "Maus"'
PART_NAMES = [darwin.part_name(card) for card in standard().cards]
WHOLE = ["lion.torso", "lion.head", "lion.double_legs", "lion.tail", "barn-owl.wings"]

Picture = Callable[[], str]


def pictures() -> Iterator[tuple[str, Picture]]:
    """Every picture there is, by a name; a picture is drawn when it is asked for."""
    for name in symbols.SYMBOLS:
        yield f"symbol {name}", partial(symbols.symbol, name, TITLE)
        yield f"use {name}", partial(symbols.use, name, TITLE)
    for name in ANIMALS:
        yield f"animal {name}", partial(darwin.animal, name, TITLE)
    for name in PART_NAMES:
        yield f"part {name}", partial(darwin.part, name, TITLE)
    for card in standard().cards:
        yield f"card {card.id}", partial(darwin.card, card, TITLE, card.animal)
    for biome in standard().biomes:
        yield f"biome card {biome.id}", partial(darwin.biome_card, biome, TITLE)
    for name in GROUNDS:
        yield f"ground {name}", partial(darwin.biome, name, TITLE)
    for name in EVENTS:
        yield f"event {name}", partial(darwin.event, name, TITLE)
    for name in TRAITS:
        yield f"species {name}", partial(evolution.species, [name], 3, 4, TITLE)
        yield f"trait {name}", partial(evolution.card, name, TITLE, -2)
    for name in ABILITIES:
        yield f"ability {name}", partial(origin.animal, [name], TITLE)
    for name in CARD_NAMES:
        sides = name.split("/")
        yield f"origin {name}", partial(origin.card, sides, [TITLE] * len(sides))
    yield "chimera", lambda: darwin.chimera(WHOLE, TITLE)
    yield "small back", lambda: darwin.back(TITLE)
    yield "large back", lambda: darwin.back(TITLE, large=True)
    yield "back of Evolution", lambda: evolution.back(TITLE)
    yield "back of The Origin of Species", lambda: origin.back(TITLE)
    yield "watering hole", lambda: pool(30, TITLE)
    yield "food bank", lambda: meadow(0, TITLE)


EVERY = dict(pictures())


def size_of(picture: str) -> tuple[float, float]:
    """Width and height of what a picture shows."""
    _, _, wide, tall = map(float, ElementTree.fromstring(picture).attrib["viewBox"].split())
    return wide, tall


def reach(picture: str) -> float:
    """How wide the drawing is, as a part of its picture."""
    root = ElementTree.fromstring(picture)
    starts = [
        float(x)
        for drawn in root.iter(f"{SVG}path")
        for x in re.findall(r"M(-?[\d.]+)", drawn.attrib["d"])
    ]
    return (max(starts) - min(starts)) / size_of(picture)[0]


def test_every_picture_is_well_formed_titled_and_always_the_same() -> None:
    for name, picture in EVERY.items():
        drawn = picture()
        root = ElementTree.fromstring(drawn)
        assert root.tag == f"{SVG}svg", name
        assert root.attrib["role"] == "img", name
        assert TITLE in (root.findtext(f"{SVG}title") or ""), name
        assert picture() == drawn, name
        assert min(size_of(drawn)) > 0, name


def test_no_picture_needs_what_a_strict_page_forbids() -> None:
    """No styles or scripts of their own, nothing from elsewhere, no two elements with one id."""
    for name, picture in EVERY.items():
        for element in ElementTree.fromstring(picture()).iter():
            assert element.tag.removeprefix(SVG) in {
                "svg", "title", "g", "path", "rect", "circle", "text", "use",
            }, name  # fmt: skip
            assert not {"style", "class", "id"} & element.attrib.keys(), name
            assert element.attrib.get("href", "#").startswith("#"), name


def test_paths_hold_numbers_only() -> None:
    for name, picture in EVERY.items():
        for element in ElementTree.fromstring(picture()).iter(f"{SVG}path"):
            assert re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz\d .-]+", element.attrib["d"]), name


def test_every_colour_of_a_page_is_one_that_it_can_set() -> None:
    known = stylesheet()
    for name, picture in EVERY.items():
        for used in set(re.findall(r"var\((--tb-\w+),", picture())):
            assert f"{used}:" in known, name
    for name, (light, dark) in COLOURS.items():
        assert known.count(f"--tb-{name}:") == 2
        assert re.fullmatch("#[0-9a-f]{6}", light)
        assert re.fullmatch("#[0-9a-f]{6}", dark)


def test_every_paint_is_a_colour() -> None:
    for name, picture in EVERY.items():
        for element in ElementTree.fromstring(picture()).iter():
            for paint in filter(None, map(element.attrib.get, ("fill", "stroke"))):
                assert re.fullmatch(r"none|#[0-9a-f]{6,8}|var\(--tb-\w+,#\w+\)", paint), name


def test_no_title_makes_an_ornament() -> None:
    assert 'aria-hidden="true"' in symbols.use("heart")
    assert "<title>" not in symbols.use("heart")


# -- symbols -------------------------------------------------------------------------------------


def test_everything_that_needs_a_symbol_has_one_with_a_shape_of_its_own() -> None:
    needed = {*POWERS, *PARTS, *DIETS, *TRAITS, *ABILITIES, "plant", "meat", "heart", "strength"}
    assert needed <= set(symbols.SYMBOLS)
    shapes = [(glyph.fill, glyph.line) for glyph in symbols.GLYPHS.values()]
    assert len(set(shapes)) == len(shapes)


def test_symbols_are_small() -> None:
    for name in symbols.SYMBOLS:
        assert len(symbols.symbol(name, "")) <= 400, name
        assert len(symbols.use(name)) <= 140, name


def test_definitions_hold_every_symbol_once() -> None:
    root = ElementTree.fromstring(symbols.definitions())
    ids = [one.attrib["id"] for one in root.iter(f"{SVG}symbol")]
    assert sorted(ids) == sorted({symbols.reference(name) for name in symbols.SYMBOLS})
    few = symbols.definitions(["run", "running", "heart"])
    assert few.count("<symbol") == 2


def test_every_symbol_used_on_a_card_is_defined() -> None:
    ids = set(re.findall(r'id="([^"]+)"', symbols.definitions()))
    for name, picture in EVERY.items():
        assert set(re.findall(r'href="#([^"]+)"', picture())) <= ids, name


# -- creatures -----------------------------------------------------------------------------------


def test_every_animal_of_the_deck_has_looks_of_its_own() -> None:
    names = {darwin.slug(card.animal) for card in standard().cards}
    assert names == set(ANIMALS)
    assert len({darwin.animal(name, "") for name in ANIMALS}) == len(ANIMALS)
    assert len({darwin.part(name, "") for name in PART_NAMES}) == len(set(PART_NAMES))


def test_every_kind_of_part_is_some_animals() -> None:
    looks = [animal(name) for name in ANIMALS]
    for kinds, field in (
        (PLANS, "body"), (DRAW_HEAD, "head"), (KINDS, "feet"), (TAILS, "tail"), (WINGS, "wings"),
        (EARS, "ears"), (HORNS, "horns"), (BEAKS, "beak"),
    ):  # fmt: skip
        assert set(kinds) == {getattr(one, field) for one in looks} - {""}, field


def test_creatures_are_small() -> None:
    sizes = [len(darwin.animal(name, "")) for name in ANIMALS]
    assert max(sizes) <= 5200
    assert statistics.median(sizes) <= 3000
    assert len(evolution.species(TRAITS[:3], 6, 6, "")) <= 6500
    assert len(darwin.chimera(WHOLE, "")) <= 5200
    assert len(origin.animal(ABILITIES[:3], "")) <= 5000
    assert max(len(darwin.biome(name, "")) for name in GROUNDS) <= 2000


@pytest.mark.parametrize("part", WHOLE)
def test_each_part_is_seen_in_a_chimera(part: str) -> None:
    rest = [name for name in WHOLE if name != part]
    assert darwin.chimera(rest, "") != darwin.chimera(WHOLE, "")


def test_each_part_of_another_animal_is_another_chimera() -> None:
    of_tigers = [part.replace("lion", "tiger").replace("barn-owl", "snowy-owl") for part in WHOLE]
    drawn = {
        darwin.chimera([*WHOLE[:i], tiger, *WHOLE[i + 1 :]], "")
        for i, tiger in enumerate(of_tigers)
    }
    assert len(drawn | {darwin.chimera(WHOLE, "")}) == len(WHOLE) + 1


def test_a_chimera_may_lack_parts_and_may_have_legs_of_two_animals() -> None:
    two = darwin.chimera(["lion.torso", "mallard.legs", "leopard.legs"], "")
    one = darwin.chimera(["lion.torso", "mallard.legs"], "")
    other = darwin.chimera(["lion.torso", "leopard.legs", "mallard.legs"], "")
    assert len({two, one, other}) == 3
    for parts in ([], ["giraffe.head"], ["orca.torso"], ["barn-owl.wings", "lion.tail"]):
        ElementTree.fromstring(darwin.chimera(parts, ""))


def test_every_part_goes_with_every_torso() -> None:
    torsos = [name for name in PART_NAMES if name.endswith(".torso")]
    others = [name for name in PART_NAMES if not name.endswith(".torso")]
    for i, part in enumerate(others):
        ElementTree.fromstring(darwin.chimera([torsos[i % len(torsos)], part], ""))


def test_an_animal_of_a_deck_of_ones_own_is_made_up() -> None:
    for name in ("Unicorn", "Kraken", "Löwe", "", "a b c"):
        drawn = darwin.animal(darwin.slug(name), "")
        assert drawn == darwin.animal(darwin.slug(name), "")
        ElementTree.fromstring(drawn)
        for part in PARTS:
            ElementTree.fromstring(darwin.part(f"{darwin.slug(name)}.{part}", ""))
    assert len({darwin.animal(f"beast-{i}", "") for i in range(40)}) > len(FAMILIES) / 2


# A beast that shows every word, and another value for each.
WOLF = {
    "body": "cat", "head": "dog", "feet": "paw", "tail": "cat", "wings": "broad", "ears": "point",
    "horns": "goat", "coat": "#c08040", "neck": 60, "extras": ["pale_jaw", "tail_tip"],
}  # fmt: skip
LOOKS: dict[str, object] = {
    "body": "bear", "head": "cat", "feet": "hoof", "tail": "brush", "wings": "bat",
    "coat": "#808080", "second": "#808080", "mark": "#808080", "accent": "#808080",
    "limb": "#808080", "wing": "#808080", "face": "#808080", "pattern": "spots",
    "leg_pattern": "spots", "tail_pattern": "spots", "neck_pattern": "spots", "bulk": 1.3,
    "size": 1.3, "snout": 1.3, "neck": 90, "thick": 1.5, "leg": 90, "ears": "long",
    "horns": "antlers", "long": 1.5, "span": 1.5, "extras": ("badger", "tail_tip"),
}  # fmt: skip


@pytest.mark.parametrize("field", LOOKS)
def test_each_word_of_an_animal_matters(field: str) -> None:
    looks = made_up(**WOLF)
    assert _drawn(replace(looks, **{field: LOOKS[field]})) != _drawn(looks)


def _drawn(looks: Animal) -> str:
    pen = Pen()
    draw(pen, dataclasses.replace(whole(looks), folded=False))
    return pen.sheet.text()


def test_a_beak_matters() -> None:
    crow = animal("carrion-crow")
    assert _drawn(replace(crow, beak="duck")) != _drawn(crow)


def test_traits_are_worn() -> None:
    plain = evolution.species([], 3, 1, "")
    worn = [evolution.species([trait], 3, 1, "") for trait in TRAITS]
    assert len({plain, *worn}) == len(TRAITS) + 1
    assert evolution.species(["carnivore", "horns"], 3, 1, "") not in worn


def test_a_species_grows_with_body_and_population() -> None:
    sizes = [reach(evolution.species([], body, 1, "")) for body in range(1, 7)]
    assert sizes == sorted(set(sizes))
    herds = [len(evolution.species([], 3, population, "")) for population in range(1, 7)]
    assert herds == sorted(set(herds))


def test_abilities_are_shown() -> None:
    plain = origin.animal([], "")
    shown = [origin.animal([ability], "") for ability in ABILITIES]
    assert len({plain, *shown}) == len(ABILITIES) + 1
    fatter = [origin.animal(["fat"] * n, "") for n in range(4)]
    assert len(set(fatter)) == len(fatter)
    assert reach(origin.animal(["large"], "")) > reach(plain)


# -- rows of marks -------------------------------------------------------------------------------


def drawn_by(rows: Rows, extras: tuple[str, ...] = ()) -> str:
    pen = Pen()
    Reader(MARKS).table({"lamp": rows})["lamp"](pen, Plain(extras=extras))
    return pen.sheet.text()


def test_a_row_says_what_is_drawn_where_and_when() -> None:
    dot: dict[str, object] = {"dots": "1,2", "paint": "dark", "width": 4}
    assert 'stroke-width="4" d="M1 2h0"' in drawn_by(dot)
    assert 'd="M11 22h0"' in drawn_by({**dot, "at": "10,20,0"})
    assert 'stroke-width="8" d="M12 24h0"' in drawn_by({**dot, "at": "10,20,0,2"})
    assert drawn_by([dot, dot]) == drawn_by({"marks": [dot, dot]}) != drawn_by(dot)
    assert drawn_by({**dot, "given": "lit"}, ("lit",)) == drawn_by(dot)
    assert drawn_by({**dot, "unless": "lit"}) == drawn_by(dot)
    nothing = drawn_by([])
    assert drawn_by({**dot, "given": "lit"}) == nothing
    assert drawn_by({**dot, "unless": "lit"}, ("lit",)) == nothing


def test_an_earlier_row_can_be_drawn_again() -> None:
    dot: dict[str, object] = {"dots": "1,2", "paint": "dark", "width": 4}
    pen = Pen()
    Reader(MARKS).table({"bulb": dot, "lamp": {"draw": "bulb"}})["lamp"](pen, Plain())
    assert pen.sheet.text() == drawn_by(dot)


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"paint": "dark"},
        {"flil": "0,0 1,1", "paint": "dark"},
        {"fill": "0,0 1,1", "dots": "0,0", "paint": "dark"},
        {"fill": "0,0 1,1", "pant": "dark"},
        {"draw": "bulb"},
    ],
)
def test_a_row_that_is_no_mark_is_refused_with_its_name(row: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=r"^lamp cannot be drawn: "):
        Reader(MARKS).table({"lamp": row})


# -- the pen -------------------------------------------------------------------------------------


def test_a_path_is_short_and_closed_only_if_asked() -> None:
    assert path(shape("0,0! 10,0! 10,10!"), closed=True) == "M0 0h10v10z"
    assert path(shape("0,0 10,5 20,0"), closed=False) == "M0 0q10 10 20 0"
    assert path(shape("0,0! 10,0!"), closed=False) == "M0 0h10"


def test_a_moved_pen_draws_elsewhere_and_larger() -> None:
    pen = Pen()
    pen.at(100, 50, scale=2).fill("0,0! 10,0! 0,10!", "#123456")
    assert "M100 50h20l-20 20z" in pen.sheet.text()
    assert pen.sheet.right > 120


def test_what_the_page_shows_runs() -> None:
    page = Path(__file__).parent.parent / "docs" / "art.md"
    (code,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    exec(code, {})


# -- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_shows_all_of_a_game(game: str) -> None:
    text, width, height = frames.sheet(rows_of(game))
    root = ElementTree.fromstring(text)
    assert (root.attrib["width"], root.attrib["height"]) == (str(width), str(height))
    dark, *_ = frames.sheet(rows_of(game), dark=True)
    assert dark != text


def test_the_command_writes_a_sheet(tmp_path: Path) -> None:
    out = tmp_path / "sheet.svg"
    done = run("art", "sheet", "origin", "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    ElementTree.parse(out)
    assert run("art", "sheet", "origin", "--out", tmp_path / "sheet.gif").returncode == 2
    assert run("art", "sheet", "orign", "--out", out).returncode == 2


def test_a_png_needs_a_browser_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run("art", "sheet", "origin", "--out", tmp_path / "sheet.png")
    assert done.returncode == 2
    assert "Chromium" in done.stderr


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no Chromium is installed")
def test_a_browser_makes_a_png(tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    done = run("art", "sheet", "evolution", "--dark", "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert out.read_bytes().startswith(b"\x89PNG")
