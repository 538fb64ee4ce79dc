"""A position in words becomes a state; what it does not name is dealt from the cards left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.document_cards import note_shuffles
from tangledbank.games.faces import EVERYONE, UNSEEN
from tangledbank.games.origin.animals import new_animal, put_between, put_under
from tangledbank.games.origin.cards import (
    ABILITIES,
    BIT,
    CARD_NAMES,
    CARD_SIDES,
    CARNIVORE,
    COPIES,
    EXTRA,
    FAT,
    ONE_SET,
    SCAVENGER,
    SYMBIOSIS,
)
from tangledbank.games.origin.document_cards import Supply, kind_named
from tangledbank.games.origin.document_checks import (
    PAIR_ABILITIES,
    check_parts,
    check_position,
    decider_of,
    step_back,
)
from tangledbank.games.origin.document_fields import (
    AbilityWords,
    AnimalWords,
    Document,
    PairWords,
    SeatWords,
)
from tangledbank.games.origin.document_limits import check_limits
from tangledbank.games.origin.names import ANIMALS
from tangledbank.games.origin.state import (
    DEVELOPMENT,
    EXTINCTION,
    FEEDING,
    FOOD_BANK,
    GAME_OVER,
    KEEP_FEEDING,
    MAX_SEATS,
    NEXT_DEVELOPER,
    OPT_DECK,
    OPT_UNDERSIDES,
    OPTIONS,
    OVER,
    STAGES,
    TO_HOST,
    TO_PARTNER,
    new_states,
)
from tangledbank.games.origin.turn import ONE_SET_SEATS, clear_draft
from tangledbank.games.vocabulary import Scene
from tangledbank.kernel.chance import LOADED, MAX_LOADED, WORDS, plant, shuffle
from tangledbank.kernel.lists import append, items_of
from tangledbank.text import say


def read(words: Mapping[str, Any], seed: int) -> Any:
    """A state from a position in words; what is not named is dealt by `seed`."""
    document: Document = accept(words, Document, "")
    check_parts(document)
    check_limits(document)
    states = _Reader(document, seed).state
    check_position(document, states)
    return states


class _Reader:
    """Lays out one position."""

    def __init__(self, document: Document, seed: int):
        self.document = document
        self.state = new_states()
        self.game = self.state[0]
        self._set_options()
        plant(self.game.rng, seed)
        self.supply = Supply(document, self._copies())
        self.next_slot = 0
        self.unnamed: list[int] = []  # cards in hands and animals, to be dealt at the end
        self._lay_seats()
        self._lay_piles()
        self._set_turn()

    def _set_options(self) -> None:
        document, game = self.document, self.game
        seats = len(document.seats)
        if not 2 <= seats <= MAX_SEATS:
            raise Refused(
                say("a game has 2 to {most} seats, not {seats}", most=MAX_SEATS, seats=seats),
                place="seats",
            )
        game.options[0] = game.seats = seats
        for name, value in document.options.items():
            if name not in OPTIONS or value not in OPTIONS[name]:
                raise Refused(
                    say("there is no option {name}: {value}", name=name, value=value)
                    + say(
                        "; there are: {options}",
                        options=", ".join(f"{k}: {'|'.join(v)}" for k, v in OPTIONS.items()),
                    ),
                    place="options",
                )
        for index, (name, values) in enumerate(OPTIONS.items(), start=1):
            game.options[index] = values.index(document.options.get(name, values[0]))
        sets = 1 if seats <= ONE_SET_SEATS else 2
        game.cards = sets * ONE_SET

    def _copies(self) -> Any:
        """How many cards there are of each kind."""
        copies = COPIES[self.game.options[OPT_DECK]]
        return copies * (int(self.game.cards) // ONE_SET)

    def _card_for(self, ability: int, name: str | None, place: str) -> int:
        """A card played as `ability`: the named one, or the one reserved for this place."""
        if name is not None:
            kind = CARD_NAMES.index(name)
            if ability not in CARD_SIDES[kind]:
                raise Refused(
                    say(
                        "the card “{name}” does not carry {ability}",
                        name=name,
                        ability=ABILITIES[ability],
                    ),
                    place=place,
                )
            return self._new_slot(kind)
        return self._new_slot(self.supply.reserved[place])

    def _new_slot(self, kind: int) -> int:
        if self.next_slot >= self.game.cards:
            raise Refused(
                say("the position needs more than the {n} cards there are", n=self.game.cards),
                place="seats",
            )
        slot = self.next_slot
        self.next_slot += 1
        self.game.kind[slot] = kind
        self.game.known[slot] = EVERYONE
        return slot

    def _lay_seats(self) -> None:
        for seat, words in enumerate(self.document.seats):
            for i, animal in enumerate(words.animals):
                self._lay_animal(seat, animal, f"seats[{seat}].animals[{i}]")
        for seat, words in enumerate(self.document.seats):
            for i, pair in enumerate(words.pairs):
                self._lay_pair(seat, pair, f"seats[{seat}].pairs[{i}]")
        for seat, words in enumerate(self.document.seats):
            for i in range(len(words.animals)):
                self._check_animal(seat, i)
            self.game.passed[seat] = words.passed
            self._lay_hand(seat, words)

    def _lay_hand(self, seat: int, words: SeatWords) -> None:
        game = self.game
        cards = words.hand if isinstance(words.hand, list) else [None] * words.hand
        if words.reshuffled > len(cards):
            raise Refused(
                say("the hand has only {n} cards", n=len(cards)), place=f"seats[{seat}].reshuffled"
            )
        for i, name in enumerate(cards):
            slot = self._new_hidden_slot(name, seat)
            append(game.hand[seat], slot)
            game.batch[slot] = i >= len(cards) - words.reshuffled

    def _new_hidden_slot(self, name: str | None, seat: int) -> int:
        """A card whose face only one seat knows; without a name it is dealt at the end."""
        slot = self._new_slot(UNSEEN if name is None else CARD_NAMES.index(name))
        self.game.known[slot] = BIT[seat]
        if name is None:
            self.unnamed.append(slot)
        return slot

    def _lay_animal(self, seat: int, words: AnimalWords, place: str) -> None:
        game = self.game
        a = self._new_hidden_slot(words.card, seat)
        if game.options[OPT_UNDERSIDES] == 1:
            game.known[a] = EVERYONE
        game.batch[a] = words.reshuffled
        new_animal(game, seat, a)
        self._lay_abilities(a, words, place)
        game.red[a], game.blue[a] = words.red, words.blue
        game.hibernating[a] = words.hibernating
        game.slept[a] = words.hibernated_last_turn
        game.poisoned[a] = words.poisoned
        for name in (*words.used, *(["hibernation"] if words.hibernating else [])):
            game.used[a] |= BIT[ABILITIES.index(name)]

    def _lay_abilities(self, a: int, words: AnimalWords, place: str) -> None:
        game = self.game
        for i, entry in enumerate(words.abilities):
            one = AbilityWords(ability=entry) if isinstance(entry, str) else entry
            ability = ABILITIES.index(one.ability)
            where = f"{place}.abilities[{i}]"
            if ability in PAIR_ABILITIES:
                raise Refused(say("a pair ability belongs under “pairs”"), place=where)
            if ability != FAT and game.traits[a] & BIT[ability]:
                raise Refused(say("an animal has this ability only once"), place=where)
            if one.token and ability != FAT:
                raise Refused(say("only fat holds a yellow token"), place=where)
            card = self._card_for(ability, one.card, where)
            put_under(game, a, card, ability)
            game.yellow[card] = one.token
        if game.traits[a] & BIT[CARNIVORE] and game.traits[a] & BIT[SCAVENGER]:
            raise Refused(
                say("an animal cannot be both scavenger and carnivore"), place=f"{place}.abilities"
            )

    def _lay_pair(self, seat: int, words: PairWords, place: str) -> None:
        game = self.game
        ability = ABILITIES.index(words.ability)
        scene = Scene(game, seat)
        a, b = (ANIMALS.at([seat, i], scene, f"{place}.animals") for i in words.animals)
        if a == b:
            raise Refused(say("a pair ability joins two animals"), place=f"{place}.animals")
        for link in items_of(game.links):
            if game.side[link] == ability and {a, b} == {game.host[link], game.partner[link]}:
                raise Refused(say("these two share this ability already"), place=place)
        card = self._card_for(ability, words.card, place)
        put_between(game, a, b, card, ability)
        game.spent[card] = words.used
        for index in words.waiting_for:
            if ability == SYMBIOSIS or words.used:
                raise Refused(say("a symbiosis, or one that is used, does not wait"), place=place)
            fed = ANIMALS.at([seat, index], scene, f"{place}.waiting_for")
            if fed not in (a, b):
                raise Refused(say("it waits for one of its two animals"), place=place)
            game.armed[card] |= TO_PARTNER if fed == b else TO_HOST

    def _check_animal(self, seat: int, index: int) -> None:
        game = self.game
        a = items_of(game.row[seat])[index]
        bits = game.traits[a]
        need = 1 + sum(int(EXTRA[i]) for i in range(len(ABILITIES)) if bits & BIT[i])
        if game.red[a] + game.blue[a] > need:
            raise Refused(
                say("it needs {need} tokens and cannot have more", need=need),
                place=f"seats[{seat}].animals[{index}]",
            )
        if game.hibernating[a] and not bits & BIT[ABILITIES.index("hibernation")]:
            raise Refused(
                say("it cannot hibernate without the ability"),
                place=f"seats[{seat}].animals[{index}].hibernating",
            )

    def _lay_piles(self) -> None:
        """Named cards of deck and discard pile, then all that is left, shuffled."""
        game, document = self.game, self.document
        discard = document.discard if isinstance(document.discard, list) else []
        top = document.deck if isinstance(document.deck, list) else []
        discarded = [self._new_slot(CARD_NAMES.index(name)) for name in discard]
        on_top = [self._new_slot(CARD_NAMES.index(name)) for name in top]
        spare = int(game.cards) - self.next_slot
        in_discard, in_deck = self._share(spare)
        self._deal_unnamed(in_discard, in_deck)
        for slot in discarded:
            append(game.discard, slot)
        for slot in reversed(on_top):
            append(game.deck, slot)
        for slot in items_of(game.deck):
            game.known[slot] = 0
            game.batch[slot] = bool(document.reshuffled)
        note_shuffles(game)

    def _deal_unnamed(self, in_discard: int, in_deck: int) -> None:
        """Give faces to all cards that have no name, each from the shuffle it belongs to."""
        game, supply = self.game, self.supply
        drawn = sum(int(game.batch[slot]) for slot in self.unnamed)
        held = drawn + (in_deck if self.document.reshuffled else 0)
        named = supply.reshuffled.total()
        if named != held:
            raise Refused(
                say(
                    "it leaves {named} cards for the {held} unnamed ones that are in the "
                    "reshuffled deck or were drawn from it",
                    named=named,
                    held=held,
                ),
                place="reshuffled",
            )
        first, again = self._shuffled(supply.left), self._shuffled(supply.reshuffled)
        for slot in self.unnamed:
            game.kind[slot] = next(again if game.batch[slot] else first)
        for _ in range(in_discard):
            append(game.discard, self._new_slot(next(first)))
        for _ in range(in_deck):
            append(game.deck, self._new_slot(next(again if self.document.reshuffled else first)))

    def _shuffled(self, cards: Counter[int]) -> Iterator[int]:
        faces = np.array(sorted(cards.elements()), np.int16)
        shuffle(self.game.rng, faces, len(faces))
        return iter(faces.tolist())

    def _share(self, spare: int) -> tuple[int, int]:
        """How many of the cards that are left lie in the discard pile and in the deck."""
        deck, discard = self.document.deck, self.document.discard
        if isinstance(discard, int) and isinstance(deck, int) and deck + discard != spare:
            raise Refused(
                say(
                    "{spare} cards are left for deck and discard pile, not {deck} + {discard}; "
                    "give only one of the two",
                    spare=spare,
                    deck=deck,
                    discard=discard,
                ),
                place="deck",
            )
        if isinstance(discard, int):
            in_discard = discard
        elif isinstance(deck, int):
            in_discard = spare - deck
        else:
            in_discard = 0
        if not 0 <= in_discard <= spare:
            raise Refused(
                say("there are only {spare} cards left for it", spare=spare),
                place="discard" if isinstance(discard, int) else "deck",
            )
        return in_discard, spare - in_discard

    def _set_turn(self) -> None:
        game, document = self.game, self.document
        for name, seat in (
            ("first", document.first), ("seat", document.seat), ("decides", document.decides)
        ):  # fmt: skip
            if seat is not None and seat >= game.seats:
                raise Refused(
                    say("seats are counted from 0 to {last}", last=game.seats - 1), place=name
                )
        game.turn, game.lap, game.first = document.turn, document.round, document.first
        game.mover = document.first if document.seat is None else document.seat
        game.bank = document.bank
        red = sum(animal.red for seat in document.seats for animal in seat.animals)
        game.rolled = document.bank + red
        game.last_turn, game.ending = document.last_turn, document.last_turn_next
        game.main_done = document.main_action_done
        game.acted = document.main_action_done if document.acted is None else document.acted
        if document.phase == "feeding" and document.passes >= game.seats:
            raise Refused(
                say("after {n} passes in a row the phase is over", n=game.seats), place="passes"
            )
        game.idle = document.passes
        clear_draft(game)
        self._set_stage()
        game.decider = decider_of(game) if document.decides is None else document.decides
        self._set_chance()

    def _set_chance(self) -> None:
        game, chance = self.game, self.document.chance
        if chance:
            if len(chance) != WORDS:
                raise Refused(say("the generator has {n} numbers", n=WORDS), place="chance")
            game.rng[:WORDS] = chance
        load_dice(game, self.document.dice)

    def _set_stage(self) -> None:
        game, document = self.game, self.document
        phases = {
            "development": (DEVELOPMENT, NEXT_DEVELOPER),
            "food_bank": (DEVELOPMENT, FOOD_BANK),
            "feeding": (FEEDING, KEEP_FEEDING),
            "extinction": (FEEDING, EXTINCTION),
            "over": (OVER, GAME_OVER),
        }
        game.phase, game.stage = phases[document.phase]
        if document.stage is not None:
            self._set_decision()
        elif document.phase == "development":  # the go comes to this seat, or to the next that can
            step_back(game)

    def _set_decision(self) -> None:
        """A position dumped in the middle of a choice, an attack or a chain."""
        game, document = self.game, self.document
        game.stage = STAGES.index(document.stage or "over")
        scene = Scene(game, int(game.mover))
        if document.draft:
            draft = document.draft
            if draft.ability:
                game.draft_side = ABILITIES.index(draft.ability)
            if draft.animal:
                game.draft_animal = ANIMALS.at(draft.animal, scene, "draft.animal")
            if draft.card:
                game.draft_card = self._find_in_hand(draft.card)
        if document.attack:
            attack = document.attack
            game.predator = ANIMALS.at(attack.predator, scene, "attack.predator")
            game.prey = ANIMALS.at(attack.prey, scene, "attack.prey")
            game.has_run, game.can_mimic = attack.has_run, attack.can_mimic
        game.then = STAGES.index(document.after or "keep_feeding")

    def _find_in_hand(self, name: str) -> int:
        kind = kind_named(name, "draft.card")
        for slot in items_of(self.game.hand[self.game.mover]):
            if self.game.kind[slot] == kind:
                return slot
        raise Refused(say("that card is not in the hand"), place="draft.card")


def force_deck(states: Any, names: list[str]) -> None:
    """Put cards of these names on top of the deck, by changing places with others in it."""
    game = states[0]
    deck = items_of(game.deck)[::-1]
    for i, name in enumerate(names):
        kind = kind_named(name, f"deck[{i}]")
        found = next((slot for slot in deck[i:] if game.kind[slot] == kind), None)
        if found is None:
            raise Refused(
                say("there is no “{name}” left in the deck", name=name), place=f"deck[{i}]"
            )
        game.kind[found], game.kind[deck[i]] = int(game.kind[deck[i]]), kind


def force_dice(states: Any, dice: list[int]) -> None:
    """Load the next dice."""
    game = states[0]
    if len(dice) > MAX_LOADED or any(die not in range(1, 7) for die in dice):
        raise Refused(
            say("dice are up to {most} numbers from 1 to 6", most=MAX_LOADED), place="dice"
        )
    load_dice(game, dice)


def load_dice(game: Any, dice: list[int]) -> None:
    """Let the next dice be these."""
    game.rng[LOADED] = len(dice)
    game.rng[LOADED + 1 : LOADED + 1 + len(dice)] = dice
