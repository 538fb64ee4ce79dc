"""One animal: its abilities, its need, its tokens, and how it comes and goes."""

from __future__ import annotations

from tangledbank.games.origin.rules import tell
from tangledbank.games.origin.rules.actions import Reason
from tangledbank.games.origin.rules.cards import BIT, EXTRAS, NOTHING, Ability
from tangledbank.games.origin.rules.state import State
from tangledbank.games.shared.hidden_cards import put_on_discard_pile
from tangledbank.kernel.compiling import entry, rule
from tangledbank.kernel.records import EventBook, find, get, length, push, remove


@rule
def has(game: State, a: int, ability: int) -> bool:
    """Whether animal `a` has an ability; symbiosis counts for the protected partner."""
    return (game.traits[a] & BIT[ability]) != 0


@rule
def was_used(game: State, a: int, ability: int) -> bool:
    """Whether that ability of `a` is used up for now."""
    return (game.used[a] & BIT[ability]) != 0


@rule
def use(game: State, a: int, ability: int) -> None:
    """Turn the card: it has been used (OS-TRT-07)."""
    game.used[a] |= BIT[ability]


@rule
def need(game: State, a: int) -> int:
    """How many tokens feed it (OS-FEED-03, -04)."""
    return need_with(game.traits[a])


@rule
def need_with(abilities: int) -> int:
    """How many tokens feed an animal that has abilities with these bits."""
    wanted = 1
    for bit, extra in EXTRAS:
        if abilities & bit != 0:
            wanted += extra
    return wanted


@rule
def food(game: State, a: int) -> int:
    """Red and blue tokens count alike (OS-FEED-05); yellow ones do not (OS-FAT-07)."""
    return game.red[a] + game.blue[a]


@rule
def fed(game: State, a: int) -> bool:
    """Whether it has what it needs, or hibernates (OS-HIB-01)."""
    return game.hibernating[a] != 0 or food(game, a) >= need(game, a)


@rule
def free_fat_card(game: State, a: int) -> int:
    """The first fat card of `a` without a yellow token, or NOTHING (OS-FAT-03)."""
    if not has(game, a, Ability.FAT):
        return NOTHING
    card = game.under[a]
    while card != NOTHING:
        if game.side[card] == Ability.FAT and game.yellow[card] == 0:
            return card
        card = game.below[card]
    return NOTHING


@rule
def free_fat_cards(game: State, a: int) -> int:
    """How many fat cards of `a` hold no token."""
    free = 0
    card = game.under[a]
    while card != NOTHING:
        if game.side[card] == Ability.FAT and game.yellow[card] == 0:
            free += 1
        card = game.below[card]
    return free


@rule
def yellow_tokens(game: State, a: int) -> int:
    """How many fat cards of `a` hold a token."""
    tokens = 0
    card = game.under[a]
    while card != NOTHING:
        tokens += game.yellow[card]
        card = game.below[card]
    return tokens


@rule
def full(game: State, a: int) -> bool:
    """Fed, with no room left in its fat store."""
    return fed(game, a) and (game.hibernating[a] != 0 or free_fat_card(game, a) == NOTHING)


@rule
def symbiont_is_hungry(game: State, a: int) -> bool:
    """Whether any symbiont that protects `a` is unfed (OS-SYM-03, OS-RUL-06)."""
    if not has(game, a, Ability.SYMBIOSIS):
        return False
    for i in range(length(game.links)):
        card = get(game.links, i)
        if (
            game.side[card] == Ability.SYMBIOSIS
            and game.host[card] == a
            and not fed(game, game.partner[card])
        ):
            return True
    return False


@rule
def why_not_there(game: State, a: int) -> int:
    """That this card does not lie on the table as an animal, or OK."""
    for seat in range(game.seats):
        if find(game.row[seat], a) >= 0:
            return Reason.OK
    return Reason.NO_SUCH_ANIMAL


@rule
def why_not_own(game: State, seat: int, a: int) -> int:
    """That there is no such animal, or that it is another's; or OK."""
    why = why_not_there(game, a)
    if why == Reason.OK and game.owner[a] != seat:
        return Reason.NOT_YOUR_ANIMAL
    return why


@rule
def why_no_food(game: State, a: int) -> int:
    """What keeps `a` from receiving a token, or OK (OS-RUL-13)."""
    if game.hibernating[a] != 0:
        return Reason.HIBERNATING  # OS-HIB-04
    if fed(game, a) and free_fat_card(game, a) == NOTHING:
        return Reason.FULL  # OS-FEED-06
    if symbiont_is_hungry(game, a):
        return Reason.SYMBIONT_HUNGRY
    return Reason.OK


