"""The deck of Darwin's Choice against what its design and the rulebooks' examples ask for."""

from __future__ import annotations

import gc
import json
import re
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import decks, events
from tangledbank.games.darwin.rules.decks import (
    ABILITIES,
    BIOME_FIELDS,
    BIOMES,
    CARD_FIELDS,
    DECK_NUMBERS,
    DIETS,
    EVENTS,
    MAX_CARDS,
    PAIRS,
    PARTS,
    Ability,
    Biome,
    BiomeRow,
    Card,
    Diet,
    Effect,
    EventCard,
    Part,
    PrintedRow,
    deck_numbered,
    deck_numbers,
    read_rows,
    standard,
    standard_text,
)
from tangledbank.games.darwin.text.deck import parse_deck, read_deck, write_deck
from tangledbank.table import Table, verify
from tests.helpers import document_of, play_out, view_of

CARDS = standard().cards
PAGE = Path(__file__).parents[1] / "docs" / "own-deck.md"
SPECIALS = (Ability.DIG, Ability.POISON)


def of(part: str) -> list[Card]:
    return [card for card in CARDS if PARTS[card.part] == part]


def biome(name: str) -> Biome:
    return standard().biomes[BIOMES.index(name)]


def plain_symbols(card: Card) -> int:
    return sum(card.abilities[: Ability.DIG])


# How many cards a part has, then the sums of symbols, hearts and strength, and the special ones.
COUNTS = {
    "head": (54, 82, 37, 92, 4, 4),
    "wings": (18, 56, 4, 3, 0, 1),
    "legs": (36, 73, 12, 20, 3, 2),
    "tail": (27, 51, 6, 18, 1, 3),
    "torso": (60, 153, 61, 87, 3, 3),
    "double_legs": (42, 164, 28, 35, 2, 0),
}


@pytest.mark.parametrize("part", PARTS)
def test_counts_of_each_part(part: str) -> None:
    cards = of(part)
    assert COUNTS[part] == (
        len(cards),
        sum(map(plain_symbols, cards)),
        sum(card.hearts for card in cards),
        sum(card.strength for card in cards),
        *(sum(card.abilities[special] for card in cards) for special in SPECIALS),
    )


def test_sizes_and_animals() -> None:
    """C-1; and no animal has the same part twice, so ids are made the same way everywhere."""
    assert (len(CARDS), standard().small) == (237, 135)
    assert len({card.animal for card in CARDS}) == 126
    assert len(set(standard().names)) == 237
    for card in CARDS:
        assert card.id == f"{card.animal.lower().replace(' ', '-')}.{PARTS[card.part]}"
    assert {"bongo.head", "blue-footed-booby.legs", "chimpanzee.double_legs"} <= {*standard().names}


def test_small_cards_are_the_first_kinds() -> None:
    assert [card.large for card in CARDS] == [False] * 135 + [True] * 102
    assert {card.part for card in CARDS[135:]} == {Part.TORSO, Part.DOUBLE_LEGS}


@pytest.mark.parametrize(
    ("diet", "counts"),
    [("herbivore", (21, 40, 13, 29, 1)), ("omnivore", (15, 15, 9, 23, 3)),
     ("carnivore", (18, 27, 15, 40, 4))],
)  # fmt: skip
def test_counts_of_each_diet(diet: str, counts: tuple[int, ...]) -> None:
    heads = [card for card in of("head") if card.diet == DIETS.index(diet)]
    assert counts == (
        len(heads),
        sum(map(plain_symbols, heads)),
        sum(card.hearts for card in heads),
        sum(card.strength for card in heads),
        sum(any(card.abilities[special] for special in SPECIALS) for card in heads),
    )


def test_only_heads_have_a_diet() -> None:
    """C-2."""
    assert all((card.diet is not None) == (card.part == Part.HEAD) for card in CARDS)


# Cards, symbols, those on heads, torsos, double legs, legs, wings and tails; biomes that count
# it, require it, offer it among others, and forbid it.
SYMBOLS = {
    "run": (80, 127, 15, 25, 60, 23, 0, 4, 10, 4, 4, 0),
    "climb": (73, 128, 18, 26, 51, 21, 4, 8, 11, 3, 6, 0),
    "fly": (27, 55, 0, 7, 0, 0, 42, 6, 5, 0, 6, 0),
    "swim": (77, 138, 21, 48, 25, 18, 6, 20, 6, 2, 5, 0),
    "cold": (53, 74, 15, 28, 15, 7, 3, 6, 7, 5, 0, 8),
    "heat": (48, 57, 13, 19, 13, 4, 1, 7, 6, 2, 1, 6),
}


