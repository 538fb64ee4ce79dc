"""Attacks: who may attack whom (ledger 4.1), and what an attack does (4.2)."""

from __future__ import annotations

import numpy as np

from tangledbank.games.evolution.rules import species, tell
from tangledbank.games.evolution.rules.actions import Reason, Verb
from tangledbank.games.evolution.rules.cards import BIT, NOTHING, TRAITS, Trait
from tangledbank.games.evolution.rules.eating import begin_eating
from tangledbank.games.evolution.rules.species import (
    ask,
    has,
    hunger,
    list_hand,
    lose_population,
    room,
)
from tangledbank.games.evolution.rules.state import ASK, Food, Option, Stage, State
from tangledbank.games.evolution.rules.tell import Cause
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, find, get, length, push

SHELL = 3  # what Hard Shell adds against an attack (EV-SHL-01)
TOO_LARGE = 1 << 30  # no trait to ignore helps against size itself (EV-RUL-26)

# The traits Intelligence can ignore (EV-RUL-26).
NAMEABLE = (
    BIT[Trait.HORNS] | BIT[Trait.CLIMBING] | BIT[Trait.HARD_SHELL] | BIT[Trait.DEFENSIVE_HERDING]
    | BIT[Trait.SYMBIOSIS] | BIT[Trait.BURROWING] | BIT[Trait.WARNING_CALL] | BIT[Trait.SCAVENGER]
)  # fmt: skip

# The traits that protect from an attack, with the reason they are, the first of which is told.
DEFENCES = np.array([
    (Trait.HARD_SHELL, Reason.HARD_SHELL),
    (Trait.CLIMBING, Reason.CLIMBS),
    (Trait.DEFENSIVE_HERDING, Reason.HERD),
    (Trait.SYMBIOSIS, Reason.SYMBIOSIS),
    (Trait.BURROWING, Reason.BURROWED),
    (Trait.WARNING_CALL, Reason.WARNED),
], np.int64)  # fmt: skip


@rule
def hunting_size(game: State, attacker: int) -> int:
    """The body size that counts when it attacks (EV-PCK-01)."""
    return hunting_size_with(game.body[attacker], game.population[attacker], game.traits[attacker])


@rule
def hunting_size_with(body: int, population: int, traits: int) -> int:
    """The same, of any species of this size with traits of these bits."""
    return body + population if traits & BIT[Trait.PACK_HUNTING] != 0 else body


@rule
def defences(game: State, attacker: int, seat: int, place: int) -> int:
    """The traits, as bits, that protect the species at a place of a row from this attacker."""
    row = game.row[seat]
    prey = get(row, place)
    size = hunting_size(game, attacker)
    if size <= game.body[prey]:
        return TOO_LARGE  # EV-CARN-04
    traits, own = int(game.traits[prey]), int(game.traits[attacker])
    found = 0
    if traits & NAMEABLE != 0:
        if traits & BIT[Trait.HARD_SHELL] != 0 and size <= game.body[prey] + SHELL:
            found |= BIT[Trait.HARD_SHELL]
        if own & BIT[Trait.CLIMBING] == 0:
            found |= traits & BIT[Trait.CLIMBING]  # EV-CLB-01
        if game.population[attacker] <= game.population[prey]:
            found |= traits & BIT[Trait.DEFENSIVE_HERDING]  # EV-HRD-01
        if game.chips[prey] == game.population[prey]:
            found |= traits & BIT[Trait.BURROWING]  # EV-BUR-01
        if place + 1 < length(row) and game.body[get(row, place + 1)] > game.body[prey]:
            found |= traits & BIT[Trait.SYMBIOSIS]  # EV-SYM-01
    if own & BIT[Trait.AMBUSH] == 0:  # EV-AMB-01
        if place > 0:
            found |= game.traits[get(row, place - 1)] & BIT[Trait.WARNING_CALL]  # EV-WRN-01
        if place + 1 < length(row):
            found |= game.traits[get(row, place + 1)] & BIT[Trait.WARNING_CALL]
    return found


