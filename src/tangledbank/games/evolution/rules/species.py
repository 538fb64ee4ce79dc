"""One species: what it has, what it can eat, how it grows and shrinks."""

from __future__ import annotations

from tangledbank.games.evolution.rules import tell
from tangledbank.games.evolution.rules.actions import Reason
from tangledbank.games.evolution.rules.cards import BIT, NOTHING, NUMBERS, Trait
from tangledbank.games.evolution.rules.state import BOARDS, Ending, Option, Stage, State
from tangledbank.games.evolution.rules.tell import BagReason
from tangledbank.games.shared.hidden_cards import (
    card_in_hand,
    deal_card,
    out_of_hand,
    put_on_discard_pile,
    reshuffle,
)
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import EventBook, Ints, find, get, length, push, remove

QUICK = 1


@rule
def trait_of(game: State, card: int) -> int:
    """The trait a card carries."""
    return game.kind[card] // NUMBERS


@rule
def has(game: State, species: int, trait: int) -> bool:
    """Whether a species has a trait."""
    return game.traits[species] & BIT[trait] != 0


@rule
def hunger(game: State, species: int) -> int:
    """How many chips it lacks (EV-FEED-01)."""
    return hunger_with(game.population[species], game.chips[species])


@rule
def hunger_with(population: int, chips: int) -> int:
    """The same, of any species of this population with these chips."""
    return population - chips


@rule
def fat_space(game: State, species: int) -> int:
    """How many more chips its Fat Tissue card can hold (EV-FAT-02)."""
    if game.traits[species] & BIT[Trait.FAT_TISSUE] == 0:
        return 0
    return game.body[species] - game.fat[species]


@rule
def room(game: State, species: int) -> int:
    """How many chips it can take at all: hunger and free fat space (ledger 4.3)."""
    return hunger(game, species) + fat_space(game, species)


@rule
def eats_plants(game: State, species: int) -> bool:
    """Every species without Carnivore is a plant eater (EV-HERB-01)."""
    return game.traits[species] & BIT[Trait.CARNIVORE] == 0


@rule
def ask(game: State, stage: int, seat: int) -> None:
    """One seat has to decide."""
    game.stage = stage
    game.decider = seat
    game.waiting = 1 << seat


@rule
def ask_everyone(game: State, stage: int, otherwise: int) -> None:
    """Every seat that has a card decides at the same time; if none has, another stage follows."""
    game.waiting = 0
    for seat in range(game.seats):
        if length(game.hand[seat]) > 0:
            game.waiting |= 1 << seat
    game.stage = stage if game.waiting != 0 else otherwise


@rule
def is_quick(game: State) -> bool:
    """Whether all play their cards at the same time (EV-QCK-01)."""
    return game.options[Option.MODE] == QUICK


# --- boards ------------------------------------------------------------------------------------


@rule
def free_board(game: State, seat: int) -> int:
    """A board of the seat that is not in play, or NOTHING."""
    for board in range(seat * BOARDS, (seat + 1) * BOARDS):
        if game.population[board] == 0:
            return board
    return NOTHING


@entry
def new_species(game: State, seat: int) -> int:
    """A new board at the right end: population 1, body size 1 (EV-SET-07, EV-PLAY-09)."""
    board = free_board(game, seat)
    game.population[board] = 1
    game.body[board] = 1
    push(game.row[seat], board)
    return board


@rule
def right_of(game: State, species: int) -> int:
    """The own species directly to the right, or NOTHING (EV-RUL-35)."""
    row = game.row[int(game.owner[species])]
    place = find(row, species) + 1
    return get(row, place) if place < length(row) else NOTHING


@entry
def wear(game: State, species: int, card: int) -> None:
    """Put a trait card on a species."""
    game.card[species, game.worn[species]] = card
    game.worn[species] += 1
    game.traits[species] |= BIT[trait_of(game, card)]


# --- losing population -------------------------------------------------------------------------


