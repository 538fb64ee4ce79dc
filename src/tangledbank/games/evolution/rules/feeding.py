"""Phase 4: food and traits are turned up, then feeding turns with windows for Intelligence.

Start effects act before the first turn (ledger 3.6-3.9).
"""

from __future__ import annotations

from tangledbank.games.evolution.rules import species, state, tell
from tangledbank.games.evolution.rules.actions import Reason, Verb
from tangledbank.games.evolution.rules.attack import can_reach, spend_on_ignoring, thinking_cards
from tangledbank.games.evolution.rules.cards import BIT, LEAST_NUMBER, NOTHING, NUMBERS, Trait
from tangledbank.games.evolution.rules.eating import begin_eating, could_forage
from tangledbank.games.evolution.rules.species import ask, eats_plants, has, hunger, room
from tangledbank.games.evolution.rules.state import ASK, MOST, Food, Phase, Stage, State
from tangledbank.games.evolution.rules.tell import Cause
from tangledbank.games.shared.dispatch import any_choice_at
from tangledbank.games.shared.hidden_cards import EVERYONE, put_on_discard_pile, show_to_all
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, get, length

GRAIN_TRAITS = BIT[Trait.LONG_NECK] | BIT[Trait.FERTILE] | BIT[Trait.FAT_TISSUE]  # EV-RUL-13
THOUGHT = 2  # chips for a card discarded for Intelligence (EV-INT-01)


# --- step 1: turning up --------------------------------------------------------------------------


@rule
def reveal(game: State, events: EventBook) -> None:
    """All traits are turned up, then the food cards; the watering hole is filled."""
    game.phase = Phase.FEEDING
    show_traits(game, events)
    game.leftover = game.hole  # EV-FRT-02
    total = turn_up_food(game, events)
    game.hole = max(0, int(game.hole) + total)  # EV-REV-03, -04
    tell.hole_filled(game, events, game.hole, total)
    prepare_grain(game)
    game.mover = game.first
    game.stage = Stage.NEXT_GRAIN


@rule
def show_traits(game: State, events: EventBook) -> None:
    """All face-down traits of all players are turned up at once (EV-PLAY-13)."""
    seat = int(game.first)
    for _ in range(game.seats):
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            for j in range(game.worn[species]):
                card = int(game.card[species, j])
                if game.known[card] != EVERYONE:
                    show_to_all(game, card)
                    tell.trait_shown(game, events, seat, species, game.kind[card])
        seat = seat_after(game, seat)


@rule
def turn_up_food(game: State, events: EventBook) -> int:
    """The food cards are shown without their owners' names and discarded; their sum."""
    mix_owners(game)
    total = 0
    for seat in range(game.seats):
        card = int(game.food_card[seat])
        if card != NOTHING:
            total += game.kind[card] % NUMBERS + LEAST_NUMBER  # EV-REV-02
            put_on_discard_pile(game, card)  # EV-REV-05
            tell.food_shown(game, events, game.kind[card])
            game.food_card[seat] = NOTHING
    return total


@rule
def mix_owners(game: State) -> None:
    """Order the food cards by kind, so that no back tells its owner (EV-RUL-09)."""
    for one in range(game.seats):
        for other in range(one):
            a, b = int(game.food_card[other]), int(game.food_card[one])
            if a != NOTHING and b != NOTHING and game.kind[a] > game.kind[b]:
                kind = int(game.kind[a])
                game.kind[a] = game.kind[b]
                game.kind[b] = kind


# --- start effects -----------------------------------------------------------------------------


@rule
def prepare_grain(game: State) -> None:
    """Note which start effects each species has (EV-REV-06)."""
    for seat in range(game.seats):
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            bits = 0
            if game.traits[species] & GRAIN_TRAITS != 0:
                bits |= state.NECK_WAITS * int(
                    has(game, species, Trait.LONG_NECK) and eats_plants(game, species)
                )
                can_grow = game.leftover > 0 and game.population[species] < MOST
                grows = can_grow and has(game, species, Trait.FERTILE)
                bits |= state.FERTILE_WAITS * int(grows)  # EV-FRT-01, EV-RUL-16
                bits |= state.FAT_WAITS * int(game.fat[species] > 0)
            game.grain[species] = bits


