"""Phase 2, the food cards, and phase 3, playing cards (ledger 3.4, 3.5)."""

from __future__ import annotations

from tangledbank.games.evolution.rules import state, tell
from tangledbank.games.evolution.rules.actions import Reason, Verb
from tangledbank.games.evolution.rules.cards import BIT, NOTHING, TRAITS, Trait
from tangledbank.games.evolution.rules.secrets import keep_what_was, tell_what_changed
from tangledbank.games.evolution.rules.species import (
    ask,
    ask_everyone,
    has,
    is_quick,
    list_hand,
    new_species,
    trait_of,
    why_not_in_hand,
    why_not_own,
)
from tangledbank.games.evolution.rules.state import BOARDS, MOST, Choice, Phase, Stage, State
from tangledbank.games.evolution.rules.tell import BagReason, Side
from tangledbank.games.shared.hidden_cards import card_in_hand, out_of_hand, put_on_discard_pile
from tangledbank.games.shared.tableau import seat_after
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, get, length, push

# --- phase 2 -----------------------------------------------------------------------------------


@rule
def lay_food(game: State, events: EventBook, seat: int, kind: int) -> None:
    """One card face down on the watering hole; nothing is told before all have chosen."""
    game.food_card[seat] = out_of_hand(game, seat, card_in_hand(game, seat, kind))
    game.waiting &= ~(1 << seat)
    if game.waiting == 0:
        cards = 0
        for other in range(game.seats):
            cards += int(game.food_card[other] != NOTHING)
        tell.food_laid(game, events, cards)
        game.shown += 1  # everyone sees that all have chosen
        game.stage = Stage.NEXT_PLAYER


# --- phase 3: whose turn -----------------------------------------------------------------------


@rule
def next_player(game: State, events: EventBook) -> None:
    """The next seat with cards plays; in quick-play all of them at once (EV-PLAY-01, EV-QCK-01)."""
    if game.phase != Phase.PLAY:
        game.phase = Phase.PLAY
        game.part[:] = Choice.CARD
        if is_quick(game):
            keep_what_was(game)
            ask_everyone(game, Stage.PLAY, Stage.REVEAL)
            return
        seat = int(game.first)
    else:
        seat = seat_after(game, game.mover)
        if seat == game.first:
            game.stage = Stage.REVEAL
            return
    game.mover = seat
    if length(game.hand[seat]) > 0:
        ask(game, Stage.PLAY, seat)


@rule
def finish(game: State, events: EventBook, seat: int) -> None:
    """A seat plays no more cards; when all have finished, what they laid is turned up."""
    game.waiting &= ~(1 << seat)
    if not is_quick(game):
        tell.finished(game, events, seat)
        game.stage = Stage.NEXT_PLAYER
    elif game.waiting == 0:
        show_plays(game, events)
        game.stage = Stage.REVEAL


@rule
def show_plays(game: State, events: EventBook) -> None:
    """Quick-play: everything is shown at once, discards in turn order (EV-RUL-12)."""
    seat = int(game.first)
    for _ in range(game.seats):
        tell_what_changed(game, events, seat)
        for i in range(length(game.laid[seat])):
            card = get(game.laid[seat], i)
            put_on_discard_pile(game, card)
            tell.discarded(game, events, seat, game.kind[card])
        game.laid[seat, 0] = 0
        seat = seat_after(game, seat)


# --- phase 3: what can be played ---------------------------------------------------------------


@rule
def trait_limit(game: State) -> int:
    """How many traits a species may have (EV-PLAY-06, EV-2P-02)."""
    return trait_limit_of(game.seats)


@rule
def trait_limit_of(seats: int) -> int:
    """The same, in a game of so many seats."""
    return 2 if seats == 2 else state.MOST_TRAITS


@rule
def why_no_trait(game: State, species: int, trait: int) -> int:
    """What keeps a trait from going on a species, or OK (EV-PLAY-05, EV-RUL-11)."""
    if has(game, species, trait) and game.worn[species] < trait_limit(game):
        return Reason.DUPLICATE
    return Reason.OK


@rule
def why_no_population(game: State, species: int) -> int:
    """What keeps the population from growing, or OK."""
    return Reason.OK if game.population[species] < MOST else Reason.POPULATION_FULL


@rule
def why_no_body(game: State, species: int) -> int:
    """What keeps the body from growing, or OK."""
    return Reason.OK if game.body[species] < MOST else Reason.BODY_FULL


