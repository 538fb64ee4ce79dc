"""Phase 4, step 2: feeding turns, and windows for Intelligence between them (ledger 3.7-3.9)."""

from __future__ import annotations

from tangledbank.games.evolution.rules import species, tell
from tangledbank.games.evolution.rules.actions import Reason
from tangledbank.games.evolution.rules.attack import can_reach, spend_on_ignoring, thinking_cards
from tangledbank.games.evolution.rules.cards import NOTHING, Trait
from tangledbank.games.evolution.rules.eating import begin_eating, could_forage
from tangledbank.games.evolution.rules.species import ask, eats_plants, has, hunger, room
from tangledbank.games.evolution.rules.state import ASK, Food, Stage, State
from tangledbank.games.evolution.rules.tell import Cause
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.events import EventBook
from tangledbank.kernel.lists import get, length

THOUGHT = 2  # chips for a card discarded for Intelligence (EV-INT-01)


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
