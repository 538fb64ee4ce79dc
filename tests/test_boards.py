"""The board of every game in the terminal, and who is asked when several have to decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from tangledbank.cli.boards import HEADING, blocks, changes, spoken
from tangledbank.cli.screens import PlainScreen, seat_names
from tangledbank.cli.session import Session, bot_at
from tangledbank.games import GAMES
from tangledbank.games.darwin.show import board as darwin
from tangledbank.games.darwin.show import things as darwin_things
from tangledbank.games.darwin.text.position import Document as DarwinView
from tangledbank.games.evolution.show import board as evolution
from tangledbank.games.evolution.show import things as evolution_things
from tangledbank.games.evolution.text.position import Document as EvolutionView
from tangledbank.games.game import load
from tangledbank.games.origin.rules.cards import ABILITIES, Ability
from tangledbank.games.origin.show import board as origin
from tangledbank.games.origin.show import things as origin_things
from tangledbank.games.origin.text.position import Document as OriginView
from tangledbank.games.shared.board import BoardOf, FullBoardOf, board_of
from tangledbank.games.shared.things import ThingsOf
from tangledbank.table import Table
from tests.helpers import play_out

OFFERED = [*BoardOf.__annotations__, *(name for name in vars(BoardOf) if not name.startswith("_"))]

# mypy holds each game to what all offer, with the views that are its own.
ORIGIN: BoardOf[OriginView] = origin
EVOLUTION: BoardOf[EvolutionView] = evolution
DARWIN: FullBoardOf[DarwinView] = darwin
ORIGIN_THINGS: ThingsOf[OriginView] = origin_things
EVOLUTION_THINGS: ThingsOf[EvolutionView] = evolution_things
DARWIN_THINGS: ThingsOf[DarwinView] = darwin_things


@pytest.mark.parametrize("game", GAMES)
def test_a_board_offers_all_there_is_to_show(game: str) -> None:
    board = board_of(game)
    assert [name for name in OFFERED if not hasattr(board, name)] == []
    assert board.LEGEND
    table = Table(game, load(game).most_seats, seed=3)
    names = seat_names(table.players)
    while not table.over:
        play_out(table, len(table.moves), moves=40)
        for seat in range(-1, len(names)):
            view = table.view(seat)
            drawn = blocks(board, view, seat, names, table.pending)
            said = spoken(board, view, seat, names)
            assert len(drawn) == len(said) == 1 + len(names)
            assert [block.strong for block in drawn[1:]] == [False] * (len(names) - 1) + [seat >= 0]
            assert all(block[HEADING] for block in said)
            arrows = [block.title[0] for block in drawn[1:] if "◀" in block.title]
            assert sorted(arrows) == [table.players[one] for one in table.pending]


def test_a_few_words_tell_what_each_ability_is_good_for() -> None:
    assert tuple(origin.TITLES) == tuple(ABILITIES)
    assert all(0 < len(ability.meaning) < 80 for ability in Ability)


def test_only_what_has_changed_is_said_again() -> None:
    lines = {HEADING: "Ann: 1 point", "A1": "A1: hungry", "A2": "A2: hungry"}
    assert changes(lines, lines) == []
    assert changes(lines, {**lines, "A2": "A2: fed"}) == ["Ann: 1 point", "A2: fed"]
    without = {HEADING: "Ann: 1 point", "A1": "A1: hungry"}
    assert changes(lines, without) == ["Ann: 1 point", "No longer there: A2"]


def test_bots_decide_before_people_and_the_screen_stays_where_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nobody waits at the keyboard for a bot, and nobody hands it over without need."""
    table = Table("origin", ["me:Ann", "me:Bob", "greedy", "random"], seed=1)
    bots = {seat: bot_at(table, seat, table.players[seat]) for seat in (2, 3)}
    session = Session(table, bots, PlainScreen(), tmp_path / "game.jsonl")
    for pending, facing, expected in (
        ([0, 1, 2, 3], None, 2),
        ([0, 1, 3], 1, 3),
        ([0, 1], None, 0),
        ([0, 1], 1, 1),
        ([0], 1, 0),
    ):
        monkeypatch.setattr(Table, "pending", pending)
        session.facing = facing
        assert session.next_seat() == expected
