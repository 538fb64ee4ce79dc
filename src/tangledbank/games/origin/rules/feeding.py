"""Food bank and feeding phase: main and free actions of a feeding turn (ledger 3.7, 3.8)."""

from __future__ import annotations

import numpy as np

from tangledbank.games.origin.rules import animals, tell
from tangledbank.games.origin.rules.actions import MAX_FAT, Reason, Verb
from tangledbank.games.origin.rules.animals import fed, food, full, has, need, use, why_no_food
from tangledbank.games.origin.rules.cards import BIT, NOTHING, Ability
from tangledbank.games.origin.rules.chain import gain
from tangledbank.games.origin.rules.state import Colour, Option, Phase, Stage, State
from tangledbank.games.origin.rules.tell import Source
from tangledbank.games.origin.rules.turn import begin_laps, clear_draft, next_mover
from tangledbank.games.shared.dispatch import any_choice_at
from tangledbank.kernel.chance import roll
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, get, length

# Dice and bonus of the food bank by number of players (OS-BANK-01 to -07).
DICE = np.array([0, 0, 1, 2, 2, 3, 3, 4, 4], np.int64)
BONUS = np.array([0, 0, 2, 0, 2, 2, 4, 2, 4], np.int64)


@rule
def roll_food_bank(game: State, events: EventBook) -> None:
    """The first player rolls how much food there is this turn (OS-BANK-08)."""
    game.bank = BONUS[game.seats]
    for _ in range(DICE[game.seats]):
        die = roll(game.rng)
        game.bank += die
        tell.die_rolled(game, events, game.first, die)
    game.rolled = game.bank
    tell.food_bank(game, events, game.first, game.bank)
    game.phase = Phase.FEEDING
    game.idle = 0
    begin_laps(game)
    game.stage = Stage.EXTINCTION if everyone_is_full(game) else Stage.NEXT_FEEDER


@rule
def everyone_is_full(game: State) -> bool:
    """All animals are fed and all fat stores filled (OS-FEED-09)."""
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            if not full(game, get(game.row[seat], i)):
                return False
    return True


@rule
def next_feeder(game: State) -> None:
    """The next player who can do anything has a feeding turn; else the phase ends (OS-RUL-11)."""
    while game.idle < game.seats:
        next_mover(game)
        if game.mover == game.first or game.options[Option.RESET] == 1:
            renew_links(game)  # OS-RUL-12
        begin_feeding_turn(game)
        if can_act(game, game.mover):
            game.stage = Stage.FEED
            return
        game.idle += 1
    game.stage = Stage.EXTINCTION


@rule
def renew_links(game: State) -> None:
    """In a new round every pair ability can work again (OS-PAIR-06)."""
    for i in range(length(game.links)):
        game.spent[get(game.links, i)] = 0


@rule
def begin_feeding_turn(game: State) -> None:
    """The mover may do one main action and free actions; grazers are fresh (OS-GRZ-01)."""
    game.main_done = 0
    game.acted = 0
    row = game.row[game.mover]
    for i in range(length(row)):
        game.used[get(row, i)] &= ~BIT[Ability.GRAZING]


@rule
def keep_feeding(game: State, events: EventBook) -> None:
    """After an action: everyone full, more to do, or the feeding turn is over."""
    game.decider = game.mover
    if everyone_is_full(game):
        game.stage = Stage.EXTINCTION
    elif can_act(game, game.mover):
        game.stage = Stage.FEED
    else:
        end_feeding_turn(game, events)


@rule
def end_feeding_turn(game: State, events: EventBook) -> None:
    """The go passes on; a feeding turn in which nothing was done counts as a pass."""
    game.idle = 0 if game.acted != 0 else game.idle + 1
    tell.feeding_turn_ended(game, events, game.mover, game.acted)
    game.stage = Stage.NEXT_FEEDER


