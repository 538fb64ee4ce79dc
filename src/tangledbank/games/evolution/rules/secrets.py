"""Who knows what: everything of others that a seat cannot see is blanked, or dealt anew."""

from __future__ import annotations

from tangledbank.games.evolution.rules import tell
from tangledbank.games.evolution.rules.cards import BIT, NOTHING
from tangledbank.games.evolution.rules.species import ask, clear_board, is_quick, trait_of
from tangledbank.games.evolution.rules.state import MOST_TRAITS, Choice, Option, Phase, Stage, State
from tangledbank.games.shared.hidden_cards import UNSEEN, blank_faces, deal_faces, eye
from tangledbank.kernel.chance import Generator, below
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, List, find, get, length, push, sort

HIDDEN_BAG = -1


@rule
def blank(game: State, seat: int) -> None:
    """Blank everything `seat` cannot know: faces, choices, bags, coming chance."""
    hide_choices(game, seat)
    blank_faces(game, seat)
    note_traits(game, seat)
    if game.options[Option.BAGS] == 0 and game.phase != Phase.OVER:  # EV-RUL-45
        for other in range(game.seats):
            if other != seat:
                game.bag[other] = HIDDEN_BAG
                game.was_bag[other] = HIDDEN_BAG


@rule(arrays=True)
def deal_again(game: State, seat: int, generator: Generator) -> None:
    """Replace what `seat` cannot know by something that fits all it has seen.

    Others have not yet chosen what they choose in secret; a hidden bag holds as much as one's
    own. Works on a blanked state as well as on a whole one, with the same result.
    """
    hide_choices(game, seat)
    deal_faces(game, seat, generator)
    avoid_duplicates(game, seat, generator)
    note_traits(game, seat)
    if game.options[Option.BAGS] == 0 and game.phase != Phase.OVER:
        for other in range(game.seats):
            if other != seat:
                game.bag[other] = game.bag[seat] if seat >= 0 else 0
                game.was_bag[other] = game.was_bag[seat] if seat >= 0 else 0


@rule
def hide_choices(game: State, seat: int) -> None:
    """Take back what others have chosen in secret, or begun and not confirmed."""
    for other in range(game.seats):
        if other == seat:
            continue
        if game.stage == Stage.SUPPLY:
            take_back_food(game, other)
        elif game.stage == Stage.PLAY and is_quick(game):
            restore(game, other)
        game.part[other] = Choice.CARD
        game.draft_card[other] = NOTHING
        game.draft_species[other] = NOTHING
        sort(game.hand[other])  # others see the backs of a hand in no order
        sort(game.was_hand[other])
    if game.decider != seat:
        forget_draft(game)


@rule
def take_back_food(game: State, seat: int) -> None:
    """A food card that is chosen looks like a card in hand until all have chosen."""
    if game.food_card[seat] != NOTHING:
        push(game.hand[seat], game.food_card[seat])
        game.food_card[seat] = NOTHING
        game.waiting |= 1 << seat


@rule
def forget_draft(game: State) -> None:
    """An attack or a use of Intelligence that is not yet declared."""
    if game.stage == Stage.HUNT or game.stage == Stage.IGNORE:
        ask(game, Stage.FEED, game.decider)
        game.hunter = NOTHING
        game.named = NOTHING
        game.ignored = 0
        game.spent[:] = 0
    elif game.stage == Stage.THINK:
        ask(game, Stage.WINDOW, game.decider)
        game.thinker = NOTHING


@rule
def note_traits(game: State, seat: int) -> None:
    """A face-down trait of others is a card without a name."""
    for other in range(game.seats):
        if other != seat:
            for i in range(length(game.row[other])):
                note_traits_of(game, get(game.row[other], i))


@rule
def note_traits_of(game: State, species: int) -> None:
    """The traits of a species, read off the cards whose faces are there."""
    traits = 0
    for i in range(game.worn[species]):
        card = int(game.card[species, i])
        if game.kind[card] != UNSEEN:
            traits |= BIT[trait_of(game, card)]
    game.traits[species] = traits


@rule
def avoid_duplicates(game: State, seat: int, generator: Generator) -> None:
    """No species has a trait twice (EV-PLAY-05): a face dealt so changes places with another."""
    for other in range(game.seats):
        for place in range(length(game.row[other])):
            species = get(game.row[other], place)
            for i in range(game.worn[species]):
                card = int(game.card[species, i])
                if game.known[card] & eye(seat) == 0 and is_duplicate(game, species, i):
                    change_face(game, seat, species, i, generator)


