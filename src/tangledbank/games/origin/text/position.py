"""A whole position of The Origin of Species in words: written by hand or dumped, and read back.

Every field has a natural default. What a position does not name is dealt from the cards that are
left, so a person writes only what matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from msgspec import Meta

from tangledbank.accept import accept
from tangledbank.games.origin.rules import cards as deck
from tangledbank.games.origin.rules import state as record
from tangledbank.games.origin.rules.animals import new_animal, put_between, put_under
from tangledbank.games.origin.rules.cards import ABILITIES, BIT, CARD_NAMES, CARD_SIDES, NOTHING
from tangledbank.games.origin.rules.state import STAGES, Option, Phase, Stage, State
from tangledbank.games.origin.rules.turn import ONE_SET_SEATS, clear_draft
from tangledbank.games.origin.text import position_checks as checks
from tangledbank.games.origin.text.words import ANIMALS
from tangledbank.games.shared import position as by
from tangledbank.games.shared import position_cards as cards
from tangledbank.games.shared.hidden_cards import EVERYONE
from tangledbank.games.shared.position import Declared, Way, refuse_if
from tangledbank.games.shared.position import force_dice as force_dice
from tangledbank.games.shared.verbs import Scene
from tangledbank.kernel.chance import MAX_LOADED, plant
from tangledbank.kernel.records import States, append, items_of
from tangledbank.text import mark

# --- the fields, each with its natural default; what they mean is told in docs/words-origin.md ----

if TYPE_CHECKING:
    Ability = str
    StageName = str
else:
    Ability, StageName = Literal[ABILITIES], Literal[STAGES[: Stage.OVER + 1]]
Count = Annotated[int, Meta(ge=0, le=int(record.MAX_CARDS))]
Turns = Annotated[int, Meta(ge=1, le=1000)]
SeatNumber = Annotated[int, Meta(ge=0, lt=record.MAX_SEATS)]
Place = Annotated[list[Count], Meta(min_length=2, max_length=2)]
Hand = Count | list[str]  # how many cards, or their names
Dice = Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(max_length=MAX_LOADED)]


def developing(game: State) -> bool:
    """Whether it is the phase before feeding."""
    return bool(game.phase == Phase.DEVELOPMENT)


def feeding(game: State) -> bool:
    """Whether feeding has begun."""
    return not developing(game)


class AbilityWords(Declared):
    """An ability card under an animal."""

    ability: Annotated[Ability, by.named("side", ABILITIES)]
    card: Annotated[str | None, Way(_other_name)] = None  # default: any that carries the ability
    token: Annotated[bool, by.flag("yellow")] = False  # fat only: holds a yellow token


class AnimalWords(Declared):
    """One animal, with the cards under it."""

    abilities: Annotated[list[Ability | AbilityWords], Way(_abilities_under)] = []
    red: Annotated[Count, by.number("red")] = 0
    blue: Annotated[Count, by.number("blue")] = 0
    hibernating: Annotated[bool, by.flag("hibernating")] = False
    hibernated_last_turn: Annotated[bool, by.flag("slept")] = False
    poisoned: Annotated[bool, by.flag("poisoned")] = False
    used: Annotated[list[Ability], by.some("used", ABILITIES)] = []  # turned by use
    card: Annotated[str | None, by.shown(by.named("kind", CARD_NAMES))] = None  # it was played from
    reshuffled: Annotated[bool, Way(_is_reshuffled)] = False  # that card; and it is still hidden


class PairWords(Declared):
    """A pair ability between two animals of one seat."""

    ability: Annotated[
        Literal["communication", "symbiosis", "cooperation"], by.named("side", ABILITIES)
    ]
    animals: Annotated[Place, Way(_pair)]  # indices in the row; the protected one, the symbiont
    card: Annotated[str | None, Way(_other_name)] = None
    used: Annotated[bool, by.flag("spent")] = False  # has worked in this round
    waiting_for: Annotated[list[Count], Way(_waiting_for)] = []  # those of its animals to feed


class SeatWords(Declared):
    """What lies before one seat."""

    always = ("hand", "animals")
    hand: Annotated[Hand, cards.cards_in("hand", CARD_NAMES)] = 0
    animals: Annotated[list[AnimalWords], by.in_row(AnimalWords)] = []
    pairs: Annotated[list[PairWords], Way(_pairs_of)] = []
    passed: Annotated[bool, by.flag("passed", developing)] = False
    reshuffled: Annotated[Count, Way(_reshuffled_cards)] = 0  # so many of the last cards in hand


class DraftWords(Declared):
    """A choice that is begun and not yet complete."""

    card: Annotated[str | None, Way(_card_drafted)] = None
    ability: Annotated[Ability | None, by.named("draft_side", ABILITIES)] = None
    animal: Annotated[Place | None, by.thing("draft_animal", ANIMALS)] = None


class AttackWords(Declared):
    """An attack under way."""

    predator: Annotated[Place, by.thing("predator", ANIMALS)]
    prey: Annotated[Place, by.thing("prey", ANIMALS)]
    has_run: Annotated[bool, by.flag("has_run")] = False
    can_mimic: Annotated[bool, by.flag("can_mimic")] = False


class Document(Declared):
    """A whole position. All seats and animals are counted from 0."""

    always = ("phase", "turn", "round", "first", "bank")
    seats: Annotated[list[SeatWords], by.each(SeatWords)]
    options: Annotated[dict[str, str], by.options_of(record.OPTIONS)] = {}
    phase: Annotated[
        Literal["development", "food_bank", "feeding", "extinction", "over"],
        by.shown(by.named("phase", record.PHASES)),
    ] = "development"
    turn: Annotated[Turns, by.number("turn")] = 1
    round: Annotated[Turns, by.number("lap")] = 1
    first: Annotated[SeatNumber, by.seat("first")] = 0
    seat: Annotated[SeatNumber | None, by.seat("mover")] = None  # default: the first player's go
    bank: Annotated[Count, by.number("bank")] = 0
    last_turn: Annotated[bool, by.flag("last_turn")] = False
    last_turn_next: Annotated[bool, by.flag("ending", lambda game: not game.last_turn)] = False
    deck: Annotated[Hand | None, cards.cards_in("deck", CARD_NAMES)] = None  # default: all left
    discard: Annotated[Hand | None, cards.cards_in("discard", CARD_NAMES)] = None  # default: none
    # what the reshuffled deck held, by name, without what everyone has seen since; public
    reshuffled: Annotated[dict[str, Count], Way(_reshuffled)] = {}
    main_action_done: Annotated[bool, by.flag("main_done", feeding)] = False
    acted: Annotated[bool | None, by.flag("acted", _has_acted)] = None  # as main_action_done
    passes: Annotated[Count, by.number("idle", feeding)] = 0
    dice: Annotated[Dice, Way(by.loaded)] = []  # the next ones, forced
    chance: by.Chance = []  # the generator; default: from seed
    # a decision in the middle of something; a position written by hand needs none of these
    stage: Annotated[StageName | None, by.named("stage", STAGES)] = None
    decides: Annotated[SeatNumber | None, by.seat("decider")] = None
    draft: Annotated[DraftWords | None, by.part(DraftWords, by.at_stage(*checks.BEGUN_FROM))] = None
    attack: Annotated[AttackWords | None, by.part(AttackWords, by.at_stage(Stage.REACT))] = None
    after: Annotated[
        Literal["keep_feeding", "carrion"] | None,
        by.named("then", STAGES, by.at_stage(Stage.CHAIN)),
    ] = None
    # derived; written for the reader, not read
    scores: list[int] = []
    winners: list[int] = []


# --- writing ------------------------------------------------------------------------------------


def write(game: State, standing: list[int], winners: list[int]) -> Document:
    """The position as a document; faces the observation does not show are left out."""
    return Document.of(game, scores=standing, winners=winners)


def _has_acted(game: State) -> bool:
    return bool(game.acted) and feeding(game)


def _is_reshuffled(game: State, a: int) -> bool:
    return bool(game.batch[a] and game.known[a] != EVERYONE)


def _other_name(game: State, card: int) -> str | None:
    """The name of a card played as an ability, unless it is that of the ability."""
    name = CARD_NAMES[game.kind[card]]
    return None if name == ABILITIES[game.side[card]] else name


def _abilities_under(game: State, a: int) -> list[str | AbilityWords]:
    found: list[str | AbilityWords] = []
    card = int(game.under[a])
    while card != NOTHING:
        words = AbilityWords.of(game, card)
        found.append(words.ability if words == AbilityWords(words.ability) else words)
        card = int(game.below[card])
    return found


def _pairs_of(game: State, seat: int) -> list[PairWords]:
    links = items_of(game.links)
    return [PairWords.of(game, link) for link in links if game.owner[game.host[link]] == seat]


def _pair(game: State, link: int) -> list[int]:
    return [ANIMALS.place_of(game, int(a[link]))[1] for a in (game.host, game.partner)]


def _waiting_for(game: State, link: int) -> list[int]:
    host, partner = _pair(game, link)
    places = ((partner, record.TO_PARTNER), (host, record.TO_HOST))
    return [place for place, bit in places if game.armed[link] & bit]


def _reshuffled_cards(game: State, seat: int) -> int:
    return int(np.count_nonzero(game.batch[items_of(game.hand[seat])]))


def _reshuffled(game: State) -> dict[str, int]:
    """The faces that went into the reshuffled deck, without those open again; public."""
    slots = np.flatnonzero(game.batch)
    left = Counter(game.pool[slots].tolist())
    left.subtract(game.kind[slots[game.known[slots] == EVERYONE]].tolist())
    return {CARD_NAMES[kind]: left[kind] for kind in sorted(left) if left[kind]}


def _card_drafted(game: State) -> str | None:
    return CARD_NAMES[game.kind[game.draft_card]] if game.draft_card != NOTHING else None


# --- reading ------------------------------------------------------------------------------------

# Where the rules go on from a position that says no stage.
MOMENTS = {
    "development": (Phase.DEVELOPMENT, Stage.NEXT_DEVELOPER),
    "food_bank": (Phase.DEVELOPMENT, Stage.FOOD_BANK),
    "feeding": (Phase.FEEDING, Stage.KEEP_FEEDING),
    "extinction": (Phase.FEEDING, Stage.EXTINCTION),
    "over": (Phase.OVER, Stage.OVER),
}

force_deck = partial(cards.put_on_deck, names=CARD_NAMES)


def read(words: Mapping[str, object], seed: int) -> States:
    """A state from a position in words; what is not named is dealt by `seed`."""
    document: Document = accept(words, Document, "")
    checks.check_parts(document)
    checks.check_limits(document)
    states = record.new_states()
    _Reader(document, states[0], seed)
    checks.check_position(document, states)
    return states


class _Reader:
    """Lays out one position."""

    def __init__(self, document: Document, game: State, seed: int):
        self.document, self.game = document, game
        seats = len(document.seats)
        by.check_count(seats, 2, record.MAX_SEATS)
        game.options[0] = game.seats = seats
        game.options[1:] = by.read_options(document.options, record.OPTIONS)
        sets = 1 if seats <= ONE_SET_SEATS else 2
        game.cards = sets * deck.SET_SIZES[game.options[Option.DECK]]
        plant(game.rng, seed)
        self.supply = cards.Supply(CARD_NAMES, deck.COPIES[game.options[Option.DECK]] * sets)
        self.supply.take_named(self._named_cards())
        self.supply.take_shuffle(document.reshuffled, self._named_of_reshuffled(), "reshuffled")
        self.reserved = self._reserve()
        self.cards = cards.Layout(game, self.supply)
        self._lay_seats()
        self.cards.lay_piles(document.deck, document.discard, int(bool(document.reshuffled)))
        self._set_turn()

    def _named_cards(self) -> Iterator[tuple[str, str]]:
        """Every card that is named, with its place."""
        for seat, words in enumerate(self.document.seats):
            yield from cards.named_in(words.hand, f"seats[{seat}].hand")
            for i, animal in enumerate(words.animals):
                if animal.card is not None:
                    yield animal.card, f"seats[{seat}].animals[{i}].card"
        for _ability, card, place in self._played_abilities():
            if card is not None:
                yield card, f"{place}.card"
        yield from cards.named_in(self.document.deck, "deck")
        yield from cards.named_in(self.document.discard, "discard")

    def _played_abilities(self) -> Iterator[tuple[int, str | None, str]]:
        """Every ability in play, its card if that is named, and its place."""
        for seat, words in enumerate(self.document.seats):
            for i, animal in enumerate(words.animals):
                for j, one in enumerate(map(_in_full, animal.abilities)):
                    place = f"seats[{seat}].animals[{i}].abilities[{j}]"
                    yield ABILITIES.index(one.ability), one.card, place
            for i, pair in enumerate(words.pairs):
                yield ABILITIES.index(pair.ability), pair.card, f"seats[{seat}].pairs[{i}]"

    def _named_of_reshuffled(self) -> Iterator[str]:
        """The named cards in, or drawn from, the reshuffled deck."""
        for words in self.document.seats:
            if isinstance(words.hand, list) and words.reshuffled:
                yield from words.hand[-words.reshuffled :]
            yield from (one.card for one in words.animals if one.reshuffled and one.card)
        if self.document.reshuffled and isinstance(self.document.deck, list):
            yield from self.document.deck

    def _reserve(self) -> dict[str, int]:
        """A card for each ability that names none: the scarcest abilities choose first."""
        left, reserved = self.supply.left, dict[str, int]()
        wanted = [(a, place) for a, card, place in self._played_abilities() if card is None]
        sides = CARD_SIDES.tolist()
        kinds_of = [[k for k, own in enumerate(sides) if a in own] for a in deck.Ability]
        copies = [sum(left[kind] for kind in kinds) for kinds in kinds_of]
        for ability, place in sorted(wanted, key=lambda one: copies[one[0]]):
            kind = max(kinds_of[ability], key=lambda kind: left[kind])
            none_left = mark("the deck has no more cards with {ability}")
            refuse_if(left[kind] == 0, place, none_left, ability=ABILITIES[ability])
            left[kind] -= 1
            reserved[place] = kind
        return reserved

    def _card_for(self, ability: int, name: str | None, place: str) -> int:
        """A card played as `ability`: the named one, or the one reserved for this place."""
        if name is None:
            return self.cards.open_card(self.reserved[place])
        kind, sentence = CARD_NAMES.index(name), mark("the card “{name}” does not carry {ability}")
        wrong = ability not in CARD_SIDES[kind]
        refuse_if(wrong, place, sentence, name=name, ability=ABILITIES[ability])
        return self.cards.open_card(kind)

    def _lay_seats(self) -> None:
        seats = [(f"seats[{seat}]", seat, words) for seat, words in enumerate(self.document.seats)]
        for place, seat, words in seats:
            for i, animal in enumerate(words.animals):
                self._lay_animal(seat, animal, f"{place}.animals[{i}]")
        for place, seat, words in seats:
            for i, pair in enumerate(words.pairs):
                self._lay_pair(seat, pair, f"{place}.pairs[{i}]")
        for place, seat, words in seats:
            for i, a in enumerate(items_of(self.game.row[seat])):
                checks.check_animal(self.game, a, f"{place}.animals[{i}]")
            words.lay(self.game, seat)
            self._lay_hand(seat, words, place)

    def _lay_hand(self, seat: int, words: SeatWords, place: str) -> None:
        names = words.hand if isinstance(words.hand, list) else [None] * words.hand
        few = mark("the hand has only {n} cards")
        refuse_if(words.reshuffled > len(names), f"{place}.reshuffled", few, n=len(names))
        for i, name in enumerate(names):
            batch = int(i >= len(names) - words.reshuffled)
            append(self.game.hand[seat], self.cards.hidden_card(name, seat, batch))

    def _lay_animal(self, seat: int, words: AnimalWords, place: str) -> None:
        game = self.game
        a = self.cards.hidden_card(words.card, seat, int(words.reshuffled))
        if game.options[Option.UNDERSIDES] == 1:
            game.known[a] = EVERYONE
        new_animal(game, seat, a)
        for i, one in enumerate(map(_in_full, words.abilities)):
            self._lay_ability(a, one, f"{place}.abilities[{i}]")
        both = BIT[deck.Ability.CARNIVORE] | BIT[deck.Ability.SCAVENGER]
        sentence = mark("an animal cannot be both scavenger and carnivore")
        refuse_if(game.traits[a] & both == both, f"{place}.abilities", sentence)
        words.lay(game, a)
        if words.hibernating:
            game.used[a] |= BIT[deck.Ability.HIBERNATION]

    def _lay_ability(self, a: int, words: AbilityWords, place: str) -> None:
        game, ability = self.game, ABILITIES.index(words.ability)
        is_fat = ability == deck.Ability.FAT
        in_pairs = ability in deck.PAIRS
        refuse_if(in_pairs, place, mark("a pair ability belongs under “pairs”"))
        again = not is_fat and game.traits[a] & BIT[ability]
        refuse_if(again, place, mark("an animal has this ability only once"))
        refuse_if(words.token and not is_fat, place, mark("only fat holds a yellow token"))
        card = self._card_for(ability, words.card, place)
        put_under(game, a, card, ability)
        words.lay(game, card)

    def _lay_pair(self, seat: int, words: PairWords, place: str) -> None:
        game, ability = self.game, ABILITIES.index(words.ability)
        scene = Scene(game, seat)
        a, b = (ANIMALS.at([seat, i], scene, f"{place}.animals") for i in words.animals)
        refuse_if(a == b, f"{place}.animals", mark("a pair ability joins two animals"))
        for link in items_of(game.links):
            same = game.side[link] == ability and {a, b} == {game.host[link], game.partner[link]}
            refuse_if(same, place, mark("these two share this ability already"))
        card = self._card_for(ability, words.card, place)
        put_between(game, a, b, card, ability)
        words.lay(game, card)
        for index in words.waiting_for:
            works = ability == deck.Ability.SYMBIOSIS or words.used
            refuse_if(works, place, mark("a symbiosis, or one that is used, does not wait"))
            fed = ANIMALS.at([seat, index], scene, f"{place}.waiting_for")
            refuse_if(fed not in (a, b), place, mark("it waits for one of its two animals"))
            game.armed[card] |= record.TO_PARTNER if fed == b else record.TO_HOST

    def _set_turn(self) -> None:
        game, document = self.game, self.document
        game.phase, game.stage = MOMENTS[document.phase]
        game.mover, game.acted = document.first, document.main_action_done
        clear_draft(game)
        document.lay(game)
        game.rolled = document.bank + sum(one.red for own in document.seats for one in own.animals)
        too_many = document.phase == "feeding" and document.passes >= game.seats
        sentence = mark("after {n} passes in a row the phase is over")
        refuse_if(too_many, "passes", sentence, n=game.seats)
        if document.stage is not None:
            self._set_decision()
        elif document.phase == "development":  # the go comes to this seat, or to the next that can
            checks.step_back(game)
        if document.decides is None:
            game.decider = checks.decider_of(game)
        by.set_chance(game, document.chance, document.dice)

    def _set_decision(self) -> None:
        """A position dumped in the middle of a choice, an attack or a chain."""
        game, document = self.game, self.document
        if document.draft:
            document.draft.lay(game, place="draft.")
            if document.draft.card:
                kind = cards.kind_named(CARD_NAMES, document.draft.card, "draft.card")
                game.draft_card = cards.in_hand(game, int(game.mover), kind, "draft.card")
        if document.attack:
            document.attack.lay(game, place="attack.")
        if document.after is None:
            game.then = Stage.KEEP_FEEDING


def _in_full(words: str | AbilityWords) -> AbilityWords:
    return AbilityWords(ability=words) if isinstance(words, str) else words
