"""Attacks: who may attack whom, the victim's answers, and the scavenger (ledger 4.1, 4.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangledbank.games.origin.rules.actions import (
    ACCEPT,
    ACCEPTED,
    ATTACK_BEGINS,
    DROP,
    DROPPED,
    EATEN,
    FROM_SCAVENGER,
    FROM_TAIL,
    FROM_VICTIM,
    MIMIC,
    MIMICKED,
    POISONED,
    PREY,
    RAN,
    RUN,
    SCAVENGE_WITH,
)
from tangledbank.games.origin.rules.animals import (
    can_receive,
    discard_animal,
    drop_ability,
    fed,
    has,
    right_of,
    use,
    was_used,
    why_no_food,
)
from tangledbank.games.origin.rules.cards import (
    BIT,
    BURROWING,
    CAMOUFLAGE,
    CARNIVORE,
    LARGE,
    MIMICRY,
    NOTHING,
    POISONOUS,
    RUNNING,
    SCAVENGER,
    SHARP_VISION,
    SWIMMING,
    SYMBIOSIS,
    TAIL_LOSS,
)
from tangledbank.games.origin.rules.chain import gain
from tangledbank.games.origin.rules.reasons import (
    HAS_HUNTED,
    HIDDEN,
    IN_BURROW,
    ITSELF,
    MAIN_ACTION_DONE,
    NO_PREY,
    NOT_CARNIVORE,
    OK,
    ONLY_SWIMMERS,
    PROTECTED,
    SWIMS,
    TOO_LARGE,
)
from tangledbank.games.origin.rules.state import (
    ATTACKED,
    BLUE,
    CARRION,
    KEEP_FEEDING,
    MAX_CARDS,
    OPT_MIMICRY,
    OPT_TAIL_LOSS,
    REACT,
    SCAVENGE,
    Game,
)
from tangledbank.games.shared.tableau import seat_after, tell
from tangledbank.kernel.chance import roll
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.events import EventBook
from tangledbank.kernel.lists import get, length

ESCAPE_ROLL = 4  # this or more on the die (OS-RUN-01)
VICTIM_TOKENS = 2  # OS-PRED-03
TAIL_TOKENS = 1  # OS-TAIL-02

# The abilities with which an animal answers an attack (OS-TRT-04).
ANSWERING = BIT[RUNNING] | BIT[MIMICRY] | BIT[TAIL_LOSS]

# The abilities that can keep an attack from being made at all.
PROTECTING = BIT[SWIMMING] | BIT[LARGE] | BIT[CAMOUFLAGE] | BIT[BURROWING] | BIT[SYMBIOSIS]

# Run, accept, and for every card at most one of: mimic with it, drop it. An animal is no ability.
MAX_ANSWERS = 2 + MAX_CARDS


@rule
def why_safe(game: Game, predator: int, prey: int) -> int:
    """The defence that keeps `predator` from attacking `prey`, or OK."""
    if predator == prey:
        return ITSELF
    bits = defences(game, predator, prey)
    if bits == 0:
        return OK
    if bits & BIT[SWIMMING] != 0:
        return SWIMS if has(game, prey, SWIMMING) else ONLY_SWIMMERS
    if bits & BIT[LARGE] != 0:
        return TOO_LARGE
    if bits & BIT[CAMOUFLAGE] != 0:
        return HIDDEN
    return IN_BURROW if bits & BIT[BURROWING] != 0 else PROTECTED


@rule
def defences(game: Game, predator: int, prey: int) -> int:
    """The abilities that keep `predator` from `prey`, as bits. Matrix 4.1."""
    hunter, hunted = game.traits[predator], game.traits[prey]
    bits = hunted & PROTECTING & ~(hunter & BIT[LARGE])  # OS-BIG-01
    bits ^= hunter & BIT[SWIMMING]  # swimmers and others never meet: OS-SWM-01, -02
    bits &= ~(int(has(game, predator, SHARP_VISION)) * BIT[CAMOUFLAGE])  # OS-CAM-01
    return bits & ~(int(not fed(game, prey)) * BIT[BURROWING])  # OS-BUR-01


@rule
def why_no_attack(game: Game, a: int) -> int:
    """What keeps animal `a` of the mover from attacking at all, or OK (ledger 4.2, step 1)."""
    if not has(game, a, CARNIVORE):
        return NOT_CARNIVORE
    if was_used(game, a, CARNIVORE):
        return HAS_HUNTED
    if game.main_done != 0:
        return MAIN_ACTION_DONE  # also the one predator a round: OS-PRED-05
    hindrance = why_no_food(game, a)
    if hindrance != OK:
        return hindrance  # OS-PRED-07, OS-RUL-23
    return OK if has_prey(game, a) else NO_PREY


@rule
def has_prey(game: Game, predator: int) -> bool:
    """Whether any animal in play can be attacked."""
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            if why_safe(game, predator, get(game.row[seat], i)) == OK:
                return True
    return False


@rule
def list_prey(game: Game, predator: int, out: Any) -> int:
    """The animals this predator may attack, own ones too (OS-PRED-02), as actions."""
    n = 0
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            prey = get(game.row[seat], i)
            if why_safe(game, predator, prey) == OK:
                out[n] = PREY + prey
                n += 1
    return n


@rule
def attack(game: Game, events: EventBook, predator: int, prey: int) -> None:
    """Declare the attack. The predator is used up whatever comes of it (OS-RUL-24)."""
    use(game, predator, CARNIVORE)
    game.predator = predator
    tell(game, events, ATTACK_BEGINS, game.mover, predator, prey, NOTHING, NOTHING)
    turn_on(game, prey)


@rule
def turn_on(game: Game, prey: int) -> None:
    """The attack is now on `prey`; its owner answers."""
    game.prey = prey
    game.has_run = 0
    game.can_mimic = 0
    if has(game, prey, MIMICRY) and not was_used(game, prey, MIMICRY):
        game.can_mimic = 1
        if game.options[OPT_MIMICRY] == 0:
            use(game, prey, MIMICRY)  # OS-RUL-25: the first attack, literally
    game.stage = ATTACKED


@rule
def list_reactions(game: Game, out: Any) -> int:
    """What the owner of the attacked animal may do, in any order (OS-TRT-05), as actions."""
    prey = game.prey
    n = 0
    if has(game, prey, RUNNING) and game.has_run == 0:
        out[n] = RUN
        n += 1
    if game.can_mimic != 0:
        row = game.row[game.owner[prey]]
        for i in range(length(row)):
            other = get(row, i)
            if other != prey and why_safe(game, game.predator, other) == OK:
                out[n] = MIMIC + other
                n += 1
    forced = n
    if has(game, prey, TAIL_LOSS):
        n = list_tails(game, prey, out, n)
        if forced == 0 and game.options[OPT_TAIL_LOSS] == 0:
            out[n] = ACCEPT  # OS-RUL-27
            n += 1
    return n


@rule
def list_tails(game: Game, prey: int, out: Any, n: int) -> int:
    """Every ability card of the animal, its pair abilities too (OS-TAIL-03)."""
    card = game.under[prey]
    while card != NOTHING:
        out[n] = DROP + card
        n += 1
        card = game.below[card]
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.host[card] == prey or game.partner[card] == prey:
            out[n] = DROP + card
            n += 1
    return n


@rule
def face_attack(game: Game, events: EventBook) -> None:
    """An animal without an ability to answer is eaten at once."""
    if game.traits[game.prey] & ANSWERING == 0:
        eat(game, events)
    else:
        answer_attack(game, events)


@rule(arrays=True)
def answer_attack(game: Game, events: EventBook) -> None:
    """No answer: eaten. One answer: it happens. Several: the owner decides (OS-RUL-44)."""
    answers = np.empty(MAX_ANSWERS, np.int64)
    count = list_reactions(game, answers)
    if count == 0:
        eat(game, events)
    elif count == 1:
        react(game, events, answers[0])
    else:
        game.stage = REACT
        game.decider = game.owner[game.prey]


@rule
def react(game: Game, events: EventBook, action: int) -> None:
    """Carry out one answer of the attacked animal's owner."""
    game.decider = game.mover
    prey = game.prey
    if action == RUN:
        run(game, events, prey)
    elif action == ACCEPT:
        tell(game, events, ACCEPTED, game.owner[prey], prey, NOTHING, NOTHING, NOTHING)
        eat(game, events)
    elif action < DROP:
        other = action - MIMIC
        use(game, prey, MIMICRY)
        tell(game, events, MIMICKED, game.owner[prey], prey, other, NOTHING, NOTHING)
        turn_on(game, other)
    else:
        lose_tail(game, events, prey, action - DROP)


