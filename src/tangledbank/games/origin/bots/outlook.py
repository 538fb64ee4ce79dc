"""What a table of The Origin of Species promises a seat: worth, danger, hunger."""

from __future__ import annotations

import numpy as np

from tangledbank.games.origin.rules import animals
from tangledbank.games.origin.rules.actions import Reason
from tangledbank.games.origin.rules.animals import food, has, need, yellow_tokens
from tangledbank.games.origin.rules.attack import why_safe
from tangledbank.games.origin.rules.cards import ABILITY_COUNT, EXTRA, Ability
from tangledbank.games.origin.rules.feeding import BONUS, DICE
from tangledbank.games.origin.rules.state import MAX_CARDS, MAX_SEATS, Phase, State
from tangledbank.games.origin.rules.turn import points, points_alone
from tangledbank.games.shared.best import Floats, shortage
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import States, get, length, pop

MEAN_ROLL = 3.5
HAND_CLAIM = 0.35  # tokens that a card in another hand will want this turn
BREEDING = 1.8  # a survivor brings a card, before the last turn
LATENT = 0.07  # the danger from predators still in hands
PREDATION = 1.2  # victims of one predator in a turn
RAID = 0.6  # the harm one's own predator does, as a share of its best victim's worth
MEAL = 1.6  # tokens a hunter finds
GIVEN = 0.8  # tokens a cooperation brings
HASTE = 0.6  # tokens a communication wins from others
LOOT = 0.6
CARRION_FOOD = 0.4
STORED = 0.8
ASLEEP = 0.6  # what an animal that may sleep still eats
NEVER_REACHED = 1e9
DEADLOCK = 3.0  # symbionts in a row starve easily (OS-RUL-05)

# How much is left of the danger from predators not yet seen, and of any by answers to an attack.
SHELTER = np.array(
    [
        (Ability.SWIMMING, 0.25),
        (Ability.CAMOUFLAGE, 0.2),
        (Ability.LARGE, 0.4),
        (Ability.SYMBIOSIS, 0.0),
    ]
)
ESCAPE = np.array(
    [
        (Ability.BURROWING, 0.4),
        (Ability.RUNNING, 0.5),
        (Ability.TAIL_LOSS, 0.4),
        (Ability.POISONOUS, 0.5),
        (Ability.MIMICRY, 0.6),
    ]
)


@rule
def worth(game: State, a: int) -> float:
    """What an animal is worth alive: its points, and the card it brings."""
    if game.last_turn != 0:
        return float(animal_points(game, a))
    total = BREEDING + animal_points(game, a)
    if has(game, a, Ability.PARASITE):
        total -= 1 + EXTRA[Ability.PARASITE]  # a burden until the last turn
    return total


@rule
def animal_points(game: State, a: int) -> int:
    """The points that die with an animal: its own, its abilities', its pair abilities'."""
    total = points_alone(game, a)
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.host[card] == a or game.partner[card] == a:
            total += 1
    return total


@rule
def hunger(game: State, a: int) -> int:
    """Tokens an animal still needs to live."""
    if game.hibernating[a] != 0:
        return 0
    return max(0, need(game, a) - food(game, a))


@rule
def can_attack(game: State, a: int, seat: int) -> bool:
    """Whether it can still attack an animal of this seat this turn."""
    if not has(game, a, Ability.CARNIVORE) or animals.was_used(game, a, Ability.CARNIVORE):
        return False
    for i in range(length(game.row[seat])):
        if why_safe(game, a, get(game.row[seat], i)) == Reason.OK:
            return animals.can_receive(game, a)
    return False


@rule
def can_hunt(game: State, a: int) -> bool:
    """Whether it can still attack an animal of another player this turn."""
    for seat in range(game.seats):
        if seat != game.owner[a] and can_attack(game, a, seat):
            return True
    return False


@rule
def open_hunger(game: State, seat: int) -> int:
    """Tokens the seat's animals need that cannot hunt for themselves."""
    total = 0
    for i in range(length(game.row[seat])):
        a = get(game.row[seat], i)
        if not can_hunt(game, a):
            total += hunger(game, a)
    return total


@rule(arrays=True)
def share_of_bank(game: State, seat: int) -> float:
    """Red tokens the seat can expect if it always takes one on its go."""
    claims = np.zeros(MAX_SEATS, np.float64)
    for other in range(game.seats):
        if other != seat:
            claims[other] = claim(game, other)
    bank, pace, lead = float(game.bank), 1.0, 0.0
    if game.phase == Phase.DEVELOPMENT:
        bank, pace = MEAN_ROLL * DICE[game.seats] + BONUS[game.seats], 0.5
    elif game.mover == seat and game.main_done == 0:
        lead = 1.0
    tokens = 0.0
    while True:
        taken = tokens + pace
        for other in range(game.seats):
            taken += min(claims[other], max(0.0, tokens + pace - lead))
        if taken > bank:
            return tokens
        tokens += pace