@pytest.mark.parametrize("ability", SYMBOLS)
def test_the_table_of_symbols(ability: str) -> None:
    i = ABILITIES.index(ability)
    on = Counter[int]()
    for card in CARDS:
        on[card.part] += card.abilities[i]
    biomes = standard().biomes
    assert SYMBOLS[ability] == (
        sum(card.abilities[i] > 0 for card in CARDS),
        sum(on.values()),
        *(on[part] for part in range(len(PARTS))),
        *(sum(b.counts >> i & 1 for b in biomes), sum(b.all >> i & 1 for b in biomes)),
        *(sum(b.any >> i & 1 for b in biomes), sum(b.none >> i & 1 for b in biomes)),
    )


def test_hearts_strength_and_points() -> None:
    assert Counter(card.hearts for card in CARDS) == {0: 113, 1: 102, 2: 20, 3: 2}
    assert Counter(card.strength for card in CARDS) == {0: 99, 1: 66, 2: 40, 3: 19, 4: 13}
    points = Counter((card.legs, card.tail) for card in of("torso"))
    assert points == {(2, 1): 31, (2, 0): 14, (1, 1): 8, (0, 1): 7}  # C-4
    assert not any(card.legs or card.tail for card in CARDS if card.part != Part.TORSO)


def test_species_without_hearts_are_possible() -> None:
    """C-5."""
    assert [sum(not card.hearts for card in of(part)) for part in ("head", "torso")] == [24, 13]


# -- the worked examples of the rulebooks --


def body(*names: str) -> list[Card]:
    return [CARDS[standard().kind(name)] for name in names]


def values(cards: list[Card], where: str) -> tuple[int, int, int]:
    """Adaptation, hearts and strength."""
    counts = biome(where).counts
    return (
        sum(n for card in cards for i, n in enumerate(card.abilities) if counts >> i & 1),
        sum(card.hearts for card in cards),
        sum(card.strength for card in cards),
    )


def meets(cards: list[Card], where: str) -> bool:
    has = 0
    for card in cards:
        has |= card.symbols
    there = biome(where)
    return (
        has & there.all == there.all
        and (not there.any or has & there.any > 0)
        and not has & there.none
    )


BONGO = ("bongo.head", "bongo.torso", "southern-screamer.wings")
EXAMPLES = {
    "C-7": ((*BONGO, "chimpanzee.double_legs"), "tropical_rainforest", (8, 3, 5)),
    "C-8": ((*BONGO, "blue-footed-booby.legs", "great-white-pelican.legs"),
            "tropical_rainforest", (3, 2, 4)),
    "C-9": ((*BONGO, "blue-footed-booby.legs", "great-white-pelican.legs"), "coast", (6, 2, 4)),
    "C-10": (("atlantic-puffin.head", "bluefin-tuna.torso", "bluefin-tuna.tail"),
             "coast", (9, 2, 1)),
    "C-11": (("orca.head", "giant-tortoise.torso", "giant-tortoise.double_legs", "orca.tail"),
             "high_mountains", (6, 4, 9)),
    "C-12": (("american-bison.head", "golden-lion-tamarin.torso",
              "golden-lion-tamarin.double_legs"), "high_mountains", (4, 2, 3)),
    "C-13": (("hyacinth-macaw.head", "alpine-marmot.torso"), "high_mountains", (3, 1, 1)),
}  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES)
def test_species_of_the_rulebooks(example: str) -> None:
    """With C-14: all of them meet the requirements where they live."""
    names, where, expected = EXAMPLES[example]
    cards = body(*names)
    assert values(cards, where) == expected
    assert meets(cards, where)