@rule
def why_no_red(game: State) -> int:
    """What keeps the mover from taking red food at all, or OK."""
    if game.main_done != 0:
        return Reason.MAIN_ACTION_DONE  # OS-FEED-02
    return Reason.BANK_EMPTY if game.bank == 0 else Reason.OK


@rule
def why_no_take(game: State, a: int) -> int:
    """What keeps the mover from taking red food for `a`, or OK."""
    why = why_no_red(game)
    return why_no_food(game, a) if why == Reason.OK else why


@rule
def why_no_fat(game: State, a: int, tokens: int) -> int:
    """What keeps the mover from turning so many yellow tokens of `a`, or OK (OS-RUL-17)."""
    if game.main_done != 0:
        return Reason.MAIN_ACTION_DONE
    if not has(game, a, Ability.FAT) or animals.yellow_tokens(game, a) < tokens:
        return Reason.NO_FAT
    if game.options[Option.FAT] == 1:
        return Reason.OK
    if game.hibernating[a] != 0:
        return Reason.HIBERNATING
    if fed(game, a):
        return Reason.FED
    return Reason.OK if food(game, a) + tokens <= need(game, a) else Reason.TOO_MUCH_FAT


@rule
def why_no_piracy(game: State, a: int) -> int:
    """What keeps `a` from using piracy at all, or OK (OS-RUL-18)."""
    if not has(game, a, Ability.PIRACY):
        return Reason.LACKS_ABILITY
    if animals.was_used(game, a, Ability.PIRACY):
        return Reason.USED_THIS_TURN
    if game.hibernating[a] != 0:
        return Reason.HIBERNATING
    if fed(game, a):
        return Reason.PIRATE_FED  # OS-PIR-03
    hindrance = why_no_food(game, a)
    if hindrance != Reason.OK:
        return hindrance
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            victim = get(game.row[seat], i)
            if victim != a and not fed(game, victim) and food(game, victim) > 0:
                return Reason.OK
    return Reason.NO_LOOT


@rule
def why_no_theft(game: State, pirate: int, victim: int, colour: int) -> int:
    """What keeps a pirate from taking this token, or OK."""
    if victim == pirate:
        return Reason.ITSELF
    if fed(game, victim):
        return Reason.VICTIM_FED
    tokens = game.red[victim] if colour == Colour.RED else game.blue[victim]
    return Reason.OK if tokens > 0 else Reason.NO_SUCH_TOKEN


@rule
def why_no_loot(game: State, victim: int, colour: int) -> int:
    """What keeps the chosen pirate from taking this token, or OK."""
    return why_no_theft(game, game.draft_animal, victim, colour)


@rule
def why_no_grazing(game: State, a: int) -> int:
    """What keeps `a` from destroying a red token, or OK (OS-RUL-19)."""
    if not has(game, a, Ability.GRAZING):
        return Reason.LACKS_ABILITY
    if animals.was_used(game, a, Ability.GRAZING):
        return Reason.GRAZED_ALREADY
    return Reason.OK if game.bank > 0 else Reason.BANK_EMPTY


@rule
def why_no_hibernation(game: State, a: int) -> int:
    """What keeps `a` from going to sleep, or OK (OS-HIB-02, -03, OS-RUL-20)."""
    if not has(game, a, Ability.HIBERNATION):
        return Reason.LACKS_ABILITY
    if game.last_turn != 0:
        return Reason.LAST_TURN
    if game.slept[a] != 0:
        return Reason.SLEPT_LAST_TURN
    if game.hibernating[a] != 0:
        return Reason.ASLEEP
    return Reason.FULL if full(game, a) else Reason.OK


@rule
def why_no_end(game: State) -> int:
    """What keeps the mover from ending the feeding turn, or OK (OS-FEED-08, OS-RUL-10)."""
    if why_no_red(game) != Reason.OK:
        return Reason.OK
    row = game.row[game.mover]
    for i in range(length(row)):
        if why_no_food(game, get(row, i)) == Reason.OK:
            may_leave = game.options[Option.DUTY] == 0 and game.acted != 0
            return Reason.OK if may_leave else Reason.DUTY
    return Reason.OK


