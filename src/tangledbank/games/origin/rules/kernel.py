"""The door to the rules of The Origin of Species."""

from __future__ import annotations

from tangledbank.games.origin.rules.actions import MAX_FAT, Verb
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
from tangledbank.games.origin.rules.cards import NOTHING, Ability
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
from tangledbank.games.origin.rules.reasons import Reason
from tangledbank.games.origin.rules.secrets import blank, deal_again
from tangledbank.games.origin.rules.state import Option, Stage, State, new_states
from tangledbank.games.origin.rules.turn import begin_turn, clear_draft, next_developer, set_up
from tangledbank.games.shared import entries as door
from tangledbank.kernel.compiling import bind, entry, rule
from tangledbank.kernel.events import EventBook, EventBooks
from tangledbank.kernel.lists import find, get, length
from tangledbank.kernel.records import Ints, States, copy_record

EMPTY = new_states()


@entry
def new(states: States, options: Ints, seed: int, books: EventBooks) -> None:
    """Set up a game and go to its first decision."""
    events = books[0]
    copy_record(EMPTY, states)
    game = states[0]
    set_up(game, options, seed)
    begin_turn(game, events)
    go_on(game, events)


@entry(inline=True)
def pending(states: States) -> int:
    """The seats that have a decision now, as bits."""
    game = states[0]
    if game.stage == Stage.OVER:
        return 0
    return 1 << int(game.decider)


