"""What must work after a recipe; run with the changed copy of the package on the path."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tools.words import made

import tangledbank
from tangledbank.cli.boards import spoken
from tangledbank.games.game import load
from tangledbank.games.shared.board import board_of
from tangledbank.log import parse_log
from tangledbank.scenario import read_file, run, schema
from tangledbank.search.bot import Bot
from tangledbank.server.rooms.room import OPEN, Room, Seat, TablePlan
from tangledbank.server.web.pages import table_part
from tangledbank.table import AUDIENCE, Table, replay

RECORDED = Path(__file__).parent / "recorded"
BOX = ["flood", "hurricane", "epidemic", "plant_boom"]  # events beside a new one
MOST_GAMES = 6
LOOK_EVERY = 25  # decisions


def main(game: str, word: str, *files: str) -> None:
    """Recorded games, the scenario, whole games with all that is shown of them, schema, words."""
    for recorded in sorted(RECORDED.glob(f"{game}-*.jsonl")):
        replay(parse_log(recorded.read_text("utf-8")))
    options = {"deck": deck_with(word)} if not files else {}
    for file in files:
        for scenario in read_file(Path(file)):
            assert run(scenario) is None, run(scenario)
            options |= scenario.options
    assert any(word in told_in(Table(game, load(game).usual_seats, options=options, seed=seed))
               for seed in range(MOST_GAMES))  # fmt: skip
    assert word in json.dumps(schema()) or not files  # the schema names no cards of decks
    assert word in made(load(game)) or word in json.dumps(options)
    print("tried", Path(tangledbank.__file__).parent)


def deck_with(event: str) -> str:
    """The package's deck of Darwin's Choice with a new event card in the box."""
    shown = [sys.executable, "-m", "tangledbank", "deck", "show"]
    deck = subprocess.run(shown, capture_output=True, text=True, check=True).stdout
    return f"events = {json.dumps([*BOX, event])}\n" + deck[deck.index("[[card]]") :]


def told_in(table: Table) -> str:
    """All that is told of a whole game of bots; looked at now and then."""
    names = ["greedy", *["random"] * (len(table.players) - 1)]
    bots = [Bot(name, table.game, seed=3) for name in names]
    while not table.over:
        seat = table.pending[0]
        codes = table.codes(seat)
        table.act(seat, bots[seat].choose(table.observation(seat), seat, codes))
        if len(table.moves) % LOOK_EVERY == 0:
            look_at(table)
    look_at(table)
    return "\n".join([*(line.text for line in table.lines), json.dumps(table.events())])


def look_at(table: Table) -> None:
    """Every seat's page and board, and the document of the position read again."""
    seats = [Seat(OPEN, session=f"s{n}", name=f"P{n}") for n in range(len(table.players))]
    live = Room("x", TablePlan(table.game.name, seats))
    live.table = table
    for seat in (*range(len(seats)), AUDIENCE):
        assert 'id="' in table_part(live, f"s{seat}")
        assert spoken(
            board_of(table.game.name), table.view(seat), seat, [one.name for one in seats]
        )
    Table(table.game.name, given=table.document())


if __name__ == "__main__":
    main(*sys.argv[1:])