@rule
def can_receive(game: State, a: int) -> bool:
    """Whether `a` could get a token now."""
    return why_no_food(game, a) == Reason.OK


@entry
def new_animal(game: State, seat: int, card: int) -> None:
    """Lay a card as an animal at the right end of the row (OS-RUL-04)."""
    push(game.row[seat], card)
    game.owner[card] = seat
    game.traits[card] = 0
    game.under[card] = NOTHING
    game.red[card] = 0
    game.blue[card] = 0
    game.used[card] = 0
    game.hibernating[card] = 0
    game.slept[card] = 0
    game.poisoned[card] = 0


@entry
def put_under(game: State, a: int, card: int, ability: int) -> None:
    """Put a card under an animal as one of its abilities."""
    game.side[card] = ability
    game.yellow[card] = 0
    game.below[card] = NOTHING
    game.traits[a] |= BIT[ability]
    if game.under[a] == NOTHING:
        game.under[a] = card
        return
    above = game.under[a]
    while game.below[above] != NOTHING:
        above = game.below[above]
    game.below[above] = card


@entry
def put_between(game: State, host: int, partner: int, card: int, ability: int) -> None:
    """Lay a pair ability between two animals (OS-PAIR-01)."""
    game.side[card] = ability
    game.host[card] = host
    game.partner[card] = partner
    game.spent[card] = 0
    game.armed[card] = 0
    push(game.links, card)
    game.traits[host] |= BIT[ability]
    if ability != Ability.SYMBIOSIS:
        game.traits[partner] |= BIT[ability]


@rule
def discard_card(game: State, events: EventBook, card: int) -> None:
    """Put a card on the discard pile, open to all (OS-EXT-03)."""
    put_on_discard_pile(game, card)
    tell.discarded(game, events, game.kind[card])


@rule
def discard_link(game: State, events: EventBook, card: int) -> None:
    """Discard a pair ability from both its animals (OS-PAIR-05)."""
    remove(game.links, card)
    clear_link_trait(game, game.host[card], game.side[card])
    clear_link_trait(game, game.partner[card], game.side[card])
    discard_card(game, events, card)


@rule
def clear_link_trait(game: State, a: int, ability: int) -> None:
    """Forget a pair ability of `a` unless another card of the kind is left."""
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.side[card] == ability and (
            game.host[card] == a or (ability != Ability.SYMBIOSIS and game.partner[card] == a)
        ):
            return
    game.traits[a] &= ~BIT[ability]


@rule
def drop_ability(game: State, events: EventBook, a: int, card: int) -> None:
    """Discard one ability card of a living animal, and what hangs on it (OS-RUL-20, -21)."""
    if find(game.links, card) >= 0:
        discard_link(game, events, card)
        return
    take_from_under(game, a, card)
    ability = game.side[card]
    if ability != Ability.FAT or free_fat_cards(game, a) + yellow_tokens(game, a) == 0:
        game.traits[a] &= ~BIT[ability]
    if ability == Ability.HIBERNATION and game.hibernating[a] != 0:
        game.hibernating[a] = 0
        tell.woke(game, events, game.owner[a], a)
    while food(game, a) > need(game, a):
        if game.blue[a] > 0:
            game.blue[a] -= 1
        else:
            game.red[a] -= 1
        tell.token_lost(game, events, game.owner[a], a)
    discard_card(game, events, card)


@rule
def take_from_under(game: State, a: int, card: int) -> None:
    """Take one card out of those under `a`; a yellow token on it is lost."""
    game.yellow[card] = 0
    if game.under[a] == card:
        game.under[a] = game.below[card]
        return
    above = game.under[a]
    while game.below[above] != card:
        above = game.below[above]
    game.below[above] = game.below[card]


@rule
def right_of(game: State, a: int) -> int:
    """How many animals stand to the right of `a` and move up when it goes."""
    row = game.row[game.owner[a]]
    return length(row) - 1 - find(row, a)


@rule
def discard_animal(game: State, events: EventBook, a: int) -> None:
    """Discard an animal with its abilities, pair abilities and tokens (OS-PRED-06, OS-EXT-01)."""
    for i in range(length(game.links) - 1, -1, -1):
        card = get(game.links, i)
        if game.host[card] == a or game.partner[card] == a:
            discard_link(game, events, card)
    card = game.under[a]
    while card != NOTHING:
        game.yellow[card] = 0
        discard_card(game, events, card)
        card = game.below[card]
    game.red[a] = 0
    game.blue[a] = 0
    remove(game.row[game.owner[a]], a)
    discard_card(game, events, a)