@entry(inline=True)
def legal(states: States, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat; how many."""
    game = states[0]
    if game.stage == Stage.OVER or game.decider != seat:
        return 0
    if game.stage == Stage.DEVELOP:
        return list_plays(game, seat, out)
    if game.stage == Stage.PLACE:
        return list_targets(game, seat, game.draft_side, out)
    if game.stage == Stage.PAIR:
        return list_partners(game, seat, out)
    if game.stage == Stage.FEED:
        return list_feeding(game, seat, out)
    if game.stage == Stage.HUNT:
        return list_prey(game, game.draft_animal, out)
    if game.stage == Stage.ROB:
        return list_loot(game, game.draft_animal, out)
    if game.stage == Stage.REACT:
        return list_reactions(game, out)
    if game.stage == Stage.CHAIN:
        return list_links(game, out)
    return list_scavengers(game, seat, out)


@entry(inline=True)
def step(states: States, seat: int, action: int, books: EventBooks) -> None:
    """Carry out one legal action and go on to the next decision."""
    game, events = states[0], books[0]
    if game.stage == Stage.DEVELOP:
        develop(game, action, events)
    elif game.stage == Stage.PLACE:
        place(game, action - Verb.ON, events)
    elif game.stage == Stage.PAIR:
        pair(game, action - Verb.WITH, events)
    elif game.stage == Stage.FEED:
        feed(game, action, events)
    elif game.stage == Stage.HUNT:
        predator = game.draft_animal
        clear_draft(game)
        game.main_done = 1
        game.acted = 1
        attack(game, events, predator, action - Verb.PREY)
    elif game.stage == Stage.ROB:
        pirate = game.draft_animal
        clear_draft(game)
        steal(game, events, pirate, (action - Verb.STEAL) // 2, (action - Verb.STEAL) % 2)
    elif game.stage == Stage.REACT:
        react(game, events, action)
    elif game.stage == Stage.CHAIN and action == Verb.STOP:
        lapse(game)
    elif game.stage == Stage.CHAIN:
        work(game, events, action - Verb.LINK)
    elif game.stage == Stage.SCAVENGE:
        scavenge(game, events, action - Verb.SCAVENGE)
    go_on(game, events)


@rule(inline=True)
def go_on(game: State, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while game.stage >= Stage.NEXT_DEVELOPER:
        if game.stage == Stage.NEXT_DEVELOPER:
            next_developer(game, events)
        elif game.stage == Stage.FOOD_BANK:
            roll_food_bank(game, events)
        elif game.stage == Stage.NEXT_FEEDER:
            next_feeder(game)
        elif game.stage == Stage.KEEP_FEEDING:
            keep_feeding(game, events)
        elif game.stage == Stage.ATTACKED:
            face_attack(game, events)
        elif game.stage == Stage.LINKING:
            follow_links(game, events)
        elif game.stage == Stage.CARRION:
            call_scavenger(game, events)
        else:
            end_turn(game, events)


settle = bind(door.settle, "origin", go_on=go_on)
observe = bind(door.observe, "origin", blank=blank)
redeal = bind(door.redeal, "origin", deal_again=deal_again)
score = bind(door.score, "origin", standing=standing)
broken = bind(door.broken, "origin", find_violation=find_violation)


@entry
def why_not(states: States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == Stage.OVER:
        return Reason.GAME_OVER
    if game.decider != seat:
        return Reason.NOT_YOUR_DECISION
    if action == Verb.PASS or Verb.ANIMAL <= action < Verb.TAKE:
        return why_no_development(game, seat, action)
    if action == Verb.END or Verb.TAKE <= action < Verb.MIMIC:
        return why_no_feeding(game, seat, action)
    return why_no_answer(game, seat, action)


@rule
def in_play(game: State, a: int) -> bool:
    """Whether this card lies on the table as an animal."""
    for seat in range(game.seats):
        if find(game.row[seat], a) >= 0:
            return True
    return False


@rule
def why_no_development(game: State, seat: int, action: int) -> int:
    """Reasons in the development phase."""
    if game.stage == Stage.DEVELOP:
        if action == Verb.PASS:
            return Reason.OK
        if action < Verb.ABILITY:
            return (
                Reason.OK
                if card_in_hand(game, seat, action - Verb.ANIMAL) != NOTHING
                else Reason.NOT_IN_HAND
            )
        if action < Verb.ON:
            return why_no_play(
                game, seat, (action - Verb.ABILITY) // 2, (action - Verb.ABILITY) % 2
            )
        return Reason.NOTHING_CHOSEN
    if game.stage == Stage.PLACE and Verb.ON <= action < Verb.WITH:
        a = action - Verb.ON
        return (
            why_no_ability(game, seat, game.draft_side, a)
            if in_play(game, a)
            else Reason.NO_SUCH_ANIMAL
        )
    if game.stage == Stage.PAIR and Verb.WITH <= action < Verb.TAKE:
        b = action - Verb.WITH
        if not in_play(game, b):
            return Reason.NO_SUCH_ANIMAL
        return why_no_pair(game, seat, game.draft_side, game.draft_animal, b)
    if game.stage == Stage.PLACE or game.stage == Stage.PAIR:
        return Reason.FINISH_CHOICE
    return Reason.WRONG_PHASE


@rule
def why_no_feeding(game: State, seat: int, action: int) -> int:
    """Reasons in a feeding turn."""
    if game.stage == Stage.HUNT and Verb.PREY <= action < Verb.FAT:
        prey = action - Verb.PREY
        return (
            why_safe(game, game.draft_animal, prey)
            if in_play(game, prey)
            else Reason.NO_SUCH_ANIMAL
        )
    if game.stage == Stage.ROB and Verb.STEAL <= action < Verb.GRAZE:
        code = action - Verb.STEAL
        if not in_play(game, code // 2):
            return Reason.NO_SUCH_ANIMAL
        return why_no_theft(game, game.draft_animal, code // 2, code % 2)
    if game.stage == Stage.DEVELOP:
        return Reason.WRONG_PHASE
    if game.stage == Stage.REACT or game.stage == Stage.CHAIN or game.stage == Stage.SCAVENGE:
        return Reason.ANSWER_FIRST
    if game.stage != Stage.FEED:
        return Reason.FINISH_CHOICE
    if action == Verb.END:
        return why_no_end(game)
    if Verb.PREY <= action < Verb.FAT or Verb.STEAL <= action < Verb.GRAZE:
        return Reason.NOTHING_CHOSEN
    return why_no_own(game, seat, action)


@rule
def why_no_own(game: State, seat: int, action: int) -> int:
    """Reasons against a feeding action of one own animal."""
    if action >= Verb.FAT and action < Verb.PIRACY:
        a = (action - Verb.FAT) // MAX_FAT
    elif action < Verb.ATTACK:
        a = action - Verb.TAKE
    elif action < Verb.PREY:
        a = action - Verb.ATTACK
    elif action < Verb.STEAL:
        a = action - Verb.PIRACY
    elif action < Verb.HIBERNATE:
        a = action - Verb.GRAZE
    else:
        a = action - Verb.HIBERNATE
    if not in_play(game, a):
        return Reason.NO_SUCH_ANIMAL
    if game.owner[a] != seat:
        return Reason.NOT_YOUR_ANIMAL
    if action < Verb.ATTACK:
        return why_no_take(game, a)
    if action < Verb.PREY:
        return why_no_attack(game, a)
    if action < Verb.PIRACY:
        return why_no_fat(game, a, (action - Verb.FAT) % MAX_FAT + 1)
    if action < Verb.STEAL:
        return why_no_piracy(game, a)
    if action < Verb.HIBERNATE:
        return why_no_grazing(game, a)
    return why_no_hibernation(game, a)


@rule
def why_no_answer(game: State, seat: int, action: int) -> int:
    """Reasons against an answer to an attack, to food, or to carrion."""
    if action == Verb.STOP or Verb.LINK <= action < Verb.SCAVENGE:
        return why_no_link(game, action)
    if action >= Verb.SCAVENGE:
        if game.stage != Stage.SCAVENGE:
            return Reason.NO_CARRION
        a = action - Verb.SCAVENGE
        if not in_play(game, a):
            return Reason.NO_SUCH_ANIMAL
        if game.owner[a] != seat:
            return Reason.NOT_YOUR_ANIMAL
        if not has(game, a, Ability.SCAVENGER):
            return Reason.NOT_SCAVENGER
        return Reason.OK if can_scavenge(game, a) else why_no_food(game, a)
    if game.stage != Stage.REACT:
        return Reason.NO_ATTACK
    if action == Verb.RUN:
        if not has(game, game.prey, Ability.RUNNING):
            return Reason.CANNOT_RUN
        return Reason.OK if game.has_run == 0 else Reason.HAS_RUN
    if action == Verb.ACCEPT:
        return why_no_accept(game)
    if action < Verb.DROP:
        return why_no_mimicry(game, seat, action - Verb.MIMIC)
    return why_no_drop(game, action - Verb.DROP)


@rule
def why_no_link(game: State, action: int) -> int:
    """Reasons against letting a pair ability work, or against stopping the chain."""
    if action == Verb.STOP:
        if game.stage != Stage.CHAIN:
            return Reason.NOT_ARMED
        return Reason.OK if game.options[Option.LINKS] == 1 else Reason.LINKS_FORCED
    card = (action - Verb.LINK) // 2
    if find(game.links, card) < 0:
        return Reason.NO_SUCH_CARD
    if game.stage == Stage.CHAIN and can_work(game, card, (action - Verb.LINK) % 2 + 1):
        return Reason.OK
    return Reason.NOT_ARMED


@rule
def why_no_accept(game: State) -> int:
    """Reasons against letting the animal be eaten: some answers are forced."""
    if has(game, game.prey, Ability.RUNNING) and game.has_run == 0:
        return Reason.MUST_RUN
    if game.can_mimic != 0:
        row = game.row[game.owner[game.prey]]
        for i in range(length(row)):
            other = get(row, i)
            if other != game.prey and why_safe(game, game.predator, other) == Reason.OK:
                return Reason.MUST_MIMIC
    return Reason.MUST_DROP if game.options[Option.TAIL_LOSS] == 1 else Reason.OK


@rule
def why_no_mimicry(game: State, seat: int, other: int) -> int:
    """Reasons against redirecting the attack to another animal."""
    if not has(game, game.prey, Ability.MIMICRY):
        return Reason.CANNOT_MIMIC
    if game.can_mimic == 0:
        return Reason.MIMICRY_SPENT
    if not in_play(game, other):
        return Reason.NO_SUCH_ANIMAL
    if game.owner[other] != seat:
        return Reason.NOT_YOUR_ANIMAL
    if other == game.prey:
        return Reason.ITSELF
    return why_safe(game, game.predator, other)


@rule
def why_no_drop(game: State, card: int) -> int:
    """Reasons against dropping this card."""
    prey = game.prey
    if not has(game, prey, Ability.TAIL_LOSS):
        return Reason.NO_TAIL
    if find(game.links, card) >= 0:
        return (
            Reason.OK
            if game.host[card] == prey or game.partner[card] == prey
            else Reason.NOT_ITS_CARD
        )
    below = game.under[prey]
    while below != NOTHING:
        if below == card:
            return Reason.OK
        below = game.below[below]
    return Reason.NOT_ITS_CARD
