"""Step 1 of the transition: the event and its immediate effect (DC-EVENT)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from tangledbank.games.darwin.rules import tell
from tangledbank.games.darwin.rules.actions import Reason, Verb, offer
from tangledbank.games.darwin.rules.body import BIT, is_vital
from tangledbank.games.darwin.rules.decks import Ability, EventCard
from tangledbank.games.darwin.rules.draft import why_not_own
from tangledbank.games.darwin.rules.evaluation import die_out
from tangledbank.games.darwin.rules.food import adaptation, rank
from tangledbank.games.darwin.rules.piles import find_card, kind_at
from tangledbank.games.darwin.rules.state import MAX_SPECIES, NOTHING, Age, Fate, Stage, State
from tangledbank.games.darwin.rules.turn import take_off
from tangledbank.games.shared.hidden_cards import SEAT_BIT
from tangledbank.kernel.compiling import fill_in, rule
from tangledbank.kernel.records import EventBook, Ints, get, length, pop, push

AFLOAT = int(BIT[Ability.SWIM] | BIT[Ability.CLIMB] | BIT[Ability.FLY])  # DC-EVENT-11
SAFE_ADAPTATION = 4  # DC-EVENT-13
LARGE_SPECIES = 4  # cards (DC-EVENT-2)


# --- flood and hurricane -------------------------------------------------------------------------


@rule(inline=False)
def flood(game: State, events: EventBook) -> None:
    """Who can neither swim nor climb nor fly dies out (DC-EVENT-11)."""
    for species in range(MAX_SPECIES):
        if game.living[species] == 1 and game.has[species] & AFLOAT == 0:
            die_out(game, events, species, Fate.FLOOD)


@rule(inline=False)
def hurricane(game: State, events: EventBook) -> None:
    """In each biome the lowest rank dies out, unless it is adapted well (DC-EVENT-12 to -14)."""
    for place in range(game.places):
        lowest = lowest_rank(game, place)
        for species in range(MAX_SPECIES):
            if (
                game.living[species] == 1
                and game.at[species] == place
                and rank(game, species, place) == lowest
                and adaptation(game, species, place) < SAFE_ADAPTATION
            ):
                die_out(game, events, species, Fate.HURRICANE)


@rule
def lowest_rank(game: State, place: int) -> int:
    """The lowest rank in a biome: adaptation, strength, hearts (DC-SP-61)."""
    lowest = 1 << 40
    for species in range(MAX_SPECIES):
        if game.living[species] == 1 and game.at[species] == place:
            lowest = min(lowest, rank(game, species, place))
    return lowest


# --- degeneration --------------------------------------------------------------------------------


@rule
def is_hit(game: State, species: int) -> bool:
    """Whether a species has to lose a card (DC-EVENT-2)."""
    return length(game.body[species]) >= LARGE_SPECIES


@rule
def begin_degeneration(game: State, _events: EventBook) -> None:
    """All owners of large species choose at the same time (DC-SP-47)."""
    involved = 0
    for species in range(MAX_SPECIES):
        if game.living[species] == 1 and is_hit(game, species):
            involved |= SEAT_BIT[game.owner[species]]
    let_choose(game, involved, Stage.DEGENERATE)


@rule
def let_choose(game: State, involved: int, stage: int) -> None:
    """These seats choose in secret, at the same time; without any, nothing happens."""
    game.involved = involved
    game.waiting = involved
    game.stage = stage if involved != 0 else Stage.CHANGE


@rule
def wearer_of(game: State, seat: int, kind: int) -> int:
    """The species of a seat that has this card, or NOTHING."""
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if find_card(game, game.body[species], kind) != NOTHING:
            return species
    return NOTHING


@rule
def why_no_loss(game: State, seat: int, kind: int) -> int:
    """Reasons against a card that degenerates (DC-EVENT-3, -4)."""
    species = wearer_of(game, seat, kind)
    if species == NOTHING:
        return Reason.NOT_ON_SPECIES
    if not is_hit(game, species):
        return Reason.NOT_HIT
    if game.loss[species] != NOTHING:
        return Reason.CHOSEN_ALREADY
    return Reason.NEVER_DEGENERATES if is_vital(game, kind) else Reason.OK


@rule(inline=False)
def list_losses(game: State, seat: int, out: Ints) -> int:
    """The cards of all large species for which nothing is chosen yet."""
    count = 0
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        for j in range(length(game.body[species])):
            kind = kind_at(game, game.body[species], j)
            count = offer(out, count, Verb.LOSE + kind, why_no_loss(game, seat, kind))
    return count


@rule(inline=False)
def choose_loss(game: State, events: EventBook, seat: int, kind: int) -> None:
    """Choose a card; when all have chosen, all cards go together."""
    game.loss[wearer_of(game, seat, kind)] = kind
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if is_hit(game, species) and game.loss[species] == NOTHING:
            return
    game.waiting &= ~SEAT_BIT[seat]
    if game.waiting == 0:
        degenerate(game, events)


@rule(inline=False)
def degenerate(game: State, events: EventBook) -> None:
    """Every large species loses its card; nothing else happens to it yet (DC-SP-47)."""
    for species in range(MAX_SPECIES):
        if game.living[species] == 1 and game.loss[species] != NOTHING:
            card = find_card(game, game.body[species], int(game.loss[species]))
            take_off(game, events, species, card)
            game.loss[species] = NOTHING
    game.involved = 0
    game.stage = Stage.CHANGE


# --- invaders ------------------------------------------------------------------------------------


@rule
def most_points(game: State, seat: int) -> int:
    """The most points that lie on a species of a seat."""
    most = 0
    for i in range(length(game.row[seat])):
        most = max(most, int(game.points[get(game.row[seat], i)]))
    return most


@rule
def begin_invasion(game: State, _events: EventBook) -> None:
    """Every owner loses a species; all decide at the same time (DC-SP-50)."""
    involved = 0
    for seat in range(game.seats):
        game.lost[seat] = NOTHING
        game.freed[seat] = 0
        if length(game.row[seat]) > 0:
            involved |= SEAT_BIT[seat]
    let_choose(game, involved, Stage.INVADE)


@rule
def why_no_sacrifice(game: State, seat: int, species: int) -> int:
    """Reasons against the species that is lost (DC-EVENT-15, -17)."""
    if game.lost[seat] != NOTHING:
        return Reason.LOST_ALREADY
    why = why_not_own(game, seat, species)
    if why == Reason.OK and game.points[species] < most_points(game, seat):
        return Reason.NOT_RICHEST
    return why


@rule
def why_no_gift(game: State, seat: int, species: int) -> int:
    """Reasons against giving freed points to a species (DC-EVENT-16)."""
    if game.lost[seat] == NOTHING:
        return Reason.NOTHING_LOST
    return Reason.IS_LOST if species == game.lost[seat] else why_not_own(game, seat, species)


@rule(inline=False)
def list_invasion(game: State, seat: int, out: Ints) -> int:
    """The species that may be lost; then where each of its points may go."""
    count = 0
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        count = offer(out, count, Verb.SACRIFICE + species, why_no_sacrifice(game, seat, species))
        count = offer(out, count, Verb.POINTS + species, why_no_gift(game, seat, species))
        count = offer(out, count, Verb.POINT + species, why_no_point(game, seat, species))
    return count


@rule
def why_no_point(game: State, seat: int, species: int) -> int:
    """Reasons against giving one point; the last one is all of them: one way to say it."""
    why = why_no_gift(game, seat, species)
    return Reason.LAST_POINT if why == Reason.OK and game.freed[seat] <= 1 else why


@rule(inline=False)
def sacrifice(game: State, events: EventBook, seat: int, species: int) -> None:
    """Choose what is lost; its points are given out next."""
    game.lost[seat] = species
    game.freed[seat] = game.points[species]
    if length(game.row[seat]) == 1:
        game.freed[seat] = 0  # DC-EVENT-18
    end_invasion(game, events, seat)


@rule
def give_point(game: State, seat: int, species: int) -> None:
    """One of the points goes to a species; more are left."""
    game.gift[species] += 1
    game.freed[seat] -= 1


@rule(inline=False)
def give_points(game: State, events: EventBook, seat: int, species: int) -> None:
    """All points that are left go to a species."""
    game.gift[species] += game.freed[seat]
    game.freed[seat] = 0
    end_invasion(game, events, seat)


@rule
def end_invasion(game: State, events: EventBook, seat: int) -> None:
    """Whoever has given out all points is done; when all are, the invaders come."""
    if game.freed[seat] == 0:
        game.waiting &= ~SEAT_BIT[seat]
        if game.waiting == 0:
            invade(game, events)


@rule(inline=False)
def invade(game: State, events: EventBook) -> None:
    """The points move first, then the species leave (DC-SP-50, DC-EVENT-18)."""
    for seat in range(game.seats):
        lost = int(game.lost[seat])
        if game.involved & SEAT_BIT[seat] == 0:
            continue
        if length(game.row[seat]) == 1:
            game.front[seat] += game.points[lost]
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            if game.gift[species] > 0:
                game.points[species] += game.gift[species]
                gift = int(game.gift[species])
                tell.moved_points(game, events, seat, species, gift)
                game.gift[species] = 0
        game.points[lost] = 0
        die_out(game, events, lost, Fate.INVADERS)
        game.lost[seat] = NOTHING
    game.involved = 0
    game.stage = Stage.CHANGE


# --- the event is revealed -----------------------------------------------------------------------


@rule
def do_nothing(_game: State, _events: EventBook) -> None:
    """Of a card that has no rule of its own."""


EventRule: TypeAlias = Callable[[State, EventBook], None]
card, carry_out, otherwise = 0, do_nothing, do_nothing  # filled in for each card


def act_by_card(game: State, events: EventBook) -> None:
    """A link of the chain that stands for a table of functions, which compiled code has not."""
    if game.event == card:
        carry_out(game, events)
    else:
        otherwise(game, events)


def rules_of_cards(cards: Iterable[EventCard]) -> EventRule:
    """What carries out whichever of these cards is revealed."""
    found: EventRule = do_nothing
    for one in cards:
        if one.effect.rule:
            if one.effect.rule not in globals():
                raise TypeError(f"EventCard.{one.name}: there is no rule {one.effect.rule!r}")
            act = globals()[one.effect.rule]
            chain = {"card": int(one), "carry_out": act, "otherwise": found}
            found = rule(inline=False)(fill_in(act_by_card, "darwin", **chain))
    return found


act_at_once = rules_of_cards(EventCard)


@rule(inline=False)
def reveal_event(game: State, events: EventBook) -> None:
    """The old event is over, a new one holds or acts at once (DC-TRANS-2 to -4, DC-SP-46)."""
    erupted = game.event == EventCard.VOLCANIC_ERUPTION and game.volcano != Age.NONE
    if game.event != NOTHING and not erupted:
        push(game.events_gone, game.event)
    game.event = pop(game.events_left)
    game.shown += 1  # nobody knew which one lay on top
    tell.event(game, events, int(game.event))
    game.stage = Stage.CHANGE
    act_at_once(game, events)
