"""Who knows what: everything of others that a seat cannot see is blanked, or dealt anew."""

from __future__ import annotations

from tangledbank.games.evolution.rules.cards import BIT, NOTHING
from tangledbank.games.evolution.rules.snapshot import restore
from tangledbank.games.evolution.rules.species import ask, is_quick, trait_of
from tangledbank.games.evolution.rules.state import Option, Part, Phase, Stage, State
from tangledbank.games.shared.hidden_cards import UNSEEN, blank_faces, deal_faces, eye
from tangledbank.kernel.chance import Generator, below
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.lists import get, length, push, sort

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
        game.part[other] = Part.CARD
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
