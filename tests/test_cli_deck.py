"""`tangledbank deck` in real processes, and what its check finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangledbank.games.darwin.rules.decks import standard, standard_text
from tangledbank.games.darwin.text.deck import parse_deck, warnings
from tests.commands import run

HEAD = 'part = "head"\ndiet = "omnivore"'
LEGS = 'part = "legs"\nabilities = { run = 1 }'
TORSO = 'part = "torso"\nlegs = 2\ntail = 1'
FOOD = "plants = 2\nmeat = 2"


def biomes(coast: str = FOOD, others: str = FOOD, points: int = 3) -> str:
    """Biomes that ask for nothing, but the coast may; with 3 points no event changes their food."""
    return "".join(
        f'[[biome]]\nid = "{biome.id}"\ncounts = ["run"]\npoints = {points}\n'
        f"{coast if biome.id == 'coast' else others}\n"
        for biome in standard().biomes
    )


def cards(n: int, letter: str, fields: str) -> str:
    return "".join(f'[[card]]\nanimal = "{letter}{i}"\n{fields}\n' for i in range(n))


def deck(more: str = "", *, heads: str = HEAD, torsos: str = TORSO, where: str = "") -> str:
    """30 heads and legs of a sort, 60 torsos and biomes that suit them, and something more."""
    small = cards(30, "H", heads) + cards(30, "L", LEGS)
    return small + cards(60, "T", torsos) + more + (where or biomes())


def found(text: str) -> list[str]:
    return list(warnings(parse_deck(text)))


def test_the_shown_deck_passes_the_check(tmp_path: Path) -> None:
    shown = run("deck", "show")
    assert (shown.returncode, shown.stdout) == (0, standard_text())
    file = tmp_path / "my-deck.toml"
    file.write_text(shown.stdout, encoding="utf-8")
    done = run("deck", "check", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "237 cards: 135 small, 102 large",
        "parts: head 54, torso 60, double_legs 42, legs 36, wings 18, tail 27",
        "diets: herbivore 21, omnivore 15, carnivore 18",
        "symbols: run 127, climb 128, fly 55, swim 138, cold 74, heat 57, dig 13, poison 13",
        "This deck can be used; 0 warnings.",
    ]


def test_warnings_are_printed_and_the_deck_is_good(tmp_path: Path) -> None:
    file = tmp_path / "my-deck.toml"
    file.write_text(deck(cards(2, "D", 'part = "tail"'), torsos='part = "torso"'), encoding="utf-8")
    done = run("deck", "check", file)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-3:] == [
        "warning: no torso can carry the 30 cards of the part legs",
        "warning: no torso can carry the 2 cards of the part tail",
        "This deck can be used; 2 warnings.",
    ]


def test_a_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "my-deck.toml"
    file.write_text('[[card]]\nanimal = "Moa"\npart = "hed"\n' + deck(), encoding="utf-8")
    done = run("deck", "check", file)
    assert done.returncode == 1
    assert done.stdout == (
        f"error: {file}, line 1, card[0].part: “hed” is not known here; did you mean “head”?\n"
    )
    biome = '\n[[biome]]\nid = "coast"\ncounts = ["run"]\nplants = 2\nmeat = 2\npoints = 5\n'
    text = deck(where=biome)
    file.write_text(text, encoding="utf-8")
    line = text[: text.index("[[biome]]")].count("\n") + 1
    done = run("deck", "check", file)
    assert f"{file}, line {line}, biome[0].points: “coast” gives 2 or 3 points" in done.stdout


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the field “card” is missing"),
        ("[[card", "this is not TOML"),
        ("card = [{}]", "card[0]: the field “animal” is missing"),  # no line of its own
        (cards(3, "H", HEAD), "card: there is no torso"),
    ],
)
def test_mistakes_of_the_whole_file(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "my-deck.toml"
    file.write_text(text, encoding="utf-8")
    done = run("deck", "check", file)
    assert done.returncode == 1
    assert done.stdout.startswith(f"error: {file}")
    assert sentence in done.stdout


def test_what_is_no_file_or_no_command(tmp_path: Path) -> None:
    for arguments in (("deck", "check", tmp_path / "none"), ("deck", "check"), ("deck", "shuffle")):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("tangledbank: ")


# -- what is odd about a deck --


def test_a_deck_without_fault() -> None:
    assert found(deck()) == []


def test_double_legs_without_a_torso_for_them() -> None:
    double = cards(1, "D", 'part = "double_legs"')
    assert found(deck(double)) == []
    assert found(deck(double, torsos='part = "torso"\nlegs = 1')) == [
        "no torso can carry the 1 card of the part double_legs"
    ]


NOBODY = ["no species of this deck can live in the biome coast"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ('all = ["run"]\nplants = 0\nmeat = 0', []),
        ('any = ["run", "swim"]\nplants = 0\nmeat = 0', []),
        ('all = ["swim"]\nplants = 9\nmeat = 9', NOBODY),
        ('any = ["swim", "fly"]\nplants = 9\nmeat = 9', NOBODY),
        ('none = ["run"]\nplants = 0\nmeat = 0', []),  # a body without legs
        ('all = ["run"]\nany = ["cold"]\nplants = 9\nmeat = 9', NOBODY),
    ],
)
def test_a_biome_that_nobody_can_live_in(values: str, expected: list[str]) -> None:
    assert found(deck(where=biomes(values))) == expected


@pytest.mark.parametrize(
    ("diet", "plants", "meat", "lives"),
    [
        ("herbivore", 2, 0, True), ("herbivore", 1, 9, False),
        ("carnivore", 0, 2, True), ("carnivore", 9, 1, False),
        ("omnivore", 1, 1, True), ("omnivore", 1, 0, False),
    ],
)  # fmt: skip
def test_food_for_each_diet(diet: str, plants: int, meat: int, lives: bool) -> None:
    """A head and a torso of one heart each."""
    text = deck(
        heads=f'part = "head"\ndiet = "{diet}"\nhearts = 1',
        torsos='part = "torso"\nlegs = 1\nhearts = 1',
        where=biomes(f"plants = {plants}\nmeat = {meat}"),
    )
    assert found(text) == ([] if lives else NOBODY)


KRAKEN = '[[card]]\nanimal = "Kraken"\npart = "head"\ndiet = "carnivore"\nhearts = 5\n'
STARVING = ["no species with “kraken.head” can live in any biome"]
PLAIN = 'part = "torso"\nlegs = 2'
HEARTY = PLAIN + "\nhearts = 1"


@pytest.mark.parametrize(
    ("others", "torsos", "food", "expected"),
    [
        ("omnivore", HEARTY, (2, 4), []),  # with the torso it needs 6
        ("herbivore", HEARTY, (2, 4), []),
        ("herbivore", HEARTY, (1, 4), STARVING),
        ("carnivore", HEARTY, (9, 4), STARVING),  # none of them is prey
        ("herbivore", HEARTY + "\nabilities = { dig = 1 }", (9, 4), STARVING),
        ("herbivore", HEARTY + "\nabilities = { poison = 1 }", (9, 4), STARVING),
        ("herbivore", PLAIN, (9, 4), STARVING),  # nothing can be had from it
        ("herbivore", PLAIN, (0, 5), []),
    ],
)
def test_prey_is_food_too(
    others: str, torsos: str, food: tuple[int, int], expected: list[str]
) -> None:
    """A carnivore may be laid where meat and prey are enough (DC-CREATE-11)."""
    supply = f"plants = {food[0]}\nmeat = {food[1]}"
    where = biomes(supply, supply)
    heads = f'part = "head"\ndiet = "{others}"'
    assert found(deck(KRAKEN, heads=heads, torsos=torsos, where=where)) == expected


@pytest.mark.parametrize(("diet", "most"), [("herbivore", 6), ("carnivore", 6), ("omnivore", 8)])
def test_events_bring_food(diet: str, most: int) -> None:
    """The booms, where biomes of 2 points are poor (DC-EVENT-21 to -23)."""
    poor = "plants = 0\nmeat = 1"

    def found_with(hearts: int) -> list[str]:
        whale = f'[[card]]\nanimal = "Whale"\npart = "tail"\nhearts = {hearts}\n'
        heads = f'part = "head"\ndiet = "{diet}"'
        return found(deck(whale, heads=heads, where=biomes(poor, poor, points=2)))

    assert found_with(most) == []
    assert found_with(most + 1) == ["no species with “whale.tail” can live in any biome"]


def test_abilities_from_two_pairs_of_legs() -> None:
    """Both single pairs are needed at once, and a torso with points for both (DC-SP-2)."""
    wet = biomes('all = ["run", "swim"]\nplants = 1\nmeat = 0')
    swimmer = '[[card]]\nanimal = "S"\npart = "legs"\nabilities = { swim = 1 }\n'
    assert found(deck(swimmer, where=wet)) == []
    assert found(deck(swimmer, torsos='part = "torso"\nlegs = 1', where=wet)) == NOBODY


def test_a_card_with_which_nobody_can_live() -> None:
    hungry = '[[card]]\nanimal = "Whale"\npart = "tail"\nhearts = 5\n'
    assert found(deck(hungry)) == ["no species with “whale.tail” can live in any biome"]
    assert found(deck(hungry.replace("5", "4"))) == []


def test_rare_heads_and_torsos() -> None:
    legs = cards(91, "M", LEGS)
    assert found(deck(legs)) == [
        "only 30 of 151 small cards are heads; hands without one will be common"
    ]
    assert found(deck(cards(90, "M", LEGS))) == []
    double = cards(121, "D", 'part = "double_legs"')
    assert found(deck(double)) == [
        "only 60 of 181 large cards are torsos; hands without one will be common"
    ]
    assert found(deck(cards(120, "D", 'part = "double_legs"'))) == []


def test_more_food_than_in_the_box() -> None:
    assert found(deck(where=biomes(others="plants = 9\nmeat = 9"))) == []
    assert found(deck(where=biomes(others="plants = 9\nmeat = 10"))) == [
        "the 5 richest biomes need 95 food, more than the 90 in the box"
    ]