@rule
def count_bits(bits: int) -> int:
    """How many traits there are in a mask."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


@rule
def can_reach(game: State, attacker: int, cards: int, ignored: int) -> bool:
    """Whether there is prey, if up to `cards` more traits could be ignored."""
    for seat in range(game.seats):
        for place in range(length(game.row[seat])):
            found = defences(game, attacker, seat, place)
            if found == TOO_LARGE or get(game.row[seat], place) == attacker:
                continue
            found &= ~ignored
            if found == 0 or (cards > 0 and count_bits(found) <= cards):
                return True
    return False


@rule
def thinking_cards(game: State, attacker: int) -> int:
    """How many cards its owner can still discard for its Intelligence."""
    if not has(game, attacker, Trait.INTELLIGENCE):
        return 0
    return length(game.hand[int(game.owner[attacker])]) - length(game.spent)


@rule
def why_no_prey(game: State, prey: int) -> int:
    """What protects this species from the chosen attacker, or OK."""
    attacker = int(game.hunter)
    if prey == attacker:
        return Reason.ITSELF
    seat = int(game.owner[prey])
    found = defences(game, attacker, seat, find(game.row[seat], prey))
    if found == TOO_LARGE:
        return Reason.TOO_BIG
    for i in range(len(DEFENCES)):
        if found & ~game.ignored & BIT[DEFENCES[i, 0]] != 0:
            return DEFENCES[i, 1]
    return Reason.OK


@rule
def why_not_named(game: State, trait: int) -> int:
    """What keeps the chosen attacker from ignoring this trait, or OK (EV-INT-04, -05)."""
    attacker = int(game.hunter)
    if BIT[trait] & NAMEABLE == 0:
        return Reason.NOT_NAMEABLE
    if not has(game, attacker, Trait.INTELLIGENCE):
        return Reason.NO_INTELLIGENCE
    if game.ignored & BIT[trait] != 0:
        return Reason.IGNORED_ALREADY
    cards = thinking_cards(game, attacker)
    if cards == 0:
        return Reason.NO_CARD_LEFT
    ignored = game.ignored | BIT[trait]
    return Reason.OK if can_reach(game, attacker, cards - 1, ignored) else Reason.NO_PREY_LEFT


@rule
def list_hunt(game: State, out: Ints) -> int:
    """The prey of the chosen attacker, and the traits it could ignore."""
    n = 0
    attacker = int(game.hunter)
    for seat in range(game.seats):
        for place in range(length(game.row[seat])):
            prey = get(game.row[seat], place)
            if prey != attacker and defences(game, attacker, seat, place) & ~game.ignored == 0:
                out[n] = Verb.PREY + prey
                n += 1
    if thinking_cards(game, attacker) > 0:
        for trait in range(len(TRAITS)):
            if why_not_named(game, trait) == Reason.OK:
                out[n] = Verb.IGNORE + trait
                n += 1
    return n


@rule
def why_not_unspent(game: State, seat: int, kind: int) -> int:
    """That no such card is left in the hand to pay for this attack with, or OK."""
    copies = 0
    for i in range(length(game.hand[seat])):
        copies += int(game.kind[get(game.hand[seat], i)] == kind)
    for i in range(length(game.spent)):
        copies -= int(get(game.spent, i) == kind)
    return Reason.OK if copies > 0 else Reason.NOT_IN_HAND


@rule
def list_unspent(game: State, seat: int, out: Ints) -> int:
    """The kinds of cards a seat may discard."""
    listed = list_hand(game, seat, Verb.SPEND, out)
    n = 0
    for i in range(listed):
        out[n] = out[i]
        n += int(why_not_unspent(game, seat, out[i] - Verb.SPEND) == Reason.OK)
    return n


@rule
def spend_on_ignoring(game: State, kind: int) -> None:
    """A card will be discarded with the attack to ignore the named trait (EV-RUL-26)."""
    push(game.spent, kind)
    game.ignored |= BIT[game.named]
    game.named = NOTHING
    ask(game, Stage.HUNT, game.mover)


@rule
def name_trait(game: State, trait: int) -> None:
    """A trait is to be ignored; now its price."""
    game.named = trait
    ask(game, Stage.IGNORE, game.mover)


@rule
def attack(game: State, events: EventBook, prey: int) -> None:
    """The whole of ledger 4.2 up to the attacker's meat; what follows are stages."""
    game.idle = 0
    attacker = int(game.hunter)
    pay_for_ignoring(game, events)
    tell.attacked(game, events, game.mover, attacker, prey, game.ignored)
    meat = int(game.body[prey])  # EV-CARN-13, -15
    gored = has(game, prey, Trait.HORNS) and game.ignored & BIT[Trait.HORNS] == 0
    must_store = int(hunger(game, attacker) == 0 and game.options[Option.FED_ATTACKER] == 0)
    game.hunter = NOTHING
    game.carrion_seats = 0
    game.carrion_next = 0
    game.hunting_seat = game.mover
    game.stage = Stage.CARRION
    if gored:  # before it eats (EV-HRN-01, -02)
        tell.gored(game, events, game.mover, attacker, prey, game.population[attacker] - 1)
        lose_population(game, events, attacker)
        if game.population[attacker] == 0 and game.options[Option.HORNS] == 1:
            end_attack(game)  # the other reading of EV-RUL-28: the prey is unharmed
            return
    tell.bitten(game, events, int(game.owner[prey]), prey, game.population[prey] - 1)
    lose_population(game, events, prey)  # EV-CARN-10
    if game.population[attacker] == 0:
        return
    if game.options[Option.SCAVENGERS] == 0:  # EV-RUL-51
        eat_prey(game, attacker, meat, must_store)
    else:
        game.hunter, game.meat, game.least_meat = attacker, meat, must_store