def test_more_about_these_species() -> None:
    winged = body(*BONGO, "chimpanzee.double_legs")
    assert [
        sum(card.abilities[i] for card in winged) for i in (Ability.CLIMB, Ability.RUN, Ability.FLY)
    ] == [4, 2, 2]
    heads = {names[0]: body(names[0])[0].diet for names, _, _ in EXAMPLES.values()}
    assert heads == {
        "bongo.head": Diet.HERBIVORE,  # C-6
        "atlantic-puffin.head": Diet.CARNIVORE,
        "orca.head": Diet.CARNIVORE,
        "american-bison.head": Diet.HERBIVORE,
        "hyacinth-macaw.head": Diet.HERBIVORE,
    }
    (macaw, marmot), tamarin = body(*EXAMPLES["C-13"][0]), body(*EXAMPLES["C-12"][0])
    assert (macaw.abilities[Ability.DIG], marmot.abilities[Ability.DIG]) == (0, 1)
    assert not any(card.abilities[special] for card in tamarin for special in SPECIALS)
    # C-8: single and double legs
    assert [card.part for card in body(*EXAMPLES["C-8"][0])[3:]] == [Part.LEGS, Part.LEGS]


def test_cards_that_the_rulebooks_name() -> None:
    """C-23."""
    hammerhead = {f"great-hammerhead.{part}" for part in ("head", "torso", "tail")}
    warthog = {f"common-warthog.{part}" for part in ("head", "torso")}
    assert hammerhead | warthog | {"southern-screamer.wings"} <= {*standard().names}


# -- biomes and events --


def test_biomes_of_the_examples() -> None:
    """C-15 to C-17."""
    coast, high, forest = map(biome, ("coast", "high_mountains", "tropical_rainforest"))
    assert (coast.points, coast.plants, coast.meat) == (2, 5, 5)
    assert (high.points, high.plants, high.meat) == (3, 3, 3)
    assert (high.all, high.none) == (
        1 << Ability.COLD | 1 << Ability.CLIMB,
        1 << ABILITIES.index("heat"),
    )
    assert forest.counts == 1 << Ability.CLIMB | 1 << Ability.RUN | 1 << Ability.FLY
    assert forest.any == 1 << Ability.CLIMB | 1 << Ability.FLY
    assert forest.plants == 7


def test_biomes_as_a_whole() -> None:
    biomes = standard().biomes
    assert [one.id for one in biomes] == [*BIOMES]
    assert Counter(one.points for one in biomes) == {2: 17, 3: 5}  # C-18
    assert sum(one.any > 0 for one in biomes) == 11
    assert sum(one.none > 0 for one in biomes) == 14
    easy = [one for one in biomes if one.points == 2]
    assert (sum(one.plants for one in easy), sum(one.meat for one in easy)) == (93, 69)
    for one in easy:  # C-19: the meteorite, 4 plants and 3 meat, always hurts
        assert one.plants >= 4
        assert one.meat >= 3
        assert (one.plants, one.meat) != (4, 3)
    food = sorted(one.plants + one.meat for one in biomes)
    assert sum(food[-5:]) == 53  # C-20: of 90


def test_special_abilities_are_not_on_biomes() -> None:
    """DC-SP-6."""
    for one in standard().biomes:
        assert (one.counts | one.all | one.any | one.none) < 1 << Ability.DIG


def test_pairs() -> None:
    """DC-2P-1, C-24: nine pairs that count something in common, and four biomes without one."""
    names = [tuple(BIOMES[i] for i in pair) for pair in PAIRS]
    assert names == [
        ("savanna", "steppe"), ("high_mountains", "highlands"), ("wetland", "swamp"),
        ("coast", "islands"), ("ocean", "coral_reef"), ("desert", "rocky_desert"),
        ("taiga", "tundra"), ("polar_desert", "cold_desert"),
        ("tropical_rainforest", "cloud_forest"),
    ]  # fmt: skip
    assert BIOMES[18:] == ("mountains", "hill_country", "semi_desert", "subtropical_dry_forest")
    for one, other in PAIRS:
        assert standard().biomes[one].counts & standard().biomes[other].counts


def test_events() -> None:
    """DC-EVENT-1."""
    assert len(EVENTS) == 16
    assert tuple(card.id for card in EventCard if not card.lasts) == (
        "degeneration", "desertification", "flood", "hurricane",
        "ice_age", "invaders", "mountain_formation", "axis_shift",
    )  # fmt: skip
    assert EventCard.LOW_MUTATION_RATE.title == "Low mutation rate"


# -- numbers --