@rule
def next_grain(game: State, events: EventBook) -> None:
    """Each player's effects from the start player on (EV-RUL-14); asked is what has a choice."""
    while True:
        seat = int(game.mover)
        settle_lone_effects(game, events, seat)
        if any_choice(game, seat):
            ask(game, Stage.GRAIN, seat)
            return
        forget_grain(game, seat)
        game.mover = seat_after(game, seat)
        if game.mover == game.first:
            begin_feeding(game)
            game.stage = Stage.OPEN_WINDOW
            return


@rule
def settle_lone_effects(game: State, events: EventBook, seat: int) -> None:
    """Carry out the forced effects whose order changes nothing (EV-RUL-52)."""
    row = game.row[seat]
    reached = False  # a Long Neck that still waits could feed this species
    for i in range(length(row)):
        species = get(row, i)
        reached = reached or neck_can_eat(game, species)
        if not reached and not order_matters(game, species):
            if game.grain[species] & state.FAT_WAITS != 0:
                act_fat(game, events, species)
            if game.grain[species] & state.FERTILE_WAITS != 0:
                act_fertile(game, events, species)
        reached = reached and has(game, species, Trait.COOPERATION)


@rule
def order_matters(game: State, species: int) -> bool:
    """Fertile first would make a place for one more chip of fat (ledger 4.3)."""
    return (
        game.grain[species] & state.FERTILE_WAITS != 0
        and game.grain[species] & state.FAT_WAITS != 0
        and game.fat[species] > hunger(game, species)
    )


@rule
def neck_can_eat(game: State, species: int) -> bool:
    """Whether a Long Neck still waits and there is room for its chip."""
    return game.grain[species] & state.NECK_WAITS != 0 and room(game, species) > 0


@rule
def forget_grain(game: State, seat: int) -> None:
    """What could not act does not act later."""
    for i in range(length(game.row[seat])):
        game.grain[get(game.row[seat], i)] = 0


@rule
def why_no_neck(game: State, species: int, without_extra: int) -> int:
    """What keeps a Long Neck from eating, or OK."""
    if game.grain[species] & state.NECK_WAITS == 0:
        if has(game, species, Trait.LONG_NECK) and not eats_plants(game, species):
            return Reason.IS_CARNIVORE  # EV-NCK-03
        return Reason.NO_START_EFFECT
    if room(game, species) == 0:
        return Reason.NO_ROOM
    if without_extra != 0 and not could_forage(game, species, Food.BANK, 1):
        return Reason.NO_FORAGE
    return Reason.OK


@rule
def why_no_skip(game: State, species: int) -> int:
    """What keeps a Long Neck from taking nothing, or OK."""
    return why_no_neck(game, species, 0)


@rule
def why_no_fertile(game: State, species: int) -> int:
    """What keeps Fertile from acting now, or OK."""
    return Reason.OK if game.grain[species] & state.FERTILE_WAITS != 0 else Reason.NO_START_EFFECT


@rule
def why_no_fat(game: State, species: int) -> int:
    """What keeps fat from moving now, or OK."""
    return Reason.OK if game.grain[species] & state.FAT_WAITS != 0 else Reason.NO_START_EFFECT


@rule
def use_neck(game: State, species: int, without_extra: int) -> None:
    """Long Neck takes its chip from the bank (EV-NCK-01)."""
    game.stage = Stage.NEXT_GRAIN
    game.grain[species] &= ~state.NECK_WAITS
    extra = 1 - without_extra
    begin_eating(game, species, Food.BANK, 1, Cause.LONG_NECK, 1, extra, Stage.NEXT_GRAIN)


@rule
def skip_neck(game: State, events: EventBook, species: int) -> None:
    """Long Neck takes nothing this round."""
    game.stage = Stage.NEXT_GRAIN
    game.grain[species] &= ~state.NECK_WAITS
    tell.neck_skipped(game, events, int(game.owner[species]), species)