@rule
def claim(game: State, seat: int) -> float:
    """Tokens another seat will want from the bank."""
    total = 0.0
    for i in range(length(game.row[seat])):
        total += hunger(game, get(game.row[seat], i))
    if game.phase == Phase.DEVELOPMENT:
        total += HAND_CLAIM * length(game.hand[seat])
    return total


# --- the sheet: what each animal counts, noted once for all the plays that are compared ----------

WORTH, NEED, RATE, DANGER, APPETITE, HARM = range(6)
COLUMNS = 6
SPARE = MAX_CARDS  # lines that hold what a play that is tried has changed
SPARE_LINES = 2


@rule
def note_animal(game: State, sheet: Floats, a: int) -> None:
    """Note what `a` counts, with the abilities it has now."""
    line = sheet[a]
    line[WORTH], line[NEED] = worth(game, a), need(game, a)
    line[RATE] = line[WORTH] / line[NEED]
    line[DANGER], line[APPETITE] = danger(game, a), appetite(game, a)
    line[HARM] = raid(game, a) if has(game, a, Ability.CARNIVORE) else 0.0


@rule
def note_row(game: State, sheet: Floats, seat: int) -> None:
    """Note all animals of a seat."""
    for i in range(length(game.row[seat])):
        note_animal(game, sheet, get(game.row[seat], i))


@rule
def copy_line(sheet: Floats, source: int, target: int) -> None:
    """Keep a line, or bring it back."""
    for column in range(COLUMNS):
        sheet[target, column] = sheet[source, column]


@rule(arrays=True)
def outlook(game: State, seat: int, reach: float) -> float:
    """The worth of a seat's animals, less what danger and hunger will take of it."""
    sheet = np.empty((MAX_CARDS, COLUMNS), np.float64)
    note_row(game, sheet, seat)
    return noted_outlook(game, sheet, seat, reach)


@rule
def noted_outlook(game: State, sheet: Floats, seat: int, reach: float) -> float:
    """The outlook of a seat whose animals are noted."""
    total, bill = 0.0, 0.0
    row = game.row[seat]
    for i in range(length(row)):
        line = sheet[get(row, i)]
        total += line[WORTH] * (1.0 - line[DANGER])
        bill += line[APPETITE]
        total += line[HARM]
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.owner[game.host[card]] != seat:
            continue
        total -= 1.0  # counted at both its ends
        if game.side[card] == Ability.COOPERATION:
            bill -= GIVEN
        elif game.side[card] == Ability.COMMUNICATION:
            bill -= HASTE
        elif has(game, game.partner[card], Ability.SYMBIOSIS):
            total -= DEADLOCK
    return total - famine(game, sheet, seat, shortage(bill - reach))


@rule
def famine(game: State, sheet: Floats, seat: int, missing: float) -> float:
    """The worth that starves if so many tokens are missing: what is worth least goes first."""
    row, loss, last, last_place = game.row[seat], 0.0, -1.0, -1
    while missing > 0.0:
        least, place = NEVER_REACHED, -1
        for i in range(length(row)):
            rate = sheet[get(row, i), RATE]
            behind = rate > last or (rate == last and i > last_place)
            if behind and rate < least:
                least, place = rate, i
        if place < 0:
            return loss
        tokens = min(missing, sheet[get(row, place), NEED])
        loss += least * tokens
        missing -= tokens
        last, last_place = least, place
    return loss


@rule
def appetite(game: State, a: int) -> float:
    """Tokens an animal will want from the bank."""
    tokens = hunger(game, a) - STORED * yellow_tokens(game, a)
    if can_hunt(game, a):
        tokens -= MEAL
    if has(game, a, Ability.PIRACY):
        tokens -= LOOT
    if has(game, a, Ability.SCAVENGER):
        tokens -= CARRION_FOOD
    if has(game, a, Ability.HIBERNATION) and game.slept[a] == 0 and game.last_turn == 0:
        tokens *= ASLEEP
    return max(0.0, tokens)


@rule
def danger(game: State, a: int) -> float:
    """The chance that `a` is eaten this turn, by predators in play or still in hands."""
    risk = LATENT * left_by(game, a, SHELTER)
    count = 0
    for seat in range(game.seats):
        count += length(game.row[seat])
    for seat in range(game.seats):
        if seat == game.owner[a]:
            continue
        for i in range(length(game.row[seat])):
            predator = get(game.row[seat], i)
            if has(game, predator, Ability.CARNIVORE) and why_safe(game, predator, a) == Reason.OK:
                risk += PREDATION / (count - length(game.row[seat]))
    return min(0.9, risk * left_by(game, a, ESCAPE))


@rule
def left_by(game: State, a: int, table: Floats) -> float:
    """What is left of a danger by the abilities of an animal."""
    left = 1.0
    for i in range(len(table)):
        if has(game, a, int(table[i, 0])):
            left *= table[i, 1]
    return left


