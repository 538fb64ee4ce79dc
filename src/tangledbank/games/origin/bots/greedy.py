"""Bots for The Origin of Species: `greedy` and `caretaker`. They get observations only.

`greedy` gives every legal action a value in points and takes the best. In development it tries
each play on its copy of the table and looks at the outlook; in feeding it weighs tokens, victims
and cards. The hints of the rulebook it follows are named by their ids (ledger 8).
"""

from __future__ import annotations

import numpy as np

from tangledbank.games.origin.bots import outlook
from tangledbank.games.origin.bots.outlook import can_hunt, hunger, noted_outlook, spite, worth
from tangledbank.games.origin.rules import animals, development
from tangledbank.games.origin.rules.actions import MAX_FAT, Reason, Verb
from tangledbank.games.origin.rules.animals import fed, has, yellow_tokens
from tangledbank.games.origin.rules.attack import why_safe
from tangledbank.games.origin.rules.cards import CARD_SIDES, NOTHING, Ability
from tangledbank.games.origin.rules.chain import receiver
from tangledbank.games.origin.rules.feeding import why_no_theft
from tangledbank.games.origin.rules.state import MAX_CARDS, Colour, Phase, Stage, State
from tangledbank.games.origin.rules.turn import card_points
from tangledbank.games.shared.best import NEVER, Floats, better, verb_of
from tangledbank.games.shared.hidden_cards import card_in_hand
from tangledbank.kernel.chance import Generator
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Ints, States, get, length, pop

VERBS = np.array([*Verb], np.int64)  # the first number of each
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
    reach = outlook.share_of_bank(game, seat)
    sheet = np.empty((MAX_CARDS + outlook.SPARE_LINES, outlook.COLUMNS), np.float64)
    if game.phase == Phase.DEVELOPMENT:
        for other in range(game.seats):
            outlook.note_row(game, sheet, other)
    best = (out[0], NEVER, 0)
    for i in range(count):
        value = promise(game, sheet, seat, out[i], reach)
        best = better(best, out[i], value, generator)
    return best[0]


@rule
def promise(game: State, sheet: Floats, seat: int, action: int, reach: float) -> float:
    """What an action is good for, in points; only values of one decision compare.

    What is not known here is as good as doing nothing.
    """
    verb = verb_of(VERBS, action)
    if game.phase == Phase.DEVELOPMENT:
        return value_of_play(game, sheet, seat, verb, action - verb, reach)
    if game.stage == Stage.REACT:
        return value_of_answer(game, verb, action - verb)
    return value_of_feeding(game, seat, verb, action - verb, reach)


# --- development ---------------------------------------------------------------------------------