@rule
def act_fertile(game: State, events: EventBook, species: int) -> None:
    """The population grows by 1 (EV-FRT-01, -03)."""
    game.stage = Stage.NEXT_GRAIN
    game.grain[species] &= ~state.FERTILE_WAITS
    game.population[species] += 1
    tell.fertile(game, events, int(game.owner[species]), species, game.population[species])


@rule
def act_fat(game: State, events: EventBook, species: int) -> None:
    """Fat moves onto the board, up to the population; nothing answers it (EV-FAT-06, -07)."""
    game.stage = Stage.NEXT_GRAIN
    game.grain[species] &= ~state.FAT_WAITS
    moved = min(int(game.fat[species]), int(hunger(game, species)))
    if moved > 0:
        game.fat[species] -= moved
        game.chips[species] += moved
        tell.fat_moved(game, events, int(game.owner[species]), species, moved)


any_choice = any_choice_at(__package__, Verb, Stage.GRAIN)


# --- whose turn --------------------------------------------------------------------------------


@rule
def begin_feeding(game: State) -> None:
    """The start player feeds first (EV-RND-02)."""
    game.mover = (game.first + game.seats - 1) % game.seats
    game.idle = 0
    game.ignored = 0


@rule
def next_feeder(game: State) -> None:
    """The next player who can feed has a turn; a whole circle of nothing ends it (EV-RUL-24)."""
    while game.idle < game.seats:
        game.mover = seat_after(game, game.mover)
        is_forced = must_feed(game, game.mover)
        if is_forced or may_feed(game, game.mover):
            game.duty = int(is_forced)
            ask(game, Stage.FEED, game.mover)
            return
        game.idle += 1  # skipped, not out
    game.stage = Stage.END_ROUND


@rule
def must_feed(game: State, seat: int) -> bool:
    """Whether a hungry species of the seat can eat without a discard (EV-FEED-06, EV-RUL-25)."""
    row = game.row[seat]
    for i in range(length(row)):
        species = get(row, i)
        if hunger(game, species) > 0 and can_eat(game, species, 0):
            return True
    return False


@rule
def may_feed(game: State, seat: int) -> bool:
    """Whether the seat can store fat, or attack with Intelligence; neither is forced."""
    row = game.row[seat]
    for i in range(length(row)):
        species = get(row, i)
        if room(game, species) > 0 and can_eat(game, species, thinking_cards(game, species)):
            return True
    return False


@rule
def can_eat(game: State, species: int, cards: int) -> bool:
    """Whether there is something for a species to eat, if so many cards could be discarded."""
    return game.hole > 0 if eats_plants(game, species) else can_reach(game, species, cards, 0)


# --- a feeding turn ----------------------------------------------------------------------------


@rule
def why_no_feed(game: State, species: int, without_extra: int) -> int:
    """What keeps a species from eating from the watering hole, or OK."""
    if not eats_plants(game, species):
        return Reason.IS_CARNIVORE  # EV-CARN-01
    if room(game, species) == 0:
        return Reason.NO_ROOM
    if game.hole == 0:
        return Reason.HOLE_EMPTY
    if game.duty != 0 and hunger(game, species) == 0:
        return Reason.HUNGRY_FIRST  # EV-RUL-23
    if without_extra != 0 and not could_forage(game, species, Food.WATERING_HOLE, 1):
        return Reason.NO_FORAGE
    return Reason.OK


@rule
def why_no_attack(game: State, species: int) -> int:
    """What keeps a species from attacking at all, or OK."""
    if eats_plants(game, species):
        return Reason.NOT_CARNIVORE
    if room(game, species) == 0:
        return Reason.NO_ROOM  # EV-CARN-16
    if game.duty != 0 and hunger(game, species) == 0:
        return Reason.HUNGRY_FIRST
    cards = thinking_cards(game, species)
    return Reason.OK if can_reach(game, species, cards, 0) else Reason.NO_PREY


