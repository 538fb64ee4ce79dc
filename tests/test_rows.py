"""Rows: one that lacks something is refused before anyone plays, with its name and the field's."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from runpy import run_path
from typing import Any, cast
from unittest import mock

import pytest

from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.games.darwin.rules.decks import (
    BiomeValues,
    CardWords,
    PrintedRow,
    biome_of,
    card_of,
)
from tangledbank.games.darwin.rules.variants import Manner, Variant
from tangledbank.games.evolution.rules.cards import DECKS, TRAITS, Trait
from tangledbank.games.evolution.show import pictures as evolution
from tangledbank.games.game import FOLDER, clauses, load
from tangledbank.games.origin.rules.cards import Ability
from tangledbank.games.origin.show import pictures as origin
from tangledbank.games.shared.events import Telling
from tangledbank.games.shared.hidden_cards import CardState
from tangledbank.games.shared.rows import (
    AbilityRow,
    Act,
    Asks,
    EventRow,
    Extent,
    Field,
    Offer,
    OptionRow,
    Passes,
    ReasonRow,
    Role,
    Row,
    Said,
    StageRow,
    VerbRow,
    ViolationRow,
    deck_titles,
    index_of,
)
from tangledbank.games.shared.verbs import Offers, tasks
from tangledbank.log import parse_log
from tangledbank.looks import Look, Worn
from tangledbank.table import Table, verify

WHOLE = Look("horns", "#404060")
WHOLE_ACT = Act((), "feeding.graze", "eats", (Offer("Eat."),), role=Role.DEED)


FIRST = {ReasonRow: ("", "This is possible."), ViolationRow: ()}  # they stand for no problem


def declare(kind: type[Row], *facts: object) -> Any:
    """Rows of this kind with one that is called LAMP."""
    first = {"FIRST": FIRST[kind]} if kind in FIRST else {}
    return cast(Any, kind)("Thing", {**first, "LAMP": facts})


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ((), "title"),
        (("Nocturnal",), "meaning"),
        (("Nocturnal", "sees at night", WHOLE._replace(glyph="")), "glyph"),
        (("Nocturnal", "sees at night", WHOLE._replace(coat="")), "coat"),
    ],
)
def test_a_row_names_what_it_lacks(facts: tuple[object, ...], field: str) -> None:
    with pytest.raises(TypeError, match=f"^trait nocturnal: {field} is missing$"):
        cast(Any, AbilityRow)("Trait", {"HORNS": ("Horns", "hurts", WHOLE), "NOCTURNAL": facts})


class Place(StageRow):
    """Two stages at which nobody is asked anything."""

    OVER = Asks()
    EAT = Passes("feeding.eat")


LACKING: list[tuple[type[Row], tuple[object, ...], str]] = [
    (ReasonRow, (), "clause"),
    (ReasonRow, ("OS-TRN-02",), "sentence"),
    (ReasonRow, ("", "Not now."), "clause"),
    (ReasonRow, ("OS-TRN-02", ""), "sentence"),
    (ViolationRow, (), "sentence"),
    (ViolationRow, ("",), "sentence"),
    (EventRow, (), "said"),
    (EventRow, ("seat",), "said"),
    (EventRow, (Said("It shines."),), "fields"),
    (EventRow, ("seat", Said("")), "sentence"),
    (VerbRow, (), "at"),
    (VerbRow, (Act(does="a.b", means="eats", offers=(Offer("Eat."),)),), "at"),
    (VerbRow, (replace(WHOLE_ACT, does=""),), "does"),
    (VerbRow, (replace(WHOLE_ACT, means=""),), "means"),
    (VerbRow, (replace(WHOLE_ACT, offers=()),), "offers"),
    (VerbRow, (replace(WHOLE_ACT, offers=(Offer(""),)),), "offer"),
    (VerbRow, (replace(WHOLE_ACT, role=None),), "role"),
    (StageRow, (), "by"),
    (StageRow, (Passes(),), "by"),
    (StageRow, (Asks("feeding.list_all"),), "tasks"),
    (StageRow, (Asks("", (Said(""),)),), "task"),
    (OptionRow, (), "clause"),
    (OptionRow, ("OS-RUL-10", "", {"on": "on"}), "title"),
    (OptionRow, ("OS-RUL-10", "Light"), "values"),
    (OptionRow, ("OS-RUL-10", "Light", {"on": "on", "off": ""}), "the title of off"),
]


@pytest.mark.parametrize(("kind", "facts", "field"), LACKING)
def test_every_kind_of_row_names_what_it_lacks(
    kind: type[Row], facts: tuple[object, ...], field: str
) -> None:
    with pytest.raises(TypeError, match=f"^thing lamp: {field} is missing$"):
        declare(kind, *facts)


@pytest.mark.parametrize("stage", [*Place])
def test_who_can_choose_a_verb_is_asked_for_something(stage: StageRow) -> None:
    with pytest.raises(TypeError, match=f"^place {stage.id}: tasks is missing$"):
        declare(VerbRow, replace(WHOLE_ACT, at=stage))


@pytest.mark.parametrize(
    ("fields", "text", "problem"),
    [
        ("seat chips:foo", "It eats.", "there is no table foo"),
        ("seat chips:foo*", "It eats.", "there is no table foo"),
        ("seat chips", "{player} eats {chip}.", "nothing fills in {chip}"),
        ("seat chips", "{player} eats {meaning}.", "nothing fills in {meaning}"),
    ],
)
def test_an_event_that_could_not_be_told_is_refused(fields: str, text: str, problem: str) -> None:
    more = {"meaning": ("effect", str)}

    def tell(events: type[EventRow]) -> Telling[CardState]:
        return Telling(events, (), {"side": ("left",)}, lambda _told: "", {}, more=more)

    tell(declare(EventRow, "effect:side", Said("{effect}: {meaning}")))
    wrong = declare(EventRow, fields, Said("It is.", text))
    with pytest.raises(TypeError, match=f"^thing lamp: {re.escape(problem)}$"):
        tell(wrong)


@pytest.mark.parametrize(
    "offer", [Offer("Eat {spe}"), Offer("Eat", "{spe}"), Offer("Eat", "Eat", "{spe}")]
)
def test_an_offer_says_only_what_the_game_fills_in(offer: Offer) -> None:
    verbs = declare(VerbRow, replace(WHOLE_ACT, offers=(offer,)))
    assert Offers(verbs, ("spe",)).by_form["lamp"] == offer
    with pytest.raises(TypeError, match=r"^thing lamp: nothing fills in \{spe\}$"):
        Offers(verbs, ("species", "card"))


def test_a_task_says_only_what_the_game_fills_in() -> None:
    stages = declare(StageRow, Asks("", (Said("who eats {spe}?", form="now"),)))
    assert tasks(stages, ("spe",)) == {"lamp now": "who eats {spe}?"}
    with pytest.raises(TypeError, match=r"^thing lamp: nothing fills in \{spe\}$"):
        tasks(stages, ("species", "card"))


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ((), "title or letter is missing"),
        (("lamp",), "title or letter is missing"),
        (("lamp", ""), "letter is missing"),
        (("", "L"), "title is missing"),
        (("lamp", "L", "light"), "there is more than title and letter"),
    ],
)
def test_a_printed_row_has_the_columns_of_its_class(columns: tuple[str, ...], problem: str) -> None:
    with pytest.raises(TypeError, match=f"^thing lamp: {problem}$"):

        class Thing(PrintedRow):
            title: str
            letter: str

            LAMP = columns


@pytest.mark.parametrize(
    ("manner", "field"), [(Manner(eras=2), "title"), (Manner("alone", seats=1), "why_not_seats")]
)
def test_a_variant_names_what_it_lacks(manner: Manner, field: str) -> None:
    lamp = int.__new__(Variant, 9)
    lamp._name_ = "LAMP"
    with pytest.raises(TypeError, match=f"^variant lamp: {field} is missing$"):
        Variant.__init__(lamp, manner)


def test_what_files_name_must_be_there() -> None:
    assert index_of("horns", TRAITS, "deck base", "trait") == Trait.HORNS
    with pytest.raises(TypeError, match=r"^deck base: there is no trait hornsx$"):
        index_of("hornsx", TRAITS, "deck base", "trait")
    for words, problem in (
        (CardWords("Newt", "nose", "newt.nose"), "part nose"),
        (CardWords("Newt", "head", "newt.nose", "air"), "diet air"),
        (CardWords("Newt", "head", "newt.nose", abilities={"glow": 1}), "ability glow"),
    ):
        with pytest.raises(TypeError, match=rf"^card newt\.nose: there is no {problem}$"):
            card_of(words)
    with pytest.raises(TypeError, match=r"^biome cave: there is no ability glow$"):
        biome_of(BiomeValues("cave", ["glow"], 1, 1, 2))


@pytest.mark.parametrize(
    ("game", "old", "new", "problem"),
    [
        ("evolution", "horns = ", "hornsx = ", "deck base: there is no trait hornsx"),
        ("evolution", "[deck.base]", '[deck.base]\nof = "old"',
         "deck base: there is no deck before it called old"),
        ("origin", '["piracy"]', '["piratsy"]', "card piratsy: there is no ability piratsy"),
        ("origin", "piracy = 4", "piratsy = 4", "deck consensus: there is no card piratsy"),
        ("origin", "[deck.plain.copies]", "[deck.plain.all]", "deck plain: there is no field all"),
        ("origin", "[deck.plain.", '[deck.plain]\nof = "old"\n[deck.plain.',
         "deck plain: there is no deck before it called old"),
    ],
)  # fmt: skip
def test_a_deck_names_only_what_there_is(game: str, old: str, new: str, problem: str) -> None:
    file = FOLDER / game / "cards.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    with (
        mock.patch.object(Path, "read_text", return_value=text.replace(old, new, 1)),
        pytest.raises(TypeError, match=f"^{re.escape(problem)}$"),
    ):
        run_path(str(FOLDER / game / "rules" / "cards.py"))


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_names_a_clause_there_is(game: str) -> None:
    known = {clause.id for clause in clauses(game)}
    assert [reason.id for reason in load(game).reasons[1:] if reason.clause not in known] == []


@pytest.mark.parametrize(
    ("look", "problem"),
    [
        (Look("lamp", "#404060"), "there is no glyph lamp"),
        (WHOLE._replace(worn=(Worn("lamp"),)), "nothing draws lamp"),
        (WHOLE._replace(worn=(Worn("fangs", "elbow"),)), "nothing is worn at elbow"),
    ],
)
def test_a_look_that_nobody_can_draw_is_refused(look: Look, problem: str) -> None:
    for wardrobe in (evolution.WARDROBE, origin.WARDROBE):
        with pytest.raises(TypeError, match=f"^nocturnal: {problem}$"):
            replace(wardrobe, looks={**wardrobe.looks, "nocturnal": look})


def test_pictures_and_boards_pass_over_what_they_do_not_know() -> None:
    assert evolution.species(["horns", "lamp"], 3, 1, "") == evolution.species(["horns"], 3, 1, "")
    assert origin.animal(["large", "lamp"], "") == origin.animal(["large"], "")


def test_every_row_has_all_that_is_told_of_it() -> None:
    for row in (*Trait, *Ability):
        assert all((row.title, row.meaning, row.look.glyph))
        assert re.fullmatch("#[0-9a-f]{6}", row.look.coat)


def test_a_deck_has_a_title() -> None:
    assert deck_titles({"base": ""}, {"base": "usual", "old": "no more"}) == {"base": "usual"}
    with pytest.raises(TypeError, match=r"^deck night: title is missing$"):
        deck_titles({"base": "", "night": ""}, {"base": "usual"})


def test_new_cards_do_not_move_the_numbers_of_the_signature() -> None:
    def about(*sizes: int) -> Act:
        return replace(WHOLE_ACT, fields=tuple(Field("card", "card", size) for size in sizes))

    class Before(VerbRow):
        PASS = about()
        PLAY = about(Extent(3, 3), 2)
        EAT = about(2)

    class After(VerbRow):
        PASS = about()
        PLAY = about(Extent(4, 3), 2)
        EAT = about(2)

    numbers = After.signed()
    assert len(numbers) == After.count() == 11
    assert Before.signed() == [*range(9)]
    assert [numbers[i] for i in (*range(7), 9, 10)] == [*range(9)]


def test_the_deck_is_an_option_that_headers_name_only_if_it_is_chosen() -> None:
    table = Table("evolution", 2, seed=1)
    assert parse_log(table.log())[0].words["options"] == {}
    chosen = Table("evolution", 2, seed=1, options={"deck": "base"})
    assert chosen.document() == table.document()
    assert verify(chosen.log()).options == {"deck": "base"}
    assert [*DECKS["base"]] == [*TRAITS]
    with pytest.raises(Refused, match=r"^options\.deck: there is no deck “night”"):
        Table("evolution", 2, options={"deck": "night"})
