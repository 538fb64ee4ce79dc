"""Bots of Darwin's Choice. They see an observation only, and try things out on it.

Greedy takes the next small step of the plan that gains most (plans.py); the caretaker does
as little as it can for a player who has left.
"""

from __future__ import annotations

import numpy as np

from tangledbank.games.darwin.bots import outlook, plans
from tangledbank.games.darwin.bots.outlook import Forecast, count_of
from tangledbank.games.darwin.rules.actions import Verb
from tangledbank.games.darwin.rules.body import is_vital, part_of, shed, wear
from tangledbank.games.darwin.rules.decks import ABILITIES, Part
from tangledbank.games.darwin.rules.draft import has_passed
from tangledbank.games.darwin.rules.events import wearer_of
from tangledbank.games.darwin.rules.food import adaptation
from tangledbank.games.darwin.rules.piles import kind_at
from tangledbank.games.darwin.rules.state import (
    DRAFT,
    HAND,
    MOST_FRESH,
    NOTHING,
    Plan,
    Size,
    Stage,
    State,
    Trade,
)
from tangledbank.games.darwin.rules.teams import mate_of
from tangledbank.games.darwin.rules.variants import plays_in_teams
from tangledbank.games.shared.best import MOST_STEPS, NEVER, better
from tangledbank.kernel.chance import Generator
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import Ints, List, States, find, get, length, pop, push

WORTH_ACTING = 0.02  # points that an action must gain
WORTH_TRADING = 0.5  # … and an exchange for later, in worth of cards
HEADS_IN_SMALL = 0.4  # the share of the deck
PLENTY = 3  # heads or torsos beyond which they are spare


@rule(arrays=True)
def greedy(states: States, seat: int, out: Ints, count: int, generator: Generator) -> int:
    """The legal action that promises most; ties by lot."""
    return foresee(states, seat, out, count, generator, np.zeros(1 + MOST_STEPS, np.int64))


@rule(arrays=True)
def foresee(
    states: States, seat: int, out: Ints, count: int, generator: Generator, steps: List
) -> int:
    """As greedy; the steps of its plan that follow are noted, the last one first."""
    steps[0] = 0
    if count == 1:
        return out[0]
    game = states[0]
    if game.to_draw[seat] > 0:
        return draw_by_need(game, seat, out, count)
    if game.stage == Stage.TURN:
        return step_of_turn(game, seat, out, count, steps)
    best = (out[0], NEVER, 0)
    for i in range(count):
        best = better(best, out[i], value_of_answer(game, seat, out[i]), generator)
    return best[0]


@rule
def is_retreat(action: int) -> bool:
    """Whether an action leads nowhere: it takes back steps of one's own draft, or shows a card."""
    return action in (Verb.REVISE, Verb.UNTRADE) or action >= Verb.SHOW_ALL


@rule
def side_of(states: States, seat: int) -> int:
    """The team a seat plays for, named by its first seat."""
    game = states[0]
    return min(seat, mate_of(seat)) if plays_in_teams(game) else seat


@rule
def value_of_answer(game: State, seat: int, action: int) -> float:
    """What a decision outside a turn is good for; only values of one decision compare."""
    if game.stage == Stage.PREY:
        return value_of_prey(game, seat, action - Verb.DEVOUR)
    if game.stage == Stage.DEGENERATE:
        return value_of_loss(game, seat, action - Verb.LOSE)
    if game.stage == Stage.INVADE:
        return value_of_invasion(game, action)
    if game.stage == Stage.SHOW:
        return value_of_showing(game, seat, action)
    if game.stage == Stage.ANSWER:
        return value_of_yielding(game, seat, action)
    if game.stage == Stage.PAY:
        return 0.7 if action == Verb.LET_DRAW else -worth_of_card(game, seat, action - Verb.PAY)
    if game.stage == Stage.TEAM:
        return value_of_drawer(game, action)
    return value_of_tidying(game, seat, action)


@rule
def is_offered(out: Ints, count: int, action: int) -> bool:
    """Whether an action is legal now."""
    for i in range(count):
        if out[i] == action:
            return True
    return False


# --- cards ---------------------------------------------------------------------------------------


