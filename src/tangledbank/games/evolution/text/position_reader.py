"""A position in words becomes a state; what it does not name is dealt from the cards left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tangledbank.accept import accept
from tangledbank.errors import Refused
from tangledbank.games.evolution.rules.cards import BIT, DECK_SIZES, NOTHING, NUMBERS, TRAITS
from tangledbank.games.evolution.rules.feeding import must_feed
from tangledbank.games.evolution.rules.species import new_species, wear
from tangledbank.games.evolution.rules.state import (
    ASK,
    FOODS,
    MAX_SEATS,
    OPTIONS,
    STAGES,
    Ending,
    Option,
    Part,
    Phase,
    Stage,
    State,
    new_states,
)
from tangledbank.games.evolution.rules.tell import CAUSES
from tangledbank.games.evolution.rules.turn import LEFT_OUT, begin_supply, clear_choices
from tangledbank.games.evolution.text.names import CARD_NAMES, SPECIES, trait_name
from tangledbank.games.evolution.text.position_cards import (
    copies_of,
    take_cards,
    trait_card,
)
from tangledbank.games.evolution.text.position_checks import (
    check_parts,
    check_position,
    check_words,
)
from tangledbank.games.evolution.text.position_fields import (
    AttackWords,
    Document,
    EatingWords,
    Hand,
    SeatWords,
    SpeciesWords,
    StartWords,
)
from tangledbank.games.evolution.text.position_numbers import read_numbers
from tangledbank.games.evolution.text.position_writer import WAITING, is_quick
from tangledbank.games.shared.hidden_cards import EVERYONE, SEAT_BIT
from tangledbank.games.shared.position_cards import Layout, Pile, Supply, kind_named, put_on_deck
from tangledbank.games.shared.position_frame import (
    check_count,
    check_seats,
    read_options,
    set_chance,
)
from tangledbank.games.shared.verbs import Scene
from tangledbank.kernel.chance import plant
from tangledbank.kernel.lists import append, items_of
from tangledbank.kernel.records import States
from tangledbank.text import say


def read(words: Mapping[str, Any], seed: int) -> Any:
    """A state from a position in words; what is not named is dealt by `seed`."""
    document: Document = accept(words, Document, "")
    check_parts(document)
    check_words(document)
    states = _Reader(document, seed).state
    check_position(document, states)
    return states


class _Reader:
    """Lays out one position."""

    def __init__(self, document: Document, seed: int):
        self.document = document
        self.state = new_states()
        self.game = self.state[0]
        seats = len(document.seats)
        check_count(seats, 2, MAX_SEATS)
        self.game.options[0] = self.game.seats = seats
        self.game.options[1:] = read_options(document.options, OPTIONS, ("numbers",))
        self.game.cards = DECK_SIZES[self.game.options[Option.DECK]]
        plant(self.game.rng, seed)
        clear_choices(self.game)
        self._lay_cards()
        self._set_round()
        set_chance(self.game, document.chance)
        if document.stage is None:
            self._set_moment()
        else:
            self._set_decision(document.stage)

    # --- cards and species ----------------------------------------------------------------------

    def _lay_cards(self) -> None:
        document = self.document
        table = document.options.get("numbers", OPTIONS["numbers"][0])
        numbers = read_numbers(table, document.options)
        supply = Supply(CARD_NAMES, copies_of(numbers, int(self.game.options[Option.DECK])))
        self.names = take_cards(document, supply)
        self.cards = Layout(self.game, supply)
        for seat, words in enumerate(document.seats):
            self._lay_seat(seat, words)
        self._lay_removed()
        self.cards.lay_piles(self._pile("deck"), self._pile("discard"), 0)
        for species in range(len(self.game.traits)):  # now that hidden cards have faces
            self.game.traits[species] = self._traits_of(species)
        for seat, words in enumerate(document.seats):
            if words.start is not None:
                self._lay_start(seat, words.start, f"seats[{seat}].start")

    def _pile(self, pile: str) -> Pile:
        cards: Pile = getattr(self.document, pile)
        if not isinstance(cards, list):
            return cards
        return [self.names[f"{pile}[{i}]"] for i in range(len(cards))]

    def _traits_of(self, species: int) -> int:
        kinds = self.game.kind[self._cards_on(species)]
        return sum(int(BIT[trait]) for trait in {int(kind) // NUMBERS for kind in kinds})

    def _lay_seat(self, seat: int, words: SeatWords) -> None:
        game, place = self.game, f"seats[{seat}]"
        game.bag[seat] = words.bag or 0
        for i, species in enumerate(words.species):
            self._lay_species(seat, species, f"{place}.species[{i}]")
        for slot in self._hidden(seat, words.hand, f"{place}.hand"):
            append(game.hand[seat], slot)
        for slot in self._hidden(seat, words.laid, f"{place}.laid"):
            append(game.laid[seat], slot)
        if words.food is not False:
            name = self.names.get(f"{place}.food")
            game.food_card[seat] = self.cards.hidden_card(name, seat)

    def _hidden(self, seat: int, hand: Hand, place: str) -> list[int]:
        """Cards that only their holder sees."""
        names: Sequence[str | None]
        if isinstance(hand, list):
            names = [self.names[f"{place}[{i}]"] for i in range(len(hand))]
        else:
            names = [None] * hand
        return [self.cards.hidden_card(name, seat) for name in names]

    def _lay_species(self, seat: int, words: SpeciesWords, place: str) -> None:
        game = self.game
        species = new_species(game, seat)
        game.population[species], game.body[species] = words.population, words.body
        game.chips[species], game.fat[species] = words.chips, words.fat
        for effect in words.waiting:
            game.grain[species] |= WAITING[effect]
        for i in range(len(words.traits)):
            name = self.names.get(f"{place}.traits[{i}]")
            if i in words.face_down:
                slot = self.cards.hidden_card(name, seat)
            else:
                slot = self.cards.open_card(kind_named(CARD_NAMES, name or "", place))
            wear(game, species, slot)

    def _lay_removed(self) -> None:
        """With two players 40 cards are out of the game, unless the position says otherwise."""
        removed = self._pile("removed")
        if removed is None:
            removed = LEFT_OUT if self.game.seats == 2 else 0
        names = removed if isinstance(removed, list) else [None] * removed
        for name in names:
            slot = self.cards.hidden_card(name, 0)
            self.game.known[slot] = 0
            append(self.game.removed, slot)

    def _lay_start(self, seat: int, words: StartWords, place: str) -> None:
        """Quick-play: what others see; made of the same cards."""
        game = self.game
        row = items_of(game.row[seat])[words.new_left :][: len(words.species)]
        if len(row) < len(words.species):
            raise Refused(say("there are more species than now"), place=f"{place}.species")
        game.was_bag[seat] = words.bag or 0
        spare = items_of(game.laid[seat])
        for species, was in zip(row, words.species, strict=True):
            append(game.was_row[seat], species)
            game.was_population[species], game.was_body[species] = was.population, was.body
            game.was_fat[species], game.was_worn[species] = was.fat, len(was.traits)
            spare = [card for card in self._cards_on(species) if is_open(game, card)] + spare
            for i, trait in enumerate(was.traits):
                card = self._find(spare, trait_card(was, i), place)
                game.was_card[species, i] = card
                game.was_traits[species] |= BIT[TRAITS.index(trait)]
                game.known[card] = EVERYONE
        for species in items_of(game.row[seat]):
            spare += [card for card in self._cards_on(species) if not is_open(game, card)]
        for card in (*items_of(game.hand[seat]), *spare):
            append(game.was_hand[seat], card)

    def _cards_on(self, species: int) -> list[int]:
        found: list[int] = self.game.card[species, : int(self.game.worn[species])].tolist()
        return found

    def _find(self, cards: list[int], name: str, place: str) -> int:
        """Take a card of this name, or of this trait, from some."""
        for card in cards:
            if name in (CARD_NAMES[self.game.kind[card]], trait_name(self.game.kind[card])):
                cards.remove(card)
                return card
        raise Refused(say("this trait is neither in play nor discarded"), place=place)

    # --- the moment -----------------------------------------------------------------------------

    def _set_round(self) -> None:
        game, document = self.game, self.document
        check_seats(game, first=document.first, seat=document.seat, decides=document.decides)
        game.turn, game.first = document.round, document.first
        game.mover = document.first if document.seat is None else document.seat
        game.hole, game.leftover = document.hole, document.leftover or 0
        game.ending = Ending.NOT_YET
        if document.last_round:
            game.ending = Ending.THIS_ROUND
        elif document.next_round_last:
            game.ending = Ending.NEXT_ROUND
        if document.passes >= game.seats:
            raise Refused(
                say("after {n} passes in a row the phase is over", n=game.seats), place="passes"
            )
        game.idle = document.passes

    def _set_moment(self) -> None:
        """A position written by hand: the rules go on from here."""
        game, phase = self.game, self.document.phase
        if phase == "deal":
            game.turn -= 1
            game.stage = Stage.DEAL
        elif phase == "supply":
            begin_supply(game)
            for seat in range(game.seats):
                if game.food_card[seat] != NOTHING:
                    game.waiting &= ~int(SEAT_BIT[seat])
            if game.waiting == 0:
                game.stage = Stage.NEXT_PLAYER
        elif phase == "play":
            game.phase, game.stage = Phase.SUPPLY, Stage.NEXT_PLAYER
            if game.mover != game.first and not is_quick(game):
                self._step_back()
                game.phase = Phase.PLAY
        elif phase == "reveal":
            game.phase, game.stage = Phase.PLAY, Stage.REVEAL
        elif phase == "feeding":
            self._step_back()
            game.phase, game.stage = Phase.FEEDING, Stage.OPEN_WINDOW
        elif phase == "end_round":
            game.phase, game.stage = Phase.FEEDING, Stage.END_ROUND
        else:
            game.phase, game.stage = Phase.OVER, Stage.OVER

    def _step_back(self) -> None:
        """Let the turn that comes next be that of the seat whose turn it is."""
        game = self.game
        game.mover = (game.mover + game.seats - 1) % game.seats

    def _set_decision(self, stage: str) -> None:
        """A position dumped where someone decides."""
        game, document = self.game, self.document
        game.stage = STAGES.index(stage)
        phases = {"supply": Phase.SUPPLY, "play": Phase.PLAY, "over": Phase.OVER}
        game.phase = phases.get(stage, Phase.FEEDING)
        game.decider = game.mover if document.decides is None else document.decides
        if game.stage == Stage.OVER:
            return
        game.waiting = int(SEAT_BIT[game.decider])
        if game.stage == Stage.SUPPLY or (game.stage == Stage.PLAY and is_quick(game)):
            game.waiting = sum(int(SEAT_BIT[seat]) for seat in set(document.pending))
        if game.stage == Stage.PLAY:
            self._set_choices()
        if game.stage in (Stage.WINDOW, Stage.THINK):
            game.window_used = document.window_used
            game.window_seats = (game.decider + game.seats - game.first) % game.seats + 1
        scene = Scene(game, int(game.decider))
        if document.attack is not None:
            self._set_attack(document.attack, scene)
        if document.thought is not None:
            thought = document.thought
            species = SPECIES.at(thought.species, scene, "thought.species")
            game.thinker = 2 * species + int(not thought.forage)
        if document.eating is not None:
            self._set_eating(document.eating, scene)
        if game.phase == Phase.FEEDING:
            game.duty = must_feed(game, int(game.mover))

    def _set_choices(self) -> None:
        game = self.game
        for seat, words in enumerate(self.document.seats):
            choice = words.choice
            if choice is None:
                continue
            place = f"seats[{seat}].choice"
            kind = kind_named(CARD_NAMES, choice.card, f"{place}.card")
            cards = [card for card in items_of(game.hand[seat]) if game.kind[card] == kind]
            if not cards:
                raise Refused(say("that card is not in the hand"), place=f"{place}.card")
            game.draft_card[seat], game.part[seat] = cards[0], Part.USE
            if choice.species is not None:
                scene = Scene(game, seat)
                game.draft_species[seat] = SPECIES.at(choice.species, scene, f"{place}.species")
                game.part[seat] = Part.REPLACE

    def _set_attack(self, words: AttackWords, scene: Scene) -> None:
        game = self.game
        game.ignored = sum(int(BIT[TRAITS.index(name)]) for name in set(words.ignored))
        for i, name in enumerate(words.spend):
            append(game.spent, kind_named(CARD_NAMES, name, f"attack.spend[{i}]"))
        if words.species is not None:
            game.hunter = SPECIES.at(words.species, scene, "attack.species")
        if words.ignore is not None:
            game.named = TRAITS.index(words.ignore)
        if words.seat is not None:
            check_seats(game, **{"attack.seat": words.seat})
            game.hunting_seat = words.seat
            game.carrion_seats, game.carrion_next = words.seats_fed, words.next

    def _set_eating(self, words: EatingWords, scene: Scene) -> None:
        game = self.game
        game.eater = SPECIES.at(words.species, scene, "eating.species")
        game.food_kind, game.cause = FOODS.index(words.food), CAUSES.index(words.cause)
        game.portion, game.then = words.amount, STAGES.index(words.after)
        game.with_extra = ASK if words.forage is None else int(words.forage)
        game.to_store = ASK if game.stage == Stage.STORE else 0
        game.least_store = words.at_least
        game.took = words.took
        game.window_used = int(words.after == "next_window")


def is_open(game: State, card: int) -> bool:
    """Whether everyone has seen a card."""
    return bool(game.known[card] == EVERYONE)


def force_deck(states: States, names: list[str]) -> None:
    """Put cards of these names on top of the draw pile; a trait alone is any card of it."""
    game = states[0]
    left = [int(game.kind[card]) for card in items_of(game.deck)[::-1]]
    for name in names:
        kind = CARD_NAMES.index(name) if name in CARD_NAMES else None
        if kind in left:  # cards named in full are no longer any card
            left.remove(kind)
    wanted = []
    for i, name in enumerate(names):
        if name in TRAITS:
            kind = next((one for one in left if trait_name(one) == name), None)
            if kind is None:
                raise Refused(
                    say("there is no “{name}” left in the deck", name=name), place=f"deck[{i}]"
                )
            left.remove(kind)
            wanted.append(CARD_NAMES[kind])
        else:
            wanted.append(name)
    put_on_deck(states, wanted, CARD_NAMES)
