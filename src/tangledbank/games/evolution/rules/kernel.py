"""The door to the rules of Evolution."""

from __future__ import annotations

from typing import Any

from tangledbank.games.evolution.rules.actions import (
    ATTACK,
    BODY,
    CARD,
    DECLINE,
    DONE,
    FEED_ONE,
    FOOD,
    GROW,
    LEAVE_EXTRA,
    MOVE_FAT,
    NAME,
    NECK,
    NEW,
    ON,
    PASS,
    POPULATION,
    PREY,
    PUT,
    REPLACE,
    SKIP,
    SPEND,
    TAKE_EXTRA,
    USE_MIND,
)
from tangledbank.games.evolution.rules.attack import (
    attack,
    feed_scavengers,
    is_unspent,
    list_hunt,
    list_unspent,
    name_trait,
    spend_on_ignoring,
    why_no_name,
    why_safe,
)
from tangledbank.games.evolution.rules.cards import NOTHING
from tangledbank.games.evolution.rules.eating import (
    answer_extra,
    answer_store,
    eat,
    forage,
    list_store,
    share,
    why_no_store,
)
from tangledbank.games.evolution.rules.feeding import (
    answer_window,
    begin_feeding,
    feed,
    list_feed,
    list_window,
    next_feeder,
    next_window,
    open_window,
    think,
    why_no_attack,
    why_no_feed,
    why_no_pass,
    why_no_use_of_mind,
)
from tangledbank.games.evolution.rules.invariants import find_violation
from tangledbank.games.evolution.rules.playing import (
    lay_food,
    list_play,
    next_player,
    play,
    why_no_body,
    why_no_population,
    why_no_replacement,
    why_no_species,
    why_no_trait,
)
from tangledbank.games.evolution.rules.reasons import (
    ANSWER_FIRST,
    FINISH_CHOICE,
    GAME_IS_OVER,
    NO_FORAGE,
    NO_START_EFFECT,
    NO_SUCH_SPECIES,
    NO_WINDOW,
    NOT_FULL,
    NOT_IN_HAND,
    NOT_YOUR_DECISION,
    NOT_YOUR_SPECIES,
    NOTHING_CHOSEN,
    OK,
    WRONG_PHASE,
)
from tangledbank.games.evolution.rules.reveal import (
    act_grain,
    list_grain,
    next_grain,
    reveal,
    why_no_neck,
)
from tangledbank.games.evolution.rules.secrets import blank, deal_again
from tangledbank.games.evolution.rules.species import card_in_hand, list_hand, trait_of
from tangledbank.games.evolution.rules.state import (
    CARRION,
    CHOOSE_CARD,
    CHOOSE_REPLACED,
    CHOOSE_USE,
    DEAL,
    EAT,
    EXTRA,
    FAT_WAITS,
    FEED,
    FEEDING,
    FERTILE_WAITS,
    FORAGE,
    GAME_OVER,
    GRAIN,
    HUNT,
    IGNORE,
    NEXT_FEEDER,
    NEXT_GRAIN,
    NEXT_PLAYER,
    NEXT_WINDOW,
    OPEN_WINDOW,
    PLAY,
    REVEAL,
    SHARE,
    STORE,
    SUPPLY,
    THINK,
    WINDOW,
    Game,
    new_states,
)
from tangledbank.games.evolution.rules.turn import deal, end_round, set_up, standing
from tangledbank.games.shared import entries as door
from tangledbank.kernel.compiling import bind, entry, rule
from tangledbank.kernel.events import EventBook, EventBooks
from tangledbank.kernel.records import copy_record

EMPTY = new_states()


@entry
def new(states: door.States, options: Any, seed: int, books: EventBooks) -> None:
    """Set up a game and go to its first decision."""
    events = books[0]
    copy_record(EMPTY, states)
    game = states[0]
    set_up(game, options, seed)
    go_on(game, events)


@entry(inline=True)
def pending(states: door.States) -> int:
    """The seats that have a decision now, as bits."""
    return int(states[0].waiting)