@rule
def worth_of_card(game: State, seat: int, kind: int) -> float:
    """What a card is worth in hand: its symbols, and heads for torsos and torsos for heads."""
    symbols = 0
    for ability in range(len(ABILITIES)):
        symbols += int(game.card_power[kind, ability])
    worth = 0.2 * symbols + 0.1 * game.card_strength[kind] - 0.1 * game.card_hearts[kind]
    heads, torsos = count_of(game, seat, Part.HEAD), count_of(game, seat, Part.TORSO)
    part = part_of(game, kind)
    if part == Part.HEAD:
        worth += 1.0 if heads <= torsos else 0.3
    elif part == Part.TORSO:
        worth += 1.0 if torsos <= heads else 0.3
    return worth


@rule
def draw_by_need(game: State, seat: int, out: Ints, count: int) -> int:
    """Draw so that heads and torsos will be equally many."""
    more = int(game.to_draw[seat])
    lead = count_of(game, seat, Part.HEAD) - count_of(game, seat, Part.TORSO)
    large = int(lead + HEADS_IN_SMALL * more + 0.5)
    size, number = Size.LARGE, min(large, more)
    if large <= 0:
        size, number = Size.SMALL, (more + 1) // 2
    action = Verb.DRAW + size * HAND + min(number, HAND) - 1
    return action if is_offered(out, count, action) else Verb.DRAW_REST


# --- a turn --------------------------------------------------------------------------------------


@rule(arrays=True)
def step_of_turn(game: State, seat: int, out: Ints, count: int, steps: List) -> int:
    """The next step of the plan that gains most, and in `steps` those after it."""
    if has_passed(game, seat):
        return Verb.END if game.trading != Trade.NONE else Verb.STAY
    if seat != game.mover:
        return out[0]
    if game.plan == Plan.PLACED or game.plan == Plan.MOVED:
        return end_or_trade(game, seat, out, count)
    if game.trading == Trade.HALF and game.plan != Plan.IDLE:
        return Verb.TAKE + best_of_zone(game, seat)
    if is_offered(out, count, Verb.NEW_HAND) and game.fresh[seat] < MOST_FRESH:  # DC-SP-14
        return Verb.NEW_HAND
    looks = outlook.new_forecasts()
    look = looks[0]
    outlook.survey(game, seat, look)
    nothing = WORTH_ACTING if game.plan == Plan.IDLE else NEVER
    look.top, look.what, look.from_zone = nothing, NOTHING, NOTHING
    # the hand alone first: exchanges and double mutations are many, and seldom better
    for far in range(2):
        look.far = far
        plans.gather(game, seat, look)
        search(game, seat, look)
        if look.top > WORTH_ACTING:
            break
        pairs = count_of(game, seat, Part.HEAD) * count_of(game, seat, Part.TORSO)
        if far == 0 and game.plan == Plan.IDLE and pairs == 0:
            action = seek_cards(game, seat, out, count)
            if action != NOTHING:
                return action
    action = go_on_with(game, seat, look, steps)
    return end_or_trade(game, seat, out, count) if action == Verb.END else action


@rule
def search(game: State, seat: int, look: Forecast) -> None:
    """Look for the best plan that the draft leaves open."""
    if game.plan == Plan.IDLE or game.plan == Plan.CREATING:
        plans.search_creation(game, seat, look)
    if game.plan == Plan.IDLE or game.plan == Plan.MUTATING or game.plan == Plan.REPLACING:
        plans.search_mutations(game, seat, look)
    if game.plan == Plan.IDLE or game.plan == Plan.MIGRATING:
        plans.search_migrations(game, seat, look)


@rule
def go_on_with(game: State, seat: int, look: Forecast, steps: List) -> int:
    """The next step of the best plan; if there is none, pass, or drop what leads nowhere."""
    if game.trading == Trade.HALF:
        wanted = look.from_zone
        return Verb.TAKE + (wanted if wanted != NOTHING else best_of_zone(game, seat))
    if look.what == NOTHING:
        return Verb.PASS if game.plan == Plan.IDLE else Verb.REVISE
    if look.from_zone != NOTHING:
        return Verb.GIVE + spare_card(game, seat, look)
    note_steps(game, look, steps)
    return pop(steps)


