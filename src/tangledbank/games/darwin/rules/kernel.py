"""The door to the rules of Darwin's Choice."""

from __future__ import annotations

from typing import Any

from tangledbank.games.darwin.rules.actions import (
    ADD,
    ASK,
    ASK_FOR,
    CREATE,
    DECLINE,
    DEVOUR,
    DONE,
    DRAW_CARDS,
    DRAW_REST,
    DRAWER,
    END_TURN,
    GIVE,
    HAND_OVER,
    LOSE,
    MIGRATE,
    MUTATE,
    NEW_HAND,
    PASS,
    PLACE,
    REDRAW,
    REMOVE,
    REPLACE,
    REVISE,
    SACRIFICE,
    SHOW_CARD,
    STAY,
    TAKE,
    TAKE_OVER,
    TO,
    UNTRADE,
    WITH,
)
from tangledbank.games.darwin.rules.draft import (
    add,
    card_on_hand,
    cards_on_hand,
    create,
    drop_base_action,
    give,
    has_passed,
    migrate,
    move_draft,
    mutate,
    place_draft,
    put_in,
    remove_part,
    replace,
    take,
    untrade,
    why_no_add,
    why_no_create,
    why_no_end,
    why_no_give,
    why_no_migrate,
    why_no_mutate,
    why_no_place,
    why_no_remove,
    why_no_replace,
    why_no_revise,
    why_no_take,
    why_no_target,
    why_no_untrade,
    why_no_with,
)
from tangledbank.games.darwin.rules.drawing import (
    draw,
    drawers,
    list_draws,
    list_early,
    new_hand,
    redraw,
    why_no_draw,
    why_no_new_hand,
    why_no_redraw,
)
from tangledbank.games.darwin.rules.evaluation import award, evaluate, list_prey, why_no_prey
from tangledbank.games.darwin.rules.events import (
    choose_invasion,
    choose_loss,
    list_invasion,
    list_losses,
    reveal_event,
    why_no_invasion,
    why_no_loss,
)
from tangledbank.games.darwin.rules.invariants import find_violation
from tangledbank.games.darwin.rules.reasons import (
    DRAW_FIRST,
    GAME_IS_OVER,
    HAS_PASSED,
    NOT_YOUR_DECISION,
    OK,
    WRONG_MOMENT,
)
from tangledbank.games.darwin.rules.secrets import blank, deal_again
from tangledbank.games.darwin.rules.setup import set_up, standing
from tangledbank.games.darwin.rules.state import (
    ANSWER,
    ANY_CARD,
    BEGIN_ERA,
    CHANGE,
    CREATING,
    DEGENERATE,
    DRAFT,
    DRAW,
    EVALUATE,
    EVENT,
    GAME_OVER,
    HALF_TRADE,
    IDLE,
    INVADE,
    MIGRATING,
    MUTATING,
    NEXT_TURN,
    NO_TRADE,
    NOTHING,
    PAY,
    PREY,
    REFILL,
    REPLACING,
    SHOW,
    TEAM,
    TIDY,
    TRADE_MADE,
    TURN,
    Game,
    new_states,
)
from tangledbank.games.darwin.rules.teams import (
    answer,
    ask_for,
    list_answers,
    list_payments,
    list_shows,
    list_team_actions,
    mate_of,
    name_drawer,
    pay,
    show,
    why_no_answer,
    why_no_ask,
    why_no_drawer,
    why_no_payment,
    why_no_show,
    why_no_take_over,
)
from tangledbank.games.darwin.rules.transition import (
    begin_era,
    change_biomes,
    list_tidying,
    refill,
    tidy,
    why_no_tidying,
)
from tangledbank.games.darwin.rules.turn import (
    end_turn,
    leave_turn,
    next_turn,
    pass_turn,
    why_no_pass,
)
from tangledbank.games.shared import entries as door
from tangledbank.games.shared.hidden_cards import SEAT_BIT
from tangledbank.kernel.compiling import bind, entry, rule
from tangledbank.kernel.events import EventBook, EventBooks
from tangledbank.kernel.lists import get, length
from tangledbank.kernel.records import copy_record

EMPTY = new_states()


@entry
def new(states: door.States, options: Any, seed: int, books: EventBooks) -> None:
    """Set up a game and go to its first decision."""
    events = books[0]
    copy_record(EMPTY, states)
    game = states[0]
    set_up(game, options, seed, events)
    go_on(game, events)


