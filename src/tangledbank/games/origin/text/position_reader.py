"""A position in words becomes a state; what it does not name is dealt from the cards left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.origin.rules.animals import new_animal, put_between, put_under
from tangledbank.games.origin.rules.cards import (
    ABILITIES,
    BIT,
    CARD_NAMES,
    CARD_SIDES,
    COPIES,
    EXTRA,
    SET_SIZES,
    Ability,
)
from tangledbank.games.origin.rules.state import (
    MAX_SEATS,
    OPTIONS,
    STAGES,
    TO_HOST,
    TO_PARTNER,
    Option,
    Phase,
    Stage,
    new_states,
)
from tangledbank.games.origin.rules.turn import ONE_SET_SEATS, clear_draft
from tangledbank.games.origin.text.names import ANIMALS
from tangledbank.games.origin.text.position_cards import reserve, supply_for
from tangledbank.games.origin.text.position_checks import (
    PAIR_ABILITIES,
    check_parts,
    check_position,
    decider_of,
    step_back,
)
from tangledbank.games.origin.text.position_fields import (
    AbilityWords,
    AnimalWords,
    Document,
    PairWords,
    SeatWords,
)
from tangledbank.games.origin.text.position_limits import check_limits
from tangledbank.games.shared.hidden_cards import EVERYONE
from tangledbank.games.shared.position_cards import Layout, kind_named
from tangledbank.games.shared.position_frame import (
    check_count,
    check_seats,
    read_options,
    set_chance,
)
from tangledbank.games.shared.verbs import Scene
from tangledbank.kernel.chance import plant
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
        supply = supply_for(document, self._copies())
        self.reserved = reserve(document, supply)
        self.cards = Layout(self.game, supply)
        self._lay_seats()
        self.cards.lay_piles(document.deck, document.discard, int(bool(document.reshuffled)))
        self._set_turn()

    def _set_options(self) -> None:
        document, game = self.document, self.game
        seats = len(document.seats)
        check_count(seats, 2, MAX_SEATS)
        game.options[0] = game.seats = seats
        game.options[1:] = read_options(document.options, OPTIONS)
        sets = 1 if seats <= ONE_SET_SEATS else 2
        game.cards = sets * SET_SIZES[game.options[Option.DECK]]

    def _copies(self) -> Any:
        """How many cards there are of each kind."""
        deck = self.game.options[Option.DECK]
        return COPIES[deck] * (int(self.game.cards) // SET_SIZES[deck])

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
            return self.cards.open_card(kind)
        return self.cards.open_card(self.reserved[place])

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
            batch = int(i >= len(cards) - words.reshuffled)
            append(game.hand[seat], self.cards.hidden_card(name, seat, batch))

    def _lay_animal(self, seat: int, words: AnimalWords, place: str) -> None:
        game = self.game
        a = self.cards.hidden_card(words.card, seat, int(words.reshuffled))
        if game.options[Option.UNDERSIDES] == 1:
            game.known[a] = EVERYONE
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
            if ability != Ability.FAT and game.traits[a] & BIT[ability]:
                raise Refused(say("an animal has this ability only once"), place=where)
            if one.token and ability != Ability.FAT:
                raise Refused(say("only fat holds a yellow token"), place=where)
            card = self._card_for(ability, one.card, where)
            put_under(game, a, card, ability)
            game.yellow[card] = one.token
        if game.traits[a] & BIT[Ability.CARNIVORE] and game.traits[a] & BIT[Ability.SCAVENGER]:
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
            if ability == Ability.SYMBIOSIS or words.used:
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

    def _set_turn(self) -> None:
        game, document = self.game, self.document
        check_seats(game, first=document.first, seat=document.seat, decides=document.decides)
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
        set_chance(game, document.chance, document.dice)

    def _set_stage(self) -> None:
        game, document = self.game, self.document
        phases = {
            "development": (Phase.DEVELOPMENT, Stage.NEXT_DEVELOPER),
            "food_bank": (Phase.DEVELOPMENT, Stage.FOOD_BANK),
            "feeding": (Phase.FEEDING, Stage.KEEP_FEEDING),
            "extinction": (Phase.FEEDING, Stage.EXTINCTION),
            "over": (Phase.OVER, Stage.OVER),
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
        kind = kind_named(CARD_NAMES, name, "draft.card")
        for slot in items_of(self.game.hand[self.game.mover]):
            if self.game.kind[slot] == kind:
                return slot
        raise Refused(say("that card is not in the hand"), place="draft.card")