@entry(inline=True)
def legal(states: door.States, seat: int, out: Any) -> int:
    """Write the legal actions of a seat; how many."""
    game = states[0]
    if game.waiting & (1 << seat) == 0:
        return 0
    if game.stage == PLAY:
        return list_play(game, seat, out)
    if game.stage == FEED:
        return list_feed(game, seat, out)
    if game.stage == SUPPLY:
        return list_hand(game, seat, FOOD, out)
    if game.stage == HUNT:
        return list_hunt(game, out)
    if game.stage == GRAIN:
        return list_grain(game, seat, out)
    if game.stage == WINDOW:
        return list_window(game, seat, out)
    if game.stage == IGNORE or game.stage == THINK:
        return list_unspent(game, seat, out)
    if game.stage == STORE:
        return list_store(game, out)
    out[0] = TAKE_EXTRA
    out[1] = LEAVE_EXTRA
    return 2


@entry(inline=True)
def step(states: door.States, seat: int, action: int, books: EventBooks) -> None:
    """Carry out one legal action and go on to the next decision."""
    game, events = states[0], books[0]
    if game.stage == PLAY:
        play(game, events, seat, action)
    elif game.stage == FEED:
        feed(game, events, action)
    elif game.stage == SUPPLY:
        lay_food(game, events, seat, action - FOOD)
    elif game.stage == HUNT and action >= PREY:
        game.idle = 0
        attack(game, events, action - PREY)
    elif game.stage == HUNT:
        name_trait(game, action - NAME)
    elif game.stage == IGNORE:
        spend_on_ignoring(game, action - SPEND)
    elif game.stage == GRAIN:
        act_grain(game, events, action)
    elif game.stage == WINDOW:
        answer_window(game, action)
    elif game.stage == THINK:
        think(game, events, action - SPEND)
    elif game.stage == STORE:
        answer_store(game, action)
    else:
        answer_extra(game, action)
    go_on(game, events)


