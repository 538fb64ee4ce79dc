"""A state, or what a seat sees of it, becomes a position in words."""

from __future__ import annotations

from typing import Any

import msgspec

from tangledbank.games.evolution.rules.cards import NOTHING, TRAITS
from tangledbank.games.evolution.rules.secrets import HIDDEN_BAG
from tangledbank.games.evolution.rules.state import (
    ASK,
    FAT_WAITS,
    FERTILE_WAITS,
    FOODS,
    NECK_WAITS,
    OPTIONS,
    PHASES,
    STAGES,
    Ending,
    Option,
    Part,
    Phase,
    Stage,
    State,
)
from tangledbank.games.evolution.rules.tell import CAUSES
from tangledbank.games.evolution.text.names import CARD_NAMES, SPECIES, number_of, trait_name
from tangledbank.games.evolution.text.position_fields import (
    AttackWords,
    ChoiceWords,
    Document,
    EatingWords,
    SeatWords,
    SpeciesWords,
    StartWords,
    ThoughtWords,
)
from tangledbank.games.evolution.text.position_numbers import write_numbers
from tangledbank.games.shared.hidden_cards import EVERYONE, UNSEEN
from tangledbank.games.shared.position_cards import write_pile
from tangledbank.games.shared.position_frame import word, write_chance, write_options
from tangledbank.kernel.lists import items_of

WAITING = {"long_neck": NECK_WAITS, "fertile": FERTILE_WAITS, "fat_tissue": FAT_WAITS}
IN_TURN = (
    Stage.FEED,
    Stage.HUNT,
    Stage.IGNORE,
    Stage.WINDOW,
    Stage.THINK,
    Stage.STORE,
    Stage.EXTRA,
)


def write(game: State, standing: list[int], winners: list[int]) -> dict[str, Any]:
    """The position as words; faces the observation does not show are left out."""
    feeding = bool(game.phase == Phase.FEEDING)
    stage = int(game.stage)
    together = stage == Stage.SUPPLY or (stage == Stage.PLAY and is_quick(game))
    document = Document(
        seats=[_write_seat(game, seat) for seat in range(game.seats)],
        options=write_options(game.options[1:].tolist(), OPTIONS, numbers=write_numbers(game)),
        phase=word(PHASES, game.phase),
        round=int(game.turn),
        first=int(game.first),
        seat=None if together else int(game.mover),
        hole=int(game.hole),
        leftover=int(game.leftover) if feeding and game.leftover else None,
        last_round=bool(game.ending == Ending.THIS_ROUND),
        next_round_last=bool(game.ending == Ending.NEXT_ROUND),
        deck=write_pile(game, game.deck, CARD_NAMES, from_top=True),
        discard=write_pile(game, game.discard, CARD_NAMES),
        removed=write_pile(game, game.removed, CARD_NAMES) if game.removed[0] else None,
        passes=int(game.idle) if stage in IN_TURN else 0,
        chance=write_chance(game),
        stage=word(STAGES, stage),
        pending=_seats_in(int(game.waiting)) if together else [],
        decides=None if together or stage == Stage.OVER else int(game.decider),
        window_used=bool(stage in (Stage.WINDOW, Stage.THINK) and game.window_used),
        attack=_write_attack(game),
        thought=_write_thought(game),
        eating=_write_eating(game),
        scores=[] if HIDDEN_BAG in game.bag else standing,
        winners=winners,
    )
    return _with_plain_zeros(msgspec.to_builtins(document))


def _with_plain_zeros(words: dict[str, Any]) -> dict[str, Any]:
    """What a reader looks for first is written even where it has its default value."""
    for key, default in (("phase", "play"), ("round", 1), ("first", 0), ("hole", 0)):
        words.setdefault(key, default)
    for seat in words["seats"]:
        seat.setdefault("hand", 0)
        seat.setdefault("species", [])
        for species in seat["species"]:
            for key, default in (("population", 1), ("body", 1), ("chips", 0)):
                species.setdefault(key, default)
    return words


def is_quick(game: State) -> bool:
    """Whether the position is of quick-play."""
    return bool(game.options[Option.MODE] == 1)


