"""Bots for The Origin of Species: `greedy` and `caretaker`. They get observations only.

`greedy` gives every legal action a value in points and takes the best. In development it tries
each play on its copy of the table and looks at the outlook; in feeding it weighs tokens, victims
and cards. The hints of the rulebook it follows are named by their ids (ledger 8).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangledbank.games.origin.bots.outlook import (
    COLUMNS,
    SPARE_LINES,
    animal_points,
    can_hunt,
    card_points,
    harm,
    hunger,
    leads,
    note_row,
    noted_outlook,
    open_hunger,
    outlook,
    outlook_between,
    outlook_with,
    share_of_bank,
    spite,
    worth,
)
from tangledbank.games.origin.rules.actions import MAX_FAT, Verb
from tangledbank.games.origin.rules.animals import (
    can_receive,
    fed,
    has,
    new_animal,
    was_used,
    yellow_tokens,
)
from tangledbank.games.origin.rules.attack import why_safe
from tangledbank.games.origin.rules.cards import CARD_SIDES, NOTHING, Ability
from tangledbank.games.origin.rules.chain import receiver
from tangledbank.games.origin.rules.development import (
    card_in_hand,
    is_pair_ability,
    why_no_ability,
    why_no_pair,
)
from tangledbank.games.origin.rules.feeding import why_no_theft
from tangledbank.games.origin.rules.reasons import Reason
from tangledbank.games.origin.rules.state import MAX_CARDS, Colour, Phase, Stage, State
from tangledbank.games.shared.best import NEVER, better
from tangledbank.kernel.chance import Generator
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.lists import get, length, pop
from tangledbank.kernel.records import Ints, States

KEEP = 1.1  # a card in hand, before the last turn
FIRST = 20.0  # added to free actions, which come before the main one
LATER = 0.3  # what can wait is worth less now than food that will be gone
SPARE_FAT = 0.6  # a yellow token
DOOMED = 0.2  # a token for an animal that will hardly be fed
CARED_FOR = 0.4  # a token for an animal that can help itself
PASSED_ON = 0.9  # a token that a pair ability brings to another animal
THREAT = 1.5  # a predator that could eat one's own
STARVING = 0.5  # a victim that would probably die anyway


@rule(arrays=True)
def greedy(states: States, seat: int, out: Ints, count: int, generator: Generator) -> int:
    """The legal action that promises most; ties by lot."""
    game = states[0]
    reach = share_of_bank(game, seat)
    sheet = np.empty((MAX_CARDS + SPARE_LINES, COLUMNS), np.float64)
    if game.phase == Phase.DEVELOPMENT:
        for other in range(game.seats):
            note_row(game, sheet, other)
    best = (out[0], NEVER, 0)
    for i in range(count):
        value = promise(game, sheet, seat, out[i], reach)
        best = better(best, out[i], value, generator)
    return best[0]


@rule
def promise(game: State, sheet: Any, seat: int, action: int, reach: float) -> float:
    """What an action is good for, in points; only values of one decision compare."""
    if game.stage == Stage.DEVELOP:
        return value_of_play(game, sheet, seat, action, reach)
    if game.stage == Stage.PLACE:
        return value_on(
            game, sheet, seat, game.draft_card, game.draft_side, action - Verb.ON, reach
        )
    if game.stage == Stage.PAIR:
        card, side, first = game.draft_card, game.draft_side, game.draft_animal
        value = outlook_between(game, sheet, card, side, first, action - Verb.WITH, reach)
        return value - price(game)
    if game.stage == Stage.FEED:
        return value_of_feeding(game, seat, action, reach)
    if game.stage == Stage.HUNT:
        return value_of_prey(game, seat, game.draft_animal, action - Verb.PREY)
    if game.stage == Stage.ROB:
        return value_of_loot(game, seat, game.draft_animal, (action - Verb.STEAL) // 2, reach)
    if game.stage == Stage.REACT:
        return value_of_answer(game, action)
    if game.stage == Stage.CHAIN:
        if action == Verb.STOP:
            return 0.0
        link = action - Verb.LINK
        return value_of_token(game, receiver(game, link // 2, link % 2 + 1), reach + 1)
    return value_of_token(game, action - Verb.SCAVENGE, reach + 1)


# --- development ---------------------------------------------------------------------------------


@rule
def value_of_play(game: State, sheet: Any, seat: int, action: int, reach: float) -> float:
    """The outlook after a card is played in the best place, less what it is worth in hand."""
    if action == Verb.PASS:
        return noted_outlook(game, sheet, seat, reach)
    if action < Verb.ABILITY:
        return value_as_animal(game, seat, card_in_hand(game, seat, action - Verb.ANIMAL), reach)
    kind = (action - Verb.ABILITY) // 2
    card = card_in_hand(game, seat, kind)
    ability = CARD_SIDES[kind, (action - Verb.ABILITY) % 2]
    top = NEVER
    for owner in range(game.seats):
        if (owner == seat) == (ability == Ability.PARASITE):
            continue
        for i in range(length(game.row[owner])):
            a = get(game.row[owner], i)
            if why_no_ability(game, seat, ability, a) == Reason.OK:
                top = max(top, value_on(game, sheet, seat, card, ability, a, reach))
    return top


@rule
def price(game: State) -> float:
    """What a card is worth in hand: nothing in the last turn (OS-AI-04, OS-RUL-39)."""
    return 0.0 if game.last_turn != 0 else KEEP


@rule
def value_as_animal(game: State, seat: int, card: int, reach: float) -> float:
    """The outlook with one more animal."""
    new_animal(game, seat, card)
    value = outlook(game, seat, reach)
    pop(game.row[seat])
    return value - price(game)


@rule
def value_on(
    game: State, sheet: Any, seat: int, card: int, ability: int, a: int, reach: float
) -> float:
    """The outlook with an ability on `a`; for a pair ability, with its best partner."""
    if ability == Ability.PARASITE:
        return noted_outlook(game, sheet, seat, reach) + harm(game, sheet, card, a) - price(game)
    if is_pair_ability(ability):
        top = NEVER
        for i in range(length(game.row[seat])):
            b = get(game.row[seat], i)
            if why_no_pair(game, seat, ability, a, b) == Reason.OK:
                top = max(top, outlook_between(game, sheet, card, ability, a, b, reach))
        return top - price(game)
    # OS-AI-03: danger counts the predators in play
    return outlook_with(game, sheet, card, ability, a, reach) - price(game)


# --- feeding -------------------------------------------------------------------------------------


@rule
def value_of_feeding(game: State, seat: int, action: int, reach: float) -> float:
    """What a choice of the feeding turn is good for; ending it counts nothing."""
    if action == Verb.END:
        return 0.0
    if action < Verb.ATTACK:
        return value_of_taking(game, action - Verb.TAKE, reach)
    if action < Verb.PREY:
        return value_of_hunting(game, seat, action - Verb.ATTACK) * urgency(game, seat)
    if action < Verb.PIRACY:
        code = action - Verb.FAT
        return value_of_fat(game, code // MAX_FAT, code % MAX_FAT + 1, reach) * urgency(game, seat)
    if action < Verb.STEAL:
        return value_of_piracy(game, seat, action - Verb.PIRACY, reach)
    if action < Verb.HIBERNATE:
        return value_of_grazing(game, seat, reach)
    return value_of_sleep(game, seat, action - Verb.HIBERNATE, reach)


@rule
def urgency(game: State, seat: int) -> float:
    """Hunting and fat work with an empty bank too: they wait while plain animals can eat."""
    if game.bank > 0 and open_hunger(game, seat) > 0:
        return LATER  # OS-AI-01
    return 1.0


@rule
def value_of_taking(game: State, a: int, reach: float) -> float:
    """A red token for `a`, and what its pair abilities bring with it."""
    value = value_of_token(game, a, reach)
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.spent[card] != 0 or game.side[card] == Ability.SYMBIOSIS:
            continue
        if game.side[card] == Ability.COMMUNICATION and game.bank < 2:
            continue
        other = other_end(game, card, a)
        if other != NOTHING and can_receive(game, other):
            value += PASSED_ON * value_of_token(game, other, reach)
    return value


@rule
def other_end(game: State, card: int, a: int) -> int:
    """The animal that `a` shares a pair ability with, or NOTHING."""
    if game.host[card] == a:
        return game.partner[card]
    if game.partner[card] == a:
        return game.host[card]
    return NOTHING


@rule
def value_of_token(game: State, a: int, reach: float) -> float:
    """What one more token is good for on `a`."""
    gap = hunger(game, a)
    if gap == 0:
        return 0.01 if game.last_turn != 0 else SPARE_FAT  # OS-AI-05
    value = worth(game, a) / gap
    if gap > reach and not is_linked(game, a):
        value *= DOOMED
    elif helps_itself(game, a):
        value *= CARED_FOR  # OS-AI-01: the predator's meal can wait
    return value + value_for_hosts(game, a, gap)


@rule
def is_linked(game: State, a: int) -> bool:
    """Whether a pair ability can bring it food."""
    return has(game, a, Ability.COOPERATION) or has(game, a, Ability.COMMUNICATION)


@rule
def helps_itself(game: State, a: int) -> bool:
    """Whether it can live without the bank: by hunting, sleeping or its fat."""
    if can_hunt(game, a) or yellow_tokens(game, a) >= hunger(game, a):
        return True
    return has(game, a, Ability.HIBERNATION) and game.slept[a] == 0 and game.last_turn == 0


@rule
def value_for_hosts(game: State, a: int, gap: int) -> float:
    """A symbiont that is fed lets those it protects eat (OS-SYM-03)."""
    value = 0.0
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.side[card] == Ability.SYMBIOSIS and game.partner[card] == a:
            host = game.host[card]
            if not fed(game, host):
                value += 0.5 * worth(game, host) / gap
    return value


@rule
def value_of_fat(game: State, a: int, tokens: int, reach: float) -> float:
    """Turning fat is good if it saves the animal and the bank will not."""
    gap = hunger(game, a)
    if tokens < gap and tokens + reach < gap:
        return -1.0
    if reach >= gap:
        return 0.1 - 0.01 * tokens
    return worth(game, a) * 0.9


@rule
def value_of_grazing(game: State, seat: int, reach: float) -> float:
    """Empty the bank when the seat has what it needs of it and others have not (OS-AI-02)."""
    if reach - 1 < open_hunger(game, seat):
        return -1.0
    for other in range(game.seats):
        if other != seat and open_hunger(game, other) > 0:
            return FIRST
    return -1.0


@rule
def value_of_sleep(game: State, seat: int, a: int, reach: float) -> float:
    """Sleep when the bank cannot feed all of the seat's animals."""
    gap = hunger(game, a)
    if gap == 0 or open_hunger(game, seat) <= reach:
        return -1.0
    if can_hunt(game, a):
        return -1.0
    return FIRST + gap


