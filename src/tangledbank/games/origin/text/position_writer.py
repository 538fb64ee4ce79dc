"""A state, or what a seat sees of it, becomes a position in words."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from tangledbank.games.origin.rules.cards import (
    ABILITIES,
    CARD_NAMES,
    NOTHING,
)
from tangledbank.games.origin.rules.state import (
    OPTIONS,
    STAGES,
    TO_HOST,
    TO_PARTNER,
    Phase,
    Stage,
    State,
)
from tangledbank.games.origin.text.names import ANIMALS
from tangledbank.games.origin.text.position_fields import (
    Ability,
    AbilityWords,
    AnimalWords,
    AttackWords,
    Document,
    DraftWords,
    PairWords,
    SeatWords,
)
from tangledbank.games.shared.hidden_cards import EVERYONE, UNSEEN
from tangledbank.games.shared.position_cards import write_pile, write_shuffle
from tangledbank.games.shared.position_frame import word, write_chance, write_dice, write_options
from tangledbank.kernel.lists import items_of


def write(game: State, standing: list[int], winners: list[int]) -> dict[str, Any]:
    """The position as words; faces the observation does not show are left out."""
    development = bool(game.phase == Phase.DEVELOPMENT)
    document = Document(
        seats=[_write_seat(game, seat) for seat in range(game.seats)],
        options=write_options(game.options[1:].tolist(), OPTIONS),
        phase="development"
        if development
        else "feeding"
        if game.phase == Phase.FEEDING
        else "over",
        turn=int(game.turn),
        round=int(game.lap),
        first=int(game.first),
        seat=int(game.mover),
        bank=int(game.bank),
        last_turn=bool(game.last_turn),
        last_turn_next=bool(game.ending) and not game.last_turn,
        deck=write_pile(game, game.deck, CARD_NAMES, from_top=True),
        discard=write_pile(game, game.discard, CARD_NAMES),
        reshuffled=write_shuffle(game, np.flatnonzero(game.batch), CARD_NAMES),
        main_action_done=bool(game.main_done) and not development,
        acted=bool(game.acted and not development) or None,
        passes=int(game.idle) if not development else 0,
        dice=write_dice(game),
        chance=write_chance(game),
        stage=word(STAGES, game.stage),
        decides=int(game.decider),
        draft=_write_draft(game),
        attack=_write_attack(game),
        after=word(STAGES, game.then) if game.stage == Stage.CHAIN else None,
        scores=standing,
        winners=winners,
    )
    return _with_plain_zeros(msgspec.to_builtins(document))


def _with_plain_zeros(words: dict[str, Any]) -> dict[str, Any]:
    """What a reader looks for first is written even where it has its default value."""
    for key, default in (
        ("phase", "development"), ("turn", 1), ("round", 1), ("first", 0), ("bank", 0)
    ):  # fmt: skip
        words.setdefault(key, default)
    for seat in words["seats"]:
        seat.setdefault("hand", 0)
        seat.setdefault("animals", [])
    return words


def _write_seat(game: State, seat: int) -> SeatWords:
    row = items_of(game.row[seat])
    return SeatWords(
        hand=write_pile(game, game.hand[seat], CARD_NAMES),
        animals=[_write_animal(game, a) for a in row],
        pairs=[
            _write_pair(game, row, link)
            for link in items_of(game.links)
            if game.owner[game.host[link]] == seat
        ],
        passed=bool(game.passed[seat] and game.phase == Phase.DEVELOPMENT),
        reshuffled=sum(bool(game.batch[slot]) for slot in items_of(game.hand[seat])),
    )


def _write_animal(game: State, a: int) -> AnimalWords:
    abilities: list[Ability | AbilityWords] = []
    card = int(game.under[a])
    while card != NOTHING:
        abilities.append(_write_ability(game, card))
        card = int(game.below[card])
    used = int(game.used[a])
    return AnimalWords(
        abilities=abilities,
        red=int(game.red[a]),
        blue=int(game.blue[a]),
        hibernating=bool(game.hibernating[a]),
        hibernated_last_turn=bool(game.slept[a]),
        poisoned=bool(game.poisoned[a]),
        used=[word(ABILITIES, i) for i in range(len(ABILITIES)) if used >> i & 1],
        card=CARD_NAMES[game.kind[a]] if game.kind[a] != UNSEEN else None,
        reshuffled=bool(game.batch[a] and game.known[a] != EVERYONE),
    )


def _write_ability(game: State, card: int) -> Ability | AbilityWords:
    ability: Any = ABILITIES[game.side[card]]
    name = CARD_NAMES[game.kind[card]]
    if name == ability and not game.yellow[card]:
        return ability
    return AbilityWords(
        ability=ability, card=None if name == ability else name, token=bool(game.yellow[card])
    )


def _write_pair(game: State, row: list[int], link: int) -> PairWords:
    ability: Any = ABILITIES[game.side[link]]
    name = CARD_NAMES[game.kind[link]]
    host, partner = row.index(game.host[link]), row.index(game.partner[link])
    return PairWords(
        ability=ability,
        animals=[host, partner],
        card=None if name == ability else name,
        used=bool(game.spent[link]),
        waiting_for=[
            place
            for place, bit in ((partner, TO_PARTNER), (host, TO_HOST))
            if game.armed[link] & bit
        ],
    )


def _write_draft(game: State) -> DraftWords | None:
    if game.stage not in (Stage.PLACE, Stage.PAIR, Stage.HUNT, Stage.ROB):
        return None
    ability: Any = ABILITIES[game.draft_side] if game.draft_side != NOTHING else None
    return DraftWords(
        card=CARD_NAMES[game.kind[game.draft_card]] if game.draft_card != NOTHING else None,
        ability=ability,
        animal=list(ANIMALS.place_of(game, game.draft_animal))
        if game.draft_animal != NOTHING
        else None,
    )


def _write_attack(game: State) -> AttackWords | None:
    if game.stage != Stage.REACT:
        return None
    return AttackWords(
        predator=list(ANIMALS.place_of(game, game.predator)),
        prey=list(ANIMALS.place_of(game, game.prey)),
        has_run=bool(game.has_run),
        can_mimic=bool(game.can_mimic),
    )
