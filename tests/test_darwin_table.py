"""Darwin's Choice at a table: variants, decks of one's own, reasons, what is not forced."""

from __future__ import annotations

from random import Random

import pytest

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules.decks import standard_text
from tangledbank.table import Table, verify
from tests.helpers import document_of, play_out, view_of

BIOMES = ["tropical_rainforest", "coast", "high_mountains", "desert"]


def at(*hand: str, **more: object) -> Table:
    """A turn of seat 0 with this hand."""
    given = {"biomes": BIOMES, "seats": [{"hand": [*hand]}, {"hand": 2}, {"hand": 2}], **more}
    return Table("darwin", given=given)


@pytest.mark.clauses("DC-SP-73", "DC-SP-75", "DC-2V2-1")
@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {"variant": "teams"}, "for 4 seats"),
        (6, {"variant": "teams"}, "for 4 seats"),
        (3, {"variant": "beginner", "length": "short"}, "two rounds already"),
    ],
)
def test_variants_that_do_not_go_together(
    seats: int, options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        Table("darwin", seats, options=options)


@pytest.mark.parametrize("variant", ["base", "teams", "children"])
def test_short_games_have_three_eras(variant: str) -> None:
    options = {"variant": variant, "length": "short"}
    table = play_out(Table("darwin", 4, seed=3, options=options), 3)
    assert table.over
    assert view_of(table).era == 3


def test_a_deck_of_ones_own_travels_with_the_game() -> None:
    text = standard_text().replace('animal = "Bongo"', 'animal = "Unicorn"')
    text = text.replace('id = "bongo.', 'id = "unicorn.')
    assert "unicorn.head" in text
    table = play_out(Table("darwin", 2, seed=1, options={"deck": text}), 1)
    assert table.over
    again = verify(table.log())
    assert again.hash == table.hash
    names = {name for seat in document_of(table)["seats"] for name in seat["hand"]}
    everything = str(table.document())
    assert "unicorn" in everything
    assert "bongo" not in everything
    assert names


def test_reasons_say_what_is_missing_and_how_much() -> None:
    table = at("bongo.torso", "bongo.head", "hippopotamus.torso", "african-elephant.head")
    table.act(0, "create bongo.torso add bongo.head")
    refused = table.why_not(0, "place high_mountains")
    assert refused is not None
    assert refused.sentence == "High mountains: it needs climb and cold resistance."
    either = table.why_not(0, "place coast")
    assert either is not None
    assert either.sentence == "Coast: it needs fly or swim."
    table.act(0, "revise")
    table.act(0, "create hippopotamus.torso add african-elephant.head")
    hungry = table.why_not(0, "place desert")
    assert hungry is not None
    assert hungry.reason == "lacks"


def test_reasons_count_the_food() -> None:
    table = at("hippopotamus.torso", "hippopotamus.head", "green-iguana.head", biomes=[
        "ocean", "coast", "high_mountains", "polar_desert"])  # fmt: skip
    table.act(0, "create hippopotamus.torso add hippopotamus.head")
    table.act(0, "place coast")
    table.act(0, "end")
    assert view_of(table).seats[0].species[0].food == [5, 0]
    crowded = Table(
        "darwin",
        given={
            "biomes": ["ocean", "coast", "high_mountains", "polar_desert"],
            "seats": [
                {"hand": ["dugong.head", "bluefin-tuna.torso"]},
                {
                    "species": [
                        {
                            "cards": [
                                "hippopotamus.head",
                                "hippopotamus.torso",
                                "eurasian-otter.double_legs",
                            ],
                            "biome": "coast",
                        }
                    ]
                },
                {"hand": 2},
            ],
        },
    )
    crowded.act(0, "create bluefin-tuna.torso add dugong.head")
    answer = crowded.why_not(0, "place coast")
    homes = view_of(crowded, 0).preview.biomes
    coast = next(home for home in homes if home.biome == "coast")
    if answer is not None:
        assert answer.reason == "too_little_food"
        assert f"it would get {sum(coast.food)} of the 1 food it needs" in answer.sentence
    assert coast.possible == (answer is None)


@pytest.mark.clauses("DC-SP-81")
def test_nobody_passes_by_itself() -> None:
    table = at(era=2, seats=[{"redrawn": True}, {"hand": 2}, {"hand": 2}])
    assert table.legal(0) == [{"do": "pass"}]
    assert table.pending == [0]
    assert not table.moves


@pytest.mark.clauses("DC-SP-12")
@pytest.mark.parametrize("act", ["redraw bongo.head", "new_hand"])
def test_what_is_drawn_stays_drawn_even_if_all_agree(act: str) -> None:
    table = at("bongo.head", "lion.head")
    table.act(0, act)
    with pytest.raises(Refused, match="final"):
        table.undo(0, consent=[0, 1, 2])
    if table.legal(0)[0]["do"] == "draw":
        table.act(0, "draw small")
        with pytest.raises(Refused, match="final"):
            table.undo(0, consent=[0, 1, 2])


@pytest.mark.clauses("DC-SP-12")
def test_a_draft_is_taken_back_though_another_has_redrawn_since() -> None:
    given = {
        "biomes": BIOMES,
        "seats": [{"hand": ["bongo.torso", "bongo.head"]}, {"hand": ["lion.head"]}, {"hand": 2}],
    }
    table = Table("darwin", given=given)
    table.act(0, "create bongo.torso")
    table.undo(0)
    table.act(0, "create bongo.torso")
    table.act(1, "redraw lion.head")
    with pytest.raises(Refused, match="final"):
        table.undo(0, consent=[1, 2])
    table.act(0, "revise")
    assert view_of(table, 0).draft is None


@pytest.mark.clauses("DC-SP-79")
def test_a_species_taken_over_is_not_given_back() -> None:
    given = {
        "options": {"variant": "teams"},
        "biomes": BIOMES,
        "seats": [
            {"hand": ["bongo.head"]},
            {"hand": 2},
            {"hand": 2, "species": [{"cards": ["orca.torso", "orca.head"], "biome": "coast"}]},
            {"hand": 2},
        ],
    }
    table = Table("darwin", given=given)
    table.act(0, "take_over C1")
    table.undo(0)
    table.act(0, "take_over C1")
    table.act(2, "agree")
    for seat in (0, 2):
        with pytest.raises(Refused, match="final"):
            table.undo(seat, consent=[0, 1, 2, 3])


@pytest.mark.parametrize("variant", ["base", "children"])
def test_nobody_takes_back_what_turned_up_an_event_or_a_biome(variant: str) -> None:
    """Nobody knew what lay on top: taking back would be playing on with that knowledge."""
    turned = 0
    for seed in range(4):
        table, chance = Table("darwin", 2, seed=seed, options={"variant": variant}), Random(seed)
        while not table.over:
            game = table.state[0]
            before = int(game["event"]), game["ground"].tolist()
            seat = table.pending[0]
            table.act(seat, int(chance.choice(table.codes(seat))))
            game = table.state[0]
            if not table.over and (int(game["event"]), game["ground"].tolist()) != before:
                assert table.why_no_undo(seat)
                turned += 1
    assert turned > 4