# --- attacks and piracy --------------------------------------------------------------------------


@rule
def value_of_hunting(game: State, seat: int, predator: int) -> float:
    """What the best victim of a predator is worth."""
    top = NEVER
    for owner in range(game.seats):
        for i in range(length(game.row[owner])):
            prey = get(game.row[owner], i)
            if why_safe(game, predator, prey) == Reason.OK:
                top = max(top, value_of_prey(game, seat, predator, prey))
    return top


@rule
def value_of_prey(game: State, seat: int, predator: int, prey: int) -> float:
    """What the attack takes from its owner and brings the predator, by the odds."""
    gap = hunger(game, predator)
    meal = SPARE_FAT if gap == 0 else worth(game, predator) * min(2.0, gap) / gap
    if has(game, prey, Ability.TAIL_LOSS):
        loss, meal = 1.0, meal * 0.5
    else:
        loss = worth(game, prey)
        if has(game, prey, Ability.POISONOUS):
            meal -= 2.0 * worth(game, predator)
    if game.owner[prey] == seat:
        return meal - loss - 0.5 if can_live(game, prey) else meal - 0.5
    value = meal + loss * spite(game, game.owner[prey]) * doom(game, prey)
    if leads(game, game.owner[prey]):
        value *= 1.2
    if threatens(game, prey, seat):
        value += THREAT
    return value * odds(game, predator, prey)


