"""Search against greedy: every deal once for each seat it can sit at, and its share of victories.

python tools/search_match.py origin --iterations 100 --deals 50 --set explore=0.5 horizon=1

`--set` changes settings of the search (bots/search.py), `--rival N` lets a search with N
iterations and the usual settings play the other seats. `--by-value` takes in the end not the action
that was tried most often but, of those tried a tenth as often or more, the one with the best
results. `--seconds` of processor time end it.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from tangledbank.bots.bots import Bot
from tangledbank.bots.match import derive
from tangledbank.bots.search import Estimate, Settings
from tangledbank.bots.searcher import Searcher
from tangledbank.bots.spec import Spec
from tangledbank.games.game import SCORE_COLUMNS, Game, load
from tangledbank.kernel.events import new_books
from tangledbank.study.simulate import find_winners, wilson

WELL_KNOWN = 0.1  # of the visits of the most visited action
MOST_CHOICES = 5000  # of one game; more would be a bot that goes in circles


class Match:
    """Games between one search and its rivals, and what came of them."""

    def __init__(self, game: Game, searcher: Searcher, by_value: bool, rival: str, options: Any):
        self.game, self.searcher, self.by_value = game, searcher, by_value
        self.rival, self.options = rival, options
        self.won, self.played, self.margin, self.choices, self.spent = 0.0, 0, 0, 0, 0.0

    def play(self, deal: int, hero: int) -> None:
        """One game, with the search at seat `hero`."""
        kernel, seats = self.game.kernel, int(self.options[0])
        states, view, books = self.game.new_states(), self.game.new_states(), new_books()
        out = np.zeros(self.game.max_legal, np.int64)
        rivals = [Bot(self.rival, self.game, derive(1, deal, 1 + seat)) for seat in range(seats)]
        kernel.new(states, self.options, derive(1, deal, 0), books)
        for moment in range(MOST_CHOICES):
            waiting = int(kernel.pending(states))
            if waiting == 0:
                self._count(states, hero, seats)
                return
            seat = (waiting & -waiting).bit_length() - 1
            kernel.observe(states, seat, view)
            actions = out[: kernel.legal(view, seat, out)]
            if seat == hero and len(actions) > 1:
                action = self._think(view, seat, derive(2, deal, moment))
            else:
                action = rivals[seat].choose(view, seat, actions, moment)
            kernel.step(states, seat, action, books)
        raise AssertionError(f"deal {deal} does not end")

    def _think(self, view: Any, seat: int, seed: int) -> int:
        begin = time.process_time()
        moves = self.searcher.evaluate(view, seat, seed)
        action = best_by_value(moves) if self.by_value else moves[0].action
        self.spent += time.process_time() - begin
        self.choices += 1
        return action

    def _count(self, states: Any, hero: int, seats: int) -> None:
        scores = np.zeros((self.game.most_seats, SCORE_COLUMNS), np.int64)
        self.game.kernel.score(states, scores)
        winners = find_winners(scores[:seats])
        self.won += (hero in winners) / len(winners)
        self.margin += int(scores[hero, 0] - max(np.delete(scores[:seats, 0], hero)))
        self.played += 1

    def __str__(self) -> str:
        share = self.won / self.played
        interval = wilson(share, self.played)
        return (
            f"{share:.3f} ({interval.low:.3f}-{interval.high:.3f}) of {self.played} games, "
            f"margin {self.margin / self.played:.1f}, {self.choices / self.played:.0f} choices a "
            f"game, {self.spent / self.choices * 1000:.1f} ms each"
        )


def best_by_value(moves: list[Estimate]) -> int:
    """The action with the best results of those that are known well enough."""
    known = [move for move in moves if move.visits >= WELL_KNOWN * moves[0].visits]
    return max(known, key=lambda move: move.value).action


def main() -> None:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=225)
    parser.add_argument("--rival", type=int, default=0)
    parser.add_argument("--by-value", action="store_true")
    parser.add_argument("--set", nargs="*", default=[])
    parser.add_argument("--option", nargs="*", default=[])
    given = parser.parse_args()
    game = load(given.game)
    changes = {name: float(value) for name, value in (pair.split("=") for pair in given.set)}
    settings = Settings(**changes)
    searcher = Searcher(game, Spec("search", iterations=given.iterations), settings)
    options = game.option_codes(given.seats, dict(pair.split("=") for pair in given.option))
    rival = f"search:{given.rival}" if given.rival else "greedy"
    match = Match(game, searcher, given.by_value, rival, options)
    begin = time.process_time()
    for deal in range(given.first, given.first + given.deals):
        if time.process_time() - begin < given.seconds:
            for hero in range(given.seats):
                match.play(deal, hero)
    changed = [*given.set, *["by value"][: given.by_value]]
    about = " ".join([given.game, f"{given.seats} seats", f"search:{given.iterations}", *changed])
    print(f"{about} against {rival}: {match}", flush=True)


if __name__ == "__main__":
    main()
