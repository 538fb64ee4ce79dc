"""The chain of eating: a species takes chips, forages, and shares (ledger 4.3)."""

from __future__ import annotations

from tangledbank.games.evolution.rules import species, tell
from tangledbank.games.evolution.rules.actions import Reason
from tangledbank.games.evolution.rules.cards import NOTHING, Trait
from tangledbank.games.evolution.rules.species import ask, eats_plants, has, hunger, right_of, room
from tangledbank.games.evolution.rules.state import ASK, FOODS, Food, Option, Stage, State
from tangledbank.games.evolution.rules.tell import Cause
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook

PLENTY = 1000  # the bank never runs out (EV-SUP-01)


@rule
def begin_eating(
    game: State, species: int, food: int, base: int, cause: int, store: int, extra: int, then: int
) -> None:
    """An eating event: up to `base` chips; `store` and `extra` may be left to ASK."""
    game.eater = species
    game.food_kind = food
    game.portion = base
    game.cause = cause
    game.to_store = store
    game.with_extra = extra
    game.least_store = 0
    game.then = then
    game.stage = Stage.EAT


@rule
def stock(game: State) -> int:
    """How many chips the source of the event has."""
    return game.hole if game.food_kind == Food.WATERING_HOLE else PLENTY


@rule
def hungry_part(game: State) -> int:
    """How many of the base chips go onto the board: forced (EV-FEED-06)."""
    return min(int(game.portion), int(hunger(game, game.eater)), int(stock(game)))


@rule
def most_to_store(game: State) -> int:
    """How many of the base chips could go onto Fat Tissue: the owner's choice (EV-FAT-04)."""
    eaten = hungry_part(game)
    return min(game.portion - eaten, int(species.fat_space(game, game.eater)), stock(game) - eaten)


@rule
def eat(game: State, events: EventBook) -> None:
    """Step 2: the species takes its base amount; without a chip there is no event."""
    species = int(game.eater)
    if game.food_kind != Food.MEAT and not eats_plants(game, species):
        end_eating(game)  # EV-CARN-01, EV-COO-05
        return
    eaten, most = hungry_part(game), most_to_store(game)
    if most > game.least_store and game.to_store == ASK:
        ask(game, Stage.STORE, int(game.owner[species]))
        return
    if game.to_store == ASK:  # no choice is left
        game.to_store = most
    stored = min(most, int(game.to_store))
    game.took = counted(game, eaten, stored)
    take(game, events, species, eaten, stored, game.cause)
    if game.took > 0:
        game.stage = Stage.FORAGE
    else:
        end_eating(game)


@rule
def counted(game: State, eaten: int, stored: int) -> int:
    """How many chips count as eaten: those onto fat too, unless by option (EV-RUL-50)."""
    return eaten if game.options[Option.FAT] == 1 else eaten + stored


@rule
def take(game: State, events: EventBook, species: int, eaten: int, stored: int, cause: int) -> None:
    """Chips from the source onto board and Fat Tissue card."""
    seat = int(game.owner[species])
    how = cause * len(FOODS) + game.food_kind
    game.chips[species] += eaten
    game.fat[species] += stored
    if game.food_kind == Food.WATERING_HOLE:
        game.hole -= eaten + stored
    if eaten > 0:
        tell.ate(game, events, seat, species, eaten, how)
    if stored > 0:
        tell.stored(game, events, seat, species, stored, how)


@rule
def extra_chips(game: State) -> int:
    """How many more chips Foraging could take now (EV-FOR-01, -02, -04)."""
    species = int(game.eater)
    if game.food_kind == Food.MEAT or not has(game, species, Trait.FORAGING):
        return 0
    most = game.took if game.options[Option.EXTRAS] == 1 else 1  # EV-RUL-20
    return min(most, int(room_to_forage(game, species)), int(stock(game)))


@rule
def room_to_forage(game: State, species: int) -> int:
    """How many extra chips it could take: onto fat too, unless by option (EV-RUL-53)."""
    if game.options[Option.FORAGING] == 1:
        return hunger(game, species)
    return room(game, species)


@rule
def forage(game: State, events: EventBook) -> None:
    """Step 3: Foraging takes its extra chip, unless the owner waives it (EV-RUL-21)."""
    extra = extra_chips(game)
    if extra > 0 and game.with_extra == ASK:
        ask(game, Stage.EXTRA, int(game.owner[game.eater]))
        return
    if extra > 0 and game.with_extra != 0:
        species = int(game.eater)
        eaten = min(extra, int(hunger(game, species)))
        take(game, events, species, eaten, extra - eaten, Cause.FORAGING)
        game.took += counted(game, eaten, extra - eaten)
    game.stage = Stage.SHARE


@rule
def shares_with(game: State, species: int) -> int:
    """The species that Cooperation feeds when this one eats, or NOTHING."""
    return right_of(game, species) if has(game, species, Trait.COOPERATION) else NOTHING


@rule
def share(game: State, events: EventBook) -> None:
    """Step 4: Cooperation feeds the right neighbour from the same source (EV-COO-01)."""
    species = int(game.eater)
    neighbour = shares_with(game, species)
    if game.options[Option.CHAIN] == 1:  # EV-RUL-22
        while neighbour != NOTHING and room(game, neighbour) == 0:
            neighbour = right_of(game, neighbour)
    if neighbour == NOTHING:
        end_eating(game)
        return
    base = 1
    if game.options[Option.EXTRAS] == 1 and game.food_kind != Food.MEAT:  # EV-RUL-20, -36
        base = int(game.took)
    begin_eating(game, neighbour, game.food_kind, base, Cause.COOPERATION, ASK, ASK, game.then)


@rule
def end_eating(game: State) -> None:
    """The chain is over."""
    game.eater = NOTHING
    game.stage = game.then


@rule
def could_forage(game: State, species: int, food: int, base: int) -> bool:
    """Whether Foraging would have an extra chip to take or waive, if the species ate now."""
    if not has(game, species, Trait.FORAGING):
        return False
    lack = int(hunger(game, species))
    if lack == 0 and game.options[Option.FAT] == 1:
        return False
    least = max(1, min(base, lack))
    has_room = room_to_forage(game, species) > least
    return has_room and (food != Food.WATERING_HOLE or game.hole > least)


# --- questions to the owner --------------------------------------------------------------------


@rule
def why_no_store(game: State, amount: int) -> int:
    """What keeps so many chips from being stored, or OK."""
    if amount < game.least_store:
        return Reason.TOO_LITTLE_FAT
    return Reason.OK if amount <= most_to_store(game) else Reason.TOO_MUCH_FAT


@rule
def store(game: State, amount: int) -> None:
    """So many chips go onto Fat Tissue."""
    game.to_store = amount
    game.stage = Stage.EAT


@rule
def take_extra(game: State) -> None:
    """Foraging takes its extra chip."""
    game.with_extra = 1
    game.stage = Stage.FORAGE


@rule
def leave_extra(game: State) -> None:
    """Foraging leaves its extra chip."""
    game.with_extra = 0
    game.stage = Stage.FORAGE
