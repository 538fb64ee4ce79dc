"""Events and choices of Darwin's Choice in sentences, and its board in the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from string import Formatter
from typing import Any

import pytest
from babel.messages.pofile import read_po
from msgspec import convert
from rich.console import Console

from tangledbank.cli.boards import HEADING, blocks, spoken, spoken_hand
from tangledbank.cli.screens import RichScreen, seat_names
from tangledbank.games.darwin.game import GAME
from tangledbank.games.darwin.rules.actions import Reason
from tangledbank.games.darwin.rules.decks import (
    ABILITIES,
    BIOMES,
    CONTINENTS,
    DIETS,
    GROUND_TITLES,
    PARTS,
    Ability,
    EventCard,
    standard,
)
from tangledbank.games.darwin.rules.decks import EVENTS as EVENT_CARDS
from tangledbank.games.darwin.rules.state import FATES, GROUNDS, SIZES, STAGES
from tangledbank.games.darwin.show import board as darwin_board
from tangledbank.games.darwin.text import sentences, words
from tangledbank.games.darwin.text.position import Document
from tangledbank.games.darwin.text.words import species_name
from tangledbank.games.shared.board import board_of, sketch
from tangledbank.games.shared.position import TableView
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.table import Table, copy_state
from tangledbank.text import LOCALE
from tests.helpers import play_out, view_of

Words = dict[str, Any]
NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]
DERIVED = {"player", "meaning"}  # what a sentence may say besides the fields
GAPS = ("  ", " .", " ,", " :", "{", "None", "()")


# --- printed names ------------------------------------------------------------------------------


def test_everything_printed_has_its_title() -> None:
    assert tuple(GROUND_TITLES) == GROUNDS
    assert GROUNDS[: len(BIOMES)] == BIOMES
    assert set(darwin_board.TITLES) == {*GROUNDS, *EVENT_CARDS}
    for title_of, ids in (
        (words.ground_title, GROUNDS),
        (words.event_title, EVENT_CARDS),
        (words.ability_title, ABILITIES),
        (words.part_title, PARTS),
        (words.diet_title, DIETS),
        (words.continent_title, CONTINENTS),
    ):
        assert len({title_of(one) for one in ids} - {""}) == len(ids)
    assert all(card.meaning for card in EventCard)
    assert len({ability.letter for ability in Ability}) == len(ABILITIES)


def test_translators_are_given_what_is_printed_on_cards() -> None:
    """The titles of biomes and the animals stand in TOML files, which have no `mark`."""
    with (LOCALE / "tangledbank.pot").open("rb") as file:
        template = read_po(file)
    for printed in (*GROUND_TITLES.values(), *{card.animal for card in standard().cards}):
        assert template.get(printed), printed


def test_a_card_is_its_animal_its_part_and_what_is_printed_on_it() -> None:
    cards = standard().cards
    assert words.card_title("bongo.head") == "Bongo (head)"
    assert words.card_title("hidden") == "a card not seen"
    assert words.card_title("big-blue-beast.double_legs") == "Big blue beast (double legs)"
    assert [words.card_title(card) for card in cards] == [
        words.card_title(card.id) for card in cards
    ]
    assert len({words.card_title(card) for card in cards}) == len(cards)
    lion = cards[standard().kind("lion.head")]
    assert words.printed(lion).startswith("carnivore, ")
    assert "room for" in words.printed(cards[standard().kind("bongo.torso")])
    assert not [card.id for card in cards if "{" in words.printed(card) + words.in_short(card)]


def name_of(*cards: str) -> str:
    """The name that cards give to a species."""
    return species_name(standard(), [standard().kind(card) for card in cards])


@pytest.mark.clauses("DC-TV-1", "DC-TV-3")
def test_the_second_animal_of_a_name_is_written_small(monkeypatch: pytest.MonkeyPatch) -> None:
    tortoise = ("orca.head", "giant-tortoise.torso")
    assert name_of(*tortoise) == "Orca giant tortoise"
    chimpanzee = ("bongo.head", "bongo.torso", "chimpanzee.double_legs", "southern-screamer.wings")
    assert name_of(*chimpanzee) == "winged Bongo chimpanzee"
    assert name_of("orca.head", "nile-crocodile.torso") == "Orca Nile crocodile"
    capitals = {card.animal.split()[0] for card in standard().cards} & {*words.CAPITALS.split()}
    assert capitals == {*words.CAPITALS.split()}

    german = {"Orca": "Schwertwal", "Giant tortoise": "Riesenschildkröte", words.CAPITALS: "*"}

    def say_in_german(text: str, **parts: str) -> str:
        return german.get(text, text).format(**parts)

    monkeypatch.setattr(words, "say", say_in_german)
    assert name_of(*tortoise) == "Schwertwal Riesenschildkröte"


# --- everything has its sentence ----------------------------------------------------------------


def told_in_every_way() -> Iterator[Words]:
    """Each event with each value that its sentence depends on."""
    values: dict[str, list[Any]] = {
        "card": ["bongo.head"],
        "given": ["bongo.head"],
        "taken": ["lion.head"],
        "size": list(SIZES),
        "biome": ["coast", "gold"],
        "left": ["savanna"],
        "old": ["savanna"],
        "effect": list(EVENT_CARDS),
        "why": list(FATES[1:]),
        "species": [[0, 1]],
    }
    for name, keys in sentences.event_fields().items():
        ways: list[Words] = [{"event": name}]
        for key in keys:
            options = values.get(key, [1])
            if (name, key) == ("drew", "card"):
                options = [None, "bongo.head"]
            elif key == "species" and name in ("asked", "refused"):
                options = [None, [0, 1]]
            elif (name, key) in (("extinct", "points"), ("mutated", "points"), ("showed", "cards")):
                options = [0, 1]
            elif (name, key) == ("mutated", "mutations"):
                options = [1, 2]
            elif (name, key) == ("strongest", "points"):
                options = [3, 2, 1]
            ways = [
                way if value is None else {**way, key: value} for way in ways for value in options
            ]
        # Invaders leave nothing on the species that is lost
        yield from (way for way in ways if (way.get("why"), way.get("points")) != ("invaders", 1))


def test_every_event_has_its_sentences() -> None:
    used = set()
    for told in told_in_every_way():
        used.add(sentences.TELLING.form(told))
        for reader in (-1, 1):
            said = sentences.sentence(told, NAMES, reader)
            assert said[0].isupper(), said
            assert said[-1] in ".!", said
            assert not any(gap in said for gap in GAPS), said
            assert sentences.story([told], NAMES, reader)
    assert used == set(sentences.TELLING.sentences)


@pytest.mark.clauses("DC-EVENT-5", "DC-EVENT-9", "DC-EVENT-10")
@pytest.mark.parametrize(
    ("event", "pair"),
    [
        ("desertification", ["desert", "rocky_desert"]),
        ("ice_age", ["polar_desert", "cold_desert"]),
        ("mountain_formation", ["high_mountains", "highlands"]),
    ],
)
def test_an_event_names_the_two_biomes_that_it_is_about(event: str, pair: list[str]) -> None:
    said = re.findall(
        "|".join(rf"\b{title}\b" for title in GROUND_TITLES.values()),
        words.event_card(event).meaning,
    )
    assert said == [words.ground_title(biome) for biome in pair]


@pytest.mark.clauses("DC-EVENT-13", "DC-EVENT-16", "DC-EVENT-31", "DC-SP-62")
def test_what_an_event_does_not_do_is_not_said_of_it() -> None:
    said = {card.id: card.meaning for card in EventCard}
    assert said["hurricane"].endswith("if its adaptation is below 4.")
    assert said["invaders"].endswith("and keeps the points.")  # one's own, not another's
    assert "except a volcano" in said["axis_shift"]
    assert "migrates" in said["continental_drift"]  # species are created on either side


def test_whoever_acts_is_spoken_to() -> None:
    fields = sentences.event_fields()
    own = {
        form
        for form in sentences.TELLING.sentences
        if {"seat", "first"} & {*fields[form.split()[0]]}
    }
    assert own == set(sentences.TELLING.yours)
    for told in told_in_every_way():
        if "seat" in told:
            assert "Bob" not in sentences.sentence(told, NAMES, 1)


def test_sentences_name_only_what_their_event_has() -> None:
    fields = sentences.event_fields()
    for forms in (sentences.TELLING.sentences, sentences.TELLING.yours):
        for form, sentence in forms.items():
            named = {name for _, name, _, _ in Formatter().parse(sentence) if name}
            assert named <= {*fields[form.split()[0]], *DERIVED}, form


def test_every_stage_has_its_task() -> None:
    stages = STAGES[: STAGES.index("over")]
    assert {form.split()[0] for form in sentences.TASKS} == set(stages)
    assert all(offer.heading or not offer.item for offer in sentences.OFFERS.by_form.values())


# --- why not -------------------------------------------------------------------------------------

CROWDED: Words = {
    "era": 2,
    "biomes": ["mountains", "swamp", "ocean"],
    "seats": [
        {
            "hand": ["ostrich.legs", "giraffe.torso", "green-iguana.head"],
            "species": [
                {
                    "cards": ["koala.head", "golden-lion-tamarin.torso", "bluefin-tuna.tail",
                              "harbour-seal.legs"],
                    "biome": "mountains",
                },
                {"cards": ["giraffe.head", "three-toed-sloth.torso"], "biome": "swamp"},
            ],
        },
        {
            "hand": 1,
            "species": [
                {
                    "cards": ["bongo.head", "spider-monkey.torso", "alpine-ibex.double_legs"],
                    "biome": "mountains",
                },
                {
                    "cards": ["hyacinth-macaw.head", "orangutan.torso", "andean-condor.wings"],
                    "biome": "mountains",
                },
            ],
        },
    ],
}  # fmt: skip


@pytest.mark.clauses("DC-DEF-11", "DC-TURN-11")
def test_a_reason_cites_a_clause_that_holds_for_the_action() -> None:
    table = Table("darwin", given=CROWDED)

    def cited(action: str) -> tuple[str, str]:
        why = table.why_not(0, action)
        assert why
        return why.reason, why.clause

    lacks, hungry = ("lacks", "DC-DEF-11"), ("too_little_food", "DC-TURN-11")
    assert cited("migrate A2 to ocean") == lacks
    assert cited("migrate A2 to mountains") == hungry
    assert cited("create giraffe.torso add green-iguana.head place ocean") == lacks
    table.act(0, "mutate A1 add ostrich.legs")
    assert cited("end") == hungry


# --- how it reads -------------------------------------------------------------------------------


def extinct(seat: int, index: int, why: str, points: int = 0) -> Words:
    return {
        "event": "extinct", "seat": seat, "species": [seat, index], "why": why, "points": points
    }  # fmt: skip


def test_species_that_die_out_in_a_row_keep_the_names_they_had() -> None:
    told = [extinct(1, 2, "hunger"), extinct(1, 0, "hunger", 1), extinct(1, 0, "devoured")]
    assert sentences.story([*told, extinct(0, 0, "devoured")], NAMES) == [
        "These do not get enough food and die out: B3, B1.",
        "These are devoured: B2, A1. 1 point is kept for each of B1. Those behind them move up.",
    ]
    assert sentences.story(told[:1], NAMES, 1) == [
        "Your B3 dies out: it does not get enough food. Those behind it move up."
    ]


def test_a_mutation_is_told_in_one_line() -> None:
    place: Words = {"seat": 0, "species": [0, 0]}
    told: list[Words] = [
        {"event": "mutated", **place, "points": 3, "mutations": 2},
        {"event": "card_removed", **place, "card": "bongo.head"},
        {"event": "card_added", **place, "card": "lion.head"},
        {"event": "displaced", "seat": 1, "species": [1, 0], "food": 1, "need": 3},
    ]
    assert sentences.story(told, NAMES, 1) == [
        "Ann mutates A1 twice for points from it: 3. A1 loses Bongo (head). "
        "A1 gets Lion (head). Your B1 now gets only 1 of the 3 food it needs."
    ]


def test_what_comes_in_a_row_is_told_in_one_line() -> None:
    told: list[Words] = [
        {"event": "drew", "seat": 0, "card": "lion.head"},
        {"event": "drew", "seat": 0, "card": "bongo.head"},
        {"event": "adapted", "seat": 0, "species": [0, 0], "points": 2, "biome": "savanna"},
        {"event": "adapted", "seat": 1, "species": [1, 1], "points": 3, "biome": "ocean"},
        {"event": "strongest", "seat": 1, "species": [1, 1], "points": 3, "strength": 9},
        {"event": "strongest", "seat": 0, "species": [0, 0], "points": 2, "strength": 7},
        {"event": "changed", "old": "savanna", "biome": "coast"},
        {"event": "changed", "old": "ocean", "biome": "tundra"},
        {"event": "discarded", "seat": 0, "card": "lion.head"},
        {"event": "discarded", "seat": 0, "card": "bongo.head"},
    ]
    assert sentences.story(told, NAMES, 0) == [
        "You draw: Lion (head), Bongo (head).",
        "Best adapted: A1 in Savanna +2, B2 in Ocean +3.",
        "Strongest: B2 with 9 +3, A1 with 7 +2.",
        "Savanna becomes Coast. Ocean becomes Tundra.",
        "You discard Lion (head), Bongo (head).",
    ]


# --- choices and the board, on positions written by hand ----------------------------------------

HAND = ["bongo.torso", "lion.head", "ruby-throated-hummingbird.wings", "plains-zebra.double_legs"]
OPEN = [
    "high_mountains",
    "subtropical_dry_forest",
    "tropical_rainforest",
    "polar_desert",
    "volcano",
]


def species(seat: int, index: int, **fields: Any) -> Words:
    """A species with the longest names and the most abilities."""
    cards = ["lion.head", "diamondback-rattlesnake.tail", "bongo.torso"]
    cards.append("ruby-throated-hummingbird.wings")
    deck = standard()
    return {
        "cards": cards,
        "biome": OPEN[(seat + index) % len(OPEN)],
        "points": 10 + index,
        "done": index % 2 == 0,
        "food": [2, 1],
        "name": species_name(deck, [deck.kind(card) for card in cards]),
        "abilities": dict.fromkeys(ABILITIES, 2),
        "adaptation": 7,
        "strength": 12,
        "hearts": 5,
        "diet": "omnivore",
        "fed": index > 0,
        "fits": index > 1,
        "leads": index == 2,
        **fields,
    }


def position(seats: int = 6, **fields: Any) -> Document:
    """A position as the first seat sees it in its turn."""
    view: Words = {
        "seats": [
            {
                "hand": HAND if seat == 0 else 9,
                "points": 3,
                "species": [species(seat, index) for index in range(3)],
            }
            for seat in range(seats)
        ],
        "phase": "action",
        "stage": "turn",
        "era": 3,
        "first": 1,
        "seat": 0,
        "event": "continental_drift",
        "zone": [card.id for card in standard().cards[60:180:20]],
        "small": 40,
        "large": 31,
        "table": [
            {
                "biome": biome,
                "continent": continent,
                "side": "left" if place < 3 else "right",
                "points": 3,
                "plants": 10,
                "meat": 11,
                "plants_left": 10,
                "leaders": [[0, 2], [3, 2]],
            }
            for place, (biome, continent) in enumerate(zip(OPEN, CONTINENTS, strict=True))
        ],
        **fields,
    }
    return convert(view, Document)


PREVIEW: Words = {
    "name": "winged Lion bongo",
    "abilities": {"run": 2, "fly": 3},
    "hearts": 4,
    "strength": 6,
    "diet": "carnivore",
    "price": 3,
    "biomes": [
        {"biome": "high_mountains", "adaptation": 0, "possible": False, "reason": "lacks",
         "needs": ["cold", "climb"]},
        {"biome": "tropical_rainforest", "adaptation": 5, "possible": True, "food": [0, 4],
         "pushes_out": [[1, 0]]},
        {"biome": "polar_desert", "adaptation": 1, "possible": False, "reason": "too_little_food",
         "food": [0, 1]},
        {"biome": "subtropical_dry_forest", "adaptation": 1, "possible": False,
         "reason": "lacks_any", "needs": ["climb", "dig"]},
        {"biome": "volcano", "adaptation": 0, "possible": False, "reason": "uninhabitable"},
    ],
}  # fmt: skip
CREATING: Words = {
    "draft": {"plan": "creating", "cards": ["bongo.torso", "lion.head"]},
    "preview": PREVIEW,
}


def drawn(view: TableView, seat: int = 0, width: int = 100) -> list[str]:
    """The board as it stands on the screen."""
    out = StringIO()
    names = seat_names(NAMES[: len(view.seats)])
    RichScreen(Console(width=width, file=out)).draw(
        blocks(board_of("darwin"), view, seat, names, [0])
    )
    return out.getvalue().splitlines()


def test_the_board_of_six_seats_and_five_biomes_fits_a_hundred_columns() -> None:
    lines = drawn(position())
    assert max(map(len, lines)) <= 100
    text = "\n".join(lines)
    assert all("…" not in line or " pts " in line for line in lines)  # only names are cut off
    for biome in OPEN:
        title = words.ground_title(biome)
        assert sum(title in line for line in lines) >= 2, title
    for seat in "ABCDEF":
        for n in (1, 2, 3):
            line = next(line for line in lines if f"{seat}{n} " in line and "fit 7" in line)
            assert "str 12" in line
            assert f"{9 + n} pts" in line
            assert ("✓" in line) == (n != 2)
            assert ("unfit" in line) == (n < 3)
            assert ("fit 7*" in line) == (n == 3)
            assert "R2C2F2S2K2H2D2P2" in line
            assert "3/5" in line
    assert "Lion (head) carnivore" in text
    assert "no species migrates" in text


def test_the_plain_board_says_everything_in_words() -> None:
    view = position()
    said = spoken(board_of("darwin"), view, 0, NAMES)
    common, *others, own = said
    assert common[HEADING].startswith("Era 3 of 4, action phase: first player: Bob, turn: Ann")
    assert common["High mountains"] == (
        "High mountains: Africa, left, 3 points, counts climb, cold resistance, "
        "needs climb, cold resistance, not heat resistance, "
        "10 of 10 plants left, 0 of 11 meat left, best adapted A3, D3"
    )
    assert common["Volcano"].startswith("Volcano: Europe, right, 3 points, uninhabitable")
    assert common["Trade zone"].count(";") == 5
    assert len(others) == 5
    assert own[HEADING] == "Ann: 4 cards, 36 points (3 safe)"
    assert own["A1"] == (
        "A1: winged Lion bongo in High mountains, omnivore, adaptation 7, 3 of 5 food, unfit, "
        "strength 12, run 2, climb 2, fly 2, swim 2, cold resistance 2, heat resistance 2, "
        "dig 2, poisonous 2, 10 points, done in this era"
    )
    view.seats[0].species[0].fits = True
    assert "hungry" in spoken(board_of("darwin"), view, 0, NAMES)[-1]["A1"]
    hand = spoken_hand(board_of("darwin"), view, 0)
    assert [*hand][1:] == [
        "Lion (head)",
        "Bongo (torso)",
        "Plains zebra (double legs)",
        "Ruby-throated hummingbird (wings)",
    ]
    signs = {sign for block in said for line in block.values() for sign in line if sign in "✓♥*◀·"}
    assert not signs


@pytest.mark.clauses("DC-SP-62")
def test_the_sides_of_the_table_are_shown_from_the_start() -> None:
    def sides(seats: int, variant: str = "base") -> list[str]:
        view = view_of(Table("darwin", seats, options={"variant": variant}), 0)
        lines = spoken(board_of("darwin"), view, 0, NAMES[:seats])[0]
        found = [re.findall(", (left|right), ", line) for line in lines.values()]
        return [side for sides in found for side in sides]

    assert sides(4) == ["left", "left", "right", "right"]
    assert sides(5) == ["left", "left", "left", "right", "right"]
    assert sides(2) == []  # all on one side (DC-2P-6), and nothing drifts
    assert sides(3, "children") == []
    shown = drawn(position(event=None))[2:7]  # one line for each, also with the longest names
    assert [re.findall("[←→]", line) for line in shown] == [["←"]] * 3 + [["→"]] * 2


def test_the_draft_is_shown_with_every_biome() -> None:
    view = position(**CREATING)
    assert sentences.is_begun(view)
    assert sketch(board_of("darwin"), view) == [
        "The species: winged Lion bongo: carnivore, run 2, fly 3, hearts 4, strength 6, "
        "costs 3 of its points",
        "cards laid: Bongo (torso), Lion (head)",
        "High mountains: it needs cold resistance, climb.",
        "Tropical rainforest: adaptation 5 against 7 of F3, 4 of 4 food, takes the food of B1",
        "Polar desert: it would get 1 of the 4 food it needs.",
        "Subtropical dry forest: it needs climb or dig.",
        "Volcano: The volcano is uninhabitable in this era.",
    ]
    half = position(draft={"give": "lion.head"})
    assert sketch(board_of("darwin"), half) == ["Exchange: Lion (head) for a card you choose now."]
    assert sentences.task(half) == "which card is taken for Lion (head)?"
    assert not sketch(board_of("darwin"), position())
    assert not sentences.is_begun(position())


@pytest.mark.parametrize("reason", [reason.id for reason in Reason])
def test_every_reason_can_stand_beside_a_biome(reason: str) -> None:
    home = {"biome": "coast", "adaptation": 0, "possible": False, "reason": reason}
    view = position(draft={"plan": "creating"}, preview={**PREVIEW, "biomes": [home]})
    is_told = reason != "same_biome"  # nobody asks for the biome that is left
    if is_told and "{cards}" not in next(one.sentence for one in Reason if one.id == reason):
        assert sketch(board_of("darwin"), view)[-1].startswith("Coast: ")


def test_parts_of_the_view_that_are_not_there_are_not_missed() -> None:
    """Default values are left out of a position in words."""
    fields: Words = {
        "seats": [
            {"hand": 3, "species": [{"cards": ["lion.head", "bongo.torso"], "biome": "coast"}]},
            {"hand": ["hidden", "lion.head"], "species": []},
        ],
        "phase": "action",
        "stage": "turn",
        "era": 1,
        "table": [{"biome": "coast"}, {"biome": "gold"}],
    }
    bare = convert(fields, Document)
    lines = spoken(board_of("darwin"), bare, 0, NAMES[:2])
    assert lines[1]["known cards"].startswith("Known cards: Lion (head): carnivore")
    assert "strength counts" in lines[0]["Gold token"]
    assert drawn(bare)
    bare.options = {"variant": "beginner"}
    assert "hearts 0" in spoken(board_of("darwin"), bare, 1, NAMES[:2])[1]["A1"]
    bare.options = {"variant": "children"}
    assert "hearts" not in spoken(board_of("darwin"), bare, 1, NAMES[:2])[1]["A1"]


ACTION_WORDS: dict[str, Words] = {
    "create": {"torso": "bongo.torso"},
    "redraw": {"keep": "lion.head"},
    "draw": {"size": "small", "count": 3},
    "drawer": {"drawer": 2},
    "place": {"biome": "tropical_rainforest"},
    "to": {"biome": "tropical_rainforest"},
    "devour": {"species": [1, 0]},
    "take_over": {"species": [2, 0]},
    **{verb: {"species": 0} for verb in ("mutate", "migrate", "sacrifice", "point", "points")},
    **{
        verb: {"card": "lion.head"}
        for verb in (
            "give", "take", "add", "remove", "replace", "with", "show", "show_all", "ask_for",
            "hand_over", "pay", "lose", "discard",
        )
    },
}  # fmt: skip


def test_every_verb_has_its_choice() -> None:
    verbs = {form.split()[0] for form in sentences.OFFERS.by_form}
    assert verbs == set(GAME.vocabulary.actions)
    for variant in ("show", "tidy"):
        view = position(stage=variant, ask={"species": [2, 1]}, preview=PREVIEW)
        actions = [{"do": verb, **ACTION_WORDS.get(verb, {})} for verb in verbs]
        order = sentences.in_groups(actions, view, 0)
        assert sorted(order) == [*range(len(actions))]
        for action in actions:
            said = sentences.choice(action, view, 0) + darwin_board.note(action, view, 0)[0]
            heading, item = sentences.short_choice(action, view, 0)
            item += darwin_board.note(action, view, 0)[1]
            assert said[0].isupper(), said
            assert item.strip(), action
            for line in (said, heading, item):
                assert not any(gap in line for gap in GAPS), line


def test_choices_name_species_cards_and_biomes() -> None:
    view = position(**CREATING)

    def offer(**action: Any) -> tuple[str, tuple[str, str]]:
        long, short = darwin_board.note(action, view, 0)
        heading, item = sentences.short_choice(action, view, 0)
        return sentences.choice(action, view, 0) + long, (heading, item + short)

    assert offer(do="mutate", species=0) == (
        "Mutate A1 winged Lion bongo, High mountains, adaptation 7, unfit, 10 points",
        ("Mutate", "A1 (High mountains, unfit)"),
    )
    assert offer(do="place", biome="tropical_rainforest") == (
        "Lay it in Tropical rainforest (3 points)",
        ("Lay it in", "Tropical rainforest (3 points)"),
    )
    said, short = offer(do="add", card="lion.head")
    assert said.startswith("Add Lion (head): carnivore, ")
    assert short[1].startswith("Lion (head) carnivore ")
    assert offer(do="lose", card="lion.head")[0].startswith(
        "A1 winged Lion bongo loses Lion (head): carnivore"
    )
    assert offer(do="create", torso="bongo.torso")[1] == ("Create on", "Bongo")
    assert offer(do="give", card="lion.head")[1] == ("Trade away", "Lion")
    assert offer(do="pass")[1] == ("", "Pass: no base action any more in this era")
    assert view.draft
    view.draft.give = "lion.head"
    assert offer(do="pass")[1][1].endswith("and no exchange")
    assert offer(do="draw", size="large", count=4) == (
        "Draw 4 large cards", ("Draw large", "4 cards")
    )  # fmt: skip
    assert offer(do="end")[1] == ("", "End the turn: all this becomes final")


def test_cards_may_be_called_by_their_animals() -> None:
    view = position()
    view.zone = ["lion.torso", "bongo.head"]
    view.seats[0].species[0].cards = ["lion.head", "bongo.torso"]

    def typed(text: str) -> str:
        return darwin_board.with_ids(text, view, 0)

    assert typed("give lion take bongo") == "give lion.head take bongo.head"
    assert typed("create Bongo add Lion (head), plains zebra place high mountains") == (
        "create bongo.torso add lion.head add plains-zebra.double_legs place high mountains"
    )
    assert typed("mutate A1 replace bongo with bongo") == (
        "mutate A1 replace bongo.torso with bongo.torso"
    )
    assert typed("create unicorn") == "create unicorn"
    assert typed("create bongo.torso") == "create bongo.torso"
    view.seats[0].hand = [*HAND, "lion.torso"]
    assert typed("give lion") == "give lion"  # which one?
    assert typed("give lion (torso)") == "give lion.torso"


def test_a_card_and_the_cards_of_a_species_are_explained() -> None:
    view = position()
    assert darwin_board.about("Lion (head)", view)[0].startswith("Lion (head): carnivore")
    assert len(darwin_board.about("lion", view)) > 1
    assert len(darwin_board.about("a1", view)) == len(view.seats[0].species[0].cards)
    assert not darwin_board.about("unicorn", view)


def test_long_series_of_choices_stand_in_one_line() -> None:
    actions: list[Words] = [
        *({"do": "draw", "size": "small", "count": n} for n in (1, 2, 3)),
        {"do": "draw_rest"},
        *({"do": "give", "card": card} for card in ("lion.head", "bongo.torso")),
    ]
    groups = [sentences.short_choice(action, position(), 0) for action in actions]
    assert darwin_board.series(actions, groups) == {
        0: (3, "1 to 3. Draw 1 to 3 small cards"),
        4: (2, "Trade away: 5 Lion, 6 Bongo"),
    }


def test_a_body_without_a_head_is_refused_once() -> None:
    homes = [
        {"biome": biome, "adaptation": 2, "possible": False, "reason": "head_missing"}
        for biome in ("coast", "ocean")
    ]
    view = position(draft={"plan": "creating"}, preview={**PREVIEW, "biomes": homes})
    assert sketch(board_of("darwin"), view)[1:] == [
        "A species needs a head; add one first. Adaptation so far: Coast 2, Ocean 2."
    ]


@pytest.mark.parametrize(
    ("fields", "task"),
    [
        ({"stage": "draw"}, "from which deck are the next cards drawn?"),
        ({}, "create, mutate, migrate or pass"),
        (CREATING, "build the species, then choose its biome"),
        ({"draft": {"plan": "placed"}}, "end the turn, or take it back"),
        ({"draft": {"plan": "mutating", "species": 1}}, "how does A2 change?"),
        (
            {"draft": {"plan": "mutating", "species": 1, "mutations": 1}},
            "end the turn, or change A2 again (up to 3 points)",
        ),
        (
            {
                "draft": {"plan": "mutating", "species": 1, "mutations": 1},
                "options": {"variant": "beginner"},
            },
            "end the turn, or change A2 again",
        ),
        ({"era": 2, "options": {"variant": "beginner"}}, "mutate, migrate or pass"),
        ({"options": {"variant": "children"}}, "create a species or pass"),
        (
            {"draft": {"plan": "replacing", "species": 1, "replacing": "lion.head"}},
            "what takes the place of Lion (head)?",
        ),
        ({"draft": {"plan": "migrating", "species": 0}}, "where does A1 go?"),
        ({"draft": {"plan": "moved", "species": 0}}, "end the turn, or take it back"),
        ({"stage": "answer", "ask": {"card": "any"}}, "which card does your teammate get?"),
        (
            {"stage": "answer", "ask": {"card": "lion.head"}},
            "does your teammate get Lion (head)?",
        ),
        ({"stage": "answer", "ask": {"species": [2, 0]}}, "does your teammate get C1?"),
        ({"stage": "invade"}, "which species is lost?"),
    ],
)
def test_the_task_says_what_is_to_be_decided(fields: Words, task: str) -> None:
    assert sentences.task(position(**fields)) == task


# --- whole games --------------------------------------------------------------------------------


def everything_said(played: Table, seat: int, since: int) -> list[Any]:
    """All sentences and the board that a seat reads, in all forms."""
    names = seat_names(NAMES[: len(played.players)])
    view, board = view_of(played, seat), board_of("darwin")
    said: list[Any] = [
        sentences.story(played.events(seat, since), names, seat),
        spoken(board, view, seat, names),
        [piece.drawn for one in range(len(names)) for piece in board.pieces(view, one)],
        sketch(board, view),
    ]
    if seat >= 0:
        said.append(spoken_hand(board, view, seat))
    if seat in played.pending:
        actions = played.legal(seat)
        said += [sentences.task(view), sentences.is_begun(view)]
        said += [sentences.in_groups(actions, view, seat)]
        for action in actions:
            said.append(sentences.choice(action, view, seat))
            said.append(sentences.short_choice(action, view, seat))
            said.append(board.note(action, view, seat))
    return said


@pytest.mark.parametrize(
    ("seats", "variant"),
    [(2, "base"), (6, "base"), (3, "beginner"), (4, "teams"), (3, "children")],
)
def test_a_whole_game_is_told_to_each_seat_and_hides_what_it_cannot_know(
    seats: int, variant: str
) -> None:
    generator = new_generator()
    plant(generator, seats)
    played = Table("darwin", seats, seed=seats, options={"variant": variant})
    while not played.over:
        before = len(played.moves)
        play_out(played, before + seats, moves=37)
        for seat in range(-1, seats):
            truth = played.state
            said = everything_said(played, seat, before)
            played.state = copy_state(truth)
            GAME.kernel.redeal(played.state, seat, generator)
            assert everything_said(played, seat, before) == said
            played.state = truth
        assert max(map(len, drawn(view_of(played, 0)))) <= 100
    for seat, points in enumerate(played.scores):
        counted = darwin_board.standing(view_of(played, -1), seat)[1]
        assert variant == "teams" or counted.startswith(f"{points} point")
    for seat in range(-1, seats):
        assert sentences.story(played.events(seat), NAMES, seat)[-1] == "The game is over."