@rule(inline=True)
def go_on(game: Game, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while game.stage >= DEAL:
        if game.stage == NEXT_PLAYER:
            next_player(game, events)
        elif game.stage == EAT:
            eat(game, events)
        elif game.stage == FORAGE:
            forage(game, events)
        elif game.stage == SHARE:
            share(game, events)
        elif game.stage == OPEN_WINDOW:
            open_window(game)
        elif game.stage == NEXT_WINDOW:
            next_window(game)
        elif game.stage == NEXT_FEEDER:
            next_feeder(game)
        elif game.stage == CARRION:
            feed_scavengers(game, events)
        elif game.stage == REVEAL:
            reveal(game, events)
        elif game.stage == NEXT_GRAIN:
            next_grain(game, events)
            if game.stage == OPEN_WINDOW:
                begin_feeding(game)
        elif game.stage == DEAL:
            deal(game, events)
        else:
            end_round(game, events)


settle = bind(door.settle, "evolution", go_on=go_on)
observe = bind(door.observe, "evolution", blank=blank)
redeal = bind(door.redeal, "evolution", deal_again=deal_again)
score = bind(door.score, "evolution", standing=standing)
broken = bind(door.broken, "evolution", find_violation=find_violation)


# --- reasons -----------------------------------------------------------------------------------


@entry
def why_not(states: door.States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == GAME_OVER:
        return GAME_IS_OVER
    if game.waiting & (1 << seat) == 0:
        return NOT_YOUR_DECISION
    if action == DONE or FOOD <= action < NECK:
        return why_no_play(game, seat, action)
    if game.phase != FEEDING:
        return WRONG_PHASE
    if action == TAKE_EXTRA or action == LEAVE_EXTRA:
        return OK if game.stage == EXTRA else NO_FORAGE
    if action >= PUT:
        return why_no_store(game, action - PUT) if game.stage == STORE else NOTHING_CHOSEN
    if game.stage == STORE or game.stage == EXTRA:
        return ANSWER_FIRST
    if game.stage == GRAIN or NECK <= action < FEED_ONE:
        return why_no_grain(game, seat, action)
    if game.stage == WINDOW or game.stage == THINK:
        return why_no_window_answer(game, seat, action)
    return why_no_feeding(game, seat, action)


@rule
def why_not_own(game: Game, seat: int, species: int) -> int:
    """That it is another's, or that there is no such species; or OK.

    Of another's nothing else is said: in quick-play it may have been founded in secret.
    """
    if game.owner[species] != seat:
        return NOT_YOUR_SPECIES
    return OK if game.population[species] > 0 else NO_SUCH_SPECIES


@rule
def why_no_play(game: Game, seat: int, action: int) -> int:
    """Reasons in phases 2 and 3."""
    if FOOD <= action < CARD:
        if game.stage != SUPPLY:
            return WRONG_PHASE
        return OK if card_in_hand(game, seat, action - FOOD) != NOTHING else NOT_IN_HAND
    if game.stage != PLAY:
        return WRONG_PHASE
    if action == DONE:
        return OK if game.part[seat] == CHOOSE_CARD else FINISH_CHOICE
    if action < ON:
        if game.part[seat] != CHOOSE_CARD:
            return FINISH_CHOICE
        return OK if card_in_hand(game, seat, action - CARD) != NOTHING else NOT_IN_HAND
    if game.part[seat] == CHOOSE_CARD:
        return NOTHING_CHOSEN
    trait = trait_of(game, game.draft_card[seat])
    if REPLACE <= action < POPULATION:
        if game.part[seat] != CHOOSE_REPLACED:
            return NOT_FULL
        return why_no_replacement(game, int(game.draft_species[seat]), trait, action - REPLACE)
    return why_no_use(game, seat, action, trait)


@rule
def why_no_use(game: Game, seat: int, action: int, trait: int) -> int:
    """Reasons against a use of the chosen card."""
    if game.part[seat] != CHOOSE_USE:
        return FINISH_CHOICE
    if action >= NEW:
        return why_no_species(game, seat)
    species = action - BODY
    if action < REPLACE:
        species = action - ON
    elif action < BODY:
        species = action - POPULATION
    why = why_not_own(game, seat, species)
    if why != OK:
        return why
    if action < REPLACE:
        return why_no_trait(game, species, trait)
    return why_no_population(game, species) if action < BODY else why_no_body(game, species)


@rule
def why_no_grain(game: Game, seat: int, action: int) -> int:
    """Reasons against a start effect, or against anything else while they act."""
    if game.stage != GRAIN:
        return WRONG_PHASE
    if not NECK <= action < FEED_ONE:
        return ANSWER_FIRST
    species = action - MOVE_FAT
    if action < SKIP:
        species = (action - NECK) // 2
    elif action < GROW:
        species = action - SKIP
    elif action < MOVE_FAT:
        species = action - GROW
    why = why_not_own(game, seat, species)
    if why != OK:
        return why
    if action < GROW:
        return why_no_neck(game, species, action < SKIP and (action - NECK) % 2 == 1)
    waits = FERTILE_WAITS if action < MOVE_FAT else FAT_WAITS
    return OK if game.grain[species] & waits != 0 else NO_START_EFFECT


@rule
def why_no_window_answer(game: Game, seat: int, action: int) -> int:
    """Reasons in a window for Intelligence."""
    if SPEND <= action < PREY:
        if game.stage == WINDOW:
            return NOTHING_CHOSEN
        return OK if card_in_hand(game, seat, action - SPEND) != NOTHING else NOT_IN_HAND
    if game.stage == THINK:
        return FINISH_CHOICE
    if action == DECLINE:
        return OK
    if not USE_MIND <= action < PUT:
        return ANSWER_FIRST
    code = action - USE_MIND
    why = why_not_own(game, seat, code // 2)
    return why if why != OK else why_no_use_of_mind(game, code // 2, code % 2 == 1)


@rule
def why_no_feeding(game: Game, seat: int, action: int) -> int:
    """Reasons in a feeding turn, up to the declared attack."""
    if action == DECLINE or action >= USE_MIND:
        return NO_WINDOW
    if game.stage == IGNORE:
        if SPEND <= action < PREY:
            return OK if is_unspent(game, seat, action - SPEND) else NOT_IN_HAND
        return FINISH_CHOICE
    if game.stage == HUNT:
        return why_no_hunt(game, action)
    if action == PASS:
        return why_no_pass(game)
    if action >= NAME:
        return NOTHING_CHOSEN
    if action >= ATTACK:
        why = why_not_own(game, seat, action - ATTACK)
        return why if why != OK else why_no_attack(game, action - ATTACK)
    code = action - FEED_ONE
    why = why_not_own(game, seat, code // 2)
    return why if why != OK else why_no_feed(game, code // 2, code % 2 == 1)


@rule
def why_no_hunt(game: Game, action: int) -> int:
    """Reasons against a prey, or against ignoring a trait."""
    attacker = int(game.hunter)
    if NAME <= action < SPEND:
        return why_no_name(game, attacker, action - NAME)
    if SPEND <= action < PREY:
        return NOTHING_CHOSEN
    if action < PREY:
        return FINISH_CHOICE
    prey = action - PREY
    if game.population[prey] == 0:
        return NO_SUCH_SPECIES
    return why_safe(game, attacker, prey)