@entry(inline=True)
def pending(states: door.States) -> int:
    """The seats that have a decision now, as bits."""
    return int(states[0].waiting)


# --- what is legal -------------------------------------------------------------------------------


@entry(inline=True)
def legal(states: door.States, seat: int, out: Any) -> int:
    """Write the legal actions of a seat; how many.

    Before its first action of an era a seat may redraw in the turn of another: it has legal
    actions then without being asked (DC-REDRAW-4).
    """
    game = states[0]
    if game.to_draw[seat] > 0:
        return list_draws(game, seat, out)
    if game.stage == TURN:
        return list_turn(game, seat, out)
    if game.waiting & SEAT_BIT[seat] == 0:
        return 0
    return list_answers_of(game, seat, out)


@rule
def list_answers_of(game: Game, seat: int, out: Any) -> int:
    """What may be decided outside a turn."""
    if game.stage == SHOW:
        return list_shows(game, seat, out)
    if game.stage == ANSWER:
        return list_answers(game, seat, out)
    if game.stage == PAY:
        return list_payments(game, seat, out)
    if game.stage == TEAM:
        out[0] = DECLINE
        out[1] = DRAWER + seat
        out[2] = DRAWER + mate_of(seat)
        return 3
    if game.stage == PREY:
        return list_prey(game, out)
    if game.stage == DEGENERATE:
        return list_losses(game, seat, out)
    if game.stage == INVADE:
        return list_invasion(game, seat, out)
    return list_tidying(game, seat, out)


@rule
def list_turn(game: Game, seat: int, out: Any) -> int:
    """What the mover may do next in the draft; for another seat, what is open early."""
    if seat != game.mover:
        return list_early(game, seat, out, 0)
    if game.trading == HALF_TRADE:
        return list_zone(game, out)
    count = list_trade(game, seat, out, 0)
    if has_passed(game, seat):
        out[count] = END_TURN if game.trading == TRADE_MADE else STAY
        return count + 1
    if game.plan == IDLE:
        return list_beginnings(game, seat, out, count)
    count = list_steps(game, seat, out, count)
    if why_no_end(game, seat) == OK:
        out[count] = END_TURN
        count += 1
    count = list_team_actions(game, seat, out, count)
    out[count] = REVISE
    return count + 1


@rule
def list_zone(game: Game, out: Any) -> int:
    """The cards that may be taken for the one given, or give none."""
    out[0] = UNTRADE
    for i in range(length(game.zone)):
        out[i + 1] = TAKE + game.kind[get(game.zone, i)]
    return length(game.zone) + 1


@rule
def list_trade(game: Game, seat: int, out: Any, count: int) -> int:
    """The cards that may be given, or cancel the exchange."""
    if game.trading == TRADE_MADE:
        if why_no_untrade(game) == OK:
            out[count] = UNTRADE
            count += 1
        return count
    for i in range(length(game.hand[seat])):
        kind = int(game.kind[get(game.hand[seat], i)])
        if why_no_give(game, seat, kind) == OK:
            out[count] = GIVE + kind
            count += 1
    return count


@rule
def list_beginnings(game: Game, seat: int, out: Any, count: int) -> int:
    """Every base action that may be begun, and what else a turn not yet begun offers."""
    for i in range(cards_on_hand(game, seat)):
        kind = card_on_hand(game, seat, i)
        if why_no_create(game, seat, kind) == OK:
            out[count] = CREATE + kind
            count += 1
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if why_no_mutate(game, seat, species) == OK:
            out[count] = MUTATE + species
            count += 1
        if why_no_migrate(game, seat, species) == OK:
            out[count] = MIGRATE + species
            count += 1
    count = list_team_actions(game, seat, out, count)
    count = list_early(game, seat, out, count)
    out[count] = PASS
    return count + 1


@rule
def list_steps(game: Game, seat: int, out: Any, count: int) -> int:
    """The next small steps of the base action that is begun."""
    if game.plan == MIGRATING or game.plan == CREATING:
        for place in range(game.places):
            if game.plan == MIGRATING and why_no_target(game, place) == OK:
                out[count] = TO + place
                count += 1
            elif game.plan == CREATING and why_no_place(game, place) == OK:
                out[count] = PLACE + place
                count += 1
    if game.plan == CREATING or game.plan == MUTATING or game.plan == REPLACING:
        for i in range(cards_on_hand(game, seat)):
            kind = card_on_hand(game, seat, i)
            if game.plan == REPLACING and why_no_with(game, seat, kind) == OK:
                out[count] = WITH + kind
                count += 1
            elif game.plan != REPLACING and why_no_add(game, seat, kind) == OK:
                out[count] = ADD + kind
                count += 1
    if game.plan == MUTATING:
        count = list_old_cards(game, seat, out, count)
    return count


