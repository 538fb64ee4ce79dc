"""The door to the rules of Evolution."""

from __future__ import annotations

from tangledbank.games.evolution.rules.actions import Verb
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
from tangledbank.games.evolution.rules.reasons import Reason
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
    FAT_WAITS,
    FERTILE_WAITS,
    Part,
    Phase,
    Stage,
    State,
    new_states,
)
from tangledbank.games.evolution.rules.turn import deal, end_round, set_up, standing
from tangledbank.games.shared import entries as door
from tangledbank.kernel.compiling import bind, entry, rule
from tangledbank.kernel.events import EventBook, EventBooks
from tangledbank.kernel.records import Ints, States, copy_record

EMPTY = new_states()


@entry
def new(states: States, options: Ints, seed: int, books: EventBooks) -> None:
    """Set up a game and go to its first decision."""
    events = books[0]
    copy_record(EMPTY, states)
    game = states[0]
    set_up(game, options, seed)
    go_on(game, events)


@entry(inline=True)
def pending(states: States) -> int:
    """The seats that have a decision now, as bits."""
    return int(states[0].waiting)


@entry(inline=True)
def legal(states: States, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat; how many."""
    game = states[0]
    if game.waiting & (1 << seat) == 0:
        return 0
    if game.stage == Stage.PLAY:
        return list_play(game, seat, out)
    if game.stage == Stage.FEED:
        return list_feed(game, seat, out)
    if game.stage == Stage.SUPPLY:
        return list_hand(game, seat, Verb.FOOD, out)
    if game.stage == Stage.HUNT:
        return list_hunt(game, out)
    if game.stage == Stage.GRAIN:
        return list_grain(game, seat, out)
    if game.stage == Stage.WINDOW:
        return list_window(game, seat, out)
    if game.stage == Stage.IGNORE or game.stage == Stage.THINK:
        return list_unspent(game, seat, out)
    if game.stage == Stage.STORE:
        return list_store(game, out)
    out[0] = Verb.FORAGE
    out[1] = Verb.WAIVE
    return 2


@entry(inline=True)
def step(states: States, seat: int, action: int, books: EventBooks) -> None:
    """Carry out one legal action and go on to the next decision."""
    game, events = states[0], books[0]
    if game.stage == Stage.PLAY:
        play(game, events, seat, action)
    elif game.stage == Stage.FEED:
        feed(game, events, action)
    elif game.stage == Stage.SUPPLY:
        lay_food(game, events, seat, action - Verb.FOOD)
    elif game.stage == Stage.HUNT and action >= Verb.PREY:
        game.idle = 0
        attack(game, events, action - Verb.PREY)
    elif game.stage == Stage.HUNT:
        name_trait(game, action - Verb.IGNORE)
    elif game.stage == Stage.IGNORE:
        spend_on_ignoring(game, action - Verb.SPEND)
    elif game.stage == Stage.GRAIN:
        act_grain(game, events, action)
    elif game.stage == Stage.WINDOW:
        answer_window(game, action)
    elif game.stage == Stage.THINK:
        think(game, events, action - Verb.SPEND)
    elif game.stage == Stage.STORE:
        answer_store(game, action)
    else:
        answer_extra(game, action)
    go_on(game, events)


@rule(inline=True)
def go_on(game: State, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while game.stage >= Stage.DEAL:
        if game.stage == Stage.NEXT_PLAYER:
            next_player(game, events)
        elif game.stage == Stage.EAT:
            eat(game, events)
        elif game.stage == Stage.FORAGE:
            forage(game, events)
        elif game.stage == Stage.SHARE:
            share(game, events)
        elif game.stage == Stage.OPEN_WINDOW:
            open_window(game)
        elif game.stage == Stage.NEXT_WINDOW:
            next_window(game)
        elif game.stage == Stage.NEXT_FEEDER:
            next_feeder(game)
        elif game.stage == Stage.CARRION:
            feed_scavengers(game, events)
        elif game.stage == Stage.REVEAL:
            reveal(game, events)
        elif game.stage == Stage.NEXT_GRAIN:
            next_grain(game, events)
            if game.stage == Stage.OPEN_WINDOW:
                begin_feeding(game)
        elif game.stage == Stage.DEAL:
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
def why_not(states: States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == Stage.OVER:
        return Reason.GAME_OVER
    if game.waiting & (1 << seat) == 0:
        return Reason.NOT_YOUR_DECISION
    if action == Verb.DONE or Verb.FOOD <= action < Verb.NECK:
        return why_no_play(game, seat, action)
    if game.phase != Phase.FEEDING:
        return Reason.WRONG_PHASE
    if action == Verb.FORAGE or action == Verb.WAIVE:
        return Reason.OK if game.stage == Stage.EXTRA else Reason.NO_FORAGE
    if action >= Verb.STORE:
        return (
            why_no_store(game, action - Verb.STORE)
            if game.stage == Stage.STORE
            else Reason.NOTHING_CHOSEN
        )
    if game.stage == Stage.STORE or game.stage == Stage.EXTRA:
        return Reason.ANSWER_FIRST
    if game.stage == Stage.GRAIN or Verb.NECK <= action < Verb.FEED:
        return why_no_grain(game, seat, action)
    if game.stage == Stage.WINDOW or game.stage == Stage.THINK:
        return why_no_window_answer(game, seat, action)
    return why_no_feeding(game, seat, action)


@rule
def why_not_own(game: State, seat: int, species: int) -> int:
    """That it is another's, or that there is no such species; or OK.

    Of another's nothing else is said: in quick-play it may have been founded in secret.
    """
    if game.owner[species] != seat:
        return Reason.NOT_YOUR_SPECIES
    return Reason.OK if game.population[species] > 0 else Reason.NO_SUCH_SPECIES


@rule
def why_no_play(game: State, seat: int, action: int) -> int:
    """Reasons in phases 2 and 3."""
    if Verb.FOOD <= action < Verb.PLAY:
        if game.stage != Stage.SUPPLY:
            return Reason.WRONG_PHASE
        return (
            Reason.OK
            if card_in_hand(game, seat, action - Verb.FOOD) != NOTHING
            else Reason.NOT_IN_HAND
        )
    if game.stage != Stage.PLAY:
        return Reason.WRONG_PHASE
    if action == Verb.DONE:
        return Reason.OK if game.part[seat] == Part.CARD else Reason.FINISH_CHOICE
    if action < Verb.ON:
        if game.part[seat] != Part.CARD:
            return Reason.FINISH_CHOICE
        return (
            Reason.OK
            if card_in_hand(game, seat, action - Verb.PLAY) != NOTHING
            else Reason.NOT_IN_HAND
        )
    if game.part[seat] == Part.CARD:
        return Reason.NOTHING_CHOSEN
    trait = trait_of(game, game.draft_card[seat])
    if Verb.REPLACE <= action < Verb.POPULATION:
        if game.part[seat] != Part.REPLACE:
            return Reason.NOT_FULL
        return why_no_replacement(game, int(game.draft_species[seat]), trait, action - Verb.REPLACE)
    return why_no_use(game, seat, action, trait)


@rule
def why_no_use(game: State, seat: int, action: int, trait: int) -> int:
    """Reasons against a use of the chosen card."""
    if game.part[seat] != Part.USE:
        return Reason.FINISH_CHOICE
    if action >= Verb.NEW:
        return why_no_species(game, seat)
    species = action - Verb.BODY
    if action < Verb.REPLACE:
        species = action - Verb.ON
    elif action < Verb.BODY:
        species = action - Verb.POPULATION
    why = why_not_own(game, seat, species)
    if why != Reason.OK:
        return why
    if action < Verb.REPLACE:
        return why_no_trait(game, species, trait)
    return why_no_population(game, species) if action < Verb.BODY else why_no_body(game, species)


@rule
def why_no_grain(game: State, seat: int, action: int) -> int:
    """Reasons against a start effect, or against anything else while they act."""
    if game.stage != Stage.GRAIN:
        return Reason.WRONG_PHASE
    if not Verb.NECK <= action < Verb.FEED:
        return Reason.ANSWER_FIRST
    species = action - Verb.FAT
    if action < Verb.SKIP:
        species = (action - Verb.NECK) // 2
    elif action < Verb.FERTILE:
        species = action - Verb.SKIP
    elif action < Verb.FAT:
        species = action - Verb.FERTILE
    why = why_not_own(game, seat, species)
    if why != Reason.OK:
        return why
    if action < Verb.FERTILE:
        return why_no_neck(game, species, action < Verb.SKIP and (action - Verb.NECK) % 2 == 1)
    waits = FERTILE_WAITS if action < Verb.FAT else FAT_WAITS
    return Reason.OK if game.grain[species] & waits != 0 else Reason.NO_START_EFFECT


@rule
def why_no_window_answer(game: State, seat: int, action: int) -> int:
    """Reasons in a window for Intelligence."""
    if Verb.SPEND <= action < Verb.PREY:
        if game.stage == Stage.WINDOW:
            return Reason.NOTHING_CHOSEN
        return (
            Reason.OK
            if card_in_hand(game, seat, action - Verb.SPEND) != NOTHING
            else Reason.NOT_IN_HAND
        )
    if game.stage == Stage.THINK:
        return Reason.FINISH_CHOICE
    if action == Verb.DECLINE:
        return Reason.OK
    if not Verb.THINK <= action < Verb.STORE:
        return Reason.ANSWER_FIRST
    code = action - Verb.THINK
    why = why_not_own(game, seat, code // 2)
    return why if why != Reason.OK else why_no_use_of_mind(game, code // 2, code % 2 == 1)


@rule
def why_no_feeding(game: State, seat: int, action: int) -> int:
    """Reasons in a feeding turn, up to the declared attack."""
    if action == Verb.DECLINE or action >= Verb.THINK:
        return Reason.NO_WINDOW
    if game.stage == Stage.IGNORE:
        if Verb.SPEND <= action < Verb.PREY:
            return Reason.OK if is_unspent(game, seat, action - Verb.SPEND) else Reason.NOT_IN_HAND
        return Reason.FINISH_CHOICE
    if game.stage == Stage.HUNT:
        return why_no_hunt(game, action)
    if action == Verb.PASS:
        return why_no_pass(game)
    if action >= Verb.IGNORE:
        return Reason.NOTHING_CHOSEN
    if action >= Verb.ATTACK:
        why = why_not_own(game, seat, action - Verb.ATTACK)
        return why if why != Reason.OK else why_no_attack(game, action - Verb.ATTACK)
    code = action - Verb.FEED
    why = why_not_own(game, seat, code // 2)
    return why if why != Reason.OK else why_no_feed(game, code // 2, code % 2 == 1)


@rule
def why_no_hunt(game: State, action: int) -> int:
    """Reasons against a prey, or against ignoring a trait."""
    attacker = int(game.hunter)
    if Verb.IGNORE <= action < Verb.SPEND:
        return why_no_name(game, attacker, action - Verb.IGNORE)
    if Verb.SPEND <= action < Verb.PREY:
        return Reason.NOTHING_CHOSEN
    if action < Verb.PREY:
        return Reason.FINISH_CHOICE
    prey = action - Verb.PREY
    if game.population[prey] == 0:
        return Reason.NO_SUCH_SPECIES
    return why_safe(game, attacker, prey)