@rule
def value_of_play(
    game: State, sheet: Floats, seat: int, verb: int, code: int, reach: float
) -> float:
    """The outlook after a play, less what its card is worth in hand."""
    card, side = game.draft_card, game.draft_side
    if verb == Verb.ANIMAL:
        return value_as_animal(game, seat, card_in_hand(game, seat, code), reach)
    if verb == Verb.ABILITY:
        return value_as_ability(game, sheet, seat, code // 2, code % 2, reach)
    if verb == Verb.ON:
        return value_on(game, sheet, seat, card, side, code, reach)
    if verb == Verb.WITH:
        first = game.draft_animal
        return outlook.outlook_between(game, sheet, card, side, first, code, reach) - price(game)
    return noted_outlook(game, sheet, seat, reach)


@rule
def value_as_ability(
    game: State, sheet: Floats, seat: int, kind: int, side: int, reach: float
) -> float:
    """The outlook after a card is played as an ability in the best place."""
    card, ability = card_in_hand(game, seat, kind), CARD_SIDES[kind, side]
    top = NEVER
    for owner in range(game.seats):
        for i in range(length(game.row[owner])):
            a = get(game.row[owner], i)
            if development.why_no_ability(game, seat, ability, a) == Reason.OK:
                top = max(top, value_on(game, sheet, seat, card, ability, a, reach))
    return top


@rule
def price(game: State) -> float:
    """What a card is worth in hand: nothing in the last turn (OS-AI-04, OS-RUL-39)."""
    return 0.0 if game.last_turn != 0 else KEEP


@rule
def value_as_animal(game: State, seat: int, card: int, reach: float) -> float:
    """The outlook with one more animal."""
    animals.new_animal(game, seat, card)
    value = outlook.outlook(game, seat, reach)
    pop(game.row[seat])
    return value - price(game)


@rule
def value_on(
    game: State, sheet: Floats, seat: int, card: int, ability: int, a: int, reach: float
) -> float:
    """The outlook with an ability on `a`; for a pair ability, with its best partner."""
    if ability == Ability.PARASITE:
        return (
            noted_outlook(game, sheet, seat, reach)
            + outlook.harm(game, sheet, card, a)
            - price(game)
        )
    if development.is_pair_ability(ability):
        top = NEVER
        for i in range(length(game.row[seat])):
            b = get(game.row[seat], i)
            if development.why_no_pair(game, seat, ability, a, b) == Reason.OK:
                top = max(top, outlook.outlook_between(game, sheet, card, ability, a, b, reach))
        return top - price(game)
    # OS-AI-03: danger counts the predators in play
    return outlook.outlook_with(game, sheet, card, ability, a, reach) - price(game)


# --- feeding -------------------------------------------------------------------------------------


@rule
def value_of_feeding(game: State, seat: int, verb: int, code: int, reach: float) -> float:
    """What a choice of the feeding phase is good for; to end a turn or a chain counts nothing."""
    if verb == Verb.TAKE:
        return value_of_taking(game, code, reach)
    if verb == Verb.ATTACK:
        return value_of_hunting(game, seat, code) * urgency(game, seat)
    if verb == Verb.PREY:
        return value_of_prey(game, seat, game.draft_animal, code)
    if verb == Verb.FAT:
        tokens = code % MAX_FAT + 1
        return value_of_fat(game, code // MAX_FAT, tokens, reach) * urgency(game, seat)
    if verb == Verb.PIRACY:
        return value_of_piracy(game, seat, code, reach)
    if verb == Verb.STEAL:
        return value_of_loot(game, seat, game.draft_animal, code // 2, reach)
    if verb == Verb.GRAZE:
        return value_of_grazing(game, seat, reach)
    if verb == Verb.HIBERNATE:
        return value_of_sleep(game, seat, code, reach)
    if verb == Verb.LINK:
        return value_of_token(game, receiver(game, code // 2, code % 2 + 1), reach + 1)
    if verb == Verb.SCAVENGE:
        return value_of_token(game, code, reach + 1)
    return -1.0 if verb == Verb.MORE else 0.0  # more than any animal needs


@rule
def urgency(game: State, seat: int) -> float:
    """Hunting and fat work with an empty bank too: they wait while plain animals can eat."""
    if game.bank > 0 and outlook.open_hunger(game, seat) > 0:
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
        if other != NOTHING and animals.can_receive(game, other):
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
    if tokens > gap or (tokens < gap and tokens + reach < gap):
        return -1.0
    if reach >= gap:
        return 0.1 - 0.01 * tokens
    return worth(game, a) * 0.9


@rule
def value_of_grazing(game: State, seat: int, reach: float) -> float:
    """Empty the bank when the seat has what it needs of it and others have not (OS-AI-02)."""
    if reach - 1 < outlook.open_hunger(game, seat):
        return -1.0
    for other in range(game.seats):
        if other != seat and outlook.open_hunger(game, other) > 0:
            return FIRST
    return -1.0


@rule
def value_of_sleep(game: State, seat: int, a: int, reach: float) -> float:
    """Sleep when the bank cannot feed all of the seat's animals."""
    gap = hunger(game, a)
    if gap == 0 or outlook.open_hunger(game, seat) <= reach or can_hunt(game, a):
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
    doom = STARVING if game.bank == 0 and not fed(game, prey) else 1.0
    value = meal + loss * spite(game, game.owner[prey]) * doom
    if outlook.leads(game, game.owner[prey]):
        value *= 1.2
    if outlook.can_attack(game, prey, seat):
        value += THREAT
    return value * odds(game, predator, prey)


@rule
def can_live(game: State, a: int) -> bool:
    """Whether it is fed, or could be."""
    return fed(game, a) or game.bank > 0 or helps_itself(game, a)


@rule
def odds(game: State, predator: int, prey: int) -> float:
    """The chance that the attack works on this very animal."""
    chance = 1.0
    if has(game, prey, Ability.RUNNING):
        chance *= 0.5  # OS-RUN-01
    if has(game, prey, Ability.MIMICRY) and not animals.was_used(game, prey, Ability.MIMICRY):
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
def value_of_answer(game: State, verb: int, code: int) -> float:
    """What an answer costs: nothing to run, else an animal or a card."""
    if verb == Verb.RUN:
        return 1.0
    if verb == Verb.ACCEPT:
        return -value_of_victim(game, game.prey)
    if verb == Verb.MIMIC:
        return -value_of_victim(game, code)
    if verb != Verb.DROP:
        return 0.0
    if game.side[code] == Ability.PARASITE and game.last_turn == 0:
        return 0.5
    return -card_points(game, code) - (0.2 if game.side[code] == Ability.TAIL_LOSS else 0.0)


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
        verb = verb_of(VERBS, out[i])
        if verb == Verb.RUN:
            return out[i]
        if verb == Verb.MIMIC:
            cost = outlook.animal_points(game, out[i] - verb)
        elif verb == Verb.DROP and (chosen == NOTHING or chosen >= Verb.DROP):
            cost = card_points(game, out[i] - verb)
        else:
            continue
        if chosen == NOTHING or cost < least:
            chosen, least = out[i], cost
    return chosen if chosen != NOTHING else out[0]
