"""Attacks: who may attack whom, the victim's answers, and the scavenger (ledger 4.1, 4.2)."""

from __future__ import annotations

import numpy as np

from tangledbank.games.origin.rules import animals, tell
from tangledbank.games.origin.rules.actions import Reason, Verb
from tangledbank.games.origin.rules.animals import fed, has, use, was_used, why_no_food
from tangledbank.games.origin.rules.cards import BIT, NOTHING, Ability
from tangledbank.games.origin.rules.chain import gain
from tangledbank.games.origin.rules.state import MAX_CARDS, Colour, Option, Stage, State
from tangledbank.games.origin.rules.tell import Source
from tangledbank.games.origin.rules.turn import clear_draft
from tangledbank.games.shared.dispatch import carry_out_at
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.chance import roll
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, find, get, length

ESCAPE_ROLL = 4  # this or more on the die (OS-RUN-01)
VICTIM_TOKENS = 2  # OS-PRED-03
TAIL_TOKENS = 1  # OS-TAIL-02

# The abilities with which an animal answers an attack (OS-TRT-04).
ANSWERING = BIT[Ability.RUNNING] | BIT[Ability.MIMICRY] | BIT[Ability.TAIL_LOSS]

# The abilities that can keep an attack from being made at all.
PROTECTING = (
    BIT[Ability.SWIMMING]
    | BIT[Ability.LARGE]
    | BIT[Ability.CAMOUFLAGE]
    | BIT[Ability.BURROWING]
    | BIT[Ability.SYMBIOSIS]
)

# Run, accept, and for every card at most one of: mimic with it, drop it. An animal is no ability.
MAX_ANSWERS = 2 + MAX_CARDS


@rule
def why_safe(game: State, predator: int, prey: int) -> int:
    """The defence that keeps `predator` from attacking `prey`, or OK."""
    if predator == prey:
        return Reason.ITSELF
    bits = defences(game, predator, prey)
    if bits == 0:
        return Reason.OK
    if bits & BIT[Ability.SWIMMING] != 0:
        return Reason.SWIMS if has(game, prey, Ability.SWIMMING) else Reason.ONLY_SWIMMERS
    if bits & BIT[Ability.LARGE] != 0:
        return Reason.TOO_LARGE
    if bits & BIT[Ability.CAMOUFLAGE] != 0:
        return Reason.HIDDEN
    return Reason.IN_BURROW if bits & BIT[Ability.BURROWING] != 0 else Reason.PROTECTED


@rule
def defences(game: State, predator: int, prey: int) -> int:
    """The abilities that keep `predator` from `prey`, as bits. Matrix 4.1."""
    hunter, hunted = game.traits[predator], game.traits[prey]
    bits = hunted & PROTECTING & ~(hunter & BIT[Ability.LARGE])  # OS-BIG-01
    bits ^= hunter & BIT[Ability.SWIMMING]  # swimmers and others never meet: OS-SWM-01, -02
    bits &= ~(int(has(game, predator, Ability.SHARP_VISION)) * BIT[Ability.CAMOUFLAGE])  # OS-CAM-01
    return bits & ~(int(not fed(game, prey)) * BIT[Ability.BURROWING])  # OS-BUR-01


@rule
def why_no_attack(game: State, a: int) -> int:
    """What keeps animal `a` of the mover from attacking at all, or OK (ledger 4.2, step 1)."""
    if not has(game, a, Ability.CARNIVORE):
        return Reason.NOT_CARNIVORE
    if was_used(game, a, Ability.CARNIVORE):
        return Reason.HAS_HUNTED
    if game.main_done != 0:
        return Reason.MAIN_ACTION_DONE  # also the one predator a round: OS-PRED-05
    hindrance = why_no_meal(game, a)
    if hindrance != Reason.OK:
        return hindrance
    return Reason.OK if has_prey(game, a) else Reason.NO_PREY


@rule
def why_no_meal(game: State, a: int) -> int:
    """That a predator could not eat what it kills, or OK (OS-PRED-07, OS-RUL-23)."""
    if game.options[Option.ATTACKS] == 0:
        return why_no_food(game, a)
    is_full = fed(game, a) and animals.free_fat_card(game, a) == NOTHING
    return Reason.FULL if is_full else Reason.OK


@rule
def has_prey(game: State, predator: int) -> bool:
    """Whether any animal in play can be attacked."""
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            if why_safe(game, predator, get(game.row[seat], i)) == Reason.OK:
                return True
    return False


