"""The door to the rules of The Origin of Species."""

from __future__ import annotations

from typing import Any

from tangledbank.games.origin.rules.actions import (
    ABILITY,
    ACCEPT,
    ANIMAL,
    ATTACK,
    DROP,
    END,
    FAT_TO_FOOD,
    GRAZE,
    HIBERNATE,
    LINK,
    MAX_FAT,
    MIMIC,
    ON,
    PASS,
    PREY,
    RUN,
    SCAVENGE_WITH,
    STEAL,
    STOP,
    TAKE,
    USE_PIRACY,
    WITH,
)
from tangledbank.games.origin.rules.animals import has, why_no_food
from tangledbank.games.origin.rules.attack import (
    attack,
    call_scavenger,
    can_scavenge,
    face_attack,
    list_prey,
    list_reactions,
    list_scavengers,
    react,
    scavenge,
    why_no_attack,
    why_safe,
)
from tangledbank.games.origin.rules.cards import MIMICRY, NOTHING, RUNNING, SCAVENGER, TAIL_LOSS
from tangledbank.games.origin.rules.chain import can_work, follow_links, lapse, list_links, work
from tangledbank.games.origin.rules.development import (
    card_in_hand,
    develop,
    list_partners,
    list_plays,
    list_targets,
    pair,
    place,
    why_no_ability,
    why_no_pair,
    why_no_play,
)
from tangledbank.games.origin.rules.extinction import end_turn, standing
from tangledbank.games.origin.rules.feeding import (
    feed,
    keep_feeding,
    list_feeding,
    list_loot,
    next_feeder,
    roll_food_bank,
    steal,
    why_no_end,
    why_no_fat,
    why_no_grazing,
    why_no_hibernation,
    why_no_piracy,
    why_no_take,
    why_no_theft,
)
from tangledbank.games.origin.rules.invariants import find_violation
from tangledbank.games.origin.rules.reasons import (
    ANSWER_FIRST,
    CANNOT_MIMIC,
    CANNOT_RUN,
    FINISH_CHOICE,
    GAME_IS_OVER,
    HAS_RUN,
    ITSELF,
    LINKS_FORCED,
    MIMICRY_SPENT,
    MUST_DROP,
    MUST_MIMIC,
    MUST_RUN,
    NO_ATTACK,
    NO_CARRION,
    NO_SUCH_ANIMAL,
    NO_SUCH_CARD,
    NO_TAIL,
    NOT_ARMED,
    NOT_IN_HAND,
    NOT_ITS_CARD,
    NOT_SCAVENGER,
    NOT_YOUR_ANIMAL,
    NOT_YOUR_DECISION,
    NOTHING_CHOSEN,
    OK,
    WRONG_PHASE,
)
from tangledbank.games.origin.rules.secrets import blank, deal_again
from tangledbank.games.origin.rules.state import (
    ATTACKED,
    CARRION,
    CHAIN,
    DEVELOP,
    FEED,
    FOOD_BANK,
    GAME_OVER,
    HUNT,
    KEEP_FEEDING,
    LINKING,
    NEXT_DEVELOPER,
    NEXT_FEEDER,
    OPT_LINKS,
    OPT_TAIL_LOSS,
    PAIR,
    PLACE,
    REACT,
    ROB,
    SCAVENGE,
    Game,
    new_states,
)
from tangledbank.games.origin.rules.turn import begin_turn, clear_draft, next_developer, set_up
from tangledbank.games.shared import entries as door
from tangledbank.kernel.compiling import bind, entry, rule
from tangledbank.kernel.events import EventBook, EventBooks
from tangledbank.kernel.lists import find, get, length
from tangledbank.kernel.records import copy_record

EMPTY = new_states()


@entry
def new(states: door.States, options: Any, seed: int, books: EventBooks) -> None:
    """Set up a game and go to its first decision."""
    events = books[0]
    copy_record(EMPTY, states)
    game = states[0]
    set_up(game, options, seed)
    begin_turn(game, events)
    go_on(game, events)


@entry(inline=True)
def pending(states: door.States) -> int:
    """The seats that have a decision now, as bits."""
    game = states[0]
    if game.stage == GAME_OVER:
        return 0
    return 1 << int(game.decider)


@entry(inline=True)
def legal(states: door.States, seat: int, out: Any) -> int:
    """Write the legal actions of a seat; how many."""
    game = states[0]
    if game.stage == GAME_OVER or game.decider != seat:
        return 0
    if game.stage == DEVELOP:
        return list_plays(game, seat, out)
    if game.stage == PLACE:
        return list_targets(game, seat, game.draft_side, out)
    if game.stage == PAIR:
        return list_partners(game, seat, out)
    if game.stage == FEED:
        return list_feeding(game, seat, out)
    if game.stage == HUNT:
        return list_prey(game, game.draft_animal, out)
    if game.stage == ROB:
        return list_loot(game, game.draft_animal, out)
    if game.stage == REACT:
        return list_reactions(game, out)
    if game.stage == CHAIN:
        return list_links(game, out)
    return list_scavengers(game, seat, out)