def test_numbers_of_the_deck() -> None:
    numbers = read_deck("standard")
    assert len(numbers) == DECK_NUMBERS == 3741
    assert numbers[:2] == [0, 237]
    kind = standard().kind("great-hammerhead.torso")
    row = numbers[2 + kind * CARD_FIELDS :][:CARD_FIELDS]
    assert row == [Part.TORSO, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 2, 0, 1]
    orca = numbers[2 + standard().kind("orca.head") * CARD_FIELDS :][:CARD_FIELDS]
    assert orca == [Part.HEAD, Diet.CARNIVORE, 0, 0, 0, 1, 2, 0, 0, 0, 1, 4, 0, 0]
    assert not any(numbers[2 + 237 * CARD_FIELDS : 2 + MAX_CARDS * CARD_FIELDS])
    start = 2 + MAX_CARDS * CARD_FIELDS + BIOMES.index("polar_desert") * BIOME_FIELDS
    assert numbers[start : start + BIOME_FIELDS] == [0b11000, 0b10000, 0b1100, 0b100000, 1, 4, 3]
    assert numbers[-1] == 2**16 - 1  # every event is in the box


def test_the_standard_deck_by_name_and_as_text() -> None:
    assert write_deck(0) == "standard"
    as_text = read_deck(standard_text())
    assert as_text[0] > 0
    assert as_text[1:] == read_deck("standard")[1:]
    assert write_deck(as_text[0]) == standard_text()
    assert deck_numbered(as_text[0]).cards == CARDS


def test_a_card_that_is_not_there() -> None:
    with pytest.raises(Refused, match=r"did you mean “bongo\.head”"):
        standard().kind("bongo.heat")


def test_the_number_is_the_same_in_every_process() -> None:
    program = (
        "from tangledbank.games.darwin.rules.decks import standard_text;"
        "from tangledbank.games.darwin.text.deck import read_deck;"
        "print(read_deck(standard_text())[0])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert int(done.stdout) == read_deck(standard_text())[0]


def test_an_unknown_number_is_refused() -> None:
    with pytest.raises(Refused, match="number 12345, has not been read") as refused:
        deck_numbered(12345)
    assert refused.value.place == "options.deck"


def test_two_decks_with_one_number_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tangledbank.games.darwin.rules.decks.number_of", lambda _text: decks.MOST_NUMBER
    )
    kept = parse_deck(standard_text())
    assert kept.number == decks.MOST_NUMBER
    with pytest.raises(Refused, match="same number"):
        parse_deck(standard_text() + "\n")


# -- decks of one's own --


def small_deck(*more: str, heads: int = 30, torsos: int = 60, biomes: str = "") -> str:
    """A deck file of the least size, 30 heads and 30 legs, 60 torsos; then some more lines."""
    cards = [f'animal = "H{i}"\npart = "head"\ndiet = "omnivore"' for i in range(heads)]
    cards += [f'animal = "L{i}"\npart = "legs"\nabilities = {{ run = 1 }}' for i in range(30)]
    cards += [f'animal = "T{i}"\npart = "torso"\nlegs = 2\ntail = 1' for i in range(torsos)]
    return "".join(f"[[card]]\n{card}\n" for card in [*cards, *more]) + biomes


def test_a_deck_of_ones_own() -> None:
    text = small_deck(
        'animal = "Król puszczy"\npart = "tail"\nabilities = { fly = 2, poison = 1 }\nstrength = 9',
        'animal = "Père David\'s deer"\npart = "head"\ndiet = "herbivore"',
        'id = "deer-2.head"\nanimal = "Père David\'s deer"\npart = "head"\ndiet = "herbivore"',
    )
    numbers = read_deck(text)
    deck = deck_numbered(numbers[0])
    assert (numbers[1], deck.small, len(deck.cards)) == (123, 63, 123)
    assert numbers == deck_numbers(deck)
    assert deck.names[60:63] == ("król-puszczy.tail", "père-davids-deer.head", "deer-2.head")
    assert deck.cards[60].animal == "Król puszczy"
    assert deck.cards[60].abilities[Ability.POISON] == 1
    assert deck.cards[60].strength == 9
    assert deck.biomes == standard().biomes
    assert write_deck(numbers[0]) == text


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read_deck("\ufeff" + small_deck()) == read_deck(small_deck())