@rule
def is_duplicate(game: State, species: int, place: int) -> bool:
    """Whether another card of the species has the same trait."""
    trait = trait_of(game, int(game.card[species, place]))
    for i in range(game.worn[species]):
        if i != place and trait_of(game, int(game.card[species, i])) == trait:
            return True
    return False


@rule
def change_face(game: State, seat: int, species: int, place: int, generator: Generator) -> None:
    """Try the other cards of the same shuffle that the seat cannot see, from a random one on."""
    card = int(game.card[species, place])
    start = below(generator, game.cards)
    for i in range(game.cards):
        other = (start + i) % int(game.cards)
        if game.known[other] & eye(seat) != 0 or game.batch[other] != game.batch[card]:
            continue
        swap_faces(game, card, other)
        wearer = wearer_of(game, other)
        if not is_duplicate(game, species, place) and not (
            wearer != NOTHING and wears_twice(game, wearer)
        ):
            return
        swap_faces(game, card, other)


@rule
def swap_faces(game: State, card: int, other: int) -> None:
    """Two cards change faces."""
    face = int(game.kind[card])
    game.kind[card] = game.kind[other]
    game.kind[other] = face


@rule
def wearer_of(game: State, card: int) -> int:
    """The species that has this trait card, or NOTHING."""
    for seat in range(game.seats):
        for place in range(length(game.row[seat])):
            species = get(game.row[seat], place)
            for i in range(game.worn[species]):
                if game.card[species, i] == card:
                    return species
    return NOTHING


@rule
def wears_twice(game: State, species: int) -> bool:
    """Whether a species has any trait twice."""
    for i in range(game.worn[species]):
        if is_duplicate(game, species, i):
            return True
    return False


# --- quick-play: others see what lay before each seat when phase 3 began (EV-RUL-12) --------------


@rule
def keep_what_was(game: State) -> None:
    """Note everything of every seat that a play can change."""
    for seat in range(game.seats):
        game.was_bag[seat] = game.bag[seat]
        copy_list(game.hand[seat], game.was_hand[seat])
        copy_list(game.row[seat], game.was_row[seat])
        for i in range(length(game.row[seat])):
            species = get(game.row[seat], i)
            game.was_population[species] = game.population[species]
            game.was_body[species] = game.body[species]
            game.was_fat[species] = game.fat[species]
            game.was_worn[species] = game.worn[species]
            game.was_traits[species] = game.traits[species]
            for j in range(MOST_TRAITS):
                game.was_card[species, j] = game.card[species, j]


@rule
def copy_list(source: List, target: List) -> None:
    """Copy a bounded list, and leave no trace of what stood beyond it."""
    for i in range(len(target)):
        target[i] = source[i] if i <= length(source) else 0


@rule
def restore(game: State, seat: int) -> None:
    """Take back all plays of a seat in this phase, as others see it; it has not finished."""
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        if find(game.was_row[seat], species) < 0:
            clear_board(game, species)
            game.card[species, :] = 0
    copy_list(game.was_hand[seat], game.hand[seat])
    copy_list(game.was_row[seat], game.row[seat])
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        game.population[species] = game.was_population[species]
        game.body[species] = game.was_body[species]
        game.fat[species] = game.was_fat[species]
        game.worn[species] = game.was_worn[species]
        game.traits[species] = game.was_traits[species]
        for j in range(MOST_TRAITS):
            game.card[species, j] = game.was_card[species, j]
    game.bag[seat] = game.was_bag[seat]
    game.laid[seat, :] = 0
    if length(game.hand[seat]) > 0:
        game.waiting |= 1 << seat


@rule
def tell_what_changed(game: State, events: EventBook, seat: int) -> None:
    """At the reveal: new species, growth and cashed fat of a seat."""
    side = tell.Side.LEFT if length(game.was_row[seat]) > 0 else tell.Side.RIGHT
    for i in range(length(game.row[seat])):
        species = get(game.row[seat], i)
        population, body = 1, 1
        if find(game.was_row[seat], species) < 0:
            tell.new_species(game, events, seat, species, NOTHING, side)
        else:
            side = tell.Side.RIGHT
            population, body = int(game.was_population[species]), int(game.was_body[species])
        if game.population[species] != population or game.body[species] != body:
            tell.grew(game, events, seat, species, game.population[species], game.body[species])
    gain = game.bag[seat] - game.was_bag[seat]
    if gain > 0:
        tell.bagged(game, events, seat, NOTHING, gain, tell.BagReason.REPLACED)