@entry(inline=True)
def step(states: door.States, seat: int, action: int, books: EventBooks) -> None:
    """Carry out one legal action and go on to the next decision."""
    game, events = states[0], books[0]
    if game.stage == DEVELOP:
        develop(game, action, events)
    elif game.stage == PLACE:
        place(game, action - ON, events)
    elif game.stage == PAIR:
        pair(game, action - WITH, events)
    elif game.stage == FEED:
        feed(game, action, events)
    elif game.stage == HUNT:
        predator = game.draft_animal
        clear_draft(game)
        game.main_done = 1
        game.acted = 1
        attack(game, events, predator, action - PREY)
    elif game.stage == ROB:
        pirate = game.draft_animal
        clear_draft(game)
        steal(game, events, pirate, (action - STEAL) // 2, (action - STEAL) % 2)
    elif game.stage == REACT:
        react(game, events, action)
    elif game.stage == CHAIN and action == STOP:
        lapse(game)
    elif game.stage == CHAIN:
        work(game, events, action - LINK)
    elif game.stage == SCAVENGE:
        scavenge(game, events, action - SCAVENGE_WITH)
    go_on(game, events)


@rule(inline=True)
def go_on(game: Game, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while game.stage >= NEXT_DEVELOPER:
        if game.stage == NEXT_DEVELOPER:
            next_developer(game, events)
        elif game.stage == FOOD_BANK:
            roll_food_bank(game, events)
        elif game.stage == NEXT_FEEDER:
            next_feeder(game)
        elif game.stage == KEEP_FEEDING:
            keep_feeding(game, events)
        elif game.stage == ATTACKED:
            face_attack(game, events)
        elif game.stage == LINKING:
            follow_links(game, events)
        elif game.stage == CARRION:
            call_scavenger(game, events)
        else:
            end_turn(game, events)


settle = bind(door.settle, "origin", go_on=go_on)
observe = bind(door.observe, "origin", blank=blank)
redeal = bind(door.redeal, "origin", deal_again=deal_again)
score = bind(door.score, "origin", standing=standing)
broken = bind(door.broken, "origin", find_violation=find_violation)


@entry
def why_not(states: door.States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == GAME_OVER:
        return GAME_IS_OVER
    if game.decider != seat:
        return NOT_YOUR_DECISION
    if action == PASS or ANIMAL <= action < TAKE:
        return why_no_development(game, seat, action)
    if action == END or TAKE <= action < MIMIC:
        return why_no_feeding(game, seat, action)
    return why_no_answer(game, seat, action)


@rule
def in_play(game: Game, a: int) -> bool:
    """Whether this card lies on the table as an animal."""
    for seat in range(game.seats):
        if find(game.row[seat], a) >= 0:
            return True
    return False


@rule
def why_no_development(game: Game, seat: int, action: int) -> int:
    """Reasons in the development phase."""
    if game.stage == DEVELOP:
        if action == PASS:
            return OK
        if action < ABILITY:
            return OK if card_in_hand(game, seat, action - ANIMAL) != NOTHING else NOT_IN_HAND
        if action < ON:
            return why_no_play(game, seat, (action - ABILITY) // 2, (action - ABILITY) % 2)
        return NOTHING_CHOSEN
    if game.stage == PLACE and ON <= action < WITH:
        a = action - ON
        return (
            why_no_ability(game, seat, game.draft_side, a) if in_play(game, a) else NO_SUCH_ANIMAL
        )
    if game.stage == PAIR and WITH <= action < TAKE:
        b = action - WITH
        if not in_play(game, b):
            return NO_SUCH_ANIMAL
        return why_no_pair(game, seat, game.draft_side, game.draft_animal, b)
    if game.stage == PLACE or game.stage == PAIR:
        return FINISH_CHOICE
    return WRONG_PHASE


@rule
def why_no_feeding(game: Game, seat: int, action: int) -> int:
    """Reasons in a feeding turn."""
    if game.stage == HUNT and PREY <= action < FAT_TO_FOOD:
        prey = action - PREY
        return why_safe(game, game.draft_animal, prey) if in_play(game, prey) else NO_SUCH_ANIMAL
    if game.stage == ROB and STEAL <= action < GRAZE:
        code = action - STEAL
        if not in_play(game, code // 2):
            return NO_SUCH_ANIMAL
        return why_no_theft(game, game.draft_animal, code // 2, code % 2)
    if game.stage == DEVELOP:
        return WRONG_PHASE
    if game.stage == REACT or game.stage == CHAIN or game.stage == SCAVENGE:
        return ANSWER_FIRST
    if game.stage != FEED:
        return FINISH_CHOICE
    if action == END:
        return why_no_end(game)
    if PREY <= action < FAT_TO_FOOD or STEAL <= action < GRAZE:
        return NOTHING_CHOSEN
    return why_no_own(game, seat, action)


@rule
def why_no_own(game: Game, seat: int, action: int) -> int:
    """Reasons against a feeding action of one own animal."""
    if action >= FAT_TO_FOOD and action < USE_PIRACY:
        a = (action - FAT_TO_FOOD) // MAX_FAT
    elif action < ATTACK:
        a = action - TAKE
    elif action < PREY:
        a = action - ATTACK
    elif action < STEAL:
        a = action - USE_PIRACY
    elif action < HIBERNATE:
        a = action - GRAZE
    else:
        a = action - HIBERNATE
    if not in_play(game, a):
        return NO_SUCH_ANIMAL
    if game.owner[a] != seat:
        return NOT_YOUR_ANIMAL
    if action < ATTACK:
        return why_no_take(game, a)
    if action < PREY:
        return why_no_attack(game, a)
    if action < USE_PIRACY:
        return why_no_fat(game, a, (action - FAT_TO_FOOD) % MAX_FAT + 1)
    if action < STEAL:
        return why_no_piracy(game, a)
    if action < HIBERNATE:
        return why_no_grazing(game, a)
    return why_no_hibernation(game, a)


@rule
def why_no_answer(game: Game, seat: int, action: int) -> int:
    """Reasons against an answer to an attack, to food, or to carrion."""
    if action == STOP or LINK <= action < SCAVENGE_WITH:
        return why_no_link(game, action)
    if action >= SCAVENGE_WITH:
        if game.stage != SCAVENGE:
            return NO_CARRION
        a = action - SCAVENGE_WITH
        if not in_play(game, a):
            return NO_SUCH_ANIMAL
        if game.owner[a] != seat:
            return NOT_YOUR_ANIMAL
        if not has(game, a, SCAVENGER):
            return NOT_SCAVENGER
        return OK if can_scavenge(game, a) else why_no_food(game, a)
    if game.stage != REACT:
        return NO_ATTACK
    if action == RUN:
        if not has(game, game.prey, RUNNING):
            return CANNOT_RUN
        return OK if game.has_run == 0 else HAS_RUN
    if action == ACCEPT:
        return why_no_accept(game)
    if action < DROP:
        return why_no_mimicry(game, seat, action - MIMIC)
    return why_no_drop(game, action - DROP)


@rule
def why_no_link(game: Game, action: int) -> int:
    """Reasons against letting a pair ability work, or against stopping the chain."""
    if action == STOP:
        if game.stage != CHAIN:
            return NOT_ARMED
        return OK if game.options[OPT_LINKS] == 1 else LINKS_FORCED
    card = (action - LINK) // 2
    if find(game.links, card) < 0:
        return NO_SUCH_CARD
    if game.stage == CHAIN and can_work(game, card, (action - LINK) % 2 + 1):
        return OK
    return NOT_ARMED


@rule
def why_no_accept(game: Game) -> int:
    """Reasons against letting the animal be eaten: some answers are forced."""
    if has(game, game.prey, RUNNING) and game.has_run == 0:
        return MUST_RUN
    if game.can_mimic != 0:
        row = game.row[game.owner[game.prey]]
        for i in range(length(row)):
            other = get(row, i)
            if other != game.prey and why_safe(game, game.predator, other) == OK:
                return MUST_MIMIC
    return MUST_DROP if game.options[OPT_TAIL_LOSS] == 1 else OK


@rule
def why_no_mimicry(game: Game, seat: int, other: int) -> int:
    """Reasons against redirecting the attack to another animal."""
    if not has(game, game.prey, MIMICRY):
        return CANNOT_MIMIC
    if game.can_mimic == 0:
        return MIMICRY_SPENT
    if not in_play(game, other):
        return NO_SUCH_ANIMAL
    if game.owner[other] != seat:
        return NOT_YOUR_ANIMAL
    if other == game.prey:
        return ITSELF
    return why_safe(game, game.predator, other)


@rule
def why_no_drop(game: Game, card: int) -> int:
    """Reasons against dropping this card."""
    prey = game.prey
    if not has(game, prey, TAIL_LOSS):
        return NO_TAIL
    if find(game.links, card) >= 0:
        return OK if game.host[card] == prey or game.partner[card] == prey else NOT_ITS_CARD
    below = game.under[prey]
    while below != NOTHING:
        if below == card:
            return OK
        below = game.below[below]
    return NOT_ITS_CARD