@rule
def begin_hunt(game: State, predator: int) -> None:
    """A predator is chosen; its victim is asked next."""
    game.draft_animal = predator
    game.stage = Stage.HUNT


@rule
def begin_piracy(game: State, pirate: int) -> None:
    """A pirate is chosen; what it takes is asked next."""
    game.draft_animal = pirate
    game.stage = Stage.ROB


@rule
def take_food(game: State, events: EventBook, a: int) -> None:
    """Take one red token from the food bank (OS-FEED-01)."""
    game.main_done = 1
    game.acted = 1
    game.bank -= 1
    gain(game, events, a, Colour.RED, 1, Source.BANK, Stage.KEEP_FEEDING)


@rule
def turn_fat(game: State, events: EventBook, a: int, tokens: int) -> None:
    """Turn yellow tokens into blue ones; nothing answers it (OS-FAT-04, -05)."""
    game.main_done = 1
    game.acted = 1
    tell.fat_turned(game, events, game.mover, a, tokens)
    for _ in range(tokens):
        take_yellow(game, a)
        if food(game, a) < need(game, a):
            game.blue[a] += 1
        else:
            tell.token_lost(game, events, game.mover, a)  # OS-RUL-17, `any`
    game.draft_animal = NOTHING
    game.stage = Stage.KEEP_FEEDING
    # More than any animal needs is used in several choices that nothing comes between.
    if tokens == MAX_FAT and game.options[Option.FAT] == 1 and animals.yellow_tokens(game, a) > 0:
        game.draft_animal = a
        game.stage = Stage.MORE_FAT


@rule
def take_yellow(game: State, a: int) -> None:
    """Take the token off the first fat card that holds one."""
    card = game.under[a]
    while game.yellow[card] == 0:
        card = game.below[card]
    game.yellow[card] = 0


@rule
def why_no_more_fat(game: State, tokens: int) -> int:
    """Why the animal whose fat is being used has not so many tokens left, or OK."""
    left = animals.yellow_tokens(game, game.draft_animal)
    return Reason.OK if tokens <= left else Reason.NO_FAT


@rule
def turn_more_fat(game: State, events: EventBook, tokens: int) -> None:
    """Use more fat of the same animal."""
    turn_fat(game, events, game.draft_animal, tokens)


@rule
def end_turning(game: State) -> None:
    """Enough fat is used."""
    game.draft_animal = NOTHING
    game.stage = Stage.KEEP_FEEDING


@rule
def rob(game: State, events: EventBook, victim: int, colour: int) -> None:
    """The pirate takes a token, which keeps its colour (OS-PIR-01)."""
    pirate = game.draft_animal
    clear_draft(game)
    game.acted = 1
    use(game, pirate, Ability.PIRACY)
    if colour == Colour.RED:
        game.red[victim] -= 1
    else:
        game.blue[victim] -= 1
    tell.robbed(game, events, game.mover, pirate, victim, colour)
    gain(game, events, pirate, colour, 1, Source.PIRACY, Stage.KEEP_FEEDING)


@rule
def graze(game: State, events: EventBook, a: int) -> None:
    """Destroy one red token of the food bank (OS-GRZ-01)."""
    game.acted = 1
    use(game, a, Ability.GRAZING)
    game.bank -= 1
    tell.grazed(game, events, game.mover, a)
    game.stage = Stage.KEEP_FEEDING


@rule
def hibernate(game: State, events: EventBook, a: int) -> None:
    """The animal counts as fed until the end of the turn (OS-HIB-01)."""
    game.acted = 1
    game.hibernating[a] = 1
    use(game, a, Ability.HIBERNATION)
    tell.hibernated(game, events, game.mover, a)
    game.stage = Stage.KEEP_FEEDING


can_act = any_choice_at(__package__, Verb, Stage.FEED)