@rule
def list_old_cards(game: Game, seat: int, out: Any, count: int) -> int:
    """The cards of the mutating species that may be removed or replaced."""
    for i in range(length(game.body[DRAFT])):
        kind = get(game.body[DRAFT], i)
        if why_no_remove(game, kind) == OK:
            out[count] = REMOVE + kind
            count += 1
        if why_no_replace(game, seat, kind) == OK:
            out[count] = REPLACE + kind
            count += 1
    return count


# --- carrying out --------------------------------------------------------------------------------


@entry(inline=True)
def step(states: door.States, seat: int, action: int, books: EventBooks) -> None:
    """Carry out one legal action and go on to the next decision."""
    game, events = states[0], books[0]
    if action == DRAW_REST or DRAW_CARDS <= action < REDRAW:
        draw(game, events, seat, action)
    elif game.stage == TURN:
        act(game, events, seat, action)
    elif game.stage == SHOW:
        show(game, events, seat, action)
    elif game.stage == ANSWER:
        answer(game, events, seat, action)
    elif game.stage == PAY:
        pay(game, events, seat, action)
    elif game.stage == TEAM:
        name_drawer(game, events, seat, action)
    elif game.stage == PREY:
        game.doomed[action - DEVOUR] = 1
        game.stage = EVALUATE
    elif game.stage == DEGENERATE:
        choose_loss(game, events, seat, action - LOSE)
    elif game.stage == INVADE:
        choose_invasion(game, events, seat, action)
    else:
        tidy(game, events, seat, action)
    go_on(game, events)


@rule
def act(game: Game, events: EventBook, seat: int, action: int) -> None:
    """One step of a turn, or a Redraw in the turn of another."""
    if action < DRAW_CARDS:
        act_plainly(game, events, seat, action)
    elif action < GIVE:
        redraw(game, events, seat, action - REDRAW)
    elif action < TAKE:
        give(game, action - GIVE)
    elif action < CREATE:
        take(game, action - TAKE)
    elif action < ADD:
        create(game, action - CREATE)
    elif action < PLACE:
        add(game, action - ADD)
    elif action < MUTATE:
        place_draft(game, action - PLACE)
    elif action < REMOVE:
        mutate(game, action - MUTATE)
    elif action < REPLACE:
        remove_part(game, action - REMOVE)
    elif action < WITH:
        replace(game, action - REPLACE)
    elif action < MIGRATE:
        put_in(game, action - WITH)
    elif action < TO:
        migrate(game, action - MIGRATE)
    elif action < SHOW_CARD:
        move_draft(game, action - TO)
    elif action < TAKE_OVER:
        ask_for(game, events, seat, action - ASK_FOR, NOTHING)
    else:
        ask_for(game, events, seat, NOTHING, action - TAKE_OVER)


@rule
def act_plainly(game: Game, events: EventBook, seat: int, action: int) -> None:
    """A step of a turn that names nothing."""
    if action == PASS:
        pass_turn(game, events, seat)
    elif action == END_TURN:
        end_turn(game, events, seat)
    elif action == REVISE:
        drop_base_action(game)
    elif action == UNTRADE:
        untrade(game)
    elif action == NEW_HAND:
        new_hand(game, events, seat)
    elif action == STAY:
        leave_turn(game, seat)
    else:
        ask_for(game, events, seat, ANY_CARD, NOTHING)


