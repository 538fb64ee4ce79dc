"""How balanced Darwin's Choice and its deck are: measures over many games, each with its bound.

Everything is read off the events of whole games between bots of one kind, so a measure says
something about the game as these bots play it.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any

import msgspec
import numpy as np

from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import tell as told
from tangledbank.games.darwin.rules.decks import BIOMES, DIETS, EVENTS, PARTS, standard
from tangledbank.games.darwin.rules.state import NOTHING, Fate, Stage
from tangledbank.games.darwin.rules.values import could_create
from tangledbank.games.game import Game, load
from tangledbank.kernel.chance import new_generator, plant
from tangledbank.kernel.events import CAPACITY, new_books, take_events
from tangledbank.kernel.lists import append, items_of
from tangledbank.search.levels import check_policy
from tangledbank.search.match import bound, derive
from tangledbank.text import mark, say
from tangledbank.workers import Workers

GAME = "darwin"
CHUNK = 50  # games a worker plays before it reports
HANDS = 3000  # blind hands for each biome
SMALL_CARDS, LARGE_CARDS = 6, 4  # of a blind hand
EASY = 2  # points of an easily accessible biome

# Columns of an event row.
WHAT, WHO, OWNER, INDEX, _, _, X, Y = range(8)


Counts = defaultdict[Any, float]  # by what is counted, and of what


class Measure(msgspec.Struct, frozen=True):
    """One answer: the figure, its bound in words, and whether it holds (None: report only)."""

    question: str
    figure: str
    limit: str
    holds: bool | None


class Section(msgspec.Struct, frozen=True):
    """The measures of one number of seats and one kind of bot."""

    seats: int
    bot: str
    games: int
    measures: list[Measure]


class Species:
    """One species, followed through its life."""

    def __init__(self, diet: int, cards: Sequence[int], ground: int):
        self.diet = diet
        self.ground = ground
        self.cards = [*cards]
        self.points = 0  # on it now
        self.earned = 0


class Notes:
    """Counts over some games; two of them add up."""

    def __init__(self) -> None:
        self.count: Counts = defaultdict(float)

    def add(self, other: Notes) -> None:
        """Take in the counts of other games."""
        for key, number in other.count.items():
            if key[0] == "most":
                self.count[key] = max(self.count[key], number)
            else:
                self.count[key] += number


class Observer:
    """Follows one game by its events."""

    def __init__(self, game: Any, notes: Notes):
        self.game = game
        self.notes = notes.count
        self.rows: list[list[Species]] = [[] for _ in range(int(game.seats))]
        self.front = [0] * int(game.seats)
        self.grounds = [int(ground) for ground in game.ground[: int(game.places)]]
        self.era = 0
        self.event = NOTHING
        self.leaders: list[int] = []

    def see(self, rows: Iterable[Sequence[int]]) -> None:
        """Note what one step has brought."""
        for row in rows:
            note = getattr(self, f"_{told.Event.of(row[WHAT]).id}", None)
            if note is not None:
                note(row)

    def _of(self, row: Sequence[int]) -> Species:
        return self.rows[row[OWNER]][row[INDEX]]

    def standing(self) -> list[int]:
        """The points of every seat."""
        return [
            front + sum(species.points for species in row)
            for front, row in zip(self.front, self.rows, strict=True)
        ]

    def _era_begins(self, row: Sequence[int]) -> None:
        self.era = row[X]

    def _new_hand(self, _row: Sequence[int]) -> None:
        if self.era == 1:
            self.notes["new_hands",] += 1

    def _created(self, row: Sequence[int]) -> None:
        game = self.game
        number = items_of(game.row[row[OWNER]])[row[INDEX]]
        cards = [int(game.kind[slot]) for slot in items_of(game.body[number])]
        self.rows[row[OWNER]].append(Species(int(game.diet[number]), cards, row[X]))
        self.notes["created",] += 1

    def _card_added(self, row: Sequence[int]) -> None:
        self._of(row).cards.append(row[X])

    def _mutated(self, row: Sequence[int]) -> None:
        self._of(row).points -= row[X]

    def _evaluation(self, _row: Sequence[int]) -> None:
        for ground in self.grounds:
            self.notes["evaluated", ground] += 1
        for row in self.rows:
            for species in row:
                self.notes["present", species.ground] += 1

    def _migrated(self, row: Sequence[int]) -> None:
        self._of(row).ground = row[X]

    def _changed(self, row: Sequence[int]) -> None:
        old, new = row[X], row[Y]
        self.grounds[self.grounds.index(old)] = new
        for species in (one for several in self.rows for one in several):
            if species.ground == old:
                species.ground = new

    def _extinct(self, row: Sequence[int]) -> None:
        species = self.rows[row[OWNER]].pop(row[INDEX])
        self.front[row[OWNER]] += row[Y]
        self._bury(species)
        if row[X] == Fate.DEVOURED:
            self.notes["devoured",] += 1
        elif row[X] == Fate.HUNGER:
            self.notes["starved",] += 1
        elif row[X] > Fate.DEVOURED:
            self.notes["killed", self.event] += 1

    def _bury(self, species: Species) -> None:
        notes = self.notes
        notes["lives", species.diet] += 1
        notes["earned", species.diet] += species.earned
        for card in set(species.cards):
            notes["plays", card] += 1
            notes["card_points", card] += species.earned

    def _survived(self, _row: Sequence[int]) -> None:
        for row in self.rows:
            for species in row:
                species.points += 1
                species.earned += 1

    def _adapted(self, row: Sequence[int]) -> None:
        self._of(row).points += row[X]
        self._of(row).earned += row[X]

    _strongest = _adapted

    def _moved_points(self, row: Sequence[int]) -> None:
        self._of(row).points += row[X]

    def _event(self, row: Sequence[int]) -> None:
        self.event = row[X]
        self.notes["event", self.event] += 1
        self.notes["exposed", self.event] += sum(map(len, self.rows))
        if self.era == 2:
            best = max(self.standing())
            self.leaders = [seat for seat, mine in enumerate(self.standing()) if mine == best]

    def finish(self, scores: Sequence[int], first: int) -> None:
        """The game is over: who has won, from which place of the first era."""
        for row in self.rows:
            for species in row:
                self._bury(species)
        winners = [seat for seat, mine in enumerate(scores) if mine == max(scores)]
        seats = len(scores)
        for seat in winners:
            self.notes["won", (seat - first) % seats] += 1 / len(winners)
        if len(self.leaders) == 1:
            self.notes["led",] += 1
            self.notes["led_and_won",] += (self.leaders[0] in winners) / len(winners)
        self.notes["games",] += 1
        self.notes["points",] += sum(scores)
        self.notes["most", "points"] = max(self.notes["most", "points"], sum(scores))


# --- playing -------------------------------------------------------------------------------------


def play(seats: int, bot: str, seed: int, start: int, games: int) -> Notes:
    """Some games between bots of one kind, numbered from `start` on."""
    game, notes = load(GAME), Notes()
    kernel, choose, policy = game.kernel, bound(GAME).choose, check_policy(bot)
    options = game.option_codes(seats, {})
    states, view, books = game.new_states(), game.new_states(), new_books(CAPACITY)
    out = np.zeros(game.max_legal, np.int64)
    scores = np.zeros((game.most_seats, 3), np.int64)
    generators = [new_generator() for _ in range(seats)]
    for number in range(start, start + games):
        for seat in range(seats):
            plant(generators[seat], derive(seed, number, 1 + seat))
        kernel.new(states, options, derive(seed, number, 0), books)
        first = int(states[0].first)
        observer = Observer(states[0], notes)
        observer.see(take_events(books))
        while waiting := int(kernel.pending(states)):
            seat = (waiting & -waiting).bit_length() - 1
            kernel.observe(states, seat, view)
            count = kernel.legal(view, seat, out)
            action = choose(policy, view, seat, out, count, generators[seat])
            kernel.step(states, seat, action, books)
            _note_food(states[0], notes)
            observer.see(take_events(books))
        kernel.score(states, scores)
        observer.finish(scores[:seats, 0].tolist(), first)
    return notes


def _note_food(game: Any, notes: Notes) -> None:
    """The most food units that lie beside species at once."""
    if game.stage == Stage.TURN:
        units = int(game.plants.sum() + game.meat.sum())
        if units > notes.count["most", "food"]:
            notes.count["most", "food"] = units


def play_all(
    seats: int, bot: str, games: int, seed: int, workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Notes:  # fmt: skip
    """The counts over so many games, the same whatever the number of workers."""
    starts = range(0, games, CHUNK)
    sizes = [min(CHUNK, games - start) for start in starts]
    notes = Notes()
    with Workers(workers or os.cpu_count() or 1) as pool:
        found = pool.each(play, repeat(seats), repeat(bot), repeat(seed), starts, sizes)
        for one, size in zip(found, sizes, strict=True):
            notes.add(one)
            if progress:
                progress(size)
    return notes


# --- blind hands ---------------------------------------------------------------------------------


def blind_reach(seed: int, hands: int = HANDS) -> dict[int | None, float]:
    """The share of blind hands that can create in each biome; None: in one of four random ones."""
    game = load(GAME)
    random = np.random.default_rng(seed)
    states = game.new_states()
    game.kernel.new(states, game.option_codes(3, {}), seed, new_books())
    record = states[0]
    able: Counter[int | None] = Counter()
    for _ in range(hands):
        _deal_blind(record, random)
        record.places = 1
        for biome in range(len(BIOMES)):
            record.ground[0] = biome
            able[biome] += int(could_create(states, 0))
        record.places = 4
        record.ground[:4] = random.choice(len(BIOMES), 4, replace=False)
        able[None] += int(could_create(states, 0))
    return {biome: able[biome] / hands for biome in (*range(len(BIOMES)), None)}


def _deal_blind(record: Any, random: np.random.Generator) -> None:
    small, cards = int(record.small), int(record.cards)
    hand = [
        *random.choice(small, SMALL_CARDS, replace=False),
        *(small + random.choice(cards - small, LARGE_CARDS, replace=False)),
    ]
    record.hand[0, 0] = 0
    for slot in hand:
        append(record.hand[0], int(slot))


# --- measures ------------------------------------------------------------------------------------


def measures(
    seats: int, bot: str, notes: Notes, reach: Mapping[int | None, float]
) -> list[Measure]:
    """The table of questions, each with its figure and its bound."""
    count, games = notes.count, notes.count["games",]
    return [
        *_reach(reach, count, seats),
        _start(reach, count, games),
        _diets(count),
        _within(mark("Species devoured, per player and game"),
                count["devoured",] / games / seats, 0.15, 0.5),
        _within(mark("Share of created species that starve"),
                count["starved",] / max(1, count["created",]), 0.25, 0.45),
        _weakest_card(count),
        _strongest_card(count),
        _seats(count, games, seats, bot),
        _events(count),
        _within(mark("The leader after era 2 wins"),
                count["led_and_won",] / max(1, count["led",]), 0.45, 0.65),
        Measure(
            say("Most and mean Darwin points in a game; most food units on the table"),
            f"{count['most', 'points']:.0f}, {count['points',] / games:.1f}; "
            f"{count['most', 'food']:.0f}",
            say("report only"),
            None,
        ),
    ]  # fmt: skip


def _within(question: str, figure: float, low: float, high: float) -> Measure:
    return Measure(
        say(question), f"{figure:.3f}", f"{low:g} – {high:g}", bool(low <= figure <= high)
    )


def _reach(reach: Mapping[int | None, float], count: Counts, seats: int) -> list[Measure]:
    deck = standard()
    easy = [i for i, biome in enumerate(deck.biomes) if biome.points == EASY]
    hard = [i for i in range(len(BIOMES)) if i not in easy]
    mean = sum(reach[i] for i in easy) / len(easy)
    worst = min(easy, key=lambda i: reach[i])
    hardest, easiest = min(hard, key=lambda i: reach[i]), max(hard, key=lambda i: reach[i])
    present = {
        biome: count["present", biome] / max(1, count["evaluated", biome])
        for biome in range(len(BIOMES))
    }
    emptiest = min(present, key=lambda biome: present[biome])
    blind = Measure(
        say("Blind hands that can live in a biome: worst easy, worst and best hard one"),
        f"{reach[worst]:.0%} {BIOMES[worst]}, {reach[hardest]:.0%} {BIOMES[hardest]}, "
        f"{reach[easiest]:.0%} {BIOMES[easiest]}",
        say("easy at least 70 %, hard at least 50 % and below the mean of the easy, {mean}",
            mean=f"{mean:.0%}"),
        reach[worst] >= 0.7 and reach[hardest] >= 0.5 and reach[easiest] < mean,
    )  # fmt: skip
    there = Measure(
        say("Species in the emptiest biome at the evaluation, mean"),
        f"{present[emptiest]:.2f} {BIOMES[emptiest]}",
        say("at least 1.5 with 3 or more players"),
        present[emptiest] >= 1.5 if seats > 2 else None,
    )
    return [blind, there]


def _start(reach: Mapping[int | None, float], count: Counts, games: float) -> Measure:
    unable, anew = 1 - reach[None], count["new_hands",] / games
    return Measure(
        say("Blind hands without a species; new hands a game in era 1"),
        f"{unable:.1%}; {anew:.2f}",
        say("at most 10 %; at most 0.2"),
        unable <= 0.1 and anew <= 0.2,
    )


def _diets(count: Counts) -> Measure:
    means = [count["earned", i] / max(1, count["lives", i]) for i in range(len(DIETS))]
    ratio = max(means) / max(0.001, min(means))
    each = " / ".join(f"{mean:.2f}" for mean in means)
    return Measure(
        say("Points in a life: herbivore / omnivore / carnivore, best to worst"),
        f"{each}, {ratio:.2f}",
        say("at most 1.20"),
        ratio <= 1.2,
    )


def _by_part(count: Counts) -> Iterable[tuple[int, list[int]]]:
    cards = standard().cards
    for part in range(len(PARTS)):
        yield part, [kind for kind, card in enumerate(cards) if card.part == part]


def _weakest_card(count: Counts) -> Measure:
    """The card that is played least, against the mean of its part."""
    found: list[tuple[float, int]] = []
    for _part, kinds in _by_part(count):
        mean = sum(count["plays", kind] for kind in kinds) / len(kinds)
        found += [(count["plays", kind] / max(1, mean), kind) for kind in kinds]
    share, kind = min(found)
    return Measure(
        say("Plays of the weakest card, against the mean of its part"),
        f"{share:.2f} {standard().names[kind]}",
        say("at least 0.25, none never"),
        share >= 0.25,
    )


def _strongest_card(count: Counts) -> Measure:
    """The card whose species do best or worst against those with another card of the part."""
    worst = (0.0, 0)
    outside = total = 0
    for _part, kinds in _by_part(count):
        plays = sum(count["plays", kind] for kind in kinds)
        points = sum(count["card_points", kind] for kind in kinds)
        for kind in kinds:
            mine, others = count["plays", kind], plays - count["plays", kind]
            if not mine or not others:
                continue
            rest = (points - count["card_points", kind]) / others
            ratio = count["card_points", kind] / mine / max(0.001, rest) - 1
            total += 1
            outside += abs(ratio) > 0.25
            if abs(ratio) > abs(worst[0]):
                worst = ratio, kind
    return Measure(
        say("Points with a card against others of its part: the furthest; how many are outside"),
        f"{worst[0]:+.0%} {standard().names[worst[1]]}; {outside} of {total}",
        say("each within ±25 %"),
        outside == 0,
    )


def _seats(count: Counts, games: float, seats: int, bot: str) -> Measure:
    """Wins by place in the turn order of era 1; shared ones are split."""
    shares = [count["won", place] / games for place in range(seats)]
    margin = 0.05
    return Measure(
        say("Wins by place in era 1"),
        " ".join(f"{share:.1%}" for share in shares),
        say("within 5 points of fair") if bot != "random" else say("report only"),
        all(abs(share - 1 / seats) <= margin for share in shares) if bot != "random" else None,
    )


def _events(count: Counts) -> Measure:
    """The event that kills the largest share of all species; Invaders do so by their text."""
    shares = {
        event: count["killed", event] / max(1, count["exposed", event])
        for event in range(len(EVENTS))
        if EVENTS[event] != "invaders"
    }
    worst = max(shares, key=lambda event: shares[event])
    return Measure(
        say("Share of all species that the deadliest event kills"),
        f"{shares[worst]:.0%} {EVENTS[worst]}",
        say("at most 40 %"),
        shares[worst] <= 0.4,
    )


def check(game: Game, games: int, seats: Sequence[int], bots: Sequence[str]) -> None:
    """Refuse what cannot be studied."""
    if game.name != GAME:
        raise Refused(say("the balance of {game} is not studied yet", game=game.name), place="game")
    if games < 1:
        raise Refused(say("at least one game has to be played"), place="games")
    for number in seats:
        game.check_seats(number)
    for bot in bots:
        check_policy(bot)