@rule
def why_no_hunt(game: State, prey: int) -> int:
    """What keeps the chosen predator from this victim, or OK."""
    return why_safe(game, game.draft_animal, prey)


@rule
def hunt(game: State, events: EventBook, prey: int) -> None:
    """The chosen predator attacks: the main action, used up whatever comes of it (OS-RUL-24)."""
    predator = game.draft_animal
    clear_draft(game)
    game.main_done = 1
    game.acted = 1
    use(game, predator, Ability.CARNIVORE)
    game.predator = predator
    tell.attacked(game, events, game.mover, predator, prey)
    turn_on(game, prey)


@rule
def turn_on(game: State, prey: int) -> None:
    """The attack is now on `prey`; its owner answers."""
    game.prey = prey
    game.has_run = 0
    game.can_mimic = 0
    if has(game, prey, Ability.MIMICRY) and not was_used(game, prey, Ability.MIMICRY):
        game.can_mimic = 1
        if game.options[Option.MIMICRY] == 0:
            use(game, prey, Ability.MIMICRY)  # OS-RUL-25: the first attack, literally
    game.stage = Stage.ATTACKED


@rule
def list_reactions(game: State, out: Ints) -> int:
    """What the owner of the attacked animal may do, in any order (OS-TRT-05), as actions."""
    prey = game.prey
    n = 0
    if why_no_run(game) == Reason.OK:
        out[n] = Verb.RUN
        n += 1
    if why_not_mimic(game) == Reason.OK:
        row = game.row[game.owner[prey]]
        for i in range(length(row)):
            if why_not_instead(game, get(row, i)) == Reason.OK:
                out[n] = Verb.MIMIC + get(row, i)
                n += 1
    forced = n
    if has(game, prey, Ability.TAIL_LOSS):
        n = list_tails(game, prey, out, n)
        if forced == 0 and game.options[Option.TAIL_LOSS] == 0:
            out[n] = Verb.ACCEPT  # OS-RUL-27
            n += 1
    return n


@rule
def list_tails(game: State, prey: int, out: Ints, n: int) -> int:
    """Every ability card of the animal, its pair abilities too (OS-TAIL-03)."""
    card = game.under[prey]
    while card != NOTHING:
        out[n] = Verb.DROP + card
        n += 1
        card = game.below[card]
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.host[card] == prey or game.partner[card] == prey:
            out[n] = Verb.DROP + card
            n += 1
    return n


@rule
def face_attack(game: State, events: EventBook) -> None:
    """An animal without an ability to answer is eaten at once."""
    if game.traits[game.prey] & ANSWERING == 0:
        eat(game, events)
    else:
        answer_attack(game, events)


@rule(arrays=True)
def answer_attack(game: State, events: EventBook) -> None:
    """No answer: eaten. One answer: it happens. Several: the owner decides (OS-RUL-44)."""
    answers = np.empty(MAX_ANSWERS, np.int64)
    count = list_reactions(game, answers)
    if count == 0:
        eat(game, events)
    elif count == 1:
        react(game, events, game.owner[game.prey], answers[0])
    else:
        game.stage = Stage.REACT
        game.decider = game.owner[game.prey]


@rule
def why_no_accept(game: State) -> int:
    """Reasons against letting the animal be eaten: some answers are forced."""
    if why_no_run(game) == Reason.OK:
        return Reason.MUST_RUN
    if why_not_mimic(game) == Reason.OK:
        row = game.row[game.owner[game.prey]]
        for i in range(length(row)):
            if why_not_instead(game, get(row, i)) == Reason.OK:
                return Reason.MUST_MIMIC
    return Reason.MUST_DROP if game.options[Option.TAIL_LOSS] == 1 else Reason.OK


@rule
def accept(game: State, events: EventBook) -> None:
    """The owner lets the animal be eaten."""
    game.decider = game.mover
    tell.accepted(game, events, game.owner[game.prey], game.prey)
    eat(game, events)


@rule
def why_no_mimicry(game: State, seat: int, other: int) -> int:
    """Reasons against redirecting the attack to another animal."""
    why = why_not_mimic(game)
    if why == Reason.OK:
        why = animals.why_not_own(game, seat, other)
    return why_not_instead(game, other) if why == Reason.OK else why


@rule
def why_not_mimic(game: State) -> int:
    """Reasons against redirecting the attack at all, or OK."""
    if not has(game, game.prey, Ability.MIMICRY):
        return Reason.CANNOT_MIMIC
    return Reason.OK if game.can_mimic != 0 else Reason.MIMICRY_SPENT