@rule
def why_not_done(game: State, seat: int) -> int:
    """What keeps a seat from playing no more cards, or OK."""
    return Reason.OK if game.part[seat] == Choice.CARD else Reason.FINISH_CHOICE


@rule
def why_no_card(game: State, seat: int, kind: int) -> int:
    """What keeps a seat from choosing this card to play, or OK."""
    if game.part[seat] != Choice.CARD:
        return Reason.FINISH_CHOICE
    return why_not_in_hand(game, seat, kind)


@rule
def why_no_use_yet(game: State, seat: int) -> int:
    """That no card is chosen, or its use already; or OK."""
    if game.part[seat] == Choice.CARD:
        return Reason.NOTHING_CHOSEN
    return Reason.OK if game.part[seat] == Choice.USE else Reason.FINISH_CHOICE


@rule
def why_no_use(game: State, seat: int, species: int) -> int:
    """What keeps the chosen card from being used for this species at all, or OK."""
    why = why_no_use_yet(game, seat)
    return why if why != Reason.OK else why_not_own(game, seat, species)


@rule
def why_not_on(game: State, seat: int, species: int) -> int:
    """What keeps the chosen card from becoming a trait of this species, or OK."""
    return why_no_trait(game, species, trait_of(game, game.draft_card[seat]))


@rule
def why_not_replaced(game: State, seat: int, old: int) -> int:
    """What keeps the chosen card from taking the place of this trait (EV-PLAY-07, EV-RUL-11)."""
    if game.part[seat] == Choice.CARD:
        return Reason.NOTHING_CHOSEN
    if game.part[seat] != Choice.REPLACE:
        return Reason.NOT_FULL
    species, trait = int(game.draft_species[seat]), trait_of(game, game.draft_card[seat])
    if not has(game, species, old):
        return Reason.NO_SUCH_TRAIT
    return Reason.SAME_NAME if has(game, species, trait) and old != trait else Reason.OK


@rule
def why_no_new_species(game: State, seat: int, _side: int) -> int:
    """What keeps the chosen card from founding a species, or OK."""
    why = why_no_use_yet(game, seat)
    if why != Reason.OK:
        return why
    return Reason.OK if length(game.row[seat]) < BOARDS else Reason.NO_BOARD_LEFT


@rule
def list_food(game: State, seat: int, out: Ints) -> int:
    """The cards that may become food."""
    return list_hand(game, seat, Verb.FOOD, out)


@rule
def list_play(game: State, seat: int, out: Ints) -> int:
    """What a seat may do next in phase 3."""
    if game.part[seat] == Choice.CARD:
        n = list_hand(game, seat, Verb.PLAY, out)
        out[n] = Verb.DONE
        return n + 1
    if game.part[seat] == Choice.USE:
        return list_uses(game, seat, out)
    return list_replaced(game, seat, out)


@rule
def list_uses(game: State, seat: int, out: Ints) -> int:
    """The uses of the chosen card: trait, growth, new species (EV-PLAY-02)."""
    trait = trait_of(game, game.draft_card[seat])
    n = 0
    row = game.row[seat]
    for i in range(length(row)):
        species = get(row, i)
        out[n] = Verb.ON + species
        n += int(why_no_trait(game, species, trait) == Reason.OK)
        out[n] = Verb.POPULATION + species
        n += int(game.population[species] < MOST)
        out[n] = Verb.BODY + species
        n += int(game.body[species] < MOST)
    if why_no_new_species(game, seat, Side.RIGHT) == Reason.OK:
        if length(row) > 0:
            out[n] = Verb.NEW + Side.LEFT
            n += 1
        out[n] = Verb.NEW + Side.RIGHT
        n += 1
    return n


@rule
def list_replaced(game: State, seat: int, out: Ints) -> int:
    """The traits that the chosen card may replace."""
    n = 0
    for old in range(len(TRAITS)):
        if why_not_replaced(game, seat, old) == Reason.OK:
            out[n] = Verb.REPLACE + old
            n += 1
    return n


# --- phase 3: playing --------------------------------------------------------------------------


@rule
def choose_card(game: State, seat: int, kind: int) -> None:
    """A card is chosen; its use is asked next."""
    game.draft_card[seat] = card_in_hand(game, seat, kind)
    game.part[seat] = Choice.USE