@rule
def run(game: Game, events: EventBook, prey: int) -> None:
    """Roll for running: from 4 on the animal escapes and the attack is over."""
    die = roll(game.rng)
    tell(game, events, RAN, game.owner[prey], prey, NOTHING, die, int(die >= ESCAPE_ROLL))
    game.has_run = 1
    game.stage = KEEP_FEEDING if die >= ESCAPE_ROLL else ATTACKED


@rule
def lose_tail(game: Game, events: EventBook, prey: int, card: int) -> None:
    """The animal survives by losing a card; the predator gets one blue (OS-TAIL-01, -02)."""
    tell(game, events, DROPPED, game.owner[prey], prey, NOTHING, game.side[card], game.kind[card])
    drop_ability(game, events, prey, card)
    gain(game, events, game.predator, BLUE, TAIL_TOKENS, FROM_TAIL, KEEP_FEEDING)


@rule
def eat(game: Game, events: EventBook) -> None:
    """The victim is discarded, the predator eats, then a scavenger (OS-RUL-30)."""
    predator, prey = game.predator, game.prey
    tell(game, events, EATEN, game.owner[prey], prey, predator, right_of(game, prey), NOTHING)
    if has(game, prey, POISONOUS):
        game.poisoned[predator] = 1  # OS-PSN-01
        tell(game, events, POISONED, game.owner[predator], predator, NOTHING, NOTHING, NOTHING)
    discard_animal(game, events, prey)
    game.prey = NOTHING
    gain(game, events, predator, BLUE, VICTIM_TOKENS, FROM_VICTIM, CARRION)


