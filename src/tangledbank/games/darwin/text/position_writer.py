"""A state, or what a seat sees of it, becomes a position in words."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from tangledbank.games.darwin.rules.decks import ABILITIES, CONTINENTS, DIETS, EVENTS
from tangledbank.games.darwin.rules.reasons import Reason
from tangledbank.games.darwin.rules.state import (
    AGES,
    ANY_CARD,
    DRAFT,
    GROUNDS,
    MAX_SPECIES,
    NOTHING,
    OPTIONS,
    PHASES,
    PLANS,
    STAGES,
    Option,
    Plan,
    Stage,
    State,
    Trade,
    Variant,
)
from tangledbank.games.darwin.rules.values import (
    ADAPTATION,
    FED,
    FIT,
    GOT_MEAT,
    GOT_PLANTS,
    GOT_PREY,
    IS_FED,
    IS_THERE,
    LEADS,
    MEASURES,
    MIGHT,
    STRENGTH,
    TRIALS,
    UNFIT,
    WAS_FED,
    measure,
    mutation_price,
    supply,
    try_out,
)
from tangledbank.games.darwin.text.names import SPECIES, deck_of, open_grounds, species_name
from tangledbank.games.darwin.text.position_deck import write_deck
from tangledbank.games.darwin.text.position_fields import (
    AskWords,
    BiomeWords,
    Document,
    DraftWords,
    HomeWords,
    PreviewWords,
    SeatWords,
    SpeciesWords,
)
from tangledbank.games.shared.hidden_cards import EVERYONE, UNSEEN
from tangledbank.games.shared.position_cards import kinds_in
from tangledbank.games.shared.position_frame import word, write_chance, write_dice, write_options
from tangledbank.kernel.lists import items_of

HIDDEN = "hidden"  # a card whose face is not seen
ANY = "any"  # asked of the teammate: a card of their choice


def write(game: State, standing: list[int], winners: list[int]) -> dict[str, Any]:
    """The position as words; faces the observation does not show are left out."""
    writer = _Writer(game)
    document = writer.document()
    document.scores = standing
    document.winners = winners
    return _with_plain_zeros(msgspec.to_builtins(document), with_food=not writer.children)


def _with_plain_zeros(words: dict[str, Any], *, with_food: bool) -> dict[str, Any]:
    """What a reader looks for first is written even where it has its default value."""
    supplies = ("plants", "meat", "plants_left", "meat_left") if with_food else ()
    for key, default in (("phase", "action"), ("era", 1), ("first", 0), ("event", None)):
        words.setdefault(key, default)
    for place in words["table"]:
        for key in (*supplies, "points"):
            place.setdefault(key, 0)
        place.setdefault("leaders", [])
    for seat in words["seats"]:
        seat.setdefault("hand", 0)
        seat.setdefault("species", [])
        seat.setdefault("points", 0)
        for species in seat["species"]:
            for key in ("points", "adaptation", "strength", "hearts"):
                species.setdefault(key, 0)
            for key in ("done", *(("fed",) if with_food else ()), "fits", "leads"):
                species.setdefault(key, False)
            species.setdefault("abilities", {})
    return words


class _Writer:
    """Writes one position."""

    def __init__(self, game: State):
        self.game = game
        self.states = np.frombuffer(bytearray(game.tobytes()), game.dtype)
        self.deck = deck_of(game)
        self.grounds = open_grounds(game)
        self.children = bool(
            game.options[Option.VARIANT] == Variant.CHILDREN
        )  # no food (DC-KIDS-7)
        self.values = np.zeros((MAX_SPECIES, MEASURES), np.int64)
        measure(self.states, self.values)

    def document(self) -> Document:
        """Everything but the scores."""
        game, stage = self.game, int(self.game.stage)
        in_draw = stage == Stage.DRAW
        return Document(
            seats=[self._seat(seat) for seat in range(game.seats)],
            options=write_options(
                game.options[1:].tolist(), OPTIONS, deck=write_deck(int(game.deck_number))
            ),
            phase=word(PHASES, game.phase),
            era=int(game.turn),
            first=int(game.first),
            seat=int(game.mover),
            biomes=self.grounds,
            continents=[
                CONTINENTS[one] for one in game.continent[: len(self.grounds)] if one != NOTHING
            ],
            volcano=word(AGES, game.volcano),
            event=None if game.event == NOTHING else EVENTS[game.event],
            zone=self._pile(game.zone),
            small=self._pile(game.deck[0], from_top=True),
            large=self._pile(game.deck[1], from_top=True),
            small_discard=self._pile(game.discard[0]),
            large_discard=self._pile(game.discard[1]),
            biome_deck=[GROUNDS[one] for one in reversed(items_of(game.biome_deck))],
            biome_discard=[GROUNDS[one] for one in items_of(game.biome_discard)],
            biomes_out=[GROUNDS[one] for one in items_of(game.biomes_out)],
            event_deck=[EVENTS[one] for one in reversed(items_of(game.events_left))],
            events_gone=[EVENTS[one] for one in items_of(game.events_gone)],
            tokens=[GROUNDS[one] for one in reversed(items_of(game.tokens_left))],
            chance=write_chance(game),
            next_places=[die - 1 for die in write_dice(game)],
            draft=self._draft(),
            ask=self._ask(),
            stage=word(STAGES, stage),
            then=word(STAGES, game.then) if in_draw else None,
            pending=[] if stage in (Stage.TURN, Stage.OVER) else _seats_in(int(game.waiting)),
            involved=_seats_in(int(game.involved)),
            judged=int(game.judged),
            table=[self._place(place) for place in range(len(self.grounds))],
            preview=self._preview(),
        )

    # --- cards -----------------------------------------------------------------------------------

    def _name(self, kind: int) -> str:
        return HIDDEN if kind == UNSEEN else self.deck.names[kind]

    def _pile(self, pile: Any, *, from_top: bool = False) -> int | list[str]:
        kinds = kinds_in(self.game, pile)
        if kinds and all(kind == UNSEEN for kind in kinds):
            return len(kinds)
        return [self._name(kind) for kind in (reversed(kinds) if from_top else kinds)]

    def _seen(self, seat: int) -> dict[str, Any]:
        """Who but its holder has seen a card of a hand."""
        seen: dict[str, Any] = {}
        for slot in items_of(self.game.hand[seat]):
            known, kind = int(self.game.known[slot]), int(self.game.kind[slot])
            others = [one for one in _seats_in(known) if one not in (seat, 8)]
            if kind != UNSEEN and known == EVERYONE:
                seen[self._name(kind)] = "all"
            elif kind != UNSEEN and others:
                seen[self._name(kind)] = others
        return seen

    # --- seats -----------------------------------------------------------------------------------

    def _seat(self, seat: int) -> SeatWords:
        game = self.game
        lost = int(game.lost[seat])
        return SeatWords(
            hand=self._pile(game.hand[seat]),
            seen=self._seen(seat),
            species=[self._species(one) for one in items_of(game.row[seat])],
            points=int(game.front[seat]),
            draws=int(game.to_draw[seat]),
            passed=bool(game.passed >> seat & 1),
            acted=bool(game.acted >> seat & 1),
            redrawn=bool(game.redrawn >> seat & 1),
            new_hands=int(game.fresh[seat]),
            shown=int(game.shows[seat]),
            loses=None if lost == NOTHING else items_of(game.row[seat]).index(lost),
            freed=int(game.freed[seat]),
        )

    def _species(self, species: int) -> SpeciesWords:
        game, values = self.game, self.values[species]
        kinds = self._kinds(species)
        loss = int(game.loss[species])
        return SpeciesWords(
            cards=[self._name(kind) for kind in kinds],
            biome=self.grounds[game.at[species]],
            points=int(game.points[species]),
            done=bool(game.done[species]),
            food=[int(game.plants[species]), int(game.meat[species])],
            loses=None if loss == NOTHING else self._name(loss),
            gift=int(game.gift[species]),
            chosen=bool(game.doomed[species]),
            name=species_name(self.deck, kinds),
            abilities=self._abilities(species),
            adaptation=int(values[ADAPTATION]),
            strength=int(values[STRENGTH]),
            hearts=int(game.need[species]),
            diet=DIETS[game.diet[species]],
            fed=bool(values[FED]) and not self.children,
            fits=bool(values[UNFIT] == Reason.OK),
            leads=bool(values[LEADS]),
        )

    def _kinds(self, species: int) -> list[int]:
        return kinds_in(self.game, self.game.body[species])

    def _abilities(self, species: int) -> dict[str, int]:
        power = self.game.power[species].tolist()
        return {name: power[i] for i, name in enumerate(ABILITIES) if power[i]}

    # --- the table -------------------------------------------------------------------------------

    def _place(self, place: int) -> BiomeWords:
        game, left = self.game, np.zeros(5, np.int64)
        supply(self.states, place, left)
        if self.children:
            left[:4] = 0
        plants, meat, plants_left, meat_left, is_left = left.tolist()
        continent = int(game.continent[place])
        return BiomeWords(
            biome=self.grounds[place],
            continent="" if continent == NOTHING else CONTINENTS[continent],
            side="left" if is_left else "right",
            points=int(game.ground_points[game.ground[place]]),
            plants=plants,
            meat=meat,
            plants_left=plants_left,
            meat_left=meat_left,
            leaders=sorted(
                list(SPECIES.place_of(game, species))
                for species in range(MAX_SPECIES)
                if game.living[species]
                and game.at[species] == place
                and self.values[species, LEADS]
            ),
        )

    # --- what is begun ---------------------------------------------------------------------------

    def _draft(self) -> DraftWords | None:
        game, plan = self.game, int(self.game.plan)
        if plan == Plan.IDLE and game.trading == Trade.NONE:
            return None
        species = int(game.draft_species)
        body = items_of(game.body[DRAFT])
        mutating = plan in (Plan.MUTATING, Plan.REPLACING)
        old = self._kinds(species) if species != NOTHING else []
        cards = body if plan in (Plan.CREATING, Plan.PLACED) else items_of(game.draft_added)
        return DraftWords(
            give=None if game.trading == Trade.NONE else self._name(int(game.draft_give)),
            take=self._name(int(game.draft_take)) if game.trading == Trade.MADE else None,
            plan=word(PLANS, plan),
            species=None if species == NOTHING else SPECIES.place_of(game, species)[1],
            cards=[self._name(kind) for kind in cards],
            removed=[self._name(kind) for kind in old if kind not in body] if mutating else [],
            replacing=self._name(int(game.draft_old)) if plan == Plan.REPLACING else None,
            mutations=int(game.mutations),
            biome=None if plan in (Plan.IDLE, Plan.CREATING) else self.grounds[game.at[DRAFT]],
        )

    def _ask(self) -> AskWords | None:
        game = self.game
        words = AskWords(owed=int(game.owed), price=int(game.price), took_over=bool(game.took_over))
        if game.stage == Stage.ANSWER and game.coveted != NOTHING:
            words.species = list(SPECIES.place_of(game, int(game.coveted)))
        elif game.stage == Stage.ANSWER:
            asked = int(game.asked)
            words.card = ANY if asked == ANY_CARD else self._name(asked)
        if game.received != NOTHING:
            words.received = self._name(int(game.received))
        for kind in np.flatnonzero(game.refused).tolist():
            words.refused.append(ANY if kind == ANY_CARD else self._name(kind))
        unwilling = np.flatnonzero(game.unwilling).tolist()
        # by seat: the numbers of species are others when the position is read again
        words.unwilling = sorted(list(SPECIES.place_of(game, species)) for species in unwilling)
        return None if words == AskWords() else words

    def _preview(self) -> PreviewWords | None:
        """What the drafted species would be, and would find in each biome."""
        game = self.game
        if game.plan == Plan.IDLE:
            return None
        body = items_of(game.body[DRAFT])
        has_head = any(self.deck.cards[kind].diet is not None for kind in body)
        here = int(game.at[DRAFT])
        only_here = game.plan in (Plan.MUTATING, Plan.REPLACING)
        return PreviewWords(
            name=species_name(self.deck, body),
            abilities=self._abilities(DRAFT),
            hearts=int(game.need[DRAFT]),
            strength=int(self._trial(0)[1][DRAFT, MIGHT]),
            diet=DIETS[game.diet[DRAFT]] if has_head else "",
            price=int(mutation_price(self.states)),
            biomes=[
                self._home(place)
                for place in range(len(self.grounds))
                if not only_here or place == here
            ],
        )

    def _trial(self, place: int) -> tuple[int, Any]:
        """Why the draft could not live at a place, and what all there would get."""
        out = np.zeros((MAX_SPECIES + 2, TRIALS), np.int64)
        return int(try_out(self.states, place, out)), out

    def _home(self, place: int) -> HomeWords:
        game = self.game
        why, out = self._trial(place)
        ground, has = int(game.ground[place]), int(game.has[DRAFT])
        needs: dict[int, int] = {
            Reason.LACKS: int(game.ground_all[ground]) & ~has,
            Reason.LACKS_ANY: int(game.ground_any[ground]),
            Reason.FORBIDDEN: int(game.ground_none[ground]) & has,
        }
        return HomeWords(
            biome=self.grounds[place],
            adaptation=int(out[DRAFT, FIT]),
            possible=why == Reason.OK,
            reason="" if why == Reason.OK else Reason.of(why).id,
            needs=[name for i, name in enumerate(ABILITIES) if needs.get(why, 0) >> i & 1],
            food=[] if self.children else out[DRAFT, [GOT_PLANTS, GOT_MEAT]].tolist(),
            prey=0 if self.children else int(out[DRAFT, GOT_PREY]),
            pushes_out=sorted(
                list(SPECIES.place_of(game, species))
                for species in range(MAX_SPECIES)
                if out[species, IS_THERE] and out[species, WAS_FED] and not out[species, IS_FED]
            ),
        )


def _seats_in(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