def test_biomes_of_ones_own() -> None:
    text = '[[biome]]\nid = "coast"\ncounts = ["dig"]\nplants = 20\nmeat = 0\npoints = 3\n'
    deck = deck_numbered(read_deck(small_deck(biomes=text))[0])
    coast = BIOMES.index("coast")
    assert deck.biomes[coast] == Biome("coast", 1 << Ability.DIG, 0, 0, 0, 20, 0, 3)
    others = [i for i in range(len(BIOMES)) if i != coast]
    assert [deck.biomes[i] for i in others] == [standard().biomes[i] for i in others]


def card(**fields: Any) -> str:
    """A wing card, or another, with some fields; those that are TOML already stay as they are."""
    all_fields = {"animal": "Moa", "part": "wings", **fields}
    toml = {
        name: value if isinstance(value, int) or value[0] in '{"' else repr(value)
        for name, value in all_fields.items()
    }
    return "\n".join(f"{name} = {value}" for name, value in toml.items())


def a_biome(**fields: Any) -> str:
    all_fields: dict[str, Any] = {"id": "coast", "counts": ["swim"], "plants": 5, "meat": 5}
    all_fields |= {"points": 2, **fields}
    return "[[biome]]\n" + "".join(f"{name} = {value!r}\n" for name, value in all_fields.items())