@rule
def raid(game: State, predator: int) -> float:
    """The harm a predator can do to others this turn."""
    top = 0.0
    for seat in range(game.seats):
        if seat == game.owner[predator]:
            continue
        for i in range(length(game.row[seat])):
            prey = get(game.row[seat], i)
            is_safe = why_safe(game, predator, prey) != Reason.OK
            if not is_safe and not has(game, prey, Ability.POISONOUS):
                top = max(top, worth(game, prey) * left_by(game, prey, ESCAPE))
    return RAID * top * spite(game, game.owner[predator])


@rule
def spite(game: State, seat: int) -> float:
    """How much a loss of another player is worth: all of it between two, less among many."""
    return 2.0 / game.seats


@rule
def leads(game: State, seat: int) -> bool:
    """Whether nobody has more points."""
    for other in range(game.seats):
        if points(game, other) > points(game, seat):
            return False
    return True


@rule
def harm(game: State, sheet: Floats, card: int, a: int) -> float:
    """What a parasite on `a` costs its owner, as it matters to the one who plays it."""
    owner = game.owner[a]
    reach = share_of_bank(game, owner)
    loss = noted_outlook(game, sheet, owner, reach)
    loss -= outlook_with(game, sheet, card, Ability.PARASITE, a, reach)
    return loss * spite(game, owner)


@rule
def outlook_with(
    game: State, sheet: Floats, card: int, ability: int, a: int, reach: float
) -> float:
    """The outlook of an animal's owner if it had one ability more."""
    traits = game.traits[a]
    copy_line(sheet, a, SPARE)
    animals.put_under(game, a, card, ability)
    note_animal(game, sheet, a)
    value = noted_outlook(game, sheet, game.owner[a], reach)
    animals.take_from_under(game, a, card)
    game.traits[a] = traits
    copy_line(sheet, SPARE, a)
    return value


@rule
def outlook_between(
    game: State, sheet: Floats, card: int, ability: int, a: int, b: int, reach: float
) -> float:
    """The outlook of a seat if two of its animals had a pair ability between them."""
    traits, partner_traits = game.traits[a], game.traits[b]
    copy_line(sheet, a, SPARE)
    copy_line(sheet, b, SPARE + 1)
    animals.put_between(game, a, b, card, ability)
    note_animal(game, sheet, a)
    note_animal(game, sheet, b)
    value = noted_outlook(game, sheet, game.owner[a], reach)
    pop(game.links)
    game.traits[a] = traits
    game.traits[b] = partner_traits
    copy_line(sheet, SPARE, a)
    copy_line(sheet, SPARE + 1, b)
    return value


# --- what can be counted, for the value of a position --------------------------------------------

ABILITY_COUNTS = 17  # the first of a number for each ability
KNOWN_ABILITIES = ABILITY_COUNT.signed  # newer ones count nothing until the weights are fitted
FEATURES = ABILITY_COUNTS + KNOWN_ABILITIES
CIRCUMSTANCES = 8


@rule
def portray(states: States, seat: int, row: Floats) -> None:
    """Write the features of a seat, from the second on; the first are its points."""
    game = states[0]
    row[1:] = 0.0
    reach = share_of_bank(game, seat)
    row[1] = 0.1 * outlook(game, seat, reach)
    row[3] = 0.1 * length(game.hand[seat])
    row[4] = 0.1 * reach
    row[5] = int(game.mover == seat)
    row[6] = int(game.mover == seat and game.main_done != 0)
    row[7] = int(game.passed[seat] != 0)
    animals = game.row[seat]
    row[8] = 0.1 * length(animals)
    for i in range(length(animals)):
        a = get(animals, i)
        value, gap = 0.1 * worth(game, a), hunger(game, a)
        if gap == 0:
            row[2] += value  # sure to live, but for predators
            row[9] += 0.1
        row[10] += 0.1 * gap
        row[11] += value * danger(game, a)
        row[12] += 0.1 * yellow_tokens(game, a)
        row[13] += 0.1 * int(game.hibernating[a] != 0)
        row[14] += 0.1 * int(game.slept[a] != 0)
        row[15] += 0.1 * int(gap > 0 and has(game, a, Ability.CARNIVORE) and can_hunt(game, a))
        row[16] += 0.1 * int(gap > 0 and yellow_tokens(game, a) >= gap)
        for ability in range(KNOWN_ABILITIES):
            row[ABILITY_COUNTS + ability] += 0.1 * int(has(game, a, ability))


@rule
def describe(states: States, row: Floats) -> None:
    """Write the circumstances that all seats share."""
    game = states[0]
    row[0] = 0.1 * game.seats
    row[1] = int(game.phase == Phase.DEVELOPMENT)
    row[2] = int(game.last_turn != 0)
    row[3] = int(game.ending != 0)
    row[4] = 0.02 * length(game.deck)
    row[5] = 0.1 * game.bank
    row[6] = int(game.bank == 0)
    row[7] = 0.1 * game.turn
