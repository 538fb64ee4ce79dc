"""A whole position of Darwin's Choice in words: written by hand or dumped, and read back.

It is laid over a game that the rules have set up, so what is not named is dealt as at any table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.darwin.rules import kernel
from tangledbank.games.darwin.rules import state as record
from tangledbank.games.darwin.rules.decks import CONTINENTS, EVENTS, PAIRS, Part, deck_numbered
from tangledbank.games.darwin.rules.state import GROUNDS, VOLCANO, Phase, Plan, Stage, State
from tangledbank.games.darwin.rules.values import feed_table
from tangledbank.games.darwin.rules.variants import manner_at
from tangledbank.games.darwin.text import position_words as fields
from tangledbank.games.darwin.text.deck import read_deck
from tangledbank.games.darwin.text.position_checks import check_position
from tangledbank.games.darwin.text.position_words import HIDDEN
from tangledbank.games.darwin.text.position_words import Document as Document
from tangledbank.games.darwin.text.position_words import write as write
from tangledbank.games.darwin.text.words import deck_of, open_grounds
from tangledbank.games.shared import position as by
from tangledbank.games.shared.hidden_cards import EVERYONE, SEAT_BIT
from tangledbank.games.shared.position import refuse_if
from tangledbank.games.shared.position_cards import bring_up, kinds_in, named_in
from tangledbank.games.shared.verbs import one_of
from tangledbank.kernel.chance import shuffle
from tangledbank.kernel.records import Indices, States, append, items_of, new_books
from tangledbank.text import mark, say

# Where the rules go on from a position that says no stage.
MOMENTS = {
    "setup": (Phase.SETUP, Stage.DRAW),
    "action": (Phase.ACTION, Stage.TURN),
    "evaluation": (Phase.EVALUATION, Stage.EVALUATE),
    "transition": (Phase.TRANSITION, Stage.EVENT),
    "change": (Phase.TRANSITION, Stage.CHANGE),
    "refill": (Phase.TRANSITION, Stage.REFILL),
    "over": (Phase.OVER, Stage.OVER),
}
ONLY_SO_MANY = mark("there are only {spare} cards left for it")
NO_SPECIES = mark("there is no such species")
TWICE = mark("“{name}” is there twice")


def read(words: Mapping[str, object], seed: int) -> States:
    """A state from a position in words; what is not named is dealt by `seed`."""
    document: Document = accept(words, Document, "")
    states = _Reader(document, seed).states
    check_position(document, states)
    return states


class _Reader:
    """Lays out one position, over a game that was set up by the rules."""

    def __init__(self, document: Document, seed: int):
        self.document = document
        seats = len(document.seats)
        by.check_count(seats, 2, record.MAX_SEATS)
        codes = by.read_options(document.options, record.OPTIONS, ("deck",))
        numbers = read_deck(document.options.get("deck", record.OPTIONS["deck"][0]))
        self.deck = deck_numbered(numbers[0])
        self.states = record.new_states()
        kernel.new(self.states, np.array([seats, *codes, *numbers], np.int64), seed, new_books())
        self.game: State = self.states[0]
        self.manner = manner_at(self.game)
        self._lay_table()
        self._lay_events()
        self._lay_cards()
        self._set_era()
        if document.ask is not None:
            self._set_ask(document.ask)
        if document.draft is not None:
            self._set_draft(document.draft)
        last = int(self.game.places) - 1
        for i, place in enumerate(document.next_places):
            sentence = mark("places are counted from 0 to {last}")
            refuse_if(place > last, f"next_places[{i}]", sentence, last=last)
        dice = [place + 1 for place in document.next_places]
        by.set_chance(self.game, document.chance, dice)
        self._set_moment()

    def _lay_table(self) -> None:
        game, document = self.game, self.document
        if document.biomes:
            grounds = self._lying(document.biomes, GROUNDS, "biomes")
            self._check_tokens(grounds)
            game.ground[: len(grounds)] = grounds
            self._fill_biome_piles(grounds)
        if document.continents:
            lying = self._lying(document.continents, CONTINENTS, "continents")
            game.continent[: len(lying)] = lying
        erupts = VOLCANO in game.ground[: int(game.places)]
        named = document.volcano != "none"
        refuse_if(named and not erupts, "volcano", mark("no volcano lies on the table"))
        if erupts:
            game.volcano = record.AGES.index(document.volcano) if named else record.Age.YOUNG
        if game.volcano == record.Age.RAINFOREST:
            rainforest = GROUNDS.index("tropical_rainforest")
            for field in ("counts", "all", "any", "none", "plants", "meat", "points"):
                values = getattr(game, f"ground_{field}")
                values[VOLCANO] = values[rainforest]

    def _lying(self, names: Sequence[str], known: Sequence[str], place: str) -> list[int]:
        """What lies at the places of the table, from left to right."""
        places, count = int(self.game.places), len(names)
        sentence = mark("{places} places lie on this table, not {count}")
        refuse_if(count != places, place, sentence, places=places, count=count)
        for i, name in enumerate(names):
            refuse_if(name in names[:i], f"{place}[{i}]", TWICE, name=name)
        return _numbers(names, known, place)

    def _check_tokens(self, grounds: Sequence[int]) -> None:
        sentence = mark("a competition token is the last place of the children's game, only there")
        for i, ground in enumerate(grounds):
            is_last = not self.manner.lasting and i == len(grounds) - 1
            refuse_if((ground >= record.GOLD) != is_last, f"biomes[{i}]", sentence)

    def _fill_biome_piles(self, grounds: Sequence[int]) -> None:
        """What the biomes on the table leave for the piles."""
        game, document, biomes = self.game, self.document, GROUNDS[:VOLCANO]
        discard = _numbers(document.biome_discard, biomes, "biome_discard")
        top = _numbers(document.biome_deck or [], biomes, "biome_deck")
        used = [ground for ground in grounds if ground < VOLCANO] + discard + top
        if document.biomes_out is not None:
            out = _numbers(document.biomes_out, biomes, "biomes_out")
        else:
            out = self._left_out(used)
        for biome in used:
            again = used.count(biome) > 1 or biome in out
            refuse_if(again, "biomes", TWICE, name=GROUNDS[biome])
        rest = [one for one in range(VOLCANO) if one not in used and one not in out]
        _fill(game.biome_deck, rest)
        shuffle(game.rng, game.biome_deck[1:], len(rest))
        for biome in reversed(top):
            append(game.biome_deck, biome)
        _fill(game.biome_discard, discard)
        _fill(game.biomes_out, out)
        if not self.manner.lasting:
            self._fill_tokens(grounds[-1])

    def _left_out(self, used: Sequence[int]) -> list[int]:
        """One of each pair of biomes, if this game is played with few."""
        if not (self.manner.one_of_pair or (self.game.seats == 2 and self.manner.for_two)):
            return []
        sentence = mark("{first} and {second} are a pair: one of them is out of this game")
        for one, other in PAIRS:
            names = {"first": GROUNDS[one], "second": GROUNDS[other]}
            refuse_if(one in used and other in used, "biomes", sentence, **names)
        return [other if one in used else one for one, other in PAIRS]

    def _fill_tokens(self, lying: int) -> None:
        """The competition tokens, no more of a kind than are left beside the open one."""
        game, names = self.game, self.document.tokens
        left = [*record.COMPETITION]
        left.remove(lying)
        if names is None:
            _fill(game.tokens_left, left)
            shuffle(game.rng, game.tokens_left[1:], len(left))  # DC-KIDS-2
            return
        tokens: list[int] = []
        for i, name in enumerate(names):
            tokens.append(record.GOLD + one_of(name, GROUNDS[record.GOLD :], f"tokens[{i}]"))
            missing = tokens.count(tokens[-1]) > left.count(tokens[-1])
            sentence = mark("there is no “{name}” left beside the open one")
            refuse_if(missing, f"tokens[{i}]", sentence, name=name)
        _fill(game.tokens_left, tokens[::-1])

    def _lay_events(self) -> None:
        game, document = self.game, self.document
        gone = _numbers(document.events_gone, EVENTS, "events_gone")
        top = _numbers(document.event_deck or [], EVENTS, "event_deck")
        event = document.event
        game.event = record.NOTHING if event is None else one_of(event, EVENTS, "event")
        used = [*gone, *top, int(game.event)]
        eruption = EVENTS.index("volcanic_eruption")
        if VOLCANO in game.ground[: int(game.places)] and game.event != eruption:
            used.append(eruption)  # the card lies on the table as a biome
        for one in used:
            refuse_if(used.count(one) > 1, "event", TWICE, name=EVENTS[one])
        rest = [one for one in items_of(game.events_left) if one not in used]
        if document.event_deck is not None and document.stage is not None:
            rest = []  # a dumped position names the whole deck
        _fill(game.events_left, [*rest, *reversed(top)])
        _fill(game.events_gone, gone)

    def _lay_cards(self) -> None:
        game, document, small = self.game, self.document, int(self.game.small)
        # all kinds of each size, in the order the rules have shuffled them
        self.left = [game.kind[:small].tolist(), game.kind[small : int(game.cards)].tolist()]
        for pile in (game.zone, *game.deck, *game.discard, *game.hand, *game.row):
            pile[:] = 0
        game.known[:] = 0
        game.to_draw[:] = 0
        self.next_slot = [0, small]
        self.piles = (
            (document.small, document.small_discard), (document.large, document.large_discard)
        )  # fmt: skip
        self._take_named()
        for seat, words in enumerate(document.seats):
            self._lay_seat(seat, words)
        for seat, words in enumerate(document.seats):
            self._lay_hand(seat, words)
        self._lay_zone()
        for size, (deck, discard) in enumerate(self.piles):
            self._lay_piles(size, deck, discard)
        if any(one.food is None for seat in document.seats for one in seat.species):
            self._feed()

    def _take_named(self) -> None:
        """Cards that are named are not dealt to anyone else."""
        document, where = self.document, dict[int, str]()
        names = ("zone", "small", "large", "small_discard", "large_discard")
        piles: dict[str, fields.Pile | None] = {name: getattr(document, name) for name in names}
        for seat, words in enumerate(document.seats):
            piles[f"seats[{seat}].hand"] = words.hand
            for i, species in enumerate(words.species):
                piles[f"seats[{seat}].species[{i}].cards"] = species.cards
        for pile in piles:
            for name, place in named_in(piles[pile], pile):
                if name != HIDDEN:
                    kind = self.deck.kind(name, place)
                    sentence = mark("“{name}” is already in {where}")
                    refuse_if(kind in where, place, sentence, name=name, where=where.get(kind))
                    where[kind] = pile
        for kinds in self.left:
            kinds[:] = [kind for kind in kinds if kind not in where]

    def _slot(self, kind: int, known: int) -> int:
        """The next back of its size gets this face."""
        size = self._size(kind)
        slot = self.next_slot[size]
        self.next_slot[size] += 1
        self.game.kind[slot] = kind
        self.game.known[slot] = known
        return slot

    def _size(self, kind: int) -> int:
        return 0 if kind < self.game.small else 1

    def _any(self, size: int, place: str) -> int:
        """A card that nobody has named, of this size if the piles leave one."""
        kept = [sum(pile for pile in piles if isinstance(pile, int)) for piles in self.piles]
        sizes = sorted((size, 1 - size), key=lambda one: len(self.left[one]) <= kept[one])
        for kinds in (self.left[one] for one in sizes):
            if kinds:
                return kinds.pop()
        raise Refused(say("there are no cards left for it"), place=place)

    def _kinds(self, pile: fields.Pile, place: str) -> list[int]:
        names = pile if isinstance(pile, list) else [HIDDEN] * pile
        return [
            self.deck.kind(name, f"{place}[{i}]") if name != HIDDEN else self._any(i % 2, place)
            for i, name in enumerate(names)
        ]

    def _lay_hand(self, seat: int, words: fields.SeatWords) -> None:
        game, place = self.game, f"seats[{seat}].seen"
        kinds = self._kinds(words.hand, f"seats[{seat}].hand")
        for kind in kinds:
            known = EVERYONE if self.manner.open_hands else int(SEAT_BIT[seat])
            seen = words.seen.get(self.deck.names[kind], [])
            if isinstance(seen, list):
                known |= self._seats(seen, place)
            else:
                known = EVERYONE
            append(game.hand[seat], self._slot(kind, known))
        for name in words.seen:
            missing = self.deck.kind(name, place) not in kinds
            refuse_if(missing, place, mark("“{name}” is not in this hand"), name=name)

    def _seats(self, seats: Sequence[int], place: str) -> int:
        """The bits of some seats that there are."""
        return by.bits_of(by.existing(seat, self.game, place) for seat in seats)

    def _lay_zone(self) -> None:
        game, zone = self.game, self.document.zone
        if zone is None:
            count = int(game.seats) + 2
            kinds = [self._any(0 if i < (count + 1) // 2 else 1, "zone") for i in range(count)]
        else:
            kinds = self._kinds(zone, "zone")
        for kind in kinds:
            append(game.zone, self._slot(kind, EVERYONE))

    def _lay_piles(self, size: int, deck: fields.Pile | None, discard: fields.Pile | None) -> None:
        game, name, rest = self.game, record.SIZES[size], self.left[size]
        thrown = self._of_size(discard, size, f"{name}_discard")
        top = self._of_size(deck, size, name)
        if isinstance(discard, int):
            refuse_if(discard > len(rest), f"{name}_discard", ONLY_SO_MANY, spare=len(rest))
            thrown = [rest.pop() for _ in range(discard)]
        if isinstance(deck, int):
            refuse_if(deck > len(rest), name, ONLY_SO_MANY, spare=len(rest))
            thrown += [rest.pop() for _ in range(len(rest) - deck)]
        for kind in [*rest, *reversed(top)]:
            append(game.deck[size], self._slot(kind, 0))
        for kind in thrown:
            append(game.discard[size], self._slot(kind, EVERYONE))

    def _of_size(self, pile: fields.Pile | None, size: int, place: str) -> list[int]:
        kinds = self._kinds(pile, place) if isinstance(pile, list) else []
        for i, kind in enumerate(kinds):
            name, wrong = self.deck.names[kind], self._size(kind) != size
            refuse_if(wrong, f"{place}[{i}]", mark("“{name}” has another size"), name=name)
        return kinds

    def _lay_seat(self, seat: int, words: fields.SeatWords) -> None:
        words.lay(self.game, seat)
        for i, species in enumerate(words.species):
            self._lay_species(seat, species, f"seats[{seat}].species[{i}]")
        if words.loses is not None:
            row = items_of(self.game.row[seat])
            refuse_if(words.loses >= len(row), f"seats[{seat}].loses", NO_SPECIES)
            self.game.lost[seat] = row[words.loses]

    def _lay_species(self, seat: int, words: fields.SpeciesWords, place: str) -> None:
        game = self.game
        species = int(np.flatnonzero(game.living == 0)[0])
        kinds = self._kinds(words.cards, f"{place}.cards")
        self._check_body(kinds, f"{place}.cards")
        for kind in kinds:
            append(game.body[species], self._slot(kind, EVERYONE))
        self._add_up(species, kinds)
        game.living[species], game.owner[species] = 1, seat
        game.at[species] = one_of(words.biome, open_grounds(game), f"{place}.biome")
        game.plants[species], game.meat[species] = words.food or [0, 0]
        words.lay(game, species, place=f"{place}.")
        append(game.row[seat], species)

    def _add_up(self, species: int, kinds: Sequence[int]) -> None:
        """The values of a body."""
        game, cards = self.game, [*kinds]
        game.power[species] = game.card_power[cards].sum(axis=0)
        game.has[species] = by.bits_of(np.flatnonzero(game.power[species] > 0).tolist())
        game.need[species] = game.card_hearts[cards].sum()
        game.might[species] = game.card_strength[cards].sum()
        for kind in kinds:
            if game.card_part[kind] == Part.HEAD:
                game.diet[species] = game.card_diet[kind]

    def _check_body(self, kinds: Sequence[int], place: str, *, whole: bool = True) -> None:
        """Cards that fit together (DC-CREATE-2 to -4)."""
        parts = [self.deck.cards[kind].part for kind in kinds]
        heads = parts.count(Part.HEAD)
        wrong = parts.count(Part.TORSO) != 1 or heads > 1 or (whole and not heads)
        refuse_if(wrong, place, mark("a species has one head and one torso"))
        torso = self.deck.cards[kinds[parts.index(Part.TORSO)]]
        pairs = parts.count(Part.LEGS) + 2 * parts.count(Part.DOUBLE_LEGS)
        points = {"legs": torso.legs, "tail": torso.tail}
        loose = parts.count(Part.WINGS) > 1 or pairs > torso.legs
        sentence = mark(
            "its torso has points for {legs} pairs of legs, {tail} tails, one wings card"
        )
        refuse_if(loose or parts.count(Part.TAIL) > torso.tail, place, sentence, **points)

    def _feed(self) -> None:
        """Lay the food beside the species, but where the position says how much it is."""
        game = self.game
        if not self.manner.eats(self.document.era):
            return
        feed_table(self.states, new_books())
        for seat, words in enumerate(self.document.seats):
            for species, given in zip(items_of(game.row[seat]), words.species, strict=True):
                if given.food is not None:
                    game.plants[species], game.meat[species] = given.food

    def _set_era(self) -> None:
        game, document, seats = self.game, self.document, self.document.seats
        game.mover = document.first
        document.lay(game)
        eras = int(game.eras)
        refuse_if(document.era > eras, "era", mark("this game has {eras} eras"), eras=eras)
        game.passed = by.bits_of(i for i, words in enumerate(seats) if words.passed)
        game.acted = by.bits_of(i for i, words in enumerate(seats) if words.acted or words.passed)
        game.redrawn = by.bits_of(i for i, words in enumerate(seats) if words.redrawn)
        game.involved = by.bits_of(document.involved)
        if document.seat is None and document.stage is None:  # the first who has not passed
            order = [(document.first + i) % len(seats) for i in range(len(seats))]
            game.mover = next((one for one in order if not seats[one].passed), document.first)

    def _set_moment(self) -> None:
        """Where the rules go on, or the decision that is open."""
        game, document = self.game, self.document
        game.waiting = 0
        if document.stage is None:
            game.phase, game.stage = MOMENTS[document.phase]
            if document.phase == "setup":
                game.then, game.turn = Stage.BEGIN_ERA, 0
            return
        if document.phase in record.PHASES:
            game.phase = record.PHASES.index(document.phase)
        elif document.stage == "draw":
            game.phase = Phase.TRANSITION if document.era else Phase.SETUP
        else:
            game.phase = Phase.ACTION
        game.then = record.STAGES.index(document.then or "begin_era")
        game.waiting = self._seats(document.pending, "pending")

    def _set_ask(self, words: fields.AskWords) -> None:
        game = self.game
        if words.card is not None:
            game.asked = self._asked(words.card, "ask.card")
        if words.species is not None:
            game.coveted = self._species_at(words.species, "ask.species")
        words.lay(game, place="ask.")
        for name, place in named_in(words.refused, "ask.refused"):
            game.refused[self._asked(name, place)] = 1
        for i, pair in enumerate(words.unwilling):
            game.unwilling[self._species_at(pair, f"ask.unwilling[{i}]")] = 1

    def _asked(self, name: str, place: str) -> int:
        return record.ANY_CARD if name == fields.ANY else self.deck.kind(name, place)

    def _species_at(self, pair: Sequence[int], place: str) -> int:
        wrong = len(pair) != 2 or not 0 <= pair[0] < self.game.seats
        refuse_if(wrong, place, mark("a species is [seat, index], two numbers from 0"))
        row = items_of(self.game.row[pair[0]])
        refuse_if(not 0 <= pair[1] < len(row), place, NO_SPECIES)
        return row[pair[1]]

    def _set_draft(self, words: fields.DraftWords) -> None:
        game, mover = self.game, int(self.game.mover)
        words.lay(game, place="draft.")
        if words.take is not None or words.give is not None:
            game.trading = record.Trade.HALF if words.take is None else record.Trade.MADE
        if game.plan == Plan.IDLE:
            return
        homeless = game.plan in (Plan.PLACED, Plan.MOVED) and words.biome is None
        refuse_if(homeless, "draft.biome", mark("the biome is missing"))
        kinds = self._kinds_of(words.cards, "draft.cards")
        removed = self._kinds_of(words.removed, "draft.removed")
        if game.plan not in (Plan.CREATING, Plan.PLACED):
            kinds = self._changed(words, kinds, removed)
        self._check_body(kinds, "draft.cards", whole=False)
        for kind in kinds:
            append(game.body[record.DRAFT], kind)
        self._add_up(record.DRAFT, kinds)
        game.owner[record.DRAFT] = mover
        game.mutations = words.mutations
        if words.replacing is not None:
            game.draft_old = self.deck.kind(words.replacing, "draft.replacing")
        if words.biome is not None:
            game.at[record.DRAFT] = one_of(words.biome, open_grounds(game), "draft.biome")

    def _kinds_of(self, names: Sequence[str], place: str) -> list[int]:
        return [self.deck.kind(name, f"{place}[{i}]") for i, name in enumerate(names)]

    def _changed(self, words: fields.DraftWords, added: list[int], removed: list[int]) -> list[int]:
        """The cards of the species that is drafted anew, after its mutations."""
        game, row = self.game, items_of(self.game.row[int(self.game.mover)])
        index = len(row) if words.species is None else words.species
        refuse_if(index >= len(row), "draft.species", NO_SPECIES)
        species = game.draft_species = row[index]
        too_many = len(added) > record.MOST_MUTATIONS
        refuse_if(too_many, "draft.cards", mark("a turn has two mutations at most"))
        for kind in added:
            append(game.draft_added, kind)
        game.at[record.DRAFT] = game.at[species]
        old = kinds_in(game, game.body[species])
        return [kind for kind in old if kind not in removed] + added


def _numbers(names: Iterable[str], known: Sequence[str], place: str) -> list[int]:
    return [one_of(name, known, f"{place}[{i}]") for i, name in enumerate(names)]


def _fill(items: Indices, wanted: Sequence[int]) -> None:
    """Let a list of the record hold just these."""
    items[:] = 0
    items[: 1 + len(wanted)] = [len(wanted), *wanted]


def force_deck(states: States, names: list[str]) -> None:
    """Put cards of these names on top of their decks, by changing places with others there."""
    game: State = states[0]
    tops = [0, 0]
    for i, name in enumerate(names):
        kind = deck_of(game).kind(name, f"deck[{i}]")
        size = 0 if kind < game.small else 1
        bring_up(game, game.deck[size], tops[size], kind, name, f"deck[{i}]")
        tops[size] += 1