REFUSED = {
    "an unknown name": ("standart", "", "no deck “standart”; did you mean “standard”"),
    "not TOML": ("card = [", "", "not TOML"),
    "nested too deep": ("card = " + "[\n" * 5000, "", "nested too deep"),
    "deep names": ("a" + ".a" * 5000 + " = 1", "", "line 1 has more than 1000 letters"),
    "a name of many parts": ("a" + ".a" * 400 + " = 1", "", "line 1 has more than 20 dots"),
    "a number of 5000 digits": ("card = " + "1" * 5000, "", "line 1 has more than 1000 letters"),
    "one of many abilities": (
        small_deck(card() + "\n[card.abilities]\n" + "\n".join(f"a{n} = 1" for n in range(3000))
                   + "\nb = 10"), ".card[120].abilities.b", "at most 9",
    ),
    "a long id": (
        small_deck(card(id="a" * 121 + ".wings")), ".card[120].id", "an id has at most 120 letters",
    ),
    "half a letter": (small_deck() + "# \ud800", "", "this is no text"),
    "no cards": ("biome = []", "", "the field “card” is missing"),
    "an unknown table": (small_deck() + "[deck]\n", "", "no field “deck” here; there are: card"),
    "an unknown field": (small_deck(card(heart=1)), ".card[120]", "no field “heart” here"),
    "a wrong type": (small_deck(card(hearts="many")), ".card[120].hearts", "a whole number"),
    "no animal": (small_deck('part = "tail"'), ".card[120]", "the field “animal” is missing"),
    "a date": (small_deck("animal = 1999-01-01"), ".card[120].animal", "this is no text"),
    "an animal without letters": (small_deck(card(animal="?")), ".card[120].animal", "letters"),
    "an animal of two lines": (small_deck(card(animal='"a\\nb"')), ".card[120].animal", "one line"),
    "a long animal": (small_deck(card(animal="a" * 61)), ".card[120].animal", "60 at most"),
    "two cards of one name": (
        small_deck(card(), card()), ".card[121].id",
        "two cards “moa.wings”; give one of them another id",
    ),
    "an id in capitals": (small_deck(card(id="Moa.wings")), ".card[120].id", "“Moa.wings” cannot"),
    "an id of two words": (small_deck(card(id="a b.wings")), ".card[120].id", "cannot be an id"),
    "an id of another part": (small_deck(card(id="moa.tail")), ".card[120].id", "then “.wings”"),
    "an unknown part": (small_deck(card(part="wing")), ".card[120].part", "did you mean “wings”"),
    "an unknown diet": (
        small_deck(card(part="head", diet="carnivor")), ".card[120].diet",
        "did you mean “carnivore”",
    ),
    "an unknown ability": (
        small_deck(card(abilities="{ flay = 1 }")), ".card[120].abilities", "did you mean “fly”",
    ),
    "a head without diet": (
        small_deck(card(part="head")), ".card[120].diet", "the head “moa.head” has no diet",
    ),
    "a diet elsewhere": (
        small_deck(card(diet="omnivore")), ".card[120].diet", "only heads have a diet",
    ),
    "leg points elsewhere": (small_deck(card(legs=1)), ".card[120].legs", "only torsos"),
    "tail points elsewhere": (small_deck(card(tail=1)), ".card[120].tail", "only torsos"),
    "three leg points": (small_deck(card(part="torso", legs=3)), ".card[120].legs", "at most 2"),
    "fewer than no leg points": (
        small_deck(card(part="torso", legs=-1)), ".card[120].legs", "at least 0",
    ),
    "two tail points": (small_deck(card(part="torso", tail=2)), ".card[120].tail", "at most 1"),
    "negative hearts": (small_deck(card(hearts=-1)), ".card[120].hearts", "at least 0"),
    "ten hearts": (small_deck(card(hearts=10)), ".card[120].hearts", "at most 9"),
    "ten strength": (small_deck(card(strength=10)), ".card[120].strength", "at most 9"),
    "ten symbols": (
        small_deck(card(abilities="{ fly = 10 }")), ".card[120].abilities.fly", "at most 9",
    ),
    "too many cards": (small_deck(torsos=197), ".card", "257 cards; there is room for 256"),
    "no head": (small_deck(heads=0), ".card", "there is no head"),
    "no torso": (small_deck(torsos=0), ".card", "there is no torso"),
    "few small cards": (
        small_deck(heads=29), ".card", "only 59 small cards; six players may draw 60: ten in each",
    ),
    "few large cards": (
        small_deck(torsos=59), ".card", "only 59 large cards; six players may draw 60",
    ),
    "an unknown biome": (
        small_deck(biomes=a_biome(id="cost")), ".biome[0].id", "did you mean “coast”",
    ),
    "a biome twice": (small_deck(biomes=a_biome() * 2), ".biome[1].id", "“coast” stands here"),
    "one point": (small_deck(biomes=a_biome(points=1)), ".biome[0].points", "2 or 3 points, not 1"),
    "four points": (small_deck(biomes=a_biome(points=4)), ".biome[0].points", "not 4"),
    "too much food": (small_deck(biomes=a_biome(meat=21)), ".biome[0].meat", "at most 20"),
    "negative food": (small_deck(biomes=a_biome(plants=-1)), ".biome[0].plants", "at least 0"),
    "nothing counts": (small_deck(biomes=a_biome(counts=[])), ".biome[0].counts", "at least 1"),
    "another title": (small_deck(biomes=a_biome(title="Beach")), ".biome[0]", "no field “title”"),
    "an ability biomes do not know": (
        small_deck(biomes=a_biome(any=["swim", "runn"])), ".biome[0].any", "did you mean “run”",
    ),
    "an ability twice": (
        small_deck(biomes=a_biome(counts=["fly", "fly"])), ".biome[0].counts", "“fly” stands here",
    ),
    "required and forbidden": (
        small_deck(biomes=a_biome(all=["cold"], none=["cold"])), ".biome[0].none",
        "“coast” both asks for cold and forbids it",
    ),
    "offered and forbidden": (
        small_deck(biomes=a_biome(any=["cold", "fly"], none=["fly"])), ".biome[0].none",
        "both asks for fly",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(case: str) -> None:
    text, place, sentence = REFUSED[case]
    with pytest.raises(Refused) as refused:
        read_deck(text)
    assert refused.value.place == f"options.deck{place}"
    assert sentence in refused.value.sentence


def test_the_least_and_the_largest_deck() -> None:
    assert read_deck(small_deck())[1] == 120
    assert read_deck(small_deck(torsos=196))[1] == MAX_CARDS


# -- decks are forgotten --


def is_known(number: int) -> bool:
    try:
        return deck_numbered(number).number == number
    except Refused:
        return False


def read_others(count: int = decks.MOST_RECENT) -> list[int]:
    """Read so many other decks that none read before is a recent one; gives their numbers."""
    return [read_deck(small_deck() + f"# {n}\n")[0] for n in range(count)]


def test_only_the_decks_read_last_stay() -> None:
    numbers = read_others(200)
    gc.collect()
    assert [number for number in numbers if is_known(number)] == numbers[-decks.MOST_RECENT :]


@pytest.mark.parametrize("place", ["options", "given"])
def test_the_deck_of_a_table_stays_as_long_as_the_table(place: str) -> None:
    text = small_deck() + f"# for {place}\n"
    options = {"deck": text}
    table: Table | None = (
        Table("darwin", 2, options=options, seed=1)
        if place == "options"
        else Table("darwin", given={"seats": [{}, {}], "options": options}, seed=1)
    )
    assert table
    number = int(table.state["deck_number"][0])
    copies: list[Table | None] = [table.at(0), table.supposing(table.state)]
    read_others()
    assert document_of(table)["options"]["deck"] == text
    play_out(table, 1, moves=20)
    read_others()
    assert verify(table.log()).view(0) == table.view(0)
    del table
    read_others()
    while copies:  # the last one that looks at it keeps it
        gc.collect()
        assert is_known(number)
        copies.pop()
    gc.collect()
    assert not is_known(number)


# -- the page about it --


def test_examples_on_the_page_can_be_read() -> None:
    page = PAGE.read_text(encoding="utf-8")
    examples = [textwrap.dedent(block) for block in re.findall(r"```toml\n(.*?)```", page, re.S)]
    deck = parse_deck(small_deck() + "\n".join(examples))
    assert deck.names[60] == "capybara.head"
    penguin = deck.cards[deck.kind("king-penguin.torso")]
    assert (penguin.legs, penguin.tail, penguin.hearts) == (1, 1, 1)
    assert deck.biomes[BIOMES.index("savanna")].plants == 8


def test_the_page_names_everything() -> None:
    page = PAGE.read_text(encoding="utf-8")
    fields = [*decks.CardWords.__struct_fields__, *decks.BiomeValues.__struct_fields__]
    for word in (*BIOMES, *PARTS, *DIETS, *ABILITIES, *fields):
        assert f"`{word}`" in page


# -- rows, and the events in the box --


def test_a_row_that_lacks_something_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match=r"^sense smell: title or letter is missing$"):

        class Sense(PrintedRow):
            title: str
            letter: str

            SIGHT = "sight", "S"
            SMELL = ("smell",)

    with pytest.raises(TypeError, match=r"BiomeRow mangrove: .*`meat`"):
        read_rows(
            [{"id": "mangrove", "title": "Mangrove", "counts": ["swim"], "plants": 3}], BiomeRow
        )


def test_a_row_that_names_no_biome_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match=r"EventCard\.FLOOD: there is no biome 'atlantis'"):
        decks.biome_numbers(("ocean", "atlantis"), EventCard.FLOOD)