@rule
def seek_cards(game: State, seat: int, out: Ints, count: int) -> int:
    """Ask the teammate for what is missing, or redraw and keep the best card; or NOTHING."""
    chosen, top = NOTHING, 0.0
    for i in range(count):
        action = out[i]
        if Verb.ASK_FOR <= action < Verb.HAND_OVER:
            kind = action - Verb.ASK_FOR
            if is_vital(game, kind) and count_of(game, seat, part_of(game, kind)) == 0:
                return action
        if Verb.REDRAW <= action < Verb.GIVE:
            worth = 1.0 + worth_of_card(game, seat, action - Verb.REDRAW)
            if worth > top:
                chosen, top = action, worth
    return chosen


@rule
def note_steps(game: State, look: Forecast, steps: List) -> None:
    """Note the small actions by which a plan goes on, the last one first.

    The longest is a new species: every card of it, then the place, 1 + MOST_PARTS steps.
    """
    if look.what == plans.TO_CREATE:
        push(steps, Verb.PLACE + look.where)
        for i in range(length(look.body) - 1, -1, -1):
            if find(game.body[DRAFT], get(look.body, i)) == -1:
                push(steps, (Verb.CREATE if i == 0 else Verb.ADD) + get(look.body, i))
    elif look.what == plans.TO_MIGRATE:
        push(steps, Verb.TO + look.where)
        if game.plan == Plan.IDLE:
            push(steps, Verb.MIGRATE + look.subject)
    else:
        note_change(game, look, steps)
        if game.plan == Plan.IDLE:
            push(steps, Verb.MUTATE + look.subject)


@rule
def note_change(game: State, look: Forecast, steps: List) -> None:
    """Note what is done to the mutating species first; nothing more if it is good as it is."""
    if look.old != NOTHING and look.new != NOTHING:
        push(steps, Verb.WITH + look.new)
        if game.plan != Plan.REPLACING:
            push(steps, Verb.REPLACE + look.old)
    elif look.old != NOTHING:
        push(steps, Verb.REMOVE + look.old)
    else:
        push(steps, Verb.ADD + look.new if look.new != NOTHING else Verb.END)


@rule
def is_planned(look: Forecast, kind: int) -> bool:
    """Whether the plan uses a card."""
    if look.what == plans.TO_MUTATE:
        return bool(look.new == kind)
    return find(look.body, kind) != -1


@rule
def spare_card(game: State, seat: int, look: Forecast) -> int:
    """The card of least worth that the plan does not use."""
    chosen, least = NOTHING, -NEVER
    for i in range(length(game.hand[seat])):
        kind = kind_at(game, game.hand[seat], i)
        if not is_planned(look, kind):
            worth = worth_of_card(game, seat, kind)
            if worth < least:
                chosen, least = kind, worth
    return chosen


@rule
def best_of_zone(game: State, seat: int) -> int:
    """The card of most worth in the trade zone."""
    chosen, top = NOTHING, NEVER
    for i in range(length(game.zone)):
        kind = kind_at(game, game.zone, i)
        worth = worth_of_card(game, seat, kind)
        if worth > top:
            chosen, top = kind, worth
    return chosen


@rule
def end_or_trade(game: State, seat: int, out: Ints, count: int) -> int:
    """The base action is complete: end the turn, or exchange a poor card for a good one first."""
    best = best_of_zone(game, seat)
    if game.trading == Trade.HALF:
        return Verb.TAKE + best
    if game.turn == game.eras:
        return Verb.END
    chosen, least = NOTHING, -NEVER
    for i in range(count):
        if Verb.GIVE <= out[i] < Verb.TAKE:
            worth = worth_of_card(game, seat, out[i] - Verb.GIVE)
            if worth < least:
                chosen, least = out[i], worth
    if chosen == NOTHING:
        return Verb.END
    gain = worth_of_card(game, seat, best) - least
    return chosen if gain > WORTH_TRADING else Verb.END


# --- outside a turn ------------------------------------------------------------------------------