@rule
def can_live(game: State, a: int) -> bool:
    """Whether it is fed, or could be."""
    if fed(game, a) or game.bank > 0:
        return True
    return yellow_tokens(game, a) >= hunger(game, a) or helps_itself(game, a)


@rule
def doom(game: State, prey: int) -> float:
    """Less for a victim that starves anyway."""
    return STARVING if game.bank == 0 and not fed(game, prey) else 1.0


@rule
def threatens(game: State, predator: int, seat: int) -> bool:
    """Whether a predator could still eat an animal of the seat in this turn."""
    if not has(game, predator, Ability.CARNIVORE) or was_used(game, predator, Ability.CARNIVORE):
        return False
    for i in range(length(game.row[seat])):
        if why_safe(game, predator, get(game.row[seat], i)) == Reason.OK:
            return can_receive(game, predator)
    return False


@rule
def odds(game: State, predator: int, prey: int) -> float:
    """The chance that the attack works on this very animal."""
    chance = 1.0
    if has(game, prey, Ability.RUNNING):
        chance *= 0.5  # OS-RUN-01
    if has(game, prey, Ability.MIMICRY) and not was_used(game, prey, Ability.MIMICRY):
        chance *= 0.7
    return chance


@rule
def value_of_piracy(game: State, seat: int, pirate: int, reach: float) -> float:
    """The best token a pirate can take; it costs nothing, so it comes first."""
    top = NEVER
    for owner in range(game.seats):
        for i in range(length(game.row[owner])):
            victim = get(game.row[owner], i)
            if (
                why_no_theft(game, pirate, victim, Colour.RED) == Reason.OK
                or why_no_theft(game, pirate, victim, Colour.BLUE) == Reason.OK
            ):
                top = max(top, value_of_loot(game, seat, pirate, victim, reach))
    return top + FIRST if top > 0 else top