@rule
def lay_trait(game: State, events: EventBook, seat: int, species: int) -> None:
    """The chosen card goes face down on a species; a full one must lose a trait first."""
    if game.worn[species] == trait_limit(game):
        game.draft_species[seat] = species
        game.part[seat] = Choice.REPLACE
        return
    card = out_of_hand(game, seat, int(game.draft_card[seat]))
    put_face_down(game, events, seat, species, card, int(game.worn[species]))
    game.worn[species] += 1
    end_play(game, events, seat)


@rule
def put_face_down(
    game: State, events: EventBook, seat: int, species: int, card: int, place: int
) -> None:
    """A trait card lies on a species, seen by its owner only (EV-PLAY-04)."""
    game.card[species, place] = card
    game.traits[species] |= BIT[trait_of(game, card)]
    if not is_quick(game):
        tell.trait_laid(game, events, seat, species, card)
        game.shown += 1  # a play that others have seen is final (EV-RUL-12)


@rule
def worn_card(game: State, species: int, trait: int) -> int:
    """The place of a trait among the cards of a species, or NOTHING."""
    for i in range(game.worn[species]):
        if trait_of(game, game.card[species, i]) == trait:
            return i
    return NOTHING


@rule
def replace_trait(game: State, events: EventBook, seat: int, old: int) -> None:
    """One trait is discarded, then the chosen card takes its place (EV-PLAY-07)."""
    species = int(game.draft_species[seat])
    place = worn_card(game, species, old)
    card = int(game.card[species, place])
    game.traits[species] &= ~BIT[old]
    if old == Trait.FAT_TISSUE:
        cash_fat(game, events, species)
    new = out_of_hand(game, seat, int(game.draft_card[seat]))
    if discard_openly(game, seat, card):
        tell.trait_replaced(game, events, seat, species, game.kind[card])
    put_face_down(game, events, seat, species, new, place)
    end_play(game, events, seat)


@rule
def cash_fat(game: State, events: EventBook, species: int) -> None:
    """Chips on a Fat Tissue card that goes are points (EV-PLAY-08)."""
    seat = int(game.owner[species])
    chips = int(game.fat[species])
    game.bag[seat] += chips
    game.fat[species] = 0
    if chips > 0 and not is_quick(game):
        tell.bagged(game, events, seat, species, chips, BagReason.REPLACED)


@rule
def discard_openly(game: State, seat: int, card: int) -> bool:
    """Discard a card face up, or in quick-play when all have finished; whether all see it now."""
    if is_quick(game):
        push(game.laid[seat], card)
        return False
    put_on_discard_pile(game, card)
    return True


@rule
def grow_population(game: State, events: EventBook, seat: int, species: int) -> None:
    """A card for one more population."""
    grow(game, events, seat, species, 1, 0)


@rule
def grow_body(game: State, events: EventBook, seat: int, species: int) -> None:
    """A card for one more body size."""
    grow(game, events, seat, species, 0, 1)


@rule
def grow(
    game: State, events: EventBook, seat: int, species: int, population: int, body: int
) -> None:
    """A card is discarded for one more population or body size (EV-PLAY-11)."""
    card = out_of_hand(game, seat, int(game.draft_card[seat]))
    if discard_openly(game, seat, card):
        tell.discarded(game, events, seat, game.kind[card])
    game.population[species] += population
    game.body[species] += body
    if not is_quick(game):
        tell.grew(game, events, seat, species, game.population[species], game.body[species])
    end_play(game, events, seat)


@rule
def new_species_at(game: State, seat: int, side: int) -> int:
    """A new species at the right end; on the left the last of the row becomes its first."""
    species = new_species(game, seat)
    row = game.row[seat]
    if side == Side.LEFT:
        for i in range(length(row), 1, -1):
            row[i] = row[i - 1]
        row[1] = species
    return species


@rule
def found_species(game: State, events: EventBook, seat: int, side: int) -> None:
    """A card is discarded for a new species at either end of the row (EV-PLAY-09, -10)."""
    card = out_of_hand(game, seat, int(game.draft_card[seat]))
    species = new_species_at(game, seat, side)
    if discard_openly(game, seat, card):
        tell.new_species(game, events, seat, species, game.kind[card], side)
    end_play(game, events, seat)


@rule
def end_play(game: State, events: EventBook, seat: int) -> None:
    """The play is final; the next begins, or the seat has no card left."""
    game.draft_card[seat] = NOTHING
    game.draft_species[seat] = NOTHING
    game.part[seat] = Choice.CARD
    if length(game.hand[seat]) == 0:
        finish(game, events, seat)
