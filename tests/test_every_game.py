"""What holds for each game there is: words, reasons, documents, logs, taking back."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangledbank.games.game import Game
from tangledbank.games.shared.verbs import Scene
from tangledbank.table import Table, replay, verify
from tests.helpers import action_count, play_out, random_options, random_states, some_seats

INTERRUPTS = ("darwin",)  # where a seat may do something without being asked


def test_words_notation_and_numbers_mean_the_same(game: Game) -> None:
    vocabulary = game.vocabulary
    for seats in some_seats(game):
        for states, seat, legal in random_states(
            game, seats, seats, **random_options(game, 3, seats)
        ):
            scene = Scene(states[0], seat)
            for code in legal.tolist():
                assert vocabulary.codes(vocabulary.words(code, scene), scene) == [code]
                assert vocabulary.read(vocabulary.notation(code, scene), scene) == [code]


def test_why_not_agrees_with_the_legal_list(game: Game) -> None:
    """For every action there is and every seat: a reason if and only if it is not legal."""
    for seats in some_seats(game):
        for number, (states, _seat, _legal) in enumerate(random_states(game, seats, 21 + seats)):
            if number % 10 == 0:
                waiting = int(game.kernel.pending(states))
                for seat in range(seats):
                    possible = possible_for(game, states, seat)
                    asked = bool(waiting >> seat & 1)
                    assert bool(possible) == asked or (possible and game.name in INTERRUPTS)


def possible_for(game: Game, states: Any, seat: int) -> list[int]:
    """What a seat may do, found by its list and by trying everything."""
    out = np.zeros(game.max_legal, np.int64)
    listed: list[int] = sorted(out[: game.kernel.legal(states, seat, out)].tolist())
    codes = range(action_count(game))
    assert listed == [code for code in codes if game.kernel.why_not(states, seat, code) == 0]
    return listed


def test_documents_lose_nothing(game: Game) -> None:
    """A position written and read again is the same, offers the same and goes on the same."""
    for seed, seats in enumerate(some_seats(game)):
        options = random_options(game, seed, seats)
        table = Table(game.name, seats, seed=seed, options=options, auto=False)
        while not table.over:
            offers = {seat: table.legal(seat) for seat in table.pending}
            seat = table.pending[len(table.moves) % len(offers)]
            action = offers[seat][len(table.moves) % len(offers[seat])]
            document = table.document()
            table.act(seat, action)
            if len(table.moves) % 6 == seed:  # reading takes a hundred times as long as playing
                again = Table(game.name, given=document, auto=False)
                assert again.document() == document
                for one, words in offers.items():
                    assert sorted(map(str, again.legal(one))) == sorted(map(str, words))
                again.act(seat, action)
                assert again.document() == table.document()


def busy_table(game: Game) -> Table:
    """A game with undos, rests and someone who left."""
    seats = ["me:Ann", "greedy", "me"]
    table = Table(game.name, seats, seed=4, options=random_options(game, 4, len(seats)))
    for number in range(100_000):
        if table.over:
            break
        play_out(table, number, moves=5)
        if number % 7 == 0 and not table.why_no_undo(table.moves[-1].seat, range(3)):
            table.undo(table.moves[-1].seat, consent=range(3))
        if number == 5:
            table.rest(0)
        if number == 7:
            table.wake(0)
        if number == 9:
            table.leave(2, "greedy")
    return table


def test_a_log_leads_to_the_same_table(game: Game) -> None:
    table = busy_table(game)
    assert {"undo", "rest", "wake", "leave", "end"} <= {k for x in table.lines for k in x.words}
    again = verify(table.log())
    assert again.state.tobytes() == table.state.tobytes()
    assert (again.hash, again.players) == (table.hash, ["me:Ann", "greedy", "greedy"])
    half = replay(table.lines, upto=50)
    assert half.log() == "".join(line.text + "\n" for line in table.lines[:51])


def test_taking_back_leads_to_the_position_before(game: Game) -> None:
    for seats in some_seats(game):
        table, everyone = Table(game.name, seats, seed=seats), range(seats)
        while not table.over:
            before, count = table.state.tobytes(), len(table.moves)
            seat = table.pending[-1]
            codes = table.codes(seat)
            code = int(codes[count % len(codes)])
            table.act(seat, code)
            if any(move.is_final for move in table.moves[count:]):
                assert "final" in table.why_no_undo(seat, everyone)
                continue
            table.undo(seat, consent=everyone)
            assert (table.state.tobytes(), len(table.moves)) == (before, count)
            table.act(seat, code)


def test_every_seat_is_asked_for_its_own_decisions_only(game: Game) -> None:
    """What one seat may do does not hang on which of several decides first."""
    table = Table(game.name, game.most_seats, seed=2, auto=False)
    while not table.over:
        assert all(len(table.codes(seat)) for seat in table.pending)
        for seat in set(range(game.most_seats)) - set(table.pending):
            assert len(table.codes(seat)) == 0 or game.name in INTERRUPTS
        play_out(table, len(table.moves), moves=1)