@rule
def value_of_prey(game: State, seat: int, species: int) -> float:
    """Others' species rather than one's own; the richest, or of one's own the poorest."""
    points = float(game.points[species])
    return -points - 100.0 if game.owner[species] == seat else points


@rule
def quality(game: State, species: int) -> float:
    """What a species promises at the end of an era, when most biomes are about to change."""
    share, symbols = outlook.share_of_biomes(game, species), outlook.symbols_of(game, species)
    fit = adaptation(game, species, int(game.at[species]))
    return 3.0 * share + 0.1 * symbols + 0.1 * fit + 0.15 * game.might[species]


@rule
def value_of_loss(game: State, seat: int, kind: int) -> float:
    """How good a species is without a card."""
    species = wearer_of(game, seat, kind)
    before = quality(game, species)
    shed(game, species, kind)
    value = quality(game, species) - 0.05 * game.need[species]
    wear(game, species, kind)
    return value - before


@rule
def value_of_invasion(game: State, action: int) -> float:
    """Lose the worst; a first point cannot be lost again, all others go to the best."""
    if action < Verb.POINT:
        return -quality(game, action - Verb.SACRIFICE)
    if action < Verb.POINTS:
        species = action - Verb.POINT
        return 100.0 if game.points[species] + game.gift[species] == 0 else NEVER
    return quality(game, action - Verb.POINTS)


@rule
def value_of_showing(game: State, seat: int, action: int) -> float:
    """Show heads and torsos that are spare, so that the teammate may ask for them."""
    if action == Verb.DONE:
        return 0.0
    kind = action - Verb.SHOW
    return 1.0 if is_vital(game, kind) and is_spare(game, seat, kind) else -1.0


@rule
def is_spare(game: State, seat: int, kind: int) -> bool:
    """Whether one can do without a card: heads and torsos only if there are many."""
    return not is_vital(game, kind) or count_of(game, seat, part_of(game, kind)) > PLENTY


@rule
def value_of_yielding(game: State, seat: int, action: int) -> float:
    """Give the teammate what one can spare, above all after passing."""
    if action == Verb.REFUSE:
        return 0.0
    if action == Verb.AGREE:
        return 1.0 if game.done[game.coveted] == 0 else -1.0
    kind = action - Verb.HAND_OVER
    if has_passed(game, seat):
        return 1.0 + worth_of_card(game, seat, kind)
    return 0.1 if is_spare(game, seat, kind) else -1.0


@rule
def value_of_drawer(game: State, action: int) -> float:
    """The one of the team who still plays in this era and has fewer cards."""
    if action == Verb.DECLINE:
        return -1.0
    drawer = action - Verb.DRAWER
    cards = float(length(game.hand[drawer]) + game.to_draw[drawer])
    return (0.0 if has_passed(game, drawer) else 100.0) - 0.01 * cards


@rule
def value_of_tidying(game: State, seat: int, action: int) -> float:
    """Keep what makes the next species; discard what is weak."""
    if action == Verb.DONE:
        return 0.0
    return 0.5 - worth_of_card(game, seat, action - Verb.DISCARD)


# --- the caretaker -------------------------------------------------------------------------------


@rule
def caretaker(states: States, seat: int, out: Ints, count: int, generator: Generator) -> int:
    """What is done for a player who has left: as little as possible."""
    game = states[0]
    if game.to_draw[seat] > 0:
        return Verb.DRAW_REST
    if game.stage == Stage.TURN:
        return leave_table(game, seat, out, count)
    if game.stage == Stage.PREY:
        return spare_own(game, seat, out, count)
    # show and discard nothing, refuse, decline, keep points together, lose the first card
    return out[0]


@rule
def leave_table(game: State, seat: int, out: Ints, count: int) -> int:
    """Drop what is begun and not confirmed, then pass."""
    for action in (Verb.STAY, Verb.REVISE, Verb.UNTRADE, Verb.PASS):
        if is_offered(out, count, action):
            return action
    return out[0]


@rule
def spare_own(game: State, seat: int, out: Ints, count: int) -> int:
    """The first prey that is another's, if there is one."""
    for i in range(count):
        if game.owner[out[i] - Verb.DEVOUR] != seat:
            return out[i]
    return out[0]