def _seats_in(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def _traits_in(mask: int) -> list[Any]:
    return [name for i, name in enumerate(TRAITS) if mask >> i & 1]


def _write_seat(game: State, seat: int) -> SeatWords:
    bag, card = int(game.bag[seat]), int(game.food_card[seat])
    return SeatWords(
        hand=write_pile(game, game.hand[seat], CARD_NAMES),
        species=[_write_species(game, one) for one in items_of(game.row[seat])],
        bag=None if bag == HIDDEN_BAG else bag,
        food=_write_food(game, card),
        laid=write_pile(game, game.laid[seat], CARD_NAMES),
        choice=_write_choice(game, seat),
        start=_write_start(game, seat) if game.stage == Stage.PLAY and is_quick(game) else None,
    )


def _write_food(game: State, card: int) -> str | bool:
    if card == NOTHING:
        return False
    return True if game.kind[card] == UNSEEN else CARD_NAMES[game.kind[card]]


def _write_species(game: State, species: int) -> SpeciesWords:
    cards = [int(card) for card in game.card[species, : int(game.worn[species])]]
    waiting: list[Any] = [name for name, bit in WAITING.items() if game.grain[species] & bit]
    return SpeciesWords(
        population=int(game.population[species]),
        body=int(game.body[species]),
        chips=int(game.chips[species]),
        fat=int(game.fat[species]),
        waiting=waiting if game.phase == Phase.FEEDING else [],
        **_write_traits(game, cards),
    )


def _write_traits(game: State, cards: list[int]) -> dict[str, Any]:
    kinds = [int(game.kind[card]) for card in cards]
    return {
        "traits": ["hidden" if kind == UNSEEN else trait_name(kind) for kind in kinds],
        "numbers": [None if kind == UNSEEN else number_of(kind) for kind in kinds],
        "face_down": [i for i, card in enumerate(cards) if game.known[card] != EVERYONE],
    }


def _write_choice(game: State, seat: int) -> ChoiceWords | None:
    if game.stage != Stage.PLAY or game.part[seat] == Part.CARD:
        return None
    species = int(game.draft_species[seat])
    return ChoiceWords(
        card=CARD_NAMES[game.kind[game.draft_card[seat]]],
        species=items_of(game.row[seat]).index(species) if species != NOTHING else None,
    )


def _write_start(game: State, seat: int) -> StartWords:
    row, bag = items_of(game.was_row[seat]), int(game.was_bag[seat])
    return StartWords(
        species=[
            SpeciesWords(
                population=int(game.was_population[one]),
                body=int(game.was_body[one]),
                fat=int(game.was_fat[one]),
                **_write_traits(game, game.was_card[one, : int(game.was_worn[one])].tolist()),
            )
            for one in row
        ],
        bag=None if bag == HIDDEN_BAG else bag,
        new_left=items_of(game.row[seat]).index(row[0]) if row else 0,
    )


def _write_attack(game: State) -> AttackWords | None:
    if game.stage in (Stage.HUNT, Stage.IGNORE):
        named = int(game.named)
        return AttackWords(
            species=list(SPECIES.place_of(game, int(game.hunter))),
            ignored=_traits_in(int(game.ignored)),
            spend=[CARD_NAMES[kind] for kind in items_of(game.spent)],
            ignore=None if named == NOTHING else word(TRAITS, named),
        )
    if game.stage in (Stage.STORE, Stage.EXTRA) and game.then == Stage.CARRION:
        return AttackWords(
            ignored=_traits_in(int(game.ignored)),
            seat=int(game.hunting_seat),
            seats_fed=int(game.carrion_seats),
            next=int(game.carrion_next),
        )
    return None


def _write_thought(game: State) -> ThoughtWords | None:
    if game.stage != Stage.THINK:
        return None
    code = int(game.thinker)
    return ThoughtWords(species=list(SPECIES.place_of(game, code // 2)), forage=code % 2 == 0)


def _write_eating(game: State) -> EatingWords | None:
    if game.stage not in (Stage.STORE, Stage.EXTRA):
        return None
    return EatingWords(
        species=list(SPECIES.place_of(game, int(game.eater))),
        food=word(FOODS, game.food_kind),
        cause=word(CAUSES, game.cause),
        amount=int(game.portion),
        after=word(STAGES, game.then),
        took=int(game.took) if game.stage == Stage.EXTRA else 0,
        forage=None if game.with_extra == ASK else bool(game.with_extra),
        at_least=int(game.least_store),
    )
