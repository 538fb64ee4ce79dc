"""A whole position of Evolution in words: written by hand or dumped, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.evolution.rules import cards as deck
from tangledbank.games.evolution.rules import kernel
from tangledbank.games.evolution.rules import state as record
from tangledbank.games.evolution.rules.actions import MAX_LEGAL, Reason, Verb
from tangledbank.games.evolution.rules.cards import LEAST_NUMBER, NOTHING, TRAITS
from tangledbank.games.evolution.rules.feeding import must_feed
from tangledbank.games.evolution.rules.invariants import Violation
from tangledbank.games.evolution.rules.species import new_species, wear
from tangledbank.games.evolution.rules.state import Option, Phase, Stage, State
from tangledbank.games.evolution.rules.turn import LEFT_OUT, begin_supply, clear_choices
from tangledbank.games.evolution.text import position_words as fields
from tangledbank.games.evolution.text.position_words import Document as Document
from tangledbank.games.evolution.text.position_words import SeatWords, SpeciesWords
from tangledbank.games.evolution.text.position_words import write as write
from tangledbank.games.evolution.text.words import CARD_NAMES, SPECIES, trait_name
from tangledbank.games.shared import position as by
from tangledbank.games.shared import position_cards as cards
from tangledbank.games.shared.hidden_cards import EVERYONE, SEAT_BIT, UNSEEN
from tangledbank.games.shared.position import refuse_if
from tangledbank.games.shared.position_cards import Pile, kind_named, kinds_in
from tangledbank.games.shared.verbs import Scene
from tangledbank.kernel.chance import plant
from tangledbank.kernel.records import Indices, States, append, items_of
from tangledbank.text import mark, say

# Where the rules go on from a position that says no stage; in some phases more has to be done.
MOMENTS = {
    "deal": (Phase.SUPPLY, Stage.DEAL),
    "play": (Phase.SUPPLY, Stage.NEXT_PLAYER),
    "reveal": (Phase.PLAY, Stage.REVEAL),
    "feeding": (Phase.FEEDING, Stage.OPEN_WINDOW),
    "end_round": (Phase.FEEDING, Stage.END_ROUND),
    "over": (Phase.OVER, Stage.OVER),
}
PHASES = {"supply": Phase.SUPPLY, "play": Phase.PLAY, "over": Phase.OVER}  # of stages


def read(words: Mapping[str, object], seed: int) -> States:
    """A state from a position in words; what is not named is dealt by `seed`."""
    document: Document = accept(words, Document, "")
    check_parts(document)
    check_words(document)
    states = record.new_states()
    _Reader(document, states[0], seed)
    check_position(document, states)
    return states


class _Reader:
    """Lays out one position."""

    def __init__(self, document: Document, game: State, seed: int):
        self.document, self.game = document, game
        seats = len(document.seats)
        by.check_count(seats, 2, record.MAX_SEATS)
        game.options[0] = game.seats = seats
        game.options[1:] = by.read_options(document.options, record.OPTIONS, ("numbers",))
        game.cards = deck.DECK_SIZES[game.options[Option.DECK]]
        plant(game.rng, seed)
        clear_choices(game)
        self._lay_cards()
        self._set_round()
        by.set_chance(game, document.chance)
        if document.stage is None:
            self._set_moment()
        else:
            self._set_decision(document.stage)

    def _named_cards(self) -> Iterator[tuple[str, str]]:
        """Every card that is named, in full (horns+3) or by its trait alone, with its place."""
        for seat, words in enumerate(self.document.seats):
            place = f"seats[{seat}]"
            yield from cards.named_in(words.hand, f"{place}.hand")
            yield from cards.named_in(words.laid, f"{place}.laid")
            if isinstance(words.food, str):
                yield words.food, f"{place}.food"
            for i, species in enumerate(words.species):
                for j, trait in enumerate(species.traits):
                    if trait != "hidden":
                        yield _trait_card(species, j), f"{place}.species[{i}].traits[{j}]"
        for pile in ("deck", "discard", "removed"):
            yield from cards.named_in(getattr(self.document, pile), pile)

    def _take_cards(self, supply: cards.Supply) -> dict[str, str]:
        """Take out all cards that are named; the full name of each, by its place."""
        asked = [*self._named_cards()]
        in_full = [card for card in asked if card[0] not in TRAITS]
        supply.take_named(in_full)
        found = {place: name for name, place in in_full}
        for name, place in asked:
            if place not in found:
                kind = _any_of(name, place, supply)
                supply.take(kind, place)
                found[place] = CARD_NAMES[kind]
        return found

    def _names(self, pile: Pile, place: str) -> Pile:
        """The same pile with its cards named in full."""
        if not isinstance(pile, list):
            return pile
        return [self.names[f"{place}[{i}]"] for i in range(len(pile))]

    def _lay_cards(self) -> None:
        game, document = self.game, self.document
        table = document.options.get("numbers", record.OPTIONS["numbers"][0])
        numbers = np.array(fields.read_numbers(table, document.options))
        traits = deck.TRAIT_OF_COPY[game.options[Option.DECK], : len(numbers)]
        kinds = traits * deck.NUMBERS + numbers - LEAST_NUMBER
        supply = cards.Supply(CARD_NAMES, np.bincount(kinds, minlength=deck.KINDS))
        self.names = self._take_cards(supply)
        self.cards = cards.Layout(game, supply)
        for seat, words in enumerate(document.seats):
            self._lay_seat(seat, words)
        self._lay_removed()
        piles = (self._names(document.deck, "deck"), self._names(document.discard, "discard"))
        self.cards.lay_piles(*piles, 0)
        for species in range(len(game.traits)):  # now that hidden cards have faces
            worn = game.kind[fields.worn(game, species)] // deck.NUMBERS
            game.traits[species] = by.bits_of(worn.tolist())
        for seat, words in enumerate(document.seats):
            if words.start is not None:
                self._lay_start(seat, words.start, f"seats[{seat}].start")

    def _lay_seat(self, seat: int, words: fields.SeatWords) -> None:
        game, place = self.game, f"seats[{seat}]"
        words.lay(game, seat)
        for i, species in enumerate(words.species):
            self._lay_species(seat, species, f"{place}.species[{i}]")
        self._lay_hidden(game.hand[seat], seat, self._names(words.hand, f"{place}.hand"))
        self._lay_hidden(game.laid[seat], seat, self._names(words.laid, f"{place}.laid"))
        if words.food is not False:
            name = self.names.get(f"{place}.food")
            game.food_card[seat] = self.cards.hidden_card(name, seat)

    def _lay_hidden(self, pile: Indices, seat: int, names: Pile) -> None:
        """Cards that only their holder sees."""
        for name in names if isinstance(names, list) else [None] * (names or 0):
            append(pile, self.cards.hidden_card(name, seat))

    def _lay_species(self, seat: int, words: fields.SpeciesWords, place: str) -> None:
        species = new_species(self.game, seat)
        words.lay(self.game, species)
        for i in range(len(words.traits)):
            name = self.names.get(f"{place}.traits[{i}]")
            if i in words.face_down:
                slot = self.cards.hidden_card(name, seat)
            else:
                slot = self.cards.open_card(kind_named(CARD_NAMES, name or "", place))
            wear(self.game, species, slot)

    def _lay_removed(self) -> None:
        """With two players 40 cards are out of the game, unless the position says otherwise."""
        game, removed = self.game, self._names(self.document.removed, "removed")
        if removed is None and game.seats == 2:
            removed = LEFT_OUT
        self._lay_hidden(game.removed, 0, removed)
        game.known[items_of(game.removed)] = 0

    def _lay_start(self, seat: int, words: fields.StartWords, place: str) -> None:
        """Quick-play: what others see; made of the same cards."""
        game = self.game
        row = items_of(game.row[seat])[words.new_left :][: len(words.species)]
        too_many = len(row) < len(words.species)
        refuse_if(too_many, f"{place}.species", mark("there are more species than now"))
        words.lay(game, seat)
        spare = items_of(game.laid[seat])
        for species, was in zip(row, words.species, strict=True):
            append(game.was_row[seat], species)
            game.was_population[species], game.was_body[species] = was.population, was.body
            game.was_fat[species], game.was_worn[species] = was.fat, len(was.traits)
            game.was_traits[species] = _bits(was.traits)
            spare = [card for card in fields.worn(game, species) if is_open(game, card)] + spare
            for i in range(len(was.traits)):
                card = self._find(spare, _trait_card(was, i), place)
                game.was_card[species, i] = card
                game.known[card] = EVERYONE
        for species in items_of(game.row[seat]):
            spare += [card for card in fields.worn(game, species) if not is_open(game, card)]
        for card in (*items_of(game.hand[seat]), *spare):
            append(game.was_hand[seat], card)

    def _find(self, spare: list[int], name: str, place: str) -> int:
        """Take a card of this name, or of this trait, from some."""
        for card in spare:
            kind = int(self.game.kind[card])
            if name in (CARD_NAMES[kind], trait_name(kind)):
                spare.remove(card)
                return card
        raise Refused(say("this trait is neither in play nor discarded"), place=place)

    def _set_round(self) -> None:
        game, document = self.game, self.document
        game.mover = document.first
        document.lay(game)
        if document.last_round or document.next_round_last:
            game.ending = (
                record.Ending.THIS_ROUND if document.last_round else record.Ending.NEXT_ROUND
            )
        sentence = mark("after {n} passes in a row the phase is over")
        refuse_if(document.passes >= game.seats, "passes", sentence, n=game.seats)

    def _set_moment(self) -> None:
        """A position written by hand: the rules go on from here."""
        game, phase = self.game, self.document.phase
        game.decider = game.window_used = 0
        if phase == "supply":
            begin_supply(game)
            for seat in range(game.seats):
                if game.food_card[seat] != NOTHING:
                    game.waiting &= ~int(SEAT_BIT[seat])
            if game.waiting == 0:
                game.stage = Stage.NEXT_PLAYER
            return
        game.phase, game.stage = MOMENTS[phase]
        if phase == "deal":
            game.turn -= 1
        elif phase == "feeding":
            self._step_back()
        elif phase == "play" and game.mover != game.first and not fields.is_quick(game):
            self._step_back()
            game.phase = Phase.PLAY

    def _step_back(self) -> None:
        """Let the turn that comes next be that of the seat whose turn it is."""
        game = self.game
        game.mover = (game.mover + game.seats - 1) % game.seats

    def _set_decision(self, stage: str) -> None:
        """A position dumped where someone decides."""
        game, document = self.game, self.document
        game.phase = PHASES.get(stage, Phase.FEEDING)
        if document.decides is None:
            game.decider = game.mover
        if game.stage not in fields.IN_WINDOW:
            game.window_used = 0
        if game.stage == Stage.OVER:
            return
        deciding = document.pending if fields.together(game) else [int(game.decider)]
        game.waiting = by.bits_of(deciding)
        if game.stage == Stage.PLAY:
            self._set_choices()
        if game.stage in fields.IN_WINDOW:
            game.window_seats = (game.decider + game.seats - game.first) % game.seats + 1
        if document.attack is not None:
            self._set_attack(document.attack)
        if document.thought is not None:
            thought, scene = document.thought, Scene(game, int(game.decider))
            species = SPECIES.at(thought.species, scene, "thought.species")
            game.thinker = 2 * species + int(not thought.forage)
        if document.eating is not None:
            self._set_eating(document.eating)
        if game.phase == Phase.FEEDING:
            game.duty = must_feed(game, int(game.mover))

    def _set_choices(self) -> None:
        game = self.game
        for seat, words in enumerate(self.document.seats):
            choice, place = words.choice, f"seats[{seat}].choice"
            if choice is None:
                continue
            kind = kind_named(CARD_NAMES, choice.card, f"{place}.card")
            game.draft_card[seat] = cards.in_hand(game, seat, kind, f"{place}.card")
            game.part[seat] = record.Choice.USE
            if choice.species is not None:
                scene = Scene(game, seat)
                game.draft_species[seat] = SPECIES.at(choice.species, scene, f"{place}.species")
                game.part[seat] = record.Choice.REPLACE

    def _set_attack(self, words: fields.AttackWords) -> None:
        for name, place in cards.named_in(words.spend, "attack.spend"):
            append(self.game.spent, kind_named(CARD_NAMES, name, place))
        if words.seat is None:  # nobody's Scavengers eat
            words.seats_fed = words.next = 0
        words.lay(self.game, place="attack.")

    def _set_eating(self, words: fields.EatingWords) -> None:
        game = self.game
        words.lay(game, place="eating.")
        if words.forage is None:
            game.with_extra = record.ASK
        game.to_store = record.ASK if game.stage == Stage.STORE else 0
        game.window_used = int(words.after == "next_window")


def is_open(game: State, card: int) -> bool:
    """Whether everyone has seen a card."""
    return bool(game.known[card] == EVERYONE)


def _bits(traits: Iterable[str]) -> int:
    return by.bits_of(TRAITS.index(trait) for trait in traits)


def _trait_card(words: fields.SpeciesWords, index: int) -> str:
    """The name of a trait card of a species: with its number if that is given."""
    number = words.numbers[index] if index < len(words.numbers) else None
    trait = str(words.traits[index])
    return trait if number is None else f"{trait}{number:+d}"


def _any_of(trait: str, place: str, supply: cards.Supply) -> int:
    """A kind of this trait of which there are most left."""
    first = kind_named(CARD_NAMES, f"{trait}+0", place) + LEAST_NUMBER
    kinds = range(first, first + deck.NUMBERS)
    kind = max(kinds, key=lambda one: supply.left[one])
    sentence = mark("the deck has no more cards of “{name}”")
    refuse_if(supply.left[kind] == 0, place, sentence, name=trait)
    return kind


def force_deck(states: States, names: list[str]) -> None:
    """Put cards of these names on top of the draw pile; a trait alone is any card of it."""
    left = cards.kinds_in(states[0], states[0].deck)[::-1]
    for name in names:
        kind = CARD_NAMES.index(name) if name in CARD_NAMES else None
        if kind in left:  # cards named in full are no longer any card
            left.remove(kind)
    wanted = []
    for i, name in enumerate(names):
        if name in TRAITS:
            kind = next((one for one in left if trait_name(one) == name), UNSEEN)
            sentence = mark("there is no “{name}” left in the deck")
            refuse_if(kind == UNSEEN, f"deck[{i}]", sentence, name=name)
            left.remove(kind)
            name = CARD_NAMES[kind]
        wanted.append(name)
    cards.put_on_deck(states, wanted, CARD_NAMES)


# --- checks --------------------------------------------------------------------------------------

PHASE_OF = {
    **dict.fromkeys(
        ("grain", "feed", "hunt", "ignore", "window", "think", "store", "extra"), "feeding"
    ),
    "supply": "supply",
    "play": "play",
    "over": "over",
}
# What a stage cannot do without, and what else may be said about it.
NEEDS = {
    "hunt": ("attack",),
    "ignore": ("attack",),
    "think": ("thought",),
    "store": ("eating",),
    "extra": ("eating",),
}
BEFORE_FEEDING = ("deal", "supply", "play", "reveal")


def check_parts(document: Document) -> None:
    """The fields about an open decision are those its stage needs, and no others."""
    stage = document.stage
    given = [n for n in ("attack", "thought", "eating") if getattr(document, n) is not None]
    allowed = ("attack",) if document.eating and document.eating.after == "carrion" else ()
    by.check_stage(stage, document.phase, PHASE_OF, given, NEEDS.get(stage or "", ()), allowed)


def check_words(document: Document) -> None:
    """No rule leads to a position that says this."""
    twice = document.last_round and document.next_round_last
    refuse_if(twice, "next_round_last", mark("this is the last round already"))
    for seat, words in enumerate(document.seats):
        place = f"seats[{seat}]"
        none = not words.species and document.phase in ("deal", "supply", "play")
        refuse_if(none, f"{place}.species", mark("every seat has a species then"))
        _check_seat(document, words, place)
        for i, species in enumerate(words.species):
            _check_species(document, species, f"{place}.species[{i}]")


def _check_seat(document: Document, words: SeatWords, place: str) -> None:
    quick = document.options.get("mode") == "quick" and document.stage == "play"
    late = words.food is not False and document.phase not in ("supply", "play", "reveal")
    refuse_if(late, f"{place}.food", mark("food cards lie there before feeding only"))
    sentence = mark("this belongs to phase 3 of quick-play")
    refuse_if(words.laid and not quick, f"{place}.laid", sentence)
    refuse_if((words.start is not None) != quick, f"{place}.start", sentence)
    early = words.choice is not None and document.stage != "play"
    refuse_if(early, f"{place}.choice", mark("cards are chosen in phase 3"))
    for i, species in enumerate(words.start.species if words.start else []):
        where = f"{place}.start.species[{i}]"
        _check_species(document, species, where)
        hidden = species.face_down or "hidden" in species.traits
        refuse_if(hidden, where, mark("when phase 3 begins, no trait lies face down"))


def _check_species(document: Document, words: SpeciesWords, place: str) -> None:
    count, below = len(words.traits), f"{place}.face_down"
    many = len(words.numbers) > count
    refuse_if(many, f"{place}.numbers", mark("there are more numbers than traits"))
    refuse_if(any(i >= count for i in words.face_down), below, mark("there is no such trait"))
    for i, trait in enumerate(words.traits):
        wrong = trait == "hidden" and i not in words.face_down
        refuse_if(wrong, f"{place}.traits[{i}]", mark("a hidden trait lies face down"))
    late = words.face_down and document.phase not in ("play", "reveal")
    refuse_if(late, below, mark("traits lie face down in phase 3 only"))
    early = words.chips and document.phase in BEFORE_FEEDING
    refuse_if(early, f"{place}.chips", mark("before feeding, nothing is eaten"))
    in_grain = document.eating is not None and document.eating.after == "next_grain"
    past = document.stage != "grain" and not in_grain
    refuse_if(
        words.waiting and past, f"{place}.waiting", mark("start effects act when feeding begins")
    )


def check_position(document: Document, states: States) -> None:
    """The cards and food are possible, and so is the decision that is said to be open."""
    by.check_invariants(kernel, Violation, states)
    game: State = states[0]
    if document.stage is None or game.stage == Stage.OVER:
        return
    if game.stage in (Stage.HUNT, Stage.IGNORE, Stage.THINK):
        _check_begun(states)
    elif game.stage in ASKED_FROM:
        _check_asked(states)
    pending, last = int(kernel.pending(states)), int(game.seats) - 1
    refuse_if(pending == 0, "pending", mark("somebody has to decide"))
    out = np.zeros(MAX_LEGAL, np.int64)
    for seat in by.bits_in(pending):
        idle = seat <= last and kernel.legal(states, seat, out) == 0
        refuse_if(idle, "stage", mark("the seat that decides could do nothing"))
    sentence = mark("seats are counted from 0 to {last}")
    refuse_if(pending >> last > 1, "pending", sentence, last=last)


# The stage the rules pass through just before they ask.
ASKED_FROM: dict[int, int] = {
    Stage.FEED: Stage.NEXT_FEEDER,
    Stage.GRAIN: Stage.NEXT_GRAIN,
    Stage.WINDOW: Stage.NEXT_WINDOW,
    Stage.STORE: Stage.EAT,
    Stage.EXTRA: Stage.FORAGE,
}


def _check_asked(states: States) -> None:
    """Going on from just before the decision, the rules come to this very position."""
    before = states.copy()
    game: State = before[0]
    game.stage = ASKED_FROM[int(game.stage)]
    if states[0].stage == Stage.FEED:
        game.mover = (game.mover + game.seats - 1) % game.seats
    elif states[0].stage == Stage.WINDOW:
        game.window_seats -= 1
    by.check_asked(kernel, states, before, _go_on_to)


def _go_on_to(game: State) -> str:
    return say(
        "the rules do not ask this here; they go on to stage “{stage}” of seat {seat} "
        "in round {round}",
        stage=record.STAGES[game.stage],
        seat=int(game.decider),
        round=int(game.turn),
    )


def _check_begun(states: States) -> None:
    """The choice that is begun could be begun."""
    game: State = states[0]
    seat = int(game.decider)
    before = states.copy()
    if game.stage == Stage.THINK:
        before[0].stage = Stage.WINDOW
        action, place = Verb.THINK + int(game.thinker), "thought.species"
        by.check_possible(kernel, Reason, before, seat, action, place)
        before[0].thinker = -1
        _check_asked(before)
        return
    spent, held = items_of(game.spent), kinds_in(game, game.hand[seat])
    for i, kind in enumerate(spent):
        missing = held.count(kind) < spent.count(kind)
        refuse_if(missing, f"attack.spend[{i}]", mark("that card is not in the hand"))
    unpaid = int(game.ignored).bit_count() != len(spent)
    refuse_if(unpaid, "attack.spend", mark("each ignored trait costs one card"))
    if game.stage == Stage.IGNORE:
        before[0].stage, action = Stage.HUNT, Verb.IGNORE + int(game.named)
        by.check_possible(kernel, Reason, before, seat, action, "attack.ignore")
    before[0].stage, before[0].ignored, before[0].spent[0] = Stage.FEED, 0, 0
    action = Verb.ATTACK + int(game.hunter)
    by.check_possible(kernel, Reason, before, seat, action, "attack.species")
