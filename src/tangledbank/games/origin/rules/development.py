"""Development phase: cards become animals or abilities (ledger 3.3 to 3.6)."""

from __future__ import annotations

from tangledbank.games.origin.rules import tell
from tangledbank.games.origin.rules.actions import Reason, Verb
from tangledbank.games.origin.rules.animals import has, new_animal, put_between, put_under
from tangledbank.games.origin.rules.cards import (
    BIT,
    CARD_BITS,
    CARD_SIDES,
    NOTHING,
    PAIR_BITS,
    PAIRS,
    Ability,
)
from tangledbank.games.origin.rules.state import Option, Stage, State
from tangledbank.games.origin.rules.turn import clear_draft, pass_development
from tangledbank.games.shared.hidden_cards import card_in_hand, out_of_hand, show_to_all
from tangledbank.kernel.compiling import rule
from tangledbank.kernel.records import EventBook, Ints, get, length

# Abilities an animal may have more than once (OS-TRT-02).
REPEATABLE = PAIR_BITS | BIT[Ability.FAT]


@rule
def is_pair_ability(ability: int) -> bool:
    """Whether it is played on two animals at once."""
    return ability != NOTHING and PAIR_BITS & BIT[ability] != 0


@rule
def barred(game: State, a: int) -> int:
    """The abilities an animal can get no more, as bits: its own, and what excludes them."""
    bits = game.traits[a] & ~REPEATABLE  # OS-TRT-02
    if has(game, a, Ability.SCAVENGER):
        bits |= BIT[Ability.CARNIVORE]  # OS-SCV-03
    if has(game, a, Ability.CARNIVORE):
        bits |= BIT[Ability.SCAVENGER]
    return bits


@rule
def goes_to(ability: int, seat: int, owner: int) -> bool:
    """Whether `seat` gives this ability to animals of `owner` (OS-PAR-01, OS-TRT-03)."""
    return (owner == seat) != (ability == Ability.PARASITE)


@rule
def why_no_ability(game: State, seat: int, ability: int, a: int) -> int:
    """What keeps `seat` from giving animal `a` this ability, or OK."""
    if not goes_to(ability, seat, game.owner[a]):
        return Reason.OWN_ANIMAL if ability == Ability.PARASITE else Reason.NOT_YOUR_ANIMAL
    if is_pair_ability(ability):
        partners = length(game.row[seat]) - 1
        return Reason.OK if links_of(game, ability, a) < partners else Reason.NO_TARGET
    if barred(game, a) & BIT[ability] == 0:
        return Reason.OK
    if ability == Ability.PARASITE:
        return Reason.HAS_PARASITE  # OS-PAR-02
    return Reason.DUPLICATE if has(game, a, ability) else Reason.SCAVENGER_AND_CARNIVORE


@rule
def links_of(game: State, ability: int, a: int) -> int:
    """How many pair abilities of a kind an animal shares."""
    count = 0
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.side[card] == ability and (game.host[card] == a or game.partner[card] == a):
            count += 1
    return count


@rule
def playable(game: State, seat: int) -> int:
    """The abilities for which `seat` has any animal to put them on, as bits (OS-RUL-03)."""
    bits = 0
    animals = length(game.row[seat])
    for i in range(animals):
        bits |= ~barred(game, get(game.row[seat], i))
    bits &= ~BIT[Ability.PARASITE]
    if parasite_finds_host(game, seat):
        bits |= BIT[Ability.PARASITE]
    pairs = animals * (animals - 1) // 2
    if length(game.links) < pairs:
        return bits  # no pair ability can have joined every pair
    for i in range(len(PAIRS)):
        if pairs_of(game, seat, PAIRS[i]) == pairs:
            bits &= ~BIT[PAIRS[i]]
    return int(bits)


@rule
def parasite_finds_host(game: State, seat: int) -> bool:
    """Whether any other player has an animal without a parasite (OS-PAR-01, -02)."""
    for owner in range(game.seats):
        if owner != seat:
            for i in range(length(game.row[owner])):
                if barred(game, get(game.row[owner], i)) & BIT[Ability.PARASITE] == 0:
                    return True
    return False


@rule
def pairs_of(game: State, seat: int, ability: int) -> int:
    """How many pairs of a seat's animals share a pair ability."""
    count = 0
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.side[card] == ability and game.owner[game.host[card]] == seat:
            count += 1
    return count