def test_an_event_card_without_its_rule_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EventCard.FLOOD, "effect", Effect(rule="drought"))
    with pytest.raises(TypeError, match=r"EventCard\.FLOOD: there is no rule 'drought'"):
        events.rules_of_cards(EventCard)


BOX = ["flood", "hurricane", "invaders", "epidemic", "volcanic_eruption"]


@pytest.mark.parametrize(("seats", "left"), [(2, BOX[:4]), (4, BOX)])
def test_a_deck_says_which_events_are_in_the_box(seats: int, left: list[str]) -> None:
    text = f"events = {json.dumps(BOX)}\n\n{standard_text()}"
    table = Table("darwin", seats, seed=1, options={"deck": text})
    assert sorted(view_of(table, 0).event_deck) == sorted(left)
    assert sorted(view_of(Table("darwin", 3, seed=1), 0).event_deck) == sorted(standard().events)
    play_out(table, seed=1)
    assert verify(table.log()).over


@pytest.mark.parametrize(
    ("box", "problem"),
    [
        ([*BOX, "drought"], "drought"),
        ([*BOX, "flood"], "“flood” stands here twice"),
        (BOX[:4], "5"),
        ([], "5"),
    ],
)
def test_events_that_cannot_be_played_with(box: list[str], problem: str) -> None:
    with pytest.raises(Refused, match=problem) as refused:
        parse_deck(f"events = {json.dumps(box)}\n\n{standard_text()}")
    assert refused.value.place == "options.deck.events"


def test_new_event_cards_are_in_no_box_that_does_not_name_them() -> None:
    """DC-EVENT-1: recorded games were played with these."""
    assert standard().events == {*EVENTS[:16]}
