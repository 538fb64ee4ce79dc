"""How balanced the game and its deck are: what is counted in its games, and the measures of it.

Everything is read off the events of whole games between bots of one kind, so a measure says
something about the game as these bots play it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import numpy as np

from tangledbank.games.darwin.rules.decks import BIOMES, DIETS, EVENTS, PARTS, standard
from tangledbank.games.darwin.rules.food import EASY
from tangledbank.games.darwin.rules.state import NOTHING, Fate, Stage
from tangledbank.games.darwin.rules.tell import Event
from tangledbank.games.darwin.rules.values import could_create
from tangledbank.games.game import Balance, Counts, Measure, Notes, load
from tangledbank.kernel.records import append, items_of, new_books
from tangledbank.text import mark, say

HANDS = 3000  # blind hands for each biome
SMALL_CARDS, LARGE_CARDS = 6, 4  # of a blind hand

# Columns of an event row.
WHAT, WHO, OWNER, INDEX, _, _, X, Y = range(8)

Reach = Mapping[int | None, float]  # by biome: the share of hands that can create there


class Species:
    """One species, followed through its life."""

    def __init__(self, diet: int, cards: Sequence[int], ground: int):
        self.diet = diet
        self.ground = ground
        self.cards = [*cards]
        self.points = 0  # on it now
        self.earned = 0


class Watcher:
    """Follows one game by its events; a method for each that matters."""

    def __init__(self, game: np.record, notes: Notes):
        self.game = game
        self.notes = notes
        self.count = notes.count
        self.seats = int(game.seats)
        self.first = int(game.first)
        self.rows: list[list[Species]] = [[] for _ in range(self.seats)]
        self.front = [0] * self.seats
        self.grounds = [int(ground) for ground in game.ground[: int(game.places)]]
        self.era = 0
        self.event = NOTHING
        self.leaders: list[int] = []

    def see(self, rows: Iterable[Sequence[int]]) -> None:
        """Note what one step has brought."""
        if self.game.stage == Stage.TURN:
            self.notes.raise_to("food", int(self.game.plants.sum() + self.game.meat.sum()))
        for row in rows:
            note = getattr(self, f"_{Event.of(row[WHAT]).id}", None)
            if note is not None:
                note(row)

    @property
    def everything(self) -> list[Species]:
        """All species on the table."""
        return [species for row in self.rows for species in row]

    def _of(self, row: Sequence[int]) -> Species:
        return self.rows[row[OWNER]][row[INDEX]]

    def _era_begins(self, row: Sequence[int]) -> None:
        self.era = row[X]

    def _new_hand(self, _row: Sequence[int]) -> None:
        self.count["new_hands",] += self.era == 1

    def _created(self, row: Sequence[int]) -> None:
        game = self.game
        number = items_of(game.row[row[OWNER]])[row[INDEX]]
        cards = [int(game.kind[slot]) for slot in items_of(game.body[number])]
        self.rows[row[OWNER]].append(Species(int(game.diet[number]), cards, row[X]))
        self.count["created",] += 1

    def _card_added(self, row: Sequence[int]) -> None:
        self._of(row).cards.append(row[X])

    def _mutated(self, row: Sequence[int]) -> None:
        self._of(row).points -= row[X]

    def _evaluation(self, _row: Sequence[int]) -> None:
        for ground in self.grounds:
            self.count["evaluated", ground] += 1
        for species in self.everything:
            self.count["present", species.ground] += 1

    def _migrated(self, row: Sequence[int]) -> None:
        self._of(row).ground = row[X]

    def _changed(self, row: Sequence[int]) -> None:
        old, new = row[X], row[Y]
        self.grounds[self.grounds.index(old)] = new
        for species in self.everything:
            if species.ground == old:
                species.ground = new

    def _extinct(self, row: Sequence[int]) -> None:
        self.front[row[OWNER]] += row[Y]
        self._bury(self.rows[row[OWNER]].pop(row[INDEX]))
        if row[X] == Fate.DEVOURED:
            self.count["devoured",] += 1
        elif row[X] == Fate.HUNGER:
            self.count["starved",] += 1
        elif row[X] > Fate.DEVOURED:
            self.count["killed", self.event] += 1

    def _bury(self, species: Species) -> None:
        self.count["lives", species.diet] += 1
        self.count["earned", species.diet] += species.earned
        for card in set(species.cards):
            self.count["plays", card] += 1
            self.count["card_points", card] += species.earned

    def _survived(self, _row: Sequence[int]) -> None:
        for species in self.everything:
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
        self.count["event", self.event] += 1
        self.count["exposed", self.event] += len(self.everything)
        if self.era == 2:
            pairs = zip(self.front, self.rows, strict=True)
            self.leaders = _best([front + sum(one.points for one in row) for front, row in pairs])

    def finish(self, scores: Sequence[int]) -> None:
        """The game is over: who has won, from which place of the first era."""
        for species in self.everything:
            self._bury(species)
        winners = _best(scores)
        for seat in winners:
            self.count["won", (seat - self.first) % self.seats] += 1 / len(winners)
        if len(self.leaders) == 1:
            self.count["led",] += 1
            self.count["led_and_won",] += (self.leaders[0] in winners) / len(winners)
        self.count["games",] += 1
        self.count["points",] += sum(scores)
        self.notes.raise_to("points", sum(scores))


def _best(points: Sequence[int]) -> list[int]:
    return [seat for seat, mine in enumerate(points) if mine == max(points)]


# --- blind hands ---------------------------------------------------------------------------------


@cache
def blind_reach(seed: int, hands: int = HANDS) -> Reach:
    """The share of blind hands that can create in each biome; None: in one of four random ones."""
    game = load("darwin")
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


def _deal_blind(record: np.record, random: np.random.Generator) -> None:
    small, cards = int(record.small), int(record.cards)
    hand = [
        *random.choice(small, SMALL_CARDS, replace=False),
        *(small + random.choice(cards - small, LARGE_CARDS, replace=False)),
    ]
    record.hand[0, 0] = 0
    for slot in hand:
        append(record.hand[0], int(slot))


# --- measures ------------------------------------------------------------------------------------


def measures(seats: int, bot: str, notes: Notes, reach: Reach) -> list[Measure]:
    """The table of questions, each with its figure and its bound."""
    count, games = notes.count, notes.count["games",]
    return [
        _blind_hands(reach),
        _emptiest_biome(count, seats),
        _start(reach, count["new_hands",] / games),
        _diets(count),
        _within(mark("Species devoured, per player and game"),
                count["devoured",] / games / seats, 0.15, 0.5),
        _within(mark("Share of created species that starve"),
                count["starved",] / max(1, count["created",]), 0.25, 0.45),
        _weakest_card(count),
        _strongest_card(count),
        _seats([count["won", place] / games for place in range(seats)], bot),
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


def _blind_hands(reach: Reach) -> Measure:
    easy = [i for i, biome in enumerate(standard().biomes) if biome.points == EASY]
    hard = [i for i in range(len(BIOMES)) if i not in easy]
    mean = sum(reach[i] for i in easy) / len(easy)
    worst, hardest = (min(several, key=lambda i: reach[i]) for several in (easy, hard))
    easiest = max(hard, key=lambda i: reach[i])
    return Measure(
        say("Blind hands that can live in a biome: worst easy, worst and best hard one"),
        ", ".join(f"{reach[biome]:.0%} {BIOMES[biome]}" for biome in (worst, hardest, easiest)),
        say("easy at least 70 %, hard at least 50 % and below the mean of the easy, {mean}",
            mean=f"{mean:.0%}"),
        reach[worst] >= 0.7 and reach[hardest] >= 0.5 and reach[easiest] < mean,
    )  # fmt: skip


def _emptiest_biome(count: Counts, seats: int) -> Measure:
    fewest, biome = min(
        (count["present", biome] / max(1, count["evaluated", biome]), biome)
        for biome in range(len(BIOMES))
    )
    return Measure(
        say("Species in the emptiest biome at the evaluation, mean"),
        f"{fewest:.2f} {BIOMES[biome]}",
        say("at least 1.5 with 3 or more players"),
        fewest >= 1.5 if seats > 2 else None,
    )


def _start(reach: Reach, anew: float) -> Measure:
    unable = 1 - reach[None]
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


def _by_part() -> list[list[int]]:
    cards = standard().cards
    return [
        [kind for kind, card in enumerate(cards) if card.part == part] for part in range(len(PARTS))
    ]


def _weakest_card(count: Counts) -> Measure:
    """The card that is played least, against the mean of its part."""
    found: list[tuple[float, int]] = []
    for kinds in _by_part():
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
    ratios: dict[int, float] = {}
    for kinds in _by_part():
        plays = sum(count["plays", kind] for kind in kinds)
        points = sum(count["card_points", kind] for kind in kinds)
        for kind in kinds:
            mine, others = count["plays", kind], plays - count["plays", kind]
            if mine and others:
                rest = (points - count["card_points", kind]) / others
                ratios[kind] = count["card_points", kind] / mine / max(0.001, rest) - 1
    furthest = max(ratios, key=lambda kind: abs(ratios[kind]), default=0)
    outside = sum(abs(ratio) > 0.25 for ratio in ratios.values())
    return Measure(
        say("Points with a card against others of its part: the furthest; how many are outside"),
        f"{ratios.get(furthest, 0.0):+.0%} {standard().names[furthest]}; "
        f"{outside} of {len(ratios)}",
        say("each within ±25 %"),
        outside == 0,
    )


def _seats(shares: Sequence[float], bot: str) -> Measure:
    """Wins by place in the turn order of era 1; shared ones are split."""
    is_judged, fair, margin = bot != "random", 1 / len(shares), 0.05
    return Measure(
        say("Wins by place in era 1"),
        " ".join(f"{share:.1%}" for share in shares),
        say("within 5 points of fair") if is_judged else say("report only"),
        all(abs(share - fair) <= margin for share in shares) if is_judged else None,
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


BALANCE = Balance(
    watch=Watcher,
    measures=lambda seats, bot, notes, seed: measures(seats, bot, notes, blind_reach(seed)),
)