@rule
def can_scavenge(game: Game, a: int) -> bool:
    """A scavenger that can receive (OS-RUL-31)."""
    return has(game, a, SCAVENGER) and can_receive(game, a)


@rule
def list_scavengers(game: Game, seat: int, out: Any) -> int:
    """The animals of a seat that could eat what is left, as actions."""
    n = 0
    for i in range(length(game.row[seat])):
        a = get(game.row[seat], i)
        if can_scavenge(game, a):
            out[n] = SCAVENGE_WITH + a
            n += 1
    return n


@rule
def call_scavenger(game: Game, events: EventBook) -> None:
    """One scavenger eats, searched from the attacker's owner on clockwise (OS-SCV-01, -02)."""
    seat = int(game.mover)
    for _ in range(game.seats):
        first = scavenger_from(game, seat, 0)
        if first != NOTHING:
            if scavenger_from(game, seat, first + 1) == NOTHING:
                scavenge(game, events, get(game.row[seat], first))
            else:
                game.stage = SCAVENGE
                game.decider = seat
            return
        seat = seat_after(game, seat)
    game.stage = KEEP_FEEDING


@rule
def scavenger_from(game: Game, seat: int, start: int) -> int:
    """The place in the row, from `start` on, of a scavenger that could eat, or NOTHING."""
    for i in range(start, length(game.row[seat])):
        if can_scavenge(game, get(game.row[seat], i)):
            return i
    return NOTHING


@rule
def scavenge(game: Game, events: EventBook, a: int) -> None:
    """This scavenger gets one blue token."""
    game.decider = game.mover
    gain(game, events, a, BLUE, 1, FROM_SCAVENGER, KEEP_FEEDING)
