"""One game of a tournament, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

import msgspec

from tangledbank.arena.lineups import Setup
from tangledbank.games.game import load
from tangledbank.kernel.chance import plant
from tangledbank.search.bot import Bot
from tangledbank.search.levels import read_spec
from tangledbank.search.match import DECISIONS, TURNS, MatchRoom, bound
from tangledbank.table import Table
from tangledbank.workers.programs import Failure, Player, Program
from tangledbank.workers.thinking import CARETAKER

Key = tuple[int, ...]  # to rank a side by: more is better


class Forfeit(msgspec.Struct, frozen=True):
    """A seat that lost a game because its program failed, and why."""

    seat: int
    why: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a game, by seats."""

    game: int
    scores: list[list[int]]  # points, then tie-breaks
    turns: int
    decisions: int
    forfeits: list[Forfeit] = []


def rank_keys(setup: Setup, result: Result) -> list[Key]:
    """For each side something to rank it by, more is better; who forfeits is last."""
    lost = {setup.sides[forfeit.seat] for forfeit in result.forfeits}
    return [
        (False,) if side in lost else (True, *result.scores[setup.sides.index(side)])
        for side in range(setup.places)  # teammates have the same score
    ]


def play(setup: Setup, number: int, logs: Path | None = None) -> Result:
    """Play a game; on request its log is written. This is what a worker does."""
    names = setup.seated(number)
    if logs is None and all(_policy(name, setup) >= 0 for name in names):
        return _play_at_once(setup, number, names)
    seed, seats = setup.deal_seed(number), range(setup.seats)
    table = Table(setup.game, names, options=setup.options, seed=seed, auto=False)
    players = [_player(setup, number, name, seat) for seat, name in enumerate(names)]
    programs = [player for player in players if isinstance(player, Program)]
    try:
        forfeits = _play_out(table, players, partial(_player, setup, number, CARETAKER))
        turns, scores = int(table.state["turn"][0]), [[*row] for row in table.standings]
        result = Result(number, scores, turns, len(table.moves), forfeits)
        keys = rank_keys(setup, result)
        winners = [seat for seat in seats if keys[setup.sides[seat]] == max(keys)]
        for program in programs:
            program.finish(table.scores, winners)
    finally:
        for program in programs:
            program.close()
    if logs:
        table.save(logs / f"{setup.game}-{number:06}.jsonl")
    return result


def _policy(name: str, setup: Setup) -> int:
    """The number of a policy; below 0 for what thinks longer."""
    return -1 if name in setup.programs else read_spec(name).policy


def _play_at_once(setup: Setup, number: int, names: Sequence[str]) -> Result:
    """A whole game in compiled code; at a table it would take a hundred times as long."""
    game, room = load(setup.game), _room(setup.game)
    for seat, name in enumerate(names):
        room.policies[seat] = _policy(name, setup)
        plant(room.generators[seat], setup.bot_seed(number, seat))
    codes = game.option_codes(setup.seats, setup.options)
    bound(game.name).play_match(*room.arguments(codes, setup.deal_seed(number)))
    scores, facts = room.scores[: setup.seats].tolist(), room.facts.tolist()
    return Result(number, scores, facts[TURNS], facts[DECISIONS])


@cache
def _room(game: str) -> MatchRoom:
    return MatchRoom(load(game))


def _player(setup: Setup, number: int, name: str, seat: int) -> Player:
    """The player of a seat by its name."""
    game = load(setup.game)
    if name not in setup.programs:
        return Bot(name, game, setup.bot_seed(number, seat))
    command = setup.programs[name]
    return Program(name, command, game, setup.options, setup.seats, seat, setup.limits)


def _play_out(
    table: Table, players: list[Player], caretaker: Callable[[int], Player]
) -> list[Forfeit]:
    """Ask whoever has to decide, the lowest seat first; the caretaker plays on for who fails."""
    forfeits = []
    while not table.over:
        seat = table.pending[0]
        seen, codes = table.observation(seat), table.codes(seat)
        try:
            code = players[seat].choose(seen, seat, codes)
        except Failure as failure:
            forfeits.append(Forfeit(seat, str(failure)))
            players[seat] = caretaker(seat)
            table.leave(seat, CARETAKER)
            code = players[seat].choose(seen, seat, codes)
        table.act(seat, code)
    return forfeits