@rule
def why_not_instead(game: State, other: int) -> int:
    """What keeps the attack from turning on another animal of the same owner, or OK."""
    return Reason.ITSELF if other == game.prey else why_safe(game, game.predator, other)


@rule
def mimic(game: State, events: EventBook, other: int) -> None:
    """The attack turns on another animal of the same owner (OS-MIM-01)."""
    game.decider = game.mover
    use(game, game.prey, Ability.MIMICRY)
    tell.mimicked(game, events, game.owner[game.prey], game.prey, other)
    turn_on(game, other)


@rule
def why_no_run(game: State) -> int:
    """Reasons against rolling for running, or OK."""
    if not has(game, game.prey, Ability.RUNNING):
        return Reason.CANNOT_RUN
    return Reason.OK if game.has_run == 0 else Reason.HAS_RUN


@rule
def run(game: State, events: EventBook) -> None:
    """Roll for running: from 4 on the animal escapes and the attack is over."""
    game.decider = game.mover
    die = roll(game.rng)
    tell.ran(game, events, game.owner[game.prey], game.prey, die, int(die >= ESCAPE_ROLL))
    game.has_run = 1
    game.stage = Stage.KEEP_FEEDING if die >= ESCAPE_ROLL else Stage.ATTACKED


@rule
def why_no_drop(game: State, card: int) -> int:
    """Reasons against dropping this card."""
    prey = game.prey
    if not has(game, prey, Ability.TAIL_LOSS):
        return Reason.NO_TAIL
    if find(game.links, card) >= 0:
        joined = game.host[card] == prey or game.partner[card] == prey
        return Reason.OK if joined else Reason.NOT_ITS_CARD
    below = game.under[prey]
    while below != NOTHING and below != card:
        below = game.below[below]
    return Reason.OK if below != NOTHING else Reason.NOT_ITS_CARD


@rule
def lose_tail(game: State, events: EventBook, card: int) -> None:
    """The animal survives by losing a card; the predator gets one blue (OS-TAIL-01, -02)."""
    game.decider = game.mover
    prey = game.prey
    tell.dropped(game, events, game.owner[prey], prey, game.side[card], game.kind[card])
    animals.drop_ability(game, events, prey, card)
    gain(game, events, game.predator, Colour.BLUE, TAIL_TOKENS, Source.TAIL, Stage.KEEP_FEEDING)


@rule
def eat(game: State, events: EventBook) -> None:
    """The victim is discarded, the predator eats, then a scavenger (OS-RUL-30)."""
    predator, prey = game.predator, game.prey
    tell.eaten(game, events, game.owner[prey], prey, predator, animals.right_of(game, prey))
    if has(game, prey, Ability.POISONOUS):
        game.poisoned[predator] = 1  # OS-PSN-01
        tell.poisoned(game, events, game.owner[predator], predator)
    animals.discard_animal(game, events, prey)
    game.prey = NOTHING
    gain(game, events, predator, Colour.BLUE, VICTIM_TOKENS, Source.VICTIM, Stage.CARRION)


@rule
def why_no_carrion(game: State, a: int) -> int:
    """What keeps this animal from eating what is left, or OK."""
    if not has(game, a, Ability.SCAVENGER):
        return Reason.NOT_SCAVENGER
    return why_no_food(game, a)  # OS-RUL-31


@rule
def call_scavenger(game: State, events: EventBook) -> None:
    """One scavenger eats, searched from the attacker's owner on clockwise (OS-SCV-01, -02)."""
    seat = int(game.mover)
    for _ in range(game.seats):
        first = scavenger_from(game, seat, 0)
        if first != NOTHING:
            if scavenger_from(game, seat, first + 1) == NOTHING:
                scavenge(game, events, get(game.row[seat], first))
            else:
                game.stage = Stage.SCAVENGE
                game.decider = seat
            return
        seat = seat_after(game, seat)
    game.stage = Stage.KEEP_FEEDING


@rule
def scavenger_from(game: State, seat: int, start: int) -> int:
    """The place in the row, from `start` on, of a scavenger that could eat, or NOTHING."""
    for i in range(start, length(game.row[seat])):
        if why_no_carrion(game, get(game.row[seat], i)) == Reason.OK:
            return i
    return NOTHING


@rule
def scavenge(game: State, events: EventBook, a: int) -> None:
    """This scavenger gets one blue token."""
    game.decider = game.mover
    gain(game, events, a, Colour.BLUE, 1, Source.SCAVENGER, Stage.KEEP_FEEDING)


react = carry_out_at(__package__, Verb, Stage.REACT)