@rule
def value_of_loot(game: State, seat: int, pirate: int, victim: int, reach: float) -> float:
    """A token for the pirate, one less for the victim."""
    value = value_of_token(game, pirate, reach + 1)
    loss = worth(game, victim) / (hunger(game, victim) + 1)
    if game.owner[victim] == seat:
        return value - loss - 0.1 if can_live(game, victim) else value - 0.1
    return value + loss * spite(game, game.owner[victim])


# --- answers to an attack ------------------------------------------------------------------------


@rule
def value_of_answer(game: State, action: int) -> float:
    """What an answer costs: nothing to run, else an animal or a card."""
    if action == Verb.RUN:
        return 1.0
    if action == Verb.ACCEPT:
        return -value_of_victim(game, game.prey)
    if action < Verb.DROP:
        return -value_of_victim(game, action - Verb.MIMIC)
    card = action - Verb.DROP
    cost = float(card_points(game, card))
    if game.side[card] == Ability.PARASITE and game.last_turn == 0:
        return 0.5
    if game.side[card] == Ability.TAIL_LOSS:
        cost += 0.2
    return -cost


@rule
def value_of_victim(game: State, a: int) -> float:
    """What is lost if `a` faces the attack: less if it can answer, or takes revenge."""
    cost = worth(game, a)
    if not can_live(game, a):
        cost *= STARVING
    if a != game.prey:
        if has(game, a, Ability.RUNNING):
            cost *= 0.5
        if has(game, a, Ability.TAIL_LOSS):
            cost = min(cost, 1.0)
    if has(game, a, Ability.POISONOUS) and game.owner[game.predator] != game.owner[a]:
        cost -= worth(game, game.predator) * spite(game, game.owner[game.predator])
    return cost


# --- the caretaker -------------------------------------------------------------------------------


@rule
def caretaker(states: States, seat: int, out: Ints, count: int, generator: Generator) -> int:
    """What is done for a player whose time is up (OS-RUL-42)."""
    game = states[0]
    if game.stage == Stage.DEVELOP:
        return Verb.PASS
    if game.stage == Stage.FEED:
        for i in range(count):
            if Verb.TAKE <= out[i] < Verb.ATTACK:
                return out[i]
        return Verb.END
    if game.stage == Stage.REACT:
        return answer_for(game, out, count)
    return out[0]


@rule
def answer_for(game: State, out: Ints, count: int) -> int:
    """Running, then mimicry to the cheapest animal, then the card worth least (OS-RUL-42)."""
    chosen, least = NOTHING, 0
    for i in range(count):
        action = out[i]
        if action == Verb.RUN:
            return Verb.RUN
        if action == Verb.ACCEPT or (chosen != NOTHING and chosen < Verb.DROP <= action):
            continue
        cost = (
            card_points(game, action - Verb.DROP)
            if action >= Verb.DROP
            else animal_points(game, action - Verb.MIMIC)
        )
        if chosen == NOTHING or cost < least:
            chosen, least = action, cost
    return chosen