@rule
def why_no_pass(game: State) -> int:
    """What keeps the mover from passing, or OK (EV-RUL-24)."""
    return Reason.MUST_FEED if game.duty != 0 else Reason.OK


@rule
def pass_turn(game: State, events: EventBook) -> None:
    """The mover feeds nothing."""
    game.idle += 1
    tell.passed(game, events, game.mover)
    game.stage = Stage.OPEN_WINDOW


@rule
def begin_hunt(game: State, species: int) -> None:
    """An attacker is chosen; its prey is asked next."""
    game.hunter = species
    ask(game, Stage.HUNT, game.mover)


@rule
def feed(game: State, species: int, without_extra: int) -> None:
    """Eat from the watering hole; the extra and the one chip for fat are part of it (EV-RUL-52)."""
    game.idle = 0
    begin_eating(
        game, species, Food.WATERING_HOLE, 1, Cause.FEEDING, 1, 1 - without_extra, Stage.OPEN_WINDOW
    )


# --- windows for Intelligence ------------------------------------------------------------------


@rule
def open_window(game: State) -> None:
    """Between feeding turns everyone who can is asked (EV-RUL-17)."""
    game.window_seats = 0
    game.window_used = 0
    game.stage = Stage.NEXT_WINDOW


@rule
def next_window(game: State) -> None:
    """Ask the next seat that could use Intelligence, clockwise from the start player."""
    while game.window_seats < game.seats:
        seat = (game.first + game.window_seats) % int(game.seats)
        game.window_seats += 1
        if can_think(game, seat):
            ask(game, Stage.WINDOW, seat)
            return
    if game.window_used != 0:
        game.idle = 0
    game.stage = Stage.NEXT_FEEDER


@rule
def can_think(game: State, seat: int) -> bool:
    """Whether a seat could use Intelligence of a plant eater now."""
    if length(game.hand[seat]) == 0:
        return False
    row = game.row[seat]
    for i in range(length(row)):
        if why_no_thought(game, get(row, i)) == Reason.OK:
            return True
    return False


@rule
def why_no_thought(game: State, species: int) -> int:
    """What keeps a species from using Intelligence in a window, or OK (EV-RUL-18)."""
    if not has(game, species, Trait.INTELLIGENCE):
        return Reason.NO_INTELLIGENCE
    if not eats_plants(game, species):
        return Reason.IS_CARNIVORE
    return Reason.OK if room(game, species) > 0 else Reason.NO_ROOM


@rule
def why_no_use_of_mind(game: State, species: int, without_extra: int) -> int:
    """The same, with or without the extra chip of Foraging."""
    if without_extra == 1 and not could_forage(game, species, Food.BANK, THOUGHT):
        return Reason.NO_FORAGE
    return why_no_thought(game, species)


@rule
def decline(game: State) -> None:
    """No Intelligence now."""
    game.stage = Stage.NEXT_WINDOW


@rule
def begin_thought(game: State, species: int, without_extra: int) -> None:
    """A species is chosen to use Intelligence; its card is asked next."""
    game.thinker = 2 * species + without_extra
    ask(game, Stage.THINK, game.decider)


@rule
def spend(game: State, events: EventBook, kind: int) -> None:
    """A card pays for Intelligence: of an attacker, or of a plant eater."""
    if game.stage == Stage.IGNORE:
        spend_on_ignoring(game, kind)
    else:
        think(game, events, kind)


@rule
def think(game: State, events: EventBook, kind: int) -> None:
    """A card for 2 plant chips from the bank; then everyone is asked again (EV-INT-01)."""
    species.discard_from_hand(game, events, game.decider, kind)
    code = int(game.thinker)
    game.thinker = NOTHING
    game.window_seats = 0
    game.window_used = 1
    eater, extra = code // 2, 1 - code % 2
    begin_eating(game, eater, Food.BANK, THOUGHT, Cause.INTELLIGENCE, ASK, extra, Stage.NEXT_WINDOW)
    game.least_store = int(hunger(game, eater) == 0)  # EV-RUL-18