@rule(inline=True)
def go_on(game: Game, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while True:
        if game.stage == TURN:
            game.waiting = drawers(game) | SEAT_BIT[game.mover]
            return
        if game.stage == DRAW:
            game.waiting = drawers(game)
            if game.waiting != 0:
                return
            game.stage = game.then
        elif game.stage < BEGIN_ERA:
            return
        elif game.stage == NEXT_TURN:
            next_turn(game)
        elif game.stage == EVALUATE:
            evaluate(game, events)
        elif game.stage == EVENT:
            reveal_event(game, events)
        elif game.stage == CHANGE:
            change_biomes(game, events)
        elif game.stage == REFILL:
            refill(game, events)
        elif game.stage == BEGIN_ERA:
            begin_era(game, events)
        else:
            award(game, events)


settle = bind(door.settle, "darwin", go_on=go_on)
observe = bind(door.observe, "darwin", blank=blank)
redeal = bind(door.redeal, "darwin", deal_again=deal_again)
score = bind(door.score, "darwin", standing=standing)
broken = bind(door.broken, "darwin", find_violation=find_violation)


# --- reasons -------------------------------------------------------------------------------------


@entry
def why_not(states: door.States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == GAME_OVER:
        return GAME_IS_OVER
    if action == DRAW_REST or DRAW_CARDS <= action < REDRAW:
        return why_no_draw(game, seat, action)
    if game.to_draw[seat] > 0:
        return DRAW_FIRST
    if game.stage == TURN and action == NEW_HAND:
        return why_no_new_hand(game, seat)
    if game.stage == TURN and REDRAW <= action < GIVE:
        return why_no_redraw(game, seat, action - REDRAW)
    if game.waiting & SEAT_BIT[seat] == 0 or (game.stage == TURN and seat != game.mover):
        return NOT_YOUR_DECISION
    if game.stage == TURN:
        return why_no_step(game, seat, action)
    return why_no_answer_of(game, seat, action)


@rule
def why_no_answer_of(game: Game, seat: int, action: int) -> int:
    """Reasons outside a turn."""
    if game.stage == SHOW:
        if action == DONE:
            return OK
        if SHOW_CARD <= action < ASK_FOR:
            return why_no_show(game, seat, action - SHOW_CARD)
    elif game.stage == ANSWER:
        return why_no_answer(game, seat, action)
    elif game.stage == PAY:
        return why_no_payment(game, seat, action)
    elif game.stage == TEAM:
        return why_no_drawer(game, seat, action)
    elif game.stage == PREY:
        if DEVOUR <= action < LOSE:
            return why_no_prey(game, action - DEVOUR)
    elif game.stage == DEGENERATE:
        if LOSE <= action < SACRIFICE:
            return why_no_loss(game, seat, action - LOSE)
    elif game.stage == INVADE:
        return why_no_invasion(game, seat, action)
    elif game.stage == TIDY:
        return why_no_tidying(game, seat, action)
    return WRONG_MOMENT


@rule
def why_no_step(game: Game, seat: int, action: int) -> int:
    """Reasons against a step of one's own turn."""
    if action < DRAW_CARDS:
        return why_no_plain_step(game, seat, action)
    if action < TAKE:
        return why_no_give(game, seat, action - GIVE)
    if action < CREATE:
        return why_no_take(game, action - TAKE)
    if action < SHOW_CARD and has_passed(game, seat):
        return HAS_PASSED
    if action < ADD:
        return why_no_create(game, seat, action - CREATE)
    if action < PLACE:
        return why_no_add(game, seat, action - ADD)
    if action < MUTATE:
        return why_no_place(game, action - PLACE)
    if action < REMOVE:
        return why_no_mutate(game, seat, action - MUTATE)
    if action < REPLACE:
        return why_no_remove(game, action - REMOVE)
    if action < WITH:
        return why_no_replace(game, seat, action - REPLACE)
    if action < MIGRATE:
        return why_no_with(game, seat, action - WITH)
    if action < TO:
        return why_no_migrate(game, seat, action - MIGRATE)
    if action < SHOW_CARD:
        return why_no_target(game, action - TO)
    if ASK_FOR <= action < HAND_OVER:
        return why_no_ask(game, seat, action - ASK_FOR)
    if TAKE_OVER <= action < DRAWER:
        return why_no_take_over(game, seat, action - TAKE_OVER)
    return WRONG_MOMENT


@rule
def why_no_plain_step(game: Game, seat: int, action: int) -> int:
    """Reasons against a step that names nothing."""
    if action == PASS:
        return why_no_pass(game, seat)
    if action == END_TURN:
        return why_no_end(game, seat)
    if action == REVISE:
        return why_no_revise(game)
    if action == UNTRADE:
        return why_no_untrade(game)
    if action == ASK:
        return why_no_ask(game, seat, ANY_CARD)
    if action == STAY and has_passed(game, seat) and game.trading == NO_TRADE:
        return OK
    return WRONG_MOMENT