@rule
def lose_population(game: State, events: EventBook, species: int) -> None:
    """One population less; surplus chips into the bag, at 0 it is extinct (EV-CARN-10 to -12)."""
    game.population[species] -= 1
    if game.population[species] == 0:
        die_out(game, events, species)
        return
    surplus = -hunger(game, species)
    if surplus > 0:
        game.chips[species] -= surplus
        seat = int(game.owner[species])
        game.bag[seat] += surplus
        tell.bagged(game, events, seat, species, surplus, BagReason.SURPLUS)


@rule
def die_out(game: State, events: EventBook, species: int) -> None:
    """Remove a species: chips into the bag, traits discarded, as many cards drawn (ledger 3.11)."""
    seat = int(game.owner[species])
    count = int(game.worn[species])
    chips = game.chips[species] + game.fat[species]  # EV-EXT-02, -03
    game.bag[seat] += chips
    tell.extinct(game, events, seat, species, right_of(game, species), count, chips)
    remove(game.row[seat], species)  # EV-EXT-06
    for i in range(count):
        put_on_discard_pile(game, game.card[species, i])  # EV-EXT-04
        game.card[species, i] = 0
    clear_board(game, species)
    draw(game, events, seat, count)  # EV-EXT-05


@rule
def clear_board(game: State, species: int) -> None:
    """A board goes back to the supply."""
    game.population[species] = 0
    game.body[species] = 0
    game.chips[species] = 0
    game.fat[species] = 0
    game.grain[species] = 0
    game.worn[species] = 0
    game.traits[species] = 0


@rule
def draw(game: State, events: EventBook, seat: int, count: int) -> None:
    """Draw cards; with an empty draw pile the discard pile is shuffled (EV-END-01, EV-RUL-05)."""
    for _ in range(count):
        if length(game.deck) == 0:
            run_out(game, events)
        if length(game.deck) > 0:
            card = deal_card(game, seat)
            tell.drew(game, events, seat, card)


@rule
def run_out(game: State, events: EventBook) -> None:
    """Announce the end, once (EV-RUL-03, -04), and shuffle the discard pile."""
    if game.ending == Ending.NOT_YET:
        # EV-END-02, -03
        game.ending = Ending.THIS_ROUND if game.stage == Stage.DEAL else Ending.NEXT_ROUND
        tell.end_announced(game, events, game.ending)
    if length(game.discard) > 0:
        count = reshuffle(game, 0)
        tell.reshuffled(game, events, count)


@rule
def why_not_in_hand(game: State, seat: int, kind: int) -> int:
    """That the seat has no such card, or OK."""
    return Reason.OK if card_in_hand(game, seat, kind) != NOTHING else Reason.NOT_IN_HAND


@rule
def why_not_there(game: State, species: int) -> int:
    """That there is no such species, or OK."""
    return Reason.OK if game.population[species] > 0 else Reason.NO_SUCH_SPECIES


@rule
def why_not_own(game: State, seat: int, species: int) -> int:
    """That it is another's, or that there is no such species; or OK.

    Of another's nothing else is said: in quick-play it may have been founded in secret.
    """
    if game.owner[species] != seat:
        return Reason.NOT_YOUR_SPECIES
    return why_not_there(game, species)


@rule
def list_hand(game: State, seat: int, verb: int, out: Ints) -> int:
    """Each kind of card in a hand once, as actions of one verb."""
    n = 0
    seen = 0  # bits of traits: only a trait seen before can make a kind come twice
    hand = game.hand[seat]
    for i in range(length(hand)):
        kind = int(game.kind[get(hand, i)])
        bit = BIT[kind // NUMBERS]
        twice = False
        if seen & bit != 0:
            for j in range(n):
                twice = twice or out[j] == verb + kind
        seen |= bit
        out[n] = verb + kind
        n += int(not twice)
    return n


@rule
def discard_from_hand(game: State, events: EventBook, seat: int, kind: int) -> None:
    """A card of this kind is discarded face up."""
    card = out_of_hand(game, seat, card_in_hand(game, seat, kind))
    put_on_discard_pile(game, card)
    tell.discarded(game, events, seat, kind)
