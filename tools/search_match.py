"""Search against greedy: every deal once for each seat it can sit at, and its share of victories.

python tools/search_match.py origin --iterations 100 --deals 50 --set explore=0.5 horizon=1

`--set` changes settings of the search (search/tree.py), `--rival N` lets a search with N
iterations and the usual settings play the other seats. `--by-value` takes in the end not the action
that was tried most often but, of those tried a tenth as often or more, the one with the best
results. `--one-step` does not search at all: it judges the position after each action, over so many
deals as there are iterations. `--recall` lets it know what it could have kept count of. `--seconds`
of processor time end it.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from tangledbank.games.game import SCORE_COLUMNS, Game, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.records import new_books
from tangledbank.search.bot import Bot, Searcher, Spec
from tangledbank.search.match import bound, derive, retreat_test
from tangledbank.search.tree import Estimate, Settings, ranked
from tangledbank.search.value import LEAD, VICTORY, new_net
from tangledbank.study.simulate import find_winners, wilson

WELL_KNOWN = 0.1  # of the visits of the most visited action
MOST_CHOICES = 5000  # of one game; more would be a bot that goes in circles


class OneStep:
    """Judges each action by the value of the position right after it."""

    def __init__(self, game: Game, deals: int, margin: float):
        self.game, self.deals, self.margin = game, deals, margin
        self.work, self.net, self.books = game.new_states(), new_net(game), new_books()
        self.out, self.generator = np.zeros(game.max_legal, np.int64), new_generator()
        self.is_retreat = retreat_test(game.name)

    def evaluate(self, view: Any, seat: int, seed: int) -> list[Estimate]:
        """The actions, the best first."""
        plant(self.generator, seed)
        actions = self.out[: self.game.kernel.legal(view, seat, self.out)].tolist()
        forward = [action for action in actions if not self.is_retreat(action)] or actions
        return ranked(
            Estimate(action, self.deals, self._mean(view, seat, action)) for action in forward
        )

    def _mean(self, view: Any, seat: int, action: int) -> float:
        total = 0.0
        for _ in range(self.deals):
            self.work[:] = view
            self.game.kernel.redeal(self.work, seat, self.generator)
            self.game.kernel.step(self.work, seat, action, self.books)
            bound(self.game.name).estimate(self.work, self.net)
            of = self.net.estimates[seat]
            total += self.margin * of[LEAD] + (1 - self.margin) * of[VICTORY]
        return total / self.deals


class Match:
    """Games between one search and its rivals, and what came of them."""

    def __init__(self, game: Game, hero: Searcher | OneStep, given: argparse.Namespace):
        self.game, self.hero, self.given = game, hero, given
        self.rival = f"search:{given.rival}" if given.rival else "greedy"
        self.options = game.option_codes(given.seats, dict(p.split("=") for p in given.option))
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
            recalls = seat == hero and self.given.recall
            kernel.observe(self.game.recalled(states) if recalls else states, seat, view)
            actions = out[: kernel.legal(view, seat, out)]
            if seat == hero and len(actions) > 1:
                action = self._think(view, seat, derive(2, deal, moment))
            else:
                action = rivals[seat].choose(view, seat, actions, moment)
            kernel.step(states, seat, action, books)
        raise AssertionError(f"deal {deal} does not end")

    def _think(self, view: Any, seat: int, seed: int) -> int:
        begin = time.process_time()
        moves = self.hero.evaluate(view, seat, seed)
        action = best_by_value(moves) if self.given.by_value else moves[0].action
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
    parser.add_argument("--one-step", action="store_true")
    parser.add_argument("--recall", action="store_true")
    parser.add_argument("--set", nargs="*", default=[])
    parser.add_argument("--option", nargs="*", default=[])
    given = parser.parse_args()
    game = load(given.game)
    changes = {name: float(value) for name, value in (pair.split("=") for pair in given.set)}
    settings = Settings(**changes)
    hero: Searcher | OneStep = Searcher(game, Spec("search", iterations=given.iterations), settings)
    if given.one_step:
        hero = OneStep(game, given.iterations, settings.margin)
    match = Match(game, hero, given)
    begin = time.process_time()
    for deal in range(given.first, given.first + given.deals):
        if time.process_time() - begin < given.seconds:
            for hero in range(given.seats):
                match.play(deal, hero)
    name = f"{'one step' if given.one_step else 'search'}:{given.iterations}"
    changed = [*given.set, *["by value"][: given.by_value], *["recall"][: given.recall]]
    about = " ".join([given.game, f"{given.seats} seats", name, *changed])
    print(f"{about} against {match.rival}: {match}", flush=True)


if __name__ == "__main__":
    main()