@rule
def why_no_pair(game: State, seat: int, ability: int, a: int, b: int) -> int:
    """What keeps `seat` from joining `a` and `b` by this pair ability, or OK."""
    if a == b:
        return Reason.SAME_ANIMAL
    if game.owner[b] != seat:
        return Reason.NOT_YOUR_ANIMAL  # OS-PAIR-02
    for i in range(length(game.links)):
        card = get(game.links, i)
        if game.side[card] == ability and (
            (game.host[card] == a and game.partner[card] == b)
            or (game.host[card] == b and game.partner[card] == a)
        ):
            return Reason.PAIR_EXISTS  # OS-PAIR-04, OS-RUL-05
    return Reason.OK


@rule
def why_not_on(game: State, seat: int, a: int) -> int:
    """What keeps the chosen ability from going on `a`, or OK."""
    return why_no_ability(game, seat, game.draft_side, a)


@rule
def is_target(game: State, seat: int, owner: int) -> bool:
    """Whether the chosen ability goes on animals of `owner`."""
    return goes_to(game.draft_side, seat, owner)


@rule
def why_not_with(game: State, seat: int, b: int) -> int:
    """What keeps the chosen pair ability from joining `b` too, or OK."""
    return why_no_pair(game, seat, game.draft_side, game.draft_animal, b)


@rule
def list_plays(game: State, seat: int, out: Ints) -> int:
    """Pass, or each kind of card in hand as an animal or with each of its sides (OS-DEV-01)."""
    out[0] = Verb.PASS
    n = 1
    seen = 0
    open_abilities = playable(game, seat)
    for i in range(length(game.hand[seat])):
        kind = game.kind[get(game.hand[seat], i)]
        if seen & BIT[kind] != 0:
            continue
        seen |= BIT[kind]
        out[n] = Verb.ANIMAL + kind
        n += 1
        for side in range(2):
            out[n] = Verb.ABILITY + kind * 2 + side
            n += int(open_abilities & CARD_BITS[kind, side] != 0)
    return n


@rule
def why_not_in_hand(game: State, seat: int, kind: int) -> int:
    """That the seat has no such card, or OK."""
    return Reason.OK if card_in_hand(game, seat, kind) != NOTHING else Reason.NOT_IN_HAND


@rule
def why_no_play(game: State, seat: int, kind: int, side: int) -> int:
    """What keeps `seat` from playing a card with this side as an ability, or OK."""
    if card_in_hand(game, seat, kind) == NOTHING:
        return Reason.NOT_IN_HAND
    if CARD_SIDES[kind, side] == NOTHING:
        return Reason.NO_SUCH_SIDE
    finds_place = playable(game, seat) & CARD_BITS[kind, side] != 0
    return Reason.OK if finds_place else Reason.NO_TARGET


@rule
def end_development(game: State, events: EventBook, seat: int) -> None:
    """The seat plays no more cards this turn."""
    pass_development(game, events, seat)
    game.stage = Stage.NEXT_DEVELOPER


@rule
def begin_ability(game: State, seat: int, kind: int, side: int) -> None:
    """A card is chosen as an ability; where it goes is asked next."""
    game.draft_card = card_in_hand(game, seat, kind)
    game.draft_side = CARD_SIDES[kind, side]
    game.stage = Stage.PLACE


@rule
def play_animal(game: State, events: EventBook, seat: int, kind: int) -> None:
    """A card becomes an animal; its ability side faces the table."""
    card = out_of_hand(game, seat, card_in_hand(game, seat, kind))
    new_animal(game, seat, card)
    if game.options[Option.UNDERSIDES] == 1:
        show_to_all(game, card)
    tell.animal_played(game, events, seat, card, card)
    game.stage = Stage.NEXT_DEVELOPER


@rule
def place(game: State, a: int, events: EventBook) -> None:
    """The drafted ability goes on `a`; a pair ability still needs the other animal."""
    if is_pair_ability(game.draft_side):
        game.draft_animal = a
        game.stage = Stage.PAIR
        return
    lay_draft(game)
    put_under(game, a, game.draft_card, game.draft_side)
    tell.ability_played(
        game, events, game.mover, a, NOTHING, game.draft_side, game.kind[game.draft_card]
    )
    clear_draft(game)


@rule
def pair(game: State, b: int, events: EventBook) -> None:
    """The drafted pair ability joins its two animals; for symbiosis `b` is the symbiont."""
    lay_draft(game)
    put_between(game, game.draft_animal, b, game.draft_card, game.draft_side)
    tell.ability_played(
        game, events, game.mover, game.draft_animal, b, game.draft_side, game.kind[game.draft_card]
    )
    clear_draft(game)


@rule
def lay_draft(game: State) -> None:
    """The drafted card leaves the hand and is open from now on; the side is final (OS-DBL-03)."""
    game.draft_card = out_of_hand(game, game.mover, game.draft_card)
    show_to_all(game, game.draft_card)
    game.stage = Stage.NEXT_DEVELOPER
