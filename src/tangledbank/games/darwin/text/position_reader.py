"""A position in words becomes a state; what it does not name is dealt from the cards left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules.decks import CONTINENTS, EVENTS, PAIRS, Part, deck_numbered
from tangledbank.games.darwin.rules.state import (
    AGES,
    ANY_CARD,
    BRONZE,
    COMPETITION,
    DRAFT,
    GOLD,
    GROUNDS,
    MAX_SEATS,
    MOST_MUTATIONS,
    NOTHING,
    OPTIONS,
    PHASES,
    PLANS,
    STAGES,
    VOLCANO,
    Age,
    Option,
    Phase,
    Plan,
    Stage,
    Trade,
    Variant,
    new_states,
)
from tangledbank.games.darwin.rules.values import feed_table
from tangledbank.games.darwin.text.names import open_grounds
from tangledbank.games.darwin.text.position_checks import check_position
from tangledbank.games.darwin.text.position_deck import read_deck
from tangledbank.games.darwin.text.position_fields import (
    AskWords,
    Document,
    DraftWords,
    Pile,
    SeatWords,
    SpeciesWords,
)
from tangledbank.games.darwin.text.position_writer import ANY, HIDDEN
from tangledbank.games.shared.hidden_cards import EVERYONE, SEAT_BIT
from tangledbank.games.shared.position_frame import (
    check_count,
    check_seats,
    read_options,
    set_chance,
)
from tangledbank.games.shared.verbs import instead
from tangledbank.kernel.chance import shuffle
from tangledbank.kernel.events import new_books
from tangledbank.kernel.lists import append, items_of
from tangledbank.kernel.records import States
from tangledbank.text import say

MOMENTS = {
    "evaluation": Stage.EVALUATE,
    "transition": Stage.EVENT,
    "change": Stage.CHANGE,
    "refill": Stage.REFILL,
}


def read(words: Mapping[str, Any], seed: int) -> Any:
    """A state from a position in words; what is not named is dealt by `seed`."""
    document: Document = accept(words, Document, "")
    states = _Reader(document, seed).state
    check_position(document, states)
    return states


class _Reader:
    """Lays out one position, over a game that was set up by the rules."""

    def __init__(self, document: Document, seed: int):
        self.document = document
        seats = len(document.seats)
        check_count(seats, 2, MAX_SEATS)
        codes = read_options(document.options, OPTIONS, ("deck",))
        numbers = read_deck(document.options.get("deck", OPTIONS["deck"][0]))
        self.deck = deck_numbered(numbers[0])
        self.state = new_states()
        kernel.new(self.state, np.array([seats, *codes, *numbers], np.int64), seed, new_books())
        self.game = self.state[0]
        self._lay_table()
        self._lay_events()
        self._lay_cards()
        self._set_era()
        if document.ask is not None:
            self._set_ask(document.ask)
        if document.draft is not None:
            self._set_draft(document.draft)
        set_chance(self.game, document.chance, [place + 1 for place in document.next_places])
        self._set_moment()

    # --- biomes and events -----------------------------------------------------------------------

    def _lay_table(self) -> None:
        game, document = self.game, self.document
        if document.biomes:
            self._open(document.biomes)
        if document.continents:
            self._check_length(document.continents, "continents")
            game.continent[: len(document.continents)] = [
                _index(CONTINENTS, name, f"continents[{i}]")
                for i, name in enumerate(_distinct(document.continents, "continents"))
            ]
        if document.volcano != "none":
            if VOLCANO not in game.ground[: int(game.places)]:
                raise Refused(say("no volcano lies on the table"), place="volcano")
            game.volcano = AGES.index(document.volcano)
        elif VOLCANO in game.ground[: int(game.places)]:
            game.volcano = Age.YOUNG
        if game.volcano == Age.RAINFOREST:
            rainforest = GROUNDS.index("tropical_rainforest")
            for field in ("counts", "all", "any", "none", "plants", "meat", "points"):
                values = game[f"ground_{field}"]
                values[VOLCANO] = values[rainforest]

    def _check_length(self, names: Sequence[str], place: str) -> None:
        if len(names) != self.game.places:
            raise Refused(
                say(
                    "{places} places lie on this table, not {count}",
                    places=self.game.places,
                    count=len(names),
                ),
                place=place,
            )

    def _open(self, names: Sequence[str]) -> None:
        """The biomes on the table, and what that leaves for the deck."""
        game = self.game
        self._check_length(names, "biomes")
        grounds = [
            _index(GROUNDS, name, f"biomes[{i}]")
            for i, name in enumerate(_distinct(names, "biomes"))
        ]
        children = game.options[Option.VARIANT] == Variant.CHILDREN
        for i, ground in enumerate(grounds):
            if (ground >= GOLD) != (children and i == len(grounds) - 1):
                raise Refused(
                    say("a competition token is the last place of the children's game, only there"),
                    place=f"biomes[{i}]",
                )
        game.ground[: len(grounds)] = grounds
        self._fill_biome_piles(grounds)

    def _fill_biome_piles(self, grounds: Sequence[int]) -> None:
        game, document = self.game, self.document
        few = game.options[Option.VARIANT] == Variant.CHILDREN or (
            game.seats == 2 and game.options[Option.VARIANT] == Variant.BASE
        )
        discard = self._biomes(document.biome_discard, "biome_discard")
        deck = self._biomes(document.biome_deck or [], "biome_deck")
        used = [ground for ground in grounds if ground < VOLCANO] + discard + deck
        if document.biomes_out is not None:
            out = self._biomes(document.biomes_out, "biomes_out")
        else:
            out = [self._left_out(pair, used) for pair in PAIRS] if few else []
        for biome in used:
            if used.count(biome) > 1 or biome in out:
                raise Refused(say("“{name}” is there twice", name=GROUNDS[biome]), place="biomes")
        rest = [one for one in range(VOLCANO) if one not in used and one not in out]
        for pile in (game.biome_deck, game.biome_discard, game.biomes_out):
            pile[:] = 0
        for biome in rest:
            append(game.biome_deck, biome)
        shuffle(game.rng, game.biome_deck[1:], len(rest))
        for biome in reversed(deck):
            append(game.biome_deck, biome)
        for biome in discard:
            append(game.biome_discard, biome)
        for biome in out:
            append(game.biomes_out, biome)
        self._fill_tokens(grounds)

    def _left_out(self, pair: Sequence[int], used: Sequence[int]) -> int:
        first, second = pair
        if first in used and second in used:
            raise Refused(
                say(
                    "{first} and {second} are a pair: one of them is out of this game",
                    first=GROUNDS[first],
                    second=GROUNDS[second],
                ),
                place="biomes",
            )
        return second if first in used else first

    def _fill_tokens(self, grounds: Sequence[int]) -> None:
        game, document = self.game, self.document
        if game.options[Option.VARIANT] != Variant.CHILDREN:
            return
        left = [*COMPETITION]
        left.remove(grounds[-1])
        game.tokens_left[:] = 0
        if document.tokens is not None:
            left = self._tokens(document.tokens, left)[::-1]
        for token in left:
            append(game.tokens_left, token)
        if document.tokens is None:
            shuffle(game.rng, game.tokens_left[1:], len(left))  # DC-KIDS-2

    def _tokens(self, names: Sequence[str], left: Sequence[int]) -> list[int]:
        """Named competition tokens, no more of a kind than are left beside the open one."""
        tokens: list[int] = []
        for i, name in enumerate(names):
            tokens.append(GOLD + _index(GROUNDS[GOLD : BRONZE + 1], name, f"tokens[{i}]"))
            if tokens.count(tokens[-1]) > left.count(tokens[-1]):
                raise Refused(
                    say("there is no “{name}” left beside the open one", name=name),
                    place=f"tokens[{i}]",
                )
        return tokens

    def _biomes(self, names: Iterable[str], place: str) -> list[int]:
        return [_index(GROUNDS[:VOLCANO], name, f"{place}[{i}]") for i, name in enumerate(names)]

    def _lay_events(self) -> None:
        game, document = self.game, self.document
        gone = [_index(EVENTS, n, f"events_gone[{i}]") for i, n in enumerate(document.events_gone)]
        top = [
            _index(EVENTS, n, f"event_deck[{i}]") for i, n in enumerate(document.event_deck or [])
        ]
        game.event = NOTHING
        if document.event is not None:
            game.event = _index(EVENTS, document.event, "event")
        used = [*gone, *top, int(game.event)]
        eruption = EVENTS.index("volcanic_eruption")
        if VOLCANO in game.ground[: int(game.places)] and game.event != eruption:
            used.append(eruption)  # the card lies on the table as a biome
        for event in used:
            if used.count(event) > 1:
                raise Refused(say("“{name}” is there twice", name=EVENTS[event]), place="event")
        rest = [one for one in items_of(game.events_left) if one not in used]
        if document.event_deck is not None and document.stage is not None:
            rest = []  # a dumped position names the whole deck
        game.events_left[:] = 0
        for event in [*rest, *reversed(top)]:
            append(game.events_left, event)
        game.events_gone[:] = 0
        for event in gone:
            append(game.events_gone, event)

    # --- cards -----------------------------------------------------------------------------------

    def _lay_cards(self) -> None:
        game = self.game
        self.left = [self._dealt(size) for size in range(2)]
        for pile in (game.zone, *game.deck, *game.discard, *game.hand, *game.row):
            pile[:] = 0
        game.known[:] = 0
        game.to_draw[:] = 0
        self.next_slot = [0, int(game.small)]
        self._take_named()
        for seat, words in enumerate(self.document.seats):
            self._lay_seat(seat, words)
        for seat, words in enumerate(self.document.seats):
            self._lay_hand(seat, words)
        self._lay_zone()
        for size, (deck, discard) in enumerate(
            (
                (self.document.small, self.document.small_discard),
                (self.document.large, self.document.large_discard),
            )
        ):
            self._lay_piles(size, deck, discard)
        if any(one.food is None for seat in self.document.seats for one in seat.species):
            self._feed()

    def _dealt(self, size: int) -> list[int]:
        """All kinds of one size, in the order the rules have shuffled them."""
        game = self.game
        small = int(game.small)
        kinds = game.kind[:small] if size == 0 else game.kind[small : int(game.cards)]
        return [int(kind) for kind in kinds]

    def _take_named(self) -> None:
        """Cards that are named are not dealt to anyone else."""
        document, named = self.document, dict[int, str]()
        piles: dict[str, Pile | None] = {
            name: getattr(document, name)
            for name in ("zone", "small", "large", "small_discard", "large_discard")
        }
        for seat, words in enumerate(document.seats):
            piles[f"seats[{seat}].hand"] = words.hand
            for i, species in enumerate(words.species):
                piles[f"seats[{seat}].species[{i}].cards"] = species.cards
        for where, pile in piles.items():
            for i, name in enumerate(pile if isinstance(pile, list) else []):
                if name == HIDDEN:
                    continue
                kind = self.deck.kind(name, f"{where}[{i}]")
                if kind in named:
                    raise Refused(
                        say("“{name}” is already in {where}", name=name, where=named[kind]),
                        place=f"{where}[{i}]",
                    )
                named[kind] = where
        for kinds in self.left:
            kinds[:] = [kind for kind in kinds if kind not in named]

    def _size(self, kind: int) -> int:
        return 0 if kind < self.game.small else 1

    def _slot(self, kind: int, known: int) -> int:
        """The next back of its size gets this face."""
        size = self._size(kind)
        slot = self.next_slot[size]
        self.next_slot[size] += 1
        self.game.kind[slot] = kind
        self.game.known[slot] = known
        return slot

    def _any(self, size: int, place: str) -> int:
        """A card that nobody has named, of this size if the piles leave one."""
        sizes = sorted((size, 1 - size), key=lambda one: len(self.left[one]) <= self._kept(one))
        for kinds in (self.left[one] for one in sizes):
            if kinds:
                return kinds.pop()
        raise Refused(say("there are no cards left for it"), place=place)

    def _kept(self, size: int) -> int:
        """How many cards nobody names lie in the piles of a size, as far as they are counted."""
        document = self.document
        piles = ((document.small, document.small_discard), (document.large, document.large_discard))
        return sum(pile for pile in piles[size] if isinstance(pile, int))

    def _kinds(self, pile: Pile, place: str) -> list[int]:
        names = pile if isinstance(pile, list) else [HIDDEN] * pile
        return [
            self._any(i % 2, place) if name == HIDDEN else self.deck.kind(name, f"{place}[{i}]")
            for i, name in enumerate(names)
        ]

    def _lay_hand(self, seat: int, words: SeatWords) -> None:
        game, place = self.game, f"seats[{seat}].hand"
        is_open = game.options[Option.VARIANT] == Variant.BEGINNER
        kinds = self._kinds(words.hand, place)
        for kind in kinds:
            known = EVERYONE if is_open else int(SEAT_BIT[seat])
            seen = words.seen.get(self.deck.names[kind], [])
            if seen == "all":
                known = EVERYONE
            elif isinstance(seen, list):
                check_seats(game, **{f"seats[{seat}].seen": max(seen, default=0)})
                known |= sum(int(SEAT_BIT[one]) for one in set(seen))
            append(game.hand[seat], self._slot(kind, known))
        for name in words.seen:
            if self.deck.kind(name, f"seats[{seat}].seen") not in kinds:
                raise Refused(
                    say("“{name}” is not in this hand", name=name), place=f"seats[{seat}].seen"
                )

    def _lay_zone(self) -> None:
        game, zone = self.game, self.document.zone
        if zone is None:
            count = int(game.seats) + 2
            kinds = [self._any(0 if i < (count + 1) // 2 else 1, "zone") for i in range(count)]
        else:
            kinds = self._kinds(zone, "zone")
        for kind in kinds:
            append(game.zone, self._slot(kind, EVERYONE))

    def _lay_piles(self, size: int, deck: Pile | None, discard: Pile | None) -> None:
        game = self.game
        name = ("small", "large")[size]
        rest = self.left[size]
        thrown = self._of_size(discard or [], size, f"{name}_discard")
        top = self._of_size(deck if isinstance(deck, list) else [], size, name)
        if isinstance(discard, int):
            if discard > len(rest):
                raise Refused(
                    say("there are only {spare} cards left for it", spare=len(rest)),
                    place=f"{name}_discard",
                )
            thrown = [rest.pop() for _ in range(discard)]
        if isinstance(deck, int):
            if deck > len(rest):
                raise Refused(
                    say("there are only {spare} cards left for it", spare=len(rest)), place=name
                )
            thrown += [rest.pop() for _ in range(len(rest) - deck)]
        for kind in [*rest, *reversed(top)]:
            append(game.deck[size], self._slot(kind, 0))
        for kind in thrown:
            append(game.discard[size], self._slot(kind, EVERYONE))

    def _of_size(self, pile: Pile, size: int, place: str) -> list[int]:
        kinds = self._kinds(pile, place) if isinstance(pile, list) else []
        for i, kind in enumerate(kinds):
            if self._size(kind) != size:
                raise Refused(
                    say("“{name}” has another size", name=self.deck.names[kind]),
                    place=f"{place}[{i}]",
                )
        return kinds

    # --- seats and species -----------------------------------------------------------------------

    def _lay_seat(self, seat: int, words: SeatWords) -> None:
        game = self.game
        game.front[seat], game.to_draw[seat] = words.points, words.draws
        game.shows[seat], game.fresh[seat] = words.shown, words.new_hands
        for i, species in enumerate(words.species):
            self._lay_species(seat, species, f"seats[{seat}].species[{i}]")
        row = items_of(game.row[seat])
        if words.loses is not None:
            if words.loses >= len(row):
                raise Refused(say("there is no such species"), place=f"seats[{seat}].loses")
            game.lost[seat] = row[words.loses]
        game.freed[seat] = words.freed

    def _lay_species(self, seat: int, words: SpeciesWords, place: str) -> None:
        game = self.game
        species = int(np.flatnonzero(game.living == 0)[0])
        kinds = self._kinds(words.cards, f"{place}.cards")
        self._check_body(kinds, f"{place}.cards")
        for kind in kinds:
            append(game.body[species], self._slot(kind, EVERYONE))
        self._add_up(species, kinds)
        game.living[species], game.owner[species] = 1, seat
        game.at[species] = self._place(words.biome, f"{place}.biome")
        game.points[species], game.done[species] = words.points, words.done
        game.plants[species], game.meat[species] = words.food or [0, 0]
        game.gift[species], game.doomed[species] = words.gift, words.chosen
        if words.loses is not None:
            game.loss[species] = self.deck.kind(words.loses, f"{place}.loses")
        append(game.row[seat], species)

    def _place(self, name: str, place: str) -> int:
        return _index(open_grounds(self.game), name, place)

    def _add_up(self, species: int, kinds: Sequence[int]) -> None:
        """The values of a body."""
        game = self.game
        cards = [*kinds]
        game.power[species] = game.card_power[cards].sum(axis=0)
        game.has[species] = sum(1 << i for i, n in enumerate(game.power[species]) if n > 0)
        game.need[species] = game.card_hearts[cards].sum()
        game.might[species] = game.card_strength[cards].sum()
        for kind in kinds:
            if game.card_part[kind] == Part.HEAD:
                game.diet[species] = game.card_diet[kind]

    def _check_body(self, kinds: Sequence[int], place: str, *, whole: bool = True) -> None:
        """Cards that fit together (DC-CREATE-2 to -4)."""
        parts = [self.deck.cards[kind].part for kind in kinds]
        if (
            parts.count(Part.TORSO) != 1
            or parts.count(Part.HEAD) > 1
            or (whole and Part.HEAD not in parts)
        ):
            raise Refused(say("a species has one head and one torso"), place=place)
        torso = self.deck.cards[kinds[parts.index(Part.TORSO)]]
        pairs = parts.count(Part.LEGS) + 2 * parts.count(Part.DOUBLE_LEGS)
        if parts.count(Part.WINGS) > 1 or pairs > torso.legs or parts.count(Part.TAIL) > torso.tail:
            raise Refused(
                say(
                    "its torso has points for {legs} pairs of legs, {tail} tails, one wings card",
                    legs=torso.legs,
                    tail=torso.tail,
                ),
                place=place,
            )

    def _feed(self) -> None:
        """Lay the food beside the species, but where the position says how much it is."""
        game = self.game
        if game.options[Option.VARIANT] == Variant.CHILDREN:
            return
        if game.options[Option.VARIANT] == Variant.BEGINNER and self.document.era == 1:
            return
        feed_table(self.state, new_books())
        for seat, words in enumerate(self.document.seats):
            for species, given in zip(items_of(game.row[seat]), words.species, strict=True):
                if given.food is not None:
                    game.plants[species], game.meat[species] = given.food

    # --- the era ---------------------------------------------------------------------------------

    def _set_era(self) -> None:
        game, document = self.game, self.document
        check_seats(game, first=document.first, seat=document.seat)
        if document.era > game.eras:
            raise Refused(say("this game has {eras} eras", eras=int(game.eras)), place="era")
        game.turn, game.first = document.era, document.first
        game.mover = document.first if document.seat is None else document.seat
        game.passed = self._bits(words.passed for words in document.seats)
        game.acted = self._bits(words.acted or words.passed for words in document.seats)
        game.redrawn = self._bits(words.redrawn for words in document.seats)
        game.judged = document.judged
        game.involved = sum(int(SEAT_BIT[seat]) for seat in set(document.involved))

    def _bits(self, flags: Iterable[bool]) -> int:
        return sum(int(SEAT_BIT[seat]) for seat, flag in enumerate(flags) if flag)

    def _set_moment(self) -> None:
        """Where the rules go on, or the decision that is open."""
        game, document = self.game, self.document
        game.waiting = 0
        if document.stage is None:
            self._set_phase(document.phase)
            return
        game.stage = STAGES.index(document.stage)
        phase: int = {"draw": Phase.TRANSITION if document.era else Phase.SETUP}.get(
            document.stage, Phase.ACTION
        )
        if document.phase in PHASES:
            phase = PHASES.index(document.phase)
        game.phase = phase
        game.then = Stage.BEGIN_ERA if document.then is None else STAGES.index(document.then)
        check_seats(game, pending=max(document.pending, default=0))
        game.waiting = sum(int(SEAT_BIT[seat]) for seat in set(document.pending))

    def _set_phase(self, phase: str) -> None:
        game = self.game
        if phase in MOMENTS:
            game.phase = Phase.EVALUATION if phase == "evaluation" else Phase.TRANSITION
            game.stage = MOMENTS[phase]
        elif phase == "over":
            game.phase, game.stage = Phase.OVER, Stage.OVER
        elif phase == "setup":
            game.phase, game.stage, game.then, game.turn = (
                Phase.SETUP,
                Stage.DRAW,
                Stage.BEGIN_ERA,
                0,
            )
        else:
            game.phase, game.stage = Phase.ACTION, Stage.TURN

    # --- what is begun ---------------------------------------------------------------------------

    def _set_ask(self, words: AskWords) -> None:
        game = self.game
        if words.card is not None:
            game.asked = self._asked(words.card, "ask.card")
        if words.species is not None:
            game.coveted = self._species_at(words.species, "ask.species")
        game.owed, game.price, game.took_over = words.owed, words.price, words.took_over
        if words.received is not None:
            game.received = self.deck.kind(words.received, "ask.received")
        for i, name in enumerate(words.refused):
            game.refused[self._asked(name, f"ask.refused[{i}]")] = 1
        for i, pair in enumerate(words.unwilling):
            game.unwilling[self._species_at(pair, f"ask.unwilling[{i}]")] = 1

    def _asked(self, name: str, place: str) -> int:
        return ANY_CARD if name == ANY else self.deck.kind(name, place)

    def _species_at(self, pair: Sequence[int], place: str) -> int:
        if len(pair) != 2 or not 0 <= pair[0] < self.game.seats:
            raise Refused(say("a species is [seat, index], two numbers from 0"), place=place)
        row = items_of(self.game.row[pair[0]])
        if not 0 <= pair[1] < len(row):
            raise Refused(say("there is no such species"), place=place)
        return row[pair[1]]

    def _set_draft(self, words: DraftWords) -> None:
        game, mover = self.game, int(self.game.mover)
        if words.give is not None:
            game.draft_give = self.deck.kind(words.give, "draft.give")
            game.trading = Trade.HALF
        if words.take is not None:
            game.draft_take = self.deck.kind(words.take, "draft.take")
            game.trading = Trade.MADE
        game.plan = PLANS.index(words.plan)
        if game.plan == Plan.IDLE:
            return
        if game.plan in (Plan.PLACED, Plan.MOVED) and words.biome is None:
            raise Refused(say("the biome is missing"), place="draft.biome")
        kinds = [self.deck.kind(name, f"draft.cards[{i}]") for i, name in enumerate(words.cards)]
        removed = [self.deck.kind(n, f"draft.removed[{i}]") for i, n in enumerate(words.removed)]
        if game.plan not in (Plan.CREATING, Plan.PLACED):
            row = items_of(game.row[mover])
            if words.species is None or words.species >= len(row):
                raise Refused(say("there is no such species"), place="draft.species")
            game.draft_species = row[words.species]
            if len(kinds) > MOST_MUTATIONS:
                raise Refused(say("a turn has two mutations at most"), place="draft.cards")
            for kind in kinds:
                append(game.draft_added, kind)
            old = [int(game.kind[slot]) for slot in items_of(game.body[row[words.species]])]
            kinds = [kind for kind in old if kind not in removed] + kinds
            game.at[DRAFT] = game.at[row[words.species]]
        self._check_body(kinds, "draft.cards", whole=False)
        for kind in kinds:
            append(game.body[DRAFT], kind)
        self._add_up(DRAFT, kinds)
        game.owner[DRAFT] = mover
        game.mutations = words.mutations
        if words.replacing is not None:
            game.draft_old = self.deck.kind(words.replacing, "draft.replacing")
        if words.biome is not None:
            game.at[DRAFT] = self._place(words.biome, "draft.biome")


def _index(names: Sequence[str], name: str, place: str) -> int:
    if name not in names:
        raise Refused(
            say("“{value}” is not known here", value=name) + instead(name, names), place=place
        )
    return names.index(name)


def _distinct(names: Sequence[str], place: str) -> Sequence[str]:
    for i, name in enumerate(names):
        if name in names[:i]:
            raise Refused(say("“{name}” is there twice", name=name), place=f"{place}[{i}]")
    return names


def force_deck(states: States, names: list[str]) -> None:
    """Put cards of these names on top of their decks, by changing places with others there."""
    game = states[0]
    deck = deck_numbered(int(game.deck_number))
    tops = [0, 0]
    for i, name in enumerate(names):
        kind = deck.kind(name, f"deck[{i}]")
        size = 0 if kind < game.small else 1
        slots = items_of(game.deck[size])[::-1]
        found = next((slot for slot in slots[tops[size] :] if game.kind[slot] == kind), None)
        if found is None:
            raise Refused(
                say("there is no “{name}” left in the deck", name=name), place=f"deck[{i}]"
            )
        top = slots[tops[size]]
        game.kind[found], game.kind[top] = int(game.kind[top]), kind
        tops[size] += 1