@rule
def eat_prey(game: State, attacker: int, meat: int, must_store: int) -> None:
    """The attacker eats; one that was fed does not bite for nothing (EV-RUL-37)."""
    begin_eating(game, attacker, Food.MEAT, meat, Cause.ATTACK, ASK, 0, Stage.CARRION)
    game.least_store = must_store


@rule
def pay_for_ignoring(game: State, events: EventBook) -> None:
    """The cards that were spent on ignoring traits are discarded face up."""
    seat = int(game.mover)
    for i in range(length(game.spent)):
        species.discard_from_hand(game, events, seat, get(game.spent, i))
    game.spent[:] = 0  # no trace of it in what others see


@rule
def feed_scavengers(game: State, events: EventBook) -> None:
    """Each Scavenger takes 1 meat, the attacker's owner's first (EV-RUL-31), one at a time."""
    if game.ignored & BIT[Trait.SCAVENGER] != 0:
        game.carrion_seats = int(game.seats)
    seat = (game.hunting_seat + game.carrion_seats) % int(game.seats)
    while game.carrion_seats < game.seats:
        row = game.row[seat]
        while game.carrion_next < length(row):
            species = get(row, game.carrion_next)
            game.carrion_next += 1
            if has(game, species, Trait.SCAVENGER) and room(game, species) > 0:
                begin_eating(game, species, Food.MEAT, 1, Cause.SCAVENGER, ASK, 0, Stage.CARRION)
                return
        game.carrion_next = 0
        game.carrion_seats += 1
        seat = seat_after(game, seat)
    if game.hunter == NOTHING:
        end_attack(game)
        return
    attacker = int(game.hunter)
    game.hunter = NOTHING
    eat_prey(game, attacker, game.meat, game.least_meat)
    game.meat, game.least_meat = 0, 0


@rule
def end_attack(game: State) -> None:
    """The feeding turn is over."""
    game.ignored = 0
    game.stage = Stage.OPEN_WINDOW
