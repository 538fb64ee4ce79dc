"""The door to the rules of Darwin's Choice."""

from __future__ import annotations

from tangledbank.games.darwin.rules.actions import Verb
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
from tangledbank.games.darwin.rules.reasons import Reason
from tangledbank.games.darwin.rules.secrets import blank, deal_again
from tangledbank.games.darwin.rules.setup import set_up, standing
from tangledbank.games.darwin.rules.state import (
    ANY_CARD,
    DRAFT,
    NOTHING,
    Plan,
    Stage,
    State,
    Trade,
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
from tangledbank.kernel.records import Ints, States, copy_record

EMPTY = new_states()


@entry
def new(states: States, options: Ints, seed: int, books: EventBooks) -> None:
    """Set up a game and go to its first decision."""
    events = books[0]
    copy_record(EMPTY, states)
    game = states[0]
    set_up(game, options, seed, events)
    go_on(game, events)


@entry(inline=True)
def pending(states: States) -> int:
    """The seats that have a decision now, as bits."""
    return int(states[0].waiting)


# --- what is legal -------------------------------------------------------------------------------


@entry(inline=True)
def legal(states: States, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat; how many.

    Before its first action of an era a seat may redraw in the turn of another: it has legal
    actions then without being asked (DC-REDRAW-4).
    """
    game = states[0]
    if game.to_draw[seat] > 0:
        return list_draws(game, seat, out)
    if game.stage == Stage.TURN:
        return list_turn(game, seat, out)
    if game.waiting & SEAT_BIT[seat] == 0:
        return 0
    return list_answers_of(game, seat, out)


@rule
def list_answers_of(game: State, seat: int, out: Ints) -> int:
    """What may be decided outside a turn."""
    if game.stage == Stage.SHOW:
        return list_shows(game, seat, out)
    if game.stage == Stage.ANSWER:
        return list_answers(game, seat, out)
    if game.stage == Stage.PAY:
        return list_payments(game, seat, out)
    if game.stage == Stage.TEAM:
        out[0] = Verb.DECLINE
        out[1] = Verb.DRAWER + seat
        out[2] = Verb.DRAWER + mate_of(seat)
        return 3
    if game.stage == Stage.PREY:
        return list_prey(game, out)
    if game.stage == Stage.DEGENERATE:
        return list_losses(game, seat, out)
    if game.stage == Stage.INVADE:
        return list_invasion(game, seat, out)
    return list_tidying(game, seat, out)


@rule
def list_turn(game: State, seat: int, out: Ints) -> int:
    """What the mover may do next in the draft; for another seat, what is open early."""
    if seat != game.mover:
        return list_early(game, seat, out, 0)
    if game.trading == Trade.HALF:
        return list_zone(game, out)
    count = list_trade(game, seat, out, 0)
    if has_passed(game, seat):
        out[count] = Verb.END if game.trading == Trade.MADE else Verb.STAY
        return count + 1
    if game.plan == Plan.IDLE:
        return list_beginnings(game, seat, out, count)
    count = list_steps(game, seat, out, count)
    if why_no_end(game, seat) == Reason.OK:
        out[count] = Verb.END
        count += 1
    count = list_team_actions(game, seat, out, count)
    out[count] = Verb.REVISE
    return count + 1


@rule
def list_zone(game: State, out: Ints) -> int:
    """The cards that may be taken for the one given, or give none."""
    out[0] = Verb.UNTRADE
    for i in range(length(game.zone)):
        out[i + 1] = Verb.TAKE + game.kind[get(game.zone, i)]
    return length(game.zone) + 1


@rule
def list_trade(game: State, seat: int, out: Ints, count: int) -> int:
    """The cards that may be given, or cancel the exchange."""
    if game.trading == Trade.MADE:
        if why_no_untrade(game) == Reason.OK:
            out[count] = Verb.UNTRADE
            count += 1
        return count
    for i in range(length(game.hand[seat])):
        kind = int(game.kind[get(game.hand[seat], i)])
        if why_no_give(game, seat, kind) == Reason.OK:
            out[count] = Verb.GIVE + kind
            count += 1
    return count


@rule
def list_beginnings(game: State, seat: int, out: Ints, count: int) -> int:
    """Every base action that may be begun, and what else a turn not yet begun offers."""
    for i in range(cards_on_hand(game, seat)):
        kind = card_on_hand(game, seat, i)
        if why_no_create(game, seat, kind) == Reason.OK:
            out[count] = Verb.CREATE + kind
            count += 1
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if why_no_mutate(game, seat, species) == Reason.OK:
            out[count] = Verb.MUTATE + species
            count += 1
        if why_no_migrate(game, seat, species) == Reason.OK:
            out[count] = Verb.MIGRATE + species
            count += 1
    count = list_team_actions(game, seat, out, count)
    count = list_early(game, seat, out, count)
    out[count] = Verb.PASS
    return count + 1


@rule
def list_steps(game: State, seat: int, out: Ints, count: int) -> int:
    """The next small steps of the base action that is begun."""
    if game.plan == Plan.MIGRATING or game.plan == Plan.CREATING:
        for place in range(game.places):
            if game.plan == Plan.MIGRATING and why_no_target(game, place) == Reason.OK:
                out[count] = Verb.TO + place
                count += 1
            elif game.plan == Plan.CREATING and why_no_place(game, place) == Reason.OK:
                out[count] = Verb.PLACE + place
                count += 1
    if game.plan == Plan.CREATING or game.plan == Plan.MUTATING or game.plan == Plan.REPLACING:
        for i in range(cards_on_hand(game, seat)):
            kind = card_on_hand(game, seat, i)
            if game.plan == Plan.REPLACING and why_no_with(game, seat, kind) == Reason.OK:
                out[count] = Verb.WITH + kind
                count += 1
            elif game.plan != Plan.REPLACING and why_no_add(game, seat, kind) == Reason.OK:
                out[count] = Verb.ADD + kind
                count += 1
    if game.plan == Plan.MUTATING:
        count = list_old_cards(game, seat, out, count)
    return count


@rule
def list_old_cards(game: State, seat: int, out: Ints, count: int) -> int:
    """The cards of the mutating species that may be removed or replaced."""
    for i in range(length(game.body[DRAFT])):
        kind = get(game.body[DRAFT], i)
        if why_no_remove(game, kind) == Reason.OK:
            out[count] = Verb.REMOVE + kind
            count += 1
        if why_no_replace(game, seat, kind) == Reason.OK:
            out[count] = Verb.REPLACE + kind
            count += 1
    return count


# --- carrying out --------------------------------------------------------------------------------


@entry(inline=True)
def step(states: States, seat: int, action: int, books: EventBooks) -> None:
    """Carry out one legal action and go on to the next decision."""
    game, events = states[0], books[0]
    if action == Verb.DRAW_REST or Verb.DRAW <= action < Verb.REDRAW:
        draw(game, events, seat, action)
    elif game.stage == Stage.TURN:
        act(game, events, seat, action)
    elif game.stage == Stage.SHOW:
        show(game, events, seat, action)
    elif game.stage == Stage.ANSWER:
        answer(game, events, seat, action)
    elif game.stage == Stage.PAY:
        pay(game, events, seat, action)
    elif game.stage == Stage.TEAM:
        name_drawer(game, events, seat, action)
    elif game.stage == Stage.PREY:
        game.doomed[action - Verb.DEVOUR] = 1
        game.stage = Stage.EVALUATE
    elif game.stage == Stage.DEGENERATE:
        choose_loss(game, events, seat, action - Verb.LOSE)
    elif game.stage == Stage.INVADE:
        choose_invasion(game, events, seat, action)
    else:
        tidy(game, events, seat, action)
    go_on(game, events)


@rule
def act(game: State, events: EventBook, seat: int, action: int) -> None:
    """One step of a turn, or a Redraw in the turn of another."""
    if action < Verb.DRAW:
        act_plainly(game, events, seat, action)
    elif action < Verb.GIVE:
        redraw(game, events, seat, action - Verb.REDRAW)
    elif action < Verb.TAKE:
        give(game, action - Verb.GIVE)
    elif action < Verb.CREATE:
        take(game, action - Verb.TAKE)
    elif action < Verb.ADD:
        create(game, action - Verb.CREATE)
    elif action < Verb.PLACE:
        add(game, action - Verb.ADD)
    elif action < Verb.MUTATE:
        place_draft(game, action - Verb.PLACE)
    elif action < Verb.REMOVE:
        mutate(game, action - Verb.MUTATE)
    elif action < Verb.REPLACE:
        remove_part(game, action - Verb.REMOVE)
    elif action < Verb.WITH:
        replace(game, action - Verb.REPLACE)
    elif action < Verb.MIGRATE:
        put_in(game, action - Verb.WITH)
    elif action < Verb.TO:
        migrate(game, action - Verb.MIGRATE)
    elif action < Verb.SHOW:
        move_draft(game, action - Verb.TO)
    elif action < Verb.TAKE_OVER:
        ask_for(game, events, seat, action - Verb.ASK_FOR, NOTHING)
    else:
        ask_for(game, events, seat, NOTHING, action - Verb.TAKE_OVER)


@rule
def act_plainly(game: State, events: EventBook, seat: int, action: int) -> None:
    """A step of a turn that names nothing."""
    if action == Verb.PASS:
        pass_turn(game, events, seat)
    elif action == Verb.END:
        end_turn(game, events, seat)
    elif action == Verb.REVISE:
        drop_base_action(game)
    elif action == Verb.UNTRADE:
        untrade(game)
    elif action == Verb.NEW_HAND:
        new_hand(game, events, seat)
    elif action == Verb.STAY:
        leave_turn(game, seat)
    else:
        ask_for(game, events, seat, ANY_CARD, NOTHING)


@rule(inline=True)
def go_on(game: State, events: EventBook) -> None:
    """Go through everything that happens by itself, up to the next decision."""
    while True:
        if game.stage == Stage.TURN:
            game.waiting = drawers(game) | SEAT_BIT[game.mover]
            return
        if game.stage == Stage.DRAW:
            game.waiting = drawers(game)
            if game.waiting != 0:
                return
            game.stage = game.then
        elif game.stage < Stage.BEGIN_ERA:
            return
        elif game.stage == Stage.NEXT_TURN:
            next_turn(game)
        elif game.stage == Stage.EVALUATE:
            evaluate(game, events)
        elif game.stage == Stage.EVENT:
            reveal_event(game, events)
        elif game.stage == Stage.CHANGE:
            change_biomes(game, events)
        elif game.stage == Stage.REFILL:
            refill(game, events)
        elif game.stage == Stage.BEGIN_ERA:
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
def why_not(states: States, seat: int, action: int) -> int:
    """The reason an action is refused, or OK."""
    game = states[0]
    if game.stage == Stage.OVER:
        return Reason.GAME_OVER
    if action == Verb.DRAW_REST or Verb.DRAW <= action < Verb.REDRAW:
        return why_no_draw(game, seat, action)
    if game.to_draw[seat] > 0:
        return Reason.DRAW_FIRST
    if game.stage == Stage.TURN and action == Verb.NEW_HAND:
        return why_no_new_hand(game, seat)
    if game.stage == Stage.TURN and Verb.REDRAW <= action < Verb.GIVE:
        return why_no_redraw(game, seat, action - Verb.REDRAW)
    if game.waiting & SEAT_BIT[seat] == 0 or (game.stage == Stage.TURN and seat != game.mover):
        return Reason.NOT_YOUR_DECISION
    if game.stage == Stage.TURN:
        return why_no_step(game, seat, action)
    return why_no_answer_of(game, seat, action)


@rule
def why_no_answer_of(game: State, seat: int, action: int) -> int:
    """Reasons outside a turn."""
    if game.stage == Stage.SHOW:
        if action == Verb.DONE:
            return Reason.OK
        if Verb.SHOW <= action < Verb.ASK_FOR:
            return why_no_show(game, seat, action - Verb.SHOW)
    elif game.stage == Stage.ANSWER:
        return why_no_answer(game, seat, action)
    elif game.stage == Stage.PAY:
        return why_no_payment(game, seat, action)
    elif game.stage == Stage.TEAM:
        return why_no_drawer(game, seat, action)
    elif game.stage == Stage.PREY:
        if Verb.DEVOUR <= action < Verb.LOSE:
            return why_no_prey(game, action - Verb.DEVOUR)
    elif game.stage == Stage.DEGENERATE:
        if Verb.LOSE <= action < Verb.SACRIFICE:
            return why_no_loss(game, seat, action - Verb.LOSE)
    elif game.stage == Stage.INVADE:
        return why_no_invasion(game, seat, action)
    elif game.stage == Stage.TIDY:
        return why_no_tidying(game, seat, action)
    return Reason.WRONG_MOMENT


@rule
def why_no_step(game: State, seat: int, action: int) -> int:
    """Reasons against a step of one's own turn."""
    if action < Verb.DRAW:
        return why_no_plain_step(game, seat, action)
    if action < Verb.TAKE:
        return why_no_give(game, seat, action - Verb.GIVE)
    if action < Verb.CREATE:
        return why_no_take(game, action - Verb.TAKE)
    if action < Verb.SHOW and has_passed(game, seat):
        return Reason.HAS_PASSED
    if action < Verb.ADD:
        return why_no_create(game, seat, action - Verb.CREATE)
    if action < Verb.PLACE:
        return why_no_add(game, seat, action - Verb.ADD)
    if action < Verb.MUTATE:
        return why_no_place(game, action - Verb.PLACE)
    if action < Verb.REMOVE:
        return why_no_mutate(game, seat, action - Verb.MUTATE)
    if action < Verb.REPLACE:
        return why_no_remove(game, action - Verb.REMOVE)
    if action < Verb.WITH:
        return why_no_replace(game, seat, action - Verb.REPLACE)
    if action < Verb.MIGRATE:
        return why_no_with(game, seat, action - Verb.WITH)
    if action < Verb.TO:
        return why_no_migrate(game, seat, action - Verb.MIGRATE)
    if action < Verb.SHOW:
        return why_no_target(game, action - Verb.TO)
    if Verb.ASK_FOR <= action < Verb.HAND_OVER:
        return why_no_ask(game, seat, action - Verb.ASK_FOR)
    if Verb.TAKE_OVER <= action < Verb.DRAWER:
        return why_no_take_over(game, seat, action - Verb.TAKE_OVER)
    return Reason.WRONG_MOMENT


@rule
def why_no_plain_step(game: State, seat: int, action: int) -> int:
    """Reasons against a step that names nothing."""
    if action == Verb.PASS:
        return why_no_pass(game, seat)
    if action == Verb.END:
        return why_no_end(game, seat)
    if action == Verb.REVISE:
        return why_no_revise(game)
    if action == Verb.UNTRADE:
        return why_no_untrade(game)
    if action == Verb.ASK:
        return why_no_ask(game, seat, ANY_CARD)
    if action == Verb.STAY and has_passed(game, seat) and game.trading == Trade.NONE:
        return Reason.OK
    return Reason.WRONG_MOMENT
